#!/usr/bin/env python3
"""Writes tests/conformance/reference/X.json.gz for every tests/conformance/models/X.xml, or for the models named.

  python3 tools/reference/make_references.py [MODEL.xml ...]

Needs mujoco==3.12.0 (pip install mujoco==3.12.0 in a virtual environment).
"""
import gzip
import json
import pathlib
import sys

from mujoco_dump import reference

FOLDER = pathlib.Path(__file__).resolve().parents[2] / 'tests' / 'conformance'


def main():
    models = [pathlib.Path(a) for a in sys.argv[1:]] or sorted((FOLDER / 'models').glob('*.xml'))
    for model in models:
        out = FOLDER / 'reference' / (model.stem + '.json.gz')
        content = reference(str(model))
        # no time stamp, so that an unchanged reference is an unchanged file
        out.write_bytes(gzip.compress(json.dumps(content, separators=(',', ':')).encode(), 9, mtime=0))
        print(f'{out.name}: {content.get("error", "ok")} ({out.stat().st_size} bytes)')


if __name__ == '__main__':
    main()
