"""Models read, changed and written as their file describes them."""

import pathlib

import numpy as np
import pytest
from conftest import ARM

import corten


def test_read_change_compile_save(tmp_path: pathlib.Path) -> None:
    spec = corten.Spec.from_text(ARM)
    assert spec.modelname == "arm" and spec.option.timestep == 0.005
    spec.option.timestep = 0.001
    spec.option.integrator = "implicitfast"
    spec.body("lower").pos = [0.5, 0, 0]
    geom = spec.geom("box")
    assert geom.type == corten.GeomType.BOX and geom.size.tolist() == [0.1, 0.1, 0.1] and geom.mass is None
    geom.size = [0.2, 0.1, 0.05]
    geom.mass = 3
    geom.rgba = (0, 1, 0, 1)
    spec.joint("elbow").damping = 0.3
    spec.joint("elbow").limited = True
    spec.joint("elbow").range = [-1, 1]
    spec.actuator("shoulder").gear = 5
    spec.sensor("spin").cutoff = 10
    spec.key("bent").time = 2
    model = spec.compile()
    assert model.opt.timestep == 0.001 and model.opt.integrator == corten.Integrator.IMPLICITFAST
    assert model.body("box").mass == pytest.approx(3) and model.body("lower").pos[0] == 0.5
    assert model.geom("box").size == pytest.approx([0.2, 0.1, 0.05])
    assert model.joint("elbow").damping[0] == 0.3 and model.joint("elbow").range == pytest.approx(np.radians([-1, 1]))
    assert model.actuator("shoulder").gear[0] == 5 and model.key("bent").time == 2
    spec.save(tmp_path / "arm.xml")
    assert (tmp_path / "arm.xml").read_text() == spec.to_xml()
    again = corten.load(tmp_path / "arm.xml")
    assert np.array_equal(again.body_mass, model.body_mass) and again.opt.timestep == 0.001


def test_parts_come_and_go() -> None:
    spec = corten.Spec.from_text(ARM)
    model = spec.compile()
    data = corten.Data(model)
    corten.step(model, data, 20)
    ball = spec.add_body("world", "ball", pos=[1, 0, 1])
    spec.add_joint("ball", "ball_joint", type="free")
    spec.add_geom("ball", "ball", type=corten.GeomType.SPHERE, size=[0.1])
    spec.add_site("ball", "mark", pos=[0, 0, 0.1])
    assert ball.name == "ball" and "ball" in spec.names("body")
    spec.key("bent").qpos = []
    larger, moved = spec.recompile(model, data)
    assert larger.nv == model.nv + 6 and moved.time == data.time
    assert moved.joint("elbow").qpos == data.joint("elbow").qpos
    corten.step(larger, moved)
    gone = spec.remove_body("lower")
    assert any("spin" in g for g in gone)
    with pytest.raises(KeyError):
        spec.body("lower")
    child = corten.Spec.from_text('<mujoco><worldbody><body name="cube"><geom size="0.1"/></body></worldbody></mujoco>')
    spec.attach(child, body="cube", parent="upper", prefix="new_", pos=[0, 0, 1])
    smaller = spec.compile()
    assert smaller.body("new_cube").parentid == smaller.body("upper").id


def test_elements_are_found_afresh() -> None:
    spec = corten.Spec.from_text(ARM)
    lower = spec.body("lower")
    for i in range(50):  # moves lists in memory
        spec.add_body("world", f"more{i}")
    lower.pos = [0.7, 0, 0]
    with pytest.raises(ValueError, match="name"):
        lower.name = ""
    lower.name = "forearm"
    lower.quat = [1, 0, 0, 1]
    assert spec.body("forearm").pos[0] == 0.7
    assert spec.body("forearm").euler is None
    spec.body("forearm").euler = [0, 90, 0]
    assert spec.body("forearm").quat is None
    spec.remove_body("forearm")
    with pytest.raises(KeyError, match="any more"):
        lower.pos  # noqa: B018


def test_wrong_arguments() -> None:
    spec = corten.Spec.from_text(ARM)
    with pytest.raises(KeyError, match="did you mean 'upper'"):
        spec.body("uper")
    with pytest.raises(IndexError):
        spec.geom(99)
    with pytest.raises(TypeError):
        spec.geom(None)
    with pytest.raises(AttributeError, match="did you mean size"):
        spec.geom("box").sizes = 1
    with pytest.raises(ValueError, match="3 numbers, not 4"):
        spec.geom("box").size = [1, 2, 3, 4]
    with pytest.raises(TypeError, match="geom 'box'.contype"):
        spec.geom("box").contype = "a"
    with pytest.raises(ValueError, match="none of plane"):
        spec.geom("box").type = "cube"
    with pytest.raises(TypeError):
        spec.geom("box").size = "large"
    with pytest.raises(ValueError):
        spec.geom("box").size[0] = 1
    with pytest.raises(ValueError, match="already"):
        spec.add_geom("world", "box")
    with pytest.raises(KeyError):
        spec.add_geom("nowhere", "g")
    with pytest.raises(KeyError):
        spec.remove_body("nowhere")
    spec.geom("box").size = [-1]
    with pytest.raises(corten.LoadError):
        spec.compile()
    assert corten.Spec().compile().nbody == 1
