"""The Python API of MuJoCo 3.12 on Corten.

    import corten.mujoco
    corten.mujoco.install()
    import mujoco                      # this package, for everything that follows

What MuJoCo has and this package has not raises NotImplementedError with its name when it is used.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as _numpy

from . import missing as _missing
from . import minimize, renderer, rollout, viewer
from .algebra import *  # noqa: F403
from .data import MjContact, MjData
from .dynamics import *  # noqa: F403
from .enums import *  # noqa: F403
from .errors import FatalError, UnexpectedError
from .files import *  # noqa: F403
from .history import *  # noqa: F403
from .model import MjModel, MjOption, MjStatistic
from .names import mj_id2name, mj_name2id, mju_str2Type, mju_type2Str
from .query import *  # noqa: F403
from .renderer import (
    GLContext,
    MjrContext,
    Renderer,
    mjr_maxViewport,
    mjr_readPixels,
    mjr_render,
    mjr_resizeOffscreen,
    mjr_setBuffer,
    mjv_connector,
    mjv_initGeom,
    mjv_updateScene,
)
from .solvers import *  # noqa: F403
from .spec import *  # noqa: F403
from .step import *  # noqa: F403
from .visual import (
    MjLROpt,
    MjSolverStat,
    MjTimerStat,
    MjvCamera,
    MjvFigure,
    MjvGeom,
    MjvGLCamera,
    MjvLight,
    MjvOption,
    MjvPerturb,
    MjvScene,
    MjVisual,
    MjWarningStat,
    MjrRect,
    mjv_defaultCamera,
    mjv_defaultFreeCamera,
    mjv_defaultOption,
    mjv_defaultPerturb,
)

__version__ = "3.12.0"  # whose API this is
MJTNUM_BYTES = 8
MJTNUM_DTYPE = _numpy.float64


def mj_version() -> int:
    """The version of MuJoCo whose API this is."""
    return 3012000


def mj_versionString() -> str:
    """The version of MuJoCo whose API this is."""
    return __version__


def mj_saveModel(m: MjModel, filename: str | None = None, buffer: Any = None) -> None:
    """Writes a compiled model, which MjModel.from_binary_path reads."""
    if filename is not None:
        m._core.save(filename)
    if buffer is not None:
        buffer.reshape(-1)[...] = _numpy.frombuffer(m._core.to_bytes(), dtype=_numpy.uint8)


def mj_sizeModel(m: MjModel) -> int:
    """Bytes of a compiled model."""
    return len(m._core.to_bytes())


def mj_saveLastXML(filename: str, m: MjModel) -> None:
    """Writes the XML that a model was made from. A model whose numbers were changed since is refused."""
    spec = m._source() if m._source is not None else None
    if spec is None or spec.compile().writable().to_bytes() != m._core.to_bytes():
        raise NotImplementedError("corten.mujoco: mujoco.mj_saveLastXML of a model that is not as it was read from XML")
    spec.save(filename)


def mj_defaultOption(opt: MjOption) -> None:
    """Resets options."""
    fresh = MjOption()
    for name in MjOption._all_fields:
        setattr(opt, name, getattr(fresh, name))


def __getattr__(name: str) -> Any:
    value = _missing.stand_in(name)
    globals()[name] = value  # the same class each time, for isinstance
    return value


def install() -> None:
    """Makes `import mujoco` mean this package. What is imported as mujoco already is refused."""
    here = sys.modules[__name__]
    known = sys.modules.get("mujoco")
    if known is not None and known is not here:
        raise ImportError("mujoco has been imported already: call corten.mujoco.install() before")
    sys.modules["mujoco"] = here
    for module in (minimize, renderer, rollout, viewer):
        sys.modules["mujoco." + module.__name__.rpartition(".")[2]] = module
    for name in ("egl", "glfw", "osmesa", "gl_context"):  # a renderer makes its context itself
        sys.modules["mujoco." + name] = renderer
