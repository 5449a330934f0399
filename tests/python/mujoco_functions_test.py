"""Functions of corten.mujoco that are computed in Python, against mujoco 3.12.0.

Numbers agree to 1e-12 relative to the largest of an array: both compute in double precision, in other orders. Differences
of a rate by eps = 1e-6 leave 1e-9 of rounding.
"""

import copy
import pathlib
import pickle

import mujoco
import numpy as np
import pytest
from conftest import ARM

import corten
import corten.mujoco as ours


def close(a, b, tolerance=1e-12):
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    assert a.shape == b.shape
    assert np.abs(a - b).max(initial=0) <= tolerance * max(1.0, np.abs(b).max(initial=0)), (a, b)


def both(function):
    """What a function gives with each of the libraries."""
    return [function(lib) for lib in (ours, mujoco)]


def moved(lib, steps=20):
    m = lib.MjModel.from_xml_string(ARM)
    d = lib.MjData(m)
    d.qvel[:] = 0.3 * np.random.default_rng(2).standard_normal(m.nv)
    lib.mj_step(m, d, steps)
    lib.mj_forward(m, d)
    return m, d


def spd(n, seed=0):
    a = np.random.default_rng(seed).standard_normal((n, n))
    return a @ a.T + np.eye(n)


def test_cholesky_factors():
    def run(lib):
        x = np.random.default_rng(1).standard_normal(6)
        mat, res, weak = spd(6), np.zeros(6), np.diag([1.0, 0, 2])
        results = [lib.mju_cholFactor(mat, 0.0), np.tril(mat), lib.mju_cholFactor(weak, 0.5), np.tril(weak)]
        lib.mju_cholSolve(res, mat, x)
        results.append(res.copy())
        for plus in (1, 0):
            results += [lib.mju_cholUpdate(mat, 0.1 * x, plus), np.tril(mat)]
        return results

    for a, b in zip(*both(run)):
        close(a, b)


@pytest.mark.parametrize(("total", "band", "dense"), [(6, 2, 1), (7, 3, 2), (5, 1, 0), (4, 2, 4)])
def test_band_matrices(total, band, dense):
    full = spd(total, total) + 10 * np.eye(total)
    i, j = np.indices(full.shape)
    full[(abs(i - j) >= band) & (np.maximum(i, j) < total - dense)] = 0

    def run(lib):
        packed = np.zeros((total - dense) * band + dense * total)
        lib.mju_dense2Band(packed, full, total, band, dense)
        again, vec = np.zeros((total, total)), np.arange(1.0, total + 1).reshape(-1, 1)
        lib.mju_band2Dense(again, packed, total, band, dense, True)
        product, solution = np.zeros((total, 1)), np.zeros(total)
        lib.mju_bandMulMatVec(product, packed.reshape(1, -1), vec, total, band, dense, 1, True)
        places = [lib.mju_bandDiag(k, total, band, dense) for k in range(total)]
        least = lib.mju_cholFactorBand(packed, total, band, dense, 0.1, 0.2)
        lib.mju_cholSolveBand(solution, packed, vec.ravel(), total, band, dense)
        return again, product, places, least, solution

    for a, b in zip(*both(run)):
        close(a, b)


def test_quadratic_programs_within_bounds():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        H, g = spd(6, seed), 3 * rng.standard_normal(6)
        low, high = (None, None) if seed == 0 else (-0.3 * rng.random(6), 0.3 * rng.random(6))

        def run(lib, H=H, g=g, low=low, high=high):
            x, R, index = np.zeros(6), np.zeros((6, 13)), np.zeros(6, np.int32)
            free = lib.mju_boxQP(x, R, index, H, g, low, high)
            return free, x, index[:free]

        for a, b in zip(*both(run)):
            close(a, b, 1e-9)
    x, R = np.zeros(2), np.zeros((2, 9))
    assert ours.mju_boxQP(x, R, None, np.diag([1.0, -1.0]), np.ones(2)) == -1


def test_derivatives_of_rotations():
    rng = np.random.default_rng(3)
    for angle in (0.0, 1e-9, 0.01, 1.0, 3.0):
        qa, axis = rng.standard_normal(4), rng.standard_normal(3)
        qa /= np.linalg.norm(qa)
        axis /= np.linalg.norm(axis)

        def run(lib, qa=qa, axis=axis, angle=angle):
            qb, step = np.zeros(4), np.zeros(4)
            lib.mju_axisAngle2Quat(step, axis, angle)
            lib.mju_mulQuat(qb, qa, step)
            results = [np.zeros(9) for _ in range(4)] + [np.zeros(3)]
            lib.mjd_subQuat(qa, qb, results[0], results[1])
            lib.mjd_quatIntegrate(angle * axis, 0.7, *results[2:])
            return results

        for a, b in zip(*both(run)):
            close(a, b, 1e-8 if angle < 1e-6 else 1e-11)  # series near zero


def test_sparse_matrices():
    def run(lib):
        mat = np.array([[0, 1.0, 0, 2], [0, 0, 0, 0], [3, 0, 4, 0]])
        res, nnz, adr, col = np.zeros(4), np.zeros(3, np.int32), np.zeros(3, np.int32), np.zeros(4, np.int32)
        return lib.mju_dense2sparse(res, mat, nnz, adr, col), res, nnz, adr, col

    for a, b in zip(*both(run)):
        close(a, b)
    short = np.zeros(2), np.zeros((2, 2)) + 1, np.zeros(2, np.int32), np.zeros(2, np.int32), np.zeros(2, np.int32)
    assert ours.mju_dense2sparse(*short) == mujoco.mju_dense2sparse(*short) == 1


def test_rays_against_a_shape():
    rng = np.random.default_rng(5)
    for kind in ("PLANE", "SPHERE", "CAPSULE", "ELLIPSOID", "CYLINDER", "BOX"):
        hits = 0
        for _ in range(20):
            quat, pnt = rng.standard_normal(4), 2 * rng.standard_normal(3)
            vec = -pnt + 0.2 * rng.standard_normal(3)

            def run(lib, kind=kind, quat=quat, pnt=pnt, vec=vec):
                mat, normal = np.zeros(9), np.zeros(3)
                lib.mju_quat2Mat(mat, quat / np.linalg.norm(quat))
                geom, size = getattr(lib.mjtGeom, "mjGEOM_" + kind), np.array([0.5, 0.4, 0.3])
                return lib.mju_rayGeom(np.array([0.1, 0, 0]), mat, size, pnt, vec, geom, normal), normal

            (a, na), (b, nb) = both(run)
            close(a, b)
            close(na, nb, 1e-9)
            hits += b >= 0
        assert hits > 3
    with pytest.raises(ours.FatalError):
        ours.mju_rayGeom(np.zeros(3), np.eye(3), np.ones(3), np.ones(3), np.ones(3), 99)


def test_momentum_body_forces_and_inertia_rates():
    def run(lib):
        m, d = moved(lib)
        mats = [np.zeros((3, m.nv)) for _ in range(m.nbody)]
        for b, mat in enumerate(mats):
            lib.mj_angmomMat(m, d, mat, b)
        d.xfrc_applied[2] = 1, 2, 3, 4, 5, 6
        lib.mj_forward(m, d)
        lib.mj_rnePostConstraint(m, d)
        rates = np.zeros((m.nv, m.nC))
        lib.mjd_inverseFD(m, d, 1e-6, 0, None, None, None, None, None, None, rates)
        return *mats, d.cacc.copy(), d.cfrc_int.copy(), d.cfrc_ext.copy(), rates

    results = list(zip(*both(run)))
    for a, b in results[:-1]:
        close(a, b, 1e-9)
    close(*results[-1], 1e-7)
    m, d = moved(ours)
    ours.mj_subtreeVel(m, d)
    mat = np.zeros((3, m.nv))
    ours.mj_angmomMat(m, d, mat, 1)
    close(mat @ d.qvel, d.subtree_angmom[1])


DELAYED = """<mujoco><worldbody><body><joint name="j"/><geom size="0.1" pos="1 0 0"/><site name="s"/></body></worldbody>
<actuator><motor joint="j" delay="0.005" nsample="4" interp="cubic"/><motor joint="j"/></actuator>
<sensor><accelerometer site="s" delay="0.004" nsample="3" interp="linear"/><jointpos joint="j"/></sensor></mujoco>"""


def test_delay_buffers():
    def run(lib):
        m = lib.MjModel.from_xml_string(DELAYED)
        d = lib.MjData(m)
        d.ctrl[:] = 1, 2
        out, single = np.zeros(3), np.zeros(1)
        results = []
        for k in range(7):
            d.ctrl[0] = np.sin(k)
            lib.mj_step(m, d)
            for interp in (-1, 0, 1, 2):
                for late in (-0.003, 0.0, 0.0007, 0.01):
                    results.append(lib.mj_readCtrl(m, d, 0, d.time + late, interp))
                    lib.mj_readSensor(m, d, 0, d.time + late, out, interp)
                    results.append(out.copy())
        lib.mj_readSensor(m, d, 1, d.time, single, 0)
        results += [single, lib.mj_readCtrl(m, d, 1, 0.0, 0)]
        with pytest.raises(lib.FatalError, match="increasing"):  # the ring has turned
            lib.mj_initCtrlHistory(m, d, 0, None, np.arange(4.0))
        lib.mj_initCtrlHistory(m, d, 0, np.arange(4.0), np.arange(4.0))
        lib.mj_initCtrlHistory(m, d, 0, None, np.arange(4.0) + 0.5)
        lib.mj_initSensorHistory(m, d, 0, np.arange(3.0), np.arange(9.0).reshape(3, 3), 0.3)
        results.append(d.history.copy())
        lib.mj_initSensorHistory(m, d, 0, None, np.arange(9.0).reshape(3, 3) + 1, 0.2)
        results.append(d.history.copy())
        with pytest.raises(TypeError):
            lib.mj_initCtrlHistory(m, d, 1, None, np.arange(4.0))
        with pytest.raises(lib.FatalError):
            lib.mj_readCtrl(m, d, 9, 0.0, 0)
        return results

    for a, b in zip(*both(run)):
        close(a, b, 1e-10)


def test_files_of_a_model(tmp_path: pathlib.Path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "cube.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n")
    (tmp_path / "parts" / "more.xml").write_text('<mujoco><asset><mesh file="b/cube.obj"/></asset></mujoco>')
    (tmp_path / "top.xml").write_text(
        '<mujoco><compiler meshdir="m"/><include file="parts/more.xml"/><asset><texture name="t" type="2d" file="t.png"/>'
        '<hfield name="h" file="h.png" size="1 1 1 1"/></asset></mujoco>'
    )
    top = str(tmp_path / "top.xml")
    found = ours.mju_getXMLDependencies(top)
    assert top in found and str(tmp_path / "parts" / "more.xml") in found and str(tmp_path / "m/h.png") in found
    with pytest.raises(ValueError):
        ours.mju_getXMLDependencies(str(tmp_path / "none.xml"))


def test_checks_count_reset_and_tell():
    for name, check in (("qpos", "mj_checkPos"), ("qvel", "mj_checkVel"), ("qacc", "mj_checkAcc")):
        told = []

        def run(lib, name=name, check=check, told=told):
            m, d = moved(lib)
            lib.set_mju_user_warning(told.append)
            try:
                getattr(lib, check)(m, d)
                assert d.time > 0
                getattr(d, name)[2] = np.inf
                getattr(lib, check)(m, d)
            finally:
                lib.set_mju_user_warning(None)
            return [w.number for w in d.warning], [w.lastinfo for w in d.warning], d.time, d.qpos.copy()

        for a, b in zip(*both(run)):
            close(a, b)
        assert len(told) == 2
    m, d = moved(ours)
    m.opt.disableflags |= int(ours.mjtDisableBit.mjDSBL_AUTORESET)
    d.qvel[1] = np.nan
    with pytest.warns(corten.SimulationWarning):
        ours.mj_checkVel(m, d)
    assert d.time > 0


def test_warnings_of_steps_are_told():
    m, d = moved(ours)
    told = []
    ours.set_mju_user_warning(told.append)
    try:
        d.qpos[0] = np.nan
        with pytest.warns(corten.SimulationWarning):
            ours.mj_step(m, d)
    finally:
        ours.set_mju_user_warning(None)
    assert len(told) == 1
    bad = int(ours.mjtWarning.mjWARN_BADQPOS)
    assert d.warning[bad].number == 1
    with pytest.raises(NotImplementedError, match="lastinfo"):
        d.warning[bad].lastinfo  # noqa: B018


def test_contacts_can_be_written_until_the_next_computation():
    m, d = moved(ours)
    d.qpos[4] = 0.09
    ours.mj_forward(m, d)
    contacts = d.contact
    assert len(contacts) == 4 and contacts == d.contact
    kept = copy.copy(contacts[1])
    contacts[1].pos[:] = 7
    contacts[1].dist = -0.5
    assert d.contact[1].pos.tolist() == [7, 7, 7] and d.contact.dist[1] == -0.5 and kept != contacts[1]
    assert len(d.contact[1:3]) == 2 and d.contact[1:3][0] == contacts[1] and d.contact[-1] == contacts[3]
    assert d.contact[::-1][2] == contacts[1]
    force = np.zeros(6)
    ours.mj_contactForce(m, d, 1, force)
    contacts[1].efc_address = -1
    ours.mj_contactForce(m, d, 1, force)
    assert not force.any()
    with pytest.raises(NotImplementedError):
        contacts.H  # noqa: B018
    ours.mj_forward(m, d)
    assert contacts[1].dist == kept.dist and len(contacts) == 4
    ours.mj_resetData(m, d)
    assert len(contacts) == 0
    with pytest.raises(IndexError):
        contacts[0]


def test_statistics_can_be_set():
    m, d = moved(ours)
    m.stat.meaninertia, m.stat.extent, m.stat.center = 2.0, 5.0, [1, 2, 3]
    assert m.stat.meaninertia == 2 and m.stat.extent == 5 and m.stat.center.tolist() == [1, 2, 3]
    assert copy.copy(m).stat == m.stat and copy.copy(m.stat) == m.stat and ours.MjStatistic() != m.stat
    frozen = corten.load_text(ARM)
    with pytest.raises(AttributeError, match="writable"):
        frozen.stat.extent = 1


def test_paths_of_tendons_can_be_changed():
    """Coefficients and divisors are MuJoCo's; what is no side site counts as none and hurts nobody."""

    def run(lib):
        m, d = moved(lib)
        m.wrap_prm[:] = 2.0, 0.5
        lib.mj_step(m, d, 5)
        lib.mj_forward(m, d)
        return d.ten_length.copy(), d.qpos.copy()

    for a, b in zip(*both(run)):
        close(a, b, 1e-9)
    text = """<mujoco><worldbody><site name="a" pos="-1 0 0.05"/><site name="b" pos="1 0 0.05"/><site name="c" pos="0 0 1"/>
      <geom name="g" size="0.3"/></worldbody><tendon><spatial><site site="a"/><geom geom="g" sidesite="c"/><site site="b"/>
      </spatial></tendon></mujoco>"""
    lengths = {}
    for value in (2.0, -1.0, np.nan, 1e300, -1e300, 3.0):
        m = corten.load_text(text).writable()
        m.wrap_prm[1] = value
        d = corten.Data(m)
        corten.forward(m, d)
        lengths[value] = d.ten_length[0]
    assert len({length for value, length in lengths.items() if value != 2.0}) == 1


def test_timer_and_structs_that_are_plain_data():
    m, d = moved(ours)
    step = ours.mjtTimer.mjTIMER_STEP
    number = d.timer[step].number
    ours.mj_step(m, d, 3)
    assert d.timer[step].number == number + 3 and d.timer[step].duration > 0
    with pytest.raises(NotImplementedError, match="mjTIMER_POSITION"):
        d.timer[ours.mjtTimer.mjTIMER_POSITION]
    for name in "MjLROpt MjSolverStat MjTimerStat MjWarningStat MjvGLCamera MjvGeom MjvLight MjvFigure".split():
        mine, real = getattr(ours, name)(), getattr(mujoco, name)()
        for field in (f for f in dir(real) if not f.startswith("_") and not callable(getattr(real, f))):
            a, b = getattr(mine, field), getattr(real, field)
            if field == "linergb":  # colours of the curves, which nobody draws here
                continue
            assert type(a) is type(b)
            assert np.array_equal(a, b), (name, field)
    assert len(ours.MjvScene(m, 7).geoms) == 7


def test_views_are_the_same_object_and_do_not_keep_worlds_alive():
    m, d = moved(ours)
    assert d.body("upper") is d.body(1) and d.body("upper").xpos is d.body(1).xpos
    ours.mj_copyData(d, m, copy.copy(d))
    d.body("upper").xpos[0] = 7
    assert d.xpos[1, 0] == 7
    view = ours.MjData(m).body("upper")
    assert view.xpos.shape == (3,)
    assert pickle.loads(pickle.dumps(m)).body("upper").mass == m.body("upper").mass
