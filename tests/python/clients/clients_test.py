"""Programs written for MuJoCo, on Corten and on MuJoCo 3.12.0 from the same seed: Gymnasium's eleven tasks and twenty of
dm_control's suite with random actions, and an evolution strategy.

Observations agree to 1e-6 over the first 50 steps. Later they part where the motion is chaotic; the table that is printed
(pytest -s) says from which step on. One seed is played. With others some tasks part within 50 steps, those in which
MuJoCo parts as far from itself if it starts 1e-15 beside (docs/python_mujoco.md); a failure here says how far that is.
"""

import importlib.util
import pathlib
import subprocess
import sys

import numpy as np
import pytest

HERE = pathlib.Path(__file__).parent
EVOLVE = HERE.parents[2] / "examples" / "python" / "evolve.py"

GYMNASIUM = (
    "Ant HalfCheetah Hopper Humanoid HumanoidStandup InvertedDoublePendulum InvertedPendulum Pusher Reacher Swimmer Walker2d"
).split()
CONTROL = """
acrobot-swingup ball_in_cup-catch cartpole-swingup cartpole-three_poles cheetah-run dog-run finger-turn_hard fish-swim
hopper-hop humanoid-walk humanoid_CMU-run lqr-lqr_6_2 manipulator-insert_peg pendulum-swingup point_mass-hard
quadruped-fetch reacher-hard stacker-stack_4 swimmer-swimmer15 walker-run
""".split()
TASKS = [f"gymnasium:{name}-v5" for name in GYMNASIUM] + [f"dm_control:{name}" for name in CONTROL]

STEPS, TOLERANCE = 50, 1e-6


def start(arguments: list[str]) -> subprocess.Popen:
    command = [sys.executable, "-B", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(process: subprocess.Popen) -> str:
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, output
    return output


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with what all tasks answer on both, in folders of these names."""
    missing = [name for name in ("gymnasium", "imageio", "dm_control") if importlib.util.find_spec(name) is None]
    assert not missing, f"this Python has no {', '.join(missing)}: pip install -r tests/python/requirements.txt"
    folder = tmp_path_factory.mktemp("played")
    for process in [
        start([str(HERE / "play.py"), "--backend", backend, "--out", str(folder / backend), *TASKS])
        for backend in ("corten", "mujoco")
    ]:
        finish(process)
    return folder


def answers(folder: pathlib.Path, task: str) -> dict[str, np.ndarray]:
    with np.load(folder / (task.replace(":", "-") + ".npz")) as file:
        return dict(file)


def errors(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The largest error of each step."""
    return np.abs(a - b).max(axis=1)


def from_itself(folder: pathlib.Path, task: str) -> str:
    """How far MuJoCo parts from itself."""
    finish(start([str(HERE / "play.py"), "--backend", "mujoco", "--nudge", "1e-15", "--out", str(folder / "nudged"), task]))
    other, real = answers(folder / "nudged", task), answers(folder / "mujoco", task)
    return f"{errors(other['observations'], real['observations'])[: STEPS + 1].max():.1e}"


def test_tasks_answer_the_same(played: pathlib.Path) -> None:
    rows, failures = [], []
    for task in TASKS:
        own, real = answers(played / "corten", task), answers(played / "mujoco", task)
        error = errors(own["observations"], real["observations"])
        assert np.all(np.isfinite(real["observations"])) and np.ptp(real["observations"], axis=0).max() > 1e-3
        reward = np.abs(own["rewards"] - real["rewards"])[:STEPS].max()
        worst, late = error[: STEPS + 1].max(), np.flatnonzero(~(error <= TOLERANCE))
        first = int(late[0]) if len(late) else None
        episodes = 1 + int(real["ends"].sum())
        rows.append(f"{task:38} {worst:9.1e} {reward:9.1e} {'never' if first is None else first:>7} {episodes:>9}")
        same_ends = np.array_equal(own["ends"][:STEPS], real["ends"][:STEPS])
        if not (worst <= TOLERANCE and reward <= TOLERANCE * (1 + np.abs(real["rewards"]).max()) and same_ends):
            failures.append(f"{rows[-1]}; MuJoCo from itself: {from_itself(played, task)}")
    head = f"{'task':38} {'worst':>9} {'reward':>9} {'parts':>7} {'episodes':>9}"
    print("\n" + "\n".join([head, *rows]))
    print(f"worst: largest error of an observation, reward: of a reward, over {STEPS} steps; parts: step with an error beyond 1e-6")
    assert not failures, "\n".join([head, *failures])


def test_evolution_strategy_reaches_the_largest_return() -> None:
    runs = [start([str(EVOLVE), "--backend", backend, "--quiet"]) for backend in ("corten", "mujoco")]
    for run in runs:
        output = finish(run)
        print(output.strip())
        assert "return 1000 of 1000" in output
