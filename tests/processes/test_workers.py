"""The service over HTTP with several worker processes: boards, limits, and workers that end unexpectedly."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from mtglayers.server.errors import CancelledError, WorkerError
from mtglayers.server.http import workers as module
from mtglayers.server.http.workers import Workers
from mtglayers.server.limits import HttpLimits
from mtglayers.server.tasks import Task

from ..support.http_process import ENDLESS, PATIENCE, Process, limits, process, request

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL and no `ps`")

BOARD = {"timeline": [{"enters": "Blood Moon"}, {"enters": "Overgrown Tomb"}]}


@pytest.fixture
def service() -> Iterator[Process]:
    with process("--workers", "2") as found:
        yield found


def post(service: Process, method: str, **params: Any) -> httpx.Response:
    return httpx.post(f"{service.url}/v1/{method}", json=params, timeout=PATIENCE)


def made(service: Process, **board: Any) -> str:
    answer = post(service, "board/new", **(board or BOARD))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["board"])


def lands(service: Process, board: str) -> list[str]:
    answer = post(service, "solve", board=board, objects=["overgrown-tomb"], include=["objects"])
    assert answer.status_code == 200, answer.text
    found: list[str] = answer.json()["objects"][0]["subtypes"]
    return found


def worker_of(board: str) -> str:
    return board.partition("-")[0]


def workers(service: Process) -> dict[str, int]:
    """Return the ids of the worker processes by the numbers of the workers."""
    told = subprocess.run(["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, check=True, text=True)  # noqa: S607
    rows = (line.split(None, 2) for line in told.stdout.splitlines())
    mine = ((int(row[0]), row[2]) for row in rows if len(row) == 3 and row[1] == str(service.run.pid))
    found = ((re.search(r"main\((\d+),", line), pid) for pid, line in mine)
    return {match[1]: pid for match, pid in found if match}


def kill(service: Process, worker: str) -> None:
    os.kill(workers(service)[worker], signal.SIGKILL)


def test_a_board_is_found_by_its_id_whichever_worker_stores_it(service: Process) -> None:
    boards = [made(service) for _ in range(4)]
    for board in boards[::2]:
        post(service, "board/pop", board=board)
        post(service, "board/push", board=board, event={"enters": "Overgrown Tomb"})
        post(service, "board/push", board=board, event={"leaves": "blood-moon"})

    assert [worker_of(board) for board in boards] == ["1", "2", "1", "2"]
    assert [lands(service, board) for board in boards] == [["Swamp", "Forest"], ["Mountain"]] * 2
    assert service.health()["boards"] == 4
    copy = post(service, "board/snapshot", board=boards[1]).json()["board"]
    assert worker_of(copy) == "2"
    assert lands(service, copy) == ["Mountain"]
    for board in (*boards, copy):
        assert post(service, "board/drop", board=board).status_code == 200
    assert service.health()["boards"] == 0
    assert post(service, "solve", board=boards[0]).json()["error"]["data"]["type"] == "UnknownBoardError"
    assert service.end() == (0, "", "")


def test_boards_of_two_workers_are_compared(service: Process) -> None:
    one, other = made(service), made(service, timeline=[{"enters": "Overgrown Tomb"}])
    answers = [
        post(service, "compare", one={"board": first}, other={"board": second}).json()
        for first, second in ((one, other), (BOARD, {"timeline": [{"enters": "Overgrown Tomb"}]}), (other, one))
    ]

    assert worker_of(one) != worker_of(other)
    assert answers[0] == answers[1]
    assert answers[2]["objects"]["only_other"] == answers[0]["objects"]["only_one"] == ["blood-moon"]
    unknown = post(service, "compare", one={"board": one}, other={"board": "2-ab"})
    assert (unknown.status_code, unknown.json()["error"]["data"]["board"]) == (404, "2-ab")


def test_answers_and_errors_are_those_of_a_service_without_workers(service: Process) -> None:
    asked: list[tuple[str, bytes]] = [
        ("solve", b'{"board": {"timeline": [{"enters": "Blood Moon"}]}}'),
        ("solve", b'{"board": {"timeline": [{"enters": "Blod Moon"}]}}'),
        ("solve", b'{"board": 7}'), ("solve", b"[]"), ("solve", b"{"), ("solve", b'{"board": "1"}'),
        ("solve", b'{"board": "0-1"}'), ("solve", b'{"board": "\\ud800"}'), ("solve", b'{"board": "x", "board": "y"}'),
        ("solve", b'{"board": "\xff"}'), ("solve", b'{"board": "\\x"}'),
        ("solve", b'{"board": "1-a", "edition": "\xff"}'),
        ("compare", b'{"one": {"board": "a"}, "other": {"board": "\xff"}}'), ("compare", b'{"one": {}, "other": 7}'),
        ("compare", b'{"one": {"board": "1-a"}, "other": {"board": "2-a"}}'),
        ("compare", b'{"one": {"board": "1-a", "x": 1}, "other": {"board": "2-a"}}'),
        ("solve", b'{"one": {"board": "1-a"}, "other": {"board": "2-a"}}'),
        ("solve", b"[" * 10_000), ("compare", b'{"one": {"board": "3-1"}, "other": {"board": "-2-"}}'),
        ("initialize", b""), ("cards/search", b'{"text": "urborg"}'),
    ]  # fmt: skip
    head = {"content-type": "application/json"}
    with process("--limit", "at_work=4") as alone:
        for method, body in asked:
            answers = [
                httpx.post(f"{each.url}/v1/{method}", content=body, headers=head, timeout=PATIENCE)
                for each in (service, alone)
            ]
            assert answers[0].status_code == answers[1].status_code, body
            assert answers[0].content == answers[1].content


@pytest.mark.parametrize(("limit", "which"), [({"boards": 3}, "boards"), ({"weight": 15}, "weight")])
def test_limits_count_the_boards_of_all_workers(limit: dict[str, int], which: str) -> None:
    with process("--workers", "3", *limits(**limit)) as service:
        boards = [made(service) for _ in range(3)]
        refused = post(service, "board/new", **BOARD)
        copied = post(service, "board/snapshot", board=boards[0])

        assert {worker_of(board) for board in boards} == {"1", "2", "3"}
        for answer in (refused, copied):
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
            assert answer.json()["error"]["data"]["allowed"] == limit[which]
        post(service, "board/drop", board=boards[2])
        assert worker_of(made(service)) == worker_of(boards[2])
        assert post(service, "board/new", **BOARD).status_code == 429


def test_boards_requested_at_once_do_not_exceed_the_limit() -> None:
    with process("--workers", "2", *limits(boards=5)) as service, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: post(service, "board/new", **BOARD).status_code, range(24)))
        assert service.health()["boards"] == answers.count(200) <= 5
        assert set(answers) == {200, 429}


def test_unused_boards_of_every_worker_are_dropped() -> None:
    with process("--workers", "2", *limits(idle_board_seconds=1)) as service:
        boards = [made(service), made(service)]
        service.wait_for(boards=0)
        assert [post(service, "board/pop", board=board).status_code for board in boards] == [404, 404]


def test_slow_requests_hold_up_nobody_and_end_with_their_clients(service: Process) -> None:
    body = request("/v1/orders", json.dumps(ENDLESS).encode())
    boards = [made(service), made(service)]
    slow = [service.connect(), service.connect()]
    for each in slow:
        each.sendall(body)
    service.wait_for(at_work=2)
    assert [lands(service, board) for board in boards] == [["Mountain"]] * 2
    assert service.health()["at_work"] == 2
    for each in slow:
        each.close()
    service.wait_for(at_work=0, waiting=0)


def test_the_time_of_a_request_is_limited() -> None:
    with process("--workers", "2", *limits(seconds=0.2)) as service:
        answer = post(service, "orders", **ENDLESS)
        assert (answer.status_code, answer.json()["error"]["data"]["limit"]) == (422, "seconds of work")


def test_a_worker_that_is_killed() -> None:
    """Its boards are lost and its requests fail with clear errors; the boards of the other are unharmed."""
    with process("--workers", "2", *limits(seconds=0)) as service, ThreadPoolExecutor(4) as pool:
        boards = [made(service, **ENDLESS["board"]), made(service)]
        working = pool.submit(post, service, "orders", board=boards[0], limit=1_000_000)
        service.wait_for(at_work=1)
        kill(service, "1")

        failed = working.result(PATIENCE)
        assert (failed.status_code, failed.headers["retry-after"]) == (503, "1")
        assert failed.json()["error"]["data"]["type"] == "WorkerError"
        lost = post(service, "solve", board=boards[0])
        assert (lost.status_code, lost.json()["error"]["code"]) == (404, -32017)
        assert lost.json()["error"]["data"]["type"] == "LostBoardError"
        assert lost.json()["error"]["message"] == (
            f"the board `{boards[0]}` is lost, because the process that stored it ended unexpectedly"
        )
        assert lands(service, boards[1]) == ["Mountain"]
        end = time.monotonic() + PATIENCE
        while worker_of(board := made(service)) != "3":  # the worker in its place has a new number
            assert time.monotonic() < end
            post(service, "board/drop", board=board)
        assert lands(service, board) == ["Mountain"]
        code, out, err = service.end()

    assert (code, out) == (0, "")
    assert err == "worker 1 ended unexpectedly (status -9); lost: 1 board\n"


def test_all_workers_are_killed(service: Process) -> None:
    for worker in ("1", "2"):
        kill(service, worker)
    end = time.monotonic() + PATIENCE
    while (answer := post(service, "solve", board=BOARD)).status_code == 503:
        assert answer.json()["error"]["data"]["type"] == "WorkerError"
        assert time.monotonic() < end
    assert answer.status_code == 200


def test_a_request_whose_client_has_gone_keeps_its_place_until_its_worker_stops(service: Process) -> None:
    board = made(service)
    pid = workers(service)["1"]
    os.kill(pid, signal.SIGSTOP)
    with service.connect() as client:
        client.sendall(request("/v1/solve", json.dumps({"board": board}).encode()))
        service.wait_for(at_work=1)
    assert made(service, timeline=[]).startswith("2-")  # the other worker answers
    assert service.health()["at_work"] == 1
    os.kill(pid, signal.SIGCONT)
    service.wait_for(at_work=0)
    assert lands(service, board) == ["Mountain"]


def test_a_worker_that_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_HUNG", 0.2)

    async def stopped() -> None:
        found, task = Workers(1, HttpLimits()), Task()
        await found.start()
        os.kill(found._alive[1].process.pid, signal.SIGSTOP)
        asking = asyncio.create_task(found.ask("initialize", b"x" * 4_000_000, [], task))  # more than a pipe holds
        await asyncio.sleep(0.1)
        task.stop(CancelledError("the client has disconnected"))
        with pytest.raises(CancelledError, match="the client has disconnected"):
            await asking
        while 2 not in found._alive:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert (await found.ask("board.new", b"{}", [], Task())).status == 200
        await found.end()

    asyncio.run(asyncio.wait_for(stopped(), PATIENCE))


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [
        ("/no/such", "", "a worker cannot be started: No such file or directory\n"),
        (sys.executable, "print(1)", "worker 1 ended unexpectedly (status 0); lost: 0 boards\n"),
        (
            sys.executable,
            "import time; print(end='\\0\\0\\0\\1?', flush=True); time.sleep(99)",  # not a message
            "worker 1 ended unexpectedly (status -9); lost: 0 boards\n",
        ),
    ],
)  # fmt: skip
def test_a_worker_that_cannot_start(
    program: str, code: str, said: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.setattr(module, "_CODE", code)
    with pytest.raises(WorkerError, match="a worker process cannot be started"):
        asyncio.run(asyncio.wait_for(Workers(1, HttpLimits()).start(), PATIENCE))
    assert capfd.readouterr().err == said


def test_a_terminal_interrupts_the_service_and_not_its_workers() -> None:
    with process("--workers", "2", start_new_session=True) as service:
        board = made(service)
        assert lands(service, board) == ["Mountain"]
        os.killpg(service.run.pid, signal.SIGINT)
        assert service.ended() == (0, "", "")


def test_running_requests_are_stopped_after_the_grace_period() -> None:
    with process("--workers", "2", *limits(seconds=0, grace_seconds=1)) as service, ThreadPoolExecutor(2) as pool:
        working = [pool.submit(post, service, "orders", **ENDLESS) for _ in range(2)]
        service.wait_for(at_work=2)
        assert service.end() == (0, "", "")
        for each in working:
            assert each.result(PATIENCE).status_code == 503
            assert each.result(PATIENCE).json()["error"]["message"] == "the service is shutting down"


def test_a_worker_that_hangs_does_not_keep_the_service_from_ending() -> None:
    with process("--workers", "2", *limits(grace_seconds=1)) as service, ThreadPoolExecutor(1) as pool:
        board = made(service)
        os.kill(workers(service)["1"], signal.SIGSTOP)
        asking = pool.submit(post, service, "solve", board=board)
        service.wait_for(at_work=1)
        assert service.end() == (0, "", "")
        assert asking.result(PATIENCE).status_code == 503
        assert asking.result(PATIENCE).json()["error"]["message"] == "the service is shutting down"


def test_workers_end_with_the_service(service: Process) -> None:
    running = workers(service)
    service.run.kill()
    service.run.wait(PATIENCE)
    end = time.monotonic() + PATIENCE
    while any(_exists(pid) for pid in running.values()):
        assert time.monotonic() < end
        time.sleep(0.02)


def _exists(pid: int) -> bool:
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False, text=True)  # noqa: S607
    return told.stdout.strip()[:1] not in {"", "Z"}
