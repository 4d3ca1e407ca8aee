"""Reuse of layers from an earlier result."""
