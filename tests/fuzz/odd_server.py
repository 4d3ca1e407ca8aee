r"""A server at its worst, for clients to cope with: ``python tests/fuzz/odd_server.py HOW serve --stdio``.

``odd``: mtglayers' own answers, but each padded to megabytes, written in small pieces, ended by ``\\r\\n``, with U+2028
for every opening quotation mark, and the error stream full. ``gone``: it ends and answers nothing. ``half``: it ends
within its first answer. ``nobody``: it could not read whose request it was.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

EXIT_CODE = 7
PADDING = b"x" * 2_000_000
SEPARATOR = "\u2028"
TO_NOBODY = (
    b'{"jsonrpc":"2.0","id":null,"error":{"code":-32016,"message":"too many bytes","data":{"type":"LimitError"}}}\n'
)


def answers() -> Iterator[bytes]:
    """Yield what mtglayers answers, line by line."""
    with subprocess.Popen(
        [sys.executable, "-m", "mtglayers", "serve", "--stdio"], stdin=sys.stdin, stdout=subprocess.PIPE
    ) as real:
        assert real.stdout is not None
        yield from real.stdout


def odd(line: bytes) -> bytes:
    """Return an answer as it may not come, and yet is one."""
    line = line.replace("“".encode(), SEPARATOR.encode()).removesuffix(b"\n")
    return line.replace(b"{", b'{"padding":"' + PADDING + b'",', 1) + b"\r\n"


def say(line: bytes) -> None:
    """Write an answer: what matters of it in pieces that end within a letter."""
    start = min(len(PADDING), len(line) // 2)
    sys.stdout.buffer.write(line[:start])
    for place in range(start, len(line), 97):
        sys.stdout.buffer.write(line[place : place + 97])
        sys.stdout.buffer.flush()


def main(how: str) -> int:
    """Serve."""
    if how == "odd":
        for line in answers():
            sys.stderr.write("a warning that nobody reads\n" * 10_000)
            say(odd(line))
        return 0
    sys.stdin.readline()
    if how == "half":
        say(b'{"jsonrpc":"2.0","id":1,"result":{"name":"mtglayers","version":"0.1')
    if how == "nobody":
        say(TO_NOBODY)
        sys.stdin.read()
    return EXIT_CODE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
