"""Objects and players as people name them: by id, by name, by the beginning or a word of the name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from ..cards.card import Card
from ..cards.name_index import plain
from ..data.numbers import ORDINALS, number_of
from ..errors import UnknownObjectError
from ..objects.gameobject import GameObject
from ..support.names import did_you_mean, fold, nearest
from ..support.patterns import lazy_pattern
from ..support.records import Record


class Owned(Protocol):
    """A board: its objects and players."""

    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def objects(self) -> Mapping[str, GameObject]: ...
    @property
    def own_cards(self) -> Mapping[str, Card]: ...


class Reference(Record, frozen=True):
    """An object or player named at the beginning of a text.

    Attributes:
        name: the id of the object, or the name of the player.
        end: the end of the name in the text.
        is_player: whether it is a player.
    """

    name: str
    end: int
    is_player: bool = False


class SeveralObjectsError(UnknownObjectError):
    """A name that fits several objects; `nearest` has their ids."""

    def __str__(self) -> str:
        return f"`{self.id}` could be {' or '.join(f'`{id}`' for id in self.nearest)}; use the id"


def find_object(objects: Iterable[GameObject], name: str) -> GameObject:
    """Return the object with the given id, or the only object whose name fits.

    Names are compared without case and accents: the whole name of a card or face first, then its beginning, then its
    words, then the whole name without punctuation. "The second Forest" and "Forest 2" are numbered as ids are.

    Raises:
        UnknownObjectError: no object fits, or several objects fit.
    """
    there = list(objects)
    for found in there:
        if name.strip() == found.id:
            return found
    fitting = _fitting(there, name) or _numbered(there, name)
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise SeveralObjectsError(name, tuple(one.id for one in fitting))
    known = [word for one in there for word in (one.id, *names_of(one))]
    raise UnknownObjectError(name, nearest(name, known))


def _fitting(there: Sequence[GameObject], name: str) -> list[GameObject]:
    called, wanted = [(found, names_of(found)) for found in there], fold(name.strip())
    for fits in _WAYS:
        if fitting := [one for one, names in called if any(fits(each, wanted) for each in names)]:
            return fitting
    return []


def _numbered(there: Sequence[GameObject], name: str) -> list[GameObject]:
    # "the second Grizzly Bears", as sentences say, and "Grizzly Bears 2"
    if (found := _ORDINAL.fullmatch(name.strip())) is None:
        return []
    word = (found["word"] or "").lower()
    number = ORDINALS.index(word) + 1 if word in ORDINALS else number_of(found["digits"] or found["last"])
    group = _fitting(there, found["of"] or found["name"])
    endings = [_ENDING.search(one.id) for one in group]
    if not any(endings):
        return group[number - 1 : number] if number else []
    wanted = None if number == 1 else f"-{number}"  # an id does not change as another object leaves
    return [one for one, ending in zip(group, endings, strict=True) if (ending and ending[0]) == wanted]


def ids_named(objects: Iterable[GameObject], names: Iterable[str]) -> list[str]:
    """Return the ids of all objects that names fit, in the order of the names.

    Raises:
        UnknownObjectError: no object fits a name.
    """
    there = list(objects)
    found: dict[str, None] = {}
    for name in names:
        try:
            found[find_object(there, name).id] = None
        except SeveralObjectsError as error:
            found |= dict.fromkeys(error.nearest)
    return list(found)


_WAYS: Final[tuple[Callable[[str, str], bool], ...]] = (
    lambda name, wanted: name == wanted,
    lambda name, wanted: name.startswith(wanted) and not name[len(wanted) :][:1].isalnum(),
    lambda name, wanted: f" {wanted} " in f" {name.replace(',', ' ')} ",
    lambda name, wanted: (" " in wanted or "-" not in wanted) and plain(name) == plain(wanted),  # not an id
)


_ORDINAL: Final = lazy_pattern(
    rf"(?:the )?(?:(?P<word>{'|'.join(ORDINALS)})|(?P<digits>\d{{1,4}})(?:st|nd|rd|th)) (?P<of>.+)"
    r"|(?P<name>.+) (?P<last>\d{1,4})",
    re.IGNORECASE,
)


_ENDING: Final = lazy_pattern(r"-\d+$|@.+")
"""The end of the id of another object of a name, or of an object that has left."""


def fits_name(name: str, wanted: str) -> bool:
    """Return whether `wanted` is a case-folded name, its beginning or one of its words."""
    return any(fits(name, wanted) for fits in _WAYS)


def is_name(objects: Iterable[GameObject], name: str) -> bool:
    """Return whether a name fits at least one object, as in `find_object`."""
    try:
        find_object(objects, name)
    except SeveralObjectsError:
        return True
    except UnknownObjectError:
        return False
    return True


def names_of(found: GameObject) -> tuple[str, ...]:
    """Return the names that an object has or had: its current name and those of its card, case-folded."""
    names = (found.base.values.name, found.card.name, *(face.name for face in found.card.faces))
    return tuple(dict.fromkeys(fold(name) for name in names if name))


def in_lines(board: Owned, id: str) -> str:
    """Return the name of an object if no other has it, or else its id; a player is named as it is."""
    if id not in board.objects:
        return id
    found = board.objects[id]
    name = found.base.values.name or found.card.name
    try:
        meant = find_object(board.objects.values(), name).id
    except UnknownObjectError:
        return id
    return name if meant == id and find_player(board.players, name) is None and "," not in name else id


def find_player(players: Sequence[str], name: str) -> str | None:
    """Return the player with the given name, without regard to case, or None."""
    wanted = fold(name.strip())
    return next((player for player in players if fold(player) == wanted), None)


def unknown_player(players: Sequence[str], name: str) -> str:
    """Return a message about a name that no player has."""
    return f"no player `{name}`{did_you_mean(name, players)}"
