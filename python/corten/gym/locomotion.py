"""Tasks of getting ahead: Ant, HalfCheetah, Hopper, Swimmer, Walker2d.

    reward = w_v dx/dt + w_h healthy - w_c |action|^2 - w_f |contact forces|^2

with the terms that a task has. dx is the way of a point during a step of the environment.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .vector import Array, BatchVectorEnv, Info, pair, within

Flags = NDArray[np.bool_]


class Runner(BatchVectorEnv):
    """A planar figure whose first coordinate is how far it got.

    forward_reward_weight, ctrl_cost_weight     w_v and w_c
    reset_noise_scale                           how far starts are spread about the model's reference
    exclude_current_positions_from_observation  hides the coordinates that say where it is
    """

    HIDDEN = 1  # coordinates that may be excluded
    VELOCITY_LIMIT = np.inf  # of observed velocities
    NORMAL_VELOCITIES = False  # drawn from a normal distribution at the start

    def __init__(
        self,
        num_envs: int = 1,
        *,
        forward_reward_weight: float,
        ctrl_cost_weight: float,
        reset_noise_scale: float,
        exclude_current_positions_from_observation: bool = True,
        **others: Any,
    ) -> None:
        self.forward_reward_weight = float(forward_reward_weight)
        self.ctrl_cost_weight = float(ctrl_cost_weight)
        self.reset_noise_scale = float(reset_noise_scale)
        self._skip = self.HIDDEN if exclude_current_positions_from_observation else 0
        super().__init__(num_envs, **others)

    def _observe(self) -> Array:
        velocities = self.batch.qvel.clip(-self.VELOCITY_LIMIT, self.VELOCITY_LIMIT)
        return np.concatenate((self.batch.qpos[:, self._skip :], velocities), axis=1)

    def _place(self) -> Array | None:
        return self.batch.qpos[:, : self.HIDDEN].copy()

    def _draw(self, random: np.random.Generator) -> tuple[Array, Array]:
        scale, nv = self.reset_noise_scale, self.model.nv
        qpos = self.init_qpos + random.uniform(-scale, scale, self.model.nq)
        if self.NORMAL_VELOCITIES:
            return qpos, self.init_qvel + scale * random.standard_normal(nv)
        return qpos, self.init_qvel + random.uniform(-scale, scale, nv)

    def _healthy(self) -> Flags | None:
        """Which worlds are well; None: the task does not care."""
        return None

    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, Flags, Info]:
        velocity = (self._place() - before) / self.dt
        forward = self.forward_reward_weight * velocity[:, 0]
        cost = self.ctrl_cost_weight * np.square(actions).sum(axis=1)
        rewards = forward - cost
        info = {**self._start_info(), "x_velocity": velocity[:, 0]}
        if velocity.shape[1] > 1:
            info["y_velocity"] = velocity[:, 1]
        info.update(reward_forward=forward, reward_ctrl=-cost)
        return rewards, np.zeros(self.num_envs, dtype=np.bool_), info


class HealthyRunner(Runner):
    """A runner that is paid for being well, and whose episode ends when it is not.

    healthy_reward            w_h
    terminate_when_unhealthy  whether the episode ends
    """

    def __init__(
        self, num_envs: int = 1, *, healthy_reward: float, terminate_when_unhealthy: bool = True, **others: Any
    ) -> None:
        self.healthy_reward = float(healthy_reward)
        self.terminate_when_unhealthy = bool(terminate_when_unhealthy)
        super().__init__(num_envs, **others)

    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, Flags, Info]:
        rewards, _, info = super()._pay(actions, before)
        healthy = self._healthy()
        assert healthy is not None
        info["reward_survive"] = self.healthy_reward * healthy
        return rewards + info["reward_survive"], ~healthy & self.terminate_when_unhealthy, info


class HalfCheetahVec(Runner):
    """HalfCheetah-v5: runs on two legs in a plane."""

    FILE, FRAME_SKIP, NORMAL_VELOCITIES = "half_cheetah.xml", 5, True

    def __init__(
        self,
        num_envs: int = 1,
        *,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 0.1,
        reset_noise_scale: float = 0.1,
        **others: Any,
    ) -> None:
        super().__init__(
            num_envs,
            forward_reward_weight=forward_reward_weight,
            ctrl_cost_weight=ctrl_cost_weight,
            reset_noise_scale=reset_noise_scale,
            **others,
        )

    def _start_info(self) -> Info:
        return {"x_position": self.batch.qpos[:, 0].copy()}


class SwimmerVec(Runner):
    """Swimmer-v5: a chain of three rods that swims in a plane."""

    FILE, FRAME_SKIP, HIDDEN = "swimmer.xml", 4, 2

    def __init__(
        self,
        num_envs: int = 1,
        *,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 1e-4,
        reset_noise_scale: float = 0.1,
        **others: Any,
    ) -> None:
        super().__init__(
            num_envs,
            forward_reward_weight=forward_reward_weight,
            ctrl_cost_weight=ctrl_cost_weight,
            reset_noise_scale=reset_noise_scale,
            **others,
        )

    def _start_info(self) -> Info:
        x, y = self.batch.qpos[:, 0].copy(), self.batch.qpos[:, 1].copy()
        return {"x_position": x, "y_position": y, "distance_from_origin": np.hypot(x, y)}


class Upright(HealthyRunner):
    """A planar figure that is well while its height and angle are in their ranges."""

    VELOCITY_LIMIT = 10.0

    def __init__(
        self,
        num_envs: int = 1,
        *,
        healthy_z_range: tuple[float, float],
        healthy_angle_range: tuple[float, float],
        **others: Any,
    ) -> None:
        self.healthy_z_range = pair("healthy_z_range", healthy_z_range)
        self.healthy_angle_range = pair("healthy_angle_range", healthy_angle_range)
        super().__init__(num_envs, **others)

    def _healthy(self) -> Flags:
        qpos = self.batch.qpos
        return within(qpos[:, 1], self.healthy_z_range) & within(qpos[:, 2], self.healthy_angle_range)

    def _start_info(self) -> Info:
        qpos = self.batch.qpos
        return {"x_position": qpos[:, 0].copy(), "z_distance_from_origin": qpos[:, 1] - self.init_qpos[1]}


class HopperVec(Upright):
    """Hopper-v5: one leg that hops in a plane."""

    FILE, FRAME_SKIP = "hopper.xml", 4

    def __init__(
        self,
        num_envs: int = 1,
        *,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 1e-3,
        healthy_reward: float = 1.0,
        healthy_state_range: tuple[float, float] = (-100.0, 100.0),
        healthy_z_range: tuple[float, float] = (0.7, np.inf),
        healthy_angle_range: tuple[float, float] = (-0.2, 0.2),
        reset_noise_scale: float = 5e-3,
        **others: Any,
    ) -> None:
        self.healthy_state_range = pair("healthy_state_range", healthy_state_range)
        super().__init__(
            num_envs,
            forward_reward_weight=forward_reward_weight,
            ctrl_cost_weight=ctrl_cost_weight,
            healthy_reward=healthy_reward,
            healthy_z_range=healthy_z_range,
            healthy_angle_range=healthy_angle_range,
            reset_noise_scale=reset_noise_scale,
            **others,
        )

    def _healthy(self) -> Flags:
        state = np.concatenate((self.batch.qpos[:, 2:], self.batch.qvel), axis=1)
        return within(state, self.healthy_state_range).all(axis=1) & super()._healthy()


class Walker2dVec(Upright):
    """Walker2d-v5: two legs that walk in a plane."""

    FILE, FRAME_SKIP = "walker2d_v5.xml", 4

    def __init__(
        self,
        num_envs: int = 1,
        *,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 1e-3,
        healthy_reward: float = 1.0,
        healthy_z_range: tuple[float, float] = (0.8, 2.0),
        healthy_angle_range: tuple[float, float] = (-1.0, 1.0),
        reset_noise_scale: float = 5e-3,
        **others: Any,
    ) -> None:
        super().__init__(
            num_envs,
            forward_reward_weight=forward_reward_weight,
            ctrl_cost_weight=ctrl_cost_weight,
            healthy_reward=healthy_reward,
            healthy_z_range=healthy_z_range,
            healthy_angle_range=healthy_angle_range,
            reset_noise_scale=reset_noise_scale,
            **others,
        )


class AntVec(HealthyRunner):
    """Ant-v5: a body on four legs. Contact forces are observed and cost.

    main_body            whose way counts
    contact_force_range  to which forces are clipped
    """

    FILE, FRAME_SKIP, HIDDEN, NORMAL_VELOCITIES = "ant.xml", 5, 2, True
    RESULTS = ("xpos", "cfrc_ext")

    def __init__(
        self,
        num_envs: int = 1,
        *,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 0.5,
        contact_cost_weight: float = 5e-4,
        healthy_reward: float = 1.0,
        main_body: int | str = 1,
        healthy_z_range: tuple[float, float] = (0.2, 1.0),
        contact_force_range: tuple[float, float] = (-1.0, 1.0),
        reset_noise_scale: float = 0.1,
        include_cfrc_ext_in_observation: bool = True,
        **others: Any,
    ) -> None:
        self.contact_cost_weight = float(contact_cost_weight)
        self.healthy_z_range = pair("healthy_z_range", healthy_z_range)
        self.contact_force_range = pair("contact_force_range", contact_force_range)
        self._with_forces = bool(include_cfrc_ext_in_observation)
        super().__init__(
            num_envs,
            forward_reward_weight=forward_reward_weight,
            ctrl_cost_weight=ctrl_cost_weight,
            healthy_reward=healthy_reward,
            reset_noise_scale=reset_noise_scale,
            **others,
        )
        self._body = self.model.body(main_body).id

    def _forces(self) -> Array:
        return self.batch.cfrc_ext[:, 1:].reshape(self.num_envs, -1).clip(*self.contact_force_range)

    def _observe(self) -> Array:
        state = super()._observe()
        return np.concatenate((state, self._forces()), axis=1) if self._with_forces else state

    def _place(self) -> Array | None:
        return self.batch.xpos[:, self._body, :2].copy()

    def _healthy(self) -> Flags:
        low, high = self.healthy_z_range
        qpos, qvel = self.batch.qpos, self.batch.qvel
        finite = np.isfinite(qpos).all(axis=1) & np.isfinite(qvel).all(axis=1)
        return finite & (low <= qpos[:, 2]) & (qpos[:, 2] <= high)

    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, Flags, Info]:
        rewards, terminations, info = super()._pay(actions, before)
        cost = self.contact_cost_weight * np.square(self._forces()).sum(axis=1)
        info["reward_contact"] = -cost
        return rewards - cost, terminations, info

    def _start_info(self) -> Info:
        x, y = self.batch.qpos[:, 0].copy(), self.batch.qpos[:, 1].copy()
        return {"x_position": x, "y_position": y, "distance_from_origin": np.hypot(x, y)}
