"""What spells cost: increases, reductions, then what sets the total, in every edition (601.2f, 118.7)."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import Static, TextAbility
from mtglayers.model.effects.operations.costs import ChangeCost, Mana
from mtglayers.model.errors import UnknownObjectError, UnsupportedTextError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, board, card

THALIA = card("Thalia", "Legendary Creature — Human Soldier", "First strike\nNoncreature spells cost {1} more to cast.",
              "2/1", cost="{1}{W}")  # fmt: skip
MEDALLION = card("Medallion", "Artifact", "Red spells you cast cost {1} less to cast.")
SPHERE = card(
    "Trinisphere", "Artifact", "As long as this artifact is untapped, each spell that would cost less than three mana "
    "to cast costs three mana to cast.", cost="{3}",
)  # fmt: skip
BOLT = card("Bolt", "Instant", "Bolt deals 3 damage to any target.", cost="{R}")
HELIX = card("Helix", "Instant", "Helix deals 3 damage to any target.", cost="{2}{R}{W}")


def cost(*cards, spell=BOLT, **told):
    """Return what a spell in the first player's hand costs on a board with these cards."""
    made = board(*cards)
    made.enters(spell, zone="hand", owner="A", as_="spell")
    return solve(made).cost("spell", **told)


def test_mana_cost_alone():
    """601.2f: usually it is the mana cost."""
    found = cost(BEAR, spell=HELIX)

    assert (found.player, found.base, found.total, found.changes, found.unread) == (
        "A",
        "{2}{R}{W}",
        "{2}{R}{W}",
        (),
        (),
    )
    assert found.rule == "601.2f"


def test_increases_come_before_reductions():
    """601.2f: {R} plus {1} minus {1}, although the reduction is older: in the other order it would have cost {1}{R}."""
    found = cost(MEDALLION, THALIA)

    assert found.total == "{R}"
    assert [(change.effect, change.how, change.before, change.after) for change in found.changes] == [
        ("thalia#2", "more", "{R}", "{1}{R}"),
        ("medallion#1", "less", "{1}{R}", "{R}"),
    ]


def test_a_cost_in_words():
    """What was asked, what came out, and by which steps."""
    assert str(cost(SPHERE, THALIA, MEDALLION)) == (
        "spell costs {2}{R} (601.2f): {R} at first; {1} more for thalia#2: {1}{R}; {1} less for medallion#1: {R}; "
        "{3} at least for trinisphere#1: {2}{R}."
    )
    assert str(cost(spell=card("Forest", "Basic Land — Forest"))).endswith("so the cost cannot be paid (118.6).")


def test_what_sets_the_total_comes_last():
    """601.2f: Trinisphere looks at the cost after all increases and reductions, whenever it came."""
    assert cost(SPHERE, THALIA, MEDALLION).total == "{2}{R}"
    assert cost(SPHERE, MEDALLION, spell=HELIX).total == "{1}{R}{W}"
    assert cost(SPHERE, THALIA, spell=HELIX).total == "{3}{R}{W}"
    assert [change.how for change in cost(SPHERE, MEDALLION, THALIA).changes] == ["more", "less", "least"]


def test_a_condition_of_the_source():
    """604.2: a tapped Trinisphere does nothing."""
    made = board(SPHERE)
    made.enters(BOLT, zone="hand", owner="A")
    made.marks("trinisphere", tapped=True)

    assert solve(made).cost("bolt").total == "{R}"


def test_never_below_nothing():
    """118.7a: generic mana takes off generic mana alone; 118.7: what is left of nothing is {0}."""
    cheap = card("Cheap", "Artifact", "Spells you cast cost {2} less to cast.")

    assert cost(cheap, cheap).total == "{R}"
    assert cost(cheap, spell=card("Toy", "Artifact", cost="{1}")).total == "{0}"
    assert cost(cheap, spell=card("Toy", "Artifact", cost="{0}")).total == "{0}"


@pytest.mark.parametrize(
    ("printed", "reduction", "left"),
    [
        ("{3}{U}{U}{U}", "{2}{U}{U}", "{1}{U}"),
        ("{3}{U}", "{U}{U}", "{2}"),  # 118.7c: the difference comes off the generic mana
        ("{2}{R}", "{W}", "{1}{R}"),  # 118.7b
        ("{R}", "{W}", "{R}"),
        ("{4}{C}", "{C}{C}", "{3}"),  # 118.7d
        ("{2}{W/U}{W/U}", "{W}", "{2}{W/U}"),
        ("{1}{W}{U}", "{W/U}{W/U}", "{1}"),  # 118.7e: a half is chosen for each
        ("{1}{G}", "{G/P}", "{1}"),  # 118.7f
        ("{2}{R}", "{S}", "{1}{R}"),  # 118.7g
        ("{X}{R}", "{2}", "{X}{R}"),
    ],
)
def test_reductions_by_coloured_mana(printed, reduction, left):
    """118.7: a coloured reduction takes that colour, and generic mana for what is missing of it."""
    assert str(Mana.of(printed).less(Mana.of(reduction))) == left


def test_only_coloured_mana():
    """Edgewalker's second sentence keeps 118.7b-c away: {1}{W} minus {W}{B} is {1}."""
    line = (
        "Cleric spells you cast cost {W}{B} less to cast. This effect reduces only the amount of colored mana you pay."
    )
    walker = card("Edgewalker", "Creature — Human Cleric", line, "2/2", cost="{1}{W}{B}")
    assert english(read_line(line)[0]) == line

    assert cost(walker, spell=card("Priest", "Creature — Cleric", size="1/1", cost="{1}{W}")).total == "{1}"
    plain = card("Plain", "Enchantment", line.partition(". ")[0] + ".")
    assert cost(plain, spell=card("Priest", "Creature — Cleric", size="1/1", cost="{1}{W}")).total == "{0}"


def test_an_increase_by_coloured_mana():
    """601.2f: a cost increase may be coloured."""
    leech = card("Leech", "Creature — Leech", "Red spells you cast cost {R} more to cast.", "2/2", cost="{1}{R}")

    assert cost(leech).total == "{R}{R}"


@pytest.mark.parametrize(
    ("where", "whose", "total"), [("hand", "B", "{2}{R}"), ("hand", "A", "{R}"), ("stack", "B", "{2}{R}")]
)
def test_whose_spells(where, whose, total):
    """601.2a: a card is a spell of the player who casts it: its owner, unless an event specifies another player."""
    tax = card("Tax", "Enchantment", "Spells your opponents cast cost {2} more to cast.")
    made = board(tax)
    made.enters(BOLT, zone=where, owner=whose, **({"controller": whose} if where == "stack" else {}))
    assert solve(made).cost("bolt").total == total
    other = solve(made).cost("bolt", player="B" if whose == "A" else "A")

    assert (other.player, other.total) == (("B", "{2}{R}") if whose == "A" else ("A", "{R}"))


def test_what_a_spell_says_of_its_own_cost():
    """113.6d: it functions on the stack, so only for that spell; 601.2a: the spell is not in a graveyard then."""
    terror = card("Terror", "Creature — Serpent", "This spell costs {1} less to cast for each instant and sorcery card "
                  "in your graveyard.", "5/5", cost="{6}{U}")  # fmt: skip
    made = board(terror)
    for place in range(3):
        made.enters(BOLT, zone="graveyard", owner="A", as_=f"bolt-{place}")
    made.enters(BOLT, zone="graveyard", owner="B", as_="other")
    made.enters(terror, zone="hand", owner="A", as_="next")
    result = solve(made)

    assert (result.cost("next").total, [change.effect for change in result.cost("next").changes]) == (
        "{3}{U}", ["next#1"],
    )  # fmt: skip
    assert result.cost("bolt-0").total == "{R}"


def test_an_instant_that_speaks_of_its_own_cost():
    """113.6d: the same on an instant; its other line is still what it does as it resolves."""
    retort = card("Retort", "Instant", "This spell costs {1} less to cast if you control a Wizard.\nTarget creature "
                  "gets +2/+2 until end of turn.", cost="{1}{U}{U}")  # fmt: skip
    wizard = card("Mage", "Creature — Wizard", size="1/1")
    assert (cost(wizard, spell=retort).total, cost(BEAR, spell=retort).total) == ("{U}{U}", "{1}{U}{U}")

    made = Board(cards=[retort])
    made.enters(BEAR)
    made.resolves("Retort", targets=["grizzly-bears"])
    assert solve(made)["grizzly-bears"].power == 4


def test_where_x_is():
    """601.2f: an amount is counted as the cost is determined, on what objects are after all layers."""
    salvo = card("Salvo", "Sorcery", "This spell costs {X} less to cast, where X is the total power of creatures you "
                 "control.", cost="{10}{R}{R}")  # fmt: skip
    anthem = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")

    assert cost(BEAR, BEAR, spell=salvo).total == "{6}{R}{R}"
    assert cost(BEAR, BEAR, anthem, spell=salvo).total == "{4}{R}{R}"


def test_characteristics_after_the_layers_count():
    """613.11: costs come after all layers, so a spell that has become red is a red spell."""
    painter = card("Painter", "Artifact Creature — Scarecrow", "Spells you cast are red.", "1/3")
    made = board(painter, MEDALLION)
    made.enters(card("Elk", "Creature — Elk", size="3/3", cost="{2}{G}"), zone="stack", owner="A")

    assert solve(made).cost("elk").total == "{1}{G}"


def test_humility_takes_the_tax():
    """613.1f: an ability that layer 6 took changes no cost."""
    strip = card("Strip", "Enchantment", "All creatures lose all abilities.")

    assert (cost(THALIA).total, cost(THALIA, strip).total) == ("{1}{R}", "{R}")


def test_words_in_it_can_be_changed():
    """612.2: "red spells" can become "white spells"."""
    made = board(MEDALLION)
    made.enters(BOLT, zone="hand", owner="A")
    made.resolves(
        {"text": "Change the text of target permanent by replacing all instances of one color word with another."},
        as_="bend", targets=["medallion"], chosen={"word_from": "red", "word_to": "white"},
    )  # fmt: skip
    made.enters({**HELIX, "mana_cost": "{2}{W}"}, zone="hand", owner="A")
    result = solve(made)

    assert (result.cost("bolt").total, result.cost("helix").total) == ("{R}", "{1}{W}")


def test_what_the_player_tells():
    """118.9, 118.8: an alternative cost stands in place of the mana cost; additional costs are added to it."""
    assert cost(THALIA, spell=HELIX, base="{R}").total == "{1}{R}"
    assert cost(THALIA, spell=HELIX, base="{0}").total == "{1}"
    assert cost(MEDALLION, additional="{4}").total == "{3}{R}"


def test_no_mana_cost():
    """118.6: an object without a mana cost cannot be cast for it, unless the event names an alternative cost."""
    forest = card("Forest", "Basic Land — Forest")

    assert cost(THALIA, spell=forest).total is None
    assert cost(THALIA, spell=card("Visions", "Sorcery", cost="")).total is None
    assert cost(THALIA, spell=card("Visions", "Sorcery", cost=""), base="{0}").total == "{1}"


def test_x_of_a_spell():
    """107.3, 601.2b: X is chosen before the cost is determined, and is generic mana then."""
    blaze = card("Blaze", "Sorcery", "Blaze deals X damage to any target.", cost="{X}{R}")
    assert cost(MEDALLION, spell=blaze).total == "{X}{R}"
    made = board(MEDALLION, SPHERE)
    made.enters(blaze, zone="stack", owner="A", x=4)

    assert solve(made).cost("blaze").total == "{3}{R}"


@pytest.mark.parametrize(
    ("quality", "total"), [("artifacts", "{2}"), ("Plains", "{3}"), ("artifact creatures", "{3}"), ("Equipment", "{4}")]
)
def test_affinity(quality, total):
    """702.41a: affinity for artifacts is "this spell costs {1} less to cast for each artifact you control"."""
    golem = card("Golem", "Artifact Creature — Golem", size="2/2")
    plains = card("Plains", "Basic Land — Plains")
    frogmite = card("Frogmite", "Artifact Creature — Frog", f"Affinity for {quality}", "2/2", cost="{4}")

    assert cost(golem, MEDALLION, plains, spell=frogmite).total == total


def test_undaunted():
    """702.125a: {1} less for each opponent."""
    made = board(players=("A", "B", "C"))
    made.enters(card("Call", "Sorcery", "Undaunted\nDraw a card.", cost="{4}{W}"), zone="hand", owner="B")

    assert solve(made).cost("call").total == "{2}{W}"


def test_lines_that_are_not_understood_are_named():
    """What asks for targets or the course of the game is no part of the answer; the answer says so."""
    sphinx = card("Sphinx", "Creature — Sphinx", "Flying\nSpells your opponents cast that target this creature cost "
                  "{2} more to cast.", "4/4")  # fmt: skip
    mouse = card("Mouse", "Creature — Mouse", "The second spell you cast each turn costs {1} less to cast.", "1/1")
    seized = card("Seized", "Instant", "This spell costs {3} less to cast if it targets a tapped creature.\nDestroy "
                  "target creature.", cost="{4}{W}")  # fmt: skip
    training = card(
        "Training", "Enchantment", "Activated abilities of creatures you control cost {2} less to activate."
    )
    found = cost(sphinx, mouse, training, spell=seized)

    assert found.total == "{4}{W}"
    assert found.unread == (
        ("sphinx", "Spells your opponents cast that target this creature cost {2} more to cast."),
        ("mouse", "The second spell you cast each turn costs {1} less to cast."),
        ("spell", "This spell costs {3} less to cast if it targets a tapped creature."),
    )


def test_resolved_effects_on_costs_are_named():
    """A resolved effect on costs is no part of the answer either, and is named."""
    text = "Until end of turn, spells you cast cost {1} less to cast."
    made = board(BEAR)
    made.enters(HELIX, zone="hand", owner="A")
    made.resolves({"text": text}, as_="ritual")
    found = solve(made).cost("helix")

    assert (found.total, found.unread) == ("{2}{R}{W}", (("ritual", text),))


@pytest.mark.parametrize(
    ("edition", "rule"),
    [("2005-10-01", "409.1f"), ("2008-02-01", "409.1f"), ("2009-07-11", "601.2e"), ("2015-07-16", "601.2e"),
     ("2015-07-17", "601.2f"), (None, "601.2f")],
)  # fmt: skip
def test_the_rule_of_the_day(edition, rule):
    """409.1f, 601.2e, 601.2f: the same order in all of them, under three numbers."""
    made = board(SPHERE, MEDALLION, THALIA)
    made.enters(BOLT, zone="hand", owner="A")
    found = solve(made, edition=edition).cost("bolt")

    assert (found.rule, {change.rule for change in found.changes}) == (rule, {rule})
    assert ([change.how for change in found.changes], found.total) == (["more", "less", "least"], "{2}{R}")


def test_costs_are_in_no_list_of_effects():
    """613.11: they follow the order of 601.2f, not that of timestamps with the other effects on the rules."""
    made = board(card("More", "Enchantment", "Your maximum hand size is increased by two."), MEDALLION, THALIA)
    result = solve(made)

    assert result.layer("613.11").order == ("more#1",)
    assert result.unsupported == ()


def test_questions_without_an_answer():
    """Unknown objects, and split cards without a named half, are refused."""
    split = {"name": "Fire // Ice", "layout": "split", "card_faces": [
        {"name": "Fire", "mana_cost": "{1}{R}", "type_line": "Instant", "oracle_text": "Scry 1."},
        {"name": "Ice", "mana_cost": "{1}{U}", "type_line": "Instant", "oracle_text": "Draw a card."},
    ], "type_line": "Instant // Instant"}  # fmt: skip
    made = board(THALIA)
    made.enters(split, zone="hand", owner="A", as_="split")

    with pytest.raises(UnknownObjectError):
        solve(made).cost("bolt")
    with pytest.raises(UnsupportedTextError, match="half"):
        solve(made).cost("split")
    assert solve(made).cost("split", base="{1}{U}").total == "{2}{U}"


@pytest.mark.parametrize(
    "line",
    [
        "Artifact spells you cast cost {1} less to cast.",
        "Instant and sorcery spells you cast cost {1} less to cast.",
        "Spells of the chosen type you cast cost {1} less to cast.",
        "Spells you cast of the chosen type cost {1} less to cast.",
        "Blue spells and red spells you cast cost {1} less to cast.",
        "Each spell you cast that's red or green costs {1} less to cast.",
        "Creature spells you cast with power 4 or greater cost {2} less to cast.",
        "Creature spells with flying you cast cost {1} less to cast.",
        "Legendary spells you cast cost {R}{G} less to cast. This effect reduces only the amount of colored mana you "
        "pay.",
        "During turns other than yours, spells you cast cost {1} less to cast.",
        "During your turn, this spell costs {2}{U}{U} less to cast.",
        "If you have 3 or less life, this spell costs {6} less to cast.",
        "As long as this creature is tapped, creature spells you cast cost {2} less to cast.",
        "Max speed — Spells you cast cost {1} less to cast.",
        "Domain — This spell costs {2} less to cast for each basic land type among lands you control.",
        "This spell costs {X} less to cast, where X is your devotion to black.",
        "Creature spells you cast cost {1} less to cast for each +1/+1 counter on ~.",
        "Spells with flash you cast cost {1} less to cast and can't be countered.",
    ],
)
def test_sentences(line):
    """Each is understood to the last word and prints back."""
    (ability,) = read_line(line)

    assert isinstance(ability, Static)
    assert any(isinstance(node, ChangeCost) for node in ability.walk())
    assert english(ability) == line


@pytest.mark.parametrize(
    "line",
    [
        "Spells your opponents cast that target this creature cost {2} more to cast.",
        "This spell costs {1} less to cast for each creature that died this turn.",
        "This spell costs {X} less to cast.",
        "The first creature spell you cast each turn costs {2} less to cast.",
        "Equip abilities you activate cost {1} less to activate.",
        "Spells you cast cost {½} less to cast.",
    ],
)
def test_sentences_that_stay_text(line):
    """What no board can answer is a rule whose text is kept."""
    (ability,) = read_line(line)

    assert isinstance(ability, TextAbility)
    assert (ability.form, ability.text) == ("rule", line)


def test_a_labelled_cost_of_a_spell_is_none_of_its_instructions():
    """207.2c: an ability word means nothing; what follows is a cost, and no part of what the spell does."""
    text = (
        "Strive — This spell costs {1}{U} more to cast for each target beyond the first.\nTarget creature gains flying."
    )
    whelm = card("Whelm", "Instant", text, cost="{U}")
    made = Board(cards=[whelm])
    made.enters(BEAR)
    made.enters(whelm, zone="hand", owner="A")
    made.resolves("Whelm", targets=["grizzly-bears"])
    result = solve(made)

    assert len(result["grizzly-bears"].abilities) == 1
    assert result.cost("whelm").unread == (("whelm", text.partition("\n")[0]),)
