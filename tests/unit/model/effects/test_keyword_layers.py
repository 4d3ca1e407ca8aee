"""Each keyword ability and keyword action states as data which layers it touches, or why it touches none."""

from __future__ import annotations

import re

import pytest

from mtglayers.model.cards.rules_text import resolution_of, resolution_of_ability
from mtglayers.model.effects.ability import Static, is_cda
from mtglayers.model.effects.keywords import Keyword, keyword_clauses
from mtglayers.model.effects.language import Ability, Clause
from mtglayers.model.effects.operations.power_toughness import SetPT
from mtglayers.model.effects.selectors import Itself
from mtglayers.model.oracle.recognition.irrelevant import is_plain
from mtglayers.model.oracle.recognition.keyword_actions import actions_in
from mtglayers.model.rules.edition import NEWEST, Origin
from mtglayers.model.rules.vocabulary import ACTIONS, KEYWORDS, REASONS

from ....reference.changes import clauses_of

ENTRIES = [*KEYWORDS.values(), *ACTIONS.values()]
NAMES = [f"{entry.rule} {entry.name}" for entry in ENTRIES]
LAYERS = [layer.name for layer in NEWEST.layers]


def keyword_of(name: str) -> Keyword:
    return Keyword(name, "2" if "number" in KEYWORDS[name].takes else "")


def layers_of(clauses: tuple[Clause, ...], origin: Origin, *, cda: bool = False) -> set[str]:
    kinds = {operation.kind for clause in clauses for operation in clause.flat()}
    found = {NEWEST.place("define" if cda and kind == "set" else kind, origin) for kind in kinds}
    return found & set(LAYERS)


def layers_of_static(ability: Ability) -> set[str]:
    """613.4a: power and toughness that a characteristic-defining ability sets are set in layer 7a."""
    return layers_of(ability.clauses(), "static", cda=is_cda(ability, NEWEST))


@pytest.mark.parametrize("entry", ENTRIES, ids=NAMES)
def test_layers_or_a_reason(entry):
    """Every entry has a rule, and either layers or a reason with a rule of its own."""
    assert re.fullmatch(r"70[12]\.\d+[a-z]?", entry.rule)
    assert bool(entry.layers) != bool(entry.none)
    assert set(entry.layers) <= set(LAYERS)
    if entry.none:
        assert entry.none in REASONS
        assert not entry.resolves
        assert not entry.source


def test_reasons():
    """Every reason cites a rule and is used."""
    assert all(re.fullmatch(r"\d{3}\.\d+[a-z]?", reason.rule) and reason.text for reason in REASONS.values())
    assert set(REASONS) == {entry.none for entry in ENTRIES if entry.none}


@pytest.mark.parametrize("name", KEYWORDS)
def test_layers_of_a_keyword(name):
    """The layers are those of the keyword's clauses and of the effect of its ability."""
    entry = KEYWORDS[name]
    keyword = keyword_of(name)
    found = layers_of_static(keyword)
    if resolved := resolution_of_ability(keyword, ""):
        found |= layers_of(resolved.clauses, "resolved")

    assert found == (set() if entry.source else set(entry.layers))


def test_a_size_that_an_ability_defines_is_set_in_layer_7a():
    """604.3a, 613.4a: it is a characteristic-defining ability; the same words about other objects are in layer 7b."""
    own = Static((Clause(Itself(), (SetPT(2, 2),)),))

    assert layers_of_static(own) == {"7a"}
    assert layers_of(own.clauses(), "resolved") == {"7b"}


@pytest.mark.parametrize("name", KEYWORDS)
def test_the_second_solver_knows_the_same_keywords(name):
    """What a keyword ability does is written twice, and each from the rules."""
    assert keyword_clauses(name) == clauses_of(keyword_of(name))


@pytest.mark.parametrize("name", [name for name, action in ACTIONS.items() if action.resolves])
def test_layers_of_an_action(name):
    """The layers are those of the effect that the reader gives to the action."""
    said = f"{name} Orcs 2." if "{a subtype}" in ACTIONS[name].resolves else f"{name} 2."

    assert [action.name for action, _, _ in actions_in(said)] == [name]
    assert layers_of(resolution_of(said).clauses, "resolved") == set(ACTIONS[name].layers)


@pytest.mark.parametrize("word", ["Double", "Triple"])
def test_actions_that_the_text_completes(word):
    """701.10, 701.11: the text of the effect says what is doubled or tripled, and is never ignored."""
    assert ACTIONS[word].source.startswith("the text of the effect")
    assert not is_plain(f"{word} target creature's power until end of turn.")
