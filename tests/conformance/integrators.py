"""The four integrators on the rigid models of the corpus, against trajectories of MuJoCo in integrators.json.gz;
corpus_test.py runs them.

How far a trajectory may be off is in trajectory.py; MuJoCo's own is that of a start 1e-10 away. Every model must agree with
every integrator, but for those in ALLOWED. Where two copies of MuJoCo part from each other, which the references say, the
steps after that are not compared; such models are listed.
"""
import gzip
import json
import pathlib

from dump import dump, text_of
from tolerances import TRAJECTORY_SOLVER
from trajectory import failures_of

NUMBERS = {'Euler': 0, 'RK4': 1, 'implicit': 2, 'implicitfast': 3}
# (integrator, model) -> why it may disagree. A model that agrees again must leave the list.
ALLOWED = {}


def references():
    with gzip.open(pathlib.Path(__file__).resolve().with_name('integrators.json.gz'), 'rt') as f: return json.load(f)['models']


def run(command, model, state, reference):
    """{integrator: {step: failure}}"""
    options = [f'opt.{k}={text_of(v)}' for k, v in reference['set'].items()] + [f'opt.tolerance={TRAJECTORY_SOLVER[0]}']
    out = {}
    for integrator, number in NUMBERS.items():
        got = dump(command, model, state, 100, 10, options + [f'opt.integrator={number}'], ['jnt_type', 'jnt_qposadr'])
        out[integrator] = failures_of(reference[integrator], got['trajectory'], got['fields'])
    return out


def report(results):
    """Prints what the models came to, {name: what run() returned}; True: some disagree."""
    bad = False
    for integrator in NUMBERS:
        differ = {name: next(t for t in found[integrator].values() if t) for name, found in results.items() if any(found[integrator].values())}
        for name, text in differ.items():
            allowed = ALLOWED.get((integrator, name))
            bad |= allowed is None
            print(f'{integrator} {name}: {text}' + (f' (allowed: {allowed})' if allowed else ''))
        for name in results:
            if (integrator, name) in ALLOWED and name not in differ:
                bad = True
                print(f'{integrator} {name} agrees: take it off the list ALLOWED')
        parted = sorted(name for name, found in results.items() if name not in differ and None in found[integrator].values())
        print(f'{integrator}: {len(results) - len(differ)} of {len(results)} agree for 100 steps' +
              (f', {len(parted)} of them until MuJoCo parts from itself: {" ".join(parted)}' if parted else ''))
    return bad
