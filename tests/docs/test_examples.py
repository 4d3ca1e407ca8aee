"""The clients under `examples/`: each tells the same story, and copes with a server that is slow, odd or gone."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from mtglayers.server.http.app import Service

from ..fuzz.odd_server import EXIT_CODE, SEPARATOR
from ..support import transcripts
from ..support.http_client import Client
from ..support.paths import ROOT

CLIENTS = {
    "client.py": (sys.executable,),
    "client.mjs": ("node",),
    "Client.java": ("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),  # quick to start
}
PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
REAL = (sys.executable, "-m", "mtglayers")
ODD = (sys.executable, str(ROOT / "tests" / "fuzz" / "odd_server.py"))


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> str:
    """The file of a client whose runtime is there."""
    runtime = CLIENTS[request.param][0]
    if shutil.which(runtime) is None:
        pytest.skip(f"{runtime} is not installed")
    name: str = request.param
    return name


@functools.cache
def run(client: str, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a client in a locale that knows no letter beyond ASCII; `command` starts the server."""
    return subprocess.run(
        [*CLIENTS[client], str(ROOT / "examples" / client), *command],
        capture_output=True, check=False, cwd=ROOT, encoding="utf-8", timeout=120,
        env={**os.environ, "LC_ALL": "C", "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip


def shown() -> str:
    """Return the output of the clients that docs/engine.md shows."""
    (text,) = re.findall(r"```console\n\$ node examples/client.mjs\n(.*?)```", PAGE, re.DOTALL)
    return text


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_what_the_page_says_of_an_engine_comes_out():
    assert "$ node examples/engine.mjs kit/" in PAGE
    assert transcripts.with_engine(PAGE) == PAGE


def test_what_the_page_asks_the_service_is_answered():
    asked = re.findall(
        r"^\$ curl -s --json '(.*?)'[ \\\n]+localhost:8613(\S+) \| jq (-r|-c) \.(\S+)\n(.*?)(?=^\$ |^```)",
        PAGE, re.MULTILINE | re.DOTALL,
    )  # fmt: skip
    client = Client(Service())

    assert len(asked) == 2
    for body, path, how, keys, shown in asked:
        found = client.post(path, json=json.loads(body)).json()
        for key in keys.split("."):
            found = found[key]
        assert found == (shown.removesuffix("\n") if how == "-r" else json.loads(shown))


def test_the_state_that_the_page_shows_is_the_file():
    assert re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL) == [(ROOT / "examples" / "saproling.pzl").read_text()]


def test_what_the_page_shows_is_what_is_printed(client):
    found = run(client, *REAL)

    assert (found.stdout, found.stderr, found.returncode) == (shown(), "", 0)


def test_megabytes_pieces_separators_and_a_full_error_stream(client):
    found = run(client, *ODD, "odd")

    assert found.stdout == shown().replace("“", SEPARATOR)
    assert found.returncode == 0


def test_a_server_that_ends_within_an_answer_is_told(client):
    found = run(client, *ODD, "half")

    assert f"mtglayers has ended (exit code {EXIT_CODE})" in found.stderr
    assert found.stdout == ""
    assert found.returncode != 0


def test_a_server_named_in_the_environment_that_has_gone_is_told(client):
    found = run(client, MTGLAYERS=" ".join([*ODD, "gone"]))

    assert f"mtglayers has ended (exit code {EXIT_CODE})" in found.stderr
    assert found.stdout == ""
    assert found.returncode != 0


def test_an_answer_to_nobody_is_an_answer(client):
    found = run(client, *ODD, "nobody")

    assert "too many bytes" in found.stderr
    assert found.stdout == ""
    assert found.returncode != 0


def test_all_are_told_of():
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")

    for name in CLIENTS:
        assert f"]({name})" in text
