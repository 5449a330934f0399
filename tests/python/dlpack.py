#!/usr/bin/env python3
"""Arrays of a Batch exchanged with torch and JAX without a copy, through DLPack. `tools/nightly dlpack` runs it with the
packages of dlpack_requirements.txt, which are too large for every day; batch_test.py does the same with numpy.

    PYTHONPATH=build/dev/python PYTHON tests/python/dlpack.py
"""

import importlib.metadata

import jax
import numpy as np
import torch

import corten

jax.config.update("jax_enable_x64", True)  # or JAX makes float32 of everything

MODEL = """<mujoco><worldbody><body><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.03"
  mass="1"/></body></worldbody><actuator><motor joint="hinge"/></actuator></mujoco>"""


def with_torch(batch: corten.Batch) -> None:
    """Both write what both see, and a policy in torch drives the worlds."""
    qpos, ctrl, mass = torch.from_dlpack(batch.qpos), torch.from_dlpack(batch.ctrl), torch.from_dlpack(batch.vary("body_mass"))
    assert qpos.data_ptr() == batch.qpos.ctypes.data and tuple(qpos.shape) == batch.qpos.shape and qpos.dtype == torch.float64
    qpos[1, 0] = 0.25
    assert batch.qpos[1, 0] == 0.25
    batch.qpos[2, 0] = -0.5
    assert qpos[2, 0].item() == -0.5
    mass[:, 1] *= 2
    assert np.all(batch.vary("body_mass")[:, 1] == 2 * batch.model.body_mass[1])
    before = qpos.clone()
    ctrl[:] = -3 * qpos
    batch.step(10)
    assert not torch.equal(before, qpos), "steps show in torch"
    data = batch.world(1)
    assert data.ctrl[0] == -0.75 and data.qpos[0] == qpos[1, 0].item()
    alone = torch.from_dlpack(data.qpos)
    alone[0] = 7
    assert data.qpos[0] == 7, "fields of a Data are shared as well"


def with_jax(batch: corten.Batch) -> None:
    """JAX sees the memory; its arrays cannot be written, so results come back by assignment."""
    qpos = jax.dlpack.from_dlpack(batch.qpos, copy=False)
    assert qpos.unsafe_buffer_pointer() == batch.qpos.ctypes.data and qpos.dtype == np.float64
    batch.qpos[3, 0] = 0.125
    assert float(qpos[3, 0]) == 0.125
    try:
        qpos[0, 0] = 1
        raise AssertionError("a JAX array was written")
    except TypeError:
        pass
    batch.ctrl = jax.jit(lambda q: -2 * q)(qpos)
    assert np.array_equal(batch.ctrl, -2 * batch.qpos)
    back = torch.from_dlpack(jax.dlpack.from_dlpack(batch.qvel, copy=False))
    assert back.data_ptr() == batch.qvel.ctypes.data, "from JAX on to torch"


def outlives() -> None:
    """A tensor keeps the memory when the Batch is gone."""
    batch = corten.Batch(corten.load_text(MODEL), 1000)
    batch.qpos[:] = 0.5
    tensor, array = torch.from_dlpack(batch.qpos), jax.dlpack.from_dlpack(batch.qpos, copy=False)
    del batch
    waste = [np.ones(1000) for _ in range(1000)]
    assert bool((tensor == 0.5).all()) and bool((array == 0.5).all()) and len(waste) == 1000


def main() -> None:
    with_torch(corten.Batch(corten.load_text(MODEL), 5))
    with_jax(corten.Batch(corten.load_text(MODEL), 5))
    outlives()
    print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("numpy", "torch", "jax")) + ": no copies")


if __name__ == "__main__":
    main()
