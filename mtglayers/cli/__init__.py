"""The command line; a module has one command or a few that belong together."""
