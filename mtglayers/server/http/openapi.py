"""The OpenAPI document of the HTTP service, generated from the methods and their types."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final, get_type_hints

import msgspec

from mtglayers import wire
from mtglayers.version import __version__
from mtglayers.wire.documents import components

from ..examples import EXAMPLES
from ..methods import METHODS, Method
from ..params import OfRules

VERSION: Final = "3.1.0"

DESCRIPTION: Final = """\
A service that applies the continuous effects of Magic: The Gathering (rule 613), and explains each step.

Each method is a `POST` request whose body is a JSON object with the parameters. The answer is a JSON object. An error
is an `Error` whose code identifies its class; a request that is not valid HTTP is refused in plain text.
The service keeps boards in memory under ids that cannot be guessed, and drops unused boards. A request can contain a
board instead of an id."""

ERRORS: Final[Mapping[int, str]] = {
    400: "The request, its host name or the JSON in its body is invalid.",
    403: "The origin of the web page is not allowed.",
    404: "The board, the method or the path does not exist.",
    405: "The path does not support the HTTP method. `Allow` lists the methods that it supports.",
    408: "The body did not arrive in time.",
    413: "The body, the board or the answer is larger than the limits allow.",
    415: "The body is not `application/json`.",
    422: "The parameters are invalid, or the request is impossible or takes too long.",
    429: "The request would exceed the limits on boards. Drop a board, or try again later.",
    500: "An unexpected error occurred, which is recorded in the service log.",
    503: "There are too many requests or connections, or the service is shutting down. Try again later.",
}  # fmt: skip
"""HTTP status -> the meaning of the status."""

PLAIN: Final[Mapping[int, str]] = {
    400: "The request is not valid HTTP, or its host name is not allowed.",
}
"""HTTP status -> the meaning of a plain-text response, which no method produces."""

MAKING: Final = tuple(name for name, method in METHODS.items() if get_type_hints(method.answer).get("board") is str)
"""Names of the methods whose answer contains the id of a board."""

ASKING: Final = tuple(
    name
    for name, method in METHODS.items()
    if method.params is not wire.BoardData and "board" in method.params.__struct_fields__
)
"""Names of the methods whose parameters can contain the id of a board."""

_SOME_ONLY: Final[Mapping[int, Collection[str]]] = {
    404: (*ASKING, *(name for name, method in METHODS.items() if OfRules in get_type_hints(method.params).values())),
    405: (),  # every documented path supports its HTTP method
    429: [name for name, method in METHODS.items() if method.fills],
}
"""HTTP status -> the methods that can return it; all methods can return any other status."""


_TEXT: Final[Mapping[str, Any]] = {"text/plain": {"schema": {"type": "string"}}}


def path_of(method: str) -> str:
    """Return the URL path of the given method.

    >>> path_of("board.push")
    '/v1/board/push'
    """
    return f"/v1/{method.replace('.', '/')}"


def document() -> dict[str, Any]:
    """Return the OpenAPI document, as JSON data."""
    found: dict[str, Any] = msgspec.json.decode(_document())
    return found


@cache
def _document() -> bytes:
    schemas = _schemas()
    paths = {path_of(name): {"post": _operation(method)} for name, method in METHODS.items()}
    return msgspec.json.encode({
        "openapi": VERSION,
        "info": {"title": "mtglayers", "version": __version__, "description": DESCRIPTION, "license": {"name": "MIT"}},
        "servers": [{"url": "/"}],
        "paths": {**paths, **_reading()},
        "components": {
            "schemas": {name: schemas[name] for name in sorted(schemas)},
            "responses": {f"Error{status}": _error(status) for status in ERRORS},
        },
    })  # fmt: skip


def _operation(method: Method) -> dict[str, Any]:
    statuses = [status for status in ERRORS if method.name in _SOME_ONLY.get(status, METHODS)]
    examples = EXAMPLES.get(method.name, {})
    taken: dict[str, Any] = {"schema": _ref(method.params.__name__)}
    if examples:
        taken["examples"] = {name: {"value": value} for name, value in examples.items()}
    return {
        "operationId": method.name,
        "summary": method.says,
        "requestBody": {
            "required": any(field.required for field in msgspec.structs.fields(method.params)),
            "content": {"application/json": taken},
        },
        "responses": {
            "200": _answered(method),
            **{str(status): {"$ref": f"#/components/responses/Error{status}"} for status in statuses},
        },
    }


def _answered(method: Method) -> dict[str, Any]:
    answer = method.answer.__name__
    found: dict[str, Any] = {
        "description": "The answer.", "content": {"application/json": {"schema": _ref(answer)}},
    }  # fmt: skip
    if method.name in MAKING:
        found["links"] = {
            name: {"operationId": name, "requestBody": {"board": "$response.body#/board"}} for name in ASKING
        }
    return found


def _reading() -> dict[str, Any]:
    def got(summary: str, schema: Mapping[str, Any], *statuses: int, kind: str = "application/json") -> dict[str, Any]:
        return {
            "summary": summary,
            "responses": {
                "200": {"description": summary, "content": {kind: {"schema": dict(schema)}}},
                **{str(status): {"$ref": f"#/components/responses/Error{status}"} for status in (403, 503, *statuses)},
                **{str(status): {"description": says, "content": _TEXT} for status, says in PLAIN.items()},
            },
        }

    health = got("The status and load of the service.", _ref("Health"))
    health["responses"]["503"] = {
        "description": "The service is shutting down.",
        "content": {"application/json": {"schema": _ref("Health")}},
    }
    name = {"name": "name", "in": "path", "required": True, "schema": {"type": "string", "enum": list(wire.DOCUMENTS)}}
    return {
        "/health": {"get": {"operationId": "health", **health}},
        "/openapi.json": {"get": {"operationId": "openapi", **got("This document.", {"type": "object"})}},
        "/v1/schemas/{name}": {
            "get": {
                "operationId": "schema",
                "parameters": [name],
                **got("A published JSON Schema.", {"type": "object"}, 404, kind="application/schema+json"),
            }
        },
    }


def _error(status: int) -> dict[str, Any]:
    content = {"application/json": {"schema": _ref("Error")}, **(_TEXT if status in PLAIN else {})}
    found: dict[str, Any] = {"description": ERRORS[status], "content": content}
    if status in {429, 503}:
        found["headers"] = {
            "Retry-After": {
                "description": "Seconds after which the client can try again.",
                "schema": {"type": "integer"},
            }
        }
    return found


# --- Schemas ---


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The status and load of the service.

    Attributes:
        status: "ok", or "ending" if the service is shutting down.
        version: the version of mtglayers.
        seconds: seconds since the start of the service.
        boards: number of boards that the service stores.
        at_work: number of running requests.
        waiting: number of waiting requests.
    """

    status: str
    version: str
    seconds: int
    boards: int
    at_work: int
    waiting: int


class Error(msgspec.Struct, frozen=True, kw_only=True):
    """The response to a failed request.

    Attributes:
        error: the error.
    """

    error: wire.ErrorData


def _schemas() -> dict[str, Any]:
    taken = [method.params for method in METHODS.values()]
    answered = [Health, Error, *(method.answer for method in METHODS.values())]
    _, strict = components(taken, trees=False)  # the schema "ability" defines the trees
    _, open_ = components(answered, answer=True, trees=False)
    found = {**open_, **strict}
    moved: dict[str, Any] = _moved(found)
    return moved


def _moved(value: Any) -> Any:
    match value:
        case dict():
            return {
                key: item.replace("#/$defs/", "#/components/schemas/") if key == "$ref" else _moved(item)
                for key, item in value.items()
            }
        case list():
            return [_moved(item) for item in value]
    return value


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
