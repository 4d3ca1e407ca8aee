"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from mtglayers.model.support.patterns import lazy_pattern


def test_it_does_what_a_compiled_pattern_does() -> None:
    lazy, plain = lazy_pattern(r"(?P<sign>[a-z])-?", re.IGNORECASE), re.compile(r"(?P<sign>[a-z])-?", re.IGNORECASE)
    for _ in range(2):
        assert (lazy.pattern, lazy.flags, lazy.groups) == (plain.pattern, plain.flags, plain.groups)
        for name in ("match", "fullmatch", "search"):
            found, expected = getattr(lazy, name)("A-b"), getattr(plain, name)("A-b")
            assert (found and found["sign"]) == (expected and expected["sign"])
        assert lazy.sub("x", "A-b") == "xx"
        assert lazy.split("A-b") == plain.split("A-b")
        assert [found["sign"] for found in lazy.finditer("A-b")] == ["A", "b"]


def test_a_mistake_shows_when_it_is_used() -> None:
    broken = lazy_pattern("(")
    with pytest.raises(re.error):
        broken.match("a")
    with pytest.raises(AttributeError):
        lazy_pattern("a").no_such_method  # type: ignore[attr-defined]  # noqa: B018


def test_a_start_compiles_few_patterns() -> None:
    """Patterns that are compiled on import would be compiled for each command."""
    program = (
        "import re, sys; made = []; plain = re.compile\n"
        "re.compile = lambda *given: (made.append(sys._getframe(1).f_globals['__name__']), plain(*given))[1]\n"
        "import mtglayers.solver.solve\n"
        "print(sum(name.startswith('mtglayers') for name in made))"
    )
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert int(found.stdout) < 40
