"""Effects of a layer that stand apart, and effects that leave objects alone: what a difference cannot reach.

Two things are known of the effects of a layer without trying them. One that writes nothing that another asks for, and
asks for nothing that another writes, *stands apart*: whatever it does, the others have the turns that they have. And
of one that is *plain*, each object alone decides whether it is in scope: objects out of scope before the layer, to
which nothing is done in it, stay out of it, whatever they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.filters.characteristics import (
    Chosen,
    ColorCount,
    Named,
    NoAbilities,
    OfColor,
    OfSubtype,
    OfSupertype,
    OfType,
    With,
    WithNumber,
)
from mtglayers.model.effects.filters.combinators import Each, Either, Non, Other, ThatIs
from mtglayers.model.effects.filters.comparisons import Lacking
from mtglayers.model.effects.filters.status import Status, WithCounter
from mtglayers.model.effects.filters.whereabouts import CardNoun, ControlledBy, InZone, IsToken, OwnedBy, Permanent
from mtglayers.model.effects.language import Condition, Operation
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll
from mtglayers.model.effects.operations.abilities import Gain as GainNode
from mtglayers.model.effects.operations.colors import AddColors, SetColors
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.control import GainControl as GainControlNode
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from mtglayers.model.effects.operations.power_toughness import ModifyPT as ModifyPTNode
from mtglayers.model.effects.operations.power_toughness import SetPT as SetPTNode
from mtglayers.model.effects.operations.text import SetName
from mtglayers.model.effects.operations.types import (
    AddSubtypes,
    AddSupertypes,
    AddTypes,
    LoseSubtypes,
    RemoveSupertypes,
    RemoveTypes,
    SetSubtypes,
    SetTypes,
)
from mtglayers.model.effects.selectors import Attached, Fixed, Group, Itself, Together
from mtglayers.model.effects.view import Column, Mask

from ..engine.effect import Effect, Part, condition_of, existence_gate, gate_column, selector_of, touches
from ..engine.footprint import Locks, present
from ..engine.state import State

PLAIN: Final[frozenset[type[Node]]] = frozenset({
    Group, Itself, Attached, Together, Fixed,
    OfType, OfSubtype, OfSupertype, OfColor, ColorCount, IsToken,
    Other, Status, Permanent, CardNoun, Non, Either, Each,
    ThatIs, Chosen, ControlledBy, OwnedBy, InZone, With,
    NoAbilities, Named, WithNumber, WithCounter, Lacking, Number,
})  # fmt: skip
"""The words of selectors by which each object is in scope or not by what it is itself, and by whose effect it is."""

ALONE: Final[frozenset[type[Operation]]] = frozenset({
    AddTypes, SetTypes, RemoveTypes, AddSubtypes, SetSubtypes, LoseSubtypes,
    AddSupertypes, RemoveSupertypes, SetColors, AddColors, SetName,
    GainNode, Lose, LoseAll, CantHave, SetPTNode, ModifyPTNode,
    SwitchPT, GainControlNode,
})  # fmt: skip
"""Operations that change each object in their scope by what it is itself, and no other."""


class Apart:
    """Which effects of a layer stand apart.

    Attributes:
        layer: the name of the layer.
        entangled: the effects that do not, by name: one of them may change what another does.
    """

    def __init__(self, layer: str, effects: Mapping[str, Effect]) -> None:
        self.layer = layer
        self._asked = {name: asked(effect, layer) for name, effect in effects.items()}
        self._written = frozenset[Column]().union(*(effect.plan.parts[layer].writes for effect in effects.values()))
        # Who "you" is may change in the layer, or what an effect's text says.
        self._shifting = any(family == "controller" for family, _ in self._written) or any(
            effect.plan.parts[layer].rewords for effect in effects.values()
        )
        everything = frozenset[Column]().union(*self._asked.values())
        free = not touches(self._written, everything)
        self.entangled = {
            name: effect
            for name, effect in effects.items()
            if effect.plan.parts[layer].moves
            or not (free or self._is_apart(effect.plan.parts[layer], self._asked[name], everything))
        }

    def _is_apart(self, part: Part, asked: frozenset[Column], everything: frozenset[Column]) -> bool:
        return not touches(part.writes, everything) and not touches(self._written, asked)

    def is_plain(self, effect: Effect, was: State, now: State) -> bool:
        """Return whether each object alone decides if it is in an effect's scope, and what becomes of it.

        Its conditions are about more than that: they have to hold before the layer in both states or in neither, and
        nothing in the layer may write what they ask for.
        """
        part, clauses = effect.plan.parts[self.layer], effect.plan.clauses
        if self._shifting or not all(_is_alone(operation) for _, operation in part.steps):
            return False
        selected = dict.fromkeys(selector_of(clauses, place) for place, _ in part.steps)
        if not all(type(node) in PLAIN for selector in selected for node in selector.walk()):
            return False
        conditions = [clauses[place].condition for place, _ in part.steps]
        if effect.held is not None:
            if not {present(effect, was), present(effect, now)} <= {effect.held, None}:
                return False  # its words have changed since
            conditions.append(condition_of(effect.held, effect.plan.edition))
        return all(self._is_steady(condition, effect, was, now) for condition in conditions if condition is not None)

    def _is_steady(self, condition: Condition, effect: Effect, was: State, now: State) -> bool:
        if touches(self._written, frozenset(map(gate_column, condition.reads()))):
            return False
        return condition.holds(was, effect.context) == condition.holds(now, effect.context)


def asked(effect: Effect, layer: str) -> frozenset[Column]:
    """Return the gate columns that decide whether an effect exists, what it does in a layer, and how that plays out."""
    part = effect.plan.parts[layer]
    found = part.gate.union(map(gate_column, part.consults))
    return found if effect.held is None else found | existence_gate(effect.held, effect.plan.edition)


def meant(effect: Effect, layer: str, facts: State, locks: Locks | None) -> Mask:
    """Return the objects that an effect refers to in a layer.

    The effect need not exist at that moment.
    """
    clauses, mask = effect.plan.clauses, 0
    for place in dict.fromkeys(place for place, _ in effect.plan.parts[layer].steps):
        mask |= selector_of(clauses, place).select(facts, effect.context)
    for scope in (locks or {}).values():
        mask |= scope
    return mask


def _is_alone(operation: Operation) -> bool:
    if type(operation) not in ALONE:
        return False
    if isinstance(operation, GainControl):
        return operation.player is not None or isinstance(operation.who, str)
    if isinstance(operation, SetPT | ModifyPT):
        return all(each is None or type(each) is Number for each in (operation.power, operation.toughness))
    return not isinstance(operation, Gain) or operation.x is None


def reached(effects: Iterable[Effect], touched: Mapping[str, Mask]) -> Mask:
    """Return the objects to which effects did anything, applied or tried."""
    found = 0
    for effect in effects:
        found |= touched.get(effect.name, 0)
    return found


__all__ = ["ALONE", "PLAIN", "Apart", "asked", "meant", "reached"]
