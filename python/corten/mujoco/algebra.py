"""mju_*: vectors, matrices, quaternions (w, x, y, z), poses. Results are written into the first argument, as in MuJoCo.

q1 q2 is the Hamilton product, q* the conjugate; a quaternion turns v into q (0, v) q*.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .enums import mjMAXVAL, mjMINVAL
from .errors import FatalError

Array = np.ndarray


def _out(res: Any, size: int | None) -> Array:
    """The array that a result goes to, flat."""
    if not isinstance(res, np.ndarray) or res.dtype != np.float64 or not res.flags.writeable:
        raise TypeError("incompatible function arguments: the result goes into a writeable numpy array of float64")
    flat = res.reshape(-1) if res.flags.c_contiguous else res
    if flat.ndim != 1 or (size is not None and len(flat) != size):
        raise TypeError(f"incompatible function arguments: an array of {size} numbers is needed, not of shape {res.shape}")
    return flat


def _in(value: Any, size: int | None) -> Array:
    array = np.asarray(value, dtype=np.float64).reshape(-1)
    if size is not None and len(array) != size:
        raise TypeError(f"incompatible function arguments: {size} numbers are needed, not {len(array)}")
    return array


def _same(res: Any, *values: Any) -> tuple[Array, ...]:
    """Arrays of one length."""
    flat = (_out(res, None), *(_in(v, None) for v in values))
    if len({len(f) for f in flat}) != 1:
        raise TypeError("vectors should have the same size")
    return flat


# ---- on vectors of any length, and of 3


def _vector_functions(size: int | None, suffix: str) -> dict[str, Any]:
    def check(*arrays: Array) -> None:
        for array in arrays:
            if size is not None and len(array) != size:
                raise TypeError(f"incompatible function arguments: {size} numbers are needed, not {len(array)}")

    def add(res: Array, vec1: Array, vec2: Array) -> None:
        out, a, b = _same(res, vec1, vec2)
        check(out)
        out[...] = a + b

    def sub(res: Array, vec1: Array, vec2: Array) -> None:
        out, a, b = _same(res, vec1, vec2)
        check(out)
        out[...] = a - b

    def add_to(res: Array, vec: Array) -> None:
        out, a = _same(res, vec)
        check(out)
        out += a

    def sub_from(res: Array, vec: Array) -> None:
        out, a = _same(res, vec)
        check(out)
        out -= a

    def scl_(res: Array, vec: Array, scl: float) -> None:
        out, a = _same(res, vec)
        check(out)
        out[...] = a * scl

    def add_scl(res: Array, vec1: Array, vec2: Array, scl: float) -> None:
        out, a, b = _same(res, vec1, vec2)
        check(out)
        out[...] = a + b * scl

    def add_to_scl(res: Array, vec: Array, scl: float) -> None:
        out, a = _same(res, vec)
        check(out)
        out += a * scl

    def zero(res: Array) -> None:
        _out(res, size)[...] = 0

    def copy(res: Array, vec: Array) -> None:
        out, a = _same(res, vec)
        check(out)
        out[...] = a

    def copy_data(res: Array, data: Array) -> None:
        copy(res, data)

    def dot(vec1: Array, vec2: Array) -> float:
        a, b = _in(vec1, size), _in(vec2, size)
        if len(a) != len(b):
            raise TypeError("vec1 and vec2 should have the same size")
        return float(a @ b)

    functions = dict(
        add=add, sub=sub, addTo=add_to, subFrom=sub_from, scl=scl_, addScl=add_scl, addToScl=add_to_scl, zero=zero,
        copy=copy_data if suffix else copy, dot=dot,
    )  # fmt: skip
    return {f"mju_{name}{suffix}": function for name, function in functions.items()}


globals().update(_vector_functions(None, ""))
globals().update(_vector_functions(3, "3"))


def mju_zero4(res: Array) -> None:
    """Zero."""
    _out(res, 4)[...] = 0


def mju_unit4(res: Array) -> None:
    """The quaternion that turns nothing."""
    _out(res, 4)[...] = (1, 0, 0, 0)


def mju_copy4(res: Array, data: Array) -> None:
    """res = data"""
    _out(res, 4)[...] = _in(data, 4)


def mju_fill(res: Array, val: float) -> None:
    """All numbers are val."""
    _out(res, None)[...] = val


def mju_sum(vec: Array) -> float:
    """Sum."""
    return float(np.sum(vec))


def mju_L1(vec: Array) -> float:
    """Sum of magnitudes."""
    return float(np.abs(vec).sum())


def mju_norm(res: Array) -> float:
    """Length."""
    return float(np.sqrt(np.square(_in(res, None)).sum()))


def mju_norm3(vec: Array) -> float:
    """Length."""
    return mju_norm(_in(vec, 3))


def mju_dist3(pos1: Array, pos2: Array) -> float:
    """Distance of two points."""
    return mju_norm(_in(pos1, 3) - _in(pos2, 3))


def _normalize(vec: Array) -> float:
    length = mju_norm(vec)
    if length < mjMINVAL:
        vec[...] = 0
        vec[0] = 1
    elif abs(length - 1) > mjMINVAL or len(vec) != 4:
        vec /= length
    return length


def mju_normalize(res: Array) -> float:
    """Length 1; returns the length before. Zero becomes (1, 0, ...)."""
    return _normalize(_out(res, None))


def mju_normalize3(vec: Array) -> float:
    """Length 1; returns the length before."""
    return _normalize(_out(vec, 3))


def mju_normalize4(vec: Array) -> float:
    """Length 1; returns the length before."""
    return _normalize(_out(vec, 4))


def mju_cross(res: Array, a: Array, b: Array) -> None:
    """res = a x b"""
    _out(res, 3)[...] = np.cross(_in(a, 3), _in(b, 3))


def mju_isZero(vec: Array) -> int:
    """1 if all are zero."""
    return int(not np.any(vec))


def mju_isBad(x: float) -> int:
    """1 if not finite or beyond 1e10."""
    return int(not -mjMAXVAL <= x <= mjMAXVAL)


def mju_min(a: float, b: float) -> float:
    """The smaller."""
    return float(min(a, b))


def mju_max(a: float, b: float) -> float:
    """The larger."""
    return float(max(a, b))


def mju_clip(x: float, min: float, max: float) -> float:
    """x, within limits."""
    return float(min if x < min else max if x > max else x)


def mju_sign(x: float) -> float:
    """-1, 0 or 1."""
    return float((x > 0) - (x < 0))


def mju_round(x: float) -> int:
    """The nearest integer."""
    return math.floor(x) if x - math.floor(x) < 0.5 else math.ceil(x)


def mju_sigmoid(x: float) -> float:
    """6 x^5 - 15 x^4 + 10 x^3 within [0, 1]."""
    return 0.0 if x <= 0 else 1.0 if x >= 1 else x * x * x * (3 * x * (2 * x - 5) + 10)


def mju_Halton(index: int, base: int) -> float:
    """The Halton sequence: the digits of `index` mirrored at the point."""
    value, weight = 0.0, 1.0 / base
    while index > 0:
        value += (index % base) * weight
        index //= base
        weight /= base
    return value


def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float:
    """Position after dt of x'' = -Kp x - Kv x'."""
    det = Kv * Kv - 4 * Kp
    if det > mjMINVAL:
        r1, r2 = (-Kv + math.sqrt(det)) / 2, (-Kv - math.sqrt(det)) / 2
        c1 = (pos0 * r2 - vel0) / (r2 - r1)
        return c1 * math.exp(r1 * dt) + (pos0 - c1) * math.exp(r2 * dt)
    if det <= mjMINVAL and det >= -mjMINVAL:
        return math.exp(-Kv * dt / 2) * (pos0 + (vel0 + Kv * pos0 / 2) * dt)
    w = math.sqrt(-det) / 2
    return math.exp(-Kv * dt / 2) * (pos0 * math.cos(w * dt) + (vel0 + Kv * pos0 / 2) / w * math.sin(w * dt))


# ---- matrices


def _put(res: Array, value: Array) -> None:
    if res.shape != value.shape:
        raise TypeError(f"res should be of shape {value.shape}")
    res[...] = value


def mju_mulMatVec(res: Array, mat: Array, vec: Array) -> None:
    """res = mat vec"""
    _put(res, mat @ vec)


def mju_mulMatTVec(res: Array, mat: Array, vec: Array) -> None:
    """res = mat' vec"""
    _put(res, mat.T @ vec)


def mju_mulMatVec3(res: Array, mat: Array, vec: Array) -> None:
    """res = mat vec"""
    _out(res, 3)[...] = _in(mat, 9).reshape(3, 3) @ _in(vec, 3)


def mju_mulMatTVec3(res: Array, mat: Array, vec: Array) -> None:
    """res = mat' vec"""
    _out(res, 3)[...] = _in(mat, 9).reshape(3, 3).T @ _in(vec, 3)


def mju_mulVecMatVec(vec1: Array, mat: Array, vec2: Array) -> float:
    """vec1' mat vec2"""
    return float(vec1 @ (mat @ vec2))


def mju_mulMatMat(res: Array, mat1: Array, mat2: Array) -> None:
    """res = mat1 mat2"""
    _put(res, mat1 @ mat2)


def mju_mulMatMatT(res: Array, mat1: Array, mat2: Array) -> None:
    """res = mat1 mat2'"""
    _put(res, mat1 @ mat2.T)


def mju_mulMatTMat(res: Array, mat1: Array, mat2: Array) -> None:
    """res = mat1' mat2"""
    _put(res, mat1.T @ mat2)


def mju_sqrMatTD(res: Array, mat: Array, diag: Array | None) -> None:
    """res = mat' diag mat"""
    _put(res, mat.T @ (mat if diag is None else np.reshape(diag, (-1, 1)) * mat))


def mju_transpose(res: Array, mat: Array) -> None:
    """res = mat'"""
    _put(res, mat.T)


def mju_symmetrize(res: Array, mat: Array) -> None:
    """res = (mat + mat') / 2"""
    _put(res, 0.5 * (mat + mat.T))


def mju_eye(mat: Array) -> None:
    """The unit matrix."""
    _put(mat, np.eye(len(mat)))


def mju_sparse2dense(res: Array, mat: Array, rownnz: Array, rowadr: Array, colind: Array) -> None:
    """A matrix in rows of non-zeros, in full."""
    res[...] = 0
    for i, (n, at) in enumerate(zip(rownnz, rowadr)):
        res[i, colind[at : at + n]] = mat[at : at + n]


def mju_dense2sparse(res: Array, mat: Array, rownnz: Array, rowadr: Array, colind: Array) -> int:
    """A matrix in rows of non-zeros. Returns 0, or 1 if they do not fit."""
    rows, columns = np.nonzero(mat)
    room = min(len(res), len(colind))
    counts = np.bincount(rows, minlength=len(mat))
    n = min(room, len(rows))
    res[:n], colind[:n] = mat[rows[:n], columns[:n]], columns[:n]
    rownnz[...] = counts
    rowadr[...] = np.cumsum(counts) - counts
    return int(len(rows) > room)


def mju_sym2dense(res: Array, mat: Array, rownnz: Array, rowadr: Array, colind: Array) -> None:
    """A symmetric matrix in rows of non-zeros up to the diagonal, in full."""
    mju_sparse2dense(res, mat, rownnz, rowadr, colind)
    res[...] = np.where(res != 0, res, res.T)


# ---- quaternions


def product(a: Array, b: Array) -> Array:
    """a b"""
    return np.array(
        (
            a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
        )
    )


def conjugate(q: Array) -> Array:
    """q*"""
    return np.array((q[0], -q[1], -q[2], -q[3]))


def rotation(q: Array) -> Array:
    """The matrix of a unit quaternion, 3 x 3."""
    w, x, y, z = q
    return np.array(
        (
            (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
        )
    )


def turn(vec: Array, q: Array) -> Array:
    """q (0, vec) q*"""
    t = 2 * np.cross(q[1:], vec)
    return vec + q[0] * t + np.cross(q[1:], t)


def about(axis: Array, angle: float) -> Array:
    """The quaternion of an angle about a unit axis."""
    if angle == 0:
        return np.array((1.0, 0, 0, 0))
    return np.concatenate(([math.cos(angle / 2)], math.sin(angle / 2) * axis))


def velocity(q: Array, dt: float) -> Array:
    """The constant angular velocity that turns by q in dt, by the shorter way."""
    axis = np.array(q[1:])
    sine = _normalize(axis)
    angle = 2 * math.atan2(sine, q[0])
    if angle > math.pi:
        angle -= 2 * math.pi
    return axis * (angle / dt)


def integrate(q: Array, vel: Array, scale: float) -> Array:
    """q after turning with a local angular velocity."""
    axis = np.array(vel, dtype=np.float64)
    angle = scale * _normalize(axis)
    result = product(q, about(axis, angle))
    _normalize(result)
    return result


def mju_mulQuat(res: Array, quat1: Array, quat2: Array) -> None:
    """res = quat1 quat2"""
    _out(res, 4)[...] = product(_in(quat1, 4), _in(quat2, 4))


def mju_mulQuatAxis(res: Array, quat: Array, axis: Array) -> None:
    """res = quat (0, axis)"""
    _out(res, 4)[...] = product(_in(quat, 4), np.concatenate(([0.0], _in(axis, 3))))


def mju_negQuat(res: Array, quat: Array) -> None:
    """res = quat*"""
    _out(res, 4)[...] = conjugate(_in(quat, 4))


def mju_rotVecQuat(res: Array, vec: Array, quat: Array) -> None:
    """Turns a vector."""
    _out(res, 3)[...] = turn(_in(vec, 3), _in(quat, 4))


def mju_axisAngle2Quat(res: Array, axis: Array, angle: float) -> None:
    """The quaternion of an angle about a unit axis."""
    _out(res, 4)[...] = about(_in(axis, 3), angle)


def mju_quat2Vel(res: Array, quat: Array, dt: float) -> None:
    """The angular velocity that turns by quat in dt."""
    _out(res, 3)[...] = velocity(_in(quat, 4), dt)


def mju_subQuat(res: Array, qa: Array, qb: Array) -> None:
    """The velocity that takes qb to qa in unit time, in the frame of qb."""
    _out(res, 3)[...] = velocity(product(conjugate(_in(qb, 4)), _in(qa, 4)), 1.0)


def mju_quat2Mat(res: Array, quat: Array) -> None:
    """The rotation matrix of a quaternion."""
    _out(res, 9)[...] = rotation(_in(quat, 4)).reshape(-1)


def mju_mat2Quat(quat: Array, mat: Array) -> None:
    """The quaternion of a rotation matrix: from the largest of the four, for the sake of precision."""
    r = _in(mat, 9).reshape(3, 3)
    trace = r[0, 0] + r[1, 1] + r[2, 2]
    sizes = [1 + trace, *(1 + 2 * r[i, i] - trace for i in range(3))]
    if trace > 0:
        k = 0
    elif r[0, 0] > r[1, 1] and r[0, 0] > r[2, 2]:
        k = 1
    else:
        k = 2 if r[1, 1] > r[2, 2] else 3
    skew = (r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1])
    value = np.zeros(4)
    value[k] = 0.5 * math.sqrt(sizes[k])
    scale = 0.25 / value[k]
    for i in range(1, 4):
        if k == 0:
            value[i] = scale * skew[i - 1]
        elif i == k:
            value[0] = scale * skew[k - 1]
        else:
            value[i] = scale * (r[i - 1, k - 1] + r[k - 1, i - 1])
    _normalize(value)
    _out(quat, 4)[...] = value


def mju_derivQuat(res: Array, quat: Array, vel: Array) -> None:
    """Rate of a quaternion with a global angular velocity: (0, vel) quat / 2."""
    _out(res, 4)[...] = 0.5 * product(np.concatenate(([0.0], _in(vel, 3))), _in(quat, 4))


def mju_quatIntegrate(quat: Array, vel: Array, scale: float) -> None:
    """Turns a quaternion with a local angular velocity."""
    out = _out(quat, 4)
    out[...] = integrate(out, _in(vel, 3), scale)


def mju_quatZ2Vec(quat: Array, vec: Array) -> None:
    """The shortest turn of the z axis to a vector."""
    target = np.array(_in(vec, 3))
    if _normalize(target) < mjMINVAL:
        _out(quat, 4)[...] = (1, 0, 0, 0)
        return
    axis = np.array((-target[1], target[0], 0.0))
    sine = mju_norm(axis)
    axis = axis / sine if sine >= 1e-10 else np.array((1.0, 0, 0))
    _out(quat, 4)[...] = about(axis, math.atan2(sine, target[2]))


def mju_euler2Quat(quat: Array, euler: Array, seq: str) -> None:
    """From three angles about the axes `seq`: xyz turn with the body, XYZ stay."""
    if len(seq) != 3:
        raise FatalError("mju_euler2Quat: seq must contain exactly 3 characters")
    for i, c in enumerate(seq):
        if c not in "xyzXYZ":
            raise FatalError(f"mju_euler2Quat: seq[{i}] is '{c}', should be one of x, y, z, X, Y, Z")
    value = np.array((1.0, 0, 0, 0))
    for angle, c in zip(_in(euler, 3), seq):
        step = about(np.eye(3)["xyz".index(c.lower())], float(angle))
        value = product(value, step) if c.islower() else product(step, value)
    _out(quat, 4)[...] = value


def _skew(v: Array) -> Array:
    return np.array(((0, -v[2], v[1]), (v[2], 0, -v[0]), (-v[1], v[0], 0)))


def mjd_subQuat(qa: Array, qb: Array, Da: Array | None, Db: Array | None) -> None:
    """Derivatives of mju_subQuat when qa or qb turn about their own axes.

    With w = |w| u the difference and K the matrix of u x: Da = 1 + |w| K / 2 + (1 - |w| / 2 cot(|w| / 2)) K^2, Db = -Da'.
    """
    w = velocity(product(conjugate(_in(qb, 4)), _in(qa, 4)), 1.0)
    angle = mju_norm(w)
    half, k = angle / 2, _skew(w)
    second = 1 / 12 if half < 6e-8 else (1 - half / math.tan(half)) / (angle * angle)
    value = np.eye(3) + 0.5 * k + second * (k @ k)
    for target, matrix in ((Da, value), (Db, -value.T)):
        if target is not None:
            _out(target, 9)[...] = matrix.reshape(-1)


def mjd_quatIntegrate(vel: Array, scale: float, Dquat: Array | None, Dvel: Array | None, Dscale: Array | None) -> None:
    """Derivatives of mju_quatIntegrate when the quaternion turns about its own axes, with scale vel and with scale.

    With w = scale vel: Dquat turns by -w, Dvel = (1 - (1 - cos|w|) / |w|^2 W + (|w| - sin|w|) / |w|^3 W^2).
    """
    v = _in(vel, 3)
    w = scale * v
    angle, k = mju_norm(w), _skew(w)
    if angle < 6e-8:
        a, b, c = 1.0, 0.5, 1 / 6
    else:
        a, b, c = math.sin(angle) / angle, (1 - math.cos(angle)) / angle**2, (angle - math.sin(angle)) / angle**3
    turned = np.eye(3) - a * k + b * (k @ k)
    rate = np.eye(3) - b * k + c * (k @ k)
    for target, size, value in ((Dquat, 9, turned), (Dvel, 9, rate), (Dscale, 3, v)):
        if target is not None:
            _out(target, size)[...] = np.reshape(value, -1)


# ---- poses and spatial vectors


def mju_mulPose(
    posres: Array, quatres: Array, pos1: Array, quat1: Array, pos2: Array, quat2: Array
) -> None:
    """Pose 2, given in pose 1."""
    q1 = _in(quat1, 4)
    value = product(q1, _in(quat2, 4))
    _normalize(value)
    _out(posres, 3)[...] = _in(pos1, 3) + turn(_in(pos2, 3), q1)
    _out(quatres, 4)[...] = value


def mju_negPose(posres: Array, quatres: Array, pos: Array, quat: Array) -> None:
    """The inverse of a pose."""
    back = conjugate(_in(quat, 4))
    _out(posres, 3)[...] = -turn(_in(pos, 3), back)
    _out(quatres, 4)[...] = back


def mju_trnVecPose(res: Array, pos: Array, quat: Array, vec: Array) -> None:
    """A point of a pose in the world."""
    _out(res, 3)[...] = _in(pos, 3) + turn(_in(vec, 3), _in(quat, 4))


def moved(vec: Array, force: bool, newpos: Array, oldpos: Array, rot: Array | None) -> Array:
    """A spatial motion or force vector (angular, linear) about another point, in another frame."""
    out, arm = np.array(vec, dtype=np.float64), np.asarray(newpos) - oldpos
    if force:
        out[:3] -= np.cross(arm, out[3:])
    else:
        out[3:] -= np.cross(arm, out[:3])
    if rot is not None:
        frame = np.reshape(rot, (3, 3))
        out[:3], out[3:] = frame.T @ out[:3], frame.T @ out[3:]
    return out


def mju_transformSpatial(
    res: Array, vec: Array, flg_force: int, newpos: Array, oldpos: Array, rotnew2old: Array
) -> None:
    """A spatial vector about another point, in another frame."""
    _out(res, 6)[...] = moved(_in(vec, 6), bool(flg_force), _in(newpos, 3), _in(oldpos, 3), _in(rotnew2old, 9))


# ---- friction cones


def mju_encodePyramid(pyramid: Array, force: Array, mu: Array) -> None:
    """A contact force by its pyramid edges: normal / n +- tangent / mu, halved. As in MuJoCo, the last mu is not used."""
    f, friction = _in(force, None), _in(mu, None)
    n, out = len(friction) - 1, _out(pyramid, None)
    if n == 0:
        out[0] = f[0]
        return
    share = f[0] / n
    part = np.minimum(share, f[1 : n + 1] / friction[:n])
    out[: 2 * n] = np.stack((0.5 * (share + part), 0.5 * (share - part)), axis=1).reshape(-1)


def mju_decodePyramid(force: Array, pyramid: Array, mu: Array) -> None:
    """The contact force of pyramid edges. As in MuJoCo, the last mu is not used."""
    out, edges, friction = _out(force, None), _in(pyramid, None), _in(mu, None)
    n = len(friction) - 1
    if n == 0:
        out[0] = edges[0]
        return
    pairs = edges[: 2 * n].reshape(-1, 2)
    out[0] = pairs.sum()
    out[1 : n + 1] = (pairs[:, 0] - pairs[:, 1]) * friction[:n]


__all__ = [name for name in globals() if name.startswith(("mj_", "mju_", "mjd_", "set_mjcb", "get_mjcb"))]
