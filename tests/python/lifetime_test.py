"""Views keep what they show alive, nothing leaks, copies and pickles are the same world."""

import copy
import gc
import pickle
import sys
import weakref

import numpy as np
import pytest
from conftest import ARM, SOURCE, resident, same_bits

import corten


def test_views_outlive_their_owners() -> None:
    model = corten.load_text(ARM)
    data = corten.Data(model)
    corten.step(model, data, 10)
    views = {name: getattr(data, name) for name in ("qpos", "xpos", "sensordata", "energy")}
    rows = data.body("lower").xpos
    gravity, mass = model.opt.gravity, model.body("upper").pos
    batch = corten.Batch(model, 3)
    batch.step(5)
    many, varied = batch.qpos, batch.vary("body_mass")
    expected = [v.copy() for v in (*views.values(), rows, gravity, mass, many, varied)]
    del model, data, batch
    gc.collect()
    noise = [np.full(10000, 1e300) for _ in range(200)]  # would land in memory that was given back
    for view, value in zip((*views.values(), rows, gravity, mass, many, varied), expected):
        assert same_bits(view, value)
    del noise


def test_contacts_and_rows_are_of_their_moment(model: corten.Model, data: corten.Data) -> None:
    corten.step(model, data, 100)
    assert data.ncon == 4 and len(data.contact) == 4
    contact, force = data.contact, data.efc_force
    assert contact.geom.shape == (4, 2) and contact[0].geom.tolist() == [0, 3]
    assert contact.frame.shape == (4, 9) and abs(contact.dist).max() < 1e-3
    before = contact.dist.copy(), force.copy()
    corten.reset(model, data)
    corten.step(model, data, 3)
    assert same_bits(contact.dist, before[0]) and same_bits(force, before[1])
    assert len(data.contact) == 0 and data.efc_force.shape == (data.nefc,)
    with pytest.raises(ValueError):
        force[0] = 1


def test_a_world_that_refers_to_itself_is_collected() -> None:
    class Watched:
        pass

    model = corten.load_text(ARM)
    data = corten.Data(model)
    watched = Watched()

    def control(m: corten.Model, d: corten.Data, own: corten.Data = data, kept: Watched = watched) -> None:
        assert d is own and kept is not None
        d.ctrl[0] = 1

    data.control = control
    corten.step(model, data)
    gone = weakref.ref(watched)
    del data, control, watched
    gc.collect()
    assert gone() is None


def test_nothing_leaks() -> None:
    """1000 times: load, step, look, free. Memory is measured after a warm-up, in which caches fill."""

    def cycle() -> None:
        model = corten.load_text(ARM)
        data = corten.Data(model)
        data.control = lambda m, d: None
        corten.step(model, data, 2)
        batch = corten.Batch(model, 2, results=["xpos"])
        batch.step()
        views = (data.qpos, data.contact, data.efc_J, model.opt.gravity, data.joint("elbow").qpos, batch.xpos)
        assert all(v is not None for v in views)
        copy.copy(data)
        with pytest.raises(corten.LoadError):
            corten.load_text("<mujoco><worldbody><geom size='-1'/></worldbody></mujoco>")

    for _ in range(200):
        cycle()
    gc.collect()
    before, blocks = resident(), sys.getallocatedblocks()
    for _ in range(1000):
        cycle()
    gc.collect()
    assert resident() - before < 4 << 20, "a thousand cycles must not need 4 MB more"
    assert sys.getallocatedblocks() - blocks < 500, "not one Python object may stay of each cycle"


@pytest.mark.parametrize("path", ["models/humanoid.xml", "tests/conformance/models/sensors.xml"])
def test_copies_and_pickles_go_on_alike(path: str) -> None:
    model = corten.load(SOURCE / path)
    data = corten.Data(model)
    data.qvel = 0.1
    corten.step(model, data, 30)
    twins = [copy.copy(data), copy.deepcopy(data), pickle.loads(pickle.dumps(data))]
    for twin in twins:
        assert same_bits(twin.qpos, data.qpos) and same_bits(twin.xpos, data.xpos)
        assert same_bits(twin.efc_force, data.efc_force) and len(twin.contact) == len(data.contact)
    corten.step(model, data, 50)
    for twin in twins:
        corten.step(twin.model, twin, 50)
        assert twin.time == data.time and same_bits(twin.qpos, data.qpos) and same_bits(twin.sensordata, data.sensordata)
    twins[0].qpos[0] = 7
    assert data.qpos[0] != 7


def test_models_are_copied_and_pickled(model: corten.Model) -> None:
    changed = model.writable()
    changed.body("box").mass = 3
    for twin in (copy.copy(changed), copy.deepcopy(changed), pickle.loads(pickle.dumps(changed))):
        assert twin.body("box").mass == 3 and twin.is_writable
        twin.body("box").mass = 4
        assert changed.body("box").mass == 3
    assert not pickle.loads(pickle.dumps(model)).is_writable
    assert pickle.loads(pickle.dumps(model)).names("body") == model.names("body")


def test_classes_can_be_extended(model: corten.Model) -> None:
    class Robot(corten.Data):
        def __init__(self, model: corten.Model, label: str) -> None:
            super().__init__(model)
            self.label = label

    class Worlds(corten.Batch):
        pass

    robot = Robot(model, "r2")
    corten.step(model, robot)
    assert robot.label == "r2" and robot.time == 0.005 and isinstance(robot, corten.Data)
    assert isinstance(Worlds(model, 2), Worlds)


def test_damaged_pickles_are_refused(model: corten.Model, data: corten.Data) -> None:
    whole = data.__getstate__()[1]
    for content in (b"", b"abc", whole[:-1], whole + b"x", b"\0" * len(whole)):
        fresh = corten.Data.__new__(corten.Data)
        with pytest.raises((ValueError, TypeError)):
            fresh.__setstate__((model, content))
    with pytest.raises(ValueError):
        corten.Model.__new__(corten.Model).__setstate__((b"nothing", False))
