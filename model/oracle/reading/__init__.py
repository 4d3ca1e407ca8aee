"""Interpreting parse trees, with a module for each part of speech."""
