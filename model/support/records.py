"""Base classes of records, for modules that may be compiled.

A compiled class statement does not pass on its options, such as ``frozen=True``. Its class has those of its base class,
which is therefore defined in this module, which is not compiled.
"""

from __future__ import annotations

import msgspec


class Record(msgspec.Struct, frozen=True):
    """An immutable record. Records with equal fields are equal."""


class Identity(msgspec.Struct, frozen=True, eq=False, gc=False):
    """An immutable record that is equal only to itself and can never be part of a reference cycle."""


class Hashed(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """An immutable record that computes its hash only once and can never be part of a reference cycle."""


class Leaf(msgspec.Struct, frozen=True, gc=False):
    """An immutable record that can never be part of a reference cycle."""
