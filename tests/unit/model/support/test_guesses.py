"""What people guess in Python: an error names what exists, and that exists."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import mtglayers
from mtglayers import Board, solve
from mtglayers.model.events.arrivals import ArrivalKeys, EntersKeys
from mtglayers.model.events.resolution import ResolvesKeys
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.support import guesses

GUESSES: dict[str, dict[str, str]] = tomllib.loads(
    Path(guesses.__file__).with_name("guesses.toml").read_text(encoding="utf-8")
)


def names() -> dict[str, Any]:
    """Return the names that the suggestions use, with fresh values."""
    board = Board.of("Blood Moon; Urborg, Tomb of Yawgmoth; Grizzly Bears; Rancor -> Grizzly Bears; Opt in hand")
    result = solve(board)
    return {
        "board": board, "Board": Board, "result": result, "mtglayers": mtglayers, "json": json,
        "found": result["grizzly-bears"], "card": mtglayers.find_card("Humility"), "step": result.steps[0],
        "layer": result.layer(4), "id": "rancor", "host": "grizzly-bears", "ids": ["grizzly-bears"], "text": "opt",
        "event": mtglayers.model.events.base.read_event({"enters": "Forest"}), "one": result, "other": result,
    }  # fmt: skip


def value(code: str, **more: Any) -> Any:
    """Return the value of code that uses `names`."""
    return eval(code, names() | more)  # noqa: S307


@pytest.mark.parametrize(
    ("kind", "guess", "use"), [(kind, guess, use) for kind, words in GUESSES.items() for guess, use in words.items()]
)
def test_what_is_suggested_exists(kind: str, guess: str, use: str) -> None:
    kinds = {type(value).__name__: type(value) for value in names().values()} | {"GameObject": GameObject}
    assert not hasattr(mtglayers if kind == "mtglayers" else kinds[kind], guess)
    for code in re.findall(r"`(.+?)`", use):
        known = {"name": "Giant Growth" if "resolves" in code else "Humility"}
        if kind == "GameObject":
            known["found"] = names()["board"]["grizzly-bears"]
        if guess in ("load", "read"):
            known["text"] = 'title = "A board"\ntimeline = []'
        value(code, **known)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("board.undo()", "`Board` has no attribute `undo`; use `board.pop()`"),
        ("board.entres('Forest')", "`Board` has no attribute `entres`; did you mean `enters`?"),
        ("board.quux", "`Board` has no attribute `quux`"),
        ("result.to_dict()", "`Result` has no attribute `to_dict`; use `mtglayers.result_data(result)`"),
        ("found.pt", "`Characteristics` has no attribute `pt`; use `found.power, found.toughness`"),
        ("found.is_creature", "`Characteristics` has no attribute `is_creature`; use `'Creature' in found.types`"),
        ("board['Blood Moon'].types", "`GameObject` has no attribute `types`; use `mtglayers.solve(board)[id].types`"),
        ("card.power", "`Card` has no attribute `power`; use `card.faces[0].power`"),
        ("result.steps[0].why", "`Step` has no attribute `why`; use `step.choice.why`, or `result.explain(id)`"),
        ("mtglayers.explain",
         "module 'mtglayers' has no attribute 'explain'; use `mtglayers.solve(board).explain(id)`"),
        ("mtglayers.serach_cards", "module 'mtglayers' has no attribute 'serach_cards'; did you mean `search_cards`?"),
    ],
)  # fmt: skip
def test_unknown_attributes(code: str, message: str) -> None:
    with pytest.raises(AttributeError, match=f"^{re.escape(message)}$"):
        value(code)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("mtglayers.solve(board, edtion='E04')", "solve() has no keyword argument `edtion`; did you mean `edition`?"),
        ("mtglayers.what_if(board, withot=['x'])",
         "what_if() has no keyword argument `withot`; did you mean `without`?"),
        ("Board.of('Forest', player=['Ann'])", "of() has no keyword argument `player`; did you mean `players`?"),
        ("mtglayers.orders(board, foo=1)",
         "orders() has no keyword argument `foo`; the keyword arguments are board, vary, edition, readings, presence, "
         "limit"),
        ("mtglayers.solve('Blood Moon', 'Forest')",
         "solve() takes only board without a name; edition, readings, until, order, without, last, strict are keyword "
         "arguments"),
        ("mtglayers.solve('Blood Moon')", "`solve` expects a Board, not a str; `Board.of(...)` reads lines"),
    ],
)  # fmt: skip
def test_unknown_arguments(code: str, message: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        value(code)


def test_a_property_that_fails_keeps_its_error() -> None:
    class Broken(guesses.Guessed):
        @property
        def value(self) -> int:
            return [].missing  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match="'list' object has no attribute 'missing'"):
        _ = Broken().value


def test_values_are_copied_and_pickled() -> None:
    known = names()
    for name in ("board", "found", "card"):
        assert copy.deepcopy(known[name]) == known[name]
        assert pickle.loads(pickle.dumps(known[name])) == known[name]  # noqa: S301


@pytest.mark.parametrize(
    ("method", "keys"),
    [("enters", EntersKeys), ("preview", EntersKeys), ("moves", ArrivalKeys), ("melds", ArrivalKeys),
     ("resolves", ResolvesKeys)],
)  # fmt: skip
def test_signatures_show_every_keyword_argument(method: str, keys: type[Any]) -> None:
    found = inspect.signature(getattr(Board, method)).parameters
    names = {name for each in keys.__mro__ for name in vars(each).get("__annotations__", ())}

    assert not [each for each in found.values() if each.kind is inspect.Parameter.VAR_KEYWORD]
    assert len(names) >= 10
    assert names < set(found)
    if method in ("enters", "resolves"):
        described = set(re.findall(r"^ +(\w+): ", inspect.getdoc(getattr(Board, method)) or "", re.MULTILINE))
        assert names <= described


def test_what_works() -> None:
    board = Board.of(["Ann: Blood Moon", "Urborg"], "Ben: Forest")
    result = solve(board, until=4)

    assert [*result.keys()] == [*result] == [id for id, _ in result.items()] == list(dict(result))
    assert ("Blood Moon" in board, "blood" in result, "Opt" in board, 3 in result) == (True, True, False, False)
    assert result.at(4).layers[-1].order == result.layer("4").order
    assert mtglayers.what_if(board, "Forest").gone == ("forest",)
    assert mtglayers.what_if(board, with_="Opalescence", leaves="Blood Moon").came == ("opalescence",)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("result.grizzly_bears", 'use `result["grizzly-bears"]`'),
        ("result.rancor", 'use `result["rancor"]`'),
        ("result.objects.rancor", 'use `result["rancor"]`'),
        ("board.rancor", 'use `board["rancor"]`'),
        ("result.power", "use `result[id].power`"),
        ("board.counters('rancor', '+1/+1', 2)", "takes only id without a name; write the others as `put=...`"),
        ("board.attaches('rancor', 'grizzly-bears')", "write the others as `to=...`"),
        ("board.enters('Forest', 'Ben')", "takes only card without a name; write the others as `controller=...`"),
        ("board.marks('rancor', {'tapped': True})", "marks() takes only id without a name"),
        ("result.layers['9']", "no layer `9`"),
    ],
)
def test_an_error_says_what_works(code: str, says: str) -> None:
    with pytest.raises((AttributeError, TypeError, LookupError)) as caught:
        value(code)

    assert says in str(caught.value)


def test_layers_have_names() -> None:
    result = value("result")
    assert result.layers["4"] is result.layer(4) is result.layers[4]
    assert result.layers["7B"].name == "7b"
    assert [layer.name for layer in result.layers[:3]] == ["1a", "1b", "2"]
