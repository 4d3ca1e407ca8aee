"""The entry point of the command line, for the script ``mtglayers`` and ``python -m mtglayers``."""

from __future__ import annotations

import atexit
import gc


def run(name: str | None = None) -> None:
    """Run the command line; `name` is the name of the program in messages, by default that of the script."""
    gc.set_threshold(100_000, 20, 20)  # imports create many objects, which all stay
    atexit.register(gc.freeze)  # so that Python does not look for garbage as it exits
    from .cli.main import main

    main(prog_name=name)


if __name__ == "__main__":
    run("mtglayers")
