"""Ask mtglayers what a board looks like, from Python with nothing but its standard library.

Run: ``python client.py [COMMAND...]``. COMMAND starts mtglayers: by default the value of MTGLAYERS, or
``mtglayers``. A program that may import mtglayers needs none of this; one that may not, takes `Layers` from here.
"""

from __future__ import annotations

import itertools
import json
import os
import shlex
import subprocess
import sys
from typing import Any, Self


class LayersError(Exception):
    """An error from mtglayers: `str()` is a sentence, `code` and `data` have the details."""

    def __init__(self, code: int, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data or {}


class Layers:
    """A running `mtglayers serve --stdio`, which answers one line of JSON-RPC with one line."""

    def __init__(self, command: list[str]) -> None:
        # It shares our stderr: a pipe that is not read would fill up and stop it.
        self.process = subprocess.Popen(
            [*command, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.ids = itertools.count(1)

    def call(self, method: str, **params: Any) -> Any:
        """Return the result of a method, or raise its error."""
        request = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params}
        answer = self._exchange(json.dumps(request) + "\n")
        while answer["id"] not in (request["id"], None):  # a call before this one was interrupted while it waited
            answer = self._exchange()
        if "error" in answer:
            raise LayersError(**answer["error"])
        return answer["result"]

    def _exchange(self, line: str = "") -> dict[str, Any]:
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            answer = ""
        if not answer.endswith("\n"):
            raise ConnectionError(f"mtglayers has ended (exit code {self.process.wait()})")
        return json.loads(answer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the server by ending its input."""
        self.process.communicate()


def show(layers: Layers, board: str) -> None:
    """Print the Saproling, and the order of the effects in layer 4."""
    result = layers.call("solve", board=board, objects=["saproling"], include=["objects", "layers", "steps"])
    (token,) = result["objects"]
    types = " ".join([*token["types"], "-", *token["subtypes"]])
    print(f"{token['name']} ({token['controller']}): {token['power']}/{token['toughness']} {types}")
    layer = next(layer for layer in result["layers"] if layer["name"] == "4")
    for step in layer["steps"]:
        print(f"  {step['step']}. {step['called']}: {step['because']}")
        for edge in step["edges"]:
            print(f"     {edge['effect']} depends on {edge['on']}: {', '.join(edge['reasons'])}")


def push(layers: Layers, board: str, event: dict[str, Any]) -> None:
    """Play an event; replace a misspelled card name by the nearest known name."""
    try:
        layers.call("board.push", board=board, event=event)
    except LayersError as error:
        if error.data.get("type") != "UnknownCardError" or not error.data["nearest"]:
            raise
        print(error)
        layers.call("board.push", board=board, event={**event, "enters": error.data["nearest"][0]})


def main(command: list[str]) -> None:
    """Play the story of Blood Moon, Life and Limb and a Saproling."""
    with Layers(command) as layers:
        server = layers.call("initialize", client="client.py")
        print(f"{server['name']}, protocol {server['protocol']}")

        board = layers.call("board.new", players=["Ana", "Zoë"], edition="2026-09-25")["board"]
        push(layers, board, {"enters": "Blod Moon", "controller": "Ana"})
        push(layers, board, {"enters": "Life and Limb", "controller": "Ana"})
        push(layers, board, {"enters": "Saproling", "controller": "Zoë"})
        show(layers, board)

        print("\nAn Overgrown Tomb enters.")
        push(layers, board, {"enters": "Overgrown Tomb", "controller": "Zoë"})
        show(layers, board)
        print()
        print(layers.call("explain", board=board, object="saproling")["text"])

        print("\nIt never did.")
        layers.call("board.pop", board=board)
        show(layers, board)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main(sys.argv[1:] or shlex.split(os.environ.get("MTGLAYERS", "mtglayers")))
