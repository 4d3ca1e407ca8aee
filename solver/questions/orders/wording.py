"""All orders of a board in words: what becomes of which object, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ...explain.paragraphs import Line
from ...result.characteristics import without_id
from ...wording import capital, joined
from .outcomes import ASPECTS, Case, ObjectOutcomes, ability_list, aspect_of

if TYPE_CHECKING:
    from ...result.result import Result
    from .orders import Orders, Outcome

MANY = 8
"""More outcomes of a whole board than that are only counted."""
FEW = 3
"""An object of which more than that can become is told one characteristic at a time, where that is shorter."""

Called = Callable[[str], str]
"""The name of something with a timestamp -> what sentences call it."""


def called(result: Result, name: str) -> str:
    """Return what something with a timestamp is called: an object, a resolved effect, counters."""
    names = result.explainer.names
    return names.object(name) if name in result.objects else names.effect(name, "")


def fate_words(fate: ObjectOutcomes, said: Called) -> str:
    """Return a fate as a sentence: "Taiga is a Plains land exactly when Blood Moon is older than Conversion."."""
    words = fate.words.removesuffix(".")
    when = condition_words(fate.cases, said)
    return f"{words} exactly when {when}." if when else f"{words} in every order."


def condition_words(cases: Sequence[Case], said: Called) -> str:
    """Return when some case holds; nothing if that is always.

    >>> condition_words([Case((("b", "a"), ("b", "c"))), Case(gone="d"), Case(gone="e")], str.upper)
    'B is older than A and C, or D or E is gone'
    """
    if Case() in cases:
        return ""
    absent = [case.gone for case in cases if case == Case(gone=case.gone)]
    told = [case_words(case, said) for case in cases if case.gone not in absent]
    if absent:
        told.append(f"{joined(map(said, absent), 'or')} is gone")
    return ", or ".join(told)


def case_words(case: Case, said: Called) -> str:
    """Return when a case holds.

    >>> case_words(Case((("a", "c"), ("b", "c")), there=("d",)), str)
    'c is younger than a and b while d is there'
    """
    words = joined(_pairs(case.pairs, said))
    if case.gone:
        words = joined([*([words] if words else []), f"{said(case.gone)} is gone"])
    if case.there:
        there = f"{joined(map(said, case.there))} {'is' if len(case.there) == 1 else 'are'} there"
        words = f"{words} while {there}" if words else there
    return words


def _pairs(pairs: Sequence[tuple[str, str]], said: Called) -> Iterator[str]:
    """Yield comparisons, those of one thing with several together."""
    left = list(pairs)
    for old in dict.fromkeys(old for old, _ in pairs):
        youngs = [young for each, young in left if each == old]
        if len(youngs) > 1:
            yield f"{said(old)} is older than {joined(map(said, youngs))}"
            left = [pair for pair in left if pair[0] != old]
    for young in dict.fromkeys(young for _, young in left):
        olds = [old for old, each in left if each == young]
        if len(olds) > 1:
            yield f"{said(young)} is younger than {joined(map(said, olds))}"
        else:
            yield f"{said(olds[0])} is older than {said(young)}"


# --- The whole ---


def orders_lines(found: Orders, objects: Sequence[str] = ()) -> Iterator[Line]:
    """Yield all orders paragraph by paragraph; see `Orders.lines`."""
    here = found.outcomes[0].result
    said = sayer(found)
    yield Line("summary", heading(found))
    turned: set[str] = set()
    for (first, *rest), fates in turning(found, objects):
        turned |= {first, *rest}
        yield Line("layer", said(first).removeprefix("the "))
        for fate in fates:
            count = count_words(fate, found)
            yield Line("change", f"{capital(fate_words(fate, said))}{f' ({count}.)' if count else ''}", 2, 2)
        if rest:
            yield Line("why", f"The same goes for {joined(map(said, rest))}.", 2, 2)
    if objects:
        return
    same = [id for id in here if id not in turned]
    if same:
        yield Line("layer", f"The same {everywhere(found)}")
        for id in same:
            yield Line("change", found.of(id)[0].words, 2, 2)
    if len(found) > 1:
        yield from _outcomes(found, said)


def turning(found: Orders, objects: Sequence[str] = ()) -> Iterator[tuple[list[str], Sequence[ObjectOutcomes]]]:
    """Yield the objects and players that do not come out the same everywhere, and what can become of them.

    Objects that fare alike come together; one that can become many things is told a characteristic at a time.

    Args:
        found: the orders.
        objects: these objects alone, also where they come out the same.
    """
    here = found.outcomes[0].result
    told = {id: found.of(id) for id in objects or here} | {
        name: found.of_player(name) for name in (() if objects else here.players)
    }
    alike: dict[tuple[object, ...], list[str]] = {}
    for id, fates in told.items():
        if len(fates) > 1 or objects:
            alike.setdefault(_likeness(id, fates), []).append(id)
    for ids in alike.values():
        yield ids, _split(found, ids[0], told[ids[0]])


def everywhere(found: Orders) -> str:
    """Return where all that was looked at is: in every order, and perhaps in every world."""
    return "in every order" + (", whatever is gone" if len(found.worlds) > 1 else "")


def sayer(found: Orders) -> Called:
    """Return what says what things and players are called."""
    result = found.outcomes[0].result
    return lambda name: called(result, name) if name not in result.players else name


def _split(found: Orders, id: str, fates: Sequence[ObjectOutcomes]) -> Sequence[ObjectOutcomes]:
    """Return the fates of an object, told one characteristic at a time where that takes fewer words."""
    if len(fates) <= FEW or id not in fates[0].result.objects:
        return fates
    abilities = dict.fromkeys(words for fate in fates for words in ability_list(fate.result, id))
    ways = [*(what for what in ASPECTS if what != "abilities"), *(f"has {words}" for words in abilities)]
    whole = {tuple(aspect_of(what)(fate.result, id) for what in ways) for fate in fates}
    if len(whole) < len(fates):
        return fates  # they differ in something else
    apart = [
        fate
        for what, told in ((what, found.of(id, what)) for what in ways)
        for fate in told
        if len(told) > 1 and not (what.startswith("has ") and " does not have " in fate.words)
    ]
    return apart if _length(apart) < _length(fates) else fates


def _length(fates: Sequence[ObjectOutcomes]) -> int:
    return sum(1 + len(case.pairs) + len(case.there) for fate in fates for case in fate.cases)


def heading(found: Orders) -> str:
    """Return what was asked, and how many ways there are."""
    said = sayer(found)
    if len(found.varied) < 2:
        return "Nothing on this board can be older or younger than something else: one order, one outcome."
    outcomes = "all with one outcome" if len(found) == 1 else f"with {_counted(len(found), 'outcome')}"
    words = f"{joined(map(said, found.varied))} may come in {_counted(found.total, 'order')}, {outcomes}."
    if found.deciding and len(found.deciding) < len(found.varied):
        words += f" Only the order of {joined(map(said, found.deciding))} matters."
    return words


def count_words(fate: ObjectOutcomes, found: Orders) -> str:
    """Return in how many orders something comes about; nothing where that is plain."""
    if fate.cases == (Case(),):
        return ""
    if not fate.orders:
        return "No order of the board as it is"
    if fate.orders == found.total:
        return "Every order of the board as it is"
    own = ", the board’s own among them" if fate.present and fate.orders > 1 else ", the board’s own"
    return f"{share(fate.orders, found.total)}{own if fate.present else ''}"


def share(number: int, total: int) -> str:
    """Return how many of all orders that is.

    >>> share(2, 6), share(79_833_600, 479_001_600)
    ('2 of 6 orders', '1/6 of 479,001,600 orders')
    """
    return f"{part(number, total)} of {_counted(total, 'order')}"


def part(number: int, total: int) -> str:
    """Return how many that is, or which part, where the numbers are large and the part is simple.

    >>> part(2, 6), part(79_833_600, 479_001_600)
    ('2', '1/6')
    """
    found = Fraction(number, total)
    exact = total < 1000 or found.denominator > 1000 or found == 1
    return f"{number:,}" if exact else str(found)


def _outcomes(found: Orders, said: Called) -> Iterator[Line]:
    whole = len(found) <= MANY
    yield Line("layer", "Outcomes of the whole board" if whole else f"The first {MANY} outcomes of the whole board")
    for number, outcome in enumerate(found.outcomes[:MANY], 1):
        yield Line("change", f"{number}. {_outcome(outcome, found, said)}", 2, 3)
    if not whole:
        yield Line("why", f"{len(found) - MANY:,} outcomes more.", 2)


def _outcome(outcome: Outcome, found: Orders, said: Called) -> str:
    cases = tuple(Case(pairs) for pairs in outcome.cases)
    own = ", the board’s own" + (" among them" if outcome.orders > 1 else "") if outcome.present else ""
    shown = ", then ".join(said(name) for name in outcome.order if name in found.deciding)
    example = "in this order" if outcome.orders == 1 else "for example"
    return f"{share(outcome.orders, found.total)}{own}: {condition_words(cases, said)}; {example} {shown}."


def _likeness(id: str, fates: Sequence[ObjectOutcomes]) -> tuple[object, ...]:
    """Return what is the same for objects that need not be told one by one."""
    if id not in fates[0].result.objects:
        return (id,)
    return tuple((without_id(fate.result[id]), fate.orders, fate.cases) for fate in fates)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else f'{noun}s'}"


__all__ = [
    "MANY", "Called", "called", "case_words", "condition_words", "count_words", "everywhere", "fate_words", "heading",
    "orders_lines", "part", "sayer", "share", "turning",
]  # fmt: skip
