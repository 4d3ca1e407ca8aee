"""What differs between two results: boards, editions, readings, orders, or two steps of one walk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mtglayers.model.display import Shown
from mtglayers.model.vocabulary import COLOR_NAMES

from .characteristics import Characteristics, fields
from .facts import numbers
from .lines import Line, text_of
from .words import ability_text, joined

if TYPE_CHECKING:
    from mtglayers.model.ability import Ability

    from .footprint import Reason
    from .players import PlayerResult
    from .result import Result
    from .walk import LayerResult, Step

Value = str | int | bool | None


class Contrast(msgspec.Struct, frozen=True):
    """One respect in which an object or a player differs.

    Attributes:
        what: a field of `Characteristics` or `PlayerResult`, or a fact about a player (life).
        one, other: its values, where it has one at a time.
        lost, gained: where it has several, those that only the one has, and those that only the other has;
            abilities as texts.
    """

    what: str
    one: Value = None
    other: Value = None
    lost: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()


class ObjectDifference(msgspec.Struct, frozen=True):
    """What differs about one object.

    Attributes:
        id: the object.
        called: what it is called in sentences.
        one, other: what it is, in one sentence; None where it is not there.
        changes: in which respects it differs; none for an object that only one has.
    """

    id: str
    called: str
    one: str | None
    other: str | None
    changes: tuple[Contrast, ...] = ()


class Relation(msgspec.Struct, frozen=True):
    """A dependency that only one result has, at some step of a layer.

    Attributes:
        effect, on: names of the two effects; the first depends on the second.
        reasons: in the order text, existence, scope, result.
        witness: ids of the objects where it showed first.
        step: number of the step before which it showed first.
    """

    effect: str
    on: str
    reasons: tuple[Reason, ...]
    witness: tuple[str, ...]
    step: int


class Side(msgspec.Struct, frozen=True):
    """A layer as one of the two results has it.

    Attributes:
        name: of the layer; "" where the edition has no such layer, or the walk ended before it.
        order: effects in the order in which they applied.
        dependencies: those that the other result does not have.
        loops: the dependency loops that the other result does not have, in whatever order of age.
    """

    name: str
    order: tuple[str, ...] = ()
    dependencies: tuple[Relation, ...] = ()
    loops: tuple[tuple[str, ...], ...] = ()


class LayerDifference(msgspec.Struct, frozen=True):
    """What went another way in one layer; layers of two editions are the same if they are about the same.

    Attributes:
        title: what the layer is about.
        after: whether it is one of those after the layers (613.10, 613.11).
        one, other: the layer in each result.
        called: (name of an effect, what sentences call it) for all that are spoken of.
        witnesses: (id, what sentences call it) for the objects where dependencies show.
    """

    title: str
    after: bool
    one: Side
    other: Side
    called: tuple[tuple[str, str], ...] = ()
    witnesses: tuple[tuple[str, str], ...] = ()


class PlayerDifference(msgspec.Struct, frozen=True):
    """What differs about one player; a player whom only one board has differs in nothing else."""

    name: str
    only: str = ""
    changes: tuple[Contrast, ...] = ()


class Difference(Shown, msgspec.Struct, frozen=True):
    """What differs between two results, "the one" and "the other"; true if anything does.

    Attributes:
        editions, readings: under which rules each was solved; these alone are no difference.
        objects: what differs about objects: those only in the one, those only in the other, then the shared ones.
        layers: what went another way, layer by layer.
        effects: (effects that applied in the one alone, effects that applied in the other alone).
        players: what differs about players.
    """

    editions: tuple[str, str]
    readings: tuple[tuple[str, ...], tuple[str, ...]]
    objects: tuple[ObjectDifference, ...] = ()
    layers: tuple[LayerDifference, ...] = ()
    effects: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    players: tuple[PlayerDifference, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.objects or self.layers or self.players)

    @property
    def only_one(self) -> tuple[str, ...]:
        """Ids of the objects that only the one has."""
        return tuple(found.id for found in self.objects if found.other is None)

    @property
    def only_other(self) -> tuple[str, ...]:
        """Ids of the objects that only the other has."""
        return tuple(found.id for found in self.objects if found.one is None)

    def lines(self) -> tuple[Line, ...]:
        """Return the difference paragraph by paragraph: "-" marks what is so in the one, "+" in the other."""
        if not self:
            return (Line("summary", "no difference"),)
        found: list[Line] = []
        for title, mark, ids in (("Only in the one", "-", self.only_one), ("Only in the other", "+", self.only_other)):
            if ids:
                found.append(Line("summary", title))
                told = (each.one or each.other or "" for each in self.objects if each.id in ids)
                found.extend(_marked(mark, words) for words in told)
        found.extend(object_lines(self.objects))
        for layer in self.layers:
            found.extend(_layer_lines(layer))
        for player in self.players:
            found.append(Line("summary", player.name))
            if player.only:
                found.append(Line("change", f"only in the {player.only}", 2, 2))
            found.extend(Line("change", contrast_words(change), 2, 2) for change in player.changes)
        return tuple(found)

    def text(self, width: int = 80) -> str:
        """Return the difference as plain text with lines of at most `width` signs."""
        return text_of(self.lines(), width)

    def __str__(self) -> str:
        return self.text()


def difference(one: Result, other: Result) -> Difference:
    """Return what differs between two results; objects are the same if they have the same id.

    >>> from mtglayers import Board, solve
    >>> board = Board(players=["Ana", "Ben"])
    >>> forest, moon = board.enters("Dryad Arbor"), board.enters("Blood Moon")
    >>> result = solve(board)
    >>> print(difference(result.at("4", 0), result.at("4", 1)))
    Dryad Arbor
      - Dryad Arbor is a 1/1 green Dryad Forest land creature.
      + Dryad Arbor is a 1/1 green Dryad Mountain land creature with “{T}: Add {R}.”
      subtypes: loses Forest, gains Mountain
      abilities: loses “{T}: Add {G}.”, gains “{T}: Add {R}.”
    Layer 4: types
      - no effect applies
      + Blood Moon
    >>> print(difference(result, solve(board, edition="2006-07-01")))
    no difference
    """
    return Difference(
        (one.edition.key, other.edition.key),
        (one.readings.names(), other.readings.names()),
        tuple(object_differences(one, other)),
        tuple(_layers(one, other)),
        (_only(one, other), _only(other, one)),
        tuple(_players(one, other)),
    )


def touched(step: Step) -> tuple[str, ...]:
    """Return ids of the objects of which an application changed anything."""
    found = 0
    for mask in step.after.changes().values():
        found |= mask
    objects = step.before.world.objects
    return tuple(objects[number].id for number in numbers(found))


# --- Objects and players ---


def object_differences(one: Result, other: Result, ids: Iterable[str] | None = None) -> Iterator[ObjectDifference]:
    """Yield what differs about objects: those only in the one, those only in the other, then the shared ones.

    Args:
        one: the one result.
        other: the other.
        ids: look at these alone; default: all.
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
    """Return in which respects an object differs that both results have.

    Base power and toughness are left out where one side does not know them: before 2009-07-11 (208.4b), or before
    the layer that sets them.
    """
    mine, theirs = one[id], other[id]
    based = one.walk.after_setting() is not None and other.walk.after_setting() is not None
    left = ("id",) if based else ("id", "base_power", "base_toughness")
    before, after = (
        {name: getattr(x, name) for name in x.__struct_fields__ if name not in left} for x in (mine, theirs)
    )
    return _respects(before, after)


def step_changes(step: Step) -> tuple[tuple[str, tuple[Contrast, ...]], ...]:
    """Return (id, in which respects it differs after an application from before) for each object that it changed.

    The same as `object_changes` of the results before and after it; only what the application touched is looked at.
    """
    changes, found = step.after.changes(), []
    sets = step.layer == step.walk.edition.place("set") and step.walk.after_setting() is not None
    objects = step.before.world.objects
    for id in touched(step):
        number = next(number for number, each in objects.items() if each.id == id)
        wanted = {"name"}
        for (family, _), mask in changes.items():
            if mask >> number & 1:
                wanted.update(_SHOWN_BY.get(family, ()))
        if not sets:
            wanted -= {"base_power", "base_toughness"}  # not known yet, or settled (208.4b)
        before, after = (fields(x, x if sets else None, number, wanted) for x in (step.before, step.after))
        if respects := _respects(before, after):
            found.append((id, respects))
    return tuple(found)


_SIZES = ("power", "toughness", "base_power", "base_toughness")
_SHOWN_BY: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "abilities"), "mana_cost": ("mana_cost",), "mana_value": ("mana_value",), "color": ("colors",),
    "supertype": ("supertypes",), "type": ("types", *_SIZES, "loyalty", "defense"), "subtype": ("subtypes",),
    "ability": ("abilities",), "power": ("power", "base_power"), "toughness": ("toughness", "base_toughness"),
    "loyalty": ("loyalty",), "defense": ("defense",), "controller": ("controller",),
}  # fmt: skip
"""Family of values -> the characteristics that show it."""


def _respects(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Contrast, ...]:
    """Return in which respects two sets of characteristics differ; both tell the name."""
    plain = ({name: value for name, value in x.items() if name != "abilities"} for x in (before, after))
    abilities = before.get("abilities", ()), after.get("abilities", ())
    found = [*_contrasts(*plain), *_abilities(*abilities, before["name"], after["name"])]
    return tuple(sorted(found, key=lambda change: _PLACES[change.what]))


_PLACES = {name: place for place, name in enumerate(Characteristics.__struct_fields__)}


def player_changes(one: PlayerResult, other: PlayerResult) -> tuple[Contrast, ...]:
    """Return in which respects a player differs."""
    mine, theirs = (
        {"max_hand_size": found.max_hand_size, "land_plays": found.land_plays, **dict(found.facts)}
        for found in (one, other)
    )
    return (*_contrasts(mine, theirs), *_abilities(one.abilities, other.abilities))


def _contrasts(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Contrast]:
    for what in dict.fromkeys((*one, *other)):
        mine, theirs = one.get(what), other.get(what)
        if isinstance(mine, tuple) and isinstance(theirs, tuple):
            lost, gained = (tuple(word for word in a if word not in b) for a, b in ((mine, theirs), (theirs, mine)))
            if lost or gained:
                yield Contrast(what, lost=lost, gained=gained)
        elif mine != theirs:
            yield Contrast(what, one.get(what), other.get(what))


def _abilities(
    one: tuple[Ability, ...], other: tuple[Ability, ...], name: str = "", other_name: str = ""
) -> Iterator[Contrast]:
    """Yield how abilities differ as texts; they have no order in the rules, but an object may have one twice."""
    mine, theirs = Counter(one), Counter(other)
    common: Counter[Ability] = mine & theirs if name == other_name else Counter()
    lost, gained = (
        Counter([ability_text(ability, called) for ability in (found - common).elements()])
        for found, called in ((mine, name), (theirs, other_name))
    )
    if lost != gained:
        yield Contrast("abilities", lost=tuple((lost - gained).elements()), gained=tuple((gained - lost).elements()))


def _players(one: Result, other: Result) -> Iterator[PlayerDifference]:
    for name in dict.fromkeys((*one.players, *other.players)):
        if name not in one.players or name not in other.players:
            yield PlayerDifference(name, "one" if name in one.players else "other")
        elif changes := player_changes(one.players[name], other.players[name]):
            yield PlayerDifference(name, "", changes)


def _called(one: Result, other: Result, id: str) -> str:
    names = {result.explainer.names.object(id) for result in (one, other)}
    return names.pop() if len(names) == 1 else f"`{id}`"


# --- Layers ---


def _layers(one: Result, other: Result) -> Iterator[LayerDifference]:
    """Yield what went another way, in the order of the other's layers; layers that only the one has come last."""
    mine, theirs = ({layer.title: layer for layer in result.layers} for result in (one, other))
    for title in dict.fromkeys((*theirs, *mine)):
        first, second = mine.get(title), theirs.get(title)
        sides = _side(first, second), _side(second, first)
        if sides[0].order != sides[1].order or any(side.dependencies or side.loops for side in sides):
            after = title in {layer.title for result in (one, other) for layer in result.edition.after}
            yield LayerDifference(title, after, *sides, *_names(sides, one, other))


def _side(layer: LayerResult | None, other: LayerResult | None) -> Side:
    """Return a layer as one result has it, with the dependencies and loops that the other result lacks."""
    if layer is None:
        return Side("")
    known, loops = _relations(other), {frozenset(loop) for loop in other.loops} if other else set()
    relations = tuple(each for key, each in _relations(layer).items() if key not in known)
    found = tuple(loop for loop in layer.loops if frozenset(loop) not in loops)
    return Side(layer.name, layer.order, relations, found)


def _relations(layer: LayerResult | None) -> dict[tuple[object, ...], Relation]:
    """Return the dependencies at any step of a layer, in order of appearance, each with the same reasons once."""
    found: dict[tuple[object, ...], Relation] = {}
    for step in layer.steps if layer else ():
        for effect, on, data in step.graph.edges(data=True):
            relation = Relation(effect, on, tuple(data["reasons"]), tuple(data["witness"]), step.number)
            found.setdefault((effect, on, relation.reasons), relation)
    return found


Called = tuple[tuple[str, str], ...]


def _names(sides: tuple[Side, Side], one: Result, other: Result) -> tuple[Called, Called]:
    """Return what the effects and the witnesses of both sides are called."""
    effects: dict[str, str] = {}
    witnesses: dict[str, str] = {}
    for side, result in zip(sides, (one, other), strict=True):
        names = result.explainer.names
        for effect in (*side.order, *(name for each in side.dependencies for name in (each.effect, each.on))):
            called = names.effect(effect, side.name)
            effects[effect] = max(effects.get(effect, ""), called, key=len)  # the longer name says more
        for id in (id for each in side.dependencies for id in each.witness):
            witnesses[id] = max(witnesses.get(id, ""), names.object(id), key=len)
    return tuple(effects.items()), tuple(witnesses.items())


def _only(one: Result, other: Result) -> tuple[str, ...]:
    """Return the effects that applied somewhere in the one and nowhere in the other, in order of application."""
    theirs = {step.effect for step in other.steps}
    return tuple(dict.fromkeys(step.effect for step in one.steps if step.effect not in theirs))


# --- Words ---

_WHAT = {
    "mana_cost": "mana cost", "mana_value": "mana value", "colors": "colours", "types": "card types",
    "base_power": "base power", "base_toughness": "base toughness", "attached_to": "attached to",
    "tapped": "status", "max_hand_size": "maximum hand size", "land_plays": "land plays in a turn",
}  # fmt: skip
_NONE = {"controller": "nobody", "max_hand_size": "none", "land_plays": "any number"}


def object_lines(found: Iterable[ObjectDifference], indent: int = 0) -> Iterator[Line]:
    """Yield the shared objects of a difference as paragraphs: what each is on both sides, and what that changes."""
    for each in found:
        if each.one is None or each.other is None:
            continue
        yield Line("summary", each.called.removeprefix("the "), indent)
        if each.one != each.other:
            yield _marked("-", each.one, indent)
            yield _marked("+", each.other, indent)
        for change in shown_contrasts(each.changes):
            yield Line("change", contrast_words(change), indent + 2, 2)


def shown_contrasts(changes: Sequence[Contrast]) -> Iterator[Contrast]:
    """Yield the contrasts that are worth a line: base power and toughness only where they tell something else."""
    known = {change.what: (change.one, change.other) for change in changes}
    for change in changes:
        plain = change.what.removeprefix("base_")
        if plain == change.what or known.get(plain) != (change.one, change.other):
            yield change


def what_words(what: str) -> str:
    """Return what a characteristic is called in sentences: "base power"."""
    return _WHAT.get(what, what)


def contrast_words(change: Contrast) -> str:
    """Return a contrast in words.

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


def _value(what: str, value: Value) -> str:
    if value is None or value == "":
        return _NONE.get(what, "none")
    if what == "tapped":
        return "tapped" if value else "untapped"
    return f"`{value}`" if what == "attached_to" else str(value)


def _marked(mark: str, words: str, indent: int = 0) -> Line:
    return Line("change", f"{mark} {words}", indent + 2, 2)


def _layer_lines(found: LayerDifference) -> Iterator[Line]:
    effects, witnesses = dict(found.called), dict(found.witnesses)
    one, other = found.one, found.other
    names = dict.fromkeys(name for name in (one.name, other.name) if name)
    layer = "After the layers" if found.after else f"Layer {'/'.join(names)}"
    yield Line("layer", f"{layer}: {found.title}")
    if one.order != other.order:
        for mark, side in (("-", one), ("+", other)):
            yield _marked(mark, ", then ".join(effects[name] for name in side.order) or "no effect applies")
    for mark, side in (("-", one), ("+", other)):
        for edge in side.dependencies:
            where = joined(witnesses[id] for id in edge.witness)
            reasons = f"{joined(edge.reasons)}: {where}" if where else joined(edge.reasons)
            yield _marked(mark, f"{effects[edge.effect]} depends on {effects[edge.on]} ({reasons})")
        for members in side.loops:
            yield _marked(mark, f"a dependency loop: {joined(effects[name] for name in members)}")


__all__ = [
    "Contrast", "Difference", "LayerDifference", "ObjectDifference", "PlayerDifference", "Relation", "Side",
    "contrast_words", "difference", "object_changes", "object_differences", "object_lines", "player_changes",
    "shown_contrasts", "step_changes", "touched", "what_words",
]  # fmt: skip
