"""What the targets of rules text can be."""

from __future__ import annotations

import pytest

from mtglayers.model.cards.target_groups import UNKNOWN, target_places
from mtglayers.model.effects.ability import TargetPlace
from mtglayers.model.oracle.printing.nouns import words_of


def words(place: TargetPlace) -> str:
    """Return what can be a target in words."""
    number = "several " if place.many else ""
    object = words_of(place.filters, False) if place.filters else ""
    ability = "ability" if place.abilities else ""
    return number + " or ".join(filter(None, (place.players, object, ability))) if place != UNKNOWN else "?"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Destroy target nonblack creature.", ["nonblack creature"]),
        ("Destroy target nonartifact, nonblack creature. It can't be regenerated.", ["nonartifact, nonblack creature"]),
        ("Destroy target artifact or enchantment.", ["artifact or enchantment"]),
        ("Destroy target artifact, enchantment, or creature with flying.",
         ["artifact, enchantment, or creature with flying"]),
        ("~ deals 3 damage to any target.", ["player or creature, planeswalker, or battle"]),
        ("~ deals 3 damage divided as you choose among one, two, or three targets.",
         ["several player or creature, planeswalker, or battle"]),
        ("~ deals 3 damage to target opponent or planeswalker.", ["opponent or planeswalker"]),
        ("~ deals 2 damage to any target and 1 damage to another target.",
         ["player or creature, planeswalker, or battle", "player or creature, planeswalker, or battle"]),
        ("Choose any target, then choose another target for each time ~ was kicked.",
         ["player or creature, planeswalker, or battle", "several player or creature, planeswalker, or battle"]),
        ("Put a -1/-1 counter on target creature and two -1/-1 counters on a second target land.",
         ["creature", "land"]),
        ("Target artifact or creature becomes a copy of another target artifact or land.",
         ["artifact or creature", "artifact or land"]),
        ("Target player discards a card.", ["player"]),
        ("Return up to two target creature cards from your graveyard to your hand.",
         ["several creature card in your graveyard"]),
        ("Return target creature card with lesser mana value from your graveyard to the battlefield.",
         ["creature card with lesser mana value in your graveyard"]),
        ("Target creature you control fights target creature you don't control.",
         ["creature you control", "creature you don't control"]),
        ("For each opponent, destroy up to one target creature that player controls.", ["several creature"]),
        ("Destroy target creature with flying, then draw a card.", ["creature with flying"]),
        ("Put target creature on top of its owner's library.", ["creature"]),
        ("Destroy target creature of the chosen type.", ["creature"]),
        ("Counter target spell unless its controller pays {2}.", ["spell"]),
        ("Counter target spell or ability.", ["spell or ability"]),
        ("Counter target spell, activated ability, or triggered ability.", ["spell or ability"]),
        ("Counter target triggered ability or colorless spell.", ["colorless spell or ability"]),
        ("Counter target activated ability from an artifact or land.", ["ability"]),
        ("Change the target of target spell or ability with a single target.", ["spell or ability"]),
        ("Exile target creature card in that player's graveyard.", ["creature card in graveyards"]),
        ("Exile target creature card from a graveyard with a memory counter on it.", ["creature card in a graveyard"]),
        ("Put target creature card exiled with ~ onto the battlefield.", ["exiled creature card"]),
        ("Destroy target creature with an odd thing, artifact, or land.", ["creature or artifact or land"]),
        ("Return target nonland permanent or suspended card to its owner's hand.", ["nonland permanent or card"]),
        ("Destroy target non-outlaw creature.", ["creature"]),
        ("Destroy target creature with total power and toughness 5 or less.",
         ["creature with total power and toughness 5 or less"]),
        ("Destroy target creature with power or toughness 4 or greater.",
         ["creature with power or toughness 4 or greater"]),
        ("Turn target creature with a morph ability face down.", ["creature with a morph ability"]),
        ("~ deals 1 damage to target creature token, player, or planeswalker.",
         ["player or creature token or planeswalker"]),
        ("Return target monocolored instant or odd card from your graveyard to your hand.", ["?"]),
        ("Spells your opponents cast that target this creature cost {2} more to cast.", []),
        ("Strive — This spell costs {1}{W} more to cast for each target beyond the first.", []),
        ("~ deals 1 damage to target creature. It deals 5 damage instead if that target is white.", ["creature"]),
        ("Choose new targets for target spell.", ["spell"]),
        ("Copy that spell. You may choose new targets for the copy.", []),
        ("Whenever ~ becomes the target of a spell, sacrifice it.", []),
        ('Creatures you control gain "{T}: Destroy target land." until end of turn.', []),
        ("Put a -1/-1 counter on target creature, then proliferate.", ["creature"]),
        ("Support 2.", []),
        ("Support 2. Destroy target land.", ["?", "land"]),
    ],
)  # fmt: skip
def test_places(text: str, expected: list[str]) -> None:
    """Each phrase for a target is a place, in the order of the text."""
    assert [words(place) for part in target_places(text) for place in part] == expected


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("{T}: Destroy another target creature.", ["source"]),
        ("When ~ enters, destroy another target creature.", ["source"]),
        ("Whenever another creature enters, destroy another target creature.", [""]),
        ("Tap target creature. Untap another target creature.", ["", "targets"]),
        (
            "~ deals 1 damage to any target, 2 damage to another target, and 3 damage to a third target.",
            ["", "targets", "targets"],
        ),
        (
            "Put a -1/-1 counter on target creature, two -1/-1 counters on another target creature, and three -1/-1 "
            "counters on a third target creature.",
            ["", "targets", "targets"],
        ),
    ],
)
def test_another_target(text: str, other: list[str]) -> None:
    """What "another" excludes: the source of the ability, or the targets before."""
    assert [place.other for part in target_places(text) for place in part] == other


def test_modes() -> None:
    """Each part of a modal text has its places."""
    found = target_places("Choose one —\n• Destroy target land.\n• Draw a card.\n• Tap target creature.")
    assert [[words(place) for place in part] for part in found] == [[], ["land"], [], ["creature"]]


def test_what_an_instruction_makes_of_a_target_is_not_asked_of_it():
    """115.1: "face down" belongs to "turn", not to the creature."""
    turned, plain = (target_places(text) for text in ("Turn target creature face down.", "Tap target creature."))

    assert turned == plain
