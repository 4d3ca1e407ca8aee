"""Questions as people ask them: the facts of a good answer stand in its first three sentences."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.explain.ruling import ruling
from mtglayers.solver.solve import solve
from tests.support.paths import TESTS

GROUPS = {
    "boards": 60, "classic": 40, "published": 28, "table": 120, "further": 100, "judge": 170, "fresh": 81,
    "everyday": 240, "typed": 60, "rulings": 38, "mixed": 40, "blind": 133,
}  # fmt: skip
"""The groups of questions, with the number of questions in each."""


@cache
def asked() -> dict[str, list[dict[str, Any]]]:
    """Return the questions of each group."""
    return tomllib.loads((TESTS / "data" / "questions.toml").read_text(encoding="utf-8"))


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


@pytest.mark.parametrize("group", GROUPS)
def test_the_facts_stand_in_the_first_three_sentences(group: str) -> None:
    questions = asked()[group]
    found = {f"{question['board']} -> {question['about']}": missing(question) for question in questions}

    assert len(questions) == GROUPS[group]
    assert {asked: facts for asked, facts in found.items() if facts} == {}


def test_an_answer_is_no_longer_than_a_published_ruling() -> None:
    limits = [question for question in asked()["published"] if "words" in question]

    assert len(limits) == 5
    assert [each["asks"] for each in limits if len(answer(each).split()) > each["words"]] == []
