"""Functions that recognize the forms of abilities and the sentences that do not affect characteristics."""

from __future__ import annotations

import re
from typing import Final

from ...effects.ability import Form
from .irrelevant import is_plain
from .layer_words import touching, unquoted
from .normalise import sentences

# A name before a dash (207.2c-d): "Landfall", "Would You Like A...?", "10,000 Needles".
NAME: Final = (
    r"(?:\.\.\. )?(?:[A-Z]+\.|[A-Z][\w'!?,-]*(?: ?\.\.\.\??)?|\d[\d,]* [A-Z][\w']*)"
    r"(?: (?:[A-Z]+\.|[\w'!?,~-]+(?:\.\.\.\??)?)){0,6}"
)
TRIGGER: Final = re.compile(rf"(?:(?:{NAME}|~(?: [\w'!-]+){{0,4}}) — )?(?:When|Whenever|At) ")
LOYALTY: Final = re.compile(r"(?:\[?[+−-]?(?:\d+|X)\]?): ")
_COST_SIGN: Final = re.compile(r"\{[^}]*\}")
# The first word of a cost that does not begin with a symbol (602.1a, 118).
_COST_WORD: Final = re.compile(
    r"(?:Sacrifice|Discard|Pay|Tap|Untap|Exile|Remove|Return|Put|Reveal|Mill|Unattach|Collect|Exert|Blight|Behold"
    r"|Forage|Say|Waterbend|Choose|Crew|Earthbend|Turn|Flip|Have|Search|Shuffle|Two|Adopt|Transform) "
)
ADD: Final = re.compile(
    r"\bAdd (?:\{|one mana|two mana|three mana|an amount|X mana|an additional|that much|mana|\w+ mana|[A-Za-z ]*mana)"
)
ENTERING: Final = re.compile(
    r"(?:As (?:~|this \w+) (?:enters|is turned face up|becomes attached|transforms)\b|(?:~|This \w+) enters\b(?! or )"
    r"|(?:If [^.,\"]*, y|Y)ou may have (?:~|this \w+) enter\b|If [^,\"]*, (?:it|~|this \w+) enters\b)"
)
EXERT: Final = re.compile(
    r"(?P<head>(?:If [^,.\"]*, )?(?:Y|y)ou may exert (?:~|this \w+|it) as (?:it|he|she) attacks)\. When you do, "
)
_SAME: Final = re.compile(r"The same is true for [a-z ,]+\.")
"""A sentence that widens the statement before it."""
EITHER: Final = re.compile(
    r"(Put an? \S+ counter on (?:~|this \w+|target [a-z]+)) or ((?:~|this \w+|that \w+) gains [a-z ,]+\.)"
)
"""An effect of two instructions, of which a player chooses one (608.2d); the event names it, as it names a mode."""
REPLACES: Final = re.compile(
    r"If (?:enchanted \w+ would be destroyed, instead|damage would be dealt to ~,) |As an? [a-z ]+ you control enters, "
)
"""The event of a static ability that replaces it with something that has an effect (614.1)."""
_TARGET: Final = re.compile(r"\b[Tt]arget\b")
_LABEL: Final = re.compile(rf"^{NAME} — (?=.)")


def cost_end(line: str) -> int:
    """Return the offset of the colon after an activation cost, or -1 if there is none."""
    quoted = False
    label = _LABEL.match(line)  # it can contain periods: "Throw ... — {3}: Draw a card."
    for place, sign in enumerate(line):
        if label and place < label.end():
            continue
        if sign == '"':
            quoted = not quoted
        elif sign == ":" and not quoted:
            cost = _LABEL.sub("", line[:place])
            first = cost.split(",")[0].strip()
            fits = _COST_SIGN.match(first) or _COST_WORD.match(first + " ")
            return place if fits and "." not in cost.replace("{.5}", "") else -1
        elif sign == "." and not quoted:
            return -1
    return -1


def form_of(line: str) -> Form | None:
    """Return the form of a line, or None for static abilities and instructions."""
    if TRIGGER.match(line):
        return "triggered"
    if LOYALTY.match(line):
        return "loyalty"
    if (end := cost_end(line)) >= 0:
        effect = unquoted(line[end + 1 :].strip())
        return "mana" if ADD.search(effect) and not _TARGET.search(effect) else "activated"  # 605.1a
    if ENTERING.match(_LABEL.sub("", line)):
        return "entering"
    if re.fullmatch(r"Augment (?:\{[^}]+\})+", line):  # in the set Unstable
        return "activated"
    # 702.159a, 714.2, 719.3a; 701.43d: "when you do" after exerting is a linked triggered ability.
    if re.match(r"Visit — |To solve — |(?:I|II|III|IV|V|VI)(?:, (?:I|II|III|IV|V|VI))* — ", line) or EXERT.match(line):
        return "triggered"
    if re.match(r"Choose (?:one|two|three|up to|any number)[\w ]* — ?\n?|Choose one or", line):
        return "spell"
    return None


def touches(text: str) -> bool:
    """Return whether the given part of a sentence could have an effect in a layer."""
    return bool(touching(text))


def enters_plainly(line: str) -> bool:
    """Return whether a line about how a permanent enters gives it no characteristics, but perhaps counters."""
    found = sentences(line)
    if "enters with a" in line and " counter on it if " in line:  # "the same is true for first strike, ..."
        found = [each for place, each in enumerate(found) if not (place and _SAME.fullmatch(each))]
    return not any(map(touches, found))


def is_rule(line: str) -> bool:
    """Return whether none of the sentences in a line can affect a characteristic (613.11)."""
    bare = (_LABEL.sub("", sentence) for sentence in sentences(line))
    return all(is_plain(sentence) or (place and _SAME.fullmatch(sentence)) for place, sentence in enumerate(bare))


def is_instruction(sentence: str, fragment: bool = False) -> bool:
    """Return whether an instruction does not create any continuous effect on characteristics.

    Args:
        sentence: the whole sentence or only the end of it.
        fragment: whether `sentence` is only the end of a sentence, such as "draw a card."
    """
    return is_plain(_LABEL.sub("", sentence), fragment)
