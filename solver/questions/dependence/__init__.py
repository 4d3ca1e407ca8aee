"""Whether one effect can depend on another."""
