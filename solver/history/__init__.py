"""What past events fixed: resolved effects, copies, how things entered (611.2, 707.2, 614.12)."""
