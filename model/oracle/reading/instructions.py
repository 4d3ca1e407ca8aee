"""Functions that read the sentences of a resolving spell or ability."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from ...data.numbers import NUMBERS
from ...effects.ability import TextAbility
from ...effects.copiable import Copiable
from ...effects.filters.combinators import Other
from ...effects.language import Ability, Clause, Operation, Selector
from ...effects.operations.copying import BecomeCopy
from ...effects.operations.costs import ChangeCost
from ...effects.operations.players_and_rules import RuleText
from ...effects.selectors import Attached, ChosenObject, Group, Itself, Same, Target, Together
from ...errors import NotListedError, UnsupportedTextError
from ...rules.vocabulary import capital
from ..recognition import forms
from ..recognition.normalise import sentences
from ..words import Stop
from .copy_exceptions import read_exceptions
from .discourse import Discourse
from .face_down import values_listed
from .follow_ups import REPLACES, clauses_of_actions, instead_of_both, opposite, replaced, replacing, sharing, unless
from .keywords import alternatives
from .lines import add_still, inner_abilities, read_checked, read_sentence, still_of
from .pronouns import is_many
from .repetition import repeated_for

LEAD = re.compile(r"^(?:If you do, |When you do, |When you pay this cost one or more times, |Then,? |If you don't, )")
_THEN = re.compile(r"^Then,? ")
_ELSE = re.compile(r"\bIf you do, [^\"]*\b(?:Otherwise, |If you don't, )")
# If an event records the effect, the player has chosen it.
_MAY = re.compile(r"^[Yy]ou may (?=(?:gain|exchange) control of |switch |double |change the text )")
_THREE = re.compile(
    r"^(.*\bgain control of [^,\"]+), untap (?:that \w+|it|them), and ((?:it|they|that \w+) gains? [^\"]+)$",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"^([A-Z][^\"]+?),? (?:and|then) ((?:gain control of (?:it|them|that \w+)|(?:it|they|that \w+|those \w+) "
    r"(?:gains?|gets?|becomes?|loses?|has|have|is|are))\b.*)$"
)
_OF_GROUP = re.compile(
    r"(?:Then |you )?(destroy|exile|return|put|sacrifice|untap|tap|choose)"
    r" ((?:(?:~|this \w+) and )?(?:all|each) (?!of them)[^.]+)\.?$",
    re.IGNORECASE,
)
_MAKES_TOKEN = re.compile(r"\b[Cc]reates? [^.]*\btokens?\b")
_FACE_DOWN = re.compile(r"\b(?:[Tt]urns? [^.]*|(?:on)?to the battlefield (?:under [^.,]* control )?)\bface down\b")
_TOKEN_HAS = re.compile(
    r"(?:It|They|(?:That|The|Those) tokens?) (?:has|have|is|are) |(?:It's|They're) "
    r"|Its power is equal to [^.\"]+ and its toughness is equal to "
)
_TOKEN_COPY = re.compile(r"\b[Cc]reates? [^\"]*\btokens? that(?:'s a copy| are copies) of [^\"]*, except ")
_COMES = re.compile(
    r"\b(?:[Rr]eturns?|[Pp]uts?) (?:[^.]* )?target [^.]*\b(?:to|onto) the battlefield\b"
    r"|\btarget [^.]*\breturns? (?:it|them|that card|those cards) to the battlefield\b"
)
_COME = re.compile(r"\b(?:[Rr]eturns?|[Pp]uts?) (?:it|them|that card|those cards) (?:on)?to the battlefield\b")
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
_PLAYER = re.compile(r"(?:That|Target|An) (?:player|opponent)")
_FRONT = re.compile(r"(?:If|Unless|As long as|Until|For as long as|During|Otherwise|For each|This turn)\b[^,\"]*, ")
# The effect of such a sentence does not begin now (603.7).
_LATER = re.compile(r"(?:Until your next turn, )?(?:When|Whenever|At|The next time|Once)\b", re.IGNORECASE)
_LASTS = {
    "this turn": "end of turn", "ntil end of turn": "end of turn", "this combat": "end of combat",
    "ntil your next turn": "your next turn",
}  # fmt: skip
_TRIGGERS = re.compile(r"(?:Until (?:end of turn|your next turn), )?(?=(?:When|Whenever|At)\b)", re.IGNORECASE)
_CHOOSE_ABILITY = re.compile(r"(?:Then )?[Cc]hoose ([a-z][\w ,]+? or [\w ]+?)(?: at random)?\.")
_CHOOSE_KIND = re.compile(r"[Cc]hooses? an? (?:nonbasic )?((?:basic land|creature|land|card|permanent) type|color)\b")
_CHOOSE = re.compile(r"(?:Then )?(?:For each [a-z]+ vote, )?[Cc]hoose an?(?:other)? ([^.]*)")
_QUANTIFIED = re.compile(
    r"((?:up to \w+ |any number of |another |other |\w+ )?)(?:other )?target (?!player|opponent|of\b)"
)
_TARGETED = re.compile(r"\btarget (?!player|opponent|of\b)((?:(?! and | or | then )[^.,])+)")
_ENDS_TARGET = re.compile(r"(?=,|\.$|$)| (?=where X|and |with a |instead)")
_FRONT_IF = re.compile(r"(?:Then )?[Ii]f ([^,\"]*), ")
_ENTERS = re.compile(r"\b(?:[Pp]ut|[Rr]eturn)s? [^.]*\b(?:on)?to the battlefield\b")
_OTHER_ENTERS = re.compile(r"\b(?:[Pp]ut|[Rr]eturn)s? (?:an?|one|another) [^.]*\b(?:on)?to the battlefield\b")
_OTHER_AWAY = re.compile(
    r"\b[Cc]asts? (?:an?|the|that|one|any) (?!for\b)"
    r"|\b[Ee]xiles? (?:an?|the|that|one) [^.]*\bcounters? on (?:it|them)\b"
)
_ITSELF_AWAY = re.compile(r"\b[Ee]xile (?:~|it|this \w+) with\b")
_X = re.compile(r"(?<![\w{])[+-]?X\b")
_JOINT = re.compile(r",? (?:then|and(?: then)?) |, (?=untaps? (?:it|them|that \w+)\b)")
_MANY = re.compile(rf"(?:up to )?(?:{'|'.join([*list(NUMBERS)[2:], 'X', 'more', 'many', 'any number'])})\b")
# the cost of an ability granted in the previous sentence
_COST_OF = re.compile(r"The \w+ cost is equal to (?:its|that card's) mana cost\.$")
_BARRED = re.compile(r"The new \w+ type can't be (\w+)\.$")


def new_discourse() -> Discourse:
    """Return the initial state for reading the text of a resolving spell or ability."""
    return Discourse(inner_abilities, default=0)


def read_sentences(
    text: str, discourse: Discourse, this: tuple[Ability, ...], earlier: Sequence[Clause] | None = None
) -> tuple[list[Clause], bool]:
    """Return the clauses of rules text and whether any sentence contains no clause.

    Args:
        text: the sentences.
        discourse: the state before the text, which the function updates.
        this: the abilities to which "this ability" refers.
        earlier: the clauses of previous lines, which the text can replace ("... gets -13/-13 instead"); the result
            begins with them.

    Raises:
        UnsupportedTextError: a sentence is not understood.
    """
    clauses = list(earlier or ())
    # the clauses of the previous sentence, and the number of targets before that sentence
    last, began = (discourse.last, discourse.began) if earlier is not None else ([], discourse.targets)
    said = ""  # the condition of the previous instruction, as in "if you win the flip, draw a card"
    kept = made = down = False
    lead = _THEN if _ELSE.search(text) else LEAD
    for sentence in map(capital, sentences(text)):
        # 111.3: a description of a new token is not an effect.
        described = made and bool(_TOKEN_HAS.match(sentence))
        if described and down:  # 708.2a
            discourse.listed.append(_listed(sentence))
        before = discourse.targets
        acting, first = clauses_of_actions(sentence, discourse, _of_action)
        clauses += acting if first else []
        found = None if described else _one(sentence, discourse, this, clauses, lead)
        if found is None:
            kept = True
            down = bool(_FACE_DOWN.search(_unquoted(sentence))) or (described and down)
            made = described or down or bool(_MAKES_TOKEN.search(_unquoted(sentence)))
            if discourse.targets == before:  # a rule such as "target creature can't be blocked" is read, not noted
                note_targets(_chosen_now(sentence), discourse)
            _note_choice(sentence, clauses, discourse)
            said = front[1] if (front := _FRONT_IF.match(sentence)) else ""
            if last and REPLACES.search(bare := _unquoted(sentence)) and "would" not in bare:
                behind = re.search(r"\binstead if ([^.\"]*)\.$", sentence)
                last = unless(last, behind[1] if behind else said, discourse, sentence)
                clauses[-len(last) :] = last
            elif not _COST_OF.match(sentence):
                last = []
        else:
            found = opposite(
                _contrasted(_grouped(found, clauses, discourse, sentence), clauses), last, said, discourse, sentence
            )
            if last and instead_of_both(found, _unquoted(sentence)):
                clauses[-len(last) :] = replaced(last, found[0].condition, sentence)
            last = found = replacing(sharing(found, began, before, discourse), last, sentence)
            said = ""
            clauses += found
        if acting:
            clauses += [] if first else acting
            last = []
        began = before
    discourse.last, discourse.began = last, began
    return clauses, kept


def _note_choice(sentence: str, clauses: list[Clause], discourse: Discourse) -> None:
    if clauses and (barred := _BARRED.match(sentence)):
        clauses[-1] = clauses[-1].marked(f"but:{barred[1]}")
    if options := _CHOOSE_ABILITY.fullmatch(sentence):
        discourse.options = alternatives(options[1])
    if chosen := _CHOOSE_KIND.search(sentence):
        discourse.type_word = chosen[1].replace("permanent", "card").replace(" ", "_")


def _of_action(text: str, discourse: Discourse) -> list[Clause]:
    return read_sentences(text, discourse, ())[0]


def _listed(sentence: str) -> Copiable:
    # 708.2a
    try:
        return values_listed(read_checked(_usual(sentence), new_discourse()))
    except (NotListedError, Stop) as error:
        raise UnsupportedTextError(sentence, (0, len(sentence))) from error


def _contrasted(clauses: list[Clause], before: list[Clause]) -> list[Clause]:
    """Return the clauses with "other" excluding the objects that were already named.

    "Each other creature becomes a copy of it" excludes the copied object. After "Zombies you control get +2/+1", "other
    creatures" excludes those Zombies.
    """
    group = next((clause.selector for clause in before if isinstance(clause.selector, Group)), None)
    if group is not None and Other() in group.filters:
        group = None
    return [_other_than(clause, group) for clause in clauses]


def _other_than(clause: Clause, group: Selector | None) -> Clause:
    copied = next((op.of for op in clause.operations if isinstance(op, BecomeCopy)), None)
    than = copied if isinstance(copied, Target | ChosenObject) else group
    if than is None or not isinstance(clause.selector, Group) or Other() not in clause.selector.filters:
        return clause
    filters = tuple(Other(than) if filter == Other() else filter for filter in clause.selector.filters)
    return msgspec.structs.replace(clause, selector=msgspec.structs.replace(clause.selector, filters=filters))


def _one(
    sentence: str, discourse: Discourse, this: tuple[Ability, ...], before: list[Clause], lead: re.Pattern[str] = LEAD
) -> list[Clause] | None:
    sentence = _usual(sentence)
    if (type := still_of(sentence)) and before:
        add_still(before, type, sentence)
        return []
    if before and (again := repeated_for(sentence, before[-1])):
        return again
    if (copied := _TOKEN_COPY.search(sentence)) and not forms.touches(sentence[: copied.start()]):
        return None  # 707.2: the exceptions are copiable values of the token
    joined = _JOINED.match(sentence)
    first = capital(lead.sub("", joined[1])) if joined else ""
    if joined and ", except " not in first and not _LATER.match(first) and forms.is_instruction(first + "."):
        note_targets(first, discourse)
        found = _one(_fronted(first, joined[2]), discourse, this, before, lead)
        return _of_itself(found, first) if found else found
    if three := _THREE.match(sentence):
        taken = _one(three[1] + ".", discourse, this, before) or []
        return taken + (_one(_fronted(three[1], three[2]), discourse, this, [*before, *taken]) or [])
    bare = capital(_MAY.sub("", lead.sub("", sentence)))
    head, _, exceptions = bare.partition(", except ")
    state = discourse.state()
    try:
        if exceptions:
            clauses = read_checked(head + ".", discourse)
            operations = read_exceptions(exceptions, this=this)
            return [_with_exceptions(clause, operations, sentence) for clause in clauses]
        clauses = read_checked(bare, discourse)
    except (UnsupportedTextError, Stop) as error:
        discourse.restore(state)
        if forms.is_instruction(bare):
            return None
        if delayed := _delayed(sentence):
            discourse.delayed.append(delayed)
            return None
        if divided := _divided(bare, discourse):
            return divided
        discourse.restore(state)
        if after := _after_instruction(bare, discourse, this, before):
            return after
        discourse.restore(state)
        if isinstance(error, Stop):
            raise UnsupportedTextError(sentence, (0, len(sentence))) from None
        raise
    if all(isinstance(operation, RuleText | ChangeCost) for clause in clauses for operation in clause.operations):
        return None
    return clauses


def _delayed(sentence: str) -> TextAbility | None:
    """Return the delayed triggered ability that a sentence creates (603.7), if its effect is understood."""
    from .prefixes import split_effect
    from .resolving import read_resolution

    found = None if LEAD.match(sentence) else _TRIGGERS.match(sentence)
    if found is None:
        return None
    text = capital(sentence[found.end() :])
    try:
        understood = bool(split_effect(text)[0]) and bool(read_resolution(text).clauses)
    except UnsupportedTextError:
        return None
    return delayed_ability(text, found[0]) if understood else None


def delayed_ability(text: str, until: str = "") -> TextAbility:
    """Return a delayed triggered ability with the duration that its text states (603.7b)."""
    condition = f"{until}{text.partition(', ')[0]}"
    lasts = next((end for words, end in _LASTS.items() if words in condition), "")
    return TextAbility("triggered", text, lasts=lasts)


def _chosen_now(sentence: str) -> str:
    # 603.7: the targets of a delayed triggered ability are chosen when it triggers.
    delayed = not LEAD.match(sentence) and _TRIGGERS.match(sentence)
    return sentence.split(", ", maxsplit=1)[0] if delayed else sentence


def _of_itself(clauses: list[Clause], first: str) -> list[Clause]:
    # "untap this creature and it gains haste"
    front = _FRONT.match(first)
    if front is None or not isinstance(_acted_on(first[front.end() :]), Itself):
        return clauses
    return [
        msgspec.structs.replace(clause, selector=Itself("it")) if clause.selector == Target(word="it") else clause
        for clause in clauses
    ]


def _fronted(first: str, second: str) -> str:
    """Return the second half of a sentence whose condition applies to both halves.

    In "If ..., untap it and it gains haste", the condition comes first. An "instead" in the first half applies to the
    whole sentence.
    """
    front = _FRONT.match(first)
    if REPLACES.search(_unquoted(first)) and second.endswith(".") and not REPLACES.search(second):
        second = second.removesuffix(".") + " instead."
    return f"{front[0]}{second}" if front else capital(second)


def _unquoted(sentence: str) -> str:
    return re.sub(r'"[^"]*"', "", sentence)


def _usual(sentence: str) -> str:
    sentence = re.sub(r"^(It|He|She) is ", r"\1's ", re.sub(r"^They are ", "They're ", sentence))
    the = r"(The|(?<=, )the) (?=(?:creature|permanent) (?:is|isn't|gets|gains|has|becomes|loses) )"
    return re.sub(the, lambda found: "That " if found[1] == "The" else "that ", sentence)


def _divided(sentence: str, discourse: Discourse) -> list[Clause]:
    # "..., then scry 1"
    state = discourse.state()
    for joint in reversed(list(_JOINT.finditer(sentence))):
        left, right = sentence[: joint.start()], sentence[joint.end() :]
        if left.count('"') % 2 or not forms.is_instruction(capital(right), fragment=True):
            continue
        where = re.search(r", where X is [^.\"]*", right)  # it also defines the X on the left (107.3i)
        try:
            clauses = read_checked(left + (where[0] if where and _X.search(left) else "") + ".", discourse)
        except (UnsupportedTextError, Stop):
            discourse.restore(state)
            continue
        note_targets(right, discourse, it=False)
        return [clause.marked("x-later") for clause in clauses] if where and _X.search(left) else clauses
    return []


def _after_instruction(
    sentence: str, discourse: Discourse, this: tuple[Ability, ...], before: list[Clause]
) -> list[Clause]:  # fmt: skip
    # "Investigate, then target creature ..."
    outermost = discourse.refused is None
    refused = discourse.refused = set() if discourse.refused is None else discourse.refused
    try:
        return _behind(sentence, discourse, this, before, refused)
    finally:
        if outermost:
            discourse.refused = None


def _behind(
    sentence: str, discourse: Discourse, this: tuple[Ability, ...], before: list[Clause], refused: set[Any]
) -> list[Clause]:
    """Return the clauses that follow a conjunction; `refused` collects failed attempts."""
    state = discourse.state()
    for joint in _JOINT.finditer(sentence):
        left, right = sentence[: joint.start()], sentence[joint.end() :]
        if left.count('"') % 2 or not forms.is_instruction(left + ".") or left.startswith("If ") or _LATER.match(left):
            continue
        note_targets(left, discourse)
        right = _fronted(left, right)
        if right.startswith("Gains control of ") and (who := _PLAYER.match(left)):
            right = f"{who[0]} {right[0].lower()}{right[1:]}"
        tried = (right, discourse.state())
        if tried not in refused:
            refused.add(tried)
            with suppress(UnsupportedTextError):
                if found := _one(right, discourse, this, before):
                    return found
        discourse.restore(state)
    return []


def _with_exceptions(clause: Clause, exceptions: tuple[Operation, ...], sentence: str) -> Clause:
    operations = tuple(
        msgspec.structs.replace(operation, exceptions=exceptions) if isinstance(operation, BecomeCopy) else operation
        for operation in clause.operations
    )
    if operations == clause.operations and exceptions:
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    return msgspec.structs.replace(clause, operations=operations)


def note_targets(sentence: str, discourse: Discourse, it: bool = True) -> None:
    """Record the targets and the antecedent that a sentence introduces, ignoring its effects."""
    bare = _unquoted(sentence)
    discourse.unexplained = False
    if it and (put := _COUNTERS_ON.search(bare)):
        _note_group("choose", put[1], discourse)
        if discourse.about is not None:
            return
    if it and _MAKES_TOKEN.search(bare):
        note_targets(bare, discourse, it=False)
        discourse.it = ChosenObject("it")  # the event names the tokens
        return
    named = _QUANTIFIED.findall(bare)
    if not named:
        if it:
            _note_without_target(bare, discourse)
        return
    many = bare.startswith("For each ") or bool(_MANY.match(named[0].strip()))
    if it and _COMES.search(bare):
        discourse.it = ChosenObject("it")  # the event names the object that the target has become (400.7)
    elif it:
        quantity = f"{named[0]}target" if named[0] in ("another ", "up to one ") else "target"
        discourse.it = Target(discourse.targets, _target_group(bare), quantity, many)
    discourse.named_many = many
    for place, words in enumerate(_TARGETED.findall(bare), start=discourse.targets):
        discourse.named.append((place, words))
    discourse.targets += len(named)
    if many or any(_MANY.match(words.strip()) for words in named):  # 601.2c
        discourse.open_ended = True


def _target_group(bare: str) -> Group | None:
    """Return the group of the only target of an instruction, such as "untap target creature", if it is understood."""
    start = re.search(r"\btarget (?!player|opponent|of\b)", bare)
    if start is None or len(_QUANTIFIED.findall(bare)) > 1:
        return None
    ends = [found.start() for found in _ENDS_TARGET.finditer(bare, start.end())][:4]
    for end in dict.fromkeys(ends):
        with suppress(UnsupportedTextError, Stop):
            sentence = f"Target {bare[start.end() : end].removesuffix('.')} becomes white."
            found = read_sentence(sentence, new_discourse())[0].selector
            return found.group if isinstance(found, Target) else None
    return None


def _note_without_target(bare: str, discourse: Discourse) -> None:
    if isinstance(discourse.it, Target) and _COME.search(bare):
        discourse.it = ChosenObject("it")  # the event names the object that the target has become (400.7)
    elif acted_on := _acted_on(bare):
        discourse.it = acted_on
    elif _THEN_COMES.search(bare):
        discourse.it = ChosenObject("it")  # "destroy all creatures, then return a creature card to the battlefield"
    elif found := _OF_GROUP.match(bare):
        _note_group(found[1].lower(), found[2], discourse)
    elif (counted := _COUNTED.search(bare)) and discourse.it is None:
        _note_group("choose", counted[1], discourse)
    elif _moved_another(bare, discourse):
        discourse.it = None  # the event names that object (400.7)
    elif (found := _CHOOSE.match(bare)) and not _NO_OBJECT.match(found[1]):
        discourse.it = ChosenObject()


def _acted_on(bare: str) -> Itself | Attached | None:
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


def _grouped(clauses: list[Clause], before: list[Clause], discourse: Discourse, sentence: str) -> list[Clause]:
    """Replace the first "them" with the group of the previous instruction."""
    group = discourse.about
    for place, clause in enumerate(clauses):
        if not isinstance(clause.selector, Same) or group is None:
            continue
        last = clauses[place - 1] if place else (before[-1] if before else None)
        if last is None and not is_many(clause.selector.word):
            raise UnsupportedTextError(sentence, (0, len(sentence)))  # "it" is not a group
        if last is None:
            clauses = [msgspec.structs.replace(clause, selector=group), *clauses[1:]]
        elif last.selector != group and not isinstance(last.selector, Same):
            raise UnsupportedTextError(sentence, (0, len(sentence)))
    return clauses
