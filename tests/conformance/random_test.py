#!/usr/bin/env python3
"""Random smooth models against the installed MuJoCo.

  random_test.py --corten COMMAND [--count N] [--seed S] [--keep FOLDER]

Each model is a random tree of bodies with all kinds of joints, geoms, springs, frames, tendons and actuators, with
constraints disabled. A model that disagrees is printed by its seed and, with --keep, written to a folder. Without
mujoco==3.12.0 the test says so and ends with code 77, which CTest shows as skipped.
"""
import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'tools' / 'reference'))
SKIPPED = 77


class Generator:
    """Writes one random model."""

    def __init__(self, seed):
        self.r, self.lines = random.Random(seed), []
        self.bodies, self.scalar_joints, self.sites, self.wraps = [], [], [], []

    def numbers(self, n, low=-1.0, high=1.0): return ' '.join('%.5g' % self.r.uniform(low, high) for _ in range(n))
    def maybe(self, p, text): return text if self.r.random() < p else ''

    def orientation(self):
        r = self.r
        return r.choice(['', '', 'quat="%s"' % self.numbers(4), 'euler="%s"' % self.numbers(3, -180, 180),
                         'axisangle="%s %s"' % (self.numbers(3), self.numbers(1, -180, 180)), 'zaxis="%s"' % self.numbers(3),
                         'xyaxes="%s"' % self.numbers(6)])

    def geom(self):
        kind = self.r.choice(['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box'])
        count = {'sphere': 1, 'capsule': 2, 'ellipsoid': 3, 'cylinder': 2, 'box': 3}[kind]
        place = 'pos="%s" %s' % (self.numbers(3, -0.3, 0.3), self.orientation())
        if kind in ('capsule', 'cylinder') and self.r.random() < 0.3: place, count = 'fromto="%s"' % self.numbers(6, -0.3, 0.3), 1
        weight = self.r.choice(['', 'density="%s"' % self.numbers(1, 200, 3000), 'mass="%s"' % self.numbers(1, 0.1, 3)])
        return '<geom type="%s" size="%s" %s %s %s %s/>' % (kind, self.numbers(count, 0.05, 0.3), place, weight,
                                                          self.maybe(0.2, 'shellinertia="true"'), self.maybe(0.2, 'fluidshape="ellipsoid"'))

    def joint(self, kind):
        name = 'j%d' % len(self.scalar_joints) if kind in ('hinge', 'slide') else ''
        if name: self.scalar_joints.append(name)
        return '<joint %s type="%s" pos="%s" axis="%s" %s %s %s %s %s/>' % (
            'name="%s"' % name if name else '', kind, self.numbers(3, -0.2, 0.2), self.numbers(3),
            self.maybe(0.4, 'stiffness="%s"' % self.numbers(self.r.randint(1, 3), 0, 20)),
            self.maybe(0.5, 'damping="%s"' % self.numbers(self.r.randint(1, 3), 0, 2)), self.maybe(0.4, 'armature="%s"' % self.numbers(1, 0, 1)),
            self.maybe(0.3, 'springref="%s"' % self.numbers(1)), self.maybe(0.3, 'ref="%s"' % self.numbers(1)) if kind in ('hinge', 'slide') else '')

    def joints(self, top):
        choice = self.r.random()
        if top and choice < 0.2: return ['<freejoint/>']
        if choice < 0.35: return [self.joint('ball')]
        if choice < 0.9: return [self.joint(self.r.choice(['hinge', 'slide'])) for _ in range(self.r.randint(1, 3))]
        return []

    def body(self, depth):
        name = 'b%d' % len(self.bodies)
        self.bodies.append(name)
        out = ['<body name="%s" pos="%s" %s %s>' % (name, self.numbers(3, -0.5, 0.5), self.orientation(),
                                                    self.maybe(0.3, 'gravcomp="%s"' % self.numbers(1, 0, 1.5)))]
        out += self.joints(depth == 0)
        if self.r.random() < 0.2:
            out.append('<inertial pos="%s" mass="%s" diaginertia="%s" %s/>' % (self.numbers(3, -0.1, 0.1), self.numbers(1, 0.5, 2), self.numbers(3, 0.5, 0.9), self.orientation()))
        out += [self.geom() for _ in range(self.r.randint(1, 3))]
        for _ in range(self.r.randint(0, 2)):
            site = 's%d' % len(self.sites)
            self.sites.append(site)
            out.append('<site name="%s" pos="%s" %s/>' % (site, self.numbers(3, -0.2, 0.2), self.orientation()))
        out.append(self.maybe(0.3, '<camera pos="%s" mode="%s"/>' % (self.numbers(3), self.r.choice(['fixed', 'track', 'trackcom']))))
        out.append(self.maybe(0.3, '<light pos="%s" dir="%s" mode="%s"/>' % (self.numbers(3), self.numbers(3), self.r.choice(['fixed', 'track', 'trackcom']))))
        for _ in range(self.r.randint(0, 2) if depth < 4 else 0):
            child = self.body(depth + 1)
            if self.r.random() < 0.2: child = ['<frame pos="%s" %s>' % (self.numbers(3), self.orientation())] + child + ['</frame>']
            out += child
        return out + ['</body>']

    def tendons(self):
        out = []
        if len(self.scalar_joints) >= 2:
            pair = self.r.sample(self.scalar_joints, 2)
            out += ['<fixed name="t0" stiffness="%s" damping="%s">' % (self.numbers(2, 0, 5), self.numbers(1, 0, 1))]
            out += ['<joint joint="%s" coef="%s"/>' % (j, self.numbers(1)) for j in pair] + ['</fixed>']
        if len(self.sites) >= 2:
            path = self.r.sample(self.sites, min(len(self.sites), self.r.randint(2, 4)))
            out += ['<spatial name="t1" stiffness="%s" springlength="0.1">' % self.numbers(1, 0, 5)] + ['<site site="%s"/>' % s for s in path] + ['</spatial>']
        return out

    def actuators(self):
        out = []
        for j in self.scalar_joints[:4]:
            out.append(self.r.choice(['<motor joint="%s" gear="%s"/>' % (j, self.numbers(1, 1, 5)), '<position joint="%s" kp="%s" kv="0.1"/>' % (j, self.numbers(1, 1, 9)),
                                      '<velocity joint="%s" kv="0.3"/>' % j, '<position joint="%s" kp="3" timeconst="0.1"/>' % j,
                                      '<damper joint="%s" kv="1" ctrlrange="0 1"/>' % j, '<general joint="%s" dyntype="filter" dynprm="0.2" biastype="affine" biasprm="0.1 -1 -0.2"/>' % j]))
        return out

    def model(self):
        trees = [line for _ in range(self.r.randint(1, 2)) for line in self.body(0)]
        fluid = self.maybe(0.3, 'density="1.2" viscosity="0.002" wind="0.5 0 0.1"')
        return '\n'.join(['<mujoco>', '<compiler inertiafromgeom="%s" %s/>' % (self.r.choice(['auto', 'true']), self.maybe(0.3, 'angle="radian" eulerseq="ZYx"')),
                          '<option timestep="0.001" integrator="%s" gravity="%s" %s><flag constraint="disable" energy="enable"/></option>' % (
                              self.r.choice(['Euler', 'RK4', 'implicit', 'implicitfast']), self.numbers(3, -10, 10), fluid),
                          '<default><geom density="800"/><joint armature="0.05"/></default>', '<worldbody>', *trees, '</worldbody>',
                          '<tendon>', *self.tendons(), '</tendon>', '<actuator>', *self.actuators(), '</actuator>', '</mujoco>'])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--corten', required=True)
    parser.add_argument('--count', type=int, default=30)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep')
    args = parser.parse_args()
    try: from mujoco_dump import reference
    except ImportError as e:
        print(f'skipped: {e}; pip install mujoco==3.12.0 to run this test')
        sys.exit(SKIPPED)
    from models_test import compare_model

    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.count):
            path = pathlib.Path(args.keep or folder) / f'random_{seed}.xml'
            path.write_text(Generator(seed).model())
            try: failures, _ = compare_model(args.corten, path, reference(str(path), seed=seed))
            except RuntimeError as e: failures = [str(e)]
            passed, failed = passed + (not failures), failed + bool(failures)
            if failures: print(f'FAIL seed {seed}')
            for line in failures[:10]: print('     ' + line)
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
