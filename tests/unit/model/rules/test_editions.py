"""The editions as data, boards under them, and how they are listed."""

from __future__ import annotations

import datetime
import json
from itertools import pairwise

import msgspec
import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main
from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError, UnknownEditionError
from mtglayers.model.rules.edition import EDITIONS, NEWEST, TEXTS, Edition, edition, since_when
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, LIMB, MOON, SAPROLING, TOMB, board, card
from ....support.golden_files import assert_golden

KEYS = ["E03", "E04", "E05", "E07", "E09", "E11", "E12", "E15", "E20", "E21", "E25"]


def output(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments), prog_name="mtglayers")
    assert (result.stderr, result.exit_code) == ("", 0)
    return result.stdout


# --- The table ---


def test_texts_follow_each_other_without_a_gap():
    """Every day since 2003-07-01 lies in exactly one text."""
    assert list(EDITIONS)[: len(KEYS)] == KEYS  # keys stand in files: they stay
    assert TEXTS[-1].until is None
    for one, next_one in pairwise(TEXTS):
        assert one.until == next_one.since - datetime.timedelta(days=1)


def test_every_text_says_what_is_new():
    """No two neighbours are the same but for their dates, and each has a note."""
    for one, next_one in pairwise(TEXTS):
        fields = [name for name in one.__struct_fields__ if name not in ("since", "until", "note", "key")]
        assert any(getattr(one, name) != getattr(next_one, name) for name in fields), next_one.since
        assert next_one.note


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.since.isoformat())
def test_every_value_has_the_type_of_its_field(text):
    """Editions are read without checks of types, which would take long as the program starts."""
    assert msgspec.convert(msgspec.to_builtins(text), Edition) == text


@pytest.mark.parametrize(
    ("of", "key", "since"),
    [
        ("2006-07-01", "E05", "2006-05-01"),
        ("2005-10-01", "E05", "2005-10-01"),
        ("2007-04-30", "E05", "2007-02-01"),
        (datetime.date(2011, 9, 30), "E11", "2011-09-30"),
        (datetime.datetime(2011, 9, 29, 12), "E11", "2011-05-01"),  # noqa: DTZ001
        ("E12", "E12", "2014-06-01"),
        (NEWEST, NEWEST.key, str(NEWEST.since)),
        (None, NEWEST.key, str(NEWEST.since)),
        ("2099-01-01", NEWEST.key, str(NEWEST.since)),
    ],
)
def test_a_date_or_a_key_names_a_text(of, key, since):
    """A date means the text in force that day, a key the last text of that key."""
    found = edition(of)

    assert (found.key, found.since.isoformat()) == (key, since)


@pytest.mark.parametrize(("of", "said"), [("E13", "E12"), ("2003-06-30", "2003-07-01"), ("soon", "a date such as")])
def test_what_is_no_edition_is_refused(of, said):
    with pytest.raises(UnknownEditionError, match=said):
        edition(of)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.since.isoformat())
def test_every_text_places_every_operation_and_numbers_every_rule(text):
    """Whatever an effect does, some layer takes it, and whatever a step cites has a number."""
    names = [layer.name for layer in (*text.layers, *text.after)]
    kinds = ("copy", "face down", "control", "text", "type", "color", "ability", "define", "set", "modify", "switch",
             "player", "rule")  # fmt: skip
    for kind in kinds:
        for origin in ("static", "resolved", "counters"):
            assert text.place(kind, origin) in names
    cited = {what for what, _ in NEWEST.rules if what != "cant have" or text.cant_have}  # 113.11 is of 2014
    assert {what for what, _ in text.rules} == cited
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("key", "static", "resolved", "counters", "colour", "ability"),
    [
        ("E03", "6", "6", "5", "6", "6"),
        ("E04", "6c", "6c", "6b", "5", "5"),
        ("E05", "6d", "6b", "6c", "5", "5"),
        ("E07", "6d", "6b", "6c", "5", "5"),
        ("E09", "7c", "7c", "7d", "5", "6"),
        ("E11", "7c", "7c", "7d", "5", "6"),
        ("E12", "7c", "7c", "7d", "5", "6"),
        ("E15", "7c", "7c", "7d", "5", "6"),
        ("E20", "7c", "7c", "7c", "5", "6"),
        ("E21", "7c", "7c", "7c", "5", "6"),
        ("E25", "7c", "7c", "7c", "5", "6"),
    ],
)
def test_where_changes_of_size_colour_and_abilities_apply(key, static, resolved, counters, colour, ability):
    """418.5a, 613.3, 613.4: the matrix of layers."""
    text = EDITIONS[key]
    sizes = tuple(text.place("modify", origin) for origin in ("static", "resolved", "counters"))

    assert sizes == (static, resolved, counters)
    assert (text.place("color"), text.place("ability")) == (colour, ability)


def test_what_the_rules_know_since_when():
    assert since_when("stickers") == "2022-10-07"
    assert since_when("Ring-bearers") == "2023-06-23"
    assert since_when("suspected permanents") == "2024-02-09"
    assert since_when("merging") == "2020-04-17"
    assert since_when("a rule that never was") == "never"
    assert not edition("2009-09-30").knows("planes")
    assert edition("2009-10-01").knows("planes")


# --- Boards under them ---


@pytest.mark.parametrize("key", KEYS)
def test_one_board_under_every_edition(key):
    """The story of Blood Moon and Life and Limb comes out the same under all of them, by other numbers."""
    made = board(MOON, LIMB, SAPROLING)
    result = solve(made, edition=key)
    made.enters(TOMB)
    looped = solve(made, edition=key)

    assert result["saproling"].subtypes == ("Saproling", "Mountain")
    assert looped["saproling"].subtypes == ("Saproling", "Forest")
    assert looped.loops[0].members == ("blood-moon#1", "life-and-limb#1")
    assert result.layer("4").steps[0].rule == result.edition.rule("order")


@pytest.mark.parametrize(
    ("day", "numbers"),
    [
        ("2006-07-01", {"418.5a", "418.5d"}),
        ("2009-08-01", {"612.1d", "612.7b", "612.1e", "612.3b"}),
        ("2011-09-30", {"613.1d", "613.7b", "613.1e", "613.3b"}),
        ("2026-09-25", {"613.1d", "613.8b", "613.1e", "613.4b"}),
    ],
)
def test_steps_cite_the_numbers_of_their_day(day, numbers):
    """A step of 2006 cites 418.5a, one of today 613.1d."""
    result = solve(board(MOON, LIMB, SAPROLING), edition=day)
    cited = {layer.rule for layer in result.layers if layer.steps} | {result.layer("4").steps[0].rule}

    assert cited == numbers


def test_another_edition_plays_the_timeline_again():
    """613.6e, 613.7f: turned face up in 2011 a creature keeps its timestamp, in 2016 it gets a new one."""
    made = Board()
    made.enters(BEAR)
    made.enters(card("Weight", "Creature", "All creatures lose flying.", "1/1"), face_down=True)
    made.enters(card("Wings", "Enchantment", "All creatures have flying."))
    made.turns("weight", face="up")

    assert len(solve(made, edition="2011-09-30")["grizzly-bears"].abilities) == 1
    assert solve(made, edition="2016-08-01")["grizzly-bears"].abilities == ()
    assert made.edition is NEWEST


def test_what_the_rules_of_a_day_do_not_know_is_refused():
    """A timeline that tells of something newer is no board of that day."""
    made = board(BEAR)
    made.counters("grizzly-bears", put={"flying": 1})

    assert len(solve(made)["grizzly-bears"].abilities) == 1
    with pytest.raises(IllegalEventError, match="2020-04-17"):
        solve(made, edition="2019-01-01")


def test_base_sizes_need_a_layer_of_their_own():
    """208.4b: before 2009-07-11 what resolved was applied together with what sets sizes."""
    made = board(BEAR, card("Anthem", "Enchantment", "All creatures get +1/+1."))

    assert solve(made, edition="2011-09-30")["grizzly-bears"].base_power == 2
    assert solve(made, edition="2008-03-17")["grizzly-bears"].base_power is None


def test_an_enchanted_creature_that_is_none():
    """From 2011-05 to 2013-09 "enchanted creature" was nothing while the Aura enchanted something else."""
    wings = card("Wings", "Enchantment — Aura", "Enchant creature\nEnchanted creature has flying.")
    made = board(BEAR, wings)
    made.attaches("wings", to="grizzly-bears")
    made.enters(card("Stone", "Enchantment", "All creatures are lands."))

    assert [len(solve(made, edition=day)["grizzly-bears"].abilities) for day in
            ("2008-03-17", "2011-09-30", "2013-09-27", "2026-09-25")] == [1, 0, 1, 1]  # fmt: skip


def test_instants_stay_instants():
    """205.1a since 2022-06-10."""
    made = Board()
    made.enters(card("Growth", "Instant", "Draw a card."), zone="stack")
    made.enters(card("Gods", "Enchantment", "All spells are creatures."))

    assert solve(made, edition="2023-11-17")["growth"].types == ("Instant", "Creature")
    assert solve(made, edition="2022-06-09")["growth"].types == ("Creature",)


def test_an_artifact_creature_keeps_its_creature_types_until_2019():
    """205.1b: "becomes a Golem artifact creature" replaces creature types since 2019-10-04."""
    made = board(BEAR)
    made.resolves({"text": "Target creature becomes a 3/3 Golem artifact creature."}, as_="golem",
                  targets=["grizzly-bears"])  # fmt: skip

    assert solve(made, edition="2019-10-04")["grizzly-bears"].subtypes == ("Golem",)
    assert solve(made, edition="2019-10-03")["grizzly-bears"].subtypes == ("Bear", "Golem")


@pytest.mark.parametrize("day", [text.since for text in TEXTS])
@pytest.mark.parametrize(
    ("aura", "types", "subtypes"),
    [
        ("Darksteel Mutation", ("Artifact", "Creature"), ("Insect",)),
        ("Song of the Dryads", ("Land",), ("Forest",)),
        ("Imprisoned in the Moon", ("Land",), ()),
        ("Kenrith's Transformation", ("Creature",), ("Elk",)),
    ],
)
def test_a_card_that_says_what_is_lost_wins_over_what_is_kept(day: datetime.date, aura: str, types, subtypes):
    """101.1: "loses all other card types and creature types" is so whatever 205.1b kept in its day."""
    made = Board(players=["Ana", "Ben"])
    made.enters("Phyrexian Metamorph")
    made.enters(aura, attached_to="phyrexian-metamorph")
    found = solve(made, edition=day)["phyrexian-metamorph"]

    assert (found.types, found.subtypes) == (types, subtypes)


def test_what_a_copy_effect_adds_and_blood_moon():
    """305.7: until 2013-09-26 an ability that a copy effect adds is no rules text, and stays."""
    dryad = card("Grove", "Land Creature — Forest Dryad", "Trample", "1/1")
    made = board(dryad)
    made.enters(BEAR, copy_of="grove", except_="it has haste")
    made.enters(MOON)
    names = {day: [getattr(ability, "name", "mana") for ability in solve(made, edition=day)["grizzly-bears"].abilities]
             for day in ("2013-09-26", "2013-09-27")}  # fmt: skip

    assert names == {"2013-09-26": ["Haste", "mana"], "2013-09-27": ["mana"]}


def test_a_copy_exception_and_what_the_copied_object_says_of_itself():
    """707.9d: since 2011-02-04 an exception takes the place of the ability that defines the same thing."""
    goyf = card("Maro", "Creature", "Maro's power and toughness are each equal to the number of cards in your hand.",
                "*/*")  # fmt: skip
    made = board(goyf)
    made.player("A", hand=3)
    made.enters(BEAR, copy_of="maro", except_="it's 7/7")

    assert solve(made, edition="2011-02-03")["grizzly-bears"].power == 3
    assert solve(made, edition="2011-02-04")["grizzly-bears"].power == 7


def test_2004_an_effect_that_changes_types_applies_wholly_in_layer_4():
    """418.5b of 2003-12-01: the later "base 0/2" wins although the animation is younger."""
    made = Board(edition="E04")
    made.enters(card("Sphere", "Artifact"))
    animate = {"text": "Target artifact becomes a 3/2 artifact creature until end of turn."}
    made.resolves(animate, as_="one", targets=["sphere"])
    made.resolves({"text": "Target creature has base power and toughness 0/2 until end of turn."}, as_="two",
                  targets=["sphere"])  # fmt: skip
    made.resolves(animate, as_="three", targets=["sphere"])

    assert (solve(made)["sphere"].power, solve(made, edition="E05")["sphere"].power) == (0, 3)
    assert solve(made).layer("4").order == ("one", "three")


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.since.isoformat())
def test_a_board_keeps_its_day_as_data(text):
    """A key would mean the last text of that key, so data have the day."""
    made = Board(edition=text)
    made.enters(BEAR)

    assert Board.from_data(json.loads(json.dumps(made.to_data()))).edition is text


@pytest.mark.parametrize(("key", "flies"), [("E03", False), ("E04", False), ("E05", True)])
def test_until_2005_an_object_may_say_that_it_has_abilities(key, flies):
    """405.2 of 2003: "has flying" is characteristic-setting and applies first, whatever takes flying when."""
    made = Board(edition=key)
    made.enters(card("Sphere", "World Enchantment", "All creatures lose flying."))
    made.player("A", graveyard=7)
    zealot = "As long as seven or more cards are in your graveyard, this creature gets +1/+1 and has flying."
    made.enters(card("Zealot", "Creature", zealot.replace("gets +1/+1 and has", "has"), "2/4"))

    assert bool(solve(made)["zealot"].abilities[1:]) is flies


@pytest.mark.parametrize(("key", "colors"), [("E04", ()), ("E05", ("W",))])
def test_until_2005_what_an_object_gives_itself_defines_it_everywhere(key, colors):
    """405.2 of 2003: "has devoid" sets characteristics in a graveyard, and so does the devoid that it gives."""
    made = Board(edition=key)
    made.enters(card("Ghost", "Creature", "This creature has devoid.", "1/1", cost="{W}"), zone="graveyard", owner="A")

    assert solve(made)["ghost"].colors == colors


@pytest.mark.parametrize(("day", "power"), [("2008-01-31", 0), ("2008-02-01", 3), ("2009-07-10", 3), ("2009-07-11", 0)])
def test_an_ability_that_a_text_change_brought(day, power):
    """405.2a(2): from 2008-02-01 to 2009-07-10 text-changing effects were not among the origins of such an ability."""
    shifter = card(
        "Shifter", "Creature — Shapeshifter",
        "As long as the top card of your graveyard is a creature card, this creature has the full text of that card "
        'and has the text "{2}: Discard a card."', "0/1",
    )  # fmt: skip
    maro = "Maro's power and toughness are each equal to the number of cards in your hand."
    made = Board(edition=day)
    made.player("A", hand=3)
    made.enters(card("Wither", "Enchantment", "All creatures have base power and toughness 0/2."))
    made.enters(shifter)
    made.enters(card("Maro", "Creature", maro, "*/*"), zone="graveyard", owner="A")

    assert solve(made)["shifter"].power == power


# --- The command ---


def test_the_list():
    assert_golden("editions.txt", output("editions") + output("editions", "2006-07-01") +
                  output("editions", "--readings"))  # fmt: skip


def test_as_json():
    found = json.loads(output("editions", "--json"))["editions"]

    assert [text["since"] for text in found] == [text.since.isoformat() for text in TEXTS]
    assert json.loads(output("editions", "E11", "--json"))["editions"][0]["rules"]["again"] == "613.7c"
    readings = json.loads(output("editions", "--readings", "--json"))["readings"]
    assert "literal" in {reading["name"] for reading in readings}


def test_solving_under_an_edition_cites_its_numbers():
    text = output("solve", "puzzles/blood-moon-life-and-limb.toml", "--edition", "2006-07-01")

    assert "Rules of 2006-05-01 to 2007-01-31 (E05)" in text
    assert "418.5d" in text
    assert "613" not in text
