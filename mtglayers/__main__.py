"""The entry point of ``python -m mtglayers``, which runs the command line."""

from .cli.main import main

if __name__ == "__main__":
    main(prog_name="mtglayers")
