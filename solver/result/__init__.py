"""What a solve answers."""
