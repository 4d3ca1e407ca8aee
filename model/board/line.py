"""One line of notation: the objects and players that it names, and the events that it plays."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from ..cards.card import Card
from ..cards.faces import beginning_with, can_be_bestowed, is_door, is_double_faced
from ..cards.rules_text import exchanging_place, is_static
from ..cards.search import find_card
from ..effects.keywords import Keyword
from ..effects.language import Ability, Operation
from ..effects.phrase import Wording
from ..errors import LayersError, NotationError, UnknownCardError, UnknownObjectError
from ..events.base import Event, read_event
from ..events.shown import source_of
from ..objects.gameobject import GameObject, ResolvedEffect
from ..rules.edition import Edition
from ..rules.vocabulary import NEVER_PERMANENT, joined
from ..support.names import fold
from ..support.patterns import lazy_pattern
from .abilities import abilities_named, acting, aiming, countering, is_aimed_keyword, printed_abilities
from .details import ATTACHMENTS, BEFORE_NAME, Details, enters_as_copy
from .lines import as_printed, card_at, is_always_new, next_card, quoted, word_ends
from .references import Owned, Reference, SeveralObjectsError, find_object, find_player, unknown_player
from .refusals import EMBLEM, in_a_line, like, no_object, wrong_detail, wrong_token
from .whose import Source, Whose, takes_control, whose_host


class Playable(Owned, Protocol):
    """What notation needs of a board; the members are those of `Board`."""

    @property
    def edition(self) -> Edition: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def effects(self) -> Mapping[str, ResolvedEffect]: ...
    @property
    def phased_out(self) -> tuple[GameObject, ...]: ...
    def push(self, event: Event) -> tuple[str, ...]: ...
    def last_known(self, id: str) -> GameObject: ...
    def by_number(self, number: int) -> GameObject: ...


class MisspelledError(NotationError):
    """A line that names no known card."""


class Line:
    """One line, and the board that it continues."""

    def __init__(self, board: Playable, line: str, player: str | None) -> None:
        self.board = board
        self.line = line
        self.text = line
        self.player = player
        self.names_player: str | None = None
        self.subject = ""  # what a sentence is about, if it is on no board
        self.following = ""  # what stands after a comma and enters next

    # --- Names ---

    def known_player(self, name: str) -> str:
        found = find_player(self.board.players, name)
        if found is None:
            raise self.error(unknown_player(self.board.players, name), name)
        return found

    def whose(self, text: str) -> tuple[str | None, int]:
        """Return the player named at the beginning of "Ben's Serra Angel", and the end of the possessive."""
        if mine := _MINE.match(text):
            return self.board.players[0], mine.end()
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
        marked = quoted(text)
        if marked and (inner := self.refer(marked[1])) and inner.end == len(marked[1]):
            return Reference(inner.name, marked.end(), inner.is_player)
        for end in word_ends(text):
            name = text[start:end]
            if not start and (player := find_player(self.board.players, name)) is not None:
                return Reference(player, end, True)
            try:
                found = find_object(objects, name)
                said = _TOKEN.match(text, end) if found.base.token else None
                return Reference(found.id, said.end() if said else end)
            except SeveralObjectsError as error:
                raise self.error(str(error), name) from None
            except UnknownObjectError:
                continue
        return None

    def recall(self, text: str) -> Reference | None:
        """Return what `refer` returns, or else the object that has left and has the id at the beginning of a text."""
        if (found := self.refer(text)) is not None:
            return found
        for end in word_ends(text):
            try:
                return Reference(self.board.last_known(text[:end]).id, end)
            except UnknownObjectError:
                continue
        return None

    def host(
        self, text: str, of: Source | None = None, mode: int | Sequence[int] = (), named: Sequence[str] = ()
    ) -> Reference | None:
        """Return what `refer` returns; a card that is not on the board enters first.

        It enters under the control of the player whom the source `of` demands after the targets `named`, and of another
        player if that source takes control of it; without a source, under that of the player of the line.
        """
        if (found := self.refer(text)) is not None:
            return found
        marked = quoted(text)
        if marked and (inner := self.host(marked[1], of, mode, named)) and inner.end == len(marked[1]):
            return Reference(inner.name, marked.end(), inner.is_player)
        player, start = self.whose(text)
        card = card_at(text[start:], self.board.own_cards)
        if card is None:
            return self.recall(text)
        end = start + card[1]
        if NEVER_PERMANENT.intersection(beginning_with(card[0], text[start:end]).faces[0].types):
            return None
        if player is None:
            player = self.player if of is None else self.demanded_player(card[0].name, of, mode, named)
        return Reference(self.put(as_printed(card[0], text[start:end]), player), end)

    def demanded_player(self, name: str, source: Source, mode: int | Sequence[int], named: Sequence[str]) -> str | None:
        """Return the player who must control an object with the given name that a source affects after others.

        None means the first player.
        """
        first, *_ = self.board.players
        you = self.player or source.controller or first
        earlier: list[Whose] = [self.whose_is(each, you) for each in named]
        whose = whose_host(source, (mode,) if isinstance(mode, int) else mode, earlier)
        taken = not whose and takes_control(source)
        others = [player for player in self.board.players if player != you]
        if (taken or whose == "another's") and len(others) > 1:
            why = "takes control of" if taken else "needs another player's permanent, such as"
            raise self.error(f"{source.name} {why} {name}; say who controls it, as in `{others[0]}'s {name}`", name)
        player = others[0] if taken or whose == "another's" else you if whose else first
        return player if player != first else None

    def whose_is(self, name: str, you: str) -> Whose:
        """Return whose an object is for a player, or "" for a player instead of an object."""
        if name not in self.board.objects:
            return ""
        own = self.board.objects[name].base.controller == self.board.players.index(you)
        return "yours" if own else "another's"

    def present(self, name: str) -> str | None:
        """Return the id of the object with the given name, also of one that is phased out, or None."""
        found = self.refer(name)
        return found.name if found is not None and found.end == len(name) and not found.is_player else None

    def arrived(self, name: str) -> str | None:
        """Return what `present` returns; if the name is that of a card that is not on the board, it enters first."""
        if (there := self.present(name)) is not None:
            return there
        player, start = self.whose(name)
        card = card_at(name[start:], self.board.own_cards)
        if card is None or start + card[1] < len(name):
            return None
        if NEVER_PERMANENT.intersection(beginning_with(card[0], name[start:]).faces[0].types):
            return None
        return self.put(as_printed(card[0], name[start:]), player or self.player)

    def put(self, name: str, player: str | None) -> str:
        """Put a card onto the battlefield, and return the id of the object."""
        card = beginning_with(find_card(name, self.board.own_cards), name)
        (id,) = self.push({"enters": name, **({"controller": player} if player is not None else {}), **starting(card)})
        return id

    def error(self, message: str, part: str = "") -> NotationError:
        column = self.line.find(part) + 1 if part else 1
        place = "" if f"`{self.line}`" in message else f"`{self.line}`: "
        return NotationError(f"{place}{message}", self.line, max(column, 1))

    # --- Events ---

    def push(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        try:
            return self.board.push(read_event(dict(data)))
        except (LayersError, ValueError) as error:
            raise self.error(in_a_line(str(error))) from error

    def enter(self, count: int, text: str) -> tuple[str, ...]:
        """Make cards enter, or make a spell resolve; return the ids of the new objects."""
        found = card_at(text, self.board.own_cards)
        if found is None and (first := BEFORE_NAME.match(text)) and card_at(text[first.end() :], self.board.own_cards):
            detail = "" if first[1].lower() == "my" else f", {first[1]}"
            return self.enter(count, text[first.end() :] + detail)
        if found is None:
            raise self.unknown(text)
        card, end = found
        if self.subject and len(self.subject) == end:
            raise self.unknown(text)
        if count == 0:
            raise self.error("a count must be at least 1")
        if count == 1 and text != card.name and self.is_there(text, card):
            raise self.error(f"`{text}` is already on the board; write `{card.name}` if there is another one")
        name = as_printed(card, text[:end])
        card = beginning_with(card, name)
        details = self.details(card, text, end)
        keys = details.keys
        if NEVER_PERMANENT.intersection(card.faces[0].types) and "zone" not in keys:
            if count > 1:
                raise self.error("one spell resolves at a time; write a line for each")
            self.resolve(name, details)
            return ()
        if details.hosts and "zone" not in keys:
            self.point(card, details)
        if len(details.hosts) > 1:
            raise self.error("an object is attached to one object or player")
        if details.misplaced:
            host = self.board.objects[details.hosts[0]].card.name if details.hosts[0] in self.board.objects else "NAME"
            counters = details.misplaced.removeprefix("with ")
            raise self.error(
                f"`{details.misplaced}` would be on `{name}`; write `{counters} on {host}` on its own line"
            )
        if details.hosts:
            keys = _pointing(card, details.hosts[0]) | keys
        if count > 1:
            keys["count"] = count
        if is_door(card, text[:end]) and "zone" not in keys and not details.locked:
            keys.setdefault("cast", True)  # 709.5d: who names one half means that it was cast
        if self.player is not None:
            controlled = keys.get("zone", "battlefield") in ("battlefield", "stack")
            keys.setdefault("controller" if controlled else "owner", self.player)
        if not {"counters", "copy_of", "face_down", "transformed"} & keys.keys() and "zone" not in keys:
            keys |= starting(card)
        exchanging = 0
        if "object" in keys.get("chosen", {}) and "copy_of" not in keys and "zone" not in keys:
            exchanging = exchanging_place(card.faces[0].copiable())
        chosen = keys.pop("chosen") if exchanging else None
        ids = self.push({"enters": name, **keys})
        for id in ids:
            if chosen is not None:  # 612.5: an event of its own
                exchange = self.details(None, "", 0, self.ability_of(id, exchanging))
                exchange.keys["chosen"] = chosen
                self.resolve_ability(id, exchanging, exchange)
            self.follow(id, name, details)
        return ids

    def point(self, card: Card, details: Details) -> None:
        """Decide whether an arrow after a card that enters points to the targets of its triggered ability."""
        face = card.faces[-1 if "transformed" in details.keys else 0]
        if "face_down" in details.keys:
            raise self.error(_HIDDEN)
        if ATTACHMENTS.intersection(face.subtypes) or can_be_bestowed(card):
            return
        if not details.keys.keys().isdisjoint(("copy_of", "transformed")):
            raise self.error("write what the arrow points to on a line of its own, after the name of an ability")
        if trigger := aimed_trigger(card):
            details.trigger, details.targets, details.hosts = trigger, details.hosts, []

    def aims(self, id: str, text: str) -> bool:
        """Make the triggered ability that an arrow after an object means resolve, and return whether there is one.

        Args:
            id: the id of the object.
            text: the text from the arrow.
        """
        if id not in self.board.objects:
            return False
        found = self.board.objects[id]
        if found.face_down:
            raise self.error(_HIDDEN)
        if ATTACHMENTS.intersection(found.base.values.subtypes) or can_be_bestowed(found.card):
            return False
        if enters_as_copy(found.card):
            raise self.error(f"{found.card.name} copies as it enters; write `{found.card.name} {text}` for another one")
        if trigger := _trigger_aimed(found.base.values.abilities):
            self.resolve_ability(id, trigger, self.details(None, text, 0, self.ability_of(id, trigger)))
        return trigger > 0

    def follow(self, id: str, name: str, details: Details) -> None:
        """Play the events that follow as an object enters."""
        abilities = self.board.objects[id].base.values.abilities
        if details.marks:
            self.push({"marks": id, "set": details.marks})
        resolving = abilities_named(abilities, "crew")[:1] if details.marks.get("crewed") else []  # 702.122a
        if details.animated:
            resolving = [self.only_ability(id, "animated", name)]
        for index in resolving:
            self.push({"resolves": {"ability_of": id, "index": index}, "as": f"{id}-ability-{index}"})
        if details.targets:  # "Sower of Temptation -> Serra Angel"
            aimed = self.details(None, "", 0, self.ability_of(id, details.trigger))
            aimed.hosts = details.targets
            self.resolve_ability(id, details.trigger, aimed)
        if details.flipped:
            self.push({"flips": id})
        if details.phased_out:
            self.push({"phases": id, "direction": "out"})

    def is_there(self, text: str, card: Card) -> bool:
        """Return whether a text that is not quite the name of a card is the id or name of an object."""
        there = self.board.objects.values()
        return any(text == found.id or (found.card == card and fold(text) == fold(card.name)) for found in there)

    def resolve(self, what: Any, details: Details) -> bool:
        """Make a spell, text or ability resolve."""
        if details.marks or details.phased_out or details.animated:
            raise self.error("a spell or ability is not a permanent")
        targets = {"targets": details.hosts} if details.hosts else {}
        controller = {"controller": self.player} if self.player is not None else {}
        for id in self.push({"resolves": what, **controller, **targets, **details.keys}):
            self.turn_down(self.board.effects.get(id), details.hosts)
        return True

    def turn_down(self, effect: ResolvedEffect | None, targets: Sequence[str]) -> None:
        """Turn face down the targets of an effect that lists their face-down values (708.2a)."""
        if effect is None or len(effect.listed) != 1 or effect.listed[0].abilities:
            return
        words = effect.listed[0].describe(Wording(str))
        for found in (self.board.objects[id] for id in targets if id in self.board.objects):
            able = found.base.token or not is_double_faced(found.card)  # 712.16
            if able and found.base.zone == "battlefield" and not found.face_down:
                self.push({"turns": found.id, "face": "down", "with_effect": f"It's a {words}."})

    def ability_of(self, id: str, index: int) -> Source | None:
        """Return an ability of an object as a source of targets, or None if the object has fewer."""
        found = source_of(self.board, id, index)
        if not 0 < index <= len(found.base.values.abilities):
            return None
        number = found.base.controller
        controller = None if number is None else self.board.players[number]
        return Source.of_ability(found.card.name, found.base.values.abilities[index - 1], controller)

    def resolve_ability(self, source: str, index: int, details: Details) -> bool:
        """Make an ability of an object resolve."""
        abilities = self.board.objects[source].base.values.abilities if source in self.board.objects else ()
        others = abilities_named(abilities, "ability")
        if index <= len(abilities) and is_static(abilities[index - 1]) and others:
            hint = f"write `ability {others[0]}`" if len(others) == 1 else f"{joined(map(str, others))} can"
            raise self.error(f"ability {index} is static and does not resolve (604.1); {hint}")
        if not details.hosts and 0 < index <= len(abilities) and _is_exalted(abilities[index - 1]):
            details.hosts = self.attacking_alone(self.board.objects[source].base.controller)  # 702.83a
        told = countering(abilities[index - 1]) if 0 < index <= len(abilities) else None
        if told is not None and len(details.hosts) == 1:  # the target was an ability of the permanent
            details.keys = {"chosen": {"object": details.hosts.pop()}, "told": told} | details.keys
        name = f"{source}-ability-{index}"
        times = sum(each == name or each.startswith(f"{name}-") for each in self.board.effects)
        details.keys.setdefault("as", f"{name}-{times + 1}" if times else name)
        return self.resolve({"ability_of": source, "index": index}, details)

    def attacking_alone(self, controller: int | None) -> list[str]:
        """Return the id of the only attacking creature of a player, or nothing, also if control could change."""
        if self.changes_control():
            return []
        own = (found for found in self.board.objects.values() if found.base.controller == controller)
        attacking = [found.id for found in own if "attacking" in found.facts]
        return attacking if len(attacking) == 1 else []

    def changes_control(self) -> bool:
        """Return whether there could be an effect that changes who controls an object (613.1b)."""
        lasting = (
            clause
            for effect in self.board.effects.values()
            for place, clause in enumerate(effect.clauses)
            if place not in effect.over
        )
        there = (each for found in self.board.objects.values() for each in found.base.values.abilities)
        sources = (*lasting, *filter(is_static, there))
        return any(isinstance(node, Operation) and node.kind == "control" for each in sources for node in each.walk())

    def only_ability(self, source: str, which: str, name: str, aimed: bool = False) -> int:
        """Return the place of the ability of an object that words name, such as "activated".

        Args:
            source: the id of the object.
            which: the words.
            name: the name of the object.
            aimed: whether targets are named, which only some abilities have.
        """
        abilities = self.board.objects[source].base.values.abilities
        places = abilities_named(abilities, which)
        if len(places) > 1 and aimed:
            places = aiming(abilities, places) or places
        if len(places) > 1 and not aimed:
            places = [place for place in places if not is_aimed_keyword(abilities[place - 1])] or places
        if len(places) > 1 and which.lower() not in ("activated", "ability"):  # those are asked about
            places = acting(abilities, places) or places
        if len(places) == 1:
            return places[0]
        has = f"several, {joined(map(str, places))}" if places else "none"
        example = f"ability {places[0] if places else 1} of {name}"
        raise self.error(f"`{which}` names one ability, and {name} has {has}; write `{example}`", which)

    def details(self, card: Card | None, text: str, end: int, source: Source | None = None) -> Details:
        """Return the details after a name that ends at `end`; without a `source`, they are those of the card."""
        of = Source.of_card(card) if source is None and card is not None else source

        def host(name: str, named: Sequence[str]) -> Reference | None:
            return self.host(name, of, found.keys.get("mode", ()), named)

        abilities = source.abilities if source is not None else printed_abilities(card) if card is not None else ()
        found = Details(card, abilities, self.recall, host, self.known_player)
        stop = end + found.read(text[end:])
        if stop < len(text):
            rest = text[stop:]
            if card is not None and (after := next_card(text[end:stop], rest, self.board.own_cards)):
                self.following = after
                return found
            name = _NAME_END.split(text, maxsplit=1)[0].strip()
            if card is not None and len(name) > end and (others := like(name, card.name)):
                raise self.error(f"no card is `{name}`; did you mean {joined(map('`{}`'.format, others), 'or')}?", name)
            raise self.error(wrong_detail(rest, found, self.names(), self.board.players), rest)
        return found

    def named(self, found: Reference) -> str:
        """Return the name of the card of an object, or "" for a player or an object that is phased out."""
        return self.board.objects[found.name].card.name if found.name in self.board.objects else ""

    def names(self) -> list[str]:
        """Return the ids and names of the objects on the board."""
        return [word for found in self.board.objects.values() for word in (found.id, found.card.name)]

    def unknown(self, text: str) -> NotationError:
        if text.endswith(":"):
            return self.error(f"`{text}` needs a card after it")
        if text.lower().startswith("emblem"):
            return self.error(EMBLEM, text)
        if self.subject:
            return self.error(no_object(self.subject, self.names()), self.subject)
        if (whose := _WHOSE.match(text)) and (card := card_at(text[whose.end() :], self.board.own_cards)):
            return self.error(f"no object `{text}` is on the board; if it enters, write `{whose[1]}: {card[0].name}`")
        name = _NAME_END.split(text, maxsplit=1)[0].strip()
        if not name:
            return self.error(f"a card, a token or an object must come before `{text}`")
        try:
            find_card(name, self.board.own_cards)
        except UnknownCardError as error:
            if wrong := wrong_token(text):
                return self.error(f"`{text}` is not a card, and as a token it is not understood: {wrong}", text)
            lacks = "" if error.nearest else "; no known name is similar, but a board can have cards of its own"
            refused = self.error(f"{error}{lacks}", text)
            return MisspelledError(str(refused), refused.line, refused.column)
        return self.error(f"`{text}` is not understood", text)


def _pointing(card: Card, host: str) -> dict[str, Any]:
    # What an arrow from a card that enters means.
    if enters_as_copy(card):
        return {"copy_of": host}
    return {"attached_to": host} | ({"cast": "bestow"} if can_be_bestowed(card) else {})


def aimed_trigger(card: Card) -> int:
    """Return the place of the triggered ability that an arrow after a card means, or 0 if it means something else."""
    front = card.faces[0]
    return 0 if is_always_new(card) or ATTACHMENTS.intersection(front.subtypes) else _trigger_aimed(front.abilities)


def _trigger_aimed(abilities: Sequence[Ability]) -> int:
    # The place of the only triggered ability with targets; else 0.
    places = aiming(abilities, abilities_named(abilities, "triggered"))
    return places[0] if len(places) == 1 else 0


def _is_exalted(ability: Ability) -> bool:
    return isinstance(ability, Keyword) and ability.name == "Exalted"


def starting(card: Card) -> dict[str, Any]:
    """Return the counters with which a planeswalker or battle enters, as a key of the event (306.5b, 310.4b)."""
    front = card.faces[0]
    printed = (("loyalty", front.loyalty), ("defense", front.defense))
    counters = {kind: int(number) for kind, number in printed if number and str(number).isdecimal()}
    return {"counters": counters} if counters else {}


_HIDDEN: Final = "a face-down permanent has no abilities and no subtypes (708.2a), so no arrow can follow it"
_NAME_END: Final = lazy_pattern(
    r"\s*(?:->|→)|\s+(?:attached to|enchanting|equipping|as a copy of|choosing|face down)\b"
)
"""The end of an unknown name before details that no name contains."""
_TOKEN: Final = lazy_pattern(r"\s+token\b", re.IGNORECASE)
_MINE: Final = lazy_pattern(r"my\s+", re.IGNORECASE)
_WHOSE: Final = lazy_pattern(r"(\w+)['’]s\s+")
