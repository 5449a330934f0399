"""The examples of docs/python.md give what they show."""

import doctest
import os

from conftest import SOURCE


def test_examples() -> None:
    here = os.getcwd()
    os.chdir(SOURCE)
    try:
        text = (SOURCE / "docs" / "python.md").read_text()
        flags = doctest.ELLIPSIS
        test = doctest.DocTestParser().get_doctest(text, {}, "docs/python.md", "docs/python.md", 0)
        assert len(test.examples) > 40
        report: list[str] = []
        results = doctest.DocTestRunner(optionflags=flags).run(test, out=report.append)
        assert results.failed == 0, "".join(report)
    finally:
        os.chdir(here)
