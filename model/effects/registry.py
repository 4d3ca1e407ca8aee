"""Every module that defines nodes, so that trees of all kinds can be read back from data."""

from ..cards import card
from . import ability, further_condition, further_selector
from . import conditions as condition
from . import players as player
from . import selectors as selector
from .amounts import counting as amount
from .amounts import players as further_amount
from .filters import basic as filter
from .filters import play_filter
from .filters import status as further_filter
from .operations import abilities_from_board as ability_operation
from .operations import becomes, copying, modify_one
from .operations import costs as cost
from .operations import players_and_rules as further_operation
from .operations import power_toughness as operation
from .operations import stickers as sticker
from .operations import text as text_operation
from .operations import types as type_operation

MODULES = (
    modify_one,
    ability, ability_operation, amount, becomes, card, condition, copying, cost, filter, further_amount,
    further_condition, further_filter, further_operation, further_selector, operation, play_filter,
    player, selector, sticker,
    text_operation, type_operation,
)  # fmt: skip
