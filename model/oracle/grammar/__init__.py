"""Tokens, phrases and the grammar."""
