"""The LALR(1) parser for Oracle text."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken

from ...errors import UnsupportedTextError
from ...support.progress import checkpoint
from .lexer import PhraseLexer

STARTS = ("sentence", "complement")


@cache
def parser() -> Lark:
    """Return the parser, which is built on first use."""
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer=PhraseLexer, start=list(STARTS), maybe_placeholders=False)


def parse(text: str, start: str = "sentence") -> Tree[Any]:
    """Return the parse tree of a sentence.

    Raises:
        UnsupportedTextError: the grammar does not accept the sentence; the error includes the position.
    """
    checkpoint("line")
    return _tree(text, start)


@lru_cache(maxsize=512)  # a sentence is read once for each way in which its line can be understood
def _tree(text: str, start: str) -> Tree[Any]:
    try:
        return parser().parse(text, start=start)
    except UnexpectedToken as error:
        token = error.token
        span = (len(text), len(text)) if token.type == "$END" else span_of(token, text)
        raise UnsupportedTextError(text, span, expected(error.accepts)) from None


def span_of(token: Token | None, text: str) -> tuple[int, int]:
    """Return the span of a token, or the span of `text` if there is no token."""
    if token is None or token.start_pos is None:
        return (0, len(text))
    return (token.start_pos, token.end_pos or token.start_pos + len(token))


_NAMES = {
    "GETS": "gets", "HAS": "has", "LOSES": "loses", "IS": "is", "BECOMES": "becomes", "GAINS": "gains",
    "KEYWORD": "a keyword ability", "W": "a noun or adjective", "DURATION": "until end of turn", "PTMOD": "+1/+1",
    "$END": "the end", "ASLONGAS": "as long as", "FOREACH": "for each", "QUOTE": "a quoted ability",
    "CTRL": "you control", "LOSS": "all abilities",
}  # fmt: skip


def expected(accepts: Any) -> tuple[str, ...]:
    """Return descriptions of up to five terminals that the grammar accepts."""
    return tuple(text for name, text in _NAMES.items() if name in (accepts or ()))[:5]
