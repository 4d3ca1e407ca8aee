"""Counts of an atlas."""

from __future__ import annotations

import msgspec

from mtglayers.atlas.counts import counts

from .test_graph import row, rows


def test_counts_of_the_cards_with_the_most():
    found = counts([*rows("ab cb ac"), row("b", "c", depends=False)])

    assert (found.pairs, found.tried, found.found, found.layers) == (4, (("4", 4),), 3, (("4", 3),))
    assert found.reasons == (("4", "scope", 3),)
    assert found.effects == (("a", 2), ("c", 1))
    assert found.on == (("b", 2), ("c", 1))


def test_a_dependency_is_counted_from_the_first_day_with_the_change_that_brought_it():
    paused = "2003-07-01..2005-10-01 2009-07-11.."
    old = msgspec.structs.replace(row("a", "b"), editions=paused, changes="2005-10-01 types_wholly; 2009-07-11 layers")
    new = msgspec.structs.replace(row("b", "a"), editions="2005-10-01..", changes="2005-10-01 types_wholly")

    assert counts([old, new, new]).began == (("2003-07-01", "", 1), ("2005-10-01", "types_wholly", 2))
