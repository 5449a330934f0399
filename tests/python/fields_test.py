"""Every field of the tables is there, with shape and type, and writes land where the engine reads."""

import re

import numpy as np
import pytest
from conftest import ARM, MODELS, SOURCE

import corten

TYPES = {"double": "f8", "float": "f4", "int": "i4", "bool": "?", "char": "i1", "unsigned char": "u1", "SameFrame": "u1"}
VECTORS = {"Vec3": 3, "Quat": 4, "Mat3": 9, "Spatial": 6, "SpatialMatrix": 36, "Inertia": 10}


def table(name: str) -> list[tuple[str, str, str]]:
    """(element type, name, count) of each row of a .def file."""
    text = (SOURCE / "include" / "corten" / name).read_text()
    return re.findall(r"^CORTEN_FIELD\(([\w<> ]+), (\w+), ([^,\"]+),", text, re.M)


def numbers(element: str) -> tuple[str, int]:
    """numpy type and numbers per element."""
    if match := re.fullmatch(r"(Vec|IntVec|FloatVec)<(\d+)>", element):
        return {"Vec": "f8", "IntVec": "i4", "FloatVec": "f4"}[match[1]], int(match[2])
    if element in VECTORS:
        return "f8", VECTORS[element]
    return TYPES.get(element, "i4"), 1  # what is left are enums


def elements(model: corten.Model, count: str) -> int:
    sizes = {word: getattr(model, word) for word in re.findall(r"\bn\w+", count)}
    return eval(count, {}, sizes)


def models() -> list[corten.Model]:
    return [corten.load_text(ARM), corten.load(MODELS / "sensors.xml"), corten.load(SOURCE / "models" / "humanoid.xml")]


@pytest.mark.parametrize("number", range(3))
def test_every_field_of_a_model(number: int) -> None:
    model = models()[number].writable()
    rows = table("model_fields.def")
    assert len(rows) > 300
    for element, name, count in rows:
        view = getattr(model, name)
        dtype, width = numbers(element)
        assert view.dtype == np.dtype(dtype), name
        assert view.size == elements(model, count) * width, name
        if count.startswith("2 * "):
            assert view.shape == (view.size // 2, 2), name
        elif " * " not in count:
            assert view.shape == ((view.size // width, width) if width > 1 else (view.size,)), name
        assert not getattr(models()[number], name).flags.writeable, name


@pytest.mark.parametrize("number", range(3))
def test_every_field_of_a_data(number: int) -> None:
    model = models()[number]
    data = corten.Data(model)
    corten.step(model, data, 20)
    for element, name, count in table("data_fields.def"):
        view = getattr(data, name)
        dtype, width = numbers(element)
        assert view.dtype == np.dtype(dtype), name
        assert view.size == elements(model, count) * width, name
        assert getattr(data, name) is view, name
    sizes = {"nefc": data.nefc, "nJ": data.nJ, "nisland": data.nisland}
    for element, name, count in table("row_fields.def"):
        view = getattr(data, name)
        dtype, width = numbers(element)
        assert view.dtype == np.dtype(dtype), name
        assert not view.flags.writeable, name
        if count in sizes:
            assert len(view) == sizes[count], name


def test_writes_land(model: corten.Model) -> None:
    """What is written through one view is read through another, and by a copy that C++ makes."""
    writable = model.writable()
    data = corten.Data(model)
    written = 0
    for owner, rows in ((writable, table("model_fields.def")), (data, table("data_fields.def"))):
        for _, name, _ in rows:
            view = getattr(owner, name)
            if view.size == 0 or not view.flags.writeable:
                continue
            value = np.arange(view.size).reshape(view.shape).astype(view.dtype)
            setattr(owner, name, value)
            assert np.array_equal(view, value), name
            written += 1
    import copy

    for owner in (writable, data):
        twin = copy.copy(owner)
        for _, name, _ in table("model_fields.def" if owner is writable else "data_fields.def"):
            assert np.array_equal(getattr(twin, name), getattr(owner, name)), name
    assert written > 100


def test_indices_cannot_be_written(model: corten.Model, data: corten.Data) -> None:
    writable = model.writable()
    for name in ("jnt_qposadr", "geom_bodyid", "body_parentid", "actuator_trnid", "sensor_adr"):
        with pytest.raises(ValueError):
            getattr(writable, name)[...] = 0
    with pytest.raises(ValueError):
        data.dof_island[...] = 3
    with pytest.raises(ValueError):
        writable.jnt_qposadr.flags.writeable = True


def test_shapes_and_types_are_mujocos() -> None:
    """Fields of the same name look as in MuJoCo 3.12, but for the ones named here."""
    mujoco = pytest.importorskip("mujoco")
    ours_differ = {
        "M", "qLD", "qH", "M_colind",  # rows of the inertia matrix are padded
        "B_colind",  # without the rows of bodies that are welded to their parent
        "tex_adr",  # 32 bits here
    }  # fmt: skip
    path = str(MODELS / "sensors.xml")
    theirs, ours = mujoco.MjModel.from_xml_path(path), corten.load(path)
    their_data, our_data = mujoco.MjData(theirs), corten.Data(ours)
    compared, wrong = 0, []
    for owner, other, rows in (
        (ours, theirs, table("model_fields.def")),
        (our_data, their_data, table("data_fields.def")),
    ):
        for _, name, _ in rows:
            reference = getattr(other, name, None)
            if not isinstance(reference, np.ndarray) or name in ours_differ:
                continue
            view = getattr(owner, name)
            compared += 1
            if view.shape != reference.shape or (view.dtype != reference.dtype and view.dtype.kind != "b"):
                wrong.append((name, view.shape, view.dtype, reference.shape, reference.dtype))
    assert compared > 250
    assert not wrong, "\n".join(map(str, wrong))


def test_assignment_broadcasts_and_names_the_field(model: corten.Model, data: corten.Data) -> None:
    data.ctrl = 0.5
    assert np.array_equal(data.ctrl, [0.5, 0.5])
    data.qvel = np.arange(model.nv)
    assert data.qvel[3] == 3
    with pytest.raises(ValueError, match=r"data\.ctrl: .*shape"):
        data.ctrl = [1, 2, 3]
    with pytest.raises((ValueError, TypeError), match=r"data\.ctrl"):
        data.ctrl = ["a", "b"]
    with pytest.raises(AttributeError, match="writable"):
        model.body_mass = 1
    with pytest.raises(AttributeError):
        data.qposs  # noqa: B018


def test_options(model: corten.Model) -> None:
    assert model.opt.timestep == 0.005
    assert model.opt.integrator == corten.Integrator.EULER
    with pytest.raises(AttributeError, match="writable"):
        model.opt.timestep = 0.01
    with pytest.raises(ValueError):
        model.opt.gravity[2] = 0
    changed = model.writable()
    changed.opt.timestep = 0.01
    changed.opt.integrator = "implicitfast"
    changed.opt.cone = corten.Cone.ELLIPTIC
    changed.opt.solver = 1
    changed.opt.gravity[2] = -1
    changed.opt.wind = [1, 2, 3]
    changed.opt.disableflags |= corten.DisableBit.CONTACT
    assert changed.opt.integrator == corten.Integrator.IMPLICITFAST
    assert changed.opt.solver == corten.Solver.CG
    assert list(changed.opt.gravity) == [0, 0, -1] and list(changed.opt.wind) == [1, 2, 3]
    assert changed.opt.disableflags == 16
    assert model.opt.timestep == 0.005 and model.opt.gravity[2] == -9.81
    with pytest.raises(ValueError, match="euler, rk4"):
        changed.opt.integrator = "leapfrog"
    with pytest.raises(TypeError, match="opt.timestep"):
        changed.opt.timestep = "fast"
    text = (SOURCE / "include" / "corten" / "option_fields.def").read_text()
    names = re.findall(r"^CORTEN_OPTION\(\w+, [\w<>]+, (\w+),", text, re.M)
    assert list(changed.opt.to_dict()) == names
    data = corten.Data(model)
    corten.step(changed, data)
    assert data.time == 0.01 and data.ncon == 0


def test_constants_follow(model: corten.Model) -> None:
    changed = model.writable()
    changed.body("lower").mass = 7
    assert changed.body_subtreemass[1] == model.body_subtreemass[1]
    changed.recompute_constants()
    gain = 7 - model.body_mass[2]
    assert changed.body_subtreemass[1] == pytest.approx(model.body_subtreemass[1] + gain)
    with pytest.raises(AttributeError, match="writable"):
        model.recompute_constants()
