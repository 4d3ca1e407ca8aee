"""Rule 613 itself; start with `layers`."""
