"""Rollouts, sweeps of parameters and evolution strategies over the workers of a Ray cluster.

    with corten.cluster.Cluster(workers=8) as cluster:
        for states, sensors in cluster.rollouts(model, controls):
            ...

A job is split into tasks. Each worker, a Ray actor, has a Batch of its own and does one task after the other; results come
in the order of the tasks, as soon as they are there. A result depends on its task alone, so it is the same for any number
of workers. A worker that dies is replaced and its task done again; a task counts once, whoever did it. With a checkpoint,
finished tasks are kept in a file, and a run that is started again goes on where it stopped.

`workers=0` does everything in this process and does not need Ray; it gives the same results.
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import Batch, Model, ThreadPool

Array = NDArray[np.float64]
Work = Callable[[Any], Any]

__all__ = ["Cluster", "EvolutionStrategy", "Rollouts", "Sweep"]


def _import_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ImportError('corten.cluster with workers needs Ray: pip install "corten[ray]"') from error
    return ray


class _Worker:
    """What runs in a process of the cluster."""

    def __init__(self, job: Callable[[], Work]) -> None:
        self.work = job()

    def pid(self) -> int:
        return os.getpid()

    def run(self, task: Any) -> Any:
        return self.work(task)


class Progress:
    """A bar on stderr: how many tasks are done. `shown` None: if stderr is a terminal."""

    def __init__(self, label: str, total: int, shown: bool | None) -> None:
        self.label, self.total, self.began = label, total, time.monotonic()
        self.shown = sys.stderr.isatty() if shown is None else shown

    def show(self, done: int) -> None:
        if not self.shown:
            return
        filled = 30 * done // max(1, self.total)
        seconds = time.monotonic() - self.began
        end = "\n" if done == self.total else ""
        line = f"\r{self.label} [{'#' * filled}{'.' * (30 - filled)}] {done}/{self.total}  {seconds:.0f} s"
        print(line, end=end, file=sys.stderr, flush=True)


class Checkpoint:
    """Results of finished tasks in a file: a line that says of which job, then (number, result) one after the other.

    What was being written when a run was interrupted is cut off. The file is a pickle: open only what is yours.
    """

    def __init__(self, path: str | os.PathLike[str], job: object, tasks: Sequence[Any]) -> None:
        self.path = pathlib.Path(path)
        self.key = _fingerprint(job, tasks)

    def read(self) -> dict[int, Any]:
        """Results that are there; begins the file if there is none."""
        results: dict[int, Any] = {}
        if not self.path.exists():
            self.path.write_bytes(self.key)
            return results
        with open(self.path, "r+b") as file:
            if file.read(len(self.key)) != self.key:
                raise ValueError(f"{self.path} is the checkpoint of another job: remove it, or name another file")
            good = file.tell()
            try:
                while True:
                    number, result = pickle.load(file)  # noqa: S301
                    results[number] = result
                    good = file.tell()
            except (EOFError, pickle.UnpicklingError, ValueError, TypeError, AttributeError, IndexError, KeyError):
                file.truncate(good)
        return results

    def add(self, number: int, result: Any) -> None:
        with open(self.path, "ab") as file:
            file.write(pickle.dumps((number, result)))


def _fingerprint(job: object, tasks: Sequence[Any]) -> bytes:
    digest = hashlib.sha256()
    for part in (job, *tasks):
        try:
            digest.update(pickle.dumps(part))
        except (pickle.PicklingError, AttributeError, TypeError):  # a function of the moment: its name must do
            digest.update(repr(getattr(part, "__qualname__", type(part))).encode())
    return b"corten checkpoint " + digest.hexdigest().encode() + b"\n"


class Cluster:
    """Workers that do tasks.

    workers   Ray actors; 0: this process alone, without Ray
    address   of a Ray cluster that runs already ("auto": the one of this machine); None: one is started here
    retries   how often a task may lose its worker before that is an error
    progress  shows a bar on stderr; None: if that is a terminal
    """

    def __init__(
        self, workers: int = 0, *, address: str | None = None, retries: int = 3, progress: bool | None = None
    ) -> None:
        if workers < 0 or retries < 0:
            raise ValueError("workers and retries must not be negative")
        self.retries, self.progress = retries, progress
        self.restarts = 0  # workers that had to be replaced
        self._count, self._actors, self._pids, self._job = workers, [], [], None
        self._ray: Any = None
        self._owns = False
        if workers:
            self._ray = _import_ray()
            self._connect(address)

    def _connect(self, address: str | None) -> None:
        if self._ray.is_initialized():
            return
        options: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
        if address is None:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anyone
            os.environ.setdefault("RAY_worker_niceness", "0")  # 15 otherwise: whatever else runs would go first
            options.update(num_cpus=self._count, include_dashboard=False, object_store_memory=256 * 2**20)
        else:
            options["address"] = address
        self._ray.init(**options)
        self._owns = True

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the workers, and Ray if it was started here."""
        self._stop()
        if self._owns:
            self._ray.shutdown()
            self._owns = False

    @property
    def pids(self) -> list[int]:
        """Processes of the workers of the last job, on their machines."""
        return list(self._pids)

    # ---- workers

    def _stop(self) -> None:
        for actor in self._actors:
            self._ray.kill(actor)
        self._actors, self._pids, self._job = [], [], None

    def _start(self, job: Callable[[], Work], number: int) -> list[Any]:
        remote = self._ray.remote(num_cpus=1, max_restarts=0)(_Worker)
        actors = [remote.remote(job) for _ in range(number)]
        self._pids += self._ray.get([actor.pid.remote() for actor in actors])
        return actors

    def _replace(self, index: int) -> None:
        self.restarts += 1
        self._ray.kill(self._actors[index])
        del self._pids[index]
        self._actors[index] = self._start(self._job, 1)[0]
        self._pids.insert(index, self._pids.pop())

    # ---- tasks

    def run(
        self,
        job: Callable[[], Work],
        tasks: Iterable[Any],
        *,
        checkpoint: str | os.PathLike[str] | None = None,
        label: str = "tasks",
    ) -> Iterator[Any]:
        """Results of all tasks, in their order.

        job    called once in each worker; gives the function that is called with each task. It is sent to the workers, and
               must give results that depend on the task alone. Workers are kept for the next run of the same object
        tasks  what can be pickled
        """
        tasks = list(tasks)
        file = None if checkpoint is None else Checkpoint(checkpoint, job, tasks)
        known = {} if file is None else file.read()
        missing = [i for i in range(len(tasks)) if i not in known]
        bar = Progress(label, len(tasks), self.progress)
        bar.show(len(known))
        done, following = len(known), 0
        source = self._here(job, tasks, missing) if self._count == 0 else self._remote(job, tasks, missing)
        while following < len(tasks):
            while following in known:
                yield known.pop(following)
                following += 1
            if following == len(tasks):
                break
            number, result = next(source)
            known[number] = result
            done += 1
            if file is not None:
                file.add(number, result)
            bar.show(done)

    def _here(self, job: Callable[[], Work], tasks: list[Any], missing: list[int]) -> Iterator[tuple[int, Any]]:
        if self._job is not job:
            self._job, self._work = job, job()
        for i in missing:
            yield i, self._work(tasks[i])

    def _remote(self, job: Callable[[], Work], tasks: list[Any], missing: list[int]) -> Iterator[tuple[int, Any]]:
        """(number, result) in the order in which tasks end. A task is with one worker at a time, and leaves once."""
        if self._job is not job:
            self._stop()
            self._job = job
            self._actors = self._start(job, self._count)
        ray, waiting, losses = self._ray, deque(missing), dict.fromkeys(missing, 0)
        running: dict[Any, tuple[int, int]] = {}  # what Ray calls the result: worker, task
        idle = deque(range(self._count))
        given_up: tuple[int, BaseException] | None = None  # the first task that cannot be done, and why
        try:
            while waiting or running:
                while waiting and idle:
                    worker, i = idle.popleft(), waiting.popleft()
                    running[self._actors[worker].run.remote(tasks[i])] = worker, i
                (ready, *_), _ = ray.wait(list(running), num_returns=1)
                worker, i = running.pop(ready)
                idle.append(worker)
                try:
                    result = ray.get(ready)
                except (ray.exceptions.RayActorError, ray.exceptions.ObjectLostError) as error:
                    losses[i] += 1
                    if losses[i] > self.retries:
                        if given_up is None or i < given_up[0]:
                            given_up = i, error
                        waiting = deque(k for k in waiting if k < given_up[0])  # those before it still have their turn
                    else:
                        waiting.appendleft(i)
                    self._replace(worker)
                    continue
                yield i, result
            if given_up is not None:
                raise RuntimeError(f"task {given_up[0]} lost its worker {losses[given_up[0]]} times") from given_up[1]
        finally:
            if running:  # interrupted: nobody waits for these any more
                self._stop()

    # ---- jobs that are often wanted

    def rollouts(
        self,
        model: Model,
        controls: ArrayLike,
        *,
        qpos: ArrayLike | None = None,
        qvel: ArrayLike | None = None,
        chunk: int = 64,
        threads: int = 1,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> Iterator[tuple[Array, Array]]:
        """States and sensors after each step, for controls (n, nstep, nu), `chunk` rollouts at a time.

        qpos, qvel  where they start: (n, nq) and (n, nv), or one for all
        """
        u = np.asarray(controls, dtype=np.float64)
        if u.ndim != 3 or u.shape[2] != model.nu:
            raise ValueError(f"controls have the shape {u.shape}, not (n, nstep, {model.nu})")
        n = len(u)
        starts = [_rows(name, value, n, size) for name, value, size in (("qpos", qpos, model.nq), ("qvel", qvel, model.nv))]
        tasks = [(u[i], *(None if s is None else s[i] for s in starts)) for i in _chunks(n, chunk)]
        return self.run(Rollouts(model, threads), tasks, checkpoint=checkpoint, label="rollouts")

    def sweep(
        self,
        model: Model,
        values: Mapping[str, ArrayLike],
        measure: Callable[[Batch], ArrayLike],
        *,
        steps: int,
        results: Sequence[str] = (),
        chunk: int = 64,
        threads: int = 1,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> Iterator[Array]:
        """What `measure` says of worlds that differ in Model fields or options, after `steps` steps.

        values   field: (n, ...), as Batch.vary has it, such as {"opt.gravity": (n, 3)}
        measure  gets the Batch and gives one row for each world
        results  Data fields that it looks at, see Batch
        """
        arrays = {name: np.asarray(value) for name, value in values.items()}
        counts = {len(a) if a.ndim else 0 for a in arrays.values()}
        if len(counts) != 1 or counts == {0}:
            raise ValueError("values: arrays over worlds, of the same length")
        tasks = [({name: a[i] for name, a in arrays.items()}, steps) for i in _chunks(counts.pop(), chunk)]
        return self.run(Sweep(model, measure, tuple(results), threads), tasks, checkpoint=checkpoint, label="sweep")


def _rows(name: str, value: ArrayLike | None, n: int, size: int) -> Array | None:
    if value is None:
        return None
    array = np.asarray(value, dtype=np.float64)
    if array.shape not in ((size,), (n, size)):
        raise ValueError(f"{name} has the shape {array.shape}, not ({size}) or ({n}, {size})")
    return np.broadcast_to(array, (n, size)).copy()


def _chunks(n: int, chunk: int) -> list[slice]:
    if chunk < 1:
        raise ValueError("chunk must be at least 1")
    return [slice(i, min(i + chunk, n)) for i in range(0, n, chunk)]


class _Batches:
    """Batches of one model, one for each number of worlds that tasks have: the last task may have fewer."""

    def __init__(self, model: Model, results: Sequence[str], threads: int) -> None:
        self.model, self.results = model, results
        self.pool = None if threads == 1 else ThreadPool(threads)
        self.made: dict[int, Batch] = {}

    def __getitem__(self, worlds: int) -> Batch:
        if worlds not in self.made:
            self.made[worlds] = Batch(self.model, worlds, results=self.results, threads=self.pool)
        batch = self.made[worlds]
        batch.reset()
        return batch


@dataclass
class Rollouts:
    """The job of Cluster.rollouts. A task is (controls, qpos or None, qvel or None)."""

    model: Model
    threads: int = 1

    def __call__(self) -> Work:
        batches = _Batches(self.model, (), self.threads)

        def work(task: tuple[Array, Array | None, Array | None]) -> tuple[Array, Array]:
            controls, qpos, qvel = task
            batch = batches[len(controls)]
            if qpos is not None:
                batch.qpos[:] = qpos
            if qvel is not None:
                batch.qvel[:] = qvel
            states, sensors = batch.rollout(controls)
            assert states is not None
            return states, sensors

        return work


@dataclass
class Sweep:
    """The job of Cluster.sweep. A task is ({field: values}, steps)."""

    model: Model
    measure: Callable[[Batch], ArrayLike]
    results: Sequence[str] = ()
    threads: int = 1

    def __call__(self) -> Work:
        batches = _Batches(self.model, self.results, self.threads)

        def work(task: tuple[dict[str, Array], int]) -> Array:
            values, steps = task
            batch = batches[len(next(iter(values.values())))]
            for name, rows in values.items():
                batch.vary(name)[:] = rows
            batch.recompute_constants()
            batch.step(steps)
            found = np.array(self.measure(batch))
            if found.shape[:1] != (batch.nworld,):
                raise ValueError(f"measure: one row for each of {batch.nworld} worlds, not the shape {found.shape}")
            return found

        return work


# ---- evolution strategies


@dataclass
class EvolutionStrategy:
    """Maximises a return that has no gradient: moves parameters towards random variations that did well.

    x <- x + Adam(1 / (n sigma) sum_i w_i e_i),   candidates x + sigma e_i, in pairs +e and -e; w_i from -1/2 to 1/2 by rank

        strategy = EvolutionStrategy(np.zeros(20))
        while strategy.generation < 100:
            strategy.tell(evaluate(strategy.ask()))
    """

    parameters: Array
    sigma: float = 0.1
    step: float = 0.05
    population: int = 64
    seed: int = 0
    generation: int = 0
    history: list[float] = field(default_factory=list)  # mean return of each generation
    best: list[float] = field(default_factory=list)  # best return of each generation
    _mean: Array | None = None
    _square: Array | None = None

    def __post_init__(self) -> None:
        self.parameters = np.array(self.parameters, dtype=np.float64)
        if self.parameters.ndim != 1 or self.parameters.size == 0:
            raise ValueError("parameters: a vector")
        if self.population < 2 or self.population % 2:
            raise ValueError(f"population: an even number, not {self.population}")
        if self.sigma <= 0 or self.step <= 0:
            raise ValueError("sigma and step must be positive")

    def _noise(self) -> Array:
        half = np.random.default_rng((self.seed, self.generation)).standard_normal(
            (self.population // 2, self.parameters.size)
        )
        return np.concatenate((half, -half))

    def ask(self) -> Array:
        """Candidates (population, n) of this generation; the same ones until `tell`."""
        return self.parameters + self.sigma * self._noise()

    def tell(self, returns: ArrayLike) -> None:
        """Moves on, given what each candidate got."""
        values = np.asarray(returns, dtype=np.float64)
        if values.shape != (self.population,):
            raise ValueError(f"returns: {self.population} numbers, not the shape {values.shape}")
        values = np.where(np.isfinite(values), values, -np.inf)
        ranks = np.empty(self.population)
        ranks[np.argsort(values, kind="stable")] = np.arange(self.population)
        weights = ranks / (self.population - 1) - 0.5
        gradient = weights @ self._noise() / (self.population * self.sigma)
        self._adam(gradient)
        finite = values[np.isfinite(values)]
        self.history.append(float(finite.mean()) if finite.size else -np.inf)
        self.best.append(float(values.max()))
        self.generation += 1

    def _adam(self, gradient: Array) -> None:
        if self._mean is None or self._square is None:
            self._mean, self._square = np.zeros_like(gradient), np.zeros_like(gradient)
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.99 * self._square + 0.01 * gradient**2
        t = self.generation + 1
        mean, square = self._mean / (1 - 0.9**t), self._square / (1 - 0.99**t)
        self.parameters = self.parameters + self.step * mean / (np.sqrt(square) + 1e-12)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes everything that the next generations depend on."""
        temporary = pathlib.Path(f"{path}.new")
        with open(temporary, "wb") as file:
            np.savez(
                file,
                **{name: getattr(self, name) for name in _SAVED},
                mean=np.zeros(0) if self._mean is None else self._mean,
                square=np.zeros(0) if self._square is None else self._square,
            )
        os.replace(temporary, path)  # an interruption leaves the old file or the new one

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> EvolutionStrategy:
        """Goes on where `save` was called."""
        with np.load(path) as file:
            values = {name: file[name] for name in _SAVED}
            mean, square = file["mean"], file["square"]
        plain = {name: v if name == "parameters" else v.tolist() for name, v in values.items()}
        return cls(**plain, _mean=mean if mean.size else None, _square=square if square.size else None)

    def evolve(
        self,
        cluster: Cluster,
        job: Callable[[], Work],
        generations: int,
        *,
        chunk: int = 16,
        checkpoint: str | os.PathLike[str] | None = None,
        report: Callable[[EvolutionStrategy], None] | None = None,
    ) -> None:
        """Runs until `generations` are done. A task is (k, n) candidates; its result k returns.

        checkpoint  file that the strategy is saved to after each generation; start again from `load`
        report      called after each generation
        """
        while self.generation < generations:
            candidates = self.ask()
            tasks = [candidates[i] for i in _chunks(self.population, chunk)]
            label = f"generation {self.generation}"
            self.tell(np.concatenate([np.asarray(r) for r in cluster.run(job, tasks, label=label)]))
            if checkpoint is not None:
                self.save(checkpoint)
            if report is not None:
                report(self)


_SAVED = ("parameters", "sigma", "step", "population", "seed", "generation", "history", "best")
