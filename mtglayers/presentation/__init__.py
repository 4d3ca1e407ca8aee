"""Boards, results and steps in words, for every output format."""
