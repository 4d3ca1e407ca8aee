"""The engine that runs in the browser: the methods of docs/protocol.md for one page, without a server."""

from __future__ import annotations

from typing import Final

from mtglayers.model.errors import LayersError

from .bodies import answer_body, read_body, refusal_body
from .given import GivenBoards
from .limits import HttpLimits
from .methods import METHODS
from .session import Session

_BOARDS: Final = 4
"""Boards that are kept: those before and after a change, and some that are compared with them."""


class BrowserEngine:
    """A session that answers bodies with bodies, byte for byte as the HTTP service does.

    >>> BrowserEngine().answer("cards.search", '{"text": "urborg, tomb", "limit": 1}')[:30]
    '{"cards":[{"name":"Urborg, Tom'
    """

    def __init__(self) -> None:
        self.session = Session(HttpLimits())
        self.session.given = GivenBoards(_BOARDS)

    def answer(self, method: str, body: str) -> str:
        """Return the answer to a request, which can be an error, as JSON.

        Args:
            method: the name of a method.
            body: the parameters as JSON.
        """
        try:
            found = METHODS[method]
            params = read_body(found, body.encode(), self.session.limits)
            return answer_body(self.session, found, params).decode()
        except LayersError as error:
            return refusal_body(error).decode()
