"""The content of a drawing of a dependency graph: boxes, links, loops and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from mtglayers.model.errors import UnknownStepError
from mtglayers.model.rules.edition import NEWEST
from mtglayers.presentation.sentences import edition_words, is_after
from mtglayers.solver.wording import joined, sentence

if TYPE_CHECKING:
    import networkx as nx

    from mtglayers.solver.engine.footprint import Reason
    from mtglayers.solver.engine.trace import Trace
    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import LayerResult, Step

    Drawable = Step | LayerResult | Result | nx.DiGraph[str]

REASONS: Mapping[Reason, str] = {
    "text": "its text", "existence": "whether it exists", "scope": "what it applies to", "result": "what it does",
}  # fmt: skip
"""Explanation of each reason of 613.8a."""

LOOP = "dependency loop"
ALIKE = 3
"""Minimum number of effects that share one box because they differ only in their objects."""
PLAIN_LINKS = 12
"""Maximum number of links with separate labels; further links with the same reason and end share one."""
MOST_LABELS = 60
"""Maximum number of labels; if there are more, lines between two effects have no label."""


class Box(msgspec.Struct, frozen=True):
    """One effect, or several effects that differ only in their objects.

    Attributes:
        effects: the names of the effects, oldest first.
        label: the text on the box.
        stamps: a description of the timestamps of the effects.
        status: "applies now", "waits for Humility" or "younger".
        chosen: whether the effect is the one that applies.
        waits: whether another effect must apply first.
    """

    effects: tuple[str, ...]
    label: str
    stamps: str = ""
    status: str = ""
    chosen: bool = False
    waits: bool = False


class Link(msgspec.Struct, frozen=True):
    """Dependencies with one label: each of `sources` depends on each of `targets` except itself.

    Attributes:
        sources, targets: numbers of boxes.
        reasons: the reasons for the dependency.
        shows: a description of the change or the objects that reveal the dependency; "" if it is omitted.
        labelled: whether the link has a label.
    """

    sources: tuple[int, ...]
    targets: tuple[int, ...]
    reasons: tuple[Reason, ...]
    shows: str = ""
    labelled: bool = True


class Plan(msgspec.Struct, frozen=True):
    """The content of a drawing.

    Attributes:
        title: the title of the graph.
        because: a sentence that explains why an effect applies.
        boxes: the boxes, oldest first.
        links: the dependencies.
        loops: numbers of the boxes of each loop, oldest first.
        sentences: a description of the drawing.
        rules: a description of the rules and readings, or "" for the newest rules and the default readings.
    """

    title: str
    because: str
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    loops: tuple[tuple[int, ...], ...]
    sentences: tuple[str, ...]
    rules: str = ""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons for all links, in the order of `REASONS`."""
        found = {reason for link in self.links for reason in link.reasons}
        return tuple(reason for reason in REASONS if reason in found)


def plan(graph: Drawable) -> Plan:
    """Return the content of the drawing of a step, or of a graph with `reasons` on its edges.

    For a layer or result, the first step with a dependency is drawn or, if there is none, the first step.

    Raises:
        UnknownStepError: no effect applied in the layer or the result.
        TypeError: the argument is not a step, a layer, a result or a graph.
    """
    import networkx as nx

    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import LayerResult, Step

    if isinstance(graph, (LayerResult, Result)):
        where = "the result" if isinstance(graph, Result) else f"layer {graph.name}"
        if not graph.steps:
            raise UnknownStepError(where, 0, 1)
        graph = next((step for step in graph.steps if step.graph.number_of_edges()), graph.steps[0])
    if isinstance(graph, Step):
        return _Planner(graph.graph, graph).plan()
    if not isinstance(graph, nx.DiGraph):
        raise TypeError(f"cannot draw a `{type(graph).__name__}`; give a step, a layer, a result or a graph")
    return _Planner(graph, getattr(graph, "step", None)).plan()


class _Planner:
    def __init__(self, graph: nx.DiGraph[str], step: Step | None) -> None:
        self._graph = graph
        self._step = step
        self._groups = self._grouped()
        self._box_of = {name: number for number, group in enumerate(self._groups) for name in group}
        self._components = self._component_of()

    def plan(self) -> Plan:
        step, links = self._step, self._links()
        if len(links) > MOST_LABELS:
            links = [
                msgspec.structs.replace(link, labelled=len(link.sources) + len(link.targets) > 2) for link in links
            ]
        loops = sorted(
            (tuple(sorted({self._box_of[name] for name in members})) for members in self._loops()),
            key=lambda members: members[0],
        )
        title, because, rules = "Dependencies", "", ""
        if step is not None:
            title = f"{place_words(step)}: {self._called(step.effect)} applies"
            because = plain_sentence(step.result.explainer.reason(step).because)
            unusual = step.trace.edition.since != NEWEST.since or step.trace.readings.names()
            rules = rules_words(step.trace) if unusual else ""
        boxes = tuple(self._box(group) for group in self._groups)
        sentences = (because, rules and f"{rules}.", *self._sentences(boxes))
        return Plan(title, because, boxes, tuple(links), tuple(loops), tuple(filter(None, sentences)), rules)

    # --- Names ---

    def _called(self, name: str) -> str:
        return name if self._step is None else bare(self._marked(name))

    def _marked(self, name: str) -> str:
        """Return the name of an effect with backticks around ids, which are never capitalized."""
        return f"`{name}`" if self._step is None else self._step.result.names.effect(name, self._step.layer)

    def _objects(self, ids: Sequence[str]) -> str:
        return bare(self._step.result.names.objects(ids)) if self._step is not None else joined(ids)

    def _stamp(self, name: str) -> int:
        return 0 if self._step is None else self._step.candidate(name).key[0]

    # --- Boxes ---

    def _grouped(self) -> list[tuple[str, ...]]:
        groups: dict[object, list[str]] = {}
        for name in self._graph.nodes:
            groups.setdefault(self._likeness(name), []).append(name)
        found: list[tuple[str, ...]] = []
        for group in groups.values():
            apart = len(group) < ALIKE or self._graph.subgraph(group).number_of_edges()
            found.extend(((name,) for name in group) if apart else [tuple(group)])
        places = {name: place for place, name in enumerate(self._graph.nodes)}
        return sorted(found, key=lambda group: places[group[0]])

    def _likeness(self, name: str) -> object:
        step = self._step
        if step is None or name == step.effect:
            return name
        id = source_id(step, name)
        if id is None or not name.startswith(id):
            return name
        ends = frozenset(
            (out, other, data["reasons"])
            for out, edges in (
                (True, self._graph.out_edges(name, data=True)), (False, self._graph.in_edges(name, data=True)),
            )
            for one, two, data in edges
            for other in ((two if out else one),)
        )  # fmt: skip
        return step.result.names.printed(id), name.removeprefix(id), ends, name in step.choice.waiting

    def _box(self, group: tuple[str, ...]) -> Box:
        step, first = self._step, group[0]
        label = self._called(first)
        if len(group) > 1 and step is not None:
            id = source_id(step, first) or ""
            names = step.result.names
            called = next((words for words in (names.object(id), id) if words in label), "")
            label = f"{label.replace(called, names.printed(id), 1)} ×{len(group)}"
        if step is None:
            return Box(group, label)
        status, waits = self._status(group)
        return Box(group, label, self._stamps(group), status, first == step.effect, waits)

    def _stamps(self, group: tuple[str, ...]) -> str:
        stamps = sorted({self._stamp(name) for name in group})
        if stamps[-1] <= 0:
            return "from the beginning of the game"  # 613.7i
        if len(stamps) == 1:
            return f"timestamp {stamps[0]}"
        if len(stamps) < ALIKE:
            return f"timestamps {joined(map(str, stamps))}"
        consecutive = stamps[-1] - stamps[0] == len(stamps) - 1
        return f"timestamps {'' if consecutive else 'from '}{stamps[0]} to {stamps[-1]}"

    def _status(self, group: tuple[str, ...]) -> tuple[str, bool]:
        """Return a description of the status of a box's effects, and whether they wait."""
        step, name = self._step, group[0]
        assert step is not None
        if name == step.effect:
            return "applies now", False
        component = self._components[name]
        readings = step.trace.readings
        outside = [other for other in self._graph.successors(name) if self._components[other] != component]
        in_loop = any(self._components[other] == component for other in self._graph.successors(name))
        # Under other readings a member of a loop can apply first, or the waiting effects are determined only once.
        asks = readings.judged == "each step" and not (in_loop and readings.loop == "literal")
        if outside and (asks or name in step.choice.waiting):
            boxes = {self._box_of[other] for other in outside}
            if len(outside) == 1 or len(boxes) == 1:
                return f"waits for {self._box_label(min(boxes))}", True
            return f"waits for {len(outside)} effects", True
        if name in step.choice.waiting and not in_loop:
            return "has to wait", True
        pending = step.pending
        tied = step.candidate(name).key[0] == step.applied.key[0]  # in printed order, not younger
        younger = not tied and pending.index(name) > pending.index(step.effect)
        return ("younger" if younger else ""), False

    def _box_label(self, number: int) -> str:
        group = self._groups[number]
        return self._called(group[0]) if len(group) == 1 else f"{len(group)} effects"

    # --- Links ---

    def _component_of(self) -> dict[str, int]:
        import networkx as nx

        parts = nx.strongly_connected_components(self._graph)
        return {name: number for number, members in enumerate(parts) for name in members}

    def _loops(self) -> list[list[str]]:
        found: dict[int, list[str]] = {}
        for name in self._graph.nodes:
            found.setdefault(self._components[name], []).append(name)
        return [members for members in found.values() if len(members) > 1]

    def _links(self) -> list[Link]:
        ends: dict[tuple[int, int], tuple[Reason, ...]] = {}
        first: dict[tuple[int, int], tuple[str, str]] = {}
        for one, two, data in self._graph.edges(data=True):
            key = self._box_of[one], self._box_of[two]
            ends.setdefault(key, data["reasons"])
            first.setdefault(key, (one, two))
        if len(ends) <= PLAIN_LINKS:
            return [
                Link((key[0],), (key[1],), reasons, self._shows(*first[key])) for key, reasons in sorted(ends.items())
            ]
        inside = {key: reasons for key, reasons in ends.items() if self._in_loop(*key)}
        outside = {key: reasons for key, reasons in ends.items() if key not in inside}
        return [*self._loop_links(inside), *_shared(outside)]

    def _shows(self, one: str, two: str) -> str:
        """Return a description of the change or the objects that reveal a dependency."""
        causes = self._causes.get((one, two), ())
        if causes:
            return causes[0] if len(causes) == 1 else f"{causes[0]} (and {len(causes) - 1} more)"
        data = self._graph.edges[one, two]
        witness = data.get("witness", ())
        if not witness or data["reasons"] == ("existence",):  # the witness is the source of the effect
            return ""
        return f"on {self._objects(witness)}" if len(witness) <= ALIKE else f"on {len(witness)} objects"

    @cached_property
    def _causes(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """Return the changes that reveal each dependency, or {} if that needs too many trials."""
        if self._step is None or self._graph.number_of_edges() > PLAIN_LINKS:
            return {}
        return {
            (name, found.on): tuple(bare(cause.words) for cause in found.causes)
            for name in self._graph.nodes
            if self._graph.out_degree(name)
            for found in self._step.dependencies(name)
        }

    def _in_loop(self, one: int, two: int) -> bool:
        return self._components[self._groups[one][0]] == self._components[self._groups[two][0]]

    def _loop_links(self, ends: Mapping[tuple[int, int], tuple[Reason, ...]]) -> Iterable[Link]:
        loops: dict[int, dict[tuple[int, int], tuple[Reason, ...]]] = {}
        for key, reasons in ends.items():
            loops.setdefault(self._components[self._groups[key[0]][0]], {})[key] = reasons
        for found in loops.values():
            members = tuple(sorted({number for key in found for number in key}))
            size = len(members)
            if size > 3 and len(found) == size * (size - 1) and len(set(found.values())) == 1:
                yield Link(members, members, next(iter(found.values())))
                continue
            if len(found) > PLAIN_LINKS:
                yield from _shared(found)
                continue
            for (one, two), reasons in sorted(found.items()):
                if found.get((two, one)) != reasons:
                    yield Link((one,), (two,), reasons)
                elif one < two:
                    yield Link((one, two), (one, two), reasons)

    # --- Wording ---

    def _sentences(self, boxes: Sequence[Box]) -> Iterable[str]:
        for box in boxes:
            for name in box.effects:
                stamp = self._stamps((name,)) if self._step is not None else ""
                facts = ", ".join(filter(None, (stamp, box.status)))
                yield plain_sentence(": ".join(filter(None, (self._marked(name), facts))))
        for one, two, data in self._graph.edges(data=True):
            said = f"{self._marked(one)} depends on {self._marked(two)} ({joined(data['reasons'])})"
            causes, shows = self._causes.get((one, two), ()), self._shows(one, two)
            why = f", because {joined(causes)}" if causes else f", which shows {shows}" if shows else ""
            yield plain_sentence(said + why)
        for members in self._loops():
            yield plain_sentence(f"{joined(map(self._marked, members))} are in a dependency loop")
        if not self._graph.number_of_edges():
            yield "No effect depends on another."


def _shared(ends: Mapping[tuple[int, int], tuple[Reason, ...]]) -> Iterable[Link]:
    targets: dict[tuple[int, tuple[Reason, ...]], list[int]] = {}
    for (one, two), reasons in sorted(ends.items()):
        targets.setdefault((one, reasons), []).append(two)
    sources: dict[tuple[tuple[int, ...], tuple[Reason, ...]], list[int]] = {}
    for (one, reasons), found in targets.items():
        sources.setdefault((tuple(found), reasons), []).append(one)
    for (twos, reasons), ones in sources.items():
        yield Link(tuple(ones), twos, reasons)


def source_id(step: Step, name: str) -> str | None:
    """Return the id of the source of an effect, or None if it has no source."""
    number = step.candidate(name).source
    found = None if number is None else step.before.world.objects.get(number)
    return None if found is None else found.id


def place_words(step: Step) -> str:
    """Return a step's place, such as "Layer 4, step 1 of 2"."""
    layer = step.result.layer(step.layer)
    where = f"After the layers ({layer.title})" if is_after(step.result, layer.name) else f"Layer {layer.name}"
    return f"{where}, step {step.number} of {len(layer.steps)}"


def rules_words(trace: Trace) -> str:
    """Return rules and readings, such as "Rules since 2025-07-25 (E25); reading literal"."""
    names = trace.readings.names()
    reading = f"; reading{'s' if len(names) > 1 else ''} {joined(names)}" if names else ""
    return f"{edition_words(trace.edition)}{reading}"


def bare(words: str) -> str:
    """Return text without the backticks around ids."""
    return re.sub(r"`([^`]*)`", r"\1", words)


def plain_sentence(words: str) -> str:
    """Return text as a sentence without backticks."""
    return bare(sentence(words))
