"""The plain solver's own table of editions, written from the rules of each day.

From a board, it uses only the key of the edition and the first day of that version.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from mtglayers.model.board.board import Board

from .answers import Answers

Origin = Literal["static", "resolved", "counters"]

EDITIONS = ("E04", "E05", "E07", "E09", "E11", "E12", "E15", "E20", "E21", "E25")
"""The keys, oldest first."""


@dataclass(frozen=True)
class Scheme:
    """The layers of some editions, and the layers in which effects apply.

    Attributes:
        layers: in the order in which they apply.
        copy: the layer of copy effects and of values set as an object enters.
        face_down: the layer of the values of face-down objects.
        color: the layer of colors.
        abilities: the layer of gaining and losing abilities.
        defined: the sublayer of characteristic-defining power and toughness.
        set: the sublayer of effects that set power and toughness.
        modified: origin of an effect -> the sublayer of effects that add to power and toughness.
        switched: the sublayer of effects that switch power and toughness.
        cda_first: the layers and sublayers in which characteristic-defining abilities come first.
    """

    layers: tuple[str, ...]
    copy: str
    face_down: str
    color: str
    abilities: str
    defined: str
    set: str
    modified: Mapping[Origin, str]
    switched: str
    cda_first: frozenset[str]


def _everywhere(sublayer: str, counters: str = "") -> Mapping[Origin, str]:
    return {"static": sublayer, "resolved": sublayer, "counters": counters or sublayer}


# 418.5a of 2003-12-01: in layer 6, first effects that set values, then counters, then all others.
SIX_LAYERS = Scheme(
    layers=("1", "face-down", "2", "3", "4", "5", "6a", "6b", "6c"),
    copy="1",
    face_down="face-down",
    color="5",
    abilities="5",
    defined="6a",
    set="6c",
    modified=_everywhere("6c", counters="6b"),
    switched="6c",
    cda_first=frozenset(("1", "face-down", "2", "3", "4", "5", "6a")),
)
# 418.5a of 2005-10-01: effects on colors and abilities are among "all other" effects; resolved effects that add to
# power and toughness apply with those that set them; counters and static abilities have separate sublayers.
SIXTH_OF_FIVE = Scheme(
    layers=("1", "face-down", "2", "3", "4", "5", "6a", "6b", "6c", "6d", "6e"),
    copy="1",
    face_down="face-down",
    color="5",
    abilities="5",
    defined="6a",
    set="6b",
    modified={"static": "6d", "resolved": "6b", "counters": "6c"},
    switched="6e",
    cda_first=frozenset(("1", "face-down", "2", "3", "4", "5", "6a")),
)
# 612.2-612.3 of 2009-07-11, 613.1-613.3 since 2009-10-01.
SEVEN_LAYERS = Scheme(
    layers=("1", "face-down", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d", "7e"),
    copy="1",
    face_down="face-down",
    color="5",
    abilities="6",
    defined="7a",
    set="7b",
    modified=_everywhere("7c", counters="7d"),
    switched="7e",
    cda_first=frozenset(("1", "face-down", "2", "3", "4", "5", "6", "7a")),
)
# 613.1-613.4 since 2020-04-17.
LAYER_ONE_SPLIT = Scheme(
    layers=("1a", "1b", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d"),
    copy="1a",
    face_down="1b",
    color="5",
    abilities="6",
    defined="7a",
    set="7b",
    modified=_everywhere("7c"),
    switched="7d",
    cda_first=frozenset(("2", "3", "4", "5", "6", "7a")),
)


@dataclass(frozen=True)
class Rules:
    """The answers of the rules of one day.

    Attributes:
        scheme: the layers.
        cda_dependency: the dependencies of effects from characteristic-defining abilities: "any": they and all other
            effects in the layer can depend on each other; "never": they have none; "cda-cda": only they can depend
            on each other.
        cda_conditional: whether an ability with a condition can define characteristics.
        cda_types: whether such an ability can define card types and supertypes.
        cda_self_granted: whether an ability that the object gives itself can define characteristics.
        cda_abilities: whether an ability that gives the object abilities is characteristic-defining.
        sizes_defined_everywhere: whether power and toughness are defined in every zone, not only in play.
        same_set: whether an effect that has begun keeps its objects, even without its ability.
        independent_first: whether dependent effects and loops wait until no independent effect is left.
        types_take_all: whether an effect that changes types applies in layer 4 as a whole.
        granting_counts: whether a granted ability's effect has the timestamp of the effect that granted it.
        land_type_takes_added: whether a land whose type is set loses the abilities that a copy effect added.
        cant_have: whether "can't have" an ability keeps the object from getting it.
        attached_must_fit: whether "enchanted creature" means nothing while the enchanted permanent is not a creature.
        given_values_replace: whether a value in a copy exception replaces the copied ability that defines it.
        added_values_replace: the same for a value that a copy exception adds "in addition".
        artifact_creature_types_replace: whether "is an Elf artifact creature" replaces creature types.
        instants_stay: whether instants and sorceries keep these card types when other card types are set.
        keyword_counters: whether counters can give keywords.
        granted_stay_later: whether abilities granted later stay newer when their object gets a new timestamp.
        answers: the answers to questions that the rules leave open.
    """

    scheme: Scheme
    cda_dependency: Literal["any", "never", "cda-cda"]
    cda_conditional: bool
    cda_types: bool
    cda_self_granted: bool
    cda_abilities: bool
    sizes_defined_everywhere: bool
    same_set: bool
    independent_first: bool
    types_take_all: bool
    granting_counts: bool
    land_type_takes_added: bool
    cant_have: bool
    attached_must_fit: bool
    given_values_replace: bool
    added_values_replace: bool
    artifact_creature_types_replace: bool
    instants_stay: bool
    keyword_counters: bool
    granted_stay_later: bool
    answers: Answers = field(default_factory=Answers)

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers in the order in which they apply."""
        return self.scheme.layers

    @property
    def copy_layers(self) -> tuple[str, str]:
        """The layers whose result a copy copies."""
        return self.scheme.copy, self.scheme.face_down


SCHEMES = {
    "E04": SIX_LAYERS,
    **dict.fromkeys(("E05", "E07"), SIXTH_OF_FIVE),
    **dict.fromkeys(("E09", "E11", "E12", "E15"), SEVEN_LAYERS),
    **dict.fromkeys(("E20", "E21", "E25"), LAYER_ONE_SPLIT),
}
CDA_DEPENDENCY: dict[str, Literal["any", "never", "cda-cda"]] = {
    "E04": "any",
    "E05": "any",
    "E07": "never",  # 418.5c of 2007-05-01
    "E09": "never",
    "E11": "never",
    "E12": "cda-cda",  # 613.7a of 2012-05-01: "or both"
    "E15": "cda-cda",
    "E20": "cda-cda",
    "E21": "cda-cda",
    "E25": "cda-cda",
}
# The days of changes within an edition, or independent of editions.
ATTACHED_MUST_FIT = datetime.date(2011, 5, 1)  # a ruling that 303.4m and 301.5f of 2013-09-27 reversed
COPY_EXCEPTION_FOR_CDA = datetime.date(2011, 2, 4)  # 706.8d
ADDITIONS_ARE_EXCEPTED = datetime.date(2021, 2, 5)  # 706.8d
ATTACHED_MAY_BE_ANYTHING = datetime.date(2013, 9, 27)
LAND_TYPES_TAKE_ADDED = datetime.date(2013, 9, 27)  # 305.7
CANT_HAVE = datetime.date(2014, 2, 1)  # 112.11
KEYWORD_COUNTERS = datetime.date(2020, 4, 17)  # 122.1b
GRANTED_STAY_LATER = datetime.date(2021, 2, 15)  # 613.7a
ARTIFACT_CREATURE_TYPES_REPLACE = datetime.date(2019, 10, 4)  # 205.1b
INSTANTS_STAY = datetime.date(2022, 6, 10)  # 205.1a


def rules_of(board: Board) -> Rules:
    """Return the rules for a board."""
    return rules(board.edition.key, board.edition.since)


def rules(key: str, since: datetime.date) -> Rules:
    """Return the rules of an edition, given its key and the first day of its text."""
    early = EDITIONS.index(key) <= EDITIONS.index("E05")
    first = key == "E04"
    return Rules(
        scheme=SCHEMES[key],
        cda_dependency=CDA_DEPENDENCY[key],
        cda_conditional=early,
        cda_types=early,
        cda_self_granted=first,
        cda_abilities=first,
        sizes_defined_everywhere=not early,
        same_set=not first,
        independent_first=first,
        types_take_all=first,
        granting_counts=not first,
        land_type_takes_added=since >= LAND_TYPES_TAKE_ADDED,
        cant_have=since >= CANT_HAVE,
        attached_must_fit=ATTACHED_MUST_FIT <= since < ATTACHED_MAY_BE_ANYTHING,
        given_values_replace=since >= COPY_EXCEPTION_FOR_CDA,
        added_values_replace=COPY_EXCEPTION_FOR_CDA <= since < ADDITIONS_ARE_EXCEPTED,
        artifact_creature_types_replace=since >= ARTIFACT_CREATURE_TYPES_REPLACE,
        instants_stay=since >= INSTANTS_STAY,
        keyword_counters=since >= KEYWORD_COUNTERS,
        granted_stay_later=since >= GRANTED_STAY_LATER,
    )
