"""Tables of words for reading and printing Oracle text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from ..effects.amounts.arithmetic import Times
from ..effects.amounts.counting import PlayerCount
from ..effects.amounts.players import PlayersWho
from ..effects.conditions import Compare
from ..effects.filters.characteristics import OfColor, OfSubtype, OfSupertype, OfType
from ..effects.filters.combinators import Non
from ..effects.language import Filter
from ..rules.vocabulary import CARD_TYPES, COLOR_WORDS, SUBTYPES, SUPERTYPES, plural
from ..support.patterns import lazy_pattern
from .phrasing import adjectives as declared

if TYPE_CHECKING:
    from lark import Token


@cache
def words() -> dict[str, tuple[Filter, bool | None]]:
    """Return a mapping from word to the filter that it expresses and whether it is plural.

    The second value is None for an adjective, and for a noun that has the same form in the singular and plural.
    """
    found: dict[str, tuple[Filter, bool | None]] = {}

    def noun(word: str, filter: Filter, plural_form: str = "") -> None:
        form = plural_form or plural(word)
        found[word] = (filter, None if form == word else False)
        found.setdefault(form, (filter, True))

    adjectives: dict[str, Filter] = {word: OfColor(color) for word, color in COLOR_WORDS.items()}
    adjectives |= {name.lower(): OfSupertype(name) for name in SUPERTYPES}
    for word, filter in adjectives.items():
        found[word] = (filter, None)
        found["non" + word] = (Non(filter), None)
    for one, several, filter in declared():
        found[one] = (filter, None if one == several else False)
        found.setdefault(several, (filter, True))
        found["non" + one] = (Non(filter), None)
    for word in UNHYPHENATED:
        found[word] = found[word.replace(" ", "-")]
    for name in CARD_TYPES:
        noun(name.lower(), OfType(name))
        found["non" + name.lower()] = (Non(OfType(name)), None)
    for family, names in SUBTYPES.items():
        if family != "plane":
            for name in names:
                noun(name, OfSubtype(name))
                found["non-" + name] = (Non(OfSubtype(name)), None)
    return found


UNHYPHENATED: Final = ("face down", "face up")
"""Adjectives that have a hyphen only before a noun: "is face down", "a face-down creature"."""

OF_TURN: Final = {
    "end of that turn": "that-turn",
    "end of turn, or until any player rolls a 1, whichever comes first": "or-roll",
}  # fmt: skip
"""Durations that end with the turn at the latest, and the mark of a clause with that wording."""

FACTORS: Final = {"twice": 2, "three times": 3}

STAT_WORDS: Final = {
    "e": "base power and toughness each equal to", "e2": "base power and base toughness each equal to",
    "e0": "power and toughness each equal to", "e1": "base power and toughness equal to",
}  # fmt: skip

# Keyword -> preposition before a color or a kind of object.
FROM_QUALITY: Final = {"Protection": "from", "Hexproof": "from"}

NO_QUALITY: Final = lazy_pattern(r"[.:;{}\"]|\b(?:gets?|gains?|becomes?|from)\b|\.$")


class Stop(Exception):  # noqa: N818
    """Raised if a grammatically valid phrase does not have a meaning at its position."""

    def __init__(self, token: Token | None = None, expected: Sequence[str] = ()) -> None:
        super().__init__(str(token))
        self.token = token
        self.expected = tuple(expected)


_OF_PLAYERS: Final[tuple[tuple[str, str, PlayerCount], ...]] = (
    # after "for each", elsewhere
    ("card you've drawn this turn", "the number of cards you've drawn this turn", PlayerCount("cards_drawn")),
    ("card your opponents have drawn this turn", "the number of cards your opponents have drawn this turn",
     PlayerCount("cards_drawn", "opponents")),
    ("spell you've cast this turn", "the number of spells you've cast this turn", PlayerCount("spells_cast")),
    ("spell your opponents have cast this turn", "the number of spells your opponents have cast this turn",
     PlayerCount("spells_cast", "opponents")),
    ("spell cast this turn", "the number of spells cast this turn", PlayerCount("spells_cast", "each player")),
    ("1 life you've gained this turn", "the amount of life you've gained this turn", PlayerCount("life_gained")),
    ("1 life you gained this turn", "the amount of life you gained this turn", PlayerCount("life_gained")),
    ("1 life you've lost this turn", "the amount of life you've lost this turn", PlayerCount("life_lost")),
    ("1 life you lost this turn", "the amount of life you lost this turn", PlayerCount("life_lost")),
    ("", "the life you've lost this turn", PlayerCount("life_lost")),
    ("1 life your opponents have lost this turn", "the total amount of life your opponents have lost this turn",
     PlayerCount("life_lost", "opponents")),
    ("1 life your opponents lost this turn", "the total amount of life your opponents lost this turn",
     PlayerCount("life_lost", "opponents")),
    ("", "the amount of life your opponents have lost this turn", PlayerCount("life_lost", "opponents")),
    ("", "the amount of life your opponents lost this turn", PlayerCount("life_lost", "opponents")),
    ("", "the total life lost by your opponents this turn", PlayerCount("life_lost", "opponents")),
    ("", "the total life lost by all players this turn", PlayerCount("life_lost", "each player")),
    ("1 damage dealt to you this turn", "the damage dealt to you this turn", PlayerCount("damage")),
    ("1 damage dealt to your opponents this turn", "the damage dealt to your opponents this turn",
     PlayerCount("damage", "opponents")),
    ("crime you've committed this turn", "the number of crimes you've committed this turn", PlayerCount("crimes")),
    ("dungeon you've completed", "the number of dungeons you've completed", PlayerCount("dungeons")),
    ("time the Ring has tempted you this game", "the number of times the Ring has tempted you this game",
     PlayerCount("ring")),
    ("time you've cast your commander from the command zone this game",
     "the number of times you've cast your commander from the command zone this game", PlayerCount("commander_casts")),
    ("time you've cast a commander from the command zone this game",
     "the number of times you've cast a commander from the command zone this game", PlayerCount("commander_casts")),
    ("", "the total number of cards in all players' hands", PlayerCount("hand", "each player")),
    ("", "the amount of {E} you have", PlayerCount("energy", word="{E}")),
    ("{E} you have", "", PlayerCount("energy", word="{E}")),
    ("unspent green mana you have", "", PlayerCount("green_mana")),
    ("player who has lost the game", "", PlayerCount("lost", "each player")),
)  # fmt: skip


def _by_phrase(phrases: Iterable[tuple[str, PlayerCount]]) -> dict[str, PlayerCount]:
    """Return the amount for each phrase; the second phrase for an amount is its wording."""
    found: dict[str, PlayerCount] = {}
    for phrase, amount in phrases:
        again = amount in found.values()
        found[phrase] = msgspec.structs.replace(amount, word=phrase) if again else amount
    return found


SPELLED_AMOUNTS: Final = _by_phrase((phrase, amount) for _, phrase, amount in _OF_PLAYERS if phrase)
"""The amount that each phrase expresses."""

EACH_AMOUNTS: Final[Mapping[str, PlayerCount | PlayersWho]] = {
    "opponent whose life total is less than half their starting life total": PlayersWho(
        "opponents",
        Compare(Times(2, PlayerCount("life", "they")), "less than", PlayerCount("starting_life", "they")),
        "opponent whose life total is less than half their starting life total",
    ),
    **_by_phrase((phrase, amount) for phrase, _, amount in _OF_PLAYERS if phrase),
}
"""The amount that each phrase after "for each" expresses."""

OWN_NAME: Final = lazy_pattern(r"(?<!\w)~(?!\w)")
"""The card's own name in a text."""
