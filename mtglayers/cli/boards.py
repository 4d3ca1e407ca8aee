"""The board that a command's arguments and options specify."""

from __future__ import annotations

from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from ..presentation.files import is_file

if TYPE_CHECKING:
    from ..presentation.moments import Moment

NOTHING: Final = (
    "the lines put nothing on the board; write a line for each thing on it, oldest first, such as "
    '`"Ann: Grizzly Bears" "Ben: Darksteel Mutation -> Grizzly Bears"`'
)


class BoardArguments(NamedTuple):
    """The arguments and options that specify the board of a command.

    Attributes:
        what: a puzzle file, or lines of notation.
        edition: a date or an edition key.
        readings: names of readings, separated by commas.
        until: the last layer to apply.
        order: object ids, oldest first, separated by commas.
        at: the number of an expectation in the puzzle, counted from 1.
        source: a card file or store that is searched first.
        strict: whether events that are not legal are refused.
    """

    what: tuple[str, ...]
    edition: str | None = None
    readings: str | None = None
    until: str | None = None
    order: str | None = None
    at: int | None = None
    source: Path | None = None
    strict: bool = False

    @property
    def file(self) -> str | None:
        """The puzzle file, or None if cards are named."""
        return self.what[0] if is_file(self.what[0]) else None

    @property
    def is_in_order(self) -> bool:
        """Whether the timestamps follow the order of lines."""
        return self.file is None and self.order is None

    def moments(self) -> list[Moment]:
        """Return the moments of the puzzle file, or the moment of the board that the lines describe.

        Questions about a board in lines that the lines do not answer are printed to standard error.

        Raises:
            click.UsageError: the arguments cannot be used together.
        """
        found = self.silent_moments()
        if self.file is None:
            from mtglayers.model.board.doubts import doubts
            from mtglayers.model.board.named_players import questions_about_players
            from mtglayers.solver.questions.unanswered import unanswered

            board = found[-1].board
            said = click.get_current_context().meta.setdefault("mtglayers.hints", set())
            asking = (questions_about_players(self.what, board.own_cards), doubts(board, self.what))
            for asked in (*chain(*asking), *unanswered(board, found[-1].result)):
                if asked not in said:
                    click.echo(f"hint: {asked}", err=True)
                    said.add(asked)
        return found

    def silent_moments(self) -> list[Moment]:
        """Return the moments without printing anything."""
        from ..presentation.moments import moments_of_file, moments_of_lines

        files = [name for name in self.what if is_file(name)]
        if files and len(self.what) > 1:
            raise click.UsageError(f"give one file or only lines; `{files[0]}` is a file")
        if self.source is not None and files:
            raise click.UsageError("`--cards` needs names of cards; a puzzle defines its own cards")
        options = {
            "edition": self.edition, "readings": self.readings, "until": self.until, "order": self.order,
            "strict": "yes" if self.strict else None,
        }  # fmt: skip
        if files:
            return moments_of_file(files[0], options)
        found = moments_of_lines(self.what, options, board_cards(self.source, *self.what))
        if not found[-1].board.events:
            raise click.UsageError(NOTHING)
        return found

    def moment(self) -> Moment:
        """Return the moment at expectation `at` or, if not given, at the end of the timeline.

        Raises:
            IllegalEventError: an event is not legal under `strict`.
        """
        from ..presentation.moments import moment_at

        found = moment_at(self.moments(), self.at)
        found.expect_legal()
        return found


def exclude(*options: tuple[str, object]) -> None:
    """Raise an error if more than one of the given options was used.

    Args:
        options: the (name, value) pair of each option; the value is None, False or () if the option was not given.

    Raises:
        click.UsageError: two or more of the options were given.
    """
    given = [f"`{name}`" for name, value in options if value not in (None, False, ())]
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} cannot be used together")


def board_cards(path: Path | None, *lines: str) -> list[dict[str, Any]]:
    """Return the cards that the given lines of notation name, from a card file or store, as data.

    Raises:
        LayersError: the file is not a card file or store.
        UnknownCardError: a line is the name of a face that several cards in the file have.
    """
    if path is None:
        return []
    from mtglayers.model.cards.sources import Source
    from mtglayers.model.cards.store import Store
    from mtglayers.model.errors import UnknownCardError
    from mtglayers.model.support.names import fold

    folded = [fold(line) for line in lines]

    def is_named(name: str) -> bool:
        return any(fold(name) in line for line in folded)

    def names(card: dict[str, Any]) -> list[str]:
        return [each["name"] for each in (card, *card.get("card_faces", ()))]

    with path.open("rb") as stream:
        stored = stream.read(15) == b"SQLite format 3"
    if stored:
        with closing(Store(path)) as store:
            found = [store.data(name) for name in (*lines, *filter(is_named, store.names()))]
        return list({str(card["name"]): card for card in found if card is not None}.values())
    cards = [card for card in Source(path).cards() if any(map(is_named, names(card)))]
    full = {fold(card["name"]) for card in cards}
    for line in lines:
        shared = [card["name"] for card in cards if fold(line) in map(fold, names(card))]
        if fold(line) not in full and len(shared) > 1:
            raise UnknownCardError(line, shared)
    return cards
