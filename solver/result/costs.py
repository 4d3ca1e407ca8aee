"""A spell's total cost: its mana cost as effects change it (601.2f)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from mtglayers.model.effects.ability import Static, TextAbility, UnsupportedAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause
from mtglayers.model.effects.operations.costs import ChangeCost, How, Mana, of_its_own, speaks_of_costs
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.effects.view import Context, Held
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.rules.vocabulary import singular

from ..engine.effect import Key, selector_of
from ..engine.gather import static_key, static_name
from ..engine.state import State, numbers

if TYPE_CHECKING:
    from .result import Result


class CostChange(msgspec.Struct, frozen=True):
    """One effect on a cost, in the order applied.

    Attributes:
        effect: its name: ``thalia#2``.
        source: id of the object it comes from.
        how: "more", "less", or "least" for one that sets the total.
        mana: by how much, or to how much at least.
        before, after: the cost before and after it.
        rule: the number of the rule that says when it applies.
    """

    effect: str
    source: str
    how: How
    mana: str
    before: str
    after: str
    rule: str


class Cost(msgspec.Struct, frozen=True):
    """What it costs to cast a spell.

    Attributes:
        id: the object.
        player: who casts it.
        base: its mana cost, or the alternative cost that was given.
        total: what is to be paid; None for an object without a mana cost (118.6).
        changes: the effects that change it, in the order applied.
        unread: (id, text) of lines that could change it and are not understood.
        rule: the number of the rule about it in the edition.
    """

    id: str
    player: str
    base: str
    total: str | None
    changes: tuple[CostChange, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        """Return the cost, and how each effect changes it, as a sentence."""
        if self.total is None:
            return f"{self.id} has no mana cost, so it cannot be cast for that (118.6)."
        said = [f"{self.base} at first"]
        for change in self.changes:
            how = f"{change.mana} at least" if change.how == "least" else f"{change.mana} {change.how}"
            said.append(f"{how} for {change.effect}: {change.after}")
        return f"{self.id} costs {self.total} ({self.rule}): {'; '.join(said)}."


_STEPS: Final[dict[str, How]] = {"increase": "more", "reduce": "less", "set": "least"}


def total_cost(
    result: Result, id: str, *, base: str | None = None, additional: str = "", player: str | None = None
) -> Cost:
    """Return what it costs, or would cost, to cast an object.

    Targets, and how a spell is cast, are not known to a board: effects that ask for them are named in `unread`.

    Args:
        result: the solved board.
        id: a spell, or a card that could be cast.
        base: an alternative mana cost (118.9), or the half of a split card that is cast; by default the mana cost.
        additional: the mana of additional costs that the player has chosen to pay (118.8).
        player: who casts it; by default its controller, or else its owner.

    Raises:
        UnknownObjectError: there is no such object.
        UnsupportedTextError: the cost of a split card, of which one half must be given.
    """
    printed = result[id].mana_cost
    state = result.trace.state
    bit = state.world.named(id)
    number = bit.bit_length() - 1
    caster = _caster(state, number) if player is None else state.player_number(player)
    who, rule = state.world.players[caster], state.edition.rule("costs")
    source = state.world.objects[number]
    if base is None and source.card.layout == "split" and source.base.zone != "stack":  # 709.3
        raise UnsupportedTextError(source.card.name, (0, len(source.card.name)), ("the cost of the half that is cast",))
    written = printed if base is None else base
    # What resolved and speaks of costs makes no clause; it may be over by now.
    resolved = [(name, text) for name, text in result.sources.spoken.items() if speaks_of_costs(text)]
    unread = (*_unread(state, number), *resolved)
    if not written:
        return Cost(id, who, "", None, (), unread, rule)
    cost = Mana.of(written, source.x).plus(Mana.of(additional))
    steps = (*state.edition.costs, *(step for step in _STEPS if step not in state.edition.costs))
    found = sorted(_changes(as_cast(state, number, caster), number), key=lambda change: change[:2])
    changes: list[CostChange] = []
    for step in steps:  # what sets the total comes last by its own words, before the rules said so (2009-07-11)
        for _, effect, origin, change in found:
            if change.how == _STEPS[step]:
                before, cost = cost, changed(cost, change)
                changes.append(CostChange(effect, origin, change.how, change.mana, str(before), str(cost), rule))
    return Cost(id, who, written, str(cost), tuple(changes), unread, rule)


def changed(cost: Mana, change: ChangeCost) -> Mana:
    """Return a cost after one change whose mana is counted."""
    mana = Mana.of(change.mana)
    if change.how == "more":
        return cost.plus(mana)
    return cost.less(mana, change.only) if change.how == "less" else cost.at_least(mana.amount)


def as_cast(state: State, number: int, caster: int) -> State:
    """Return the state with object `number` as its caster's spell (601.2a)."""
    bit = 1 << number
    zones = {zone: mask & ~bit for zone, mask in state.still_values("zone").items()}
    zones["stack"] = zones.get("stack", 0) | bit
    found = state.draft()
    found.world = msgspec.structs.replace(state.world, facts={**state.world.facts, "zone": zones})
    found.assign("controller", caster, bit)
    return found


def _caster(state: State, number: int) -> int:
    controller = state.controller(number)
    return state.world.objects[number].base.owner if controller is None else controller


def _changes(state: State, number: int) -> Iterator[tuple[Key, str, str, ChangeCost]]:
    """Yield (timestamp key, effect's name, source's id, change with its mana counted) for the spell `number`."""
    bit = 1 << number
    for held, mask in state.column("ability").items():
        clauses = _cost_clauses(held.ability, state)
        for source in numbers(mask) if clauses else ():
            if not any(state.still("zone", zone) >> source & 1 for zone in _zones(held.ability)):
                continue
            found = state.world.objects[source]
            effect, key = static_name(found, held), static_key(found, held, state.edition)
            context = Context(effect=effect, source=source, stamp=key)
            if not _holds(held, state, context):
                continue
            for place, clause in enumerate(clauses):
                scope = selector_of(clauses, place).select(state, context) & bit
                if not scope or (clause.condition is not None and not clause.condition.holds(state, context)):
                    continue
                for operation in clause.operations:
                    if isinstance(operation, ChangeCost):
                        for done, _ in operation.evaluate(state, context, scope):
                            if isinstance(done, ChangeCost):
                                yield key, effect, found.id, done


def _holds(held: Held, state: State, context: Context) -> bool:
    condition = held.ability.when()
    return condition is None or condition.holds(state, context)


def _zones(ability: Ability) -> tuple[str, ...]:
    # One about its own spell functions on the stack (113.6d).
    return ability.zones if isinstance(ability, Static) else ("stack",)


def _cost_clauses(ability: Ability, state: State) -> tuple[Clause, ...]:
    if isinstance(ability, Keyword):
        return keyword_cost(ability, len(state.world.players))
    clauses = ability.clauses()
    return clauses if any(isinstance(op, ChangeCost) for clause in clauses for op in clause.operations) else ()


def keyword_cost(keyword: Keyword, players: int) -> tuple[Clause, ...]:
    """Return the clause of a keyword ability that changes what its spell costs: affinity, undaunted; else nothing."""
    if keyword.name == "Undaunted":  # 702.125a
        return (Clause(Itself(), (ChangeCost(f"{{{players - 1}}}"),)),)
    if keyword.name != "Affinity":
        return ()
    from mtglayers.model.oracle.reading.lines import read_line  # the reader loads only where it is needed

    *adjectives, noun = keyword.parameter.removeprefix("for ").split()
    try:
        what = " ".join((*adjectives, singular(noun)))
    except ValueError:
        return ()
    (ability,) = read_line(f"This spell costs {{1}} less to cast for each {what} you control.")  # 702.41a
    return ability.clauses()


def _unread(state: State, number: int) -> Iterator[tuple[str, str]]:
    """Yield (id, text) of lines that could change the cost of spell `number` and are not understood, oldest first."""
    found: list[tuple[int, int, int, str]] = []
    for held, mask in state.column("ability").items():
        text = _text(held.ability, state)
        own = _own(held.ability) or of_its_own(text)
        for source in numbers(mask) if text else ():
            there = state.still("zone", "battlefield") | state.still("zone", "command")
            if source == number if own else there >> source & 1:
                found.append((state.world.objects[source].stamp, source, held.place, text))
    for _, source, _, text in sorted(found):
        yield state.world.objects[source].id, text


def _text(ability: Ability, state: State) -> str:
    if isinstance(ability, Keyword):
        unknown = ability.name == "Affinity" and not keyword_cost(ability, len(state.world.players))
        return f"This spell costs {{1}} less ({ability.name.lower()} {ability.parameter})" if unknown else ""
    if not isinstance(ability, UnsupportedAbility) and not (
        isinstance(ability, TextAbility) and ability.form == "rule"
    ):
        return ""
    if not ability.text and ability.about in ("cost", "own cost"):
        return f"{ability.line} is not understood"
    return ability.text if speaks_of_costs(ability.text) else ""


def _own(ability: Ability) -> bool:
    return isinstance(ability, TextAbility | UnsupportedAbility) and ability.about == "own cost"
