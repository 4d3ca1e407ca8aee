"""The outcomes of a board over all orders of its timestamps."""
