"""The HTTP service against its own OpenAPI document: ``python -m tests.fuzz.http N [--seed S] [--whole]``.

Schemathesis makes requests that the document allows and such that it forbids, N of each kind for each operation, and
follows its links. Whatever is answered must be documented: no status 500, answers as their schemas say, what is
forbidden refused.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import schemathesis
from schemathesis import engine
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events

from mtglayers.server.http.app import Service
from mtglayers.server.http.openapi import document
from mtglayers.server.limits import HttpLimits

LIMITS = HttpLimits(boards=100_000, seconds=5)
"""So many boards that their number is not what refuses a request."""


class Outcome(NamedTuple):
    """The outcome of a run.

    Attributes:
        statuses: status -> how often it was answered.
        phases: phase of schemathesis -> how many requests it made.
        operations: operation -> status -> how often.
        faults: what was wrong, with the request.
    """

    statuses: Counter[int]
    phases: Counter[str]
    operations: dict[str, Counter[int]]
    faults: list[str]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        yield f"{self.statuses.total():,} requests; {len(self.faults)} faults"
        yield "  by phase: " + ", ".join(f"{name} {number:,}" for name, number in sorted(self.phases.items()))
        yield "  by status: " + ", ".join(f"{status} {number:,}" for status, number in sorted(self.statuses.items()))
        for label, statuses in sorted(self.operations.items()):
            yield f"  {label}: " + ", ".join(f"{status} {number:,}" for status, number in sorted(statuses.items()))
        yield from self.faults


def fuzz(number: int, seed: int = 0, *, whole: bool = True) -> Outcome:
    """Send random requests to the service, and return the outcome.

    Args:
        number: how many requests of each kind for each operation.
        seed: the seed of the random requests.
        whole: whether what the document says of cards, events and states is tried out, which takes 50,000 requests.
    """
    config = SchemathesisConfig.from_dict({
        "seed": seed,
        "generation": {"max-examples": number, "database": "none"},
        # a request that the schema allows may still speak of a card that nobody knows, or be too much
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["200", "404", "413", "422"]},
            # what the schema forbids may be too much as well, which is found first
            "negative_data_rejection": {"expected-statuses": ["400", "404", "405", "413", "415", "422"]},
        },
    })  # fmt: skip
    service = Service(LIMITS)
    schema = schemathesis.openapi.from_dict(document() if whole else _plain(), config=config)
    schema.app, schema.location = service.app, "/openapi.json"
    schema.validate()
    outcome = Outcome(Counter(), Counter(), {}, [])
    for event in engine.from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            _count(event, outcome)
        elif isinstance(event, (events.NonFatalError, events.FatalError)):
            outcome.faults.append(f"schemathesis: {event}")
    return outcome


def _plain() -> dict[str, Any]:
    """Return the document, in which cards, events and the objects of states are only described as tables."""
    found = document()
    names = ("Card", "Event", "StateEffect", "StateObject")
    found["components"]["schemas"].update(dict.fromkeys(names, {"type": "object"}))  # noqa: RUF024
    return found


def _count(event: events.ScenarioFinished, outcome: Outcome) -> None:
    recorder = event.recorder
    for id, interaction in recorder.interactions.items():
        if interaction.response is None:
            outcome.faults.append(f"no answer to {recorder.cases[id].value}")
            continue
        status = interaction.response.status_code
        outcome.statuses[status] += 1
        outcome.phases[event.phase.name.lower()] += 1
        outcome.operations.setdefault(recorder.cases[id].value.operation.label, Counter())[status] += 1
    for id, checks in recorder.checks.items():
        for check in checks:
            if check.failure_info is not None:
                case: Any = recorder.cases[id].value
                what = " ".join(str(check.failure_info.failure).split())
                outcome.faults.append(f"{case.operation.label}: {check.name}: {what}\n    {case.body!r:.2000}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Send random requests and print the outcome; the exit code is 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, help="how many requests of each kind for each operation")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--whole", action="store_true", help="try out all that is said of cards, events, states")
    told = parser.parse_args(arguments)
    outcome = fuzz(told.number, told.seed, whole=told.whole)
    sys.stdout.write("\n".join((*outcome.lines(), "")))
    return int(bool(outcome.faults))


if __name__ == "__main__":
    sys.exit(main())
