"""What all programs that fuzz share: every entry point goes to other processes, and they end quietly."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from . import changes as fuzz_changes
from . import connection as fuzz_connection
from . import forge as fuzz_forge
from . import protocol as fuzz_protocol
from . import puzzles as fuzz_puzzles
from . import states as fuzz_states
from . import stores as fuzz_stores
from .inputs import Entry, run

PROGRAMS = (fuzz_changes, fuzz_connection, fuzz_forge, fuzz_protocol, fuzz_puzzles, fuzz_states, fuzz_stores)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_entry_points_go_to_other_processes(program) -> None:
    for entry in program.ENTRIES.values():
        assert pickle.loads(pickle.dumps(entry)) == entry  # noqa: S301 (we have just written it)


def test_two_processes_share_the_inputs_and_end_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    parts = list(run(Entry("numbers", random_number, abs), 5, jobs=2))
    assert [part.ends for part in parts] == [Counter(value=3), Counter(value=2)]
    assert not any(part.faults for part in parts)
    assert capfd.readouterr().err == ""


def random_number(draw) -> float:
    return draw.random()
