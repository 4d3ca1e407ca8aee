"""The conformance kit: boards as structured data with what comes of them, for engines in any language."""
