"""The language that effects are written in: frozen trees."""
