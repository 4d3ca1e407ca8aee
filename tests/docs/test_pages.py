"""The pages of the documentation hold: their commands and code run, their transcripts and links are right."""

from __future__ import annotations

import ast
import importlib.util
import io
import json
import re
import shlex
import shutil
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main

from ..support import transcripts
from ..support.pages import PAGES, blocks, shell_lines
from ..support.paths import ROOT

of_each_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
LESS = {
    "mtglayers atlas loops": "--triples 2",
    "mtglayers vectors export kit/": "puzzles/blood-moon-life-and-limb.toml puzzles/three-loop.toml",
}
"""What is added to commands that would take a minute."""
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
PROGRAMS = ("mypy", "pyright", "pytest", "ruff")
REGISTRIES = ("pypi.", "npmjs.", "crates.io", "anaconda.", "conda-forge", "rubygems.", "packagist.", "nuget.")


# --- Code ---


@of_each_page
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each `python` block by itself. If the comment behind an expression is a value, the expression has this value."""
    _play_in(tmp_path, monkeypatch)
    for block in blocks(page, "python"):
        names: dict[str, Any] = {}
        for statement in ast.parse(block).body:
            if isinstance(statement, ast.Expr):
                code = compile(ast.Expression(statement.value), page.name, "eval")
                found = eval(code, names)  # noqa: S307
                for expected in _values(_comment(block, statement.end_lineno or 0)):
                    assert found == expected, ast.unparse(statement)
            else:
                exec(compile(ast.Module([statement], []), page.name, "exec"), names)  # noqa: S102


def _comment(block: str, line: int) -> str:
    for token in tokenize.generate_tokens(io.StringIO(block).readline):
        if token.type == tokenize.COMMENT and token.start[0] == line:
            return token.string.lstrip("# ")
    return ""


def _values(comment: str) -> Iterator[Any]:
    """Yield the value that a comment is, or that stands before a colon in it."""
    for text in (comment, comment.partition(": ")[0]):
        try:
            yield ast.literal_eval(text)
        except (SyntaxError, ValueError):
            continue
        return


# --- Commands ---


@of_each_page
def test_the_commands_of_a_page_work(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line of an `sh` block: a command of ours exits with 0; what starts another program is there."""
    _play_in(tmp_path, monkeypatch)
    for line in shell_lines(page):
        for command in line.split("; "):
            if not command.startswith("mtglayers page --build"):  # it takes a minute; the tests in the browser run it
                _run(command)


EXAMPLES = sorted({
    line.split("  #")[0].strip()
    for block in blocks(PAGES["commands"], "console")
    for line in re.findall(r"^    (mtglayers .*)$", block.partition("\n  Examples:\n")[2], re.MULTILINE)
})  # fmt: skip
ELSEWHERE = {
    "mtglayers atlas build atlas/": "it takes half an hour of processor time",
    "mtglayers atlas build atlas/ --layer 2 --layer 4": "it takes minutes; a test of the atlas restricts the layers",
    "mtglayers atlas build atlas/ --scheduler tcp://10.0.0.5:8786": "a test of the atlas starts a cluster",
    "mtglayers cards build oracle-cards.json": "it would write over the shipped catalogue",
    "mtglayers page": "it serves until it is stopped; the tests in the browser run it",
    "mtglayers page --build public/": "it takes a minute; the tests in the browser run it",
    "mtglayers page --port 8613 --no-browser": "it serves until it is stopped; the tests in the browser run it",
    "mtglayers vectors export kit/": "the page of the vectors runs it",
    "mtglayers vectors export kit/ --edition all": "it takes minutes; the tests of the kit export other editions",
    "mtglayers vectors diff answers.json --json": "it needs the answers of an engine, which other tests make",
    "mtglayers vectors diff answers/ --kit kit/": "it needs the answers of an engine, which other tests make",
    "mtglayers cards import AtomicCards.json.xz --store cards.sqlite": "the tests of the card sources make such files",
}


@pytest.mark.parametrize("command", [example for example in EXAMPLES if example not in ELSEWHERE])
def test_the_examples_of_the_commands_work(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example that a `--help` shows."""
    _play_in(tmp_path, monkeypatch)
    shutil.copyfile(ROOT / "puzzles" / "three-loop.toml", "my-puzzle.toml")
    shutil.copyfile(ROOT / "puzzles" / "queries" / "what-keeps-it-a-forest.query.toml", "my.query.toml")
    cards = [{"name": "Bear Banner", "type_line": "Artifact", "oracle_text": "Creatures you control get +1/+1."}]
    Path("oracle-cards.json").write_text(json.dumps(cards), encoding="utf-8")
    Path("names.txt").write_text("Bear Banner\n", encoding="utf-8")
    Path("claims.jsonl").write_text("", encoding="utf-8")
    Path("floor.toml").write_text("", encoding="utf-8")
    monkeypatch.setenv("MTGLAYERS_CARDS", str(tmp_path / "store.sqlite"))
    if command.startswith("mtglayers atlas"):
        _run('mtglayers atlas build atlas/ --among "Blood Moon" --among "Life and Limb"')

    _run(command.partition(" > ")[0])


def test_no_example_is_left_out_without_need() -> None:
    assert set(ELSEWHERE) <= set(EXAMPLES)


def _play_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a folder with what the commands of the pages read, so that they can write there."""
    for name in ("puzzles", "examples", "tests", "benchmarks", "tools"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copyfile(ROOT / "examples" / "saproling.pzl", folder / "game.pzl")
    (folder / "game.json").write_text('{"aibattlefield": [{"power": 3, "toughness": 3}]}', encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MTGLAYERS_CARDS", "")


def _run(command: str) -> None:
    words = shlex.split(f"{command.partition(' < ')[0]} {LESS.get(command, '')}")
    while "=" in words[0]:  # a variable
        del words[0]
    program, *arguments = words
    name = program.removeprefix(".venv/bin/")
    if name == "./solve":
        name, arguments = "mtglayers", ["solve", *(arguments or ["puzzles/blood-moon-life-and-limb.toml"])]
    if name == "mtglayers":
        result = CliRunner().invoke(main, arguments, prog_name="mtglayers")
        assert result.exit_code == (1 if arguments[:2] == ["vectors", "diff"] else 0), (command, result.output)
    elif name in ("python", "python3") and arguments[0] == "-m":
        assert importlib.util.find_spec(arguments[1]), command
    elif name in ("python", "python3", "node", "java"):
        assert (ROOT / arguments[0]).is_file(), command
        if arguments[0].endswith("engine.mjs") and shutil.which("node") is None:
            pytest.skip("node is not installed")
        if arguments[0].endswith("engine.mjs"):
            transcripts.run_engine(*arguments[1:])
    elif name in ("./test", ".ci/run"):
        assert (ROOT / name).is_file()
    elif name == "pip":
        assert arguments[0] == "install"
        for extra in re.findall(r"\[(.+)\]", arguments[1]):
            assert extra in EXTRAS
    else:
        assert name in PROGRAMS, command


@of_each_page
def test_the_transcripts_of_a_page_are_what_is_printed(page: Path) -> None:
    """`python -m tests.support.transcripts` writes them."""
    text = page.read_text(encoding="utf-8")

    assert transcripts.written(text) == text


# --- The style of explanations ---

PAIRS = re.findall(
    r"^### \d+\. .*\n\n`mtglayers (.*)`\n\n> Before: ((?:.*\n> ?)+?)\n?> After: ((?:.+\n(?:> )?)+)",
    PAGES["style"].read_text(encoding="utf-8"), re.MULTILINE,
)  # fmt: skip


def test_the_style_page_has_ten_pairs() -> None:
    assert len(PAIRS) == 10


@pytest.mark.parametrize(("command", "before", "after"), PAIRS)
def test_explanations_are_worded_as_the_style_page_says(
    command: str, before: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    said = " ".join(CliRunner().invoke(main, shlex.split(command)).output.split())

    assert " ".join(after.replace("\n> ", " ").split()) in said
    assert " ".join(before.replace("\n> ", " ").split()) not in said


# --- Links ---


@of_each_page
def test_what_a_page_links_to_is_there(page: Path) -> None:
    """Files and headings of the repository; of an address elsewhere the form."""
    for link in _links(page):
        if link.startswith(("http:", "https:")):
            assert re.fullmatch(r"https://[a-z0-9-]+(\.[a-z0-9-]+)+(/[^\s]*)?", link), link
            assert not any(host in link for host in REGISTRIES), link
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_file(), link
        assert not anchor or anchor in _anchors(target), link


def _links(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"\]\(([^)\s]+)\)", text)


def _anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and the site make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# --- The list of pages ---


def test_every_document_is_a_page() -> None:
    documents = {*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"), *(ROOT / "puzzles").glob("*.md")}

    assert documents <= set(PAGES.values())
    assert all(page.is_file() for page in PAGES.values())


def test_every_page_is_in_the_table_of_contents() -> None:
    sections = tomllib.loads((ROOT / "docs" / "pages.toml").read_text(encoding="utf-8"))["sections"]
    listed = [name for names in sections.values() for name in names]

    assert sorted(["index", *listed]) == sorted(PAGES)


def test_every_puzzle_is_listed() -> None:
    """`puzzles/README.md` has a line for each file, and no other."""
    text = (ROOT / "puzzles" / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"([a-z0-9-]+)\.toml", text))

    assert listed == {path.stem for path in (ROOT / "puzzles").glob("*.toml")}


def test_whatever_writes_a_document_is_run_by_one_command() -> None:
    """`tools/generate.py` runs each program that writes a document."""
    text = (ROOT / "tools" / "generate.py").read_text(encoding="utf-8")
    programs = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    writes = re.compile(r"^ +(PAGE|page)\.write_text", re.MULTILINE)
    writing = {name for name, program in programs.items() if writes.search(program)}

    assert len(writing) >= 4
    assert {name for name in writing if f".{name}" not in text} == set()


@of_each_page
def test_no_place_for_a_table_is_empty(page: Path) -> None:
    """Between `<!-- name -->` and `<!-- /name -->` something stands; a comment inside a table would end it there."""
    text = page.read_text(encoding="utf-8")

    assert not re.findall(r"<!-- (\w+) -->\s*<!-- /\1 -->", text)
    assert not re.findall(r"^\|[-:| ]+\|\n<!--.*", text, re.MULTILINE)
