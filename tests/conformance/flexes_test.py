#!/usr/bin/env python3
"""Random flexes, crumpled at random, against the installed MuJoCo: contacts one by one, elastic forces, edges and rows.

  flexes_test.py --corten COMMAND [--count N] [--seed S] [--keep FOLDER]

Each model has one or two flexes of lines, triangles or tetrahedra, with and without elasticity and equality constraints,
among a few geoms and perhaps over a plane. A model that disagrees is printed by its seed and, with --keep, written to a
folder. Without mujoco==3.12.0 the test says so and ends with code 77, which CTest shows as skipped.
"""
import argparse
import pathlib
import random
import sys
import tempfile

from compare import error
from dump import dump

SKIPPED = 77
# Contacts of convex shapes are found by iteration, to about 1e-6 of their size, their normals to the root of that.
CONTACT, NORMAL, ROW, FORCE = 1e-6, 1e-4, 1e-4, 1e-9


class Generator:
    """Writes one random model and a state for it."""

    def __init__(self, seed): self.r = random.Random(seed)
    def number(self, low, high): return '%.4g' % self.r.uniform(low, high)
    def numbers(self, n, low, high): return ' '.join(self.number(low, high) for _ in range(n))

    def flex(self, name, height):
        r = self.r
        dim = r.choice([1, 2, 2, 3, 3])
        count = ['%d 1 1' % r.randint(3, 15), '%d %d 1' % (r.randint(2, 5), r.randint(2, 5)), '%d %d %d' % tuple(r.randint(2, 3) for _ in range(3))][dim - 1]
        equality = r.choice(['true', 'false', 'false'] + ['vert'] * (dim == 2))
        inner = '<contact selfcollide="%s" internal="%s" condim="%d" margin="%g" gap="%g" priority="%d" solmix="%s" contype="%d" conaffinity="%d" activelayers="%d"/>' % (
            r.choice(['none', 'narrow', 'bvh', 'sap', 'auto']), r.choice(['true', 'false']), r.choice([1, 3, 4, 6]), r.choice([0, .002]),
            r.choice([0, .002]), r.choice([0, 0, 1]), self.number(.1, 3), r.choice([1, 1, 1, 2, 3]), r.choice([1, 1, 1, 2, 3]), r.choice([1, 1, 2]))
        line = 'stiffness="%s" damping="%s"' % (self.number(1, 50), self.number(0, 1)) if dim == 1 and equality == 'false' else ''
        inner += '<edge equality="%s" %s/>' % (equality, line)
        if dim > 1 and equality == 'false' and r.random() < .8:
            plate = 'thickness="%s" elastic2d="%s"' % (self.number(.005, .02), r.choice(['bend', 'stretch', 'both'])) if dim == 2 else ''
            inner += '<elasticity young="%s" poisson="%s" damping="%s" %s/>' % (self.number(1e2, 1e4), self.number(0, .4), self.number(0, .02), plate)
        if equality != 'vert' and r.random() < .3: inner += '<pin id="0"/>'
        turn = '' if equality == 'vert' else 'euler="%s"' % self.numbers(3, -30, 30)
        return '<flexcomp name="%s" type="grid" count="%s" spacing=".04 .04 .04" dim="%d" radius="%s" mass="%s" pos="%s %g" %s>%s</flexcomp>' % (
            name, count, dim, self.number(.002, .01), self.number(.1, 1), self.numbers(2, -.03, .03), height, turn, inner)

    def model(self):
        r, world = self.r, ''
        if r.random() < .5: world += '<geom type="plane" size="1 1 1" pos="0 0 -.02"/>'
        for _ in range(r.randint(0, 3)):
            world += '<body pos="%s %s"><freejoint/><geom type="%s" size="%s" priority="%d" condim="%d"/></body>' % (
                self.numbers(2, -.06, .06), self.number(-.02, .06), r.choice(['sphere', 'box', 'capsule', 'cylinder', 'ellipsoid']),
                self.numbers(3, .01, .03), r.choice([0, 0, 1]), r.choice([1, 3, 4]))
        world += ''.join(self.flex('f%d' % i, .03 + .05 * i) for i in range(r.choice([1, 1, 2])))
        return '<mujoco><option cone="%s" jacobian="%s"><flag island="disable" midphase="%s"/></option><worldbody>%s</worldbody></mujoco>' % (
            r.choice(['pyramidal', 'elliptic']), r.choice(['dense', 'sparse']), r.choice(['enable', 'enable', 'disable']), world)

    def state(self, m):
        size, qpos = self.r.uniform(0, .03), m.qpos0.copy()
        for kind, at in zip(m.jnt_type, m.jnt_qposadr):
            if kind == 2: qpos[at] += size * self.r.gauss(0, 1)
        return {'qpos': qpos.tolist(), 'qvel': [.1 * self.r.gauss(0, 1) for _ in range(m.nv)]}


def contact_failure(want, got):
    """What differs between two contacts, None if nothing does."""
    for name in ('geom', 'flex', 'elem', 'vert'):
        if list(getattr(want, name)) != got[name]: return f'{name} {list(getattr(want, name))} and {got[name]}'
    if (want.dim, want.exclude) != (got['dim'], got['exclude']): return 'dim or exclude'
    for name, limit in (('dist', CONTACT), ('pos', CONTACT), ('includemargin', 1e-15), ('friction', 1e-12), ('solref', 1e-12), ('solimp', 1e-12)):
        value = getattr(want, name)
        e = error(value if isinstance(value, float) else value.tolist(), got[name])
        if not e <= limit: return f'{name}: error {e:.3g} > {limit:.3g}'
    e = error(list(want.frame[:3]), got['frame'][:3])
    return None if e <= NORMAL else f'normal: error {e:.3g} > {NORMAL:.3g}'


def failures_of(d, got):
    if d.ncon != len(got['contact']): return [f'{len(got["contact"])} contacts, not {d.ncon}']
    found = [f'contact {i}: {text}' for i, text in enumerate(map(contact_failure, d.contact, got['contact'])) if text]
    if d.nefc != got['nefc']: return found + [f'{got["nefc"]} rows, not {d.nefc}']
    limits = {'qfrc_spring': FORCE, 'qfrc_damper': FORCE, 'flexedge_length': FORCE, 'flexedge_velocity': FORCE,
              'efc_pos': ROW, 'efc_R': ROW, 'efc_aref': ROW}
    for name, limit in limits.items():
        e = error(getattr(d, name).ravel().tolist(), got[name])
        if not e <= limit: found.append(f'{name}: error {e:.3g} > {limit:.3g}')
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--corten', required=True)
    parser.add_argument('--count', type=int, default=60)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep')
    args = parser.parse_args()
    try: import mujoco
    except ImportError as e:
        print(f'skipped: {e}; pip install mujoco==3.12.0 to run this test')
        sys.exit(SKIPPED)
    if mujoco.__version__ != '3.12.0':
        print(f'skipped: mujoco {mujoco.__version__}, not 3.12.0')
        sys.exit(SKIPPED)
    mujoco.set_mju_user_warning(lambda _: None)

    passed = failed = contacts = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.count):
            generator, path = Generator(seed), pathlib.Path(args.keep or folder) / f'flexes_{seed}.xml'
            path.write_text(generator.model())
            m = mujoco.MjModel.from_xml_path(str(path))
            d, state = mujoco.MjData(m), generator.state(m)
            d.qpos[:], d.qvel[:] = state['qpos'], state['qvel']
            mujoco.mj_forward(m, d)
            failures = failures_of(d, dump(args.corten, path, state)['forward'])
            passed, failed, contacts = passed + (not failures), failed + bool(failures), contacts + d.ncon
            if failures: print(f'FAIL seed {seed}')
            for line in failures[:10]: print('     ' + line)
    print(f'{passed} passed, {failed} failed; {contacts} contacts')
    sys.exit(failed > 0 or contacts < 10 * args.count)


if __name__ == '__main__':
    main()
