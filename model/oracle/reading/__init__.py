"""Functions that interpret parse trees, with a module for each part of speech."""
