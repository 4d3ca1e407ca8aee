"""The notebooks: each .ipynb is its .py file, run from the first cell to the last, with drawings that can be seen."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jupytext
import nbformat
import pytest

from ..support.paths import ROOT

FOLDER = ROOT / "notebooks"
SOURCES = sorted(FOLDER.glob("*.py"))

of_each = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)


def notebook(source: Path) -> Any:
    return nbformat.read(source.with_suffix(".ipynb"), as_version=4)


def code_cells(source: Path) -> list[Any]:
    return [cell for cell in notebook(source).cells if cell.cell_type == "code"]


def outputs(source: Path) -> list[Any]:
    return [output for cell in code_cells(source) for output in cell.outputs]


def test_each_file_has_its_pair() -> None:
    assert SOURCES
    assert {path.stem for path in SOURCES} == {path.stem for path in FOLDER.glob("*.ipynb")}


def test_each_is_listed() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")

    assert {path.stem for path in SOURCES} == set(re.findall(r"\(([a-z0-9-]+)\.ipynb\)", text))


@of_each
def test_both_files_are_in_step(source: Path) -> None:
    written = jupytext.read(source, fmt="py:percent")
    told = [(cell.cell_type, cell.source) for cell in notebook(source).cells]

    assert told == [(cell.cell_type, cell.source) for cell in written.cells]


@of_each
def test_every_cell_has_run_in_order(source: Path) -> None:
    counts = [cell.execution_count for cell in code_cells(source)]

    assert counts == list(range(1, len(counts) + 1))
    assert not [output for output in outputs(source) if output.output_type == "error"]


@of_each
def test_the_drawings_are_there(source: Path) -> None:
    drawings = [output.data["image/svg+xml"] for output in outputs(source) if "image/svg+xml" in output.get("data", {})]

    assert len(drawings) >= 2
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)  # noqa: S314
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.find("{http://www.w3.org/2000/svg}title") is not None


@of_each
def test_nothing_in_it_differs_from_run_to_run(source: Path) -> None:
    found = notebook(source)

    assert dict(found.metadata) == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert [cell.id for cell in found.cells] == [f"cell-{number}" for number in range(1, len(found.cells) + 1)]
    assert not [cell for cell in found.cells if cell.metadata]
    assert not re.search(r" at 0x[0-9a-f]{6,}", source.with_suffix(".ipynb").read_text(encoding="utf-8"))


@of_each
def test_it_is_written_to_be_read(source: Path) -> None:
    """It begins with a title, and never are there more than three cells of code without a word."""
    kinds = "".join(cell.cell_type[0] for cell in notebook(source).cells)

    assert notebook(source).cells[0].source.startswith("# ")
    assert kinds.startswith("m")
    assert "cccc" not in kinds


@of_each
def test_it_runs_from_any_folder(source: Path) -> None:
    """It reads no file of the repository."""
    text = source.read_text(encoding="utf-8")

    assert not re.search(r"""["']\.\.?/|["'](?:puzzles|examples|notebooks)/|\bopen\(|\bPath\(""", text)


def test_the_extra_brings_what_the_notebooks_import() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    brought = {re.split(r"[<>=\[]", each)[0] for each in project["optional-dependencies"]["notebook"]}
    imported = {
        name.split(".")[0]
        for source in SOURCES
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        for name in _imported(node)
    }
    others = imported - sys.stdlib_module_names - {"mtglayers"}

    assert others <= {"IPython", "anywidget", "pandas"}
    assert brought >= {"ipykernel", "jupyterlab", "anywidget", "pandas"}  # the kernel brings IPython


def _imported(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module)):
            return [module]
        case _:
            return []
