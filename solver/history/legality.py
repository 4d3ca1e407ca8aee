"""Checks for targets, copies, attachments and combat that are not legal.

Positions are often described loosely, so such events are played and the result lists them; `strict` refuses them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

import msgspec

from mtglayers.model.cards.entering import opponent_clauses
from mtglayers.model.cards.mode_counts import mode_limit_of
from mtglayers.model.cards.rules_text import copied_group, enters_as_copy, says
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
from mtglayers.model.effects.shortening import shortened, without_digests
from mtglayers.model.effects.view import Choices, Context
from mtglayers.model.events.arrivals import Arrival
from mtglayers.model.events.base import Event
from mtglayers.model.events.changes import Attaches, Chooses, Marks, Turns
from mtglayers.model.events.departures import Merges
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.events.shown import shown_values
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect
from mtglayers.model.rules.vocabulary import KEYWORDS
from mtglayers.model.support.patterns import lazy_pattern
from mtglayers.model.support.progress import checkpoint

from ..wording import counted, joined
from .as_it_was import as_it_was
from .attachments import becoming_attached, entering_attached
from .instruction_targets import instruction_targets
from .moment import Moment, Printed, Problem
from .resolved import PastBoards
from .restrictions import Candidate, is_excluded, types_listed, unmet, unshared
from .target_places import a_group, group_words, most_targets, too_few, unfit
from .target_places import resolving as abilities_resolving
from .targeting import Targeting
from .untargetable import resolving, untargetable, untargetable_player
from .written import families_written

_BEGUN: Final = ("activated", "loyalty", "triggered")
_FOR_EACH: Final = lazy_pattern(r"each:(?P<of>\w+)")  # the form of "for each opponent, gain control of target creature"
_OPPONENT: Final = lazy_pattern(r"\b(?:target|that) opponent\b")  # the words of what concerns a target opponent
_ACTED_ON: Final = {
    "the amassed Army": (Group((OfSubtype("Army"), OfType("Creature"), ControlledBy("you"))), "701.47a")
}
_COMBAT: Final = {"attacking": "508.1a", "attacks": "508.1a", "blocking": "509.1a", "blocking_which": "509.1a"}


class Illegal(msgspec.Struct, frozen=True):
    """A part of an event, or of the state with which the board begins, that the rules do not allow.

    Attributes:
        event: the index of the event in the timeline, or None for the state.
        object: the id of the object that is not legal, or the name of a player.
        reason: the reason, such as "`bear` is not a legal target of `doom-blade`, which needs a nonblack creature".
        rule: the number of the rule.
    """

    event: int | None
    object: str
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


def illegal(past: PastBoards, first: int = 0) -> tuple[Illegal, ...]:
    """Return the parts of events that are not legal, in order, from the event `first` on.

    Each event is compared with the board just before it. What a board begins with is compared with itself, except for
    attachments: a state can precede the state-based actions that end them (704.5m-p).
    """
    effects = {effect.event: past.controlled(effect) for effect in past.board.effects.values()}
    printed = Printed(past.board)
    found: list[Illegal] = []
    if first == 0 and past.board.start is not None:
        problems = dict.fromkeys(_begun(past.board.start.objects, Moment(past, 0, None, printed)))
        found += (Illegal(None, object, without_digests(reason), rule) for object, reason, rule in problems)
    for index, event in enumerate(past.board.events[first:], start=first):
        checkpoint("candidate")
        for object, reason, rule in _wrong(event, Moment(past, index, effects.get(index), printed)):
            found.append(Illegal(index, object, without_digests(reason), rule))
    return tuple(found)


def _wrong(event: Event, now: Moment) -> Iterator[Problem]:
    match event:
        case Resolves() if now.effect is not None:
            yield from _never_had(event, now, now.effect)
            yield from _trigger(now, now.effect)
            if event.mode:
                yield from _modes(event, now, now.effect)
            yield from _targets(event, now, now.effect)
            yield from too_few(event, now.effect, now.board)
            if event.targets:
                limit = most_targets(event, now.effect, now.board)
                without_place = list(unfit(event, now.effect, now.board, limit))
                named = {name for name, _, _ in without_place}
                any_number = limit == UNLIMITED
                if any_number or (limit is not None and len(event.targets) <= limit):
                    found = instruction_targets(event, now, now.effect, any_number)
                    yield from (each for each in found if each[0] not in named)
                yield from without_place
        case Arrival():
            yield from _copied(event, now)
            for found in now.arrived() if event.chosen.player else ():
                yield from _rival_chosen(found, event.chosen, now)
            yield from _cast(event, now)
            if event.attached_to is not None and event.with_effect is None and not event.face_down:
                yield from entering_attached(event, now)
        case Attaches():
            yield from becoming_attached(event, now)
        case Chooses():
            yield from _rival_chosen(now.past.before(now.index).object(event.chooses), event.chosen, now)
        case Turns(face="up") if event.chosen.object:
            found = now.past.before(now.index).object(event.turns)
            yield from _not_copiable(found, event.chosen.object[0], now)
        case Merges():
            yield from _merged(event, now)
        case Marks():
            yield from _marked(event, now)
        case _:
            pass


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


# --- Targets ------------------------------------------------------------------------------------------------


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
                elif _is_another(node) and named in (context.source, *context.targets[: node.index]):
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


def _rival_chosen(found: GameObject, chosen: Choices, now: Moment) -> Iterator[Problem]:
    values = shown_values(now.past.before(now.index + 1), found)
    if not chosen.player or not any(map(opponent_clauses, values.abilities)):
        return
    you = now.past.state(now.index + 1).controller(found.number)
    for name in chosen.player:
        if you is not None and name == now.board.players[you]:
            yield name, f"`{name}` cannot be chosen for `{found.id}`, which needs an opponent", "614.12a"


def _named(words: str, effect: ResolvedEffect) -> str:
    # "power less than ~'s power"
    return words.replace("~", effect.source_name)


def _unlike(nodes: Iterable[Node], now: Moment, effect: ResolvedEffect) -> Iterator[Problem]:
    # "Two target permanents that share a permanent type"
    groups = {node.index: node.group for node in nodes if isinstance(node, Target) and node.group is not None}
    for family in dict.fromkeys(f.family for group in groups.values() for f in group.filters if isinstance(f, Alike)):
        alike = [i for i, group in groups.items() for f in group.filters if isinstance(f, Alike) and f.family == family]
        chosen = effect.context.targets[min(alike, default=0) : max(alike, default=-1) + 1]
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


def _is_another(target: Target) -> bool:
    return "other" in target.count


def _cast(event: Arrival, now: Moment) -> Iterator[Problem]:
    # Another object can grant the keyword to the spell.
    keyword = next((name for name in KEYWORDS if name.casefold() == event.cast), "")
    arrived = now.arrived() if keyword and event.cast != "prototype" else []
    for found in arrived:
        own = (face.copiable().abilities for face in found.card.faces)
        others = (base.values.abilities for base in now.board.bases)
        nodes = (node for abilities in (*own, *others) for ability in abilities for node in ability.walk())
        names = {node.name for node in nodes if isinstance(node, Keyword)}
        if keyword not in names and not any(KEYWORDS[name].variant_of == keyword for name in names):
            yield (
                found.id,
                f"`{found.id}` has no {event.cast}, so that cost cannot be paid for it",
                KEYWORDS[keyword].rule,
            )


# --- Copies -------------------------------------------------------------------------------------------------


def _copied(event: Arrival, now: Moment) -> Iterator[Problem]:
    # 707.5: as the ability says; a token, or the text of another effect, is not checked.
    if event.copy_of is None or event.except_ is not None:
        return
    arrived = now.arrived()
    if not arrived or arrived[0].base.token:
        return
    if _lacks_copying(event, arrived[0], now):
        reason = f"`{arrived[0].id}` cannot enter as a copy, because it would not have that ability on the battlefield"
        yield arrived[0].id, reason, "614.12"
        return
    yield from _not_copiable(arrived[0], event.copy_of, now)


def _lacks_copying(event: Arrival, found: GameObject, now: Moment) -> bool:
    # 614.12: the permanent's abilities as it would exist on the battlefield, not as a copy
    own = [ability for ability in found.base.values.abilities if enters_as_copy(ability)]
    before = now.past.before(now.index)
    known = now.past.edition.knows("effects on what enters")
    if not own or not known or "ability" not in families_written(before):
        return False
    alone = msgspec.structs.replace(event, copy_of=None)
    state = now.past.solved(before.entering(alone, found.id), looking=True)
    return not any(held.ability in own for held in state.abilities(found.number))


def _not_copiable(copying: GameObject, copied: str, now: Moment) -> Iterator[Problem]:
    target = copied_group(copying.base.values)
    if target is None or target.group is None:
        return
    context = Context(you=copying.base.controller, x=copying.x)
    number = now.number(copied)
    if not now.is_in(number, target.group, context) or (_is_another(target) and number == copying.number):
        what = f"{'another ' if _is_another(target) else ''}{group_words(target.group)}"
        yield copied, f"`{copying.id}` cannot become a copy of `{copied}`: {what}", "707.5"


# --- Merging and combat -------------------------------------------------------------------------------------


def _merged(event: Merges, now: Moment) -> Iterator[Problem]:
    board = now.past.before(now.index)
    guest, host = board.object(event.merges), board.object(event.with_)
    if not now.has(host.number, "type", "Creature") or now.has(host.number, "subtype", "Human"):
        yield host.id, f"`{guest.id}` cannot merge with `{host.id}`, which is not a non-Human creature", "702.140a"
    if guest.base.owner != host.base.owner:
        yield host.id, f"`{guest.id}` cannot merge with `{host.id}`, which has another owner", "702.140a"
    if guest.base.zone == "stack":  # the spell has a target
        by = Targeting(guest.id, now.controller(guest.number), lambda: now.qualities(guest.number))
        yield from untargetable(by, now, host.number)


def _marked(event: Marks, now: Moment) -> Iterator[Problem]:
    found = now.past.before(now.index).object(event.marks)
    yield from dict.fromkeys(_recorded(found, event.set, now))
    tapped = now.before.still("tapped", True) >> found.number & 1
    if tapped and any(name in ("blocking", "blocking_which") and value for name, value in event.set):
        yield found.id, f"`{found.id}` is tapped, so it cannot block", "509.1a"


def _begun(objects: Iterable[GameObject], now: Moment) -> Iterator[Problem]:
    # The facts of a state's objects, as events would record them.
    called = {found.number: found.id for found in objects}
    for found in objects:
        facts: list[tuple[str, object]] = [(fact, True) for fact in found.facts if fact in _COMBAT]
        pairs = ((link, other) for link, other in found.links if link != "paired_with" or found.number < other)
        facts += ((link, called[other]) for link, other in pairs)
        facts += (("attacks", now.board.players[who]) for what, who in found.numbers if what == "attacks_player")
        yield from dict.fromkeys(_recorded(found, facts, now))


def _recorded(found: GameObject, facts: Iterable[tuple[str, Any]], now: Moment) -> Iterator[Problem]:
    board = now.past.before(now.index)
    for name, value in facts:
        if not value:  # false ends the pairing, the attack or the like
            continue
        if name in _COMBAT and not now.is_creature(found):
            what = "attack" if name.startswith("attack") else "block"
            yield found.id, f"`{found.id}` is not a creature on the battlefield, so it cannot {what}", _COMBAT[name]
        elif name == "attacks":
            yield from _attacked(found, value, now)
        elif name == "blocking_which":
            yield from _blocked(found, board.last_known(value), now)
        elif name == "encoded_on":
            yield from _encoded(found, board.last_known(value), now)
        elif name == "paired_with":
            yield from _paired(found, board.object(value), now)


def _attacked(found: GameObject, whom: object, now: Moment) -> Iterator[Problem]:
    board, you, name = now.past.before(now.index), now.controller(found.number), str(whom)
    if name in board.players:
        own = board.players.index(name) == you
    else:
        walker = board.last_known(name).number
        own = now.has(walker, "type", "Planeswalker") and now.controller(walker) == you
        if board.is_present(walker) and not any(now.has(walker, "type", type) for type in ("Planeswalker", "Battle")):
            yield name, f"`{found.id}` cannot attack `{name}`, which is not a planeswalker or battle", "508.1b"
    if own:
        yield name, f"`{found.id}` cannot attack `{name}`, which is not an opponent or theirs", "508.1b"


def _blocked(found: GameObject, attacker: GameObject, now: Moment) -> Iterator[Problem]:
    you = now.controller(found.number)
    if you is not None and now.controller(attacker.number) == you:
        yield attacker.id, f"`{found.id}` cannot block `{attacker.id}`, which its controller controls, too", "509.1a"


def _encoded(card: GameObject, host: GameObject, now: Moment) -> Iterator[Problem]:
    if not any(isinstance(ability, Keyword) and ability.name == "Cipher" for ability in card.base.values.abilities):
        yield card.id, f"`{card.id}` has no cipher, so it cannot be encoded", "702.99a"
    elif card.base.zone != "exile":
        yield card.id, f"`{card.id}` is not in exile, so it cannot be encoded", "702.99a"
    elif not now.is_creature(host) or now.controller(host.number) != card.base.owner:
        yield host.id, f"`{card.id}` cannot be encoded on `{host.id}`, which is not a creature you control", "702.99a"


def _paired(one: GameObject, other: GameObject, now: Moment) -> Iterator[Problem]:
    if not (now.is_creature(one) and now.is_creature(other)):
        yield one.id, f"`{one.id}` and `{other.id}` are not both creatures, so they cannot be paired", "702.95a"
    elif now.controller(one.number) != now.controller(other.number):
        yield one.id, f"`{one.id}` and `{other.id}` have different controllers", "702.95a"
    elif not any(keyword.name == "Soulbond" for each in (one, other) for keyword in now.keywords(each.number)):
        yield one.id, f"neither `{one.id}` nor `{other.id}` has soulbond, so they cannot be paired", "702.95a"
