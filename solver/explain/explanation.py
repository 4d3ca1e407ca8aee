"""Explanations as values: what changed an object and what decided that; and the sentences that say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, get_args

import msgspec

from mtglayers.model.errors import UnknownChoiceError
from mtglayers.model.support.display import Shown

from ..wording import joined, sentence
from .changes import Change
from .choices import ChoiceReason, Unapplied
from .existence import Begun, Outlived
from .lessons import Topic, lesson
from .pair_table import PairTable
from .paragraphs import RUN, Line, ranges, text_of

Register = Literal["ruling", "learner"]
"""For whom: short, to be read aloud at a table; or with the rules explained as they come up."""

DECIDED = ("waited", "loop", "released")
"""`ChoiceReason.why` where a dependency decided."""

ONE_BY_ONE = 6
"""More effects than that, which an object rests on, are named without what they did."""


class EarlierEffect(msgspec.Struct, frozen=True):
    """An application that went before another of its layer because a dependency decided, and changed nothing here.

    Attributes:
        step: its number in the layer.
        effect: name of its effect; `called` is what a sentence calls it.
        turn: why it was its turn.
    """

    step: int
    effect: str
    called: str
    turn: ChoiceReason


class Passed(msgspec.Struct, frozen=True):
    """An effect that would have applied to the object, and does not after another one.

    Attributes:
        effect: its name.
        step: the number of its own step in the layer.
        words: that it does not, as a sentence without its full stop.
    """

    effect: str
    step: int
    words: str


class ExplanationStep(msgspec.Struct, frozen=True):
    """One application that changed the object.

    Attributes:
        layer, title, rule: the layer, what it is about, and the number of its rule.
        step: number of the step in the layer.
        effect: name of the effect; `called` is what a sentence calls it.
        timestamp: what it was ordered by (613.7).
        operations: what the effect did, in words.
        changes: what that changed about the object.
        turn: why it was its turn.
        going_on: whether its ability was gone by then (613.6).
        earlier: (what it is called, why it was its turn) for effects that went before it in the layer without
            changing the object, where a dependency decided between the two.
        serial: number of the step in the whole walk.
        before: those of `earlier` that the object rests on, whole.
        begun: how the effect came to exist inside the layer; None where it was there from the beginning.
        outlived: why it goes on without its ability; None where the ability is there.
        cda: whether its turn came among characteristic-defining abilities (613.3).
        rivals: how many other effects had not applied.
        order: that it came before the next that changed the object by its timestamp, as a sentence without full stop.
        here: what it did to the object, in words.
        released: what it had to wait for and depends on no longer, as sentences without their full stops.
        passed: the effects that depended on this one for the object, and did not apply to it when their turn came.
        lands: whether it set the type of a land (305.7).
        barred: what others give in vain because of it, or in spite of it, as sentences without full stop (113.11).
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
    turn: ChoiceReason
    going_on: bool
    earlier: tuple[tuple[str, ChoiceReason], ...] = ()
    serial: int = 0
    before: tuple[EarlierEffect, ...] = ()
    begun: Begun | None = None
    outlived: Outlived | None = None
    cda: bool = False
    rivals: int = 0
    lands: bool = False
    order: str = ""
    here: tuple[str, ...] = ()
    passed: tuple[Passed, ...] = ()
    released: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()


class Never(msgspec.Struct, frozen=True):
    """An effect that never applied: one of the object's own, or one that would have applied to it.

    Attributes:
        lost: what it lost, and to whom.
        words: as a sentence without its full stop.
    """

    lost: Unapplied
    words: str


class Rest(msgspec.Struct, frozen=True):
    """An effect that did not change the object, but decided what the others did.

    Attributes:
        effect: its name; `called` is what a sentence calls it.
        layer: the layer in which it decided that, or "".
        words: what it decided: "it made Taiga a Swamp, which Kormus Bell looks at"; "" where no one thing is known.
    """

    effect: str
    called: str
    layer: str
    words: str


class Explanation(Shown, msgspec.Struct, frozen=True):
    """Why one object is what it is; printed, it is sentences.

    Attributes:
        id: the object.
        summary: what it is, as a sentence.
        entries: the applications that changed it, in order.
        unapplied: what would have come from the object itself, or applied to it, and never did, as sentences.
        effects: names of all effects that it rests on: those of the entries, those that never applied and would have,
            and those that decided what these did.
        going_on: the number of the rule by which effects outlive their ability.
        tables: who depended on whom, for the steps where that decided (613.8).
        never: what `unapplied` tells, as data.
        rests: those of `effects` of which nothing else here speaks; and what others of them did elsewhere that decided
            what came to the object.
        sure: whether each of `rests` is known to be needed; else some may not be.
        player: whether it is about a player, whose name `id` is: what effects make of one after all layers.
        rules: (what it is about, number) of the rules that an explanation for learners cites.
    """

    id: str
    summary: str
    entries: tuple[ExplanationStep, ...]
    unapplied: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    going_on: str = "613.6"
    tables: tuple[PairTable, ...] = ()
    never: tuple[Never, ...] = ()
    rests: tuple[Rest, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    sure: bool = True
    player: bool = False

    @property
    def named(self) -> tuple[str, ...]:
        """The names of all effects that the text speaks of, in alphabetical order."""
        return tuple(sorted({*self.told, *(rest.effect for rest in self.rests)}))

    @property
    def told(self) -> set[str]:
        """The names of the effects that the text speaks of before it names the rest."""
        found: set[str] = set()
        for entry in self.entries:
            found |= {entry.effect, *(earlier.effect for earlier in entry.before)}
            found |= {passed.effect for passed in entry.passed}
            found |= {source.by for source in (entry.begun, entry.outlived) if source is not None and source.by}
        for each in self.never:
            found |= {each.lost.effect, each.lost.by}
        for table in self.tables:
            found |= {name for pair in table.told(table.decisive) for name in (pair.effect, pair.on)}
        return found

    def table(self, layer: str, step: int) -> PairTable | None:
        """Return who depended on whom before a step, where that decided."""
        return next((table for table in self.tables if (table.layer, table.step) == (layer, step)), None)

    def lines(self, register: Register = "ruling") -> tuple[Line, ...]:
        """Return the explanation paragraph by paragraph.

        Args:
            register: "ruling", short and with the numbers of rules; or "learner", with the rules explained besides.

        Raises:
            UnknownChoiceError: there is no such register.
        """
        if register not in get_args(Register):
            raise UnknownChoiceError("register", register, get_args(Register))
        return tuple(_Writer(self, register).lines())

    def text(self, width: int = 80, register: Register = "ruling") -> str:
        """Return the explanation as plain text with lines of at most `width` signs."""
        return text_of(self.lines(register), width)

    def __str__(self) -> str:
        return self.text()


def _gist(entry: ExplanationStep) -> tuple[object, ...]:
    """Return what has to be equal so that two entries are told together; sizes add up."""
    change = entry.changes[0]
    if change.family == "size":
        return change.family, entry.here
    return change.family, change.words, entry.here


class _Writer:
    """Writes one explanation; a lesson is given once."""

    def __init__(self, of: Explanation, register: Register) -> None:
        self._of = of
        self._learner = register == "learner"
        self._rules = dict(of.rules)
        self._given: set[Topic] = set()

    def lines(self) -> Iterator[Line]:
        """Yield the paragraphs."""
        of = self._of
        yield Line("summary", of.summary)
        for layer, entries in groupby(of.entries, key=lambda entry: entry.layer):
            told = list(entries)
            yield from self._lesson("layer", 2)
            where = "After the layers:" if of.player else f"Layer {layer},"
            yield Line("layer", f"{where} {told[0].title} ({told[0].rule})", 2)
            before = {earlier.step: earlier for entry in told for earlier in entry.before}
            here = {entry.step: entry for entry in told}
            steps = sorted({*before, *here})
            while steps:
                alike = self._alike([here.get(step) for step in steps])
                if len(alike) >= RUN:
                    yield from self._run(alike)
                    steps = steps[len(alike) :]
                    continue
                step, *steps = steps
                yield from self._entry(here[step]) if step in here else self._earlier(layer, before[step])
        if not of.entries and not of.player:
            yield Line("change", "No effect changed it.", 2)
        for place, said in enumerate(of.unapplied):
            if place == 0:
                yield from self._lesson("unapplied", 2)
            yield Line("why", sentence(said), 2, 2)
        yield from self._rests()

    def _alike(self, entries: Sequence[ExplanationStep | None]) -> list[ExplanationStep]:
        """Return the entries at the beginning that say the same of different effects, and can be told together."""
        alike: list[ExplanationStep] = []
        for entry in entries:
            if entry is None or not self._is_plain(entry) or (alike and _gist(entry) != _gist(alike[0])):
                break
            alike.append(entry)
            if not entry.order:
                break
        return alike

    def _is_plain(self, entry: ExplanationStep) -> bool:
        """Return whether an entry says nothing but one change, and that timestamps alone decided its turn."""
        if len(entry.changes) != 1 or (entry.changes[0].family == "size" and not entry.changes[0].before):
            return False
        further = (entry.begun, entry.outlived, entry.passed, entry.released, entry.barred, entry.lands, entry.cda)
        late = not entry.order or entry.order.endswith(f"neither depends on the other ({self._rules['timestamp']})")
        return not any(further) and late and entry.turn.why not in DECIDED

    def _run(self, alike: Sequence[ExplanationStep]) -> Iterator[Line]:
        """Yield several entries that are alike as one."""
        yield from self._lesson("timestamp", 4)
        first, last = alike[0].changes[0], alike[-1].changes[0]
        did = f"each {joined(alike[0].here)}; {first.before} becomes {last.after}"
        what = did if first.family == "size" else f"each {first.words}"
        called = joined(ranges([entry.called for entry in alike]))
        yield Line("change", sentence(f"{called}: {what}"), 4, 2)
        rule = self._rules["timestamp"]
        said = f"their turns: each is older than the next, and neither depends on the other ({rule})"
        yield Line("detail", sentence(said), 6, 2)

    def _earlier(self, layer: str, earlier: EarlierEffect) -> Iterator[Line]:
        yield from self._table(layer, earlier.step, earlier.turn)
        said = f"{earlier.called} applies, but changes nothing here; its turn: {earlier.turn.because}"
        yield Line("why", sentence(said), 4, 2)

    def _entry(self, entry: ExplanationStep) -> Iterator[Line]:
        yield from self._table(entry.layer, entry.step, entry.turn)
        if entry.cda:
            yield from self._lesson("cda", 4)
        elif entry.turn.why not in DECIDED and entry.rivals:
            yield from self._lesson("timestamp", 4)
        what = "; ".join(change.words for change in entry.changes)
        yield Line("change", sentence(f"{entry.called}: {what}"), 4, 2)
        if self._learner and entry.here:
            yield Line("detail", sentence(f"here it {joined(entry.here)}"), 6, 2)
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
        if entry.turn.why in DECIDED:
            yield Line("why", sentence(f"its turn: {entry.turn.because}"), 6, 2)
        elif entry.order:
            yield Line("detail", sentence(f"its turn: {entry.order}"), 6, 2)
        elif self._learner and entry.rivals:
            yield Line("why", sentence(f"its turn: {entry.turn.because}"), 6, 2)
        for words in (*(passed.words for passed in entry.passed), *entry.barred):
            yield Line("why", sentence(words), 6, 2)

    def _table(self, layer: str, step: int, turn: ChoiceReason) -> Iterator[Line]:
        found = self._of.table(layer, step)
        if found is not None and found.told(found.decisive):
            yield from self._lesson("trial", 4)
            for line in found.lines(found.decisive, choice=False):
                yield msgspec.structs.replace(line, indent=line.indent + 4)
        if turn.why == "loop":
            yield from self._lesson("loop", 4)

    def _rests(self) -> Iterator[Line]:
        rests = self._of.rests
        if rests:
            yield from self._lesson("rests", 2)
        few = rests if len(rests) <= ONE_BY_ONE else rests[: ONE_BY_ONE - 1]
        for place, rest in enumerate(few):
            where = f" (layer {rest.layer})" if rest.layer else ""
            start = "and on" if place else "it also rests on" if self._of.sure else "it may also rest on"
            why = f": {rest.words}" if rest.words else ""
            yield Line("rests", sentence(f"{start} {rest.called}{where}{why}"), 2, 2)
        if few != rests:
            yield Line("rests", f"And on {joined(rest.called for rest in rests[len(few) :])}.", 2, 2)

    def _lesson(self, topic: Topic, indent: int) -> Iterator[Line]:
        if self._learner and topic not in self._given:
            self._given.add(topic)
            yield Line("lesson", lesson(topic, self._rules), indent, 2)


__all__ = ["DECIDED", "EarlierEffect", "Explanation", "ExplanationStep", "Never", "Passed", "Register", "Rest"]
