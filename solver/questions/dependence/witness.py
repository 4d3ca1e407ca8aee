"""Witnesses: the smallest boards on which one card depends on another."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, permutations, product
from types import MappingProxyType
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, COLOR_NAMES, COLORS, families
from mtglayers.model.support.progress import checkpoint

from ...engine.footprint import Reason
from ...explain.paragraphs import Line, Printable
from ...result.result import Result
from ...result.steps import Step
from ...solve import solve
from ...wording import counted, joined, with_name
from .layouts import PLAYERS, Choice, as_keys, default_choices, id_of, is_fit, is_of
from .plain_objects import Plain, Universe, reads_controllers, universe

REASONS: Final[tuple[Reason, ...]] = ("text", "existence", "scope", "result")
MOST = 3
"""Default maximum number of plain objects on a board."""

LIMIT = 10_000
"""Default maximum number of boards to solve."""

_FAMILIES: Final = MappingProxyType({"creature_type": "creature", "basic_land_type": "land", "land_type": "land"})

Progress = Callable[[int, int], None]
"""A function that receives the number of plain objects on the current board, and the number of boards solved."""


class Witness(msgspec.Struct, frozen=True):
    """One of the smallest boards that demonstrate a dependency between two cards.

    Attributes:
        effect, on: names of the two cards, of which the first depends on the second.
        reason: the reason for the dependency.
        objects: pairs (description, controller) for the plain objects on the board.
        words: a description of the dependency, as a sentence without a period.
        layer, step: the layer and step before which the dependency exists.
        loop: whether each of the two cards depends on the other.
        board: the board.
        chosen: pairs (card, words chosen for the card).
    """

    effect: str
    on: str
    reason: Reason
    objects: tuple[tuple[str, str], ...]
    words: str
    layer: str
    step: int
    loop: bool
    board: Board
    chosen: tuple[tuple[str, str], ...] = ()


class Witnesses(Printable, msgspec.Struct, frozen=True):
    """The dependencies found between two cards, and the boards that were tried.

    Attributes:
        cards: names of the two cards.
        edition: the edition of the rules.
        found: the witnesses by reason, beginning with the witnesses for the first card's dependency on the second.
        universe: the plain objects that were tried, and the words from which they were built.
        controllers: the players under whose control the plain objects were tried.
        most: the maximum number of plain objects on a board; every board up to this size was tried.
        boards: the number of boards solved.
        refused: the number of additional boards that the rules do not allow because an Aura cannot enchant its
            object.
        chosen: triples (card, kind of choice, all words that were chosen).
        bounded: whether the search stopped at the limit before all boards were tried.
        unread: pairs (card, line) for the lines that are not understood and were ignored.
    """

    cards: tuple[str, str]
    edition: Edition
    found: tuple[Witness, ...]
    universe: Universe
    controllers: tuple[str, ...]
    most: int
    boards: int
    refused: int = 0
    chosen: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    bounded: bool = False
    unread: tuple[tuple[str, str], ...] = ()

    def of(self, effect: str, on: str) -> tuple[Witness, ...]:
        """Return the witnesses for one card's dependency on another, ordered by reason."""
        return tuple(each for each in self.found if (each.effect, each.on) == (effect, on))

    def lines(self) -> tuple[Line, ...]:
        """Return the witnesses as paragraphs."""
        return tuple(_lines(self))


def depends(
    one: str | Mapping[str, Any],
    other: str | Mapping[str, Any],
    *,
    among: Universe | None = None,
    most: int = MOST,
    limit: int = LIMIT,
    edition: str | datetime.date | Edition | None = None,
    cards: Sequence[Mapping[str, Any]] = (),
    progress: Progress | None = None,
) -> Witnesses:
    """Return the smallest boards on which either card depends on the other.

    The boards contain the two cards, in both timestamp orders, and up to `most` plain objects. All of these boards
    are solved. Therefore, a dependency that is not found does not exist on any of them.

    Args:
        one: the name or the definition of a card.
        other: the name or the definition of the other card.
        among: the plain objects; by default, those that the two cards' effects can distinguish (`universe`).
        most: the maximum number of plain objects on a board.
        limit: the maximum number of boards to solve; if this limit is reached, the result's `most` is lower.
        edition: the edition of the rules; by default, the newest.
        cards: definitions of cards that take precedence over the catalogue.
        progress: a function that is called after each board.

    Raises:
        UnknownCardError: the catalogue contains no card with a given name.
        IllegalEventError: a card cannot be on the battlefield by itself.
    """
    search = _Search((one, other), edition_of(edition), cards, limit, progress)
    return search.run(among, most)


class _Search:
    def __init__(
        self, cards: tuple[str | Mapping[str, Any], str | Mapping[str, Any]], rules: Edition,
        known: Sequence[Mapping[str, Any]], limit: int, progress: Progress | None,
    ) -> None:  # fmt: skip
        self.cards, self.rules, self.known, self.limit, self.progress = cards, rules, known, limit, progress
        self.boards = self.refused = self.solves = 0
        self.found: dict[tuple[int, Reason], Witness] = {}
        self.chosen = [default_choices(solve(self._alone(card, {}))) for card in cards]
        alone = [self._alone(card, chosen) for card, chosen in zip(cards, self.chosen, strict=True)]
        self.names = tuple(board.object("one").card.name for board in alone)
        self.results = [solve(board) for board in alone]
        self.auras = ["Aura" in result["one"].subtypes for result in self.results]

    def _alone(self, card: str | Mapping[str, Any], chosen: Choice) -> Board:
        board = Board(PLAYERS, edition=self.rules, cards=self.known)
        board.enters(card, as_="one", chosen=as_keys(chosen))
        return board

    def _options(self, tried: Universe) -> list[list[Choice]]:
        read = dict(tried.words)
        found: list[list[Choice]] = []
        for chosen in self.chosen:
            values = []
            for kind, default in chosen.items():
                words: Sequence[str] = ()
                if kind == "color":
                    words = [color for color in COLORS if COLOR_NAMES[color] in read.get("colours", ())]
                elif kind in _FAMILIES:
                    words = [word for word in read.get("subtypes", ()) if _FAMILIES[kind] in families(word)]
                    words = [word for word in words if kind != "basic_land_type" or word in BASIC_LAND_TYPES]
                values.append(list(permutations(dict.fromkeys((*default, *words)), len(default))))
            found.append([dict(zip(chosen, each, strict=True)) for each in product(*values)])
        return found

    def _choices_made(self, board: Board) -> tuple[tuple[str, str], ...]:
        return tuple(
            (self.names[card], joined(str(word) for kind in self.chosen[card] for word in _words_of(board, card, kind)))
            for card in (0, 1)
            if self.chosen[card]
        )

    def run(self, among: Universe | None, most: int) -> Witnesses:
        both = self._made((), ("Ana", "Ana"), (0, 1), None, self.chosen)
        results = [*self.results, *([solve(both)] if both is not None else [])]
        tried = universe(*results) if among is None else among
        options = self._options(tried)
        if among is None and any(len(each) > 1 for each in options):
            results += [solve(self._alone(self.cards[card], each)) for card in (0, 1) for each in options[card]]
            tried = universe(*results)
        controllers = PLAYERS if reads_controllers(*results) else PLAYERS[:1]
        whole, bounded = -1, False
        for size in range(most + 1):
            for board, objects in self._boards(tried.objects, controllers, size, options):
                if self.solves >= self.limit:
                    bounded = True
                    break
                self._look(board, objects)
                if self.progress is not None:
                    self.progress(size, self.solves)
            if bounded:
                break
            whole = size
        found = tuple(self.found[key] for key in sorted(self.found, key=lambda key: (key[0], REASONS.index(key[1]))))
        chosen = tuple(
            (self.names[card], kind, tuple(dict.fromkeys(word for each in options[card] for word in each[kind])))
            for card in (0, 1)
            for kind in self.chosen[card]
        )
        return Witnesses(
            (self.names[0], self.names[1]), self.rules, found, tried, controllers, whole, self.boards, self.refused,
            chosen, bounded, tuple(dict.fromkeys(self._unread())),
        )  # fmt: skip

    def _unread(self) -> Iterator[tuple[str, str]]:
        for name, result in zip(self.names, self.results, strict=True):
            for _, text in result.unsupported:
                yield name, with_name(text, name)

    def _boards(
        self,
        plains: Sequence[Plain],
        controllers: Sequence[str],
        size: int,
        options: Sequence[Sequence[Choice]],
    ) -> Iterator[tuple[Board, tuple[tuple[str, str], ...]]]:
        owned = [(plain, player) for plain in plains for player in controllers]
        for chosen in combinations_with_replacement(owned, size):
            objects = tuple((plain.words, player) for plain, player in chosen)
            for whose, picked, order in product(controllers, product(*options), ((0, 1), (1, 0))):
                for hosts in self._hosts(size, order):
                    checkpoint("candidate")
                    board = self._made(chosen, (PLAYERS[0], whose), order, hosts, picked)
                    if board is None:
                        self.refused += 1
                    else:
                        yield board, objects

    def _hosts(self, size: int, order: tuple[int, int]) -> Iterator[dict[int, str] | None]:
        if not any(self.auras):
            yield None
            return
        plain = [f"plain-{place}" for place in range(size)]
        choices = [
            [*plain, *([id_of(order[0])] if card == order[1] else [])] if self.auras[card] else [""] for card in (0, 1)
        ]
        for first, second in product(*choices):
            yield {0: first, 1: second}

    def _made(
        self, chosen: Sequence[tuple[Plain, str]], whose: tuple[str, str], order: tuple[int, int],
        hosts: Mapping[int, str] | None, picked: Sequence[Choice],
    ) -> Board | None:  # fmt: skip
        # None if the rules do not allow the board.
        board = Board(PLAYERS, edition=self.rules, cards=self.known)
        try:
            for place, (plain, player) in enumerate(chosen):
                board.enters(plain.card, as_=f"plain-{place}", controller=player)
            for card in order:
                keys: dict[str, Any] = {"chosen": as_keys(picked[card])}
                if hosts is not None and hosts[card]:
                    keys["attached_to"] = hosts[card]
                board.enters(self.cards[card], as_=id_of(card), controller=whose[card], **keys)
        except LayersError:
            return None
        return board

    def _look(self, board: Board, objects: tuple[tuple[str, str], ...]) -> None:
        self.solves += 1
        result = solve(board)
        if any(self.auras) and not is_fit(board, result):
            self.refused += 1
            return
        self.boards += 1
        for step in result.steps:
            pending = (step.effect, *step.pending)
            mine = [[name for name in pending if is_of(name, card)] for card in (0, 1)]
            if mine[0] and mine[1]:
                self._keep(board, objects, result, step)

    def _keep(self, board: Board, objects: tuple[tuple[str, str], ...], result: Result, step: Step) -> None:
        for (effect, on), arrow in step.arrows.items():
            for card in (0, 1):
                if not (is_of(effect, card) and is_of(on, 1 - card)):
                    continue
                for reason in arrow.reasons:
                    if (card, reason) not in self.found:
                        pairs = {(each.effect, each.on): each for each in result.explainer.table(step).pairs}
                        self.found[card, reason] = Witness(
                            self.names[card], self.names[1 - card], reason, objects, pairs[effect, on].words,
                            step.layer, step.number, (on, effect) in step.arrows, board, self._choices_made(board),
                        )  # fmt: skip


def _words_of(board: Board, card: int, kind: str) -> tuple[str, ...]:
    words = getattr(board.object(id_of(card)).choices, kind)
    return tuple(COLOR_NAMES.get(word, word) for word in ((words,) if isinstance(words, str) else words))


# --- Descriptions ---


def _lines(found: Witnesses) -> Iterator[Line]:
    one, other = found.cards
    for effect, on in dict.fromkeys(((one, other), (other, one))):
        witnesses = found.of(effect, on)
        if not witnesses:
            yield Line("summary", f"{effect} does not depend on {on} on any board that was tried.")
            continue
        yield Line("summary", f"{effect} depends on {on}")
        groups: dict[tuple[object, ...], list[Witness]] = {}
        for each in witnesses:
            groups.setdefault((each.objects, each.chosen, each.words, each.layer), []).append(each)
        for group in groups.values():
            first = group[0]
            reasons = joined(each.reason for each in group)
            both = "; each of the two depends on the other" if first.loop else ""
            yield Line("change", f"with {_objects(found, first)} (layer {first.layer}, {reasons}{both}):", 2, 2)
            yield Line("why", f"{first.words}.", 4, 2)
        rest = [reason for reason in REASONS if reason not in {each.reason for each in witnesses}]
        if rest:
            yield Line("detail", f"No dependency by {joined(rest, 'or')} on any board that was tried.", 2, 2)
    for card, text in found.unread:
        yield Line("detail", f"Not understood and ignored: {card}: {text}", 0, 2)
    yield Line("detail", _tried(found))


def _objects(found: Witnesses, witness: Witness) -> str:
    whose = len(found.controllers) > 1
    chosen = "".join(f" and {what} chosen for {card}" for card, what in witness.chosen)
    return _plain(witness, whose) + chosen + "".join(_attached(found, witness))


def _attached(found: Witnesses, witness: Witness) -> Iterator[str]:
    for place, card in enumerate(found.cards):
        number = witness.board.object(id_of(place)).attached_to
        if number is not None:
            yield f", {card} on {witness.board.by_number(number).card.name}"


def _plain(witness: Witness, whose: bool) -> str:
    if not witness.objects:
        return "no other objects"
    said = [f"{words} controlled by {player}" if whose else words for words, player in witness.objects]
    return joined(
        each if said.count(each) == 1 else f"{each} ({said.count(each)} of them)" for each in dict.fromkeys(said)
    )


def _tried(found: Witnesses) -> str:
    whose = f", each controlled by {' or '.join(found.controllers)}" if len(found.controllers) > 1 else ""
    chosen = "".join(
        f"; for {card} the {kind.replace('_', ' ')} {joined((COLOR_NAMES.get(word, word) for word in words), 'or')}"
        for card, kind, words in found.chosen
    )
    auras = "with Auras attached to every object that they can enchant, " if found.refused else ""
    read = "; ".join(f"{family}: {', '.join(words)}" for family, words in found.universe.words)
    bound = " (then the limit was reached)" if found.bounded else ""
    until = f"up to {counted(max(found.most, 0), 'plain object')}{bound}"
    return (
        f"Tried: {counted(found.boards, 'board')} with the two cards in both orders of timestamps, {auras}and "
        f"{until}. There are {len(found.universe.objects)} kinds of plain objects, from the words that effects read "
        f"({read or 'none'}){whose}{chosen}. All objects are on the battlefield, without counters. An effect whose "
        "condition is not met does not exist and depends on nothing."
    )
