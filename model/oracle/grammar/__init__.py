"""Tokens, phrases and the LALR grammar."""
