"""Watching work in tests: where it can be stopped, the longest stretch between two such places, and its calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from mtglayers.model.support.progress import Stopped, Work, watched


def told(work: Callable[[], object]) -> list[Work]:
    """Return everything that is reported to a watch during a call."""
    found: list[Work] = []
    with watched(found.append):
        work()
    return found


def stopped_at(tick: int, work: Callable[[], object]) -> bool:
    """Stop something at a tick, counted from 1, and return whether there was one."""
    left = tick

    def watch(_work: Work) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Stopped

    try:
        with watched(watch):
            work()
    except Stopped:
        return True
    return False


def calls_of(work: Callable[[], object]) -> int:
    """Return the number of function calls while something is done."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def longest_silence(work: Callable[[], object]) -> tuple[int, str]:
    """Return the most function calls between two ticks while something is done, and where the second one was."""
    calls = longest = 0
    where = "the end"

    def profile(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        if event == "call":
            calls += 1

    def watch(work: Work) -> None:
        nonlocal calls, longest, where
        if calls > longest:
            frame = sys._getframe(2)
            longest, where = calls, f"{work} in {frame.f_code.co_qualname}, line {frame.f_lineno}"
        calls = 0

    with watched(watch):
        sys.setprofile(profile)
        try:
            work()
        finally:
            sys.setprofile(None)
    return (longest, where) if longest >= calls else (calls, "the end")
