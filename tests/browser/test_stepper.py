"""The slider in a real browser: it shows the stages, follows keys and buttons, and is silent."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mtglayers import solve, stepper

from ..support.boards import LIMB, MOON, SAPROLING, TOMB, board
from ..support.browser import MISSING, PROGRAM, visit

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)

MODEL = """
const state = STATE, watched = [];
const model = {
  get: (key) => state[key],
  set: (key, value) => { state[key] = value; watched.forEach(([what, then]) => what === "change:" + key && then()); },
  save_changes() {},
  on: (what, then) => watched.push([what, then]),
  off() {},
};
"""
"""What anywidget hands to a widget, without a kernel behind it."""

PLAY = """
widget.render({ model, el: document.getElementById("here") });
const range = document.querySelector("input[type=range]"), [back, on] = document.querySelectorAll("button");
const seen = () => ({
  position: state.position,
  title: document.querySelector("[role=status]").textContent,
  spoken: range.getAttribute("aria-valuetext"),
  drawings: document.querySelectorAll(".mtgl-stepper-stage svg").length,
  rows: document.querySelectorAll(".mtgl-board tbody tr").length,
  height: document.querySelector(".mtgl-stepper-stage").getBoundingClientRect().height > 50,
  ends: [back.disabled, on.disabled],
  keys: [back, range, on].every((each) => each.hasAttribute("data-lm-suppress-shortcuts")),
});
const told = [seen()];
on.click();
told.push(seen());
range.value = 4;
range.dispatchEvent(new Event("input"));
told.push(seen());
back.click();
told.push(seen());
document.getElementById("told").textContent = JSON.stringify(told);
"""


def played(folder: Path) -> list[dict[str, Any]]:
    widget = stepper(solve(board(MOON, LIMB, SAPROLING, TOMB)))
    state = {"position": widget.position, "titles": list(widget.titles), "stages": list(widget.stages)}
    script = widget._esm.replace("export default", "const widget =")
    told = json.dumps(state).replace("</", "<\\/")
    page = folder / "slider.html"
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><title>slider</title><style>{widget._css}</style><div id="here"></div>'
        f'<pre id="told"></pre><script type="module">{script}{MODEL.replace("STATE", told)}{PLAY}</script>',
        encoding="utf-8",
    )
    found = visit(page, folder / "browser")
    assert found.console == ()
    answer = re.search(r'<pre id="told">(.*?)</pre>', found.document, re.DOTALL)
    assert answer is not None
    return json.loads(answer[1])  # type: ignore[no-any-return]


def test_it_follows_buttons_and_slider(tmp_path: Path) -> None:
    start, first, last, before_last = played(tmp_path)

    assert [each["position"] for each in (start, first, last, before_last)] == [0, 1, 4, 3]
    assert start["title"] == "0 of 4. Before the first step"
    assert first["title"] == "1 of 4. Layer 4, step 1 of 2: Blood Moon applies"
    assert first["spoken"] == "Layer 4, step 1 of 2: Blood Moon applies"
    assert (start["drawings"], first["drawings"], last["drawings"]) == (0, 1, 0)
    assert {each["rows"] for each in (start, first, last)} == {4}
    assert all(each["height"] for each in (start, first, last))
    assert start["keys"]  # JupyterLab leaves the arrow keys to it
    assert (start["ends"], first["ends"], last["ends"]) == ([True, False], [False, False], [False, True])
