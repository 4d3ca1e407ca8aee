"""The facts that a timeline can record about objects (``marks``) and players (``player``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

FLAGS: Final = MappingProxyType({
    "tapped": "it is tapped (110.5)",
    "attacking": "it is attacking (508.1k)",
    "blocking": "it is blocking (509.1g)",
    "blocked": "it attacks and was blocked (509.1h)",
    "unblocked": "it attacks and was not blocked (509.1h)",
    "attacked_this_turn": "it attacked this turn (508.1k)",
    "blocked_this_turn": "it blocked this turn (509.1g)",
    "damaged_this_turn": "it was dealt damage this turn (120.3)",
    "dealt_damage_this_turn": "it dealt damage this turn (120.3)",
    "entered_this_turn": "it entered this turn",
    "activated_this_turn": "one of its abilities was activated this turn (602)",
    "cast": "it was cast (601)",
    "cast_from_hand": "it was cast from its owner's hand (601.2a)",
    "cast_from_exile": "it was cast from exile (601.2a)",
    "cast_from_graveyard": "it was cast from a graveyard (601.2a)",
    "kicked": "it was kicked (702.33)",
    "bargained": "it was bargained (702.166)",
    "bestow": "it is bestowed, which ends when it becomes unattached (702.103f)",
    "impending": "it was cast for its impending cost (702.176)",
    "dash": "its dash cost was paid (702.109)",
    "blitz": "its blitz cost was paid (702.152)",
    "monstrous": "it is monstrous (701.37)",
    "renowned": "it is renowned (702.112)",
    "exerted": "it was exerted (701.43)",
    "saddled": "it is saddled (702.171)",
    "crewed": "it was crewed this turn (702.122)",
    "suspected": "it is suspected (701.60)",
    "goaded": "it is goaded (701.15)",
    "solved": "the Case is solved (719.3)",
    "harnessed": "it is harnessed (701.64)",
    "prepared": "it is prepared",
    "ring_bearer": "it is its controller's Ring-bearer (701.54)",
    "commander": "it is a commander (903.3)",
    "suspended": "it is suspended (702.62)",
    "top_of_library": "it is the top card of its owner's library (401.1)",
    "foretold": "it is foretold (702.143)",
    "summoning_sick": "it came under its controller's control this turn (302.6)",
})  # fmt: skip
"""The meaning of each fact that is true or false."""

COMBAT: Final = frozenset({"attacking", "blocking", "blocked", "unblocked"})
"""Flags that are removed when combat ends (511.3)."""

COMBAT_LINKS: Final = frozenset({"attacks", "blocking_which"})
"""Facts that name another object and are removed when combat ends (511.3)."""

THIS_TURN: Final = frozenset({
    "attacked_this_turn", "blocked_this_turn", "damaged_this_turn", "dealt_damage_this_turn", "entered_this_turn",
    "activated_this_turn", "attacks_this_turn", "crewed", "saddled",
})  # fmt: skip
"""Flags and numbers that are removed when the turn ends."""

LINKS: Final = MappingProxyType({
    "paired_with": "the creature it is paired with (702.95)",
    "blocking_which": "the attacking creature that it is blocking (509.1g)",
    "attacks": "the player, planeswalker or battle that it attacks (508.1b)",
    "exiled_with": "the object whose ability exiled it (607.2a)",
    "encoded_on": "the creature on which the exiled card is encoded (702.99)",
    "created_with": "the object whose ability created it (607.2d)",
    "linked_with": "the object to which its linked ability refers (607)",
})  # fmt: skip
"""The meaning of each fact that names another object."""

NUMBERS: Final = MappingProxyType({
    "level": "the level of the Class (716.2)",
    "attacks_this_turn": "how many times it attacked this turn, if more than once (508.1k)",
})  # fmt: skip
"""The meaning of each fact that is a number."""

LISTS: Final = MappingProxyType({
    "unlocked": "the names of the Room's unlocked doors (709.5)",
    "told": "game facts that its abilities refer to, worded as on the card",
})  # fmt: skip
"""The meaning of each fact that is a list of words."""

FACTS: Final = MappingProxyType({**FLAGS, **LINKS, **NUMBERS, **LISTS})
"""The meaning of each fact that ``marks`` can record."""

PLAYER_FACTS: Final = MappingProxyType({
    "life": "life total (119)",
    "starting_life": "starting life total (103.4)",
    "hand": "cards in hand",
    "library": "cards in library",
    "graveyard": "cards in graveyard",
    "exile": "cards owned in exile",
    "poison": "poison counters (122.1f)",
    "energy": "energy counters (107.14)",
    "experience": "experience counters",
    "rad": "rad counters (122.1i)",
    "ticket": "ticket counters",
    "speed": "speed (702.179)",
    "lands_played": "lands played this turn (305.2)",
    "spells_cast": "spells cast this turn",
    "cards_drawn": "cards drawn this turn",
    "life_gained": "life gained this turn",
    "life_lost": "life lost this turn",
    "damage": "damage dealt to the player this turn",
    "attacked": "1 if the player attacked this turn",
    "crimes": "crimes committed this turn (700.13)",
    "commander_casts": "times the player cast a commander from the command zone this game (903.8)",
    "dungeons": "dungeons completed (309.7)",
    "ring": "times the Ring tempted the player (701.54)",
    "monarch": "1 if the player is the monarch (725)",
    "initiative": "1 if the player has the initiative (726)",
    "citys_blessing": "1 if the player has the city's blessing (702.131)",
    "green_mana": "unspent green mana (106.4)",
    "lost": "1 if the player has lost the game (104.3)",
    "night": "1 if it is night, recorded for any player (731)",
    "day": "1 if it is day, recorded for any player (731)",
})  # fmt: skip
"""The meaning of each fact that ``player`` can record; the kinds of counters on players are also facts."""

STARTING_LIFE: Final = 20
"""Life total of a player without a recorded life total (103.4)."""

LIFE: Final = ("life", "starting_life")
"""The facts about players that have this value if no event records them."""


@cache
def life_totals(players: int) -> Mapping[tuple[int, str], int]:
    """Return a map from (player, fact) to the life totals at the start of a game."""
    return MappingProxyType({(player, fact): STARTING_LIFE for player in range(players) for fact in LIFE})
