"""The event in which two cards meld (701.42)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ..cards.card import Card
from ..cards.faces import id_names
from ..cards.search import find_card
from ..objects.tables import Tables
from ..rules.vocabulary import mana_value
from .arrivals import Arrival, Arriving, fresh_name
from .concepts import DOUBLE_FACED, admit_concept
from .departures import depart
from .fields import Text, Texts


class Melds(Arrival, frozen=True, kw_only=True):
    """The two cards in a meld pair enter with their back faces up, as one permanent (701.42a).

    Its mana value is the sum of those of their front faces (202.3c). The cards separate when it leaves.
    """

    STAMPS: ClassVar[bool] = True

    melds: Texts
    into: Text

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        admit_concept(self, tables, *DOUBLE_FACED)
        if len(set(self.melds)) != 2:
            raise self.refuse("`melds` needs the ids of two cards (701.42a)")
        if len(self.as_) > 1:
            raise self.refuse("`as` must be one name")
        if self.face_down or self.transformed or self.copy_of is not None:
            raise self.refuse("melded cards enter with their back faces up, not as anything else (701.42a)")
        pair = [tables.named(name) for name in self.melds]
        for old in pair:
            if old.base.token or old.components or old.card.layout != "meld":
                raise self.refuse(f"`{old.id}` is not a meld card, so it cannot be melded (701.42b)")
        card = find_card(self.into, tables.cards)
        if card.layout != "meld" or card.faces[0].mana_cost:
            raise self.refuse(f"`{card.name}` is not the back of a meld pair")
        if not _is_pair(pair[0].card, pair[1].card, card) or not _is_pair(pair[1].card, pair[0].card, card):
            raise self.refuse(f"`{pair[0].id}` and `{pair[1].id}` do not meld into `{card.name}` (701.42b)")
        owner = pair[0].base.owner
        if pair[1].base.owner != owner:
            raise self.refuse(f"`{pair[0].id}` and `{pair[1].id}` have different owners")
        cards = tuple(each for old in pair for each in depart(tables, old, index))
        controller = owner if self.controller is None else self.player_number(tables, self.controller)
        base = self.base(tables, card, 0, "battlefield", owner, controller)
        total = sum(mana_value(each.faces[0].mana_cost) for each in cards)
        base = msgspec.structs.replace(base, values=msgspec.structs.replace(base.values, mana_value=total))
        name = fresh_name(self, tables, self.as_[0] if self.as_ else None, id_names(card)[0], {})
        made = self.arrive(tables, index, [Arriving(card, base, 0, [name], self.chosen, self.x)])
        tables.change(tables.ids[name], components=cards)
        return made


def _is_pair(one: Card, other: Card, back: Card) -> bool:
    # The text of one card of a pair names the other, and that of the other names the back; other texts are unknown.
    return one.name != other.name and one.melds_with in ("", other.name) and one.melds_into in ("", back.name)
