"""The players that lines of notation name."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from ..cards.card import Card
from ..cards.faces import beginning_with
from ..cards.search import near
from ..effects.ability import TextAbility
from ..effects.choices import players_asked
from ..effects.keywords import Keyword
from ..effects.language import Ability
from ..rules.vocabulary import NEVER_PERMANENT
from ..support.names import fold, nearest
from ..support.patterns import lazy_pattern
from ..support.progress import checkpoint
from ..support.records import Record
from .abilities import ABILITY
from .details import BEFORE_NAME, BORNE_BY, SIGNED
from .lines import (
    FACT,
    HAS_DESIGNATION,
    card_at,
    header,
    is_always_new,
    is_card_name,
    player_and_rest,
    split_lines,
)
from .references import find_player
from .sentences import sentences
from .whose import Source, takes_control, whose_host

SHORTEST_MISSPELT: Final = 5
"""Minimum length of a word that is compared with names of cards; the names of people are shorter or unlike them."""


def players_named(lines: Iterable[str], own: Mapping[str, Card]) -> tuple[str, ...]:
    """Return the players that the lines name, in order, or two players A and B.

    A line without a player belongs to the first player named before it. If there is none, or only B, or the line takes
    what that player has, the line belongs to A, who is then the first player. There are at least two players.

    >>> players_named(["Ben: Saproling", "Blood Moon"], {}), players_named(["Blood Moon", "Ben: Saproling"], {})
    (('Ben', 'A'), ('A', 'Ben'))
    >>> players_named(["B: Saproling", "Blood Moon"], {}), players_named(["Ann: Taiga", "Ben: Taiga"], {})
    (('A', 'B'), ('Ann', 'Ben'))
    >>> players_named(["Ann: Taiga", "Ben: Forest", "Taiga leaves"], {}), players_named(["it's Ben's turn"], {})
    (('Ann', 'Ben'), ('Ben', 'A'))
    >>> players_named(["Wheel of Sun and Moon -> Ben"], {}), players_named(["Rancor -> Bear"], {})
    (('A', 'Ben'), ('A', 'B'))
    >>> players_named(["Ann: Bear", "Giant Growth -> Bear"], {}), players_named(["Ann: Bear", "Threaten -> Bear"], {})
    (('Ann', 'B'), ('A', 'Ann'))
    """
    return _named(lines, own).players


_Spans = list[tuple[Card, int, int]]
"""The cards at the beginning of a line and after arrows, with the places of their names."""


class _Named(Record, frozen=True):
    # The players, the first line that needs a player and names none, the first such line that is read as the first
    # player's, and the words (`_words`) and cards of the lines.
    players: tuple[str, ...]
    asking: str
    implied: str
    known: frozenset[str]
    cards: list[_Spans]


def _named(lines: Iterable[str], own: Mapping[str, Card]) -> _Named:
    lines = tuple(lines)
    cards = [_names(line, own) for line in lines]
    known = _words(lines, cards, own)
    named: list[str] = []
    asking = implied = ""
    there: set[str] = set()
    for line, spans in zip(lines, cards, strict=True):
        checkpoint("line")
        if found := header(line):
            if found["key"].lower() == "players":
                return _Named(
                    tuple(part.strip() for part in found["value"].split(",") if part.strip()), "", "", known, cards
                )
            continue
        only_name = is_card_name(line, own)
        player, rest, card = (None, line, card_at(line, own)) if only_name else _beginning(line, own, there)
        if player is None and card is not None:
            if _is_anothers(card, rest) or not named or fold(named[0]) == "b":
                asking = asking or line
            else:
                implied = implied or line
        there |= {each.name for each, _, _ in spans}
        if not only_name:
            if _MINE.search(line) and not named:
                asking = asking or line
            there |= {borne[0].name for each in _BORNE.finditer(line) if (borne := card_at(line[each.end() :], own))}
        for name in (player, *_owners(line, spans, own, known), *_targeted(line, spans, own, known)):
            if name is not None and find_player(named, name) is None:
                named.append(name)
    if asking:
        named = ["A", *(name for name in named if fold(name) != "a")]
    for name in ("A", "B", "C"):
        if len(named) < 2 and not any(fold(each).startswith(fold(name)) for each in named):  # "Ana" could be an A
            named.append(name)
    return _Named(tuple(named), asking, implied, known, cards)


def _beginning(
    line: str, own: Mapping[str, Card], there: Container[str]
) -> tuple[str | None, str, tuple[Card, int] | None]:
    # The player whom a line names, the rest of the line, and the card at its beginning if it is somebody's and new.
    player, rest = player_and_rest(line, own)
    if player is None and card_at(line, own) is None and (mentioned := _MENTIONED.match(line)):
        player = mentioned[1]
    card = card_at(rest, own)
    if card is None and (first := BEFORE_NAME.match(rest)):  # "tapped Forest"
        card = card_at(rest[first.end() :], own)
    if (done := _DONE.match(rest)) and (to := card_at(rest[done.end() :], own)) and to[0].name in there:
        card = None
    if card is not None and ((card[0].name in there and _speaks_of(rest, card)) or _is_anybodys(card, rest)):
        card = None
    return player, rest, card


def _is_anybodys(card: tuple[Card, int], rest: str) -> bool:
    # Whether a line that begins with a card is about a spell that anybody could cast at its target.
    spell = not NEVER_PERMANENT.isdisjoint(card[0].faces[0].types)
    return spell and _AT.match(rest, card[1]) is not None and not _is_anothers(card, rest)


def _is_anothers(card: tuple[Card, int], rest: str) -> bool:
    # Whether the player of a line that begins with a card does not have what the card points to.
    if card[1] == len(rest) or not _AT.match(rest, card[1]):
        return False
    source = Source.of_card(card[0])
    return takes_control(source) or whose_host(source, (), ()) == "another's"


def _speaks_of(text: str, read: tuple[Card, int]) -> bool:
    # Whether a text that begins with a card says what happens to it, or uses its ability.
    card, end = read
    if end == len(text):
        return False
    for pattern, _ in sentences():
        if found := pattern.fullmatch(text):
            groups = found.groupdict()
            spell = "it" in groups and " resolves" in text
            new = groups.get("arrow") is not None and ("Aura" in card.faces[0].subtypes or is_always_new(card))
            if {"it", "of", "host"} & groups.keys() and not spell and not new:
                return True
    return False


def _names(line: str, own: Mapping[str, Card]) -> _Spans:
    _, rest = player_and_rest(line, own)
    arrows = () if is_card_name(line, own) else _ARROW.finditer(line)
    starts = [len(line) - len(rest) if line.endswith(rest) else 0, *(found.end() for found in arrows)]
    found = ((start, card_at(line[start:], own)) for start in starts)
    return [(card[0], start, start + card[1]) for start, card in found if card is not None]


def cards_named(line: str, own: Mapping[str, Card]) -> list[tuple[Card, str]]:
    """Return the cards at the beginning of a line and after arrows, each with the words that name it."""
    return [(card, line[start:end]) for card, start, end in _names(line, own)]


def _owners(line: str, spans: _Spans, own: Mapping[str, Card], known: frozenset[str]) -> Iterator[str]:
    # "Ben" in "Rancor -> Ben's Serra Angel" and "Curse of Exhaustion -> Ben", but nobody in "Curse of Death's Hold".
    for found in _HOST_OF.finditer(line) if "'" in line or "’" in line else ():
        inside = any(start <= found.start(1) < end for _, start, end in spans)
        if not inside and not card_at(line[found.start(1) :], own):
            yield found[1]
    if spans and any(_enchants_players(each) for each in spans[0][0].faces[0].abilities):
        yield from _aimed_at(line, spans[0][2], own, known)


def _enchants_players(ability: Ability) -> bool:
    return isinstance(ability, Keyword) and ability.name == "Enchant" and ability.parameter in ("player", "opponent")


def _targeted(line: str, spans: _Spans, own: Mapping[str, Card], known: frozenset[str]) -> Iterator[str]:
    # "Ben" in "Lightning Bolt -> Ben".
    if spans and _targets_players(beginning_with(spans[0][0], line[slice(*spans[0][1:])])):
        yield from _aimed_at(line, spans[0][2], own, known)


def _aimed_at(line: str, start: int, own: Mapping[str, Card], known: frozenset[str]) -> Iterator[str]:
    # The word at the end of a line to which an arrow points, if it is no name of a card or object.
    found = _LAST_NAME.search(line, start)
    if found is not None and card_at(found[1], own) is None and not _is_object(found[1], known):
        yield found[1]


def _words(lines: Iterable[str], cards: Iterable[_Spans], own: Mapping[str, Card]) -> frozenset[str]:
    # The words of the lines, without the name at the end of each to which an arrow points, and of the cards' names.
    said = [_LAST_NAME.sub("", line) for line in lines if not is_card_name(line, own)]
    names = (card.name for spans in cards for card, _, _ in spans)
    return frozenset(fold(word) for text in (*said, *names) for word in _WORD.findall(text))


def _is_object(name: str, known: frozenset[str]) -> bool:
    # Whether a word can be a name of an object on the board, in short or misspelled, or the misspelled name of a card.
    if any(word.startswith(fold(name)) for word in known):
        return True
    return len(name) >= SHORTEST_MISSPELT and bool(nearest(fold(name), (*known, *map(fold, near(name, 1))), 1, 0.8))


def _targets_players(card: Card) -> bool:
    # Whether an instant or sorcery can target a player, as far as its compiled text says.
    texts = [each for each in card.faces[0].abilities if isinstance(each, TextAbility) and each.targets != 0]
    clauses = (clause for each in texts if each.resolution is not None for clause in each.resolution.clauses)
    return not NEVER_PERMANENT.isdisjoint(card.faces[0].types) and (
        any(kind in ("life", "targeted damage") for each in texts for kinds in each.board_changes for kind in kinds)
        or any(word in ("target player", "target opponent") for clause in clauses for word in players_asked(clause))
    )


def questions_about_players(lines: Iterable[str], own: Mapping[str, Card] = MappingProxyType({})) -> tuple[str, ...]:
    """Return questions about players whom the lines name, if a name may be missing or misspelled."""
    split = split_lines(lines, own)
    if any((found := header(line)) and found["key"].lower() == "players" for line in split):
        return ()
    named = _named(split, own)
    players, asking, implied = named.players, named.asking, named.implied
    said = f"`players: {', '.join(players)}` says who plays"
    owning, playing = {"a", "b"}, {"a", "b"}
    for line, spans in zip(split, named.cards, strict=True):
        player, rest = player_and_rest(line, own)
        if player is not None and not FACT.fullmatch(rest):
            owning.add(fold(player))
            playing |= {fold(player)} if not _ELSEWHERE.search(rest) else set()
        owners = set(map(fold, _owners(line, spans, own, named.known)))
        owning |= owners
        playing |= owners
    asked = [f"no card is `{name}`'s; {said}" for name in players if fold(name) not in owning]
    _, other, *more = players  # there are at least two
    if asking and (more or fold(other) not in playing):
        asked.append(f"`{asking}` names no player, so a player A has it; write `{other}: {asking}`")
    if implied and not asking:
        asked.append(f"`{implied}` names no player, so {players[0]} has it; write `{other}: {implied}` for another one")
    for place, name in enumerate(players):
        asked += [
            f"`{name}` and `{other}` are two players; {said}" for other in nearest(name, players[place + 1 :], 1, 0.7)
        ]
    return tuple(asked)


_ELSEWHERE: Final = lazy_pattern(r"\bin (?:graveyard|hand|library|exile)$", re.IGNORECASE)
"""The end of a line about a card that is not on the battlefield."""
_DONE: Final = lazy_pattern(r"(?:destroy|sacrifice|exile|bounce|tap|untap)\s+(?=\S)", re.IGNORECASE)
"""What happens to an object, before its name; some of the words are cards, too."""
_MENTIONED: Final = lazy_pattern(
    rf"(?:it(?:['’]s| is) )?(\w+)"
    rf"(?: (?:has|is at|at) (?:no|{SIGNED}) |['’]s life(?: total)? is |['’]s turn$| {HAS_DESIGNATION}$"
    rf"|['’]s .+ (?:is|has|gets|attacks|blocks|{BORNE_BY})\b)",
    re.IGNORECASE,
)
_HOST_OF: Final = lazy_pattern(
    rf"(?:->|→|\b(?:to|of|on|in|targeting|enchanting|equipping)\b)\s*(\w+)['’]s\s(?!(?:ability|{ABILITY})(?!\w))",
    re.IGNORECASE,
)
_LAST_NAME: Final = lazy_pattern(r"(?:->|→|\b(?:to|on|enchanting)\b)\s*(\w+)$", re.IGNORECASE)
_WORD: Final = lazy_pattern(r"\w+")
_MINE: Final = lazy_pattern(r"(?:->|→|\b(?:to|of|on|targeting|enchanting|equipping)\b)\s*my\s", re.IGNORECASE)
_AT: Final = lazy_pattern(r"\s*(?:->|→)|\s+(?:on|targeting)\s", re.IGNORECASE)
_BORNE: Final = lazy_pattern(rf"{BORNE_BY} ")
_ARROW: Final = lazy_pattern(r"(?:->|→)\s*")
