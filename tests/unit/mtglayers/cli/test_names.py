"""Names as people say them, wherever a command, a board, a puzzle or a server takes an id, a color, a type or rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from mtglayers import Board, LayersError, find_card, solve
from mtglayers.cli.main import main
from mtglayers.server.methods import call
from mtglayers.server.session import Session

LINES = (
    "Ann: Humility", "Ben: Opalescence", "Ann: Urborg, Tomb of Yawgmoth", "Ben: Grizzly Bears with a +1/+1 counter",
)  # fmt: skip
OBJECTS = [
    *(([command], "--object") for command in ("solve", "explain", "orders", "decides", "smallest")),
    *(([command], "--object") for command in ("flips", "draw")),
    *((["whatif"], option) for option in ("--without", "--leaves")), (["orders"], "--vary"),
    (["whatif", "--without", "humility"], "--object"),
]  # fmt: skip


def output(*arguments: str) -> str:
    command, *more = arguments
    found = CliRunner().invoke(main, [*command.split(), *LINES, *more], prog_name="mtglayers")
    assert found.exit_code == 0, found.stderr
    return found.stdout


def told(answer: Any) -> Any:
    """Return an answer as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(answer))


@pytest.mark.parametrize(
    ("name", "id"),
    [("Urborg", "urborg-tomb-of-yawgmoth"), ("grizzly bears", "grizzly-bears"), ("HUMILITY", "humility")],
)
@pytest.mark.parametrize(("command", "option"), OBJECTS)
def test_a_name_is_an_id(command: list[str], option: str, name: str, id: str) -> None:
    if command == ["whatif", "--without", "humility"] and id == "humility":
        id = name = "opalescence"

    def without_title(text: str) -> str:
        return "\n".join(line for line in text.splitlines() if not line.startswith("+++"))

    assert without_title(output(*command, option, name)) == without_title(output(*command, option, id))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["solve", "--order", "Opalescence,Humility"], ["solve", "--order", "opalescence,humility"]),
        (["diff", "--order", "..Opalescence,Humility"], ["diff", "--order", "..opalescence,humility"]),
        (["explain", "--object", "ann"], ["explain", "--object", "Ann"]),
        (["orders", "--object", "BEN"], ["orders", "--object", "Ben"]),
        (["orders", "--vary", "ben"], ["orders", "--vary", "Ben"]),
        (["solve", "--edition", "2004"], ["solve", "--edition", "2004-12-31"]),
        (["solve", "--edition", "2007-09"], ["solve", "--edition", "2007-09-30"]),
        (["solve", "--edition", "2030"], ["solve", "--edition", "newest"]),
        (["solve", "--edition", "e04"], ["solve", "--edition", "E04"]),
        (["solve", "--edition", "Newest"], ["solve", "--edition", "newest"]),
        (["solve", "--readings", "Component"], ["solve", "--readings", "component"]),
        (["solve", "--until", "7B"], ["solve", "--until", "7b"]),
        (["draw", "--layer", "7B"], ["draw", "--layer", "7b"]),
        (["decides", "--object", "humility", "--of", "Power"], ["decides", "--object", "humility", "--of", "power"]),
        (["decides", "--object", "humility", "--of", "colour"], ["decides", "--object", "humility", "--of", "colors"]),
        (["decides", "--object", "humility", "--of", "card type"],
         ["decides", "--object", "humility", "--of", "types"]),
        (["decides", "--object", "humility", "--of", "ability"],
         ["decides", "--object", "humility", "--of", "abilities"]),
    ],
)  # fmt: skip
def test_case_and_short_forms(one: list[str], other: list[str]) -> None:
    assert output(*one).lower() == output(*other).lower()


@pytest.mark.parametrize(
    ("lines", "same"),
    [
        (["Ann: Forest", "ann: Taiga"], ["Ann: Forest", "Ann: Taiga"]),
        (["Painter's Servant choosing Blue"], ["Painter's Servant choosing U"]),
        (["Xenograft choosing goblin"], ["Xenograft choosing Goblin"]),
        (["Xenograft choosing GOBLIN"], ["Xenograft choosing Goblin"]),
        (["rules: 2004", "forest"], ["rules: 2004-12-31", "forest"]),
        (["Ann: Grizzly Bears", "rancor -> grizzly bears"], ["Ann: Grizzly Bears", "rancor -> Grizzly Bears"]),
        (["players: Ann, Ben", "Forest owned by BEN"], ["players: Ann, Ben", "Forest owned by Ben"]),
    ],
)
def test_lines(lines: list[str], same: list[str]) -> None:
    one, other = Board.of(*lines), Board.of(*same)

    assert (one.edition, one.players) == (other.edition, other.players)
    assert solve(one).players == solve(other).players
    assert [solve(one)[id] for id in one] == [solve(other)[id] for id in other]


@pytest.mark.parametrize(
    ("key", "value", "same"),
    [
        ("chosen", {"color": "blue"}, {"color": "U"}),
        ("chosen", {"color": ["Blue", "w"]}, {"color": ["U", "W"]}),
        ("chosen", {"creature_type": "goblin"}, {"creature_type": "Goblin"}),
        ("chosen", {"land_type": "island"}, {"land_type": "Island"}),
        ("chosen", {"basic_land_type": "island"}, {"basic_land_type": "Island"}),
        ("chosen", {"card_type": "creature"}, {"card_type": "Creature"}),
        ("zone", "Graveyard", "graveyard"),
        ("enters", "FOREST", "Forest"),
        ("enters", "saproling token", "Saproling"),
    ],
)
def test_events_as_data(key: str, value: Any, same: Any) -> None:
    one, other = (Board.from_data({"timeline": [{"enters": "Forest", key: each}]}) for each in (value, same))

    assert key == "enters" or one.events == other.events
    assert [find_card(found.card.name) for found in one.objects.values()] == [
        find_card(found.card.name) for found in other.objects.values()
    ]


def test_expectations_of_puzzles() -> None:
    expect = {"types": ["creature"], "subtypes": ["bear"], "colors": ["green"], "supertypes": []}
    puzzle = {"title": "Bears", "edition": "2004", "timeline": [{"enters": "grizzly bears"},
              {"expect": {"objects": {"grizzly-bears": expect}}}]}  # fmt: skip

    assert told(call(Session(), "check", {"puzzle": puzzle}))["ok"]


def test_a_server() -> None:
    session = Session()
    board = {"players": ["Ann", "Ben"], "timeline": [{"enters": "Blood Moon"}, {"enters": "Forest"}]}
    call(session, "board.new", board)

    for name in ("forest", "Forest"):
        for method, key in (("solve", "objects"), ("orders", "objects"), ("whatif", "leaves"), ("whatif", "without")):
            assert call(session, method, {"board": "b1", key: [name]})
        assert told(call(session, "explain", {"board": "b1", "object": name}))["id"] == "forest"
    solved = told(call(session, "solve", {"board": "b1", "edition": "2004", "readings": "Component", "until": "4"}))
    assert solved["edition"]["key"] == "E04"


@pytest.mark.parametrize("lines", [["2x Forest", "Forest dies"], ["Ann: Forest", "Ben: Forest", "Rancor -> Forest"]])
def test_a_name_of_several_is_asked_about(lines: list[str]) -> None:
    with pytest.raises(LayersError, match="`Forest` could be `forest` or `forest-2`; use the id"):
        Board.of(*lines)
