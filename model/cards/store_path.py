"""Where this machine's store of imported cards is, so that nothing is loaded if there is none."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

VARIABLE: Final = "MTGLAYERS_CARDS"
"""Name of the environment variable that sets the path of the store; an empty path disables the store."""


def default_path() -> Path | None:
    """Return the path of this machine's store, or None if it is disabled.

    The path is ``MTGLAYERS_CARDS`` or, by default, a file in the user's data folder.
    """
    path = os.environ.get(VARIABLE)
    if path is not None:
        return Path(path) if path else None
    return _default_path()


@cache  # each name in a line of notation that no card has asks for it
def _default_path() -> Path:
    from platformdirs import user_data_path

    return user_data_path("mtglayers", appauthor=False) / "cards.sqlite"
