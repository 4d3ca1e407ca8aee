"""Boards written as Forge game states: what is read back is what was there, except what is listed as lost."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from mtglayers import Board, solve
from mtglayers.cli.main import main
from mtglayers.forge import read_forge, write_forge
from mtglayers.model.errors import LimitError, PuzzleError
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.wire.base import FORMAT

from ....generators.forge import lost_silently, random_state
from ....generators.strategies import random_recipe
from ....support.paths import ROOT

EVERYTHING = ROOT / "tests/data/forge/everything.pzl"


def state_lines(board: Board) -> list[str]:
    """Return the lines that tell of players and their cards."""
    return [line for line in write_forge(board)[0].splitlines() if line.startswith("p")]


def lost(board: Board) -> list[str]:
    """Return what the state lacks."""
    return [str(note) for note in write_forge(board)[1]]


def test_everything_is_written_and_read_back() -> None:
    state = read_forge(EVERYTHING.read_text(encoding="utf-8"))
    text, missing = write_forge(state.board(), state.title)
    assert [str(note) for note in missing] == [
        "runeclaw-bear: `damaged_this_turn`: Forge game states cannot contain it",
        "giant-growth: the effect: Forge game states cannot contain effects of spells and abilities",
    ]
    assert text.splitlines() == [
        "[metadata]", "Name:Everything at once", "Goal:Win", "Turns:1", "Difficulty:Easy", "[state]", "turn=1",
        "activeplayer=p1", "activephase=MAIN1", "p0name=Human", "p0life=5", "p0landsplayed=1", "p0counters=POISON=3",
        "p0manapool=G G", "p1name=AI", "p1life=-2",
        "p0battlefield=Pacifism|AttachedTo:2;Blood Moon;t:Zombie Army,P:0,T:0,Cost:no cost,Color:B,"
        "Types:Creature-Zombie-Army,Keywords:Menace|Id:1|Counters:P1P1=2;Island;Island;Island|Tapped;"
        "Forebear's Blade|AttachedTo:1;Nezumi Graverobber|Flipped;"
        "Bruna, the Fading Light|Meld:Gisela^ the Broken Blade;"
        "Essence Symbiote|MergedCards:Grizzly Bears;Bottomless Pool // Locker Room|UnlockedRoom:RightSplit;"
        "Voice of All|ChosenColor:red;Obelisk of Urd|ChosenType:Goblin;The Shattered States Era|Transformed;"
        "Grizzly Bears|FaceDown",
        "p1battlefield=Runeclaw Bear|Id:2|SummonSick|Attacking;"
        "t:Saproling Token,P:1,T:1,Cost:no cost,Color:G,Types:Creature-Saproling,Keywords:;"
        "t:Treasure,P:0,T:0,Cost:no cost,Color:,Types:Artifact-Treasure,Keywords:;"
        "Curse of Death's Hold|EnchantingPlayer:P0;Isochron Scepter|Id:3;Hill Giant|PhasedOut:P1;"
        "Serra Angel|Renowned|Monstrous|Owner:P0",
        "p0exile=Shock|ExiledWith:3;Colossal Dreadmaw|FaceDown|ExiledWith:2",
        "p0hand=Grizzly Bears;Forest",
        "p0library=Island;Island;Forest",
    ]  # fmt: skip


def test_whether_a_permanent_entered_tapped_is_for_the_board_to_say() -> None:
    board = Board(("P0", "P1"))
    board.enters("Root Maze")
    board.enters("Forest")
    assert state_lines(board)[-1] == "p0battlefield=Root Maze;Forest|Tapped"  # 614.12


def test_an_order_across_players_is_lost_and_said() -> None:
    board = Board(("P0", "P1"))
    for card, player in (("Humility", "P1"), ("Opalescence", "P0"), ("Blood Moon", "P1")):
        board.enters(card, controller=player)
    assert lost(board) == ["timestamps: Forge stores none; `humility` would no longer precede `opalescence` (613.7)"]
    board.pop()
    board.pop()
    board.enters("Opalescence", controller="P1")
    assert lost(board) == []


def test_what_a_state_cannot_hold() -> None:
    board = Board(("P0", "P1"), edition="2023-11-17", cards=[{"name": "A Card of Mine", "type_line": "Land"}])
    board.enters("A Card of Mine")
    board.enters("Grizzly Bears", as_="bears", chosen={"number": 3}, x=2)
    board.enters({"name": "Lord", "type_line": "Token Creature — Elf", "power": "1", "toughness": "1",
                  "oracle_text": "Other creatures get +1/+1."})  # fmt: skip
    board.enters("Clone", copy_of="bears")
    board.enters("Shock", zone="stack")
    board.resolves("Giant Growth", targets="bears")
    board.player("P1", library=40)
    assert lost(board) == [
        "a-card-of-mine: the card: `A Card of Mine` is not a known card name",
        "shock: the spell: Forge casts spells on the stack again",
        "bears: the chosen number: Forge game states cannot contain it",
        "bears: the value of X: Forge game states cannot contain it",
        "lord: its abilities: Forge game states cannot contain it",
        "clone: whether it is a copy: Forge game states cannot contain it",
        "giant-growth: the effect: Forge game states cannot contain effects of spells and abilities",
        "P1: `library`: Forge game states cannot contain it",
        "the edition: Forge uses the current rules, not those of 2023-06-23",
    ]


def test_a_card_of_ones_own_that_is_not_as_the_catalogue_has_it() -> None:
    board = Board(("P0", "P1"), cards=[{"name": "Forest", "type_line": "Land", "oracle_text": "Flying"}])
    board.enters("Forest")
    assert lost(board) == [
        f"forest: its {what}: Forge game states cannot contain it" for what in ("subtypes", "supertypes", "abilities")
    ]


def test_more_players_than_forge_has_names_for() -> None:
    with pytest.raises(LimitError, match="at most 10 players in a Forge game state are allowed, not 11"):
        write_forge(Board([f"p{number}" for number in range(11)]))


@pytest.mark.parametrize("seed", range(60))
def test_nothing_is_lost_silently(seed: int) -> None:
    assert lost_silently(random_state(Random(f"1/{seed}")))[0] == ""


def test_some_random_boards_are_kept_whole() -> None:
    assert sum(lost_silently(random_state(Random(f"1/{seed}")))[1] for seed in range(60)) >= 30


@pytest.mark.parametrize("seed", range(20))
def test_boards_of_cards_that_nobody_knows_are_written_without_them(seed: int) -> None:
    board = random_recipe(Random(seed)).build()
    text, missing = write_forge(board)
    there = (
        len(board.objects) + len(board.phased_out) - sum(found.base.zone == "stack" for found in board.objects.values())
    )
    assert len(read_forge(text).listed) == there - sum(note.what in ("the card", "the emblem") for note in missing)


def test_puzzles_are_kept_but_for_what_is_said() -> None:
    """Of the boards at the end of all puzzles, those without a loss solve to the same, under the same rules."""
    kept = 0
    for file in sorted((ROOT / "puzzles").glob("*.toml")):
        board = end_of(file)
        text, missing = write_forge(board)
        back = read_forge(text)
        if any(note.matters and note.what != "the edition" for note in missing):
            continue
        kept += 1
        before, after = solve(board), solve(back.board().under(board.edition))
        ids = [found.id for zone in ("battlefield", "command", "graveyard", "exile", "hand", "library")
               for player in range(len(board.players)) for found in in_zone(board, zone, player)]  # fmt: skip
        for old, new in zip(ids, back.listed, strict=True):
            one, other = before[old], after[new]
            assert (one.name, one.types, one.subtypes, one.supertypes, one.colors, one.power, one.toughness,
                    one.controller, one.abilities, one.loyalty) == (
                other.name, other.types, other.subtypes, other.supertypes, other.colors, other.power, other.toughness,
                other.controller, other.abilities, other.loyalty), (file.name, old)  # fmt: skip
    assert kept >= 60


def end_of(file: Path) -> Board:
    """Return the board at the end of a puzzle."""
    puzzle = read_puzzle(file)
    board = puzzle.board()
    for place in range(len(puzzle.timeline)):
        if problem := puzzle.play(board, place):
            raise PuzzleError(problem, file.name)
    return board


def in_zone(board: Board, zone: str, player: int) -> list:
    """Return what is listed for a player and zone: permanents by stamp, cards in a pile as they came."""
    found = [each for each in (*board.objects.values(), *board.phased_out) if each.base.zone == zone
             and (each.base.owner if each.base.controller is None else each.base.controller) == player]  # fmt: skip
    return sorted(found, key=lambda each: each.number if zone in ("graveyard", "hand", "library") else each.stamp)


def test_writing_on_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "moon.pzl"
    result = CliRunner().invoke(main, ["forge", "write", "Blood Moon", "Overgrown Tomb", "-o", str(out)])
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", f"wrote {out}\n")
    assert out.read_text(encoding="utf-8").endswith("p1life=20\np0battlefield=Blood Moon;Overgrown Tomb\n")
    found = json.loads(CliRunner().invoke(main, ["forge", "write", str(out), "--json"]).stdout)
    assert found == {"format": FORMAT, "text": out.read_text(encoding="utf-8"), "not_carried": []}
