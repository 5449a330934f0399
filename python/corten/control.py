"""Optimal control: linear-quadratic regulators, iterative LQR, and model-predictive control by sampling.

A state is x = (qpos, qvel, act); differences of states count positions in dofs, so that quaternions have three numbers:

    dx = (q - q*, v - v*, a - a*)        n = 2 nv + na numbers
    dx' = A dx + B du                    a step about a state and its controls

`linearise` gives A and B from the engine's own derivatives, `lqr` the feedback that minimises the sum of
dx'Q dx + du'R du, `ilqr` a trajectory with its feedback, `SamplingMPC` controls for now from many rollouts of a Batch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import Batch, Data, JointType, Model, State, ThreadPool, state_size, transition_derivative

Array = NDArray[np.float64]

__all__ = [
    "Feedback",
    "Paths",
    "Plan",
    "QuadraticCost",
    "SamplingMPC",
    "difference",
    "ilqr",
    "linearise",
    "lqr",
    "riccati",
    "spread",
]


# ---- states


def _turn(a: Array, b: Array) -> Array:
    """The rotation from quaternion a to quaternion b as a vector in the frame of a: 2 log(conj(a) b)."""
    w = (a * b).sum(axis=-1)
    v = a[..., :1] * b[..., 1:] - b[..., :1] * a[..., 1:] - np.cross(a[..., 1:], b[..., 1:])
    v = np.where(w[..., None] < 0, -v, v)  # the shorter way round
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    angle = 2 * np.arctan2(length, np.abs(w)[..., None])
    return np.where(length > 1e-15, v * (angle / np.maximum(length, 1e-15)), 2 * v)


def difference(model: Model, start: ArrayLike, end: ArrayLike) -> Array:
    """The velocity that takes positions `start` to `end` in a second; (..., nq) each, gives (..., nv)."""
    a, b = np.broadcast_arrays(np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64))
    if a.shape[-1:] != (model.nq,):
        raise ValueError(f"positions have the shape {a.shape}; the last number must be nq = {model.nq}")
    result = np.zeros((*a.shape[:-1], model.nv))
    for kind, q, v in zip(model.jnt_type, model.jnt_qposadr, model.jnt_dofadr, strict=True):
        if kind == int(JointType.FREE):
            result[..., v : v + 3] = b[..., q : q + 3] - a[..., q : q + 3]
            q, v = q + 3, v + 3
        if kind in (int(JointType.FREE), int(JointType.BALL)):
            result[..., v : v + 3] = _turn(a[..., q : q + 4], b[..., q : q + 4])
        else:
            result[..., v] = b[..., q] - a[..., q]
    return result


def spread(batch: Batch, data: Data) -> None:
    """Puts all worlds of a Batch where a Data is: state, inputs and warm start."""
    batch.reset()
    for name in batch.arrays:
        array = getattr(batch, name)
        if name not in ("unstable", "energy", "time") and array.flags.writeable and array.size:
            array[:] = getattr(data, name)
    batch.time[:] = data.time


def _limits(model: Model) -> tuple[Array, Array]:
    """Lower and upper limits of controls, infinite where there are none."""
    limited = model.actuator_ctrllimited.astype(bool)
    low = np.where(limited, model.actuator_ctrlrange[:, 0], -np.inf)
    return low, np.where(limited, model.actuator_ctrlrange[:, 1], np.inf)


def _weights(name: str, value: ArrayLike, size: int) -> Array:
    """A symmetric matrix from a matrix, its diagonal, or one number for all of the diagonal."""
    array = np.asarray(value, dtype=np.float64)
    if array.ndim < 2 and array.size in (1, size):
        array = np.diag(np.broadcast_to(array, (size,)))
    if array.shape != (size, size):
        raise ValueError(f"{name} has the shape {array.shape}: a number, {size} numbers or a {size} by {size} matrix")
    if not np.isfinite(array).all() or not np.allclose(array, array.T):
        raise ValueError(f"{name} must be symmetric and finite")
    return array.copy()


# ---- linear-quadratic regulator


def linearise(model: Model, data: Data, *, threads: ThreadPool | None = None) -> tuple[Array, Array]:
    """Matrices A and B of a step about the state and controls of `data`: dx' = A dx + B du."""
    a, b, _, _ = transition_derivative(model, data, sensors=False, threads=threads)
    return a, b


def riccati(A: ArrayLike, B: ArrayLike, Q: ArrayLike, R: ArrayLike) -> tuple[Array, Array]:
    """(K, P) of the discrete linear-quadratic regulator: u = -K x, and x'P x what is still to be paid.

    Solves  P = Q + A'P A - A'P B (R + B'P B)^-1 B'P A  by doubling: each pass doubles the number of steps looked ahead.
    ValueError if no feedback makes the system stable, or Q does not see what is unstable.
    """
    A, B = np.array(A, dtype=np.float64), np.array(B, dtype=np.float64)
    n = A.shape[0]
    if A.shape != (n, n) or B.ndim != 2 or B.shape[0] != n:
        raise ValueError(f"A {A.shape} must be square and B {B.shape} have as many rows")
    Q, R = _weights("Q", Q, n), _weights("R", R, B.shape[1])
    if B.shape[1] == 0 or np.linalg.eigvalsh(R)[0] <= 0:
        raise ValueError("R must be positive definite, and there must be controls")
    F, G, H = A.copy(), B @ np.linalg.solve(R, B.T), Q
    for _ in range(60):
        with np.errstate(all="ignore"):
            W = np.linalg.solve(np.eye(n) + G @ H, np.concatenate((F, G), axis=1))
            WF, WG = W[:, :n], W[:, n:]
            step = F.T @ H @ WF
            G, H, F = G + F @ WG @ F.T, H + step, F @ WF
        G, H = 0.5 * (G + G.T), 0.5 * (H + H.T)
        if not np.isfinite(H).all():
            break
        if np.abs(step).max() <= 1e-14 * np.abs(H).max():
            K = np.linalg.solve(R + B.T @ H @ B, B.T @ H @ A)
            if np.abs(np.linalg.eigvals(A - B @ K)).max() < 1:
                return K, H
            break
    raise ValueError("no stabilising feedback: the controls do not reach, or Q does not see, an unstable motion")


@dataclass
class Feedback:
    """u = u* - K dx about a state x*, clipped to the limits of the controls.

    feedback(qpos, qvel, act) takes one state or many; `data.control = feedback.apply` closes the loop in each step.
    """

    model: Model
    qpos: Array
    qvel: Array
    act: Array
    ctrl: Array
    gain: Array  # K, nu by 2 nv + na
    value: Array  # P
    limits: tuple[Array, Array] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.limits = _limits(self.model)

    def __call__(self, qpos: ArrayLike, qvel: ArrayLike, act: ArrayLike | None = None) -> Array:
        dx = _deviation(self.model, (self.qpos, self.qvel, self.act), qpos, qvel, act)
        return np.clip(self.ctrl - dx @ self.gain.T, *self.limits)

    def apply(self, model: Model, data: Data) -> None:
        """Writes the controls of a world."""
        data.ctrl[:] = self(data.qpos, data.qvel, data.act)


def _deviation(
    model: Model, about: tuple[Array, Array, Array], qpos: ArrayLike, qvel: ArrayLike, act: ArrayLike | None
) -> Array:
    dq = difference(model, about[0], qpos)
    dv = np.asarray(qvel, dtype=np.float64) - about[1]
    da = np.zeros((*dq.shape[:-1], model.na)) if act is None else np.asarray(act, dtype=np.float64) - about[2]
    return np.concatenate((dq, dv, da), axis=-1)


def lqr(model: Model, data: Data, Q: ArrayLike, R: ArrayLike) -> Feedback:
    """The best linear feedback about the state and controls of `data`, which should be an equilibrium.

    Q, R  weights of dx (2 nv + na) and du (nu): a number, a diagonal or a matrix
    """
    A, B = linearise(model, data)
    K, P = riccati(A, B, _weights("Q", Q, A.shape[0]), _weights("R", R, model.nu))
    return Feedback(model, data.qpos.copy(), data.qvel.copy(), data.act.copy(), data.ctrl.copy(), K, P)


# ---- costs


@dataclass
class Paths:
    """States and controls of many rollouts: arrays (nworld, nstep, ...), states after each step."""

    qpos: Array
    qvel: Array
    act: Array
    ctrl: Array
    sensordata: Array


class QuadraticCost:
    """The sum over steps of (dx'Q dx + du'R du) / 2, and dx'Qf dx / 2 for the last state.

    qpos, qvel, act, ctrl  what is wanted; by default the model's reference, at rest
    Q, R, Qf               a number, a diagonal or a matrix; Qf by default Q
    """

    def __init__(
        self,
        model: Model,
        Q: ArrayLike,
        R: ArrayLike,
        Qf: ArrayLike | None = None,
        *,
        qpos: ArrayLike | None = None,
        qvel: ArrayLike | None = None,
        act: ArrayLike | None = None,
        ctrl: ArrayLike | None = None,
    ) -> None:
        n = 2 * model.nv + model.na
        self.model = model
        self.Q, self.R = _weights("Q", Q, n), _weights("R", R, model.nu)
        self.Qf = self.Q if Qf is None else _weights("Qf", Qf, n)
        self.qpos = np.array(model.qpos0 if qpos is None else qpos, dtype=np.float64)
        self.qvel = np.broadcast_to(np.asarray(0.0 if qvel is None else qvel, dtype=np.float64), (model.nv,))
        self.act = np.broadcast_to(np.asarray(0.0 if act is None else act, dtype=np.float64), (model.na,))
        self.ctrl = np.broadcast_to(np.asarray(0.0 if ctrl is None else ctrl, dtype=np.float64), (model.nu,))

    def deviation(self, qpos: Array, qvel: Array, act: Array) -> Array:
        """dx of states."""
        return _deviation(self.model, (self.qpos, self.qvel, self.act), qpos, qvel, act)

    def stage(self, dx: Array, ctrl: Array) -> Array:
        """Cost of states and controls."""
        du = ctrl - self.ctrl
        return 0.5 * ((dx @ self.Q * dx).sum(axis=-1) + (du @ self.R * du).sum(axis=-1))

    def last(self, dx: Array) -> Array:
        """Cost of last states."""
        return 0.5 * (dx @ self.Qf * dx).sum(axis=-1)

    def __call__(self, paths: Paths) -> Array:
        """Cost of each rollout."""
        dx = self.deviation(paths.qpos, paths.qvel, paths.act)
        return self.stage(dx, paths.ctrl).sum(axis=1) + self.last(dx[:, -1])


# ---- iterative LQR


@dataclass
class Plan:
    """A trajectory and its feedback: u_t = ctrl[t] - gain[t] dx about (qpos[t], qvel[t], act[t])."""

    qpos: Array  # nstep + 1
    qvel: Array
    act: Array
    ctrl: Array  # nstep
    gain: Array
    costs: list[float]  # after each iteration
    converged: bool


# How far along the new controls to go.
_STEPS = 0.5 ** np.arange(11)


class _Trajectory:
    """Worlds that follow a plan with different step sizes, and derivatives along it."""

    def __init__(self, model: Model, data: Data, cost: QuadraticCost, threads: ThreadPool | None) -> None:
        self.model, self.start, self.cost = model, data, cost
        self.batch = Batch(model, len(_STEPS), threads=threads)
        self.scratch = Data(model)
        self.threads = threads
        self.limits = _limits(model)

    def roll(self, plan: Plan, feedforward: Array) -> tuple[Array, list[Plan]]:
        """Costs and trajectories of u = u* + step * feedforward - K dx for each step size."""
        b, n = self.batch, len(_STEPS)
        spread(b, self.start)
        total = np.zeros(n)
        nstep = len(plan.ctrl)
        qpos, qvel, act = (np.zeros((n, nstep + 1, s)) for s in (self.model.nq, self.model.nv, self.model.na))
        ctrl = np.zeros((n, nstep, self.model.nu))
        for t in range(nstep + 1):
            qpos[:, t], qvel[:, t], act[:, t] = b.qpos, b.qvel, b.act
            if t == nstep:
                break
            about = (plan.qpos[t], plan.qvel[t], plan.act[t])
            dx = _deviation(self.model, about, b.qpos, b.qvel, b.act)
            u = plan.ctrl[t] + _STEPS[:, None] * feedforward[t] - dx @ plan.gain[t].T
            ctrl[:, t] = np.clip(u, *self.limits)
            total += self.cost.stage(self.cost.deviation(b.qpos, b.qvel, b.act), ctrl[:, t])
            b.ctrl[:] = ctrl[:, t]
            b.step()
        total += self.cost.last(self.cost.deviation(b.qpos, b.qvel, b.act))
        total[b.unstable] = np.inf
        plans = [Plan(qpos[i], qvel[i], act[i], ctrl[i], plan.gain, plan.costs, False) for i in range(n)]
        return np.where(np.isfinite(total), total, np.inf), plans

    def derivatives(self, plan: Plan) -> list[tuple[Array, Array]]:
        result = []
        d = self.scratch
        for t in range(len(plan.ctrl)):
            d.qpos[:], d.qvel[:], d.act[:], d.ctrl[:] = plan.qpos[t], plan.qvel[t], plan.act[t], plan.ctrl[t]
            result.append(linearise(self.model, d, threads=self.threads))
        return result


def _backward(
    cost: QuadraticCost, plan: Plan, slopes: list[tuple[Array, Array]], mu: float
) -> tuple[Array, Array, float] | None:
    """Feedforward, gains and expected decrease; None if the regularisation mu does not make the problem convex."""
    dx = cost.deviation(plan.qpos, plan.qvel, plan.act)
    Vx, Vxx = cost.Qf @ dx[-1], cost.Qf
    forward, gain = np.zeros_like(plan.ctrl), np.zeros((*plan.ctrl.shape, dx.shape[1]))
    decrease = 0.0
    for t in reversed(range(len(plan.ctrl))):
        A, B = slopes[t]
        Qx = cost.Q @ dx[t] + A.T @ Vx
        Qu = cost.R @ (plan.ctrl[t] - cost.ctrl) + B.T @ Vx
        Qxx, Qux, Quu = cost.Q + A.T @ Vxx @ A, B.T @ Vxx @ A, cost.R + B.T @ Vxx @ B
        try:
            L = np.linalg.cholesky(Quu + mu * np.eye(len(Quu)))
        except np.linalg.LinAlgError:
            return None
        k, K = -np.linalg.solve(L.T, np.linalg.solve(L, Qu)), np.linalg.solve(L.T, np.linalg.solve(L, Qux))
        forward[t], gain[t] = k, K
        decrease -= float(k @ Qu + 0.5 * k @ Quu @ k)
        Vx = Qx - K.T @ (Quu @ k + Qu) + Qux.T @ k
        Vxx = Qxx + K.T @ Quu @ K - K.T @ Qux - Qux.T @ K
        Vxx = 0.5 * (Vxx + Vxx.T)
    return forward, gain, decrease


def ilqr(
    model: Model,
    data: Data,
    controls: ArrayLike,
    cost: QuadraticCost,
    *,
    iterations: int = 100,
    tolerance: float = 1e-7,
    threads: ThreadPool | None = None,
) -> Plan:
    """Controls that minimise a cost, starting from the state of `data`, found by iterative LQR.

    controls   (nstep, nu) to begin with
    tolerance  relative improvement below which the search ends

    Each iteration linearises along the trajectory, solves the linear-quadratic problem backwards in time, and tries the
    new controls with several step sizes, all in one Batch. `data` itself is not changed.
    """
    u = np.array(controls, dtype=np.float64)
    if u.ndim != 2 or u.shape[1] != model.nu or len(u) == 0:
        raise ValueError(f"controls have the shape {u.shape}, not (nstep, {model.nu})")
    n = 2 * model.nv + model.na
    world = _Trajectory(model, data, cost, threads)
    nothing = [np.zeros((len(u) + 1, s)) for s in (model.nq, model.nv, model.na)]
    nothing[0][:] = model.qpos0
    start = Plan(*nothing, np.clip(u, *world.limits), np.zeros((*u.shape, n)), [], False)
    totals, plans = world.roll(start, np.zeros_like(u))
    plan, best = plans[0], float(totals[0])
    if not np.isfinite(best):
        raise ValueError("the rollout of the given controls is unstable")
    plan.costs.append(best)
    mu, slopes = 1e-6, world.derivatives(plan)
    for _ in range(iterations):
        found = _backward(cost, plan, slopes, mu)
        if found is None:
            mu = max(10 * mu, 1e-6)
            continue
        forward, gain, expected = found
        plan.gain = gain
        totals, plans = world.roll(plan, forward)
        i = int(np.argmin(totals))
        if not totals[i] < best:
            if mu > 1e8 or expected < tolerance * best:
                plan.converged = expected < tolerance * best
                break
            mu = max(10 * mu, 1e-6)
            continue
        gained, best, plan = best - float(totals[i]), float(totals[i]), plans[i]
        plan.costs.append(best)
        mu = mu / 5 if _STEPS[i] > 0.4 else mu
        slopes = world.derivatives(plan)
        if gained < tolerance * best:
            plan.converged = True
            break
    return plan


# ---- sampling


class SamplingMPC:
    """Model-predictive control: many random variations of a plan are rolled out in a Batch, the best ones form the next.

    cost         called with Paths, gives one number per rollout; QuadraticCost is one
    horizon      steps that are looked ahead
    samples      rollouts per plan; the first is the plan as it is
    sigma        spread of the controls: of their range, where it is limited
    knots        controls between which the plan is interpolated
    temperature  0: the best rollout is the next plan (predictive sampling); more: an average of the best, weighted by
                 exp(-cost / (temperature * spread of the costs)) (path integral control, MPPI)

    mpc = SamplingMPC(model, cost); while ...: mpc.control(data); corten.step(model, data)
    """

    def __init__(
        self,
        model: Model,
        cost: Callable[[Paths], ArrayLike],
        *,
        horizon: int = 50,
        samples: int = 64,
        sigma: float = 0.2,
        knots: int = 6,
        temperature: float = 0.1,
        seed: int = 0,
        threads: ThreadPool | None = None,
    ) -> None:
        if model.nu == 0:
            raise ValueError("the model has no controls")
        if min(horizon, samples - 1, knots - 1) < 1 or knots > horizon:
            raise ValueError("horizon, samples and knots: at least 1, 2 and 2, and no more knots than steps")
        if sigma <= 0 or temperature < 0:
            raise ValueError("sigma must be positive and temperature not negative")
        self.model, self.cost, self.horizon, self.temperature = model, cost, horizon, float(temperature)
        self.batch = Batch(model, samples, threads=threads)
        self.random = np.random.default_rng(seed)
        self.limits = _limits(model)
        width = 0.5 * (self.limits[1] - self.limits[0])
        self.sigma = sigma * np.where(np.isfinite(width), width, 1.0)
        self.plan = np.clip(np.zeros((horizon, model.nu)), *self.limits)
        self._hat = _interpolation(horizon, knots)
        self._full = state_size(model, int(State.FULLPHYSICS))

    def improve(self, data: Data) -> Array:
        """One round of rollouts from the state of `data`; the plan (horizon, nu)."""
        n, m = self.batch.nworld, self.model
        knots = self.random.standard_normal((n, self._hat.shape[1], m.nu)) * self.sigma
        knots[0] = 0
        controls = np.clip(self.plan + np.einsum("tk,nku->ntu", self._hat, knots), *self.limits)
        spread(self.batch, data)
        states, sensors = self.batch.rollout(controls)
        q, v, a = 1 + m.nq, 1 + m.nq + m.nv, 1 + m.nq + m.nv + m.na
        paths = Paths(states[..., 1:q], states[..., q:v], states[..., v:a], controls, sensors)
        costs = np.array(self.cost(paths), dtype=np.float64)
        if costs.shape != (n,):
            raise ValueError(f"cost: one number for each of {n} rollouts, not {costs.shape}")
        costs[self.batch.unstable | ~np.isfinite(costs)] = np.inf
        self.plan = self._combine(controls, costs)
        return self.plan

    def _combine(self, controls: Array, costs: Array) -> Array:
        best = int(np.argmin(costs))
        if not np.isfinite(costs[best]):
            return self.plan
        finite = costs[np.isfinite(costs)]
        scale = self.temperature * (np.median(finite) - costs[best])
        if scale <= 0:
            return controls[best]
        weights = np.exp(-(costs - costs[best]) / scale)
        return np.einsum("n,ntu->tu", weights / weights.sum(), controls)

    def control(self, data: Data, every: int = 1) -> None:
        """Plans, writes the controls for now, and moves the plan on by `every` steps."""
        self.improve(data)
        data.ctrl[:] = self.plan[0]
        self.plan = np.concatenate((self.plan[every:], np.repeat(self.plan[-1:], min(every, self.horizon), axis=0)))


def _interpolation(steps: int, knots: int) -> Array:
    """Weights (steps, knots) of linear interpolation between evenly spaced knots."""
    place = np.linspace(0, knots - 1, steps)
    return np.maximum(0, 1 - np.abs(place[:, None] - np.arange(knots)))
