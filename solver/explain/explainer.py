"""Why an object is what it is: the reasons as data, and as sentences."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from mtglayers.model.effects.operations.types import SetSubtypes
from mtglayers.model.effects.view import ANY, Mask
from mtglayers.model.errors import AmbiguousTimestampError
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES
from mtglayers.model.support.progress import checkpoint

from ..result.characteristics import characteristics
from ..result.players import PlayerResult, change_words, player_steps, player_words
from ..wording import operation_words, sentence
from .changes import Change, size_of, told, type_line
from .choices import ChoiceReason, Unapplied, judged_words, older_words, turn, unapplied
from .existence import begun, outlived
from .explanation import DECIDED, EarlierEffect, Explanation, ExplanationStep, Never, Register, Rest
from .influence import decided
from .later_effects import barred_words, passed, released
from .lessons import TOLD
from .needed_effects import Grounds
from .not_applied import all_words, failed, reach, unapplied_words
from .pair_table import PairTable, table
from .paragraphs import Line, wrapped
from .summary import summary

if TYPE_CHECKING:
    from ..engine.trace import Step, Trace
    from ..result.result import Result


SMALL, TRIED = 200, 24
"""On boards of more objects, or of more effects, none is left out to see whether it is needed."""


class Explainer:
    """Explains the objects of one result; what they share is worked out once."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.names = result.walk.names
        self._turns: dict[int, ChoiceReason] = {}
        self._tables: dict[int, PairTable] = {}
        self._reaches: dict[Unapplied, Mask] = {}
        self._walks: dict[frozenset[str], Trace | None] = {}
        self._numbers = {found.id: number for number, found in result.walk.start.world.objects.items()}

    @cached_property
    def unapplied(self) -> tuple[Unapplied, ...]:
        """The effects that never applied in a layer although they existed (613.8a)."""
        found = unapplied(self.result)
        places = {layer.name: place for place, layer in enumerate(self.result.layers)}
        return tuple(sorted((*found, *failed(self.result, found)), key=lambda lost: places[lost.layer]))

    def _reach(self, lost: Unapplied) -> Mask:
        """Return the objects that an effect would have applied to that never did."""
        if lost not in self._reaches:
            self._reaches[lost] = reach(lost, self.result)
        return self._reaches[lost]

    def turn(self, step: Step) -> ChoiceReason:
        """Return why a step was the next one."""
        checkpoint("sentence")
        if step.serial not in self._turns:
            self._turns[step.serial] = turn(step, self.result.walk, self.names)
        return self._turns[step.serial]

    def table(self, step: Step) -> PairTable:
        """Return who depended on whom before a step, pair by pair, and what was chosen."""
        checkpoint("sentence")
        if step.serial not in self._tables:
            self._tables[step.serial] = table(step, self.result, self.turn(step), self.names)
        return self._tables[step.serial]

    @cached_property
    def _grounds(self) -> Grounds:
        return Grounds(self.result)

    @cached_property
    def _changed(self) -> tuple[tuple[Step, Mapping[Any, Mask], Mask], ...]:
        found = []
        for step in self.result.steps:
            checkpoint("sentence")
            changes = step.after.changes()
            whole = 0
            for (_, value), mask in changes.items():
                whole |= mask if value == ANY else 0
            found.append((step, changes, whole))
        return tuple(found)

    def summary(self, id: str) -> str:
        """Return what an object is, in one sentence."""
        checkpoint("sentence")
        return summary(self.result[id], self.number(id), self.result, self.names)

    def number(self, id: str) -> int:
        """Return the number of an object, its bit in every mask."""
        return self._numbers[id]

    def effects(self, id: str) -> tuple[str, ...]:
        """Return the names of all effects that an object rests on."""
        return self._grounds.of(self._direct(self._numbers[id]))

    def _direct(self, number: int) -> Iterator[str]:
        return (
            step.effect
            for step, changes, whole in self._changed
            if (whole >> number & 1 and self._shows(step, number, changes)) or self._gives_nothing(step, number)
        )

    def is_changed(self, id: str) -> bool:
        """Return whether any application changed the object."""
        number = self._numbers[id]
        return any(whole >> number & 1 and self._shows(step, number, found) for step, found, whole in self._changed)

    def _shows(self, step: Step, number: int, changes: Mapping[Any, Mask]) -> bool:
        """Return whether a change shows: no creature type beside every one, and no size of what is no creature."""
        families = {family for (family, value), mask in changes.items() if value == ANY and mask >> number & 1}
        if families <= {"power", "toughness"}:
            return size_of(step.before, number) != size_of(step.after, number)
        return families != {"subtype"} or type_line(step.before, number) != type_line(step.after, number)

    def changes(self, step: Step) -> tuple[tuple[str, tuple[Change, ...]], ...]:
        """Return what a step changed: (id, changes) for each object that it changed, oldest first."""
        changes = step.after.changes()
        found = []
        for id in self.result:
            number = self._numbers[id]
            if said := self._told(step, number, changes):
                found.append((id, said))
        return tuple(found)

    def explain(self, id: str) -> Explanation:
        """Return why object `id` is what it is; or, for the name of a player, what effects make of the player.

        Raises:
            UnknownObjectError: there is no such object, and no player of that name.
        """
        if id in self.result.players and id not in self.result.objects:
            return self._player(self.result.players[id])
        found = self.result[id]
        number = self._numbers[found.id]
        never = tuple(self._never(number))
        told = [name for each in never for name in (each.lost.effect, each.lost.by)]
        steps = [(step, said) for step, changes, _ in self._changed if (said := self._told(step, number, changes))]
        later = {step.serial: _later(step, [other for other, _ in steps]) for step, _ in steps}
        passing = {
            step.serial: tuple(passed(step, number, {s.effect for s in later[step.serial]}, self.result, self.names))
            for step, _ in steps
        }
        told += [each.effect for found in passing.values() for each in found]
        effects = self._grounds.of((*self._direct(number), *told))
        named = frozenset(effects)
        entries: list[ExplanationStep] = []
        decided: dict[int, Step] = {}
        for step, said in steps:
            entry = self._entry(step, said, {entry.serial for entry in entries}, named)
            after, layer = later[step.serial], self.result.layer(step.layer)
            order = self._order(step, after[0]) if after else ""
            here = tuple(dict.fromkeys(self._done(step, number)))
            barred = barred_words(step, number, layer.steps, self.names)
            for other in (*self._before(step, entry.before), step):
                if other.choice.why in DECIDED:
                    decided[other.serial] = other
            shown = {other.number for other in decided.values() if other.layer == step.layer}
            free = tuple(released(step, layer, shown, self.result, self.names))
            entries.append(
                msgspec.structs.replace(
                    entry, order=order, here=here, passed=passing[step.serial], barred=barred, released=free
                )
            )
        started = self.result.edition.rule("started")
        explained = Explanation(
            found.id,
            self.summary(found.id),
            tuple(entries),
            all_words([each.lost for each in never], self.names, self.result),
            effects,
            started,
            tuple(self.table(decided[serial]) for serial in sorted(decided)),
            never,
            (),
            tuple((what, self.result.edition.rule(what)) for what in TOLD if self._holds(what)),
        )
        return self._with_rest(explained)

    def _holds(self, what: str) -> bool:
        """Return whether the rule that lessons cite under that name is followed here."""
        if what == "started":
            return self.result.edition.same_set
        return what != "again" or self.result.walk.readings.judged == "each step"

    def _player(self, player: PlayerResult) -> Explanation:
        """Return what effects make of a player, after all layers (613.10, 613.11)."""
        before = PlayerResult(player.name, facts=player.facts)
        everything = {step.effect for step in self.result.steps}
        mine, entries = list(self.result.players).index(player.name), list[ExplanationStep]()
        steps = [(step, after) for step, number, after in player_steps(self.result.walk) if number == mine]
        for place, (step, after) in enumerate(steps):
            change = Change("other", *change_words(before, after))
            following = [other for other, _ in steps[place + 1 :] if other.layer == step.layer]
            order = self._order(step, following[0]) if following and following[0] is not step else ""
            entry = self._entry(step, (change,), (), everything)
            entries.append(msgspec.structs.replace(entry, order=order))
            before = after
        summary = sentence(player_words(player) or f"no effect changes anything about {player.name}")
        effects = tuple(dict.fromkeys(entry.effect for entry in entries))
        rules = tuple((what, self.result.edition.rule(what)) for what in TOLD)
        return Explanation(player.name, summary, tuple(entries), effects=effects, rules=rules, player=True)

    def _told(self, step: Step, number: int, changes: Mapping[Any, Mask]) -> tuple[Change, ...]:
        if self._gives_nothing(step, number):
            return (Change("size", "", "0/0", "is 0/0"),)
        families = {family for (family, value), mask in changes.items() if value == ANY and mask >> number & 1}
        return tuple(told(step, number, families, unsized=self._unsized(number, step))) if families else ()

    def _gives_nothing(self, step: Step, number: int) -> bool:
        """Return whether a step gives the object a power and toughness of 0, where it had none but those of 208.5."""
        checkpoint("sentence")
        sets = any(operation.kind == "set" and mask >> number & 1 for _, operation, mask in step.footprint.deeds)
        return sets and size_of(step.after, number) == "0/0" and self._unsized(number, step)

    def _done(self, step: Step, number: int) -> Iterator[str]:
        """Yield what a step did to the object."""
        players = step.before.world.players
        for _, operation, mask in step.footprint.deeds:
            if mask >> number & 1:
                yield operation_words(operation, players)

    def _order(self, step: Step, later: Step) -> str:
        """Return that a step came before another by its timestamp, where that is all that decided between them."""
        if step.choice.why != "oldest" or later.effect not in step.candidates:
            return ""
        older = f"it {older_words(step, later.effect, self.names)}"
        rule = self.result.edition.rule("timestamp")
        if step.edge(step.effect, later.effect) is not None:  # judged once, before that came to be
            return f"{older} ({rule}){judged_words(step)}"
        if step.edge(later.effect, step.effect) is None:
            return f"{older}, and neither depends on the other ({rule})"
        return f"{older}, which depends on it, too ({rule})"

    def _before(self, step: Step, earlier: Sequence[EarlierEffect]) -> Iterator[Step]:
        steps = self.result.layer(step.layer).steps
        return (steps[each.step - 1] for each in earlier)

    def _entry(
        self, step: Step, changes: tuple[Change, ...], done: Container[int], named: Container[str]
    ) -> ExplanationStep:
        layer = self.result.layer(step.layer)
        earlier = [
            EarlierEffect(other.number, other.effect, self.names.effect(other.effect, layer.name), self.turn(other))
            for other in layer.steps[: step.number - 1]
            if step.effect in (*other.choice.loop, *other.choice.waiting) and other.serial not in done
        ]
        return ExplanationStep(
            layer.name,
            layer.title,
            layer.rule,
            step.number,
            step.effect,
            self.names.effect(step.effect, step.layer),
            step.timestamp,
            tuple(operation_words(op, step.before.world.players) for op in step.operations),  # type: ignore[arg-type]
            changes,
            self.turn(step),
            step.going_on,
            tuple((each.called, each.turn) for each in earlier),
            step.serial,
            tuple(each for each in earlier if each.effect in named),
            begun(step, layer, self.names, named),
            outlived(step, self.result, self.names, named),
            step.cda and len(layer.steps) > 1,
            len(step.candidates) - 1,
            any(
                isinstance(operation, SetSubtypes) and not BASIC_LAND_TYPES.keys().isdisjoint(operation.subtypes)
                for operation in step.operations
            ),
        )

    def _never(self, number: int) -> Iterator[Never]:
        """Yield the effects that never applied and are the object's own, or would have applied to it."""
        id = self.result.walk.start.world.objects[number].id
        for lost in self.unapplied:
            if lost.source == id or self._reach(lost) >> number & 1:
                yield Never(lost, unapplied_words(lost, self.names, self.result))

    def _with_rest(self, found: Explanation) -> Explanation:
        """Return an explanation that names all effects which the object rests on, and none but for a reason."""
        told = found.told
        rest = [name for name in found.effects if name not in told]
        sure = not rest or self._can_try(len(rest))
        effects = self._without(found, rest) if rest and sure else found.effects
        others = [*(name for name in effects if name in told), *effects]
        rests = tuple(self._rest(found.id, name, others) for name in effects if name not in told)
        told_of = {rest.effect for rest in rests}
        further = tuple(rest for rest in self._elsewhere(found) if rest.effect not in told_of)
        return msgspec.structs.replace(found, effects=effects, rests=(*rests, *further), sure=sure)

    def _elsewhere(self, found: Explanation) -> Iterator[Rest]:
        """Yield what effects that changed the object did to others besides, where that decided what came to it."""
        number, own = self._numbers[found.id], 1 << self._numbers[found.id]
        steps = [self._step(entry) for entry in found.entries]
        for name in dict.fromkeys(entry.effect for entry in found.entries) if len(steps) <= TRIED else ():
            for asking in steps:
                before = [step for step in self._grounds.steps(name) if step.layer != asking.layer]
                known = decided(before, [[asking]], number, own=True) if asking.effect != name else None
                if known is not None and any(mask & ~own for mask in known.columns.values()):
                    called = self.names.effect(name, known.step.layer)
                    yield Rest(name, called, known.step.layer, f"it {known.words(self.names)}")
                    break

    def _step(self, entry: ExplanationStep) -> Step:
        return self.result.layer(entry.layer).steps[entry.step - 1]

    def _can_try(self, number: int) -> bool:
        """Return whether boards without so many effects, one at a time, are quickly gone through again."""
        return not self.result.walk.unfinished and number <= TRIED and len(self.result) <= SMALL

    def _without(self, found: Explanation, rest: Sequence[str]) -> tuple[str, ...]:
        """Return the effects without those of the rest whose absence leaves the object and its story as they are."""
        kept = list(found.effects)
        story = self._story(found.id, self.result.walk)
        for name in reversed(rest):
            fewer = [other for other in kept if other != name]
            if self._story(found.id, self._again(frozenset(fewer))) == story:
                kept = fewer
        return tuple(kept)

    def _again(self, named: frozenset[str]) -> Trace | None:
        """Return the walk with the effects of these names alone; None if it needs an order that nobody gave."""
        from ..solve import walk_again

        if named not in self._walks:
            try:
                self._walks[named] = walk_again(self.result.walk, named)
            except AmbiguousTimestampError:
                self._walks[named] = None
        return self._walks[named]

    def _story(self, id: str, walk: Trace | None) -> object:
        """Return what becomes of an object on a walk, and by what."""
        if walk is None:
            return None
        number, story = self._numbers[id], []
        for layer in walk.layers:
            for step in layer.steps:
                changes = step.after.changes()
                mine = {column for column, mask in changes.items() if mask >> number & 1}
                if mine and self._shows(step, number, changes):
                    story.append((step.layer, step.effect, mine))
        return characteristics(walk, number), story

    def _rest(self, id: str, name: str, others: Sequence[str]) -> Rest:
        """Return what is known of what an effect decided for the others."""
        others = [other for other in others if other != name]
        found = decided(self._grounds.steps(name), map(self._grounds.steps, others), self._numbers[id])
        if found is not None:
            called = self.names.effect(name, found.step.layer)
            return Rest(name, called, found.step.layer, f"it {found.words(self.names)}")
        layers = [layer.name for layer in self.result.layers]
        place = next((layer for layer in layers if name in self.result.layer(layer).order), layers[0])
        return Rest(name, self.names.effect(name, place), "", "")

    def _unsized(self, number: int, step: Step) -> bool:
        """Return whether the object has had no power and toughness but those of 208.5 before a step."""
        place = self.result.edition.place("define")
        layers = self.result.layers
        sizes = next((i for i, layer in enumerate(layers) if layer.name == place), 0)
        if not sizes or size_of(step.before, number) != "0/0" or size_of(layers[sizes - 1].after, number):
            return False
        return not any(
            operation.kind == "set" and mask >> number & 1
            for layer in layers[sizes:]
            for other in layer.steps
            if other.serial < step.serial
            for _, operation, mask in other.footprint.deeds
        )


def _later(step: Step, steps: Sequence[Step]) -> list[Step]:
    """Return those of the steps that come later in the layer of `step`."""
    return [other for other in steps if other.layer == step.layer and other.serial > step.serial]


__all__ = [
    "Change", "Explainer", "Explanation", "ExplanationStep", "Line", "Register", "summary", "type_line", "wrapped",
]  # fmt: skip
