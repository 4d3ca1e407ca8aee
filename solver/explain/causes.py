"""Why a dependency exists: what the trial application changed, in words (613.8a)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from mtglayers.model.effects.amounts.arithmetic import Defined, Half, Minus, Plus, Sum, Times
from mtglayers.model.effects.amounts.counting import Count, Its
from mtglayers.model.effects.conditions import Exists
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Amount
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.view import ANY, EVERY_CREATURE_TYPE, EVERY_LAND_TYPE, Column, Held, Mask
from mtglayers.model.rules.vocabulary import CARD_TYPES, COLORS, SUPERTYPES, plural
from mtglayers.model.support.progress import checkpoint

from ..engine.effect import Effect, condition_of, selector_of
from ..engine.footprint import present
from ..engine.state import Changes, State, numbers
from ..wording import ability_words, article, color_words, joined
from .names import Names

if TYPE_CHECKING:
    from ..engine.dependency import Edge, PendingGraph

Family = Literal[
    "controller", "name", "mana cost", "mana value", "type", "colour", "ability", "text", "size", "amount", "other",
]  # fmt: skip

MAX_TRIALS = 200
"""Maximum number of trials to find the fewest changes that show a dependency."""

MAX_QUOTED = 100
"""Maximum number of characters of an ability that is quoted."""

MAX_CAUSES = 3
"""Maximum number of causes that are listed; more are counted."""


class Cause(msgspec.Struct, frozen=True):
    """One change of the trial application that the dependency needs.

    With these changes alone, of all that the trial made, the effect's footprint would be the same as after it.

    Attributes:
        object: id of the object that changed; "" for a number that is of no single object.
        family: what changed about it.
        before, after: the values lost and gained, in words, separated by commas; "" for none.
        words: the change as a clause: "the Saproling would become a land".
    """

    object: str
    family: Family
    before: str
    after: str
    words: str


def causes(layer: PendingGraph, edge: Edge, names: Names) -> tuple[Cause, ...]:
    """Return why a dependency exists: numbers first, then objects by their timestamps.

    Nothing, where only the reading "outcome" of layer 3 sees it.
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
    if len(counted) == 1 and not after.exists and _together(needed).bit_count() > 1:
        return counted
    return tuple(_of_objects(needed, facts, later, names))


# --- What it takes ---


def columns_read(effect: Effect, layer: str) -> frozenset[Column]:
    """Return the columns that decide an effect's footprint in a layer."""
    watched = effect.plan.parts[layer].reads
    if effect.held is not None:
        condition = condition_of(effect.held, effect.plan.edition)
        watched |= {("ability", effect.held)} | (condition.reads() if condition is not None else frozenset())
    return watched


def changes_seen(watched: Collection[Column], changes: Changes) -> dict[Column, Mask]:
    """Return the changes of the columns `watched`, the most informative first."""
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
"""Which changes are preferred where several would do."""


def minimal_changes(
    facts: State, seen: Mapping[Column, Mask], witness: Mask, shows: Callable[[State], bool]
) -> dict[Column, Mask]:
    """Return a minimal subset of the changes with which `shows` holds.

    Those on the witness are preferred; nothing, where all of the changes together do not show it.
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
    """Return a state in which objects that have a value lose it, and the others gain it."""
    draft = facts.draft()
    for (family, value), mask in changes.items():
        having = facts.column(family).get(value, 0)
        draft.drop(family, value, mask & having)
        draft.put(family, value, mask & ~having)
    return draft


def _together(needed: Mapping[Column, Mask]) -> Mask:
    whole = 0
    for mask in needed.values():
        whole |= mask
    return whole


# --- Numbers ---


def _numbers_read(effect: Effect, layer: PendingGraph, witness: Mask, later: State, names: Names) -> Iterator[Cause]:
    now, context = layer.state, effect.context
    about = witness or 1 << (effect.source or 0)
    for amount in dict.fromkeys(_amounts_used(effect, layer)):
        try:
            was, then = amount.values(now, context, about), amount.values(later, context, about)
            words = _amount_words(amount, effect, now, names)
        except (ValueError, LookupError, NotImplementedError):  # no sentence says it, or it is no one number
            continue
        if len(was) == len(then) == 1 and was.keys() != then.keys():
            (old,), (new,) = was, then
            yield Cause("", "amount", str(old), str(new), f"{words} would be {new} rather than {old}")


def _amounts_used(effect: Effect, layer: PendingGraph) -> Iterator[Amount]:
    clauses = effect.plan.clauses
    for place, operation in layer.part(effect).steps:
        yield from _amounts(operation)
        yield from _amounts(selector_of(clauses, place))
        condition = clauses[place].condition
        if condition is not None:
            yield from _amounts(condition)
    condition = None if effect.held is None else condition_of(effect.held, effect.plan.edition)
    if condition is not None:
        yield from _amounts(condition)


def _amounts(node: Node) -> Iterator[Amount]:
    # Outermost first, without those of granted abilities.
    if isinstance(node, Ability):
        return
    if isinstance(node, Amount) and not isinstance(node, (Times, Plus, Half, Defined, Sum, Minus, Its)):
        if node.reads():
            yield node
        return
    if isinstance(node, Exists):
        yield Count(node.of)
    for child in node.children():
        yield from _amounts(child)


def _amount_words(amount: Amount, effect: Effect, facts: State, names: Names) -> str:
    # Without "you": "the number of creatures Ana controls".
    from mtglayers.model.oracle.printing.sentences import english

    world = facts.world
    source = None if effect.source is None else names.object(world.objects[effect.source].id)
    you = facts.you(effect.context)
    text = english(amount, source or "it")
    if you is not None:
        return _outside(text, world.players[you])
    return text


def _outside(text: str, player: str) -> str:
    """Return words with a player's name for "you"."""
    said = text
    for own, other in _VERBS.items():
        said = re.sub(rf"\byou {own}\b", f"{player} {other}", said)
    said = re.sub(r"\byour\b", f"{player}’s", said)
    return f"{text} (for {player})" if re.search(r"\byou\b", said) else said


_VERBS = {"control": "controls", "own": "owns", "have": "has", "don['’]t control": "doesn’t control"}


# --- Objects ---


def _of_objects(needed: Mapping[Column, Mask], now: State, later: State, names: Names) -> Iterator[Cause]:
    objects = now.world.objects
    for number in sorted(numbers(_together(needed)), key=lambda number: (objects[number].stamp, number)):
        checkpoint("sentence")
        id = objects[number].id
        called = names.object(id)
        about = [column for column, mask in needed.items() if mask >> number & 1]
        for family, before, after in before_and_after(about, number, now, later, names):
            yield Cause(id, family, before, after, would_clause(family, before, after, called))


def before_and_after(
    columns: Iterable[Column], number: int, now: State, later: State, names: Names
) -> Iterator[tuple[Family, str, str]]:
    """Yield (family, values lost, values gained) for columns that changed about an object."""
    by_family: dict[Family, list[Column]] = {}
    for column in columns:
        by_family.setdefault(_FAMILIES.get(column[0], "other"), []).append(column)
    for family, changed in by_family.items():
        for before, after in _DESCRIBERS.get(family, _plain)(changed, number, now, later, names):
            yield family, before, after


_FAMILIES: Mapping[str, Family] = {
    "controller": "controller", "name": "name", "mana_cost": "mana cost", "mana_value": "mana value", "type": "type",
    "subtype": "type", "supertype": "type", "color": "colour", "ability": "ability", "power": "size",
    "toughness": "size",
}  # fmt: skip

Pairs = Iterable[tuple[str, str]]
Describer = Callable[[Sequence[Column], int, State, State, Names], Pairs]
"""(columns that changed, object, state, state after the trial, names) -> values lost and gained, in words."""


def _gone_and_new(columns: Sequence[Column], number: int, now: State) -> tuple[list[Any], list[Any]]:
    going = [value for family, value in columns if now.column(family).get(value, 0) >> number & 1]
    return going, [value for _, value in columns if value not in going]


def _plain(columns: Sequence[Column], number: int, now: State, later: State, _names: Names) -> Pairs:
    for family in dict.fromkeys(family for family, _ in columns):
        what = "" if family in ("name", "mana_cost", "mana_value") else f"{family.replace('_', ' ')} "
        old, new = (_values(state, family, number) for state in (now, later))
        yield ", ".join(f"{what}{value}" for value in old), ", ".join(f"{what}{value}" for value in new)


def _values(state: State, family: str, number: int) -> list[Any]:
    return [value for value, mask in state.column(family).items() if mask >> number & 1 and value != ""]


def _control(_columns: Sequence[Column], number: int, now: State, later: State, _names: Names) -> Pairs:
    old, new = now.controller(number), later.controller(number)
    was, then = ("" if player is None else now.world.players[player] for player in (old, new))
    yield was, then


def _types(columns: Sequence[Column], number: int, now: State, _later: State, _names: Names) -> Pairs:
    going, coming = _gone_and_new(columns, number, now)
    yield ", ".join(map(str, going)), ", ".join(map(str, coming))


def _colors(columns: Sequence[Column], number: int, now: State, later: State, _names: Names) -> Pairs:
    going, coming = _gone_and_new(columns, number, now)
    bare = not any(later.column("color").get(color, 0) >> number & 1 for color in COLORS)
    words = [color_words([color for color in COLORS if color in side]) if side else "" for side in (going, coming)]
    yield words[0], "colourless" if bare else words[1]


def _sizes(columns: Sequence[Column], number: int, now: State, later: State, names: Names) -> Pairs:
    pairs = list(_plain(sorted(columns, key=lambda column: column[0]), number, now, later, names))
    yield ", ".join(old for old, _ in pairs if old), ", ".join(new for _, new in pairs if new)


def _abilities(columns: Sequence[Column], number: int, now: State, later: State, names: Names) -> Pairs:
    going, coming = _gone_and_new(columns, number, now)
    printed = names.printed(now.world.objects[number].id)
    alone = len(list(now.abilities(number))) == 1 and isinstance(going[0].ability, Keyword) if going else False
    if going and not alone and next(later.abilities(number), None) is None:
        yield "all abilities", ""
        return
    for held in going:
        yield _quoted(held, printed), ""
    for held in coming:
        yield "", _quoted(held, printed)


_DESCRIBERS: Mapping[Family, Describer] = {
    "controller": _control, "type": _types, "colour": _colors, "size": _sizes, "ability": _abilities,
}  # fmt: skip


def _quoted(held: Held, name: str) -> str:
    words = ability_words(held.ability, name)
    return words if len(words) <= MAX_QUOTED else "an ability"


def _lost_ability(held: Held, source: int, now: State, names: Names) -> Cause:
    id = now.world.objects[source].id
    text = ability_words(held.ability, names.printed(id))
    only = sum(1 for each in now.abilities(source) if each.origin == "copiable") == 1
    what = "its ability" if only or len(text) > MAX_QUOTED else text
    return Cause(id, "ability", text, "", f"{names.object(id)} would lose {what}")


def _text_cause(effect: Effect, was: Held, then: Held, now: State, names: Names) -> Cause:
    id = now.world.objects[effect.source or 0].id
    before, after = (ability_words(held.ability, names.printed(id)) for held in (was, then))
    return Cause(id, "text", before, after, f"its text would read {after}")


# --- Sentences ---


def would_clause(family: Family, before: str, after: str, about: str, *, many: bool = False) -> str:
    """Return a change in the conditional: "Taiga would stop being a Mountain"."""
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
            what = new.partition(" ")[0]
            if len(split_words(before)) == len(split_words(after)) == 1 and old.startswith(f"{what} "):
                old = old.removeprefix(f"{what} ")
            return (
                f"{about} would have {new} rather than {old}"
                if old and new
                else f"{about} would " + (f"have {new}" if new else f"no longer have {old}")
            )


def split_words(words: str) -> list[str]:
    """Return the values of one side of a change."""
    return [word for word in words.split(", ") if word]


def _types_clause(going: Sequence[str], coming: Sequence[str], *, many: bool) -> str:
    said = []
    if coming:
        said.append(f"become {type_words(coming, many=many)}")
    if going:
        said.append(f"stop being {type_words(going, many=many)}")
    return joined(said)


def type_words(words: Sequence[str], *, many: bool) -> str:
    """Return types as nouns: "a land", "legendary", "Forests and Islands"."""
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


def because(found: Sequence[Cause], names: Names, those: Sequence[str] = ()) -> str:
    """Return causes as one clause; objects with the same change share it.

    Args:
        found: the causes.
        names: what objects are called.
        those: ids of the objects just mentioned, which need not be named again.
    """
    groups: dict[tuple[Family, str, str], list[Cause]] = {}
    for cause in found:
        groups.setdefault((cause.family, cause.before, cause.after), []).append(cause)
    said = []
    for (family, before, after), members in groups.items():
        if len(members) > 1 and all(cause.object for cause in members):
            ids = [cause.object for cause in members]
            about = "they" if sorted(ids) == sorted(those) else names.objects(ids)
            said.append(would_clause(family, before, after, about, many=True))
        elif [members[0].object] == list(those):
            said.append(_about_same(members[0], names))
        else:
            said.extend(cause.words for cause in members)
    few = said[:MAX_CAUSES]
    return joined([*few, f"{len(said) - MAX_CAUSES} more such changes"] if len(said) > MAX_CAUSES else few)


def _about_same(cause: Cause, names: Names) -> str:
    called = names.object(cause.object)
    if cause.words.startswith(f"{called} "):
        return f"that {cause.words[len(called) + 1 :]}"
    return cause.words.removesuffix(called) + "it" if cause.words.endswith(f" {called}") else cause.words
