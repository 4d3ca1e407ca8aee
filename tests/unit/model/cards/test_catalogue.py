"""The catalogue that ships: found by name, decoded whole, no card's sentences in it, built the same each time."""

from __future__ import annotations

import json

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards import hints
from mtglayers.model.cards import search as catalogue
from mtglayers.model.cards.catalogue import build
from mtglayers.model.cards.catalogue.pack import Packed
from mtglayers.model.cards.catalogue.shipped import shipped_card
from mtglayers.model.cards.rules_text import signature
from mtglayers.model.cards.search import find, names, near, search
from mtglayers.model.effects.ability import Resolution, TextAbility
from mtglayers.model.errors import BoardDataError, UnknownCardError, UnsupportedTextError
from mtglayers.model.oracle import phrasing
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.support.names import fold
from mtglayers.solver.solve import solve

from ....support.paths import TESTS

UNDERSTOOD = TESTS / "data" / "understood.txt"


BEARS = {"name": "Bears", "mana_cost": "{1}{G}", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}


def printed(line: str, **fields: str) -> dict[str, str]:
    """Return Odd Bears with these lines of text."""
    return {**BEARS, "name": "Odd Bears", "oracle_text": line, **fields}


def packs(*cards: dict[str, object]) -> Packed:
    return Packed(build.build(cards).data)


@pytest.mark.parametrize("name", ["Blood Moon", "blood moon", "Urborg, Tomb of Yawgmoth", "Saproling", "Forest"])
def test_found_by_name(name):
    """Case does not matter."""
    assert find(name).name.casefold() == name.casefold()


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("lim-dul’s vault", "Lim-Dûl's Vault"), ("Fire", "Fire // Ice"), ("ice", "Fire // Ice"),
        ("fire/ice", "Fire // Ice"), ("FIRE//ICE", "Fire // Ice"), ("Ice Age", "Ice Age"),
        ("  jotun   grunt ", "Jötun Grunt"),
    ],
)  # fmt: skip
def test_found_by_what_people_type(name: str, full: str):
    """Accents, curly quotation marks, spaces and half a name do not matter; a full name comes before a half."""
    cards = ({**BEARS, "name": each} for each in ("Lim-Dûl's Vault", "Jötun Grunt", "Ice Age"))
    halves = [{**BEARS, "name": "Fire"}, {**BEARS, "name": "Ice"}]
    found = packs(*cards, {"name": "Fire // Ice", "layout": "split", "card_faces": halves}).card(name)

    assert found is not None
    assert found.name == full


def test_a_name_of_two_cards_stands_for_neither():
    """Where the name of a face could mean several cards, nothing is guessed."""
    cards = [
        {"name": f"{one} // Side", "card_faces": [{**BEARS, "name": one}, {**BEARS, "name": "Side"}]}
        for one in ("Left", "Right")
    ]

    assert packs(*cards).card("Side") is None
    assert packs(*cards).card("left") == packs(*cards).card("Left // Side")


def test_every_name_is_found():
    """The binary search finds the first line, the last line, and all between."""
    letters = ["A", "Aa", "B", "Ba-", "Ba", "Bab", "É", "Zz", "_____", '"Z"', "+2 Mace"]
    pack = packs(*({**BEARS, "name": name} for name in letters))

    assert pack.names == tuple(sorted(letters))
    assert [pack.card(name).name for name in letters] == letters
    assert [pack.card(name) for name in ("", "0", "zzz", "baa")] == [None] * 4


def test_search_and_near_names():
    """Part of a name, in any case; and names that resemble it."""
    assert search("OF YAWG")[0].endswith("of Yawgmoth")
    assert search("no card has this in its name") == []
    assert near("humilty")[0] == "Humility"


def test_unknown_name():
    """An unknown name is refused with the nearest ones."""
    with pytest.raises(UnknownCardError, match="Blood Moon") as error:
        find("Blod Moon")

    assert error.value.nearest[0] == "Blood Moon"


def test_names_are_in_order():
    """The names, each once, in alphabetical order."""
    assert list(names()) == sorted(set(names()))
    assert len(names()) > 400


def test_cards_that_must_be_understood():
    """The cards that puzzles, tests and the rules' examples use are understood to the last line."""
    wanted = build.read_names(UNDERSTOOD)

    assert len(wanted) > 440
    assert [place for name in wanted for place in find(name).not_understood()] == []


def test_build_compiles_what_it_is_given():
    """A small list: facts, trees, and a resolution in place of its text."""
    factory = {
        "name": "Factory", "type_line": "Land",
        "oracle_text": "{T}: Add {C}.\n"
        "{1}: This land becomes a 2/2 artifact creature until end of turn. It's still a land."
        "\n{2}: Draw a card.",
    }  # fmt: skip
    built = build.build([BEARS, factory, {**BEARS, "power": "9"}])
    one, two, three = Packed(built.data).card("factory").faces[0].abilities

    assert (built.cards, built.refused, built.unread) == (2, (), ())
    assert Packed(built.data).names == ("Bears", "Factory")
    assert Packed(built.data).card("Bears").faces[0].power == "2"
    assert one == TextAbility("mana", "{T}: Add {C}.")
    assert (two.text, two.cost) == ("", "{1}")
    assert len(two.resolution.clauses) == 1
    assert three == TextAbility(
        "activated",
        number=signature("{2}: Draw a card.")[0],
        cost="{2}",
        targets=0,
        board_changes=(("hand", "library"),),
    )
    assert b"Draw" not in built.data


def test_build_names_what_is_wrong(tmp_path):
    """A card whose facts cannot be read is left out and named; so is the place of an unread line."""
    odd = printed("Flying\nBears you control get +1/+1 on Tuesdays.")
    built = build.build([BEARS, odd, {**BEARS, "name": "Elves", "type_line": "Eaturecray"}])

    assert built.cards == 2
    assert [name for name, _ in built.refused] == ["Elves"]
    assert built.unread == (("Odd Bears", "line 2 of Odd Bears"),)
    (tmp_path / "cards.json").write_text(json.dumps([BEARS, odd]))
    (tmp_path / "names.txt").write_text("Odd Bears\n")
    with pytest.raises(build.BuildError, match="not understood: line 2 of Odd Bears"):
        build.build_file(tmp_path / "cards.json", tmp_path / "names.txt")
    with pytest.raises(build.BuildError, match="no card `Elves`"):
        build.chosen([BEARS], ["Elves", "Bears"])


def test_build_command(tmp_path, capsys):
    """The command writes the data file; with what is wrong it ends with one sentence."""
    (tmp_path / "bulk.json").write_text(json.dumps([BEARS]))

    assert build.main([str(tmp_path / "bulk.json"), "--out", str(tmp_path / "cards.tsv"), "--jobs", "2"]) == 0
    assert Packed((tmp_path / "cards.tsv").read_bytes()).card("bears").name == "Bears"
    assert "1 cards" in capsys.readouterr().out
    (tmp_path / "bulk.json").write_text("{}")
    assert build.main([str(tmp_path / "bulk.json"), "--out", str(tmp_path / "cards.tsv")]) == 1
    assert "neither a Scryfall card list" in capsys.readouterr().err


def test_build_command_has_at_least_one_job(tmp_path):
    with pytest.raises(SystemExit):
        build.main([str(tmp_path / "bulk.json"), "--jobs", "0"])


def test_a_catalogue_of_another_version_is_refused():
    """A kind of node that this program does not have, with fields or without, makes no card."""
    data = build.build([printed("Bears you control have flying.")]).data
    for other in (data.replace(b"Group", b"Grope"), data.replace(b'"Card":', b'"Cart":')):
        assert other != data
        with pytest.raises(BoardDataError, match="the catalogue entry for `Odd Bears` was built by another version"):
            Packed(other).card("Odd Bears")
    bare = b'{"format":3,"kinds":{"Card":["name","faces"],"Bare":[]}}\nodd\tOdd\t["Card",3,[],[0,["Bare",0]]]\n'
    with pytest.raises(BoardDataError, match="`Bare` is unknown"):
        Packed(bare).card("Odd")


def test_what_is_remembered_of_a_users_text_is_bounded():
    """A program that reads for days holds so much of it and no more."""
    assert phrasing.read.cache_info().maxsize == hints.nearest.cache_info().maxsize == 4096


# --- Lines that are not understood, and abilities that go by a number -----------------------------------------

MARKED = (
    printed("Flying\nBears you control get +1/+1 on Tuesdays."),
    printed("Flying\n{1}: Bears you control get +1/+1 on Tuesdays.", name="Late Bears"),
    printed('Other Bears have "{T}: Destroy target black Elf."', name="Black Bears"),
    printed('Other Bears have "{T}: Destroy target blue Elf."', name="Blue Bears"),
    printed('Other Bears have "{T}: Destroy target black Elf."\nTrample', name="Wide Bears"),
    printed("{1}: Draw a card.", name="Wise Bears"),
    printed(
        "You may have this creature enter as a copy of any creature, except it's odd on Tuesdays.", name="Copy Bears"
    ),
    printed("Spells cost {1} more to cast on Tuesdays.", name="Dear Bears"),
)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of cards with lines that nobody understands."""
    data = build.build(MARKED).data
    monkeypatch.setattr(catalogue, "pack", lambda: Packed(data))
    catalogue.shipped_card.cache_clear()
    yield
    catalogue.shipped_card.cache_clear()


@pytest.mark.usefixtures("marked")
def test_an_unread_static_line_is_named_with_the_result():
    """The result says which line of which card it leaves out of account."""
    board = Board()
    board.enters("Odd Bears")

    assert solve(board).unsupported == (("odd-bears", "line 2 of Odd Bears"),)


@pytest.mark.usefixtures("marked")
def test_an_unread_ability_refuses_to_resolve():
    """It never does nothing in silence; one that is understood to touch nothing resolves."""
    board = Board()
    for name in ("Late Bears", "Wise Bears"):
        board.enters(name)
    with pytest.raises(UnsupportedTextError, match=r"^line 2 of Late Bears is not understood$"):
        board.resolves({"ability_of": "late-bears", "index": 2}, as_="late")
    board.resolves({"ability_of": "wise-bears", "index": 1}, as_="wise")

    assert solve(board)["wise-bears"].power == 2


@pytest.mark.usefixtures("marked")
def test_an_unread_copy_ability_refuses():
    """707.9: a plain copy would be wrong."""
    board = Board()
    board.enters("Wise Bears")
    with pytest.raises(UnsupportedTextError, match="line 1 of Copy Bears is not understood"):
        board.enters("Copy Bears", copy_of="wise-bears")


@pytest.mark.usefixtures("marked")
def test_an_unread_cost_is_named_with_the_cost():
    """A line about costs that is not understood is reported with every cost that it may change."""
    board = Board()
    board.enters("Dear Bears")
    spell = board.enters("Wise Bears", zone="stack")

    assert solve(board).cost(spell).unread == (("dear-bears", "line 1 of Dear Bears is not understood"),)


@pytest.mark.usefixtures("marked")
def test_granted_abilities_stay_what_they_are():
    """Equal texts are equal abilities, different ones different; layer 3 changes the words in them (612.2)."""
    (black,), (blue,), (wide, _) = (
        find(name).faces[0].abilities for name in ("Black Bears", "Blue Bears", "Wide Bears")
    )
    (given,) = black.parts[0].operations[0].abilities

    assert black == wide
    assert black != blue
    assert given.number == signature("{T}: Destroy target red Goblin.")[0]  # without these words
    assert (given.text, given.colors, given.subtypes) == ("", ("B",), ("Elf",))
    changed = given.with_words({"B": "R", "Elf": "Goblin"})
    assert (changed.colors, changed.subtypes) == (("R",), ("Goblin",))


def test_a_line_is_counted_as_it_is_printed():
    """Reminder text and lists of keywords do not move the count; a spell's lines are one ability."""
    card = printed("(It flies.)\nFlying, trample\nWhen this creature dies, Bears get odd on Tuesdays.")
    spell = {
        "name": "Odd Spell", "type_line": "Instant", "oracle_text": "Draw a card.\nBears get odd until Tuesday.",
    }  # fmt: skip

    assert shipped_card(card).not_understood() == ["line 3 of Odd Bears"]
    assert shipped_card(spell).not_understood() == ["line 2 of Odd Spell"]


def test_folded_names():
    """What two ways to write a name have in common."""
    assert fold("Séance") == fold("seance") == "seance"
    assert fold("Juzám  Djinn") == "juzam djinn"


def test_stored_resolution_reads_like_the_text():
    """A card that was read from text and one from the catalogue do the same."""
    ability = find("Turn to Frog").spell

    assert ability is not None
    assert isinstance(ability.resolution, Resolution)
    assert english(ability) == (
        "Until end of turn, target creature loses all abilities and becomes a blue Frog with base power and toughness"
        " 1/1."
    )


def test_static_of_the_catalogue_is_the_one_read():
    """A static ability of the catalogue equals the one read from its line."""
    (moon,) = find("Blood Moon").faces[0].abilities

    assert (moon,) == read_line("Nonbasic lands are Mountains.")
