"""An engine with a state of its own: after every change, the changed objects are those that a new state gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from mtglayers.server.methods import call
from mtglayers.server.session import Session

PLAYERS = ("Ana", "Ben")
CREATURES = (
    "Grizzly Bears", "Llanowar Elves", "Goblin King", "Kird Ape", "Delver of Secrets", "Serra Angel", "Tarmogoyf",
)  # fmt: skip
OTHERS = (
    "Glorious Anthem", "Blood Moon", "Bayou", "Forest", "Levitation", "Opalescence", "Humility", "Life and Limb",
    "Mycosynth Lattice", "Urborg, Tomb of Yawgmoth",
)  # fmt: skip
ATTACHED = ("Rancor", "Control Magic", "Pacifism", "Darksteel Mutation", "Bonesplitter")
PUMPS = (
    "Target creature gets +3/+3 until end of turn.", "Target creature gains flying until end of turn.",
    "Gain control of target creature until end of turn. It gains haste until end of turn.",
    "Target creature becomes a 4/4 Horror creature until end of turn.",
    "Target creature loses all abilities until end of turn.",
)  # fmt: skip
OVERRUN = "Creatures you control get +3/+3 and gain trample until end of turn."

Events = list[dict[str, Any]]


@dataclass
class Thing:
    """An object of the engine."""

    id: str
    card: str
    owner: str
    timestamp: int
    zone: str = "battlefield"
    host: str = ""
    counters: dict[str, tuple[int, int]] = field(default_factory=dict)
    facts: set[str] = field(default_factory=set)

    def data(self) -> dict[str, Any]:
        """Return the object as docs/embedding.md says."""
        found: dict[str, Any] = {"id": self.id, "card": self.card, "owner": self.owner, "timestamp": self.timestamp}
        if self.zone != "battlefield":
            return {**found, "zone": self.zone}
        counters = [{"kind": kind, "count": many, "timestamp": stamp} for kind, (many, stamp) in self.counters.items()]
        host = {"attached_to": self.host} if self.host else {}
        return {**found, **host, "controller": self.owner, "counters": counters, "facts": sorted(self.facts)}


class Engine:
    """A game whose changes are played at random; each method returns the events that tell of one change."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.numbers = count(1)
        self.clock = count(1)
        self.things: dict[str, Thing] = {}
        self.effects: dict[str, dict[str, Any]] = {}
        self.life = dict.fromkeys(PLAYERS, 20)
        self.active = "Ana"
        self.answer: dict[str, Any] = {}  # the objects as the server last told

    def state(self) -> dict[str, Any]:
        """Return the whole state."""
        return {
            "players": [{"name": name, "facts": {"life": life}} for name, life in self.life.items()],
            "active_player": self.active,
            "objects": [each.data() for each in self.things.values()],
            "effects": [*self.effects.values()],
        }

    def changed(self) -> Events:
        """Change something at random."""
        changes: tuple[Callable[[], Events], ...] = (
            self.enters, self.enters, self.token, self.aura, self.leaves, self.counter, self.attaches, self.tapped,
            self.transforms, self.turns, self.pump, self.overrun, self.loses_life, self.turn_ends,
        )  # fmt: skip
        while not (found := self.rng.choice(changes)()):
            pass
        return found

    def some(self, holds: Callable[[Thing], bool] = lambda _: True) -> Thing | None:
        found = [each for each in self.things.values() if each.zone == "battlefield" and holds(each)]
        return self.rng.choice(found) if found else None

    def creature(self) -> Thing | None:
        return self.some(lambda each: "Creature" in self.answer.get(each.id, {"types": ()})["types"])

    def made(self, card: str, host: str = "") -> Events:
        made = Thing(f"c{next(self.numbers)}", card, self.rng.choice(PLAYERS), next(self.clock), host=host)
        self.things[made.id] = made
        event = {"enters": card, "controller": made.owner, "as": made.id}
        return [{**event, "attached_to": host} if host else event]

    def enters(self) -> Events:
        return self.made(self.rng.choice(CREATURES if self.rng.random() < 0.7 else OTHERS))

    def token(self) -> Events:
        events = self.made("Saproling token")
        self.things[events[0]["as"]].facts.add("token")
        return events

    def aura(self) -> Events:
        host = self.creature()
        return self.made(self.rng.choice(ATTACHED), host.id) if host else []

    def leaves(self, thing: Thing | None = None) -> Events:
        thing = thing or self.some()
        if thing is None:
            return []
        del self.things[thing.id]
        for effect in self.effects.values():
            effect["objects"] = [id for id in effect["objects"] if id != thing.id]
        if "token" in thing.facts:
            events: Events = [{"leaves": thing.id}]
        else:
            card = Thing(f"c{next(self.numbers)}", thing.card, thing.owner, next(self.clock), "graveyard")
            self.things[card.id] = card
            events = [{"moves": thing.id, "to": "graveyard", "as": card.id}]
        for other in [each for each in self.things.values() if each.host == thing.id]:
            other.host = ""
            if other.card != "Bonesplitter":  # 704.5m
                events += self.leaves(other)
        return events

    def counter(self) -> Events:
        thing, kind = self.some(), self.rng.choice(("+1/+1", "-1/-1", "flying", "charge"))
        if thing is None:
            return []
        many, stamp = thing.counters.get(kind, (0, 0))
        if many and self.rng.random() < 0.4:
            thing.counters[kind] = many - 1, stamp
            if many == 1:
                del thing.counters[kind]
            return [{"counters": thing.id, "remove": {kind: 1}}]
        thing.counters[kind] = many + 1, next(self.clock)
        return [{"counters": thing.id, "put": {kind: 1}}]

    def attaches(self) -> Events:
        thing, host = self.some(lambda each: each.card in ATTACHED), self.creature()
        if thing is None or host is None or host.id in {thing.id, thing.host}:
            return []
        thing.host, thing.timestamp = host.id, next(self.clock)
        return [{"attaches": thing.id, "to": host.id}]

    def tapped(self) -> Events:
        thing = self.some()
        if thing is None:
            return []
        thing.facts ^= {"tapped"}
        return [{"marks": thing.id, "set": {"tapped": "tapped" in thing.facts}}]

    def transforms(self) -> Events:
        thing = self.some(lambda each: each.card == "Delver of Secrets")
        if thing is None:
            return []
        thing.facts ^= {"transformed"}
        thing.timestamp = next(self.clock)
        return [{"transforms": thing.id}]

    def turns(self) -> Events:
        thing = self.some(lambda each: each.card == "Grizzly Bears")
        if thing is None:
            return []
        thing.facts ^= {"face-down"}
        thing.timestamp = next(self.clock)
        return [{"turns": thing.id, "face": "down" if "face-down" in thing.facts else "up"}]

    def resolved(self, text: str, objects: list[str], you: str) -> str:
        name = f"e{next(self.numbers)}"
        stamp = next(self.clock)
        self.effects[name] = {"name": name, "timestamp": stamp, "text": text, "objects": objects, "you": you}
        return name

    def pump(self) -> Events:
        target, you, text = self.creature(), self.rng.choice(PLAYERS), self.rng.choice(PUMPS)
        if target is None:
            return []
        name = self.resolved(text, [target.id], you)
        return [{"resolves": {"text": text}, "controller": you, "targets": [target.id], "as": name}]

    def overrun(self) -> Events:
        you = self.rng.choice(PLAYERS)
        there = (each for each in self.answer.values() if each["zone"] == "battlefield" and each["controller"] == you)
        name = self.resolved(OVERRUN, [each["id"] for each in there if "Creature" in each["types"]], you)
        return [{"resolves": {"text": OVERRUN}, "controller": you, "as": name}]

    def loses_life(self) -> Events:
        player = self.rng.choice(PLAYERS)
        self.life[player] -= 1
        return [{"player": player, "set": {"life": self.life[player]}}]

    def turn_ends(self) -> Events:
        self.effects.clear()
        self.active = "Ben" if self.active == "Ana" else "Ana"
        return [{"ends": "turn"}, {"turn": self.active}]


@pytest.mark.parametrize("seed", range(12))
def test_changes_and_new_states_give_the_same_objects(seed: int) -> None:
    engine, session = Engine(seed), Session()

    def asked(**params: Any) -> dict[str, Any]:
        answer = call(session, "solve", {"include": ["objects", "unsupported"], **params})
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
        assert not found.get("unsupported")
        return {**found, "objects": {each["id"]: each for each in found["objects"]}}

    for _ in range(6):
        engine.enters()
    board = call(session, "board.new", {"state": engine.state()}).board
    answer = asked(board=board, since="")
    engine.answer = answer["objects"]
    for _ in range(40):
        events = engine.changed()
        call(session, "board.push", {"board": board, "events": events})
        answer = asked(board=board, since=answer["version"])
        kept = {id: each for id, each in engine.answer.items() if id not in answer["gone"]}
        engine.answer = {**kept, **answer["objects"]}
        assert engine.answer == asked(board={"state": engine.state()})["objects"], events
