"""docs/http.md: its curl commands are answered as it says, its tables are those of the code.

`python -m tests.docs.test_http` writes answers and tables into it again.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

import msgspec

from mtglayers.server.http.app import Service
from mtglayers.server.http.openapi import ERRORS, path_of
from mtglayers.server.limits import HttpLimits, ServerLimits
from mtglayers.server.methods import METHODS
from mtglayers.server.session import Session
from mtglayers.wire.definitions import described

from ..support.http_client import Client
from ..support.paths import ROOT

PAGE = ROOT / "docs" / "http.md"
URL = "http://127.0.0.1:8613"
IDS = ("2f1c8a06be4d4bd8a1a0c5e98d1f7b3e", "7c0f5d1b9e664b0d8d2e3a49b1c6f085")


def test_what_curl_prints() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert with_answers(text) == text
    assert with_answers(text.replace('"events":4', '"events":5').replace("ok\n", "ko\n")) == text  # all are asked


def test_the_tables() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert with_tables(text) == text
    assert with_tables(text.replace("| 408 | ", "| 408 | not ").replace("`, `/v1/solve`", "")) == text


def with_answers(text: str) -> str:
    """Return the page with what each command prints now."""
    service = Service()
    ids = iter(IDS)
    service.session = Session(service.limits, lambda: next(ids))
    client = Client(service, URL)

    def block(found: re.Match[str]) -> str:
        parts = []
        for part in re.split(r"^(?=\$ )", found[1], flags=re.MULTILINE):
            if not part.startswith("$ curl"):
                parts.append(part)
                continue
            command = part[2 : end_of(part)]
            parts.append(f"$ {command}\n{printed(client, command)}")
        return f"```console\n{''.join(parts)}```"

    return re.sub(r"```console\n(.*?)```", block, text, flags=re.DOTALL)


def end_of(part: str) -> int:
    """Return where a command ends: at the end of the first line on which no quotation is open."""
    place = part.index("\n")
    while part[:place].count("'") % 2:
        place = part.index("\n", place + 1)
    return place


def printed(client: Client, command: str) -> str:
    """Return what a command prints: curl with -s, -H, -d and -w, and what may stand after it."""
    asked, _, then = command.partition(" | ")
    words = iter(shlex.split(asked)[1:])
    url, headers, body, after = "", {}, None, ""
    for word in words:
        match word:
            case "-s":
                pass
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case "-d":
                body = next(words)
            case "-w":
                after = next(words)
            case _:
                url = word
    answer = client.request("POST" if body is not None else "GET", url, headers=headers, content=body)
    text = answer.text + after.replace("\\n", "\n").replace("%{http_code}", str(answer.status_code))
    match then:
        case "jq -r .text" | "jq -r .status":
            text = str(answer.json()[then.rpartition(".")[2]])
        case "jq -c '.objects[0] | [.subtypes, .abilities[].text]'":
            found = answer.json()["objects"][0]
            text = json.dumps(
                [found["subtypes"], *(each["text"] for each in found["abilities"])], separators=(",", ":")
            )
    return text if text.endswith("\n") else f"{text}\n"


def with_tables(text: str) -> str:
    """Return the page with its tables as they are now: by what stands above their lines."""
    routes = f"`POST {'`, `'.join(path_of(name) for name in METHODS)}`"
    text = re.sub(r"^\| `POST .*", lambda _: f"| {routes} | the methods |", text, flags=re.MULTILINE)
    statuses, limits = "| status | |\n|---:|---|\n", "| limit | default | |\n|---|---:|---|\n"
    for head, lines in ((statuses, error_lines()), (limits, limit_lines())):
        rows = "".join(f"{line}\n" for line in lines)
        assert text.count(head) == 1
        text = re.sub(rf"({re.escape(head)})(?:\|.*\n)*", lambda found, rows=rows: found[1] + rows, text)
    return text


def error_lines() -> Iterator[str]:
    return (f"| {status} | {says} |" for status, says in ERRORS.items())


def limit_lines() -> Iterator[str]:
    _, says = described(HttpLimits)
    defaults: dict[str, Any] = msgspec.to_builtins(HttpLimits())
    own = [name for name in HttpLimits.__struct_fields__ if name not in ServerLimits.__struct_fields__]
    return (f"| `{name}` | {defaults[name]:,} | {says[name]} |" for name in own)


if __name__ == "__main__":
    PAGE.write_text(with_answers(with_tables(PAGE.read_text(encoding="utf-8"))), encoding="utf-8")
