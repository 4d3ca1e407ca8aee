"""All timestamp orders at once."""
