"""Filters, which narrow a group of objects."""
