"""Scenes of one pair of geom types in many poses.

Each scene holds COUNT explicit contact pairs, the first geom fixed to the world, the second on a body with one joint, so
that one forward pass makes the contacts of all poses. The poses are random, or aligned with the axes, touching, deep or
coincident, since that is where branches of the collision functions meet.
"""
import math
import random

TYPES = 'plane hfield sphere capsule ellipsoid cylinder box mesh'.split()
PAIRS = [(a, b) for i, a in enumerate(TYPES) for b in TYPES[i:] if b not in ('plane', 'hfield')]
PAIRS += [(a, 'sdf') for a in [*TYPES, 'sdf'] if a != 'hfield']
COUNT = 200

# hull of a few points, a wedge with large faces, and a mesh whose faces are not its hull's
MESHES = {
    'rock': '.2 .1 0  -.15 .2 .05  -.1 -.2 .1  .1 -.15 -.2  0 .05 .25  -.2 0 -.15  .12 .2 -.1',
    'wedge': '-.2 -.15 -.1  .2 -.15 -.1  .2 .15 -.1  -.2 .15 -.1  -.2 -.15 .15  .2 -.15 .15',
    'brick': '-.2 -.1 -.15  .2 -.1 -.15  .2 .1 -.15  -.2 .1 -.15  -.2 -.1 .15  .2 -.1 .15  .2 .1 .15  -.2 .1 .15',
}
# of sdf geoms, with faces: an angle with legs of unequal thickness, and a wedge
SDF_MESHES = {
    'angle': ('0 0 0 .2 0 0 .2 .1 0 .12 .1 0 .1 .22 0 0 .2 0  0 0 .15 .2 0 .15 .2 .1 .15 .12 .1 .15 .1 .22 .15 0 .2 .15',
              '6 7 8 0 2 1 6 8 9 0 3 2 6 9 10 0 4 3 6 10 11 0 5 4  0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 4 5 11 4 11 10 5 0 6 5 6 11'),
    'wedge': ('-.2 -.15 -.1  .2 -.15 -.1  .2 .15 -.1  -.2 .15 -.1  -.2 -.15 .15  .2 -.15 .15', ''),
}
SDF_POINTS, SDF_MESH_POINTS = 6, 50  # few keep the reference small; MuJoCo fails if a mesh has more contacts than these
ELEVATION = '0 .2 .1 .5 .3  .1 .4 .8 .2 0  .3 .9 1 .6 .2  0 .5 .4 .3 .1'


class Scene:
    def __init__(self, first, second, seed):
        self.first, self.second, self.r = first, second, random.Random(seed)

    def numbers(self, n, low, high): return [self.r.uniform(low, high) for _ in range(n)]

    def shape(self, kind):
        """Attributes of a geom, and its largest extent."""
        if kind == 'plane': return 'type="plane" size="1 1 1"', 0.0
        if kind == 'hfield': return 'type="hfield" hfield="h"', 0.2
        if kind == 'mesh': return 'type="mesh" mesh="%s"' % self.r.choice(list(MESHES)), 0.2
        if kind == 'sdf': return 'type="sdf" mesh="sdf_%s"' % self.r.choice(list(SDF_MESHES)), 0.15
        count = {'sphere': 1, 'capsule': 2, 'ellipsoid': 3, 'cylinder': 2, 'box': 3}[kind]
        size = [round(s, 2) for s in self.numbers(count, 0.05, 0.25)]
        return 'type="%s" size="%s"' % (kind, ' '.join('%g' % s for s in size)), sum(size) / count

    def quat(self, mode):
        if mode == 'aligned':
            q = self.r.choice([(1, 0, 0, 0), (math.sqrt(.5), math.sqrt(.5), 0, 0), (math.sqrt(.5), 0, 0, math.sqrt(.5)), (.5, .5, .5, .5)])
        else: q = [self.r.gauss(0, 1) for _ in range(4)]
        return ' '.join('%.17g' % v for v in q)

    def offset(self, mode, reach):
        if mode == 'coincident': return [0.0, 0.0, 0.0]
        if mode == 'aligned':
            axis, out = self.r.randrange(3), self.numbers(3, -0.05, 0.05) if self.r.random() < 0.5 else [0.0] * 3
            out[axis] = self.r.choice((-1, 1)) * reach * self.r.uniform(0.6, 1.05)
            return out
        v = [self.r.gauss(0, 1) for _ in range(3)]
        n = math.sqrt(sum(x * x for x in v))
        scale = reach * (self.r.uniform(0.05, 0.5) if mode == 'deep' else self.r.uniform(0.5, 1.3))
        return [x / n * scale for x in v]

    def pair(self, i):
        mode = self.r.choices(('random', 'aligned', 'deep', 'coincident'), (5, 3, 1.5, 0.1))[0]
        (a, ra), (b, rb) = self.shape(self.first), self.shape(self.second)
        cell = [4.0 * (i % 15), 4.0 * (i // 15), 0.0]
        offset = self.offset(mode, ra + rb)
        if self.first == 'hfield': offset = [self.r.uniform(-.5, .5), self.r.uniform(-.5, .5), self.r.uniform(-.1, .5)]
        quat = '1 0 0 0' if self.r.random() < 0.3 else self.quat(mode)
        place = 'pos="%g %g %g" quat="%s"' % (*cell, quat)
        body = '<body pos="%s" quat="%s"><joint type="slide"/><geom name="b%d" %s mass="1" contype="0" conaffinity="0"/></body>' % (
            ' '.join('%.17g' % (c + o) for c, o in zip(cell, offset)), self.quat(mode), i, b)
        margin = self.r.choice((0, 0, 0.01, 0.05))
        return ('<geom name="a%d" %s %s contype="0" conaffinity="0"/>%s' % (i, a, place, body),
                '<pair geom1="a%d" geom2="b%d" margin="%g"/>' % (i, i, margin))

    def xml(self):
        parts = [self.pair(i) for i in range(COUNT)]
        assets = ''.join('<mesh name="%s" vertex="%s"/>' % m for m in MESHES.items())
        option = ''
        if self.second == 'sdf':
            assets += ''.join('<mesh name="sdf_%s" vertex="%s" face="%s"/>' % (n, v, f) for n, (v, f) in SDF_MESHES.items())
            option = ' sdf_initpoints="%d"' % (SDF_MESH_POINTS if self.first == 'mesh' else SDF_POINTS)
        return ('<mujoco><option gravity="0 0 0"%s/><asset>%s<hfield name="h" nrow="4" ncol="5" size=".5 .5 .3 .1" elevation="%s"/></asset>'
                '<worldbody>%s</worldbody><contact>%s</contact></mujoco>') % (
                    option, assets, ELEVATION, '\n'.join(p[0] for p in parts), '\n'.join(p[1] for p in parts))


def scene(first, second):
    """The XML of a pair of types, the same at every call."""
    return Scene(first, second, '%s-%s' % (first, second)).xml()
