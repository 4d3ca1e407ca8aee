"""Whom and what the damage of an instruction is dealt to (120.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..effects.ability import BoardChange
from ..support.patterns import lazy_pattern

_CONDITION: Final = lazy_pattern(r"\b(?:when(?:ever)?|if)\b[^,]*,")
_DEALS: Final = lazy_pattern(r"\bdeals?\b(?! combat)|(?=\bdamage is dealt\b)")
_DAMAGE: Final = lazy_pattern(r"\bdamage\b(?! dealt)")
_TO: Final = lazy_pattern(r"(?:(?<!equal) to|\bdivided\b.*? among) ")
# What follows the recipients: an amount, a condition, another instruction, or whose a recipient is.
_END: Final = lazy_pattern(
    r" that player or that planeswalker['’]s controller controls\b|"
    r",? (?:where|equal to|if|unless|for each|instead|then|when|who|rounded|as though|and attacks)\b.*"
    r"|,? (?:and|or) (?:(?:you|they) (?!and\b|or\b|(?:don't )?control\b)\w"
    r"|(?:it|he|she|that [\w'’]+(?: \w+)?) (?!control)\w+s ).*"
)
_ITEM: Final = lazy_pattern(r"(?P<between>,? (?:and/or|and|or) |, |^)(?P<phrase>.+?)(?=,? (?:and/or|and|or) |, |$)")
_OF: Final = lazy_pattern(r"(?:each|any number|all|both|either|(?:up to )?\w+) of (?=\w)")
# What describes a recipient, behind the noun.
_DESCRIBES: Final = lazy_pattern(
    r" (?:that|whom|whose|with|without|other than|dealt|previously|chosen (?:at|by)|named|blocking|blocked|attacking|of"
    r"|in|on|from|this (?:way|turn|combat))\b.*"
    r"| (?:you|they|he or she|your opponents|(?:an|each|that|target|its|chosen) (?:opponent|player|owner)"
    r"|defending player) (?:don't |doesn't )?(?:control|own)s?\b.*"
)
_DETERMINED: Final = lazy_pattern(r"(?:each|all|that|those|this|the|it|itself|another|you|any|an?|~)\b")
_PERSON: Final = lazy_pattern(r"\b(?:you|yourself|(?:player|opponent|controller|owner)s?|person|people)$")
_OWNED: Final = lazy_pattern(r"['’]s? (?:controller|owner)s?$")
_TARGET: Final = lazy_pattern(r"\btargets?\b(?!['’])")
_NUMBER: Final = lazy_pattern(r"(?:half |twice )?(?:\d+|\d+ minus X|X|that much|one|two|three)|")


def damaged(instruction: str) -> frozenset[BoardChange]:
    """Return what the damage that an instruction deals changes: marked damage, a life total, or that of its targets.

    >>> sorted(damaged("~ deals 4 damage to target creature and 2 damage to that creature's controller."))
    ['life', 'targeted damage']
    >>> sorted(damaged("~ deals damage equal to its power to each creature and each opponent."))
    ['damage', 'life']
    """
    _, *dealt = _DEALS.split(_CONDITION.sub("", instruction.lower().rstrip(".")), maxsplit=1)
    return frozenset(change for text in dealt for part in _DAMAGE.split(text)[1:] for change in _recipients(part))


def _recipients(text: str) -> Iterator[BoardChange]:
    # The kinds of recipients that follow "damage". An alternative to a player, as in "that player or planeswalker",
    # needs no record of its own.
    _, *named = _TO.split(text, maxsplit=1)
    if not named:
        return
    target = person = False
    for item in _ITEM.finditer(_END.sub("", named[0]).strip()):
        phrase = item["phrase"]
        noun = _DESCRIBES.sub("", phrase[of.end() :] if (of := _OF.match(phrase)) else phrase)
        if _NUMBER.fullmatch(noun):
            continue
        named_target = _TARGET.search(noun) is not None and not _OWNED.search(noun)
        target = named_target or (target and not _DETERMINED.match(noun))
        alternative = person and item["between"] in (" or ", ", or ") and not target
        person = bool(_PERSON.search(noun)) or text.endswith(" to them")
        if person:
            yield "life"
        if target:
            yield "targeted damage"
        elif not person and not alternative:
            yield "damage"
