"""A Batch is worlds stepped alone, bit for bit, for any number of threads."""

import numpy as np
import pytest
from conftest import MODELS, SOURCE, same_bits

import corten

NWORLD = 5


def alone(model: corten.Model, world: int, steps: int) -> corten.Data:
    data = corten.Data(model)
    data.qvel = 0.1 * ((np.arange(model.nv) + world) % 7) - 0.3
    for k in range(steps):
        data.ctrl = controls(model, world, k)
        corten.step(model, data)
    return data


def controls(model: corten.Model, world: int, step: int) -> np.ndarray:
    return 0.1 * ((7 * world + step // 5 + np.arange(model.nu)) % 11) - 0.5


@pytest.mark.parametrize("threads", [None, 1, 2, 4])
@pytest.mark.parametrize("path", [SOURCE / "models" / "humanoid.xml", MODELS / "sensors.xml"], ids=lambda p: p.name)
def test_bits(path, threads: int | None) -> None:
    model = corten.load(path)
    pool = None if threads is None else corten.ThreadPool(threads)
    batch = corten.Batch(model, NWORLD, results=["xpos", "cvel"], threads=pool)
    for w in range(NWORLD):
        batch.qvel[w] = 0.1 * ((np.arange(model.nv) + w) % 7) - 0.3
    for k in range(40):
        for w in range(NWORLD):
            batch.ctrl[w] = controls(model, w, k)
        batch.step()
    for w in range(NWORLD):
        data = alone(model, w, 40)
        for name in ("qpos", "qvel", "act", "sensordata", "xpos", "cvel", "qacc_warmstart"):
            assert same_bits(getattr(batch, name)[w], getattr(data, name)), (w, name)
        assert batch.time[w] == data.time
        assert same_bits(batch.world(w).qpos, data.qpos)


def test_arrays_are_views(model: corten.Model) -> None:
    batch = corten.Batch(model, 3, results=("xpos", "geom_xmat", "qfrc_bias"))
    assert len(batch) == batch.nworld == 3 and batch.model is model
    shapes = {"qpos": (3, 9), "ctrl": (3, 2), "xpos": (3, 5, 3), "geom_xmat": (3, 5, 9), "time": (3,), "energy": (3, 2)}
    for name, shape in shapes.items():
        assert getattr(batch, name).shape == shape and name in batch.arrays and name in dir(batch)
        assert getattr(batch, name) is getattr(batch, name)
        assert getattr(batch, name).flags.c_contiguous
    assert batch.unstable.dtype == np.bool_ and batch.eq_active.dtype == np.bool_
    batch.ctrl = [1, 0]
    batch.qpos[1, 0] = 0.5
    batch.forward()
    assert np.array_equal(batch.ctrl, [[1, 0]] * 3)
    assert batch.xpos[1, 2, 0] == pytest.approx(0.4 * np.cos(0.5)) and batch.xpos[0, 2, 0] == pytest.approx(0.4)
    assert np.shares_memory(batch.sensor("tip_pos"), batch.sensordata) and batch.sensor("tip_pos").shape == (3, 3)
    assert np.array_equal(np.from_dlpack(batch.qpos), batch.qpos)
    assert np.shares_memory(np.from_dlpack(batch.qpos), batch.qpos)


def test_masks_and_keys(model: corten.Model) -> None:
    batch = corten.Batch(model, 3)
    batch.step(10)
    batch.reset(np.array([True, False, True]))
    assert batch.time.tolist() == [0, pytest.approx(0.05), 0]
    batch.reset([False, True, False], key="bent")
    assert batch.qpos[1, 0] == 0.5 and batch.qpos[0, 0] == 0
    batch.reset()
    assert not batch.time.any()
    batch.qvel[2] = 1e20
    with pytest.warns(corten.SimulationWarning):
        batch.step()
    assert batch.unstable.tolist() == [False, False, True]
    batch.reset(batch.unstable)
    assert not batch.unstable.any()


def test_forward_of_some_worlds(model: corten.Model) -> None:
    batch = corten.Batch(model, 3, results=["xpos", "cfrc_ext"])
    batch.qpos[:, 4] = 0.09  # the box, a centimetre into the floor
    batch.forward([False, True, False])
    box = model.body("box").id
    assert batch.xpos[:, box, 2].tolist() == [0, 0.09, 0]
    assert batch.cfrc_ext[1, box, 5] > 0 and batch.cfrc_ext[0, box, 5] == 0
    with pytest.raises(ValueError, match="mask must have the shape"):
        batch.forward([True])


def test_rollouts(model: corten.Model) -> None:
    rng = np.random.default_rng(0)
    u = rng.uniform(-1, 1, (4, 30, model.nu))
    batch = corten.Batch(model, 4, threads=2)
    states, sensors = batch.rollout(u)
    assert states.shape == (4, 30, corten.state_size(model, corten.State.FULLPHYSICS)) and sensors.shape == (4, 30, 4)
    data = corten.Data(model)
    for k in range(30):
        data.ctrl = u[3, k]
        corten.step(model, data)
        assert same_bits(states[3, k], corten.get_state(model, data, corten.State.FULLPHYSICS))
        assert same_bits(sensors[3, k], data.sensordata)
    assert same_bits(batch.qpos[3], data.qpos)
    assert batch.rollout(u, states=False)[0] is None


def test_domain_randomisation(model: corten.Model) -> None:
    batch = corten.Batch(model, 3, threads=2)
    mass, friction, gravity = batch.vary("body_mass"), batch.vary("geom_friction"), batch.vary("opt.gravity")
    assert mass.shape == (3, 5) and friction.shape == (3, 5, 3) and gravity.shape == (3, 3)
    mass[:, 1] *= [1, 2, 3]
    gravity[:, 2] = [-9, -5, -1]
    friction[2] = 0.1
    batch.recompute_constants()
    batch.step(60)
    for w in range(3):
        changed = model.writable()
        changed.body_mass[1] *= w + 1
        changed.opt.gravity[2] = [-9, -5, -1][w]
        if w == 2:
            changed.geom_friction[:] = 0.1
        changed.recompute_constants()
        data = corten.Data(changed)
        corten.step(changed, data, 60)
        assert same_bits(batch.qpos[w], data.qpos), w
    assert mass[0, 1] == model.body_mass[1]
    with pytest.raises(KeyError, match="body_weight"):
        batch.vary("body_weight")
    with pytest.raises(ValueError, match="index"):
        batch.vary("geom_bodyid")


def test_seeds_of_worlds(model: corten.Model) -> None:
    """A world draws from the seed and its number alone."""
    few, many = corten.Batch(model, 3, threads=1, seed=7), corten.Batch(model, 40, threads=2, seed=7)
    few.reset(noise=0.1)
    many.reset(noise=0.1)
    assert same_bits(few.qpos, many.qpos[:3]) and same_bits(few.qvel, many.qvel[:3])
    assert len(np.unique(many.qvel)) == many.qvel.size
    assert same_bits(few.random(4), many.random(4)[:3]) and not same_bits(few.random(1), few.random(1))
    first = many.qpos.copy()
    many.reset(noise=0.1)
    assert not np.any(many.qpos[:, 0] == first[:, 0]), "the stream goes on"
    many.reset(noise=0.1, seed=7)
    assert same_bits(many.qpos, first)
    mask = np.arange(40) == 5
    many.reset(mask, noise=0.1)
    assert np.array_equal((many.qpos != first).any(axis=1), mask), "others stay"
    assert same_bits(many.random(2, mask)[~mask], np.zeros((39, 2)))
    assert not same_bits(corten.Batch(model, 3, seed=8).random(), corten.Batch(model, 3, seed=7).random())
    assert same_bits(corten.Batch(model, 3).random(), corten.Batch(model, 3, seed=0).random())


def test_noise(model: corten.Model) -> None:
    batch = corten.Batch(model, 200)
    batch.reset(noise=(0.1, 0))
    hinge = batch.qpos[:, 0]
    assert np.abs(hinge).max() <= 0.1 and np.abs(hinge).max() > 0.09 and abs(hinge.mean()) < 0.02 and not batch.qvel.any()
    assert np.linalg.norm(batch.qpos[:, 5:9], axis=1) == pytest.approx(1) and np.ptp(batch.qpos[:, 6]) > 0.05
    batch.reset(key="bent", noise=(0, 0.5))
    assert np.all(batch.qpos == batch.qpos[0]) and batch.qpos[0, 0] == 0.5 and 0.45 < np.abs(batch.qvel).max() <= 0.5
    for wrong in ("much", (1, 2, 3), None):
        with pytest.raises(TypeError, match="noise"):
            batch.reset(noise=wrong)
    with pytest.raises(ValueError, match="finite"):
        batch.reset(noise=np.inf)
    with pytest.raises(TypeError):
        batch.reset(seed=-1)
    with pytest.raises(ValueError, match="negative"):
        batch.random(-1)


def test_arrays_are_aligned(model: corten.Model) -> None:
    """As JAX wants memory that it shares; tests/python/dlpack.py tries it."""
    batch = corten.Batch(model, 3, results=["xpos"])
    for array in [getattr(batch, name) for name in batch.arrays] + [batch.vary("body_mass")]:
        assert array.ctypes.data % 64 == 0
    shared = np.from_dlpack(batch.ctrl)
    batch.ctrl[1, 0] = 0.5
    assert shared[1, 0] == 0.5


def test_worlds_as_data(model: corten.Model, data: corten.Data) -> None:
    corten.reset(model, data, "bent")
    corten.step(model, data, 25)
    batch = corten.Batch(model, 2)
    batch.set_world(1, data)
    batch.step(10)
    corten.step(model, data, 10)
    assert same_bits(batch.qpos[1], data.qpos)
    other = corten.Data(corten.load_text("<mujoco/>"))
    with pytest.raises(ValueError, match="another model"):
        batch.set_world(0, other)
    with pytest.raises(IndexError):
        batch.world(2)


def test_wrong_arguments(model: corten.Model) -> None:
    with pytest.raises(ValueError, match="at least one world"):
        corten.Batch(model, 0)
    with pytest.raises(KeyError, match="qposs"):
        corten.Batch(model, 2, results=["qposs"])
    with pytest.raises(KeyError, match="fixed size"):
        corten.Batch(model, 2, results=["efc_force"])
    with pytest.raises(TypeError):
        corten.Batch("model", 2)
    batch = corten.Batch(model, 2)
    with pytest.raises(AttributeError, match=r'results=\["xpos"\]'):
        batch.xpos  # noqa: B018
    with pytest.raises(AttributeError):
        batch.speed = 3
    with pytest.raises(ValueError, match="mask must have the shape"):
        batch.reset([True])
    with pytest.raises(TypeError, match="boolean"):
        batch.reset([0, 1])
    with pytest.raises(ValueError, match="controls must have the shape"):
        batch.rollout(np.zeros((2, 5, 3)))
    with pytest.raises(ValueError, match=r"batch\.ctrl"):
        batch.ctrl = np.zeros((3, 2))
    with pytest.raises(ValueError):
        batch.step(-1)
    batch.vary("opt.timestep")[1] = 0
    with pytest.raises(ValueError, match="timestep"):
        batch.step()


def test_a_world_more_costs_little() -> None:
    """Below half of what MuJoCo's Data takes without its arena: 23 kB for this model in MuJoCo 3.12 (nbuffer)."""
    mujoco = pytest.importorskip("mujoco")
    path = SOURCE / "models" / "humanoid.xml"
    theirs = mujoco.MjData(mujoco.MjModel.from_xml_path(str(path)))
    batch = corten.Batch(corten.load(path), 2)
    assert batch.bytes_per_world < 0.5 * theirs.nbuffer
