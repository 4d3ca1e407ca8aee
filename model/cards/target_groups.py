"""The objects and players that each target in rules text can be (115.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from ..effects.ability import TargetPlace, TextAbility
from ..effects.amounts.base import Number, X
from ..effects.amounts.counting import Count, CountersOn, NumberOf
from ..effects.filters.characteristics import (
    CanBePermanent,
    ColorCount,
    NoAbilities,
    OfColor,
    OfSubtype,
    OfSupertype,
    OfType,
    With,
    WithAbility,
    WithNumber,
)
from ..effects.filters.combinators import AnyOfThese, Each, Either, Non, OtherThan, ThatIs
from ..effects.filters.comparisons import Alike, ColorsNumbered, Extreme, ExtremeOfAll, Lacking, Parity, Sized
from ..effects.filters.status import Assailing, Batch, Fighting, Modified, Restriction, Status, WithCounter
from ..effects.filters.whereabouts import (
    AttachedTo,
    CardNoun,
    ControlledBy,
    Exiled,
    ExiledWith,
    HasAdventure,
    InZone,
    IsToken,
    OwnedBy,
    Permanent,
    Spell,
)
from ..effects.keywords import Keyword
from ..effects.language import Filter
from ..effects.selectors import Attached, Group, Itself, Target
from ..errors import UnsupportedTextError
from ..rules.vocabulary import CARD_TYPES, KEYWORDS
from ..support.patterns import lazy_pattern
from .target_counts import names_hidden_target

UNKNOWN: Final = TargetPlace()
"""A place for targets of which it is not known what they can be."""

_TARGET: Final = lazy_pattern(r"\b[Tt]arget(?P<several>s?)\b ?")
# Uses of the word that name no target.
_NO_TARGET: Final = lazy_pattern(
    r"\b(?:(?:new|its|their|the|an?|one|only|single|\w+'s) targets?"
    r"(?= (?:of|for|must|to|and|at|as|unless|if|can)\b|[.,]|$)"
    r"|(?:that|it) targets\b|(?:could|must|doesn't) target\b|(?:each|for the) target beyond\b"
    r"|that target (?:it|is|~|this|you|an?)\b)"
)
_QUANTITY: Final = lazy_pattern(
    r"(?P<many>\b(?:any number of|up to (?:two|three|four|five|six|ten|X|that many)|one or (?:two|more)"
    r"|one, two, or three|two|three|four|five|six|ten|X|that many|more|hundred) )?"
    r"(?:\b(?P<other>(?:an|any )?other|(?:second|third|fourth|fifth)) )?$",
    re.IGNORECASE,
)
# What can stand behind "another target" that is any other target (115.4).
_ALONE: Final = lazy_pattern(r"$|,|and\b|for each\b|instead\b")
_FOR_EACH: Final = lazy_pattern(r"\bfor each [^.]*$", re.IGNORECASE)
_PLAYER: Final = lazy_pattern(r"(?P<who>player|opponent)s?\b(?P<alternative>,? or )?")
_OR_PLAYER: Final = lazy_pattern(r" or (?P<who>player|opponent)s?\b")
_ABILITY: Final = lazy_pattern(
    r"(?:(?:activated|triggered|loyalty)(?: or (?:activated|triggered))? )?abilit(?:y|ies)\b(?: from [^.]*)?"
)
_ADJECTIVE: Final = lazy_pattern(r"[\w-]+ ")  # one that is not read, as in "suspended card"
_PERMANENTS: Final = "creature, planeswalker, or battle"  # 115.4: "any target"
_END: Final = lazy_pattern(r"(?=[ .,]|'s? |$)")  # where a noun phrase can end
_STOP: Final = lazy_pattern(r"[.\n]| until\b")
_MOST: Final = 16  # maximum number of ends tried
# Words behind a noun phrase because of which it can include more than what was read.
_WIDENS: Final = lazy_pattern(
    r",? (?:or|and/or|cards?|spells?|tokens?|permanents?|creatures?|lands?)\b"
    r"|, (?!then\b|where\b|except\b|and\b|up to\b|(?:an)?other\b|target\b|(?:two|three|four|X|\d+) |reveal\b|put\b)"
    r"| (?:with|without|that(?! targets?\b)|that's|whose|from|in|of|named|other|which|attached|controlled|exiled)\b"
    r"[^.]*(?:(?<!attacking you) or (?!less\b|greater\b|more\b|fewer\b|equal\b|toughness\b)|,)"
)
# What stands between two descriptions of what can be a target: what is not read of the first, and a conjunction.
_ALTERNATIVE: Final = lazy_pattern(
    r"(?: (?:with|without|that|that's|whose|named|from|in|on)\b[^.,]*?)?(?:,? (?:and/)?or |, )(?:other )?"
)
# "Target creature that player or that planeswalker's controller controls", after a target to which the words refer
_THEIRS: Final = lazy_pattern(
    r" (?:that (?:player|opponent)|they)(?: or that (?:planeswalker|permanent)'s controller)? controls?\b"
)
_ANY: Final = lazy_pattern(r"\b[Aa]ny (?:other )?$")
_FROM: Final = lazy_pattern(r"(?<= )from(?= (?:your|a|an opponent's|that player's) graveyard\b)")
_PLAIN: Final = (
    OfType, OfSubtype, OfSupertype, OfColor, ColorCount, With, WithAbility, CanBePermanent, CardNoun, Spell, Permanent,
    IsToken, Either, Each, Non, ThatIs, Batch, Status, WithCounter, Sized, WithNumber, InZone, Exiled, ControlledBy,
    OwnedBy, Number, X, Keyword, Itself, Attached, Group, OtherThan, AttachedTo, Fighting, Assailing, Modified,
    NoAbilities, ColorsNumbered, Parity, Lacking, Extreme, ExtremeOfAll, HasAdventure, AnyOfThese, Count, NumberOf,
    CountersOn, Restriction, Alike,
)  # fmt: skip
_QUALITY: Final = lazy_pattern(r"[^{—|]+?(?= ?\{)")  # in "legendary creature {3}"
_KNOWN_PLAYERS: Final = ("you", "an opponent", "opponents", None)


def target_places_of(ability: TextAbility, name: str = "") -> tuple[tuple[TargetPlace, ...], ...]:
    """Return the places for targets of an ability of an object with the given name (`target_places`)."""
    return target_places(ability.text, name) if ability.text else ability.target_places


@lru_cache(maxsize=4096)
def target_places(text: str, name: str = "") -> tuple[tuple[TargetPlace, ...], ...]:
    r"""Return the places for targets of a spell or ability: first those outside modes, then those of each mode.

    The result is empty if there are none. A filter that the course of the game decides is left out, so that a place can
    include too much, but not too little.

    >>> [place.filters for place in target_places("Destroy target nonblack creature.")[0]]
    [(Non(filter=OfColor(color='B')), OfType(type='Creature'))]
    >>> [len(part) for part in target_places("Choose one —\n• Draw a card.\n• Target player draws a card.")]
    [0, 0, 1]
    >>> either = "Put a +1/+1 counter on target creature or that creature gains trample."
    >>> [len(part) for part in target_places(either)]
    [1, 0, 0]
    >>> target_places("Copy target odd thing.") == ((UNKNOWN,),)
    True
    """
    from ..oracle.reading.prefixes import parts_of, subject_of
    from ..oracle.recognition.forms import EITHER

    if "target" not in text.lower():
        return ()
    head, always, modes = parts_of(text, name)
    if EITHER.search(text):  # the choice is made on resolution, and both instructions are about the target (608.2d)
        always, modes = modes, ("", "")  # neither has a target of its own
    of_source = not head.startswith(("When", "At ")) or isinstance(subject_of(head), Itself)
    outside = tuple(_places("\n".join(always), of_source))
    each = (outside, *(tuple(_places(mode, of_source and not outside)) for mode in modes))
    return each if any(each) else ()


@lru_cache(maxsize=256)
def enchanted(keyword: Keyword) -> Group | None:
    """Return the objects that the keyword "enchant" of an Aura allows, or None for players (702.5a)."""
    if keyword.subtype:
        return Group((OfSubtype(keyword.subtype),))
    quality = keyword.parameter
    if quality.capitalize() in CARD_TYPES:  # without the grammar
        return Group((OfType(quality.capitalize()),))
    if quality.removesuffix(" you control").capitalize() in CARD_TYPES:
        return Group((OfType(quality.removesuffix(" you control").capitalize()), ControlledBy("you")))
    from ..oracle.reading.resolving import target_of

    found = target_of(quality)
    return None if found is None else found.group


@lru_cache(maxsize=256)
def keyword_place(keyword: Keyword) -> TargetPlace | None:
    """Return the place for the target of a keyword ability, or None if it has none.

    >>> keyword_place(Keyword("Equip", "{2}")).filters
    (OfType(type='Creature'), ControlledBy(who='you', negated=False, word='control'))
    """
    entry = KEYWORDS.get(keyword.name)
    if entry is None or not entry.target:
        return None
    quality = _QUALITY.match(keyword.parameter)
    words = entry.target.replace("[quality]", quality[0] if quality else "creature").replace("N", keyword.parameter)
    (place,) = _places(words, of_source=True)
    return place


def _places(text: str, of_source: bool) -> Iterator[TargetPlace]:
    # `of_source` tells whether "another target", if it is the first, is one other than the source.
    if names_hidden_target(text):
        yield UNKNOWN
    named = [(found.start(), found.end()) for found in _NO_TARGET.finditer(text)]
    earlier, last = False, UNKNOWN
    for found in _TARGET.finditer(text):
        if any(start <= found.start() < end for start, end in named):
            continue
        before, behind = text[: found.start()], _STOP.split(text[found.end() :], maxsplit=1)[0]
        quantity = _QUANTITY.search(before)
        assert quantity is not None
        any_target = bool(found["several"]) or bool(_ANY.search(before)) or bool(_ALONE.match(behind))
        theirs = _THEIRS.search(behind.partition("target")[0]) if last.players else None
        if theirs is not None:
            behind = behind[: theirs.start()] + behind[theirs.end() :]
        place = _described(_PERMANENTS, "player") if any_target else _phrase(behind)
        many = bool(quantity["many"]) or bool(_FOR_EACH.search(before)) or behind.startswith("for each ")
        other = "" if not quantity["other"] else "targets" if earlier else "source" if of_source else ""
        if place != UNKNOWN:
            place = msgspec.structs.replace(place, many=many, other=other, theirs=theirs is not None)
        yield place
        earlier, last = True, place


def _phrase(text: str) -> TargetPlace:
    # The place that the beginning of a text describes.
    player = _PLAYER.match(text)
    if player is not None:
        alternative = player["alternative"]
        return _described(text[player.end() :], player["who"]) if alternative else _of_players(player["who"])
    if (ability := _ABILITY.match(text)) is not None:
        return _with_alternative(TargetPlace(abilities=True), text[ability.end() :])
    return _described(text)


def _of_players(who: str) -> TargetPlace:
    return TargetPlace(players="opponent" if who == "opponent" else "player")


def _described(text: str, who: str = "") -> TargetPlace:
    text = _FROM.sub("in", text)
    group, behind = _longest(text)
    adjective = _ADJECTIVE.match(text)
    if adjective is not None and (_WIDENS.match(behind) or group is None):
        without = _longest(text[adjective.end() :])
        group, behind = min((group, behind), without, key=lambda found: (found[0] is None, len(found[1])))
    if group is None:
        return UNKNOWN
    if not who and (player := _OR_PLAYER.match(behind)):
        who, behind = player["who"], behind[player.end() :]
    wider = [(each, _wider(each)) for each in group.filters]
    kept = [found for _, found in wider if found is not None]
    if any(isinstance(each, InZone) and each.zone == "graveyard" for each in kept):
        # "Exile target card from a graveyard with a memory counter on it": it gets the counter
        kept = [each for each in kept if not isinstance(each, WithCounter)]
    if not kept or any(each.zoned and found is None for each, found in wider):
        return UNKNOWN
    kept.sort(key=lambda filter: not isinstance(filter, Exiled))  # "exiled creature card"
    place = msgspec.structs.replace(_of_players(who) if who else UNKNOWN, filters=tuple(kept))
    return _with_alternative(place, behind)


def _with_alternative(place: TargetPlace, behind: str) -> TargetPlace:
    # The place with what the words behind the noun phrase add to it.
    if not _WIDENS.match(behind):
        return place
    alternative = _ALTERNATIVE.match(behind)
    return UNKNOWN if alternative is None else _either(place, _phrase(behind[alternative.end() :]))


def _longest(text: str) -> tuple[Group | None, str]:
    # The group of the longest noun phrase at the beginning of a text, and what stands behind it.
    ends = [found.start() for found in _END.finditer(text) if found.start()][:_MOST]
    read = ((group, text[end:]) for end in reversed(ends) if (group := _group(text[:end])) is not None)
    return next(read, (None, text))


def _either(one: TargetPlace, other: TargetPlace) -> TargetPlace:
    # The place for what fits one of two descriptions.
    if other == UNKNOWN:
        return UNKNOWN
    filters = one.filters or other.filters
    if one.filters and other.filters:
        if Group(one.filters).zoned != Group(other.filters).zoned:
            return UNKNOWN  # "artifact or creature card": the noun behind belongs to both
        filters = (Either(tuple(each[0] if len(each) == 1 else Each(each) for each in (one.filters, other.filters))),)
    return TargetPlace(
        filters,
        "player" if "player" in (one.players, other.players) else one.players or other.players,
        abilities=one.abilities or other.abilities,
    )


def _wider(filter: Filter) -> Filter | None:
    # A filter without what the course of the game decides, or None if nothing is left of it.
    if isinstance(filter, ExiledWith):
        return Exiled()
    if isinstance(filter, InZone) and filter.whose not in _KNOWN_PLAYERS:
        return InZone(filter.zone, negated=filter.negated)
    return filter if _is_plain(filter) else None


def _is_plain(filter: Filter) -> bool:
    counted = (node for amount in filter.walk() if isinstance(amount, Count) for node in amount.walk())
    if any(isinstance(node, InZone | CardNoun) for node in counted):
        return False  # a board need not list the cards in other zones
    return all(
        isinstance(node, _PLAIN)
        and getattr(node, "who", None) in _KNOWN_PLAYERS
        and getattr(node, "whose", None) in _KNOWN_PLAYERS
        for node in filter.walk()
    )


@lru_cache(maxsize=8192)
def _group(phrase: str) -> Group | None:
    from ..oracle.reading.follow_ups import new_discourse
    from ..oracle.reading.lines import read_sentence
    from ..oracle.words import Stop

    try:
        clause, *more = read_sentence(f"Target {phrase} gets +1/+1 until end of turn.", new_discourse())
    except (UnsupportedTextError, Stop):
        return None
    alone = not more and len(clause.operations) == 1  # or else the phrase includes another verb
    return clause.selector.group if alone and isinstance(clause.selector, Target) else None
