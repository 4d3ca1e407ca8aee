"""Lines of notation, such as "Ben: Darksteel Mutation -> Grizzly Bears": a board as people write it down.

`docs/notation.md` describes the lines. Each line is one event, or an event and the facts about its new object.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, Protocol

from ..cards.card import Card
from ..cards.search import find_card
from ..errors import LayersError, NotationError, UnknownCardError, UnknownObjectError
from ..events.base import Event, read_event
from ..objects.gameobject import GameObject, ResolvedEffect
from ..objects.recorded_facts import LINKS, PLAYER_FACTS
from ..rules.edition import Edition
from ..rules.vocabulary import NEVER_PERMANENT, joined
from ..support.names import fold
from .abilities import ABILITY, ACTIVATED, COST, abilities_named
from .details import COUNTERS, FLAG_WORDS, NUMBER, Details, choices, counted, counters_in
from .lines import FACT, HAS_DESIGNATION, HEADER, QUOTED, card_at, player_of, unquoted, word_ends
from .references import Reference, SeveralObjectsError, find_object, find_player, unknown_player
from .refusals import no_object, wrong_detail, wrong_token


class Playable(Protocol):
    """What notation needs of a board; the members are those of `Board`."""

    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def edition(self) -> Edition: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def objects(self) -> Mapping[str, GameObject]: ...
    @property
    def effects(self) -> Mapping[str, ResolvedEffect]: ...
    @property
    def phased_out(self) -> tuple[GameObject, ...]: ...
    @property
    def own_cards(self) -> Mapping[str, Card]: ...
    def push(self, event: Event) -> tuple[str, ...]: ...


def read_notation(board: Playable, lines: Iterable[str], player: str | None = None) -> None:
    """Play the events that lines of notation describe; `player` is the player of the lines that name none.

    Raises:
        NotationError: a line is not understood, or its event is refused; the message says what would fit.
    """
    for line in lines:
        if not HEADER.fullmatch(line):
            _Line(board, line, player).play()


class _Line:
    """One line, and the board that it continues."""

    def __init__(self, board: Playable, line: str, player: str | None) -> None:
        self.board = board
        self.line = line
        self.text = line
        self.player = player
        self.subject = ""  # what a sentence is about, if it is on no board

    def play(self) -> None:
        name = player_of(self.line, self.board.own_cards)
        if name is not None:
            self.player = self.known_player(name)
            self.text = self.line.partition(":")[2].strip()
        self.text = unquoted(self.text, self.board.own_cards)
        card = card_at(self.text, self.board.own_cards)
        if card is None or card[1] < len(self.text):
            for pattern, read in _sentences():
                if found := pattern.fullmatch(self.text):
                    if read(self, found):
                        return
                    self.subject = self.subject or ("" if _ARROW.search(self.text) else found.groupdict().get("it", ""))
            if number := _COUNT.match(self.text):
                self.enter(counted(number[1]), self.text[number.end() :])
                return
        self.enter(1, self.text)

    # --- Names ---

    def known_player(self, name: str) -> str:
        found = find_player(self.board.players, name)
        if found is None:
            raise self.error(unknown_player(self.board.players, name), name)
        return found

    def whose(self, text: str) -> tuple[str | None, int]:
        """Return the player named at the beginning of "Ben's Serra Angel", and the end of the possessive."""
        found = _WHOSE.match(text)
        player = find_player(self.board.players, found[1]) if found else None
        return (player, found.end()) if found and player is not None else (None, 0)

    def refer(self, text: str) -> Reference | None:
        """Return the object or player with the longest name at the beginning of a text, and the end of the name.

        An object can be named with its controller, as in "Ben's Serra Angel".
        """
        objects = [*self.board.objects.values(), *self.board.phased_out]
        whose, start = self.whose(text)
        if whose is not None:
            number = self.board.players.index(whose)
            objects = [
                found
                for found in objects
                if (found.base.controller, found.base.owner)[found.base.controller is None] == number
            ]
        if (quoted := QUOTED.match(text)) and (inner := self.refer(quoted[1])) and inner.end == len(quoted[1]):
            return inner._replace(end=quoted.end())
        for end in word_ends(text):
            name = text[start:end]
            if not start and (player := find_player(self.board.players, name)) is not None:
                return Reference(player, end, True)
            try:
                return Reference(find_object(objects, name).id, end)
            except SeveralObjectsError as error:
                raise self.error(str(error), name) from None
            except UnknownObjectError:
                continue
        return None

    def host(self, text: str) -> Reference | None:
        """Return what `refer` returns; a card that is not on the board enters first."""
        if (found := self.refer(text)) is not None:
            return found
        if (quoted := QUOTED.match(text)) and (inner := self.host(quoted[1])) and inner.end == len(quoted[1]):
            return inner._replace(end=quoted.end())
        player, start = self.whose(text)
        card = card_at(text[start:], self.board.own_cards)
        if card is None or NEVER_PERMANENT.intersection(card[0].faces[0].types):
            return None
        end = start + card[1]
        (id,) = self.push({"enters": text[start:end], **({"controller": player} if player is not None else {})})
        return Reference(id, end)

    def present(self, name: str) -> str | None:
        """Return the id of the object with the given name, also of one that is phased out, or None."""
        found = self.refer(name)
        return found.name if found is not None and found.end == len(name) and not found.is_player else None

    def error(self, message: str, part: str = "") -> NotationError:
        column = self.line.find(part) + 1 if part else 1
        place = "" if f"`{self.line}`" in message else f"`{self.line}`: "
        return NotationError(f"{place}{message}", self.line, max(column, 1))

    # --- Events ---

    def push(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        try:
            return self.board.push(read_event(dict(data)))
        except (LayersError, ValueError) as error:
            raise self.error(str(error)) from error

    def enter(self, count: int, text: str) -> None:
        """Make cards enter, or make a spell resolve."""
        found = card_at(text, self.board.own_cards)
        if found is None:
            raise self.unknown(text)
        card, end = found
        if self.subject and len(self.subject) == end:
            raise self.unknown(text)
        if count == 0:
            raise self.error("a count must be at least 1")
        if count == 1 and text != card.name and self.is_there(text, card):
            raise self.error(f"`{text}` is already on the board; write `{card.name}` if there is another one")
        details = self.details(card, text, end)
        keys = details.keys
        if NEVER_PERMANENT.intersection(card.faces[0].types) and "zone" not in keys:
            if count > 1:
                raise self.error("one spell resolves at a time; write a line for each")
            self.resolve(text[:end], details)
            return
        if len(details.hosts) > 1:
            raise self.error("an object is attached to one object or player")
        if details.hosts:
            keys["attached_to"] = details.hosts[0]
        if count > 1:
            keys["count"] = count
        if self.player is not None:
            controlled = keys.get("zone", "battlefield") in ("battlefield", "stack")
            keys.setdefault("controller" if controlled else "owner", self.player)
        for id in self.push({"enters": text[:end], **keys}):
            if details.marks:
                self.push({"marks": id, "set": details.marks})
                if details.marks.get("crewed"):  # 702.122a: a crew ability resolved
                    for index in abilities_named(self.board.objects[id].base.values.abilities, "crew")[:1]:
                        self.push({"resolves": {"ability_of": id, "index": index}, "as": f"{id}-ability-{index}"})
            if details.phased_out:
                self.push({"phases": id, "direction": "out"})

    def is_there(self, text: str, card: Card) -> bool:
        """Return whether a text that is not quite the name of a card is the id or name of an object."""
        there = self.board.objects.values()
        return any(text == found.id or (found.card == card and fold(text) == fold(card.name)) for found in there)

    def resolve(self, what: Any, details: Details) -> bool:
        """Make a spell, text or ability resolve."""
        if details.marks or details.phased_out:
            raise self.error("a spell or ability is not a permanent")
        targets = {"targets": details.hosts} if details.hosts else {}
        controller = {"controller": self.player} if self.player is not None else {}
        self.push({"resolves": what, **controller, **targets, **details.keys})
        return True

    def resolve_ability(self, source: str, index: int, details: Details) -> bool:
        """Make an ability of an object resolve."""
        details.keys.setdefault("as", f"{source}-ability-{index}")
        return self.resolve({"ability_of": source, "index": index}, details)

    def details(self, card: Card | None, text: str, end: int) -> Details:
        """Return the details after a name that ends at `end`."""
        found = Details(card, self.refer, self.host, self.known_player)
        stop = end + found.read(text[end:])
        if stop < len(text):
            rest = text[stop:]
            raise self.error(wrong_detail(rest, found, self.names(), self.board.players), rest)
        return found

    def names(self) -> list[str]:
        """Return the ids and names of the objects on the board."""
        return [word for found in self.board.objects.values() for word in (found.id, found.card.name)]

    def unknown(self, text: str) -> NotationError:
        if text.endswith(":"):
            return self.error(f"`{text}` needs a card after it")
        if self.subject:
            return self.error(no_object(self.subject, self.names()), self.subject)
        if (whose := _WHOSE.match(text)) and (card := card_at(text[whose.end() :], self.board.own_cards)):
            return self.error(f"no object `{text}` is on the board; if it enters, write `{whose[1]}: {card[0].name}`")
        try:
            find_card(text, self.board.own_cards)
        except UnknownCardError as error:
            if wrong := wrong_token(text):
                return self.error(f"`{text}` is not a card, and as a token it is not understood: {wrong}", text)
            lacks = "" if error.nearest else "; no known name is similar, but a puzzle can define its own cards"
            return self.error(f"{error}{lacks}", text)
        raise AssertionError(text)


_ARROW: Final = re.compile(r"->|→")
_WHOSE: Final = re.compile(r"(\w+)['’]s\s+")


# --- Sentences ---

_Read = Callable[[_Line, re.Match[str]], bool]


def _text(line: _Line, found: re.Match[str]) -> bool:
    # "Target creature gets +3/+3 until end of turn." -> Grizzly Bears
    return line.resolve({"text": found[1]}, line.details(None, line.text, found.end(1) + 1))


def _ability(line: _Line, found: re.Match[str]) -> bool:
    # ability 2 of Kenrith -> Grizzly Bears
    source = line.refer(found["of"])
    if source is None or source.is_player:
        raise line.error(no_object(found["of"], line.names()), found["of"])
    number, text = found["number"], found["text"]
    if number and int(number) == 0:
        raise line.error("the abilities of an object are numbered from 1", found[0])
    details = line.details(None, found["of"], source.end)
    if number:
        return line.resolve_ability(source.name, int(number), details)
    details.keys.setdefault("as", f"{source.name}-ability")
    return line.resolve({"ability_of": source.name, "text": text}, details)


def _ability_named(line: _Line, found: re.Match[str]) -> bool:
    # Oko's +1 -> Grizzly Bears; crew Smuggler's Copter
    of, rest = found["of"], found.groupdict().get("rest")
    source = line.refer(of)
    if source is None and (card := card_at(of, line.board.own_cards)) and (rest is None or card[1] == len(of)):
        source = line.host(of)
    if source is None or source.is_player or (rest is not None and source.end < len(of)):
        return False
    which = found.groupdict().get("which") or "activated"
    places = abilities_named(line.board.objects[source.name].base.values.abilities, which)
    if len(places) != 1:
        has = f"several, {joined(map(str, places))}" if places else "none"
        name = of[: source.end]
        raise line.error(f"`{which}` names one ability, and {name} has {has}; write `ability 1 of {name}`", which)
    details = line.details(None, of, source.end) if rest is None else line.details(None, rest, 0)
    return line.resolve_ability(source.name, places[0], details)


def _counters(line: _Line, found: re.Match[str]) -> bool:
    # two +1/+1 counters on Grizzly Bears
    referred = line.refer(found["on"])
    counters = counters_in(found["counters"])
    if referred is None or counters is None or referred.end < len(found["on"]):
        return False
    line.push({"counters": referred.name, "remove" if found["remove"] else "put": counters})
    return True


def _fact(line: _Line, found: re.Match[str]) -> bool:
    # Ben: 5 life
    words = found["fact"].lower()
    fact = words.removeprefix("cards in ").removeprefix("card in ").removesuffix("s").removesuffix(" counter")
    known = {name.replace("_", " ").removesuffix("s"): name for name in PLAYER_FACTS}
    player = line.player if found["who"] is None else find_player(line.board.players, found["who"])
    if player is None or fact not in known:
        return False
    line.push({"player": player, "set": {known[fact]: counted(found["number"])}})
    return True


def _designation(line: _Line, found: re.Match[str]) -> bool:
    # Ben is the monarch
    player = find_player(line.board.players, found["who"])
    if player is None:
        return False
    line.push({"player": player, "set": {_DESIGNATIONS[found["fact"].lower().replace("’", "'")]: 1}})
    return True


def _day(line: _Line, found: re.Match[str]) -> bool:
    # It is night
    line.push({"player": line.board.players[0], "set": {found[1].lower(): 1}})
    return True


def _merges(line: _Line, found: re.Match[str]) -> bool:
    # Gemrazer mutates over Grizzly Bears; a card that is not there is cast first
    host = line.present(found["with"])
    if host is None:
        raise line.error(no_object(found["with"], line.names()), found["with"])
    guest = line.present(found["it"])
    if guest is None:
        card = card_at(found["it"], line.board.own_cards)
        if card is None or card[1] < len(found["it"]):
            return False
        player = {} if line.player is None else {"controller": line.player}
        (guest,) = line.push({"enters": found["it"], "zone": "stack", **player})
    line.push({"merges": guest, "with": host, "on": "top" if found["on"].lower() == "over" else "bottom"})
    return True


def _moves(line: _Line, found: re.Match[str]) -> bool:
    # Ben: Grizzly Bears moves to battlefield as bears-2 with a +1/+1 counter
    id = line.present(found["it"])
    if id is None:
        return False
    details = line.details(None, found["rest"], 0)
    if details.marks or details.phased_out or len(details.hosts) > 1:
        return False
    host = {"attached_to": details.hosts[0]} if details.hosts else {}
    player = {} if line.player is None else {"controller": line.player}
    line.push({"moves": id, "to": found["zone"].lower(), "as": found["id"], **player, **host, **details.keys})
    return True


def _turns(line: _Line, found: re.Match[str]) -> bool:
    # Aquamorph Entity turns face up choosing option 2
    id = line.present(found["it"])
    if id is None:
        return False
    details = line.details(line.board.objects[id].card, found["rest"], 0)
    if details.marks or details.hosts or details.phased_out:
        return False
    line.push({"turns": id, "face": found["face"].lower(), **details.keys})
    return True


def _together(line: _Line, found: re.Match[str]) -> bool:
    # Plains + Island
    names = [name.strip() for name in found[0].split(" + ")]
    cards = [card_at(name, line.board.own_cards) for name in names]
    if any(card is None or card[1] < len(name) for card, name in zip(cards, names, strict=True)):
        return False
    line.push({"enters": names, **({} if line.player is None else {"controller": line.player})})
    return True


def _turn(line: _Line, found: re.Match[str]) -> bool:
    line.push({"turn": line.known_player(found[1])})
    return True


def _end(line: _Line, found: re.Match[str]) -> bool:
    line.push({"ends": found[1].lower()})
    return True


def _effect_ends(line: _Line, found: re.Match[str]) -> bool:
    if found[1] not in line.board.effects:
        return False
    line.push({"ends": found[1]})
    return True


def _verb(make: Callable[[str, re.Match[str]], Mapping[str, Any]]) -> _Read:
    def read(line: _Line, found: re.Match[str]) -> bool:
        id = line.present(found["it"])
        if id is None:
            return False
        line.push(make(id, found))
        return True

    return read


def _attaches(line: _Line, found: re.Match[str]) -> bool:
    id, host = line.present(found["it"]), line.host(found["to"])
    if id is None or host is None or host.end < len(found["to"]):
        return False
    line.push({"attaches": id, "to": host.name})
    return True


def _chooses(line: _Line, found: re.Match[str]) -> bool:
    id = line.present(found["it"])
    if id is None:
        return False
    chosen = choices(found["value"], line.board.objects[id].card, line.refer)
    line.push({"chooses": id, "chosen": chosen})
    return True


def _flags(id: str, found: re.Match[str]) -> Mapping[str, Any]:
    words = [word.lower().replace(" ", "_") for word in re.split(r"\s+and\s+", found["flags"])]
    if found.groupdict().get("no"):
        return {"marks": id, "set": dict.fromkeys(words, False)}
    return {"marks": id, "set": {"tapped" if word == "untapped" else word: word != "untapped" for word in words}}


def _link(line: _Line, found: re.Match[str]) -> bool:
    id, other = line.present(found["it"]), line.refer(found["to"])
    if id is None or other is None or other.end < len(found["to"]):
        return False
    verb = found.groupdict().get("verb")
    facts = {"attacks": ("attacking", "attacks"), "blocks": ("blocking", "blocking_which")}.get((verb or "").lower())
    link = {facts[0]: True, facts[1]: other.name} if facts else {found["link"].lower().replace(" ", "_"): other.name}
    line.push({"marks": id, "set": link})
    return True


_IT: Final = r"(?P<it>.+?)\s+"
_DESIGNATIONS: Final = {"monarch": "monarch", "initiative": "initiative", "city's blessing": "citys_blessing"}
_LINK: Final = "|".join(re.escape(name.replace("_", " ")) for name in LINKS)
_AFTER: Final = r"(?:\s*(?:,|->|→|\s).*)?"
_FLAG: Final = "|".join(re.escape(word) for word in ("untapped", *FLAG_WORDS))


@cache  # most lines are only a name
def _sentences() -> tuple[tuple[re.Pattern[str], _Read], ...]:
    return tuple(
        (re.compile(pattern, re.IGNORECASE), read)
        for pattern, read in (
            (r'["“]([^"”]+)["”].*', _text),
            (r'(?:the )?ability (?:(?P<number>\d+)|["“](?P<text>.+)["”]) of (?P<of>.+)', _ability),
            (rf"(?:the )?(?P<which>{ABILITY})(?: \w+)? ability of (?P<of>.+)", _ability_named),
            (rf"(?:activate|(?P<which>{ACTIVATED})) (?P<of>.+)", _ability_named),
            (rf"(?P<of>.+?)['’]s (?P<which>{ABILITY})(?: \w+)?(?: ability)?(?P<rest>{_AFTER})", _ability_named),
            (rf"(?P<of>.+?) (?P<which>{COST})(?P<rest>{_AFTER})", _ability_named),
            (rf"(?P<remove>remove )?(?P<counters>{COUNTERS.pattern}.*?) (?:on|from) (?P<on>.+)", _counters),
            (FACT.pattern, _fact),
            (rf"(?P<who>\w+) {HAS_DESIGNATION}", _designation),
            (r"it(?:['’]s| is| becomes) (day|night)", _day),
            (r"(.+?)['’]s turn", _turn),
            (r"(?:at )?(?:the )?end of (?:the )?(turn|combat)", _end),
            (r"(\S+) ends", _effect_ends),
            (rf"{_IT}(?:leaves|dies|is destroyed|is sacrificed)", _verb(lambda id, _: {"leaves": id})),
            (rf"{_IT}is exiled", _verb(lambda id, _: {"leaves": id, "to": "exile"})),
            (rf"{_IT}(?:returns|goes) to (?:.+? )?(?P<zone>hand|graveyard|exile|library)",
             _verb(lambda id, found: {"leaves": id, "to": found["zone"].lower()})),
            (rf"{_IT}(?:attaches to|equips|enchants|moves onto|->|→)\s*(?P<to>.+)", _attaches),
            (rf"{_IT}(?:detaches|becomes unattached)", _verb(lambda id, _: {"detaches": id})),
            (rf"{_IT}(?P<verb>transforms|flips)", _verb(lambda id, found: {found["verb"].lower(): id})),
            (rf"{_IT}phases (?P<way>in|out)",
             _verb(lambda id, found: {"phases": id, "direction": found["way"].lower()})),
            (rf"{_IT}(?:turns|is turned) face (?P<face>up|down)(?P<rest>.*)", _turns),
            (rf"{_IT}(?:becomes|is) (?P<no>no longer )?(?P<flags>(?:{_FLAG})(?:\s+and\s+(?:{_FLAG}))*)", _verb(_flags)),
            (rf"{_IT}(?:becomes|is) (?P<link>{_LINK}) (?P<to>.+)", _link),
            (rf"{_IT}(?P<verb>attacks|blocks) (?P<to>.+)", _link),
            (rf"{_IT}(?:becomes|reaches) level (?P<level>{NUMBER})",
             _verb(lambda id, found: {"marks": id, "set": {"level": counted(found["level"])}})),
            (rf"{_IT}unlocks (?P<door>.+)",
             _verb(lambda id, found: {"marks": id, "set": {"unlocked": [found["door"]]}})),
            (rf"{_IT}(?:mutates|merges) (?P<on>over|under) (?P<with>.+)", _merges),
            (rf"{_IT}moves to (?:the )?(?P<zone>[a-z]+) as (?P<id>[\w@-]+)(?P<rest>.*)", _moves),
            (r".+? \+ .+", _together),
            (rf"{_IT}(?:chooses|names) (?P<value>.+)", _chooses),
        )
    )  # fmt: skip


_COUNT: Final = re.compile(rf"({NUMBER})\s*(?:[x×]\s*|\s)(?=\S)", re.IGNORECASE)
