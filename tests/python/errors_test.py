"""What goes wrong is said in Python's way."""

import threading
import warnings

import numpy as np
import pytest
from conftest import ARM

import corten

BAD = """<mujoco>
  <worldbody>
    <geom size="-1"/>
    <body><joint type="hinj"/><geom size="0.1"/></body>
    <geom name="g" typ="box"/>
  </worldbody>
</mujoco>"""


def test_load_errors_list_everything() -> None:
    with pytest.raises(corten.LoadError) as caught:
        corten.load_text(BAD)
    error = caught.value
    assert isinstance(error, ValueError)
    assert len(error.diagnostics) >= 2
    lines = {d.line for d in error.diagnostics}
    assert {4, 5} <= lines
    first = error.diagnostics[0]
    assert first.severity == "error" and first.message and str(first) in str(error)
    import pickle

    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and [str(d) for d in again.diagnostics] == [str(d) for d in error.diagnostics]
    with pytest.raises(corten.LoadError, match="nowhere.xml"):
        corten.load("nowhere.xml")
    with pytest.raises(corten.LoadError):
        corten.load_bytes(b"nothing at all")
    with pytest.raises(corten.LoadError):
        corten.load_bytes(b"PK\x03\x04 broken")
    with pytest.raises(corten.LoadError):
        corten.Spec.from_text(BAD)


def test_load_warnings() -> None:
    text = '<mujoco><statistic meanmass="1"/><visual><nonsense/></visual><worldbody><geom size="1"/></worldbody></mujoco>'
    doubtful = '<mujoco><worldbody><body pos="0 0 1"><joint range="0 200" limited="true"/><geom size="0.1" mass="1e9"/></body></worldbody></mujoco>'
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for content in (text, doubtful):
            try:
                corten.load_text(content)
            except corten.LoadError:
                pass
    for w in caught:
        assert issubclass(w.category, corten.LoadWarning)


def test_simulation_warnings(model: corten.Model, data: corten.Data) -> None:
    data.qvel[0] = 1e30
    with pytest.warns(corten.SimulationWarning, match="shoulder"):
        corten.step(model, data)
    assert data.unstable and data.warnings["badqvel"] == 1 and "shoulder" in data.explain()
    corten.reset(model, data)
    assert not data.unstable and data.explain() == ""
    fresh = corten.Data(model)
    fresh.qvel[0] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(corten.SimulationWarning):
            corten.step(model, fresh)


def test_wrong_arguments(model: corten.Model, data: corten.Data) -> None:
    other = corten.load_text("<mujoco/>")
    for function in (corten.step, corten.forward, corten.inverse, corten.reset, corten.mass_matrix, corten.step1):
        with pytest.raises(ValueError, match="another model"):
            function(other, data)
        with pytest.raises(TypeError):
            function(data, model)
        with pytest.raises(TypeError):
            function(None, None)
    for function in (corten.jac_body, corten.jac_geom):
        with pytest.raises(ValueError, match="another model"):
            function(other, corten.Data(model), 0) if function is corten.jac_body else function(
                corten.load_text("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>"), data, 0
            )
    with pytest.raises(ValueError, match="another model"):
        corten.ray(other, data, [0, 0, 0], [1, 0, 0])
    with pytest.raises(ValueError, match="origin must have the shape"):
        corten.ray(model, data, [0, 0], [1, 0, 0])
    with pytest.raises(ValueError, match="directions must have the shape"):
        corten.rays(model, data, [0, 0, 0], [1, 0, 0])
    with pytest.raises(TypeError):
        corten.ray(model, data, "abc", [1, 0, 0])
    with pytest.raises(KeyError, match="upper"):
        corten.jac_body(model, data, "uper")
    with pytest.raises(IndexError):
        corten.geom_distance(model, data, 0, 77)
    with pytest.raises(KeyError, match="bent"):
        corten.reset(model, data, "bend")
    with pytest.raises(IndexError):
        corten.reset(model, data, 5)
    with pytest.raises(ValueError):
        corten.step(model, data, -1)
    with pytest.raises(TypeError):
        corten.step(model, data, "many")
    with pytest.raises(ValueError, match="implicit"):
        corten.transition_derivative(model, data, "analytic")
    with pytest.raises(TypeError):
        corten.Data("model.xml")
    with pytest.raises(TypeError):
        corten.Data(None)
    with pytest.raises(TypeError):
        corten.Model()
    with pytest.raises(ValueError):
        corten.ThreadPool(-1)
    stopped = model.writable()
    stopped.opt.timestep = 0
    with pytest.raises(ValueError, match="timestep"):
        corten.step(stopped, data)
    with pytest.raises(ValueError):
        corten.state_size(model, 1 << 20)
    with pytest.warns(RuntimeWarning, match="uninitialized"), pytest.raises(TypeError):
        corten.step(corten.Model.__new__(corten.Model), data)


def test_one_thread_per_data() -> None:
    """Threads step at the same time, each its own world; the same world is refused."""
    model = corten.load_text(ARM)
    worlds = [corten.Data(model) for _ in range(4)]
    threads = [threading.Thread(target=corten.step, args=(model, d, 2000)) for d in worlds]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(d.qpos.tobytes() == worlds[0].qpos.tobytes() for d in worlds)

    shared, refused = corten.Data(model), []
    started = threading.Event()

    def control(m: corten.Model, d: corten.Data) -> None:
        started.set()
        if not refused:
            other = threading.Thread(target=intrude)
            other.start()
            other.join()

    def intrude() -> None:
        try:
            corten.step(model, shared)
        except RuntimeError as error:
            refused.append(str(error))

    shared.control = control
    corten.step(model, shared)
    assert started.is_set() and "another thread" in refused[0]


def test_the_interpreter_runs_meanwhile() -> None:
    """Python counts while a step runs in another thread: the interpreter lock is released."""
    model = corten.load_text(ARM)
    data = corten.Data(model)
    thread = threading.Thread(target=corten.step, args=(model, data, 30000))
    thread.start()
    ticks = 0
    while thread.is_alive():
        ticks += 1
        thread.join(0.001)
    assert ticks > 3
