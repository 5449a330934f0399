"""Python functions inside a step, and physics chosen by name."""

import numpy as np
import pytest
from conftest import ARM, SOURCE, same_bits

import corten


def test_control(model: corten.Model, data: corten.Data) -> None:
    seen = []

    def control(m: corten.Model, d: corten.Data) -> None:
        assert m is model and d is data
        seen.append(d.time)
        d.ctrl[0] = -3 * d.joint("shoulder").qpos[0] + corten.jac_site(m, d, "tip")[0][2, 0]

    data.control = control
    assert data.control is control
    corten.step(model, data, 5)
    assert seen == pytest.approx([0, 0.005, 0.01, 0.015, 0.02])
    by_hand = corten.Data(model)
    for _ in range(5):
        corten.step1(model, by_hand)
        control_value = -3 * by_hand.joint("shoulder").qpos[0] + corten.jac_site(model, by_hand, "tip")[0][2, 0]
        by_hand.ctrl[0] = control_value
        corten.step2(model, by_hand)
    assert same_bits(by_hand.qpos, data.qpos)
    data.control = None
    corten.step(model, data)
    assert len(seen) == 5 and data.control is None
    with pytest.raises(TypeError, match="function"):
        data.control = 3


def test_passive_forces_and_user_sensors() -> None:
    text = ARM.replace("<jointvel", '<user name="mine" dim="2" needstage="pos"/><jointvel')
    model = corten.load_text(text)
    data = corten.Data(model)

    def passive(m: corten.Model, d: corten.Data) -> None:
        d.qfrc_passive[1] += 0.75

    def sense(m: corten.Model, d: corten.Data, stage: int) -> None:
        if stage == corten.Stage.POS:
            d.sensor("mine").data[:] = [1, 2]

    corten.forward(model, data)
    before = data.qfrc_passive[1]
    data.passive, data.sensor_hook = passive, sense
    corten.forward(model, data)
    assert data.qfrc_passive[1] == before + 0.75
    assert data.sensor("mine").data.tolist() == [1, 2]


def test_what_a_hook_raises_comes_out(model: corten.Model, data: corten.Data) -> None:
    calls = []

    def control(m: corten.Model, d: corten.Data) -> None:
        calls.append(1)
        raise ZeroDivisionError("mine")

    data.control = control
    with pytest.raises(ZeroDivisionError, match="mine"):
        corten.step(model, data, 100)
    assert len(calls) == 1
    data.control = lambda m, d: corten.step(m, d)
    with pytest.raises(RuntimeError, match="hook may not step"):
        corten.step(model, data)
    data.control = lambda m, d: setattr(d, "control", None)
    corten.step(model, data, 3)
    assert data.control is None


def test_derivatives_obey_hooks(model: corten.Model, data: corten.Data) -> None:
    """Feedback u = -5 v enters the derivative of the step: worlds of the library's own call the hook, too."""
    open_loop = corten.transition_derivative(model, data, "differences")[0]
    data.control = lambda m, d: d.ctrl.__setitem__(0, -5 * d.qvel[0])
    closed = corten.transition_derivative(model, data, "differences")[0]
    B = corten.transition_derivative(model, corten.Data(model), "differences")[1]
    expected = open_loop.copy()
    expected[:, model.nv] -= 5 * B[:, 0]
    assert np.abs(closed - expected).max() < 1e-6


def test_formulations_by_name(model: corten.Model) -> None:
    falls = {}
    for name in ("convex", "xpbd", "impulse", "compliant"):
        sim = corten.Sim(model, contact=name)
        sim.step(200)
        falls[name] = sim.data.joint("box_joint").qpos[2]
        assert falls[name] == pytest.approx(0.1, abs=0.01), name
        by_option = model.writable()
        by_option.opt.formulation = name
        data = corten.Data(by_option)
        corten.step(by_option, data, 200)
        assert same_bits(data.qpos, sim.data.qpos), name
        batch = corten.Batch(model, 2)
        batch.choose_physics(contact=name)
        batch.step(200)
        assert same_bits(batch.qpos[1], data.qpos), name
    assert len(set(falls.values())) == 4
    sim.reset("bent")
    sim.forward()
    assert sim.data.qpos[0] == 0.5
    with pytest.raises(ValueError, match="none of convex, xpbd"):
        corten.Sim(model, contact="springs")
    with pytest.raises(ValueError, match="bridson"):
        corten.Sim(model, bending="paper")


def test_flexes_by_name() -> None:
    cloth = """<mujoco><worldbody><flexcomp name="cloth" type="grid" count="4 4 1" spacing="0.1 0.1 0.1" mass="0.1"
      radius="0.01" pos="0 0 1"><elasticity young="2e4" poisson="0.2" thickness="1e-2" elastic2d="both"/>
      <pin id="0 3"/></flexcomp></worldbody></mujoco>"""
    model = corten.load_text(cloth)
    ends = []
    for choice in ({}, {"bending": "bridson"}, {"elasticity": "neo_hookean"}, {"elasticity": "corotated"}):
        sim = corten.Sim(model, **choice)
        sim.step(100)
        ends.append(sim.data.flexvert_xpos.tobytes())
    assert len(set(ends)) == 4


def test_threads_do_not_change_bits() -> None:
    model = corten.load(SOURCE / "models" / "humanoid.xml")
    ends = []
    for threads in (None, corten.ThreadPool(1), corten.ThreadPool(3)):
        data = corten.Data(model)
        data.threads = threads
        assert data.threads is threads
        corten.step(model, data, 100)
        ends.append(data.qpos.tobytes())
    assert len(set(ends)) == 1
    assert len(corten.ThreadPool(3)) == 3
