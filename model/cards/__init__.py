"""Printed cards and the sources of card data."""
