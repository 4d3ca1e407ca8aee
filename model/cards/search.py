"""The cards that ship with the library, facts and ability trees, and those that this machine has imported.

What ships is asked first, so that no result depends on what a machine has imported, unless it has a name that the
catalogue lacks.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING

from ..errors import UnknownCardError
from ..support.names import Words, fold, resembling
from .card import Card
from .catalogue.pack import Packed

if TYPE_CHECKING:
    from .store import Store

DATA = "cards.tsv"
"""The data file beside this module; `pack` describes its format."""


def find(name: str) -> Card:
    """Return the card of that name: its full name or the name of a face, in any case, with or without accents.

    Raises:
        UnknownCardError: there is no such card; with the nearest names.

    >>> find("blood moon").name
    'Blood Moon'
    """
    card = shipped_card(name)
    if card is None and (store := local_store()) is not None:
        card = store.card(name)
    if card is None:
        raise UnknownCardError(name, partial(near, name))
    return card


@lru_cache(maxsize=1024)
def shipped_card(name: str) -> Card | None:
    """Return the card of that name that ships, or None."""
    return pack().card(name)


@cache
def names() -> tuple[str, ...]:
    """Return the full names of all cards that ship, in alphabetical order."""
    return pack().names


def search(part: str) -> list[str]:
    """Return the full names of the cards with `part` in their names, in alphabetical order.

    >>> search("lood moo")
    ['Blood Moon']
    """
    wanted = fold(part)
    return [name for name in all_names() if wanted in fold(name)]


def beginning(start: str) -> list[str]:
    """Return, in order, full names of cards with a name that begins so.

    Case and accents do not matter.

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
    """Return the names that resemble a name, best first: full names, and names of faces."""
    if local_store() is None:
        return _near_shipped(fold(name), count)
    return _near(fold(name), count, tuple(all_names()))


@lru_cache(maxsize=256)
def _near_shipped(folded: str, count: int) -> tuple[str, ...]:
    return _near(folded, count, names())


def _near(folded: str, count: int, full: tuple[str, ...]) -> tuple[str, ...]:
    known, words = _called(full)
    close = resembling(folded, words, count * 2, 0.6)
    return tuple(dict.fromkeys(known[key] for key in close))[:count]


@lru_cache(maxsize=2)
def _called(full: tuple[str, ...]) -> tuple[dict[str, str], Words]:
    known: dict[str, str] = {}
    for name in full:
        for part in (name, *name.split(" // ")):
            known.setdefault(fold(part), name)
    return known, Words(known)


def all_names() -> list[str]:
    """Return the full names of all cards that can be found, in alphabetical order."""
    store = local_store()
    return sorted({*names(), *(store.names() if store is not None else ())})


def local_store() -> Store | None:
    """Return the store of this machine, if cards have been imported into one."""
    from .store import default_path, opened

    path = default_path()
    return opened(path) if path is not None and path.is_file() else None


@cache
def pack() -> Packed:
    """Return the data of the catalogue; lines are decoded on request."""
    return Packed((files(f"{__package__}.catalogue") / DATA).read_bytes())
