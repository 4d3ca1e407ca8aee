"""The generated pages are those of the code: `python tools/reference.py` writes them."""

from __future__ import annotations

import tomllib

import pytest

import mtglayers
from tools import reference

from ..support.clause_lists import CLAUSES
from ..support.paths import ROOT


@pytest.mark.parametrize("name", reference.PAGES)
def test_a_page_is_what_is_generated(name: str) -> None:
    assert reference.PAGES[name]() == (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def test_every_public_name_is_in_one_group() -> None:
    assert sorted(name for names in reference.GROUPS.values() for name in names) == sorted(mtglayers.__all__)


def test_every_clause_has_a_subject_and_a_place_in_the_code() -> None:
    subjects = tomllib.loads((ROOT / "docs" / "clauses.toml").read_text(encoding="utf-8"))
    places = reference.code()

    assert list(subjects) == list(CLAUSES["newest"])
    assert [clause for clause, reason in CLAUSES["newest"].items() if not reason and clause not in places] == []
