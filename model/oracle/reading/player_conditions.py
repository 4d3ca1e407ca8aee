"""Functions that read conditions about players and the course of the game, and comparisons of amounts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
from lark import Token, Tree

from ...effects.amounts.arithmetic import Half, Plus
from ...effects.amounts.base import Number
from ...effects.amounts.counting import Count, KindsAmong, MostAlike, NumberOf, Party, PlayerCount, Total
from ...effects.amounts.players import PlayersWho, RecordedNumber
from ...effects.conditions import (
    AtLevel,
    CommonColor,
    Compare,
    Exists,
    GameFact,
    Is,
    IsEven,
    Not,
    OfPlayers,
    ShareColor,
    SharesCommonColor,
    TurnOf,
)
from ...effects.filters.characteristics import OfColor, OfType
from ...effects.filters.comparisons import Extreme
from ...effects.filters.status import Assailing, Batch, Status
from ...effects.filters.whereabouts import ControlledBy, ExiledWith, InZone, OwnedBy
from ...effects.game_questions import question
from ...effects.language import Amount, Condition, Filter
from ...effects.selectors import Attached, ChosenObject, CountedObjects, Group, Itself, Target, Together
from ...effects.view import Comparison
from ...errors import UnsupportedTextError
from ..grammar.parser import parse
from ..printing import amounts
from ..printing import players as whom
from ..printing.conditions import COMPARISONS, PAST
from ..printing.nouns import is_plural
from ..words import Stop
from .amounts import count_of, kind_of
from .conditions import exists, fact_fits, plain_group, read_condition
from .discourse import AMOUNTS, CONDITIONS, FILTERS, Branch, Discourse, groups, reads
from .filters import fitting as filter_of_phrase
from .noun_rows import count
from .nouns import compared_among, nouns
from .players import ask, count_of_player, whose
from .pronouns import only, pronoun

_MORE: Final[Mapping[str, Comparison]] = {"more": "greater than", "fewer": "less than", "less": "less than"}


@reads(CONDITIONS)
def player_has(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    quantity = r"no|an?|(?:exactly |at least )?\w+(?: or \w+)?"
    name, many, what = groups(
        rf"(.+?) (?:has|have) ({quantity}) (life|\{{E\}}|opponents|\w+ counters?|cards? in .+)", token
    )
    who = ask(discourse, name, token)
    number, comparison = count(Token("COUNTQ", "one or greater" if many in ("a", "an") else many))
    if what == "opponents":
        if who != "you":
            raise Stop(token)
        return Compare(PlayersWho("opponents"), comparison, Number(number), "has")
    held = PlayerCount(count_of_player(what, who, token), who, _symbol(what))
    own = re.search(r" in (?:your|their) hand$", what)  # "seven cards in your hand", not "in hand"
    return Compare(held, comparison, Number(number), "has whole" if own else "has")


def _symbol(what: str) -> str:
    return what if what == "{E}" else ""


@reads(CONDITIONS)
def full_party(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "you have a full party" (700.8b)."""
    token = tree.children[0]
    who = ask(discourse, re.sub(r" ha(?:s|ve) a full party$", "", token), token)
    if who not in ("you", "they"):
        raise Stop(token)
    return Compare(Party(who), "exactly", Number(4), "full party")


@reads(CONDITIONS)
def zone_has(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "a library has twenty or fewer cards in it", which asks each player's."""
    zone, many = groups(r"a (\w+) has (.+) cards in it", tree.children[0])
    number, comparison = count(Token("COUNTQ", many))
    who = ask(discourse, "a player", tree.children[0])
    return Compare(PlayerCount(zone, who), comparison, Number(number), "in it")


@reads(CONDITIONS)
def player_has_more(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    one, more, number, other = groups(r"(.+?) (?:has|have) (more|fewer|less|at least \w+ more) (.+) than (.+)", token)
    first, second = ask(discourse, one, token), ask(discourse, other, token)
    what = count_of_player(number, first, token)
    one_has, other_has = (PlayerCount(what, who, _symbol(number)) for who in (first, second))
    return _more(one_has, more, other_has, "has more")


def _more(one: Amount, more: str, other: Amount, form: str) -> Condition:
    """Return the condition that one amount is "more", "fewer" or "at least two more" than another."""
    if more in _MORE:
        return Compare(one, _MORE[more], other, form)
    word = more.split()[2]
    by = amounts.plain_number(word)
    if not isinstance(by, Number):
        raise Stop
    return Compare(one, "or greater", Plus(other, by.number, word), form)


@reads(CONDITIONS)
def controls_more(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    name, more = groups(r"(.+?) controls? (more|fewer|at least \w+ more)", token)
    first = ask(discourse, name, token)
    group = nouns(discourse, tree.children[1])
    second = ask(discourse, str(tree.children[2]).removeprefix("than "), tree.children[2])
    if group.number is not None:
        raise Stop(token)
    filters = plain_group(group, token).filters
    one, other = (count_of(Group((*filters, ControlledBy(who)))) for who in (first, second))
    return _more(one, more, other, "controls more")


@reads(CONDITIONS)
def controls_more_of(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "you control more artifacts than enchantments"."""
    token, *groups_said = (tree.children[0], tree.children[1], tree.children[3])
    name, more = groups(r"(.+?) controls? (more|fewer|at least \w+ more)", token)
    who = ask(discourse, name, token)
    those = (plain_group(nouns(discourse, each), token) for each in groups_said)
    one, other = (count_of(Group((*group.filters, ControlledBy(who)))) for group in those)
    return _more(one, more, other, "controls more of")


@reads(CONDITIONS)
def equals(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "this creature's power is equal to its toughness"."""
    about, token, bound = tree.children
    (what,) = groups(r"'s? ((?:base )?(?:power|toughness)) is equal to", token)
    first = NumberOf(discourse.subject(about), what.replace(" ", "_"))
    earlier, discourse.it = discourse.it, first.of
    try:
        return Compare(first, "exactly", discourse.amount(bound), "equals")
    finally:
        discourse.it = earlier


@reads(CONDITIONS)
def its_equals(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "its power is equal to its toughness"."""
    token, bound = tree.children
    its, _ = groups(r"((?:its|their) (?:base )?(?:power|toughness)) (is equal to)", token)
    first = discourse.amount(Tree("its_number", [token.update(type="ITSNUM", value=its)]))
    return Compare(first, "exactly", discourse.amount(bound), "equals")


@reads(CONDITIONS)
def there_more(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "there are more creature cards in your graveyard than lands you control"."""
    head, first, _, second = tree.children
    one, other = (count_of(plain_group(nouns(discourse, each), head)) for each in (first, second))
    return Compare(one, _MORE[str(head).removeprefix("there are ")], other, "there are more")


@reads(CONDITIONS)
def poisoned(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    who = ask(discourse, re.sub(r" (?:is|are) poisoned$", "", str(token)), token)
    return Compare(PlayerCount("poison", who), "or greater", Number(1), "poisoned")


@reads(CONDITIONS)
def player_controls(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    if among := compared_among(tree.children[1]):
        return _controls_alike(discourse, token, *among)
    found = re.fullmatch(r"(.+?) (controls?|owns?)", str(token))
    if found is None or (found[1] not in whom.ASKED and " or more " not in found[1]):
        return _one_controls(discourse, tree)
    who = ask(discourse, found[1], token)
    discourse.of_source = str(tree.children[0]).startswith("you ")
    group = nouns(discourse, tree.children[1])
    discourse.of_source = False
    if found[2].startswith("own"):
        return exists(discourse, group, OwnedBy(who), "control", token)
    if found[1] == "an opponent" and (group.number, group.comparison) == (1, "or greater"):
        discourse.asked, who = None, "an opponent"
    return exists(discourse, group, ControlledBy(who), "control", token)


@reads(CONDITIONS)
def commander(discourse: Discourse, tree: Branch) -> Condition:
    who = whose(discourse, tree.children[0])
    if not isinstance(who, ControlledBy) or who.who != "you" or who.negated:
        raise Stop(tree.children[0])
    return Exists(Group((Batch("commander"), OwnedBy("you"), who)), form="commander")


@reads(CONDITIONS)
def controls_foremost(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "you control the creature with the greatest power or tied for the greatest power"."""
    head, token = tree.children
    how, what, tied, again = groups(r"the creature with the (\w+) (.+) or tied for the (\w+) (.+)", token)
    who = whose(discourse, head)
    if (how, what) != (tied, again) or not isinstance(who, ControlledBy):
        raise Stop(token)
    all_creatures = Group((OfType("Creature"), InZone("battlefield")))
    most = Extreme(how, what.replace(" ", "_"), all_creatures)
    return Exists(Group((OfType("Creature"), most, who)), form="foremost")


@reads(AMOUNTS)
def players_who(discourse: Discourse, tree: Branch) -> Amount:
    """Return the number of players who meet a condition, as in "for each opponent who controls more lands than you"."""
    token = tree.children[0]
    many, noun, how, rest = groups(r"(the number of )?(opponent|player)s? (who|with) (.+)", token)
    rest = rest if how == "who" else f"has {rest}"
    if many:
        rest = _of_one(rest)
    who: Any = "opponents" if noun == "opponent" else "each player"
    part, recorded = _of_each(noun, rest, discourse)
    if part is not None:
        return PlayersWho(who, part, str(token))
    if recorded and discourse.default is not None:  # an event records the number
        return RecordedNumber(str(token))
    raise Stop(token)


def _of_each(noun: str, rest: str, discourse: Discourse) -> tuple[Condition | None, bool]:
    """Return the condition for "controls more lands than you", of an opponent or player, and whether events record it.

    In the condition, "they" is the player.
    """
    recorded = False
    for one in (f"any {noun}", f"an {noun}" if noun == "opponent" else f"a {noun}"):
        with suppress(UnsupportedTextError, Stop):
            front = next(parse(f"as long as {one} {rest}, ~ gets +1/+1").find_data("front_as_long_as"))
            match read_condition(Discourse(discourse.inner), front.children[1]):
                case OfPlayers(_, _, part, word) if word == one:
                    return part, False
                case GameFact(text) if asked := question(text):
                    return Compare(PlayerCount(asked.fact, "they"), "or greater", Number(asked.least)), False
                case GameFact():
                    recorded = True
    return None, recorded


@reads(FILTERS)
def attacks_who(discourse: Discourse, tree: Branch) -> Filter:
    """Return the filter for "attacking a player who controls more creatures than you"."""
    whom, does = tree.children
    how, rest = groups("(who|with) (.+)", does)
    attacked = filter_of_phrase(discourse, Tree("fitting", [whom]))
    noun = "player" if whom.endswith("player") else "opponent"
    part, _ = _of_each(noun, rest if how == "who" else f"has {rest}", discourse)
    if part is None or not isinstance(attacked, Assailing):
        raise Stop(does)
    return msgspec.structs.replace(attacked, part=part, said=str(does))


def _of_one(rest: str) -> str:
    # "who control more lands than you", of one player: "controls"
    verb, _, object = rest.partition(" ")
    one = {"have": "has", "are": "is", "were": "was", "don't": "doesn't"}.get(verb)
    return f"{one or (verb + 's' if verb in ('control', 'own') else verb)} {object}"


@reads(CONDITIONS)
def life_more(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    if token.endswith(" most life"):
        more = Compare(PlayerCount("life", "they"), "greater than", PlayerCount("life"), "has more")
        return OfPlayers("opponents", "none", more, "most life")
    by = amounts.plain_number(groups(r"you have at least (\w+) life more than your starting life total", token)[0])
    if not isinstance(by, Number):
        raise Stop(token)
    return Compare(PlayerCount("life"), "or greater", Plus(PlayerCount("starting_life"), by.number), "life more")


@reads(CONDITIONS)
def there_are(discourse: Discourse, tree: Branch) -> Condition:
    found = nouns(discourse, tree.children[1])
    last = found.selector.filters[-1] if isinstance(found.selector, Group) else None
    if isinstance(last, InZone) and last.word == "a single" and found.number is not None:
        discourse.asked = ("each player", "some", "a single")
        amount = count_of(Group((*found.selector.filters[:-1], InZone(last.zone, "they"))))  # type: ignore[attr-defined]
        return Compare(amount, found.comparison, Number(found.number), "there are")
    amount = count_of(plain_group(found, tree.children[0]))
    if isinstance(amount, PlayerCount) and found.number is not None:
        return Compare(amount, found.comparison, Number(found.number), "there are")
    condition = exists(discourse, found, None, "there's" if "'s" in tree.children[0] else "", tree.children[0])
    if isinstance(condition, Exists) and (found.number, found.comparison) == (1, "or greater"):
        discourse.card = condition.of if isinstance(last, ExiledWith) else discourse.card
    return condition


@reads(CONDITIONS)
def there_number(discourse: Discourse, tree: Branch) -> Condition:
    number, comparison = count(tree.children[1])
    discourse.kinds = discourse.amount(tree.children[2])
    said = "there are" if comparison != "exactly" or tree.children[1].startswith("exactly ") else "there are just"
    return Compare(discourse.kinds, comparison, Number(number), said)


def _one_controls(discourse: Discourse, tree: Branch) -> Condition:
    discourse.of_source = str(tree.children[0]).startswith("you ")
    found = nouns(discourse, tree.children[1])
    discourse.of_source = False
    who = whose(discourse, tree.children[0])
    if not isinstance(who, ControlledBy | OwnedBy):
        raise Stop(tree.children[0])
    return only(discourse, exists(discourse, found, who, "control", tree.children[0]))


# --- Amounts compared ---


@reads(CONDITIONS)
def compare(discourse: Discourse, tree: Branch) -> Condition:
    verb, phrase = str(tree.children[1]).split(" ", 1)
    if phrase == "at least":
        raise Stop(tree.children[1])
    form = verb if verb == "remains" else ""
    first, comparison = discourse.amount(tree.children[0]), COMPARISONS[phrase]
    bound = discourse.amount(tree.children[2])
    if isinstance(bound, Half) and not bound.said:
        # A comparison does not round: "less than 12½" is the same as "less than 13".
        bound = msgspec.structs.replace(bound, up=comparison in ("less than", "or greater"))
    return Compare(first, comparison, bound, form)


@reads(CONDITIONS)
def compare_number(discourse: Discourse, tree: Branch) -> Condition:
    number, more = groups(r"(?:is|are) (\w+)(?: or (greater|less|more|fewer))?", tree.children[1])
    comparison: Any = f"or {more}" if more else "exactly"
    form = "" if number.isdigit() or number == "X" else "spelled"
    return Compare(discourse.amount(tree.children[0]), comparison, amounts.plain_number(number), form)


@reads(CONDITIONS)
def parity(discourse: Discourse, tree: Branch) -> Condition:
    return IsEven(discourse.amount(tree.children[0]), odd=str(tree.children[1]).endswith("odd"))


@reads(CONDITIONS)
def all_share(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "they all share a color"; "they" are the objects that the clause affects."""
    if not isinstance(discourse.each, Group):
        raise Stop(tree.children[0])
    return ShareColor(discourse.each)


def _controls_alike(discourse: Discourse, head: Token, those: Branch, token: Token) -> Condition:
    """Return the condition for "you control three or more creatures with different powers", or with the same name."""
    found, who = nouns(discourse, those), whose(discourse, head)
    if found.number is None or not isinstance(who, ControlledBy):
        raise Stop(head)
    group = Group((*plain_group(found, token).filters, who))
    if token.startswith("with the same"):
        shared = MostAlike(group, kind_of(token, "with the same (.+)"))
        return Compare(shared, found.comparison, Number(found.number), "the same")
    kinds = KindsAmong(group, kind_of(token, "with different (.+)s"))
    return Compare(kinds, found.comparison, Number(found.number), "different")


@reads(CONDITIONS)
def fact_having(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "this creature has the greatest power among creatures you control"."""
    subject, token, of = tree.children
    if token.type == "SHARING_OF":
        phrase = token.update(type="FITTING_OF", value=f"that {token}")
    else:
        kind = token.type.replace("HAVING", "FITTING")
        phrase = token.update(type=kind, value=re.sub("^ha(?:s|ve) ", "with ", token))
    return fact_fits(discourse, Tree("fact_fits", [subject, token, phrase, of]))


@reads(CONDITIONS)
def have_total(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "creatures you control have total power 8 or greater"."""
    group = plain_group(nouns(discourse, tree.children[0]), tree.children[1])
    what, number, more = groups(r"have total (.+) (\w+) or (greater|less)", tree.children[1])
    bound = amounts.plain_number(number)
    if not isinstance(bound, Number):
        raise Stop(tree.children[1])
    how: Any = f"or {more}"
    return Compare(Total(group, what.replace(" ", "_")), how, bound, "have total")


@reads(CONDITIONS)
def share_one(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "two or more creatures you control share a name"."""
    about, token = tree.children
    if about.data == "pronoun":  # "if those creatures share a color"
        of = discourse.subject(about)
        if not isinstance(of, Target | ChosenObject | Together | CountedObjects) or not is_plural(of):
            raise Stop(token)
        return Compare(MostAlike(of, kind_of(token, "share a (.+)")), "or greater", Count(of), "they share")
    if about.data != "subject" or about.children[0].data != "nouns":
        raise Stop(token)
    found = nouns(discourse, about.children[0])
    if found.number is None or found.number < 2 or found.comparison not in ("or more", "at least"):
        raise Stop(token)
    shared = MostAlike(plain_group(found, token), kind_of(token, "share a (.+)"))
    return Compare(shared, found.comparison, Number(found.number), "share")


@reads(CONDITIONS)
def greater_by(discourse: Discourse, tree: Branch) -> Condition:
    by = amounts.plain_number(groups(r"is at least (\w+) greater than", tree.children[1])[0])
    if not isinstance(by, Number):
        raise Stop(tree.children[1])
    first = discourse.amount(tree.children[0])
    return Compare(first, "or greater", Plus(discourse.amount(tree.children[2]), by.number), "greater by")


@reads(CONDITIONS)
def common_color(discourse: Discourse, tree: Branch) -> Condition:
    about = discourse.subject(tree.children[0])
    among = discourse.subject(tree.children[2])
    match about:
        case Group((OfColor(color),), "") if isinstance(among, Group):
            return CommonColor(color, among, len(tree.children) > 3)
        case _:
            raise Stop(tree.children[1])


@reads(CONDITIONS)
def chosen_common_color(discourse: Discourse, tree: Branch) -> Condition:
    """Return the condition for "the chosen color is the most common color among ... but isn't tied ..."."""
    among = discourse.subject(tree.children[2])
    if tree.children[0] != "the chosen color" or not isinstance(among, Group):
        raise Stop(tree.children[0])
    return CommonColor("", among, tied=False)


@reads(CONDITIONS)
def shares_common_color(discourse: Discourse, tree: Branch) -> Condition:
    about = discourse.subject(tree.children[0])
    among = discourse.subject(tree.children[2])
    if not isinstance(among, Group) or isinstance(about, Group):
        raise Stop(tree.children[1])
    return SharesCommonColor(about, among)


# --- The course of the game ---

CONDITIONS["at_level"] = lambda _, tree: AtLevel(int(str(tree.children[0]).split()[4]), "this Class")

CONDITIONS["your_turn"] = lambda _, tree: TurnOf(
    "opponents" if "opponent" in tree.children[0] else "you", "not" in tree.children[0], "it's"
)


def turn(token: Token) -> Condition:
    if token.endswith(("step", "phase", "upkeep", "combat")):  # the board knows the turn, but not the step
        return GameFact(str(token))
    who: Any = "opponents" if token == "during each opponent's turn" else "you"
    if who == "you" and token not in ("during your turn", "during turns other than yours"):
        raise Stop(token)
    return TurnOf(who, negated=token == "during turns other than yours")


@reads(CONDITIONS, "told")
def game_fact(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    if token == "you're not the monarch":
        return Not(GameFact("you're the monarch"))
    if discourse.default is None and re.fullmatch("you (?:do|don't|can't)", token):
        raise Stop(token)  # what a resolving ability let you do
    if token.startswith("that mana is spent on "):
        discourse.it = None  # "it" is the spell, which the event names
        return GameFact(str(token))
    found = re.fullmatch(r"(it|that \w+|(?:enchanted|equipped) \w+) (.+)", str(token))
    flag = next((fact for fact, phrase in PAST.items() if found and found[2] == phrase), "")
    if found is None or not flag or (found[1] == "it" and isinstance(discourse.it, Itself | None)):
        return GameFact(str(token))
    attached = found[1].startswith(("enchanted", "equipped"))
    about = Attached(found[1]) if attached else pronoun(discourse, token.update(value=found[1]))
    if not isinstance(about, Attached | Target):
        raise Stop(token)
    return Is(about, (Status(flag),), word=found[2])
