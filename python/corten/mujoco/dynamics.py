"""Dynamics computed here, in numpy, from the fields of a world: products with M, Newton-Euler recursion, body forces.

Spatial vectors are (angular, linear) about the centre of mass of the tree. With motion axes S = cdof, their rates S' =
cdof_dot, inertias I = cinert, velocities v = cvel, body b below its parent p:

    a_b = a_p + S' qvel + S qacc              a_0 = -gravity
    f_b = I a_b + v x* (I v) - external       summed from the leaves to the root
    force of dof i = S_i . f_b
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from . import enums
from .algebra import _in, _normalize, _out, conjugate, integrate, moved, product, rotation, velocity
from .data import MjData, dense_jacobian, is_sparse
from .model import MjModel

Array = np.ndarray
_GRAVITY_OFF = int(enums.mjtDisableBit.mjDSBL_GRAVITY)
_FREE, _BALL = int(enums.mjtJoint.mjJNT_FREE), int(enums.mjtJoint.mjJNT_BALL)

# ---- inertia matrix


def mj_fullM(m: MjModel, d: MjData, dst: Array) -> None:
    """The inertia matrix, nv x nv."""
    if dst.shape != (m.nv, m.nv):
        raise TypeError("dst should be of shape (nv, nv)")
    dst[...] = _core.mass_matrix(m._core, d._core)


def mj_mulM(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """res = M vec"""
    _out(res, m.nv)[...] = _core.mass_matrix(m._core, d._core) @ _in(vec, m.nv)


def mj_solveM(m: MjModel, d: MjData, x: Array, y: Array) -> None:
    """Rows of x are M^-1 times rows of y."""
    if x.shape != y.shape or x.shape[-1] != m.nv:
        raise TypeError("x and y should be of shape (n, nv)")
    x[...] = np.linalg.solve(_core.mass_matrix(m._core, d._core), np.atleast_2d(y).T).T.reshape(x.shape)


# ---- Newton-Euler recursion


def _inertia_times(inertia: Array, v: Array) -> Array:
    """I v for all bodies; I holds the moments (xx, yy, zz, xy, xz, yz), the first moment h and the mass."""
    i, h, w, u = inertia, inertia[:, 6:9], v[:, :3], v[:, 3:]
    angular = np.stack(
        (
            i[:, 0] * w[:, 0] + i[:, 3] * w[:, 1] + i[:, 4] * w[:, 2],
            i[:, 3] * w[:, 0] + i[:, 1] * w[:, 1] + i[:, 5] * w[:, 2],
            i[:, 4] * w[:, 0] + i[:, 5] * w[:, 1] + i[:, 2] * w[:, 2],
        ),
        axis=1,
    )
    return np.concatenate((angular + np.cross(h, u), i[:, 9:] * u - np.cross(h, w)), axis=1)


def _cross_force(v: Array, f: Array) -> Array:
    """v x* f for all bodies."""
    w, u = v[:, :3], v[:, 3:]
    return np.concatenate((np.cross(w, f[:, :3]) + np.cross(u, f[:, 3:]), np.cross(w, f[:, 3:])), axis=1)


def _accelerations(m: MjModel, d: MjData, with_qacc: bool) -> Array:
    acc = np.zeros((m.nbody, 6))
    if not m.opt.disableflags & _GRAVITY_OFF:
        acc[0, 3:] = -m.opt.gravity
    rate = d.cdof_dot * d.qvel[:, None]
    if with_qacc:
        rate = rate + d.cdof * d.qacc[:, None]
    parents, first, count = m.body_parentid, m.body_dofadr, m.body_dofnum
    for b in range(1, m.nbody):
        acc[b] = acc[parents[b]]
        if count[b]:
            acc[b] += rate[first[b] : first[b] + count[b]].sum(axis=0)
    return acc


def _forces(m: MjModel, d: MjData, acc: Array, external: Array | None) -> Array:
    force = _inertia_times(d.cinert, acc) + _cross_force(d.cvel, _inertia_times(d.cinert, d.cvel))
    force[0] = 0
    if external is not None:
        force -= external
    parents = m.body_parentid
    for b in range(m.nbody - 1, 0, -1):
        force[parents[b]] += force[b]
    return force


def mj_rne(m: MjModel, d: MjData, flg_acc: int, result: Array) -> None:
    """Force of each dof that causes qacc, or with flg_acc = 0 no acceleration."""
    force = _forces(m, d, _accelerations(m, d, bool(flg_acc)), None)
    _out(result, m.nv)[...] = np.einsum("ij,ij->i", d.cdof, force[m.dof_bodyid])


def mj_rnePostConstraint(m: MjModel, d: MjData) -> None:
    """cacc, cfrc_int and cfrc_ext: accelerations of bodies, forces between them and from outside."""
    _core.evaluate_body_forces(m._core, d._core)


def mj_fwdAcceleration(m: MjModel, d: MjData) -> None:
    """qfrc_smooth and qacc_smooth, from the forces that stand in the data."""
    total = d.qfrc_passive - d.qfrc_bias + d.qfrc_applied + d.qfrc_actuator
    for b in np.flatnonzero(d.xfrc_applied.any(axis=1)):
        mj_applyFT(m, d, d.xfrc_applied[b, :3], d.xfrc_applied[b, 3:], d.xipos[b], b, total)
    d.qfrc_smooth[...] = total
    d.qacc_smooth[...] = np.linalg.solve(_core.mass_matrix(m._core, d._core), total)


def mj_subtreeVel(m: MjModel, d: MjData) -> None:
    """subtree_linvel and subtree_angmom."""
    mass, total, com, parents = m.body_mass, m.body_subtreemass, d.subtree_com, m.body_parentid
    arm = d.xipos - com[m.body_rootid]
    spin, speed = d.cvel[:, :3], d.cvel[:, 3:] - np.cross(arm, d.cvel[:, :3])
    frame = d.ximat.reshape(-1, 3, 3)
    local = np.einsum("bji,bj->bi", frame, spin) * m.body_inertia
    angular, linear = np.einsum("bij,bj->bi", frame, local), mass[:, None] * speed
    for b in range(m.nbody - 1, 0, -1):
        linear[parents[b]] += linear[b]
    linear /= np.maximum(enums.mjMINVAL, total)[:, None]
    for b in range(m.nbody - 1, -1, -1):
        angular[b] += np.cross(d.xipos[b] - com[b], mass[b] * (speed[b] - linear[b]))
        if b:
            p = parents[b]
            angular[p] += angular[b] + np.cross(com[b] - com[p], total[b] * (linear[b] - linear[p]))
    d.subtree_linvel[...], d.subtree_angmom[...] = linear, angular


def mj_angmomMat(m: MjModel, d: MjData, mat: Array, body: int) -> None:
    """mat qvel is the angular momentum of a body with all below it about their centre of mass.

    The sum over its bodies of R I R' jac_rotation + mass (x - c) x jac_translation.
    """
    if mat.shape != (3, m.nv):
        raise TypeError("mat should be of shape (3, nv)")
    total, inside = np.zeros((3, m.nv)), np.zeros(m.nbody, dtype=bool)
    for b in range(int(body), m.nbody):
        inside[b] = b == body or (b > 0 and inside[m.body_parentid[b]])
        if not inside[b] or b == 0:
            continue
        jacp, jacr = _core.jac_body_com(m._core, d._core, b)
        frame = d.ximat[b].reshape(3, 3)
        total += (frame * m.body_inertia[b]) @ frame.T @ jacr
        total += m.body_mass[b] * np.cross(d.xipos[b] - d.subtree_com[body], jacp.T).T
    mat[...] = total


# ---- contacts and constraint rows


def _force_of(m: MjModel, contact: Any, force: Array) -> Array:
    """Force and torque of a contact in its frame, from efc_force."""
    out, start, dim = np.zeros(6), int(contact["efc_address"]), int(contact["dim"])
    if start < 0:
        return out
    if dim == 1 or m.opt.cone == enums.mjtCone.mjCONE_ELLIPTIC:
        out[:dim] = force[start : start + dim]
        return out
    edges = force[start : start + 2 * (dim - 1)].reshape(-1, 2)
    out[0] = edges.sum()
    out[1:dim] = (edges[:, 0] - edges[:, 1]) * contact["friction"][: dim - 1]
    return out


def mj_contactForce(m: MjModel, d: MjData, id: int, result: Array) -> None:
    """Force and torque of a contact, in its frame."""
    contacts = d._contacts().records
    if not 0 <= id < len(contacts):
        raise IndexError(f"contact {id} of {len(contacts)}")
    _out(result, 6)[...] = _force_of(m, contacts[id], d._core.efc_force)


def mj_mulJacVec(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """res = efc_J vec"""
    _out(res, d.nefc)[...] = dense_jacobian(d) @ _in(vec, m.nv)


def mj_mulJacTVec(m: MjModel, d: MjData, res: Array, vec: Array) -> None:
    """res = efc_J' vec"""
    _out(res, m.nv)[...] = dense_jacobian(d).T @ _in(vec, d.nefc)


def mj_isSparse(m: MjModel) -> int:
    """1 if the constraint Jacobian is sparse."""
    return int(is_sparse(m))


def mj_isPyramidal(m: MjModel) -> int:
    """1 if friction cones are pyramids."""
    return int(m.opt.cone == enums.mjtCone.mjCONE_PYRAMIDAL)


def mj_isDual(m: MjModel) -> int:
    """1 if the solver works on forces."""
    return int(m.opt.solver == enums.mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0)


# ---- positions


def mj_integratePos(m: MjModel, qpos: Array, qvel: Array, dt: float) -> None:
    """Moves qpos with qvel for dt."""
    q, v = _out(qpos, m.nq), _in(qvel, m.nv)
    for kind, at, dof in zip(m.jnt_type, m.jnt_qposadr, m.jnt_dofadr):
        if kind == _FREE:
            q[at : at + 3] += dt * v[dof : dof + 3]
            q[at + 3 : at + 7] = integrate(q[at + 3 : at + 7], v[dof + 3 : dof + 6], dt)
        elif kind == _BALL:
            q[at : at + 4] = integrate(q[at : at + 4], v[dof : dof + 3], dt)
        else:
            q[at] += dt * v[dof]


def _difference(a: Array, b: Array, dt: float) -> Array:
    return velocity(product(conjugate(a), b), dt)


def mj_differentiatePos(m: MjModel, qvel: Array, dt: float, qpos1: Array, qpos2: Array) -> None:
    """The velocity that takes qpos1 to qpos2 in dt."""
    v, a, b = _out(qvel, m.nv), _in(qpos1, m.nq), _in(qpos2, m.nq)
    for kind, at, dof in zip(m.jnt_type, m.jnt_qposadr, m.jnt_dofadr):
        if kind == _FREE:
            v[dof : dof + 3] = (b[at : at + 3] - a[at : at + 3]) / dt
            v[dof + 3 : dof + 6] = _difference(a[at + 3 : at + 7], b[at + 3 : at + 7], dt)
        elif kind == _BALL:
            v[dof : dof + 3] = _difference(a[at : at + 4], b[at : at + 4], dt)
        else:
            v[dof] = (b[at] - a[at]) / dt


def mj_normalizeQuat(m: MjModel, qpos: Array) -> None:
    """Gives all quaternions in qpos the length 1."""
    q = _out(qpos, m.nq)
    for kind, at in zip(m.jnt_type, m.jnt_qposadr):
        if kind in (_FREE, _BALL):
            start = at + (3 if kind == _FREE else 0)
            _normalize(q[start : start + 4])


def mj_local2Global(d: MjData, xpos: Array, xmat: Array, pos: Array, quat: Array, body: int, sameframe: int) -> None:
    """The world pose of a pose in a body."""
    if sameframe != enums.mjtSameFrame.mjSAMEFRAME_NONE:
        raise NotImplementedError("corten.mujoco: mj_local2Global with a sameframe other than mjSAMEFRAME_NONE")
    q = d.xquat[body]
    _out(xpos, 3)[...] = d.xpos[body] + d.xmat[body].reshape(3, 3) @ _in(pos, 3)
    _out(xmat, 9)[...] = rotation(product(q, _in(quat, 4))).reshape(-1)


def mj_getTotalmass(m: MjModel) -> float:
    """Mass of all bodies."""
    return float(np.sum(m.body_mass))


def mj_setTotalmass(m: MjModel, newmass: float) -> None:
    """Scales all masses and inertias so that the masses sum up to newmass. What follows from them: mj_setConst."""
    scale = max(enums.mjMINVAL, newmass / max(enums.mjMINVAL, mj_getTotalmass(m)))
    m.body_mass[...] *= scale
    m.body_inertia[...] *= scale


# ---- forces and velocities of points


def mj_applyFT(m: MjModel, d: MjData, force: Array, torque: Array, point: Array, body: int, qfrc_target: Array) -> None:
    """Adds a force and torque at a point of a body to forces of dofs."""
    jacp, jacr = _core.jac(m._core, d._core, _in(point, 3), int(body))
    _out(qfrc_target, m.nv)[...] += jacp.T @ _in(force, 3) + jacr.T @ _in(torque, 3)


def frame_of(m: MjModel, d: MjData, objtype: int, objid: int) -> tuple[int, Array, Array]:
    """Body, position and orientation of an object that has a place."""
    obj = enums.mjtObj
    fields = {
        obj.mjOBJ_BODY: (None, "xipos", "ximat"),
        obj.mjOBJ_XBODY: (None, "xpos", "xmat"),
        obj.mjOBJ_GEOM: ("geom_bodyid", "geom_xpos", "geom_xmat"),
        obj.mjOBJ_SITE: ("site_bodyid", "site_xpos", "site_xmat"),
        obj.mjOBJ_CAMERA: ("cam_bodyid", "cam_xpos", "cam_xmat"),
    }
    if objtype not in fields:
        raise ValueError(f"invalid object type {objtype}")
    body, pos, mat = fields[obj(objtype)]
    count = len(getattr(d, pos))
    if not 0 <= objid < count:
        raise ValueError(f"invalid object id {objid}: there are {count}")
    return int(getattr(m, body)[objid]) if body else objid, getattr(d, pos)[objid], getattr(d, mat)[objid]


def mj_objectVelocity(m: MjModel, d: MjData, objtype: int, objid: int, res: Array, flg_local: int) -> None:
    """Angular and linear velocity of an object, in world or local orientation."""
    body, pos, mat = frame_of(m, d, objtype, objid)
    _out(res, 6)[...] = moved(d.cvel[body], False, pos, d.subtree_com[m.body_rootid[body]], mat if flg_local else None)


def mj_objectAcceleration(m: MjModel, d: MjData, objtype: int, objid: int, res: Array, flg_local: int) -> None:
    """Angular and linear acceleration of an object, from cacc."""
    body, pos, mat = frame_of(m, d, objtype, objid)
    com, rot = d.subtree_com[m.body_rootid[body]], mat if flg_local else None
    out = _out(res, 6)
    if m.body_dofnum[m.body_weldid[body]] == 0:  # what cannot move has no acceleration, though cacc holds -gravity
        out[...] = 0
        return
    out[...] = moved(d.cacc[body], False, pos, com, rot)
    speed = moved(d.cvel[body], False, pos, com, rot)
    out[3:] += np.cross(speed[:3], speed[3:])


__all__ = [name for name in globals() if name.startswith(("mj_", "mju_", "mjd_", "set_mjcb", "get_mjcb"))]
