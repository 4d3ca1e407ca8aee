"""What a permanent is face down: the characteristics listed of it are its values, and no effect (708.2)."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers import Board, solve
from mtglayers.conformance.making import vector_of
from mtglayers.forge import read_forge, write_forge
from mtglayers.model.cards.rules_text import listed_in
from mtglayers.model.cards.search import find
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.copying import FACE_DOWN
from mtglayers.model.errors import IllegalEventError, PuzzleError
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.wire.answers import result_data

FOREST = "It's a Forest land. (It has no other types or abilities.)"
CYBERMAN = "It's a 2/2 Cyberman artifact creature."


def types_of(made: Board, id: str) -> tuple[str, tuple[str, ...], tuple[str, ...], int | None]:
    it = solve(made)[id]
    return it.name, it.types, it.subtypes, it.power


@pytest.fixture
def made() -> Board:
    return Board(players=["Ana", "Ben"])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (FOREST, Copiable(types=("Land",), subtypes=("Forest",))),
        (CYBERMAN, Copiable(types=("Artifact", "Creature"), subtypes=("Cyberman",), power=2, toughness=2)),
        ("They're 2/2 Horror creatures.", Copiable(types=("Creature",), subtypes=("Horror",), power=2, toughness=2)),
        (
            "It's a 2/2 creature with ward {2}.",
            Copiable(types=("Creature",), power=2, toughness=2, abilities=(Keyword("Ward", "{2}"),)),
        ),
        (
            "It's a legendary 1/3 red Goblin creature named Fob.",
            Copiable(
                "Fob", colors=("R",), types=("Creature",), supertypes=("Legendary",), subtypes=("Goblin",), power=1,
                toughness=3,
            ),
        ),
        (f"Turn target creature face down. {CYBERMAN}", listed_in(CYBERMAN)),
    ],
)  # fmt: skip
def test_what_a_text_lists_are_the_values(made: Board, text: str, values: Copiable):
    """708.2a, 613.2b: as it enters, as it moves and as it is turned."""
    assert listed_in(text) == values
    entered = made.enters("Grizzly Bears", face_down=True, with_effect=text)
    made.enters("Grizzly Bears", zone="graveyard", as_="dead")
    moved = made.moves("dead", to="battlefield", as_="back", face_down=True, with_effect=text)
    turned = made.enters("Grizzly Bears", as_="turned")
    made.turns(turned, face="down", with_effect=text)
    result = solve(made)
    for id in (entered, moved, turned):
        it = result[id]
        assert made.object(id).listed == values
        assert (it.name, it.mana_cost, it.types, it.subtypes, it.supertypes, it.colors, it.power, it.toughness) == (
            values.name, "", values.types, values.subtypes, values.supertypes, values.colors, values.power,
            values.toughness,
        )  # fmt: skip
    assert result.layer("1b").order == tuple(f"{id}<face down>" for id in (entered, moved, turned))
    assert dict(made.effects) == {}


NO_LIST = "` does not list face-down characteristics (708.2a): "


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("It's red.", "the text does not name a card type"),
        ("It's a Forest.", "the text does not name a card type"),
        ("It's a Zombie in addition to its other types.", "a face-down permanent has no other types to keep"),
        ("It's a 2/2 creature until end of turn.", "face-down values last until the permanent is turned face up"),
        ("It's an X/X creature.", "only a creature has power and toughness, and both must be numbers"),
        ("It's a creature.", "only a creature has power and toughness, and both must be numbers"),
        ("It's a 2/2 land.", "only a creature has power and toughness, and both must be numbers"),
        ("It's a 2/2 Forest creature.", "Forest is not a subtype of a listed card type"),
        ("It's an instant.", "a permanent cannot have the card type Instant"),
        ("It becomes a 2/2 creature.", "the text does not list the characteristics of the permanent"),
        ("It has base power and toughness 3/3.", "the text does not list the characteristics of the permanent"),
        ("It has flying.", "the text does not list the characteristics of the permanent"),
        ("It's a 2/2 creature. It gains haste.", "the text does more than list the characteristics of the permanent"),
        ("It's a 2/2 creature. Draw a card.", "the text does more than list the characteristics of the permanent"),
        ("Draw a card.", "the text does more than list the characteristics of the permanent"),
        ("Creatures you control are 2/2 artifact creatures.", "the text applies to other objects"),
    ],
)
def test_what_is_no_list_is_refused(made: Board, text: str, why: str):
    bear = made.enters("Grizzly Bears")
    for refused in (
        lambda: made.enters("Forest", face_down=True, with_effect=text),
        lambda: made.turns(bear, face="down", with_effect=text),
    ):
        with pytest.raises(IllegalEventError) as error:
            refused()
        assert str(error.value).endswith(f"`{text}{NO_LIST}{why}")
    assert (list(made.objects), made.object(bear).face_down) == (["grizzly-bears"], False)


def test_an_effect_is_an_effect_face_down_as_face_up(made: Board):
    """611.2e: "it gains haste" says nothing of what it is; turned up, it has haste still."""
    bear = made.enters("Grizzly Bears", face_down=True, with_effect={"text": "It gains haste.", "as": "speed"})
    assert (made.object(bear).listed, solve(made).layer("6").order) == (None, ("speed",))
    made.turns(bear, face="up")
    assert solve(made)[bear].abilities == (Keyword("Haste"),)
    with pytest.raises(IllegalEventError, match=r"`It gains haste\.` does not list face-down characteristics"):
        made.turns(bear, face="down", with_effect="It gains haste.")


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"face": "up", "with_effect": FOREST}, "`with_effect` applies only to a permanent that is turned face down"),
        ({"face": "down", "with_effect": {"text": FOREST, "as": "grove"}}, "`grove` cannot name an effect"),
    ],
)
def test_values_are_of_what_is_turned_down_and_have_no_name(made: Board, event: dict[str, Any], message: str):
    bear = made.enters("Grizzly Bears", face_down=event["face"] == "up")
    with pytest.raises(IllegalEventError, match=message):
        made.turns(bear, **event)


def test_only_permanents_are_told_what_they_are_face_down(made: Board):
    card = made.enters("Grizzly Bears", zone="exile")
    with pytest.raises(IllegalEventError, match="`with_effect` applies only to a permanent"):
        made.turns(card, face="down", with_effect=FOREST)
    with pytest.raises(IllegalEventError, match="`with_effect` requires the battlefield, not exile"):
        made.enters("Grizzly Bears", zone="exile", face_down=True, with_effect=FOREST)


def test_a_disguised_creature_that_is_turned_down_again_has_no_ward(made: Board):
    """708.2a: what turns it face down lists nothing, so it is a 2/2 creature with no text."""
    bear = made.enters("Grizzly Bears", face_down=True, cast="disguise")
    assert solve(made)[bear].abilities == (Keyword("Ward", "{2}"),)
    made.turns(bear, face="up")
    made.turns(bear, face="down")
    assert (made.object(bear).listed, solve(made)[bear].abilities) == (FACE_DOWN, ())


def test_a_merged_permanent_is_what_was_listed_of_it(made: Board):
    """730.2: a card under it changes nothing; one on top of it that is face up ends it."""
    bear = made.enters("Grizzly Bears", face_down=True, with_effect=FOREST)
    under, over = (made.enters("Hill Giant", zone="hand", as_=name) for name in ("under", "over"))
    made.merges(under, with_=bear, on="bottom")
    assert types_of(made, bear) == ("", ("Land",), ("Forest",), None)
    made.merges(over, with_=bear, on="top")
    assert (made.object(bear).listed, types_of(made, bear)) == (None, ("Hill Giant", ("Creature",), ("Giant",), 3))


def test_a_copy_that_is_turned_down_and_copied(made: Board):
    """613.2a, 613.2b: copying comes first; what copies it has what was listed, and it keeps nothing turned up."""
    made.enters("Hill Giant")
    clone = made.enters("Clone", copy_of="hill-giant")
    made.turns(clone, face="down", with_effect=CYBERMAN)
    other = made.enters("Clone", copy_of=clone, as_="other")
    expected = ("", ("Artifact", "Creature"), ("Cyberman",), 2)
    assert (types_of(made, clone), types_of(made, other)) == (expected, expected)
    made.turns(clone, face="up")
    assert (types_of(made, clone), types_of(made, other)) == (("Hill Giant", ("Creature",), ("Giant",), 3), expected)
    made.turns(clone, face="down")
    assert types_of(made, clone) == ("", ("Creature",), (), 2)


# --- What resolves ------------------------------------------------------------------------------------------------

_CYBERMAN = listed_in(CYBERMAN)


@pytest.mark.parametrize(
    ("name", "place", "values"),
    [
        ("Cyber Conversion", 0, _CYBERMAN),
        ("Cybership", 1, _CYBERMAN),
        ("Death in Heaven", 1, _CYBERMAN),
        ("Illithid Harvester", 0, listed_in("They're 2/2 Horror creatures.")),
        ("Missy", 0, _CYBERMAN),
        ("Tezzeret, Cruel Machinist", 2, listed_in("They're 5/5 artifact creatures.")),
        ("The Cyber-Controller", 0, _CYBERMAN),
        ("Yedora, Grave Gardener", 0, listed_in(FOREST)),
    ],
)
def test_cards_know_what_they_list(name: str, place: int, values: Copiable):
    ability = find(name).faces[0].abilities[place]
    resolution = getattr(ability, "resolution", None)
    assert resolution is not None
    assert (resolution.clauses, resolution.listed) == ((), (values,))


def test_what_resolves_says_what_nobody_told(made: Board):
    """708.2a: the event that turns it face down tells what it is; until then the result says that nobody did."""
    bear, giant = made.enters("Grizzly Bears"), made.enters("Hill Giant")
    harvester = made.enters("Illithid Harvester")
    made.resolves("Cyber Conversion", targets=[bear])
    made.resolves({"ability_of": harvester, "index": 1}, as_="ceremorphosis", targets=[giant])
    missing = (
        ("cyber-conversion", "not specified: the object that is a face-down 2/2 Cyberman artifact creature"),
        ("ceremorphosis", "not specified: the object that is a face-down 2/2 Horror creature"),
    )
    assert solve(made).unsupported == missing
    assert types_of(made, bear) == ("Grizzly Bears", ("Creature",), ("Bear",), 2)
    made.turns(giant, face="down")  # a plain 2/2 is not what it lists
    assert solve(made).unsupported == missing
    made.turns(bear, face="down", with_effect=CYBERMAN)
    assert solve(made).unsupported == missing[1:]
    made.turns(giant, face="up")
    made.turns(giant, face="down", with_effect="It's a 2/2 Horror creature.")
    assert solve(made).unsupported == ()


def test_a_text_that_cannot_be_a_list_is_not_understood(made: Board):
    bear = made.enters("Grizzly Bears")
    text = "Turn target creature face down. It's a Zombie in addition to its other types."
    with pytest.raises(ValueError, match=r"stopped at `It's a Zombie in addition to its other types\.`"):
        made.resolves({"text": text}, targets=[bear])


# --- What keeps it ------------------------------------------------------------------------------------------------


def test_boards_results_and_names_know_it(made: Board):
    bear = made.enters("Grizzly Bears", face_down=True, with_effect=FOREST)
    made.enters("Copy Land", copy_of=bear)
    giant = made.enters("Hill Giant")
    before = solve(made)
    made.turns(giant, face="down", with_effect=CYBERMAN)
    assert made.to_data()["timeline"][-1] == {"turns": "hill-giant", "face": "down", "with_effect": CYBERMAN}
    assert Board.from_data(made.to_data()).objects == made.objects
    again, afresh = solve(made, last=before), solve(made)
    assert [again[id] for id in made.objects] == [afresh[id] for id in made.objects]
    made.pop()
    made.turns(giant, face="down")
    assert solve(made, last=again)[giant].types == ("Creature",)
    made.pop()
    assert (made.object(giant).listed, solve(made, last=again)[giant].name) == (None, "Hill Giant")


def test_a_puzzle_has_no_effect_of_that_name():
    entry = {"enters": "Grizzly Bears", "as": "bear", "face_down": True, "with_effect": FOREST}
    ends = {"ends": "bear-effect"}
    with pytest.raises(PuzzleError, match="bear-effect"):
        read_puzzle({"title": "", "timeline": [entry, ends]})
    assert (
        len(read_puzzle({"title": "", "timeline": [{**entry, "with_effect": "It gains haste."}, ends]}).timeline) == 2
    )


def test_a_vector_has_the_values_in_its_state(made: Board):
    made.enters("Grizzly Bears", as_="bear")
    made.turns("bear", face="down", with_effect=CYBERMAN)
    (effect,) = vector_of(made, "down").state.effects
    values = {
        "kind": "Copiable", "types": ["Artifact", "Creature"], "subtypes": ["Cyberman"], "power": 2, "toughness": 2,
    }  # fmt: skip
    assert (effect.name, effect.origin) == ("bear<face down>", "face down")
    assert effect.clauses[0]["operations"] == [{"kind": "TurnedDown", "values": values}]


def test_forge_knows_the_ward_and_no_other_list(made: Board):
    state = read_forge("humanbattlefield=Grizzly Bears|FaceDown:Cloaked")
    bear = state.board().object("grizzly-bears")
    assert (bear.listed, solve(state.board())["grizzly-bears"].abilities) == (
        listed_in("It's a 2/2 creature with ward {2}."), (Keyword("Ward", "{2}"),),
    )  # fmt: skip
    assert "p0battlefield=Grizzly Bears|FaceDown:Cloaked" in write_forge(state.board())[0]
    made.enters("Grizzly Bears", face_down=True, with_effect=FOREST)
    text, lost = write_forge(made)
    assert "p0battlefield=Grizzly Bears|FaceDown\n" in text
    assert [(note.where, note.what) for note in lost] == [("grizzly-bears", "its face-down characteristics")]


def test_the_reason_says_what_it_is(made: Board):
    made.enters("Grizzly Bears", as_="bear")
    made.turns("bear", face="down", with_effect="It's a 1/1 red Goblin creature with flying named Fob.")
    result = solve(made)
    (step,) = result_data(result)["layers"][1]["steps"]
    assert [each["words"] for each in step["operations"]] == [
        "makes it a face-down 1/1 red Goblin creature with flying named Fob"
    ]
    assert str(result.explain("bear")).startswith("Grizzly Bears is a 1/1 red Goblin creature named Fob with flying.")
