"""Rules, steps, objects and players in words, for text and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mtglayers.model.effects.ability import UnsupportedAbility
from mtglayers.model.rules.vocabulary import COLOR_NAMES
from mtglayers.solver.result.players import player_words
from mtglayers.solver.wording import color_words, joined, operation_words, sentence

from .data import counted

if TYPE_CHECKING:
    from mtglayers.model.objects.gameobject import GameObject
    from mtglayers.solver.result.characteristics import Characteristics
    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import LayerResult, Step

    from .moments import Moment


# --- The whole ---


def worth_telling(result: Result) -> tuple[str, ...]:
    """Return what to explain: changed objects, sources of lost effects, and players."""
    explainer = result.explainer
    losers = {lost.source for lost in explainer.unapplied}
    players = (name for name, player in result.players.items() if player_words(player) and name not in result.objects)
    return (*(id for id in result if explainer.is_changed(id) or id in losers), *players)


def rules_words(result: Result) -> str:
    """Return the rules of a result, its players and its readings as a sentence."""
    rules = result.edition
    until = f" to {rules.until.isoformat()}" if rules.until else ""
    since = "of" if until else "since"
    players = joined(result.trace.start.world.players)
    said = f"Rules {since} {rules.since.isoformat()}{until} ({rules.key}); players {players}"
    unusual = result.readings.names()
    return sentence(f"{said}; reading: {joined(unusual)}" if unusual else said)


def statistics_words(result: Result) -> str:
    """Return how much work solving took, in one line."""
    found = result.statistics
    return ", ".join((
        counted(found.objects, "object"), counted(found.effects, "effect"), counted(found.steps, "step"),
        counted(found.trials, "trial application"), counted(found.edges, "dependency"),
        counted(len(result.loops), "loop"),
    ))  # fmt: skip


def news_of(moments: Iterable[Moment]) -> Iterator[list[str]]:
    """Yield each moment's news as sentences: loops and changed objects."""
    told: dict[str, str] = {}
    for moment in moments:
        explainer = moment.result.explainer
        news: list[str] = []
        for loop in moment.result.loops:
            members = explainer.names.effects(loop.members, loop.layer)
            news.append(sentence(f"in layer {loop.layer}, {members} are in a dependency loop"))
        for id in moment.result:
            summary = explainer.summary(id)
            if told.get(id, "" if explainer.is_changed(id) else summary) != summary:
                news.append(summary)
            told[id] = summary
        yield news


def hints_for(result: Result, text: str) -> list[str]:
    """Return hints for a line not understood; none for unrecorded facts."""
    from .hints import hint_lines

    unread = (
        node.text
        for held in result.trace.start.column("ability")
        for node in held.ability.walk()
        if isinstance(node, UnsupportedAbility)
    )
    if text not in unread:
        return []
    from mtglayers.model.cards.hints import hint_for

    hint = hint_for(text)
    return hint_lines(hint) if hint is not None else []


# --- Layers and steps ---


def is_after(result: Result, layer: str) -> bool:
    """Return whether a layer is one of those that come after the layers (613.10, 613.11)."""
    return layer in {each.name for each in result.edition.after}


def layer_words(result: Result, layer: LayerResult) -> str:
    """Return what a layer is called: "Layer 4: types"."""
    return f"After the layers: {layer.title}" if is_after(result, layer.name) else f"Layer {layer.name}: {layer.title}"


def stamp_words(stamp: int) -> str:
    """Return a timestamp in words; those of the beginning of the game are not numbers (613.7i)."""
    return f"timestamp {stamp}" if stamp > 0 else "from the beginning of the game"


def done_words(result: Result, step: Step) -> str:
    """Return what a step did to which objects: "applies to Taiga: sets the land type to Mountain"."""
    world, names = step.before.world, result.explainer.names
    groups: dict[int, list[str]] = {}
    for _, operation, mask in step.footprint.operations:
        groups.setdefault(mask, []).append(operation_words(operation, world.players))
    if is_after(result, step.layer) and not any(groups):  # it is about players or the rules, not about objects
        return joined(words for group in groups.values() for words in group) or "says nothing"

    def called(mask: int) -> str:
        return names.objects([found.id for number, found in world.objects.items() if mask >> number & 1])

    told = {mask: dict.fromkeys(words) for mask, words in groups.items() if mask}
    if not told:
        return "applies to nothing"
    if len(told) == 1:
        ((only, words),) = told.items()
        return f"applies to {called(only)}: {', '.join(words)}"
    return "applies: " + "; ".join(f"{called(mask)}: {', '.join(words)}" for mask, words in told.items())


# --- Objects ---


def is_quiet(result: Result, id: str) -> bool:
    """Return whether an object is off battlefield and stack, uninvolved in effects."""
    acting = {step.source for step in result.steps} | {lost.source for lost in result.explainer.unapplied}
    elsewhere = result[id].zone not in ("battlefield", "stack")
    return elsewhere and id not in acting and not result.explainer.is_changed(id)


def where_words(found: Characteristics) -> str:
    """Return who controls or owns an object, and its zone where that is not the battlefield: "Ana, graveyard"."""
    where = found.controller or found.owner
    return where if found.zone == "battlefield" else f"{where}, {found.zone}"


def color_cell(found: Characteristics) -> str:
    """Return an object's colors: "white and blue", "none"."""
    return color_words(found.colors) if found.colors else "none"


def type_words(found: Characteristics) -> str:
    """Return an object's type line, with loyalty and defense: "Land Creature — Mountain Saproling"."""
    left = " ".join((*found.supertypes, *found.types)) or "no type"
    line = f"{left} — {' '.join(found.subtypes)}" if found.subtypes else left
    for kind, number in (("loyalty", found.loyalty), ("defense", found.defense)):
        if number is not None:
            line += f", {kind} {number}"
    return line


def size_words(found: Characteristics) -> str:
    """Return an object's power and toughness: "1/1", or nothing."""
    return "" if found.power is None and found.toughness is None else f"{found.power}/{found.toughness}"


def state_words(source: GameObject, found: Characteristics) -> str:
    """Return what is true of an object besides its characteristics: "counters: 2 +1/+1; tapped"."""
    state = [f"{counter.count} {counter.kind}" for counter in source.counters]
    told = [f"counters: {', '.join(state)}"] if state else []
    if found.attached_to is not None:
        told.append(f"attached to {found.attached_to}")
    if chosen := _chosen(source):
        told.append(f"chosen: {', '.join(chosen)}")
    told += [fact.replace("_", " ") for fact in source.facts]
    if source.face_down:
        told.append("face down")
    return "; ".join(told)


def _chosen(source: GameObject) -> tuple[str, ...]:
    # 607.2d
    found = source.choices
    words = (*found.creature_type, *found.land_type, *found.basic_land_type, *found.card_type, *found.card_name)
    others = (*found.player, *map(str, found.number), *found.object)
    return (*(COLOR_NAMES.get(each, each) for each in found.color), *words, *others)


__all__ = [
    "color_cell", "done_words", "hints_for", "is_after", "is_quiet", "layer_words", "news_of", "player_words",
    "rules_words", "size_words", "stamp_words", "state_words", "statistics_words", "type_words", "where_words",
    "worth_telling",
]  # fmt: skip
