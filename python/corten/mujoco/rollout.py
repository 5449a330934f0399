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
    array = np.asarray(value, dtype=np.float64)
    if array.ndim > len(shape):
        raise ValueError(f"{name} must have at most {len(shape)} dimensions")
    array = array.reshape((1,) * (len(shape) - array.ndim) + array.shape)
    if any(have not in (1, need) for have, need in zip(array.shape[:-1], shape)) or array.shape[-1] != shape[-1]:
        raise ValueError(f"{name} has the shape {array.shape}, which does not fit {shape}")
    return np.broadcast_to(array, shape)


def _result(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    if value is None:
        return np.empty(shape)
    if value.size != int(np.prod(shape)):
        raise ValueError(f"{name} must have the shape {shape}")
    return value.reshape(shape)


def _count(values: list[tuple[Any, int, int]]) -> int:
    """The length of an axis, `back` from the end, that arrays share; 1 if none has it."""
    lengths = {np.shape(v)[-1 - back] for v, back, _ in values if v is not None and np.ndim(v) > back} - {1}
    if len(lengths) > 1:
        raise ValueError(f"the arguments disagree about the number of trajectories or steps: {sorted(lengths)}")
    return lengths.pop() if lengths else 1


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
        m = models[0]
        if control_spec & ~_USER:
            raise ValueError("control_spec can only contain bits in mjSTATE_USER")
        nx, nu, ns = (_core.state_size(m._core, _PHYSICS), _core.state_size(m._core, int(control_spec)), m.nsensordata)
        n = _count([(initial_state, 1, 2), (control, 2, 3), (initial_warmstart, 1, 2), (state, 2, 3), (sensordata, 2, 3)])
        n = max(n, len(models))
        steps = nstep or _count([(control, 1, 3), (state, 1, 3), (sensordata, 1, 3)])
        if len(models) not in (1, n):
            raise ValueError(f"{len(models)} models for {n} trajectories")
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
