"""All orders of timestamps at once: outcomes, how many orders lead to each, and what decides."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, permutations
from math import factorial
from random import Random

import pytest

from mtglayers import Board, LimitError, UnknownObjectError, solve
from mtglayers.presentation.moments import moments_of_file
from mtglayers.solver.questions.orders import partial_order as poset
from mtglayers.solver.questions.orders.explore import chosen_names
from mtglayers.solver.questions.orders.open_order import DecidedTooLateError, OpenReadingError, Timestamps
from mtglayers.solver.questions.orders.orders import Orders, orders
from mtglayers.solver.questions.orders.outcomes import Case
from mtglayers.solver.questions.orders.partial_order import Poset, TooManyOrdersError
from mtglayers.solver.questions.orders.wording import outcome_words

from ....generators.orders import by_force, differences
from ....support.boards import BEAR, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board, card
from ....support.paths import ROOT

ANTHEM = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")


FROG = card("Frog", "Enchantment", "All creatures are blue.")


CHALK = card("Chalk", "Enchantment", "All creatures are white.")


WHEEL = card("Wheel", "Enchantment", "All creatures are red.")


OPALESCENCE = card(
    "Opalescence", "Enchantment",
    "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base "
    "toughness each equal to its mana value.", cost="{2}{W}{W}",
)  # fmt: skip


def told(found: Orders) -> list[tuple[int, object]]:
    return [(outcome.orders, outcome.cases) for outcome in found]


def test_a_dependency_leaves_one_outcome() -> None:
    found = orders(board(MOON, LIMB, SAPROLING))

    assert (found.varied, found.total, found.solves) == (("blood-moon", "life-and-limb"), 2, 1)
    assert told(found) == [(2, ((),))]


def test_a_loop_leaves_two() -> None:
    found = orders(board(MOON, LIMB, SAPROLING, TOMB))
    first, second = found

    assert told(found) == [
        (1, ((("blood-moon", "life-and-limb"),),)), (1, ((("life-and-limb", "blood-moon"),),)),
    ]  # fmt: skip
    assert first.present
    assert not second.present
    assert (first.result["saproling"].subtypes, second.result["saproling"].subtypes) == (
        ("Saproling", "Forest"), ("Saproling", "Mountain"),
    )  # fmt: skip


def test_what_never_meets_is_never_ordered() -> None:
    anthems = [card(f"Anthem {place}", "Enchantment", "Creatures you control get +1/+1.") for place in range(10)]
    found = orders(board(BEAR, *anthems, FROG, CHALK))

    assert found.total == 479_001_600  # 12!
    assert found.solves == 2
    assert told(found) == [(239_500_800, ((("frog", "chalk"),),)), (239_500_800, ((("chalk", "frog"),),))]


def test_an_order_that_leads_to_it_is_shown_and_does() -> None:
    made = board(OPALESCENCE, HUMILITY, BEAR)
    for outcome in orders(made):
        assert set(outcome.order) == {"opalescence", "humility"}
        assert solve(made, order=outcome.order)["humility"] == outcome.result["humility"]


def test_what_is_named_may_have_come_at_any_moment() -> None:
    made = board(BEAR, FROG, CHALK, ANTHEM)

    assert told(orders(made, vary=["anthem"])) == [(3, ((),))]
    assert told(orders(made, vary=["frog"])) == [(1, ((("frog", "chalk"),),)), (2, ((("chalk", "frog"),),))]


@pytest.mark.parametrize(
    ("cards", "copied", "varied", "outcomes"),
    [
        (
            (HUMILITY, "Levitation", BEAR), "humility", ("humility", "levitation", "grizzly-bears"),
            [(3, ((),))],
        ),
        (
            (MOON, "Harbinger of the Seas", "Taiga"), "blood-moon",
            ("harbinger-of-the-seas", "taiga", "copy-enchantment"),
            [
                (2, ((("harbinger-of-the-seas", "copy-enchantment"),),)),
                (1, ((("copy-enchantment", "harbinger-of-the-seas"),),)),
            ],
        ),
    ],
)  # fmt: skip
def test_what_is_known_already_is_no_case(cards, copied, varied, outcomes) -> None:
    """Which of three is the youngest is one question, though the order of two of them is known."""
    made = board(*cards)
    made.enters("Copy Enchantment", copy_of=copied)
    found = orders(made, vary=["humility" if copied == "humility" else "copy-enchantment"])

    assert (found.varied, told(found)) == (varied, outcomes)


def test_counters_are_younger_than_what_they_are_on() -> None:
    made = board(BEAR, HUMILITY)
    made.counters("grizzly-bears", put={"flying": 1})
    found = orders(made)

    assert found.total == 2
    assert [outcome.order for outcome in found] == [
        ("humility", "grizzly-bears+flying"),
        ("grizzly-bears+flying", "humility"),
    ]


def test_the_choices_of_players_who_let_things_enter_together() -> None:
    made = Board(["Ana", "Ben"])
    made.enters(BEAR)
    made.enters([FROG, CHALK])
    made.enters(ANTHEM)
    found = orders(made, vary="choices")

    assert found.varied == ("frog", "chalk")
    assert told(found) == [(1, ((("frog", "chalk"),),)), (1, ((("chalk", "frog"),),))]


def test_an_order_that_a_player_chose_is_still_a_choice() -> None:
    made = Board(["Ana", "Ben"])
    made.enters(BEAR)
    made.enters([FROG, CHALK])
    made.order(["chalk", "frog"])
    found = orders(made, vary="choices")

    assert told(found) == [(1, ((("chalk", "frog"),),)), (1, ((("frog", "chalk"),),))]
    assert found.outcomes[0].present


def test_one_outcome_alone_has_the_order_of_the_board() -> None:
    """Frog before Anthem before Chalk is the board's order, and none in which Chalk is the oldest is."""
    wings = card("Wings", "Enchantment", "All creatures gain flying.")
    weights = card("Weights", "Enchantment", "All creatures lose flying.")
    found = orders(board(BEAR, FROG, WHEEL, wings, CHALK, weights))

    assert [outcome.present for outcome in found] == [True, *[False] * (len(found) - 1)]


def test_an_order_of_its_own_for_a_solve() -> None:
    made = board(BEAR, FROG, CHALK)

    assert solve(made)["grizzly-bears"].colors == ("W",)
    assert solve(made, order=["chalk", "frog"])["grizzly-bears"].colors == ("U",)
    with pytest.raises(UnknownObjectError, match="chalc"):
        solve(made, order=["chalc", "frog"])
    with pytest.raises(ValueError, match="twice"):
        solve(made, order=["chalk", "chalk"])


def test_a_bound_on_the_work() -> None:
    with pytest.raises(TooManyOrdersError, match="more than 1 solve"):
        orders(board(BEAR, FROG, CHALK), limit=1)


def test_readings_that_look_further_are_refused() -> None:
    with pytest.raises(OpenReadingError):
        orders(board(BEAR, FROG, CHALK), readings="advance")


@pytest.mark.parametrize("reading", ["component", "ready-first", "literal"])
def test_the_readings_of_a_loop(reading: str) -> None:
    assert len(orders(board(MOON, LIMB, SAPROLING, TOMB), readings=reading)) == 2


# --- What becomes of one object ---


def test_what_becomes_of_an_object() -> None:
    found = orders(board(MOON, LIMB, SAPROLING, TOMB))

    assert [(fate.orders, fate.present, fate.outcomes, fate.cases) for fate in found.of("saproling")] == [
        (1, True, (1,), (Case((("blood-moon", "life-and-limb"),)),)),
        (1, False, (2,), (Case((("life-and-limb", "blood-moon"),)),)),
    ]
    assert [fate.cases for fate in found.of("blood-moon")] == [(Case(),)]
    assert found.turning == ("saproling", "overgrown-tomb")
    assert [fate.words for fate in found.of("saproling", "colours")] == ["the Saproling is green"]
    with pytest.raises(UnknownObjectError, match="saprolin"):
        found.of("saprolin")


def test_whose_absence_settles_it() -> None:
    found = orders(board(MOON, LIMB, SAPROLING, TOMB), presence=True)
    said = found.name_of

    assert [outcome_words(fate, said) for fate in found.of("saproling")] == [
        "The Saproling is a 1/1 green Saproling Forest land creature with “{T}: Add {G}.” exactly when Blood Moon is "
        "older than Life and Limb while Overgrown Tomb is present, or Blood Moon is absent.",
        "The Saproling is a 1/1 green Saproling Mountain land creature with “{T}: Add {R}.” exactly when Life and Limb "
        "is older than Blood Moon, or Overgrown Tomb is absent.",
        "The Saproling is a 1/1 green Saproling creature exactly when Life and Limb is absent.",
    ]


def test_what_is_always_so_but_for_an_absence() -> None:
    found = orders(board(OPALESCENCE, HUMILITY, BEAR), presence=True)

    always, gone = Case(there=("humility",)), Case(gone="humility")
    assert [fate.cases for fate in found.of("grizzly-bears")] == [(always,), (gone,)]


def test_an_effect_that_outlives_its_card() -> None:
    """Titania's Song goes on until end of turn when it leaves, as old as it was."""
    made = Board(["A", "B"])
    for name in ("Titania's Song", "March of the Machines", "Sol Ring"):
        made.enters(name)
    found = orders(made, presence=True)

    assert [fate.cases for fate in found.of("sol-ring")] == [
        (Case((("titanias-song", "march-of-the-machines"),)), Case(gone="march-of-the-machines")),
        (Case((("march-of-the-machines", "titanias-song"),)),),
    ]


def test_two_that_must_be_older() -> None:
    """Whatever the order of the two: not the three ways in which the solver asked."""
    second = {**OPALESCENCE, "name": "Second"}
    found = orders(board(HUMILITY, OPALESCENCE, second, ANTHEM))

    assert [fate.cases for fate in found.of("humility")] == [
        (Case((("humility", "opalescence"),)), Case((("humility", "second"),))),
        (Case((("opalescence", "humility"), ("second", "humility"))),),
    ]


def test_effects_of_their_own_do_not_multiply_the_sentences() -> None:
    wings = card("Wings", "Enchantment", "All creatures gain flying.")
    weights = card("Weights", "Enchantment", "All creatures lose flying.")
    found = orders(board(BEAR, FROG, CHALK, wings, weights))

    assert len(found.of("grizzly-bears")) == 4
    assert [line.text for line in found.lines(["grizzly-bears"])][2:] == [
        "Grizzly Bears is white exactly when Frog is older than Chalk. (12 of 24 orders, including the board’s own.)",
        "Grizzly Bears is blue exactly when Chalk is older than Frog. (12 of 24 orders.)",
        "Grizzly Bears has flying exactly when Weights is older than Wings. (12 of 24 orders.)",
    ]


def test_the_youngest_is_right() -> None:
    """Of three colours: one case each, not the ways in which three can be sorted."""
    found = orders(board(BEAR, FROG, CHALK, WHEEL))

    assert [outcome.cases for outcome in found] == [
        ((("frog", "wheel"), ("chalk", "wheel")),),
        ((("chalk", "frog"), ("wheel", "frog")),),
        ((("frog", "chalk"), ("wheel", "chalk")),),
    ]


def test_what_effects_make_of_players() -> None:
    four = card("Four", "Enchantment", "Your maximum hand size is four.")
    five = card("Five", "Enchantment", "Your maximum hand size is five.")
    found = orders(board(four, five))

    assert [(fate.words, fate.cases) for fate in found.of_player("A")] == [
        ("A has a maximum hand size of 5.", (Case((("four", "five"),)),)),
        ("A has a maximum hand size of 4.", (Case((("five", "four"),)),)),
    ]


def test_every_case_is_in_the_sentence() -> None:
    """On the board of twelve: each comparison of each case, and no other."""
    found = orders(moments_of_file(str(ROOT / "puzzles/twelve-effects-from-six-players.toml"))[-1].board)
    said = found.name_of
    names = sorted(map(said, found.varied), key=len, reverse=True)
    assert (found.total, len(found)) == (479_001_600, 32)
    for id in found.turning:
        for fate in found.of(id):
            words = outcome_words(fate, said).partition(" exactly when ")[2].removesuffix(".")
            assert [pairs_in(case, names) for case in words.split(", or ")] == [
                {(said(old), said(young)) for old, young in case.pairs} for case in fate.cases
            ]


def pairs_in(words: str, names: list[str]) -> set[tuple[str, str]]:
    """Return the comparisons that a case in words makes."""
    for place, name in enumerate(names):
        words = words.replace(name, f"<{place}>")
    tokens = re.findall(r"<(\d+)>( is older than| is younger than)?", words)
    found = set()
    for token, verb in tokens:
        if verb:
            subject, how = names[int(token)], verb
        else:
            found.add((subject, names[int(token)]) if how == " is older than" else (names[int(token)], subject))
    return found


def test_colours_that_were_chosen_are_told_apart() -> None:
    made = board(BEAR)
    for color in "UR":
        made.enters(card("Sky", "Enchantment", "All creatures are the chosen color."), chosen={"color": color})

    assert [outcome.result["grizzly-bears"].colors for outcome in orders(made)] == [("R",), ("U",)]


def test_the_youngest_of_those_that_overwrite_each_other_is_all_that_is_asked_for() -> None:
    made = board(BEAR)
    for word in ("Elf", "Goblin", "Human", "Wizard", "Zombie", "Cat", "Dog", "Bird"):
        words = card("Words", "Enchantment", "All creatures are the chosen type.")
        made.enters(words, chosen={"creature_type": word})
    found = orders(made)

    assert (len(found.outcomes), found.total, found.solves) == (8, 40320, 8)
    assert {outcome.orders for outcome in found} == {5040}


def test_an_effect_that_changes_nothing_is_compared_only_when_it_would() -> None:
    """A chain: each effect reads what the one before it writes, and only what is too early for that matters."""
    words = ("Town", "Island", "Swamp", "Mountain", "Forest", "Cave", "Desert", "Gate", "Lair", "Mine",
             "Sphere", "Tower")  # fmt: skip
    town = card("Town", "Land — Town")
    changers = [
        card(f"Changer {old}", "Enchantment", f"All {old} lands are {new}s in addition to their other types.")
        for old, new in pairwise(words)
    ]
    short, long = board(town, *reversed(changers[:5])), board(town, *reversed(changers))
    found = orders(short)

    assert (found.total, len(found), found.solves) == (120, 4, 7)
    assert list(differences(found, by_force(short, found.varied, "all"))) == []
    assert (len(orders(long)), orders(long).solves) == (10, 46)


@pytest.mark.parametrize("first", ["have", "lose"])
def test_what_changes_nothing_at_first_may_change_something_later(first: str) -> None:
    """Nothing has flying to lose, or lacks it, until the other effect has applied."""
    lines = {"have": "All creatures have flying.", "lose": "All creatures lose flying."}
    last = "lose" if first == "have" else "have"
    cards = [card(word, "Enchantment", lines[word]) for word in (first, last)]
    for made in (board(BEAR, *cards), board("Wind Drake", *cards), board("Wind Drake", BEAR, *cards, FROG, CHALK)):
        found = orders(made)
        assert list(differences(found, by_force(made, found.varied, "all"))) == []


def test_a_decision_may_come_too_late() -> None:
    """What has been applied in one order cannot be in the other: the board is solved again."""
    stamps = Timestamps(Poset(range(3)), [((0, 1),)])
    stamps.was_older(2, 0)
    assert (stamps.asked, stamps.others) == ([((0, 1),), ((2, 0),)], [(), (((0, 2),),)])
    with pytest.raises(DecidedTooLateError):
        stamps.was_older(1, 2)


def test_what_defines_itself_by_another_is_ordered_where_nothing_depends() -> None:
    """418.5c of 2007: characteristic-defining abilities depend on none, and yet their order shows."""
    twin = "~'s power and toughness are each equal to the total power of other creatures you control."
    made = Board(["Ana", "Ben"], edition="2008-01-01")
    made.enters(BEAR)
    made.enters(card("Elder", "Creature — Elf", twin.replace("~", "Elder"), "*/*"))
    made.enters(card("Younger", "Creature — Elf", twin.replace("~", "Younger"), "*/*"))

    assert len(orders(made).outcomes) == 2


# --- Partial orders ---


def test_orders_that_fit_are_counted() -> None:
    assert Poset(range(20)).count() == 2_432_902_008_176_640_000
    assert Poset(range(4), [(0, 1), (2, 3)]).count() == 6
    assert Poset(range(5), [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]).count() == 2
    assert Poset(range(40), [(0, n) for n in range(1, 40)]).count() == factorial(39)
    assert Poset(range(1500), pairwise(range(1500))).count() == 1


def test_orders_that_cannot_be_counted_are_refused(monkeypatch):
    monkeypatch.setattr(poset, "MAX_SETS", 2_000)
    crossed = [(one, other) for one in range(24) for other in range(24, 48) if (one + other) % 3]
    with pytest.raises(LimitError, match="at most 2000 sets of timestamps for counting orders are allowed"):
        Poset(range(48), crossed).count()


@pytest.mark.parametrize("seed", range(8))
def test_orders_are_counted_as_by_hand(seed):
    draw = Random(seed)
    for _ in range(20):
        pairs = [pair for pair in combinations(range(draw.randint(0, 6)), 2) if draw.random() < 0.3]
        count = max((other for _, other in pairs), default=0) + 1
        by_hand = sum(all(order.index(a) < order.index(b) for a, b in pairs) for order in permutations(range(count)))
        assert Poset(range(count), pairs).count() == by_hand


def test_an_order_does_not_go_in_circles() -> None:
    chain = Poset(range(3), [(0, 1), (1, 2)])

    assert chain.is_older(0, 2)
    assert not chain.admits([(2, 0)])
    with pytest.raises(ValueError, match="2 cannot be older than 0"):
        chain.add(2, 0)


def test_players_stand_for_what_they_control() -> None:
    """Counters and resolved effects, too; "players" keeps the order of each player's own effects."""
    made = Board.of(
        "Ann: Humility", "Ben: Opalescence", "Ben: Grizzly Bears with a +1/+1 counter",
        "Ann: Giant Growth -> Grizzly Bears as growth", "Ann: Forest",
    )  # fmt: skip

    assert set(chosen_names(made, ["ann", "Opalescence"])) == {"humility", "growth", "forest", "opalescence"}
    assert set(chosen_names(made, ["Ben"])) == {"opalescence", "grizzly-bears", "grizzly-bears+1/+1"}
    with pytest.raises(UnknownObjectError, match="did you mean `Ann`"):
        orders(made, vary=["Anne"])
    first = orders(made, vary="players")
    assert [each["humility"].power for each in (outcome.result for outcome in first)] == [4, 1]
    assert all(outcome.order.index("humility") < outcome.order.index("growth") for outcome in first)


def test_of_a_player() -> None:
    found = orders(Board.of("Ann: Spellbook", "Ben: Humility"))

    assert [each.words for each in found.of_name("Ann")] == ["Ann has no maximum hand size."]
    assert [names for names, _ in found.differing(["Ben", "humility"])] == [["Ben"], ["humility"]]
