"""Why an object is what it is: the reasons as data, and as sentences."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from mtglayers.model.display import Shown
from mtglayers.model.lands import INTRINSIC
from mtglayers.model.operation import ChangeWords
from mtglayers.model.view import ANY, Held, Mask
from mtglayers.model.vocabulary import COLORS

from .characteristics import TYPE_ORDER
from .grounds import Grounds
from .lines import Line, text_of, wrapped
from .pairs import PairTable, table
from .turns import Turn, Unapplied, turn, unapplied, unapplied_words
from .words import Names, ability_words, article, color_words, joined, operation_words, sentence

if TYPE_CHECKING:
    from .characteristics import Characteristics
    from .facts import Facts
    from .result import Result
    from .walk import Step

LONGEST = 100
"""A list of abilities with more signs is only counted in a summary."""

Family = Literal["controller", "name", "mana cost", "type", "colour", "ability", "size", "other"]


class Change(msgspec.Struct, frozen=True):
    """What one application changed about one object, in one respect.

    Attributes:
        family: the respect.
        before, after: in words; "" for none. For abilities `before` was lost and `after` gained.
        words: the change as a phrase.
    """

    family: Family
    before: str
    after: str
    words: str


class Entry(msgspec.Struct, frozen=True):
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
        serial: number of the step in the whole walk.
        earlier: (what it is called, why it was its turn) for effects that went before it in the layer without
            changing the object, where a dependency decided between the two.
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
    turn: Turn
    going_on: bool
    earlier: tuple[tuple[str, Turn], ...] = ()
    serial: int = 0


class Explanation(Shown, msgspec.Struct, frozen=True):
    """Why one object is what it is; printed, it is sentences.

    Attributes:
        id: the object.
        summary: what it is, as a sentence.
        entries: the applications that changed it, in order.
        unapplied: what would have come from the object itself and never applied, as sentences.
        effects: names of all effects that it rests on: those of the entries, and those that decided what they did.
        going_on: the number of the rule by which effects outlive their ability.
    """

    id: str
    summary: str
    entries: tuple[Entry, ...]
    unapplied: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    going_on: str = "613.6"

    def lines(self) -> tuple[Line, ...]:
        """Return the explanation paragraph by paragraph."""
        found = [Line("summary", self.summary)]
        layer = ""
        for entry in self.entries:
            if entry.layer != layer:
                layer = entry.layer
                found.append(Line("layer", f"Layer {layer}, {entry.title} ({entry.rule})", 2))
            what = "; ".join(change.words for change in entry.changes)
            found.append(Line("change", sentence(f"{entry.called}: {what}"), 4, 2))
            if entry.going_on:
                found.append(Line("why", f"Its ability is gone, but it had started ({self.going_on}).", 6))
            for called, earlier in entry.earlier:
                found.append(Line("why", sentence(f"before it, {called}: {earlier.because}"), 6, 2))
                found.extend(Line("detail", sentence(detail), 8, 2) for detail in earlier.details)
            if entry.turn.why in ("waited", "loop", "released"):
                found.append(Line("why", sentence(f"its turn: {entry.turn.because}"), 6, 2))
                found.extend(Line("detail", sentence(detail), 8, 2) for detail in entry.turn.details)
        if not self.entries:
            found.append(Line("change", "No effect changed it.", 2))
        found.extend(Line("why", sentence(said), 2) for said in self.unapplied)
        return tuple(found)

    def text(self, width: int = 80) -> str:
        """Return the explanation as plain text with lines of at most `width` signs."""
        return text_of(self.lines(), width)

    def __str__(self) -> str:
        return self.text()


class Explainer:
    """Explains the objects of one result; what they share is worked out once."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.names = result.walk.names
        self._turns: dict[int, Turn] = {}
        self._tables: dict[int, PairTable] = {}
        self._numbers = {found.id: number for number, found in result.walk.start.world.objects.items()}

    @cached_property
    def unapplied(self) -> tuple[Unapplied, ...]:
        """The effects that never applied in a layer although they existed (613.8a)."""
        return unapplied(self.result)

    def turn(self, step: Step) -> Turn:
        """Return why a step was the next one."""
        if step.serial not in self._turns:
            self._turns[step.serial] = turn(step, self.result.walk, self.names)
        return self._turns[step.serial]

    def table(self, step: Step) -> PairTable:
        """Return who depended on whom before a step, pair by pair, and what was chosen."""
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
            changes = step.after.changes()
            whole = 0
            for (_, value), mask in changes.items():
                whole |= mask if value == ANY else 0
            found.append((step, changes, whole))
        return tuple(found)

    def summary(self, id: str) -> str:
        """Return what an object is, in one sentence."""
        return summary(self.result[id], self.number(id), self.result, self.names)

    def number(self, id: str) -> int:
        """Return the number of an object, its bit in every mask."""
        return self._numbers[id]

    def effects(self, id: str) -> tuple[str, ...]:
        """Return the names of all effects that an object rests on."""
        number = self._numbers[id]
        return self._grounds.of(step.effect for step, _, whole in self._changed if whole >> number & 1)

    def is_changed(self, id: str) -> bool:
        """Return whether any application changed the object."""
        number = self._numbers[id]
        return any(whole >> number & 1 for _, _, whole in self._changed)

    def changes(self, step: Step) -> tuple[tuple[str, tuple[Change, ...]], ...]:
        """Return what a step changed: (id, changes) for each object that it changed, oldest first."""
        changes = step.after.changes()
        found = []
        for id in self.result:
            number = self._numbers[id]
            families = {family for (family, value), mask in changes.items() if value == ANY and mask >> number & 1}
            if told := tuple(self._told(step, number, families)):
                found.append((id, told))
        return tuple(found)

    def explain(self, id: str) -> Explanation:
        """Return why object `id` is what it is.

        Raises:
            UnknownObjectError: there is no such object.
        """
        found = self.result[id]
        number = self._numbers[found.id]
        entries: list[Entry] = []
        for step, changes, whole in self._changed:
            if whole >> number & 1:
                families = {family for (family, value), mask in changes.items() if value == ANY and mask >> number & 1}
                told = tuple(self._told(step, number, families))
                if told:
                    entries.append(self._entry(step, told, {entry.serial for entry in entries}))
        own = [lost for lost in self.unapplied if lost.source == found.id]
        return Explanation(
            found.id,
            self.summary(found.id),
            tuple(entries),
            tuple(unapplied_words(lost, self.names, self.result) for lost in own),
            self.effects(found.id),
            self.result.edition.rule("started"),
        )

    def _entry(self, step: Step, changes: tuple[Change, ...], told: Container[int]) -> Entry:
        layer = self.result.layer(step.layer)
        earlier = tuple(
            (self.names.effect(other.effect, layer.name), self.turn(other))
            for other in layer.steps[: step.number - 1]
            if step.effect in (*other.choice.loop, *other.choice.waiting) and other.serial not in told
        )
        return Entry(
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
            earlier,
            step.serial,
        )

    def _told(self, step: Step, number: int, families: Iterable[str]) -> Iterator[Change]:
        """Yield how `step` changed object `number`, in the order of the layers."""
        families = set(families)
        before, after = step.before, step.after
        players = before.world.players
        if "controller" in families:
            old, new = before.controller(number), after.controller(number)
            was, now = ("nobody" if p is None else players[p] for p in (old, new))
            yield Change("controller", was, now, f"control passes from {was} to {now}")
        for family, called in (("name", "name"), ("mana_cost", "mana cost")):
            if family in families:
                was, now = (_first(state, family, number) or "none" for state in (before, after))
                yield _becomes("name" if family == "name" else "mana cost", was, now, f"{called} ")
        if families & {"type", "subtype", "supertype"}:
            yield _becomes("type", type_line(before, number), type_line(after, number))
        if "color" in families:
            was, now = (color_words(_colors(state, number)) for state in (before, after))
            yield _becomes("colour", was, now)
        if "ability" in families:
            worded = any(isinstance(operation, ChangeWords) for operation in step.operations)
            yield from _abilities(before, after, number, worded=worded)
        if families & {"power", "toughness"}:
            was, now = (_size(state, number) for state in (before, after))
            # 208.5: the 0/0 of a creature that has no size yet is no value that anything gave it.
            yield _becomes("size", "" if self._unsized(number, before) else was, now)
        for family in ("loyalty", "defense"):
            if family in families:
                was, now = (str(_first(state, family, number) or "none") for state in (before, after))
                yield _becomes("other", was, now, f"{family} ")

    def _unsized(self, number: int, state: Facts) -> bool:
        """Return whether the object has had no power and toughness but those of 208.5 so far."""
        place = self.result.edition.place("define")
        layers = self.result.layers
        sizes = next((i for i, layer in enumerate(layers) if layer.name == place), 0)
        if not sizes or _size(layers[sizes - 1].after, number):
            return False
        return _size(state, number) == "0/0"


def _becomes(family: Family, before: str, after: str, what: str = "") -> Change:
    if not before:
        return Change(family, before, after, f"is {what}{after}")
    return Change(family, before, after, f"{what}{before} becomes {after or 'nothing'}")


def _abilities(before: Facts, after: Facts, number: int, *, worded: bool) -> Iterator[Change]:
    name = _first(after, "name", number)
    old, new = list(before.abilities(number)), list(after.abilities(number))
    lost = sorted((held for held in old if held not in new), key=_place)
    gained = sorted((held for held in new if held not in old), key=_place)
    for was in list(lost) if worded else ():  # 612: words changed inside an ability that stays
        now = next((h for h in gained if h.origin == was.origin == "copiable" and h.place == was.place), None)
        if now is not None:
            lost.remove(was)
            gained.remove(now)
            texts = ability_words(was.ability, name), ability_words(now.ability, name)
            yield Change("ability", *texts, f"{texts[0]} now reads {texts[1]}")
    if lost:
        words = _listed(lost, name)
        yield Change("ability", words, "", f"loses {words}")
    if gained:
        words = _listed(gained, name)
        yield Change("ability", "", words, f"gains {words}")


def _listed(held: Iterable[Held], name: str) -> str:
    return joined(ability_words(each.ability, name) for each in held)


def _place(held: Held) -> tuple[Any, ...]:
    rank = {"copiable": 0, "intrinsic": 1, "granted": 2}
    basic = next((place for place, known in enumerate(INTRINSIC.values()) if known == held), 0)
    by = (held.stamp, held.granter) if held.origin == "granted" else ((), "")
    return rank[held.origin], *by, held.place, basic


# --- What it is ---


def summary(found: Characteristics, number: int, result: Result, names: Names) -> str:
    """Return what an object is, as a sentence: "The Saproling is a 1/1 green Mountain Saproling land creature."."""
    size = f"{found.power}/{found.toughness}" if found.power is not None else ""
    start = result.walk.start
    pale = not found.colors and ("Creature" in found.types or bool(_colors(start, number)))
    words = [
        size,
        *(word.lower() for word in found.supertypes),
        color_words(found.colors) if found.colors or pale else "",
        *(word for word in found.subtypes if not word.startswith("every ")),
        *(word.lower() for word in found.types),
    ]
    if not found.types:
        words.append("permanent" if found.zone == "battlefield" else "card")
    elif found.zone not in ("battlefield", "stack"):
        words.append("card")
    elif found.zone == "stack":
        words.append("spell")
    noun = " ".join(word for word in words if word)
    every = [word for word in found.subtypes if word.startswith("every ")]
    said = f"{names.object(found.id)} is {article(noun)} {noun}"
    if every:
        said += f" of {joined(every)}"
    if found.zone not in ("battlefield", "stack"):
        said += " in exile" if found.zone == "exile" else f" in {found.owner}’s {found.zone}"
    elif found.controller not in (None, _controller_at(start, number)):
        said += f" under {found.controller}’s control"
    called = _first(start, "name", number)
    if found.name != called:
        said += f" named {found.name}" if found.name else " without a name"
    held_before = {held.ability for held in start.abilities(number)}
    if set(found.abilities) != held_before:
        said += f" with {_having(found)}" if found.abilities else " without abilities"
    return sentence(said)


def _having(found: Characteristics) -> str:
    said = joined(ability_words(ability, found.name) for ability in found.abilities)
    return said if len(said) <= LONGEST else f"{len(found.abilities)} abilities"


def type_line(state: Facts, number: int) -> str:
    """Return an object's type line in a state: "Land Creature — Forest Saproling"."""

    def words(family: str) -> list[str]:
        return sorted(value for value, mask in state.column(family).items() if mask >> number & 1)

    types = sorted(words("type"), key=lambda word: TYPE_ORDER.index(word) if word in TYPE_ORDER else -1)
    left = " ".join((*words("supertype"), *types)) or "no type"
    right = " ".join(words("subtype"))
    return f"{left} — {right}" if right else left


def _first(state: Facts, family: str, number: int) -> Any:
    return next((value for value, mask in state.column(family).items() if mask >> number & 1), "")


def _colors(state: Facts, number: int) -> list[str]:
    return [color for color in COLORS if state.column("color").get(color, 0) >> number & 1]


def _size(state: Facts, number: int) -> str:
    power, toughness = _first(state, "power", number), _first(state, "toughness", number)
    return "" if power == "" and toughness == "" else f"{power}/{toughness}"


def _controller_at(state: Facts, number: int) -> str | None:
    player = state.controller(number)
    return None if player is None else state.world.players[player]


def explain(result: Result, id: str) -> Explanation:
    """Return why object `id` of a result is what it is.

    Raises:
        UnknownObjectError: there is no such object.
    """
    return Explainer(result).explain(id)


__all__ = ["Change", "Entry", "Explainer", "Explanation", "Line", "explain", "summary", "type_line", "wrapped"]
