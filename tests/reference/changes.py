"""The operations of effects: their layers, their operands, and their results for one object."""

from __future__ import annotations

from typing import Any

from mtglayers.model.effects.ability import Static, TextAbility
from mtglayers.model.effects.amounts.arithmetic import Defined, Times
from mtglayers.model.effects.amounts.counting import NumberOf
from mtglayers.model.effects.conditions import AllOf, Is, TurnOf
from mtglayers.model.effects.filters.status import Status, WithCounter
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Amount, Clause, Condition, Operation
from mtglayers.model.effects.operations import abilities_from_board as ability_operation
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll, LoseOther
from mtglayers.model.effects.operations.becomes import Becomes, HasSizeAndTypesOf
from mtglayers.model.effects.operations.colors import AddColors, SetColors
from mtglayers.model.effects.operations.control import GainControl, OwnersControl
from mtglayers.model.effects.operations.copying import AsEnters, Conditional, NoManaCost, TakeValues, TurnedDown
from mtglayers.model.effects.operations.keywords import CantHave, GainLandwalks, GainOwnProtections, GainProtections
from mtglayers.model.effects.operations.power_toughness import ModifyOne, ModifyPT, SetPT, SwitchPT
from mtglayers.model.effects.operations.stickers import AddNameWord, SetStickerPT
from mtglayers.model.effects.operations.text import ChangeWords, SetName
from mtglayers.model.effects.operations.types import (
    AddSubtypes,
    AddSupertypes,
    AddTypes,
    GainCreatureTypes,
    GainEvery,
    LoseSubtypes,
    RemoveSupertypes,
    RemoveTypes,
    SetCreatureTypes,
    SetSubtypes,
    SetTypes,
)
from mtglayers.model.effects.selectors import Encoded, Itself
from mtglayers.model.effects.view import EVERY_CREATURE_TYPE
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, CARD_TYPE_FAMILY, COLOR_WORDS, COLORS, subtypes_of

from .given import abilities_now, said_now
from .objects import (
    EVERY,
    Characteristics,
    Effect,
    Has,
    State,
    families_of,
    has_subtype,
    mana_types,
    refresh_intrinsic,
    supports,
    write_values,
)
from .questions import applies_to, choices, fits, players, value
from .rules import Rules
from .words import reworded

# What an operation does to one object: the class, then its operands as plain values.
Doing = tuple[Any, ...]


# --- Abilities ---


def clauses_of(ability: Ability) -> tuple[Clause, ...]:
    """Return the clauses of the continuous effect that an ability generates."""
    match ability:
        case Static(form="enters"):  # 614.1c: it replaces an event
            return ()
        case Static(parts=parts):
            return parts
        case Keyword(name="Changeling"):  # 702.73a: this object is every creature type
            return (Clause(Itself(), (AddSubtypes((EVERY_CREATURE_TYPE,)),)),)
        case Keyword(name="Devoid"):  # 702.114a: this object is colorless
            return (Clause(Itself(), (SetColors(),)),)
        case Keyword(name="Living metal"):  # 702.161a: during your turn, this permanent is an artifact creature
            return (Clause(Itself(), (AddTypes(("Creature",)),), TurnOf("you")),)
        case Keyword(name="Reconfigure"):  # 702.151b: attached, it is not a creature
            return (Clause(Itself(), (RemoveTypes(("Creature",)),), _is_so("attached")),)
        case Keyword(name="Impending"):  # 702.176a: not a creature as long as there is a time counter on it
            waits = AllOf((_is_so("impending"), Is(Itself(), (WithCounter("time"),))))
            return (Clause(Itself(), (RemoveTypes(("Creature",)),), waits),)
        case Keyword(name="Bestow"):  # 702.103b: an Aura enchantment with enchant creature
            aura = (SetTypes(("Enchantment",)), SetSubtypes(("Aura",)), Gain((Keyword("Enchant", "creature"),)))
            return (Clause(Itself(), aura, _is_so("bestow")),)
        case Keyword(name="Dash"):  # 702.109a: as long as its dash cost was paid, it has haste
            return (Clause(Itself(), (Gain((Keyword("Haste"),)),), _is_so("dash")),)
        case Keyword(name="Cipher"):  # 702.99a: the creature on which the exiled card is encoded has the ability
            copies = (
                "Whenever this creature deals combat damage to a player, you may cast a copy of the encoded card"
                " without paying its mana cost."
            )
            return (Clause(Encoded(), (Gain((TextAbility("triggered", copies),)),)),)
        case Keyword(name="Blitz"):  # 702.152a: haste, and an ability for when it dies
            dies = "When this permanent is put into a graveyard from the battlefield, draw a card."
            return (Clause(Itself(), (Gain((Keyword("Haste"), TextAbility("triggered", dies))),), _is_so("blitz")),)
        case _:
            return ()


def _is_so(fact: str) -> Condition:
    return Is(Itself(), (Status(fact),))


def condition_of(ability: Ability) -> Condition | None:
    """Return the condition under which the effect exists."""
    return ability.condition if isinstance(ability, Static) else None


def is_defining(has: Has, rules: Rules) -> bool:
    """Return whether the ability is characteristic-defining (604.3a).

    It is printed on the object or copied, applies to that object alone, defines colors, subtypes, power or
    toughness, and has no condition. Before 2007-05-01 (405.2) it may have one, and may define card types and
    supertypes; before 2005-10-01 it may be granted by the object itself.
    """
    if has.origin != "copiable" and not (rules.cda_self_granted and has.origin == "granted" and has.own):
        return False
    clauses = [each for each in clauses_of(has.ability) if not all(one.kind in AFTER for one in each.operations)]
    conditions = [condition_of(has.ability), *(clause.condition for clause in clauses)]
    if not clauses or (any(conditions) and not rules.cda_conditional):
        return False
    may_define = DEFINING + DEFINING_TYPES if rules.cda_types else DEFINING
    if rules.cda_abilities:  # 405.2 until 2005-09-30: it "has" abilities
        may_define = (*may_define, Gain)
    return all(
        isinstance(clause.selector, Itself) and all(isinstance(each, may_define) for each in flat(clause, rules))
        for clause in clauses
    )


DEFINING = (
    SetColors,
    AddColors,
    SetPT,
    AddSubtypes,
    GainCreatureTypes,
    SetSubtypes,
)
DEFINING_TYPES = (SetTypes, AddTypes, AddSupertypes)


def functions(has: Has, zone: str, rules: Rules) -> bool:
    """Return whether the ability functions in the given zone (113.6); a CDA functions everywhere (604.3)."""
    if is_defining(has, rules):
        return True
    if isinstance(has.ability, Keyword) and has.ability.name == "Bestow":  # 702.103b: the spell and the permanent
        return zone in ("battlefield", "stack")
    if isinstance(has.ability, Keyword) and has.ability.name == "Cipher":  # 702.99a: while the card is encoded
        return zone == "exile"
    zones = has.ability.zones if isinstance(has.ability, Static) else ("battlefield",)
    return not zones or zone in zones


# --- Operations and their layers ---


def flat(clause: Clause, rules: Rules) -> list[Operation]:
    """Return the clause's operations in the order of the text, split by layer."""
    found: list[Operation] = []
    for each in clause.operations:
        match each:
            case Becomes():
                found += _taken_apart(each, rules)
            case HasSizeAndTypesOf(of=of, still=still):
                found += [SetCreatureTypes(of, still), SetPT(NumberOf(of, "power"), NumberOf(of, "toughness"))]
            case GainEvery(family=family, lose=True):
                found.append(LoseSubtypes(family=family))
            case GainEvery(family="basic land"):
                found.append(AddSubtypes(tuple(BASIC_LAND_TYPES)))
            case GainEvery(family=family):
                found.append(AddSubtypes((f"every {family} type",)))
            case LoseOther():
                found += _others_lost(each)
            case _:
                found.append(each)
    return found


def _others_lost(phrase: LoseOther) -> list[Operation]:
    """Return the operations of phrases such as "loses all other abilities and card types"."""
    found: list[Operation] = []
    if not phrase.other:
        found += [LoseSubtypes(family=f) for f in ("creature", "land") if f"{f} types" in phrase.what]
        found += [SetColors()] * ("colors" in phrase.what)
    else:
        if {"card types", "types"} & {*phrase.what} and phrase.types:
            found.append(SetTypes(phrase.types))
        if {"creature types", "types"} & {*phrase.what} and phrase.subtypes:
            found.append(SetSubtypes(phrase.subtypes))
    if "abilities" in phrase.what:
        found.append(LoseAll(other=phrase.other))
    return found


def _taken_apart(phrase: Becomes, rules: Rules) -> list[Operation]:
    """Return the operations of "is a 1/1 green Elk creature with ...", one for each characteristic (205.1)."""
    # 205.1b: "in addition to its other types" and "still" keep card types and subtypes; so does
    # "in addition to its other creature (land) types"; "artifact creature" keeps the card types, and the
    # subtypes, but for creature types where it gives others. It kept those too before 2019-10-04.
    also = phrase.word == "is also"
    in_addition = also or phrase.keeps in ("types", "colors and types", "still", "creature types", "land types")
    artifact_creature = "Artifact" in phrase.types and "Creature" in phrase.types
    found: list[Operation] = []
    if phrase.name:
        found.append(SetName(phrase.name))
    if phrase.types and (in_addition or artifact_creature):
        found.append(AddTypes(phrase.types))
    elif phrase.types:
        found.append(SetTypes(phrase.types))
    if phrase.supertypes:
        found.append(AddSupertypes(phrase.supertypes))
    keeps_subtypes = in_addition or (artifact_creature and not rules.artifact_creature_types_replace)
    subtypes = phrase.subtypes + _every(phrase.every)
    if (subtypes or phrase.chosen) and keeps_subtypes:
        found.append(AddSubtypes(subtypes, phrase.chosen, phrase.which))
    elif subtypes or phrase.chosen:
        found.append(SetSubtypes(subtypes, phrase.chosen, phrase.which))
    if phrase.colors is not None or phrase.chosen_color:
        kept = also or phrase.keeps in ("colors", "colors and types")
        change = AddColors if kept else SetColors
        found.append(change(phrase.colors or (), phrase.chosen_color))
    if phrase.abilities:
        found.append(Gain(phrase.abilities))
    if phrase.power is not None or phrase.toughness is not None:
        found.append(SetPT(phrase.power, phrase.toughness))
    return found


def _every(family: str) -> tuple[str, ...]:
    """Return the subtypes of "every creature type", "every basic land type" (205.3i, 205.3m)."""
    match family:
        case "basic land":
            return tuple(BASIC_LAND_TYPES)
        case "nonbasic land":
            return tuple(word for word in subtypes_of("land") if word not in BASIC_LAND_TYPES)
        case "":
            return ()
        case _:
            return (f"every {family} type",)


AFTER = ("player", "rule", "cost")
"""The kinds of operations that apply after all layers (613.10, 613.11), and change no object."""

TYPE_CHANGES = (
    AddTypes,
    SetTypes,
    RemoveTypes,
    AddSubtypes,
    SetSubtypes,
    GainCreatureTypes,
    SetCreatureTypes,
    LoseSubtypes,
    AddSupertypes,
    RemoveSupertypes,
)
ABILITY_CHANGES = (
    ability_operation.GainAllOf,
    ability_operation.GainKind,
    ability_operation.GainStickered,
    GainOwnProtections,
    GainProtections,
    GainLandwalks,
    ability_operation.GainOne,
    ability_operation.LoseAllBut,
    ability_operation.LoseKeywords,
    ability_operation.LoseOne,
)


def layer_of(each: Operation, effect: Effect, rules: Rules) -> str:
    """Return the layer or sublayer in which an operation applies (613.1, 613.2, 613.4)."""
    # 418.5b of 2003: an effect that changes types applies in layer 4 as a whole.
    if rules.types_take_all and any(
        isinstance(other, TYPE_CHANGES) for clause in effect.clauses for other in flat(clause, rules)
    ):
        return "4"
    match each:
        case TakeValues() | AsEnters():
            return rules.scheme.copy
        case TurnedDown():
            return rules.scheme.face_down
        case GainControl() | OwnersControl():
            return "2"
        case ChangeWords() | SetName() | AddNameWord():
            return "3"
        case SetStickerPT():
            return rules.scheme.set
        case _ if each.kind in AFTER:
            return "after"
        case _ if isinstance(each, TYPE_CHANGES):
            return "4"
        case SetColors() | AddColors():
            return rules.scheme.color
        case Gain() | Lose() | LoseAll() | CantHave():
            return rules.scheme.abilities
        case _ if isinstance(each, ABILITY_CHANGES):
            return rules.scheme.abilities
        case SetPT():
            return rules.scheme.defined if effect.cda else rules.scheme.set
        case ModifyPT() | ModifyOne():
            return rules.scheme.modified[effect.origin]
        case SwitchPT():
            return rules.scheme.switched
        case _:
            raise NotImplementedError(type(each))


def is_there(each: Operation, effect: Effect, state: State) -> bool:
    """Return whether the effect has this operation in the zone of its source.

    208.2 of 2005: an ability defines power and toughness only in play, and other characteristics in every
    zone.
    """
    if state.rules.sizes_defined_everywhere or not effect.cda or not isinstance(each, SetPT):
        return True
    return effect.source is not None and bool(state.objects[effect.source]["zone"] == "battlefield")


# --- What an operation does to an object, with its operands as they are now (613.8a) ---


def doing(each: Operation, it: Characteristics, state: State, effect: Effect) -> Doing | None:
    """Return the effect of the operation on the object, or None if it cannot affect any object."""
    kind = type(each)
    match each:
        case GainControl(who=who):
            who_gains = players(state, effect, who)
            if who == "an opponent" and len(who_gains) > 1:  # one of them is named
                who_gains = list(effect.target_players)
            return (kind, who_gains[0]) if who_gains else None
        case ChangeWords():
            old, new = choices(state, effect, "word_from"), choices(state, effect, "word_to")
            swaps = [(COLOR_WORDS.get(a, a), COLOR_WORDS.get(b, b)) for a, b in zip(old, new, strict=False)]
            return (kind, *swaps[0]) if swaps else None
        case SetName(name=name):
            return kind, name
        case AddNameWord(words=words, before=before):
            return kind, words, before
        case SetStickerPT(power=power, toughness=toughness):
            # 123.8: of a creature, and of a creature or Vehicle card that is not on the battlefield.
            vehicle = it["zone"] != "battlefield" and has_subtype(it, "Vehicle")
            return (SetPT, power, toughness) if "Creature" in it["types"] or vehicle else None
        case SetColors(colors=colors, chosen=chosen) | AddColors(colors=colors, chosen=chosen):
            return kind, choices(state, effect, "color") if chosen else colors
        case NoManaCost():
            return (kind,)
        case GainCreatureTypes(of=of):
            known = {EVERY_CREATURE_TYPE, *subtypes_of("creature")}
            found = {word for id in applies_to(of, state, effect) for word in state.objects[id]["subtypes"]}
            return (AddSubtypes, tuple(sorted(found & known))) if found & known else None
        case SetCreatureTypes(of=of, still=still):
            those = [state.objects[id] for id in applies_to(of, state, effect)]
            known = {EVERY_CREATURE_TYPE, *subtypes_of("creature")}
            types = {word for one in those for word in one["subtypes"] if word in known}
            return (SetSubtypes, tuple(sorted({*types, *([still] if still else [])}))) if those else None
        case OwnersControl(yours=yours):
            if yours and it["controller"] not in players(state, effect, "you"):
                return None
            return GainControl, it["owner"]
        case Gain():
            return kind, said_now(each, it, state, effect)
        case Lose(abilities=abilities):
            return kind, abilities
        case ability_operation.LoseOne(abilities=abilities):
            option = choices(state, effect, "option")[:1]
            found = tuple(ability for place, ability in enumerate(abilities, 1) if place in option)
            return (Lose, found) if found else None
        case LoseAll(other=other):
            return kind, other
        case ability_operation.LoseAllBut(but=form, keyword=keyword):
            return kind, form, keyword
        case ability_operation.LoseKeywords():
            return (kind,)
        case _ if isinstance(each, ABILITY_CHANGES):
            gained = abilities_now(each, it, state, effect)
            return (Gain, gained) if gained else None
        case CantHave(keyword=keyword):
            return kind, keyword
        case SetPT(power=power, toughness=toughness):
            return kind, _number(power, it, state, effect), _number(toughness, it, state, effect)
        case ModifyPT(power=power, toughness=toughness):
            return kind, _change(power, it, state, effect), _change(toughness, it, state, effect)
        case ModifyOne(powers=powers, toughnesses=toughnesses):
            option = choices(state, effect, "option")[:1]
            sizes = [(p, t) for place, (p, t) in enumerate(zip(powers, toughnesses, strict=True), 1) if place in option]
            pairs = [(_change(p, it, state, effect), _change(t, it, state, effect)) for p, t in sizes]
            return (ModifyPT, *pairs[0]) if pairs else None
        case SwitchPT():
            return (kind,)
        case AddTypes(types=types) | SetTypes(types=types):
            return kind, types
        case RemoveTypes(types=types):
            return kind, types
        case (
            AddSubtypes(subtypes=subtypes, chosen=chosen, which=which)
            | SetSubtypes(subtypes=subtypes, chosen=chosen, which=which)
        ):
            return kind, subtypes + (choices(state, effect, chosen, which) if chosen else ())
        case LoseSubtypes(subtypes=subtypes, family=family):
            return kind, subtypes, family
        case AddSupertypes(supertypes=words) | RemoveSupertypes(supertypes=words):
            return kind, words
        case TakeValues(values=values, exceptions=exceptions):
            return kind, values, exceptions
        case TurnedDown(values=values):
            return kind, values
        case _:
            raise NotImplementedError(kind)


def _change(amount: Amount, it: Characteristics, state: State, effect: Effect) -> int:
    match amount:
        case Defined():  # 107.1b: "where X is its power", and its power is -1: X is 0
            return max(0, value(amount, state, effect, it))
        case Times(factor=factor, amount=inner):
            return factor * _change(inner, it, state, effect)
        case _:
            return value(amount, state, effect, it)


def _number(amount: Amount | None, it: Characteristics, state: State, effect: Effect) -> int | None:
    return None if amount is None else value(amount, state, effect, it)


# --- Doing it ---


def do(what: Doing, it: Characteristics, state: State, effect: Effect, place: int = 1) -> None:
    """Change one object; `place` is the place of the first granted ability among those that the effect grants."""
    kind, *operands = what
    if kind is GainControl:
        if it["zone"] in ("battlefield", "stack"):  # 108.4: no other object has a controller
            it["controller"] = operands[0]
    elif kind is ChangeWords:
        _change_words(it, *operands)
    elif kind is SetName:
        it["name"] = operands[0]
    elif kind is AddNameWord:
        it["name"] = " // ".join(_with_word(name, *operands) for name in it["name"].split(" // "))
    elif kind is SetColors:  # 105.3: replaces all previous colors
        it["colors"] = set(operands[0])
    elif kind is AddColors:
        it["colors"] |= set(operands[0])
    elif kind is Gain:
        for offset, ability in enumerate(operands[0]):
            # 113.11: an object that can't have an ability doesn't get it.
            if getattr(ability, "name", None) not in it["cant_have"]:
                own = effect.source is not None and it is state.objects[effect.source]
                it["abilities"].append(Has(ability, "granted", place + offset, effect.name, effect.stamp[0], own))
    elif kind is Lose:
        it["abilities"] = [has for has in it["abilities"] if not any(_is(has.ability, a) for a in operands[0])]
    elif kind is LoseAll:
        own = {has for has in it["abilities"] if operands[0] and has.granter == effect.name}
        it["abilities"] = [has for has in it["abilities"] if has in own]
    elif kind is ability_operation.LoseAllBut:
        form, keyword = operands[0], operands[1]
        it["abilities"] = [
            has
            for has in it["abilities"]
            if (form and getattr(has.ability, "form", "") == form)
            or (keyword and getattr(has.ability, "name", "").lower() == keyword)
        ]
    elif kind is ability_operation.LoseKeywords:  # 702.1
        it["abilities"] = [has for has in it["abilities"] if not isinstance(has.ability, Keyword)]
    elif kind is CantHave:
        if state.rules.cant_have:  # 112.11 of 2014; before, the object only lost the ability
            it["cant_have"].add(operands[0])
        it["abilities"] = [has for has in it["abilities"] if getattr(has.ability, "name", None) != operands[0]]
    elif kind is SetPT:
        for what_is_set, number in zip(("power", "toughness"), operands, strict=True):
            if number is not None:
                it[what_is_set] = number
    elif kind is ModifyPT:
        for what_is_modified, number in zip(("power", "toughness"), operands, strict=True):
            if it[what_is_modified] is not None:
                it[what_is_modified] += number
    elif kind is SwitchPT:
        it["power"], it["toughness"] = it["toughness"], it["power"]
    elif kind is TakeValues:
        # 707.9: "this creature's power" in an exception is the power of the object before it copies.
        conditional = [each for each in operands[1] if isinstance(each, Conditional)]
        plain = tuple(each for each in operands[1] if each not in conditional)
        exceptions = [(each, doing(each, it, state, effect)) for each in flat(Clause(Itself(), plain), state.rules)]
        write_values(it, operands[0], _copied(effect, state.rules))
        _make_exceptions(exceptions, it, state, effect)
        for one in conditional:  # asked of the object as a copy
            if fits(one.filter, str(state.id_of(it["number"])), it, state, effect):
                inner = flat(Clause(Itself(), one.operations), state.rules)
                _make_exceptions([(each, doing(each, it, state, effect)) for each in inner], it, state, effect)
    elif kind is NoManaCost:
        it["mana_cost"], it["mana_value"] = "", 0
    elif kind is TurnedDown:
        write_values(it, operands[0])
    else:
        _change_types(kind, operands, it, state.rules)


def _change_types(kind: type[Operation], operands: list[Any], it: Characteristics, rules: Rules) -> None:
    words, before = operands[0], mana_types(it)
    if kind is AddTypes:
        it["types"] |= set(words)
    elif kind is SetTypes:
        # 205.1a: the new types replace the old ones, except instant and sorcery.
        stay = {"Instant", "Sorcery"} if rules.instants_stay else set()
        it["types"] = (it["types"] & stay) | set(words)
        _drop_fallen(it)
    elif kind is RemoveTypes:
        it["types"] -= set(words)
        _drop_fallen(it)
    elif kind is AddSubtypes:
        it["subtypes"] |= {word for word in words if supports(it, word)}  # 205.3d
    elif kind is SetSubtypes:
        if _set_subtypes(it, words, rules):
            before = set()
    elif kind is LoseSubtypes:
        for family in {*(f for word in words for f in families_of(word)), operands[1]}:
            _spell_out_every(it, family)
        it["subtypes"] = {w for w in it["subtypes"] if w not in words and operands[1] not in families_of(w)}
    elif kind is AddSupertypes:
        it["supertypes"] |= set(words)
    elif kind is RemoveSupertypes:
        it["supertypes"] -= set(words)
    else:
        raise NotImplementedError(kind)
    refresh_intrinsic(it, before)


def _drop_fallen(it: Characteristics) -> None:
    # 205.1a: a subtype is lost if no remaining card type supports it.
    it["subtypes"] = {word for word in it["subtypes"] if supports(it, word)}


def _set_subtypes(it: Characteristics, words: tuple[str, ...], rules: Rules) -> bool:
    """Set subtypes; return whether a basic land type was set on a land (305.7)."""
    # 205.1a: new subtypes replace those of the same list, where the object has a card type for that list.
    supported = {CARD_TYPE_FAMILY[type] for type in it["types"] if type in CARD_TYPE_FAMILY}
    replaced = {family for word in words for family in families_of(word)} & supported
    it["subtypes"] = {word for word in it["subtypes"] if not replaced & set(families_of(word))}
    it["subtypes"] |= {word for word in words if supports(it, word)}
    on_land = "Land" in it["types"] and any(word in BASIC_LAND_TYPES for word in words)
    if on_land:
        # 305.7: it loses the abilities of its rules text, its old land types and copiable effects; those
        # that other effects granted stay. (It gains the mana ability of each new type.) Before 2013-09-27
        # copiable effects were not named: what one copied was rules text, but not what it added.
        it["abilities"] = [
            has
            for has in it["abilities"]
            if has.origin == "granted" or (has.granter == "except" and not rules.land_type_takes_added)
        ]
    return on_land


def _spell_out_every(it: Characteristics, family: str) -> None:
    for marker, its_family in EVERY.items():
        if its_family == family and marker in it["subtypes"]:
            it["subtypes"] = it["subtypes"] - {marker} | set(subtypes_of(family))


def _is(ability: Ability, lost: Ability) -> bool:
    """Return whether "loses `lost`" removes the ability; "loses protection" removes protection from anything."""
    if ability == lost:
        return True
    if not isinstance(ability, Keyword) or not isinstance(lost, Keyword):
        return False
    return ability.name == lost.name and not (lost.parameter or lost.color or lost.subtype)


def _make_exceptions(
    exceptions: list[tuple[Operation, Doing | None]], it: Characteristics, state: State, effect: Effect
) -> None:
    """Apply the exceptions of a copy effect, which are copiable (707.9a)."""
    for each, what in exceptions:
        # 707.9d: a CDA that defines a characteristic for which the exception gives a value is not copied;
        # no rule said so before 2011-02-04.
        gives = isinstance(each, SetPT | SetColors | SetSubtypes)
        if state.rules.added_values_replace:  # "in addition to its other colors" is excepted since 2021-02-05
            gives = gives or isinstance(each, AddColors | AddSubtypes)
        if gives and state.rules.given_values_replace:
            it["abilities"] = [has for has in it["abilities"] if not _defines_same(has, each, state.rules)]
        if what is not None:
            do(what, it, state, effect)
    for index, has in enumerate(it["abilities"]):
        if has.origin == "granted":
            last = max((each.place for each in it["abilities"] if each.origin != "granted"), default=0)
            it["abilities"][index] = Has(
                has.ability, "copiable", last + 1, granter="except", granted=_copied(effect, state.rules)
            )


def _copied(effect: Effect, rules: Rules) -> int:
    """Return the timestamp of a copied ability: that of the object, or of the copy effect if it counts (613.7a)."""
    return effect.stamp[0] if rules.answers.copies_are_later else -1


def _defines_same(has: Has, exception: Operation, rules: Rules) -> bool:
    if not is_defining(has, rules):
        return False
    defined = [each for clause in clauses_of(has.ability) for each in flat(clause, rules)]
    match exception:
        case SetPT():
            return any(isinstance(each, SetPT) for each in defined)
        case SetColors() | AddColors():
            return any(isinstance(each, SetColors) for each in defined)
        case _:
            return any(isinstance(each, AddSubtypes) for each in defined)


def _with_word(name: str, words: str, before: int) -> str:
    """Return a name with the words of a sticker inserted after the given number of words (123.6)."""
    old = name.split()
    places = [place for place, word in enumerate(old, 1) if word.strip("_")]
    place = 0 if not before else places[before - 1] if before <= len(places) else len(old)
    return " ".join((*old[:place], words, *old[place:]))


def _change_words(it: Characteristics, old: str, new: str) -> None:
    # 612.3: an ability that an effect granted is not part of the object's text.
    it["abilities"] = [
        has._replace(ability=reworded(has.ability, old, new)) if has.origin == "copiable" else has
        for has in it["abilities"]
    ]
    if old not in COLORS and old in it["subtypes"]:
        before = mana_types(it)
        it["subtypes"] = it["subtypes"] - {old} | {new}
        refresh_intrinsic(it, before)
