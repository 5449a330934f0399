"""The notebook docs/tutorial.ipynb runs from top to bottom, and is kept without outputs."""

import json
import os

import pytest
from conftest import SOURCE

NOTEBOOK = SOURCE / "docs" / "tutorial.ipynb"


def cells() -> list[dict]:
    return json.loads(NOTEBOOK.read_text())["cells"]


def test_has_no_outputs() -> None:
    for cell in cells():
        assert cell["cell_type"] == "markdown" or (cell["outputs"] == [] and cell["execution_count"] is None)


def test_runs() -> None:
    pytest.importorskip("gymnasium")
    here = os.getcwd()
    os.chdir(NOTEBOOK.parent)  # where Jupyter starts it
    names: dict = {"__name__": "__main__"}
    ran = 0
    try:
        for number, cell in enumerate(cells()):
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), f"tutorial.ipynb, cell {number}", "exec"), names)
                ran += 1
    finally:
        os.chdir(here)
    assert ran > 8
