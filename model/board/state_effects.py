"""The resolved effects of a state."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from ..cards.rules_text import resolution_of
from ..data.record import Path
from ..effects.amounts.base import Number, X
from ..effects.copiable import Copiable
from ..effects.language import Clause
from ..effects.locked import is_constant
from ..effects.node import Node
from ..effects.operations.control import ExchangeBetween, ExchangeControl, GainControl
from ..effects.operations.copying import BecomeCopy, TakeValues
from ..effects.selectors import Fixed, Itself, Same, Target, is_open_ended
from ..effects.view import Context
from ..objects.gameobject import ResolvedEffect
from .given import NAMELESS, StateEffect, StateObject, attempt
from .start import BEFORE
from .state_names import Names


class EffectReader:
    """Reads the effects that no ability on the board generates, and notes every problem."""

    def __init__(self, names: Names, copied: Mapping[str, Copiable]) -> None:
        self.names = names
        self.copied = copied
        self.called = {each.id: _card_name(each) for each in names.given.objects if each is not None}
        self.say = names.say

    def effect(self, each: StateEffect, path: Path) -> ResolvedEffect | None:
        """Return a resolved effect, or None if it is not valid or is carried by an object."""
        if each.is_carried:
            return None
        before = len(self.names.problems)
        source = self.names.id(each.source, (*path, "source"))
        you = self.names.player(each.you, (*path, "you"))
        targets = self.names.ids(each.targets, (*path, "targets"))
        asked = [self.names.player(name, (*path, "target_players", n)) for n, name in enumerate(each.target_players)]
        objects = None
        if each.objects is not None:
            objects = self.names.ids(each.objects, (*path, "objects"))
        clauses = self.clauses(each, path)
        gaining = (node for clause in clauses for node in clause.walk() if isinstance(node, GainControl))
        gained = {node.player for node in gaining if node.player is not None}
        for player in sorted(gained - {*range(len(self.names.players))}):
            self.say((*path, "clauses"), f"no player has the number `{player}`")
        failed = self.names.has_failed(path, "objects", "targets", "x", "source")
        if len(self.names.problems) > before or failed or each.name == NAMELESS:
            return None
        # An effect of a static ability is not locked in (611.3a), even if it goes on after its source has left.
        locked = list(clauses) if each.origin == "static" else []
        for place, clause in enumerate(() if locked else clauses):
            here = (*path, "clauses", place) if each.text is None else (*path, "text")
            done = self._locked(clause, each, here, locked, source, targets, objects)
            if done is not None:
                locked.append(done)
        context = Context(
            each.name, source, you, tuple(n for n in targets if n is not None),
            tuple(n for n in asked if n is not None), each.x, each.choices, (each.timestamp, each.timestamp),
            told=each.told,
        )  # fmt: skip
        return ResolvedEffect(
            each.name, each.timestamp, tuple(locked), context, BEFORE,
            each.source_name or each.text or each.name,
            lingers=int(each.origin == "static"), ability=each.source_ability or 0,
        )  # fmt: skip

    def clauses(self, each: StateEffect, path: Path) -> tuple[Clause, ...]:
        """Return the clauses of an effect, or note that it has none."""
        if each.text is not None and each.clauses:
            self.say(path, "leave out `text` or `clauses`")
        if each.text is None:
            if not each.clauses and not self.names.has_failed(path, "text", "clauses"):
                self.say(path, "`text` or `clauses` is missing")
            return each.clauses
        called = each.source_name or self.called.get(each.source or "", "")
        found = attempt(self.names.problems, (*path, "text"), lambda: resolution_of(each.text or "", called))
        if found is not None and not (found.clauses or found.modes or found.listed or found.delayed):
            self.say((*path, "text"), "has no continuous effect (611.1)")
        elif found is not None and (found.modes or found.listed or found.delayed):
            self.say((*path, "text"), "write only the sentences that still apply, without modes or later triggers")
        return () if found is None else found.clauses

    def _locked(
        self, clause: Clause, each: StateEffect, path: Path, previous: list[Clause], source: int | None,
        targets: list[int | None], objects: list[int | None] | None,
    ) -> Clause | None:  # fmt: skip
        # 611.2c-d
        numbers: list[int | None] | None
        match clause.selector:
            case selector if is_open_ended(selector):
                return clause
            case Fixed(objects=names, numbers=fixed):
                numbers = list(fixed) if fixed or not names else [self.names.id(name, path) for name in names]
                for number in fixed:
                    self.names.limit("objects", number + 1, path)
                if any(number is not None and number < 0 for number in numbers):
                    self.say(path, "the number of an object must be at least 0")
                    return None
            case Target() as target if targets:
                numbers = target.among(targets)
            case Itself() if source is not None and objects is None:
                numbers = [source]
            case Same() if previous and isinstance(previous[-1].selector, Fixed):
                numbers = list(previous[-1].selector.numbers)
            case _:
                numbers = objects
        if numbers is None:
            self.say(path, "the objects are locked in (611.2c): list their ids in `objects`, or in `targets`")
            return None
        if clause.condition is not None:
            self.say(path, "a condition is checked as the effect begins (611.2): write the effect without it")
        known = set(self.names.numbers.values())
        clause = clause.rewrite(lambda node: _present(node, known))
        if each.x is not None:
            clause = clause.rewrite(lambda node: Number(each.x or 0) if isinstance(node, X) else node)
        if each.name in self.copied:
            values = self.copied[each.name]
            clause = clause.rewrite(
                lambda node: TakeValues(values, node.exceptions) if isinstance(node, BecomeCopy) else node
            )
        there = tuple(number for number in numbers if number in known)
        if numbers and not all(map(is_constant, clause.flat())):
            self.say(path, _needed(clause, each.name))
        return msgspec.structs.replace(clause, selector=Fixed((), there), condition=None)


def _card_name(each: StateObject) -> str:
    if each.values is not None:
        return each.values.name
    return each.card if isinstance(each.card, str) else each.card.name if each.card is not None else ""


def _needed(clause: Clause, name: str) -> str:
    operations = list(clause.flat())
    if any(isinstance(operation, BecomeCopy) for operation in operations):
        return f"the copied values are locked in (707.2b): write them in `copied` of the state, under `{name}`"
    if any(isinstance(operation, ExchangeControl | ExchangeBetween) for operation in operations):
        example = "`text` is `Gain control of target permanent.`"
        return f"who gains control is locked in (701.12b): write an effect for each player, `you`, whose {example}"
    return "the numbers and values of an effect are locked in (611.2d): write them out, in `text` or as `clauses`"


def _present(node: Node, known: Collection[int]) -> Node:
    # Objects that have left; their numbers must not mean later objects.
    if not isinstance(node, Fixed):
        return node
    return Fixed(node.objects, tuple(number for number in node.numbers if number in known))
