#!/usr/bin/env python3
"""Every model under models/ against what MuJoCo computed for it, stored under reference/.

  models_test.py --corten COMMAND [NAME ...]
"""
import argparse
import gzip
import json
import pathlib
import sys

from compare import Comparison
from dump import Refused, dump

FOLDER = pathlib.Path(__file__).resolve().parent
# Every kind of these must be in some model; the last types of actuators belong to the user.
KINDS = {'sensor_type': range(49), 'jnt_type': range(4), 'eq_type': range(7), 'actuator_trntype': range(7),
         'actuator_dyntype': range(7), 'actuator_gaintype': range(6), 'actuator_biastype': range(5)}


def compare_model(command, model, reference):
    """Failures as text, and the number of comparisons."""
    if 'error' in reference:
        try: dump(command, model)
        except Refused: return [], 1
        return ['accepted, but MuJoCo refuses it: ' + reference['error']], 1
    comparison = Comparison(reference)
    plain = dump(command, model)
    comparison.sizes(plain['sizes'])
    comparison.fields(plain['fields'])
    steps = reference['trajectory'][-1]['step'] if reference['trajectory'] else 0
    for case in reference['cases']:
        last = case is reference['cases'][-1]
        got = dump(command, model, case['state'], steps if last else 0)
        comparison.forward(case, got['forward'], plain['fields'])
        if last: comparison.trajectory(got['trajectory'])
    return ['%s %s: error %.3g > %.3g %s' % f for f in comparison.failures], comparison.compared


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--corten', required=True)
    parser.add_argument('names', nargs='*')
    args = parser.parse_args()
    references = [FOLDER / 'reference' / (n + '.json.gz') for n in args.names] or sorted((FOLDER / 'reference').glob('*.json.gz'))
    models = {m.stem for m in (FOLDER / 'models').glob('*.xml')}
    missing = models - {r.name.split('.')[0] for r in references} if not args.names else set()
    passed, failed, seen = 0, len(missing), {kind: set() for kind in KINDS}
    for name in sorted(missing): print(f'FAIL {name}: no reference; run tools/reference/make_references.py')
    for path in references:
        name = path.name.split('.')[0]
        with gzip.open(path, 'rt') as f: reference = json.load(f)
        for kind in seen: seen[kind].update(reference.get('fields', {}).get(kind, []))
        try: failures, compared = compare_model(args.corten, FOLDER / 'models' / (name + '.xml'), reference)
        except (Refused, RuntimeError, KeyError) as e: failures, compared = [f'{type(e).__name__}: {e}'], 0
        print(f'{"FAIL" if failures else "ok  "} {name}: {compared} fields compared')
        for line in failures[:20]: print('     ' + line)
        passed, failed = passed + (not failures), failed + bool(failures)
    for kind, values in KINDS.items() if not args.names else ():
        unseen = set(values) - seen[kind]
        failed += bool(unseen)
        if unseen: print(f'FAIL no model has {kind} {sorted(unseen)}')
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed > 0 or passed == 0)


if __name__ == '__main__':
    main()
