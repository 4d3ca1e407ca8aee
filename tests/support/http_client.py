"""A client that asks an ASGI application in this process, one request after the other."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import AsyncIterator, Iterable
from typing import Any

import httpx

from mtglayers.server.http.app import Service

LOOP = asyncio.Runner()
atexit.register(LOOP.close)


class Client:
    """Asks a service; everything that all clients ask happens on one event loop."""

    def __init__(self, service: Service, base_url: str = "http://localhost:8613") -> None:
        self.service = service
        self._base_url = base_url

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def asking() -> httpx.Response:
            transport = httpx.ASGITransport(self.service.app)
            async with httpx.AsyncClient(transport=transport, base_url=self._base_url) as client:
                return await client.request(method, path, **options)

        return LOOP.run(asking())

    def at_once(self, path: str, bodies: Iterable[Any]) -> list[httpx.Response]:
        """Return the answers to POST requests of which none waits for another."""

        async def asking() -> list[httpx.Response]:
            transport = httpx.ASGITransport(self.service.app)
            async with httpx.AsyncClient(transport=transport, base_url=self._base_url, timeout=None) as client:  # noqa: S113
                return await asyncio.gather(*(client.post(path, json=body) for body in bodies))

        return LOOP.run(asking())

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)

    def options(self, path: str, **options: Any) -> httpx.Response:
        return self.request("OPTIONS", path, **options)


async def in_chunks(chunks: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Yield a body of which nobody tells the length."""
    for chunk in chunks:
        yield chunk


__all__ = ["LOOP", "Client", "in_chunks"]
