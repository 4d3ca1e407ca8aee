"""Only one reading: each sentence has one derivation."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import GrammarError, Lark

from mtglayers.model.oracle.grammar import parser as oracle_parser
from mtglayers.model.oracle.grammar.lexer import PhraseLexer
from mtglayers.model.oracle.grammar.parser import STARTS


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
