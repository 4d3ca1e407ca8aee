"""Imports every kind of node, so that trees of all kinds can be read back from data."""

from . import ability, conditions, players, selectors
from .amounts import arithmetic, base, counting
from .amounts import players as amounts_among_players
from .filters import characteristics, combinators, comparisons, status, whereabouts
from .operations import (
    abilities,
    abilities_from_board,
    becomes,
    colors,
    control,
    copying,
    costs,
    players_and_rules,
    power_toughness,
    stickers,
    text,
    types,
)

MODULES = (
    selectors, conditions, ability, players,
    base, arithmetic, counting, amounts_among_players,
    characteristics, combinators, comparisons, status, whereabouts,
    copying, control, text, types, colors, abilities, abilities_from_board, becomes, power_toughness, stickers,
    players_and_rules, costs,
)  # fmt: skip
