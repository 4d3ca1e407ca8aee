"""What reading compiled lines against the rules found: one small board for each class of faults."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError, UnsupportedTextError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.resolving import read_resolution
from mtglayers.solver.check.abilities import fits
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, card

RATS = card(
    "Rats", "Creature — Rat", "This creature gets +1/+1 for each other creature on the battlefield named Rats.", "2/2"
)
CAR = card("Car", "Artifact — Vehicle", "Crew 2", "3/3")
GRAVE = card("Grave Call", "Sorcery", "You gain 2 life.\nCorrupted — As long as an opponent has three or more poison"
             " counters and this card is in your graveyard, it has flashback {2}{G}.")  # fmt: skip
TIDE = card("Tide", "Sorcery", "This spell has flash as long as you control a Bear.\nDraw a card.")
OTTER = card("Otter", "Creature — Otter", "This spell has cascade as long as you control a Bear.", "2/2")


def keywords(board: Board, id: str) -> list[str]:
    return [getattr(ability, "name", "") for ability in solve(board)[id].abilities if getattr(ability, "name", "")]


def test_a_card_may_speak_of_its_own_name():
    """201.2: "named Rats" is every object with that name, not the one that says so."""
    made = Board()
    made.enters(RATS, as_="one")
    made.enters(RATS, as_="two", controller=made.players[1])
    assert solve(made)["one"].power == solve(made)["two"].power == 3
    made.resolves(
        {"text": "Creatures you control named Rats get +1/+0 until end of turn.", "ability_of": "one"}, as_="e"
    )
    assert (solve(made)["one"].power, solve(made)["two"].power) == (4, 3)


def test_a_sorcery_has_static_abilities_too():
    """113.3d, 113.6b: "as long as this card is in your graveyard" is no instruction; it functions there alone."""
    made = Board()
    made.enters(GRAVE, zone="graveyard")
    assert "Flashback" not in keywords(made, "grave-call")
    made.player(made.players[1], poison=3)
    assert "Flashback" in keywords(made, "grave-call")


@pytest.mark.parametrize(("what", "word", "zones"), [
    (TIDE, "Flash", ("hand", "graveyard", "stack")), (OTTER, "Cascade", ("stack",)),
])  # fmt: skip
def test_what_a_spell_has_it_has_where_that_matters(what: dict[str, str], word: str, zones: tuple[str, ...]):
    """113.6e: flash functions wherever the card could be cast; "this spell has cascade" on the stack alone."""
    for zone in ("hand", "graveyard", "stack", "battlefield"):
        if zone == "battlefield" and what is TIDE:
            continue
        made = Board()
        made.enters(what, zone=zone, as_="it")
        assert word not in keywords(made, "it")
        made.enters(BEAR)
        assert (word in keywords(made, "it")) is (zone in zones)


def test_instructions_are_followed_in_order():
    """608.2c: the second sentence speaks of the board as the first one has left it."""
    made = Board()
    made.enters(CAR)
    made.resolves(
        {"text": "Vehicles you control become artifact creatures until end of turn. Creatures you control get +2/+0"
                 " until end of turn."}, as_="go", controller=made.players[0],
    )  # fmt: skip
    assert (solve(made)["car"].power, solve(made)["car"].toughness) == (5, 3)


@pytest.mark.parametrize(("counters", "has"), [(1, False), (2, True)])
def test_a_condition_sees_what_the_sentence_before_did(counters: int, has: bool):
    """608.2c: +1/+1 makes a 3/3 a creature with power 4."""
    made = Board()
    made.enters(BEAR, as_="bear", counters={"+1/+1": counters})
    made.resolves(
        {"text": "Target creature gets +1/+1 until end of turn. Then if that creature has power 5 or greater, it gains"
                 " first strike until end of turn."}, as_="go", targets="bear",
    )  # fmt: skip
    assert ("First strike" in keywords(made, "bear")) is has


def test_instead_and_otherwise_ask_before_anything_is_done():
    """608.2c: "instead" and "otherwise" choose between two sentences by one look at the board."""
    made = Board()
    made.enters(BEAR, as_="bear")
    made.resolves({"text": "Target creature gets +2/+2 until end of turn. If its power is 4 or greater, it gets +5/+5"
                           " until end of turn instead."}, as_="go", targets="bear")  # fmt: skip
    assert solve(made)["bear"].power == 4
    other = Board()
    other.enters(CAR)
    text = {"text": "Choose target artifact. If it isn't a creature, it becomes an artifact creature until"
            " end of turn. Otherwise, it gets +1/+1 until end of turn."}  # fmt: skip
    other.resolves(text, as_="go", targets="car")
    assert (solve(other)["car"].power, "Creature" in solve(other)["car"].types) == (3, True)


def test_what_a_card_became_is_not_the_card_that_was_targeted():
    """400.7j: "it" is the object on the battlefield; nothing in the graveyard gains haste."""
    made = Board()
    made.enters(BEAR, zone="graveyard", as_="card")
    text = {"text": "Return target creature card from your graveyard to the battlefield. It gains haste."}
    made.resolves(text, as_="back", targets="card")
    assert keywords(made, "card") == []
    made.moves("card", to="battlefield", as_="bear")
    assert keywords(made, "bear") == ["Haste"]


def test_who_promised_no_gift_chose_no_target():
    """601.2c: a target that is chosen only if something was paid or promised is not asked for without that."""
    made = Board()
    made.enters(BEAR)
    gift = {"text": "Creatures you control get +2/+0 until end of turn. If the gift was promised, target creature you"
                    " control gains first strike until end of turn."}  # fmt: skip
    first = made.players[0]
    with pytest.raises(IllegalEventError, match="needs a target"):
        made.resolves(gift, as_="rally", controller=first)
    made.resolves(gift, as_="rally", controller=first, told=[])
    assert solve(made)["grizzly-bears"].power == 4
    made.resolves(gift, as_="again", controller=first, told=["the gift was promised"], targets="grizzly-bears")
    assert keywords(made, "grizzly-bears") == ["First strike"]


@pytest.mark.parametrize("text", [
    "Up to two target creatures you control each get +1/+0 until end of turn. They each deal damage equal to their"
    " power to another target creature.",
    "One or two target creatures you control each get +1/+0 until end of turn. They each deal damage equal to their"
    " power to target creature an opponent controls.",
])  # fmt: skip
def test_a_target_named_after_several_is_not_one_of_them(text: str):
    """601.2c: the last target is the one that is dealt damage."""
    for mine in (["one"], ["one", "two"]):
        made = Board()
        for id in mine:
            made.enters(BEAR, as_=id)
        made.enters(BEAR, as_="foe", controller=made.players[1])
        made.resolves({"text": text}, as_="go", targets=[*mine, "foe"])
        result = solve(made)
        assert [result[id].power for id in (*mine, "foe")] == [3] * len(mine) + [2]
        assert not result.illegal
    with pytest.raises(UnsupportedTextError):
        read_resolution("Up to two target creatures get +1/+0 until end of turn. Destroy up to one target artifact.")


def test_what_a_conditional_instruction_introduces_has_its_condition():
    """608.2c: if the flip is won, no opponent is chosen; if the spell was not kicked, no Forest is untapped."""
    festival = (
        "Flip a coin. If you lose the flip, choose one of your opponents. That player gains control of this artifact."
    )
    wilds = (
        "If this spell was kicked, untap all Forests put onto the battlefield this way. They become 3/3 green creatures"
        " that are still lands."
    )
    for told, holds in ([], False), (["you lose the flip", "this spell was kicked"], True):
        made = Board()
        made.enters(card("Feast", "Artifact", f"{{2}}: {festival}"))
        made.resolves({"ability_of": "feast", "index": 1}, as_="go", targets=["B"] if holds else [], told=told[:1])
        made.enters(card("Forest", "Basic Land — Forest", "({T}: Add {G}.)"))
        made.resolves({"text": wilds}, as_="wilds", targets=["forest"] if holds else [], told=told[1:])
        result = solve(made)
        assert result["feast"].controller == ("B" if holds else "A")
        assert ("Creature" in result["forest"].types) is holds


@pytest.mark.parametrize(("text", "ends"), [
    ("Target creature gets -2/-0 until end of turn and attacks this turn if able.", {"ends": "turn"}),
    ("That creature gains haste until end of turn and attacks this combat if able.", {"ends": "combat"}),
    ("Target creature gains shroud until end of turn and doesn't untap during your next untap step.", {"turn": "A"}),
])  # fmt: skip
def test_a_rule_for_this_turn_ends_with_it(text: str, ends: dict[str, str]):
    """611.2a: "attacks this turn if able" says how long it lasts."""
    made = Board()
    made.enters(BEAR, as_="bear")
    made.resolves({"text": text}, as_="go", targets=["bear"])
    assert "613.11" in [layer.name for layer in solve(made).layers if layer.steps]
    verb, value = next(iter(ends.items()))
    getattr(made, verb)(value)
    assert "613.11" not in [layer.name for layer in solve(made).layers if layer.steps]


@pytest.mark.parametrize("name", ["~", "Throwing Star"])
def test_a_name_in_a_given_ability_means_what_gives_it(name: str):
    """201.5a: the player gains control of the Equipment, not of the creature that has the ability."""
    throw = (
        "{T}, Unattach Throwing Star: Throwing Star deals 2 damage to target creature. That creature's controller gains"
        " control of Throwing Star unless it was unattached from a Ninja."
    )
    star = card("Throwing Star", "Artifact — Equipment", f'Equipped creature has "{throw}"\nEquip {{2}}')
    for told in ([], ["it was unattached from a Ninja"]):
        made = Board()
        made.enters(BEAR, as_="bear")
        for id in ("other", "star"):
            made.enters(star, as_=id)
        made.attaches("star", to="bear")
        made.enters(BEAR, as_="foe", controller=made.players[1])
        assert fits(solve(made)["bear"].abilities[0], throw, "Bear")
        text = throw.replace("Throwing Star", name)
        made.resolves({"ability_of": "bear", "text": text}, as_="go", targets=["foe", made.players[1]], told=told)
        result = solve(made)
        owners = [result[id].controller for id in ("bear", "other", "star", "foe")]
        assert owners == ["A", "A", "A" if told else "B", "B"]


@pytest.mark.parametrize(("text", "chosen", "legal"), [
    ("Choose a nonlegendary creature on the battlefield. Target creature becomes a copy of that creature until end of"
     " turn.", "bear", True),
    ("Choose a nonlegendary creature on the battlefield. Target creature becomes a copy of that creature until end of"
     " turn.", "king", False),
    ("Choose a creature you control. It gains flying until end of turn.", "foe", False),
])  # fmt: skip
def test_an_object_that_an_earlier_sentence_chooses_is_of_its_kind(text: str, chosen: str, legal: bool):
    """608.2d: what "that creature" means was chosen among nonlegendary creatures."""
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(BEAR, as_="foe", controller=made.players[1])
    made.enters(card("King", "Legendary Creature — Bear", "", "4/4"), as_="king")
    made.resolves({"text": text}, as_="go", targets=["foe"] if "arget" in text else [], chosen={"object": chosen})
    found = solve(made).illegal
    assert [each.rule for each in found] == ([] if legal else ["608.2d"])


def test_an_aura_that_needs_another_aura():
    """702.5a: the Aura itself is not the other one."""
    crown = card("Crown", "Enchantment — Aura", "Enchant creature with another Aura attached to it")
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(crown, as_="first", attached_to="bear")
    assert [each.rule for each in solve(made).illegal] == ["702.5a"]
    made.enters(crown, as_="second", attached_to="bear")
    assert [each.object for each in solve(made).illegal] == ["bear"]
    assert not any(each.event == 2 for each in solve(made).illegal)


def test_creatures_that_one_aura_enchants_are_not_all_enchanted_creatures():
    """An Aura that enchants two creatures is refused: on a board, it is attached to one object."""
    pair = card("Pair", "Enchantment — Aura", "Enchant two creatures\nEnchanted creatures each get +1/+1.")
    made = Board()
    made.enters(BEAR, as_="bear")
    made.enters(pair, attached_to="bear")
    assert solve(made)["bear"].power == 2
    assert solve(made).unsupported


@pytest.mark.parametrize(("foe", "legal"), [
    (card("Elf", "Creature — Elf", "", "1/1"), False), (card("Man", "Creature — Human", "", "1/1"), True),
])  # fmt: skip
def test_a_target_that_a_later_sentence_names_is_of_its_kind(foe: dict[str, str], legal: bool):
    """115.1: what was chosen in the first sentence is "that permanent" of the second."""
    text = (
        "When this creature enters, choose target Human or artifact an opponent controls. For as long as this creature"
        " remains on the battlefield, gain control of that permanent and it loses all abilities."
    )
    made = Board()
    made.enters(card("Whelp", "Creature — Dragon", text, "2/2"))
    made.enters(foe, as_="foe", controller=made.players[1])
    made.resolves({"ability_of": "whelp", "index": 1}, as_="go", targets=["foe"])
    assert solve(made)["foe"].controller == "A"
    assert [each.rule for each in solve(made).illegal] == ([] if legal else ["115.1"])


SQUASH = (
    "Up to one target creature has base power and toughness 1/1 until end of turn. Up to one other target creature has"
    " base power and toughness 4/4 until end of turn."
)
ARM = (
    "Until end of turn, target creature gets +3/+3, up to one other target creature gets +2/+2, and up to one other"
    " target creature gets +1/+1. Those creatures gain vigilance until end of turn."
)


@pytest.mark.parametrize(("text", "targets", "powers"), [
    (SQUASH, ["one"], [1, 2]), (SQUASH, ["none", "one"], [4, 2]), (SQUASH, ["one", "two"], [1, 4]),
    (SQUASH, ["none", "none"], [2, 2]), (ARM, ["one", "none", "two"], [5, 3]), (ARM, ["one", "two"], [5, 4]),
])  # fmt: skip
def test_a_target_that_is_not_chosen_leaves_the_others_their_places(text: str, targets: list[str], powers: list[int]):
    """601.2c: "none" in `targets` stands for "up to one target" that was not chosen."""
    made = Board()
    for id in ("one", "two"):
        made.enters(BEAR, as_=id)
    made.resolves({"text": text}, as_="go", targets=targets)
    assert [solve(made)[id].power for id in ("one", "two")] == powers
    assert not solve(made).illegal
    with pytest.raises(IllegalEventError, match="needs a target in place of `none`"):
        made.copy().resolves({"text": ARM}, as_="no", targets=["none", "one"])


@pytest.mark.parametrize("text", [
    "Attach up to one target Equipment you control to target creature. That creature gets +2/+2 until end of turn.",
    "Return up to one target artifact to its owner's hand. Then target creature gets +2/+2 until end of turn.",
])  # fmt: skip
@pytest.mark.parametrize("targets", [["bear"], ["sword", "bear"]])
def test_an_instruction_that_ends_with_another_target(text: str, targets: list[str]):
    """601.2c: "to target creature" does not belong to the words for the first target, which need not be chosen."""
    made = Board()
    made.enters(card("Sword", "Artifact — Equipment", "Equip {1}"))
    made.enters(BEAR, as_="bear")
    made.resolves({"text": text}, targets=targets)
    assert solve(made)["bear"].power == 4
    assert not solve(made).illegal


@pytest.mark.parametrize(("targets", "power"), [(["sword", "bear"], 5), (["bear"], 5), (["sword"], 2)])
def test_a_target_that_only_a_later_place_can_have(targets: list[str], power: int):
    """601.2c: the only target of "attach up to one target Equipment, ... up to one other target creature" is a Bear."""
    rose = (
        "Whenever this creature attacks, attach up to one target Equipment to it. Then up to one other target attacking"
        " creature gets +X/+0 until end of turn, where X is this creature's power."
    )
    made = Board()
    made.enters(card("Rose", "Creature — Hedgehog", rose, "3/3"))
    made.enters(card("Sword", "Artifact — Equipment", "Equip {1}"))
    made.enters(BEAR, as_="bear")
    made.marks("bear", attacking=True)
    made.resolves({"ability_of": "rose", "index": 1}, as_="go", targets=targets)
    assert solve(made)["bear"].power == power


@pytest.mark.parametrize(("text", "words"), [
    ("You may have this creature enter as a copy of any creature you control.", "any creature you control"),
    ("You may have this creature enter as a copy of another creature you control.", "another creature you control"),
    ("As this creature enters or is turned face up, you may choose another creature you control. If you do, until this"
     " creature is turned face down, it becomes a copy of that creature.", "that creature until"),
])  # fmt: skip
def test_what_a_permanent_enters_as_a_copy_of_is_no_target(text: str, words: str):
    """707.5: the copied object is chosen as the permanent enters."""
    assert english(read_resolution(text).clauses[0]).startswith(f"~ enters as a copy of {words}")


YEARLING = (
    "Whenever another Dinosaur you control enters, you may have this creature's base power become equal to that"
    " creature's power until end of turn."
)
CATACOMB = (
    "Whenever this creature becomes blocked by a creature, that creature gets -X/-0 until end of turn, where X is half"
    " the creature's power, rounded down."
)


@pytest.mark.parametrize("named", [{"targets": ["maw"]}, {"chosen": {"object": "maw"}}, {"x": 6}])
def test_a_number_of_what_an_event_names_is_on_the_board(named: dict[str, Any]):
    """608.2h: "that creature's power" needs no `x` if the event names that creature."""
    made = Board()
    made.enters(card("Yearling", "Creature — Dinosaur", YEARLING, "3/4"))
    made.enters(card("Maw", "Creature — Dinosaur", "", "6/6"))
    made.resolves({"ability_of": "yearling", "index": 1}, as_="go", **named)
    assert solve(made)["yearling"].power == 6
    assert not solve(made).illegal


@pytest.mark.parametrize(
    "named",
    [
        {"targets": ["maw", "other"]},
        {"chosen": {"object": ["maw", "other"]}},
        {"targets": ["maw"], "chosen": {"object": "other"}},
        {"chosen": {"object": "card"}},
        {"targets": ["card"]},
    ],
)
def test_a_number_is_not_guessed_from_several_objects(named: dict[str, Any]):
    """608.2h: if the event does not say which creature is meant, the number must be given."""
    made = Board()
    made.enters(card("Yearling", "Creature — Dinosaur", YEARLING, "3/4"))
    for id in ("maw", "other"):
        made.enters(card("Maw", "Creature — Dinosaur", "", "6/6"), as_=id)
    made.enters(card("Raptor", "Creature — Dinosaur", "", "5/5"), as_="card", zone="graveyard")
    with pytest.raises(IllegalEventError, match="that creature's power"):
        made.resolves({"ability_of": "yearling", "index": 1}, as_="go", **named)


CULTIST = (
    "Whenever you cast a noncreature spell, target creature gets +X/+0 until end of turn, where X is that spell's mana"
    " value."
)
PACT = (
    "Equip {1}\nWhenever equipped creature attacks, draw a card and reveal it. The creature gets +X/+X until end of"
    " turn and you lose X life, where X is that card's mana value."
)


def test_the_number_of_a_spell_is_not_that_of_the_target():
    made = Board()
    made.enters(card("Cultist", "Creature — Human", CULTIST, "1/1"))
    made.enters(card("Maw", "Creature — Dinosaur", "", "6/6"), as_="maw")
    made.enters("Divination", zone="stack")
    with pytest.raises(IllegalEventError, match="that spell's mana value"):
        made.resolves({"ability_of": "cultist", "index": 1}, as_="go", targets=["maw"])
    with pytest.raises(IllegalEventError, match="that spell's mana value"):
        made.resolves({"ability_of": "cultist", "index": 1}, as_="go", targets=["maw"], chosen={"object": "cultist"})
    made.resolves({"ability_of": "cultist", "index": 1}, as_="go", targets=["maw"], chosen={"object": "divination"})
    assert solve(made)["maw"].power == 9


def test_the_number_of_a_revealed_card_is_not_that_of_the_creature_that_attacked():
    made = Board()
    made.enters(card("Maw", "Creature — Dinosaur", "", "6/6", "{3}{G}"), as_="maw")
    made.enters(card("Pact", "Artifact — Equipment", PACT), as_="pact", attached_to="maw")
    with pytest.raises(IllegalEventError, match="that card's mana value"):
        made.resolves({"ability_of": "pact", "index": 2}, as_="go", chosen={"object": "maw"})
    made.resolves({"ability_of": "pact", "index": 2}, as_="go", chosen={"object": "maw"}, x=2)
    assert solve(made)["maw"].power == 8


def test_half_the_power_of_a_blocker():
    """608.2h: the creature that gets -X/-0 is the one whose power is halved."""
    made = Board()
    made.enters(card("Wyrm", "Creature — Dragon", CATACOMB, "4/4"))
    made.enters(card("Knight", "Creature — Knight", "", "5/5"), controller=made.players[1])
    made.resolves({"ability_of": "wyrm", "index": 1}, as_="go", targets=["knight"])
    assert solve(made)["knight"].power == 3


def test_what_a_creature_entered_with_is_not_lost_with_its_values():
    """614.1c: "it enters with trample" is no static ability: a copy effect does not take the trample away."""
    titan = card(
        "Titan", "Creature — Kavu", "Kicker {2}\nIf this creature was kicked, it enters with two +1/+1 counters on it"
        " and with trample.", "2/2",
    )  # fmt: skip
    copies = "Target creature becomes a copy of another target creature until end of turn."
    for kicked in (True, False):
        for targets in (["titan", "bear"], ["bear", "titan"]):
            made = Board()
            made.enters(BEAR, as_="bear")
            made.enters(titan, as_="titan")
            made.marks("titan", kicked=kicked)
            assert ("Trample" in keywords(made, "titan")) is kicked
            assert not solve(made).unsupported
            made.resolves({"text": copies}, as_="go", targets=targets)
            assert ("Trample" in keywords(made, "titan")) is kicked
            assert not solve(made).unsupported
