#!/usr/bin/env python3
"""Writes tests/urdf/reference.txt: what MuJoCo makes of the URDF files beside it.

One block per file: "robot FILE", then one line per non-empty field, "FIELD NUMBER ...", and "names KIND NAME ..." with
- for things without a name. Needs the Python package mujoco==3.12.0.
"""
import pathlib

import mujoco

from mujoco_dump import model_fields

FOLDER = pathlib.Path(__file__).parents[2] / 'tests' / 'urdf'
KINDS = (('body', 'nbody'), ('joint', 'njnt'), ('geom', 'ngeom'), ('mesh', 'nmesh'))


def lines(path):
    model = mujoco.MjModel.from_xml_path(str(path))
    yield 'robot ' + path.name
    for kind, size in KINDS:
        names = [getattr(model, kind)(i).name or '-' for i in range(getattr(model, size))]
        if names: yield ' '.join(['names', kind] + names)
    fields = model_fields(model)
    fields['geom_rgba'] = model.geom_rgba.ravel().tolist()
    for name, value in fields.items():
        if isinstance(value, list) and value: yield ' '.join([name] + [repr(x) for x in value])


with open(FOLDER / 'reference.txt', 'w') as out:
    for path in sorted(FOLDER.glob('*.urdf')): out.writelines(line + '\n' for line in lines(path))
