"""Readers and rules of the grammar: every rule has its reader, and every reader a rule."""

from __future__ import annotations

from collections import defaultdict

import pytest

from mtglayers.model.oracle.grammar.parser import parser
from mtglayers.model.oracle.reading import discourse, sentences

ORIGINS = {
    "CLAUSES": ("clause",), "CONDITIONS": ("fact",), "OPERATIONS": ("predicate",),
    "SUBJECTS": ("subject", "object", "subject_name"), "FILTERS": ("item", "last"),
    "AMOUNTS": ("counted", "count", "amount", "plain", "one_number", "told_number", "number_of_group", "size_value"),
}  # fmt: skip
PHRASES = {"size", "sizes", "size_of", "separator"}  # what one reader takes as a part of its own
WRAPPERS = {"SUBJECTS": {"subject", "nouns", "those"}, "AMOUNTS": {"nouns"}}  # rules that keep their own name


@pytest.mark.parametrize("table", sorted(ORIGINS))
def test_every_rule_has_a_reader_and_every_reader_a_rule(table: str):
    rules: dict[str, set[str]] = defaultdict(set)
    for rule in parser().rules:
        if rule.alias:
            rules[str(rule.origin.name)].add(rule.alias)
    expected = {alias for origin in ORIGINS[table] for alias in rules[origin]} - PHRASES
    assert sentences.READERS
    assert set(getattr(discourse, table)) == expected | WRAPPERS.get(table, set())


def test_a_rule_has_one_reader():
    with pytest.raises(ValueError, match="two readers for `rule`"):
        discourse.reads(discourse.OPERATIONS, "rule")(lambda _discourse, _tree, _subject: [])
