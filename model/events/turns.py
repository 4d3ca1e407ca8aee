"""Events that begin a turn, end effects or change the order of timestamps."""

from __future__ import annotations

import msgspec

from ..effects.language import THEIR_TURNS
from ..objects.gameobject import ResolvedEffect
from ..objects.recorded_facts import THIS_TURN
from ..objects.stickers import restamped
from ..objects.tables import Tables
from ..objects.timestamps import apnap
from ..support.names import did_you_mean
from .base import Event
from .fields import List, Text


class Ends(Event, frozen=True, kw_only=True):
    """The turn, the combat phase or an effect ends, and so do durations that depend on it (514.2, 511.3)."""

    ends: Text

    def apply(self, tables: Tables, index: int) -> None:
        if self.ends in tables.effects:
            effect = tables.effects[self.ends]
            if effect.ended:
                raise self.refuse(f"`{self.ends}` has already ended")
            over = tuple(range(len(effect.clauses)))
            tables.put("effects", self.ends, msgspec.structs.replace(effect, over=over, ended=True, delayed=()))
        elif self.ends == "turn":
            self._end_turn(tables)
            begin(tables, index)
        elif self.ends == "combat":
            self._end(tables, {"end of combat"}, frozenset())
        else:
            known = ("turn", "combat", *(name for name, effect in tables.effects.items() if not effect.ended))
            raise self.refuse(f"no turn, combat or effect `{self.ends}`{did_you_mean(self.ends, known)}")

    def _end_turn(self, tables: Tables) -> None:
        told = {fact for fact in tables.still if fact.startswith("told:") and "this turn" in fact}
        self._end(tables, {"end of turn", "end of combat", "this turn", "next end step"}, THIS_TURN | told)
        active, began = tables.counts["active"], tables.counts["turn"]
        for effect in tuple(tables.effects.values()):
            if effect.event < tables.counts["began"]:
                end_clauses(tables, effect, {"this turn and next turn"})
            if effect.context.you == active:
                over = {"your next end step"} | ({"end of your next turn"} if effect.event < began else set())
                end_clauses(tables, effect, over)

    def _end(self, tables: Tables, durations: set[str], flags: frozenset[str]) -> None:
        for effect in tuple(tables.effects.values()):
            end_clauses(tables, effect, durations)
        tables.remove_from_combat(tables.objects)  # 511.3
        for flag in sorted(flags):
            if any(tables.still.get(flag, {}).values()):
                for found in tuple(tables.present()):
                    if flag in found.facts:
                        rest = tuple(fact for fact in found.facts if fact != flag)
                        tables.change(found.number, facts=rest)
                    elif any(name == flag for name, _ in found.numbers):
                        numbers = tuple(each for each in found.numbers if each[0] != flag)
                        tables.change(found.number, numbers=numbers)


class Turn(Event, frozen=True, kw_only=True):
    """A player's turn begins, which ends the player's "until your next turn" effects (500.7).

    The player gains control of face-up planes and phenomena without a specified controller (311.5, 312.4).
    """

    turn: Text

    def apply(self, tables: Tables, index: int) -> None:
        player = self.player_number(tables, self.turn)
        tables.put("counts", "active", player)
        tables.put("counts", "turn", index)
        begin(tables, index)
        if any(tables.still.get("planar", {}).values()):
            for found in tuple(tables.present()):
                if found.planar:
                    tables.change(found.number, base=msgspec.structs.replace(found.base, controller=player))
        for effect in tuple(tables.effects.values()):
            if effect.context.you == player:
                end_clauses(tables, effect, {"your next turn", "your next upkeep"})
            if player in effect.context.target_players:
                end_clauses(tables, effect, set(THEIR_TURNS))


def begin(tables: Tables, index: int) -> None:
    """Forget what was recorded for the previous turn."""
    tables.put("counts", "began", index)
    for number, hosts in tuple(tables.hosts.items()):
        if hosts:
            tables.put("hosts", number, ())


def end_clauses(tables: Tables, effect: ResolvedEffect, durations: set[str]) -> None:
    """End the clauses and the delayed triggered abilities of an effect that have one of the given durations."""
    kept = tuple(each for each in effect.delayed if getattr(each, "lasts", "") not in durations)  # 603.7b
    if kept != effect.delayed:
        effect = msgspec.structs.replace(effect, delayed=kept)
        tables.put("effects", effect.name, effect)
    if effect.ended:
        return
    clauses = enumerate(effect.clauses)
    ended = tuple(place for place, clause in clauses if place in effect.over or clause.duration in durations)
    if ended != effect.over:
        whole = len(ended) == len(effect.clauses)
        tables.put("effects", effect.name, msgspec.structs.replace(effect, over=ended, ended=whole))


class Order(Event, frozen=True, kw_only=True):
    """Players choose an order for the objects that got timestamps in the previous event (613.7m)."""

    order: List

    def apply(self, tables: Tables, index: int) -> None:
        found = [tables.named(name) for name in self.order]
        group = tables.stamped["group"]
        numbers = [one.number for one in found]
        for one in found:
            if one.number not in group:
                raise self.refuse(f"`{one.id}` did not get a timestamp in the previous event")
        if len(set(numbers)) < len(numbers):
            raise self.refuse("an object appears twice in `order`")
        if missing := [tables.objects[number].id for number in group if number not in numbers]:
            raise self.refuse(f"`{missing[0]}` got a timestamp in the same event and is missing from `order`")
        whose = [tables.whose(one) for one in found]
        if tables.edition.apnap:
            right = apnap(found, whose, tables.counts["active"], len(tables.players))
            if right != found:
                rule = tables.edition.rule("simultaneous")
                raise self.refuse(f"list the objects in turn order, starting with the active player's objects ({rule})")
        # 613.7k: the stickers on each object get the next timestamps.
        pool = iter(sorted(stamp for one in found for stamp in (one.stamp, *(on.stamp for on in one.stickers))))
        for one in found:
            stamp = next(pool)
            stickers = restamped(one.stickers, pool.__next__)
            # The order says which timestamp the object got; it does not give another one.
            tables.change(one.number, stamp=stamp, first_stamp=one.first_stamp, stickers=stickers, unordered=())
