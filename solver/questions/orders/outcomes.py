"""What can become of one object or player over all orders, and the cases that decide it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mtglayers.model.errors import UnknownObjectError
from mtglayers.model.support.names import nearest

from ...result.players import player_words
from ...wording import ability_words, article, color_words, joined
from ..compare import contrast_words, object_changes, player_changes
from .minimal_cases import Claim, Region, claims
from .partial_order import Poset

if TYPE_CHECKING:
    from ...result.result import Result
    from .orders import Orders, Outcome


class Case(msgspec.Struct, frozen=True):
    """One way to say when something comes about; it holds where all of this does.

    Attributes:
        pairs: (older, younger); a pair does not hold where one of the two is gone.
        there: ids of objects that must not be the one that is gone.
        gone: the id of the object that must be gone; "" for none.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    there: tuple[str, ...] = ()
    gone: str = ""


class ObjectOutcomes(msgspec.Struct, frozen=True):
    """One thing that can become of an object or a player.

    Attributes:
        subject: the id of the object, or the name of the player.
        words: what it is then, in one sentence.
        orders: how many orders of the board as it is lead to it.
        present: whether the board's own order does.
        cases: what decides: it comes about in every order and world in which some case holds, and in no other. One
            case without anything in it: always.
        outcomes: numbers of the board's outcomes that have it, from 1; none where something must be gone.
        result: a result that shows it.
    """

    subject: str
    words: str
    orders: int
    present: bool
    cases: tuple[Case, ...]
    outcomes: tuple[int, ...]
    result: Result


def object_fates(found: Orders, id: str, what: str = "") -> tuple[ObjectOutcomes, ...]:
    """Return what can become of an object; see `Orders.of`."""
    from .orders import object_signature

    here = found.outcomes[0].result
    if id not in here.objects:
        raise UnknownObjectError(id, nearest(id, here))
    if what:
        aspect = aspect_of(what)
        return tuple(_fates(
            found, id,
            lambda result: aspect(result, id) if id in result.objects else None,
            lambda result: f"{here.explainer.names.object(id)} {aspect(result, id)}",
        ))  # fmt: skip
    told = _fates(
        found, id,
        lambda result: object_signature(result, id) if id in result.objects else None,
        lambda result: result.explainer.summary(id),
    )  # fmt: skip
    return _told_apart(told, lambda one, other: object_changes(one, other, id))


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
    """Return what says something of an object: one of `ASPECTS`, or whether it has an ability ("has flying").

    Raises:
        KeyError: there is no such aspect.
    """
    return _has(what.removeprefix("has ")) if what.startswith("has ") else ASPECTS[what]


def _has(words: str) -> Callable[[Result, str], str]:
    return lambda result, id: f"{'has' if words in ability_list(result, id) else 'does not have'} {words}"


def ability_list(result: Result, id: str) -> list[str]:
    """Return the abilities of an object, in words."""
    found = result[id]
    return [ability_words(ability, found.name) for ability in found.abilities]


def _size(result: Result, id: str) -> str:
    found = result[id]
    if found.power is None and found.toughness is None:
        return "has no power and toughness"
    return f"is {found.power}/{found.toughness}"


ASPECTS: Final[Mapping[str, Callable[[Result, str], str]]] = MappingProxyType(
    {"controller": _controller, "types": _types, "colours": _colours, "abilities": _abilities, "size": _size}
)
"""What of an object can be looked at alone -> what it says of that, as the end of a sentence about the object."""


def player_fates(found: Orders, name: str) -> tuple[ObjectOutcomes, ...]:
    """Return what can become of a player; see `Orders.of_player`."""
    here = found.outcomes[0].result
    if name not in here.players:
        raise UnknownObjectError(name, nearest(name, here.players))

    def signature(result: Result) -> str:
        player = result.players[name]
        return repr((msgspec.structs.replace(player, abilities=()), sorted(map(repr, player.abilities))))

    told = _fates(
        found, name, signature, lambda result: f"{player_words(result.players[name]) or f'{name} is as before'}."
    )
    return _told_apart(told, lambda one, other: player_changes(one.players[name], other.players[name]))


def _fates(
    found: Orders, subject: str, signature: Callable[[Result], str | None], words: Callable[[Result], str]
) -> list[ObjectOutcomes]:
    """Return the fates of a subject: the board's own first, then those that most orders lead to."""
    names = tuple(dict.fromkeys(name for world in found.worlds for name in world.labels))
    place = {name: number for number, name in enumerate(names)}
    known = {
        world.gone: Poset(
            (place[name] for name in world.labels), ((place[old], place[young]) for old, young in world.fixed)
        )
        for world in found.worlds
        if world.gone != subject
    }
    regions: dict[str, list[Region]] = {}
    shown: dict[str, list[tuple[str, int, Outcome]]] = {}
    for world in found.worlds:
        for number, outcome in enumerate(world.outcomes if world.gone in known else (), 1):
            key = signature(outcome.result)
            if key is not None:
                shown.setdefault(key, []).append((world.gone, number, outcome))
                regions.setdefault(key, []).extend(
                    Region(world.gone, frozenset((place[old], place[young]) for old, young in case))
                    for case in outcome.cases
                )
    told = []
    for key, mine in regions.items():
        others = [region for other, each in regions.items() if other != key for region in each]
        cases = tuple(_case(claim, names) for claim in claims(mine, others, known))
        here = {number: outcome for gone, number, outcome in shown[key] if not gone}
        orders = sum(outcome.orders for outcome in here.values())
        first = shown[key][0][2].result
        present = any(outcome.present for outcome in here.values())
        told.append(ObjectOutcomes(subject, words(first), orders, present, cases, tuple(here), first))
    order = list(told)
    told.sort(key=lambda fate: (not fate.present, -fate.orders, order.index(fate)))
    return told


def _case(claim: Claim, names: tuple[str, ...]) -> Case:
    pairs = tuple((names[old], names[young]) for old, young in sorted(claim.pairs))
    return Case(pairs, tuple(sorted(claim.there)), claim.gone)


def _told_apart(told: list[ObjectOutcomes], changes: Callable[[Result, Result], Any]) -> tuple[ObjectOutcomes, ...]:
    """Return fates with words of their own: those of an earlier one are followed by what is different."""
    seen: dict[str, ObjectOutcomes] = {}
    found = []
    for fate in told:
        first = seen.setdefault(fate.words, fate)
        if first is not fate:
            other = joined(contrast_words(change) for change in changes(first.result, fate.result))
            fate = msgspec.structs.replace(fate, words=f"{fate.words.removesuffix('.')} ({other}).")  # noqa: PLW2901
        found.append(fate)
    return tuple(found)


__all__ = ["ASPECTS", "Case", "ObjectOutcomes", "ability_list", "aspect_of", "object_fates", "player_fates"]
