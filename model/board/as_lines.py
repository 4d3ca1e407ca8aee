"""Boards written as lines of notation, the inverse of `notation`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ..cards.faces import beginning_with, can_be_bestowed, is_door
from ..cards.search import find_card
from ..errors import LayersError, NotationError
from ..events.base import Event, read_event
from ..events.left_open import LEFT_OPEN
from ..objects.recorded_facts import FLAGS, LINKS
from ..rules.edition import NEWEST
from ..rules.vocabulary import COLOR_NAMES, joined
from .line import Playable, starting
from .named_players import players_named
from .notation import read_notation
from .references import in_lines


def written(board: Playable, events: Iterable[Event]) -> list[str]:
    """Return the lines that describe events, after playing them on an empty board.

    Lines for the players and the edition come first, unless reading the other lines would lead to the same ones.

    Raises:
        NotationError: no line describes an event, or the players.
    """
    lines = [_written(board, event) for event in events]
    if players_named(lines, board.own_cards) != board.players:
        lines.insert(0, f"players: {', '.join(board.players)}")
        if players_named(lines, board.own_cards) != board.players:
            raise NotationError(f"no line of notation describes the players {', '.join(board.players)}")
    if board.edition != NEWEST:
        lines.insert(0, f"rules: {board.edition.since}")
    return lines


def _written(board: Playable, event: Event) -> str:
    data = event.to_data()
    say = _SAYINGS.get(event.VERB)
    before = len(board.events)
    try:
        line = say(board, data) if say is not None else None
        if line is None:
            raise NotationError("no line of notation describes it")
        read_notation(board, [line])
        if board.events[before:] not in ((event,), (_with_printed_counters(data, board),)):
            raise NotationError("no line of notation describes it exactly")
    except LayersError as error:
        raise NotationError(f"event {before + 1} (`{event.VERB}`): {error}") from error
    return line


def _with_printed_counters(data: Mapping[str, Any], board: Playable) -> Event:
    # Lines record the counters with which planeswalkers and battles enter (306.5b, 310.4b).
    name = data.get("enters")
    if not isinstance(name, str) or "counters" in data:
        return read_event(dict(data))
    return read_event({**data, **starting(beginning_with(find_card(name, board.own_cards), name))})


def _counters(counters: Mapping[str, int]) -> str:
    return joined(f"{count} {kind} counter{'s' * (count != 1)}" for kind, count in counters.items())


def _chosen(data: Mapping[str, Any]) -> str | None:
    # The choice in words; None if it takes words for several things.
    chosen = dict(data.get("chosen", {}))
    said = ""
    if isinstance(chosen.get("word_from"), str) and isinstance(chosen.get("word_to"), str):
        words = [f'"{word}"' if " " in word else word for word in (chosen.pop("word_from"), chosen.pop("word_to"))]
        said = f" changing {words[0]} to {words[1]}"
    by_value: dict[str, list[str]] = {}
    for kind, value in chosen.items():
        by_value.setdefault(str(value), []).append(kind)
    for kinds in by_value.values():
        value = chosen[kinds[0]]
        words = [COLOR_NAMES.get(each, each) if "color" in kinds else str(each) for each in _list(value)]
        if kinds in (["option"], ["number"], ["player"], ["object"]):
            if isinstance(value, list):
                return None
            words = [f"{kinds[0]} {words[0]}"]
        said += f" choosing {' and '.join(f'{chr(34)}{word}{chr(34)}' if ',' in word else word for word in words)}"
    return said


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _quote(text: str) -> str:
    return f"“{text}”" if '"' in text else f'"{text}"'


def unsaid(keys: Iterable[str]) -> NotationError:
    """Return the error about keys of an event that no line can say."""
    return NotationError(f"no line of notation says {joined(f'`{key}`' for key in sorted(keys))}")


def _details(board: Playable, data: dict[str, Any]) -> str:
    # The details that an entering object and a resolving spell share; other keys remain in `data`.
    words = ""
    if "attached_to" in data and any("/" in kind for kind in data.get("counters", ())):  # after it, they are the host's
        words += f" with {_counters(data.pop('counters'))}"
    for key in ("attached_to", "copy_of", "targets"):
        named = data.get(key, [])
        listed = [named] if isinstance(named, str) else named
        if listed and LEFT_OPEN not in listed:
            del data[key]
            names = [in_lines(board, each) for each in listed]
            words += (" as a copy of " if key == "copy_of" else " -> ") + ", ".join(names)
    for key, start in (("except", "except"), ("with_effect", "with effect")):
        if isinstance(data.get(key), str):
            words += f" {start} {_quote(data.pop(key))}"
    if data.pop("token", False):
        words += " as a token"
    if "counters" in data:
        words += f" with {_counters(data.pop('counters'))}"
    for key, (yes, no) in {"tapped": (" tapped", " untapped"), "face_down": (" face down", ""),
                           "transformed": (" transformed", ""), "overload": (" overloaded", ""),
                           "cleave": (" cleaved", ""), "awaken": (" awakened", "")}.items():  # fmt: skip
        if key in data:
            words += yes if data.pop(key) else no
    if "cast" in data:
        cast = data.pop("cast")
        words += " cast" if cast is True else f" cast for {cast}"
    if (chosen := _chosen(data)) is not None:
        words += chosen
        data.pop("chosen", None)
    if isinstance(data.get("mode"), list):
        words += f" modes {joined(map(str, data.pop('mode')))}"
    for key, start in (("x", " X = "), ("mode", " mode "), ("as", " as ")):
        if isinstance(value := data.get(key), str | int):
            words += f"{start}{value}"
            del data[key]
    if data.get("told") == []:
        words += " told nothing"
    told = data.pop("told", ())
    for fact in [told] if isinstance(told, str) else told:
        words += f' told "{fact}"'
    return words


def _enters(board: Playable, given: dict[str, Any]) -> str | None:
    data = dict(given)
    name = data.pop("enters")
    if not isinstance(name, str):
        player = data.pop("controller", None)
        if data or not all(isinstance(each, str) for each in name):
            raise NotationError("no line of notation says that several cards enter together with details")
        return f"{f'{player}: ' if player else ''}{' + '.join(name)}"
    card = find_card(name, board.own_cards)
    if "attached_to" in data and "cast" not in data and can_be_bestowed(card):
        raise NotationError("no line of notation says that a card with bestow is attached and was not bestowed")
    count = data.pop("count", 1)
    player, zone = data.pop("controller", None), data.pop("zone", None)
    owner = data.pop("owner", None)
    if player is None and zone not in (None, "battlefield", "stack"):
        player, owner = owner, None
    locked = is_door(card, name) and "cast" not in data and zone is None
    details = f"{' locked' if locked else ''}{_details(board, data)}"
    if data:
        raise unsaid(data)
    where = "" if zone is None else f" {'on the stack' if zone == 'stack' else f'in {zone}'}"
    whose = "" if owner is None else f" owned by {owner}"
    return f"{f'{player}: ' if player else ''}{f'{count}x ' if count != 1 else ''}{name}{details}{where}{whose}"


def _resolves(board: Playable, given: dict[str, Any]) -> str | None:
    data = dict(given)
    what, player = data.pop("resolves"), data.pop("controller", None)
    if isinstance(what, str):
        start = what
    elif "text" in what and "ability_of" not in what:
        start = f'"{what["text"]}"'
    else:
        ability = what["index"] if "index" in what else f'"{what["text"]}"'
        start = f"ability {ability} of {in_lines(board, what['ability_of'])}"
        if data.get("as") == f"{what['ability_of']}-ability-{what.get('index')}":
            del data["as"]
    details = _details(board, data)
    if data:
        raise unsaid(data)
    return f"{f'{player}: ' if player else ''}{start}{details}"


def _leaves(board: Playable, data: dict[str, Any]) -> str | None:
    ids = data["leaves"]
    if not isinstance(ids, str):
        raise NotationError("no line of notation says that several objects leave together")
    to = data.get("to", "graveyard")
    verb = {"graveyard": "leaves", "exile": "is exiled"}.get(to, f"returns to {to}")
    return f"{in_lines(board, ids)} {verb}"


def _changes_counters(board: Playable, data: dict[str, Any]) -> str | None:
    on = in_lines(board, data["counters"])
    if "put" in data and "remove" not in data:
        # Without "put", the line says how many there are.
        put = "put " if {"loyalty", "defense"} & data["put"].keys() else ""
        return f"{put}{_counters(data['put'])} on {on}"
    return f"remove {_counters(data['remove'])} from {on}" if "put" not in data else None


def _facts(facts: Mapping[str, Any]) -> str:
    words = {fact: str(value).lower() if isinstance(value, bool) else value for fact, value in facts.items()}
    return joined(f"`{fact} = {value}`" for fact, value in words.items())


def _marks(board: Playable, data: dict[str, Any]) -> str | None:
    facts = data["set"]
    it = in_lines(board, data["marks"])
    ((fact, value), *more) = facts.items()
    if not more and fact in LINKS and isinstance(value, str):
        return f"{it} becomes {fact.replace('_', ' ')} {in_lines(board, value)}"
    if not more and (fact, value) == ("tapped", False):
        return f"{it} becomes untapped"
    if not more and fact == "level":
        return f"{it} becomes level {value}"
    if not more and fact == "unlocked" and isinstance(value, list) and value:
        return f"{it} unlocks {value[-1]}"
    for verb, flag, link in (("attacks", "attacking", "attacks"), ("blocks", "blocking", "blocking_which")):
        if len(facts) == 2 and facts.get(flag) is True and isinstance(facts.get(link), str):
            return f"{it} {verb} {in_lines(board, facts[link])}"
    if all(name in FLAGS and value is False for name, value in facts.items()):
        return f"{it} is no longer {' and '.join(name.replace('_', ' ') for name in facts)}"
    if any(name not in FLAGS or value is not True for name, value in facts.items()):
        raise NotationError(f"no line of notation says {_facts(facts)}")
    return f"{it} becomes {' and '.join(name.replace('_', ' ') for name in facts)}"


def _moves(board: Playable, given: dict[str, Any]) -> str | None:
    data = dict(given)
    it, to, id, player = data.pop("moves"), data.pop("to"), data.pop("as"), data.pop("controller", None)
    details = _details(board, data)
    if data:
        raise unsaid(data)
    return f"{f'{player}: ' if player else ''}{in_lines(board, it)} moves to {to} as {id}{details}"


def _merges(board: Playable, data: dict[str, Any]) -> str | None:
    if "chosen" in data:
        return None
    how = "over" if data["on"] == "top" else "under"
    return f"{in_lines(board, data['merges'])} mutates {how} {in_lines(board, data['with'])}"


def _player(board: Playable, data: dict[str, Any]) -> str | None:
    if data["set"] in _TIMES and data["player"] == board.players[0]:
        return f"it's {next(iter(data['set']))}"
    ((fact, value), *more) = data["set"].items()
    if not more and value == 1 and fact in _DESIGNATIONS:
        return f"{data['player']} {_DESIGNATIONS[fact]}"
    words = {"hand": "cards in hand", "library": "cards in library", "graveyard": "cards in graveyard"}
    return None if more else f"{data['player']}: {value} {words.get(fact, fact.replace('_', ' '))}"


_TIMES: Final = ({"day": 1}, {"day": 1, "night": 0}, {"night": 1}, {"night": 1, "day": 0})
_DESIGNATIONS: Final = {
    "monarch": "is the monarch", "initiative": "has the initiative", "citys_blessing": "has the city's blessing",
}  # fmt: skip


def _chooses(board: Playable, data: dict[str, Any]) -> str | None:
    chosen = _chosen(data)
    return None if not chosen else f"{in_lines(board, data['chooses'])} chooses {chosen.removeprefix(' choosing ')}"


_Say = Callable[[Playable, dict[str, Any]], str | None]
_SAYINGS: Final[Mapping[str, _Say]] = {
    "enters": _enters,
    "resolves": _resolves,
    "leaves": _leaves,
    "counters": _changes_counters,
    "marks": _marks,
    "moves": _moves,
    "merges": _merges,
    "player": _player,
    "chooses": _chooses,
    "attaches": lambda board, data: f"{in_lines(board, data['attaches'])} attaches to {in_lines(board, data['to'])}",
    "detaches": lambda board, data: f"{in_lines(board, data['detaches'])} detaches",
    "transforms": lambda board, data: f"{in_lines(board, data['transforms'])} transforms",
    "flips": lambda board, data: f"{in_lines(board, data['flips'])} flips",
    "phases": lambda board, data: f"{in_lines(board, data['phases'])} phases {data['direction']}",
    "turns": lambda board, data: f"{in_lines(board, data['turns'])} turns face {data['face']}{_chosen(data) or ''}",
    "turn": lambda _, data: f"{data['turn']}'s turn",
    "ends": lambda _, data: f"end of {data['ends']}" if data["ends"] in ("turn", "combat") else f"{data['ends']} ends",
}
