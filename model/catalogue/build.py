"""Build the catalogue: ``python -m mtglayers.model.catalogue.build CARDS.json``.

CARDS.json is a list of cards in Scryfall's shape (its bulk file "oracle cards"). The cards named in ``names.txt`` and
the tokens of ``tokens.toml`` are compiled to facts and trees. Rules text is not copied: an ability that no layer needs
is kept by its form and place alone, and what a spell or ability does to characteristics as a tree.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..ability import Ability, Kept, Resolution, Unread
from ..card import Card, Face
from ..errors import LayersError, UnsupportedTextError
from ..node import to_data
from ..oracle.cards import read_card
from ..oracle.resolution import cost_of, read_resolution
from ..texts import tapped_clauses

FOLDER = Path(__file__).parent


class BuildError(LayersError, ValueError):
    """A card of the list that is missing, or has text that is not understood."""


def build(cards: Iterable[Mapping[str, Any]], names: Iterable[str]) -> str:
    """Return the data file: one card to a line.

    Raises:
        BuildError: a name that `cards` lacks, or rules text that the reader does not understand; all of them are named.
    """
    known = {str(card["name"]): card for card in cards}
    lines, wrong = {}, []
    for name in names:
        if name not in known:
            wrong.append(f"no card `{name}`")
            continue
        card = read_card(known[name])
        wrong.extend(f"`{name}`: `{text}`" for face in card.faces for text in unread_texts(face))
        try:
            line = [name, to_data(compiled(card))]
        except UnsupportedTextError as error:
            wrong.append(f"`{name}`: {error}")
            continue
        lines[name] = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    if wrong:
        raise BuildError("; ".join(wrong))
    return "[\n" + ",\n".join(lines[name] for name in sorted(lines)) + "\n]\n"


def unread_texts(face: Face) -> list[str]:
    """Return the texts of a face that the reader does not understand."""
    return [node.text for ability in face.abilities for node in ability.walk() if isinstance(node, Unread)]


def compiled(card: Card) -> Card:
    """Return a card as it ships: no sentences where no layer needs them."""
    return msgspec.structs.replace(
        card,
        faces=tuple(
            msgspec.structs.replace(
                face,
                abilities=tuple(
                    _shipped(ability, place, face.name) for place, ability in enumerate(face.abilities, start=1)
                ),
            )
            for face in card.faces
        ),
    )


def _shipped(ability: Ability, place: int, name: str) -> Ability:
    if not isinstance(ability, Kept) or ability.form == "mana":
        return ability
    resolution = _resolution(ability, name)
    if resolution is None:
        return Kept(ability.form, number=place)
    return Kept(ability.form, "", resolution, place, cost_of(ability))


def _resolution(ability: Kept, name: str) -> Resolution | None:
    tapped = tapped_clauses(ability)
    if ability.form == "rule":
        return Resolution(tapped) if tapped else None
    found = ability.resolution or read_resolution(ability.text, name)
    found = msgspec.structs.replace(found, text="", clauses=(*found.clauses, *tapped))
    return found if found.clauses or found.modes else None


def read_names(path: Path) -> list[str]:
    """Return the names that a list holds: one to a line, ``#`` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return sorted({line for line in lines if line})


def main(arguments: list[str]) -> int:
    """Write the data file from the bulk file named on the command line; return the exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m mtglayers.model.catalogue.build CARDS.json\n")
        return 2
    tokens = tomllib.loads((FOLDER / "tokens.toml").read_text(encoding="utf-8"))["tokens"]
    cards = [*json.loads(Path(arguments[0]).read_text(encoding="utf-8")), *tokens]
    names = [*read_names(FOLDER / "names.txt"), *(token["name"] for token in tokens)]
    try:
        text = build(cards, names)
    except LayersError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    (FOLDER / "cards.json").write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
