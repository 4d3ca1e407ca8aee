"""Objects and players that hexproof, shroud or protection keeps from being targets (702.11, 702.16b, 702.18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mtglayers.model.cards.faces import halves_cast
from mtglayers.model.cards.search import find_card, own_cards
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.players_and_rules import PlayerGains
from mtglayers.model.effects.selectors import PlayerGroup
from mtglayers.model.effects.view import Context, View
from mtglayers.model.events.resolution import Resolves, Source
from mtglayers.model.objects.gameobject import ResolvedEffect

from .moment import Moment, Problem, Qualities, protection, protects


def untargetable(event: Resolves, now: Moment, effect: ResolvedEffect, number: int) -> Iterator[Problem]:
    """Yield the abilities of an object that keep it from being a target of an effect."""
    id = now.board.by_number(number).id
    rival = now.controller(number) not in (None, effect.context.you)
    yield from _kept(id, now.keywords(number), "702.11b", rival, event, now, effect)


def untargetable_player(event: Resolves, now: Moment, effect: ResolvedEffect, player: int) -> Iterator[Problem]:
    """Yield the abilities of a player that keep the player from being a target of an effect (702.11c)."""
    if now.printed.gives_to_players:
        rival = player != effect.context.you
        yield from _kept(now.board.players[player], _of_player(now, player), "702.11c", rival, event, now, effect)


def _kept(
    name: str, keywords: Iterable[Keyword], hexproof: str, rival: bool, event: Resolves, now: Moment,
    effect: ResolvedEffect,
) -> Iterator[Problem]:  # fmt: skip
    but = f"so it is not a legal target of `{effect.name}`"
    for keyword in keywords:
        if keyword.name == "Shroud":
            yield name, f"`{name}` has shroud, {but}", "702.18a"
        elif keyword.name == "Hexproof" and rival:
            if not keyword.parameter and not keyword.color:
                yield name, f"`{name}` has hexproof, {but}", hexproof
            elif keyword.parameter == _ABILITIES and _is_of_a_source(event):
                yield name, f"`{name}` has hexproof {_ABILITIES}, {but}", "702.11d"
            elif protects(keyword, _source(event, now, effect)):
                yield name, f"`{name}` has {protection(keyword)}, {but}", "702.11d"
        elif keyword.name == "Protection" and protects(keyword, _source(event, now, effect)):
            yield name, f"`{name}` has {protection(keyword)}, {but}", "702.16b"


_ABILITIES = "from activated and triggered abilities"


def _is_of_a_source(event: Resolves) -> bool:
    return isinstance(event.resolves, Source) and bool(event.resolves.ability_of)


def _of_player(now: Moment, player: int) -> Iterator[Keyword]:
    state, board = now.before, now.past.before(now.index)
    for found in board.objects.values():
        for held in state.abilities(found.number):
            ability, context = held.ability, Context(source=found.number)
            if not isinstance(ability, Static) or (ability.zones and found.base.zone not in ability.zones):
                continue
            if ability.condition is None or ability.condition.holds(state, context):
                yield from _given(ability.parts, state, context, player)
    for effect in board.effects.values():
        if not effect.ended:
            clauses = [clause for place, clause in enumerate(effect.clauses) if place not in effect.over]
            yield from _given(clauses, state, effect.context, player)


def _given(clauses: Iterable[Clause], view: View, context: Context, player: int) -> Iterator[Keyword]:
    for clause in clauses:
        if isinstance(clause.selector, PlayerGroup) and player in clause.selector.players(view, context):
            for operation in clause.flat():
                if isinstance(operation, PlayerGains):
                    yield from (each for each in operation.abilities if isinstance(each, Keyword))


def _source(event: Resolves, now: Moment, effect: ResolvedEffect) -> Qualities:
    # The qualities that protection can name.
    if isinstance(event.resolves, Source):
        number = effect.context.source
        if number is None or not now.past.before(now.index).is_present(number):
            return {}
        return now.qualities(number)
    card = find_card(event.resolves, own_cards(now.board.cards))
    parts = [face.copiable() for face in halves_cast(card, event.resolves)]
    return {
        "color": tuple(color for part in parts for color in part.colors),
        "type": tuple(type for part in parts for type in part.types),
        "subtype": tuple(subtype for part in parts for subtype in part.subtypes),
    }
