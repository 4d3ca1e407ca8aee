"""Tokens by name and by description (111.3, 111.4, 111.10)."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards.catalogue.created import described
from mtglayers.model.cards.search import find, search_cards
from mtglayers.model.cards.tokens import has_size, known_tokens, pack, read_token
from mtglayers.model.errors import UnknownCardError
from mtglayers.solver.solve import solve


def shown(name: str) -> tuple[object, ...]:
    """Return name, size, colors, types and number of abilities of a token on a board."""
    board = Board()
    made = board.enters(name)
    token = solve(board).objects[made]
    return token.name, (token.power, token.toughness), "".join(token.colors), token.types, len(token.abilities)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Saproling", ("Saproling", (1, 1), "G", ("Creature",), 0)),
        ("goblin token", ("Goblin", (1, 1), "R", ("Creature",), 0)),
        ("Treasure token", ("Treasure", (None, None), "", ("Artifact",), 1)),
        ("Primo, the Indivisible token", ("Primo, the Indivisible", (0, 0), "UG", ("Creature",), 0)),
        ("Beau token", ("Beau", (0, 0), "U", ("Creature",), 1)),  # it defines its size
        ("Blood token", ("Blood", (None, None), "", ("Artifact",), 1)),
        ("2/2 zombie", ("Zombie", (2, 2), "B", ("Creature",), 0)),
        ("Zombie token with decayed", ("Zombie", (2, 2), "B", ("Creature",), 1)),
        ("1/1 white Spirit creature token with flying", ("Spirit", (1, 1), "W", ("Creature",), 1)),
        ("1/1 white Spirit", ("Spirit", (1, 1), "W", ("Creature",), 0)),
        ("4/4 Angel token", ("Angel", (4, 4), "W", ("Creature",), 1)),
        ("Thopter", ("Thopter", (1, 1), "", ("Artifact", "Creature"), 1)),
        ("Phyrexian Germ", ("Phyrexian Germ", (0, 0), "B", ("Creature",), 0)),
        ("Germ token", ("Phyrexian Germ", (0, 0), "B", ("Creature",), 0)),
        ("Marit Lage", ("Marit Lage", (20, 20), "B", ("Creature",), 2)),
        ("7/3 blue and red Bear Wizard creature token with haste and ward {2}",
         ("Bear Wizard", (7, 3), "UR", ("Creature",), 2)),
        ('0/0 Construct token with "This token gets +1/+1 for each artifact you control."',
         ("Construct", (1, 1), "", ("Artifact", "Creature"), 1)),
        ("3/3 green Ooze", ("Ooze", (3, 3), "G", ("Creature",), 0)),
        ("2/2 black Zombie creature token named Walker", ("Walker", (2, 2), "B", ("Creature",), 0)),
        ("Icingdeath, Frost Tongue", ("Icingdeath, Frost Tongue", (None, None), "W", ("Artifact",), 3)),
    ],
)  # fmt: skip
def test_a_token_is_found_by_name_and_by_description(text: str, expected: tuple[object, ...]) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Army token", "0/0 black Orc Army creature token"),
        ("Role token", "Young Hero Role token"),
        ("Phyrexian Horror token", "3/3 green Phyrexian Horror creature token"),
        ("5/5 Zombie token", "2/2 black Zombie creature token"),  # a color is missing
        ("white Bear token with haste", ""),  # a size is missing
        ("1/1 Saprolling token", "Saproling token"),
        ("Twin token", "3/3 colorless Construct artifact creature token named Twin"),
    ],
)
def test_a_token_that_is_not_determined_is_refused(text: str, hint: str) -> None:
    with pytest.raises(UnknownCardError) as caught:
        find(text)

    assert hint in str(caught.value)


def test_a_card_is_never_a_token() -> None:
    assert not find("Kobolds of Kher Keep").token
    assert find("Kobolds of Kher Keep token").token
    assert read_token("Grizzly Bears") is None


def test_what_a_text_creates() -> None:
    text = (
        "When this creature dies, create a legendary 4/4 red Dragon creature token named Karox Bladewing with flying.\n"
        "{T}: Create Boo, a legendary 1/1 red Hamster creature token with trample and haste.\n"
        'Create two 0/1 colorless Eldrazi Spawn creature tokens. They have "Sacrifice this token: Add {C}."\n'
        "Create a colorless Sculpture artifact creature token with \"This token's power and toughness are each "
        'equal to the number of Sculptures you control."\n'
        "Create a white Aura enchantment token named Mask. The token has enchant permanent and umbra armor.\n"
        "Create a 2/2 white Cat creature token with protection from black and from red and flying.\n"
        'Create that many 1/1 Thopter artifact creature tokens. They each have flying and "This token is big."\n'
        "Create X X/X green Ooze creature tokens. Goblin tokens you control get +1/+1. Create a Treasure token."
    )

    assert [(each.full_name, each.size, len(each.abilities)) for each in described(text)] == [
        ("Karox Bladewing", ("4", "4"), 1), ("Boo", ("1", "1"), 2), ("Eldrazi Spawn", ("0", "1"), 1),
        ("Sculpture", ("*", "*"), 1), ("Mask", None, 2), ("Cat", ("2", "2"), 2), ("Thopter", ("1", "1"), 2),
        ("Ooze", None, 0),
    ]  # fmt: skip


def test_every_known_token_can_be_found_by_its_description() -> None:
    """Every token that a card creates is found by its description and in a search, except tokens that were X/X."""
    assert len(known_tokens()) == len([name for _, name in pack() if name]) > 600
    for known in known_tokens():
        card = pack().card(known.key)
        assert card is not None
        assert card.token
        if has_size(known):
            assert find(known.text) == card, known.text
            assert search_cards(known.text, 1) == [known.text]


def test_a_token_of_size_x_needs_its_size() -> None:
    x_x = [known for known in known_tokens() if not has_size(known)]

    assert 20 < len(x_x) < 60
    assert find("7/7 green Wurm creature token").faces[0].power == "7"
    with pytest.raises(UnknownCardError, match="did you mean `3/3 blue Zombie creature token`"):
        find("blue Zombie creature token")


def test_an_emblem_has_the_text_that_its_description_quotes() -> None:
    emblem = find('Emblem with "Creatures you control get +1/+1." and “Artifacts you control have indestructible.”')

    assert emblem.emblem
    assert len(emblem.faces[0].abilities) == 2


def test_a_card_prints_a_period_only_in_the_last_quotation_of_an_emblem() -> None:
    emblem = find('emblem with "You have no maximum hand size" and "Creatures you control get +1/+1."')
    assert emblem.not_understood() == []
    assert [ability.clauses() != () for ability in emblem.faces[0].abilities] == [True, True]


def test_a_quotation_in_the_text_of_an_emblem() -> None:
    """114.1: the text on the card that creates it has inner quotation marks, around what each Mountain has."""
    board = Board()
    board.enters("emblem with \"Mountains you control have '{T}: It deals 1 damage to a player who can't be you.'\"")
    board.enters("Mountain")
    assert [ability.text for ability in solve(board)["mountain"].abilities] == [
        "{T}: Add {R}.",
        "{T}: It deals 1 damage to a player who can't be you.",
    ]


@pytest.mark.parametrize("name", ["Cursed", "Monster", "Royal", "Sorcerer", "Virtuous", "Wicked", "Young Hero"])
def test_the_name_of_a_role(name: str) -> None:
    """111.10j: a Cursed Role token is a token named Cursed."""
    assert find(f"{name} Role token").name == name
