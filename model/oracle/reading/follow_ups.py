"""Functions that read keyword actions, and how a sentence continues, replaces or is introduced by another one."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from itertools import islice, takewhile
from typing import Final

import msgspec

from ...data.numbers import NUMBERS
from ...effects.conditions import GameFact, Is, Not
from ...effects.filters.whereabouts import ControlledBy
from ...effects.language import Clause, Condition, Operation, Selector
from ...effects.node import Node
from ...effects.operations.control import GainControl
from ...effects.players import ControllerOf
from ...effects.selectors import Attached, ChosenObject, Group, Itself, Target, Together
from ...errors import UnsupportedTextError
from ...rules.vocabulary import capital
from ..recognition.keyword_actions import actions_in
from ..words import Stop
from .discourse import Discourse
from .lines import inner_abilities, read_sentence
from .repetition import replaced

_MOST_TARGETS: Final = 12
"""Maximum number of targets that one sentence introduces: reading takes time in proportion to its cube."""

_CONDITION = re.compile(r"(?:Then )?[Ii]f (?!you do\b|you don't\b)([^,\"]*), ")
_OF_GROUP = re.compile(
    r"(?:Then |you )?(destroy|exile|return|put|sacrifice|untap|tap|choose)"
    r" ((?:(?:~|this \w+) and )?(?:all|each) (?!of them)[^.]+)\.?$",
    re.IGNORECASE,
)
_A_PLAYER = re.compile(
    r"\b(?:target|an?|another|each|defending|chosen|one of your) (?:other )?(?:player|opponent)s?\b|\bany target\b"
)
_RIVAL = re.compile(r"(?:target|an|another|one of your) (?:other )?opponents?|another player")
_THEY = re.compile(r"(?:they|that player) ")
MAKES_TOKEN = re.compile(r"\b[Cc]reates? [^.]*\btokens?\b")
_COMES = re.compile(
    r"\b(?:[Rr]eturns?|[Pp]uts?) (?:[^.]* )?target [^.]*\b(?:to|onto) the battlefield\b"
    r"|\btarget [^.]*\breturns? (?:it|them|that card|those cards) to the battlefield\b"
    r"|\b[Ee]xile target [^.]* time counters? on it\b"
)
_COME = re.compile(
    r"\b(?:[Rr]eturns?|[Pp]uts?) (?:it|them|each of them|that card|those cards|the other) (?:on)?to the battlefield\b"
    r"|\bexile it with [^.]* time counters? on it\b"
)
_IN_TURN = re.compile(r"\bchoose [a-z ]+ one at a time\b", re.IGNORECASE)
_MARKS_THAT = re.compile(r"\b[Pp]ut an? [^.,]* counter on that (?:creature|permanent|land|artifact)\.?$")
_SHOWS = re.compile(r"\b(?:exiles?|reveals?) the top card of [^.,]*library\.?$", re.IGNORECASE)
_THEN_COMES = re.compile(r", then (?:return|put) an? [^.]*\b(?:on)?to the battlefield\b")
_NO_OBJECT = re.compile(r"(?:[\w-]+ )*(?:type|color|name|number|word|player|opponent|counter|mode|letter)\b")
_COUNTERS_ON = re.compile(r"\b[Pp]ut (?:\w+ ){1,2}(?:\S+ )?counters? on (each (?:other )?(?!of)[^.,]+)\.?$")
_COUNTED = re.compile(
    r"\b(?:for|equal to the number of) (each (?!of|time|player|opponent)[^.,]+|[\w ]+s you control[^.,]*)\.$"
)
_ON = r"(?:\bon|\bfrom|\b[Uu]ntaps?|\b[Tt]aps?|\b[Rr]egenerate|\b[Tt]ransform)"
_ACTS_ON = re.compile(
    rf"{_ON} (?:~|this \w+|(?P<attached>(?:enchanted|equipped) \w+))(?=[ .,]|$)"
    r"|^(?:~|This \w+) (?:explores|connives|transforms)\b"
)
_OTHER_OBJECT = re.compile(
    r"\b(?:an?|another|that|the|those|each|all|two|three) (?:(?!counters?\b)[\w-]+ ){0,3}"
    r"(?:creature|permanent|artifact|land|card|token|enchantment|planeswalker|spell|Equipment|Aura|Vehicle)s?\b"
)
_CHOOSE = re.compile(
    r"(?:Then )?(?:For each [a-z]+ vote, )?(?:[Cc]hoose|(?P<theirs>[Tt]arget (?:player|opponent) chooses))"
    r" an?(?P<another>other)? (?P<what>[^.]*)"
)
_QUANTIFIED = re.compile(
    r"((?:up to \w+ |any number of |another |other |\w+ )?)(?:other )?[Tt]arget (?!player|opponent|of\b)"
)
_AND_OTHERS = re.compile(r"(?:Untap|Tap) (target [^.,]+ and each other [^.,]+)\.?$")
_TARGETED = re.compile(r"\b[Tt]arget (?!player|opponent|of\b)((?:(?! and | or | then | target )[^.,])+)")
_QUANTITY = re.compile(
    rf"(?:\b(?:any number of|(?:up to )?(?:that many|one hundred|X|{'|'.join(list(NUMBERS)[1:])})|one, two, or three"
    r"|one or (?:two|more)|another)(?: other)? |\bother )?\b[Tt]arget (?!player|opponent|of\b)",
    re.IGNORECASE,
)
_ENDS_TARGET = re.compile(
    r"(?=,|\.$|$)| (?=where X|if |unless |this turn|from combat|would |and |with a |instead"
    r"|to (?:it|him|her|them|~|(?:its|their) owners?'s?|(?:up to \w+ |another |other )*target)\b)"
)
_ENTERS = re.compile(r"\b(?:[Pp]ut|[Rr]eturn)s? [^.]*\b(?:on)?to the battlefield\b")
_OTHER_ENTERS = re.compile(r"\b(?:[Pp]ut|[Rr]eturn)s? (?:an?|one|another) [^.]*\b(?:on)?to the battlefield\b")
_OTHER_AWAY = re.compile(
    r"\b[Cc]asts? (?:an?|the|that|one|any) (?!for\b)"
    r"|\b[Ee]xiles? (?:an?|the|that|one) [^.]*\bcounters? on (?:it|them)\b"
)
_ITSELF_AWAY = re.compile(r"\b[Ee]xile (?:~|it|this \w+) with\b")
_MANY = re.compile(rf"(?:up to )?(?:{'|'.join([*list(NUMBERS)[2:], 'X', 'more', 'many', 'any number'])})\b")
_ABOUT_INTRODUCED = re.compile(r"(?:They|It|That|Those|Each of (?:them|those))\b")
REPLACES = re.compile(r"\binstead\b(?! of\b)")


def sharing(found: list[Clause], began: int, before: int, discourse: Discourse) -> list[Clause]:
    """Give the targets of an "instead" sentence the indices of the targets that they replace.

    Only one of the two sets of targets is chosen (601.2c), as in "if this spell was kicked, instead any number of
    target creatures".
    """
    if began == before or not any(clause.relation == "instead" for clause in found):
        return found

    def moved(node: Node) -> Node:
        if isinstance(node, Target) and node.index >= before:
            return msgspec.structs.replace(node, index=node.index - (before - began))
        return node

    if discourse.it is not None:
        discourse.it = moved(discourse.it)  # type: ignore[assignment]
    discourse.targets = max(before, discourse.targets - (before - began))
    return [clause.rewrite(moved) for clause in found]


def before_others(clauses: list[Clause], more: int, sentence: str) -> list[Clause]:
    """Return the clauses of several targets after which an instruction names more targets (601.2c).

    "Up to two target creatures get +1/+0. They each deal damage to another target creature": that one gets no bonus.

    Raises:
        UnsupportedTextError: the instruction has targets whose number is not fixed, either.
    """

    def first(node: Node) -> Node:
        if not isinstance(node, Target) or not node.many:
            return node
        return msgspec.structs.replace(node, after=node.after + more)

    found = [clause.rewrite(first) for clause in clauses]
    if found != clauses and any(_is_open(words) for words in _QUANTIFIED.findall(unquoted(sentence))):
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    return found


def _is_open(quantity: str) -> bool:
    return quantity.startswith("up to ") or bool(_MANY.match(quantity.strip()))


def also(found: list[Clause], last: list[Clause], sentence: str) -> list[Clause]:
    """Return the clauses, unless "it also gains flying" can be about two objects.

    Raises:
        UnsupportedTextError: the condition is about another object than the previous sentence, as in "This creature
            gets +2/+0 until end of turn. If that land is a Plains, it also gains flying until end of turn."
    """
    asked = found[0].condition if found else None
    said = any(getattr(operation, "word", "").startswith("also ") for operation in found[0].operations) if found else ""
    if not said or not last or not isinstance(asked, Is) or not isinstance(last[-1].selector, Itself | Attached):
        return found
    if isinstance(asked.subject, Target) and isinstance(found[0].selector, Target):
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    return found


def opposite(
    found: list[Clause], last: list[Clause], said: str, discourse: Discourse, sentence: str
) -> list[Clause]:  # fmt: skip
    """Return the clauses of "Otherwise, ...", whose condition is the negated previous condition (608.2c)."""
    if not found or "otherwise" not in found[0].marks:
        return found
    before = _asked(said, discourse) if said else last[0].condition if last else None
    if before is None:
        raise UnsupportedTextError(sentence, (0, len("Otherwise")))
    return [msgspec.structs.replace(clause, condition=Not(before)) for clause in found]


def _asked(said: str, discourse: Discourse) -> Condition | None:
    state = discourse.state()
    try:
        return read_sentence(f"If {said}, this permanent is white.", discourse)[0].condition
    except (UnsupportedTextError, Stop):
        return None
    finally:
        discourse.restore(state)


def about_introduced(
    found: list[Clause], only_if: str, discourse: Discourse, sentence: str
) -> list[Clause]:  # fmt: skip
    """Return the clauses about what an instruction with the condition `only_if` introduced, with that condition.

    "If this spell was kicked, untap all Forests put onto the battlefield this way. They become ..."
    """
    if not only_if or not _ABOUT_INTRODUCED.match(sentence) or any(clause.condition is not None for clause in found):
        return found
    condition = None if only_if in ("you do", "you don't") else _asked(only_if, discourse)
    if not isinstance(condition, GameFact):  # "if it's a creature card": without it, there is nothing that "it" names
        return found
    return [msgspec.structs.replace(clause.marked("replaced if"), condition=condition) for clause in found]


def of_rival(found: list[Clause], before: str) -> list[Clause]:
    """Return the clauses with "an opponent" for a player whom the sentences before introduce as an opponent.

    "Choose one of your opponents. That player gains control of ..."
    """
    named = [words[0] for words in _A_PLAYER.finditer(before)]
    if not named or not _RIVAL.fullmatch(named[-1]):
        return found

    def meant(operation: Operation) -> Operation:
        own = isinstance(operation, GainControl) and operation.who == "that player" and _THEY.match(operation.word)
        return msgspec.structs.replace(operation, who="an opponent") if own else operation

    return [msgspec.structs.replace(each, operations=tuple(map(meant, each.operations))) for each in found]


def unless(last: list[Clause], said: str, discourse: Discourse, sentence: str) -> list[Clause]:
    """Return the previous clauses, limited to cases in which an "instead" instruction does not replace them.

    Raises:
        UnsupportedTextError: the condition is not understood.
    """
    return replaced(last, _asked(said, discourse) if said else None, sentence)


def instead_of_both(found: list[Clause], bare: str) -> bool:
    """Return whether a sentence that combines an instruction and clauses replaces the previous sentence."""
    marked = any(clause.relation in ("instead", "otherwise") for clause in found)
    return bool(found) and not marked and bool(REPLACES.search(bare)) and "would" not in bare


def clauses_of_actions(
    sentence: str, discourse: Discourse, read: Callable[[str, Discourse], list[Clause]]
) -> tuple[list[Clause], bool]:
    """Return the clauses of the keyword actions in a sentence.

    Also return whether the sentence begins with a keyword action. The clauses have the form "action", because their
    wording does not occur in the text.

    Args:
        sentence: the sentence.
        discourse: the antecedents; a target of the action is added.
        read: the function that reads the effect of an action.
    """
    found: list[Clause] = []
    first = False
    for action, text, begins in actions_in(sentence):
        it = discourse.it
        if action.object:
            discourse.it = ChosenObject(action.object)
        clauses = read(text, discourse)
        discourse.it = it if action.object else clauses[-1].selector
        said = _CONDITION.match(sentence)
        condition = GameFact(said[1]) if said else None
        for clause in clauses:
            chosen = ChosenObject(action.object) if action.object else clause.selector
            found.append(msgspec.structs.replace(clause, selector=chosen, condition=condition, form="action"))
        first = first or begins
    return found, first


# --- What an instruction introduces ---


def new_discourse() -> Discourse:
    """Return the initial state for reading the text of a resolving spell or ability."""
    return Discourse(inner_abilities, default=0)


def unquoted(sentence: str) -> str:
    """Return a sentence without its quotations."""
    return re.sub(r'"[^"]*"', "", sentence)


def note_targets(sentence: str, discourse: Discourse, it: bool = True) -> None:
    """Record the targets and the antecedent that a sentence introduces, ignoring its effects.

    Raises:
        UnsupportedTextError: the sentence has too many targets, or describes one that is not clear.
    """
    bare = unquoted(sentence)
    discourse.unexplained = False
    if it and (put := _COUNTERS_ON.search(bare)):
        _note_group("choose", put[1], discourse)
        if discourse.about is not None:
            return
    if it and MAKES_TOKEN.search(bare):
        note_targets(bare, discourse, it=False)
        discourse.it = ChosenObject("it")  # the event names the tokens
        return
    named = _QUANTIFIED.findall(bare)
    if it and (both := _AND_OTHERS.match(bare)) and _note_both(both[1], discourse):
        return
    if not named:
        if it:
            _note_without_target(bare, discourse)
        return
    if len(named) > _MOST_TARGETS:
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    many = bare.startswith("For each ") or bool(_MANY.match(named[0].strip()))
    groups = [group_of(bare, found.start(1), discourse.it) for found in _TARGETED.finditer(bare)]
    groups = [_of_event(group, bare, discourse, len(named)) for group in groups]
    if it and _COMES.search(bare):
        discourse.it = ChosenObject("it")  # the event names the object that the target has become (400.7)
    elif it:
        group = groups[0] if groups and len(named) == 1 else None
        discourse.it = Target(discourse.targets, group, _quantity(bare), many)
    discourse.named_many = many
    for place, (found, group) in enumerate(zip(_TARGETED.finditer(bare), groups, strict=True), start=discourse.targets):
        discourse.named.append((place, found[1]))
        discourse.groups[place] = group
        if named[place - discourse.targets].startswith("up to "):
            discourse.optional.append(Target(place, group, f"{named[place - discourse.targets]}target"))
    discourse.targets = max(discourse.targets + len(named), (discourse.event_place or 0) + 1)
    if many or any(_MANY.match(words.strip()) for words in named):  # 601.2c
        discourse.open_ended = True


def _quantity(bare: str) -> str:
    """Return the words that count the first targets of an instruction, such as "any number of target" (601.2c)."""
    found = _QUANTITY.search(bare)
    return re.sub(r"\bx\b", "X", found[0].strip().lower()) if found else "target"


def _note_both(words: str, discourse: Discourse) -> bool:
    """Record the target and the group of "untap target creature and each other creature ..."."""
    state = discourse.state()
    with suppress(UnsupportedTextError, Stop):
        found = read_sentence(f"{capital(words)} are white.", discourse)[0].selector
        if isinstance(found, Together):
            discourse.it = discourse.about = found
            return True
    discourse.restore(state)
    return False


def _of_event(group: Group | None, bare: str, discourse: Discourse, targets: int) -> Group | None:
    """Return the group of a target, in which "it" and "another player" mean what the trigger condition names.

    "Whenever a creature enters, its controller chooses target creature another player controls that shares ... with it"

    Raises:
        UnsupportedTextError: another player than the one who chooses, who is not known.
    """
    if group is None:
        return None
    place = discourse.targets + targets if discourse.event_place is None else discourse.event_place
    it = Target(place, word="it")

    def meant(node: Node) -> Node:
        if isinstance(node, ControlledBy) and node.word == "another player controls" and " chooses " in bare:
            if not bare.startswith("Its controller chooses "):
                raise UnsupportedTextError(bare, (0, len(bare)))
            return ControlledBy(ControllerOf(it), negated=True, word=node.word)
        return it if isinstance(node, Target) else node

    found = group.rewrite(meant)
    if it in found.walk():
        discourse.event_place = place
    return found


def group_of(bare: str, start: int, it: Selector | None = None) -> Group | None:
    """Return the group that the noun phrase at an offset describes, if it is understood."""
    after = bare.find(" target ", start)  # a noun phrase contains no other target
    limit = after if after >= 0 else len(bare)
    places = (found.start() for found in _ENDS_TARGET.finditer(bare, start))
    ends = islice(takewhile(lambda place: place <= limit, places), 6)
    for end in reversed(list(dict.fromkeys(ends))):
        found = _target_called(bare[start:end].removesuffix("."), it if isinstance(it, Itself | Attached) else None)
        if found is not None:
            return found.group
    return None


@lru_cache(maxsize=4096)  # the noun phrases of a sentence are read for each of its parts
def _target_called(noun: str, it: Selector | None) -> Target | None:
    noun = re.sub(r" from (?=(?:a|your) graveyard$)", " in ", noun)
    discourse = new_discourse()
    discourse.it = it
    with suppress(UnsupportedTextError, Stop):
        found = read_sentence(f"Target {noun} becomes white.", discourse)[0].selector
        return found if isinstance(found, Target) else None
    return None


def _note_without_target(bare: str, discourse: Discourse) -> None:
    if _IN_TURN.search(bare):
        discourse.it = ChosenObject()  # the event names the objects, in the order in which they are chosen
        return
    if isinstance(discourse.it, Itself) and (_SHOWS.search(bare) or _MARKS_THAT.search(bare)):
        discourse.it = None  # "exile the top card of your library. If it's a creature card": the event names the card
        return
    if isinstance(discourse.it, Itself) and _COME.search(bare):
        discourse.returned = True
    if isinstance(discourse.it, Target) and _COME.search(bare):
        discourse.it = ChosenObject("it")  # the event names the object that the target has become (400.7)
    elif one := acted_on(bare):
        discourse.it = one
    elif _THEN_COMES.search(bare):
        discourse.it = ChosenObject("it")  # "destroy all creatures, then return a creature card to the battlefield"
    elif found := _OF_GROUP.match(bare):
        _note_group(found[1].lower(), found[2], discourse)
    elif (counted := _COUNTED.search(bare)) and discourse.it is None:
        _note_group("choose", counted[1], discourse)
    elif _moved_another(bare, discourse):
        discourse.it = None  # the event names that object (400.7)
    elif (found := _CHOOSE.match(bare)) and not _NO_OBJECT.match(found["what"]):
        group = None if found["another"] else group_of(bare.replace(" they control", ""), found.start("what"))
        if group is not None and found["theirs"]:
            group = Group((*group.filters, ControlledBy("target player")), group.quantifier)
        discourse.it = ChosenObject(group=group)


def acted_on(bare: str) -> Itself | Attached | None:
    """Return the object that an instruction acts on, if it is the source or the object with the source attached."""
    found = list(_ACTS_ON.finditer(bare))
    if not found or _OTHER_OBJECT.search(bare):
        return None
    attached = found[-1]["attached"]
    return Attached(attached) if attached else Itself("it")


def _moved_another(bare: str, discourse: Discourse) -> bool:
    """Return whether an instruction changes the antecedent of "it"."""
    if isinstance(discourse.it, Target):
        return bool(_OTHER_ENTERS.search(bare)) and discourse.it.index != discourse.event_place
    if isinstance(discourse.it, ChosenObject | None):
        return False
    return bool(_ENTERS.search(bare) or _OTHER_AWAY.search(bare) or _ITSELF_AWAY.search(bare))


def _note_group(verb: str, words: str, discourse: Discourse) -> None:
    if verb in ("return", "put") and re.search(r" (?:to|onto) the battlefield", words):
        discourse.it = ChosenObject("they")  # the event names the new objects (400.7)
        return
    discourse.it, discourse.unexplained = None, True
    if verb not in ("untap", "tap", "choose"):
        return  # an object that leaves the battlefield becomes a new object (400.7)
    for is_ in ("are", "is"):
        with suppress(UnsupportedTextError, Stop, IndexError):
            group = read_sentence(f"{capital(words)} {is_} white.", new_discourse())[0].selector
            if isinstance(group, Group | Together):
                discourse.it = discourse.about = group
            return
