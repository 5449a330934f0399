#!/usr/bin/env python3
"""Builds the wheel, installs it into an empty virtual environment and uses it there.

    tests/python/wheel.py FOLDER            builds the wheel into FOLDER (6 minutes of one core)
    tests/python/wheel.py --quick FOLDER    the same, less optimised: what is tried is the packaging
    tests/python/wheel.py --wheel FILE      takes one that is there

The environment has no MuJoCo, and nothing of the wheel may be MuJoCo's or need it. The tutorial notebook runs there from top
to bottom. .ci/run (--quick) and `tools/nightly package` do this.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import venv
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]

USE = """
import importlib.util, corten, corten.control, corten.identify, corten.cluster, corten.mujoco
assert importlib.util.find_spec("mujoco") is None
model = corten.load_text("<mujoco><worldbody><body><freejoint/><geom size='0.1'/></body></worldbody></mujoco>")
data = corten.Data(model)
corten.step(model, data, 100)
assert abs(data.qvel[2] + 9.81 * data.time) < 1e-12
m = corten.mujoco.MjModel.from_xml_string("<mujoco/>")
for module, extra in (("import corten.gym", "corten[gym]"), ("corten.cluster.Cluster(1)", "corten[ray]")):
    try:
        exec(module)
        raise SystemExit(f"{module} needs nothing?")
    except ImportError as error:
        assert extra in str(error), error
print(corten.__file__)
"""


NOTEBOOK = """
import importlib.util, json, sys
assert importlib.util.find_spec("mujoco") is None
cells = [c for c in json.load(open("tutorial.ipynb"))["cells"] if c["cell_type"] == "code"]
names = {"__name__": "__main__"}
for number, cell in enumerate(cells):
    exec(compile("".join(cell["source"]), f"tutorial.ipynb, code cell {number}", "exec"), names)
print(len(cells), "cells")
"""


def run(*command: object, cwd: pathlib.Path | None = None) -> str:
    """Runs a command; returns what it printed, or ends with what it complained of."""
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command[:6]))}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_content(wheel: pathlib.Path) -> None:
    """What is in the wheel: our files, and no library of MuJoCo's."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        for name in names:
            top = name.split("/")[0]
            assert top == "corten" or top.endswith(".dist-info"), f"{name}: what is this?"
            assert pathlib.Path(name).suffix in ("", ".py", ".pyi", ".so", ".typed", ".txt"), name
            content = archive.read(name)
            if content.startswith(b"\x7fELF"):
                assert name.startswith("corten/_core.") or name == "corten/bin/corten", name
                assert b"libmujoco" not in content, f"{name} needs MuJoCo's library"
        sources = {str(p.relative_to(SOURCE / "python")) for p in (SOURCE / "python" / "corten").rglob("*.py")}
        assert sources <= set(names), sources - set(names)
        metadata = next(n for n in names if n.endswith("METADATA"))
        for line in archive.read(metadata).decode().splitlines():
            if line.startswith("Requires-Dist:") and "extra ==" not in line:
                assert line.startswith("Requires-Dist: numpy"), line


def check_use(wheel: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        venv.create(here / "venv", with_pip=True)
        python = here / "venv" / "bin" / "python"
        run(python, "-m", "pip", "install", "--quiet", wheel)
        assert run(python, "-c", USE, cwd=here).startswith(folder)
        for command in ((here / "venv" / "bin" / "corten",), (python, "-m", "corten")):
            assert "nq" in run(*command, "info", SOURCE / "models" / "arm.xml", cwd=here)
        run(python, "-m", "pip", "install", "--quiet", f"{wheel}[gym]")
        assert int(run(python, "-c", NOTEBOOK, cwd=SOURCE / "docs").split()[-2]) > 8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("--wheel", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    wheel = options.wheel
    if wheel is None:
        if options.folder is None:
            parser.error("a folder for the wheel, or --wheel")
        options.folder.mkdir(parents=True, exist_ok=True)
        for old in options.folder.glob("corten-*.whl"):
            old.unlink()
        quick = ["--config-settings=cmake.define.CMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG"] if options.quick else []
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", options.folder, *quick, SOURCE)
        (wheel,) = options.folder.glob("corten-*.whl")
    check_content(wheel)
    check_use(wheel.resolve())
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB, works without MuJoCo")


if __name__ == "__main__":
    main()
