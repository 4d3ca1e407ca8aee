"""Descriptions of rules, steps, objects and explanations, for text and HTML output."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final, TypeVar

from mtglayers.model.effects.view import union
from mtglayers.model.rules.vocabulary import COLOR_NAMES
from mtglayers.solver.engine.state import numbers
from mtglayers.solver.explain.not_applied import unapplied_words
from mtglayers.solver.explain.ruling import UNCHANGED
from mtglayers.solver.explain.spared import (
    missed_effects,
    rules_beside,
    sources_in_force,
    targeting,
    unmet_of_their_own,
)
from mtglayers.solver.explain.state_based import state_based_actions
from mtglayers.solver.result.characteristics import without_id
from mtglayers.solver.result.players import player_words
from mtglayers.solver.wording import color_words, counted, joined, possessive, sentence

from .incomplete import about

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.model.effects.language import Operation
    from mtglayers.model.objects.gameobject import GameObject
    from mtglayers.model.rules.edition import Edition
    from mtglayers.solver.explain.explanation import Explanation
    from mtglayers.solver.result.characteristics import Characteristics
    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import LayerResult, Step

    from .moments import Moment

Cells = TypeVar("Cells")

TOGETHER = 3
"""Maximum number of equal objects that are listed in separate rows instead of one row."""


# --- The complete result ---


FEW_CONDITIONAL: Final = 2
"""Maximum number of unchanged objects with a condition that fails that get an explanation."""


def worth_telling(result: Result) -> tuple[str, ...]:
    """Return what to explain: changed objects and others that an effect concerns, then players; see `asked_first`."""
    explainer = result.explainer
    losers = {lost.source for lost in explainer.unapplied}
    for step, _, ids in explainer.fruitless:
        losers |= {*ids, *([] if step.source is None else [step.source])}
    players = (
        name
        for number, (name, player) in enumerate(result.players.items())
        if name not in result.objects
        and (player_words(player) or not all(applies for _, applies in targeting(number, result, explainer.names)))
    )
    conditional = set(unmet_of_their_own(result))
    losers |= conditional if len(conditional) <= FEW_CONDITIONAL else set()
    losers |= {id for action in state_based_actions(result) for id in action.objects if result[id].attached_to}
    told = [id for id in result if explainer.is_changed(id) or id in losers or explainer.is_passed_over(id)]
    beside = (id for id in result if id not in told and explainer.is_left_out(id))
    return (*asked_first(result, told), *asked_first(result, beside), *players)


_OF_SIZES: Final = frozenset({"define", "set", "modify", "switch"})
"""The kinds of operations on power and toughness."""


def asked_first(result: Result, ids: Iterable[str]) -> list[str]:
    """Return the given objects; those that a question about the board is most likely to concern come first.

    A board is written for the sake of an object to which something happens. So what an effect came too early for comes
    first, then attachments that state-based actions affect, then what has no effect on another object: of this first
    what is on the battlefield or the stack or has lost its effect, then what has an effect on itself, and then what
    state-based actions affect. Copies precede other objects, and what more effects change precedes what fewer do. An
    object also counts as one without an effect on others if it defines its own size and gives others at most a size, or
    if a spell, an ability, an Aura or an Equipment changes its size and nothing else of it.
    """
    follows = {id for action in state_based_actions(result) for id in action.objects}
    acting, deciding, own, defined = set[str](), set[str](), set[str](), set(unmet_of_their_own(result))
    effects, changing = (dict[str, set[str]]((id, set()) for id in result) for _ in range(2))
    able, sizes = set(sources_in_force(result)), _sizes(result)
    losers = {lost.source for lost in result.explainer.unapplied}
    for lost in result.explainer.unapplied:
        effects.get(lost.source, set()).add(lost.effect)
    for step in result.steps:
        for number in numbers(step.footprint.touched):
            effects[step.before.world.objects[number].id].add(step.effect)
        for number in numbers(union(step.after.changes().values())):
            changing[step.before.world.objects[number].id].add(step.effect)
        source = step.applied.source
        defined |= {step.source} if step.cda and step.layer == result.edition.place("define") and step.source else set()
        if step.source is None or source is None:
            continue
        if is_after(result, step.layer):  # an effect on players or the rules
            able.add(step.source)
        elif step.footprint.touched:
            others = step.footprint.touched & ~(1 << source)
            (acting if others else own).add(step.source)
            deciding |= {step.source} if others and step.layer not in sizes else set()
    enlarged = _enlarged(result, sizes)
    acting -= (defined - deciding) | enlarged
    able -= enlarged

    def key(id: str) -> tuple[bool | int, ...]:
        there = result.trace.start.world.objects[number := result.explainer.number(id)]
        elsewhere = result[id].zone not in ("battlefield", "stack") and id not in losers
        missed = next(missed_effects(number, result, result.names), None) is not None
        falls_off = id in follows and result[id].attached_to is not None
        first = not missed, not falls_off, id in acting, elsewhere, id not in own, id not in follows, id not in losers
        copies = there.copy is None, -there.stamp if there.copy is not None else 0  # the copy of a copy first
        return *first, id in able, *copies, -len(changing[id]), -len(effects[id])

    return sorted(ids, key=key)


def _enlarged(result: Result, sizes: AbstractSet[str]) -> set[str]:
    # The objects of which a spell, ability, Aura or Equipment changes the size and nothing else.
    objects = result.trace.start.world.objects
    layers: dict[tuple[str, int], set[str]] = {}
    for step in result.steps:
        source, touched = step.applied.source, step.footprint.touched
        host = None if source is None or source not in objects else objects[source].attached_to
        if host is not None and touched == 1 << host:
            layers.setdefault((step.effect, host), set()).add(step.layer)
        elif step.applied.origin == "resolved" and touched and not touched & (touched - 1):
            layers.setdefault((step.effect, numbers(touched)[0]), set()).add(step.layer)
    return {objects[number].id for (_, number), found in layers.items() if found <= sizes}


def _sizes(result: Result) -> set[str]:
    # The layers of nothing else than power and toughness. Their names differ by edition.
    held = {layer.name: {word.partition(" (")[0] for word in layer.holds} for layer in result.edition.layers}
    return {name for name, kinds in held.items() if kinds <= _OF_SIZES}


def rules_words(result: Result) -> str:
    """Return a sentence about the rules of a result, its players and its readings."""
    said = f"{edition_words(result.edition)}; players {joined(result.trace.start.world.players)}"
    unusual = result.readings.names()
    return sentence(f"{said}; reading: {joined(unusual)}" if unusual else said)


def edition_words(rules: Edition) -> str:
    """Return an edition's period and key: "Rules of 2006-05-01 to 2007-01-31 (E05)"."""
    if rules.until is None:
        return f"Rules since {rules.since.isoformat()} ({rules.key})"
    return f"Rules of {rules.since.isoformat()} to {rules.until.isoformat()} ({rules.key})"


def statistics_words(result: Result) -> str:
    """Return the statistics of a solve in one line."""
    found = result.statistics
    return ", ".join((
        counted(found.objects, "object"), counted(found.effects, "effect"), counted(found.steps, "step"),
        counted(found.trials, "trial application"), counted(found.edges, "dependency"),
        counted(len(result.loops), "loop"),
    ))  # fmt: skip


def news_of(moments: Iterable[Moment]) -> Iterator[list[str]]:
    """Yield, for each moment, sentences about loops and about objects that changed since the last one."""
    before: dict[str, str] = {}
    for moment in moments:
        explainer = moment.result.explainer
        news: list[str] = []
        for loop in moment.result.loops:
            members = explainer.names.effects(loop.members, loop.layer)
            news.append(sentence(f"in layer {loop.layer}, {members} are in a dependency loop"))
        for id in moment.result:
            summary = explainer.summary(id)
            if before.get(id, "" if explainer.is_changed(id) else summary) != summary:
                news.append(summary)
            before[id] = summary
        yield news


# --- Layers and steps ---


def is_after(result: Result, layer: str) -> bool:
    """Return whether a layer comes after the numbered layers (613.10, 613.11)."""
    return layer in {each.name for each in result.edition.after}


def layer_words(result: Result, layer: LayerResult) -> str:
    """Return the heading for a layer, such as "Layer 4: types"."""
    return f"After the layers: {layer.title}" if is_after(result, layer.name) else f"Layer {layer.name}: {layer.title}"


def stamp_words(stamp: int) -> str:
    """Return a timestamp's number, or "from the beginning of the game" (613.7i)."""
    return f"timestamp {stamp}" if stamp > 0 else "from the beginning of the game"


def done_words(result: Result, step: Step) -> str:
    """Return a clause such as "applies to Taiga: sets the land type to Mountain" for a step."""
    world, names = step.before.world, result.explainer.names
    groups: dict[int, list[tuple[Operation, int]]] = {}
    for operation, count, mask in step.repeated:
        groups.setdefault(mask, []).append((operation, count))
    said = {mask: names.predicates(done) for mask, done in groups.items()}
    if is_after(result, step.layer) and not any(said):  # the effect concerns players or the rules
        return joined(words for group in said.values() for words in group) or "does nothing"

    def called(mask: int) -> str:
        return names.objects([found.id for number, found in world.objects.items() if mask >> number & 1])

    done = [f"{called(mask)}: {', '.join(words)}" for mask, words in said.items() if mask]
    if not done:
        return "applies to nothing"
    return f"applies to {done[0]}" if len(done) == 1 else f"applies: {'; '.join(done)}"


# --- Objects ---


def is_quiet(result: Result, id: str) -> bool:
    """Return whether an object is neither on the battlefield nor the stack, and no effect involves it."""
    acting = {step.source for step in result.steps} | {lost.source for lost in result.explainer.unapplied}
    elsewhere = result[id].zone not in ("battlefield", "stack")
    return elsewhere and id not in acting and not result.explainer.is_changed(id)


def where_words(found: Characteristics) -> str:
    """Return an object's controller or owner, and its zone, such as "Ana, graveyard".

    The zone is omitted if it is the battlefield.
    """
    where = found.controller or found.owner
    return where if found.zone == "battlefield" else f"{where}, {found.zone}"


def color_cell(found: Characteristics) -> str:
    """Return an object's colors, such as "white and blue", or "none"."""
    return color_words(found.colors) if found.colors else "none"


def type_words(found: Characteristics) -> str:
    """Return a type line with loyalty or defense: "Legendary Planeswalker — Jace, loyalty 3"."""
    line = found.type_line
    for kind, number in (("loyalty", found.loyalty), ("defense", found.defense)):
        if number is not None:
            line += f", {kind} {number}"
    return line


def size_words(found: Characteristics) -> str:
    """Return an object's power and toughness, such as "1/1", or "" if it has none."""
    return "" if found.power is None and found.toughness is None else f"{found.power}/{found.toughness}"


def state_words(source: GameObject, found: Characteristics) -> str:
    """Return facts that are not characteristics, such as "counters: 2 +1/+1; tapped"."""
    counters = [f"{counter.count} {counter.kind}" for counter in source.counters]
    state = [f"counters: {', '.join(counters)}"] if counters else []
    if found.attached_to is not None:
        state.append(f"attached to {found.attached_to}")
    if chosen := list(_chosen(source)):
        state.append(f"chosen: {', '.join(chosen)}")
    state += [fact.replace("_", " ") for fact in source.facts]
    if source.face_down:
        state.append("face down")
    return "; ".join(state)


def _chosen(source: GameObject) -> Iterator[str]:
    # 607.2d
    found = source.choices
    yield from (COLOR_NAMES.get(each, each) for each in found.color)
    yield from (*found.creature_type, *found.land_type, *found.basic_land_type, *found.card_type, *found.card_name)
    yield from (*found.player, *map(str, found.number), *found.object)


def without_quiet(result: Result, ids: Sequence[str]) -> tuple[list[str], str]:
    """Return the objects for a table, and a sentence about the others.

    The table omits objects that no effect involves; the sentence is "" if nothing is omitted.
    """
    quiet = [id for id in ids if len(ids) > 1 and is_quiet(result, id)]
    others = ", ".join(f"{id} ({possessive(result[id].owner)} {result[id].zone})" for id in quiet)
    return [id for id in ids if id not in quiet], f"In other zones, as printed: {others}." if quiet else ""


def shared_rows(cells: Mapping[str, Cells]) -> Iterator[tuple[list[str], Cells]]:
    """Yield the rows of a table, each with its objects.

    If more than `TOGETHER` objects have identical rows, they share one row.
    """
    groups: dict[Cells, list[str]] = {}
    for id, row in cells.items():
        groups.setdefault(row, []).append(id)
    for id, row in cells.items():
        ids = groups[row]
        if len(ids) <= TOGETHER:
            yield [id], row
        elif ids[0] == id:
            yield ids, row


# --- Explanations and open questions ---


def explanations_of(
    result: Result, ids: Iterable[str], most: float = math.inf
) -> tuple[list[list[Explanation]], list[str]]:
    """Return groups of identical explanations, and the ids that were left unexplained.

    Args:
        result: the result.
        ids: the objects and players.
        most: maximum number of characters; after it is reached, no more explanations are added.
    """
    groups: dict[tuple[object, ...], list[Explanation]] = {}
    left, length = list(ids), 0
    while left and length <= most:
        id = left.pop(0)
        found = result.explainer.explain(id)
        kind = without_id(result[id]) if id in result.objects else id
        group = groups.setdefault((found.entries, found.unapplied, kind), [])
        if not group and most < math.inf:
            length += sum(len(line.text) for line in found.lines())
        group.append(found)
    return list(groups.values()), left


def same_words(result: Result, group: Sequence[Explanation]) -> str:
    """Return a sentence that lists the other objects with the same explanation, or ""."""
    others = [found.id for found in group[1:]]
    return f"The same applies to {result.explainer.names.objects(others)}." if others else ""


def rulings_of(result: Result, groups: Iterable[Sequence[Explanation]]) -> Iterator[tuple[str, list[str]]]:
    """Yield the rulings for groups of identical explanations: what an object is, and why.

    An object for which all reasons are those of an earlier one is named there: "Likewise, Propaganda is a 4/4 blue
    enchantment creature." A single one stands in the first sentence, as it may be the one that is asked about. The
    first ruling names permanents with abilities about rules that no ruling names.
    """
    found: dict[tuple[str, ...], tuple[str, list[str], list[str]]] = {}
    told: set[str] = set()  # what happens to attachments is said once, and not again of what they are attached to
    for group in groups:
        first, *all_reasons = result.ruling(group[0].id)
        own = {sentence(each) for each in group[0].follows}
        why = [reason for reason in all_reasons if reason in own or reason not in told]
        told |= own
        alone = group[1:] or group[0].player or why == [UNCHANGED]
        reasons = (first, *why) if alone else tuple(why)
        if reasons in found:
            called = result.names.object(group[0].id)
            found[reasons][2].append(called + first[len(called) :].removesuffix("."))
        else:
            found[reasons] = (first, [*why, *filter(None, [same_words(result, group)])], [])
    rulings = [_with_likewise(first, why, likewise) for first, why, likewise in found.values()]
    said = " ".join(text for first, why in rulings for text in (first, *why))
    if rulings and (beside := rules_beside(said, result, result.names)):
        rulings[0][1].append(beside)
    yield from rulings


def _with_likewise(first: str, why: list[str], others: Sequence[str]) -> tuple[str, list[str]]:
    if len(others) == 1:
        return sentence(f"{first.removesuffix('.')}; likewise, {others[0]}"), why
    return first, [*why, sentence(f"likewise, {'; '.join(others)}")] if others else why


def unapplied_sentences(result: Result, only: Container[str] | None = None) -> list[str]:
    """Return a sentence for each effect that never applied, for the objects in `only` if given."""
    names = result.explainer.names
    lost = (each for each in result.explainer.unapplied if only is None or each.source in only)
    return [sentence(unapplied_words(each, names, result)) for each in lost]


def phased_out_words(board: Board) -> str:
    """Return a sentence about the objects that are phased out, or "" (702.26)."""
    names = [found.card.name for found in board.phased_out]
    rule = " (702.26b)" if board.edition.until is None else ""
    those = ("are", "they are", "they do") if names[1:] else ("is", "it is", "it does")
    said = f"{joined(names)} {those[0]} phased out, so {those[1]} treated as though {those[2]} not exist{rule}"
    return sentence(said) if names else ""


def illegal_sentences(result: Result) -> list[str]:
    """Return a sentence for each part of an event that is not legal, with the names of objects and effects."""

    def called(found: re.Match[str]) -> str:
        known = found[1] in result.objects or found[1] in result.sources.resolved
        return about(result, found[1]) if known else found[0]

    return [sentence(re.sub(r"`([^`]+)`", called, str(found))) for found in result.illegal]


def question_sentences(result: Result) -> list[str]:
    """Return a sentence for each reading that would give a different result, by itself or only with others."""
    if not result.turns_on and result.ambiguous:
        return [sentence("several readings apply together, which `mtglayers solve --verdict` lists")]
    return [sentence(f"{found.says} (reading {found.name}, {found.question})") for found in result.turns_on]
