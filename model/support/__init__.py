"""Nothing of Magic in it: cancellation, limits, near names, processes."""
