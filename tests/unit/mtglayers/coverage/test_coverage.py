"""Coverage: what is counted, and that the checks find what they are there to find."""

from __future__ import annotations

import json

import msgspec
import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main
from mtglayers.coverage import Claims, lines_of_card, measure, read_claims, read_settled
from mtglayers.coverage.claims import agree, plain
from mtglayers.coverage.coverage import is_legal
from mtglayers.coverage.deletion import idle_sentences, passed_over
from mtglayers.coverage.layer_words import layers_spoken_of
from mtglayers.coverage.referents import misdirected
from mtglayers.coverage.roundtrip import kept, misprint
from mtglayers.coverage.templates import template
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.filters.characteristics import OfSubtype, OfType
from mtglayers.model.effects.filters.combinators import Other
from mtglayers.model.effects.filters.whereabouts import ControlledBy
from mtglayers.model.effects.selectors import Group, Itself, Target

from ....support.paths import ROOT

SHARED = ROOT.parent / "shared" / "cards"
BULK, CLAIMS = SHARED / "oracle-cards.json", SHARED / "layer-lines.jsonl"
DATA = ROOT / "tests" / "data"

needs_bulk = pytest.mark.skipif(not BULK.exists(), reason="no bulk file of cards is there")

LORD = {
    "name": "Lord of Tests",
    "type_line": "Creature — Goblin",
    "power": "2",
    "toughness": "2",
    "oracle_text": "Flying\nOther Goblins get +1/+1.\nWhenever this creature attacks, draw a card.\n"
    "{R}: This creature gets +1/+0 until end of turn.\nGoblins bewilder the reader utterly.",
}
SPELL = {
    "name": "Test",
    "type_line": "Sorcery",
    "oracle_text": "Destroy target land.\nTarget creature gains flying until end of turn.\nIt gets +2/+2 until end of"
    " turn.",
}


def line(text: str, type_line: str = "Enchantment", name: str = "Test"):
    """Return the one line of a card with that text."""
    (found,) = lines_of_card({"name": name, "type_line": type_line, "oracle_text": text})
    return found


# --- Lines ---


def test_each_line_has_kind_status_and_layers():
    found = [(each.kind, each.status, each.layers) for each in lines_of_card(LORD)]

    assert found == [
        ("keyword", "untouching", ()),
        ("static", "compiled", ("7c",)),
        ("resolution", "untouching", ()),
        ("resolution", "compiled", ("7c",)),
        ("static", "unread", ()),
    ]


def test_lines_of_a_spell_are_read_one_after_the_other():
    """113.3a: the third line speaks of the second line's target, and its own layer is counted for it alone."""
    found = [(each.status, each.layers) for each in lines_of_card(SPELL)]

    assert found == [("untouching", ()), ("compiled", ("6",)), ("compiled", ("7c",))]


@pytest.mark.parametrize(
    ("text", "kind", "layers"),
    [
        ("Devoid", "keyword", ("5",)),
        ("Test's power and toughness are each equal to the number of cards in your hand.", "cda", ("7a",)),
        ("Creatures you control have flying.", "static", ("6",)),
        ("Goblin spells you cast cost {1} less to cast.", "static", ("601.2f",)),
        ("You have no maximum hand size.", "static", ("613.11",)),
        ("You may have this creature enter as a copy of any creature on the battlefield.", "resolution", ("1a",)),
    ],
)
def test_layers_of_a_line(text, kind, layers):
    found = line(text, "Creature — Shapeshifter")

    assert (found.kind, found.status, found.layers) == (kind, "compiled", layers)


def test_a_label_that_gives_an_ability_applies_in_layer_6():
    """702.178a: "Max speed — [ability]" means that the object has that ability as long as you have max speed."""
    assert line("Max speed — This creature gets +1/+0.", "Creature — Robot").layers == ("6",)


def test_a_granted_ability_must_be_understood_too():
    """What stands in quotation marks is compiled as well, or the line that grants it is not understood."""
    found = line('Creatures you control have "Goblins bewilder the reader utterly."')

    assert found.status == "unread"
    assert found.stop is not None
    assert (found.stop.part, found.stop.granted) == ("Goblins bewilder the reader utterly.", True)


# --- Counts ---


def test_counts():
    found = measure([LORD, SPELL, SPELL, {"name": "Odd", "type_line": "Ffoo"}])

    assert (found.cards, found.whole) == (4, 2)
    assert msgspec.to_builtins(found.kind("static")) == {
        "kind": "static",
        "compiled": {"lines": 1, "different": 1},
        "untouching": {"lines": 0, "different": 0},
        "unread": {"lines": 1, "different": 1},
    }
    assert found.kind("resolution").compiled.lines == 5
    assert found.kind("resolution").compiled.different == 3
    assert {row.layer: row.compiled.lines for row in found.layers if row.compiled.lines} == {"6": 2, "7c": 4}
    assert [(each.template, each.lines, each.card) for each in found.unread] == [
        ("SUBTYPE bewilder the reader utterly.", 1, "Lord of Tests")
    ]
    assert [name for name, _ in found.refused] == ["Odd"]
    assert (found.round_trip, found.dropped, found.claims) == ((), (), ())


def test_spread_over_processes_it_is_the_same():
    cards = [LORD, SPELL] * 250

    assert measure(cards, jobs=2) == measure(cards)


def test_templates():
    assert template("Target Goblin gets +2/+1 and gains first strike for each two red creatures.") == (
        "Target SUBTYPE gets ±N/±N and gains KEYWORD for each N COLOR TYPE."
    )
    assert template("Nonartifact Elves cost {1}{G} less.") == "TYPE SUBTYPE cost MANA less."


# --- The checks ---


@pytest.mark.parametrize(
    ("text", "wrong", "named"),
    [
        ("Untap target creature. It gains haste until end of turn.", Itself("it"), ("it: Itself", "`target creature`")),
        (
            "Whenever this creature attacks, it gets +1/+1 until end of turn.",
            Target(word="it"),
            ("it: target 1", "`this creature`"),
        ),
        (
            "Choose target creature and target Equipment. Gain control of that Equipment until end of turn.",
            Target(word="that Equipment"),
            ("that equipment: target 1", "`target Equipment`"),
        ),
        (
            "When this Aura enters, untap enchanted land. You gain control of that land until end of turn.",
            Itself("that land"),
            ("that land: Itself", "`enchanted land`"),
        ),
        (
            "Target creature gets +1/+1 until end of turn.",
            Target(1, Group((OfType("Creature"),)), "target"),
            ("target creature: target 2", "of 1"),
        ),
        (
            "Put a +1/+1 counter on each Elf you control. Those creatures gain haste until end of turn.",
            Group((OfSubtype("Goblin"), ControlledBy("you")), "each"),
            ("they: each goblin you control", "`each Elf`"),
        ),
        (
            "Whenever enchanted creature attacks, each other creature gets +1/+1 until end of turn.",
            Group((Other(), OfType("Creature")), "each"),
            ("other: Itself", "`enchanted creature`"),
        ),
    ],
)
def test_a_wrong_referent_is_found(text, wrong, named):
    found = line(text, "Creature" if text.startswith("When") else "Instant")
    (clause,) = found.resolution.clauses
    other = msgspec.structs.replace(found.resolution, clauses=(msgspec.structs.replace(clause, selector=wrong),))

    assert list(misdirected(found)) == []
    assert list(misdirected(msgspec.structs.replace(found, resolution=other))) == [named]


def test_a_player_that_is_several_players_is_found():
    found = line("Whenever ~ attacks, creatures your opponents control that are tapped get -1/-1 until end of turn.")
    clause = found.resolution.clauses[0]
    group = Group((OfType("Creature"), ControlledBy("that player", word="they control")))
    other = msgspec.structs.replace(found.resolution, clauses=(msgspec.structs.replace(clause, selector=group),))
    text = "Whenever ~ attacks, your opponents lose 1 life. Creatures they control get -1/-1 until end of turn."

    assert list(misdirected(msgspec.structs.replace(found, text=text, resolution=other))) == [
        ("they: that player", "`your opponents`")
    ]


def test_a_line_that_prints_otherwise_is_found():
    found = line("Creatures you control have flying.")

    assert misprint(found) is None
    assert misprint(msgspec.structs.replace(found, text="Creatures you own have flying.")) == (
        "Creatures you control have flying."
    )


def test_what_no_tree_prints_is_left_over():
    found = line("{2}: Target creature gains flying until end of turn. Draw a card.")

    assert kept(found) == "{2}:  · . Draw a card."


def test_a_sentence_without_which_nothing_changes_is_found():
    found = line("{2}: Target creature gains flying until end of turn. Draw a card.")

    assert list(idle_sentences(found)) == ["Draw a card."]


def test_a_sentence_passed_over_though_it_touches_a_layer_is_found():
    """As if the reader had taken the second sentence for an instruction."""
    found = line("{2}: Target creature gains flying until end of turn.")
    more = found.text + " It becomes a blue Frog."
    wrong = msgspec.structs.replace(found, text=more, abilities=(TextAbility("activated", more),))

    assert sorted(passed_over(wrong)) == [("4", "It becomes a blue Frog."), ("5", "It becomes a blue Frog.")]


@pytest.mark.parametrize(
    ("text", "layers"),
    [
        ("Destroy target creature that has flying.", ()),
        ("Create a 1/1 white Bird creature token with flying.", ()),
        ("Create a token that's a copy of target creature, except it has haste.", ()),
        ('Create a 1/1 token. It has "This token can\'t block."', ()),
        ("If you control an artifact, draw a card.", ()),
        ("Draw a card for each creature you control that's white.", ()),
        ("You gain 3 life.", ()),
        ("Turn target creature face down. It's a 2/2 Cyberman artifact creature.", ()),
        ("Put it onto the battlefield under your control.", ()),
        ("Target player gains control of it.", ("2",)),
        ("If that mana is spent on a creature spell, it gains haste until end of turn.", ("6",)),
        ("Then it becomes a copy of that creature.", ("1a",)),
        ("Exchange the text boxes of two creatures.", ("3",)),
        ("It's an artifact in addition to its other types.", ("4",)),
        ("Choose a color. Those creatures become the chosen color.", ("5",)),
        ("Choose one and this creature gets +1/+1.", ("7c",)),
        ("Its base power becomes 3.", ("7b",)),
        ("Switch its power and toughness.", ("7d",)),
        ("It loses all abilities.", ("6",)),
    ],
)
def test_words_of_a_layer(text, layers):
    assert layers_spoken_of(text) == layers


def test_claims():
    claims = read_claims(
        [
            json.dumps(
                {
                    "name": "Lord of Tests",
                    "lines": [
                        {"text": "Other Goblins get +1/+1.", "kind": "static", "layers": ["7c"]},
                        {"text": "{R}: ~ gets +1/+0 until end of turn.", "kind": "resolution", "layers": ["6", "7c"]},
                        {"text": "Whenever ~ attacks, draw a card.", "kind": "resolution", "layers": ["1b"]},
                    ],
                }
            )
        ]
    )
    settled = read_settled(
        '[[settled]]\nrule = "121.1"\nreason = "a draw is none"\ntext = "draw a card"\ntheirs = ["1b"]'
    )
    found = measure([LORD], claims=Claims(claims, settled))

    assert found.compared == (3, 1)
    assert [(each.text, each.read, each.other) for each in found.claims] == [
        ("{R}: This creature gets +1/+0 until end of turn.", "7c", "6, 7c")
    ]


def test_claims_agree():
    assert agree(("1a", "4"), ("4", "1a"))
    assert agree(("1a",), ("1",))
    assert not agree(("4",), ("4", "6"))
    assert plain("~ gets +1/+0.") == plain("This creature gets +1/+0.")


# --- The command ---


def run(*arguments: str):
    return CliRunner().invoke(main, ["cards", "coverage", *arguments], prog_name="mtglayers")


@pytest.fixture
def pile(tmp_path):
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([LORD, SPELL]), encoding="utf-8")
    return path


def test_the_page(pile):
    found = run(str(pile), "--jobs", "1")

    assert found.exit_code == 0
    assert "2 cards; every line is understood on 1 of them (50.0%)." in found.stdout
    assert "| static abilities | 1 | 0 | 1 | 50.0 |" in found.stdout
    assert "    1  static: SUBTYPE bewilder the reader utterly.\n       Goblins ^bewilder" in found.stdout


def test_legal_cards():
    """Cards that are legal in a tournament format are counted apart, with lines of cost alone in a row of their own."""
    cost = {**LORD, "name": "Thrift", "oracle_text": "Goblin spells you cast cost {1} less to cast."}
    cards = [
        {**LORD, "legalities": {"vintage": "restricted"}},
        {**cost, "legalities": {"vintage": "legal"}},
        {**SPELL, "legalities": {"vintage": "not_legal"}},
    ]
    found = measure(cards).legal
    assert found is not None
    assert (found.cards, found.whole, found.compiled, found.costs, found.unread) == (2, 1, 2, 1, 1)
    assert measure([LORD]).legal is None
    assert is_legal({"text_date": "2025-09-25"})
    assert not is_legal({"text_date": "2022-04-25"})


def test_json(pile):
    found = json.loads(run(str(pile), "--jobs", "1", "--json").stdout)

    assert found["cards"] == 2
    assert found["unread"][0]["part"] == "Goblins bewilder the reader utterly."


def test_the_floor(pile, tmp_path):
    floor = tmp_path / "floor.toml"
    floor.write_text("[compiled]\nstatic = 50\n[cards]\nwhole = 1\n[disagreements]\ndropped = 0\n", encoding="utf-8")
    assert run(str(pile), "--jobs", "1", "--check", str(floor)).exit_code == 0

    floor.write_text("[compiled]\nstatic = 50.1\n[cards]\nwhole = 2\n", encoding="utf-8")
    found = run(str(pile), "--jobs", "1", "--check", str(floor))
    assert found.exit_code == 1
    assert found.stderr.splitlines() == [
        "below the floor: 50.00% of the static lines are compiled; the minimum is 50.1%",
        "below the floor: every line is understood on 1 cards; the minimum is 2",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("compiled = 3", "Expected `object`, got `int` - at `$.compiled`"),
        ("[compiled]\nstatics = 50", "Invalid enum value 'statics'"),
        ("[compiled]\nstatic = nan", "at `$.compiled[...]`"),
        ('[cards]\nwhole = "3"', "Expected `int`, got `str` - at `$.cards.whole`"),
        ("[cards]\nwhole = 3\nhalf = 2", "unknown field `half`"),
        ("[disagreements]\nlost = 2", "Invalid enum value 'lost'"),
        ("[floor]\nstatic = 2", "unknown field `floor`"),
        ("oops", "not valid TOML"),
    ],
)
def test_a_floor_that_says_something_else_is_refused(pile, tmp_path, text, said):
    """Nothing would ever fall below a misspelled floor."""
    floor = tmp_path / "floor.toml"
    floor.write_text(text, encoding="utf-8")
    found = run(str(pile), "--jobs", "1", "--check", str(floor))

    assert found.exit_code == 2
    assert len(found.stderr.splitlines()) == 1
    assert f"`{floor}`: " in found.stderr
    assert said in found.stderr


def test_a_floor_for_claims_needs_claims(pile, tmp_path):
    """Nothing disagrees where nothing is compared."""
    floor = tmp_path / "floor.toml"
    floor.write_text("[disagreements]\nclaims = 0\n", encoding="utf-8")
    found = run(str(pile), "--jobs", "1", "--check", str(floor))

    assert found.exit_code == 1
    assert found.stderr == "below the floor: no lines were compared with claims; add `--claims`\n"
    assert "| layers in the list of claims match the trees | not checked; add `--claims` |" in found.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("settle = 3", "unknown field `settle`"),
        ("", "missing required field `settled`"),
        ('[[settled]]\nrule = "121.1"\nreason = "none"\nlayers = ["4"]', "unknown field `layers`"),
        ('[[settled]]\nrule = "121.1"\nreason = 3', "Expected `str`, got `int`"),
        ('[[settled]]\nrule = "121.1"\nreason = "none"\ntext = "draw (a"', "`draw (a` is not a valid pattern"),
        ("oops", "not a table of settled claims"),
    ],
)
def test_a_table_of_the_settled_that_says_something_else_is_refused(pile, tmp_path, text, said):
    """The error names the table, not the claims."""
    (tmp_path / "claims.jsonl").write_text("", encoding="utf-8")
    settled = tmp_path / "settled.toml"
    settled.write_text(text, encoding="utf-8")
    found = run(str(pile), "--jobs", "1", "--claims", str(tmp_path / "claims.jsonl"), "--settled", str(settled))

    assert found.exit_code == 2
    assert len(found.stderr.splitlines()) == 1
    assert f"`{settled}`: " in found.stderr
    assert "claims.jsonl" not in found.stderr
    assert said in found.stderr


def test_claims_that_are_none_are_refused(pile, tmp_path):
    claims = tmp_path / "claims.jsonl"
    claims.write_text('{"lines": 7}\n', encoding="utf-8")
    found = run(str(pile), "--jobs", "1", "--claims", str(claims), "--settled", str(DATA / "layer-claims.toml"))
    assert (found.exit_code, f"`{claims}`: not a list of claims" in found.stderr) == (2, True)
    assert "`--settled` needs `--claims`" in run(str(pile), "--settled", str(claims)).stderr


def test_a_table_is_written_between_its_marks(pile, tmp_path):
    page = tmp_path / "README.md"
    page.write_text("Before\n<!-- coverage -->\nold\n<!-- /coverage -->\nAfter\n", encoding="utf-8")
    assert run(str(pile), "--jobs", "1", "--write", str(page)).exit_code == 0

    text = page.read_text(encoding="utf-8")
    assert text.startswith("Before\n<!-- coverage -->\n2 cards; ")
    assert text.endswith("|\n<!-- /coverage -->\nAfter\n")
    assert b"\r" not in page.read_bytes()


@pytest.mark.parametrize(
    ("content", "said"),
    [("{", "not card data: "), ("{}", "neither a Scryfall card list"), ("[1]", "card 1 is not an object")],
)
def test_files_that_are_no_cards(tmp_path, content, said):
    path = tmp_path / "odd.json"
    path.write_text(content, encoding="utf-8")
    found = run(str(path), "--jobs", "1")

    assert found.exit_code == 2
    assert said in found.stderr
