"""Random timelines of catalogue cards, with every kind of event that a puzzle can contain.

Every choice comes from one `random.Random`. Each event is drawn as puzzle data and played at once, so that later events
can refer to the objects on the board. Refused events are recorded with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from mtglayers.model.board.board import Board
from mtglayers.model.cards.faces import is_room
from mtglayers.model.cards.rules_text import resolution_of_spell
from mtglayers.model.cards.search import find
from mtglayers.model.effects.ability import Resolution, TextAbility
from mtglayers.model.effects.amounts.base import X
from mtglayers.model.effects.amounts.players import RecordedNumber
from mtglayers.model.effects.choices import choice_needed, players_asked, spoken
from mtglayers.model.effects.conditions import GameFact
from mtglayers.model.effects.filters.characteristics import OfType
from mtglayers.model.effects.filters.whereabouts import InZone
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.text import ChangeWords
from mtglayers.model.effects.selectors import ChosenFrom, ChosenObject, Target
from mtglayers.model.errors import LayersError
from mtglayers.model.events.base import read_event
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.objects.recorded_facts import FLAGS, LINKS, PLAYER_FACTS
from mtglayers.model.oracle.printing.sentences import english

from .catalogue import pools
from .events import LISTED, OWN
from .groups import some
from .strategies import DAYS, PLAYERS, WITH_EFFECT

Data = dict[str, Any]

ZONES = ("graveyard", "hand", "exile", "library", "stack", "command")
COUNTERS = (
    "+1/+1", "+1/+1", "+1/+1", "-1/-1", "+2/+2", "+0/+1", "-0/-2", "flying", "trample", "indestructible",
    "first strike", "charge", "loyalty", "level", "time", "lore", "stun", "shield", "hexproof", "oil", "finality",
)  # fmt: skip
EXCEPT = ("it has flying", "it's an artifact in addition to its other types", "it isn't legendary", "it's a 7/7")
TEXTS = (
    "Target creature gets +3/+3 until end of turn.", "Target land becomes a 4/4 creature that's still a land.",
    "All creatures lose all abilities until end of turn.", "Target permanent becomes an artifact until end of turn.",
    "Creatures you control gain trample until your next turn.", "Gain control of target permanent.",
    "Target creature becomes a copy of another target creature until end of turn.",
    "Exchange control of two target creatures.", "Target creature gets +X/+X until end of turn.",
    "Switch target creature's power and toughness until end of turn.",
    "Gain control of target creature for as long as you control a Forest.",
)  # fmt: skip
CREATURE_TYPES = ("Goblin", "Elf", "Human", "Zombie", "Sliver", "Bear", "Wizard", "Merfolk")
WORDS = ("red", "green", "white", "Forest", "Island", "Swamp", "Goblin", "Elf", "Human")
CARD_TYPES = ("Creature", "Land", "Artifact", "Enchantment", "Instant")
BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")

CARDS = (
    (6, "wide"), (5, "static"), (2, "resolving"), (2, "odd"), (2, "creature"), (2, "land"), (1, "copying"),
    (2, "sided"), (1, "halves"), (1, "flip"), (2, "any"), (1, "unread"), (1, "equipment"),
)  # fmt: skip
"""The weight of each kind of card."""
DENSE = (*CARDS, (40, "broad"), (10, "land"))
"""The same for boards on which more effects affect the same objects."""


@dataclass
class Timeline:
    """A random timeline, and the events that were refused.

    Attributes:
        board: the final board.
        refused: (verb, name of the error, message) for each refused event.
    """

    board: Board
    refused: list[tuple[str, str, str]] = field(default_factory=list)


def random_timeline(rng: Random, dense: bool = False) -> Timeline:
    """Return a random timeline; one in six uses the rules of an earlier day.

    `dense` boards have more cards that change types, colors, texts and control, or set power and toughness.
    """
    return _Draft(rng, dense).timeline()


class _Draft:
    def __init__(self, rng: Random, dense: bool) -> None:
        self.rng, self.dense = rng, dense
        edition = rng.choice(DAYS) if not rng.randrange(6) else None
        cards = [dict(card) for card in rng.sample(OWN, 2)] if not rng.randrange(8) else []
        self.own = [card["name"] for card in cards]
        self.board = Board(PLAYERS[: rng.choice((2, 2, 2, 3))], edition, cards)
        self.found = Timeline(self.board)

    def timeline(self) -> Timeline:
        rng = self.rng
        for _ in range(rng.randrange(5, 9) if self.dense else 0):
            self.play({"enters": self.card(), "chosen": self.chosen(("color", "creature_type", "basic_land_type"))})
        for _ in range(rng.randrange(2, 7)):
            self.play(self.enters())
        for _ in range(rng.randrange(2, 12)):
            self.play(some(rng, HAPPENINGS)(self))
        return self.found

    def play(self, data: Data) -> None:
        """Play an event, or record why it was refused."""
        try:
            self.board.push(read_event(data))
        except LayersError as error:
            verb = next(key for key in data if key in _VERBS)
            self.found.refused.append((verb, type(error).__name__, str(error)))

    # --- Random choices ------------------------------------------------------------------------------------------

    def often(self) -> bool:
        return self.rng.randrange(8) > 0

    def rarely(self) -> bool:
        return not self.rng.randrange(8)

    def one(self, fits: Callable[[GameObject], object] = lambda _: True, zone: str = "battlefield") -> str:
        """Return the id of a matching object in a zone or, occasionally, of any other object."""
        everything = list(self.board.objects.values())
        there = [each for each in everything if each.base.zone == zone]
        fitting = [each.id for each in there if fits(each)]
        if fitting and self.rng.randrange(12):
            return self.rng.choice(fitting)
        left = there if there and self.rng.randrange(6) else everything
        return self.rng.choice([each.id for each in left] or ["nobody"])

    def of_type(self, *types: str) -> str:
        """Return the id of a permanent with one of the given printed types."""
        return self.one(lambda each: set(each.base.values.types) & set(types) or not types)

    def player(self) -> str:
        return self.rng.choice(self.board.players)

    def card(self, *kinds: tuple[int, str]) -> str:
        if self.own and self.rarely():
            return self.rng.choice(self.own)
        return self.rng.choice(pools()[some(self.rng, kinds or (DENSE if self.dense else CARDS))])

    def chosen(self, needed: Iterable[str] = ()) -> Data:
        """Return choices for the needed fields and a few others."""
        rng = self.rng
        draws: dict[str, Callable[[], Any]] = {
            "color": lambda: rng.choice("WUBRG"),
            "creature_type": lambda: rng.choice(CREATURE_TYPES),
            "land_type": lambda: rng.choice((*BASICS, "Desert")),
            "basic_land_type": lambda: rng.choice(BASICS),
            "card_type": lambda: rng.choice(CARD_TYPES),
            "card_name": self.card,
            "player": self.player,
            "number": lambda: rng.randrange(4),
            "word_from": lambda: rng.choice(WORDS),
            "word_to": lambda: rng.choice(WORDS),
            "object": self.of_type,
            "option": lambda: rng.randrange(1, 4),
        }
        wanted = {key for key in needed if key in draws and self.often()}
        if self.rarely():
            wanted.add(rng.choice(list(draws)))
        return {
            key: [draw(), draw()] if self.rarely() else draw() for key, draw in draws.items() if key in wanted
        }  # fmt: skip

    # --- Arrivals -----------------------------------------------------------------------------------------------

    def enters(self) -> Data:
        """Return an event in which a card enters, usually on the battlefield."""
        rng = self.rng
        match rng.randrange(24):
            case 0 | 1 | 2:
                data = {"enters": self.card((1, "aura")), "attached_to": self.host()}
            case 3:
                data = {"enters": self.card((1, "equipment")), "attached_to": self.of_type("Creature")}
            case 4 | 5:
                data = {"enters": self.card((2, "copying"), (1, "any")), "copy_of": self.of_type()}
                if not rng.randrange(4):
                    data["except"] = rng.choice(EXCEPT)
            case 6 | 7:
                data = {"enters": self.card(), "zone": rng.choice(ZONES)}
            case 8:
                data = {"enters": [self.card() for _ in range(rng.randrange(1, 4))]}
                if not rng.randrange(3):
                    data["unordered"] = True
            case 9:
                data = {"enters": self.card((2, "odd"), (1, "creature"), (1, "any")), "face_down": True}
                if rng.randrange(2):
                    data["with_effect"] = rng.choice((*LISTED, *WITH_EFFECT))
            case 10:
                data = {"enters": self.card(), "with_effect": rng.choice(WITH_EFFECT)}
            case 11:
                data = {"enters": self.card((1, "sided")), "transformed": True}
            case 12:
                data = {"enters": self.card((3, "odd"), (2, "halves"), (1, "any")), "cast": self.cast()}
            case 13:
                return self.reveals()
            case 14:
                data = {"enters": self.card((2, "creature"), (1, "wide"), (1, "static")), "token": True}
            case 15:
                data = {"enters": self.card((1, "spell"), (1, "halves"), (1, "sided")), "zone": rng.choice(ZONES)}
            case 16:
                data = {"enters": self.half()}
            case _:
                data = {"enters": self.card()}
        return self.usual(data)

    def usual(self, data: Data) -> Data:
        """Add the keys that any arrival can have."""
        rng = self.rng
        if rng.randrange(3):
            data["controller"] = self.player()
        if self.rarely() and "enters" in data:
            data["owner"] = self.player()
        if self.rarely():
            data["tapped"] = rng.randrange(2) > 0
        if self.rarely():
            data["counters"] = {rng.choice(COUNTERS): rng.randrange(1, 4) for _ in range(rng.choice((1, 1, 2)))}
        if self.rarely():
            data["x"] = rng.randrange(6)
        if self.rarely() and "enters" in data:
            data["count"] = rng.randrange(1, 4)
        if self.rarely() and "enters" in data:
            data["as"] = rng.choice(("one", "the other", "Ana's", "thing-2"))
        chosen = self.chosen(("color", "creature_type", "card_type", "basic_land_type"))
        if rng.randrange(2) and chosen:
            data["chosen"] = chosen
        return data

    def host(self) -> str:
        """Return an object that an Aura could be attached to, usually a creature."""
        if self.rarely():
            return self.player()
        if self.rarely():
            return self.one(zone="graveyard")
        return self.of_type("Creature") if self.rng.randrange(3) else self.of_type("Land", "Artifact", "Enchantment")

    def half(self) -> str:
        """Return the name of a face of a card."""
        name = self.rng.choice(pools()[self.rng.choice(("halves", "sided"))])
        return self.rng.choice(find(name).faces).name

    def cast(self) -> bool | str:
        words = ("bestow", "prototype", "fuse", "impending", "kicker", "dash", "bargain", "evoke", "morph", "blitz")
        return True if self.rng.randrange(3) else self.rng.choice(words)

    def moves(self) -> Data:
        rng = self.rng
        zone = rng.choice(("stack", "graveyard", "graveyard", "hand", "exile", "library", "battlefield"))
        data: Data = {"moves": self.one(zone=zone), "to": rng.choice(("battlefield", "battlefield", *ZONES))}
        data["as"] = f"moved-{len(self.board.events)}" if self.often() else "one"
        if data["to"] == "battlefield" and not rng.randrange(3):
            data |= rng.choice((
                {"face_down": True}, {"transformed": True}, {"attached_to": self.host()}, {"copy_of": self.of_type()},
                {"with_effect": rng.choice(WITH_EFFECT)}, {"cast": self.cast()},
            ))  # fmt: skip
        return self.usual(data) if not rng.randrange(3) else data

    def reveals(self) -> Data:
        hidden = [each.id for each in self.board.objects.values() if each.base.zone == "command" and each.face_down]
        if hidden and self.rng.randrange(2):
            return {"reveals": self.rng.choice(hidden)}
        name = self.rng.choice(pools()["shown"])
        if self.rarely():
            return {"enters": name, "zone": "command", "face_down": True}
        return {"reveals": name, **({"controller": self.player()} if self.rng.randrange(2) else {})}

    # --- Resolving ----------------------------------------------------------------------------------------------

    def resolves(self) -> Data:
        """Return an event in which a spell, an ability of an object or rules text resolves."""
        rng = self.rng
        match rng.randrange(8):
            case 0 | 1 | 2 | 3:
                name = rng.choice(pools()["spell"])
                face = find(name).faces[0]
                found = self.resolution(lambda: resolution_of_spell(face.abilities, face.name))
                data: Data = {"resolves": name}
            case 4 | 5 | 6:
                data, found = self.ability()
            case _:
                data, found = self.text()
        if not rng.randrange(3) or "ability_of" in data["resolves"]:
            data["as"] = f"spell-{len(self.board.events)}"
        if rng.randrange(2):
            data["controller"] = self.player()
        return data | self.fitting(found or Resolution())

    def resolution(self, read: Callable[[], Resolution | None]) -> Resolution | None:
        try:
            return read()
        except LayersError:
            return None

    def ability(self) -> tuple[Data, Resolution | None]:
        """Return an ability of an object, usually one with effects when it resolves."""
        found = [
            (each.id, place, ability.resolution)
            for each in self.board.objects.values()
            for place, ability in enumerate(each.base.values.abilities, start=1)
            if isinstance(ability, TextAbility) and ability.form not in ("mana", "rule", "entering", "spell")
            and ability.resolution is not None and ability.resolution != Resolution()
        ]  # fmt: skip
        if not found or self.rarely():
            return {"resolves": {"ability_of": self.one(), "index": self.rng.randrange(1, 5)}}, None
        id, place, resolution = self.rng.choice(found)
        return {"resolves": {"ability_of": id, "index": place}}, resolution

    def text(self) -> tuple[Data, Resolution | None]:
        """Return rules text from a list, or the printed text of a spell."""
        if self.rng.randrange(2):
            return {"resolves": {"text": self.rng.choice(TEXTS)}}, Resolution((Clause(Target(many=True), ()),))
        name = self.rng.choice(pools()["spell"])
        face = find(name).faces[0]
        found = self.resolution(lambda: resolution_of_spell(face.abilities, face.name))
        try:
            return {"resolves": {"text": english(found or Resolution(), face.name) or TEXTS[0]}}, found
        except ValueError:
            return {"resolves": {"text": TEXTS[0]}}, None

    def fitting(self, found: Resolution) -> Data:
        """Return the event keys that a resolution requires."""
        rng, data = self.rng, Data()
        clauses = list(found.clauses)
        if found.modes:
            mode = rng.randrange(1, len(found.modes) + 1)
            clauses += found.modes[mode - 1]
            if self.often():
                data["mode"] = mode
        nodes = [node for clause in clauses for node in spoken(clause)]
        targets = self.targets([node for node in nodes if isinstance(node, Target)])
        asked = {who for clause in clauses for who in players_asked(clause)}
        if asked & {"target player", "that player", "defending player", "an opponent"} and self.often():
            targets.append(self.player())
        if targets and self.often():
            data["targets"] = targets
        if any(isinstance(node, X | RecordedNumber) for node in nodes) and self.often():
            data["x"] = rng.randrange(6)
        needed = {choice_needed(node) for node in nodes}
        needed |= {"word_from", "word_to"} if any(isinstance(node, ChangeWords) for node in nodes) else set()
        needed |= {"object"} if any(isinstance(node, ChosenFrom | ChosenObject) for node in nodes) else set()
        if chosen := self.chosen(sorted(needed)):
            data["chosen"] = chosen
        facts = [node.text for node in nodes if isinstance(node, GameFact)]
        if facts and rng.randrange(2):
            data["told"] = [text for text in dict.fromkeys(facts) if rng.randrange(2)]
        return data

    def targets(self, nodes: list[Target]) -> list[str]:
        found: list[str] = []
        for place in range(max((node.index + 1 for node in nodes), default=0)):
            groups = [node.group for node in nodes if node.index == place and node.group is not None]
            types = [part.type for group in groups[:1] for part in group.filters if isinstance(part, OfType)]
            zones = [part.zone for group in groups[:1] for part in group.filters if isinstance(part, InZone)]
            found.append(self.one(zone=zones[0]) if zones else self.of_type(*types))
        if any(node.many for node in nodes) and self.rng.randrange(2):
            found += [self.of_type("Creature") for _ in range(self.rng.randrange(1, 3))]
        return list(dict.fromkeys(found)) if self.often() else found

    def ends(self) -> Data:
        lasting = [name for name, effect in self.board.effects.items() if not effect.ended]
        if lasting and self.rng.randrange(3):
            return {"ends": self.rng.choice(lasting)}
        return {"ends": self.rng.choice(("turn", "combat"))}

    # --- Changes ------------------------------------------------------------------------------------------------

    def leaves(self) -> Data:
        names = [self.one(zone=self.rng.choice(("battlefield", "battlefield", "battlefield", "graveyard")))]
        if self.rarely():
            names.append(self.of_type())
        to = self.rng.choice(("graveyard", "graveyard", "exile", "hand", "library", "command"))
        return {"leaves": names, "to": to} if self.rng.randrange(3) else {"leaves": names}

    def attaches(self) -> Data:
        kinds = {"Aura", "Equipment", "Fortification"}
        return {"attaches": self.one(lambda each: kinds & set(each.base.values.subtypes)), "to": self.host()}

    def detaches(self) -> Data:
        return {"detaches": self.one(lambda each: each.attached_to is not None)}

    def counters(self) -> Data:
        rng = self.rng
        if self.rarely():
            return {"counters": self.player(), "put": {rng.choice(("poison", "energy", "experience")): 2}}
        id = self.one(zone=rng.choice(("battlefield",) * 9 + ("exile", "graveyard")))
        there = self.board.objects.get(id)
        if there is not None and there.counters and not rng.randrange(3):
            counter = rng.choice(there.counters)
            return {"counters": id, "remove": {counter.kind: rng.randrange(1, counter.count + 1)}}
        kinds = rng.sample(COUNTERS, rng.choice((1, 1, 2)))
        return {"counters": id, "put": {kind: rng.randrange(1, 4) for kind in kinds}}

    def turns(self) -> Data:
        down = self.one(lambda each: each.face_down)
        if self.board.objects.get(down) is not None and self.board.object(down).face_down:
            return {"turns": down, "face": "up"}
        data: Data = {"turns": self.of_type("Creature"), "face": "down"}
        return data | ({"with_effect": self.rng.choice(LISTED)} if not self.rng.randrange(3) else {})

    def transforms(self) -> Data:
        """Return an event in which a permanent transforms, or a card that can transform enters."""
        if not any(map(_sided, self.board.objects.values())) and self.often():
            return self.usual({"enters": self.card((1, "sided"))})
        return {"transforms": self.one(_sided)}

    def flips(self) -> Data:
        if not any(each.card.layout == "flip" for each in self.board.objects.values()):
            return self.usual({"enters": self.card((1, "flip"))})
        return {"flips": self.one(lambda each: each.card.layout == "flip" or each.copy is not None)}

    def merges(self) -> Data:
        """Return an event in which a card merges with a creature, or is cast for this purpose."""
        zone = self.rng.choice(("stack", "stack", "stack", "graveyard", "hand"))
        if zone == "stack" and not any(each.base.zone == zone for each in self.board.objects.values()):
            return {"enters": self.card((2, "odd"), (1, "creature")), "zone": "stack"}
        return {
            "merges": self.one(zone=zone),
            "with": self.of_type("Creature"),
            "on": self.rng.choice(("top", "bottom")),
        }

    def melds(self) -> Data:
        """Return an event in which two angels meld, or enter for this purpose."""
        angels = [each.id for each in self.board.objects.values() if each.card.layout == "meld" and not each.components]
        if len(angels) < 2:
            return {"enters": ["Gisela, the Broken Blade", "Bruna, the Fading Light"], "zone": "exile"}
        return {"melds": angels[:2], "into": "Brisela, Voice of Nightmares"}

    def phases(self) -> Data:
        out = [each.id for each in self.board.phased_out]
        if out and self.rng.randrange(2):
            return {"phases": self.rng.choice(out), "direction": "in"}
        return {"phases": self.of_type(), "direction": "out" if self.often() else "in"}

    def marks(self) -> Data:
        rng = self.rng
        facts: Data = {}
        for _ in range(rng.choice((1, 1, 2))):
            match rng.randrange(8):
                case 0 | 1 | 2:
                    facts["tapped"] = rng.randrange(4) > 0
                case 3:
                    facts[rng.choice(tuple(LINKS))] = self.of_type("Creature") if self.often() else self.player()
                case 4:
                    facts["level"] = rng.randrange(4)
                case _:
                    facts[rng.choice(tuple(FLAGS))] = rng.randrange(5) > 0
        rooms = [each for each in self.board.objects.values() if is_room(each.card)]
        if rooms and rng.randrange(2):
            room = rng.choice(rooms)
            doors = [face.name for face in room.card.faces if rng.randrange(2)]
            return {"marks": room.id, "set": {"unlocked": doors}}
        return {"marks": self.one(), "set": facts}

    def chooses(self) -> Data:
        return {
            "chooses": self.one(),
            "chosen": self.chosen(("color", "creature_type", "card_type", "option", "player")),
        }

    def stickers(self) -> Data:
        put = self.rng.choice(({"name": "Dark"}, {"ability": "Flying"}, {"power": 4, "toughness": 1}))
        return {"stickers": self.of_type("Creature"), "put": put}

    def player_fact(self) -> Data:
        rng = self.rng
        fact = rng.choice(("life", "life", "hand", "graveyard", "poison", "ring", *PLAYER_FACTS))
        flag = PLAYER_FACTS[fact].startswith("1 if ")
        value: Any = rng.randrange(2) > 0 if flag else rng.choice((0, 1, 2, 3, 7, 10, 25))
        return {"player": self.player(), "set": {fact: -2 if fact == "life" and self.rarely() else value}}

    def order(self) -> Data:
        group = [self.board.by_number(number).id for number in self.board._tables.stamped["group"]]
        return {"order": self.rng.sample(group, len(group)) or [self.one()]}


_VERBS = frozenset({
    "enters", "leaves", "moves", "attaches", "detaches", "resolves", "transforms", "flips", "turns", "melds", "merges",
    "phases", "marks", "chooses", "reveals", "stickers", "player", "turn", "order", "ends", "counters",
})  # fmt: skip


def _sided(found: GameObject) -> bool:
    return len(found.card.faces) > 1 and found.card.layout not in ("flip", "split", "adventure", "room")


HAPPENINGS: tuple[tuple[int, Callable[[_Draft], Data]], ...] = (
    (10, _Draft.enters), (12, _Draft.resolves), (4, _Draft.leaves), (4, _Draft.moves), (4, _Draft.attaches),
    (1, _Draft.detaches), (5, _Draft.counters), (3, _Draft.transforms), (2, _Draft.flips), (3, _Draft.turns),
    (1, _Draft.melds), (3, _Draft.merges), (3, _Draft.phases), (5, _Draft.marks), (3, _Draft.chooses),
    (1, _Draft.reveals), (1, _Draft.stickers), (4, _Draft.player_fact), (2, lambda draft: {"turn": draft.player()}),
    (1, _Draft.order), (3, _Draft.ends),
)  # fmt: skip
"""The weight of each kind of event."""
