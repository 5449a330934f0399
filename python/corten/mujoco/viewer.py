"""mujoco.viewer: launch and launch_passive open the viewer of corten, in a web page. Other names can be looked up and raise
NotImplementedError when they are called."""

from __future__ import annotations

import contextlib
from typing import Any

from .. import viewing


class Handle:
    """What launch_passive returns. Settings of cameras and options belong to the page."""

    def __init__(self, viewer: Any) -> None:
        self._viewer = viewer

    def is_running(self) -> bool:
        return self._viewer.is_running()

    def sync(self, state_only: bool = False) -> None:
        self._viewer.sync()

    def lock(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()  # only the thread that calls sync() touches the world

    def close(self) -> None:
        self._viewer.close()

    def __enter__(self) -> Handle:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def launch_passive(model: Any, data: Any, *, key_callback: Any = None, page: str = "", **_: Any) -> Handle:
    if key_callback is not None:
        raise NotImplementedError("corten.mujoco has no key_callback of mujoco.viewer.launch_passive")
    return Handle(viewing.view(model._core, data._core, block=False, page=page))


def launch(model: Any, data: Any = None, **_: Any) -> None:
    viewing.view(model._core, None if data is None else data._core)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)

    def missing(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"corten.mujoco has no mujoco.viewer.{name}")

    return missing
