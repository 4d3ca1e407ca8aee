"""A client that puts the answers with `since` together."""

from __future__ import annotations

from typing import Any

import msgspec

from mtglayers.server.methods import call
from mtglayers.server.session import Session

OF_AN_ANSWER = {"format", "version", "since", "gone", "order", "statistics"}
"""Fields about an answer itself."""


def solved(session: Session, **params: Any) -> dict[str, Any]:
    """Return the answer about a session's first board, as a client reads it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(call(session, "solve", {"board": "b1", **params})))
    return found


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return what a client knows after an answer, its objects by id."""
    if "since" not in new:
        return {**new, "objects": {each["id"]: each for each in new["objects"]}}
    assert new["since"] == old["version"]
    objects = {id: each for id, each in old["objects"].items() if id not in new["gone"]}
    now = objects | {each["id"]: each for each in new["objects"]}
    return {**old, **new, "objects": {id: now[id] for id in new.get("order", now)}}


def assert_complete(known: dict[str, Any], complete: dict[str, Any]) -> None:
    """Compare what a client knows with a complete answer, the order of its objects included."""
    complete = merged({}, complete)
    assert [*known["objects"]] == [*complete["objects"]]
    assert _about_the_board(known) == _about_the_board(complete)


def _about_the_board(known: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in known.items() if key not in OF_AN_ANSWER}
