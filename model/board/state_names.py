"""The objects and players of a state, and the problems with its entries."""

from __future__ import annotations

from collections.abc import Sequence

from ..data.record import Path, abbreviated
from ..errors import LimitError
from ..support.limits import check, limits
from ..support.names import did_you_mean, is_for_effects
from .given import NAMELESS, BoardState, Problems, StateEffect


class Names:
    """Finds the numbers of objects and players by name, and notes every problem.

    Attributes:
        problems: what is wrong, in the order in which it was noted.
        players: the names of the players.
        numbers: the number of each object.
    """

    def __init__(self, given: BoardState, players: Sequence[str], problems: Problems, unread: frozenset[str]) -> None:
        self.given = given
        self.problems = problems
        self.players = tuple(player.name for player in given.players) or tuple(players)
        self.numbers: dict[str, int] = {}
        self._unread = unread  # ids of objects with problems
        self._failed = {path[:4] for path, _ in problems}
        self._known_players = all(path[:2] != ("state", "players") for path in self._failed)
        self._check_players()
        self._number()

    def say(self, path: Path, message: str) -> None:
        """Note a problem."""
        self.problems.append((path, message))

    def limit(self, limit: str, given: int, path: Path) -> None:
        """Note a quantity that exceeds its limit."""
        try:
            check(limit, given, path)
        except LimitError as error:
            self.say(path, str(error))

    def has_failed(self, path: Path, *keys: str) -> bool:
        """Return whether one of the keys at a path could not be read."""
        return any((*path, key) in self._failed for key in keys)

    def player(self, name: str | None, path: Path) -> int | None:
        """Return the number of a player, or None; note an unknown name."""
        if name is None:
            return None
        if name not in self.players:
            if not self._known_players:
                return None
            self.say(path, f"no player `{name}`{did_you_mean(name, self.players)}")
            return None
        return self.players.index(name)

    def id(self, name: str | None, path: Path) -> int | None:
        """Return the number of an object, or None; note an unknown id."""
        if name is None:
            return None
        if name not in self.numbers:
            if name in self._unread:
                return None
            self.say(path, f"no object `{name}` in the state{did_you_mean(name, self.numbers)}")
            return None
        return self.numbers[name]

    def ids(self, names: Sequence[str], path: Path) -> list[int | None]:
        """Return the numbers of objects; note unknown ids."""
        return [self.id(name, (*path, place)) for place, name in enumerate(names)]

    def _check_players(self) -> None:
        names: set[str] = set()
        for number, player in enumerate(self.given.players):
            path = ("state", "players", number)
            if not player.name.strip() or not player.name.isprintable():
                self.say(path, f"`{abbreviated(player.name)}` is not a valid player name")
            elif player.name in names:
                self.say(path, f"`{player.name}` is used twice")
            names.add(player.name)

    def _number(self) -> None:
        objects = [(each, ("state", "objects", n)) for n, each in enumerate(self.given.objects) if each is not None]
        taken = {each.number for each, _ in objects if each.number is not None}
        free = (number for number in range(len(objects) + len(taken)) if number not in taken)
        used: set[int] = set()
        names: set[str] = set()
        for each, path in objects:
            number = next(free) if each.number is None else each.number
            if number < 0:
                self.say((*path, "number"), f"must be at least 0, not `{number}`")
            elif (most := limits().objects) <= number:
                self.say((*path, "number"), f"must be less than {most}, the maximum number of objects")
            if number in used:
                self.say((*path, "number"), f"two objects have the number `{number}`")
            self._name(each.id, (*path, "id"), names)
            if each.id in self.players:
                self.say((*path, "id"), f"`{each.id}` is the name of a player")
            used.add(number)
            self.numbers[each.id] = number
        for place, effect in enumerate(self.given.effects):
            if effect is not None and not effect.is_carried:
                self._name_effect(effect, ("state", "effects", place, "name"), names)

    def _name_effect(self, effect: StateEffect, path: Path, names: set[str]) -> None:
        if effect.origin == "resolved" or effect.name == NAMELESS:
            self._name(effect.name, path, names)
            return
        source, _, ability = effect.name.rpartition("#")
        if not source or not ability.isdecimal() or is_for_effects(source) or source in self.numbers:
            self.say(
                path, "must be the id of an object that has left, `#` and the place of its ability, as in `song#1`"
            )
        elif effect.name in names:
            self.say(path, f"`{abbreviated(effect.name)}` is used twice")
        names.add(effect.name)

    def _name(self, name: str, path: Path, names: set[str]) -> None:
        if name == NAMELESS:
            return
        self.limit("name", len(name), path)
        if not name.strip():
            self.say(path, "must not be empty")
        if is_for_effects(name):
            self.say(
                path, f"`{abbreviated(name)}` contains `#`, `+`, `<` or `>`, which are reserved for generated names"
            )
        if name in names:
            self.say(path, f"`{abbreviated(name)}` is used twice")
        names.add(name)
