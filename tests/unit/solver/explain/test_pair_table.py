"""The table of pairs of a step: every ordered pair, the loops, the choice."""

from __future__ import annotations

from random import Random

import hypothesis
import hypothesis.strategies as st

from mtglayers import Board, Result, solve
from mtglayers.solver.explain.pair_table import PairTable

from ....generators.strategies import DAYS, random_recipe
from ....support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board, card

OPALESCENCE = card(
    "Opalescence", "Enchantment",
    "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base "
    "toughness each equal to its mana value.", cost="{2}{W}{W}",
)  # fmt: skip
ANTHEM = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")


def lines(*rows: str) -> str:
    return "\n".join(rows)


def table(made: Board, layer: str, step: int = 1) -> PairTable:
    result = solve(made)
    return result.explainer.table(result.layer(layer).steps[step - 1])


def test_one_pair_depends_and_one_does_not() -> None:
    found = table(board(MOON, LIMB, SAPROLING), "4")

    assert (found.layer, found.step, found.rule, found.chosen) == ("4", 1, "613.8a", "life-and-limb#1")
    assert found.effects == ("blood-moon#1", "life-and-limb#1")
    assert found.called == ("Blood Moon", "Life and Limb")
    assert [(pair.effect, pair.on, pair.dependency is not None) for pair in found.pairs] == [
        ("blood-moon#1", "life-and-limb#1", True), ("life-and-limb#1", "blood-moon#1", False),
    ]  # fmt: skip
    assert found.text() == lines(
        "Step 1, dependencies (613.8a):",
        "  Life and Limb would make the Saproling a land, and Blood Moon would then apply",
        "    to it: Blood Moon depends on Life and Limb (613.8a, scope).",
        "  Life and Limb does not depend on Blood Moon: applying that now would change",
        "    nothing.",
        "Life and Limb applies: it waits for nothing; Blood Moon is older, but has to",
        "wait (613.8b).",
    )


def test_a_loop() -> None:
    found = table(board(MOON, LIMB, SAPROLING, TOMB), "4")

    assert found.loops == (("blood-moon#1", "life-and-limb#1"),)
    assert len(found.dependent) == 2
    assert found.independent == 0
    assert found.pair("life-and-limb#1", "blood-moon#1") == found.pairs[1]
    assert found.pair("blood-moon#1", "blood-moon#1") is None


def test_what_has_started_is_fixed() -> None:
    found = table(board(OPALESCENCE, HUMILITY, FOREST), "7b")

    assert [pair.words for pair in found.pairs] == [
        "Opalescence does not depend on Humility: it started in layer 4, so its objects are fixed (613.6), and "
        "it would do the same to them",
        "Humility does not depend on Opalescence: it started in layer 6, so its objects are fixed (613.6), and "
        "it would do the same to them",
    ]


def test_what_is_not_looked_at() -> None:
    giant = card("Giant", "Enchantment", "Green creatures get +2/+2.")
    (first, _) = table(board(giant, ANTHEM, BEAR), "7c").pairs

    assert first.words == "Giant does not depend on Anthem: it reads nothing that Anthem changes"


def test_what_a_trial_would_leave_alone() -> None:
    plains = card("Conversion", "Enchantment", "All Mountains are Plains.")
    taiga = card("Taiga", "Land — Mountain Forest")
    (first, second) = table(board(plains, MOON, taiga), "4").pairs

    assert first.words == (
        "Conversion does not depend on Blood Moon: applying that would change neither its text or existence, nor what "
        "it applies to, nor what it does"
    )
    assert second.words == (
        "Blood Moon does not depend on Conversion: applying that would change neither its text or existence, nor what "
        "it applies to, nor what it does"
    )


def test_definitions_of_long_ago_never_met() -> None:
    twin = "This creature's power and toughness are each equal to the total power of other creatures you control."
    made = Board(players=("Ana", "Ben"), edition="2008-07-01")
    made.enters(card("Elder", "Creature — Giant", twin, "*/*"))
    made.enters(card("Younger", "Creature — Giant", twin, "*/*"))
    made.enters(BEAR)
    result = solve(made)
    (first,) = (layer for layer in result.layers if layer.steps)
    found = result.explainer.table(first.steps[0])

    assert [pair.words for pair in found.pairs] == [
        "Elder does not depend on Younger: no effect of a characteristic-defining ability depends on another (418.5c)",
        "Younger does not depend on Elder: no effect of a characteristic-defining ability depends on another (418.5c)",
    ]


def test_of_many_effects_only_what_depends_is_told() -> None:
    anthems = [ANTHEM | {"name": f"Anthem {n}"} for n in range(6)]
    found = table(board(*anthems, BEAR), "7c")

    assert len(found.pairs) == 30
    assert found.text() == lines(
        "Step 1, dependencies (613.8a):",
        "  No effect depends on another.",
        "Anthem 0 applies: it waits for nothing and is the oldest (613.7).",
    )


def test_of_very_many_effects_only_what_depends_is_kept() -> None:
    anthems = [ANTHEM | {"name": f"Anthem {n}"} for n in range(41)]
    found = table(board(*anthems, BEAR), "7c")

    assert (found.pairs, found.independent) == ((), 41 * 40)


def test_the_rest_is_counted() -> None:
    more = [card(f"Isle {n}", "Enchantment", "All Islands are Swamps.") for n in range(3)]
    found = table(board(MOON, LIMB, *more, SAPROLING), "4")

    assert found.text().splitlines()[1:4] == [
        "  Life and Limb would make the Saproling a land, and Blood Moon would then apply",
        "    to it: Blood Moon depends on Life and Limb (613.8a, scope).",
        "  The other 19 pairs are independent.",
    ]


def test_a_step_without_a_rival_has_no_pairs() -> None:
    found = table(board(MOON, LIMB, SAPROLING), "4", 2)

    assert found.pairs == ()
    assert str(found) == lines(
        "Step 2, dependencies (613.8a):",
        "Blood Moon applies: the only effect left in this layer.",
    )


def agrees_with_the_graph(result: Result) -> None:
    for step in result.steps:
        found = result.explainer.table(step)
        edges = {(a, b): tuple(data["reasons"]) for a, b, data in step.graph.edges(data=True)}

        assert {(p.effect, p.on): p.dependency.reasons for p in found.pairs if p.dependency is not None} == edges
        assert [(p.effect, p.on) for p in found.pairs] == [
            (a, b) for a in step.candidates for b in step.candidates if a != b
        ]
        assert found.independent + len(edges) == len(step.candidates) * (len(step.candidates) - 1)


@hypothesis.settings(max_examples=60)
@hypothesis.given(seed=st.integers(0, 2**32), day=st.sampled_from((None, *DAYS)))
def test_a_table_says_what_the_graph_says(seed: int, day: str | None) -> None:
    try:
        result = solve(random_recipe(Random(seed), day).build())
    except ValueError:
        hypothesis.reject()
    agrees_with_the_graph(result)
