"""Functions that check boards against the expectations in puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, get_args

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import plain
from mtglayers.model.data.record import Path, abbreviated
from mtglayers.model.effects.view import FAMILIES
from mtglayers.model.errors import (
    AmbiguousTimestampError,
    IllegalEventError,
    LayersError,
    LimitError,
    UnsupportedTextError,
)
from mtglayers.model.puzzles.expectation import (
    Dependence,
    Expectation,
    Independence,
    LoopExpectation,
    ObjectExpectation,
    PlayerExpectation,
)
from mtglayers.model.puzzles.puzzle import Puzzle, dotted
from mtglayers.model.rules.edition import Origin
from mtglayers.model.support.names import did_you_mean

from ..readings import LETTERED, READINGS, TIES, ReadingError, Readings
from ..wording import counted
from .comparisons import ABILITY_KEYS, compared, family_of, specified, words

Solve = Callable[..., Any]
"""A function that solves a board, such as `mtglayers.solve`."""


class Failure(msgspec.Struct, frozen=True):
    """An expectation that the board does not meet.

    Attributes:
        place: the index of the expectation in the timeline.
        path: the path of the expectation, such as ("objects", "saproling", "power").
        line: the line number in the file, or None if it is unknown.
        expected, found: descriptions of the expected value and the actual value.
        because: the step that set the actual value, such as "layer 7b, `humility`", or "" if there is none.
        comparable: whether the values could be compared. The text of an ability that the catalogue does not have, or
            the name of no effect or of several, cannot be compared.
    """

    place: int
    path: Path
    line: int | None
    expected: str
    found: str
    because: str = ""
    comparable: bool = True

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        since = f" (since {self.because})" if self.because else ""
        but = "found" if self.comparable else "which cannot be compared with"
        return f"{where}{dotted(self.path)}: expected {self.expected}, {but} {self.found}{since}"


class Report(msgspec.Struct, frozen=True):
    """The result of checking a puzzle.

    Attributes:
        puzzle: the puzzle.
        failures: the failures, in timeline order.
        checked: the number of expectations that were checked, including events that must be refused.
    """

    puzzle: Puzzle
    failures: tuple[Failure, ...]
    checked: int

    @property
    def ok(self) -> bool:
        """Whether all expectations are met."""
        return not self.failures

    def __str__(self) -> str:
        name = self.puzzle.file or self.puzzle.title
        if self.ok:
            return f"{name}: {counted(self.checked, 'expectation')} met"
        head = f"{name}: {len(self.failures)} of {counted(self.checked, 'expectation')} failed"
        return "\n".join([head, *map(str, self.failures)])


def check(puzzle: Puzzle, solve: Solve) -> Report:
    """Play a puzzle's timeline, and compare the board with each expectation.

    Args:
        puzzle: the puzzle.
        solve: the function that solves a board; it also receives the argument `readings` if the puzzle specifies
            any.

    Raises:
        PuzzleError: a reading is unknown, or a card definition cannot be read.
    """
    board, readings = puzzle.board(), readings_of(puzzle)
    failures: list[Failure] = []
    checked = 0
    for place, entry in enumerate(puzzle.timeline):
        if entry.expect is None:
            problem = played(puzzle, board, place, solve, readings)
            checked += bool(entry.refused)
            if problem:
                checked += not entry.refused
                expected = f"{entry.refused}" if entry.refused else "the event to be allowed"
                failures.append(Failure(place, ("timeline", place), entry.line, expected, problem))
                if not entry.refused:
                    break
            continue
        checking = _Checking(board, solve, readings)
        checking.expect(entry.expect, ())
        checked += checking.checked
        for failure in checking.failures:
            error = puzzle.error("", ("timeline", place, "expect", *failure.path))
            failures.append(msgspec.structs.replace(failure, place=place, line=error.line))
    return Report(puzzle, tuple(failures), checked)


def played(puzzle: Puzzle, board: Board, place: int, solve: Solve, readings: Readings | None) -> str:
    """Play the event at index `place` on `board`, and describe any problem, also with an event that is not legal.

    The result is "" if there is no problem (`Puzzle.play`).
    """
    problem, entry = puzzle.play(board, place), puzzle.timeline[place]
    if problem or not puzzle.strict or entry.event is None:
        return problem
    if entry.refused:  # `play` took the event back, or the board refused it
        try:
            board.push(entry.event)
        except LayersError:
            return ""
    refusal = ""
    try:
        solve(board, strict=True, **({"readings": readings} if readings else {}))
    except IllegalEventError as error:
        refusal = f"IllegalEventError: {error}"
    except (AmbiguousTimestampError, LimitError, UnsupportedTextError):  # the expectations report it
        pass
    if entry.refused:
        board.pop()
        return "" if refusal else puzzle.not_refused(place)
    return refusal


def failures(board: Board, expect: Expectation, solve: Solve, readings: Any = None) -> tuple[Failure, ...]:
    """Return the ways in which a board fails an expectation, including errors of the solver.

    Args:
        board: the board.
        expect: the expectation.
        solve: the function that solves a board; it also receives the argument `readings` if any are given.
        readings: the answers to open rules questions.
    """
    checking = _Checking(board, solve, readings)
    checking.expect(expect, ())
    return tuple(checking.failures)


def readings_of(puzzle: Puzzle) -> Readings | None:
    """Return the readings that a puzzle specifies, or None if it specifies none.

    Raises:
        PuzzleError: a reading is unknown.
    """
    if not puzzle.readings:
        return None
    found: dict[str, Any] = {}
    answered: dict[str, str] = {}
    for key, value in puzzle.readings:
        if value is False and key in READINGS:
            continue
        field = READINGS[key].field if key in READINGS else LETTERED.get(key, key.partition("=")[0])
        if (other := answered.setdefault(field, key)) != key:
            raise puzzle.error(f"`{other}` and `{key}` answer the same question", ("readings", key))
        if value is True and key.startswith(TIES):
            found["ties"] = key.removeprefix(TIES)
            continue
        if value is True and key in READINGS:  # `advance = true`
            found[field] = READINGS[key].value
            continue
        field = LETTERED.get(key, key)
        if key in READINGS and field not in Readings.__struct_fields__:
            raise puzzle.error(f"`{key}` must be true or false, not `{abbreviated(value)}`", ("readings", key))
        if field not in Readings.__struct_fields__:
            hint = did_you_mean(key, (*Readings.__struct_fields__, *READINGS))
            raise puzzle.error(f"unknown reading `{key}`{hint}", ("readings", key))
        named = READINGS.get(value) if isinstance(value, str) else None
        found[field] = named.value if named is not None and named.field == field else value
    try:
        return Readings(**found)
    except ReadingError as error:
        raise puzzle.error(f"invalid reading: {error}", ("readings",)) from None


class _Checking:
    def __init__(self, board: Board, solve: Solve, readings: Any) -> None:
        self.board = board
        self.solve = solve
        self.readings = readings
        self.failures: list[Failure] = []
        self.checked = 0
        self._result: Any = None

    def expect(self, expect: Expectation, path: Path) -> None:
        try:
            result = self.solved()
        except LayersError as error:
            self.compare(path or ("expect",), "an answer", f"{type(error).__name__}: {error}", met=False)
            return
        for name, wanted in expect.objects:
            self.object(result, name, wanted, (*path, "objects", name))
        for place, edge in enumerate(expect.depends):
            self.depends(result, edge, (*path, "depends", place))
        for place, pair in enumerate(expect.independent):
            self.independent(result, pair, (*path, "independent", place))
        if expect.loops is not None:
            self.loops(result, expect.loops, (*path, "loops"))
        for place, loop in enumerate(expect.not_loops):
            self.not_loop(result, loop, (*path, "not_loops", place))
        for layer, names in expect.order:
            self.order(result, layer, names, (*path, "order", layer))
        for place, part in enumerate(expect.not_applied):
            unclear = self.unclear(result, (part.effect,), part.layer)
            applied = _effect(result, part.effect, part.layer) in _order(result, part.layer)
            expected = f"`{part.effect}` not to apply in layer {part.layer}"
            met = None if unclear else not applied
            self.compare((*path, "not_applied", place), expected, unclear or "it applied", met=met)
        for name, player in expect.players:
            self.player(result, name, player, (*path, "players", name))
        if expect.unsupported is not None:
            texts = sorted({text for _, text in result.unsupported})
            met = {plain(text) for text in texts} == {plain(text) for text in expect.unsupported}
            self.compare((*path, "unsupported"), words(expect.unsupported), words(texts), met=met)
        for reading, nested in expect.readings:
            other = _Checking(self.board, self.solve, reading)
            other.expect(nested, (*path, "readings", reading))
            self.failures.extend(other.failures)
            self.checked += other.checked
        if expect.ambiguous is not None:
            self.ambiguous(result, expect.ambiguous, (*path, "ambiguous"))

    def solved(self) -> Any:
        if self._result is None:
            keys = {"readings": self.readings} if self.readings else {}
            self._result = self.solve(self.board, **keys)
        return self._result

    def compare(self, path: Path, expected: str, found: str, *, met: bool | None, because: str = "") -> None:
        # None: the values cannot be compared
        self.checked += 1
        if not met:
            self.failures.append(Failure(0, path, None, expected, found, because, comparable=met is not None))

    # --- Objects --------------------------------------------------------------------------------------------

    @cached_property
    def subtypes(self) -> frozenset[str]:
        """The subtypes that cards and objects of the board have before any layer."""
        own = (face.subtypes for card in self.board.cards for face in card.faces)
        return frozenset(word for each in (*own, *(base.values.subtypes for base in self.board.bases)) for word in each)

    def object(self, result: Any, name: str, wanted: ObjectExpectation, path: Path) -> None:
        try:
            name = self.board.object(name).id
            found = result[name]
        except LookupError:
            absent = wanted.exists is False
            expected = "no such object" if absent else "the object to exist"
            self.compare(path, expected, "no object with this id", met=absent)
            for key, value in specified(wanted) if absent else ():
                self.compare((*path, key), str(value), "an object that does not exist", met=None)
            return
        if wanted.exists is not None:
            self.compare((*path, "exists"), f"{wanted.exists}", "the object exists", met=wanted.exists)
        for key, value in specified(wanted):
            expected, got, met = compared(found, key, value, subtypes=self.subtypes)
            because = "" if met else _made_by(result, name, key)
            self.compare((*path, key), expected, got, met=met, because=because)

    def player(self, result: Any, name: str, wanted: PlayerExpectation, path: Path) -> None:
        try:
            found = result.players[name]
        except (AttributeError, LookupError):
            self.compare(path, "an answer", "not answered", met=False)
            return
        for key, value in specified(wanted):
            if not hasattr(found, "abilities" if key in ABILITY_KEYS else key):
                self.compare((*path, key), str(value), "not answered", met=False)
                continue
            expected, got, met = compared(found, key, value)
            self.compare((*path, key), expected, got, met=met)

    # --- Dependencies ---------------------------------------------------------------------------------------

    def depends(self, result: Any, edge: Dependence, path: Path) -> None:
        expected = f"`{edge.effect}` to depend on `{edge.on}` in layer {edge.layer}"
        step = _step(result, edge)
        if step is None:
            given = zip((edge.effect, edge.on), _names(result, edge), strict=True)
            missing = next((name for name, full in given if full is None), None)
            found = f"no effect `{missing}` in this layer" if missing else "no step before which both effects exist"
            self.compare(path, expected, found, met=False)
            return
        pair = _names(result, edge)
        if pair not in step.arrows:
            others = [on for effect, on in step.arrows if effect == pair[0]]
            found = f"that it depends on {words(others)}" if others else "that it depends on nothing"
            self.compare(path, expected, found, met=False)
            return
        reasons = step.arrows[pair].reasons
        met = edge.reason is None or edge.reason in reasons
        by = f" because of {edge.reason}" if edge.reason else ""
        self.compare(path, f"{expected}{by}", f"that it does because of {words(reasons)}", met=met)

    def independent(self, result: Any, pair: Independence, path: Path) -> None:
        # The expectation is also met if an effect does not exist.
        step = _step(result, pair)
        names = _names(result, pair)
        arrow = None if step is None else step.arrows.get(names)
        reasons = () if arrow is None else arrow.reasons
        expected = f"`{pair.effect}` not to depend on `{pair.on}` in layer {pair.layer}"
        unclear = self.unclear(result, (pair.effect, pair.on), pair.layer, pair.step)
        if pair.effect == pair.on or (names[0] is not None and names[0] == names[1]):
            unclear = "an effect and itself"
        found = unclear or f"that it does because of {words(reasons)}"
        self.compare(path, expected, found, met=None if unclear else arrow is None)

    def loops(self, result: Any, wanted: Sequence[LoopExpectation], path: Path) -> None:
        # An empty list expects no loops.
        if not wanted:
            found = [words(loop.members) for loop in result.loops]
            self.compare(path, "no loop", f"{len(found)}: {'; '.join(found)}", met=not found)
        for place, loop in enumerate(wanted):
            there = [words(one) for one in _loops(result, loop)]
            expected = f"a loop of {words(loop.members)}"
            found_words = "; ".join(there) or "no loop"
            self.compare((*path, place), expected, found_words, met=_loop_there(result, loop))

    def not_loop(self, result: Any, loop: LoopExpectation, path: Path) -> None:
        layers = [loop.layer] if loop.layer else sorted({found.layer for found in result.loops})
        unclear = next(filter(None, (self.unclear(result, loop.members, layer, loop.step) for layer in layers)), "")
        if len(set(loop.members)) < 2:
            unclear = "a loop, which has at least two members"
        met = None if unclear else not _loop_there(result, loop)
        self.compare(path, f"no loop of {words(loop.members)}", unclear or "one", met=met)

    def unclear(self, result: Any, names: Sequence[str], layer: str, step: int | None = None) -> str:
        """Return why the named effects cannot be checked in a layer or step, or "" if they can."""
        try:
            steps = result.layer(layer).steps
        except LookupError as error:
            return str(error.args[0])
        if step is not None and step not in [each.number for each in steps]:
            return f"no step {step} in layer {layer}"
        for name in names:
            found = result.effects_called(name, layer)
            if len(found) > 1:
                return f"several effects: {words(found)}"
            if not found and not self._may_be_an_effect(result, name):
                return "no effect with this name"
        return ""

    def _may_be_an_effect(self, result: Any, name: str) -> bool:
        # The names of resolved effects and objects were checked when the puzzle was read.
        sign = re.search("[#<+]", name)
        if sign is None or name in result.effect_names():
            return True
        rest = name[sign.end() :]
        if sign[0] == "<":
            giver = rest.removesuffix(">")
            return rest != giver and all(self._is_source(result, each) for each in (name[: sign.start()], giver))
        if sign[0] != "#" or not rest.isdecimal():
            return False
        try:
            found = self.board.last_known(name[: sign.start()])
        except LookupError:
            return False
        column = result.trace.state.column("ability")
        places: list[int] = [held.place for held, on in column.items() if on >> found.number & 1]
        return 0 < int(rest) <= max([len(found.base.values.abilities), *places])

    def _is_source(self, result: Any, name: str) -> bool:
        # An object, or an effect such as `giver#1`
        try:
            self.board.last_known(re.split("[#<+]", name)[0])
        except LookupError:
            return any(re.split("[#<+]", each)[0] == name for each in result.effect_names())
        return self._may_be_an_effect(result, name)

    def order(self, result: Any, layer: str, names: Sequence[str], path: Path) -> None:
        try:
            found = tuple(result.layer(layer).order)
        except LookupError as error:
            self.compare(path, words(names), str(error.args[0]), met=False)
            return
        expected = tuple(_effect(result, name, layer) or name for name in names)
        self.compare(path, words(names), words(found), met=expected == found)

    def ambiguous(self, result: Any, wanted: bool, path: Path) -> None:
        found = getattr(result, "ambiguous", None)
        if found is None:
            outcomes: list[Any] = []
            for reading in READINGS:
                other = self.solve(self.board, readings=reading)
                outcomes.append({id: other[id] for id in other.objects})
            found = any(outcome != outcomes[0] for outcome in outcomes[1:])
        says = {True: "readings to disagree", False: "readings to agree"}
        self.compare(path, says[wanted], says[bool(found)], met=bool(found) is wanted)


# --- Effects ------------------------------------------------------------------------------------------------


def _effect(result: Any, text: str, layer: str) -> str | None:
    found: str | None = result.effect_name(text, layer)
    return found


def _names(result: Any, edge: Dependence | Independence) -> tuple[str | None, str | None]:
    return _effect(result, edge.effect, edge.layer), _effect(result, edge.on, edge.layer)


def _order(result: Any, layer: str) -> tuple[str, ...]:
    try:
        return tuple(result.layer(layer).order)
    except LookupError:
        return ()


def _step(result: Any, edge: Dependence | Independence) -> Any:
    # The default is the first step, or the first step after the characteristic-defining abilities (613.3).
    try:
        steps = tuple(result.layer(edge.layer).steps)
    except LookupError:
        return None
    if edge.step is not None:
        steps = tuple(step for step in steps if step.number == edge.step)
    else:
        rest = [step for step in steps if not getattr(step, "cda", False)]
        steps = (*steps[:1], *rest[:1])
    names = _names(result, edge)
    return next((step for step in steps if all(name in step.candidates for name in names)), None)


def _loops(result: Any, wanted: LoopExpectation) -> list[tuple[str, ...]]:
    if wanted.layer is None:
        return [tuple(loop.members) for loop in result.loops]
    try:
        layer = result.layer(wanted.layer)
    except LookupError:
        return []
    if wanted.step is not None:
        return [tuple(loop) for step in layer.steps if step.number == wanted.step for loop in step.loops]
    return [tuple(loop.members) for loop in result.loops if loop.layer == wanted.layer]


def _loop_there(result: Any, wanted: LoopExpectation) -> bool:
    layers = [wanted.layer] if wanted.layer else [layer.name for layer in result.layers]
    for layer in layers:
        members = {_effect(result, name, layer) for name in wanted.members}
        scoped = LoopExpectation(members=wanted.members, layer=layer, step=wanted.step)
        if any(set(loop) == members for loop in _loops(result, scoped)):
            return True
    return False


def _made_by(result: Any, name: str, key: str) -> str:
    # Find the last step that changed the expected characteristic.
    if not hasattr(result, "trace"):
        return ""
    world = result.trace.start.world
    number = next((n for n, found in world.objects.items() if found.id == name), None)
    known = [family for family in family_of(key) if family in FAMILIES]
    if number is None or not known:
        return ""

    def values(state: Any) -> list[set[Any]]:
        return [{value for value, mask in state.column(family).items() if mask >> number & 1} for family in known]

    # 208.4b: base power and toughness do not include modifications or switches
    kinds = [("modify", origin) for origin in get_args(Origin)] + [("switch", "static")]
    late = {result.edition.place(*kind) for kind in kinds} if key.startswith("base_") else ()
    for step in reversed(result.steps):
        if step.layer not in late and values(step.before) != values(step.after):
            return f"layer {step.layer}, `{step.effect}`"
    return ""
