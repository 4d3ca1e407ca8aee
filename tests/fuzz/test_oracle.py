"""A small run of the fuzzer: the reader turns whatever it is given into trees that print back, or refuses it."""

from __future__ import annotations

import pytest

from ..support.watching import calls_of
from .oracle import corpus, fault_of, faults, mutated, run


def test_mutated_sentences_are_read_or_refused():
    assert faults(range(1500)) == []


def test_the_same_number_is_the_same_text():
    assert mutated(5) == mutated(5)
    assert len({mutated(seed) for seed in range(50)}) > 45


def test_what_it_mutates():
    assert len(corpus()) > 150
    assert all(corpus())


def test_parts_cover_all():
    assert sum(len(found) for found in run(0)) == 0
    assert len(list(run(1200))) == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        '"',
        '""',
        "Creatures you control have " + '"Creatures you control have ' * 30,
        "Creatures you control have flying" + ", flying" * 2000 + ".",
        "Target creature gets +1/+1 until end of turn. " * 300,
        "Whenever a creature attacks, " * 200 + "it gains flying until end of turn.",
        "When this creature enters, " * 40 + 'create "two 1/1" black Faerie Rogue creature tokens with flying.',
        "As long as " * 500,
        "Goblins and " * 800 + "Elves get +1/+1.",
        "Each creature with power " + "9" * 5000 + " or less has flying.",
        "LEVEL 1-\nLEVEL 2+\n1/1\nLEVEL 3+",
        "{T}: " * 300 + "Add {G}.",
        "(" * 3000 + ")" * 3000,
        "eQUIP {4}. This ability costs {3} less to activate if you're the monarch.",
        "enchant creature. Attach it to target creature. You may pay {G} to end this effect.",
        "You gain X life. Each Vehicle you control gets +1/+1 as long as it's a creature.",
        "When ~ enters, put a +1/+1 counter on each creature you control. When you do, it gets +2/+0 until end of"
        " turn.",
        "Create a token that's a copy of that creature, except it's 1/1. Enchanted creature loses all abilities and is"
        " a Bird creature with base power and toughness 1/1.",
        "As long as a creature card with flying is in a graveyard, this creature has flying. The same is true for fear,"
        " haste, vigilance.",
        "Flying, haste\xa0, protection from RED",
        "You may have this creature enter as a copy of a creature you control, except it's Rogue in addition to its"
        " other types.",
        "Put X +1/+1 counters on target land. That land becomes a 0/0 Elemental creature with haste. It's still land.",
        "STATION 00+",
        "Trample, infect, \xa0indestructible",
        "Enchant |planeswalker",
        "As this creature enters, it becomes your choice of a 3/3 artifact creature or a 2/2 artifact creature Gates"
        " with flying.",
        "{B}: If this creature's power is X or more, it gets -1/-0 until end of turn.",
        "{G}: Target land becomes a 0/0 Elemental creature until end of turn. It's still a Always land.",
        "As long as this creature has an ice counter on it, prevent all it would deal and it has defender.",
        "When this creature enters, you may have it fight " + "target creature " * 180,
        "Raid — If you attacked this turn, you may have this creature enter as a copy of the battlefield.",
        "Max speed — Convoke, delve",
        "If this creature was kicked, it enters with three +1/+1 counters on it and with HASTE.",
        "When ~ enters, tap a creature. Whenever this creature becomes blocked by a creature, that creature gets -X/-0"
        " until end of turn, where X is half the creature's power, rounded down.",
        "Whenever this creature attacks, it gets +2/+2 until end of turn. Whenever a source deals damage to you, The"
        " creature gains double strike until end of turn.",
    ],
)
@pytest.mark.parametrize("type_line", ["Creature — Goblin", "Instant"])
def test_odd_texts(text, type_line):
    assert fault_of(text, type_line) is None


def test_the_work_of_many_targets_grows_with_their_number():
    """Each target is read once, and not together with those behind it."""

    def work(targets: int) -> int:
        text = "When this creature enters, you may have it fight " + "target creature " * targets
        return calls_of(lambda: fault_of(text, "Land"))

    work(3)
    assert work(160) < 3 * work(80)
