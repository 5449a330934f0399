"""MuJoCo's own tests of its Python package, run on corten.mujoco.

They are read from the installed package mujoco at test time, each file in a process of its own in which `import mujoco`
gives corten.mujoco. upstream_failures.txt names every test that fails, with the reason; a failure that is not listed is an
error, and so is one that is listed and passes.

    python upstream_test.py specs_test [NAME...]      runs one file, or some tests of it, and shows tracebacks
"""

import importlib.metadata
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import unittest

import pytest

# File of tests: the part of it that must pass.
FILES = {"bindings_test": 0.8, "rollout_test": 0.8, "minimize_test": 0.8, "specs_test": 0.6, "thread_safety_test": 0.8}
TABLE = pathlib.Path(__file__).with_name("upstream_failures.txt")
LIMIT = 300  # seconds


def installed() -> pathlib.Path:
    """The folder of the installed mujoco, found without importing it."""
    spec = importlib.util.find_spec("mujoco")
    assert spec is not None and spec.origin is not None
    return pathlib.Path(spec.origin).parent


class Collected(unittest.TestResult):
    """What became of each test."""

    def __init__(self) -> None:
        super().__init__()
        self.outcome: dict[str, str] = {}

    @staticmethod
    def name(test: unittest.TestCase) -> str:
        return test.id().partition(" ")[0].rpartition(".")[2]

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802
        self.outcome.setdefault(self.name(test), "passed")

    def _failed(self, test: unittest.TestCase, error: tuple) -> None:
        text = self._exc_info_to_string(error, test)  # type: ignore[attr-defined]
        self.outcome[self.name(test)] = text

    def addError(self, test: unittest.TestCase, err: tuple) -> None:  # noqa: N802
        self._failed(test, err)

    def addFailure(self, test: unittest.TestCase, err: tuple) -> None:  # noqa: N802
        self._failed(test, err)

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: tuple | None) -> None:  # noqa: N802
        if err is not None:
            self._failed(test, err)

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:  # noqa: N802
        self.outcome[self.name(test)] = "passed"  # MuJoCo skips it as well


def run(file: str, names: list[str]) -> dict[str, str]:
    """Runs a file of tests in this process, on corten.mujoco."""
    folder = installed()
    import corten.mujoco

    corten.mujoco.install()
    from absl import flags
    from etils import epath

    flags.FLAGS.mark_as_parsed()
    own = epath.resource_path  # data of the tests are in the real package
    epath.resource_path = lambda name: epath.Path(folder) if name == "mujoco" else own(name)
    spec = importlib.util.spec_from_file_location(file, folder / f"{file}.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules[file] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    result = Collected()
    for test in _each(unittest.defaultTestLoader.loadTestsFromModule(module)):
        if not names or Collected.name(test) in names:
            test.run(result)
    return result.outcome


def _each(suite: unittest.TestSuite) -> list[unittest.TestCase]:
    return [case for part in suite for case in (_each(part) if isinstance(part, unittest.TestSuite) else [part])]


def expected(file: str) -> dict[str, str]:
    """Tests of a file that are known to fail, with the reason."""
    known = {}
    for number, line in enumerate(TABLE.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        name, _, reason = line.partition("  ")
        assert reason.strip(), f"{TABLE.name}:{number}: a name, two blanks and a reason"
        where, _, test = name.partition(".")
        assert where in FILES, f"{TABLE.name}:{number}: no file of tests {where}"
        if where == file:
            assert test not in known, f"{TABLE.name}:{number}: named twice"
            known[test] = reason.strip()
    return known


@pytest.mark.parametrize("file", FILES)
def test_upstream(file: str) -> None:
    assert importlib.metadata.version("mujoco") == "3.12.0"
    command = [sys.executable, "-B", __file__, "--json", file]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, env=dict(os.environ, MUJOCO_GL="disabled"))
    assert done.returncode == 0, done.stderr[-3000:]
    outcome = json.loads(done.stdout.splitlines()[-1])
    failed = {name: text for name, text in outcome.items() if text != "passed"}
    known = expected(file)
    share = 1 - len(failed) / len(outcome)
    print(f"{file}: {len(outcome) - len(failed)} of {len(outcome)} pass")
    for name in failed.keys() & known.keys():
        print(f"  {name}: {known[name]}")
    new = "".join(f"\n{file}.{name}\n{failed[name][-1500:]}" for name in sorted(failed.keys() - known.keys()))
    assert not new, f"tests of MuJoCo that fail and are not in {TABLE.name}:{new}"
    fixed = sorted(known.keys() - failed.keys())
    assert not fixed, f"these pass, or are gone; take them out of {TABLE.name}: {fixed}"
    assert share >= FILES[file], f"{share:.0%} of {file} pass, {FILES[file]:.0%} must"


def main(arguments: list[str]) -> None:
    as_json = "--json" in arguments
    file, *names = [a for a in arguments if a != "--json"]
    outcome = run(file, names)
    if as_json:
        print(json.dumps(outcome))
        return
    for name, text in outcome.items():
        print(name, text)
    print(sum(text == "passed" for text in outcome.values()), "of", len(outcome), "pass")


if __name__ == "__main__":
    main(sys.argv[1:])
