"""Functions that print amounts in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from ...data.numbers import NUMBER_WORDS, count_of
from ...effects.amounts.arithmetic import Beyond, Defined, Half, Largest, Minus, Plus, Signs, Sum, Times
from ...effects.amounts.base import Number, X
from ...effects.amounts.counting import (
    AttacksMade,
    ChosenBefore,
    ColorsOf,
    Count,
    CounterKinds,
    CountersOn,
    Devotion,
    Domain,
    DoorsAmong,
    Its,
    KeywordPoints,
    KindsAmong,
    MostAlike,
    NameStickers,
    NameWords,
    NumberOf,
    Party,
    PlayerCount,
    Symbols,
    Total,
)
from ...effects.amounts.players import AmongPlayers, PlayersWho, RecordedNumber
from ...effects.filters.characteristics import OfSubtype, OfType
from ...effects.filters.combinators import Other
from ...effects.filters.status import Fighting
from ...effects.filters.whereabouts import CardNoun, InZone, Permanent
from ...effects.language import Amount, Condition, Selector
from ...effects.selectors import Attached, Group, Itself, Same, Target, Together
from ...rules.vocabulary import COLOR_NAMES, families
from ...support.patterns import lazy_pattern
from ..words import EACH_AMOUNTS, FACTORS, SPELLED_AMOUNTS, Stop
from . import players as whom
from .nouns import is_plural, subject, words_of

KINDS: Final = {
    "type": "card types",
    "permanent_type": "permanent types",
    "creature_type": "creature types",
    "land_type": "land types",
    "color": "colors",
    "mana_value": "mana values",
    "power": "powers",
}

NOTED: Final = lazy_pattern(
    r"the (?:life paid|number of \w+ sacrificed) as it entered|the greatest number noted for it this turn"
    r"|the (?:last )?chosen number"
)
"""The phrases for a number that an object records as ``chosen.number``."""


def plain_number(text: str) -> Amount:
    """Return the amount for a numeral, a number word, "X" or "-X"."""
    bare = text.lstrip("+-")
    sign = -1 if text.startswith("-") else 1
    if bare in ("X", "Y"):
        return X() if sign == 1 else Times(-1, X())
    number = count_of(bare)
    if number is None:
        raise Stop
    return Number(sign * number)


def amount(node: Amount) -> str:
    """Return an amount in English."""
    match node:
        case Number(number):
            return str(number)
        case RecordedNumber(text):
            return text
        case X():
            return "X"
        case Defined(_, letter):
            return letter
        case AmongPlayers(word=word):
            return word
        case PlayersWho(part=Condition(), word=word) if word.startswith("the number of "):
            return word
        case Its(what, word):
            return f"{word} {what.replace('_', ' ')}"
        case NumberOf(of, what, "of"):
            return f"the {what} of {subject(of)}"
        case NumberOf(of, what):
            name = subject(of)
            return f"its {what.replace('_', ' ')}" if name in ("it", "its") else f"{name}'s {what.replace('_', ' ')}"
        case Largest((Total(of, "power"), Total(same, "toughness"))) if of == same:
            return f"the greatest power and/or toughness among {all_of(of)}"
        case Largest((Minus(first, second), Minus(again))) if again == second:
            said = amount(second)
            both = amount(first).removesuffix(" power") == said.removesuffix(" toughness")
            return f"the difference between {amount(first)} and {'toughness' if both else said}"
        case Largest((first, second)):
            return f"{amount(first)} or {amount(second)}, whichever is greater"
        case Times() | Plus() | Half() | Sum() | Minus():
            return _arithmetic(node)
        case PlayerCount():
            return _of_players(node)
        case _:
            return _counted(node)


def _arithmetic(node: Amount) -> str:
    match node:
        case Times(-1, inner):
            return "-" + amount(inner)
        case Times(factor, inner):
            words = {number: word for word, number in FACTORS.items()}
            if factor not in words:
                raise Stop
            return f"{words[factor]} {amount(inner)}"
        case Plus(inner, _, word) if word.endswith(" plus"):
            return f"{word} {amount(inner)}"
        case Plus(inner, _, word) if word.startswith("minus "):
            return f"{amount(inner)} {word}"
        case Plus(inner, plus, word):
            return f"{amount(inner)} plus {word or plus}"
        case Half(inner, _, False):
            return f"half {amount(inner)}"
        case Half(inner, up):
            return f"half {amount(inner)}, rounded {'up' if up else 'down'}"
        case Minus(first, second):
            return f"{amount(first)} minus {amount(second)}"
        case Sum(parts, "total"):
            counted = " and ".join(amount(part).removeprefix("the number of ") for part in parts)
            return f"the total number of {counted}"
        case Sum(parts):
            return " plus ".join(amount(part) for part in parts)
        case _:
            raise Stop


def _of_players(node: PlayerCount) -> str:
    match node:
        case PlayerCount("experience" | "poison" | "energy" | "rad", word=""):
            return _counted(node)
        case PlayerCount("life" | "starting_life" as what, who):
            return f"{whom.possessive(who)} {'starting ' if what != 'life' else ''}life total"
        case PlayerCount("speed"):
            return "your speed"
        case PlayerCount("hand" | "graveyard" | "library" | "exile", who) if who != "each player":
            return _counted(node)
        case _:
            return _spelled(node, SPELLED_AMOUNTS)


def _counted(node: Amount) -> str:
    match node:
        case Count(Group(filters, "total")):
            return f"the total number of {words_of(filters, True)}"
        case Devotion(colors, who):
            return f"{whom.possessive(who)} devotion to " + " and ".join(
                COLOR_NAMES.get(color, color) for color in colors
            )
        case Total(of, what, how):
            extreme = "lowest" if how == "least" else how
            of_one = how == "total" or (isinstance(of, Group) and of.quantifier == "a")
            return f"the {extreme} {what.replace('_', ' ')} {'of' if of_one else 'among'} {all_of(of)}"
        case CountersOn(counter, Group() as group, "total on" | "total among" as word):
            return f"the total number of {_kind(counter)}counters {word.split()[1]} {all_of(group)}"
        case CountersOn(counter, Group() as group, "among"):
            found = f"{_kind(counter)}counters among {all_of(group)}"
        case CounterKinds(of, "kinds" | "different kinds" as word):
            found = f"{word} of counters on {subject(of)}"
        case CounterKinds(of):
            found = f"different kinds of counters among {subject(of)}"
        case MostAlike(of, family):
            return f"the greatest number of {all_of(of)} that have a {family.replace('_', ' ')} in common"
        case KindsAmong(of, family, "with different"):
            found = f"{all_of(of)} with different {family.replace('_', ' ')}s"
        case ColorsOf(None, word):
            found = f"{word} colors"
        case Symbols(color, of) if of is not None:
            found = f"{COLOR_NAMES[color]} mana symbols in the mana costs of {subject(of)}"
        case _:
            found = _noun(node, True)
    return f"the number of {found}"


def _noun(node: Amount, many: bool) -> str:
    s = "s" if many else ""
    match node:
        case Count(of, apart):
            group = _other(of) if apart else of
            return all_of(group) if many else _one(group)
        case PlayerCount("experience" | "poison" | "energy" | "rad" as kind, who):
            return f"{kind} counter{s} {_having(who)}"
        case PlayerCount("hand" | "graveyard" | "library" | "exile" as place, who):
            return words_of((CardNoun(), InZone(place, who)), many)
        case DoorsAmong(of):
            return f"unlocked door{s} among {all_of(of)}"
        case Domain(of):
            return f"basic land type{s} among {all_of(of)}"
        case KindsAmong(of, "name"):
            return f"differently named {all_of(of) if many else _one(of)}"
        case KindsAmong(_, family, "those"):
            return f"those {KINDS[str(family)]}"
        case KindsAmong(of, family, word):
            return (
                f"{word + ' ' if word else ''}{KINDS[str(family)].removesuffix('' if many else 's')} among {all_of(of)}"
            )
        case CountersOn(counter, Group() as of, "among"):
            return f"{_kind(counter)}counter{s} among {all_of(of)}"
        case CountersOn(counter, of, word):
            return f"{_kind(counter)}counter{s} on {subject(of) if of is not None else word}"
        case Party():
            return f"creature{s} in your party"
        case PlayersWho("opponents", None):
            return f"opponent{s} you have"
        case Symbols(color, None):
            return f"{COLOR_NAMES[color]} mana symbol{s} in its mana cost"
        case _:
            raise Stop


def _kind(counter: str) -> str:
    return counter + " " if counter else ""


def _spelled(node: PlayerCount, phrases: Mapping[str, PlayerCount | PlayersWho]) -> str:
    same = [phrase for phrase, value in phrases.items() if value.plain() == node.plain()]
    if not same:
        raise Stop
    return next((phrase for phrase in same if phrases[phrase] == node), same[0])  # the catalogue shortens words


def for_each(node: Amount) -> str:
    """Return the words that follow "for each" for an amount."""
    match node:
        case RecordedNumber(text):
            return text
        case NameStickers(of, letters, more):
            where = f"name sticker on {'it' if of is None else subject(of)}"
            than = f" with {NUMBER_WORDS[letters]} or {'more' if more else 'fewer'} letters" if letters else ""
            return where + than
        case CounterKinds(Group() | Together() as of, "kind"):
            return f"kind of counter among {all_of(of)}"
        case CounterKinds(of, "kind"):
            return f"kind of counter on {subject(of)}"
        case AttacksMade():
            return "time it has attacked this turn"
        case ChosenBefore():
            return "creature chosen before it"
        case NameWords():
            return "word in its name"
        case KeywordPoints(keyword):
            return f"point of {keyword.lower()} it has"
        case Count(Group((_, Fighting("blocked", Itself("it") | Attached("it") | Target(word="it"))))):
            return "creature it's blocking"
        case Signs():
            return "supertype, card type, and subtype it has"
        case ColorsOf(None, "has"):
            return "color it has"
        case ColorsOf(None, word):
            return f"of {word} colors"
        case KindsAmong(_, family, "of its" | "of their" as word):
            return f"{word} {KINDS[str(family)]}"
        case PlayerCount("energy", who, "{E}"):
            return f"{{E}} {_having(who)}"
        case PlayerCount("experience" | "poison" | "energy" | "rad" | "hand" | "graveyard" | "library" | "exile"):
            return _noun(node, False)
        case PlayersWho(part=Condition(), word=word):
            return word
        case PlayerCount():
            return _spelled(node, EACH_AMOUNTS)
        case Beyond(inner):
            return f"{for_each(inner)} beyond the first"
        case Sum(parts):
            return " and each ".join(map(for_each, parts))
        case _:
            return _noun(node, False)


def every_two(node: Half) -> str:
    """Return the words that follow "for every two" for an amount."""
    return _noun(node.amount, True)


def _having(who: object) -> str:
    name = "your opponents" if who == "opponents" else whom.words(who)
    return f"{name} {'have' if who in ('you', 'opponents') else 'has'}"


def _other(of: Selector) -> Selector:
    return Group((Other(), *of.filters), of.quantifier) if isinstance(of, Group) else of


def apart(node: Amount, subject: Selector | None = None) -> Amount:
    """Return an amount in which "other" means "other than the affected object".

    However, in "enchanted creature gets +2/+2 for each other enchantment", "other" excludes the Aura.
    """
    of = getattr(node, "of", None)
    if not isinstance(of, Group) or not any(isinstance(filter, Other) for filter in of.filters):
        if isinstance(node, Count) and any(isinstance(inner, Other) for inner in node.walk()):
            raise Stop
        return node
    attached = subject if isinstance(subject, Attached) else None
    if attached is not None and not fits_word(attached, of):
        return node
    if isinstance(node, Count):
        rest = tuple(filter for filter in of.filters if not isinstance(filter, Other))
        return Count(Group(rest, of.quantifier), apart=True)
    than = attached or (Same() if isinstance(subject, Group) and Other() not in subject.filters else None)
    if than is None:
        return node
    filters = tuple(Other(than) if filter == Other() else filter for filter in of.filters)
    return msgspec.structs.replace(node, of=Group(filters, of.quantifier))


def fits_word(attached: Attached, group: Group) -> bool:
    """Return whether `group` contains the kind of object that `attached` names."""
    subtypes = (each.subtype for each in group.filters if isinstance(each, OfSubtype))
    kinds = [family for subtype in subtypes for family in families(subtype)]
    if not attached.word.startswith(("enchanted", "equipped")):  # "it": not the Aura or Equipment
        types = (filter in (OfType("Enchantment"), OfType("Artifact")) for filter in group.filters)
        return not any(types) and not {"enchantment", "artifact"} & set(kinds)
    noun = attached.word.rpartition(" ")[2].capitalize()
    named = OfType(noun) in group.filters or noun.lower() in kinds  # "for each other Knight you control"
    return named or (noun == "Permanent" and Permanent() in group.filters)


def counted_group(node: Amount) -> Group:
    """Return the group of objects whose number an amount is."""
    if not isinstance(node, Count) or not isinstance(node.of, Group):
        raise Stop
    return node.of


def all_of(selector: Selector) -> str:
    """Return a plural noun phrase, such as "creatures you control"."""
    if isinstance(selector, Group) and not selector.quantifier:
        return words_of(selector.filters, True)
    return subject(selector)


def _one(selector: Selector) -> str:
    if isinstance(selector, Group):
        return words_of(selector.filters, False)
    if is_plural(selector):
        raise Stop
    return subject(selector)
