"""The work of an event in which a spell or ability resolves.

`Resolves.apply` imports this module, because on most boards nothing resolves.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ..cards.card import Card, Face
from ..cards.faces import id_names, spell_id
from ..cards.rules_text import (
    after_targets,
    fused,
    given_to_itself,
    is_static,
    plain,
    resolution_of,
    resolution_of_ability,
    resolution_of_spell,
    says,
    with_others,
)
from ..cards.search import find_card
from ..cards.target_counts import limit_in
from ..effects.ability import Resolution, TextAbility
from ..effects.amounts.players import RecordedNumber
from ..effects.choices import alternatives, choice_needed, players_asked, spoken
from ..effects.conditions import AllOf, GameFact
from ..effects.copiable import Copiable
from ..effects.game_questions import question
from ..effects.keyword_parameters import choice_of
from ..effects.keywords import Keyword, backed_up, is_awaken
from ..effects.language import Ability, Clause, Condition
from ..effects.node import Node
from ..effects.operations.abilities_from_board import GainOne
from ..effects.operations.control import GainControl
from ..effects.operations.text import ChangeWords, ChangeWordsTo, ExchangeText
from ..effects.players import Foremost
from ..effects.selectors import Attached, ChosenFrom, ChosenObject, Target, with_each
from ..effects.view import Choices, Context
from ..objects.gameobject import GameObject, ResolvedEffect
from ..objects.tables import Tables
from ..rules.vocabulary import ACTIONS
from ..support.names import did_you_mean, kebab
from .concepts import TEXT_BOXES, admit_concept
from .foremost import foremost, wrong_player
from .found_again import finds_target
from .granted import giver
from .last_known import as_last_known, last_known_words
from .left_open import LEFT_OPEN, with_open, without_open
from .measured import measured
from .resolution import Resolves, Source
from .shown import shown_values, source_of

# The objects that keyword actions such as amass choose by themselves.
_ACTED_ON: Final = frozenset(action.object for action in ACTIONS.values() if action.object)
_WITH_PLAYER: Final = ("that player", "target player", "an opponent")  # who "gains control"
_PAID: Final = {"overload": "702.96a", "cleave": "702.148a", "awaken": "702.113a"}  # costs, by the key


class Resolving:
    """A spell or ability as it resolves; `resolve` finds first the source and the giver, then the clauses.

    Attributes:
        event: the event.
        tables: the board's tables.
        index: the 0-based index of the event in the timeline.
        source: the source of an ability, or None for a spell or a text.
        giver: the object that gives the ability and that its text names, if there is one (201.5a).
        values: the values of the source, which include the ability if it is printed on it.
        place: the 1-based place of the ability among them, or 0 if it is not printed on its source.
        called: the name of the spell or ability in messages.
        clauses: the clauses of its text and of its chosen modes, without the targets that were not chosen.
    """

    def __init__(self, event: Resolves, tables: Tables, index: int) -> None:
        self.event = event
        self.tables = tables
        self.index = index
        self.source: GameObject | None = None
        self.giver: GameObject | None = None
        self.values: Copiable | None = None
        self.place = 0
        self.called = ""
        self.clauses: tuple[Clause, ...] = ()

    def resolve(self) -> tuple[str, ...]:
        """Put the effect on the board, and return its name in a tuple; the errors are those of `Event.apply`."""
        event, tables = self.event, self.tables
        found, default = self._found()
        source, by = self.source, self.giver
        if by is not None and not event.chosen.object and any(isinstance(node, ChosenObject) for node in spoken(found)):
            return self._again(chosen=msgspec.structs.replace(event.chosen, object=(by.id,)))
        if self._finds_target(found):
            objects = tuple(name for name in event.targets if not self._is_player(name))
            if not objects:
                raise event.refuse(f"`{self.called}` needs a target in `targets` (115.1)")
            return self._again(chosen=msgspec.structs.replace(event.chosen, object=objects))
        you = 0 if source is None else tables.whose(source)
        if event.controller is not None:
            you = event.player_number(tables, event.controller)
        if (every := with_open(found, event.targets, tables)) != event.targets:
            return self._again(targets=every)
        name = self._name(default)
        self.clauses = self._without_open(self._measured(self._of_modes(found)))
        if event.told is None and (told := self._tie()) is not None:
            return self._again(told=told)
        targets, target_players = self._targets()
        stamp = tables.next_stamp()
        context = Context(
            effect=name, source=None if source is None else source.number, you=you, targets=targets,
            target_players=target_players, x=event.x, choices=self._choices(), stamp=(stamp,), told=self._told(),
            triggered_by=None if source is None else self._triggered_by(source),
        )  # fmt: skip
        self._check(targets, target_players)
        self._check_players(target_players)
        made = ResolvedEffect(
            name, stamp, self.clauses, context, self.index, self.called, ability=self.place, listed=found.listed,
            delayed=found.delayed,
        )  # fmt: skip
        tables.put("effects", name, made)
        return (name,)

    def _again(self, **changes: Any) -> tuple[str, ...]:
        # Resolve the event again, with what it omits and the board determines.
        return Resolving(msgspec.structs.replace(self.event, **changes), self.tables, self.index).resolve()

    # --- What resolves ---

    def _found(self) -> tuple[Resolution, str]:
        # The effects of the text, and the name of the effect if the event specifies none.
        event, what = self.event, self.event.resolves
        if isinstance(what, str):
            card = find_card(what, self.tables.cards)
            found, self.called = self._of_spell(card)
            default = spell_id(what, id_names(card))
        elif paid := next((key for key in _PAID if getattr(event, key)), ""):
            raise event.refuse(f"`{paid}` applies only to a card ({_PAID[paid]})")
        elif what.ability_of:
            if event.as_ is None:
                raise event.refuse("`as` is required for the effect of an ability")
            source = source_of(self.tables, what.ability_of, what.index, what.text)
            self.values = shown_values(self.tables, source)
            found = self._of_ability(what, source, self.values)
            self.source, self.called = source, source.base.values.name or source.card.name
            default = kebab(source.id)
        else:
            found = resolution_of(what.text)
            default, self.called = "effect", what.text
        if found is None:
            raise event.refuse(
                f"the text of the ability of {self.called} is not in the catalogue; specify it as `text`"
            )
        return found, default

    def _of_spell(self, card: Card) -> tuple[Resolution | None, str]:
        event = self.event
        cast = event.halves_cast(card)
        for face in cast:
            if not {"Instant", "Sorcery"} & set(face.types):
                raise event.refuse(f"`{face.name}` is not an instant or sorcery; use `enters`")
        if not cast:
            halves = " or ".join(f"`{face.name}`" for face in card.faces)
            raise event.refuse(f"one half of `{card.name}` is cast: {halves} (709.3)")
        parts = [resolution_of_spell(face.abilities, face.name) for face in cast]
        if event.overload:
            parts = [part and self._overloaded(part, face) for part, face in zip(parts, cast, strict=True)]
        if event.awaken:
            parts = [part and self._awakened(part, face) for part, face in zip(parts, cast, strict=True)]
        if len(parts) == 1:
            return parts[0], cast[0].name
        return (None if None in parts else fused(part for part in parts if part is not None)), card.name

    def _overloaded(self, found: Resolution, face: Face) -> Resolution:
        # 702.96b: the text has "each" in place of "target".
        if not face.has("Overload"):
            raise self.event.refuse(f"`{face.name}` has no overload ability (702.96a)")
        if self.event.targets:
            raise self.event.refuse(f"`{face.name}` has no targets if its overload cost was paid (702.96b)")
        return found.rewrite(with_each)

    def _awakened(self, found: Resolution, face: Face) -> Resolution:
        # 702.113a: another target, after those of the text.
        awaken = next((ability for ability in face.abilities if is_awaken(ability)), None)
        if awaken is None:
            raise self.event.refuse(f"`{face.name}` has no awaken ability (702.113a)")
        limits = [limit_in(ability).number for ability in face.abilities if isinstance(ability, TextAbility)]
        further = resolution_of_ability(awaken, face.name)
        assert further is not None
        clauses = after_targets(further.clauses, sum(limits))
        return msgspec.structs.replace(found, clauses=(*found.clauses, *clauses))

    def _of_ability(self, what: Source, source: GameObject, values: Copiable) -> Resolution | None:
        name = values.name or source.card.name
        places = (place for place, ability in enumerate(values.abilities, 1) if says(ability, what.text, name))
        place = self.place = what.index or next(places, 0)
        found = values.abilities[place - 1] if 0 < place <= len(values.abilities) else None
        if isinstance(found, Keyword) and found.name == "Backup":
            return backed_up(values.abilities, place)
        if not place and (given := giver(self.tables, source, what.text)):
            self.giver, ability = given
            return resolution_of_ability(ability, ability.granter)
        if not what.index:
            done = self._resolved(values.abilities, place, name) if place else None
            return with_others(resolution_of(what.text, name), values.abilities) if done is None else done
        if not 1 <= what.index <= len(values.abilities):
            number = len(values.abilities)
            raise self.event.refuse(f"`{source.id}` has no printed ability `{what.index}`; it has {number}")
        return self._resolved(values.abilities, what.index, name)

    def _resolved(self, abilities: tuple[Ability, ...], place: int, name: str) -> Resolution | None:
        ability = given_to_itself(abilities[place - 1]) or abilities[place - 1]
        if is_static(ability):
            raise self.event.refuse(f"a static ability of {name} does not resolve (604.1)")
        found = resolution_of_ability(ability, name)
        if found is None and isinstance(ability, Keyword):
            raise self.event.refuse(f"`{ability.name}` of {name} has no continuous effect that begins as it resolves")
        return None if found is None else with_others(found, (*abilities[: place - 1], *abilities[place:]))

    def _of_modes(self, found: Resolution) -> tuple[Clause, ...]:
        event, called = self.event, self.called
        if not found.modes:
            if event.mode:
                raise event.refuse(f"{called} has no modes (700.2)")
            return found.clauses
        if not event.mode:
            raise event.refuse(f"{called} is modal and needs a `mode` from 1 to {len(found.modes)} (700.2)")
        for mode in event.mode:
            if not 1 <= mode <= len(found.modes):
                raise event.refuse(f"{called} has no mode `{mode}`, only {len(found.modes)} modes (700.2)")
        clauses = list(found.clauses)
        own = 0  # targets of the earlier modes
        unlimited = 0  # the mode with any number of targets
        for mode in event.mode:
            chosen = found.modes[mode - 1]
            targets = [
                n for clause in chosen for n in spoken(clause) if isinstance(n, Target) and n.index >= found.named
            ]
            if own and targets:
                chosen = after_targets(chosen, own, found.named)
            if unlimited and targets:
                raise event.refuse(
                    f"mode `{unlimited}` of {called} has any number of targets and must be the last mode"
                )
            unlimited = mode if any(node.many for node in targets) else unlimited
            own += max((1 + node.index - found.named for node in targets), default=0)
            clauses += chosen
        return tuple(clauses)

    def _measured(self, clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
        event, tables = self.event, self.tables
        if event.x is not None or event.chosen.number:
            return clauses
        objects = [name for name in event.targets if name != LEFT_OPEN and tables.player(name) is None]
        return measured(clauses, objects, event.chosen.object, lambda name: tables.last_known(name).base.zone)

    def _without_open(self, clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
        if LEFT_OPEN not in self.event.targets:
            return clauses
        found, required = without_open(clauses, self.event.targets, self.tables.players)
        if required:
            missing = f"a target in place of `{LEFT_OPEN}` in `targets`: {required} (601.2c)"
            raise self.event.refuse(f"`{self.called}` needs {missing}")
        return found

    # --- What the event specifies ---

    def _name(self, default: str) -> str:
        name = self.event.as_
        if name is None:
            return self.tables.free(default)
        if self.tables.is_in_use(name):
            raise self.event.refuse(f"the name `{name}` is already in use; choose a different name with `as`")
        self.event.admit_name(name)
        return name

    def _is_player(self, name: str) -> bool:
        return self.tables.player(name) is not None and not self.tables.is_taken(name)

    def _finds_target(self, found: Resolution) -> bool:
        # Whether the text moves its targets and then finds them again (400.7j), so they are the chosen objects.
        event, source = self.event, self.source
        if event.chosen.object or (source is not None and source.choices.object):
            return False
        return finds_target(found, event.abilities(self.tables.cards, self.values, self.place), event.mode)

    def _named(self) -> tuple[str, ...]:
        # A chosen object can take the place of a target, as for "that creature" in a triggered ability, except with a
        # keyword action such as amass, which chooses another object.
        chosen = (clause.selector for clause in self.clauses if isinstance(clause.selector, ChosenObject))
        if any(selector.word in _ACTED_ON for selector in chosen):
            return self.event.targets
        return tuple(name for name in self.event.targets if name != LEFT_OPEN) or self.event.chosen.object

    def _targets(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        # The objects and the players.
        known = last_known_words(self.clauses)
        objects: list[int] = []
        players: list[int] = []
        for name in self._named():
            player = self.tables.player(name)
            if player is not None and not self.tables.is_taken(name):
                players.append(player)
            elif word := known.get(len(objects)):
                objects.append(as_last_known(self.tables, name, word).number)
            else:
                objects.append(self.tables.named(name).number)
        return tuple(objects), tuple(players)

    def _choices(self) -> Choices:
        chosen = self.event.chosen
        choices = chosen if self.source is None else self.source.choices.replaced(chosen)  # 113.7a
        if word := last_known_words(self.clauses).get(None):
            ids = tuple(as_last_known(self.tables, name, word).id for name in choices.object)
            choices = msgspec.structs.replace(choices, object=ids)
        return choices

    def _triggered_by(self, source: GameObject) -> int | None:
        # 608.2k: "it" in "Whenever equipped creature attacks, it gets ..." is the creature that attacked.
        event, tables = self.event, self.tables
        nodes = [node for clause in self.clauses for node in spoken(clause)]
        if not any(isinstance(node, Attached) and node.of_trigger for node in nodes):
            return None
        now = () if source.attached_to is None else (source.attached_to,)
        hosts = [tables.objects[number].id for number in dict.fromkeys((*tables.hosts.get(source.number, ()), *now))]
        names = event.chosen.object or (() if any(isinstance(node, Target) for node in nodes) else event.targets)
        named = [tables.last_known(name).id for name in names if not self._is_player(name)]
        if (wrong := [id for id in named if id not in hosts]) and hosts:
            raise event.refuse(f"`{source.id}` was not attached to `{wrong[0]}` this turn (608.2k)")
        if not named and len(hosts) > 1:
            either = " or ".join(f"`{id}`" for id in hosts)
            needed = f"`object` in `chosen`: the one that triggered it, {either} (608.2k)"
            raise event.refuse(f"`{self.called}` needs {needed}")
        number = tables.ids[(named or hosts)[0]] if named or hosts else None
        return None if number == source.attached_to else number

    def _tie(self) -> tuple[str, ...] | None:
        # "The player with the lowest life total gains control of ~. If two or more players are tied, ...":
        # the condition if it is true, and None if the board does not tell.
        match self.clauses:
            case (Clause(operations=(GainControl(who=Foremost() as who), *_)), Clause(condition=GameFact(text)), *_):
                found = foremost(self.tables, who)
                return (text,) * (len(found) > 1) if found else None
            case _:
                return None

    def _told(self) -> tuple[str, ...] | None:
        event, called = self.event, self.called
        if event.told is None:
            return None
        asked = {plain(node.text, called): node.text for clause in self.clauses for node in spoken(clause)
                 if isinstance(node, GameFact)}  # fmt: skip
        for words in event.told:
            if plain(words, called) not in asked:
                raise event.refuse(f"`{called}` has no condition `{words}`{did_you_mean(words, asked.values())}")
        return tuple(asked[plain(words, called)] for words in event.told)

    # --- What the text requires ---

    def _check(self, targets: tuple[int, ...], target_players: tuple[int, ...]) -> None:
        # 601.2c, 608.2d, 612.2
        event, called, clauses, source = self.event, self.called, self.clauses, self.source
        barred = {word for clause in clauses for word in clause.barred}
        for word in (*event.chosen.word_to, *event.chosen.creature_type, *event.chosen.of("land_type")):
            if word in barred:
                raise event.refuse(f"`{called}` does not allow `{word}`")
        described = [(n.index, n.group) for each in clauses for n in spoken(each) if isinstance(n, Target) and n.group]
        chosen = {index for index, _ in described}
        always = {node for clause in clauses for node in spoken(clause.condition or clause)}
        may_target = {node for _, group in described for node in group.walk()}  # these filters are not checked
        asked = (clause for clause in clauses if not self._denied(clause.condition))
        for node in (node for clause in asked for node in spoken(clause)):
            if isinstance(node, Target) and not node.count.removeprefix("each of ").startswith(("up to", "any number")):
                # "It" is never a player.
                count = len(self._named() if node.group else targets)
                if node.index + node.after >= count and not (node.many and count > node.after):
                    if node.group is None and node.word and node.index not in chosen:  # no target; 608.2k
                        raise event.refuse(
                            f"`{called}` needs the object that “{node.word}” means in `targets` (608.2k)"
                        )
                    what = "another target" if count else "an object" if self._named() else "a target"
                    raise event.refuse(f"`{called}` needs {what} in `targets` (115.1)")
            if isinstance(node, GainControl):
                self._check_new_controller(node, target_players)
            if isinstance(node, ChosenFrom) and not event.chosen.object:
                raise event.refuse(f"`{called}` needs `object` in `chosen`, an object that is not a target")
            unknown = event.x is None and not event.chosen.number and node not in may_target
            if isinstance(node, RecordedNumber) and unknown:
                raise event.refuse(f"`{called}` needs `x`: {node.text}")
            if isinstance(node, ChosenObject) and not event.chosen.object and not (source and source.choices.object):
                raise event.refuse(f"`{called}` needs `object` in `chosen`: {node.word}")
            if node in always and node not in may_target:
                self._check_choice(choice_needed(node), getattr(node, "which", 0))
                self._check_option(node)
            if isinstance(node, ExchangeText):
                admit_concept(event, self.tables, *TEXT_BOXES)
                if isinstance(node.other, ChosenObject) and not event.chosen.object:
                    raise event.refuse(f"`{called}` needs `object` in `chosen`, the object of the exchange (612.5)")
            if isinstance(node, ChangeWords):
                self._check_words(node)

    def _check_new_controller(self, change: GainControl, named: tuple[int, ...]) -> None:
        who, tables = change.who, self.tables
        if isinstance(who, Foremost):
            if problem := wrong_player(tables, who, named, self.called, tie_is_settled=len(self.clauses) > 1):
                raise self.event.refuse(problem)
        elif not named and (who != "an opponent" or len(tables.players) > 2) and who in _WITH_PLAYER:
            raise self.event.refuse(_without(str(who), self.called))

    def _check_choice(self, needed: str, which: int = 0) -> None:
        # 608.2d: the choice is made on resolution or was made for the source; `which` is its ordinal in the text.
        if not needed:
            return
        event, called = self.event, self.called
        found = event.chosen.of(needed) or (() if self.source is None else self.source.choices.of(needed))
        if not found:
            raise event.refuse(f"`{called}` needs `{needed}` in `chosen`, a choice on resolution (608.2d)")
        if which > 1 and len(found) < which:
            raise event.refuse(f"`{called}` needs {which} choices of `{needed}` in `chosen`, in order (608.2d)")

    def _check_option(self, node: Node) -> None:
        # 608.2d: one of the alternatives, and the choice that it requires, such as "from the color of your choice".
        most = alternatives(node)
        for option in self.event.chosen.option[:1] if most else ():
            if not 1 <= option <= most:
                wrong = f"no alternative `{option}`; `option` is from 1 to {most} (608.2d)"
                raise self.event.refuse(f"`{self.called}` has {wrong}")
            if isinstance(node, GainOne):
                self._check_choice(choice_of(node.abilities[option - 1]))

    def _check_words(self, change: ChangeWords) -> None:
        # 612.2
        event, called, chosen = self.event, self.called, self.event.chosen
        kinds = " or ".join(kind.replace("_", " ") for kind in change.what)
        needs = ("word_from",) if isinstance(change, ChangeWordsTo) else ("word_from", "word_to")
        if missing := [f"`{key}`" for key in needs if not getattr(chosen, key)]:
            raise event.refuse(f"`{called}` needs {' and '.join(missing)} in `chosen`: a {kinds} (612.2)")
        for word in (*chosen.word_from, *chosen.word_to):
            if not change.may_change(word):
                raise event.refuse(f"`{word}` is not a {kinds}, as `{called}` requires (612.2)")

    def _check_players(self, named: tuple[int, ...]) -> None:
        # Without the player, part of the effect would be lost silently.
        source = self.source
        now = (clause for clause in self.clauses if not self._denied(clause.condition))
        asked = {who for clause in now for who in players_asked(clause)}
        missing = asked & {"target player", "that player"}
        attacks = source is not None and any(name.startswith("attacks") for name, _ in source.links + source.numbers)
        if len(self.tables.players) > 2 and not self.event.chosen.player and not attacks:
            missing |= asked & {"defending player"}  # 506.2: of two players, it is the other
        if missing and not named:
            who = "target player" if "target player" in missing else min(missing)
            raise self.event.refuse(_without(who, self.called))

    def _denied(self, condition: Condition | None) -> bool:
        # Whether `told` omits a condition such as "if the gift was promised".
        if isinstance(condition, AllOf):
            return any(self._denied(part) for part in condition.parts)
        what, told = self.event.resolves, self.event.told
        if told is None or not isinstance(condition, GameFact):
            return False
        decided = question(condition.text)
        of_spell = isinstance(what, str) or not what.ability_of  # no mark records it
        if decided is not None and not (of_spell and decided.who == "source"):
            return False
        return plain(condition.text, self.called) not in {plain(words, self.called) for words in told}


def _without(who: str, called: str) -> str:
    return f"`{called}` needs a player in `targets`: {who} ({'115.1' if who == 'target player' else '608.2'})"
