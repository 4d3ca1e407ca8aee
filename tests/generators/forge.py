"""Write random boards of real cards as Forge game states and read them back: ``python -m tests.generators.forge 5000``.

Everything that is not listed as lost must be restored: the same objects with the same characteristics in the same
order.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from mtglayers.forge import read_forge, write_forge
from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.solver.solve import solve

CARDS = (
    "Blood Moon", "Life and Limb", "Humility", "Opalescence", "Glorious Anthem", "Urborg, Tomb of Yawgmoth",
    "Conversion", "Forest", "Island", "Overgrown Tomb", "Dryad Arbor", "Grizzly Bears", "Serra Angel",
    "Mycosynth Lattice", "March of the Machines", "Muraganda Petroglyphs", "Crusade", "Lhurgoyf", "Tarmogoyf", "Maro",
    "Master of Etherium", "Lord of Atlantis", "Goblin King", "Engineered Plague", "Painter's Servant", "Voice of All",
    "Obelisk of Urd", "Xenograft", "Arcane Adaptation", "Darksteel Citadel", "Sol Ring", "Angel's Tomb",
    "Ajani's Pridemate", "Jace, the Mind Sculptor", "Garruk Relentless", "Delver of Secrets", "Nezumi Graverobber",
    "The Shattered States Era", "Brisela, Voice of Nightmares", "Bottomless Pool // Locker Room", "Barbarian Class",
    "Yixlid Jailer", "Anger", "Wonder", "Bane Alley Broker", "Valakut Awakening", "Essence Symbiote", "Archipelagore",
    "Tidal Courier", "Runeclaw Bear",
)  # fmt: skip
"""Cards with effects in every layer, and cards with every layout."""

ATTACHED = ("Pacifism", "Rancor", "Song of the Dryads", "Control Magic", "Bonesplitter", "Darksteel Mutation")
CURSES = ("Curse of Death's Hold", "Curse of Thirst")
TOKENS = (
    {"name": "Zombie", "type_line": "Token Creature — Zombie", "colors": ["B"], "power": "2", "toughness": "2"},
    {"name": "Bird", "type_line": "Token Creature — Bird", "colors": ["W", "U"], "power": "1", "toughness": "1",
     "oracle_text": "Flying\nVigilance"},
    {"name": "Thopter", "type_line": "Token Artifact Creature — Thopter", "colors": [], "power": "1",
     "toughness": "1", "oracle_text": "Flying"},
    {"name": "Lord", "type_line": "Token Legendary Creature — Human", "colors": ["G"], "power": "3", "toughness": "3",
     "oracle_text": "Other creatures you control get +1/+1."},
)  # fmt: skip
LISTED = ("It's a 2/2 creature with ward {2}.", "It's a 2/2 creature.", "It's a Forest land.")
COUNTERS = ("+1/+1", "-1/-1", "charge", "flying", "first strike", "loyalty", "-0/-1", "lore")
ZONES = ("graveyard", "exile", "hand", "library")
FACTS = ("renowned", "monstrous", "summoning_sick", "attacking", "ring_bearer", "commander", "suspected", "exerted")
CHOSEN = (
    {"color": "R"}, {"creature_type": "Goblin"}, {"basic_land_type": "Island"}, {"card_name": "Blood Moon"},
    {"creature_type": ["Elf", "Goblin"]}, {"number": 3}, {"card_type": "Artifact"},
)  # fmt: skip


def random_state(draw: Random) -> Board:
    """Return a board with events of many kinds."""
    board = Board([f"P{number}" for number in range(draw.choice((2, 2, 2, 3)))])
    for _ in range(draw.randint(1, 8)):
        _happens(draw, board)
    return board


def _happens(draw: Random, board: Board) -> None:
    ids, players = list(board.objects), board.players
    name, player = draw.choice(CARDS), draw.choice(players)
    one, other = (draw.choice(ids), draw.choice(ids)) if ids else ("", "")
    try:
        match draw.randrange(19):
            case 0 | 1 | 2 | 3 | 4:
                board.enters(name, controller=player, **_more(draw))
            case 5:
                board.enters(name, zone=draw.choice(ZONES), owner=player)
            case 6 | 7:
                board.enters(draw.choice(ATTACHED), controller=player, attached_to=one or None)
            case 8:
                board.enters(draw.choice(CURSES), controller=player, attached_to=draw.choice(players))
            case 9:
                board.enters(draw.choice(TOKENS), controller=player, count=draw.choice((1, 1, 3)))
            case 10:
                board.counters(one, put={draw.choice(COUNTERS): draw.randint(1, 3)})
            case 11:
                board.attaches(one, to=other)
            case 12:
                board.marks(one, **{draw.choice(FACTS): True})
            case 13:
                board.chooses(one, **draw.choice(CHOSEN))
            case 14:
                getattr(board, draw.choice(("transforms", "flips")))(one)
            case 15:
                board.phases(one, direction=draw.choice(("out", "in")))
            case 16:
                board.player(player, life=draw.randint(-3, 30), lands_played=draw.randint(0, 2))
                board.counters(player, put={"poison": 1})
            case 17:
                guest = board.enters(name, zone="stack", owner=player)
                board.merges(guest, with_=one, on=draw.choice(("top", "bottom")))
            case _:
                board.turn(player)
    except (LayersError, IndexError):
        return


def _more(draw: Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if draw.random() < 0.3:
        found["tapped"] = draw.random() < 0.5
    if draw.random() < 0.1:
        found["face_down"] = True
        if draw.random() < 0.5:
            found["with_effect"] = draw.choice(LISTED)
    if draw.random() < 0.2:
        found["counters"] = {draw.choice(COUNTERS): 1}
    if draw.random() < 0.1:
        found["transformed"] = True
    if draw.random() < 0.2:
        found["chosen"] = draw.choice(CHOSEN)
    return found


def lost_silently(board: Board) -> tuple[str, bool]:
    """Return the unlisted differences after a board is written and read back, and whether nothing was lost."""
    text, lost = write_forge(board)
    state = read_forge(text)
    back = state.board()
    if any(note.matters and note.what != "timestamps" for note in state.not_carried):
        return f"reading lost {[str(note) for note in state.not_carried if note.matters]}", False
    again, _ = write_forge(back)
    if again != text and not any(note.what == "timestamps" for note in lost):
        return f"written again it is another text:\n{text}\n{again}", False
    if any(note.matters for note in lost):
        return "", False
    return next(_differences(board, back), ""), True


def _differences(board: Board, back: Board) -> Iterator[str]:
    """Yield differences between characteristics; objects are matched by player and zone, oldest first."""
    before, after = solve(board), solve(back)
    for old, new in zip(_listed(board), _listed(back), strict=True):
        for what in ("name", "power", "toughness", "colors", "types", "subtypes", "supertypes", "abilities", "tapped"):
            one, other = getattr(before[old], what), getattr(after[new], what)
            if one != other:
                yield f"{old}: {what} {one!r}, read back {other!r}"
        if before[old].controller != after[new].controller:
            yield f"{old}: controller {before[old].controller!r}, read back {after[new].controller!r}"
    for player in board.players:
        if before.players[player].max_hand_size != after.players[player].max_hand_size:
            yield f"{player}: maximum hand size"


def _listed(board: Board) -> list[str]:
    found = sorted(board.objects.values(), key=lambda each: (each.base.zone, each.base.owner, each.stamp, each.number))
    return [each.id for each in found]


def main() -> int:
    """Compare the requested number of boards, and print how often each thing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    kept, wrong, what = 0, 0, Counter[str]()
    for number in range(given.count):
        board = random_state(Random(f"{given.seed}/{number}"))
        problem, whole = lost_silently(board)
        kept += whole
        what.update(note.what for note in write_forge(board)[1] if note.matters)
        if problem:
            wrong += 1
            sys.stdout.write(f"{number}: {problem}\n{board.to_data()}\n")
    sys.stdout.write(f"{given.count} boards, {wrong} lost something silently; {kept} were kept whole\n")
    sys.stdout.write("".join(f"  {count:6} {name}\n" for name, count in what.most_common()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
