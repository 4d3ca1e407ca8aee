"""Functions that print new characteristics, such as "a 1/1 green Elk creature with flying".

`Becomes.style` records the order of the parts if it is not the usual order. The letters before the bar are ``p``
(size), ``u`` (supertype), ``c`` (color), ``C`` (colorless), ``A`` (all colors), ``V`` (every color), ``s`` (subtype),
``t`` (card type), ``n`` (name), ``E`` (every type), ``H`` (an earlier choice), ``h`` ("the chosen creature type"),
``Y`` (a choice made now) and ``Z`` (the choice made in the previous sentence). Conjunctions are ``,``, ``&`` and
``,&``. The letters after the bar are ``b`` (base size), ``e`` (power and toughness each equal to an amount), ``q``
(equal to those of another object), ``k`` (abilities), ``y`` (all creature types), ``n`` (name) and ``w`` (the sentence
"It's still a land.", or "He's" with ``wm`` and "She's" with ``wf``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...effects.language import Amount
from ...effects.operations.becomes import Becomes
from ...rules.vocabulary import COLOR_NAMES, COLORS, plural
from ..words import STAT_WORDS, Stop
from .amounts import amount
from .keywords import join, listed
from .nouns import a

CHOICES: Final = {
    "creature type": "creature_type", "land type": "land_type", "basic land type": "basic_land_type",
    "card type": "card_type",
}  # fmt: skip


def usual(node: Becomes) -> str:
    """Return the usual order of the parts of `node`, in the notation of `Becomes.style`."""
    layout = ["p"] if node.types and None not in (node.power, node.toughness) else []
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


def _joined(letter: str, times: int) -> list[str]:
    if times < 3:
        return [letter] * times if times < 2 else [letter, "&", letter]
    row = [letter]
    for place in range(1, times):
        row += [",&" if place == times - 1 else ",", letter]
    return row


def complement(node: Becomes, many: bool) -> str:
    """Return the phrase for new characteristics, excluding the verb; `many` selects the plural."""
    style = node.style or usual(node)
    if style == "T":  # the type of an option that a player chose
        return "that creature type"
    front, _, back = style.partition("|") if not style.startswith("|") else ("", "", style[1:])
    letters = front.split()
    stock = {
        "u": [word.lower() for word in node.supertypes], "s": list(node.subtypes),
        "t": [word.lower() for word in node.types],
        "c": [COLOR_NAMES.get(color, color) for color in node.colors or ()],
    }  # fmt: skip
    pieces: list[str] = []
    fresh = True  # whether an article can follow
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
        if fresh and not many and {"s", "t"} & set(letters[place:]):
            word = f"{a(word)} {word}"
        fresh = False
        pieces.append((" " if pieces else "") + word)
    if any(stock.values()) and not {"A", "V"} & set(letters):
        raise Stop
    text = "".join(pieces)
    given = _given_text(node, back.split())
    if given:
        text += f" with {given}"
    if "n" in back.split():
        text += f" named {node.name}"
    if node.keeps == "still":
        if "w" not in back:
            type = node.still[0].lower()
            text += f" that are still {plural(type)}" if many else f" that's still {a(type)} {type}"
    elif node.keeps:
        text += f" in addition to {'their' if many else 'its'} other {node.keeps}"
    return text


def still_sentence(node: Becomes, many: bool) -> str:
    """Return a sentence such as "It's still a land." if `node` needs one, or an empty string."""
    if node.keeps != "still" or "w" not in node.style.partition("|")[2]:
        return ""
    types = " ".join([*node.still[1:], node.still[0].lower()])
    marks = node.style.partition("|")[2].split()
    it = "He" if "wm" in marks else "She" if "wf" in marks else "It"
    return f"They're still {plural(types)}." if many else f"{it}'s still {a(types)} {types}."


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
        case "V":
            return "every color"
        case "E":
            return f"every {node.every} type"
        case "n":
            return f"named {node.name}"
        case "M":
            return "the color or colors of your choice"
        case "Z":
            return "that color" if node.chosen_color else "that type"
        case "K":
            return "the chosen color"
        case "H" | "Y" | "y" | "h":
            named = {value: key for key, value in CHOICES.items()}.get(node.chosen, "type")
            color = node.chosen_color and not node.chosen
            kind = "color" if color else named
            if letter in "Yy":
                return f"{'the' if letter == 'Y' else a(kind)} {kind} of your choice"
            nth = {0: "", 1: "first ", 2: "second "}[node.which]
            if letter == "h":
                return f"the {nth}chosen {kind}"
            return f"the {nth}chosen {'color' if color else 'type'}"
        case _:
            raise Stop


def _given_text(node: Becomes, letters: Sequence[str]) -> str:
    items: list[str] = []
    for letter in letters:
        match letter:
            case "b":
                items.append(base_size(node.power, node.toughness))
            case "e" | "e0" | "e1" | "e2" if node.power is not None:
                items.append(f"{STAT_WORDS[letter]} {amount(node.power)}")
            case "q" if node.power is not None:
                items.append(f"base power and toughness equal to {amount(node.power)} and toughness")
            case "k":
                items.extend(listed(node.abilities))
            case "y":
                items.append(f"all {node.every} types")
    return join(items)


def base_size(power: Amount | None, toughness: Amount | None) -> str:
    """Return a phrase such as "base power and toughness 1/1"."""
    if power is None or toughness is None:
        return f"base {'toughness' if power is None else 'power'} {_size(toughness if power is None else power)}"
    return f"base power and toughness {_size(power)}/{_size(toughness)}"


def _size(value: Amount | None) -> str:
    if value is None:
        raise Stop
    return amount(value)
