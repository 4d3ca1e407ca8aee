"""Checks for Auras, Equipment and Fortifications that cannot be attached (301.5, 303.4, 701.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from mtglayers.model.cards.target_groups import enchanted
from mtglayers.model.cards.targeting_rules import attaching_clauses
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.operations.abilities import Lose
from mtglayers.model.effects.operations.players_and_rules import ONLY_HOST, RuleText
from mtglayers.model.effects.selectors import Group
from mtglayers.model.effects.view import Context
from mtglayers.model.events.arrivals import Arrival
from mtglayers.model.events.changes import Attaches
from mtglayers.model.objects.gameobject import GameObject

from ..engine.state import State
from ..history.written import families_written
from .moment import Moment, Problem
from .qualities import (
    FAMILIES,
    Qualities,
    from_player,
    protection,
    protects,
    qualities_before,
    qualities_in,
    qualities_of,
)
from .target_places import a_group
from .targeting import Targeting, static_rules
from .untargetable import player_keywords, untargetable, untargetable_player

_HOSTS: Final = {"Equipment": ("Creature", "301.5"), "Fortification": ("Land", "301.6")}
_KINDS: Final = frozenset({"Aura", *_HOSTS})


class _Attached(msgspec.Struct, frozen=True):
    """An object that becomes attached, in its state just before that."""

    id: str
    number: int | None  # None: it did not exist
    you: int | None
    values: Qualities
    abilities: tuple[Ability, ...]

    @property
    def keywords(self) -> tuple[Keyword, ...]:
        return tuple(ability for ability in self.abilities if isinstance(ability, Keyword))

    @classmethod
    def on_board(cls, now: Moment, number: int) -> _Attached:
        id = now.board.by_number(number).id
        return cls(id, number, now.controller(number), qualities_before(now, number), now.abilities(number))

    @classmethod
    def entering(cls, found: GameObject, values: Copiable) -> _Attached:
        qualities, abilities = qualities_of(values), values.abilities
        if "bestow" in found.facts:  # 702.103b
            qualities |= {"type": ("Enchantment",), "subtype": ("Aura",)}
            abilities = (*abilities, Keyword("Enchant", "creature"))
        return cls(found.id, None, found.base.controller, qualities, abilities)


def entering_attached(event: Arrival, now: Moment) -> Iterator[Problem]:
    """Yield the problems with objects that enter attached."""
    for found in now.arrived():
        values = found.base.values if event.copy_of is None else now.past.values(event.copy_of, now.index)
        one = _Attached.entering(found, values)
        kinds = _KINDS.intersection(one.values["subtype"])
        if not kinds or not families_written(now.past.before(now.index + 1)).isdisjoint(FAMILIES):
            after = qualities_in(now.past.state(now.index + 1), found.number)
            if kinds:  # it is one as it enters, whatever effects make it
                others = tuple(type for type in after["type"] if type not in (*one.values["type"], "Creature"))
                after |= {"type": (*one.values["type"], *others), "subtype": one.values["subtype"]}
            one = msgspec.structs.replace(
                one, values=after
            )  # otherwise, as with Bludgeon Brawl, an effect makes it one
        problems = list(_attached(now, one, event.attached_to or ""))
        yield from problems
        if "cast" in found.facts and "Aura" in one.values["subtype"]:
            protected = any(rule == "702.16c" for _, _, rule in problems)
            said = _targeted(now, one, event.attached_to or "")
            yield from (each for each in said if not (protected and each[-1] == "702.16b"))


def _targeted(now: Moment, one: _Attached, to: str) -> Iterator[Problem]:
    # 303.4a: an Aura spell has a target.
    board, by = now.past.before(now.index), Targeting(one.id, one.you, lambda: one.values)
    if to not in board.objects and to in board.players:
        yield from untargetable_player(by, now, board.player_number(to))
    else:
        yield from untargetable(by, now, now.number(to))


def becoming_attached(event: Attaches, now: Moment) -> Iterator[Problem]:
    """Yield the problems with an object that becomes attached."""
    yield from _attached(now, _Attached.on_board(now, now.number(event.attaches)), event.to)


def _attached(now: Moment, one: _Attached, to: str) -> Iterator[Problem]:
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
        yield from _attached_to_player(now, one, kind, to)
        return
    host = now.number(to)
    if kind != "Aura":
        wanted, rule = _HOSTS[kind]
        as_though = any(  # 702.6d: as though the planeswalker were a creature
            keyword.name == "Equip" and keyword.parameter.startswith("planeswalker") for keyword in one.keywords
        )
        there = board.by_number(host).base.zone == "battlefield"
        fits = now.has(host, "type", wanted) or (as_though and now.has(host, "type", "Planeswalker"))
        if not there:
            yield to, f"`{one.id}` cannot be attached to `{to}`, which is not on the battlefield", rule
        elif not fits:
            yield to, f"`{one.id}` cannot be attached to `{to}`, which is not a {wanted.lower()}", rule
    for keyword in one.keywords if kind == "Aura" else ():
        if keyword.name == "Enchant":
            quality = keyword.parameter or keyword.subtype
            group = enchanted(keyword)
            if _is_replaced(keyword, one.abilities) and now.has(host, "type", "Creature"):
                continue  # Animate Dead, after its ability has returned the card
            if quality in ("player", "opponent") or (
                group is not None and not now.is_in(host, group, Context(source=one.number, you=one.you))
            ):
                yield to, f"`{one.id}` cannot be attached to `{to}`: enchant {quality}", "702.5a"
    for keyword in _protecting(now, one, now.keywords(host), now.controller(host)):
        rule = "702.16c" if kind == "Aura" else "702.16d"
        yield to, f"`{to}` has {protection(keyword)}, so `{one.id}` cannot be attached to it", rule
    if now.printed.rules_attachments:
        rule = "303.4" if kind == "Aura" else _HOSTS[kind][1]
        if words := barring_attachment(now.before, kind, one.number, host):
            yield to, f"`{to}` {words}, so `{one.id}` cannot be attached to it", rule
        group = barring_host(now.before, one.abilities, Context(source=one.number, you=one.you), host)
        if group is not None:
            yield to, f"`{one.id}` cannot be attached to `{to}`, but only to {a_group(group)}", rule


def _is_replaced(keyword: Keyword, abilities: Iterable[Ability]) -> bool:
    # Whether another ability makes its object lose the keyword as it resolves.
    for ability in abilities:
        if isinstance(ability, TextAbility) and ability.resolution is not None:
            for clause in ability.resolution.clauses:
                if any(isinstance(each, Lose) and keyword in each.abilities for each in clause.flat()):
                    return True
    return False


def _attached_to_player(now: Moment, one: _Attached, kind: str, name: str) -> Iterator[Problem]:
    player = now.past.before(now.index).player_number(name)
    if kind != "Aura":
        yield name, f"`{one.id}` cannot be attached to `{name}`, a player", _HOSTS[kind][1]
    for keyword in one.keywords if kind == "Aura" else ():
        quality = keyword.parameter or keyword.subtype
        if keyword.name == "Enchant" and not (quality == "player" or (quality == "opponent" and player != one.you)):
            yield name, f"`{one.id}` cannot be attached to `{name}`: enchant {quality}", "702.5a"
    for keyword in _protecting(now, one, player_keywords(now, player), player) if kind == "Aura" else ():
        reason = f"`{name}` has {protection(keyword)}, so `{one.id}` cannot be attached to that player"
        yield name, reason, "702.16c"


def _protecting(now: Moment, one: _Attached, keywords: Iterable[Keyword], of_host: int | None) -> Iterator[Keyword]:
    # The keywords of a host, or of a player, that protect from what is attached.
    players = from_player(None if one.you is None else now.board.players[one.you], of_host not in (None, one.you))
    for keyword in keywords:
        if keyword.name == "Protection" and (keyword.parameter in players or protects(keyword, one.values)):
            yield keyword


def barring_attachment(state: State, kind: str, attached: int | None, host: int) -> str:
    """Return the words of a rule because of which an object can't be enchanted or equipped by another one, or "".

    Args:
        state: the board.
        kind: "Aura", "Equipment" or "Fortification".
        attached: the number of the object that is or becomes attached, or None if it does not exist yet.
        host: the number of the object to which it is attached.
    """
    barred = {"Aura": "can't be enchanted", "Equipment": "can't be equipped"}.get(kind, "")
    for clause, context in static_rules(state, attaching_clauses) if barred else ():
        if attached is not None and context.source == attached:  # "... by other Auras"
            continue
        said = [operation.text for operation in clause.operations if isinstance(operation, RuleText)]
        words = next((text for text in said if text.startswith(barred)), "")
        if words and clause.selector.select(state, context) >> host & 1:
            return words
    return ""


def barring_host(state: State, abilities: Iterable[Ability], context: Context, host: int) -> Group | None:
    """Return the only objects to which an object can be attached, if the host is none of them, and otherwise None."""
    for clause in (clause for ability in abilities for clause in attaching_clauses(ability)):
        only = clause.selector if ONLY_HOST in clause.operations else None
        if isinstance(only, Group) and not only.select(state, context) >> host & 1:
            return only
    return None
