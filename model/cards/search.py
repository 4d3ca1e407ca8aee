"""Search for cards by name.

A board's own cards are searched first, then the shipped catalogue, then the cards imported on this machine. Results
therefore do not depend on the machine unless the catalogue lacks a card.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ..data.record import WrongTypeError
from ..errors import UnknownCardError
from ..support.names import fold, nearest
from ..support.patterns import lazy_pattern
from .card import Card
from .catalogue.pack import Packed

if TYPE_CHECKING:
    from .name_index import NameIndex
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


def find_card(name: str, own: Mapping[str, Card] = MappingProxyType({})) -> Card:
    """Return the card or token with the given name.

    Case and accents are ignored, and punctuation marks can be left out. The name of one face is enough. A token has
    a name ("Treasure token") or a description ("1/1 white Soldier creature token").

    Args:
        name: the name.
        own: cards that take precedence, such as those of a board.

    Raises:
        UnknownCardError: there is no such card; the error suggests other names.

    >>> find_card("blood moon").type_line
    'Enchantment'
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


def name_of(text: str, own: Mapping[str, Card] = MappingProxyType({})) -> str:
    """Return the name with which `find_card` finds a card, a token or an emblem again.

    It is the full name of a card, and the given description of a token or an emblem, which has no name of its own.

    Args:
        text: a name or a description.
        own: as for `find_card`.

    Raises:
        UnknownCardError: there is no such card.

    >>> name_of("blood moon"), name_of("Treasure token")
    ('Blood Moon', 'Treasure token')
    """
    card = find_card(text, own)
    return text if card.token or card.emblem else card.name


def find(name: str) -> Card:
    """Return the card with the given full name or face name, or the token with the given name or description.

    Case and accents are ignored, and punctuation marks can be left out.

    Raises:
        UnknownCardError: there is no such card; the error suggests similar names.

    >>> find("blood moon").name, find("urborg tomb of yawgmoth").name
    ('Blood Moon', 'Urborg, Tomb of Yawgmoth')
    >>> find("2/2 black Zombie token with decayed").name
    'Zombie'
    """
    card, unknown = shipped_card(name), None
    if card is None:
        from .tokens import find_token

        try:
            card = find_token(name)
        except UnknownCardError as error:
            unknown = error
    if card is not None:
        return card
    store = local_store()
    if store is not None and (card := store.card(name)) is not None:
        return card
    if (meant := _with_signs(name, _names_in(store))) is not None:
        return find(meant)
    raise unknown or UnknownCardError(name, partial(near, name))


def _with_signs(name: str, imported: tuple[str, ...]) -> str | None:
    # The card name that lacks only punctuation marks here, or what follows a comma; an id such as urzas-saga is not a
    # name.
    if "-" in name and " " not in name:
        return None
    from .name_index import plain

    words = plain(name)
    meant = _names_with_signs(imported).get(words) or ("&" in name and shipped_card(words) and words)
    return meant or _titled(words, imported)


_TITLE: Final = lazy_pattern(r" (?:the|of) ")


def _titled(words: str, imported: tuple[str, ...]) -> str | None:
    # The legendary card whose title follows the given words, if no other name begins with them: "Bruvac" is "Bruvac the
    # Grandiloquent". Of other cards, the words before "of" name a kind of thing.
    if not words:
        return None
    plainer = _plain_names(imported)
    place = bisect_left(plainer, (f"{words} ", ""))
    found = [name for plain, name in plainer[place : place + 2] if plain.startswith(f"{words} ")]
    if len(found) != 1 or not _TITLE.match(found[0], len(words)):
        return None
    card = shipped_card(found[0])
    return found[0] if card is not None and "Legendary" in card.faces[0].supertypes else None


@lru_cache(maxsize=2)
def _plain_names(imported: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    # The names without punctuation, in alphabetical order, each with the name.
    from .name_index import plain

    return tuple(sorted((plain(name), name) for name in {*names(), *imported}))


@lru_cache(maxsize=2)
def _names_with_signs(imported: tuple[str, ...]) -> dict[str, str]:
    # Names without punctuation, and the parts of names before a comma -> names; ambiguous ones are left out.
    from .name_index import plain

    meant: dict[str, set[str]] = {}
    for name in {*names(), *imported}:
        if not name.replace(" ", "").isalnum():
            for part in {name, *name.split(" // ")}:
                meant.setdefault(plain(part), set()).add(part)
    return {words: next(iter(found)) for words, found in ({**_longer(imported), **meant}).items() if len(found) == 1}


def _longer(imported: tuple[str, ...]) -> dict[str, set[str]]:
    # What stands before the comma of a name, without punctuation -> the names.
    from .name_index import plain

    longer: dict[str, set[str]] = {}
    for name in {*names(), *imported}:
        for part in name.split(" // "):
            before, comma, _ = part.partition(", ")
            if comma:
                longer.setdefault(plain(before), set()).add(part)
    return longer


def longer_names(name: str) -> tuple[str, ...]:
    """Return the names of shipped cards that go on with a comma after the given name, in alphabetical order.

    Imported cards are not asked, as finding where they are would take longer than everything else here.

    >>> longer_names("Urborg"), longer_names("Blood Moon")
    (('Urborg, Tomb of Yawgmoth',), ())
    """
    from .name_index import plain

    faces = pack().faces_beginning(f"{name}, ")
    longer = {face for face in faces if ", " in face and plain(face.partition(", ")[0]) == plain(name)}
    return tuple(sorted(longer))


def legend_meant(name: str) -> Card | None:
    """Return the only card whose name goes on with a comma after the name of a legendary token, or None.

    A person who writes "Ragavan" means the card; "Ragavan token" is the token.

    >>> legend_meant("Ragavan").name, legend_meant("Urborg")
    ('Ragavan, Nimble Pilferer', None)
    """
    from .tokens import find_token

    longer = longer_names(name)
    if len(longer) != 1 or shipped_card(name) is not None:
        return None
    try:
        token = find_token(name)
    except UnknownCardError:
        return None
    return shipped_card(longer[0]) if token is not None and "Legendary" in token.faces[0].supertypes else None


@lru_cache(maxsize=1024)
def shipped_card(name: str) -> Card | None:
    """Return the catalogue card with the given name, or None."""
    return pack().card(name)


@cache
def names() -> tuple[str, ...]:
    """Return the full names of all cards in the catalogue, in alphabetical order."""
    return pack().names


def search(part: str) -> list[str]:
    """Return the full names of cards, then the descriptions of tokens, that contain `part`.

    >>> search("lood moo"), search("green sapro")[0]
    (['Blood Moon'], '1/1 green Saproling creature token')
    """
    from .tokens import known_tokens

    wanted, plain = fold(part), part.casefold()  # "1/1" is not two halves of a card
    tokens = [token.text for token in known_tokens() if plain in token.text.casefold()]
    return [*(name for name in all_names() if wanted in fold(name)), *tokens]


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


def search_cards(text: str, limit: int = 20) -> list[str]:
    """Return the names of cards and the descriptions of tokens that a text could mean, best first.

    Names that begin with the text come first, then names with a word that begins with it, then names that contain its
    words in another order, then similar names. A board accepts each of them.

    Args:
        text: a part of a name, or some words of a token's description.
        limit: the maximum number of names.

    >>> search_cards("urborg", 3), search_cards("tomb of y")
    (['Urborg', 'Urborg, Tomb of Yawgmoth', 'Urborg Elf'], ['Urborg, Tomb of Yawgmoth'])
    >>> search_cards("1/1 soldier", 1), search_cards("blod moon", 1)
    (['1/1 white Soldier creature token'], ['Blood Moon'])
    """
    return _index(_imported(), tokens=True).matches(text, limit)


def near(name: str, count: int = 3) -> tuple[str, ...]:
    """Return the full names of cards that the given name could mean, as `search_cards` does.

    >>> near("Ob Nixilis"), near("blod moon")[0]
    (('Ob Nixilis, Unshackled', 'Ob Nixilis, the Fallen', 'Ob Nixilis, the Adversary'), 'Blood Moon')
    """
    return _near(name, count, _imported())


@lru_cache(maxsize=256)
def _near(name: str, count: int, imported: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_index(imported, tokens=False).matches(name, count))


@lru_cache(maxsize=2)
def _index(imported: tuple[str, ...], *, tokens: bool) -> NameIndex:
    from .name_index import NameIndex
    from .tokens import has_size, known_tokens

    full = sorted({*names(), *imported})
    found = [(name, name) for name in full]  # before faces: "Lightning Bolt" is a card, and a face of another one
    found += [(face, name) for name in full if " // " in name for face in name.split(" // ")]
    if tokens:
        for token in known_tokens():
            if not has_size(token):
                continue  # X/X: no description without a size is complete
            name = token.description.called
            found += [(part, token.text) for part in (name, f"{name} token", token.text)]
    return NameIndex(found)


def _imported() -> tuple[str, ...]:
    return _names_in(local_store())


def _names_in(store: Store | None) -> tuple[str, ...]:
    return store.names() if store is not None else ()


def all_names() -> list[str]:
    """Return the full names of all cards, shipped and imported, in alphabetical order."""
    return sorted({*names(), *_imported()})


def local_store() -> Store | None:
    """Return this machine's store of imported cards, or None if it has none."""
    from .store_path import default_path

    path = default_path()
    if path is None or not path.is_file():
        return None
    from .store import opened

    return opened(path)


@cache
def pack() -> Packed:
    """Return the catalogue; its lines are decoded on demand."""
    return Packed.of(FILE)
