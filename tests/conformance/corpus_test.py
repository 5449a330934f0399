#!/usr/bin/env python3
"""Models that nobody here wrote, against the references that come with them: the compiled model, forward passes, 100 steps
of models with flexes, and 100 steps of rigid models with each of the four integrators (integrators.py).

  corpus_test.py --corten COMMAND [--corpus FOLDER] [NAME ...]

The corpus is a folder of MJCF models with reference/*.json.gz; it is found through CORTEN_CORPUS and is not part of the
project. Without it the test says so and ends with code 77, which CTest shows as skipped. Each model is loaded once and
compiled to a binary file, from which all states start; dumps of MJCF files are the matter of models_test.py.
"""
import argparse
import concurrent.futures
import gzip
import json
import os
import pathlib
import sys
import tempfile

import integrators
from compare import Comparison
from dump import Refused, compile_model, dump, text_of
from tolerances import STAGES, STEP_TOLERANCE, TRAJECTORY_SOLVER
from trajectory import failures_of

SKIPPED = 77
FORWARD = [name for names in STAGES.values() if names != '*' for name in names] + ['contact']
ANY_MODEL = pathlib.Path(__file__).resolve().parent / 'models' / 'pendulum.xml'
JOINTS = ['jnt_type', 'jnt_qposadr']


def compare_moving(command, model, reference, start, options):
    """100 steps of a model with flexes."""
    ours = dump(command, model, start, 100, 10, options + [f'opt.tolerance={TRAJECTORY_SOLVER[0]}'], JOINTS)
    samples = {t['step']: t for t in reference['trajectory'] if t['step'] in STEP_TOLERANCE}
    return [text for text in failures_of(samples, ours['trajectory'], ours['fields']).values() if text]


def compare_model(command, corpus, folder, name, known, steps):
    """(failures as text, what integrators.run returns). known: names of all our fields of a Model; steps: references of the
    integrators, None for models without."""
    with gzip.open(corpus / 'reference' / (name + '.json.gz'), 'rt') as f: reference = json.load(f)
    original, model = corpus / (name.replace('__', os.sep) + '.xml'), folder / (name + '.ctn')
    try: compile_model(command, original, model)
    except Refused as e: return ([] if 'error' in reference else [f'refused: {e}']), None
    if 'error' in reference: return ['accepted, but MuJoCo refuses it: ' + reference['error']], None
    comparison = Comparison(reference)
    options = [f'opt.{k}={text_of(v)}' for k, v in reference.get('set', {}).items()]
    plain = dump(command, model, fields=[name for name in reference['fields'] if name in known])
    comparison.sizes(plain['sizes'])
    comparison.fields(plain['fields'])
    for case in reference['cases']:
        comparison.forward(case, dump(command, model, case['state'], options=options, fields=FORWARD)['forward'], plain['fields'])
    failures = ['%s %s: error %.3g > %.3g %s' % f for f in comparison.failures]
    start = next((case['state'] for case in reference['cases'] if case['name'] == 'perturbed'), None)
    if reference['sizes']['nflex'] > 0 and start is not None:
        failures += compare_moving(command, model, reference, start, options)
    moving = integrators.run(command, model, start, steps) if steps else None
    model.unlink()
    return failures, moving


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
    references = integrators.references()
    known = dump(args.corten, ANY_MODEL)['fields'].keys() - {'opt', 'stat_meaninertia'}
    if not args.names: names += sorted(set(references) - set(names))  # a reference without a model is a failure

    def one(name):
        try: return name, *compare_model(args.corten, corpus, pathlib.Path(folder), name, known, references.get(name))
        except (OSError, Refused, RuntimeError, KeyError) as e: return name, [f'{type(e).__name__}: {e}'], None

    failed, moving = 0, {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, failures, steps in pool.map(one, names):
            failed += bool(failures)
            if steps is not None: moving[name] = steps
            if failures: print(f'FAIL {name}')
            for line in failures[:10]: print('     ' + line)
    print(f'{len(names) - failed} passed, {failed} failed')
    sys.exit(integrators.report(moving) or failed > 0)


if __name__ == '__main__':
    main()
