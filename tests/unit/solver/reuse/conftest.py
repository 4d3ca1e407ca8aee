"""Earlier results are used on boards of any size."""

from __future__ import annotations

import pytest

from mtglayers.solver.reuse import reuse


@pytest.fixture(autouse=True)
def _boards_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reuse, "FEW", 0)
