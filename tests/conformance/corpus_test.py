#!/usr/bin/env python3
"""Models that nobody here wrote, against the references that come with them: forward passes, and 100 steps of models
with flexes; those of rigid models are the matter of integrators_test.py.

  corpus_test.py --corten COMMAND [--corpus FOLDER] [NAME ...]

The corpus is a folder of MJCF models with reference/*.json.gz; it is found through CORTEN_CORPUS and is not part of the
project. Without it the test says so and ends with code 77, which CTest shows as skipped.
"""
import argparse
import concurrent.futures
import gzip
import json
import os
import pathlib
import sys

from compare import Comparison
from dump import Refused, dump
from tolerances import STEP_TOLERANCE
from trajectory import failures_of

SKIPPED = 77


def compare_model(command, corpus, name):
    with gzip.open(corpus / 'reference' / (name + '.json.gz'), 'rt') as f: reference = json.load(f)
    model = corpus / (name.replace('__', os.sep) + '.xml')
    if 'error' in reference:
        try: dump(command, model)
        except Refused: return []
        return ['accepted, but MuJoCo refuses it: ' + reference['error']]
    plain = dump(command, model)
    comparison = Comparison(reference)
    comparison.sizes(plain['sizes'])
    comparison.fields(plain['fields'])
    text = lambda value: ' '.join(map(repr, value)) if isinstance(value, list) else repr(value)
    options = ['opt.%s=%s' % (k, text(v)) for k, v in reference.get('set', {}).items()]
    moving = []
    for case in reference['cases']:
        steps = 100 if case['name'] == 'perturbed' and reference['sizes']['nflex'] > 0 else 0
        ours = dump(command, model, case['state'], steps, 10, options)
        comparison.forward(case, ours['forward'], plain['fields'])
        if steps:
            samples = {t['step']: t for t in reference['trajectory'] if t['step'] in STEP_TOLERANCE}
            moving = list(failures_of(samples, ours['trajectory'], plain['fields']).values())
    return ['%s %s: error %.3g > %.3g %s' % f for f in comparison.failures] + [text for text in moving if text]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--corten', required=True)
    parser.add_argument('--corpus', default=os.environ.get('CORTEN_CORPUS', '../shared/corpus'))
    parser.add_argument('names', nargs='*')
    args = parser.parse_args()
    corpus = pathlib.Path(args.corpus)
    if not (corpus / 'reference').is_dir():
        print(f'skipped: no corpus at {corpus}; set CORTEN_CORPUS')
        sys.exit(SKIPPED)
    names = args.names or sorted(p.name.split('.')[0] for p in (corpus / 'reference').glob('*.json.gz'))

    def one(name):
        try: return name, compare_model(args.corten, corpus, name)
        except (Refused, RuntimeError, KeyError) as e: return name, [f'{type(e).__name__}: {e}']

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, failures in pool.map(one, names):
            failed += bool(failures)
            if failures: print(f'FAIL {name}')
            for line in failures[:10]: print('     ' + line)
    print(f'{len(names) - failed} passed, {failed} failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
