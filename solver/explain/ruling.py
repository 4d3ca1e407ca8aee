"""Rulings: the shortest explanation of an object, as a judge gives it at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from ..wording import joined, sentence
from .changes import of_many
from .choices import DECIDED
from .dependencies import Dependency
from .existence import Continuation
from .explanation import EarlierEffect, Explanation, ExplanationStep
from .paragraphs import ranges

MAX_NAMED = 4
"""Maximum number of groups of effects that a ruling names in one layer."""

MAX_RESTS = 2
"""Maximum number of effects that a ruling names although they changed only other objects."""

SHORT = 80
"""Maximum length of a sentence to which another reason is added, in characters."""

UNCHANGED = "No effect changes it."
"""The sentence about an object that no effect changes."""


def ruling(of: Explanation) -> tuple[str, ...]:
    """Return what an object is, what decided it, and what made it so, as sentences.

    The first dependency that concerns the object, or else the first effect that waited and never applied, and effects
    that applied too early to apply to the object, come before what the effects did; the order by timestamps stands with
    what it decided (613.7). Then follow effects that continue without their ability or lose it too late to matter
    (613.6), effects that changed only what those effects read, dependencies that concern only other objects but can
    matter, other reasons, effects that have ended, state-based actions, and static abilities that do not apply to the
    object.
    """
    found = dict.fromkeys(sorted(_dependencies(of), key=lambda each: not each[0]))
    dependencies, own = [words for _, words in found], sum(mine for mine, _ in found)
    unapplied = [sentence(words) for words in of.unapplied]
    harmless = bool(of.never) and all(each.harmless for each in of.never)  # the object's own effects, on nothing
    waited = not dependencies and of.never and of.never[0].waited and not harmless
    first, rest = (unapplied[:1], []) if waited else (dependencies[: min(own, 1)], dependencies[min(own, 1) :])
    others, last = ([], unapplied) if harmless else (unapplied[1:] if waited else unapplied, [])
    lasting = list(_lasting(of))
    if len(lasting) == 1 and others:  # what continues, and what does not
        lasting, others = [f"{lasting[0].removesuffix('.')}; {others[0]}"], others[1:]
    done = list(_done(of))
    if waited and others and not lasting and len(done) == 1 and len(done[0]) <= SHORT:
        done, others = [f"{done[0].removesuffix('.')}; {others[0]}"], others[1:]
    early = [sentence(words) for entry in of.entries for words in entry.early]
    said = [_summary(of), *first, *early, *done, *lasting, *_rests(of), *rest, *others, *_further(of), *last]
    if len(said) == 1 and not of.player and not of.follows:
        said.append(UNCHANGED)
    follows = (each for each in of.follows if not _dies(each))
    return tuple(dict.fromkeys((*said, *map(sentence, (*follows, *of.spared)))))


def _summary(of: Explanation) -> str:
    dying = next((each for each in of.follows if _dies(each)), "")
    rule = dying.rpartition("(")[2].removesuffix(")")
    return sentence(f"{of.summary.removesuffix('.')}, so it dies ({rule})") if dying else of.summary


def _dies(action: str) -> bool:
    return " has toughness " in action


# --- What the effects did ---


def _done(of: Explanation) -> Iterator[str]:
    visible = {entry.called for entry in of.entries}
    idle = (each for each in of.idle if each.decides or each.called in visible)
    steps = sorted(filter(_did, (*of.entries, *idle)), key=lambda entry: entry.serial)
    useless = not steps
    if useless:
        steps = list(filter(_did, of.idle))
    if not steps:
        return
    stated: set[str] = set()
    segments: list[tuple[str, list[str]]] = []  # subjects, each with its predicates
    verb = ""
    for layer, entries in groupby(steps, key=lambda entry: entry.layer):
        group = _without_overwritten(list(entries))
        clauses = _clauses(group, stated)
        subject = _subject(group[0]) if len(group) == 1 else ""
        verb = verb if subject and verb == _only_verb(group[0]) else ""
        if of.player:
            segments.append(("", [f"after the layers, {', then '.join(clauses)}"]))
        elif len(clauses) > 1:
            order = _order(group, stated, of)
            if order and ", because " in clauses[-1]:
                order = f", and{order.removeprefix(',')}"
            segments.append(("", [f"in layer {layer}, {', then '.join(clauses)}{order}"]))
        elif subject and segments and segments[-1][0] == subject:
            segments[-1][1].append(_in_layer(clauses[0].removeprefix(f"{subject} {verb}"), layer))
        else:
            segments.append((subject, [_in_layer(clauses[0].removeprefix(f"{subject} "), layer)]))
        verb = _only_verb(group[0]) if subject else ""
    text = "; ".join(f"{subject} {_series(predicates)}".lstrip() for subject, predicates in segments)
    yield sentence(f"{text}, but that changes nothing" if useless else text)


def _without_overwritten(entries: list[ExplanationStep]) -> list[ExplanationStep]:
    # The steps of a layer, without those that only set what at least two later ones set. Of those that are overwritten,
    # the last one stays, so that the ruling says why the one that decides comes after it (613.7).
    return [
        entry
        for place, entry in enumerate(entries)
        if entry.condition
        or not (entry.sets and entry.only_sets)
        or any(sum(what in later.sets for later in entries[place + 1 :]) < 2 for what in entry.sets)
    ]


def _only_verb(entry: ExplanationStep) -> str:
    # The verb that the next predicate can share: "gives flying (layer 6) and +1/+1 (layer 7c)".
    did = _did(entry)
    gives = len(did) == 1 and did[0].startswith("gives ") and not did[0].startswith("gives control ")
    return "gives " if gives and not entry.condition else ""


def _in_layer(clause: str, layer: str) -> str:
    return f"{clause.removesuffix(')')}, layer {layer})" if clause.endswith(")") else f"{clause} (layer {layer})"


def _series(parts: Sequence[str]) -> str:
    # 'A and B', with a comma before "and" if an earlier part contains another "and" or a clause.
    if len(parts) > 1 and (len(parts) > 2 or " and " in parts[0] or ", because " in parts[0]):
        return _with_comma(parts)
    return joined(parts)


def _with_comma(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"


def _clauses(entries: Sequence[ExplanationStep], stated: set[str]) -> list[str]:
    groups = [list(group) for _, group in groupby(entries, key=lambda entry: (_did(entry), entry.condition))]
    if len(groups) > MAX_NAMED:
        return [f"{len(entries)} effects apply in turn, from {entries[0].called} to {entries[-1].called}"]
    clauses = []
    for group in groups:
        names = list(dict.fromkeys(map(_subject, group)))
        did = map(of_many, _did(group[0])) if group[0].counters and not names[1:] else _did(group[0])
        each = "each of " if len(names) > 1 else ""
        verb = " " if group[0].deeds or group[0].here else ": "
        condition = group[0].condition
        why = f", because {condition}" if condition and condition not in stated else ""
        stated.add(condition)
        clauses.append(f"{each}{joined(ranges(names))}{verb}{joined(did)}{why}")
    return clauses


def _subject(entry: ExplanationStep) -> str:
    return entry.counters or entry.called


def _did(entry: ExplanationStep) -> tuple[str, ...]:
    return entry.deeds or entry.here or tuple(change.words for change in entry.changes)


def _order(entries: Sequence[ExplanationStep], stated: set[str], of: Explanation) -> str:
    # Why the effects of a layer applied in this order, if timestamps (613.7) or characteristic-defining abilities
    # (613.3) decided that and another order would matter.
    orders = [entry.named_order for entry in entries[:-1] if entry.decides and entry.order]
    for entry, following in pairwise(entries):
        if entry.cda and not following.cda and entry.decides and following.decides:
            rule = dict(of.rules).get("cda", "613.3")
            orders.append(f"the ability of {entry.called} defines a characteristic and so applies first ({rule})")
    new = [words for words in dict.fromkeys(orders) if words not in stated]
    said = _with_comma(new) if len(new) > 1 else "".join(new)
    stated.update(orders)
    return f", because {said}" if said else ""


# --- Why ---


def _dependencies(of: Explanation) -> Iterator[tuple[bool, str]]:
    # (whether it concerns the object itself, the sentence) for the dependencies that decided. Of several choices that a
    # dependency decided, the last one is named: that of the effect on which another depends.
    lost = {each.lost.effect for each in of.never}  # those sentences name the dependency themselves
    steps: list[EarlierEffect | ExplanationStep] = []
    for entry in of.entries:
        steps += [each for each in entry.before if each.reason.why in DECIDED]
        steps += [entry] if entry.reason.why in DECIDED else []
    settled = {(edge.effect, edge.on) for each in steps for edge in each.reason.dependencies if edge.on == each.effect}
    for each in steps:
        if each.reason.why != "waited":
            yield True, _about(each.called, each.reason.because)
            continue
        known = list(zip(each.reason.dependencies, each.reason.details, strict=True))
        decisive = [
            (edge, words)
            for edge, words in known
            if edge.effect not in lost and (edge.on == each.effect or (edge.effect, edge.on) not in settled)
            if _matters(edge, of)
        ]
        decisive.sort(key=lambda pair: pair[0].on != each.effect)
        decisive.sort(key=lambda pair: not pair[0].names(of.id))
        details = [words for _, words in decisive][:2]
        if not details:
            continue
        first = decisive[0][0]
        own, so = first.names(of.id), f", so {each.called} applies first ({each.reason.rule})"
        if first.on != each.effect:  # a chain: what it depends on has to wait itself
            chain = [edge for edge in known if edge[0].on == each.effect and edge[0].effect == first.on]
            links = [words for edge, words in chain if edge.effect not in lost]
            details, so = [*links, *(words for words in details if words not in links)], so if links else ""
        yield from ((own, sentence(words)) for words in details[1:])
        yield own, sentence(f"{details[0]}{so}")


def _matters(edge: Dependency, of: Explanation) -> bool:
    # Whether a dependency can influence the object: it names the object or the source of an effect on it.
    sources = (name.partition("#")[0].partition("<")[0] for name in of.effects)
    return any(edge.names(id) for id in (of.id, *sources))


def _lasting(of: Explanation) -> Iterator[str]:
    lasting: dict[tuple[str, str], list[Continuation]] = {}
    for entry in of.entries:
        if entry.outlived is not None:
            lasting.setdefault((entry.called, entry.effect), []).append(entry.outlived)
    for (called, _), found in lasting.items():
        yield _about(called, found[0].within([each.layer for each in found]))
    for effect in dict.fromkeys(entry.effect for entry in of.entries):
        kept = [entry.kept for entry in of.entries if entry.effect == effect and entry.kept is not None]
        if kept:
            yield sentence(kept[-1].words)


def _rests(of: Explanation) -> Iterator[str]:
    for rest in of.rests[:MAX_RESTS] if of.sure else ():
        if rest.did:
            yield sentence(f"{rest.called} {rest.did} (layer {rest.layer})")


def _further(of: Explanation) -> Iterator[str]:
    for entry in of.entries:
        yield from (sentence(words) for words in (*(passed.words for passed in entry.passed), *entry.barred))
    yield from map(sentence, of.ended)
    named = {entry.called for entry in (*of.entries, *(each for each in of.idle if each.decides))}
    barred = [words for entry in of.entries for words in entry.barred]  # these sentences name the effect
    idle = dict.fromkeys(entry.called for entry in of.idle)
    rest = [called for called in idle if called not in named and not any(called in words for words in barred)]
    if len(rest) == 1 and of.entries:
        alone = [entry for entry in of.idle if entry.called == rest[0]]
        done = [_in_layer(joined(map(_in_number(entry), _did(entry))), entry.layer) for entry in alone]
        also = f"{joined(done)}, but that" if all(map(_did, alone)) else "applies, but"
        yield sentence(f"{_subject(alone[0])} also {also} changes nothing")
    elif rest and of.entries:
        said = f"{joined(rest[:MAX_NAMED])}{f' and {len(rest) - MAX_NAMED} more' if rest[MAX_NAMED:] else ''}"
        yield sentence(f"{said} also apply, but change nothing")


def _in_number(entry: ExplanationStep) -> Callable[[str], str]:
    return of_many if entry.counters else str


def _about(called: str, words: str) -> str:
    return sentence(f"{called}{words[2:]}" if words.startswith("it ") else f"{called}: {words}")
