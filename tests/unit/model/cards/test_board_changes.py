"""The changes to a board that rules text makes and that events record."""

from __future__ import annotations

import pytest

from mtglayers.model.cards.board_changes import board_changes, changes_of
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.effects.ability import BoardChange
from mtglayers.model.effects.keywords import Keyword


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("Put three +1/+1 counters on it.", ["counters"]),
        ("It gains haste and put a flying counter on it.", ["counters"]),
        ("{1}{B}: Put a charge counter on this artifact.", ["other counters"]),
        ("Proliferate.", ["counters"]),
        ("Amass Orcs 2.", ["counters"]),
        ("Target creature explores.", ["counters", "graveyard", "hand", "library"]),
        ("Move all counters from target creature onto this creature.", ["counters"]),
        ("Gain control of target creature until end of turn. Untap that creature. It gains haste.", ["untapped"]),
        ("Attach this Aura to target creature.", ["attaching"]),
        ("Transform this creature.", ["faces"]),
        ("Destroy target creature.", ["destruction"]),
        ("Return target creature card from your graveyard to the battlefield.", ["arriving", "elsewhere", "graveyard"]),
        ("Return target creature to its owner's hand.", ["hand", "zones"]),
        ("Exile this creature and target land.", ["zones"]),
        ("Untap target creature you don't control and gain control of it.", ["untapped"]),
        ("Destroy target creature that doesn't have flying.", ["destruction"]),
        ("Put a +1/+1 counter on this creature and it can't be blocked this turn.", ["counters"]),
        ("You can't become the monarch this turn.", []),
        ("That creature doesn't untap during its controller's next untap step.", []),
        ("Create a 1/1 green Saproling creature token.", ["tokens"]),
        ('-7: You get an emblem with "Creatures you control get +1/+1."', ["emblems"]),
        ('Each player dealt damage this way gets an emblem with "Draw two cards."', ["emblems"]),
        ("When this creature enters, suspect up to one target creature.", ["suspected"]),
        ("Creatures you control gain haste until end of turn. The Ring tempts you.", ["ring_bearer"]),
        ("Whenever the Ring tempts you, creatures you control gain haste until end of turn.", []),
        ("Each suspected creature gets +1/+1 until end of turn.", []),
        ("Target creature phases out.", ["phasing"]),
        ("Exile target artifact. Search its controller's library for a card with that name.", ["library", "zones"]),
        ("You may pay {R}. If you don't, tap this creature.", ["tapped"]),
        (
            "Target creature's owner puts it on their choice of the top or bottom of their library.",
            ["library", "zones"],
        ),
        ("You may tap or untap target creature.", ["status"]),
        ("Each suspected creature you control becomes no longer suspected.", ["unsuspected"]),
        ("Unlock a locked door of target Room you control.", ["unlocked"]),
        ("You may put a sticker on a nonland permanent you own.", ["stickers"]),
        ("{1}{R}: Level 2", ["level"]),
        ("{6}{G}: Monstrosity 4.", ["counters", "monstrous"]),
        ("Remove target blocking creature from combat.", ["in combat"]),
        ("You become the monarch.", ["monarch"]),
        ("It becomes night.", ["day"]),
        ("You get an experience counter.", ["experience"]),
        ("This creature gets +1/+1 until end of turn for each experience counter you have.", []),
        ("Target player gets two poison counters.", ["poison"]),
        # Cards and spells in other zones.
        ("Return target creature card from your graveyard to your hand.", ["elsewhere", "graveyard", "hand"]),
        ("Counter target spell.", ["elsewhere"]),
        ("Search your library for a card, put it into your hand, then shuffle.", ["hand", "library"]),
        ("Exile the top card of your library.", ["library"]),
        ("Mill two cards, then draw a card.", ["graveyard", "hand", "library"]),
        ("Target opponent discards a card.", ["graveyard", "hand"]),
        # Life totals.
        ("Target opponent loses 1 life and you gain 1 life.", ["life"]),
        ("Your life total becomes 10.", ["life"]),
        ("This spell deals 3 damage to any target.", ["targeted damage"]),
        ("This spell deals 2 damage to that creature's controller.", ["life"]),
        ("This spell deals 2 damage to target creature's controller.", ["life"]),
        ("This spell deals 2 damage to target creature an opponent controls.", ["targeted damage"]),
        ("This spell deals 2 damage to each creature target player controls.", ["damage"]),
        # Damage to permanents.
        ("This spell deals 2 damage to each creature.", ["damage"]),
        ("This Saga deals 2 damage to each creature and each opponent.", ["damage", "life"]),
        (
            "This spell deals 2 damage to target player and each creature that player controls.",
            ["damage", "life", "targeted damage"],
        ),
        (
            "This spell deals 4 damage to target creature and 2 damage to that creature's controller.",
            ["life", "targeted damage"],
        ),
        (
            "This spell deals 1 damage to target player or planeswalker and 1 damage to target creature that player or "
            "that planeswalker's controller controls.",
            ["life", "targeted damage"],
        ),
        ("This spell deals 4 damage to any target unless that player pays {2}.", ["targeted damage"]),
        ("This spell deals damage equal to the number of creatures you control to any target.", ["targeted damage"]),
        ("This spell deals 2 damage to target creature you control and you gain 2 life.", ["life", "targeted damage"]),
        ("Any player may have this spell deal 5 damage to them.", ["life"]),
        ("This creature deals 1 damage to that player or planeswalker.", ["life"]),
        ("Destroy target creature that dealt damage to you this turn.", ["destruction"]),
        ("Excess damage is dealt to that creature's controller instead.", ["life"]),
        ("That creature deals damage equal to its power to this creature.", ["damage"]),
        ("This creature deals 1 damage to each opponent.", ["life"]),
        ("This creature deals damage to each player equal to the number of creatures they control.", ["life"]),
        ("This spell deals 1 damage to each of up to two targets.", ["targeted damage"]),
        ("This spell deals 4 damage divided as you choose among any number of targets.", ["targeted damage"]),
        ("Target creature fights another target creature.", ["damage"]),
        ("Prevent all damage that would be dealt to this creature this turn.", []),
        # None of these changes anything that an ability reads.
        ("Creatures with +1/+1 counters on them gain trample until end of turn.", []),
        ("Tapped creatures you control get +1/+1 until end of turn.", []),
        ("Flip a coin.", []),
        # It happens later, or instead of something (603.7, 614).
        ("Draw a card. When that creature dies this turn, create a Treasure token.", ["hand", "library"]),
        ("It gains haste. Sacrifice it at the beginning of the next end step.", []),
        ("If that creature would die this turn, exile it instead.", []),
        ('It gains "{T}: Destroy target creature."', []),
        ("Regenerate this creature. When it regenerates this way, put a -1/-1 counter on it.", []),
        # It happens at once (603.12).
        ("Discard a card. When you discard a card this way, put a +1/+1 counter on target creature.",
         ["counters", "graveyard", "hand"]),
        ("When you pay this cost one or more times, put that many +1/+1 counters on this creature.", ["counters"]),
        # The one who acts can be anybody, and a condition or clause can forbid something else.
        ("The owner of target nonland permanent puts it on the top or bottom of their library.", ["library", "zones"]),
        ("Each player who controls the most lands sacrifices two lands of their choice.", ["zones"]),
        ("Each foe sacrifices a creature of their choice.", ["zones"]),
        ("Each blocking creature is sacrificed by its controller.", ["zones"]),
        ("If the player doesn't, you create a Treasure token.", ["tokens"]),
        ("If you can't, sacrifice it.", ["zones"]),
        ("Destroy all untapped creatures that couldn't attack.", ["destruction"]),
        ("Repeat this process until no one puts a card onto the battlefield.", []),
        ("Exile Kaya or up to one target creature.", ["zones"]),
        ("Exile all creatures that share a creature type with a creature that convoked this spell.", ["zones"]),
        ("Give that permanent or player another counter of that kind.", ["counters"]),
        ("Turn target permanent you control to its other face.", ["faces"]),
        # A cost is paid before.
        ("Sacrifice a creature: Target creature gets +1/+1 until end of turn.", []),
    ],
)  # fmt: skip
def test_kinds_of_changes(text: str, changes: list[BoardChange]) -> None:
    found = board_changes(text).all
    assert len(found) <= 1
    assert sorted(*found or [()]) == changes


def test_a_text_that_repeats_words_is_read_in_a_moment() -> None:
    """Cards of one's own can have any text."""
    assert board_changes("deals " * 400 + "damage " * 400).all == ()


def test_each_mode_has_its_own() -> None:
    text = "Choose one —\n• Draw a card.\n• Untap target creature.\n• Put a +1/+1 counter on it. It fights that one."
    assert board_changes(text).all == ((), ("hand", "library"), ("untapped",), ("counters", "damage"))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Destroy target artifact.\nDraw a card.", (("destruction", "hand", "library"),)),
        ('Target creature gains "{T}: Draw a card."\nDraw a card.', (("hand", "library"),)),
        ("Draw a card.\nMorbid — Put a +1/+1 counter on ~.", (("counters", "hand", "library"),)),
        ("Choose one —\n• Untap ~.\n• Suspect ~.\nDraw a card.", (("hand", "library"), ("untapped",), ("suspected",))),
        ("Choose one or more —\n+ {1} — Untap ~.\n+ {2} — Suspect ~.", ((), ("untapped",), ("suspected",))),
        ("Roll a d20.\n1—9 | Untap ~.\n10—20 | Suspect ~.", ((), ("untapped",), ("suspected",))),
        ("Put a +1/+1 counter on ~ or ~ gains flying.", ((), ("counters",), ())),
        (
            "Choose up to five {P} worth of modes.\n{P} — Untap ~.\n{P}{P} — Suspect ~.",
            ((), ("untapped",), ("suspected",)),
        ),
        ("+ {2} — Destroy target artifact.\n+ {2} — Draw a card.", ((), ("destruction",), ("hand", "library"))),
    ],
)
def test_only_bullets_and_rows_are_modes(text: str, parts: tuple[tuple[BoardChange, ...], ...]) -> None:
    """700.2, 706.3: every other paragraph is followed whatever is chosen."""
    assert board_changes(text).all == parts


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        ("Destroy target land. If you control a Forest, create a 1/1 white Bird creature token.", ["tokens"]),
        ("Tap target creature. It gains haste. Draw a card if it was tapped.", ["hand", "library"]),
        ("Tap target creature, then you may draw a card.", ["hand", "library"]),
        ("Tap target creature and if it's red, create a Treasure token.", ["tokens"]),
        ("You may tap target creature. When you do, it gains haste.", ["tapped"]),
        ("Counter target spell unless its controller pays {1}.", ["elsewhere"]),
        ("Tap target creature. If it's a Human, destroy it instead.", ["destruction", "tapped"]),
        ("Create a Food token. If this spell was kicked, create three of those tokens instead.", []),
        ("Tap target creature. Gain control of that creature instead if you control a Wizard.", ["tapped"]),
        ("Create a Food token.\nMorbid — Create three of those tokens instead if a creature died this turn.", []),
        ("Create a Food token.\nMorbid — If a creature died this turn, draw a card.", ["hand", "library"]),
        ("This spell deals 2 damage to any target. If it was kicked, it deals 4 damage instead.", []),
        ("This spell deals 2 damage to target creature. If it was kicked, destroy that creature instead.",
         ["destruction", "targeted damage"]),
        ("Mill two cards. If you control a Forest, you may draw two cards instead of one.", ["hand"]),
        ("Create a Food token. You may create a Treasure token.", []),
        ("Put a +1/+1 counter on target creature. It attacks this turn if able.", []),
    ],
)  # fmt: skip
def test_what_a_condition_or_a_player_decides(text: str, decided: list[BoardChange]) -> None:
    """608.2c-d: what is made only "if ..." or by somebody who "may" is not said to have been made."""
    assert sorted(*board_changes(text).decided or [()]) == decided


@pytest.mark.parametrize(
    "cost",
    [
        "rather than pay this spell's mana cost, you may have an opponent gain 3 life.",
        "you may cast this spell without paying its mana cost.",
        "you may sacrifice a creature rather than pay this spell's mana cost.",
    ],
)
def test_an_alternative_cost_is_not_what_a_spell_does(cost: str) -> None:
    """118.9: it is paid as the spell is cast."""
    card = read_card({
        "name": "Gift", "type_line": "Instant",
        "oracle_text": f"If you control a Forest, {cost}\nTarget creature gets +4/+4 until end of turn.",
    })  # fmt: skip
    assert [getattr(ability, "form", "") for ability in card.faces[0].abilities] == ["rule", "spell"]


@pytest.mark.parametrize(
    ("name", "changes"),
    [("Equip", "attaching"), ("Awaken", "counters"), ("Backup", "counters"), ("Unearth", "zones"), ("Flying", "")],
)
def test_keywords(name: str, changes: str) -> None:
    assert changes_of(Keyword(name)).all == (((changes,),) if changes else ())
