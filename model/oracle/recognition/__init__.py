"""Recognizing kinds of lines, and sentences that have no effect in any layer."""
