"""The HTTP service as a command: where it listens, whom it tells so, and what it needs installed."""

from __future__ import annotations

from collections.abc import Collection

import click

from mtglayers.model.errors import MissingLibraryError

from ..limits import ServiceLimits


def serve_http(
    host: str, port: int, limits: ServiceLimits, *, origins: Collection[str] = (), hosts: Collection[str] = ()
) -> None:
    """Answer requests until the process is told to end; the first line on standard output is the service's URL.

    Args:
        host: where to listen: a name or an address.
        port: the port; 0: any that is free.
        limits: how much the service keeps and takes.
        origins: the origins of web pages that may ask.
        hosts: names by which the service may be asked for; where only this machine can reach it, besides the usual.

    Raises:
        MissingLibraryError: the extra `service` is not installed.
        OSError: it cannot listen there.
    """
    try:
        from .app import Service
        from .guards import LOOPBACK
        from .process import address_of, is_loopback, listening, serve
    except ImportError as error:
        raise MissingLibraryError("the HTTP service", "mtglayers[service]") from error
    listener = listening(host, port)
    if is_loopback(listener):
        known: Collection[str] | None = {*LOOPBACK, host.lower(), *hosts}
    else:
        known = hosts or None
        click.echo(f"warning: whoever can reach `{host}` can ask this service and make it work", err=True)
    service = Service(limits, hosts=known, origins=origins)
    serve(service, listener, lambda: click.echo(address_of(listener)))


__all__ = ["serve_http"]
