"""Functions that find unsupported lines, and facts and choices that no event specifies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.cards.rules_text import listed_in, resolution_of, resolution_of_ability, resolution_of_spell
from mtglayers.model.effects.ability import Resolution, TextAbility, UnsupportedAbility
from mtglayers.model.effects.amounts.base import X
from mtglayers.model.effects.amounts.counting import Count, cards_in
from mtglayers.model.effects.amounts.players import RecordedNumber
from mtglayers.model.effects.choices import choice_needed, spoken
from mtglayers.model.effects.conditions import GameFact
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.filters.characteristics import Chosen
from mtglayers.model.effects.filters.combinators import Provided
from mtglayers.model.effects.filters.status import Assailing, RecordedAs
from mtglayers.model.effects.filters.whereabouts import ControlledBy, InZone
from mtglayers.model.effects.game_questions import entry_asked, question
from mtglayers.model.effects.keyword_parameters import choice_of
from mtglayers.model.effects.language import Ability, Amount, Clause, Condition, Filter
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.abilities_from_board import GainOne
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.players_and_rules import PlayerGains
from mtglayers.model.effects.phrase import Wording
from mtglayers.model.effects.selectors import Attached, ChosenObject, Group, InOrder, Itself, Together, TopCard
from mtglayers.model.effects.view import Context, Mask, players, union
from mtglayers.model.errors import NotListedError, UnsupportedTextError
from mtglayers.model.events.arrivals import Arrival
from mtglayers.model.events.base import Event
from mtglayers.model.events.changes import Turns
from mtglayers.model.events.resolution import Resolves, Source
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect

from ..engine.state import State, numbers
from ..engine.trace import Trace
from ..wording import ability_words
from .left_to_events import left_to_events
from .uncounted import uncounted

_MELDED: Final = "not specified: the mana value of the melded cards; use `melds` (202.3c)"
_DELAYED: Final = "not specified: the effect of a delayed triggered ability, which is another `resolves` (603.7)"
_NO_X: Final = "not specified: X, which counts as 0"  # 107.3a


def missing(copied: State, end: State, unsure: Sequence[tuple[int, str]]) -> tuple[tuple[str, str], ...]:
    """Return the unsupported lines and missing facts as pairs (id, text).

    Args:
        copied: the state after the layers of copy effects and face-down permanents (707.2).
        end: the state after all layers.
        unsure: pairs (object number, line) for lines that might have made the object enter tapped.
    """
    objects = copied.world.objects
    melded = ((number, 0, _MELDED) for number, each in objects.items() if _lacks_parts(each))
    found = [*_unread(copied), *((number, 0, text) for number, text in unsure), *_unspecified(end), *melded]
    found.sort(key=lambda item: (objects[item[0]].stamp, *item[:2]))
    return tuple(dict.fromkeys((objects[number].id, text) for number, _, text in found))


def _lacks_parts(found: GameObject) -> bool:
    # 202.3c: the back of a meld pair that entered without the cards that represent it
    back = found.card.layout == "meld" and not found.card.faces[0].mana_cost and "Land" not in found.card.faces[0].types
    return back and not found.components and found.copy is None and not found.face_down


def _unread(state: State) -> Iterator[tuple[int, int, str]]:
    # (object, place of its ability, text)
    objects = state.world.objects
    for held, mask in state.column("ability").items():
        for node in _spoken(held.ability):
            match node:
                case UnsupportedAbility():
                    concerned, text = mask, node.text or node.line
                case GameFact() if question(node.text) is None and not state.still_values(f"entered:{node.text}"):
                    asking = _functioning(held.ability, mask, state)
                    if " was kicked with its " in node.text:  # 702.33d: only of one that was kicked
                        asking &= state.still("kicked", True)
                    concerned, text = asking & ~state.still(f"told:{node.text}", True), node.text
                case CantHave() if not state.edition.cant_have:  # 113.11: no rule before 2014-02-01 defines it
                    concerned, text = mask, f"can't have {node.keyword.lower()}"
                case _:
                    continue
            yield from ((number, held.place, text) for number in numbers(concerned))
        for kind in sorted(choices_asked(held.ability)):
            for number in numbers(mask):
                if _chooses(objects[number], held.ability) and not objects[number].choices.of(kind):
                    yield number, held.place, _not_chosen(kind)


def _not_chosen(kind: str) -> str:
    return f"no {kind.replace('_', ' ')} was chosen"


def _chooses(found: GameObject, ability: Ability) -> bool:
    # 614.12: an object that became a copy after it had entered makes no choice as it enters.
    there = found.base.zone == "battlefield"
    return there and (found.copy is not None or ability in found.base.values.abilities)


def _unspecified(state: State) -> Iterator[tuple[int, int, str]]:
    for held, mask in state.column("ability").items():
        asking = _functioning(held.ability, mask, state)
        for node in _asking(held.ability):
            for number in numbers(asking):
                if text := _missing(node, state, number):
                    yield number, held.place, f"not specified: {text}"
        for number, zone, player in uncounted(held.ability, state, asking):
            text = f"how many cards are in the {zone} of {state.world.players[player]}"
            yield number, held.place, f"not specified: {text}"


def _functioning(ability: Ability, mask: Mask, state: State) -> Mask:
    # 113.6
    zones = getattr(ability, "zones", ("battlefield",))
    return mask & union(state.still("zone", zone) for zone in zones) if zones else mask


def _asking(ability: Ability) -> list[Node]:
    if isinstance(ability, TextAbility) or not ability.clauses():
        return []
    nodes = dict.fromkeys(ability.walk())
    found: list[Node] = [node for node in nodes if isinstance(node, InOrder | TopCard | Assailing | ControlledBy)]
    found += [node for node in nodes if isinstance(node, Group) and any(map(_told_by, node.filters))]
    found += [node for node in _there(ability) if isinstance(node, RecordedNumber)]
    for node in nodes:
        if isinstance(node, Amount | Condition) and not (isinstance(node, Count) and cards_in(node.of)):
            found += [each for group in _groups(node) for each in group.filters if isinstance(each, InZone)]
    return found


def _groups(node: Node) -> Iterator[Group]:
    for child in node.children():
        if isinstance(child, Group):
            yield child
        elif isinstance(child, Together):
            yield from _groups(child)


def _told_by(filter: Filter) -> str:
    # the wording of an event, inside "if mana from an artifact was spent to cast it"
    inner = filter.filters if isinstance(filter, Provided) else (filter,)
    return next((each.text for each in inner if isinstance(each, RecordedAs)), "")


def _missing(node: Node, facts: State, number: int) -> str:
    # "" if nothing is missing
    context = Context(source=number)
    match node:
        case InOrder(of, text):
            is_true = facts.still(f"told:{text}", True)
            return "" if is_true or not of.select(facts, context) else f"which is the {text}"
        case Group(filters):
            others = Group(tuple(each for each in filters if not _told_by(each)))
            text = next(text for each in filters if (text := _told_by(each)))
            return "" if node.select(facts, context) or not others.select(facts, context) else f"for what {text}"
        case RecordedNumber(text):
            return "" if facts.world.objects[number].choices.number else text
        case TopCard("library"):
            you = facts.you(context)
            empty = facts.world.told.get((0 if you is None else you, "library")) == 0
            return "" if empty or node.select(facts, context) else "the top card of your library"
        case InZone(zone, whose, negated=False):
            asked = range(len(facts.world.players)) if whose is None else players(facts, context, whose)
            there = ((player, facts.still("zone", zone) & facts.still("owner", player)) for player in asked)
            return next(
                (
                    f"which cards are in the {zone} of {facts.world.players[player]}"
                    for player, cards in there
                    if facts.world.told.get((player, zone), 0) > cards.bit_count()
                ),
                "",
            )
        case ControlledBy("defending player") if len(facts.world.players) > 2:  # 508.5
            attacks = facts.still("attacking", True) >> number & 1
            return "whom it attacks" if attacks and not players(facts, context, "defending player") else ""
        case Assailing() if len(facts.world.players) > 2:
            families = ("attacks", "attacks_nothing", "attacks_player")
            known = union(having for family in families for having in facts.still_values(family).values())
            return "whom each creature attacks" if facts.still("attacking", True) & ~known else ""
        case _:
            return ""


def unspecified(board: Board, trace: Trace) -> tuple[tuple[str, str], ...]:
    """Return the facts, objects and numbers that resolved effects need and no event specifies, as (effect, text)."""
    in_force = [effect for effect in board.effects.values() if not effect.ended]
    told = () if board.start is None else board.start.unsupported
    return (
        *((name, text) for name, text in told if name not in board.effects or not board.effects[name].ended),
        *_facts(board, in_force), *dict.fromkeys(_referents(board, in_force)), *_face_down(board), *_delayed(board),
        *((effect.name, _NO_X) for effect in in_force if effect.context.x is None and _says_x(effect.clauses)),
        *dict.fromkeys(_unchosen(trace)), *_in_order(in_force, trace), *left_to_events(board, trace),
    )  # fmt: skip


def _unchosen(trace: Trace) -> Iterator[tuple[str, str]]:
    # 608.2d: an event needs no choice for what happens only if a condition holds.
    for made in trace.applications:
        effect = made.taken.effect
        for _, operation in effect.plan.parts[made.layer].steps if effect.origin == "resolved" else ():
            kind = choice_needed(operation)
            if kind and not trace.state.choices(effect.context).of(kind):
                yield effect.name, _not_chosen(kind)


def _in_order(in_force: list[ResolvedEffect], trace: Trace) -> Iterator[tuple[str, str]]:
    # "The next spell you cast this turn has convoke."
    state = trace.state
    for effect in in_force:
        nodes = dict.fromkeys(node for clause in effect.clauses for node in clause.walk())
        for node in nodes:
            if isinstance(node, InOrder) and not state.still(f"told:{node.text}", True):
                possible = numbers(node.of.select(state, effect.context))
                if any(state.world.objects[number].entered > effect.event for number in possible):
                    yield effect.name, f"not specified: which is the {node.text}"


def _facts(board: Board, in_force: list[ResolvedEffect]) -> Iterator[tuple[str, str]]:
    for effect in in_force:
        if effect.context.told is not None:
            continue
        source = effect.context.source
        for text in _told_in(effect.clauses):
            asked = question(text)
            known = asked is not None and (asked.who != "source" or source is not None)
            known = known or (entry_asked(text) is not None and board.turn_began is not None)
            marked = source is not None and f"told:{text}" in board.by_number(source).facts
            if not known and not marked:
                yield effect.name, text


def _referents(board: Board, in_force: list[ResolvedEffect]) -> Iterator[tuple[str, str]]:
    # 608.2h
    for effect in in_force:
        event = None if effect.event == BEFORE else board.events[effect.event]
        if not isinstance(event, Resolves) or isinstance(event.resolves, str):
            continue
        number = effect.context.source
        source = None if number is None else board.by_number(number)
        alone = source is not None and source.attached_to is None and not board.is_present(source.number)
        for node in _meant(effect.clauses):
            if source is None or (alone and isinstance(node, Attached)):
                word = "the source" if node.word == "~" else f"`{node.word}`"
                yield effect.name, f"not specified: the object meant by {word}"


@lru_cache(maxsize=8192)
def _meant(clauses: tuple[Clause, ...]) -> tuple[Itself | Attached, ...]:
    nodes = dict.fromkeys(node for clause in clauses for node in spoken(clause))
    return tuple(node for node in nodes if isinstance(node, Itself | Attached))


@lru_cache(maxsize=8192)
def _says_x(clauses: tuple[Clause, ...]) -> bool:
    return any(isinstance(node, X) for clause in clauses for node in spoken(clause))


def _face_down(board: Board) -> Iterator[tuple[str, str]]:
    for effect in board.effects.values():
        for values in effect.listed:
            since = (event for event in board.events[effect.event + 1 :] if isinstance(event, Arrival | Turns))
            if not any(_lists(each.with_effect.text, values) for each in since if each.with_effect is not None):
                words = values.describe(Wording(ability_words))
                yield effect.name, f"not specified: the object that is a face-down {words}"


def _delayed(board: Board) -> Iterator[tuple[str, str]]:
    # An event resolves one ability, even if effects have created several with the same text.
    taken: set[int] = set()
    for effect in sorted(board.effects.values(), key=lambda each: each.event):
        for ability in effect.delayed:
            made = resolution_of_ability(ability, effect.source_name)
            since = (place for place in range(effect.event + 1, len(board.events)) if place not in taken)
            place = next((place for place in since if _resolves(board, board.events[place], made)), None)
            if place is None:
                yield effect.name, _DELAYED
            else:
                taken.add(place)


def _resolves(board: Board, event: Event, made: Resolution | None) -> bool:
    found: Resolution | None
    match event:
        case Resolves(resolves=Source(text=text)) if text:
            try:
                found = resolution_of(text)
            except UnsupportedTextError:
                return False
        case Resolves(resolves=str(name)):  # boards whose cards are trees define a card for an effect without one
            face = next((card.faces[0] for card in board.cards if card.name == name), None)
            found = None if face is None else resolution_of_spell(face.abilities, name)
        case _:
            return False
    return found is not None and made is not None and found.clauses == made.clauses


def _lists(text: str, values: Copiable) -> bool:
    # 708.2a; abilities in the catalog have no text.
    try:
        found = listed_in(text)
    except (NotListedError, UnsupportedTextError):
        return False
    bare = msgspec.structs.replace
    return found is not None and bare(found, abilities=()) == bare(values, abilities=())


@lru_cache(maxsize=8192)
def _told_in(clauses: tuple[Clause, ...]) -> tuple[str, ...]:
    found = (node for clause in clauses for node in _there(clause))
    return tuple(dict.fromkeys(node.text for node in found if isinstance(node, GameFact)))


@lru_cache(maxsize=8192)
def _spoken(ability: Ability) -> tuple[UnsupportedAbility | GameFact | CantHave, ...]:
    return tuple(node for node in _there(ability) if isinstance(node, (UnsupportedAbility, GameFact, CantHave)))


def _there(node: Node) -> Iterator[Node]:
    # The nodes of an ability that matter now, without those that matter only when it resolves.
    yield node
    # A choice made as the object enters acts like a static ability (614.12c).
    if not isinstance(node, TextAbility) or (
        node.resolution is not None and node.resolution.modes and node.form == "entering"
    ):
        for child in node.children():
            yield from _there(child)


@lru_cache(maxsize=8192)
def choices_asked(ability: Ability) -> frozenset[str]:
    """Return the kinds of choice that a static ability refers to (607.2d), or that is made as its object enters."""
    asked: set[str] = set()
    if isinstance(ability, TextAbility) and ability.form == "entering" and ability.resolution is not None:
        asked.update(["option"] * bool(ability.resolution.modes))  # 614.12a
    for node in _there(ability) if ability.clauses() else ():
        if isinstance(node, Chosen):
            asked.add(node.what)
        if isinstance(node, Gain | PlayerGains | Becomes):
            asked.update(filter(None, map(choice_of, node.abilities)))
        if isinstance(node, GainOne):
            asked.add("option")
        if isinstance(node, ChosenObject) and " chosen " in node.word:
            asked.add("object")
        if "the chosen player" in (getattr(node, "who", ""), getattr(node, "whose", "")):
            asked.add("player")
        chosen = getattr(node, "chosen", "")
        if isinstance(chosen, str) and chosen:
            asked.add(chosen)
        if chosen is True or getattr(node, "chosen_color", False):
            asked.add("color")
    return frozenset(asked)
