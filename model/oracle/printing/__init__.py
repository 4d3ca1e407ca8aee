"""Functions that print effects in English, with a module for each part of speech."""
