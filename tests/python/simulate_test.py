"""Numbers: against MuJoCo, and of every function against another way to get them."""

import os
import pathlib

import numpy as np
import pytest
from conftest import MODELS, SOURCE, same_bits

import corten

mujoco = pytest.importorskip("mujoco", reason="compares with the installed MuJoCo")

SMALL = ["sensors.xml", "actuators.xml", "tendons.xml", "contacts.xml"]
CORPUS = ["gymnasium/humanoid.xml", "gymnasium/ant.xml", "gymnasium/half_cheetah.xml", "dm_control/suite/walker.xml"]


def paths() -> list[pathlib.Path]:
    found = [MODELS / name for name in SMALL if (MODELS / name).exists()]
    found.append(SOURCE / "models" / "humanoid.xml")
    corpus = pathlib.Path(os.environ.get("CORTEN_CORPUS", SOURCE.parent / "shared" / "corpus"))
    return found + [corpus / name for name in CORPUS if (corpus / name).exists()]


def distance(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.max(np.abs(a - b) / (1 + np.abs(b)), initial=0))


@pytest.mark.parametrize("path", paths(), ids=lambda p: p.name)
def test_twenty_steps_are_mujocos(path: pathlib.Path) -> None:
    """The tolerance is that of trajectories in tests/conformance/tolerances.py."""
    theirs = mujoco.MjModel.from_xml_path(str(path))
    ours = corten.load(path)
    a, b = corten.Data(ours), mujoco.MjData(theirs)
    for k in range(20):
        control = 0.1 * np.sin(np.arange(ours.nu) + k)
        a.ctrl[:], b.ctrl[:] = control, control
        corten.step(ours, a)
        mujoco.mj_step(theirs, b)
    for name in ("qpos", "qvel", "act", "sensordata", "xpos", "xquat", "cvel", "qfrc_bias", "actuator_force"):
        assert distance(getattr(a, name), getattr(b, name)) < 1e-8, name
    assert a.ncon == b.ncon
    assert distance(a.contact.dist, b.contact.dist) < 1e-8


@pytest.fixture
def pair():
    """The arm in motion, with MuJoCo's beside it."""
    from conftest import ARM

    ours, theirs = corten.load_text(ARM), mujoco.MjModel.from_xml_string(ARM)
    a, b = corten.Data(ours), mujoco.MjData(theirs)
    for d in (a, b):
        d.qpos[:2] = [0.4, -0.7]
        d.qvel[:] = 0.1 * np.arange(ours.nv)
        d.ctrl[:] = [0.3, 0.2]
    corten.forward(ours, a)
    mujoco.mj_forward(theirs, b)
    return ours, a, theirs, b


def test_jacobians(pair) -> None:
    ours, a, theirs, b = pair
    jacp, jacr = np.zeros((3, theirs.nv)), np.zeros((3, theirs.nv))
    mujoco.mj_jacSite(theirs, b, jacp, jacr, 0)
    for x, y in zip(corten.jac_site(ours, a, "tip"), (jacp, jacr)):
        assert distance(x, y) < 1e-14
    mujoco.mj_jacBody(theirs, b, jacp, jacr, 2)
    assert distance(corten.jac_body(ours, a, "lower")[0], jacp) < 1e-14
    mujoco.mj_jacBodyCom(theirs, b, jacp, jacr, 2)
    assert distance(corten.jac_body_com(ours, a, 2)[0], jacp) < 1e-14
    mujoco.mj_jacGeom(theirs, b, jacp, jacr, 2)
    assert distance(corten.jac_geom(ours, a, "lower_rod")[1], jacr) < 1e-14
    mujoco.mj_jac(theirs, b, jacp, jacr, np.array([0.1, 0.2, 0.3]), 1)
    assert distance(corten.jac(ours, a, [0.1, 0.2, 0.3], "upper")[0], jacp) < 1e-14
    mujoco.mj_jacSubtreeCom(theirs, b, jacp, 1)
    assert distance(corten.jac_subtree_com(ours, a, "upper"), jacp) < 1e-14


def test_inertia_and_inverse_dynamics(pair) -> None:
    ours, a, theirs, b = pair
    full = np.zeros((theirs.nv, theirs.nv))
    mujoco.mj_fullM(theirs, b, full)
    assert distance(corten.mass_matrix(ours, a), full) < 1e-14
    a.qacc[:] = b.qacc[:] = np.linspace(-1, 1, ours.nv)
    corten.inverse(ours, a)
    mujoco.mj_inverse(theirs, b)
    assert distance(a.qfrc_inverse, b.qfrc_inverse) < 1e-9


def test_rays_and_distances(pair) -> None:
    ours, a, theirs, b = pair
    geom = np.zeros(1, np.int32)
    expected = mujoco.mj_ray(theirs, b, [0.3, 0, 3], [0, 0, -1], None, 1, -1, geom, None)
    found, hit, normal = corten.ray(ours, a, [0.3, 0, 3], (0, 0, -1))
    assert found == pytest.approx(expected, abs=1e-14) and hit == geom[0]
    assert np.linalg.norm(normal) == pytest.approx(1)
    assert corten.ray(ours, a, [0, 0, 3], [0, 0, 1])[:2] == (-1, -1)
    directions = np.array([[0, 0, -1], [0, 0, 1], [0.1, 0, -1]])
    distances, geoms, normals = corten.rays(ours, a, [0.3, 0, 3], directions)
    assert distances[0] == pytest.approx(found) and geoms.tolist()[1] == -1 and normals.shape == (3, 3)
    without, behind, _ = corten.ray(ours, a, [0.3, 0, 0.45], [0, 0, -1], exclude="box")
    assert ours.geom(behind).name == "floor" and without == pytest.approx(0.45)
    fromto = np.zeros(6)
    expected = mujoco.mj_geomDistance(theirs, b, 2, 3, 10, fromto)
    found, points = corten.geom_distance(ours, a, "lower_rod", "box")
    assert found == pytest.approx(expected, abs=1e-6) and distance(points, fromto) < 1e-5


def test_derivatives(pair) -> None:
    ours, a, theirs, b = pair
    n = 2 * theirs.nv + theirs.na
    A, B = np.zeros((n, n)), np.zeros((n, theirs.nu))
    C, D = np.zeros((theirs.nsensordata, n)), np.zeros((theirs.nsensordata, theirs.nu))
    mujoco.mjd_transitionFD(theirs, b, 1e-6, 0, A, B, C, D)
    for x, y in zip(corten.transition_derivative(ours, a, "differences"), (A, B, C, D)):
        assert x.shape == y.shape and distance(x, y) < 1e-6
    quick = corten.transition_derivative(ours, a, sensors=False, threads=corten.ThreadPool(2))
    assert distance(quick[0], A) < 1e-4 and quick[2].shape == (0, n)
    f = corten.inverse_derivative(ours, a)
    assert distance(f["DfDa"], corten.mass_matrix(ours, a)) < 1e-6


def test_states(pair) -> None:
    ours, a, theirs, b = pair
    spec = corten.State.FULLPHYSICS
    expected = np.zeros(mujoco.mj_stateSize(theirs, int(spec)))
    mujoco.mj_getState(theirs, b, expected, int(spec))
    assert same_bits(corten.get_state(ours, a, spec), expected)
    saved = corten.get_state(ours, a)
    assert corten.state_size(ours) == len(saved)
    corten.step(ours, a, 10)
    later = a.qpos.copy()
    other = corten.Data(ours)
    corten.set_state(ours, other, saved)
    corten.step(ours, other, 10)
    assert same_bits(other.qpos, later)
    third = corten.Data(ours)
    corten.copy_state(ours, other, third)
    assert same_bits(third.qpos, later)
    with pytest.raises(ValueError, match="state must have the shape"):
        corten.set_state(ours, a, saved[:-1])


def test_split_steps_are_steps(pair) -> None:
    ours, a, _, _ = pair
    corten.reset(ours, a, "bent")
    twin = corten.Data(ours)
    corten.reset(ours, twin, 0)
    for _ in range(5):
        corten.step1(ours, a)
        corten.step2(ours, a)
    corten.step(ours, twin, 5)
    assert same_bits(a.qpos, twin.qpos)
    corten.forward(ours, a)
    corten.compare_forward_inverse(ours, a)
    assert a.solver_fwdinv.shape == (2,) and a.solver_fwdinv.max() < 1e-6
    assert a.solver_niter.dtype == np.int32


def test_files_of_every_kind(tmp_path: pathlib.Path) -> None:
    path = SOURCE / "models" / "humanoid.xml"
    model = corten.load(path)
    text = path.read_text()
    model.save(tmp_path / "humanoid.ctn")
    compiled = (tmp_path / "humanoid.ctn").read_bytes()
    assert compiled == model.to_bytes()
    spec = corten.Spec.from_file(path)
    spec.save(tmp_path / "written.xml")
    import zipfile

    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as archive:
        archive.writestr("packed.xml", text)
    others = [
        corten.load(str(path)),
        corten.load_text(text, directory=path.parent),
        corten.load_text(text, assets={}),
        corten.load_bytes(text.encode()),
        corten.load(tmp_path / "humanoid.ctn"),
        corten.load_bytes(compiled),
        corten.load(tmp_path / "packed.zip"),
        corten.load_bytes((tmp_path / "packed.zip").read_bytes(), name="packed.zip"),
        corten.load(tmp_path / "written.xml"),
        spec.compile(),
    ]
    for other in others:
        assert other.nq == model.nq and same_bits(other.body_mass, model.body_mass)


def test_assets_and_urdf() -> None:
    box = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
    box += "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n"
    text = """<mujoco><asset><mesh name="m" file="shapes/box.obj"/></asset>
      <worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""
    for content in (box, box.encode()):
        model = corten.load_text(text, assets={"shapes/box.obj": content})
        assert model.body_mass[1] == pytest.approx(8000)
    with pytest.raises(corten.LoadError, match="box.obj"):
        corten.load_text(text, assets={})
    with pytest.raises(ValueError, match="leads out"):
        corten.load_text(text, assets={"../box.obj": box})
    with pytest.raises(TypeError, match="bytes or a string"):
        corten.load_text(text, assets={"box.obj": 3})
    urdf = """<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="2"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>"""
    assert corten.load_text(urdf).joint("j").id == 0
