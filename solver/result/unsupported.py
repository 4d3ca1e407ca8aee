"""What abilities ask the timeline and nobody told: the first spell, the top of a library, whom a creature attacks."""

from __future__ import annotations

from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.filters.status import Assailing
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.selectors import InOrder, TopCard
from mtglayers.model.effects.view import Context
from mtglayers.model.objects.gameobject import GameObject

from ..engine.state import State, numbers


def unsaid(facts: State) -> list[tuple[GameObject, int, str]]:
    """Return (object, place of its ability, what nobody told) of everything of the kind on a board."""
    found: list[tuple[GameObject, int, str]] = []
    for held, mask in facts.column("ability").items():
        zones = getattr(held.ability, "zones", ("battlefield",))  # 113.6: elsewhere it asks nothing
        for node in _asking(held.ability):
            for number in numbers(mask):
                works = not zones or facts.world.objects[number].base.zone in zones
                if works and (text := _missing(node, facts, number)):
                    found.append((facts.world.objects[number], held.place, text))
    return found


def _asking(ability: Ability) -> list[Node]:
    if isinstance(ability, TextAbility) or not ability.clauses():
        return []
    return [node for node in dict.fromkeys(ability.walk()) if isinstance(node, InOrder | TopCard | Assailing)]


def _missing(node: Node, facts: State, number: int) -> str:
    """Return what is not told, in words; nothing where no answer is needed."""
    context = Context(source=number)
    match node:
        case InOrder(of, text):
            told = facts.still(f"told:{text}", True)
            return "" if told or not of.select(facts, context) else f"which is the {text}"
        case TopCard("library"):
            you = facts.you(context)
            empty = facts.world.told.get((0 if you is None else you, "library")) == 0
            return "" if empty or node.select(facts, context) else "the top card of your library"
        case Assailing() if len(facts.world.players) > 2:
            known = 0
            for family in ("attacks", "attacks_player"):
                for having in facts.still_values(family).values():
                    known |= having
            return "whom each creature attacks" if facts.still("attacking", True) & ~known else ""
        case _:
            return ""
