"""Answers to questions that the rules leave open (B1 to B19), for the plain solver."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from .order import Edge, in_one_loop, next_effect

Loops = Literal["default", "component", "ready-first", "literal"]


@dataclass(frozen=True)
class Answers:
    """Answers to open questions; the defaults are those of the solver.

    Attributes:
        loops: what a loop member waits for (B2): "default": the effects outside the loop that it depends on;
            "component": what any member depends on outside; "ready-first": also whatever waits for nothing; "literal":
            nothing.
        at_once: whether a dependent effect applies just after the effects it depends on, before older effects (B4).
        needs_ability: whether an effect that has begun depends on an effect that removes its ability (B5).
        judged_once: whether dependencies are determined once, at the beginning of the layer (B6).
        outcomes: whether only the words that a text-changing effect changes are compared (B10).
        copies_are_later: whether a copied ability has the timestamp of the copy effect (613.7a).
        ties: the order of effects with equal timestamps, oldest first (B13); other effects come after them.
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
    """The effects for which the effects in a layer have waited so far.

    Attributes:
        answers: the answers to open questions.
        waited: effect -> the last effects outside its loops that it depended on (B4).
        judged: effect -> the effects outside its loops that it depended on at the beginning of the layer (B6).
        together: effect -> the members of its loop at the beginning of the layer.
        applied: the effects that have applied.
    """

    answers: Answers
    waited: dict[str, set[str]] = field(default_factory=dict)
    judged: dict[str, set[str]] = field(default_factory=dict)
    together: dict[str, set[str]] = field(default_factory=dict)
    applied: set[str] = field(default_factory=set)

    def next(
        self, edges: Collection[Edge], keys: Mapping[str, tuple[object, ...]], first: Collection[str], *, early: bool
    ) -> str:
        """Return the next of the effects in `keys`; `early` means that the rules specify "ready-first" (418.5c)."""
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
        """Return the effects whose dependencies have all applied; they apply "just after" these (418.5d, 613.8b)."""
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
        """Return the next effect according to the dependencies at the time when each effect first appeared."""
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
            else:  # only dependencies on new effects are added
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
"""The answers by the name of the library's reading; readings about events and lost subtypes are not supported."""


def answers(readings: Collection[str], ties: tuple[str, ...] = ()) -> Answers:
    """Return the combined answers of readings, with the given order of effects with equal timestamps."""
    given = {name: value for reading in readings for name, value in _given(READINGS[reading]).items()}
    return Answers(**given, ties=ties)


def _given(one: Answers) -> dict[str, Any]:
    return {each.name: getattr(one, each.name) for each in fields(one) if getattr(one, each.name) != each.default}


def _outside(name: str, edges: Collection[Edge]) -> set[str]:
    return {on for first, on in edges if first == name and not in_one_loop(name, on, edges)}
