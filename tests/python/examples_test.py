"""The programs of examples/python do what they say."""

import importlib.util
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
