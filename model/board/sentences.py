"""Sentences of notation, such as "Serra Angel attacks Ann": their patterns, and the events that they describe."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from ..objects.gameobject import GameObject, printed_counters
from ..objects.recorded_facts import LINKS, PLAYER_FACTS
from ..rules.vocabulary import KEYWORDS
from ..support.patterns import lazy_pattern
from .abilities import ABILITY, ACTIVATED, COST, printed_abilities
from .details import ATTACHMENTS, BORNE_BY, COUNTERS, FLAG_WORDS, NUMBER, SIGNED, Details, choices, counted, counters_in
from .line import Line
from .lines import FACT, HAS_DESIGNATION, card_at, is_another, next_card
from .references import find_player
from .refusals import no_object

_Read = Callable[[Line, re.Match[str]], bool]


def _text(line: Line, found: re.Match[str]) -> bool:
    # "Target creature gets +3/+3 until end of turn." -> Grizzly Bears
    return line.resolve({"text": found[1]}, line.details(None, line.text, found.end(1) + 1))


def _ability(line: Line, found: re.Match[str]) -> bool:
    # ability 2 of Kenrith -> Grizzly Bears
    source = line.recall(found["of"])
    if source is None or source.is_player:
        raise line.error(no_object(found["of"], line.names()), found["of"])
    number, text = found["number"], found["text"]
    if number and int(number) == 0:
        raise line.error("the abilities of an object are numbered from 1", found[0])
    targeting = line.ability_of(source.name, int(number)) if number else None
    details = line.details(None, found["of"], source.end, targeting)
    if number:
        return line.resolve_ability(source.name, int(number), details)
    details.keys.setdefault("as", f"{source.name}-ability")
    return line.resolve({"ability_of": source.name, "text": text}, details)


def _chapter_ability(line: Line, found: re.Match[str]) -> bool:
    # chapter 2 of Urza's Saga: which of its lines has this chapter is not known
    if line.recall(found["of"]) is None:
        return False
    raise line.error(f"the chapters of a Saga are counted by lines; write `ability 1 of {found['of']}`", found[0])


def _ability_named(line: Line, found: re.Match[str]) -> bool:
    # Oko's +1 -> Grizzly Bears; crew Smuggler's Copter
    of, rest = found["of"], found.groupdict().get("rest")
    rest = f" -> {rest[1:]}" if rest and rest.startswith(":") else rest  # Oko +1: Llanowar Elves
    whole = card_at(found.string, line.board.own_cards)
    if whole is not None and (
        re.match(r"\s*(?:->|→|$)", found.string[whole[1] :]) or 0 <= found.end("which") <= whole[1]
    ):
        return False  # the Aura Animate Wall
    source = line.refer(of)
    if source is None and (card := card_at(of, line.board.own_cards)) and (rest is None or card[1] == len(of)):
        source = line.host(of)
    if source is None or source.is_player or (rest is not None and source.end < len(of)):
        return False
    which = found.groupdict().get("which") or "activated"
    which = "animated" if which.lower() in ("animate", "a creature") else which
    aimed = re.search("->|→|target", found.string) is not None
    place = line.only_ability(source.name, which, of[: source.end], aimed)
    targeting = line.ability_of(source.name, place)
    text, end = (of, source.end) if rest is None else (rest, 0)
    details = line.details(None, text, end, targeting)
    return line.resolve_ability(source.name, place, details)


def _resolves(line: Line, found: re.Match[str]) -> bool:
    # Giant Growth resolves targeting Grizzly Bears; cast Giant Growth on Grizzly Bears
    own = line.board.own_cards
    if card_at(found["it"], own) is None or (found.start("it") and card_at(found.string, own)):
        return False  # or the card Cast Down
    line.enter(1, found["it"] + found.groupdict().get("rest", ""))
    return True


def _counters(line: Line, found: re.Match[str]) -> bool:
    # two +1/+1 counters on Grizzly Bears
    words = found.groupdict()
    counters, does = counters_in(found["counters"]), (found["does"] or "").strip().lower()
    if counters is None:
        return False
    named = words.get("on") or words["it"]
    player = find_player(line.board.players, named)
    there = player or (line.present(named) if does == "remove" else line.arrived(named))
    if there is None:
        return False
    if does in ("", "has") and player is None:
        counters = _without_printed(line.board.objects[there], counters)
        if not counters:
            return True  # as many as printed
    less = {kind: -count for kind, count in counters.items() if count < 0}
    more = {kind: count for kind, count in counters.items() if kind not in less}
    line.push(
        {"counters": there, "remove": more} if does == "remove" else {"counters": there, "put": more, "remove": less}
    )
    return True


def _without_printed(found: GameObject, counters: Mapping[str, int]) -> dict[str, int]:
    # "Five loyalty counters on Jace" are all that it has, also those with which it entered (306.5b, 310.4b).
    has = printed_counters(found.base.values)
    has |= {each.kind: each.count for each in found.counters if each.kind in has}
    added = {kind: count - has.get(kind, 0) for kind, count in counters.items()}
    return {kind: count for kind, count in added.items() if count or kind not in has}


def _fact(line: Line, found: re.Match[str]) -> bool:
    # Ben: 5 life
    words = found["fact"].lower()
    fact = words.removeprefix("cards in ").removeprefix("card in ").removesuffix("s").removesuffix(" counter")
    known = {name.replace("_", " ").removesuffix("s"): name for name in PLAYER_FACTS}
    player = line.player if found["who"] is None else find_player(line.board.players, found["who"])
    if player is None or fact not in known:
        return False
    line.push({"player": player, "set": {known[fact]: _number(found)}})
    return True


def _designation(line: Line, found: re.Match[str]) -> bool:
    # Ben is the monarch
    player = find_player(line.board.players, found["who"])
    if player is None:
        return False
    line.push({"player": player, "set": {_DESIGNATIONS[found["fact"].lower().replace("’", "'")]: 1}})
    return True


def _day(line: Line, found: re.Match[str]) -> bool:
    # It is night
    line.push({"player": line.board.players[0], "set": {found[1].lower(): 1}})
    return True


def _merges(line: Line, found: re.Match[str]) -> bool:
    # Gemrazer mutates over Grizzly Bears; a card that is not there enters or is cast first
    reference = line.host(found["with"])
    if reference is None or reference.is_player or reference.end < len(found["with"]):
        raise line.error(no_object(found["with"], line.names()), found["with"])
    guest = line.present(found["it"])
    if guest is None:
        card = card_at(found["it"], line.board.own_cards)
        if card is None or card[1] < len(found["it"]):
            return False
        player = {} if line.player is None else {"controller": line.player}
        (guest,) = line.push({"enters": found["it"], "zone": "stack", **player})
    line.push({"merges": guest, "with": reference.name, "on": "top" if "o" in found["on"].lower()[:1] else "bottom"})
    return True


def _crews(line: Line, found: re.Match[str]) -> bool:
    # crew Smuggler's Copter with Grizzly Bears
    crewed = re.fullmatch("(?P<which>crew) (?P<of>.+)", f"crew {found['of']}")
    for name in re.split(r",\s*|\s+and\s+", found["by"]):
        if (id := line.arrived(name)) is None:
            return False
        line.push({"marks": id, "set": {"tapped": True}})  # 702.122a: the cost
    return crewed is not None and _ability_named(line, crewed)


def _steals(line: Line, found: re.Match[str]) -> bool:
    # Ben gains control of Serra Angel
    id = line.present(found["it"])
    until = " until end of turn" if found["until"] else ""
    return id is not None and line.resolve(
        {"text": f"Gain control of target permanent{until}."}, _with_target(line, id)
    )


def _is_copy(line: Line, found: re.Match[str]) -> bool:
    # Clone is a copy of Grizzly Bears, if it enters with the line
    if (id := line.present(found["it"])) is None:
        return False
    name = line.board.objects[id].card.name
    raise line.error(f"{name} is on the board already; write `{name} as a copy of {found['of']}` instead of `{name}`")


def _moves(line: Line, found: re.Match[str]) -> bool:
    # Ben: Grizzly Bears moves to battlefield as bears-2 with a +1/+1 counter
    id = line.present(found["it"])
    if id is None:
        return False
    details = line.details(None, found["rest"], 0)
    if details.marks or details.phased_out or details.animated or len(details.hosts) > 1:
        return False
    host = {"attached_to": details.hosts[0]} if details.hosts else {}
    player = {} if line.player is None else {"controller": line.player}
    line.push({"moves": id, "to": found["zone"].lower(), "as": found["id"], **player, **host, **details.keys})
    return True


def _turns(line: Line, found: re.Match[str]) -> bool:
    # Aquamorph Entity turns face up choosing option 2
    id = line.present(found["it"])
    if id is None:
        return False
    details = line.details(line.board.objects[id].card, found["rest"], 0)
    if details.marks or details.hosts or details.phased_out or details.animated:
        return False
    if (of := details.keys.pop("copy_of", None)) is not None:  # Vesuvan Shapeshifter chooses as it is turned face up
        details.keys["chosen"] = details.keys.get("chosen", {}) | {"object": of}
    line.push({"turns": id, "face": found["face"].lower(), **details.keys})
    return True


def _copies(line: Line, found: re.Match[str]) -> bool:
    # a token that's a copy of Grizzly Bears; without Grizzly Bears, a token with the characteristics of the card
    original, card = line.refer(found["of"]), card_at(found["of"], line.board.own_cards)
    if original is not None:
        name, end, copy = line.named(original), original.end, {"copy_of": original.name}
    elif card is not None:
        name, end, copy = card[0].name, card[1], {}
    else:
        raise line.error(no_object(found["of"], line.names()), found["of"])
    details = line.details(None, found["of"], end)
    if not name or details.marks or details.hosts or details.phased_out or details.animated:
        return False
    if not copy and "except" in details.keys:
        raise line.error(f"a copy with exceptions needs its original; write a line `{name}` before", found["of"])
    count = counted((found["number"] or "a").strip())
    player = {} if line.player is None else {"controller": line.player}
    line.push({"enters": name, "token": True, **copy, "count": count, **player, **details.keys})
    return True


def _until(line: Line, found: re.Match[str]) -> bool:
    # Grizzly Bears gets +2/+2 until end of turn
    id = line.present(found["it"])
    if id is None:
        return False
    return line.resolve({"text": f"Target permanent {found['does']}."}, _with_target(line, id))


def _with_target(line: Line, id: str) -> Details:
    details = line.details(None, "", 0)
    details.hosts = [id]
    return details


def _cards_in(line: Line, found: re.Match[str]) -> bool:
    # five cards in Ben's graveyard
    player = line.known_player(found["who"])
    line.push({"player": player, "set": {found["zone"].lower(): _number(found)}})
    return True


def _number(found: re.Match[str]) -> int:
    number = found["number"].lower()
    return 0 if number == "no" else -counted(number[1:]) if number[0] in "-−" else counted(number)


def _together(line: Line, found: re.Match[str]) -> bool:
    # Plains + Island
    names = [name.strip() for name in found[0].split(" + ")]
    cards = [card_at(name, line.board.own_cards) for name in names]
    if any(card is None or card[1] < len(name) for card, name in zip(cards, names, strict=True)):
        return False
    line.push({"enters": names, **({} if line.player is None else {"controller": line.player})})
    return True


def _turn(line: Line, found: re.Match[str]) -> bool:
    line.push({"turn": line.board.players[0] if found[1] is None else line.known_player(found[1])})
    return True


def _end(line: Line, found: re.Match[str]) -> bool:
    line.push({"ends": (found[1] or "turn").lower()})
    return True


def _effect_ends(line: Line, found: re.Match[str]) -> bool:
    if found[1] not in line.board.effects:
        return False
    line.push({"ends": found[1]})
    return True


def _verb(make: Callable[[str, re.Match[str]], Mapping[str, Any]], *, state: bool = False) -> _Read:
    # An object that is in a state can enter with the line; nothing else happens to one that is not there.
    def read(line: Line, found: re.Match[str]) -> bool:
        name = found["it"] or found["that"]
        id = line.arrived(name) if state else line.present(name)
        if id is None:
            return False
        line.push(make(id, found))
        return True

    return read


def _equips(line: Line, found: re.Match[str]) -> bool:
    # equip Bonesplitter to Grizzly Bears; a card that is not there enters attached
    name, to = found["what"] or found["with"], found["to"] or found["host"]
    card = card_at(name, line.board.own_cards)
    if card is None or card[1] < len(name) or card_at(found.string, line.board.own_cards) is not None:
        return False  # or the card Attach to Memory
    _attach(line, name, to)
    return True


def _attach(line: Line, name: str, to: str) -> None:
    id, host = line.present(name), line.refer(to)
    if id is None or host is None or is_another(line.board, name, line.names_player):
        line.enter(1, f"{name} -> {to}")
    else:
        line.push({"attaches": id, "to": host.name})


def _bears(line: Line, found: re.Match[str]) -> bool:
    # Grizzly Bears equipped with Bonesplitter and enchanted by Rancor
    names: list[str] = []
    place = found.start("first")
    while joint := _BEARING.match(found.string, place):
        card = card_at(found.string[joint.end() :], line.board.own_cards)
        if card is None or ATTACHMENTS.isdisjoint(card[0].faces[0].subtypes):
            break
        name = found.string[joint.end() : joint.end() + card[1]]
        if card[0].name in KEYWORDS and found["first"].lower() in ("with", "w/"):
            break  # the keyword, and not the Aura Vigilance
        place = joint.end() + card[1]
        names.append(name)
        place = after.end() if (after := _BORNE.match(found.string, place)) else place
    if not names:
        return False
    rest = found.string[place:]
    line.following = next_card(rest[:1], rest[1:].lstrip(), line.board.own_cards) if rest else ""
    if rest and not line.following:
        return False
    id = line.arrived(found["host"])
    ids = line.enter(1, found["host"]) if id is None else (id,)
    for name in names if ids else ():
        _attach(line, name, ids[0])
    return bool(ids)


def _attaches(line: Line, found: re.Match[str]) -> bool:
    if found["arrow"] and is_another(line.board, found["it"], line.names_player):
        return False
    id = line.present(found["it"])
    if id is not None and found["arrow"] and line.aims(id, found.string[found.start("arrow") :]):
        return True
    host = None if id is None else line.host(found["to"])
    if id is None or host is None or host.end < len(found["to"]):
        return False
    there = line.board.objects
    if found["arrow"] and {id, host.name} <= there.keys() and there[id].attached_to == there[host.name].number:
        return False  # nothing would happen (701.3b), so another one is meant
    line.push({"attaches": id, "to": host.name})
    return True


def _chooses(line: Line, found: re.Match[str]) -> bool:
    id = line.arrived(found["it"])
    if id is None:
        return False
    card = line.board.objects[id].card
    chosen = choices(found["value"], printed_abilities(card), line.refer)
    if chosen is None:
        line.details(card, f"choosing {found['value']}", 0)  # says what would fit
    line.push({"chooses": id, "chosen": chosen})
    return True


def _unlocks(line: Line, found: re.Match[str]) -> bool:
    # Dollmaker's Shop unlocks Porcelain Gallery; the other door stays as it is
    id = line.present(found["it"])
    if id is None:
        return False
    line.push({"marks": id, "set": {"unlocked": [*line.board.objects[id].unlocked_doors(), found["door"]]}})
    return True


def _flags(id: str, found: re.Match[str]) -> Mapping[str, Any]:
    said = re.split(r"\s+and\s+", found["flags"].lower())
    words = [re.sub(r"[ -]", "_", _OWN.sub("", word)) for word in said]
    if found.groupdict().get("no"):
        return {"marks": id, "set": dict.fromkeys(words, False)}
    return {"marks": id, "set": {"tapped" if word == "untapped" else word: word != "untapped" for word in words}}


def _link(line: Line, found: re.Match[str]) -> bool:
    other = line.refer(found["to"])
    id = line.arrived(found["it"])
    if id is None:
        return False
    if other is None or other.end < len(found["to"]):
        raise line.error(no_object(found["to"], line.names(), line.board.players), found["to"])
    verb = found.groupdict().get("verb")
    facts = {"attacks": ("attacking", "attacks"), "blocks": ("blocking", "blocking_which")}.get((verb or "").lower())
    link = {facts[0]: True, facts[1]: other.name} if facts else {found["link"].lower().replace(" ", "_"): other.name}
    line.push({"marks": id, "set": link})
    return True


_IT: Final = r"(?P<it>.+?)\s+"
_OF: Final = r"(?:['’]s|(?<=s)['’])"
"""The end of a possessive, as in "Oko's" and "Mother of Runes'"."""
_DESIGNATIONS: Final = {"monarch": "monarch", "initiative": "initiative", "city's blessing": "citys_blessing"}
_LINK: Final = "|".join(re.escape(name.replace("_", " ")) for name in LINKS)
_UNTIL: Final = "(?:gets|gains|has|loses|becomes) .+? until end of turn"
_AFTER: Final = r"(?:\s*(?:,|->|→|\s).*)?"
_WHOSE: Final = r"(?:(?:the|an?|my|his|her|their|\w+['’]s) )?"
_OWN: Final = lazy_pattern(rf"^{_WHOSE}")
_WITH: Final = rf"(?:{BORNE_BY}|with|by|w/)"
_BEARING: Final = lazy_pattern(rf"(?:\s*,)?\s*(?:\band\s+)?(?:\b{_WITH}\s*)?(?:(?:an?|the)\s+)?(?=\S)", re.IGNORECASE)
_BORNE: Final = lazy_pattern(r"\s+(?:on it|attached|equipped)\b", re.IGNORECASE)
_TO: Final = r"(?:equip|attach|move) (?P<what>.+?) (?:to|onto|on|->|→) (?P<to>.+)"
_EQUIP: Final = rf"{_TO}|(?:equip|enchant) (?P<host>.+?) with (?P<with>.+)"
_FLAG: Final = rf"{_WHOSE}(?:{'|'.join(re.escape(word) for word in ('untapped', *FLAG_WORDS))})".replace(r"\ ", "[ -]")


_Row = tuple[str, _Read]


def _about_spells_and_players() -> tuple[_Row, ...]:
    return (
        (rf'["“]{_IT}(?P<does>{_UNTIL})\.?["”]\.?', _until),
        (r'["“]([^"”]+)["”].*', _text),
        (r'(?:the )?ability (?:(?P<number>\d+)|["“](?P<text>.+)["”]) of (?P<of>.+)', _ability),
        (r"(?:the )?chapter \w+ of (?P<of>.+)", _chapter_ability),
        (rf"(?:the )?(?P<which>{ABILITY})(?: \w+)? ability of (?P<of>.+)", _ability_named),
        (r"crew (?P<of>.+?) (?:with|using|by tapping) (?P<by>.+)", _crews),
        (rf"(?:activate|(?P<which>animate|{ACTIVATED})) (?P<of>.+)", _ability_named),
        (rf"(?P<of>.+?){_OF} (?P<which>{ABILITY})(?: (?!on\b)\w+)?(?: ability)?(?P<rest>{_AFTER})", _ability_named),
        (rf"(?P<of>.+?) (?P<which>{COST})(?P<rest>(?::.+)?|{_AFTER})", _ability_named),
        (rf"(?P<of>.+?){_OF} (?:\w+ )?(?P<which>ability|trigger)(?: resolves)?(?P<rest>{_AFTER})", _ability_named),
        (rf"(?P<of>.+?) (?:is|becomes) (?P<which>animated|activated|a creature)(?P<rest>{_AFTER})", _ability_named),
        (r"cast (?P<it>.+)", _resolves),
        (rf"(?P<it>.+?) resolves(?P<rest>{_AFTER})", _resolves),
        (rf"(?P<does>remove |put |add )?(?P<counters>{COUNTERS.pattern}.*?) (?:on|onto|to|from) (?P<on>.+)",
         _counters),
        (rf"{_IT}(?P<does>gets|has) (?P<counters>{COUNTERS.pattern}.*)", _counters),
        (FACT.pattern, _fact),
        (rf"(?P<who>\w+) {HAS_DESIGNATION}", _designation),
        (r"it(?:['’]s| is| becomes) (day|night)", _day),
        (r"(?:it(?:['’]s| is) )?(?:(\w+)['’]s|my) turn", _turn),
        (rf"(?P<number>no|{NUMBER}) cards? in (?P<who>\w+)['’]s (?P<zone>hand|library|graveyard)", _cards_in),
        (rf"(?P<number>{NUMBER} )?(?:token )?cop(?:y|ies) of (?P<of>.+)", _copies),
        (rf"(?P<number>{NUMBER} )?tokens? (?:that(?:['’]s| is| are) )?(?:a )?cop(?:y|ies) of (?P<of>.+)", _copies),
        (r"(?:at )?(?:the )?end(?: of)? (?:the )?(turn|combat)|next turn", _end),
        (r"(\S+) ends", _effect_ends),
    )  # fmt: skip


def _about_permanents() -> tuple[_Row, ...]:
    return (
        (rf"{_IT}(?:leaves(?: the battlefield)?|dies|(?:is|gets) (?:destroyed|sacrificed|killed))"
         r"|(?:destroy|sacrifice) (?P<that>.+)",
         _verb(lambda id, _: {"leaves": id})),
        (rf"{_IT}(?:is|gets) exiled|exile (?P<that>.+)", _verb(lambda id, _: {"leaves": id, "to": "exile"})),
        (rf"{_IT}(?:is|gets) bounced|bounce (?P<that>.+)", _verb(lambda id, _: {"leaves": id, "to": "hand"})),
        (rf"(?P<un>un)?tap (?P<that>.+)|{_IT}(?P<does>un)?taps",
         _verb(lambda id, found: {"marks": id, "set": {"tapped": not (found["un"] or found["does"])}}, state=True)),
        (r"attacks? with (?P<it>.+)", _verb(lambda id, _: {"marks": id, "set": {"attacking": True}}, state=True)),
        (r"steal (?P<it>.+?)(?P<until> until end of turn)?", _steals),
        (rf"{_IT}(?:is|becomes)(?: now)? a copy of (?P<of>.+)", _is_copy),
        (rf"{_IT}(?:returns|goes) to (?:.+? )?(?P<zone>hand|graveyard|exile|library)",
         _verb(lambda id, found: {"leaves": id, "to": found["zone"].lower()})),
        (_EQUIP, _equips),
        (rf"{_IT}(?:attaches to|equips|enchants|moves onto|(?P<arrow>->|→))\s*(?P<to>.+)", _attaches),
        (rf"{_IT}(?:detaches|becomes unattached)", _verb(lambda id, _: {"detaches": id})),
        (rf"{_IT}(?P<verb>transforms|flips)", _verb(lambda id, found: {found["verb"].lower(): id})),
        (rf"{_IT}phases (?P<way>in|out)",
         _verb(lambda id, found: {"phases": id, "direction": found["way"].lower()})),
        (rf"{_IT}(?:turns|is turned) face (?P<face>up|down)(?P<rest>.*)", _turns),
        (rf"{_IT}(?:becomes|is|gets) (?P<no>no longer )?(?P<flags>(?:{_FLAG})(?:\s+and\s+(?:{_FLAG}))*)",
         _verb(_flags, state=True)),
        (rf"{_IT}(?P<verb>attacks|blocks)(?: alone)?",
         _verb(lambda id, found: {"marks": id, "set": {f"{found['verb'].lower()[:-1]}ing": True}}, state=True)),
        (rf"{_IT}(?:(?:becomes|is) (?P<link>{_LINK})|(?P<verb>attacks|blocks)) (?P<to>.+)", _link),
        (rf"(?:(?P<who>\w+)['’]s )?(?P<fact>life)(?: total)?(?: is|:)? (?P<number>{SIGNED})", _fact),
        (rf"{_IT}(?:becomes|reaches) level (?P<level>{NUMBER})",
         _verb(lambda id, found: {"marks": id, "set": {"level": counted(found["level"])}})),
        (rf"{_IT}unlocks (?P<door>.+)", _unlocks),
        (rf"{_IT}(?:mutate[sd]|merge[sd]) (?P<on>over|onto|on top of|under|beneath) (?P<with>.+)", _merges),
        (rf"{_IT}moves to (?:the )?(?P<zone>[a-z]+) as (?P<id>[\w@-]+)(?P<rest>.*)", _moves),
        (rf"{_IT}(?P<does>{_UNTIL})\.?", _until),
        (r".+? \+ .+", _together),
        (rf"{_IT}(?:chooses|names) (?P<value>.+)", _chooses),
        (rf"(?P<host>.+?)\s+(?:is )?(?P<first>{_WITH}) .+", _bears),
        (rf"(?P<host>.+)\s+(?:is )?(?P<first>{BORNE_BY}) .+", _bears),  # after other details
    )  # fmt: skip


@cache  # most lines are only a name
def sentences() -> tuple[tuple[re.Pattern[str], _Read], ...]:
    """Return the pattern of each kind of sentence, and the function that plays its event or returns False."""
    rows = (*_about_spells_and_players(), *_about_permanents())
    return tuple((re.compile(pattern, re.IGNORECASE), read) for pattern, read in rows)
