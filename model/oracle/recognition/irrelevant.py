"""Functions that recognize sentences whose words show that they have no effect in any layer."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from ...rules.vocabulary import CARD_TYPES, COLOR_WORDS, KEYWORDS, SUBTYPES, SUPERTYPES, families, singular
from .deeds import NOUNS, has_main_verb, is_deed, verb_forms, words_of_rules
from .layer_words import touching, unquoted

# 722.1: control of another player.
_COMMANDS: Final = re.compile(r"(?:You|The \w+ player) controls? (?:target|that|your|the) ", re.IGNORECASE)
_SIGNS: Final = re.compile(
    r"\{[^}]*\}|(?<![\w/])[+-]?(?:\d+|[XY*])/[+-]?(?:\d+|[XY*])(?![\w/])|½|®|ˣ|[§•]|\b[a-z]'s(?= in name)"
)
_TOKEN: Final = re.compile(r"~(?:'s)?|[^\W\d_][\w'’-]*|[+-]?\d+")
_COUNTER: Final = re.compile(r"(?<!')\b[a-z][\w-]* (?=counters?\b)|\b[Nn]on-(?=[A-Za-z])")
# Names and the options in a vote are not rules vocabulary.
_OPTION: Final = r"(?:[A-Z][\w'-]*(?: (?:of|the|[A-Z][\w'-]*))*|[a-z'-]+)"
_VOTE: Final = re.compile(
    rf"\bvotes? (?:for )?(?:{_OPTION}, )*{_OPTION},? or {_OPTION}|\bchooses? {_OPTION} or {_OPTION}(?=[.,]|$)"
    r"|\b(?:[A-Z][\w'-]* (?:of )?)+(?=votes?\b)"
    r"|\b(?!no |the |a |an |each |every |most |more )[a-z'-]+ (?=votes?\b)"
    r"|(?<=\b[Ii]f )[a-z'-]+ (?=gets more votes\b)|(?<=\bwho chose )[a-z'-]+"
)
_NAMED: Final = re.compile(
    r"\b(?:named|named ~'s|called|[Cc]reate|choose|planeswalk to|meld them into|from(?: among)?) "
    r"(?!An? |Another |All |One |Two |Three |Four |Five |X |That |Up |Any |Target )"
    r"(?:~(?:'s)?|[A-Z][\w'’/-]*)(?:,? (?:[A-Z][\w'’/-]*|of|the|and(?= [A-Z])|to(?= [A-Z])|or(?= [A-Z])|in(?= [A-Z])"
    r"|for(?= [A-Z])))*"
)
# The start of a sentence before its instruction, such as "If you do, ...", "Then ..." or "Until end of turn, ...".
_FRONT: Final = re.compile(
    r"(?:Then|And|But|Otherwise|Instead),? |(?:then |and |but )?(?:if|when|whenever|unless|until|as|while|at|during|for"
    r"|once|after|before|the (?:next|first) time|rather than|in that case|in addition|beginning|starting|where"
    r"|each turn|this turn|immediately|next|every|on your turn|(?:on )?each of) [^,]*, (?:then |also )?",
    re.IGNORECASE,
)
_RELATIVE: Final = re.compile(r" (?:that|which) ([a-z'’]+)")
_DICE: Final = re.compile(r"[\d+—–−-]+(?: or less| or more)? ?\| (?:[A-Z][\w'!?,-]*(?: [\w'!?,-]+){0,6} — )?")


@cache
def _words() -> frozenset[str]:
    data = words_of_rules()
    found = {*data["words"].split(), *data["names"].lower().split(), *verb_forms(), "~"}
    for name in (*CARD_TYPES, *SUPERTYPES, *KEYWORDS, *COLOR_WORDS):
        found.update(name.lower().split())
    for words in SUBTYPES.values():
        found.update(part.lower() for word in words if " " in word for part in word.split())
    return frozenset(found)


@lru_cache(maxsize=16384)
def _known(word: str) -> bool:
    bare = word.removesuffix("'s").removesuffix("'")
    low = bare.lower()
    if low in _words() or word.lower() in _words() or bare.lstrip("+-").isdigit() or bare in ("X", "Y", "Z"):
        return True
    try:
        return bool(families(singular(bare)))
    except ValueError:
        return bool(re.fullmatch(r"[a-z]+(?:walk|walking|cycling)", bare))


def unknown(sentence: str) -> str:
    """Return the first word that the rules do not use, or "" if there is none.

    >>> unknown("Draw a card."), unknown("Drow a card.")
    ('', 'Drow')
    """
    bare = _NAMED.sub("~", _VOTE.sub("vote ", _COUNTER.sub("", _SIGNS.sub(" ", unquoted(sentence)))))
    return next((word for word in _TOKEN.findall(bare) if not _known(word)), "")


@lru_cache(maxsize=16384)
def is_plain(sentence: str, fragment: bool = False) -> bool:
    """Return whether it is certain that a sentence has no effect in any layer.

    Args:
        sentence: the normalized sentence, excluding any label.
        fragment: whether `sentence` is only the end of a sentence, in which the verb must follow its subject.

    >>> is_plain("You gain life equal to its toughness."), is_plain("It gains flying."), is_plain("A the of.")
    (True, False, False)
    """
    sentence = _DICE.sub("", sentence)
    return not touching(sentence) and not unknown(sentence) and _has_verb(sentence, fragment)


def _has_verb(sentence: str, fragment: bool) -> bool:
    bare = unquoted(sentence)
    while (found := _FRONT.match(bare)) and found.end() < len(bare):
        bare = bare[found.end() :]
    if fragment:
        bare = re.split(r", | and | or | then | (?:that|who|which)\b", bare, maxsplit=1)[0]
    words = [word.lower() for word in _TOKEN.findall(bare)]
    if not words:
        return False
    if words[0] == "level" or _COMMANDS.match(bare):
        return True
    if not fragment and (found := _RELATIVE.search(bare)) and is_deed(found[1]) and not has_main_verb(bare):
        bare = bare[: found.start()]  # "creatures that attack you" is no instruction
        words = [word.lower() for word in _TOKEN.findall(bare)]
    imperative = is_deed(words[0]) and words[0] != "target"  # "target creature" is no instruction
    return imperative or any(is_deed(word) and word not in NOUNS for word in words[1:])
