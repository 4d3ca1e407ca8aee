"""Base power and toughness that are changed "to" something, in English."""

from __future__ import annotations

from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.base import Number, X
from ...effects.amounts.counting import NumberOf
from ...effects.language import Selector
from ...effects.operations.power_toughness import SetPT
from ..words import Stop
from . import amounts
from .nouns import subject


def changed(node: SetPT, of: Selector) -> str:
    """Return the clause that says what base power and toughness become."""
    style = node.word.split()
    what = " and ".join(
        word for word, part in (("power", node.power), ("toughness", node.toughness)) if part is not None
    )
    name = subject(of)
    named = f"the base {what} of {name}" if "of" in style else f"{possessive(name)} base {what}"
    value = ("equal to " if "equal" in style else "") + _value(node)
    lead = "you may have " if "may" in style and "become" in style else "you may " if "may" in style else ""
    if "become" not in style:
        return f"{lead}change {named} to {value}"
    verb = "become" if lead or " and " in what else "becomes"
    return f"{lead}{named} {'each ' if 'each' in style else ''}{verb} {value}"


def _value(node: SetPT) -> str:
    power, toughness = node.power, node.toughness
    if power is None or toughness is None or (power == toughness and not isinstance(power, Number | X | Defined)):
        found = power if power is not None else toughness
        if found is None:
            raise Stop
        return amounts.amount(found)
    match power, toughness:
        case NumberOf(of, "power"), NumberOf(other, "toughness") if of == other:
            return f"{possessive(subject(of))} power and toughness"
        case _:
            return f"{amounts.amount(power)}/{amounts.amount(toughness)}"


def possessive(name: str) -> str:
    """Return the possessive of a name or pronoun."""
    if name in ("it", "they"):
        return {"it": "its", "they": "their"}[name]
    return name + ("'" if name.endswith("s") and not name.endswith("ss") else "'s")
