"""Which clauses the six documents have, and which tests and puzzles cite them under the rules of that day.

A clause of a document is cited by its name and number, `S2 613.7b`, one of the newest rules by the number alone: in the
docstring of a test, or in the notes of a puzzle.
"""

from __future__ import annotations

import ast
import datetime
import re
import tomllib
from collections.abc import Iterator
from typing import Final, NamedTuple

from mtglayers.model.rules.edition import EDITIONS, edition

from .editions import PUZZLE_EDITION
from .paths import TESTS

ROOT: Final = TESTS.parent
DOCUMENTS: Final = ROOT.parent / "shared" / "rules" / "documents"
CLAUSES: Final[dict[str, dict[str, str]]] = tomllib.loads((TESTS / "clauses.toml").read_text(encoding="utf-8"))
"""Document -> clause -> why nothing cites it, or an empty text."""

DAYS: Final = {
    "S0": "2006-06-01",
    "S1": "2008-03-17",
    "S2": "2011-09-30",
    "S3": "2023-11-17",
    "S4": "2016-08-01",
    "newest": PUZZLE_EDITION.since.isoformat(),
}
"""Document -> a day on which it says what the rules are."""

PERIODS: Final = {
    "S0": ("2005-10-01", "2007-01-31"),
    "S1": ("2008-02-01", "2008-04-30"),
    "S2": ("2011-09-30", "2012-01-31"),
    "S3": ("2022-11-18", "2024-11-07"),
    "S4": ("2015-07-17", "2016-08-25"),
    "newest": (PUZZLE_EDITION.since.isoformat(), "9999-12-31"),
}
"""Document -> first and last day on which its words were the rules."""

SAID: Final = {
    "S3": {
        "613.8a": "AはBに「依存している/Depends On」と言う",
        "613.8b": "同じ種類別で他の効果に依存する効果があるなら",
        "613.8c": "ある効果が別の効果に依存するか否かは",
        "Example.1": "機械の行進/March of the Machines",
        "Example.2": "生命と枝/Life and Limb",
        "Example.3": "この状態で苗木が戦場に出ると",
        "Example.4": "この状態からさらに草むした墓/Overgrown Tomb",
        "Example.5": "さらにその草むした墓が戦場から離れれば",
    },
    "S4": {
        "613.1": "Los valores de las características de un objeto se determinan",
        "613.1a": "Capa 1:",
        "613.1b": "Capa 2:",
        "613.1c": "Capa 3:",
        "613.1d": "Capa 4:",
        "613.1e": "Capa 5:",
        "613.1f": "Capa 6:",
        "613.1g": "Capa 7:",
        "613.2": "Entre las capas 1 y 6",
        "613.3": "Dentro de la capa 7",
        "613.3a": "7a:",
        "613.3b": "7b:",
        "613.3c": "7c:",
        "613.3d": "7d:",
        "613.3e": "7e:",
        "613.4": "La aplicación de efectos continuos",
        "613.5": "Si un efecto debiera ser aplicado en diferentes capas",
        "613.6": "Dentro de una capa o subcapa, el orden",
        "613.6a": "generado por una habilidad estática",
        "613.6b": "generado por la resolución",
        "613.6c": "El orden de llegada de un objeto",
        "613.6d": "Si un aura, equipo o fortificación se anexa",
        "613.6e": "boca arriba o boca abajo",
        "613.6f": "Un permanente de dos caras",
        "613.6j": "Si dos o más objetos",
        "613.7": "Dentro de una misma capa o subcapa",
        "613.7a": "Se dice que un efecto",
        "613.7b": "Un efecto que dependa",
        "613.8": "Un efecto continuo puede anular a otro",
        "613.9": "afectan a jugadores en lugar de a objetos",
        "613.10": "afectan a las reglas de juego en lugar de a objetos",
    },
}
"""Statements without a number in their document: the number in the rules of that day, and words to find it by."""

_NUMBERED: Final = {
    "S0": r"^(418\.5[a-z]) ",
    "S1": r"^- (418\.[\w.]+) - ",
    "S2": r"^(613\.\d+[a-z]?)\.?$",
    "S3": r"^- (613\.7[a-z]?) ",
}
_OF_A_DOCUMENT: Final = re.compile(r"\b(S[0-4])\s((?:\d{3}\.\d+[a-z]?(?:\.Ruling\.\d)?|Example\.\d)(?![a-z\d]))")
_OF_THE_NEWEST: Final = re.compile(r"(?<!S\d\s)(?<![\d.])\d{3}\.\d+[a-z]?(?![a-z\d])")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


class Citation(NamedTuple):
    """A clause that a test or a puzzle cites, with the days under whose rules it works."""

    document: str
    clause: str
    place: str
    days: tuple[datetime.date, ...]


def clauses_in(document: str) -> set[str]:
    """Return the clauses that the text of a document has.

    Raises:
        OSError: the document is not there.
    """
    text = (DOCUMENTS / f"{document}.txt").read_text(encoding="utf-8")
    numbered = re.findall(_NUMBERED[document], text, re.MULTILINE) if document in _NUMBERED else []
    return {*numbered, *(clause for clause, words in SAID.get(document, {}).items() if words in text)}


def in_period(document: str, day: datetime.date) -> bool:
    """Return whether the words of a document were the rules on that day."""
    first, last = map(datetime.date.fromisoformat, PERIODS[document])
    return first <= day <= last


def citations() -> Iterator[Citation]:
    """Return every clause cited by the docstring of a test or the notes of a puzzle."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                says = ast.get_docstring(node) or ""
                yield from _cited(says, f"{path.name}::{node.name}", tuple(_days_of(node)) or _days("newest"))
    for path in sorted((ROOT / "puzzles").glob("*.toml")):
        puzzle = tomllib.loads(path.read_text(encoding="utf-8"))
        day = puzzle.get("edition", "newest")
        yield from _cited(puzzle.get("notes", ""), path.name, _days(day))


def _cited(says: str, place: str, days: tuple[datetime.date, ...]) -> Iterator[Citation]:
    for document, clause in _OF_A_DOCUMENT.findall(says):
        yield Citation(document, clause, place, days)
    if any(in_period("newest", day) for day in days):  # in older rules a bare number is no clause of the newest
        for clause in _OF_THE_NEWEST.findall(says):
            yield Citation("newest", clause, place, days)


def _days_of(test: ast.FunctionDef) -> Iterator[datetime.date]:
    """Return the days, keys and documents that the body or the parameters of a test name."""
    body = test.body[1:] if ast.get_docstring(test) else test.body
    for statement in (*test.decorator_list, *body):
        for node in ast.walk(statement):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from _days(node.value)


def _days(text: str) -> tuple[datetime.date, ...]:
    """Return the day that a text names as a date, a key or a document; none if it names something else."""
    text = DAYS.get(text, text)
    if _DAY.fullmatch(text):
        return (datetime.date.fromisoformat(text),)
    return (edition(text).since,) if text in EDITIONS else ()
