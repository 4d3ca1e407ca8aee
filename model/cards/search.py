"""Search for cards by name.

A board's own cards are searched first, then the shipped catalogue, then the cards imported on this machine. Results
therefore do not depend on the machine unless the catalogue lacks a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..data.record import WrongTypeError
from ..errors import UnknownCardError
from ..support.names import Words, fold, nearest, resembling
from .card import Card
from .catalogue.pack import Packed
from .tokens import find_token

if TYPE_CHECKING:
    from .store import Store

FILE = Path(__file__).parent / "catalogue" / "cards.tsv"
"""The data file of the catalogue; `catalogue.pack` describes its format."""


def own_cards(cards: Iterable[Card]) -> dict[str, Card]:
    """Return a mapping from case-folded name to card; full names take precedence over face names.

    Raises:
        WrongTypeError: two different cards have the same name, or names that differ only in case or accents.
    """
    found: dict[str, Card] = {}
    for place, card in enumerate(cards):
        other = found.setdefault(fold(card.name), card)
        if other != card:
            raise two_cards(card.name, other.name, place)
    for card in tuple(found.values()):
        for face in card.faces:
            found.setdefault(fold(face.name), card)
    return found


def two_cards(name: str, other: str, place: int) -> WrongTypeError:
    """Return the error for an own card with the name of another one."""
    same = "" if name == other else f"; `{other}` is the same name"
    return WrongTypeError(f"two cards are called `{name}`{same}", ("cards", place, "name"))


def find_card(name: str, own: Mapping[str, Card]) -> Card:
    """Return a board's own card with the given name, or else the result of `find`.

    Raises:
        UnknownCardError: there is no such card; the error suggests similar names.
    """
    if (card := own.get(fold(name))) is not None:
        return card
    try:
        return find(name)
    except UnknownCardError as error:
        others = error

        def near_names() -> tuple[str, ...]:
            mine = nearest(name, [card.name for card in own.values()])
            return tuple(dict.fromkeys((*mine, *others.nearest)))[:3]

        raise UnknownCardError(name, near_names) from None


def find(name: str) -> Card:
    """Return the card with the given full name or face name, or the token with the given name or description.

    Case and accents are ignored.

    Raises:
        UnknownCardError: there is no such card; the error suggests similar names.

    >>> find("blood moon").name
    'Blood Moon'
    >>> find("2/2 black Zombie token with decayed").name
    'Zombie'
    """
    unknown: UnknownCardError | None = None
    try:
        card = shipped_card(name) or find_token(name)
    except UnknownCardError as error:
        card, unknown = None, error
    if card is None and (store := local_store()) is not None:
        card = store.card(name)
    if card is None:
        raise unknown or UnknownCardError(name, partial(near, name))
    return card


@lru_cache(maxsize=1024)
def shipped_card(name: str) -> Card | None:
    """Return the catalogue card with the given name, or None."""
    return pack().card(name)


@cache
def names() -> tuple[str, ...]:
    """Return the full names of all cards in the catalogue, in alphabetical order."""
    return pack().names


def search(part: str) -> list[str]:
    """Return the full names of cards whose name contains `part`, in alphabetical order.

    >>> search("lood moo")
    ['Blood Moon']
    """
    wanted = fold(part)
    return [name for name in all_names() if wanted in fold(name)]


def beginning(start: str) -> list[str]:
    """Return the full names of cards whose name begins with `start`, in alphabetical order.

    Case and accents are ignored.

    >>> beginning("BLOOD MOO")
    ['Blood Moon']
    """
    found = list(pack().beginning(start))
    store = local_store()
    if store is None:
        return found
    wanted = fold(start)
    return sorted({*found, *(name for name in store.names() if fold(name).startswith(wanted))}, key=fold)


def near(name: str, count: int = 3) -> tuple[str, ...]:
    """Return the full names of cards that the given name could mean, the likeliest first.

    Names that begin with the given words come before names that contain them, and those before similar names; shorter
    names come first.

    >>> near("Ob Nixilis"), near("blod moon")[0]
    (('Ob Nixilis Reignited', 'Ob Nixilis, the Fallen', 'Ob Nixilis, Unshackled'), 'Blood Moon')
    """
    if local_store() is None:
        return _near_shipped(fold(name), count)
    return _near(fold(name), count, tuple(all_names()))


@lru_cache(maxsize=256)
def _near_shipped(folded: str, count: int) -> tuple[str, ...]:
    return _near(folded, count, names())


def _near(folded: str, count: int, full: tuple[str, ...]) -> tuple[str, ...]:
    known, words = _called(full)
    wanted = f" {_plain(folded)} "
    within = [key for key in known if wanted in f" {_plain(key)} "] if folded else []
    within.sort(key=lambda key: (not _plain(key).startswith(wanted.strip()), len(key), key))
    close = within[: count * 2] + (resembling(folded, words, count * 2, 0.6) if len(within) < count else [])
    return tuple(dict.fromkeys(known[key] for key in close))[:count]


@lru_cache(maxsize=1 << 16)
def _plain(name: str) -> str:
    return " ".join(name.replace(",", " ").split())


@lru_cache(maxsize=2)
def _called(full: tuple[str, ...]) -> tuple[dict[str, str], Words]:
    known: dict[str, str] = {}
    for name in full:
        for part in (name, *name.split(" // ")):
            known.setdefault(fold(part), name)
    return known, Words(known)


def all_names() -> list[str]:
    """Return the full names of all cards, shipped and imported, in alphabetical order."""
    store = local_store()
    return sorted({*names(), *(store.names() if store is not None else ())})


def local_store() -> Store | None:
    """Return this machine's store of imported cards, or None if it has none."""
    from .store import default_path, opened

    path = default_path()
    return opened(path) if path is not None and path.is_file() else None


@cache
def pack() -> Packed:
    """Return the catalogue; its lines are decoded on demand."""
    return Packed(FILE.read_bytes())
