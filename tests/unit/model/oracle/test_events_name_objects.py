"""Texts whose objects, numbers, colors and options an event names: boards with what the rules make of them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import mtglayers
from mtglayers import Board, Result
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.selectors import ChosenObject, Itself, Target
from mtglayers.model.effects.view import Zone
from mtglayers.model.errors import IllegalEventError, UnsupportedTextError
from mtglayers.model.oracle.printing.nouns import words_of
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import read_resolution, resolution_of

from ....generators.boards import differences
from ....reference.solver import plain_solve
from ....support.boards import BEAR, HUMILITY, card

WURM = card("Wurm", "Creature — Wurm", "Flying, trample, swampwalk, islandwalk, banding", "6/6")


def solve(made: Board) -> Result:
    """Return the result, with which the plain solver agrees if it knows all that is asked."""
    found = mtglayers.solve(made)
    with suppress(NotImplementedError):
        assert list(differences(found, plain_solve(made))) == []
    return found


def board() -> Board:
    """Return a board with Ana's bear and Wurm, and Ben's bear ("his")."""
    made = Board(("Ana", "Ben"))
    made.enters(BEAR, as_="bear")
    made.enters(WURM, as_="wurm")
    made.enters(BEAR, as_="his", controller="Ben")
    return made


def resolve(made: Board, text: str, *targets: str, **keys: Any) -> None:
    made.resolves({"text": text}, as_="effect", controller="Ana", targets=list(targets), **keys)


def of_wurm(made: Board, text: str, *targets: str, **keys: Any) -> None:
    """Resolve an ability of Ana's Wurm."""
    keys = {"controller": "Ana", **keys}
    made.resolves({"ability_of": "wurm", "text": text}, as_="effect", targets=list(targets), **keys)


def keywords(made: Board, id: str) -> list[str]:
    return [english(ability).rstrip(".") for ability in solve(made)[id].abilities if isinstance(ability, Keyword)]


@pytest.mark.parametrize(
    "text",
    [
        "Target creature loses your choice of flying, trample, or swampwalk until end of turn.",
        "Target creature loses flying, trample, or swampwalk until end of turn.",
    ],
)
def test_one_ability_lost_by_choice(text: str):
    """608.2d: only the chosen one; without a choice, none is guessed."""
    made = board()
    resolve(made, text, "wurm", chosen={"option": 2})
    assert keywords(made, "wurm") == ["Flying", "Swampwalk", "Islandwalk", "Banding"]
    with pytest.raises(IllegalEventError, match="option"):
        resolve(board(), text, "wurm")


def test_every_ability_of_a_kind_is_lost():
    """702.14a, 702.22: landwalk and "bands with other" are kinds with variants."""
    made = board()
    resolve(made, "Target creature loses all landwalk abilities until end of turn.", "wurm")
    assert keywords(made, "wurm") == ["Flying", "Trample", "Banding"]
    made = board()
    resolve(made, 'Target creature loses banding and all "bands with other" abilities until end of turn.', "wurm")
    assert keywords(made, "wurm") == ["Flying", "Trample", "Swampwalk", "Islandwalk"]


@pytest.mark.parametrize(("blockers", "size"), [((), (6, 6)), (("his",), (6, 6)), (("his", "ox"), (4, 5))])
def test_blockers_beyond_the_first(blockers: tuple[str, ...], size: tuple[int, int]):
    made = board()
    made.enters(card("Ox", "Creature — Ox", size="2/4"), as_="ox", controller="Ben")
    made.marks("wurm", attacking=True)
    for blocker in blockers:
        made.marks(blocker, blocking=True, blocking_which="wurm")
    of_wurm(
        made,
        "Whenever this creature becomes blocked, it gets -2/-1 until end of turn for each creature blocking it beyond"
        " the first.",
    )
    found = solve(made)["wurm"]
    assert (found.power, found.toughness) == size


def test_up_to_x_targets():
    """601.2c: X is a number of targets; the event names them."""
    made = board()
    text = (
        "Up to X target creatures get +1/+0 and gain haste until end of turn, where X is the number of Wurms you"
        " control."
    )
    resolve(made, text, "bear")
    assert keywords(made, "bear") == ["Haste"]
    assert (solve(made)["bear"].power, solve(made)["his"].power) == (3, 2)
    (clause,) = read_resolution(text).clauses
    assert english(clause) == text


def test_the_number_of_targets_is_no_size():
    with pytest.raises(UnsupportedTextError):
        read_resolution("Up to two target creatures gain haste until end of turn, where X is the number of Wurms.")


@pytest.mark.parametrize(
    ("who", "targets", "controller"),
    [
        ("target opponent chosen at random", ["Ben"], "Ben"),
        ("target player other than this creature's owner", ["Ben"], "Ben"),
        ("an opponent of your choice", [], "Ben"),
        ("that spell or ability's controller", ["Ben"], "Ben"),
    ],
)
def test_who_gains_control(who: str, targets: list[str], controller: str):
    made = board()
    of_wurm(made, f"{{2}}: {who[0].upper()}{who[1:]} gains control of this creature.", *targets)
    assert solve(made)["wurm"].controller == controller


def test_it_beside_the_owner_is_the_source():
    text = "{2}: Target player other than this artifact's owner gains control of it."
    assert read_resolution(text).clauses[0].selector == Itself("it")


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("Tap all creatures. Each creature chosen this way gains trample.", ["bear", "his"]),
        ("Exile a creature. Each card exiled this way that doesn't have suspend gains trample.", ["bear"]),
        ("Exile two cards. Cards exiled this way that don't have suspend gain trample.", ["bear", "his"]),
    ],
)
def test_what_an_instruction_affected_is_named_by_the_event(text: str, objects: list[str]):
    made = board()
    resolve(made, text, chosen={"object": objects})
    assert [id for id in ("bear", "his") if keywords(made, id) == ["Trample"]] == objects
    with pytest.raises(IllegalEventError, match="needs `object` in `chosen`"):
        resolve(board(), text)


def test_control_of_what_was_attached():
    made = board()
    made.enters(card("Axe", "Artifact — Equipment", "Equip {1}"), as_="axe", controller="Ben")
    resolve(
        made, "Destroy target creature. You gain control of all Equipment that were attached to it.", "his",
        chosen={"object": "axe"},
    )  # fmt: skip
    assert solve(made)["axe"].controller == "Ana"


@pytest.mark.parametrize(
    ("quality", "chosen", "found"),
    [
        ("each of that creature's colors", {"color": ["W", "B"]}, ["Protection from white", "Protection from black"]),
        ("the card type of your choice", {"card_type": "Artifact"}, ["Protection from artifacts"]),
        ("that player", {"player": "Ben"}, ["Protection from Ben"]),
    ],
)
def test_protection_that_the_event_decides(quality: str, chosen: dict[str, Any], found: list[str]):
    """702.16: the quality is fixed as the effect begins (611.2d)."""
    made = board()
    text = f"Target creature gains protection from {quality} until end of turn."
    resolve(made, text, "bear", chosen=chosen)
    assert keywords(made, "bear") == found
    with pytest.raises(IllegalEventError, match=next(iter(chosen))):
        resolve(board(), text, "bear")


def test_rampage_only_for_what_has_none():
    made = board()
    made.enters(card("Elk", "Creature — Elk", "Rampage 1", "3/3"), as_="elk")
    text = (
        "Target creature gains reach until end of turn. If it doesn't have rampage, that creature gains rampage 2 until"
        " end of turn."
    )
    made.resolves({"text": text}, as_="one", controller="Ana", targets=["bear"])
    made.resolves({"text": text}, as_="two", controller="Ana", targets=["elk"])
    assert keywords(made, "bear") == ["Reach", "Rampage 2"]
    assert keywords(made, "elk") == ["Rampage 1", "Reach"]


def test_two_abilities_instead_of_a_choice():
    text = (
        "Target creature gains your choice of first strike or vigilance until end of turn. If that creature is"
        " attacking, it gains first strike and vigilance until end of turn instead."
    )
    made = board()
    resolve(made, text, "bear", chosen={"option": 1})
    assert keywords(made, "bear") == ["First strike"]
    made = board()
    made.marks("bear", attacking=True)
    resolve(made, text, "bear", chosen={"option": 1})
    assert keywords(made, "bear") == ["First strike", "Vigilance"]


@pytest.mark.parametrize(
    "text",
    [
        "Target creature loses first strike or all abilities until end of turn.",
        "Target creature loses all shadow abilities until end of turn.",
        "Target creature gets +1/+1 until end of turn for each creature blocking it beyond the second.",
        "Each creature fled this way gains trample.",
    ],
)
def test_a_neighboring_phrase_is_refused(text: str):
    with pytest.raises(UnsupportedTextError):
        read_resolution(text)


ARMOR = card(
    "Armor", "Artifact — Equipment", "Equipped creature gets +X/+X, where X is the greatest mana value among your"
    " commanders.\nEquip {1}",
)  # fmt: skip


def test_your_commanders_count_in_every_zone():
    """903.3: being a commander is an attribute of the card; an opponent's commander is not yours."""
    made = board()
    made.enters(ARMOR, as_="armor", attached_to="bear")
    assert solve(made)["bear"].power == 2
    made.enters(card("Lord", "Legendary Creature — Ox", size="1/1", cost="{4}{W}"), as_="lord", zone="command")
    made.enters(card("King", "Legendary Creature — Ox", size="1/1", cost="{7}"), as_="king", controller="Ben")
    made.marks("lord", commander=True)
    made.marks("king", commander=True)
    assert (solve(made)["bear"].power, solve(made)["bear"].toughness) == (7, 7)


def test_protection_from_colors_outside_an_identity():
    """903.4: the Equipment records the colors."""
    made = board()
    text = "Equipped creature has protection from each color that's not in your commander's color identity."
    made.enters(card("Plate", "Artifact — Equipment", text), attached_to="bear", chosen={"color": ["W", "R"]})
    assert keywords(made, "bear") == ["Protection from white", "Protection from red"]


COUNTERED = (
    "Counter up to one target activated or triggered ability. If an ability of an artifact, creature, or planeswalker"
    " is countered this way, that permanent loses all abilities for as long as this creature remains on the"
    " battlefield."
)


def test_that_permanent_is_not_the_targeted_ability():
    """608.2c: the target is an ability; the permanent is its source, which the event names."""
    made = board()
    made.enters(card("Drake", "Creature — Drake", "Flying", "2/2"), as_="drake", controller="Ben")
    told = ["an ability of an artifact, creature, or planeswalker is countered this way"]
    of_wurm(made, COUNTERED, chosen={"object": "drake"}, told=told)
    assert keywords(made, "drake") == []
    made.leaves("wurm")
    assert keywords(made, "drake") == ["Flying"]
    with pytest.raises(IllegalEventError, match="needs `object` in `chosen`"):
        of_wurm(board(), COUNTERED, told=told)


def test_the_exiled_card_in_a_condition():
    text = "If the exiled card doesn't have suspend, it gains suspend."
    made = board()
    made.enters(card("Bolt", "Instant", "Draw a card."), as_="bolt", zone="exile")
    resolve(made, text, chosen={"object": "bolt"})
    assert keywords(made, "bolt") == ["Suspend"]


def test_as_long_as_a_card_remains_exiled():
    made = board()
    made.enters(card("Bolt", "Instant", "Draw a card."), as_="bolt", zone="exile")
    resolve(made, "Exile the top card of your library. For as long as it remains exiled, it has reach.", "bolt")
    assert keywords(made, "bolt") == ["Reach"]


def test_control_of_what_votes_chose():
    made = board()
    made.enters(BEAR, as_="second", controller="Ben")
    text = (
        "Starting with you, each player votes for time or money. For each money vote, choose a permanent owned by the"
        " voter and gain control of it."
    )
    resolve(made, text, chosen={"object": ["his", "second"]})
    assert {solve(made)[id].controller for id in ("his", "second")} == {"Ana"}


SHIFTER = card(
    "Shifter", "Creature — Shapeshifter", "As long as an opponent controls a creature with flying, this creature has"
    " flying. The same is true for trample and protection from any color.", "3/3",
)  # fmt: skip


def test_the_same_is_true_for_protection_from_any_color():
    """702.16: protection from artifacts is not from a color."""
    made = board()
    made.enters(SHIFTER, as_="shifter")
    made.enters(
        card("Knight", "Creature — Knight", "Protection from black, protection from artifacts", "2/2"),
        controller="Ben",
    )  # fmt: skip
    assert keywords(made, "shifter") == ["Protection from black"]


MAY_CAST = "You may cast Lizard spells from your graveyard."


@pytest.mark.parametrize(
    ("then", "form", "told"),
    [
        ("If you cast a Lizard spell this way, it gains haste.", "other", ["you cast a Lizard spell this way"]),
        ("If you do, it gains haste.", "other", None),
        ("When you cast a Lizard spell this way, it gains haste.", "triggered", None),
    ],
)
def test_what_a_spell_gains_that_is_cast_this_way(then: str, form: str, told: list[str] | None):
    """611.2: the event names the spell."""
    (*_, ability) = read_line(f"{MAY_CAST} {then}")
    assert isinstance(ability, TextAbility)
    assert ability.form == form
    made = board()
    made.resolves({"ability_of": "wurm", "text": ability.text}, as_="effect", targets=["bear"], told=told)
    assert keywords(made, "bear") == ["Haste"]


def test_a_land_that_is_still_a_cave():
    made = board()
    made.enters(card("Maw", "Land — Cave"), as_="maw")
    text = "{2}: This land becomes a 3/3 Elemental creature until end of turn. It's still a Cave land."
    made.resolves({"ability_of": "maw", "text": text}, as_="effect")
    found = solve(made)["maw"]
    assert (set(found.types), found.subtypes, found.power) == ({"Creature", "Land"}, ("Cave", "Elemental"), 3)


@pytest.mark.parametrize(
    ("text", "controller"),
    [
        ("That player gains control of this creature, untaps it, and puts a +1/+1 counter on it.", "Ben"),
        ("That creature's controller gains control of this creature and untaps it.", "Ben"),
    ],
)
def test_control_before_further_instructions(text: str, controller: str):
    made = board()
    of_wurm(made, text, "Ben")
    assert solve(made)["wurm"].controller == controller


@pytest.mark.parametrize(
    "text",
    [
        "You gain control of target opponent during that player's next turn.",
        "When this creature enters, if your life total is less than your starting life total, it becomes equal to your"
        " starting life total.",
        "Draw a card for each creature you control with base power and toughness 2/2.",
        "Return this card to the battlefield. Activate only if three or more creature cards are above this card.",
        "For each Redhorn Pass vote, draw a card.",
    ],
)
def test_no_layer_is_touched(text: str):
    """722.1: who controls a player; 119.5: life totals; what is counted is not changed."""
    assert read_resolution(text).clauses == ()


@pytest.mark.parametrize(
    "text",
    [
        "You gain control of target player's creature.",
        "It becomes equal to your life total.",
        "Target creature has mana value equal to 3.",
        "Target land becomes a Swamp until end of turn. It's still an Island land.",
        "Draw a card for each creature you control and base power and toughness 2/2.",
    ],
)
def test_what_stands_beside_these_is_refused(text: str):
    with pytest.raises(UnsupportedTextError):
        read_resolution(text)


def test_opponents_who_have_lost_more_than_half_of_their_life():
    made = Board(("Ana", "Ben", "Cleo"))
    text = "This creature gets +3/+3 for each opponent whose life total is less than half their starting life total."
    made.enters(card("Angel", "Creature — Angel", text, "4/4"), as_="angel")
    assert solve(made)["angel"].power == 4
    made.player("Ben", life=9, starting_life=20)
    made.player("Cleo", life=10, starting_life=20)
    assert solve(made)["angel"].power == 7


def test_snow_landwalk_of_the_chosen_type():
    """702.14c: snow islandwalk is not islandwalk."""
    made = board()
    resolve(
        made, "Choose a land type. Target creature gains snow landwalk of the chosen type until end of turn.", "bear",
        chosen={"land_type": "Island"},
    )  # fmt: skip
    assert keywords(made, "bear") == ["Snow islandwalk"]


def test_a_card_that_returns_after_all_were_destroyed():
    """400.7: "it" is the card that came back, not what was destroyed."""
    made = board()
    text = (
        "Destroy all creatures, then return a creature card put into a graveyard this way to the battlefield under your"
        " control. It's a black Zombie in addition to its other colors and types."
    )
    resolve(made, text, chosen={"object": "his"})
    assert [solve(made)[id].colors for id in ("bear", "his")] == [("G",), ("B", "G")]


def test_the_size_of_what_dealt_damage():
    made = board()
    text = "Change the base power and toughness of all creatures that dealt damage to it this turn to 0/2."
    of_wurm(made, f"When this creature dies, {text[0].lower()}{text[1:]}", chosen={"object": ["his"]})
    assert [(solve(made)[id].power, solve(made)[id].toughness) for id in ("bear", "his")] == [(2, 2), (0, 2)]


def test_that_card_is_not_the_target():
    """The number is one that the event records, whatever is targeted."""
    made = board()
    resolve(made, "Target creature gets +X/+0 until end of turn, where X is the mana value of that card.", "bear", x=4)
    assert solve(made)["bear"].power == 6


def test_different_powers():
    """208.3: each power counts once."""
    made = board()
    resolve(
        made, "Target creature gets +X/+X until end of turn, where X is the number of different powers among creatures"
        " you control.", "his",
    )  # fmt: skip
    assert solve(made)["his"].power == 4


@pytest.mark.parametrize("option", [1, 2, 3, 4])
@pytest.mark.parametrize("humbled", [False, True])
@pytest.mark.parametrize("again", [False, True])
def test_one_lost_ability_beside_other_effects(option: int, humbled: bool, again: bool):
    """613.7: what is lost stays lost unless a later effect gives it; Humility takes the rest."""
    names = ["Flying", "Trample", "Swampwalk", "Banding"]
    made = board()
    text = "Target creature loses your choice of flying, trample, swampwalk, or banding until end of turn."
    resolve(made, text, "wurm", chosen={"option": option})
    if humbled:
        made.enters(HUMILITY)
    if again:
        made.resolves(
            {"text": f"Target creature gains {names[option - 1].lower()} until end of turn."}, as_="back",
            controller="Ana", targets=["wurm"],
        )  # fmt: skip
    rest = [] if humbled else [name for name in [*names, "Islandwalk"] if name != names[option - 1]]
    assert sorted(keywords(made, "wurm")) == sorted([*rest, *([names[option - 1]] if again else [])])
    made.ends("turn")
    assert sorted(keywords(made, "wurm")) == ([] if humbled else sorted([*names, "Islandwalk"]))


@pytest.mark.parametrize(("blockers", "size"), [(0, (6, 6)), (1, (6, 6)), (2, (8, 7)), (3, (10, 8)), (5, (14, 10))])
@pytest.mark.parametrize("later", [False, True])
def test_the_number_of_blockers_is_fixed(blockers: int, size: tuple[int, int], later: bool):
    """611.2d: a blocker that leaves afterwards still counts."""
    made = board()
    made.marks("wurm", attacking=True)
    for number in range(blockers):
        made.enters(BEAR, as_=f"b{number}", controller="Ben")
        made.marks(f"b{number}", blocking=True, blocking_which="wurm")
    of_wurm(
        made,
        "Whenever this creature becomes blocked, it gets +2/+1 until end of turn for each creature blocking it beyond"
        " the first.",
    )
    if later and blockers:
        made.leaves("b0")
    found = solve(made)["wurm"]
    assert (found.power, found.toughness) == size


@pytest.mark.parametrize(
    ("costs", "power"), [([], 2), (["{0}"], 2), (["{2}"], 4), (["{2}", "{G}{G}{G}"], 5), (["{X}{R}"], 3)]
)
@pytest.mark.parametrize("zone", ["command", "graveyard", "exile", "battlefield"])
def test_the_greatest_of_your_commanders(costs: list[str], power: int, zone: Zone):
    """202.3e: X is 0 except on the stack; two commanders: the greater mana value."""
    made = board()
    made.enters(ARMOR, as_="armor", attached_to="bear")
    for number, cost in enumerate(costs):
        made.enters(
            card(f"Lord {number}", "Legendary Creature — Ox", size="1/1", cost=cost), as_=f"l{number}", zone=zone
        )
        made.marks(f"l{number}", commander=True)
    assert solve(made)["bear"].power == power


@pytest.mark.parametrize("colors", [["W"], ["U", "B"], ["W", "U", "B", "R", "G"], ["R", "R"]])
@pytest.mark.parametrize("noun", ["creature", "permanent", "spell", "card"])
def test_protection_from_the_recorded_colors(colors: list[str], noun: str):
    names = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
    made = board()
    text = f"Creatures you control gain protection from each of that {noun}'s colors until end of turn."
    resolve(made, text, chosen={"color": colors})
    made.enters(BEAR, as_="late")
    for id in ("bear", "wurm"):
        assert set(keywords(made, id)) >= {f"Protection from {names[color]}" for color in colors}
    assert keywords(made, "his") == keywords(made, "late") == []  # 611.2c


@pytest.mark.parametrize("targets", [["bear"], ["bear", "his"], ["bear", "wurm", "his"]])
@pytest.mark.parametrize("quantifier", ["X", "Up to X"])
def test_any_number_of_x_targets(targets: list[str], quantifier: str):
    made = board()
    text = f"{quantifier} target creatures get +1/+2 until end of turn, where X is the number of creatures you control."
    resolve(made, text, *targets)
    found = solve(made)
    for id in ("bear", "wurm", "his"):
        more = id in targets
        assert (found[id].power, found[id].toughness) == ((7, 8) if id == "wurm" and more else (6, 6) if id == "wurm"
                                                          else (3, 4) if more else (2, 2))  # fmt: skip


@pytest.mark.parametrize(
    "held", ["Flying", "Trample", "Protection from black", "Protection from artifacts", "Vigilance"]
)
@pytest.mark.parametrize("controller", ["Ana", "Ben"])
@pytest.mark.parametrize("taken", [False, True])
def test_what_the_same_is_true_for(held: str, controller: str, taken: bool):
    """613.8a: with Humility, no creature has any of them, so the condition is false."""
    made = board()
    made.enters(SHIFTER, as_="shifter")
    made.enters(card("Knight", "Creature — Knight", held, "2/2"), as_="knight", controller=controller)
    if taken:
        made.enters(HUMILITY)
    gained = held in ("Flying", "Trample", "Protection from black") and controller == "Ben" and not taken
    assert keywords(made, "shifter") == ([held] if gained else [])


@pytest.mark.parametrize(
    ("text", "count", "group"),
    [
        (
            "Put X +1/+1 counters on another target creature you control, where X is ~'s power. That creature gains"
            " haste until end of turn.",
            "another target",
            "creature you control",
        ),
        (
            "Untap target attacking creature and remove it from combat. Gain control of that creature until end of"
            " turn.",
            "target",
            "attacking creature",
        ),
        (
            "Put three +1/+1 counters on up to one target land you control. That land gains haste until end of turn.",
            "up to one target",
            "land you control",
        ),
    ],
)
def test_the_target_of_an_instruction_keeps_its_noun(text, count, group):
    """601.2c: what the target must be is known, also if only an instruction names it."""
    (target,) = {clause.selector for clause in read_resolution(text).clauses}
    assert isinstance(target, Target)
    assert (target.count, words_of(target.group.filters, False)) == (count, group)


def test_the_player_who_controls_the_target():
    """608.2h: "that player" is who controls the target, and no player is a target."""
    board = Board(players=["Ana", "Ben", "Cas"])
    for name, player in (("Bear", "Ben"), ("Elf", "Ben"), ("Ox", "Cas")):
        board.enters(card(name, "Creature — Beast", size="3/3"), controller=player)
    text = (
        "Destroy target creature an opponent controls. Each other creature that player controls gets -2/-0 until end of"
        " turn."
    )
    board.enters(card("Judge", "Creature — Human", size="1/1"))
    board.resolves({"ability_of": "judge", "text": text}, as_="fx", targets=["bear"])
    result = solve(board)
    assert [result[id].power for id in ("bear", "elf", "ox", "judge")] == [3, 1, 3, 1]


def test_one_x_for_two_creatures():
    """107.3i: "where X is ..." at the end defines X in both clauses."""
    board = Board(players=["Ana", "Ben"])
    board.enters(card("Bear", "Creature — Bear", size="2/2"))
    board.enters(card("Ox", "Creature — Ox", size="2/4"), controller="Ben")
    for name in ("One", "Two", "Three"):
        board.enters(card(name, "Artifact"))
    text = (
        "Until end of turn, target creature you control gets +X/+0 and target creature an opponent controls gets -0/-X,"
        " where X is the number of artifacts you control."
    )
    board.resolves({"ability_of": "bear", "text": text}, as_="fx", targets=["bear", "ox"])
    result = solve(board)
    assert not result.unsupported
    assert [(result[id].power, result[id].toughness) for id in ("bear", "ox")] == [(5, 2), (2, 1)]
    (_, second) = clauses = read_resolution(text).clauses
    assert english(clauses[0]) == "Until end of turn, target creature you control gets +X/+0."
    assert english(second).endswith("where X is the number of artifacts you control.")


def test_the_name_in_a_given_ability():
    """201.5a: the name of the card in an ability that it gives means the card, not the object with the ability."""
    board = Board(players=["Ana", "Ben"])
    text = (
        "Equipped creature has \"{T}, Unattach Shuriken: Shuriken deals 2 damage to target creature. That creature's"
        ' controller gains control of Shuriken unless it was unattached from a Ninja."'
    )
    board.enters(card("Bear", "Creature — Bear", size="2/2"))
    board.enters(card("Ox", "Creature — Ox", size="2/4"), controller="Ben")
    board.enters(card("Shuriken", "Artifact — Equipment", text), attached_to="bear")
    (ability,) = solve(board)["bear"].abilities
    assert english(ability, "Bear").startswith("{T}, Unattach Shuriken: Shuriken deals 2 damage")
    found = resolution_of(ability, "Bear")
    assert [clause.selector for clause in found.clauses] == [ChosenObject("Shuriken")]
