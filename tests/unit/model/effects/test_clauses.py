"""What the words of a clause's form mean: its relation to the sentence before, apart from print style."""

from __future__ import annotations

import pytest

from mtglayers.model.effects.language import Clause, Relation
from mtglayers.model.effects.operations.abilities import LoseAll
from mtglayers.model.effects.selectors import Itself
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, board, card


@pytest.mark.parametrize(
    ("form", "relation", "joined", "once"),
    [
        ("", "", False, False),
        ("front before late", "", False, False),
        ("front if", "", False, True),
        ("instead front if", "instead", False, True),
        ("front instead-only", "instead", False, False),
        ("instead anew", "", False, False),
        ("comma-and instead", "instead", True, False),
        ("otherwise", "otherwise", False, True),
        ("same", "same", False, False),
        ("elided bare unless", "", True, True),
    ],
)
def test_the_form_of_a_clause(form: str, relation: Relation, joined: bool, once: bool):
    clause = Clause(Itself(), (LoseAll(),), form=form)
    assert (clause.relation, clause.is_joined, clause.asks_once) == (relation, joined, once)


def test_words_that_are_barred():
    clause = Clause(Itself(), (LoseAll(),), form="and").marked("but:Wall")
    assert clause.form == "and but:Wall"
    assert clause.barred == {"Wall"}


def test_other_creature_types_are_lost_in_a_sentence_of_its_own() -> None:
    """The types that stay are those that the first sentence adds; without one, nobody can tell which stay."""
    text = "Enchanted creature is a Dragon in addition to its other types. It loses all other creature types."
    made = board(BEAR)
    made.enters(card("Scales", "Enchantment — Aura", text), attached_to="grizzly-bears")
    assert solve(made)["grizzly-bears"].subtypes == ("Dragon",)
    made.enters(card("Fog", "Enchantment — Aura", "Enchanted creature loses all other creature types."),
                attached_to="grizzly-bears")  # fmt: skip
    assert [object for object, _ in solve(made).unsupported] == ["fog"]
