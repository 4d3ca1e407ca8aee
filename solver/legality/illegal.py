"""Checks for targets, copies, attachments and combat that are not legal.

Positions are often described loosely, so such events are played and the result lists them; `strict` refuses them. The
checks of an event are imported with the first such event, because most boards only have permanents that enter.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mtglayers.model.cards.entering import opponent_clauses
from mtglayers.model.cards.rules_text import copied_group, enters_as_copy
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.shortening import without_digests
from mtglayers.model.effects.view import Choices, Context
from mtglayers.model.events.arrivals import Arrival
from mtglayers.model.events.base import Event
from mtglayers.model.events.changes import Attaches, Chooses, Marks, Turns
from mtglayers.model.events.departures import Merges
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.events.shown import shown_values
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.rules.vocabulary import KEYWORDS
from mtglayers.model.support.progress import checkpoint

from ..history.resolved import PastBoards
from ..history.written import families_written
from .moment import Moment, Printed, Problem


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
        from .combat import begun

        problems = dict.fromkeys(begun(past.board.start.objects, Moment(past, 0, None, printed)))
        found += (Illegal(None, object, without_digests(reason), rule) for object, reason, rule in problems)
    for index, event in enumerate(past.board.events[first:], start=first):
        checkpoint("candidate")
        for object, reason, rule in _wrong(event, Moment(past, index, effects.get(index), printed)):
            found.append(Illegal(index, object, without_digests(reason), rule))
    return tuple(found)


def _wrong(event: Event, now: Moment) -> Iterator[Problem]:
    match event:
        case Resolves() if now.effect is not None:
            from .resolving import not_resolving

            yield from not_resolving(event, now, now.effect)
        case Arrival():
            yield from _copied(event, now)
            for found in now.arrived() if event.chosen.player else ():
                yield from _rival_chosen(found, event.chosen, now)
            yield from _cast(event, now)
            if event.attached_to is not None and event.with_effect is None and not event.face_down:
                from .attachments import entering_attached

                yield from entering_attached(event, now)
        case Attaches():
            from .attachments import becoming_attached

            yield from becoming_attached(event, now)
        case Chooses():
            yield from _rival_chosen(now.past.before(now.index).object(event.chooses), event.chosen, now)
        case Turns(face="up") if event.chosen.object:
            found = now.past.before(now.index).object(event.turns)
            yield from _not_copiable(found, event.chosen.object[0], now)
        case Merges():
            from .combat import merged

            yield from merged(event, now)
        case Marks():
            from .combat import marked

            yield from marked(event, now)
        case _:
            pass


def _rival_chosen(found: GameObject, chosen: Choices, now: Moment) -> Iterator[Problem]:
    values = shown_values(now.past.before(now.index + 1), found)
    if not chosen.player or not any(map(opponent_clauses, values.abilities)):
        return
    you = now.past.state(now.index + 1).controller(found.number)
    for name in chosen.player:
        if you is not None and name == now.board.players[you]:
            yield name, f"`{name}` cannot be chosen for `{found.id}`, which needs an opponent", "614.12a"


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
    from .target_places import group_words, is_another

    target = copied_group(copying.base.values)
    if target is None or target.group is None:
        return
    context = Context(you=copying.base.controller, x=copying.x)
    number = now.number(copied)
    if not now.is_in(number, target.group, context) or (is_another(target) and number == copying.number):
        what = f"{'another ' if is_another(target) else ''}{group_words(target.group)}"
        yield copied, f"`{copying.id}` cannot become a copy of `{copied}`: {what}", "707.5"
