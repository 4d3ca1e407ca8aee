"""Earlier results are used on boards of any size, and also where no effect can depend on another."""

from __future__ import annotations

import pytest

from mtglayers.solver.reuse import reuse


@pytest.fixture(autouse=True)
def _no_board_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reuse, "is_plain", lambda *_: False)
