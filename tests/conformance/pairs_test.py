#!/usr/bin/env python3
"""Contacts of every pair of geom types and flexes in many poses against MuJoCo's, stored in pairs.json.gz.

  pairs_test.py --corten COMMAND [--verbose] [PAIR ...]        PAIR: box-mesh

Iterative collision functions choose between equally good features by the last bits of the pose, and the frame of a mesh is
known to a few roundings only. Poses of meshes where MuJoCo's own contacts change when the geoms move by that much are
marked in the reference, with the spread of each contact: how far from it, over many such moves, the nearest contact was.
There a contact must be found as near as its spread says. Those that come and go are counted, and compared by the depth of
the deepest contact, loosely.
"""
import argparse
import gzip
import json
import math
import pathlib
import sys
import tempfile

from compare import error
from dump import dump
from pair_scenes import count, pose, scene
from tolerances import CONTACT, ILL_POSED_DEPTH

STEADY = 1e-2  # a contact with a larger spread jumps between features of the shapes and has no place of its own
BEYOND = 4  # ours is one more sample of what was sampled 40 or 120 times, and its error is of the same kind but not the same

FOLDER = pathlib.Path(__file__).resolve().parent


def our_contacts(command, name):
    """One list per pose: distance, position, normal and first tangent of each contact."""
    kinds = name.split('-')
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / (name + '.xml')
        path.write_text(scene(*kinds))
        forward = dump(command, path, fields=['contact'])['forward']
    out = [[] for _ in range(count(kinds[1]))]
    for c in forward['contact']:
        out[pose(*kinds, c['geom'], c['flex'])].append([c['dist'], *c['pos'], *c['frame'][:6]])
    return out


def compare_pose(reference, ours):
    """None, or what differs: a word and by how much."""
    if len(reference) != len(ours): return 'count', '%d instead of %d contacts' % (len(ours), len(reference))
    for r, o in zip(reference, ours):
        for part, at in (('dist', slice(0, 1)), ('pos', slice(1, 4)), ('normal', slice(4, 7)), ('tangent', slice(7, 10))):
            e = error(r[at], o[at])
            if not e <= CONTACT[part][0]: return part, 'error %.3g' % e
    return None


def compare_steady(reference, ours, spreads):
    """What differs for the contacts of an ill-posed pose that have a place: the nearest of ours must be there."""
    for r, spread in zip(reference, spreads):
        if spread > STEADY: continue
        allowed = max(BEYOND * spread, CONTACT['dist'][0])
        nearest = min((error(r[:7], o[:7]) for o in ours), default=math.inf)
        if not nearest <= allowed: return 'contact', 'the nearest is %.3g away, allowed %.3g' % (nearest, allowed)
    return None


def compare_ill_posed(reference, ours, marked):
    """The same as compare_pose for a pose that is ill-posed: steady contacts are there, others are not too many."""
    near = lambda a, contacts: any(error(c[:7], a[:7]) <= BEYOND * STEADY for c in contacts)
    steady = []  # each place once: several starts of a search may end there, and one of them elsewhere
    for r, spread in zip(reference, marked['spread']):
        if spread <= STEADY and not near(r, steady): steady.append(r)
    strangers, most = sum(not near(o, steady) for o in ours), marked['count'][1] - len(steady)
    if strangers > most: return 'count', '%d contacts that the reference does not have, at most %d come and go' % (strangers, most)
    depth = lambda contacts: min((c[0] for c in contacts), default=0.0)
    e = abs(depth(reference) - depth(ours))
    if not e <= ILL_POSED_DEPTH[0]: return 'depth', 'differs by %.3g' % e
    return compare_steady(reference, ours, marked['spread'])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--corten', required=True)
    parser.add_argument('--verbose', action='store_true', help='name every pose that differs')
    parser.add_argument('pairs', nargs='*')
    args = parser.parse_args()
    with gzip.open(FOLDER / 'pairs.json.gz', 'rt') as f: references = json.load(f)['pairs']
    failed = 0
    for name in args.pairs or references:
        ours = our_contacts(args.corten, name)
        ill = {int(i): marked for i, marked in references[name]['ill_posed'].items()}
        bad = [(i, d) for i, (r, o) in enumerate(zip(references[name]['contacts'], ours))
               if (d := compare_ill_posed(r, o, ill[i]) if i in ill else compare_pose(r, o))]
        loose = sum(s > STEADY for marked in ill.values() for s in marked['spread'])
        total = sum(map(len, references[name]['contacts']))
        failed += bool(bad)
        print(f'{"FAIL" if bad else "ok  "} {name}: {len(ours) - len(bad)} of {len(ours)} poses agree, {len(ill)} ill-posed; '
              f'{total - loose} of {total} contacts compared')
        for i, (part, text) in bad if args.verbose else bad[:3]: print(f'     pose {i}: {part} {text}')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
