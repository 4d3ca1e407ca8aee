"""Messages of JSON-RPC for a server on standard input and output, and its answers in short."""

from __future__ import annotations

import json
from typing import Any


def request(id: Any, method: str, /, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def notification(method: str, /, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def text(*messages: Any) -> bytes:
    """Return messages as lines; bytes stand for themselves."""
    return b"".join(each if isinstance(each, bytes) else json.dumps(each).encode() + b"\n" for each in messages)


def shortly(answer: Any) -> Any:
    """Return (id, code) of a refusal, (id, result) of an answer, a list of them for a batch."""
    if isinstance(answer, list):
        return [shortly(each) for each in answer]
    assert answer["jsonrpc"] == "2.0"
    assert len(answer) == 3
    return answer["id"], answer["error"]["code"] if "error" in answer else answer["result"]
