"""Numbers: constants, counts, characteristics, arithmetic."""
