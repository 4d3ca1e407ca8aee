"""The changes to a board that rules text makes and that are events of their own, such as putting counters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain
from typing import Final, get_args

from ..effects.ability import BoardChange, TextAbility
from ..effects.keywords import Keyword
from ..effects.language import Ability
from ..rules.vocabulary import ACTIONS, KEYWORD_COUNTERS, KEYWORDS
from ..support.patterns import lazy_pattern
from ..support.records import Record
from .damage_recipients import damaged

# The effect of such a sentence does not happen now (603.7), or it replaces another event (614) or forbids it (101.2).
# What "When you discard a card this way" says happens at once (603.12).
_AT_ONCE: Final = r"(?:you do|(?![^,]*\b(?:regenerates|enters|dies)\b)[^,]*\bthis (?:cost|way))\b"
_LATER: Final = lazy_pattern(
    rf"^(?!When {_AT_ONCE})(?:Until your next turn, |Until end of turn, )?(?:When|Whenever|At)\b"
)
_AT_A_TIME: Final = lazy_pattern(r"\bat (?:the beginning|end) of\b|\bat the next\b", re.IGNORECASE)
_REPLACES: Final = lazy_pattern(r"\bwould\b", re.IGNORECASE)
_FORBIDS: Final = lazy_pattern(
    r"(?<!that )(?<!who )\b(?:can't|couldn't|(?:don't|doesn't)(?!,)(?! (?:control|own|have|share)\b))(?![\w'])",
    re.IGNORECASE,
)
_IF: Final = lazy_pattern(r"If [^,]+, ")
# What a condition or a player decides as the text is followed (608.2c-d), and where that begins behind an instruction.
_DECIDED: Final = lazy_pattern(r"\b(?:if(?! able\b)|unless|may|otherwise|when you)\b", re.IGNORECASE)
_THEN: Final = lazy_pattern(r",? (?:and|then) (?=(?:if|unless|(?:[^,]+ )?may)\b)")
# What is done in place of the sentence before, unless it differs only in a number, and damage to the same recipients.
_INSTEAD: Final = lazy_pattern(r"\binstead\b(?! of (?:one|two|three)\b)")
_SAME_DAMAGE: Final = lazy_pattern(r"\bdeals?\b[^.]*\bdamage\b(?: to (?:that|those|each of those)\b|(?! to\b))")
_DAMAGE: Final[frozenset[BoardChange]] = frozenset({"damage", "life", "targeted damage"})
# Where the verb of an instruction can stand.
_DOES: Final = (
    r"(?:^|[,;—] |~ |\b(?:and|then|or|may|must|you|they|he|she|it|player|opponent|controller|owner|instead|does|each|do"
    r"|also|simultaneously|creature|creatures|players|opponents|controllers|people|control|land) )"
)
_ACTING: Final = ("creates", "puts", "returns", "sacrifices", "shuffles")
"""Forms that are verbs wherever they stand, as in "each player who controls a land sacrifices it"."""


def _verb(*forms: str) -> str:
    acting = [rf"(?<!no one )\b{word}" for form in forms if (word := form.replace("?", "")) in _ACTING]
    return rf"(?:{'|'.join([*acting, _DOES + '(?:' + '|'.join(forms) + ')'])})\b"


def _actions(*reasons: str, besides: tuple[str, ...] = ()) -> str:
    named = (name for name, each in ACTIONS.items() if each.none in reasons or each.also in reasons)
    names = [name for name in named if name not in besides]
    return r"\b(?:" + "|".join(rf"{name}(?:es|s)?" for name in names) + r")\b"


_PUTS: Final = _verb("puts?", "moves?", "distributes?", "doubles?", "triples?", "removes?", "exchanges?", "gives?")
_NAME: Final = r"(?-i:[A-Z])[\w'-]+(?=,| and\b| or\b|\.|$)"
_THINGS: Final = (
    rf"(?:this card and )?(?:~|{_NAME}"
    r"|the (?:chosen )?(?:creature|permanent|token|artifact|land|enchantment|planeswalker)s?\b|(?:it|them|target|all"
    r"|any number of|each|that|those|this|another|an?|one|two|three|four|X|up|half|enchanted|equipped)\b)"
)
_ELSEWHERE: Final = r"(?![^.]*\b(?:graveyards?|(?<!this )spells?|top|cards?|library|libraries)\b)"
_SACRIFICED: Final = rf"{_verb('sacrifices?')} |\bis sacrificed by\b"
_PLACES: Final = (
    rf"{_verb('returns?')} (?:[^.]*\b)?{_THINGS}{_ELSEWHERE}[^.]*\bhands?\b",
    rf"{_verb('puts?')} {_THINGS}(?! cards?\b)[^.]*\b(?:in|on)(?:to)? (?:their choice of )?(?:(?:the|its|their|your) )?"
    r"(?:owners?'s?|owners'|bottom|top|library|libraries|graveyards?|hands?)",
    rf"{_verb('shuffles?')} {_THINGS}{_ELSEWHERE.replace('|library|libraries', '')}",
    _SACRIFICED,
    rf"{_verb('exiles?')} {_THINGS}{_ELSEWHERE}",
)
_MOVES: Final = ("exiles?", "moves?", "puts?", "returns?", "shuffles?")
_MOVED: Final = _verb(*_MOVES, "search(?:es)?") + r" [^.]*\b{}\b"
_CARDS: Final = r"\b(?:connives?|discovers?|explores?|forages?|learns?|manifests? dread)\b"
_LOOKED_FOR: Final = lazy_pattern(
    r"\b(?:search|reveal|look at|mill|(?:don't|doesn't) (?:put|cast|play)\b)", re.IGNORECASE
)


@cache  # compiled when rules text is read
def _patterns() -> dict[BoardChange, re.Pattern[str]]:
    return {
        "arriving": re.compile(rf"{_verb('puts?', 'returns?')} [^.]*\b(?:on)?to the battlefield\b", re.IGNORECASE),
        "attaching": re.compile(_verb("attach", "attaches", "unattach", "unattaches"), re.IGNORECASE),
        "emblems": re.compile(r"\bgets? an emblem\b", re.IGNORECASE),
        "faces": re.compile(
            rf"{_verb('transforms?', 'converts?', 'melds?', 'flips?')} (?!(?:(?:\w+ )?(?:\w+ )?coins?)\b)"
            rf"|{_verb('turns?')} [^.]*\b(?:face (?:up|down)|other face)\b"
            r"|(?:~|\b(?:it|creature|permanent|they)) (?:transforms?|converts?)\b",
            re.IGNORECASE,
        ),
        "phasing": re.compile(r"\bphases? (?:out|in)\b", re.IGNORECASE),
        "stickers": re.compile(rf"{_verb('puts?')} [^.]*\bstickers?\b", re.IGNORECASE),
        "tokens": re.compile(
            rf"{_verb('creates?')} |{_actions('tokens', besides=('Create',))}"
            r"|\b(?:manifests?|cloaks?|manifest dread) \b",
            re.IGNORECASE,
        ),
        "zones": re.compile("|".join(_PLACES), re.IGNORECASE),
        **_facts(),
    }


def _facts() -> dict[BoardChange, re.Pattern[str]]:
    # What a `marks` or `player` event records.
    turns = r"\bbecomes? {}\b"
    found: dict[BoardChange, str] = {
        "in combat": rf"\bfrom combat\b|{turns.format('(?:un)?blocked')}",
        "damage": _verb("fights?"),
        "day": turns.format("(?:day|night)"),
        "destruction": rf"{_verb('destroys?', 'bur(?:ies|y)')} ",
        "elsewhere": rf"{_verb('counters?')} {_THINGS}|{_verb(*_MOVES)} [^.]*\btarget\b[^.]*\b(?:cards?|spells?)\b",
        "energy": rf"{_verb('gets?')} [^./]*\{{E\}}",
        "experience": rf"{_verb('gets?')} [^./]*\bexperience counters?\b",
        "graveyard": rf"{_verb('mills?', 'discards?', 'surveils?')} |{_MOVED.format(r'graveyards?')}|{_CARDS}",
        "hand": rf"{_verb('draws?', 'discards?')} |{_MOVED.format(r'hands?')}|{_CARDS}",
        "harnessed": _verb("harness"),
        "level": r"^Level \d+\.?$",
        "library": rf"{_verb('draws?', 'mills?', 'surveils?')} |{_MOVED.format(r'librar(?:y|ies)')}|{_CARDS}",
        "life": rf"{_verb('gains?', 'loses?', 'pays?')} [^.]*\blife\b|\blife totals? becomes?\b"
        rf"|{_verb('doubles?', 'exchanges?', 'redistributes?')} [^.]*\blife totals?\b",
        "monarch": turns.format("the monarch"),
        "monstrous": r"\bmonstrosity\b",
        "poison": rf"{_verb('gets?')} [^./]*\bpoison counters?\b",
        "ring_bearer": r"\bthe Ring tempts you\b",
        "speed": rf"{_verb('increases?', 'reduces?')} [^.]*\bspeed\b",
        "status": r"\btaps? or untaps?\b",
        "suspected": _verb("suspects?"),
        "tapped": _verb("taps?"),
        "unlocked": rf"{_verb('unlocks?')} ",
        "unsuspected": r"\bno longer suspected\b",
        "untapped": _verb("untaps?"),
    }
    return {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in found.items()}


@cache
def _sacrifices() -> re.Pattern[str]:
    return re.compile(_SACRIFICED, re.IGNORECASE)


@cache
def _counters() -> re.Pattern[str]:
    return re.compile(
        rf"{_PUTS}(?:[^.\"]*?\b)? (?P<kind>\S+|(?:first|double) strike) counters?\b"
        rf"|(?P<action>{_actions('counters')}(?! counters))",
        re.IGNORECASE,
    )


_WITHOUT_KIND: Final = frozenset(
    "a the that those these of all many number each more one two three x another additional any its no kind".split()
)


class Changes(Record, frozen=True):
    """The changes that an ability makes as it resolves and that its continuous effects do not include.

    In both attributes, the first item contains the changes outside modes, and each other item those of one mode.

    Attributes:
        all: the changes, each of them once.
        decided: those of them that are made only if a condition is met or a player so chooses.
    """

    all: tuple[tuple[BoardChange, ...], ...] = ()
    decided: tuple[tuple[BoardChange, ...], ...] = ()


def changes_of(ability: Ability, name: str = "") -> Changes:
    """Return the changes that an ability of an object with the given name makes as it resolves (`board_changes`)."""
    if isinstance(ability, TextAbility):
        return board_changes(ability.text, name) if ability.text else Changes(ability.board_changes, ability.decided)
    entry = KEYWORDS.get(ability.name) if isinstance(ability, Keyword) else None
    if entry is None:
        return Changes()
    if entry.name == "Backup":  # 702.165a
        return Changes((("counters",),))
    kinds = tuple(kind for kind in get_args(BoardChange) if kind in (entry.none, entry.also))
    return Changes((kinds,) if kinds else ())


@lru_cache(maxsize=4096)
def board_changes(text: str, name: str = "") -> Changes:
    r"""Return the changes that a spell or ability makes as it resolves and that its continuous effects do not include.

    The attributes are empty if there are none.

    Args:
        text: the text of the spell or ability.
        name: the name of the card.

    >>> board_changes("Put a +1/+1 counter on target creature. It gains flying until end of turn.").all
    (('counters',),)
    >>> board_changes("Choose one —\n• Draw a card.\n• Destroy target artifact.").all
    ((), ('hand', 'library'), ('destruction',))
    >>> board_changes("Destroy target land. If you control a Forest, create a 1/1 white Bird creature token.").decided
    (('tokens',),)
    >>> board_changes("Creatures with +1/+1 counters on them gain trample until end of turn.").all
    ()
    """
    from ..oracle.reading.prefixes import parts_of

    parts = parts_of(text, name)
    found = [_changes(parts.always), *(_changes((mode,)) for mode in parts.modes)]
    every, decided = (tuple(map(_in_order, each)) for each in zip(*found, strict=True))
    return Changes(every if any(every) else (), decided if any(decided) else ())


def _in_order(kinds: set[BoardChange]) -> tuple[BoardChange, ...]:
    return tuple(kind for kind in get_args(BoardChange) if kind in kinds)


def _changes(paragraphs: Iterable[str]) -> tuple[set[BoardChange], set[BoardChange]]:
    # all changes, and those that a condition or a player decides
    from ..oracle.recognition.normalise import sentences

    found: list[tuple[set[BoardChange], set[BoardChange]]] = []  # of each sentence: all changes, and those always made
    for sentence in chain.from_iterable(map(sentences, paragraphs)):
        if _LATER.match(sentence) or _REPLACES.search(sentence):
            continue
        condition = _IF.match(sentence)
        # "Tap that creature and it doesn't untap ...", but not in "if you don't, ..."
        forbids = _FORBIDS.search(sentence, condition.end() if condition else 0)
        done = sentence[: forbids.start()].rpartition(" and ")[0] if forbids else sentence
        now = _AT_A_TIME.split(done)[0]
        if now != done:  # "sacrifice it at the beginning of the next end step"
            now = now.rpartition(" and ")[0]
        every, part = _kinds(now, now), _always(now)
        always = set(every) if part == now else _kinds(part, now)
        if found and _INSTEAD.search(now) and _DECIDED.search(now):
            found[-1][1].intersection_update(every | _DAMAGE if _SAME_DAMAGE.search(now) else every)
        found.append((every, always))
    every, always = (set().union(*each) for each in zip(*found, strict=True)) if found else (set(), set())
    return every, every - always


def _always(sentence: str) -> str:
    # The part of a sentence that is followed whatever conditions and players decide.
    decided, then = _DECIDED.search(sentence), _THEN.search(sentence)
    if decided is None:
        return sentence
    return sentence[: then.start()] if then is not None and then.start() < decided.start() else ""


def _kinds(text: str, sentence: str) -> set[BoardChange]:
    # The changes that a part of a sentence makes.
    found: set[BoardChange] = {kind for kind, pattern in _patterns().items() if pattern.search(text)}
    found |= damaged(text)
    if "status" in found:
        found -= {"tapped", "untapped"}
    if _LOOKED_FOR.search(sentence) and not _sacrifices().search(text):  # cards that were in another zone
        found -= {"zones"}
    for counters in _counters().finditer(text):
        found.add("counters" if counters["action"] or _has_effect(counters["kind"]) else "other counters")
    return found


def _has_effect(kind: str) -> bool:
    word = kind.lower()
    return word in _WITHOUT_KIND or "/" in word or word in KEYWORD_COUNTERS or word == "strike"
