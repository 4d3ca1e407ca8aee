"""The command that opens the page in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from mtglayers.model.errors import MissingLibraryError

from .options import examples


@examples("mtglayers page", "mtglayers page --port 8613 --no-browser", "mtglayers page --build public/")
@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default=True,
    help="Listen on this port; 0 selects any free port.",
)  # fmt: skip
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser.")
@click.option(
    "--build", "folder", type=click.Path(file_okay=False, path_type=Path),
    help="Write the page into this folder, for any static host; its engine runs in the browser.",
)  # fmt: skip
@click.option(
    "--runtime", type=click.Path(file_okay=False, path_type=Path),
    help="With --build: a folder that keeps the packages that are fetched.",
)  # fmt: skip
def page(port: int, browser: bool, folder: Path | None, runtime: Path | None) -> int:
    """Open the page, on which boards are built and solved in the browser.

    The page runs on this computer only and loads nothing from elsewhere. The command ends with Ctrl-C. It requires the
    `service` extra: `pip install "mtglayers[service]"`.

    With --build, the command writes a folder instead. The page in it needs no server and, after the first visit, no
    network. CPython for WebAssembly (the package pyodide) and five libraries are fetched with npm and pip.
    """
    if folder is not None:
        from ..web.build import build

        files = build(folder, runtime)
        size = sum((folder / name).stat().st_size for name in files)
        click.echo(f"{folder}: {len(files)} files, {size / 1e6:.1f} MB")
        return 0
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
