"""Functions that read the sentences of a resolving spell or ability."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from ...effects.ability import Resolution, TextAbility
from ...effects.copiable import Copiable
from ...effects.filters.combinators import Other
from ...effects.language import Ability, Clause, Operation, Selector
from ...effects.operations.copying import BecomeCopy
from ...effects.operations.costs import ChangeCost
from ...effects.operations.players_and_rules import RuleText
from ...effects.selectors import ChosenObject, Group, Itself, Same, Target
from ...errors import NotListedError, UnsupportedTextError
from ...rules.vocabulary import BASIC_LAND_TYPES, capital
from ..printing.sentences import stopped
from ..recognition import forms
from ..recognition.normalise import sentences
from ..recognition.target_rules import is_target_rule, with_target_rule
from ..words import Stop
from .complements import values_listed
from .copy_exceptions import read_exceptions, with_exceptions
from .discourse import Discourse
from .follow_ups import (
    MAKES_TOKEN,
    REPLACES,
    about_introduced,
    acted_on,
    also,
    before_others,
    clauses_of_actions,
    instead_of_both,
    new_discourse,
    note_targets,
    of_rival,
    opposite,
    sharing,
    unless,
    unquoted,
)
from .keywords import alternatives
from .lines import read_checked
from .pronouns import is_many
from .repetition import add_still, repeated_for, replaced, replacing, still_of, takes_both, with_both

LEAD = re.compile(r"^(?:If you do, |When you do, |When you pay this cost one or more times, |Then,? |If you don't, )")
_THEN = re.compile(r"^Then,? ")
_ELSE = re.compile(r"\bIf you do, [^\"]*\b(?:Otherwise, |If you don't, )")
# If an event records the effect, the player has chosen it.
_MAY = re.compile(r"^[Yy]ou may (?=(?:gain|exchange) control of |switch |double |change the text )")
_THREE = re.compile(
    r"^(.*\bgain control of [^,\"]+), untap (?:that \w+|it|them), and ((?:it|they|that \w+) gains? [^\"]+)$",
    re.IGNORECASE,
)
# "put a +1/+1 counter on that creature, it gains haste until end of turn, and it becomes a Vampire"
_ALSO = re.compile(
    r"^([A-Z][^\",]+), ((?:it|that \w+) (?:gains?|gets|becomes) [^\",]+), and ((?:it|that \w+) (?:gains?|gets"
    r"|becomes) [^\"]+)$"
)
_VILLAINOUS = re.compile(r"(?!For each (?!of them))[^—\"]* faces a villainous choice — (.+), or ([^\"]+)\.")
_AND_WHENEVER = re.compile(r"^([A-Z][^\"]+?), and (whenever you [^\"]+, [^,]*\"[^\"]+\"\.?)$")
_JOINED = re.compile(
    r"^([A-Z][^\"]+?),? (?:and|then) ((?:you have no maximum hand size|until your next turn, your life total"
    r"|an opponent may gain control of|gain"
    r" control of (?:it|them|that \w+)|(?:it|they|that \w+|those \w+|this \w+|~) "
    r"(?:gains?|gets?|becomes?|loses?|has|have|is|are))\b.*)$"
)
_FACE_DOWN = re.compile(r"\b(?:[Tt]urns? [^.]*|(?:on)?to the battlefield (?:under [^.,]* control )?)\bface down\b")
_TOKEN_HAS = re.compile(
    r"(?:It|They|(?:That|The|Those) tokens?) (?:has|have|is|are) |(?:It's|They're) "
    r"|Its power is equal to [^.\"]+ and its toughness is equal to "
)
_LASTING = re.compile(r"\buntil\b|\bthis (?:turn|combat)\b|\bfor as long as\b")
_TOKEN_COPY = re.compile(r"\b[Cc]reates? [^\"]*\btokens? that(?:'s a copy| are copies) of [^\"]*, except ")
_PLAYER = re.compile(r"(?:That|Target|An) (?:player|opponent)|The high bidder")
_FRONT = re.compile(r"(?:If|Unless|As long as|Until|For as long as|During|Otherwise|For each|This turn)\b[^,\"]*, ")
# What such a sentence begins with is not an instruction that is followed now (603.7, 611.3a).
_LATER = re.compile(r"(?:Until your next turn, )?(?:When|Whenever|At|The next time|Once|As long as)\b", re.IGNORECASE)
_LASTS = {
    "this turn": "end of turn", "ntil end of turn": "end of turn", "this combat": "end of combat",
    "ntil your next turn": "your next turn",
}  # fmt: skip
_NEXT_ENTER = re.compile(
    r"The next time one or more [a-z ]+ enter this turn, they enter as copies of the chosen creature\."
)
_NOTHING = re.compile("")
_AT_LAST = re.compile(
    r"(?i)([^\".]*\bgains? control of [^\".]+?) at ((?:the )?(?:beginning of the next end step|end of combat))\."
)
_TRIGGERS = re.compile(
    r"(?:Until (?:end of turn|your next turn), |Unless you pay (?:\{[^}]+\})+, )?(?=(?:When|Whenever|At)\b)",
    re.IGNORECASE,
)
_CHOOSE_ABILITY = re.compile(r"(?:Then )?[Cc]hoose ([a-z][\w ,]+? or [\w ]+?)(?: at random)?\.")
_CHOOSE_KIND = re.compile(r"[Cc]hooses? an? (?:nonbasic )?((?:basic land|creature|land|card|permanent) type|color)\b")
_INTRODUCES = re.compile(
    r"\bchoose (?:one of your opponents|an opponent|a player)\b|, (?:untap|tap|return|put|choose) (?:all|each) "
)
_FRONT_IF = re.compile(r"(?:Then )?[Ii]f ([^,\"]*), ")
_X = re.compile(r"(?<![\w{])[+-]?X\b")
_JOINT = re.compile(r",? (?:then|and(?: then)?) |, (?=untaps? (?:it|them|that \w+)\b)")
# the cost of an ability granted in the previous sentence
_COST_OF = re.compile(r"The \w+ cost is equal to (?:its|that card's) mana cost\.$")
_BARRED = re.compile(r"The new \w+ type can't be (\w+)\.$")
_OF_THAT_TURN = re.compile(r"At the beginning of .* until the end of that turn\.$")  # 603.7: all is delayed
_OTHER_TYPE = re.compile(r"\b[Cc]hoose a (?:creature type other than (\w+)|nonbasic land type)\.")


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
    said = only_if = ""  # the condition of the previous instruction, and that of what this instruction introduces
    kept, made, down, before_it = False, False, False, ""
    lead = _THEN if _ELSE.search(text) else LEAD
    for sentence in map(capital, [text] if _OF_THAT_TURN.match(text) else sentences(text)):
        _note_case(sentence, discourse)
        described = made and _describes_token(sentence)
        if described and down:  # 708.2a
            discourse.listed.append(_listed(sentence))
        before, it = discourse.targets, discourse.it
        acting, first = clauses_of_actions(sentence, discourse, _of_action)
        clauses += acting if first else []
        found = None if described else _one(sentence, discourse, this, clauses, lead)
        if found is None:
            kept = True
            down = bool(_FACE_DOWN.search(unquoted(sentence))) or (described and down)
            made = described or down or bool(MAKES_TOKEN.search(unquoted(sentence)))
            _note_instruction(sentence, clauses, discourse, before)
            said = front[1] if (front := _FRONT_IF.match(sentence)) else ""
            only_if = said if discourse.it != it or _INTRODUCES.search(sentence) else ""
            if last and REPLACES.search(bare := unquoted(sentence)) and "would" not in bare:
                behind = re.search(r"\binstead if ([^.\"]*)\.$", sentence)
                last = unless(last, behind[1] if behind else said, discourse, sentence)
                clauses[-len(last) :] = last
            elif not _COST_OF.match(sentence):
                last = []
        else:
            found = _contrasted(_grouped(of_rival(found, before_it), clauses, discourse, sentence), clauses)
            found = also(opposite(found, last, said, discourse, sentence), last, sentence)
            if last and instead_of_both(found, unquoted(sentence)):
                clauses[-len(last) :] = replaced(last, found[0].condition, sentence)
            found = _as_returned(found, clauses, discourse)
            found = about_introduced(found, only_if, discourse, sentence)
            if last and takes_both(found):
                clauses[-len(last) :], found = with_both(found, last, sentence)
            last = found = replacing(sharing(found, began, before, discourse), last, sentence)
            said, only_if, made = "", "", False
            clauses += found
        clauses += [] if first else acting
        last = [] if acting else last
        began, before_it = before, f"{before_it} {sentence}"
    discourse.last, discourse.began = last, began
    return _barring(text, clauses), kept


def _describes_token(sentence: str) -> bool:
    """Return whether a sentence says what a new token is like (111.3); what has a duration is an effect."""
    return bool(_TOKEN_HAS.match(sentence)) and not _LASTING.search(unquoted(sentence))


def _barring(text: str, clauses: list[Clause]) -> list[Clause]:
    other = _OTHER_TYPE.search(text)
    if other is None:
        return clauses
    mark = " ".join(f"but:{word}" for word in ([other[1]] if other[1] else BASIC_LAND_TYPES))
    return [clause.marked(mark) for clause in clauses]


def _note_case(sentence: str, discourse: Discourse) -> None:
    # "If you're the monarch, ... If you're not the monarch, ...": what the first case makes is not there in the second
    if sentence.startswith("If you're not ") and discourse.case is not None:
        discourse.it = discourse.case
    discourse.case = discourse.it if sentence.startswith("If you're ") else None


def _as_returned(found: list[Clause], before: list[Clause], discourse: Discourse) -> list[Clause]:
    # "Return it to the battlefield. It's an Aura ... ~ loses all other abilities": the object that "it" means (400.7)
    it = before[-1].selector if before else None
    if not discourse.returned or not isinstance(it, Target):
        return found
    own = msgspec.structs.replace(it, word="~")
    return [msgspec.structs.replace(each, selector=own) if each.selector == Itself("~") else each for each in found]


_ATTACHES = re.compile(r"\b[Aa]ttach (?:up to one |any number of )?target [^.]* to ")


def _note_instruction(sentence: str, clauses: list[Clause], discourse: Discourse, before: int) -> None:
    discourse.attaches = bool(_ATTACHES.search(unquoted(sentence)))
    if discourse.targets == before:  # a rule such as "target creature can't be blocked" is read, not noted
        note_targets(_chosen_now(sentence), discourse)
        if more := discourse.targets - before:
            clauses[:] = before_others(clauses, more, sentence)
    _note_choice(sentence, clauses, discourse)


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
    as_printed, sentence = sentence, _usual(sentence)
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
        note_targets(_without_read(first), discourse)
        found = _one(_fronted(first, joined[2]), discourse, this, before, lead)
        return _of_itself(found, first) if found else found
    if (several := _several(sentence, discourse, this, before, lead)) is not None:
        return several or None
    if (permits := _AND_WHENEVER.match(sentence)) and forms.is_instruction(permits[1] + "."):
        sentence = capital(permits[2])
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
            return [with_exceptions(clause, operations, sentence) for clause in clauses]
        clauses = with_target_rule(bare, lambda said: read_checked(said, discourse))
    except (UnsupportedTextError, Stop) as error:
        discourse.restore(state)
        if forms.is_instruction(bare):  # "creatures can't attack, and permanents can't be the targets of spells"
            return (is_target_rule(bare) and _after_instruction(bare, discourse, this, before)) or None
        if delayed := _delayed(as_printed if sentence == _usual(as_printed) else sentence):
            discourse.delayed.append(delayed)
            return None
        if divided := _divided(bare, discourse) or _in_turn(bare, discourse, this, before):
            return divided
        discourse.restore(state)
        if after := _after_instruction(bare, discourse, this, before):
            return after
        discourse.restore(state)
        if isinstance(error, Stop):
            raise UnsupportedTextError(sentence, (0, len(sentence))) from None
        raise
    if all(_is_left_out(operation) for clause in clauses for operation in clause.operations):
        return None
    return clauses


def _is_left_out(operation: Operation) -> bool:
    # Of rules and costs, what resolves keeps only what says what can be a target.
    return isinstance(operation, ChangeCost) or (isinstance(operation, RuleText) and not operation.is_about_targets)


def _several(
    sentence: str, discourse: Discourse, this: tuple[Ability, ...], before: list[Clause], lead: re.Pattern[str]
) -> list[Clause] | None:
    """Return the clauses of a sentence with several parts, each of which is read by itself, or None."""
    villainous = _VILLAINOUS.fullmatch(sentence)
    if villainous and not forms.is_instruction(sentence):  # 701.55a: the event names what the chosen option applies to
        among = discourse.it.group if isinstance(discourse.it, Target) and sentence.startswith("For each of ") else None
        discourse.it = ChosenObject("that creature", among)
        each = [_one(capital(option) + ".", discourse, this, before, lead) or [] for option in villainous.groups()]
        return [clause for clauses in each for clause in clauses]
    if three := _ALSO.match(capital(lead.sub("", sentence))):
        first = three[1]
        if forms.is_instruction(first + "."):
            note_targets(first, discourse)
            taken = _one(capital(three[2]) + ".", discourse, this, before, lead) or []
            return taken + (_one(capital(three[3]), discourse, this, [*before, *taken], lead) or [])
    return None


def _delayed(sentence: str) -> TextAbility | None:
    """Return the delayed triggered ability that a sentence creates (603.7), if its effect is understood."""
    from .prefixes import split_effect
    from .resolving import read_resolution

    found = None if LEAD.match(sentence) else _TRIGGERS.match(sentence)
    if _NEXT_ENTER.fullmatch(sentence):
        copies = BecomeCopy(Target(word="the chosen creature"), word="enters as copies")
        return TextAbility(
            "other", sentence, Resolution((Clause(ChosenObject("they"), (copies,)),)), lasts="end of turn"
        )
    if at := _AT_LAST.fullmatch(sentence):  # "gain control of that creature at end of combat"
        text, found = f"At {at[2].lower()}, {at[1][0].lower()}{at[1][1:]}.", _NOTHING.match("")
    elif found is None:
        return None
    else:
        text = capital(sentence[found.end() :])
    assert found is not None
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
    if front is None or not isinstance(acted_on(first[front.end() :]), Itself):
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
    if REPLACES.search(unquoted(first)) and second.endswith(".") and not REPLACES.search(second):
        second = second.removesuffix(".") + " instead."
    return f"{front[0]}{second}" if front else capital(second)


def _without_read(first: str) -> str:
    """Return the first half of a sentence without a condition whose targets are read with the second half."""
    front = _FRONT.match(first)
    return first[front.end() :] if front is not None and "target " in front[0] else first


def _usual(sentence: str) -> str:
    sentence = re.sub(r"^(It|He|She) is ", r"\1's ", re.sub(r"^They are ", "They're ", sentence))
    sentence = re.sub(r"(?<=\bhalf )the (?=(?:creature|permanent)'s )", "that ", sentence)
    sentence = re.sub(r"(?<=ains control of )the (?=(?:creature|permanent)\.)", "that ", sentence)
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
            whole = left + (where[0] if where and _X.search(left) else "")
            clauses = read_checked(stopped(whole), discourse)
        except (UnsupportedTextError, Stop):
            discourse.restore(state)
            continue
        note_targets(right, discourse, it=False)
        return [clause.marked("x-later") for clause in clauses] if where and _X.search(left) else clauses
    return []


def _in_turn(sentence: str, discourse: Discourse, this: tuple[Ability, ...], before: list[Clause]) -> list[Clause]:
    # "All creatures lose all abilities until end of turn, then each Elf gets +1/+1 until end of turn"
    left, _, right = sentence.partition(", then ")
    if not right or left.count('"') % 2:
        return []
    state = discourse.state()
    with suppress(UnsupportedTextError, Stop):
        first = read_checked(stopped(left), discourse)
        if second := _one(_fronted(left, right), discourse, this, [*before, *first]):
            return [*first, *second]
    discourse.restore(state)
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
        if left.count('"') % 2 or not forms.is_instruction(left + ".") or _LATER.match(left):
            continue
        if left.startswith("If ") and (joint[0] != " and " or not _FRONT.match(left) or " would " in left):
            continue
        note_targets(_without_read(left), discourse)
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


def _grouped(clauses: list[Clause], before: list[Clause], discourse: Discourse, sentence: str) -> list[Clause]:
    """Replace the first "them" with the group of the previous instruction."""
    discourse.group = next((each.selector for each in clauses if isinstance(each.selector, Group)), None)
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
