"""Spells and abilities that resolve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, TypedDict

import msgspec

from ..cards.card import Card, Face
from ..cards.faces import halves_cast, id_names, spell_id
from ..cards.rules_text import (
    after_targets,
    cleaved,
    fused,
    given_to_itself,
    is_static,
    plain,
    resolution_of,
    resolution_of_ability,
    resolution_of_spell,
    resolves_with_spell,
    says,
    with_others,
)
from ..cards.search import find_card
from ..cards.target_counts import limit_in
from ..data.record import NUMBER, NUMBERS, TEXT, Kind, Path, Record, WrongTypeError, wrong_type
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
from .base import Event
from .concepts import TEXT_BOXES, admit_concept
from .fields import Chosen, Flag, MaybeNumber, MaybeText, MaybeTexts, Texts
from .foremost import foremost, wrong_player
from .found_again import finds_target
from .granted import giver
from .last_known import as_last_known, last_known_words
from .left_open import LEFT_OPEN, with_open, without_open
from .measured import measured
from .shown import ability_resolving, shown_values, source_of

# The objects that keyword actions such as amass choose by themselves.
_ACTED_ON: Final = frozenset(action.object for action in ACTIONS.values() if action.object)
_WITH_PLAYER: Final = ("that player", "target player", "an opponent")  # who "gains control"
_PAID: Final = {"overload": "702.96a", "cleave": "702.148a", "awaken": "702.113a"}  # costs, by the key


class Source(Record, frozen=True, kw_only=True):
    """Rules text that resolves, or an object's ability, which is identified by its index or text."""

    text: Annotated[str, TEXT] = ""
    ability_of: Annotated[str, TEXT] = ""
    index: Annotated[int, NUMBER] = 0


def _read_what(value: Any, path: Path) -> str | Source:
    if isinstance(value, Source):
        return value
    if isinstance(value, Mapping):
        source = Source.read(value, path)
        if source.ability_of and bool(source.text) == bool(source.index):
            raise WrongTypeError("`ability_of` needs either an `index` (from 1) or a `text`, but not both", path)
        if not source.ability_of and (not source.text or source.index):
            raise WrongTypeError("`resolves` must be a card's name, { text } or { ability_of, index or text }", path)
        return source
    if not isinstance(value, str):
        raise wrong_type(value, "a card's name, { text } or { ability_of, index or text }", path)
    return value


What = Annotated[
    str | Source,
    Kind(
        "a card's name or a table", _read_what, lambda what: what if isinstance(what, str) else what.to_data(),
        {"anyOf": [TEXT.schema, {"$ref": "#/$defs/Source"}]},
    ),
]  # fmt: skip


class ResolvesKeys(TypedDict, total=False):
    """Keyword arguments for the keys of `Resolves`; None means that the key is omitted."""

    as_: str | None
    controller: str | None
    targets: str | Sequence[str] | None
    x: int | None
    chosen: Mapping[str, Any] | None
    mode: int | Sequence[int] | None
    told: str | Sequence[str] | None
    overload: bool | None
    cleave: bool | None
    awaken: bool | None


class Resolves(Event, frozen=True, kw_only=True):
    """A spell or ability resolves, and its continuous effects begin (611.2, 613.7b)."""

    resolves: What
    as_: MaybeText = None
    controller: MaybeText = None
    targets: Texts = ()
    x: MaybeNumber = None
    chosen: Chosen = Choices()
    mode: Annotated[tuple[int, ...], NUMBERS] = ()
    told: MaybeTexts = None
    overload: Flag = False
    cleave: Flag = False
    awaken: Flag = False

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        source: GameObject | None = None
        you = 0
        if isinstance(self.resolves, str):
            card = find_card(self.resolves, tables.cards)
            found, called = self._of_spell(card)
            default = spell_id(self.resolves, id_names(card))
        elif paid := next((key for key in _PAID if getattr(self, key)), ""):
            raise self.refuse(f"`{paid}` applies only to a card ({_PAID[paid]})")
        elif self.resolves.ability_of:
            if self.as_ is None:
                raise self.refuse("`as` is required for the effect of an ability")
            source = source_of(tables, self.resolves.ability_of, self.resolves.index, self.resolves.text)
            you = tables.whose(source)
            found, by = self._of_ability(tables, source)
            names_it = found is not None and any(isinstance(node, ChosenObject) for node in spoken(found))
            if by is not None and names_it and not self.chosen.object:
                chosen = msgspec.structs.replace(self.chosen, object=(by.id,))
                return msgspec.structs.replace(self, chosen=chosen).apply(tables, index)
            default, called = kebab(source.id), source.base.values.name or source.card.name
        else:
            found = resolution_of(self.resolves.text)
            default, called = "effect", self.resolves.text
        if found is None:
            raise self.refuse(f"the text of the ability of {called} is not in the catalogue; specify it as `text`")
        chosen_for = self.chosen.object or (source.choices.object if source is not None else ())
        values, place = (None, 0) if source is None else (shown_values(tables, source), self._place(tables, source))
        if not chosen_for and finds_target(found, self.abilities(tables.cards, values, place), self.mode):
            objects = tuple(name for name in self.targets if tables.player(name) is None or tables.is_taken(name))
            if not objects:
                raise self.refuse(f"`{called}` needs a target in `targets` (115.1)")
            again = msgspec.structs.replace(self.chosen, object=objects)
            return msgspec.structs.replace(self, chosen=again).apply(tables, index)
        if self.controller is not None:
            you = self.player_number(tables, self.controller)
        if (every := with_open(found, self.targets, tables)) != self.targets:
            return msgspec.structs.replace(self, targets=every).apply(tables, index)
        name = self._name(tables, default)
        clauses = self._chosen(self._clauses(found, called), called, tables)
        if self.told is None and (told := self._tie(tables, clauses)) is not None:
            return msgspec.structs.replace(self, told=told).apply(tables, index)
        targets, target_players = self._targets(tables, clauses)
        stamp = tables.next_stamp()
        choices = self.chosen if source is None else source.choices.replaced(self.chosen)  # 113.7a
        if word := last_known_words(clauses).get(None):
            ids = tuple(as_last_known(tables, name, word).id for name in choices.object)
            choices = msgspec.structs.replace(choices, object=ids)
        context = Context(
            effect=name, source=None if source is None else source.number, you=you, targets=targets,
            target_players=target_players, x=self.x, choices=choices, stamp=(stamp,),
            told=self._told(clauses, called),
            triggered_by=None if source is None else self._triggered_by(tables, clauses, called, source),
        )  # fmt: skip
        self._check(tables, clauses, called, source)
        self._check_players(tables, clauses, called, target_players, source)
        made = ResolvedEffect(name, stamp, clauses, context, index, called, listed=found.listed, delayed=found.delayed)
        tables.put("effects", name, msgspec.structs.replace(made, ability=place))
        return (name,)

    def halves_cast(self, card: Card) -> tuple[Face, ...]:
        """Return the halves of a card that were cast, with the text that they have if a cleave cost was paid."""
        assert isinstance(self.resolves, str)
        cast = halves_cast(card, self.resolves)
        if not self.cleave:
            return cast
        if wrong := next((face.name for face in cast if not face.has("Cleave")), None):
            raise self.refuse(f"`{wrong}` has no cleave ability (702.148a)")
        return tuple(msgspec.structs.replace(face, abilities=cleaved(face.abilities)) for face in cast)

    def _of_spell(self, card: Card) -> tuple[Resolution | None, str]:
        assert isinstance(self.resolves, str)
        cast = self.halves_cast(card)
        for face in cast:
            if not {"Instant", "Sorcery"} & set(face.types):
                raise self.refuse(f"`{face.name}` is not an instant or sorcery; use `enters`")
        if not cast:
            halves = " or ".join(f"`{face.name}`" for face in card.faces)
            raise self.refuse(f"one half of `{card.name}` is cast: {halves} (709.3)")
        parts = [resolution_of_spell(face.abilities, face.name) for face in cast]
        if self.overload:
            parts = [part and self._overloaded(part, face) for part, face in zip(parts, cast, strict=True)]
        if self.awaken:
            parts = [part and self._awakened(part, face) for part, face in zip(parts, cast, strict=True)]
        if len(parts) == 1:
            return parts[0], cast[0].name
        return (None if None in parts else fused(part for part in parts if part is not None)), card.name

    def _overloaded(self, found: Resolution, face: Face) -> Resolution:
        # 702.96b: the text has "each" in place of "target".
        if not face.has("Overload"):
            raise self.refuse(f"`{face.name}` has no overload ability (702.96a)")
        if self.targets:
            raise self.refuse(f"`{face.name}` has no targets if its overload cost was paid (702.96b)")
        return found.rewrite(with_each)

    def _awakened(self, found: Resolution, face: Face) -> Resolution:
        # 702.113a: another target, after those of the text.
        awaken = next((ability for ability in face.abilities if is_awaken(ability)), None)
        if awaken is None:
            raise self.refuse(f"`{face.name}` has no awaken ability (702.113a)")
        limits = [limit_in(ability).number for ability in face.abilities if isinstance(ability, TextAbility)]
        further = resolution_of_ability(awaken, face.name)
        assert further is not None
        clauses = after_targets(further.clauses, sum(limits))
        return msgspec.structs.replace(found, clauses=(*found.clauses, *clauses))

    def _name(self, tables: Tables, default: str) -> str:
        if self.as_ is None:
            return tables.free(default)
        if tables.is_in_use(self.as_):
            raise self.refuse(f"the name `{self.as_}` is already in use; choose a different name with `as`")
        self.admit_name(self.as_)
        return self.as_

    def _named(self, clauses: tuple[Clause, ...]) -> tuple[str, ...]:
        # A chosen object can take the place of a target, as for "that creature" in a triggered ability, except with a
        # keyword action such as amass, which chooses another object.
        if any(isinstance(clause.selector, ChosenObject) and clause.selector.word in _ACTED_ON for clause in clauses):
            return self.targets
        return tuple(name for name in self.targets if name != LEFT_OPEN) or self.chosen.object

    def _chosen(self, clauses: tuple[Clause, ...], called: str, tables: Tables) -> tuple[Clause, ...]:
        if self.x is None and not self.chosen.number:
            objects = [name for name in self.targets if name != LEFT_OPEN and tables.player(name) is None]
            clauses = measured(clauses, objects, self.chosen.object, lambda name: tables.last_known(name).base.zone)
        if LEFT_OPEN not in self.targets:
            return clauses
        found, required = without_open(clauses, self.targets, tables.players)
        if required:
            raise self.refuse(f"`{called}` needs a target in place of `{LEFT_OPEN}` in `targets`: {required} (601.2c)")
        return found

    def _targets(self, tables: Tables, clauses: tuple[Clause, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        known = last_known_words(clauses)
        objects: list[int] = []
        players: list[int] = []
        for name in self._named(clauses):
            player = tables.player(name)
            if player is not None and not tables.is_taken(name):
                players.append(player)
            elif word := known.get(len(objects)):
                objects.append(as_last_known(tables, name, word).number)
            else:
                objects.append(tables.named(name).number)
        return tuple(objects), tuple(players)

    def _triggered_by(
        self, tables: Tables, clauses: tuple[Clause, ...], called: str, source: GameObject
    ) -> int | None:  # fmt: skip
        # 608.2k: "it" in "Whenever equipped creature attacks, it gets ..." is the creature that attacked.
        nodes = [node for clause in clauses for node in spoken(clause)]
        if not any(isinstance(node, Attached) and node.of_trigger for node in nodes):
            return None
        now = () if source.attached_to is None else (source.attached_to,)
        hosts = [tables.objects[number].id for number in dict.fromkeys((*tables.hosts.get(source.number, ()), *now))]
        names = self.chosen.object or (() if any(isinstance(node, Target) for node in nodes) else self.targets)
        players = {name for name in names if tables.player(name) is not None and not tables.is_taken(name)}
        named = [tables.last_known(name).id for name in names if name not in players]
        if (wrong := [id for id in named if id not in hosts]) and hosts:
            raise self.refuse(f"`{source.id}` was not attached to `{wrong[0]}` this turn (608.2k)")
        if not named and len(hosts) > 1:
            either = " or ".join(f"`{id}`" for id in hosts)
            raise self.refuse(f"`{called}` needs `object` in `chosen`: the one that triggered it, {either} (608.2k)")
        number = tables.ids[(named or hosts)[0]] if named or hosts else None
        return None if number == source.attached_to else number

    def _clauses(self, found: Resolution, called: str) -> tuple[Clause, ...]:
        if not found.modes:
            if self.mode:
                raise self.refuse(f"{called} has no modes (700.2)")
            return found.clauses
        if not self.mode:
            raise self.refuse(f"{called} is modal and needs a `mode` from 1 to {len(found.modes)} (700.2)")
        for mode in self.mode:
            if not 1 <= mode <= len(found.modes):
                raise self.refuse(f"{called} has no mode `{mode}`, only {len(found.modes)} modes (700.2)")
        clauses = list(found.clauses)
        own = 0  # targets of the earlier modes
        unlimited = 0  # the mode with any number of targets
        for mode in self.mode:
            chosen = found.modes[mode - 1]
            targets = [
                n for clause in chosen for n in spoken(clause) if isinstance(n, Target) and n.index >= found.named
            ]
            if own and targets:
                chosen = after_targets(chosen, own, found.named)
            if unlimited and targets:
                raise self.refuse(f"mode `{unlimited}` of {called} has any number of targets and must be the last mode")
            unlimited = mode if any(node.many for node in targets) else unlimited
            own += max((1 + node.index - found.named for node in targets), default=0)
            clauses += chosen
        return tuple(clauses)

    def _tie(self, tables: Tables, clauses: tuple[Clause, ...]) -> tuple[str, ...] | None:
        # "The player with the lowest life total gains control of ~. If two or more players are tied, ...":
        # the condition if it is true, and None if the board does not tell.
        match clauses:
            case (Clause(operations=(GainControl(who=Foremost() as who), *_)), Clause(condition=GameFact(text)), *_):
                found = foremost(tables, who)
                return (text,) * (len(found) > 1) if found else None
            case _:
                return None

    def _told(self, clauses: tuple[Clause, ...], called: str) -> tuple[str, ...] | None:
        if self.told is None:
            return None
        asked = {plain(node.text, called): node.text for clause in clauses for node in spoken(clause)
                 if isinstance(node, GameFact)}  # fmt: skip
        for words in self.told:
            if plain(words, called) not in asked:
                raise self.refuse(f"`{called}` has no condition `{words}`{did_you_mean(words, asked.values())}")
        return tuple(asked[plain(words, called)] for words in self.told)

    def _check(
        self, tables: Tables, clauses: tuple[Clause, ...], called: str, source: GameObject | None
    ) -> None:  # fmt: skip
        # 601.2c, 608.2d, 612.2
        barred = {word for clause in clauses for word in clause.barred}
        for word in (*self.chosen.word_to, *self.chosen.creature_type, *self.chosen.of("land_type")):
            if word in barred:
                raise self.refuse(f"`{called}` does not allow `{word}`")
        described = [(n.index, n.group) for each in clauses for n in spoken(each) if isinstance(n, Target) and n.group]
        chosen = {index for index, _ in described}
        always = {node for clause in clauses for node in spoken(clause.condition or clause)}
        may_target = {node for _, group in described for node in group.walk()}  # these filters are not checked
        asked = (clause for clause in clauses if not self._denied(clause.condition, called))
        for node in (node for clause in asked for node in spoken(clause)):
            if isinstance(node, Target) and not node.count.removeprefix("each of ").startswith(("up to", "any number")):
                # "It" is never a player.
                count = len(self._named(clauses) if node.group else self._targets(tables, clauses)[0])
                if node.index + node.after >= count and not (node.many and count > node.after):
                    if node.group is None and node.word and node.index not in chosen:  # no target; 608.2k
                        raise self.refuse(f"`{called}` needs the object that “{node.word}” means in `targets` (608.2k)")
                    what = "another target" if count else "an object" if self._named(clauses) else "a target"
                    raise self.refuse(f"`{called}` needs {what} in `targets` (115.1)")
            if isinstance(node, GainControl):
                named, who = self._targets(tables, clauses)[1], node.who
                if isinstance(who, Foremost):
                    if problem := wrong_player(tables, who, named, called, tie_is_settled=len(clauses) > 1):
                        raise self.refuse(problem)
                elif not named and (who != "an opponent" or len(tables.players) > 2) and who in _WITH_PLAYER:
                    raise self.refuse(_without(str(who), called))
            if isinstance(node, ChosenFrom) and not self.chosen.object:
                raise self.refuse(f"`{called}` needs `object` in `chosen`, an object that is not a target")
            unknown = self.x is None and not self.chosen.number and node not in may_target
            if isinstance(node, RecordedNumber) and unknown:
                raise self.refuse(f"`{called}` needs `x`: {node.text}")
            if isinstance(node, ChosenObject) and not self.chosen.object and not (source and source.choices.object):
                raise self.refuse(f"`{called}` needs `object` in `chosen`: {node.word}")
            if node in always and node not in may_target:
                self._check_choice(choice_needed(node), called, source, getattr(node, "which", 0))
                self._check_option(node, called, source)
            if isinstance(node, ExchangeText):
                admit_concept(self, tables, *TEXT_BOXES)
                if isinstance(node.other, ChosenObject) and not self.chosen.object:
                    raise self.refuse(f"`{called}` needs `object` in `chosen`, the object of the exchange (612.5)")
            if isinstance(node, ChangeWords):
                self._check_words(node, called)
                for word in (*self.chosen.word_from, *self.chosen.word_to):
                    if not node.may_change(word):
                        kinds = " or ".join(kind.replace("_", " ") for kind in node.what)
                        raise self.refuse(f"`{word}` is not a {kinds}, as `{called}` requires (612.2)")

    def _check_choice(self, needed: str, called: str, source: GameObject | None, which: int = 0) -> None:
        # 608.2d: the choice is made on resolution or was made for the source; `which` is its ordinal in the text.
        if not needed:
            return
        found = self.chosen.of(needed) or (() if source is None else source.choices.of(needed))
        if not found:
            raise self.refuse(f"`{called}` needs `{needed}` in `chosen`, a choice on resolution (608.2d)")
        if which > 1 and len(found) < which:
            raise self.refuse(f"`{called}` needs {which} choices of `{needed}` in `chosen`, in order (608.2d)")

    def _check_option(self, node: Node, called: str, source: GameObject | None) -> None:
        # 608.2d: one of the alternatives, and the choice that it requires, such as "from the color of your choice".
        most = alternatives(node)
        for option in self.chosen.option[:1] if most else ():
            if not 1 <= option <= most:
                raise self.refuse(f"`{called}` has no alternative `{option}`; `option` is from 1 to {most} (608.2d)")
            if isinstance(node, GainOne):
                self._check_choice(choice_of(node.abilities[option - 1]), called, source)

    def _denied(self, condition: Condition | None, called: str) -> bool:
        # Whether `told` omits a condition such as "if the gift was promised".
        if isinstance(condition, AllOf):
            return any(self._denied(part, called) for part in condition.parts)
        if self.told is None or not isinstance(condition, GameFact):
            return False
        decided = question(condition.text)
        of_spell = not isinstance(self.resolves, Source) or not self.resolves.ability_of  # no mark records it
        if decided is not None and not (of_spell and decided.who == "source"):
            return False
        return plain(condition.text, called) not in {plain(words, called) for words in self.told}

    def _check_players(
        self, tables: Tables, clauses: tuple[Clause, ...], called: str, named: tuple[int, ...],
        source: GameObject | None,
    ) -> None:  # fmt: skip
        # Without the player, part of the effect would be lost silently.
        now = (clause for clause in clauses if not self._denied(clause.condition, called))
        asked = {who for clause in now for who in players_asked(clause)}
        missing = asked & {"target player", "that player"}
        attacks = source is not None and any(name.startswith("attacks") for name, _ in source.links + source.numbers)
        if len(tables.players) > 2 and not self.chosen.player and not attacks:  # 506.2: of two players, it is the other
            missing |= asked & {"defending player"}
        if missing and not named:
            raise self.refuse(_without("target player" if "target player" in missing else min(missing), called))

    def _check_words(self, change: ChangeWords, called: str) -> None:
        # 612.2
        chosen = self.chosen
        needs = ("word_from",) if isinstance(change, ChangeWordsTo) else ("word_from", "word_to")
        if missing := [f"`{key}`" for key in needs if not getattr(chosen, key)]:
            kinds = " or ".join(kind.replace("_", " ") for kind in change.what)
            raise self.refuse(f"`{called}` needs {' and '.join(missing)} in `chosen`: a {kinds} (612.2)")

    def _of_ability(self, tables: Tables, source: GameObject) -> tuple[Resolution | None, GameObject | None]:
        # The effects of an ability, and the object that gives it and that its text names (201.5a).
        what = self.resolves
        assert isinstance(what, Source)
        values = shown_values(tables, source)
        name = values.name or source.card.name
        place = self._place(tables, source)
        found = values.abilities[place - 1] if 0 < place <= len(values.abilities) else None
        if isinstance(found, Keyword) and found.name == "Backup":
            return backed_up(values.abilities, place), None
        if not place and (given := giver(tables, source, what.text)):
            return resolution_of_ability(given[1], given[1].granter), given[0]
        if not what.index:
            done = self._resolved(values.abilities, place, name) if place else None
            return (with_others(resolution_of(what.text, name), values.abilities) if done is None else done), None
        if not 1 <= what.index <= len(values.abilities):
            number = len(values.abilities)
            raise self.refuse(f"`{source.id}` has no printed ability `{what.index}`; it has {number}")
        return self._resolved(values.abilities, what.index, name), None

    def abilities(
        self, cards: Mapping[str, Card], values: Copiable | None, place: int
    ) -> Iterator[tuple[Ability | None, str]]:  # fmt: skip
        """Yield the lines of the card, or the one ability, that resolves; see `ability_resolving`."""
        if isinstance(self.resolves, str):
            for face in self.halves_cast(find_card(self.resolves, cards)):
                paid = (ability for ability in face.abilities if self.awaken and is_awaken(ability))
                lines = filter(resolves_with_spell, face.abilities)
                yield from ((ability, face.name) for ability in (*lines, *paid))
        else:
            yield from ability_resolving(values, place, self.resolves.text)

    def _place(self, tables: Tables, source: GameObject) -> int:
        # 0 if the ability is not printed on its source.
        what = self.resolves
        assert isinstance(what, Source)
        if what.index:
            return what.index
        values = shown_values(tables, source)
        name = values.name or source.card.name
        places = enumerate(values.abilities, start=1)
        return next((place for place, ability in places if says(ability, what.text, name)), 0)

    def _resolved(self, abilities: tuple[Ability, ...], place: int, name: str) -> Resolution | None:
        ability = given_to_itself(abilities[place - 1]) or abilities[place - 1]
        if is_static(ability):
            raise self.refuse(f"a static ability of {name} does not resolve (604.1)")
        found = resolution_of_ability(ability, name)
        if found is None and isinstance(ability, Keyword):
            raise self.refuse(f"`{ability.name}` of {name} has no continuous effect that begins as it resolves")
        return None if found is None else with_others(found, (*abilities[: place - 1], *abilities[place:]))


def _without(who: str, called: str) -> str:
    return f"`{called}` needs a player in `targets`: {who} ({'115.1' if who == 'target player' else '608.2'})"
