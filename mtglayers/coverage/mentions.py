"""Functions that find noun phrases and pronouns in rules text by their words.

They do not use the text reader's code, so that the check of referents does not repeat the text reader's mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, Literal

import msgspec

from mtglayers.model.rules.vocabulary import families, singular

Kind = Literal["self", "attached", "target", "object", "pronoun"]


def _one_of(words: str) -> str:
    # a pattern for each of several patterns without spaces
    return f"(?:{'|'.join(words.split())})"


_CAPITAL: Final = rf"(?!{_one_of('X I Add Then If When Until Put Choose Tap Untap')}\b)[A-Z][a-z]+"
CARD_NOUN: Final = _one_of("creature permanent artifact land enchantment planeswalker card token spell")
_NOUN: Final = rf"(?:{CARD_NOUN}|{_one_of('battle source commander attacker blocker copy')}|{_CAPITAL}(?:-{_CAPITAL})?)"
_NOT_ADJECTIVE: Final = _one_of(
    "of target players? opponents? you your with that and is are to on in from if this until it its they or for unless"
    " then among battlefield graveyards? hand library gets? gains? has have becomes? turn where end step time way"
    " counters? rest number name color type can't can beginning damage mana ability abilities enters? attacks? blocks?"
    " dies chosen any each all as by than when whenever controls? one those these [Uu]ntap [Tt]ap [Ee]xile [Dd]estroy"
    " [Ss]acrifice [Rr]eturn [Pp]ut [Gg]ain [Cc]reate [Cc]hoose [Dd]ouble [Tt]hen [Dd]iscard [Rr]eveal"
)
_KIND: Final = _one_of(
    "white blue black red green colorless legendary instant sorcery artifact creature enchantment land planeswalker"
    " battle permanent Aura Equipment"
)
_JOINT: Final = r"(?:, (?:and |or |and/or )?| (?:and|or|and/or) )"  # "red, white, or blue"
_ADJECTIVE: Final = (
    rf"(?:{_KIND}{_JOINT}|[A-Z]\w+ (?:or|and/or) (?=[\w ]*{CARD_NOUN}s?\b)"
    rf"|(?!{_NOT_ADJECTIVE}\b)[\w'+/{{}}-]+ |non[\w-]+, )"
)
_DETERMINER: Final = (
    rf"\b(?:{_one_of('[Aa]n? [Aa]nother [Oo]ne [Ee]ach [Aa]ll [Tt]wo [Tt]hree [Ff]our X [Tt]he [Aa]ny [Ss]ome')}"
    r"|[Tt]hat many|[Aa]ny number of|[Oo]ne or more|[Aa]t least \w+|[Ee]xactly \w+|\w+ or more) (?:other )?(?:chosen )?"
)
_QUANTIFIER: Final = (
    r"(?:\b(?:[Uu]p to (?:\w+|one hundred|that many)|[Aa]ny number of|[Oo]ne or (?:two|more)|[Tt]hat many|[Ee]ach of"
    rf"|{_one_of('[Aa]nother [Oo]ther X [Tt]wo [Tt]hree [Ff]our [Ff]ive')}) )*"
)
_AFTER_JOINT: Final = _one_of(
    "up target another gains? gets? it put you that loses? untap tap each has becomes? exchange all creates? draw other"
    " they this ~ those scry sacrifice deals? can't attach exile double"
)
_AFTER_TARGET: Final = _one_of(
    "gets? gains? becomes? has have loses? each to onto until from for is are can't face under during where as by on"
    " then deals? fights? don't doesn't if becoming puts? into blocks? perpetually explores phases equal instead this"
    " that with blocking blocked"
)
_TARGET_END: Final = rf"(?=[.,:;\"·]|$| (?:and|or|then) {_AFTER_JOINT}(?!\w)| {_AFTER_TARGET}\b)"
_SINGULAR: Final = frozenset({"it", "its", "itself", "he", "she", "him", "his", "her"})
_PLURAL: Final = frozenset({"they", "them", "their", "themselves"})
_MANY: Final = re.compile(
    r"(?:each of )?(?:up to )?(?:two|three|four|five|six|X|any number|one or|that many|other|all|exactly two"
    r"|\w+ or more)\b|at least",
    re.IGNORECASE,
)

_ONE: Final = re.compile(r"(?:up to one|other target)\b", re.IGNORECASE)

# Words after "that" or "those" if it does not refer to an object: "that share a color", "that player", "that much".
_NO_REFERENCE: Final = _one_of(
    "shares? are aren't isn't is was were doesn't don't didn't dealt attacked blocked targets? entered could would"
    " refers? crewed saddled died has have had can if they you it many much players? opponents? types? colors? number"
    " turn way damage mana name ability amount cost kind choice combat step phase life total power toughness value"
    " result half deck pile effect"
)
_REFERENCE: Final = (
    rf"\b(?:{_one_of(' '.join((*sorted(_SINGULAR), *sorted(_PLURAL))))}|each of them"
    rf"|(?:that|those|each of those) (?!{_NO_REFERENCE}\b)[A-Za-z-]+(?: or [A-Z][a-z]+\b)?"
    rf"|the {_one_of('other blocking blocked attacking chosen exiled sacrificed returned revealed milled')}"
    r" (?:creature|permanent|artifact|land|card|enchantment)s?"
    r"|the (?:creature|permanent)(?= (?:is|isn't|gets|gains|has|becomes|loses)\b)|the (?:tokens?|copy|copies))\b"
)
_MENTION: Final = re.compile(
    r"(?P<not>\b(?:be|becomes?|became|becoming|is|are|being) the targets? of\b|\bnew targets?\b)"
    r"|(?P<made>\b[Cc]reates? [^.\"]*?\btokens?\b(?= ?(?:that|with|under|named|tapped|and|for|attached|,|\.|$)))"
    rf"|(?P<target>{_QUANTIFIER}(?:[Oo]ther )?\b[Tt]arget (?!player|opponent)"
    rf"(?P<which>(?:{_KIND}, (?:and |or |and/or )?)*[^.,:;\"·]+?){_TARGET_END})"
    rf"|(?P<self>~|\b[Tt]his (?!{_one_of('ability way turn effect cost combat game process mana phase step')}\b)"
    r"(?!spell's)\w+\b)"
    rf"|(?P<attached>\b(?:[Ee]nchanted|[Ee]quipped|[Ff]ortified) (?:artifact creature|{CARD_NOUN}|[A-Z]\w+)\b)"
    rf"|(?P<pronoun>(?i:{_REFERENCE}))"
    rf"|(?P<noun>{_DETERMINER}(?P<words>(?:{_ADJECTIVE}){{0,5}}?{_NOUN}(?:s|ies)?\b(?: {_NOUN}s?\b)*)"
    rf"(?! types?\b| (?:or|and/or) [A-Za-z]\w+ {CARD_NOUN}s?\b))"
    rf"|(?P<bare>\b(?:{_ADJECTIVE}){{0,4}}(?:{CARD_NOUN}|{_CAPITAL})s\b)"
)
# A noun that only describes: "if it's a creature", "becomes a Goblin".
_DESCRIBES: Final = re.compile(
    rf"(?:\b(?:{_one_of('is isn.t are aren.t becomes? was wasn.t were still not')}"
    r"|choice of(?: [^.]*)?|creature,|cop(?:y|ies) of|is an? [A-Z]\w+ or)|'s|'re|\bnamed [^.]*) $"
)
_ASIDE: Final = re.compile(
    r"\b(?:with|than|that|among|from|by|(?<!long )as|in|without|sharing|except|(?<!control )of|for each|blocking) $"
)
_GONE: Final = re.compile(r"(?:\b(?:[Ss]acrifices?|[Dd]iscards?|[Cc]rank)|^Tap|, [Tt]ap) $")
_EXILED: Final = re.compile(r"\b(?:[Ee]xiles?|(?<!to )casts?) $")
_MOVED: Final = re.compile(r"[^.,]*\b(?:to|onto) the battlefield\b")
_MOVES: Final = re.compile(r"\b(?:[Rr]eturns?|[Pp]uts?) [^.]*$")
_OF_EACH: Final = re.compile(r"(?:[Ff]or each|[Ee]ach player|[Ee]ach opponent) [^.]*$")


_PERMANENTS: Final = frozenset(
    {"creature", "artifact", "land", "enchantment", "planeswalker", "battle", "token", "permanent", "commander"}
)


class Mention(msgspec.Struct):
    """A noun phrase or pronoun.

    Attributes:
        kind: "self" for the object itself, "attached" for the object that it is attached to, "target", "pronoun",
            or "object" for any other noun.
        start: the offset of the first character.
        end: the offset after the last character.
        text: the words.
        nouns: the singular forms of the words that can name the object.
        many: whether the phrase is plural.
        any_number: whether a singular phrase can refer to several objects, as in "for each player, a creature".
        place: for a target, the number of targeting phrases before it.
        aside: whether the phrase only modifies another phrase, as in "for each creature".
        gone: whether the instruction removes the object.
        new: whether the phrase refers to the new object that a target becomes on the battlefield (400.7).
    """

    kind: Kind
    start: int
    end: int
    text: str
    nouns: frozenset[str] = frozenset()
    many: bool = False
    any_number: bool = False
    place: int = 0
    aside: bool = False
    gone: bool = False
    new: bool = False

    @property
    def word(self) -> str:
        """The pronoun's class: "it", "they", or its own words."""
        return word_class(self.text)


def word_class(text: str) -> str:
    """Return "it" for singular pronouns, "they" for plural pronouns, and other words unchanged."""
    low = text.lower()
    if low in ("the creature", "the permanent"):
        return f"that {low[4:]}"
    return "it" if low in _SINGULAR else "they" if low in _PLURAL else low


def mentions(text: str) -> Iterator[Mention]:
    """Yield the noun phrases and pronouns of a text, in order."""
    targets = 0
    before_sentence = [0, 0]  # the number of targets before the previous and before the current sentence
    sentence = 0
    for found in _MENTION.finditer(text):
        before = text[: found.start()]
        kind: Kind = "object"
        if found["not"] or ((found["noun"] or found["bare"]) and _DESCRIBES.search(before)):
            continue
        mention = Mention(kind, found.start(), found.end(), found[0], aside=bool(_ASIDE.search(before)))
        mention.gone = bool(_GONE.search(before))
        mention.new = bool((_MOVED.match(text[found.end() :]) and _MOVES.search(before)) or _EXILED.search(before))
        mention.any_number = bool(_OF_EACH.search(before)) or before.endswith("paired with ")
        if (now := before.count(". ")) != sentence:
            sentence, before_sentence = now, [before_sentence[1], targets]
        if found["target"]:
            rest = text[before.rfind(". ") + 1 :]
            if re.match(r"[^.\"]*\binstead (?!of\b)", rest.split(". ")[0]) and targets == before_sentence[1]:
                targets = before_sentence[0]  # one of two sets of targets is chosen (601.2c)
            mention.kind, mention.place, mention.gone = "target", targets, False
            mention.nouns = _nouns(found["which"])
            mention.many = bool(_MANY.match(found[0]) and not _ONE.match(found[0]))
            targets += 1
        elif found["self"]:
            mention.kind, mention.nouns = "self", _nouns(found[0])
        elif found["attached"]:
            mention.kind, mention.nouns = "attached", _nouns(found[0])
        elif found["pronoun"]:
            mention.kind = "pronoun"
        elif found["made"]:
            mention.nouns, mention.many = _nouns(found[0]), found[0].endswith("s")
            mention.aside = mention.gone = False
        elif found["bare"]:
            mention.nouns, mention.many = _nouns(found[0]), True
        else:
            mention.nouns, mention.many = _nouns(found["words"]), bool(_MANY.match(found[0]))
            mention.any_number |= found[0].lower().startswith("each")
        yield mention


def _nouns(words: str) -> frozenset[str]:
    found = (word.strip("',.") for word in re.split(r"[ /]", words))
    nouns = (one(word) for word in found if word)
    return frozenset(noun.lower() if noun.lower() in _PERMANENTS else noun for noun in nouns)


def one(word: str) -> str:
    """Return the singular form of a noun."""
    if word[:1].isupper():
        with suppress(ValueError):
            return singular(word)
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def agrees(pronoun: str, mention: Mention) -> bool:
    """Return whether a pronoun can refer to a noun phrase, judged by number and noun."""
    low = pronoun.lower()
    if low in _SINGULAR:
        return not mention.many
    if low in _PLURAL or low == "each of them":
        return mention.many or mention.any_number
    many = low.startswith(("those ", "each of "))
    if many != mention.many and not mention.any_number:
        return False
    if mention.kind == "self":
        return False  # the source is "it" or "this creature"
    return _can_be(one(pronoun.split(" or ", maxsplit=1)[0].rsplit(maxsplit=1)[-1]), mention)


def _can_be(noun: str, mention: Mention) -> bool:
    nouns = mention.nouns
    if noun in nouns or (noun == "card" and mention.new):
        return True
    if noun in ("spell", *_PERMANENTS) and "card" in nouns and mention.new:
        return True
    if "spell" in nouns:
        return False
    kinds = {family for word in nouns if word[:1].isupper() for family in _families(word)}
    match noun:
        case "permanent":
            return bool(kinds or nouns & _PERMANENTS)
        case "creature":
            return "creature" in kinds or bool(nouns & {"token", "commander", "attacker", "blocker"})
        case "artifact" | "land" | "enchantment":
            return noun in kinds or "token" in nouns
        case _:
            return False


def _families(word: str) -> tuple[str, ...]:
    try:
        return tuple(families(word))
    except ValueError:
        return ()
