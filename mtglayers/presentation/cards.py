"""Facts about cards and their abilities, as text and as data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from mtglayers.model.cards import search as catalogue
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Static, TextAbility, UnsupportedAbility, is_cda
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause
from mtglayers.model.effects.operations.costs import ChangeCost
from mtglayers.model.effects.shortening import without_digests
from mtglayers.model.effects.view import ANY, FAMILIES, Column
from mtglayers.model.rules.edition import NEWEST, Edition
from mtglayers.model.rules.vocabulary import COLOR_NAMES
from mtglayers.model.support.patterns import lazy_pattern
from mtglayers.solver.engine.effect import Part, plan
from mtglayers.solver.wording import ability_text, joined

from .unread import line_text, place_words

WIDTH: Final = 80
SHIPPED: Final = "the catalogue that ships"

# Descriptions of column families; a family without an entry is called by its name.
_FAMILIES: Final = {
    "color": "color", "type": "card types", "supertype": "supertypes", "subtype": "subtypes", "ability": "abilities",
    "cant_have": "abilities it can't have", "fallen": "fallen subtypes",
}  # fmt: skip
_FORMS: Final = {
    "mana": "mana ability", "activated": "activated ability", "triggered": "triggered ability",
    "entering": "as it enters", "rule": "a rule that affects no layer", "spell": "what the spell does",
    "loyalty": "loyalty ability", "other": "ability",
}  # fmt: skip
_NO_EFFECT: Final = "(no effect on characteristics)"
_UNSAID: Final = lazy_pattern(r'"\((an? \w+ ability)\)([.,]?)"')


class Known(NamedTuple):
    """A card and its origin.

    Attributes:
        card: the card.
        origin: "the catalogue that ships", or a description of the store or file.
        edition: the edition whose layers are used to describe the card.
    """

    card: Card
    origin: str
    edition: Edition = NEWEST


def known(name: str, edition: Edition = NEWEST) -> Known:
    """Return the named card from the catalogue, or else from the local store.

    Raises:
        UnknownCardError: neither contains a card with this name; the error suggests similar names.
    """
    card = catalogue.shipped_card(name)
    if card is not None:
        return Known(card, SHIPPED, edition)
    card = catalogue.find(name)
    store = catalogue.local_store()
    return Known(card, f"the store on this computer: {store.source}" if store else SHIPPED, edition)


# --- Text ---------------------------------------------------------------------------------------------------


def card_lines(found: Known) -> Iterator[str]:
    """Yield the facts about a card as lines of text."""
    for place, face in enumerate(found.card.faces):
        if place:
            yield ""
            yield "//"
        yield " ".join(part for part in (face.name, face.mana_cost) if part)
        size = _size(face)
        yield found.card.type_line_of(face) + (f"   {size}" if size else "")
        yield from _notes(face)
        for number, ability in enumerate(face.abilities, start=1):
            yield ""
            yield from _ability_lines(number, ability, face.name, found.edition)
    yield ""
    for where in found.card.not_understood():
        yield from _wrapped(f"not understood: {place_words(where)}", "")
    yield f"from {found.origin}"


def _notes(face: Face) -> Iterator[str]:
    if face.colors:
        yield f"is {joined(COLOR_NAMES[color] for color in face.colors)}"
    if face.prototype is not None:
        cost, power, toughness = face.prototype
        yield f"prototype: {cost}, {power}/{toughness}"


def _ability_lines(number: int, ability: Ability, name: str, edition: Edition) -> Iterator[str]:
    first, *rest = _text(ability, name).split("\n")
    yield from _wrapped(first, f"{number:2}  ")
    for line in rest:
        yield from _wrapped(line, "    ")
    yield f"    {_kind(ability, edition)}"
    for part in _parts(ability, edition):
        for line in part.lines():
            yield from _wrapped(line, "      ")


def _wrapped(text: str, lead: str) -> list[str]:
    hang = " " * max(len(lead), 4)
    return textwrap.wrap(
        text, WIDTH, initial_indent=lead, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
    )


def _text(ability: Ability, name: str) -> str:
    if not isinstance(ability, TextAbility) or ability.text:
        return without_digests(_granting(ability_text(ability, name)))
    from mtglayers.model.oracle.printing.sentences import english

    try:
        text = without_digests(english(ability, name))
    except ValueError:
        text = ability_text(ability, name)
    if ability.line:
        return f"({ability.line}, which is not understood)" if ability.resolution is None else text
    if ability.resolution is None:
        return _NO_EFFECT
    text = "\n".join(f"• {_NO_EFFECT}" if line.strip() == "•" else line for line in _granting(text).split("\n"))
    return text if ability.cost or ability.form in ("spell", "entering", "rule") else f"... {text}"


def _granting(text: str) -> str:
    return _UNSAID.sub(r"\1\2", text)


def _kind(ability: Ability, edition: Edition) -> str:
    match ability:
        case UnsupportedAbility():
            return "not understood"
        case TextAbility(form=form):
            return _FORMS[form]
        case Keyword():
            return "keyword"
        case _ if is_cda(ability, edition):
            return "characteristic-defining ability"
        case _:
            return "static ability"


def _size(face: Face) -> str:
    if face.power is not None or face.toughness is not None:
        return f"{face.power}/{face.toughness}"
    if face.loyalty is not None:
        return f"loyalty {face.loyalty}"
    return "" if face.defense is None else f"defense {face.defense}"


# --- Parts of abilities, by layer ---------------------------------------------------------------------------------


class AbilityFacts(NamedTuple):
    """The part of an ability that applies in one layer, or after all layers.

    Attributes:
        layer: the name of the layer, or the number of the rule that determines when the part applies.
        title: the title of the layer.
        reads, writes: descriptions of the columns.
    """

    layer: str
    title: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """Yield the facts as lines of text."""
        is_rule = "." in self.layer
        yield f"{self.title} ({self.layer}):" if is_rule else f"layer {self.layer} ({self.title}):"
        if self.reads:
            yield f"  reads {'; '.join(self.reads)}"
        if self.writes:
            yield f"  writes {'; '.join(self.writes)}"


def _parts(ability: Ability, edition: Edition) -> Iterator[AbilityFacts]:
    condition = ability.when()
    if condition is not None and condition.reads():
        yield AbilityFacts("604.2", "as long as its condition holds", column_words(condition.reads()), ())
    titles = {layer.name: layer.title for layer in (*edition.layers, *edition.after)}
    cda = isinstance(ability, Static | Keyword) and is_cda(ability, edition)
    if isinstance(ability, TextAbility) and ability.resolution is not None and ability.resolution.listed:  # 708.2a
        layer = edition.place("face down")
        yield AbilityFacts(layer, titles[layer], (), ("the characteristics listed in an event's `with_effect`",))
    for group in _clauses(ability):
        parts = plan(group, cda, edition).parts
        for layer in (name for name in titles if name in parts):
            part = parts[layer]
            yield AbilityFacts(layer, titles[layer], column_words(part.reads), column_words(_writes(part)))
        if any(isinstance(operation, ChangeCost) for clause in group for operation in clause.operations):
            reads = frozenset(column for clause in group for column in clause.selector.reads())
            yield AbilityFacts("601.2f", "what spells cost", column_words(reads), ())


def _clauses(ability: Ability) -> list[tuple[Clause, ...]]:
    if isinstance(ability, TextAbility):
        resolution = ability.resolution
        return [] if resolution is None else [group for group in (resolution.clauses, *resolution.modes) if group]
    return [ability.clauses()] if ability.clauses() else []


def _writes(part: Part) -> frozenset[Column]:
    return frozenset(column for _, operation in part.steps for column in operation.writes())


def column_words(columns: Iterable[Column]) -> tuple[str, ...]:
    """Return a description of columns by family, such as "card types (Creature, Land)"."""
    by_family: dict[str, set[object]] = {}
    for family, value in columns:
        by_family.setdefault(family, set()).add(value)
    families = sorted(by_family, key=lambda family: (FAMILIES.index(family) if family in FAMILIES else 99, family))
    return tuple(_family_words(family, by_family[family]) for family in families)


def _family_words(family: str, values: set[object]) -> str:
    said = _FAMILIES.get(family, family.replace("_", " "))
    if ANY in values:
        return said
    if family == "color":
        return f"color ({joined(name for color, name in COLOR_NAMES.items() if color in values)})"
    names = sorted({_value_words(value) for value in values})
    return f"{said} ({', '.join(names)})" if all(names) and len(names) <= 8 else said


def _value_words(value: object) -> str:
    value = getattr(value, "ability", value)
    if isinstance(value, Keyword):
        return value.name.lower()
    return value if isinstance(value, str) else ""


# --- JSON ---------------------------------------------------------------------------------------------------


def card_data(found: Known) -> dict[str, Any]:
    """Return the facts about a card as JSON data."""
    card = found.card
    return {
        "name": card.name,
        "layout": card.layout,
        "origin": found.origin,
        "faces": [_face_data(card, face, found.edition) for face in card.faces],
        "not_understood": [{"line": where, "text": line_text(where) or None} for where in card.not_understood()],
    }


def _face_data(card: Card, face: Face, edition: Edition) -> dict[str, Any]:
    values = face.copiable()
    return {
        "name": face.name, "mana_cost": face.mana_cost, "mana_value": values.mana_value,
        "colors": list(values.colors), "type_line": card.type_line_of(face), "supertypes": list(face.supertypes),
        "types": list(face.types), "subtypes": list(face.subtypes), "power": face.power,
        "toughness": face.toughness, "loyalty": face.loyalty, "defense": face.defense,
        "abilities": [
            {
                "text": _text(ability, face.name),
                "kind": _kind(ability, edition),
                "understood": not (
                    isinstance(ability, UnsupportedAbility) or (isinstance(ability, TextAbility) and ability.line)
                ),
                "parts": [part._asdict() for part in _parts(ability, edition)],
            }
            for ability in face.abilities
        ],
    }  # fmt: skip
