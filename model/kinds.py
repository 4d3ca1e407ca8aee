"""Every module that defines nodes, so that trees of all kinds can be read back from data."""

from . import (
    ability,
    ability_operation,
    amount,
    becomes,
    card,
    condition,
    copying,
    cost,
    filter,
    further_amount,
    further_condition,
    further_filter,
    further_operation,
    further_selector,
    modify_one,
    operation,
    play_filter,
    player,
    selector,
    sticker,
    text_operation,
    type_operation,
)

MODULES = (
    modify_one,
    ability, ability_operation, amount, becomes, card, condition, copying, cost, filter, further_amount,
    further_condition, further_filter, further_operation, further_selector, operation, play_filter,
    player, selector, sticker,
    text_operation, type_operation,
)  # fmt: skip
