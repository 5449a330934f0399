"""The programs of examples/python do what they say."""

import importlib.util
import pathlib
import subprocess
import sys
import types

import numpy as np
import pytest
from conftest import SOURCE


def example(name: str) -> types.ModuleType:
    path = SOURCE / "examples" / "python" / f"{name}.py"
    spec = importlib.util.spec_from_file_location("example_" + name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_lqr_balances() -> None:
    assert abs(example("lqr_cartpole").main()) < 1e-5


def test_ilqr_swings_up() -> None:
    assert abs(example("ilqr_swingup").main()) < 1e-3


def test_mpc_keeps_balance() -> None:
    """Under pushes the pole stays within 20 degrees once it is up."""
    assert example("mpc").main() < np.radians(20)


def test_identification_finds_what_is_true() -> None:
    program = example("identify")
    found = program.main()
    for (name, value), true in zip(found.items(), program.TRUE.values(), strict=True):
        assert value == pytest.approx(true, rel=1e-6), name
    found = program.main(noise=2e-4)
    for (name, value), true in zip(found.items(), program.TRUE.values(), strict=True):
        assert value == pytest.approx(true, rel=0.01), name


def test_walker_learns(tmp_path: pathlib.Path) -> None:
    """A few generations of short episodes, interrupted and continued, are those without interruption, and are drawn."""
    pytest.importorskip("gymnasium")
    program = example("train_walker")
    options = {"ray": 0, "steps": 50, "seed": 0}
    whole = program.train(tmp_path / "whole", generations=4, resume=False, **options)
    program.train(tmp_path / "parts", generations=2, resume=False, **options)
    parts = program.train(tmp_path / "parts", generations=4, resume=True, **options)
    assert np.array_equal(whole.parameters, parts.parameters) and whole.history == parts.history
    assert "<svg" in program.draw(whole, tmp_path).read_text()


def test_walker_on_ray(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("ray", reason="pip install -r tests/python/requirements.txt")
    path = SOURCE / "examples" / "python" / "train_walker.py"
    for ray in (0, 2):
        command: list[object] = [sys.executable, path, "--generations", "2", "--steps", "40", "--ray", str(ray)]
        command += ["--out", tmp_path / str(ray)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / str(ray) / "return.svg").exists()
    assert (tmp_path / "0" / "return.csv").read_text() == (tmp_path / "2" / "return.csv").read_text()
