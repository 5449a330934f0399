"""Trains a walker to run with an evolution strategy, and draws its return over the generations.

    python examples/python/train_walker.py                    all cores of this machine
    python examples/python/train_walker.py --ray 2            on a local Ray of two workers: the same numbers
    python examples/python/train_walker.py --resume           goes on after an interruption

The walker is Gymnasium's Walker2d: two legs in a plane with hip, knee and ankle, and a motor in each. Its policy is a rhythm:
joint angles swing about a posture, left and right half a period apart, corrected by how the torso leans,

    target = posture + s sin(wt) + c cos(wt) + g lean + h turn      action = kp (target - angle) - kd speed

and the 18 numbers of it are what is evolved. Each candidate walks in a world of a Batch.
"""

import argparse
import pathlib
import subprocess
import sys
import time

import numpy as np

from corten.cluster import Cluster, EvolutionStrategy
from corten.gym import Walker2dVec

PARAMETERS = 18
POPULATION = 48


def actions(p: np.ndarray, observations: np.ndarray, seconds: float) -> np.ndarray:
    """What candidates p (n, 18) do with observations (n, 17)."""
    posture, s, c, g, h = (p[:, i : i + 3] for i in range(0, 15, 3))
    kp, kd, w = (start * np.exp(p[:, i : i + 1]) for i, start in ((15, 2.0), (16, 0.15), (17, 4 * np.pi)))
    lean, turn = observations[:, 1:2], 0.1 * observations[:, 10:11]
    legs = []
    for side in (0, 1):
        phase = w * seconds + np.pi * side
        target = np.array([-0.3, -0.6, 0]) + posture + s * np.sin(phase) + c * np.cos(phase) + g * lean + h * turn
        angles, speeds = observations[:, 2 + 3 * side : 5 + 3 * side], observations[:, 11 + 3 * side : 14 + 3 * side]
        legs.append(kp * (target - angles) - kd * speeds)
    return np.clip(np.concatenate(legs, axis=1), -1, 1)


def episode(env: Walker2dVec, candidates: np.ndarray, steps: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Returns, and how far each got; one world for each candidate, until all have fallen or the time is over."""
    n = env.num_envs
    observations, _ = env.reset(seed=[seed] * n)
    total, way, alive = np.zeros(n), np.zeros(n), np.ones(n, dtype=bool)
    for step in range(steps):
        observations, rewards, ended, _, infos = env.step(actions(candidates, observations, step * env.dt))
        total += rewards * alive
        way[alive] = infos["x_position"][alive]
        alive &= ~ended
        if not alive.any():
            break
    return total, way


class Episodes:
    """The job of the workers: returns of candidates (k, 18). Every worker has its own worlds."""

    def __init__(self, steps: int, threads: int) -> None:
        self.steps, self.threads = steps, threads

    def __call__(self):
        worlds: dict[int, Walker2dVec] = {}

        def work(candidates: np.ndarray) -> np.ndarray:
            n = len(candidates)
            if n not in worlds:
                worlds[n] = Walker2dVec(n, threads=self.threads)
            return episode(worlds[n], candidates, self.steps)[0]

        return work


def train(out: pathlib.Path, *, ray: int, generations: int, steps: int, seed: int, resume: bool) -> EvolutionStrategy:
    """Evolves, on `ray` workers or in this process; keeps a checkpoint in `out`."""
    out.mkdir(parents=True, exist_ok=True)
    checkpoint = out / "strategy.npz"
    strategy = EvolutionStrategy(np.zeros(PARAMETERS), sigma=0.1, step=0.05, population=POPULATION, seed=seed)
    if resume and checkpoint.exists():
        strategy = EvolutionStrategy.load(checkpoint)
    began = time.monotonic()

    def report(s: EvolutionStrategy) -> None:
        if s.generation % 20 == 0:
            mean, best = s.history[-1], s.best[-1]
            print(f"generation {s.generation:4}   return {mean:6.1f}   best {best:6.1f}   {time.monotonic() - began:4.0f} s")

    with Cluster(ray, progress=False) as cluster:
        job = Episodes(steps, threads=1 if ray else 0)
        chunk = POPULATION // max(1, ray)
        strategy.evolve(cluster, job, generations, chunk=chunk, checkpoint=checkpoint, report=report)
    return strategy


def draw(strategy: EvolutionStrategy, out: pathlib.Path) -> pathlib.Path:
    """The returns as a table and a picture."""
    table, picture = out / "return.csv", out / "return.svg"
    both = zip(strategy.history, strategy.best, strict=True)
    rows = [f"{i},{mean},{best}" for i, (mean, best) in enumerate(both, 1)]
    table.write_text("\n".join(["generation,mean [return],best [return]", *rows]) + "\n")
    plot = [sys.executable, "-m", "corten", "plot", table, "-o", picture, "--title", "A walker learns to run"]
    subprocess.run(plot, check=True)
    return picture


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ray", type=int, default=0, metavar="N", help="workers of a local Ray; 0: none")
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--steps", type=int, default=250, help="of an episode, 8 ms each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/walker"), help="folder for results")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in that folder")
    options = vars(parser.parse_args())
    strategy = train(**options)
    total, way = episode(Walker2dVec(1), strategy.parameters[None], options["steps"], seed=7)
    print(f"return {total[0]:.0f}: {way[0]:.1f} m in {options['steps'] * 0.008:.1f} s")
    draw(strategy, options["out"])


if __name__ == "__main__":
    main()
