#!/usr/bin/env python3
"""Writes tests/conformance/integrators.json.gz: where MuJoCo's four integrators take the rigid models of the corpus.

  python3 tools/reference/make_integrator_references.py [--corpus FOLDER] [NAME ...]

Every model starts from the perturbed state of its reference, with the solver settings named there (but see SOLVER), and runs 100 steps.
Kept are coordinates, velocities and activations of some steps, each with its divergence: how far two copies of MuJoCo
part that start 1e-10 away, as a measure of how much of the numbers is meaningful. With names the file is updated.

Needs mujoco==3.12.0 (pip install mujoco==3.12.0 in a virtual environment) and the corpus.
"""
import argparse
import gzip
import json
import os
import pathlib

import numpy as np

from mujoco_dump import VERSION, mujoco, set_state

OUT = pathlib.Path(__file__).resolve().parents[2] / 'tests' / 'conformance' / 'integrators.json.gz'
INTEGRATORS = {'Euler': 0, 'RK4': 1, 'implicit': 2, 'implicitfast': 3}
STEPS, TWINS, SHIFT = 100, 2, 1e-10
# step -> digits to keep: two more than the comparison looks at
KEPT = {1: 9, 10: 8, 100: 6}
TROUBLE = [int(getattr(mujoco.mjtWarning, 'mjWARN_BAD' + name)) for name in ('QPOS', 'QVEL', 'QACC')]
# As in the references, but Newton's method ends when it has converged to rounding; with tolerance zero it would circle
# there for hundreds of iterations. Few PGS iterations are enough, as both engines do the same ones.
SOLVER = {2: {'tolerance': 1e-15}, 1: {'iterations': 200}, 0: {'iterations': 200}}


def run(m, d, state, rng=None):
    """State after some steps, None after MuJoCo had to start over; rng: from a start that is moved a little."""
    set_state(m, d, state)
    if rng is not None:
        mujoco.mj_integratePos(m, d.qpos, rng.uniform(-SHIFT, SHIFT, m.nv), 1)
        d.qvel[:] += rng.uniform(-SHIFT, SHIFT, m.nv)
    out = {}
    for step in range(1, STEPS + 1):
        mujoco.mj_step(m, d)
        if step not in KEPT and step % 10: continue
        out[step] = None if any(d.warning[i].number for i in TROUBLE) else np.concatenate([d.qpos, d.qvel, d.act])
    return out


def divergence(a, b):
    if a is None or b is None: return None
    return float('%.2g' % (np.abs(a - b) / (1 + np.abs(a))).max()) if a.size else 0.0


def samples(m, state, integrator):
    m.opt.integrator = integrator
    d, rng = mujoco.MjData(m), np.random.default_rng(1)
    start = run(m, d, state)
    twins = [run(m, d, state, rng) for _ in range(TWINS)]
    out, worst = {}, 0.0
    for step, x in start.items():
        values = [divergence(x, t[step]) for t in twins]
        # what has parted once is not meaningful later either
        worst = None if worst is None or None in values else max(worst, *values)
        if step not in KEPT: continue
        if worst is None: out[step] = {'div': None}; continue
        rounded = [float('%.*g' % (KEPT[step], v)) for v in x]
        out[step] = {'div': worst, 'qpos': rounded[:m.nq], 'qvel': rounded[m.nq:m.nq + m.nv], 'act': rounded[m.nq + m.nv:]}
    return out


def trajectories(corpus, name):
    with gzip.open(corpus / 'reference' / (name + '.json.gz'), 'rt') as f: reference = json.load(f)
    if 'error' in reference or reference['sizes']['nflex'] > 0: return None
    m = mujoco.MjModel.from_xml_path(str(corpus / (name.replace('__', os.sep) + '.xml')))
    options = {**reference.get('set', {}), **SOLVER[m.opt.solver]}
    for option, value in options.items(): setattr(m.opt, option, value)
    state = next(c['state'] for c in reference['cases'] if c['name'] == 'perturbed')
    return {'set': options, **{integrator: samples(m, state, number) for integrator, number in INTEGRATORS.items()}}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--corpus', type=pathlib.Path, default=os.environ.get('CORTEN_CORPUS', '../shared/corpus'))
    parser.add_argument('names', nargs='*')
    args = parser.parse_args()
    models = {}
    if args.names:
        with gzip.open(OUT, 'rt') as f: models = json.load(f)['models']
    for name in args.names or sorted(p.name.split('.')[0] for p in (args.corpus / 'reference').glob('*.json.gz')):
        found = trajectories(args.corpus, name)
        if found is None: continue
        models[name] = found
        print(name, {k: found[k][STEPS]['div'] for k in INTEGRATORS}, flush=True)
    content = json.dumps({'mujoco': VERSION, 'models': models}, separators=(',', ':'))
    OUT.write_bytes(gzip.compress(content.encode(), 9, mtime=0))
    print(f'{OUT.name}: {len(models)} models, {OUT.stat().st_size} bytes')


if __name__ == '__main__':
    main()
