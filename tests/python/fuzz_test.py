"""Random arguments to everything, for a while: exceptions are fine, a crash or a hang is not.

    python fuzz_test.py SECONDS SEED     what the test runs in a process of its own
"""

import faulthandler
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np


def pool(rng: random.Random, corten, subjects: list) -> object:
    """A value that somebody might pass."""
    nasty = [0.0, 1.0, -1.0, 1e-300, 1e300, float("nan"), float("inf"), -0.5, 3.7]
    choice = rng.randrange(12)
    if choice == 0:
        return None
    if choice == 1:
        return rng.choice([-1, 0, 1, 2, 3, 7, 2**31 - 1, 2**31, 2**63, -(2**63), 2**80])
    if choice == 2:
        return rng.choice(nasty)
    if choice == 3:
        return rng.choice(["", "world", "upper", "elbow", "tip", "box", "qpos", "xpos", "body_mass", "opt.gravity", "bent",
                           "geom", "joint", "implicit", "\0", "\udcff", "x" * 300, "<mujoco/>", "convex", "threads"])  # fmt: skip
    if choice == 4:
        shape = tuple(rng.randrange(5) for _ in range(rng.randrange(4)))
        dtype = rng.choice(["f8", "f4", "i4", "?", "U3", "O", "c16"])
        with np.errstate(all="ignore"):
            return np.full(shape, rng.choice(nasty[:5])).astype(dtype)
    if choice == 5:
        return [rng.choice(nasty) for _ in range(rng.choice([1, 2, 3, 4, 6, 8, 9]))]
    if choice == 6:
        return rng.choice([b"", b"PK\x03\x04", b"<mujoco/>", b"\xff" * 100])
    if choice == 7:
        return rng.choice([{}, {"a": b"b"}, {1: 2}, (), (1, 2), {3}, True, object(), len, lambda *a: None])
    if choice == 8:
        return rng.choice(list(corten.State) + list(corten.GeomType) + list(corten.Solver))
    return rng.choice(subjects)


def fuzz(seconds: float, seed: int) -> None:
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    warnings.simplefilter("ignore")
    import corten
    from conftest import ARM

    class Late(BaseException):
        pass

    def late(*_: object) -> None:
        raise Late

    signal.signal(signal.SIGALRM, late)
    rng = random.Random(seed)
    functions = [f for n, f in vars(corten).items() if callable(f) and not n.startswith("_") and n not in ("load",)]
    subjects: list = []
    calls = raised = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if calls % 300 == 0:
            model = corten.load_text(ARM)
            writable = model.writable()
            data = corten.Data(model)
            batch = corten.Batch(model, 3, results=["xpos"])
            spec = corten.Spec.from_text(ARM)
            subjects[:] = [model, writable, data, corten.Data(writable), batch, spec, spec.body("lower"), model.opt,
                           writable.opt, model.body("upper"), data.joint("elbow"), writable.geom("box"),
                           corten.ThreadPool(2), corten.Data(corten.load_text("<mujoco/>"))]  # fmt: skip
        calls += 1
        target = rng.choice([None, *subjects])
        name = None
        if target is None:
            called = rng.choice(functions)
        else:
            name = rng.choice([*(n for n in dir(target) if not n.startswith("__")), "__copy__", "__setstate__"])
            called = None
        arguments = [pool(rng, corten, subjects) for _ in range(rng.randrange(5))]
        if called in (corten.step, corten.forward, corten.inverse, corten.jac_site, corten.ray) and rng.random() < 0.7:
            arguments[:2] = [rng.choice([model, writable]), data]
        try:
            signal.setitimer(signal.ITIMER_REAL, 2)
            if called is None:
                if rng.random() < 0.3:
                    setattr(target, name, pool(rng, corten, subjects))
                called = getattr(target, name)
                if isinstance(called, np.ndarray) and called.size and rng.random() < 0.5:
                    called.flat[rng.randrange(called.size)] = pool(rng, corten, subjects)
            if callable(called):
                called(*arguments)
        except (Exception, Late):
            raised += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if calls % 20 == 0:
            try:
                corten.step(writable, data)
                batch.step()
            except Exception:
                raised += 1
    print(f"{calls} calls, {raised} exceptions")


def test_random_arguments() -> None:
    seconds, seed = float(os.environ.get("CORTEN_FUZZ_SECONDS", "10")), random.randrange(1 << 30)
    command = [sys.executable, __file__, str(seconds), str(seed)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=10 * seconds + 60)
    assert result.returncode == 0, f"seed {seed}: exit code {result.returncode}\n{result.stdout}\n{result.stderr[-3000:]}"
    last_line = result.stdout.splitlines()[-1]  # viewers that were opened have written where they are
    assert int(last_line.split()[0]) > 500, result.stdout


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as folder:  # for the files that it saves
        os.chdir(folder)
        fuzz(float(sys.argv[1]), int(sys.argv[2]))
