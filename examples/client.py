"""Ask mtglayers what a board looks like, from Python with nothing but its standard library.

Run: ``python client.py [COMMAND...]``. COMMAND is how mtglayers is started here: by default what MTGLAYERS says, or
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
    """An error that mtglayers answered: `code` and `data` say in detail what `str()` says in a sentence."""

    def __init__(self, code: int, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data or {}


class Layers:
    """A running `mtglayers serve --stdio`, which answers one line of JSON-RPC with one line."""

    def __init__(self, command: list[str]) -> None:
        # Its stderr stays ours: a pipe that nobody reads would fill up and stop it.
        self.process = subprocess.Popen(
            [*command, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.ids = itertools.count(1)

    def call(self, method: str, **params: Any) -> Any:
        """Return the result of a method, or raise the error that it answers."""
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
        """End the server: it stops where its input ends."""
        self.process.communicate()


def show(layers: Layers, board: str) -> None:
    """Print what the Saproling is, and in which order the effects of layer 4 applied."""
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
    """Play an event; where the name of a card is misspelt, with the nearest name that there is."""
    try:
        layers.call("board.push", board=board, event=event)
    except LayersError as error:
        if error.data.get("type") != "UnknownCardError" or not error.data["nearest"]:
            raise
        print(error)
        layers.call("board.push", board=board, event={**event, "enters": error.data["nearest"][0]})


def main(command: list[str]) -> None:
    """Tell the story of Blood Moon, Life and Limb and a Saproling."""
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
