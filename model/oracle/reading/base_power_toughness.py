"""Base power and toughness that are changed "to" something: read from a tree of the grammar, and printed.

`SetPT.word` begins with "change" and goes on with the words that the sentence has: "change 's to" for "change its
base power to ...", "change of become" for "the base power and toughness of ... become ...", "equal" where it says
"equal to", "may" for "you may have ..." or "you may change ...".
"""

from __future__ import annotations

from typing import Any

from lark import Token

from ...effects.ability import Clause
from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.base import Number, X
from ...effects.amounts.counting import NumberOf
from ...effects.language import Amount, Selector
from ...effects.operations.power_toughness import SetPT
from ..printing import amounts
from ..printing.nouns import Branch, Stop, subject
from .verbs import PredicateBuilder, defined


class SizeBuilder(PredicateBuilder):
    """The rules of the grammar by which base power and toughness become something."""

    def tail(self, tail: Branch, fields: dict[str, Any], marks: list[str]) -> None:
        """Read what follows a clause's verb; the builder of clauses knows how."""
        raise NotImplementedError

    def change_base(self, tree: Branch) -> list[Clause]:
        """Return "change target creature's base power to ...", "its base power becomes ..."."""
        words = [str(child) for child in tree.children if isinstance(child, Token)]
        branches = [child for child in tree.children if not isinstance(child, Token)]
        of = self.subject(branches[0])
        self.it = of if self.it is None else self.it
        what = next(word for word in words if "base " in word)
        style = ["change", "of" if what.startswith("the ") else "'s"]
        style.append("become" if any(word.endswith(("become", "becomes")) for word in words) else "to")
        style += ["each"] if any(word.startswith("each ") for word in words) else []
        style += ["may"] if any(word.startswith("you may") for word in words) else []
        style += ["equal"] if "equal to" in words else []
        power: Amount | None
        toughness: Amount | None
        power, toughness = self._values(branches[1])
        if "power and toughness" not in what:
            power, toughness = (power, None) if "power" in what else (None, toughness)
        fields: dict[str, Any] = {}
        marks: list[str] = []
        operation: Any = SetPT(power, toughness, " ".join(style))
        for tail in branches[2:]:
            if tail.data == "where_x":
                operation = defined(operation, Defined(self.amount(tail.children[1])))
            else:
                self.tail(tail, fields, marks)
        self.it = of
        return [Clause(of, (operation,), **fields, form=" ".join(marks))]

    def _values(self, tree: Branch) -> tuple[Amount, Amount]:
        match tree.data:
            case "size":
                power, toughness = str(tree.children[0]).split("/")
                return amounts.plain_number(power), amounts.plain_number(toughness)
            case "size_of":
                of = self.subject(tree.children[0])
                return NumberOf(of, "power"), NumberOf(of, "toughness")
            case _:
                found = self.amount(tree)
                return found, found


def changed(node: SetPT, of: Selector) -> str:
    """Return the clause that says what base power and toughness become."""
    style = node.word.split()
    what = " and ".join(
        word for word, part in (("power", node.power), ("toughness", node.toughness)) if part is not None
    )
    name = subject(of)
    named = f"the base {what} of {name}" if "of" in style else f"{_possessive(name)} base {what}"
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
            return f"{_possessive(subject(of))} power and toughness"
        case _:
            return f"{amounts.amount(power)}/{amounts.amount(toughness)}"


def _possessive(name: str) -> str:
    if name in ("it", "they"):
        return {"it": "its", "they": "their"}[name]
    return name + ("'" if name.endswith("s") and not name.endswith("ss") else "'s")
