"""The boards that a command's arguments name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..presentation.files import is_file

if TYPE_CHECKING:
    from ..presentation.moments import Moment


def moments_of(
    what: Sequence[str],
    edition: str | None = None,
    readings: str | None = None,
    until: str | None = None,
    source: Path | None = None,
    order: str | None = None,
) -> list[Moment]:
    """Return the boards of a puzzle file, or one with the named cards.

    Raises:
        click.UsageError: the arguments do not go together.
    """
    from ..presentation.moments import moments_of_cards, moments_of_file

    files = [name for name in what if is_file(name)]
    if files and len(what) > 1:
        raise click.UsageError(
            f"give one file or the names of cards: `{files[0]}` is a file among {len(what)} arguments"
        )
    if source is not None and files:
        raise click.UsageError("`--cards` needs the names of cards: a puzzle has its own")
    options = {"edition": edition, "readings": readings, "until": until, "order": order}
    return moments_of_file(files[0], options) if files else moments_of_cards(what, options, board_cards(source, what))


def moment_of(
    what: Sequence[str],
    at: int | None,
    edition: str | None = None,
    readings: str | None = None,
    until: str | None = None,
    source: Path | None = None,
    order: str | None = None,
) -> Moment:
    """Return the named board at the N-th expectation, or at the end."""
    from ..presentation.moments import moment_at

    return moment_at(moments_of(what, edition, readings, until, source, order), at)


def exclude(*options: tuple[str, bool]) -> None:
    """Refuse options of which at most one can be given.

    Args:
        options: (its name, whether it was given).

    Raises:
        click.UsageError: two of them are.
    """
    given = [f"`{name}`" for name, is_given in options if is_given]
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} cannot be used together")


def board_cards(path: Path | None, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the named cards of a card file or store, as data.

    Raises:
        LayersError: the file is neither.
        UnknownCardError: a name belongs to several cards of the file.
    """
    if path is None:
        return []
    from mtglayers.model.cards.sources import Source
    from mtglayers.model.cards.store import Store
    from mtglayers.model.errors import UnknownCardError
    from mtglayers.model.support.names import fold

    with path.open("rb") as stream:
        stored = stream.read(15) == b"SQLite format 3"
    if stored:
        with closing(Store(path)) as store:
            found = [store.data(name) for name in names]
        return list({str(card["name"]): card for card in found if card is not None}.values())
    wanted = {fold(name) for name in names}
    cards = [card for card in Source(path).cards() if wanted & _keys(card)]
    full = {fold(card["name"]) for card in cards}
    for name in names:
        if fold(name) not in full and len(shared := [card["name"] for card in cards if fold(name) in _keys(card)]) > 1:
            raise UnknownCardError(name, shared)
    return cards


def _keys(card: dict[str, Any]) -> set[str]:
    from mtglayers.model.support.names import fold

    return {fold(each["name"]) for each in (card, *card.get("card_faces", ()))}


__all__ = ["board_cards", "exclude", "is_file", "moment_of", "moments_of"]
