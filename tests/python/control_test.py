"""corten.control and corten.identify against closed forms, equations that solutions satisfy, and known parameters."""

import numpy as np
import pytest
from conftest import ARM

import corten
from corten import control
from corten.control import Feedback, Paths, QuadraticCost, SamplingMPC, difference, ilqr, linearise, lqr, riccati, spread
from corten.identify import Parameter, Recording, identify, record

CART = """<mujoco><option timestep="0.1"/><worldbody><body><joint type="slide" axis="1 0 0"/>
  <geom type="sphere" size="0.1" mass="2"/></body></worldbody>
  <actuator><motor joint="J" ctrlrange="-5 5"/></actuator></mujoco>""".replace("<joint", '<joint name="J"')


def test_riccati_of_one_number() -> None:
    """P = q + a^2 P - (a b P)^2 / (r + b^2 P) is a quadratic equation in P."""
    a, b, q, r = 1.3, 0.7, 2.0, 0.5
    p = np.roots([b * b, r - a * a * r - q * b * b, -q * r]).max()
    K, P = riccati([[a]], [[b]], q, r)
    assert P[0, 0] == pytest.approx(p, rel=1e-13) and K[0, 0] == pytest.approx(a * b * p / (r + b * b * p), rel=1e-13)


def test_riccati_equation() -> None:
    rng = np.random.default_rng(1)
    for n, m in ((2, 1), (6, 2), (20, 3)):
        A, B = rng.standard_normal((n, n)) / np.sqrt(n) * 1.4, rng.standard_normal((n, m))
        Q, R = np.diag(rng.uniform(0.1, 2, n)), np.diag(rng.uniform(0.1, 2, m))
        K, P = riccati(A, B, Q, R)
        S = R + B.T @ P @ B
        residual = Q + A.T @ P @ A - A.T @ P @ B @ np.linalg.solve(S, B.T @ P @ A) - P
        assert np.abs(residual).max() < 1e-10 * np.abs(P).max()
        assert np.abs(np.linalg.eigvals(A - B @ K)).max() < 1


def test_riccati_refuses() -> None:
    with pytest.raises(ValueError, match="do not reach"):
        riccati([[2.0, 0], [0, 0.5]], [[0.0], [1]], 1, 1)
    with pytest.raises(ValueError, match="does not see"):
        riccati([[2.0]], [[1.0]], 0, 1)
    with pytest.raises(ValueError, match="R must be positive definite"):
        riccati([[2.0]], [[1.0]], 1, 0)
    with pytest.raises(ValueError, match="Q has the shape"):
        riccati(np.eye(2), np.ones((2, 1)), [1, 2, 3], 1)
    with pytest.raises(ValueError, match="symmetric"):
        riccati(np.eye(2), np.ones((2, 1)), [[1, 1], [0, 1]], 1)


def test_linearise_and_lqr_of_a_cart() -> None:
    """A mass m that is pushed, with time step h: v' = v + h u / m, x' = x + h v'."""
    model = corten.load_text(CART)
    data = corten.Data(model)
    A, B = linearise(model, data)
    assert A == pytest.approx(np.array([[1, 0.1], [0, 1]])) and B == pytest.approx(np.array([[0.005], [0.05]]))
    feedback = lqr(model, data, Q=[1, 0.1], R=0.1)
    cost = QuadraticCost(model, [1, 0.1], 0.1)
    data.qpos = 0.2
    paid = 0.0
    value = 0.5 * np.array([0.2, 0]) @ feedback.value @ [0.2, 0]
    for _ in range(300):
        feedback.apply(model, data)
        paid += cost.stage(cost.deviation(data.qpos, data.qvel, data.act), data.ctrl)
        corten.step(model, data)
    assert abs(data.qpos[0]) < 1e-10
    assert paid == pytest.approx(value, rel=1e-10)
    data.qpos = 100
    feedback.apply(model, data)
    assert data.ctrl[0] == -5
    assert feedback(np.zeros((7, 1)), np.ones((7, 1))).shape == (7, 1)


def test_difference_is_what_integration_undoes() -> None:
    """With velocity v and no forces, positions move by v times the time step; rotations about their own axes."""
    text = ARM.replace('<option timestep="0.005"/>', '<option timestep="0.3" gravity="0 0 0"><flag contact="disable"/></option>')
    model = corten.load_text(text.replace('damping="0.1"', "").replace('range="-90 90"', ""))
    data = corten.Data(model)
    rng = np.random.default_rng(0)
    data.qpos[5:9] = [0.5, -0.5, 0.5, 0.5]
    data.qvel[2:] = rng.uniform(-2, 2, 6)
    start = data.qpos.copy()
    corten.step(model, data)
    assert difference(model, start, data.qpos)[2:] == pytest.approx(0.3 * data.qvel[2:], abs=1e-12)
    flipped = data.qpos.copy()
    flipped[5:9] *= -1  # the same rotation
    assert difference(model, data.qpos, flipped) == pytest.approx(np.zeros(model.nv), abs=1e-12)
    with pytest.raises(ValueError, match="nq = 9"):
        difference(model, [0, 0], [0, 0])


def test_ilqr_of_a_linear_system_is_lqr() -> None:
    """One iteration solves it: without limits the problem is the linear-quadratic one itself."""
    model = corten.load_text(CART.replace('ctrlrange="-5 5"', ""))
    data = corten.Data(model)
    data.qpos = 1.0
    P = lqr(model, corten.Data(model), [1, 0.1], 0.1).value
    cost = QuadraticCost(model, [1, 0.1], 0.1, P)
    plan = ilqr(model, data, np.zeros((60, 1)), cost)
    assert plan.converged and len(plan.costs) <= 4
    assert plan.costs[-1] == pytest.approx(0.5 * P[0, 0], rel=1e-6)
    assert data.time == 0 and data.qpos[0] == 1
    assert all(b < a for a, b in zip(plan.costs, plan.costs[1:], strict=False))
    limited = ilqr(corten.load_text(CART.replace("-5 5", "-0.5 0.5")), data, np.zeros((60, 1)), cost)
    assert np.abs(limited.ctrl).max() <= 0.5 and limited.costs[-1] > plan.costs[-1]
    with pytest.raises(ValueError, match="controls have the shape"):
        ilqr(model, data, np.zeros(60), cost)


def test_spread_copies_a_world(model: corten.Model, data: corten.Data) -> None:
    data.ctrl = [0.5, 0.2]
    data.mocap_pos[0] = [1, 2, 3]
    corten.step(model, data, 30)
    batch = corten.Batch(model, 3)
    batch.step(5)
    spread(batch, data)
    corten.step(model, data, 5)
    batch.step(5)
    for world in range(3):
        assert np.array_equal(batch.qpos[world], data.qpos) and batch.time[world] == data.time


@pytest.mark.parametrize("temperature", [0, 0.1])
def test_sampling_brings_a_cart_home(temperature: float) -> None:
    model = corten.load_text(CART)
    data = corten.Data(model)
    data.qpos = 1
    mpc = SamplingMPC(model, QuadraticCost(model, [1, 0.1], 0.01), horizon=20, samples=32, temperature=temperature)
    for _ in range(100):
        mpc.control(data)
        corten.step(model, data)
    assert abs(data.qpos[0]) < 0.05 and abs(data.qvel[0]) < 0.1
    again = SamplingMPC(model, QuadraticCost(model, [1, 0.1], 0.01), horizon=20, samples=32, temperature=temperature)
    other = SamplingMPC(
        model,
        QuadraticCost(model, [1, 0.1], 0.01),
        horizon=20,
        samples=32,
        temperature=temperature,
        threads=corten.ThreadPool(2),
    )
    assert np.array_equal(again.improve(data), other.improve(data))


def test_sampling_refuses() -> None:
    model = corten.load_text(CART)
    with pytest.raises(ValueError, match="samples"):
        SamplingMPC(model, QuadraticCost(model, 1, 1), samples=1)
    with pytest.raises(ValueError, match="sigma"):
        SamplingMPC(model, QuadraticCost(model, 1, 1), sigma=0)
    with pytest.raises(ValueError, match="no controls"):
        SamplingMPC(corten.load_text("<mujoco/>"), lambda paths: 0)
    wrong = SamplingMPC(model, lambda paths: paths.qpos[..., 0])
    with pytest.raises(ValueError, match="one number for each of 64 rollouts"):
        wrong.improve(corten.Data(model))
    assert isinstance(Paths, type) and isinstance(Feedback, type) and "ilqr" in control.__all__


# ---- identification

PENDULUM = """<mujoco><option timestep="0.01"/><worldbody><body name="rod"><joint name="hinge" axis="0 1 0"
  damping="DAMPING"/><geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.03" mass="MASS"/></body></worldbody>
  <actuator><motor joint="hinge"/></actuator></mujoco>"""


def pendulum(mass: float, damping: float) -> corten.Model:
    return corten.load_text(PENDULUM.replace("MASS", str(mass)).replace("DAMPING", str(damping)))


def test_identifies_mass_and_damping() -> None:
    """From a damping of zero, for which only its size is given, and half the mass; with noise too."""
    real, guess = pendulum(2.0, 0.3), pendulum(1.0, 0)
    path = record(real, 3 * np.sin(np.arange(200) / 9)[:, None])
    parameters = [Parameter("body_mass", "rod"), Parameter("dof_damping", "hinge", scale=0.1)]
    result = identify(guess, parameters, path)
    assert result.values["body_mass[rod]"] == pytest.approx(2, rel=1e-6)
    assert result.values["dof_damping[hinge]"] == pytest.approx(0.3, rel=1e-6)
    assert result.residual < 1e-6 < 1e-3 < result.history[0]
    assert result.model.body_mass[1] == pytest.approx(2) and result.model.body_inertia[1] == pytest.approx(real.body_inertia[1])
    assert guess.body_mass[1] == 1
    rng = np.random.default_rng(0)
    noisy = Recording(
        path.qpos + 1e-3 * rng.standard_normal(path.qpos.shape), path.qvel + 1e-3 * rng.standard_normal(path.qvel.shape), path.ctrl
    )
    result = identify(guess, parameters, noisy)
    assert result.values["body_mass[rod]"] == pytest.approx(2, rel=0.01)
    assert 1e-5 < result.errors["body_mass[rod]"] < 0.02


def test_identifies_options() -> None:
    real = pendulum(1, 0.1).writable()
    real.opt.gravity[2] = -3.7
    found = identify(pendulum(1, 0.1), [Parameter("opt.gravity", column=2, scale=5)], record(real, np.zeros((150, 1))))
    assert found.values["opt.gravity[2]"] == pytest.approx(-3.7, rel=1e-6)
    assert found.model.opt.gravity == pytest.approx([0, 0, -3.7], rel=1e-6)


def test_identification_refuses() -> None:
    model = pendulum(1, 0)
    path = record(model, np.zeros((50, 1)))
    with pytest.raises(ValueError, match=r"dof_damping\[hinge\]: is 0 in the model; say how large"):
        identify(model, [Parameter("dof_damping", "hinge")], path)
    with pytest.raises(KeyError, match="body_weight"):
        identify(model, [Parameter("body_weight", "rod")], path)
    with pytest.raises(KeyError, match="rood"):
        identify(model, [Parameter("body_mass", "rood")], path)
    with pytest.raises(ValueError, match="real numbers"):
        identify(model, [Parameter("geom_bodyid")], path)
    with pytest.raises(ValueError, match="has 3 numbers"):
        identify(model, [Parameter("geom_friction", column=3)], path)
    with pytest.raises(ValueError, match="leave out column"):
        identify(model, [Parameter("body_mass", "rod", column=1)], path)
    with pytest.raises(ValueError, match="leave out element"):
        identify(model, [Parameter("opt.density", "rod", scale=1)], path)
    with pytest.raises(ValueError, match=r"says nothing about geom_friction\[0\]"):
        identify(model, [Parameter("geom_friction", column=0)], path)
    with pytest.raises(ValueError, match=r"recording.qpos has the shape \(50, 1\), not \(51, 1\)"):
        identify(model, [Parameter("body_mass", "rod")], Recording(path.qpos[1:], path.qvel, path.ctrl))
    with pytest.raises(ValueError, match="window: 1 to 50"):
        identify(model, [Parameter("body_mass", "rod")], path, window=51)
    with pytest.raises(ValueError, match="none are given"):
        identify(model, [], path)
