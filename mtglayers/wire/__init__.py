"""The shapes that boards, cards, events and results have as JSON, as types, and the JSON Schemas made of them."""
