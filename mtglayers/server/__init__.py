"""The solver as a backend: methods over boards, spoken as JSON-RPC on standard input and output or over HTTP."""
