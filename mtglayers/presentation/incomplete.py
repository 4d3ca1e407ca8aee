"""What an answer lacks: text that is not understood, and what resolved texts do that no line or event says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mtglayers.model.effects.ability import BoardChange
from mtglayers.solver.result.recorded_changes import IF_DECIDED, RECORDED
from mtglayers.solver.wording import joined

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result

MOST: Final = 3
"""Maximum number of things that are named one by one."""

_CARDS: Final = ("moves cards into or out of a {}", "Forest in {}")
_SAID: Final[Mapping[BoardChange, tuple[str, str]]] = MappingProxyType({
    "arriving": ("puts something onto the battlefield", "Grizzly Bears"),
    "attaching": ("attaches or unattaches something", "{source} attaches to {it}"),
    "counters": ("puts or removes counters", "a +1/+1 counter on {it}"),
    "day": ("makes it day or night", "it's night"),
    "elsewhere": ("moves the card or spell", "{it} leaves"),
    "emblems": ("creates an emblem", 'emblem with "Creatures you control get +1/+1."'),
    "faces": ("transforms, flips or turns over something", "{it} transforms"),
    "graveyard": (_CARDS[0].format("graveyard"), _CARDS[1].format("graveyard")),
    "hand": (_CARDS[0].format("hand"), _CARDS[1].format("hand")),
    "library": (_CARDS[0].format("library"), _CARDS[1].format("library")),
    "life": ("changes a life total", "{player}: 20 life"),
    "other counters": ("puts or removes counters", "a charge counter on {it}"),
    "phasing": ("phases something in or out", "{it} phases out"),
    "status": ("taps or untaps something", "{it} becomes tapped"),
    "tapped": ("taps something", "{it} becomes tapped"),
    "targeted damage": ("changes a life total", "{player}: 20 life"),
    "tokens": ("creates tokens", "1/1 white Soldier creature token"),
    "untapped": ("untaps something", "{it} becomes untapped"),
    "zones": ("moves something to another zone", "{it} leaves"),
})  # fmt: skip
"""What a text does that is a line of its own, and an example of the line."""
_UNSPECIFIED: Final = "not specified: "
_BY_WORDS: Final[Mapping[str, BoardChange]] = {
    f"{_UNSPECIFIED}{RECORDED[kind].words}": kind for kind in reversed(tuple(_SAID))
}


def incomplete_sentences(result: Result) -> list[str]:
    """Return sentences about what the answer lacks, first of all what resolved texts do and no line says."""
    said = [_said(result, id, text) for id, text in result.unsupported]
    if all(said) and len(said) <= MOST:
        return [f"Incomplete: {each}" for each in dict.fromkeys(said)]
    names = joined(dict.fromkeys(about(result, id) for id, _ in result.unsupported))
    return [f"Incomplete: not everything about {names} is understood or known; the end of the answer says what."]


def _said(result: Result, id: str, text: str) -> str:
    words = text.removesuffix(IF_DECIDED)
    decided = "" if words == text else " perhaps"
    if (kind := _BY_WORDS.get(words)) is not None:
        return _lacks(result, id, kind, decided)
    if words == f"{_UNSPECIFIED}{RECORDED['damage'].words}":
        it = [*_around(result, id), *_creatures(result), "Grizzly Bears"][0]
        return f"{about(result, id)} also{decided} deals damage, which is not counted; if {it} dies, write `{it} dies`."
    if text.startswith(_UNSPECIFIED):
        return f"for {about(result, id)}, the board does not say {text.removeprefix(_UNSPECIFIED)}."
    return f"{about(result, id)}: {text}." if text.endswith(" was chosen") else ""


def _lacks(result: Result, id: str, kind: BoardChange, decided: str) -> str:
    does, line = _SAID[kind]
    names = _around(result, id)
    if kind == "arriving" and names:
        line = "{it} leaves; {it}" if _is_permanent(result, id) else "{it}"
    it, source = ([*names, "Grizzly Bears"][0], [*names[::-1], "Bonesplitter"][0])
    example = line.format(it=it, source=source, player=result.trace.start.world.players[0])
    return f"{about(result, id)} also{decided} {does}, which is a line of its own, such as `{example}`."


def _around(result: Result, id: str) -> list[str]:
    # The names of the targets and of the source of an effect that are still there.
    effect, world = result.sources.resolved.get(id), result.trace.start.world
    numbers = () if effect is None else (*effect.context.targets, effect.context.source)
    there = [world.objects[number].id for number in numbers if number is not None and number in world.objects]
    return [result.explainer.names.printed(each) for each in there]


def _creatures(result: Result) -> Iterator[str]:
    # The names of the creatures on the battlefield.
    there = (each for each in result.values() if each.zone == "battlefield" and "Creature" in each.types)
    return (result.explainer.names.printed(creature.id) for creature in there)


def _is_permanent(result: Result, id: str) -> bool:
    # Whether the first target of an effect is on the battlefield, so that it has to leave before it can return.
    start = result.trace.start
    targets = result.sources.resolved[id].context.targets
    return (
        bool(targets)
        and targets[0] in start.world.objects
        and result[start.world.objects[targets[0]].id].zone == "battlefield"
    )


def about(result: Result, id: str) -> str:
    """Return the name of an object, or of the effect of a resolved spell or ability."""
    names = result.explainer.names
    return names.effect(id, "") if id in result.sources.resolved else names.object(id)
