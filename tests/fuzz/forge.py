"""Forge game states, mutated and made up: ``python -m tests.fuzz.forge 2000 [--jobs 2] [--seed 1] [--entry text]``.

Each is read or refused with one sentence, within bounds; what was read is a board, is the same puzzle as TOML, and is
written and read back without a silent loss.
"""

from __future__ import annotations

import random
import string
import sys
from collections.abc import Mapping
from functools import cache

from mtglayers.forge import ForgeState, read_forge, write_forge
from mtglayers.forge.lines import OF_GAME, OF_PLAYER, ZONES
from mtglayers.model.errors import LayersError

from ..generators.forge import ATTACHED, CARDS, CURSES, random_state
from ..support.paths import TESTS
from .inputs import NUMBERS, TEXTS, Entry, main, mutated_bytes, mutated_text

FOLDER = TESTS / "data" / "forge"

MODIFIERS: tuple[str, ...] = (
    "Tapped", "SummonSick", "Renowned", "Solved", "Saddled", "Suspected", "Monstrous", "Monstrous:3", "IsRingBearer",
    "IsCommander", "Foretold", "ForetoldThisTurn", "OnAdventure", "NoETBTrigs", "IsToken", "FaceDown",
    "FaceDown:Manifested", "FaceDown:Cloaked", "Transformed", "Modal", "Flipped", "Meld", "PhasedOut", "PhasedOut:P1",
    "Set:LEA", "Art:1", "Attacking", "UnlockedRoom:LeftSplit", "UnlockedRoom:RightSplit",
)  # fmt: skip
SHORT: tuple[str, ...] = (
    "p0battlefield=Rancor|AttachedTo:1;Blood Moon\np1battlefield=Taiga|Tapped;Hill Giant|Id:1|Counters:P1P1=2",
    "[metadata]\nName:A\nDescription:B\n[state]\nactiveplayer=p1\np1life=3\np1name=Ana\np1exile=Shock|Foretold\n",
    "humanbattlefield=t:Elf,P:1,T:1,Color:G,Types:Creature-Elf,Keywords:Flying|Id:2;Clone|ChosenCards:2|Owner:AI\n",
    "aibattlefield=Essence Symbiote|MergedCards:Grizzly Bears,Forest;Delver of Secrets|Transformed;Forest|PhasedOut:P1",
    "humanbattlefield=Bottomless Pool // Locker Room|UnlockedRoom:RightSplit;Forest|ChosenType:Elf|ChosenColor:red,G",
)  # fmt: skip
NUMBERED: tuple[str, ...] = (
    "AttachedTo", "AttachedTo", "Attaching", "Damage", "ChosenCards", "Imprinting", "ExiledWith", "Attacking",
    "ClassLevel",
)  # fmt: skip
VALUED: Mapping[str, tuple[str, ...]] = {
    "EnchantingPlayer": ("Human", "AI", "P0", "p1"), "Owner": ("AI", "P0", "P1", "P2"),
    "Counters": ("P1P1=2", "M1M1=1,CHARGE=3", "FLYING=1", "First Strike=1", "LOYALTY=4,P0P1=0"),
    "ChosenColor": ("red", "White,blue", "G"), "ChosenType": ("Goblin", "Island", "Artifact", "Foo"),
    "ChosenType2": ("Elf",), "NamedCard": ("Blood Moon", "Forest,Taiga"), "RememberedCards": ("1", "2,3"),
    "MergedCards": ("Grizzly Bears", "Urborg^ Tomb of Yawgmoth,Forest", "Shock"), "Ability": ("one",),
    "ExecuteScript": ("DBEffect",), "Meld": ("Gisela^ the Broken Blade",), "Id": ("1", "2", "3", "4", "5", "6"),
}  # fmt: skip
VALUES: tuple[str, ...] = (
    *map(str, range(9)), "1,2,3", "human", "AI", "P0", "p9", "P1P1=2", "M1M1=1,CHARGE=3", "FLYING=1", "First Strike=1",
    "P1P1", "=", "P1P1=-1", "red", "Red,blue", "W", "Goblin", "Island", "Artifact", "Urza^s", "Blood Moon",
    "Forest,Taiga", "LeftSplit", "->", "", "0", "99999999", "999999999999",
)  # fmt: skip
TOKENS: tuple[str, ...] = (
    ";", "|", ":", "=", ",", "-", "^", "+", "\n", "[state]", "[metadata]", "#", "|Id:1", "|AttachedTo:1",
    "|AttachedTo:2", "|Counters:", "t:", "T:", "t:Elf,P:1,T:1,Types:Creature-Elf,Keywords:", "T:g_1_1_saproling",
    "human", "ai", "p0", "p1", "battlefield=", "hand=", "9" * 12, ";" * 50, "|" * 50, "|Tapped" * 250,
    "Forest;" * 100, *(f"|{m}" for m in MODIFIERS),
)  # fmt: skip
NAMES: tuple[str, ...] = (
    *CARDS, *ATTACHED, *CURSES, "t:Elf,P:1,T:1,Color:G,Types:Creature-Elf,Keywords:", "T:r_1_1_goblin",
    "T:c_a_food_sac", "t:Zombie,P:2,T:2,Cost:B,Types:Artifact-Creature-Zombie-Legendary,Keywords:Menace-Toxic:1",
    "Shock", "Backup Plan", "Plane of Nowhere", "Bruna, the Fading Light", "Clone", "Valakut Awakening+",
    "fire // ICE", "Lim-Dul's Vault",
)  # fmt: skip


_CARDS = frozenset({*ZONES, "play", "sideboard", "precast", "putonstack"})


@cache
def texts() -> tuple[str, ...]:
    """Return the examples, and short ones, as most of the others is far from any mutation."""
    return (*(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.pzl"))), *SHORT * 4)


def mutated(draw: random.Random) -> str:
    """Return an example with some mutations."""
    return mutated_text(draw, draw.choice(texts()), texts(), TOKENS)


def mutated_file(draw: random.Random) -> bytes:
    """Return the bytes of an example with some mutations."""
    return mutated_bytes(draw, draw.choice(texts()).encode())


def made_up(draw: random.Random) -> str:
    """Return a state that is made up: known keys and cards, with whatever modifiers."""
    prefixes = draw.choice((("human", "ai"), ("p0", "p1"), ("p0", "p1", "p2"), ("human", "p1", "p9")))
    lines = []
    for _ in range(draw.randint(1, 8)):
        what = draw.choice((*OF_PLAYER, "battlefield", "battlefield", "battlefield", "battlefield", "exile"))
        key = f"{draw.choice(prefixes)}{what}" if draw.random() < 0.9 else draw.choice(OF_GAME)
        value = (
            ";".join(_card(draw) for _ in range(draw.randint(0, 5))) if what in _CARDS else str(draw.randrange(-1, 9))
        )
        lines.append(f"{key}={value if draw.random() < 0.95 else _value(draw)}")
    return "\n".join(("[metadata]", "Name:X", "[state]", *lines) if draw.random() < 0.5 else lines)


def _card(draw: random.Random) -> str:
    return "|".join((draw.choice(NAMES), *(_modifier(draw) for _ in range(draw.choice((0, 0, 1, 1, 2, 3))))))


def _modifier(draw: random.Random) -> str:
    kind = draw.random()
    if kind < 0.4:
        return draw.choice(MODIFIERS)
    name = draw.choice(NUMBERED) if kind < 0.6 else draw.choice(tuple(VALUED))
    fitting = draw.choice(VALUED[name]) if name in VALUED else str(draw.randint(1, 6))
    return f"{name}:{fitting if draw.random() < 0.95 else _value(draw)}"


def _value(draw: random.Random) -> str:
    match draw.randrange(12):
        case 0:
            return str(draw.choice(NUMBERS))
        case 1:
            return draw.choice(TEXTS).replace("\n", " ")
        case 2:
            return "".join(draw.choice(string.printable) for _ in range(5))
        case _:
            return draw.choice(VALUES)


def written(draw: random.Random) -> str:
    """Return a random board of real cards as it is written, with a mutation or none."""
    text, _ = write_forge(random_state(draw))
    return text if draw.random() < 0.3 else mutated_text(draw, text, texts(), TOKENS)


# --- What is done with them ---------------------------------------------------------------------------------


def read(text: str) -> ForgeState:
    """Read a game state; most unknown cards are left out, and the rest test the messages about them."""
    return read_forge(text, "a.pzl", leave_out=hash_of(text) % 500 > 0)


def read_bytes(data: bytes) -> ForgeState:
    """Read bytes as a program does that gets them from somewhere else."""
    return read(data.decode("utf-8", "surrogateescape"))


def hash_of(text: str) -> int:
    """Return a number that a text has on every machine."""
    return sum(map(ord, text))


def there_and_back(text: str) -> int:
    """Read a state, write it and read it again: nothing is lost that is not told."""
    state = read(text)
    board = state.board()
    try:
        again, lost = write_forge(board)
    except LayersError:
        return 0  # it cannot be solved, so nobody knows what is tapped
    second = read_forge(again)
    third, _ = write_forge(second.board())
    if third != again and not lost:
        raise AssertionError(f"written again it is another text: {again!r} {third!r}")
    return len(second.listed)


def as_puzzle(text: str) -> object:
    """Read a state and its puzzle as TOML: it is the same."""
    from mtglayers.model.puzzles.puzzle import read_puzzle

    state = read(text)
    toml = state.puzzle.to_toml()
    if read_puzzle(toml).to_data() != state.puzzle.to_data():
        raise AssertionError(f"as TOML it is another puzzle: {toml!r}")
    return toml


ENTRIES: Mapping[str, Entry] = {
    "text": Entry("forge text", mutated, read),
    "bytes": Entry("forge bytes", mutated_file, read_bytes),
    "made-up": Entry("forge made up", made_up, read),
    "back": Entry("forge there and back", made_up, there_and_back),
    "written": Entry("forge written", written, there_and_back),
    "puzzle": Entry("forge as a puzzle", made_up, as_puzzle),
}
"""The entry points, by what the command line calls them."""

if __name__ == "__main__":
    sys.exit(main(ENTRIES, __doc__ or ""))
