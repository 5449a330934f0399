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
GONE = 1.0  # spread of a contact that is not always there


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


def upwards(value):
    """Two digits, rounded up."""
    if value == 0: return 0.0
    digits = 1 - int(np.floor(np.log10(value)))
    return float(np.ceil(value * 10.0**digits) / 10.0**digits)


class Steadiness:
    """What happens to the contacts of one pose over the trials."""

    def __init__(self, reference):
        self.reference, self.same = reference, True
        self.spread = np.zeros(len(reference))  # how far each contact moves: in distance, position and normal
        self.least = self.most = len(reference)

    def add(self, found):
        if same(self.reference, found): return
        self.same = False
        self.least, self.most = min(self.least, len(found)), max(self.most, len(found))
        if not self.reference: return
        if not found:
            self.spread[:] = GONE
            return
        a, b = (np.array(x)[:, :7] for x in (self.reference, found))
        nearest = np.abs(a[:, None] - b[None]).max(axis=2).min(axis=1)
        self.spread = np.maximum(self.spread, np.minimum(nearest, GONE))

    def summary(self): return {'count': [self.least, self.most], 'spread': [upwards(v) for v in self.spread]}


def ill_posed(xml, kinds, reference, trials):
    """Poses whose contacts MuJoCo itself changes when the geoms move by a few roundings: how many contacts there are, at
    least and at most, and how far each contact of the reference moves."""
    rng, m = np.random.default_rng(1), mujoco.MjModel.from_xml_string(xml)
    m.geom_sameframe[:] = 0  # or the frames of the geoms would be ignored
    exact = [(field, field.copy()) for field in (m.body_pos, m.body_quat, m.geom_pos, m.geom_quat)]
    poses = [Steadiness(contacts_of_pose) for contacts_of_pose in reference]
    for _ in range(trials):
        for field, value in exact: field[...] = value * (1 + rng.uniform(-NOISE, NOISE, field.shape))
        for field in (m.body_pos, m.geom_pos): field[...] += rng.uniform(-NOISE, NOISE, field.shape)
        for p, found in zip(poses, contacts(m, *kinds)): p.add(found)
    return {i: p.summary() for i, p in enumerate(poses) if not p.same}


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
