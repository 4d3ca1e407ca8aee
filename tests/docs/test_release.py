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
    version, day = _releases()[0]
    assert f"version: {version}\n" in text
    assert f'date-released: "{day}"\n' in text


def test_the_changelog_has_the_version() -> None:
    assert all(version and day for version, day in _releases())
    assert _releases()[0][0] == __version__


def _releases() -> list[tuple[str, str]]:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *released = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    assert first == ("Unreleased", "")
    return released


def test_every_dependency_has_a_pinned_version() -> None:
    lines = (ROOT / "tools" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {_package(line) for line in lines if not line.startswith("#")}
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *extras["dev"], *extras["notebook"], *extras["service"]]

    assert all(re.fullmatch(r"[\w.-]+==[\w.+]+", line) for line in lines if not line.startswith("#"))
    assert {_package(line) for line in wanted} <= pinned


def _package(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")


def test_the_security_policy_says_how_to_report() -> None:
    assert "## How to report" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
