"""What something is or becomes, in English: "a 1/1 green Elk creature with flying that's still a land".

`Becomes.style` tells the order of the parts where it is not the usual one. Before the bar: ``p`` size, ``u``
supertype, ``c`` colour, ``C`` colorless, ``A`` all colors, ``s`` subtype, ``t`` card type, ``n`` name, ``E`` every
type, ``H`` what was chosen (``h`` "the chosen creature type"), ``Y`` what you choose now, ``Z`` what
was just chosen, and ``,`` ``&`` ``,&`` for what joins them. After it: ``b``
base size, ``e`` size each equal to an amount, ``k`` abilities, ``y`` all creature types, ``n`` name, ``w`` the sentence
"It's still a land.".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from lark import Token

from ...effects.filters.characteristics import ColorCount, OfColor, OfSubtype, OfSupertype, OfType
from ...effects.language import Ability, Amount, Filter
from ...effects.operations.becomes import Becomes
from ...rules.vocabulary import COLOR_NAMES, COLORS, plural
from ..grammar.lexicon import words
from .amounts import amount, plain_number
from .keywords import ability_phrases, join
from .nouns import Stop, a

_JOINS: Final = {",": ",", "and": "&", ", and": ",&"}
_KEEPS: Final = {
    "types": "types", "creature types": "creature types", "land types": "land types", "colors": "colors",
    "colors and types": "colors and types",
}  # fmt: skip
CHOICES: Final = {
    "creature type": "creature_type", "land type": "land_type", "basic land type": "basic_land_type",
    "card type": "card_type",
}  # fmt: skip
_EACH: Final = {
    "e": "base power and toughness each equal to", "e2": "base power and base toughness each equal to",
    "e0": "power and toughness each equal to",
}  # fmt: skip


# --- Reading ---


def read(parts: Sequence[tuple[str, Any]], word: str, type_word: str, given: Sequence[tuple[str, Any]] = ()) -> Becomes:
    """Return what a row of parts says something becomes.

    Args:
        parts: the phrases of the row: (kind, token or value).
        word: the verb, in the singular.
        type_word: the kind of type that the card lets choose.
        given: what follows "with": (kind, value).

    Raises:
        Stop: a part that does not fit.
    """
    fields: dict[str, Any] = {}
    colors: list[str] = []
    kinds: dict[type[Filter], tuple[str, list[str]]] = {
        OfSupertype: ("u", []), OfSubtype: ("s", []), OfType: ("t", []), OfColor: ("c", colors),
    }  # fmt: skip
    layout: list[str] = []
    tail: list[str] = []
    colorless = False
    for kind, value in parts:
        match kind:
            case "word":
                filter = words()[str(value)][0]
                if isinstance(filter, ColorCount) and filter.word == "colorless":
                    colorless = True
                    layout.append("C")
                elif type(filter) in kinds:
                    letter, found = kinds[type(filter)]
                    found.append(next(iter(getattr(filter, name) for name in filter.__struct_fields__)))
                    layout.append(letter)
                else:
                    raise Stop(value)
            case "article":
                if layout and layout[-1] not in _JOINS.values():
                    raise Stop(value)
                if layout:
                    layout.append("a")
            case "size":
                power, toughness = str(value).split("/")
                fields |= {"power": plain_number(power), "toughness": plain_number(toughness)}
                layout.append("p")
            case "separator":
                if str(value) not in _JOINS:
                    raise Stop(value)
                layout.append(_JOINS[str(value)])
            case "colors":
                colors.extend(COLORS)
                layout.append("A")
            case "every":
                fields["every"] = str(value).removeprefix("every ").removesuffix(" type")
                layout.append("E")
            case "chosen":
                _choice(str(value), type_word, fields)
                usual_kind = "h" if re.search(r"chosen (?:creature|land|basic land) type", value) else "H"
                own = "M" if "color or colors" in value else "Y"
                layout.append(own if "your choice" in value else "Z" if value.startswith("that ") else usual_kind)
            case "named":
                fields["name"] = str(value).removeprefix("named ")
                (tail if given else layout).append("n")
            case "keeps":
                fields["keeps"] = keeps(str(value), value)
            case "still":
                fields["keeps"] = "still"
                fields["still"] = (still(value),)
            case _:
                raise Stop(value if isinstance(value, Token) else None)
    tail = [*_given(given, fields), *tail]
    for name, (_, found) in zip(("supertypes", "subtypes", "types"), kinds.values(), strict=False):
        fields[name] = tuple(found)
    if colors or colorless:
        fields["colors"] = tuple(colors)
    becomes = Becomes(**fields, word=word)
    style = " ".join(layout) + ("|" + " ".join(tail) if tail else "")
    return becomes if style == usual(becomes) else Becomes(**fields, word=word, style=style)


def _choice(text: str, type_word: str, fields: dict[str, Any]) -> None:
    which = 1 if "first" in text else 2 if "second" in text else 0
    if text.startswith("that "):
        if text != ("that color" if type_word == "color" else "that type"):
            raise Stop
        fields |= {"chosen_color": True} if type_word == "color" else {"chosen": type_word}
        return
    kind = text.removeprefix("the ").removesuffix(" of your choice")
    kind = re.sub(r"^(first |second )?chosen ", "", kind)
    if kind in ("color", "colors", "color or colors"):
        fields["chosen_color"] = True
    elif kind == "name":
        raise Stop
    else:
        fields["chosen"] = CHOICES.get(kind, type_word)
        fields["which"] = which


def _given(given: Sequence[tuple[str, Any]], fields: dict[str, Any]) -> list[str]:
    tail: list[str] = []
    abilities: list[Ability] = []
    for kind, value in given:
        match kind:
            case "abilities":
                abilities.extend(value)
                if not tail or tail[-1] != "k":
                    tail.append("k")
            case "size":
                fields |= {"power": value[0], "toughness": value[1]}
                tail.append("b")
            case "each":
                how, figure = value
                fields |= {"power": figure, "toughness": figure}
                tail.append(next(key for key, phrase in _EACH.items() if phrase == how))
            case "all_types":
                fields["every"] = "creature" if "creature" in value else "land"
                tail.append("y")
            case _:
                raise Stop
    if tail.count("k") > 1:
        raise Stop
    if abilities:
        fields["abilities"] = tuple(abilities)
    return tail


def keeps(text: str, token: Token | None = None) -> Any:
    """Return what "in addition to its other types" keeps."""
    what = re.sub(r"^in addition to (?:its|their) other ", "", text)
    if what not in _KEEPS:
        raise Stop(token)
    return _KEEPS[what]


def still(text: str) -> str:
    """Return the card type of "that's still a land"."""
    word = text.rsplit(maxsplit=1)[-1]
    filter = words()[word][0]
    if not isinstance(filter, OfType):
        raise Stop
    return filter.type


# --- Printing ---


def usual(node: Becomes) -> str:
    """Return the usual order of the parts that `node` has."""
    layout = ["p"] if node.power is not None and _is_plain(node) else []
    layout += ["u"] * len(node.supertypes)
    if node.colors == ():
        layout.append("C")
    elif node.colors == COLORS:
        layout.append("A")
    else:
        layout += _joined("c", len(node.colors or ()))
    if node.every:
        layout.append("E")
    if node.chosen or node.chosen_color:
        layout.append("H")
    layout += ["s"] * len(node.subtypes) + ["t"] * len(node.types)
    if node.name:
        layout.append("n")
    tail = ["k"] if node.abilities else []
    if "p" not in layout and node.power is not None:
        tail.insert(0, "b")
    return " ".join(layout) + ("|" + " ".join(tail) if tail else "")


def _is_plain(node: Becomes) -> bool:
    return bool(node.types) and node.toughness is not None


def _joined(letter: str, times: int) -> list[str]:
    if times < 3:
        return [letter] * times if times < 2 else [letter, "&", letter]
    row = [letter]
    for place in range(1, times):
        row += [",&" if place == times - 1 else ",", letter]
    return row


def complement(node: Becomes, many: bool) -> str:
    """Return what `node` says something is, without the verb; `many` where it is said of several things."""
    style = node.style or usual(node)
    front, _, back = style.partition("|") if not style.startswith("|") else ("", "", style[1:])
    letters = front.split()
    stock = {
        "u": [word.lower() for word in node.supertypes], "s": list(node.subtypes),
        "t": [word.lower() for word in node.types],
        "c": [COLOR_NAMES.get(color, color) for color in node.colors or ()],
    }  # fmt: skip
    pieces: list[str] = []
    fresh = True  # an article may stand here
    for place, letter in enumerate(letters):
        following = letters[place + 1] if place + 1 < len(letters) else ""
        if letter in (",", "&", ",&"):
            pieces.append({",": ",", "&": " and", ",&": ", and"}[letter])
            continue
        if letter == "a":
            fresh = True
            continue
        word = _piece(letter, stock, node)
        if letter in "st" and many and following in ("", ",", "&", ",&", "n"):
            word = plural(word)
        if fresh and not many and _has_noun(letters[place:]):
            word = f"{a(word)} {word}"
        fresh = False
        pieces.append((" " if pieces else "") + word)
    if any(stock.values()) and "A" not in letters:
        raise Stop
    text = "".join(pieces)
    given = _given_text(node, back.split())
    if given:
        text += f" with {given}"
    if "n" in back.split():
        text += f" named {node.name}"
    if node.keeps == "still":
        if "w" not in back:
            types = [plural(type.lower()) if many else f"{a(type)} {type.lower()}" for type in node.still]
            text += f" {'that are' if many else chr(116) + 'hat' + chr(39) + 's'} still {types[0]}"
    elif node.keeps:
        text += f" in addition to {'their' if many else 'its'} other {node.keeps}"
    return text


def still_sentence(node: Becomes, many: bool) -> str:
    """Return "It's still a land." where the text says so in a sentence of its own, else nothing."""
    if node.keeps != "still" or "w" not in node.style.partition("|")[2]:
        return ""
    types = node.still[0].lower()
    return f"They're still {plural(types)}." if many else f"It's still {a(types)} {types}."


def _has_noun(letters: Sequence[str]) -> bool:
    return any(letter in ("s", "t") for letter in letters)


def _piece(letter: str, stock: dict[str, list[str]], node: Becomes) -> str:
    if letter in stock:
        if not stock[letter]:
            raise Stop
        return stock[letter].pop(0)
    match letter:
        case "p":
            return f"{_size(node.power)}/{_size(node.toughness)}"
        case "C":
            return "colorless"
        case "A":
            return "all colors"
        case "E":
            return f"every {node.every} type"
        case "n":
            return f"named {node.name}"
        case "M":
            return "the color or colors of your choice"
        case "Z":
            return "that color" if node.chosen_color else "that type"
        case "H" | "Y" | "h":
            kind = (
                "color"
                if node.chosen_color
                else {value: key for key, value in CHOICES.items()}.get(node.chosen, "type")
            )
            if letter == "Y":
                return f"the {kind} of your choice"
            nth = {0: "", 1: "first ", 2: "second "}[node.which]
            if letter == "h":
                return f"the {nth}chosen {kind}"
            return f"the {nth}chosen {'color' if node.chosen_color else 'type'}"
        case _:
            raise Stop


def _given_text(node: Becomes, letters: Sequence[str]) -> str:
    items: list[str] = []
    for letter in letters:
        match letter:
            case "b":
                items.append(base_size(node.power, node.toughness))
            case "e" | "e0" | "e2" if node.power is not None:
                items.append(f"{_EACH[letter]} {amount(node.power)}")
            case "k":
                items.extend(f'"{text}"' if quoted else text for text, quoted in ability_phrases(node.abilities))
            case "y":
                items.append(f"all {node.every} types")
    return join(items)


def base_size(power: Amount | None, toughness: Amount | None) -> str:
    """Return "base power and toughness 1/1"."""
    if power is None or toughness is None:
        return f"base {'toughness' if power is None else 'power'} {_size(toughness if power is None else power)}"
    return f"base power and toughness {_size(power)}/{_size(toughness)}"


def _size(value: Amount | None) -> str:
    if value is None:
        raise Stop
    return amount(value)
