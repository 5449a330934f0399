"""Seeing a simulation in a web page, live or as a file."""

from __future__ import annotations

import math
import os

from . import _core


def view(
    model: _core.Model,
    data: _core.Data | None = None,
    port: int = 0,
    block: bool = True,
    *,
    host: str = "127.0.0.1",
    speed: float = 1.0,
    paused: bool = False,
    page: str = "",
) -> _core.Viewer:
    """Shows a world in a web page, whose address it prints; the page can change the world too.

    With `block` the viewer steps the world itself until Ctrl-C. Otherwise you do:

        with corten.view(model, data, block=False) as viewer:
            while data.time < 10:
                corten.step(model, data)
                viewer.sync()

    The page changes options of a model only if it is writable(). `page` is HTML in place of the built-in page.
    """
    viewer = _core.Viewer(model, _core.Data(model) if data is None else data, port, host, speed, paused, page)
    print(viewer.address, flush=True)
    if block:
        try:
            viewer.run(math.inf)
        except KeyboardInterrupt:
            pass
        finally:
            viewer.close()
    return viewer


def record(
    model: _core.Model,
    path: str | os.PathLike[str],
    data: _core.Data | None = None,
    *,
    seconds: float = 5.0,
    fps: float = 60.0,
    page: str | None = None,
) -> _core.Data:
    """Simulates for so many seconds and writes a film as one HTML file. Returns the world at its end."""
    if not fps > 0:
        raise ValueError("fps must be above 0")
    world = _core.Data(model) if data is None else data
    film = _core.Recording(model)
    _core.forward(model, world)
    start, frames = world.time, 0
    while True:
        film.add(world)
        frames += 1
        until = min(frames / fps, seconds)
        while world.time - start < until - 1e-9 and not world.unstable:
            _core.step(model, world)
        if world.unstable or world.time - start >= seconds - 1e-9:
            break
    film.add(world)
    film.write(os.fspath(path), page)
    return world
