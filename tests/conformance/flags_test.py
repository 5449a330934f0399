#!/usr/bin/env python3
"""Every disable and enable flag by itself: the first forward pass and ten steps, against MuJoCo in flags.json.gz.

  flags_test.py --corten COMMAND [WORD ...]     only runs whose name contains the words
"""
import argparse
import gzip
import json
import pathlib
import sys

from compare import error
from dump import dump
from tolerances import COUNTS, FLAGS

FOLDER = pathlib.Path(__file__).resolve().parent


def compare_run(command, run, state):
    options = [f'opt.{name}={value}' for name, value in run['set'].items()]
    fields = [name for name in run['forward'] if name not in COUNTS]
    got = dump(command, FOLDER / 'models' / (run['model'] + '.xml'), state, 10, 1, options, fields)
    by_step, out = {t['step']: t for t in got['trajectory']}, []

    def check(where, name, want, ours):
        limit = 0 if name in COUNTS else FLAGS[where.split()[0]][0]
        e = error(want, ours)
        if not e <= limit: out.append(f'{where} {name}: error {e:.3g} > {limit:.3g}')

    for name, want in run['forward'].items(): check('forward', name, want, got['forward'][name])
    for sample in run['trajectory']:
        where, ours = 'trajectory step %d' % sample['step'], by_step[sample['step']]
        for name, want in sample.items(): check(where, name, want, ours[name])
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--corten', required=True)
    parser.add_argument('words', nargs='*')
    args = parser.parse_args()
    with gzip.open(FOLDER / 'flags.json.gz', 'rt') as f: reference = json.load(f)
    runs = [r for r in reference['runs'] if all(w in r['name'] for w in args.words)]
    failed = 0
    for run in runs:
        failures = compare_run(args.corten, run, reference['starts'][run['model']][run['start']])
        failed += bool(failures)
        if failures: print('FAIL', run['name'])
        for line in failures[:8]: print('     ' + line)
    print(f'{len(runs) - failed} passed, {failed} failed')
    sys.exit(failed > 0 or not runs)


if __name__ == '__main__':
    main()
