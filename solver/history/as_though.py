"""Effects by which spells and abilities can have targets as though these did not have hexproof or shroud (609.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from mtglayers.model.cards.rules_text import signature
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.view import Context
from mtglayers.model.events.resolution import shown_values
from mtglayers.model.events.turns import Ends, Turn

from .moment import Moment


class Text(NamedTuple):
    """The text of such an effect, and what it is about.

    Attributes:
        text: the sentences.
        whose: the objects: those of "opponents", or the source "itself".
        type: the type that the objects have, or "".
        players: whether the opponents themselves can be targets, too.
        by: whose spells and abilities: those of "you", of the "target player", or of "anyone".
        keyword: the keyword.
    """

    text: str
    whose: str = "opponents"
    type: str = "Creature"
    players: bool = False
    by: str = "you"
    keyword: str = "Hexproof"


_TEXTS: Final = (
    Text(
        "Creatures your opponents control with hexproof can be the targets of spells and abilities you control as"
        " though they didn't have hexproof."
    ),
    Text(
        "Creatures your opponents control can be the targets of spells and abilities as though they didn't have"
        " hexproof. Ward abilities of those creatures don't trigger.",
        by="anyone",
    ),
    Text(
        "Your opponents and permanents your opponents control with hexproof can be the targets of spells and"
        " abilities you control as though they didn't have hexproof.",
        type="",
        players=True,
    ),
    Text(
        "{1}, {T}: Until end of turn, your opponents and creatures your opponents control with hexproof can be the"
        " targets of spells and abilities you control as though they didn't have hexproof.",
        players=True,
    ),
    Text(
        "{G}: Until end of turn, ~ can be the target of spells and abilities controlled by target player as though it"
        " didn't have shroud.",
        whose="itself",
        type="",
        by="target player",
        keyword="Shroud",
    ),
)


@lru_cache(maxsize=1)
def _by_number() -> dict[int, Text]:
    return {signature(each.text)[0]: each for each in _TEXTS}


def as_though_without(now: Moment, you: int | None, keyword: str, *, object: int = -1, player: int = -1) -> bool:
    """Return whether an object or a player can be the target of `you` as though it did not have a keyword."""
    view = now.before
    for text, context in _effects(now):
        owner = view.you(context)
        by = {"you": you == owner, "anyone": True, "target player": you in context.target_players}
        if text.keyword != keyword or not by[text.by]:
            continue
        if player >= 0 and text.players and player != owner:
            return True
        if object >= 0 and text.whose == "itself" and object == context.source:
            return True
        rival = object >= 0 and now.controller(object) not in (None, owner)
        if rival and text.whose == "opponents" and (not text.type or now.has(object, "type", text.type)):
            return True
    return False


def _effects(now: Moment) -> Iterator[tuple[Text, Context]]:
    known, board = _by_number(), now.past.before(now.index)
    for held, mask in now.before.column("ability").items():
        text = known.get(_number(held.ability))
        sources = mask & now.before.still("zone", "battlefield") if text and ":" not in text.text else 0
        for number in range(sources.bit_length()):
            if text and sources >> number & 1:
                yield text, Context(source=number)
    for effect in board.effects.values():  # "until end of turn"
        source = effect.context.source
        over = any(event == Ends(ends="turn") or isinstance(event, Turn) for event in board.events[effect.event :])
        if effect.ability and source is not None and not over:
            abilities = shown_values(board, board.by_number(source)).abilities
            if text := known.get(_number(abilities[effect.ability - 1])):
                yield text, effect.context


def _number(ability: object) -> int:
    if not isinstance(ability, TextAbility):
        return 0
    return signature(ability.text)[0] if "as though" in ability.text else ability.number
