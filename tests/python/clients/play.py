"""Plays tasks of Gymnasium and dm_control with random actions, on Corten or on MuJoCo, and writes down what they answer.

    play.py --backend corten --out FOLDER gymnasium:Ant-v5 dm_control:cheetah-run
    play.py --backend mujoco --nudge 1e-12 --out FOLDER gymnasium:Ant-v5

For each task FOLDER/<task>.npz holds the observations (step x number; the first is that of the reset), rewards and ends of
episodes. An episode that ends starts anew. Actions and starts follow from the seed alone, so two backends are given the
same ones. --nudge adds a number to every position after the first reset: how far MuJoCo parts from itself.
"""

import argparse
import os
import pathlib
import time
import warnings
from typing import Any

import numpy as np

STEPS = 200
SEED = 4


class GymnasiumTask:
    """A task of Gymnasium."""

    def __init__(self, name: str, seed: int) -> None:
        import gymnasium

        self.env = gymnasium.make(name).unwrapped
        self.low, self.high = self.env.action_space.low, self.env.action_space.high
        self.seed: int | None = seed

    def reset(self) -> np.ndarray:
        seed, self.seed = self.seed, None  # later episodes go on with the random numbers of the first
        return self.env.reset(seed=seed)[0]

    def nudge(self, size: float) -> None:
        data = self.env.data
        self.env.set_state(data.qpos + size, data.qvel)

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool]:
        observation, reward, terminated, truncated, _ = self.env.step(action)
        return observation, float(reward), bool(terminated or truncated)


class ControlTask:
    """A task of dm_control's suite."""

    def __init__(self, name: str, seed: int) -> None:
        from dm_control import suite

        domain, _, task = name.partition("-")
        self.env = suite.load(domain, task, task_kwargs={"random": seed})
        spec = self.env.action_spec()
        self.low, self.high = spec.minimum, spec.maximum

    @staticmethod
    def _flat(observation: Any) -> np.ndarray:
        return np.concatenate([np.ravel(value) for value in observation.values()])

    def reset(self) -> np.ndarray:
        return self._flat(self.env.reset().observation)

    def nudge(self, size: float) -> None:
        self.env.physics.data.qpos[:] += size
        self.env.physics.forward()

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool]:
        from dm_control.rl.control import PhysicsError

        try:
            answer = self.env.step(action)
        except PhysicsError:  # the motion blew up, which ends an episode
            return np.zeros(0), 0.0, True
        return self._flat(answer.observation), float(answer.reward or 0), answer.last()


def play(name: str, seed: int, steps: int, nudge: float) -> dict[str, np.ndarray]:
    """What a task answers to random actions."""
    library, _, task = name.partition(":")
    env = {"gymnasium": GymnasiumTask, "dm_control": ControlTask}[library](task, seed)
    rng = np.random.default_rng(seed)
    observations, rewards, ends = [env.reset()], [], []
    if nudge:
        env.nudge(nudge)
    for _ in range(steps):
        observation, reward, end = env.step(rng.uniform(env.low, env.high).astype(env.low.dtype))
        observations.append(env.reset() if end else observation)
        rewards.append(reward)
        ends.append(end)
    return dict(observations=np.array(observations, dtype=np.float64), rewards=np.array(rewards), ends=np.array(ends))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", choices=("corten", "mujoco"), required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--nudge", type=float, default=0.0)
    parser.add_argument("tasks", nargs="+")
    arguments = parser.parse_args()
    os.environ.setdefault("MUJOCO_GL", "disabled")  # dm_control: no pictures
    if arguments.backend == "corten":
        import corten.mujoco

        corten.mujoco.install()
    warnings.simplefilter("ignore")  # Gymnasium's notes about versions
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name in arguments.tasks:
        start = time.perf_counter()
        answers = play(name, arguments.seed, arguments.steps, arguments.nudge)
        np.savez(arguments.out / (name.replace(":", "-") + ".npz"), **answers)
        print(f"{name}: {time.perf_counter() - start:.2f} s", flush=True)


if __name__ == "__main__":
    main()
