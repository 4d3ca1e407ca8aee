"""The page without a server: its engine runs in the browser, even without a network, and answers as the service."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from mtglayers.presentation.check import puzzle_files
from mtglayers.server.examples import EXAMPLES
from mtglayers.web.build import kept_offline
from mtglayers.wire.results import SECTIONS

from ..support.browser import MISSING, PROGRAM
from ..support.paths import ROOT
from ..support.puzzles import last_board
from .visitor import DESKTOP, FOREST, MOUNTAIN, PHONE, Visitor, hosted, saproling

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(PROGRAM is None, reason=MISSING)]

ASK = """async (requests) => {
  const worker = new Worker("page/worker.js", { type: "module" });
  const answers = [];
  for (const [method, body] of requests) {
    answers.push(await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data.answer ?? data.failure);
      worker.postMessage({ id: 1, method, body });
    }));
  }
  worker.terminate();
  return answers;
}"""

STORED = EXAMPLES["board.drop"]["freed"]["board"]
KEPT = "navigator.serviceWorker.ready.then(() => true)"
WATCH = """navigator.serviceWorker.addEventListener(
  "controllerchange", () => { document.documentElement.dataset.replaced = "yes"; }
)"""


def test_a_board_is_built_on_a_phone_and_opened_elsewhere_without_a_network(browser: Any, static: str) -> None:
    visitor = saproling(browser, static, patience=90_000, viewport=PHONE)
    assert visitor.taps <= 12
    visitor.choose("overgrown to", "Overgrown Tomb")
    visitor.select("Saproling")
    visitor.answer(FOREST)
    loops = visitor.page.locator(".steps > li", has_text="in a dependency loop with Life and Limb")
    assert loops.count() > 0
    visitor.tap("Later: Blood Moon")
    visitor.answer(MOUNTAIN)  # Life and Limb is older now
    visitor.tap("Remove: Overgrown Tomb")
    visitor.tile("Overgrown Tomb").wait_for(state="detached")
    assert loops.count() == 0
    visitor.tap("Undo")
    visitor.tile("Overgrown Tomb").wait_for()
    visitor.is_sound()

    # Somebody else, whose browser has seen the page but not this board, and who has no network now.
    other = Visitor(browser, static, patience=90_000, viewport=DESKTOP)
    other.page.wait_for_function(KEPT)
    other.page.close()
    other.context.set_offline(True)
    other.open(visitor.page.url)
    other.tile("Saproling").wait_for()
    other.select("Saproling")
    other.answer(MOUNTAIN)
    assert other.names() == visitor.names()
    other.is_sound()


def requests() -> Iterator[tuple[str, dict[str, Any]]]:
    """Requests of every kind that the page makes: the documented examples, and questions about boards of puzzles."""
    for method, examples in EXAMPLES.items():
        if not method.startswith("board."):  # a service names the boards that it stores at random
            yield from ((method, dict(params)) for params in examples.values() if params.get("board") != STORED)
    draw = random.Random(613)
    for path in draw.sample(list(puzzle_files([str(ROOT / "puzzles")])), 60):
        found = last_board(Path(path))
        board, ids = {"board": found.to_data()}, list(found.objects)
        yield "solve", {**board, "include": list(SECTIONS)}
        yield "solve", {**board, "edition": draw.choice(("2003-07-01", "2009-07-11", "2015-07-17"))}
        yield draw.choice(("notation.write", "state.write", "forge.write")), board
        yield draw.choice(("puzzle.write", "report")), {**board, "title": "A board"}
        if ids:
            chosen = draw.choice(ids)
            yield "explain", {**board, "object": chosen, "register": draw.choice(("ruling", "learner"))}
            yield draw.choice((
                ("draw", {**board, "object": chosen}),
                ("whatif", {**board, "without": [chosen]}),
                ("cards.search", {"text": found.objects[chosen].card.name[:4]}),
                ("cards.dependencies", {"card": found.objects[chosen].card.name}),
                ("verdict", board),
                ("editions", board),
                ("orders", {**board, "objects": [chosen]}),
                ("notation.read", {"text": f"{chosen} leaves\nNo such card", "board": found.to_data()}),
            ))  # fmt: skip


def test_both_engines_give_the_same_bytes(browser: Any, static: str, service: str) -> None:
    asked = [(method, json.dumps(params)) for method, params in requests()]
    page = browser.new_page()
    page.goto(static)
    answers = page.evaluate(ASK, asked)

    assert len(asked) >= 300
    connection = HTTPConnection(urlsplit(service).netloc)
    for (method, body), answer in zip(asked, answers, strict=True):
        path = f"/v1/{method.replace('.', '/')}"
        connection.request("POST", path, body.encode(), {"content-type": "application/json"})
        assert answer.encode() == connection.getresponse().read(), (method, body)


def test_a_new_build_reaches_those_who_have_kept_the_old_one(browser: Any, site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path, dirs_exist_ok=True)
    with hosted(tmp_path) as url:
        replaced(browser, tmp_path, url)


def replaced(browser: Any, site: Path, url: str) -> None:
    visitor = Visitor(browser, url, patience=90_000)
    starting = visitor.page.get_by_role("status").get_by_text("Starting the engine")
    starting.wait_for()
    starting.wait_for(state="detached")
    visitor.page.wait_for_function(KEPT)
    visitor.page.add_init_script(WATCH)  # before the new build can arrive, so that it is not missed
    made = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    files = {name: (site / name).read_bytes() for name in made - set(kept_offline({}))}
    files["index.html"] = files["index.html"].replace(b"<title>", b"<title>New ")
    for name, data in {**kept_offline(files), "index.html": files["index.html"]}.items():
        (site / name).write_bytes(data)
    visitor.page.reload()
    assert visitor.page.title() == "mtglayers"
    visitor.page.locator("[data-replaced]").wait_for(state="attached")
    visitor.context.set_offline(True)
    visitor.page.reload()
    assert visitor.page.title() == "New mtglayers"
