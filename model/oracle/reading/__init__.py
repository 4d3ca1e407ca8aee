"""Readers of parse trees, with one module for each part of speech."""
