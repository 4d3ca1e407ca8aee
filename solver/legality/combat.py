"""Checks of combat, merging and other facts that events record about objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.events.changes import Marks
from mtglayers.model.events.departures import Merges
from mtglayers.model.objects.gameobject import GameObject

from .moment import Moment, Problem
from .qualities import qualities_before
from .targeting import Targeting
from .untargetable import untargetable

_COMBAT: Final = {"attacking": "508.1a", "attacks": "508.1a", "blocking": "509.1a", "blocking_which": "509.1a"}


def merged(event: Merges, now: Moment) -> Iterator[Problem]:
    """Yield the reasons why an object could not merge with another (702.140a)."""
    board = now.past.before(now.index)
    guest, host = board.object(event.merges), board.object(event.with_)
    if not now.has(host.number, "type", "Creature") or now.has(host.number, "subtype", "Human"):
        yield host.id, f"`{guest.id}` cannot merge with `{host.id}`, which is not a non-Human creature", "702.140a"
    if guest.base.owner != host.base.owner:
        yield host.id, f"`{guest.id}` cannot merge with `{host.id}`, which has another owner", "702.140a"
    if guest.base.zone == "stack":  # the spell has a target
        by = Targeting(guest.id, now.controller(guest.number), lambda: qualities_before(now, guest.number))
        yield from untargetable(by, now, host.number)


def marked(event: Marks, now: Moment) -> Iterator[Problem]:
    """Yield the reasons why facts that an event records about an object cannot be."""
    found = now.past.before(now.index).object(event.marks)
    yield from dict.fromkeys(_recorded(found, event.set, now))
    tapped = now.before.still("tapped", True) >> found.number & 1
    if tapped and any(name in ("blocking", "blocking_which") and value for name, value in event.set):
        yield found.id, f"`{found.id}` is tapped, so it cannot block", "509.1a"


def begun(objects: Iterable[GameObject], now: Moment) -> Iterator[Problem]:
    """Yield the reasons why facts about the objects of a state cannot be, as if events recorded them."""
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
