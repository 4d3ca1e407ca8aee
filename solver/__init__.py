"""The solver: the order in which effects apply, explanations, and questions about boards."""
