"""The implementation of rule 613, whose entry point is `layers`."""
