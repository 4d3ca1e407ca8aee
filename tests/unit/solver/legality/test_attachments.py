"""Rules about what can be attached, and qualities that protection names."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.explain.state_based import state_based_actions
from mtglayers.solver.solve import solve

from ....support.boards import card, illegal

BRAWLER = card("Brawler", "Creature — Goblin", "This creature can't be equipped.", "2/2")
GLAIVE = card(
    "Glaive", "Artifact — Equipment",
    "Glaive can be attached only to a creature with power 3 or greater.\nEquipped creature has trample.",
)  # fmt: skip
AURA = card(
    "Lonely Aura", "Enchantment — Aura", "Enchant creature\nEnchanted creature can't be enchanted by other Auras."
)
FIELD = card("Field", "Enchantment", "Creatures you control can't be enchanted.")


def board(*names: str, **keys: Any) -> Board:
    """Return a board with the given cards, of A."""
    found = Board(cards=[BRAWLER, GLAIVE, AURA, FIELD])
    for name in names:
        found.enters(name, **keys)
    return found


def protected(quality: str) -> Board:
    """Return a board with a Knight of B that has protection from a quality."""
    found = Board(cards=[card("Knight", "Creature — Knight", f"Protection from {quality}", "2/2")])
    found.enters("Knight", controller="B")
    return found


def reasons(made: Board) -> list[str]:
    return [str(each) for each in solve(made).illegal]


def actions(made: Board) -> list[str]:
    return [str(each) for each in state_based_actions(solve(made))]


def test_a_creature_that_cannot_be_equipped() -> None:
    made = board("Brawler", "Bonesplitter")
    made.attaches("bonesplitter", to="brawler")
    assert reasons(made) == ["`brawler` can't be equipped, so `bonesplitter` cannot be attached to it (301.5)"]
    assert actions(made) == ["Bonesplitter becomes unattached, because Brawler can’t be equipped (704.5n)"]
    made.enters("Humility")
    assert actions(made) == []


def test_an_aura_that_bars_other_auras() -> None:
    """303.4: the rule of the Aura itself does not bar the Aura; those that are there already fall off (704.5m)."""
    made = board("Grizzly Bears")
    made.enters("Holy Strength", attached_to="grizzly-bears")
    made.enters("Lonely Aura", attached_to="grizzly-bears")
    assert reasons(made) == []
    (said,) = actions(made)
    assert said.startswith("Holy Strength is put into its owner’s graveyard, because Grizzly Bears can’t be enchanted")
    made.enters("Pacifism", attached_to="grizzly-bears")
    assert [each.split("`")[1] for each in reasons(made)] == ["grizzly-bears"]


def test_a_rule_about_a_group() -> None:
    made = board("Field", "Grizzly Bears")
    made.enters("Elvish Mystic", controller="B")
    made.enters("Pacifism", attached_to="elvish-mystic")
    assert reasons(made) == []
    made.enters("Pacifism", attached_to="grizzly-bears")
    assert reasons(made) == ["`grizzly-bears` can't be enchanted, so `pacifism-2` cannot be attached to it (303.4)"]


def test_an_equipment_with_a_rule_about_its_hosts() -> None:
    made = board("Glaive", "Grizzly Bears", "Hill Giant")
    made.attaches("glaive", to="hill-giant")
    assert reasons(made) == []
    made.resolves({"text": "Target creature gets -1/-0 until end of turn."}, targets="hill-giant")
    assert actions(made) == [
        "Glaive can be attached only to a creature with power 3 or greater and becomes unattached (704.5n)"
    ]
    made.attaches("glaive", to="grizzly-bears")
    assert reasons(made) == [
        "`glaive` cannot be attached to `grizzly-bears`, but only to a creature with power 3 or greater (301.5)"
    ]


@pytest.mark.parametrize(
    ("quality", "spell", "kept"),
    [
        ("mana value 3 or greater", "Doom Blade", False),
        ("mana value 3 or greater", "Murder", True),
        ("mana value 3 or less", "Murder", True),
        ("odd mana values", "Murder", True),
        ("even mana values", "Murder", False),
        ("instants", "Murder", True),
        ("snow", "Murder", False),
        ("instant spells and from sorcery spells", "Murder", True),
        ("creatures", "Murder", False),
    ],
)
def test_qualities_of_spells(quality: str, spell: str, kept: bool) -> None:
    """702.16a: protection from any quality that an object can have."""
    made = protected(quality)
    made.resolves(spell, targets="knight")
    assert [each.split("(")[1] for each in reasons(made)] == ["702.16b)"] * kept


@pytest.mark.parametrize(
    ("quality", "host", "kept"),
    [
        ("legendary creatures", "Isamaru, Hound of Konda", True),
        ("legendary creatures", "Grizzly Bears", False),
        ("non-Human creatures", "Grizzly Bears", True),
        ("non-Human creatures", "Elite Vanguard", False),
    ],
)
def test_qualities_of_creatures(quality: str, host: str, kept: bool) -> None:
    made = protected(quality)
    made.enters(host, as_="source")
    made.resolves({"ability_of": "source", "text": "Target creature gets -1/-1 until end of turn."}, as_="it",
                  targets="knight")  # fmt: skip
    assert bool(reasons(made)) is kept


def test_the_chosen_card_name() -> None:
    """702.16b: a player with protection from a name cannot be the target of a spell with this name."""
    made = board("Runed Halo", chosen={"card_name": "Lightning Bolt"})
    made.resolves("Lightning Bolt", targets="A", controller="B")
    assert reasons(made) == [
        "`A` has protection from the name Lightning Bolt, so it is not a legal target of `lightning-bolt` (702.16b)"
    ]
    made.resolves("Shock", targets="A", controller="B")
    assert len(reasons(made)) == 1
    assert solve(board("Runed Halo")).unsupported == (("runed-halo", "no card name was chosen"),)


def test_targets_of_texts_without_continuous_effects() -> None:
    made = board("Argothian Enchantress", "Leyline of Sanctity", "Grizzly Bears")
    made.resolves("Murder", targets="argothian-enchantress", controller="B")
    made.resolves("Lightning Bolt", targets="A", controller="B", as_="bolt")
    made.resolves("Lightning Bolt", targets="grizzly-bears", controller="B", as_="other")
    assert [each.split("(")[1] for each in reasons(made)] == ["702.18a)", "702.11c)"]


@pytest.mark.parametrize(("card", "legal"), [("Grizzly Bears", True), ("Black Knight", False)])
def test_a_target_is_judged_as_it_was_before_the_text_moved_it(card: str, legal: bool) -> None:
    """608.2c: the events of earlier instructions precede that of the text, however many there are."""
    made = board()
    made.enters(card, as_="first")
    made.moves("first", to="exile", as_="then")
    made.moves("then", to="hand", as_="last")
    text = "Exile target nonblack creature, then return it to its owner's hand. It gets +1/+1 until end of turn."
    made.resolves({"text": text}, targets="last")
    assert (reasons(made) == []) is legal


def test_a_target_that_another_text_moved_is_judged_where_it_is() -> None:
    made = board()
    made.enters("Grizzly Bears", as_="first")
    made.moves("first", to="hand", as_="last")
    made.resolves("Divination")
    made.resolves({"text": "Target creature gets +1/+1 until end of turn. Destroy it."}, targets="last", as_="it")
    assert len(reasons(made)) == 1


def test_each_mana_value_but_the_chosen_one() -> None:
    """702.16a: the shipped form of the long quality means the same."""
    made = Board()
    made.enters("Haktos the Unscarred", as_="haktos", chosen={"number": 3})
    made.resolves("Murder", targets="haktos", controller="B")
    made.resolves("Doom Blade", targets="haktos", controller="B")
    assert [each.event for each in solve(made).illegal] == [2]


def test_targets_of_instructions_beside_continuous_effects() -> None:
    made = Board()
    made.enters("Leyline of Sanctity", controller="B")
    made.enters("Argothian Enchantress", controller="B", as_="shroud")
    made.enters("Grizzly Bears", as_="bear")
    text = "Tap target creature and target player loses 1 life. Creatures you control gain flying until end of turn."
    made.resolves({"ability_of": "bear", "text": text}, targets=["shroud", "B"], as_="it")
    assert illegal(made) == [("shroud", "702.18a"), ("B", "702.11c")]
