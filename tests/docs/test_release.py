"""What a release needs: metadata, a citation, a security policy, and a changelog for the version."""

from __future__ import annotations

import re
import tomllib

from mtglayers.version import __version__

from ..support.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_metadata_are_complete() -> None:
    assert PROJECT["dynamic"] == ["version"]
    assert all(PROJECT[key] for key in ("description", "readme", "license", "authors", "keywords", "classifiers"))
    assert PROJECT["keywords"] == sorted(PROJECT["keywords"])
    assert PROJECT["classifiers"] == sorted(PROJECT["classifiers"])
    assert all(re.fullmatch(r"https://[^ ]+", url) for url in PROJECT["urls"].values())


def test_the_citation_agrees_with_the_metadata() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")

    assert PROJECT["description"] in text
    assert f"title: {PROJECT['name']}\n" in text
    assert f"license: {PROJECT['license']}\n" in text
    assert f"  - name: {PROJECT['authors'][0]['name']}\n" in text
    assert not re.search(r"^version:", text, re.MULTILINE)  # it is in mtglayers/version.py alone


def test_the_changelog_has_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)

    assert headings[0] == ("Unreleased", "")
    assert all(version and day for version, day in headings[1:])
    assert headings[1][0] == __version__


def test_the_security_policy_says_how_to_report() -> None:
    assert "## How to report" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
