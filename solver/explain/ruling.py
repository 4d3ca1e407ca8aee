"""Rulings: the shortest explanation of an object, as a judge gives it at a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..wording import joined, sentence
from .choices import ChoiceReason
from .explanation import DECIDED, Explanation, ExplanationStep
from .paragraphs import ranges

MAX_NAMED = 4
"""Maximum number of groups of effects that a ruling names in one layer."""


def ruling(of: Explanation) -> tuple[str, ...]:
    """Return the summary of an explanation, what made the object so, and what decided the order, as sentences.

    The dependencies come first (613.8), then effects that continue without their ability (613.6), then effects that
    never applied.
    """
    said = [of.summary, *_done(of), *_decided(of), *(sentence(words) for words in of.unapplied)]
    if len(said) == 1 and not of.player:
        said.append("No effect changed it.")
    return tuple(dict.fromkeys(said))


def _done(of: Explanation) -> Iterator[str]:
    layers = [
        f"{'after the layers' if of.player else f'in layer {layer}'}, {', then '.join(_clauses(list(entries)))}"
        for layer, entries in groupby(of.entries, key=lambda entry: entry.layer)
    ]
    if layers:
        yield sentence("; ".join(layers))


def _clauses(entries: Sequence[ExplanationStep]) -> list[str]:
    groups = [list(group) for _, group in groupby(entries, key=_did)]
    if len(groups) > MAX_NAMED:
        return [f"{len(entries)} effects apply in turn, from {entries[0].called} to {entries[-1].called}"]
    clauses = []
    for group in groups:
        names = list(dict.fromkeys(entry.called for entry in group))
        each = "each of " if len(names) > 1 else ""
        verb = " " if group[0].here else ": "
        clauses.append(f"{each}{joined(ranges(names))}{verb}{joined(_did(group[0]))}")
    return clauses


def _did(entry: ExplanationStep) -> tuple[str, ...]:
    return entry.here or tuple(change.words for change in entry.changes)


def _decided(of: Explanation) -> Iterator[str]:
    decided = any(entry.reason.why in DECIDED for entry in of.entries)
    for place, entry in enumerate(of.entries):
        for earlier in entry.before:
            yield from _because(of, earlier.called, earlier.reason)
        yield from _because(of, entry.called, entry.reason)
        if entry.outlived is not None:
            yield _about(entry.called, entry.outlived.words)
        yield from (sentence(words) for words in (*(passed.words for passed in entry.passed), *entry.barred))
        if entry.order and not decided and not _add_up(entry, of.entries[place + 1 :]):
            yield _about(entry.called, entry.order)


def _because(of: Explanation, called: str, reason: ChoiceReason) -> Iterator[str]:
    if reason.why == "waited" and reason.details:
        lost = {each.lost.effect for each in of.never}  # those sentences name the dependency themselves
        pairs = zip(reason.dependencies, reason.details, strict=True)
        details = [words for found, words in pairs if found.effect not in lost][:2]
        if details:
            yield from map(sentence, details[:-1])
            yield sentence(f"{details[-1]}, so {called} applies first ({reason.rule})")
    elif reason.why in DECIDED:
        yield _about(called, reason.because)


def _about(called: str, words: str) -> str:
    return sentence(f"{called}{words[2:]}" if words.startswith("it ") else f"{called}: {words}")


def _add_up(entry: ExplanationStep, later: Sequence[ExplanationStep]) -> bool:
    # Whether the order of a step and the next one in the layer does not matter because both only add.
    following = next((each for each in later if each.layer == entry.layer), None)
    return following is not None and all(
        words.startswith(("gives ", "adds ")) for words in _did(entry) + _did(following)
    )
