"""Lists of the editions and readings, as text and as JSON."""

from __future__ import annotations

import datetime
import textwrap
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from mtglayers.model.rules.edition import TEXTS, Edition, Layer, edition
from mtglayers.solver.readings import READINGS, SETTLED, admissible

from ..presentation.data import json_text

WIDTH = 80

# Answer of a text -> its wording.
_SAID: Final[Mapping[str, Mapping[object, str]]] = MappingProxyType(
    {
        "cda_dependency": {
            "any": "characteristic-setting abilities apply first, but may depend on any effect of their layer and wait",
            "never": "characteristic-defining abilities depend on nothing",
            "cda-cda": "characteristic-defining abilities depend on each other alone",
        },
        "same_set": {True: "an effect keeps its objects from layer to layer", False: "each part finds its own objects"},
        "types_wholly": {True: "an effect that changes types applies as a whole where it changes them", False: ""},
        "cda_wholly": {True: "all that an object sets about itself applies at once", False: ""},
        "independent_first": {True: "dependent effects wait for all that depend on nothing", False: ""},
        "keeps_order": {
            True: "granted static abilities keep their order when their object gets a new timestamp",
            False: "",
        },
        "apnap": {
            True: "simultaneous timestamps follow turn order, the active player first",
            False: "the active player orders simultaneous timestamps",
        },
        "own_static_first": {
            True: "an object's own effects are older than a resolved one that began with it",
            False: "",
        },
        "land_types_take_added": {
            True: "setting a basic land type takes what copy effects added, too",
            False: "setting a basic land type leaves what copy effects added",
        },
        "cant_have": {True: "what can't have an ability cannot get it", False: ""},
        "attached_must_fit": {True: "an enchanted creature is nothing while it is not a creature", False: ""},
        "cda_size_everywhere": {
            True: "",
            False: "power and toughness set by the object itself are 0 off the battlefield",
        },
        "artifact_creatures_keep_types": {
            True: "what becomes an artifact creature keeps its creature types",
            False: "",
        },
        "reevaluates": {
            True: "the order is judged again after each effect",
            False: "silent on judging the order again",
        },
        "cda_conditional": {True: "a condition keeps no ability from being characteristic-setting", False: ""},
        "cda_types": {True: "characteristic-setting abilities may set card types and supertypes", False: ""},
        "cda_abilities": {True: "an ability by which its object has abilities is characteristic-setting", False: ""},
        "cda_self_granted": {True: "so may be one that an object grants to itself", False: ""},
        "cda_from_text": {True: "", False: "an ability that a text change brought defines no characteristics"},
        "granted_later": {
            True: "a static ability's effect is at least as young as what granted the ability",
            False: "a static ability's effect is as old as its object",
        },
        "cant_have_counters": {True: "that holds for keyword counters, too", False: ""},
        "exceptions_suppress": {
            "none": "copy exceptions leave characteristic-defining abilities alone",
            "all": "copy exceptions take the place of what defines the same characteristic",
            "replacing": "copy exceptions that replace take the place of what defines the same characteristic",
        },
        "instants_stay": {True: "instants and sorceries keep these types", False: ""},
        "face_down_settled": {True: "", False: "silent on face-down permanents that become copies"},
        "costs": {
            ("increase", "reduce"): "costs are increased, then reduced",
            ("increase", "reduce", "set"): "costs are increased, then reduced, then set",
        },
    }
)


def edition_list() -> Iterator[str]:
    """Yield the lines of a list of all dated texts, oldest first."""
    yield "Editions of the rules, oldest first; `mtglayers editions KEY` shows one whole."
    key = ""
    for text in TEXTS:
        if text.key != key:
            yield ""
            last = [each for each in TEXTS if each.key == text.key][-1]
            yield f"{text.key}  {_span(text.since, last.until)}  layers {layer_names(text)}"
            key = text.key
        yield textwrap.fill(f"{text.since}  {text.note}", WIDTH, initial_indent="  ", subsequent_indent=" " * 14)


def edition_lines(which: str) -> Iterator[str]:
    """Yield the lines of one edition: layers, answers, rule numbers, readings.

    Raises:
        UnknownEditionError: no edition has that key or covers that day.
    """
    text = edition(which)
    yield f"{text.key}, the rules {'of ' if text.until else ''}{_span(text.since, text.until)}"
    for each in TEXTS:
        if each.key == text.key and each.since <= text.since:
            yield from _filled(f"{each.since}  {each.note}", 2, 14)
    for title, layers in (("Layers", text.layers), ("After the layers", text.after)):
        yield ""
        yield title
        for layer in layers:
            yield from _filled(_layer(layer), 2)
    yield ""
    yield "What it says"
    for said in answers(text):
        yield from _filled(said, 2)
    moments = ", ".join(text.stamped)
    yield from _filled(f"new timestamps besides entering a zone: {moments}", 2)
    known = ", ".join(word for word, _ in text.known)
    if known:
        yield from _filled(f"it knows of {known}", 2)
    yield ""
    yield "Its numbers"
    yield from _filled(", ".join(f"{what} {number}" for what, number in text.rules), 2)
    yield ""
    yield "Readings it admits"
    yield from _filled(", ".join(reading.name for reading in admissible(text)), 2)


def answers(text: Edition) -> Iterator[str]:
    """Yield the answers of a text, in words."""
    for field, said in _SAID.items():
        words = said[getattr(text, field)]
        if words:
            yield words


def said(text: Edition, field: str) -> str:
    """Return the words for one answer of a text, or ""."""
    words = _SAID.get(field)
    return words[getattr(text, field)] if words is not None else ""


def reading_lines() -> Iterator[str]:
    """Yield the lines of a list of readings: name, question, meaning."""
    yield "Readings of what the rules leave open; the first is the default."
    yield ""
    for reading in READINGS.values():
        yield from _filled(f"{reading.name:<18} {reading.question:<6} {reading.says}", 2, 28)
    yield ""
    yield "Questions with one answer."
    yield ""
    for question, answer in SETTLED.items():
        yield from _filled(f"{question:<4} {answer}", 2, 7)


def editions_json(which: str | None = None) -> str:
    """Return the editions as JSON, or one of them."""
    found = [edition(which)] if which else list(TEXTS)
    return json_text({"editions": [edition_data(text) for text in found]})


def readings_json() -> str:
    """Return the readings as JSON, the default first."""
    readings = [msgspec.to_builtins(reading) for reading in READINGS.values()]
    return json_text({"readings": readings, "settled": dict(SETTLED)})


def edition_data(text: Edition) -> dict[str, Any]:
    """Return an edition as JSON data."""
    data: dict[str, Any] = msgspec.to_builtins(text)
    data["rules"] = dict(data["rules"])
    data["known"] = dict(data["known"])
    data["admits"] = [reading.name for reading in admissible(text)]
    return data


def layer_names(text: Edition) -> str:
    """Return the names of the layers: "1 2 3 4 5 6a-6e"."""
    names = [layer.name for layer in text.layers]
    found: list[list[str]] = []
    for name in names:
        if found and found[-1][0][0] == name[0] and name[0].isdigit():
            found[-1].append(name)
        elif name[0].isdigit():
            found.append([name])
    return " ".join(group[0] if len(group) == 1 else f"{group[0]}-{group[-1]}" for group in found)


def _layer(layer: Layer) -> str:
    first = "; those of characteristic-defining abilities first" if layer.cda_first else ""
    return f"{layer.name:<10} {layer.title} ({layer.rule}){first}"


def _span(since: datetime.date, until: datetime.date | None) -> str:
    return f"{since} to {until}" if until else f"since {since}"


def _filled(words: str, indent: int, hang: int = 13) -> list[str]:
    return textwrap.wrap(
        words, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * hang, break_on_hyphens=False
    )  # fmt: skip


__all__ = [
    "answers", "edition_data", "edition_lines", "edition_list", "editions_json", "reading_lines", "readings_json",
    "said",
]  # fmt: skip
