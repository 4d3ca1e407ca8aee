"""The same board under the rules of two days: what each dated change of the rules changes, and what none does."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError
from mtglayers.model.rules.edition import TEXTS
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve

from ..support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, card
from ..support.clause_lists import DAYS as DOCUMENT_DAYS

SWITCHED = "Switch target creature's power and toughness until end of turn."
DAYS = [text.since.isoformat() for text in TEXTS if text.since >= datetime.date(2005, 10, 1)]
RED, WHITE = (card(f"{name} Mist", "Enchantment", f"All creatures are {name.lower()}.") for name in ("Red", "White"))
PAINTER = card("Painter", "Creature — Human", "All creatures are red.\nMorph {2}", "3/4")
BEAST = card("Red Beast", "Creature — Beast", "Red Beast is red.", "2/2")
NIGHT = card("Nightmare", "Creature — Horse", "Nightmare's power and toughness are each equal to the number of Swamps "
             "you control.", "*/*")  # fmt: skip
SWAMP = card("Swamp", "Basic Land — Swamp")
ARCHETYPE = card("Archetype", "Enchantment Creature — Human", "Creatures you control have flying.\nCreatures your "
                 "opponents control lose flying and can't have or gain flying.", "3/2")  # fmt: skip


def board(day: str, *cards: dict[str, Any]) -> Board:
    """Return a board under the rules of a day on which these cards have entered, in this order."""
    made = Board(["Ana", "Ben"], day)
    for entering in cards:
        made.enters(entering)
    return made


def keywords(result: Result, name: str) -> list[str]:
    """Return the keywords of an object."""
    return sorted(getattr(ability, "name", "") for ability in result[name].abilities)


def before_and_since(day: str) -> pytest.MarkDecorator:
    """Run a test on the last day of the old words and on the first of the new ones."""
    since = datetime.date.fromisoformat(day)
    eve = since - datetime.timedelta(days=1)
    return pytest.mark.parametrize(("day", "new"), [(eve.isoformat(), False), (day, True)])


# --- What never changed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("older", ["moon", "limb"])
def test_the_story_of_blood_moon_under_every_text(day, older):
    """Independent, dependent, a loop, dependent again: the words of the dependency rule are those of 1999."""
    made = board(day, *((MOON, LIMB) if older == "moon" else (LIMB, MOON)))
    moon, limb = ("blood-moon#1", "life-and-limb#1")

    def told() -> tuple[set[tuple[str, str]], bool, tuple[str, ...]]:
        layer = solve(made).layer("4")
        return set(layer.steps[0].graph.edges), bool(layer.steps[0].loops), layer.order

    alone = (moon, limb) if older == "moon" else (limb, moon)
    assert told() == (set(), False, alone)
    token = made.enters(SAPROLING, controller="Ben")
    edges, loop, order = told()
    assert (len(edges), loop, order) == (1, False, (limb, moon))
    assert solve(made)[token].subtypes == ("Saproling", "Mountain")
    made.enters(TOMB, controller="Ben")
    edges, loop, order = told()
    assert (len(edges), loop, order) == (2, True, alone)
    assert solve(made)[token].subtypes == ("Saproling", "Forest" if older == "moon" else "Mountain")
    assert solve(made)["overgrown-tomb"].subtypes == (("Mountain",) if older == "moon" else ("Saproling", "Mountain"))
    made.leaves("overgrown-tomb")

    assert told()[2] == (limb, moon)
    assert solve(made)[token].subtypes == ("Saproling", "Mountain")


@pytest.mark.parametrize("day", DAYS)
def test_a_switch_comes_last_under_every_text(day):
    """A 1/3 with +0/+1, switched, with +5/+0: 4/6 since 2005-10-01."""
    made = board(day, card("Small", "Creature", size="1/3"))
    for place, text in enumerate(("Target creature gets +0/+1 until end of turn.", SWITCHED,
                                  "Target creature gets +5/+0 until end of turn.")):  # fmt: skip
        made.resolves({"text": text}, as_=f"effect-{place}", targets=["small"])

    assert (solve(made)["small"].power, solve(made)["small"].toughness) == (4, 6)


# --- What an object says about itself ----------------------------------------------------------------------------


@before_and_since("2007-05-01")
def test_what_an_object_says_about_itself_depends_on_nothing(day, new):
    """2006: colourless, for Humility takes the ability first. Since Future Sight: red, for it goes first."""
    result = solve(board(day, HUMILITY, BEAST))

    assert result["red-beast"].colors == (("R",) if new else ())
    assert result.layer("5").order == (("red-beast#1", "humility#1") if new else ("humility#1",))


@before_and_since("2007-05-01")
def test_a_condition_excludes(day, new):
    """A conditional ability set a characteristic, and went first; it defines none, and has its timestamp."""
    bog = card("Ogre", "Creature — Ogre", "As long as you control a Swamp, Ogre is red.", "3/3")
    result = solve(board(day, SWAMP, WHITE, bog))

    assert result["ogre"].colors == (("R",) if new else ("W",))


@before_and_since("2007-05-01")
def test_sizes_are_defined_in_every_zone(day, new):
    """A star was 0 out of play."""
    made = board(day, SWAMP, SWAMP)
    dead = made.enters(NIGHT, zone="graveyard")

    assert (solve(made)[dead].power, solve(made)[dead].toughness) == ((2, 2) if new else (0, 0))


@before_and_since("2012-05-01")
def test_both_or_neither(day, new):
    """Clause (c): two effects of characteristic-defining abilities may depend on each other, and be a loop."""
    twins = [card(name, "Creature", f"{name}'s power and toughness are each equal to the total power of other "
                  "creatures you control.", "*/*") for name in ("Elder", "Younger")]  # fmt: skip
    result = solve(board(day, BEAR, *twins))

    assert len(result.layer("7a").steps[0].graph.edges) == (2 if new else 0)
    assert (result["elder"].power, result["younger"].power) == (2, 4)


# --- Layers --------------------------------------------------------------------------------------------------------


@before_and_since("2009-07-11")
def test_colours_and_abilities_part(day, new):
    """One layer 5: the ability that makes all red is taken within it. Layers 5 and 6: too late."""
    made = board(day, PAINTER, BEAR)
    made.resolves({"text": "Target creature loses all abilities."}, as_="frog", targets=["painter"])

    assert solve(made)["grizzly-bears"].colors == (("R",) if new else ("G",))


@before_and_since("2009-07-11")
def test_the_bonus_of_a_spell_survives(day, new):
    """Gray Ogre: 1/4, then 5/8."""
    made = board(day, card("Gray Ogre", "Creature — Ogre", size="2/2"))
    made.counters("gray-ogre", put={"+1/+1": 1})
    made.resolves({"text": "Target creature gets +4/+4 until end of turn."}, as_="growth", targets=["gray-ogre"])
    made.enters(card("Arms", "Enchantment", "Creatures you control get +0/+2."))
    made.resolves({"text": "Target creature becomes 0/1 until end of turn."}, as_="shrink", targets=["gray-ogre"])
    result = solve(made)

    assert (result["gray-ogre"].power, result["gray-ogre"].toughness) == ((5, 8) if new else (1, 4))
    assert result.layer("7b" if new else "6b").order == (("shrink",) if new else ("growth", "shrink"))


@before_and_since("2020-04-17")
def test_counters_join_the_other_changes_of_size(day, new):
    """Layer 7d for counters, then 7c for all, by timestamps; switching moves from 7e to 7d."""
    made = board(day, BEAR)
    made.counters("grizzly-bears", put={"+1/+1": 1})
    made.enters(card("Arms", "Enchantment", "Creatures you control get +1/+2."))
    made.resolves({"text": SWITCHED}, as_="switch", targets=["grizzly-bears"])
    result = solve(made)

    assert (result["grizzly-bears"].power, result["grizzly-bears"].toughness) == (5, 4)
    assert result.layer("7c").order == (("grizzly-bears+1/+1", "arms#1") if new else ("arms#1",))
    assert result.layer("7d").order == (("switch",) if new else ("grizzly-bears+1/+1",))


@before_and_since("2013-09-27")
def test_setting_a_land_type_takes_what_a_copy_effect_added(day, new):
    """305.7 names copy effects."""
    text = "{T}: This land becomes a copy of target land, except it has this ability."
    made = board(day, card("Stage", "Land", text), card("Waste", "Land", "{T}: Add {C}."))
    made.resolves({"ability_of": "stage", "index": 1}, as_="copying", targets=["waste"])
    made.enters(MOON)
    found = solve(made)["stage"]

    assert (found.name, found.subtypes, len(found.abilities)) == ("Waste", ("Mountain",), 1 if new else 2)


@before_and_since("2021-02-05")
def test_not_even_by_a_counter(day, new):
    """For ten months "can't have" did not reach keyword counters."""
    made = board(day, ARCHETYPE)
    made.enters(BEAR, controller="Ben")
    made.counters("grizzly-bears", put={"flying": 1})

    assert keywords(solve(made), "grizzly-bears") == ([] if new else ["Flying"])


# --- Timestamps ----------------------------------------------------------------------------------------------------


@before_and_since("2015-07-17")
def test_turning_face_up_gives_a_timestamp(day, new):
    """Magic Origins."""
    made = board(day, BEAR)
    hidden = made.enters(PAINTER, face_down=True)
    made.enters(WHITE)
    made.turns(hidden, face="up")

    assert solve(made)["grizzly-bears"].colors == (("R",) if new else ("W",))


@before_and_since("2015-07-17")
def test_transforming_gives_a_timestamp(day, new):
    """Magic Origins."""
    faces = [{"name": "Day", "type_line": "Creature — Human", "mana_cost": "{R}", "power": "1", "toughness": "1"},
             {"name": "Night", "type_line": "Creature — Werewolf", "oracle_text": "All creatures are red.",
              "power": "3", "toughness": "3"}]  # fmt: skip
    made = board(day, BEAR)
    wolf = made.enters({"name": "Day // Night", "layout": "transform", "type_line": "Creature", "card_faces": faces})
    made.enters(WHITE)
    made.transforms(wolf)

    assert solve(made)["grizzly-bears"].colors == (("R",) if new else ("W",))


@before_and_since("2020-04-17")
def test_keyword_counters_come_with_timestamps(day, new):
    """Ikoria: refused before; then all counters of a kind take the newest timestamp."""
    made = board(day, BEAR)
    if not new:
        with pytest.raises(IllegalEventError, match="2020-04-17"):
            made.counters("grizzly-bears", put={"flying": 1})
        return
    made.counters("grizzly-bears", put={"flying": 1})
    made.enters(card("Gravity", "Enchantment", "All creatures lose flying."))
    assert keywords(solve(made), "grizzly-bears") == []
    made.counters("grizzly-bears", put={"flying": 1})

    assert keywords(solve(made), "grizzly-bears") == ["Flying", "Flying"]  # 113.2c


@before_and_since("2020-04-17")
def test_turn_order_replaces_the_choice_of_the_active_player(day, new):
    """Two cards go to two graveyards at once, and Ana, who is active, wants hers to be the younger."""
    made = board(day, BEAR)
    for name, controller in (("Red", "Ana"), ("White", "Ben")):
        text = f"As long as this card is in your graveyard, all creatures are {name.lower()}."
        made.enters(card(f"{name} Ghost", "Creature — Spirit", text, "1/1"), controller=controller)
    made.leaves(["red-ghost", "white-ghost"])
    wanted = ["white-ghost@graveyard", "red-ghost@graveyard"]
    if new:
        with pytest.raises(IllegalEventError, match="active player"):
            made.order(wanted)
    else:
        made.order(wanted)

    assert solve(made)["grizzly-bears"].colors == (("W",) if new else ("R",))


@before_and_since("2021-02-15")
def test_granted_abilities_keep_their_place(day, new):
    """Kaldheim: a Hammer with a Rune moves. Before, its two effects had one timestamp, and no rule an order."""
    hammer = card("Hammer", "Artifact — Equipment", "Equipped creature loses flying.\nEquip {1}")
    rune = card("Rune", "Enchantment — Aura", 'Enchant permanent\nAs long as enchanted permanent is an Equipment, it '
                'has "Equipped creature has flying."')  # fmt: skip
    made = board(day, BEAR, hammer)
    made.enters(rune, attached_to="hammer")
    made.attaches("hammer", to="grizzly-bears")
    result, other = solve(made), solve(made, readings="ties-reversed")

    assert keywords(result, "grizzly-bears") == ["Flying"]
    assert keywords(other, "grizzly-bears") == (["Flying"] if new else [])


@before_and_since("2025-07-25")
def test_own_abilities_are_older_than_what_returned_the_object(day, new):
    """613.7n of Edge of Eternities: the effect that put a permanent there is younger, and was as old as it."""
    made = board(day)
    text = "As long as you control a creature, this creature is white."
    back = made.enters(
        card("Revenant", "Creature — Spirit", text, "2/2"), with_effect={"text": "It's black.", "as": "raise"}
    )
    result = solve(made)

    assert (result.layer("5").order, result[back].colors) == ((f"{back}#1", "raise"), ("B",))
    assert made.effects["raise"].stamp - made.object(back).stamp == (1 if new else 0)


@pytest.mark.parametrize(("document", "rule"), [("S1", "409.1f"), ("S2", "601.2e"), ("S4", "601.2f")])
def test_costs_have_an_order_of_their_own(document, rule):
    """S1 418.5k, S2 613.10, S4 613.10: increases, then reductions, whichever is older (S1 says 419.1f for 409.1f)."""
    less = card("Medallion", "Artifact", "Red spells you cast cost {1} less to cast.")
    more = card("Sphere", "Artifact", "Spells cost {1} more to cast.")
    made = board(DOCUMENT_DAYS[document], less, more)
    made.enters(card("Bolt", "Instant", "Bolt deals 3 damage to any target.", cost="{R}"), zone="hand", owner="Ana")
    found = solve(made).cost("bolt")

    assert (found.total, found.rule) == ("{R}", rule)
    assert [change.effect for change in found.changes] == ["sphere#1", "medallion#1"]


def test_the_basic_forest_is_what_it_always_was():
    """305.6: under every text a Forest has its mana ability, and Blood Moon does not touch it."""
    for day in DAYS:
        found = solve(board(day, MOON, FOREST))["forest"]
        assert (found.subtypes, len(found.abilities)) == (("Forest",), 1)
