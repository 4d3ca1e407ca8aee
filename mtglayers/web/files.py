"""The files of the page, with their types and the headers with which they are served."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

STATIC: Final = Path(__file__).parent / "static"
FIRST: Final = "index.html"
TYPES: Final[Mapping[str, str]] = MappingProxyType({
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
})  # fmt: skip
"""Suffix of a file -> its media type; files with other suffixes are not served."""

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The page loads nothing from another host and runs no script of its own text; its engine can be WebAssembly."""
HEADERS: Final[Mapping[str, str]] = MappingProxyType({
    "content-security-policy": f"{CONTENT_SECURITY_POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",  # the browser asks whether the file has changed
})  # fmt: skip
"""The headers of every file."""


class PageFile(NamedTuple):
    """A file of the page.

    Attributes:
        name: the path below the folder, such as "vendor/preact.js".
        data: the contents.
        type: the media type.
        tag: the entity tag, which changes with the contents.
    """

    name: str
    data: bytes
    type: str
    tag: str


@cache
def page_files() -> Mapping[str, PageFile]:
    """Return the files of the page by name.

    >>> page_files()["index.html"].type
    'text/html; charset=utf-8'
    """
    found: dict[str, PageFile] = {}
    for path in sorted(STATIC.rglob("*")):
        if path.suffix in TYPES:
            name, data = path.relative_to(STATIC).as_posix(), path.read_bytes()
            found[name] = PageFile(name, data, TYPES[path.suffix], f'"{sha256(data).hexdigest()[:20]}"')
    return MappingProxyType(found)
