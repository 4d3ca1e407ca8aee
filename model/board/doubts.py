"""What the lines of a board may not mean as they were read."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

from ..cards.faces import beginning_with
from ..cards.search import longer_names
from ..events.arrivals import Enters
from ..events.resolution import Resolves
from ..support.names import fold
from ..support.patterns import lazy_pattern
from ..support.progress import checkpoint
from .board import Board
from .line import aimed_trigger
from .lines import by_age, card_at, header, player_and_rest, split_lines
from .named_players import cards_named
from .notation import play_line
from .references import find_player

_ARROW: Final = lazy_pattern(r"\s*(?:->|→|targeting\b)")
_POSSESSIVE: Final = lazy_pattern(r"(\w+)['’]s\s")


def doubts(board: Board, lines: Iterable[str]) -> tuple[str, ...]:
    """Return what somebody who wrote the lines of a board may not have meant, as sentences without periods.

    A name can be that of a card, although it is known better as the beginning of the name of another one; and what a
    line calls somebody's can have entered because it was not on the board. Cards create different tokens of one name.
    An arrow can make a trigger resolve although nothing triggered it.

    >>> lines = ["Forest", "Urborg", "Turn to Frog -> B's Grizzly Bears"]
    >>> for each in doubts(Board.of(*lines), lines): print(each)
    `Urborg` is a card of its own; for `Urborg, Tomb of Yawgmoth`, write the whole name
    Grizzly Bears was not on the board, so `Turn to Frog -> B's Grizzly Bears` put it there first
    >>> doubts(Board.of("Dragon token"), ["Dragon token"])[0]
    '`Dragon token` is a 5/5 red Dragon creature token with Flying; write power, toughness and color for another one'
    """
    lines = tuple(lines)
    split = split_lines(lines, board.own_cards)
    said = (*_ages(board, lines), *_triggers(board, split))
    return tuple(dict.fromkeys((*said, *_short_names(board, split), *_put_there(board, split))))


def _ages(board: Board, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if names := by_age(player_and_rest(line, board.own_cards)[1], board.own_cards):
            yield f"`{line}` was read as: {' is older than '.join(names)}"


def _triggers(board: Board, lines: Iterable[str]) -> Iterator[str]:
    # Which event makes an ability trigger is not in a catalogue without rules text, so each of these lines is repeated.
    for line in lines:
        rest = player_and_rest(line, board.own_cards)[1]
        read = card_at(rest, board.own_cards)
        if read is not None and read[1] < len(rest) and _ARROW.match(rest, read[1]):
            card = beginning_with(read[0], rest[: read[1]])
            if place := aimed_trigger(card):
                yield f"`{line}` was read as: ability {place} of {card.faces[0].name}, which is triggered, resolves"


def _short_names(board: Board, lines: Iterable[str]) -> Iterator[str]:
    whole: set[str] = set()
    for line in lines:
        for card, words in cards_named(line, board.own_cards):
            whole.add(card.name)
            if card.token:
                yield from _uncertain(words)
            longer = longer_names(card.name) if fold(words) == fold(card.name) else ()
            if longer and whole.isdisjoint(longer):
                others = " or ".join(f"`{name}`" for name in longer[:3])
                yield f"`{card.name}` is a card of its own; for {others}, write the whole name"


def _uncertain(words: str) -> Iterator[str]:
    from ..cards.tokens import uncertain_token  # loads the descriptions of all tokens

    if token := uncertain_token(words):
        yield f"`{words}` is a {token}; write power, toughness and color for another one"


def _put_there(board: Board, lines: Sequence[str]) -> Iterator[str]:
    # "-> Ben's Serra Angel" speaks of an object that is there, unless an Aura or Equipment is attached to it.
    if len(board.events) <= sum(1 for line in lines if not header(line)):
        return  # each line is one event
    again = Board(board.players, board.edition, board.cards)
    implied: dict[str, str] = {}  # the names of cards that a line put there beside its own, with the line
    for line in lines:
        checkpoint("line")
        there = {found.card.name for found in again.objects.values()}
        before = len(again.events)
        for part in play_line(again, line):
            yield from _put_by(part, before, there, again)
            last = again.events[-1] if again.events else None
            ability = isinstance(last, Resolves) and not isinstance(last.resolves, str)  # "2 Mutavault animated"
            beside = [name for place, name in _entered(before, again) if place < len(again.events) - 1 and not ability]
            for name in (name for _, name in _entered(before, again) if not beside and name in implied):
                same = f"if it is the one in `{implied[name]}`, write it before that line"
                yield f"`{part}` is another {name}; {same}"
            implied |= {name: part for name in beside if not _begins_with(name, part, again)}
            there = {found.card.name for found in again.objects.values()}
            before = len(again.events)


def _entered(first: int, board: Board) -> list[tuple[int, str]]:
    # The cards that entered with the event `first` or later, with their events.
    return [(found.entered, found.card.name) for found in board.objects.values() if found.entered >= first]


def _put_by(line: str, before: int, there: Container[str], board: Board) -> Iterator[str]:
    # What a line, whose first event is numbered `before`, put beside the cards that are `there`.
    made = board.events[before:]
    if not isinstance(made[-1] if made else None, Resolves | Enters):
        return
    for place, event in enumerate(made[:-1], start=before):
        if not isinstance(event, Enters) or event.controller is None:
            continue
        for name in (found.card.name for found in board.objects.values() if found.entered == place):
            if _begins_with(name, line, board):
                continue  # "Mutavault animated"
            if name in there:
                yield f"`{line}` put another {name} onto the board, because no object there fits"
            elif not _says_whose(line, board):
                yield f"{name} was not on the board, so `{line}` put it there first, as {event.controller}'s"
            elif isinstance(made[-1], Resolves):
                yield f"{name} was not on the board, so `{line}` put it there first"


def _begins_with(name: str, line: str, board: Board) -> bool:
    named = cards_named(line, board.own_cards)
    return bool(named) and named[0][0].name == name


def _says_whose(line: str, board: Board) -> bool:
    return any(find_player(board.players, word) is not None for word in _POSSESSIVE.findall(line))
