"""Packaging: what an installed mtglayers brings with it; it runs outside the tree, too."""

from __future__ import annotations

import importlib
import importlib.metadata
from importlib.resources import files

import pytest


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

    assert script.value == "mtglayers.__main__:run"


def test_constraint_is_python_constraint2() -> None:
    importlib.import_module("constraint")
    major, minor = importlib.metadata.version("python-constraint2").split(".")[:2]

    assert (int(major), int(minor)) >= (2, 6)
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("python-constraint")
