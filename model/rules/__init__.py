"""The rulebook as data: editions, the closed vocabulary, texts of keywords."""
