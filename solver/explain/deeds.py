"""What a step did to an object, as a ruling says it: its operations, with the amounts and conditions behind them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mtglayers.model.effects.amounts.arithmetic import Defined, Times
from mtglayers.model.effects.amounts.base import Number, X
from mtglayers.model.effects.amounts.counting import Count, Domain, KindsAmong
from mtglayers.model.effects.conditions import Exists, SelfIn
from mtglayers.model.effects.filters.characteristics import ColorCount, NoAbilities, With, WithNumber
from mtglayers.model.effects.filters.comparisons import Sharing, WithBase
from mtglayers.model.effects.filters.status import Modified, Status, WithCounter
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Amount, Condition, Operation, Selector
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.abilities_from_board import GainAllOf
from mtglayers.model.effects.operations.colors import SetColors
from mtglayers.model.effects.operations.copying import AsEnters, TakeValues, TurnedDown
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.power_toughness import SetPT
from mtglayers.model.effects.operations.types import SetSubtypes, SetTypes
from mtglayers.model.effects.selectors import Group
from mtglayers.model.effects.subtypes import families_of
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, COLOR_NAMES, KEYWORDS

from ..engine.effect import selector_of, static_plan
from ..engine.footprint import apply, footprint
from ..engine.state import numbers, object_values
from ..result.steps import without_redundant
from ..result.type_lines import shown_subtypes
from ..wording import joined, times
from .names import Names
from .needed_effects import conditions
from .paragraphs import ranges
from .phrases import now, phrase
from .uncopied import copies_prototype, uncopied_words

if TYPE_CHECKING:
    from ..engine.state import State
    from ..result.steps import Step

MAX_WORDS = 160
"""Maximum length of an amount or a condition that a ruling states, in characters."""

MAX_GROUP = 80
"""Maximum length of the words for the objects to which an effect applies, in characters."""

_TELLING = (ColorCount, Modified, NoAbilities, Sharing, Status, With, WithBase, WithCounter, WithNumber)
"""Qualifiers of a group that are the reason why an effect applies to an object."""

MAX_COUNTED = 4
"""Maximum number of objects that are named because an amount counts them."""

MAX_LENDERS = 3
"""Maximum number of objects that are named because abilities are taken from them, or a condition asks for them."""


def deeds(step: Step, number: int, names: Names) -> tuple[str, ...]:
    """Return what a step did to an object, such as ("sets power and toughness to 4/4 (its mana value)",).

    Operations that another operation of the step makes redundant are left out, and operations with the same verb share
    it: "adds the card type Land and the subtype Forest".
    """
    made = [(written, done) for written, done, mask in without_redundant(list(_evaluated(step))) if mask >> number & 1]
    kept = [(written, allowed) for written, done in made if (allowed := _allowed(done, step, number)) is not None]
    often = {done: count for done, count, mask in step.repeated if mask >> number & 1}
    said: dict[str, list[str]] = {}
    rules: dict[str, str] = {}
    lenders: dict[str, str] = {}
    called = names.object(step.before.world.objects[number].id)
    resolved = step.result.sources.resolved.get(step.effect)
    source = resolved.source_name if resolved is not None else names.printed(step.source or "")
    for written, done in kept:
        verb, _, rest = names.operation(done, called, source).partition(" ")
        if step.applied.origin == "merge":
            verb, rest = "has", f"the characteristics of {rest}, its topmost component ({_layer_rule(step)})"
            rest += _abilities_beneath(step, number)
        elif done.kind == "copy" and not isinstance(done, AsEnters):
            rest = f"{_copied_copy(step, number, done, names)}{rest}"
            verb, rest = "copies", f"the copiable values of {_values_copied(rest, step, number, names)}"
            rest += _not_copied(done, step.trace.edition)
        elif isinstance(done, SetSubtypes) and not BASIC_LAND_TYPES.keys().isdisjoint(done.subtypes):
            rest += f" ({step.trace.edition.rule('land types')})"
        elif isinstance(done, CantHave) and step.trace.edition.cant_have:
            rest = done.keyword.lower()
            verb = names.operation(done, called).removesuffix(f" {rest}")
            rules[verb] = f" ({step.trace.edition.rule('cant have')})"
        elif isinstance(done, TurnedDown) and step.trace.edition.until is None:
            rest += " (708.2a)"
        elif isinstance(written, GainAllOf):
            those = phrase(written.of, step.applied.context, step.before, names)
            lenders[verb] = f" from {those}{_lenders(written, done, step, names)}" if those else ""
        value = _value(written, step, number, names)
        rest += times(often.get(done, 1))
        said.setdefault(verb, []).append(f"{rest} ({value})" if value else rest)
    if "gives" in said and (group := _telling_group(step, number, names)):
        said["gives"][-1] += f" to {group}"
    rule = _keyword_rule(step, names)
    return tuple(
        f"{verb} {joined(dict.fromkeys(rest), 'or' if verb in rules else 'and')}".rstrip()
        + rules.get(verb, "")
        + lenders.get(verb, "")
        + rule
        for verb, rest in said.items()
    )


def values_set(step: Step, number: int) -> tuple[frozenset[str], bool]:
    """Return what a step set of an object, such as {"power", "toughness"}, and whether it did nothing else to it."""
    operations = [operation for _, operation, mask in step.footprint.operations if mask >> number & 1]
    found = [_values_set(operation) for operation in operations]
    return frozenset(chain.from_iterable(found)), all(found)


def _values_set(operation: Operation) -> Collection[str]:
    match operation:
        case SetPT(power=power, toughness=toughness):
            sizes = (("power", power), ("toughness", toughness))
            return [name for name, amount in sizes if amount is not None]
        case SetColors():
            return ["color"]
        case SetTypes():
            return ["type"]
        case SetSubtypes(subtypes=subtypes):
            return {f"{family} type" for subtype in subtypes for family in families_of(subtype)}
        case _:
            return []


def _allowed(done: Operation, step: Step, number: int) -> Operation | None:
    # An operation without the abilities that an object cannot have (113.11); None if nothing else is left of it.
    if not isinstance(done, Gain) or done.unbarred:
        return done
    barred = step.before.column("cant_have")
    given = tuple(each for each in done.abilities if not barred.get(getattr(each, "name", None), 0) >> number & 1)
    return (replace(done, abilities=given) if given else None) if given != done.abilities else done


def _copied_copy(step: Step, number: int, copy: Operation, names: Names) -> str:
    # The name of what an object entered as a copy of, if that was a copy of something else.
    found = step.before.world.objects[number]
    if found.original is None or step.effect != found.id or not isinstance(copy, TakeValues):
        return ""
    same = names.printed(found.original) in ("", copy.values.name)
    return "" if same else f"{names.object(found.original)}, a copy of "


def _values_copied(copied: str, step: Step, number: int, names: Names) -> str:
    # What an object copies, whose values these are (718.3d), and what it does not copy (707.2).
    name, exception, more = copied.partition(", except ")
    rules, which = [step.trace.edition.rule("copiable values")], uncopied_words(step, number, names)
    if copies_prototype(step, number):
        rules.append("718.3d")
        which = joined(filter(None, ("those of its prototype", which)))
    if which:
        name += f" ({which})" if exception else f", {which}"
    return f"{name}{exception}{more} ({', '.join(rules)})"


def _abilities_beneath(step: Step, number: int) -> str:
    # The components of a merged permanent, apart from the topmost one, that have abilities.
    others = [each.name for each in step.before.world.objects[number].merged[1:] if each.abilities]
    rule = " (702.140e)" if step.trace.edition.until is None else ""
    return f", and the abilities of {joined(others)}{rule}" if others else ""


def _not_copied(copy: Operation, edition: Edition) -> str:
    if not isinstance(copy, TakeValues) or not copy.not_copied(edition):
        return ""
    return f", so the ability that defines this is not copied{' (707.9d)' if edition.until is None else ''}"


def _telling_group(step: Step, number: int, names: Names) -> str:
    # The objects to which an effect applies, where its first layer says it, if a qualifier tells why the object is one:
    # "creatures with no abilities".
    effect, clauses = step.applied, step.applied.plan.clauses
    selectors = {selector_of(clauses, place) for place, mask in step.footprint.scopes if mask >> number & 1}
    group = selectors.pop() if len(selectors) == 1 else None
    first = next(iter(effect.plan.parts), "") == step.layer
    if not first or not isinstance(group, Group) or not any(isinstance(each, _TELLING) for each in group.filters):
        return ""
    words = phrase(group, effect.context, step.before, names)
    return words.removeprefix("all ") if len(words) <= MAX_GROUP else ""


def _lenders(written: GainAllOf, done: Operation, step: Step, names: Names) -> str:
    # The objects from which the abilities are taken, if they are few.
    given = set(done.abilities) if isinstance(done, Gain) else set()
    group = numbers(written.of.select(step.before, step.applied.context))
    having = [each for each in group if given & {held.ability for held in step.before.abilities(each)}]
    ids = [step.before.world.objects[each].id for each in having]
    return f", namely {names.objects(ids)}" if 0 < len(ids) <= MAX_LENDERS else ""


def _keyword_rule(step: Step, names: Names) -> str:
    # The rule of the keyword ability that has the effect, unless the condition of the effect states it.
    held = step.applied.held
    ability = None if held is None else held.ability
    if (
        not isinstance(ability, Keyword)
        or step.trace.edition.until is not None
        or "(702." in condition_words(step, names)
    ):
        return ""
    return f" ({KEYWORDS[ability.name].rule})"


def _layer_rule(step: Step) -> str:
    return next(layer.rule for layer in step.trace.edition.layers if layer.name == step.layer)


def condition_words(step: Step, names: Names, number: int | None = None) -> str:
    """Return the condition under which a step's effect applies, such as "A controls a Mountain", or "".

    "It" in the condition is object `number` if one is given.
    """
    effect = step.applied
    found = conditions(effect, {place for place, _ in step.footprint.scopes})
    found = [each for each in found if not (isinstance(each, SelfIn) and each.zone == "battlefield")]  # as always
    said = [
        words + (_cards(condition, step, names) or now(condition, effect.context, step.before))
        if (words := phrase(condition, effect.context, step.before, names))
        else ""
        for condition in found
    ]
    if number is not None:
        called = names.object(step.before.world.objects[number].id)
        said = [
            re.sub(r"^it(?:['’]s| is)\b(?! not true\b)(?!.*\b(?:turn|day|night)\b)", f"{called} is", each)
            for each in said
        ]
    return joined(each for each in said if each and len(each) <= MAX_WORDS)


def _cards(condition: Condition, step: Step, names: Names) -> str:
    # The cards that fulfill a condition from outside the battlefield, if they are few.
    if not isinstance(condition, Exists) or condition.comparison != "or greater":
        return ""
    there = condition.of.select(step.before, step.applied.context)
    there &= ~step.before.still("zone", "battlefield")
    ids = [step.before.world.objects[each].id for each in numbers(there)]
    return f" ({names.objects(ids)})" if 0 < len(ids) <= MAX_LENDERS else ""


def are_related(step: Step, later: Step) -> bool:
    """Return whether the effect of one of two steps depends on the other's."""
    one, other = step.effect, later.effect
    return step.edge(one, other) is not None or step.edge(other, one) is not None


def order_matters(first: Step, second: Step, number: int) -> bool:
    """Return whether an object would differ if the effects of two steps of a layer applied in the other order."""
    one, other = (_after(steps, first.before) for steps in ((first, second), (second, first)))
    for family in {*one.families, *other.families}:
        had, has = (object_values(state, family, number) for state in (one, other))
        if set(had) != set(has) and (family != "subtype" or shown_subtypes(tuple(had)) != shown_subtypes(tuple(has))):
            return True
    return False


def _after(steps: Sequence[Step], state: State) -> State:
    for step in steps:
        effect = step.applied
        locks = step.trace.locks_of(effect.name, steps[0].serial - 1)
        state = apply(footprint(effect, step.layer, state, locks), state, effect.context)
    return state


def _evaluated(step: Step) -> Iterator[tuple[Operation, Operation, int]]:
    # (the operation as written, the same with its values, the objects)
    effect, found = step.applied, step.footprint
    planned = effect.plan
    if found.text is not None and found.text != effect.held:  # 612
        planned = static_plan(found.text, planned.edition) or planned
    part, scopes = planned.parts.get(step.layer), dict(found.scopes)
    written = {
        (place, done): operation
        for place, operation in (part.steps if part is not None else ())
        if place in scopes
        for done, _ in operation.evaluate(step.before, effect.context, scopes[place])
    }
    for place, done, mask in found.operations:
        yield written.get((place, done), done), done, mask


def _value(written: Operation, step: Step, number: int, names: Names) -> str:
    # The amounts that determine power and toughness; those of a resolved effect were fixed as it resolved (611.2d).
    worded = _as_worded(written, step)
    amounts = list(dict.fromkeys(_plain(each) for each in worded.children() if isinstance(each, Amount)))
    resolved = step.result.sources.resolved.get(step.effect)
    source = "it" if resolved is None else resolved.source_name
    said = [
        phrase(each, step.applied.context, step.before, names, source)
        for each in amounts
        if not isinstance(each, Number | X)
    ]
    fixed = worded is not written
    kinds = ["" if fixed else _among(each, step, number, names) for each in amounts if not isinstance(each, Number | X)]
    if len(said) == 2 and said[0] and said[1].startswith(f"{said[0]} plus "):
        said[1] = f"that number{said[1].removeprefix(said[0])}"
    said = [f"{each}{kind}" for each, kind in zip(said, kinds, strict=True)]
    value = joined(each for each in said if each and len(each) <= MAX_WORDS).removesuffix(",")
    return f"{value} as it resolved" if value and fixed else value


def _among(amount: Amount, step: Step, number: int, names: Names) -> str:
    # What an amount counts: card types, colors or basic land types, or objects if they are few.
    match amount:
        case Times(amount=Amount() as part):
            return _among(part, step, number, names)
        case Count(of=of, apart=apart):
            ids = [step.before.world.objects[each].id for each in numbers(_counted(of, apart, step, number))]
            known = len(ids) in amount.values(step.before, step.applied.context, 1 << number)
            same_name = len(ids) > 1 and len(set(map(names.printed, ids))) == 1
            named = known and not same_name and 0 < len(ids) <= MAX_COUNTED
            return f", namely {joined(ranges(list(map(names.object, ids))))}," if named else ""
        case KindsAmong(of=of, family="type" | "color" as family):
            column: str = family
        case Domain(of=of):
            column = "subtype"
        case _:
            return ""
    group = of.select(step.before, step.applied.context)
    there = {str(value) for value, having in step.before.column(column).items() if having & group}
    if column == "subtype":
        words = [value for value in BASIC_LAND_TYPES if value in there]
    else:
        words = [COLOR_NAMES.get(value, value.lower()) for value in sorted(there)]
    return f", namely {joined(words)}," if words else ""


def _counted(of: Selector, apart: bool, step: Step, number: int) -> int:
    group = of.select(step.before, replace(step.applied.context, each=1 << number))
    return group & ~(1 << number) if apart else group


def _as_worded(written: Operation, step: Step) -> Operation:
    # The operation of a resolved effect before its values were fixed, if no other one is of its kind.
    effect = step.result.sources.resolved.get(step.effect)
    clauses = () if effect is None or effect.lingers else effect.clauses
    found = [each for clause in clauses for each in clause.flat() if type(each) is type(written)]
    return found[0] if len(found) == 1 else written


def _plain(amount: Amount) -> Amount:
    # "-5/-5 (A's life total)": the sign stands in the value
    while isinstance(amount, Defined) or (isinstance(amount, Times) and amount.factor in (1, -1)):
        amount = amount.amount
    return amount
