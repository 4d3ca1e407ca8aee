"""The Parquet files of the atlas, written and read with pyarrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mtglayers.model.errors import BoardDataError, MissingLibraryError
from mtglayers.model.support.files import replacing

from .rows import Row

if TYPE_CHECKING:
    import pyarrow as pa

_LEVEL: Final = 9
_TYPES: Final = {"str": "string", "bool": "bool_", "int": "int32"}


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write rows to a Parquet file, which appears as a whole."""
    arrow, parquet = _libraries()
    columns = {name: [getattr(row, name) for row in rows] for name in Row.__struct_fields__}
    table = arrow.table(columns, schema=schema())
    with replacing(path) as draft:
        parquet.write_table(table, draft, compression="zstd", compression_level=_LEVEL, write_page_checksum=True)


def is_whole(path: Path, rows: int) -> bool:
    """Return whether a file has the columns and a number of rows; what the rows contain is checked as they are read."""
    arrow, parquet = _libraries()
    try:
        found = parquet.read_metadata(path)
    except (OSError, arrow.ArrowInvalid):
        return False
    return bool(found.num_rows == rows and found.schema.to_arrow_schema().equals(schema()))


def read_rows(folder: Path, **wanted: str) -> Iterator[Row]:
    """Yield the rows of an atlas, in the order of the pairs.

    Args:
        folder: the folder of the atlas.
        wanted: the values of columns; other rows are left out.

    Raises:
        BoardDataError: a file is damaged.
    """
    arrow, parquet = _libraries()
    filters = [(name, "=", value) for name, value in wanted.items()] or None
    for path in sorted(folder.glob("pairs-*.parquet")):
        try:
            table = parquet.read_table(path, schema=schema(), filters=filters, page_checksum_verification=True)
        except (OSError, arrow.ArrowInvalid) as error:
            again = f"delete it, and `mtglayers atlas build {folder}` with the same options writes it again"
            raise BoardDataError(f"cannot read `{path}`, which is damaged; {again}") from error
        for values in table.to_pylist():
            yield Row(**values)


def schema() -> pa.Schema:
    """Return the columns of the files."""
    arrow, _ = _libraries()
    return arrow.schema([
        arrow.field(field.name, getattr(arrow, _TYPES[field.type.__name__])(), nullable=False)
        for field in msgspec.structs.fields(Row)
    ])  # fmt: skip


def _libraries() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingLibraryError("the atlas", "mtglayers[atlas]") from error
    return pyarrow, parquet
