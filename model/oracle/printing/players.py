"""Phrases for players, such as "an opponent" and "its controller"."""

from __future__ import annotations

from typing import Any, Final

from ...effects.language import Selector
from ...effects.players import AttackedBy, ControllerOf
from ...effects.selectors import Attached, Group, Itself, Same, Target, Together
from ...support.patterns import lazy_pattern

ASKED: Final[dict[str, tuple[str, str]]] = {
    "an opponent": ("opponents", "some"), "any opponent": ("opponents", "some"), "no opponent": ("opponents", "none"),
    "each opponent": ("opponents", "every"), "each other player": ("opponents", "every"),
    "another player": ("opponents", "some"), "a player": ("each player", "some"),
    "any player": ("each player", "some"), "each player": ("each player", "every"),
    "no player": ("each player", "none"),
}  # fmt: skip
"""The players that each phrase checks, and whether some, every or none of them must match."""

_PLAIN: Final = {
    "you": "you", "enchanted player": "enchanted player", "target player": "target player",
    "that player": "that player", "target opponent": "target player", "defending player": "defending player",
    "the chosen player": "the chosen player", "they": "that player",
}  # fmt: skip
_CONTROLLER: Final = lazy_pattern(r"(?:its|their|(?P<of>(?:that|this|enchanted|equipped) \w+)'s) controller")


def player(text: str, it: Selector | None) -> Any:
    """Return the player that a phrase names; the word "its" refers to the object `it`."""
    if text in _PLAIN:
        return _PLAIN[text]
    if text == "that opponent" and isinstance(it, Target):  # "target creature an opponent controls"
        return ControllerOf(Target(it.index, None, "target", False, "it"), text)
    found = _CONTROLLER.fullmatch(text)
    if found is None:
        return None
    of = found["of"] or ""
    if of.startswith("this "):
        return ControllerOf(Itself(of), text)
    if of.startswith(("enchanted", "equipped")):
        return ControllerOf(Attached(of), text)
    match it:
        case Attached() | Itself():
            return ControllerOf(it, text)
        case Target(index=index):
            return ControllerOf(Target(index, None, "target", False, "it"), text)
        case Group() | Same() | Together():  # "its controller" means the controller of each object
            return ControllerOf(Same("it"), text)
        case _:
            return None


def words(who: Any) -> str:
    """Return the phrase that refers to the given players."""
    return who.word if isinstance(who, ControllerOf | AttackedBy) else str(who)


def possessive(who: Any) -> str:
    """Return the possessive form for players, such as "your" or "its controller's"."""
    text = words(who)
    found = {"you": "your", "they": "their", "that player": "their", "opponents": "your opponents'"}.get(text)
    return found or text + ("'" if text.endswith("s") else "'s")
