"""Functions that separate a cost, trigger condition or label from the effect of a line."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...effects.ability import TextAbility
from ...effects.language import Selector
from ...effects.selectors import Attached, Itself
from ...errors import UnsupportedTextError
from ...rules.vocabulary import capital
from ..recognition import forms
from ..recognition.normalise import ASIDE, ROW, normalise, sentences, unbracketed
from .follow_ups import new_discourse
from .instructions import read_sentences

LABEL = re.compile(rf"^{forms.NAME} — (?=[A-Z~{{+−\[\d])")
_FRONT = re.compile(r"(?:for as long as|for each|until|unless|during|as long as|you may)\b|[^.]*\bwhenever\b")
_CHAPTER = re.compile(r"^(?:[IVX]+(?:, [IVX]+)*|\d+\+?) — ")

_ABOUT_ITSELF = re.compile(
    r"(?:When|Whenever) (?:(?:~|this \w+\b)(?! or )|[^,]*\bcounters? (?:is|are) put on (?:~|this \w+)$)"
)
_ASKED = re.compile(r", if (?:[^,]* and )?(?:~|this \w+|((?:enchanted|equipped) \w+))(?: |'s)")
_ADJECTIVES = re.compile(r"\bnon[\w-]+, non$")  # "a nonartifact, non-Dragon creature"
_THIRD = re.compile(r"(?:When|Whenever|At)\b[^,]*, (?:when|whenever|at)\b", re.IGNORECASE)
_MOST = 12  # maximum number of commas tried as the start of an effect


def split_effect(line: str) -> tuple[str, str]:
    """Return two parts of a line: the text before the effect, and the effect."""
    line = line.lstrip("• ")
    if chapter := _CHAPTER.match(line):
        line = line[chapter.end() :]
        if forms.TRIGGER.match(line):  # the chapter ability creates a delayed triggered ability (603.7)
            name = LABEL.match(line)
            return chapter[0], line[name.end() :] if name else line
    if line.startswith("To solve — "):
        return line, ""
    label = LABEL.match(line)
    start = label.end() if label else 0
    rest = line[start:]
    if found := forms.LOYALTY.match(rest):
        return rest[: found.end()], rest[found.end() :]
    if (end := forms.cost_end(rest)) >= 0:
        cost, effect = rest[:end], rest[end + 1 :].strip()
        return cost, effect
    if forms.TRIGGER.match(rest):
        return _trigger(rest)
    if found := forms.REPLACES.match(rest):
        return rest[: found.end()].rstrip(", "), capital(rest[found.end() :])
    if found := forms.EXERT.match(rest):
        return found["head"], capital(rest[found.end() :])
    return "", rest


def cost_of(ability: TextAbility) -> str:
    """Return the printed cost of an activated ability, or an empty string for other abilities."""
    if ability.form not in ("activated", "loyalty"):
        return ""
    head, _ = split_effect(ability.text)
    return head.strip().removesuffix(":")


def _trigger(line: str) -> tuple[str, str]:
    """Split a line into its trigger condition and its effect."""
    end = len(sentences(line)[0])
    commas = (found.start() for found in re.finditer(r", ", line[:end]))
    places = [
        place
        for place in commas
        if line[:place].count('"') % 2 == 0 and not _ADJECTIVES.search(line, 0, place + len(", non"))
    ][:_MOST]
    for place in places:
        effect = line[place + 2 :]
        if _THIRD.match(effect):  # a delayed triggered ability does not create another one (603.7)
            continue
        if place != places[0] and _FRONT.match(line[places[0] + 2 :]):
            break  # the text before the comma belongs to the effect
        if place != places[0] and forms.touches(line[places[0] : place]):
            break
        first = capital(sentences(effect)[0].split("\n")[0])
        if first.lower().startswith(("choose one", "choose up to", "choose two")):
            return line[:place], effect
        if first.startswith("If ") and ", " in first and not first.startswith("If you do"):
            # an intervening condition (603.4)
            found = _trigger("When " + first)
            if found[1]:
                asked = found[0].removeprefix("When ")  # it can contain a name with a comma
                return f"{line[:place]}, {asked.replace('If', 'if', 1)}", effect[len(asked) + 2 :]
        try:
            read_sentences(first, new_discourse(), ())
        except UnsupportedTextError:
            continue
        return line[:place], effect
    return (line[: places[0]], line[places[0] + 2 :]) if places else ("", line)


def subject_of(head: str) -> Selector | None:
    """Return the antecedent of "it" in a trigger condition or cost."""
    if asked := _ASKED.search(head):
        return Attached(asked[1]) if asked[1] else Itself()
    if _ABOUT_ITSELF.match(head):
        return Itself()
    if found := re.match(r"(?:When|Whenever) ((?:enchanted|equipped) \w+)", head):
        return Attached(found[1], of_trigger=True)
    if found := re.match(r"At the beginning of the [a-z ]+ of ((?:enchanted|equipped) \w+)'s controller$", head):
        return Attached(found[1])
    if found := re.match(r"If (enchanted \w+) would ", head):
        return Attached(found[1], of_trigger=True)
    if re.match(r"If damage would be dealt to ~", head):
        return Itself()
    exerted = "exert" in head and re.search(r" as \w+ attacks$", head)
    in_cost = re.search(r"(?:~|this \w+)$", head) and not head.startswith("When")
    return Itself() if exerted or in_cost else None


def of_two(head: str) -> bool:
    """Return whether a trigger condition names two creatures, one of which is enchanted or equipped."""
    return bool(re.match(r"When(?:ever)? (?:enchanted|equipped) \w+ .*\b(?:an?|another) (?:[\w-]+ )*creature\b", head))


def after_bullet(line: str) -> str:
    """Return the text of a bullet, excluding its cost and its name."""
    text = line.lstrip("• ").strip()
    if row := ROW.match(text):
        return text[row.end() :]
    text = re.sub(r"^(?:\+ ?)?(?:\{[^}]+\})+ — ", "", LABEL.sub("", text))
    return LABEL.sub("", text)


class Parts(NamedTuple):
    """The parts of the text of a spell or ability, without granted abilities.

    Attributes:
        head: the text before the effect.
        always: the paragraphs of the effect that are followed whatever is chosen.
        modes: the text of each mode (700.2) and of each row of a results table (706.3).
    """

    head: str
    always: tuple[str, ...]
    modes: tuple[str, ...]


def parts_of(text: str, name: str = "") -> Parts:
    r"""Return the parts of the text of a spell or ability of an object with the given name.

    >>> parts_of("When this creature enters, choose one —\n• Draw a card.\n• Untap target land.").modes
    ('Draw a card.', 'Untap target land.')
    >>> parts_of("Destroy target artifact.\nMorbid — If a creature died this turn, draw a card.").always
    ('Destroy target artifact.', 'If a creature died this turn, draw a card.')
    >>> parts_of("+ {2} — Destroy target artifact.\n+ {2} — Draw a card.")
    Parts(head='', always=(), modes=('Destroy target artifact.', 'Draw a card.'))
    """
    head, whole = split_effect(unbracketed(normalise(text, name)))
    effect = ASIDE.sub(lambda quoted: '"."' if quoted[0].endswith('."') else '""', whole)
    if either := forms.EITHER.fullmatch(effect):
        return Parts(head, (), either.groups())
    lines = effect.split("\n")
    modes = [
        line for line in lines if line.startswith(("•", "+ {", "{P}")) or ROW.match(line)
    ]  # the first one, too: spree
    always = [line if line is lines[0] else LABEL.sub("", line) for line in lines if line not in modes]
    return Parts(head, tuple(always), tuple(map(after_bullet, modes)))
