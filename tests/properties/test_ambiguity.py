"""Only one reading: each sentence has one derivation, and in the whole corpus each printed line has one tree."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark import GrammarError, Lark

from mtglayers.coverage.lines import ReadLine, lines_of_card
from mtglayers.model.effects.ability import Resolution
from mtglayers.model.effects.node import Node, to_data
from mtglayers.model.oracle.grammar import parser as oracle_parser
from mtglayers.model.oracle.grammar.lexer import PhraseLexer
from mtglayers.model.oracle.grammar.parser import STARTS
from mtglayers.model.oracle.printing.sentences import english

from ..support.paths import ROOT

BULK = ROOT.parent / "shared" / "cards" / "oracle-cards.json"


@cache
def compiled() -> tuple[ReadLine, ...]:
    """Return the compiled lines of the corpus, each with each tree it became, once."""
    found: dict[object, ReadLine] = {}
    for card in json.loads(BULK.read_text(encoding="utf-8")):
        try:
            for line in lines_of_card(card):
                if line.status == "compiled" and line.kind != "keyword":
                    found.setdefault((line.text, line.abilities, line.resolution), line)
        except (ValueError, KeyError):  # no card of ours
            continue
    return tuple(found.values())


def strict(grammar: str) -> Lark:
    """Return the parser of a grammar of sentences, in which no conflict is settled in silence."""
    return Lark(grammar, parser="lalr", lexer=PhraseLexer, start=list(STARTS), maybe_placeholders=False, strict=True)


def test_no_sentence_has_two_derivations():
    """An LALR(1) grammar without conflicts is unambiguous: this holds for every sentence, not only for printed ones."""
    grammar = Path(oracle_parser.__file__).with_name("grammar.lark").read_text(encoding="utf-8")

    strict(grammar)


def test_a_second_derivation_would_show():
    twice = "sentence: part\npart: W | part part\ncomplement: W\n%declare W"

    with pytest.raises(GrammarError, match="conflict"):
        strict(twice)


def data(node: Node) -> Any:
    """Return a tree as data, without what the line alone does not determine.

    That is how many targets were named before, the type that the card lets a player choose, and whether the line is on
    an Aura.
    """
    text = re.sub(r'"index": \d+, ', "", json.dumps(to_data(node)))
    text = text.replace('{"kind": "Other", "than": {"kind": "Attached"}}', '{"kind": "Other"}')
    for kind in ("basic_land_type", "land_type", "card_type"):
        text = text.replace(f'"{kind}"', '"creature_type"')
    return text


@pytest.mark.skipif(not BULK.exists(), reason="no bulk file of cards is there")
def test_no_two_trees_print_the_same_line():
    """A line tells which tree it is; of a resolving text its sentences do, after what was said before them."""
    trees: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in compiled():
        if line.resolution is None:
            # A line after the level of a Class has it for a condition (716.2a).
            for ability in (each for each in line.abilities if "level" not in getattr(each, "form", "").split()):
                trees["static", english(ability)].add(data(ability))
        else:
            trees["resolving", line.text].add(data(Resolution(line.resolution.clauses, line.resolution.modes)))

    assert len(trees) > 5000
    assert {text: found for text, found in trees.items() if len(found) > 1} == {}
