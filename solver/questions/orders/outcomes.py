"""The outcomes of a board, an object or a player over all orders, and their conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from mtglayers.model.errors import UnknownObjectError
from mtglayers.model.support.names import nearest

from ...result.players import player_words
from ...result.result import Result
from ...result.signature import object_signature
from ...wording import ability_words, article, color_words, joined
from ..compare import Contrast, contrast_words, object_changes, player_changes
from .minimal_cases import Claim, Region, claims
from .partial_order import Poset


class Outcome(msgspec.Struct, frozen=True):
    """One outcome of a board.

    Attributes:
        orders: the number of orders with this outcome.
        cases: the conditions for this outcome. An order has the outcome if all pairs (older, younger) of at least one
            case hold in the order. A case without pairs holds in every order.
        order: one of these orders, oldest first; the board's own if it is one of them.
        present: whether the board's own order has this outcome.
        result: the board solved in `order`.
    """

    orders: int
    cases: tuple[tuple[tuple[str, str], ...], ...]
    order: tuple[str, ...]
    present: bool
    result: Result


class World(msgspec.Struct, frozen=True):
    """A board with or without one of its objects, and its outcomes.

    Attributes:
        gone: the object that is absent, or "".
        labels: names of the objects and effects on this board whose timestamps are varied in at least one world.
        fixed: the pairs (older, younger) of these names that are in every order.
        outcomes: as in `Orders`.
    """

    gone: str
    labels: tuple[str, ...]
    fixed: tuple[tuple[str, str], ...]
    outcomes: tuple[Outcome, ...]


class Case(msgspec.Struct, frozen=True):
    """A condition for an outcome; all of its parts must hold.

    Attributes:
        pairs: pairs (older, younger); a pair with an absent object does not hold.
        there: ids of the objects that must be present.
        gone: the id of the object that must be absent, or "".
    """

    pairs: tuple[tuple[str, str], ...] = ()
    there: tuple[str, ...] = ()
    gone: str = ""


class ObjectOutcomes(msgspec.Struct, frozen=True):
    """One outcome of an object or a player.

    Attributes:
        subject: the id of the object, or the name of the player.
        words: a sentence that describes the object or player in this outcome.
        orders: the number of orders of the complete board with this outcome.
        present: whether the board's own order has this outcome.
        cases: the conditions for this outcome, at least one of which must hold; an empty case always holds.
        outcomes: numbers of the board's outcomes that include this one, starting from 1; empty if an object must be
            absent.
        result: a result with this outcome.
    """

    subject: str
    words: str
    orders: int
    present: bool
    cases: tuple[Case, ...]
    outcomes: tuple[int, ...]
    result: Result


def object_outcomes(worlds: Sequence[World], id: str, what: str = "") -> tuple[ObjectOutcomes, ...]:
    """Return the outcomes of an object; see `Orders.of`."""
    here = worlds[0].outcomes[0].result
    if id not in here.objects:
        raise UnknownObjectError(id, nearest(id, here))
    if what:
        aspect = aspect_of(what)
        return tuple(_outcomes(
            worlds, id,
            lambda result: aspect(result, id) if id in result.objects else None,
            lambda result: f"{here.explainer.names.object(id)} {aspect(result, id)}",
        ))  # fmt: skip
    outcomes = _outcomes(
        worlds, id,
        lambda result: object_signature(result, id) if id in result.objects else None,
        lambda result: result.explainer.summary(id),
    )  # fmt: skip
    return _distinguished(outcomes, lambda one, other: object_changes(one, other, id))


def _controller(result: Result, id: str) -> str:
    return f"is controlled by {result[id].controller or 'nobody'}"


def _types(result: Result, id: str) -> str:
    found = result[id]
    words = [*(word.lower() for word in found.supertypes), *found.subtypes, *(word.lower() for word in found.types)]
    noun = " ".join(words) or "permanent without a type"
    return f"is {article(noun)} {noun}"


def _colours(result: Result, id: str) -> str:
    return f"is {color_words(result[id].colors)}"


def _abilities(result: Result, id: str) -> str:
    return f"has {joined(sorted(ability_list(result, id))) or 'no abilities'}"


def aspect_of(what: str) -> Callable[[Result, str], str]:
    """Return the function that describes one aspect of an object.

    The aspect is a key of `ASPECTS`, or "has" followed by an ability ("has flying").

    Raises:
        KeyError: there is no such aspect.
    """
    return _has(what.removeprefix("has ")) if what.startswith("has ") else ASPECTS[what]


def _has(words: str) -> Callable[[Result, str], str]:
    return lambda result, id: f"{'has' if words in ability_list(result, id) else 'does not have'} {words}"


def ability_list(result: Result, id: str) -> list[str]:
    """Describe the abilities of an object."""
    found = result[id]
    return [ability_words(ability, found.name) for ability in found.abilities]


def _size(result: Result, id: str) -> str:
    found = result[id]
    if found.power is None and found.toughness is None:
        return "has no power or toughness"
    return f"is {found.power}/{found.toughness}"


ASPECTS: Final[Mapping[str, Callable[[Result, str], str]]] = MappingProxyType(
    {"controller": _controller, "types": _types, "colours": _colours, "abilities": _abilities, "size": _size}
)
"""Aspect of an object -> the function that returns a description, such as "is a Forest land"."""


def player_outcomes(worlds: Sequence[World], name: str) -> tuple[ObjectOutcomes, ...]:
    """Return the outcomes of a player; see `Orders.of_player`."""
    here = worlds[0].outcomes[0].result
    if name not in here.players:
        raise UnknownObjectError(name, nearest(name, here.players))

    def signature(result: Result) -> str:
        player = result.players[name]
        return repr((msgspec.structs.replace(player, abilities=()), sorted(map(repr, player.abilities))))

    outcomes = _outcomes(
        worlds, name, signature, lambda result: f"{player_words(result.players[name]) or f'{name} is unaffected'}."
    )
    return _distinguished(outcomes, lambda one, other: player_changes(one.players[name], other.players[name]))


def _outcomes(
    worlds: Sequence[World], subject: str, signature: Callable[[Result], str | None], words: Callable[[Result], str]
) -> list[ObjectOutcomes]:
    names = tuple(dict.fromkeys(name for world in worlds for name in world.labels))
    place = {name: number for number, name in enumerate(names)}
    known = {
        world.gone: Poset(
            (place[name] for name in world.labels), ((place[old], place[young]) for old, young in world.fixed)
        )
        for world in worlds
        if world.gone != subject
    }
    regions: dict[str, list[Region]] = {}
    shown: dict[str, list[tuple[str, int, Outcome]]] = {}
    for world in worlds:
        for number, outcome in enumerate(world.outcomes if world.gone in known else (), 1):
            key = signature(outcome.result)
            if key is not None:
                shown.setdefault(key, []).append((world.gone, number, outcome))
                regions.setdefault(key, []).extend(
                    Region(world.gone, frozenset((place[old], place[young]) for old, young in case))
                    for case in outcome.cases
                )
    found: list[ObjectOutcomes] = []
    for key, mine in regions.items():
        others = [region for other, each in regions.items() if other != key for region in each]
        cases = tuple(_case(claim, names) for claim in claims(mine, others, known))
        here = {number: outcome for gone, number, outcome in shown[key] if not gone}
        orders = sum(outcome.orders for outcome in here.values())
        first = shown[key][0][2].result
        present = any(outcome.present for outcome in here.values())
        found.append(ObjectOutcomes(subject, words(first), orders, present, cases, tuple(here), first))
    found.sort(key=lambda outcome: (not outcome.present, -outcome.orders))
    return found


def _case(claim: Claim, names: tuple[str, ...]) -> Case:
    pairs = tuple((names[old], names[young]) for old, young in sorted(claim.pairs))
    return Case(pairs, tuple(sorted(claim.there)), claim.gone)


def _distinguished(
    outcomes: Sequence[ObjectOutcomes], changes: Callable[[Result, Result], Iterable[Contrast]]
) -> tuple[ObjectOutcomes, ...]:
    """Return the outcomes, with repeated descriptions extended by how they differ from the first one."""
    seen: dict[str, ObjectOutcomes] = {}
    found: list[ObjectOutcomes] = []
    for outcome in outcomes:
        first = seen.setdefault(outcome.words, outcome)
        words = outcome.words
        if first is not outcome:
            difference = joined(contrast_words(change) for change in changes(first.result, outcome.result))
            words = f"{words.removesuffix('.')} ({difference})."
        found.append(msgspec.structs.replace(outcome, words=words))
    return tuple(found)
