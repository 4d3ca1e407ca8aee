"""The results of the plain solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mtglayers.model.effects.language import Ability

from .order import Edge

Reasons = tuple[str, ...]


@dataclass(frozen=True)
class PlainObject:
    """The characteristics of one object, sorted so that they can be compared."""

    name: str
    colors: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    supertypes: tuple[str, ...]
    abilities: tuple[tuple[Ability, str], ...]
    power: int | None
    toughness: int | None
    controller: str | None


@dataclass(frozen=True)
class PlainStep:
    """One application.

    Attributes:
        effect: the effect applied.
        waiting: the effects that had not been applied yet, this one included.
        edges: the dependencies among them, with their reasons.
        loops: the dependency loops among them.
        keys: effect -> what its place in timestamp order is judged by.
        continued: whether the effect went on although its ability or its condition was gone (613.6).
        cda: whether the effect is from a characteristic-defining ability.
        first: those of the waiting that come first, being from characteristic-defining abilities, though they are
            ordered together with the others.
        group: which effects are ordered together: "cdas", "others" or "all".
        independent_first: whether no loop begins while anything is independent.
        kept: pairs (older, younger) of the waiting that have one timestamp and yet an order (613.7a).
    """

    effect: str
    waiting: tuple[str, ...]
    edges: Mapping[Edge, Reasons]
    loops: tuple[tuple[str, ...], ...]
    keys: Mapping[str, tuple[object, ...]]
    continued: bool
    cda: bool
    first: tuple[str, ...]
    group: str
    independent_first: bool
    kept: tuple[tuple[str, str], ...]


@dataclass
class PlainLayer:
    """What happened in one layer.

    Attributes:
        steps: the applications, in order.
        unapplied: effects that were there and vanished before they applied.
        appeared: effects that were not there when their part of the layer began.
    """

    steps: list[PlainStep] = field(default_factory=list)
    unapplied: list[str] = field(default_factory=list)
    appeared: list[str] = field(default_factory=list)

    @property
    def order(self) -> tuple[str, ...]:
        """The effects in order of application."""
        return tuple(step.effect for step in self.steps)


@dataclass(frozen=True)
class PlainResult:
    """The board after all layers, and how it came to it; `past` are the steps on boards from which objects copied."""

    objects: Mapping[str, PlainObject]
    layers: Mapping[str, PlainLayer]
    past: tuple[PlainStep, ...] = ()
