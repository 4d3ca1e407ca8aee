"""The solver as a server: methods on boards, by JSON-RPC or HTTP."""
