"""Which modules a solve loads: neither the Oracle reader nor libraries that only other tasks need."""

from __future__ import annotations

import subprocess
import sys

SOLVED = """
import sys
from mtglayers import Board, solve

board = Board()
board.enters("Llanowar Elves")
board.enters("Glorious Anthem")
board.enters("Blood Moon")
board.enters("Urborg, Tomb of Yawgmoth", as_="urborg")
board.enters("Forest", tapped=True)
board.enters("Clone", copy_of="llanowar-elves")
board.resolves("Giant Growth", targets=["llanowar-elves"])
board.resolves("Turn to Frog", targets=["clone"])
result = solve(board)
assert result["llanowar-elves"].power == 5
assert result["clone"].name == "Llanowar Elves" and result["clone"].subtypes == ("Frog",)
assert result["urborg"].subtypes == ("Mountain",)
"""
EXPLAINED = SOLVED + "\nstr(result.explain('llanowar-elves'))"
LIBRARIES = {"lark", "networkx", "rich", "click", "sqlite3", "ijson"}
READER = {"mtglayers.model.oracle.grammar", "mtglayers.model.oracle.reading", "mtglayers.model.oracle.recognition"}
QUESTIONS = "mtglayers.solver.questions"


def loaded(program: str) -> set[str]:
    """Return the modules that are loaded after a program has run."""
    ask = f"{program}\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", ask], check=True, capture_output=True, text=True)
    return set(done.stdout.split())


def test_a_solve_loads_no_reader_and_no_library_of_other_tasks():
    modules = loaded(SOLVED)
    assert not modules & (
        LIBRARIES | READER | {"mtglayers.model.oracle.printing", "mtglayers.solver.explain", QUESTIONS}
    )


def test_an_explanation_loads_the_printer_alone():
    modules = loaded(EXPLAINED)
    assert not modules & (LIBRARIES | READER | {QUESTIONS})


def test_the_printer_needs_no_parser():
    modules = loaded("import sys, mtglayers.model.oracle.printing.sentences")
    assert not modules & (LIBRARIES | READER)


def test_a_result_as_data_loads_no_networkx():
    program = """
import sys
from mtglayers import Board, result_data, solve
result = solve(Board.of("Blood Moon; Life and Limb; Saproling token"))
assert result.layer("4").steps[0].arrows
assert result_data(result)
"""
    assert "networkx" not in loaded(program)
    assert "networkx" in loaded(program + "result.layer('4').steps[0].graph")
