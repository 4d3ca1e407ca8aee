"""From the grammar's trees to operations: what a verb and what follows it do."""

from __future__ import annotations

import re
from typing import Any, Self

import msgspec
from lark import Token, Tree

from ...effects.amounts.arithmetic import Defined
from ...effects.amounts.base import X
from ...effects.amounts.counting import Its, NumberOf
from ...effects.keyword_parameters import says_x
from ...effects.keywords import Keyword
from ...effects.language import Ability, Amount, Operation, Selector
from ...effects.operations.abilities import Gain, Lose, LoseAll, LoseOther, LoseThis
from ...effects.operations.abilities_from_board import GainAllOf, GainOne, LoseAllBut
from ...effects.operations.becomes import Becomes
from ...effects.operations.copying import BecomeCopy
from ...effects.operations.costs import ChangeCost, How
from ...effects.operations.keywords import CantHave, GainLandwalks, GainProtections
from ...effects.operations.players_and_rules import RuleText
from ...effects.operations.power_toughness import ModifyOne, ModifyPT, SetPT
from ...effects.operations.text import AddTextBoxes, HasText, HasTextOf
from ...effects.operations.types import GainEvery, LoseSubtypes, RemoveSupertypes, RemoveTypes
from ...effects.selectors import ChosenFrom, ChosenObject, Group, Itself, TopCard
from ..grammar.keywords import read_keywords
from ..grammar.trees import Branch
from ..printing import amounts
from ..printing.keywords import ability_phrases
from ..recognition import forms
from ..words import Stop
from . import complements
from .nouns import GroupBuilder


class Abilities(tuple[Ability, ...]):  # noqa: SLOT001
    """Abilities with the hint by which their list prints back."""

    style: str

    def __new__(cls, abilities: tuple[Ability, ...], style: str) -> Self:
        found = super().__new__(cls, abilities)
        found.style = style
        return found


class PredicateBuilder(GroupBuilder):
    """The rules of the grammar that make operations."""

    # --- Predicates ---

    def predicate(self, tree: Branch, subject: Selector) -> list[Operation]:
        found: list[Operation] = getattr(self, "does_" + tree.data)(tree, subject)
        return found

    def does_gets(self, tree: Branch, subject: Selector) -> list[Operation]:
        power, toughness = str(tree.children[1]).split("/")
        verb = str(tree.children[0])
        word = "gets an additional" if "additional" in verb else "gets"
        if verb.startswith(("each ", "also ", "both ")):
            word = f"{verb.split(maxsplit=1)[0]} {word}"
        return [ModifyPT(amounts.plain_number(power), amounts.plain_number(toughness), word)]

    def does_gets_one(self, tree: Branch, subject: Selector) -> list[Operation]:
        if str(tree.children[2]) != "or":
            raise Stop(tree.children[2])
        (first,) = self.does_gets(Tree("gets", tree.children[:2]), subject)
        (second,) = self.does_gets(Tree("gets", [tree.children[0], tree.children[3]]), subject)
        assert isinstance(first, ModifyPT)
        assert isinstance(second, ModifyPT)
        options = (first.power, second.power), (first.toughness, second.toughness)
        return [ModifyOne(*options, first.word)]

    def does_has(self, tree: Branch, subject: Selector) -> list[Operation]:
        verb = str(tree.children[0])
        word = "gains" if tree.children[0].type == "GAINS" else "has"
        if verb.startswith(("each ", "also ", "both ")):
            word = f"{verb.split(maxsplit=1)[0]} {word}"
        found: list[Operation] = []
        held: list[Ability] = []
        style = ""
        for kind, value in self.abilities(tree.children[1]):
            if kind == "abilities":
                held.extend(value)
                style = style or getattr(value, "style", "")
                continue
            if held:
                found.append(Gain(tuple(held), word, style))
                held, style = [], ""
            match kind:
                case "size":
                    found.append(SetPT(value[0], value[1], f"{word} base"))
                case "each":
                    found.append(SetPT(value[1], value[1], f"{word} {value[0]}"))
                case "one" if len(tree.children[1].children) == 1:
                    found.append(GainOne(value, word, "or"))
                case "none" if len(tree.children[1].children) == 1:
                    found.append(LoseAll(word="has"))
                case "landwalks":
                    found.append(GainLandwalks(ChosenObject(), word))
                case "all_types":
                    found.append(GainEvery("creature" if "creature" in value else "land", word=word))
                case _:
                    raise Stop(tree.children[0])
        if held:
            found.append(Gain(tuple(held), word, style))
        if len(found) == 2 and isinstance(found[0], SetPT) and isinstance(found[1], Gain) and not found[1].style:
            return [found[0], *(Gain((ability,), "") for ability in found[1].abilities)]
        if len(found) > 1:
            raise Stop(tree.children[0])
        joints = [str(child).strip(", ") for child in tree.children[1].children if isinstance(child, Token)]
        if joints and joints[-1] == "or":  # "gains banding, first strike, or trample"
            if self.default is None or style or not all(isinstance(operation, Gain) for operation in found):
                raise Stop(tree.children[0])
            return [GainOne(tuple(held), word, "or")]
        return found

    def does_loses(self, tree: Branch, subject: Selector) -> list[Operation]:
        words: list[str] = []
        held: list[Ability] = []
        found: list[Operation] = []
        style = ""
        for child in tree.children[1].children:
            if isinstance(child, Token):
                continue
            if child.data == "loss":
                words.append(str(child.children[0]))
            elif child.data == "this_ability":
                found.append(LoseThis())
            elif child.data == "all_types":
                words.append(str(child.children[0]))
            else:
                kind, value = self.ability(child)
                if kind != "abilities":
                    raise Stop(tree.children[0])
                held.extend(value)
                style = style or getattr(value, "style", "")
        if words and words[0].startswith("all other "):
            found.append(LoseOther((words[0].removeprefix("all other "), *words[1:])))
        elif words:
            if not words[0].startswith("all "):
                raise Stop(tree.children[0])
            listed = (words[0].removeprefix("all "), *words[1:])
            if listed == ("abilities",):
                found.append(LoseAll())
            elif listed in (("creature types",), ("land types",)):
                found.append(LoseSubtypes(family=listed[0].split()[0]))
            elif set(listed) <= {"abilities", "creature types", "land types", "colors"}:
                found.append(LoseOther(listed, other=False))
            else:
                raise Stop(tree.children[0])
        if held:
            found.append(Lose(tuple(held), style=style))
        return found

    def does_cant_have(self, tree: Branch, subject: Selector) -> list[Operation]:
        abilities, _ = self.only_abilities(tree.children[1])
        names = [ability.name for ability in abilities if isinstance(ability, Keyword)]
        if len(names) != len(abilities):
            raise Stop(tree.children[0])
        return [CantHave(name, str(tree.children[0])) for name in names]

    def does_is_(self, tree: Branch, subject: Selector) -> list[Operation]:
        word = "becomes" if tree.children[0].type == "BECOMES" else str(tree.children[0])
        if str(tree.children[0]).startswith(("each ", "both ")):
            word = f"{str(tree.children[0]).split()[0]} {word}"
        word = {"'s": "is", "'re": "is", "are": "is", "'s also": "is also", "are also": "is also"}.get(word, word)
        parts, given = self.complement_parts(tree.children[1])
        return [complements.read(parts, word, self.type_for(subject), given)]

    def does_gains_one(self, tree: Branch, subject: Selector) -> list[Operation]:
        abilities, style = self.only_abilities(tree.children[2])
        adverb = str(tree.children[0]).rpartition(" ")[0]
        return [GainOne(abilities, f"{adverb} gains".strip(), style)]

    def does_becomes_one_of(self, tree: Branch, subject: Selector) -> list[Operation]:
        raise Stop(tree.children[1])

    def does_isnt(self, tree: Branch, subject: Selector) -> list[Operation]:
        word = re.sub(r"^are(n't)?", r"is\1", str(tree.children[0]))
        parts, given = self.complement_parts(tree.children[1])
        becomes = complements.read(parts, word, self.type_word, given)
        if becomes != Becomes(word=word, types=becomes.types, supertypes=becomes.supertypes):
            raise Stop(tree.children[0])
        if becomes.types and not becomes.supertypes:
            return [RemoveTypes(becomes.types, word)]
        if becomes.supertypes and not becomes.types:
            return [RemoveSupertypes(becomes.supertypes, word)]
        raise Stop(tree.children[0])

    def does_is_copy(self, tree: Branch, subject: Selector) -> list[Operation]:
        verb = str(tree.children[0])
        self.it = self.before  # "that creature" is not the one that becomes a copy
        of = self.copied(tree.children[1])
        self.it = subject
        word = "becomes" if "become" in verb else "is"
        if verb.startswith("each "):
            word = f"each {word}"
        return [BecomeCopy(of, word=f"{word} copies" if "become" in verb and "copies" in verb else word)]

    def copied(self, tree: Branch) -> Selector:
        """Return what is copied: what is named, or one that is chosen of a group."""
        nouns = tree.children[0] if tree.data == "subject" else tree
        first = nouns.children[0] if nouns.data == "nouns" else None
        if first is None or first.data not in ("article", "count") or self.default is None:
            return self.subject(tree)
        word = str(first.children[0])
        found = self.nouns(nouns)
        if word not in ("a", "an", "any", "another") or found.number != 1 or not isinstance(found.selector, Group):
            raise Stop(first.children[0])
        return ChosenFrom(found.selector, "a" if word == "an" else word)

    def does_defines(self, tree: Branch, subject: Selector) -> list[Operation]:
        phrase = re.sub(r"^('s?|its|their) ", "", str(tree.children[0]))
        head = re.match(r"('s?|its|their) ", str(tree.children[0]))
        word = "is" if head is None or head[1].startswith("'") else head[1]
        figures = tree.children[1]
        if isinstance(figures, Tree) and figures.data == "size_of":
            of = self.subject(figures.children[0])
            return [SetPT(NumberOf(of, "power"), NumberOf(of, "toughness"), word)]
        first = self.figure = self.amount(figures)
        second = self.amount(tree.children[3]) if len(tree.children) > 3 else None
        if phrase.startswith("power and toughness"):
            if second is not None:
                raise Stop(tree.children[0])
            return [SetPT(first, first, word)]
        if phrase.startswith("power"):
            return [SetPT(first, second, word)]
        if second is not None:
            raise Stop(tree.children[0])
        return [SetPT(None, first, word)]

    def does_has_text(self, tree: Branch, subject: Selector) -> list[Operation]:
        quoted = tree.children[1:]
        if "full text" in tree.children[0]:
            if not isinstance(self.card, TopCard):
                raise Stop(tree.children[0])
            return [HasTextOf(self.card)]
        if not quoted:
            raise Stop(tree.children[0])
        return [HasText(self.inner(str(quoted[0])[1:-1].rstrip(",")))]

    def does_has_text_box(self, tree: Branch, subject: Selector) -> list[Operation]:
        of = self.subject(tree.children[1])
        if not isinstance(of, Group) or of.quantifier != "each":
            raise Stop(tree.children[0])
        return [AddTextBoxes(of)]

    def does_costs(self, tree: Branch, subject: Selector) -> list[Operation]:
        found = re.fullmatch(r"costs? ((?:\{[^}]+\})+) (less|more) to cast", str(tree.children[0]))
        if found is None or re.search(r"\{[^}]*[^WUBRGCXP0-9/}][^}]*\}", found[1]):
            raise Stop(tree.children[0])
        how: How = "less" if found[2] == "less" else "more"
        return [ChangeCost(found[1], how, X() if "{X}" in found[1] else None)]

    def does_has_all_of(self, tree: Branch, subject: Selector) -> list[Operation]:
        what = str(tree.children[1])
        forms: tuple[str, ...] = tuple(word for word in ("activated", "triggered", "loyalty") if word in what)
        self.it = self.before if self.default is not None else self.it
        of = self.subject(tree.children[2])
        self.it = subject
        if isinstance(of, Group) and of.quantifier and what.endswith(" all"):
            raise Stop(tree.children[1])
        verb = "gains" if tree.children[0].type == "GAINS" else "has"
        found = GainAllOf(of, forms, "all" if what.endswith(" all") else "", verb, what.split(maxsplit=1)[0])
        if len(tree.children) > 3:
            _, *style, but, _ = str(tree.children[3]).split()
            found = msgspec.structs.replace(found, but=but, style=" ".join(["except", *style]))
        return [found]

    def does_has_protections(self, tree: Branch, subject: Selector) -> list[Operation]:
        self.it = self.before if self.default is not None else self.it
        of = self.subject(tree.children[2])
        self.it = subject
        return [GainProtections(of, "gains" if tree.children[0].type == "GAINS" else "has")]

    def does_has_chosen(self, tree: Branch, subject: Selector) -> list[Operation]:
        parts = [("chosen", tree.children[1]), ("keeps", tree.children[2])]
        if tree.children[1] not in ("the chosen creature type", "the chosen land type"):
            raise Stop(tree.children[1])
        return [complements.read(parts, "has", self.type_word, [])]

    def does_loses_but(self, tree: Branch, subject: Selector) -> list[Operation]:
        if (str(tree.children[1]), str(tree.children[2])) != ("all abilities", "except mana abilities"):
            raise Stop(tree.children[2])
        return [LoseAllBut()]

    def does_rule(self, tree: Branch, subject: Selector) -> list[Operation]:
        if forms.touches(str(tree.children[0])):
            raise Stop(tree.children[0])
        return [RuleText(str(tree.children[0]))]

    # --- Abilities ---

    def only_abilities(self, tree: Branch) -> tuple[tuple[Ability, ...], str]:
        found: list[Ability] = []
        style = ""
        for kind, value in self.abilities(tree):
            if kind != "abilities":
                raise Stop
            found.extend(value)
            style = style or getattr(value, "style", "")
        return tuple(found), style

    def abilities(self, tree: Branch) -> list[tuple[str, Any]]:
        return [self.ability(child) for child in tree.children if not isinstance(child, Token)]

    def ability(self, tree: Branch) -> tuple[str, Any]:
        token = tree.children[0]
        match tree.data:
            case "keyword" if " or from " in token:
                head, *rest = str(token).split(" or from ")
                options = (head, *(f"{head.split(' from ')[0]} from {quality}" for quality in rest))
                read = [read_keywords(option) for option in options]
                if self.default is None or any(len(option) != 1 for option in read):
                    raise Stop(token)
                return "one", tuple(option[0] for option in read)
            case "keyword":
                abilities = read_keywords(str(token))
                if not abilities:
                    raise Stop(token)
                style = next((word for word in ("each color", "all colors") if word in token), "")
                return "abilities", Abilities(abilities, style)
            case "quote":
                inner = self.inner(str(token)[1:-1].rstrip(","))
                keywords = all(isinstance(ability, Keyword) for ability in inner)
                usual = all(quoted for _, quoted in ability_phrases(inner))
                style = "quoted" if keywords and not usual else ""
                return "abilities", Abilities(inner, "quoted low" if style and token[1].islower() else style)
            case "base_size":
                if str(token) != "base power and toughness":
                    raise Stop(token)
                power, toughness = str(tree.children[1]).split("/")
                return "size", (amounts.plain_number(power), amounts.plain_number(toughness))
            case "base_amount":
                if "each" not in token:
                    raise Stop(token)
                return "each", (str(token), self.amount(tree.children[1]))
            case "base_number":
                found = re.fullmatch(r"base (power|toughness) (\w+)", str(token))
                if found is None:
                    raise Stop(token)
                number = amounts.plain_number(found[2])
                return "size", (number, None) if found[1] == "power" else (None, number)
            case "no_abilities":
                return "none", None
            case "all_types" | "landwalks":
                return tree.data, str(token)
            case _:
                raise Stop(token)

    # --- Complements ---

    def complement_parts(self, tree: Branch) -> tuple[list[tuple[str, Any]], list[tuple[str, Any]]]:
        parts: list[tuple[str, Any]] = []
        given: list[tuple[str, Any]] = []
        for child in tree.children:
            if child.data == "with_":
                given = self.abilities(child.children[1])
            else:
                parts.append((child.data, child.children[0]))
        return parts, given


def defined(operation: Operation, amount: Amount) -> Operation:
    """Return the operation with `amount` where it says X."""
    inside: Amount = amount
    if isinstance(amount, Defined) and isinstance(amount.amount, Its) and amount.amount.word.startswith("that "):
        # In an ability that an object gets, "that artifact's mana value" is that of the ability's source.
        word = amount.amount.word.removesuffix("'s")
        inside = Defined(NumberOf(Itself(word), amount.amount.what), outside=True)

    def within(ability: Ability) -> Ability:
        return ability.rewrite(lambda node: inside if isinstance(node, X) else node)

    if isinstance(operation, Gain) and any(map(says_x, operation.abilities)):
        operation = msgspec.structs.replace(operation, x=amount)
    if isinstance(operation, Gain | Becomes) and operation.abilities:
        bare = msgspec.structs.replace(operation, abilities=())
        if isinstance(bare, Becomes) and any(isinstance(node, X) for node in bare.walk()):
            # "becomes an X/X creature with trample, where X is ...": what it gains has an X of its own, if any
            bare = bare.rewrite(lambda node: amount if isinstance(node, X) else node)
            return msgspec.structs.replace(bare, abilities=operation.abilities)
        return msgspec.structs.replace(operation, abilities=tuple(map(within, operation.abilities)))
    return operation.rewrite(lambda node: amount if isinstance(node, X) else node)
