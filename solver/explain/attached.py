"""Whether an attachment stays attached (303.4, 301.5, 702.16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mtglayers.model.cards.target_groups import enchanted
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.view import Context
from mtglayers.model.objects.gameobject import GameObject

from ..legality.attachments import barring_attachment, barring_host
from ..legality.qualities import from_player, protection, protects, qualities_in
from ..legality.target_places import a_group
from ..result.characteristics import Characteristics, ability_order
from ..result.result import Result

_SPARING: Final = "This effect doesn't"


class Attachment:
    """An object that is attached to another one in a result."""

    def __init__(
        self, found: Characteristics, host: Characteristics, result: Result, sources: Mapping[str, GameObject]
    ) -> None:
        """Take an attachment and its host.

        Args:
            found: the attachment.
            host: the object to which it is attached.
            result: the result that contains both.
            sources: the objects of the result by id.
        """
        self.found = found
        self.host = host
        self.result = result
        self.sources = sources
        self.state = result.trace.state
        self.number = sources[found.id].number

    def ends(self) -> Iterator[tuple[str, str]]:
        """Yield why it does not stay attached, with the letter of the rule in 704.5 or the number of another rule."""
        aura, called = "Aura" in self.found.subtypes, self.result.names.object(self.host.id)
        done, rule = ("is put into its owner’s graveyard", "m") if aura else ("becomes unattached", "n")
        if aura and "bestow" in self.sources[self.found.id].facts:  # 702.103f: instead of 704.5m
            done, rule = "becomes unattached, so it is a creature again", "702.103f"
        if wrong := self._misfit():
            yield wrong.format(host=called, done=done), rule
        elif self.host.zone != "battlefield":
            return
        elif keyword := next((keyword for keyword, _, letter in self._protections() if not letter), None):
            yield f"{done}, because {called} has {protection(keyword)}", rule
        elif words := self._barring():
            yield f"{done}, because {called} {words}", rule

    def stays(self) -> Iterator[str]:
        """Yield a sentence, without a period, if it stays attached in spite of protection (702.16n, 702.16p)."""
        protections = list(self._protections())
        if protections and all(letter for *_, letter in protections):
            keyword, giver, letter = protections[0]
            it, called = self.result.names.object(self.found.id), self.result.names.object(giver)
            rule = f" (702.16{letter})" if self.result.edition.until is None else ""
            effect = "its own effect" if self.found.id == giver else f"the effect of {called}"
            yield f"{it} stays attached despite {protection(keyword)}, because {effect} does not remove it{rule}"

    def _misfit(self) -> str:
        found, host = self.found, self.host
        for kind, article, wanted in (("Equipment", "an", "Creature"), ("Fortification", "a", "Land")):
            if kind in found.subtypes and host.zone != "battlefield":
                return f"is {article} {kind} attached to a card that is no permanent and {{done}}"
            if kind in found.subtypes and wanted not in host.types:
                return f"is {article} {kind} attached to a permanent that is no {wanted.lower()} and {{done}}"
        context = Context(source=self.number, you=self.state.controller(self.number))
        number = self.sources[host.id].number
        only = barring_host(self.state, found.abilities, context, number)
        if only is not None:
            return f"can be attached only to {a_group(only)} and {{done}}"
        for keyword in found.abilities if "Aura" in found.subtypes else ():
            if not isinstance(keyword, Keyword) or keyword.name != "Enchant":
                continue
            group = enchanted(keyword)
            try:
                if group is None or group.zoned or group.select(self.state, context) >> number & 1:
                    continue
            except NotImplementedError:  # the group refers to an object for which an amount is evaluated
                continue
            quality = keyword.parameter or keyword.subtype
            return f"can’t enchant {{host}} any longer (enchant {quality}) and {{done}}"
        return ""

    def _barring(self) -> str:
        kind = next((word for word in ("Aura", "Equipment") if word in self.found.subtypes), "")
        host = self.sources[self.host.id].number
        return barring_attachment(self.state, kind, self.number, host).replace("'", "’")

    def _protections(self) -> Iterator[tuple[Keyword, str, str]]:
        # The protections of the host from the attachment; with each come the permanent whose effect spares the
        # attachment, or "", and the letter of the rule about it, or "".
        values = qualities_in(self.state, self.number)
        players = from_player(self.found.controller, self.found.controller != self.host.controller)
        for held in sorted(self.state.abilities(self.sources[self.host.id].number), key=ability_order):
            keyword = held.ability
            if not isinstance(keyword, Keyword) or keyword.name != "Protection":
                continue
            if keyword.parameter in players or protects(keyword, values):
                giver = held.granter.partition("#")[0]
                letter = self._sparing_rule(giver)
                yield keyword, giver if letter else "", letter

    def _sparing_rule(self, giver: str) -> str:
        # The letter of the rule in 702.16 because of which an effect spares the attachment, or "".
        source = self.result.objects.get(giver)
        if source is None or source.zone != "battlefield":
            return ""
        rules = (node for ability in source.abilities for node in ability.walk())
        text = next((node.text for node in rules if isinstance(node, RuleText) and node.text.startswith(_SPARING)), "")
        if text in (f"{_SPARING} remove Auras", f"{_SPARING} remove this Aura"):
            return "n" if "Aura" in self.found.subtypes and (text.endswith("Auras") or self.found.id == giver) else ""
        # Auras and Equipment you control that are already attached
        older = self.sources[self.found.id].stamp < self.sources[giver].stamp
        return "p" if text and older and self.found.controller == source.controller else ""
