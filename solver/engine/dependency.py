"""Dependencies by trial application: apply one effect to a copy of the state, see whether another changes (613.8a)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.view import Column, Context, Mask
from mtglayers.model.support.progress import checkpoint

from ..readings import Readings
from ..reuse.noting import NEVER, Noting
from .effect import Effect, Part, condition_of, existence_gate, touches
from .footprint import Footprint, Locks, Reason, compare, footprint
from .state import Changes, State

if TYPE_CHECKING:
    import networkx as nx


class Edge(msgspec.Struct, frozen=True):
    """A depends on B: why, and on which objects it shows.

    Attributes:
        effect, on: names of A and B.
        reasons: in the order text, existence, scope, result.
        witness: the objects where scope or operations differ, as a mask.
    """

    effect: str
    on: str
    reasons: tuple[Reason, ...]
    witness: Mask


class Counts:
    """How much work finding dependencies took."""

    __slots__ = ("edges", "trials")

    def __init__(self, trials: int = 0, edges: int = 0) -> None:
        self.trials = trials
        self.edges = edges


Trial = tuple[State, Changes]


class PendingGraph:
    """The unapplied effects of one group of one layer, and what is known of their dependencies.

    `facts` moves on with `advance`; what an application did not touch stays known.

    Attributes:
        meet: whether effects of this group can depend on each other (613.8a, clause c).
        waits: for the reading "advance": effect -> what it was waiting for when last seen.
        judged: for dependencies judged once: effect -> what it depends on outside its loop, and the loop.
    """

    def __init__(
        self,
        name: str,
        facts: State,
        locks: Mapping[str, Locks],
        counts: Counts,
        readings: Readings,
        meet: bool = True,
    ) -> None:
        self.name = name
        self.facts = facts
        self.locks = locks
        self.counts = counts
        self.meet = meet
        self.waits: dict[str, set[str]] = {}
        self.judged: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {}
        self._needs_ability = readings.existence == "ability"
        self._notes = facts.notes if isinstance(facts, Noting) else None
        self._outcomes = readings.words == "outcome" and name == facts.edition.place("text")
        if self._outcomes and self._notes is not None:
            self._notes.general.add(NEVER)  # what comes of an application is compared besides what is asked
        self.effects: dict[str, Effect] = {}
        self._footprints: dict[str, Footprint] = {}
        self._edges: dict[str, dict[str, Edge | None]] = {}
        self._trials: dict[object, Trial] = {}
        self._readers: dict[object, set[int | str]] = {}  # column -> signatures and names
        self._signatures: dict[int, dict[str, Effect]] = {}
        self._ordered: list[Effect] = []
        self._free: bool | None = None

    # -- members -----------------------------------------------------------------------------------------

    def add(self, effects: Iterable[Effect]) -> None:
        """Let `effects` take part."""
        for effect in effects:
            self.effects[effect.name] = effect
            self._ordered.append(effect)
            part = self.part(effect)
            group = self._signatures.get(part.signature)
            if group is None:
                group = self._signatures[part.signature] = {}
                for column in part.reads | part.consults:
                    self._readers.setdefault(column, set()).add(part.signature)
            group[effect.name] = effect
            for own in self._existence(effect):
                self._readers.setdefault(own, set()).add(effect.name)
            if self._notes is not None:
                self._notes.meet(effect)
        self._ordered.sort(key=lambda effect: effect.order)
        self._free = None

    def remove(self, effect: Effect) -> None:
        """Let `effect` take part no more."""
        del self.effects[effect.name]
        self._ordered.remove(effect)
        del self._signatures[self.part(effect).signature][effect.name]
        self._forget(effect.name)

    @property
    def candidates(self) -> tuple[Effect, ...]:
        """The effects that have not applied, oldest first; some may not exist just now."""
        return tuple(self._ordered)

    @property
    def free(self) -> bool:
        """Whether no part in the layer writes anything that another reads: timestamps alone decide (613.7)."""
        if not self.meet:
            return True
        if self._outcomes:
            return False
        if self._free is None:
            gates: set[Column] = set()
            writes: set[Column] = set()
            moves = False
            for group in self._signatures.values():
                for effect in group.values():
                    part = self.part(effect)
                    gates |= part.gate
                    writes |= part.writes
                    moves = moves or part.moves
                    if effect.held is not None:
                        gates |= existence_gate(effect.held, effect.plan.edition)
            self._free = not moves and not touches.__wrapped__(frozenset(writes), frozenset(gates))
        return self._free

    def unordered(self, effect: Effect) -> frozenset[int]:
        """Return the objects that entered with the effect's source in an order nobody gave (613.7m)."""
        if effect.origin != "static" or effect.source is None:
            return frozenset()
        return self.facts.unordered(effect.source)

    def part(self, effect: Effect) -> Part:
        """Return what `effect` does in this layer."""
        return effect.plan.parts[self.name]

    def exists(self, effect: Effect) -> bool:
        """Return whether there is such an effect now."""
        return self.footprint(effect).exists

    def footprint(self, effect: Effect) -> Footprint:
        """Return what `effect` would do now."""
        known = self._footprints.get(effect.name)
        if known is None:
            known = self.footprint_on(effect, self.facts)
            self._footprints[effect.name] = known
        return known

    def footprint_on(self, effect: Effect, facts: State) -> Footprint:
        """Return what `effect` would do in another state."""
        if self._notes is not None:
            self._notes.turn_to(effect)
        return footprint(effect, self.name, facts, self.locks.get(effect.name), self._needs_ability)

    def advance(self, facts: State, changes: Changes) -> None:
        """Go on with `facts`, which differ by `changes`; forget what they touch."""
        self.facts = facts
        self._trials.clear()
        stale: set[int | str] = set()
        for column in changes:
            stale |= self._readers.get(column, _NOBODY)
        for reader in stale:
            for name in (reader,) if isinstance(reader, str) else self._signatures[reader]:
                self._forget(name)

    def _forget(self, name: str) -> None:
        self._footprints.pop(name, None)
        self._edges.pop(name, None)
        for known in self._edges.values():
            known.pop(name, None)

    def _watched(self, effect: Effect) -> Iterable[object]:
        part = self.part(effect)
        yield from part.reads
        yield from self._existence(effect)

    def _existence(self, effect: Effect) -> Iterable[Column]:
        if effect.held is not None:
            yield "ability", effect.held
            condition = condition_of(effect.held, effect.plan.edition)
            if condition is not None and (effect.name not in self.locks or self._needs_ability):
                yield from condition.reads()

    # -- edges -------------------------------------------------------------------------------------------

    def edge(self, effect: Effect, on: Effect) -> Edge | None:
        """Return the dependency of `effect` on `on`, or None (613.8a)."""
        if not self.meet:
            return None
        known = self._edges.setdefault(effect.name, {})
        if on.name not in known:
            known[on.name] = self._find(effect, on)
        return known[on.name]

    def edges(self, effect: Effect) -> list[Edge]:
        """Return what `effect` depends on now, earliest timestamp first."""
        found: list[Edge] = []
        for group in self._signatures.values() if self.meet else ():
            if not group or self._gated(effect, self.part(next(iter(group.values())))):
                continue
            for on in group.values():
                if on is not effect and self.exists(on):
                    edge = self.edge(effect, on)
                    if edge is not None:
                        found.append(edge)
        found.sort(key=lambda edge: self.effects[edge.on].order)
        return found

    def could_touch(self, effect: Effect, on: Effect) -> bool:
        """Return whether `on` may write anything that `effect` reads: whether a trial application is needed."""
        return not self._gated(effect, self.part(on))

    def _gated(self, effect: Effect, part: Part) -> bool:
        """Return whether parts like `part` write nothing that `effect` reads: no trial is needed."""
        if self._outcomes:
            return False
        return not touches(part.writes, self.part(effect).gate) and not self._existence_at_stake(effect, part)

    def _existence_at_stake(self, effect: Effect, part: Part) -> bool:
        needless = effect.name in self.locks and not self._needs_ability
        if effect.held is None or (needless and not part.rewords):
            return False  # 613.6: it no longer needs its ability, but its text can still change
        return touches(part.writes, existence_gate(effect.held, effect.plan.edition))

    def _find(self, effect: Effect, on: Effect) -> Edge | None:
        before = self.footprint(effect)
        if not before.exists:
            return None
        if not touches(self.part(on).writes, self.part(effect).gate):
            condition = condition_of(effect.held, effect.plan.edition) if effect.held is not None else None
            reach = self.footprint(on).scope
            beyond = condition is None and effect.source is not None and not reach >> effect.source & 1
            if beyond and not self._outcomes:
                return None  # only its own ability is at stake, and its source is out of reach
        later, changes = self.trial(on)
        if not self._outcomes and not any(column in changes for column in self._watched(effect)):
            return None
        after = self.footprint_on(effect, later)
        reasons: tuple[Reason, ...]
        reasons, witness = compare(before, after)
        if self._outcomes and not reasons and after.exists:
            old, new = self.trial(effect)[1], apply(after, later, effect.context).changes()
            if old != new:  # B10: what it really changes is another thing
                reasons = ("result",)
                witness = before.scope
        if not reasons:
            return None
        self.counts.edges += 1
        return Edge(effect.name, on.name, reasons, witness)

    def trial(self, effect: Effect) -> Trial:
        """Return the state after applying `effect` alone, and how it differs; equal effects share one."""
        checkpoint("trial")
        found = self.footprint(effect)
        # Whoever grants an ability makes no difference to what a trial shows.
        context = msgspec.structs.replace(effect.context, effect="", stamp=())
        deeds = tuple((operation, mask, *_own_words(operation, context)) for _, operation, mask in found.deeds)
        if deeds not in self._trials:
            self.counts.trials += 1
            if self._notes is not None:
                self._notes.touch(effect, found)
            later = apply(found, self.facts, context)
            self._trials[deeds] = later, later.changes()
        return self._trials[deeds]

    def graph(self, effects: Sequence[Effect]) -> nx.DiGraph[str]:
        """Return the whole graph over `effects`: u -> v means that u depends on v."""
        import networkx as nx

        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(effect.name for effect in effects)
        for effect in effects:
            for edge in self.edges(effect):
                graph.add_edge(edge.effect, edge.on, reasons=edge.reasons, witness=edge.witness)
        return graph


def _own_words(operation: Operation, context: Context) -> tuple[Context, ...]:
    """Return what besides its operands tells an operation apart: copy exceptions speak of "this" themselves."""
    return (context,) if operation.kind == "copy" else ()


_NOBODY: frozenset[int | str] = frozenset()


def apply(found: Footprint, facts: State, context: Context) -> State:
    """Return `facts` with an effect's operations applied, in the order of its text."""
    draft = facts.draft()
    for _, operation, mask in found.deeds:
        operation.apply(draft, mask, context)
    return draft


def changed_operations(found: Footprint) -> tuple[Operation, ...]:
    """Return the operations of a footprint, each once, in order."""
    return tuple(dict.fromkeys(operation for _, operation, _ in found.deeds))
