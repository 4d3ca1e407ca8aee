"""Functions that list the editions and readings, as text and as JSON data."""

from __future__ import annotations

import datetime
import textwrap
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

import msgspec

from mtglayers.model.rules.edition import TEXTS, Edition, edition
from mtglayers.solver.readings import READINGS, SETTLED, admissible

WIDTH = 80

# Field of an edition -> value -> its wording; values without an entry are not mentioned.
_SAID: Final[Mapping[str, Mapping[object, str]]] = {
    "cda_dependency": {
        "any": "characteristic-setting abilities apply first, unless they depend on an effect in their layer",
        "never": "characteristic-defining abilities depend on nothing",
        "cda-cda": "characteristic-defining abilities depend only on each other",
    },
    "same_set": {True: "an effect keeps its objects from layer to layer", False: "each part finds its own objects"},
    "types_wholly": {True: "an effect that changes types applies as a whole in the layer that changes them"},
    "cda_wholly": {True: "everything that an object sets about itself applies at once"},
    "independent_first": {True: "dependent effects wait for all effects that depend on nothing"},
    "keeps_order": {True: "granted static abilities keep their order when their object gets a new timestamp"},
    "apnap": {
        True: "simultaneous timestamps follow turn order, the active player first",
        False: "the active player orders simultaneous timestamps",
    },
    "own_static_first": {True: "an object's own effects are older than a resolved effect that began with the object"},
    "land_types_take_added": {
        True: "setting a basic land type also removes abilities that copy effects added",
        False: "setting a basic land type keeps abilities that copy effects added",
    },
    "cant_have": {True: "an object that can't have an ability cannot get it"},
    "attached_must_fit": {
        True: "“enchanted creature” refers to nothing while the enchanted permanent is not a creature"
    },
    "cda_size_everywhere": {False: "power and toughness set by the object itself are 0 outside the battlefield"},
    "artifact_creatures_keep_types": {True: "an object that becomes an artifact creature keeps its creature types"},
    "reevaluates": {
        True: "the order is determined again after each effect",
        False: "the text does not say whether the order is determined again",
    },
    "cda_conditional": {True: "an ability with a condition can be characteristic-setting"},
    "cda_types": {True: "characteristic-setting abilities may set card types and supertypes"},
    "cda_abilities": {True: "an ability that gives abilities to its own object is characteristic-setting"},
    "cda_self_granted": {True: "an ability that an object grants to itself can be characteristic-setting"},
    "cda_from_text": {False: "an ability that comes from a text change defines no characteristics"},
    "granted_later": {
        True: "a static ability's effect is at least as young as the effect that granted the ability",
        False: "a static ability's effect is as old as its object",
    },
    "cant_have_counters": {True: "a keyword counter cannot give an object an ability that it can't have"},
    "exceptions_suppress": {
        "none": "copy exceptions do not affect characteristic-defining abilities",
        "all": "copy exceptions replace abilities that define the same characteristic",
        "replacing": "copy exceptions that replace a characteristic replace abilities that define it",
    },
    "instants_stay": {True: "instants and sorceries keep these types"},
    "face_down_settled": {False: "the text does not cover face-down permanents that become copies"},
    "costs": {
        ("increase", "reduce"): "costs are increased, then reduced",
        ("increase", "reduce", "set"): "costs are increased, then reduced, then set",
    },
}


def edition_list() -> Iterator[str]:
    """Yield lines that list all editions of the rules, oldest first."""
    yield "Editions of the rules, oldest first; `mtglayers editions KEY` shows one in full."
    key = ""
    for text in TEXTS:
        if text.key != key:
            yield ""
            last = [each for each in TEXTS if each.key == text.key][-1]
            yield f"{text.key}  {_span(text.since, last.until)}  layers {layer_names(text)}"
            key = text.key
        yield textwrap.fill(f"{text.since}  {text.note}", WIDTH, initial_indent="  ", subsequent_indent=" " * 14)


def edition_lines(which: str) -> Iterator[str]:
    """Yield lines about an edition's layers, provisions, rule numbers and readings.

    Raises:
        UnknownEditionError: no edition has this key or covers this date.
    """
    text = edition(which)
    yield f"{text.key}, the rules {'of ' if text.until else ''}{_span(text.since, text.until)}"
    for each in TEXTS:
        if each.key == text.key and each.since <= text.since:
            yield from _filled(f"{each.since}  {each.note}", 2, 14)
    for title, layers in (("Layers", text.layers), ("After the layers", text.after)):
        yield from ("", title)
        for layer in layers:
            first = "; characteristic-defining abilities first" if layer.cda_first else ""
            yield from _filled(f"{layer.name:<10} {layer.title} ({layer.rule}){first}", 2)
    yield from ("", "Provisions")
    for words in filter(None, (said(text, field) for field in _SAID)):
        yield from _filled(words, 2)
    yield from _filled(f"events other than entering a zone that give a new timestamp: {', '.join(text.stamped)}", 2)
    if text.known:
        yield from _filled(f"known terms: {', '.join(word for word, _ in text.known)}", 2)
    yield from ("", "Rule numbers")
    yield from _filled(", ".join(f"{what} {number}" for what, number in text.rules), 2)
    yield from ("", "Admissible readings")
    yield from _filled(", ".join(reading.name for reading in admissible(text)), 2)


def said(text: Edition, field: str) -> str:
    """Return a description of the value of an edition's field, or "" if there is none."""
    return _SAID.get(field, {}).get(getattr(text, field), "")


def reading_lines() -> Iterator[str]:
    """Yield lines that list the name, the question and the meaning of each reading."""
    yield from ("Readings for questions that the rules leave open; the first is the default.", "")
    for reading in READINGS.values():
        yield from _filled(f"{reading.name:<18} {reading.question:<6} {reading.says}", 2, 28)
    yield from ("", "Questions with one answer.", "")
    for question, answer in SETTLED.items():
        yield from _filled(f"{question:<4} {answer}", 2, 7)


def editions_data(which: str | None = None) -> dict[str, Any]:
    """Return one edition or all editions as JSON data."""
    return {"editions": [_edition_data(text) for text in ([edition(which)] if which else TEXTS)]}


def _edition_data(text: Edition) -> dict[str, Any]:
    data = msgspec.to_builtins(text)
    admitted = [reading.name for reading in admissible(text)]
    return {**data, "rules": dict(data["rules"]), "known": dict(data["known"]), "admits": admitted}


def readings_data() -> dict[str, Any]:
    """Return the readings as JSON data, starting with the default for each question."""
    return {"readings": msgspec.to_builtins(list(READINGS.values())), "settled": dict(SETTLED)}


def layer_names(text: Edition) -> str:
    """Return the names of the layers as a string, such as "1 2 3 4 5 6a-6e"."""
    names = [layer.name for layer in text.layers if layer.name[0].isdigit()]
    groups = [list(group) for _, group in groupby(names, key=lambda name: name[0])]
    return " ".join(group[0] if len(group) == 1 else f"{group[0]}-{group[-1]}" for group in groups)


def _span(since: datetime.date, until: datetime.date | None) -> str:
    return f"{since} to {until}" if until else f"since {since}"


def _filled(words: str, indent: int, hang: int = 13) -> list[str]:
    return textwrap.wrap(
        words, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * hang, break_on_hyphens=False
    )  # fmt: skip
