"""The JSON shape of a result: what its sections say."""

from __future__ import annotations

import json

from mtglayers import Board, result_data, solve

from ....support.boards import LIMB, MOON, SAPROLING, TOMB, URBORG, board, card


def story() -> Board:
    return board(MOON, LIMB, SAPROLING, TOMB)


def test_it_is_json() -> None:
    made = story()
    found = result_data(solve(made), made)

    assert json.loads(json.dumps(found)) == found


def test_the_board_may_be_left_out() -> None:
    assert result_data(solve(story()))["board"] is None


def test_objects_have_all_characteristics() -> None:
    (found,) = (item for item in result_data(solve(story()))["objects"] if item["id"] == "saproling")

    assert found["abilities"] == [
        {"text": "{T}: Add {G}.", "origin": "intrinsic", "granted_by": None, "id": "intrinsic/Forest", "printed": None}
    ]
    assert found["types"] == ["Land", "Creature"]
    assert found["power"] == 1
    assert found["loyalty"] is None
    assert found["summary"].startswith("The Saproling is a 1/1 green")


def test_granted_abilities_say_who_grants_them() -> None:
    flight = card("Levitation", "Enchantment", "Creatures you control have flying.")
    data = result_data(solve(board(flight, SAPROLING)))

    (flying,) = data["objects"][1]["abilities"]
    assert (flying["text"], flying["origin"], flying["granted_by"]) == ("Flying", "granted", "levitation#1")


def test_steps_say_why() -> None:
    made = board(MOON, LIMB, SAPROLING)
    (layer,) = (found for found in result_data(solve(made))["layers"] if found["name"] == "4")
    first, second = layer["steps"]

    assert (first["why"], first["rule"], first["waiting"]) == ("waited", "613.8b", ["blood-moon#1"])
    assert first["operations"][0]["objects"] == ["saproling"]
    assert first["operations"][0]["operation"] == {"kind": "AddTypes", "types": ["Creature", "Land"]}
    assert (second["why"], second["timestamp"]) == ("alone", 1)


def test_what_never_applied_is_told() -> None:
    (lost,) = result_data(solve(board(MOON, URBORG)))["unapplied"]

    assert (lost["layer"], lost["effect"], lost["by"]) == ("4", "urborg#1", "blood-moon#1")
    assert lost["at"] == {"layer": "4", "step": 1}


def test_lines_that_are_not_understood_are_told() -> None:
    odd = card("Oddity", "Creature — Bear", "Oddity's power is odd.", size="1/1")
    data = result_data(solve(board(odd)))

    assert data["unsupported"] == [{"object": "oddity", "text": "Oddity's power is odd."}]
