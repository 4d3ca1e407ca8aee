"""Questions that a board leaves open although its cards ask them, each with a line of notation that answers it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from mtglayers.model.board.abilities import abilities_named, acting
from mtglayers.model.board.board import Board
from mtglayers.model.board.references import in_lines
from mtglayers.model.board.refusals import CHOSEN
from mtglayers.model.board.start import BEFORE
from mtglayers.model.cards.entering import KICKED, entering_counters
from mtglayers.model.effects.ability import TextAbility, enters_with
from mtglayers.model.effects.conditions import Is
from mtglayers.model.effects.filters.status import Status
from mtglayers.model.effects.filters.whereabouts import ExiledWith
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Condition
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.effects.selectors import Group, Itself, Target
from mtglayers.model.effects.view import Context
from mtglayers.model.events.arrivals import Arrival
from mtglayers.model.events.changes import Attaches, Counters, Marks
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.rules.vocabulary import joined

from ..engine.state import numbers
from ..result.result import Result
from ..result.uncounted import uncounted
from ..solve import solve
from ..wording import number_word


class Unanswered(msgspec.Struct, frozen=True):
    """A question about an object that no event answers.

    Attributes:
        object: the object's id.
        words: what is not specified, as a sentence without a period.
        line: a line of notation that answers it, as an example.
        after: the name of the object that must be on the board before that line, or "".
    """

    object: str
    words: str
    line: str
    after: str = ""

    def __str__(self) -> str:
        return f"{self.words}; write `{self.line}`" + (f" after `{self.after}`" if self.after else "")


def unanswered(board: Board, result: Result) -> tuple[Unanswered, ...]:
    """Return the questions that the permanents on a board ask and that its events do not answer.

    To what is an Aura attached that entered without a host (303.4)? What does a permanent copy that can enter as a
    copy (707.5)? What was chosen as a permanent entered (614.12a)? How many counters did it enter with (614.1c)? Did
    the chapter abilities of a Saga resolve (714.2)? Which cards did it exile (607.2a)? Was it tapped for an effect
    that lasts while it remains tapped (611.2b)? How many cards are in a hand or library that it counts?

    >>> from mtglayers.solver.solve import solve
    >>> board = Board.of("Grizzly Bears; Ben: Darksteel Mutation; Ben: Clone")
    >>> for each in unanswered(board, solve(board)): print(each)
    Darksteel Mutation is attached to nothing; write `Ben: Darksteel Mutation -> Grizzly Bears`
    Clone copies nothing; write `Ben: Clone as a copy of Grizzly Bears`
    """
    return tuple(_Asking(board, result).questions())


class _Asking:
    def __init__(self, board: Board, result: Result) -> None:
        self.board = board
        self.result = result
        abilities = (ability for found in board.objects.values() for ability in found.base.values.abilities)
        nodes = (node for ability in abilities for node in ability.walk())
        self.counted = {kind for node in nodes if isinstance(kind := getattr(node, "counter", None), str)}
        self.untapped = set(_untapped_sources(result))
        self.with_facts = {event.marks for event in board.events if isinstance(event, Marks)}
        self.with_counters = {event.counters for event in board.events if isinstance(event, Counters)}

    def questions(self) -> Iterator[Unanswered]:
        attached = {event.attaches for event in self.board.events if isinstance(event, Attaches)}
        missing = set(self.result.unsupported)
        for found in self.board.objects.values():
            event = None if found.entered == BEFORE else self.board.events[found.entered]
            if found.base.zone != "battlefield" or not isinstance(event, Arrival) or found.face_down:
                continue
            name = found.base.values.name or found.card.name
            if event.attached_to is None and found.id not in attached and self._is_aura(found):
                host, after = self._example(found, self._enchanted(found))
                line = f"{self._line(found)} -> {host}"
                if "Aura" not in found.base.values.subtypes and not event.cast:  # an effect made it an Aura
                    line, after = f"{in_lines(self.board, found.id)} attaches to {host}", ""
                yield Unanswered(found.id, f"{name} is attached to nothing", line, after)
            if found.copy is None and (group := _copied(found)) is not None and self._had_ability(found, event):
                copied, after = self._example(found, group)
                line = f"{self._line(found)} as a copy of {copied}"
                yield Unanswered(found.id, f"{name} copies nothing", line, after)
            if (words := self._counters(found, event)) and self._had_ability(found, event):
                kicked = " kicked" if self._holds(found, KICKED) else ""
                number = words.replace("X", "two") if words.startswith("X") else words
                line = f"{self._line(found)}{kicked} with {number}"
                yield Unanswered(found.id, f"{name} enters with {words}, but the board records none", line)
            if chapters := self._chapters(found):
                one = f"ability {chapters[0]} of {in_lines(self.board, found.id)}"
                words = f"{name} has lore counters, but no line says that its chapter abilities have resolved"
                yield Unanswered(found.id, words, one)
            if found.number in self.untapped and not event.tapped and found.id not in self.with_facts:
                words = f"{name} is untapped, so its effect that lasts while it remains tapped does not apply"
                yield Unanswered(found.id, words, f"{self._line(found)}, tapped")
            if (card := self._maybe_exiled(found)) is not None:
                line = f"{in_lines(self.board, card)} becomes exiled with {in_lines(self.board, found.id)}"
                yield Unanswered(found.id, f"no card is recorded as exiled with {name}", line)
            for zone, player in self._uncounted(found):
                words = f"the number of cards in {player}'s {zone} is not recorded, so it counts as 0 for {name}"
                yield Unanswered(found.id, words, f"{player} has 3 cards in {zone}")
            for kind, example in ((each.replace("_", " "), example) for each, example in CHOSEN.items() if example):
                if (found.id, f"no {kind} was chosen") in missing:
                    value = f"player {self._example(found, None)[0]}" if kind == "player" else example
                    line = f"{self._line(found)} choosing {value}"
                    yield Unanswered(found.id, f"no {kind} was chosen for {name}", line)

    def _had_ability(self, found: GameObject, event: Arrival) -> bool:
        # Whether it had an ability that says how it enters, as it would exist on the battlefield (614.12).
        if any(_says_how(ability) for ability in self.result[found.id].abilities):
            return True
        if not any(_says_how(ability) for ability in found.base.values.abilities):
            return True  # printed loyalty or defense
        earlier = self.board.copy()
        earlier.rewind(found.entered)
        looked = solve(earlier.entering(event, found.id), edition=self.result.edition, readings=self.result.readings)
        return any(_says_how(ability) for ability in looked[found.id].abilities)

    def _is_aura(self, found: GameObject) -> bool:
        now = self.result[found.id]
        return "Aura" in now.subtypes and "Creature" not in now.types and now.attached_to is None

    def _counters(self, found: GameObject, event: Arrival) -> str:
        # The counters with which it enters by its text or its printed loyalty or defense, if no event puts any on it.
        if event.counters or found.id in self.with_counters or found.copy is not None:
            return ""
        values = found.base.values
        is_met = partial(self._holds, found)
        words = [each for ability in values.abilities if (each := entering_counters(ability, is_met))]
        printed = (("loyalty", values.loyalty), ("defense", values.defense))  # 306.5b, 310.4b
        words += [f"{number_word(number)} {kind} counters" for kind, number in printed if number]
        sized = [each for each in words if "/" in each]
        return joined(sized or [each for each in words if self._counted(each)])

    def _holds(self, found: GameObject, condition: Condition) -> bool:
        return condition.holds(self.result.trace.start, Context(source=found.number, you=found.base.controller))

    def _counted(self, words: str) -> bool:
        kind = words.split(" ", 1)[1].removesuffix(" counters").removesuffix(" counter")
        return bool(self.counted & {kind, ""})

    def _chapters(self, found: GameObject) -> list[int]:
        # The chapter abilities with continuous effects that have triggered, if none of them has resolved (714.2).
        lore = sum(each.count for each in found.counters if each.kind == "lore")
        resolved = (event.resolves for event in self.board.events if isinstance(event, Resolves))
        if not lore or "Saga" not in found.base.values.subtypes:
            return []
        if any(not isinstance(each, str) and each.ability_of == found.id for each in resolved):
            return []
        abilities = found.base.values.abilities
        triggered = [place for place in abilities_named(abilities, "triggered") if place <= lore]
        return list(acting(abilities, triggered))

    def _maybe_exiled(self, found: GameObject) -> str | None:
        # A card in exile, if the object refers to cards exiled with it and there is none (607.2a).
        nodes = (node for ability in found.base.values.abilities for node in ability.walk())
        if not any(isinstance(node, ExiledWith) for node in nodes):
            return None
        exiled = [each for each in self.board.objects.values() if each.base.zone == "exile"]
        links = [link for each in exiled for link in each.links if link[0] == "exiled_with"]
        free = [each.id for each in exiled if not any(name == "exiled_with" for name, _ in each.links)]
        return free[0] if free and ("exiled_with", found.number) not in links else None

    def _uncounted(self, found: GameObject) -> Iterator[tuple[str, str]]:
        state, mask = self.result.trace.state, 1 << found.number
        counted = (each for ability in self.result[found.id].abilities for each in uncounted(ability, state, mask))
        for _, zone, player in dict.fromkeys(counted):
            yield zone, self.board.players[player]

    def _enchanted(self, found: GameObject) -> Group | None:
        from mtglayers.model.cards.target_groups import enchanted  # imported here, because most Auras are attached

        now = self.result[found.id].abilities
        keywords = (each for each in (*found.base.values.abilities, *now) if isinstance(each, Keyword))
        return next((enchanted(each) for each in keywords if each.name == "Enchant"), None)

    def _line(self, found: GameObject) -> str:
        controller = found.base.controller
        first = self.board.players[:1] == ("A",)  # who has what names no player
        player = "" if controller is None or (not controller and first) else f"{self.board.players[controller]}: "
        return f"{player}{found.card.name}"

    def _example(self, found: GameObject, group: Group | None) -> tuple[str, str]:
        # An object that fits and, if it is younger, its name again; a player if no object fits.
        if group is None:
            opponents = [name for place, name in enumerate(self.board.players) if place != found.base.controller]
            return (opponents or self.board.players)[0], ""
        context = Context(source=found.number, you=found.base.controller)
        fitting = group.select(self.result.trace.state, context) & ~(1 << found.number)
        for number in numbers(fitting):
            host = self.board.by_number(number)
            if host.base.zone == "battlefield":
                name = in_lines(self.board, host.id)
                return name, name if number > found.number else ""
        return "NAME", ""


def _says_how(ability: Ability) -> bool:
    entering = enters_with(ability) or (isinstance(ability, TextAbility) and ability.form == "entering")
    return entering or bool(entering_counters(ability))


def _untapped_sources(result: Result) -> Iterator[int]:
    # The permanents that were activated for an effect that lasts while they remain tapped, and are untapped (611.2b).
    for effect in result.sources.resolved.values():
        source, now = effect.context.source, result.trace.start
        if source is None:
            continue
        for clause in effect.clauses:
            match clause.until:
                case Is(Itself(), (Status("tapped"),), False) if not clause.until.holds(now, effect.context):
                    yield source


def _copied(found: GameObject) -> Group | None:
    # What the object could enter as a copy of.
    for ability in found.base.values.abilities:
        if isinstance(ability, TextAbility) and ability.form == "entering" and ability.resolution is not None:
            for clause in ability.resolution.clauses:
                for operation in clause.operations:
                    if isinstance(operation, BecomeCopy) and isinstance(clause.selector, Itself):
                        return operation.of.group if isinstance(operation.of, Target) else None
    return None
