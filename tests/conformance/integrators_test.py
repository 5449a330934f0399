#!/usr/bin/env python3
"""The four integrators on the rigid models of the corpus, against trajectories of MuJoCo in integrators.json.gz.

  integrators_test.py --corten COMMAND [--corpus FOLDER] [NAME ...]

How far a trajectory may be off is in trajectory.py; MuJoCo's own is that of a start 1e-10 away. Every model must agree with
every integrator, but for those in ALLOWED. Where two copies of MuJoCo part from each other, which the references say, the
steps after that are not compared; such models are listed. Without the corpus the test ends with code 77, which CTest shows as skipped.
"""
import argparse
import concurrent.futures
import gzip
import json
import os
import pathlib
import sys

from dump import Refused, dump
from tolerances import STEP_TOLERANCE
from trajectory import failures_of

FOLDER = pathlib.Path(__file__).resolve().parent
NUMBERS = {'Euler': 0, 'RK4': 1, 'implicit': 2, 'implicitfast': 3}
# (integrator, model) -> why it may disagree. A model that agrees again must leave the list.
ALLOWED = {}
SKIPPED = 77


def run_model(command, corpus, name, reference):
    """{integrator: {step: failure}}"""
    model = corpus / (name.replace('__', os.sep) + '.xml')
    with gzip.open(corpus / 'reference' / (name + '.json.gz'), 'rt') as f:
        state = next(c['state'] for c in json.load(f)['cases'] if c['name'] == 'perturbed')
    text = lambda value: ' '.join(map(repr, value)) if isinstance(value, list) else repr(value)
    options = ['opt.%s=%s' % (k, text(v)) for k, v in reference['set'].items()]
    out = {}
    for integrator, number in NUMBERS.items():
        got = dump(command, model, state, 100, 10, options + [f'opt.integrator={number}'], ['jnt_type', 'jnt_qposadr'])
        out[integrator] = failures_of(reference[integrator], got['trajectory'], got['fields'])
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--corten', required=True)
    parser.add_argument('--corpus', type=pathlib.Path, default=os.environ.get('CORTEN_CORPUS', '../shared/corpus'))
    parser.add_argument('names', nargs='*')
    args = parser.parse_args()
    if not (args.corpus / 'reference').is_dir():
        print(f'skipped: no corpus at {args.corpus}; set CORTEN_CORPUS')
        sys.exit(SKIPPED)
    with gzip.open(FOLDER / 'integrators.json.gz', 'rt') as f: models = json.load(f)['models']
    names = args.names or sorted(models)

    def one(name):
        try: return name, run_model(args.corten, args.corpus, name, models[name])
        except (Refused, RuntimeError) as e: return name, {i: {s: str(e) for s in STEP_TOLERANCE} for i in NUMBERS}

    with concurrent.futures.ThreadPoolExecutor(2) as pool: results = dict(pool.map(one, names))
    bad = False
    for integrator in NUMBERS:
        differ = {name: next(t for t in found[integrator].values() if t) for name, found in results.items() if any(found[integrator].values())}
        for name, text in differ.items():
            allowed = ALLOWED.get((integrator, name))
            bad |= allowed is None
            print(f'{integrator} {name}: {text}' + (f' (allowed: {allowed})' if allowed else ''))
        for name in names:
            if (integrator, name) in ALLOWED and name not in differ:
                bad = True
                print(f'{integrator} {name} agrees: take it off the list ALLOWED')
        parted = sorted(name for name, found in results.items() if name not in differ and None in found[integrator].values())
        print(f'{integrator}: {len(names) - len(differ)} of {len(names)} agree for 100 steps' +
              (f', {len(parted)} of them until MuJoCo parts from itself: {" ".join(parted)}' if parted else ''))
    sys.exit(bad)


if __name__ == '__main__':
    main()
