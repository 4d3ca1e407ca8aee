"""The edition that the puzzles without an older day follow, by the names that results and kits use."""

from __future__ import annotations

from typing import Final

from mtglayers.conformance.making import folder_of
from mtglayers.model.rules.edition import edition
from mtglayers.presentation.sentences import edition_words

PUZZLE_EDITION: Final = edition("2026-09-25")
KIT_FOLDER: Final = folder_of(PUZZLE_EDITION)
PUZZLE_RULES: Final = edition_words(PUZZLE_EDITION)
