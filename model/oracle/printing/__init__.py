"""Effects to English, one module for each part of speech."""
