"""Answers that contain only what changed since an earlier answer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from mtglayers.wire import ResultData
from mtglayers.wire.base import encoded
from mtglayers.wire.results import SECTIONS

_VERSIONS: Final = 4  # versions to remember for each board


class _Version(NamedTuple):
    # What was asked, and digests of the sections and objects of the answer.
    asked: Hashable
    sections: dict[str, bytes]
    objects: dict[str, bytes]


class Versions:
    """Digests of the last answers about a board."""

    def __init__(self, numbers: Iterator[int]) -> None:
        """Set up without versions; `numbers` yields a new number for each version of any board in the session."""
        self._numbers = numbers
        self._known: OrderedDict[str, _Version] = OrderedDict()

    def copy(self) -> Versions:
        """Return an independent copy."""
        twin = Versions(self._numbers)
        twin._known = self._known.copy()
        return twin

    def answer(self, data: ResultData, asked: Hashable, since: str) -> ResultData:
        """Record an answer, and return it without what is the same as in an earlier version.

        Args:
            data: the complete answer.
            asked: the parameters that the answer depends on; other parameters than those of the earlier version, or an
                unknown version, lead to a complete answer.
            since: the name of the earlier version.
        """
        old = self._known.get(since)
        new = _version(data, asked)
        name = f"v{next(self._numbers)}"
        self._known[name] = new
        while len(self._known) > _VERSIONS:
            self._known.popitem(last=False)
        if old is None or old.asked != asked:
            return msgspec.structs.replace(data, version=name)
        changes: dict[str, Any] = {
            section: UNSET for section, digest in new.sections.items() if old.sections.get(section) == digest
        }
        if data.objects is not UNSET:
            changes["objects"] = tuple(
                each for each in data.objects if old.objects.get(each.id) != new.objects[each.id]
            )
            changes["gone"] = tuple(id for id in old.objects if id not in new.objects)
            expected = [id for id in old.objects if id in new.objects]
            expected += [id for id in new.objects if id not in old.objects]
            if expected != [*new.objects]:
                changes["order"] = tuple(new.objects)
        return msgspec.structs.replace(data, version=name, since=since, edition=UNSET, readings=UNSET, **changes)


def _version(data: ResultData, asked: Hashable) -> _Version:
    objects = () if data.objects is UNSET else data.objects
    parts = {section: getattr(data, section) for section in SECTIONS if section != "objects" and hasattr(data, section)}
    return _Version(
        asked,
        {section: _digest(part) for section, part in parts.items() if part is not UNSET},
        {each.id: _digest(each) for each in objects},
    )


def _digest(value: Any) -> bytes:
    return blake2b(encoded(value), digest_size=8).digest()
