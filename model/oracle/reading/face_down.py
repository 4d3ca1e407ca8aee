"""The characteristics that a text lists for a face-down permanent (708.2, 708.2a)."""

from __future__ import annotations

from collections.abc import Sequence

from ...effects.ability import UnsupportedAbility
from ...effects.amounts.base import Number
from ...effects.copiable import Copiable
from ...effects.language import Clause
from ...effects.operations.becomes import Becomes
from ...effects.selectors import Target
from ...errors import NotListedError
from ...rules.vocabulary import NEVER_PERMANENT, families


def values_listed(clauses: Sequence[Clause]) -> Copiable:
    """Return the face-down values listed: "It's a Forest land", "They're 2/2 Horror creatures".

    Raises:
        NotListedError: they do anything else, or leave something open.
    """
    if len(clauses) != 1 or len(clauses[0].operations) != 1:
        raise NotListedError("it does more than to say what the permanent is")
    (clause,) = clauses
    is_, who = clause.operations[0], clause.selector
    if not isinstance(is_, Becomes) or is_.word != "is":
        raise NotListedError("it does not say what the permanent is")
    if not isinstance(who, Target) or who.group is not None or who.index:
        raise NotListedError("it is not about the permanent alone")
    if clause.condition is not None or clause.until is not None or clause.duration:
        raise NotListedError("face-down values last until the permanent is turned face up")
    if is_.keeps or is_.still:
        raise NotListedError("face down it has no types to keep")
    if not is_.types:
        raise NotListedError("it names no card type")
    if bad := sorted(NEVER_PERMANENT & set(is_.types)):
        raise NotListedError(f"no permanent is {bad[0]}")
    if is_.chosen or is_.chosen_color or is_.every:
        raise NotListedError("it does not name each type and colour")
    sized = [amount.number for amount in (is_.power, is_.toughness) if isinstance(amount, Number)]
    if len(sized) != (2 if "Creature" in is_.types else 0) or (is_.power is None) != (is_.toughness is None):
        raise NotListedError("a creature, and nothing else, has power and toughness as numbers")
    of = {"creature" if word == "Kindred" else word.lower() for word in is_.types}
    if bad := [word for word in is_.subtypes if not of & set(families(word))]:
        raise NotListedError(f"{bad[0]} is a subtype of none of its card types")  # 205.3d
    if any(isinstance(node, UnsupportedAbility) for ability in is_.abilities for node in ability.walk()):
        raise NotListedError("one of its abilities is not understood")
    return Copiable(
        name=is_.name, colors=is_.colors or (), types=is_.types, supertypes=is_.supertypes, subtypes=is_.subtypes,
        abilities=is_.abilities, power=sized[0] if sized else None, toughness=sized[1] if sized else None,
    )  # fmt: skip
