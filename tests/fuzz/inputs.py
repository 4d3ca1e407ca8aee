"""What all fuzzing programs share: mutations of texts, bytes and JSON data; limits; counts; reports.

A program says what its entry points are (`Entry`) and calls `main`. An input ends with a value or with one of the
errors that the entry point may raise, within bounds of ticks (`model/support/progress.py`) and processor time; anything
else is a fault, which is reported with its input. The same seed and number give the same input on every machine.
"""

from __future__ import annotations

import argparse
import faulthandler
import marshal
import math
import multiprocessing
import random
import resource
import signal
import string
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from mtglayers.model.errors import LayersError
from mtglayers.model.support.progress import Work, watched

SECONDS = 10.0
"""How much processor time one input may take."""
TICKS = 1_000_000
"""How much work one input may be."""
MEMORY = 4 << 30
"""How many bytes of addresses a worker may use: more is a fault, too."""
PART = 500

Draw = random.Random


class Entry(NamedTuple):
    """An entry point for inputs.

    Attributes:
        name: what it is called.
        draw: random generator -> input.
        read: what is done with it.
        errors: what it may raise; anything else is a fault.
        seconds, ticks: its bounds.
    """

    name: str
    draw: Callable[[Draw], Any]
    read: Callable[[Any], object]
    errors: tuple[type[BaseException], ...] = (LayersError,)
    seconds: float = SECONDS
    ticks: int = TICKS


class Fault(NamedTuple):
    """An input that ended as it may not."""

    entry: str
    number: int
    what: str
    input: str

    def __str__(self) -> str:
        shown = self.input if len(self.input) < 3000 else f"{self.input[:3000]}... ({len(self.input)} signs)"
        return f"{self.entry} {self.number}: {self.what}\n    {shown}"


class Tally(NamedTuple):
    """The outcome of some inputs.

    Attributes:
        ends: how they ended ("value", or the name of an error) -> how often.
        faults: those that ended as they may not.
        slowest: the most processor time that one took, and its number.
        longest: the most ticks that one took, and its number.
    """

    ends: Counter[str]
    faults: tuple[Fault, ...] = ()
    slowest: tuple[float, int] = (0.0, 0)
    longest: tuple[int, int] = (0, 0)

    def with_(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(
            self.ends + other.ends, self.faults + other.faults, max(self.slowest, other.slowest),
            max(self.longest, other.longest),
        )  # fmt: skip

    def __str__(self) -> str:
        total = sum(self.ends.values())
        ends = ", ".join(f"{name} {count:,}" for name, count in sorted(self.ends.items(), key=lambda e: (-e[1], e[0])))
        return (
            f"{total:,} inputs, {len(self.faults)} faults; {ends}; slowest {self.slowest[0] * 1000:.0f} ms"
            f" (number {self.slowest[1]}), most ticks {self.longest[0]:,} (number {self.longest[1]})"
        )


class Beyond(BaseException):
    """An input took more than its bounds."""


def source(entry: Entry, number: int) -> Draw:
    """Return the random generator for the input with the given number."""
    return random.Random(f"{entry.name}/{number}")


def ended(entry: Entry, given: Any, number: int = -1) -> tuple[str, Fault | None, float, int]:
    """Return how an input ended, what is wrong with that, the processor time and the ticks that it took."""
    ticks = 0

    def watch(_work: Work) -> None:
        nonlocal ticks
        ticks += 1
        if ticks > entry.ticks:
            raise Beyond(f"more than {entry.ticks:,} ticks of work")

    def out_of_time(*_: object) -> None:
        raise Beyond(f"more than {entry.seconds} s of processor time")

    before = signal.signal(signal.SIGPROF, out_of_time)
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, entry.seconds)
    what = ""
    try:
        with watched(watch):
            entry.read(given)
        end = "value"
    except Beyond as error:
        end, what = "beyond", str(error)
    except entry.errors as error:
        end = type(error).__name__
        what = wrong_words(error)
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what we look for)
        where = traceback.extract_tb(error.__traceback__)
        last = where[-1]
        own = next((frame for frame in reversed(where) if "/tests/" not in frame.filename), last)
        end = type(error).__name__
        what = f"{end}: {str(error)[:300]} ({Path(own.filename).name}:{own.lineno} in {own.name})"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    took = time.process_time() - began
    return end, Fault(entry.name, number, what, _shown(given)) if what else None, took, ticks


def _shown(given: Any) -> str:
    try:
        return repr(given)
    except RecursionError:
        return "(nested too deeply to be shown)"


def wrong_words(error: BaseException) -> str:
    """Return what is wrong with the message of an error, or nothing: it is one short sentence that can be printed."""
    said = str(error)
    if not said or len(said) > 2500:
        return f"a message of {len(said)} signs: {type(error).__name__}: {said[:200]}"
    try:
        said.encode()
    except UnicodeEncodeError:
        return f"a message that cannot be printed: {type(error).__name__}: {said[:200]!a}"
    if "Traceback" in said or " object at 0x" in said or any(words in said for words in _OF_PYTHON):
        return f"a message from inside: {type(error).__name__}: {said[:200]}"
    return ""


_OF_PYTHON = ("set_int_max_str_digits", "invalid literal for", "could not convert", "unsupported operand")
"""What Python says of a number, or of what is none; never said in a sentence of ours."""


def tally(entry: Entry, numbers: Sequence[int]) -> Tally:
    """Return the outcome of the inputs with these numbers."""
    ends: Counter[str] = Counter()
    faults: list[Fault] = []
    slowest, longest = (0.0, 0), (0, 0)
    for number in numbers:
        end, fault, took, ticks = ended(entry, entry.draw(source(entry, number)), number)
        ends[end] += 1
        slowest, longest = max(slowest, (took, number)), max(longest, (ticks, number))
        if fault is not None:
            faults.append(fault)
    return Tally(ends, tuple(faults), slowest, longest)


def run(entry: Entry, count: int, seed: int = 0, jobs: int = 1) -> Iterator[Tally]:
    """Yield the outcome of `count` inputs, part by part."""
    first = seed * 1_000_000_007
    size = max(1, min(PART, math.ceil(count / jobs)))
    parts = [range(first + start, first + min(start + size, count)) for start in range(0, count, size)]
    if jobs == 1:
        yield from map(partial(tally, entry), parts)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, bounded, maxtasksperchild=200) as pool:
        yield from pool.imap(partial(tally, entry), parts)


def bounded() -> None:
    """Make a process print its stacks and exit if it hangs, and limit its memory."""
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main(entries: Mapping[str, Entry], about: str, arguments: Sequence[str] | None = None) -> int:
    """Run the entry points that the command line names, all by default; print every fault, and how many there were."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=2000, help="inputs for each entry point")
    parser.add_argument("--entry", action="append", choices=tuple(entries), help="only this; may be given again")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--number", type=int, help="only the input of this number, as a fault tells it")
    given = parser.parse_args(arguments)
    if arguments is None:  # it is a program of its own
        bounded()
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # prints the counts so far
    wrong = 0
    for name in given.entry or entries:
        entry, began = entries[name], time.monotonic()
        if given.number is not None:
            end, fault, took, ticks = ended(entry, entry.draw(source(entry, given.number)), given.number)
            _say(f"{name}: {end}, {took * 1000:.0f} ms, {ticks} ticks{f'{chr(10)}{fault}' if fault else ''}")
            wrong += fault is not None
            continue
        whole, told = Tally(Counter()), Counter[str]()
        try:
            for part in run(entry, given.count, given.seed, given.jobs):
                whole = whole.with_(part)
                for fault in part.faults:
                    told[fault.what[:80]] += 1
                    if told[fault.what[:80]] <= 3:  # more of the same say nothing new
                        _say(str(fault))
        except KeyboardInterrupt:
            _say("interrupted")
            return 130
        finally:
            took = time.monotonic() - began
            each = took / max(1, sum(whole.ends.values())) * 1e6
            _say(f"{name}: {whole}; {took:.0f} s, {each:.0f} us each")
        wrong += len(whole.faults)
    return 1 if wrong else 0


def _say(text: str) -> None:
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode() + "\n")
    sys.stdout.flush()


# --- What is odd --------------------------------------------------------------------------------------------

NUMBERS: tuple[Any, ...] = (
    0, 1, -1, 2, 7, 64, 99, 1000, 100_000, 10**6, 10**9, 2**31, -(2**31), 2**53 + 1, 2**63, 2**64, 10**30, -(10**40),
    0.0, -0.0, 0.5, 1e9, 1e308, -1e308, 5e-324, math.inf, -math.inf, math.nan, True, False,
)  # fmt: skip
"""Numbers that programs trip over."""

TEXTS: tuple[str, ...] = (
    "", " ", "\n", "\t", "\x00", "a\x00b", "\r\n", "\u2028", "\u00a0", "\ufeff", "\u200b", "\u202e", "\ud800", "\udfff",
    "\U0001f0a1", "\u0130", "\u01c5", "\ufb01", "\u1e9e", "e\u0301", "\uffff", "\x7f", "\x1b[31m", "~", "*", "*/*",
    "None", "null", "NaN", "true", "0", "-1", "1e999", "0000-00-00", "9999-99-99", "2011-09-30", "99999-01-01", "E11",
    "newest", "../../etc/passwd", "%s%n", "{0}", "${x}", "<script>", "'", '"', "\\", "`", "A", "B", "any", "a#1",
    "a<b>", "a+1/+1", "__class__", "__proto__", "kind", "x" * 200, "\U0001f600" * 100, "a" * 5000, "[" * 300, "(" * 300,
    "{" * 300, "\u0301" * 400, f"+{'9' * 5000}/+1", "+1/-" + "9" * 280, f"{{{'9' * 4400}}}", "{9999999999}", "9" * 4400,
    "²", "\u0663", f"{'0' * 4400}1", f"gets +{'9' * 4400}/+0",
)  # fmt: skip
"""Texts that programs trip over."""

NUMERALS: tuple[str, ...] = ("9" * 10, "9" * 280, "9" * 4400, "0" * 4400 + "1", "²", "\u0663", "1_0", "2.0")
"""What stands for digits inside texts ("+1/+1", "{2}", "level 3") that programs trip over."""

TOKENS: tuple[str, ...] = (
    "[", "]", "[[", "]]", "{", "}", ",", ":", "=", ".", '"', "'", '"""', "'''", "\\", "#", "\n", "\r", "\t", "\x00",
    "true", "false", "null", "NaN", "Infinity", "-Infinity", "1e999", "-", "+", "0x", "0b1", "1_000", "9" * 30,
    "9" * 5000, "1979-05-27", "0000-00-00", "07:32:00", "\\u0000", "\\ud800", "\\x41", "\ufeff", "\u2028", "\ud800",
    "kind", "any", "as", "count", "timeline", "expect", "enters", "[[timeline]]\n", "title = ''\n", "[" * 400,
    '{"a":' * 400, "a." * 400, "[[a]]\n" * 50, "= {" * 200,
)  # fmt: skip
"""Parts of TOML and JSON texts that programs trip over."""


# --- Mutations of texts ---


def mutated_text(draw: Draw, text: str, others: Sequence[str] = (), tokens: Sequence[str] = TOKENS) -> str:
    """Return a text with some mutations; parts of `others` may be spliced in."""
    for _ in range(draw.choice((1, 1, 1, 2, 2, 3, 6))):
        text = _text_mutation(draw, text, others, tokens)
    return text


def _text_mutation(draw: Draw, text: str, others: Sequence[str], tokens: Sequence[str]) -> str:
    start = draw.randint(0, len(text))
    end = min(len(text), start + draw.choice((0, 1, 1, 2, 5, 20, 100, 1000)))
    match draw.randrange(12):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:end] + text[start:]
        case 2:
            return text[:start] + text[start:end] * draw.choice((2, 5, 50)) + text[end:]
        case 3 | 4 | 5:
            return text[:start] + draw.choice(tokens) + text[end if draw.random() < 0.3 else start :]
        case 6:
            return text[:start] + draw.choice(TEXTS) + text[end:]
        case 7:
            return text[:start] + draw.choice(string.printable) + text[start + 1 :]
        case 8 if others:
            other = draw.choice(others)
            place = draw.randint(0, len(other))
            return text[:start] + other[place : place + draw.choice((5, 50, 500))] + text[end:]
        case 9:
            return text[:start] if draw.random() < 0.5 else text[start:]
        case 10:
            return _lines_mutated(draw, text)
        case _:
            return _with_number(draw, text)


def _lines_mutated(draw: Draw, text: str) -> str:
    lines = text.split("\n")
    one, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    match draw.randrange(5):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            del lines[one]
        case 3:
            lines[one] = lines[one].replace('"', "")
        case _:
            return ("\r\n" if draw.random() < 0.7 else "\r").join(lines)
    return "\n".join(lines)


def _with_number(draw: Draw, text: str) -> str:
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    if not places:
        return text
    place = draw.choice(places)
    number = str(draw.choice(NUMBERS)) if draw.random() < 0.7 else draw.choice(NUMERALS)
    return text[:place] + number + text[place + 1 :]


def mutated_bytes(draw: Draw, data: bytes) -> bytes:
    """Return bytes with some mutations, broken UTF-8 among them."""
    for _ in range(draw.choice((1, 1, 2, 4))):
        start = draw.randint(0, len(data))
        end = min(len(data), start + draw.choice((0, 1, 2, 8, 64)))
        odd = draw.choice((
            b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x00", b"\xef\xbb\xbf", b"\xfe\xff",
            b"\xc0\xaf", bytes([draw.randrange(256)]), draw.randbytes(8), data[start:end] * 3,
        ))  # fmt: skip
        data = data[:start] + odd + data[end:]
    if draw.random() < 0.05:
        data = data.decode("utf-8", "ignore").encode(draw.choice(("utf-16", "utf-32", "utf-8-sig", "utf-7")))
    return data


# --- Mutations of JSON data ---


def mutated_data(draw: Draw, data: Any, words: Sequence[str] = (), others: Sequence[Any] = ()) -> Any:
    """Return JSON data with some mutations; `words` are keys and texts that mean something where it is read."""
    data = copied(data)
    for _ in range(draw.choice((1, 1, 1, 2, 2, 3, 6))):
        box = [data]
        holder, key = draw.choice(list(_places(box)))
        _data_mutation(draw, holder, key, words, others)
        data = box[0]
    return data


def copied(data: Any) -> Any:
    """Return a copy of JSON data, however deep it is."""
    return marshal.loads(marshal.dumps(data))  # noqa: S302 (our own)


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield where values stand: (table, key) or (list, place)."""
    pending = [data]
    while pending:
        found = pending.pop()
        for key in list(found) if isinstance(found, dict) else range(len(found)):
            yield found, key
            if isinstance(found[key], (dict, list)):
                pending.append(found[key])


def _data_mutation(draw: Draw, holder: Any, key: Any, words: Sequence[str], others: Sequence[Any]) -> None:
    value = holder[key]
    match draw.randrange(14):
        case 0 | 1 | 2:
            holder[key] = odd_value(draw, words)
        case 3:
            if isinstance(holder, dict) or len(holder) > 1:
                del holder[key]
        case 4 if isinstance(holder, dict):
            fresh = draw.choice(words) if words and draw.random() < 0.8 else draw.choice(TEXTS)
            holder[fresh] = holder.pop(key)
        case 5 if isinstance(holder, dict):
            holder[draw.choice(words) if words else draw.choice(TEXTS)] = odd_value(draw, words)
        case 6 if isinstance(value, str) and value:
            holder[key] = mutated_text(draw, value, words, TEXTS)
        case 7 if isinstance(holder, list):
            holder.extend([value] * draw.choice((1, 2, 20)))
        case 8:
            holder[key] = [value] if draw.random() < 0.5 else {draw.choice(words) if words else "a": value}
        case 9 if isinstance(value, (list, dict)) and value:
            inner = list(value.values()) if isinstance(value, dict) else value
            holder[key] = draw.choice(inner)
        case 10 if others:
            holder[key] = copied(draw.choice(others))
        case 11:
            holder[key] = nested(draw, value)
        case 12 if isinstance(holder, list) and len(holder) > 1:
            other = draw.randrange(len(holder))
            holder[key], holder[other] = holder[other], holder[key]
        case _ if isinstance(value, (int, float)):
            holder[key] = draw.choice(NUMBERS)
        case _ if words and isinstance(value, str):
            holder[key] = draw.choice(words)
        case _:
            holder[key] = odd_value(draw, words)


def odd_value(draw: Draw, words: Sequence[str] = ()) -> Any:
    """Return a value that hardly anybody expects, or a word that means something."""
    match draw.randrange(8):
        case 0 | 1:
            return draw.choice(NUMBERS)
        case 2 | 3:
            return draw.choice(TEXTS)
        case 4 | 5 if words:
            return draw.choice(words)
        case 6:
            return draw.choice(([], {}, [[]], [{}], {"": ""}, [None], None, "", ["a", "a"], {"any": []}))
        case _:
            return nested(draw, draw.choice(TEXTS))


def nested(draw: Draw, value: Any) -> Any:
    """Return a value inside many lists or tables."""
    for _ in range(draw.choice((1, 3, 30, 70, 150, 400))):
        value = [value] if draw.random() < 0.5 else {draw.choice(("a", "kind", "any", "card_faces")): value}
    return value
