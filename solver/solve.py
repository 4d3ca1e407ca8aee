"""The walk through the layers (613.1): gather, find dependencies, choose, apply, ask again."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from copy import copy
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LimitError, UnknownLayerError, UnknownObjectError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import Layer as LayerRule
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.names import nearest
from mtglayers.model.support.progress import checkpoint

from .engine.choose import BOARD_ORDER, TimestampOrder, choose_next
from .engine.dependency import Counts, PendingGraph, apply
from .engine.effect import Effect
from .engine.gather import Sources
from .engine.state import Snapshot, State, initial_of
from .engine.timestamps import dealt
from .engine.trace import Step, Trace
from .history.resolved import ResolvedEffects, resolve_history
from .readings import Readings, read
from .result.result import Asked, Result, expect_results
from .reuse.noting import Notes, Noting, plain
from .reuse.reuse import EarlierTrace, comparable, start, taken_over

ANEW: Final = 1000
"""So often an object may get the same ability in one layer; nothing but endless boards comes near it."""


def solve(
    board: Board,
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
    until: str | None = None,
    order: Sequence[str] | None = None,
    without: Collection[str] = (),
    last: Result | None = None,
) -> Result:
    """Return what every object on `board` is, in which order the effects applied, and why.

    Args:
        board: the board; it is not changed.
        edition: a date, a key ("E25") or an edition; default: the board's own. Under another one the timeline
            is played again, as its events give the timestamps of the rules of their day.
        readings: how open questions of the rules are read: a name, several, or a `Readings`.
        until: the name of the last layer to apply; default: all of them.
        order: names of objects, resolved effects and counters, oldest first: their timestamps are dealt out anew among
            them in that order. What past events fixed (611.2c, 707.2b) stays as it was.
        without: names of effects that do not exist; what past events fixed stays as it was.
        last: an earlier result, best of nearly the same board: layers that ask nothing of the board that differs are
            taken over from it. The answer is the same; `statistics.reused` counts the steps that were taken over, and
            `reuse` says what became of each layer.

    >>> from mtglayers.model.board.board import Board
    >>> board = Board()
    >>> moon, limb = board.enters("Blood Moon"), board.enters("Life and Limb")
    >>> first = solve(board)
    >>> board.marks(moon, tapped=True)
    >>> again = solve(board, last=first)
    >>> again.statistics.reused, again.statistics.steps
    (4, 4)

    Raises:
        UnknownEditionError: no such edition.
        IllegalEventError: the rules of that edition do not know something that the timeline tells.
        ReadingError: no such reading.
        AmbiguousTimestampError: two effects need an order that nobody gave (613.7m).
        UnknownLayerError: `until` names no layer of the edition.
        ValueError: a name stands twice in `order`.
        UnknownObjectError: nothing on the board goes by a name in `order`, or no effect by one in `without`.
        TypeError: `board` is no board, or `last` no result.
    """
    if not isinstance(board, Board):
        raise TypeError(f"solve takes a Board, not a {type(board).__name__}")
    if last is not None:
        expect_results("solve(last=...)", last)
    result = arranged(board, edition=edition, readings=readings, until=until, order=order, without=without, last=last)
    if without and not result.effect_names().keys() >= set(without):  # one of them may need another to be there
        known = arranged(board, edition=edition, readings=readings, order=order).effect_names()
        for name in sorted(set(without) - known.keys()):
            raise UnknownObjectError(name, nearest(name, known), "effect")
    return result


def arranged(
    board: Board,
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
    until: str | None = None,
    order: Sequence[str] | None = None,
    without: Collection[str] = (),
    last: Result | None = None,
) -> Result:
    """Return what `solve` returns; names in `without` that no effect goes by are passed over."""
    readings = read(readings)
    told = edition_of(edition if edition is not None else board.edition)
    rules = readings.of(told)
    replays = rules != board.edition
    if replays:
        board = board.under(rules) if last is None else last.replayed(board, rules)
    names = [layer.name for layer in rules.layers]
    if until is not None and until not in names:
        raise UnknownLayerError(until, names, f" in edition {rules.key}")
    how = TimestampOrder(stamps=dealt(board, order) if order is not None else {}, without=frozenset(without))
    settled = resolve_history(board, rules, readings, how=how, last=last)
    before = None if last is None else last.walk
    found = Result(walk_through(board, rules, readings, settled, until, how, before), board, settled.unsure, told)
    found.replays = replays
    found.asked = Asked(None if order is None else tuple(order), how.without)
    return found


def walk_through(
    board: Board, rules: Edition, readings: Readings, settled: ResolvedEffects, until: str | None = None,
    how: TimestampOrder = BOARD_ORDER, last: Trace | None = None,
) -> Trace:  # fmt: skip
    """Return the walk through the layers of `rules`, up to and with `until`, given what events fixed.

    Layers of the walk `last` that come out the same are taken over.
    """
    world = Snapshot.of(board, settled.static_copies, settled.tapped, how.stamps)
    noting = last is not None and how.chooser is choose_next
    began = start(board, world)
    last = noted(last) if last is not None and comparable(last, rules, readings, how, world) else None
    same = last is not None and last.began == began
    facts = State(last.start.families, world) if last is not None and same else initial_of(board, world)
    sources = Sources(board, world, readings, settled, how.stamps, how.without, None if last is None else last.sources)
    walk = Trace(rules, readings, sources, Counts(), facts)
    walk.chooser, walk.how, walk.began, walk.noting = how.chooser, how, began, noting
    return _through(walk, until, None if last is None else EarlierTrace(last, world))


def noted(walk: Trace) -> Trace:
    """Return the same walk with notes of what its layers asked: itself, or gone again the first time it is wanted.

    Noting takes time, and few results are ever the last one of another solve.
    """
    if walk.noting:
        return walk
    if walk.twin is None:
        twin = Trace(walk.edition, walk.readings, copy(walk.sources), Counts(), walk.start)
        twin.how, twin.began, twin.noting = walk.how, walk.began, True
        walk.twin = _through(twin, walk.layers[-1].name)
    return walk.twin


def walk_again(walk: Trace, named: Container[str]) -> Trace:
    """Return a whole walk gone again, as far, with the effects of these names alone; what events fixed stays fixed."""
    twin = Trace(walk.edition, walk.readings, walk.sources.only(named), Counts(), walk.start)
    twin.chooser = walk.chooser
    return _through(twin, walk.layers[-1].name)


def _through(walk: Trace, until: str | None, earlier: EarlierTrace | None = None) -> Trace:
    """Go through the layers, up to and with `until`."""
    checkpoint("solve")
    rules = walk.edition
    sizes, words = rules.place("define"), rules.place("text")
    for layer in (*rules.layers, *rules.after):  # 613.1, then 613.10 and 613.11
        if layer.name == sizes:
            walk.facts = with_sizes(walk.facts)
        if earlier is None or not taken_over(walk, layer, earlier):
            _worked_out(walk, layer)
        if layer.name == words:
            walk.sources.reword(walk)
        if layer.name == until:
            break
    walk.sources.settled_down()
    return walk


def _worked_out(walk: Trace, layer: LayerRule) -> None:
    """Apply a layer and keep its steps, and what it asked."""
    notes = Notes(layer.name, walk.started_with(layer.name)) if walk.noting else None
    walk.sources.notes = notes
    walk.add_layer(layer, apply_layer(walk, layer, notes), notes)
    walk.sources.notes = None


def apply_layer(walk: Trace, rule: LayerRule, notes: Notes | None = None) -> Iterator[Step]:
    """Apply one layer: characteristic-defining abilities first where the rules say so (613.3)."""
    apart = rule.cda_first and walk.edition.cda_dependency != "any"
    before = walk.facts
    if notes is not None:
        walk.facts = Noting(before.families, before.world, notes)
    for cda in (True, False) if apart else (None,):
        meet = not cda or walk.edition.cda_dependency != "never"
        layer = PendingGraph(rule.name, walk.facts, walk.locks, walk.counts, walk.readings, meet)
        layer.add(gathered(walk, rule.name, cda))
        done: set[str] = set()
        came: Counter[tuple[object, int | None]] = Counter()
        while True:
            choice = walk.chooser(layer, walk)
            if choice is None:
                break
            checkpoint("step")
            effect = layer.effects[choice.effect]
            found, candidates = layer.footprint(effect), layer.candidates
            if notes is not None:
                notes.touch(effect, found)
            walk.facts = apply(found, walk.facts, effect.context)
            first = rule.cda_first and effect.plan.cda
            after = plain(walk.facts)
            step = walk.step(rule.name, effect, choice, candidates, first, before, after, found)
            before = after
            free = layer.free  # asked while the effect is one of them
            layer.remove(effect)
            done.add(effect.name)
            if free and layer.meet:
                layer.facts = walk.facts  # nothing that is left reads what was written
            else:
                changes = walk.facts.changes()
                layer.advance(walk.facts, changes)
                if walk.sources.concerns(changes, rule.name):
                    _count(came, regather(walk, layer, cda, done))
            yield step


def gathered(walk: Trace, layer: str, cda: bool | None) -> Iterator[Effect]:
    """Yield the effects of a layer that are characteristic-defining, or that are not, or (None) all."""
    return (e for e in walk.sources.gather(walk, layer) if cda is None or e.plan.cda is cda)


def regather(walk: Trace, layer: PendingGraph, cda: bool | None, done: set[str]) -> list[tuple[object, int | None]]:
    """Take in the effects of abilities that came, let go of those that went and had not started (613.8c).

    Returns:
        The abilities that came, each with the number of its object.
    """
    present = {e.name: e for e in gathered(walk, layer.name, cda)}
    for name, effect in list(layer.effects.items()):
        if present.get(name) is not effect:
            layer.remove(effect)
    came = [effect for name, effect in present.items() if name not in layer.effects and name not in done]
    layer.add(came)
    return [(effect.held.ability, effect.source) for effect in came if effect.held is not None]


def _count(came: Counter[tuple[object, int | None]], more: Iterable[tuple[object, int | None]]) -> None:
    """Count what came, and refuse a layer that would never be over: an ability brings itself, each time as another."""
    for ability in more:
        came[ability] += 1
        if came[ability] > ANEW:
            raise LimitError("times that an object gets the same ability in a layer", ANEW)


def with_sizes(facts: State) -> State:
    """Return `facts` with 0/0 for creatures that have no power or toughness yet (208.5)."""
    creatures = facts.having("type", "Creature")
    draft = facts.draft()
    for family in ("power", "toughness"):
        sized = 0
        for mask in facts.column(family).values():
            sized |= mask
        draft.put(family, 0, creatures & ~sized)
    return draft


__all__ = ["apply_layer", "solve", "walk_again", "walk_through"]
