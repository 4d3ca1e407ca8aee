"""Witness boards: what it takes beside two cards for one to depend on the other, derived by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mtglayers import Board, BoardDataError, IllegalEventError, may_depend, solve
from mtglayers.cli.main import main
from mtglayers.solver.questions.dependence.layouts import is_fit
from mtglayers.solver.questions.dependence.witness import Witnesses, depends
from mtglayers.wire.answers import witnesses_data

from ....support.boards import card
from ....support.golden_files import assert_golden


def told(found: Witnesses, effect: str, on: str) -> dict[str, tuple[str, ...]]:
    """Return reason -> the plain objects that it takes."""
    return {each.reason: tuple(words for words, _ in each.objects) for each in found.of(effect, on)}


# By hand, from 613.8a: what would change about the first if the second applied?
PAIRS = [
    ("Blood Moon", "Life and Limb", {"scope": ("a Saproling creature",)}),  # it becomes a nonbasic land
    ("Life and Limb", "Blood Moon", {"scope": ("a nonbasic Forest land",)}),  # it is a Forest no longer
    ("Conversion", "Blood Moon", {"scope": ("a nonbasic land",)}),  # it becomes a Mountain
    ("Blood Moon", "Conversion", {}),  # nonbasic lands are nonbasic lands, whatever Conversion does
    ("Humility", "Opalescence", {}),  # layers 4 and 7b, layers 6 and 7b: fixed since 6 and 4 (613.6)
    ("Opalescence", "Humility", {}),
    ("Urborg, Tomb of Yawgmoth", "Blood Moon", {"existence": ()}),  # 305.7 takes its ability
    ("Blood Moon", "Urborg, Tomb of Yawgmoth", {}),
    ("March of the Machines", "Mycosynth Lattice", {"scope": ()}),  # March itself becomes an artifact
    ("Mycosynth Lattice", "March of the Machines", {}),
    ("Kormus Bell", "Urborg, Tomb of Yawgmoth", {"scope": ()}),
    ("March of the Machines", "Titania's Song", {"scope": ("an artifact",)}),  # it is noncreature no longer
    ("Titania's Song", "March of the Machines", {"scope": ("an artifact",)}),
    ("Control Magic", "Confiscate", {"result": ("a creature",)}),  # who controls Control Magic gets what it enchants
    ("Confiscate", "Control Magic", {}),  # Control Magic enchants creatures alone (303.4c)
    ("Humility", "Lignify", {"existence": ()}),  # Lignify stays on Humility if another Aura makes it a creature
    ("Humility", "Darksteel Mutation", {"existence": ()}),  # the Mutation does, and stays
    ("Lignify", "Humility", {}),  # an Aura's effect in layer 6 is there whatever happens to creatures
    ("Life and Limb", "Arcane Adaptation", {"scope": ("a creature",)}),  # with Saproling chosen
    ("Cathedral of Serra", "Alpine Moon", {"existence": ()}),  # with Cathedral of Serra chosen
    ("Citadel Siege", "Alpine Moon", {}),  # it has no name of a nonbasic land card (201.4)
    ("Arcane Adaptation", "Life and Limb", {"scope": ("a nonbasic Forest land",)}),  # it becomes a creature
]


@pytest.mark.parametrize(("effect", "on", "expected"), PAIRS)
def test_pairs(effect: str, on: str, expected: dict[str, tuple[str, ...]]) -> None:
    found = depends(effect, on, most=2)

    assert told(found, effect, on) == expected
    assert (found.most, found.bounded) == (2, False)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Blood Moon", "Life and Limb"), ("Confiscate", "Control Magic"), ("Humility", "Darksteel Mutation")],
)
def test_each_witness_is_solved_again(one: str, other: str) -> None:
    found = depends(one, other, most=2)
    assert found.found
    for each in found.found:
        step = solve(each.board).layer(each.layer).steps[each.step - 1]
        ids = {name: id for id, name in (("one", one), ("other", other))}
        reasons = [
            data["reasons"] for effect, on, data in step.graph.edges(data=True)
            if effect.startswith(f"{ids[each.effect]}#") and on.startswith(f"{ids[each.on]}#")
        ]  # fmt: skip
        assert any(each.reason in known for known in reasons)
        if each.objects:
            fewer = depends(one, other, most=len(each.objects) - 1)
            assert each.reason not in told(fewer, each.effect, each.on)


# Cards elsewhere than on the battlefield, and spells and abilities that have resolved.
ELSEWHERE = [
    ("Anger", "Yixlid Jailer", "existence", ("a nonbasic Mountain land",), "with Anger in a graveyard"),
    ("Wonder", "Yixlid Jailer", "existence", ("a nonbasic Island land",), "with Wonder in a graveyard"),
    ("Riftstone Portal", "Yixlid Jailer", "existence", (), "with Riftstone Portal in a graveyard"),
    ("Necrotic Ooze", "Yixlid Jailer", "result", ("a creature card in a graveyard",), ""),
    ("Sutured Ghoul", "Keldon Warlord", "result", (), "with Keldon Warlord in exile"),
    ("Goblin King", "Turn to Frog", "existence", (), "after Turn to Frog has resolved"),
    ("Blood Moon", "Svogthos, the Restless Tomb", "", (), ""),  # what it animates is a land before and after
    (
        "Titania's Song",
        "Karn, Silver Golem",
        "scope",
        ("an artifact",),
        "after an ability of Karn, Silver Golem has resolved",
    ),
    # Later faces: of a flip card (710), of double-faced cards (712), of Rooms (709.5), and as spells (709.3, 715.3).
    (
        "Student of Elements // Tobita, Master of Winds", "Humility", "existence", (), "with Tobita, Master of Winds",
    ),
    ("Docent of Perfection // Final Iteration", "Humility", "existence", (), "with Final Iteration"),
    (
        "Halvar, God of Battle // Sword of the Realms", "Titania's Song", "existence", (), "with Sword of the Realms",
    ),  # an artifact that is no creature, as its front face is not
    (
        "Restricted Office // Lecture Hall", "Darksteel Mutation", "existence", (), "with Lecture Hall unlocked",
    ),
    (
        "March of the Machines", "Animating Faerie // Bring to Life", "scope", ("an artifact",),
        "after Bring to Life has resolved",
    ),
    ("Goblin King", "Turn // Burn", "existence", (), "after Turn has resolved"),
    # Cards that stay in the command zone: a plane (311), and vanguards (313), of which one is Karn.
    ("Frondland Felidar", "Gavony", "scope", ("a creature",), "with Gavony in the command zone"),
    ("Karn", "Titania's Song", "scope", ("an artifact",), "with Karn in the command zone"),
    ("Titania's Song", "Karn", "scope", ("an artifact",), "with Karn in the command zone"),
    ("Karn", "Mycosynth Lattice", "scope", ("a nonbasic land",), "with Karn in the command zone"),
    # Permanents that were kicked (614.1c, 702.33).
    (
        "Kwende, Pride of Femeref", "Benalish Lancer", "scope", (),
        "with Benalish Lancer (this creature was kicked)",
    ),
    (
        "Kwende, Pride of Femeref", "Cetavolver", "scope", (),
        "with Cetavolver (this creature was kicked with its {1}{R} kicker)",
    ),
    (
        "Kwende, Pride of Femeref", "Bold Defense", "scope", (),
        "after Bold Defense has resolved (this spell was kicked)",
    ),
]  # fmt: skip


def test_without_a_witness_it_says_whether_another_board_may_have_it() -> None:
    found = depends("Goblin King", "Alpine Moon", most=0)

    assert found.possible == (("Goblin King", "Alpine Moon", ("6",)), ("Alpine Moon", "Goblin King", ()))
    assert depends("Blood Moon", "Life and Limb", most=1).possible == ()
    assert depends("Conversion", "Conversion", most=0).possible == (("Conversion", "Conversion", ("4",)),)
    assert [tuple(each.values()) for each in witnesses_data(found)["possible"]] == [
        ("Goblin King", "Alpine Moon", ["6"]), ("Alpine Moon", "Goblin King", []),
    ]  # fmt: skip


def test_both_kickers_at_once() -> None:
    """702.33b: a spell with two kicker costs can be kicked with each, or with both."""
    found = depends("Kwende, Pride of Femeref", "Cetavolver", most=0)

    red, green = (f"this creature was kicked with its {cost} kicker" for cost in ("{1}{R}", "{G}"))
    assert found.where == (f"with Cetavolver ({red})", f"with Cetavolver ({red} and {green})")


@pytest.mark.parametrize(("effect", "on", "reason", "objects", "where"), ELSEWHERE)
def test_other_zones_and_resolved_effects(effect: str, on: str, reason: str, objects: tuple[str, ...], where: str):
    found = depends(effect, on, most=1).of(effect, on)

    assert [each.reason for each in found] == ([reason] if reason else [])
    for each in found:
        assert (tuple(words for words, _ in each.objects), "".join(each.where)) == (objects, where)
        assert each.layer in may_depend(effect, on)


# By hand: the condition of the first holds (or the effect of the second reaches it) only in this situation.
SITUATIONS = [
    ("Serra Ascendant", "Humility", "existence", "with many permanents and cards in graveyards"),  # 30 or more life
    ("Skyhunter Cub", "Humility", "existence", "with Skyhunter Cub: an attached Equipment"),
    ("Goblin King", "Sludge Monster", "existence", "with Goblin King: with slime counters"),
    ("Goblin King", "Blood Sun", "existence", "with Goblin King: made a land by an Aura"),
    ("Kwende, Pride of Femeref", "Viridian Claw", "scope", ""),  # which has the Claw attached
    (
        "Omo, Queen of Vesuva",
        "Ashaya, Soul of the Wild",
        "scope",
        "with Omo, Queen of Vesuva: with everything counters",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "on", "reason", "where"), SITUATIONS)
def test_situations_beside_plain_objects(effect: str, on: str, reason: str, where: str):
    for pair in (effect, on), (on, effect):
        found = depends(*pair, most=0)
        (witness,) = found.of(effect, on)

        assert (witness.reason, "".join(witness.where), witness.objects) == (reason, where, ())
        assert found.situations > 0
        step = solve(witness.board).layer(witness.layer).steps[witness.step - 1]
        assert step.graph.edges
    assert depends(effect, on, most=0, limit=1).of(effect, on) == ()


def test_without_plain_objects_a_situation_stands_alone() -> None:
    text = " ".join(str(depends("Serra Ascendant", "Humility", most=0)).split())

    assert "with many permanents and cards in graveyards (layer 6, existence)" in text
    assert "further boards, conditions hold as far as they can" in text
    assert "Viridian Claw on Kwende, Pride of Femeref" in " ".join(
        str(depends("Kwende, Pride of Femeref", "Viridian Claw", most=0)).split()
    )


def test_what_is_resolved_depends_on_nothing() -> None:
    assert depends("Turn to Frog", "Giant Growth", most=1).found == ()
    assert depends("Turn to Frog", "Humility", most=1).of("Turn to Frog", "Humility") == ()


def test_what_a_card_chooses() -> None:
    found = depends("Illusionary Terrain", "Conversion", most=1)

    assert {each.effect: each.chosen for each in found.found} == {
        "Illusionary Terrain": (("Illusionary Terrain", "Mountain and Island"),),
        "Conversion": (("Illusionary Terrain", "Island and Mountain"),),
    }
    assert found.chosen == (("Illusionary Terrain", "basic_land_type", ("Island", "Swamp", "Mountain")),)


@pytest.mark.parametrize(
    ("on", "where"), [("Llanowar", ("with Llanowar in the command zone",)), ("Presence of Gond", ())]
)
def test_the_chosen_object(on: str, where: tuple[str, ...]) -> None:
    """Scheming Fence has the activated abilities of the permanent chosen for it: what it does changes with them."""
    (found,) = depends("Scheming Fence", on, most=1).of("Scheming Fence", on)

    assert (found.reason, found.objects, found.where) == ("result", (("a creature", "Ana"),), where)
    assert found.chosen == (("Scheming Fence", "Plain Creature"),)


def test_no_object_need_be_chosen() -> None:
    found = depends("Scheming Fence", "Humility", most=0)

    assert [(each.reason, each.chosen) for each in found.of("Scheming Fence", "Humility")] == [("existence", ())]
    assert found.chosen == (("Scheming Fence", "object", ("Humility",)),)


def test_a_bound_on_the_boards() -> None:
    found = depends("Blood Moon", "Life and Limb", limit=5)

    assert (found.boards, found.most, found.bounded) == (5, 0, True)
    assert str(found).splitlines()[-5:] == [
        "Tried: 5 boards with the two cards in both orders of timestamps, and up to 0",
        "plain objects (then the limit was reached). There are 5 kinds of plain objects,",
        "from the words that effects read (subtypes: Forest, Saproling; types: Land;",
        "supertypes: Basic). All objects are on the battlefield, without counters. An",
        "effect whose condition is not met does not exist and depends on nothing.",
    ]


def test_lines_that_are_not_understood_are_named() -> None:
    odd = card("Odd", "Enchantment", "All creatures are frobnicated.")
    found = depends(odd, "Humility", most=0)

    assert found.unread == (("Odd", "All creatures are frobnicated."),)
    assert "Not understood and ignored: Odd: All creatures are frobnicated." in str(found)


@pytest.mark.parametrize(
    ("aura", "host", "fits"),
    [
        ("Control Magic", "Dryad Arbor", True),
        ("Control Magic", "Forest", False),
        ("Spreading Seas", "Dryad Arbor", True),
        ("Imprisoned in the Moon", "Forest", True),
        ("Imprisoned in the Moon", "Humility", True),  # a land it is then
        ("Lignify", "Humility", False),
        ("Song of the Dryads", "Humility", True),
        ("Darksteel Mutation", "Forest", True),  # a creature it is, once it is enchanted
        ("Squirrel Nest", "Grizzly Bears", False),
    ],
)
def test_what_an_aura_may_enchant(aura: str, host: str, fits: bool) -> None:
    made = Board(players=["Ana"])
    made.enters(host, as_="host")
    made.enters(aura, attached_to="host")

    assert is_fit(made, solve(made)) == fits


def test_what_is_no_permanent() -> None:
    with pytest.raises(IllegalEventError, match="Divination"):
        depends("Divination", "Humility")


# --- The command ---


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["depends", *arguments], prog_name="mtglayers")


def test_the_command() -> None:
    result = run("Blood Moon", "Life and Limb")

    assert (result.stderr, result.exit_code) == ("", 0)
    assert_golden("depends.txt", result.stdout)


def test_data() -> None:
    found = json.loads(run("Humility", "Darksteel Mutation", "--most", "1", "--json").stdout)

    (witness,) = found["witnesses"]
    assert (witness["effect"], witness["on"], witness["reason"], witness["objects"]) == (
        "Humility", "Darksteel Mutation", "existence", [],
    )  # fmt: skip
    assert [event["enters"] for event in witness["board"]["timeline"]] == ["Humility", "Darksteel Mutation"]
    assert found["tried"]["objects"] == ["a creature", "a nonbasic land"]


def test_no_such_card() -> None:
    result = run("Foo", "Humility")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: unknown card `Foo`")


def test_a_card_with_itself_is_told_once_and_what_it_is_attached_to() -> None:
    text = str(depends("Confiscate", "Confiscate"))

    assert text.splitlines()[0] == "Confiscate depends on Confiscate"
    assert text.count("Confiscate depends on Confiscate") == 1
    assert "Confiscate on Plain Creature, Confiscate on Confiscate" in " ".join(text.split())


@pytest.mark.parametrize("number", ["3", 1.5, None])
@pytest.mark.parametrize("called", ["most", "limit"])
def test_numbers_that_are_none_are_refused(called: str, number: Any) -> None:
    with pytest.raises(TypeError, match=f"`{called}` must be a whole number"):
        depends("Forest", "Island", **{called: number})


@pytest.mark.parametrize("card", [None, 3, {"name": "Foo"}])
def test_what_is_no_card_is_refused(card: Any) -> None:
    for ask in (depends, may_depend):
        with pytest.raises(BoardDataError):
            ask("Forest", card)
        with pytest.raises(BoardDataError):
            ask(card, "Forest")
