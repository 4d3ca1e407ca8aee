"""The first difference between an engine's answer and the expected result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET

from mtglayers.model.cards.rules_text import plain
from mtglayers.model.effects.registry import from_data
from mtglayers.solver.wording import ability_text
from mtglayers.wire.vectors import (
    AnswerData,
    AnswerLayerData,
    AnswerObjectData,
    AnswerStepData,
    ExpectedAbilityData,
    ExpectedLayerData,
    ExpectedObjectData,
    ExpectedStepData,
    VectorData,
)

from .answers import AnswerError
from .hints import edge_words, order_of, outcome_hints, step_hints

SETS: Final = ("colors", "supertypes", "types", "subtypes")
CHARACTERISTICS: Final = tuple(name for name in AnswerObjectData.__struct_fields__ if name != "id")


class Difference(msgspec.Struct, frozen=True):
    """The first difference between an answer and the expected result ("ours").

    Attributes:
        vector: the vector's name.
        what: "effect" if a different effect applies, "edges" if the dependencies before a step differ, or the name
            of the characteristic that differs.
        theirs, ours: the two effects (or ""), the dependencies that exist on only one side, or the two values.
        layer, step: the layer and step that differ; for a characteristic, the layer and step that set our value,
            if any.
        object: the object whose characteristic differs, or "" if the difference is in a layer.
        effect: the effect that applies in our step, or "" if there is none.
        rule: the number of the rule that determines our step, or "" if there is no step.
        because: the reason for our step, as a sentence.
        hints: likely causes of the difference, as sentences.
    """

    vector: str
    what: str
    theirs: Any
    ours: Any
    layer: str = ""
    step: int = 0
    object: str = ""
    effect: str = ""
    rule: str = ""
    because: str = ""
    hints: tuple[str, ...] = ()


def difference(vector: VectorData, answer: AnswerData) -> Difference | None:
    """Return the first difference between an answer and the expected result, if any.

    Raises:
        AnswerError: the answer names a layer or an object that is not in the vector.
    """
    given = {} if answer.layers is UNSET else {layer.name: layer for layer in answer.layers}
    known = [layer.name for layer in (*vector.edition.layers, *vector.edition.after)]
    for name in given:
        if name not in known:
            raise AnswerError(f"`{vector.name}` has no layer `{name}`; its layers are {', '.join(known)}")
    ours = {layer.name: layer for layer in vector.expect.layers}
    for name in known:
        if name in given:
            found = _Layer(vector, ours.get(name, ExpectedLayerData(name=name)), given).difference()
            if found is not None:
                return found
    return _of_objects(vector, () if answer.objects is UNSET else answer.objects)


# --- Steps --------------------------------------------------------------------------------------------------


class _Layer:
    def __init__(self, vector: VectorData, ours: ExpectedLayerData, given: Mapping[str, AnswerLayerData]) -> None:
        self.vector = vector
        self.ours = ours
        self.given = given
        self.names = _Names(vector, ours.name)
        theirs = given[ours.name]
        self.steps: Sequence[AnswerStepData] = () if theirs.steps is UNSET else theirs.steps
        self.silent = theirs.order is UNSET and theirs.steps is UNSET
        self.order = [self.names.full(name) for name in order_of(theirs)]
        if theirs.order is not UNSET and self.steps and self.order != [self.names.full(s.effect) for s in self.steps]:
            raise AnswerError(f"`{vector.name}`: `order` and `steps` of layer `{ours.name}` contradict each other")

    def difference(self) -> Difference | None:
        """Return the first difference between the steps of a layer, if there is one."""
        if self.silent:
            return None
        for place in range(max(len(self.order), len(self.ours.steps))):
            step = self.ours.steps[place] if place < len(self.ours.steps) else None
            theirs = self.order[place] if place < len(self.order) else ""
            if step is not None and place < len(self.steps) and (found := self._edges(place, step)):
                return found
            if step is None or theirs != step.effect:
                return self._effect(place, theirs, step)
        return None

    def _edges(self, place: int, step: ExpectedStepData) -> Difference | None:
        given = self.steps[place].edges
        if given is UNSET:
            return None
        theirs = {(self.names.full(each.effect), self.names.full(each.on)) for each in given}
        ours = {(each.effect, each.on): each for each in step.edges}
        missing = [edge for pair, edge in ours.items() if pair not in theirs]
        further = sorted(theirs - ours.keys())
        if not missing and not further:
            return None
        because = "; ".join(edge_words(edge) for edge in missing)
        if further:
            one, on = further[0]
            none = f"{one} does not depend on {on}, because applying {on} would not change {one}"
            because = "; ".join(each for each in (because, none) if each)
        return Difference(
            vector=self.vector.name,
            what="edges",
            theirs=[f"{one} on {on}" for one, on in further],
            ours=[f"{edge.effect} on {edge.on}" for edge in missing],
            layer=self.ours.name,
            step=place + 1,
            effect=step.effect,
            rule=self.vector.edition.rules["dependency"],
            because=because,
        )

    def _effect(self, place: int, theirs: str, step: ExpectedStepData | None) -> Difference:
        return Difference(
            vector=self.vector.name,
            what="effect",
            theirs=theirs,
            ours="" if step is None else step.effect,
            layer=self.ours.name,
            step=place + 1,
            hints=tuple(step_hints(self.vector, self.ours, place, theirs, self.given)),
            **_reason(step),
        )


class _Names:
    """Names of effects; an object's id is accepted if the object has only one effect in the layer."""

    def __init__(self, vector: VectorData, layer: str) -> None:
        found = {name for each in vector.expect.layers if each.name == layer for name in _effects(each)}
        bare = Counter(name.split("#")[0] for name in found if "#" in name and "<" not in name)
        self._known = {name: name for name in found}
        for name in found:
            short = name.split("#")[0]
            if "<" not in name and bare[short] == 1:
                self._known.setdefault(short, name)

    def full(self, name: str) -> str:
        """Return the full name of an effect, or an unknown name unchanged."""
        return self._known.get(name, name)


def _effects(layer: ExpectedLayerData) -> Iterator[str]:
    yield from layer.order
    for step in layer.steps:
        for edge in step.edges:
            yield from (edge.effect, edge.on)


# --- Objects ------------------------------------------------------------------------------------------------


def _of_objects(vector: VectorData, answers: Iterable[AnswerObjectData]) -> Difference | None:
    given = {answer.id: answer for answer in answers}
    known = {found.id: found for found in vector.expect.objects}
    for id in given:
        if id not in known:
            raise AnswerError(f"`{vector.name}` has no object `{id}`")
    for id, found in known.items():
        for what in CHARACTERISTICS if id in given else ():
            theirs = getattr(given[id], what)
            if theirs is not UNSET and (parted := _differs(vector, found, what, theirs)):
                return _characteristic(vector, id, what, *parted)
    return None


def _differs(vector: VectorData, found: ExpectedObjectData, what: str, theirs: Any) -> tuple[Any, Any] | None:
    # (theirs, ours) if the characteristic differs; for abilities, only those that differ.
    if what == "abilities":
        return _abilities(vector, found, theirs)
    ours = getattr(found, what)
    if what in SETS:
        return None if set(theirs) == set(ours) else (list(theirs), list(ours))
    return None if theirs == ours else (theirs, ours)


def _abilities(vector: VectorData, found: ExpectedObjectData, theirs: Sequence[str]) -> tuple[Any, Any] | None:
    left = list(found.abilities)
    further: list[str] = []
    for text in theirs:
        words = plain(text, found.name)
        same = (each for each in left if text == each.ability or words in _wordings(vector, each, found.name))
        here = next(same, None)
        if here is None:
            further.append(text)
        else:
            left.remove(here)
    return (further, [each.text for each in left]) if further or left else None


def _wordings(vector: VectorData, held: ExpectedAbilityData, name: str) -> Iterator[str]:
    yield plain(held.text, name)
    yield plain(ability_text(from_data(vector.abilities[held.ability].tree), name), name)


def _characteristic(vector: VectorData, id: str, what: str, theirs: Any, ours: Any) -> Difference:
    layer, place, step = _made_by(vector, id, what)
    return Difference(
        vector=vector.name,
        what=what,
        theirs=theirs,
        ours=ours,
        layer=layer,
        step=place,
        object=id,
        hints=tuple(outcome_hints(vector, id, what, theirs)),
        **_reason(step),
    )


def _reason(step: ExpectedStepData | None) -> dict[str, str]:
    return {} if step is None else {"effect": step.effect, "rule": step.rule, "because": step.because}


def _made_by(vector: VectorData, id: str, what: str) -> tuple[str, int, ExpectedStepData | None]:
    # (layer, number, step) of the last step that changed a characteristic of an object.
    shown = {"base_power": ("base_power", "power"), "base_toughness": ("base_toughness", "toughness")}
    found: tuple[str, int, ExpectedStepData | None] = ("", 0, None)
    for layer in vector.expect.layers:
        for place, step in enumerate(layer.steps, start=1):
            if set(shown.get(what, (what,))) & set(step.changed.get(id, ())):
                found = (layer.name, place, step)
    return found
