"""A small run of the fuzzer of puzzles, and the fuzzing itself: what it draws, counts and finds."""

from __future__ import annotations

import random

import pytest

from mtglayers import LayersError
from mtglayers.model.support.progress import checkpoint

from .inputs import Entry, Fault, ended, main, mutated_bytes, mutated_data, mutated_text, run, source, tally
from .puzzles import ENTRIES


@pytest.mark.parametrize("name", ENTRIES)
def test_mutated_inputs_are_read_or_refused(name: str) -> None:
    found = tally(ENTRIES[name], range(120))
    assert [str(fault) for fault in found.faults] == []
    assert found.ends["value"] > 0
    assert sum(found.ends.values()) == 120


def test_the_same_number_is_the_same_input() -> None:
    for entry in ENTRIES.values():
        assert repr(entry.draw(source(entry, 7))) == repr(entry.draw(source(entry, 7)))
    assert len({mutated_text(random.Random(n), "title = 'x'") for n in range(50)}) > 40
    assert len({repr(mutated_data(random.Random(n), {"a": [1, "b"]}, ("c",))) for n in range(50)}) > 30
    assert len({mutated_bytes(random.Random(n), b"title") for n in range(50)}) > 40


def _ends(given: int) -> None:
    if given == 1:
        raise LayersError("so it is")
    if given == 2:
        raise KeyError("inside")
    if given == 3:
        while True:
            checkpoint("line")
    if given == 4:
        raise LayersError(f"<object at 0x1 object at 0x1> {given}")
    if given == 5:
        while True:
            pass


def test_what_it_finds() -> None:
    entry = Entry("ends", lambda draw: draw.randrange(6), _ends, ticks=1000, seconds=0.05)
    assert [ended(entry, given)[0] for given in range(6)] == [
        "value", "LayersError", "KeyError", "beyond", "LayersError", "beyond",
    ]  # fmt: skip
    faults = [found for given in range(6) if (found := ended(entry, given)[1]) is not None]
    assert [fault.what.partition(" (")[0] for fault in faults] == [
        "KeyError: 'inside'", "more than 1,000 ticks of work",
        "a message from inside: LayersError: <object at 0x1 object at 0x1> 4", "more than 0.05 s of processor time",
    ]  # fmt: skip
    assert [fault.input for fault in faults] == ["2", "3", "4", "5"]


def test_it_counts_and_tells(capsys: pytest.CaptureFixture[str]) -> None:
    entry = Entry("ends", lambda draw: draw.randrange(3), _ends)
    parts = list(run(entry, 1200))
    assert len(parts) == 3
    assert sum(sum(part.ends.values()) for part in parts) == 1200
    assert {fault.what.partition(" (")[0] for part in parts for fault in part.faults} == {"KeyError: 'inside'"}
    assert str(Fault("ends", 3, "KeyError", "2")) == "ends 3: KeyError\n    2"
    assert main({"ends": Entry("ends", lambda draw: draw.randrange(1), _ends)}, "about", ["7"]) == 0
    assert "ends: 7 inputs, 0 faults; value 7; slowest" in capsys.readouterr().out
