"""Explanations of a result's objects and steps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.effects.operations.types import SetSubtypes
from mtglayers.model.effects.view import ANY, Column, Mask, union
from mtglayers.model.events.departures import Phases
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES
from mtglayers.model.support.progress import checkpoint

from ..engine.state import numbers
from ..result.players import PlayerResult, change_words, player_steps, player_words
from ..wording import sentence
from .changes import Change, changes_of, families_changed, size_of, type_line
from .choices import DECIDED, ChoiceReason, choice_reason, order_words
from .counted import is_counted
from .deeds import are_related, condition_words, deeds, order_matters, values_set
from .departed import Departed, departed_effects, departed_words
from .existence import (
    NoLongerApplies,
    continuation,
    early_effects,
    late_start,
    later_loss,
    lost_source,
    no_longer_applying,
    no_longer_waiting,
    prevented_words,
)
from .explanation import EarlierEffect, Explanation, ExplanationStep, NeverApplied
from .further_effects import FurtherEffects
from .lessons import CITED
from .needed_effects import NeededEffects
from .not_applied import (
    Unapplied,
    affected_objects,
    all_words,
    fruitless,
    fruitless_words,
    had_to_wait,
    left_words,
    unapplied,
    unapplied_to_player,
    unapplied_words,
)
from .pair_table import PairTable, table
from .spared import attached_rules, excluded_words, exclusions, over_or_missed, spared_words, targeting, unmet_words
from .state_based import StateBasedAction, state_based_actions, stays, turned
from .summary import description
from .too_early import TooEarly, too_early, too_early_words
from .uncopied import prototype_words

if TYPE_CHECKING:
    from ..result.result import Result
    from ..result.steps import Step
    from .spared import Exclusion


class Explainer:
    """An object that explains the objects and steps of one result."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.names = result.names
        self._needed = NeededEffects(result)
        self._reasons: dict[int, ChoiceReason] = {}
        self._tables: dict[int, PairTable] = {}
        self._affected: dict[Unapplied, Mask] = {}
        self._numbers = {found.id: number for number, found in result.trace.start.world.objects.items()}
        self._further_effects = FurtherEffects(result, self._numbers, self._needed, self.is_visible)

    # --- Steps ---

    @cached_property
    def unapplied(self) -> tuple[Unapplied, ...]:
        """The effects that existed in a layer but never applied (613.8a)."""
        return unapplied(self.result)

    @cached_property
    def fruitless(self) -> tuple[tuple[Step, Step, tuple[str, ...]], ...]:
        """The steps that did nothing because of a dependency (613.8a); see the function with this name."""
        return tuple(fruitless(self.result))

    def reason(self, step: Step) -> ChoiceReason:
        """Return the reason why a step's effect was chosen."""
        checkpoint("sentence")
        if step.serial not in self._reasons:
            self._reasons[step.serial] = choice_reason(step, self.result.trace, self.names)
        return self._reasons[step.serial]

    def table(self, step: Step) -> PairTable:
        """Return the table of dependencies before a step."""
        checkpoint("sentence")
        if step.serial not in self._tables:
            self._tables[step.serial] = table(step, self.result, self.reason(step), self.names)
        return self._tables[step.serial]

    def changes(self, step: Step) -> tuple[tuple[str, tuple[Change, ...]], ...]:
        """Return pairs (id, changes) for the objects that a step changed, oldest first."""
        columns = step.after.changes()
        found = ((id, self._changes_of(step, self._numbers[id], columns)) for id in self.result)
        return tuple((id, changes) for id, changes in found if changes)

    # --- Objects ---

    def number(self, id: str) -> int:
        """Return the number of an object in masks."""
        return self._numbers[id]

    def summary(self, id: str) -> str:
        """Return a one-sentence summary of an object, such as "The Saproling is a 1/1 green creature."."""
        return sentence(f"{self.names.object(id)} is {self._description(id)}")

    def _description(self, id: str) -> str:
        checkpoint("sentence")
        number = self.number(id)
        stripped = bool(self._changed_abilities >> number & 1)
        return description(self.result[id], number, self.result, self.names, stripped=stripped)

    def effects(self, id: str) -> tuple[str, ...]:
        """Return the names of all effects that the given object depends on."""
        return self._needed.of(self._direct(self._numbers[id]))

    def is_changed(self, id: str) -> bool:
        """Return whether any step changed the given object, or defined its power and toughness, also as 0/0."""
        number = self._numbers[id]
        return any(
            (mask >> number & 1 and self.is_visible(step, number, found))
            or (self._defines_size(step) and step.footprint.touched >> number & 1)
            for step, found, mask in self._changed
        )

    def is_passed_over(self, id: str) -> bool:
        """Return whether an effect on an object has ended, outlasts its source, missed it, or is kept from applying."""
        number = self._numbers[id]
        kept_away = any(found.objects >> number & 1 for found in self._exclusions)
        return kept_away or next(self._over(number), None) is not None

    def is_left_out(self, id: str) -> bool:
        """Return whether an object nearly belongs to the group of a static ability."""
        return any(found.almost >> self._numbers[id] & 1 for found in self._exclusions)

    def _over(self, number: int) -> Iterator[str]:
        yield from over_or_missed(number, self.result, self.names)
        yield from departed_words(number, self._departed, self.result, self.names)
        yield from too_early_words(number, self._too_early, self.result, self.names)

    @cached_property
    def _too_early(self) -> tuple[TooEarly, ...]:
        return tuple(too_early(self.result))

    @cached_property
    def _departed(self) -> tuple[Departed, ...]:
        return tuple(departed_effects(self.result))

    def explain(self, id: str) -> Explanation:
        """Return the explanation of the given object or player.

        Raises:
            UnknownObjectError: no object or player has this name.
        """
        if id in self.result.players and id not in self.result.objects:
            return self._player(self.result.players[id])
        return self._object(self.result[id].id)

    def _object(self, id: str) -> Explanation:
        number, edition = self._numbers[id], self.result.edition
        never = tuple(self._never(number))
        unapplied = all_words([each.lost for each in never], self.names, self.result)
        if unapplied:
            unapplied = (*unapplied[:-1], unapplied[-1] + self._bystanders(number, never))
        unapplied += tuple(fruitless_words(id, self.fruitless, edition, self.names))
        steps = [
            (step, found) for step, columns, _ in self._changed if (found := self._changes_of(step, number, columns))
        ]
        passed = {step.serial: tuple(self._passed(step, number, steps)) for step, _ in steps}
        early = {step.serial: dict(early_effects(step, number, self.result, self.names)) for step, _ in steps}
        mentioned = [
            *(name for each in never for name in (each.lost.effect, each.lost.by)),
            *(effect for found in early.values() for effect in found),
            *(each.effect for found in passed.values() for each in found),
        ]
        effects = self._needed.of((*self._direct(number), *mentioned))
        entries: list[ExplanationStep] = []
        decided: dict[int, Step] = {}
        for step, found in steps:
            layer, later = self.result.layer(step.layer), _later(step, steps)
            earlier = self._earlier(step, {entry.serial for entry in entries}, effects)
            for other in (*(layer.steps[each.step - 1] for each in earlier), step):
                if other.choice.why in DECIDED:
                    decided[other.serial] = other
            shown = {other.number for other in decided.values() if other.layer == step.layer}
            entries.append(
                msgspec.structs.replace(
                    self._entry(step, found, effects, earlier, later[0] if later else None, number),
                    here=self._operations_on(step, number),
                    kept=later_loss(step, self.result, self.names) or lost_source(step, self.result, self.names),
                    passed=passed[step.serial],
                    barred=prevented_words(step, number, layer.steps, self.names),
                    early=tuple(early[step.serial].values()),
                    released=tuple(no_longer_waiting(step, layer, shown, self.result, self.names)),
                )
            )
        explained = Explanation(
            id,
            self.summary(id),
            tuple(entries),
            unapplied,
            effects,
            edition.rule("started"),
            tuple(self.table(decided[serial]) for serial in sorted(decided)),
            never,
            (),
            tuple((what, edition.rule(what)) for what in CITED if self._is_in_force(what)),
            idle=tuple(self._idle(number, {step.serial for step, _ in steps})),
            follows=tuple(self._following(id)),
            ended=tuple(self._over(number)),
            spared=tuple(self._spared(number, mentioned, is_affected=bool(entries or unapplied))),
        )
        return self._further_effects.added_to(self._with_decisive_order(explained, number))

    def _idle(self, number: int, visible: Collection[int]) -> Iterator[ExplanationStep]:
        # The steps that applied to an object and changed nothing visible.
        after = {layer.name for layer in self.result.edition.after}
        for step in self.result.steps:
            if step.serial not in visible and step.layer not in after and step.footprint.touched >> number & 1:
                entry = self._entry(step, (), (), (), None, number)
                yield msgspec.structs.replace(entry, decides=self._defines_size(step))

    def _defines_size(self, step: Step) -> bool:
        return step.applied.plan.cda and step.layer == self.result.edition.place("define")

    def _spared(self, number: int, mentioned: Collection[str], *, is_affected: bool) -> Iterator[str]:
        id = self.result.trace.start.world.objects[number].id
        yield from prototype_words(number, self.result, self.names)
        if not is_affected:
            yield from stays(self.result[id], self.result)
            yield from spared_words(number, self._exclusions, self.result, self.names)
            return
        yield from stays(self.result[id], self.result)
        yield from attached_rules(number, self.result, self.names)
        yield from excluded_words(number, self._exclusions, mentioned, self.result, self.names)
        yield from unmet_words(number, mentioned, self.result, self.names)

    @cached_property
    def _exclusions(self) -> tuple[Exclusion, ...]:
        return tuple(exclusions(self.result))

    def _following(self, id: str) -> Iterator[str]:
        yield from (str(each) for each in self.follows if id in each.objects)
        if id in self.result.objects:
            yield from turned(self.result[id], self.result)

    @cached_property
    def phased_in(self) -> frozenset[str]:
        """The ids of the permanents that have phased in, which gives no new timestamp (702.26d)."""
        events = (each for each in self.result.as_solved().events if isinstance(each, Phases))
        return frozenset(each.phases for each in events if each.direction == "in")

    @cached_property
    def follows(self) -> tuple[StateBasedAction, ...]:
        """The state-based actions that the board calls for."""
        return state_based_actions(self.result)

    def _with_decisive_order(self, found: Explanation, number: int) -> Explanation:
        # Mark the steps that could not trade places with the next step of their layer without changing the object.
        steps = {step.serial: step for step in self.result.steps}
        touching = sorted((*found.entries, *found.idle), key=lambda entry: entry.serial)
        decisive: set[int] = set()
        orders: dict[int, tuple[str, str]] = {}
        older: set[int] = set()
        for entry, following in pairwise(touching):
            one, other = steps[entry.serial], steps[following.serial]
            if one.layer == other.layer and order_matters(one, other, number):
                decisive |= {entry.serial, following.serial}
                orders[entry.serial] = self._order(one, other)
                if any(orders[entry.serial]) and one.edge(other.effect, one.effect) is None:
                    older.add(entry.serial)

        def marked(entry: ExplanationStep) -> ExplanationStep:
            order, named = orders.get(entry.serial, ("", ""))
            return msgspec.structs.replace(
                entry,
                decides=entry.decides or entry.serial in decisive,
                order=entry.order or order,
                named_order=entry.named_order or named,
                older=entry.serial in older,
            )

        return msgspec.structs.replace(
            found, entries=tuple(map(marked, found.entries)), idle=tuple(map(marked, found.idle))
        )

    def _passed(self, step: Step, number: int, steps: Steps) -> Iterator[NoLongerApplies]:
        changing = {other.effect for other in _later(step, steps)}
        return no_longer_applying(step, number, changing, self.result, self.names)

    def _player(self, player: PlayerResult) -> Explanation:
        # 613.10, 613.11
        before = PlayerResult(player.name, facts=player.facts)
        everything = {step.effect for step in self.result.steps}
        mine, entries = list(self.result.players).index(player.name), list[ExplanationStep]()
        steps = [(step, after) for step, number, after in player_steps(self.result) if number == mine]
        for place, (step, after) in enumerate(steps):
            change = Change("other", *change_words(before, after))
            following = next((other for other, _ in steps[place + 1 :] if other.layer == step.layer), None)
            later = following if following is not step else None
            entry = self._entry(step, (change,), everything, self._earlier(step, (), everything), later)
            given = (f"gives {change.after}",) if change.after else ()
            entries.append(msgspec.structs.replace(entry, deeds=given))
            before = after
        summary = sentence(player_words(player) or f"no effect changes anything about {player.name}")
        effects = tuple(dict.fromkeys(entry.effect for entry in entries))
        rules = tuple((what, self.result.edition.rule(what)) for what in CITED)
        lost = (unapplied_words(each, self.names, self.result) for each in unapplied_to_player(mine, self.result))
        unapplied = tuple(dict.fromkeys(lost))
        spared = tuple(words for words, _ in targeting(mine, self.result, self.names)) if not entries else ()
        return Explanation(
            player.name, summary, tuple(entries), unapplied, effects, rules=rules, player=True, spared=spared
        )

    def _entry(
        self,
        step: Step,
        changes: tuple[Change, ...],
        named: Collection[str],
        earlier: tuple[EarlierEffect, ...],
        later: Step | None,
        number: int | None = None,
    ) -> ExplanationStep:
        layer = self.result.layer(step.layer)
        sets, only_sets = (frozenset[str](), False) if number is None else values_set(step, number)
        order = ("", "") if later is None else self._order(step, later)
        return ExplanationStep(
            layer.name,
            layer.title,
            layer.rule,
            step.number,
            step.effect,
            self.names.effect(step.effect, step.layer),
            step.timestamp,
            self.names.stated(step),
            changes,
            self.reason(step),
            step.going_on,
            step.serial,
            earlier,
            late_start(step, layer, self.names, named),
            continuation(step, self.result, self.names, named),
            step.cda and len(layer.steps) > 1,
            len(step.candidates) - 1,
            any(
                isinstance(operation, SetSubtypes) and not BASIC_LAND_TYPES.keys().isdisjoint(operation.subtypes)
                for operation in step.operations
            ),
            *order,
            deeds=() if number is None else deeds(step, number, self.names),
            condition=condition_words(step, self.names, number),
            sets=sets,
            only_sets=only_sets,
            counters=self.names.counters(step.effect),
            related=later is not None and any(order) and are_related(step, later),
        )

    def _earlier(self, step: Step, done: Collection[int], named: Collection[str]) -> tuple[EarlierEffect, ...]:
        steps = self.result.layer(step.layer).steps[: step.number - 1]
        return tuple(
            EarlierEffect(other.number, other.effect, self.names.effect(other.effect, step.layer), self.reason(other))
            for other in steps
            if step.effect in (*other.choice.loop, *other.choice.waiting)
            and other.serial not in done
            and other.effect in named
        )

    def _order(self, step: Step, later: Step) -> tuple[str, str]:
        # The sentence for a step that precedes a later step because of timestamps, with "it" and with the name of its
        # effect; else empty strings.
        free = step.choice.why == "oldest" or (step.choice.why == "waited" and later.effect not in step.choice.waiting)
        if not free or later.effect not in step.candidates or (step.cda and not later.cda):
            return "", ""
        called = self.names.effect(step.effect, step.layer)
        return order_words(step, later, "it", self.names), order_words(step, later, called, self.names)

    def _operations_on(self, step: Step, number: int) -> tuple[str, ...]:
        return self.names.predicates((done, count) for done, count, mask in step.repeated if mask >> number & 1)

    def _never(self, number: int) -> Iterator[NeverApplied]:
        id = self.result.trace.start.world.objects[number].id
        for lost in self.unapplied:
            if lost not in self._affected:
                self._affected[lost] = affected_objects(lost, self.result)
            counted = is_counted(lost, number, self.result)
            if lost.source == id or self._affected[lost] >> number & 1 or counted:
                said = unapplied_words(lost, self.names, self.result)
                harmless = not self._affected[lost] and not counted
                yield NeverApplied(lost, said, had_to_wait(lost, self.result), harmless)

    def _bystanders(self, number: int, never: Sequence[NeverApplied]) -> str:
        # The unchanged objects to which the object's own effects would have applied.
        objects = self.result.trace.start.world.objects
        if self.result.trace.unfinished or any(each.lost.source != objects[number].id for each in never):
            return ""
        changed = union(mask for _, _, mask in self._changed) | 1 << number
        left = union(self._affected[each.lost] for each in never) & ~changed
        ids = [objects[each].id for each in numbers(left)]
        return left_words(ids, self._description, self.names)

    def _is_in_force(self, rule: str) -> bool:
        if rule == "started":
            return self.result.edition.same_set
        return rule != "again" or self.result.trace.readings.judged == "each step"

    # --- What changed an object ---

    @cached_property
    def _changed(self) -> tuple[tuple[Step, Mapping[Column, Mask], Mask], ...]:
        # (step, columns that it changed, all objects that it changed)
        found = []
        for step in self.result.steps:
            checkpoint("sentence")
            changes = step.after.changes()
            found.append((step, changes, union(changes.values())))
        return tuple(found)

    @cached_property
    def _changed_abilities(self) -> Mask:
        # The objects whose abilities a step changed.
        return union(changes.get(("ability", ANY), 0) for _, changes, _ in self._changed)

    def _direct(self, number: int) -> Iterator[str]:
        return (
            step.effect
            for step, changes, touched in self._changed
            if (touched >> number & 1 and self.is_visible(step, number, changes)) or self._sets_to_zero(step, number)
        )

    def is_visible(self, step: Step, number: int, changes: Mapping[Column, Mask]) -> bool:
        """Return whether a step visibly changed the characteristics of an object.

        Changes to the power and toughness of a noncreature, or to subtypes that "every creature type" includes,
        are not visible.
        """
        families = families_changed(number, changes)
        if families <= {"power", "toughness"}:
            return size_of(step.before, number) != size_of(step.after, number)
        return families != {"subtype"} or type_line(step.before, number) != type_line(step.after, number)

    def _changes_of(self, step: Step, number: int, changes: Mapping[Column, Mask]) -> tuple[Change, ...]:
        if self._sets_to_zero(step, number):
            return (Change("size", "", "0/0", "is 0/0"),)
        families = families_changed(number, changes)
        return (
            tuple(changes_of(step, number, families, self.names, unsized=self._is_unsized(number, step)))
            if families
            else ()
        )

    def _sets_to_zero(self, step: Step, number: int) -> bool:
        # Whether a step sets a size of 0/0 for an object that was 0/0 only because of 208.5.
        checkpoint("sentence")
        sets = any(operation.kind == "set" and mask >> number & 1 for _, operation, mask in step.footprint.operations)
        return sets and size_of(step.after, number) == "0/0" and self._is_unsized(number, step)

    def _is_unsized(self, number: int, step: Step) -> bool:
        # 208.5
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
            for _, operation, mask in other.footprint.operations
        )


Steps = Sequence[tuple["Step", tuple[Change, ...]]]
"""The steps that changed an object, with their changes."""


def _later(step: Step, steps: Steps) -> list[Step]:
    return [other for other, _ in steps if other.layer == step.layer and other.serial > step.serial]
