"""The conformance kit: boards as data with expected results, for engines in any language."""
