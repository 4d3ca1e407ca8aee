"""The architecture: packages from top to bottom, circles, sizes, and the drawing of it in docs/architecture.md."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import networkx as nx
import pytest

from ..support.paths import ROOT, TESTS

FLOORS = ("model", "solver", "mtglayers")
LINKS = {("mtglayers", "model"), ("mtglayers", "solver")}
DATA: dict[str, Any] = tomllib.loads((TESTS / "data" / "architecture.toml").read_text(encoding="utf-8"))
RANK: dict[str, int] = {package: rank for rank, row in enumerate(DATA["packages"]) for package in row}
TOOL: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
COMPILED: dict[str, Any] = TOOL["mtglayers"]["compiled"]

MODULE_LINES = 500
FUNCTION_LINES = 60
FOLDER_MODULES = 25
DOORS = 3


def paths(*floors: str) -> list[Path]:
    """Return the modules of these packages, each once; the links in mtglayers/ are skipped."""
    found = [path for floor in floors for path in sorted((ROOT / floor).rglob("*.py"))]
    return [path for path in found if path.relative_to(ROOT).parts[:2] not in LINKS]


def name_of(path: Path) -> str:
    """Return the dotted name under which a module is imported."""
    parts = [part for part in path.relative_to(ROOT).with_suffix("").parts if part not in ("mtglayers", "__init__")]
    return ".".join(("mtglayers", *parts))


@cache
def modules() -> dict[str, Path]:
    return {name_of(path): path for path in paths(*FLOORS)}


@cache
def imported(name: str) -> tuple[tuple[int, str], ...]:
    """Return (line, module) of every import of a module from the package, late and typing ones included."""
    return tuple(_imported(modules()[name], name))


def _imported(path: Path, name: str) -> Iterator[tuple[int, str]]:
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for line, source, found in statements(path):
        level = len(source) - len(source.lstrip("."))
        base = ".".join(package[: len(package) - level + 1]) if level else ""
        module = ".".join(filter(None, (base, source.lstrip("."))))
        if module.split(".")[0] == "mtglayers":
            full = f"{module}.{found}" if found else module
            yield line, full if full in modules() else module


def statements(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield (line, module, name) of every import as it is written: relative ones keep their dots."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, "." * node.level + (node.module or ""), alias.name) for alias in node.names)


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def package_of(name: str) -> str | None:
    """Return the package of the list that a module belongs to."""
    found = [package for package in RANK if within(name, package)]
    return max(found, key=len, default=None)


def test_every_module_is_in_a_package_of_the_list() -> None:
    apart = {"mtglayers", "mtglayers.__main__", "mtglayers.version", "mtglayers.model", "mtglayers.solver"}

    assert [n for n in modules() if package_of(n) is None and n not in apart | {"mtglayers.model.oracle"}] == []


def test_imports_run_downwards() -> None:
    wrong = [
        f"{modules()[name].relative_to(ROOT)}:{line} imports {other}"
        for name in modules()
        if name not in DATA["doors"] and (mine := package_of(name)) is not None
        for line, other in imported(name)
        if (its := package_of(other)) is None or (its != mine and RANK[its] <= RANK[mine])
        if other != "mtglayers.version"
    ]

    assert wrong == []
    assert len(DATA["doors"]) <= DOORS


def test_circles_are_only_the_essential_ones() -> None:
    graph = nx.DiGraph((name, other) for name in modules() for _, other in imported(name) if name not in DATA["doors"])
    circles = [sorted(members) for members in nx.strongly_connected_components(graph) if len(members) > 1]
    allowed: dict[str, dict[str, Any]] = DATA["circles"]
    wrong = [
        members
        for members in circles
        if len(packages := {package_of(name) for name in members}) > 1
        or (package := packages.pop()) not in allowed
        or len(members) > allowed[package]["modules"]
    ]

    assert wrong == []


def test_modules_functions_and_folders_are_small() -> None:
    wrong = []
    for name, path in modules().items():
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        if not ast.get_docstring(tree):
            wrong.append(f"{name} has no docstring")
        if len(text.splitlines()) > MODULE_LINES:
            wrong.append(f"{name} has more than {MODULE_LINES} lines")
        wrong += [
            f"{name}.{node.name} has more than {FUNCTION_LINES} lines"
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and (node.end_lineno or 0) - node.lineno >= FUNCTION_LINES
            and f"{name}.{node.name}" not in DATA["long_functions"]
        ]
    folders = {path.parent for path in modules().values()}
    wrong += [
        f"{folder.relative_to(ROOT)} has more than {FOLDER_MODULES} modules"
        for folder in folders
        if len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) > FOLDER_MODULES
    ]

    assert wrong == []


def test_packages_of_model_and_solver_import_nothing_by_themselves() -> None:
    wrong = [name for name, path in modules().items() if path.name == "__init__.py" and _floor(name) and imported(name)]

    assert wrong == []


def _floor(name: str) -> bool:
    return name.startswith(("mtglayers.model", "mtglayers.solver"))


def test_the_drawing_shows_the_packages_in_their_order() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| `")]

    assert rows == [" ".join(f"`{package.removeprefix('mtglayers.')}`" for package in row) for row in DATA["packages"]]


# --- The compiled core ---


def test_compiled_modules_exist() -> None:
    assert set(COMPILED["modules"]) <= set(modules())


@pytest.mark.parametrize("name", COMPILED["modules"])
def test_records_of_compiled_modules_have_the_options_of_their_base(name: str) -> None:
    options = ("frozen", "eq", "order", "cache_hash", "gc", "weakref", "dict")
    here = [each for each in vars(importlib.import_module(name)).values() if getattr(each, "__module__", "") == name]
    records = [each for each in here if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    wrong = [
        f"{record.__name__}: {option}"
        for record in records
        for base in record.__bases__
        for option in options
        if issubclass(base, msgspec.Struct)
        and getattr(record.__struct_config__, option) != getattr(base.__struct_config__, option)
    ]

    assert wrong == []


@pytest.mark.parametrize("name", COMPILED["modules"])
def test_records_of_compiled_modules_have_no_class_variables(name: str) -> None:
    assert "ClassVar" not in modules()[name].read_text(encoding="utf-8")


# --- The tree ---


def test_every_sub_package_is_listed() -> None:
    assert set(TOOL["setuptools"]["packages"]) == {
        name for name, path in modules().items() if path.name == "__init__.py"
    }


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


def test_relative_imports_stay_inside_their_package() -> None:
    wrong = [
        f"{place(path, line)} imports {name}"
        for floor in FLOORS
        for path in paths(floor)
        for line, name, _ in statements(path)
        if len(name) - len(name.lstrip(".")) > len(path.relative_to(ROOT).parts) - 1
    ]

    assert wrong == []


def test_nobody_imports_the_bare_floors() -> None:
    folders = (*FLOORS, "tests", "benchmarks", "notebooks")
    wrong = [
        f"{place(path, line)} imports {name}"
        for path in paths(*folders)
        for line, name, _ in statements(path)
        if within(name, "model", "solver")
    ]

    assert wrong == []


def test_model_and_solver_neither_print_nor_log() -> None:
    wrong = [
        f"{place(path, line)} imports {name}"
        for path in paths("model", "solver")
        for line, name, _ in statements(path)
        if within(name, "logging", "warnings", "rich", "click")
    ]
    wrong += [
        f"{place(path, node.lineno)} prints"
        for path in paths("model", "solver")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]

    assert wrong == []


def test_collecting_the_tests_needs_no_extra_but_dev() -> None:
    collect = "pytest.main(['--collect-only', '--quiet', 'tests/fuzz/guided'])"
    program = f"import sys, pytest; sys.modules['atheris'] = None; sys.exit({collect})"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED, done.stdout
