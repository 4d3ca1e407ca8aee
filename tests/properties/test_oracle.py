"""Trees drawn at random print, and what they print reads back to themselves."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import assume, given

from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.amounts.arithmetic import Times
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Count
from mtglayers.model.effects.conditions import Exists, Is, TurnOf
from mtglayers.model.effects.filters.characteristics import OfColor, OfSubtype, OfSupertype, OfType, With
from mtglayers.model.effects.filters.combinators import Non, Other
from mtglayers.model.effects.filters.status import Status
from mtglayers.model.effects.filters.whereabouts import ControlledBy
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.node import to_data
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll
from mtglayers.model.effects.operations.becomes import Becomes
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT
from mtglayers.model.effects.registry import from_data
from mtglayers.model.effects.selectors import Attached, Group, Itself
from mtglayers.model.oracle.printing.amounts import apart
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line

KEYWORDS = ("Flying", "First strike", "Haste", "Trample", "Vigilance", "Deathtouch", "Hexproof", "Indestructible")
TYPES = ("Creature", "Artifact", "Enchantment", "Land")
CREATURE_TYPES = ("Elf", "Goblin", "Zombie", "Ally", "Saproling", "Merfolk")

colors = st.sampled_from("WUBRG")
keywords = st.sampled_from(KEYWORDS).map(Keyword)
numbers = st.integers(-3, 5).map(Number)
sizes = st.integers(0, 9).map(Number)


@st.composite
def groups(draw: st.DrawFn) -> Group:
    """A group as English can say it: other, adjectives, a noun, who controls it."""
    filters = []
    if draw(st.booleans()):
        filters.append(Other())
    if draw(st.booleans()):
        filters.append(
            draw(st.one_of(colors.map(OfColor), st.just(OfSupertype("Legendary")), st.just(Status("tapped"))))
        )
    elif draw(st.booleans()):
        filters.append(
            draw(st.one_of(colors.map(lambda color: Non(OfColor(color))), st.just(Non(OfSupertype("Basic")))))
        )
    filters.append(draw(st.one_of(st.sampled_from(TYPES).map(OfType), st.sampled_from(CREATURE_TYPES).map(OfSubtype))))
    if draw(st.booleans()):
        filters.append(ControlledBy(draw(st.sampled_from(("you", "opponents")))))
    if draw(st.booleans()):
        filters.append(With(draw(st.sampled_from(KEYWORDS)), draw(st.booleans())))
    return Group(tuple(filters), draw(st.sampled_from(("", "all", "each"))))


subjects = st.one_of(
    groups(),
    st.sampled_from(
        (Itself("~"), Itself("this creature"), Attached("enchanted creature"), Attached("equipped creature"))
    ),
)


@st.composite
def changes(draw: st.DrawFn) -> ModifyPT:
    """A change by a number, or by so much for each of a group."""
    power, toughness = draw(numbers), draw(numbers)
    assume((power.number < 0) == (toughness.number < 0) or 0 not in (power.number, toughness.number))
    if draw(st.booleans()) and (power.number or toughness.number):
        count = Count(Group(draw(groups()).filters))
        return ModifyPT(*(Times(part.number, count) if part.number else part for part in (power, toughness)))
    return ModifyPT(power, toughness)


@st.composite
def becomings(draw: st.DrawFn) -> Becomes:
    """What something is: a colour, a creature type, card types, a size, what is kept."""
    some_colors = draw(st.none() | st.lists(colors, max_size=2, unique=True).map(tuple))
    subtypes = tuple(draw(st.lists(st.sampled_from(CREATURE_TYPES), max_size=2, unique=True)))
    types = draw(st.sampled_from(((), ("Creature",), ("Artifact", "Creature"))))
    assume(some_colors is not None or subtypes or types)
    size = draw(st.none() | st.tuples(sizes, sizes)) if types else None
    noun = bool(subtypes or types)
    keeps = draw(st.sampled_from(("", "types"))) if noun else ""
    power, toughness = size or (None, None)
    return Becomes(colors=some_colors, subtypes=subtypes, types=types, power=power, toughness=toughness, keeps=keeps)


operations = st.one_of(
    changes(),
    becomings(),
    st.lists(keywords, min_size=1, max_size=3, unique=True).map(lambda found: Gain(tuple(found))),
    keywords.map(lambda keyword: Lose((keyword,))),
    st.just(LoseAll()),
    st.tuples(sizes, sizes).map(lambda size: SetPT(*size)),
)
conditions = st.one_of(
    st.just(TurnOf("you")),
    groups().map(
        lambda group: Exists(
            Group((*(f for f in group.filters if not isinstance(f, ControlledBy)), ControlledBy("you"))), form="control"
        )
    ),
    st.sampled_from(("Elf", "Goblin")).map(lambda word: Is(Itself("~"), (OfSubtype(word),))),
)


def meant(operation: object, subject: object) -> object:
    """Return the operation with "other" meant of the objects that it changes, unless that is the source itself."""
    if isinstance(subject, Itself) or not isinstance(operation, ModifyPT):
        return operation
    return operation.rewrite(lambda node: apart(node, subject) if isinstance(node, Count) else node)


@st.composite
def statics(draw: st.DrawFn) -> Static:
    """A static ability: one sentence, its condition in front, behind or nowhere."""
    subject = draw(subjects)
    found = tuple(meant(operation, subject) for operation in draw(st.lists(operations, min_size=1, max_size=3)))
    clause = Clause(subject, found)
    condition = draw(st.none() | conditions)
    form = draw(st.sampled_from(("", "front"))) if condition is not None else ""
    if isinstance(subject, Attached) and not form:  # "as long as you control another creature": other than that one
        assume(condition is None or not any(isinstance(node, Other) for node in condition.walk()))
    return Static((clause,), condition, form=form)


@given(statics())
def test_trees_print_and_read_back(ability):
    """A tree of the language prints a sentence, and the sentence reads to the tree."""
    text = english(ability)

    assert read_line(text) == (ability,), text


@given(statics())
def test_trees_are_data(ability):
    """The JSON form of a tree is the tree."""
    assert from_data(to_data(ability)) == ability
