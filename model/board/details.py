"""The details of an object or effect in a line of notation, such as "with two +1/+1 counters" and "tapped"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import cache
from typing import Any, Final

from ..cards.card import Card
from ..cards.faces import is_room
from ..cards.search import find
from ..data.numbers import NUMBERS, is_numeral, number_of
from ..effects.ability import TextAbility
from ..effects.choices import choice_of_type
from ..effects.conditions import GameFact
from ..effects.language import Ability
from ..effects.operations.copying import BecomeCopy
from ..errors import UnknownCardError
from ..objects.recorded_facts import FLAGS
from ..rules.vocabulary import BASIC_LAND_TYPES, COLOR_NAMES, NEVER_PERMANENT, ZONES, capital, color_of
from ..support.patterns import lazy_pattern
from .abilities import asks_unread, chooses_object, kinds_asked, options_of, printed_abilities
from .references import Reference

Refer = Callable[[str], Reference | None]
"""A function that returns the object or player at the beginning of a text, or None."""
Host = Callable[[str, Sequence[str]], Reference | None]
"""Such a function that is also given the names found before."""

_COUNTS: Final = {**NUMBERS, "a": 1, "an": 1}
NUMBER: Final = rf"(?:[0-9]+|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})"
SIGNED: Final = rf"[-−]?{NUMBER}"
"""A number that can be less than 0, as a life total can."""
_KIND_OF_COUNTER: Final = rf"(?:[+-]\d+/[+-]\d+|(?!(?:with|and|of|on|{NUMBER})\b)[\w-]+)(?:\s[\w-]+)?"
COUNTERS: Final = lazy_pattern(rf"(?:({NUMBER})\s+)?({_KIND_OF_COUNTER})\s+counters?\b", re.IGNORECASE)


def counted(word: str) -> int:
    """Return the number that digits, a number word or an article stand for.

    Raises:
        LimitError: the number has too many digits.

    >>> counted("12"), counted("two"), counted("A")
    (12, 2, 1)
    """
    return _COUNTS[word.lower()] if word.lower() in _COUNTS else number_of(word)


ATTACHMENTS: Final = frozenset({"Aura", "Equipment", "Fortification"})
"""The subtypes of permanents that are attached to others (303.4, 301.5, 301.6)."""
BORNE_BY: Final = r"(?:(?:equipped|enchanted|fortified) (?:with|by)|wearing|carrying|wielding|holding)"
"""The words between the name of an object and the name of what is attached to it."""
KICKED: Final = "this spell was kicked"
"""The condition of spells about kicker (702.33)."""
FLAG_WORDS: Final = tuple(name.replace("_", " ") for name in FLAGS)
"""The facts that can follow a name, in words."""


class Details:
    """The details after a name, collected from left to right.

    Attributes:
        keys: the keys of the event.
        marks: the facts to record about the new object.
        hosts: the objects and players after "->", in order.
        phased_out: whether the object is phased out.
        animated: whether its only activated ability has resolved.
        trigger, targets: the place of its only triggered ability with targets, and what this ability targets.
        flipped: whether it is flipped.
        locked: whether it is a Room without an unlocked door.
        misplaced: the counters after "->" that change sizes, and so are meant for what an Aura or Equipment is attached
            to; else "".
        card: the card that the details are about, or None for rules text and abilities.
        abilities: the abilities that can ask for choices.
        refer: the function that finds objects and players.
        host: the same, but a card that is not on the board enters first; it is also given the names found before.
        player: the function that finds a player, or fails.
    """

    def __init__(
        self,
        card: Card | None,
        abilities: Sequence[Ability],
        refer: Refer,
        host: Host,
        player: Callable[[str], str],
    ) -> None:
        self.keys: dict[str, Any] = {}
        self.marks: dict[str, Any] = {}
        self.hosts: list[str] = []
        self.phased_out = False
        self.animated = False
        self.trigger = 0
        self.targets: list[str] = []
        self.flipped = False
        self.locked = False
        self.misplaced = ""
        self.card = card
        self.abilities = abilities
        self.refer = refer
        self.host = host
        self.player = player

    def read(self, text: str) -> int:
        """Read as many details as possible, and return the position of the first part that is not understood."""
        place = 0
        while place < len(text):
            place = _SEPARATORS.match(text, place).end()  # type: ignore[union-attr]
            for pattern, take in _phrases() if place < len(text) else ():
                found = pattern.match(text, place)
                end = take(self, found) if found else None
                if end is not None:
                    place = end
                    break
            else:
                break
        return place


def _referred(details: Details, found: re.Match[str]) -> tuple[list[str], int] | None:
    # The objects and players from the end of the match, joined with "and" or commas.
    text, place = found.string, found.end()
    names: list[str] = []
    one = details.host(text[place:], details.hosts)
    while one is not None:
        names.append(one.name)
        place += one.end
        joint = _NEXT_HOST.match(text, place)
        one = None if joint is None else details.host(text[joint.end() :], [*details.hosts, *names])
        if joint is not None and one is not None:
            place = joint.end()
    return (names, place) if names else None


def _hosts(details: Details, found: re.Match[str]) -> int | None:
    if found[0].strip().lower() == "on" and details.card is not None and _attaches_to_nothing(details.card):
        return None  # "Conspiracy on Goblin"
    named = _referred(details, found)
    if named is None:
        return None
    details.hosts += named[0]
    return named[1]


def _copy(details: Details, found: re.Match[str]) -> int | None:
    if found[0].strip() in ("of", "as", "=") and (details.card is None or not copies(details.card)):
        return None
    named = _referred(details, found)
    if named is None or len(named[0]) > 1:
        return None
    details.keys["copy_of"] = named[0][0]
    return named[1]


def copies(card: Card) -> bool:
    """Return whether a card can enter as a copy of an object (707.5)."""
    return any(isinstance(node, BecomeCopy) for ability in printed_abilities(card) for node in ability.walk())


def enters_as_copy(card: Card) -> bool:
    """Return whether a card other than an attachment can enter as a copy, so that an arrow can only mean that."""
    entering = (each for each in card.faces[0].abilities if isinstance(each, TextAbility) and each.form == "entering")
    copying = any(isinstance(node, BecomeCopy) for ability in entering for node in ability.walk())
    return copying and ATTACHMENTS.isdisjoint(card.faces[0].subtypes)


def _attaches_to_nothing(card: Card) -> bool:
    front = card.faces[0]
    spell = NEVER_PERMANENT.intersection(front.types)
    return not spell and ATTACHMENTS.isdisjoint(front.subtypes) and bool(kinds_asked(printed_abilities(card)))


def _loyalty(details: Details, found: re.Match[str]) -> int:
    # 306.5b, 310.4b: the loyalty and the defense are counters.
    details.keys["counters"] = details.keys.get("counters", {}) | {found[2].lower(): counted(found[1])}
    if details.hosts and details.card is not None and _is_attachment(details.card):
        details.misplaced = f"with {found[1]} {found[2].lower()} counters"
    return found.end()


def _counters(details: Details, found: re.Match[str]) -> int | None:
    counters = counters_in(found[1])
    if counters is None:
        return None
    details.keys["counters"] = details.keys.get("counters", {}) | counters
    sized = any("/" in kind for kind in counters)
    if details.hosts and sized and details.card is not None and _is_attachment(details.card):
        details.misplaced = found[0].strip()
    return found.end()


def _is_attachment(card: Card) -> bool:
    front = card.faces[0]
    return not ATTACHMENTS.isdisjoint(front.subtypes) and "Creature" not in front.types


def _zone(details: Details, found: re.Match[str]) -> int | None:
    zone = found["zone"].lower().removesuffix(" zone")
    if zone not in ZONES or details.keys.get("zone", zone) != zone:
        return None
    details.keys["zone"] = zone
    if found["owner"]:
        details.keys["owner"] = details.player(found["owner"])
    return found.end()


def _owner(details: Details, found: re.Match[str]) -> int:
    details.keys["owner"] = details.player(found[1])
    return found.end()


def _bare_choice(details: Details, found: re.Match[str]) -> int | None:
    # "Conspiracy (Goblin)", if the card asks for such a choice, and "Cavern of Souls: Elf", which asks as it enters
    asked = kinds_asked(details.abilities)
    named = _KIND.match(found[1]) is not None
    apart = found[0][0] in ":=-–" or found.string[: found.start()].endswith("(")
    named = named or (apart and not asked and any(map(asks_unread, details.abilities)))
    end = _choice(details, found) if asked or named else None
    if end is not None and not named and not details.keys["chosen"].keys() <= asked:
        del details.keys["chosen"]
        return None
    return end


def _choice(details: Details, found: re.Match[str]) -> int | None:
    chosen = None
    if longer := _COMMA_NAME.match(found.string, found.start(1)):  # "Urborg" is a card, too
        chosen = choices(longer[0], details.abilities, details.refer)
    if chosen is not None and longer is not None:
        found = longer
    else:
        chosen = choices(found[1], details.abilities, details.refer)
    if chosen is None:
        return None
    details.keys["chosen"] = details.keys.get("chosen", {}) | chosen
    return found.end()


def _flag(details: Details, found: re.Match[str]) -> int | None:
    word = found[1].lower().replace(" ", "_").replace("-", "_")
    if word in _CAST_FOR:
        details.keys["cast"] = _CAST_FOR[word]
    elif word in _PAID:
        details.keys[_PAID[word]] = True
    elif word == "kicked" and details.card is not None and NEVER_PERMANENT.intersection(details.card.faces[0].types):
        if not details.card.faces[0].has("Kicker", "Multikicker") or _asks_about_kicking(details.abilities):
            details.keys["told"] = [*details.keys.get("told", []), KICKED]
    elif word == "flipped":
        layout = "" if details.card is None else details.card.layout
        if layout != "flip" and not (details.card and details.card.faces[1:]):
            return None
        details.flipped = layout == "flip"
        details.keys |= {} if details.flipped else {"transformed": True}
    elif word == "locked":
        if details.card is None or not is_room(details.card):
            return None
        details.locked = True
    elif word == "phased_out":
        details.phased_out = True
    elif word == "animated":
        details.animated = True
    elif word in ("tapped", "untapped"):
        if details.keys.setdefault("tapped", word == "tapped") != (word == "tapped"):
            return None
    elif word in _FACE_DOWN:
        details.keys["face_down"] = True
        if _FACE_DOWN[word]:
            details.keys["with_effect"] = _FACE_DOWN[word]
    elif word == "transformed":
        details.keys[word] = True
    elif word in FLAGS:
        details.marks[word] = True
    else:
        return None
    return found.end()


def _asks_about_kicking(abilities: Sequence[Ability]) -> bool:
    return any(isinstance(node, GameFact) and node.text == KICKED for each in abilities for node in each.walk())


def _level(details: Details, found: re.Match[str]) -> int:
    # 711.2a: a leveler's level is its level counters; 716.2d: a Class has a level.
    levels = counted(found[1])
    if details.card is not None and details.card.faces[0].has("Level up"):
        details.keys["counters"] = details.keys.get("counters", {}) | {"level": levels}
    else:
        details.marks["level"] = levels
    return found.end()


def _chapter(details: Details, found: re.Match[str]) -> int:
    # 714.2b: chapters are numbered by the lore counters
    word = found[1].lower()
    number = _CHAPTERS.index(word) + 1 if word in _CHAPTERS else counted(word)
    details.keys["counters"] = details.keys.get("counters", {}) | {"lore": number}
    return found.end()


_CHAPTERS: Final = ("i", "ii", "iii", "iv", "v", "vi")


def _cast(details: Details, found: re.Match[str]) -> int:
    details.keys["cast"] = True
    return found.end()


def _modes(details: Details, found: re.Match[str]) -> int:
    modes = [number_of(number) for number in re.findall(r"\d+", found[1])]
    details.keys["mode"] = modes[0] if len(modes) == 1 else modes
    return found.end()


def _token(details: Details, found: re.Match[str]) -> int:
    details.keys["token"] = True
    return found.end()


def _words(details: Details, found: re.Match[str]) -> int:
    # 612.2: one color, land type or creature type instead of another
    details.keys["chosen"] = details.keys.get("chosen", {}) | {
        key: word.lower() if color_of(word) else capital(word)
        for key, word in (("word_from", found[1].strip('"')), ("word_to", found[2].strip('"')))
    }
    return found.end()


def _told(details: Details, found: re.Match[str]) -> int:
    details.keys["told"] = [*details.keys.get("told", []), *([found[1]] if found[1] else [])]
    return found.end()


def _set(key: str, convert: Callable[[str], Any] = str) -> Callable[[Details, re.Match[str]], int]:
    def take(details: Details, found: re.Match[str]) -> int:
        details.keys[key] = convert(found[1])
        return found.end()

    return take


_COUNTERS: Final = {"p1p1": "+1/+1", "m1m1": "-1/-1"}


def counters_in(text: str) -> dict[str, int] | None:
    """Return the counters that text lists, or None if it lists something else.

    >>> counters_in("two +1/+1 counters and a charge counter"), counters_in("flying counter")
    ({'+1/+1': 2, 'charge': 1}, {'flying': 1})
    """
    counters: dict[str, int] = {}
    place = 0
    while found := COUNTERS.match(text, place):
        kind = found[2].lower()
        counters[_COUNTERS.get(kind, kind)] = counted(found[1] or "a")
        joint = _JOINT.match(text, found.end())
        if joint is None:
            return counters if found.end() == len(text) else None
        place = joint.end()
    return None


def choices(text: str, abilities: Sequence[Ability], refer: Refer) -> dict[str, Any] | None:
    """Return the choice that words stand for, as the key `chosen` of an event has it, or None if it is unknown.

    Words that fit several kinds of choice are one for each kind that the abilities ask for. "and" joins two choices of
    one kind.
    """
    if (named := _KIND.match(text)) and (one := _of_kind(named[1].lower(), text[named.end() :], refer)):
        return one
    if place := options_of(abilities).get(text.strip(' "').lower()):
        return {"option": place}
    parts = [part.strip(' "') for part in _AND.split(text)]
    wanted = kinds_asked(abilities) | ({"object"} if any(map(chooses_object, abilities)) else set())
    found = [_possible_choices(part, refer, wanted) for part in parts]
    kinds = {kind: [each[kind] for each in found] for kind in found[0] if all(kind in each for each in found)}
    if not kinds and len(parts) > 1:  # "and" is a word of one name
        kinds = {kind: [value] for kind, value in _possible_choices(text.strip(' "'), refer, wanted).items()}
    asked = wanted & kinds.keys()
    chosen = {kind: values for kind, values in kinds.items() if kind in (asked or kinds)}
    return {kind: values[0] if len(values) == 1 else values for kind, values in chosen.items()} or None


def _of_kind(kind: str, text: str, refer: Refer) -> dict[str, Any]:
    # "option 3", "object Clone"
    word = text.strip(' "')
    if kind in ("player", "object"):
        there = refer(word)
        fits = there is not None and there.end == len(word) and there.is_player == (kind == "player")
        return {kind: there.name} if there is not None and fits else {}
    return {kind: number_of(word)} if is_numeral(word) else {}


def _possible_choices(text: str, refer: Refer, wanted: AbstractSet[str]) -> dict[str, Any]:
    # All choices that a word can stand for, by kind; a type means an object only if one is wanted, as in "Saproling".
    word = capital(text.strip())
    kinds = choice_of_type(word) or choice_of_type(word.title())
    if color := color_of(text):
        kinds["color"] = color
    if is_numeral(text):
        kinds |= dict.fromkeys(("number", "option"), number_of(text))
    if not kinds or not wanted.isdisjoint(("object", "player")):  # player B
        there = refer(text)
        if there is not None and there.end == len(text):
            kinds["player" if there.is_player else "object"] = there.name
        with suppress(UnknownCardError):
            kinds["card_name"] = find(text).name
    return kinds


def is_detail(card: Card, word: str) -> bool:
    """Return whether a word is a detail of a card by itself, such as "tapped", or "Goblin" of Conspiracy."""
    alone = Details(card, printed_abilities(card), lambda _: None, lambda *_: None, str)
    return alone.read(f"({word})") == len(word) + 2


_WARD: Final = "It's a 2/2 creature with ward {2}."
_FACE_DOWN: Final = {  # 702.37a, 701.40a, 702.168a, 701.58a
    "face_down": "", "facedown": "", "morphed": "", "morph": "", "manifested": "", "manifest": "",
    "disguised": _WARD, "disguise": _WARD, "cloaked": _WARD, "cloak": _WARD,
}  # fmt: skip
_CAST_FOR: Final = {"bestowed": "bestow", "prototyped": "prototype"}
_PAID: Final = {"overloaded": "overload", "cleaved": "cleave", "awakened": "awaken"}
_SEPARATORS: Final = lazy_pattern(r"[\s,;()]*")
_AND: Final = lazy_pattern(r"\s+and\s+", re.IGNORECASE)
_COLOR_OR_LAND: Final = "|".join((*COLOR_NAMES.values(), *BASIC_LAND_TYPES))
_CHANGE: Final = rf"({_COLOR_OR_LAND})\s+to\s+({_COLOR_OR_LAND})\b"
"""The words that a spell changes, as in "white to black"."""
_JOINT: Final = lazy_pattern(r"\s*(?:,?\s+and\s+|,\s*|\s*\+\s+)", re.IGNORECASE)
_NEXT_HOST: Final = lazy_pattern(rf"{_JOINT.pattern}(?!\s*{_CHANGE})", re.IGNORECASE)
_LISTED: Final = rf"{COUNTERS.pattern}(?:{_JOINT.pattern}{COUNTERS.pattern})*"
_PLAIN: Final = ("untapped", "face down", "transformed", "phased out", "animated", "flipped", "locked")
_WORDS: Final = "|".join(
    re.escape(word).replace(r"\ ", "[ -]")
    for word in sorted({*FLAG_WORDS, *_PLAIN, *_FACE_DOWN, *_CAST_FOR, *_PAID}, key=lambda word: (-len(word), word))
)
BEFORE_NAME: Final = lazy_pattern(rf"(my|{_WORDS})\s+(?=\S)", re.IGNORECASE)
"""A word that people put before a name, although it is a detail: "tapped Forest"."""
_KIND: Final = lazy_pattern(r"(option|number|player|object)\s+(?=\S)", re.IGNORECASE)
_AFTER_CHOICE: Final = (
    r"(?=\s*(?:[,;()]|$)|\s+(?:->|→|(?:with|tapped|as|in|X|modes?|told|choosing|naming|changing|except)\b))"
)
_CHOICE: Final = rf'("[^"]+"|[^,;()]+?){_AFTER_CHOICE}'
_COMMA_NAME: Final = lazy_pattern(rf'[^,;()"]+,[^,;()"]+?{_AFTER_CHOICE}', re.IGNORECASE)
_WORD: Final = r"(\"[^\"]+\"|[\w'’-]+)"


@cache  # most cards are named without details
def _phrases() -> tuple[tuple[re.Pattern[str], Callable[[Details, re.Match[str]], int | None]], ...]:
    return tuple(
        (re.compile(pattern, re.IGNORECASE), take)
        for pattern, take in (
            (r"(?:in|on)\s+(?:(?:the|my|(?P<owner>[\w ]+?)['’]s)\s+)?(?P<zone>[a-z]+(?: zone)?)\b", _zone),
            (r"(?:->|→|(?:target(?:ing|s)|attached to|enchant(?:ing|s)|equip(?:ping|s|ped to)|on)\b)\s*", _hosts),
            (
                r"(?:(?:enters|is|becomes) )?(?:as |that(?:['’]s| is) )?(?:a )?(?:copy of|copying|copies|cloning)\s+",
                _copy,
            ),
            (r"(?:of|as|=)\s+(?=\S)", _copy),
            (r"except\s+[\"“]([^”]+?)[\"”](?=\s|$)", _set("except")),
            (r"with\s+effect\s+[\"“]([^”]+?)[\"”](?=\s|$)", _set("with_effect")),
            (r"(?:with\s+)?X\s*=\s*(\d+)", _set("x", int)),
            (rf"(?:with\s+|w/\s*)?({_LISTED})", _counters),
            (rf"(?:with\s+|at\s+)?({NUMBER})\s+(loyalty|defense)\b", _loyalty),
            (r"owned by\s+(\w+)", _owner),
            (rf"(?:choosing|naming)\s+{_CHOICE}", _choice),
            (rf"(?:changing|:)\s*{_WORD}\s+to\s+{_WORD}", _words),
            (rf"replacing\s+{_WORD}\s+with\s+{_WORD}", _words),
            (_CHANGE, _words),
            (r"(?:as\s+an?\s+)?tokens?\b", _token),
            (r"as\s+([\w-]+)", _set("as")),
            (r"cast for(?: its)?\s+(\w+)(?: cost)?\b", _set("cast", str.lower)),
            (r"cast\b", _cast),
            (rf"({_WORDS})\b", _flag),
            (rf"(?:at\s+)?level\s+({NUMBER})\b", _level),
            (rf"(?:(?:on|at)\s+)?chapter\s+({'|'.join(_CHAPTERS)}|{NUMBER})\b", _chapter),
            (r"modes?\s+(\d+(?:(?:,\s*|,?\s+and\s+)\d+)*)", _modes),
            (r"told\s+(?:\"([^\"]+)\"|nothing\b)", _told),
            (rf"(?:(?:set )?to\s+|on\s+|[:=]\s*|[-–]\s+)?{_CHOICE}", _bare_choice),
        )
    )
