"""The search for boards with a given outcome."""
