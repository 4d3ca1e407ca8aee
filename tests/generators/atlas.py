"""Random boards of cards with static abilities, and the pairs of cards on them that cannot depend on each other.

``python -m tests.generators.atlas 200000`` tries pairs of the same layer until that many different pairs that
`dependence_layers` excludes were tried, and prints each one that has a dependency.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import cache
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.cards.search import find, names
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import NEWEST
from mtglayers.solver.questions.atlas.columns import PartColumns, columns_of, dependence_layers
from mtglayers.solver.solve import solve

from ..support.all_trials import all_trials, owners

CARDS: Final = 60
"""Number of cards with static abilities on a board."""

_PLAYERS: Final = ("Ana", "Ben")
_PLAIN: Final = ("Grizzly Bears", "Forest", "Dryad Arbor", "Ornithopter", "Urborg", "Saproling")
# Cards on which many others depend; a random board would have few dependencies without them.
_CHANGING: Final = (
    "Humility", "Blood Moon", "Life and Limb", "Conversion", "Mycosynth Lattice", "Opalescence", "Dress Down",
    "Ashaya, Soul of the Wild", "Dryad of the Ilysian Grove", "Arcane Adaptation", "Yixlid Jailer", "Maskwood Nexus",
)  # fmt: skip
# Cards that read or change cards in other zones.
_AFAR: Final = (
    "Necrotic Ooze", "Cairn Wanderer", "Anger", "Wonder", "Riftstone Portal", "Carrion Grub", "Coram, the Undertaker",
    "Ashes of the Fallen", "Conspiracy", "Volrath's Shapeshifter", "Mirran Safehouse", "Urborg Scavengers",
)  # fmt: skip
_ZONES: Final = ("battlefield", "graveyard", "exile", "hand", "library")
_OFTEN: Final = (20, 3, 1, 1, 1)
_TYPES: Final = frozenset({"Artifact", "Creature", "Enchantment", "Land", "Planeswalker", "Battle"})


class Tally:
    """What trials on random boards found.

    Attributes:
        dropped: triples (card, other card, layer) that `dependence_layers` excludes and that were tried.
        wrong: those of them that have a dependency nevertheless, with the board's number and the reasons.
        counts: the number of trials, and of dependencies.
    """

    def __init__(self) -> None:
        self.dropped: set[tuple[str, str, str]] = set()
        self.wrong: list[tuple[int, tuple[str, str, str], tuple[str, ...]]] = []
        self.counts: Counter[str] = Counter()

    def add(self, number: int) -> None:
        """Try all pairs of effects on the random board with the given number."""
        result = solve(board_of(number))
        known: dict[str, list[str]] = {}
        for trial in all_trials(result):
            for effect in (trial.effect, trial.on):
                if effect.name not in known:
                    known[effect.name] = owners(result, effect)
            self.counts["trials"] += 1
            self.counts["dependencies"] += bool(trial.reasons)
            pairs = [(one, other) for one in known[trial.effect.name] for other in known[trial.on.name]]
            if pairs and not any(trial.layer in dependence_layers(columns(a), columns(b), NEWEST) for a, b in pairs):
                found = (*pairs[0], trial.layer)
                self.dropped.add(found)
                if trial.reasons:
                    self.wrong.append((number, found, trial.reasons))


@cache
def columns(name: str) -> frozenset[PartColumns]:
    """Return the columns of a card, by name."""
    return columns_of(find(name), NEWEST)


@cache
def pool() -> tuple[str, ...]:
    """Return the names of the permanent cards with static abilities, in alphabetical order."""
    there = (name for name in names() if _TYPES & set(find(name).faces[0].types))
    return tuple(name for name in there if any(part.source == "static" for part in columns(name)))


def board_of(number: int) -> Board:
    """Return a random board of cards with static abilities, most on the battlefield, and a few plain permanents."""
    rng = random.Random(number)
    board = Board(_PLAYERS)
    for name in _PLAIN:
        board.enters(name, controller=rng.choice(_PLAYERS))
    there = list(board.objects)
    for name in (*rng.sample(pool(), CARDS), *rng.sample(_CHANGING, 4), *rng.sample(_AFAR, 3)):
        zone = rng.choices(_ZONES, _OFTEN)[0]
        keys = {"controller": rng.choice(_PLAYERS), "zone": zone}
        if zone == "battlefield" and {"Aura", "Equipment"} & set(find(name).faces[0].subtypes):
            keys["attached_to"] = rng.choice(there)
        try:
            entered = board.enters(name, **keys)  # type: ignore[arg-type]
        except LayersError:  # for example an Aura that enchants a player
            continue
        if zone == "battlefield":
            there.append(entered)
    return board


def main(wanted: int) -> int:
    """Try pairs until `wanted` excluded pairs were tried, and return the number of wrong ones."""
    tally = Tally()
    number = 0
    while len(tally.dropped) < wanted:
        tally.add(number)
        number += 1
    for each in tally.wrong:
        sys.stdout.write("board {}: {} ({})\n".format(*each))
    found = f"{len(tally.dropped)} excluded pairs on {number} boards, {len(tally.wrong)} wrong"
    sys.stdout.write(f"{found}; {dict(tally.counts)}\n")
    return len(tally.wrong)


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]))))
