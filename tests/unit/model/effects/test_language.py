"""The declarations of the language: tags and fields in files, and print style."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator

import pytest

from mtglayers.model.cards.search import find, names
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.amounts.counting import Count
from mtglayers.model.effects.filters.characteristics import OfType
from mtglayers.model.effects.filters.status import Status
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.node import TAGS, Node, tag_of
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.power_toughness import ModifyPT
from mtglayers.model.effects.registry import is_base
from mtglayers.model.effects.selectors import Attached, Group
from mtglayers.solver.engine.footprint import Footprint, compare
from tests.support.paths import TESTS

FILE = TESTS / "data" / "tree-fields.txt"
"""Every tag that files may have, and its fields; those with "?" may be left out. A line may gain fields with "?"."""

KINDS = [kind for _, kind in sorted(Node.KINDS.items()) if not is_base(kind)]
RECORDED = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines()]


def line_of(kind: type[Node]) -> list[str]:
    fields = kind.__struct_fields__
    required = len(fields) - len(kind.__struct_defaults__)
    return [tag_of(kind), *fields[:required], *(f"{field}?" for field in fields[required:])]


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: recorded[0])
def test_old_files_stay_readable(recorded: list[str]) -> None:
    tag, *fields = recorded
    assert tag in Node.KINDS, f"files have `{tag}`: give the class that stands for it now that tag in `TAGS`"

    now = line_of(Node.KINDS[tag])
    assert {field.rstrip("?") for field in fields} <= {field.rstrip("?") for field in now[1:]}
    assert {field for field in now[1:] if not field.endswith("?")} <= set(fields)


def test_tags_are_recorded_and_belong_to_one_class() -> None:
    everything = list(below(Node))
    assert len({tag_of(kind) for kind in everything}) == len(everything)
    assert set(TAGS) <= {kind.__name__ for kind in everything}
    assert {tag_of(kind) for kind in KINDS if kind.__module__.startswith("mtglayers.")} >= {r[0] for r in RECORDED}


def below(kind: type[Node]) -> Iterator[type[Node]]:
    for each in kind.__subclasses__():
        if each.__module__.startswith("mtglayers."):
            yield each
            yield from below(each)


# --- Print style ---


@pytest.mark.parametrize("kind", KINDS, ids=tag_of)
def test_print_style_decides_nothing(kind: type[Node]) -> None:
    style = sorted(kind.STYLE_FIELDS.intersection(kind.__struct_fields__))
    # An operation hands its style on to what it becomes; an error may quote it, and a description uses it.
    source = re.sub(r"Gain\(.*?self\.word|f\"\{self\.word\}", "", inspect.getsource(kind))
    source = re.sub(r"    def describe\(.*?(?=\n    def |\Z)", "", source, flags=re.DOTALL)

    assert not [field for field in style if re.search(rf"self\.{field}\b", source)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ModifyPT(Number(1), Number(1), "gets"), ModifyPT(Number(1), Number(1), "gets an additional")),
        (Gain((Keyword("Flying"),), "has"), Gain((Keyword("Flying"),), "gains")),
        (
            ModifyPT(Count(Group((OfType("Creature"),))), Number(0)),
            ModifyPT(Count(Group((OfType("Creature"),), "all")), Number(0)),
        ),
    ],
)
def test_operations_that_differ_in_style_alone_are_equal_to_the_solver(one: Operation, other: Operation) -> None:
    assert one != other
    assert one.plain() == other.plain()

    before, after = (Footprint(True, None, ((0, 1),), ((0, operation, 1),)) for operation in (one, other))
    assert compare(before, after) == ((), 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Status("tapped"), Status("untapped")),
        (Attached("enchanted creature", must_fit=True), Attached("enchanted permanent", must_fit=True)),
        (Gain((Static((), label="Threshold"),)), Gain((Static(()),))),
    ],
)
def test_words_that_mean_something_are_no_style(one: Node, other: Node) -> None:
    assert one.plain() != other.plain()


def test_children_are_the_nodes_in_all_fields() -> None:
    cards = [find(name) for name in list(names())[::25]]
    nodes = [node for card in cards for face in card.faces for ability in face.abilities for node in ability.walk()]
    inherited = [node for node in nodes if type(node).children is Node.children]
    assert len({type(node) for node in inherited}) > 50
    for node in inherited:
        assert list(node.children()) == list(_inside(getattr(node, field) for field in node.__struct_fields__))


def _inside(values: Iterable[object]) -> Iterator[Node]:
    for value in values:
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from _inside(value)
