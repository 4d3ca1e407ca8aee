"""Results as tables of pandas."""

from __future__ import annotations

import subprocess
import sys

import pandas as pd

from mtglayers import Board, Result, objects_frame, pairs_frame, solve, steps_frame

from ....support.boards import BEAR, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board


def story() -> Result:
    return solve(board(MOON, LIMB, SAPROLING, TOMB))


def test_a_row_for_each_object() -> None:
    found = objects_frame(story())

    assert list(found.index) == ["blood-moon", "life-and-limb", "saproling", "overgrown-tomb"]
    assert found.loc["saproling", "subtypes"] == ("Saproling", "Forest")
    assert found.loc["saproling", "rests_on"] == ("blood-moon#1", "life-and-limb#1")
    assert list(found["changed"]) == [False, False, True, True]
    assert found.loc["overgrown-tomb", "abilities"] == ("{T}: Add {R}.",)


def test_an_object_without_power_has_none() -> None:
    found = objects_frame(story())

    assert found["power"].dtype == "Int64"
    assert found.loc["blood-moon", "power"] is pd.NA
    assert found["power"].sum() == 1


def test_a_row_for_each_application() -> None:
    found = steps_frame(story())

    assert list(found.index) == [1, 2, 3, 4]
    assert list(found["layer"]) == ["4", "4", "5", "7b"]
    assert list(found["called"]) == ["Blood Moon", "Life and Limb", "Life and Limb", "Life and Limb"]
    assert list(found["why"]) == ["loop", "alone", "alone", "alone"]
    assert list(found["dependencies"]) == [2, 0, 0, 0]
    assert found.loc[1, "loop"] == ("blood-moon#1", "life-and-limb#1")
    assert found.loc[4, "operations"] == ("sets power and toughness to 1/1",)


def test_a_row_for_each_dependency() -> None:
    found = pairs_frame(story())

    assert list(zip(found["effect"], found["on"], strict=True)) == [
        ("blood-moon#1", "life-and-limb#1"),
        ("life-and-limb#1", "blood-moon#1"),
    ]
    assert found[["text", "existence", "scope", "result"]].sum().to_dict() == {
        "text": 0, "existence": 0, "scope": 2, "result": 0,
    }  # fmt: skip
    assert list(found["witness"]) == [("saproling",), ("overgrown-tomb",)]
    assert "Blood Moon depends on Life and Limb" in found["words"][0]


def test_columns_are_the_same_without_rows() -> None:
    nothing = solve(Board())

    for frame in (objects_frame, steps_frame, pairs_frame):
        assert frame(nothing).empty
        assert list(frame(nothing).columns) == list(frame(story()).columns)
        assert list(frame(nothing).dtypes) == list(frame(story()).dtypes)


def test_an_effect_that_goes_on() -> None:
    opalescence = {
        "name": "Opalescence", "type_line": "Enchantment", "mana_cost": "{2}{W}{W}",
        "oracle_text": "Each other non-Aura enchantment is a creature in addition to its other types and has base "
        "power and base toughness each equal to its mana value.",
    }  # fmt: skip
    found = steps_frame(solve(board(opalescence, HUMILITY, BEAR)))

    assert list(found[found["going_on"]]["effect"]) == ["humility#1"]


def test_without_pandas_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pandas'] = None\n"
        "from mtglayers import Board, LayersError, objects_frame, solve\n"
        "try: objects_frame(solve(Board()))\n"
        "except ImportError as error: print(isinstance(error, LayersError), error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "True a data frame of a result needs pandas: `pip install pandas`\n"
