"""JSON text and counted nouns, the same for all commands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mtglayers.wire.answers import result_data
from mtglayers.wire.base import FORMAT

if TYPE_CHECKING:
    from .moments import Moment


def json_text(data: Any) -> str:
    """Return JSON data as text, the same on every run: keys in alphabetical order."""
    return json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False)


def story_json(
    moments: Sequence[Moment], objects: Sequence[str] = (), *, whole: bool = False, step: int | None = None,
    states: bool = False,
) -> str:  # fmt: skip
    """Return solved boards as JSON: the last one's result, or with `whole` a list of all under ``boards``.

    Args:
        moments: the boards.
        objects: ids of the objects to include; default: all.
        whole: whether to include all boards.
        step: the number of the step after which the boards are shown; default: the last.
        states: whether each step has the objects that it changed as they are after it.
    """
    from .steps import step_at

    found = []
    for moment in moments:
        result = moment.result if step is None else step_at(moment.result, moment.options["until"], step)[0]
        data = result_data(result, moment.board, states=states)
        if objects:
            ids = {moment.board.object(id).id for id in objects}
            data["objects"] = [item for item in data["objects"] if item["id"] in ids]
        found.append(data)
    return json_text({"format": FORMAT, "title": moments[-1].title, "boards": found} if whole else found[-1])


def counted(number: int, noun: str) -> str:
    """Return "1 puzzle", "2 puzzles"."""
    plural = f"{noun[:-1]}ies" if noun.endswith("cy") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


__all__ = ["counted", "json_text", "story_json"]
