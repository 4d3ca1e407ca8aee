"""The facts that each kind of effect reads; a fact is a value that no effect changes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mtglayers.model.effects.amounts.counting import Count, CounterKinds, CountersOn, PlayerCount, cards_in
from mtglayers.model.effects.conditions import AtLevel, GameFact, TurnOf
from mtglayers.model.effects.filters import status
from mtglayers.model.effects.filters.whereabouts import AttachedTo, CastFrom, ExiledWith
from mtglayers.model.effects.game_questions import question
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.effects.players import Holder
from mtglayers.model.effects.selectors import Encoded, InOrder, PairedCreatures, TopCard
from mtglayers.model.effects.view import ANY, Column

NO_FACTS: Final = frozenset({
    "AddColors", "AddNameWord", "AddSubtypes", "AddSupertypes", "AddText", "AddTextBoxes", "AddTypes", "Alike", "AllOf",
    "AmongPlayers", "AnyOf", "AsEnters", "Attached", "Becomes", "CanBePermanent", "CantHave", "CardNoun", "ChangeCost",
    "ChangeWords", "ChangeWordsTo", "Chosen", "ChosenFrom", "ChosenObject", "ChosenOption", "ColorCount",
    "ColorsNumbered", "ColorsOf", "CommonColor", "Compare", "ControlledBy", "ControllerOf", "Copiable", "CostsX",
    "Count", "CountsAs", "Defined", "Devotion", "Domain", "DontCopy", "Each", "Either", "ExchangeControl",
    "ExchangeText", "Exiled", "Exists", "Extreme", "Fixed", "Gain", "GainAllOf", "GainControl", "GainEvery", "GainKind",
    "GainLandwalks", "GainOne", "GainOwnProtections", "GainProtections", "Group", "Half", "HasText", "HasTextOf",
    "InZone", "InZones", "Is", "IsToken", "Its", "Itself", "KeepThis", "KindsAmong", "Lacking", "LandPlays", "Lose",
    "LoseAll", "LoseAllBut", "LoseOther", "LoseSubtypes", "LoseThis", "MaxHandSize", "Minus", "ModifyOne", "ModifyPT",
    "Named", "NoAbilities", "Non", "Not", "Number", "NumberOf", "OfColor", "OfPlayers", "OfSubtype", "OfSupertype",
    "OfType", "Other", "OtherThan", "OwnedBy", "OwnersControl", "Parity", "Parted", "Party", "Permanent", "PlayerGains",
    "PlayerGroup", "PlayersWho", "Plus", "Provided", "RecordedNumber", "RemoveSupertypes", "RemoveTypes", "Restriction",
    "RuleText", "Same", "SelfIn", "SetColors", "SetName", "SetPT", "SetStickerPT", "SetSubtypes", "SetTypes",
    "SetWords", "Sharing", "Signs", "Sized", "Spell", "Sum", "SwitchPT", "Symbols", "TakeText", "TakeTextBox",
    "TakeValues", "Target", "ThatIs", "TheOnly", "Times", "Together", "Total", "TurnedDown", "With", "WithNumber", "X",
})  # fmt: skip
"""Names of the node classes that read no facts.

Zones, owners, tokens and facts about an effect's source do not count, because every effect can read them.
"""


@lru_cache(maxsize=8192)
def facts_read(tree: Node) -> frozenset[Column]:
    """Return the facts that the nodes of a tree read.

    Each fact is returned as ``(fact, ANY)``; ``(ANY, ANY)`` means every fact. Abilities in the tree are skipped,
    because they generate separate effects.
    """
    found = {(fact, ANY) for fact in _facts_of(tree)}
    return frozenset(found).union(*(facts_read(node) for node in tree.children() if not isinstance(node, Ability)))


def _facts_of(node: Node) -> tuple[str, ...]:
    match node:
        case status.WithCounter() | CountersOn() | CounterKinds():
            return ("counter",)
        case status.Wearing() | AttachedTo():
            return ("attached",)
        case status.Modified():
            return ("counter", "attached")
        case status.Status(word):
            return ("attached" if word in status.WORN else status.OPPOSITES.get(word, word),)
        case status.Batch():
            return ("commander",)
        case Count(of) if (counted := cards_in(of)) is not None:
            return (counted.zone,)
        case status.Marked(fact) | Holder(fact) | PlayerCount(fact):
            return (fact,)
        case status.Assailing():
            return ("attacking", "attacks", "attacks_player")
        case status.Fighting():
            return ("blocking", "blocking_which")
        case CastFrom(zone):
            return ("cast", f"cast_from_{zone}")
        case TurnOf():
            return ("active player",)
        case AtLevel():
            return ("level",)
        case InOrder(text=text):
            return (f"told:{text}",)
        case GameFact(text):
            asked = question(text)
            return (f"told:{text}", f"entered:{text}") if asked is None else (f"told:{text}", asked.fact)
        case PairedCreatures():
            return ("paired_with",)
        case Encoded():
            return ("encoded_on",)
        case ExiledWith():
            return ("exiled_with",)
        case TopCard():
            return ("top_of_library",)
        case BecomeCopy():
            return ("copied",)
        case _:
            return () if type(node).__name__ in NO_FACTS else (ANY,)
