"""The command: `python -m corten run model.xml` is `corten run model.xml`.

The executable comes with the package; this process becomes it.
"""

from __future__ import annotations

import os
import pathlib
import sys


def command() -> pathlib.Path:
    """Where the executable is: in the package as it was imported, whose files may be links to a source folder."""
    return pathlib.Path(sys.modules["corten"].__path__[0]) / "bin" / "corten"


def main() -> None:
    """Becomes the command, with the arguments of this process."""
    path = command()
    if not os.access(path, os.X_OK):
        sys.exit(f"corten: there is no {path}: install the package with `pip install .`, or build the target corten_cli")
    sys.stdout.flush()
    os.execv(path, ["corten", *sys.argv[1:]])


if __name__ == "__main__":
    main()
