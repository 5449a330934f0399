"""Elements by name."""

import numpy as np
import pytest

import corten


def test_rows_of_a_model(model: corten.Model) -> None:
    body = model.body("upper")
    assert (body.id, body.name) == (1, "upper")
    assert body.mass == model.body_mass[1]
    assert np.shares_memory(body.pos, model.body_pos)
    assert model.geom("box").type == corten.GeomType.BOX
    assert model.joint("shoulder").range == pytest.approx([-np.pi / 2, np.pi / 2])
    assert model.joint("elbow").damping == pytest.approx([0.1])
    assert model.joint("box_joint").damping.shape == (6,)
    assert model.joint("box_joint").qpos0 == pytest.approx([0.3, 0, 0.5, 1, 0, 0, 0])
    assert model.actuator("shoulder").ctrlrange == pytest.approx([-2, 2])
    assert model.actuator("elbow").gear == pytest.approx([1, 0, 0, 0, 0, 0])
    assert model.numeric("gains").data == pytest.approx([1, 2, 3])
    assert model.key("bent").qpos.shape == (model.nq,)
    assert model.material("red").rgba == pytest.approx([1, 0, 0, 1])
    assert model.names("joint") == ["shoulder", "elbow", "box_joint"]
    assert "mass" in dir(body) and "mass" in repr(body)


def test_rows_of_a_data(model: corten.Model, data: corten.Data) -> None:
    corten.reset(model, data, "bent")
    data.actuator("elbow").act = 0.25
    corten.forward(model, data)
    assert data.joint("elbow").qpos == pytest.approx([-0.5])
    assert data.joint("box_joint").qpos.shape == (7,)
    assert data.joint("box_joint").qvel.shape == (6,)
    assert data.joint("shoulder").xaxis.shape == (3,)
    assert data.sensor("tip_pos").data == pytest.approx(data.site("tip").xpos)
    assert data.body("lower").xpos == pytest.approx(data.xpos[2])
    assert data.actuator("shoulder").ctrl == pytest.approx([1])
    assert data.actuator("elbow").act == pytest.approx([0.25])
    assert data.actuator("elbow").force == pytest.approx([0.5])
    assert data.body("target").mocap_pos == pytest.approx([1, 0, 0])
    assert data.tendon("both").length == pytest.approx(1.0)
    assert not data.equality("tie").active
    data.equality("tie").active = True
    assert data.eq_active[0]
    data.joint("box_joint").qpos = [1, 2, 3, 1, 0, 0, 0]
    assert data.qpos[2:5] == pytest.approx([1, 2, 3])
    data.body("box").xfrc_applied[2] = 5
    assert data.xfrc_applied[3, 2] == 5


def test_what_does_not_exist(model: corten.Model, data: corten.Data) -> None:
    with pytest.raises(KeyError, match="shoulder"):
        model.joint("sholder")
    with pytest.raises(KeyError):
        data.sensor("tip")
    with pytest.raises(IndexError, match="there is no body 17; the model has 5"):
        model.body(17)
    with pytest.raises(IndexError):
        model.body(-1)
    with pytest.raises(TypeError, match="name or its number"):
        model.body(1.5)
    with pytest.raises(AttributeError, match="did you mean mass"):
        model.body("box").mas
    with pytest.raises(AttributeError):
        model.body("box").mocap_pos  # not a mocap body
    with pytest.raises(AttributeError, match="writable"):
        model.body("box").mass = 2
    with pytest.raises(ValueError, match="none of body, joint"):
        model.names("bodies")
