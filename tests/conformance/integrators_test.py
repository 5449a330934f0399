#!/usr/bin/env python3
"""The four integrators on the rigid models of the corpus, against trajectories of MuJoCo in integrators.json.gz.

  integrators_test.py --corten COMMAND [--corpus FOLDER] [NAME ...]

How far a trajectory may be off is in trajectory.py; MuJoCo's own is that of a start 1e-10 away. Of each integrator at
least GOAL of the models must agree. Without the corpus the test ends with code 77, which CTest shows as skipped.
"""
import argparse
import concurrent.futures
import gzip
import json
import math
import os
import pathlib
import sys

from dump import Refused, dump
from tolerances import STEP_TOLERANCE
from trajectory import failures_of

FOLDER = pathlib.Path(__file__).resolve().parent
NUMBERS = {'Euler': 0, 'RK4': 1, 'implicit': 2, 'implicitfast': 3}
GOAL = {10: 0.97, 100: 0.92}
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
        for name, found in results.items():
            text = next((t for t in found[integrator].values() if t), None)
            if text: print(f'{integrator} {name}: {text}')
        for last, goal in GOAL.items():
            upto = [[t for s, t in r[integrator].items() if s <= last] for r in results.values()]
            agree, chaotic = sum(not any(r) for r in upto), sum(not any(r) and None in r for r in upto)
            bad |= agree < math.ceil(goal * len(names))
            print(f'{integrator} step {last}: {agree} of {len(names)} agree, of them {chaotic} until MuJoCo parts from itself')
    sys.exit(bad)


if __name__ == '__main__':
    main()
