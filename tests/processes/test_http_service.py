"""The service over HTTP as a process: limits that hold, health while it works, clients that go, a peaceful end."""

from __future__ import annotations

import json
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import httpx
import pytest

from ..support.http_process import ENDLESS, PATIENCE, Process, limits, process, received, request

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that could be caught")

FEW = limits(at_work=1, queue=1, seconds=60, grace_seconds=1, body_seconds=1, message=10_000, connections=40)


@pytest.fixture(scope="module")
def service() -> Iterator[Process]:
    """A service with small limits, which stays in order whatever the tests do to it."""
    with process(*FEW) as found:
        yield found
        assert found.end() == (0, "", "")


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as found:
        yield found


def endless(service: Process) -> httpx.Response:
    return httpx.post(f"{service.url}/v1/orders", json=ENDLESS, timeout=PATIENCE)


def limit_of(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["data"]["limit"])


# --- While it runs ---


def test_it_says_where_it_is(service: Process) -> None:
    assert service.url.startswith("http://127.0.0.1:")
    assert service.health()["boards"] == 0


def test_the_time_of_a_request_is_limited_and_of_a_board_on_which_nothing_happens() -> None:
    with process(*limits(seconds=0.2, idle_board_seconds=1)) as service:
        answer = endless(service)
        again = httpx.post(f"{service.url}/v1/board/new", json={})

        assert (answer.status_code, limit_of(answer)) == (422, "seconds of work")
        assert answer.json()["error"]["message"] == "at most 0.2 seconds of work are allowed"
        assert again.status_code == 200
        assert service.health()["at_work"] == 0
        service.wait_for(boards=0)
        forgotten = httpx.post(f"{service.url}/v1/board/pop", json={"board": again.json()["board"]})
        assert forgotten.status_code == 404


def test_a_client_that_goes_ends_its_work_and_those_who_wait_go_on(service: Process, pool: ThreadPoolExecutor) -> None:
    """One is at work, one waits, one is refused; /health answers meanwhile."""
    body = json.dumps(ENDLESS).encode()
    first = service.connect()
    first.sendall(request("/v1/orders", body))
    service.wait_for(at_work=1, waiting=0)
    second = pool.submit(httpx.post, f"{service.url}/v1/solve", json={"board": {}}, timeout=PATIENCE)
    service.wait_for(at_work=1, waiting=1)
    third = httpx.post(f"{service.url}/v1/solve", json={"board": {}})

    assert (third.status_code, third.headers["retry-after"]) == (503, "1")
    assert limit_of(third) == "waiting requests"
    assert not second.done()
    first.close()
    assert second.result(PATIENCE).status_code == 200
    service.wait_for(at_work=0, waiting=0)


def test_one_who_waits_may_go(service: Process) -> None:
    body = json.dumps(ENDLESS).encode()
    first, second = service.connect(), service.connect()
    first.sendall(request("/v1/orders", body))
    service.wait_for(at_work=1)
    second.sendall(request("/v1/orders", body))
    service.wait_for(at_work=1, waiting=1)
    second.close()
    service.wait_for(at_work=1, waiting=0)
    first.close()
    service.wait_for(at_work=0, waiting=0)


def test_a_head_that_is_too_long(service: Process) -> None:
    with service.connect() as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 16_384)
        answer = received(connection)

    assert answer.startswith(b"HTTP/1.1 400 ")


def test_a_body_with_two_ends(service: Process) -> None:
    """What another program takes for the next request is none."""
    head = request("/v1/initialize").replace(b"Length: 0", b"Length: 5\r\nTransfer-Encoding: chunked")
    with service.connect() as connection:
        connection.sendall(head + b"0\r\n\r\n" + request("/v1/initialize"))
        answer = received(connection)

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"a body must have `Content-Length` or `Transfer-Encoding`, not both" in answer
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("said", [b"no http\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x00\xa5\x01\x00\n\n"])
def test_what_is_no_http(service: Process, said: bytes) -> None:
    with service.connect() as connection:
        connection.sendall(said)
        answer = received(connection)

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"content-type: text/plain" in answer.lower()
    assert answer.endswith(b"Invalid HTTP request received.")


def test_a_body_that_never_ends(service: Process) -> None:
    with service.connect() as connection:
        connection.sendall(request("/v1/solve", b"{")[:-1].replace(b"Length: 1", b"Length: 9") + b"{")
        answer = received(connection)

    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"limit":"seconds to send a request","allowed":1' in answer


def test_a_body_without_end_is_refused_while_it_comes(service: Process) -> None:
    """Nobody tells its length, and it is never read to its end."""
    head = request("/v1/solve").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    chunk = b"400\r\n" + b" " * 0x400 + b"\r\n"
    with service.connect() as connection:
        connection.sendall(head)
        sent = 0
        connection.settimeout(0.01)
        answer = b""
        while not answer and sent < 10_000:
            connection.sendall(chunk)
            sent += 1
            try:
                answer = connection.recv(65536)
            except TimeoutError:
                continue

        assert answer.startswith(b"HTTP/1.1 413 ")
        assert sent < 100


def test_too_many_connections() -> None:
    with process(*limits(connections=3)) as service:
        held = [service.connect() for _ in range(3)]
        for each in held:
            each.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert each.recv(65536).startswith(b"HTTP/1.1 200 ")
        answer = httpx.post(f"{service.url}/v1/solve", json={"board": {}})
        assert (answer.status_code, answer.headers["connection"], answer.headers["retry-after"]) == (503, "close", "1")
        assert (limit_of(answer), answer.json()["error"]["data"]["allowed"]) == ("connections", 3)
        health = httpx.get(f"{service.url}/health")
        assert (health.status_code, health.json()["status"], health.headers["connection"]) == (200, "ok", "close")
        held.pop().close()
        while (answer := httpx.post(f"{service.url}/v1/solve", json={"board": {}})).status_code == 503:
            pass
        assert answer.status_code == 200


def test_idle_connections_make_room_for_others_and_requests_do_not() -> None:
    with process(*limits(connections=3)) as service, service.connect() as slow:
        slow.sendall(request("/v1/solve", b'{"board": {}}')[:-1])
        service.wait_for(waiting=1)
        idle = [service.connect() for _ in range(200)]
        for _ in range(3):
            health = httpx.get(f"{service.url}/health", timeout=PATIENCE)
            assert (health.status_code, health.json()["waiting"]) == (200, 1)
        assert idle[0].recv(1) == b""  # closed
        slow.sendall(b"}")
        assert slow.recv(65536).startswith(b"HTTP/1.1 200 ")
        for each in idle:
            each.close()
        while httpx.post(f"{service.url}/v1/solve", json={"board": {}}, timeout=PATIENCE).status_code != 200:
            pass


# --- Its end ---


def test_what_runs_may_end_and_is_stopped_at_last(pool: ThreadPoolExecutor) -> None:
    with process(*FEW) as service:
        working: Future[httpx.Response] = pool.submit(endless, service)
        service.wait_for(at_work=1)
        waiting: Future[httpx.Response] = pool.submit(endless, service)
        service.wait_for(at_work=1, waiting=1)
        with service.connect() as slow:
            slow.sendall(request("/v1/solve", b"{}")[:-1])
            code = service.end()

        assert code == (0, "", "")
        for each in (working, waiting):
            answer = each.result(PATIENCE)
            assert (answer.status_code, answer.headers["connection"]) == (503, "close")
            assert answer.json()["error"] == {
                "code": -32800, "message": "the service is shutting down", "data": {"type": "CancelledError"},
            }  # fmt: skip


def test_nothing_that_was_accepted_is_lost() -> None:
    """Clients send requests as fast as possible until the connection closes; no request is cut off."""
    with process() as service:
        ready = threading.Barrier(5)

        def ask() -> tuple[int, set[int], bool]:
            count, statuses, told = 0, set(), False
            with httpx.Client(base_url=service.url, timeout=PATIENCE) as client:
                while not told:
                    answer = client.post("/v1/solve", json={"board": {"timeline": [{"enters": "Humility"}]}})
                    count += 1
                    statuses.add(answer.status_code)
                    told = answer.headers.get("connection") == "close"
                    if count == 10:
                        ready.wait(PATIENCE)
            return count, statuses, told

        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(ask) for _ in range(4)]
            ready.wait(PATIENCE)
            ended = service.end()

        assert ended == (0, "", "")
        for each in asked:
            count, statuses, told = each.result(PATIENCE)
            assert (count > 10, statuses, told) == (True, {200}, True)
        with pytest.raises(ConnectionRefusedError):
            service.connect()


def test_idle_connections_do_not_hold_it_up() -> None:
    with process() as service, httpx.Client(base_url=service.url) as client:
        client.get("/health")
        with service.connect():
            assert service.end(signal.SIGINT) == (0, "", "")


def test_a_second_signal_does_not_wait(pool: ThreadPoolExecutor) -> None:
    with process(*limits(seconds=0, grace_seconds=1000)) as service:
        working = pool.submit(endless, service)
        service.wait_for(at_work=1)
        with httpx.Client(base_url=service.url) as client:
            client.get("/health")
            service.run.send_signal(signal.SIGINT)
            while (health := client.get("/health")).status_code == 200:
                pass
        code, _, said = service.end(signal.SIGINT)

        assert (health.status_code, health.json()["status"], health.headers["connection"]) == (503, "ending", "close")
        assert (code, said) == (0, "")
        assert working.result(PATIENCE).status_code == 503


# --- Where it listens ---


def test_a_port_that_is_taken(service: Process) -> None:
    with process("--port", str(service.address[1])) as second:
        assert second.ended() == (2, "", "error: address already in use\n")


def test_a_place_that_others_can_reach() -> None:
    with process("--host", "0.0.0.0") as service:  # noqa: S104
        port = service.address[1]
        assert service.url == f"http://0.0.0.0:{port}"
        assert httpx.get(f"http://127.0.0.1:{port}/health", headers={"host": "any.example"}).status_code == 200
        code, _, said = service.end()

    assert (code, said) == (0, "warning: anyone who can reach `0.0.0.0` can use this service\n")


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_an_address_of_ipv6() -> None:
    with process("--host", "::1") as service:
        if not service.url:
            pytest.skip(f"this machine has no IPv6: {service.ended()[2]}")
        assert service.url.startswith("http://[::1]:")
        assert service.health()["boards"] == 0
