"""Scenes of one pair of geom types, or of flexes, in many poses.

Each scene holds COUNT explicit contact pairs, the first geom fixed to the world, the second on a body with one joint, so
that one forward pass makes the contacts of all poses. The poses are random, or aligned with the axes, touching, deep or
coincident, since that is where branches of the collision functions meet.

Scenes with a flex have FLEX_COUNT poses of two elements each, told apart by their contact bits.
"""
import math
import random

TYPES = 'plane hfield sphere capsule ellipsoid cylinder box mesh'.split()
PAIRS = [(a, b) for i, a in enumerate(TYPES) for b in TYPES[i:] if b not in ('plane', 'hfield')]
PAIRS += [(a, 'sdf') for a in [*TYPES, 'sdf'] if a != 'hfield']
FLEXES = 'flex1 flex2 flex3'.split()  # of segments, triangles, tetrahedra
PAIRS += [(a, f) for a in [*TYPES, 'sdf'] for f in FLEXES]
PAIRS += [(f, g) for i, f in enumerate(FLEXES) for g in FLEXES[i:]]
COUNT, FLEX_COUNT = 200, 30

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
        return self.document('\n'.join(p[0] for p in parts), '<contact>%s</contact>' % '\n'.join(p[1] for p in parts))

    def document(self, world, rest):
        assets = ''.join('<mesh name="%s" vertex="%s"/>' % m for m in MESHES.items())
        option = ''
        if 'sdf' in (self.first, self.second):
            assets += ''.join('<mesh name="sdf_%s" vertex="%s" face="%s"/>' % (n, v, f) for n, (v, f) in SDF_MESHES.items())
            option = ' sdf_initpoints="%d"' % (SDF_MESH_POINTS if self.first == 'mesh' else SDF_POINTS)
        return ('<mujoco><option gravity="0 0 0"%s/><asset>%s<hfield name="h" nrow="4" ncol="5" size=".5 .5 .3 .1" elevation="%s"/></asset>'
                '<worldbody>%s</worldbody>%s</mujoco>') % (option, assets, ELEVATION, world, rest)


class FlexScene(Scene):
    """A geom and a flex, or two flexes. Every vertex is a body."""

    def flex(self, name, dim, center, bits):
        """Its bodies and the flex itself."""
        points = [[c + self.r.uniform(-.2, .2) for c in center] for _ in range(dim + 2)]
        elements = [list(range(dim + 1)), list(range(1, dim + 2))]
        if dim == 3: elements = [e if volume(*(points[i] for i in e)) > 0 else [e[1], e[0], *e[2:]] for e in elements]
        bodies = ''.join('<body name="%s_%d" pos="%s"><joint type="slide"/><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/></body>' % (
            name, i, ' '.join('%.17g' % x for x in p)) for i, p in enumerate(points))
        contact = 'selfcollide="none" internal="false" margin="%g" gap="%g" %s' % (
            self.r.choice((0, 0, 0.01, 0.05)), self.r.choice((0, 0, 0.02)), bits)
        return bodies, '<flex name="%s" dim="%d" radius="%g" body="%s" element="%s"><contact %s/></flex>' % (
            name, dim, self.r.choice((0.001, 0.02, 0.05)), ' '.join('%s_%d' % (name, i) for i in range(dim + 2)),
            ' '.join(str(i) for e in elements for i in e), contact)

    def pair(self, i):
        center = [4.0 * (i % 6), 4.0 * (i // 6), 0.0]
        first, second = ('contype="%d" conaffinity="0"' % (1 << i)), ('contype="0" conaffinity="%d"' % (1 << i))
        body, flex = self.flex('b%d' % i, int(self.second[4:]), center, second)
        if self.first.startswith('flex'):
            other, before = self.flex('a%d' % i, int(self.first[4:]), center, first)
            return other + body, before + flex
        quat = self.quat(self.r.choice(('random', 'aligned')))
        return '<geom %s pos="%g %g %g" quat="%s" %s/>%s' % (self.shape(self.first)[0], *center, quat, first, body), flex

    def xml(self):
        parts = [self.pair(i) for i in range(FLEX_COUNT)]
        return self.document('\n'.join(p[0] for p in parts), '<deformable>%s</deformable>' % '\n'.join(p[1] for p in parts))


def volume(a, b, c, d):
    """Six times the signed volume of a tetrahedron."""
    u, v, w = ([q - p for p, q in zip(a, x)] for x in (b, c, d))
    return (u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]))


def scene(first, second):
    """The XML of a pair of types, the same at every call."""
    return (FlexScene if second in FLEXES else Scene)(first, second, '%s-%s' % (first, second)).xml()


def count(second): return FLEX_COUNT if second in FLEXES else COUNT


def pose(first, second, geoms, flexes):
    """The pose to which a contact of these geoms and flexes belongs. The geoms of the world come first."""
    if second not in FLEXES: return min(geoms)
    return flexes[1] // 2 if first in FLEXES else flexes[1]
