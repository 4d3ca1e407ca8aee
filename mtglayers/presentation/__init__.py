"""What is said about boards, results and steps, whatever shows it."""
