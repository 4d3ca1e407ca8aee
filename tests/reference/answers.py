"""Answers to what the rules leave open (B1 to B19), as the plain solver takes them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from .order import Edge, in_one_loop, next_effect

Loops = Literal["default", "component", "ready-first", "literal"]


@dataclass(frozen=True)
class Answers:
    """Answers to open questions; each default is what the solver does unless it is told otherwise.

    Attributes:
        loops: what the member of a dependency loop waits for (B2): "default": what it depends on outside of the loop;
            "component": what any member depends on outside; "ready-first": also whatever waits for nothing; "literal":
            nothing.
        at_once: whether what has waited applies just after what it waited for, before what is older (B4).
        needs_ability: whether an effect that has begun depends on what takes its ability (B5).
        judged_once: whether dependencies are those of the board as the layer begins (B6).
        outcomes: whether a change of text does no more than what it changes (B10).
        copies_are_later: whether an ability that was copied is as late as the copy effect (613.7a).
        ties: effects, oldest first: their order where their timestamps are equal (B13); all others come after them.
    """

    loops: Loops = "default"
    at_once: bool = False
    needs_ability: bool = False
    judged_once: bool = False
    outcomes: bool = False
    copies_are_later: bool = False
    ties: tuple[str, ...] = ()


@dataclass
class Patience:
    """What the effects of one layer have waited for so far.

    Attributes:
        answers: the answers to open questions.
        waited: effect -> what it depended on outside of its loops when last it depended on anything (B4).
        judged: effect -> what it depended on, outside of its loops, as the layer began (B6).
        together: effect -> the members of its loop as the layer began.
        applied: what has applied.
    """

    answers: Answers
    waited: dict[str, set[str]] = field(default_factory=dict)
    judged: dict[str, set[str]] = field(default_factory=dict)
    together: dict[str, set[str]] = field(default_factory=dict)
    applied: set[str] = field(default_factory=set)

    def next(
        self, edges: Collection[Edge], keys: Mapping[str, tuple[object, ...]], first: Collection[str], *, early: bool
    ) -> str:
        """Return who is next of those that have `keys`; `early`: the rules themselves say "ready-first" (418.5c)."""
        loops: Loops = "ready-first" if early and self.answers.loops == "default" else self.answers.loops
        if self.answers.judged_once:
            name = self._by_the_first_look(edges, keys, first, loops)
        else:
            released = self._released(edges, keys) if self.answers.at_once else []
            if released:
                name = min(released, key=lambda name: (name not in first, keys[name]))
            else:
                name = next_effect(edges, keys, first, loops)
        self.applied.add(name)
        return name

    def _released(self, edges: Collection[Edge], keys: Collection[str]) -> list[str]:
        """Return what waited for others that have all applied now: it applies "just after" them (418.5d, 613.8b)."""
        found = []
        for name in keys:
            outside = _outside(name, edges)
            if outside:
                self.waited[name] = outside
            elif name in self.waited and self.waited[name] <= self.applied:
                found.append(name)
            else:
                self.waited.pop(name, None)
        return found

    def _by_the_first_look(
        self,
        edges: Collection[Edge],
        keys: Mapping[str, tuple[object, ...]],
        first: Collection[str],
        loops: Loops,
    ) -> str:
        """Return who is next by the dependencies that were there when each effect was first seen."""
        fresh = [name for name in keys if name not in self.judged]
        for name in keys:
            if name in fresh:
                members = {other for other in keys if other == name or in_one_loop(name, other, edges)}
                self.together[name] = members
                self.judged[name] = _outside(name, edges)
                if loops == "component":
                    self.judged[name] = {on for member in members for on in _outside(member, edges)}
                if loops == "literal" and len(members) > 1:
                    self.judged[name] = set()
            else:  # of what was there before, only what it thinks of the newcomers is new
                self.judged[name] |= _outside(name, edges) & set(fresh)
        ready = [name for name in keys if not self.judged[name] & set(keys)] or list(keys)
        if loops == "ready-first":
            ready = [name for name in ready if len(self.together[name]) == 1] or ready
        turn = min(ready, key=lambda name: (name not in first, keys[name]))
        # 418.5d: the members of a loop apply in timestamp order.
        return min((turn, *(name for name in ready if name in self.together[turn])), key=lambda name: keys[name])


READINGS: Mapping[str, Answers] = {
    "component": Answers(loops="component"),
    "ready-first": Answers(loops="ready-first"),
    "literal": Answers(loops="literal"),
    "advance": Answers(at_once=True),
    "ability-existence": Answers(needs_ability=True),
    "no-re-evaluation": Answers(judged_once=True),
    "outcome": Answers(outcomes=True),
    "copied-stamps": Answers(copies_are_later=True),
}
"""The answers by the names of the library's readings; those about events and lost subtypes are not among them."""


def answers(readings: Collection[str], ties: tuple[str, ...] = ()) -> Answers:
    """Return the answers of all those readings together, and that order of effects with equal timestamps."""
    given = {name: value for reading in readings for name, value in _given(READINGS[reading]).items()}
    return Answers(**given, ties=ties)


def _given(one: Answers) -> dict[str, Any]:
    return {each.name: getattr(one, each.name) for each in fields(one) if getattr(one, each.name) != each.default}


def _outside(name: str, edges: Collection[Edge]) -> set[str]:
    return {on for first, on in edges if first == name and not in_one_loop(name, on, edges)}
