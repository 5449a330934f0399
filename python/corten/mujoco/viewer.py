"""mujoco.viewer is not here: its names can be looked up and raise NotImplementedError when they are called."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)

    def missing(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"corten.mujoco has no mujoco.viewer.{name}")

    return missing
