"""Explanations: what an object is, what changed it, why then; as data and as sentences."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mtglayers import Board, Explanation, UnknownObjectError, solve
from mtglayers.model.effects.amounts.base import Number, X
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll
from mtglayers.model.effects.operations.colors import AddColors, SetColors
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.copying import DontCopy, KeepThis
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from mtglayers.model.effects.operations.text import ChangeWords, SetName
from mtglayers.model.effects.operations.types import (
    AddSubtypes,
    AddTypes,
    LoseSubtypes,
    RemoveTypes,
    SetSubtypes,
    SetTypes,
)
from mtglayers.model.effects.view import EVERY_CREATURE_TYPE
from mtglayers.solver.explain.existence import Continuation
from mtglayers.solver.wording import article, color_words, joined, operation_words, sentence

from ....support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, URBORG, board, card

OPALESCENCE = card(
    "Opalescence", "Enchantment",
    "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base "
    "toughness each equal to its mana value.", cost="{2}{W}{W}",
)  # fmt: skip
ANTHEM = card("Glorious Anthem", "Enchantment", "Creatures you control get +1/+1.")
FLIGHT = card("Levitation", "Enchantment", "Creatures you control have flying.")


def explained(made: Board, id: str) -> Explanation:
    return solve(made).explain(id)


# --- What it is ---


def test_a_token_that_became_a_land() -> None:
    found = explained(board(MOON, LIMB, SAPROLING), "saproling")

    assert found.summary == "The Saproling is a 1/1 green Saproling Mountain land creature with “{T}: Add {R}.”"


def test_a_card_that_nothing_changed() -> None:
    found = explained(board(BEAR), "grizzly-bears")

    assert found.summary == "Grizzly Bears is a 2/2 green Bear creature."
    assert found.entries == ()
    assert str(found) == "Grizzly Bears is a 2/2 green Bear creature.\n  No effect changes it."


def test_a_card_in_a_graveyard() -> None:
    made = Board(players=("Ana", "Ben"))
    made.enters(BEAR, owner="Ben", zone="graveyard")

    assert explained(made, "grizzly-bears").summary == (
        "Grizzly Bears is a 2/2 green Bear creature card in Ben’s graveyard."
    )


def test_an_enchantment_without_its_abilities() -> None:
    found = explained(board(OPALESCENCE, HUMILITY), "humility")

    assert found.summary == "Humility is a 1/1 white enchantment creature without abilities."


def test_two_of_a_name_are_told_apart() -> None:
    found = explained(board(BEAR, BEAR, ANTHEM), "grizzly-bears-2")

    assert found.summary == "The second Grizzly Bears is a 3/3 green Bear creature."


# --- What changed it, and why then ---


def test_only_what_changed_it_is_told() -> None:
    found = explained(board(MOON, LIMB, SAPROLING), "saproling")

    assert [(entry.layer, entry.step, entry.effect) for entry in found.entries] == [
        ("4", 1, "life-and-limb#1"), ("4", 2, "blood-moon#1"),
    ]  # fmt: skip
    assert [change.words for change in found.entries[1].changes] == [
        "Land Creature — Saproling Forest becomes Land Creature — Saproling Mountain",
        "loses “{T}: Add {G}.”",
        "gains “{T}: Add {R}.”",
    ]


def test_who_had_to_wait_is_told_with_the_reason() -> None:
    first = explained(board(MOON, LIMB, SAPROLING), "saproling").entries[0]
    (edge,) = first.reason.dependencies

    assert (first.reason.why, first.reason.rule) == ("waited", "613.8b")
    assert (edge.effect, edge.on, edge.reasons, edge.witness) == (
        "blood-moon#1", "life-and-limb#1", ("scope",), ("saproling",)
    )  # fmt: skip
    assert (edge.reaches, edge.releases, edge.alone) == (("saproling",), (), True)
    assert first.reason.details == (
        "Life and Limb would make the Saproling a land, and Blood Moon would then apply to it: Blood Moon depends on "
        "Life and Limb (613.8a)",
    )


def test_a_characteristic_defining_ability_comes_before_the_rest_of_its_layer() -> None:
    grey = card("Grey", "Enchantment", "All creatures are black.")
    courier = card("Courier", "Creature — Crab", "Courier is all colors.", "1/1", cost="{2}")
    result = solve(board(grey, courier))
    first, second = result.layer("5").steps

    assert result.explainer.reason(first).because == (
        "it is characteristic-defining, so it comes before the rest of the layer (613.3)"
    )
    assert result.explainer.reason(second).because == "the only effect left in this layer"
    assert (first.rule, second.rule) == ("613.3", "613.7")


def test_among_characteristic_defining_abilities_alone_timestamps_decide() -> None:
    horde = card("Horde", "Creature — Rat", "Horde's power and toughness are each equal to the number of lands.", "*/*")
    twin = card("Twin", "Creature — Rat", "Twin's power and toughness are each equal to the number of lands.", "*/*")
    result = solve(board(horde, twin, FOREST))
    first, second = result.layer("7a").steps

    assert result.explainer.reason(first).because == "it waits for nothing and is older than Twin (613.7)"
    assert result.explainer.reason(second).because == "the only effect left in this layer"
    assert first.rule == "613.7"
    alone = solve(board(horde))
    assert alone.explainer.reason(alone.steps[0]).because == "the only effect in this layer"


def test_a_loop_is_named_on_both_of_its_members_objects() -> None:
    made = board(MOON, LIMB, SAPROLING, TOMB)
    tomb, token = explained(made, "overgrown-tomb"), explained(made, "saproling")

    assert tomb.entries[0].reason.why == "loop"
    assert tomb.entries[0].reason.because == (
        "it is in a dependency loop with Life and Limb, in which timestamps decide, and is older (613.8b)"
    )
    assert [(each.called, each.reason.why) for each in token.entries[0].before] == [("Blood Moon", "loop")]


def test_an_effect_that_goes_on_without_its_ability() -> None:
    found = explained(board(OPALESCENCE, HUMILITY), "humility")

    assert [(entry.layer, entry.going_on) for entry in found.entries] == [
        ("4", False), ("6", False), ("7b", False), ("7b", True),
    ]  # fmt: skip
    assert found.entries[-1].outlived == Continuation(
        "6",
        "humility#1",
        ("6", 1),
        "it took its own ability in layer 6, but it had started to apply, so it continues in",
        "7b",
        "613.6",
    )
    assert "It took its own ability in layer 6, but it had started to apply" in str(found)


def test_the_size_of_a_new_creature_is_not_told_as_a_change() -> None:
    found = explained(board(OPALESCENCE, HUMILITY), "humility")

    assert [entry.changes[0].words for entry in found.entries if entry.layer == "7b"] == ["is 4/4", "4/4 becomes 1/1"]


def test_an_ability_lost_before_its_turn_is_told() -> None:
    result = solve(board(MOON, URBORG, FOREST))
    (lost,) = result.explainer.unapplied

    assert (lost.layer, lost.effect, lost.source, lost.by, lost.at, lost.gone) == (
        "4", "urborg#1", "urborg", "blood-moon#1", ("4", 1), "ability"
    )  # fmt: skip
    assert str(result.explain("urborg")).endswith(
        "  Urborg does not apply in layer 4, because it depends on Blood Moon (613.8a)\n"
        "    and so has to wait (613.8b), and Blood Moon takes its ability before it\n"
        "    starts to apply (613.6), so Forest stays a basic Forest land."
    )


def test_an_ability_lost_in_a_layer_before_is_told() -> None:
    flier = card("Lord of Wings", "Creature — Bird", "Other creatures you control get +1/+1.", size="2/2")
    result = solve(board(flier, HUMILITY))

    assert [(lost.layer, lost.effect, lost.at) for lost in result.explainer.unapplied] == [
        ("7c", "lord-of-wings#1", ("6", 1))
    ]


def test_a_condition_that_fails_is_told() -> None:
    relic = card(
        "Relic", "Artifact",
        "This artifact is a 5/5 Golem artifact creature as long as you control two or more artifacts.", cost="{4}",
    )  # fmt: skip
    song = card("Hush", "Enchantment", "Enchanted permanent is a colorless Forest land.", cost="{2}{G}")
    song["type_line"] = "Enchantment — Aura"
    made = board(relic, card("Stone", "Artifact"))
    made.enters(song, attached_to="stone")
    result = solve(made)

    assert [(lost.layer, lost.effect, lost.by, lost.gone) for lost in result.explainer.unapplied] == [
        ("4", "relic#1", "hush#1", "condition"),
        ("7b", "relic#1", "hush#1", "condition"),
    ]


def test_nothing_that_could_never_act_is_told_as_lost() -> None:
    made = board(HUMILITY)
    made.enters(ANTHEM, zone="hand")

    assert solve(made).explainer.unapplied == ()


def test_unknown_objects_are_refused() -> None:
    with pytest.raises(UnknownObjectError, match="did you mean `saproling`"):
        solve(board(SAPROLING)).explain("saprolin")


# --- Words ---


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (GainControl("you", 1), "gives control to Ben"),
        (ChangeWords((), "Swamp", "Island"), "changes Swamp to Island"),
        (ChangeWords((), "R", "U"), "changes red to blue"),
        (SetName("Ghost"), "sets the name to Ghost"),
        (SetColors(("W", "U")), "sets the color to white and blue"),
        (SetColors(()), "removes all colors"),
        (AddColors(("G",)), "adds green"),
        (Lose((Keyword("Flying"),)), "removes flying"),
        (Gain((Keyword("Flying"), Keyword("Haste"))), "gives flying and haste"),
        (LoseAll(), "removes all abilities"),
        (LoseAll(other=True), "removes all other abilities"),
        (CantHave("Flying"), "keeps it from having or gaining flying"),
        (SetPT(Number(0), Number(1)), "sets power and toughness to 0/1"),
        (SetPT(Number(4)), "sets power to 4"),
        (SetPT(None, Number(4)), "sets toughness to 4"),
        (ModifyPT(Number(2), Number(-2)), "gives +2/-2"),
        (ModifyPT(Number(0), X()), "gives +0/+X"),
        (SwitchPT(), "switches power and toughness"),
        (AddTypes(("Creature", "Land")), "adds the card types Creature and Land"),
        (SetTypes(("Land",)), "sets the card type to Land"),
        (RemoveTypes(("Creature",)), "removes the card type Creature"),
        (AddSubtypes(("Forest",)), "adds the subtype Forest"),
        (AddSubtypes((EVERY_CREATURE_TYPE,)), "adds every creature type"),
        (SetSubtypes(("Mountain",)), "sets the land type to Mountain"),
        (SetSubtypes(("Frog",)), "sets the creature type to Frog"),
        (LoseSubtypes(family="creature"), "removes all creature types"),
    ],
)
def test_operations_in_words(operation: Operation, words: str) -> None:
    assert operation_words(operation, ("Ana", "Ben")) == words


def operations(of: type[Operation] = Operation) -> Iterator[type[Operation]]:
    for each in of.__subclasses__():
        yield each
        yield from operations(each)


@pytest.mark.parametrize("kind", [each for each in operations() if each.__module__.startswith("mtglayers.")])
def test_every_operation_has_words(kind: type[Operation]) -> None:
    others = [each for each in (kind.evaluate, kind.primitives) if each.__qualname__.split(".")[0] != "Operation"]

    # What becomes other operations before it is applied needs no words of its own.
    assert others or kind.__subclasses__() or kind.describe is not Operation.describe


def test_exceptions_of_copies_have_words() -> None:
    assert operation_words(DontCopy()) == "keeps its own color"
    assert operation_words(KeepThis()) == "has this ability"


def test_a_result_that_differs_is_told_with_both_outcomes() -> None:
    one = card("One", "Enchantment — Aura", "You control enchanted permanent.")
    made = Board(players=("Ana", "Ben"))
    made.enters(BEAR, controller="Ben")
    made.enters(one, as_="anas", controller="Ana", attached_to="grizzly-bears")
    made.enters(one, as_="bens", controller="Ben", attached_to="anas")
    (step, _) = solve(made).layer("2").steps

    assert step.effect == "bens#1"
    assert solve(made).explainer.reason(step).details == (
        "Ben’s One would give Ben control of Ana’s One, and Ana’s One would then give control of Grizzly Bears "
        "to Ben rather than Ana: Ana’s One depends on Ben’s One (613.8a)",
    )


def test_what_does_not_exist_depends_on_nothing() -> None:
    step = solve(board(MOON, LIMB, SAPROLING)).layer("4").steps[0]

    assert step.dependencies("nobody") == ()


@pytest.mark.parametrize(("word", "expected"), [
    ("1/1", "a"), ("8/8", "an"), ("11/11", "an"), ("18/1", "an"), ("80/80", "an"), ("artifact", "an"), ("Bear", "a"),
])  # fmt: skip
def test_articles(word: str, expected: str) -> None:
    assert article(word) == expected


def test_lists_and_sentences() -> None:
    assert joined([]) == ""
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"]) == "a, b and c"
    assert color_words(()) == "colorless"
    assert sentence("it is so") == "It is so."
    assert sentence("it says “No.”") == "It says “No.”"


def test_text_keeps_to_its_width() -> None:
    text = explained(board(MOON, LIMB, SAPROLING, TOMB), "saproling").text(50)

    assert max(map(len, text.splitlines())) <= 50


def test_explaining_flying() -> None:
    found = explained(board(FLIGHT, BEAR), "grizzly-bears")

    assert found.summary.endswith("with flying.")
    assert [change.words for change in found.entries[0].changes] == ["gains flying"]


# --- Step by step ---


def test_what_a_step_changed() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))
    first, second = result.layer("4").steps

    assert [(id, [change.words for change in told]) for id, told in result.explainer.changes(first)] == [
        ("saproling", ["Creature — Saproling becomes Land Creature — Saproling Forest", "gains “{T}: Add {G}.”"])
    ]
    assert [id for id, _ in result.explainer.changes(second)] == ["saproling"]
    assert result.explainer.changes(result.layer("5").steps[0]) == ()


def test_what_is_no_creature_has_no_size_that_could_change():
    """208.3: a counter on a Vehicle does nothing until it is a creature; the data says the same."""
    made = Board(["Ana", "Ben"])
    cart = made.enters(card("Cart", "Artifact — Vehicle", "Crew 1", "3/3"))
    made.counters(cart, put={"+1/+1": 1})

    assert str(solve(made).explain(cart)) == "Cart is a Vehicle artifact.\n  No effect changes it."
    made.resolves({"text": "Target permanent becomes an artifact creature until end of turn."}, as_="crew",
                  targets=[cart])  # fmt: skip
    result = solve(made)
    assert result[cart].power == 4
    assert [change.words for change in result.explain(cart).entries[-1].changes] == ["3/3 becomes 4/4"]
    step = result.steps[-1]
    assert [(id, [change.words for change in found]) for id, found in result.explainer.changes(step)] == [
        ("cart", ["3/3 becomes 4/4"])
    ]


def test_departed_sources_whose_order_on_the_earlier_board_is_not_specified() -> None:
    """611.3b, 613.7m: no order is specified between two effects, of which one has left since."""
    crimson = card("Crimson Wave", "Enchantment", "All creatures are red.")
    cerulean = card("Cerulean Wave", "Enchantment", "All creatures are blue.")
    made = board(BEAR)
    made.enters([crimson, cerulean], unordered=True)
    made.leaves("cerulean-wave")
    assert "red" in explained(made, "grizzly-bears").text()
