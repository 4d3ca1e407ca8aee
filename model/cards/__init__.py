"""Cards as printed, and the places where they are found."""
