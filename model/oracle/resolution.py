"""What a spell or ability does to characteristics as it resolves, from its text (611.2)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeVar

import msgspec

from ..ability import Ability, Clause, Kept, Keyword, Resolution
from ..copying import BecomeCopy
from ..cost import ChangeCost
from ..errors import UnsupportedTextError
from ..further_operation import DontCopy, KeepThis, RuleText
from ..further_selector import ChosenObject
from ..node import Node
from ..operation import Gain, Operation, SetName, SetPT
from ..selector import Attached, Group, Itself, Same, Selector, Target
from ..text_operation import ExchangeText
from . import amounts, complement, forms
from .builder import Builder
from .normalise import abilities_of, normalise, sentences
from .nouns import Stop
from .parser import parse
from .printer import finished
from .reader import check, drawn, inner_abilities, keyword_line, read_sentence, still_of, still_said

AnyNode = TypeVar("AnyNode", bound=Node)

_LABEL = re.compile(r"^[A-Z][\w'!?,-]*(?: [\w'!?,-]+){0,5} — (?=[A-Z~{+−\[\d])")
_LEAD = re.compile(r"^(?:If you do, |When you do, |Then,? |If you don't, )")
_MAY = re.compile(r"^[Yy]ou may (?=(?:gain|exchange) control of )")  # what it says is told to have happened
_THREE = re.compile(
    r"^(.*\bgain control of [^,\"]+), untap (?:that \w+|it|them), and ((?:it|they|that \w+) gains? [^\"]+)$",
    re.IGNORECASE,
)
_COPY = re.compile(
    r"(?:You may have )?(?:~|[Tt]his \w+) enters? (?:tapped )?as a copy of [^.,\"]*?(?:, except (?P<but>.+?))?\.?|"
    r"As (?:~|this \w+) enters, you may have it become a copy of [^.,\"]*?(?: until (?P<until>end of turn))?"
    r"(?:, except (?P<then>.+?))?\.?"
)
_COPY_CHOSEN = re.compile(
    r"As (?:~|this \w+) enters(?: or is turned face up)?, you may choose [^.,\"]*\. If you do,"
    r"(?: until (?P<until>(?:~|this \w+) is turned face down),)? it becomes a copy of that \w+"
    r"(?:, except (?P<but>.+?))?\.?"
)
_CHOICE = re.compile(
    r"As (?:~|this \w+) (?:enters(?: or is turned face up)?|is turned face up), (?:it|~) becomes"
    r" your choice of (.+)\.$"
)
_SWAP = re.compile(
    r"As (?:~|this \w+) enters, you may exchange (?:his|her|its|their) text box and another creature's\.$"
)
_JOINED = re.compile(
    r"^([A-Z][^\"]+?),? (?:and|then) ((?:gain control of (?:it|them|that \w+)|(?:it|they|that \w+|those \w+) "
    r"(?:gains?|gets?|becomes?|loses?|has|have|is|are))\b.*)$"
)
_OF_GROUP = re.compile(
    r"(?:Then |you )?(destroy|exile|return|sacrifice|untap|tap|choose) ((?:all|each) [^.]+)\.?$", re.IGNORECASE
)
_NO_OBJECT = re.compile(r"(?:[\w-]+ )*(?:type|color|name|number|word|player|opponent|counter|mode|letter)\b")
_CREWED = "~ becomes an artifact creature until end of turn."  # 702.122a
_BARRED = re.compile(r"The new \w+ type can't be (\w+)\.$")
_HE = re.compile(r"\b(?:his|her)\b(?= name| other)|\b(?:he|she)\b(?='s | has | is )")
_CHAPTER = re.compile(r"^(?:[IVX]+(?:, [IVX]+)*|\d+\+?) — ")


def read_resolution(text: str, name: str = "", this: tuple[Ability, ...] = ()) -> Resolution:
    """Return the continuous effects that a text makes as it resolves.

    Args:
        text: a spell's text, or an ability with or without its cost or trigger.
        name: the name of the card, ``~`` in what is returned.
        this: what "this ability" is, for the exceptions of a copy effect.

    Raises:
        UnsupportedTextError: a sentence that is neither understood nor known to make no such effect.
    """
    return named(_read(normalise(text, name), this), name)


def named(node: AnyNode, name: str) -> AnyNode:
    """Return a tree in which an object that is given its own name is given `name`."""
    if not name:
        return node
    return node.rewrite(lambda inner: SetName(name) if inner == SetName("~") else inner)


@lru_cache(maxsize=4096)
def _read(text: str, this: tuple[Ability, ...]) -> Resolution:
    lines = abilities_of(text)
    clauses: list[Clause] = []
    modes: list[tuple[Clause, ...]] = []
    kept = False
    builder = new_builder()
    for line in lines:
        if keywords := keyword_line(line):
            if any(isinstance(ability, Keyword) and ability.name == "Crew" for ability in keywords):
                clauses += _read(_CREWED, ()).clauses
            kept = True
            continue
        if found := _CHOICE.match(line):
            modes.extend(_choices(found[1], line))
            continue
        if copying := _entering_copy(line, this):
            clauses.append(copying)
            kept = True
            continue
        if _SWAP.match(line):
            other = ChosenObject("another creature")
            clauses.append(Clause(Itself(), (ExchangeText(other, word=line.removesuffix(".")),), form="whole"))
            clauses.append(Clause(other, (ExchangeText(Itself(), shown=False),), form="silent"))
            continue
        if forms.ENTERING.match(line):
            kept = True
            continue
        head, effect = split_effect(line)
        builder.it = _subject_of(head) or builder.it
        first, *bullets = effect.split("\n")
        if bullets:
            intro = [sentence for sentence in sentences(first) if not re.match(r"(?:.*, )?[Cc]hoose ", sentence)]
            kept = bool(intro)
            for bullet in bullets:
                mode_builder = new_builder()
                mode_builder.it = builder.it
                found_clauses, _ = _sentences(_bullet(bullet), mode_builder, this)
                modes.append(tuple(drawn(found_clauses)))
            kept = True
            continue
        more, rest = _sentences(effect, builder, this)
        clauses += more
        kept = kept or rest
    return Resolution(tuple(drawn(clauses)), tuple(modes), text if kept or modes else "")


def _entering_copy(line: str, this: tuple[Ability, ...]) -> Clause | None:
    """Return what a line does by which an object may enter as a copy (707.5, 707.9); None for another line.

    Raises:
        UnsupportedTextError: an exception, or what is done besides, is not understood.
    """
    bare = _LABEL.sub("", line)
    first, *more = sentences(bare)
    if chosen := _COPY_CHOSEN.fullmatch(bare):
        but, until, more = chosen["but"], chosen["until"], []
    elif found := _COPY.fullmatch(first):
        but, until = found["but"] or found["then"], found["until"]
    else:
        return None
    if besides := next((each for each in more if but and not forms.is_instruction(_LEAD.sub("", each))), None):
        raise UnsupportedTextError(line, (line.find(besides), line.find(besides) + len(besides)))
    exceptions = read_exceptions(but, this=this) if but else ()
    return Clause(Itself(), (BecomeCopy(Target(), exceptions, "enters as"),), duration=until or "")


def new_builder() -> Builder:
    """Return a builder for a resolving effect, where a pronoun may mean an object that the event tells."""
    return Builder(inner_abilities, default=0)


def resolution_of(ability: Ability, name: str = "") -> Resolution:
    """Return what an ability does as it resolves: what is stored with it, or what its text says.

    Raises:
        UnsupportedTextError: as `read_resolution`.
    """
    if isinstance(ability, Keyword) and ability.name == "Crew":
        return _read(_CREWED, ())
    if not isinstance(ability, Kept):
        return Resolution()
    if ability.resolution is not None:
        return ability.resolution
    return read_resolution(ability.text, name, (Kept(ability.form, ability.text),))


def split_effect(line: str) -> tuple[str, str]:
    """Return what goes before an effect (its cost, trigger or label) and the effect."""
    line = _CHAPTER.sub("", line.lstrip("• "))
    label = _LABEL.match(line)
    start = label.end() if label else 0
    rest = line[start:]
    if found := forms.LOYALTY.match(rest):
        return rest[: found.end()], rest[found.end() :]
    if (end := forms.cost_end(rest)) >= 0:
        cost, effect = rest[:end], rest[end + 1 :].strip()
        return cost, effect
    if forms.TRIGGER.match(rest):
        return _trigger(rest)
    return "", rest


def cost_of(ability: Kept) -> str:
    """Return what stands before the colon of an activated ability, as printed; nothing for one of another form."""
    if ability.form not in ("activated", "loyalty"):
        return ""
    head, _ = split_effect(ability.text)
    return head.strip().removesuffix(":")


def _trigger(line: str) -> tuple[str, str]:
    """Return a trigger condition and what follows it: the first comma after which an effect can be read."""
    end = len(sentences(line)[0])
    commas = (found.start() for found in re.finditer(r", ", line[:end]))
    places = [place for place in commas if line[:place].count('"') % 2 == 0]
    for place in places:
        effect = line[place + 2 :]
        if place != places[0] and forms.changes(line[places[0] : place]):
            break
        first = sentences(effect)[0].split("\n")[0]
        first = first[:1].upper() + first[1:]
        if first.lower().startswith(("choose one", "choose up to", "choose two")):
            return line[:place], effect
        if first.startswith("If ") and ", " in first and not first.startswith("If you do"):
            # An intervening condition (603.4) is for the timeline to know.
            found = _trigger("When " + first)
            if found[1]:
                return f"{line[:place]}, {first.split(', ')[0].replace('If', 'if', 1)}", effect[first.index(", ") + 2 :]
        try:
            _sentences(first, new_builder(), ())
        except UnsupportedTextError:
            continue
        return line[:place], effect
    return (line[: places[0]], line[places[0] + 2 :]) if places else ("", line)


def _subject_of(head: str) -> Selector | None:
    """Return what "it" means after a trigger condition, or a cost, that speaks of one object."""
    if re.match(r"(?:When|Whenever) (?:~|this \w+)(?! or )", head) or re.search(r", if (?:~|this \w+)(?: |'s)", head):
        return Itself()
    if found := re.match(r"(?:When|Whenever) ((?:enchanted|equipped) \w+)", head):
        return Attached(found[1])
    if re.search(r"(?:~|this \w+)$", head) and not head.startswith("When"):
        return Itself()
    return None


def _bullet(line: str) -> str:
    text = line.lstrip("• ").strip()
    return _LABEL.sub("", re.sub(r"^(?:\{[^}]+\}|\+)+ — ", "", text))


def _sentences(text: str, builder: Builder, this: tuple[Ability, ...]) -> tuple[list[Clause], bool]:
    """Return the clauses of a text's sentences, and whether a sentence makes none."""
    clauses: list[Clause] = []
    kept = False
    for sentence in map(forms.capital, sentences(text)):
        found = _one(sentence, builder, this, clauses)
        if found is None:
            kept = True
            note_targets(sentence, builder)
            if clauses and (barred := _BARRED.match(sentence)):
                clauses[-1] = msgspec.structs.replace(clauses[-1], form=f"{clauses[-1].form} but:{barred[1]}".strip())
            if chosen := re.search(r"[Cc]hoose an? (basic land type|creature type|land type|color)\b", sentence):
                builder.type_word = chosen[1].replace(" ", "_")
        else:
            clauses += _grouped(found, clauses, builder, sentence)
    return clauses, kept


def _one(sentence: str, builder: Builder, this: tuple[Ability, ...], before: list[Clause]) -> list[Clause] | None:
    sentence = _usual(sentence)
    if (type := still_of(sentence)) and before:
        still_said(before, type, sentence)
        return []
    joined = _JOINED.match(sentence)
    if joined and forms.is_instruction(_LEAD.sub("", joined[1]) + "."):
        note_targets(joined[1], builder)
        return _one(joined[2][:1].upper() + joined[2][1:], builder, this, before)
    if three := _THREE.match(sentence):
        first = _one(three[1] + ".", builder, this, before) or []
        return first + (_one(forms.capital(three[2]), builder, this, [*before, *first]) or [])
    bare = _MAY.sub("", _LEAD.sub("", sentence))
    bare = bare[:1].upper() + bare[1:]
    copied, _, exceptions = bare.partition(", except ")
    state = (builder.it, builder.targets)
    try:
        if exceptions:
            clauses = read_sentence(copied + ".", builder)
            operations = read_exceptions(exceptions, this=this)
            return [_with_exceptions(clause, operations, sentence) for clause in clauses]
        clauses = read_sentence(bare, builder)
        check(bare, " ".join(finished(clauses)))
    except (UnsupportedTextError, Stop) as error:
        builder.it, builder.targets = state
        if forms.is_instruction(bare):
            return None
        if divided := _divided(bare, builder):
            return divided
        builder.it, builder.targets = state
        if isinstance(error, Stop):
            raise UnsupportedTextError(sentence, (0, len(sentence))) from None
        raise
    if all(isinstance(operation, RuleText | ChangeCost) for clause in clauses for operation in clause.operations):
        return None
    return clauses


def _usual(sentence: str) -> str:
    """Return a sentence as cards word it: "It's" for "It is", "That creature" for "The creature"."""
    sentence = re.sub(r"^(It|He|She) is ", r"\1's ", re.sub(r"^They are ", "They're ", sentence))
    return re.sub(r"^The (?=(?:creature|permanent) (?:is|isn't|gets|gains|has|becomes|loses) )", "That ", sentence)


def _divided(sentence: str, builder: Builder) -> list[Clause]:
    """Return the clauses of a sentence that ends with an instruction: "..., then scry 1.", "... and draw a card."."""
    state = (builder.it, builder.targets)
    for joint in reversed(list(re.finditer(r",? (?:then|and(?: then)?) ", sentence))):
        left, right = sentence[: joint.start()], sentence[joint.end() :]
        if left.count('"') % 2 or not forms.is_instruction(right[:1].upper() + right[1:]):
            continue
        try:
            clauses = read_sentence(left + ".", builder)
            check(left + ".", " ".join(finished(clauses)))
        except (UnsupportedTextError, Stop):
            builder.it, builder.targets = state
            continue
        note_targets(right, builder, it=False)
        return clauses
    return []


def _with_exceptions(clause: Clause, exceptions: tuple[Operation, ...], sentence: str) -> Clause:
    operations = tuple(
        msgspec.structs.replace(operation, exceptions=exceptions) if isinstance(operation, BecomeCopy) else operation
        for operation in clause.operations
    )
    if operations == clause.operations and exceptions:
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    return msgspec.structs.replace(clause, operations=operations)


def note_targets(sentence: str, builder: Builder, it: bool = True) -> None:
    """Let a sentence that makes no effect name targets, and what a later "it" means."""
    bare = re.sub(r'"[^"]*"', "", sentence)
    builder.unexplained = False
    named = re.findall(
        r"((?:up to \w+ |any number of |another |other |\w+ )?)(?:other )?target (?!player"
        r"|opponent)",
        bare,
    )
    if not named:
        if it and (found := _OF_GROUP.match(bare)):
            _note_group(found[1].lower(), found[2], builder)
        elif (
            it
            and (found := re.match(r"(?:Then )?[Cc]hoose an?(?:other)? ([^.]*)", bare))
            and not _NO_OBJECT.match(found[1])
        ):
            builder.it = ChosenObject()
        return
    many = bool(re.match(r"(?:up to )?(?:two|three|four|five|X|any number)", named[0].strip()))
    if it:
        builder.it = Target(builder.targets, None, "target", many)
    builder.targets += len(named)


def _note_group(verb: str, words: str, builder: Builder) -> None:
    """Let a later "they" mean the group that an instruction is about, or nothing where that cannot be told."""
    builder.it, builder.unexplained = None, True
    if verb not in ("untap", "tap", "choose"):
        return  # what has left the battlefield is another object (400.7)
    try:
        group = read_sentence(forms.capital(words) + " are white.", new_builder())[0].selector
    except (UnsupportedTextError, Stop, IndexError):
        try:
            group = read_sentence(forms.capital(words) + " is white.", new_builder())[0].selector
        except (UnsupportedTextError, Stop, IndexError):
            return
    if isinstance(group, Group):
        builder.it = builder.about = group


def _grouped(clauses: list[Clause], before: list[Clause], builder: Builder, sentence: str) -> list[Clause]:
    """Return the clauses with the first "them" after an instruction about a group as that group."""
    group = builder.about
    for place, clause in enumerate(clauses):
        if not isinstance(clause.selector, Same) or group is None:
            continue
        last = clauses[place - 1] if place else (before[-1] if before else None)
        if last is None:
            clauses = [msgspec.structs.replace(clause, selector=group), *clauses[1:]]
        elif last.selector != group and not isinstance(last.selector, Same):
            raise UnsupportedTextError(sentence, (0, len(sentence)))
    return clauses


def _choices(text: str, line: str) -> list[tuple[Clause, ...]]:
    """Return one mode for each alternative of "becomes your choice of a 3/3 creature or a 2/2 creature"."""
    found: list[tuple[Clause, ...]] = []
    for option in re.split(r", or |, | or (?=\d|an? )", text):
        if size := re.fullmatch(r"(\d+)/(\d+)", option):
            change: Operation = SetPT(amounts.plain_number(size[1]), amounts.plain_number(size[2]))
        else:
            tree = parse(option, "complement")
            try:
                parts, given = new_builder().complement_parts(tree)
                change = complement.read(parts, "becomes", "creature_type", given)
            except Stop:
                raise UnsupportedTextError(line, (line.find(option), line.find(option) + len(option))) from None
        found.append((Clause(Itself("it"), (change,)),))
    return found


def read_exceptions(text: str, name: str = "", this: tuple[Ability, ...] = ()) -> tuple[Operation, ...]:
    """Return the exceptions of a copy effect as operations (707.9).

    Raises:
        UnsupportedTextError: an exception that is not understood.
    """
    text = normalise(text, name).removesuffix(".")
    found: list[Operation] = []
    for piece in _pieces(text):
        found.extend(_exception(piece.strip(), this))
    return tuple(found)


def _outside_quotes(words: re.Pattern[str], text: str) -> str:
    """Return a text with "its name" for "his name" and "it's" for "she's", quotations as they are."""
    parts = text.split('"')
    return '"'.join(part if place % 2 else words.sub(_neuter, part) for place, part in enumerate(parts))


def _neuter(found: re.Match[str]) -> str:
    return "its" if found[0] in ("his", "her") else "it"


def _pieces(text: str) -> list[str]:
    text = _outside_quotes(_HE, text)
    cut = re.compile(r",? and (?=it |it's |its |has |is )|, (?=it |it's |its )")
    places, start = [], 0
    for found in cut.finditer(text):
        if text[: found.start()].count('"') % 2 == 0:
            places.append(text[start : found.start()])
            start = found.end()
    return [*places, text[start:]]


def _exception(piece: str, this: tuple[Ability, ...]) -> tuple[Operation, ...]:
    if found := re.fullmatch(r"it doesn't copy (that \w+'s) (color)", piece):
        return (DontCopy(word=found[1]),)
    if piece in ("it has this ability", "has this ability"):
        return (Gain(this),) if this else (KeepThis(),)
    if found := re.fullmatch(r"((?:it )?has .+) and this ability", piece):
        return (*_exception(found[1], this), *_exception("it has this ability", this))
    if re.fullmatch(r"it enters with [^\"]+", piece):
        return ()
    if re.match(r"(?:has|is|isn't) ", piece):
        piece = "it " + piece
    sentence = re.sub(r"^its (?=power|toughness)", "it's ", piece)
    if found := re.fullmatch(r"it's (\d+)/(\d+)", piece):
        return (SetPT(amounts.plain_number(found[1]), amounts.plain_number(found[2])),)
    if found := re.fullmatch(r"(?:its|it's) name is (.+)", piece):
        return (SetName(found[1]),)
    builder = Builder(inner_abilities, it=Itself())
    clauses = read_sentence(sentence[:1].upper() + sentence[1:] + ".", builder)
    return tuple(operation for clause in clauses for operation in clause.operations)
