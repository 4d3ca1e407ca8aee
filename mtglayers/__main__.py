"""The entry point of the command line, for the script ``mtglayers`` and ``python -m mtglayers``."""

import atexit
import gc


def run() -> None:
    """Run the command line."""
    gc.set_threshold(100_000, 20, 20)  # imports create many objects, which all stay
    atexit.register(gc.freeze)  # so that Python does not look for garbage as it exits
    from .cli.main import main

    main(prog_name="mtglayers")


if __name__ == "__main__":
    run()
