"""Random sequences of events of every kind, played on a board after its setup.

Every choice comes from one `random.Random`. Some cards are catalogue cards whose effects depend on facts that no layer
changes, such as life totals, hands, counters and tapped permanents. `played` skips events that the rules or the board
do not allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.objects.gameobject import GameObject

from .strategies import Call

CARDS = (
    "Serra Avatar", "Maro", "Nightmare", "Keldon Warlord", "Tarmogoyf", "Blood Moon", "Humility", "Opalescence",
    "Urborg, Tomb of Yawgmoth", "Glorious Anthem", "Grizzly Bears", "Grizzly Bears", "Forest", "Forest",
    "Life and Limb", "Delver of Secrets", "Castle", "Goblin King", "Lord of Atlantis", "Wild Nacatl", "Kird Ape",
    "Angry Mob", "Leyline of Singularity", "Mycosynth Lattice", "March of the Machines", "Ashaya, Soul of the Wild",
    "Dryad Arbor", "Dress Down", "Yixlid Jailer", "Celestial Dawn", "Akroma's Memorial", "Archetype of Courage",
    "Coat of Arms", "Bonesplitter", "Death's Shadow", "Scion of Oona", "Knight of the Reliquary",
    "Volrath's Shapeshifter", "Overwhelming Splendor", "Tidal Warrior", "Spellbook", "Exploration",
    "Sphere of Resistance", "Huntmaster of the Fells", "Serra Ascendant", "Chameleon Colossus", "Watchdog",
    "Molimo, Maro-Sorcerer", "Elesh Norn, Grand Cenobite", "Muscle Sliver", "Sliver Legion", "Kormus Bell",
    "Living Plane", "Prismatic Omen", "Enchanted Evening", "Maskwood Nexus", "Mirror Gallery", "Painter's Servant",
    "Conspiracy", "Rootbound Crag", "Glacial Fortress", "Nyxathid", "Student of Elements", "Akki Lavarunner",
)  # fmt: skip
"""Catalogue cards whose effects interact, or depend on facts that no layer changes."""

_PICKY = (
    "As long as you have 20 or more life and you have three or more cards in hand, this creature gets +5/+5.",
    "As long as it's your turn and you control a Forest, creatures you control have flying.",
    "As long as this creature is tapped and you control a Bear, other creatures lose all abilities.",
    "As long as you have three or more cards in hand, lands you control are 1/1 creatures that are still lands.",
)
OWN = tuple(
    {"name": f"Picky {place}", "type_line": "Creature — Bear", "power": "1", "toughness": "1", "oracle_text": text}
    for place, text in enumerate(_PICKY)
)
"""Custom cards with conditions whose second half matters only if the first half holds."""

FLIP_CARDS = ("Student of Elements", "Akki Lavarunner", "Budoka Pupil", "Bushi Tenderfoot")
SHOWN = ("Sokenzan", "Bant", "Karn", "Multani", "Maraxus", "The Very Soil Shall Shake", "Immediate Action")
"""Planes, vanguards, a scheme and a conspiracy."""

AURAS = ("Control Magic", "Rancor", "Song of the Dryads", "Imprisoned in the Moon", "Spreading Seas", "Lignify")

LISTED = ("It's a Forest land.", "It's a 2/2 Cyberman artifact creature.", "It's a 2/2 Horror creature with ward {2}.")
"""Lists of values for face-down permanents."""

TEXTS = (
    "Target creature gets +3/+3 until end of turn.", "Target creature gains flying until end of turn.",
    "Gain control of target creature until end of turn.", "Creatures you control get +1/+1 until end of turn.",
    "Target creature loses all abilities until end of turn.", "Target land becomes an Island until end of turn.",
    "Target creature becomes a 1/1 blue Frog until end of turn.", "Target creature becomes red.",
    "Target creature gets +X/+X until end of turn, where X is the number of creatures you control.",
    "All lands become 1/1 creatures until end of turn.",
    "Creatures your opponents control get -1/-1 until end of turn.",
    "Target creature becomes a copy of another target creature until end of turn.",
    "Switch target creature's power and toughness until end of turn.",
    "Gain control of target creature for as long as you control a Forest.",
)  # fmt: skip


def happening(rng: Random, board: Board) -> tuple[str, Call]:
    """Return a kind of event and the call that plays such an event."""
    if len(board._tables.stamped["group"]) > 1 and rng.randrange(2):
        return "order", _order(rng, board)  # an order is possible only directly afterwards
    kind = rng.choices(tuple(HAPPENINGS), tuple(weight for weight, _ in HAPPENINGS.values()))[0]
    return kind, HAPPENINGS[kind][1](rng, board)


def call(method: str, *arguments: Any, **keywords: Any) -> Call:
    """Return a call of a board method."""
    return Call(method, arguments, tuple(keywords.items()))


def one(rng: Random, board: Board) -> str:
    """Return the id of an object, preferably on the battlefield."""
    there = [found.id for found in board.objects.values() if found.base.zone == "battlefield" or not rng.randrange(8)]
    return rng.choice(there or list(board.objects) or ["nobody"])


def such(rng: Random, board: Board, fits: Callable[[GameObject], object]) -> str:
    """Return the id of an object of a kind or, occasionally, of any object."""
    found = [each.id for each in board.objects.values() if fits(each)]
    return rng.choice(found) if found and rng.randrange(5) else one(rng, board)


def player(rng: Random, board: Board) -> str:
    """Return one of the players."""
    return rng.choice(board.players)


def enters(rng: Random, board: Board) -> Call:
    """Return an event in which a catalogue card enters, usually on the battlefield."""
    keywords: dict[str, Any] = {"controller": player(rng, board)}
    draw = rng.randrange(20)
    if draw in {12, 13}:
        return call("enters", dict(rng.choice(OWN)), **keywords)
    if draw < 3:
        return call("enters", rng.choice(AURAS), attached_to=one(rng, board), **keywords)
    if draw < 5:
        return call("enters", "Clone", copy_of=one(rng, board), **keywords)
    if draw < 7:
        keywords["zone"] = rng.choice(("graveyard", "hand"))
    elif draw == 7:
        keywords["tapped"] = True
    elif draw == 8:
        keywords["counters"] = {"+1/+1": 1}
    elif draw == 9:
        return call("enters", [rng.choice(CARDS), rng.choice(CARDS)], **keywords)
    elif draw == 10:
        keywords["face_down"] = True
        if rng.randrange(2):
            keywords["with_effect"] = rng.choice(LISTED)
    elif draw == 11:
        return call("enters", {rng.choice(CARDS), rng.choice(CARDS)}, **keywords)
    elif draw in {14, 15}:
        return call("enters", rng.choice(FLIP_CARDS), **keywords)
    chosen = {"color": "R", "creature_type": "Goblin", "card_type": "Creature"}
    return call("enters", rng.choice(CARDS), chosen=chosen, **keywords)


def _marks(rng: Random, board: Board) -> Call:
    fact = rng.choice(("suspected", "ring_bearer", "attacking", "monstrous", "blocking"))
    return call("marks", one(rng, board), **{fact: rng.randrange(4) > 0})


def _resolves(rng: Random, board: Board) -> Call:
    targets = [one(rng, board) for _ in range(rng.choice((1, 1, 2)))]
    text = {"text": rng.choice(TEXTS)}
    return call("resolves", text, as_=f"spell-{len(board.events)}", controller=player(rng, board), targets=targets)


def _turns(rng: Random, board: Board) -> Call:
    down = rng.randrange(2)
    listed = {"with_effect": rng.choice(LISTED)} if down and rng.randrange(2) else {}
    return call("turns", one(rng, board), face="down" if down else "up", **listed)


def _moves(rng: Random, board: Board) -> Call:
    to = rng.choice(("battlefield", "battlefield", "graveyard", "hand", "exile"))
    cards = [found.id for found in board.objects.values() if found.base.zone != "battlefield"]
    moved = rng.choice(cards) if cards else one(rng, board)
    return call("moves", moved, to=to, as_=f"moved-{len(board.events)}")


def _order(rng: Random, board: Board) -> Call:
    """Return an order for the objects that just got timestamps together (613.7m), or for other objects."""
    group = [board._tables.objects[number].id for number in board._tables.stamped["group"]]
    return call("order", rng.sample(group, len(group)) or [one(rng, board)])


def _reveals(rng: Random, board: Board) -> Call:
    """Turn a card face up, either a new card or one that is face down in the command zone (613.7h to 613.7j)."""
    hidden = [found.id for found in board.objects.values() if found.base.zone == "command" and found.face_down]
    if hidden and rng.randrange(2):
        return call("reveals", rng.choice(hidden))
    shown = rng.choice(SHOWN)
    if not rng.randrange(6):
        return call("enters", shown, zone="command", face_down=True, controller=player(rng, board))
    return call("reveals", shown, controller=rng.choice((None, player(rng, board))))


def _transforms(rng: Random, board: Board) -> Call:
    """Transform a double-faced permanent, or let one enter."""
    if not any(each.card.layout == "transform" for each in board.objects.values()):
        return call("enters", "Delver of Secrets", controller=player(rng, board))
    return call("transforms", such(rng, board, lambda each: each.card.layout == "transform"))


def _melds(rng: Random, board: Board) -> Call:
    """Meld two angels, or let them enter."""
    angels = [each.id for each in board.objects.values() if each.card.layout == "meld" and not each.components]
    if len(angels) < 2:
        return call("enters", ["Gisela, the Broken Blade", "Bruna, the Fading Light"], controller=player(rng, board))
    return call("melds", angels[:2], into="Brisela, Voice of Nightmares")


def _ends(rng: Random, board: Board) -> Call:
    lasting = [name for name, effect in board.effects.items() if not effect.ended]
    return call("ends", rng.choice(lasting) if lasting and rng.randrange(2) else rng.choice(("turn", "combat")))


HAPPENINGS: dict[str, tuple[int, Callable[[Random, Board], Call]]] = {
    "enters": (9, enters),
    "leaves": (3, lambda rng, board: call("leaves", one(rng, board))),
    "moves": (2, _moves),
    "taps": (5, lambda rng, board: call("marks", one(rng, board), tapped=rng.randrange(3) > 0)),
    "marks": (2, _marks),
    "life": (4, lambda rng, board: call("player", player(rng, board), life=rng.randrange(31))),
    "hand": (1, lambda rng, board: call("player", player(rng, board), hand=rng.randrange(8))),
    "counters": (3, lambda rng, board: call("counters", one(rng, board), put={
        rng.choice(("+1/+1", "+1/+1", "-1/-1", "flying", "charge")): rng.randrange(1, 3)})),
    "counters go": (1, lambda rng, board: call(
        "counters", such(rng, board, lambda each: each.counters), remove={"+1/+1": 1})),
    "player counters": (1, lambda rng, board: call("counters", player(rng, board), put={"poison": 1})),
    "attaches": (2, lambda rng, board: call("attaches", one(rng, board), to=one(rng, board))),
    "detaches": (1, lambda rng, board: call("detaches", such(rng, board, lambda each: each.attached_to is not None))),
    "resolves": (5, _resolves),
    "transforms": (2, _transforms),
    "flips": (3, lambda rng, board: call("flips", such(rng, board, lambda each: each.card.layout == "flip"))),
    "turns": (1, _turns),
    "merges": (1, lambda rng, board: call(
        "merges", such(rng, board, lambda each: each.base.zone in ("hand", "graveyard")), with_=one(rng, board),
        on="top")),
    "melds": (3, _melds),
    "phases": (2, lambda rng, board: call("phases", one(rng, board), direction=rng.choice(("out", "out", "in")))),
    "phases in": (2, lambda rng, board: call("phases", rng.choice([f.id for f in _phased(board)] or ["nobody"]),
                                             direction="in")),
    "chooses": (2, lambda rng, board: call("chooses", one(rng, board), color=rng.choice("WUBRG"),
                                           creature_type=rng.choice(("Goblin", "Bear", "Sliver")))),
    "order": (1, _order),
    "reveals": (2, _reveals),
    "turn": (2, lambda rng, board: call("turn", player(rng, board))),
    "ends": (2, _ends),
    "stickers": (1, lambda rng, board: call("stickers", one(rng, board), put={"name": "Dark", "ability": "Flying"})),
    "pop": (5, lambda *_: call("pop")),
    "copy": (2, lambda *_: call("copy")),
}  # fmt: skip
"""Kind of event -> how often it is drawn, and the function that draws it."""


def _phased(board: Board) -> Iterator[Any]:
    return (found for number, found in board._tables.objects.items()
            if board._tables.phased.get(number) is not None)  # fmt: skip


def played(board: Board, what: Call) -> bool:
    """Play an event on a board, and return whether it was possible."""
    try:
        getattr(board, what.method)(*what.arguments, **dict(what.keywords))
    except (LayersError, IndexError):
        return False
    return True
