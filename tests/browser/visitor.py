"""Somebody who uses the page in a browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}
SIZES = (PHONE, {"width": 768, "height": 1024}, DESKTOP)
MOUNTAIN = "The Saproling is a 1/1 green Saproling Mountain land creature"
FOREST = "The Saproling is a 1/1 green Saproling Forest land creature"


class Visitor:
    """A page in a clean profile, what its console said, and the hosts that it asked."""

    def __init__(self, browser: Any, url: str, *, patience: float = 60_000, **options: Any) -> None:
        self.said: list[str] = []
        self.asked: set[str] = set()
        self.taps = 0
        self.patience = patience
        self.context = browser.new_context(has_touch=True, accept_downloads=True, **options)
        self.context.on("console", lambda message: self.said.append(message.text))
        self.context.on("request", lambda request: self.asked.add(urlsplit(request.url).netloc))
        self.open(url)

    def open(self, url: str) -> None:
        """Open an address in a new page."""
        self.page = self.context.new_page()
        self.page.set_default_timeout(self.patience)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(url)
        self.box = self.page.get_by_role("combobox", name="Card, token or line")
        self.box.wait_for()

    def choose(self, typed: str, name: str) -> None:
        """Type a part of a name and tap what is found."""
        self.taps += 2
        self.box.tap()
        self.page.keyboard.type(typed)
        self.page.locator("#found[aria-busy=false] li", has_text=name).first.tap()
        self.page.locator(".tile", has_text=name.split(maxsplit=1)[0]).first.wait_for()

    def enter(self, line: str) -> None:
        """Type a line and press Enter."""
        self.box.fill(line)
        self.box.press("Enter")

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True).first

    def tap(self, name: str) -> None:
        self.taps += 1
        self.button(name).tap()

    def tile(self, name: str) -> Any:
        return self.page.locator(".tile", has_text=name).first

    def select(self, name: str) -> None:
        self.tile(name).locator(".face").tap()

    def answer(self, text: str) -> None:
        """Wait until the answer has the text."""
        self.page.locator(".answer", has_text=text).wait_for()

    def names(self) -> list[str]:
        return list(self.page.locator(".tile .title").all_inner_texts())

    def saved(self, name: str) -> str:
        """Tap a button and return the text of the file that it saves."""
        with self.page.expect_download() as download:
            self.tap(name)
        return Path(download.value.path()).read_text(encoding="utf-8")

    def is_sound(self, refused: int = 0) -> None:
        """See that the console only names requests that a service refused, no other host was asked, all is in view."""
        assert [said for said in self.said if "status of 422" not in said] == []
        engine = self.page.evaluate("document.documentElement.dataset.engine")
        assert len(self.said) == (0 if engine == "browser" else refused)
        assert len(self.asked - {""}) == 1  # data: and blob: have no host
        assert self.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def saproling(browser: Any, url: str, **options: Any) -> Visitor:
    """Return a visitor who has built the board of Blood Moon and Life and Limb by typing and tapping."""
    found = Visitor(browser, url, **options)
    found.choose("blood mo", "Blood Moon")
    found.choose("life and l", "Life and Limb")
    found.tap("Ben")
    found.choose("saproling", "Saproling creature token")
    found.answer(MOUNTAIN)
    return found


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve the files of a folder, and yield the address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with running(command, stderr=subprocess.DEVNULL) as line:
        yield line.split("(")[1].split(")")[0]


@contextmanager
def running(command: Sequence[str], **options: Any) -> Iterator[str]:
    """Run a program, yield the first line that it prints, and end it in any case."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:  # leaving the block waits for the process
            process.terminate()
