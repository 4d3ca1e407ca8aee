"""Effects on players and on the rules (613.10, 613.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.effects.language import Ability, Operation
from mtglayers.model.effects.operations.abilities import given
from mtglayers.model.effects.operations.players_and_rules import LandPlays, MaxHandSize, PlayerGains
from mtglayers.model.effects.selectors import PlayerGroup

from ..engine.effect import Effect, selector_of
from ..wording import ability_words, joined

if TYPE_CHECKING:
    from ..engine.state import State
    from .result import Result
    from .steps import Step


class PlayerResult(msgspec.Struct, frozen=True):
    """A player, and the effects on that player.

    Attributes:
        max_hand_size: the maximum hand size; None if there is no maximum (402.2).
        land_plays: the number of lands the player can play each turn (305.2); None for any number.
        abilities: the player's abilities, such as hexproof, protection and shroud.
        facts: pairs (fact, number), such as the life total, that were recorded by events or counted.
    """

    name: str
    max_hand_size: int | None = 7
    land_plays: int | None = 1
    abilities: tuple[Ability, ...] = ()
    facts: tuple[tuple[str, int], ...] = ()

    @property
    def life(self) -> int:
        """The life total."""
        return dict(self.facts)["life"]

    @property
    def hand(self) -> int:
        """The number of cards in hand."""
        return dict(self.facts)["hand"]


COUNTED = ("life", "hand", "library", "graveyard", "poison")


def player_words(player: PlayerResult) -> str:
    """Return the effects on a player in words, such as "Ana has hexproof"."""
    plain = PlayerResult(player.name)
    said = [ability_words(ability) for ability in player.abilities]
    if player.max_hand_size != plain.max_hand_size:
        said.append(_hand_words(player))
    if player.land_plays != plain.land_plays:
        said.append(_plays_words(player))
    return f"{player.name} has {joined(said)}" if said else ""


def _hand_words(player: PlayerResult) -> str:
    size = player.max_hand_size
    return "no maximum hand size" if size is None else f"a maximum hand size of {size}"


def _plays_words(player: PlayerResult) -> str:
    plays = player.land_plays
    return "any number of land plays" if plays is None else f"{plays} land play{'' if plays == 1 else 's'} per turn"


def change_words(before: PlayerResult, after: PlayerResult) -> tuple[str, str, str]:
    """Return a fact's old value, its new value, and a phrase that describes the change."""
    if before.abilities != after.abilities:
        gained = joined(ability_words(ability) for ability in after.abilities[len(before.abilities) :])
        return "", gained, f"gains {gained}"
    for words in (_hand_words, _plays_words):
        was, now = words(before), words(after)
        if was != now:
            return was, now, f"{was} becomes {now}"
    return "", "", "applies, but changes nothing"


def player_results(result: Result) -> Mapping[str, PlayerResult]:
    """Return the players by name, after the effects on players and rules (613.10, 613.11)."""
    names = result.trace.state.world.players
    found = _plain(result)
    for _, number, player in player_steps(result):
        found[number] = player
    return dict(zip(names, found, strict=True))


def player_steps(result: Result) -> Iterator[tuple[Step, int, PlayerResult]]:
    """Yield each step, the number of the player it affects, and the player after the step."""
    state, found = result.trace.state, _plain(result)
    after = {layer.name for layer in result.edition.after}
    for layer in result.layers:
        for step in layer.steps if layer.name in after else ():
            for place, operation in step.applied.plan.parts[layer.name].steps:
                selector = selector_of(step.applied.plan.clauses, place)
                if isinstance(selector, PlayerGroup):
                    for number in selector.players(state, step.applied.context):
                        found[number] = _with(found[number], _counted(operation, step.applied, state))
                        yield step, number, found[number]


def _plain(result: Result) -> list[PlayerResult]:
    state = result.trace.state
    return [
        PlayerResult(name, facts=tuple((fact, state.player_fact(number, fact)) for fact in COUNTED))
        for number, name in enumerate(state.world.players)
    ]


def _counted(operation: Operation, effect: Effect, state: State) -> Operation:
    if isinstance(operation, PlayerGains):
        return msgspec.structs.replace(operation, abilities=given(operation.abilities, state, effect.context))
    if isinstance(operation, LandPlays) and operation.x:
        return LandPlays(effect.context.x or 0)
    # 613.11: amounts are evaluated after the layers
    if not isinstance(operation, MaxHandSize) or operation.equal is None:
        return operation
    return MaxHandSize(operation.equal.value(state, effect.context))


def affected_players(effect: Effect, state: State) -> set[int]:
    """Return the numbers of the players to whom a static ability applies."""
    groups = (clause.selector for clause in effect.plan.clauses if isinstance(clause.selector, PlayerGroup))
    return {number for group in groups for number in group.players(state, effect.context)}


def _with(player: PlayerResult, operation: Operation) -> PlayerResult:
    match operation:
        case PlayerGains(abilities=abilities):
            return msgspec.structs.replace(player, abilities=(*player.abilities, *abilities))
        case MaxHandSize(amount=None):
            return msgspec.structs.replace(player, max_hand_size=None)
        case MaxHandSize(amount=amount, how="set"):
            return msgspec.structs.replace(player, max_hand_size=amount)
        case MaxHandSize(amount=int(amount)) if player.max_hand_size is not None:
            return msgspec.structs.replace(player, max_hand_size=max(0, player.max_hand_size + amount))
        case LandPlays(amount=None):
            return msgspec.structs.replace(player, land_plays=None)
        case LandPlays(amount=int(amount)) if player.land_plays is not None:
            return msgspec.structs.replace(player, land_plays=player.land_plays + amount)
        case _:
            return player
