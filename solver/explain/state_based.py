"""State-based actions that the board calls for next (704); they are named, and never performed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

import msgspec

from mtglayers.model.support.progress import checkpoint

from ..result.characteristics import Characteristics
from ..result.result import Result


class StateBasedAction(msgspec.Struct, frozen=True):
    """A state-based action.

    Attributes:
        objects: the ids of the objects that it affects.
        words: what happens, as a sentence without a period or rule number.
        rule: the number of the rule; without its letter under earlier editions, whose letters differ.
    """

    objects: tuple[str, ...]
    words: str
    rule: str

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})"


_ONE_CONTROLLER: Final = date(2013, 7, 13)  # the legend rule applies to each player separately
_NUMBERED_704: Final = date(2009, 7, 11)


def state_based_actions(result: Result) -> tuple[StateBasedAction, ...]:
    """Return the state-based actions that the board calls for, as far as characteristics and counters determine them.

    Damage, effects that change these rules ("the legend rule doesn't apply"), and the finality of a Saga are not
    considered.

    >>> from mtglayers.model.board.board import Board
    >>> from mtglayers.solver.solve import solve
    >>> print(*state_based_actions(solve(Board.of("Elesh Norn, Grand Cenobite; B: Grizzly Bears"))))
    Grizzly Bears has toughness 0 and is put into its owner’s graveyard (704.5f)
    """
    return tuple(_actions(result))


def _actions(result: Result) -> Iterator[StateBasedAction]:
    edition = result.edition
    start = "704.5" if edition.since >= _NUMBERED_704 else "420.5"

    def action(ids: tuple[str, ...], words: str, letter: str) -> StateBasedAction:
        called = result.names.objects(list(ids))
        rule = start + letter if edition.until is None else start
        return StateBasedAction(ids, f"{called[:1].upper()}{called[1:]} {words}", rule)

    permanents = {id: found for id, found in result.objects.items() if found.zone == "battlefield"}
    for id, found in permanents.items():
        checkpoint("object")
        for words, letter in _of_one(found, permanents):
            yield action((id,), words, letter)
    for source in result.trace.state.world.objects.values():
        if source.id in permanents and {"+1/+1", "-1/-1"} <= {each.kind for each in source.counters}:
            yield action((source.id,), "loses pairs of +1/+1 and -1/-1 counters", "q")
    for ids in _legends(permanents, separate=edition.since >= _ONE_CONTROLLER):
        yield action(ids, "are legendary with the same name, so the legend rule applies to them", "j")


def _of_one(found: Characteristics, permanents: Mapping[str, Characteristics]) -> Iterator[tuple[str, str]]:
    host = permanents.get(found.attached_to or "")
    creature = "Creature" in found.types
    if creature and found.toughness is not None and found.toughness <= 0:
        yield f"has toughness {found.toughness} and is put into its owner’s graveyard", "f"
    if found.loyalty == 0:
        yield "has loyalty 0 and is put into its owner’s graveyard", "i"
    if "Aura" in found.subtypes and found.attached_to is None and not creature:
        yield "is an Aura attached to nothing and is put into its owner’s graveyard", "m"
    elif creature and found.attached_to is not None:
        yield "is an attached creature and becomes unattached", "p"
    elif host is not None and "Equipment" in found.subtypes and "Creature" not in host.types:
        yield "is an Equipment attached to a permanent that is no creature and becomes unattached", "n"
    elif host is not None and "Fortification" in found.subtypes and "Land" not in host.types:
        yield "is a Fortification attached to a permanent that is no land and becomes unattached", "n"


def _legends(permanents: Mapping[str, Characteristics], *, separate: bool) -> Iterator[tuple[str, ...]]:
    # 704.5j; `separate`: only permanents with the same controller count.
    groups: dict[tuple[str, str | None], list[str]] = {}
    for id, found in permanents.items():
        if "Legendary" in found.supertypes and found.name:
            groups.setdefault((found.name, found.controller if separate else None), []).append(id)
    yield from (tuple(ids) for ids in groups.values() if len(ids) > 1)
