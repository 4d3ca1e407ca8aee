"""Explanations of the rules for learners."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

Topic = Literal["layer", "timestamp", "trial", "loop", "going on", "unapplied", "begun", "cda", "land types", "rests"]

LESSONS: Final[Mapping[Topic, str]] = {
    "layer": (
        "Effects do not apply in the order in which they began. They are sorted by the kind of change: each kind "
        "has its layer, and the layers have a fixed order. Only layers in which this object changed are listed here."
    ),
    "timestamp": (
        "Within a layer the older effect applies first, unless one of the effects depends on the other. The age of an "
        "effect is its timestamp: for an ability of a permanent, usually the moment when the permanent entered "
        "({timestamp})."
    ),
    "trial": (
        "Does one effect have to wait for another? Imagine that the other effect applies now, and check the first "
        "effect again. If it would no longer exist or would read differently, would apply to other objects, or would "
        "do something else to them, then it depends on the other effect ({dependency}) and waits for it, even if it "
        "is older ({order}). The final state of the board does not matter. After each application, dependencies are "
        "determined again ({again})."
    ),
    "loop": (
        "Effects that depend on each other in a loop would wait forever. So inside a loop no effect waits for "
        "the others: timestamps determine which of them applies first ({loop}). After that effect has applied, the "
        "loop may be broken; the remaining effects follow the usual rules."
    ),
    "going on": (
        "If an effect has started to apply in one layer, it continues in the later layers: it applies to the same "
        "objects, even if its ability no longer exists ({started})."
    ),
    "unapplied": (
        "If an ability ceases to exist, or its condition fails, before its effect has started to apply, the effect "
        "does not apply ({gone}). If it had started in an earlier layer, it would continue ({started})."
    ),
    "begun": (
        "An effect applies only if it exists: if its object has the ability and its condition holds. It can begin to "
        "exist in the middle of a layer, as this is checked again after each application ({again})."
    ),
    "cda": (
        "An ability by which a card defines its own characteristics applies before all others in its layer ({cda})."
    ),
    "land types": (
        "An effect that sets the type of a land replaces all its land types. The land loses the abilities of its own "
        "rules text and gains the mana ability of the new type ({land types})."
    ),
    "rests": (
        "The effects that changed the object applied to a board that other effects had already changed. These other "
        "effects are listed, too."
    ),
}  # fmt: skip

CITED: Final = ("timestamp", "dependency", "order", "loop", "again", "started", "cda", "gone", "land types")
"""The subjects of the rules that lessons cite."""


def lesson(topic: Topic, rules: Mapping[str, str]) -> str:
    """Return the lesson on a topic, omitting sentences that cite rules missing from `rules`.

    Args:
        topic: the topic.
        rules: a map from subjects to rule numbers, as in `Edition.rules`.
    """
    sentences = []
    for part in re.split(r"(?<=[.?]) ", LESSONS[topic]):
        cited = re.findall(r"\{(.+?)\}", part)
        if all(what in rules for what in cited):
            sentences.append(re.sub(r"\{(.+?)\}", lambda found: rules[found[1]], part))
    return " ".join(sentences)
