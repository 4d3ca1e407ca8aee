"""The page over both engines, and a browser that opens it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest

from mtglayers.cli.main import main
from mtglayers.web.build import RuntimeMissingError, runtime_files

from ..support.browser import PROGRAM
from ..support.paths import ROOT
from .visitor import hosted, running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    playwright.expect.set_options(timeout=60_000)  # as long as everything else waits
    with playwright.sync_playwright() as library:
        found = library.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def browser(chromium: Any) -> Iterator[Any]:
    """A browser; what a test opens in it is closed after the test."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder that `mtglayers page --build` writes, once for all processes of a run."""
    place = tmp_path_factory.getbasetemp()
    folder, runtime = (place if worker_id == "master" else place.parent) / "site", ROOT / "build" / "runtime"
    try:
        runtime_files(runtime)
    except RuntimeMissingError as error:
        pytest.skip(f"the runtime of the engine cannot be fetched: {error}")
    with folder.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.exists():
            main(["page", "--build", str(folder), "--runtime", str(runtime)], standalone_mode=False)
    return folder


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """The address of the page that asks a service."""
    command = [sys.executable, "-m", "mtglayers", "page", "--no-browser"]
    with running(command, cwd=ROOT) as address:
        yield address


@pytest.fixture(scope="session")
def static(site: Path) -> Iterator[str]:
    """The address of the page whose engine runs in the browser."""
    with hosted(site) as address:
        yield address


@pytest.fixture(params=["service", "static"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of the page, with each engine: for what depends on the engine, which takes seconds to start."""
    found: str = request.getfixturevalue(request.param)
    return found
