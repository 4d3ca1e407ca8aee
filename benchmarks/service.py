"""The HTTP service under load: 64 connections, each a game; ``--write`` puts the table into `benchmarks/README.md`.

Run from the checkout: ``python benchmarks/service.py``. Every request has an id that its answer must repeat.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from readme import put

ROOT = Path(__file__).resolve().parent.parent
CONNECTIONS = 64
PERMANENTS = [
    "Glorious Anthem", "Crusade", "Blood Moon", "Urborg, Tomb of Yawgmoth", "Opalescence", "Goblin King",
    "Lord of Atlantis", "Levitation", "Castle", "Concordant Crossroads", *["Mountain", "Forest", "Swamp"] * 4,
    *["Grizzly Bears", "Merfolk of the Pearl Trident"] * 4,
]  # fmt: skip
HEAVY = {
    "board": {
        "timeline": [
            {
                "enters": [
                    "Blood Moon", "Life and Limb", "Overgrown Tomb", "Humility", "Opalescence", "Conversion",
                    "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth", "Mycosynth Lattice",
                    "March of the Machines", "Ashaya, Soul of the Wild", "Dryad Arbor", "Kormus Bell",
                ]
            }
        ]
    },
    "limit": 1_000_000,
}  # fmt: skip
"""Parameters of `orders` that take longer than any run."""
BOARD = {"players": ["Ana", "Ben"], "timeline": [{"enters": name} for name in PERMANENTS]}


class Server:
    """A service in its own process."""

    def __init__(self, workers: int = 1, **limits: float) -> None:
        options = [word for name, value in limits.items() for word in ("--limit", f"{name}={value}")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mtglayers", "serve", "--http", "--port", "0", "--workers", str(workers), *options],
            cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8",
        )  # fmt: skip
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    def memory(self) -> float:
        """Return its memory, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def processor(self) -> float:
        """Return its processor time, in seconds."""
        told = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


class Connection:
    """A lasting connection, and the game that is played on it.

    Attributes:
        times: method -> seconds of each request.
        statuses: how requests were answered.
        sent, answered: how many requests were sent, and how many answers came whole and to the right one.
        told: whether the service said that the connection ends.
    """

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.number = number
        self.times: dict[str, list[float]] = {}
        self.statuses: Counter[int] = Counter()
        self.sent = self.answered = 0
        self.told = False

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.board = ""
        while not self.board:  # where the service is full, again
            self.board = (await self.ask("board/new", BOARD)).get("board", "")

    async def ask(self, method: str, params: Any) -> Any:
        """Send one request and return the answer."""
        body = json.dumps(params).encode()
        head = f"POST /v1/{method} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: "
        began = time.perf_counter()
        self.writer.write(f"{head}{len(body)}\r\n\r\n".encode() + body)
        self.sent += 1
        try:
            lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
            headers = dict(line.split(": ", 1) for line in lines[1:] if line)
            answer = json.loads(await self.reader.readexactly(int(headers["content-length"])))
        except (OSError, EOFError):  # cut off: counted as lost
            self.told = True
            return {"error": "lost"}
        self.times.setdefault(method, []).append(time.perf_counter() - began)
        self.answered += 1
        self.told = headers.get("connection") == "close"
        self.statuses[int(lines[0].split()[1])] += 1
        return answer

    async def play(self, rounds: int) -> None:
        """Let a token enter, solve, undo; each answer must match its request."""
        for turn in range(rounds):
            if self.told:
                return
            id = f"token-{self.number}-{turn}"
            event = {"enters": "Saproling", "as": id, "controller": "Ben"}
            made = await self.ask("board/push", {"board": self.board, "event": event})
            self.check(made, lambda made=made, id=id: made["made"] == [[id]])
            if "error" in made and not self.told:
                continue
            for method, params, right in (
                (
                    "solve",
                    {"objects": [id], "include": ["objects"]},
                    lambda found, id=id: found["objects"][0]["id"] == id,
                ),
                ("board/pop", {}, lambda popped, id=id: popped["popped"][0]["as"] == id),
            ):
                if self.told:
                    return
                answer = await self.ask(method, {"board": self.board, **params})
                while "error" in answer and not self.told:
                    answer = await self.ask(method, {"board": self.board, **params})
                self.check(answer, lambda answer=answer, right=right: right(answer))

    def check(self, answer: Any, right: Any) -> None:
        if "error" not in answer and not right():
            raise SystemExit(f"an answer that belongs to another request: {answer}")


async def play(server: Server, rounds: int) -> tuple[list[Connection], float, float, list[float]]:
    """Play on all connections; return them, the seconds, the service's processor time, and its memory over time."""
    connections = [Connection(server.port, number) for number in range(CONNECTIONS)]
    await asyncio.gather(*(connection.open() for connection in connections))
    memory = [server.memory()]
    began, before = time.perf_counter(), server.processor()
    for _ in range(4):
        await asyncio.gather(*(connection.play(rounds // 4) for connection in connections))
        memory.append(server.memory())
    return connections, time.perf_counter() - began, server.processor() - before, memory


def throughput(rounds: int) -> list[str]:
    """Return the table of a long run."""
    server = Server()
    connections, seconds, processor, memory = asyncio.run(play(server, rounds))
    code = server.end()
    total = sum(connection.answered for connection in connections)
    lost = sum(connection.sent for connection in connections) - total
    refused = total - sum(connection.statuses[200] for connection in connections)
    lines = [
        f"{total:,} requests over {CONNECTIONS} connections in {seconds:.0f} s: **{total / seconds:,.0f} a second** "
        f"({total / processor:,.0f} a second of the service's processor time, load of the machine "
        f"{os.getloadavg()[0]:.0f} on {os.cpu_count()} processors); {lost} lost, {refused} refused, exit code {code}.",
        "",
        "| method | requests | p50, ms | p99, ms | longest, ms |",
        "|---|---:|---:|---:|---:|",
    ]
    for method in ("board/push", "solve", "board/pop"):
        times = sorted(each for connection in connections for each in connection.times[method])
        lines.append(
            f"| {method.replace('/', '.')} | {len(times):,} | {quantile(times, 0.5):.1f} | {quantile(times, 0.99):.1f} "
            f"| {times[-1] * 1000:.1f} |"
        )
    held = ", ".join(f"{each:.0f}" for each in memory)
    return [*lines, "", f"Memory of the service, MB, at the start and after each quarter: {held}."]


async def alone(port: int, rounds: int) -> Connection:
    """Play on one connection."""
    connection = Connection(port, 0)
    await connection.open()
    await connection.play(rounds)
    return connection


def latency(rounds: int) -> str:
    """Return the waiting times of a single client."""
    server = Server()
    connection = asyncio.run(alone(server.port, rounds))
    server.end()
    told = [
        f"{method.replace('/', '.')} {quantile(sorted(connection.times[method]), 0.5):.2f}"
        for method in ("board/push", "solve", "board/pop")
    ]
    return f"One connection alone, p50 in ms: {', '.join(told)}."


def refusals(rounds: int) -> str:
    """Return the line about a service with few places: excess requests are refused, none is lost."""
    server = Server(at_work=1, queue=15)
    connections, seconds, _, _ = asyncio.run(play(server, rounds))
    code = server.end()
    statuses = sum((connection.statuses for connection in connections), Counter[int]())
    lost = sum(connection.sent - connection.answered for connection in connections)
    return (
        f"With 1 place to work and 15 to wait: {statuses.total():,} requests in {seconds:.0f} s, {statuses[200]:,} "
        f"answered, {statuses[503]:,} refused with 503, {statuses.total() - statuses[200] - statuses[503]} otherwise; "
        f"{lost} lost, exit code {code}."
    )


async def beside(server: Server, rounds: int) -> list[float]:
    """Play on eight connections while a heavy request runs; return the times of all light requests."""
    heavy = Connection(server.port, 99)
    heavy.reader, heavy.writer = await asyncio.open_connection("127.0.0.1", server.port)
    connections = [Connection(server.port, number) for number in range(8)]
    await asyncio.gather(*(connection.open() for connection in connections))
    working = asyncio.create_task(heavy.ask("orders", HEAVY))
    await asyncio.sleep(0.5)
    for connection in connections:
        connection.times.clear()
    await asyncio.gather(*(connection.play(rounds) for connection in connections))
    if working.done():
        raise SystemExit(f"the heavy request did not last: {working.result()}")
    heavy.writer.close()
    await working
    return _times(connections)


def _times(connections: list[Connection]) -> list[float]:
    return sorted(each for connection in connections for times in connection.times.values() for each in times)


def several(rounds: int) -> list[str]:
    """Return the table of services with 1, 2 and 4 workers."""
    lines = [
        f"Workers on {os.cpu_count()} processors (load of the machine before: {os.getloadavg()[0]:.0f}); the last "
        "two columns are eight connections beside a heavy request:",
        "",
        "| workers | requests a second | p50, ms | p99, ms | beside a heavy request: p50, ms | p99, ms |",
        "|---:|---:|---:|---:|---:|---:|",
    ]
    for workers in (1, 2, 4):
        server = Server(workers, seconds=0, at_work=8)
        connections, seconds, _, _ = asyncio.run(play(server, rounds))
        times = _times(connections)
        server.end()
        server = Server(workers, seconds=0, at_work=8)
        light = asyncio.run(beside(server, rounds))
        server.end()
        lines.append(
            f"| {workers} | {len(times) / seconds:,.0f} | {quantile(times, 0.5):.1f} | {quantile(times, 0.99):.1f} "
            f"| {quantile(light, 0.5):.1f} | {quantile(light, 0.99):.1f} |"
        )
    return lines


async def interrupted(server: Server, seconds: float) -> tuple[list[Connection], int]:
    connections = [Connection(server.port, number) for number in range(CONNECTIONS)]
    await asyncio.gather(*(connection.open() for connection in connections))
    playing = asyncio.gather(*(connection.play(1_000_000) for connection in connections))
    await asyncio.sleep(seconds)
    code, _ = await asyncio.gather(asyncio.to_thread(server.end), playing)
    return connections, code


def stopped(seconds: float) -> str:
    """Return the line about requests while the service stops."""
    connections, code = asyncio.run(interrupted(Server(), seconds))
    sent, answered = sum(each.sent for each in connections), sum(each.answered for each in connections)
    told = sum(each.told and each.sent == each.answered for each in connections)
    return (
        f"Stopped in the middle: {sent:,} requests sent, {answered:,} answered, {sent - answered} lost; "
        f"{told} of {CONNECTIONS} connections were closed with their last answer; exit code {code}."
    )


def quantile(times: list[float], share: float) -> float:
    return times[math.ceil(share * len(times)) - 1] * 1000


def main() -> None:
    """Print the numbers, and with `--write` write them into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the numbers into benchmarks/README.md")
    parser.add_argument("--rounds", type=int, default=120, help="rounds of three requests on each connection")
    parser.add_argument("--workers", action="store_true", help="only compare 1, 2 and 4 workers")
    arguments = parser.parse_args()
    text = "\n".join(several(arguments.rounds))
    print(text)
    if arguments.write:
        put("workers", text)
    if arguments.workers:
        return
    lines = throughput(arguments.rounds)
    lines += ["", latency(arguments.rounds * 4), "", refusals(max(arguments.rounds // 4, 4)), "", stopped(2)]
    text = "\n".join(lines)
    print(text)
    if arguments.write:
        put("service", text)


if __name__ == "__main__":
    main()
