"""The JSON-RPC 2.0 rules for requests and responses, based only on the specification."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from typing import Any, NamedTuple

MARK = b"\xef\xbb\xbf"
NOBODY = "null"
"""The id of an answer to a message whose id cannot be determined."""
PARSE, INVALID, INTERNAL, CANCELLED = -32700, -32600, -32603, -32800
LONG = 2100
"""Characters that a message can contain."""
DEEP = 20
"""The nesting depth that a server must accept."""
ODD = re.compile(rb"\\u[dD][89a-fA-F]|[0-9]{16}|[0-9][eE]|\\u0000")
"""JSON on which parsers disagree: unpaired surrogates, long numbers and exponents."""


class Due(NamedTuple):
    """The required answer to a line.

    Attributes:
        ids: the ids of the answers, as JSON.
        codes: the required codes if the whole line is wrong; otherwise empty.
        batch: whether the answers form a list.
        sure: whether the answer is certain; if not, no answer or one answer without an id is also allowed.
    """

    ids: tuple[str, ...]
    codes: tuple[int, ...] = ()
    batch: bool = False
    sure: bool = True


def due(line: bytes) -> Due:
    """Return the required answer to a line without its line break."""
    if not line.strip():
        return Due((), sure=not line.strip(b" \t\r"))
    # A byte order mark can be ignored only at the beginning of the input; the position of a line is not known.
    sure = not ODD.search(line) and _depth(line) < DEEP and not line.startswith(MARK)
    line = line.removeprefix(MARK)
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice.extend(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        return dict(pairs)

    try:
        message = json.loads(line.decode(), parse_constant=_refuse, object_pairs_hook=once)
        sure = sure and not twice  # the specification neither allows two ids nor states which one counts
    except (ValueError, RecursionError):
        return Due((NOBODY,), (PARSE,), sure=sure)
    if not isinstance(message, list):
        return _of_one(message, sure)
    if not message:
        return Due((NOBODY,), (INVALID,), sure=sure)
    each = [_of_one(part, sure) for part in message]
    return Due(tuple(id for one in each for id in one.ids), batch=True, sure=all(one.sure for one in each))


def _depth(line: bytes) -> int:
    """Return a lower bound for the nesting depth of lists and tables."""
    if line.count(b"[") + line.count(b"{") < DEEP:
        return 0
    depths = itertools.accumulate((sign in b"[{") - (sign in b"]}") for sign in line)
    return max(depths)


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _of_one(message: Any, sure: bool) -> Due:
    if not isinstance(message, dict):
        return Due((NOBODY,), (INVALID,), sure=sure)
    id = message.get("id")
    named = "id" in message
    proper = not isinstance(id, (bool, dict, list))
    right = message.get("jsonrpc") == "2.0" and isinstance(message.get("method"), str)
    fits = isinstance(message.get("params", {}), (dict, list))
    exact = not isinstance(id, float)
    plain = set(message) <= {"jsonrpc", "method", "params", "id"}
    if not right or not proper:
        # The id is optional here; an invalid request is answered even without an id.
        return Due((json.dumps(id) if proper else NOBODY,), (INVALID,), sure=False)
    if not named:
        return Due((), sure=sure and fits and plain)
    return Due((json.dumps(id),), sure=sure and plain and fits and exact)


def wrong(line: bytes, answers: list[bytes]) -> str:
    """Return a problem with the answers to a line, or ""."""
    expected = due(line)
    if len(answers) > 1:
        return f"{len(answers)} answers"
    if not answers:
        return "no answer" if expected.ids and expected.sure else ""
    try:
        answer = json.loads(answers[0].decode(), parse_constant=_refuse)
    except ValueError as error:
        return f"an answer that is not valid JSON: {error}"
    each = answer if isinstance(answer, list) else [answer]
    if found := next((words for one in each if (words := _no_answer(one))), ""):
        return found
    ids = tuple(json.dumps(one["id"]) for one in each)
    if expected.batch and not isinstance(answer, list):
        # One error can answer a list, for example because the list is too long.
        return "" if "error" in answer and ids == (NOBODY,) else "one answer for a list"
    if expected.sure and (not expected.ids or sorted(ids) != sorted(expected.ids)):
        return f"answers to {', '.join(ids)} where {', '.join(expected.ids) or 'nobody'} waits"
    if isinstance(answer, list) and expected.sure and not expected.batch:
        return "a list for one"
    if expected.sure and expected.codes and each[0].get("error", {}).get("code") not in expected.codes:
        return f"no error {expected.codes[0]}"
    if not expected.sure and not set(ids) <= {*expected.ids, NOBODY}:
        return f"answers to {', '.join(ids)} where {', '.join(expected.ids) or 'nobody'} might wait"
    return ""


def _no_answer(answer: Any) -> str:
    """Return why an answer is invalid or reports an internal error, or ""."""
    if not isinstance(answer, dict) or answer.get("jsonrpc") != "2.0" or "id" not in answer:
        return "no answer as JSON-RPC has them"
    if set(answer) == {"jsonrpc", "id", "result"}:
        return ""
    error = answer.get("error")
    if set(answer) != {"jsonrpc", "id", "error"} or not isinstance(error, dict):
        return "an answer with neither a result nor an error, or with both"
    code, message, data = error.get("code"), error.get("message"), error.get("data")
    if type(code) is not int or not isinstance(message, str) or not message:
        return "an error without a code or a message"
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        return "an error without its type"
    if code == INTERNAL:
        return f"an internal error: {message}"
    if len(message) > LONG or "Traceback" in message or " object at 0x" in message:
        return f"a message from inside: {message[:300]}"
    return ""


__all__ = ["CANCELLED", "Due", "due", "wrong"]
