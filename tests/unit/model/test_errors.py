"""Every exception can be sent to another process, and says the same there."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import mtglayers
from mtglayers.model.errors import LayersError

# The arguments of the classes that take other arguments than a message.
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "AmbiguousTimestampError": (["a", "b"],),
    "IllegalEventError": ({"enters": "Forest"}, "reason"),
    "LimitError": ("objects", 1, 2, ("a", 0), "here"),
    "MissingLibraryError": ("a picture", "graphviz"),
    "NotHoldingError": (),
    "NotationError": ("message", "Forest ->", 8),
    "PuzzleError": ("message", "file.toml", 3, "a.b"),
    "SeveralObjectsError": ("bears", ("bears-1", "bears-2")),
    "UnknownCardError": ("Forst", lambda: ["Forest"]),
    "UnknownChoiceError": ("color", "mauve", ["W", "U"]),
    "UnknownEditionError": ("1990", "reason"),
    "UnknownLayerError": ("9", ["1", "2"]),
    "StateError": ([(("objects", 0), "unknown")],),
    "SpellingError": ("blood-moon", "layer 4"),
    "UnknownMethodError": ("sovle", ["solve"]),
    "UnknownObjectError": ("trees", lambda: ["tree"], "effect"),
    "UnknownStepError": ("layer 4", 2, 3),
    "UnreadLineError": ("line 3 of Foo",),
    "UnsupportedTextError": ("Foo bar.", (0, 3), ["bar"]),
}


def classes(kind: type[LayersError] = LayersError) -> Iterator[type[LayersError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from classes(each)


def every_class() -> list[type[LayersError]]:
    for module in walk_packages(mtglayers.__path__, "mtglayers."):
        if "notebook" not in module.name and not module.name.endswith("__main__"):  # what these need is optional
            import_module(module.name)
    return sorted(set(classes()), key=lambda kind: (kind.__module__, kind.__name__))


@pytest.mark.parametrize("kind", every_class(), ids=lambda kind: kind.__name__)
def test_an_error_is_the_same_after_pickling(kind: type[LayersError]) -> None:
    error = kind(*ARGUMENTS.get(kind.__name__, ("message",)))
    error.path = ("events", 1)  # type: ignore[attr-defined]
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(again) is kind
    assert (str(again), repr(again), again.args) == (str(error), repr(error), error.args)
    state = error.__getstate__()
    assert isinstance(state, dict)
    assert {name: getattr(again, name) for name in state} == state
