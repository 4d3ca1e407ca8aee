"""The abilities that an effect gives if they depend on the board, a number or a choice (613.1f)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Operation, Selector
from mtglayers.model.effects.operations import abilities_from_board as ability_operation
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.keywords import GainLandwalks, GainOwnProtections, GainProtections
from mtglayers.model.effects.shortening import shortened
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, COLORS, KEYWORDS, subtypes_of

from .objects import Characteristics, Effect, State, has_subtype
from .questions import applies_to, choices, value

COLOR_CHOICES = (
    "from the chosen color",
    "from that color",
    "from the color of your choice",
    "from the color of its controller's choice",
    "from the last chosen color",
    "from each color with the most votes or tied for most votes",
    "from each color that's not in your commander's color identity",
    *(f"from each of that {noun}'s colors" for noun in ("creature", "permanent", "spell", "card")),
)
OTHER_NUMBERS = "from each mana value other than the chosen number"
ODD_OR_EVEN = "from each mana value of the chosen quality"
IN_FULL = {shortened(text): text for text in (*COLOR_CHOICES, OTHER_NUMBERS, ODD_OR_EVEN)}
"""Long parameters, by their form in the catalogue."""


def abilities_now(each: Operation, it: Characteristics, state: State, effect: Effect) -> tuple[Ability, ...]:
    """Return the abilities that an operation gives; their order does not matter."""
    match each:
        case ability_operation.GainAllOf(of=of, forms=forms, but=but):
            return _theirs(of, state, effect, lambda ability: _meant(ability, forms, but))
        case ability_operation.GainKind(keyword=keyword, of=of, colored=colored):
            same = dict.fromkeys(_theirs(of, state, effect, lambda ability: getattr(ability, "name", "") == keyword))
            return tuple(ability for ability in same if not colored or getattr(ability, "color", ""))
        case GainOwnProtections():  # 702.16a
            return tuple(Keyword("Protection", color=color) for color in sorted(it["colors"]))
        case GainProtections(of=of, family=family):  # 702.16a
            those = [state.objects[id] for id in applies_to(of, state, effect)]
            if family == "mana_value":
                numbers = sorted({each["mana_value"] for each in those})
                return tuple(Keyword("Protection", f"from mana value {number}") for number in numbers)
            if family == "type":
                types = sorted({type for each in those for type in each["types"]})
                return tuple(Keyword("Protection", f"from {_plural(type)}") for type in types)
            found = {color for each in those for color in each["colors"]}
            return tuple(Keyword("Protection", color=color) for color in sorted(found))
        case ability_operation.GainStickered(of=of):  # 123.7
            numbers = [state.objects[id]["number"] for id in applies_to(of, state, effect)]
            stuck = [sticker for number in numbers for sticker in state.board.by_number(number).stickers]
            return tuple(sorted((ability for sticker in stuck for ability in sticker.abilities), key=repr))
        case GainLandwalks(of=of, basic=basic):  # 702.14a
            lands = [state.objects[id] for id in applies_to(of, state, effect)]
            known = BASIC_LAND_TYPES if basic else subtypes_of("land")
            words = [word for word in known if any(has_subtype(land, word) for land in lands)]
            return tuple(Keyword("Landwalk", subtype=word) for word in words)
        case ability_operation.GainOne(abilities=abilities, every=every):
            option = choices(state, effect, "option")[: None if every else 1]
            found = tuple(ability for place, ability in enumerate(abilities, 1) if place in option)
            return said_now(Gain(found), {}, state, effect)
        case _:
            raise NotImplementedError(type(each))


def _theirs(of: Selector, state: State, effect: Effect, wanted: Callable[[Ability], bool]) -> tuple[Ability, ...]:
    """Return the matching abilities of other objects, with repetitions (113.2c).

    Abilities that the effect itself gave do not count.
    """
    found = [
        has.ability
        for id in applies_to(of, state, effect)
        for has in state.objects[id]["abilities"]
        if has.granter != effect.name and wanted(has.ability)
    ]
    return tuple(sorted(found, key=repr))


def _meant(ability: Ability, forms: tuple[str, ...], but: str) -> bool:
    """Return whether an ability has a given form; mana and loyalty abilities are activated (605.1a, 606.1)."""
    form = getattr(ability, "form", "")
    if isinstance(ability, Keyword) and ability.name.lower() == but:
        return False
    if isinstance(ability, Keyword) and ("keyword" in forms or ability.name.lower() in forms):
        return True
    if isinstance(ability, Keyword):
        form = KEYWORDS[ability.name].ability  # such as crew (702.122a) and exalted (702.83a)
    return form != but and (form in forms or (form in ("mana", "loyalty") and "activated" in forms))


def said_now(gain: Gain, it: Characteristics, state: State, effect: Effect) -> tuple[Ability, ...]:
    """Return the abilities in a text, with parameters replaced by the number or choice to which they refer."""
    found: list[Ability] = []
    for ability in gain.abilities:
        parameter = getattr(ability, "parameter", "")
        parameter = IN_FULL.get(parameter, parameter)
        if gain.x is not None and "X" in parameter:
            number = max(0, value(gain.x, state, effect, it))  # 107.1b
            found.append(msgspec.structs.replace(ability, parameter=parameter.replace("X", str(number))))
        elif parameter in COLOR_CHOICES:
            colors = choices(state, effect, "color")[-1 if "last" in parameter else 0 :]
            found += [msgspec.structs.replace(ability, parameter="", color=color) for color in colors]
        elif parameter in ("from the chosen card type", "from the card type of your choice"):
            words = [_plural(type) for type in choices(state, effect, "card_type")]
            found += [msgspec.structs.replace(ability, parameter=f"from {word}") for word in words]
        elif parameter == ODD_OR_EVEN:
            words = ["odd" if option == 1 else "even" for option in choices(state, effect, "option")]
            found += [msgspec.structs.replace(ability, parameter=f"from {word} mana values") for word in words]
        elif parameter == "from creatures of the chosen type":
            words = choices(state, effect, "creature_type")
            found += [msgspec.structs.replace(ability, parameter=f"from {word} creatures") for word in words]
        elif parameter == "from each other color":
            given = choices(state, effect, "color")
            others = [color for color in COLORS if color not in given] if given else []
            found += [msgspec.structs.replace(ability, parameter="", color=color) for color in others]
        elif parameter == "from the chosen card name":
            words = choices(state, effect, "card_name")
            found += [msgspec.structs.replace(ability, parameter=f"from the name {word}") for word in words]
        elif parameter == OTHER_NUMBERS:
            words = choices(state, effect, "number")
            start = OTHER_NUMBERS.removesuffix("the chosen number")
            found += [msgspec.structs.replace(ability, parameter=f"{start}{word}") for word in words]
        elif parameter in ("from the chosen player", "from that player"):
            raise NotImplementedError(parameter)
        elif parameter in ("of the chosen type", "snow of the chosen type"):
            kind = parameter.removesuffix("of the chosen type").strip()
            words = (*choices(state, effect, "land_type"), *choices(state, effect, "basic_land_type"))
            found += [msgspec.structs.replace(ability, parameter=kind, subtype=word) for word in words]
        else:
            found.append(ability)
    return tuple(found)


def _plural(type: str) -> str:
    """Return the plural of a card type, in lower case."""
    return {"Kindred": "kindred", "Sorcery": "sorceries"}.get(type, type.lower() + "s")
