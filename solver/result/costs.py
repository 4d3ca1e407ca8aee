"""The total cost of a spell (601.2f)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from mtglayers.model.effects.ability import Static, TextAbility, UnsupportedAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause, Condition
from mtglayers.model.effects.operations.costs import ChangeCost, How, Mana, of_its_own, speaks_of_costs
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.effects.view import Context
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.rules.vocabulary import singular

from ..engine.effect import Key, selector_of
from ..engine.keys import static_context
from ..engine.state import State, numbers

if TYPE_CHECKING:
    from .result import Result


class CostChange(msgspec.Struct, frozen=True):
    """A change to a cost by one effect.

    Attributes:
        effect: the name of the effect, such as ``thalia#2``.
        source: the id of the object that the effect comes from.
        how: "more", "less", or "least" for an effect that sets a minimum.
        mana: the amount of the change, or the minimum.
        before, after: the cost before and after the change.
        rule: the number of the rule that orders the changes.
    """

    effect: str
    source: str
    how: How
    mana: str
    before: str
    after: str
    rule: str


class Cost(msgspec.Struct, frozen=True):
    """The cost to cast a spell.

    Attributes:
        id: the id of the object.
        player: the player who casts it.
        base: its mana cost, or the given alternative cost.
        total: the total cost; None for an object without a mana cost (118.6).
        changes: the changes to the cost, in the order in which they apply.
        unread: pairs (id, text) for lines that could change the cost but are not understood.
        rule: the number of the rule about total costs in the edition.
    """

    id: str
    player: str
    base: str
    total: str | None
    changes: tuple[CostChange, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        if self.total is None:
            return f"{self.id} has no mana cost, so the cost cannot be paid (118.6)."
        said = [f"{self.base} at first"]
        for change in self.changes:
            how = f"{change.mana} at least" if change.how == "least" else f"{change.mana} {change.how}"
            said.append(f"{how} for {change.effect}: {change.after}")
        return f"{self.id} costs {self.total} ({self.rule}): {'; '.join(said)}."


_STEPS: Final[dict[str, How]] = {"increase": "more", "reduce": "less", "set": "least"}


def total_cost(
    result: Result, id: str, *, base: str | None = None, additional: str = "", player: str | None = None
) -> Cost:
    """Return the cost to cast an object.

    A board does not record the targets of a spell or the way in which it is cast. Effects that depend on them are
    listed in `unread`.

    Args:
        result: the solved board.
        id: a spell, or a card that could be cast.
        base: an alternative mana cost (118.9), or the mana cost of one half of a split card; by default, the mana cost.
        additional: the mana for additional costs that the player has chosen to pay (118.8).
        player: the player who casts it, by default its controller, or its owner if it has no controller.

    Raises:
        UnknownObjectError: the object does not exist.
        UnsupportedTextError: the card is a split card and `base` is not given.
    """
    printed = result[id].mana_cost
    state = result.trace.state
    bit = state.world.named(id)
    number = bit.bit_length() - 1
    source = state.world.objects[number]
    controller = state.controller(number) if player is None else state.player_number(player)
    caster = source.base.owner if controller is None else controller
    who, rule = state.world.players[caster], state.edition.rule("costs")
    if base is None and source.card.layout == "split" and source.base.zone != "stack":  # 709.3
        raise UnsupportedTextError(source.card.name, (0, len(source.card.name)), ("the cost of the half that is cast",))
    written = printed if base is None else base
    # Resolved text that describes costs has no clauses; the effects may have ended.
    resolved = [
        (name, effect.source_name)
        for name, effect in result.sources.resolved.items()
        if speaks_of_costs(effect.source_name)
    ]
    unread = (*_unread(state, number), *resolved)
    if not written:
        return Cost(id, who, "", None, (), unread, rule)
    cost = Mana.of(written, source.x).plus(Mana.of(additional))
    steps = (*state.edition.costs, *(step for step in _STEPS if step not in state.edition.costs))
    found = sorted(_changes(as_cast(state, number, caster), number), key=lambda change: change[:2])
    changes: list[CostChange] = []
    for step in steps:  # minimums come last; before 2009-07-11, their text specified this
        for _, effect, origin, change in found:
            if change.how == _STEPS[step]:
                before, cost = cost, changed(cost, change)
                changes.append(CostChange(effect, origin, change.how, change.mana, str(before), str(cost), rule))
    return Cost(id, who, written, str(cost), tuple(changes), unread, rule)


def changed(cost: Mana, change: ChangeCost) -> Mana:
    """Return a cost after one change by a known amount of mana."""
    mana = Mana.of(change.mana)
    if change.how == "more":
        return cost.plus(mana)
    return cost.less(mana, change.only) if change.how == "less" else cost.at_least(mana.amount)


def as_cast(state: State, number: int, caster: int) -> State:
    """Return the state after an object becomes a spell that its caster controls (601.2a)."""
    bit = 1 << number
    zones = {zone: mask & ~bit for zone, mask in state.still_values("zone").items()}
    zones["stack"] = zones.get("stack", 0) | bit
    found = state.draft()
    found.world = msgspec.structs.replace(state.world, facts={**state.world.facts, "zone": zones})
    found.assign("controller", caster, bit)
    return found


def _changes(state: State, number: int) -> Iterator[tuple[Key, str, str, ChangeCost]]:
    # (timestamp key, name of the effect, id of its source, change with its amount of mana)
    bit = 1 << number
    for held, mask in state.column("ability").items():
        clauses = _cost_clauses(held.ability, state)
        for source in numbers(mask) if clauses else ():
            if not any(state.still("zone", zone) >> source & 1 for zone in _zones(held.ability)):
                continue
            found = state.world.objects[source]
            context = static_context(found, held, state.edition)
            if not _holds(held.ability.when(), state, context):
                continue
            for place, clause in enumerate(clauses):
                scope = selector_of(clauses, place).select(state, context) & bit
                if not scope or not _holds(clause.condition, state, context):
                    continue
                for operation in clause.operations:
                    if isinstance(operation, ChangeCost):
                        for done, _ in operation.evaluate(state, context, scope):
                            if isinstance(done, ChangeCost):
                                yield context.stamp, context.effect, found.id, done


def _holds(condition: Condition | None, state: State, context: Context) -> bool:
    return condition is None or condition.holds(state, context)


def _zones(ability: Ability) -> tuple[str, ...]:
    # An ability that affects the cost of its own spell functions on the stack (113.6d).
    return ability.zones if isinstance(ability, Static) else ("stack",)


def _cost_clauses(ability: Ability, state: State) -> tuple[Clause, ...]:
    if isinstance(ability, Keyword):
        return keyword_cost(ability, len(state.world.players))
    clauses = ability.clauses()
    return clauses if any(isinstance(op, ChangeCost) for clause in clauses for op in clause.operations) else ()


def keyword_cost(keyword: Keyword, players: int) -> tuple[Clause, ...]:
    """Return the clauses of a keyword ability that change costs."""
    if keyword.name == "Undaunted":  # 702.125a
        return (Clause(Itself(), (ChangeCost(f"{{{players - 1}}}"),)),)
    if keyword.name != "Affinity":
        return ()
    from mtglayers.model.oracle.reading.lines import read_line  # loaded only when it is needed

    *adjectives, noun = keyword.parameter.removeprefix("for ").split()
    try:
        what = " ".join((*adjectives, singular(noun)))
    except ValueError:
        return ()
    (ability,) = read_line(f"This spell costs {{1}} less to cast for each {what} you control.")  # 702.41a
    return ability.clauses()


def _unread(state: State, number: int) -> Iterator[tuple[str, str]]:
    # pairs (id, text) for lines that could change the cost but are not understood, oldest first
    found: list[tuple[int, int, int, str]] = []
    for held, mask in state.column("ability").items():
        text = _text(held.ability, state)
        own = getattr(held.ability, "about", "") == "own cost" or of_its_own(text)
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
