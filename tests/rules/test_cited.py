"""Every clause of six documents is cited by a test or puzzle under the rules of its day, or a reason says why not."""

from __future__ import annotations

import datetime
import itertools

import pytest

from mtglayers.model.rules.edition import edition

from ..support.clause_lists import (
    CLAUSES,
    DAYS,
    DOCUMENTS,
    PERIODS,
    ROOT,
    SAID,
    Citation,
    citations,
    clauses_in,
    in_period,
)

CITATIONS = tuple(citations())
OLD = [document for document in CLAUSES if document != "newest"]


def of(document: str) -> list[Citation]:
    """Return the citations of the clauses of a document."""
    return [citation for citation in CITATIONS if citation.document == document]


@pytest.mark.parametrize("document", CLAUSES)
def test_every_clause_is_cited_or_exempt(document):
    """A clause without a reason stands in some test or puzzle that works under the rules of its document."""
    cited = {one.clause for one in of(document) if any(in_period(document, day) for day in one.days)}

    assert [clause for clause, reason in CLAUSES[document].items() if not reason and clause not in cited] == []


@pytest.mark.parametrize("document", CLAUSES)
def test_no_exempt_clause_is_cited(document):
    """What is cited needs no excuse, and an excuse is a sentence."""
    exempt = {clause: reason for clause, reason in CLAUSES[document].items() if reason}

    assert sorted({(one.clause, one.place) for one in of(document) if one.clause in exempt}) == []
    assert all(len(reason.split()) > 3 for reason in exempt.values())


@pytest.mark.parametrize("document", OLD)
def test_no_test_cites_what_its_document_does_not_have(document):
    """A clause that is cited stands in the list of its document."""
    assert sorted({(one.clause, one.place) for one in of(document) if one.clause not in CLAUSES[document]}) == []


@pytest.mark.parametrize("document", OLD)
def test_what_cites_a_document_works_under_its_rules(document):
    """Each test and puzzle that cites a document names a day on which its words were the rules."""
    assert of(document)
    assert [one for one in of(document) if not any(in_period(document, day) for day in one.days)] == []


def test_a_puzzle_that_cites_a_clause_expects_something():
    """A story alone exercises nothing."""
    puzzles = {one.place for one in CITATIONS if one.place.endswith(".toml")}

    assert len(puzzles) > 150
    assert [name for name in sorted(puzzles) if "\nexpect." not in (ROOT / "puzzles" / name).read_text("utf-8")] == []


@pytest.mark.parametrize("document", OLD)
@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason=f"{DOCUMENTS} is not there")
def test_the_list_is_that_of_the_document(document):
    """The clauses listed are those that the document has, no more and no fewer."""
    assert sorted(CLAUSES[document]) == sorted(clauses_in(document))


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason=f"{DOCUMENTS} is not there")
def test_every_statement_of_the_summary_of_2016_has_a_number():
    """Each line of S4 that is no heading, and no (a), (b), (c) of the one before, has a clause of the list."""
    text = (DOCUMENTS / "S4.txt").read_text(encoding="utf-8").partition("Capas:\n")[2]
    lines = [line for line in text.splitlines() if not (line.endswith(":") and len(line) < 40) and line[0] != "("]

    assert [line for line in lines if not any(words in line for words in SAID["S4"].values())] == []
    assert dict.fromkeys(SAID["S4"], 1) == {
        clause: sum(words in line for line in lines) for clause, words in SAID["S4"].items()
    }


@pytest.mark.parametrize("document", CLAUSES)
def test_no_letter_is_left_out(document):
    """The clauses of a rule are lettered on from a; no rule has an l or an o."""
    lettered = [clause for clause in CLAUSES[document] if clause[-1].isalpha()]
    for rule, clauses in itertools.groupby(lettered, key=lambda clause: clause[:-1]):
        letters = "".join(clause[-1] for clause in clauses)
        whole = "abcdefghijkmnpqrstuvwxyz"[: len(letters)]
        if document == "S4" and rule == "613.6":
            whole = "abcdefj"  # the summary leaves out planes, vanguards and conspiracies
        if document == "newest" and rule == "305.":
            continue
        assert letters == whole, rule


def test_the_newest_rules_are_listed_whole():
    """305.6-7, 604.3, 611.1-3, 612.1-10, 613.1-11 and 707.2-3, with the letters that the test above runs through."""
    counted = {"305": (6, 7), "604": (3, 3), "611": (1, 3), "612": (1, 10), "613": (1, 11), "707": (2, 3)}
    wanted = [f"{rule}.{n}" for rule, (first, last) in counted.items() for n in range(first, last + 1)]

    assert [clause for clause in CLAUSES["newest"] if clause[-1].isdigit()] == wanted


@pytest.mark.parametrize("document", CLAUSES)
def test_a_step_cites_what_its_document_has(document):
    """The numbers that the rules of a day give for layers, timestamps and dependency stand in their document."""
    rules = edition(DAYS[document])
    cited = {number for _, number in rules.rules} | {layer.rule for layer in (*rules.layers, *rules.after)}
    section = {"S0": "418.5", "S1": "418.", "S3": "613.7 613.8"}.get(document, "613.").split()
    ours = {number for number in cited if any(number.startswith(rule) for rule in section)}

    assert len(ours) >= 4
    # The summary of 2016 leaves out that the order is judged anew.
    assert ours - set(CLAUSES[document]) == ({"613.7c"} if document == "S4" else set())


@pytest.mark.parametrize("document", CLAUSES)
def test_the_days_of_the_documents(document):
    """The day that stands for a document lies in its period, and one edition is in force from end to end of that."""
    first, last = map(datetime.date.fromisoformat, PERIODS[document])

    assert in_period(document, datetime.date.fromisoformat(DAYS[document]))
    assert edition(first).key == edition(DAYS[document]).key == edition(last).key


def test_each_clause_of_the_newest_rules_has_a_board():
    """docs/clauses.md shows a puzzle for each."""
    cited = {one.clause for one in of("newest") if one.place.endswith(".toml")}

    assert [clause for clause, reason in CLAUSES["newest"].items() if not reason and clause not in cited] == []
