"""Functions that detect sentences that could affect an object's characteristics or control.

In doubtful cases, these functions report a match. A form of "be", "have", "gain", "lose", "get" or "become" is a match
unless it occurs in a harmless context, such as a player's life or counters, a condition, a relative clause, or a
passive verb.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ...rules.vocabulary import CARD_TYPES, COLOR_WORDS, KEYWORDS
from .deeds import has_main_verb

QUOTE: Final = "§"
"""The character that replaces a quotation."""

# --- Parts of a sentence ---

_BREAK: Final = re.compile(r"[,;:.—]| (?:and(?! toughness)|then|or|but) ")
_CAREFUL: Final = re.compile(
    r"\b(?P<gain>gain(?:s|ing)?)\b|\b(?P<get>gets?|getting)\b|\b(?P<lose>loses?|losing)\b"
    r"|\b(?P<have>has|have|having|hasn't|haven't)\b|\b(?P<become>becom(?:es?|ing))\b"
    r"|\b(?P<be>is|are|be|isn't|aren't|(?:it|he|she|they|you)'(?:s|re))(?![\w'-])",
    re.IGNORECASE,
)
_ADVERBS: Final = r"(?:also |already |each |still |instead |then |now |not |both |again |currently |simultaneously )*"

# A quantity of life, such as "3", "X", "that much", "half their" or "life equal to".
_LIFE: Final = re.compile(
    r"(?:(?:[\d,]+|[XYZ]|that|much|many|twice|half|an?|amount|of|any|no|the|your|their|his|her|more|additional|one|two"
    r"|three|four|five|six|seven|eight|nine|ten|thirteen|twenty|plus|minus|or|difference|rounded|up|down|life's|times"
    r"|third) )*life\b"
)
_LOST: Final = re.compile(
    r"(?:this mana|the game|this game|unspent|that life|\w+ unspent|the flip"
    r"|a coin flip|the coin flip|a flip"
    r"|(?:\w+ )?(?:all |\w+ )?(?:poison |rad |energy |experience )?counters?)\b"
)
_GOT: Final = re.compile(
    r"(?:\{E\}|\{TK\}|an emblem|a boon|that emblem|that many|this emblem|(?:[\w-]+ ){0,4}?(?:counters?|votes?|tickets?)"
    r"|(?:an |two |three |\d )?additional (?:vote|turn|phase|\w+ counter))(?!\w)"
)
_HAD: Final = re.compile(
    r"(?:no effect|been|to|had|counters put|[+-]1/[+-]1 counters put|more than \w+ [\w/+-]+ counters? (?:put|on)"
    r"|an Adventure|on (?:it|them) from among)\b"
)
_BECOMES: Final = re.compile(
    r"(?:no longer )?(?:tapped|untapped|blocked|unblocked|attached|unattached|the targets?|a target|the monarch"
    r"|suspected|saddled"
    r"|monstrous|renowned|goaded|prepared|unprepared|day|night|plotted|foretold|your Ring-bearer|their Ring-bearer"
    r"|crewed|solved|paired|unpaired|day or night|your commander|the starting player|your companion|the new target)\b"
)
# Words after "is" or "be" that are not characteristics: participles, quantities and places.
_PARTICIPLE: Final = re.compile(
    r"(?!(?:red|green|colored|multicolored|monocolored|named|even|seven|eleven|enchanted|modified|merged|turned into"
    r"|hundred|golden|considered|treated|called|changed|replaced|renamed|switched|exchanged|also)\b)"
    r"(?:[a-z-]+(?:ed|en|ing)|put|dealt|cast|drawn|chosen|paid|spent|lost|won|kept|done|cut|hit|set|shown|left|sold)\b"
)
_STANDING: Final = re.compile(
    r"(?:equal to|above|below|greater|less|fewer|more|higher|lower|on|in|at|able|tied|face down|face up|face-down"
    r"|face-up"
    r"|day|night"
    r"|an additional|additional|the same|a draw|the target|the targets|the monarch"
    r"|your commander|a legal|unable|each equal"
    r"|over|true|the (?:first|second|third|fourth) time|odd|even|paired|adjacent|part of|out|up to|no longer (?:tapped"
    r"|attached|blocked|goaded|suspected|on)|no(?! longer)|one or|two or|three or|enough|used|the active player"
    r"|the (?:starting|defending) player|your turn|their turn|their opponent|the difference|the number|the amount"
    r"|lethal)\b"
)
_PLAYER: Final = re.compile(
    r"(?:then |instead |also |otherwise )*(?:until [\w' ]*(?:turn|combat|step) )?"
    r"(?:you|(?:the |that |this |each |any |all |another |other |target |your |enchanted |defending |attacking |chosen "
    r"|active |nonactive |losing |winning |second |first |no |both |of |those |a |an |one |\w+ number "
    r"|affected |protecting )*(?:players?|opponents?)"
    r"|(?:the |that |its |their |each )?(?:[\w~-]+'s? )?(?:controllers?|owners?))"
    r"(?: (?:each|may|can|can't|would|don't|doesn't|must|also|instead|do|does|didn't|both|who [\w ]{0,40}))*",
    re.IGNORECASE,
)
_WEEK: Final = re.compile(
    r"until (?:end of|your next|the end|their next|the next|that player's|its controller's)", re.IGNORECASE
)
_CONDITION: Final = re.compile(
    r"\b(?:if(?! able| possible)|unless|when|whenever|as long as|while|where|whether|until|because|just after)\b",
    re.IGNORECASE,
)
_CONDITION_FIRST: Final = re.compile(
    r"(?:^|[,;.] (?:and |then |but )?)(?:Then )?(?=(?:if|when|whenever|unless|as long as|while)\b)", re.IGNORECASE
)
# Such a condition is not in a noun phrase: "a +1/+1 counter on it, and a loyalty counter on it if it's a planeswalker".
_NOT_IN_SUBJECT: Final = re.compile(r"(?:if|unless|as long as|whether|until|because|where)\b", re.IGNORECASE)
# After these words, a condition can be at the end of the sentence.
_TRAILS: Final = re.compile(r"(?:,| (?:and|or|but) )$")
# The words before a condition at the beginning of a clause.
_LEAD: Final = re.compile(r"(?:then|otherwise|instead|only|for|also|• |\d+[^|]*\|)*\s*", re.IGNORECASE)
_RELATIVE: Final = re.compile(
    r"(?:\b(?:that|who|which)(?: (?:also|each|still|already|currently|don't|doesn't|didn't|can|can't|may|would))*"
    r"|\bwhose (?:base |mana |total )?\w+(?: and \w+)?|\b(?:that|who|which|those)[' ](?:both|either))\s*$",
    re.IGNORECASE,
)
_VALUE: Final = re.compile(
    r"\b(?:power|toughness|(?<!same )(?<!chosen )name|colors?|types?|text|abilities)(?: and toughness)?"
    r"(?: (?:each|also))?$"
)
# Causatives: "you may have it deal 3 damage"; the second verb is checked separately.
_CAUSATIVE: Final = re.compile(r"(?:\bmay|\bcan|\bwould|\bto)(?: instead)? $")
_OTHERS: Final = re.compile(r"(?:it|them|him|her|that|those|target|any|each|up|this|one|you|enchanted|equipped)\b|~")

_KEYWORDS: Final = "(?:" + "|".join(re.escape(name.lower()) for name in KEYWORDS) + ")"

# --- Words that affect a characteristic in any context ---

_ALWAYS: Final = re.compile(
    r"\b(?:gain(?:s|ing)?|takes?|taking|has|have|gives?|keeps?|loses?|losing|exchanges?) (?:\w+ )?control of\b"
    r"(?! target (?:opponent|player)\b(?!'))"  # 722.1
    r"|(?<!that )\b(?:is|are|becomes?) (?:also )?controlled by\b|\bcontrollers? becomes?\b"
    r"|\bin addition to (?:its|their|his|her|your|the)? ?other\b(?! costs?\b)"
    r"|\bin addition to (?:being|its|their) (?!mana cost|own|normal|other|costs?\b)"
    r"|\bswitch(?:es|ed)?\b"
    r"|(?<!\bin )\bexchange[sd]?\b(?! (?:their |your |his |her )?(?:hands?|librar|that card with (?:the top|a card)"
    r"|life totals\b(?! with [^.]*(?:power|toughness))"
    r"|graveyard|seats?|those piles))"
    r"|\breplac(?:e|es|ing)\b|\btext boxe?s?\b|\brules text\b"
    r"|(?<!total can't )(?<!totals can't )\bchang(?:e|es|ing)\b"
    r"(?! in ownership| (?:[\w'~ ]*?\b(?:targets|target(?=[.,]| (?:of|to|or|so|if|with))|direction|seats))\b)"
    r"|\bdoubl(?:e|es|ing)\b(?! the number of)(?=[^.,]*\b(?:power|toughness)\b)"
    r"|\btripl(?:e|es|ing)\b(?=[^.,]*\b(?:power|toughness)\b)"
    r"|\b(?:reduces?|increases?|decreases?|lower|halve|raise)\b(?=[^.,]*\b(?:power|toughness)\b)"
    r"|\bas (?:a copy|copies)\b|\b(?:enters?|battlefield|returns?)\b(?: [\w']+){0,4} as an? (?!additional|sorcery)"
    r"|\bsame is true\b|\bcounts? (?:\w+ )?as\b|\bforms? a single\b|\bconsidered\b|\btreat(?:s|ed)?\b|\bceases?\b"
    r"|\bremains? (?!unchanged|tapped|on|exiled|in|face|attached|untapped|unblocked|blocked|paired|under|phased)\w"
    rf"|\bremov\w+ (?:all |its |their )?(?:abilit|{_KEYWORDS} from\b)"
    rf"|\b(?:puts?|attach(?:es)?|assigns?|returns?|adds?|gives?|creates?) (?:target \w+ )?{_KEYWORDS}"
    r"(?= (?:on|to|until)\b|[.,])"
    r"|\binto a copy\b|\breturns? control of\b|\bstops? being\b|\bsets? [^.,]*\b(?:power|toughness)\b"
    r"|\bmakes? (?:it|them|that|target|all|each|creatures|permanents|artifacts|lands)\b"
    r"|\bturns? (?:it|them|that \w+|target \w+|creatures|permanents|artifacts|lands)(?: you control)? into\b"
    r"|\bkeeps? (?:its|their) (?:abilit|types?\b|colors?\b)|\buses? (?:its|their) (?:power|toughness)\b"
    r"|\bshares? (?:all|every) "
    r"|\bno maximum hand size\b|\bmaximum hand size is\b|\bplay (?:up to )?(?:\w+ )?\w+ additional lands?\b"
    r"|\bcan't have (?!counters|[\w/+-]+ counters|more than)",
    re.IGNORECASE,
)
_FIGURE: Final = re.compile(r"(?<![\w/])[+-]?(?:\d+|[XY*])/[+-]?(?:\d+|[XY*])(?![\w/])")
_FIGURE_FITS: Final = re.compile(r"(?:(?! for | until )[^.;:])*?\b(?:counters?|tokens?)\b| creature (?:spell|card) ")
_FROM_AMONG: Final = re.compile(r"\bcounters?\b[^.]*\bfrom among\b[^.]*$|\bface down as an? $")
# "Oozes or are named ~", "colorless or it's only that color": the second half of a relative clause or a condition
_COORDINATED: Final = re.compile(r"\b(?:that (?:is|are)|(?:unless|if) (?:it's|they're)) [\w -]+ or $")
_SOUGHT: Final = re.compile(r"\b(?:card|spell|permanent)s? that [^,.]* and $")
_COUNTED_SIZE: Final = re.compile(r"\bfor each [^.,]* with base power and toughness $")
_CHECKED_BETWEEN: Final = re.compile(r"\b(?:target|gets?|gains?|becomes?|has|have|loses?|is|are)\b")
_HARMLESS_QUOTE: Final = re.compile(
    rf"\b(?:tokens?|emblem)\b[^.]*?{QUOTE}|\ba {QUOTE} pile\b|\bchoose {QUOTE} or {QUOTE}(?=\.?$)"
    rf"|^the {QUOTE}|\bthe {QUOTE} doesn't|\b(?:say|scream)s? {QUOTE}|\ban additional {QUOTE}",
    re.IGNORECASE,
)
_ENTERS_WITH: Final = re.compile(
    r"\b(?:enters?|onto the battlefield|to the battlefield) with (?!this |~|it\b|[^.]*\bcounters?\b)"
    rf"|\b(?:enters?|battlefield) with (?:[^.]* and with )?(?:{_KEYWORDS}|{QUOTE})(?! counters?\b)"
)
_YOU_CONTROL: Final = re.compile(
    r"(?:^|[,;] (?:then |and )?)(?:you|they|that player|each player|target \w+|its owner|an opponent) controls?"
    r" (?!target player|target opponent|that player|an opponent|your opponents while)"
    r"|\bcontrols? (?:enchanted|equipped|target (?!player|opponent))",
    re.IGNORECASE,
)
# Such a clause is in the past tense; a verb in the present tense is not part of it.
_AS_THOUGH: Final = re.compile(
    r"\bas though (?P<what>(?:(?!\b(?:(?<!didn't )(?<!don't )have|has|gains?|gets?|loses?|becomes?|is|are"
    r"|if|unless|as long as|while|when)\b)[^.,])*)",
    re.IGNORECASE,
)
_SOME_MANA: Final = re.compile(r"(?:it|they) (?:was|were) (?:\w+ )?mana\b")
_KIND: Final = re.compile(rf"\b(?:{'|'.join(map(str.lower, (*CARD_TYPES, *COLOR_WORDS)))}|colorless|chosen type)\b")
_COPY_EXCEPT: Final = re.compile(r"\b(?:tokens?|copy|copies)\b[^.]*?,? except ", re.IGNORECASE)


def unquoted(text: str) -> str:
    """Replace each quotation in rules text with one character."""
    return re.sub(r'"[^"]*"', QUOTE, text)


@lru_cache(maxsize=16384)
def touching(sentence: str) -> str:
    """Return the first words that could affect characteristics or control, or "" if there are none.

    >>> touching("You gain 3 life.")
    ''
    >>> touching("Tap target creature if it's red.")
    ''
    >>> touching("Draw a card, then target creature gains flying.")
    'gains'
    """
    bare = unquoted(sentence)
    values = _token_values(bare)
    for found in _AS_THOUGH.finditer(bare):
        if not _SOME_MANA.match(found["what"]) and _KIND.search(found["what"]):
            return found[0]
    bare = _AS_THOUGH.sub("so ", bare)
    for pattern in (_ALWAYS, _ENTERS_WITH, _YOU_CONTROL):
        for found in pattern.finditer(bare):
            if not (_inside(found.start(), values) or _conditional(bare, found.start())):
                return found[0]
    for found in _FIGURE.finditer(bare):
        if not (_inside(found.start(), values) or _conditional(bare, found.start()) or _figure_fits(bare, found)):
            return found[0]
    if QUOTE in bare and not _HARMLESS_QUOTE.search(bare):
        return QUOTE
    for found in _CAREFUL.finditer(bare):
        if not (_inside(found.start(), values) or _harmless(bare, found)):
            return found[0]
    return ""


def _inside(place: int, values: tuple[int, int]) -> bool:
    return values[0] <= place < values[1]


def _token_values(bare: str) -> tuple[int, int]:
    # 707.2
    found = _COPY_EXCEPT.search(bare)
    if found is None:
        return (0, 0)
    end = re.compile(r"[.;]|,? then |,? and (?=(?:you|put|draw|target|that player|each|sacrifice|exile)\b)").search(
        bare, found.end()
    )
    return (found.end(), end.start() if end else len(bare))


def _figure_fits(bare: str, found: re.Match[str]) -> bool:
    if _COUNTED_SIZE.search(bare[: found.start()]):
        return True
    # the name of a counter, or the size of a new token
    if _FROM_AMONG.search(bare[: found.start()]):
        return True
    fits = _FIGURE_FITS.match(bare, found.end())
    return fits is not None and not _CHECKED_BETWEEN.search(fits[0])


def _segment(bare: str, place: int) -> tuple[int, str]:
    start = 0
    for found in _BREAK.finditer(bare, 0, place):
        start = found.end()
    return start, bare[start:place].lstrip()


def _conditional(bare: str, place: int) -> bool:
    # "if it has flying, ..."
    start, segment = _segment(bare, place)
    for found in _CONDITION.finditer(segment):
        if not _WEEK.match(segment, found.start()) and _governs(bare, start, segment[: found.start()], place):
            return True
    # "If it's a creature and has flying, ...": the comma ends the condition.
    ends = [found.end() for found in _CONDITION_FIRST.finditer(bare, 0, place)]
    return bool(ends) and bare.find(", ", ends[-1]) > place and "," not in bare[ends[-1] : place]


def _governs(bare: str, start: int, before: str, place: int) -> bool:
    """Return whether a condition governs the verb at `place`.

    A condition at the beginning of a sentence ends with a comma. Elsewhere, it is part of the subject ("creatures that
    attacked while you had no cards in hand have trample") unless a verb precedes it.
    """
    if _LEAD.fullmatch(before):
        return bool(_TRAILS.search(bare, 0, start)) or ", " in bare[place:]
    return has_main_verb(before) or bool(start and _NOT_IN_SUBJECT.match(bare, start + len(before)))


def _harmless(bare: str, found: re.Match[str]) -> bool:
    after = bare[found.end() :].lstrip()
    after = after[len(re.match(_ADVERBS, after)[0]) :]  # type: ignore[index]  # also matches the empty string
    start, before = _segment(bare, found.start())
    verb = found.lastgroup
    word = found[0].lower()
    if not after.strip(".") or (after[0] in ".," and re.search(r"\b(?:you|they|opponents|it)\s*$", before)):
        return verb in ("have", "lose", "be")  # "for each opponent you have", "for each color it is"
    if verb == "have" and re.search(r"\bfor $", before):
        return bool(re.match(r"(?:\d+|no|more|fewer) ", after))
    if verb == "be" and _COORDINATED.search(bare[: found.start()]):
        return True
    match verb:
        case "gain":
            known = bool(_LIFE.match(after))
        case "lose":
            known = bool(_LIFE.match(after) or _LOST.match(after))
        case "get":
            known = bool(_GOT.match(after))
        case "become":
            harmless = re.search(r"(?:\blife totals?|\bmana|\bthe permanent it)$", before.strip())
            known = bool(_BECOMES.match(after) or harmless or _is_life(bare[: found.start()], after))
        case "have":
            sought = _SOUGHT.search(bare[: found.start()]) and after.startswith("mana value ")
            known = bool(_HAD.match(after) or sought) or _is_done(after) or _lets(before, word, after)
        case _:
            known = _is_harmless_be(before, word, after)
    if known or word.startswith("you'") or _RELATIVE.search(before) or _conditional(bare, found.start()):
        return True
    if not before or not _PLAYER.fullmatch(before.strip()):
        return False
    if verb in ("gain", "have") and re.match(rf"{_KEYWORDS}\b", after):  # 613.10
        return False
    joined = re.search(r" (?:and|or) $", bare[:start])  # "target creature or player gains flying"
    return not joined or before.strip().lower() == "you"


def _is_life(before: str, after: str) -> bool:
    # "if your life total is less than your starting life total, it becomes equal to your starting life total"
    if re.fullmatch(r"(?:.*, )?it ", before, re.IGNORECASE) is None:
        return False
    return bool(re.match(r"equal to (?:your|their) starting life total\b", after))


def _lets(before: str, word: str, after: str) -> bool:
    # causative: "have target player draw"
    return bool(_CAUSATIVE.search(before)) or (word == "have" and not before and bool(_OTHERS.match(after)))


def _is_done(after: str) -> bool:
    # "has attacked", "have dealt"
    return bool(_PARTICIPLE.match(after)) and not re.match(
        rf"[a-z-]+ing\b|{_KEYWORDS}\b|(?:\w+ (?:and|or) )*\w+ (?:mana )?abilit", after
    )


def _is_harmless_be(before: str, word: str, after: str) -> bool:
    # "is put", "are equal to"
    subject = before.strip().lower()
    if word == "be" and (_PARTICIPLE.match(after) or re.match(r"enchanted\b", after)):
        return True
    if re.search(r"^the new (?:\w+ type|targets?) (?:can't|must)$|\bwhose turn it$", subject):
        return True
    if _VALUE.search(subject):
        return bool(re.match(r"(?:chosen|revealed|noted|named|written|on|in)\b", after))
    if re.search(
        r"(?:\bthere|^[xyz](?: can't)?|\bwhere [xyz]|\bcosts?|\btotal|\bsize|\bspeed|\bresult|\bwinner|\bvalue)$",
        subject,
    ):
        return True
    if after.startswith("colorless sources of damage"):  # 613.11: the sources, not the objects
        return True
    return bool(_PARTICIPLE.match(after) or _STANDING.match(after))
