"""The exceptions of mtglayers, which are also subclasses of built-in exceptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final


class LayersError(Exception):
    """Base class of all exceptions that mtglayers raises.

    Messages are printable, and long quotations in them are abbreviated.
    """

    def __init__(self, *args: object, **keys: object) -> None:
        super().__init__(*(readable(each) if isinstance(each, str) else each for each in args), **keys)

    def __reduce__(self) -> tuple[Any, ...]:
        # Python would call the class with `args`, which are not the arguments of most of these classes.
        return _restored, (type(self), self.args), self.__getstate__()


def _restored(kind: type[LayersError], args: tuple[object, ...]) -> LayersError:
    error = kind.__new__(kind)
    error.args = args
    return error


def readable(message: str) -> str:
    r"""Return a printable message with abbreviated quotations between backticks.

    >>> readable(f"no object `{'a' * 2000}`") == f"no object `{'a' * 597}...`", readable("a \ud800")
    (True, 'a \\ud800')
    """
    if len(message) > _QUOTED:
        message = re.sub(rf"`([^`]{{{_QUOTED - 3}}})[^`]{{4,}}`", r"`\1...`", message)
        message = message if len(message) <= _MESSAGE else message[: _MESSAGE - 3] + "..."
    return printable(message)


def printable(text: str) -> str:
    r"""Return text with an escape in place of each character that a terminal does not print, but line breaks and tabs.

    >>> print(printable("a\x1b[2J"))
    a\x1b[2J
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else sign.encode("unicode_escape").decode() for sign in text
    )


_QUOTED: Final = 600
_MESSAGE: Final = 2000


Nearest = Sequence[str] | Callable[[], Sequence[str]]
"""Similar names, or a function that finds them only when the message is shown, because the search is slow."""


class _Hinting:
    # Base class of errors whose messages suggest similar names.
    _said: str
    _nearest: Nearest

    @property
    def nearest(self) -> tuple[str, ...]:
        """Similar known names, most similar first."""
        if not isinstance(self._nearest, tuple):
            self._nearest = tuple(self._nearest() if callable(self._nearest) else self._nearest)
        return self._nearest

    @property
    def message(self) -> str:
        """The error message, followed by any suggestions."""
        hint = f"; did you mean {_either(self.nearest)}?" if self.nearest else ""
        return readable(f"{self._said}{hint}")

    def __str__(self) -> str:
        return self.message

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_nearest": self.nearest}  # a function cannot be pickled


class UnknownCardError(_Hinting, LayersError, LookupError):
    """An unknown card name.

    Attributes:
        name: the name.
        nearest: similar known names, most similar first.
    """

    def __init__(self, name: str, nearest: Nearest = ()) -> None:
        self.name = name
        self._said, self._nearest = f"unknown card `{name}`", nearest
        super().__init__(self._said)


class UnsupportedTextError(LayersError, ValueError):
    """A sentence of rules text that is not understood.

    Attributes:
        text: the sentence.
        span: start and end of the first part that is not understood, as offsets into `text`.
        expected: words that are allowed at that position.
    """

    def __init__(self, text: str, span: tuple[int, int], expected: Sequence[str] = ()) -> None:
        self.text = text
        self.span = span
        self.expected = tuple(expected)
        part = text[span[0] : span[1]] or "the end"
        hint = f"; expected {_either(self.expected)}" if self.expected else ""
        super().__init__(f"cannot read `{text}`: stopped at `{part}` (column {span[0] + 1}){hint}")


class UnreadLineError(UnsupportedTextError):
    """A card line that is not understood and whose text is not in the catalogue.

    Attributes:
        line: the location of the line, such as "line 3 of Foo".
    """

    def __init__(self, line: str) -> None:
        super().__init__("", (0, 0))
        self.line = line
        self.args = (readable(f"{line} is not understood"),)


class NotListedError(ValueError):
    """Rules text that does not list the characteristics of a face-down permanent (708.2a)."""


class AmbiguousTimestampError(LayersError, ValueError):
    """Two effects whose order is needed but not specified (613.7m).

    Attributes:
        effects: the names of the effects.
    """

    def __init__(self, effects: Sequence[str]) -> None:
        self.effects = tuple(effects)
        names = " and ".join(f"`{name}`" for name in self.effects)
        super().__init__(f"{names} entered together and their order is not specified (613.7m)")


class IllegalEventError(LayersError, ValueError):
    """An event that the rules or the board do not allow; the board is unchanged.

    Attributes:
        event: the event as given.
        reason: the reason.
    """

    def __init__(self, event: object, reason: str) -> None:
        self.event = event
        self.reason = reason
        super().__init__(reason)


class PuzzleError(LayersError, ValueError):
    """A puzzle file that cannot be read.

    Attributes:
        file: the file's name, or an empty string.
        line: the line, counted from 1, or None if unknown.
        key: the path of the invalid key.
    """

    def __init__(self, message: str, file: str = "", line: int | None = None, key: str = "") -> None:
        self.file = file
        self.line = line
        self.key = key
        place = ":".join(part for part in (file, str(line) if line else "") if part)
        super().__init__(f"{place}: {message}" if place else message)


class NotationError(LayersError, ValueError):
    """A line of notation that cannot be read.

    Attributes:
        line: the line.
        column: the position of the first part that is not understood, counted from 1.
    """

    def __init__(self, message: str, line: str = "", column: int = 1) -> None:
        self.line = line
        self.column = column
        super().__init__(message)


class UnknownEditionError(LayersError, LookupError):
    """An unknown edition key, or a date before the oldest edition.

    Attributes:
        edition: the key or date.
    """

    def __init__(self, edition: str, reason: str) -> None:
        self.edition = edition
        super().__init__(f"unknown edition `{edition}`: {reason}")


class UnknownObjectError(_Hinting, LayersError, KeyError):
    """An id that no object or effect on the board has.

    Attributes:
        id: the id.
        nearest: similar ids.
        what: "object" or "effect".
    """

    def __init__(self, id: str, nearest: Nearest = (), what: str = "object") -> None:
        self.id = id
        self.what = what
        self._said, self._nearest = f"no {what} `{id}` on the board", nearest
        super().__init__(self._said)


class UnknownLayerError(LayersError, KeyError, ValueError):
    """A layer name that a result or an edition does not have.

    Attributes:
        layer: the name.
        layers: the existing names.
    """

    def __init__(self, layer: object, layers: Sequence[str], where: str = "") -> None:
        self.layer = layer
        self.layers = tuple(layers)
        kind = "" if isinstance(layer, str) else "; a layer's name must be a string"
        self.message = readable(f"no layer `{layer}`{where}; use one of {', '.join(self.layers)}{kind}")
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


class UnknownStepError(LayersError, ValueError):
    """A step number that a layer or a result does not have.

    Attributes:
        step: the number.
        steps: the number of existing steps.
    """

    def __init__(self, where: str, steps: int, step: int) -> None:
        self.step = step
        self.steps = steps
        super().__init__(f"{where} has {steps} step{'' if steps == 1 else 's'}, not {step}")


class UnknownChoiceError(LayersError, ValueError):
    """A parameter value that is not among the allowed values.

    Attributes:
        chosen: the value.
        choices: the allowed values.
    """

    def __init__(self, what: str, chosen: object, choices: Sequence[str]) -> None:
        self.chosen = chosen
        self.choices = tuple(choices)
        super().__init__(f"no {what} `{chosen}`; use one of {', '.join(self.choices)}")


class MissingLibraryError(LayersError, ImportError):
    """An optional library that is not installed.

    Attributes:
        library: the name that pip uses for the library.
    """

    def __init__(self, what: str, library: str) -> None:
        self.library = library
        super().__init__(f"{what} needs {library}: `pip install {library}`", name=library)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "name": self.name}


class LostProcessError(LayersError, RuntimeError):
    """Work that was not finished, because the process that did it ended unexpectedly."""


class LimitError(LayersError, ValueError):
    """A quantity that exceeds its limit (`limits.Limits`).

    Attributes:
        limit: a description of the limited quantity, such as "objects on a board".
        allowed: the limit.
        given: the actual quantity, or None if it was not counted.
        path: the keys and indices that lead to the data.
        advice: how to stay within the limit, or "".

    >>> print(LimitError("objects on a board", 100, 1000))
    at most 100 objects on a board are allowed, not 1000
    """

    advice: str = ""

    def __init__(
        self,
        limit: str,
        allowed: float,
        given: float | None = None,
        path: tuple[str | int, ...] = (),
        where: str = "",
        *,
        advice: str = "",
    ) -> None:
        self.limit = limit
        self.allowed = allowed
        self.given = given
        self.path = path
        if advice:  # without advice, the error data omit the key
            self.advice = advice
        beyond = "" if given is None else f", not {given}"
        place = f"{where}: " if where else ""
        super().__init__(f"{place}at most {allowed} {limit} are allowed{beyond}{advice and f'; {advice}'}")

    def at(self, where: str) -> LimitError:
        """Return the error with a location added, such as a file and line."""
        return LimitError(self.limit, self.allowed, self.given, self.path, where, advice=self.advice)


class BoardDataError(LayersError, ValueError):
    """JSON data that does not describe an effect tree, a card or a board."""


class StateError(BoardDataError):
    """A state that cannot be read.

    Attributes:
        path: the keys and indices that lead to the first entry that is not valid.
        problems: every entry that is not valid, as dicts with `path` and `message`.
    """

    def __init__(self, problems: Sequence[tuple[tuple[str | int, ...], str]]) -> None:
        self.problems = tuple({"path": path, "message": message} for path, message in problems)
        self.path = problems[0][0]
        shown = [f"`{'.'.join(map(str, path))}`: {message}" for path, message in problems[:_LISTED]]
        rest = f"; and {len(problems) - _LISTED} more" if len(problems) > _LISTED else ""
        super().__init__(f"the state cannot be read: {'; '.join(shown)}{rest}")


_LISTED = 10
"""Maximum number of problems in the message of a `StateError`."""


def _either(names: Sequence[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]
