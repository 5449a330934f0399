#!/usr/bin/env python3
"""Writes tests/conformance/pairs.json.gz: MuJoCo's contacts for every scene of tests/conformance/pair_scenes.py.

  python3 tools/reference/make_pair_references.py [PAIR ...]        only these, the others stay as they are

Needs mujoco==3.12.0 (pip install mujoco==3.12.0 in a virtual environment).
"""
import gzip
import json
import pathlib
import sys

import numpy as np
from mujoco_dump import VERSION, mujoco

FOLDER = pathlib.Path(__file__).resolve().parents[2] / 'tests' / 'conformance'
sys.path.insert(0, str(FOLDER))
from pair_scenes import PAIRS, count, pose, scene  # noqa: E402

DIGITS = 10  # a reference is compared to 1e-7
TRIALS, SDF_TRIALS, NOISE, SAME = 40, 120, 3e-15, 1e-8  # a start point that rarely finds a contact needs more trials


def contacts(m, first, second):
    """One list per pose: distance, position, normal and first tangent of each contact."""
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    out = [[] for _ in range(count(second))]
    for c in d.contact:
        at = pose(first, second, [int(g) for g in c.geom], [int(f) for f in c.flex])
        out[at].append([float(v) for v in (c.dist, *c.pos, *c.frame[:6])])
    return out


def same(a, b): return len(a) == len(b) and all(abs(x - y) <= SAME for p, q in zip(a, b) for x, y in zip(p, q))


def ill_posed(xml, kinds, reference, trials):
    """Poses whose contacts MuJoCo itself changes when the geoms move by a few roundings."""
    rng, out, m = np.random.default_rng(1), set(), mujoco.MjModel.from_xml_string(xml)
    m.geom_sameframe[:] = 0  # or the frames of the geoms would be ignored
    exact = [(field, field.copy()) for field in (m.body_pos, m.body_quat, m.geom_pos, m.geom_quat)]
    for _ in range(trials):
        for field, value in exact: field[...] = value * (1 + rng.uniform(-NOISE, NOISE, field.shape))
        for field in (m.body_pos, m.geom_pos): field[...] += rng.uniform(-NOISE, NOISE, field.shape)
        out |= {i for i, (a, b) in enumerate(zip(reference, contacts(m, *kinds))) if not same(a, b)}
    return sorted(out)


def reference(first, second):
    xml = scene(first, second)
    found = contacts(mujoco.MjModel.from_xml_string(xml), first, second)
    rounded = [[[round(v, DIGITS) for v in c] for c in pose] for pose in found]
    # only the frames of meshes, which solve an eigenvalue problem, may differ between engines in the last bits
    trials = SDF_TRIALS if 'sdf' in (first, second) else TRIALS if 'mesh' in (first, second) else 0
    return {'contacts': rounded, 'ill_posed': ill_posed(xml, (first, second), found, trials)}


def main():
    out = FOLDER / 'pairs.json.gz'
    content = {'mujoco': VERSION, 'pairs': {}}
    if sys.argv[1:]: content = json.loads(gzip.decompress(out.read_bytes()))
    for p in PAIRS:
        if not sys.argv[1:] or '%s-%s' % p in sys.argv[1:]: content['pairs']['%s-%s' % p] = reference(*p)
    out.write_bytes(gzip.compress(json.dumps(content, separators=(',', ':')).encode(), 9, mtime=0))
    for name, pair in content['pairs'].items():
        poses = pair['contacts']
        print(f'{name}: {sum(1 for p in poses if p)} of {len(poses)} poses touch, {sum(map(len, poses))} contacts, '
              f'{len(pair["ill_posed"])} poses ill-posed')
    print(f'{out.stat().st_size} bytes')


if __name__ == '__main__':
    main()
