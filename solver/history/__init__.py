"""The objects and values that past events fixed (611.2, 614.12, 707.2)."""
