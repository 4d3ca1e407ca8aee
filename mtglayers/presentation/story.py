"""The solved boards of a puzzle as JSON text."""

from __future__ import annotations

from collections.abc import Sequence

from mtglayers.wire.answers import result_data
from mtglayers.wire.base import FORMAT

from .data import json_text
from .moments import Moment
from .steps import step_at


def story_json(
    moments: Sequence[Moment], objects: Sequence[str] = (), *, whole: bool = False, step: int | None = None,
    states: bool = False,
) -> str:  # fmt: skip
    """Return solved boards as JSON: the last one's result, or with `whole` a list of all under ``boards``.

    Args:
        moments: the boards.
        objects: ids of the objects to include; default: all.
        whole: whether to include all boards.
        step: the step after which the boards are shown; default: the last.
        states: whether each step has the objects that it changed as they are after it.
    """
    found = []
    for moment in moments:
        result = moment.result if step is None else step_at(moment.result, moment.options["until"], step)[0]
        data = result_data(result, moment.board, states=states)
        if objects:
            ids = {moment.board.object(id).id for id in objects}
            data["objects"] = [item for item in data["objects"] if item["id"] in ids]
        found.append(data)
    return json_text({"format": FORMAT, "title": moments[-1].title, "boards": found} if whole else found[-1])
