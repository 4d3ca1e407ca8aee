"""More constructions that a few cards have: boards with what the rules make of each, and the plain solver's answer."""

from __future__ import annotations

from ....support.boards import card
from .test_constructions import board, resolved, size, solve

# --- Groups ---


def test_base_power_is_what_the_layer_before_set():
    """208.4b: a bear made 1/1 in layer 7b has base power 1, also with a +1/+1 counter; an elf pumped to 1 does not."""
    made = board()
    text = "This creature gets +X/+0, where X is the number of other creatures you control with base power 1."
    made.enters(card("Voice", "Creature — Bird", text, "0/2"))
    made.enters(card("Wall", "Creature — Wall", "This creature gets +1/+0.", "0/4"))
    assert size(solve(made), "voice") == (0, 2)
    made.counters("bear", put={"+1/+1": 1})
    result = resolved(made, "Target creature has base power and toughness 1/1 until end of turn.", "bear", of="wall")
    assert (size(result, "bear"), size(result, "voice")) == ((2, 2), (1, 2))
