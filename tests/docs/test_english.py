"""What a user reads is plain English: no phrase of tests/data/plain-english.toml stands in it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click
import pytest

from ..support.paths import ROOT

DATA = tomllib.loads((ROOT / "tests/data/plain-english.toml").read_text(encoding="utf-8"))
DOCUMENTS = (
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
    "docs", "puzzles", "benchmarks", "notebooks", "examples",
)  # fmt: skip
PROGRAMS = (
    "model",
    "solver",
    "mtglayers",
    "tests/generators",
    "tests/reference",
    "notebooks",
    "benchmarks",
    "examples",
)


def _pattern(phrase: str) -> str:
    words = re.escape(phrase).replace(r"\ \.\.\.\ ", r"\s[^.;:]{0,40}?\s?")
    return rf"\b{words}\b".replace(r"\ ", r"\s+").replace("'", "['’]")


PHRASES = {re.compile(_pattern(phrase), re.IGNORECASE): better for phrase, better in DATA["phrases"].items()}
ANY = re.compile("|".join(_pattern(phrase.lower()) for phrase in DATA["phrases"]))
JOINED = re.compile(r'["\']\s*\n\s*f?["\']')
CODE = re.compile(r"`[^`]*`")  # a name in a document is what it is
ALLOWED = re.compile("|".join(map(_pattern, DATA["allowed"])), re.IGNORECASE)


def findings(text: str) -> Iterator[str]:
    """Yield each phrase of a text that is on the list, with what to write instead."""
    if ANY.search(text.lower()):
        text = ALLOWED.sub("", text)
        for pattern, better in PHRASES.items():
            yield from (f"`{' '.join(found[0].split())}`: write {better}" for found in pattern.finditer(text))


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, text) for a document, or for each string of a program."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from ((number + 1, CODE.sub("", text)) for number, text in _paragraphs(source))
        return
    if not ANY.search(JOINED.sub("", source).lower()):  # to parse every program would take seconds
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def docstrings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, text) for each docstring of a program; its other strings can be rules text or data."""
    source = path.read_text(encoding="utf-8")
    if not ANY.search(source.lower()):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            yield getattr(node, "lineno", 1), text


def _paragraphs(source: str) -> Iterator[tuple[int, str]]:
    line = 0
    for paragraph in source.split("\n\n"):
        yield line, paragraph
        line += paragraph.count("\n") + 2


def _paths() -> Iterator[Path]:
    for name in DOCUMENTS:
        yield from sorted((ROOT / name).rglob("*.md")) if (ROOT / name).is_dir() else [ROOT / name]
    for name in PROGRAMS:
        linked = {ROOT / "mtglayers" / "model", ROOT / "mtglayers" / "solver"}
        yield from (path for path in sorted((ROOT / name).rglob("*.py")) if linked.isdisjoint(path.parents))


def wrong_places(paths: Iterable[Path], texts: Callable[[Path], Iterator[tuple[int, str]]] = texts_of) -> list[str]:
    """Return each place with a phrase of the list: `file:line: phrase: what to write`."""
    return [
        f"{path.relative_to(ROOT).as_posix()}:{line}: {found}"
        for path in paths
        for line, text in texts(path)
        for found in findings(text)
    ]


def test_documents_and_texts_of_the_code_are_plain_english() -> None:
    assert wrong_places(_paths()) == []


def test_docstrings_of_tests_are_plain_english() -> None:
    here = Path(__file__)
    assert wrong_places((path for path in sorted((ROOT / "tests").rglob("*.py")) if path != here), docstrings_of) == []


def test_the_help_of_every_command_is_plain_english() -> None:
    from mtglayers.cli.main import main

    context = click.Context(main, info_name="mtglayers", **main.context_settings)
    assert [found for text in _helps(main, context) for found in findings(text)] == []


def _helps(command: click.Command, context: click.Context) -> Iterator[str]:
    yield command.get_help(context)
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _helps(inner, click.Context(inner, info_name=name, parent=context))


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("A state of Forge’s\nis told.", ["state of Forge’s", "is told"]),
        ("So many cards are tried at most.", ["So many cards are tried at most"]),
        ("Effects are told apart by their ids; it is no longer there.", []),
    ],
)
def test_a_phrase_is_found_across_lines_and_with_words_between(text: str, phrases: list[str]) -> None:
    assert [found.split("`")[1] for found in findings(text)] == phrases
