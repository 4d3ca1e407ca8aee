"""The command that runs the server."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource

from mtglayers.model.errors import MissingLibraryError
from mtglayers.model.support.names import did_you_mean

from .boards import exclude
from .options import examples
from .printing import print_json

if TYPE_CHECKING:
    from ..server.limits import ServerLimits

L = TypeVar("L", bound="ServerLimits")

_HTTP_ONLY = {
    "--host": "host",
    "--port": "port",
    "--workers": "workers",
    "--allow-origin": "origins",
    "--allow-host": "hosts",
}


@examples(
    "mtglayers serve --stdio",
    "mtglayers serve --stdio --limit seconds=5 --limit boards=1000",
    "mtglayers serve --http",
    "mtglayers serve --http --port 0 --limit seconds=5 --limit boards=32",
    "mtglayers serve --http --workers 4",
    "mtglayers serve --openapi",
)
@click.command()
@click.option("--stdio", is_flag=True, help="Use JSON-RPC 2.0 on standard input and output, one message per line.")
@click.option("--http", "over_http", is_flag=True, help="Use HTTP; each method is a route.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen on this host name or address.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8613, show_default=True,
    help="Listen on this port; 0 selects any free port.",
)  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Use this many processes to store boards and run methods.",
)  # fmt: skip
@click.option(
    "--allow-origin", "origins", multiple=True, metavar="ORIGIN",
    help="Allow web pages of this origin, such as `https://example.org`, or `*` for all; can be given more than once.",
)  # fmt: skip
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME",
    help="Accept this host name. A service that other computers can reach then accepts only the given names. "
    "Can be given more than once.",
)  # fmt: skip
@click.option(
    "--limit", "limits", multiple=True, metavar="NAME=NUMBER",
    help="Set a limit; `initialize` returns all limits. Can be given more than once.",
)  # fmt: skip
@click.option("--openapi", is_flag=True, help="Print the OpenAPI document of the HTTP service, and exit.")
def serve(
    stdio: bool, over_http: bool, host: str, port: int, workers: int, origins: tuple[str, ...],
    hosts: tuple[str, ...], limits: tuple[str, ...], openapi: bool,
) -> int:  # fmt: skip
    """Run a server for other programs.

    The server stores boards by id; it solves, explains and changes them. docs/protocol.md describes the methods, the
    errors and the limits.

    With `--stdio` the server stops at the end of its input, or on SIGTERM or SIGINT.

    With `--http` the first line of standard output is the URL of the service. The service listens only on this computer
    by default; `--host` changes that. On SIGTERM or SIGINT the service finishes running requests, then stops. It
    requires the `service` extra: `pip install "mtglayers[service]"`.
    """
    if openapi:
        from ..server.http.openapi import document

        print_json(document())
        return 0
    exclude(("--stdio", stdio), ("--http", over_http))
    if stdio:
        exclude(("--stdio", True), *_given_http_options())
        from ..server.limits import ServerLimits
        from ..server.session import Session
        from ..server.stdio import serve_stdio

        return serve_stdio(Session(limited(ServerLimits(), limits)))
    if not over_http:
        raise click.UsageError("give `--stdio` or `--http`")
    try:
        from ..server.http.process import serve_http
    except ImportError as error:
        raise MissingLibraryError("the HTTP service", "mtglayers[service]") from error
    from ..server.limits import HttpLimits

    for name in hosts:
        if not re.fullmatch(r"\*|(\*\.)?[^*]+", name):
            message = f"`{name}` must be a host name, `*` or a pattern such as `*.example.org`"
            raise click.BadParameter(message, param_hint="`--allow-host`")
    default = HttpLimits()
    default = HttpLimits(at_work=max(default.at_work, 2 * workers))
    serve_http(host, port, limited(default, limits), workers=workers, origins=origins, hosts=hosts)
    return 0


def _given_http_options() -> list[tuple[str, bool]]:
    source = click.get_current_context().get_parameter_source  # even a default value can be given
    return [(option, source(name) is ParameterSource.COMMANDLINE) for option, name in _HTTP_ONLY.items()]


def limited(limits: L, given: tuple[str, ...]) -> L:
    """Return the limits after applying settings such as "seconds=5".

    Raises:
        click.BadParameter: a limit is unknown, or its value is not a number.
    """
    changed: dict[str, float] = {}
    for each in given:
        name, _, number = each.partition("=")
        if name not in limits.__struct_fields__:
            hint = did_you_mean(name, limits.__struct_fields__) or f"; use one of {', '.join(limits.__struct_fields__)}"
            raise click.BadParameter(f"unknown limit `{name}`{hint}", param_hint="`--limit`")
        kind = float if isinstance(getattr(limits, name), float) else int
        try:
            changed[name] = kind(number)
        except ValueError:
            raise click.BadParameter(f"`{name}` must be a number, not `{number}`", param_hint="`--limit`") from None
        if not 0 < changed[name] < math.inf and not (name == "seconds" and changed[name] == 0):
            raise click.BadParameter(f"`{name}` must be a number above 0, not `{number}`", param_hint="`--limit`")
    from msgspec.structs import replace

    return replace(limits, **changed)
