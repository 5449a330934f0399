"""Small linear systems: mju_chol*, banded matrices with a dense part (mju_*band*), and mju_boxQP.

A banded matrix of ntotal rows keeps, of row i before the last ndense, the nband entries up to its diagonal, and the last
ndense rows in full:

    entry (i, j) of a banded row at i nband + nband - 1 + j - i, of a dense row at (ntotal - ndense) nband + (i - ntotal + ndense) ntotal + j
"""

from __future__ import annotations


import numpy as np

from .algebra import _in, _out
from .enums import mjMINVAL

Array = np.ndarray

# ---- Cholesky factors


def _lower(mat: Array) -> Array | None:
    """L with L L' = mat, None if mat is not positive definite."""
    try:
        return np.linalg.cholesky(mat)
    except np.linalg.LinAlgError:
        return None


def _square(name: str, mat: Array) -> int:
    if not isinstance(mat, np.ndarray) or mat.ndim != 2 or mat.shape[0] != mat.shape[1]:
        raise TypeError(f"{name} should be a square matrix")
    return len(mat)


def mju_cholFactor(mat: Array, mindiag: float) -> int:
    """Puts L with L L' = mat into the lower triangle; returns the rank. Pivots below mindiag become mindiag."""
    n, rank = _square("mat", mat), 0
    for j in range(n):
        rank += 1
        pivot = mat[j, j] - mat[j, :j] @ mat[j, :j]
        if pivot < mindiag:
            pivot, rank = mindiag, rank - 1
        mat[j, j] = np.sqrt(pivot)
        mat[j + 1 :, j] = (mat[j + 1 :, j] - mat[j + 1 :, :j] @ mat[j, :j]) / mat[j, j]
    return rank


def _solve_factor(lower: Array, vec: Array) -> Array:
    x = np.array(vec, dtype=np.float64)
    for i in range(len(x)):
        x[i] = (x[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    for i in range(len(x) - 1, -1, -1):
        x[i] = (x[i] - lower[i + 1 :, i] @ x[i + 1 :]) / lower[i, i]
    return x


def mju_cholSolve(res: Array, mat: Array, vec: Array) -> None:
    """Solves L L' res = vec with the factor in the lower triangle of mat."""
    n = _square("mat", mat)
    _out(res, n)[...] = _solve_factor(mat, _in(vec, n))


def mju_cholUpdate(mat: Array, x: Array, flg_plus: int) -> int:
    """The factor of L L' + x x', or - x x', in place of L; returns the rank. x is overwritten."""
    n, sign, rank = _square("mat", mat), 1.0 if flg_plus else -1.0, 0
    v = _out(x, n)
    for k in range(n):
        rank += 1
        square = mat[k, k] ** 2 + sign * v[k] ** 2
        if square < mjMINVAL:
            square, rank = mjMINVAL, rank - 1
        r = np.sqrt(square)
        c, s = r / mat[k, k], v[k] / mat[k, k]
        mat[k, k] = r
        mat[k + 1 :, k] = (mat[k + 1 :, k] + sign * s * v[k + 1 :]) / c
        v[k + 1 :] = c * v[k + 1 :] - s * mat[k + 1 :, k]
    return rank


# ---- banded matrices


def _place(i: int, j: int, ntotal: int, nband: int, ndense: int) -> int | None:
    """Where entry (i, j) with j <= i is kept, None if it is zero."""
    first = ntotal - ndense
    if i >= first:
        return first * nband + (i - first) * ntotal + j
    return i * nband + nband - 1 + j - i if i - j < nband else None


def _band(mat: Array, ntotal: int, nband: int, ndense: int, name: str = "mat") -> Array:
    size = (ntotal - ndense) * nband + ndense * ntotal
    flat = mat.reshape(-1)
    if len(flat) != size:
        raise TypeError(f"{name} should have {size} numbers")
    return flat


def _unpack(mat: Array, ntotal: int, nband: int, ndense: int) -> Array:
    """The lower triangle in full."""
    flat, full = _band(mat, ntotal, nband, ndense), np.zeros((ntotal, ntotal))
    for i in range(ntotal):
        for j in range(i + 1):
            at = _place(i, j, ntotal, nband, ndense)
            if at is not None:
                full[i, j] = flat[at]
    return full


def _pack(mat: Array, full: Array, ntotal: int, nband: int, ndense: int) -> None:
    flat = _band(mat, ntotal, nband, ndense)
    for i in range(ntotal):
        for j in range(i + 1):
            at = _place(i, j, ntotal, nband, ndense)
            if at is not None:
                flat[at] = full[i, j]


def mju_dense2Band(res: Array, mat: Array, ntotal: int, nband: int, ndense: int) -> None:
    """A symmetric matrix, banded but for its last rows, from its full form."""
    if mat.shape != (ntotal, ntotal):
        raise TypeError("mat should be of shape (ntotal, ntotal)")
    _pack(res, mat, ntotal, nband, ndense)


def mju_band2Dense(res: Array, mat: Array, ntotal: int, nband: int, ndense: int, flg_sym: int) -> None:
    """The full form of a banded matrix; with flg_sym the upper triangle too."""
    if res.shape != (ntotal, ntotal):
        raise TypeError("res should be of shape (ntotal, ntotal)")
    full = _unpack(mat, ntotal, nband, ndense)
    res[...] = full + np.tril(full, -1).T if flg_sym else full


def mju_bandDiag(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Where the diagonal entry of row i is kept."""
    at = _place(i, i, ntotal, nband, ndense)
    assert at is not None
    return at


def mju_bandMulMatVec(
    res: Array, mat: Array, vec: Array, ntotal: int, nband: int, ndense: int, nvec: int, flg_sym: int
) -> None:
    """Products of a banded matrix with nvec vectors, one after the other."""
    full = _unpack(mat, ntotal, nband, ndense)
    if flg_sym:
        full = full + np.tril(full, -1).T
    vectors, out = _in(vec, ntotal * nvec).reshape(nvec, ntotal), _out(res, ntotal * nvec)
    out[...] = (vectors @ full.T).reshape(-1)


def mju_cholFactorBand(mat: Array, ntotal: int, nband: int, ndense: int, diagadd: float, diagmul: float) -> float:
    """The factor of mat + diag(diagadd + diagmul mat_ii) in place; returns its smallest pivot, 0 if there is no factor."""
    full = _unpack(mat, ntotal, nband, ndense)
    full[np.diag_indices(ntotal)] += diagadd + diagmul * np.diag(full)
    lower = _lower(full + np.tril(full, -1).T)
    if lower is None:
        return 0.0
    _pack(mat, lower, ntotal, nband, ndense)
    return float(np.min(np.diag(lower)) ** 2)


def mju_cholSolveBand(res: Array, mat: Array, vec: Array, ntotal: int, nband: int, ndense: int) -> None:
    """Solves with the factor that mju_cholFactorBand made."""
    _out(res, ntotal)[...] = _solve_factor(_unpack(mat, ntotal, nband, ndense), _in(vec, ntotal))


# ---- quadratic program with bounds


def box_qp(H: Array, g: Array, lower: Array | None, upper: Array | None, start: Array) -> tuple[Array, Array, Array] | None:
    """Minimises x' H x / 2 + g' x within bounds by projected Newton steps on the variables that are free.

    Returns x, the numbers of the free variables and the factor of their part of H; None if that is not positive definite.
    """
    x = np.array(start, dtype=np.float64)
    low = np.full(len(x), -np.inf) if lower is None else lower
    high = np.full(len(x), np.inf) if upper is None else upper
    x = np.clip(x, low, high)

    def value(y: Array) -> float:
        return float(0.5 * y @ H @ y + g @ y)

    known: bytes | None = None
    free, factor = np.arange(len(x)), np.zeros((0, 0))
    for _ in range(100):
        slope = H @ x + g
        held = ((x <= low) & (slope > 0)) | ((x >= high) & (slope < 0))
        free = np.flatnonzero(~held)
        if held.tobytes() != known:
            part = _lower(H[np.ix_(free, free)])
            if part is None:
                return None
            factor, known = part, held.tobytes()
        if not len(free) or np.linalg.norm(slope[free]) < 1e-16 * max(1.0, np.abs(g).max()):
            break
        step = np.zeros(len(x))
        step[free] = -_solve_factor(factor, slope[free])
        size, before, moved = 1.0, value(x), False
        while size > 1e-22:
            next_x = np.clip(x + size * step, low, high)
            if value(next_x) <= before + 0.1 * float(slope @ (next_x - x)):
                moved = bool(np.any(next_x != x))
                x = next_x
                break
            size *= 0.5
        if not moved:
            break
    return x, free, factor


def mju_boxQP(
    res: Array, R: Array, index: Array | None, H: Array, g: Array, lower: Array | None = None, upper: Array | None = None
) -> int:
    """Minimises x' H x / 2 + g' x within bounds from res on. Returns how many are free, whose factor is in R; -1: failed."""
    n = _square("H", H)
    x = _out(res, n)
    bounds = [None if b is None else _in(b, n) for b in (lower, upper)]
    solved = box_qp(H, _in(g, n), bounds[0], bounds[1], x)
    if solved is None:
        return -1
    x[...], free, factor = solved
    if index is not None:
        index.reshape(-1)[: len(free)] = free
    R.reshape(-1)[: len(free) ** 2] = factor.reshape(-1)
    return len(free)


__all__ = [name for name in globals() if name.startswith("mju_")]
