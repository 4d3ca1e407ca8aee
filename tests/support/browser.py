"""A browser without a window: what it makes of a page, what it complains about, what it shows."""

from __future__ import annotations

import shutil
import struct
import subprocess
import zlib
from pathlib import Path

import msgspec

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PROGRAM = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
MISSING = f"none of {', '.join(PROGRAMS)} is installed"
PATIENCE = 120
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--disable-dev-shm-usage",
)  # fmt: skip


class Visit(msgspec.Struct, frozen=True):
    """The outcome of opening a page: its document after all scripts have run, and the console's messages."""

    document: str
    console: tuple[str, ...]


def visit(page: Path, folder: Path, *, width: int = 1200, height: int = 900) -> Visit:
    """Open a file and return the outcome; `folder` is for the browser's own files."""
    arguments = ("--dump-dom", "--enable-logging=stderr", "--v=0", f"--window-size={width},{height}")
    done = _run(folder, *arguments, page.resolve().as_uri())
    console = tuple(line for line in done.stderr.splitlines() if "CONSOLE" in line)
    return Visit(done.stdout, console)


def screenshot(page: Path, target: Path, folder: Path, *, width: int, height: int, dark: bool = False) -> None:
    """Write what a page looks like as a PNG."""
    look = (f"--blink-settings=preferredColorScheme={0 if dark else 1}",)
    _run(folder, *look, f"--screenshot={target}", f"--window-size={width},{height}", page.resolve().as_uri())


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    assert PROGRAM is not None
    return subprocess.run(
        [PROGRAM, *QUIET, f"--user-data-dir={folder}", *arguments],
        capture_output=True, encoding="utf-8", errors="replace", check=True, timeout=PATIENCE,
    )  # fmt: skip


def pixels(png: Path) -> tuple[int, int, list[bytes]]:
    """Return width, height, and the rows of a PNG as the browser writes them: 8 bits, RGB or RGBA; rows as RGB."""
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8
    size = {2: 3, 6: 4}[kind]
    packed, place = b"", 8
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        if data[place + 4 : place + 8] == b"IDAT":
            packed += data[place + 8 : place + 8 + length]
        place += length + 12
    raw, rows, before = zlib.decompress(packed), [], bytes(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        before = _unfiltered(raw[start], raw[start + 1 : start + 1 + width * size], before, size)
        rows.append(b"".join(before[x : x + 3] for x in range(0, len(before), size)))
    return width, height, rows


def _unfiltered(kind: int, row: bytes, above: bytes, size: int) -> bytes:
    found = bytearray(row)
    for x in range(len(found)):
        left = found[x - size] if x >= size else 0
        up, corner = above[x], above[x - size] if x >= size else 0
        if kind == 1:
            found[x] = found[x] + left & 255
        elif kind == 2:
            found[x] = found[x] + up & 255
        elif kind == 3:
            found[x] = found[x] + (left + up) // 2 & 255
        elif kind == 4:
            guess = left + up - corner
            near = min((abs(guess - each), place, each) for place, each in enumerate((left, up, corner)))
            found[x] = found[x] + near[2] & 255
    return bytes(found)
