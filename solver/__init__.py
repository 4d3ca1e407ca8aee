"""The solver: results of boards, explanations, and questions."""
