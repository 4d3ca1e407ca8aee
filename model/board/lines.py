"""Texts split into lines of notation, the player or card that begins a line, and the edition that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from ..cards.card import Card
from ..cards.faces import beginning_with, can_be_bestowed
from ..cards.search import find_card, legend_meant, shipped_card
from ..errors import NotationError, UnknownCardError
from ..objects.gameobject import GameObject
from ..rules.vocabulary import NEVER_PERMANENT
from ..support.names import fold
from ..support.patterns import lazy_pattern
from .abilities import ABILITY, COST, asks_unread, kinds_asked, printed_abilities
from .details import ATTACHMENTS, NUMBER, SIGNED, enters_as_copy, is_detail
from .references import Owned


def split_lines(text: Iterable[str | Iterable[str]], own: Mapping[str, Card] = MappingProxyType({})) -> list[str]:
    """Return the lines in the given texts, without comments, list marks and empty lines.

    A ";" outside quotation marks also ends a line, and a list of cards becomes a line for each.

    Raises:
        NotationError: a line is too long, or a line "players:" or "rules:" names nothing.

    >>> split_lines(["Blood Moon; Life and Limb", "- Saproling  # a token"])
    ['Blood Moon', 'Life and Limb', 'Saproling']
    >>> split_lines(["Blood Moon, Urborg, Tomb of Yawgmoth", "Ben's graveyard: Forest and 2 Island"])
    ['Blood Moon', 'Urborg, Tomb of Yawgmoth', 'Ben: Forest in graveyard', 'Ben: 2 Island in graveyard']
    >>> split_lines(["Ben: graveyard: Forest"])
    ['Ben: Forest in graveyard']
    """
    texts = (one for each in text for one in ([each] if isinstance(each, str) else each))
    lines = [found for each in texts for line in each.splitlines() for found in _parts(line, own)]
    for line in lines:
        if len(line) > LONGEST:
            raise NotationError(f"a line can have at most {LONGEST} characters, not {len(line)}", line, LONGEST + 1)
        if (found := header(line)) and not found["value"].strip(" ,"):
            raise NotationError(f"`{line}` names nothing", line, len(line))
    return [each for line in lines for each in _listed(line, own)]


def _parts(line: str, own: Mapping[str, Card]) -> list[str]:
    # The parts between semicolons, without comments and list marks.
    if is_card_name(line, own):
        return [line.strip()]
    parts = _PART.findall(_COMMENT.sub("", line))
    return [found for part in parts if (found := _LIST_MARK.sub("", part.strip()).strip())]


def is_card_name(line: str, own: Mapping[str, Card]) -> bool:
    """Return whether a line is nothing but the name of a card or of its face, as most lines are.

    Case, accents and spaces are ignored. Such a line means the card, whatever else could be read in it.

    >>> is_card_name("Circle of Protection: Red", {}), is_card_name("Saproling", {}), is_card_name("2 Forest", {})
    (True, False, False)
    """
    return fold(line) in own or shipped_card(line) is not None


def _listed(line: str, own: Mapping[str, Card]) -> list[str]:
    # "Ben's graveyard: Forest, Island" and "Forest and Island in graveyard" are lines for the cards that they list.
    if header(line) or is_card_name(line, own):
        return [line]
    player, rest = player_and_rest(line, own)
    whose, where = f"{player}: " if player is not None else "", ""
    if player is not None and (found := _ZONE.fullmatch(player)):
        owner = found["owner"] or found["of"]
        whose = f"{owner}: " if owner else ""
        where = f" in {found['zone'].lower()}"
    elif player is not None and (found := _ZONE_NEXT.match(rest)):
        where, rest = f" in {found['zone'].lower()}", rest[found.end() :]
    if not where and (aged := by_age(rest, own)):
        return [f"{whose}{name}" for name in aged]
    if not where and not _JOINT.search(rest):
        return [_with_singular(line, rest, own)]
    names: list[str] = []
    text, place = rest, 0
    while place < len(text):
        start = place
        card = card_at(text[start:], own)  # "One with the Stars" is no number
        if card is None and (number := _NUMBER.match(text, place)):
            text = f"{text[:place]}{_singular(text[place:], own)}"
            start = number.end()
            card = card_at(text[start:], own)
        end = start + card[1] if card is not None else start
        after = COUNT_AFTER.match(text, end)
        joint = _JOINT.match(text, after.end() if after else end)
        last = joint is None and _IN_ZONE.match(text, after.end() if after else end)
        if card is None or (joint is None and not last):
            return [_with_singular(line, rest, own)]
        names.append(f"{after[1]} {text[place:end]}" if after else text[place:end])
        where = where or (last[0] if last else "")
        place = len(text) if last else joint.end()  # type: ignore[union-attr]
    return [f"{whose}{name}{where}" for name in names] if names[1:] or player else [line]


def by_age(text: str, own: Mapping[str, Card] = MappingProxyType({})) -> list[str]:
    """Return the cards in a text that says which is older, oldest first; or nothing.

    An Aura, an Equipment or a spell before the sign could be meant for what comes after it.

    >>> by_age("Humility > Opalescence"), by_age("Humility < Opalescence"), by_age("Rancor > Grizzly Bears")
    (['Humility', 'Opalescence'], ['Opalescence', 'Humility'], [])
    """
    signs = set() if is_card_name(text, own) else set(_OLDER.findall(text))
    if len(signs) != 1:
        return []
    names = _OLDER.split(text)
    for name in names:
        card = card_at(name, own)
        if card is None or card[1] < len(name) or _points(card[0]):
            return []
    return names if ">" in signs.pop() else names[::-1]


def _points(card: Card) -> bool:
    front = card.faces[0]
    return not NEVER_PERMANENT.isdisjoint(front.types) or not ATTACHMENTS.isdisjoint(front.subtypes)


LONGEST: Final = 1_000
"""Maximum number of characters in a line."""


_COMMENT: Final = lazy_pattern(r"(?:^|\s)#.*")
_PART: Final = lazy_pattern(r'(?:"[^"]*"|“[^”]*”|[^;])+')
_LIST_MARK: Final = lazy_pattern(r"^(?:[-*•]|\d+[.)]|then,?)\s+", re.IGNORECASE)


def edition_named(lines: Iterable[str]) -> str | None:
    """Return the edition that a line "rules: ..." names, or None."""
    found = map(header, lines)
    return next((each["value"].strip() for each in found if each and each["key"].lower() == "rules"), None)


def header(line: str) -> re.Match[str] | None:
    """Return the "key" and "value" of a line such as "players: Ann, Ben", or None."""
    return _HEADER.fullmatch(line) if ":" in line else None  # most lines need no pattern


_HEADER: Final = lazy_pattern(r"(?P<key>players|rules)\s*:\s*(?P<value>.*)", re.IGNORECASE)


def _with_singular(line: str, rest: str, own: Mapping[str, Card]) -> str:
    return f"{line.removesuffix(rest)}{_singular(rest, own)}" if line.endswith(rest) else line


def next_card(read: str, rest: str, own: Mapping[str, Card]) -> str:
    """Return the line that the rest of a line is if another card follows what was read of it, or "".

    >>> next_card(" tapped, ", "2 islands", {}), next_card(" tapped ", "and Sol Ring", {}), next_card("", "Ponder", {})
    ('2 island', 'Sol Ring', '')
    """
    joint = _THEN.match(rest)
    after = rest[joint.end() :] if joint else rest if read.rstrip().endswith(",") else ""
    after = _singular(after, own)
    number = _NUMBER.match(after)
    begins = after and (card_at(after, own) or (number and card_at(after[number.end() :], own)))
    return after if begins else ""


_THEN: Final = lazy_pattern(r"(?:,\s*)?(?:and then|and|then|&|plus|vs\.?|versus)\s+(?=\S)", re.IGNORECASE)


def _singular(text: str, own: Mapping[str, Card]) -> str:
    # "2 Islands" is "2 Island", but "2 Grizzly Bears" stays.
    number = _NUMBER.match(text)
    if number is None or card_at(text, own) is not None:
        return text
    known = card_at(text[number.end() :], own)
    for end in word_ends(text):
        name = text[number.end() : end]
        if known is not None and len(name) <= known[1]:
            return text
        for ending, one in (("ies", "y"), ("ves", "f"), ("s", "")):
            singular = name.removesuffix(ending) + one
            if name.endswith(ending) and (card := card_at(singular, own)) and card[1] == len(singular):
                return f"{number[0]}{singular}{text[end:]}"
    return text


_NUMBER: Final = lazy_pattern(rf"{NUMBER}\s*(?:[x×]\s*|\s)(?=\S)", re.IGNORECASE)
COUNT_AFTER: Final = lazy_pattern(r"[\s,]*\(?[x×]\s?(\d{1,9})\b\)?", re.IGNORECASE)
"""A count after a name, as in "Forest x3"."""
_JOINT: Final = lazy_pattern(
    r"\s*(?:,\s*(?:(?:and|then|and then)\s+)?|\s+(?:and|then|and then|&|plus|vs\.?|versus)\s+)(?=\S)", re.IGNORECASE
)
_OLDER: Final = lazy_pattern(r"\s+[<>]\s+")
_IN_ZONE: Final = lazy_pattern(r"(?:\s+in\s+(?:(?:the|my|[\w ]+?['’]s)\s+)?[a-z]+)?$", re.IGNORECASE)
_ZONES: Final = "graveyard|hand|exile|library|stack"
_ZONE: Final = lazy_pattern(
    rf"(?:in\s+)?(?:(?:the|my|(?P<owner>[\w ]+?)(?:['’]s)?)\s+)?(?P<zone>{_ZONES})(?:\s+of\s+(?P<of>[\w ]+))?",
    re.IGNORECASE,
)
_ZONE_NEXT: Final = lazy_pattern(rf"(?:(?:his|her|their|the)\s+)?(?P<zone>{_ZONES})\s*:\s+(?=\S)", re.IGNORECASE)
HAS_DESIGNATION: Final = r"(?:is|becomes|has|takes|gets) the (?P<fact>monarch|initiative|city['’]s blessing)"
"""The end of a line that gives a player a designation."""
FACT: Final = lazy_pattern(
    rf"(?:(?P<who>\w+) (?:has|is at|at) )?(?P<number>no|{SIGNED})\s+(?P<fact>[a-z' ]+)", re.IGNORECASE
)
_PLAYER: Final = lazy_pattern(r"([^:\"“]{1,40}):\s+(?=\S)")
_SIDE: Final = lazy_pattern(r"(?:\s+(?:controls?|has|plays)|['’]s?\s+(?:board|battlefield|side))$", re.IGNORECASE)
_NO_PLAYER: Final = lazy_pattern(
    rf"->|→|,|['’]s?\s(?!(?:{_ZONES}|command zone)$)|[+\[]|\s(?:on|targeting)\s", re.IGNORECASE
)
_HAS: Final = r"casts?|controls?|plays?|has|have|activates?"
_DONE: Final = MappingProxyType({
    "activate": "activate ", "animate": "animate ", "crew": "crew ", "attack with": "attack with ", "steal": "steal ",
    "take control of": "steal ", "gain control of": "steal ", "destroy": "destroy ", "kill": "destroy ",
    "sacrifice": "sacrifice ", "exile": "exile ", "bounce": "bounce ", "tap": "tap ", "untap": "untap ",
    "use": "", "respond with": "",
})  # fmt: skip
"""What a player does, without the ending of the verb, and the words with which a sentence about it begins."""
_VERBS: Final = "|".join(f"{verb}s?{space}{rest}" for verb, space, rest in (does.partition(" ") for does in _DONE))
_DOES: Final = lazy_pattern(rf"(?:my\s+)?(\w+)\s+({_HAS}|{_VERBS})\s+(?:(?:his|her|their|my)\s+)?(?=\S)", re.IGNORECASE)
_BRACKETS: Final = lazy_pattern(r"\s+\(([A-Z]\w*)\)$")
_ITS_ABILITY: Final = lazy_pattern(
    rf"(?:['’]s?\s(?:\w+\s)?(?:{ABILITY}|ability|trigger)(?!\w)|\s{COST}(?!\w)|^(?:the )?ability\b)", re.IGNORECASE
)


def player_and_rest(line: str, own: Mapping[str, Card]) -> tuple[str | None, str]:
    """Return the player at the beginning of a line, or None, and the rest of the line.

    "Circle of Protection: Red" begins with no player.

    >>> player_and_rest("Ben: Taiga", {}), player_and_rest("Ben casts Giant Growth on Grizzly Bears", {})
    (('Ben', 'Taiga'), ('Ben', 'Giant Growth on Grizzly Bears'))
    >>> player_and_rest("Ben activates Mutavault", {}), player_and_rest("Taiga", {})
    (('Ben', 'activate Mutavault'), (None, 'Taiga'))
    >>> player_and_rest("Taiga (Ben)", {}), player_and_rest("Taiga (tapped)", {})
    (('Ben', 'Taiga'), (None, 'Taiga (tapped)'))
    """
    if is_card_name(line, own):
        return None, line
    if found := _PLAYER.match(line):
        card = card_at(line, own)
        inside = card is not None and (_has_colon(card, found) or _asks(card, found, own))
        owner = _SIDE.sub("", found[1].strip())
        return (None, line) if inside or _NO_PLAYER.search(owner) else (owner, line[found.end() :])
    if (found := _BRACKETS.search(line)) and _is_player(found, own):
        return found[1], line[: found.start()]
    if (found := _DOES.match(line)) and ((card := card_at(line, own)) is None or _is_called_so(found, card)):
        rest, verb = line[found.end() :], re.sub(r"s\b", "", found[2].lower(), count=1)
        if found[2].lower() in ("has", "have") and card_at(rest, own) is None:
            return None, line
        who = None if found[1].lower() in ("i", "we") else found[1]
        if verb == "activate" and _ITS_ABILITY.search(rest):
            verb = "use"
        return who, _DONE.get(verb, "") + rest
    return None, line


def _is_player(brackets: re.Match[str], own: Mapping[str, Card]) -> bool:
    # "Taiga (Ben)": what follows a card in brackets is a player, unless it is a detail.
    text = brackets.string[: brackets.start()]
    start = number.end() if (number := _NUMBER.match(text)) else 0
    card = card_at(text[start:], own)
    return card is not None and start + card[1] == len(text) and not is_detail(card[0], brackets[1])


def _has_colon(card: tuple[Card, int], found: re.Match[str]) -> bool:
    # "A: Blood Artist" names player A, although "A-Blood Artist" is a card.
    return card[1] > found.end() and any(":" in face.name for face in card[0].faces)


def _is_called_so(does: re.Match[str], card: tuple[Card, int]) -> bool:
    # "Agatha casts Giant Growth" is about a player, also if a card is "Agatha of the Vile Cauldron".
    return (
        re.fullmatch(_HAS, does[2], re.IGNORECASE) is not None
        and card[1] == does.end(1)
        and does[2].lower() != "cast"
        and fold(does[1]) != fold(card[0].name)
    )


def _asks(card: tuple[Card, int], found: re.Match[str], own: Mapping[str, Card]) -> bool:
    # "Conspiracy: Goblin" and "Painter's Servant: blue" say what was chosen.
    rest = found.string[found.end() :]
    abilities = printed_abilities(card[0])
    asks = bool(kinds_asked(abilities)) or any(map(asks_unread, abilities))
    says = asks or not (FACT.fullmatch(rest) or card_at(rest, own))
    return card[1] == found.end(1) and says


def quoted(text: str) -> re.Match[str] | None:
    """Return what stands in quotation marks at the beginning of a text, as the first group of a match."""
    return _QUOTED.match(text) if text.startswith(_OPENING) else None  # most texts need no pattern


def unquoted(text: str, own: Mapping[str, Card]) -> str:
    """Return a text without quotation marks around the name of a card at its beginning."""
    found = quoted(text)
    card = None if found is None else card_at(found[1], own)
    return text if found is None or card is None or card[1] < len(found[1]) else found[1] + text[found.end() :]


def card_at(text: str, own: Mapping[str, Card]) -> tuple[Card, int] | None:
    """Return the card with the longest name at the beginning of a text, and the end of its name; or None."""
    for end in word_ends(text):
        try:
            card = find_card(text[:end], own)
            return (legend_meant(text[:end]) if card.token else None) or card, end
        except UnknownCardError:
            continue
    return None


def as_printed(card: Card, typed: str) -> str:
    """Return the name of a card as it is printed; a token, a face or a part of a name stays as it was typed."""
    if fold(typed) == fold(card.name):
        return card.name
    legend = legend_meant(typed)
    return typed if legend is None else legend.name


def word_ends(text: str) -> Iterator[int]:
    """Return the end of a text, which can be any character of a name, and the ends of its words, last first."""
    yield len(text)
    yield from reversed([found.end() for found in _WORD_END.finditer(text) if found.end() < len(text)])


_OPENING: Final = ('"', "“", "‘", "'")
_QUOTED: Final = lazy_pattern(rf"[{''.join(_OPENING)}]([^\"”]+?)[\"”’'](?=\s|$)")
_WORD_END: Final = lazy_pattern(r"[^\s,;:()]+(?<!-)")


def is_another(board: Owned, name: str, player: str | None) -> bool:
    """Return whether a card named before an arrow enters or resolves although such objects are on the board.

    It does if nothing else can be meant (`is_always_new`), or if each of the objects is an attached Aura, which only
    effects move (303.4), or is not controlled by `player`.
    """
    read = card_at(name, board.own_cards)
    if read is None or read[1] < len(name):
        return False
    if is_always_new(beginning_with(read[0], name)):
        return True
    there = [found for found in board.objects.values() if found.card == read[0]]
    if "Aura" in read[0].faces[0].subtypes and all(_is_attached(found) for found in there):
        return bool(there)
    return (
        player is not None
        and bool(there)
        and all(found.base.controller != board.players.index(player) for found in there)
    )


def is_always_new(card: Card) -> bool:
    """Return whether an arrow after a card always means that one resolves or enters.

    It is an instant or sorcery, enters as a copy, or is bestowed as it is cast (702.103a).
    """
    spell = not NEVER_PERMANENT.isdisjoint(card.faces[0].types)
    return spell or enters_as_copy(card) or can_be_bestowed(card)


def _is_attached(found: GameObject) -> bool:
    return found.attached_to is not None or found.attached_player is not None
