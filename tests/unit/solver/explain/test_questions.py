"""Questions as people ask them: the facts of a good answer stand in its first three sentences."""

from __future__ import annotations

import tomllib

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.explain.ruling import ruling
from mtglayers.solver.solve import solve
from tests.support.paths import TESTS

FILES = {"questions.toml": 60, "classic-questions.toml": 40, "table-questions.toml": 120}


def missing(question: dict[str, str | list[str]]) -> list[str]:
    """Return the facts that the first three sentences of the answer lack; "|" separates ways to say one."""
    board = Board.of(str(question["board"]))
    about = str(question["about"])
    id = about if about in board.players else board.find(about).id
    answer = " ".join(ruling(solve(board).explain(id))[:3])
    return [fact for fact in question["facts"] if not any(words in answer for words in fact.split("|"))]


@pytest.mark.parametrize("file", FILES)
def test_the_facts_stand_in_the_first_three_sentences(file: str) -> None:
    questions = tomllib.loads((TESTS / "data" / file).read_text(encoding="utf-8"))["questions"]
    found = {f"{question['board']} -> {question['about']}": missing(question) for question in questions}

    assert len(questions) == FILES[file]
    assert {asked: facts for asked, facts in found.items() if facts} == {}
