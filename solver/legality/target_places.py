"""Targets for which the text of a spell or ability has no place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import resolution_of, resolution_of_ability, signature
from mtglayers.model.cards.search import find_card
from mtglayers.model.cards.target_counts import UNLIMITED, TargetLimit, least_targets, limit_in
from mtglayers.model.cards.target_groups import UNKNOWN, target_places_of
from mtglayers.model.data.numbers import NUMBERS
from mtglayers.model.effects.ability import Static, TargetPlace, TextAbility
from mtglayers.model.effects.choices import players_asked, spoken
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.players import Foremost
from mtglayers.model.effects.selectors import Attached, Group, Target
from mtglayers.model.events.left_open import LEFT_OPEN
from mtglayers.model.events.resolution import Resolves, Source
from mtglayers.model.events.shown import shown_values
from mtglayers.model.objects.gameobject import ResolvedEffect

from ..wording import counted

NO_TARGETS: Final = TargetLimit(0)
"""The limit of a text without targets."""

# Players that an event can name among the targets, although the text does not target them.
_OTHER_PLAYERS: Final = frozenset({"an opponent", "defending player", "that player"})


def unfit(
    event: Resolves, effect: ResolvedEffect, board: Board, limit: int | None
) -> Iterator[tuple[str, str, str]]:  # fmt: skip
    """Yield the targets for which the text has no place (115.1), each with the reason and the rule.

    A target that the text may have in a part that is not known is not among them; `limit` is `most_targets`.
    """
    context = effect.context
    nodes = [node for clause in effect.clauses for node in spoken(clause)]
    targets = [node for node in nodes if isinstance(node, Target)]
    per_player = (
        () if names_players(effect) else [clause.selector for clause in effect.clauses if "each:" in clause.form]
    )
    required = (node for node in targets if (_most(node) is not None and not _optional(node)) or node in per_player)
    missing = next((node for node in required if node.group and node.index >= len(context.targets)), None)
    players = [board.players[number] for number in context.target_players]
    if missing is not None and missing.group is not None and players:
        yield (
            players[0],
            f"`{players[0]}` is not a legal target of `{effect.name}`, which needs {a_group(missing.group)}",
            "115.1",
        )
        return
    most = [node.index + found + node.after if (found := _most(node)) is not None else None for node in targets]
    places = None if None in most else max((place for place in most if place is not None), default=0)
    surplus = [] if places is None else [board.by_number(number).id for number in context.targets[places:]]
    if (surplus or players) and (text := _full_text(event, effect, board)):
        if not any(word in text.lower() for word in ("player", "opponent")):
            surplus += players
        for id in dict.fromkeys(surplus):
            yield id, f"`{effect.name}` has no place for the target `{id}`: {text}", "115.1"
        return
    if limit not in (None, UNLIMITED):
        for id in event.targets[limit:]:
            yield id, f"`{effect.name}` has no place for the target `{id}`: it has {counted(limit, 'target')}", "115.1"


def too_few(event: Resolves, effect: ResolvedEffect, board: Board) -> Iterator[tuple[str, str, str]]:
    """Yield the effect if its event names fewer targets than the text has (601.2c), with the reason and the rule."""
    described = {
        node.index: _least(node)
        for clause in effect.clauses if clause.condition is None and not clause.relation
        for node in spoken(clause) if isinstance(node, Target) and node.group is not None
    }  # fmt: skip
    named = len(event.targets) - event.targets.count(LEFT_OPEN)
    later = bool(effect.delayed)  # 603.7: the targets of a delayed trigger are chosen when it triggers
    texts = () if event.mode or event.overload or later else resolving(event, effect, board)
    kept = (ability for ability, _ in texts if isinstance(ability, TextAbility))
    said = sum(least_targets(ability.text) if ability.text else ability.least for ability in kept)
    if named < (least := max(sum(described.values()), said)):
        reason = f"`{effect.name}` has {counted(named, 'target')}, but its text needs {least}"
        yield effect.name, reason, "601.2c"


def _least(target: Target) -> int:
    # The least number of targets that the words allow.
    if _optional(target):
        return 0
    return 1 if " or " in target.count else _most(target) or 1


def most_targets(event: Resolves, effect: ResolvedEffect, board: Board) -> int | None:
    """Return how many targets an event can name at most, `UNLIMITED`, or None if it is not known.

    Objects of a trigger condition, and other players that an event names among the targets, count.
    """
    if len(set(event.mode)) < len(event.mode):
        return None
    abilities = list(resolving(event, effect, board))
    numbers = [limit_of(ability).on_board(len(board.players), event.x) for ability, _ in abilities]
    if event.mode:
        of_modes = (_of_modes(*each, event.mode) for each in abilities)
        numbers = [most if found is None else found for most, found in zip(numbers, of_modes, strict=True)]
    nodes = [node for clause in effect.clauses for node in spoken(clause)]
    described = {node.index for node in nodes if isinstance(node, Target) and node.group is not None}
    others = [node for node in nodes if isinstance(node, Target) and node.index not in described]
    if any(node.many for node in others):
        return None  # "choose any number of creatures. Those creatures ..."
    if UNLIMITED in numbers:
        return UNLIMITED
    # "That creature" in a spell is one of its targets; a triggered ability can mean the object of its event.
    first = sum(numbers) if isinstance(event.resolves, str) else 0
    named = {node.index for node in others if node.index >= first}
    of_trigger = any(isinstance(node, Attached) and node.of_trigger for node in nodes)
    players = _asked(effect) & _OTHER_PLAYERS
    return sum(numbers) + len(named) + of_trigger + len(players) + _names_foremost(effect)


def chosen_places(ability: TextAbility, name: str, modes: Sequence[int]) -> list[TargetPlace]:
    """Return the places for targets in the text of an ability, in its chosen modes if it has some."""
    parts = target_places_of(ability, name)
    chosen = (0, *modes) if modes else range(len(parts))
    return [place for part in chosen if part < len(parts) for place in parts[part]]


def described_places(ability: Ability, name: str, modes: Sequence[int]) -> Iterator[TargetPlace]:
    """Yield the places for targets that continuous effects of an ability, and of its chosen modes, describe."""
    found = resolution_of_ability(ability, name)
    for clauses in () if found is None else (found.clauses, *(found.modes[mode - 1] for mode in modes if found.modes)):
        nodes = (node for clause in clauses for node in spoken(clause) if isinstance(node, Target))
        groups = {node.index: node for node in nodes if node.group is not None}
        yield from (TargetPlace(node.group.filters, many=node.many) for node in groups.values() if node.group)


def _of_modes(ability: Ability | None, name: str, modes: Sequence[int]) -> int | None:
    # How many targets the chosen modes of an ability have, or None if it is not known.
    if not isinstance(ability, TextAbility):
        return None
    written = bool(target_places_of(ability, name))
    places = list((chosen_places if written else described_places)(ability, name, modes))
    return None if any(place == UNKNOWN or place.many for place in places) else len(places)


def names_players(effect: ResolvedEffect) -> bool:
    """Return whether the clauses of an effect concern players that its event names."""
    return not _asked(effect).isdisjoint({"target player", *_OTHER_PLAYERS}) or _names_foremost(effect)


def _asked(effect: ResolvedEffect) -> set[str]:
    return {who for clause in effect.clauses for who in players_asked(clause)}


def _names_foremost(effect: ResolvedEffect) -> bool:
    nodes = (node for clause in effect.clauses for node in spoken(clause))
    return any(isinstance(node, GainControl) and isinstance(node.who, Foremost) for node in nodes)


def resolving(event: Resolves, effect: ResolvedEffect, board: Board) -> Iterator[tuple[Ability | None, str]]:
    """Return the abilities of a card, or the one ability, that an event resolves, each with the name of its source.

    An ability is None if it is not known.
    """
    source = None if effect.context.source is None else board.by_number(effect.context.source)
    values = None if source is None else shown_values(board, source)
    return event.abilities(board.own_cards, values, effect.ability)


def limit_of(ability: Ability | None) -> TargetLimit:
    """Return an upper limit for the number of targets of an ability that resolves; None is one that is not known."""
    if isinstance(ability, Static):
        return NO_TARGETS  # a static ability, such as a reduction of the cost, does not resolve
    if isinstance(ability, Keyword):
        return TargetLimit(1)  # such as awaken: "put that many +1/+1 counters on target land you control"
    if not isinstance(ability, TextAbility):
        return TargetLimit(UNLIMITED)
    return limit_in(ability)


def _optional(target: Target) -> bool:
    return target.count.removeprefix("each of ").startswith(("up to", "any number"))


def _most(target: Target) -> int | None:
    # The number of targets that the words allow, or None if it is not known.
    if not target.many:
        return 1
    words = target.count.removeprefix("each of ").removeprefix("up to ").split()
    return NUMBERS.get(words[0]) if words and "more" not in words else None


def _full_text(event: Resolves, effect: ResolvedEffect, board: Board) -> str:
    """Return the text of an effect if all of it is known, and otherwise ""."""
    from mtglayers.model.oracle.printing.sentences import resolution_text

    if effect.delayed or effect.listed or event.mode or event.overload:
        return ""
    if isinstance(event.resolves, Source):
        plain_text = event.resolves.text if not event.resolves.ability_of else ""
        return plain_text if plain_text and not resolution_of(plain_text).text else ""
    card = find_card(event.resolves, board.own_cards)
    face, *others = event.halves_cast(card)
    lines = [ability for half in (face, *others) for ability in half.abilities if not isinstance(ability, Keyword)]
    if len(lines) != 1 or not isinstance(lines[0], TextAbility):
        return ""
    found = resolution_of_ability(lines[0], face.name)
    if found is None or found.text or not found.clauses:
        return ""
    text = resolution_text(found)
    # A catalogue without texts: the number tells whether the clauses are all of the text.
    known = not lines[0].number or signature(text, face.name)[0] == lines[0].number
    return text if known else ""


def group_words(group: Group) -> str:
    """Return the words for a group, such as "nonblack creature"."""
    from mtglayers.model.oracle.printing.nouns import words_of

    return words_of(group.filters, False)


def a_group(group: Group) -> str:
    """Return the words for a member of a group, such as "a nonblack creature"."""
    from mtglayers.model.oracle.printing.nouns import a

    words = group_words(group)
    return f"{a(words)} {words}" if words else "another object"


def is_another(target: Target) -> bool:
    """Return whether a target must be another object than its source and the targets before it."""
    return "other" in target.count
