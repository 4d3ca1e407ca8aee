"""Each operation changes nothing but what it says that it writes: what another effect reads is compared with that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import pytest

from mtglayers import Board, LayersError, Result, solve
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Static
from mtglayers.model.effects.filters.characteristics import OfSubtype, OfType
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause, Operation
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseThis
from mtglayers.model.effects.operations.abilities_from_board import (
    GainAllOf,
    GainFromColors,
    GainKind,
    GainOne,
    GainStickered,
    LoseAllBut,
    LoseKeywords,
    LoseOne,
)
from mtglayers.model.effects.operations.control import ExchangeBetween, ExchangeControl, OwnersControl
from mtglayers.model.effects.operations.copying import (
    AsEnters,
    BecomeCopy,
    Conditional,
    DontCopy,
    KeepOthers,
    KeepThis,
    NoManaCost,
)
from mtglayers.model.effects.operations.costs import ChangeCost
from mtglayers.model.effects.operations.keywords import CantHave, GainLandwalks, GainOwnProtections, GainProtections
from mtglayers.model.effects.operations.players_and_rules import CountsAs, LandPlays, MaxHandSize, PlayerGains, RuleText
from mtglayers.model.effects.operations.power_toughness import ModifyOne, SwitchPT
from mtglayers.model.effects.operations.stickers import AddNameWord, SetStickerPT
from mtglayers.model.effects.operations.text import (
    AddText,
    AddTextBoxes,
    ChangeWordsTo,
    ExchangeText,
    HasText,
    HasTextOf,
    SetName,
    SetWords,
    TakeText,
    TakeTextBox,
)
from mtglayers.model.effects.operations.types import (
    AddSubtypes,
    AddSupertypes,
    AddTypes,
    GainCreatureTypes,
    LoseSubtypes,
    RemoveSupertypes,
    RemoveTypes,
    SetTypes,
)
from mtglayers.model.effects.selectors import Group
from mtglayers.model.effects.view import ANY
from mtglayers.solver.engine.effect import gate_column
from mtglayers.solver.history import untouched

from ....generators.reuse import drawn
from ....support.boards import card
from ....support.paths import ROOT
from ....support.puzzles import last_board
from ...solver.history.test_static_copies import altered
from .test_filters import stage

DRAWN = 100
"""Random boards that are looked at."""

NO_STEPS: Final = {
    AddText, TakeText,  # what others become once they are evaluated
    ExchangeBetween, ExchangeControl, ExchangeText, GainLandwalks,  # fixed as a text resolves: others take their place
    Conditional, DontCopy, KeepOthers, KeepThis, NoManaCost,  # exceptions of copies: what a copy writes
    ChangeCost, CountsAs, LandPlays, MaxHandSize, PlayerGains, RuleText,  # no object changes
}  # fmt: skip
"""Operations that no step changes anything by, as they stand."""


def resolved(text: str, *targets: str, **told: Any) -> Board:
    """Return a board on which a text has resolved."""
    board = stage()
    board.resolves({"text": text}, as_="spell", controller="A", targets=list(targets), **told)
    return board


def entered(name: str, text: str, **told: Any) -> Board:
    """Return a board with a creature that has a text."""
    board = stage()
    board.enters("Grizzly Bears", as_="card", zone="graveyard")
    board.enters(card(name, "Creature — Shapeshifter", text, size="3/4"), **told)
    return board


def with_stickers() -> Board:
    board = stage()
    board.stickers("elf", put={"name": "Dark", "power": 5, "toughness": 7})
    return board


def with_an_ability_sticker() -> Board:
    board = entered("Chameleon", "~ has all abilities of ability stickers on other permanents you own.")
    board.stickers("elf", put={"ability": "Flying"})
    return board


def with_a_licid() -> Board:
    board = entered("Licid", LICID)
    board.resolves({"ability_of": "licid", "text": LICID}, as_="spell", controller="A")
    return board


def given(operation: Operation, to: str = "Creature", **told: Any) -> Board:
    """Return a board on which permanents of a card type are given an operation by an enchantment."""
    board = entered("Mist", "Flying\nLands have flying.\n{1}: This creature gets +1/+0 until end of turn.")
    gift = Static((Clause(Group((OfType(to),)), (operation,)),))
    board.enters(Card("Gift", (Face("Gift", types=("Enchantment",), abilities=(gift,)),)), **told)
    return board


def with_a_text_box() -> Board:
    board = entered("Seraph", "Seraph has the text box of each card exiled with Seraph in addition to its own.")
    board.enters(card("Walker", "Creature — Golem", "Vigilance", size="1/1"), zone="exile")
    board.marks("walker", exiled_with="seraph")
    return board


def with_a_choice() -> Board:
    board = stage()
    board.enters("Primal Clay", chosen={"option": 2})
    return board


def with_owners() -> Board:
    board = stage()
    board.resolves({"text": "Each player gains control of all creatures they own."}, as_="spell", controller="B")
    return board


SHAPESHIFTERS: Final = Group((OfSubtype("Shapeshifter"),))
LICID: Final = "{T}: This creature loses this ability."
RARE: Final[dict[type[Operation], Callable[[], Board]]] = {
    AddNameWord: with_stickers,
    AddTextBoxes: with_a_text_box,
    AsEnters: with_a_choice,
    BecomeCopy: altered,
    ChangeWordsTo: lambda: resolved("Change the text of target creature by replacing all instances of one creature "
                                    "type with Vampire.", "goblin", chosen={"word_from": "Goblin"}),
    AddSubtypes: lambda: given(AddSubtypes(("Elf",))),
    AddSupertypes: lambda: given(AddSupertypes(("Snow",))),
    AddTypes: lambda: given(AddTypes(("Artifact",))),
    CantHave: lambda: given(CantHave("Flying")),
    GainAllOf: lambda: given(GainAllOf(SHAPESHIFTERS)),
    GainCreatureTypes: lambda: given(GainCreatureTypes(Group((OfSubtype("Elf"),)))),
    GainFromColors: lambda: given(GainFromColors("Hexproof")),
    GainKind: lambda: given(GainKind("Flying", Group((OfType("Land"),)))),
    GainOne: lambda: given(GainOne((Keyword("Reach"), Keyword("Haste"))), chosen={"option": 2}),
    GainOwnProtections: lambda: given(GainOwnProtections()),
    GainProtections: lambda: given(GainProtections(Group((OfSubtype("Elf"),)))),
    GainStickered: with_an_ability_sticker,
    HasText: lambda: entered("Shifter", 'This creature has the text "{2}: Discard a card."'),
    HasTextOf: lambda: entered("Shifter", "As long as the top card of your graveyard is a creature card, this creature "
                               "has the full text of that card."),
    Lose: lambda: given(Lose((Keyword("Flying"),))),
    LoseAllBut: lambda: entered("Drought", "All creatures lose all abilities except mana abilities."),
    LoseKeywords: lambda: entered("Hush", "All creatures lose all keyword abilities."),
    LoseOne: lambda: given(LoseOne((Keyword("Flying"), Keyword("Reach"))), chosen={"option": 1}),
    LoseSubtypes: lambda: given(LoseSubtypes(family="creature")),
    LoseThis: with_a_licid,
    ModifyOne: lambda: resolved("Target creature gets +1/-1 or -1/+1 until end of turn.", "bear",
                                chosen={"option": 1}),
    OwnersControl: with_owners,
    RemoveSupertypes: lambda: given(RemoveSupertypes(("Basic",)), "Land"),
    RemoveTypes: lambda: given(RemoveTypes(("Artifact",))),
    SetName: lambda: given(SetName("Legion")),
    SetStickerPT: with_stickers,
    SetTypes: lambda: given(SetTypes(("Artifact",))),
    SetWords: lambda: entered("Mists", "Creatures you control have protection from red.\nAll instances of color words "
                              "in the text of spells and permanents are changed to the chosen color word.",
                              chosen={"color": "U"}),
    SwitchPT: lambda: given(SwitchPT()),
    TakeTextBox: lambda: resolved("Exchange the text boxes of two target creatures.", "elf", "mimic"),
}  # fmt: skip
"""Operation that random boards have seldom, or not -> a board where it changes something."""


def changing(result: Result) -> set[type[Operation]]:
    """Return the kinds of operations by which a step has changed something, with none of another kind beside it."""
    steps = ((layer, step) for layer in result.layers for step in layer.steps if step.after.changes())
    kinds = ({type(each) for _, each in step.applied.plan.parts[layer.name].steps} for layer, step in steps)
    return {found.pop() for found in kinds if len(found) == 1}


def not_told(result: Result) -> Iterator[tuple[str, Any]]:
    """Yield the effects that change what they do not say that they write, and the column."""
    for layer in result.layers:
        for step in layer.steps:
            told = step.applied.plan.parts[layer.name].writes
            for column in step.after.changes():
                if column[1] != ANY and gate_column(column) not in told and (column[0], ANY) not in told:
                    yield step.effect, column


@pytest.mark.parametrize("kind", RARE)
def test_an_operation_says_all_that_it_writes(kind: type[Operation]) -> None:
    result = solve(RARE[kind]())
    assert kind in changing(result)
    assert not list(not_told(result))


@pytest.fixture(scope="module")
def random_results() -> list[Result]:
    """Return the results of boards of `tests.generators.reuse`, as they begin."""
    found = []
    for seed in range(DRAWN):
        try:
            found.append(solve(drawn(seed, None, 0).recipe.build()))
        except LayersError:
            continue  # an order that nobody gave
    return found


def test_operations_of_random_boards_say_all_that_they_write(random_results: list[Result]) -> None:
    for result in random_results:
        assert not list(not_told(result))


def operations(kind: type[Operation] = Operation) -> Iterator[type[Operation]]:
    """Yield the operations that a step can apply."""
    for each in kind.__subclasses__():
        yield from operations(each)
        if not each.__name__.startswith("_") and each.primitives is Operation.primitives and not each.__subclasses__():
            yield each


def test_every_operation_is_tried(random_results: list[Result]) -> None:
    """Each operation applies on a random board, on the last board of a puzzle, or on a board of `RARE`."""
    ends = [solve(last_board(path)) for path in sorted((ROOT / "puzzles").glob("*.toml"))]
    met = {kind for result in (*random_results, *ends) for kind in changing(result)}
    ours = {kind for kind in operations() if kind.__module__.startswith("mtglayers.")}

    assert {kind.__name__ for kind in ours - met - set(RARE) - NO_STEPS} == set()


def test_operations_after_those_of_types_and_colors_write_only_what_changes_late() -> None:
    """`settled_after` stops a solve before or after abilities change, if nothing else is asked."""
    later = [kind for kind in operations() if kind.kind not in untouched._EARLY]
    assert _declared(kind for kind in later if kind.kind != "ability") <= untouched._LATE
    without = [kind((Keyword("Flying"),)) for kind in (Gain, Lose, LoseOne, CantHave)]
    written = {family for each in without for family, _ in each.writes()}
    assert _declared(later) | written <= untouched._LATE | untouched._OF_ABILITIES


def _declared(kinds: Iterable[type[Operation]]) -> set[str]:
    return {family for kind in kinds for family, _ in getattr(kind, "WRITES", ())}
