"""Witnesses: the smallest boards on which one card depends on another."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.cards.search import find
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.events.fields import card_of
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.rules.vocabulary import COLOR_NAMES

from ...engine.footprint import Reason
from ...explain.paragraphs import Line, Printable
from ...solve import solve
from ...wording import counted, joined, with_name
from ..atlas.ask import may_depend
from ..atlas.decide import Decision, decide
from ..atlas.sweep import pair_of
from .layouts import OBJECT, Choice, as_keys, id_of
from .plain_objects import Universe
from .search import Progress, Search, Sighting, Tried
from .ways import Way

REASONS: Final[tuple[Reason, ...]] = ("text", "existence", "scope", "result")
MOST = 3
"""Default maximum number of plain objects on a board."""

LIMIT = 10_000
"""Default maximum number of boards to solve."""

_NEVER: Final = (
    "No board has a dependency of {effect} on {on}: nothing that {on} changes is read by an effect of {effect}."
)
_PERHAPS: Final = (
    "{on} can change what effects of {effect} read, or remove its abilities, in layer {layers}. Therefore, a board that"
    " was not tried, for example with a third card or with counters, may have a dependency of {effect} on {on}."
)


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
        where: phrases such as "with Anger in a graveyard", "with Glint Hawk Idol: charge counters" or "after Turn to
            Frog has resolved".
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
    where: tuple[str, ...] = ()


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
        where: such phrases for all boards that were tried.
        situations: the number of boards that were solved in addition; see `depends`.
        possible: triples (effect, on, layers) for the dependencies without a witness: the layers in which a board that
            was not tried may have it. If there are none, no board has it (`may_depend`). Cards with lines that are not
            understood have no triples.
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
    where: tuple[str, ...] = ()
    situations: int = 0
    possible: tuple[tuple[str, str, tuple[str, ...]], ...] = ()

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

    The boards contain the two cards, in both timestamp orders, and up to `most` plain objects. A card is on the
    battlefield with one of its faces up, kicked or not, or in another zone in which it can matter, such as the command
    zone for a plane, or one of its abilities has resolved; an instant or sorcery has resolved. All of these boards are
    solved. Therefore, a dependency that is not found does not exist on any of them. If no board shows a dependency of
    one card of the catalogue on another, boards in other situations are solved, too: with conditions that hold as far
    as they can, attached Equipment, and counters or an Aura that make one card fit the other one's effects.

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
        IllegalEventError: a card cannot be on the battlefield by itself, and has no effect as it resolves.
        BoardDataError: what is given is neither a name nor the definition of a card.
        TypeError: `most` or `limit` is not a whole number.
    """
    for card in (one, other):
        if not isinstance(card, str):
            card_of(card)
    for called, number in (("most", most), ("limit", limit)):
        if not isinstance(number, int):
            raise TypeError(f"`{called}` must be a whole number, not `{number!r}`")
    rules = edition_of(edition)
    search = Search((one, other), rules, cards, limit, progress)
    search.run(among, most)
    own = {read_card(each).name for each in (*cards, one, other) if not isinstance(each, str)}
    shipped = among is None and not search.bounded and own.isdisjoint(search.names)
    found = _witnesses(search, rules, most, list(_decisions(search, rules)) if shipped else [])
    return msgspec.structs.replace(found, possible=tuple(_possible(found, (one, other), cards)))


def _possible(
    found: Witnesses, given: Sequence[str | Mapping[str, Any]], cards: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for effect, on in ((0, 1), (1, 0))[: len(set(found.cards))]:
        names = found.cards[effect], found.cards[on]
        if not found.of(*names):
            with contextlib.suppress(UnsupportedTextError):
                yield *names, may_depend(given[effect], given[on], edition=found.edition, cards=cards)


def _witnesses(search: Search, rules: Edition, most: int, decisions: Sequence[Decision]) -> Witnesses:
    found = sorted(search.found.items(), key=lambda each: (each[0][0], REASONS.index(each[0][1])))
    chosen = tuple((name, *each) for card, name in enumerate(search.names) for each in search.all_chosen(card))
    unread = [
        (search.names[card], with_name(text, search.names[card]))
        for (card, _), alone in search.results.items() for _, text in alone.unsupported
    ]  # fmt: skip
    where = [words for ways in search.ways for words in _where(search, ways)]
    witnesses = [_witness(search, card, reason, seen) for (card, reason), seen in found]
    witnesses += [each for decision in decisions for each in _in_situation(decision, rules, most)]
    witnesses.sort(key=lambda each: search.names.index(each.effect))
    return Witnesses(
        (search.names[0], search.names[1]), rules, tuple(witnesses), search.universe,
        search.controllers, search.whole, search.boards, search.refused, chosen, search.bounded,
        tuple(dict.fromkeys(unread)), tuple(dict.fromkeys(where)), sum(each.boards for each in decisions),
    )  # fmt: skip


def _decisions(search: Search, rules: Edition) -> Iterator[Decision]:
    # For each direction in which no board shows a dependency.
    for card in range(len(set(search.names))):
        pair = pair_of(search.names[card], search.names[1 - card], rules)
        if pair is not None and not any(found == card for found, _ in search.found):
            yield decide(pair, rules)


def _in_situation(decision: Decision, rules: Edition, most: int) -> Iterator[Witness]:
    layout, shown = decision.layout, decision.shown
    board = None if layout is None else layout.board(rules)
    if board is None or layout is None or shown is None or len(layout.plains) > most:
        return
    result = solve(board)
    step = result.layer(shown.layer).steps[shown.step - 1]
    pairs = {(each.effect, each.on): each for each in result.explainer.table(step).pairs}
    objects = tuple((plain.words, player) for plain, player in layout.plains)
    names = [find(name).faces[0].name for name in layout.cards]
    made = ((name, _with_names(dict(words), board)) for name, words in zip(layout.cards, layout.chosen, strict=True))
    chosen = tuple((name, _words_chosen(words, names)) for name, words in made if any(words.values()))
    where = tuple(f"with {words}" for words in layout.beside())
    for reason in shown.reasons:
        yield Witness(
            decision.effect, decision.on, reason, objects, pairs[shown.effect, shown.on].words, shown.layer,
            shown.step, shown.loop, board, chosen, where,
        )  # fmt: skip


def _witness(search: Search, card: int, reason: Reason, seen: Sighting) -> Witness:
    tried, step = seen.tried, seen.step
    return Witness(
        search.names[card], search.names[1 - card], reason, tried.objects, seen.words, step.layer, step.number,
        seen.loop, tried.board, tuple(_choices_made(search, tried)), tuple(_where(search, tried.ways)),
    )  # fmt: skip


def _where(search: Search, ways: tuple[Way, Way]) -> Iterator[str]:
    return filter(None, (way.words(card) for way, card in zip(ways, search.cards, strict=True)))


def _choices_made(search: Search, tried: Tried) -> Iterator[tuple[str, str]]:
    for name, made in zip(search.names, tried.chosen, strict=True):
        chosen = _with_names(made, tried.board)
        if any(chosen.values()):
            yield name, _words_chosen(chosen, [card.faces[0].name for card in search.cards])


def _with_names(chosen: Choice, board: Board) -> Choice:
    return {**chosen, OBJECT: tuple(board.object(str(id)).card.name for id in chosen.get(OBJECT, ()))}


def _words_chosen(chosen: Choice, names: Sequence[str]) -> str:
    made = as_keys(chosen, names) or {}
    return joined(_said(kind, str(word)) for kind, words in made.items() for word in words)


def _said(kind: str, word: str) -> str:
    return f"{kind} {word}" if kind in ("number", "option") else COLOR_NAMES.get(word, word)


# --- Descriptions ---


def _lines(found: Witnesses) -> Iterator[Line]:
    one, other = found.cards
    for effect, on in dict.fromkeys(((one, other), (other, one))):
        witnesses = found.of(effect, on)
        if not witnesses:
            yield Line("summary", f"{effect} does not depend on {on} on any board that was tried.")
            for layers in (layers for *pair, layers in found.possible if pair == [effect, on]):
                words = (_PERHAPS if layers else _NEVER).format(effect=effect, on=on, layers=joined(layers))
                yield Line("detail", words, 2, 2)
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
    beside = [each[5:] for each in witness.where if each.startswith("with ")]
    plain = [] if beside and not witness.objects else [_plain(witness, len(found.controllers) > 1)]
    after = "".join(f", {each}" for each in witness.where if not each.startswith("with "))
    chosen = (f"{what} chosen for {card}" for card, what in witness.chosen)
    return " and ".join((*plain, *chosen, *beside)) + after + "".join(_attached(witness.board))


def _attached(board: Board) -> Iterator[str]:
    for there in (board.objects.get(id_of(card)) for card in (0, 1)):
        if there is not None and there.attached_to is not None:
            yield f", {there.card.name} on {board.by_number(there.attached_to).card.name}"


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
    auras = "with every host of an Aura and every target that the rules allow, " if found.refused else ""
    read = "; ".join(f"{family}: {', '.join(words)}" for family, words in found.universe.words)
    bound = " (then the limit was reached)" if found.bounded else ""
    until = f"up to {counted(max(found.most, 0), 'plain object')}{bound}"
    return (
        f"Tried: {counted(found.boards, 'board')} with the two cards in both orders of timestamps, {auras}and "
        f"{until}. There are {len(found.universe.objects)} kinds of plain objects, from the words that effects read "
        f"({read or 'none'}){whose}{chosen}. {_places(found)} An effect whose condition is not met does not exist and "
        "depends on nothing."
    )


def _places(found: Witnesses) -> str:
    elsewhere = any(plain.zone != "battlefield" for plain in found.universe.objects)
    others = [*found.where, *(["with plain cards in other zones"] if elsewhere else [])]
    also = f" There are boards {joined(others)}." if others else ""
    situations = (
        f" On {counted(found.situations, 'further board')}, conditions hold as far as they can, Equipment is attached, "
        "or counters or an Aura make one of the cards fit the effects of the other."
    )
    return f"All objects are on the battlefield, without counters.{also}{situations if found.situations else ''}"
