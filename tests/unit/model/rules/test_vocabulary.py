"""The closed lists: they agree with each other, with the spelling on cards and with every type line."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtglayers.model.rules.vocabulary import (
    BASIC_LAND_TYPES,
    CARD_TYPE_FAMILY,
    CARD_TYPES,
    COLOR_NAMES,
    COLOR_WORDS,
    COLORS,
    EVERY_MARKERS,
    KEYWORD_COUNTERS,
    KEYWORDS,
    PERMANENT_TYPES,
    SUBTYPES,
    SUPERTYPES,
    ManaCost,
    TypeLine,
    devotion,
    families,
    family_of,
    mana_value,
    parse_mana_cost,
    parse_type_line,
    plural,
    pt_counter,
    singular,
    split_keyword,
    subtypes_of,
)

COUNTED = [
    word for family in ("artifact", "enchantment", "land", "spell", "creature", "battle") for word in SUBTYPES[family]
]
SYMBOLS = ["0", "1", "2", "12", "X", "C", "S", *COLORS, "W/U", "B/G", "2/R", "C/W", "G/P", "G/W/P"]


# --- The lists ---


@pytest.mark.parametrize("family", SUBTYPES)
def test_subtypes_are_in_order_and_listed_once(family: str) -> None:
    keys = [word.removeprefix("The ").casefold() for word in SUBTYPES[family]]

    assert all(first < second for first, second in pairwise(keys))


def test_lists_agree_with_each_other() -> None:
    assert set(CARD_TYPE_FAMILY) <= set(CARD_TYPES)
    assert set(CARD_TYPE_FAMILY.values()) == set(SUBTYPES)
    assert set(PERMANENT_TYPES) < set(CARD_TYPES)
    assert set(EVERY_MARKERS) <= set(SUBTYPES)
    assert set(BASIC_LAND_TYPES) <= set(SUBTYPES["land"])
    assert tuple(BASIC_LAND_TYPES.values()) == COLORS
    assert [COLOR_WORDS[COLOR_NAMES[color]] for color in COLORS] == list(COLORS)


def test_constants_cannot_be_changed() -> None:
    for mapping in (SUBTYPES, CARD_TYPE_FAMILY, BASIC_LAND_TYPES, KEYWORDS, COLOR_WORDS):
        with pytest.raises(TypeError):
            mapping["Forest"] = ""  # type: ignore[index]


def test_types_of_tokens_are_listed() -> None:
    tokens = (
        "Army Balloon Blinkmoth Camarid Caribou Citizen Coward Deserter Germ Graveborn Incarnation Orb "
        "Pentavite Pest Pincher Prism Reflection Sand Saproling Scion Sculpture Serf Servo Spawn Splinter "
        "Survivor Tentacle Tetravite Thopter Triskelavite"
    )

    assert [word for word in tokens.split() if families(word) != ("creature",)] == []


def test_a_word_may_stand_in_two_families() -> None:
    assert families("Spacecraft") == ("artifact", "plane")
    assert family_of("Spacecraft", ["Artifact", "Creature"]) == "artifact"
    assert family_of("Spacecraft", ["Plane"]) == "plane"
    assert family_of("Spacecraft", ["Land"]) is None
    assert families("Tribal") == ()
    assert subtypes_of("no such family") == ()


# --- Plurals ---


@pytest.mark.parametrize("word", [*CARD_TYPES, *COUNTED])
def test_plurals_lead_back(word: str) -> None:
    assert singular(plural(word)) == word
    assert singular(word) == word
    assert singular(plural(word.lower()[:1] + word[1:])) == word.lower()[:1] + word[1:]


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Ally", "Allies"), ("Army", "Armies"), ("Cyberman", "Cybermen"), ("Cyclops", "Cyclopes"),
        ("Dwarf", "Dwarves"), ("Eldrazi", "Eldrazi"), ("Elf", "Elves"), ("Equipment", "Equipment"),
        ("Faerie", "Faeries"), ("Fish", "Fish"), ("Fungus", "Fungi"), ("Hero", "Heroes"),
        ("Leech", "Leeches"), ("Mercenary", "Mercenaries"), ("Merfolk", "Merfolk"),
        ("Monkey", "Monkeys"), ("Mouse", "Mice"), ("Octopus", "Octopuses"), ("Ox", "Oxen"),
        ("Pegasus", "Pegasi"), ("Plains", "Plains"), ("Primarch", "Primarchs"), ("Sphinx", "Sphinxes"),
        ("Spy", "Spies"), ("Time Lord", "Time Lords"), ("Werewolf", "Werewolves"), ("Wolf", "Wolves"),
        ("Zombie", "Zombies"), ("instant", "instants"), ("sorcery", "sorceries"),
        ("phenomenon", "phenomena"),
    ],
)  # fmt: skip
def test_plurals_are_those_on_cards(one: str, many: str) -> None:
    assert (plural(one), singular(many)) == (many, one)


def test_a_second_plural_is_understood() -> None:
    assert [singular(word) for word in ("Funguses", "Homunculuses", "Elks")] == [
        "Fungus",
        "Homunculus",
        "Elk",
    ]


def test_an_unknown_word_has_no_singular() -> None:
    with pytest.raises(ValueError, match="`Gizmos` is not a subtype"):
        singular("Gizmos")


# --- Type lines ---


@pytest.mark.parametrize(
    ("line", "supertypes", "types", "subtypes"),
    [
        ("Creature", "", "Creature", []),
        ("Basic Snow Land — Forest", "Basic Snow", "Land", ["Forest"]),
        ("Token Artifact Creature — Thopter", "", "Artifact Creature", ["Thopter"]),
        ("Token Legendary Creature — Time Lord Doctor", "Legendary", "Creature", ["Time Lord", "Doctor"]),
        ("Emblem", "", "", []),
        ("Emblem — Elspeth", "", "", ["Elspeth"]),
        ("Tribal Instant — Faerie", "", "Kindred Instant", ["Faerie"]),
        ("Creature — Human Werewolf // Creature — Werewolf", "", "Creature", ["Human", "Werewolf"]),
        ("Land // Creature — Elf", "", "Land", []),
        ("Land — Urza’s Power-Plant", "", "Land", ["Urza's", "Power-Plant"]),
        ("Plane — Bolas’s Meditation Realm", "", "Plane", ["Bolas's Meditation Realm"]),
        ("Creature - Elf", "", "Creature", ["Elf"]),
        ("Creature —", "", "Creature", []),
        ("creature — Elf", "", "Creature", ["Elf"]),
        ("Creature — Gizmo", "", "Creature", ["Gizmo"]),
        ("", "", "", []),
    ],
)
def test_type_lines(line: str, supertypes: str, types: str, subtypes: list[str]) -> None:
    assert parse_type_line(line) == TypeLine(tuple(supertypes.split()), tuple(types.split()), tuple(subtypes))


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(ValueError, match="`Gizmo` in the type line `Gizmo — Elf`"):
        parse_type_line("Gizmo — Elf")


@given(
    st.lists(st.sampled_from(SUPERTYPES), unique=True),
    st.lists(st.sampled_from([name for name in CARD_TYPES if name != "Plane"]), unique=True, min_size=1),
    st.lists(st.sampled_from(COUNTED), unique=True),
)
def test_type_lines_are_printed_as_read(supertypes: list[str], types: list[str], subtypes: list[str]) -> None:
    line = TypeLine(tuple(supertypes), tuple(types), tuple(subtypes))

    assert parse_type_line(str(line)) == line


# --- Mana costs ---


@pytest.mark.parametrize(
    ("cost", "value", "colors"),
    [
        ("", 0, ""), ("{0}", 0, ""), ("{X}{X}{R}", 1, "R"), ("{15}", 15, ""), ("{C}{S}", 2, ""),
        ("{2/W}{2/W}", 4, "W"), ("{W/P}", 1, "W"), ("{G/W/P}", 1, "WG"), ("{C/U}", 1, "U"),
        ("{B/R}{G}", 2, "BRG"), ("{1}{R} // {2}{U}", 5, "UR"),
    ],
)  # fmt: skip
def test_mana_costs(cost: str, value: int, colors: str) -> None:
    assert (mana_value(cost), parse_mana_cost(cost).colors) == (value, tuple(colors))


def test_x_counts_where_it_was_chosen() -> None:
    assert mana_value("{X}{X}{R}", x=3) == 7


def test_devotion_counts_a_symbol_once() -> None:
    assert devotion("{1}{W}{W/U}{U}{U/P}{2/W}", "W") == 3
    assert devotion("{1}{W}{W/U}{U}{U/P}{2/W}", ("W", "U")) == 5
    assert devotion("{C}{S}{X}", COLORS) == 0


@pytest.mark.parametrize("cost", ["2G", "{G", "{Q}", "{G}{}", "{½}", "{R/2}"])
def test_what_is_no_mana_cost_is_refused(cost: str) -> None:
    with pytest.raises(ValueError, match="is not a mana symbol"):
        parse_mana_cost(cost)


@given(st.lists(st.sampled_from(SYMBOLS)))
def test_mana_costs_are_printed_as_read(symbols: list[str]) -> None:
    cost = ManaCost(tuple(symbols))

    assert parse_mana_cost(str(cost)) == cost
    assert cost.value() == sum(ManaCost((symbol,)).value() for symbol in symbols)
    assert cost.devotion(COLORS) <= len(symbols)


# --- Keywords and counters ---


def test_keywords_stand_in_the_order_of_the_rulebook() -> None:
    numbers = [int(keyword.rule.removeprefix("702.").rstrip("abcdefghijklmnop")) for keyword in KEYWORDS.values()]

    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(2, max(numbers) + 1))
    assert all(keyword.variant_of in ("", *KEYWORDS) for keyword in KEYWORDS.values())


def test_keyword_counters_are_keywords() -> None:
    assert [kind for kind in KEYWORD_COUNTERS if split_keyword(kind) != (kind.capitalize(), ())] == []


@pytest.mark.parametrize("name", KEYWORDS)
def test_every_form_of_a_keyword_is_recognised(name: str) -> None:
    samples = {"[cost]": "{2}{W/U}", "[quality]": "Goblin", "[ability]": "{T}: Draw a card", "N": "3"}
    slot = re.compile(r"\[cost\]|\[quality\]|\[ability\]|\bN\b")
    for form in KEYWORDS[name].forms:
        text = slot.sub(lambda found: samples[found[0]], form)

        assert split_keyword(text) == (name, tuple(samples[found] for found in slot.findall(form)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("First strike.", ("First strike", ())),
        ("ward—Discard a card.", ("Ward", ("Discard a card",))),
        ("Equip legendary creature {3}", ("Equip", ("legendary creature", "{3}"))),
        ("Kicker {1}{U} and/or {R}", ("Kicker", ("{1}{U} and/or {R}",))),
        ("Suspend 4—{R}", ("Suspend", ("4", "{R}"))),
        ("Basic landcycling {1}{G}", ("Typecycling", ("Basic land", "{1}{G}"))),
        ("Snow-covered plainswalk", ("Landwalk", ("Snow-covered plains",))),
        ("Hexproof from black", ("Hexproof", ("black",))),
        ("Partner", ("Partner", ())),
        ("Totem armor", ("Umbra armor", ())),
        ("More Than Meets the Eye {1}{R}", ("More Than Meets the Eye", ("{1}{R}",))),
        ("Mobilize X, where X is your speed", ("Mobilize", ("X, where X is your speed",))),
        ("Boast — {1}: Draw a card.", ("Boast", ("{1}: Draw a card",))),
    ],
)
def test_keywords_are_split(text: str, expected: tuple[str, tuple[str, ...]]) -> None:
    assert split_keyword(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "", "Planeswalk", "Denimwalk", "Fly", "Flying creatures get +1/+1", "Equip", "Bushido", "Bushido two",
        "Gift of Chaos — {3}: Draw a card", "Sneak Attack — Draw a card", "Enchanted creature has flying",
        "Protection", "Reach for the sky",
    ],
)  # fmt: skip
def test_other_text_is_no_keyword(text: str) -> None:
    assert split_keyword(text) is None


def test_what_keywords_take() -> None:
    takes = {name: KEYWORDS[name].takes for name in ("Flying", "Ward", "Bushido", "Protection", "Suspend", "Equip")}

    assert takes == {
        "Flying": (),
        "Ward": ("cost",),
        "Bushido": ("number",),
        "Protection": ("quality",),
        "Suspend": ("number", "cost"),
        "Equip": ("quality", "cost"),
    }


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("+1/+1", (1, 1)),
        ("-1/-1", (-1, -1)),
        ("+2/+0", (2, 0)),
        ("-0/-2", (0, -2)),
        ("1/1", None),
        ("flying", None),
    ],
)
def test_counters(kind: str, change: tuple[int, int] | None) -> None:
    assert pt_counter(kind) == change


# --- Every card ---


def faces(card: dict[str, Any]) -> list[dict[str, Any]]:
    return [face for face in card.get("card_faces", []) if face.get("type_line")] or [card]


def unknown_words(line: str) -> list[str]:
    try:
        parts = parse_type_line(line)
    except ValueError:
        return [line]
    return [word for word in parts.subtypes if family_of(word, parts.types) is None]


def test_type_lines_of_all_cards_are_known(oracle_cards: Path, record_property: Any) -> None:
    cards = json.loads(oracle_cards.read_text(encoding="utf-8"))
    # Texts of 2022 are those of joke and playtest cards, among others: their types are no types of the game.
    current = [card for card in cards if not card["text_date"].startswith("2022")]
    unknown = Counter(
        word for card in current for face in faces(card) for word in unknown_words(face.get("type_line") or "")
    )
    known = sum(1 for card in cards if not any(unknown_words(face.get("type_line") or "") for face in faces(card)))
    record_property("type lines known", f"{known} of {len(cards)}")

    assert dict(unknown) == {"Stickers": 48}
    assert known / len(cards) >= 0.994


def test_mana_costs_of_all_cards_are_known(oracle_cards: Path) -> None:
    cards = json.loads(oracle_cards.read_text(encoding="utf-8"))
    unknown = []
    for card in cards:
        for face in (card, *card.get("card_faces", [])):
            try:
                parse_mana_cost(face.get("mana_cost") or "")
            except ValueError:
                unknown.append(card["name"])

    assert unknown == ["Little Girl"]  # half a white mana


def test_keywords_of_all_cards_are_known(oracle_cards: Path) -> None:
    cards = json.loads(oracle_cards.read_text(encoding="utf-8"))
    known = {name.casefold() for name in KEYWORDS} | {"partner with", "hexproof from"}
    named = {word.casefold() for card in cards for word in card["keywords"]}

    assert {word for word in named - known if not word.endswith(("walk", "cycling"))} == set()
