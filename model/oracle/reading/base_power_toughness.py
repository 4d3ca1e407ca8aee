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
from ...effects.amounts.counting import NumberOf
from ...effects.language import Amount
from ...effects.operations.power_toughness import SetPT
from ..grammar.trees import Branch
from ..printing import amounts
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
