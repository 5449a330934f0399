"""The examples of the pages on Python give what they show; the generated reference is up to date."""

import doctest
import os
import subprocess
import sys

import pytest
from conftest import SOURCE


@pytest.mark.parametrize(("page", "examples"), [("docs/python.md", 40), ("docs/python_rl.md", 30), ("docs/coming_from_mujoco.md", 10)])
def test_examples(page: str, examples: int) -> None:
    if page.endswith("_rl.md"):
        pytest.importorskip("gymnasium")
    here = os.getcwd()
    os.chdir(SOURCE)
    try:
        text = (SOURCE / page).read_text()
        flags = doctest.ELLIPSIS
        test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
        assert len(test.examples) > examples
        report: list[str] = []
        results = doctest.DocTestRunner(optionflags=flags).run(test, out=report.append)
        assert results.failed == 0, "".join(report)
    finally:
        os.chdir(here)


def test_reference() -> None:
    pytest.importorskip("gymnasium")
    tool = SOURCE / "tools" / "python_reference"
    checked = subprocess.run([sys.executable, "-B", tool, "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
