"""The atlas: which cards' effects can depend on which, in all of the game."""
