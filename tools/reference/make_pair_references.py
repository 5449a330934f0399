#!/usr/bin/env python3
"""Writes tests/conformance/pairs.json.gz: MuJoCo's contacts for every scene of tests/conformance/pair_scenes.py.

  python3 tools/reference/make_pair_references.py

Needs mujoco==3.12.0 (pip install mujoco==3.12.0 in a virtual environment).
"""
import gzip
import json
import pathlib
import sys

from mujoco_dump import VERSION, mujoco

FOLDER = pathlib.Path(__file__).resolve().parents[2] / 'tests' / 'conformance'
sys.path.insert(0, str(FOLDER))
from pair_scenes import PAIRS, scene  # noqa: E402

DIGITS = 10  # a reference is compared to 1e-7


def contacts(first, second):
    """One list per pose: distance, position, normal of each contact."""
    m = mujoco.MjModel.from_xml_string(scene(first, second))
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    pose = {tuple(sorted((int(m.pair_geom1[i]), int(m.pair_geom2[i])))): i for i in range(m.npair)}
    out = [[] for _ in range(m.npair)]
    for c in d.contact:
        out[pose[tuple(sorted((int(c.geom1), int(c.geom2))))]].append(
            [round(float(v), DIGITS) for v in (c.dist, *c.pos, *c.frame[:6])])
    return out


def main():
    content = {'mujoco': VERSION, 'pairs': {'%s-%s' % p: contacts(*p) for p in PAIRS}}
    out = FOLDER / 'pairs.json.gz'
    out.write_bytes(gzip.compress(json.dumps(content, separators=(',', ':')).encode(), 9, mtime=0))
    for name, poses in content['pairs'].items():
        print(f'{name}: {sum(1 for p in poses if p)} of {len(poses)} poses touch, {sum(map(len, poses))} contacts')
    print(f'{out.stat().st_size} bytes')


if __name__ == '__main__':
    main()
