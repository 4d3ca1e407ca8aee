"""Texts with any number of targets, and with fewer targets than they need (115.1, 601.2c)."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError
from mtglayers.solver.solve import solve

from ....support.boards import illegal


def board() -> Board:
    """Return a board with permanents of A and B, and with cards in both graveyards."""
    found = Board()
    for name in ("Grizzly Bears", "Forest", "Royal Assassin", "Sol Ring"):
        found.enters(name, controller="A")
    for name in ("Black Knight", "Birds of Paradise", "Glorious Anthem", "Jace Beleren", "Slippery Bogle"):
        found.enters(name, controller="B")
    for name in ("Elvish Mystic", "Giant Growth", "Elite Vanguard"):
        found.enters(name, zone="graveyard", controller="A")
    found.enters("Runeclaw Bear", zone="graveyard", controller="B")
    return found


@pytest.mark.parametrize(
    ("spell", "targets", "named"),
    [
        ("Phyrexian Purge", ["grizzly-bears", "black-knight", "birds-of-paradise"], []),
        ("Phyrexian Purge", ["grizzly-bears", "forest", "black-knight"], ["forest"]),
        ("Phyrexian Purge", [], []),
        ("Fireball", ["grizzly-bears", "B", "jace-beleren", "A"], []),
        ("Fireball", ["grizzly-bears", "sol-ring", "B"], ["sol-ring"]),
        ("Rolling Thunder", ["forest"], ["forest"]),
        ("Remedy", ["grizzly-bears", "forest"], ["forest"]),
        ("Bone Harvest", ["elvish-mystic", "elite-vanguard"], []),
        ("Bone Harvest", ["elvish-mystic", "giant-growth"], ["giant-growth"]),
        ("Bone Harvest", ["runeclaw-bear"], ["runeclaw-bear"]),
        ("Kiora's Dismissal", ["glorious-anthem"], []),
        ("Kiora's Dismissal", ["glorious-anthem", "sol-ring"], ["sol-ring"]),
        ("Consign to Dust", ["glorious-anthem", "sol-ring"], []),
        ("Consign to Dust", ["grizzly-bears", "sol-ring"], ["grizzly-bears"]),
        ("Eerie Interlude", ["grizzly-bears", "royal-assassin"], []),
        ("Eerie Interlude", ["grizzly-bears", "black-knight"], ["black-knight"]),
        ("Hunters' Feast", ["A", "B"], []),
        ("Hunters' Feast", ["A", "grizzly-bears"], ["grizzly-bears"]),
        ("Kaboom!", ["B", "jace-beleren"], []),
        ("Wheel and Deal", ["A"], ["A"]),
        ("The Elderspell", ["jace-beleren", "birds-of-paradise"], ["birds-of-paradise"]),
        ("Graceful Takedown", ["grizzly-bears", "black-knight"], []),
        ("Fight with Fire", ["grizzly-bears"], []),
        ("Fight with Fire", ["grizzly-bears", "B", "black-knight"], []),
        ("Command the Dreadhorde", ["elvish-mystic", "runeclaw-bear"], []),
        ("Command the Dreadhorde", ["elvish-mystic", "giant-growth"], ["giant-growth"]),
    ],
)
def test_any_number_of_targets(spell: str, targets: list[str], named: list[str]) -> None:
    """115.1: each of any number of targets is what the text says."""
    found = board()
    found.resolves(spell, targets=targets)
    assert illegal(found) == [(name, "115.1") for name in named]
    if named:
        with pytest.raises(IllegalEventError, match=r"\(115\.1\)$"):
            solve(found, strict=True)


@pytest.mark.parametrize(
    ("targets", "rules"),
    [
        (["grizzly-bears", "grizzly-bears"], [("grizzly-bears", "115.3")]),
        (["grizzly-bears", "slippery-bogle"], [("slippery-bogle", "702.11b")]),
    ],
)
def test_one_of_any_number_is_twice_there_or_cannot_be_targeted(
    targets: list[str], rules: list[tuple[str, str]]
) -> None:
    """115.3, 702.11b: what holds for one target holds for any number of them."""
    found = board()
    found.resolves("Phyrexian Purge", targets=targets)
    assert illegal(found) == rules


@pytest.mark.parametrize(
    ("spell", "targets", "more"),
    [
        ("Strength of the Tajuru", ["grizzly-bears", "black-knight", "birds-of-paradise"], {"x": 1}),
        ("Mystic Confluence", ["grizzly-bears", "black-knight"], {"mode": [2, 2, 3]}),
        ({"text": "Support 2. Destroy any number of target lands."}, ["grizzly-bears", "forest"], {}),
        ({"text": "Destroy target creature of the chosen type. Tap target creature."}, ["grizzly-bears"] * 2, {}),
        ({"text": "Tap up to that many target permanents."}, ["sol-ring"], {}),
        ({"text": "Destroy any number of target creatures that player controls."}, ["grizzly-bears"], {}),
        ({"text": "Exile any number of target nonland permanents with total mana value 6 or less."}, ["sol-ring"], {}),
    ],
)
def test_what_is_not_known_is_not_called_wrong(spell: Any, targets: list[str], more: dict[str, Any]) -> None:
    """Words that are not read, and targets that the text names by other words, leave the target open."""
    found = board()
    found.resolves(spell, targets=targets, **more)
    assert illegal(found) == []


@pytest.mark.parametrize(("targets", "expected"), [(["B"], [("B", "115.1")]), (["sol-ring"], [])])
def test_up_to_that_many_targets(targets: list[str], expected: list[tuple[str, str]]) -> None:
    """115.1: "up to that many target permanents" does not include players."""
    found = board()
    found.enters("Cephalid Constable")
    found.resolves({"ability_of": "cephalid-constable", "index": 1}, as_="effect", targets=targets)
    assert illegal(found) == expected


@pytest.mark.parametrize(
    ("text", "targets", "few"),
    [
        ("Two target creatures get +1/+1 until end of turn.", ["grizzly-bears"], True),
        ("Two target creatures get +1/+1 until end of turn.", ["grizzly-bears", "black-knight"], False),
        ("Up to two target creatures get +1/+1 until end of turn.", ["grizzly-bears"], False),
        ("One or two target creatures each get +1/+1 until end of turn.", ["grizzly-bears"], False),
        ("Any number of target creatures gain flying until end of turn.", [], False),
        ("Destroy two target creatures.", ["grizzly-bears"], True),
        ("Destroy two target creatures.", [], True),
        ("Destroy two target creatures.", ["grizzly-bears", "black-knight"], False),
        ("Destroy up to two target creatures.", ["grizzly-bears"], False),
        ("Destroy up to two target creatures.", [], False),
        ("Destroy target creature.", [], True),
        ("You may destroy target creature.", [], True),
        ("Destroy one or two target creatures.", ["grizzly-bears"], False),
        ("Destroy one or more target creatures.", [], True),
        ("Destroy X target creatures.", ["grizzly-bears"], False),
        ("Tap two other target creatures.", ["grizzly-bears"], True),
        ("Tap another target creature.", ["grizzly-bears"], False),
        ("Destroy target artifact and target land.", ["sol-ring"], True),
        ("Destroy target artifact and up to one target land.", ["sol-ring"], False),
        ("Destroy target artifact. If this spell was kicked, destroy target land.", ["sol-ring"], False),
        ("Destroy target artifact. When you do, destroy target land.", ["sol-ring"], False),
        ("Destroy target artifact. You may choose new targets for the copy.", ["sol-ring"], False),
        ("Destroy target artifact. It can't be the target of spells this turn.", ["sol-ring"], False),
        ("Destroy target artifact. If a spell targets it, draw a card.", ["sol-ring"], False),
        ('Destroy target artifact. Create a token with "{T}: Tap target land."', ["sol-ring"], False),
        ("For each opponent, destroy target creature that player controls.", ["black-knight"], False),
        ("Choose one —\n• Destroy target artifact.\n• Destroy target land.", [], False),
        ("Untap up to two target creatures. They gain haste until end of turn.", [], False),
        ("Choose any number of target creatures. Each of those creatures gains persist until end of turn.", [], False),
        ("Untap two target creatures. They gain haste until end of turn.", ["grizzly-bears"], True),
        ("Remove up to three counters from target artifact.", [], True),
        ("Choose any number of creatures target player controls. Tap them.", [], True),
        ("Target player discards two cards.", ["B"], False),
        ("Target player discards two cards.", [], True),
        ("This spell costs {1} less to cast if it targets a creature. Destroy target artifact.", ["sol-ring"], False),
    ],
)
def test_too_few_targets(text: str, targets: list[str], few: bool) -> None:
    """601.2c: a text has as many targets as it says; "up to" and "any number of" need none."""
    found = board()
    found.resolves({"text": text}, targets=targets, mode=1 if "Choose one" in text else None)
    assert illegal(found) == ([("effect", "601.2c")] if few else [])
    if few:
        with pytest.raises(IllegalEventError, match=r"\(601\.2c\)$"):
            solve(found, strict=True)


def test_too_few_targets_of_a_shipped_card() -> None:
    """601.2c: "two target creatures" of a continuous effect."""
    found = board()
    found.resolves("Invigorated Rampage", mode=2, targets=["grizzly-bears"])
    (each,) = solve(found).illegal
    assert str(each) == "`invigorated-rampage` has 1 target, but its text needs 2 (601.2c)"
