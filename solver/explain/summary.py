"""What objects are, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.abilities import LoseAll
from mtglayers.model.effects.view import EVERY_CREATURE_TYPE, creatures

from ..engine.state import object_values
from ..history.resolved import fix
from ..wording import ability_words, article, color_words, joined, possessive
from .changes import colors_of, first_value
from .names import Names

if TYPE_CHECKING:
    from mtglayers.model.effects.language import Ability, Clause
    from mtglayers.model.objects.gameobject import ResolvedEffect

    from ..result.characteristics import Characteristics
    from ..result.result import Result

MAX_LISTED = 100
"""Maximum number of characters in a complete list of abilities."""

MAX_SHORT = 24
"""Maximum number of characters of an ability that is listed beside others that are only counted."""


def description(found: Characteristics, number: int, result: Result, names: Names, *, stripped: bool = False) -> str:
    """Return what an object is, such as "a 1/1 green creature".

    Args:
        found: the characteristics of the object.
        number: its number.
        result: the result.
        names: the names of objects.
        stripped: whether an effect changed the abilities of the object.
    """
    size = f"{found.power}/{found.toughness}" if found.power is not None else ""
    start = result.trace.start
    pale = not found.colors and ("Creature" in found.types or bool(colors_of(start, number)))
    words = [
        size,
        *(word.lower() for word in found.supertypes),
        color_words(found.colors) if found.colors or pale else "",
        *(word for word in found.subtypes if not word.startswith("every ")),
        *(word.lower() for word in found.types),
    ]
    if start.world.objects[number].card.emblem:  # 114.5: an emblem is not a card
        words.append("emblem")
    elif not found.types:
        words.append("permanent" if found.zone == "battlefield" else "card")
    elif found.zone not in ("battlefield", "stack"):
        words.append("card")
    elif found.zone == "stack":
        words.append("spell")
    noun = " ".join(word for word in words if word)
    every = [word for word in found.subtypes if word.startswith("every ")]
    said = f"{article(noun)} {noun}"
    if every:
        said += f" of {joined(every)}"
    if found.zone not in ("battlefield", "stack"):
        shared = {"exile": "exile", "command": "the command zone"}.get(found.zone)  # 400.1
        said += f" in {shared or f'{possessive(found.owner)} {found.zone}'}"
    elif found.controller is not None and _is_controlled_by_effects(number, result):
        said += f" under {possessive(found.controller)} control"
    called = first_value(start, "name", number)
    if found.name != called:
        said += f" named {found.name}" if found.name else " without a name"
    held_before = {held.ability for held in start.abilities(number)}
    is_changed = set(found.abilities) != held_before or (stripped and not found.abilities)
    is_creature = "Creature" in found.types or bool(creatures(start) >> number & 1)
    # A reader asks what else is lost with a card type, and what is left after an effect that took abilities.
    kept = set(object_values(start, "type", number)) - set(found.types) or _had_lost_abilities(number, result)
    if is_changed:
        having = _having(found, names, held_before)
    else:
        having = _printed(found, names, complete=bool(kept)) if is_creature or kept else ""
    numbers = (("loyalty", found.loyalty), ("defense", found.defense))
    counted = [f"{kind} {count}" for kind, count in numbers if count is not None]
    if is_changed and not found.abilities:
        said += " or abilities" if said.endswith(" without a name") else " without abilities"
        return f"{said} and with {joined(counted)}" if counted else said
    having = f", {having}" if counted and " and " in having else f" and {having}" if counted and having else having
    return f"{said} with {joined(counted)}{having}" if counted or having else said


def _had_lost_abilities(number: int, result: Result) -> bool:
    # Whether a resolved effect that no longer applies took abilities of an object: the object is one of those that were
    # locked in as it resolved (611.2c).
    applied = {step.effect for step in result.steps}
    return any(
        clause.selector.select(result.trace.start, effect.context) >> number & 1
        for name, effect in result.sources.resolved.items()
        if name not in applied and _takes_abilities(effect.clauses)
        for clause in _as_it_resolved(effect, result)
        if _takes_abilities((clause,))
    )


def _takes_abilities(clauses: Iterable[Clause]) -> bool:
    return any(isinstance(operation, LoseAll) for clause in clauses for operation in clause.flat())


def _as_it_resolved(effect: ResolvedEffect, result: Result) -> Iterator[Clause]:
    from ..solve import past_boards

    past = past_boards(result.as_solved(), result.edition, result.readings)
    yield from (clause for _, clause in past.once(effect.event, ("effect", effect.name), lambda: fix(effect, past)))


def _is_controlled_by_effects(number: int, result: Result) -> bool:
    # Also if the effects give control to the player who has it anyway.
    if result.trace.state.controller(number) != result.trace.start.controller(number):
        return True
    operations = (each for step in result.steps for each in step.footprint.operations)
    return any(operation.kind == "control" and mask >> number & 1 for _, operation, mask in operations)


def _printed(found: Characteristics, names: Names, *, complete: bool) -> str:
    # The printed keywords and, if the list is to be complete, the other abilities, of which none has changed.
    implied = EVERY_CREATURE_TYPE in found.subtypes
    held = [
        each for each in found.abilities if isinstance(each, Keyword) and not (implied and each.name == "Changeling")
    ]
    words = list(dict.fromkeys(names.ability(each, found.name) for each in held))
    others = sum(not isinstance(each, Keyword) for each in found.abilities)
    if (complete or words) and others:
        words.append(f"its {'other ' if words else ''}printed abilit{'y' if others == 1 else 'ies'}")
    return joined(words)


def _having(found: Characteristics, names: Names, printed: AbstractSet[Ability]) -> str:
    words = [names.ability(ability, found.name) for ability in found.abilities]
    said = joined(dict.fromkeys(words))
    if len(said) <= MAX_LISTED:
        return said
    pairs = zip(found.abilities, words, strict=True)
    short = [
        (ability, ability_words(ability) if isinstance(ability, Keyword) else each)
        for ability, each in pairs
        if isinstance(ability, Keyword) or (len(each) <= MAX_SHORT and not each.startswith("("))
    ]
    listed = list(dict.fromkeys(each for _, each in short))
    if not listed or len(joined(listed)) > 2 * MAX_LISTED:
        if set(found.abilities) == set(names.abilities_of(found.name)):
            return f"{possessive(found.name)} abilit{'y' if len(words) == 1 else 'ies'}"
        return "one long ability" if len(words) == 1 else f"{len(words)} abilities"
    named = {ability for ability, _ in short}
    rest = len(words) - len(short)
    noun = f"abilit{'y' if rest == 1 else 'ies'}"
    if all(ability in printed or ability in named for ability in found.abilities):
        counted = f"its {'other ' if named & printed else ''}printed {noun}"
    else:
        counted = f"{rest} more {noun}"
    return joined([*listed, *([counted] if rest else [])])
