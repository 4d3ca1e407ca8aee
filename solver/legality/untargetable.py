"""Objects and players that hexproof, shroud or protection keeps from being targets (702.11, 702.16b, 702.18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from mtglayers.model.cards.card import Card
from mtglayers.model.cards.faces import halves_cast
from mtglayers.model.cards.search import find_card
from mtglayers.model.effects.ability import Static, TextAbility, is_cda
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.abilities import given
from mtglayers.model.effects.operations.players_and_rules import PlayerGains
from mtglayers.model.effects.selectors import PlayerGroup
from mtglayers.model.effects.shortening import shortened
from mtglayers.model.effects.view import Context, View
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.events.resolution import Resolves, Source
from mtglayers.model.objects.gameobject import ResolvedEffect
from mtglayers.model.support.names import fold

from ..history.last_known import departure
from ..history.written import families_written
from .moment import Moment, Problem
from .qualities import (
    FAMILIES,
    Qualities,
    from_player,
    protection,
    protects,
    protects_from_group,
    qualities_before,
    qualities_in,
    qualities_of,
)
from .target_places import resolving as abilities_resolving
from .targeting import Kind, Targeting, as_though_without, barring


def resolving(event: Resolves, now: Moment, effect: ResolvedEffect) -> Targeting:
    """Return the spell or ability that resolves."""
    number = effect.context.source
    there = number is not None and now.past.before(now.index).is_present(number)
    return Targeting(
        effect.name, effect.context.you, lambda: _source(event, now, effect), _kind(event, now, effect),
        number if there else None,
    )  # fmt: skip


def _kind(event: Resolves, now: Moment, effect: ResolvedEffect) -> Kind:
    if isinstance(event.resolves, str):
        return "spell"
    if not event.resolves.ability_of:
        return ""
    ((ability, _),) = abilities_resolving(event, effect, now.board)
    form = ability.form if isinstance(ability, TextAbility) else ""
    if form == "triggered":
        return form
    return "activated" if form in ("activated", "loyalty") else "ability"  # 606.1


def untargetable(by: Targeting, now: Moment, number: int) -> Iterator[Problem]:
    """Yield the abilities of an object that keep it from being a target."""
    rival = now.controller(number) not in (None, by.you)
    id = now.board.by_number(number).id
    for each in now.keywords(number):
        if by.source is not None and protects_from_group(each, number, by.source, now.before):
            yield id, f"`{id}` has {protection(each)}, so it is not a legal target of `{by.name}`", "702.16b"
    for keyword, problem in _kept(id, now.keywords(number), "702.11b", rival, by, now):
        if not as_though_without(now, by.you, keyword, object=number):
            yield problem
    if now.printed.rules_targets and (words := barring(now, by, object=number)):
        yield id, f"`{id}` {words}, so it is not a legal target of `{by.name}`", "101.2"


def untargetable_player(by: Targeting, now: Moment, player: int) -> Iterator[Problem]:
    """Yield the abilities of a player, and the rules, that keep the player from being a target (702.11c, 101.2)."""
    name, rival = now.board.players[player], player != by.you
    if now.printed.rules_targets and (words := barring(now, by, player=player)):
        yield name, f"`{name}` {words}, so it is not a legal target of `{by.name}`", "101.2"
    for keyword, problem in _kept(name, player_keywords(now, player), "702.11c", rival, by, now):
        if not as_though_without(now, by.you, keyword, player=player):
            yield problem


def _kept(
    name: str, keywords: Iterable[Keyword], hexproof: str, rival: bool, by: Targeting, now: Moment
) -> Iterator[tuple[str, Problem]]:  # fmt: skip
    # The names of keywords that keep an object or a player from being a target, and what to report.
    but = f"so it is not a legal target of `{by.name}`"
    players = from_player(None if by.you is None else now.board.players[by.you], rival)
    for keyword in keywords:
        if keyword.name == "Shroud":
            yield keyword.name, (name, f"`{name}` has shroud, {but}", "702.18a")
        elif keyword.name == "Hexproof" and rival:
            if not keyword.parameter and not keyword.color:
                yield keyword.name, (name, f"`{name}` has hexproof, {but}", hexproof)
            elif protects(keyword, by.qualities()) or (
                by.kind not in ("spell", "") and keyword.parameter == _ABILITIES
            ):
                yield keyword.name, (name, f"`{name}` has {protection(keyword)}, {but}", "702.11d")
        elif keyword.name == "Protection" and (
            keyword.parameter in players or _is_from_spell(keyword, by) or protects(keyword, by.qualities())
        ):
            yield keyword.name, (name, f"`{name}` has {protection(keyword)}, {but}", "702.16b")


_ABILITIES: Final = "from activated and triggered abilities"


@cache
def _colored_spells() -> tuple[str, str]:
    said = "from spells that are one or more colors"
    return said, shortened(said)


def _is_from_spell(keyword: Keyword, by: Targeting) -> bool:
    # Protection from spells, of any color or of a color; abilities are not spells.
    if by.kind != "spell":
        return False
    return keyword.parameter == "from spells" or (
        keyword.parameter in _colored_spells() and bool(by.qualities().get("color"))
    )


def player_keywords(now: Moment, player: int) -> Iterator[Keyword]:
    """Yield the keywords that a player has."""
    if not now.printed.gives_to_players:
        return
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
                    yield from (each for each in given(operation.abilities, view, context) if isinstance(each, Keyword))


def _source(event: Resolves, now: Moment, effect: ResolvedEffect) -> Qualities:
    # The qualities that protection can name.
    if isinstance(event.resolves, Source):
        number = effect.context.source
        if number is None:
            return {}
        if now.past.before(now.index).is_present(number):
            return qualities_before(now, number)
        left = departure(number, now.index, now.past)  # 113.7a
        return {} if left is None else qualities_in(now.past.state(left), number)
    card = find_card(event.resolves, now.board.own_cards)
    if (seen := _on_the_stack(event, card, now, effect)) is not None:
        return seen
    parts = [qualities_of(face.copiable()) for face in halves_cast(card, event.resolves)]
    whole = {family: tuple(value for part in parts for value in part[family]) for family in FAMILIES}
    return whole | {"mana_value": (str(sum(map(int, whole["mana_value"]))),)}  # 202.3d


def _on_the_stack(event: Resolves, card: Card, now: Moment, effect: ResolvedEffect) -> Qualities | None:
    # The spell's qualities if effects can change them, or if the spell is on the board.
    assert isinstance(event.resolves, str)
    board, you = now.past.before(now.index), effect.context.you
    spells = (found for found in board.objects.values() if found.base.zone == "stack" and found.base.owner == you)
    there = [found.number for found in spells if fold(found.card.name) == fold(event.resolves)]
    if there:
        return qualities_before(now, there[-1])
    if you is None:
        return None
    defined = any(is_cda(ability, board.edition) for face in card.faces for ability in face.abilities)  # 604.3
    if not defined and families_written(board).isdisjoint(FAMILIES):
        return None
    twin = board.copy()
    twin.push(
        Enters(enters=(event.resolves,), controller=board.players[you], zone="stack", as_=("the resolving spell",))
    )
    return qualities_in(now.past.solved(twin), twin.object("the resolving spell").number)
