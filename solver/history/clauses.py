"""The clauses of a resolving effect, in order (608.2c)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.effects.conditions import Is, Not, SelfIn, TurnOf, all_of, is_left_to_event, triggered
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.filters.combinators import Other
from mtglayers.model.effects.filters.status import Status
from mtglayers.model.effects.language import Clause, Condition, Kind, Selector
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.selectors import Fixed, Itself, Same
from mtglayers.model.effects.view import Context
from mtglayers.model.events.arrivals import Moves
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.objects.gameobject import ResolvedEffect
from mtglayers.model.support.progress import checkpoint

from ..engine.state import State

StateDuring = Callable[[str | None], State]
"""A function that returns the state at a point in an effect's resolution.

The argument is the name of the last layer to apply, or None for all layers.
"""


def moments(clauses: Sequence[Clause]) -> list[int]:
    """Return, for each clause, the number of clauses that take effect before it (608.2c)."""
    found: list[int] = []
    start = 0
    for place, clause in enumerate(clauses):
        if found and (clause.is_joined or clause.relation in ("otherwise", "same")):
            found.append(found[-1])
            continue
        start = start if clause.relation == "instead" else place
        found.append(place if start == place else found[start])
    return found


def is_of_others(selector: Selector) -> bool:
    """Return whether a selector selects only "other" objects."""
    return any(isinstance(node, Other) and node.than is not None for node in selector.walk())


def may_change_board(clause: Clause) -> bool:
    """Return whether a clause with fixed objects can affect later sentences."""
    return (
        isinstance(clause.selector, Fixed)
        and bool(clause.selector.numbers)
        and any(operation.kind not in ("rule", "cost", "player") for operation in clause.flat())
    )


def lasting(clause: Clause) -> Clause:
    """Return a clause with its duration converted to a condition (611.2a)."""
    until = re.fullmatch(r"(?:~|this \w+) (.+)", clause.duration)
    if until and until[1] in _DURATIONS:
        return msgspec.structs.replace(clause, until=_DURATIONS[until[1]])
    asked = clause.asks_once or isinstance(clause.condition, TurnOf)
    if clause.condition is not None and not clause.duration and not asked:
        # 418.3d: until 2009, cards used "as long as" where they now use "for as long as".
        return msgspec.structs.replace(clause, duration="while", until=clause.condition, condition=None)
    return clause


def still_holds(condition: Condition | None, context: Context, state: State, board: Callable[[], Board]) -> bool:
    """Return whether the condition of a duration, if any, holds; a source that phased out has not left (702.26d)."""
    checkpoint("candidate")
    if condition is None or condition.holds(state, context):
        return True
    return condition == _STAYS and any(each.number == context.source for each in board().phased_out)


_STAYS: Final = SelfIn("battlefield")
_DURATIONS: Final[dict[str, Condition]] = {
    "leaves the battlefield": _STAYS,
    "is turned face down": Not(Is(Itself(), (Status("face-down"),))),
    "becomes untapped": Is(Itself(), (Status("tapped"),)),
}
"""End of a duration -> the condition that the duration is converted to."""


def with_conditions(clauses: tuple[Clause, ...]) -> Iterator[Clause]:
    """Convert durations, "otherwise" and "instead" in clauses to conditions (608.2c)."""
    found: list[Clause] = []
    sentence = start = 0  # the start of the sentence, and the first clause that "instead" would replace
    meant: Selector = Itself()
    before: Condition | None = None
    for place, worded in enumerate(clauses):
        trigger, own = triggered(worded)  # 603.4; the event says that the ability resolves
        clause = lasting(own if is_left_to_event(trigger) else worded)
        if clause.relation == "otherwise" and clause.condition is None and before is not None:
            clause = _with_condition(clause, Not(before))
        if isinstance(clause.selector, Same) and (before is not None or clause.condition is not None):
            clause = msgspec.structs.replace(clause, selector=meant)  # the objects do not depend on the condition
        elif not isinstance(clause.selector, Same):
            meant = clause.selector
        instead = clause.relation == "instead"
        if not clause.is_joined:
            start, sentence = (start if instead else place), place
        if instead and clause.condition is not None:
            for other in range(start, sentence):
                found[other] = _with_condition(found[other], Not(clause.condition))
        found.append(clause)
        before = clause.condition
    yield from found


def _with_condition(clause: Clause, condition: Condition) -> Clause:
    return msgspec.structs.replace(clause, condition=all_of(clause.condition, condition))


def each_by_itself(clause: Clause) -> Iterable[Clause]:
    """Return a clause for each of its objects if its effect ends for each by itself.

    This is so in "each of those lands is a creature for as long as it has a counter on it".
    """
    if not isinstance(clause.selector, Fixed) or clause.until is None:
        return [clause]
    if not any(isinstance(node, Same) for node in clause.until.walk()):
        return [clause]
    each = (Fixed((), (number,)) for number in clause.selector.numbers)
    until = clause.until
    return [msgspec.structs.replace(clause, selector=one, until=until.rewrite(partial(_meaning, one))) for one in each]


def _meaning(one: Fixed, node: Node) -> Node:
    return one if isinstance(node, Same) else node


def followed(clause: Clause, effect: ResolvedEffect, board: Board) -> Clause:
    """Return a clause that also affects the permanents that its spells have become (400.7a, 400.7j)."""
    selector = clause.selector
    if not isinstance(selector, Fixed):
        return clause
    if _finds_target(effect, board):
        return msgspec.structs.replace(clause, selector=Fixed((), tuple(_found_again(selector, effect, board))))
    became = [board.by_number(number).became for number in selector.numbers]
    new = tuple(number for number in became if number is not None)
    if not new:
        return clause
    return msgspec.structs.replace(clause, selector=Fixed(selector.objects, (*selector.numbers, *new)))


def _finds_target(effect: ResolvedEffect, board: Board) -> bool:
    # "Return target creature card to the battlefield. It gains haste": no event chooses "it".
    event, context = board.events[effect.event] if effect.event != BEFORE else None, effect.context
    if not isinstance(event, Resolves) or event.chosen.object or not event.targets or not context.choices.object:
        return False
    return context.choices.object == tuple(board.by_number(number).id for number in context.targets)


def _found_again(selector: Fixed, effect: ResolvedEffect, board: Board) -> Iterator[int]:
    # 109.2: "it" is not a card in a hand, graveyard or library.
    found = (_became(number, effect.event, board) for number in selector.numbers)
    return (number for number in found if board.by_number(number).base.zone not in ("graveyard", "hand", "library"))


def _became(number: int, event: int, board: Board) -> int:
    # 400.7j: what an object has become because of the text of an event, whose own events stand before or after it.
    for place, after in enumerate(board.events[event + 1 :], start=event + 1):
        was = board.by_number(number)
        moved = was.entered >= 0 and isinstance(board.events[was.entered], Moves)
        if isinstance(after, Resolves) or (moved and was.base.zone == "battlefield"):
            break
        if isinstance(after, Moves) and after.moves == was.id:
            became = board.last_known(after.as_[0])
            number = became.number if became.entered == place else number
    return number


def is_changed(board: Board, event: int, kind: Kind) -> bool:
    """Return whether effects of a kind, such as "control", can exist before an event."""
    resolved = any(effect.event < event and _are(effect.clauses, kind) for effect in board.effects.values())
    return resolved or any(_has(base.values, kind) for base in board.bases)


@lru_cache(maxsize=4096)
def _has(values: Copiable, kind: Kind) -> bool:
    return _are((clause for ability in values.abilities for clause in ability.clauses()), kind)


def _are(clauses: Iterable[Clause], kind: Kind) -> bool:
    return any(operation.kind == kind for clause in clauses for operation in clause.flat())
