"""Questions as people ask them: the facts of a good answer stand in its first three sentences."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.explain.ruling import ruling
from mtglayers.solver.solve import solve
from tests.support.paths import TESTS

FILES = {"questions.toml": 60, "classic-questions.toml": 40, "table-questions.toml": 120,
         "further-questions.toml": 100, "judge-questions.toml": 170, "published-questions.toml": 28,
         "fresh-questions.toml": 81}  # fmt: skip


def asked(file: str) -> list[dict[str, Any]]:
    """Return the questions of a file."""
    found: list[dict[str, Any]] = tomllib.loads((TESTS / "data" / file).read_text(encoding="utf-8"))["questions"]
    return found


def answer(question: dict[str, Any]) -> str:
    """Return the first three sentences of the answer to a question."""
    board = Board.of(str(question["board"]))
    about = str(question["about"])
    id = about if about in board.players else board.find(about).id
    return " ".join(ruling(solve(board).explain(id))[:3])


def missing(question: dict[str, Any]) -> list[str]:
    """Return the facts that the first three sentences of the answer lack; "|" separates ways to say one."""
    said = answer(question)
    return [fact for fact in question["facts"] if not any(words in said for words in fact.split("|"))]


@pytest.mark.parametrize("file", FILES)
def test_the_facts_stand_in_the_first_three_sentences(file: str) -> None:
    questions = asked(file)
    found = {f"{question['board']} -> {question['about']}": missing(question) for question in questions}

    assert len(questions) == FILES[file]
    assert {asked: facts for asked, facts in found.items() if facts} == {}


def test_an_answer_is_no_longer_than_a_published_ruling() -> None:
    limits = [question for question in asked("published-questions.toml") if "words" in question]

    assert len(limits) == 5
    assert [each["asks"] for each in limits if len(answer(each).split()) > each["words"]] == []
