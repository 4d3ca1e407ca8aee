"""Lines of notation, such as "Ben: Darksteel Mutation -> Grizzly Bears": a board as people write it down.

`docs/notation.md` describes the lines. Each line is one event, or an event and the facts about its new object.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..errors import NotationError
from ..support.patterns import lazy_pattern
from ..support.progress import checkpoint
from .details import NUMBER, counted
from .line import Line, MisspelledError, Playable
from .lines import card_at, header, player_and_rest, unquoted
from .sentences import sentences

MAX_MISSPELLED: Final = 10
"""Maximum number of misspelled lines listed in one error."""


def read_notation(board: Playable, lines: Iterable[str], player: str | None = None) -> None:
    """Play the events that lines of notation describe; `player` is the player of the lines that name none.

    Raises:
        NotationError: a line is not understood, or its event is refused; the message says what would fit. If it names
            no known card, the message also says which of the lines after it do not.
    """
    misspelled: list[NotationError] = []
    for text in lines:
        checkpoint("line")
        try:
            for _ in play_line(board, text, player):
                pass
        except NotationError as error:
            if isinstance(error, MisspelledError):
                misspelled.append(error)
            elif not misspelled:  # other lines can be about what the misspelled ones do not make
                raise
        if len(misspelled) == MAX_MISSPELLED:
            break
    if misspelled:
        raise NotationError("\n".join(map(str, misspelled)), misspelled[0].line, misspelled[0].column)


def play_line(board: Playable, text: str, player: str | None = None) -> Iterator[str]:
    """Play the events of a line, and yield each part of the line that makes something enter, after its events.

    Raises:
        NotationError: the line is not understood, or its event is refused.
    """
    while text and not header(text):
        line = Line(board, text, player)
        _play(line)
        yield text.removesuffix(line.following).rstrip(", ") if line.following else text
        text, player = line.following, line.player


def _play(line: Line) -> None:
    """Play the events of a line: what a sentence says, or what enters or resolves."""
    name, line.text = player_and_rest(line.line, line.board.own_cards)
    if name is not None:
        line.player = line.names_player = line.known_player(name)
    line.text = unquoted(line.text, line.board.own_cards)
    card = card_at(line.text, line.board.own_cards)
    if card is None or card[1] < len(line.text):
        for pattern, read in sentences():
            if found := pattern.fullmatch(line.text):
                if read(line, found):
                    return
                line.subject = line.subject or ("" if _ARROW.search(line.text) else found.groupdict().get("it", ""))
        if (number := _COUNT.match(line.text)) and (card is None or card[1] <= number.end()):
            line.enter(counted(number[1]), line.text[number.end() :])
            return
        if number := _COUNT_AFTER.search(line.text):
            line.enter(counted(number[1]), line.text[: number.start()])
            return
    line.enter(1, line.text)


_ARROW: Final = lazy_pattern(r"->|→|\b(?:enchants|equips)\b")
_COUNT: Final = lazy_pattern(rf"({NUMBER})\s*(?:[x×]\s*|\s)(?=\S)", re.IGNORECASE)
_COUNT_AFTER: Final = lazy_pattern(r"(?<=[^\s=,(])[\s,]*\(?[x×]\s?(\d{1,9})\)?$", re.IGNORECASE)
