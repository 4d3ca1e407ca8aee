"""Effects that never applied are reported for every object that they would have affected, also merging and keywords."""

from __future__ import annotations

import pytest

from mtglayers import Board, solve
from mtglayers.solver.explain.paragraphs import ranges
from mtglayers.solver.wording import ordinal

from ....support.boards import BEAR, FOREST, HUMILITY, MOON, URBORG, board, card
from .test_explainer import OPALESCENCE

ANTHEM = card("Glorious Anthem", "Enchantment", "Creatures you control get +1/+1.", cost="{1}{W}{W}")
APE = card("Kird Ape", "Creature — Ape", "This creature gets +1/+2 as long as you control a Forest.", size="1/1")
TAIGA = card("Taiga", "Land — Mountain Forest")
SONG = card("Song of the Dryads", "Enchantment — Aura", "Enchanted permanent is a colorless Forest land.")
ANGER = card(
    "Anger", "Creature — Incarnation", "As long as this card is in your graveyard and you control a Mountain, "
    "creatures you control have haste.", size="2/2",
)  # fmt: skip
MOUNTAIN = card("Mountain", "Basic Land — Mountain")


def test_what_lost_its_ability_in_a_layer_before_its_own() -> None:
    found = solve(board(OPALESCENCE, HUMILITY, ANTHEM, BEAR)).explain("grizzly-bears")

    assert found.unapplied == (
        "Glorious Anthem does not apply in layer 7c, because Humility takes its ability in layer 6, before it starts "
        "to apply (613.6)",
    )


def test_what_leaves_an_object_unchanged() -> None:
    made = board(OPALESCENCE, HUMILITY)
    made.enters(SONG, attached_to="opalescence")
    found = solve(made).explain("humility")

    assert found.entries == ()
    assert found.unapplied == (
        "Opalescence does not apply in layers 4 and 7b, because it depends on Song of the Dryads (613.8a) and so has "
        "to wait (613.8b), and Song of the Dryads takes its ability before it starts to apply (613.6)",
    )


def test_a_condition_that_an_earlier_layer_ends() -> None:
    result = solve(board(APE, TAIGA, MOON))
    (lost,) = result.explainer.unapplied

    assert (lost.layer, lost.effect, lost.by, lost.at, lost.gone) == (
        "7c", "kird-ape#1", "blood-moon#1", ("4", 1), "condition",
    )  # fmt: skip
    assert result.explain("kird-ape").unapplied == (
        "Kird Ape’s ability does not apply in layer 7c, because Blood Moon made Taiga no longer a Forest in layer 4, "
        "and its condition (as long as A controls a Forest) fails",
    )


def test_a_condition_that_never_held_is_not_told() -> None:
    assert solve(board(APE, MOUNTAIN, MOON)).explainer.unapplied == ()


def test_an_ability_that_does_not_function_in_a_hand_is_not_told() -> None:
    made = board(TAIGA, MOON)
    made.enters(APE, zone="hand")

    assert solve(made).explainer.unapplied == ()  # 113.6


def test_a_condition_that_holds_again_in_time_is_not_told() -> None:
    woods = card("Woods", "Enchantment", "Each land is a Forest in addition to its other land types.")
    result = solve(board(APE, TAIGA, MOON, woods))

    assert result["kird-ape"].power == 2
    assert result.explainer.unapplied == ()


@pytest.mark.parametrize(
    ("taker", "said"),
    [
        (
            card("Jailer", "Creature — Zombie", "Cards in graveyards lose all abilities.", size="2/1"),
            "Anger does not apply in layer 6, because it depends on Jailer (613.8a) and so has to wait (613.8b), and "
            "Jailer takes its ability before it starts to apply (613.6)",
        ),
        (
            card("Conversion", "Enchantment", "All Mountains are Plains."),
            "Anger does not apply in layer 6, because Conversion made Mountain no longer a Mountain in layer 4, and "
            "its condition (as long as Anger is in A’s graveyard and A controls a Mountain) fails",
        ),
    ],
)
def test_an_effect_from_a_graveyard(taker: dict[str, str], said: str) -> None:
    made = Board()
    made.enters(ANGER, zone="graveyard")
    for each in (MOUNTAIN, BEAR, taker):
        made.enters(each)

    assert solve(made).explain("grizzly-bears").unapplied == (said,)


def test_those_that_lost_the_same_are_told_together() -> None:
    made = board(HUMILITY)
    for _ in range(5):
        made.enters(card("Lord", "Creature — Lord", "Creatures get +1/+1.", size="2/2"))
    made.enters(BEAR)

    assert solve(made).explain("grizzly-bears").unapplied == (
        "the first to fifth Lord do not apply in layer 7c, because Humility takes their abilities in layer 6, before "
        "they start to apply (613.6)",
    )


def test_what_it_would_not_have_applied_to_hears_nothing_of_it() -> None:
    result = solve(board(MOON, URBORG, FOREST, BEAR))

    assert [never.lost.effect for never in result.explain("forest").never] == ["urborg#1"]
    assert result.explain("grizzly-bears").never == ()


def test_ranges() -> None:
    names = ["the first A", "the second A", "the third A", "the fourth A", "the sixth A", "the first B", "the B", "`b`"]

    assert ranges(names) == ["the first to fourth A", *names[4:]]
    assert ranges(names[:2]) == names[:2]
    assert ranges([f"the {ordinal(n)} Bear" for n in range(9, 24)]) == ["the ninth to 23rd Bear"]


# --- Merging ---

GEMRAZER = card("Gemrazer", "Creature — Beast", "Mutate {1}{G}{G}\nReach, trample", cost="{3}{G}", size="4/4")


def merged(on: str) -> Board:
    made = board(BEAR)
    made.enters(GEMRAZER, zone="stack")
    made.merges("gemrazer", with_="grizzly-bears", on=on)  # type: ignore[arg-type]
    return made


def test_a_merge_on_top_is_told_in_layer_1() -> None:
    result = solve(merged("top"))
    found = result.explain("grizzly-bears")
    (entry,) = found.entries

    assert found.effects == ("grizzly-bears<merge>",)
    assert (entry.layer, entry.called) == ("1a", "Grizzly Bears (merged with Gemrazer)")
    assert "name Grizzly Bears becomes Gemrazer" in [change.words for change in entry.changes]
    assert "2/2 becomes 4/4" in [change.words for change in entry.changes]
    assert found.summary == (
        "Grizzly Bears is a 4/4 green Beast creature named Gemrazer with mutate {1}{G}{G}, reach and trample."
    )
    assert result.at("1a", 0)["grizzly-bears"].name == "Grizzly Bears"


def test_a_merge_on_the_bottom_gives_abilities() -> None:
    (entry,) = solve(merged("bottom")).explain("grizzly-bears").entries

    assert [change.words for change in entry.changes] == ["gains mutate {1}{G}{G}, reach and trample"]


# --- Summaries ---


def test_a_summary_names_keywords_and_counts_the_rest() -> None:
    gift = card(
        "Gift", "Enchantment", "Creatures you control have first strike and trample.\nCreatures you control have "
        "“{T}: Draw a card, then discard two cards unless you discard a land card.”\nCreatures you control have "
        "“{T}: Add {G}. Spend this mana only to cast creature spells with power 4 or greater.”",
    )  # fmt: skip
    result = solve(board(BEAR, gift))

    assert result.explainer.summary("grizzly-bears") == (
        "Grizzly Bears is a 2/2 green Bear creature with first strike, trample and 2 more abilities."
    )


# --- What a step changes for those still to come ---

MARCH = card(
    "March of the Machines", "Enchantment", "Each noncreature artifact is an artifact creature with power and "
    "toughness each equal to its mana value.", cost="{3}{U}",
)  # fmt: skip
ENSOUL = card(
    "Ensoul Artifact", "Enchantment — Aura",
    "Enchanted artifact is a creature with base power and toughness 5/5 in addition to its other types.",
)  # fmt: skip
RING = card("Sol Ring", "Artifact", "{T}: Add {C}{C}.", cost="{1}")
STEAL = card("Control Magic", "Enchantment — Aura", "You control enchanted creature.")
TAKE = card("Confiscate", "Enchantment — Aura", "You control enchanted permanent.")
RETAKE = card("Steal Enchantment", "Enchantment — Aura", "You control enchanted enchantment.")


def test_what_does_not_apply_any_more_and_decided_nothing_else() -> None:
    made = board(RING)
    made.enters(ENSOUL, attached_to="sol-ring")
    made.enters(MARCH)
    found = solve(made).explain("sol-ring")

    assert [each.words for each in found.entries[0].passed] == [
        "March of the Machines, which applies to each noncreature artifact, depends on Ensoul Artifact (613.8a), "
        "so it no longer applies to Sol Ring, nor in later layers (613.6)"
    ]
    assert "march-of-the-machines#1" in found.effects


def test_what_had_to_wait_and_has_to_no_longer() -> None:
    made = Board(players=["Ana", "Ben", "Cy"])
    made.enters(BEAR)
    made.enters(STEAL, controller="Ben", attached_to="grizzly-bears")
    made.enters(TAKE, controller="Cy", attached_to="control-magic")
    made.enters(RETAKE, controller="Ben", attached_to="confiscate")
    (entry,) = solve(made).explain("grizzly-bears").entries

    assert entry.released == ("after Steal Enchantment it no longer depends on Confiscate (613.8c)",)


def test_what_an_effect_did_elsewhere_that_decides() -> None:
    eidolon = card(
        "Eidolon", "Enchantment Creature — Spirit", "This creature gets +1/+1 for each creature you control.",
        cost="{1}{W}{W}", size="0/0",
    )  # fmt: skip
    found = solve(board(eidolon, OPALESCENCE, ANTHEM)).explain("eidolon")

    assert [(rest.effect, rest.layer, rest.words) for rest in found.rests] == [
        ("opalescence#1", "4", "it made Glorious Anthem a creature, which affects Eidolon")
    ]


def test_what_many_do_alike_is_told_once() -> None:
    king = card("King", "Creature — Goblin", "Other Goblins get +1/+1 and have mountainwalk.", size="2/2")
    found = solve(board(*[king] * 6)).explain("king")

    assert str(found) == (
        "The first King is a 7/7 colorless Goblin creature with “Other Goblins get +1/+1\n"
        "and have mountainwalk.” and mountainwalk.\n"
        "  Layer 6, abilities (613.1f)\n"
        "    The second to sixth King: each gains mountainwalk.\n"
        "      Each is older than the next, and none depends on another (613.7).\n"
        "  Layer 7c, power and toughness modified (613.4c)\n"
        "    The second to sixth King: each gives +1/+1; 2/2 becomes 7/7.\n"
        "      Each is older than the next, and none depends on another (613.7)."
    )
