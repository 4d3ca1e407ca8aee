"""A text that moves its target and then says something about what the target became (400.7j)."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError, LayersError
from mtglayers.solver.solve import solve

from ....support.boards import illegal


def keywords(found: Board, id: str) -> list[str]:
    """Return the keywords of an object."""
    return [each.name for each in solve(found)[id].abilities if hasattr(each, "parameter")]


def buried(card: str) -> Board:
    """Return a board with a card in A's graveyard."""
    found = Board()
    found.enters(card, zone="graveyard", controller="A")
    return found


@pytest.mark.parametrize(
    ("spell", "card"),
    [("Goryo's Vengeance", "Arvad the Cursed"), ("Postmortem Lunge", "Grizzly Bears"),
     ("Grave Upheaval", "Grizzly Bears"), ("Bond of Revival", "Grizzly Bears")],
)  # fmt: skip
@pytest.mark.parametrize("before", [False, True])
def test_what_the_target_becomes(spell: str, card: str, before: bool) -> None:
    """400.7j: the text finds the object, whether its event stands before that of the text or after it."""
    found = buried(card)
    (id,) = found.objects
    if before:
        found.moves(id, to="battlefield", as_="risen")
    found.resolves(spell, targets=["risen" if before else id], x=2 if spell == "Postmortem Lunge" else None)
    if not before:
        found.moves(id, to="battlefield", as_="risen")
    result = solve(found, strict=True)
    assert "Haste" in keywords(found, "risen")
    assert result.unsupported == ()


def test_an_ability_of_a_permanent() -> None:
    """400.7j: the same for an activated ability; the creature is a Zombie from then on."""
    found = buried("Grizzly Bears")
    found.enters("Apprentice Necromancer")
    found.resolves({"ability_of": "apprentice-necromancer", "index": 1}, as_="raised", targets=["grizzly-bears"])
    found.moves("grizzly-bears", to="battlefield", as_="risen")
    assert "Haste" in keywords(found, "risen")


def test_what_leaves_and_returns() -> None:
    """400.7j: from the battlefield to exile and back, through two objects."""
    found = Board.of("Grizzly Bears")
    found.resolves("Justiciar's Portal", targets=["grizzly-bears"])
    found.moves("grizzly-bears", to="exile", as_="exiled")
    found.moves("exiled", to="battlefield", as_="back")
    assert "First Strike" in [each.title() for each in keywords(found, "back")]


def test_a_card_that_has_not_moved() -> None:
    """109.2: "that creature" is not a card in a graveyard."""
    found = buried("Arvad the Cursed")
    found.resolves("Goryo's Vengeance", targets=["arvad-the-cursed"])
    assert "Haste" not in keywords(found, "arvad-the-cursed")


def test_a_later_move_is_another_matter() -> None:
    """400.7: after another spell has resolved, the text finds nothing any more."""
    found = buried("Arvad the Cursed")
    found.resolves("Goryo's Vengeance", targets=["arvad-the-cursed"])
    found.resolves("Glorious Charge")
    found.moves("arvad-the-cursed", to="battlefield", as_="risen")
    assert "Haste" not in keywords(found, "risen")


def test_an_illegal_target() -> None:
    """115.1: a nonlegendary creature is not what the text needs."""
    found = buried("Grizzly Bears")
    found.resolves("Goryo's Vengeance", targets=["grizzly-bears"])
    assert illegal(found) == [("grizzly-bears", "115.1")]
    with pytest.raises(IllegalEventError, match="legendary creature card"):
        solve(found, strict=True)


def test_a_target_is_asked_for_and_no_choice() -> None:
    """115.1: without a target, a target is what the text lacks."""
    found = buried("Arvad the Cursed")
    for targets in ([], ["B"]):
        with pytest.raises(LayersError, match=r"needs a target in `targets` \(115\.1\)"):
            found.resolves("Goryo's Vengeance", targets=targets)


def test_a_token_is_another_object() -> None:
    """The token that a text creates is not its target, so the text still asks for it."""
    found = buried("Grizzly Bears")
    found.enters("Feldon of the Third Path")
    with pytest.raises(LayersError, match="needs `object` in `chosen`"):
        found.resolves({"ability_of": "feldon-of-the-third-path", "index": 1}, as_="effect", targets=["grizzly-bears"])


def test_a_choice_that_is_named() -> None:
    """The object can be named by itself beside the target, as before."""
    found = buried("Arvad the Cursed")
    found.moves("arvad-the-cursed", to="battlefield", as_="risen")
    found.resolves("Goryo's Vengeance", chosen={"object": "risen"})
    assert "Haste" in keywords(found, "risen")


def test_several_targets() -> None:
    """400.7j: "they" are all that the targets become."""
    found = buried("Sol Ring")
    found.enters("Forest", zone="graveyard", controller="A")
    found.resolves("Relive the Past", targets=["sol-ring", "forest"])
    found.moves("sol-ring", to="battlefield", as_="ring")
    found.moves("forest", to="battlefield", as_="wood")
    result = solve(found, strict=True)
    assert [(result[id].power, "Elemental" in result[id].subtypes) for id in ("ring", "wood")] == [(5, True)] * 2
