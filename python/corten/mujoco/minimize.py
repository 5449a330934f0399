"""mujoco.minimize: nonlinear least squares within bounds.

Minimises n(r(x)) for a residual r and a norm n, |r|^2 / 2 unless another is given. With gradient g and Gauss-Newton matrix
H of the norm at x, a step d solves

    min d' (H + mu D^-2) d / 2 + g' d     with x + d within the bounds,

where mu >= 0 grows until the step improves the objective and shrinks when steps do as well as foreseen
(Levenberg-Marquardt); D scales the parameters (x_scale).
"""

from __future__ import annotations

import abc
import dataclasses
import enum
import time
from collections.abc import Callable, Sequence
from typing import Any, TextIO

import numpy as np

from .solvers import box_qp

Array = np.ndarray
Residual = Callable[[Array], Array]


class Verbosity(enum.Enum):
    """How much is printed."""

    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.Enum):
    """Why the search ended."""

    FACTORIZATION_FAILED = enum.auto()
    NO_IMPROVEMENT = enum.auto()
    MAX_ITER = enum.auto()
    DX_TOL = enum.auto()
    G_TOL = enum.auto()


_REASON = {
    Status.FACTORIZATION_FAILED: "the matrix of the step is not positive definite",
    Status.NO_IMPROVEMENT: "no step improves the objective",
    Status.MAX_ITER: "maximum iterations",
    Status.DX_TOL: "norm(dx) < tol",
    Status.G_TOL: "norm(gradient) < tol",
}


@dataclasses.dataclass(frozen=True)
class IterLog:
    """One iteration. The last three are kept with Verbosity.FULLITER only."""

    candidate: Array
    objective: float
    reduction: float
    regularizer: float
    residual: Array | None = None
    jacobian: Array | None = None
    grad: Array | None = None
    step: Array | None = None


class Norm(abc.ABC):
    """What is minimised of the residual, a column."""

    @abc.abstractmethod
    def value(self, r: Array) -> float:
        """The number to minimise."""

    @abc.abstractmethod
    def grad_hess(self, r: Array, proj: Array) -> tuple[Array, Array]:
        """proj' times the gradient, and proj' times the second derivative times proj."""


class Quadratic(Norm):
    """|r|^2 / 2"""

    def value(self, r: Array) -> float:
        return 0.5 * float(r.ravel() @ r.ravel())

    def grad_hess(self, r: Array, proj: Array) -> tuple[Array, Array]:
        return proj.T @ r, proj.T @ proj


def jacobian_fd(
    residual: Residual, x: Array, r: Array, eps: float, n_res: int, bounds: list[Array] | None = None
) -> tuple[Array, int]:
    """dr/dx by differences of size eps, away from the nearer bound; and the number of evaluations so far."""
    n = x.size
    column = x.reshape(n, 1)
    sizes = np.full(n, float(eps))
    if bounds is not None:
        low, high = (np.asarray(b, dtype=np.float64).reshape(-1) for b in bounds)
        sizes = np.where(x.reshape(-1) > low + (high - low) / 2, -sizes, sizes)
    points = column + np.diag(sizes)
    values = residual(points)
    return (np.asarray(values) - r.reshape(-1, 1)) / np.diag(points - column), n_res + n


def _close(a: Array, b: Array) -> bool:
    return bool(np.abs(a - b).max(initial=0) <= 1e-3 * (1e-2 + np.abs(b).max(initial=0)))


def check_jacobian(residual: Residual, x: Array, r: Array, jac: Array, eps: float, n_res: int, bounds: Any, output: Any) -> int:
    """Compares a Jacobian with differences. ValueError if it is wrong."""
    numeric, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    if jac.shape != numeric.shape or not _close(jac, numeric):
        raise ValueError("User-provided Jacobian does not match that of differences")
    print("User-provided Jacobian matches that of differences.", file=output)
    return n_res


def check_norm(r: Array, norm: Norm, output: Any) -> None:
    """Compares the derivatives of a norm with differences. ValueError if they are wrong."""
    n, size = r.size, 1e-5
    eye = np.eye(n)
    grad, hess = norm.grad_hess(r, eye)
    ahead, behind = (np.array([norm.value(r + s * size * e[:, None]) for e in eye]) for s in (1, -1))
    if not np.abs(grad.ravel() - (ahead - behind) / (2 * size)).max() <= 1e-6 * (1 + np.abs(grad).max()):
        raise ValueError("User-provided norm gradient does not match that of differences")
    print("User-provided norm gradient matches that of differences.", file=output)
    if np.abs(hess - hess.T).max() > 1e-9 * (1 + np.abs(hess).max()):
        raise ValueError("User-provided norm Hessian is not symmetric")
    if np.linalg.eigvalsh(hess).min() <= 0:
        raise ValueError("User-provided norm Hessian is not positive definite")
    ahead, behind = (
        np.stack([norm.grad_hess(r + s * size * e[:, None], eye)[0].ravel() for e in eye], axis=1) for s in (1, -1)
    )
    if not np.abs(hess - (ahead - behind) / (2 * size)).max() <= 1e-6 * (1 + np.abs(hess).max()):
        raise ValueError("User-provided norm Hessian does not match that of differences")
    print("User-provided norm Hessian matches that of differences.", file=output)


def _checked_bounds(bounds: Sequence[Array] | None, n: int) -> list[Array] | None:
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError("bounds must be a lower and an upper one")
    low, high = (np.asarray(b, dtype=np.float64).reshape(-1) for b in bounds)
    if len(low) != n or len(high) != n:
        raise ValueError(f"bounds must have {n} numbers each")
    if not (np.all(np.isfinite(low)) and np.all(np.isfinite(high))):
        raise ValueError("bounds must be finite")
    if not np.all(low < high):
        raise ValueError("lower bounds must be less than upper bounds")
    return [low, high]


def _checked_scale(scale: Any, n: int) -> Array | str | None:
    if scale is None or isinstance(scale, str):
        if scale not in (None, "jac"):
            raise ValueError(f"x_scale is '{scale}': a number, an array or 'jac'")
        return scale
    values = np.asarray(scale, dtype=np.float64)
    if values.ndim == 0:
        values = np.full(n, float(values))
    if values.shape != (n,) or not np.all(np.isfinite(values)) or not np.all(values > 0):
        raise ValueError(f"x_scale must be {n} positive finite numbers")
    return None if np.all(values == 1) else values


class _Search:
    """The state of a search."""

    def __init__(self, residual: Residual, norm: Norm, jacobian: Any, bounds: list[Array] | None, eps: float, scale: Any):
        self.function, self.norm, self.given, self.bounds, self.eps, self.scale = residual, norm, jacobian, bounds, eps, scale
        self.evaluations = 0

    def at(self, x: Array) -> tuple[Array, float]:
        """Residual, a column, and objective."""
        self.evaluations += 1
        r = np.asarray(self.function(x.reshape(-1, 1)), dtype=np.float64).reshape(-1, 1)
        return r, float(self.norm.value(r))

    def jacobian(self, x: Array, r: Array) -> Array:
        if self.given is not None:
            return np.asarray(self.given(x.reshape(-1, 1), r), dtype=np.float64)
        jac, self.evaluations = jacobian_fd(self.function, x, r, self.eps, self.evaluations, self.bounds)
        return jac

    def step(self, x: Array, jac: Array, grad: Array, hess: Array, mu: float) -> Array | None:
        """The step for a regulariser, None if there is none."""
        d = np.ones(len(x))
        if isinstance(self.scale, str):
            lengths = np.linalg.norm(jac, axis=0)
            d = 1 / np.where(lengths > 0, lengths, 1.0)
        elif self.scale is not None:
            d = self.scale
        scaled = hess * d[:, None] * d + mu * np.eye(len(x))
        low, high = (None, None) if self.bounds is None else ((b - x) / d for b in self.bounds)
        solved = box_qp(scaled, grad * d, low, high, np.zeros(len(x)))
        return None if solved is None else solved[0] * d

    def free_gradient(self, x: Array, grad: Array) -> Array:
        """The gradient, without what the bounds hold against."""
        if self.bounds is None:
            return grad
        held = ((x <= self.bounds[0]) & (grad > 0)) | ((x >= self.bounds[1]) & (grad < 0))
        return np.where(held, 0, grad)


def least_squares(
    x0: Array,
    residual: Residual,
    bounds: Sequence[Array] | None = None,
    jacobian: Callable[[Array, Array], Array] | None = None,
    norm: Norm = Quadratic(),  # noqa: B008
    eps: float = float(np.finfo(np.float64).eps ** 0.5),
    mu_min: float = 1e-6,
    mu_max: float = 1e8,
    mu_factor: float = 10.0**0.1,
    xtol: float = 1e-8,
    gtol: float = 1e-8,
    max_iter: int = 100,
    verbose: Verbosity | int = Verbosity.ITER,
    output: TextIO | None = None,
    iter_callback: Callable[[list[IterLog]], None] | None = None,
    check_derivatives: bool = False,
    x_scale: Any = None,
) -> tuple[Array, list[IterLog]]:
    """The x that minimises the norm of residual(x), and the way there.

    `residual` takes one or more points as columns. `jacobian(x, r)` takes a column; without it differences are used.
    """
    level = Verbosity(verbose) if isinstance(verbose, int) else verbose
    x = np.array(x0, dtype=np.float64).reshape(-1)
    box = _checked_bounds(bounds, len(x))
    search = _Search(residual, norm, jacobian, box, eps, _checked_scale(x_scale, len(x)))
    if box is not None:
        x = np.clip(x, *box)
    started, trace = time.perf_counter(), []
    r, y = search.at(x)
    if check_derivatives:
        if jacobian is not None:
            search.evaluations = check_jacobian(
                residual, x, r, search.jacobian(x, r), eps, search.evaluations, box, output
            )
        if not isinstance(norm, Quadratic):
            check_norm(r, norm, output)
    mu, full, status = 0.0, level == Verbosity.FULLITER, Status.MAX_ITER

    def tell(entry: IterLog) -> None:
        trace.append(entry)
        if level.value >= Verbosity.ITER.value:
            print(f"iteration {len(trace) - 1}: objective {entry.objective:.6g}  mu {entry.regularizer:.2g}", file=output)
        if iter_callback is not None:
            iter_callback(trace)

    for _ in range(max_iter):
        jac = search.jacobian(x, r)
        grad, hess = norm.grad_hess(r, jac)
        grad = np.asarray(grad, dtype=np.float64).reshape(-1)
        details: dict[str, Any] = dict(residual=r, jacobian=jac, grad=grad) if full else {}
        if np.linalg.norm(search.free_gradient(x, grad)) < gtol:
            status = Status.G_TOL
            tell(IterLog(x, y, 0.0, mu, **details))
            break
        found = _improve(search, x, y, jac, grad, hess, mu, (mu_min, mu_max, mu_factor))
        if isinstance(found, Status):
            status = found
            tell(IterLog(x, y, 0.0, mu, **details))
            break
        step, next_r, next_y, used, mu = found
        tell(IterLog(x, y, y - next_y, used, **details, **(dict(step=step) if full else {})))
        x, r, y = (x + step if box is None else np.clip(x + step, *box)), next_r, next_y
        if np.linalg.norm(step) < xtol and used > 0 and box is not None:
            mu = 0.0  # a step that damping made small says nothing; the bounds hold it anyway
        elif np.linalg.norm(step) < xtol:
            status = Status.DX_TOL
            tell(IterLog(x, y, 0.0, mu, **(dict(residual=r, jacobian=jac, grad=grad) if full else {})))
            break
    if level.value >= Verbosity.FINAL.value:
        exact = " (exact minimum found)" if y == 0 or (status == Status.G_TOL and len(trace) == 1) else ""
        print(
            f"Ended after {len(trace) - 1} iterations: {_REASON[status]}{exact}. objective {y:.6g}, "
            f"{search.evaluations} residuals, {time.perf_counter() - started:.3f} s",
            file=output,
        )
    return x.reshape(np.shape(x0)), trace


def _improve(
    search: _Search, x: Array, y: float, jac: Array, grad: Array, hess: Array, mu: float, limits: tuple[float, float, float]
) -> tuple[Array, Array, float, float, float] | Status:
    """A step that improves: with its residual, objective, regulariser and the next one."""
    smallest, largest, factor = limits
    while True:
        step = search.step(x, jac, grad, hess, mu)
        if step is not None:
            target = x + step if search.bounds is None else np.clip(x + step, *search.bounds)
            r, y_new = search.at(target)
            foreseen = -(float(grad @ step) + 0.5 * float(step @ hess @ step))
            rounding = 1e-14 * abs(y)  # where the objective shows no difference any more the model is believed
            if y_new < y or not np.any(step) or (foreseen <= rounding and y_new <= y + rounding):
                ratio = (y - y_new) / foreseen if foreseen > 0 else 0.0
                used = mu
                if ratio > 0.75:
                    mu = mu / factor if mu / factor >= smallest else 0.0
                elif ratio < 0.25:
                    mu = max(smallest, mu * factor)
                return step, r, y_new, used, mu
        if mu >= largest:
            return Status.FACTORIZATION_FAILED if step is None else Status.NO_IMPROVEMENT
        mu = max(smallest, mu * factor)
