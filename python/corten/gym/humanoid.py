"""Tasks of the humanoid: running (Humanoid) and getting up (HumanoidStandup).

    Humanoid         reward = w_v dx/dt + w_h healthy - w_c |ctrl|^2 - clip(w_f |external forces|^2)
    HumanoidStandup  reward = height / timestep + 1   - w_c |ctrl|^2 - clip(w_f |external forces|^2)

x is the centre of mass of all bodies. Inertias, velocities and forces of the bodies are observed besides the state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .locomotion import Flags
from .vector import Array, BatchVectorEnv, Info, pair, within


class HumanoidBase(BatchVectorEnv):
    """What both tasks observe and pay for.

    include_*_in_observation  which quantities of the bodies are observed
    """

    FRAME_SKIP = 5
    RESULTS = ("xipos", "cinert", "cvel", "qfrc_actuator", "cfrc_ext", "ten_length", "ten_velocity")

    def __init__(
        self,
        num_envs: int = 1,
        *,
        ctrl_cost_weight: float = 0.1,
        reset_noise_scale: float = 1e-2,
        exclude_current_positions_from_observation: bool = True,
        include_cinert_in_observation: bool = True,
        include_cvel_in_observation: bool = True,
        include_qfrc_actuator_in_observation: bool = True,
        include_cfrc_ext_in_observation: bool = True,
        **others: Any,
    ) -> None:
        self.ctrl_cost_weight = float(ctrl_cost_weight)
        self.reset_noise_scale = float(reset_noise_scale)
        self._skip = 2 if exclude_current_positions_from_observation else 0
        shown = {
            "cinert": include_cinert_in_observation,
            "cvel": include_cvel_in_observation,
            "qfrc_actuator": include_qfrc_actuator_in_observation,
            "cfrc_ext": include_cfrc_ext_in_observation,
        }
        self._shown = [name for name, wanted in shown.items() if wanted]
        super().__init__(num_envs, **others)

    def _observe(self) -> Array:
        parts = [self.batch.qpos[:, self._skip :], self.batch.qvel]
        for name in self._shown:  # neither the world nor the free joint
            rows = getattr(self.batch, name)[:, 6 if name == "qfrc_actuator" else 1 :]
            parts.append(rows.reshape(self.num_envs, -1))
        return np.concatenate(parts, axis=1)

    def _draw(self, random: np.random.Generator) -> tuple[Array, Array]:
        scale = self.reset_noise_scale
        qpos = self.init_qpos + random.uniform(-scale, scale, self.model.nq)
        return qpos, self.init_qvel + random.uniform(-scale, scale, self.model.nv)

    def _costs(self, weight: float, limits: tuple[float, float]) -> tuple[Array, Array]:
        forces = weight * np.square(self.batch.cfrc_ext).sum(axis=(1, 2))
        return self.ctrl_cost_weight * np.square(self.batch.ctrl).sum(axis=1), forces.clip(*limits)

    def _tendons(self) -> Info:
        return {"tendon_length": self.batch.ten_length.copy(), "tendon_velocity": self.batch.ten_velocity.copy()}


class HumanoidVec(HumanoidBase):
    """Humanoid-v5: runs on two legs without falling."""

    FILE = "humanoid.xml"

    def __init__(
        self,
        num_envs: int = 1,
        *,
        forward_reward_weight: float = 1.25,
        contact_cost_weight: float = 5e-7,
        contact_cost_range: tuple[float, float] = (-np.inf, 10.0),
        healthy_reward: float = 5.0,
        terminate_when_unhealthy: bool = True,
        healthy_z_range: tuple[float, float] = (1.0, 2.0),
        **others: Any,
    ) -> None:
        self.forward_reward_weight = float(forward_reward_weight)
        self.contact_cost_weight = float(contact_cost_weight)
        self.contact_cost_range = pair("contact_cost_range", contact_cost_range)
        self.healthy_reward = float(healthy_reward)
        self.terminate_when_unhealthy = bool(terminate_when_unhealthy)
        self.healthy_z_range = pair("healthy_z_range", healthy_z_range)
        super().__init__(num_envs, **others)

    def _place(self) -> Array | None:
        mass = self.model.body_mass
        return np.einsum("b,wbj->wj", mass, self.batch.xipos[:, :, :2]) / mass.sum()

    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, Flags, Info]:
        velocity = (self._place() - before) / self.dt
        forward = self.forward_reward_weight * velocity[:, 0]
        healthy = within(self.batch.qpos[:, 2], self.healthy_z_range)
        survive = self.healthy_reward * healthy
        control, contact = self._costs(self.contact_cost_weight, self.contact_cost_range)
        info = {
            **self._start_info(),
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_survive": survive,
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_contact": -contact,
        }
        return forward + survive - (control + contact), ~healthy & self.terminate_when_unhealthy, info

    def _start_info(self) -> Info:
        x, y = self.batch.qpos[:, 0].copy(), self.batch.qpos[:, 1].copy()
        return {"x_position": x, "y_position": y, **self._tendons(), "distance_from_origin": np.hypot(x, y)}


class HumanoidStandupVec(HumanoidBase):
    """HumanoidStandup-v5: gets up from the floor."""

    FILE = "humanoidstandup.xml"

    def __init__(
        self,
        num_envs: int = 1,
        *,
        uph_cost_weight: float = 1,
        impact_cost_weight: float = 5e-7,
        impact_cost_range: tuple[float, float] = (-np.inf, 10.0),
        **others: Any,
    ) -> None:
        self.uph_cost_weight = float(uph_cost_weight)  # Gymnasium takes it and does not use it
        self.impact_cost_weight = float(impact_cost_weight)
        self.impact_cost_range = pair("impact_cost_range", impact_cost_range)
        super().__init__(num_envs, **others)

    def _pay(self, actions: Array, before: Array | None) -> tuple[Array, Flags, Info]:
        up = self.batch.qpos[:, 2] / float(self.model.opt.timestep)
        control, impact = self._costs(self.impact_cost_weight, self.impact_cost_range)
        info = {**self._start_info(), "reward_linup": up, "reward_quadctrl": -control, "reward_impact": -impact}
        return up - control - impact + 1, np.zeros(self.num_envs, dtype=np.bool_), info

    def _start_info(self) -> Info:
        qpos = self.batch.qpos
        rise = qpos[:, 2] - self.init_qpos[2]
        return {
            "x_position": qpos[:, 0].copy(),
            "y_position": qpos[:, 1].copy(),
            "z_distance_from_origin": rise,
            **self._tendons(),
        }
