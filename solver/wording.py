"""What operations, abilities and values are called in sentences, in one place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from mtglayers.model.effects.ability import TextAbility, UnsupportedAbility
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Amount, Operation
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll, LoseThis
from mtglayers.model.effects.operations.abilities_from_board import LoseAllBut
from mtglayers.model.effects.operations.colors import AddColors, SetColors
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.copying import AsEnters, DontCopy, KeepThis, TakeValues, TurnedDown
from mtglayers.model.effects.operations.costs import ChangeCost
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.players_and_rules import LandPlays, MaxHandSize, PlayerGains, RuleText
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from mtglayers.model.effects.operations.stickers import AddNameWord
from mtglayers.model.effects.operations.text import (
    AddText,
    ChangeWords,
    HasText,
    SetName,
    SetWords,
    TakeText,
    TakeTextBox,
)
from mtglayers.model.effects.operations.types import (
    AddSubtypes,
    AddSupertypes,
    AddTypes,
    LoseSubtypes,
    RemoveSupertypes,
    RemoveTypes,
    SetSubtypes,
    SetTypes,
)
from mtglayers.model.effects.view import EVERY_CREATURE_TYPE, EVERY_LAND_TYPE
from mtglayers.model.rules.vocabulary import COLOR_NAMES, capital, families


def joined(words: Iterable[str], last: str = "and") -> str:
    """Return "a, b and c"."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}" if found else ""


def sentence(words: str) -> str:
    """Return words as a sentence: with a capital and, unless a quotation ends with one, a full stop."""
    return capital(words) if words.endswith((".", ".”")) else f"{capital(words)}."


def article(word: str) -> str:
    """Return "a" or "an", as the next word needs it; numbers are read aloud."""
    number = re.match(r"\d+", word)
    if number:
        return "an" if number[0].startswith("8") or number[0] in ("11", "18") else "a"
    return "an" if word[:1].lower() in "aeiou" else "a"


def color_words(colors: Sequence[str]) -> str:
    """Return "white and blue"; "colourless" for none."""
    return joined(COLOR_NAMES.get(color, color) for color in colors) or "colourless"


# --- Abilities and operations ---


@lru_cache(maxsize=8192)
def ability_text(ability: Ability, name: str = "") -> str:
    """Return an ability as it would be printed on a card of that name."""
    if isinstance(ability, UnsupportedAbility):
        return with_name(ability.text, name) or f"({ability.line}, which is not understood)"
    if isinstance(ability, TextAbility):
        return with_name(ability.text, name) or f"({article(ability.form)} {ability.form} ability)"
    from mtglayers.model.oracle.printing.sentences import (
        english,  # the reader and printer load only where they are needed
    )

    try:
        return english(ability, name)
    except (ValueError, LookupError):  # a tree made by hand may say what no sentence says
        clauses = ability.clauses()
        return f"({'; '.join(operation_words(each) for clause in clauses for each in clause.flat())})"


def with_name(text: str, name: str) -> str:
    """Return a rules text with the name of the object that has it."""
    return text.replace("~", name) if name else text


def ability_words(ability: Ability, name: str = "") -> str:
    """Return an ability as a sentence speaks of it: flying, or its text in quotation marks."""
    text = ability_text(ability, name)
    if isinstance(ability, Keyword):
        return text[:1].lower() + text[1:].rstrip(".")
    return text if text.startswith("(") else f"“{text}”"


def operation_words(operation: Operation, players: Sequence[str] = ()) -> str:
    """Return what an evaluated operation does, as a phrase that an effect is the subject of."""
    match operation:
        case GainControl(player=number):
            known = number is not None and number < len(players)
            return f"gives control to {players[number]}" if known and number is not None else "gives control"
        case ChangeWords(old=old, new=new):
            return f"changes {COLOR_NAMES.get(old, old)} to {COLOR_NAMES.get(new, new)}"
        case AddNameWord(words=words):
            return f"adds {words} to the name"
        case SetWords(new=new):
            return f"changes every colour word to {COLOR_NAMES.get(new, new)}"
        case TakeTextBox(abilities=abilities):
            return f"puts {_abilities(abilities) or 'no words at all'} in place of its rules text"
        case AddText(abilities=abilities) | HasText(abilities=abilities):
            return f"adds {_abilities(abilities)} to its rules text"
        case TakeText(values=values):
            return f"gives it the full text of {values.name or 'an object without a name'}"
        case ChangeCost(mana=mana, how=how):
            return f"makes a spell cost {mana} {'at least' if how == 'least' else how}"
        case SetName(name=name):
            return f"sets the name to {name}"
        case SetColors(colors=colors):
            return f"sets the colour to {color_words(colors)}" if colors else "takes all colours"
        case AddColors(colors=colors):
            return f"adds {color_words(colors)}"
        case Gain(abilities=abilities):
            return f"gives {_abilities(abilities)}"
        case PlayerGains(abilities=abilities):
            return f"gives {_abilities(abilities)}"
        case Lose(abilities=abilities):
            return f"takes {_abilities(abilities)}"
        case LoseAll(other=other):
            return "takes all other abilities" if other else "takes all abilities"
        case LoseAllBut(but=but):
            return f"takes all abilities except {but} abilities"
        case LoseThis():
            return "takes the ability it comes from"
        case CantHave(keyword=keyword):
            return f"keeps {keyword.lower()} from it"
        case SetPT(power=power, toughness=toughness):
            return _setting(power, toughness)
        case ModifyPT(power=power, toughness=toughness):
            return f"gives {_signed(power)}/{_signed(toughness)}"
        case SwitchPT():
            return "switches power and toughness"
        case TakeValues(values=values, exceptions=exceptions):
            return f"copies {values.name or 'an object without a name'}" + _except(exceptions, players)
        case AsEnters(operations=operations):
            return joined(operation_words(each, players) for each in operations)
        case TurnedDown(values=values):
            return f"makes it a face-down {values_words(values)}"
        case MaxHandSize(equal=equal) if equal is not None:
            return "sets the maximum hand size to a number"
        case MaxHandSize(amount=None):
            return "takes away the maximum hand size"
        case MaxHandSize(amount=amount, how=how):
            return (
                f"changes the maximum hand size by {amount:+d}"
                if how == "add"
                else f"sets the maximum hand size to {amount}"
            )
        case LandPlays(amount=amount):
            return f"allows {_land_plays(amount)}"
        case DontCopy():
            return "keeps its own colour"
        case KeepThis():
            return "has this ability"
        case RuleText(text=text):
            return f"says “{text}”"
        case _:
            return _type_words(operation)


def values_words(values: Copiable) -> str:
    """Return copiable values as a list in words: "2/2 Cyberman artifact creature with ward {2}"."""
    words = [] if values.power is None else [f"{values.power}/{values.toughness}"]
    words += [word.lower() for word in values.supertypes] + ([color_words(values.colors)] if values.colors else [])
    words += [*values.subtypes, *(word.lower() for word in values.types)]
    given = f" with {_abilities(values.abilities)}" if values.abilities else ""
    return " ".join(words) + given + (f" named {values.name}" if values.name else "")


def _type_words(operation: Operation) -> str:
    match operation:
        case AddTypes(types=types):
            return f"adds the card type{_s(types)} {joined(types)}"
        case SetTypes(types=types):
            return f"sets the card type{_s(types)} to {joined(types)}"
        case RemoveTypes(types=types):
            return f"takes the card type{_s(types)} {joined(types)}"
        case AddSubtypes(subtypes=subtypes):
            return f"adds {_subtypes(subtypes)}"
        case SetSubtypes(subtypes=subtypes):
            kinds = {family for word in subtypes for family in families(word)}
            kind = f"{next(iter(kinds))} type" if len(kinds) == 1 else "subtype"
            return f"sets the {kind}{_s(subtypes)} to {joined(subtypes)}"
        case LoseSubtypes(subtypes=subtypes, family=family):
            return f"takes all {family} types" if family else f"takes {_subtypes(subtypes)}"
        case AddSupertypes(supertypes=supertypes):
            return f"makes it {joined(word.lower() for word in supertypes)}"
        case RemoveSupertypes(supertypes=supertypes):
            return f"makes it no longer {joined(word.lower() for word in supertypes)}"
        case _:  # a new operation may go without words of its own
            return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(operation).__name__).lower()


def _subtypes(words: Sequence[str]) -> str:
    every = [word for word in words if word in (EVERY_CREATURE_TYPE, EVERY_LAND_TYPE)]
    rest = [word for word in words if word not in every]
    named = f"the subtype{_s(rest)} {joined(rest)}" if rest else ""
    return joined(part for part in (*every, named) if part)


def _abilities(abilities: Sequence[Ability]) -> str:
    return joined(ability_words(ability) for ability in abilities)


def _setting(power: Amount | None, toughness: Amount | None) -> str:
    if power is None:
        return f"sets toughness to {_number(toughness)}"
    if toughness is None:
        return f"sets power to {_number(power)}"
    return f"sets power and toughness to {_number(power)}/{_number(toughness)}"


def _number(amount: Amount | None) -> str:
    return str(amount.number) if isinstance(amount, Number) else "X"


def _land_plays(amount: int | None) -> str:
    return "any number of land plays" if amount is None else f"{amount} more land play{'' if amount == 1 else 's'}"


def _signed(amount: Amount) -> str:
    return f"{amount.number:+d}" if isinstance(amount, Number) else "+X"


def _except(exceptions: Sequence[Operation], players: Sequence[str]) -> str:
    said = [operation_words(each, players) for exception in exceptions for each in exception.primitives()]
    return f", except that it {joined(said)}" if said else ""


def _s(words: Sequence[object]) -> str:
    return "" if len(words) == 1 else "s"


__all__ = [
    "COLOR_NAMES", "ability_text", "ability_words", "article", "capital", "color_words", "joined",
    "operation_words", "sentence", "with_name",
]  # fmt: skip
