"""Support without game rules: cancellation, limits, similar names and processes."""
