"""The service over HTTP, in this process: routes, errors and their statuses, who may ask, boards that are kept."""

from __future__ import annotations

import json
import sys
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main
from mtglayers.model.errors import LimitError, UnknownObjectError
from mtglayers.server.errors import InvalidRequestError, status_of
from mtglayers.server.http import process
from mtglayers.server.http.app import Service
from mtglayers.server.http.openapi import document
from mtglayers.server.http.process import LOOPBACK
from mtglayers.server.limits import BOARDS, SECONDS, WEIGHT, HttpLimits
from mtglayers.server.methods import METHODS, call
from mtglayers.server.session import Session
from mtglayers.web.files import HEADERS, page_files

from ....support.http_client import Client, in_chunks
from ....support.paths import ROOT

TIMELINE = [
    {"enters": "Blood Moon"},
    {"enters": "Life and Limb"},
    {"enters": "Saproling", "controller": "Ben"},
    {"enters": "Overgrown Tomb"},
]  # fmt: skip
BOARD = {"players": ["Ana", "Ben"], "timeline": TIMELINE}


def client(limits: HttpLimits | None = None, **options: Any) -> Client:
    return Client(Service(limits, **options))


@pytest.fixture
def service() -> Client:
    return client(hosts=LOOPBACK)


def error_of(answer: httpx.Response) -> tuple[int, int, str]:
    assert answer.headers["content-type"] == "application/json"
    error = answer.json()["error"]
    assert set(error) == {"code", "message", "data"}
    return answer.status_code, error["code"], error["message"]


# --- Methods ---


def test_a_board_is_sent_along(service: Client) -> None:
    answer = service.post("/v1/solve", json={"board": BOARD, "include": ["all"]})

    assert answer.status_code == 200
    assert answer.json() == plain(call(Session(), "solve", {"board": BOARD, "include": ["all"]}))
    assert [found["subtypes"] for found in answer.json()["objects"] if found["id"] == "saproling"] == [
        ["Saproling", "Forest"]
    ]


def test_a_board_is_kept(service: Client) -> None:
    made = service.post("/v1/board/new", json={"players": ["Ana", "Ben"], "timeline": TIMELINE[:3]}).json()
    board = made["board"]
    pushed = service.post("/v1/board/push", json={"board": board, "event": TIMELINE[3]}).json()
    solved = service.post("/v1/solve", json={"board": board})
    twin = service.post("/v1/board/snapshot", json={"board": board, "data": True}).json()
    popped = service.post("/v1/board/pop", json={"board": board, "count": 4}).json()
    of_twin = service.post("/v1/solve", json={"board": twin["board"]})
    dropped = service.post("/v1/board/drop", json={"board": board})

    assert made["made"] == [["blood-moon"], ["life-and-limb"], ["saproling"]]
    assert pushed == {"events": 4, "made": [["overgrown-tomb"]]}
    assert [event["enters"] for event in popped["popped"]] == [event["enters"] for event in reversed(TIMELINE)]
    assert twin["data"]["timeline"] == TIMELINE
    assert of_twin.json()["objects"] == solved.json()["objects"]
    assert (dropped.status_code, dropped.json()) == (200, {})
    assert error_of(service.post("/v1/solve", json={"board": board})) == (404, -32017, f"unknown board `{board}`")


def test_ids_of_boards_cannot_be_guessed(service: Client) -> None:
    ids = {service.post("/v1/board/new").json()["board"] for _ in range(20)}
    near = next(iter(ids))[:-1]
    answer = service.post("/v1/board/pop", json={"board": near})

    assert len(ids) == 20
    assert {len(id) for id in ids} == {32}
    assert error_of(answer) == (404, -32017, f"unknown board `{near}`")
    assert answer.json()["error"]["data"] == {"type": "UnknownBoardError", "board": near, "nearest": []}


@pytest.mark.parametrize("name", METHODS)
def test_every_method_has_a_route(service: Client, name: str) -> None:
    path = f"/v1/{name.replace('.', '/')}"

    assert error_of(service.post(path, json={"nonsense": 1}))[:2] == (422, -32602)
    assert error_of(service.get(path)) == (405, -32600, f"`{path}` supports OPTIONS, POST, not GET")
    assert service.get(path).headers["allow"] == "OPTIONS, POST"
    options = service.options(path)
    assert (options.status_code, options.headers["allow"], options.content) == (204, "OPTIONS, POST", b"")


def test_no_parameters_need_no_body(service: Client) -> None:
    assert service.post("/v1/initialize").json() == service.post("/v1/initialize", json={}).json()
    assert service.post("/v1/initialize").json()["limits"]["idle_board_seconds"] == 3600


def test_many_at_once_are_answered_as_one_after_the_other() -> None:
    """The threads of the service share every cache of the library, and disturb each other in nothing."""
    puzzles = sorted((ROOT / "puzzles").glob("*.toml"))[::15]
    boards = [{"puzzle": path.read_text(encoding="utf-8")} for path in puzzles]
    many = client(HttpLimits(at_work=16, queue=1000, seconds=0)).at_once("/v1/check", boards)
    session = Session()

    assert len(boards) > 5
    assert [answer.json() for answer in many] == [plain(call(session, "check", params)) for params in boards]


def test_one_board_answers_in_order() -> None:
    service = client(HttpLimits(at_work=8))
    board = service.post("/v1/board/new").json()["board"]
    events = [{"enters": "Saproling", "as": f"token-{number}"} for number in range(40)]
    answers = service.at_once("/v1/board/push", [{"board": board, "event": event} for event in events])

    assert [(answer.json()["events"], answer.json()["made"]) for answer in answers] == [
        (number + 1, [[f"token-{number}"]]) for number in range(40)
    ]


# --- What there is to read ---


def test_health(service: Client) -> None:
    service.post("/v1/board/new")
    health = service.get("/health")
    head = service.request("HEAD", "/health")

    assert health.json() == {
        "status": "ok", "version": health.json()["version"], "seconds": health.json()["seconds"], "boards": 1,
        "at_work": 0, "waiting": 0,
    }  # fmt: skip
    assert head.status_code == 200
    assert service.options("/health").headers["allow"] == "GET, HEAD, OPTIONS"


def test_schemas(service: Client) -> None:
    found = service.get("/v1/schemas/result")

    assert found.headers["content-type"] == "application/schema+json"
    assert found.json()["$id"] == "urn:mtglayers:schema:2:result"
    assert error_of(service.get("/v1/schemas/nonsense"))[:2] == (404, -32010)


# --- What is refused ---


@pytest.mark.parametrize(("path", "status", "message"), [
    ("/v1/solv", 404, "unknown method `solv`; did you mean `solve`?"),
    ("/v1/board/nwe", 404, "unknown method `board.nwe`; did you mean `board.new`?"),
    ("/v1/solve/", 404, "unknown path `/v1/solve/`; did you mean `/v1/solve`?"),
    ("/v1/board.new", 404, "unknown path `/v1/board.new`; did you mean `/v1/board/new`?"),
    ("/v1/.solve", 404, "unknown path `/v1/.solve`"),
    ("/pages", 404, "unknown path `/pages`"),
    ("/v2/solve", 404, "unknown path `/v2/solve`"),
])  # fmt: skip
def test_paths_that_are_none(service: Client, path: str, status: int, message: str) -> None:
    found = error_of(service.post(path))

    assert (found[0], found[2]) == (status, message)


@pytest.mark.parametrize(("body", "status", "code"), [
    (b"{", 400, -32700),
    (b'{"board": NaN}', 400, -32700),
    (b'\xff{"board": 1}', 400, -32700),
    (b"[" * 100_000, 413, -32016),
    (b'{"a":' * 70 + b"1" + b"}" * 70, 413, -32016),
    (b'{"board": {}, "board": {}}', 400, -32700),
    (b'{"board": "\\ud800"}', 400, -32700),
    (b"null", 400, -32600),
    (b"[]", 400, -32600),
    (b'"text"', 400, -32600),
    (b'{"board": 3}', 422, -32602),
    (b"{}", 422, -32602),
    (b'{"board": {"timeline": [{"enters": "Blod Moon"}]}}', 422, -32001),
    (b'{"board": {"timeline": [{"leaves": "nobody"}]}}', 422, -32007),
    (b'{"board": {"edition": "1066-10-14"}}', 422, -32006),
    (b'{"board": "b1"}', 404, -32017),
])  # fmt: skip
def test_bodies_that_are_wrong(service: Client, body: bytes, status: int, code: int) -> None:
    answer = service.post("/v1/solve", content=body, headers={"content-type": "application/json"})

    assert error_of(answer)[:2] == (status, code)


@pytest.mark.parametrize("headers", [
    {},
    {"content-type": "text/plain"},
    {"content-type": "application/x-www-form-urlencoded"},
    {"content-type": "application/json; charset=latin-1"},
    {"content-type": "application/json", "content-encoding": "gzip"},
])  # fmt: skip
def test_bodies_of_another_kind(service: Client, headers: dict[str, str]) -> None:
    answer = service.post("/v1/board/new", content=b"{}", headers=headers)

    assert error_of(answer)[:2] == (415, -32600)
    assert service.get("/health").json()["boards"] == 0


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON", "application/json; charset=UTF-8"])
def test_kinds_of_json(service: Client, kind: str) -> None:
    assert service.post("/v1/board/new", content=b"{}", headers={"content-type": kind}).status_code == 200


def test_files_are_never_opened(service: Client) -> None:
    """A puzzle is text or data; the name of a file is neither."""
    for name in ("/etc/passwd", "puzzles/three-loop.toml", "-"):
        answer = service.post("/v1/check", json={"puzzle": name})
        assert "title" not in answer.text or answer.json().get("files", [{}])[0].get("title") is None, answer.text


# --- Limits ---


def test_a_body_that_is_too_long() -> None:
    service = client(HttpLimits(message=100))
    told = service.post("/v1/solve", content=b" " * 101, headers={"content-type": "application/json"})
    untold = service.post("/v1/solve", content=in_chunks([b" " * 60] * 2), headers={"content-type": "application/json"})

    assert error_of(told) == (413, -32016, "at most 100 bytes in a request are allowed, not 101")
    assert error_of(untold) == (413, -32016, "at most 100 bytes in a request are allowed")
    assert told.json()["error"]["data"] == {
        "type": "LimitError", "limit": "bytes in a request", "allowed": 100, "given": 101, "path": [],
    }  # fmt: skip


def test_bodies_that_are_too_long_together() -> None:
    answer = client(HttpLimits(bodies=10)).post("/v1/solve", json={"board": {}})

    assert error_of(answer) == (503, -32016, "at most 10 bytes in all requests at once are allowed, not 12")


def test_an_answer_that_is_too_long() -> None:
    answer = client(HttpLimits(answer=10)).post("/v1/initialize")

    assert error_of(answer)[:2] == (413, -32016)
    assert answer.json()["error"]["data"]["limit"] == "bytes in an answer"


def test_too_many_boards() -> None:
    service = client(HttpLimits(boards=2))
    statuses = [service.post("/v1/board/new").status_code for _ in range(2)]
    answer = service.post("/v1/board/new")

    assert statuses == [200, 200]
    assert error_of(answer)[:2] == (429, -32016)
    assert answer.headers["retry-after"] == "1"


@pytest.mark.parametrize(("limits", "limit"), [
    (HttpLimits(events=3), "events on a timeline"),
    (HttpLimits(objects=3), "objects on a board"),
])  # fmt: skip
def test_a_board_that_is_too_big(limits: HttpLimits, limit: str) -> None:
    answer = client(limits).post("/v1/solve", json={"board": BOARD})

    assert error_of(answer)[:2] == (413, -32016)
    assert answer.json()["error"]["data"]["limit"] == limit


def test_idle_boards_are_forgotten() -> None:
    asked = client(HttpLimits(idle_board_seconds=3600))
    board = asked.post("/v1/board/new").json()["board"]
    asked.service.tidy()
    before = asked.post("/v1/solve", json={"board": board}).status_code
    asked.service.session.drop_idle(-1)
    after = asked.post("/v1/solve", json={"board": board}).status_code

    assert (before, after) == (200, 404)


def test_statuses() -> None:
    assert status_of(UnknownObjectError("x")) == 422
    assert status_of(InvalidRequestError()) == 400
    assert status_of(LimitError(SECONDS, 1)) == 422
    assert status_of(LimitError(BOARDS, 1)) == status_of(LimitError(WEIGHT, 1)) == 429
    assert status_of(LimitError("objects on a board", 1)) == 413


def test_a_full_service_says_so_of_events_too() -> None:
    asked = client(HttpLimits(weight=4))
    made = [asked.post("/v1/board/new", json={"timeline": [{"enters": "Mountain"}]}) for _ in range(3)]
    board = made[0].json()["board"]
    pushed = asked.post("/v1/board/push", json={"board": board, "event": {"enters": "Mountain"}})

    assert [answer.status_code for answer in (*made, pushed)] == [200, 200, 429, 429]
    assert pushed.headers["retry-after"] == "1"
    assert "429" in document()["paths"]["/v1/board/push"]["post"]["responses"]


def test_what_should_not_happen(service: Client, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr("mtglayers.server.questions.solve", fails)
    answer = service.post("/v1/solve", json={"board": {}})
    incident = answer.json()["error"]["data"]["incident"]

    assert error_of(answer)[:2] == (500, -32603)
    assert "inside" not in answer.text
    assert f"incident {incident}: solve: ZeroDivisionError: inside (" in capsys.readouterr().err


# --- Who may ask ---


@pytest.mark.parametrize(("host", "status"), [
    ("localhost", 200), ("LOCALHOST:1", 200), ("127.0.0.1:8613", 200), ("[::1]:8613", 200),
    ("rebound.example", 400), ("localhost.example", 400), ("127.0.0.1@evil.example", 400), ("", 400),
    ("localhost:x", 400), ("localhost/x", 400),
])  # fmt: skip
def test_hosts(service: Client, host: str, status: int) -> None:
    assert service.get("/health", headers={"host": host}).status_code == status


def test_any_host_where_none_is_named() -> None:
    assert client().get("/health", headers={"host": "solver.example"}).status_code == 200


@pytest.mark.parametrize(("origin", "status"), [
    ("http://localhost:8613", 200), ("http://localhost:80", 403), ("https://evil.example", 403), ("null", 403),
])  # fmt: skip
def test_pages_of_others_may_not_ask(service: Client, origin: str, status: int) -> None:
    answer = service.post("/v1/board/new", headers={"origin": origin})

    assert answer.status_code == status
    assert "access-control-allow-origin" not in answer.headers


def test_pages_that_may_ask() -> None:
    service = client(origins=("https://friend.example",))
    asked = {"origin": "https://friend.example"}
    before = {**asked, "access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    preflight = service.options("/v1/solve", headers={**before, "access-control-request-private-network": "true"})
    answer = service.post("/v1/initialize", headers=asked)

    assert preflight.status_code == 200
    assert preflight.headers["access-control-allow-methods"] == "GET, POST"
    assert preflight.headers["access-control-allow-private-network"] == "true"
    assert answer.headers["access-control-allow-origin"] == "https://friend.example"
    assert answer.headers["access-control-expose-headers"] == "retry-after"
    assert service.post("/v1/initialize", headers={"origin": "https://evil.example"}).status_code == 403
    assert client(origins=("*",)).get("/health", headers=asked).headers["access-control-allow-origin"] == "*"


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


# --- The command ---


def test_the_command_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] in {"starlette", "uvicorn"}]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.startswith("mtglayers.server.http")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "starlette", None)
    result = CliRunner().invoke(main, ["serve", "--http"])

    assert (result.exit_code, result.stderr) == (
        2, "error: the HTTP service needs mtglayers[service]: `pip install mtglayers[service]`\n",
    )  # fmt: skip


HOST_NAME = "invalid value for `--allow-host`:"
PATTERN = "must be a host name, `*` or a pattern such as `*.example.org`"


@pytest.mark.parametrize(("arguments", "said"), [
    (["--limit", "second=3"], "invalid value for `--limit`: unknown limit `second`; did you mean `seconds`?"),
    (["--limit", "seconds=x"], "invalid value for `--limit`: `seconds` must be a number, not `x`"),
    (["--limit", "at_work=0"], "invalid value for `--limit`: `at_work` must be a number above 0, not `0`"),
    (["--limit", "boards=1.5"], "invalid value for `--limit`: `boards` must be a number, not `1.5`"),
    (["--limit", "seconds=nan"], "invalid value for `--limit`: `seconds` must be a number above 0, not `nan`"),
    (["--allow-host", "a*b"], f"{HOST_NAME} `a*b` {PATTERN}"),
    (["--allow-host", "good.example", "--allow-host", "*x"], f"{HOST_NAME} `*x` {PATTERN}"),
    (["--allow-host", "*.*.example"], f"{HOST_NAME} `*.*.example` {PATTERN}"),
])  # fmt: skip
def test_options_that_are_invalid(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["serve", "--http", *arguments])

    assert (result.exit_code, result.stderr) == (2, f"error: {said}\n")


@pytest.mark.parametrize("option", ["--host=127.0.0.1", "--port=8613", "--allow-origin=*", "--allow-host=*"])
def test_options_of_the_service_with_standard_input(option: str) -> None:
    result = CliRunner().invoke(main, ["serve", "--stdio", option])

    said = f"error: `--stdio` and `{option.partition('=')[0]}` cannot be used together\n"
    assert (result.exit_code, result.stderr) == (2, said)


def test_host_names_that_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    monkeypatch.setattr(process, "serve_http", lambda *_, hosts, **__: found.extend(hosts))
    names = ["*", "*.example.org", "example.org", "[::1]"]
    result = CliRunner().invoke(main, ["serve", "--http", *(word for name in names for word in ("--allow-host", name))])

    assert (result.exit_code, found) == (0, names)
    assert client(hosts=found).get("/health").status_code == 200


def test_the_command_prints_the_document() -> None:
    result = CliRunner().invoke(main, ["serve", "--openapi"])

    assert json.loads(result.stdout) == document()


# --- The page ---


def test_the_page_is_served(service: Client) -> None:
    first = service.get("/")
    assert first.status_code == 200
    assert first.headers["content-type"] == "text/html; charset=utf-8"
    assert {name: first.headers[name] for name in HEADERS} == HEADERS
    for name, file in page_files().items():
        answer = service.get(f"/page/{name}")
        assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, file.data, file.type)
        again = service.get(f"/page/{name}", headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/page/", "/page/none.js", "/page/../files.py", "/page/vendor/vendored.toml"])
def test_other_files_are_not_served(service: Client, path: str) -> None:
    assert service.get(path).status_code == 404
