"""Effects in English, with one module for each part of speech."""
