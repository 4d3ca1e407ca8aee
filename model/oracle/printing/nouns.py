"""Functions that print noun phrases for groups of objects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from ...data.numbers import NUMBER_WORDS, NUMBERS
from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.base import Number, X
from ...effects.amounts.counting import NumberOf
from ...effects.filters.characteristics import (
    CanBePermanent,
    Chosen,
    Named,
    OfColor,
    OfSubtype,
    OfSupertype,
    OfType,
    With,
    WithNumber,
)
from ...effects.filters.combinators import AnyOfThese, Each, Either, Non, Other, ThatIs
from ...effects.filters.comparisons import ExtremeOfAll, Lacking, Sharing, Sized, WithBase
from ...effects.filters.status import (
    Assailing,
    Fighting,
    RecordedAs,
    Restriction,
    RingBearer,
    Wearing,
    WithCounter,
    YourCommanders,
)
from ...effects.filters.whereabouts import ControlledBy, ExiledWith, HasAdventure, InZone, InZones, OwnedBy
from ...effects.keywords import Keyword
from ...effects.language import Filter, Operation, Selector
from ...effects.players import ControllerOf
from ...effects.selectors import (
    Attached,
    ChosenFrom,
    ChosenObject,
    CountedObjects,
    Encoded,
    Fixed,
    Group,
    InOrder,
    Itself,
    LastExiled,
    PairedCreatures,
    PairedWith,
    PlayerGroup,
    Same,
    Target,
    Together,
    TopCard,
)
from ...rules.vocabulary import COLOR_NAMES, plural
from ..phrasing import declared_phrase
from ..words import Stop
from . import players as whom
from .keywords import join, keyword_text

# Phrase that names a controller -> the player.
CONTROLLERS: Final = {
    "you": "you", "your opponents": "opponents", "an opponent": "an opponent", "enchanted player": "enchanted player",
    "each player": "each player",
    "target player": "target player", "that player": "that player", "they": "that player",
    "target opponent": "target player", "each opponent": "opponents", "your team": "you",
}  # fmt: skip

OWNERS: Final = {
    "your": "you", "their": "that player", "target player's": "target player", "an opponent's": "an opponent",
    "your opponents'": "opponents", "that player's": "that player", "each player's": "each player",
}  # fmt: skip


def noun(filter: Filter, many: bool) -> str:
    """Return the adjective or noun for a filter."""
    match filter:
        case OfType(name):
            return plural(name.lower()) if many else name.lower()
        case OfSubtype(subtype):
            return plural(subtype) if many else subtype
        case OfSupertype(supertype):
            return supertype.lower()
        case CanBePermanent():
            return "permanent"
        case Sized(power, toughness):
            return f"{power}/{toughness}"
        case OfColor(color):
            return COLOR_NAMES.get(color, color)
        case Other():
            return "other"
        case Non(inner):
            text = noun(inner, False)
            return f"non-{text}" if text[:1].isupper() else f"non{text}"
        case Each(filters, ""):
            return words_of(filters, many)
        case Either(options, word) | Each(options, word):
            texts = [noun(option, many) for option in options]
            if word.endswith(" a"):
                texts = [texts[0], *(f"{a(text)} {text}" for text in texts[1:])]
            return join(texts, "and/or" if word.startswith("and/or") else word.removesuffix(" a"))
        case _ if filter.place == "before":
            return declared(filter, many)
        case _:
            raise Stop


def row(filters: Sequence[Filter], many: bool) -> str:
    """Return adjectives followed by a noun; only the last word can be plural."""
    last = len(filters) - 1
    text = ""
    for place, filter in enumerate(filters):
        # "noncreature, nonland card"
        comma = isinstance(filter, Non) and place < last and isinstance(filters[place + 1], Non)
        text += noun(filter, many and place == last) + ("," if comma else "") + " "
    return text.strip()


def a(text: str) -> str:
    """Return the indefinite article for `text`."""
    first = text.split(maxsplit=1)[0].strip('"')
    if first.lower().startswith(("uni", "eu", "urza", "one", "us")):
        return "a"
    if first[:1].isdigit():
        number = first.split("/")[0]
        return "an" if number.startswith("8") or number in ("11", "18") else "a"
    return "an" if first[:1].lower() in "aeiou" or first.startswith("X/") else "a"


def words_of(filters: Sequence[Filter], many: bool) -> str:
    """Return the noun phrase for filters, excluding any quantifier or article."""
    front = [filter for filter in filters if filter.place == "before"]
    # "your opponents' creatures"
    holder = next(
        (each for each in filters if isinstance(each, ControlledBy) and each.word.endswith(("'", "'s"))), None
    )
    text = f"{holder.word} {row(front, many)}" if holder else row(front, many)
    keywords: list[With] = []
    for place, filter in enumerate(filters):
        if isinstance(filter, With):
            keywords.append(filter)
            following = filters[place + 1] if place + 1 < len(filters) else None
            if not (isinstance(following, With) and following.negated is filter.negated):
                # "without flying or reach" excludes both keywords; "with flying and reach" requires both.
                items = [after(keyword, many).split(" ", 1)[1] for keyword in keywords]
                text += f" without {join(items, 'or')}" if filter.negated else f" with {join(items)}"
                keywords = []
        elif filter.place == "after" and filter is not holder:
            text += " " + after(filter, many)
    return text.strip()


def _with_number(filter: WithNumber) -> str:
    # "with greater power than this creature", "with mana value 3 or less"
    from .amounts import amount

    what, comparison = filter.what.replace("_", " "), filter.comparison
    if isinstance(filter.amount, NumberOf):
        return f"with {'greater' if comparison == 'greater than' else 'lesser'} {what} than {subject(filter.amount.of)}"
    if comparison not in ("exactly", "or less", "or greater"):
        return ""
    return f"with {what} {amount(filter.amount)}{'' if comparison == 'exactly' else f' {comparison}'}"


def after(filter: Filter, many: bool) -> str:
    """Return the wording for a filter that follows the noun."""
    match filter:
        case ControlledBy(ControllerOf(of), word="whose controller controls" as word):
            return f"{word} {subject(of)}"
        case ThatIs(Each((ControlledBy(word="neither own nor control" as word), OwnedBy()))):
            return f"you {word}"
        case Fighting(of=Itself(word="it's blocking" as word)):
            return word
        case Sharing(family, word="alone"):
            return f"with the same {family.replace('_', ' ')}"
        case ControlledBy(word="of an opponent's choice they control" as word):
            return word
        case Wearing(by, "attached"):
            return f"with {subject(by)} attached to {'them' if many else 'it'}"
        case ControlledBy(who, negated, word):
            return controlled(whom.words(who), negated, word)
        case OwnedBy(who, negated):
            return controlled(whom.words(who), negated, "own")
        case InZone():
            return in_zone(filter, many)
        case Chosen(what, which, "" | "that" | "is" | "is creature" | "noted" as word):
            return _chosen(what, which, word)
        case With(keyword, negated, subtype):
            text = keyword_text(Keyword(keyword, subtype=subtype)).lower()
            return f"{'without' if negated else 'with'} {text}"
        case Lacking(keyword):
            return f"that {'don' if many else 'doesn'}'t have {keyword_text(Keyword(keyword)).lower()}"
        case WithNumber(_, NumberOf(_, _, "than") | Number() | X() | Defined()) if text := _with_number(filter):
            return text
        case WithBase(what, power, toughness, comparison):
            size = f"{power}/{toughness}" if " and " in what else str(power)
            return f"with base {what} {size}" + ("" if comparison == "exactly" else f" {comparison}")
        case InZones(zones, word, shared):
            return join(
                [zone.zone if shared and place else in_zone(zone, many) for place, zone in enumerate(zones)], word
            )
        case WithCounter(word=word) if word not in ("counters", "without", "without any"):
            return "with " + counters(filter, many)
        case Named(name, False):
            return f"named {name}"
        case ThatIs(Either(options, word), _) if all(o.place == "after" for o in options):
            first, *rest = (after(option, many) for option in options)
            return join([first, *(re.sub("^(with(out)?|named) ", "", text) for text in rest)], word)
        case ThatIs():
            return _that_is(filter, many)
        case AnyOfThese(options, verbs, word):
            text = join([_clause(*each) for each in zip(options, verbs, strict=True)], word)
            return text if verbs[0].startswith("that's") else f"that {text}"
        case ExtremeOfAll(how, what):
            return f"with the {how} {what.replace('_', ' ')}"
        case RecordedAs(text):
            return f"that {text}"
        case ExiledWith(word) | Restriction(word):
            return word
        case Assailing(said=word) if word:
            return f"{declared(msgspec.structs.replace(filter, part=None, said=''), many)} {word}"
        case _:
            return declared(filter, many)


def _that_is(filter: ThatIs, many: bool) -> str:
    inner = filter.filter
    verb = ("that aren't" if many else "that isn't") if filter.negated else ("that are" if many else "that's")
    verb = ("that are not" if many else "that's not") if filter.style == "'s not" else verb
    verb += " both" if filter.style == "both" else ""
    if inner.place == "after":
        return f"{verb} {after(inner, many)}"
    text = noun(inner, many)
    return f"{verb} {text}" if many or is_adjective(inner) else f"{verb} {a(text)} {text}"


def _chosen(what: str, which: int, word: str) -> str:
    if word == "noted":
        return f"{'with a name' if what == 'card_name' else 'of a type'} you noted for cards named ~"
    if what == "card_name" and not word:
        return "with the chosen name"
    kind = "color" if what == "color" else "creature type" if word == "is creature" else "type"
    if word == "that":
        return f"of that {kind}"
    return f"the chosen {kind}" if word else f"of the {('', 'first ', 'second ')[which]}chosen {kind}"


def _clause(option: Each, verb: str) -> str:
    many = verb != "has" and not verb.startswith("that")
    text = "an Adventure" if option.filters == (HasAdventure(),) else words_of(option.filters, many)
    text = text.removeprefix("with ")
    return f"{verb} {text}".strip()


def is_adjective(filter: Filter) -> bool:
    """Return whether a filter is an adjective or a row of adjectives, as in "white or tapped"."""
    match filter:
        case Either(options, word) | Each(options, word):
            return not word.endswith(" a") and all(map(is_adjective, options))
        case _:
            return adjective(filter)


def adjective(filter: Filter) -> bool:
    """Return whether a filter is an adjective, which does not take an article."""
    if isinstance(filter, OfColor | OfSupertype):
        return True
    if filter.place != "before" or not filter.phrases:
        return False
    return declared_phrase(filter, True) == declared_phrase(filter, False)


def declared(node: Filter | Operation, many: bool) -> str:
    """Return the phrase that the class of a filter or operation declares."""
    from .amounts import amount

    found = declared_phrase(node, many)
    if found is None:
        raise Stop
    text, inner = found
    if inner is None:
        return text
    return f"{text} {subject(inner) if isinstance(inner, Selector) else amount(inner)}"  # type: ignore[arg-type]


def controlled(who: str, negated: bool, word: str) -> str:
    """Return a clause such as "you control" or "an opponent controls"."""
    if " " in word:
        return word
    name = {"opponents": "your opponents"}.get(who, who)
    several = who in ("you", "opponents", "they")
    if negated:
        return f"{name} {'don' if several else 'doesn'}'t {word}"
    return f"{name} {word}{'' if several else 's'}"


def in_zone(filter: InZone, many: bool) -> str:
    """Return the phrase for a zone, such as "in your graveyard"."""
    name = {"battlefield": "on the battlefield", "stack": "on the stack", "exile": "in exile",
            "command": "in the command zone"}.get(filter.zone, "")  # fmt: skip
    if filter.negated:
        return f"that {'aren' if many else 'isn'}'t {name}"
    if name:
        return name
    if filter.whose is None:
        zone = filter.zone + ("s" if filter.word in ("", "all") else "")
        return f"in {filter.word} {zone}" if filter.word else f"in {zone}"
    owner = "that player's" if filter.word == "that" else whom.possessive(filter.whose)
    zones = plural(filter.zone) if filter.word == "s" else filter.zone
    return f"in {owner} {zones.replace('librarys', 'libraries')}"


def counters(filter: WithCounter, many: bool) -> str:
    """Return the phrase for counters, such as "a +1/+1 counter on it"."""
    kind = filter.counter + " " if filter.counter else ""
    if filter.word == "counters":  # "two or more creatures you control have counters on them"
        return f"{kind}counters on {'them' if many else 'it'}"
    pronoun = filter.word or ("them" if many else "it")
    number = filter.amount.number if isinstance(filter.amount, Number) else 1
    if number == 1 and filter.comparison == "or greater":
        first = kind or "counter"
        return f"{'an' if first[:1] in 'aeiou' else 'a'} {kind}counter on {pronoun}"
    if number == 0:
        return f"no {kind}counters on {pronoun}"
    ending = "" if number == 1 and filter.comparison == "exactly" else "s"
    return f"{counted(number, filter.comparison)} {kind}counter{ending} on {pronoun}"


def counted(number: int, comparison: str) -> str:
    """Return the phrase for a number, such as "five or more"."""
    word = NUMBER_WORDS.get(number, str(number))
    if number == 0 and comparison == "exactly":
        return "no"
    if comparison == "less than":
        return f"fewer than {word}"
    return f"{comparison} {word}" if comparison in ("exactly", "at least") else f"{word} {comparison}"


_SEVERAL: Final = (
    "any number", "one or more", "one or two", "one, two", "X ", "up to X ", "up to that many", "up to one hundred",
)  # fmt: skip


def is_plural(selector: Selector) -> bool:
    """Return whether a selector takes a plural verb."""
    match selector:
        case Group(filters, quantifier):
            one = not quantifier and any(
                isinstance(each, RingBearer) or each == YourCommanders(one=True) for each in filters
            )
            return not one and quantifier not in ("a", "each", "every", "another")
        case Target(_, _, count, _, word):
            if word:
                return word.startswith(("they", "those", "them")) or bool(re.fullmatch(r"the chosen \w+s", word))
            number = re.match(r"(?:up to )?(\w+)", count)
            return count.startswith(_SEVERAL) or bool(number and number[1] in list(NUMBERS)[2:])
        case Same(word) | ChosenObject(word):
            return bool(
                re.match(
                    r"they|those|them|all |attacking |(?:nontoken )?creatures |the tokens |(?!each )(?:\w+ )?cards ",
                    word,
                )
            )
        case CountedObjects(_, word):
            return word.startswith(("those ", "they"))
        case PairedCreatures(word):
            return not word.startswith("each ")
        case TopCard():
            return False
        case Together(parts, word):
            if all(isinstance(part, Group) and part.quantifier == "each" for part in parts):
                return False  # "each artifact and each enchantment has"
            return word != "or" or is_plural(parts[-1])
        case PlayerGroup(who):
            single = ("each player", "each opponent", "enchanted player", "target player")
            return who not in single and not who.endswith(" controller")
        case Itself(word) | Attached(word):
            return word == "they"
        case _:
            return False


def subject(selector: Selector) -> str:
    """Return the noun phrase for a selector."""
    match selector:
        case Encoded():
            return "the creature on which this card is encoded"
        case Itself(word) | Attached(word) | Same(word) | PairedCreatures(word) | ChosenObject(word):
            return word
        case PairedWith(_, word):
            return word
        case LastExiled(filters, word):
            return f"the last {words_of(filters, False)} exiled with {word}"
        case Target(_, _, _, _, word) if word:
            return word
        case Target(_, group, count):
            many = is_plural(selector) or count.startswith("each of ")
            text = words_of(group.filters, many) if group is not None else ""
            return f"{count} {text}".strip()
        case Group(filters, quantifier):
            if quantifier == "a":
                if isinstance(filters[0], Other):
                    return f"another {words_of(filters[1:], False)}"
                text = words_of(filters, False)
                return f"{a(text)} {text}"
            text = words_of(filters, is_plural(selector))
            return f"{quantifier} {text}".strip()
        case CountedObjects(_, word):
            return word
        case InOrder(_, text):
            return f"the {text}"
        case ChosenFrom(Group(filters), word):
            filters = filters[1:] if word == "another" else filters
            text = words_of(filters, False)
            return f"{a(text) if word == 'a' else word} {text}"
        case Together(_, word) if word.startswith(("those ", "them")):
            return word
        case Together((InOrder(text=first), InOrder() as second)):  # what follows "spell" is said once
            return f"the {re.sub(r'(?<=spell) .*', '', first)} and {subject(second)}"
        case Together(parts, word):
            return join([subject(part) for part in parts], word)
        case PlayerGroup(who):
            return who
        case TopCard():
            return selector.word or f"the top card of your {selector.zone}"
        case Fixed(objects):
            return join(objects)
        case _:
            raise Stop
