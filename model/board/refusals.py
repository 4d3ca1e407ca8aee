"""What is wrong with a part of a line of notation, and what would fit there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from ..cards.card import Card
from ..cards.faces import beginning_with
from ..cards.search import find_card, near
from ..effects.choices import EXAMPLES
from ..effects.view import Choices
from ..errors import UnknownCardError
from ..rules.vocabulary import COLOR_NAMES, COLOR_WORDS, NEVER_PERMANENT, ZONES
from ..support.names import MISSPELT, did_you_mean, fold, nearest
from ..support.patterns import lazy_pattern
from .abilities import kinds_asked, options_of
from .details import BORNE_BY, FLAG_WORDS, Details

CHOSEN: Final = dict.fromkeys(Choices.__struct_fields__, "") | {
    "card_name": "Forest", "player": "player B", "number": "2", "option": "1",
    **{kind: COLOR_NAMES.get(word, word) for kind, (word, *_) in EXAMPLES.items()},
}  # fmt: skip
"""Kind of choice -> an example in words; "" means that no example fits, or that another detail says it."""

FITS: Final = (
    "after a name can stand `-> Host`, `with two +1/+1 counters`, `tapped`, `face down`, `choosing blue`, "
    "`copy of Name`, `in graveyard` and `as id`"
)


def wrong_detail(rest: str, details: Details, named: Iterable[str], players: Iterable[str]) -> str:
    """Return a message about the rest of a line, of which the first part is not understood.

    Args:
        rest: the rest.
        details: the details that precede it.
        named: the ids and names of the objects on the board.
        players: the names of the players.
    """
    for pattern, problem in _PROBLEMS:
        if found := pattern.match(rest):
            return problem(found[0].strip(), rest[found.end() :].strip(), details, [*named], [*players])
    if details.card is not None and (other := _card(rest)) is not None:
        return _two_lines(rest, details.card, other)
    words = (*FLAG_WORDS, "with", "choosing", "attached", "transformed")
    first = rest.split(maxsplit=1)[0]
    hint = "" if first.lower() in words else did_you_mean(first, words)
    return f"`{rest}` is not understood{hint or f'; {FITS}'}"


def like(text: str, name: str) -> tuple[str, ...]:
    """Return the names of cards that begin with a text and go on, and similar names, except the name at its beginning.

    >>> like("Blood Mon", "Blood"), like("Forest tapped", "Forest")
    (('Blood Money', 'Blood Moon'), ())
    """
    wanted = fold(text)
    going_on = [each for each in near(text) if fold(each).startswith(wanted) and fold(each) != wanted]
    similar = nearest(text.replace("&", "and"), [each for each in near(text) if each != name], like=MISSPELT)
    return tuple(dict.fromkeys((*going_on, *similar)))


def in_a_line(message: str) -> str:
    """Return the message about an event with what a line says instead of the keys that a file has.

    >>> in_a_line("`Turn to Frog` needs a target in `targets` (115.1)")
    '`Turn to Frog` needs a target after `->` (115.1)'
    >>> in_a_line("`Mind Bend` needs `word_from` and `word_to` in `chosen`: a color or basic land type (612.2)")
    '`Mind Bend` needs two words, as in `changing Swamp to Forest`: a color or basic land type (612.2)'
    >>> in_a_line("`Turn to Frog` needs `creature_type` in `chosen`, a choice on resolution (608.2d)")
    '`Turn to Frog` needs a creature type after `choosing`, a choice on resolution (608.2d)'
    """
    for pattern, words in _KEYS:
        message = pattern.sub(words, message)
    return message


def no_object(name: str, named: Iterable[str], players: Iterable[str] = ()) -> str:
    """Return a message about a name that no object on the board has."""
    return f"no object `{name}` is on the board{did_you_mean(name, (*named, *players))}"


def wrong_token(text: str) -> str:
    """Return a message about the word that prevents a text from being the description of a token, or "".

    >>> wrong_token("1/1 puce Goblin token")
    '`puce` is not a color, type or supertype'
    >>> wrong_token("Blod Moon"), wrong_token("Puce Goblin")
    ('', '')
    """
    if not _TOKEN_LIKE.search(text):
        return ""
    from ..cards.tokens import read_token  # most lines name no token

    if read_token(text) is not None:
        return ""
    words, known = text.split(), {*COLOR_WORDS, "colorless", "and"}
    for place, word in enumerate(words):
        others = " ".join((*words[:place], *words[place + 1 :]))
        if word.lower() not in known and others and read_token(others) is not None:
            return f"`{word}` is not a color, type or supertype{did_you_mean(word.lower(), COLOR_WORDS)}"
    return ""


_TOKEN_LIKE: Final = lazy_pattern(r"^\d+/\d+\s|\btokens?\b", re.IGNORECASE)


def _wrong_name(word: str, name: str, _: Details, named: list[str], players: list[str]) -> str:
    if not name:
        return f"`{word}` needs a name after it: an object, a card or a player"
    if (card := _card(name)) is not None and NEVER_PERMANENT.intersection(beginning_with(card, name).faces[0].types):
        return f"`{name}` is not a permanent, so nothing can refer to it with `{word}`"
    hint = did_you_mean(name, (*named, *players), 0.7)
    if not hint:  # a word of a name
        words = {fold(part): each for each in named for part in each.replace(",", "").split()}
        hint = "".join(f"; did you mean `{words[part]}`?" for part in nearest(fold(name), words, 1, 0.8))
    if not hint and (cards := near(name, 1)):
        hint = did_you_mean(name, cards, 0.7)
    return f"`{name}` is not an object, card or player{hint or _players_are(players, name)}"


def _players_are(players: list[str], name: str) -> str:
    also = f"; a line `players: {players[0]}, {name}` would make it one" if re.fullmatch(r"\w+", name) else ""
    return f"; the players are {_listed(players)}{also}"


def _wrong_choice(word: str, value: str, details: Details, *_: list[str]) -> str:
    if not value:
        return f"`{word}` needs a color, type, name, number, player or object after it"
    asked = [kind for kind in sorted(kinds_asked(details.abilities)) if CHOSEN[kind]]
    hint = did_you_mean(value.lower(), COLOR_WORDS)
    if not hint and asked:
        fits = CHOSEN | {"option": next(iter(options_of(details.abilities)), CHOSEN["option"])}
        kinds = _listed([f"{_a(kind)}, such as `{fits[kind]}`" for kind in asked], "or")
        hint = f"; {details.card.name if details.card else 'the ability'} asks for {kinds}"
    return f"`{value}` is not a color, type, card, number, player or object{hint}"


def _bearing(word: str, name: str, details: Details, *_: list[str]) -> str:
    host = details.card.name if details.card is not None else "Host"
    found = _card(name)
    return f"`{word} {name}` is not a detail of {host}; write `{found.name if found else name} -> {host}`"


def _two_lines(rest: str, one: Card, other: Card) -> str:
    return f"`{rest}` is another card; write two lines, `{one.name}; {other.name}`"


def _wrong_counters(word: str, rest: str, details: Details, *_: object) -> str:
    rest = re.sub(r"\s+(?:attached|on it)$", "", rest, flags=re.IGNORECASE)
    if (card := _card(rest)) is not None and {"Aura", "Equipment"} & set(card.faces[0].subtypes):
        return _bearing(word, rest, details)
    what = f"`{rest}` is not a list of counters" if rest else f"`{word}` needs counters after it"
    return f"{what}; write `with two +1/+1 counters and a charge counter`"


def _wrong_zone(word: str, rest: str, details: Details, *_: list[str]) -> str:
    zone = re.sub(r"^(the|\w+['’]s)\s+", "", rest)
    if zone.lower() in ZONES and "zone" in details.keys:
        return f"`{word} {rest}` contradicts `{details.keys['zone']}`"
    zones = _listed([each for each in ZONES if each != "battlefield"])
    return f"`{zone}` is not a zone; the zones are {zones}"


def _contradiction(word: str, *_: object) -> str:
    return f"`{word}` contradicts `{'untapped' if word.lower() == 'tapped' else 'tapped'}`"


EMBLEM: Final = 'an emblem is written with its text: `emblem with "Creatures you control get +2/+2 and have flying."`'


def _emblem(*_: object) -> str:
    return EMBLEM


def _turn(word: str, *_: object) -> str:
    return f"`{word}` is not a detail of an object; whose turn it is stands in a line of its own, such as `Ben's turn`"


def _effect(word: str, rest: str, details: Details, *_: list[str]) -> str:
    it = details.card.name if details.card is not None else "Grizzly Bears"
    return f"`{word} {rest}` needs a duration, as in `{it} {word} {rest} until end of turn`, or the card that does it"


def _card(name: str) -> Card | None:
    try:
        return find_card(name)
    except UnknownCardError:
        return None


def _listed(words: list[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _chosen(found: re.Match[str]) -> str:
    return f"{_a(found[1])} after `choosing`"


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind.replace('_', ' ')}"


_KEYS: Final[tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]] = tuple(
    (lazy_pattern(pattern), words)
    for pattern, words in (
        ("in `targets`", "after `->`"),
        (r"`word_from` and `word_to` in `chosen`", "two words, as in `changing Swamp to Forest`"),
        (r"`word_(?:from|to)` in `chosen`", "a word, as in `changing Swamp to Forest`"),
        (r"`(\w+)` in `chosen`", _chosen),
        (r"(\d+) choices of `(\w+)` in `chosen`", r"\1 times `choosing`"),
        (r"needs a `mode` from 1 to (\d+)", r"needs a mode from 1 to \1, as in `mode 1`"),
        ("needs `x`", "needs `X = 2`"),
        ("; `option` is from 1 to", "; there are 1 to"),
    )
)

_Problem = Callable[[str, str, Details, list[str], list[str]], str]
_PROBLEMS: Final[tuple[tuple[re.Pattern[str], _Problem], ...]] = tuple(
    (lazy_pattern(pattern, re.IGNORECASE), problem)
    for pattern, problem in (
        (r"(?:->|→|(?:targeting|attached to|enchanting|equipping|(?:as )?(?:a )?copy of|copying)\b)\s*", _wrong_name),
        (r"(?:choosing|naming)\b\s*", _wrong_choice),
        (r"emblem\b", _emblem),
        (rf"{BORNE_BY}\b\s*", _bearing),
        (r"(?:on|during|in) \S+ turn\b", _turn),
        (r"with\b\s*", _wrong_counters),
        (r"in\b\s*", _wrong_zone),
        (r"(?:un)?tapped\b", _contradiction),
        (r"(?:gets|gains|loses|becomes)\b(?=.)", _effect),
    )
)
