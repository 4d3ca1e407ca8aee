"""The HTTP service against its own OpenAPI document."""

from __future__ import annotations

from mtglayers.server.http.openapi import ERRORS, document

from .http import fuzz


def test_the_service_does_what_the_document_says() -> None:
    """Requests at random, allowed and forbidden ones; `python -m tests.fuzz.http N` makes many."""
    outcome = fuzz(1, whole=False)

    assert outcome.faults == []
    assert set(outcome.operations) == {
        f"{verb.upper()} {path}" for path, found in document()["paths"].items() for verb in found
    } - {"GET /openapi.json"}  # which schemathesis has read already
    assert {200, 400, 404, 405, 415, 422} <= set(outcome.statuses) <= {200, 204, *ERRORS}
