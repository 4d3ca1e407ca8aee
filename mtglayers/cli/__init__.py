"""The command-line interface; each module defines one command or a few related commands."""
