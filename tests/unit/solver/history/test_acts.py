"""What abilities grant is found without looking at what they only mention."""

from __future__ import annotations

from collections.abc import Iterator

from mtglayers.model.cards.search import find, names
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.language import Ability, Amount, Condition, Filter, Selector
from mtglayers.model.effects.node import Node
from mtglayers.solver.history.printed import abilities_inside


def granted(tree: Node) -> Iterator[Ability]:
    if isinstance(tree, TextAbility | Selector | Filter | Condition | Amount):
        return
    for child in tree.children():
        if isinstance(child, Ability):
            yield child
        yield from granted(child)


def test_the_abilities_inside_are_those_that_a_walk_through_all_fields_finds():
    abilities = {ability for name in names() for face in find(name).faces for ability in face.abilities}
    found = {ability: sorted(map(repr, abilities_inside(ability))) for ability in abilities}
    assert found == {ability: sorted(map(repr, granted(ability))) for ability in abilities}
    assert sum(map(bool, found.values())) > 100
