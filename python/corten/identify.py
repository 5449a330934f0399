"""Masses, friction, damping and other numbers of a model from a recorded trajectory.

A recording is cut into windows. Each window is simulated from its first recorded state with the recorded controls; r is
how far the simulated states are from the recorded ones. Gauss-Newton with Levenberg's damping minimises |r|^2 over the
parameters p:

    (J'J + lambda diag(J'J)) dp = -J'r,      J = dr/dp by differences

One Batch has a world for each window and each parameter that is changed, so that r and J are one rollout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import Batch, Model, ThreadPool
from .control import difference

Array = NDArray[np.float64]

__all__ = ["Identified", "Parameter", "Recording", "identify", "record"]

# What the rows of a Model field are called by its first word.
_KINDS = {"body": "body", "geom": "geom", "dof": "joint", "jnt": "joint", "actuator": "actuator", "tendon": "tendon"}


@dataclass(frozen=True)
class Parameter:
    """A number of the model that is to be found, or several that are scaled together.

    field    a Model field of real numbers: "body_mass", "dof_damping", "geom_friction", ... or "opt.density", ...
    element  name or number of the body, joint, geom, ... ; None: all of them
    column   which number, if an element has several; None: all of them
    scale    size of the value, if the model has zero: the value is sought as a multiple of it

    Where the model has a positive number, its logarithm is sought: it stays positive. The inertia of a body is scaled
    along with its mass.
    """

    field: str
    element: str | int | None = None
    column: int | None = None
    scale: float | None = None

    def __str__(self) -> str:
        element = "" if self.element is None else f"[{self.element}]"
        return self.field + element + ("" if self.column is None else f"[{self.column}]")


@dataclass
class Recording:
    """States before each step and after the last, (nstep + 1, ...), and the controls of each step (nstep, nu)."""

    qpos: Array
    qvel: Array
    ctrl: Array
    act: Array | None = None


@dataclass
class Identified:
    """What `identify` found."""

    values: dict[str, float]  # of the first number of each parameter
    errors: dict[str, float]  # standard deviations, if the residuals are noise
    residual: float  # root of the mean square of what remains
    history: list[float]  # residuals after each iteration
    model: Model  # with the values


class _Place:
    """Where a parameter is in a field, and how its value follows from the coordinate that is sought."""

    def __init__(self, model: Model, parameter: Parameter) -> None:
        p = parameter
        self.field = p.field
        value = _field(model, p.field)
        rows = slice(None) if p.element is None else _rows(model, p)
        if p.field.startswith("opt."):
            if p.element is not None:
                raise ValueError(f"{p}: an option has no elements; leave out element")
            self.index: tuple[object, ...] = () if p.column is None else (p.column,)
        elif value.ndim == 1 or p.column is None:
            if p.column is not None:
                raise ValueError(f"{p}: an element of {p.field} has one number; leave out column")
            self.index = (rows,)
        else:
            if not 0 <= p.column < value.shape[1]:
                raise ValueError(f"{p}: an element of {p.field} has {value.shape[1]} numbers")
            self.index = (rows, p.column)
        self.start = np.array(value[self.index], dtype=np.float64)
        if self.start.size == 0:
            raise ValueError(f"{p}: the model has none")
        self.log = bool((self.start > 0).all())
        if not self.log and p.scale is None:
            raise ValueError(f"{p}: is {self.start.flat[0]:g} in the model; say how large it may be (scale)")
        self.scale = 0.0 if p.scale is None else float(p.scale)
        self.inertia = model.body_inertia[self.index] if p.field == "body_mass" else None

    def values(self, coordinates: Array) -> Array:
        """Numbers of the field for each world."""
        c = coordinates.reshape(-1, *[1] * self.start.ndim)
        return self.start * np.exp(c) if self.log else self.start + self.scale * c

    def write(self, target: Array, coordinates: Array) -> None:
        target[(slice(None), *self.index)] = self.values(coordinates)

    def slope(self, coordinate: float) -> float:
        """Derivative of the first number by the coordinate."""
        return float(self.start.flat[0] * np.exp(coordinate)) if self.log else self.scale


def _field(model: Model, name: str) -> Array:
    owner, leaf = (model.opt, name[4:]) if name.startswith("opt.") else (model, name)
    try:
        value = np.asarray(getattr(owner, leaf))
    except AttributeError:
        raise KeyError(f"a Model has no field {name!r}") from None
    if value.dtype.kind != "f":
        raise ValueError(f"{name} does not hold real numbers")
    return value


def _rows(model: Model, p: Parameter) -> slice:
    word = p.field.split("_")[0]
    if word not in _KINDS:
        raise ValueError(f"{p}: elements of {p.field} have no names; leave out element")
    element = getattr(model, _KINDS[word])(p.element)
    if word == "dof":
        first = int(model.jnt_dofadr[element.id])
        return slice(first, first + int((model.dof_jntid == element.id).sum()))
    return slice(element.id, element.id + 1)


def record(model: Model, controls: ArrayLike, *, qpos: ArrayLike | None = None, qvel: ArrayLike = 0.0) -> Recording:
    """Simulates a trajectory with controls (nstep, nu), for trying things out."""
    u = np.asarray(controls, dtype=np.float64)
    if u.ndim != 2 or u.shape[1] != model.nu:
        raise ValueError(f"controls have the shape {u.shape}, not (nstep, {model.nu})")
    batch = Batch(model, 1)
    if qpos is not None:
        batch.qpos[0] = qpos
    batch.qvel[0] = qvel
    start = np.concatenate((batch.qpos[0], batch.qvel[0], batch.act[0]))
    states = np.concatenate((start[None], batch.rollout(u[None])[0][0, :, 1 : 1 + len(start)]))
    nq, nv = model.nq, model.nv
    return Recording(states[:, :nq], states[:, nq : nq + nv], u.copy(), states[:, nq + nv :])


class _Fit:
    """Residuals and their derivatives for coordinates of the parameters."""

    def __init__(
        self, model: Model, places: list[_Place], recording: Recording, window: int, threads: ThreadPool | None
    ) -> None:
        self.model, self.places, self.window = model, places, window
        self.starts = np.arange(0, len(recording.ctrl) - window + 1, window)
        n, npar = len(self.starts), len(places)
        self.copies = 1 + 2 * npar  # as it is, and each parameter a little more and less
        self.batch = Batch(model, n * self.copies, threads=threads)
        self.recording = recording
        self.controls = np.concatenate([recording.ctrl[None, s : s + window] for s in self.starts])
        after = self.starts[:, None] + np.arange(1, window + 1)
        self.qpos, self.qvel = recording.qpos[after], recording.qvel[after]
        # One weight for all positions and one for all velocities: a dof that hardly moves must not count most.
        dq = difference(model, recording.qpos[:1], recording.qpos)
        self.weight_q, self.weight_v = (1.0 / max(float(a.std()), 1e-9) for a in (dq, recording.qvel))
        self.fields = {p.field: self.batch.vary(p.field) for p in places}
        if any(p.inertia is not None for p in places):
            self.fields["body_inertia"] = self.batch.vary("body_inertia")

    def evaluate(self, x: Array, eps: float = 1e-4) -> tuple[Array, Array]:
        """r and J at coordinates x."""
        npar, n = len(x), len(self.starts)
        shifted = np.tile(x, (self.copies, 1))
        for i in range(npar):
            shifted[1 + 2 * i, i] += eps
            shifted[2 + 2 * i, i] -= eps
        rows = np.repeat(shifted, n, axis=0)
        self._set_models(rows)
        b, r, first = self.batch, self.recording, np.tile(self.starts, self.copies)
        b.reset()
        b.qpos[:], b.qvel[:] = r.qpos[first], r.qvel[first]
        if r.act is not None:
            b.act[:] = r.act[first]
        states, _ = b.rollout(np.tile(self.controls, (self.copies, 1, 1)))
        residuals = self._residuals(states).reshape(self.copies, -1)
        J = (residuals[1::2] - residuals[2::2]).T / (2 * eps)
        return residuals[0], J

    def _set_models(self, rows: Array) -> None:
        for i, place in enumerate(self.places):
            place.write(self.fields[place.field], rows[:, i])
            if place.inertia is not None:
                ratio = place.values(rows[:, i]) / place.start
                self.fields["body_inertia"][(slice(None), *place.index)] = ratio[..., None] * place.inertia
        self.batch.recompute_constants()

    def _residuals(self, states: Array) -> Array:
        nq, nv = self.model.nq, self.model.nv
        shape = (self.copies, *self.qpos.shape[:2])
        q = states[..., 1 : 1 + nq].reshape(*shape, nq)
        v = states[..., 1 + nq : 1 + nq + nv].reshape(*shape, nv)
        dq = difference(self.model, np.broadcast_to(self.qpos, q.shape), q) * self.weight_q
        return np.concatenate((dq, (v - self.qvel) * self.weight_v), axis=-1)


def identify(
    model: Model,
    parameters: Sequence[Parameter],
    recording: Recording,
    *,
    window: int = 20,
    iterations: int = 30,
    tolerance: float = 1e-8,
    threads: ThreadPool | None = None,
) -> Identified:
    """Finds parameters with which the model moves as recorded, starting from what the model has.

    window  steps that are simulated at a time: longer ones see more, shorter ones are easier to fit
    """
    places = [_Place(model, p) for p in parameters]
    if not places:
        raise ValueError("parameters: none are given")
    _check(model, recording, window)
    fit = _Fit(model, places, recording, window, threads)
    x, damping = np.zeros(len(places)), 1e-3
    r, J = fit.evaluate(x)
    history = [float(np.sqrt(np.mean(r**2)))]
    for _ in range(iterations):
        H = J.T @ J
        dead = np.flatnonzero(np.diag(H) <= 1e-18 * max(1.0, np.diag(H).max()))
        if len(dead):
            raise ValueError(f"the recording says nothing about {parameters[dead[0]]}")
        step = -np.linalg.solve(H + damping * np.diag(np.diag(H)), J.T @ r)
        tried = x + np.clip(step, -1, 1)
        r_tried, J_tried = fit.evaluate(tried)
        if not r_tried @ r_tried < r @ r:
            damping *= 10
            if damping > 1e8:
                break
            continue
        done = r @ r - r_tried @ r_tried <= tolerance * (r @ r)
        x, r, J, damping = tried, r_tried, J_tried, damping / 10
        history.append(float(np.sqrt(np.mean(r**2))))
        if done:
            break
    return _report(model, list(parameters), places, x, r, J, history)


def _check(model: Model, recording: Recording, window: int) -> None:
    n = len(recording.ctrl)
    for name, size, rows in (("qpos", model.nq, n + 1), ("qvel", model.nv, n + 1), ("ctrl", model.nu, n)):
        shape = np.shape(getattr(recording, name))
        if shape != (rows, size):
            raise ValueError(f"recording.{name} has the shape {shape}, not ({rows}, {size})")
    if not 1 <= window <= n:
        raise ValueError(f"window: 1 to {n} steps, which is what was recorded")


def _report(
    model: Model, parameters: list[Parameter], places: list[_Place], x: Array, r: Array, J: Array, history: list[float]
) -> Identified:
    found = model.writable()
    for i, place in enumerate(places):
        value = place.values(x[i : i + 1])[0]
        if place.field.startswith("opt.") and not np.ndim(getattr(found.opt, place.field[4:])):
            setattr(found.opt, place.field[4:], float(value))
        elif place.field.startswith("opt."):
            getattr(found.opt, place.field[4:])[place.index] = value
        else:
            getattr(found, place.field)[place.index] = value
        if place.inertia is not None:
            found.body_inertia[place.index] = (value / place.start)[..., None] * place.inertia
    found.recompute_constants()
    variance = (r @ r) / max(1, len(r) - len(x)) * np.diag(np.linalg.inv(J.T @ J))
    values = {str(p): float(places[i].values(x[i : i + 1]).flat[0]) for i, p in enumerate(parameters)}
    errors = {str(p): float(np.sqrt(variance[i])) * abs(places[i].slope(x[i])) for i, p in enumerate(parameters)}
    return Identified(values, errors, history[-1], history, found)
