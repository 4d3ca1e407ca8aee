"""The OpenAPI document: published as it is, valid, complete, with examples that can be sent, and true."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import msgspec
import pytest
from schemathesis.specs.openapi.definitions import OPENAPI_31

from mtglayers.server.errors import LIMITS, STATUSES
from mtglayers.server.examples import EXAMPLES
from mtglayers.server.http.app import Service
from mtglayers.server.http.openapi import ERRORS, document, path_of
from mtglayers.server.methods import METHODS

from ....support.http_client import Client
from ....support.paths import ROOT


def test_the_published_document_is_the_one_that_is_served() -> None:
    """`python tools/schemas.py` writes it."""
    published = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))

    assert published == document() == Client(Service()).get("/openapi.json").json()


def test_the_document_is_valid() -> None:
    jsonschema.Draft202012Validator(OPENAPI_31).validate(document())
    for schema in document()["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_reference_leads_somewhere() -> None:
    whole = document()
    for reference in references(whole):
        found: Any = whole
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]


def test_every_route_is_documented() -> None:
    routes = {
        (route.path, method.lower())
        for route in Service().app.routes
        for method in route.methods - {"HEAD"}  # type: ignore[attr-defined]
        if route.path not in ("/", "/page/{name:path}")  # the page is for people
    }

    assert {(path, verb) for path, found in document()["paths"].items() for verb in found} == routes
    assert {path_of(name) for name in METHODS} < {path for path, _ in routes}


@pytest.mark.parametrize(("method", "name"), [(method, name) for method in EXAMPLES for name in EXAMPLES[method]])
def test_examples_can_be_sent(method: str, name: str) -> None:
    """They fit the schema, and are answered as the document says; only their board is another one."""
    client = Client(Service())
    params = dict(EXAMPLES[method][name])
    if isinstance(params.get("board"), str):
        params["board"] = client.post("/v1/board/new", json=EXAMPLES["board.new"]["played"]).json()["board"]
    operation = document()["paths"][path_of(method)]["post"]
    taken = operation["requestBody"]["content"]["application/json"]
    answer = client.post(path_of(method), json=params)

    assert taken["examples"][name]["value"] == EXAMPLES[method][name]
    validate(params, taken["schema"])
    assert answer.status_code == 200, answer.text
    validate(answer.json(), operation["responses"]["200"]["content"]["application/json"]["schema"])


def test_every_method_has_an_example() -> None:
    assert set(EXAMPLES) == set(METHODS)


def test_what_needs_room_is_documented() -> None:
    """Where there is room for nothing more, exactly those methods say so that are documented to: 429."""
    refused = set()
    for method, examples in EXAMPLES.items():
        for example in examples.values():
            service = Service()
            client, params = Client(service), dict(example)
            made = client.post("/v1/board/new", json=EXAMPLES["board.new"]["played"]).json()["board"]
            params |= {"board": made} if isinstance(params.get("board"), str) else {}
            service.session.limits = msgspec.structs.replace(service.limits, boards=1, weight=service.session._weight)
            if client.post(path_of(method), json=params).status_code == 429:
                refused.add(method)

    paths = document()["paths"]
    assert refused == {name for name in METHODS if "429" in paths[path_of(name)]["post"]["responses"]}


def test_every_status_is_explained() -> None:
    assert {*STATUSES.values(), *LIMITS.values()} <= set(ERRORS)


def test_errors_are_as_documented() -> None:
    client = Client(Service())
    answers = [client.post("/v1/solve", json=body) for body in ({}, {"board": "b1"}, {"board": {"edition": "E99"}})]

    assert [answer.status_code for answer in answers] == [422, 404, 422]
    for answer in answers:
        assert answer.status_code in ERRORS
        validate(answer.json(), {"$ref": "#/components/schemas/Error"})


def test_a_foreign_host_is_refused_in_plain_text_as_documented() -> None:
    client, whole = Client(Service(hosts=("localhost",)), "http://foreign.example"), document()
    for path, found in whole["paths"].items():
        for verb, operation in found.items():
            answer = client.request(verb.upper(), path)
            declared = operation["responses"]["400"]
            if "$ref" in declared:
                declared = whole["components"]["responses"][declared["$ref"].rpartition("/")[2]]

            assert answer.status_code == 400
            assert answer.headers["content-type"].partition(";")[0] == "text/plain"
            assert "text/plain" in declared["content"]


def validate(value: Any, schema: Any) -> None:
    jsonschema.Draft202012Validator({**schema, "components": document()["components"]}).validate(value)


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref" and isinstance(item, str):
                yield item
            else:
                yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)
