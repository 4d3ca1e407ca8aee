"""What the documents say holds: the README's code runs, its commands exist, its words are the code's."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from ..support import transcripts
from ..support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_code_of_the_readme_runs(capsys):
    """The Python block, from the first line to the last."""
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks

    for block in blocks:
        names = {}
        exec(compile(block, "README.md", "exec"), names)  # noqa: S102
        assert names["result"][names["token"]].subtypes == ("Mountain", "Saproling")

    assert "The Saproling is a 1/1 green Mountain Saproling land creature" in capsys.readouterr().out


def test_the_commands_of_the_readme_work(monkeypatch):
    """Every `mtglayers` line of the README exits with 0."""
    from mtglayers.cli.main import main

    monkeypatch.chdir(ROOT)
    shell = "".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
    lines = re.findall(r"^mtglayers (.*?)(?:  +#.*)?$", shell, re.MULTILINE)
    assert len(lines) >= 4

    for line in lines:
        arguments = [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|(\S+)', line)]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, (line, result.output)


def test_the_transcripts_of_the_readme_are_what_is_printed():
    """Every `$ mtglayers` of a console block, and what stands below it."""
    assert transcripts.commands(README)
    assert transcripts.written(README) == README


def test_the_pictures_of_the_readme_are_there():
    """Every picture that the README shows is a file of the repository."""
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures

    for picture in pictures:
        assert (ROOT / picture).is_file(), picture


@pytest.mark.parametrize("document", ["README.md", "examples/README.md"])
def test_what_a_document_links_to_is_there(document):
    """Every link to a file of the repository."""
    path = ROOT / document
    links = re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
    assert links

    for link in links:
        assert (path.parent / link).exists(), link


def test_every_puzzle_is_listed():
    """`puzzles/README.md` has a line for each file, and no other."""
    text = (ROOT / "puzzles" / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"([a-z0-9-]+)\.toml", text))

    assert listed == {path.stem for path in (ROOT / "puzzles").glob("*.toml")}


def test_whatever_writes_a_document_is_run_by_one_command():
    """`tools/generate.py` runs each program that writes a document."""
    text = (ROOT / "tools" / "generate.py").read_text(encoding="utf-8")
    programs = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    writing = {name for name, program in programs.items() if re.search(r"^ +PAGE\.write_text", program, re.MULTILINE)}

    assert len(writing) >= 4
    assert {name for name in writing if f".{name}" not in text} == set()


def test_no_place_for_a_table_is_empty():
    """Between `<!-- name -->` and `<!-- /name -->` something stands; a comment inside a table would end it there."""
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "benchmarks").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        assert not re.findall(r"<!-- (\w+) -->\s*<!-- /\1 -->", text), path
        assert not re.findall(r"^\|[-:| ]+\|\n<!--.*", text, re.MULTILINE), path
