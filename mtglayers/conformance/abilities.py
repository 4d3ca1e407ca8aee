"""The abilities of a vector: each gets a key and is spelled out once."""

from __future__ import annotations

from mtglayers.model.effects.ability import is_cda
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.node import Node, to_data
from mtglayers.model.rules.edition import Edition
from mtglayers.wire.vectors import VectorAbilityData


class AbilityTable:
    """Keys for abilities, in the order of their first use: a1, a2 ..."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._keys: dict[Ability, str] = {}

    def key(self, ability: Ability) -> str:
        """Return the key of an ability, after adding it and those that it grants."""
        if ability not in self._keys:
            self._keys[ability] = f"a{len(self._keys) + 1}"
            for child in ability.children():
                self.meet(child)
            for clause in ability.clauses():  # of a keyword that is an effect
                self.meet(clause)
        return self._keys[ability]

    def meet(self, tree: Node) -> None:
        """Add the abilities inside a tree."""
        if isinstance(tree, Ability):
            self.key(tree)
            return
        for child in tree.children():
            self.meet(child)

    def spelled(self) -> dict[str, VectorAbilityData]:
        """Return key -> ability."""
        return {key: self._spelled(ability) for ability, key in self._keys.items()}

    def _spelled(self, ability: Ability) -> VectorAbilityData:
        clauses = ability.clauses()
        return VectorAbilityData(
            tree=to_data(ability),
            cda=is_cda(ability, self._edition),
            zones=ability.functions_in(self._edition) if clauses else None,
            parts=tuple(map(to_data, clauses)) if isinstance(ability, Keyword) else (),
        )
