"""Nodes declare every column and fact that they read; the reuse of earlier results relies on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache

import pytest

from mtglayers import Board, LayersError, Result, solve
from mtglayers.model.cards.rules_text import tapped_clauses
from mtglayers.model.cards.search import find, names
from mtglayers.model.effects.amounts.counting import MostAlike
from mtglayers.model.effects.filters.combinators import Anything
from mtglayers.model.effects.filters.status import AttackingAlone, FullyUnlocked, RingBearer
from mtglayers.model.effects.language import Amount, Condition, Filter, Operation, Selector, Term, facts_read
from mtglayers.model.effects.node import Node, marked
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.operations.abilities_from_board import GainAllOf, GainKind, Giving
from mtglayers.model.effects.operations.control import OwnersControl
from mtglayers.model.effects.operations.keywords import GainProtections
from mtglayers.model.effects.selectors import Group
from mtglayers.model.effects.view import ANY, FAMILIES, Choices, Column, Context, Mask, positive, union
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.solver.engine.effect import gate_column
from mtglayers.solver.engine.footprint import footprint
from mtglayers.solver.engine.state import State
from mtglayers.solver.engine.trace import AppliedLayer
from mtglayers.solver.reuse.basis import Basis, basis_of

from ....generators.reuse import drawn, unlike
from ....support.boards import card
from ....support.recording import Recording, records
from ...model.effects.test_filters import BEAR, ELF, GROUPS, SWORD, stage
from ...model.effects.test_operations import RARE

ELFMAKER = card("Elfmaker", "Enchantment", "Elves are artifacts in addition to their other types.")
"""A card whose effect depends on which objects become Elves in the same layer."""

HAPPENS: dict[str, Callable[[Board], object]] = {
    "a bear enters": lambda board: board.enters(BEAR),
    "an elf enters": lambda board: board.enters(ELF, controller="B"),
    "a sword enters": lambda board: board.enters(SWORD, controller="B"),
    "the sword moves": lambda board: board.attaches("sword", to="goblin"),
    "the sword falls off": lambda board: board.detaches("sword"),
    "the aura leaves": lambda board: board.leaves("veil"),
    "the bear leaves": lambda board: board.leaves("bear"),
    "counters go": lambda board: board.counters("golem", remove={"charge": 2}),
    "counters come": lambda board: board.counters("mimic", put={"+1/+1": 1}),
    "the mimic is tapped": lambda board: board.marks("mimic", tapped=True),
    "the elf has stopped": lambda board: board.marks("elf", attacking=False, attacked_this_turn=False),
    "the goblin is stolen": lambda board: board.resolves(
        {"text": "Gain control of target creature."}, as_="theft", controller="B", targets=["goblin"]
    ),
    "the golem is blue": lambda board: board.resolves(
        {"text": "Target creature becomes blue until end of turn."}, as_="dye", controller="B", targets=["golem"]
    ),
}


def board_of(group: str) -> Board:
    """Return the board on which a group is Elves, and Elves are artifacts."""
    board = stage()
    what = "is an Elf in addition to its" if group.startswith("Each") else "are Elves in addition to their"
    board.enters(card("Lens", "Enchantment", f"{group} {what} other types."))
    board.enters(ELFMAKER)
    return board


@pytest.mark.parametrize("group", GROUPS)
def test_the_last_result_changes_nothing(group: str) -> None:
    board = board_of(group)
    first = solve(board, last=solve(board))
    assert not first.unsupported
    for happens in HAPPENS.values():
        then = board.copy()
        happens(then)
        again = solve(then, last=first)
        assert not unlike(again, solve(then))


def recorded(node: Node, view: Recording, context: Context) -> Iterator[tuple[Operation, Mask]]:
    """Ask a node for its value, and yield what an operation would do."""
    match node:
        case Selector() | Filter():
            node.select(view, context)
        case Condition():
            node.holds(view, context)
        case Amount():
            if not marked(node, "of_each"):
                node.value(view, context)
            node.values(view, context, view.everything)
        case Operation() if node.primitives() == (node,):
            yield from node.evaluate(view, context, view.everything)


def undeclared(node: Node, state: State, context: Context) -> Iterator[Column]:
    """Yield the columns and facts that a node reads from a state and does not declare."""
    view = Recording(state.families, state.world, context.source)
    facts = facts_read(node)
    with suppress(UnsupportedTextError):
        steps = list(recorded(node, view, context))
        yield from _others(view.read, facts | node.reads())  # type: ignore[attr-defined]
        for operation, mask in steps:
            view.read.clear()
            operation.apply(view.draft(), mask, context)
            written = {(family, ANY) for family, _ in node.writes()}  # type: ignore[attr-defined]
            yield from _others(view.read, facts | written | node.consults())  # type: ignore[attr-defined]


def _others(read: set[Column], declared: Iterable[Column]) -> Iterator[Column]:
    known = set(map(gate_column, declared))
    yield from (column for column in map(gate_column, read) if column not in known and (column[0], ANY) not in known)


DRAWN = 150
"""The number of random boards."""


@cache
def results() -> tuple[Result, ...]:
    """Return the results of random boards, of boards with rare operations, and of those of the groups."""
    found = []
    boards = [*(drawn(seed, None, 0).recipe.build() for seed in range(DRAWN)), *(make() for make in RARE.values())]
    for board in (*boards, *map(board_of, GROUPS)):
        with suppress(LayersError):  # two effects may need an order that is not specified
            found.append(solve(board))
    return tuple(found)


def bases(result: Result) -> Iterator[tuple[AppliedLayer, Basis]]:
    """Yield the layers of a result, and what each of them depends on."""
    for layer in result.trace.layers:
        yield layer, basis_of(result.trace, result.sources, layer)


@records
def test_effects_of_random_boards_read_what_their_layer_declares() -> None:
    for layer, basis in (found for result in results() for found in bases(result)):
        for effect in basis.effects:
            for state in (layer.before, layer.after):
                view = Recording(state.families, state.world, effect.source)
                footprint(effect, layer.name, view, None, False)
                assert not list(_others(view.read, basis.reads)), effect


NOT_ON_CARDS: tuple[Node, ...] = (
    Anything(),
    AttackingAlone(),
    FullyUnlocked(),
    RingBearer(),
    *(MostAlike(Group(()), family) for family in ("name", "creature_type", "card_type", "color", "power")),  # type: ignore[arg-type]
)
"""Nodes that the catalogue does not contain."""


@cache
def nodes() -> Mapping[Node, None]:
    """Return the nodes in abilities of the catalogue, and in effects of the results."""
    abilities = {ability: None for name in names() for face in find(name).faces for ability in face.abilities}
    trees: list[Node] = [*abilities, *(clause for ability in abilities for clause in ability.clauses()), *NOT_ON_CARDS]
    for result in results():
        trees += [clause for _, basis in bases(result) for effect in basis.effects for clause in effect.plan.clauses]
        trees += [operation for step in result.steps for _, operation, _ in step.footprint.operations]
    walked = [node for tree in dict.fromkeys(trees) for node in tree.walk()]
    found = [*walked, *(part for node in walked if isinstance(node, Operation) for part in node.primitives())]
    return dict.fromkeys(node for node in found if isinstance(node, Selector | Amount | Filter | Condition | Operation))


CHOICES = Choices(
    color=("R",), creature_type=("Elf",), land_type=("Forest",), basic_land_type=("Island",), card_type=("Artifact",),
    card_name=("Elf",), player=("B",), number=(2,), word_from=("Elf",), word_to=("Bear",), object=("elf",), option=(1,),
)  # fmt: skip
CONTEXTS = (
    Context("here", source=1, targets=(1, 4), target_players=(1,), choices=CHOICES, each=2, player=1),
    Context("there", source=5, each=5),
)


@records
@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: context.effect)
def test_a_node_declares_all_that_it_reads(context: Context) -> None:
    state = solve(stage()).trace.state
    found = {(type(node).__name__, column) for node in nodes() for column in undeclared(node, state, context)}
    assert found == set()


def test_the_part_of_an_effect_reads_all_that_its_operations_read() -> None:
    tried = set()
    for effect in (effect for result in results() for _, basis in bases(result) for effect in basis.effects):
        for part in effect.plan.parts.values():
            for _, operation in part.steps:
                tried.add(type(operation))
                assert operation.reads() <= part.reads, effect
                assert operation.SELECTIVE or operation.reads() <= part.rest, effect
    assert {GainAllOf, GainProtections, OwnersControl} <= tried


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: context.effect)
def test_a_selective_operation_does_the_same_without_the_abilities_that_it_does_not_mean(context: Context) -> None:
    state = solve(stage()).trace.state
    tried = set()
    for node in nodes():
        if (
            isinstance(node, Operation)
            and node.SELECTIVE
            and all(family != "ability" for family, _ in node.reads_inside())
        ):
            meant = {held: mask for held, mask in state.column("ability").items() if node.regards(held)}
            fewer = state.replaced({"ability": meant})
            with suppress(UnsupportedTextError):
                found = node.evaluate(state, context, state.everything)
                tried.add((type(node), bool(found)))
                assert node.evaluate(fewer, context, state.everything) == found, node
    assert {kind for kind, _ in tried} == {GainAllOf, GainKind}
    assert (GainAllOf, True) in tried


def test_every_class_of_the_language_is_tried() -> None:
    """Each class that can be part of an effect occurs among the nodes whose reads are recorded."""
    tried = {type(each) for node in nodes() for each in node.walk()}
    classes = {kind for kind in Node.KINDS.values() if issubclass(kind, Term | Operation) and not kind.__subclasses__()}
    assert classes - tried == set()


def same_objects(one: State, two: State) -> Mask:
    """Return the objects with the same values and facts in both states."""
    differ = one.everything ^ two.everything
    for these, those in (*((one.families[f], two.families[f]) for f in FAMILIES),
                         *((one.world.facts.get(f, {}), two.world.facts.get(f, {}))
                           for f in {*one.world.facts, *two.world.facts})):  # fmt: skip
        differ |= union(these.get(value, 0) ^ those.get(value, 0) for value in {**these, **those})
    return one.everything & ~differ


@pytest.mark.parametrize("happening", HAPPENS)
def test_a_node_that_decides_by_itself_looks_at_no_other_object(happening: str) -> None:
    """What is true of an object stays true of it whatever happens to other objects."""
    board = stage()
    state = solve(board).trace.state
    HAPPENS[happening](board)
    then = solve(board).trace.state
    same = same_objects(state, then)
    assert same
    tried = set()
    for node in nodes():
        if isinstance(node, Selector | Filter) and node.by_itself():
            tried.add(type(node))
            for source in positive(same):
                context = Context(source=source)
                assert not (node.select(state, context) ^ node.select(then, context)) & same, node
    assert len(tried) > 30


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: context.effect)
def test_a_filter_that_declares_no_fact_of_its_effect_is_not_decided_by_what_is_chosen(context: Context) -> None:
    state = solve(stage()).trace.state
    bare = Context(source=context.source)
    for node in nodes():
        if isinstance(node, Filter) and node.by_itself() and not facts_read(node):
            assert node.select(state, context) == node.select(state, bare), node


def test_operations_take_abilities_only_if_they_declare_it() -> None:
    """`TAKES_ABILITIES`: an operation without it removes no ability from any object."""
    tried = set()
    for result in results():
        for layer in result.trace.layers:
            for made in layer.applications:
                for _, operation, mask in made.taken.footprint.operations:
                    if operation.TAKES_ABILITIES:
                        continue
                    draft = made.before.draft()
                    operation.apply(draft, mask, made.taken.effect.context)
                    tried.add(type(operation))
                    lost = [held for held, having in made.before.column("ability").items()
                            if having & ~draft.column("ability").get(held, 0)]  # fmt: skip
                    assert not lost, operation
    assert {"AddSubtypes", "Gain"} <= {kind.__name__ for kind in tried}


def test_operations_that_only_give_or_only_take_types_and_colors_declare_it() -> None:
    """`ONLY`: an operation that only gives types, supertypes and colors takes none, and the other way round."""
    tried = set()
    for result in results():
        for layer in result.trace.layers:
            for made in layer.applications:
                for _, operation, mask in made.taken.footprint.operations:
                    if not operation.ONLY:
                        continue
                    draft = made.before.draft()
                    operation.apply(draft, mask, made.taken.effect.context)
                    tried.add(type(operation).__name__)
                    states = (made.before, draft) if operation.ONLY == "gives" else (draft, made.before)
                    for family in ("type", "subtype", "supertype", "color"):
                        less, more = (state.column(family) for state in states)
                        assert not any(having & ~more.get(value, 0) for value, having in less.items()), operation
    assert {"AddTypes", "AddSubtypes", "AddSupertypes", "AddColors", "RemoveTypes"} <= tried


def test_what_gives_abilities_of_the_board_declares_it() -> None:
    """An operation that gives abilities found on the board takes none; `borrows` tells if they can be static."""
    board = stage()
    board.enters(card("Manual", "Artifact", "Permanents enter tapped.\nCreatures get +1/+1.\n{T}: Draw a card."))
    state = solve(board).trace.state
    given = set()
    for node in nodes():
        if isinstance(node, Giving):
            with suppress(UnsupportedTextError):
                for operation, _ in node.evaluate(state, CONTEXTS[0], state.everything):
                    assert isinstance(operation, Gain)
                    if not node.borrows() and ("ability", ANY) in node.reads():
                        given.update(operation.abilities)
    assert given
    assert not [ability for ability in given if ability.clauses() or tapped_clauses(ability)]
