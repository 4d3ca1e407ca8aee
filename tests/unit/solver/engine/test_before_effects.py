"""The values of objects before layer 1 are those that their cards print (613.1)."""

from __future__ import annotations

from mtglayers.model.board.board import Board
from mtglayers.model.effects.mana_abilities import INTRINSIC
from mtglayers.solver.engine.state import initial

CARDS = (
    "Blood Moon", "Overgrown Tomb", "Dryad Arbor", "Snow-Covered Forest", "Tarmogoyf", "Liliana of the Veil",
    "Nicol Bolas, Dragon-God", "Karn, Silver Golem", "Mutavault", "Changeling Outcast", "Darksteel Citadel",
)  # fmt: skip
FIELDS = {"color": "colors", "type": "types", "supertype": "supertypes", "subtype": "subtypes"}
SINGLE = ("name", "mana_cost", "mana_value", "power", "toughness", "loyalty", "defense")


def test_each_object_has_the_values_of_its_card_and_the_mana_abilities_of_its_land_types():
    board = Board()
    for controller in "ABA":
        for name in CARDS:
            board.enters(name, controller=controller)
    state = initial(board)
    for number, found in board.numbered().items():
        printed = found.base.values
        has = {
            family: [value for value, mask in column.items() if mask >> number & 1]
            for family, column in state.families.items()
        }
        for family, field in FIELDS.items():
            assert set(has[family]) == set(getattr(printed, field))
        for family in SINGLE:
            value = getattr(printed, family)
            assert has[family] == [] if value is None else [value]
        own = [held for type, held in INTRINSIC.items() if "Land" in printed.types and type in printed.subtypes]
        assert [held for held in has["ability"] if held.origin == "intrinsic"] == own  # 305.6
        placed = {held.place: held.ability for held in has["ability"] if held.origin == "copiable"}
        assert placed == dict(enumerate(printed.abilities, 1))
        assert has["controller"] == [found.base.controller]
