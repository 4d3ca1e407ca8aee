"""What follows a verb: durations and conditions."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from ...effects.conditions import (
    Not,
)
from ...effects.language import Selector
from ..grammar.trees import Branch
from ..words import Stop
from .conditions import read_condition, turn
from .discourse import Discourse


def add_tail(discourse: Discourse, tail: Branch, fields: dict[str, Any], marks: list[str]) -> None:
    match tail.data:
        case "duration":
            if "duration" in fields:
                raise Stop(tail.children[0])
            fields["duration"] = duration(tail.children[0])
        case "while_":
            fields |= {"duration": "while", "until": read_condition(discourse, tail.children[1])}
        case "as_long_as" | "if_" | "unless":
            if fields.get("condition") is not None:
                raise Stop(tail.children[0])
            fields["condition"] = read_condition(discourse, tail.children[1])
            if tail.data == "unless":
                fields["condition"] = Not(fields["condition"])
            if tail.data != "as_long_as":
                marks.append(tail.data.strip("_"))
        case "instead" if "only" not in tail.children[0]:
            fields.setdefault("condition", None)
            marks.append("instead")
        case "during":
            fields["condition"] = turn(tail.children[0])
        case _:
            raise Stop(tail.children[0])


def duration(token: Token) -> str:
    return re.sub(r"^until (the )?", "", str(token))


def with_tails(
    discourse: Discourse, children: list[Any], subject: Selector | None = None
) -> tuple[Selector, dict[str, Any]]:
    if subject is None:
        subject, children = discourse.subject(children[0]), children[1:]
    discourse.it = subject
    fields: dict[str, Any] = {}
    marks: list[str] = []
    for tail in children:
        add_tail(discourse, tail, fields, marks)
    if marks:
        fields["form"] = " ".join(marks)
    return subject, fields
