"""The search for the smallest boards on which one of two cards depends on the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, permutations, product
from typing import Any, NamedTuple

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Face
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.cards.search import find_card, name_of, own_cards
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.progress import checkpoint

from ...engine.footprint import Reason
from ...result.result import Result
from ...result.steps import Step
from ...result.unsupported import choices_asked
from ...solve import solve
from .layouts import (
    OBJECT,
    PLAYERS,
    Choice,
    Word,
    as_keys,
    default_choices,
    id_of,
    is_fit,
    is_of,
    link_exiled,
    linking,
    objects_to_name,
    resolved_id,
    words_to_choose,
)
from .plain_objects import Plain, Universe, Words, universe_of, words_in, words_of
from .ways import Way, ways_together

Progress = Callable[[int, int], None]
"""A function that receives the number of plain objects on the current board, and the number of boards solved."""

CardLike = str | Mapping[str, Any]
"""The name of a card, or its definition with Scryfall's field names."""


class Tried(NamedTuple):
    """A board, and how it was made.

    Attributes:
        board: the board.
        objects: pairs (description, controller) for the plain objects on it.
        ways: how each of the two cards has effects.
        chosen: the words chosen for each of them.
    """

    board: Board
    objects: tuple[tuple[str, str], ...]
    ways: tuple[Way, Way]
    chosen: tuple[Choice, ...]


class Sighting(NamedTuple):
    """A dependency that a board shows.

    Attributes:
        tried: the board.
        step: the step before which it exists.
        effect, on: the names of the two effects.
        words: a description of the dependency, as a sentence without a period.
        loop: whether the other effect depends on the first, too.
    """

    tried: Tried
    step: Step
    effect: str
    on: str
    words: str
    loop: bool


class Search:
    """Solves boards with two cards and plain objects.

    Attributes:
        cards, names: the cards, and their names.
        ways: how they were tried.
        found: for each card and reason, a smallest board on which the card depends on the other one.
        boards, refused, solves: the number of boards that the rules allow, that they do not, and of all solved boards.
        chosen: the kinds of choices for each card, with default words.
        options: all choices that were tried for each card.
        results: the results of boards with one card alone, by its number and how it is there.
        universe: the plain objects that were tried.
        controllers: the players under whose control they were tried.
        whole: the number of plain objects up to which all boards were tried.
        bounded: whether the search stopped at the limit.
    """

    def __init__(
        self, cards: tuple[CardLike, CardLike], rules: Edition, known: Sequence[Mapping[str, Any]], limit: int,
        progress: Progress | None,
    ) -> None:  # fmt: skip
        """Prepare a search; see `witness.depends`."""
        own = own_cards(read_card(card) for card in (*known, *cards) if isinstance(card, Mapping))
        read = [find_card(card, own) if isinstance(card, str) else read_card(card) for card in cards]
        self._cards, self._rules, self._limit, self._progress = cards, rules, limit, progress
        self.cards, self._linking = tuple(read), linking(read)
        self.names = tuple(name_of(card, own) if isinstance(card, str) else read_card(card).name for card in cards)
        self.ways = tuple(ways_together(read, rules)) or ((Way(), Way()),)
        by_name = [any(way[card].zone in ("stack", "command") for way in self.ways) for card in (0, 1)]
        self._known = [
            *known,
            *(c for c, named in zip(cards, by_name, strict=True) if named and isinstance(c, Mapping)),
        ]
        self.boards = self.refused = self.solves = 0
        self.found: dict[tuple[int, Reason], Sighting] = {}
        self.chosen: list[Choice] = []
        self.results: dict[tuple[int, Way], Result] = {}
        for card in (0, 1):
            self.chosen.append(self._choices(card))

    def _choices(self, card: int) -> Choice:
        # All choices for a card, with default words; raises an error if the card has no effect at all.
        found: dict[str, Any] = {}
        for way in dict.fromkeys(ways[card] for ways in self.ways):
            if way.zone == "stack":
                found |= way.chosen
            elif not way.resolves and way.zone in ("battlefield", "command"):
                chosen = default_choices(solve(self._alone(card, way, {})))
                self.results[card, way] = solve(self._alone(card, way, chosen))
                found |= chosen
                if any(OBJECT in choices_asked(ability) for ability in self._face(card, way).abilities):
                    found[OBJECT] = ()
        return found

    def run(self, among: Universe | None, most: int) -> None:
        """Solve all boards with up to `most` plain objects, up to the limit."""
        results = list(self.results.values())
        first = self.ways[0]
        if not any(way.resolves for way in first):
            both = self._made((), (PLAYERS[0], PLAYERS[0]), (0, 1), first, ((), ()), self.chosen)
            results += [solve(both)] if both is not None else []
        words = self._words(results)
        self.universe = universe_of(words) if among is None else among
        self.options = self._options(most)
        if among is None and any(len(each) > 1 for each in self.options):
            results += [solve(self._alone(*key, each)) for key in self.results for each in self.options[key[0]]]
            words = self._words(results)
            self.universe = universe_of(words)
        self.controllers = PLAYERS if words.reads_controllers else PLAYERS[:1]
        self.whole, self.bounded = -1, False
        for size in range(most + 1):
            for tried in self._boards(size):
                if self.solves >= self._limit:
                    self.bounded = True
                    return
                self._look(tried)
                if self._progress is not None:
                    self._progress(size, self.solves)
            self.whole = size

    def made(self, chosen: Choice) -> dict[str, tuple[str, ...]]:
        """Return choices in words, with the names of cards."""
        front = [card.faces[0].name for card in self.cards]
        return {kind: tuple(map(str, words)) for kind, words in (as_keys(chosen, front) or {}).items()}

    def all_chosen(self, card: int) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each kind of choice that was made for a card, with all words that were chosen."""
        made = list(map(self.made, self.options[card]))
        other = {id_of(1 - card): self.names[1 - card]}
        for kind in dict.fromkeys(kind for each in made for kind in each):
            words = (word for each in made for word in each.get(kind, ()))
            if kind == OBJECT:
                words = (other.get(word, "a plain object") for word in words)
            yield kind, tuple(dict.fromkeys(words))

    def _words(self, results: Sequence[Result]) -> Words:
        found = words_in(clause for ways in self.ways for way in ways for clause in way.clauses)
        for result in results:
            found |= words_of(result)
        return found

    def _alone(self, card: int, way: Way, chosen: Choice) -> Board:
        board = Board(PLAYERS, edition=self._rules, cards=self._known)
        words = {kind: there or (id_of(card),) for kind, there in chosen.items() if kind != OBJECT}
        keys = as_keys(words, [each.faces[0].name for each in self.cards])
        way.enters(board, self._cards[card], self.cards[card], "one", PLAYERS[0], chosen=keys)
        return board

    def _options(self, most: int) -> list[list[Choice]]:
        read = dict(self.universe.words)
        plains = (plain.card for plain in self.universe.objects)
        named = objects_to_name((card.faces[0] for card in self.cards), plains)
        found: list[list[Choice]] = []
        for place, (chosen, card) in enumerate(zip(self.chosen, self.cards, strict=True)):
            values: list[list[tuple[Word, ...]]] = []
            for kind, default in chosen.items():
                if kind == OBJECT:
                    values.append([(), (id_of(1 - place),), *((f"plain-{number}",) for number in range(most))])
                    continue
                words = words_to_choose(kind, read, named, card)
                number = len(default) or min(1, len(words))
                values.append(list(permutations(dict.fromkeys((*default, *words)), number)))
            found.append([dict(zip(chosen, each, strict=True)) for each in product(*values)])
        return found

    def _boards(self, size: int) -> Iterator[Tried]:
        there = {id_of(0), id_of(1), *(f"plain-{place}" for place in range(size))}
        owned = [(plain, player) for plain in self.universe.objects for player in self.controllers]
        for chosen in combinations_with_replacement(owned, size):
            objects = tuple((plain.words, player) for plain, player in chosen)
            made = product(self.ways, self.controllers, product(*self.options), ((0, 1), (1, 0)))
            for ways, whose, picked, order in made:
                if not there.issuperset(word for each in picked for word in each.get(OBJECT, ())):
                    continue
                for hosts in product(*(self._hosts(card, size, order, ways) for card in (0, 1))):
                    checkpoint("candidate")
                    board = self._made(chosen, (PLAYERS[0], whose), order, ways, hosts, picked)
                    if board is None:
                        self.refused += 1
                    else:
                        yield Tried(board, objects, ways, picked)

    def _hosts(self, card: int, size: int, order: tuple[int, int], ways: tuple[Way, Way]) -> list[tuple[str, ...]]:
        # The objects to which a card can be attached, or the targets of its spell or ability.
        way, other = ways[card], ways[1 - card]
        plain = [f"plain-{place}" for place in range(size)]
        there = [id_of(1 - card)] if other.zone != "stack" and (way.ability or card == order[1]) else []
        if way.resolves:
            able = [*there, *([id_of(card)] if way.ability else []), *plain, *(PLAYERS if way.targets_players else ())]
            return list(permutations(able, way.targets))
        if "Aura" in self._face(card, way).subtypes and way.zone == "battlefield":
            return [(host,) for host in (*plain, *there)]
        return [()]

    def _made(
        self, chosen: Sequence[tuple[Plain, str]], whose: tuple[str, str], order: tuple[int, int],
        ways: tuple[Way, Way], hosts: Sequence[tuple[str, ...]], picked: Sequence[Choice],
    ) -> Board | None:  # fmt: skip
        # None if the rules do not allow the board.
        board = Board(PLAYERS, edition=self._rules, cards=self._known)
        try:
            for place, (plain, player) in enumerate(chosen):
                plain.enters(board, player, f"plain-{place}")
            waiting = []
            for card in order:
                self._put(board, card, whose[card], ways, hosts[card], picked[card])
                if ways[card].ability and id_of(1 - card) in hosts[card]:
                    waiting.append(card)
                elif ways[card].ability:
                    _resolve(board, card, ways[card], hosts[card])
            for card in waiting:
                _resolve(board, card, ways[card], hosts[card])
            self._link(board, chosen, ways)
        except LayersError:
            return None
        return board

    def _put(
        self, board: Board, card: int, player: str, ways: tuple[Way, Way], hosts: tuple[str, ...], picked: Choice
    ) -> None:  # fmt: skip
        way = ways[card]
        if way.zone == "stack":
            several = len(self.cards[card].faces) > 1
            name = self._face(card, way).name if several else self.names[card]
            asked = {kind: words for kind, words in picked.items() if kind in way.chosen}
            board.resolves(name, as_=resolved_id(card), controller=player, **way.keys(hosts, asked))
            return
        keys: dict[str, Any] = {}
        if way.zone in ("battlefield", "command"):
            keys["chosen"] = as_keys(picked, [self._face(each, ways[each]).name for each in (0, 1)])
        if hosts and not way.ability:
            keys["attached_to"] = hosts[0]
        way.enters(board, self._cards[card], self.cards[card], id_of(card), player, **keys)

    def _face(self, card: int, way: Way) -> Face:
        return self.cards[card].faces[way.face]

    def _link(self, board: Board, chosen: Sequence[tuple[Plain, str]], ways: tuple[Way, Way]) -> None:
        if self._linking is not None and ways[self._linking].zone == "battlefield":
            exiled = (card for card in (0, 1) if ways[card].zone == "exile")
            link_exiled(board, self._linking, (plain.zone for plain, _ in chosen), exiled)

    def _look(self, tried: Tried) -> None:
        self.solves += 1
        result = solve(tried.board)
        fits = is_fit(tried.board, result)
        if not fits or (any(way.resolves for way in tried.ways) and result.illegal):
            self.refused += 1
            return
        self.boards += 1
        for step in result.steps:
            pending = (step.effect, *step.pending)
            mine = [[name for name in pending if is_of(name, card)] for card in (0, 1)]
            if mine[0] and mine[1]:
                self._keep(tried, result, step)

    def _keep(self, tried: Tried, result: Result, step: Step) -> None:
        for (effect, on), arrow in step.arrows.items():
            for card in (0, 1):
                if not (is_of(effect, card) and is_of(on, 1 - card)):
                    continue
                for reason in arrow.reasons:
                    if (card, reason) not in self.found:
                        pairs = {(each.effect, each.on): each for each in result.explainer.table(step).pairs}
                        words, loop = pairs[effect, on].words, (on, effect) in step.arrows
                        self.found[card, reason] = Sighting(tried, step, effect, on, words, loop)


def _resolve(board: Board, card: int, way: Way, hosts: tuple[str, ...]) -> None:
    what = {"ability_of": id_of(card), "index": way.ability}
    board.resolves(what, as_=resolved_id(card), **way.keys(hosts, way.chosen))
