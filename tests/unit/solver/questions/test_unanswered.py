"""Questions that cards ask and no line answers: they are asked, with a line that answers them."""

from __future__ import annotations

import pytest

from mtglayers import Board, solve
from mtglayers.model.cards.entering import KICKED, entering_counters
from mtglayers.model.effects.ability import TextAbility
from mtglayers.solver.questions.unanswered import unanswered


def asked(lines: str) -> list[str]:
    board = Board.of(lines)
    return list(map(str, unanswered(board, solve(board))))


@pytest.mark.parametrize(
    ("lines", "questions"),
    [
        (
            "Darksteel Mutation; Grizzly Bears",
            ["Darksteel Mutation is attached to nothing; write `Darksteel Mutation -> Grizzly Bears` after "
             "`Grizzly Bears`"],
        ),
        (
            "Forest; Ben: Grizzly Bears; Ben: Darksteel Mutation",
            ["Darksteel Mutation is attached to nothing; write `Ben: Darksteel Mutation -> Grizzly Bears`"],
        ),
        (
            "Forest; Ben: Curse of Death's Hold",
            ["Curse of Death's Hold is attached to nothing; write `Ben: Curse of Death's Hold -> A`"],
        ),
        ("Rancor", ["Rancor is attached to nothing; write `Rancor -> NAME`"]),
        ("Grizzly Bears; Clone", ["Clone copies nothing; write `Clone as a copy of Grizzly Bears`"]),
        ("Grizzly Bears; Copy Artifact; Sol Ring",
         ["Copy Artifact copies nothing; write `Copy Artifact as a copy of Sol Ring` after `Sol Ring`"]),
        ("Grizzly Bears; Clone; Humility", ["Clone copies nothing; write `Clone as a copy of Grizzly Bears`"]),
        ("Grizzly Bears; Ben: Gliding Licid; ability 1 of Gliding Licid -> Grizzly Bears",
         ["Gliding Licid is attached to nothing; write `Gliding Licid attaches to Grizzly Bears`"]),
        ("Urza's Saga on chapter II; Blood Moon",
         ["Urza's Saga has lore counters, but no line says that its chapter abilities have resolved; "
          "write `ability 1 of Urza's Saga`"]),
        ("Urza's Saga on chapter II; ability 2 of Urza's Saga; Blood Moon", []),
        ("Fable of the Mirror-Breaker on chapter II", []),
        ("Painter's Servant",
         ["no color was chosen for Painter's Servant; write `Painter's Servant choosing blue`"]),
        ("Triskelion", ["Triskelion enters with three +1/+1 counters, but the board records none; "
                        "write `Triskelion with three +1/+1 counters`"]),
        ("Kavu Titan kicked", ["Kavu Titan enters with three +1/+1 counters, but the board records none; "
                               "write `Kavu Titan kicked with three +1/+1 counters`"]),
        ("Kavu Titan", []),
        ("Kavu Titan kicked with three +1/+1 counters", []),
        ("Humility; Kavu Titan kicked", []),
        ("Arcbound Worker", ["Arcbound Worker enters with a +1/+1 counter, but the board records none; "
                             "write `Arcbound Worker with a +1/+1 counter`"]),
        ("Forest; Ben: Chimeric Mass", ["Chimeric Mass enters with X charge counters, but the board records none; "
                                "write `Ben: Chimeric Mass with two charge counters`"]),
        ("Golgari Grave-Troll", ["Golgari Grave-Troll enters with X +1/+1 counters, but the board records none; "
                                 "write `Golgari Grave-Troll with two +1/+1 counters`"]),
        ("Agatha's Soul Cauldron; Walking Ballista in exile",
         ["no card is recorded as exiled with Agatha's Soul Cauldron; "
          "write `Walking Ballista becomes exiled with Agatha's Soul Cauldron`"]),
        ("players: Ann, Ben; Pallimud",
         ["no player was chosen for Pallimud; write `Ann: Pallimud choosing player Ben`"]),
        (
            "Island; Grizzly Bears; Vedalken Shackles; ability 2 of Vedalken Shackles -> Grizzly Bears",
            ["Vedalken Shackles is untapped, so its effect that lasts while it remains tapped does not apply; "
             "write `Vedalken Shackles, tapped`"],
        ),
        ("Forest; Ben: Living Conundrum",
         ["the number of cards in Ben's library is not recorded, so it counts as 0 for Living Conundrum; "
          "write `Ben has 3 cards in library`"]),
        ("Multani, Maro-Sorcerer; Forest in hand",
         ["the number of cards in B's hand is not recorded, so it counts as 0 for Multani, Maro-Sorcerer; "
          "write `B has 3 cards in hand`"]),
        ("Xenograft", ["no creature type was chosen for Xenograft; write `Xenograft choosing Goblin`"]),
        (
            "Forest; Convincing Mirage",
            ["Convincing Mirage is attached to nothing; write `Convincing Mirage -> Forest`",
             "no basic land type was chosen for Convincing Mirage; write `Convincing Mirage choosing Island`"],
        ),
    ],
)  # fmt: skip
def test_what_is_asked(lines: str, questions: list[str]) -> None:
    assert asked(lines) == questions


def test_counters_that_events_do_not_record_are_asked_about() -> None:
    """A line records the printed loyalty of a planeswalker; an event need not."""
    board = Board()
    board.enters("Spark Rupture")
    board.enters("Jace Beleren")
    assert list(map(str, unanswered(board, solve(board)))) == [
        "Jace Beleren enters with three loyalty counters, but the board records none; "
        "write `Jace Beleren with three loyalty counters`"
    ]


@pytest.mark.parametrize(
    "lines",
    [
        "Darksteel Mutation -> Grizzly Bears",
        "Rancor -> Grizzly Bears; Grizzly Bears leaves",
        "Grizzly Bears; Rancor; Rancor attaches to Grizzly Bears; Rancor detaches",
        "Clone as a copy of Grizzly Bears",
        "Humility; Grizzly Bears; Clone",
        "Blood Moon; Forest; Vesuva",
        "Humility; Triskelion; Arcbound Worker",
        "Bonesplitter; Grizzly Bears",
        "Grizzly Bears; Old Man of the Sea, tapped; ability 2 of Old Man of the Sea -> Grizzly Bears; "
        "Old Man of the Sea becomes untapped",
        "Nylea's Emissary",
        "Rancor in graveyard; Clone in hand",
        "Triskelion with a +1/+1 counter",
        "Triskelion; three +1/+1 counters on Triskelion",
        "Agatha's Soul Cauldron; Forest in exile; Forest becomes exiled with Agatha",
        "Humility; Jace Beleren",
        "Gnarlid Colony; Gemstone Mine",
        "Clone face down",
        "Painter's Servant choosing red",
        "Rancor; Opalescence; Rancor is exiled",
        "Maro; A has 0 cards in hand",
        "Maro; Dress Down",
    ],
)
def test_what_is_answered_or_not_asked(lines: str) -> None:
    assert asked(lines) == []


@pytest.mark.parametrize(
    "lines", ["Grizzly Bears; Clone", "Grizzly Bears; Darksteel Mutation", "Painter's Servant", "Forest; Maro"]
)
def test_the_line_answers_the_question(lines: str) -> None:
    board = Board.of(lines)
    (question,) = unanswered(board, solve(board))
    better = Board.of(lines.rpartition(";")[0], question.line)

    assert unanswered(better, solve(better)) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("If this creature was kicked, it enters with two +1/+1 counters on it.", "two +1/+1 counters"),
        ("If ~ was kicked, it enters with a +1/+1 counter on it for each Forest you control.", "X +1/+1 counters"),
        ("If you control a Forest, it enters with two +1/+1 counters on it.", ""),
    ],
)
def test_what_a_kicked_permanent_enters_with(text: str, words: str) -> None:
    """614.1c, 702.33."""
    ability = TextAbility("entering", text)

    assert entering_counters(ability, lambda condition: condition == KICKED) == words
    assert entering_counters(ability) == ""
