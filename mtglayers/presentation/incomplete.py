"""What an answer lacks: text that is not understood, and what resolved texts do that no line or event says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mtglayers.model.board.details import KICKED
from mtglayers.model.effects.ability import BoardChange
from mtglayers.model.effects.conditions import GameFact
from mtglayers.model.support.patterns import lazy_pattern
from mtglayers.solver.history.entered_as import ASKED, entering_ability
from mtglayers.solver.result.recorded_changes import IF_DECIDED, OF_SPELL, RECORDED, RETURNING
from mtglayers.solver.wording import joined

from .damage import damage_words, is_indestructible, not_destroyed

if TYPE_CHECKING:
    from mtglayers.solver.result.characteristics import Characteristics
    from mtglayers.solver.result.result import Result

MOST: Final = 3
"""Maximum number of things that are named one by one."""

_NAME: Final = "NAME"
"""What stands for the name of an object or player that is not known."""

_CARDS: Final = ("moves cards into or out of a {}", "{{name}} in {}")
_SAID: Final[Mapping[BoardChange, tuple[str, str]]] = MappingProxyType({
    "arriving": ("puts something onto the battlefield", _NAME),
    "attaching": ("attaches or unattaches something", "{attached} attaches to {host}"),
    "counters": ("puts or removes counters", "a +1/+1 counter on {it}"),
    "day": ("makes it day or night", "it's night"),
    "destruction": ("destroys something", "{it} dies"),
    "elsewhere": ("moves the card or spell", "{it} leaves"),
    "emblems": ("creates an emblem", 'emblem with "Creatures you control get +1/+1."'),
    "faces": ("transforms, flips or turns over something", "{it} transforms"),
    "graveyard": (_CARDS[0].format("graveyard"), _CARDS[1].format("graveyard")),
    "hand": (_CARDS[0].format("hand"), _CARDS[1].format("hand")),
    "library": (_CARDS[0].format("library"), _CARDS[1].format("library")),
    "life": ("changes a life total", "{player}: N life"),
    "other counters": ("puts or removes counters", "a charge counter on {it}"),
    "phasing": ("phases something in or out", "{it} phases out"),
    "status": ("taps or untaps something", "{it} becomes tapped"),
    "tapped": ("taps something", "{it} becomes tapped"),
    "targeted damage": ("changes a life total", "{player}: N life"),
    "tokens": ("creates tokens", "1/1 white Soldier creature token"),
    "untapped": ("untaps something", "{it} becomes untapped"),
    "zones": ("moves something to another zone", "{it} leaves"),
})  # fmt: skip
"""What a text does that is a line of its own, and an example of the line."""
_OF_OTHERS: Final = ("destruction", "phasing", "status", "tapped", "untapped", "zones")
"""Changes that texts without targets make to other objects as often as to their sources."""
_LEGAL_TARGET: Final = ("115.3", "601.2c", "603.4", "608.2d", "700.2", "700.2d")
"""The rules of what is not legal for another reason than that a target is not."""
_ITS_OWN: Final = "which is a line of its own, such as"
_EACH: Final = "which is a line of its own for each one:"
_UNSPECIFIED: Final = "not specified: "
_CARD_OF_SPELL: Final = f"{_UNSPECIFIED}{OF_SPELL}"
_ENTERED_AS: Final = lazy_pattern(re.escape(ASKED).replace(re.escape("{}"), "(.+)"))
_BY_WORDS: Final[Mapping[str, BoardChange]] = {
    f"{_UNSPECIFIED}{RECORDED[kind].words}": kind for kind in reversed(tuple(_SAID))
}


def incomplete_sentences(result: Result) -> list[str]:
    """Return sentences about what the answer lacks, first of all what resolved texts do and no line says.

    What is in doubt stands in `perhaps_sentences`.
    """
    return _sentences(result, [each for each in without_fizzled(result) if not _is_perhaps(result, *each)])


def perhaps_sentences(result: Result) -> list[str]:
    """Return sentences about what is in doubt.

    This is what objects perhaps do as they enter, and what resolved texts perhaps do beside their continuous effects.
    """
    return _sentences(result, [each for each in without_fizzled(result) if _is_perhaps(result, *each)])


def _sentences(result: Result, found: Sequence[tuple[str, str]]) -> list[str]:
    spells = dict.fromkeys(about(result, id) for id, text in found if text == _CARD_OF_SPELL)
    lacking = [(id, text) for id, text in found if text != _CARD_OF_SPELL]
    said = [_said(result, id, text) for id, text in lacking]
    if spells:
        first, *others = spells
        how = (
            f"are put into a graveyard (608.2n), {_EACH}" if others else f"is put into a graveyard (608.2n), {_ITS_OWN}"
        )
        said.append(f"{joined(spells)} {how} `{first} in graveyard`.")
    if all(said) and len(said) <= MOST:
        return [f"Incomplete: {each}" for each in dict.fromkeys(said)]
    names = joined(dict.fromkeys(about(result, id) for id, _ in found))
    return [f"Incomplete: not everything about {names} is understood or known; the end of the answer says what."]


def _is_perhaps(result: Result, id: str, text: str) -> bool:
    resolved = result.sources.resolved
    return text.endswith(IF_DECIDED) and (id not in resolved or bool(resolved[id].clauses))


def without_fizzled(result: Result) -> list[tuple[str, str]]:
    """Return `Result.unsupported` without what texts do not do because all their targets are illegal (608.2b).

    The card of such a spell is put into a graveyard all the same.
    """
    graveyard = f"{_UNSPECIFIED}{RECORDED['graveyard'].words}", _CARD_OF_SPELL
    return [(id, text) for id, text in result.unsupported if text in graveyard or not _fizzles(result, id)]


def _fizzles(result: Result, id: str) -> bool:
    # A continuous effect is played although the targets are not legal, and so is what else its text does.
    effect = result.sources.resolved.get(id)
    if effect is None or effect.clauses or not (effect.context.targets or effect.context.target_players):
        return False
    world = result.trace.start.world
    illegal = {each.object for each in result.illegal if each.event == effect.event and each.rule not in _LEGAL_TARGET}
    players = [world.players[number] for number in effect.context.target_players]
    objects = [world.objects[number].id if number in world.objects else "" for number in effect.context.targets]
    return illegal.issuperset([*objects, *players])


def _said(result: Result, id: str, text: str) -> str:
    words = text.removesuffix(IF_DECIDED)
    decided = "" if words == text else " perhaps"
    if (kind := _BY_WORDS.get(words)) is not None:
        return _lacks(result, id, kind, decided)
    if words == f"{_UNSPECIFIED}{RETURNING}":
        return (
            f"{about(result, id)} also{decided} exiles and returns its target, {_ITS_OWN} `{_returning(result, id)}`."
        )
    if words == f"{_UNSPECIFIED}{RECORDED['damage'].words}":
        done = damage_words(result, id, _target_ids(result, id)[0], MOST)
        return f"{about(result, id)} also{decided} deals damage, which is not counted; {done}."
    if asked := _ENTERED_AS.fullmatch(text):
        return _entered_as(result, id, asked[1])
    if text.startswith(_UNSPECIFIED):
        return f"for {about(result, id)}, the board does not say {text.removeprefix(_UNSPECIFIED)}."
    if text.endswith(" was chosen"):
        return f"{about(result, id)}: {text}."
    return _untold(result, id, text)


def _untold(result: Result, id: str, text: str) -> str:
    # A condition about the game that the effect of a spell or ability asks for, or "" for text that is not understood.
    effect = result.sources.resolved.get(id)
    nodes = (node for clause in effect.clauses for node in clause.walk()) if effect is not None else ()
    if not any(isinstance(node, GameFact) and node.text == text for node in nodes):
        return ""
    words = "kicked" if text == KICKED else f'told "{text}"'
    return f"no line says whether “{text}” for {about(result, id)}; add `{words}` or `told nothing` to its line."


def _entered_as(result: Result, id: str, source: str) -> str:
    # The line in which the ability of another permanent changes how an object entered (614.12).
    there = result.trace.start.world.objects.values()
    place = next((entering_ability(found.base.values) for found in there if found.base.values.name == source), 0)
    line = f"ability {place or 1} of {source} choosing {result.explainer.names.printed(id)}"
    return f"{source} may have changed how {about(result, id)} entered (614.12), {_ITS_OWN} `{line}`."


def _lacks(result: Result, id: str, kind: BoardChange, decided: str) -> str:
    does, line = _SAID[kind]
    here = _target_ids(result, id)[0] if kind == "destruction" else ()
    if here and all(is_indestructible(result[target]) for target in here):
        return f"{about(result, id)} also{decided} {does}; {not_destroyed(_printed(result, here))}."
    line = _moving(result, id, kind) or line
    example = line.format_map(_named(result, id, kind))
    how = _EACH if _NAME in example else _ITS_OWN
    return f"{about(result, id)} also{decided} {does}, {how} `{example}`."


def _moving(result: Result, id: str, kind: BoardChange) -> str:
    # A line for a target in another zone that becomes a new object there (400.7).
    target = next(iter(_target_ids(result, id)[1]), "")
    if target and kind == "arriving":
        return _onto_battlefield(result, id, result.explainer.names.printed(target), target)
    in_graveyard = target and kind == "elsewhere" and result[target].zone == "graveyard"
    return f"{result.explainer.names.printed(target)} moves to hand as {target}-new" if in_graveyard else ""


def _returning(result: Result, id: str) -> str:
    # A line for a target on the battlefield that leaves and returns.
    target = next(iter(_target_ids(result, id)[0]), "")
    if not target:
        return _NAME
    back = _onto_battlefield(result, id, f"{target}-exiled", target)
    return f"{result.explainer.names.printed(target)} moves to exile as {target}-exiled; {back}"


def _onto_battlefield(result: Result, id: str, name: str, target: str) -> str:
    you = result.sources.resolved[id].context.you or 0
    return f"{result.trace.start.world.players[you]}: {name} moves to battlefield as {target}-new"


def _named(result: Result, id: str, kind: BoardChange) -> dict[str, str]:
    # What an example of a line names: targets and the source of an effect that are still there, or else `_NAME`.
    effect = result.sources.resolved.get(id)
    players = () if effect is None else effect.context.target_players
    here = _printed(result, _target_ids(result, id)[0])
    sources = [] if effect is None else _present(result, (effect.context.source,))
    source, own = _printed(result, sources), _printed(result, [id for id in sources if _may_mean(result[id], kind)])
    pair = here[:2] if len(here) > 1 else [*source, *here] if source and here else [_NAME, _NAME]
    return {
        "attached": pair[0],
        "host": pair[1],
        "it": [*_changed_targets(result, id, kind), *own, _NAME][0],
        "name": _NAME,
        "player": [*(result.trace.start.world.players[player] for player in players), _NAME][0],
    }


def _may_mean(source: Characteristics, kind: BoardChange) -> bool:
    # Whether a text without targets is likely to mean its source: "destroy all creatures" and "tap all lands" do not.
    return kind not in _OF_OTHERS and (kind != "counters" or "Creature" in source.types)


def _changed_targets(result: Result, id: str, kind: BoardChange) -> list[str]:
    # The names of the targets of an effect that a change of the kind is likely to concern.
    here, elsewhere = _target_ids(result, id)
    match kind:
        case "destruction":
            found = [target for target in here if not is_indestructible(result[target])]
        case "zones":
            found = here
        case "elsewhere":
            found = [*elsewhere, *here]
        case _:
            found = [*here, *elsewhere]
    return _printed(result, found)


def _target_ids(result: Result, id: str) -> tuple[list[str], list[str]]:
    # The ids of the targets of an effect that are still there: on the battlefield, and in other zones.
    effect = result.sources.resolved.get(id)
    there = [] if effect is None else _present(result, effect.context.targets)
    here = [target for target in there if result[target].zone == "battlefield"]
    return here, [target for target in there if target not in here]


def _printed(result: Result, ids: Iterable[str]) -> list[str]:
    # The names of objects, each once.
    return list(dict.fromkeys(map(result.explainer.names.printed, ids)))


def _present(result: Result, numbers: Iterable[int | None]) -> list[str]:
    # The ids of the objects that are still there.
    objects = result.trace.start.world.objects
    return [objects[number].id for number in numbers if number is not None and number in objects]


def about(result: Result, id: str) -> str:
    """Return the name of an object, or of the effect of a resolved spell or ability."""
    names = result.explainer.names
    return names.effect(id, "") if id in result.sources.resolved else names.object(id)
