"""State-based actions that the board calls for next (704); they are named, and never performed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Final

import msgspec

from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.vocabulary import families
from mtglayers.model.support.progress import checkpoint

from ..result.characteristics import Characteristics
from ..result.result import Result
from ..wording import is_unsaid


class StateBasedAction(msgspec.Struct, frozen=True):
    """A state-based action.

    Attributes:
        objects: the ids of the objects that it affects.
        words: what happens, as a sentence without a period or rule number.
        rule: the number of the rule; without its letter under earlier editions, whose letters differ.
    """

    objects: tuple[str, ...]
    words: str
    rule: str

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})"


_NUMBERED_704: Final = date(2009, 7, 11)
_GRAVES: Final = "put into their owners’ graveyards"
_NEWEST: Final = f"all but the newest are {_GRAVES}"

_Eras = tuple[tuple[date, str], ...]
"""What a rule does from each day on; with `{player}`, it applies to the permanents of each player separately."""

_LEGENDS: Final[_Eras] = (
    (date.min, f"all but the oldest are {_GRAVES}"),
    (date(2004, 10, 1), f"all of them are {_GRAVES}"),
    (date(2013, 7, 13), "{player} keeps one of them"),
)
_PLANESWALKERS: Final[_Eras] = (
    (date.min, f"all of them are {_GRAVES}"),
    (date(2013, 7, 13), "{player} keeps one of them"),
    (date(2017, 9, 29), ""),
)
_SAGAS_STAY: Final = date(2025, 6, 6)
"""The first day on which a Saga without chapter abilities is not sacrificed (714.4)."""


def state_based_actions(result: Result) -> tuple[StateBasedAction, ...]:
    """Return the state-based actions that the board calls for, as far as characteristics and counters determine them.

    Damage, and the last chapter of a Saga that has chapter abilities, are not considered.

    >>> from mtglayers.model.board.board import Board
    >>> from mtglayers.solver.solve import solve
    >>> print(*state_based_actions(solve(Board.of("Elesh Norn, Grand Cenobite; B: Grizzly Bears"))))
    Grizzly Bears has toughness 0 and is put into its owner’s graveyard (704.5f)
    """
    return tuple(_Actions(result).found())


class _Actions:
    def __init__(self, result: Result) -> None:
        self.result = result
        self.edition = result.edition
        self.newest = self.edition.until is None
        self.permanents = {id: found for id, found in result.objects.items() if found.zone == "battlefield"}
        self.sources = {source.id: source for source in result.trace.state.world.objects.values()}

    def found(self) -> Iterator[StateBasedAction]:
        for id, found in self.permanents.items():
            checkpoint("object")
            for words, letter in (*_of_one(found), *self._attached(found)):
                yield self._action((id,), words, letter)
            if {"+1/+1", "-1/-1"} <= {each.kind for each in self.sources[id].counters}:
                yield self._action((id,), "loses pairs of +1/+1 and -1/-1 counters", "q")
            if _lacks_chapters(found) and not _sagas_stay(self.edition):
                yield self._action(
                    (id,), "has no chapter abilities, so its final chapter number is 0 and it is sacrificed", "s"
                )
        yield from self._unique()
        yield from self._roles()

    def _action(self, ids: tuple[str, ...], words: str, letter: str, called: str = "") -> StateBasedAction:
        called = called or self.result.names.objects(list(ids))
        start = "704.5" if self.edition.since >= _NUMBERED_704 else "420.5"
        rule = start if not self.newest else letter if "." in letter else start + letter
        return StateBasedAction(ids, f"{called[:1].upper()}{called[1:]} {words}", rule)

    # --- Attachments ---

    def _attached(self, found: Characteristics) -> Iterator[tuple[str, str]]:
        creature, aura = "Creature" in found.types, "Aura" in found.subtypes
        if found.attached_to is None:
            if aura:
                yield "is an Aura attached to nothing and is put into its owner’s graveyard", "m"
            return
        if creature:
            yield "is an attached creature and becomes unattached", "p"
        elif not aura and not {"Equipment", "Fortification"} & set(found.subtypes):
            yield "is neither an Aura, an Equipment nor a Fortification and becomes unattached", "p"
        elif self.sources[found.id].attached_player is not None:
            yield from self._on_player(found, found.attached_to)
        else:
            from .attached import Attachment

            yield from Attachment(found, self.result.objects[found.attached_to], self.result, self.sources).ends()

    def _on_player(self, found: Characteristics, player: str) -> Iterator[tuple[str, str]]:
        for kind in ("Equipment", "Fortification"):
            if kind in found.subtypes:
                yield f"is attached to {player}, a player, and becomes unattached", "n"
        for keyword in _keywords(found, "Enchant") if "Aura" in found.subtypes else ():
            quality = keyword.parameter or keyword.subtype
            if not {"player", "opponent"} & set(quality.split()):
                yield f"can’t enchant {player} (enchant {quality}) and is put into its owner’s graveyard", "m"

    # --- Permanents of which only one remains ---

    def _unique(self) -> Iterator[StateBasedAction]:
        legends = {id: found for id, found in self.permanents.items() if "Legendary" in found.supertypes and found.name}
        spared = self.spared_legends() if len(legends) > 1 else {}
        names = {id: (found.name,) for id, found in legends.items() if id not in spared}
        for ids, _, said in self._groups(names, _LEGENDS):
            yield self._action(ids, f"are legendary with the same name, so by the legend rule {said}", "j")
        walkers = {
            id: tuple(word for word in found.subtypes if "planeswalker" in families(word))
            for id, found in self.permanents.items()
            if "Planeswalker" in found.types
        }
        for ids, kind, said in self._groups(walkers, _PLANESWALKERS):
            what = f"are planeswalkers of the type {kind}, so by the planeswalker uniqueness rule {said}"
            yield self._action(ids, what, "j")
        worlds = tuple(id for id, found in self.permanents.items() if "World" in found.supertypes)
        if len(worlds) > 1:
            yield self._action(worlds, f"are world permanents, so by the world rule {_NEWEST}", "k")

    def _groups(self, shared: Mapping[str, Sequence[str]], eras: _Eras) -> Iterator[tuple[tuple[str, ...], str, str]]:
        # The objects that share a quality, the quality, and what the rule does to them.
        words, later = _in_force(eras, self.edition)
        separate = "{player}" in words
        groups: dict[tuple[str, str | None], list[str]] = {}
        for id, qualities in shared.items() if words else ():
            for quality in qualities:
                player = self.permanents[id].controller if separate else None
                groups.setdefault((quality, player), []).append(id)
        for (quality, player), ids in groups.items():
            if len(ids) > 1:
                yield tuple(ids), quality, words.format(player=player) + later

    def spared_legends(self) -> dict[str, str]:
        """Return the permanents to which an effect keeps the legend rule from applying, with the source of one."""
        spared: dict[str, str] = {}
        for source in self.permanents.values():
            for ability in source.abilities:
                if isinstance(ability, TextAbility) and ability.form == "rule":
                    word = _word_for_spared(ability, source.name)
                    if word is not None:
                        spared |= dict.fromkeys(self._spared(word, source, ability.subtypes), source.id)
        return spared

    def _spared(self, word: str, source: Characteristics, subtypes: Sequence[str]) -> set[str]:
        if word == "two":
            named = {id for id, found in self.permanents.items() if found.name == source.name}
            return named if len(named) == 2 else set()
        return {
            id
            for id, found in self.permanents.items()
            if (not word or found.controller == source.controller)
            if "token" not in word or self.sources[id].base.token
            if "creature" not in word or "Creature" in found.types
            if word != "your kind" or set(subtypes) & set(found.subtypes)
        }

    def _roles(self) -> Iterator[StateBasedAction]:
        groups: dict[tuple[str, str], list[str]] = {}
        for id, found in self.permanents.items():
            if "Role" in found.subtypes and found.attached_to and found.controller:
                groups.setdefault((found.attached_to, found.controller), []).append(id)
        for (host, player), ids in groups.items():
            if len(ids) > 1:
                what = f"are Roles that {player} controls on {self.result.names.object(host)}"
                yield self._action(tuple(ids), f"{what}, so {_NEWEST}", "y")


def _of_one(found: Characteristics) -> Iterator[tuple[str, str]]:
    if "Creature" in found.types and found.toughness is not None and found.toughness <= 0:
        yield f"has toughness {found.toughness} and is put into its owner’s graveyard", "f"
    if found.loyalty == 0:
        yield "has loyalty 0 and is put into its owner’s graveyard", "i"
    if found.defense == 0:
        yield "has defense 0 and is put into its owner’s graveyard", "v"


def _in_force(eras: _Eras, edition: Edition) -> tuple[str, str]:
    # What a rule does on the first day of an edition and, in parentheses, from a later day of it on.
    words = [said for since, said in eras if since <= edition.since]
    end = edition.until or edition.since
    later = [f" (from {day} on, {said})" for day, said in eras if edition.since < day <= end]
    return words[-1], "".join(later).format(player="each player")


def _keywords(found: Characteristics, name: str) -> Iterator[Keyword]:
    return (each for each in found.abilities if isinstance(each, Keyword) and each.name == name)


# --- Sagas ---


def stays(found: Characteristics, result: Result) -> Iterator[str]:
    """Yield sentences, without periods, about state-based actions that do not affect a permanent itself.

    They are about what is attached to it, about a Saga that is not sacrificed (714.4), about what stays attached in
    spite of protection (702.16n and 702.16p), and about a permanent to which the legend rule does not apply (704.5j).
    """
    if found.zone != "battlefield":
        return
    it = result.names.object(found.id)
    if _lacks_chapters(found) and _sagas_stay(result.edition):
        yield f"{it} has no chapter abilities, so it is not sacrificed (714.4)"
    attached = {id for id, each in result.objects.items() if each.attached_to == found.id}
    if attached:
        yield from (str(each) for each in result.explainer.follows if attached.intersection(each.objects))
        yield from _stays_attached(found, result)
    elif found.attached_to:
        yield from _stays_attached(found, result)
    if result.edition.until is None:
        yield from _spared_from_legend_rule(found, result)


def _spared_from_legend_rule(found: Characteristics, result: Result) -> Iterator[str]:
    it, actions = result.names.object(found.id), _Actions(result)
    legends = [each for each in actions.permanents.values() if "Legendary" in each.supertypes]
    if found in legends and any(_share_name(found, each) for each in legends):
        if spared := actions.spared_legends().get(found.id):
            source = "its own ability" if spared == found.id else result.names.object(spared)
            yield f"because of {source}, the legend rule does not apply to {it} (704.5j)"
        return
    copy = result.trace.start.world.objects[result.explainer.number(found.id)].copy
    other = next((each for each in legends if copy is not None and copy.of == each.id), None)
    if other is None or other.controller != found.controller:
        return
    if found not in legends:
        yield f"{it} is not legendary, so the legend rule does not apply to it (704.5j)"
    else:
        two = result.names.objects([other.id, found.id])
        yield f"{two} have different names, so the legend rule does not apply to them (704.5j)"


def _share_name(one: Characteristics, other: Characteristics) -> bool:
    return one.id != other.id and one.name == other.name != "" and one.controller == other.controller


def _stays_attached(found: Characteristics, result: Result) -> Iterator[str]:
    # The attachments of a permanent, or an attachment itself.
    actions = _Actions(result)
    for id, attached in actions.permanents.items():
        host = actions.permanents.get(attached.attached_to or "")
        if host is None or found.id not in (id, host.id):
            continue
        from .attached import Attachment

        yield from Attachment(attached, host, result, actions.sources).stays()


def turned(found: Characteristics, result: Result) -> Iterator[str]:
    """Yield a sentence, without a period, about a permanent that day or night transforms at once (702.145).

    This is not a state-based action.
    """
    world = result.trace.start.world
    told, source = world.told, world.objects[result.explainer.number(found.id)]
    other = next((face for place, face in enumerate(source.card.faces) if place != source.face), None)
    size = "" if other is None or other.power is None else f"{other.power}/{other.toughness}, "
    into = "" if other is None else f" into {other.name}"
    for keyword, time in (("Daybound", "night"), ("Nightbound", "day")):
        it_is = any(number and fact == time for (_, fact), number in told.items())
        if it_is and found.zone == "battlefield" and any(_keywords(found, keyword)):
            has = f"{result.names.object(found.id)} has {keyword.lower()} and it is {time}"
            yield f"{has}, so it transforms{into} ({size}702.145)"


def _lacks_chapters(found: Characteristics) -> bool:
    # Chapter abilities are triggered abilities (714.2).
    triggered = (isinstance(each, TextAbility) and each.form == "triggered" for each in found.abilities)
    return "Saga" in found.subtypes and not any(triggered)


def _sagas_stay(edition: Edition) -> bool:
    return edition.since >= _SAGAS_STAY or edition.until is None


# --- Exceptions to the legend rule ---

_SPARED: Final = {
    'The "legend rule" doesn\'t apply.': "",
    'The "legend rule" doesn\'t apply to permanents you control.': "yours",
    'The "legend rule" doesn\'t apply to tokens you control.': "your tokens",
    'The "legend rule" doesn\'t apply to creature tokens you control.': "your creature tokens",
    'The "legend rule" doesn\'t apply to Slivers you control.': "your kind",  # or another creature type
    'If there are exactly two permanents named ~ on the battlefield, the "legend rule" doesn\'t apply to them.': "two",
}
"""The texts of the abilities that spare permanents, each with a word for these permanents."""


@cache
def _spared_by_number() -> dict[int, str]:
    from mtglayers.model.cards.rules_text import signature  # loads the reader

    return {signature(text)[0]: word for text, word in _SPARED.items()}


def _word_for_spared(ability: TextAbility, name: str) -> str | None:
    from mtglayers.model.cards.rules_text import signature

    number = ability.number if is_unsaid(ability) else signature(ability.text, name)[0]
    return _spared_by_number().get(number)
