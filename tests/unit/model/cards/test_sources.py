"""Files of cards: Scryfall's and MTGJSON's shapes, every layout, packed or plain; broken ones name the place."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.cards.sources import Source, SourceError

# One card for each layout that the two write differently, or that has several faces: our own names and sentences.
# Each is (Scryfall's card, MTGJSON's faces).
NORMAL = (
    {"object": "card", "name": "Odd Bears", "layout": "normal", "mana_cost": "{1}{G}", "cmc": 2.0, "colors": ["G"],
     "type_line": "Creature — Bear", "oracle_text": "Odd Bears have trample.", "power": "2", "toughness": "1+*"},
    [{"name": "Odd Bears", "layout": "normal", "manaCost": "{1}{G}", "manaValue": 2.0, "colors": ["G"],
      "type": "Creature — Bear", "types": ["Creature"], "text": "Odd Bears have trample.", "power": "2",
      "toughness": "1+*", "legalities": {}, "rulings": [{"date": "2024-01-01", "text": "They are odd."}]}],
)  # fmt: skip
INDICATED = (
    {"name": "Quiet Pact", "layout": "normal", "mana_cost": "", "colors": ["U"], "color_indicator": ["U"],
     "type_line": "Sorcery", "oracle_text": "Draw no cards."},
    [{"name": "Quiet Pact", "layout": "normal", "colors": ["U"], "colorIndicator": ["U"], "type": "Sorcery",
      "text": "Draw no cards."}],
)  # fmt: skip
WALKER = (
    {"name": "Ana the Odd", "layout": "normal", "mana_cost": "{3}", "colors": [], "loyalty": "4",
     "type_line": "Legendary Planeswalker — Ana", "oracle_text": "+1: Scry 1.\n−2: Draw a card.\n0: Scry 2."},
    [{"name": "Ana the Odd", "layout": "normal", "manaCost": "{3}", "colors": [], "loyalty": "4",
      "type": "Legendary Planeswalker — Ana", "text": "[+1]: Scry 1.\n[−2]: Draw a card.\n[0]: Scry 2."}],
)  # fmt: skip
SIEGE = (
    {"name": "Siege of Odd // Odd Victor", "layout": "transform", "card_faces": [
        {"name": "Siege of Odd", "mana_cost": "{2}{R}", "type_line": "Battle — Siege", "defense": "5", "colors": ["R"]},
        {"name": "Odd Victor", "mana_cost": "", "type_line": "Creature — Bear", "power": "4", "toughness": "4",
         "colors": ["G", "W"], "color_indicator": ["G", "W"]}]},
    [{"name": "Siege of Odd // Odd Victor", "faceName": "Siege of Odd", "side": "a", "layout": "transform",
      "manaCost": "{2}{R}", "type": "Battle — Siege", "defense": "5", "colors": ["R"]},
     {"name": "Siege of Odd // Odd Victor", "faceName": "Odd Victor", "side": "b", "layout": "transform",
      "type": "Creature — Bear", "power": "4", "toughness": "4", "colors": ["W", "G"], "colorIndicator": ["G", "W"]}],
)  # fmt: skip


def halves(layout: str, theirs: str, first: dict[str, str], second: dict[str, str], **card: Any) -> tuple[Any, Any]:
    """Return a card of two faces in both shapes, with its faces in MTGJSON's other order."""
    words = {"mana_cost": "manaCost", "type_line": "type", "oracle_text": "text"}
    name = f"{first['name']} // {second['name']}"
    faces = [
        {**{words.get(word, word): value for word, value in face.items() if word != "name"},
         "name": name, "faceName": face["name"], "side": side, "layout": theirs,
         "colors": ["R"] if face["mana_cost"] else []}
        for side, face in (("b", second), ("a", first))
    ]  # fmt: skip
    whole = {"name": name, "layout": layout, "colors": ["R"], **card, "card_faces": [first, second]}
    return whole, faces


SPLIT = halves(
    "split", "split",
    {"name": "Odd", "mana_cost": "{R}", "type_line": "Instant", "oracle_text": "Scry 1."},
    {"name": "Even", "mana_cost": "{1}{R}", "type_line": "Sorcery", "oracle_text": "Scry 2."},
    mana_cost="{R} // {1}{R}", type_line="Instant // Sorcery",
)  # fmt: skip
AFTERMATH = halves(
    "split", "aftermath",
    {"name": "Cut", "mana_cost": "{R}", "type_line": "Sorcery", "oracle_text": "Scry 1."},
    {"name": "Sew", "mana_cost": "{X}{R}", "type_line": "Sorcery", "oracle_text": "Aftermath\nScry X."},
    mana_cost="{R} // {X}{R}", type_line="Sorcery // Sorcery",
)  # fmt: skip
FLIP = halves(
    "flip", "flip",
    {"name": "Odd Akki", "mana_cost": "{R}", "type_line": "Creature — Goblin", "power": "1", "toughness": "1"},
    {"name": "Tok", "mana_cost": "{R}", "type_line": "Legendary Creature — Goblin", "power": "2", "toughness": "2"},
    mana_cost="{R}", type_line="Creature — Goblin // Legendary Creature — Goblin", power="1", toughness="1",
)  # fmt: skip
ADVENTURE = halves(
    "adventure", "adventure",
    {"name": "Giant", "mana_cost": "{2}{R}", "type_line": "Creature — Giant", "power": "4", "toughness": "3"},
    {"name": "Stamp", "mana_cost": "{1}{R}", "type_line": "Instant — Adventure", "oracle_text": "Scry 1."},
    mana_cost="{2}{R} // {1}{R}", type_line="Creature — Giant // Instant — Adventure",
)  # fmt: skip
MODAL = halves(
    "modal_dfc",
    "modal_dfc",
    {"name": "Old Spell", "mana_cost": "{R}", "type_line": "Sorcery", "oracle_text": "Scry 1."},
    {
        "name": "Old Land",
        "mana_cost": "",
        "type_line": "Land",
        "oracle_text": "This land enters tapped.\n{T}: Add {R}.",
    },
)
ROOM = halves(
    "split",
    "split",
    {"name": "Attic", "mana_cost": "{R}", "type_line": "Enchantment — Room", "oracle_text": "Bears have haste."},
    {"name": "Cellar", "mana_cost": "{3}", "type_line": "Enchantment — Room", "oracle_text": "Bears have reach."},
)
LINES = {  # layouts of one face, whose text alone tells what they are
    "leveler": ("Creature — Bear", "Level up {1}\nLEVEL 1-2\n4/4\nLEVEL 3+\n6/6\nTrample"),
    "class": ("Enchantment — Class", "Bears have haste.\n{R}: Level 2\nBears have reach."),
    "saga": ("Enchantment — Saga", "I, II — Scry 1.\nIII — Scry 2."),
    "prototype": ("Artifact Creature — Bear", "Prototype {1}{R} — 2/1 (Smaller.)\nTrample"),
    "mutate": ("Creature — Bear", "Mutate {1}{R}\nTrample"),
    "case": ("Enchantment — Case", "To solve — You are odd.\nSolved — Bears have haste."),
    "planar": ("Plane — Odd", "Bears have haste."), "scheme": ("Scheme", "Scry 1."),
}  # fmt: skip


def alone(layout: str) -> tuple[Any, Any]:
    line, text = LINES[layout]
    card = {"name": f"One {layout}", "layout": layout, "mana_cost": "{5}", "type_line": line, "oracle_text": text}
    face = {"name": f"One {layout}", "layout": layout, "manaCost": "{5}", "type": line, "text": text}
    if "Creature" in line:
        card |= {"power": "2", "toughness": "2"}
        face |= {"power": "2", "toughness": "2"}
    return {**card, "colors": []}, [{**face, "colors": []}]


CARDS = {
    "normal": NORMAL, "indicator": INDICATED, "planeswalker": WALKER, "transform": SIEGE, "split": SPLIT,
    "aftermath": AFTERMATH, "flip": FLIP, "adventure": ADVENTURE, "modal": MODAL, "room": ROOM,
    **{layout: alone(layout) for layout in LINES},
}  # fmt: skip


def scryfall(path: Path, *cards: Any) -> Source:
    (path / "scryfall.json").write_text(json.dumps(cards), encoding="utf-8")
    return Source(path / "scryfall.json")


def mtgjson(path: Path, **cards: Any) -> Source:
    data = {"meta": {"date": "2026-01-01", "version": "5.2.2"}, "data": cards}
    (path / "mtgjson.json").write_text(json.dumps(data), encoding="utf-8")
    return Source(path / "mtgjson.json")


@pytest.mark.parametrize("layout", CARDS)
def test_both_shapes_are_the_same_card(tmp_path: Path, layout: str) -> None:
    """What Scryfall and MTGJSON say of a card comes out as the same mapping, and the same card."""
    ours, theirs = CARDS[layout]
    (one,) = scryfall(tmp_path, ours).cards()
    (other,) = mtgjson(tmp_path, **{ours["name"]: theirs}).cards()

    assert one == other
    assert read_card(one) == read_card(other)
    assert read_card(one).name == ours["name"]
    assert len(read_card(one).faces) == len(ours.get("card_faces", "1"))


def test_fields_of_faces() -> None:
    """What each face says of itself survives: cost, indicator, defense, the order of the sides."""
    front, back = read_card(_only(SIEGE[0])).faces
    assert (front.defense, front.mana_cost, front.colors) == ("5", "{2}{R}", None)
    assert (back.power, back.mana_cost, back.copiable().colors) == ("4", "", ("W", "G"))
    # 710.1c: a flipped card keeps cost and colour; its second face has none of its own.
    assert read_card(_only(FLIP[0])).faces[1].mana_cost == ""
    (loyalty, *_) = read_card(_only(WALKER[0])).faces[0].abilities
    assert loyalty.text == "+1: Scry 1."


def _only(card: Any) -> dict[str, Any]:
    from mtglayers.model.cards.sources import of_scryfall

    (found,) = of_scryfall(card, "here")
    return found


def test_meld_cards_are_cards_of_their_own(tmp_path: Path) -> None:
    """712.4: MTGJSON lists the melded card as the back of both; Scryfall, and we, as one card more."""

    def face(name: str, side: str, whole: str) -> dict[str, Any]:
        return {"name": whole, "faceName": name, "side": side, "layout": "meld", "type": "Creature — Bear",
                "power": "2", "toughness": "2", "colors": []}  # fmt: skip

    data = {
        "Left // Both": [face("Left", "a", "Left // Both"), face("Both", "b", "Left // Both")],
        "Right // Both": [face("Right", "a", "Right // Both"), face("Both", "b", "Right // Both")],
    }
    found = list(mtgjson(tmp_path, **data).cards())

    assert [card["name"] for card in found] == ["Left", "Both", "Right", "Both"]
    assert {card["layout"] for card in found} == {"meld"}
    assert all("card_faces" not in card for card in found)


def test_the_same_on_both_sides_is_one_face(tmp_path: Path) -> None:
    """A reversible printing has the card twice; an Omen's front may stand on both sides."""
    face = {"name": "Odd Bears", "mana_cost": "{G}", "type_line": "Creature — Bear"}
    (twice,) = scryfall(
        tmp_path, {"name": "Odd Bears // Odd Bears", "layout": "reversible_card", "card_faces": [face, face]}
    ).cards()
    assert twice == {**face, "layout": "normal"}

    omen = {"name": "Even Omen", "mana_cost": "{1}", "type_line": "Sorcery — Omen"}
    name = "Odd Bears // Even Omen // Odd Bears"
    for faces in ([face, omen, face], [face, omen]):
        (found,) = scryfall(tmp_path, {"name": name, "layout": "adventure", "card_faces": faces}).cards()
        assert found["name"] == "Odd Bears // Even Omen"
        assert found["card_faces"] == [face, omen]


def test_what_is_no_card_is_passed_over(tmp_path: Path) -> None:
    """Tokens, emblems and art cards are counted, not yielded; names that come twice are."""
    others = [{"name": "Bear", "layout": layout, "type_line": "Token"} for layout in ("token", "emblem", "art_series")]
    faces = [{"name": "Bear", "type_line": "Card"}, {"name": "Bear", "type_line": "Card"}]
    source = scryfall(tmp_path, *others, {"name": "Bear // Bear", "card_faces": faces}, NORMAL[0], NORMAL[0])

    assert [card["name"] for card in source.cards()] == ["Odd Bears", "Odd Bears"]
    assert source.skipped == 4


def test_several_cards_of_one_name(tmp_path: Path) -> None:
    """MTGJSON lists variants of a name without sides: the first counts, as no text tells them apart."""
    _, (face,) = NORMAL
    (found,) = mtgjson(tmp_path, **{"Odd Bears": [face, {**face, "power": "9"}]}).cards()

    assert found["power"] == "2"
    assert list(mtgjson(tmp_path, **{"Odd Bears": []}).cards()) == []


@pytest.mark.parametrize("pack", ["plain", "gz", "xz", "bz2", "zip"])
def test_packed_files_are_known_by_what_they_hold(tmp_path: Path, pack: str) -> None:
    """The name of the file tells nothing; a byte-order mark or blanks before the data do no harm."""
    plain = json.dumps([NORMAL[0]]).encode()
    path = tmp_path / "cards.data"
    if pack == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("cards.json", plain)
    else:
        pressed = {"plain": lambda data: b"\n  " + data, "gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}
        path.write_bytes(pressed[pack](plain))
    seen: list[tuple[int, int]] = []
    source = Source(path, lambda done, size: seen.append((done, size)))

    assert source.shape() == "Scryfall"
    assert [card["name"] for card in source.cards()] == ["Odd Bears"]
    assert seen[-1][1] == path.stat().st_size
    assert max(done for done, _ in seen) == path.stat().st_size


def test_scryfalls_answers_to_a_search_are_a_list_too(tmp_path: Path) -> None:
    """The list may stand under `data`, as in an answer of its service."""
    (tmp_path / "answer.json").write_text(json.dumps({"object": "list", "data": [NORMAL[0]]}))
    source = Source(tmp_path / "answer.json")

    assert source.shape() == "Scryfall list"
    assert [card["name"] for card in source.cards()] == ["Odd Bears"]


GOOD = json.dumps(NORMAL[0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not card data"),
        ("{", "not card data"),
        ("hello", "not card data"),
        ("7", "neither a Scryfall card list"),
        ("{}", "neither a Scryfall card list"),
        ('{"data": 7}', "neither a Scryfall card list"),
        (f"[{GOOD}, ", "damaged after card 1 \\(`Odd Bears`\\)"),
        (f"[{GOOD}, oops]", "damaged after card 1 \\(`Odd Bears`\\)"),
        (f"[{GOOD}, 7]", "card 2 is not an object"),
        (f'[{GOOD}, {{"type_line": "Land"}}]', "card 2 has no `name`"),
        ('[{"name": "Odd", "type_line": 7}]', r"card 1 \(`Odd`\): `type_line` must be a string, not `7`"),
        ('[{"name": "Odd", "colors": "R"}]', r"card 1 \(`Odd`\): `colors` is not a list of colors"),
        ('[{"name": "Odd", "card_faces": [7]}]', r"card 1 \(`Odd`\): `card_faces` is not a list of objects"),
        ('{"data": {"ODD": {"cards": []}}}', r"data\['ODD'\] must be a list of cards, as in an AtomicCards file"),
        ('{"data": {"Odd": [{"type": "Land"}]}}', r"data\['Odd'\] has no `name`"),
        ('{"meta": {}, "data": {"Odd": [{"name": "Odd", "type": "Land"}], ', "damaged: .*premature EOF"),
    ],
)
def test_broken_files_are_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "cards.json"
    path.write_text(text)
    with pytest.raises(SourceError, match=message):
        list(Source(path).cards())


@pytest.mark.parametrize("data", [b"\x1f\x8b oops", gzip.compress(b"[" + GOOD.encode())[:-40], b"PK\x03\x04 oops",
                                  b"\xfd7zXZ\x00 oops", b"BZh9 oops", b"[\xff\xff]"])  # fmt: skip
def test_broken_packing_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(data)
    with pytest.raises(SourceError, match=r"cards.json`: (not card data|damaged)"):
        list(Source(path).cards())


def test_a_zip_of_many_files_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for name in ("one.json", "two.json"):
            archive.writestr(name, "[]")
    with pytest.raises(SourceError, match="expected one JSON file in the archive, found 2"):
        list(Source(tmp_path / "many.zip").cards())


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(Source(tmp_path / "no.json").cards())


def test_memory_is_bounded(tmp_path: Path) -> None:
    """However long the file, one card at a time is in memory."""
    import tracemalloc

    with (tmp_path / "long.json").open("w") as file:
        file.write("[" + ",".join([json.dumps({**NORMAL[0], "oracle_text": "Scry 1. " * 100})] * 5000) + "]")
    size = (tmp_path / "long.json").stat().st_size
    tracemalloc.start()
    count = sum(1 for _ in Source(tmp_path / "long.json").cards())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert count == 5000
    assert size > 5_000_000
    assert peak < 2_000_000


@pytest.mark.parametrize("packed", [bytes, gzip.compress, lzma.compress, bz2.compress])
def test_a_byte_order_mark_is_passed_over(tmp_path: Path, packed: Callable[[bytes], bytes]) -> None:
    (tmp_path / "cards.json").write_bytes(packed(b"\xef\xbb\xbf[" + GOOD.encode() + b"]"))

    assert [card["name"] for card in Source(tmp_path / "cards.json").cards()] == ["Odd Bears"]


@pytest.mark.parametrize(("place", "value", "message"), [(6, 1, "encrypted"), (8, 99, "compression")])
def test_a_zip_that_cannot_be_unpacked_is_refused(tmp_path: Path, place: int, value: int, message: str) -> None:
    """One with a password, and one that is packed in an unknown way: a bit, or a number, of both its headers."""
    path = tmp_path / "cards.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("cards.json", f"[{GOOD}]")
    data = bytearray(path.read_bytes())
    data[place] = data[data.index(b"PK\x01\x02") + place + 2] = value
    path.write_bytes(data)
    with pytest.raises(SourceError, match=f"cards.zip`: .*{message}"):
        list(Source(path).cards())


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"data":' * 100_000, '{"meta": ' + "[" * 100_000, f"[{GOOD}, " + "[1, " * 100_000,
     '{"data": {"Odd": [' + '{"a": ' * 100_000],
)  # fmt: skip
def test_a_deeply_nested_file_is_refused(tmp_path: Path, text: str) -> None:
    """However deep, it is refused before it fills the memory."""
    import tracemalloc

    (tmp_path / "deep.json").write_text(text)
    tracemalloc.start()
    with pytest.raises(SourceError, match=r"deep.json`: not card data: more than 64 levels"):
        list(Source(tmp_path / "deep.json").cards())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 30_000_000
