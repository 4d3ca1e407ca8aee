"""Packaging: sub-packages, links, and what an installed mtglayers brings with it.

Copied outside the tree, the tests of the tree skip and the others look at the installed package.
"""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("model", "solver", "mtglayers")

in_tree = pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason=f"{ROOT} is not a checkout")


def modules(*floors: str) -> list[Path]:
    """Return the modules of these floors, each once: the links in mtglayers/ are passed over."""
    found = [path for floor in floors for path in sorted((ROOT / floor).rglob("*.py"))]
    return [
        path
        for path in found
        if path.relative_to(ROOT).parts[:2] not in {("mtglayers", "model"), ("mtglayers", "solver")}
    ]


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the module's name of every import; relative ones keep their dots."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "mtglayers" and not node.level:
            yield from ((node.lineno, f"mtglayers.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


# --- The tree ---


@in_tree
def test_every_sub_package_is_listed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {path.parent.relative_to(ROOT) for path in modules(*FLOORS) if path.name == "__init__.py"}
    names = {".".join(("mtglayers", *(part for part in folder.parts if part != "mtglayers"))) for folder in folders}

    assert set(settings["packages"]) == names


@in_tree
@pytest.mark.parametrize("name", ["model", "solver"])
def test_links_lead_to_the_floors(name: str) -> None:
    link = ROOT / "mtglayers" / name
    if link.is_symlink():
        assert link.readlink() == Path("..", name)
    elif link.is_dir():
        own = {path.relative_to(link) for path in link.rglob("*.py")}
        assert own == {path.relative_to(ROOT / name) for path in (ROOT / name).rglob("*.py")}
    else:  # a checkout without links has the link's target as text
        assert link.read_text(encoding="utf-8").strip() == f"../{name}"


@in_tree
def test_relative_imports_stay_inside_their_package() -> None:
    wrong = [
        f"{place(path, line)} imports {name}"
        for floor in FLOORS
        for path in modules(floor)
        for line, name in imports(path)
        if len(name) - len(name.lstrip(".")) > len(path.relative_to(ROOT).parts) - 1
    ]

    assert wrong == []


@in_tree
def test_nobody_imports_the_bare_floors() -> None:
    folders = (*FLOORS, "tests", "benchmarks", "notebooks")
    wrong = [
        f"{place(path, line)} imports {name}"
        for path in modules(*folders)
        for line, name in imports(path)
        if within(name, "model", "solver")
    ]

    assert wrong == []


@in_tree
def test_model_and_solver_neither_print_nor_log() -> None:
    wrong = [
        f"{place(path, line)} imports {name}"
        for path in modules("model", "solver")
        for line, name in imports(path)
        if within(name, "logging", "warnings", "rich", "click")
    ]
    wrong += [
        f"{place(path, node.lineno)} prints"
        for path in modules("model", "solver")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]

    assert wrong == []


@in_tree
def test_collecting_the_tests_needs_no_extra_but_dev() -> None:
    collect = "pytest.main(['--collect-only', '--quiet', 'tests/fuzz/guided'])"
    program = f"import sys, pytest; sys.modules['atheris'] = None; sys.exit({collect})"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED, done.stdout


# --- The installed package ---


@pytest.mark.parametrize(
    "name", ["", ".model", ".model.oracle", ".model.cards.catalogue", ".model.rules.vocabulary", ".solver"]
)
def test_sub_packages_import(name: str) -> None:
    assert importlib.import_module(f"mtglayers{name}").__doc__


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("mtglayers", "py.typed"), ("mtglayers.notebook", "slider.js"), ("mtglayers.notebook", "slider.css"),
        ("mtglayers.model.rules", "vocabulary.toml"), ("mtglayers.wire", "schemas/result.json"),
    ],
)  # fmt: skip
def test_data_files_come_along(package: str, name: str) -> None:
    assert files(package).joinpath(name).is_file()


def test_the_command_line_is_installed() -> None:
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="mtglayers")

    assert script.value == "mtglayers.cli.main:main"


def test_constraint_is_python_constraint2() -> None:
    importlib.import_module("constraint")
    major, minor = importlib.metadata.version("python-constraint2").split(".")[:2]

    assert (int(major), int(minor)) >= (2, 6)
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("python-constraint")
