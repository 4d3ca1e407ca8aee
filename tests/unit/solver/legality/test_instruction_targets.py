"""Targets of instructions that have no continuous effect, judged on the board on which the text resolves."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError
from mtglayers.solver.solve import solve

from ....support.boards import illegal


def board() -> Board:
    """Return a board with permanents of A and B, and with cards in A's graveyard."""
    found = Board()
    for name in ("Grizzly Bears", "Forest", "Royal Assassin", "Sol Ring", "Nekrataal"):
        found.enters(name, controller="A")
    for name in ("Black Knight", "Darksteel Myr", "Birds of Paradise", "Glorious Anthem", "Jace Beleren"):
        found.enters(name, controller="B")
    found.enters("Elvish Mystic", zone="graveyard", controller="A")
    found.enters("Giant Growth", zone="graveyard", controller="A")
    return found


@pytest.mark.parametrize(
    ("spell", "targets", "named"),
    [
        ("Doom Blade", ["black-knight"], ["black-knight"]),
        ("Doom Blade", ["grizzly-bears"], []),
        ("Doom Blade", ["forest"], ["forest"]),
        ("Doom Blade", ["A"], ["A"]),
        ("Public Execution", ["black-knight"], []),
        ("Public Execution", ["grizzly-bears"], ["grizzly-bears"]),
        ("Subdue", ["forest"], ["forest"]),
        ("Terror", ["darksteel-myr"], ["darksteel-myr"]),
        ("Terror", ["birds-of-paradise"], []),
        ("Swords to Plowshares", ["sol-ring"], ["sol-ring"]),
        ("Swords to Plowshares", ["elvish-mystic"], ["elvish-mystic"]),
        ("Disenchant", ["glorious-anthem"], []),
        ("Disenchant", ["darksteel-myr"], []),
        ("Disenchant", ["grizzly-bears"], ["grizzly-bears"]),
        ("Plummet", ["birds-of-paradise"], []),
        ("Plummet", ["grizzly-bears"], ["grizzly-bears"]),
        ("Smite the Monstrous", ["grizzly-bears"], ["grizzly-bears"]),
        ("Assassinate", ["black-knight"], ["black-knight"]),
        ("Diabolic Edict", ["B"], []),
        ("Diabolic Edict", ["grizzly-bears"], ["grizzly-bears"]),
        ("Blightning", ["jace-beleren"], []),
        ("Blightning", ["B"], []),
        ("Raise Dead", ["elvish-mystic"], []),
        ("Raise Dead", ["giant-growth"], ["giant-growth"]),
        ("Raise Dead", ["grizzly-bears"], ["grizzly-bears"]),
        ("Cryptic Command", ["grizzly-bears"], []),
        ("Prey Upon", ["grizzly-bears", "black-knight"], []),
        ("Prey Upon", ["black-knight", "birds-of-paradise"], ["birds-of-paradise"]),
        ("Decimate", ["sol-ring", "grizzly-bears", "glorious-anthem", "forest"], []),
        ("Decimate", ["forest", "glorious-anthem", "grizzly-bears", "sol-ring"], []),
        ("Decimate", ["sol-ring", "grizzly-bears", "black-knight", "forest"], ["black-knight"]),
        ("Hex", ["grizzly-bears", "royal-assassin", "nekrataal", "black-knight", "darksteel-myr", "forest"],
         ["forest"]),
        ("Arc Trail", ["grizzly-bears", "B"], []),
        ("Arc Trail", ["grizzly-bears", "forest"], ["forest"]),
        ("Cone of Flame", ["B", "grizzly-bears", "jace-beleren"], []),
        ("Cone of Flame", ["B", "grizzly-bears", "sol-ring"], ["sol-ring"]),
        ("Incremental Growth", ["grizzly-bears", "black-knight", "nekrataal"], []),
        ("Incremental Growth", ["grizzly-bears", "black-knight", "forest"], ["forest"]),
        ("Cut Down", ["grizzly-bears"], []),
        ("Cut Down", ["jace-beleren"], ["jace-beleren"]),
        ("Repel Calamity", ["grizzly-bears"], ["grizzly-bears"]),
        ("Backslide", ["grizzly-bears"], ["grizzly-bears"]),
        ("Shoot the Sheriff", ["forest"], ["forest"]),
        ("Thraben Exorcism", ["glorious-anthem"], []),
        ("Thraben Exorcism", ["forest"], ["forest"]),
        ("Venser's Diffusion", ["sol-ring"], []),
        ("Venser's Diffusion", ["forest"], ["forest"]),
        ("Stifle", ["grizzly-bears"], ["grizzly-bears"]),
        ("Disallow", ["B"], ["B"]),
        ("Tempted by the Oriq", ["B"], ["B"]),
    ],
)  # fmt: skip
def test_targets_of_spells(spell: str, targets: list[str], named: list[str]) -> None:
    """115.1: what the text names, if the text could have a place for it."""
    found = board()
    more: dict[str, Any] = {"mode": [2, 4]} if spell == "Cryptic Command" else {}
    found.resolves(spell, targets=targets, **more)
    assert illegal(found) == [(name, "115.1") for name in named]


@pytest.mark.parametrize(
    ("spell", "targets", "twice"),
    [
        ("Arc Trail", ["grizzly-bears", "grizzly-bears"], "grizzly-bears"),
        ("Arc Trail", ["B", "B"], "B"),
        ("Cone of Flame", ["A", "B", "B"], "B"),
        ("Incremental Growth", ["grizzly-bears", "black-knight", "black-knight"], "black-knight"),
        ("Cuombajj Witches", ["B", "B"], ""),
    ],
)
def test_no_target_is_another_target(spell: str, targets: list[str], twice: str) -> None:
    """115.3: "another target" and "a third target" are other than those before; a second "any target" need not be."""
    found = board()
    found.enters("Cuombajj Witches")
    text = spell if spell != "Cuombajj Witches" else {"ability_of": "cuombajj-witches", "index": 1}
    found.resolves(text, targets=targets, as_="effect")
    assert illegal(found) == ([(twice, "115.3")] if twice else [])


@pytest.mark.parametrize(
    ("target", "legal"),
    [("grizzly-bears", True), ("jace-beleren", True), ("B", True), ("forest", False), ("sol-ring", False)],
)
def test_any_target(target: str, legal: bool) -> None:
    """115.4: any target is a creature, player, planeswalker or battle."""
    found = board()
    found.resolves("Lightning Bolt", targets=[target])
    assert illegal(found) == ([] if legal else [(target, "115.1")])


@pytest.mark.parametrize(
    ("source", "target", "legal"),
    [
        ("nekrataal", "birds-of-paradise", True),
        ("nekrataal", "darksteel-myr", False),
        ("nekrataal", "royal-assassin", False),
        ("royal-assassin", "grizzly-bears", False),
        ("royal-assassin", "black-knight", True),
    ],
)
def test_targets_of_abilities(source: str, target: str, legal: bool) -> None:
    """115.1: "target nonartifact, nonblack creature" and "target tapped creature"."""
    found = board()
    found.marks("black-knight", tapped=True)
    found.resolves({"ability_of": source, "index": 2 if source == "nekrataal" else 1}, as_="effect", targets=[target])
    assert illegal(found) == ([] if legal else [(target, "115.1")])


@pytest.mark.parametrize(
    ("mode", "targets", "named"),
    [
        ([3, 4], ["sol-ring", "B"], []),
        ([3, 4], ["B", "sol-ring"], []),
        ([2, 4], ["grizzly-bears", "B"], []),
        ([2, 4], ["grizzly-bears", "black-knight"], ["black-knight"]),
        ([1, 3], ["elvish-mystic", "sol-ring"], []),
        ([1, 3], ["elvish-mystic", "elvish-mystic"], ["elvish-mystic"]),
    ],
)
def test_targets_of_modes(mode: list[int], targets: list[str], named: list[str]) -> None:
    """700.2: only the chosen modes have targets."""
    found = board()
    found.resolves("Kolaghan's Command", mode=mode, targets=targets)
    assert [name for name, _ in illegal(found)] == named


@pytest.mark.parametrize(
    "text",
    [
        "Exile target permanent or suspended card.",
        "Destroy target creature of the chosen type.",
        "Destroy target creature with power less than the sacrificed creature's power.",
        "Destroy target creature that was dealt damage this turn.",
        "Destroy target creature with mana value X or less.",
        "Destroy target creature that player controls.",
        "Choose a player. Destroy target creature or target land that player controls.",
        "Whenever another creature dies, destroy target creature.",
        "Support 2. Destroy target land.",
        "For each opponent, destroy up to one target creature that player controls.",
        "Destroy up to two target creatures.",
        "Destroy another target creature.",
        "Put a +1/+1 counter on target creature or Vehicle.",
    ],
)
def test_what_is_not_known_is_not_called_wrong(text: str) -> None:
    """Words that are not read, and facts that no event records, leave the target open."""
    found = board()
    found.resolves({"text": text}, targets=["grizzly-bears"])
    assert illegal(found) == []


def test_a_target_as_it_is_when_the_text_resolves() -> None:
    """608.2b: an earlier effect made the creature black, or another one a creature."""
    found = board()
    found.resolves({"text": "Target creature becomes black until end of turn."}, targets=["grizzly-bears"])
    found.resolves("Doom Blade", targets=["grizzly-bears"])
    found.resolves(
        {"text": "Target land becomes a 1/1 creature until end of turn."}, targets=["forest"], as_="animated"
    )
    found.resolves("Doom Blade", as_="second", targets=["forest"])
    assert illegal(found) == [("grizzly-bears", "115.1")]


def test_a_target_that_the_text_changed_before() -> None:
    """608.2c: events can record what the instructions do before the event of the text."""
    found = board()
    found.marks("royal-assassin", tapped=True)
    found.resolves({"text": "Tap target untapped creature."}, targets=["royal-assassin"])
    found.resolves({"text": "Tap target untapped creature."}, as_="later", targets=["royal-assassin"])
    assert [each.event for each in solve(found).illegal] == [len(found.events) - 1]
    found = board()
    found.counters("grizzly-bears", put={"+1/+1": 1})
    found.resolves({"text": "Put a +1/+1 counter on target creature with power 2 or less."}, targets=["grizzly-bears"])
    assert illegal(found) == []


def test_a_target_that_the_text_moved_before() -> None:
    """608.2c: the card that a text returned was in the graveyard."""
    found = board()
    found.moves("elvish-mystic", to="battlefield", as_="risen")
    found.resolves("Zombify", targets=["risen"])
    assert illegal(found) == []


@pytest.mark.parametrize("target", ["black-knight", "black-knight@graveyard"])
@pytest.mark.parametrize("first", [True, False])
def test_who_controlled_a_target_that_was_destroyed_first(first: bool, target: str) -> None:
    """608.2h: "that player" is who last controlled it; its owner is the player who resolves the text."""
    made = Board()
    made.enters("Black Knight", controller="A")
    made.enters("Control Magic", controller="B", attached_to="black-knight")
    for player in ("A", "B"):
        made.enters("Grizzly Bears", controller=player, as_=player.lower() + "s-bears")
    if first:
        made.leaves("black-knight")
    made.resolves("Public Execution", controller="A", targets=[target if first else "black-knight"])
    found = solve(made)
    assert [found[id].power for id in ("as-bears", "bs-bears")] == [2, 0]
    assert illegal(made) == []


@pytest.mark.parametrize(("artifact", "legal"), [("Sol Ring", True), ("Mountain", False)])
def test_the_number_of_a_target_that_was_destroyed_first(artifact: str, legal: bool) -> None:
    """608.2h: the mana value is that of the permanent, here of a copy."""
    made = Board()
    made.enters("Hoard-Smelter Dragon")
    made.enters("Gilded Lotus", controller="B")
    made.enters(artifact, controller="B", copy_of="gilded-lotus" if legal else None, as_="ring")
    made.leaves("ring")
    made.resolves({"ability_of": "hoard-smelter-dragon", "index": 2}, as_="fx", targets=["ring@graveyard"])
    assert solve(made)["hoard-smelter-dragon"].power == (10 if legal else 5)
    assert bool(illegal(made)) is not legal


@pytest.mark.parametrize(("cleave", "legal"), [(False, False), (True, True)])
def test_the_words_that_cleave_removes(cleave: bool, legal: bool) -> None:
    """702.148b: without the words in brackets, the target needs nothing more."""
    text = "Cleave {R}\nDestroy target [black] creature."
    found = Board(cards=[{"name": "Cut", "type_line": "Instant", "oracle_text": text}])
    found.enters("Grizzly Bears")
    found.resolves("Cut", targets=["grizzly-bears"], cleave=cleave)
    assert (illegal(found) == []) == legal


def test_words_that_an_effect_changed() -> None:
    """612.1: a text whose words can be others is not judged."""
    found = board()
    found.resolves("Mind Bend", targets=["nekrataal"], chosen={"word_from": "black", "word_to": "green"})
    found.resolves({"ability_of": "nekrataal", "index": 2}, as_="effect", targets=["royal-assassin"])
    assert illegal(found) == []


@pytest.mark.parametrize(
    ("awaken", "targets", "wrong"),
    [
        (False, ["black-knight"], []),
        (False, ["black-knight", "forest"], [("forest", "115.1")]),
        (True, ["black-knight", "forest"], []),
        (True, ["forest", "forest"], [("forest", "115.1")]),  # it is no creature
        (True, ["black-knight", "his"], [("his", "115.1")]),
    ],
)
def test_the_target_of_awaken(awaken: bool, targets: list[str], wrong: list[tuple[str, str]]) -> None:
    """702.113a: if its cost was paid, there is another target, which becomes a creature."""
    found = board()
    found.enters("Swamp", controller="B", as_="his")
    found.resolves("Ruinous Path", targets=targets, awaken=awaken)
    assert illegal(found) == wrong
    land = solve(found)[targets[-1]]
    assert land.has("haste") is awaken
    noted = [text for _, text in solve(found).unsupported if "counters" in text]
    assert bool(noted) is awaken


def test_awaken_needs_its_keyword() -> None:
    for what in ("Doom Blade", {"text": "Destroy target creature."}):
        with pytest.raises(IllegalEventError, match="awaken"):
            board().resolves(what, targets=["grizzly-bears"], awaken=True)


def test_one_place_has_one_object_once() -> None:
    """115.3: "two target creatures" are two."""
    found = board()
    found.resolves({"text": "Destroy two target creatures."}, targets=["grizzly-bears", "grizzly-bears"])
    assert illegal(found) == [("grizzly-bears", "115.3")]


@pytest.mark.parametrize(
    ("fights", "wrong"),
    [
        ("up to one other target creature", [("grizzly-bears", "115.3")]),
        ("target creature you don't control", [("grizzly-bears", "115.1")]),
        ("target creature", []),  # each "target" can have the same object
    ],
)
def test_the_target_of_an_effect_is_chosen_again(fights: str, wrong: list[tuple[str, str]]) -> None:
    found = board()
    text = f"Target creature you control gets +1/+1 until end of turn. It fights {fights}."
    found.resolves({"text": text}, targets=["grizzly-bears", "grizzly-bears"])
    assert illegal(found) == wrong


@pytest.mark.parametrize(
    ("spell", "targets", "wrong"),
    [
        ("Armed // Dangerous", ["grizzly-bears", "grizzly-bears"], []),  # a creature for each half
        ("Fissure Vent", ["sol-ring", "sol-ring"], [("sol-ring", "115.1")]),  # it is no land
        ("Hull Breach", ["sol-ring", "sol-ring"], [("sol-ring", "115.1")]),
    ],
)
def test_each_target_of_a_text_has_its_own_object(spell: str, targets: list[str], wrong: list[tuple[str, str]]) -> None:
    """115.3: the same object can be chosen once for each instance of the word "target"."""
    found = board()
    modes = {"Fissure Vent": (1, 2), "Hull Breach": (3,)}
    found.resolves(spell, targets=targets, mode=modes.get(spell, ()))
    assert illegal(found) == wrong


def test_another_target() -> None:
    """115.1: other than the source, or than the targets before."""
    found = board()
    ability = {"ability_of": "grizzly-bears", "text": "Destroy another target creature."}
    found.resolves(ability, as_="effect", targets=["grizzly-bears"])
    assert illegal(found) == [("grizzly-bears", "115.1")]


def test_strict() -> None:
    found = board()
    found.resolves("Doom Blade", targets=["black-knight"])
    (each,) = solve(found).illegal
    assert each.reason == "`black-knight` is not a legal target of `doom-blade`, which needs a nonblack creature"
    with pytest.raises(IllegalEventError, match=r"\(115\.1\)$"):
        solve(found, strict=True)


@pytest.mark.parametrize(
    ("creature", "spell", "legal"),
    [
        ("Emrakul, the World Anew", "Doom Blade", False),
        ("Emrakul, the World Anew", "Scour from Existence", False),
        ("Emrakul, the Aeons Torn", "Murder", False),
        ("Emrakul, the Aeons Torn", "Scour from Existence", True),
    ],
)
def test_protection_from_spells(creature: str, spell: str, legal: bool) -> None:
    """702.16b: protection from spells, or from spells that are one or more colors."""
    found = board()
    found.enters(creature, controller="B", as_="emrakul")
    found.resolves(spell, targets=["emrakul"])
    assert illegal(found) == ([] if legal else [("emrakul", "702.16b")])


@pytest.mark.parametrize("creature", ["Emrakul, the World Anew", "Emrakul, the Aeons Torn"])
def test_protection_from_spells_is_none_from_abilities(creature: str) -> None:
    """113.1: an ability is not a spell."""
    found = board()
    found.enters(creature, controller="B", as_="emrakul")
    found.marks("emrakul", tapped=True)
    found.resolves({"ability_of": "royal-assassin", "index": 1}, as_="effect", targets=["emrakul"])
    assert illegal(found) == []
