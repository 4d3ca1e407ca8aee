"""Checks of spells and abilities that resolve: their conditions, modes and targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from mtglayers.model.cards.mode_counts import mode_limit_of
from mtglayers.model.cards.rules_text import says
from mtglayers.model.cards.target_counts import UNLIMITED
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.choices import spoken
from mtglayers.model.effects.conditions import is_left_to_event, triggered
from mtglayers.model.effects.filters.characteristics import OfSubtype, OfType
from mtglayers.model.effects.filters.comparisons import Alike
from mtglayers.model.effects.filters.whereabouts import ControlledBy
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Filter
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.selectors import ChosenFrom, ChosenObject, Group, Target
from mtglayers.model.effects.shortening import shortened
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.objects.gameobject import ResolvedEffect
from mtglayers.model.support.patterns import lazy_pattern

from ..wording import counted, joined
from .as_it_was import as_it_was
from .instruction_targets import instruction_targets
from .moment import Moment, Problem
from .restrictions import Candidate, is_excluded, types_listed, unmet, unshared
from .target_places import a_group, group_words, is_another, most_targets, too_few, unfit
from .target_places import resolving as abilities_resolving
from .untargetable import resolving, untargetable, untargetable_player

_BEGUN: Final = ("activated", "loyalty", "triggered")
_FOR_EACH: Final = lazy_pattern(r"each:(?P<of>\w+)")  # the form of "for each opponent, gain control of target creature"
_OPPONENT: Final = lazy_pattern(r"\b(?:target|that) opponent\b")  # the words of what concerns a target opponent
_ACTED_ON: Final = {
    "the amassed Army": (Group((OfSubtype("Army"), OfType("Creature"), ControlledBy("you"))), "701.47a")
}


def not_resolving(event: Resolves, now: Moment, effect: ResolvedEffect) -> Iterator[Problem]:
    """Yield the reasons why a spell or ability could not resolve as an event says."""
    yield from _never_had(event, now, effect)
    yield from _trigger(now, effect)
    if event.mode:
        yield from _modes(event, now, effect)
    yield from _targets(event, now, effect)
    yield from too_few(event, effect, now.board)
    if event.targets:
        limit = most_targets(event, effect, now.board)
        without_place = list(unfit(event, effect, now.board, limit))
        named = {name for name, _, _ in without_place}
        any_number = limit == UNLIMITED
        if any_number or (limit is not None and len(event.targets) <= limit):
            found = instruction_targets(event, now, effect, any_number)
            yield from (each for each in found if each[0] not in named)
        yield from without_place


def _never_had(event: Resolves, now: Moment, effect: ResolvedEffect) -> Iterator[Problem]:
    # An ability that resolves is one that its source had when it was activated or triggered (113.7a).
    what, number = event.resolves, effect.context.source
    if isinstance(what, str) or not what.ability_of or effect.ability or number is None:
        return
    from mtglayers.model.cards.scryfall import read_abilities

    source = now.board.by_number(number)
    if not any(getattr(each, "form", "") in _BEGUN for each in read_abilities(what.text, source.card.name)):
        return  # an instruction without a cost or a trigger condition stands for an ability
    then = (Moment(now.past, index, effect, now.printed) for index in range(now.index, source.entered, -1))
    held = (ability for moment in then for ability in moment.abilities(number))
    if not any(says(ability, what.text, source.card.name) for ability in held):
        yield source.id, f"`{source.id}` has never had an ability “{what.text}”", "113.7a"


def _trigger(now: Moment, effect: ResolvedEffect) -> Iterator[Problem]:
    conditions = dict.fromkeys(triggered(clause)[0] for clause in effect.clauses)
    asked = [condition for condition in conditions if condition is not None and is_left_to_event(condition)]
    if not all(condition.holds(now.before, effect.context) for condition in asked):
        source = now.board.by_number(effect.context.source).id if effect.context.source is not None else effect.name
        yield source, f"`{effect.name}` would do nothing, because the condition in its trigger is not met", "603.4"


def _modes(event: Resolves, now: Moment, effect: ResolvedEffect) -> Iterator[Problem]:
    abilities = [ability for ability, _ in abilities_resolving(event, effect, now.board)]
    added = {ability.name for ability in abilities if isinstance(ability, Keyword)} & {"Entwine", "Escalate"}
    limits = [limit for ability in abilities if isinstance(ability, TextAbility) and (limit := mode_limit_of(ability))]
    if len(limits) != 1:
        return
    limit = limits[0]
    if len(event.mode) < limit.least or (len(event.mode) > limit.most and not added):
        number = counted(limit.least if len(event.mode) < limit.least else limit.most, "mode")
        yield effect.name, f"`{effect.name}` has {counted(len(event.mode), 'mode')}, but its text has {number}", "700.2"
    if len(set(event.mode)) < len(event.mode) and not limit.again:
        yield effect.name, f"a mode of `{effect.name}` is chosen more than once", "700.2d"


def _targets(event: Resolves, now: Moment, effect: ResolvedEffect) -> Iterator[Problem]:
    context = effect.context
    each = {clause.selector: each["of"] for clause in effect.clauses if (each := _FOR_EACH.match(clause.form))}
    nodes = dict.fromkeys(node for clause in effect.clauses for node in spoken(clause))
    by = resolving(event, now, effect)
    types = next((types_listed(node.group) for node in nodes if isinstance(node, Target) and node.group), ())
    seen: set[int] = set()
    for node in nodes:
        if isinstance(node, Target) and node.group is not None and node.index not in seen:
            seen.add(node.index)
            chosen = node.among(context.targets)
            group = node.group if context.target_players else _of_any_player(node.group, each.get(node, ""))
            for place, named in enumerate(chosen):
                id = now.board.by_number(named).id
                what = f"target of `{effect.name}`"
                earlier = context.targets[: node.index + place]
                known = as_it_was(named, event, now, effect)
                fits = (each for each in known if each[1].is_in(each[0], group, context))
                number, then = next(fits, (None, now))
                needed = group if number is None else unmet(group, Candidate(number, earlier, types, context, then))
                if needed is not None:
                    yield id, f"`{id}` is not a legal {what}, which needs {_named(a_group(needed), effect)}", "115.1"
                elif named in chosen[:place]:
                    yield id, f"`{id}` is chosen twice as a {what}", "115.3"
                elif node in each and now.controller(named) in map(now.controller, chosen[:place]):
                    reason = f"`{id}` and another {what} have the same controller, but it has one for each {each[node]}"
                    yield id, reason, "115.1"
                elif is_another(node) and named in (context.source, *context.targets[: node.index]):
                    yield (
                        id,
                        f"`{id}` is not a legal {what}, which needs {node.count} {group_words(node.group)}",
                        "115.1",
                    )
                elif event.targets and number is not None:
                    yield from untargetable(by, then, number)
    yield from _unlike(nodes, now, effect)
    for of, rule in dict.fromkeys(found for node in nodes if (found := _chosen_from(node)) is not None):
        for id in event.chosen.object:
            if not now.is_in(now.number(id), of, context):
                yield id, f"`{id}` cannot be chosen for `{effect.name}`: {group_words(of)}", rule
    rivals = any(_needs_opponent(getattr(node, "word", "")) for node in nodes)
    chosen_rivals = any(isinstance(node, GainControl) and node.who == "an opponent" for node in nodes)
    targeted = any("target player" in (getattr(node, "who", ""), getattr(node, "whose", "")) for node in nodes)
    for player in context.target_players if event.targets else ():
        if targeted:  # "that player" is no target
            yield from untargetable_player(by, now, player)
        name = now.board.players[player]
        if any(is_excluded(getattr(node, "word", ""), player, context, now) for node in nodes):
            yield name, f"`{name}` is not a legal target of `{effect.name}`, which excludes that player", "115.1"
        if rivals and player == context.you:
            yield name, f"`{name}` is not a legal target of `{effect.name}`, which needs an opponent", "115.1"
        elif chosen_rivals and {*context.target_players} == {context.you}:
            yield name, f"`{name}` cannot be chosen for `{effect.name}`, which needs an opponent", "608.2d"


def _chosen_from(node: Node) -> tuple[Group, str] | None:
    # The group from which a resolving text lets a player choose without targeting, and the rule.
    if not isinstance(node, ChosenFrom | ChosenObject):
        return None
    if node.group is None:
        return _ACTED_ON.get(node.word)
    return node.group, "608.2d"


@cache
def _needs_opponent(word: str) -> bool:
    each = (f"you and {which} opponent each gain control of" for which in ("target", "that"))
    return bool(_OPPONENT.search(word)) or word in map(shortened, each)


def _named(words: str, effect: ResolvedEffect) -> str:
    # "power less than ~'s power"
    return words.replace("~", effect.source_name)


def _unlike(nodes: Iterable[Node], now: Moment, effect: ResolvedEffect) -> Iterator[Problem]:
    # "Two target permanents that share a permanent type"
    groups = {node.index: node.group for node in nodes if isinstance(node, Target) and node.group is not None}
    for family in dict.fromkeys(f.family for group in groups.values() for f in group.filters if isinstance(f, Alike)):
        those = [i for i, group in groups.items() for f in group.filters if isinstance(f, Alike) and f.family == family]
        chosen = effect.context.targets[min(those, default=0) : max(those, default=-1) + 1]
        if unshared(family, [(one, now) for one in chosen]):
            ids = [f"`{now.board.by_number(number).id}`" for number in chosen]
            what = family.replace("_", " ")
            yield ids[-1][1:-1], f"{joined(ids)} share no {what}, as targets of `{effect.name}` must", "115.1"


def _of_any_player(group: Group, each: str) -> Group:
    # "That player" is each opponent of "for each opponent", or a player whom the event does not name.
    found: list[Filter] = []
    for filter in group.filters:
        if not (isinstance(filter, ControlledBy) and filter.who == "that player"):
            found.append(filter)
        elif each == "opponent":
            found.append(ControlledBy("an opponent", filter.negated, filter.word))
    return Group(tuple(found), group.quantifier)
