"""Functions that split sentences into phrases and classify commas and conjunctions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from lark import Token
from lark.lexer import Lexer

from ...errors import UnsupportedTextError
from ..words import words
from .keywords import keyword_pattern
from .lexicon import ABILITIES, SUBJECTS, VERBS, clause_pattern, phrase_pattern, predicate_pattern, word_pattern

_SEPARATOR: Final = re.compile(r",? and/or\b|, and\b|, or\b|,|and/or\b|and\b|or\b|;")
_ONE: Final = re.compile(r" (?:it|~|this|an?|enchanted|equipped)\b")
_BEFORE_ABILITY: Final = frozenset("HAS HASNT GAINS LOSES CANTHAVE WITH WITHOUT LACKING YOURCHOICE SEP".split())
_FRONT_WORD: Final = frozenset("DURATION DURING OTHERWISE FOREACHFRONT".split())
_FRONT_CLAUSE: Final = frozenset("ASLONGAS IF WHILE UNLESS".split())
_OBJECTS: Final = frozenset("SELF ATTACHED IT THAT".split())
_TOGETHER: Final = (
    (["SELF"], "THAT"), (["SELF"], "ATTACHED"), (["ATTACHED"], "SELF"),
    (["IT"], "THAT"), (["IT"], "SELF"), (["THAT"], "SELF"),
)  # fmt: skip
_YOU: Final = "you "
_DOES: Final = re.compile(r"(?:have|control|own|don't (?:control|own)|are|attacked|gained|lost|cast|drew)\b")
# "gets +1/+1 as long as it's tapped and has trample": the ability does not belong to the condition
_HAS: Final = re.compile(
    r"(?:is|isn't|are|aren't|(?:has|have) (?:an?|no|exactly|\w+ or more|\w+ or fewer) [^.,]*counters? on|"
    r"(?:has|have) (?:base )?(?:power|toughness) \w+ or)\b"
)
_OR_HAS: Final = re.compile(r"(?:is|isn't|are|aren't|has|have|doesn't have|don't have)\b")
_CONDITION_HEADS: Final = frozenset(
    "CTRL THEREARE THEREMORE TOLD YOURTURN DEVOTION LIFE NUMBEROF PLAYERHAS FULLPARTY ZONEHAS PLAYERMORE LIFEMORE"
    " POISONED CONTROLSMORE TOTAL "
    "TWICE TOPCARD ATLEVEL".split()
)


def phrases(text: str) -> list[Token]:
    """Return the phrases of a sentence as tokens; separators have type SEP.

    Raises:
        UnsupportedTextError: a word is not in the vocabulary.
    """
    found: list[Token] = []
    place, end = 0, len(text)
    while place < end:
        if text[place] == " ":
            place += 1
            continue
        if said := _said_once(text, place, found):
            found[-1] = Token.new_borrow_pos("SEP_T", str(found[-1]), found[-1])
            found.append(said)
            if said.type not in _OBJECTS:
                place += len(said) - len(_YOU)
                continue
        kind, stop = _phrase(text, place, found)
        found.append(Token(kind, text[place:stop], start_pos=place, end_pos=stop))
        if kind == "QUOTE" and text[stop - 2] == "," and not text.startswith(" where X", stop):
            joined = ", and" if text.startswith(" and ", stop) else ","
            after = stop + len(joined) - 1
            found.append(Token("SEP", joined, start_pos=stop, end_pos=after))
            stop = after
        place = stop
    return found


def _said_once(text: str, place: int, found: list[Token]) -> Token | None:
    """Return the subject that a condition shares with the one before it, or None.

    For an object, this is the token of the subject: "this creature is tapped and has a counter on it". For "you", it is
    the token of the whole phrase: "you control a Forest and have 30 or more life".
    """
    if not found or found[-1].type != "SEP" or found[-1] not in ("and", "or"):
        return None
    began = next((n for n in range(len(found) - 1, -1, -1) if found[n].type in _FRONT_CLAUSE), len(found))
    first = found[began + 1 : began + 2]
    if not first or any(token.type == "SEP" and token == "," for token in found[began:]):
        return None
    if first[0].type in _OBJECTS:
        return first[0] if (_HAS if began else _OR_HAS).match(text, place) else None
    if first[0].startswith(("you ", "you're ")) and _DOES.match(text, place):
        phrase = phrase_pattern().match(_YOU + text[place:])
        if phrase and phrase.lastgroup in _CONDITION_HEADS:
            return Token(phrase.lastgroup, phrase[0], start_pos=place, end_pos=place + phrase.end() - len(_YOU))
    return None


def _phrase(text: str, place: int, found: list[Token]) -> tuple[str, int]:
    last = found[-1].type if found else ""
    if separator := _SEPARATOR.match(text, place):
        where = phrase_pattern().match(text, place)
        kind = where.lastgroup if where is not None else ""
        if kind == "ANDEACH" and any(token.type == "FOREACH" for token in found):
            return "ANDEACH", place + len("and each")
        if kind not in ("WHEREX", "EXCEPT", "ROUND", "AND_ITS", "AND_Y", "TIED", "TIEDCOLOR", "WHICHEVER", "BUTFORMS"):
            return "SEP", separator.end()
    phrase = phrase_pattern().match(text, place)
    of_one = last == "IS" and phrase is not None and _ONE.match(text, phrase.end())  # "are blocking it"
    if phrase and phrase[0] in words() and not _after_noun(found) and not of_one:
        phrase = None  # "target blocking creature", not "target creature blocking it"
    if phrase and phrase.lastgroup == "COSTS":
        return "COSTS", phrase.end()
    if last in ("", "SEP") and (clause := clause_pattern().match(text, place)):
        return "RULECLAUSE", clause.end()
    if rule := predicate_pattern().match(text, place):
        return "RULE", rule.end()
    if last in _BEFORE_ABILITY and (keyword := keyword_pattern().match(text, place)):
        return "KEYWORD", keyword.end()
    if phrase and phrase.lastgroup and phrase.end() > place and _whole(text, phrase.end()):
        return phrase.lastgroup, phrase.end()
    if word := word_pattern().match(text, place):
        for form in (word[0], word[0].removesuffix("'s").removesuffix("'")):
            if form in words():
                return "W", place + len(form)
        raise UnsupportedTextError(text, (place, word.end()))
    raise UnsupportedTextError(text, (place, min(place + 1, len(text))))


def _after_noun(found: list[Token]) -> bool:
    if not found:
        return False
    last = found[-1]
    if last.type == "KEYWORD" and len(found) > 1 and found[-2].type in ("WITH", "WITHOUT"):
        return True  # "each creature without flanking blocking this creature"
    return last.type == "CTRL" or (last.type == "W" and words()[str(last)][1] is not None)


def _whole(text: str, stop: int) -> bool:
    return stop >= len(text) or not (text[stop - 1].isalnum() and (text[stop].isalnum() or text[stop] == "-"))


def separate(tokens: list[Token]) -> list[Token]:
    """Return the tokens, with separators classified by type.

    SEP_F ends an introductory clause, and SEP_C joins two conditions. The other types depend on what follows the
    separator: a clause (SEP_S), a verb (SEP_V), an ability (SEP_K), an ability with its own condition (SEP_A), another
    "+1/+1 for each" (SEP_G), "its base toughness" (SEP_B), the second of two options (SEP_O), or a noun (SEP_W).
    """
    result: list[Token] = []
    front = tokens[0].type if tokens else ""
    fronted, began = front in _FRONT_CLAUSE or front in _FRONT_WORD, 0
    verb_seen = within = False  # within: whether the token is in a condition
    for place, token in enumerate(tokens):
        verb_seen = verb_seen or token.type in VERBS or token.type == "RULECLAUSE"
        if token.type in ("IF", "ASLONGAS") and verb_seen and not within and result[-1].type == "SEP_S":
            fronted, front = True, token.type  # "..., and if it's a Human, it gains ..."
        if token.type in _FRONT_CLAUSE:
            within, verb_seen = True, False
        if token.type != "SEP":
            named = token.type == "NAMED" and place > 0 and tokens[place - 1].type in ("PT", "KEYWORD", "QUOTE")
            result.append(Token.new_borrow_pos("NAMEDAS", str(token), token) if named else token)
            continue
        kind = _kind(tokens, place, verb_seen)
        if (
            kind == "SEP_W"
            and within
            and token == "or"
            and [each.type for each in tokens[place + 1 : place + 2]] == ["IF"]
        ):
            kind = "SEP_C"  # "if its power is 2 or less or if you control ..."
        if kind == "SEP_W" and verb_seen and not within and token == ", and" and _before_if(tokens, place):
            kind = "SEP_S"
        if kind == "SEP_S" and within and token in ("and", "or"):
            kind = "SEP_C"
        elif kind in ("SEP_K", "SEP_G") and within and _conditioned(tokens, place):
            kind = "SEP_A"
        if kind == "SEP_W" and token == "or" and _between_options(result, tokens, place):
            kind = "SEP_O"
        if fronted and token == ",":
            if (front in _FRONT_WORD and place == began + 1) or (front in _FRONT_CLAUSE and _is_front(tokens, place)):
                kind, fronted, verb_seen, within = "SEP_F", False, False, False
                rest = tokens[place + 1 : place + 2]
                if rest and rest[0].type in _FRONT_CLAUSE | _FRONT_WORD:
                    fronted, front, began = True, rest[0].type, place + 1
        elif kind in ("SEP_S", "SEP_C"):
            verb_seen = kind == "SEP_S" and _before_if(tokens, place)
        result.append(Token.new_borrow_pos(kind, str(token), token))
    return result


def _before_if(tokens: list[Token], place: int) -> bool:
    return [token.type for token in tokens[place + 1 : place + 2]] in (["IF"], ["ASLONGAS"])


def _between_options(before: list[Token], tokens: list[Token], place: int) -> bool:
    # "becomes your choice of a 1/1 Frog creature or a 4/4 Octopus creature"
    verbs = [token.type for token in before]
    ahead = tokens[place + 1 : place + 2]
    if verbs[-1:] == ["PT"] and {"POSSBASE", "BECOMES"} <= set(verbs) and ahead and ahead[0].type == "PT":
        return True  # "have its base power and toughness become 4/1 or 1/4"
    if not ahead or ahead[0].type != "ART" or "BECOMES" not in verbs:
        return False
    since = verbs[verbs.index("BECOMES") + 1 :]
    return "YOURCHOICE" in since or since[:1] == ["ART"]


def _kind(tokens: list[Token], place: int, verb_seen: bool) -> str:
    following = tokens[place + 1].type if place + 1 < len(tokens) else "END"
    if _between_amounts(tokens, place):
        return "SEP_R"
    if following in ("PTMOD", "PT") and _alternative(tokens, place):
        return "SEP_A"
    if following == "PTMOD":  # "gets +1/-1 or -1/+1", "gets +1/+1 for each ... and +1/+1 for each ..."
        return "SEP_G" if any(token.type == "FOREACH" for token in tokens[:place]) else "SEP_K"
    if following == "POSSBASE":  # "its base power becomes ... and its base toughness becomes ..."
        return "SEP_B"
    if following == "FROMQUALITY":  # "protection from white if ..., from blue if ..."
        return "SEP_A"
    if following == "NTHSPELL":  # "the next instant spell and the next sorcery spell you cast"
        return "SEP_N"
    if following in ("THECHOSEN", "ATTACHED") and place > 1 and tokens[place - 2].type == "FITTING_OF":
        return "SEP_E"  # "other than ~ and the chosen creature"
    if following == "HASCOUNTER":  # "is enchanted, equipped, and has a counter on it"
        return "SEP_H"
    if following == "AND_ITS":
        return "SEP_V"
    if following in ABILITIES | {"KEYWORD"}:
        return "SEP_K"
    if following in _CONDITION_HEADS or following == "RULECLAUSE":
        return "SEP_S"
    if following in VERBS:
        return "SEP_S" if following in ("GAINCONTROL", "SWITCH") and not verb_seen else "SEP_V"
    ahead = tokens[place + 2 : place + 3]
    pronoun = tokens[place - 1].type in ("IT", "THAT")
    if following == "SELF" and not (verb_seen or pronoun) and tokens[place] == "and" and _says_each(ahead):
        return "SEP_M"  # "target creature and this creature each get"
    if following in SUBJECTS and _verb_follows(tokens, place):
        # "~ and that creature each get"
        before = [token.type for token in tokens[:place]]
        together = (before[-1:], following) in _TOGETHER and before[-2:-1] in ([], ["SEP"])
        return "SEP_W" if together and tokens[place] == "and" else "SEP_S"
    return "SEP_S" if verb_seen and _verb_follows(tokens, place) else "SEP_W"


def _says_each(ahead: list[Token]) -> bool:
    return bool(ahead) and ahead[0].startswith("each ")


def _alternative(tokens: list[Token], place: int) -> bool:
    # "gets +1/+1 until end of turn, or +3/+3 instead if you control a Dragon"
    ahead = [token.type for token in tokens[place + 2 : place + 4]]
    stated = tokens[place] == ", or" or tokens[place - 1].type not in ("PT", "PTMOD")
    return tokens[place] in ("or", ", or") and stated and bool({"INSTEAD", "OTHERWISE"} & {*ahead})


def _between_amounts(tokens: list[Token], place: int) -> bool:
    # "the number of Elves or the number of Goblins, whichever is greater", "the difference between its power and ..."
    if tokens[place] == "or":
        kinds = [token.type for token in tokens[place + 1 :]]
        return "WHICHEVER" in kinds and "SEP" not in kinds[: kinds.index("WHICHEVER")]
    between = next((n for n in range(place, -1, -1) if tokens[n].type == "DIFFERENCE"), place)
    return tokens[place] == "and" and between < place and "SEP" not in [token.type for token in tokens[between:place]]


def _conditioned(tokens: list[Token], place: int) -> bool:
    # "haste if you control a Warrior"
    following = [token.type for token in tokens[place + 1 : place + 3]]
    return following[:1] in (["KEYWORD"], ["QUOTE"], ["PTMOD"]) and following[1:] in (["ASLONGAS"], ["IF"])


def _verb_follows(tokens: list[Token], place: int) -> bool:
    for token in tokens[place + 1 :]:
        if token.type in VERBS:
            return True
        if token.type == "SEP" or token.type in _FRONT_CLAUSE:
            return False
    return False


def _is_front(tokens: list[Token], place: int) -> bool:
    following = tokens[place + 1].type if place + 1 < len(tokens) else ""
    if [token.type for token in tokens[place + 1 : place + 4]] == ["W", "SEP", "HASCOUNTER"]:
        return False  # "is enchanted, equipped, and has a counter on it"
    return following in _FRONT_CLAUSE | _FRONT_WORD or (following != "VERB" and _verb_or_list(tokens, place))


def _verb_or_list(tokens: list[Token], place: int) -> bool:
    # A list of nouns can come before the verb.
    if [token.type for token in tokens[place + 1 : place + 2]] == ["CTRL"]:  # "you control enchanted creature"
        return [token.type for token in tokens[place + 2 : place + 3]] in (["ATTACHED"], ["IT"])
    for token in tokens[place + 1 :]:
        if token.type in VERBS or token.type in ("MAXHAND", "HANDSIZE", "EXTRALAND", "YOU", "RULECLAUSE"):
            return True
        if token.type == "SEP" and token == "," and not _is_adjective_row(tokens, place, token):
            return False
    return False


def _is_adjective_row(tokens: list[Token], place: int, comma: Token) -> bool:
    # "as long as you control no creatures, noncreature, nonland permanents have ..."
    row = tokens[place + 1 : tokens.index(comma, place + 1)]
    return len(row) == 1 and row[0].type == "W" and row[0].startswith("non")


def tokens(text: str) -> list[Token]:
    """Return the tokens of a sentence, excluding its final period."""
    return separate(phrases(lowered(text.rstrip().removesuffix("."))))


def lowered(sentence: str) -> str:
    """Lowercase the first letter of a sentence unless it begins with a name or subtype."""
    word = word_pattern().match(sentence)
    if word is None or word[0] == "X" or (word[0] in words() and word[0].lower() not in words()):
        return sentence
    return sentence[:1].lower() + sentence[1:]


class PhraseLexer(Lexer):
    """Adapter that makes `tokens` available through Lark's lexer interface."""

    def __init__(self, conf: Any) -> None:
        del conf

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
        yield from tokens(str(getattr(data, "text", data)))
