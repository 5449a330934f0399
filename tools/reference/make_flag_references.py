#!/usr/bin/env python3
"""Writes tests/conformance/flags.json.gz: ten steps of MuJoCo with every single flag switched.

  python3 tools/reference/make_flag_references.py

A run is a model of tests/conformance/models, options that differ from the model's, and a start. Every disable and
enable flag has its run, and every flag must change something in some run, or be named in CHANGES_NOTHING with the
reason; the script says if not. Needs mujoco==3.12.0.
"""
import gzip
import json
import pathlib

import numpy as np

from mujoco_dump import VERSION, flat, get_state, mujoco, set_state

FOLDER = pathlib.Path(__file__).resolve().parents[2] / 'tests' / 'conformance'
bits = lambda kind, prefix: {n[len(prefix):].lower(): int(v) for n, v in kind.__members__.items() if n.startswith(prefix)}
DISABLE, ENABLE = bits(mujoco.mjtDisableBit, 'mjDSBL_'), bits(mujoco.mjtEnableBit, 'mjENBL_')
MODELS, STEPS = ('flags', 'flags_asleep'), 10
FORWARD = ('qacc', 'qfrc_passive', 'qfrc_actuator', 'sensordata', 'ncon', 'nefc')
STEP = ('qpos', 'qvel', 'act', 'sensordata')
CHANGES_NOTHING = {
    'midphase': 'it saves time only',
    'fwdinv': 'it adds statistics of forward against inverse dynamics',
    'invdiscrete': 'only inverse dynamics looks at it',
}
# flags that change what the integrators other than Euler do
INTEGRATED = ('spring', 'damper', 'gravity', 'clampctrl', 'actuation', 'constraint')


def runs():
    """(name, flag, model, options)"""
    for model in MODELS:
        yield f'{model}', None, model, {}
        for flag, bit in DISABLE.items(): yield f'{model} without {flag}', flag, model, {'disableflags': bit}
        for flag, bit in ENABLE.items(): yield f'{model} with {flag}', flag, model, {'enableflags': bit}
    both = DISABLE['spring'] | DISABLE['damper']
    for number, name in enumerate(('Euler', 'RK4', 'implicit', 'implicitfast')):
        if number: yield f'flags {name}', None, 'flags', {'integrator': number}
        yield f'flags {name} without spring and damper', None, 'flags', {'integrator': number, 'disableflags': both}
        for flag in INTEGRATED if number else ():
            yield f'flags {name} without {flag}', None, 'flags', {'integrator': number, 'disableflags': DISABLE[flag]}
    # a solver that is stopped early shows where it started and how it was split
    for model, solver, name in (('flags_asleep', 1, 'CG'), ('flags', 2, 'Newton')):
        early = {'solver': solver, 'iterations': 2}
        yield f'{model} {name} stopped early', None, model, early
        for flag in ('warmstart', 'island'):
            yield f'{model} {name} stopped early without {flag}', flag, model, {**early, 'disableflags': DISABLE[flag]}


def kept(name):
    """Steps to compare. Stopped early, CG leaves contacts unsolved: MuJoCo parts from itself within a few steps."""
    return (1,) if 'CG stopped early' in name else (1, 3, 10)


def run(m, options, state, steps):
    saved = {name: getattr(m.opt, name) for name in options}
    for name, value in options.items(): setattr(m.opt, name, value)
    d = mujoco.MjData(m)
    set_state(m, d, state)
    mujoco.mj_forward(m, d)
    out = {'forward': {name: flat(getattr(d, name)) for name in FORWARD}}
    if m.opt.enableflags & ENABLE['energy']: out['forward']['energy'] = flat(d.energy)
    set_state(m, d, state)
    out['trajectory'] = []
    for step in range(1, STEPS + 1):
        mujoco.mj_step(m, d)
        if step in steps: out['trajectory'].append({'step': step, **{name: flat(getattr(d, name)) for name in STEP}})
    for name, value in saved.items(): setattr(m.opt, name, value)
    return out


def starts(m):
    """A state with controls beyond their ranges; one with a free hinge that turns too fast shows what autoreset does."""
    d, rng = mujoco.MjData(m), np.random.default_rng(3)
    initial = get_state(d)
    if m.nu == 0:
        return {'flags': initial, 'diverged': {**initial, 'qvel': [1.1e10 if i == 13 else 0 for i in range(m.nv)]}}
    return {'flags': {**initial, 'qvel': rng.uniform(-1, 1, m.nv).tolist(), 'ctrl': rng.uniform(0.5, 2, m.nu).tolist(),
                      'act': rng.uniform(0, 0.5, m.na).tolist()}}


def main():
    out, changed = {'mujoco': VERSION, 'runs': []}, set()
    models = {name: mujoco.MjModel.from_xml_path(str(FOLDER / 'models' / (name + '.xml'))) for name in MODELS}
    out['starts'] = {name: starts(m) for name, m in models.items()}
    plain = {}
    for name, flag, model, options in runs():
        start = 'diverged' if name == 'flags_asleep without autoreset' else 'flags'
        result = run(models[model], options, out['starts'][model][start], kept(name))
        without_flags = {k: v for k, v in options.items() if not k.endswith('flags')}
        key = json.dumps([model, start, without_flags])
        if key not in plain: plain[key] = run(models[model], without_flags, out['starts'][model][start], kept(name))
        if flag and json.dumps(result) != json.dumps(plain[key]): changed.add(flag)
        out['runs'].append({'name': name, 'model': model, 'start': start, 'set': options, **result})
    idle = (DISABLE.keys() | ENABLE.keys()) - changed
    for flag in sorted(idle - CHANGES_NOTHING.keys()): print(f'{flag} changes nothing in any run')
    for flag in sorted(CHANGES_NOTHING.keys() - idle): print(f'{flag} changes something')
    path = FOLDER / 'flags.json.gz'
    path.write_bytes(gzip.compress(json.dumps(out, separators=(',', ':')).encode(), 9, mtime=0))
    print(f'{path.name}: {len(out["runs"])} runs, {path.stat().st_size} bytes')


if __name__ == '__main__':
    main()
