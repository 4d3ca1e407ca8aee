"""With `since`, an answer has what changed; together with the earlier answer it is the complete one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mtglayers.model.errors import LayersError
from mtglayers.server.errors import ParamsError
from mtglayers.server.methods import call
from mtglayers.server.session import Session

from ....generators.events import happening
from ....support.changes import assert_complete, merged, solved


@pytest.mark.parametrize("seed", range(25))
def test_a_client_that_merges_answers_knows_the_complete_one(seed: int) -> None:
    rng, session = Random(seed), Session()
    call(session, "board.new", {"timeline": [{"enters": "Blood Moon"}, {"enters": "Saproling", "count": 3}]})
    known = merged({}, solved(session, since="", include=["all"]))
    for _ in range(25):
        with session.board("b1") as held:
            _, event = happening(rng, held.board)
            try:
                getattr(held.board, event.method)(*event.arguments, **dict(event.keywords))
            except (LayersError, IndexError):
                continue
        if not rng.randrange(4):
            call(session, "board.pop", {"board": "b1"})
        changes = solved(session, since=known["version"], include=["all"])
        assert "edition" not in changes
        known = merged(known, changes)
        assert_complete(known, solved(session, include=["all"]))
        for each in known["objects"].values():
            ids = [ability["id"] for ability in each["abilities"]]
            assert len({*ids}) == len(ids)


def test_a_new_order_of_objects_is_part_of_an_answer() -> None:
    session = Session()
    call(session, "board.new", {"timeline": [{"enters": "Bonesplitter"}, {"enters": "Grizzly Bears", "count": 2}]})
    known = merged({}, solved(session, since=""))
    call(session, "board.push", {"board": "b1", "event": {"attaches": "bonesplitter", "to": "grizzly-bears"}})
    changes = solved(session, since=known["version"])
    assert changes["order"] == ["grizzly-bears", "grizzly-bears-2", "bonesplitter"]  # 613.7e
    call(session, "board.push", {"board": "b1", "event": {"enters": "Forest"}})
    assert "order" not in solved(session, since=changes["version"])


def test_one_change_is_one_object() -> None:
    session = Session()
    call(session, "board.new", {"timeline": [{"enters": "Grizzly Bears", "count": 100}, {"enters": "Forest"}]})
    first = solved(session, since="", include=["objects", "players"])
    assert len(first["objects"]) == 101
    call(session, "board.push", {"board": "b1", "event": {"counters": "grizzly-bears-7", "put": {"+1/+1": 1}}})
    changes = solved(session, since=first["version"], include=["objects", "players"])
    assert [each["id"] for each in changes["objects"]] == ["grizzly-bears-7"]
    assert changes.keys() == {"format", "objects", "version", "since", "gone"}


@pytest.mark.parametrize(
    "other", [{"include": ["objects"]}, {"objects": ["forest"]}, {"edition": "2005"}, {"since": "v9"}]
)
def test_what_cannot_be_compared_is_complete(other: dict[str, Any]) -> None:
    session = Session()
    call(session, "board.new", {"timeline": [{"enters": "Grizzly Bears"}, {"enters": "Forest"}]})
    version = solved(session, since="")["version"]
    again = solved(session, **{"since": version, **other})
    assert "since" not in again
    assert again["objects"]
    assert again["edition"]


def test_a_forgotten_version_leads_to_a_complete_answer() -> None:
    session = Session()
    call(session, "board.new", {"timeline": [{"enters": "Forest"}]})
    versions = [solved(session, since="")["version"] for _ in range(5)]
    assert "since" not in solved(session, since=versions[0])
    assert solved(session, since=versions[-1])["objects"] == []


def test_a_copy_of_a_board_knows_the_versions() -> None:
    session = Session()
    call(session, "board.new", {"timeline": [{"enters": "Forest"}]})
    version = solved(session, since="")["version"]
    call(session, "board.snapshot", {"board": "b1"})
    call(session, "board.push", {"board": "b2", "event": {"enters": "Taiga"}})
    changes = solved(session, board="b2", since=version)
    assert [each["id"] for each in changes["objects"]] == ["taiga"]


def test_a_board_and_its_copy_never_share_a_later_version() -> None:
    session = Session()
    call(session, "board.new", {"timeline": [{"enters": "Forest"}]})
    solved(session, since="")
    call(session, "board.snapshot", {"board": "b1"})
    call(session, "board.push", {"board": "b1", "event": {"enters": "Taiga"}})
    version = solved(session, since="")["version"]
    assert solved(session, board="b2", since="")["version"] != version
    assert "since" not in solved(session, board="b2", since=version)


def test_a_version_of_another_board_leads_to_a_complete_answer() -> None:
    session = Session()
    for name in ("Forest", "Island"):
        call(session, "board.new", {"timeline": [{"enters": name, "as": "land"}]})
    first, second = (solved(session, board=id, since="")["version"] for id in ("b1", "b2"))
    assert first != second
    assert "since" not in solved(session, board="b2", since=first)


def test_a_board_as_data_has_no_versions() -> None:
    with pytest.raises(ParamsError, match="stored in this session"):
        call(Session(), "solve", {"board": {"timeline": []}, "since": ""})
