#!/usr/bin/env python3
"""Random models against the installed MuJoCo: all stages of the pipeline at three states, and ten steps.

  random_test.py --corten COMMAND [--count N] [--seed S] [--keep FOLDER] [--jobs N]

Models come from random_models, number after number from the seed on. One that disagrees is written to a file; the
message names it and the seed that makes it again. A number may be off by its tolerance (tolerances.py), or by NOISE
times what MuJoCo itself is off when the state moves by a rounding; trajectories are judged as in integrators.py.
A model that disagrees is judged again with MANY such moves: where MuJoCo has two answers (an iteration more or less, one
face or its neighbour), a move meets the rarer one in as few as one of twenty tries.
Without mujoco==3.12.0 the test says so and ends with code 77, which CTest shows as skipped.
"""
import argparse
import concurrent.futures
import pathlib
import sys

import random_models
from compare import Comparison, error
from dump import Refused, dump
from tolerances import CURVED, NOISE
from trajectory import failures_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'tools' / 'reference'))
SKIPPED = 77
STEPS, KEPT, TWINS, MANY = 10, (1, 10), 2, 100
RARE = 0.1  # weight of what twins after the first TWINS show: the largest of many needs less of a margin
FORWARD_SHIFT, STEP_SHIFT = 1e-12, 1e-10  # as in the references of the corpus
EMPTY_ROW = 1e-13
EITHER_WAY = 1e-6
PARTED = 1e-5  # from here on what two copies of MuJoCo do is not a measure of a third one any more
SLEEPERS_KEEP = ('qfrc_spring', 'qfrc_damper', 'qfrc_gravcomp', 'qfrc_fluid', 'qfrc_adhesion', 'qfrc_passive')
CONTACT_NOISE = ('dist', 'pos', 'frame')


def has_empty_row(rows, J):
    """A row that is zero but for roundings, which the other engine may leave out. Stiff enough, it pushes all the same."""
    width = len(J) // rows if rows else 0
    return any(0 < max(map(abs, J[i * width:(i + 1) * width])) < EMPTY_ROW for i in range(rows if width else 0))


def noise_of(a, b):
    """How far MuJoCo's fields are from those of a state nearby; None where they cannot be compared."""
    same = len(a['contact']) == len(b['contact']) and a['efc_type'] == b['efc_type'] and all(
        x['geom'] == y['geom'] for x, y in zip(a['contact'], b['contact']))
    noise = {k: error(a[k], b[k]) for k in a if k != 'contact'}
    if not same or has_empty_row(a['nefc'], a['efc_J']): return {**noise, 'ncon': None, 'nefc': None, 'sensordata': None, 'qacc': None, 'qfrc_constraint': None}
    for k in CONTACT_NOISE: noise['contact_' + k] = max([0.0, *(error(x[k], y[k]) for x, y in zip(a['contact'], b['contact']))])
    return noise


class Oracle:
    """MuJoCo's numbers for one model."""

    def __init__(self, path, seed, twins=TWINS):
        import mujoco_dump as md
        self.md, self.mujoco, self.np = md, md.mujoco, md.np
        self.mujoco.set_mju_user_warning(lambda text: None)  # or it writes MUJOCO_LOG.TXT
        self.weights = [1.0 if i < TWINS else RARE for i in range(twins)]
        self.rng = self.np.random.default_rng(seed)
        self.m = self.mujoco.MjModel.from_xml_path(str(path))
        self.d = self.mujoco.MjData(self.m)

    def start(self, state, shift):
        self.md.set_state(self.m, self.d, state)
        if shift == 0: return
        self.mujoco.mj_integratePos(self.m, self.d.qpos, self.rng.uniform(-shift, shift, self.m.nv), 1)
        self.d.qvel[:] += self.rng.uniform(-shift, shift, self.m.nv)

    def forward(self, state, shift=0.0):
        self.start(state, shift)
        self.mujoco.mj_forward(self.m, self.d)
        return self.md.forward_fields(self.m, self.d)

    def measures_distances(self):
        kinds = [int(getattr(self.mujoco.mjtSensor, 'mjSENS_' + name)) for name in ('GEOMDIST', 'GEOMNORMAL', 'GEOMFROMTO')]
        return any(kind in kinds for kind in self.m.sensor_type)

    def case(self, name, state, noise=()):
        """noise: what is known to be uncertain at the same positions."""
        fields, noise = self.forward(state), dict(noise)
        if self.measures_distances(): noise['sensordata'] = CURVED[0] / NOISE[0]
        # MuJoCo leaves what sleepers had in their last pass, which acts on nothing.
        if (self.d.tree_asleep >= 0).any(): noise.update(dict.fromkeys(SLEEPERS_KEEP))
        for weight in self.weights:
            for k, v in noise_of(fields, self.forward(state, FORWARD_SHIFT)).items():
                noise[k] = None if v is None or noise.get(k, 0) is None else max(weight * v, noise.get(k, 0))
        return {'name': name, 'state': state, 'forward': fields, 'noise': noise}

    def run(self, state, shift=0.0):
        """(qpos, qvel, act) per step; None from where MuJoCo started over, or where a row is empty."""
        self.start(state, shift)
        bad, out, trouble = False, [], [int(getattr(self.mujoco.mjtWarning, 'mjWARN_BAD' + name)) for name in ('QPOS', 'QVEL', 'QACC')]
        for _ in range(STEPS):
            self.mujoco.mj_step(self.m, self.d)
            bad = bad or any(self.d.warning[i].number for i in trouble) or has_empty_row(self.d.nefc, self.md.jacobian(self.m, self.d))
            out.append(None if bad else [self.md.flat(x.copy()) for x in (self.d.qpos, self.d.qvel, self.d.act)])
        return out

    def samples(self, state):
        """What trajectory.py compares: {step: qpos, qvel, act and how far MuJoCo parts from itself}."""
        start, twins = self.run(state), [self.run(state, STEP_SHIFT) for _ in self.weights]
        out, worst = {}, 0.0
        for step in range(1, STEPS + 1):
            values = [None if start[step - 1] is None or t[step - 1] is None else
                      weight * max(error(x, y) for x, y in zip(start[step - 1], t[step - 1]))
                      for t, weight in zip(twins, self.weights)]
            worst = None if worst is None or None in values or max(values) > PARTED else max(worst, *values)
            if step not in KEPT: continue
            out[step] = {'div': None} if worst is None else {'div': worst, **dict(zip(('qpos', 'qvel', 'act'), start[step - 1]))}
        return out

    def reference(self):
        md, m, d = self.md, self.m, self.d
        self.mujoco.mj_resetData(m, d)
        states = [('initial', md.get_state(d))]
        # where Jacobians may be exactly zero and velocities are not
        states.append(('moving', {**states[0][1], 'qvel': self.rng.uniform(-1, 1, m.nv).tolist()}))
        states.append(('perturbed', md.random_state(m, d, self.rng)))
        cases = [self.case(*states[0])]
        uncertain = {k: v for k, v in cases[0]['noise'].items() if v is None or k.startswith('contact_')}
        cases += [self.case(*states[1], uncertain), self.case(*states[2])]
        return {'sizes': {name: int(getattr(m, name)) for name in md.SIZES}, 'fields': md.model_fields(m),
                'cases': cases, 'samples': self.samples(states[-1][1])}


def compare_model(command, path, seed, twins=TWINS):
    """What disagrees, as lines. Instead of a list: 'refused' if both engines refuse the model, 'stopped' if MuJoCo ends the
    program on it while ours goes on."""
    try: oracle = Oracle(path, seed, twins)
    except ValueError as e:
        try: dump(command, path)
        except Refused: return 'refused'
        if 'engine error' in str(e): return 'stopped'  # in the step that its compiler tries
        return ['accepted, but MuJoCo refuses it: %s' % e]
    try: reference = oracle.reference()
    except oracle.mujoco.FatalError:
        dump(command, path, None, STEPS)
        return 'stopped'
    # A tendon that could wrap either way at qpos0 has two Jacobians there, and constants that come from them.
    unsure = (reference['cases'][0]['noise'].get('ten_J') or 0) > EITHER_WAY
    comparison, lines = Comparison(reference, ('tendon_invweight0', 'actuator_acc0') if unsure else (), curved=True), []
    for case in reference['cases']:
        steps = STEPS if case is reference['cases'][-1] else 0
        ours = dump(command, path, case['state'], steps, 1)
        if case is reference['cases'][0]:
            comparison.sizes(ours['sizes'])
            comparison.fields(ours['fields'])
        comparison.forward(case, ours['forward'], ours['fields'])
        for sample in reference['samples'].values() if steps else ():
            if sample['div'] is not None: sample['div'] = max(sample['div'], comparison.floor('trajectory') / NOISE[0])
        if steps: lines = [t for t in failures_of(reference['samples'], ours['trajectory'], ours['fields']).values() if t]
    return ['%s %s: error %.3g > %.3g %s' % f for f in comparison.failures] + lines


def run_seed(command, folder, seed):
    """(seed, failures); the model stays in the folder if it has any."""
    path = folder / f'random_{seed}.xml'
    path.write_text(random_models.model(seed))
    try: failures = compare_model(command, path, seed) and compare_model(command, path, seed, MANY)
    except (Refused, RuntimeError, KeyError) as e: failures = [f'{type(e).__name__}: {e}']
    if not isinstance(failures, list) or not failures: path.unlink()
    return seed, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--corten', required=True)
    parser.add_argument('--count', type=int, default=200)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--keep', type=pathlib.Path, default=pathlib.Path('build/random_failures'))
    args = parser.parse_args()
    try: import mujoco_dump  # noqa: F401 the workers need it
    except ImportError as e:
        print(f'skipped: {e}; pip install mujoco==3.12.0 to run this test')
        sys.exit(SKIPPED)
    args.keep.mkdir(parents=True, exist_ok=True)
    count = {'passed': 0, 'refused': 0, 'stopped': 0, 'failed': 0}
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        seeds = range(args.seed, args.seed + args.count)
        for seed, failures in pool.map(run_seed, *zip(*((args.corten, args.keep, s) for s in seeds))):
            result = failures if isinstance(failures, str) else 'failed' if failures else 'passed'
            count[result] += 1
            if result != 'failed': continue
            print(f'FAIL seed {seed}: {args.keep}/random_{seed}.xml; repeat with --seed {seed} --count 1')
            for line in failures[:10]: print('     ' + line)
    print('%(passed)d passed, %(failed)d failed, %(refused)d refused by both, %(stopped)d on which MuJoCo stops' % count)
    # Models that are refused prove little.
    sys.exit(count['failed'] > 0 or 5 * count['passed'] < 4 * args.count)


if __name__ == '__main__':
    main()
