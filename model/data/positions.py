"""Line numbers of TOML and JSON keys for error messages."""

from __future__ import annotations

import bisect
import json
import re
from typing import Final

from ..support.patterns import lazy_pattern
from ..support.progress import checkpoint
from .record import Path

Lines = dict[Path, int]

_SPACE: Final = lazy_pattern(r"(?:[ \t\r\n]|#[^\n]*)*")
_BLANK: Final = lazy_pattern(r"[ \t\r\n]*")
_STRING: Final = lazy_pattern(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)  # fmt: skip
_BARE: Final = lazy_pattern(r"[A-Za-z0-9_-]+")
_SCALAR: Final = lazy_pattern(r"[^,\]}\n#]+")


def toml_lines(source: str) -> Lines:
    """Return the line number of every key and item in valid TOML, keyed by path."""
    return _Toml(source).lines()


def json_lines(source: str) -> Lines:
    """Return the line number of every key and item in valid JSON, keyed by path."""
    scanner = _Scanner(source, _BLANK, ":")
    scanner.skip()
    scanner.value(())
    return scanner.found


def line_of(lines: Lines, path: Path) -> int | None:
    """Return the line number of the given path, or of its nearest ancestor that has one."""
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return None


class _Scanner:
    # JSON and TOML differ in whitespace and in the character between key and value.
    def __init__(self, source: str, space: re.Pattern[str], between: str) -> None:
        self.source = source
        self.space = space
        self.between = between
        self.at = 0
        self.found: Lines = {}
        self.breaks = [place.start() for place in re.finditer("\n", source)]

    def skip(self) -> None:
        blank = self.space.match(self.source, self.at)
        self.at = blank.end() if blank else self.at

    def here(self, path: Path) -> None:
        self.found.setdefault(path, bisect.bisect_left(self.breaks, self.at) + 1)

    def peek(self, sign: str) -> bool:
        return self.source.startswith(sign, self.at)

    def take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.source, self.at)
        if match is None:
            self.at = len(self.source)
            return ""
        self.at = match.end()
        return match.group()

    def value(self, path: Path) -> None:
        checkpoint("line")
        if self.peek("["):
            self._list(path)
        elif self.peek("{"):
            self._table(path)
        elif self.peek('"') or self.peek("'"):
            self.take(_STRING)
        else:
            self.take(_SCALAR)

    def _list(self, path: Path) -> None:
        self.at += 1
        place = 0
        while self._more("]"):
            self.here((*path, place))
            self.value((*path, place))
            place += 1

    def _table(self, path: Path) -> None:
        self.at += 1
        while self._more("}"):
            self.pair(path)

    def _more(self, end: str) -> bool:
        self.skip()
        if self.peek(","):
            self.at += 1
            self.skip()
        if self.peek(end) or self.at >= len(self.source):
            self.at += 1
            return False
        return True

    def pair(self, path: Path) -> None:
        full = path
        for part in self.keys():
            full = (*full, part)
            self.here(full)
        self.skip()
        self.at += len(self.between)
        self.skip()
        self.value(full)

    def keys(self) -> list[str]:
        parts = [self._key()]
        self.skip()
        while self.between == "=" and self.peek("."):
            self.at += 1
            self.skip()
            parts.append(self._key())
            self.skip()
        return parts

    def _key(self) -> str:
        if self.peek('"'):
            text = self.take(_STRING)
            return self.unescaped(text) if "\\" in text else text[1:-1]
        if self.peek("'"):
            return self.take(_STRING)[1:-1]
        return self.take(_BARE)

    def unescaped(self, quoted: str) -> str:
        return str(json.loads(quoted, strict=False))


class _Toml(_Scanner):
    def __init__(self, source: str) -> None:
        super().__init__(source, _SPACE, "=")
        self.counts: dict[Path, int] = {}

    def unescaped(self, quoted: str) -> str:
        # TOML has \U with eight digits, which JSON does not have.
        import tomllib  # a board given as lines needs no TOML

        (key,) = tomllib.loads(f"{quoted} = 0")
        return key

    def lines(self) -> Lines:
        prefix: Path = ()
        self.skip()
        while self.at < len(self.source):
            if self.peek("["):
                prefix = self._header()
            else:
                self.pair(prefix)
            self.skip()
        return self.found

    def _header(self) -> Path:
        checkpoint("line")
        repeated = self.peek("[[")
        self.at += 2 if repeated else 1
        self.skip()
        keys = self.keys()
        path: Path = ()
        for key in keys[:-1]:
            path = (*path, key)
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
        path = (*path, keys[-1])
        if repeated:
            self.counts[path] = self.counts.get(path, 0) + 1
        self.here(path)
        if path in self.counts:
            path = (*path, self.counts[path] - 1)
        self.here(path)
        self.at += 2 if repeated else 1
        return path
