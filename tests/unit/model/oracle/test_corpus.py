"""Whole corpora: every line of the cases, and the cards of a bulk file where one is at hand."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.effects.ability import Static, TextAbility, UnsupportedAbility
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.node import to_data
from mtglayers.model.effects.registry import from_data
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.grammar import parser as oracle_parser
from mtglayers.model.oracle.grammar.lexer import PhraseLexer
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import resolution_of
from mtglayers.model.oracle.recognition.normalise import sentences

from ....support.paths import ROOT, TESTS

SHARED = ROOT.parent / "shared"
CASES = sorted((SHARED / "cases" / "puzzles").glob("*/*.json"))
LINES = SHARED / "cards" / "layer-lines.jsonl"
WAITING: dict[str, str] = tomllib.loads((TESTS / "waiting.toml").read_text(encoding="utf-8"))["cards"]

needs_cases = pytest.mark.skipif(not CASES, reason="the cases are not there")


def cards(data: Any) -> Iterator[dict[str, Any]]:
    """Yield every card of a puzzle, the faces of a card on their own."""
    for card in data.get("cards", []):
        for face in card.get("card_faces", [card]):
            yield {"type_line": card.get("type_line"), **face}


@cache
def abilities() -> tuple[tuple[str, Ability], ...]:
    """Return (card name, ability) for the whole corpus, each once."""
    found: dict[tuple[str, Ability], None] = {}
    for path in CASES:
        for card in cards(json.loads(path.read_text(encoding="utf-8"))):
            for ability in read_card(card).faces[0].abilities:
                found[card["name"], ability] = None
    return tuple(found)


@cache
def problems() -> tuple[tuple[str, str], ...]:
    """Return (card name, what is not understood) for the whole corpus."""
    found = [
        (name, node.text)
        for name, ability in abilities()
        for node in ability.walk()
        if isinstance(node, UnsupportedAbility)
    ]
    for name, ability in abilities():
        if isinstance(ability, TextAbility) and ability.form not in ("mana", "rule"):
            try:
                resolution_of(ability)
            except UnsupportedTextError as error:
                found.append((name, str(error)))
    return tuple(found)


@needs_cases
def test_every_card_of_the_cases_is_read():
    """Every line and every resolution of the cases is understood, except on the cards that wait for it."""
    assert [(name, problem) for name, problem in problems() if name not in WAITING] == []


@needs_cases
@pytest.mark.parametrize("name", WAITING)
def test_waiting_card_is_still_not_read(name):
    """A card leaves the list as soon as it is read: the list only shrinks."""
    assert WAITING[name], "a card waits for a reason"
    assert name in {found for found, _ in problems()}, f"{name} is read now: take it off tests/waiting.toml"


@needs_cases
def test_every_static_line_prints_back():
    """What was compiled prints the line it was compiled from, and that reads to the same tree."""
    # A level band takes three lines, which only the reader of a whole card puts together (711.2).
    statics = [ability for _, ability in abilities() if isinstance(ability, Static) and ability.form != "band"]

    assert len(statics) > 100
    for ability in statics:
        (again,) = read_line(english(ability))
        assert retyped(again) == retyped(ability)


def retyped(ability: Static) -> Ability:
    """Return the tree without what only the whole card decides: kinds of types, and the zones of planes (113.6)."""
    text = json.dumps({**to_data(ability), "zones": ["battlefield"]})
    for kind in ("basic_land_type", "land_type", "card_type"):
        text = text.replace(f'"{kind}"', '"creature_type"')
    tree = from_data(json.loads(text))
    assert isinstance(tree, Ability)
    return tree


@needs_cases
def test_every_tree_is_data():
    """Trees go to JSON and come back."""
    for _, ability in abilities():
        assert from_data(json.loads(json.dumps(to_data(ability)))) == ability


@needs_cases
def test_one_reading_only():
    """Earley, which finds every reading, finds one for each sentence."""
    grammar = Path(oracle_parser.__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    earley = Lark(
        grammar, parser="earley", lexer=PhraseLexer, ambiguity="explicit", start=["sentence"], maybe_placeholders=False
    )
    texts = {s for _, ability in abilities() if isinstance(ability, Static) for s in sentences(english(ability))}
    parsed = 0
    for text in sorted(texts):
        try:
            oracle_parser.parse(text)
        except UnsupportedTextError:  # a label, or a sentence that only goes on with the one before
            continue
        parsed += 1
        assert list(earley.parse(text).find_data("_ambig")) == [], text

    assert parsed > 100


def test_grammar_has_no_conflicts():
    """LALR(1) without a conflict resolved by default: lark's strict mode accepts the grammar."""
    grammar = Path(oracle_parser.__file__).with_name("grammar.lark").read_text(encoding="utf-8")

    Lark(
        grammar,
        parser="lalr",
        lexer=PhraseLexer,
        start=list(oracle_parser.STARTS),
        maybe_placeholders=False,
        strict=True,
    )


@pytest.mark.skipif(not LINES.exists(), reason="no triage of card lines is there")
def test_breadth():
    """How many different lines that touch layers compile may only grow."""
    texts = {
        line["text"]
        for card in LINES.read_text(encoding="utf-8").splitlines()
        for line in json.loads(card)["lines"]
        if line["kind"] in ("static", "cda")
    }
    kinds = [type(ability) for text in sorted(texts) for ability in read_line(text)[:1]]

    assert kinds.count(Static) >= 2540
    assert kinds.count(UnsupportedAbility) <= 605
