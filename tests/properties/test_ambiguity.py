"""Only one reading: in the whole corpus, each sentence has one derivation and each printed line has one tree."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from mtglayers.coverage.lines import ReadLine, lines_of_card
from mtglayers.model.effects.ability import Resolution, Static
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.node import Node, to_data
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.grammar import parser as oracle_parser
from mtglayers.model.oracle.grammar.lexer import PhraseLexer, tokens
from mtglayers.model.oracle.printing.sentences import english, finished
from mtglayers.model.oracle.printing.sentences import sentences as grouped
from mtglayers.model.oracle.recognition.normalise import sentences

from ..support.paths import ROOT

BULK = ROOT.parent / "shared" / "cards" / "oracle-cards.json"

pytestmark = pytest.mark.skipif(not BULK.exists(), reason="no bulk file of cards is there")


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


def clause_groups(line: ReadLine) -> Iterator[tuple[Clause, ...]]:
    """Yield the clauses of each sentence of a line."""
    if line.resolution is not None:
        for clauses in (line.resolution.clauses, *line.resolution.modes):
            yield from grouped(clauses)
    for ability in line.abilities:
        if isinstance(ability, Static) and ability.form not in ("band", "counts"):
            yield from grouped(ability.parts)


@cache
def shapes() -> tuple[str, ...]:
    """Return a sentence for each row of token types that the grammar derives: rows that are equal need one pass."""
    found: dict[tuple[str, ...], str] = {}
    for line in compiled():
        texts = [text for group in clause_groups(line) for text in finished(group)]
        texts += sentences(line.text) if line.resolution is None else []
        for text in texts:
            try:
                row = tuple(token.type for token in tokens(text))
                if row not in found:
                    oracle_parser.parse(text)
                    found[row] = text
            except UnsupportedTextError:  # a label, a condition of the ability's, what an event tells
                continue
    return tuple(found.values())


def test_one_derivation_of_each_row_of_tokens():
    """Earley, which finds every derivation, finds one."""
    grammar = Path(oracle_parser.__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    earley = Lark(
        grammar, parser="earley", lexer=PhraseLexer, ambiguity="explicit", start=["sentence"], maybe_placeholders=False
    )

    assert len(shapes()) > 1500
    assert [text for text in shapes() if list(earley.parse(text).find_data("_ambig"))] == []


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
