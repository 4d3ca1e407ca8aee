"""Boards on which one effect depends on another."""
