#!/usr/bin/env python3
"""Writes tests/inverse/reference.txt: inverse dynamics and derivatives of steps by MuJoCo, for the conformance models.

  python3 tools/reference/make_inverse_references.py

One block of lines per model and variant; a line is a name and numbers. A derivative matrix is stored as its product
with the vector cos(0), cos(1), ... Needs mujoco==3.12.0.
"""
import pathlib

import numpy as np

from mujoco_dump import mujoco

TESTS = pathlib.Path(__file__).resolve().parents[2] / 'tests'
INVDISCRETE = int(mujoco.mjtEnableBit.mjENBL_INVDISCRETE)
SLEEP = int(mujoco.mjtEnableBit.mjENBL_SLEEP)
RK4 = int(mujoco.mjtIntegrator.mjINT_RK4)
VARIANTS = [  # integrator (-1: the model's), cone, enable flags
    (-1, 0, 0), (-1, 1, 0), (0, 0, INVDISCRETE), (2, 1, INVDISCRETE), (3, 0, INVDISCRETE)]


def make_state(m, d, rng):
    """Some steps into a motion, so that there are contacts, then random accelerations."""
    d.ctrl[:] = rng.uniform(-0.3, 0.3, m.nu)
    d.qvel[:] = rng.uniform(-0.3, 0.3, m.nv)
    mujoco.mj_step(m, d, 10)
    d.qacc[:] += rng.uniform(-1, 1, m.nv)


def transition(m, d):
    n, ns = 2 * m.nv + m.na, m.nsensordata
    a, c = np.zeros((n, n)), np.zeros((ns, n))
    copy = mujoco.MjData(m)
    for name in ('qpos', 'qvel', 'act', 'ctrl', 'qacc_warmstart', 'mocap_pos', 'mocap_quat'):
        getattr(copy, name)[:] = getattr(d, name)
    mujoco.mjd_transitionFD(m, copy, 1e-6, True, a, None, c if ns else None, None)
    along = np.cos(np.arange(n))
    return a @ along, c @ along


def main():
    lines = []
    write = lambda name, values: lines.append(' '.join([name] + ['%.17g' % v for v in np.ravel(values)]))
    for path in sorted((TESTS / 'conformance' / 'models').glob('*.xml')):
        for integrator, cone, enable in VARIANTS:
            try: m = mujoco.MjModel.from_xml_path(str(path))
            except ValueError: break
            if m.nv == 0 or m.nv > 60 or m.nhistory or m.nflex or m.opt.enableflags & SLEEP: break
            if integrator >= 0: m.opt.integrator = integrator
            m.opt.cone = cone
            m.opt.enableflags |= enable
            d = mujoco.MjData(m)
            make_state(m, d, np.random.default_rng(len(lines)))
            lines.append(f'model {path.name} {int(m.opt.integrator)} {cone} {int(m.opt.enableflags)}')
            for name in ('qpos', 'qvel', 'act', 'ctrl', 'qacc', 'qacc_warmstart'): write(name, getattr(d, name))
            again = mujoco.MjData(m)
            for name in ('qpos', 'qvel', 'act', 'ctrl', 'qacc'): getattr(again, name)[:] = getattr(d, name)
            if not (enable & INVDISCRETE and m.opt.integrator == RK4):
                mujoco.mj_inverse(m, again)
                write('qfrc_inverse', again.qfrc_inverse)
            if not enable and m.opt.integrator != RK4 and m.opt.noslip_iterations == 0:
                state, sensor = transition(m, d)
                write('A', state)
                write('C', sensor)
    (TESTS / 'inverse' / 'reference.txt').write_text('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
