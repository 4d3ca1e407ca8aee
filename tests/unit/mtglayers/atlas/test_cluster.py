"""The atlas built on a cluster of processes, one of which is killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from dask.distributed import Client, LocalCluster

from mtglayers.atlas.build import build, file_of, manifest_of
from mtglayers.atlas.tables import read_rows

from .test_build import AMONG, digests


def test_nothing_is_lost_or_done_twice_if_a_worker_is_killed(tmp_path: Path):
    manifest = manifest_of("E25", AMONG, size=3)
    written: list[int] = []
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with Client(cluster, set_as_default=False) as client:
            pids = list(client.run(os.getpid).values())

        def kill_one(done: int, *_: float) -> None:
            written.append(done)
            if len(written) == 1:
                os.kill(pids[0], signal.SIGKILL)

        folder = tmp_path / "cluster"
        assert build(folder, manifest, scheduler=cluster.scheduler_address, progress=kill_one) == manifest.chunks

    assert len(written) == manifest.chunks
    assert all(file_of(folder, number).exists() for number in range(manifest.chunks))
    assert len(list(read_rows(folder))) == manifest.pairs
    build(tmp_path / "here", manifest)
    assert digests(folder) == digests(tmp_path / "here")
