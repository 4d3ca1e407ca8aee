"""Copies and what a card says of them: own exceptions, durations, back faces, flip cards, double-faced tokens."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards.rules_text import exchanging_place, own_exceptions
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.errors import IllegalEventError, UnsupportedTextError
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, board, card

ANGEL = card("Serra Angel", "Creature — Angel", "Flying\nVigilance", "4/4", cost="{3}{W}{W}")
GIANT = card("Hill Giant", "Creature — Giant", size="3/3", cost="{3}{R}")
CLONE = card(
    "Clone", "Creature — Shapeshifter",
    "You may have this creature enter as a copy of any creature on the battlefield.",
    "0/0", cost="{3}{U}",
)  # fmt: skip
ASSASSIN = card(
    "Callidus Assassin", "Creature — Human Shapeshifter Assassin",
    "Flash\nPolymorphine — You may have this creature enter tapped as a copy of any creature on the battlefield, "
    'except it has "When this creature enters, destroy up to one other target creature with the same name as this '
    'creature."', "3/3", cost="{4}{U}{B}",
)  # fmt: skip
SPIDER = card(
    "Superior Spider-Man", "Legendary Creature — Spider Human Hero",
    "Mind Swap — You may have Superior Spider-Man enter as a copy of any creature card in a graveyard, except his name "
    "is Superior Spider-Man and he's a 4/4 Spider Human Hero in addition to his other types. When you do, exile that "
    "card.", "4/4", cost="{2}{U}{B}",
)  # fmt: skip
MIRROR = card(
    "Cursed Mirror", "Artifact",
    "{T}: Add {R}.\nAs this artifact enters, you may have it become a copy of any creature on the battlefield until "
    "end of turn, except it has haste.", cost="{2}{R}",
)  # fmt: skip
VESUVAN = card(
    "Vesuvan Shapeshifter", "Creature — Shapeshifter",
    "As this creature enters or is turned face up, you may choose another creature on the battlefield. If you do, "
    'until this creature is turned face down, it becomes a copy of that creature, except it has "At the beginning of '
    'your upkeep, you may turn this creature face down."\nMorph {1}{U}', "0/0", cost="{3}{U}{U}",
)  # fmt: skip
ODD = card(
    "Odd Copier", "Creature — Shapeshifter",
    "You may have this creature enter as a copy of any creature on the battlefield, except it hums.", "0/0",
)  # fmt: skip
BECOMES = {"text": "Target creature becomes a copy of another target creature until end of turn."}
UPKEEP = "At the beginning of your upkeep, you may turn this creature face down."


def faces(name, layout, front, back):
    """Return a card of two faces."""
    return {"name": name, "layout": layout, "type_line": front["type_line"], "card_faces": [front, back]}


DELVER = faces(
    "Delver of Secrets // Insectile Aberration", "transform",
    card("Delver of Secrets", "Creature — Human Wizard", "Transform this creature.", "1/1", cost="{U}", colors=["U"]),
    card("Insectile Aberration", "Creature — Human Insect", "Flying", "3/2", cost="", colors=["U"]),
)  # fmt: skip
JUSHI = faces(
    "Jushi Apprentice // Tomoya the Revealer", "flip",
    card("Jushi Apprentice", "Creature — Human Wizard", "{2}{U}, {T}: Draw a card.", "1/2", cost="{1}{U}"),
    card("Tomoya the Revealer", "Legendary Creature — Human Wizard", "{T}: Scry 1.", "2/3", cost=""),
)  # fmt: skip
NEZUMI = faces(
    "Nezumi Shortfang // Stabwhisker the Odious", "flip",
    card("Nezumi Shortfang", "Creature — Rat Rogue", "{1}{B}, {T}: Each player discards a card.", "1/1", cost="{1}{B}"),
    card("Stabwhisker the Odious", "Legendary Creature — Rat Shaman", "{T}: Surveil 1.", "3/3", cost=""),
)  # fmt: skip


def shown(made, id):
    """Return the name and size of an object."""
    found = solve(made)[id]
    return found.name, found.power, found.toughness


def keywords(made, id):
    """Return the names of an object's keyword abilities."""
    return {ability.name for ability in solve(made)[id].abilities if isinstance(ability, Keyword)}


def texts(made, id):
    """Return the texts of an object's abilities that are kept as text."""
    return [ability.text for ability in solve(made)[id].abilities if not isinstance(ability, Keyword)]


# --- 707.9: a card's own exceptions ---


def test_exception_behind_an_ability_word():
    """207.2c, 707.9a: an ability word has no rules meaning, and the ability that the copy gets is there."""
    made = board(GIANT)
    made.enters(ASSASSIN, copy_of="hill-giant")

    assert shown(made, "callidus-assassin") == ("Hill Giant", 3, 3)
    assert len(texts(made, "callidus-assassin")) == 1
    assert solve(made)["callidus-assassin"].power == 3


def test_his_name_and_what_he_is():
    """707.9b, 707.9d: "his name is ..., and he's a 4/4 ... in addition to his other types"."""
    made = Board()
    made.enters(ANGEL, zone="graveyard")
    made.enters(SPIDER, copy_of="serra-angel")
    result = solve(made)["superior-spider-man"]

    assert (result.name, result.power, result.toughness) == ("Superior Spider-Man", 4, 4)
    assert set(result.subtypes) == {"Angel", "Spider", "Human", "Hero"}
    assert keywords(made, "superior-spider-man") == {"Flying", "Vigilance"}


def test_a_quotation_keeps_its_pronouns():
    """707.9a: "he" in the ability that the copy gets is no part of the exception's own words."""
    text = 'You may have this creature enter as a copy of any creature, except he has "When he\'s blue, draw a card."'
    made = board(GIANT)
    made.enters(card("Him", "Creature — Shapeshifter", text, "0/0"), copy_of="hill-giant")

    assert texts(made, "him") == ["When he's blue, draw a card."]


def test_copy_until_end_of_turn():
    """611.2a, 707.9a: the copy ends with the turn; what was copied of it meanwhile stays."""
    made = board(ANGEL)
    made.enters(MIRROR, copy_of="serra-angel")
    made.enters(CLONE, copy_of="cursed-mirror")

    assert shown(made, "cursed-mirror") == ("Serra Angel", 4, 4)
    assert keywords(made, "cursed-mirror") == {"Flying", "Vigilance", "Haste"}

    made.ends("turn")

    assert solve(made)["cursed-mirror"].name == "Cursed Mirror"
    assert solve(made)["cursed-mirror"].types == ("Artifact",)
    assert keywords(made, "clone") == {"Flying", "Vigilance", "Haste"}

    made.pop()

    assert shown(made, "cursed-mirror") == ("Serra Angel", 4, 4)


def test_copy_until_turned_face_down():
    """611.2a, 708.2: turned face down it is a copy no longer, and face up again it is itself."""
    made = board(ANGEL)
    made.enters(VESUVAN, copy_of="serra-angel")
    made.enters(CLONE, copy_of="vesuvan-shapeshifter")

    assert texts(made, "vesuvan-shapeshifter") == texts(made, "clone") == [UPKEEP]

    made.turns("vesuvan-shapeshifter", face="down")
    assert shown(made, "vesuvan-shapeshifter") == ("", 2, 2)
    made.turns("vesuvan-shapeshifter", face="up")
    assert shown(made, "vesuvan-shapeshifter") == ("Vesuvan Shapeshifter", 0, 0)


def test_copy_as_it_is_turned_face_up():
    """708.8: what is chosen as it is turned face up is what it becomes a copy of."""
    made = board(ANGEL, BEAR)
    made.enters(VESUVAN, copy_of="serra-angel")
    made.turns("vesuvan-shapeshifter", face="down")
    made.turns("vesuvan-shapeshifter", face="up", chosen={"object": "grizzly-bears"})

    assert shown(made, "vesuvan-shapeshifter") == ("Grizzly Bears", 2, 2)
    assert texts(made, "vesuvan-shapeshifter") == [UPKEEP]


def test_what_is_not_understood_is_refused():
    """A plain copy would be a wrong answer where the card's own exceptions are not understood."""
    made = board(ANGEL)

    with pytest.raises(UnsupportedTextError):
        made.enters(ODD, copy_of="serra-angel")

    made.enters(ODD, copy_of="serra-angel", except_="it has haste")

    assert keywords(made, "odd-copier") == {"Flying", "Vigilance", "Haste"}


def test_what_is_done_besides_must_be_an_instruction():
    """707.9: what stands behind the exceptions is read as well."""
    text = (
        "You may have this creature enter as a copy of any creature on the battlefield, except it has flying. "
        "When you do, all Goblins gain haste."
    )
    with pytest.raises(UnsupportedTextError):
        board(GIANT).enters(card("Herald", "Creature — Shapeshifter", text, "0/0"), copy_of="hill-giant")


def test_conditional_exception_is_refused():
    """707.9: a condition that is not understood: no plain copy is made of it."""
    text = (
        "You may have Moritte enter as a copy of a permanent you control, except it's legendary in addition to"
        " its other "
        "types and, if it's dark outdoors, it has changeling."
    )
    moritte = card("Moritte of the Frost", "Legendary Snow Creature — Shapeshifter", text, "0/0")

    with pytest.raises(UnsupportedTextError):
        board(GIANT).enters(moritte, copy_of="hill-giant")


def test_a_copy_by_another_object_has_no_exceptions():
    """707.9: a card without such a line has no exceptions of its own."""
    made = board(GIANT)
    made.enters(BEAR, copy_of="hill-giant")

    assert own_exceptions(made.object("grizzly-bears").base.values) == ()
    assert shown(made, "grizzly-bears") == ("Hill Giant", 3, 3)


def test_copy_of_a_back_face_has_no_mana_value():
    """202.3b: the back face counts its front's mana cost, a copy of it does not, and neither does a copy of that."""
    made = board(DELVER)
    made.transforms("delver-of-secrets")
    made.enters(CLONE, copy_of="delver-of-secrets")
    made.enters(CLONE, as_="second", copy_of="clone")
    result = solve(made)

    assert [result[id].mana_value for id in ("delver-of-secrets", "clone", "second")] == [1, 0, 0]
    assert shown(made, "second") == ("Insectile Aberration", 3, 2)


def test_other_copies_keep_the_mana_value():
    """202.3: the mana value of a copy is that of the mana cost it copied."""
    made = board(ANGEL, DELVER, JUSHI)
    for place, id in enumerate(("serra-angel", "delver-of-secrets", "jushi-apprentice")):
        made.enters(CLONE, as_=f"clone{place}", copy_of=id)

    assert [solve(made)[f"clone{place}"].mana_value for place in range(3)] == [5, 1, 2]


# --- 707.8a: token copies of double-faced permanents ---


def test_token_copy_transforms():
    """707.8a: the token has both faces."""
    made = board(DELVER)
    made.enters(DELVER, as_="token", copy_of="delver-of-secrets", token=True)
    made.transforms("token")

    assert shown(made, "token") == ("Insectile Aberration", 3, 2)
    assert solve(made)["token"].mana_value == 1
    assert shown(made, "delver-of-secrets") == ("Delver of Secrets", 1, 1)


def test_token_copy_of_a_back_face():
    """707.8a, 202.3b: it enters with that face up, keeps the front's mana value, and can transform back."""
    made = board(DELVER)
    made.transforms("delver-of-secrets")
    made.enters(DELVER, as_="token", copy_of="delver-of-secrets", token=True)
    assert (*shown(made, "token"), solve(made)["token"].mana_value) == ("Insectile Aberration", 3, 2, 1)

    made.transforms("token")
    assert (*shown(made, "token"), solve(made)["token"].mana_value) == ("Delver of Secrets", 1, 1, 1)

    made.transforms("token")
    assert shown(made, "token") == ("Insectile Aberration", 3, 2)


def test_token_copy_of_a_token_copy():
    """707.8a, 707.3: a token copy of a token with two faces has them, too, with the same one up."""
    made = board(DELVER)
    made.enters(CLONE, as_="one", copy_of="delver-of-secrets", token=True)
    made.transforms("one")
    made.enters(CLONE, as_="two", copy_of="one", token=True)
    made.enters(CLONE, as_="three", copy_of="one")

    assert shown(made, "two") == shown(made, "three") == ("Insectile Aberration", 3, 2)
    assert [solve(made)[id].mana_value for id in ("two", "three")] == [1, 0]

    made.transforms("two")
    assert shown(made, "two") == ("Delver of Secrets", 1, 1)


def test_exceptions_stay_as_the_token_transforms():
    """707.9, 707.8a: the exceptions for the token concern both faces."""
    made = board(DELVER)
    made.enters(DELVER, as_="token", copy_of="delver-of-secrets", token=True, except_="it's an artifact in addition to "
                "its other types")  # fmt: skip
    made.transforms("token")

    assert shown(made, "token") == ("Insectile Aberration", 3, 2)
    assert set(solve(made)["token"].types) == {"Artifact", "Creature"}


def test_no_other_copy_transforms():
    """701.27c: a card with one face stays so whatever it is a copy of, and so does a token copy of one."""
    made = board(DELVER, BEAR)
    made.enters(CLONE, copy_of="delver-of-secrets")
    made.enters(DELVER, as_="token", copy_of="grizzly-bears", token=True)

    for id in ("clone", "token"):
        with pytest.raises(IllegalEventError, match="not double-faced"):
            made.transforms(id)


# --- 710: flip cards ---


def test_clone_of_a_flip_card_flips():
    """710.1, 707.3: it enters unflipped, and flipped it has the other half's characteristics, its cost's colour."""
    made = board(JUSHI)
    made.flips("jushi-apprentice")
    made.enters(CLONE, copy_of="jushi-apprentice")
    assert (*shown(made, "clone"), solve(made)["clone"].mana_value) == ("Jushi Apprentice", 1, 2, 2)

    made.flips("clone")
    assert (*shown(made, "clone"), solve(made)["clone"].mana_value) == ("Tomoya the Revealer", 2, 3, 2)
    assert solve(made)["clone"].supertypes == ("Legendary",)

    with pytest.raises(IllegalEventError, match="already flipped"):
        made.flips("clone")

    made.enters(CLONE, as_="second", copy_of="clone")
    assert shown(made, "second") == ("Jushi Apprentice", 1, 2)


def test_flipped_permanent_becomes_a_copy_of_another_flip_card():
    """707.3, the Example: flipped stays flipped, so it is Stabwhisker the Odious; and itself again after the turn."""
    made = board(JUSHI, NEZUMI, BEAR)
    made.flips("jushi-apprentice")
    made.resolves(BECOMES, as_="shape", targets=["jushi-apprentice", "nezumi-shortfang"])
    assert shown(made, "jushi-apprentice") == ("Stabwhisker the Odious", 3, 3)

    made.ends("turn")
    assert shown(made, "jushi-apprentice") == ("Tomoya the Revealer", 2, 3)


def test_flipped_after_it_became_a_copy():
    """110.5, 707.3: the status that it has now decides, also where the copy effect was there before."""
    made = board(JUSHI, BEAR)
    made.resolves(BECOMES, as_="shape", targets=["grizzly-bears", "jushi-apprentice"])
    assert shown(made, "grizzly-bears") == ("Jushi Apprentice", 1, 2)

    made.flips("grizzly-bears")
    assert shown(made, "grizzly-bears") == ("Tomoya the Revealer", 2, 3)

    made.ends("turn")
    assert shown(made, "grizzly-bears") == ("Grizzly Bears", 2, 2)


def test_flipped_permanent_that_is_a_copy_of_something_else():
    """707.2, 110.5: a copy of a flipped permanent that is itself a copy of a Giant is a Giant."""
    made = board(JUSHI, GIANT)
    made.flips("jushi-apprentice")
    made.resolves(BECOMES, as_="shape", targets=["jushi-apprentice", "hill-giant"])
    made.enters(CLONE, copy_of="jushi-apprentice")

    assert shown(made, "clone") == shown(made, "jushi-apprentice") == ("Hill Giant", 3, 3)


def test_what_is_no_copy_of_a_flip_card_does_not_flip():
    """710.1: only flip cards, and copies of them, have something to flip to."""
    made = board(JUSHI, BEAR)
    made.enters(CLONE, copy_of="grizzly-bears")

    for id in ("grizzly-bears", "clone"):
        with pytest.raises(IllegalEventError, match="neither a flip card"):
            made.flips(id)


# --- Names, words and sizes ---


def test_short_name_that_is_a_word_of_the_game():
    """201.5: in "have Sarkhan become a copy of it", Sarkhan is the card with that name, not a planeswalker type."""
    text = (
        "Whenever a Dragon you control enters, you may have Sarkhan become a copy of it until end of turn, except its "
        "name is Sarkhan, Soul Aflame and it's legendary in addition to its other types."
    )
    made = board(card("Sarkhan, Soul Aflame", "Legendary Creature — Human Shaman", text, "2/4"), ANGEL)
    made.resolves({"ability_of": "sarkhan-soul-aflame", "index": 1}, as_="copying", targets=["serra-angel"])

    assert shown(made, "sarkhan-soul-aflame") == ("Sarkhan, Soul Aflame", 4, 4)
    assert solve(made)["sarkhan-soul-aflame"].supertypes == ("Legendary",)


@pytest.mark.parametrize(("name", "line", "wanted"), [
    ("Gideon of the Trials", "Gideon gets +1/+1.", "~ gets +1/+1."),
    ("Kaalia of the Vast", "Kaalia gets +1/+1.", "~ gets +1/+1."),
    ("Case of the Burning Masks", "This Case gets +1/+1.", "This Case gets +1/+1."),
    ("Return of the Nightstalkers", "Return all Zombies.", "Return all Zombies."),
])  # fmt: skip
def test_short_names(name, line, wanted):
    """201.5: "Gideon" in the text of Gideon of the Trials is the card; "this Case" and a verb are no names."""
    from mtglayers.model.oracle.recognition.normalise import normalise

    assert normalise(line, name) == wanted


EVOLUTION = card(
    "Evolving", "Instant",
    "Change the text of target spell or permanent by replacing all instances of one creature type with another. The "
    "new creature type can't be Wall.", cost="{U}",
)  # fmt: skip


def evolving(**keys):
    """Let the text change of a Bear resolve."""
    made = Board(cards=[EVOLUTION])
    made.enters(BEAR)
    made.resolves("Evolving", targets=["grizzly-bears"], **keys)
    return made


def test_the_chosen_type_cannot_be_wall():
    """608.2d: "a creature type other than Wall"."""
    text = "Choose a creature type other than Wall. Target creature becomes that type until end of turn."
    made = Board()
    made.enters(BEAR)
    with pytest.raises(IllegalEventError, match="does not allow `Wall`"):
        made.resolves({"text": text}, targets=["grizzly-bears"], chosen={"creature_type": "Wall"})
    made.resolves({"text": text}, targets=["grizzly-bears"], chosen={"creature_type": "Elf"})
    assert solve(made)["grizzly-bears"].subtypes == ("Elf",)


def test_the_chosen_type_cannot_be_basic():
    """608.2d, 205.3i: "a nonbasic land type"."""
    text = "Choose a nonbasic land type. Each land you control of that type becomes a copy of target creature."
    made = Board()
    made.enters(BEAR)
    for kind in ("land_type", "basic_land_type"):
        with pytest.raises(IllegalEventError, match="does not allow `Forest`"):
            made.resolves({"text": text}, targets=["grizzly-bears"], chosen={kind: "Forest"})
    made.resolves({"text": text}, targets=["grizzly-bears"], chosen={"land_type": "Desert"})


def test_the_new_type_cannot_be_wall():
    """612.2: what the text of the spell says of the new word is kept to."""
    with pytest.raises(IllegalEventError, match="does not allow `Wall`"):
        evolving(chosen={"word_from": "Bear", "word_to": "Wall"})

    assert solve(evolving(chosen={"word_from": "Bear", "word_to": "Elf"}))["grizzly-bears"].subtypes == ("Elf",)


@pytest.mark.parametrize(("chosen", "missing"), [
    ({}, "`word_from` and `word_to`"),
    ({"word_from": "Bear"}, "needs `word_to`"),
    ({"word_to": "Elf"}, "needs `word_from`"),
])  # fmt: skip
def test_a_text_change_needs_its_words(chosen, missing):
    """612.2: a text change without its words would change nothing, which is no answer."""
    with pytest.raises(IllegalEventError, match=missing):
        evolving(chosen=chosen)


def test_a_size_of_a_bare_number():
    """208.2a: "are each 2" defines power and toughness as "are each equal to ..." does."""
    line = (
        "During your turn, ~'s power and toughness are each equal to 2 plus the number of Swamps your opponents "
        "control. During turns other than yours, ~'s power and toughness are each 2."
    )
    made = Board(("A", "B"))
    made.enters(card("Swamp", "Basic Land — Swamp"), controller="B")
    made.enters(card("Angry Mob", "Creature — Human", line, "2+*/2+*"))
    assert shown(made, "angry-mob") == ("Angry Mob", 3, 3)

    made.turn("B")
    assert shown(made, "angry-mob") == ("Angry Mob", 2, 2)


def test_keyword_and_this_ability():
    """707.9a: "it has hexproof and this ability"."""
    text = "{U}: This creature becomes a copy of target creature, except it has hexproof and this ability."
    made = board(card("Lazy", "Creature — Shapeshifter", text, "1/1"), ANGEL)
    made.resolves({"ability_of": "lazy", "index": 1}, as_="copying", targets=["serra-angel"])

    assert keywords(made, "lazy") == {"Flying", "Vigilance", "Hexproof"}
    assert texts(made, "lazy") == [ability.text for ability in read_line(text, "Lazy")]


@pytest.mark.parametrize("text", [
    "It's a blue Elf in addition to its other colors and types.",
    "It is a blue Elf in addition to its other colors and types.",
    "The creature is a blue Elf in addition to its other colors and types.",
    "That creature is a blue Elf in addition to its other colors and types.",
])  # fmt: skip
def test_what_it_enters_with(text):
    """611.2e: the object that enters is "it", and "the creature", however the words are contracted."""
    made = Board()
    made.enters(BEAR, with_effect=text)
    result = solve(made)["grizzly-bears"]

    assert set(result.colors) == {"U", "G"}
    assert set(result.subtypes) == {"Bear", "Elf"}


def test_what_they_enter_with():
    """611.2e: "they are" is read as "they're" is."""
    made = Board()
    made.enters(BEAR, count=2, with_effect="They are 5/5 Golem creatures.")

    assert {solve(made)[id].power for id in made.objects} == {5}


def test_an_exchange_needs_its_other_object():
    """612.5: whose text box is exchanged is chosen, not targeted; without it nothing would happen."""
    text = "As Deadpool enters, you may exchange his text box and another creature's."
    made = board(card("Deadpool, Trading Card", "Legendary Creature — Mutant", text, "5/3"), ANGEL)
    ability = {"ability_of": "deadpool-trading-card", "index": 1}

    with pytest.raises(IllegalEventError, match="`object` in `chosen`"):
        made.resolves(ability, as_="swap", targets=["serra-angel"])

    made.resolves(ability, as_="swap", chosen={"object": "serra-angel"})

    assert keywords(made, "deadpool-trading-card") == {"Flying", "Vigilance"}
    assert keywords(made, "serra-angel") == set()


def test_place_of_an_exchange_as_it_enters():
    """612.5, 614.1c: the place of "As ~ enters, you may exchange ... text box", by which a timeline tells it."""
    text = "Haste\nAs Deadpool enters, you may exchange his text box and another creature's."
    made = board(card("Deadpool, Trading Card", "Legendary Creature — Mutant", text, "5/3"), BEAR)

    assert exchanging_place(made.object("deadpool-trading-card").base.values) == 2
    assert exchanging_place(made.object("grizzly-bears").base.values) == 0
