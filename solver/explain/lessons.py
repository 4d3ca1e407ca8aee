"""What explanations for learners say about the rules, when a rule first matters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

Topic = Literal["layer", "timestamp", "trial", "loop", "going on", "unapplied", "begun", "cda", "land types", "rests"]

LESSONS: Final[Mapping[Topic, str]] = {
    "layer": (
        "Effects are not applied in the order in which they came, but sorted by what they change. Each kind of change "
        "has its layer, and the layers come in a fixed order. Only those in which something happened to this object "
        "are listed here."
    ),
    "timestamp": (
        "Within a layer the older effect goes first, unless one of them depends on the other. The age of an effect is "
        "its timestamp: for what a permanent says, as a rule, the moment when the permanent came ({timestamp})."
    ),
    "trial": (
        "Does one effect have to wait for another? Apply the other in thought, to the board as it stands just now, and "
        "look at the first again. If it would no longer exist or read differently, apply to other objects, or do "
        "something else to them, then it depends on the other ({dependency}), and waits for it even if it is older "
        "({order}). "
        "What the board would look like in the end does not matter. After each application all this is asked again "
        "({again})."
    ),
    "loop": (
        "Effects that depend on each other in a circle would wait for ever. So inside such a loop no effect waits for "
        "the others: the timestamps decide which of them goes first ({loop}). Once it has applied, the circle may be "
        "broken, and the rest is judged as usual."
    ),
    "going on": (
        "Once an effect has begun to apply in some layer, it is carried through to its end: it applies to the same "
        "objects in the later layers, whether its ability is still there or not ({started})."
    ),
    "unapplied": (
        "An ability that no longer exists, or whose condition fails, before its effect has begun to apply anywhere has "
        "no effect at all ({gone}). Had it begun in an earlier layer, it would go on ({started})."
    ),
    "begun": (
        "An effect takes part only from the moment when there is one: when its ability is there and its condition "
        "holds. That can happen in the middle of a layer. It is asked again after each application ({again})."
    ),
    "cda": (
        "An ability by which a card defines itself, wherever it is, goes before all others of its layer ({cda})."
    ),
    "land types": (
        "To set a land’s type is to replace all its land types: it keeps nothing of its own rules text, and has the "
        "mana ability that goes with the new type ({land types})."
    ),
    "rests": (
        "The effects that changed the object looked at a board that others had changed already. Those others, too, are "
        "named, so that nothing is left out that decided what it is."
    ),
}  # fmt: skip

CITED: Final = ("timestamp", "dependency", "order", "loop", "again", "started", "cda", "gone", "land types")
"""The rules that lessons cite, by their subjects."""


def lesson(topic: Topic, rules: Mapping[str, str]) -> str:
    """Return the lesson on a topic, limited to the rules in force.

    Args:
        topic: the topic.
        rules: subject -> number of the rules in force, as in `Edition.rules`.
    """
    sentences = []
    for part in re.split(r"(?<=[.?]) ", LESSONS[topic]):
        cited = re.findall(r"\{(.+?)\}", part)
        if all(what in rules for what in cited):
            sentences.append(re.sub(r"\{(.+?)\}", lambda found: rules[found[1]], part))
    return " ".join(sentences)
