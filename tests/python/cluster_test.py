"""corten.cluster: results in order, each once, whatever happens to workers; checkpoints; evolution strategies."""

import os
import pathlib
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from conftest import same_bits

import corten
from corten.cluster import Cluster, EvolutionStrategy

PENDULUM = """<mujoco><worldbody><body><joint name="hinge" axis="0 1 0"/>
  <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.03" mass="1"/></body></worldbody>
  <actuator><motor joint="hinge"/></actuator></mujoco>"""


@pytest.fixture
def pendulum() -> corten.Model:
    return corten.load_text(PENDULUM)


@pytest.fixture(scope="module")
def two() -> Iterator[Cluster]:
    """A local Ray of two workers, started once."""
    pytest.importorskip("ray", reason="pip install -r tests/python/requirements.txt")
    with Cluster(2, progress=False) as cluster:
        yield cluster


def doubling() -> Callable[[], Callable[[int], tuple[float, int]]]:
    """A job whose work says who did it. Functions of this file that are not local would be sought by name in workers."""
    return lambda: lambda task: (2 / (1 / task), os.getpid())


def path_of(model: corten.Model, n: int = 10, nstep: int = 30) -> np.ndarray:
    return np.random.default_rng(0).uniform(-1, 1, (n, nstep, model.nu))


# ---- without Ray


def test_rollouts_are_those_of_a_batch(pendulum: corten.Model) -> None:
    controls = path_of(pendulum)
    chunks = list(Cluster().rollouts(pendulum, controls, qpos=[0.3], qvel=np.arange(10.0)[:, None], chunk=4))
    assert [len(states) for states, _ in chunks] == [4, 4, 2]
    batch = corten.Batch(pendulum, 10)
    batch.qpos[:], batch.qvel[:, 0] = 0.3, np.arange(10)
    assert same_bits(np.concatenate([c[0] for c in chunks]), batch.rollout(controls)[0])


def test_sweeps_vary_the_model(pendulum: corten.Model) -> None:
    """A pendulum of length l = 0.25, I = m l^2 + I_0 falls with m g l / I: proportional to gravity after one step."""
    gravity = np.zeros((5, 3))
    gravity[:, 2] = -np.arange(5)
    found = np.concatenate(
        list(Cluster().sweep(pendulum, {"opt.gravity": gravity}, lambda batch: batch.qvel[:, 0], steps=1, chunk=2))
    )
    assert found == pytest.approx(found[1] * np.arange(5)) and found[1] > 0


def test_checkpoints(tmp_path: pathlib.Path) -> None:
    file, calls = tmp_path / "run", []

    class Job:
        def __call__(self) -> Callable[[int], int]:
            return lambda task: calls.append(task) or task * task

    job = Job()
    run = Cluster().run(job, range(6), checkpoint=file)
    assert [next(run) for _ in range(3)] == [0, 1, 4]
    run.close()
    assert list(Cluster().run(job, range(6), checkpoint=file)) == [0, 1, 4, 9, 16, 25]
    assert calls == [0, 1, 2, 3, 4, 5]
    whole = file.read_bytes()
    for cut in (1, 5, 12):  # interrupted while writing
        file.write_bytes(whole[:-cut])
        assert list(Cluster().run(job, range(6), checkpoint=file)) == [0, 1, 4, 9, 16, 25]
        assert file.read_bytes() == whole
    with pytest.raises(ValueError, match="checkpoint of another job"):
        list(Cluster().run(job, range(7), checkpoint=file))
    file.write_bytes(b"something else")
    with pytest.raises(ValueError, match="checkpoint of another job"):
        list(Cluster().run(job, range(6), checkpoint=file))


def test_progress(capsys: pytest.CaptureFixture[str]) -> None:
    list(Cluster(progress=True).run(doubling(), range(1, 4), label="things"))
    shown = capsys.readouterr().err
    assert shown.count("\r") == 4 and "things [##########....................] 1/3" in shown and shown.endswith(" s\n")
    list(Cluster().run(doubling(), range(1, 4)))
    assert capsys.readouterr().err == ""


def test_wrong_arguments(pendulum: corten.Model, tmp_path: pathlib.Path) -> None:
    cluster = Cluster()
    with pytest.raises(ValueError, match=r"controls have the shape \(3, 1\)"):
        cluster.rollouts(pendulum, np.zeros((3, 1)))
    with pytest.raises(ValueError, match="qvel has the shape"):
        cluster.rollouts(pendulum, np.zeros((3, 4, 1)), qvel=np.zeros((2, 1)))
    with pytest.raises(ValueError, match="chunk"):
        cluster.rollouts(pendulum, np.zeros((3, 4, 1)), chunk=0)
    with pytest.raises(ValueError, match="same length"):
        cluster.sweep(pendulum, {"body_mass": np.ones((2, 2)), "opt.density": np.ones(3)}, len, steps=1)
    with pytest.raises(ValueError, match="measure: one row for each of 2 worlds"):
        list(cluster.sweep(pendulum, {"opt.density": np.ones(2)}, lambda batch: 0, steps=1))
    with pytest.raises(ValueError, match="must not be negative"):
        Cluster(-1)
    code = "import sys; sys.modules['ray'] = None; from corten.cluster import Cluster; Cluster(1)"
    failed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'pip install "corten[ray]"' in failed.stderr


def test_evolution_climbs(tmp_path: pathlib.Path) -> None:
    """To the maximum of a quadratic; and the same after an interruption."""
    goal = np.array([1.0, -2.0, 0.5])

    def job() -> Callable[[np.ndarray], np.ndarray]:
        return lambda candidates: -((candidates - goal) ** 2).sum(axis=1)

    whole = EvolutionStrategy(np.zeros(3), population=20)
    whole.evolve(Cluster(), job, 200)
    assert whole.parameters == pytest.approx(goal, abs=0.05)
    assert whole.history[0] < -5 < -0.1 < whole.history[-1] and len(whole.best) == 200
    first = EvolutionStrategy(np.zeros(3), population=20)
    seen: list[int] = []
    first.evolve(Cluster(), job, 90, checkpoint=tmp_path / "es.npz", report=lambda s: seen.append(s.generation))
    assert seen == list(range(1, 91))
    second = EvolutionStrategy.load(tmp_path / "es.npz")
    second.evolve(Cluster(), job, 200, chunk=7)
    assert same_bits(second.parameters, whole.parameters) and second.history == whole.history
    with pytest.raises(ValueError, match="even number"):
        EvolutionStrategy(np.zeros(3), population=5)
    with pytest.raises(ValueError, match="20 numbers"):
        whole.tell([1, 2])
    lost = EvolutionStrategy(np.zeros(2), population=4)
    lost.tell([np.nan, np.inf, 1, 0])
    assert np.isfinite(lost.parameters).all() and lost.history == [0.5]


# ---- on two workers


def test_workers_share_the_work(two: Cluster) -> None:
    job = doubling()
    results = list(two.run(job, range(1, 41)))
    assert [r[0] for r in results] == pytest.approx(range(2, 82, 2))
    assert {r[1] for r in results} == set(two.pids) and os.getpid() not in two.pids
    again = list(two.run(job, range(1, 4)))
    assert {r[1] for r in again} <= {r[1] for r in results}, "workers are kept"
    with pytest.raises(ZeroDivisionError):
        list(two.run(job, [1, 0, 2]))


def test_a_killed_worker_changes_nothing(two: Cluster, pendulum: corten.Model, tmp_path: pathlib.Path) -> None:
    controls = path_of(pendulum, 60, 3000)  # long enough that no worker runs through all tasks while the other begins
    wanted = list(Cluster().rollouts(pendulum, controls, chunk=3))
    before = two.restarts
    found = []
    for result in two.rollouts(pendulum, controls, chunk=3, checkpoint=tmp_path / "run"):
        found.append(result)
        if len(found) == 4:
            os.kill(two.pids[1], signal.SIGKILL)
    assert two.restarts == before + 1
    assert len(found) == len(wanted) == 20
    for mine, theirs in zip(found, wanted, strict=True):
        assert same_bits(mine[0], theirs[0]) and same_bits(mine[1], theirs[1])
    with open(tmp_path / "run", "rb") as file:  # each task once
        file.readline()
        numbers = [pickle.load(file)[0] for _ in range(20)]
        assert sorted(numbers) == list(range(20)) and not file.read()


def test_a_task_that_kills_its_worker(two: Cluster, tmp_path: pathlib.Path) -> None:
    """It is done again, but not forever."""

    class Job:
        def __call__(self) -> Callable[[int], int]:
            def work(task: int) -> int:
                if task == 3 or (task == 1 and not (tmp_path / "died").exists()):
                    (tmp_path / "died").touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                return task

            return work

    two.retries = 1
    found = []
    with pytest.raises(RuntimeError, match="task 3 lost its worker 2 times"):
        for result in two.run(Job(), range(4)):
            found.append(result)
    assert found == [0, 1, 2] and (tmp_path / "died").exists()


def test_evolution_is_the_same_on_workers(two: Cluster) -> None:
    def job() -> Callable[[np.ndarray], np.ndarray]:
        return lambda candidates: -(candidates**2).sum(axis=1)

    here, there = (EvolutionStrategy(np.ones(4), population=8) for _ in range(2))
    here.evolve(Cluster(), job, 5)
    there.evolve(two, job, 5, chunk=3)
    assert same_bits(here.parameters, there.parameters)
