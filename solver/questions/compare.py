"""Differences between two results, such as those of two boards, editions or steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.view import union
from mtglayers.model.rules.vocabulary import COLOR_NAMES

from ..engine.parts import equal_parts
from ..engine.state import numbers
from ..explain.paragraphs import Line, Printable, marked
from ..result.characteristics import Characteristics, fields
from ..result.together import masks_since
from ..result.type_lines import shown_subtypes
from ..wording import ability_text, joined
from .compare_layers import LayerDifference, ended, layer_differences, layer_lines

if TYPE_CHECKING:
    from ..result.players import PlayerResult
    from ..result.result import Result
    from ..result.steps import Step


class Contrast(msgspec.Struct, frozen=True):
    """A characteristic or other value that differs between two results.

    Attributes:
        what: a field of `Characteristics` or `PlayerResult`, or another fact about a player, such as life.
        one, other: the two values, if the field has a single value.
        lost, gained: for a field with several values, those only in the first result and those only in the second;
            abilities are strings.
    """

    what: str
    one: str | int | bool | None = None
    other: str | int | bool | None = None
    lost: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()


class ObjectDifference(msgspec.Struct, frozen=True):
    """The difference between two results for one object.

    Attributes:
        id: the object's id.
        called: the name that sentences use for the object.
        one, other: a sentence that describes the object in each result; None if the result does not contain the
            object.
        changes: the characteristics that differ; empty if only one result contains the object.
    """

    id: str
    called: str
    one: str | None
    other: str | None
    changes: tuple[Contrast, ...] = ()


class PlayerDifference(msgspec.Struct, frozen=True):
    """The difference between two results for one player.

    Attributes:
        name: the player's name.
        only: "one" or "other" if only the named result contains the player, else "".
        changes: the values that differ.
    """

    name: str
    only: str = ""
    changes: tuple[Contrast, ...] = ()


class Difference(Printable, msgspec.Struct, frozen=True):
    """The difference between two results ("one" and "other"); true if they differ.

    Attributes:
        editions, readings: the edition and the readings of each result; these do not count as differences.
        objects: the objects that differ, beginning with those missing from one result.
        layers: the layers that differ.
        effects: (effects that applied only in the first result, effects that applied only in the second).
        players: the players that differ.
        ended: for each result, its last layer if the other result has later layers, else "".
    """

    editions: tuple[str, str]
    readings: tuple[tuple[str, ...], tuple[str, ...]]
    objects: tuple[ObjectDifference, ...] = ()
    layers: tuple[LayerDifference, ...] = ()
    effects: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    players: tuple[PlayerDifference, ...] = ()
    ended: tuple[str, str] = ("", "")

    def __bool__(self) -> bool:
        return bool(self.objects or self.layers or self.players)

    @property
    def only_one(self) -> tuple[str, ...]:
        """Ids of the objects that exist only in the first result."""
        return tuple(found.id for found in self.objects if found.other is None)

    @property
    def only_other(self) -> tuple[str, ...]:
        """Ids of the objects that exist only in the second result."""
        return tuple(found.id for found in self.objects if found.one is None)

    def lines(self) -> tuple[Line, ...]:
        """Return the difference as paragraphs; "-" marks the first result and "+" the second."""
        if not self:
            return (Line("summary", "no difference"), *self._ended())
        found: list[Line] = []
        for side, mark, ids in (("first", "-", self.only_one), ("second", "+", self.only_other)):
            if ids:
                found.append(Line("summary", f"Only in the {side} result"))
                found.extend(marked(mark, each.one or each.other or "") for each in self.objects if each.id in ids)
        found.extend(object_lines(self.objects))
        for layer in self.layers:
            found.extend(layer_lines(layer))
        for mark, only, side in (("-", "one", "first"), ("+", "other", "second")):
            if names := [player.name for player in self.players if player.only == only]:
                found.append(Line("summary", f"Players only in the {side} result"))
                found.append(marked(mark, joined(names)))
        for player in self.players:
            if not player.only:
                found.append(Line("summary", player.name))
                found.extend(Line("change", contrast_words(change), 2, 2) for change in player.changes)
        return (*found, *self._ended())

    def _ended(self) -> Iterator[Line]:
        for side, layer in zip(("first", "second"), self.ended, strict=True):
            if layer:
                yield Line("detail", f"The results were compared up to layer {layer}, where the {side} result ends.")


def difference(one: Result, other: Result) -> Difference:
    """Return the difference between two results; objects are identified by their ids.

    >>> from mtglayers import Board, solve
    >>> board = Board(players=["Ana", "Ben"])
    >>> forest, moon = board.enters("Dryad Arbor"), board.enters("Blood Moon")
    >>> result = solve(board)
    >>> print(difference(result.at("4", 0), result.at("4", 1)))
    Dryad Arbor
      - Dryad Arbor is a 1/1 green Forest Dryad land creature.
      + Dryad Arbor is a 1/1 green Dryad Mountain land creature with “{T}: Add {R}.”
      subtypes: loses Forest, gains Mountain
      abilities: loses “{T}: Add {G}.”, gains “{T}: Add {R}.”
    Layer 4: types
      - no effect applies
      + Blood Moon
    >>> print(difference(result, solve(board, edition="2006-07-01")))
    no difference
    """
    from ..result.result import expect_results

    expect_results("difference", one, other)
    return Difference(
        (one.edition.key, other.edition.key),
        (one.readings.names(), other.readings.names()),
        tuple(object_differences(one, other)),
        tuple(layer_differences(one, other)),
        (_only(one, other), _only(other, one)),
        tuple(player_differences(one, other)),
        (ended(one, other), ended(other, one)),
    )


def changed_objects(step: Step) -> tuple[str, ...]:
    """Return the ids of the objects that an application changed."""
    objects = step.before.world.objects
    return tuple(objects[number].id for number in numbers(union(step.after.changes().values())))


# --- Objects and players ---


def object_differences(one: Result, other: Result, ids: Iterable[str] | None = None) -> Iterator[ObjectDifference]:
    """Yield the objects that differ, beginning with those missing from one result.

    Args:
        one: the first result.
        other: the second result.
        ids: the objects to compare; by default, all.
    """
    wanted = None if ids is None else set(ids)
    mine, theirs = ([id for id in result if wanted is None or id in wanted] for result in (one, other))
    for id in mine:
        if id not in other.objects:
            yield ObjectDifference(id, one.explainer.names.object(id), one.explainer.summary(id), None)
    for id in theirs:
        if id not in one.objects:
            yield ObjectDifference(id, other.explainer.names.object(id), None, other.explainer.summary(id))
    for id in mine:
        if id in other.objects and (changes := object_changes(one, other, id)):
            summaries = one.explainer.summary(id), other.explainer.summary(id)
            yield ObjectDifference(id, _called(one, other, id), *summaries, changes)


def object_changes(one: Result, other: Result, id: str) -> tuple[Contrast, ...]:
    """Return the characteristics of an object that differ between two results.

    Base power and toughness are compared only if both results have them. They exist only since 2009-07-11 (208.4b)
    and only after the layer that sets them.
    """
    mine, theirs = one[id], other[id]
    based = one.trace.after_setting() is not None and other.trace.after_setting() is not None
    left = ("id",) if based else ("id", "base_power", "base_toughness")
    before, after = (
        {name: getattr(x, name) for name in x.__struct_fields__ if name not in left} for x in (mine, theirs)
    )
    return _respects(before, after)


def step_changes(step: Step) -> tuple[tuple[str, tuple[Contrast, ...]], ...]:
    """Return pairs (id, changes) for the objects that an application changed.

    The changes are the same as those that `object_changes` finds between the results before and after the step.
    """
    changes, found = step.after.changes(), dict[int, tuple[Contrast, ...]]()
    sets = step.layer == step.trace.edition.place("set") and step.trace.after_setting() is not None
    states = [(x, x if sets else None) for x in (step.before, step.after)]
    masks = [mask for state in states for mask in masks_since(step.trace.start, *state)[0]]
    changed = union(changes.values())
    bases = [mask & changed for mask in step.before.world.bases.values() if mask & changed]
    for part in equal_parts(masks, bases):  # objects with the same changes
        wanted = {"name"}
        for (family, _), mask in changes.items():
            if mask & part:
                wanted.update(_SHOWN_BY.get(family, ()))
        if not sets:
            wanted -= {"base_power", "base_toughness"}  # not known yet, or no longer changing (208.4b)
        members = numbers(part)
        before, after = (fields(*state, members[0], wanted) for state in states)
        if respects := _respects(before, after):
            found.update(dict.fromkeys(members, respects))
    objects = step.before.world.objects
    return tuple((objects[number].id, found[number]) for number in sorted(found))


_SIZES = ("power", "toughness", "base_power", "base_toughness")
_SHOWN_BY: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "abilities"), "mana_cost": ("mana_cost",), "mana_value": ("mana_value",), "color": ("colors",),
    "supertype": ("supertypes",), "type": ("types", *_SIZES, "loyalty", "defense"), "subtype": ("subtypes",),
    "ability": ("abilities",), "power": ("power", "base_power"), "toughness": ("toughness", "base_toughness"),
    "loyalty": ("loyalty",), "defense": ("defense",), "controller": ("controller",),
}  # fmt: skip
"""Family of values -> the characteristics that depend on this family."""


def _respects(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Contrast, ...]:
    # Both mappings have the key "name".
    plain = ({name: value for name, value in x.items() if name != "abilities"} for x in (before, after))
    abilities = before.get("abilities", ()), after.get("abilities", ())
    found = [*_contrasts(*plain), *_abilities(*abilities, before["name"], after["name"])]
    return tuple(sorted(found, key=lambda change: _PLACES[change.what]))


_PLACES = {name: place for place, name in enumerate(Characteristics.__struct_fields__)}


def player_changes(one: PlayerResult, other: PlayerResult) -> tuple[Contrast, ...]:
    """Return the values of a player that differ between two results."""
    mine, theirs = (
        {"max_hand_size": found.max_hand_size, "land_plays": found.land_plays, **dict(found.facts)}
        for found in (one, other)
    )
    return (*_contrasts(mine, theirs), *_abilities(one.abilities, other.abilities))


def _contrasts(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Contrast]:
    for what in dict.fromkeys((*one, *other)):
        mine, theirs = one.get(what), other.get(what)
        if isinstance(mine, tuple) and isinstance(theirs, tuple):
            if what == "subtypes":
                mine, theirs = shown_subtypes(mine), shown_subtypes(theirs)
            lost, gained = (tuple(word for word in a if word not in b) for a, b in ((mine, theirs), (theirs, mine)))
            if lost or gained:
                yield Contrast(what, lost=lost, gained=gained)
        elif mine != theirs:
            yield Contrast(what, one.get(what), other.get(what))


def _abilities(
    one: tuple[Ability, ...], other: tuple[Ability, ...], name: str = "", other_name: str = ""
) -> Iterator[Contrast]:
    # Abilities are compared as strings; their number matters, but their order does not.
    mine, theirs = Counter(one), Counter(other)
    common: Counter[Ability] = mine & theirs if name == other_name else Counter()
    lost, gained = (
        Counter([ability_text(ability, called) for ability in (found - common).elements()])
        for found, called in ((mine, name), (theirs, other_name))
    )
    if lost != gained:
        yield Contrast("abilities", lost=tuple((lost - gained).elements()), gained=tuple((gained - lost).elements()))


def player_differences(one: Result, other: Result) -> Iterator[PlayerDifference]:
    """Yield the players that differ."""
    for name in dict.fromkeys((*one.players, *other.players)):
        if name not in one.players or name not in other.players:
            yield PlayerDifference(name, "one" if name in one.players else "other")
        elif changes := player_changes(one.players[name], other.players[name]):
            yield PlayerDifference(name, "", changes)


def _called(one: Result, other: Result, id: str) -> str:
    names = {result.explainer.names.object(id) for result in (one, other)}
    return names.pop() if len(names) == 1 else f"`{id}`"


def _only(one: Result, other: Result) -> tuple[str, ...]:
    theirs = {step.effect for step in other.steps}
    return tuple(dict.fromkeys(step.effect for step in one.steps if step.effect not in theirs))


# --- Descriptions ---

_WHAT = {
    "mana_cost": "mana cost", "mana_value": "mana value", "colors": "colors", "types": "card types",
    "base_power": "base power", "base_toughness": "base toughness", "attached_to": "attached to",
    "tapped": "status", "max_hand_size": "maximum hand size", "land_plays": "land plays in a turn",
}  # fmt: skip
_NONE = {"controller": "nobody", "max_hand_size": "none", "land_plays": "any number"}


def object_lines(found: Iterable[ObjectDifference], indent: int = 0) -> Iterator[Line]:
    """Yield the changes to objects that exist in both results, as paragraphs."""
    for each in found:
        if each.one is None or each.other is None:
            continue
        yield Line("summary", each.called.removeprefix("the "), indent)
        if each.one != each.other:
            yield marked("-", each.one, indent)
            yield marked("+", each.other, indent)
        for change in shown_contrasts(each.changes):
            yield Line("change", contrast_words(change), indent + 2, 2)


def shown_contrasts(changes: Sequence[Contrast]) -> Iterator[Contrast]:
    """Yield the contrasts, except base values that changed like the actual values."""
    known = {change.what: (change.one, change.other) for change in changes}
    for change in changes:
        plain = change.what.removeprefix("base_")
        if plain == change.what or known.get(plain) != (change.one, change.other):
            yield change


def changes_words(changes: Sequence[Contrast]) -> str:
    """Return descriptions of the contrasts to show, separated by semicolons."""
    return "; ".join(map(contrast_words, shown_contrasts(changes)))


def what_words(what: str) -> str:
    """Return the name that sentences use for a characteristic, such as "base power"."""
    return _WHAT.get(what, what)


def contrast_words(change: Contrast) -> str:
    """Describe a contrast in a few words.

    >>> contrast_words(Contrast("subtypes", lost=("Forest",), gained=("Mountain",)))
    'subtypes: loses Forest, gains Mountain'
    >>> contrast_words(Contrast("base_power", None, 1))
    'base power: none becomes 1'
    """
    what = what_words(change.what)
    if change.lost or change.gained:
        quoted = change.what == "abilities"
        said = [f"{verb} {_listed(v, quoted)}" for verb, v in (("loses", change.lost), ("gains", change.gained)) if v]
        return f"{what}: {', '.join(said)}"
    return f"{what}: {_value(change.what, change.one)} becomes {_value(change.what, change.other)}"


def _listed(words: Iterable[str], quoted: bool) -> str:
    return joined(f"“{word}”" if quoted and " " in word else COLOR_NAMES.get(word, word) for word in words)


def _value(what: str, value: str | int | bool | None) -> str:
    if value is None or value == "":
        return _NONE.get(what, "none")
    if what == "tapped":
        return "tapped" if value else "untapped"
    return f"`{value}`" if what == "attached_to" else str(value)
