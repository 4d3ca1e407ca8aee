"""What the text asks of targets in relation to other objects, to players and to other modes (115.1, 700.2)."""

from __future__ import annotations

import pytest

from mtglayers import Board, IllegalEventError, solve

from ....support.boards import card

BEAR, MYSTIC, GIANT = "Grizzly Bears", "Elvish Mystic", "Hill Giant"


def board(*objects: tuple[str, str]) -> Board:
    """Return a board with permanents, each with its controller, named `one`, `two` and so on."""
    made = Board()
    for id, (name, controller) in zip(("one", "two", "three"), objects, strict=False):
        made.enters(name, as_=id, controller=controller)
    return made


def rules(made: Board) -> list[tuple[str, str]]:
    """Return the object and the rule of each part of the last event that is not legal."""
    found = solve(made).illegal
    if found:
        with pytest.raises(IllegalEventError):
            solve(made, strict=True)
    return [(each.object, each.rule) for each in found]


SINGER = "{T}: Gain control of target creature whose controller controls an Island."
CURRENCY = "{T}: Exchange control of this artifact and target permanent you neither own nor control."
RANKS = (
    "Whenever a creature enters, its controller chooses target permanent another player controls that shares a"
    " card type with it. Exchange control of those permanents."
)
KINDRED = (
    "Whenever a creature you control enters, target creature an opponent controls that shares a creature type with it"
    " gets -1/-1 until end of turn."
)
PREACHER = "{T}: Gain control of target creature of an opponent's choice they control."


@pytest.mark.parametrize(
    ("source", "index", "objects", "wrong"),
    [
        ("Rangers of Ithilien", 2, [(GIANT, "B")], "one"),
        ("Rangers of Ithilien", 2, [(BEAR, "B")], ""),
        (SINGER, 1, [(BEAR, "B")], "one"),
        (SINGER, 1, [(BEAR, "B"), ("Island", "A")], "one"),
        (SINGER, 1, [(BEAR, "B"), ("Island", "B")], ""),
        (SINGER.replace("an Island", "a Forest"), 1, [(BEAR, "B"), ("Island", "B")], "one"),
        (SINGER.replace("an Island", "a Forest"), 1, [(BEAR, "A"), ("Forest", "A")], ""),
        ("Gauntlets of Chaos", 1, [(BEAR, "A"), ("Sol Ring", "B")], "two"),
        ("Gauntlets of Chaos", 1, [("Courser of Kruphix", "A"), ("Glorious Anthem", "B")], "two"),
        ("Gauntlets of Chaos", 1, [("Ornithopter", "A"), ("Sol Ring", "B")], ""),
        ("Puca's Mischief", 1, [(BEAR, "A"), (GIANT, "B")], "two"),
        ("Puca's Mischief", 1, [(BEAR, "A"), (MYSTIC, "B")], ""),
        ("Spawnbroker", 1, [(BEAR, "A"), (GIANT, "B")], "two"),
        ("Spawnbroker", 1, [(GIANT, "A"), (BEAR, "B")], ""),
        (CURRENCY, 1, [(BEAR, "A")], "one"),
        (CURRENCY, 1, [(BEAR, "B")], ""),
        (PREACHER, 1, [(BEAR, "A")], "one"),
        (PREACHER, 1, [(BEAR, "B")], ""),
        (RANKS, 1, [("Sol Ring", "B"), (BEAR, "A")], "one"),
        (RANKS, 1, [(MYSTIC, "B"), (BEAR, "A")], ""),
        (RANKS, 1, [(MYSTIC, "A"), (BEAR, "B")], ""),
        (RANKS, 1, [(MYSTIC, "B"), (BEAR, "B")], "one"),
        (KINDRED, 1, [(BEAR, "A"), ("Runeclaw Bear", "B")], ""),
        (KINDRED, 1, [(BEAR, "A"), (MYSTIC, "B")], "two"),
    ],
)
def test_targets_of_an_ability(source, index, objects, wrong):
    """115.1: a target that the text compares with the source, with another target or with players."""
    made = board(*objects)
    made.enters(card("Source", "Artifact Creature", source, "1/1") if "." in source else source, as_="source")
    targets = [id for id, (name, _) in zip(("one", "two"), objects, strict=False) if name not in ("Forest", "Island")]
    made.resolves({"ability_of": "source", "index": index}, as_="effect", targets=targets)
    assert rules(made) == ([(wrong, "115.1")] if wrong else [])


@pytest.mark.parametrize(
    ("spell", "objects", "wrong"),
    [
        ("Legerdemain", [(BEAR, "A"), ("Sol Ring", "B")], "two"),
        ("Legerdemain", [("Ornithopter", "A"), ("Sol Ring", "B")], ""),
        ("Modify Memory", [(BEAR, "A"), (GIANT, "A")], "two"),
        ("Modify Memory", [(BEAR, "A"), (GIANT, "B")], ""),
    ],
)
def test_targets_of_a_spell(spell, objects, wrong):
    made = board(*objects)
    made.resolves(spell, targets=["one", "two"][: len(objects)])
    assert rules(made) == ([(wrong, "115.1")] if wrong else [])


def test_not_owned_is_more_than_not_controlled():
    made = Board()
    made.enters(BEAR, owner="A", controller="B")
    made.enters(card("Currency", "Artifact", CURRENCY))
    made.resolves({"ability_of": "currency", "index": 1}, as_="swap", targets=["grizzly-bears"])
    assert rules(made) == [("grizzly-bears", "115.1")]


@pytest.mark.parametrize(("target", "wrong"), [("bear", []), ("mystic", [("mystic", "115.1")])])
def test_attacking_the_same_player(target, wrong):
    """508.1b: what each creature attacks is recorded."""
    made = Board(players=("A", "B", "C"))
    for id, name, player in (
        ("skirmisher", "Kitesail Skirmisher", "B"),
        ("bear", BEAR, "B"),
        ("mystic", MYSTIC, "C"),
    ):
        made.enters(name, as_=id)
        made.marks(id, attacks=player)
    made.resolves({"ability_of": "skirmisher", "index": 2}, as_="flight", targets=[target])
    assert rules(made) == wrong


@pytest.mark.parametrize(("marks", "wrong"), [({"blocking": True, "blocking_which": "bear"}, ""), ({}, "bear")])
def test_a_creature_that_the_source_blocks(marks, wrong):
    made = Board()
    text = "Whenever this creature blocks, target creature it's blocking gets -1/-0 until end of turn."
    made.enters(card("Master", "Creature — Monk", text, "0/2"))
    made.enters(BEAR, as_="bear", controller="B")
    made.marks("bear", attacking=True)
    made.marks("master", **marks)
    made.resolves({"ability_of": "master", "index": 1}, as_="effect", targets=["bear"])
    assert rules(made) == ([(wrong, "115.1")] if wrong else [])


def test_a_player_other_than_the_owner():
    made = Board()
    made.enters("Crown of Doom")
    made.resolves({"ability_of": "crown-of-doom", "index": 2}, as_="give", targets=["B"])
    assert solve(made).illegal == ()
    made.resolves({"ability_of": "crown-of-doom", "index": 2}, as_="back", targets=["A"])
    assert rules(made) == [("A", "115.1")]


@pytest.mark.parametrize(
    "text",
    [
        "Target opponent gains control of this creature.",
        "An opponent gains control of this creature.",
        "An opponent may gain control of this creature.",
    ],
)
def test_an_opponent_is_not_yourself(text):
    """102.2: your opponent is the other player, whether the text targets one or not (115.1, 608.2d)."""
    made = Board()
    made.enters(card("Agent", "Creature — Rogue", f"{{T}}: {text}", "3/3"))
    made.resolves({"ability_of": "agent", "index": 1}, as_="kept", targets=["A"])
    assert rules(made) == [("A", "115.1" if text.startswith("Target") else "608.2d")]
    made.pop()
    made.resolves({"ability_of": "agent", "index": 1}, as_="given", targets=["B"])
    assert rules(made) == []
    made.resolves({"ability_of": "agent", "index": 1}, as_="back", targets=["A"])
    assert rules(made) == []


SPECTER = (
    "As this creature enters, choose an opponent.\nThis creature gets +1/+1 for each land the chosen player controls."
)


@pytest.mark.parametrize("text", [SPECTER, SPECTER.replace("choose an", "choose a color and an")])
def test_an_opponent_is_chosen_as_a_permanent_enters(text):
    made = Board()
    specter = card("Specter", "Creature — Specter", text, "2/2")
    made.enters(specter, chosen={"player": "A", "color": "W"})
    assert rules(made) == [("A", "614.12a")]
    made.pop()
    made.enters(specter, chosen={"player": "B", "color": "W"})
    made.enters("Clone", copy_of="specter", controller="B", chosen={"player": "A"})
    assert rules(made) == []
    made.chooses("clone", player="B")
    assert rules(made) == [("B", "614.12a")]


def test_a_player_is_chosen_as_a_permanent_enters():
    made = Board()
    made.enters("True-Name Nemesis", chosen={"player": "A"})
    assert rules(made) == []


TWO = "Choose two —\n• Target creature gets +1/+1 until end of turn.\n• Target creature gains flying until end of turn."
ONE = TWO.replace("two", "one")


@pytest.mark.parametrize(
    ("text", "mode", "rule"),
    [
        (TWO, [1], ["700.2"]),
        (TWO, [1, 2], []),
        (TWO, [1, 1], ["700.2d"]),
        (TWO.replace("two —", "two. You may choose the same mode more than once."), [1, 1], []),
        (ONE, [1], []),
        (ONE, [1, 2], ["700.2"]),
        (ONE.replace("one —", "one or both —"), [1, 2], []),
        (ONE.replace("one —", "one. If this spell was kicked, choose both instead."), [1, 2], []),
        (ONE.replace("one —", "up to one —"), [2], []),
    ],
)
def test_number_of_modes(text, mode, rule):
    made = board((BEAR, "A"))
    made.resolves({"text": text}, targets=["one"] * len(mode), mode=mode)
    assert [each.rule for each in solve(made).illegal] == rule


def test_modes_of_a_spell_with_escalate():
    """702.120a: escalate lets its controller choose more modes."""
    made = board((BEAR, "A"))
    made.resolves("Savage Alliance", targets=["B"], mode=[1, 2])
    assert not [each for each in solve(made).illegal if each.rule == "700.2"]


THOUGH = "can be the targets of spells and abilities{} as though they didn't have hexproof."


@pytest.mark.parametrize(
    "text",
    [
        "Creatures your opponents control with hexproof " + THOUGH.format(" you control"),
        "Creatures your opponents control " + THOUGH.format("") + " Ward abilities of those creatures don't trigger.",
        "Your opponents and permanents your opponents control with hexproof " + THOUGH.format(" you control"),
    ],
)
def test_as_though_it_did_not_have_hexproof(text):
    """609.4: the creature is a legal target for you, while the ability is there."""
    made = Board()
    made.enters("Gladecover Scout", controller="B")
    made.enters(card("Source", "Enchantment", text), as_="source")
    made.resolves("Giant Growth", targets=["gladecover-scout"])
    assert solve(made).illegal == ()
    made.leaves("source")
    made.resolves("Giant Growth", as_="second", targets=["gladecover-scout"])
    assert [each.rule for each in solve(made).illegal] == ["702.11b"]


GREEN, RED, BLACK = "Giant Growth", "Brute Strength", "Grotesque Mutation"
TOWER = {"ability_of": "tower", "index": 1}


@pytest.mark.parametrize(
    ("text", "what", "controller", "legal"),
    [
        ("~ can't be the target of red or black spells.", RED, "A", False),
        ("~ can't be the target of red or black spells.", GREEN, "A", True),
        ("~ can't be the target of red or black spells.", TOWER, "A", True),
        ("~ can't be the target of red or black spells your opponents control.", RED, "A", True),
        ("~ can't be the target of red or black spells your opponents control.", RED, "B", False),
        ("~ can't be the target of spells or abilities your opponents control.", GREEN, "A", True),
        ("~ can't be the target of spells or abilities your opponents control.", GREEN, "B", False),
        ("~ can't be the target of spells or abilities your opponents control.", TOWER, "B", False),
        ("~ can't be the target of abilities your opponents control.", GREEN, "B", True),
        ("~ can't be the target of abilities from artifact sources.", TOWER, "A", False),
        ("~ can't be the target of nongreen spells or abilities from nongreen sources.", TOWER, "A", False),
        ("~ can't be the target of nongreen spells or abilities from nongreen sources.", GREEN, "A", True),
        ("Creatures can't be the targets of spells.", GREEN, "A", False),
        ("Creatures you control can't be the targets of red spells or abilities from red sources.", RED, "A", False),
        ("Creatures your opponents control can't be the targets of spells.", GREEN, "A", True),
    ],
)
def test_a_rule_about_targets(text, what, controller, legal):
    """101.2: the text says which spells and abilities cannot have the object as a target."""
    made = Board()
    made.enters(card("Warded", "Creature — Elf", text.replace("~", "Warded"), "2/2"))
    made.enters(card("Tower", "Artifact", "{8}, {T}: Target creature gets +6/+6 until end of turn."), as_="tower")
    made.resolves(what, targets=["warded"], controller=controller, as_="effect")
    assert rules(made) == ([] if legal else [("warded", "101.2")])
    made.pop()
    made.enters("Humility")
    made.resolves(what, targets=["warded"], controller=controller, as_="effect")
    assert rules(made) == []


@pytest.mark.parametrize("text", ["can't be the target of Aura spells.", "can't be the target of spells."])
def test_a_rule_about_the_target_of_an_aura(text):
    made = Board()
    made.enters(card("Warded", "Creature — Elf", f"Warded {text}", "2/2"))
    made.enters("Holy Strength", attached_to="warded", cast=True)
    assert rules(made) == [("warded", "101.2")]


def test_a_rule_about_targets_from_an_aura():
    made = Board()
    made.enters(BEAR)
    text = "Enchant creature\nEnchanted creature gets +0/+2 and can't be the target of spells."
    made.enters(card("Shield", "Enchantment — Aura", text), attached_to="grizzly-bears")
    made.resolves(GREEN, targets=["grizzly-bears"])
    assert rules(made) == [("grizzly-bears", "101.2")]


TOWER_TEXT = (
    "{1}, {T}: Until end of turn, your opponents and creatures your opponents control with hexproof can be the targets"
    " of spells and abilities you control as though they didn't have hexproof."
)
WILLOW_TEXT = (
    "Shroud\n{G}: Until end of turn, ~ can be the target of spells and abilities controlled by target player as though"
    " it didn't have shroud."
)


def test_as_though_it_did_not_have_hexproof_for_a_turn():
    made = Board()
    made.enters("Gladecover Scout", controller="B")
    made.enters(card("Watch", "Land", TOWER_TEXT))
    made.resolves({"ability_of": "watch", "index": 1}, as_="seen")
    made.resolves("Giant Growth", targets=["gladecover-scout"])
    assert rules(made) == []
    made.leaves("watch")
    made.resolves("Giant Growth", as_="second", targets=["gladecover-scout"])
    assert rules(made) == []
    made.ends("turn")
    made.resolves("Giant Growth", as_="third", targets=["gladecover-scout"])
    assert rules(made) == [("gladecover-scout", "702.11b")]


def test_a_player_as_though_without_hexproof_for_a_turn():
    made = Board(players=("A", "B", "C"))
    made.enters("Leyline of Sanctity", controller="B")
    made.enters(card("Watch", "Land", TOWER_TEXT))
    made.resolves({"ability_of": "watch", "index": 1}, as_="seen")
    made.enters("Crown of Doom")
    made.resolves({"ability_of": "crown-of-doom", "index": 2}, as_="crown", targets=["B"])
    assert rules(made) == []
    made.enters("Crown of Doom", as_="other", controller="C")
    made.resolves({"ability_of": "other", "index": 2}, as_="given", targets=["B"])
    assert rules(made) == [("B", "702.11c")]


def test_as_though_it_did_not_have_shroud_for_one_player():
    made = Board()
    made.enters(card("Willow", "Creature — Avatar", WILLOW_TEXT.replace("~", "Willow"), "4/4"))
    made.resolves({"ability_of": "willow", "index": 2}, as_="seen", targets=["B"])
    made.resolves("Giant Growth", targets=["willow"], controller="B")
    assert rules(made) == []
    made.resolves("Giant Growth", as_="second", targets=["willow"])
    assert rules(made) == [("willow", "702.18a")]


VEIL = (
    "Spells you control can't be countered by blue or black spells this turn, and creatures you control can't be the"
    " targets of blue or black spells this turn."
)
VINES = "Target creature can't be the target of spells or abilities your opponents control this turn."
PEACE = (
    "This turn and next turn, creatures can't attack, and players and permanents can't be the targets of spells or"
    " activated abilities."
)


def test_a_rule_of_a_resolved_spell_lasts_for_the_turn():
    """101.2, 611.2c: the rule is for creatures that enter later, too, because it changes no characteristics."""
    made = board((BEAR, "A"))
    made.resolves({"text": VEIL}, as_="veil")
    made.enters(MYSTIC)
    made.enters(GIANT, controller="B")
    for target, spell, barred in (
        ("one", BLACK, True), ("elvish-mystic", BLACK, True), ("hill-giant", BLACK, False), ("one", RED, False),
    ):  # fmt: skip
        made.resolves(spell, targets=[target], controller="B", as_="effect")
        assert rules(made) == ([(target, "101.2")] if barred else [])
        made.pop()
    made.ends("turn")
    made.resolves(BLACK, targets=["one"], controller="B")
    assert rules(made) == []


def test_a_rule_of_a_resolved_spell_for_its_target():
    made = board((BEAR, "A"), (BEAR, "A"))
    made.resolves({"text": VINES + " That creature gets +4/+4 until end of turn."}, targets=["one"], as_="vines")
    assert solve(made)["one"].power == 6
    made.resolves(GREEN, targets=["one"], as_="own")
    assert rules(made) == []
    made.resolves(GREEN, targets=["two"], controller="B", as_="second")
    assert rules(made) == []
    made.resolves(GREEN, targets=["one"], controller="B", as_="rival")
    assert rules(made) == [("one", "101.2")]


def test_a_rule_of_a_resolved_ability_for_as_long_as_its_source_is_tapped():
    """611.2b: the effect ends for good as the source untaps."""
    made = board((BEAR, "A"))
    text = "{T}: For as long as this creature remains tapped, target creature can't be the target of spells."
    made.enters(card("Guard", "Creature — Elf", text, "1/1"), as_="guard")
    made.marks("guard", tapped=True)
    made.resolves({"ability_of": "guard", "index": 1}, as_="guarded", targets=["one"])
    for tapped, barred in ((True, True), (False, False), (True, False)):
        made.marks("guard", tapped=tapped)
        made.resolves(GREEN, targets=["one"], as_="effect")
        assert rules(made) == ([("one", "101.2")] if barred else [])
        made.pop()


@pytest.mark.parametrize(("first", "barred"), [("Forest", True), ("Island", False)])
def test_a_rule_of_a_resolved_spell_whose_condition_was_met(first, barred):
    """608.2c: the condition is checked as the spell resolves."""
    made = board((BEAR, "A"))
    made.enters(first)
    text = "If you control a Forest, creatures you control can't be the targets of spells this turn."
    made.resolves({"text": text}, as_="effect")
    made.leaves(first.lower())
    made.enters("Forest", as_="other")
    made.enters(MYSTIC)
    made.resolves(GREEN, targets=["elvish-mystic"])
    assert rules(made) == ([("elvish-mystic", "101.2")] if barred else [])


def test_the_words_of_a_rule_are_those_for_one_object():
    made = board((BEAR, "A"))
    made.enters("Dense Foliage")
    made.resolves(GREEN, targets=["one"])
    assert "`one` can't be the target of spells," in solve(made).illegal[0].reason


def test_a_rule_of_a_resolved_spell_that_ended():
    made = board((BEAR, "A"))
    made.resolves({"text": VINES}, targets=["one"], as_="vines")
    made.ends("vines")
    made.resolves(GREEN, targets=["one"], controller="B", as_="rival")
    assert rules(made) == []


def test_a_rule_for_this_turn_and_the_next():
    """Spells and activated abilities have no targets on the battlefield; triggered abilities have some."""
    made = board((BEAR, "A"))
    made.enters(card("Bell", "Artifact", "{1}: Target creature gets +1/+1 until end of turn."), as_="bell")
    made.enters(card("Drum", "Artifact", "Whenever a creature enters, target creature gets +1/+1 until end of turn."))
    made.enters("Crown of Doom", as_="crown")
    made.resolves({"text": PEACE}, as_="talks")
    for _ in range(2):
        for what, target, barred in (
            (GREEN, "one", True), ("bell", "one", True), ("drum", "one", False), ("crown", "B", True),
        ):  # fmt: skip
            made.resolves(
                {"ability_of": what, "index": 1 + (what == "crown")} if what != GREEN else what,
                targets=[target],
                as_="effect",
            )
            assert rules(made) == ([(target, "101.2")] if barred else [])
            made.pop()
        made.ends("turn")
    made.resolves(GREEN, targets=["one"])
    assert rules(made) == []


@pytest.mark.parametrize("does", ["can't be the target of spells", "gets +1/+1 and can't be the target of spells"])
def test_a_rule_about_targets_with_a_condition(does):
    made = Board()
    made.enters(card("Warded", "Creature — Elf", f"As long as you control a Forest, Warded {does}.", "2/2"))
    made.resolves(RED, targets=["warded"], as_="first")
    assert rules(made) == []
    made.enters("Forest")
    made.resolves(RED, targets=["warded"], as_="second")
    assert rules(made) == [("warded", "101.2")]


def test_a_rule_about_targets_unless_it_attacked():
    made = Board()
    text = "Warded can't be the target of spells unless it attacked this turn."
    made.enters(card("Warded", "Creature — Elf", text, "2/2"))
    made.resolves(RED, targets=["warded"], as_="first")
    assert rules(made) == [("warded", "101.2")]
    made.marks("warded", attacked_this_turn=True)
    made.resolves(RED, targets=["warded"], as_="second")
    assert [each.event for each in solve(made).illegal] == [1]


def test_a_given_rule_about_targets():
    """The gate asks for abilities that effects give, too."""
    made = board((BEAR, "A"))
    gift = 'Creatures you control have "This creature can\'t be the target of spells."'
    made.enters(card("Gift", "Enchantment", gift))
    made.resolves(GREEN, targets=["one"])
    assert rules(made) == [("one", "101.2")]


def test_a_rule_about_targets_that_a_spell_gives():
    made = board((BEAR, "A"))
    gift = 'Target creature gains "This creature can\'t be the target of spells" until end of turn.'
    made.resolves({"text": gift}, targets=["one"], as_="gift")
    made.resolves(GREEN, targets=["one"])
    assert rules(made) == [("one", "101.2")]


def test_the_controller_of_an_ability_of_a_stolen_creature():
    """109.5: "you" is the player who controls the source, whoever owns it."""
    made = board((BEAR, "A"))
    text = "{T}: Target creature you control gets +1/+1 until end of turn."
    made.enters(card("Drummer", "Creature — Human", text, "1/1"), as_="drummer", controller="B")
    made.enters("Control Magic", attached_to="drummer")
    made.resolves({"ability_of": "drummer", "index": 1}, as_="effect", targets=["one"])
    assert rules(made) == []


@pytest.mark.parametrize(("color", "rule"), [("B", ["702.16b"]), ("G", [])])
def test_color_of_a_resolving_spell(color, rule):
    """105.3, 702.16b: effects change the colors of spells, too."""
    made = Board()
    made.enters("White Knight", controller="B")
    made.enters("Painter's Servant", chosen={"color": color})
    made.resolves("Giant Growth", targets=["white-knight"])
    assert [each.rule for each in solve(made).illegal] == rule


def test_color_of_a_spell_that_is_on_the_board():
    made = Board()
    made.enters("White Knight", controller="B")
    made.enters("Giant Growth", zone="stack")
    made.resolves("Deathlace", targets=["giant-growth"])
    made.resolves("Giant Growth", as_="growth", targets=["white-knight"])
    assert [each.rule for each in solve(made).illegal] == ["702.16b"]


def test_defending_player():
    """508.5: the player whom the source attacks, if there are several opponents."""
    made = Board(players=("A", "B", "C"))
    made.enters("Elturel Survivors")
    for player, number in (("B", 1), ("C", 3)):
        for _ in range(number):
            made.enters("Forest", controller=player)
    made.enters("Jace Beleren", controller="B", counters={"loyalty": 3})
    made.marks("elturel-survivors", attacking=True)
    assert solve(made).unsupported == (("elturel-survivors", "not specified: whom it attacks"),)
    made.marks("elturel-survivors", attacks="C")
    assert solve(made)["elturel-survivors"].power == 3
    made.marks("elturel-survivors", attacks="jace-beleren")
    assert solve(made)["elturel-survivors"].power == 1
    assert solve(made).unsupported == ()
