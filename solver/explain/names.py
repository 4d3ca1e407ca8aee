"""The names that sentences use for objects and effects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from textwrap import shorten
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mtglayers.model.board.abilities import ability_called
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.shortening import without_digests
from mtglayers.model.objects.gameobject import counter_name
from mtglayers.model.support.names import kebab
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

from ..wording import (
    ability_text,
    ability_words,
    article,
    is_unsaid,
    joined,
    number_word,
    operation_words,
    ordinal,
    possessive,
    times,
)  # fmt: skip

if TYPE_CHECKING:
    from mtglayers.model.effects.language import Ability, Operation
    from mtglayers.model.objects.gameobject import Counter, GameObject, ResolvedEffect

    from ..result.result import Result
    from ..result.steps import Step

MANY: Final = 8
"""Maximum number of objects that a sentence lists by name."""

MAX_TEXT: Final = 80
"""Maximum length of the text that names an effect, in characters."""

MAX_SPELL: Final = 60
"""Maximum length of the name of a spell, in characters."""

_CARRIED: Final = MappingProxyType({
    "face down": "{whose} face-down status",
    "name sticker": "{whose} name sticker",
    "ability sticker": "{whose} ability sticker",
    "size sticker": "{whose} power and toughness sticker",
    "suspected": "{whose} suspected designation",
    "Ring-bearer": "the Ring emblem",
    "choice": "the choice for {name}",
    "entered with": "{name} (entered with)",
})  # fmt: skip
"""The suffixes of effects that belong to an object and do not come from an ability, and what sentences call them."""


class _Numbered(Record, frozen=True):
    # An ability of which no text is known: the number of the printed ability and its card, whether that ability gives
    # it, and whether it is the only one of its form on the card. `which` is "second" for the second of its form among
    # the abilities that the card gives, or else among those that the card has, and "" if there is no other.
    number: int
    card: str
    given: bool
    alone: bool
    which: str


class Names:
    """The names that sentences use for the objects, effects and abilities in a result.

    The name of an object is that of its card. Objects that share a name are "Ben’s Grizzly Bears" if each has a
    different controller, and otherwise "the second Grizzly Bears", by the number in the id; if an id is not made of the
    name, the ids are added in parentheses.
    """

    def __init__(self, result: Result) -> None:
        world = result.trace.start.world
        self._result = result
        self._objects = {found.id: found for found in world.objects.values()}
        self._counters = {
            counter_name(found.id, counter.kind): (found.id, counter)
            for found in self._objects.values()
            for counter in found.counters
        }
        self._several: dict[str, set[str]] = {}

    @cached_property
    def _called(self) -> dict[str, str]:
        # The names of all objects, by id.
        sharing: dict[str, list[GameObject]] = {}
        for found in self._objects.values():
            sharing.setdefault("emblem" if _is_bare_emblem(found) else printed_name(found), []).append(found)
        called: dict[str, str] = {}
        for name, group in sharing.items():
            players = {found.base.controller for found in group}
            own = kebab(name)
            numbers = [_number(found.id.partition("@")[0], own) for found in group]  # also of a card that has moved
            numbered = None not in numbers and len(set(numbers)) == len(numbers)
            for found, number in zip(group, numbers, strict=True):
                checkpoint("object")
                if not name:
                    called[found.id] = f"`{found.id}`"
                elif len(group) == 1:
                    called[found.id] = f"the {name}" if found.base.token or _is_bare_emblem(found) else name
                elif len(players) == len(group) and None not in players:
                    player = self._result.trace.start.world.players[found.base.controller or 0]
                    called[found.id] = f"{possessive(player)} {name}"
                elif number is None or not numbered:
                    called[found.id] = f"{name} (`{found.id}`)"
                else:
                    called[found.id] = f"the {ordinal(number)} {name}"
        return called

    def object(self, id: str) -> str:
        """Return the name of an object; the name of a token begins with "the"."""
        return self._called.get(id, f"`{id}`")

    def printed(self, id: str) -> str:
        """Return the printed name of an object."""
        return printed_name(self._objects[id]) if id in self._objects else ""

    def subtype_order(self, id: str) -> Sequence[str]:
        """Return the order of subtypes on the type line of an object."""
        return self._result.objects.type_lines.order(self._objects[id].number)

    def objects(self, ids: Sequence[str], nobody: str = "nothing", itself: str | None = None) -> str:
        """Return the names of objects as a phrase that shortens long lists; object `itself` is "itself"."""
        called = ["itself" if id == itself else self.object(id) for id in ids]
        if len(ids) > MANY:
            return joined([*called[: MANY - 1], f"{len(ids) - MANY + 1} more"])
        return joined(called) or nobody

    def sized(self, ids: Sequence[str]) -> str:
        """Return the names of objects as in `objects`, or, of a few, with the power and toughness of creatures."""
        if len(ids) > MANY:
            return self.objects(ids)
        found = ((self.object(id), self._result[id]) for id in ids)
        return joined(name if one.power is None else f"{name} ({one.power}/{one.toughness})" for name, one in found)

    # --- Effects ---

    def effect(self, name: str, layer: str) -> str:
        """Return a name for an effect: its object's and, if the object has several abilities, the ability's."""
        if name in self._counters:
            id, counter = self._counters[name]
            if counter.count == 1:
                return f"{possessive(self.object(id))} {counter.kind} counter"
            return f"{self.object(id)} ({_counted(counter)})"
        if name in self._objects:
            return f"{self._whose(name)} copy effect"
        granted = re.fullmatch(r"(.+?)<(.+)>(?:#\d+)?", name) if "<" in name else None
        if granted and granted[1] in self._objects:
            called, what = self.object(granted[1]), granted[2]
            if what in _CARRIED:
                return _CARRIED[what].format(name=called, whose=possessive(called))
            if what == "merge":
                found = self._objects[granted[1]]
                others = [card.name for place, card in enumerate(found.components) if place != found.host]
                return f"{called} (merged with {joined(others)})"
            if what.partition("#")[0] == granted[1]:
                return f"the ability that {called} gives itself"
            return f"{called} (ability from {self.effect(what, layer)})"
        id, mark, place = name.rpartition("#")
        if mark and id in self._objects:
            return self._ability_of(id, int(place)) if id in self._crowded(layer) else self.object(id)
        return self._resolved.get(name, f"`{name}`")

    def counters(self, name: str) -> str:
        """Return an effect of several counters in the plural, "Forest’s two +1/+1 counters", or "" for others."""
        id, counter = self._counters.get(name, ("", None))
        return "" if counter is None or counter.count == 1 else f"{possessive(self.object(id))} {_counted(counter)}"

    def effects(self, names: Iterable[str], layer: str) -> str:
        """Return the names of effects as a phrase."""
        return joined(self.effect(name, layer) for name in names)

    @cached_property
    def _resolved(self) -> dict[str, str]:
        # The names of the effects of resolved spells and abilities.
        sharing: dict[str, list[str]] = {}
        for name, effect in self._result.sources.resolved.items():
            sharing.setdefault(self._resolved_name(effect), []).append(name)
        called: dict[str, str] = {}
        for words, group in sharing.items():
            own = kebab(words)
            of_abilities = all(self._result.sources.resolved[name].ability for name in group)
            for place, name in enumerate(group, start=1):
                checkpoint("object")
                number = _number(name, own)
                if words and len(group) == 1:
                    called[name] = words
                elif words and of_abilities:  # an ability that resolved several times
                    called[name] = f"{words} (the {ordinal(place)} time)"
                elif words and number:
                    called[name] = f"the {ordinal(number)} {words}"
                else:
                    called[name] = f"{words} (`{name}`)".lstrip()
        return called

    def _resolved_name(self, effect: ResolvedEffect) -> str:
        source = effect.context.source
        if source is None:
            text = effect.source_name
            is_text = text.endswith((".", "”", '"')) or len(text) > MAX_SPELL
            return text if not is_text else f"the effect of “{shorten(text, MAX_TEXT, placeholder=' …')}”"
        id = next((id for id, found in self._objects.items() if found.number == source), "")
        if not id:
            return f"an ability of {effect.source_name}"
        if not effect.ability:
            return f"{self._whose(id)} ability"
        return self._ability_of(id, effect.ability)

    def _ability_of(self, id: str, place: int) -> str:
        found = self._objects[id]
        abilities = found.card.faces[found.face].abilities if found.face < len(found.card.faces) else ()
        if len(abilities) == 1:
            return f"{self._whose(id)} ability"
        words = ability_called(abilities, place) if place <= len(abilities) else ordinal(place)
        return f"{self._whose(id)} {words} ability"

    def _whose(self, id: str) -> str:
        # The possessive of a name: the part before the comma is enough if only one name begins with it.
        name, (short, comma, _) = self.object(id), self.printed(id).partition(", ")
        alone = sum(1 for found in self._objects.values() if printed_name(found).startswith(short)) == 1
        return possessive(short if comma and alone else name)

    def _crowded(self, layer: str) -> set[str]:
        # The objects with more than one printed ability that acts in `layer`.
        if layer not in self._several:
            places: dict[str, set[str]] = {}
            for found in self._result.layers:
                if found.name == layer:
                    for name in {name for step in found.steps for name in (*step.pending, step.effect)}:
                        id, _, place = name.rpartition("#")
                        places.setdefault(id, set()).add(place)
            self._several[layer] = {id for id, found in places.items() if len(found) > 1}
        return self._several[layer]

    # --- Abilities ---

    def ability(self, ability: Ability, name: str = "", by: str = "") -> str:
        """Return an ability as quoted text; if its text is not known, its card, its kind and its cost.

        Args:
            ability: the ability.
            name: the name of the object that has it.
            by: the printed name of what gives it; its own abilities do not need this name again.
        """
        known = self._numbered.get(ability)
        if known is None:
            return ability_words(ability, name).replace("\n", " ")
        assert isinstance(ability, TextAbility)
        form, cost = _form(ability), f" ({ability.cost})" if ability.cost else ""
        if known.given and known.card == by:
            return f"{article(form)} {form} ability{cost}"
        called = f"{known.which} {form} ability{cost}".lstrip()
        if known.given and not known.alone:
            return f"the {called} that {known.card} gives"
        return f"{possessive(known.card)} {called}"

    def abilities_of(self, name: str) -> tuple[Ability, ...]:
        """Return the printed abilities of the face with the given name, if a card on the board has it."""
        cards = dict.fromkeys(card for each in self._objects.values() for card in each.components or (each.card,))
        return next((face.abilities for card in cards for face in card.faces if face.name == name), ())

    def text(self, ability: Ability, name: str = "") -> str:
        """Return an ability as a line of text; if its text is not known, its number, its card and its kind."""
        known = self._numbered.get(ability)
        if known is not None:
            assert isinstance(ability, TextAbility)
            form = _form(ability)
            if not known.given:
                return f"ability {known.number} of {known.card} ({', '.join(filter(None, (form, ability.cost)))})"
            cost = f" ({ability.cost})" if ability.cost else ""
            return f"the {form} ability{cost} from ability {known.number} of {known.card}"
        text = without_digests(ability_text(ability, name))
        inner = [node for node in ability.walk() if isinstance(node, TextAbility) and node in self._numbered]
        return self.text(inner[0]) if text.endswith(" ability)") and inner else text

    def operation(self, operation: Operation, name: str = "this object", by: str = "") -> str:
        """Return an operation as a predicate, such as "gains flying".

        Args:
            operation: the operation.
            name: the name of the object that gains abilities.
            by: the printed name of the source, as for `ability`.
        """
        players = self._result.trace.start.world.players
        return operation_words(operation, players, lambda ability: self.ability(ability, name, by))

    def stated(self, step: Step) -> tuple[str, ...]:
        """Return the operations of a step as predicates, each once (`Step.stated`)."""
        return tuple(dict.fromkeys(self.operation(operation) for _, operation, _ in step.stated))

    def predicates(self, done: Iterable[tuple[Operation, int]]) -> tuple[str, ...]:
        """Return operations as predicates with how often each is performed; prohibited abilities share their verb."""
        said: dict[str, list[str]] = {}
        for operation, count in done:
            words = f"{self.operation(operation)}{times(count)}"
            barred = operation.keyword.lower() if isinstance(operation, CantHave) else ""
            said.setdefault(words.removesuffix(f" {barred}") if barred else words, []).append(barred)
        return tuple(f"{words} {joined(filter(None, barred), 'or')}".rstrip() for words, barred in said.items())

    @cached_property
    def _numbered(self) -> dict[Ability, _Numbered]:
        # The abilities of which no text is known.
        found: dict[Ability, _Numbered] = {}
        objects = self._objects.values()
        for card in dict.fromkeys(card for each in objects for card in each.components or (each.card,)):
            for face in card.faces:
                texts = [
                    (node, number, node is not ability)
                    for number, ability in enumerate(face.abilities, start=1)
                    for node in ability.walk()
                    if isinstance(node, TextAbility)
                ]
                forms = [node.form for node in dict.fromkeys(node for node, _, _ in texts)]
                for node, number, given in texts:
                    like = dict.fromkeys(each for each, _, by in texts if by == given and each.form == node.form)
                    alone = forms.count(node.form) == 1
                    which = ordinal([*like].index(node) + 1) if len(like) > 1 else ""
                    if is_unsaid(node):
                        found.setdefault(node, _Numbered(number, face.name, given, alone, which))
        return found


def _form(ability: TextAbility) -> str:
    return "static" if ability.form in ("rule", "entering") else ability.form


def _counted(counters: Counter) -> str:
    return f"{number_word(counters.count)} {counters.kind} counters"


def _number(id: str, own: str) -> int | None:
    # 1 for the id that a name is converted to, 2 for the second such id, ...; None for other ids.
    if id == own:
        return 1
    head, mark, tail = id.rpartition("-")
    return int(tail) if mark and head == own and tail.isdecimal() else None


def _is_bare_emblem(found: GameObject) -> bool:
    # Whether an object is an emblem that has no name (114.3).
    return found.card.emblem and found.card.name == "Emblem"


def printed_name(found: GameObject) -> str:
    """Return the printed name of the face that is up on an object's card."""
    faces = found.card.faces
    return faces[found.face].name if found.face < len(faces) else found.card.name
