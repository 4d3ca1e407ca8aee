"""The server's methods over HTTP."""
