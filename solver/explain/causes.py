"""The causes of a dependency, from the changes in its trial application (613.8a)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from mtglayers.model.effects.amounts.arithmetic import Defined, Half, Minus, Plus, Sum, Times
from mtglayers.model.effects.amounts.counting import Count, Its
from mtglayers.model.effects.conditions import Exists
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Amount
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.view import ANY, EVERY_CREATURE_TYPE, EVERY_LAND_TYPE, Column, Held, Mask, union
from mtglayers.model.rules.vocabulary import CARD_TYPES, COLORS, SUPERTYPES, plural
from mtglayers.model.support.progress import checkpoint

from ..engine.effect import Effect, selector_of
from ..engine.footprint import present
from ..engine.state import Changes, State, numbers, object_values
from ..wording import article, color_words, joined
from .names import Names
from .phrases import phrase

if TYPE_CHECKING:
    from ..engine.dependency import PendingGraph
    from ..engine.trials import Edge

Family = Literal[
    "controller", "name", "mana cost", "mana value", "type", "colour", "ability", "text", "size", "amount", "other",
]  # fmt: skip

MAX_TRIALS = 200
"""Maximum number of trials when searching for a minimal set of changes."""

MAX_QUOTED = 100
"""Maximum length of a quoted ability, in characters."""

MAX_CAUSES = 3
"""Maximum number of causes listed in one sentence; the rest are counted ("2 more such changes")."""


class Cause(msgspec.Struct, frozen=True):
    """A change that causes a dependency.

    Together, the causes of a dependency change the effect's footprint in the same way as the whole trial
    application.

    Attributes:
        object: the id of the object that changed, or "" for a number that does not belong to a single object.
        family: the characteristic that changed.
        before, after: descriptions of the old and the new values, each separated by commas.
        words: the change as a clause, such as "the Saproling would become a land".
    """

    object: str
    family: Family
    before: str
    after: str
    words: str


def causes(layer: PendingGraph, edge: Edge, names: Names) -> tuple[Cause, ...]:
    """Return the causes of a dependency.

    Changed numbers come first, followed by changes to objects in timestamp order. The result is empty if the dependency
    exists only under the reading "outcome".
    """
    effect, on = layer.effects[edge.effect], layer.effects[edge.on]
    before = layer.footprint(effect)
    later, changes = layer.trial(on)
    after = layer.footprint_on(effect, later)
    if before.text is not None and after.text is not None and before.text != after.text:
        return (_text_cause(effect, before.text, after.text, layer.state, names),)
    source = effect.source
    gone = not after.exists or not after.generated
    if gone and effect.held is not None and source is not None and present(effect, later) is None:
        return (_lost_ability(effect.held, source, layer.state, names),)
    counted = tuple(_numbers_read(effect, layer, edge.witness, later, names))
    if counted and edge.reasons == ("result",):
        return counted
    facts = layer.state
    seen = changes_seen(columns_read(effect, layer.name), changes)
    needed = minimal_changes(facts, seen, edge.witness, lambda state: layer.footprint_on(effect, state) == after)
    if len(counted) == 1 and not after.exists and union(needed.values()).bit_count() > 1:
        return counted
    return tuple(_of_objects(needed, facts, later, names))


# --- Minimal changes ---


def columns_read(effect: Effect, layer: str) -> frozenset[Column]:
    """Return the columns that determine an effect's footprint in the given layer."""
    watched = effect.plan.parts[layer].reads
    if effect.held is not None:
        watched |= {("ability", effect.held)} | effect.condition_reads
    return watched


def changes_seen(watched: Collection[Column], changes: Changes) -> dict[Column, Mask]:
    """Return the changes to the `watched` columns, preferred changes first."""
    found = [
        (column, mask)
        for column, mask in changes.items()
        if column[1] != ANY and (column in watched or (column[0], ANY) in watched)
    ]
    found.sort(key=lambda item: (_PRIORITY.get(item[0][0], len(_PRIORITY)), repr(item[0][1])))
    return dict(found)


_PRIORITY = {
    family: place
    for place, family in enumerate((
        "controller", "type", "subtype", "supertype", "color", "ability", "name", "mana_value", "mana_cost", "power",
        "toughness", "loyalty", "defense", "cant_have", "fallen",
    ))
}  # fmt: skip
"""Order of preference for changes if several would each suffice."""


def minimal_changes(
    facts: State, seen: Mapping[Column, Mask], witness: Mask, shows: Callable[[State], bool]
) -> dict[Column, Mask]:
    """Return a minimal subset of changes for which `shows` is true.

    Changes to the objects in `witness` are preferred. The result is empty if `shows` is false even for all changes
    together.
    """
    trials = 0

    def enough(wanted: Mapping[Column, Mask]) -> bool:
        nonlocal trials
        checkpoint("candidate")
        trials += 1
        return trials <= MAX_TRIALS and shows(toggled(facts, wanted))

    own = {column: mask & witness for column, mask in seen.items() if mask & witness}
    found = own if own and enough(own) else dict(seen)
    if found is not own and not enough(found):
        return {}
    for column in reversed(list(found)):
        less = {other: mask for other, mask in found.items() if other != column}
        if enough(less):
            found = less
    for column in list(found):
        several = len(found) > 1 or found[column].bit_count() > 1
        for number in reversed(numbers(found[column])) if several else ():
            less = {**found, column: found[column] & ~(1 << number)}
            if enough(less):
                found = less
    return {column: mask for column, mask in found.items() if mask}


def toggled(facts: State, changes: Mapping[Column, Mask]) -> State:
    """Return a copy of the state in which the given changes are undone or redone."""
    draft = facts.draft()
    for (family, value), mask in changes.items():
        having = facts.column(family).get(value, 0)
        draft.drop(family, value, mask & having)
        draft.put(family, value, mask & ~having)
    return draft


# --- Numbers ---


def _numbers_read(effect: Effect, layer: PendingGraph, witness: Mask, later: State, names: Names) -> Iterator[Cause]:
    now, context = layer.state, effect.context
    about = witness or 1 << (effect.source or 0)
    for amount in dict.fromkeys(_amounts_used(effect, layer)):
        try:
            was, then = amount.values(now, context, about), amount.values(later, context, about)
        except (ValueError, LookupError, NotImplementedError):  # the amount is not a single number
            continue
        words = phrase(amount, effect.context, now, names)
        if words and len(was) == len(then) == 1 and was.keys() != then.keys():
            (old,), (new,) = was, then
            yield Cause("", "amount", str(old), str(new), f"{words} would be {new} rather than {old}")


def _amounts_used(effect: Effect, layer: PendingGraph) -> Iterator[Amount]:
    clauses = effect.plan.clauses
    for place, operation in layer.part(effect).steps:
        for node in (operation, selector_of(clauses, place), clauses[place].condition):
            yield from _amounts(node)
    yield from _amounts(effect.condition)


def _amounts(node: Node | None) -> Iterator[Amount]:
    # Yield the outermost amounts first; leave out amounts in granted abilities.
    if node is None or isinstance(node, Ability):
        return
    if isinstance(node, Amount) and not isinstance(node, (Times, Plus, Half, Defined, Sum, Minus, Its)):
        if node.reads():
            yield node
        return
    if isinstance(node, Exists):
        yield Count(node.of)
    for child in node.children():
        yield from _amounts(child)


# --- Objects ---


def _of_objects(needed: Mapping[Column, Mask], now: State, later: State, names: Names) -> Iterator[Cause]:
    objects = now.world.objects
    for number in sorted(numbers(union(needed.values())), key=lambda number: (objects[number].stamp, number)):
        checkpoint("sentence")
        id = objects[number].id
        called = names.object(id)
        about = [column for column, mask in needed.items() if mask >> number & 1]
        for family, before, after in before_and_after(about, number, now, later, names):
            yield Cause(id, family, before, after, would_clause(family, before, after, called))


def before_and_after(
    columns: Iterable[Column], number: int, now: State, later: State, names: Names
) -> Iterator[tuple[Family, str, str]]:
    """Yield (family, lost values, gained values) for an object's changed columns."""
    by_family: dict[Family, list[Column]] = {}
    for column in columns:
        by_family.setdefault(_FAMILIES.get(column[0], "other"), []).append(column)
    for family, changed in by_family.items():
        for before, after in _described(family, changed, number, now, later, names):
            yield family, before, after


_FAMILIES: Mapping[str, Family] = {
    "controller": "controller", "name": "name", "mana_cost": "mana cost", "mana_value": "mana value", "type": "type",
    "subtype": "type", "supertype": "type", "color": "colour", "ability": "ability", "power": "size",
    "toughness": "size",
}  # fmt: skip


def _described(
    family: Family, columns: Sequence[Column], number: int, now: State, later: State, names: Names
) -> Iterator[tuple[str, str]]:
    going: list[Any] = [value for name, value in columns if now.column(name).get(value, 0) >> number & 1]
    coming: list[Any] = [value for _, value in columns if value not in going]
    match family:
        case "controller":
            players = [state.controller(number) for state in (now, later)]
            was, then = ("" if player is None else now.world.players[player] for player in players)
            yield was, then
        case "type":
            yield ", ".join(map(str, going)), ", ".join(map(str, coming))
        case "colour":
            lost, gained = (color_words(sorted(side, key=COLORS.index)) if side else "" for side in (going, coming))
            yield lost, gained if object_values(later, "color", number) else color_words(())
        case "size":
            pairs = list(_plain(sorted(columns, key=lambda column: column[0]), number, now, later))
            yield ", ".join(old for old, _ in pairs if old), ", ".join(new for _, new in pairs if new)
        case "ability":
            yield from _abilities(going, coming, number, now, later, names)
        case _:
            yield from _plain(columns, number, now, later)


def _plain(columns: Sequence[Column], number: int, now: State, later: State) -> Iterator[tuple[str, str]]:
    for family in dict.fromkeys(family for family, _ in columns):
        what = "" if family in ("name", "mana_cost", "mana_value") else f"{family.replace('_', ' ')} "
        old, new = (
            ", ".join(f"{what}{value}" for value in object_values(state, family, number) if value != "")
            for state in (now, later)
        )
        yield old, new


def _abilities(
    going: Sequence[Held], coming: Sequence[Held], number: int, now: State, later: State, names: Names
) -> Iterator[tuple[str, str]]:
    printed = names.printed(now.world.objects[number].id)
    alone = bool(going) and len(list(now.abilities(number))) == 1 and isinstance(going[0].ability, Keyword)
    if going and not alone and next(later.abilities(number), None) is None:
        yield "all abilities", ""
        return
    for held in going:
        yield _quoted(held, printed, names), ""
    for held in coming:
        yield "", _quoted(held, printed, names)


def _quoted(held: Held, name: str, names: Names) -> str:
    words = names.ability(held.ability, name)
    return words if len(words) <= MAX_QUOTED else "an ability"


def _lost_ability(held: Held, source: int, now: State, names: Names) -> Cause:
    id = now.world.objects[source].id
    text = names.ability(held.ability, names.printed(id))
    only = sum(1 for each in now.abilities(source) if each.origin == "copiable") == 1
    what = "its ability" if only or len(text) > MAX_QUOTED else text
    return Cause(id, "ability", text, "", f"{names.object(id)} would lose {what}")


def _text_cause(effect: Effect, was: Held, then: Held, now: State, names: Names) -> Cause:
    id = now.world.objects[effect.source or 0].id
    before, after = (names.ability(held.ability, names.printed(id)) for held in (was, then))
    return Cause(id, "text", before, after, f"its text would read {after}")


# --- Sentences ---


def would_clause(family: Family, before: str, after: str, about: str, *, many: bool = False) -> str:
    """Return a change as a clause, such as "Taiga would stop being a Mountain"."""
    match family:
        case "controller":
            return f"{after or 'nobody'} would control {'them' if about == 'they' else about}"
        case "type":
            return f"{about} would {_types_clause(split_words(before), split_words(after), many=many)}"
        case "colour":
            if not after:
                return f"{about} would stop being {before}"
            return f"{about} would become {after}" + (f" rather than {before}" if before else "")
        case "ability" if before == "all abilities":
            return f"{about} would lose all abilities"
        case "ability":
            return f"{about} would {'have ' + after if after else 'lose ' + before}"
        case "name":
            return f"{about} would be called {after}" if after else f"{about} would have no name"
        case "mana cost":
            return f"{about} would have {f'the mana cost {after}' if after else 'no mana cost'}"
        case "mana value":
            return f"{about} would have the mana value {after or 0} rather than {before or 0}"
        case _:
            old, new = joined(split_words(before)), joined(split_words(after))
            if not new:
                return f"{about} would no longer have {old}"
            if len(split_words(before)) == len(split_words(after)) == 1:
                old = old.removeprefix(f"{new.partition(' ')[0]} ")
            return f"{about} would have {new}" + (f" rather than {old}" if old else "")


def split_words(words: str) -> list[str]:
    """Split a description of old or new values, as in `Cause.before`, into values."""
    return [word for word in words.split(", ") if word]


def _types_clause(going: Sequence[str], coming: Sequence[str], *, many: bool) -> str:
    said = []
    if coming:
        said.append(f"become {type_words(coming, many=many)}")
    if going:
        said.append(f"stop being {type_words(going, many=many)}")
    return joined(said)


def type_words(words: Sequence[str], *, many: bool) -> str:
    """Return types as a phrase, such as "a land" or "Forests and Islands"."""
    said = []
    for word in words:
        if word in SUPERTYPES:
            said.append(word.lower())
        elif word in (EVERY_CREATURE_TYPE, EVERY_LAND_TYPE):
            said.append(f"of {word}")
        else:
            noun = word.lower() if word in CARD_TYPES else word
            said.append(plural(noun) if many else f"{article(noun)} {noun}")
    return joined(said)


def caused(found: Sequence[Cause], names: Names, itself: str | None = None) -> str:
    """Return causes as what the other effect would do, such as "make the Saproling a land".

    Identical changes to several objects are combined; object `itself` is "itself".
    """
    groups: dict[tuple[Family, str, str], list[Cause]] = {}
    for cause in found:
        groups.setdefault((cause.family, cause.before, cause.after), []).append(cause)
    said = []
    for (family, before, after), members in groups.items():
        if len(members) > 1 and all(cause.object for cause in members):
            about = names.objects([cause.object for cause in members], itself=itself)
            said.append(would_clause(family, before, after, about, many=True))
        elif itself is not None and [cause.object for cause in members] == [itself]:
            said.append(would_clause(family, before, after, "itself"))
        else:
            said.extend(cause.words for cause in members)
    few = [_made(words) for words in said[:MAX_CAUSES]]
    return joined([*few, f"make {len(said) - MAX_CAUSES} more such changes"] if len(said) > MAX_CAUSES else few)


def _made(clause: str) -> str:
    # "make Taiga a Mountain rather than a Forest" for "Taiga would become a Mountain and stop being a Forest"
    about, _, verb = clause.partition(" would ")
    first, _, rest = verb.partition(" ")
    match first:
        case "be" if rest.startswith("called "):
            return f"give {about} the name {rest.removeprefix('called ')}"
        case "become" | "be":
            return f"make {about} {rest.replace(' and stop being ', ' rather than ')}"
        case "have":
            return f"give {about} {rest}"
        case "control":
            return f"give {about} control of {rest}"
        case _:
            return f"make {about} {verb}"
