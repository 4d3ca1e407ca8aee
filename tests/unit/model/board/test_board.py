"""The board: what each event leads to, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.board.methods import EventMethods
from mtglayers.model.effects.view import Choices
from mtglayers.model.errors import (
    BoardDataError,
    IllegalEventError,
    LayersError,
    PuzzleError,
    UnknownEditionError,
    UnknownObjectError,
)
from mtglayers.model.events.base import Event, keys_of, read_event
from mtglayers.model.puzzles.puzzle import read_puzzle

from ....support.hand_cards import CARDS, card


@pytest.fixture
def board() -> Board:
    return Board(["Ana", "Ben", "Cho"], cards=CARDS)


def zones(board: Board) -> dict[str, str]:
    return {name: found.base.zone for name, found in board.objects.items()}


# --- Entering -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bear#1", "bear+1/+1", "bear<face down>", "<", "bear<gift#2>#2"])
def test_names_of_effects_are_not_given(board: Board, name: str):
    """Two effects of one name would be one for the solver."""
    board.enters("Grizzly Bears", as_="bear")
    wrong = re.escape(f"`{name}` contains `#`, `+`, `<` or `>`, which are reserved for generated names")
    text = "Target creature gets +5/+5 until end of turn."
    forest = {"text": "It's a Forest land.", "as": name}
    for happens in (
        lambda: board.enters("Forest", as_=name),
        lambda: board.enters(["Forest", "Plains"], as_=["wood", name]),
        lambda: board.moves("bear", to="exile", as_=name),
        lambda: board.resolves({"text": text}, as_=name, targets=["bear"]),
        lambda: board.enters("Grizzly Bears", with_effect=forest),
    ):
        with pytest.raises(IllegalEventError, match=wrong):
            happens()
    assert list(board.objects) == ["bear"]
    assert not board.effects


def test_nothing_transforms_into_an_instant():
    """701.27d: nothing would happen."""
    board = Board()
    board.enters("Invasion of Alara", as_="siege")
    wrong = re.escape("`siege` cannot transform into `Awaken the Maelstrom`, which is not a permanent (701.27d)")
    with pytest.raises(IllegalEventError, match=wrong):
        board.transforms("siege")


def test_modal_cards_do_not_transform():
    """701.27c, 712.3: a modal card without an ability to transform does not; 712.16: none is turned face down."""
    board = Board()
    board.enters("Valakut Stoneforge", as_="stoneforge")
    with pytest.raises(IllegalEventError, match=re.escape("`stoneforge` is modal, so it cannot transform (701.27c)")):
        board.transforms("stoneforge")
    assert not board.still.get("transformed", {}).get(True)
    with pytest.raises(IllegalEventError, match=re.escape("cannot be turned face down (712.16)")):
        board.turns("stoneforge", face="down")


def test_names_are_kebab_case_and_counted(board: Board):
    assert board.enters("Mishra's Factory") == "mishras-factory"
    assert board.enters("Forest") == "forest"
    assert board.enters("Forest") == "forest-2"
    assert board.enters("Forest", count=3, as_="wood") == ("wood", "wood-2", "wood-3")
    assert board.enters(["Forest", "Grizzly Bears"]) == ("forest-3", "grizzly-bears")
    assert list(board.objects) == [
        "mishras-factory", "forest", "forest-2", "wood", "wood-2", "wood-3", "forest-3", "grizzly-bears",
    ]  # fmt: skip


def test_two_faced_card_goes_by_its_front_or_its_full_name(board: Board):
    assert board.enters("Village Ironsmith") == "village-ironsmith"
    assert board.enters("Village Ironsmith // Ironfang") == "village-ironsmith-2"
    assert board.object("village-ironsmith-ironfang").id == "village-ironsmith"
    assert board.object("village-ironsmith-ironfang-2").id == "village-ironsmith-2"


def test_card_may_be_a_value_with_no_catalogue(board: Board):
    assert board.enters(card("Test Bear", "Creature — Bear", power="2", toughness="2")) == "test-bear"


def test_defaults(board: Board):
    found = board.object(board.enters("Grizzly Bears"))
    assert (found.base.zone, found.base.controller, found.base.owner) == ("battlefield", 0, 0)
    found = board.object(board.enters("Grizzly Bears", controller="Ben"))
    assert (found.base.controller, found.base.owner) == (1, 1)
    found = board.object(board.enters("Grizzly Bears", controller="Ben", owner="Cho"))
    assert (found.base.controller, found.base.owner) == (1, 2)
    found = board.object(board.enters("Grizzly Bears", owner="Cho", zone="graveyard"))
    assert (found.base.zone, found.base.controller, found.base.owner) == ("graveyard", None, 2)  # 108.4
    found = board.object(board.enters("Grizzly Bears", controller="Ben", zone="stack"))
    assert (found.base.zone, found.base.controller) == ("stack", 1)


def test_stamps_follow_the_order_of_a_list(board: Board):
    first, second = board.enters(["Forest", "Grizzly Bears"])
    third = board.enters("Glorious Anthem")
    assert [board.object(name).stamp for name in (first, second, third)] == [1, 2, 3]
    assert all(not board.object(name).unordered for name in (first, second, third))


def test_a_set_enters_in_an_order_that_nobody_gave(board: Board):
    made = board.enters({"Grizzly Bears", "Forest", "Glorious Anthem"})
    assert made == ("forest", "glorious-anthem", "grizzly-bears")
    assert board.object("forest").unordered == ("glorious-anthem", "grizzly-bears")
    board.order(["grizzly-bears", "forest", "glorious-anthem"])
    stamps = {name: board.object(name).stamp for name in made}
    assert stamps == {"grizzly-bears": 1, "forest": 2, "glorious-anthem": 3}
    assert all(not board.object(name).unordered for name in made)


def test_facts_and_counters_on_entering(board: Board):
    name = board.enters("Grizzly Bears", tapped=True, counters={"+1/+1": 2, "flying": 1}, chosen={"color": "R"}, x=3)
    found = board.object(name)
    assert found.facts == ("tapped",)
    assert [(c.kind, c.count, c.stamp) for c in found.counters] == [("+1/+1", 2, 2), ("flying", 1, 3)]
    assert found.choices == Choices(color=("R",))
    assert found.x == 3
    assert not found.tapped_unspecified
    assert board.object(board.enters("Grizzly Bears")).tapped_unspecified
    assert board.still["tapped"][True] == 1
    assert board.still["counter +1/+1"][2] == 1


def test_tokens_and_emblems(board: Board):
    assert board.object(board.enters("Saproling")).base.token
    assert board.object(board.enters("Grizzly Bears", token=True)).base.token
    assert board.object(board.enters("Garruk Emblem")).base.zone == "command"
    with pytest.raises(IllegalEventError, match="token"):
        board.enters("Saproling", zone="hand")
    with pytest.raises(IllegalEventError, match="emblem"):
        board.enters("Garruk Emblem", zone="battlefield")


def test_instants_are_no_permanents(board: Board):
    with pytest.raises(IllegalEventError, match="Instant"):
        board.enters("Giant Growth")
    assert board.enters("Giant Growth", zone="graveyard") == "giant-growth"
    assert board.object(board.enters("Giant Growth", face_down=True)).face_down  # 701.40a


def test_attached_on_entering(board: Board):
    bear = board.enters("Grizzly Bears")
    aura = board.enters("Holy Strength", attached_to=bear)
    curse = board.enters("Curse of Thirst", attached_to="Ben")
    assert board.object(aura).attached_to == board.object(bear).number
    assert board.object(curse).attached_player == 1
    assert board.still["attached"][True] == 0b110
    assert board.still["enchanted"][True] == 0b001


def test_enters_as_a_copy(board: Board):
    bear = board.enters("Grizzly Bears")
    clone = board.enters("Spark Double", copy_of=bear)
    copy = board.object(clone).copy
    assert copy is not None
    assert (copy.of, copy.event, len(copy.exceptions)) == (bear, 1, 1)  # its own exception
    token = board.object(board.enters("Spark Double", token=True, copy_of=bear)).copy
    assert token is not None
    assert token.exceptions == ()
    assert [found.id for found in board.copies()] == ["spark-double", "spark-double-2"]
    with pytest.raises(UnknownObjectError):
        board.enters("Spark Double", copy_of="grizzly-bear")
    board.enters("Forest", as_="card", zone="hand")
    with pytest.raises(IllegalEventError, match="the hand"):
        board.enters("Spark Double", copy_of="card")
    with pytest.raises(IllegalEventError, match="copy_of"):
        board.enters("Spark Double", except_="it isn't legendary")


def test_cast_for_its_prototype_cost(board: Board):
    found = board.object(board.enters("Blitz Automaton", cast="prototype"))
    assert (found.base.values.power, found.base.values.mana_value, found.base.values.colors) == (3, 3, ("R",))
    assert found.facts == ("cast", "prototype")
    with pytest.raises(IllegalEventError, match="no prototype"):
        board.enters("Grizzly Bears", cast="prototype")
    with pytest.raises(IllegalEventError, match="did you mean `prototype`"):
        board.enters("Blitz Automaton", cast="prototpye")


@pytest.mark.parametrize(
    ("what", "keys", "said"),
    [
        ("Giant Growth", {"targets": ["bear"]}, "has no overload ability (702.96a)"),
        ("Dynacharge", {"targets": ["bear"]}, "has no targets if its overload cost was paid (702.96b)"),
        ({"text": "Draw a card."}, {}, "`overload` applies only to a card (702.96a)"),
    ],
)
def test_overload_is_refused(board: Board, what, keys, said):
    board.enters("Grizzly Bears", as_="bear")
    with pytest.raises(LayersError, match=re.escape(said)):
        board.resolves(what, overload=True, **keys)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("Giant Growth", "`Giant Growth` has no cleave ability (702.148a)"),
        ({"text": "Draw a card."}, "`cleave` applies only to a card (702.148a)"),
    ],
)
def test_cleave_is_refused(board: Board, what, said):
    with pytest.raises(LayersError, match=re.escape(said)):
        board.resolves(what, cleave=True)


def test_kicked(board: Board):
    assert board.object(board.enters("Grizzly Bears", cast="kicker")).facts == ("cast", "kicked")


def test_x_counts_for_a_spell_alone(board: Board):
    assert board.object(board.enters("Hydra", x=4, zone="stack")).base.values.mana_value == 5  # 202.3e
    assert board.object(board.enters("Hydra", x=4)).base.values.mana_value == 1


# --- Faces and halves ---------------------------------------------------------------------------------------------


def test_transforming_gives_a_new_timestamp(board: Board):
    name = board.enters("Village Ironsmith")
    board.enters("Forest")
    board.transforms(name)
    found = board.object(name)
    assert (found.face, found.stamp, found.base.values.name) == (1, 3, "Ironfang")  # 613.7g
    assert found.base.values.mana_value == 2  # 202.3b
    board.transforms(name)
    assert board.object(name).base.values.name == "Village Ironsmith"
    assert board.object(board.enters("Village Ironsmith", transformed=True)).base.values.name == "Ironfang"
    with pytest.raises(IllegalEventError, match="not double-faced"):
        board.transforms("forest")
    with pytest.raises(IllegalEventError, match="not double-faced"):
        board.enters("Forest", transformed=True)


def test_flipping_keeps_colour_cost_and_timestamp(board: Board):
    name = board.enters("Bushi Tenderfoot")
    board.flips(name)
    found = board.object(name)
    values = found.base.values
    assert (values.name, values.mana_cost, values.colors, values.power) == ("Kenzo the Hardhearted", "{W}", ("W",), 3)
    assert found.stamp == 1
    with pytest.raises(IllegalEventError, match="already flipped"):
        board.flips(name)
    with pytest.raises(IllegalEventError, match="neither a flip card"):
        board.flips(board.enters("Forest"))


def test_turning_face_down_and_up(board: Board):
    name = board.enters("Grizzly Bears", face_down=True)
    assert board.still["face-down"][True] == 1
    board.turns(name, face="up")
    assert board.still["face-down"][True] == 0
    assert board.object(name).stamp == 2  # 613.7f
    with pytest.raises(IllegalEventError, match="already face up"):
        board.turns(name, face="up")
    manifested = board.enters("Giant Growth", face_down=True)
    with pytest.raises(IllegalEventError, match=r"701\.40g"):
        board.turns(manifested, face="up")


def test_split_card_is_both_halves_off_the_stack(board: Board):
    values = board.object(board.enters("Fire // Ice", zone="graveyard")).base.values
    assert (values.name, values.mana_value, values.colors) == ("Fire // Ice", 4, ("U", "R"))
    values = board.object(board.enters("Ice", zone="stack")).base.values
    assert (values.name, values.mana_value) == ("Ice", 2)


def test_adventure_is_a_spell_only(board: Board):
    assert board.object(board.enters("Stomp", zone="stack")).base.values.name == "Stomp"
    assert board.object(board.enters("Stomp", zone="graveyard")).base.values.name == "Bonecrusher Giant"
    assert board.object(board.enters("Bonecrusher Giant")).base.values.power == 4


def test_room_has_what_is_unlocked(board: Board):
    name = board.enters("Bottomless Pool // Locker Room")
    values = board.object(name).base.values
    assert (values.name, values.mana_value, values.abilities, values.subtypes) == ("", 0, (), ("Room",))
    board.marks(name, unlocked=["Locker Room"])
    values = board.object(name).base.values
    assert (values.name, values.mana_value, len(values.abilities)) == ("Locker Room", 5, 1)
    board.marks(name, unlocked=["Bottomless Pool", "Locker Room"])
    values = board.object(name).base.values
    assert (values.name, values.mana_value) == ("Bottomless Pool // Locker Room", 6)
    with pytest.raises(IllegalEventError, match="did you mean `Locker Room`"):
        board.marks(name, unlocked=["Loker Room"])
    with pytest.raises(IllegalEventError, match="not a Room"):
        board.marks(board.enters("Forest"), unlocked=["Locker Room"])


# --- Leaving and moving -------------------------------------------------------------------------------------------


def test_leaving_makes_a_new_card_in_the_owners_zone(board: Board):
    bear = board.enters("Grizzly Bears", controller="Ben", owner="Ana", counters={"+1/+1": 1}, tapped=True)
    assert board.leaves(bear) == ("grizzly-bears@graveyard",)
    found = board.object("grizzly-bears@graveyard")
    assert (found.base.owner, found.base.controller, found.counters, found.facts) == (0, None, (), ())
    assert "grizzly-bears" not in board.objects
    assert board.last_known("grizzly-bears").number == 0
    with pytest.raises(UnknownObjectError, match="grizzly-bears@graveyard"):
        board.object("grizzly-bears")
    assert board.leaves("grizzly-bears@graveyard", to="exile") == ("grizzly-bears@exile",)


def test_tokens_and_emblems_cease_to_exist(board: Board):
    assert board.leaves(board.enters("Saproling")) == ()
    assert board.leaves(board.enters("Garruk Emblem"), to="exile") == ()
    assert len(board.objects) == 0
    assert board.everything == 0


def test_graveyard_order_is_the_order_of_arrival(board: Board):
    first, second = board.enters(["Forest", "Grizzly Bears"])
    board.enters("Forest", owner="Ben", zone="graveyard")
    board.leaves([second, first])
    assert [found.card.name for found in board.cards_in("graveyard", 0)] == ["Grizzly Bears", "Forest"]
    assert board.player_fact(0, "graveyard") == 2


def test_leaving_lets_go_of_what_was_attached(board: Board):
    bear = board.enters("Grizzly Bears")
    hammer = board.enters("Hammer", attached_to=bear)
    board.leaves(bear)
    assert board.object(hammer).attached_to is None
    assert board.still["attached"][True] == 0
    bear = board.enters("Grizzly Bears")
    board.attaches(hammer, to=bear)
    board.leaves(hammer)
    assert board.still["equipped"][True] == 0


@pytest.mark.parametrize(
    "tell",
    [
        lambda board: board.leaves("forest", to="battlefield"),
        lambda board: board.leaves(["forest", "forest"]),
        lambda board: board.leaves("hand-card", to="hand"),
        lambda board: board.moves("forest", to="battlefield", as_="other"),
        lambda board: board.moves("saproling", to="exile", as_="other"),
        lambda board: board.moves("forest", to="exile", as_="saproling"),
        lambda board: board.moves("growth", to="battlefield", as_="other"),
    ],
)
def test_impossible_moves(board: Board, tell: Callable[[Board], object]):
    board.enters("Forest")
    board.enters("Saproling")
    board.enters("Forest", zone="hand", as_="hand-card")
    board.enters("Giant Growth", zone="stack", as_="growth")
    with pytest.raises(IllegalEventError):
        tell(board)
    assert zones(board) == {"forest": "battlefield", "saproling": "battlefield", "hand-card": "hand", "growth": "stack"}


def test_moving_is_a_new_object(board: Board):
    bear = board.enters("Grizzly Bears", controller="Ben", counters={"+1/+1": 1})
    assert board.moves(bear, to="exile", as_="exiled") == "exiled"
    assert board.moves("exiled", to="battlefield", as_="back", tapped=True) == "back"
    found = board.object("back")
    assert (found.base.controller, found.counters, found.facts) == (1, (), ("tapped",))
    assert [found.id for found in board.objects.values()] == ["back"]
    # A name is free again when its object is gone.
    assert board.moves("back", to="hand", as_="grizzly-bears") == "grizzly-bears"


def test_a_spell_becomes_a_permanent_that_knows_how_it_was_cast(board: Board):
    keys = {"controller": "Ben", "chosen": {"color": "R"}, "as_": "spell"}
    board.enters("Blitz Automaton", zone="stack", cast="prototype", **keys)
    board.moves("spell", to="battlefield", as_="golem")
    found = board.object("golem")
    assert (found.base.values.power, found.base.controller) == (3, 1)
    assert found.facts == ("cast", "prototype")
    assert found.choices.color == ("R",)
    board.moves("golem", to="graveyard", as_="dead")
    assert board.object("dead").base.values.power == 6


# --- Attaching, counters, facts -----------------------------------------------------------------------------------


def test_attaching_gives_a_new_timestamp_only_to_something_else(board: Board):
    first, second = board.enters("Grizzly Bears", count=2)
    hammer = board.enters("Hammer")
    board.attaches(hammer, to=first)
    assert board.object(hammer).stamp == 4  # 613.7e
    board.attaches(hammer, to=first)
    assert board.object(hammer).stamp == 4  # 701.3b
    board.attaches(hammer, to=second)
    assert board.object(hammer).stamp == 5
    assert board.still["equipped"][True] == 0b10
    board.detaches(hammer)
    assert (board.object(hammer).attached_to, board.object(hammer).stamp) == (None, 5)
    with pytest.raises(IllegalEventError, match="not attached"):
        board.detaches(hammer)


def test_attaching_to_nothing(board: Board):
    hammer = board.enters("Hammer")
    board.enters("Forest", zone="hand", as_="card")
    with pytest.raises(UnknownObjectError, match="did you mean"):
        board.attaches(hammer, to="hamer")
    with pytest.raises(IllegalEventError, match="itself"):
        board.attaches(hammer, to=hammer)
    with pytest.raises(IllegalEventError, match="the hand"):
        board.attaches(hammer, to="card")
    with pytest.raises(IllegalEventError, match="not on the battlefield"):
        board.attaches("card", to=hammer)


def test_bestow_ends_with_the_attachment(board: Board):
    bear = board.enters("Grizzly Bears")
    aura = board.enters("Boon Satyr", attached_to=bear, cast="bestow")
    assert board.object(aura).facts == ("bestow", "cast")
    board.leaves(bear)
    assert board.object(aura).facts == ("cast",)  # 702.103f


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({"enters": "Adaptive Automaton", "chosen": {"creature_type": "Blorg"}}, "`Blorg` is not a creature type"),
        ({"enters": "Adaptive Automaton", "chosen": {"creature_type": "Aura"}}, "`Aura` is not a creature type"),
        ({"enters": "Adaptive Automaton", "chosen": {"land_type": "Elf"}}, "`Elf` is not a land type"),
        ({"enters": "Grizzly Bears", "cast": "bestow"}, "`Grizzly Bears` has no bestow"),
        ({"enters": "Grizzly Bears", "cast": "impending"}, "`Grizzly Bears` has no impending"),
        ({"stickers": "elk", "put": {"power": -1, "toughness": 1}}, "a power must be at least 0"),
    ],
)
def test_what_no_card_has_is_refused(board: Board, event: dict[str, Any], reason: str):
    board.enters("Grizzly Bears", as_="elk")
    with pytest.raises(IllegalEventError, match=reason):
        board.push(read_event(event))


def test_a_new_creature_type_of_a_card_can_be_chosen():
    board = Board(cards=[card("New", "Creature — Blorg", power="1", toughness="1")])
    board.enters("Adaptive Automaton", chosen={"creature_type": "Blorg"})


def test_counters_share_the_newest_timestamp(board: Board):
    name = board.enters("Grizzly Bears", counters={"+1/+1": 1})
    board.counters(name, put={"flying": 1})
    board.counters(name, put={"+1/+1": 2})
    assert [(c.kind, c.count, c.stamp) for c in board.object(name).counters] == [("+1/+1", 3, 4), ("flying", 1, 3)]
    board.counters(name, remove={"+1/+1": 1})
    assert [(c.kind, c.count, c.stamp) for c in board.object(name).counters] == [("+1/+1", 2, 4), ("flying", 1, 3)]
    board.counters(name, remove={"+1/+1": 2})
    assert [c.kind for c in board.object(name).counters] == ["flying"]
    assert not board.still["counter"]["+1/+1"]
    with pytest.raises(IllegalEventError, match="1 flying counters, so 2 cannot be removed"):
        board.counters(name, remove={"flying": 2})
    with pytest.raises(IllegalEventError, match="at least 1"):
        board.counters(name, put={"flying": 0})
    with pytest.raises(IllegalEventError, match="must list counters"):
        board.counters(name)


def test_counters_on_players(board: Board):
    board.counters("Ben", put={"poison": 3})
    board.counters("Ben", remove={"poison": 1})
    assert board.player_fact(1, "poison") == 2
    with pytest.raises(IllegalEventError, match="2 poison"):
        board.counters("Ben", remove={"poison": 3})


def test_marks(board: Board):
    first, second = board.enters("Grizzly Bears", count=2)
    board.marks(first, tapped=True, attacking=True, level=2)
    assert board.object(first).facts == ("attacking", "tapped")
    assert board.object(first).numbers == (("level", 2),)
    board.marks(first, tapped=False)
    assert board.object(first).facts == ("attacking",)
    board.marks(first, paired_with=second)
    assert board.object(second).links == (("paired_with", 0),)
    assert board.still["paired"][True] == 0b11
    exiled = board.moves(second, to="exile", as_="exiled")
    board.marks(exiled, exiled_with=first)
    assert board.still["exiled_with"][0] == 1 << board.object("exiled").number
    with pytest.raises(IllegalEventError, match="did you mean `attacking`"):
        board.marks(first, attackng=True)
    with pytest.raises(IllegalEventError, match="true or false"):
        board.marks(first, tapped="yes")


def test_choices_replace_those_of_the_same_kind(board: Board):
    name = board.enters("Glorious Anthem", chosen={"color": "W", "creature_type": ["Elf", "Bear"]})
    board.chooses(name, color="U")
    assert board.object(name).choices == Choices(color=("U",), creature_type=("Elf", "Bear"))
    with pytest.raises(IllegalEventError, match="mauve"):
        board.chooses(name, color="mauve")
    with pytest.raises(IllegalEventError, match="did you mean `creature_type`"):
        board.chooses(name, creature_typ="Elf")


# --- Merging and phasing ------------------------------------------------------------------------------------------


def test_merging_keeps_the_permanent(board: Board):
    bear = board.enters("Grizzly Bears", counters={"+1/+1": 1})
    board.enters("Dreamtail Heron", zone="stack")
    assert board.merges("dreamtail-heron", with_=bear, on="top") == bear
    found = board.object(bear)
    assert (found.number, found.stamp, found.merge_stamp, found.host) == (0, 1, 4, 1)
    assert [values.name for values in found.merged] == ["Dreamtail Heron", "Grizzly Bears"]
    values = found.base.values
    assert (values.name, values.power, len(values.abilities)) == ("Dreamtail Heron", 3, 2)
    assert list(board.objects) == [bear]
    board.enters("Dreamtail Heron", zone="stack", as_="under")
    board.merges("under", with_=bear, on="bottom")
    names = [values.name for values in board.object(bear).merged]
    assert names == ["Dreamtail Heron", "Grizzly Bears", "Dreamtail Heron"]
    assert len(board.object(bear).base.values.abilities) == 4
    assert board.leaves(bear) == (
        "grizzly-bears@graveyard", "grizzly-bears@graveyard-2", "grizzly-bears@graveyard-3",
    )  # fmt: skip


def test_merging_with_a_face_down_permanent(board: Board):
    bear = board.enters("Grizzly Bears", face_down=True)
    board.enters("Dreamtail Heron", zone="stack", count=2, as_="heron")
    board.merges("heron", with_=bear, on="bottom")
    assert board.object(bear).face_down
    board.merges("heron-2", with_=bear, on="top")
    assert not board.object(bear).face_down


def test_impossible_merges(board: Board):
    bear, other = board.enters("Grizzly Bears", count=2)
    board.enters("Dreamtail Heron", zone="stack", count=2)
    with pytest.raises(IllegalEventError, match="is a permanent; only"):
        board.merges(other, with_=bear, on="top")
    with pytest.raises(IllegalEventError, match="the stack"):
        board.merges("dreamtail-heron", with_="dreamtail-heron-2", on="top")
    with pytest.raises(IllegalEventError, match="itself"):
        board.merges(bear, with_=bear, on="top")
    with pytest.raises(IllegalEventError, match="unknown on `over`"):
        board.merges("dreamtail-heron", with_=bear, on="over")


def test_phasing_keeps_the_timestamp_and_takes_attachments_along(board: Board):
    bear = board.enters("Grizzly Bears")
    aura = board.enters("Holy Strength", attached_to=bear)
    board.enters("Forest")
    before = dict(board.bases)
    board.phases(bear, direction="out")
    assert list(board.objects) == ["forest"]
    assert board.everything == 0b100
    assert sum(board.bases.values()) == 0b100
    with pytest.raises(UnknownObjectError):
        board.marks(bear, tapped=True)
    board.phases(aura, direction="out")  # told twice, happened once
    with pytest.raises(IllegalEventError, match=r"702\.26g"):
        board.phases(aura, direction="in")
    with pytest.raises(IllegalEventError, match="already phased out"):
        board.phases(bear, direction="out")
    board.phases(bear, direction="in")
    assert list(board.objects) == [bear, aura, "forest"]
    assert dict(board.bases) == before
    assert board.object(bear).stamp == 1
    assert board.still["enchanted"][True] == 1
    with pytest.raises(IllegalEventError, match="not phased out"):
        board.phases(bear, direction="in")


# --- Effects ------------------------------------------------------------------------------------------------------


def test_spell_resolves(board: Board):
    bear = board.enters("Grizzly Bears", controller="Ben")
    assert board.resolves("Giant Growth", targets=[bear], controller="Ben", x=2) == "giant-growth"
    effect = board.effects["giant-growth"]
    assert (effect.stamp, effect.event, effect.ended) == (2, 1, False)
    assert (effect.context.you, effect.context.targets, effect.context.x, effect.context.source) == (1, (0,), 2, None)
    assert effect.context.stamp == (2,)
    assert board.resolves("Giant Growth", targets=bear) == "giant-growth-2"
    with pytest.raises(IllegalEventError, match="already"):
        board.resolves("Giant Growth", targets=bear, as_=bear)
    with pytest.raises(IllegalEventError, match="not an instant or sorcery"):
        board.resolves("Forest")
    with pytest.raises(UnknownObjectError):
        board.resolves("Giant Growth", targets=["nobody"])


def test_modes(board: Board):
    bear = board.enters("Grizzly Bears")
    board.resolves("Charm", targets=bear, mode=2)
    assert len(board.effects["charm"].clauses) == 2
    with pytest.raises(IllegalEventError, match="needs another target"):  # 700.2d: each mode has targets of its own
        board.resolves("Charm", targets=bear, mode=[1, 2])
    board.resolves("Charm", targets=[bear, bear], mode=[1, 2])
    assert len(board.effects["charm-2"].clauses) == 3
    with pytest.raises(IllegalEventError, match="from 1 to 2"):
        board.resolves("Charm", targets=bear)
    with pytest.raises(IllegalEventError, match="no mode `3`"):
        board.resolves("Charm", targets=bear, mode=3)
    with pytest.raises(IllegalEventError, match="no modes"):
        board.resolves("Giant Growth", targets=bear, mode=1)


def test_ability_resolves_even_when_its_source_has_left(board: Board):
    land = board.enters("Mishra's Factory", controller="Ben")
    board.leaves(land)
    board.resolves({"ability_of": land, "index": 2}, as_="pump")
    effect = board.effects["pump"]
    assert (effect.context.source, effect.context.you, effect.source_name) == (0, 1, "Mishra's Factory")
    text = "{1}: this land gets +1/+1 until end of turn (a reminder)."
    board.resolves({"ability_of": land, "text": text}, as_="again")
    assert board.effects["again"].clauses == effect.clauses


def test_abilities_that_do_not_resolve(board: Board):
    land = board.enters("Mishra's Factory")
    anthem = board.enters("Glorious Anthem")
    with pytest.raises(IllegalEventError, match="`as` is required"):
        board.resolves({"ability_of": land, "index": 2})
    with pytest.raises(IllegalEventError, match="no printed ability `4`; it has 3"):
        board.resolves({"ability_of": land, "index": 4}, as_="x")
    with pytest.raises(IllegalEventError, match="specify it as `text`"):
        board.resolves({"ability_of": land, "index": 3}, as_="x")
    with pytest.raises(IllegalEventError, match="static ability"):
        board.resolves({"ability_of": anthem, "index": 1}, as_="x")
    with pytest.raises(IllegalEventError, match="needs either"):
        board.resolves({"ability_of": anthem}, as_="x")
    with pytest.raises(IllegalEventError, match="did you mean `index`"):
        board.resolves({"ability_of": anthem, "indx": 1}, as_="x")
    assert not board.effects


def test_a_copys_abilities_are_those_it_copied(board: Board):
    land = board.enters("Mishra's Factory")
    clone = board.enters("Spark Double", copy_of=land)
    assert board.resolves({"ability_of": clone, "index": 2}, as_="pump") == "pump"


def test_durations_end(board: Board):
    from mtglayers.model.effects.selectors import Target

    from ....support.hand_cards import plus, spell

    long = spell("Long", plus(1, 1), plus(2, 2, Target(), ""), plus(3, 3, Target(), "end of combat"))
    yours = spell("Yours", plus(1, 1, Target(), "your next turn"), plus(1, 1, Target(), "end of your next turn"))
    bear = board.enters("Grizzly Bears")
    board.resolves("Giant Growth", targets=bear)
    board = Board(["Ana", "Ben"], cards=[*CARDS, long, yours])
    bear = board.enters("Grizzly Bears")
    board.resolves("Giant Growth", targets=bear)
    board.resolves("Long", targets=bear)
    board.resolves("Yours", targets=bear, controller="Ana")
    board.ends("combat")
    assert board.effects["long"].over == (2,)
    board.ends("turn")
    assert board.effects["giant-growth"].ended
    assert (board.effects["long"].over, board.effects["long"].ended) == ((0, 2), False)
    board.turn("Ben")
    assert board.effects["yours"].over == ()
    board.ends("turn")
    board.turn("Ana")
    assert board.active_player == 0
    assert board.effects["yours"].over == (0,)
    board.ends("turn")
    assert board.effects["yours"].ended
    board.ends("long")
    assert board.effects["long"].ended
    with pytest.raises(IllegalEventError, match="already ended"):
        board.ends("long")
    with pytest.raises(IllegalEventError, match="did you mean `turn`"):
        board.ends("trun")


def test_combat_facts_end_with_combat(board: Board):
    bear = board.enters("Grizzly Bears")
    board.marks(bear, attacking=True, tapped=True, saddled=True)
    board.ends("combat")
    assert board.object(bear).facts == ("saddled", "tapped")
    board.ends("turn")
    assert board.object(bear).facts == ("tapped",)


# --- Players, orders, refusals ------------------------------------------------------------------------------------


def test_player_facts(board: Board):
    assert board.player_fact(0, "life") == 20
    board.player("Ana", life=7, hand=3, monarch=True)
    board.enters("Forest", zone="hand")
    board.enters("Forest", zone="hand", owner="Ben")
    assert [board.player_fact(0, fact) for fact in ("life", "hand", "monarch", "poison")] == [7, 3, 1, 0]
    assert board.player_fact(1, "hand") == 1
    assert board.told()[0, "hand"] == 3
    assert board.told()[1, "life"] == 20
    with pytest.raises(IllegalEventError, match="did you mean `Ana`"):
        board.player("Anna", life=3)
    with pytest.raises(IllegalEventError, match="did you mean `library`"):
        board.player("Ana", librry=3)
    with pytest.raises(IllegalEventError, match="negative"):
        board.player("Ana", hand=-1)


@pytest.mark.parametrize("fact", ["monarch", "initiative"])
def test_one_player_at_a_time(fact: str) -> None:
    """725.3, 726.3: as a player becomes the monarch, the current monarch ceases to be the monarch."""
    board = Board(("Ana", "Ben"))
    board.player("Ana", **{fact: True})
    board.player("Ben", **{fact: True})
    assert [board.player_fact(player, fact) for player in (0, 1)] == [0, 1]
    board.pop()
    assert [board.player_fact(player, fact) for player in (0, 1)] == [1, 0]


def test_day_ends_night() -> None:
    """731.1: for whichever player it is recorded."""
    board = Board(("Ana", "Ben"))
    board.player("Ana", night=True)
    board.player("Ben", day=True)
    assert [board.player_fact(0, fact) for fact in ("night", "day")] == [0, 0]
    assert board.player_fact(1, "day") == 1


def test_turns_of_players(board: Board):
    assert board.active_player == 0
    board.turn("Cho")
    assert board.active_player == board.player_number("Cho") == 2
    with pytest.raises(IllegalEventError, match="no player `Che`; did you mean `Cho`"):
        board.turn("Che")
    with pytest.raises(LookupError):
        board.player_number("Che")


def test_order_belongs_to_the_event_just_before(board: Board):
    first, second = board.enters(["Forest", "Grizzly Bears"])
    with pytest.raises(IllegalEventError, match="missing"):
        board.order([second])
    with pytest.raises(IllegalEventError, match="twice"):
        board.order([second, second])
    board.order([second, first])
    assert (board.object(first).stamp, board.object(second).stamp) == (2, 1)
    board.marks(first, tapped=True)
    with pytest.raises(IllegalEventError, match="previous event"):
        board.order([first, second])


def test_order_keeps_to_apnap(board: Board):
    mine = board.enters("Forest", controller="Ana")
    theirs = board.enters("Forest", controller="Ben")
    board.turn("Ben")
    made = board.leaves([mine, theirs])
    assert made == ("forest-2@graveyard", "forest@graveyard")  # the active player's first
    with pytest.raises(IllegalEventError, match="active player"):
        board.order(["forest@graveyard", "forest-2@graveyard"])
    board.order(list(made))


def test_refused_events_carry_the_event(board: Board):
    bear = board.enters("Grizzly Bears")
    with pytest.raises(IllegalEventError) as caught:
        board.detaches(bear)
    assert caught.value.event.detaches == bear
    assert caught.value.reason == str(caught.value)
    with pytest.raises(IllegalEventError) as caught:
        board.enters("Grizzly Bears", zone="grave")
    assert caught.value.event == {"enters": "Grizzly Bears", "zone": "grave"}


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"as_": "taken"}, "already"),
        ({"controller": "Bne"}, "did you mean `Ben`"),
        ({"zone": "graveyrd"}, "did you mean `graveyard`"),
        ({"zone": "hand", "tapped": True}, "`tapped` requires the battlefield"),
        ({"zone": "hand", "attached_to": "taken"}, "requires the battlefield"),
        ({"count": 0}, "at least 1"),
        ({"counters": {"+1/+1": -1}}, "number of counters must be at least 0"),
        ({"tapped": 1}, "true or false"),
        ({"counters": {"+1/+1": "two"}}, "whole number"),
        ({"chosen": {"color": "Z"}}, "unknown color `Z`"),
    ],
)
def test_entering_refused(board: Board, keys: dict[str, Any], message: str):
    board.enters("Forest", as_="taken")
    with pytest.raises(IllegalEventError, match=message):
        board.enters("Grizzly Bears", **keys)
    assert list(board.objects) == ["taken"]


def test_players_need_names_of_their_own():
    with pytest.raises(BoardDataError, match="Ana, Ana"):
        Board(["Ana", "Ana"])
    with pytest.raises(UnknownEditionError):
        Board(edition="E99")


def test_unknown_object_names_the_nearest(board: Board):
    board.enters("Grizzly Bears")
    with pytest.raises(UnknownObjectError) as caught:
        board.leaves("grizzly-bear")
    assert caught.value.nearest == ("grizzly-bears",)
    assert "grizzly-bear" not in board.objects
    with pytest.raises(KeyError):
        board.objects["grizzly-bear"]


@pytest.mark.parametrize(
    ("event", "keys", "message"),
    [
        ("counters", {"put": {"flyng": 1}}, "did you mean `flying`"),
        ("counters", {"put": {"−1/−1": 1}}, "did you mean `-1/-1`"),
        ("chooses", {"creature_type": "Goblni"}, "did you mean `Goblin`"),
    ],
)
def test_misspelt_words_are_refused(event, keys, message):
    """A word that looks like a known one is taken for a slip, and said so."""
    board = Board()
    bear = board.enters({"name": "Bear", "type_line": "Creature — Bear", "power": "2", "toughness": "2"})

    with pytest.raises(IllegalEventError, match=re.escape(message)):
        getattr(board, event)(bear, **keys)


@pytest.mark.parametrize("name", ["", " ", "\x00", "A"])
def test_odd_names_are_refused(name):
    """An id is readable, and no player's name."""
    with pytest.raises(IllegalEventError, match=r"name|character"):
        Board().enters({"name": "Bear", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}, as_=name)


@pytest.mark.parametrize("size", ["x", "", "−1", "3_000", " 3 "])
def test_sizes_that_are_no_numbers_are_refused(size):
    """Nothing becomes 0 in silence."""
    with pytest.raises(LayersError, match="not a valid power"):
        Board().enters({"name": "Bear", "type_line": "Creature — Bear", "power": size, "toughness": "2"})


def test_effects_ask_for_their_targets_and_words():
    """115.1, 612.2: an effect without its target, or with a word that its text cannot change, is refused."""
    board = Board()
    bear = board.enters({"name": "Bear", "type_line": "Creature — Bear", "power": "2", "toughness": "2"})
    hack = (
        "Change the text of target spell or permanent by replacing all instances of one basic land type with another."
    )

    with pytest.raises(IllegalEventError, match="needs a target"):
        board.resolves({"text": "Target creature gets +3/+3 until end of turn."}, as_="growth")
    with pytest.raises(IllegalEventError, match="`white` is not"):
        board.resolves({"text": hack}, as_="hack", targets=bear, chosen={"word_from": "white", "word_to": "black"})
    assert len(board.events) == 1


@pytest.mark.parametrize("verb", sorted({*Event.VERBS} - {"marks", "chooses", "player"}))
def test_a_method_takes_the_keys_of_its_event(verb: str) -> None:
    parameters = get_type_hints(getattr(EventMethods, verb))
    del parameters["return"]
    keys = [*parameters][1:]
    if "keys" in keys:
        keys.remove("keys")
        (several,) = get_args(parameters["keys"])
        keys += get_type_hints(several)
    assert {key.rstrip("_") for key in keys} == set(keys_of(verb))


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"enters": "Forest", "x": -1}, "`x` = `-1`: X must be at least 0 (107.1b)"),
        ({"moves": "hand", "to": "battlefield", "as": "new", "x": -1}, "`x` = `-1`: X must be at least 0 (107.1b)"),
        ({"resolves": "Giant Growth", "targets": ["bear"], "x": -1}, "`x` = `-1`: X must be at least 0 (107.1b)"),
        ({"enters": "Forest", "counters": {"charge": -1}},
         "`charge` = `-1`: the number of counters must be at least 0 (107.1b)"),
        ({"moves": "hand", "to": "battlefield", "as": "new", "counters": {"charge": -1}},
         "`charge` = `-1`: the number of counters must be at least 0 (107.1b)"),
        ({"counters": "bear", "put": {"charge": -1}}, "`charge` = `-1`: the number of counters must be at least 1"),
        ({"counters": "bear", "put": {"charge": 0}}, "`charge` = `0`: the number of counters must be at least 1"),
        ({"counters": "A", "remove": {"poison": -1}}, "`poison` = `-1`: the number of counters must be at least 1"),
        ({"marks": "bear", "set": {"level": -1}}, "`level` = `-1`: this number must be at least 0 (107.1b)"),
        ({"player": "A", "set": {"hand": -1}}, "`hand` = `-1`: only life can be negative (107.1b)"),
        *(
            ({**event, "chosen": {key: number}}, f"`chosen.{key}` = `{number}`: {what} must be at least {least}")
            for event in (
                {"chooses": "bear"}, {"enters": "Forest"}, {"resolves": "Giant Growth", "targets": ["bear"]},
                {"moves": "hand", "to": "battlefield", "as": "new"}, {"marks": "bear", "set": {"tapped": True}},
                {"attaches": "axe", "to": "bear"}, {"leaves": "bear"}, {"turns": "bear", "face": "down"},
                {"counters": "bear", "put": {"charge": 1}}, {"stickers": "bear", "put": {"name": "Dark"}},
            )
            for key, number, what, least in (
                ("number", -1, "a chosen number", "0 (107.1b)"), ("option", 0, "the number of an option", "1"),
                ("option", -1, "the number of an option", "1"),
            )
        ),
    ],
)  # fmt: skip
def test_numbers_that_no_event_can_have(event: dict[str, Any], message: str) -> None:
    board = Board()
    board.enters("Grizzly Bears", as_="bear")
    board.enters("Bonesplitter", as_="axe")
    board.enters("Grizzly Bears", as_="hand", zone="hand")
    events = board.events
    with pytest.raises(IllegalEventError) as error:
        board.push(read_event(event))
    assert str(error.value) == message
    assert board.events == events


def test_no_counters_are_not_counters() -> None:
    """An object that enters with X counters, where X is 0, has none of that kind."""
    board = Board()
    board.enters("Grizzly Bears", as_="bear", count=2, counters={"flying": 0, "+1/+1": 1, "charge": 0})
    assert [counter.kind for counter in board.object("bear-2").counters] == ["+1/+1"]


@pytest.mark.parametrize("other", ["ODD BEAR", "Odd  bear", "Ödd Bear"])
def test_own_cards_need_different_names(other: str) -> None:
    """Names that differ only in case, accents or spaces are equal, so the second card could never be named."""
    first = {"name": "Odd Bear", "type_line": "Creature — Bear", "power": "1", "toughness": "1"}
    cards = [first, {**first, "name": other, "power": "7"}]
    message = f"two cards are called `{other}`; `Odd Bear` is the same name"
    with pytest.raises(BoardDataError, match=message):
        Board(cards=cards)
    with pytest.raises(PuzzleError, match=message):
        read_puzzle({"title": "x", "cards": cards})
    assert Board(cards=[first, dict(first)]).enters("Odd Bear") == "odd-bear"


def test_a_board_with_cards_equals_its_export():
    made = Board(cards=[card("New", "Creature — Bear", power="1", toughness="1")])
    made.enters("New")
    assert Board.from_data(made.to_data()) == made
