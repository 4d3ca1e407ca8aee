"""Forge game states read as boards: every construct of the format, and messages about what a board cannot represent."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from mtglayers import solve
from mtglayers.cli.main import main
from mtglayers.forge import ForgeState, read_forge, write_forge
from mtglayers.forge.arriving import MODIFIERS as MODIFIER_NAMES
from mtglayers.forge.lines import OF_GAME, OF_PLAYER
from mtglayers.forge.tokens import token_of_script, token_of_values
from mtglayers.model.errors import LimitError, PuzzleError
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.server.methods import call
from mtglayers.server.session import Session
from mtglayers.wire.base import FORMAT

from ....fuzz.forge import ENTRIES
from ....fuzz.inputs import Entry, tally
from ....support.paths import TESTS

DATA = TESTS / "data" / "forge"
EVERYTHING = (DATA / "everything.pzl").read_text(encoding="utf-8")
STAMPS = "timestamps: Forge stores none; objects get them in the order of the file (613.7)"


def battlefield(cards: str, **others: str) -> ForgeState:
    """Return the state of the first player's battlefield, with other keys."""
    return read_forge("\n".join((f"p0battlefield={cards}", *(f"{key}={value}" for key, value in others.items()))))


def notes(state: ForgeState) -> list[str]:
    """Return what was not carried over, the timestamps excepted."""
    return [str(note) for note in state.not_carried if str(note) != STAMPS]


@pytest.fixture(scope="module")
def everything() -> ForgeState:
    return read_forge(EVERYTHING)


# --- The whole ----------------------------------------------------------------------------------------------


def test_what_is_told_of_the_puzzle(everything: ForgeState) -> None:
    assert everything.title == "Everything at once"
    assert everything.puzzle.source == "https://example.org/everything"
    assert everything.puzzle.notes.startswith("A state with one of each.\nNobody has to win.\nNot carried over: line ")
    assert everything.ids == ((7, "zombie-army"), (9, "runeclaw-bear"), (20, "shock"))


def test_the_board_of_everything(everything: ForgeState) -> None:
    board = everything.board()
    assert board.players == ("Human", "AI")
    assert board.active_player == 1
    facts = [board.player_fact(player, fact) for player in (0, 1) for fact in ("life", "green_mana", "lands_played")]
    assert facts == [5, 2, 1, -2, 0, 0]
    assert dict(board.told())[0, "poison"] == 3
    where = {zone: [found.id for found in board.cards_in(zone, 0)] for zone in ("hand", "library", "exile")}
    assert where == {
        "hand": ["grizzly-bears-2", "forest"],
        "library": ["island-4", "island-5", "forest-2"],
        "exile": ["shock", "colossal-dreadmaw"],
    }
    assert board.object("island-4").facts == ("top_of_library",)
    result = solve(board)
    assert (result["zombie-army"].power, result["zombie-army"].toughness) == (4, 1)  # counters and the Blade
    assert result["nezumi-graverobber"].name == "Nighteyes the Desecrator"
    assert (result["brisela-voice-of-nightmares"].power, result["brisela-voice-of-nightmares"].toughness) == (8, 9)
    assert len(board.object("essence-symbiote").merged) == 2
    assert result["bottomless-pool-locker-room"].name == "Locker Room"
    assert board.object("voice-of-all").choices.color == ("R",)
    assert board.object("obelisk-of-urd").choices.creature_type == ("Goblin",)
    assert result["the-shattered-states-era"].name == "Nameless Conqueror"
    assert board.object("grizzly-bears").face_down
    assert board.object("runeclaw-bear").facts == ("attacking", "damaged_this_turn", "summoning_sick")
    assert board.object("curse-of-deaths-hold").attached_player == 0
    assert board.by_number(dict(board.object("shock").links)["exiled_with"]).id == "isochron-scepter"
    assert board.by_number(dict(board.object("colossal-dreadmaw").links)["exiled_with"]).id == "runeclaw-bear"
    assert "hill-giant" not in board.objects  # phased out
    angel = board.object("serra-angel")
    assert (angel.base.owner, angel.base.controller, angel.facts) == (0, 1, ("monstrous", "renowned"))
    assert board.by_number(board.object("pacifism").attached_to or 0).id == "runeclaw-bear"


def test_what_of_everything_is_not_carried_over(everything: ForgeState) -> None:
    assert [str(note) for note in everything.not_carried if note.matters] == [
        "line 21, aibattlefield, T:g_1_1_saproling: token script `g_1_1_saproling`: any abilities that its name"
        " does not mention are missing",
        "line 23, humanprecast: `Giant Growth->9`: only the continuous effects of the spell are carried over",
        "line 24: `humanbattlefeild`: unknown key; did you mean `humanbattlefield`?",
        STAMPS,
    ]
    assert [str(note) for note in everything.not_carried if not note.matters] == [
        "line 4, goal: `Win`: it describes the puzzle",
        "line 5, turns: `1`: it describes the puzzle",
        "line 6, difficulty: `Hard`: it describes the puzzle",
        "line 10, turn: `3`: no effect depends on the turn number",
        "line 12, activephase: `MAIN1`: no effect depends on the phase",
        "line 16, humanmanapool: mana `R`: effects depend only on green mana",
        "line 18, humanhand, Forest: `Set:ORI`: no effect depends on the printing",
        "line 18, humanhand, Forest: `Art:2`: no effect depends on the printing",
        "line 20, humanbattlefield, Bruna, the Fading Light: `Meld:Gisela, the Broken Blade`: it enters as the"
        " melded permanent that includes this card",
        "line 20, humanbattlefield, Grizzly Bears: `FaceDown:Manifested`: the cost to turn it face up is not recorded",
        "line 21, aibattlefield, Runeclaw Bear: `Damage:1`: the amount of damage is not carried over",
    ]


def test_the_puzzle_is_the_same_as_toml(everything: ForgeState) -> None:
    again = read_puzzle(everything.puzzle.to_toml())
    assert again.to_data() == everything.puzzle.to_data()


# --- Players, keys and sections -----------------------------------------------------------------------------


def test_players_by_number_and_an_older_way_to_call_zones() -> None:
    state = read_forge("p2life=3\nactiveplayer=p2\n")
    assert state.board().players == ("P0", "P1", "P2")
    assert state.board().active_player == 2
    old = read_forge("HumanCardsInPlay=Forest\nAICardsInHand=Shock\n").board()
    assert [(found.id, found.base.zone) for found in old.objects.values()] == [
        ("forest", "battlefield"),
        ("shock", "hand"),
    ]


def test_a_key_that_comes_again() -> None:
    state = read_forge("p0life=3\np0life=4\n")
    assert state.board().player_fact(0, "life") == 4
    assert notes(state) == ["line 1: `p0life`: line 2 replaces it"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "g.pzl: not a Forge game state: no line like `humanbattlefield=` under `[state]`"),
        ("[state]\nfoo", "g.pzl: not a Forge game state: no line like `humanbattlefield=` under `[state]`"),
        ("title = 'x'", "g.pzl: not a Forge game state: no line like `humanbattlefield=` under `[state]`"),
        ("p0life=many", "g.pzl:1: `many` is not a whole number"),
        ("p0life=1\np0battlefield=Forest|Id:1;Island|Id:1", "g.pzl:2: two cards have `Id:1`"),
        (
            "p0battlefield=Forest|Counters:P1P1",
            "g.pzl:1: `P1P1` must be a kind of counter and a number, such as `P1P1=2`",
        ),
        ("p0battlefield=Forest|Counters:P1P1=-1", "g.pzl:1: `-1` is less than 0"),
        ("p0battlefield=;|Tapped", "g.pzl:1: missing card name: `|Tapped`"),
        (
            "p0hand=Overgrown Tom",
            "g.pzl:1: unknown card `Overgrown Tom`; did you mean `Overgrown Tomb` or `Overgrown Pest`?",
        ),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(PuzzleError) as error:
        read_forge(text, "g.pzl")
    assert str(error.value) == said


def test_limits() -> None:
    with pytest.raises(LimitError, match="at most 10000 cards in a Forge game state are allowed, not 10001"):
        battlefield(";".join(["Forest"] * 10_001))
    with pytest.raises(LimitError, match="digits"):
        battlefield("Forest|Id:99999999999999999999")


def test_a_card_that_nobody_knows_may_be_left_out() -> None:
    state = read_forge("p0battlefield=Forest;Qwxyzzy|Id:3;Rancor|AttachedTo:3", leave_out=True)
    assert list(state.board().objects) == ["forest", "rancor"]
    assert notes(state) == [
        "line 1, p0battlefield, Qwxyzzy: the card: it is unknown",
        "line 1, p0battlefield, Rancor: `AttachedTo:3`: no card has `Id:3`",
    ]


# --- Cards and modifiers ------------------------------------------------------------------------------------


def order(state: ForgeState) -> list[str]:
    """Return the ids of the objects, oldest first."""
    return [found.id for found in sorted(state.board().objects.values(), key=lambda found: found.stamp)]


def test_the_hosts_of_another_player_come_first() -> None:
    state = read_forge("p0battlefield=Rancor|AttachedTo:1;Blood Moon\np1battlefield=Taiga;Hill Giant|Id:1;Forest")
    assert order(state) == ["taiga", "hill-giant", "rancor", "blood-moon", "forest"]  # 303.4
    assert state.listed == ("rancor", "blood-moon", "taiga", "hill-giant", "forest")


def test_an_attachment_that_is_listed_before_its_host_is_attached_when_that_is_there() -> None:
    assert order(battlefield("Rancor|AttachedTo:1;Blood Moon;Hill Giant|Id:1;Forest")) == [
        "blood-moon", "hill-giant", "rancor", "forest",
    ]  # fmt: skip  # 613.7e
    crossed = "p0battlefield=Rancor|AttachedTo:1;Bear Cub|Id:2\np1battlefield=Pacifism|AttachedTo:2;Hill Giant|Id:1"
    assert order(read_forge(crossed)) == ["hill-giant", "rancor", "bear-cub", "pacifism"]


def test_modifiers_that_nobody_knows_or_that_mean_nothing_where_they_stand() -> None:
    state = read_forge("p0battlefield=Forest|Taped\np0hand=Forest|Tapped")
    assert notes(state) == [
        "line 1, p0battlefield, Forest: `Taped`: unknown modifier; did you mean `Tapped`?",
        "line 2, p0hand, Forest: `Tapped`: it applies only to permanents",
    ]


def test_what_the_board_refuses_of_a_card_is_left_away_and_listed() -> None:
    state = battlefield("Shock;Rancor|AttachedTo:2|Transformed;Bear Cub|AttachedTo:2", p0hand="Island|Id:2")
    assert [found.id for found in state.board().objects.values()] == ["rancor", "bear-cub", "island"]
    assert notes(state) == [
        "line 1, p0battlefield, Rancor: `Transformed`: the card is not double-faced (712)",
        "line 1, p0battlefield, Bear Cub: the object it is attached to: the card is not an Aura,"
        " Equipment or Fortification",
        "line 1, p0battlefield, Shock: the card: `Shock` is not a permanent card: its type is Instant",
        "line 1, p0battlefield, Rancor: `AttachedTo:2`: no object can be attached to `island` in the hand (701.3a)",
    ]


def test_what_is_bestowed_is_an_aura() -> None:
    state = battlefield("Hill Giant|Id:1;Boon Satyr|AttachedTo:1")
    result = solve(state.board())
    assert (result["boon-satyr"].types, result["hill-giant"].power) == (("Enchantment",), 7)  # 702.103b
    assert notes(state) == []


def test_what_is_suspended() -> None:
    state = read_forge("p0exile=Ancestral Vision|Counters:TIME=4;Shock|Counters:TIME=1;Ancestral Vision")
    assert [found.facts for found in state.board().objects.values()] == [("suspended",), (), ()]  # 702.62b


def test_of_what_a_clone_is_a_copy_is_not_told() -> None:
    assert notes(battlefield("Clone")) == [
        "line 1, p0battlefield, Clone: the object it copies: Forge game states do not record it (707.5)"
    ]  # fmt: skip


def test_names_of_cards_that_have_commas() -> None:
    board = battlefield(
        "Pithing Needle|NamedCard:Urborg, Tomb of Yawgmoth;Null Chamber|NamedCard:Forest,Humility"
    ).board()
    assert board.object("pithing-needle").choices.card_name == ("Urborg, Tomb of Yawgmoth",)
    assert board.object("null-chamber").choices.card_name == ("Forest", "Humility")
    assert write_forge(board)[0].endswith(
        "Pithing Needle|NamedCard:Urborg, Tomb of Yawgmoth;Null Chamber|NamedCard:Forest,Humility\n"
    )


# --- Spells that are cast as a state begins -----------------------------------------------------------------


def test_spells_that_resolve_as_the_state_begins() -> None:
    state = battlefield(
        "Hill Giant|Id:1", p0precast="Giant Growth->1;Opt:TrigScry;Blood Moon;Foo;Rancor->1",
        p1precast="Opt:CustomScript:DB$ Token | TokenAmount$ 2 | TokenScript$ w_1_1_cat_lifelink | TokenOwner$ You",
    )  # fmt: skip
    board = state.board()
    assert solve(board)["hill-giant"].power == 6
    assert {found.id: found.base.controller for found in board.objects.values()} == {
        "hill-giant": 0, "blood-moon": 0, "cat-token": 1, "cat-token-2": 1,
    }  # fmt: skip
    assert [note for note in notes(state) if "token script" not in note] == [
        "line 2, p0precast: `Giant Growth->1`: only the continuous effects of the spell are carried over",
        "line 2, p0precast: `Opt:TrigScry`: Forge’s scripts are not run",
        "line 2, p0precast: `Foo`: unknown card",
        "line 2, p0precast: `Rancor->1`: permanent spells with targets are not cast",
    ]


@pytest.mark.parametrize(
    "script",
    [
        "DB$ Token | TokenScript$ w_1_1_cat | TokenTapped$ True", "DB$ Draw", "DB$ Token", "",
        "DB$ Token | TokenAmount$ X | TokenScript$ w_1_1_cat", "DB$ Token | TokenAmount$ 101 | TokenScript$ w_1_1_cat",
    ],
)  # fmt: skip
def test_scripts_that_are_not_run(script: str) -> None:
    state = battlefield("Forest", p0precast=f"Opt:CustomScript:{script}")
    assert list(state.board().objects) == ["forest"]
    assert len(notes(state)) == 1


def test_spells_that_are_put_on_the_stack() -> None:
    state = battlefield("Forest|Id:3", p1putonstack="Lightning Bolt->3;3:DBDraw;Shock")
    assert [found.id for found in state.board().objects.values() if found.base.zone == "stack"] == [
        "lightning-bolt", "shock",
    ]  # fmt: skip
    assert notes(state) == [
        "line 2, p1putonstack: `Lightning Bolt->3`: targets of spells on the stack are not recorded",
        "line 2, p1putonstack: `3:DBDraw`: Forge’s scripts are not run",
    ]


def test_a_permanent_that_is_not_tapped_is_told_so() -> None:
    board = battlefield("Root Maze;Forest").board()
    assert solve(board)["forest"].tapped is False  # 614.12


def test_tokens_of_one_name_with_different_values() -> None:
    board = battlefield(
        "t:Zombie,P:2,T:2,Color:B,Types:Creature-Zombie,Keywords:;t:Zombie,P:3,T:3,Color:B,Types:Creature-Zombie,Keywords:"
    ).board()
    assert [(found.id, found.base.values.power, found.base.token) for found in board.objects.values()] == [
        ("zombie", 2, True), ("zombie-2", 3, True),
    ]  # fmt: skip


def test_what_is_said_of_many_is_said_once() -> None:
    state = battlefield("T:w_1_1_cat;Forest;T:w_1_1_cat")
    assert list(state.board().objects) == ["cat-token", "forest", "cat-token-2"]
    assert len(notes(state)) == 1


def test_summoning_sickness_may_be_taken_away() -> None:
    board = battlefield("Runeclaw Bear|SummonSick", removesummoningsickness="true").board()
    assert board.object("runeclaw-bear").facts == ()


@pytest.mark.parametrize(
    ("text", "line", "colors", "lines", "problems"),
    [
        ("Elf,P:1,T:1,Color:G,Types:Creature-Elf,Keywords:", "Token Creature — Elf", ["G"], "", 0),
        ("A,P:1,T:1,Color:WU,Types:Creature-Assembly-Worker,Keywords:Flying-First Strike",
         "Token Creature — Assembly-Worker", ["W", "U"], "Flying\nFirst Strike", 0),
        ("K,P:2,T:2,Cost:no cost,Types:Creature-Knight,Keywords:Toxic:1,Image:w_2_2", "Token Creature — Knight", [],
         "Toxic 1", 1),
        ("Treasure,P:0,T:0,Color:,Types:Artifact-Treasure,Keywords:", "Token Artifact — Treasure", [],
         "{T}, Sacrifice this token: Add one mana of any color.", 0),
        ("X,P:1,T:1,Color:R,Types:Artifact-Creature-Golem-Legendary,Keywords:HIDDEN Foo",
         "Token Legendary Artifact Creature — Golem", ["R"], "HIDDEN Foo", 1),
        *((f"Elf,P:1,T:1,Cost:{cost},{color}Types:Creature-Elf,Keywords:", "Token Creature — Elf", list(those), "", n)
          for cost, color, those, n in (
              ("G", "", "G", 0), ("{G}", "", "G", 0), ("{G}{G}", "", "G", 0), ("{R}{G}", "", "RG", 0),
              ("{2}{G}", "", "G", 0), ("2 G W", "", "WG", 0), ("{G/W/P}", "", "WG", 0), ("{2/U} {C/B}", "", "UB", 0),
              ("{R}{G}{W}", "", "", 1), ("{3}{G}", "", "", 1), ("{X} {5}", "", "", 0), ("no cost", "", "", 0),
              ("{R}{G} {3}{B}", "", "RG", 1), ("no cost", "Color:Bogus,", "", 1), ("{U}", "Color:green white,", "U", 1),
              ("{U}", "Color:,", "", 0), ("{U}", "Color:{W}{B},", "WB", 0),
          )),
    ],
)  # fmt: skip
def test_tokens_by_values(text: str, line: str, colors: list[str], lines: str, problems: int) -> None:
    spelt = token_of_values(text)
    assert spelt.card is not None
    assert spelt.card["type_line"] == line
    assert spelt.card["colors"] == colors
    assert spelt.card.get("oracle_text", "") == lines
    assert len(spelt.problems) == problems


def test_a_mark_of_byte_order_is_no_text() -> None:
    text = "\ufeff[metadata]\r\nName:Bommed\r\n[state]\r\nhumanbattlefield=Forest\r\n"
    state = read_forge(text)
    assert state.puzzle.title == "Bommed"
    assert not any("comes before any section" in str(each) for each in state.not_carried)


def test_the_second_chosen_type_is_the_second_wherever_it_stands() -> None:
    """What Illusionary Terrain says of Islands and Mountains depends on which was chosen first."""
    orders = ("ChosenType2:Island|ChosenType:Mountain", "ChosenType:Mountain|ChosenType2:Island")
    for order in orders:
        state = battlefield(f"Illusionary Terrain|{order};Mountain;Island")
        result = solve(state.board())
        assert not any("ChosenType" in str(each) for each in state.not_carried)
        assert [result[id].subtypes for id in ("mountain", "island")] == [("Island",), ("Island",)]


@pytest.mark.parametrize(
    "modifiers", ["ChosenType2:Island", "ChosenType2:Island|ChosenType:Foo", "ChosenType:Foo|ChosenType2:Island"]
)
def test_a_second_chosen_type_without_a_first_is_not_carried_over(modifiers: str) -> None:
    state = battlefield(f"Illusionary Terrain|{modifiers}")
    lost = [str(each) for each in state.not_carried]
    assert any("`ChosenType2:Island`: the first chosen type is missing" in each for each in lost), lost
    assert state.board().object("illusionary-terrain").choices.land_type == ()


@pytest.mark.parametrize(
    ("script", "name", "values"),
    [
        ("g_1_1_saproling", "Saproling Token", ("Token Creature — Saproling", ["G"], "1", "1", "")),
        ("c_1_1_a_thopter_flying", "Thopter Token", ("Token Artifact Creature — Thopter", [], "1", "1", "Flying")),
        ("wu_2_2_knight_firststrike_vigilance", "Knight Token",
         ("Token Creature — Knight", ["W", "U"], "2", "2", "First strike\nVigilance")),
        ("all_4_4_dragon_flying", "Dragon Token",
         ("Token Creature — Dragon", ["W", "U", "B", "R", "G"], "4", "4", "Flying")),
    ],
)  # fmt: skip
def test_tokens_by_script(script: str, name: str, values: tuple[object, ...]) -> None:
    card = token_of_script(script).card
    assert card is not None
    assert card["name"] == name
    found = (card["type_line"], card["colors"], card["power"], card["toughness"], card.get("oracle_text", ""))
    assert found == values


@pytest.mark.parametrize("script", ["", "b_1_1_rat_relentless", "g_x_x_ooze", "avacyn", "c_a_map_sac_explore"])
def test_scripts_whose_names_do_not_say_what_they_make(script: str) -> None:
    assert token_of_script(script).card is None


def test_cards_alike_in_the_command_zone() -> None:
    """What is revealed there comes one by one."""
    state = read_forge("p0command=Backup Plan;Backup Plan;Forest\n")

    assert state.listed == ("backup-plan", "backup-plan-2", "forest")
    assert list(state.board().objects) == ["backup-plan", "backup-plan-2", "forest"]


# --- On the command line ------------------------------------------------------------------------------------


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="mtglayers", input=typed)


def test_a_state_wherever_a_puzzle_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "moon.pzl"
    file.write_text("[state]\nhumanbattlefield=Blood Moon|Set:9ED;Overgrown Tomb\n", encoding="utf-8")
    result = run("solve", str(file), "--json")
    assert result.exit_code == 0
    found = {each["id"]: each for each in json.loads(result.stdout)["objects"]}
    assert found["overgrown-tomb"]["subtypes"] == ["Mountain"]
    assert result.stderr == (
        f"not carried over: {STAMPS}\nnot carried over: 1 more; `mtglayers forge read {file}` lists them\n"
    )
    assert run("check", str(file)).exit_code == 0
    assert "Mountain" in run("explain", str(file), "overgrown-tomb").stdout


def test_reading_prints_a_puzzle() -> None:
    typed = "[state]\nhumanbattlefield=Forest|Set:ORI\n"
    result = run("forge", "read", "-", typed=typed)
    assert result.exit_code == 0
    assert read_puzzle(result.stdout).players == ("Human", "AI")
    assert (
        result.stderr
        == "not carried over: line 2, humanbattlefield, Forest: `Set:ORI`: no effect depends on the printing\n"
    )
    found = json.loads(run("forge", "read", "-", "--json", typed=typed).stdout)
    assert found["not_carried"] == [
        {"line": 2, "matters": False, "what": "`Set:ORI`", "where": "humanbattlefield, Forest",
         "why": "no effect depends on the printing"},
    ]  # fmt: skip
    method = call(Session(), "forge.read", {"text": typed})
    assert found == {"format": FORMAT, **json.loads(msgspec.json.encode(method))}


def test_a_state_from_standard_input_and_one_that_is_none() -> None:
    assert run("solve", "-", typed="humanbattlefield=Forest\n").exit_code == 0
    result = run("forge", "read", "-", typed="[state]\nhumanbattlefield=Forst Foo\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: standard input:2: unknown card `Forst Foo`")


# --- Fuzzing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_whatever_the_text_it_is_read_or_refused(entry: Entry) -> None:
    assert tally(entry, range(60)).faults == ()


def test_what_is_made_up_is_mostly_read() -> None:
    ends = tally(ENTRIES["made-up"], range(60)).ends
    assert ends["value"] > 30
    assert ends["PuzzleError"] > 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p0battlefield=Forest" + "|Foo" * 1000, "at most 200 parts in a list are allowed, not 1000"),
        ("p0battlefield=" + "x" * 30_000, "at most 5000 characters in a string are allowed, not 30000"),
        ("p0life=1\n" * 10_001, "at most 10000 lines in a Forge game state are allowed, not 10002"),
        ("p0battlefield=Forest|Counters:" + "A=1," * 300, "at most 200 parts in a list are allowed, not 301"),
        ("p0battlefield=Forest|ClassLevel:9999999999", "at most 9 digits in a number are allowed, not 10"),
    ],
)
def test_what_is_too_much(text: str, said: str) -> None:
    with pytest.raises(LimitError) as error:
        read_forge(text)
    assert str(error.value) == said


def test_attached_in_a_circle() -> None:
    state = battlefield("Rancor|Id:1|AttachedTo:2;Rancor|Id:2|AttachedTo:3;Rancor|Id:3|AttachedTo:1")
    board = state.board()
    hosts = {found.id: board.by_number(found.attached_to or 0).id for found in board.objects.values()}
    assert hosts == {"rancor": "rancor-2", "rancor-2": "rancor-3", "rancor-3": "rancor"}
    assert [solve(board)[id].power for id in hosts] == [None, None, None]
    assert notes(battlefield("Rancor|Id:1|AttachedTo:1")) == [
        "line 1, p0battlefield, Rancor: `AttachedTo:1`: `rancor` cannot be attached to itself (301.5c, 303.4d)"
    ]  # fmt: skip


# --- The documentation --------------------------------------------------------------------------------------


def test_the_code_of_the_documentation_runs() -> None:
    text = (DATA.parents[2] / "docs" / "forge.md").read_text(encoding="utf-8")
    code = text.partition("```python\n")[2].partition("```")[0]
    found: dict[str, Any] = {}
    exec(code, found)  # noqa: S102 (our own)
    assert solve(found["state"].board())["hill-giant"].power == 5
    assert found["state"].ids == ((1, "hill-giant"),)
    assert found["text"].endswith("p0battlefield=Hill Giant|Id:1|Tapped;Rancor|AttachedTo:1\n")
    assert found["lost"] == ()


def test_the_documentation_names_every_key_and_modifier() -> None:
    text = (DATA.parents[2] / "docs" / "forge.md").read_text(encoding="utf-8")
    words = set(re.findall(r"[A-Za-z]+[0-9]?", text))
    assert set(MODIFIER_NAMES) <= words
    assert {*OF_GAME, *OF_PLAYER} - {"name"} <= words


# --- Over the protocol --------------------------------------------------------------------------------------


def test_reading_and_writing_over_the_protocol() -> None:
    session = Session()
    read = call(session, "forge.read", {"text": "humanbattlefield=Blood Moon|Set:8ED;Overgrown Tomb|Id:7|Tapped"})
    board = json.loads(msgspec.json.encode(read.board))
    assert (read.ids, read.listed) == ({"7": "overgrown-tomb"}, ("blood-moon", "overgrown-tomb"))
    assert [note.matters for note in read.not_carried] == [False, True]
    solved = call(session, "solve", {"board": board, "objects": ["overgrown-tomb"]})
    assert solved.objects[0].subtypes == ("Mountain",)
    written = call(session, "forge.write", {"board": board, "title": "Moon"})
    assert written.text.splitlines()[1] == "Name:Moon"
    assert written.text.endswith("\np0battlefield=Blood Moon;Overgrown Tomb|Tapped\n")
    assert written.not_carried == ()
    kept = call(session, "board.new", board).board
    assert call(session, "forge.write", {"board": kept, "title": "Moon"}) == written
    with pytest.raises(PuzzleError, match="1: unknown card `Nobody Knows It`"):
        call(session, "forge.read", {"text": "p0hand=Nobody Knows It"})
