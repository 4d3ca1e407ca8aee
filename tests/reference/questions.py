"""Selectors, amounts and conditions, evaluated object by object."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mtglayers.model.cards.rules_text import tapped_clauses
from mtglayers.model.effects.amounts.arithmetic import Half, Plus, Times
from mtglayers.model.effects.amounts.base import Number, X
from mtglayers.model.effects.amounts.counting import (
    Count,
    CountersOn,
    Devotion,
    Domain,
    Its,
    KindsAmong,
    NumberOf,
    PlayerCount,
    Total,
)
from mtglayers.model.effects.amounts.players import RecordedNumber
from mtglayers.model.effects.conditions import (
    AllOf,
    AnyOf,
    AtLevel,
    ChosenOption,
    CommonColor,
    Compare,
    Exists,
    GameFact,
    Is,
    IsEven,
    Not,
    OfPlayers,
    SelfIn,
    ShareColor,
    SharesCommonColor,
    TurnOf,
)
from mtglayers.model.effects.filters.characteristics import (
    Chosen,
    ColorCount,
    Named,
    NoAbilities,
    OfColor,
    OfSubtype,
    OfSupertype,
    OfType,
    With,
    WithNumber,
)
from mtglayers.model.effects.filters.combinators import Anything, Each, Either, Non, Other, ThatIs
from mtglayers.model.effects.filters.status import Status, WithCounter, YourCommanders
from mtglayers.model.effects.filters.whereabouts import (
    AttachedTo,
    CardNoun,
    ControlledBy,
    ExiledWith,
    InZone,
    InZones,
    IsToken,
    OwnedBy,
    Permanent,
    Spell,
    WearingAnother,
)
from mtglayers.model.effects.game_questions import question
from mtglayers.model.effects.language import Amount, Condition, Filter, Selector
from mtglayers.model.effects.operations.players_and_rules import CountsAs
from mtglayers.model.effects.players import AttackedBy, ControllerOf
from mtglayers.model.effects.selectors import (
    Attached,
    ChosenObject,
    CountedObjects,
    Encoded,
    Fixed,
    Group,
    Itself,
    LastExiled,
    PairedCreatures,
    PairedWith,
    Same,
    Target,
    Together,
    TopCard,
)
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, CARD_TYPES, devotion

from .objects import Characteristics, Effect, State, has_subtype, number_of
from .rarer import fits_further, further_value


def you(state: State, effect: Effect) -> int | None:
    """Return the player that "you" means (109.5): for a static ability, the controller of its object."""
    if effect.you is not None:
        return effect.you
    if effect.source is None:
        return None
    source = state.objects[effect.source]
    player: int = source["owner"] if source["controller"] is None else source["controller"]
    return player


def players(state: State, effect: Effect, who: str | ControllerOf) -> list[int]:
    """Return the players that `who` means."""
    if isinstance(who, ControllerOf):  # 108.4: a card outside the battlefield and the stack has no controller
        found = {state.objects[id]["controller"] for id in applies_to(who.of, state, effect)}
        return sorted(player for player in found if player is not None)
    if isinstance(who, AttackedBy):
        return sorted({player for id in applies_to(who.of, state, effect) for player in attacked(id, state)})
    me = you(state, effect)
    everyone = range(state.players)
    match who:
        case "you":
            return [] if me is None else [me]
        case "opponents" | "an opponent":
            return [] if me is None else [player for player in everyone if player != me]
        case "target player" | "that player":
            return list(effect.target_players)
        case "enchanted player":
            player = None if effect.source is None else state.objects[effect.source]["attached_player"]
            return [] if player is None else [player]
        case "they":
            return [] if effect.player is None else [effect.player]
        case "each player":
            return [] if me is None else [me, *(player for player in everyone if player != me)]
        case "defending player":
            return defending(state, effect, me)
        case _:
            raise NotImplementedError(who)


def attacked(id: str, state: State) -> list[int]:
    """Return the player whom a creature attacks (508.5), if it attacks a player."""
    object, it = state.board.objects[id], state.objects[id]
    if "attacking" not in it["facts"] or dict(object.links).get("attacks") is not None:
        return []
    player = dict(object.numbers).get("attacks_player")
    if player is not None:
        return [player]
    return [1 - it["controller"]] if state.players == 2 else []


def defending(state: State, effect: Effect, me: int | None) -> list[int]:
    """Return the defending player (506.2, 508.5): the only opponent, the player named, or whom the source attacks."""
    if me is not None and state.players == 2:
        return [1 - me]
    named = [state.board.players.index(name) for name in choices(state, effect, "player")]
    if effect.target_players or named or effect.source is None:
        return [*effect.target_players] or named
    object = state.board.objects[effect.source]
    player, attacked = dict(object.numbers).get("attacks_player"), dict(object.links).get("attacks")
    if player is not None:
        return [player]
    id = None if attacked is None else state.id_of(attacked)
    controller = state.objects[id]["controller"] if id in state.objects else None
    return [] if controller is None else [controller]


def choices(state: State, effect: Effect, what: str, which: int = 0) -> tuple[Any, ...]:
    """Return the choice made for the effect or for its source."""
    made = effect.choices if effect.lasting or effect.source is None else state.objects[effect.source]["choices"]
    words: tuple[Any, ...] = getattr(made, what)
    return words[which - 1 : which] if which else words


# --- Which objects ---


def applies_to(selector: Selector, state: State, effect: Effect) -> list[str]:
    """Return the ids of the objects that the selector means, in order of their numbers."""
    match selector:
        case Group(filters=filters):
            # 109.2: a description without "card" or "spell", and without a zone, means permanents.
            anywhere = any(says_where(filter) for filter in filters)
            return [
                id
                for id, it in state.objects.items()
                if (anywhere or it["zone"] == "battlefield")
                and "gone" not in it
                and all(fits(filter, id, it, state, effect) for filter in filters)
            ]
        case Itself():
            return [] if effect.source is None else [effect.source]
        case PairedWith(of=of):  # 702.95a
            ones = [state.objects[id]["number"] for id in applies_to(of, state, effect)]
            links = {id: dict(state.board.objects[id].links).get("paired_with") for id in state.objects}
            return [id for id, partner in links.items() if partner in ones]
        case LastExiled(filters=filters):  # 607.2a
            own = None if effect.source is None else state.objects[effect.source]["number"]
            cards = [
                id
                for id, it in state.objects.items()
                if own is not None
                and dict(state.board.objects[id].links).get("exiled_with") == own
                and all(fits(each, id, it, state, effect) for each in filters)
            ]
            return sorted(cards, key=lambda id: state.objects[id]["number"])[-1:]
        case PairedCreatures():  # 702.95a
            if effect.source is None or "paired" not in state.objects[effect.source]["facts"]:
                return [] if effect.source is None else [effect.source]
            partner = dict(state.board.objects[effect.source].links)["paired_with"]
            return [id for id, it in state.objects.items() if id == effect.source or it["number"] == partner]
        case Attached(of_trigger=True) if effect.triggered is not None:  # 608.2k
            return [effect.triggered]
        case Attached(word=word):
            # 303.4m, 301.5f: the object that the source is attached to; formerly only if the word described it.
            on = None if effect.source is None else state.objects[effect.source]["attached_to"]
            noun = word.split()[-1].capitalize()
            if on is None or state.objects[on]["zone"] == "graveyard":  # 109.2: a permanent is meant
                return []
            if state.rules.attached_must_fit and noun in CARD_TYPES and not _is(on, noun, state):
                return []
            return [on]
        case Encoded():
            on = dict(state.board.objects[effect.source].links).get("encoded_on") if effect.source else None
            return [id for id, it in state.objects.items() if it["number"] == on and it["zone"] == "battlefield"]
        case Target(index=index, many=many, after=after):
            last = len(effect.targets) - after if many else index + 1
            targets = effect.targets[index : max(last, index)]
            return [id for id in targets if id is not None]
        case Fixed(numbers=numbers):
            return [id for id, it in state.objects.items() if it["number"] in numbers]
        case Together(parts=parts):
            together = {id for part in parts for id in applies_to(part, state, effect)}
            return [id for id in state.objects if id in together]
        case Same() if effect.it is not None:
            return [effect.it]
        case ChosenObject():
            return [id for id in choices(state, effect, "object") if id in state.objects]
        case CountedObjects(of=of):
            return applies_to(of, state, effect)
        case TopCard(zone=zone):
            # 404.2: the top card is the newest object there (400.7). The timeline records that of a library (401.2).
            mine = players(state, effect, "you")
            cards = [id for id, it in state.objects.items() if it["zone"] == zone and it["owner"] in mine]
            facts = {id: state.board.by_number(state.objects[id]["number"]).facts for id in cards}
            return cards[-1:] if zone == "graveyard" else [id for id in cards if "top_of_library" in facts[id]]
        case _:
            raise NotImplementedError(type(selector))


def _is(id: str, type: str, state: State) -> bool:
    return type in state.objects[id]["types"]


def says_where(filter: Filter) -> bool:
    """Return whether a description specifies a zone."""
    match filter:
        case Permanent() | CardNoun() | Spell() | InZone() | InZones() | ExiledWith() | YourCommanders():
            return True
        case Non(filter=inner) | ThatIs(filter=inner):
            return says_where(inner)
        case Either(options=parts) | Each(filters=parts):
            return any(says_where(part) for part in parts)
        case _:
            return False


def fits(filter: Filter, id: str, it: Characteristics, state: State, effect: Effect) -> bool:
    """Return whether a word or phrase describes the object."""
    match filter:
        case OfType(type=word):
            return word in it["types"]
        case OfSubtype(subtype=subtype):
            return has_subtype(it, subtype)
        case OfSupertype(supertype=supertype):
            return supertype in it["supertypes"]
        case OfColor(color=color):
            return color in it["colors"]
        case ColorCount(word=word):
            number = len(it["colors"])
            return {
                "colorless": number == 0,
                "monocolored": number == 1,
                "multicolored": number > 1,
                "colored": number > 0,
            }[word]
        case IsToken():
            return bool(it["token"])
        case Other(than=None):
            return id != effect.source
        case Other(than=than) if than is not None:
            return id not in applies_to(than, state, effect)
        case Status(word="tapped" | "untapped") if _may_enter_tapped(it, state):
            raise NotImplementedError("what enters tapped")  # 614.12
        case Status(word="untapped"):
            return "tapped" not in it["facts"]
        case Status(word="face-up"):
            return "face-down" not in it["facts"]
        case Status(word="enchanted" | "equipped" | "fortified" as word):
            # 301.5, 301.6, 303.4: an Aura, Equipment or Fortification is attached to it.
            noun = {"enchanted": "Aura", "equipped": "Equipment", "fortified": "Fortification"}[word]
            return any(each["attached_to"] == id and has_subtype(each, noun) for each in state.objects.values())
        case Status(word="stickered" | "transformed" as word):
            raise NotImplementedError(word)
        case Status(word=word):
            return word in it["facts"]
        case Permanent():
            return bool(it["zone"] == "battlefield")
        case CardNoun():
            return it["zone"] not in ("battlefield", "stack") and not it["token"]
        case Spell():
            return bool(it["zone"] == "stack")
        case Anything():
            return True
        case Non(filter=inner):
            return not fits(inner, id, it, state, effect)
        case Either(options=options):
            return any(fits(option, id, it, state, effect) for option in options)
        case Each(filters=filters):
            return all(fits(each, id, it, state, effect) for each in filters)
        case ThatIs(filter=inner, negated=negated):
            return fits(inner, id, it, state, effect) is not negated
        case Chosen(what=what, which=which):
            words = choices(state, effect, what, which)
            match what:
                case "color":
                    return any(word in it["colors"] for word in words)
                case "card_type":
                    return any(word in it["types"] for word in words)
                case "card_name":
                    return it["name"] in words
                case _:
                    return any(has_subtype(it, word) for word in words)
        case ControlledBy(who=who, negated=negated):
            return (it["controller"] in players(state, effect, who)) is not negated
        case OwnedBy(who=who, negated=negated):
            return (it["owner"] in players(state, effect, who)) is not negated
        case InZone(zone=zone, whose=whose, negated=negated):
            there = it["zone"] == zone and (whose is None or it["owner"] in players(state, effect, whose))
            return there is not negated
        case With(keyword=keyword, negated=negated, subtype=subtype):
            return has_keyword(it, keyword, subtype) is not negated
        case NoAbilities():
            return not it["abilities"]
        case WithNumber(what=what, amount=bound, comparison=comparison):
            number = number_of(it, what)
            return number is not None and compare(number, comparison, value(bound, state, effect, it))
        case WithCounter(counter=kind, amount=bound, comparison=comparison):
            return compare(counters_on(it, kind), comparison, value(bound, state, effect))
        case Named(name=name, negated=negated):
            return (it["name"] == name or _counts_as(it, name, effect)) is not negated
        case ExiledWith():  # 607.2a
            linked = dict(state.board.objects[id].links).get("exiled_with")
            return effect.source is not None and linked == state.objects[effect.source]["number"]
        case AttachedTo(to=to):
            return it["attached_to"] in applies_to(to, state, effect)
        case WearingAnother(subtype=subtype):
            others = (one for one, of in state.objects.items() if of["attached_to"] == id and one != effect.source)
            return any(subtype in state.objects[one]["subtypes"] for one in others)
        case _:
            return fits_further(filter, id, it, state, effect)


def _may_enter_tapped(it: Characteristics, state: State) -> bool:
    if not state.board.by_number(it["number"]).tapped_unspecified:
        return False
    return any(tapped_clauses(ability) for base in state.board.bases for ability in base.values.abilities)


def _counts_as(it: Characteristics, name: str, effect: Effect) -> bool:
    """Return whether effects from spells with the given name count a card in a graveyard as having this name."""
    named = [
        operation.name
        for has in it["abilities"]
        for clause in has.ability.clauses()
        for operation in clause.operations
        if isinstance(operation, CountsAs)
    ]
    return effect.source is None and it["zone"] == "graveyard" and name in named


def has_keyword(it: Characteristics, keyword: str, subtype: str = "") -> bool:
    """Return whether the object has a keyword ability with the given name and, if specified, subtype."""
    found = [has.ability for has in it["abilities"] if getattr(has.ability, "name", None) == keyword]
    return any(subtype in ("", ability.subtype) for ability in found)


def counters_on(it: Characteristics, kind: str) -> int:
    """Return the number of counters of one kind, or of all kinds, on the object."""
    return sum(count for each, count in it["counters"].items() if kind in ("", each))


# --- How many ---


def value(amount: Amount, state: State, effect: Effect, its: Characteristics | None = None) -> int:
    """Return the number; `its` is the object that "its" means, by default the source of the effect."""
    if its is not None:
        effect = replace(effect, it=state.id_of(its["number"]))
    elif effect.source is not None:
        its = state.objects[effect.source]
    match amount:
        case Number(number=number):
            return number
        case X():
            return effect.x or 0
        case PlayerCount(what=what, who=who):
            return sum(state.board.player_fact(player, what) for player in players(state, effect, who))
        case RecordedNumber():
            numbers = choices(state, effect, "number")
            return effect.x if effect.x is not None else numbers[-1] if numbers else 0
        case Count(of=Group(filters=(CardNoun(), InZone(zone="hand" | "library" | "graveyard" | "exile") as there))):
            # The number of cards there can be recorded in place of the cards.
            whose = range(state.players) if there.whose is None else players(state, effect, there.whose)
            if there.negated:
                raise NotImplementedError("cards elsewhere")
            return sum(state.board.player_fact(player, there.zone) for player in whose)
        case Count(of=of, apart=apart):
            counted = applies_to(of, state, effect)
            return len(counted) - (apart and effect.it is not None and effect.it in counted)
        case Total(of=of, what=what, how=how):
            found = [number_of(state.objects[id], what) for id in applies_to(of, state, effect)]
            numbers = [number for number in found if number is not None]
            if not numbers:
                return 0
            return {"total": sum, "greatest": max, "least": min}[how](numbers)
        case Its(what=what):
            return (number_of(its, what) or 0) if its is not None else 0
        case NumberOf(of=of, what=what):
            ids = applies_to(of, state, effect)
            return (number_of(state.objects[ids[0]], what) or 0) if ids else 0
        case Devotion(colors=colors, who=who):
            # 700.5: the mana symbols in the mana costs of permanents that the player controls
            whose = players(state, effect, who)
            there = [it for it in state.objects.values() if it["zone"] == "battlefield" and "gone" not in it]
            return sum(devotion(it["mana_cost"], colors) for it in there if it["controller"] in whose)
        case Domain(of=of):
            lands = [state.objects[id] for id in applies_to(of, state, effect)]
            return sum(any(has_subtype(it, word) for it in lands) for word in BASIC_LAND_TYPES)
        case KindsAmong(of=of, family="type" | "color" as family):
            kinds: set[str] = set()
            for id in applies_to(of, state, effect):
                kinds |= state.objects[id]["types" if family == "type" else "colors"]
            return len(kinds)
        case CountersOn(counter=kind, of=None):
            return counters_on(its, kind) if its is not None else 0
        case CountersOn(counter=kind, of=of) if of is not None:
            return sum(counters_on(state.objects[id], kind) for id in applies_to(of, state, effect))
        case Times(factor=factor, amount=inner):
            return factor * value(inner, state, effect, its)
        case Plus(amount=inner, plus=plus):
            return value(inner, state, effect, its) + plus
        case Half(amount=inner, up=up):
            return (value(inner, state, effect, its) + up) // 2
        case _:
            return further_value(amount, state, effect, its)


def compare(number: int, comparison: str, bound: int) -> bool:
    """Return whether a comparison between the number and the bound is true."""
    match comparison:
        case "exactly":
            return number == bound
        case "or greater" | "or more" | "at least":
            return number >= bound
        case "or less" | "or fewer":
            return number <= bound
        case "greater than":
            return number > bound
        case "less than":
            return number < bound
        case _:
            raise NotImplementedError(comparison)


# --- Whether ---


def holds(condition: Condition | None, state: State, effect: Effect) -> bool:
    """Return whether the condition is true now; None is always true."""
    match condition:
        case None:
            return True
        case Exists(of=of, amount=amount, comparison=comparison):
            return compare(len(applies_to(of, state, effect)), comparison, value(amount, state, effect))
        case Is(subject=subject, filters=filters, negated=negated):
            ids = applies_to(subject, state, effect)
            fit = [all(fits(each, id, state.objects[id], state, effect) for each in filters) for id in ids]
            return bool(ids) and (not any(fit) if negated else all(fit))
        case Compare(amount=amount, comparison=comparison, bound=bound):
            return compare(value(amount, state, effect), comparison, value(bound, state, effect))
        case OfPlayers(who=who, how=how, part=part):
            answers = [holds(part, state, replace(effect, player=each)) for each in players(state, effect, who)]
            return {"some": any(answers), "every": bool(answers) and all(answers), "none": not any(answers)}[how]
        case ChosenOption(place=place):
            return place in choices(state, effect, "option")
        case CommonColor(color=said, of=of, tied=tied):
            color = said or next(iter(choices(state, effect, "color")), None)
            if color is None:
                return False
            ids = applies_to(of, state, effect)
            counts = {each: sum(each in state.objects[id]["colors"] for id in ids) for each in "WUBRG"}
            best = max(counts.values())
            others = [count for each, count in counts.items() if each != color]
            return counts[color] == best > 0 and (tied or best not in others)
        case SharesCommonColor(subject=subject, of=of):
            among = [state.objects[id]["colors"] for id in applies_to(of, state, effect)]
            counts = {color: sum(color in colors for colors in among) for color in "WUBRG"}
            common = [color for color, count in counts.items() if count == max(counts.values()) > 0]
            return any(c in state.objects[id]["colors"] for id in applies_to(subject, state, effect) for c in common)
        case IsEven(amount=amount, odd=odd):
            return bool(value(amount, state, effect) % 2) is odd
        case ShareColor(of=of):
            colors = [state.objects[id]["colors"] for id in applies_to(of, state, effect)]
            return any(all(color in each for each in colors) for color in "WUBRG")
        case TurnOf(who=who, negated=negated):
            return (state.board.active_player in players(state, effect, who)) is not negated
        case AtLevel(level=level):
            return effect.source is not None and state.objects[effect.source]["level"] >= level
        case GameFact(text=text):
            return told(text, state, effect)
        case SelfIn(zone=zone):
            return effect.source is not None and bool(state.objects[effect.source]["zone"] == zone)
        case AllOf(parts=parts):
            return all(holds(part, state, effect) for part in parts)
        case AnyOf(parts=parts):
            return any(holds(part, state, effect) for part in parts)
        case Not(part=part):
            return not holds(part, state, effect)
        case _:
            raise NotImplementedError(type(condition))


def told(text: str, state: State, effect: Effect) -> bool:
    """Return whether a condition on game events is recorded as true, in these words, as a number or as a fact."""
    facts = () if effect.source is None else state.objects[effect.source]["facts"]
    asked = question(text)
    if text in effect.told or f"told:{text}" in facts:
        return True
    if asked is None:
        if "entered" in text and state.board.turn_began is not None:
            raise NotImplementedError("what entered this turn")
        return False
    if asked.who == "source":
        return asked.fact in facts
    whose = players(state, effect, "each player" if asked.who == "anyone" else asked.who)
    return any(state.board.player_fact(player, asked.fact) >= asked.least for player in whose)
