"""Taking layers over from an earlier result."""
