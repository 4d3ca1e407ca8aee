"""The order in which effects apply, why it is that order, and the questions asked of it."""
