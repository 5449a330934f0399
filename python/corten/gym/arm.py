"""Tasks with a fixed base: InvertedPendulum, InvertedDoublePendulum, Reacher, Pusher.

    pendulums  reward = alive - penalties of the distance and velocity of the tip
    Reacher    reward = -w_d |finger - target| - w_c |action|^2
    Pusher     reward = -w_d |object - goal| - w_n |object - finger| - w_c |action|^2
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .locomotion import Flags
from .vector import Array, BatchVectorEnv, Info


class InvertedPendulumVec(BatchVectorEnv):
    """InvertedPendulum-v5: a pole on a cart that is to stand upright."""

    FILE, FRAME_SKIP = "inverted_pendulum.xml", 2

    def __init__(self, num_envs: int = 1, *, reset_noise_scale: float = 0.01, **others: Any) -> None:
        self.reset_noise_scale = float(reset_noise_scale)
        super().__init__(num_envs, **others)

    def _observe(self) -> Array:
        return np.concatenate((self.batch.qpos, self.batch.qvel), axis=1)

    def _draw(self, random: np.random.Generator) -> tuple[Array, Array]:
        scale = self.reset_noise_scale
        qpos = self.init_qpos + random.uniform(-scale, scale, self.model.nq)
        return qpos, self.init_qvel + random.uniform(-scale, scale, self.model.nv)

    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, Flags, Info]:
        observation = self._observe()
        fallen = ~np.isfinite(observation).all(axis=1) | (np.abs(observation[:, 1]) > 0.2)
        rewards = (~fallen).astype(np.float64)
        return rewards, fallen, {"reward_survive": (~fallen).astype(np.int64)}


class InvertedDoublePendulumVec(BatchVectorEnv):
    """InvertedDoublePendulum-v5: two poles on a cart that are to stand upright."""

    FILE, FRAME_SKIP, RESULTS = "inverted_double_pendulum.xml", 5, ("site_xpos", "qfrc_constraint")

    def __init__(
        self, num_envs: int = 1, *, healthy_reward: float = 10.0, reset_noise_scale: float = 0.1, **others: Any
    ) -> None:
        self.healthy_reward = float(healthy_reward)
        self.reset_noise_scale = float(reset_noise_scale)
        super().__init__(num_envs, **others)

    def _observe(self) -> Array:
        b = self.batch
        poles, force = b.qpos[:, 1:], b.qfrc_constraint[:, :1]
        parts = (b.qpos[:, :1], np.sin(poles), np.cos(poles), b.qvel.clip(-10, 10), force.clip(-10, 10))
        return np.concatenate(parts, axis=1)

    def _draw(self, random: np.random.Generator) -> tuple[Array, Array]:
        scale = self.reset_noise_scale
        qpos = self.init_qpos + random.uniform(-scale, scale, self.model.nq)
        return qpos, self.init_qvel + random.standard_normal(self.model.nv) * scale

    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, Flags, Info]:
        x, height = self.batch.site_xpos[:, 0, 0], self.batch.site_xpos[:, 0, 2]
        fallen = height <= 1
        distance = 0.01 * x**2 + (height - 2) ** 2
        speed = 1e-3 * self.batch.qvel[:, 1] ** 2 + 5e-3 * self.batch.qvel[:, 2] ** 2
        alive = self.healthy_reward * ~fallen
        info = {"reward_survive": alive, "distance_penalty": -distance, "velocity_penalty": -speed}
        return alive - distance - speed, fallen, info


class ReacherVec(BatchVectorEnv):
    """Reacher-v5: an arm of two links whose finger is to be at a target."""

    FILE, FRAME_SKIP, RESULTS = "reacher.xml", 2, ("xpos",)

    def __init__(
        self, num_envs: int = 1, *, reward_dist_weight: float = 1, reward_control_weight: float = 1, **others: Any
    ) -> None:
        self.reward_dist_weight = float(reward_dist_weight)
        self.reward_control_weight = float(reward_control_weight)
        super().__init__(num_envs, **others)

    def _miss(self) -> Array:
        finger, target = self.model.body("fingertip").id, self.model.body("target").id
        return self.batch.xpos[:, finger] - self.batch.xpos[:, target]

    def _observe(self) -> Array:
        qpos, qvel = self.batch.qpos, self.batch.qvel
        angles = qpos[:, :2]
        return np.concatenate((np.cos(angles), np.sin(angles), qpos[:, 2:], qvel[:, :2], self._miss()[:, :2]), axis=1)

    def _draw(self, random: np.random.Generator) -> tuple[Array, Array]:
        qpos = random.uniform(-0.1, 0.1, self.model.nq) + self.init_qpos
        target = random.uniform(-0.2, 0.2, 2)
        while np.linalg.norm(target) >= 0.2:
            target = random.uniform(-0.2, 0.2, 2)
        qpos[-2:] = target
        qvel = self.init_qvel + random.uniform(-0.005, 0.005, self.model.nv)
        qvel[-2:] = 0
        return qpos, qvel

    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, Flags, Info]:
        distance = -self.reward_dist_weight * np.linalg.norm(self._miss(), axis=1)
        control = -self.reward_control_weight * np.square(actions).sum(axis=1)
        ended = np.zeros(self.num_envs, dtype=np.bool_)
        return distance + control, ended, {"reward_dist": distance, "reward_ctrl": control}


class PusherVec(BatchVectorEnv):
    """Pusher-v5: an arm that is to push an object to a goal."""

    FILE, FRAME_SKIP, RESULTS = "pusher_v5.xml", 5, ("xpos",)

    def __init__(
        self,
        num_envs: int = 1,
        *,
        reward_near_weight: float = 0.5,
        reward_dist_weight: float = 1,
        reward_control_weight: float = 0.1,
        **others: Any,
    ) -> None:
        self.reward_near_weight = float(reward_near_weight)
        self.reward_dist_weight = float(reward_dist_weight)
        self.reward_control_weight = float(reward_control_weight)
        super().__init__(num_envs, **others)

    def _body(self, name: str) -> Array:
        return self.batch.xpos[:, self.model.body(name).id]

    def _observe(self) -> Array:
        places = [self._body(name) for name in ("tips_arm", "object", "goal")]
        return np.concatenate((self.batch.qpos[:, :7], self.batch.qvel[:, :7], *places), axis=1)

    def _draw(self, random: np.random.Generator) -> tuple[Array, Array]:
        goal, place = np.zeros(2), np.zeros(2)
        while np.linalg.norm(place - goal) <= 0.17:
            place = np.array([random.uniform(-0.3, 0), random.uniform(-0.2, 0.2)])
        qpos = self.init_qpos.copy()
        qpos[-4:-2], qpos[-2:] = place, goal
        qvel = self.init_qvel + random.uniform(-0.005, 0.005, self.model.nv)
        qvel[-4:] = 0
        return qpos, qvel

    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, Flags, Info]:
        thing = self._body("object")
        near = -self.reward_near_weight * np.linalg.norm(thing - self._body("tips_arm"), axis=1)
        distance = -self.reward_dist_weight * np.linalg.norm(thing - self._body("goal"), axis=1)
        control = -self.reward_control_weight * np.square(actions).sum(axis=1)
        info = {"reward_dist": distance, "reward_ctrl": control, "reward_near": near}
        return distance + control + near, np.zeros(self.num_envs, dtype=np.bool_), info
