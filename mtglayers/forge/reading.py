"""Functions that read Forge game states and convert them to puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.data.record import abbreviated
from mtglayers.model.errors import LayersError, LimitError
from mtglayers.model.events.base import read_event
from mtglayers.model.puzzles.puzzle import puzzle_of
from mtglayers.model.support.names import fold
from mtglayers.model.support.progress import checkpoint

from .arriving import MAX_HINTS, Arriving, in_order
from .cards import Cards, is_spell
from .lines import (
    MAX_CARDS,
    ZONES,
    Cast,
    Entry,
    Line,
    Source,
    casts,
    entries,
    player_named,
    source_of,
    tokens_cast,
    unknown,
)
from .state import ForgeState, NotCarried

TITLE: Final = "A Forge game state"
MAX_NOTES: Final = 50
"""Maximum number of lines in a puzzle's notes about parts that were not carried over."""

_NUMBERS: Final = {
    "life": "life", "landsplayed": "lands_played", "numringtemptedyou": "ring", "speed": "speed",
}  # fmt: skip
_HARMLESS: Final = {
    "turn": "no effect depends on the turn number",
    "activephase": "no effect depends on the phase",
    "activephaseadvance": "no effect depends on the phase",
    "landsplayedlastturn": "no effect depends on the lands played last turn",
    "sideboard": "these cards are outside the game (400.11)",
}  # fmt: skip
_METADATA: Final = {"name": "title", "description": "notes", "url": "source"}
_OPTIONAL: Final = ("attached_to", "counters", "chosen", "transformed", "face_down", "token", "owner")


def read_forge(text: str, file: str = "", *, leave_out: bool = False) -> ForgeState:
    """Convert text in Forge's format to a game state.

    Forge does not store timestamps (613.7). Objects get timestamps in the order in which they are listed: first
    the permanents of each player in turn, then the other zones. An object that is attached to another
    player's permanent comes after that permanent and all permanents listed before it.

    Args:
        text: a game state, or a puzzle file (`*.pzl`).
        file: the file name to use in messages.
        leave_out: whether to leave out and report unknown cards; by default, an unknown card is an error.

    Raises:
        PuzzleError: the text is not a game state or names an unknown card. The error states the line number.
        LimitError: the text is too long or lists too many cards.

    >>> state = read_forge("humanbattlefield=Blood Moon;Forest|Tapped")
    >>> list(state.board().objects)
    ['blood-moon', 'forest']
    >>> [str(note) for note in state.not_carried]
    ['timestamps: Forge stores none; objects get them in the order of the file (613.7)']
    """
    return _Reading(source_of(text, file), leave_out).state()


class _Reading:
    def __init__(self, source: Source, leave_out: bool) -> None:
        self.source = source
        self.lost = list(source.not_carried)
        self.last = self._last_lines()
        self.players = self._players()
        self.known = Cards(source, self.lost, leave_out)
        self._check_size()
        self.zones = {zone: self._entries(zone) for zone in ZONES}
        self.events: list[Mapping[str, Any]] = []
        self.lines: dict[tuple[str | int, ...], int] = {}
        self.ids: dict[int, str] = {}
        self.made: dict[int, tuple[str, ...]] = {}
        self.board = Board(self.players)

    def state(self) -> ForgeState:
        listed = [same for zone in ZONES for same in self.zones[zone]]
        cast = [[entry] for line in self._lines_of("precast") for entry in self._precast(line)]
        arriving, late = ([(self._arriving(same[0]), len(same)) for same in many if self.known.is_known(same[0])]
                          for many in (listed, cast))  # fmt: skip
        for place, (one, _) in enumerate((*arriving, *late)):
            one.place = place
        names = {same[0].name for same in listed}
        self.known.define([one.entry.name for one, _ in (*arriving, *late)], names)
        self.board = Board(self.players, None, self.known.definitions)
        self._begin()
        self._arrive([*in_order(arriving), *late])
        self._cast()
        self._note_rest()
        lost = sorted(dict.fromkeys(self.lost), key=lambda note: note.line or 0)
        if len(self.board.objects) > 1:
            why = "Forge stores none; objects get them in the order of the file (613.7)"
            lost.append(NotCarried("timestamps", why))
        made = [id for place in range(len(arriving) + len(late)) for id in self.made.get(place, ())]
        ids = [(one.forge_id, self.ids[one.forge_id]) for one, _ in arriving if one.forge_id in self.ids]
        lists: dict[tuple[int, str], tuple[str, ...]] = {}
        for one, many in arriving:
            key = one.entry.line.player or 0, one.entry.line.what
            lists[key] = (*lists.get(key, ()), *(self.made.get(one.place) or ("",) * many))
        places = tuple((player, zone, found) for (player, zone), found in lists.items())
        return ForgeState(self._puzzle(lost), tuple(lost), tuple(ids), tuple(made), places)

    # --- Lines --------------------------------------------------------------------------------------------------

    def _last_lines(self) -> dict[tuple[int | None, str], Line]:
        found: dict[tuple[int | None, str], Line] = {}  # Forge uses the last line with each key
        for line in self.source.state:
            if not line.what:
                self._note(line, f"`{abbreviated(line.key)}`", unknown(line, hint=len(self.lost) < MAX_HINTS))
                continue
            earlier = found.get((line.player, line.what))
            if earlier is not None:
                self._note(earlier, f"`{earlier.key}`", f"line {line.number} replaces it")
            found[line.player, line.what] = line
        return found

    def _players(self) -> tuple[str, ...]:
        last = max((player for player, _ in self.last if player is not None), default=0)
        older = any(line.key.startswith(("human", "ai")) for line in self.last.values())
        called = {0: "Human", 1: "AI"} if older else {}
        for number in range(max(last + 1, 2)):
            called.setdefault(number, f"P{number}")
        for (player, what), line in self.last.items():
            if what != "name" or player is None:
                continue
            if line.value and line.value.isprintable() and line.value not in called.values():
                called[player] = line.value
            elif line.value != called[player]:
                self._note(line, f"`{abbreviated(line.value)}`", "the player name is invalid or already in use")
        return tuple(called[number] for number in sorted(called))

    def _check_size(self) -> None:
        listed = sum(line.value.count(";") + 1 for line in self.last.values() if line.what in ZONES)
        if listed > MAX_CARDS:
            raise LimitError("cards in a Forge game state", MAX_CARDS, listed)

    def _entries(self, zone: str) -> list[list[Entry]]:
        found: list[list[Entry]] = []
        for number in range(len(self.players)):
            line = self.last.get((number, zone))
            if line is None:
                continue
            for _, same in groupby(entries(self.source, line), lambda entry: (entry.name, entry.modifiers)):
                identical = list(same)
                has_id = any(name == "Id" for name, _ in identical[0].modifiers)
                found += [[entry] for entry in identical] if has_id else [identical]
        return found

    def _note(self, line: Line, what: str, why: str, matters: bool = True) -> None:
        self.lost.append(NotCarried(what, why, line.key if f"`{line.key}`" != what else "", line.number, matters))

    def _arriving(self, entry: Entry) -> Arriving:
        checkpoint("line")
        card = None if self.known.token(entry.name) else self.known.card(entry.name)
        return Arriving(self.source, entry, card, self.players, self.lost)

    # --- Events -------------------------------------------------------------------------------------------------

    def _push(self, data: Mapping[str, Any], line: Line) -> tuple[str, ...]:
        made, reason = self._play(data, line)
        if reason:
            raise self.source.error(reason, line)
        return made

    def _play(self, data: Mapping[str, Any], line: Line) -> tuple[tuple[str, ...], str]:
        """Play an event; return its objects' ids, and the reason if the event was refused."""
        try:
            made = self.board.push(read_event(data))
        except LimitError:
            raise
        except LayersError as error:
            return (), str(error)
        self.lines["timeline", len(self.events)] = line.number
        self.events.append(data)
        return made, ""

    def _begin(self) -> None:
        for number, name in enumerate(self.players):
            facts: dict[str, int] = {}
            for what, fact in _NUMBERS.items():
                if line := self.last.get((number, what)):
                    facts[fact] = self.source.number(line.value, line, -(2**31) if what == "life" else 0)
            facts |= self._mana(number)
            first = next((line for (player, _), line in self.last.items() if player == number), None)
            if facts and first is not None:
                self._push({"player": name, "set": facts}, first)
            self._player_counters(number, name)
        active = self.last.get((None, "activeplayer"))
        if active is not None:
            whose = player_named(active.value, len(self.players))
            if whose is None:
                self._note(active, f"`{abbreviated(active.value)}`", "unknown player")
            elif whose:
                self._push({"turn": self.players[whose]}, active)

    def _mana(self, number: int) -> dict[str, int]:
        green = 0
        for what in ("manapool", "persistentmana"):
            line = self.last.get((number, what))
            if line is None or not line.value:
                continue
            symbols = line.value.upper().split()
            green += symbols.count("G")
            if others := [symbol for symbol in symbols if symbol != "G"]:
                mana = f"mana `{abbreviated(' '.join(others))}`"
                self._note(line, mana, "effects depend only on green mana", matters=False)
        return {"green_mana": green} if green else {}

    def _player_counters(self, number: int, name: str) -> None:
        line = self.last.get((number, "counters"))
        if line is None:
            return
        put = self.source.counters(line.value, line)
        if put:
            _, reason = self._play({"counters": name, "put": put}, line)
            if reason:
                self._note(line, f"`{abbreviated(line.value)}`", reason)

    def _arrive(self, arriving: Sequence[tuple[Arriving, int]]) -> None:
        rested = self.last.get((None, "removesummoningsickness"))
        waiting: dict[int, list[tuple[Arriving, str]]] = {}
        there: list[tuple[Arriving, tuple[str, ...]]] = []
        libraries: set[str] = set()
        for one, many in arriving:
            line = one.entry.line
            if rested is not None and rested.value.lower() == "true":
                one.facts.pop("summoning_sick", None)
            made = self._enter(one, many)
            if not made:
                continue
            self.made[one.place] = made
            if line.what == "library" and line.key not in libraries:
                libraries.add(line.key)
                self._mark(one, made[0], {"top_of_library": True})  # 401.1
            there.append((one, made))
            if one.host is not None and one.host not in self.ids:
                waiting.setdefault(one.host, []).extend((one, id) for id in made)
            if one.forge_id is not None:
                if one.forge_id in self.ids:
                    raise self.source.error(f"two cards have `Id:{one.forge_id}`", line)
                self.ids[one.forge_id] = made[0]
                for other, id in waiting.pop(one.forge_id, ()):
                    self._try(other, {"attaches": id, "to": made[0]}, f"`AttachedTo:{other.host}`")
        for host, others in waiting.items():
            for other, _ in others:
                other.note(f"`AttachedTo:{host}`", f"no card has `Id:{host}`")
        for one, made in there:
            for id in made:
                self._set_facts(one, id)
        for one, made in there:
            self._imprint(one, made[0])
            if one.phased:
                for id in made:
                    self._try(one, {"phases": id, "direction": "out"}, "`PhasedOut`")

    def _enter(self, one: Arriving, many: int) -> tuple[str, ...]:
        line = one.entry.line
        player = self.players[line.player or 0]
        data: dict[str, Any] = {"enters": self.known.name_or_definition(one.entry)}
        if line.what == "battlefield":
            data["controller"] = player
        else:
            data |= {"zone": line.what, "owner": player}
        data |= {"count": many} if many > 1 else {}
        data |= one.data
        if one.host is not None and one.host in self.ids:
            data["attached_to"] = self.ids[one.host]
        made, reason = self._play(data, line)
        for key in (key for key in _OPTIONAL if reason and key in data):
            left = (
                (key, "with_effect") if key == "face_down" else (key,)
            )  # `with_effect` describes the face-down permanent
            made, worse = self._play({name: value for name, value in data.items() if name not in left}, line)
            if not worse:
                one.note(f"`{key}`", reason)
                return made
        if reason and line.what == "command":
            alone = [self._play({"reveals": data["enters"], "controller": player}, line) for _ in range(many)]
            made = tuple(id for ids, _ in alone for id in ids)
            reason = reason if any(worse for _, worse in alone) else ""
        if reason:
            one.note("the card", reason)
        return made

    def _mark(self, one: Arriving, id: str, facts: Mapping[str, Any]) -> None:
        _, reason = self._play({"marks": id, "set": dict(facts)}, one.entry.line)
        if reason and len(facts) == 1:
            one.note(f"`{next(iter(facts))}`", reason)
        elif reason:
            for fact, value in facts.items():
                self._mark(one, id, {fact: value})

    def _set_facts(self, one: Arriving, id: str) -> None:
        if one.flipped:
            self._try(one, {"flips": id}, "`Flipped`")
        facts = dict(one.facts)
        for key, number in (("attacks", one.attacked), ("exiled_with", one.exiled_with)):
            if number is None:
                continue
            if number in self.ids:
                facts[key] = self.ids[number]
            else:
                one.note(f"`{key}`", f"no card has `Id:{number}`")
        if facts:
            self._mark(one, id, facts)
        for name in one.merged:
            self._merge(one, id, name)
        if one.chosen_cards:
            chosen = [self.ids[number] for number in one.chosen_cards if number in self.ids]
            if len(chosen) < len(one.chosen_cards):
                one.note("`ChosenCards`", "a chosen card has no `Id:`")
            if chosen:
                self._try(one, {"chooses": id, "chosen": {"object": chosen}}, "`ChosenCards`")

    def _merge(self, one: Arriving, id: str, name: str) -> None:
        card = self.known.card(name)
        if card is None:
            one.note(f"`MergedCards:{abbreviated(name)}`", "unknown card")
            return
        owner = one.data.get("owner", self.players[one.entry.line.player or 0])
        line = one.entry.line
        made, reason = self._play({"enters": card.name, "zone": "stack", "owner": owner}, line)
        if made:
            _, reason = self._play({"merges": made[0], "with": id, "on": "bottom"}, line)
            if reason:
                self._push({"leaves": made[0]}, line)
        if reason:
            one.note(f"`MergedCards:{abbreviated(name)}`", reason)

    def _imprint(self, one: Arriving, id: str) -> None:
        # 607.2a
        for number in one.imprinted:
            other = self.ids.get(number)
            if other is None or other not in self.board.objects or self.board.object(other).base.zone != "exile":
                one.note(f"`Imprinting:{number}`", "no card in exile has this `Id:`")
            elif "exiled_with" not in dict(self.board.object(other).links):
                self._mark(one, other, {"exiled_with": id})

    def _try(self, one: Arriving, data: Mapping[str, Any], what: str) -> None:
        _, reason = self._play(data, one.entry.line)
        if reason:
            one.note(what, reason)

    # --- Spells -------------------------------------------------------------------------------------------------

    def _lines_of(self, what: str) -> list[Line]:
        found = (self.last.get((number, what)) for number in range(len(self.players)))
        return [line for line in found if line is not None]

    def _precast(self, line: Line) -> Iterator[Entry]:
        for cast in casts(self.source, line):
            card = None if cast.script or cast.target else self.known.card(cast.name)
            if card is not None and not is_spell(card):
                yield Entry(card.name, (), msgspec.structs.replace(line, what="battlefield"))
            else:
                yield from tokens_cast(self.source, line, cast) or ()

    def _cast(self) -> None:
        for line in self._lines_of("precast"):
            for cast in casts(self.source, line):
                self._resolve(line, cast)
        for line in self._lines_of("putonstack"):
            for cast in casts(self.source, line):
                card = None if cast.script else self.known.card(cast.name)
                player = self.players[line.player or 0]
                what, reason = f"`{abbreviated(cast.text)}`", "Forge’s scripts are not run"
                if card is not None:
                    _, reason = self._play({"enters": card.name, "zone": "stack", "controller": player}, line)
                if reason:
                    self._note(line, what, reason)
                elif cast.target:
                    self._note(line, what, "targets of spells on the stack are not recorded", matters=False)

    def _resolve(self, line: Line, cast: Cast) -> None:
        if cast.script:
            if tokens_cast(self.source, line, cast) is None:
                self._note(line, f"`{abbreviated(cast.text)}`", "Forge’s scripts are not run")
            return
        card = self.known.card(cast.name)
        if card is None:
            self._note(line, f"`{abbreviated(cast.text)}`", "unknown card")
        elif is_spell(card):
            self._note(line, f"`{abbreviated(cast.text)}`", self._resolved(line, cast, card))
        elif cast.target:
            self._note(line, f"`{abbreviated(cast.text)}`", "permanent spells with targets are not cast")

    def _resolved(self, line: Line, cast: Cast, card: Card) -> str:
        """Resolve a spell; return the reason why it is not fully carried over."""
        name = next((face.name for face in card.faces if fold(face.name) == fold(cast.name)), card.name)
        data: dict[str, Any] = {"resolves": name, "controller": self.players[line.player or 0]}
        if cast.target:
            player = player_named(cast.target, len(self.players))
            number = self.source.number(cast.target, line) if player is None else 0
            if player is None and number not in self.ids:
                return f"no card has `Id:{number}`"
            data["targets"] = self.ids[number] if player is None else self.players[player]
        _, reason = self._play(data, line)
        return reason or "only the continuous effects of the spell are carried over"

    # --- The rest -----------------------------------------------------------------------------------------------

    def _note_rest(self) -> None:
        for line in self.last.values():
            if line.value and line.what in _HARMLESS:
                self._note(line, f"`{abbreviated(line.value)}`", _HARMLESS[line.what], matters=False)
        for line in self.source.metadata:
            if line.key not in _METADATA:
                self._note(line, f"`{abbreviated(line.value)}`", "it describes the puzzle", matters=False)

    def _puzzle(self, lost: Sequence[NotCarried]) -> Any:
        metadata = {_METADATA[line.key]: line.value for line in self.source.metadata if line.key in _METADATA}
        notes = [metadata.get("notes", "").replace("\\n", "\n")]
        notes += [f"Not carried over: {note}." for note in lost if note.matters][:MAX_NOTES]
        data = {
            "title": metadata.get("title") or TITLE,
            "notes": "\n".join(filter(None, notes)),
            "source": metadata.get("source", ""),
            "tags": ["forge"],
            "players": list(self.players),
            "cards": self.known.definitions,
            "timeline": self.events,
        }
        return puzzle_of(data, self.source.file, self.lines)
