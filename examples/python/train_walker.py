"""Trains a walker to run with an evolution strategy, and draws its return over the generations.

    python examples/python/train_walker.py                    all cores of this machine
    python examples/python/train_walker.py --ray 2            on a local Ray of two workers: the same numbers
    python examples/python/train_walker.py --resume           goes on after an interruption

The walker is Gymnasium's Walker2d: two legs in a plane, six motors. Its policy is linear in what it observes and in a
clock, action = tanh(W [observation, sin wt, cos wt, 1]); W and w are what is evolved. A candidate is a world of a Batch.
"""

import argparse
import pathlib
import subprocess
import sys
import time

import numpy as np

from corten.cluster import Cluster, EvolutionStrategy
from corten.gym import Walker2dVec

STEPS = 250  # of an episode: two seconds
OBSERVED = 17
INPUTS = OBSERVED + 3
SCALE = np.concatenate((np.ones(8), np.full(9, 0.1)))  # of positions and velocities


class Episodes:
    """The job: returns of candidates (k, parameters). Every worker has its own worlds."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def __call__(self):
        worlds: dict[int, Walker2dVec] = {}

        def work(candidates: np.ndarray) -> np.ndarray:
            n = len(candidates)
            if n not in worlds:
                worlds[n] = Walker2dVec(n, threads=self.threads)
            return episode(worlds[n], candidates)[0]

        return work


def episode(env: Walker2dVec, candidates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns, and how far each got; one world for each candidate, until all have fallen or the time is over."""
    weights = candidates[:, 1:].reshape(-1, 6, INPUTS)
    frequency = 2 * np.pi * 1.5 * np.exp(0.3 * candidates[:, 0])
    observations, _ = env.reset(seed=[1] * env.num_envs)
    total, way, alive = np.zeros(env.num_envs), np.zeros(env.num_envs), np.ones(env.num_envs, dtype=bool)
    for step in range(STEPS):
        phase = frequency * step * env.dt
        inputs = np.column_stack((observations * SCALE, np.sin(phase), np.cos(phase), np.ones(env.num_envs)))
        observations, rewards, ended, _, infos = env.step(np.tanh(np.einsum("nai,ni->na", weights, inputs)))
        total += rewards * alive
        way[alive] = infos["x_position"][alive]
        alive &= ~ended
        if not alive.any():
            break
    return total, way


def main() -> EvolutionStrategy:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ray", type=int, default=0, metavar="N", help="workers of a local Ray; 0: none")
    parser.add_argument("--generations", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/walker"), help="folder for results")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in that folder")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    checkpoint = options.out / "strategy.npz"
    strategy = EvolutionStrategy(np.zeros(1 + 6 * INPUTS), sigma=0.1, step=0.05, population=64, seed=options.seed)
    if options.resume and checkpoint.exists():
        strategy = EvolutionStrategy.load(checkpoint)
    began = time.monotonic()

    def report(s: EvolutionStrategy) -> None:
        if s.generation % 10 == 0:
            mean, best = s.history[-1], s.best[-1]
            print(f"generation {s.generation:4}   return {mean:7.1f}   best {best:7.1f}   {time.monotonic() - began:4.0f} s")

    with Cluster(options.ray) as cluster:
        job = Episodes(threads=1 if options.ray else 0)
        strategy.evolve(cluster, job, options.generations, chunk=64 // max(1, options.ray), checkpoint=checkpoint, report=report)
    finish(strategy, options.out)
    return strategy


def finish(strategy: EvolutionStrategy, out: pathlib.Path) -> None:
    """Shows how far the walker gets, and draws the returns."""
    total, way = episode(Walker2dVec(1), strategy.parameters[None])
    print(f"return {total[0]:.0f}: {way[0]:.1f} m in {STEPS * 0.008:.0f} s")
    table = out / "return.csv"
    rows = (f"{i + 1},{mean},{best}\n" for i, (mean, best) in enumerate(zip(strategy.history, strategy.best, strict=True)))
    table.write_text("generation,mean return,best return\n" + "".join(rows))
    picture = out / "return.svg"
    plot = [sys.executable, "-m", "corten", "plot", table, "-o", picture, "--title", "A walker learns to run"]
    subprocess.run(plot, check=True)


if __name__ == "__main__":
    main()
