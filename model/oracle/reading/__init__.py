"""Parse trees to effects, one module for each part of speech."""
