"""The command that opens the page in the browser."""

from __future__ import annotations

import click

from mtglayers.model.errors import MissingLibraryError

from .options import examples


@examples("mtglayers page", "mtglayers page --port 8613 --no-browser")
@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default=True,
    help="Listen on this port; 0 selects any free port.",
)  # fmt: skip
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser.")
def page(port: int, browser: bool) -> int:
    """Open the page, on which boards are built and solved in the browser.

    The page runs on this computer only and loads nothing from elsewhere. The command ends with Ctrl-C. It requires the
    `service` extra: `pip install "mtglayers[service]"`.
    """
    try:
        from ..server.http.process import serve_http
    except ImportError as error:
        raise MissingLibraryError("the page", "mtglayers[service]") from error
    from ..server.limits import HttpLimits

    def ready(url: str) -> None:
        click.echo(url)
        if browser:
            click.launch(url)

    serve_http("127.0.0.1", port, HttpLimits(), ready=ready)
    return 0
