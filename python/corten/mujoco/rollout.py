"""mujoco.rollout: many trajectories of one model, each from its own state with its own controls."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from .. import _core
from . import enums
from .data import MjData
from .model import MjModel
from .step import _ready

_PHYSICS = int(enums.mjtState.mjSTATE_FULLPHYSICS)
_USER = int(enums.mjtState.mjSTATE_USER)


def _tile(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray | None:
    """An argument with as many leading axes as `shape`; axes of length 1 are repeated."""
    if value is None:
        return None
    if not isinstance(value, (np.ndarray, float, int, list, tuple)):
        raise ValueError(f"{name} must be a numpy array or float")
    array = np.asarray(value, dtype=np.float64)
    if array.ndim > len(shape):
        raise ValueError(f"{name} can have at most {len(shape)} dimensions")
    array = array.reshape((1,) * (len(shape) - array.ndim) + array.shape)
    if array.shape[-1] != shape[-1]:
        raise ValueError(f"trailing dimension of {name} must be {shape[-1]}, got {array.shape[-1]}")
    for axis, (have, need) in enumerate(zip(array.shape[:-1], shape)):
        if have not in (1, need):
            raise ValueError(f"dimension {axis} inferred as {need} but {name} has {have}")
    return np.broadcast_to(array, shape)


def _result(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    if value is None:
        return np.empty(shape)
    if value.size != int(np.prod(shape)):
        _tile(name, value, shape)
        raise ValueError(f"{name} must have the shape {shape}")
    return value.reshape(shape)


def _count(values: list[Any], back: int) -> int:
    """The length of an axis, `back` from the end, of the first array that has more than one there; 1 if none has."""
    lengths = [np.shape(v)[-1 - back] for v in values if v is not None and not isinstance(v, str) and np.ndim(v) > back]
    return next((n for n in lengths if n != 1), 1)


def _roll(m: Any, d: MjData, start: np.ndarray, warm: Any, ctrl: Any, spec: int, state: Any, sensors: Any) -> None:
    """One trajectory. A world that went bad stays as it is, as in MuJoCo."""
    core, model = _ready(d), m._core
    _core.reset(model, core)
    _core.set_state(model, core, start, _PHYSICS)
    if warm is not None:
        core.qacc_warmstart[...] = warm
    before = sum(core.warnings.values())
    for t in range(len(state)):
        if ctrl is not None:
            _core.set_state(model, core, ctrl[t], spec)
        if sum(core.warnings.values()) == before:
            _core.step(model, core, 1)
        state[t] = _core.get_state(model, core, _PHYSICS)
        sensors[t] = core.sensordata


class Rollout:
    """Rollouts on threads, one for each MjData."""

    def __init__(self, *, nthread: int | None = None) -> None:
        self._threads = nthread or 0
        self._pool = ThreadPoolExecutor(nthread) if nthread else None

    def __enter__(self) -> Rollout:
        return self

    def __exit__(self, *args: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def rollout(
        self,
        model: MjModel | list[MjModel],
        data: MjData | list[MjData],
        initial_state: Any,
        control: Any = None,
        *,
        control_spec: int = int(enums.mjtState.mjSTATE_CTRL),
        skip_checks: bool = False,
        nstep: int | None = None,
        initial_warmstart: Any = None,
        state: Any = None,
        sensordata: Any = None,
        chunk_size: int | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """States and sensors of all trajectories: nbatch x nstep x nstate, nbatch x nstep x nsensordata."""
        models = [model] if isinstance(model, MjModel) else list(model)
        worlds = [data] if isinstance(data, MjData) else list(data)
        self._check_worlds(worlds)
        m = models[0]
        if control_spec & ~_USER:
            raise ValueError("control_spec can only contain bits in mjSTATE_USER")
        nx, nu, ns = (_core.state_size(m._core, _PHYSICS), _core.state_size(m._core, int(control_spec)), m.nsensordata)
        n = max(_count([initial_state, initial_warmstart], 1), _count([control, state, sensordata], 2))
        if not skip_checks:  # otherwise there may be more models than trajectories
            n = max(n, len(models))
            if len(models) not in (1, n):
                raise ValueError(f"{len(models)} models for {n} trajectories")
        steps = nstep or _count([control, state, sensordata], 1)
        start = _tile("initial_state", initial_state, (n, nx))
        ctrl = _tile("control", control, (n, steps, nu))
        warm = _tile("initial_warmstart", initial_warmstart, (n, m.nv))
        x, s = _result("state", state, (n, steps, nx)), _result("sensordata", sensordata, (n, steps, ns))

        def work(k: int) -> None:
            for i in range(k, n, len(worlds)):
                one = models[i if len(models) > 1 else 0]
                w, c = None if warm is None else warm[i], None if ctrl is None else ctrl[i]
                _roll(one, worlds[k], start[i], w, c, int(control_spec), x[i], s[i])

        self._run(work, len(worlds))
        return x, s

    def _check_worlds(self, worlds: list[MjData]) -> None:
        if not worlds:
            raise ValueError("The list of data instances is empty")
        if self._threads == 0 and len(worlds) > 1:
            raise ValueError("More than one data instance passed but rollout is configured to run on main thread")
        if self._threads and len(worlds) != self._threads:
            raise ValueError(f"Length of data: {len(worlds)} not equal to nthread: {self._threads}")

    def _run(self, work: Any, count: int) -> None:
        if self._pool is None or count == 1:
            for k in range(count):
                work(k)
        else:
            list(self._pool.map(work, range(count)))


def rollout(model: Any, data: Any, initial_state: Any, control: Any = None, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """States and sensors of all trajectories; see Rollout.rollout."""
    options.pop("persistent_pool", None)
    count = 1 if isinstance(data, MjData) else len(data)
    with Rollout(nthread=count if count > 1 else None) as runner:
        return runner.rollout(model, data, initial_state, control, **options)


def shutdown_persistent_pool() -> None:
    """Threads live as long as a rollout: there is nothing to end."""
