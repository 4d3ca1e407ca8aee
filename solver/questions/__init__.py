"""Questions that are answered by solving many boards."""
