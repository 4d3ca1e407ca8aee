"""The walk through the layers: orders, reasons, what starts and goes on, what a result says."""

from __future__ import annotations

import networkx as nx
import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import AmbiguousTimestampError, UnknownEditionError, UnknownObjectError
from mtglayers.solver.readings import READINGS, ReadingError, Readings
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, URBORG, board, card


def edges(step):
    """Return (effect, on) -> (reasons, witness) of a step's graph."""
    return {(a, b): (data["reasons"], data["witness"]) for a, b, data in step.graph.edges(data=True)}


def test_an_empty_board_has_an_answer():
    """No object, no step, and every layer there."""
    result = solve(Board())

    assert len(result) == 0
    assert [layer.name for layer in result.layers][:11] == "1a 1b 2 3 4 5 6 7a 7b 7c 7d".split()
    assert result.steps == ()


def test_independent_effects_go_by_timestamp():
    """613.7: Blood Moon and Life and Limb leave each other alone while no land and no creature is there."""
    result = solve(board(LIMB, MOON))

    assert result.layer("4").order == ("life-and-limb#1", "blood-moon#1")
    assert not edges(result.layer("4").steps[0])
    assert result.layer("4").steps[0].choice.why == "oldest"
    assert result.layer("4").steps[0].rule == "613.7"


def test_a_dependent_effect_waits_whatever_its_timestamp():
    """613.8a-b: a Saproling becomes a nonbasic land, so Blood Moon depends on Life and Limb by its scope."""
    result = solve(board(MOON, LIMB, SAPROLING))
    first = result.layer("4").steps[0]

    assert result.layer("4").order == ("life-and-limb#1", "blood-moon#1")
    assert edges(first) == {("blood-moon#1", "life-and-limb#1"): (("scope",), ("saproling",))}
    assert (first.choice.why, first.choice.waiting, first.rule) == ("waited", ("blood-moon#1",), "613.8b")
    assert isinstance(first.graph, nx.DiGraph)
    assert result["saproling"].subtypes == ("Saproling", "Mountain")


@pytest.mark.parametrize(("first", "second", "subtype"), [(MOON, LIMB, "Forest"), (LIMB, MOON, "Mountain")])
def test_a_loop_goes_by_timestamp(first, second, subtype):
    """613.8b: in a dependency loop the effects apply in timestamp order."""
    result = solve(board(first, second, SAPROLING, TOMB))

    assert [loop.members for loop in result.loops] == [result.layer("4").order]
    assert result.layer("4").steps[0].choice.why == "loop"
    assert result["saproling"].subtypes == ("Saproling", subtype)


def test_asked_again_after_each_application():
    """613.8c: once Living Plane has made the lands creatures, the Aura no longer widens Conspiracy's scope."""
    result = solve(
        board(
            card("Conspiracy", "Enchantment", "Creatures you control are Ferrets."),
            card("Living Plane", "World Enchantment", "All lands are 1/1 creatures that are still lands."),
            FOREST,
            card("Zendikon", "Enchantment", "Each Forest is a 6/4 green Elemental creature. It's still a land."),
        )
    )

    assert result.layer("4").order == ("living-plane#1", "conspiracy#1", "zendikon#1")
    assert ("conspiracy#1", "zendikon#1") in edges(result.layer("4").steps[0])
    assert ("conspiracy#1", "zendikon#1") not in edges(result.layer("4").steps[1])
    assert result["forest"].subtypes == ("Forest", "Ferret", "Elemental")


def test_existence_lost_inside_a_layer():
    """305.7, 613.8a: Blood Moon takes Urborg's ability within layer 4, so Urborg's effect never applies."""
    result = solve(board(URBORG, FOREST, MOON))

    assert edges(result.layer("4").steps[0]) == {("urborg#1", "blood-moon#1"): (("existence",), ("urborg",))}
    assert result.layer("4").order == ("blood-moon#1",)
    assert result["forest"].subtypes == ("Forest",)


def test_what_has_started_goes_on():
    """613.6: Humility loses its own ability in layer 6 and still sets 1/1 in 7b, to the same set of objects."""
    opalescence = card(
        "Opalescence", "Enchantment",
        "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base "
        "toughness each equal to its mana value.", cost="{2}{W}{W}",
    )  # fmt: skip
    result = solve(board(HUMILITY, opalescence))

    assert result.layer("7b").order == ("humility#1", "opalescence#1")
    assert result.layer("7b").steps[0].going_on
    assert (result["humility"].power, result["humility"].abilities) == (4, ())


def test_an_effect_whose_ability_is_gone_before_it_starts_never_applies():
    """613.6: the lord's effect begins in 7c, and layer 6 has taken its ability by then."""
    lord = card("Lord", "Creature — Bear", "Other creatures you control get +1/+1.", "2/2")
    result = solve(board(lord, BEAR, HUMILITY))

    assert result.layer("7c").order == ()
    assert result["grizzly-bears"].power == 1


def test_granted_static_abilities_join_the_layer():
    """613.7a: an ability granted in layer 6 generates its effect there, with the later of the two timestamps."""
    result = solve(
        board(
            BEAR,
            card("Banner", "Enchantment", 'All creatures have "Enchantments you control have hexproof."'),
        )
    )

    assert result.layer("6").order == ("banner#1", "grizzly-bears<banner#1>")
    assert [ability.name for ability in result["banner"].abilities if hasattr(ability, "name")] == ["Hexproof"]


def test_a_cda_is_applied_first_and_alone():
    """613.3, 613.4a: a characteristic-defining ability waits for no other effect of its layer."""
    courier = card("Courier", "Creature — Crab", "Courier is all colors.", "1/1", cost="{2}")
    grey = card("Grey", "Enchantment", "All creatures are black.")
    result = solve(board(grey, courier))

    assert result.layer("5").order == ("courier#1", "grey#1")
    assert result.layer("5").steps[0].cda
    assert result["courier"].colors == ("B",)


def test_noncreatures_have_no_size():
    """208.3: a Vehicle that is no creature has no power and toughness; 208.4b base values come from 7b."""
    vehicle = card("Skiff", "Artifact — Vehicle", "", "3/2")
    result = solve(board(vehicle, card("March", "Enchantment", "All artifacts are creatures in addition to their "
                                       "other types.")))  # fmt: skip

    assert solve(board(vehicle))["skiff"].power is None
    assert (result["skiff"].power, result["skiff"].base_power) == (3, 3)


def test_until_stops_after_a_layer():
    """The state after layer 4 alone."""
    result = solve(board(HUMILITY, BEAR), until="4")

    assert result["grizzly-bears"].power == 2
    assert [layer.name for layer in result.layers][-1] == "4"


@pytest.mark.parametrize(("keyword", "error"), [
    ({"until": "9"}, ValueError), ({"edition": "1993-08-05"}, UnknownEditionError),
    ({"edition": "soon"}, UnknownEditionError), ({"readings": "mine"}, ReadingError),
])  # fmt: skip
def test_bad_arguments_are_refused(keyword, error):
    """Each in one sentence that quotes what was given."""
    with pytest.raises(error, match=next(iter(keyword.values()))):
        solve(board(BEAR), **keyword)


def test_unknown_objects_are_refused_with_near_ids():
    """A result knows the ids of its board."""
    with pytest.raises(UnknownObjectError, match="did you mean `grizzly-bears`"):
        solve(board(BEAR))["grizzly-bear"]


def test_an_order_that_nobody_gave_is_only_needed_where_effects_meet():
    """613.7m: a set enters together; the solver asks for an order when two of its effects meet."""
    whites = card("Whites", "Enchantment", "All creatures are white.")
    blacks = card("Blacks", "Enchantment", "All creatures are black.")
    made = Board(cards=[whites, blacks, BEAR])
    made.enters({"Whites", "Blacks"})

    assert len(solve(made)) == 2  # no creature: nothing meets

    made.enters("Grizzly Bears")
    with pytest.raises(AmbiguousTimestampError) as refused:
        solve(made)
    assert refused.value.effects == ("blacks#1", "whites#1")


def test_an_order_that_nobody_gave_decides_a_loop():
    """613.7m, 613.8b: in a loop timestamps decide, so the order is asked for; two bonuses can come either way."""
    made = Board(cards=[MOON, LIMB, SAPROLING, TOMB, BEAR])
    made.enters({"Blood Moon", "Life and Limb"})
    made.enters("Saproling")
    made.enters("Overgrown Tomb")
    with pytest.raises(AmbiguousTimestampError):
        solve(made)

    ones, twos = (card(f"Anthem {n}", "Enchantment", f"Creatures you control get +{n}/+{n}.") for n in (1, 2))
    bonuses = Board(cards=[ones, twos, BEAR])
    bonuses.enters({"Anthem 1", "Anthem 2"})
    bonuses.enters("Grizzly Bears")
    assert solve(bonuses)["grizzly-bears"].power == 5


def test_an_exchange_is_fixed_as_it_resolves():
    """611.2c-d, 701.12b: who gets what is known when the exchange happens; a later theft changes nothing about it."""
    made = Board(players=("Ana", "Ben", "Cyd"), cards=[BEAR])
    made.enters("Grizzly Bears", controller="Ana", as_="x")
    made.enters("Grizzly Bears", controller="Ben", as_="y")
    text = "Exchange control of two target creatures."
    made.resolves({"text": text}, as_="swap", controller="Ana", targets=["x", "y"])
    theft = "Gain control of target creature until end of turn."
    made.resolves({"text": theft}, as_="theft", controller="Cyd", targets=["y"])
    result = solve(made)

    assert (result["x"].controller, result["y"].controller) == ("Ben", "Cyd")
    assert result.layer("2").order == ("swap", "theft")


def test_readings_of_a_loop_with_an_outsider():
    """B2: what a loop member waits for is a reading; `ready-first` lets nothing dependent go before an outsider."""
    seas = card("Seas", "Enchantment — Aura", "Enchant land\nEnchanted land is an Island.")
    made = board(TOMB, FOREST, SAPROLING, LIMB, MOON)
    made.enters(seas, attached_to="overgrown-tomb")
    orders = {name: solve(made, readings=name).layer("4").order for name in READINGS}

    assert orders["default"] == ("blood-moon#1", "life-and-limb#1", "seas#2")
    assert orders["literal"] == ("life-and-limb#1", "blood-moon#1", "seas#2")
    assert orders["component"][0] == orders["ready-first"][0] == "seas#2"
    assert solve(made, readings=Readings("literal")) == solve(made, readings="literal")


def test_lines_that_are_not_understood_are_reported():
    """Nothing passes silently: the object and the line."""
    odd = card("Oddity", "Enchantment", "Creatures you control get +1/+1 whenever the moon is full.")
    result = solve(board(odd, BEAR))

    assert result.unsupported == (("oddity", "Creatures you control get +1/+1 whenever the moon is full."),)


def test_a_result_is_a_value_of_its_board_as_it_was():
    """Later events do not reach a result; equal boards give equal results."""
    made = board(BEAR)
    before = solve(made)
    made.enters(HUMILITY)

    assert before["grizzly-bears"].power == 2
    assert before == solve(board(BEAR))
    assert before != solve(made)


def test_work_is_counted_and_independent_effects_need_no_trial():
    """Lords that read types and write sizes are never tried on each other; dependent effects are."""
    lords = [card(f"Lord {n}", "Creature", "Other creatures you control get +1/+1 and have flying.", "2/2")
             for n in range(20)]  # fmt: skip
    counts = solve(board(*lords, BEAR)).statistics
    tried = solve(board(MOON, LIMB, SAPROLING)).statistics

    assert (counts.effects, counts.steps, counts.trials, counts.edges) == (20, 40, 0, 0)
    assert (tried.trials, tried.edges) == (2, 1)
