"""The page without a server: its engine runs in the browser, even without a network, and answers as the service."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mtglayers.presentation.check import puzzle_files
from mtglayers.server.browser import BrowserEngine
from mtglayers.server.examples import EXAMPLES
from mtglayers.web.build import RuntimeMissingError, build, kept_offline, runtime_files
from mtglayers.wire.results import SECTIONS

from ..support.browser import MISSING, PROGRAM
from ..support.paths import ROOT
from ..support.puzzles import last_board
from .visitor import DESKTOP, FOREST, MOUNTAIN, PHONE, Visitor, saproling

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
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

KEPT = "navigator.serviceWorker.ready.then(() => null)"
REPLACED = "() => new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', () => done()))"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, runtime = tmp_path_factory.mktemp("site"), ROOT / "build" / "runtime"
    try:
        runtime_files(runtime)
    except RuntimeMissingError as error:
        pytest.skip(f"the runtime of the engine cannot be fetched: {error}")
    build(folder, runtime)
    return folder


@pytest.fixture(scope="module")
def url(site: Path) -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(site)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as host:
        assert host.stdout
        yield host.stdout.readline().split("(")[1].split(")")[0]
        host.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as library:
        found = library.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_board_is_built_and_opened_elsewhere_without_a_network(browser: Any, url: str, size: dict[str, int]) -> None:
    visitor = saproling(browser, url, patience=90_000, viewport=size)
    assert visitor.taps <= 12
    visitor.choose("overgrown to", "Overgrown Tomb")
    visitor.select("Saproling")
    visitor.answer(FOREST)
    loops = visitor.page.locator(".steps > li", has_text="in a dependency loop with Life and Limb")
    assert loops.count() > 0
    events = visitor.page.locator(".time li")
    if size == DESKTOP:
        events.filter(has_text="Life and Limb").drag_to(events.filter(has_text="Blood Moon"))
    else:
        visitor.tap("Later: Blood Moon")
    visitor.answer(MOUNTAIN)  # Life and Limb is older now
    visitor.tap("Remove: Overgrown Tomb")
    visitor.tile("Overgrown Tomb").wait_for(state="detached")
    assert loops.count() == 0
    visitor.tap("Undo")
    visitor.tile("Overgrown Tomb").wait_for()
    visitor.is_sound()

    # Somebody else, whose browser has seen the page but not this board, and who has no network now.
    other = Visitor(browser, url, patience=90_000, viewport=size)
    other.page.evaluate(KEPT)
    other.page.close()
    other.context.set_offline(True)
    other.open(visitor.page.url)
    other.tile("Saproling").wait_for()
    other.select("Saproling")
    other.answer(MOUNTAIN)
    assert other.names() == visitor.names()
    other.is_sound()
    for each in (visitor, other):
        each.context.close()


def test_both_engines_give_the_same_bytes(browser: Any, url: str) -> None:
    requests = [
        (method, json.dumps(params))
        for method, examples in EXAMPLES.items()
        for params in examples.values()
    ]  # fmt: skip
    files = random.Random(613).sample(list(puzzle_files([str(ROOT / "puzzles")])), 280)
    for place, path in enumerate(files):
        board = {"board": last_board(Path(path)).to_data()}
        method = ("solve", "solve", "solve", "notation.write", "puzzle.write")[place % 5]
        asked = {**board, "include": list(SECTIONS)} if method == "solve" else board
        requests.append((method, json.dumps(asked)))
    page = browser.new_page()
    page.goto(url)
    answers = page.evaluate(ASK, requests)
    engine = BrowserEngine()

    assert len(requests) >= 300
    for request, answer in zip(requests, answers, strict=True):
        assert answer == engine.answer(*request), request


def test_a_new_build_reaches_those_who_have_kept_the_old_one(browser: Any, site: Path, url: str) -> None:
    visitor = Visitor(browser, url, patience=90_000)
    starting = visitor.page.get_by_role("status").get_by_text("Starting the engine")
    starting.wait_for()
    starting.wait_for(state="detached")
    visitor.page.evaluate(KEPT)
    made = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    files = {name: (site / name).read_bytes() for name in made - set(kept_offline({}))}
    files["index.html"] = files["index.html"].replace(b"<title>", b"<title>New ")
    for name, data in {**kept_offline(files), "index.html": files["index.html"]}.items():
        (site / name).write_bytes(data)
    visitor.page.reload()
    assert visitor.page.title() == "mtglayers"
    visitor.page.evaluate(REPLACED)
    visitor.context.set_offline(True)
    visitor.page.reload()
    assert visitor.page.title() == "New mtglayers"
