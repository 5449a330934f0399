#!/usr/bin/env python3
"""Contacts of every pair of geom types and flexes in many poses against MuJoCo's, stored in pairs.json.gz.

  pairs_test.py --corten COMMAND [--verbose] [PAIR ...]        PAIR: box-mesh

Iterative collision functions choose between equally good features by the last bits of the pose, and the frame of a mesh is
known to a few roundings only. Poses of meshes where MuJoCo's own contacts change when the geoms move by that much are
marked in the reference; there only the depth of the deepest contact is compared, loosely.
"""
import argparse
import gzip
import json
import pathlib
import sys
import tempfile

from compare import error
from dump import dump
from pair_scenes import count, pose, scene
from tolerances import CONTACT, ILL_POSED_DEPTH

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


def compare_ill_posed(reference, ours):
    """The same for a pose that is ill-posed."""
    if not reference and not ours: return None
    depth = lambda contacts: min((c[0] for c in contacts), default=0.0)
    e = abs(depth(reference) - depth(ours))
    return None if e <= ILL_POSED_DEPTH[0] else ('depth', 'differs by %.3g' % e)


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
        ill = set(references[name]['ill_posed'])
        bad = [(i, d) for i, (r, o) in enumerate(zip(references[name]['contacts'], ours))
               if (d := (compare_ill_posed if i in ill else compare_pose)(r, o))]
        failed += bool(bad)
        print(f'{"FAIL" if bad else "ok  "} {name}: {len(ours) - len(bad)} of {len(ours)} poses agree, {len(ill)} ill-posed')
        for i, (part, text) in bad if args.verbose else bad[:3]: print(f'     pose {i}: {part} {text}')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
