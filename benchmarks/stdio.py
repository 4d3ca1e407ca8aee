"""The server on standard input and output under load: two clients in a game loop, each with a server, then both on one.

``--write`` puts the tables into `benchmarks/README.md`. Run from the checkout: ``python benchmarks/stdio.py``. Every
answer must have the id of the request that was asked, and say what it should.
"""

from __future__ import annotations

import argparse
import json
import queue
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from readme import put

ROOT = Path(__file__).resolve().parent.parent
REQUESTS = 100_000
EFFECTS = [
    "Glorious Anthem", "Crusade", "Blood Moon", "Urborg, Tomb of Yawgmoth", "Opalescence", "Goblin King",
    "Lord of Atlantis", "Levitation", "Castle", "Concordant Crossroads", "Life and Limb", "Bad Moon",
]  # fmt: skip
PLAIN = ["Mountain", "Forest", "Swamp", "Grizzly Bears", "Merfolk of the Pearl Trident", "Dryad Arbor"] * 3
BOARD = {
    "players": ["Ana", "Ben"],
    "timeline": [
        {"enters": name, "controller": ("Ana", "Ben")[place % 2]} for place, name in enumerate(EFFECTS + PLAIN)
    ],
}  # fmt: skip
LONG = {"presence": True, "limit": 1_000_000}
"""All orders of that board, with and without each permanent: a long request, to be cancelled."""
CANCELLED = -32800


class Server:
    """A server in its own process; several clients may use it, each in a thread."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mtglayers", "serve", "--stdio"], cwd=ROOT, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        self.lock = threading.Lock()
        self.clients: dict[str, queue.SimpleQueue[bytes]] = {}
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        """Hand each answer to its client; its id begins with the client's name."""
        assert self.process.stdout
        for line in self.process.stdout:
            name = line[line.index(b'"id":"') + 6 :].split(b"-", 1)[0].decode()
            self.clients[name].put(line)

    def send(self, line: bytes) -> None:
        assert self.process.stdin
        with self.lock:
            self.process.stdin.write(line)
            self.process.stdin.flush()

    def memory(self) -> float:
        """Return its memory, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def end(self) -> int:
        assert self.process.stdin
        self.process.stdin.close()
        self.reader.join()
        return self.process.wait(60)


class Client:
    """One game after the other, and the time of each request.

    Attributes:
        times: kind of request -> seconds of each.
        asked: how many requests were sent; each was answered.
        cancelled: how many requests were ended before they were done.
    """

    def __init__(self, name: str, server: Server) -> None:
        self.name = name
        self.server = server
        self.answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        server.clients[name] = self.answers
        self.draw = random.Random(name)
        self.times: dict[str, list[float]] = {}
        self.asked = self.cancelled = 0

    def ask(self, kind: str, method: str, cancel: bool = False, **params: Any) -> Any:
        """Send one request, wait for the answer and return it."""
        id = f"{self.name}-{self.asked}"
        self.asked += 1
        line = json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode() + b"\n"
        began = time.perf_counter()
        self.server.send(line)
        if cancel:
            time.sleep(self.draw.random() / 50)
            told = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}}
            self.server.send(json.dumps(told).encode() + b"\n")
        answer = self.answers.get()
        self.times.setdefault(kind, []).append(time.perf_counter() - began)
        found = json.loads(answer)
        if found["id"] != id:
            raise SystemExit(f"asked {id}, answered {found['id']}")
        return found.get("result", found)

    def play(self, requests: int) -> None:
        """Play turns until a number of requests has been sent."""
        if not self.asked:
            self.board = self.ask("board.new", "board.new", **BOARD)["board"]
        while self.asked < requests:
            self.turn()

    def turn(self) -> None:
        """Let a permanent enter and be tapped, a player lose life; solve after each; undo everything."""
        board, draw = self.board, self.draw
        name = draw.choice(("Grizzly Bears", "Forest", "Goblin King", "Saproling", "Glorious Anthem"))
        events = [
            ("permanent", {"enters": name, "as": "new", "controller": draw.choice(("Ana", "Ben"))}),
            ("tap", {"marks": "new", "set": {"tapped": True}}),
            ("life", {"player": draw.choice(("Ana", "Ben")), "set": {"life": draw.randrange(1, 40)}}),
        ]
        for what, event in events:
            self.ask("board.push", "board.push", board=board, event=event)
            if what == "permanent" or draw.random() < 0.2:
                found = self.ask(f"solve, all objects ({what})", "solve", board=board)
                right = found["objects"][-1]["id"] == "new"
            else:
                found = self.ask(f"solve, one object ({what})", "solve", board=board, objects=["new"])
                right = [each["id"] for each in found["objects"]] == ["new"]
            if not right:
                raise SystemExit(f"asked about `new`, answered {found}")
        if draw.random() < 0.05:
            self.ask("explain", "explain", board=board, object="new")
        if draw.random() < 0.02:
            twin = self.ask("board.snapshot", "board.snapshot", board=board)["board"]
            self.ask("solve, every section", "solve", board=twin, include=["all"])
            self.ask("board.drop", "board.drop", board=twin)
        if draw.random() < 0.02:
            found = self.ask("orders, cancelled", "orders", cancel=True, board=board, **LONG)
            self.cancelled += found.get("error", {}).get("code") == CANCELLED
        popped = self.ask("board.pop", "board.pop", board=board, count=len(events))
        if popped["popped"][-1]["enters"] != name:
            raise SystemExit(f"pushed {name}, popped {popped}")


def run(servers: list[Server], requests: int) -> tuple[list[Client], float, list[list[float]]]:
    """Let two clients play at once; return them, the seconds, and each server's memory over time."""
    clients = [Client(name, servers[place % len(servers)]) for place, name in enumerate(("ana", "ben"))]
    for client in clients:
        client.play(1)
    memory = [[server.memory() for server in servers]]
    began = time.perf_counter()
    for part in (0.25, 0.5, 1):
        threads = [threading.Thread(target=client.play, args=(int(requests * part / 2),)) for client in clients]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        memory.append([server.memory() for server in servers])
    return clients, time.perf_counter() - began, memory


def lines_of(title: str, count: int, requests: int) -> list[str]:
    """Return the lines about a run with that number of servers."""
    servers = [Server() for _ in range(count)]
    clients, seconds, memory = run(servers, requests)
    codes = {server.end() for server in servers}
    total = sum(client.asked for client in clients)
    cancelled = sum(client.cancelled for client in clients)
    told = ", ".join(" and ".join(f"{each:.0f}" for each in at) for at in memory)
    lines = [
        f"{title}: {total:,} requests in {seconds:.0f} s, **{total / seconds:,.0f} a second**; none lost, {cancelled} "
        f"cancelled at work, exit code {', '.join(map(str, codes))}. Memory at the start, after 25 %, 50 % and all: "
        f"{told} MB.",
        "",
        "| request | times | p50, ms | p99, ms | longest, ms |",
        "|---|---:|---:|---:|---:|",
    ]
    for kind in sorted({kind for client in clients for kind in client.times}):
        times = sorted(each * 1000 for client in clients for each in client.times.get(kind, ()))
        p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
        lines.append(f"| {kind} | {len(times):,} | {p50:.2f} | {p99:.2f} | {times[-1]:.1f} |")
    return lines


def main() -> None:
    """Print the tables, and with `--write` write them into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    parser.add_argument("--requests", type=int, default=REQUESTS)
    arguments = parser.parse_args()
    table = "\n".join([
        *lines_of("Each client has a server", 2, arguments.requests), "",
        *lines_of("Both on one server", 1, arguments.requests),
    ])  # fmt: skip
    print(table)
    if arguments.write:
        put("stdio", table)


if __name__ == "__main__":
    main()
