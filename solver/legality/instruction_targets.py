"""Targets of instructions without continuous effects, as in "destroy target creature" (115.1, 115.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from mtglayers.model.board.board import Board
from mtglayers.model.cards.target_groups import UNKNOWN, keyword_place, target_places_of
from mtglayers.model.effects.ability import Static, TargetPlace, TextAbility
from mtglayers.model.effects.choices import spoken
from mtglayers.model.effects.keywords import Keyword, is_awaken
from mtglayers.model.effects.operations.text import ChangeWords
from mtglayers.model.effects.selectors import Attached, Group, Target
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.objects.gameobject import ResolvedEffect
from mtglayers.model.support.records import Record

from ..wording import joined
from .as_it_was import as_it_was
from .moment import Moment, Problem
from .restrictions import unmet_together
from .target_places import a_group, chosen_places, described_places, group_words, names_players, resolving
from .untargetable import resolving as targeting
from .untargetable import untargetable, untargetable_player


class _Named(Record, frozen=True):
    """An object or a player that an event names among the targets."""

    number: int
    is_player: bool = False


def instruction_targets(
    event: Resolves, now: Moment, effect: ResolvedEffect, any_number: bool = False
) -> Iterator[Problem]:  # fmt: skip
    """Yield the targets that no continuous effect of the text has and that are not legal.

    With `any_number`, the number of targets has no limit, and only the places for them tell whether that is known.
    """
    places = _places(event, effect, now.board)
    meant = _meant(effect, _are_all_targets(event, effect, now.board, places))
    named = list(_named(effect, meant))
    if any_number and not any(place.many for place in places):
        return  # "for each time this spell was kicked", "support 2"

    @cache
    def known(number: int) -> list[tuple[int, Moment]]:
        return list(as_it_was(number, event, now, effect))

    def players_before(number: int) -> set[int | None]:
        # The players who are targets, or who control the other targets.
        others = (now.controller(other) for other in effect.context.targets if other != number)
        return set(effect.context.target_players) or set(others)

    def times(one: _Named, before: int | None = None) -> int:
        # How often an event names a target, also as one of a continuous effect.
        return named[:before].count(one) + (not one.is_player and one.number in meant)

    def fits(one: _Named, place: TargetPlace) -> bool:
        return could(one, place) and not (place.other == "targets" and times(one) > 1)

    @cache
    def could(one: _Named, place: TargetPlace) -> bool:
        if one.is_player:
            return bool(place.players) and (place.players == "player" or one.number != effect.context.you)
        if not place.filters or (place.other == "source" and one.number == effect.context.source):
            return False
        group = Group(place.filters)
        players = players_before(one.number) if place.theirs else set()
        return any(
            then.is_in(number, group, effect.context) and (not players or then.controller(number) in players)
            for number, then in known(one.number)
        )

    unplaced = _unplaced(named, places, fits) if places else []
    by = targeting(event, now, effect)
    for position, one in enumerate(named):
        name = now.board.players[one.number] if one.is_player else now.board.by_number(one.number).id
        stuck = bool(places) and 0 < times(one, position) >= sum(fits(one, place) for place in places)
        if stuck and all(could(one, place) for place in places):
            yield name, f"`{name}` is chosen twice as a target of `{effect.name}`", "115.3"
        elif stuck or position in unplaced:
            needed = joined(list(dict.fromkeys(map(_words, places))))
            reason = f"`{name}` is not a legal target of `{effect.name}`, which needs {needed}"
            yield name, reason.replace("~", effect.source_name), "115.1"
        elif one.is_player:
            yield from untargetable_player(by, now, one.number)
        else:
            yield from untargetable(by, known(one.number)[0][1], one.number)
    for place in dict.fromkeys(places):
        those = [known(one.number)[0] for one in named if not one.is_player and fits(one, place)]
        yield from _unlike(Group(place.filters), those, effect.name)


def _unlike(group: Group, those: Sequence[tuple[int, Moment]], name: str) -> Iterator[Problem]:
    # Several targets of one place that do not fit together
    if wrong := unmet_together(group, those):
        ids = [then.board.by_number(number).id for number, then in those]
        both = joined(f"`{id}`" for id in ids)
        yield ids[-1], f"{both} {wrong}, so they are not legal targets of `{name}` together", "115.1"


def _are_all_targets(event: Resolves, effect: ResolvedEffect, board: Board, places: Sequence[TargetPlace]) -> bool:
    # Whether all objects that an event names are targets: a triggered ability, or a text with fewer places for them,
    # can also mean objects that it does not target ("that creature").
    forms = {getattr(ability, "form", "") for ability, _ in resolving(event, effect, board)}
    return "triggered" not in forms and len(effect.context.targets) <= sum(bool(place.filters) for place in places)


def _meant(effect: ResolvedEffect, all_targets: bool) -> Counter[int]:
    # How often each object is a target of continuous effects, or is only referred to by one ("that creature").
    nodes = (node for clause in effect.clauses for node in spoken(clause))
    found: dict[int, list[int]] = {}  # index of a target -> the objects
    for node in nodes:
        if isinstance(node, Target) and not (all_targets and node.group is None):
            found[node.index] = max(found.get(node.index, []), node.among(effect.context.targets), key=len)
    return Counter(number for numbers in found.values() for number in numbers)


def _named(effect: ResolvedEffect, meant: Counter[int]) -> Iterator[_Named]:
    context = effect.context
    nodes = [node for clause in effect.clauses for node in spoken(clause)]
    if not any(isinstance(node, Attached) and node.of_trigger for node in nodes):
        seen: Counter[int] = Counter()
        for number in context.targets:
            seen[number] += 1
            if seen[number] > meant[number]:
                yield _Named(number)
    if not names_players(effect):
        yield from (_Named(number, is_player=True) for number in context.target_players)


def _places(event: Resolves, effect: ResolvedEffect, board: Board) -> list[TargetPlace]:
    # The places for targets in the text that resolves, or nothing if one of them is not known, or if continuous effects
    # describe all of them.
    found: list[TargetPlace] = []
    described: list[TargetPlace] = []
    clauses = (clause for each in board.effects.values() for clause in each.clauses)
    if any(isinstance(operation, ChangeWords) for clause in clauses for operation in clause.flat()):
        return []  # 612.1: the text can have other words
    for ability, name in resolving(event, effect, board):
        if isinstance(ability, TextAbility):
            found += chosen_places(ability, name, event.mode)
            described += () if target_places_of(ability, name) else described_places(ability, name, event.mode)
        elif isinstance(ability, Keyword) and (place := keyword_place(ability)) is not None:
            found.append(place)
        elif ability is not None and is_awaken(ability):
            described += described_places(ability, name, ())
        elif not isinstance(ability, Static):
            return []
    return [] if UNKNOWN in found or not found else found + described


def _unplaced(
    named: Sequence[_Named], places: Sequence[TargetPlace], fits: Callable[[_Named, TargetPlace], bool]
) -> list[int]:  # fmt: skip
    # The positions of those for which no place is left. They need not be in the order of the places.
    slots = [place for place in places for _ in range(len(named) if place.many else 1)]
    suited = [[slot for slot, place in enumerate(slots) if fits(one, place)] for one in named]
    taken: dict[int, int] = {}

    def finds_place(one: int, tried: set[int]) -> bool:
        for slot in suited[one]:
            if slot not in tried:
                tried.add(slot)
                if slot not in taken or finds_place(taken[slot], tried):
                    taken[slot] = one
                    return True
        return False

    return [one for one in range(len(named)) if not finds_place(one, set())]


def _words(place: TargetPlace) -> str:
    player = {"": "", "player": "a player", "opponent": "an opponent"}[place.players]
    group = Group(place.filters)
    object = f"another {group_words(group)}" if place.other else a_group(group)
    object += " that player controls" if place.theirs else ""
    ability = "an ability" if place.abilities else ""
    return " or ".join(filter(None, (player, object if place.filters else "", ability)))
