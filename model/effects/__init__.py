"""Effects as immutable trees."""
