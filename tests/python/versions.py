#!/usr/bin/env python3
"""Builds the wheel for every Python from 3.10 on that is on this machine and tries each in an empty environment, as wheel.py
does.

    tests/python/versions.py FOLDER [VERSION...]        VERSION: 3.12; all that are found unless given

The library is compiled once, for all versions. Interpreters are those in PATH and in ~/.pyenv. Builds without the global
interpreter lock are left out: the package is not declared safe for them.
"""

import pathlib
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
VERSIONS = ("3.10", "3.11", "3.12", "3.13")


def interpreter(version: str) -> str | None:
    installed = sorted((pathlib.Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python3"))
    candidates = [str(path) for path in installed if not path.parts[-3].endswith("t")] + [shutil.which(f"python{version}")]
    for candidate in candidates:
        if candidate and subprocess.run([candidate, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0:
            return candidate
    return None


def build(python: str, version: str, folder: pathlib.Path) -> pathlib.Path:
    """The wheel for one version. A fresh configuration finds its Python; the library's objects stay."""
    wheels = folder / version
    shutil.rmtree(wheels, ignore_errors=True)
    settings = (f"build-dir={folder / 'build'}", "cmake.args=--fresh", "cmake.define.CMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
    command = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels)]
    subprocess.run([*command, *(f"--config-settings={s}" for s in settings), str(SOURCE)], check=True)
    (wheel,) = wheels.glob("corten-*.whl")
    return wheel


def main() -> None:
    folder, wanted = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:] or VERSIONS
    tried = 0
    for version in wanted:
        python = interpreter(version)
        if python is None:
            print(f"{version}: not on this machine")
            continue
        wheel = build(python, version, folder)
        subprocess.run([python, SOURCE / "tests" / "python" / "wheel.py", "--wheel", wheel], check=True)
        tried += 1
    print(f"{tried} of {len(wanted)} versions of Python")
    sys.exit(tried == 0)


if __name__ == "__main__":
    main()
