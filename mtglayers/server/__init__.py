"""A server that solves boards for other programs, over JSON-RPC or HTTP."""
