"""Display in notebooks."""
