"""The page without a server, in Chromium; ``--write`` puts the table into `benchmarks/README.md`.

Run from the checkout: ``python benchmarks/page.py [FOLDER]``, with a folder that `mtglayers page --build` has written.
A host on the same machine compresses the files with gzip, as static hosts do.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from readme import put

TYPES = {
    ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript",
    ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip
BOARD = ["Blood Moon", "Life and Limb", "Glorious Anthem", "Crusade", *["Grizzly Bears", "Forest", "Mountain"] * 12]
"""Forty permanents."""
WORDS = ("urborg", "tomb of y", "saproling", "1/1 soldier", "lightning", "humil")
PATIENCE = 60_000


@cache
def packed(path: Path) -> tuple[bytes, bool]:
    """Return a file as it is sent, and whether it is compressed."""
    data = path.read_bytes()
    small = gzip.compress(data, 9)
    return (small, True) if len(small) < len(data) * 0.97 else (data, False)


@contextmanager
def hosted(folder: Path) -> Generator[tuple[str, list[int]]]:
    """Serve a folder, and yield its address and the sizes of what is sent."""
    sent: list[int] = []

    class Host(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None: ...

        def do_GET(self) -> None:
            path = folder / (self.path.split("?")[0].lstrip("/") or "index.html")
            if not path.is_file():
                self.send_error(404)
                return
            data, small = packed(path)
            self.send_response(200)
            self.send_header("content-type", TYPES.get(path.suffix, "application/octet-stream"))
            self.send_header("content-length", str(len(data)))
            if small:
                self.send_header("content-encoding", "gzip")
            self.end_headers()
            self.wfile.write(data)
            sent.append(len(data))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", sent
    server.shutdown()


def timed(work: Callable[[], Any]) -> float:
    """Return how many seconds some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def largest(times: list[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return 1000 * sorted(times)[int(0.95 * (len(times) - 1))]


def visits(browser: Any, url: str) -> tuple[float, float]:
    """Return the seconds from opening an address of a board to its answer: at first, and then with the network off."""
    context = browser.new_context()
    page = context.new_page()

    def answered() -> None:
        page.locator(".answer .first, .answer .all").first.wait_for(timeout=PATIENCE)

    def first() -> None:
        page.goto(url)
        page.get_by_role("button", name="Blood Moon, then Urborg").click()
        answered()

    one = timed(first)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    address = page.url
    page.close()
    context.set_offline(True)
    page = context.new_page()
    two = timed(lambda: (page.goto(address), answered()))
    context.close()
    return one, two


def changes(page: Any) -> list[float]:
    """Return the seconds that each change of a board of forty permanents takes until its answer shows."""
    box = page.get_by_role("combobox", name="Card, token or line")
    box.fill("\n".join(BOARD))
    box.press("Enter")
    page.locator(".tile").nth(len(BOARD) - 1).wait_for(timeout=PATIENCE)
    page.locator(".tile .face", has_text="Grizzly Bears").first.click()
    found = []
    for number in range(30):  # a bear is 3/3 at first
        box.fill("a +1/+1 counter on grizzly-bears")
        page.evaluate(SHOWN, f"{4 + number}/{4 + number}")
        box.press("Enter")
        found.append(page.evaluate("window.shown") / 1000)
    return found


SHOWN = """(size) => {
  const shows = (place) => [...document.querySelectorAll(place)].some((each) => each.textContent.includes(size));
  window.shown = new Promise((done) => addEventListener("keydown", () => {
    const start = performance.now();
    const painted = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
    new MutationObserver((_, observer) => {
      if (shows(".tile .size") && shows(".answer .first")) { observer.disconnect(); painted(); }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, { once: true }));
}"""
"""Has the page measure how long it takes from the next key until a tile and the answer show a size."""


def keys(page: Any) -> list[float]:
    """Return the seconds from each key in the search box to its list."""
    box = page.get_by_role("combobox", name="Card, token or line")
    found = []
    for word in WORDS:
        box.fill(word[:2])
        page.locator("#found li").first.wait_for(timeout=PATIENCE)
        for sign in word[2:]:
            page.evaluate(
                "() => { window.listed = new Promise((found) => new MutationObserver(() => found(performance.now()))"
                ".observe(document.querySelector('.box'), { childList: true, subtree: true, characterData: true })); }"
            )
            start = page.evaluate("performance.now()")
            box.press_sequentially(sign)
            page.wait_for_timeout(400)
            done = page.evaluate("Promise.race([window.listed, Promise.resolve(0)])")
            if done:
                found.append((done - start) / 1000)
    return found


def main() -> None:
    """Measure and print the table, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/page"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    load = os.getloadavg()[0]
    files = [path for path in given.folder.rglob("*") if path.is_file()]
    whole = sum(len(packed(path)[0]) for path in files)  # before anything is measured, so that all is compressed
    runtime = sum(len(packed(path)[0]) for path in files if "runtime" in path.parts)
    with sync_playwright() as library, hosted(given.folder) as (url, sent):
        browser = library.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        found = [visits(browser, url) for _ in range(given.rounds)]
        transfer = sum(sent) / given.rounds
        page = browser.new_context().new_page()
        page.goto(url)
        changed = changes(page)
        page.goto(f"{url}#")
        typed = keys(page)
        browser.close()
    rows = [
        ("first visit, until the first answer", f"{min(one for one, _ in found):.1f} s", "6 s"),
        ("second visit, network off", f"{min(two for _, two in found):.1f} s", "3 s"),
        ("a change on a board of forty permanents, 95th percentile", f"{largest(changed):.0f} ms", "150 ms"),
        ("the same, median", f"{1000 * sorted(changed)[len(changed) // 2]:.0f} ms", ""),
        ("a key in the search box, 95th percentile", f"{largest(typed):.0f} ms", "50 ms"),
        ("the same, median", f"{1000 * sorted(typed)[len(typed) // 2]:.0f} ms", ""),
        ("transfer of the first visit, until all is kept", f"{transfer / 1e6:.1f} MB", "9 MB"),
        ("the page without the runtime", f"{(whole - runtime) / 1e3:.0f} KB", "300 KB"),
        ("processors", f"{os.cpu_count()}", ""),
        ("programs that wanted one, before and after", f"{load:.1f} and {os.getloadavg()[0]:.1f}", ""),
    ]
    table = ["| what | measured | at most |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
    print("\n".join(table))
    if given.write:
        put("page", "\n".join(table))


if __name__ == "__main__":
    main()
