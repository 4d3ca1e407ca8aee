"""Rarer filters and amounts, evaluated object by object."""

from __future__ import annotations

from dataclasses import replace

from mtglayers.model.effects.amounts.arithmetic import Beyond, Defined, Doubled, Largest, Minus, Signs, Sum
from mtglayers.model.effects.amounts.counting import (
    AttacksMade,
    ChosenBefore,
    ColorsOf,
    CounterKinds,
    DoorsAmong,
    KeywordPoints,
    KeywordsHeld,
    KindsAmong,
    NameStickers,
    NameWords,
    Party,
    Symbols,
)
from mtglayers.model.effects.amounts.players import AmongPlayers, PlayersWho
from mtglayers.model.effects.filters.characteristics import CanBePermanent, HasAbility, WithAbility
from mtglayers.model.effects.filters.combinators import AnyOfThese, OfPlayerWho, OtherThan, Provided
from mtglayers.model.effects.filters.comparisons import (
    ChosenParity,
    CostsX,
    Extreme,
    ExtremeOfAll,
    Lacking,
    Parity,
    Parted,
    Sharing,
    Sized,
    WithBase,
)
from mtglayers.model.effects.filters.status import (
    Assailing,
    Batch,
    FullyUnlocked,
    Marked,
    Modified,
    RecordedAs,
    RingBearer,
    Wearing,
    YourCommanders,
)
from mtglayers.model.effects.filters.whereabouts import CastFrom, HasAdventure, InZones
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Amount, Filter
from mtglayers.model.rules.vocabulary import PERMANENT_TYPES, devotion, subtypes_of

from . import questions
from .objects import EVERY, Characteristics, Effect, State, has_subtype, number_of

# 700.12: an Assassin, a Mercenary, a Pirate, a Rogue, and/or a Warlock.
OUTLAWS = ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")


# --- Which objects ---


def fits_further(filter: Filter, id: str, it: Characteristics, state: State, effect: Effect) -> bool:
    """Return whether a rarer phrase describes the object."""
    match filter:
        case CanBePermanent():
            return any(type in PERMANENT_TYPES for type in it["types"])
        case WithAbility(form=form):  # 605.1
            return any(getattr(has.ability, "form", "") == form for has in it["abilities"])
        case HasAbility(ability=ability):
            return any(has.ability == ability for has in it["abilities"])
        case Batch(word="historic"):  # 700.6: has the legendary supertype, the artifact type, or is a Saga
            return "Artifact" in it["types"] or "Legendary" in it["supertypes"] or has_subtype(it, "Saga")
        case Batch(word="outlaw"):
            return any(has_subtype(it, word) for word in OUTLAWS)
        case YourCommanders():
            return "commander" in it["facts"] and it["owner"] == questions.you(state, effect)
        case Batch(word="commander"):
            return "commander" in it["facts"]
        case CastFrom(zone=zone, negated=negated):  # 601.2a
            there = f"cast_from_{zone}" in it["facts"]
            return "cast" in it["facts"] and not there if negated else there
        case RingBearer():  # 701.54a
            return "ring_bearer" in it["facts"] and it["controller"] == questions.you(state, effect)
        case FullyUnlocked():  # 709.5
            return sum(fact.startswith("unlocked:") for fact in it["facts"]) == 2
        case Modified():
            return modified(id, it, state)
        case Wearing(by=by):
            those = questions.applies_to(by, state, effect)
            return any(state.objects[other]["attached_to"] == id for other in those)
        case Assailing(whom=whom) if whom == "it" or whom.startswith("this "):
            attacked = dict(state.board.objects[id].links).get("attacks")
            return "attacking" in it["facts"] and attacked is not None and state.id_of(attacked) == effect.source
        case Assailing(whom=whom, planeswalkers=too, part=part):
            if part is not None:
                asked = questions.players(state, effect, "each player" if whom == "a player" else "opponents")
                those = [each for each in asked if questions.holds(part, state, replace(effect, player=each))]
                return attacks(id, it, state, those, too)
            if whom == "a player":
                return attacks(id, it, state, list(range(state.players)), too)
            if whom not in ("you", "opponents", "an opponent", "one of your opponents", "enchanted player"):
                raise NotImplementedError(whom)
            who = "opponents" if whom.endswith("opponent") or whom.startswith("one ") else whom
            return attacks(id, it, state, questions.players(state, effect, who), too)
        case Sharing(family=family, of=of, negated=negated):
            # "another creature": other than the one that is compared
            asking = replace(effect, it=id) if any(getattr(each, "than", None) for each in of.walk()) else effect
            others = [state.objects[other] for other in questions.applies_to(of, state, asking)]
            return any(shared(family, it, other) for other in others) is not negated
        case Extreme(how=how, what=what, of=of):
            found = {other: number_of(state.objects[other], what) for other in questions.applies_to(of, state, effect)}
            numbers = [number for number in found.values() if number is not None]
            best = (max if how in ("greatest", "highest") else min)(numbers, default=None)
            return found.get(id) is not None and found[id] == best
        case ExtremeOfAll(how=how, what=what, among=among):
            fitting = {
                other: number_of(them, what)
                for other, them in state.objects.items()
                if them["zone"] == "battlefield"
                and all(questions.fits(each, other, them, state, effect) for each in among)
            }
            numbers = [number for number in fitting.values() if number is not None]
            best = (max if how in ("greatest", "highest") else min)(numbers, default=None)
            return fitting.get(id) is not None and fitting[id] == best
        case Parted(controls=controls):
            mine = questions.players(state, effect, "you")
            first, second = ("controller", "owner") if controls else ("owner", "controller")
            return it[first] in mine and it[second] not in mine
        case OtherThan(than=than):
            return id not in questions.applies_to(than, state, effect)
        case Sized(power=power, toughness=toughness):
            return number_of(it, "power") == power and number_of(it, "toughness") == toughness
        case WithBase(what=what, power=power, toughness=toughness, comparison=comparison):  # 208.4b
            own = [it.get(f"base {each}", it[each]) for each in ("power", "toughness")]
            if it["zone"] == "battlefield" and "Creature" not in it["types"]:
                return False
            if what == "power and toughness":
                return own == [power, toughness]
            asked = [number for number, each in zip(own, ("power", "toughness"), strict=True) if each in what]
            fitting = {"exactly": {0}, "or greater": {0, 1}, "or less": {0, -1}}[comparison]
            return any(number is not None and (number > power) - (number < power) in fitting for number in asked)
        case CostsX():
            return "{X}" in it["mana_cost"]
        case Parity(what=what, odd=odd):
            number = number_of(it, what)
            if number is None and "Creature" in it["types"]:
                number = 0  # 208.5: a creature without power or toughness has 0
            return number is not None and number % 2 == odd
        case ChosenParity(what=what):
            option = questions.choices(state, effect, "option")[-1:]
            return any(fits_further(Parity(what, one == 1), id, it, state, effect) for one in option)
        case Lacking(keyword=keyword):
            return not questions.has_keyword(it, keyword)
        case InZones(zones=zones):
            return any(questions.fits(zone, id, it, state, effect) for zone in zones)
        case OfPlayerWho(part=part):
            return it["controller"] is not None and questions.holds(
                part, state, replace(effect, player=it["controller"])
            )
        case Provided(filters=filters, negated=negated):
            return all(questions.fits(each, id, it, state, effect) for each in filters) is not negated
        case HasAdventure():  # 715.2c
            return any("Adventure" in face.subtypes for face in state.board.by_number(it["number"]).card.faces)
        case AnyOfThese(options=options):
            return any(all(questions.fits(each, id, it, state, effect) for each in one.filters) for one in options)
        case RecordedAs(text=text):
            return f"told:{text}" in it["facts"]
        case Marked(fact=fact):
            return fact in it["facts"]
        case _:
            raise NotImplementedError(type(filter))


def attacks(id: str, it: Characteristics, state: State, players: list[int], planeswalkers: bool) -> bool:
    """Return whether a creature attacks one of the players or, if asked, one of their planeswalkers (508.1b)."""
    if "attacking" not in it["facts"] or "attacks nothing" in it["facts"]:
        return False
    object = state.board.objects[id]
    attacked, player = dict(object.links).get("attacks"), dict(object.numbers).get("attacks_player")
    if attacked is not None:
        walker = state.objects.get(state.id_of(attacked) or "")
        if walker is None or "Planeswalker" not in walker["types"]:
            return False
        return planeswalkers and walker["controller"] in players
    if player is None and state.players == 2:  # 506.2: the only other player is the defending player
        player = 1 - it["controller"]
    return player in players


def modified(id: str, it: Characteristics, state: State) -> bool:
    """Return whether a permanent has a counter, an Equipment, or an Aura of its controller on it (700.9)."""
    worn = [other for other in state.objects.values() if other["attached_to"] == id]
    return it["zone"] == "battlefield" and (
        questions.counters_on(it, "") > 0
        or any(has_subtype(other, "Equipment") for other in worn)
        or any(has_subtype(other, "Aura") and other["controller"] == it["controller"] for other in worn)
    )


def shared(family: str, one: Characteristics, other: Characteristics) -> bool:
    """Return whether two objects share a color, type, name or number."""
    match family:
        case "color":
            return any(color in other["colors"] for color in one["colors"])
        case "card_type":
            return any(type in other["types"] for type in one["types"])
        case "permanent_type":
            return any(type in one["types"] and type in other["types"] for type in PERMANENT_TYPES)
        case "creature_type" | "land_type":
            words = subtypes_of(family.removesuffix("_type"))
            return any(has_subtype(one, word) and has_subtype(other, word) for word in words)
        case "name":  # 201.2a: an object without a name shares its name with no object
            return bool(one["name"]) and one["name"] == other["name"]
        case "power" | "toughness" | "mana_value":
            number = number_of(one, family)
            return number is not None and number == number_of(other, family)
        case _:
            raise NotImplementedError(family)


# --- How many ---


def further_value(amount: Amount, state: State, effect: Effect, its: Characteristics | None) -> int:
    """Return a rarer amount; `its` is the object that "its" means."""
    match amount:
        case Defined(amount=inner):
            return questions.value(inner, state, effect, its)
        case Doubled(amount=inner, times=often):  # 701.10b: +N/+0, where N is the power, each time
            number = questions.value(inner, state, effect, its)
            doubled = number
            for _ in range(questions.value(often, state, effect, its)):
                doubled += doubled
            return doubled - number
        case Largest(parts=parts):
            return max(questions.value(part, state, effect, its) for part in parts)
        case KeywordPoints(keyword=keyword):
            own = [has.ability for has in its["abilities"]] if its is not None else []
            numbers = [each.parameter for each in own if isinstance(each, Keyword) and each.name == keyword]
            return sum(int(number) for number in numbers if number.isdigit())
        case Sum(parts=parts):
            return sum(questions.value(part, state, effect, its) for part in parts)
        case Signs():
            return signs(its) if its is not None else 0
        case NameWords():
            return len(its["name"].split()) if its is not None else 0
        case KindsAmong(of=of, family="permanent_type"):  # 110.4
            kinds = {type for id in questions.applies_to(of, state, effect) for type in state.objects[id]["types"]}
            return len(kinds & {*PERMANENT_TYPES})
        case KindsAmong(of=of, family="name"):
            return len({state.objects[id]["name"] for id in questions.applies_to(of, state, effect)} - {""})
        case KindsAmong(of=of, family="mana_value" | "power" as family):
            found = {number_of(state.objects[id], family) for id in questions.applies_to(of, state, effect)}
            return len(found - {None})
        case NameStickers(of=of, letters=letters, more=more):  # 123.6
            those = [its] if of is None else [state.objects[id] for id in questions.applies_to(of, state, effect)]
            stuck = [each for one in those if one for each in state.board.by_number(one["number"]).stickers]
            sizes = [sum(sign.isalpha() for sign in each.words) for each in stuck if each.kind == "name"]
            return sum(letters is None or (size >= letters if more else size <= letters) for size in sizes)
        case AttacksMade():
            if its is None:
                return 0
            made = dict(state.board.by_number(its["number"]).numbers).get("attacks_this_turn")
            return int("attacked_this_turn" in its["facts"]) if made is None else made
        case ChosenBefore():
            ids = list(questions.choices(state, effect, "object"))
            mine = [id for id, it in state.objects.items() if it is its]
            return ids.index(mine[0]) if mine and mine[0] in ids else 0
        case DoorsAmong(of=of):  # 709.5
            those = questions.applies_to(of, state, effect)
            return sum(fact.startswith("unlocked:") for id in those for fact in state.objects[id]["facts"])
        case Beyond(amount=inner):
            return max(0, questions.value(inner, state, effect, its) - 1)
        case Minus(amount=first, minus=second):
            return questions.value(first, state, effect, its) - questions.value(second, state, effect, its)
        case ColorsOf(of=None):
            return len(its["colors"]) if its is not None else 0
        case ColorsOf(of=of) if of is not None:
            those = questions.applies_to(of, state, effect)
            return len({color for id in those for color in state.objects[id]["colors"]})
        case Symbols(color=color, of=None):
            return devotion(its["mana_cost"], (color,)) if its is not None else 0
        case Symbols(color=color, of=of) if of is not None:
            those = questions.applies_to(of, state, effect)
            return sum(devotion(state.objects[id]["mana_cost"], (color,)) for id in those)
        case CounterKinds(of=of):
            those = questions.applies_to(of, state, effect)
            return len({kind for id in those for kind in state.objects[id]["counters"]})
        case PlayersWho(who=who, part=part):
            asked = questions.players(state, effect, who)
            return sum(questions.holds(part, state, replace(effect, player=each)) for each in asked)
        case AmongPlayers(who=who, amount=inner, how=how):
            asked = questions.players(state, effect, who)
            numbers = [questions.value(inner, state, replace(effect, player=each)) for each in asked]
            return (max if how == "greatest" else min)(numbers, default=0)
        case KeywordsHeld(keywords=keywords):
            return sum(questions.has_keyword(its, keyword) for keyword in keywords) if its is not None else 0
        case Party(who=who):
            return sum(party(state, player) for player in questions.players(state, effect, who))
        case _:
            raise NotImplementedError(type(amount))


def signs(it: Characteristics) -> int:
    """Return the total number of supertypes, card types and subtypes of an object."""
    words = {word for word in it["subtypes"] if word not in EVERY}
    for marker, family in EVERY.items():
        if marker in it["subtypes"]:
            words |= set(subtypes_of(family))
    return len(it["supertypes"]) + len(it["types"]) + len(words)


def party(state: State, player: int) -> int:
    """Return the number of creatures in a player's party (700.8), the maximum over all assignments of roles."""
    mine = [
        it
        for it in state.objects.values()
        if it["zone"] == "battlefield" and "Creature" in it["types"] and it["controller"] == player
    ]

    def fill(roles: tuple[str, ...], free: list[Characteristics]) -> int:
        if not roles:
            return 0
        fitting = [it for it in free if has_subtype(it, roles[0])]
        ways = [1 + fill(roles[1:], [it for it in free if it is not member]) for member in fitting]
        return max([fill(roles[1:], free), *ways])

    return fill(("Cleric", "Rogue", "Warrior", "Wizard"), mine)
