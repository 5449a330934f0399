"""`python -m corten` is the command."""

import pathlib
import subprocess
import sys

from conftest import SOURCE

import corten

MODEL = SOURCE / "models" / "arm.xml"


def run(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)


def test_is_the_command() -> None:
    path = pathlib.Path(corten.__path__[0]) / "bin" / "corten"
    ours, plain = run(sys.executable, "-m", "corten", "info", MODEL), run(path, "info", MODEL)
    assert ours.returncode == plain.returncode == 0 and ours.stdout == plain.stdout and "nq" in ours.stdout
    shown = run(sys.executable, "-m", "corten", "--help").stdout
    for tool in ("run", "info", "check", "dump", "plot", "convert", "compile", "pack", "bench"):
        assert f"\n  {tool}" in shown


def test_exit_codes() -> None:
    assert run(sys.executable, "-m", "corten", "rum").returncode == 2
    missing = run(sys.executable, "-m", "corten", "run", "missing.xml")
    assert missing.returncode == 1 and "missing.xml" in missing.stderr


def test_says_when_it_is_not_there(tmp_path: pathlib.Path) -> None:
    code = f"import corten, runpy, sys; corten.__path__[:] = [{str(tmp_path)!r}]; import importlib.util as u\n"
    file = pathlib.Path(corten.__path__[0]) / "__main__.py"
    failed = run(sys.executable, "-c", code + f"runpy.run_path({str(file)!r}, run_name='__main__')")
    assert failed.returncode == 1 and "pip install ." in failed.stderr
