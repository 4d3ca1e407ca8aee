"""The operations that effects apply to objects, by layer."""
