"""Questions about a world: Jacobians, rays, distances."""

from __future__ import annotations

import numpy as np

from .. import _core
from . import enums
from .algebra import _in, moved
from .data import MjData
from .errors import FatalError
from .model import MjModel

Array = np.ndarray


def _give(m: MjModel, jacp: Array | None, jacr: Array | None, values: tuple[Array, Array]) -> None:
    for name, target, value in zip(("jacp", "jacr"), (jacp, jacr), values):
        if target is None:
            continue
        if target.dtype != np.float64:
            raise TypeError(f"incompatible function arguments: {name} should be of float64")
        if target.shape != (3, m.nv):
            raise TypeError(f"{name} should be of shape (3, nv)")
        target[...] = value


def mj_jac(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, point: Array, body: int) -> None:
    """Jacobians of a world point fixed to a body."""
    _give(m, jacp, jacr, _core.jac(m._core, d._core, _in(point, 3), int(body)))


def mj_jacBody(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, body: int) -> None:
    """Jacobians of the origin of a body."""
    _give(m, jacp, jacr, _core.jac_body(m._core, d._core, int(body)))


def mj_jacBodyCom(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, body: int) -> None:
    """Jacobians of the centre of mass of a body."""
    _give(m, jacp, jacr, _core.jac_body_com(m._core, d._core, int(body)))


def mj_jacGeom(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, geom: int) -> None:
    """Jacobians of the centre of a geom."""
    _give(m, jacp, jacr, _core.jac_geom(m._core, d._core, int(geom)))


def mj_jacSite(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, site: int) -> None:
    """Jacobians of a site."""
    _give(m, jacp, jacr, _core.jac_site(m._core, d._core, int(site)))


def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: Array | None, body: int) -> None:
    """Jacobian of the centre of mass of a body with all below it."""
    value = _core.jac_subtree_com(m._core, d._core, int(body))
    _give(m, jacp, None, (value, value))


def mj_jacPointAxis(
    m: MjModel, d: MjData, jacPoint: Array | None, jacAxis: Array | None, point: Array, axis: Array, body: int
) -> None:
    """Jacobians of a point and of an axis that turns with a body."""
    jacp, jacr = _core.jac(m._core, d._core, _in(point, 3), int(body))
    _give(m, jacPoint, jacAxis, (jacp, np.cross(jacr.T, _in(axis, 3)).T))


def mj_jacDot(m: MjModel, d: MjData, jacp: Array | None, jacr: Array | None, point: Array, body: int) -> None:
    """Rates of the Jacobians of a world point fixed to a body.

    Column i of the translation is S_lin + S_ang x (point - com), and com moves with the tree: its rate is
    S'_lin + S'_ang x (point - com) + S_ang x (velocity of the point).
    """
    point, com = _in(point, 3), d.subtree_com[m.body_rootid[body]]
    speed = moved(d.cvel[body], False, point, com, None)[3:]
    rate_p, rate_r = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    b = int(body)
    while b > 0 and m.body_dofnum[b] == 0:
        b = m.body_parentid[b]
    i = m.body_dofadr[b] + m.body_dofnum[b] - 1 if b > 0 else -1
    while i >= 0:
        joint, axis, rate = m.dof_jntid[i], d.cdof[i], d.cdof_dot[i]
        kind = m.jnt_type[joint]
        ball = kind == enums.mjtJoint.mjJNT_BALL or (kind == enums.mjtJoint.mjJNT_FREE and i >= m.jnt_dofadr[joint] + 3)
        if ball:  # these axes turn with the body itself; cdof_dot leaves out what cancels in the bias
            v = d.cvel[m.dof_bodyid[i]]
            rate = np.concatenate((np.cross(v[:3], axis[:3]), np.cross(v[:3], axis[3:]) + np.cross(v[3:], axis[:3])))
        rate_r[:, i] = rate[:3]
        rate_p[:, i] = rate[3:] + np.cross(rate[:3], point - com) + np.cross(axis[:3], speed)
        i = m.dof_parentid[i]
    _give(m, jacp, jacr, (rate_p, rate_r))


def _groups(geomgroup: Array | None) -> int:
    if geomgroup is None:
        return 63
    flags = np.asarray(geomgroup).reshape(-1)
    if len(flags) != 6:
        raise TypeError("geomgroup should be of size 6")
    return int(sum(1 << i for i in range(6) if flags[i]))


def mj_ray(
    m: MjModel,
    d: MjData,
    pnt: Array,
    vec: Array,
    geomgroup: Array | None,
    flg_static: bool,
    bodyexclude: int,
    geomid: Array | None,
    normal: Array | None = None,
) -> float:
    """Distance to what a ray first meets, -1 if it meets nothing."""
    distance, geom, direction = _core.ray(
        m._core,
        d._core,
        _in(pnt, 3),
        _in(vec, 3),
        groups=_groups(geomgroup),
        moving_only=not flg_static,
        exclude=int(bodyexclude) if bodyexclude >= 0 else None,
    )
    if geomid is not None:
        geomid.reshape(-1)[0] = geom
    if normal is not None:
        normal.reshape(-1)[...] = direction
    return float(distance)


def mj_multiRay(
    m: MjModel,
    d: MjData,
    pnt: Array,
    vec: Array,
    geomgroup: Array | None,
    flg_static: bool,
    bodyexclude: int,
    geomid: Array,
    dist: Array,
    normal: Array | None,
    nray: int,
    cutoff: float,
) -> None:
    """Many rays from one point."""
    if np.size(dist) != nray or np.size(geomid) != nray or np.size(vec) != 3 * nray:
        raise TypeError("dist and geomid should be of size nray, vec of size 3 * nray")
    distances, geoms, normals = _core.rays(
        m._core,
        d._core,
        _in(pnt, 3),
        np.reshape(vec, (nray, 3)),
        groups=_groups(geomgroup),
        moving_only=not flg_static,
        exclude=int(bodyexclude) if bodyexclude >= 0 else None,
        cutoff=cutoff,
    )
    dist.reshape(-1)[...], geomid.reshape(-1)[...] = distances, geoms
    if normal is not None:
        normal.reshape(-1)[...] = normals.reshape(-1)


_SHAPES = "plane hfield sphere capsule ellipsoid cylinder box".split()


def mju_rayGeom(
    pos: Array, mat: Array, size: Array, pnt: Array, vec: Array, geomtype: int, normal: Array | None = None
) -> float:
    """Distance to a shape along a ray, -1 if it is not met."""
    if not 0 <= int(geomtype) < len(_SHAPES) or _SHAPES[int(geomtype)] == "hfield":
        raise FatalError(f"mju_rayGeom: unexpected geom type {int(geomtype)}")
    shape, frame = _SHAPES[int(geomtype)], _in(mat, 9).reshape(3, 3)
    numbers = " ".join(repr(float(x)) for x in _in(size, 3))
    model = _core.load_text(f'<mujoco><worldbody><geom type="{shape}" size="{numbers}"/></worldbody></mujoco>')
    data = _core.Data(model)
    _core.forward(model, data)
    start, along = frame.T @ (_in(pnt, 3) - _in(pos, 3)), frame.T @ _in(vec, 3)
    distance, _, direction = _core.ray(model, data, start, along)
    if normal is not None:
        normal.reshape(-1)[...] = frame @ direction
    return float(distance)


def mj_geomDistance(m: MjModel, d: MjData, geom1: int, geom2: int, distmax: float, fromto: Array | None) -> float:
    """Distance of two geoms, at most distmax, and the nearest points."""
    distance, points = _core.geom_distance(m._core, d._core, int(geom1), int(geom2), distmax)
    if fromto is not None:
        if fromto.size != 6:
            raise TypeError("fromto should be of size 6")
        fromto.reshape(-1)[...] = points
    return float(distance)


__all__ = [name for name in globals() if name.startswith(("mj_", "mju_", "mjd_", "set_mjcb", "get_mjcb"))]
