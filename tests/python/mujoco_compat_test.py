"""corten.mujoco against mujoco 3.12.0: the same program in both gives the same shapes, types and numbers.

Numbers agree to 1e-9 relative to the largest of an array: both sum in double precision, in other orders, over a few
hundred steps at most in scenes that do not amplify it.
"""

import copy
import pickle
import re
import subprocess
import sys

import mujoco
import numpy as np
import pytest
from conftest import ARM, MODELS, SOURCE

import corten.mujoco as ours
from corten.mujoco.missing import Absent

# Models of the conformance tests and the one of the other tests of this package.
FILES = ["tendons", "actuators", "sensors", "joints", "constraints", "constraints_elliptic", "contacts", "views", "fluid"]
CASES = [*FILES, "arm"]


def load(lib, case):
    if case == "arm":
        return lib.MjModel.from_xml_string(ARM)
    return lib.MjModel.from_xml_path(str(MODELS / f"{case}.xml"))


def moved(lib, case, steps=20):
    """A world in motion, with everything computed."""
    m = load(lib, case)
    d = lib.MjData(m)
    rng = np.random.default_rng(1)
    d.qvel[:] = 0.1 * rng.standard_normal(m.nv)
    d.ctrl[:] = 0.1 * rng.standard_normal(m.nu)
    d.xfrc_applied[1:] = 0.01 * rng.standard_normal((m.nbody - 1, 6))
    lib.mj_step(m, d, steps)
    lib.mj_forward(m, d)
    return m, d


def close(a, b, tolerance=1e-9, what=""):
    a, b = np.asarray(a), np.asarray(b)
    assert a.shape == b.shape, what
    if a.size:
        error, scale = float(np.abs(a.astype(float) - b).max()), float(np.abs(b.astype(float)).max())
        assert error <= tolerance * max(1.0, scale), f"{what}: {error} off, of {scale}"


def both(case, steps=20):
    return moved(ours, case, steps), moved(mujoco, case, steps)


def fields(thing):
    return [n for n in dir(thing) if not n.startswith("_") and not callable(getattr(thing, n))]


# Memory that MuJoCo leaves as it found it: without islands, with a dense Jacobian, without flexes.
UNSET = {"dof_island", "tree_island", "map_dof2idof", "map_idof2dof", "efc_island", "efm_K_rowadr", "efm_K_rownnz", "efm_c"}
UNSET |= {"efc_J_rownnz", "efc_J_rowadr", "efc_J_colind"}
# MuJoCo keeps efc_state in the order of islands; here it belongs to the row, like efc_force.
NOT_COMPARED = UNSET | {"efc_state", "solver_niter", "opt", "stat", "vis", "model", "contact", "warning", "solver", "timer"}


@pytest.mark.parametrize("case", CASES)
def test_all_fields_of_model_and_data(case):
    (m, d), (rm, rd) = both(case)
    missing = []
    for own, real in ((m, rm), (d, rd)):
        for name in fields(real):
            if name in NOT_COMPARED:
                continue
            if not hasattr(own, name) or isinstance(getattr(own, name), Absent):
                with pytest.raises(NotImplementedError, match=name):
                    np.asarray(getattr(own, name))
                missing.append(name)
                continue
            a, b = getattr(own, name), getattr(real, name)
            if isinstance(b, np.ndarray):
                assert (name, a.dtype, a.shape) == (name, b.dtype, b.shape)
                close(a, b, 1e-8 if name.startswith(("efc_", "qacc")) else 1e-9, name)
            else:
                assert (name, a, type(a)) == (name, b, type(b))
    assert len(missing) < 100
    assert "qpos" not in missing and "body_mass" not in missing


@pytest.mark.parametrize("case", CASES)
def test_options_statistics_and_visual(case):
    m, rm = load(ours, case), load(mujoco, case)
    for name in mujoco.MjOption._all_fields:
        a, b = getattr(m.opt, name), getattr(rm.opt, name)
        assert type(a) is type(b)
        close(a, b)
    for name in ("meaninertia", "meanmass", "meansize", "extent", "center"):
        close(getattr(m.stat, name), getattr(rm.stat, name))
    for group in ("global_", "quality", "headlight", "map", "scale", "rgba"):
        own, real = getattr(m.vis, group), getattr(rm.vis, group)
        for name in fields(real):
            if name not in ("bv", "bvactive") or group != "rgba":
                close(getattr(own, name), getattr(real, name))


@pytest.mark.parametrize("case", CASES)
def test_named_access(case):
    (m, d), (rm, rd) = both(case, 1)
    kinds = "actuator body camera equality exclude geom jnt joint key light material mesh numeric pair sensor site tendon"
    for kind in kinds.split():
        for own, real in ((m, rm), (d, rd)):
            if not hasattr(real, kind):
                continue
            try:
                element = getattr(real, kind)(0)
            except IndexError:
                with pytest.raises(IndexError):
                    getattr(own, kind)(0)
                continue
            mine = getattr(own, kind)(0)
            assert (mine.id, mine.name) == (element.id, element.name)
            for name in dir(element):
                if name.startswith("_") or name in ("id", "name", "moment") or name.startswith("J_"):
                    continue
                a, b = getattr(mine, name), getattr(element, name)
                assert (kind, name, a.dtype, a.shape) == (kind, name, b.dtype, b.shape)
                close(a, b)


def test_named_access_writes_and_refuses():
    m = load(ours, "arm")
    d = ours.MjData(m)
    m.geom("box").rgba = (1, 0, 0, 1)
    assert m.geom_rgba[m.geom("box").id].tolist() == [1, 0, 0, 1]
    d.joint("elbow").qpos = 0.5
    assert d.qpos[1] == 0.5
    assert d.joint("box_joint").qvel.shape == (6,)
    with pytest.raises(KeyError, match="Invalid name 'nope'. Valid names"):
        m.body("nope")
    with pytest.raises(IndexError, match="Invalid index 99. Valid indices from 0 to 4"):
        m.body(99)
    with pytest.raises(AttributeError):
        m.body(0).nope  # noqa: B018
    with pytest.raises(AttributeError):
        m.nope = 1
    with pytest.raises(AttributeError):
        d.ncon = 3
    with pytest.raises(ValueError):
        d.qpos = [1, 2]


@pytest.mark.parametrize("case", CASES)
def test_names(case):
    m, rm = load(ours, case), load(mujoco, case)
    for obj in mujoco.mjtObj.__members__.values():
        if obj in (mujoco.mjtObj.mjOBJ_DOF, mujoco.mjtObj.mjOBJ_UNKNOWN):
            continue
        for i in range(-1, 6):
            name = mujoco.mj_id2name(rm, obj, i)
            assert ours.mj_id2name(m, int(obj), i) == name
            if name:
                assert ours.mj_name2id(m, getattr(ours.mjtObj, obj.name), name) == i
        assert ours.mju_type2Str(int(obj)) == mujoco.mju_type2Str(int(obj))
        if mujoco.mju_type2Str(int(obj)):
            assert ours.mju_str2Type(mujoco.mju_type2Str(int(obj))) == int(obj)
    assert ours.mj_name2id(m, 1, "nope") == -1


def test_enums_and_constants():
    for name in dir(mujoco):
        real = getattr(mujoco, name)
        if hasattr(real, "__members__"):
            own = getattr(ours, name)
            assert {k: int(v) for k, v in own.__members__.items()} == {k: int(v) for k, v in real.__members__.items()}
            assert all(str(own[k]) == str(v) for k, v in real.__members__.items() if own[k].name == k)
        elif name.startswith("mj") and isinstance(real, (int, float)):
            assert getattr(ours, name) == real
    for name in ("DISABLE", "ENABLE", "FRAME", "LABEL", "TIMER", "VIS", "RND"):
        assert getattr(ours, f"mj{name}STRING") == getattr(mujoco, f"mj{name}STRING")
    assert ours.mjtDisableBit.mjDSBL_CONTACT | ours.mjtDisableBit.mjDSBL_GRAVITY == 16 | 128
    assert ours.mj_version() == mujoco.mj_version() and ours.mj_versionString() == mujoco.mj_versionString()


@pytest.mark.parametrize("case", ["constraints", "constraints_elliptic", "contacts"])
def test_contacts(case):
    (m, d), (rm, rd) = both(case)
    assert len(d.contact) == len(rd.contact) == d.ncon > 0
    for name in "dist pos frame includemargin friction solref solimp dim geom geom1 geom2 exclude efc_address".split():
        a, b = getattr(d.contact, name), getattr(rd.contact, name)
        assert (name, a.shape, a.dtype) == (name, b.shape, b.dtype)
        close(a, b)
    for i in range(d.ncon):
        one, real = d.contact[i], rd.contact[i]
        assert (one.geom1, one.geom2, one.dim) == (real.geom1, real.geom2, real.dim)
        close(one.pos, real.pos)
        a, b = np.zeros(6), np.zeros(6)
        ours.mj_contactForce(m, d, i, a)
        mujoco.mj_contactForce(rm, rd, i, b)
        close(a, b, 1e-8)
    assert d.warning.number.tolist() == rd.warning.number.tolist()
    close(d.solver_niter[: d.nisland], rd.solver_niter[: d.nisland])
    assert d.solver_niter.shape == rd.solver_niter.shape
    with pytest.raises(IndexError):
        d.contact[d.ncon]


@pytest.mark.parametrize("case", CASES)
def test_inertia_and_recursions(case):
    (m, d), (rm, rd) = both(case)
    x = np.random.default_rng(2).standard_normal(m.nv)

    def results(lib, mm, dd):
        out = [np.zeros((mm.nv, mm.nv)), np.zeros(mm.nv), np.zeros((1, mm.nv)), np.zeros(mm.nv), np.zeros(mm.nv)]
        lib.mj_fullM(mm, dd, out[0])
        lib.mj_mulM(mm, dd, out[1], x)
        lib.mj_solveM(mm, dd, out[2], x[None])
        lib.mj_rne(mm, dd, 0, out[3])
        lib.mj_rne(mm, dd, 1, out[4])
        lib.mj_rnePostConstraint(mm, dd)
        lib.mj_subtreeVel(mm, dd)
        return [*out, dd.cacc, dd.cfrc_ext, dd.cfrc_int, dd.subtree_linvel, dd.subtree_angmom]

    for i, (a, b) in enumerate(zip(results(ours, m, d), results(mujoco, rm, rd))):
        close(a, b, 1e-8, f"result {i}")


@pytest.mark.parametrize("case", CASES)
def test_stages_write_what_mujoco_writes(case):
    stages = (
        "mj_kinematics mj_comPos mj_camlight mj_tendon mj_transmission mj_makeM mj_crb mj_factorM mj_fwdKinematics "
        "mj_fwdPosition mj_sensorPos mj_energyPos mj_comVel mj_passive mj_fwdVelocity mj_sensorVel mj_energyVel "
        "mj_fwdActuation mj_fwdAcceleration mj_fwdConstraint"
    )
    (m, d), (rm, rd) = both(case)
    for lib, mm, dd in ((ours, m, d), (mujoco, rm, rd)):  # another state than the one that was computed
        dd.qpos[:] += 1e-3
        dd.qvel[:] *= 1.5
        dd.ctrl[:] += 0.01
        for name in stages.split():
            getattr(lib, name)(mm, dd)
    compared = "xpos xmat geom_xpos site_xpos cdof cinert subtree_com cam_xpos light_xdir ten_length ten_J crb M qLD cvel"
    compared += " actuator_length actuator_force qfrc_actuator act_dot qfrc_passive qfrc_bias qfrc_smooth qacc_smooth"
    compared += " sensordata energy actuator_velocity qacc"
    for name in compared.split():
        close(getattr(d, name), getattr(rd, name), what=name)
    assert d.ncon == rd.ncon and d.nefc == rd.nefc
    d.qfrc_smooth[0] += 1
    with pytest.raises(NotImplementedError, match="qfrc_smooth"):
        ours.mj_fwdConstraint(m, d)


@pytest.mark.parametrize("case", CASES)
def test_jacobians_and_velocities(case):
    (m, d), (rm, rd) = both(case)
    point, axis = np.array([0.1, 0.2, 0.3]), np.array([0.0, 0.6, 0.8])

    def results(lib, mm, dd):
        pair = lambda: (np.zeros((3, mm.nv)), np.zeros((3, mm.nv)))  # noqa: E731
        out = []
        for body in range(mm.nbody):
            for call in ("mj_jacBody", "mj_jacBodyCom"):
                p, r = pair()
                getattr(lib, call)(mm, dd, p, r, body)
                out += [p, r]
            for call, more in (("mj_jac", (point,)), ("mj_jacDot", (point,)), ("mj_jacPointAxis", (point, axis))):
                p, r = pair()
                getattr(lib, call)(mm, dd, p, r, *more, body)
                out += [p, r]
            p, _ = pair()
            lib.mj_jacSubtreeCom(mm, dd, p, body)
            force = np.zeros(mm.nv)
            lib.mj_applyFT(mm, dd, axis, point, point, body, force)
            out += [p, force]
        for geom in range(mm.ngeom):
            p, r = pair()
            lib.mj_jacGeom(mm, dd, p, None, geom)
            lib.mj_jacGeom(mm, dd, None, r, geom)
            out += [p, r]
        lib.mj_rnePostConstraint(mm, dd)
        for kind, count in (("BODY", mm.nbody), ("XBODY", mm.nbody), ("GEOM", mm.ngeom), ("SITE", mm.nsite)):
            for i in range(count):
                for local in (0, 1):
                    v, a = np.zeros(6), np.zeros(6)
                    obj = getattr(lib.mjtObj, "mjOBJ_" + kind)
                    lib.mj_objectVelocity(mm, dd, obj, i, v, local)
                    lib.mj_objectAcceleration(mm, dd, obj, i, a, local)
                    out += [v, a]
        return out

    for a, b in zip(results(ours, m, d), results(mujoco, rm, rd), strict=True):
        close(a, b, 1e-8)


def test_rays_and_distances():
    (m, d), (rm, rd) = both("contacts")
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(30):
        origin, towards = rng.standard_normal(3) + [0, 0, 1], rng.standard_normal(3)
        found = []
        for lib, mm, dd in ((ours, m, d), (mujoco, rm, rd)):
            geom, normal = np.zeros(1, np.int32), np.zeros(3)
            groups = np.array([1, 1, 1, 0, 0, 0], np.uint8)
            x = lib.mj_ray(mm, dd, origin, towards, groups, True, 1, geom, normal)
            found.append([x, *geom, *normal])
            ids, far = np.zeros(2, np.int32), np.zeros(2)
            lib.mj_multiRay(mm, dd, origin, np.r_[towards, -towards], None, 0, -1, ids, far, None, 2, 5.0)
            found[-1] += [*ids, *far]
        hits += found[0][1] >= 0
        close(*found)
    assert hits > 5
    for g1, g2 in ((0, 1), (1, 2), (2, 3)):
        a, b = np.zeros(6), np.zeros(6)
        x, y = ours.mj_geomDistance(m, d, g1, g2, 10, a), mujoco.mj_geomDistance(rm, rd, g1, g2, 10, b)
        close(x, y)
        close(a, b, 1e-6)


def test_positions_and_states():
    (m, d), (rm, rd) = both("joints")
    rng = np.random.default_rng(4)
    q, v, more = d.qpos.copy(), rng.standard_normal(m.nv), rng.standard_normal(m.nv)
    out = []
    for lib, mm, dd in ((ours, m, d), (mujoco, rm, rd)):
        q1, q2, v1 = q.copy(), q.copy(), np.zeros(mm.nv)
        lib.mj_integratePos(mm, q1, v, 0.3)
        lib.mj_integratePos(mm, q2, more, 0.5)
        lib.mj_differentiatePos(mm, v1, 0.2, q1, q2)
        q3 = 3 * q1
        lib.mj_normalizeQuat(mm, q3)
        spec = lib.mjtState.mjSTATE_INTEGRATION
        state = np.zeros(lib.mj_stateSize(mm, spec))
        lib.mj_getState(mm, dd, state, spec)
        small = np.zeros(lib.mj_stateSize(mm, 3))
        lib.mj_extractState(mm, state, spec, small, 3)
        lib.mj_setState(mm, dd, 0.5 * state, spec)
        lib.mj_step(mm, dd)
        out.append([q1, q2, v1, q3, state, small, dd.qpos.copy()])
    for a, b in zip(*out, strict=True):
        close(a, b)
    with pytest.raises(TypeError):
        ours.mj_getState(m, d, np.zeros(3), 1)


@pytest.mark.parametrize("case", ["actuators", "joints", "arm"])
def test_derivatives(case):
    (m, d), (rm, rd) = both(case, 3)
    n, s = 2 * m.nv + m.na, m.nsensordata
    out = []
    for lib, mm, dd in ((ours, m, d), (mujoco, rm, rd)):
        mats = [np.zeros(shape) for shape in ((n, n), (n, m.nu), (s, n), (s, m.nu))]
        lib.mjd_transitionFD(mm, dd, 1e-6, True, *mats)
        more = [np.zeros((m.nv, k)) for k in (m.nv, m.nv, m.nv, s, s, s)]
        lib.mjd_inverseFD(mm, dd, 1e-6, False, *more, None)
        out.append(mats + more)
    for a, b in zip(*out, strict=True):
        close(a, b, 1e-6)  # a rounding error of a step divided by 1e-6


def test_reset_keyframe_and_inverse():
    (m, d), (rm, rd) = both("arm")
    for lib, mm, dd in ((ours, m, d), (mujoco, rm, rd)):
        lib.mj_resetDataKeyframe(mm, dd, 0)
        lib.mj_step1(mm, dd)
        dd.ctrl[:] = 0.3
        lib.mj_step2(mm, dd)
        lib.mj_forward(mm, dd)
        lib.mj_inverse(mm, dd)
        lib.mj_compareFwdInv(mm, dd)
    close(d.solver_fwdinv, rd.solver_fwdinv, 1e-8)
    for name in ("qpos", "qvel", "act", "qacc", "qfrc_inverse", "time"):
        close(getattr(d, name), getattr(rd, name), 1e-8)
    assert ours.mj_getTotalmass(m) == pytest.approx(mujoco.mj_getTotalmass(rm), rel=1e-14)
    ours.mj_setTotalmass(m, 5.0)
    mujoco.mj_setTotalmass(rm, 5.0)
    close(m.body_mass, rm.body_mass)
    close(m.body_invweight0, rm.body_invweight0)
    ours.mj_setConst(m, d)
    mujoco.mj_setConst(rm, rd)
    close(m.body_invweight0, rm.body_invweight0)
    close(m.dof_M0, rm.dof_M0)
    ours.mj_resetData(m, d)
    assert d.qpos.tolist() == m.qpos0.tolist() and d.time == 0


def test_model_can_be_changed():
    m, rm = load(ours, "arm"), load(mujoco, "arm")
    d, rd = ours.MjData(m), mujoco.MjData(rm)
    for lib, mm, dd in ((ours, m, d), (mujoco, rm, rd)):
        mm.opt.timestep = 0.002
        mm.opt.gravity[:] = (0, 0, -1)
        mm.opt.integrator = lib.mjtIntegrator.mjINT_RK4
        mm.opt.disableflags |= lib.mjtDisableBit.mjDSBL_CONTACT
        mm.body_mass[1] *= 2
        mm.dof_damping[0] = 0.7
        lib.mj_step(mm, dd, 30)
    close(d.qpos, rd.qpos)
    assert d.qpos[0] != 0


def test_copies_and_pickles():
    m, d = moved(ours, "constraints")
    again = pickle.loads(pickle.dumps((m, d)))
    for mm, dd in ((m, copy.copy(d)), (copy.deepcopy(m), copy.deepcopy(d)), again):
        assert dd.qpos.tobytes() == d.qpos.tobytes() and dd.ncon == d.ncon
        other = ours.MjData(m)
        assert other.qpos.tobytes() != d.qpos.tobytes()
        ours.mj_copyData(other, m, d)
        ours.mj_step(mm, dd, 5)
        ours.mj_step(m, other, 5)
        assert dd.qpos.tobytes() == other.qpos.tobytes()
    held, third = other.qpos, ours.MjData(m)
    with pytest.raises(NotImplementedError, match="qpos"):
        ours.mj_copyData(other, m, third)
    assert held is other.qpos
    part = other.qpos[1:]
    del held
    with pytest.raises(NotImplementedError, match="qpos"):
        ours.mj_copyData(other, m, third)
    del part
    ours.mj_copyData(other, m, third)
    assert other.qpos.tobytes() == third.qpos.tobytes()


def test_binary_files(tmp_path):
    m = load(ours, "arm")
    path = tmp_path / "arm.mjb"
    ours.mj_saveModel(m, str(path))
    again = ours.MjModel.from_binary_path(str(path))
    assert again.nq == m.nq and again.body("upper").mass == m.body("upper").mass
    assert again.vis == m.vis


def test_xml_can_be_saved(tmp_path):
    m = load(ours, "arm")
    ours.mj_saveLastXML(str(tmp_path / "arm.xml"), m)
    close(ours.MjModel.from_xml_path(str(tmp_path / "arm.xml")).body_mass, m.body_mass)
    m.body_mass[1] = 3
    with pytest.raises(NotImplementedError, match="mj_saveLastXML"):
        ours.mj_saveLastXML(str(tmp_path / "arm.xml"), m)


def test_forward_without_sensors():
    (m, d), (rm, rd) = both("sensors")
    for lib, mm, dd in ((ours, m, d), (mujoco, rm, rd)):
        dd.qpos[:] += 0.01
        lib.mj_forwardSkip(mm, dd, lib.mjtStage.mjSTAGE_NONE, 1)
    close(d.sensordata, rd.sensordata)
    close(d.qacc, rd.qacc, 1e-8)


def test_plain_data_of_pictures():
    for name in ("MjvCamera", "MjvOption", "MjvPerturb"):
        own, real = getattr(ours, name)(), getattr(mujoco, name)()
        for field in fields(real):
            close(getattr(own, field), getattr(real, field), what=field)
    own, real = ours.MjvCamera(), mujoco.MjvCamera()
    ours.mjv_defaultFreeCamera(load(ours, "arm"), own)
    mujoco.mjv_defaultFreeCamera(load(mujoco, "arm"), real)
    for field in fields(real):
        close(getattr(own, field), getattr(real, field), what=field)
    assert ours.MjvScene(load(ours, "arm"), maxgeom=10).maxgeom == 10
    with pytest.raises(AttributeError):
        own.nope = 1


def test_callbacks():
    out = []
    for lib in (ours, mujoco):
        m = load(lib, "arm")
        d = lib.MjData(m)
        calls = []

        def control(mm, dd, calls=calls):
            dd.ctrl[0] = np.sin(10 * dd.time)
            calls.append(dd.time)

        lib.set_mjcb_control(control)
        lib.mj_step(m, d, 10)
        lib.set_mjcb_control(None)
        lib.mj_step(m, d)
        out.append((d.qpos.copy(), len(calls)))
    close(out[0][0], out[1][0])
    assert out[0][1] == out[1][1] == 10


def test_rollout():
    from mujoco import rollout

    rng = np.random.default_rng(5)
    m, rm = load(ours, "arm"), load(mujoco, "arm")
    d, rd = [ours.MjData(m) for _ in range(2)], [mujoco.MjData(rm) for _ in range(2)]
    n = ours.mj_stateSize(m, ours.mjtState.mjSTATE_FULLPHYSICS)
    start = np.zeros((3, n))
    for row in start:
        ours.mj_getState(m, d[0], row, ours.mjtState.mjSTATE_FULLPHYSICS)
        row[1:3] = 0.1 * rng.standard_normal(2)
    ctrl = rng.standard_normal((3, 20, m.nu))
    for own, real in ((d, rd), (d[0], rd[0])):
        a, b = ours.rollout.rollout(m, own, start, ctrl), rollout.rollout(rm, real, start, ctrl)
        for x, y in zip(a, b, strict=True):
            close(x, y)
    x, s = ours.rollout.rollout(m, d[0], start[0], nstep=4)
    assert x.shape == (1, 4, n) and s.shape == (1, 4, m.nsensordata)


def quaternions():
    rng = np.random.default_rng(6)
    for _ in range(5):
        q = rng.standard_normal((2, 4))
        yield (q / np.linalg.norm(q, axis=1)[:, None]), rng.standard_normal((3, 3))


@pytest.mark.parametrize("seq", ["xyz", "XYZ", "zyx", "XyZ"])
def test_quaternions(seq):
    for (p, q), v in quaternions():
        out = []
        for lib in (ours, mujoco):
            r = [np.zeros(n) for n in (4, 4, 3, 4, 3, 3, 9, 4, 4, 4, 4, 4, 3, 4, 3, 4, 3, 6)]
            lib.mju_mulQuat(r[0], p, q)
            lib.mju_negQuat(r[1], p)
            lib.mju_rotVecQuat(r[2], v[0], q)
            lib.mju_axisAngle2Quat(r[3], v[1] / np.linalg.norm(v[1]), 1.7)
            lib.mju_quat2Vel(r[4], p, 0.3)
            lib.mju_subQuat(r[5], p, q)
            lib.mju_quat2Mat(r[6], p)
            lib.mju_mat2Quat(r[7], r[6])
            lib.mju_euler2Quat(r[8], v[2], seq)
            lib.mju_derivQuat(r[9], p, v[0])
            r[10][:] = q
            lib.mju_quatIntegrate(r[10], v[1], 0.4)
            lib.mju_quatZ2Vec(r[11], v[2])
            lib.mju_mulPose(r[12], r[13], v[0], p, v[1], q)
            lib.mju_negPose(r[14], r[15], v[0], p)
            lib.mju_trnVecPose(r[16], v[0], p, v[2])
            lib.mju_transformSpatial(r[17], np.r_[v[0], v[1]], 1, v[2], v[0], r[6])
            lib.mju_mulQuatAxis(p4 := np.zeros(4), p, v[0])
            out.append([*r, p4])
        for a, b in zip(*out, strict=True):
            close(a, b, 1e-12)


def test_vectors_and_matrices():
    rng = np.random.default_rng(7)
    a, b, mat = rng.standard_normal(5), rng.standard_normal(5), rng.standard_normal((4, 5))
    out = []
    for lib in (ours, mujoco):
        r = []
        for call, args in (
            ("add", (a, b)), ("sub", (a, b)), ("scl", (a, 2.0)), ("addScl", (a, b, 3.0)), ("copy", (a,)), ("addTo", (a,)),
            ("subFrom", (a,)), ("addToScl", (a, 2.0)),
        ):  # fmt: skip
            x, y = np.ones(5), np.ones(3)
            getattr(lib, "mju_" + call)(x, *args)
            getattr(lib, f"mju_{call}3")(y, *(v[:3].copy() if isinstance(v, np.ndarray) else v for v in args))
            r += [x, y]
        x = b.copy()
        r += [lib.mju_normalize(x), x, lib.mju_norm(a), lib.mju_dot(a, b), lib.mju_sum(a), lib.mju_L1(a)]
        x = np.zeros(4)
        lib.mju_mulMatVec(x, mat, a)
        y = np.zeros((5, 5))
        lib.mju_mulMatTMat(y, mat, mat)
        z = np.zeros((5, 5))
        lib.mju_sqrMatTD(z, mat, np.arange(4.0))
        pattern = (np.array(v, np.int32) for v in ([1, 2], [0, 1], [0, 0, 1]))
        u, w = np.zeros((2, 2)), np.zeros((2, 2))
        count, start, column = pattern
        lib.mju_sym2dense(u, np.array([1.0, 2, 3]), count, start, column)
        lib.mju_sparse2dense(w, np.array([1.0, 2, 3]), count, start, column)
        r += [x, y, z, u, w, lib.mju_clip(3, 0, 1), lib.mju_sigmoid(0.3), lib.mju_Halton(7, 3), lib.mju_round(2.5)]
        r += [lib.mju_springDamper(1, 0.5, kp, kv, 0.2) for kp, kv in ((4, 1), (1, 4), (1, 2))]
        for dim in (3, 4, 6):
            mu, f = np.linspace(0.5, 1, 6), rng_force(dim)
            edges, back = np.zeros(2 * (dim - 1)), np.zeros(dim)
            lib.mju_encodePyramid(edges, f, mu[: dim - 1].copy())
            lib.mju_decodePyramid(back, edges, mu[: dim - 1].copy())
            r += [edges, back]
        out.append(r)
    for x, y in zip(*out, strict=True):
        close(x, y, 1e-12)
    with pytest.raises(TypeError):
        ours.mju_rotVecQuat([0, 0, 0], [1, 2, 3], [1, 0, 0, 0])
    with pytest.raises(TypeError):
        ours.mju_rotVecQuat(np.zeros(3), [1, 2, 3], [1, 0, 0])


def rng_force(dim):
    return np.r_[10.0, np.linspace(-1, 1, dim - 1)]


def test_spec():
    out = []
    for lib in (ours, mujoco):
        spec = lib.MjSpec.from_string(re.sub("<keyframe>.*</keyframe>", "", ARM))
        body = spec.worldbody.add_body(name="ball", pos=[0, 0, 2])
        body.add_freejoint(name="ball")
        body.add_geom(name="ball", type=lib.mjtGeom.mjGEOM_SPHERE, size=[0.1, 0, 0])
        spec.geom("upper_rod").size = [0.05, 0, 0]
        spec.option.timestep = 0.001
        m = spec.compile()
        d = lib.MjData(m)
        lib.mj_step(m, d, 10)
        spec.delete(spec.body("target"))
        m2, d2 = spec.recompile(m, d)
        lib.mj_step(m2, d2)
        names = [b.name for b in spec.bodies]
        out.append((d.qpos.copy(), d2.qpos.copy(), names, m2.nmocap, d2.time))
    close(out[0][0], out[1][0])
    close(out[0][1], out[1][1])
    assert out[0][2:4] == out[1][2:4]
    with pytest.raises(NotImplementedError, match="copy_during_attach"):
        ours.MjSpec().copy_during_attach  # noqa: B018


def test_what_is_missing_says_so():
    with pytest.raises(NotImplementedError, match="mjr_figure"):
        ours.mjr_figure(1, 2)
    with pytest.raises(NotImplementedError, match="MjrContext"):
        ours.MjrContext(None, 1)
    with pytest.raises(NotImplementedError, match="mujoco.viewer.launch_repl"):
        ours.viewer.launch_repl(None, None)
    d = ours.MjData(load(ours, "arm"))
    for use in (len, np.sum, lambda x: x[0], lambda x: x.shape, lambda x: x + 1, list, lambda x: x == 3):
        with pytest.raises(NotImplementedError, match="MjData.efc_AR"):
            use(d.efc_AR)
    with pytest.raises(NotImplementedError, match="MjData.efc_AR"):
        d.efc_AR = 1
    with pytest.raises(NotImplementedError, match="MjData.maxuse_arena"):
        d.maxuse_arena  # noqa: B018
    assert not hasattr(d, "maxuse_arena")
    with pytest.raises(AttributeError):
        ours.no_such_thing  # noqa: B018
    missing = [n for n in dir(mujoco) if n.startswith(("mj", "Mj")) and not hasattr(ours, n)]
    assert missing == []


def test_errors_are_mujocos():
    for lib in (ours, mujoco):
        with pytest.raises(ValueError):
            lib.MjModel.from_xml_string("<a/>")
        with pytest.raises(ValueError):
            lib.MjModel.from_xml_path("/no/such/file.xml")
        with pytest.raises(TypeError):
            lib.MjModel()
        with pytest.raises(TypeError):
            lib.MjData(None)


def test_install():
    code = """
import corten.mujoco
corten.mujoco.install()
import mujoco, mujoco.viewer, mujoco.rollout
from mujoco import MjModel
assert mujoco is corten.mujoco and mujoco.MjData.__module__.startswith("corten")
model = MjModel.from_xml_string('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>')
data = mujoco.MjData(model)
mujoco.mj_step(model, data)
assert data.qvel[2] < 0
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=SOURCE)
