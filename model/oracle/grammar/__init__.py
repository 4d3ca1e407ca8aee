"""The tokens, phrases and grammar of Oracle text."""
