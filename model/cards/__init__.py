"""Cards as printed, and where they are found."""
