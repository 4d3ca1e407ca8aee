"""Rule 613; start with `layers`."""
