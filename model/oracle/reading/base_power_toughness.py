"""The reader of clauses that change base power and toughness "to" a value.

`SetPT.word` begins with "change" and records the wording: "change 's to" for "change its base power to ...", and
"change of become" for "the base power and toughness of ... become ...". It also has "equal" for "equal to", and "may"
for "you may have ..." or "you may change ...".
"""

from __future__ import annotations

from typing import Any

from lark import Token

from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.counting import NumberOf
from ...effects.language import Amount, Clause
from ...effects.operations.power_toughness import SetPT
from ..printing import amounts
from .clauses import add_tail
from .discourse import CLAUSES, Branch, Discourse, reads
from .verbs import defined


@reads(CLAUSES)
def change_base(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return the clause of "change target creature's base power to ..." or "its base power becomes ..."."""
    words = [str(child) for child in tree.children if isinstance(child, Token)]
    branches = [child for child in tree.children if not isinstance(child, Token)]
    of = discourse.subject(branches[0])
    discourse.it = of if discourse.it is None else discourse.it
    what = next(word for word in words if "base " in word)
    style = ["change", "of" if what.startswith("the ") else "'s"]
    style.append("become" if any(word.endswith(("become", "becomes")) for word in words) else "to")
    style += ["each"] if any(word.startswith("each ") for word in words) else []
    style += ["may"] if any(word.startswith("you may") for word in words) else []
    style += ["equal"] if "equal to" in words else []
    power: Amount | None
    toughness: Amount | None
    power, toughness = _values(discourse, branches[1])
    if "power and toughness" not in what:
        power, toughness = (power, None) if "power" in what else (None, toughness)
    fields: dict[str, Any] = {}
    marks: list[str] = []
    operation: Any = SetPT(power, toughness, " ".join(style))
    for tail in branches[2:]:
        if tail.data == "where_x":
            operation = defined(operation, Defined(discourse.amount(tail.children[1])))
        else:
            add_tail(discourse, tail, fields, marks)
    discourse.it = of
    return [Clause(of, (operation,), **fields, form=" ".join(marks))]


def _values(discourse: Discourse, tree: Branch) -> tuple[Amount, Amount]:
    match tree.data:
        case "size":
            power, toughness = str(tree.children[0]).split("/")
            return amounts.plain_number(power), amounts.plain_number(toughness)
        case "size_of":
            of = discourse.subject(tree.children[0])
            return NumberOf(of, "power"), NumberOf(of, "toughness")
        case _:
            found = discourse.amount(tree)
            return found, found
