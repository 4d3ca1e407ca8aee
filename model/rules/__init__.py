"""The editions and the vocabulary of the rules, as data."""
