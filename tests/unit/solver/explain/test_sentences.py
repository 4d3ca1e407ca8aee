"""That sentences of explanations say only what is so: whom an effect decided for, by what, and about which objects."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtglayers import Board, draw_graph, read_puzzle, solve
from mtglayers.model.effects.operations.players_and_rules import LandPlays
from mtglayers.model.effects.view import FAMILIES
from mtglayers.solver.explain.changes import of_many
from mtglayers.solver.explain.explainer import Explainer
from mtglayers.solver.explain.explanation import Explanation, FurtherEffect
from mtglayers.solver.explain.lessons import CITED, lesson
from mtglayers.solver.explain.phrases import outside
from mtglayers.solver.wording import operation_words

from ....support.boards import BEAR, FOREST, board, card


def players() -> Board:
    return Board(players=["Ana", "Ben"])


def rests(found: Explanation) -> list[str]:
    return [f"{rest.called}: {rest.words}" for rest in found.rests]


# --- What it also relies on ---


def test_a_text_change_is_told_as_one() -> None:
    """612: it is the Bell that reads otherwise."""
    b = players()
    bell = b.enters("Kormus Bell")
    b.enters("Plains")
    b.resolves("Magical Hack", targets=[bell], chosen={"word_from": "Swamp", "word_to": "Plains"})
    found = solve(b).explain("plains")

    assert rests(found) == [
        "Magical Hack: it made Kormus Bell read “All Plains are 1/1 black creatures that are still lands.”"
    ]


def test_only_the_objects_that_count_are_named() -> None:
    """Nightmare counts the Swamps that its controller controls."""
    b = players()
    b.enters("Nightmare", controller="Ana")
    b.enters("Urborg, Tomb of Yawgmoth", controller="Ben")
    b.enters("Forest", controller="Ana")
    b.enters("Taiga", controller="Ben")
    found = solve(b).explain("nightmare")

    assert rests(found) == ["Urborg, Tomb of Yawgmoth: it made Forest a Swamp, which affects Nightmare"]


def test_whoever_looks_at_it_is_named() -> None:
    """Were Nylea a creature, her ability would have to wait for Humility, which takes it."""
    b = players()
    b.enters("Nylea, God of the Hunt")
    b.enters("Humility")
    b.enters("Llanowar Elves")
    (told,) = solve(b).explain("llanowar-elves").rests

    assert told.layer == "4"
    assert told.words == "it made itself no longer a creature, which affects Humility"


def test_an_effect_that_gave_the_ability_of_another() -> None:
    lord = card("Grantor", "Enchantment", "Bears have “Creatures get +1/+1.”", cost="{1}")
    ogre = card("Ogre", "Creature — Ogre", size="2/2")
    found = solve(board(lord, BEAR, ogre)).explain("ogre")

    assert rests(found) == [
        "Grantor: it gave Grizzly Bears “Creatures get +1/+1.”, without which Grizzly Bears "
        "(ability from Grantor) would not apply"
    ]


def test_where_no_one_thing_is_known_none_is_told() -> None:
    line = FurtherEffect("a#1", "A", "", "")
    found = Explanation("x", "X is an artifact.", (), rests=(line,))

    assert found.text().endswith("It also relies on A.")


# --- What can't be had ---


def archetype() -> Board:
    b = players()
    b.enters("Archetype of Imagination", controller="Ana")
    bears = b.enters("Grizzly Bears", controller="Ben")
    b.enters("Levitation", controller="Ben")
    b.counters(bears, put={"flying": 1})
    return b


def test_what_cannot_be_had_is_a_change() -> None:
    found = solve(archetype()).explain("grizzly-bears")
    (entry,) = found.entries

    assert [change.words for change in entry.changes] == ["can’t have flying (113.11)"]
    assert entry.barred == (
        "so Levitation does not give it flying (113.11)",
        "so Grizzly Bears’ flying counter does not give it flying (113.11)",
    )
    assert found.rests == ()


def test_the_number_of_that_rule_is_of_its_day() -> None:
    (entry,) = solve(archetype(), edition="2020-05-01").explain("grizzly-bears").entries[:1]

    assert entry.barred[0] == "so Levitation does not give it flying (113.11)"
    assert entry.barred[1].startswith("Grizzly Bears’ flying counter still gives it flying")

    b = Board(players=["Ana", "Ben"], edition="2015-01-01")
    b.enters("Archetype of Imagination", controller="Ana")
    b.enters("Grizzly Bears", controller="Ben")
    (entry,) = solve(b).explain("grizzly-bears").entries

    assert [change.words for change in entry.changes] == ["can’t have flying (112.11)"]


def test_every_family_that_changes_is_told() -> None:
    """Mana value goes with mana cost; `fallen` only remembers which subtypes went with their card type (205.1a)."""
    told = {"name", "mana_cost", "color", "type", "supertype", "subtype", "ability", "cant_have"}
    told |= {"power", "toughness", "loyalty", "defense", "controller"}

    assert set(FAMILIES) - told == {"mana_value", "fallen"}


# --- Why it was its turn ---


TWOFOLD = card("Twofold", "Enchantment", "All lands are Mountains.\nAll lands are Islands.", cost="{1}")


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        ("default", "it has the same timestamp as Twofold’s second ability, with its ability printed before that one"),
        (
            "ties-reversed",
            "it has the same timestamp as Twofold’s first ability, with its ability printed after that one "
            "(reading `ties-reversed`)",
        ),
    ],
)
def test_of_one_timestamp_none_is_older(readings: str, said: str) -> None:
    result = solve(board(TWOFOLD, FOREST), readings=readings)
    (first, _) = result.explain("forest").entries

    assert first.order == f"{said}, and neither depends on the other (613.7)"
    assert first.reason.because == f"it waits for nothing; {said} (613.7)"


def midway(readings: str) -> Explainer:
    texts = {
        "Tide": "All Mountains are Islands.",
        "Bloom": "All Swamps are Forests.",
        "Mire": "All Islands are Swamps.",
    }
    b = Board(players=["Ana", "Ben"], edition="2006-05-01")
    for name, text in texts.items():
        b.enters(card(name, "Enchantment", text))
    b.enters("Mountain")
    return solve(b, readings=readings).explainer


def test_what_was_judged_once_is_not_judged_again() -> None:
    """B6: Bloom depends on Mire by now, and goes first all the same."""
    explainer = midway("no-re-evaluation")
    step = explainer.result.layer("4").steps[1]

    assert (step.effect, explainer.reason(step).because) == (
        "bloom#1",
        "it waits for nothing and is older than Mire (418.5e), by dependencies as they were when the layer began "
        "(reading `no-re-evaluation`)",
    )
    assert "again" not in dict(explainer.explain("mountain").rules)
    assert "again" in dict(midway("default").explain("mountain").rules)


def test_a_lesson_leaves_out_what_does_not_hold() -> None:
    rules = dict.fromkeys(CITED, "1.2")
    assert "determined again" in lesson("trial", rules)
    assert "determined again" not in lesson("trial", {what: rule for what, rule in rules.items() if what != "again"})

    found = solve(opalescence(), edition="2004-01-01").explain("humility")
    (text,) = [line.text for line in found.lines("learner") if line.role == "lesson" and "ceases to exist" in line.text]
    assert text.endswith("does not apply (418.5c).")
    assert found.unapplied == (
        "Humility does not apply in layer 6c, because it takes its own ability in layer 5, and under those rules "
        "no effect continues without its ability (418.5b), so Grizzly Bears stays a 2/2 green Bear creature",
    )


def opalescence() -> Board:
    b = players()
    for name in ("Opalescence", "Humility", "Grizzly Bears"):
        b.enters(name)
    return b


# --- Words ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the number of creatures you own", "the number of creatures Ana owns"),
        ("the number of cards in your hand", "the number of cards in Ana’s hand"),
        ("the life you gained this turn", "the life you gained this turn (for Ana)"),
    ],
)
def test_you_fromoutside(text: str, said: str) -> None:
    assert outside(text, "Ana") == said


def test_a_type_that_every_type_covers_is_no_change() -> None:
    b = players()
    bears = b.enters("Grizzly Bears")
    b.enters("Maskwood Nexus")
    b.resolves("Turn to Frog", targets=[bears])
    (entry,) = [each for each in solve(b).explain(bears).entries if each.effect.startswith("maskwood")]

    assert [change.words for change in entry.changes] == ["Creature — Bear becomes Creature — every creature type"]


def test_one_land_play_is_one() -> None:
    assert operation_words(LandPlays(1)) == "allows 1 more land play"
    assert operation_words(LandPlays(2)) == "allows 2 more land plays"


def test_what_a_covered_type_adds_is_not_rested_on() -> None:
    b = players()
    b.enters("Maskwood Nexus")
    b.enters("Arcane Adaptation", chosen={"creature_type": "Goblin"})
    bears = b.enters("Grizzly Bears")

    assert solve(b).explain(bears).effects == ("maskwood-nexus#1",)


def test_a_loop_that_passes_over_what_is_outside_of_it(puzzles: Path) -> None:
    """B2, `literal`: the dependency that is not heeded is among those told."""
    *_, (_, played) = read_puzzle(puzzles / "a-loop-member-waits-for-an-outsider.toml").boards()
    explainer = solve(played, readings="literal").explainer
    step = explainer.result.layer("4").steps[0]

    assert explainer.reason(step).because == (
        "it is in a dependency loop with Blood Moon, in which timestamps decide, and is older (613.8b); "
        "inside a loop no effect waits, not even for an effect outside it (reading `literal`)"
    )
    assert {edge.on for edge in explainer.reason(step).dependencies} == {
        "blood-moon#1",
        "life-and-limb#1",
        "spreading-seas#3",
    }


@pytest.mark.parametrize(
    ("one", "many"),
    [("gains flying", "gain flying"), ("is 4/4", "are 4/4"), ("2/2 becomes 1/1", "2/2 becomes 1/1")],
)
def test_what_is_said_of_several(one: str, many: str) -> None:
    assert of_many(one) == many


def test_what_never_applied_comes_in_the_order_of_layers() -> None:
    explainer = solve(opalescence(), edition="2004-01-01").explainer
    places = [layer.name for layer in explainer.result.layers]
    told = [places.index(lost.layer) for lost in explainer.unapplied]

    assert told == sorted(told)


def test_a_drawing_calls_none_of_one_timestamp_younger() -> None:
    drawn = draw_graph(solve(board(TWOFOLD, FOREST)).layer("4").steps[0])

    assert "younger" not in drawn
    assert "timestamp 1" in drawn


@pytest.mark.parametrize(
    ("puzzle", "id", "words"),
    [
        ("s0-a-loop-of-colour-and-abilities", "wind-drake",
         "Hot Air made Wind Drake red only after Dull Red had applied, so Dull Red does not apply to it"),
        ("xenograft-and-life-and-limb", "grizzly-bears",
         "Xenograft (`new-xenograft`) made Grizzly Bears a Saproling only after Life and Limb had applied, so Life and "
         "Limb does not apply to it"),
    ],
)  # fmt: skip
def test_an_effect_that_applied_too_early(puzzles: Path, puzzle: str, id: str, words: str) -> None:
    """613.8b: in a loop the older effect applies first, to what it applies to at that time."""
    *_, (_, played) = read_puzzle(puzzles / f"{puzzle}.toml").boards()

    assert [each for entry in solve(played).explain(id).entries for each in entry.early] == [words]


def test_of_two_the_older_applies_first_and_of_three_the_oldest() -> None:
    anthems = "Glorious Anthem; Gaea's Anthem; Crusade; Grizzly Bears"
    explainer = solve(Board.of(anthems)).explainer
    because = [explainer.reason(step).because for step in explainer.result.layer("7c").steps]

    assert because == [
        "it waits for nothing and is the oldest (613.7)",
        "it waits for nothing and is older than Crusade (613.7)",
        "the only effect left in this layer",
    ]


# --- What an object loses ---


@pytest.mark.parametrize("face_down", [False, True])
def test_an_ability_that_a_copy_effect_takes_says_the_name_that_the_object_had(face_down: bool) -> None:
    """707.2: a copy of a face-down permanent has no name; the ability that it loses still names Clone."""
    b = players()
    b.enters("Grizzly Bears", face_down=face_down)
    b.enters("Clone", copy_of="grizzly-bears")
    assert "loses “Clone enters as a copy" in " ".join(str(solve(b).explain("clone")).split())
