"""Gymnasium's MuJoCo tasks as vector environments on a Batch.

    import gymnasium, corten.gym
    envs = gymnasium.make_vec("corten/Ant-v5", num_envs=256)
    observations, infos = envs.reset(seed=0)
    observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())

All worlds are stepped at once, on all cores. Observations, rewards, terminations, infos, the draws of a seed and the
arguments are those of Gymnasium's v5 tasks. Model files are those of the installed Gymnasium; MuJoCo is not needed.
"""

from __future__ import annotations

try:
    import gymnasium
except ImportError as error:
    raise ImportError('corten.gym needs Gymnasium: pip install "corten[gym]"') from error

from .arm import InvertedDoublePendulumVec, InvertedPendulumVec, PusherVec, ReacherVec
from .humanoid import HumanoidStandupVec, HumanoidVec
from .locomotion import AntVec, HalfCheetahVec, HopperVec, SwimmerVec, Walker2dVec
from .vector import BatchVectorEnv

# name: class, steps of an episode, the return that counts as solved
TASKS = {
    "Ant": (AntVec, 1000, 6000.0),
    "HalfCheetah": (HalfCheetahVec, 1000, 4800.0),
    "Hopper": (HopperVec, 1000, 3800.0),
    "Humanoid": (HumanoidVec, 1000, None),
    "HumanoidStandup": (HumanoidStandupVec, 1000, None),
    "InvertedDoublePendulum": (InvertedDoublePendulumVec, 1000, 9100.0),
    "InvertedPendulum": (InvertedPendulumVec, 1000, 950.0),
    "Pusher": (PusherVec, 100, 0.0),
    "Reacher": (ReacherVec, 50, -3.75),
    "Swimmer": (SwimmerVec, 1000, 360.0),
    "Walker2d": (Walker2dVec, 1000, None),
}

__all__ = ["TASKS", "BatchVectorEnv", *(task[0].__name__ for task in TASKS.values())]


def _register() -> None:
    for name, (task, steps, threshold) in TASKS.items():
        full = f"corten/{name}-v5"
        if full not in gymnasium.registry:
            gymnasium.register(
                full,
                vector_entry_point=f"{task.__module__}:{task.__name__}",
                max_episode_steps=steps,
                reward_threshold=threshold,
            )


_register()
