"""Functions that read players and the filters that depend on players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from lark import Token

from ...effects.amounts.counting import PlayerCount
from ...effects.filters.status import Assailing
from ...effects.filters.whereabouts import ControlledBy, InZone, InZones, OwnedBy
from ...effects.language import Amount, Filter
from ...effects.players import AttackedBy
from ...effects.selectors import Group, Same, Target
from ..printing.nouns import CONTROLLERS, OWNERS
from ..printing.players import ASKED, player
from ..words import Stop
from .discourse import Discourse, groups

_ZONES: Final[Mapping[str, Filter]] = {
    "on the battlefield": InZone("battlefield"), "in exile": InZone("exile"),
    "in all graveyards": InZone("graveyard", word="all"), "in graveyards": InZone("graveyard"),
    "in a graveyard": InZone("graveyard", word="a"), "in each graveyard": InZone("graveyard", word="each"),
    "in a single graveyard": InZone("graveyard", word="a single"), "on the stack": InZone("stack"),
    "in the command zone": InZone("command"), "that aren't on the battlefield": InZone("battlefield", negated=True),
    "that isn't on the battlefield": InZone("battlefield", negated=True),
}  # fmt: skip


def whose(discourse: Discourse, token: Token) -> Filter:
    """Return the filter for a clause such as "you control"."""
    if token in ("your team controls", "another player controls"):  # 102.3: without teams, your team is only you
        return ControlledBy("you" if token.startswith("your") else "opponents", word=str(token))
    name, negation, verb = groups(r"(.+?) (don't |doesn't )?(control|own|cast)s?", token)
    who: Any = CONTROLLERS.get(name) or player(name, discourse.it)
    if name == "that player" and _of_target(discourse):
        who = player("its controller", discourse.it)
        who = msgspec.structs.replace(who, word="that player")
    if name == "that player" and discourse.of_each and _attacks_one(discourse):
        who = AttackedBy(Same("it"))
    if name == "that opponent" and who is None and discourse.default is not None:
        who = "that player"  # the event names the opponent
    if who is None:
        raise Stop(token)
    if name == "they":
        who = _they(discourse)
    if verb == "own":
        return OwnedBy(who, bool(negation))
    said = name in ("they", "target opponent", "each opponent") or (name == "that opponent" and who == "that player")
    word = str(token) if said else verb
    return ControlledBy(who, bool(negation), word)


def _attacks_one(discourse: Discourse) -> bool:
    # "each creature you control attacking a player gets +1/+0 for each creature that player controls"
    return isinstance(discourse.it, Group) and Assailing("a player") in discourse.it.filters


def _of_target(discourse: Discourse) -> bool:
    # "Destroy target creature an opponent controls. Each other creature that player controls ..."
    it = discourse.it
    return isinstance(it, Target) and dict(discourse.named).get(it.index, "").endswith("an opponent controls")


def zone(discourse: Discourse, token: Token) -> Filter:
    """Return the filter for a phrase such as "in your graveyard"."""
    text = str(token)
    if text in _ZONES:
        return _ZONES[text]
    text = text.replace("libraries", "librarys")
    if several := re.fullmatch(r"(in .+?) ((?:(?:graveyard|hand|library),? )+)(and|or|and/or) (\w+)", text):
        names = [*re.findall(r"\w+", several[2]), several[4]]
        each = (zone(discourse, token.update(value=f"{several[1]} {name}")) for name in names)
        return InZones(tuple(place for place in each if isinstance(place, InZone)), several[3], shared=True)
    found = re.fullmatch(r"in (.+) (graveyard|hand|library)(s|ies)?", text)
    if found is None:
        raise Stop(token)
    if found[1] == "their":
        who: Any = _they(discourse)
    else:
        who = OWNERS.get(found[1]) or player(found[1].removesuffix("'s"), discourse.it)
    if who is None:
        raise Stop(token)
    word = "s" if found[3] else "that" if found[1] == "that player's" else ""
    return InZone(found[2], who, word=word)  # type: ignore[arg-type]


def _they(discourse: Discourse) -> str:
    return "that player" if discourse.asked is None else "they"


def ask(discourse: Discourse, text: str, token: Token) -> Any:
    """Return the player in a condition, or "they" if players are checked individually."""
    if so_many := re.fullmatch(r"(\w+) or more (opponents|players)", text):
        if discourse.asked is not None:
            raise Stop(token)
        who = "opponents" if so_many[2] == "opponents" else "each player"
        discourse.asked = (who, so_many[1], text)
        return "they"
    if text in ASKED:
        if discourse.asked is not None:
            raise Stop(token)
        discourse.asked = (*ASKED[text], text)
        return "they"
    if text == "they" and discourse.asked is not None:
        return "they"
    if (who := player(text, discourse.it)) is None:
        raise Stop(token)
    return who


def count_of_player(text: str, who: Any, token: Token) -> str:
    """Return the name of the number in "cards in their graveyard" and similar phrases."""
    if text in ("life", "{E}"):
        return "energy" if text == "{E}" else text
    if counters := re.fullmatch(r"(\w+) counters?", text):
        return counters[1]
    where = re.fullmatch(r"cards? in (?:(your|their) )?(hand|graveyard|library)", text)
    own = "your" if who == "you" else "their"
    if where is None or where[1] not in ((own, None) if where[2] == "hand" else (own,)):
        raise Stop(token)
    return where[2]


def life_total(discourse: Discourse, token: Token) -> Amount:
    """Return the amount for a phrase such as "your starting life total"."""
    if str(token) == "your speed":
        return PlayerCount("speed")
    name, starting = groups(r"(.+?) (starting )?life total", token)
    return PlayerCount("starting_life" if starting else "life", whose_number(discourse, name, token))


def whose_number(discourse: Discourse, name: str, token: Token) -> Any:
    """Return the player whose number is meant, for a possessive such as "your" or "its controller's"."""
    return ask(discourse, {"your": "you", "their": "they"}.get(name) or re.sub(r"'s?$", "", name), token)
