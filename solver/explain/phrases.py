"""Amounts, conditions and selectors as phrases of a sentence about a board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from mtglayers.model.effects.amounts.arithmetic import Sum, Times
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import CountersOn
from mtglayers.model.effects.conditions import AllOf, ChosenOption, Compare, Exists, Is, Not, TurnOf
from mtglayers.model.effects.filters.status import Status
from mtglayers.model.effects.filters.whereabouts import Permanent
from mtglayers.model.effects.selectors import Group, Itself, Together
from mtglayers.model.effects.shortening import without_digests
from mtglayers.model.objects.recorded_facts import FLAGS
from mtglayers.model.support.patterns import lazy_pattern

from ..wording import joined, number_word, possessive
from .names import Names

if TYPE_CHECKING:
    from mtglayers.model.effects.language import Selector
    from mtglayers.model.effects.node import Node
    from mtglayers.model.effects.view import Context

    from ..engine.state import State


_THIS: Final = lazy_pattern(
    r"\bthis (?:card|creature|land|artifact|enchantment|permanent|Aura|Equipment|Vehicle)(?P<of>['’]s)?\b"
)


def phrase(node: Node, context: Context, state: State, names: Names, source: str = "it") -> str:
    """Return an amount, a condition or a selector in English, with names instead of "you"; "" if it has none.

    An "enchanted player" is named, too.

    Args:
        node: the amount, condition or selector.
        context: the context of the effect that uses it.
        state: the state that determines who controls the effect.
        names: the names of objects.
        source: the name of the source of the effect if it has left the board.
    """
    from mtglayers.model.oracle.printing.sentences import english

    world = state.world
    found = None if context.source is None else world.objects.get(context.source)
    source = source if found is None else names.object(found.id)
    try:
        text = (
            _of_counters(node, source)
            or _of_turn(node, context, state, names, source)
            or without_digests(english(node, source))
        )
    except (ValueError, LookupError):
        text = _of_part(node, context, state, names, source)
    if "this " in text:
        text = _THIS.sub(lambda this: "its" if this["of"] and source == "it" else f"{source}{this['of'] or ''}", text)
    if found is not None and found.attached_player is not None:
        text = text.replace("enchanted player", world.players[found.attached_player])
    you = state.you(context)
    return text if you is None else outside(text, world.players[you])


def _of_counters(node: Node, source: str) -> str:
    # The counters that an object has, also as a range, such as those of a level (711.2).
    match node:
        case AllOf((Compare(CountersOn() as low, "or greater", Number() as least), Compare(high, "or less", most))):
            number = f"{least.number} to {most.number}" if isinstance(most, Number) else ""
            counted = low if low == high else None
        case Compare(CountersOn() as counted, "or greater", Number() as least) if not node.form:
            number = f"{number_word(least.number)} or more"
        case _:
            return ""
    if counted is None or not number or not isinstance(counted.of, Itself):
        return ""
    return f"{source} has {number} {counted.counter} counters".replace("  ", " ")


def _of_turn(node: Node, context: Context, state: State, names: Names, source: str) -> str:
    # "During your turn, as long as ..." begins a sentence and cannot stand in one.
    match node:
        case AllOf((TurnOf(word="during"), *_) as parts):
            said = [phrase(part, context, state, names, source) for part in parts]
            return joined(said) if all(said) else ""
        case _:
            return ""


def _of_part(node: Node, context: Context, state: State, names: Names, source: str) -> str:
    # A condition or amount that a sentence states in parts, such as "during your turn", or a fact, as for bestow.
    match node:
        case Is(Itself(), (Status(word),), False) if word in FLAGS:
            return FLAGS[word].replace("it is", f"{source} is", 1)
        case Is(Itself(), (Status("attached"),), False):
            return f"{source} is attached"
        case TurnOf("you", negated):
            return f"it {'isn’t' if negated else 'is'} your turn"
        case ChosenOption(word=word) if word:
            return f"{word} was chosen"
        case Not(Is() | TurnOf() as part):
            return phrase(replace(part, negated=not part.negated), context, state, names, source)
        case AllOf(parts) | Not(AllOf(parts)):
            said = [phrase(part, context, state, names, source) for part in parts]
            words = joined(said) if all(said) else ""
        case Not(part):
            words = phrase(part, context, state, names, source)
        case Sum(parts):
            said = [phrase(part, context, state, names, source) for part in parts]
            return " plus ".join(said) if all(said) else ""
        case Times(factor, amount):
            words = phrase(amount, context, state, names, source)
            times = "" if abs(factor) == 1 else "twice " if abs(factor) == 2 else f"{number_word(abs(factor))} times "
            return f"{times}{words}" if words else ""
        case _:
            return ""
    return f"it is not true that {words}" if words and isinstance(node, Not) else words


def now(condition: Node, context: Context, state: State) -> str:
    """Return the number that a condition compares with a fixed one, such as " (now three)", or ""."""
    match condition:
        case Compare(amount, _, Number()):
            number = amount.value(state, context)
        case Exists(of, Number(least)) if least > 1:
            number = of.select(state, context).bit_count()
        case _:
            return ""
    return f" (now {number_word(number)})"


def groups_of(selector: Selector) -> Iterator[Group]:
    """Yield the groups that a selector consists of."""
    match selector:
        case Group():
            yield selector
        case Together(parts):
            yield from chain.from_iterable(map(groups_of, parts))


def is_of_permanents(group: Group) -> bool:
    """Return whether a group means permanents (109.2)."""
    return not group.zoned or any(isinstance(each, Permanent) for each in group.filters)


def applies_to(*groups: str) -> str:
    """Return a predicate with the objects to which an effect applies.

    >>> applies_to("nonbasic lands"), applies_to("all Forests", "all Saprolings"), applies_to("each creature")
    ('applies only to nonbasic lands', 'applies only to Forests and Saprolings', 'applies to each creature')
    """
    said = [words.removeprefix("all ") if words.count("all ") == 1 else words for words in dict.fromkeys(groups)]
    only = "" if any(words.startswith(("each ", "all ")) for words in said) else "only "
    return f"applies {only}to {joined(said)}"


def outside(text: str, player: str) -> str:
    """Return text with a player's name instead of "you", as in "the number of creatures Ana controls"."""
    if "you" not in text:
        return text
    said = text
    for own, other in _VERBS.items():
        said = re.sub(rf"\byou {own}\b", f"{player} {other}", said)
    said = re.sub(r"\byour\b", possessive(player), said)
    return f"{text} (for {player})" if re.search(r"\byou\b", said) else said


_VERBS = {"control": "controls", "own": "owns", "have": "has", "don['’]t control": "doesn’t control"}
