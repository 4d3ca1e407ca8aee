"""Permanents that another permanent's ability makes enter as something else (614.12)."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import resolution_of_ability
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.copying import AsEnters, BecomeCopy
from mtglayers.model.effects.selectors import ChosenObject, Group
from mtglayers.model.effects.view import Context

from ..engine.state import State, numbers

_TEXT: Final = "not specified: whether {} changed how it entered; use `resolves` with it as the chosen object (614.12)"


def chosen_by(board: Board) -> frozenset[tuple[int | None, str]]:
    """Return the objects chosen as spells and abilities resolved, as (number of the source, id)."""
    found = (effect.context for effect in board.effects.values())
    return frozenset((each.source, id) for each in found for id in each.choices.object)


def entered_as(state: State, chosen: AbstractSet[tuple[int | None, str]]) -> Iterator[tuple[str, str]]:
    """Yield the permanents that another one may have changed as they entered and no event says so, as (id, text).

    Args:
        state: the state after the layers of copy effects.
        chosen: the objects that events have chosen; see `chosen_by`.
    """
    objects = state.world.objects
    for held, mask in state.column("ability").items():
        group = _group(held.ability)
        if group is None:
            continue
        there = mask & state.still("zone", "battlefield")
        named = {id for source, id in chosen if source is not None and there >> source & 1}
        for source in reversed(numbers(there)):
            for found in (objects[each] for each in numbers(group.select(state, Context(source=source)) & ~mask)):
                if found.entered > objects[source].entered and found.copy is None and found.id not in named:
                    named.add(found.id)
                    name = next(name for name, having in state.column("name").items() if having >> source & 1)
                    yield found.id, _TEXT.format(name)


@lru_cache(maxsize=8192)
def _group(ability: Ability) -> Group | None:
    # "creatures you control enter as a copy of this creature"
    if not isinstance(ability, TextAbility) or ability.form != "other":
        return None
    found = resolution_of_ability(ability, "~")
    for clause in found.clauses if found is not None else ():
        if isinstance(clause.selector, ChosenObject) and any(
            isinstance(each, AsEnters) or (isinstance(each, Becomes | BecomeCopy) and each.word in ("as", "enters as"))
            for each in clause.operations
        ):
            return clause.selector.group
    return None
