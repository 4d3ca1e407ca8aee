"""Decorators for functions whose keyword arguments people type."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import CO_VARARGS, Parameter, isfunction, signature
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from .names import did_you_mean

if TYPE_CHECKING:
    from typing import TypedDict as Keys
else:

    class Keys:
        """For type checkers, `typing.TypedDict`; at run time, only annotations, because that takes long to create."""

        def __init_subclass__(cls, total: bool = True) -> None:
            """Accept the option of a `TypedDict`."""


P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")


def keywords_checked(function: Callable[P, R]) -> Callable[P, R]:
    """Make errors about unknown keyword arguments, and too many other ones, of a function name the known ones.

    >>> @keywords_checked
    ... def solve(*, edition=None): ...
    >>> solve(edtion="E25")
    Traceback (most recent call last):
    ...
    TypeError: solve() has no keyword argument `edtion`; did you mean `edition`?
    """
    code = function.__code__  # `inspect.signature` takes long; no function here is compiled or decorated otherwise
    first = code.co_varnames[: code.co_argcount]
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    any_number = code.co_flags & CO_VARARGS

    @wraps(function)
    def checked(*given: P.args, **named: P.kwargs) -> R:
        for name in named:
            if name not in known:
                others = [each for each in known if each not in ("self", "cls")]
                hint = did_you_mean(name, others) or f"; the keyword arguments are {', '.join(others)}"
                raise TypeError(f"{function.__name__}() has no keyword argument `{name}`{hint}")
        if len(given) > len(first) and not any_number:
            own = [each for each in first if each not in ("self", "cls")]
            rest = [each for each in known if each not in first]
            named_only = f"; {', '.join(rest)} are keyword arguments" if rest else ""
            raise TypeError(f"{function.__name__}() takes only {' and '.join(own)} without a name{named_only}")
        return function(*given, **named)

    return checked


def one_unnamed(kind: type[C]) -> type[C]:
    """Make errors about several arguments without names, in the public methods of a class, say which have names.

    >>> @one_unnamed
    ... class Board:
    ...     def counters(self, id, *, put=None, remove=None): ...
    >>> Board().counters("bears", "+1/+1", 2)
    Traceback (most recent call last):
    ...
    TypeError: counters() takes only id without a name; write the others as `put=...`, `remove=...`
    """
    for name, method in list(vars(kind).items()):
        if isfunction(method) and not name.startswith("_") and not getattr(method, "__isabstractmethod__", False):
            setattr(kind, name, _with_one(method))
    return kind


def _with_one(method: Callable[P, R]) -> Callable[P, R]:
    @wraps(method)
    def checked(*given: P.args, **more: P.kwargs) -> R:
        if len(given) > 2:
            _, first, *named = (
                each for each in signature(method).parameters.values() if each.kind is not Parameter.VAR_KEYWORD
            )
            words = [f"`{each.name}=...`" for each in named[:4]] or ["`name=value`"]
            more_words = ", and so on" if named[4:] else ""
            said = f"{method.__name__}() takes only {first.name} without a name"
            raise TypeError(f"{said}; write the others as {', '.join(words)}{more_words}")
        return method(*given, **more)

    return checked


def spelled_out(keys: type[Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Show the annotations of `Keys` as keyword arguments in the signature of a method that takes `**keys`."""

    def spell(method: Callable[P, R]) -> Callable[P, R]:
        plain = signature(method)
        own = [each for each in plain.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
        words: dict[str, str] = {}
        for each in reversed(keys.__mro__):
            words |= vars(each).get("__annotations__", {})
        more = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=hint) for name, hint in words.items()]
        vars(method)["__signature__"] = plain.replace(parameters=[*own, *more])
        return method

    return spell


__all__ = ["Keys", "keywords_checked", "one_unnamed", "spelled_out"]
