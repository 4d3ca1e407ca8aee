"""Functions that recognize the forms of lines and the sentences that have no effect in any layer."""
