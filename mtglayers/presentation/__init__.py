"""Texts about boards, results and steps, for every output format."""
