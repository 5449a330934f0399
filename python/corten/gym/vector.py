"""A vector environment whose worlds are those of one Batch: actions in, steps of all worlds, automatic resets."""

from __future__ import annotations

import abc
import importlib.util
import pathlib
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from .. import Batch, ThreadPool, load

Array = NDArray[np.float64]
Info = dict[str, Any]


def model_path(name: str) -> pathlib.Path:
    """Where a model file is: a path, or the name of one of Gymnasium's own."""
    path = pathlib.Path(name).expanduser()
    if not path.is_absolute() and not name.startswith("."):
        found = importlib.util.find_spec("gymnasium")
        assert found is not None and found.origin is not None
        path = pathlib.Path(found.origin).parent / "envs" / "mujoco" / "assets" / name
    if not path.is_file():
        raise FileNotFoundError(f"xml_file: there is no {path}")
    return path


def within(values: Array, limits: tuple[float, float]) -> NDArray[np.bool_]:
    """Which values lie strictly between two limits."""
    return (limits[0] < values) & (values < limits[1])


def pair(name: str, limits: Sequence[float]) -> tuple[float, float]:
    """Two limits in order."""
    low, high = (float(x) for x in limits)
    if not low <= high:
        raise ValueError(f"{name}: {low} is above {high}")
    return low, high


class BatchVectorEnv(VectorEnv, abc.ABC):
    """What all tasks share. A task says what is observed, what is paid, when an episode ends and where it starts.

    num_envs           number of worlds
    xml_file           the model: a path, or the name of one of Gymnasium's model files
    frame_skip         steps of the simulation per step of the environment
    max_episode_steps  after which an episode is truncated; None: never
    autoreset_mode     when a world whose episode ended starts the next: gymnasium.vector.AutoresetMode or its value
    threads            that share the worlds; 0: one per core
    """

    FILE: ClassVar[str]
    FRAME_SKIP: ClassVar[int]
    RESULTS: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        num_envs: int = 1,
        *,
        xml_file: str | None = None,
        frame_skip: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 0,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError("render_mode: Corten draws no pictures; leave it None")
        self.frame_skip = self.FRAME_SKIP if frame_skip is None else _count("frame_skip", frame_skip)
        self.num_envs = _count("num_envs", num_envs)
        self.max_episode_steps = None if max_episode_steps is None else _count("max_episode_steps", max_episode_steps)
        self.autoreset_mode = _mode(autoreset_mode)
        self.model = load(model_path(xml_file or self.FILE))
        pool = None if threads == 1 or num_envs == 1 else ThreadPool(threads)
        self.batch = Batch(self.model, self.num_envs, results=self.RESULTS, threads=pool)
        self.init_qpos, self.init_qvel = self.model.qpos0.copy(), np.zeros(self.model.nv)
        self.dt = float(self.model.opt.timestep) * self.frame_skip
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self._generators: list[np.random.Generator | None] = [None] * self.num_envs
        self._seeds: list[int | None] = [None] * self.num_envs
        self._elapsed = np.zeros(self.num_envs, dtype=np.int64)
        self._ended = np.zeros(self.num_envs, dtype=np.bool_)
        self._started = False
        low, high = self.model.actuator_ctrlrange.T.astype(np.float32)
        self.single_action_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        shape = self._observe().shape[1:]
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, shape, dtype=np.float64)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    # ---- what a task says

    @abc.abstractmethod
    def _observe(self) -> Array:
        """Observations of all worlds, a new array."""

    def _place(self) -> Array | None:
        """What a task remembers of a state before it is stepped, to measure a velocity."""
        return None

    @abc.abstractmethod
    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, NDArray[np.bool_], Info]:
        """Rewards, terminations and infos of all worlds after a step."""

    @abc.abstractmethod
    def _draw(self, random: np.random.Generator) -> tuple[Array, Array]:
        """Where an episode starts: positions and velocities."""

    def _start_info(self) -> Info:
        """Infos of all worlds after a reset."""
        return {}

    # ---- Gymnasium's interface

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The random numbers of each world."""
        return tuple(self._generator(i) for i in range(self.num_envs))

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """The seed of each world."""
        return tuple(self._seeds[i] for i in range(self.num_envs) if self._generator(i))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Info]:
        """Starts episodes in all worlds, or in those of options={"reset_mask": (num_envs,) booleans}.

        seed  an integer s: world i draws with s + i; a list: one for each world; None: goes on drawing
        """
        seeds = self._seeds_of(seed)
        mask = self._mask_of(options)
        for i in np.flatnonzero(mask):
            if seeds[i] is not None:
                self._generators[i], self._seeds[i] = seeding.np_random(seeds[i])
        if not self._started and not mask.all():
            raise ResetNeeded("reset_mask: reset all worlds first")
        self._started = True
        self._restart(mask)
        return self._observe(), _masked(self._start_info(), mask)

    def step(self, actions: ArrayLike) -> tuple[Array, Array, NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Steps all worlds. In the mode NextStep those whose episode ended in the step before start anew instead."""
        if not self._started:
            raise ResetNeeded("call reset before step")
        actions = self._actions_of(actions)
        pending = self._ended
        if self.autoreset_mode == AutoresetMode.DISABLED and pending.any():
            ended = ", ".join(map(str, np.flatnonzero(pending)[:8]))
            raise ResetNeeded(f'episodes ended in worlds {ended}: reset(options={{"reset_mask": mask}}) starts new ones')
        before = self._place()
        self.batch.ctrl[:] = actions
        self.batch.step(self.frame_skip)
        self._elapsed += 1
        rewards, terminations, infos = self._pay(actions, before)
        limit = self.max_episode_steps
        truncations = np.zeros(self.num_envs, dtype=np.bool_) if limit is None else self._elapsed >= limit
        observations = self._observe()
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            self._ended = terminations | truncations
            if self._ended.any():
                observations, infos = self._next_episodes(observations, infos)
            else:
                infos = _masked(infos, ~self._ended)
        elif pending.any():
            self._restart(pending)
            observations[pending] = self._observe()[pending]
            rewards[pending], terminations[pending], truncations[pending] = 0, False, False
            infos = _merged(_masked(infos, ~pending), _masked(self._start_info(), pending))
            self._ended = terminations | truncations
        else:
            infos = _masked(infos, ~pending)
            self._ended = terminations | truncations
        return observations, rewards, terminations, truncations, infos

    def set_state(self, qpos: ArrayLike, qvel: ArrayLike, mask: ArrayLike | None = None) -> Array:
        """Puts worlds into states, (nq) or (num_envs, nq), and returns the observations; `mask`: only these worlds."""
        chosen = np.ones(self.num_envs, dtype=np.bool_) if mask is None else self._mask_of({"reset_mask": mask})
        for name, value in (("qpos", qpos), ("qvel", qvel)):
            array = getattr(self.batch, name)
            values = np.asarray(value, dtype=np.float64)
            if values.shape not in (array.shape, array.shape[1:]):
                raise ValueError(f"{name} has the shape {values.shape}, not {array.shape[1:]} or {array.shape}")
            array[chosen] = np.broadcast_to(values, array.shape)[chosen]
        self.batch.forward(chosen)
        self._elapsed[chosen], self._ended[chosen], self._started = 0, False, True
        self._forget_contacts(chosen)
        return self._observe()

    # ---- parts

    def _next_episodes(self, observations: Array, infos: Info) -> tuple[Array, Info]:
        """Mode SameStep: last observations and infos go to final_obs and final_info, new episodes begin."""
        ended = self._ended.copy()
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            final[i] = observations[i].copy()
        last: Info = {"final_obs": final, "_final_obs": ended, "final_info": _masked(infos, ended)}
        last["_final_info"] = ended.copy()
        self._restart(ended)
        self._ended = np.zeros(self.num_envs, dtype=np.bool_)
        return self._observe(), {**last, **_merged(_masked(infos, ~ended), _masked(self._start_info(), ended))}

    def _restart(self, mask: NDArray[np.bool_]) -> None:
        self.batch.reset(mask)
        for i in np.flatnonzero(mask):
            self.batch.qpos[i], self.batch.qvel[i] = self._draw(self._generator(int(i)))
        self.batch.forward(mask)
        self._forget_contacts(mask)
        self._elapsed[mask] = 0
        self._ended = self._ended & ~mask

    def _forget_contacts(self, mask: NDArray[np.bool_]) -> None:
        # Gymnasium computes contact forces after steps only; until then they are zero.
        if "cfrc_ext" in self.RESULTS:
            self.batch.cfrc_ext[mask] = 0

    def _generator(self, i: int) -> np.random.Generator:
        generator = self._generators[i]
        if generator is None:
            generator, self._seeds[i] = seeding.np_random()
            self._generators[i] = generator
        return generator

    def _seeds_of(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
            return [int(seed) + i for i in range(self.num_envs)]
        if isinstance(seed, (str, bytes)) or not isinstance(seed, Sequence):
            raise TypeError(f"seed is an integer, a list of integers or None, not {seed!r}")
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: {len(seed)} seeds for {self.num_envs} worlds")
        return list(seed)

    def _mask_of(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        if not options or "reset_mask" not in options:
            return np.ones(self.num_envs, dtype=np.bool_)
        mask = np.asarray(options["reset_mask"])
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask is {self.num_envs} booleans, not {mask.shape} of {mask.dtype}")
        if not mask.any():
            raise ValueError("reset_mask: no world is to be reset")
        return mask

    def _actions_of(self, actions: ArrayLike) -> Array:
        try:
            values = np.asarray(actions, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise TypeError(f"actions must be numbers of the shape {self.batch.ctrl.shape}") from error
        if values.shape != self.batch.ctrl.shape:
            raise ValueError(f"actions have the shape {values.shape}, not {self.batch.ctrl.shape}")
        return values

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is to be closed; memory goes with the object."""


def _count(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} is a whole number, not {value!r}")
    if value < 1:
        raise ValueError(f"{name} must be at least 1, not {value}")
    return int(value)


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(repr(m.value) for m in AutoresetMode)
        raise ValueError(f"autoreset_mode is one of {names}, not {mode!r}") from None


def _masked(info: Info, mask: NDArray[np.bool_]) -> Info:
    """Infos of some worlds as Gymnasium has them: zero elsewhere, and which worlds those are under "_name"."""
    result: Info = {}
    for name, values in info.items() if mask.any() else ():
        shown = np.zeros_like(values)
        shown[mask] = values[mask]
        result[name], result["_" + name] = shown, mask.copy()
    return result


def _merged(a: Info, b: Info) -> Info:
    """Infos of worlds that differ."""
    result = dict(a)
    for name, values in b.items():
        if name not in result:
            result[name] = values
        elif name.startswith("_"):
            result[name] = result[name] | values
        else:
            chosen = b["_" + name]
            result[name] = result[name].copy()
            result[name][chosen] = values[chosen]
    return result
