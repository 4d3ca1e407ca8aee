"""Words for characteristics, taken from the rules independently of the text reader.

If the text reader finds that a sentence affects no layer, the sentence must not contain these words, except in
costs, conditions, relative clauses, and descriptions of new tokens and emblems.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from mtglayers.model.rules.vocabulary import CARD_TYPES, COLOR_WORDS, KEYWORDS, SUPERTYPES

_COLOR: Final = (
    rf"(?:{'|'.join(COLOR_WORDS)}|colorless|all colors|multicolored|monocolored|(?:the|that) (?:chosen )?color)"
)
_TYPE: Final = rf"(?:{'|'.join((*(name.lower() for name in CARD_TYPES), *(name.lower() for name in SUPERTYPES)))})"
_IS: Final = r"(?:(?:it|he|she|that|they|this|there)'(?:s|re)|is|are|be|becomes?|isn't|aren't|remains?)"
_HAS: Final = r"(?:has|have|gains?|loses?|lose)"
_ARTICLE: Final = r"(?:an? |the |every |all |also |still |no longer |both |each |another |that )*"

# 613.1, 613.4: (layer, words that mention it)
_WORDS: Final[tuple[tuple[str, str], ...]] = (
    ("1a", rf"\b{_IS} (?:\w+ )?(?:a copy|copies)\b"),
    ("1a", r"\benters? (?:\w+ )?as (?:a copy|copies)\b"),
    ("1a", r"\bforms? a single\b"),
    ("2", r"\b(?:gains?|exchanges?) control\b(?! of target (?:opponent|player)\b(?!'))|\byou control enchanted\b"),
    ("2", r"(?<!\bthey )(?<!you )(?<!player )(?<!'t )\bcontrol of\b(?! target (?:opponent|player)\b(?!'))"),
    ("3", r"\btext of\b|\bexchanges? [^.]*\btext\b|\brules text\b|\binstances of\b|\bname (?:is|becomes)\b(?! in\b)"),
    ("4", rf"\b{_IS} {_ARTICLE}(?:[\w-]+ )?{_TYPE}s?\b"),
    ("4", rf"\b{_IS} {_ARTICLE}(?:\d+/\d+|X/X)"),
    ("4", rf"\b{_IS} {_ARTICLE}(?:{_COLOR} )?[A-Z]\w+"),
    ("3", r"\bcounts? (?:\w+ )?as\b"),
    ("4", r"\bin addition to (?:its|their|his|her)\b|\b(?:gains?|loses?|lose) all [\w ]*types\b"),
    ("4", rf"\b{_IS} (?:the |that )?(?:chosen )?(?:creature |land |basic land |card )?type\b"),
    ("5", rf"\b{_IS} {_ARTICLE}{_COLOR}\b"),
    ("6", rf"\b{_HAS} (?:both )?(?:@|all (?:other )?abilities|no abilities)"),
    ("6", rf"\b{_HAS} (?:(?:any|those|that|this|the|its) (?:\w+ )?abilit)"),
    ("6", r"\b(?:enters?|battlefield) with (?:[^.]* and with )?@(?! counters?\b)"),
    ("6", r"\bcan't (?:have|gain|have or gain) (?:@|abilities)"),
    ("7c", r"\bgets? (?:an additional )?[+-](?:\d|X)"),
    ("7b", r"(?<!with )\bbase power\b|\b(?:power|toughness) (?:is|becomes?|each|are each)\b|\band toughness are\b"),
    ("7b", rf"\b{_HAS} (?:base )?(?:power|toughness)\b"),
    ("7d", r"\bswitch\b|\bdoubles? (?:the |its |their )?[^.]*?(?:power|toughness)\b"),
)  # fmt: skip


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    names = sorted((name.lower() for name in KEYWORDS), key=len, reverse=True)
    keyword = rf'(?:"|(?:{"|".join(map(re.escape, names))}|\w+walk)\b)'
    return tuple((layer, re.compile(words.replace("@", keyword))) for layer, words in _WORDS)


_QUOTE: Final = re.compile(r'"[^"]*"')
# "Create a 1/1 token. It has ...": the second sentence describes the token.
_NEW_TOKEN: Final = re.compile(
    r"(\b[Cc]reates? [^.]*\btokens?\b[^.]*\.) (?:It|They|That token|Those tokens|The tokens?)"
    r"(?: has| have|'s|'re| is| are)\b[^.]*"
    r"|(\b[Cc]reates? [^.]*\btokens?\b[^.]*\.) Its power is equal to [^.]* and its toughness is equal to [^.]*"
)
# 708.2: the event specifies the characteristics of an object that is put or turned face down.
_FACE_DOWN: Final = re.compile(r"(\bface down\b[^.]*\.) (?:It's|They're|It is|They are)\b[^.]*")
_VERB: Final = r"\b(?:gains?|gets?|becomes?|loses?|has|(?<!n't )have|is|are)\b"
# A condition contains only one of these verbs: "creatures whose power is 4 or greater have trample".
_ITS_VERB: Final = rf"(?:{_VERB}|\b(?:was|were|had|do|does|did)\b|\b(?:it|he|she|they|that|you|there)'(?:s|re)\b)"
_WORDS_OF_CLAUSE: Final = rf"(?:(?! and {_VERB}| (?:if|unless|as long as)\b|{_ITS_VERB})[^,.])*"
# Parts that describe new objects or set a condition; they have no effect on existing objects.
_EXPLAINED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\btokens? (?:(?:each )?that's|that are|which are) (?:a |an? \w+ )?(?:copy|copies)\b[^.]*",  # 707.2
        r"\bcopy (?:it|that spell|target [^,.]*spell[^,.]*), except (?:that )?the copy\b[^.]*",  # 707.10
        r"\bcopy target [^,.]*spell[^,.]*, except it\b[^.]*",
        r"\b(?:tokens?|emblem)\b[^.]*?\bwith,? (?:[^.\"]* )?\"\"(?:,? and \"\")*",  # 111.3, 114.1
        r"\btokens? (?:with|named|that's|that are)\b[^.]*?(?=[,.]|$| and (?:you|it|target|put|each|that)\b)",
        r"\b(?:enters?|battlefield) (?:tapped )?under the control of\b",  # 110.2
        r"\bare colorless sources of damage\b",  # 609.7: not a color of the objects
        r"\bmay bid life for control of\b[^.]*",
        r"\bmana becomes \w+|\bin addition to (?:its|their|paying its|paying their) other costs?",  # 106.1, 118.8
        r"\bnew target must be\b[^.]*",
        r"\byou are an?\b",  # 109.1: a player is not an object
        r"\bnew \w+ type can't be \w+",  # 612.2: the choice made for a text change
        r"(?:^|(?<=: )|(?<=— ))(?:(?:when|whenever|at|if|unless|as long as|while)\b[^,]*, ?)+",
        r"\bwhen (?:you|they) lose control of\b",
        rf"\b(?:if|unless|whether|as long as|while(?! \w+ing\b)|where X is|until(?! end of| your next| the)|whose)\b"
        rf"{_WORDS_OF_CLAUSE}(?:{_ITS_VERB}{_WORDS_OF_CLAUSE})?",
        rf"\b(?:for each|equal to|as though|during|while|instead of)\b{_WORDS_OF_CLAUSE}",
        r"\b(?:that|who|which)(?:'s| is| are| has| have| had| was| were| isn't| aren't| doesn't have| don't have"
        r"| refers? to| doesn't| don't| shares?)\b"
        r"[^,.]*?(?=[,.]|$| (?:gets?|gains?|becomes?|loses?|has|have|is|are)\b)",
    )
)


def layers_spoken_of(text: str) -> tuple[str, ...]:
    """Return the layers that the given text mentions."""
    return tuple(dict.fromkeys(layer for layer, _ in spoken_of(text)))


def spoken_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield pairs (layer, sentence) for the layers mentioned outside quotations."""
    text = _FACE_DOWN.sub(r"\1", _NEW_TOKEN.sub(r"\1\2", unquoted(text)))
    for sentence in re.split(r"(?<=[.\n])\s*", text):
        bare = sentence
        for pattern in _EXPLAINED:
            bare = pattern.sub(" ", bare)
        small = bare[:1].lower() + bare[1:]
        for layer, pattern in _patterns():
            if pattern.search(small):
                yield layer, sentence


def unquoted(text: str) -> str:
    """Replace each quotation in a text with an empty quotation."""
    return _QUOTE.sub('""', text)
