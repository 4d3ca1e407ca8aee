"""The abilities with which permanents entered ("it enters with two +1/+1 counters on it and with trample")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.effects.ability import enters_with
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.language import Ability, Operation
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.view import ABILITIES, Context
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.progress import checkpoint

from ..engine.effect import ability_key
from ..engine.state import State, numbers
from .acts import LOST
from .printed import Printed
from .untouched import Untouched, settled_after


def entered_with(
    board: Board, depending: Mapping[Base, Printed], copies: Mapping[int, Copiable], start: Callable[[], State],
    as_it_entered: Callable[[GameObject, str | None], State], looking: bool = False,
) -> dict[int, tuple[Operation, ...]]:  # fmt: skip
    """Return what permanents gained as they entered, by number, for as long as they are on the battlefield (614.1c).

    The ability that says so must be one that the permanent would have on the battlefield as it enters (614.12). What
    happens to that ability later does not matter.

    Args:
        board: the board.
        depending: its bases whose abilities depend on past events.
        copies: the values that objects copied as they entered.
        start: a function that returns the state of the board before layer 1.
        as_it_entered: a function that returns the state after a layer in which an object exists as it would on the
            battlefield.
        looking: whether the last event is only a preview, whose object gains nothing yet.
    """
    given = {} if board.start is None else board.start.entered_with
    found = {number: gained for number, gained in given.items() if board.is_present(number)}
    saying = {
        number: base.values
        for base, what in depending.items()
        if what.enters_with
        for number in numbers(board.bases[base])
    }
    saying |= {number: values for number, values in copies.items() if number in saying or entry_abilities(values)}
    if not saying:
        return found
    lost = frozenset((LOST, ability_key(ability)) for values in saying.values() for ability in entry_abilities(values))
    until, untouched = settled_after(board.edition, (ABILITIES,)), None
    for each in map(board.by_number, sorted(saying)):
        checkpoint("candidate")
        new = looking and each.entered == len(board.events) - 1
        if each.base.zone != "battlefield" or each.entered == BEFORE or new:
            continue
        own = entry_abilities(saying[each.number])
        if any(_applies(ability, start, each) for ability in own):
            untouched = untouched or Untouched(board, start(), lost)
            kept = untouched.is_same(each) and not untouched.changed(lost, each.entered) >> each.number & 1
            there = own if kept else [held.ability for held in as_it_entered(each, until).abilities(each.number)]
            asked = [ability for ability in there if enters_with(ability) and _applies(ability, start, each)]
            if asked:
                found[each.number] = tuple(Gain(abilities) for ability in asked for abilities in _given(ability))
    return found


def _applies(ability: Ability, start: Callable[[], State], found: GameObject) -> bool:
    condition = ability.when()
    return condition is None or condition.holds(start(), Context(source=found.number))


def _given(ability: Ability) -> Iterator[tuple[Ability, ...]]:
    for clause in ability.clauses():
        yield from (operation.abilities for operation in clause.operations if isinstance(operation, Gain))


@lru_cache(maxsize=8192)
def entry_abilities(values: Copiable) -> tuple[Ability, ...]:
    """Return the abilities that say with what a permanent enters (614.1c)."""
    return tuple(filter(enters_with, values.abilities))
