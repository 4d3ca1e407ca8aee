"""The catalogue as a whole: every card decodes, no sentence ships, each build gives the same bytes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from mtglayers.model.cards import search as catalogue
from mtglayers.model.cards.catalogue import build
from mtglayers.model.cards.catalogue.created import build_tokens, created
from mtglayers.model.cards.search import find, names
from mtglayers.model.cards.sources import Source
from mtglayers.model.cards.tokens import FILE as TOKENS
from mtglayers.model.cards.tokens import pack as token_pack
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.amounts.players import RecordedNumber
from mtglayers.model.effects.conditions import GameFact
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.operations.power_toughness import SetPT
from mtglayers.model.effects.shortening import LONGEST
from mtglayers.model.errors import UnknownCardError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.recognition.normalise import normalise

from ..support.paths import ROOT
from ..unit.model.cards.test_catalogue import BEARS, MARKED, UNDERSTOOD

FOLDER = Path(catalogue.__file__).parent / "catalogue"


BULK = ROOT.parent / "shared" / "cards" / "oracle-cards.json"


needs_bulk = pytest.mark.skipif(not BULK.exists(), reason=f"{BULK} is not there")


@cache
def source() -> dict[str, dict[str, object]]:
    return {card["name"]: card for card in Source(BULK).cards()}


def test_every_card_decodes_and_prints():
    """Every line of the data is a card whose abilities have English; a few exceptions of copies have none yet."""
    silent = []
    for name in names():
        for ability in (ability for face in find(name).faces for ability in face.abilities):
            try:
                assert english(ability, name)
            except ValueError:
                assert isinstance(ability, TextAbility)
                silent.append(name)

    assert len(silent) < 5


def test_no_sentences_of_abilities_that_no_layer_needs():
    """Such an ability is there by form and place; only mana abilities of symbols keep their text."""
    kept = [a for name in names() for face in find(name).faces for a in face.abilities if isinstance(a, TextAbility)]

    assert len(kept) > 100
    assert [ability.text for ability in kept if ability.text and ability.form != "mana"] == []
    assert all(ability.number for ability in kept if not ability.text)


def texts_of(card) -> list[str]:
    """Return every string of a card's trees but names, what the timeline is asked, and what a target may not be."""
    return [
        value
        for face in card.faces
        for ability in face.abilities
        for node in ability.walk()
        for field in node.__struct_fields__
        if isinstance(value := getattr(node, field), str) and value
        and not isinstance(node, GameFact | RecordedNumber | SetPT)
        and not (isinstance(node, RuleText) and node.is_about_targets)
        and field not in ("line", "name", "style")
    ]  # fmt: skip


def runs(text: str, length: int) -> set[tuple[str, ...]]:
    """Return all runs of so many words of a text."""
    words = re.findall(r"[\w{}/'+-]+", text.lower())
    return {tuple(words[place : place + length]) for place in range(len(words) - length + 1)}


@needs_bulk
def test_no_sentence_of_a_card_ships():
    """No string is a sentence of a card, or has eight words in a row in common with one."""
    sentences, sequences = set(), set()
    for card in source().values():
        for face in card.get("card_faces") or [card]:
            text = normalise(str(face.get("oracle_text", "")), face["name"])
            sentences |= {each.strip() for each in re.split(r"(?<=[.\"])\s", text) if each.strip().endswith(".")}
            sequences |= runs(text, LONGEST + 1)
    mana = re.compile(r"[^a-z]*: Add (?:one mana of any color|[^a-z]|or)+\.")
    tokens = [token_pack().card(key) for key, _ in token_pack()]
    shipping = {text for card in (*map(find, names()), *filter(None, tokens)) for text in texts_of(card)}
    wrong = [
        text for text in sorted(shipping)
        if (text in sentences or runs(text, LONGEST + 1) & sequences) and not mana.fullmatch(text)
    ]  # fmt: skip

    assert len(shipping) > 100
    assert wrong == []


@needs_bulk
def test_build_is_reproducible():
    """Built again from the same cards, lines are the same to the byte: every line, or of a big catalogue some."""
    known = catalogue.FILE.read_text(encoding="utf-8").split("\n")
    some = names() if len(names()) < 1000 else (*names()[::60], *build.read_names(UNDERSTOOD))
    cards = [source()[name] for name in dict.fromkeys(some) if name in source()]
    again = build.build(cards).data.decode().split("\n")

    heads = [json.loads(lines[0])["kinds"] for lines in (known, again)]
    assert all(heads[0][kind][: len(fields)] == fields for kind, fields in heads[1].items())
    full = {line for line in again[1:-1] if line.split("\t")[1] != "="}
    assert full <= set(known)
    assert len(full) > 440
    if len(names()) < 1000:
        assert again == known


def test_build_is_the_same_under_every_hash_seed(tmp_path):
    """No order of a set reaches the data."""
    (tmp_path / "bulk.json").write_text(json.dumps([BEARS, *MARKED]))
    done = []
    for seed in ("0", "1"):
        out = tmp_path / f"{seed}.tsv"
        code = "import sys; from mtglayers.model.cards.catalogue.build import main; sys.exit(main())"
        command = [sys.executable, "-c", code, str(tmp_path / "bulk.json"), "--out", str(out), "--jobs", "1"]
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True)
        done.append(out.read_bytes())

    assert done[0] == done[1]


def test_every_card_loads_in_a_process_that_has_read_no_text():
    """Kinds of nodes are known to the data whatever else was imported before."""
    code = (
        "import sys; from mtglayers.model.cards.search import find, names; "
        "found = [find(name) for name in names()]; "
        "assert 'mtglayers.model.oracle.reading.lines' not in sys.modules; print(len(found))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.stderr == ""
    assert int(done.stdout) > 400


@needs_bulk
def test_the_tokens_of_the_game_are_known():
    """Every token that a card of the file creates is found by its name; one whose size is X is asked for a size."""
    unknown = []
    for description in created(source().values()):
        try:
            find(f"{description.full_name} token")
        except UnknownCardError:
            unknown.append(description)

    assert [str(each) for each in unknown if each.size is not None] == []
    assert build_tokens(source().values()) == TOKENS.read_bytes()
