"""Descriptions of boards, results and steps for every output format."""
