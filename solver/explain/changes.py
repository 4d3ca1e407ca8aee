"""Descriptions of the changes made by applying an effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mtglayers.model.effects.operations.text import ChangeWords, SetWords
from mtglayers.model.effects.view import ANY, EVERY_CREATURE_TYPE, EVERY_LAND_TYPE, Column, Held, Mask, creatures, union
from mtglayers.model.rules.vocabulary import COLORS

from ..engine.state import numbers, object_values
from ..result.characteristics import ability_order, sorted_types
from ..result.type_lines import in_printed_order, shown_subtypes
from ..wording import color_words, joined
from .causes import Family, before_and_after, split_words, type_words
from .names import Names

if TYPE_CHECKING:
    from ..engine.state import State
    from ..result.steps import Step

MAX_CHANGES = 2
"""Maximum number of distinct changes listed in one sentence."""


class Change(msgspec.Struct, frozen=True):
    """A change to one characteristic of an object by one application.

    Attributes:
        family: the characteristic.
        before, after: descriptions of the old value and the new value; for abilities, the lost and gained abilities.
        words: the change as a phrase.
    """

    family: Family
    before: str
    after: str
    words: str


def families_changed(number: int, changes: Mapping[Column, Mask]) -> set[str]:
    """Return the families of an object that columns show as changed."""
    return {family for (family, value), mask in changes.items() if value == ANY and mask >> number & 1}


def changes_of(step: Step, number: int, families: Iterable[str], names: Names, *, unsized: bool) -> Iterator[Change]:
    """Yield the changes that a step made to the given families of an object.

    `unsized` specifies that the object had been 0/0 only because of 208.5.
    """
    families = set(families)
    before, after = step.before, step.after
    players = before.world.players
    if "controller" in families:
        old, new = before.controller(number), after.controller(number)
        was, now = ("nobody" if p is None else players[p] for p in (old, new))
        yield Change("controller", was, now, f"control passes from {was} to {now}")
    texts: tuple[tuple[str, Family], ...] = (("name", "name"), ("mana_cost", "mana cost"))
    for family, called in texts:
        if family in families:
            was, now = (first_value(state, family, number) or "none" for state in (before, after))
            yield _becomes(called, was, now, f"{called} ")
    if families & {"type", "subtype", "supertype"}:
        order = names.subtype_order(before.world.objects[number].id)
        was, now = type_line(before, number, order), type_line(after, number, order)
        if was != now:  # individual creature types are hidden by "every creature type"
            yield _becomes("type", was, now)
    if "color" in families:
        was, now = (color_words(colors_of(state, number)) for state in (before, after))
        yield _becomes("colour", was, now)
    if "ability" in families:
        yield from _abilities(before, after, number, names, worded=reworded(step))
    if "cant_have" in families:
        rule = step.trace.edition.rule("cant have")
        for keyword, mask in sorted(after.column("cant_have").items()):
            if mask >> number & 1 and not before.column("cant_have").get(keyword, 0) >> number & 1:
                yield Change("ability", "", "", f"can’t have {keyword.lower()} ({rule})")
    if families & {"power", "toughness"}:
        was, now = (size_of(state, number) for state in (before, after))
        if was != now:  # 208.5
            yield _becomes("size", "" if unsized else was, now)
    for family in ("loyalty", "defense"):
        if family in families:
            values = (first_value(state, family, number) for state in (before, after))
            was, now = ("none" if value == "" else str(value) for value in values)  # 0 is a value
            yield _becomes("other", was, now, f"{family} ")


def of_many(words: str) -> str:
    """Return the plural form of a verb phrase, such as "gain flying"."""
    verb, _, rest = words.partition(" ")
    many = {"gains": "gain", "gives": "give", "loses": "lose", "is": "are"}.get(verb)
    return words if many is None else f"{many} {rest}"


def reworded(step: Step) -> bool:
    """Return whether a step changed the text of an ability (612)."""
    return any(isinstance(operation, (ChangeWords, SetWords)) for operation in step.operations)


def _becomes(family: Family, before: str, after: str, what: str = "") -> Change:
    if not before:
        return Change(family, before, after, f"is {what}{after}")
    return Change(family, before, after, f"{what}{before} becomes {after or 'nothing'}")


def _abilities(before: State, after: State, number: int, names: Names, *, worded: bool) -> Iterator[Change]:
    name, named = (first_value(state, "name", number) for state in (before, after))
    old, new = list(before.abilities(number)), list(after.abilities(number))
    lost = sorted((held for held in old if held not in new), key=ability_order)
    gained = sorted((held for held in new if held not in old), key=ability_order)
    for was in list(lost) if worded else ():  # 612: the text of an ability changed
        now = next((h for h in gained if h.origin == was.origin == "copiable" and h.place == was.place), None)
        if now is not None:
            lost.remove(was)
            gained.remove(now)
            texts = names.ability(was.ability, name), names.ability(now.ability, named)
            yield Change("ability", *texts, f"{texts[0]} now reads {texts[1]}")
    if lost:
        words = _listed(lost, name, names)
        yield Change("ability", words, "", f"loses {words}")
    if gained:
        words = _listed(gained, named, names)
        yield Change("ability", "", words, f"gains {words}")


def _listed(held: Iterable[Held], name: str, names: Names) -> str:
    return joined(names.ability(each.ability, name) for each in held)


# --- Several objects ---


def changes_made(step: Step, changed: Mapping[Column, Mask], names: Names) -> str:
    """Return a description of a step's changes, such as "made Taiga a Swamp"."""
    objects = step.before.world.objects
    is_itself = step.source is not None and names.effect(step.effect, step.layer) == names.object(step.source)
    itself = step.source if is_itself else None
    groups: dict[tuple[Family, str, str], list[str]] = {}
    for number in sorted(numbers(union(changed.values())), key=lambda number: (objects[number].stamp, number)):
        about = [column for column, mask in changed.items() if mask >> number & 1]
        for side in before_and_after(about, number, step.before, step.after, names):
            groups.setdefault(side, []).append(objects[number].id)
    phrases = [
        past_clause(family, before, after, names.objects(ids, itself=itself), many=len(ids) > 1)
        for (family, before, after), ids in groups.items()
    ]
    return joined([*phrases[:MAX_CHANGES], "similar changes"] if len(phrases) > MAX_CHANGES + 1 else phrases)


def past_clause(family: Family, before: str, after: str, about: str, *, many: bool = False) -> str:
    """Return a change in the past tense, such as "made Taiga a Swamp"."""
    going, coming = split_words(before), split_words(after)
    match family:
        case "controller":
            return f"gave control of {about} to {after or 'nobody'}"
        case "type" if coming in ([EVERY_CREATURE_TYPE], [EVERY_LAND_TYPE]):
            return f"gave {about} {after}"
        case "type":
            return f"made {about} {_made(going, coming, many=many)}"
        case "colour":
            return f"made {about} {after}" if after else f"made {about} no longer {before}"
        case "ability":
            return f"gave {about} {after}" if after else f"took {before} from {about}"
        case "name" | "mana cost":
            return f"changed the {family} of {about} to {after or 'none'}"
        case "mana value":
            return f"changed the mana value of {about} to {after or 0}"
        case "size":
            return f"gave {about} {joined(coming)}" if coming else f"took {joined(going)} from {about}"
        case _:
            return f"changed {about}"


def _made(going: Sequence[str], coming: Sequence[str], *, many: bool) -> str:
    if not coming:
        return f"no longer {type_words(going, many=many)}"
    return type_words(coming, many=many) + (f" rather than {type_words(going, many=many)}" if going else "")


# --- Values ---


def type_line(state: State, number: int, order: Sequence[str] = ()) -> str:
    """Return an object's type line, such as "Land Creature — Saproling Forest", with subtypes in the given order."""
    supertypes, types, subtypes = (
        sorted(object_values(state, family, number)) for family in ("supertype", "type", "subtype")
    )
    left = " ".join((*supertypes, *sorted_types(types))) or "no type"
    right = " ".join(in_printed_order(shown_subtypes(tuple(subtypes)), order))
    return f"{left} — {right}" if right else left


def first_value(state: State, family: str, number: int) -> Any:
    """Return the first value that an object has in a family, or "" if it has none."""
    return next(iter(object_values(state, family, number)), "")


def colors_of(state: State, number: int) -> list[str]:
    """Return the colors of an object, in WUBRG order."""
    return sorted(object_values(state, "color", number), key=COLORS.index)


def size_of(state: State, number: int) -> str:
    """Return power and toughness, such as "2/2"; "" means a noncreature permanent (208.3)."""
    if not creatures(state) >> number & 1:
        return ""
    power, toughness = first_value(state, "power", number), first_value(state, "toughness", number)
    return "" if power == "" and toughness == "" else f"{power}/{toughness}"
