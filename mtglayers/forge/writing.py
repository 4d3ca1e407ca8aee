"""Functions that convert boards to Forge game states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.cards.faces import SPLIT, is_room
from mtglayers.model.cards.rules_text import ability_texts, listed_in
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.errors import LayersError, LimitError
from mtglayers.model.events.changes import flipped
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.objects.recorded_facts import PLAYER_FACTS
from mtglayers.model.rules.vocabulary import COLOR_NAMES, NEVER_PERMANENT

from .arriving import ANYWHERE, CLOAKED, FACTS
from .cards import is_attachment, known_card
from .differing import differences
from .lines import ZONES
from .reading import read_forge
from .state import NotCarried
from .tokens import token_values
from .words import forge_counter, meld_pair

MAX_PLAYERS: Final = 10
"""Maximum number of players, which Forge calls `p0` to `p9`."""

_PLAYER: Final = {"life": "life", "lands_played": "landsplayed", "ring": "numringtemptedyou", "speed": "speed"}
_COUNTERS: Final = frozenset({"poison", "energy", "experience", "rad", "ticket"})
_CHOSEN_TYPES: Final = ("creature_type", "land_type", "basic_land_type", "card_type")


def write_forge(board: Board, title: str = "") -> tuple[str, tuple[NotCarried, ...]]:
    """Return the Forge file for a board, and the parts of the board missing from the file.

    To find the missing parts, the file is read back and compared with the board.

    Args:
        board: the board at the end of its timeline.
        title: the title of the puzzle.

    Raises:
        LimitError: the board has more than ten players.
        LayersError: the board cannot be solved to determine which permanents entered tapped (614.12).

    >>> board = Board()
    >>> _ = board.enters("Blood Moon", tapped=False, counters={"charge": 2})
    >>> text, lost = write_forge(board)
    >>> text.splitlines()[-3:]
    ['p1name=B', 'p1life=20', 'p0battlefield=Blood Moon|Counters:CHARGE=2']
    >>> lost
    ()
    """
    if len(board.players) > MAX_PLAYERS:
        raise LimitError("players in a Forge game state", MAX_PLAYERS, len(board.players))
    return _Writing(board, title).written()


class _Writing:
    def __init__(self, board: Board, title: str) -> None:
        self.board = board
        self.title = " ".join(title.split()) or "New Puzzle"
        self.phased = {found.number for found in board.phased_out}
        self.lost: list[NotCarried] = []
        self.listed = {
            (player, zone): self._in(player, zone) for zone in ZONES for player in range(len(board.players))
        }  # fmt: skip
        self.ids = self._ids()
        self.tapped = self._tapped()
        self.attacking = self._attacking()

    def written(self) -> tuple[str, tuple[NotCarried, ...]]:
        text = "\n".join((*self._metadata(), "[state]", *self._lines(), ""))
        objects = [
            found for zone in ZONES for (_, there), many in self.listed.items() if there == zone for found in many
        ]  # fmt: skip
        lost = (*self.lost, *differences(self.board, objects, self.tapped, self.attacking, read_forge(text)))
        return text, lost

    # --- What is listed -----------------------------------------------------------------------------------------

    def _in(self, player: int, zone: str) -> tuple[GameObject, ...]:
        present = [*self.board.objects.values(), *self.board.phased_out]
        found = [each for each in present if each.base.zone == zone and _whose(each) == player]
        if zone in ("graveyard", "hand", "library"):  # 404.2: in the order in which the cards entered
            found.sort(key=lambda each: ("top_of_library" not in each.facts, each.number))
        else:
            found.sort(key=lambda each: (each.stamp, each.number))
        return tuple(each for each in found if self._can_be_listed(each))

    def _can_be_listed(self, found: GameObject) -> bool:
        if found.card.emblem:
            self._lose(found, "the emblem", "Forge game states cannot contain emblems")
        elif found.components and not _is_permanent(_top(found)):
            self._lose(found, "the card", f"`{_top(found).name}` is not a permanent card")
        elif found.base.token and (found.card.token or not known_card(found.card.name)):
            return True
        elif found.base.zone == "command" and found.face_down:
            self._lose(found, "the card", "Forge game states cannot contain a face-down card in the command zone")
        elif (known := known_card(_top(found).name)) is None:
            self._lose(found, "the card", f"`{_top(found).name}` is not a known card name")
        elif found.base.zone == "battlefield" and not _is_permanent(known):
            self._lose(found, "the card", f"the known card named `{_top(found).name}` is not a permanent card")
        else:
            return True
        return False

    def _lose(self, found: GameObject, what: str, why: str, matters: bool = True) -> None:
        self.lost.append(NotCarried(what, why, found.id, None, matters))

    def _ids(self) -> dict[int, int]:
        """Return Forge's `Id:` for each object that other objects refer to, by object number."""
        every = [found for many in self.listed.values() for found in many]
        there = {found.number for found in every}
        by_id = {found.id: found.number for found in every}
        wanted = {number for found in every for number in _referred(found, by_id)} & there
        named = (found.number for found in every if found.number in wanted)
        return {number: place for place, number in enumerate(named, start=1)}

    def _tapped(self) -> frozenset[int]:
        # 614.12: for some permanents, other permanents decide whether they enter tapped.
        from mtglayers.solver.solve import solve

        found = [*self.board.objects.values(), *self.board.phased_out]
        tapped = {each.number for each in found if "tapped" in each.facts}
        open_ = [each for each in found if each.tapped_unspecified and each.number not in self.phased]
        if open_:
            result = solve(self.board)
            tapped |= {each.number for each in open_ if result[each.id].tapped}
        return frozenset(tapped)

    def _attacking(self) -> frozenset[int]:
        # 506.4: a permanent can have been removed from combat since it was recorded to be attacking.
        from mtglayers.solver.solve import solve

        recorded = {each.number for each in self.board.objects.values() if "attacking" in each.facts}
        still = solve(self.board).trace.start.still("attacking", True) if recorded else 0
        return frozenset(number for number in recorded if still >> number & 1)

    # --- Lines --------------------------------------------------------------------------------------------------

    def _metadata(self) -> Iterator[str]:
        # Forge requires a goal; the other values are the defaults of its editor.
        yield from ("[metadata]", f"Name:{self.title}", "Goal:Win", "Turns:1", "Difficulty:Easy")

    def _lines(self) -> Iterator[str]:
        yield "turn=1"
        yield f"activeplayer=p{self.board.active_player}"
        yield "activephase=MAIN1"
        for number, name in enumerate(self.board.players):
            yield from self._player(number, name)
        for (player, zone), found in self.listed.items():
            if found:
                yield f"p{player}{zone}={';'.join(self._entry(each) for each in found)}"

    def _player(self, number: int, name: str) -> Iterator[str]:
        if name != f"P{number}":
            yield f"p{number}name={' '.join(name.split())}"
        facts = {fact: count for (player, fact), count in self.board.told().items() if player == number}
        for fact, key in _PLAYER.items():
            if fact in facts:
                yield f"p{number}{key}={facts[fact]}"
        counters = [
            f"{forge_counter(kind)}={count}" for kind, count in facts.items()
            if count and (kind in _COUNTERS or kind not in PLAYER_FACTS) and forge_counter(kind)
        ]  # fmt: skip
        if counters:
            yield f"p{number}counters={','.join(counters)}"
        if green := facts.get("green_mana"):
            yield f"p{number}manapool={' '.join(['G'] * min(green, 1000))}"

    def _entry(self, found: GameObject) -> str:
        return "|".join((self._called(found), *self._modifiers(found)))

    def _called(self, found: GameObject) -> str:
        card = _top(found)
        if found.base.token and not _is_known(card):
            return f"t:{_token(card, 0 if found.components else found.face)}"
        pair = meld_pair(card.name)
        if pair:
            front = known_card(pair[0])
            return front.name if front else card.name
        return card.name if len(card.faces) < 2 or card.layout in SPLIT or is_room(card) else card.faces[0].name

    def _modifiers(self, found: GameObject) -> Iterator[str]:
        if found.base.token and not self._called(found).startswith("t:"):
            yield "IsToken"
        if found.number in self.ids:
            yield f"Id:{self.ids[found.number]}"
        facts = dict.fromkeys(found.facts)
        for modifier, fact in FACTS.items():
            if fact in facts and (modifier in ANYWHERE or found.base.zone == "battlefield"):
                yield modifier
        if found.base.zone == "battlefield":
            yield from self._of_permanent(found)
        if found.face_down and "foretold" not in facts:
            yield "FaceDown:Cloaked" if found.listed == listed_in(CLOAKED) else "FaceDown"
        yield from self._chosen(found)
        counters = [(forge_counter(counter.kind), counter.count) for counter in found.counters]
        if listed := ",".join(f"{kind}={count}" for kind, count in counters if kind):
            yield f"Counters:{listed}"
        links = dict(found.links)
        if links.get("exiled_with") in self.ids:
            yield f"ExiledWith:{self.ids[links['exiled_with']]}"

    def _of_permanent(self, found: GameObject) -> Iterator[str]:
        if found.base.owner != found.base.controller:
            yield f"Owner:P{found.base.owner}"
        if found.number in self.tapped:
            yield "Tapped"
        if found.number in self.phased:
            yield f"PhasedOut:P{_whose(found)}"
        if not found.host:  # a merged permanent is listed by its top card
            yield from _side(found)
        if found.attached_player is not None and _attaches(found):
            yield f"EnchantingPlayer:P{found.attached_player}"
        elif found.attached_to in self.ids and _attaches(found):
            yield f"AttachedTo:{self.ids[found.attached_to]}"
        links, numbers = dict(found.links), dict(found.numbers)
        if found.number in self.attacking:
            yield f"Attacking:{self.ids[links['attacks']]}" if links.get("attacks") in self.ids else "Attacking"
        below = [card.name.replace(",", "^") for card in found.components[1:] if _is_known(card)]
        if below:
            yield f"MergedCards:{','.join(below)}"
        if numbers.get("level", 1) > 1:
            yield f"ClassLevel:{numbers['level']}"
        if is_room(found.card):
            for face, side in zip(found.card.faces, ("LeftSplit", "RightSplit"), strict=False):
                if f"unlocked:{face.name}" in found.facts:
                    yield f"UnlockedRoom:{side}"

    def _chosen(self, found: GameObject) -> Iterator[str]:
        choices = found.choices
        if choices.color:
            yield f"ChosenColor:{','.join(map(COLOR_NAMES.__getitem__, choices.color))}"
        types = dict.fromkeys(word for key in _CHOSEN_TYPES for word in getattr(choices, key))
        for word, modifier in zip(types, ("ChosenType", "ChosenType2"), strict=False):
            yield f"{modifier}:{word}"
        if choices.card_name:
            names = choices.card_name if not any("," in name for name in choices.card_name) else choices.card_name[:1]
            yield f"NamedCard:{','.join(names)}"
        by_id = {each.id: each.number for many in self.listed.values() for each in many}
        ids = [str(self.ids[by_id[id]]) for id in choices.object if by_id.get(id) in self.ids]
        if ids:
            yield f"ChosenCards:{','.join(ids)}"


def _top(found: GameObject) -> Card:
    return found.components[0] if found.components else found.card


def _is_permanent(card: Card) -> bool:
    return not NEVER_PERMANENT & set(card.faces[0].types)


def _attaches(found: GameObject) -> bool:
    return is_attachment(_top(found)) or "bestow" in found.facts


def _is_known(card: Card) -> bool:
    return not card.token and known_card(card.name) is not None


def _side(found: GameObject) -> Iterator[str]:
    pair = meld_pair(found.card.name)
    if pair:
        other = known_card(pair[1])
        yield f"Meld:{other.name.replace(',', '^')}" if other else "Meld"
    elif flipped(found):
        yield "Flipped"
    elif found.face and found.card.layout == "modal_dfc":
        yield "Modal"
    elif found.face and found.card.layout not in SPLIT:
        yield "Transformed"


def _whose(found: GameObject) -> int:
    return found.base.owner if found.base.controller is None else found.base.controller


def _referred(found: GameObject, by_id: dict[str, int]) -> Iterator[int]:
    if found.attached_to is not None and _attaches(found):
        yield found.attached_to
    for name, number in found.links:
        if name in ("exiled_with", "attacks"):
            yield number
    yield from (by_id[id] for id in found.choices.object if id in by_id)


def _token(card: Card, face_up: int) -> str:
    face = card.faces[face_up]
    values = face.copiable()
    keywords = [text for text in _lines_of(values.abilities, values.name) if "-" not in text and _fits(text)]
    return token_values({
        "name": "".join(letter if _fits(letter) else " " for letter in values.name),
        "power": values.power or 0, "toughness": values.toughness or 0, "mana_cost": face.mana_cost,
        "colors": values.colors, "types": (*values.types, *values.subtypes, *values.supertypes), "keywords": keywords,
    })  # fmt: skip


def _lines_of(abilities: Sequence[Any], name: str) -> Iterator[str]:
    for ability in abilities:
        if isinstance(ability, Keyword):
            try:
                yield from ability_texts(ability, name)
            except LayersError:  # if the catalogue has no text, the comparison after reading back reports the loss
                continue


def _fits(text: str) -> bool:
    return text.isprintable() and not set(text) & set(",;|")
