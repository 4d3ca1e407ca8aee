"""Recognizing kinds of lines and sentences that touch no layer."""
