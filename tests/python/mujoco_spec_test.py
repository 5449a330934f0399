"""MjSpec of corten.mujoco: models come out of it as they went in, and programs that make models give those of mujoco 3.12.0.

Compiled fields agree to 1e-9 relative to the largest of an array, as elsewhere (mujoco_compat_test.py).
"""

import pathlib
import warnings

import mujoco
import numpy as np
import pytest
from conftest import ARM, MODELS, SOURCE

import corten
import corten.mujoco as ours
from corten.mujoco.missing import Absent

FILES = sorted([*MODELS.glob("*.xml"), *(SOURCE / "models").glob("*.xml")])


def fields(m):
    names = [n for n in dir(m) if not n.startswith("_") and n not in ("opt", "stat", "vis", "signature")]
    return [n for n in names if hasattr(m, n) and not callable(getattr(m, n)) and not isinstance(getattr(m, n), Absent)]


def compare(a, b):
    """Arrays, numbers and names of two models."""
    wrong = []
    for name in set(fields(a)) & set(fields(b)):
        x, y = getattr(a, name), getattr(b, name)
        if not isinstance(x, np.ndarray):
            if x != y:
                wrong.append((name, x, y))
        elif x.shape != y.shape:
            wrong.append((name, x.shape, y.shape))
        elif x.size and x.dtype.kind in "biuf":
            error = np.abs(x.astype(float) - y.astype(float)).max()
            if not error <= 1e-9 * max(1.0, np.abs(y.astype(float)).max()):
                wrong.append((name, error))
    assert not wrong
    for name in ours.MjOption._all_fields:
        assert np.array_equal(getattr(a.opt, name), getattr(b.opt, name)), name


@pytest.mark.parametrize("file", FILES, ids=[f.stem for f in FILES])
def test_models_come_out_as_they_went_in(file: pathlib.Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", corten.LoadWarning)
        direct = ours.MjModel.from_xml_path(str(file))
        spec = ours.MjSpec.from_file(str(file))
        through = spec.compile()
        compare(through, direct)
        assert through.vis == direct.vis
        if not spec.meshes:
            compare(ours.MjSpec.from_string(spec.copy().to_xml()).compile(), direct)


def robot(lib):
    """An arm with default classes, frames, angles in all ways, a tendon, sensors, an equality, a keyframe."""
    spec = lib.MjSpec()
    spec.modelname = "robot"
    spec.option.timestep, spec.option.integrator = 0.004, lib.mjtIntegrator.mjINT_IMPLICITFAST
    spec.stat.meansize = 0.3
    spec.visual.quality.shadowsize = 128
    main = spec.default
    main.geom.rgba = [1, 0, 0, 1]
    soft = spec.add_default("soft", main)
    soft.geom.solref[0], soft.joint.damping[0] = 0.1, 0.3
    box, capsule = lib.mjtGeom.mjGEOM_BOX, lib.mjtGeom.mjGEOM_CAPSULE
    spec.worldbody.add_geom(name="floor", type=lib.mjtGeom.mjGEOM_PLANE, size=[2, 2, 0.1])
    spec.worldbody.add_light(pos=[0, 0, 3], castshadow=False)
    frame = spec.worldbody.add_frame(pos=[0.1, 0, 1], euler=[0, 30, 0])
    upper = frame.add_body(name="upper", axisangle=[0, 0, 1, 20], gravcomp=0.5)
    upper.add_joint(soft, name="shoulder", axis=[0, 1, 0], range=[-60, 45], ref=10, stiffness=2)
    upper.add_geom(soft, name="rod", type=capsule, fromto=[0, 0, 0, 0.3, 0, 0], size=[0.02], mass=0.5)
    lower = upper.add_body(name="lower", pos=[0.3, 0, 0], xyaxes=[1, 1, 0, 0, 1, 0])
    lower.add_joint(name="elbow", axis=[0, 1, 0], armature=0.01, limited=False, range=[-90, 90])
    lower.add_geom(type=box, size=[0.1, 0.02, 0.02], pos=[0.1, 0, 0], zaxis=[0, 1, 1], condim=4, friction=[0.8, 0.01, 0.001])
    inner = lower.add_frame(pos=[0.05, 0, 0], quat=[0, 1, 0, 0])
    inner.add_site(name="tip", pos=[0.1, 0.02, 0], userdata=[1, 2])
    inner.add_frame(euler=[0, 0, 90]).add_camera(name="eye", fovy=60, resolution=[4, 3])
    ball = spec.worldbody.add_body(name="ball", pos=[1, 0, 0.5], mass=2, ipos=[0, 0, 0.1], inertia=[0.1, 0.2, 0.25], explicitinertial=True)
    ball.add_freejoint(name="free")
    ball.add_geom(name="ball", size=[0.1], group=3)
    target = spec.worldbody.add_body(name="target", mocap=True, pos=[0, 1, 1])
    target.add_site(name="goal")
    tendon = spec.add_tendon(name="both", range=[-1, 1], limited=True, stiffness=[1, 0, 0])
    tendon.wrap_joint("shoulder", 1.0)
    tendon.wrap_joint("elbow", -0.5)
    cord = spec.add_tendon(name="cord", width=0.01)
    cord.wrap_site("goal")
    cord.wrap_site("tip")
    cord.wrap_pulley(2.0)
    cord.wrap_site("goal")
    cord.wrap_geom("ball", "tip")
    cord.wrap_site("tip")
    servo = spec.add_actuator(name="servo", trntype=lib.mjtTrn.mjTRN_JOINT, target="shoulder", ctrlrange=[-1, 1], gear=[2, 0, 0, 0, 0, 0])
    servo.set_to_position(kp=5, kv=0.5)
    spec.add_actuator(name="pull", trntype=lib.mjtTrn.mjTRN_TENDON, target="both")
    spec.add_actuator(name="push", trntype=lib.mjtTrn.mjTRN_SITE, target="tip", refsite="goal", gear=[0, 0, 1, 0, 0, 0])
    muscle = spec.add_actuator(name="muscle", trntype=lib.mjtTrn.mjTRN_JOINT, target="elbow", lengthrange=[0.1, 1])
    muscle.set_to_muscle(tausmooth=0.1, force=10.0)
    spec.add_sensor(name="where", type=lib.mjtSensor.mjSENS_FRAMEPOS, objtype=lib.mjtObj.mjOBJ_SITE, objname="tip",
                    reftype=lib.mjtObj.mjOBJ_BODY, refname="target")  # fmt: skip
    spec.add_sensor(name="angle", type=lib.mjtSensor.mjSENS_JOINTPOS, objtype=lib.mjtObj.mjOBJ_JOINT, objname="elbow", cutoff=2)
    spec.add_sensor(name="far", type=lib.mjtSensor.mjSENS_GEOMDIST, objtype=lib.mjtObj.mjOBJ_GEOM, objname="ball",
                    reftype=lib.mjtObj.mjOBJ_BODY, refname="lower", cutoff=3)  # fmt: skip
    weld = spec.add_equality(name="hold", type=lib.mjtEq.mjEQ_WELD, objtype=lib.mjtObj.mjOBJ_BODY, name1="target", name2="ball")
    weld.data[:], weld.active = [0, 0, 0, 0.1, 0, 0, 1, 0, 0, 0, 2], False
    tie = spec.add_equality(name="tie", type=lib.mjtEq.mjEQ_JOINT, name1="shoulder", name2="elbow")
    tie.data[:5] = 0.1, 1, 0, 0, 0
    spec.add_pair(geomname1="ball", geomname2="rod", condim=1)
    spec.add_exclude(bodyname1="ball", bodyname2="upper")
    spec.add_numeric(name="gains", data=[1.0, 2.0], size=3)
    spec.add_text(name="note", data="hello")
    spec.add_tuple(name="some", objtype=[int(lib.mjtObj.mjOBJ_BODY)], objname=["ball"], objprm=[0.5])
    spec.add_key(name="start", time=1.5, qpos=[0.1, 0.2, 1, 0, 1, 1, 0, 0, 0])
    return spec


def assets(lib):
    """Meshes, height fields, pictures and materials that are made in memory."""
    spec = lib.MjSpec()
    spec.add_texture(name="sky", type=lib.mjtTexture.mjTEXTURE_2D, builtin=lib.mjtBuiltin.mjBUILTIN_CHECKER, width=8, height=8)
    spec.add_texture(name="own", type=lib.mjtTexture.mjTEXTURE_2D, width=3, height=2, nchannel=3).data = bytes(range(18))
    material = spec.add_material(name="shiny", specular=0.9, texrepeat=[2, 3])
    material.textures[lib.mjtTextureRole.mjTEXROLE_RGB] = "sky"
    mesh = spec.add_mesh(name="tetra", scale=[1, 2, 1])
    mesh.uservert = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    mesh.userface = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
    field = spec.add_hfield(name="hills", nrow=2, ncol=3, size=[1, 1, 0.5, 0.1])
    field.userdata = [0, 0.5, 1, 0.25, 0, 0.75]
    body = spec.worldbody.add_body(pos=[0, 0, 1])
    body.add_geom(type=lib.mjtGeom.mjGEOM_MESH, meshname="tetra", material="shiny")
    body.add_freejoint()
    spec.worldbody.add_geom(type=lib.mjtGeom.mjGEOM_HFIELD, hfieldname="hills")
    return spec


CHILD = """<mujoco model="child"><compiler angle="radian"/><default><geom density="500"/><default class="x"><joint damping="3"/></default>
</default><asset><material name="m" rgba="0 1 0 1"/></asset><worldbody><body name="leg" euler="0 0.3 0"><joint name="hip" class="x"
range="-1 1"/><geom name="shin" type="capsule" fromto="0 0 0 0 0 -0.3" size="0.03" material="m"/><site name="foot" pos="0 0 -0.3"/></body>
<body name="other"><geom size="0.1"/></body></worldbody><actuator><motor name="drive" joint="hip" gear="3"/></actuator>
<sensor><touch name="feel" site="foot"/></sensor></mujoco>"""


def attached(lib):
    """Bodies of another spec, in a frame and at a site, and all of one."""
    spec = lib.MjSpec()
    spec.add_default("mine", spec.default).geom.density = 700
    body = spec.worldbody.add_body(name="trunk", pos=[0, 0, 1])
    body.add_geom(type=lib.mjtGeom.mjGEOM_BOX, size=[0.2, 0.1, 0.05])
    body.add_freejoint()
    for prefix, y in (("left_", 0.1), ("right_", -0.1)):
        child = lib.MjSpec.from_string(CHILD)
        frame = body.add_frame(pos=[0, y, 0], euler=[0, 0, 90])
        frame.attach_body(child.body("leg"), prefix=prefix)
    site = spec.worldbody.add_site(name="here", pos=[1, 1, 0], quat=[0, 0, 0, 1])
    assert spec.attach(lib.MjSpec.from_string(CHILD), site=site, suffix="_2") is not None
    return spec


def deleted(lib):
    """A model of which parts are taken away."""
    spec = lib.MjSpec.from_string(ARM)
    spec.delete(spec.key("bent"))
    spec.delete(spec.body("lower"))
    spec.delete(spec.geom("floor"))
    spec.body("box").pos = [0, 0, 2]
    spec.geom("box").name = "cube"
    return spec


@pytest.mark.parametrize("program", [robot, assets, attached, deleted], ids=lambda p: p.__name__)
def test_programs_make_the_same_model(program) -> None:
    spec, real = program(ours), program(mujoco)
    own = spec.compile()
    known = real.compile()
    sizes = ("nbody", "njnt", "ngeom", "nsite", "ncam", "nlight", "ntendon", "nactuator", "nsensor", "neq", "nmat", "nmesh", "nkey")
    assert [(n, getattr(own, n)) for n in sizes] == [(n, getattr(known, n)) for n in sizes]
    compare_with_mujoco(own, known)
    compare_with_mujoco(ours.MjSpec.from_string(spec.to_xml()).compile() if program is not assets else own, known)
    d, rd = ours.MjData(own), mujoco.MjData(known)
    ours.mj_step(own, d, 20)
    mujoco.mj_step(known, rd, 20)
    assert np.abs(d.qpos - rd.qpos).max(initial=0) < 1e-9


# How a mesh is stored and where names and pictures of default classes stand differs by design or is compared elsewhere.
SKIP = {"names", "signature", "tex_data", "mesh_graph", "names_map", "nnames", "nmeshgraph", "mesh_graphadr", "nbuffer", "narena"}
SKIP |= {"tex_colorspace"}  # pictures in memory become files, which tell theirs


def compare_with_mujoco(own, real) -> None:
    wrong = []
    for name in fields(real):
        if name in SKIP or name not in fields(own):
            continue
        a, b = getattr(own, name), getattr(real, name)
        if not isinstance(b, np.ndarray):
            if a != b and not isinstance(b, bytes):
                wrong.append((name, a, b))
            continue
        if a.shape != b.shape:
            wrong.append((name, a.shape, b.shape))
        elif a.size and a.dtype.kind in "biuf":
            error = np.abs(a.astype(float) - b.astype(float)).max()
            if not error <= 1e-7 * max(1.0, np.abs(b.astype(float)).max()):  # vertices of meshes are single precision
                wrong.append((name, error))
    assert not wrong


def test_elements_tell_their_place_and_bind() -> None:
    spec = robot(ours)
    model = spec.compile()
    data = ours.MjData(model)
    ours.mj_forward(model, data)
    assert [b.name for b in spec.bodies] == ["world", "upper", "lower", "ball", "target"]
    tip = spec.site("tip")
    assert tip.parent is spec.body("lower") and tip.frame is spec.body("lower").frames[0] and tip.id == 0
    assert np.array_equal(model.bind(tip).pos, model.site_pos[0]) and data.bind(spec.body("ball")).xpos[0] == 1
    joints = [spec.joint("shoulder"), spec.joint("elbow")]
    data.bind(joints).qpos = [0.3, 0.4]
    assert data.qpos[:2].tolist() == [0.3, 0.4] and data.bind(joints).qpos == [0.3, 0.4]
    spec.worldbody.add_body(name="more")
    with pytest.raises(ValueError, match="recompile"):
        model.bind(tip)
    larger, moved = spec.recompile(model, data)
    assert larger.nbody == model.nbody + 1 and moved.qpos.tolist() == data.qpos.tolist()


def test_what_is_wrong_is_refused() -> None:
    spec = robot(ours)
    with pytest.raises(ValueError, match="repeated name 'tip' in site"):
        spec.body("ball").add_site(name="tip")
    assert len(spec.body("ball").sites) == 0
    with pytest.raises(AttributeError):
        spec.geom("ball").nothing = 1
    with pytest.raises(AttributeError):
        spec.geom("ball").nothing  # noqa: B018
    with pytest.raises(AttributeError):
        spec.nothing = 1
    with pytest.raises(TypeError):
        spec.geom("ball").contype = 0.5
    with pytest.raises(NotImplementedError, match="attach_frame"):
        spec.body("ball").attach_frame(spec.worldbody.frames[0])
    with pytest.raises(NotImplementedError, match="itself"):
        spec.worldbody.add_frame().attach_body(spec.body("ball"))
    spec.actuator("servo").target = "nowhere"
    with pytest.raises(ValueError, match="nowhere"):
        spec.compile()
    assert spec.body("nobody") is None
