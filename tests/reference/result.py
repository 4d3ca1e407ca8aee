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
    """The application of an effect.

    Attributes:
        effect: the effect applied.
        waiting: the effects that had not applied yet, including this one.
        edges: the dependencies among them, with their reasons.
        loops: the dependency loops among them.
        keys: effect -> its key in timestamp order.
        continued: whether the effect continued after losing its ability or condition (613.6).
        cda: whether the effect is from a characteristic-defining ability.
        first: the waiting effects that come first because they are from characteristic-defining abilities, if they
            are ordered together with the others.
        group: the effects that are ordered together: "cdas", "others" or "all".
        independent_first: whether no loop begins while any effect is independent.
        kept: pairs (older, younger) of waiting effects that a rule orders despite equal timestamps (613.7a).
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
    """The result of one layer.

    Attributes:
        steps: the applications, in order.
        unapplied: effects that existed and ended before they applied.
        appeared: effects that did not exist when their part of the layer began.
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
    """The board after all layers, and the steps; `past` contains the steps on boards from which objects were copied."""

    objects: Mapping[str, PlainObject]
    layers: Mapping[str, PlainLayer]
    past: tuple[PlainStep, ...] = ()
