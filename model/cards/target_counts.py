"""The number of targets that rules text can have (115.1)."""

from __future__ import annotations

import re
from typing import Final, Literal

from ..data.numbers import NUMBERS
from ..effects.ability import TextAbility
from ..rules.vocabulary import ACTIONS
from ..support.patterns import lazy_pattern
from ..support.records import Record

UNLIMITED: Final = -1
"""The `number` of a `TargetLimit` for text with any number of targets, or with a number that is not known."""

Each = Literal["player", "opponent", "X"]


class TargetLimit(Record, frozen=True):
    """An upper limit for the number of targets.

    Attributes:
        number: the number of targets, apart from those in `each`, or `UNLIMITED`.
        each: for each target of which the text has one per player or per opponent, or X, that word.
    """

    number: int
    each: tuple[Each, ...] = ()

    def on_board(self, players: int, x: int | None) -> int:
        """Return the limit in a game with the given number of players and the given X, or `UNLIMITED`."""
        if self.number == UNLIMITED or (x is None and "X" in self.each):
            return UNLIMITED
        numbers = {"player": players, "opponent": players - 1, "X": x or 0}
        return self.number + sum(numbers[word] for word in self.each)


_NO_LIMIT: Final = TargetLimit(UNLIMITED)
_TARGET: Final = lazy_pattern(r"(?:(any number of|[\w']+),? )?(?:other )?\btarget(s?)\b", re.IGNORECASE)
_SENTENCE: Final = lazy_pattern(r"(?<=\.) |\n")
_WORDS: Final = NUMBERS | {"hundred": 100}
_UNKNOWN: Final = frozenset({"any number of", "many", "more"})  # "up to that many target creatures"
# "Choose new targets for the copy", "if it targets a creature", "can't be the targets of spells"
_OTHER_USES: Final = frozenset(
    {"all", "any", "both", "changing", "choosing", "copy", "it", "new", "or", "spell", "that", "the", "their"}
)
# Keyword actions that can have targets that the text does not mention: "earthbend 2", "support 2".
_ACTIONS: Final = lazy_pattern(
    r"\b(?:"
    + "|".join(name for name, each in ACTIONS.items() if (each.resolves and not each.object) or each.targets)
    + r")\b",
    re.IGNORECASE,
)
# "For each opponent, destroy target creature that player controls."
_FOR_EACH: Final = lazy_pattern(r"(?:^|[,—•:] |\bthen )for each (?P<of>[^,:.]*),", re.IGNORECASE | re.MULTILINE)
_PER_PLAYER: Final[tuple[tuple[re.Pattern[str], Each], ...]] = (
    (lazy_pattern(r"(?:other player|opponent)\b"), "opponent"),
    (lazy_pattern(r"(?:player|graveyard)\b"), "player"),
)
# A target for each time or player, by other words.
_MANY_TIMES: Final = lazy_pattern(
    r"\banother target [^.]*\bfor each time\b|\beach (?:other )?(?:player|opponent) (?:may )?chooses? [^.]*\btarget\b",
    re.IGNORECASE,
)
_COLORS: Final = 5


def target_limit(text: str) -> TargetLimit:
    """Return an upper limit for the number of targets of a spell or ability with the given text.

    Every use of the word counts, so that the limit can be too high, but not too low.

    >>> target_limit("Two target creatures get +1/+1 until end of turn. Destroy up to one target artifact.").number
    3
    >>> target_limit("For each opponent, destroy up to one target artifact that player controls.").each
    ('opponent',)
    >>> target_limit("Any number of target creatures gain flying until end of turn.").number == UNLIMITED
    True
    """
    from ..oracle.recognition.normalise import ASIDE

    bare = ASIDE.sub("", text)
    if names_hidden_target(bare) or _MANY_TIMES.search(bare):
        return _NO_LIMIT
    found = 0
    each: list[Each] = []
    before = ""  # what the previous sentence does something for
    for sentence in _SENTENCE.split(bare):
        per = _FOR_EACH.search(sentence)
        repeated = per["of"] if per else before if sentence.startswith("When you do") else ""
        before = repeated
        for spot in _TARGET.finditer(sentence):
            word = (spot[1] or "").lower()
            number = _WORDS.get(word)
            if word in _UNKNOWN or (spot[2] and number is None and word not in {*_OTHER_USES, "x"}):
                return _NO_LIMIT
            if spot[2] and number is None and word != "x":
                continue
            if repeated and not (per and spot.start() < per.end()):
                of: Each | None = next((kind for pattern, kind in _PER_PLAYER if pattern.match(repeated)), None)
                if word == "x" or (of is None and repeated != "color"):
                    return _NO_LIMIT
                found += 0 if of else _COLORS * (number or 1)
                if of:
                    each.extend(of for _ in range(number or 1))
            elif word == "x":
                each.append("X")
            else:
                found += number or 1
    return TargetLimit(found, tuple(each))


def limit_in(ability: TextAbility) -> TargetLimit:
    """Return `target_limit` for an ability, whose text can be omitted."""
    return target_limit(ability.text) if ability.text else TargetLimit(ability.targets, ability.targets_each)


# A target that is chosen later, by somebody else or only in some case (603.12, 700.2, 702.33).
_NOT_ALWAYS: Final = lazy_pattern(
    r"\b(?:if|unless|instead|otherwise|for each|each (?:other )?(?:player|opponent)|chooses|only)\b|\bwhen\b|[•—\"]",
    re.IGNORECASE,
)
_TRIGGER: Final = lazy_pattern(r"^(?:When(?:ever)?|At) [^,.]*, (?!if\b)")
_OPTIONAL: Final = lazy_pattern(
    r"\b(?:up to (?:one hundred|that many|twice X|\w+)|any number of)(?: other)? $", re.IGNORECASE
)
_OR_MORE: Final = lazy_pattern(r"\bone(?:, two,)? or (?:two|three|more) (?:other )?$", re.IGNORECASE)
_NONE: Final = (_OTHER_USES - {"any"}) | {"a", "could", "its", "legal", "many", "single", "x"}


def least_targets(text: str) -> int:
    """Return how many targets a spell or ability with the given text certainly has (601.2c).

    Of targets that only some casts have, none counts, so that the number can be too low, but not too high.

    >>> least_targets("Destroy two target creatures and up to one target land.")
    2
    >>> least_targets("Destroy any number of target creatures.")
    0
    >>> least_targets("Destroy target land. If this spell was kicked, destroy target creature.")
    1
    """
    from ..oracle.recognition.normalise import ASIDE

    found = 0
    for sentence in _SENTENCE.split(_TRIGGER.sub("", ASIDE.sub("", text))):
        if _NOT_ALWAYS.search(sentence):
            continue
        for spot in _TARGET.finditer(sentence):
            word, before = (spot[1] or "").lower(), sentence[: spot.end()].removesuffix(spot[2]).removesuffix("target")
            changed = word == "any" and bool(spot[2])  # "change any targets of target spell"
            if word not in _NONE and not changed and not _OPTIONAL.search(before):
                found += 1 if _OR_MORE.search(before) else _WORDS.get(word, 1)
    return found


def names_hidden_target(text: str) -> bool:
    """Return whether a keyword action in a text can have targets that the text does not mention, as in "support 2"."""
    return bool(_ACTIONS.search(text))
