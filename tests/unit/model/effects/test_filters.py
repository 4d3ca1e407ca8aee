"""Which objects the words of a group pick out: one board, one group of creatures to a line, ids derived by hand."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers import Board, Result, solve

from ....support.boards import card

AURA = card("Veil", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +0/+1.")
ELF = card("Elf", "Creature — Elf Warrior", size="1/1", cost="{G}")
GOBLIN = card("Goblin", "Creature — Goblin Warrior", size="3/2", cost="{X}{R}")
MIMIC = card("Mimic", "Creature — Shapeshifter", "Changeling", size="2/2", cost="{2}{U}")
GOLEM = card("Golem", "Artifact Creature — Golem", size="4/4", cost="{4}")
BEAR = card("Bear", "Creature — Bear", size="2/2", cost="{1}{G}")
SWORD = card("Sword", "Artifact — Equipment", "Equip {1}")
FOREST = card("Forest", "Basic Land — Forest")


def stage() -> Board:
    """Return the board: what A controls, then the golem and the bear that B controls."""
    board = Board(["A", "B"])
    board.enters(FOREST)
    for one in (ELF, GOBLIN, MIMIC):
        board.enters(one)
    board.enters(GOLEM, controller="B")
    board.enters(BEAR, controller="B", owner="A")
    board.enters(AURA, attached_to="elf", controller="A")
    board.enters(SWORD)
    board.attaches("sword", to="bear")
    board.counters("golem", put={"charge": 2})
    board.counters("goblin", put={"+1/+1": 1})
    board.marks("elf", attacked_this_turn=True, attacking=True)
    board.marks("golem", blocking_which="elf", damaged_this_turn=True)
    return board


# elf 1/2 with A's Aura; goblin 4/3 with a +1/+1 counter; mimic 2/2; golem 4/4 with two charge counters; bear 2/2 with
# A's Sword, owned by A and controlled by B.
GROUPS = {
    "Creatures with counters on them": "goblin golem",
    "Creatures with charge counters on them": "golem",
    "Creatures with the greatest power": "goblin golem",
    "Creatures you control with the least toughness": "elf mimic",
    "Creatures you control with the greatest mana value": "mimic",
    "Creatures with mana abilities": "",
    "Creatures you control with counters on them": "goblin",
    "Modified creatures": "bear elf goblin golem",  # 700.9
    "Nonmodified creatures": "mimic",
    "Creatures that are enchanted by Auras you control": "elf",
    "Creatures enchanted by an Aura your opponents control": "",
    "Creatures with another Aura attached to them": "elf",
    "Creatures with another Equipment attached to them": "bear",
    "Creatures equipped by an Equipment": "bear",
    "Creatures that aren't enchanted by an Aura": "bear goblin golem mimic",
    "Creatures that share a creature type with an attacking creature": "elf goblin mimic",  # 702.73a
    "Creatures that don't share a color with a green creature": "goblin golem mimic",
    "Creatures that share a card type with an Equipment": "golem",
    "Creatures with the same power as a Golem": "bear goblin golem mimic",  # the Mimic is a Golem, too
    "Creatures with the greatest power among creatures you control": "goblin",
    "Creatures with the lowest mana value among creatures": "elf goblin",  # X is 0 (202.3e)
    "Creatures with {X} in their mana costs": "goblin",
    "Creatures with odd mana values": "elf goblin mimic",
    "Creatures with even mana values": "bear golem",
    "Creatures with power less than the number of Warriors you control": "bear elf mimic",
    "Creatures with power less than or equal to the number of Forests you control": "elf",
    "Each creature with toughness greater than its power": "elf",
    "Each creature with power equal to its mana value": "elf bear golem",
    "Creatures you own but don't control": "bear",
    "Creatures that attacked this turn": "elf",
    "Creatures that were dealt damage this turn": "golem",
    "Creatures blocking attacking creatures": "golem",
    "Creatures attacking an opponent": "elf",
    "Creatures attacking a player who controls an artifact creature": "elf",
    "Creatures attacking an opponent who controls no artifact creatures": "",
    "Creatures attacking a player who controls more lands than you": "",
    "Creatures blocked by an artifact": "elf",
    "Blocking creatures": "golem",
    "Creatures with base power 2": "bear mimic",  # 208.4b: not the modified power
    "Creatures with base power 3 or greater": "goblin golem",
    "Creatures with base toughness 1": "elf",
    "Creatures with base power or toughness 2": "bear goblin mimic",
    "Creatures with base power and toughness 1/1": "elf",
    "Creatures that aren't tapped": "bear elf goblin golem mimic",
    "Creatures without a +1/+1 counter on them": "bear elf golem mimic",
    "Creatures not named Elf": "bear goblin golem mimic",
    "Creatures that don't have the same name as an attacking creature": "bear goblin golem mimic",
    "Untapped Elves, Bears, and Golems": "bear elf golem mimic",
    "Each white or green creature": "bear elf",
    "Each attacking or artifact creature": "elf golem",
    "Each Elf or Bear creature": "bear elf mimic",
    "Each tapped or untapped green creature": "bear elf",
    "Face-up creatures": "bear elf goblin golem mimic",
    "4/4 creatures": "golem",
    "Nonhistoric creatures": "bear elf goblin mimic",
    "Creatures with no abilities": "bear elf goblin golem",
}  # fmt: skip


@pytest.mark.parametrize("group", GROUPS)
def test_who_is_in_a_group(group: str):
    """[Group] get +0/+10": exactly the creatures of the group get it, after the counters and the Aura (613.7)."""
    board = stage()
    board.enters(card("Lens", "Enchantment", f"{group} {'gets' if group.startswith('Each') else 'get'} +0/+10."))
    result = solve(board)
    having = [id for id in ("elf", "goblin", "mimic", "golem", "bear") if (result[id].toughness or 0) > 10]
    assert not result.unsupported
    assert sorted(having) == sorted(GROUPS[group].split())


def test_each_counts_what_it_shares_a_type_with():
    """Each creature gets +1/+1 for each other creature that shares a creature type with it: counted for each one."""
    board = stage()
    board.enters(
        card(
            "Arms", "Artifact",
            "Each creature gets +1/+1 for each other creature on the battlefield that shares at least one creature type"
            " with it.",
        )
    )  # fmt: skip
    result = solve(board)
    # Elf Warrior: goblin, mimic. Goblin: elf, mimic. Mimic: all four others. Golem and Bear: the mimic.
    sizes = {id: (result[id].power, result[id].toughness) for id in ("elf", "goblin", "mimic", "golem", "bear")}
    assert sizes == {"elf": (3, 4), "goblin": (6, 5), "mimic": (6, 6), "golem": (5, 5), "bear": (3, 3)}


def effect(board: Board, text: str, of: str, *targets: str, **keys: Any) -> Result:
    """Return the result with a text resolved as an ability of an object."""
    board.resolves({"ability_of": of, "text": text}, as_="effect", targets=list(targets), **keys)
    return solve(board)


def test_it_is_the_target_named_in_the_same_row():
    """ "Target creature and each other creature that shares a color with it": with the target, not with the source."""
    text = "Target creature and each other creature that shares a color with it get +1/+1 until end of turn."
    result = effect(stage(), text, "goblin", "bear")
    assert (result["bear"].power, result["elf"].power, result["goblin"].power) == (3, 2, 4)


def test_others_are_others_than_the_target():
    """An ability of the goblin: "each other creature" after a target leaves the target out, and not the goblin."""
    result = effect(stage(), "Target Elf and each other Warrior get +1/+1 until end of turn.", "goblin", "elf")
    assert (result["elf"].power, result["goblin"].power, result["mimic"].power) == (2, 5, 3)


def test_the_type_of_your_choice_is_chosen_as_it_resolves():
    """ "Creatures of the creature type of your choice": the type told with the resolution."""
    text = "Creatures of the creature type of your choice get +2/+2 until end of turn."
    result = effect(stage(), text, "mimic", chosen={"creature_type": "Bear"})
    assert (result["bear"].power, result["mimic"].power, result["elf"].power) == (4, 4, 1)


def test_each_wears_its_own():
    """ "For each Equipment attached to it" is counted for each creature, even if the effect was fixed (611.2d)."""
    text = "Each creature gets +2/+0 until end of turn for each Equipment attached to it."
    board = stage()
    board.enters(card("Smith", "Enchantment", "Each creature gets +2/+0 for each Equipment attached to it."))
    result = solve(board)
    assert (result["bear"].power, result["elf"].power) == (4, 1)
    result = effect(board, text, "goblin")
    assert not result.unsupported
    assert (result["bear"].power, result["elf"].power) == (6, 1)


def test_a_creature_stops_blocking_as_combat_ends():
    """What it was blocking is forgotten with combat (511.3)."""
    board = stage()
    board.enters(card("Lens", "Enchantment", "Creatures blocking attacking creatures get +0/+10."))
    assert solve(board)["golem"].toughness == 14
    board.ends("combat")
    assert solve(board)["golem"].toughness == 4


def test_each_and_each_are_added():
    """ "For each Forest you control and each card in your graveyard": the two counts together."""
    board = stage()
    board.enters(FOREST, zone="graveyard")
    board.enters(FOREST, zone="exile")
    text = "Creatures you control get +1/+0 for each Forest you control and each card in your graveyard."
    board.enters(card("Sum", "Enchantment", text))
    result = solve(board)
    assert (result["elf"].power, result["bear"].power) == (3, 2)
    text = "This creature gets +0/+1 for each card you own in exile and in your graveyard."
    board.enters(card("Ghost", "Creature — Spirit", text, size="0/1"))
    result = solve(board)
    assert not result.unsupported
    assert result["ghost"].toughness == 3


def test_white_or_blue_of_a_singular_noun():
    """ "Each white or green creature" is no white land: the noun is that of both adjectives."""
    board = stage()
    board.enters(card("Dye", "Enchantment", "Lands are white."))
    board.enters(
        card("Lens", "Enchantment", "Each white or green creature is an artifact in addition to its other types.")
    )
    result = solve(board)
    assert result["forest"].types == ("Land",)
    assert "Artifact" in result["elf"].types


def test_permanent_cards_and_permanent_spells():
    """A "permanent card" is no permanent (110.4b), nor is a "permanent spell" (110.4c)."""
    board = stage()
    board.enters(ELF, zone="graveyard", as_="dead")
    board.enters(card("Ray", "Sorcery"), zone="graveyard")
    board.enters(GOBLIN, zone="stack", as_="coming")
    board.enters(card("Lens", "Enchantment", "Permanent spells you control are white."))
    board.enters(card("Mirror", "Enchantment", "Permanent cards you own that aren't on the battlefield are blue."))
    result = solve(board)
    colors = {id: result[id].colors for id in ("dead", "coming", "ray", "elf")}
    assert colors == {"dead": ("U",), "coming": ("W",), "ray": (), "elf": ("G",)}


def test_a_spell_from_exile():
    """The zone from which a spell was cast is recorded (601.2a)."""
    board = stage()
    board.enters(card("Lens", "Enchantment", "Spells you cast from exile have convoke."))
    for id, fact in (("ray", "cast_from_exile"), ("beam", "cast_from_hand")):
        board.enters(card(id.title(), "Sorcery", "Draw a card."), zone="stack")
        board.marks(id, **{fact: True})
    result = solve(board)
    assert [getattr(a, "name", "") for a in result["ray"].abilities][-1:] == ["Convoke"]
    assert "Convoke" not in [getattr(a, "name", "") for a in result["beam"].abilities]


@pytest.mark.parametrize(
    "text",
    [
        "Creatures that share a creature type have flying.",  # with what is not said
        "White Elves and Goblins have flying.",  # whether the Goblins are white is not said
        "Creatures with power X or less have flying.",  # no static ability has an X
        "Creatures of the creature type of your choice have flying.",  # nor anything to choose
        "Creatures with power less than or equal to its power have flying.",
    ],
)
def test_what_a_group_does_not_say(text: str):
    """Groups that a static ability cannot mean, or that two readings fit, are refused."""
    board = stage()
    board.enters(card("Lens", "Enchantment", text))
    assert solve(board).unsupported


def test_a_variant_of_a_keyword_is_meant_by_its_name() -> None:
    """702.29e, 702.37b: a card with basic landcycling has cycling, and one with megamorph has morph."""
    found = Board()
    found.enters("Salt Road Ambushers")
    found.enters("Grizzly Bears")
    found.enters("Ash Barrens")
    found.resolves({"text": "Permanents with morph gain flying until end of turn."})
    found.resolves({"text": "Permanents without cycling gain trample until end of turn."}, as_="second")
    result = solve(found)
    assert [id for id in result.objects if result[id].has("Flying")] == ["salt-road-ambushers"]
    assert [id for id in result.objects if result[id].has("Trample")] == ["salt-road-ambushers", "grizzly-bears"]
