"""Checks for targets, copies, attachments and combat that are not legal.

Positions are often described loosely, so such events are played and the result lists them; `strict` refuses them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.faces import halves_cast
from mtglayers.model.cards.rules_text import copied_group
from mtglayers.model.cards.search import find_card, own_cards
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.choices import spoken
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.designations import DESIGNATIONS
from mtglayers.model.effects.filters.characteristics import OfColor, OfSubtype, OfSupertype, OfType
from mtglayers.model.effects.filters.combinators import Each, Either, Non
from mtglayers.model.effects.filters.status import Marked, Restriction
from mtglayers.model.effects.filters.whereabouts import CastFrom, ControlledBy, ExiledWith, Permanent
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Operation
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.selectors import ChosenFrom, Group, Target
from mtglayers.model.effects.view import Context
from mtglayers.model.events.arrivals import Arrival
from mtglayers.model.events.base import Event
from mtglayers.model.events.changes import Attaches, Counters, Flips, Marks, Transforms, Turns
from mtglayers.model.events.command_zone import Stickers
from mtglayers.model.events.departures import Merges, Phases
from mtglayers.model.events.resolution import Resolves, Source
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect
from mtglayers.model.rules.vocabulary import CARD_TYPES, COLOR_NAMES, KEYWORDS
from mtglayers.model.support.progress import checkpoint

from ..engine.state import State, initial
from .resolved import PastBoards
from .target_places import a_group, group_words, unfit

# Restrictions that concern the course of the game, which the timeline need not record.
_COURSE: Final = (CastFrom, ExiledWith, Marked, Restriction)
_HOSTS: Final = {"Equipment": ("Creature", "301.5"), "Fortification": ("Land", "301.6")}
# Filters by values that a printed card has, and the families of the values.
_OF_VALUES: Final = (OfType, OfSubtype, OfSupertype, OfColor, Permanent, ControlledBy, Either, Each, Non)
_VALUES: Final = ("type", "subtype", "supertype", "color", "controller")
_CHANGES: Final = (Transforms, Flips, Turns, Merges, Phases, Stickers)
_COMBAT: Final = {"attacking": "508.1a", "attacks": "508.1a", "blocking": "509.1a", "blocking_which": "509.1a"}

_Problem = tuple[str, str, str]  # the object, the reason and the rule of an `Illegal`


class Illegal(msgspec.Struct, frozen=True):
    """A part of an event that the rules do not allow.

    Attributes:
        event: the index of the event in the timeline.
        object: the id of the object that is not legal, or the name of a player.
        reason: the reason, such as "`bear` is not a legal target of `doom-blade`, which needs a nonblack creature".
        rule: the number of the rule.
    """

    event: int
    object: str
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


def illegal(past: PastBoards, first: int = 0) -> tuple[Illegal, ...]:
    """Return the parts of events that are not legal, in order, from the event `first` on.

    Each event is compared with the board just before it.
    """
    effects = {effect.event: effect for effect in past.board.effects.values()}
    printed = _Printed(past.board)
    found: list[Illegal] = []
    for index, event in enumerate(past.board.events[first:], start=first):
        checkpoint("candidate")
        for object, reason, rule in _wrong(event, _Moment(past, index, effects.get(index), printed)):
            found.append(Illegal(index, object, reason, rule))
    return tuple(found)


class _Printed:
    """The printed values of the objects on the board, for values that have never changed."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._steady = not any(map(_changes_values, board.events))

    @cached_property
    def _state(self) -> State:
        return initial(self._board)

    @cached_property
    def _changed(self) -> frozenset[str]:
        # The families that an effect could have changed at any time.
        events = self._board.events
        nodes: list[Node] = [clause for effect in self._board.effects.values() for clause in effect.clauses]
        for ability in (ability for base in self._board.bases for ability in base.values.abilities):
            nodes += ability.clauses()
            if isinstance(ability, TextAbility) and ability.form == "entering" and ability.resolution is not None:
                nodes += (clause for mode in ability.resolution.modes for clause in mode)  # 614.12c
        marked = {fact for event in events if isinstance(event, Marks) for fact, _ in event.set}
        for fact, designation in DESIGNATIONS.items():
            nodes += designation.operations if fact in marked else ()
        written = {family for node in nodes for operation in _operations(node) for family, _ in operation.writes()}
        arrived = (kind for event in events if isinstance(event, Arrival) for kind, _ in event.counters)
        put = (*arrived, *(kind for event in events if isinstance(event, Counters) for kind, _ in event.put))
        return frozenset(written | ({"ability"} if any(kind[:1].isalpha() for kind in put) else set()))

    def state(self, number: int, *families: str) -> State | None:
        """Return the printed values if an object's values in the given families never changed."""
        if not self._steady or not self._board.is_present(number) or self._changed.intersection(families):
            return None
        return self._state


def _changes_values(event: Event) -> bool:
    # Whether an object's printed or copiable values can differ before and after an event, or from those of its card.
    if isinstance(event, Arrival):
        return event.face_down or event.copy_of is not None
    doors = isinstance(event, Marks) and any(fact == "unlocked" for fact, _ in event.set)  # 709.5
    return doors or isinstance(event, _CHANGES)


def _operations(node: Node) -> Iterator[Operation]:
    # also those of granted abilities
    if isinstance(node, Operation):
        yield node
    for child in (*node.children(), *(node.clauses() if isinstance(node, Ability) else ())):
        yield from _operations(child)


class _Moment:
    """The board just before and just after an event."""

    def __init__(self, past: PastBoards, index: int, effect: ResolvedEffect | None, printed: _Printed) -> None:
        self.past = past
        self.index = index
        self.effect = effect
        self.printed = printed
        self.board = past.board

    @property
    def before(self) -> State:
        """The board before the event, after all layers."""
        return self.past.state(self.index)

    def state(self, number: int, *families: str) -> State:
        """Return a state that has the values of an object before the event."""
        return self.printed.state(number, *families) or self.before

    def number(self, name: str) -> int:
        """Return the number of an object that exists before the event."""
        return self.past.before(self.index).object(name).number

    def is_in(self, number: int, group: Group, context: Context) -> bool:
        """Return whether an object is in a group, as far as the board can tell."""
        filters = tuple(f for f in group.filters if not any(isinstance(node, _COURSE) for node in f.walk()))
        plain = all(isinstance(node, _OF_VALUES) for filter in filters for node in filter.walk())
        state = self.state(number, *_VALUES) if plain else self.before
        try:
            return bool(msgspec.structs.replace(group, filters=filters).select(state, context) >> number & 1)
        except NotImplementedError:  # the group refers to an object for which an amount is evaluated
            return True

    def has(self, number: int, family: str, value: str) -> bool:
        """Return whether an object has a value before the event."""
        return bool(self.state(number, family).having(family, value) >> number & 1)

    def is_creature(self, found: GameObject) -> bool:
        """Return whether an object is a creature on the battlefield before the event."""
        there = found.base.zone == "battlefield" and self.past.before(self.index).is_present(found.number)
        return there and self.has(found.number, "type", "Creature")

    def keywords(self, number: int) -> tuple[Keyword, ...]:
        """Return the keywords of an object before the event."""
        held = self.state(number, "ability").abilities(number)
        return tuple(each.ability for each in held if isinstance(each.ability, Keyword))

    def controller(self, number: int) -> int | None:
        """Return the controller of an object before the event."""
        return self.state(number, "controller").controller(number)


def _wrong(event: Event, now: _Moment) -> Iterator[_Problem]:
    match event:
        case Resolves() if now.effect is not None:
            yield from _targets(event, now, now.effect)
            if event.targets:
                yield from unfit(event, now.effect, now.board)
        case Arrival():
            yield from _copied(event, now)
            yield from _cast(event, now)
            if event.attached_to is not None and event.with_effect is None and not event.face_down:
                yield from _entering_attached(event, now)
        case Attaches():
            number = now.number(event.attaches)
            yield from _attached(now, _Attached.on_board(now, number), event.to)
        case Turns(face="up") if event.chosen.object:
            found = now.past.before(now.index).object(event.turns)
            yield from _not_copiable(found, event.chosen.object[0], now)
        case Merges():
            yield from _merged(event, now)
        case Marks():
            yield from _marked(event, now)
        case _:
            pass


# --- Targets ------------------------------------------------------------------------------------------------


def _targets(event: Resolves, now: _Moment, effect: ResolvedEffect) -> Iterator[_Problem]:
    context = effect.context
    nodes = dict.fromkeys(node for clause in effect.clauses for node in spoken(clause))
    seen: set[int] = set()
    for node in nodes:
        if isinstance(node, Target) and node.group is not None and node.index not in seen:
            seen.add(node.index)
            end = None if node.many else node.index + 1
            chosen = context.targets[node.index : end]
            for place, number in enumerate(chosen):
                id = now.board.by_number(number).id
                what = f"target of `{effect.name}`"
                if not now.is_in(number, node.group, context):
                    yield id, f"`{id}` is not a legal {what}, which needs {a_group(node.group)}", "115.1"
                elif number in chosen[:place]:
                    yield id, f"`{id}` is chosen twice as a {what}", "115.3"
                elif _is_another(node) and number in (context.source, *context.targets[: node.index]):
                    yield (
                        id,
                        f"`{id}` is not a legal {what}, which needs {node.count} {group_words(node.group)}",
                        "115.1",
                    )
                elif event.targets:
                    yield from _untargetable(event, now, effect, number)
        if isinstance(node, ChosenFrom):
            for id in event.chosen.object:
                if not now.is_in(now.number(id), node.group, context):
                    yield id, f"`{id}` cannot be chosen for `{effect.name}`: {group_words(node.group)}", "608.2d"


def _is_another(target: Target) -> bool:
    return "other" in target.count


def _untargetable(event: Resolves, now: _Moment, effect: ResolvedEffect, number: int) -> Iterator[_Problem]:
    id = now.board.by_number(number).id
    for keyword in now.keywords(number):
        if keyword.name == "Shroud":
            yield id, f"`{id}` has shroud, so it is not a legal target of `{effect.name}`", "702.18a"
        elif keyword.name == "Hexproof" and not keyword.parameter and not keyword.color:
            if now.controller(number) not in (None, effect.context.you):
                yield id, f"`{id}` has hexproof, so it is not a legal target of `{effect.name}`", "702.11b"
        elif keyword.name == "Protection" and _protects(keyword, _source(event, now, effect)):
            yield id, f"`{id}` has {_protection(keyword)}, so it is not a legal target of `{effect.name}`", "702.16b"


def _source(event: Resolves, now: _Moment, effect: ResolvedEffect) -> dict[str, tuple[str, ...]]:
    # The qualities that protection can name.
    if isinstance(event.resolves, Source):
        number = effect.context.source
        if number is None or not now.past.before(now.index).is_present(number):
            return {}
        return _qualities(now.state(number, *_VALUES), number)
    card = find_card(event.resolves, own_cards(now.board.cards))
    parts = [face.copiable() for face in halves_cast(card, event.resolves)]
    return {
        "color": tuple(color for part in parts for color in part.colors),
        "type": tuple(type for part in parts for type in part.types),
        "subtype": tuple(subtype for part in parts for subtype in part.subtypes),
    }


def _qualities(state: State, number: int) -> dict[str, tuple[str, ...]]:
    return {
        family: tuple(value for value, mask in state.column(family).items() if mask >> number & 1)
        for family in ("color", "type", "subtype")
    }


def _protects(keyword: Keyword, source: dict[str, tuple[str, ...]]) -> bool:
    # Qualities other than colors, types and "everything" are not compared.
    if not source:
        return False
    if keyword.color or keyword.subtype:
        return keyword.color in source["color"] or keyword.subtype in source["subtype"]
    word = keyword.parameter.removeprefix("from ").rstrip(".")
    colors = len(source["color"])
    counted = {
        "everything": True, "each color": colors > 0, "all colors": colors > 0, "monocolored": colors == 1,
        "multicolored": colors > 1, "colorless": colors == 0,
    }  # fmt: skip
    return counted.get(word, False) or any(word == f"{type.lower()}s" for type in source["type"])


def _protection(keyword: Keyword) -> str:
    quality = keyword.parameter or f"from {COLOR_NAMES.get(keyword.color) or keyword.subtype}"
    return f"protection {quality}"


def _cast(event: Arrival, now: _Moment) -> Iterator[_Problem]:
    # Another object can grant the keyword to the spell.
    keyword = next((name for name in KEYWORDS if name.casefold() == event.cast), "")
    arrived = _arrived(now) if keyword and event.cast != "prototype" else []
    for found in arrived:
        own = (face.copiable().abilities for face in found.card.faces)
        others = (base.values.abilities for base in now.board.bases)
        nodes = (node for abilities in (*own, *others) for ability in abilities for node in ability.walk())
        if not any(isinstance(node, Keyword) and node.name == keyword for node in nodes):
            yield (
                found.id,
                f"`{found.id}` has no {event.cast}, so that cost cannot be paid for it",
                KEYWORDS[keyword].rule,
            )


# --- Copies -------------------------------------------------------------------------------------------------


def _copied(event: Arrival, now: _Moment) -> Iterator[_Problem]:
    # 707.5: as the ability says; a token, or the text of another effect, is not checked.
    if event.copy_of is None or event.except_ is not None:
        return
    arrived = _arrived(now)
    if not arrived or arrived[0].base.token:
        return
    yield from _not_copiable(arrived[0], event.copy_of, now)


def _not_copiable(copying: GameObject, copied: str, now: _Moment) -> Iterator[_Problem]:
    target = copied_group(copying.base.values)
    if target is None or target.group is None:
        return
    context = Context(you=copying.base.controller, x=copying.x)
    number = now.number(copied)
    if not now.is_in(number, target.group, context) or (_is_another(target) and number == copying.number):
        what = f"{'another ' if _is_another(target) else ''}{group_words(target.group)}"
        yield copied, f"`{copying.id}` cannot become a copy of `{copied}`: {what}", "707.5"


def _arrived(now: _Moment) -> list[GameObject]:
    after = now.past.before(now.index + 1)
    return [found for found in after.objects.values() if found.entered == now.index]


# --- Attachments --------------------------------------------------------------------------------------------


class _Attached(msgspec.Struct, frozen=True):
    """An object that becomes attached, in its state just before that."""

    id: str
    number: int | None  # None: it was not there
    you: int | None
    values: dict[str, tuple[str, ...]]
    keywords: tuple[Keyword, ...]

    @classmethod
    def on_board(cls, now: _Moment, number: int) -> _Attached:
        id = now.board.by_number(number).id
        values = _qualities(now.state(number, *_VALUES), number)
        return cls(id, number, now.controller(number), values, now.keywords(number))

    @classmethod
    def entering(cls, found: GameObject, values: Copiable) -> _Attached:
        keywords = tuple(ability for ability in values.abilities if isinstance(ability, Keyword))
        qualities = {"color": values.colors, "type": values.types, "subtype": values.subtypes}
        if "bestow" in found.facts:  # 702.103b
            qualities |= {"type": ("Enchantment",), "subtype": ("Aura",)}
            keywords = (*keywords, Keyword("Enchant", "creature"))
        return cls(found.id, None, found.base.controller, qualities, keywords)


def _entering_attached(event: Arrival, now: _Moment) -> Iterator[_Problem]:
    for found in _arrived(now):
        values = found.base.values if event.copy_of is None else now.past.values(event.copy_of, now.index)
        yield from _attached(now, _Attached.entering(found, values), event.attached_to or "")


def _attached(now: _Moment, one: _Attached, to: str) -> Iterator[_Problem]:
    subtypes, types = one.values["subtype"], one.values["type"]
    kind = next((word for word in ("Aura", *_HOSTS) if word in subtypes), "")
    reconfigures = any(keyword.name == "Reconfigure" for keyword in one.keywords)
    if not kind:
        yield one.id, f"`{one.id}` is not an Aura, Equipment or Fortification, so it cannot be attached", "701.3b"
        return
    if "Creature" in types and not reconfigures:
        rule = "303.4d" if kind == "Aura" else "301.5c" if kind == "Equipment" else "301.6"
        yield one.id, f"`{one.id}` is also a creature, so it cannot be attached to anything", rule
    board = now.past.before(now.index)
    if to not in board.objects and to in board.players:
        yield from _attached_to_player(one, kind, to, board.player_number(to))
        return
    host = now.number(to)
    if kind != "Aura":
        wanted, rule = _HOSTS[kind]
        as_though = any(  # 702.6d: as though the planeswalker were a creature
            keyword.name == "Equip" and keyword.parameter.startswith("planeswalker") for keyword in one.keywords
        )
        if not now.has(host, "type", wanted) and not (as_though and now.has(host, "type", "Planeswalker")):
            yield to, f"`{one.id}` cannot be attached to `{to}`, which is not a {wanted.lower()}", rule
    for keyword in one.keywords if kind == "Aura" else ():
        if keyword.name == "Enchant":
            quality = keyword.parameter or keyword.subtype
            group = _enchanted(keyword)
            if quality in ("player", "opponent") or (
                group is not None and not now.is_in(host, group, Context(source=one.number, you=one.you))
            ):
                yield to, f"`{one.id}` cannot be attached to `{to}`: enchant {quality}", "702.5a"
    for keyword in now.keywords(host):
        if keyword.name == "Protection" and _protects(keyword, one.values):
            rule = "702.16c" if kind == "Aura" else "702.16d"
            yield to, f"`{to}` has {_protection(keyword)}, so `{one.id}` cannot be attached to it", rule


def _attached_to_player(one: _Attached, kind: str, name: str, player: int) -> Iterator[_Problem]:
    if kind != "Aura":
        yield name, f"`{one.id}` cannot be attached to `{name}`, a player", _HOSTS[kind][1]
    for keyword in one.keywords if kind == "Aura" else ():
        quality = keyword.parameter or keyword.subtype
        if keyword.name == "Enchant" and not (quality == "player" or (quality == "opponent" and player != one.you)):
            yield name, f"`{one.id}` cannot be attached to `{name}`: enchant {quality}", "702.5a"


@lru_cache(maxsize=256)
def _enchanted(keyword: Keyword) -> Group | None:
    if keyword.subtype:
        return Group((OfSubtype(keyword.subtype),))
    quality = keyword.parameter
    if quality.capitalize() in CARD_TYPES:  # without the grammar
        return Group((OfType(quality.capitalize()),))
    if quality.removesuffix(" you control").capitalize() in CARD_TYPES:
        return Group((OfType(quality.removesuffix(" you control").capitalize()), ControlledBy("you")))
    from mtglayers.model.oracle.reading.resolving import target_of

    found = target_of(quality)
    return None if found is None else found.group


# --- Merging and combat -------------------------------------------------------------------------------------


def _merged(event: Merges, now: _Moment) -> Iterator[_Problem]:
    board = now.past.before(now.index)
    guest, host = board.object(event.merges), board.object(event.with_)
    if not now.has(host.number, "type", "Creature") or now.has(host.number, "subtype", "Human"):
        yield host.id, f"`{guest.id}` cannot merge with `{host.id}`, which is not a non-Human creature", "702.140a"
    if guest.base.owner != host.base.owner:
        yield host.id, f"`{guest.id}` cannot merge with `{host.id}`, which has another owner", "702.140a"


def _marked(event: Marks, now: _Moment) -> Iterator[_Problem]:
    board = now.past.before(now.index)
    found = board.object(event.marks)
    for name, value in event.set:
        if not value:  # false ends the pairing, the attack or the like
            continue
        if name in _COMBAT and not now.is_creature(found):
            what = "attack" if name.startswith("attack") else "block"
            yield found.id, f"`{found.id}` is not a creature on the battlefield, so it cannot {what}", _COMBAT[name]
        elif name == "encoded_on":
            yield from _encoded(found, board.last_known(value), now)
        elif name == "paired_with":
            yield from _paired(found, board.object(value), now)


def _encoded(card: GameObject, host: GameObject, now: _Moment) -> Iterator[_Problem]:
    if not any(isinstance(ability, Keyword) and ability.name == "Cipher" for ability in card.base.values.abilities):
        yield card.id, f"`{card.id}` has no cipher, so it cannot be encoded", "702.99a"
    elif card.base.zone != "exile":
        yield card.id, f"`{card.id}` is not in exile, so it cannot be encoded", "702.99a"
    elif not now.is_creature(host) or now.controller(host.number) != card.base.owner:
        yield host.id, f"`{card.id}` cannot be encoded on `{host.id}`, which is not a creature you control", "702.99a"


def _paired(one: GameObject, other: GameObject, now: _Moment) -> Iterator[_Problem]:
    if not (now.is_creature(one) and now.is_creature(other)):
        yield one.id, f"`{one.id}` and `{other.id}` are not both creatures, so they cannot be paired", "702.95a"
    elif now.controller(one.number) != now.controller(other.number):
        yield one.id, f"`{one.id}` and `{other.id}` have different controllers", "702.95a"
    elif not any(keyword.name == "Soulbond" for each in (one, other) for keyword in now.keywords(each.number)):
        yield one.id, f"neither `{one.id}` nor `{other.id}` has soulbond, so they cannot be paired", "702.95a"
