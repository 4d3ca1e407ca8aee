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
from mtglayers.web.build import RuntimeMissingError, build
from mtglayers.wire.results import SECTIONS

from ..support.browser import MISSING, PROGRAM
from ..support.paths import ROOT
from ..support.puzzles import last_board

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


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    try:
        build(folder, ROOT / "build" / "runtime")
    except RuntimeMissingError as error:
        pytest.skip(f"the runtime of the engine cannot be fetched: {error}")
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as host:
        assert host.stdout
        yield host.stdout.readline().split("(")[1].split(")")[0]
        host.terminate()


@pytest.fixture(scope="module")
def context(url: str) -> Iterator[Any]:
    with playwright.sync_playwright() as library:
        browser = library.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox", "--disable-gpu"])
        yield browser.new_context(viewport={"width": 360, "height": 740}, base_url=url)
        browser.close()


def test_a_board_is_solved_in_the_browser_and_again_without_a_network(context: Any, url: str) -> None:
    said: list[str] = []
    asked: set[str] = set()
    context.on("console", lambda message: said.append(message.text))
    context.on("request", lambda request: asked.add(request.url.split("/page/")[0].split("#")[0]))
    first = context.new_page()
    first.goto(url)
    box = first.get_by_role("combobox")
    for line in ("Blood Moon", "Life and Limb", "Ben: Saproling token"):
        box.fill(line)
        box.press("Enter")
        first.locator(".tile", has_text=line.removeprefix("Ben: ").split(maxsplit=1)[0]).wait_for(timeout=90_000)
    answer = "The Saproling is a 1/1 green Saproling Mountain land creature"
    first.locator(".answer", has_text=answer).wait_for(timeout=30_000)
    first.evaluate("navigator.serviceWorker.ready.then(() => null)")
    address = first.url
    first.close()

    context.set_offline(True)
    second = context.new_page()
    second.goto(address)
    second.locator(".answer", has_text=answer).wait_for(timeout=90_000)
    context.set_offline(False)
    assert said == []
    assert {each.rstrip("/") for each in asked if not each.startswith(("data:", "blob:"))} <= {
        url.rstrip("/"), f"{url.rstrip('/')}/offline.js",
    }  # fmt: skip


def test_both_engines_give_the_same_bytes(context: Any, url: str) -> None:
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
    page = context.new_page()
    page.goto(url)
    answers = page.evaluate(ASK, requests)
    engine = BrowserEngine()

    assert len(requests) >= 300
    for request, answer in zip(requests, answers, strict=True):
        assert answer == engine.answer(*request), request
