"""Explanations as data, and the sentences that they contain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, get_args

import msgspec

from mtglayers.model.errors import UnknownChoiceError

from ..wording import joined, sentence
from .changes import Change
from .choices import DECIDED, ChoiceReason
from .existence import Continuation, LaterLoss, LateStart, NoLongerApplies
from .lessons import Topic, lesson
from .not_applied import Unapplied
from .pair_table import PairTable
from .paragraphs import RUN, Line, Printable, ranges, text_of

Register = Literal["ruling", "learner"]
"""The style of an explanation; the style "learner" also explains the rules."""

ONE_BY_ONE = 6
"""Maximum number of further effects that are each described in a separate clause."""


class EarlierEffect(msgspec.Struct, frozen=True):
    """A step that another step had to wait for.

    Attributes:
        step: the number of the step in the layer.
        effect: the name of the effect that applied in the step.
        called: the name that sentences use for the effect.
        reason: the reason why the effect was chosen.
    """

    step: int
    effect: str
    called: str
    reason: ChoiceReason


class ExplanationStep(msgspec.Struct, frozen=True):
    """A step that changed the object.

    Attributes:
        layer, title, rule: the name, title and rule number of the layer.
        step: the number of the step in the layer.
        effect: the name of the effect.
        called: the name that sentences use for the effect.
        timestamp: the timestamp of the effect (613.7).
        operations: descriptions of the operations of the effect.
        changes: the changes to the object.
        reason: the reason why the effect was chosen at this point.
        going_on: whether the effect continued without its ability (613.6).
        serial: the number of the step in the whole result.
        before: the steps that did not change the object and preceded this step because of a dependency.
        begun: the moment when the effect began to exist within the layer, or None if it already existed.
        outlived: the reason why the effect continues without its ability, or None if the ability still exists.
        cda: whether it applied together with the characteristic-defining abilities (613.3).
        rivals: the number of other effects that had not yet applied in the layer.
        lands: whether it set the basic land type of a land (305.7).
        order: a sentence, without a period, if timestamps put this step before the next step that changed the
            object; else "".
        named_order: the same sentence with the name of the effect instead of "it".
        here: descriptions of the operations on the object.
        passed: the effects that no longer apply to the object because of this step.
        released: sentences, without periods, about waiting effects that no longer have to wait because of this
            step.
        barred: sentences about abilities that the object can't have because of this step (113.11).
        early: sentences, without periods, about effects that would apply to the object after this step, and had applied
            before it.
        deeds: what the effect did to the object, with the amounts behind it, as a ruling says it.
        condition: the condition under which the effect applies, or "".
        counters: the name of the effect in the plural if it is that of several counters, else "".
        kept: the later loss of its ability that came too late to matter for this step, or None.
        decides: whether the object would differ if the next step in the layer that concerns it had come first.
        related: whether this effect or the next one that changed the object depended on the other, and timestamps
            still decided.
        older: whether only its timestamp put it before the next step in the layer that concerns the object, and the
            object would differ if that step had come first.
        sets: what it set of the object, such as {"power", "toughness"}.
        only_sets: whether it did nothing else to the object.
    """

    layer: str
    title: str
    rule: str
    step: int
    effect: str
    called: str
    timestamp: int
    operations: tuple[str, ...]
    changes: tuple[Change, ...]
    reason: ChoiceReason
    going_on: bool
    serial: int = 0
    before: tuple[EarlierEffect, ...] = ()
    begun: LateStart | None = None
    outlived: Continuation | None = None
    cda: bool = False
    rivals: int = 0
    lands: bool = False
    order: str = ""
    named_order: str = ""
    here: tuple[str, ...] = ()
    passed: tuple[NoLongerApplies, ...] = ()
    released: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    early: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    condition: str = ""
    counters: str = ""
    kept: LaterLoss | None = None
    decides: bool = False
    related: bool = False
    older: bool = False
    sets: frozenset[str] = frozenset()
    only_sets: bool = False


class NeverApplied(msgspec.Struct, frozen=True):
    """An effect that never applied but would have been relevant to the explained object.

    Attributes:
        lost: the effect, with the step that ended its existence.
        words: a sentence about the effect, without a period.
        waited: whether it had to wait for the effect that removed its ability (613.8b).
        harmless: whether it would have applied to nothing.
    """

    lost: Unapplied
    words: str
    waited: bool = False
    harmless: bool = False


class FurtherEffect(msgspec.Struct, frozen=True):
    """An effect that changed the object only indirectly, by influencing other effects.

    Attributes:
        effect: its name.
        called: the name that sentences use for it.
        layer: the layer in which it influenced them, or "" if that is not known.
        words: a clause such as "it made Taiga a Swamp, which affects Kormus Bell", or "" if no single influence is
            known.
        did: what it did, such as "made Taiga a Swamp", or "".
    """

    effect: str
    called: str
    layer: str
    words: str
    did: str = ""


class Explanation(Printable, msgspec.Struct, frozen=True):
    """The explanation of one object or player; `str` converts it to sentences.

    Attributes:
        id: the id of the object, or the name of the player.
        summary: a one-sentence summary.
        entries: the steps that changed the object, in order.
        unapplied: sentences about effects that never applied but would have been relevant to the object, and then
            about effects that did nothing to it because of a dependency.
        effects: the names of all effects that the object depends on, including effects that never applied and
            effects that influenced other effects.
        going_on: the number of the rule that lets effects continue without their ability.
        tables: the dependency tables for the steps whose effect was chosen because of a dependency (613.8).
        never: the effects in `unapplied`, as data.
        rests: the other effects in `effects`, and influences on other objects that affected this object.
        rules: pairs (subject, number) for the rules that explanations for learners cite.
        sure: whether every effect in `rests` is known to be needed.
        player: whether the explanation is for a player.
        idle: the steps that applied to the object and changed nothing visible.
        follows: state-based actions that affect the object next, as sentences without periods.
        ended: sentences about effects on the object that have ended, without periods.
        spared: sentences, without periods, about static abilities that do not apply to the object: if an effect changed
            it, only those that would apply to the printed object; and about a state-based action that does not.
    """

    id: str
    summary: str
    entries: tuple[ExplanationStep, ...]
    unapplied: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    going_on: str = "613.6"
    tables: tuple[PairTable, ...] = ()
    never: tuple[NeverApplied, ...] = ()
    rests: tuple[FurtherEffect, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    sure: bool = True
    player: bool = False
    idle: tuple[ExplanationStep, ...] = ()
    follows: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The names of all effects that the explanation mentions, in alphabetical order."""
        return tuple(sorted({*self.mentioned, *(rest.effect for rest in self.rests)}))

    @property
    def timestamps_decide(self) -> bool:
        """Whether the object would differ if other timestamps had put its effects into another order (613.7)."""
        earlier = (each.reason.why for entry in self.entries for each in entry.before)
        if "loop" in earlier or any(entry.reason.why == "loop" for entry in self.entries):
            return True
        return any(entry.older for entry in (*self.entries, *self.idle))

    @property
    def mentioned(self) -> set[str]:
        """The names of the effects that the explanation mentions, except those in `rests`."""
        found: set[str] = set()
        for entry in self.entries:
            found |= {entry.effect, *(earlier.effect for earlier in entry.before)}
            found |= {passed.effect for passed in entry.passed}
            found |= {source.by for source in (entry.begun, entry.outlived) if source is not None and source.by}
        for each in self.never:
            found |= {each.lost.effect, each.lost.by}
        for table in self.tables:
            found |= {name for pair in table.listed(table.decisive) for name in (pair.effect, pair.on)}
        return found

    def table(self, layer: str, step: int) -> PairTable | None:
        """Return the dependency table of the given step if the explanation has it."""
        return next((table for table in self.tables if (table.layer, table.step) == (layer, step)), None)

    def lines(self, register: Register = "ruling") -> tuple[Line, ...]:
        """Return the explanation as paragraphs.

        Args:
            register: "ruling" for short sentences with rule numbers, or "learner" to explain the rules as well.

        Raises:
            UnknownChoiceError: the register is unknown.
        """
        if register not in get_args(Register):
            raise UnknownChoiceError("register", register, get_args(Register))
        return tuple(_Writer(self, register).lines())

    def text(self, width: int = 80, register: Register = "ruling") -> str:
        """Return the explanation as plain text, wrapped at `width` characters."""
        return text_of(self.lines(register), width)


def _merge_key(entry: ExplanationStep) -> tuple[object, ...]:
    # Modifications of size are merged into one total.
    change = entry.changes[0]
    if change.family == "size":
        return change.family, entry.here
    return change.family, change.words, entry.here


class _Writer:
    def __init__(self, explanation: Explanation, register: Register) -> None:
        self._explanation = explanation
        self._learner = register == "learner"
        self._rules = dict(explanation.rules)
        self._given: set[Topic] = set()

    def lines(self) -> Iterator[Line]:
        of = self._explanation
        yield Line("summary", of.summary)
        for layer, entries in groupby(of.entries, key=lambda entry: entry.layer):
            here = {entry.step: entry for entry in entries}
            first = next(iter(here.values()))
            yield from self._lesson("layer", 2)
            where = "After the layers:" if of.player else f"Layer {layer},"
            yield Line("layer", f"{where} {first.title} ({first.rule})", 2)
            before = {earlier.step: earlier for entry in here.values() for earlier in entry.before}
            steps = sorted({*before, *here})
            while steps:
                similar = self._similar([here.get(step) for step in steps])
                if len(similar) >= RUN:
                    yield from self._merged(similar)
                    steps = steps[len(similar) :]
                    continue
                step, *steps = steps
                yield from self._entry(here[step]) if step in here else self._earlier(layer, before[step])
        if not of.entries and not of.player:
            yield Line("change", "No effect changes it.", 2)
        for place, said in enumerate(of.unapplied):
            if place == 0:
                yield from self._lesson("unapplied", 2)
            yield Line("why", sentence(said), 2, 2)
        yield from self._rests()
        for said in dict.fromkeys((*of.ended, *of.follows, *of.spared)):
            yield Line("why", sentence(said), 2, 2)

    def _similar(self, entries: Sequence[ExplanationStep | None]) -> list[ExplanationStep]:
        similar: list[ExplanationStep] = []
        for entry in entries:
            if entry is None or not self._is_plain(entry) or (similar and _merge_key(entry) != _merge_key(similar[0])):
                break
            similar.append(entry)
            if not entry.order:
                break
        return similar

    def _is_plain(self, entry: ExplanationStep) -> bool:
        # Whether the entry has one change, and only timestamps determined its position.
        if len(entry.changes) != 1 or (entry.changes[0].family == "size" and not entry.changes[0].before):
            return False
        further = (entry.begun, entry.outlived, entry.passed, entry.released, entry.barred, entry.early, entry.lands)
        return not any(further) and not entry.cda and not entry.related and entry.reason.why not in DECIDED

    def _merged(self, entries: Sequence[ExplanationStep]) -> Iterator[Line]:
        yield from self._lesson("timestamp", 4)
        first, last = entries[0].changes[0], entries[-1].changes[0]
        did = f"each {joined(entries[0].here)}; {first.before} becomes {last.after}"
        what = did if first.family == "size" else f"each {first.words}"
        called = joined(ranges([entry.called for entry in entries]))
        yield Line("change", sentence(f"{called}: {what}"), 4, 2)
        rule = self._rules["timestamp"]
        said = f"each is older than the next, and none depends on another ({rule})"
        yield Line("detail", sentence(said), 6, 2)

    def _earlier(self, layer: str, earlier: EarlierEffect) -> Iterator[Line]:
        yield from self._table(layer, earlier.step, earlier.reason)
        said = f"{earlier.called} applies first, but changes nothing here: {earlier.reason.because}"
        yield Line("why", sentence(said), 4, 2)

    def _entry(self, entry: ExplanationStep) -> Iterator[Line]:
        yield from self._table(entry.layer, entry.step, entry.reason)
        if entry.cda:
            yield from self._lesson("cda", 4)
        elif entry.reason.why not in DECIDED and entry.rivals:
            yield from self._lesson("timestamp", 4)
        what = "; ".join(change.words for change in entry.changes)
        yield Line("change", sentence(f"{entry.called}: {what}"), 4, 2)
        if self._learner and entry.here:
            yield Line("detail", sentence(f"here it {joined(entry.here)}"), 6, 2)
        for copied in (did for did in entry.deeds if did.startswith("copies ")):
            yield Line("why", sentence(f"it {copied}"), 6, 2)
        if entry.lands:
            yield from self._lesson("land types", 6)
        if entry.begun is not None:
            yield Line("why", sentence(entry.begun.words), 6, 2)
            yield from self._lesson("begun", 6)
        if entry.outlived is not None:
            yield Line("why", sentence(entry.outlived.words), 6, 2)
            yield from self._lesson("going on", 6)
        for released in entry.released:
            yield Line("why", sentence(released), 6, 2)
        if entry.reason.why in DECIDED:
            yield Line("why", sentence(entry.reason.because), 6, 2)
        elif entry.order:
            yield Line("detail", sentence(entry.order), 6, 2)
        elif self._learner and entry.rivals:
            yield Line("why", sentence(entry.reason.because), 6, 2)
        for words in (*entry.early, *(passed.words for passed in entry.passed), *entry.barred):
            yield Line("why", sentence(words), 6, 2)

    def _table(self, layer: str, step: int, reason: ChoiceReason) -> Iterator[Line]:
        found = self._explanation.table(layer, step)
        if found is not None and found.listed(found.decisive):
            yield from self._lesson("trial", 4)
            for line in found.lines(found.decisive, choice=False):
                yield msgspec.structs.replace(line, indent=line.indent + 4)
        if reason.why == "loop":
            yield from self._lesson("loop", 4)

    def _rests(self) -> Iterator[Line]:
        rests = self._explanation.rests
        if rests:
            yield from self._lesson("rests", 2)
        few = rests if len(rests) <= ONE_BY_ONE else rests[: ONE_BY_ONE - 1]
        for place, rest in enumerate(few):
            where = f" (layer {rest.layer})" if rest.layer else ""
            start = "and on" if place else "it also relies on" if self._explanation.sure else "it may also rely on"
            why = f": {rest.words}" if rest.words else ""
            yield Line("rests", sentence(f"{start} {rest.called}{where}{why}"), 2, 2)
        if few != rests:
            yield Line("rests", f"And on {joined(rest.called for rest in rests[len(few) :])}.", 2, 2)

    def _lesson(self, topic: Topic, indent: int) -> Iterator[Line]:
        if self._learner and topic not in self._given:
            self._given.add(topic)
            yield Line("lesson", lesson(topic, self._rules), indent, 2)
