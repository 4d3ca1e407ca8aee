"""Amounts: constants, counts, characteristics and arithmetic."""
