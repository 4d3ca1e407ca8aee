"""The function that reads the characteristics that text lists for face-down permanents (708.2, 708.2a)."""

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
    """Return the face-down values in a sentence such as "It's a Forest".

    Raises:
        NotListedError: the sentence has another effect or does not determine a value.
    """
    if len(clauses) != 1 or len(clauses[0].operations) != 1:
        raise NotListedError("the text does more than list the characteristics of the permanent")
    (clause,) = clauses
    is_, who = clause.operations[0], clause.selector
    if not isinstance(is_, Becomes) or is_.word != "is":
        raise NotListedError("the text does not list the characteristics of the permanent")
    if not isinstance(who, Target) or who.group is not None or who.index:
        raise NotListedError("the text applies to other objects")
    if clause.condition is not None or clause.until is not None or clause.duration:
        raise NotListedError("face-down values last until the permanent is turned face up")
    if is_.keeps or is_.still:
        raise NotListedError("a face-down permanent has no other types to keep")
    if not is_.types:
        raise NotListedError("the text does not name a card type")
    if bad := sorted(NEVER_PERMANENT & set(is_.types)):
        raise NotListedError(f"a permanent cannot have the card type {bad[0]}")
    if is_.chosen or is_.chosen_color or is_.every:
        raise NotListedError("the text does not name every type and color")
    sized = [amount.number for amount in (is_.power, is_.toughness) if isinstance(amount, Number)]
    if len(sized) != (2 if "Creature" in is_.types else 0) or (is_.power is None) != (is_.toughness is None):
        raise NotListedError("only a creature has power and toughness, and both must be numbers")
    of = {"creature" if word == "Kindred" else word.lower() for word in is_.types}
    if bad := [word for word in is_.subtypes if not of & set(families(word))]:
        raise NotListedError(f"{bad[0]} is not a subtype of a listed card type")  # 205.3d
    if any(isinstance(node, UnsupportedAbility) for ability in is_.abilities for node in ability.walk()):
        raise NotListedError("a listed ability is not understood")
    return Copiable(
        name=is_.name, colors=is_.colors or (), types=is_.types, supertypes=is_.supertypes, subtypes=is_.subtypes,
        abilities=is_.abilities, power=sized[0] if sized else None, toughness=sized[1] if sized else None,
    )  # fmt: skip
