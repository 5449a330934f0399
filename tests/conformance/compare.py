"""Compares two dumps, field by field and stage by stage."""
import math

from tolerances import CONTACT_FLOOR, COUNTS, CURVED, FORCE_FLOOR, FORCES, IMPLEMENTATION, NOISE, STAGES, tolerance

QUATERNIONS = {'body_quat', 'geom_quat', 'site_quat', 'cam_quat', 'xquat', 'mesh_quat', 'body_iquat'}


def scale_of(name, reference):
    """What the errors of an array are measured by, see tolerances.py."""
    if name not in FORCES: return 1.0
    size = max((abs(v) for v in reference if v is not None), default=1.0)
    return min(1.0, max(size, FORCE_FLOOR[0]))


def error(a, b, scale=1.0):
    """max |a - b| / (scale + |a|) of two numbers or flat lists; infinite if their shapes differ."""
    if not isinstance(a, list): a = [a]
    if not isinstance(b, list): b = [b]
    if len(a) != len(b): return math.inf
    worst = 0.0
    for x, y in zip(a, b):
        if x == y or (x is None or x != x) and (y is None or y != y): continue
        if x is None or y is None or isinstance(x, str) or isinstance(y, str): return math.inf
        worst = max(worst, abs(x - y) / (scale + abs(x)))
    return worst


def quat_error(a, b):
    """The same for quaternions, where q and -q are one rotation."""
    if len(a) != len(b): return math.inf
    worst = 0.0
    for i in range(0, len(a), 4):
        p, q = a[i:i + 4], b[i:i + 4]
        worst = max(worst, min(error(p, q), error(p, [-v for v in q])))
    return worst


def rotation(q):
    w, x, y, z = q
    return [[w*w + x*x - y*y - z*z, 2*(x*y - w*z), 2*(x*z + w*y)],
            [2*(x*y + w*z), w*w - x*x + y*y - z*z, 2*(y*z - w*x)],
            [2*(x*z - w*y), 2*(y*z + w*x), w*w - x*x - y*y + z*z]]


def tensors(inertia, axes):
    """R diag(inertia) R' per body: equal principal moments leave R undetermined, the tensor is always unique."""
    out = []
    for b in range(len(inertia) // 3):
        r, d = axes(b), inertia[3*b:3*b + 3]
        out += [sum(r[i][k] * d[k] * r[j][k] for k in range(3)) for i in range(3) for j in range(3)]
    return out


def relative(a, b):
    """Largest difference of two lists of 3 x 3 tensors, relative to the largest entry of each tensor."""
    if len(a) != len(b): return math.inf
    worst = 0.0
    for i in range(0, len(a), 9):
        scale = max(abs(v) for v in a[i:i + 9]) or 1.0
        worst = max(worst, max(abs(x - y) for x, y in zip(a[i:i + 9], b[i:i + 9])) / scale)
    return worst


class Comparison:
    """Collects failures: (stage, field, error, tolerance, where)."""

    def __init__(self, reference, ignore=(), curved=False):
        """curved: errors of contacts up to CURVED are accepted, and what follows from them."""
        self.reference, self.ignore, self.failures = reference, ignore, []
        self.curved, self.contact_error = curved, 0.0
        self.has_mesh = reference['sizes']['nmesh'] > 0
        self.compared = 0

    def ignored(self, field): return any(field.startswith(p) for p in self.ignore)

    def check(self, stage, field, e, where='', noise=0.0):
        self.compared += 1
        limit = max(tolerance(stage, field, self.has_mesh), NOISE[0] * noise, self.floor(stage))
        if e <= limit or field in IMPLEMENTATION or self.ignored(field): return
        self.failures.append((stage, field, e, limit, where))

    def floor(self, stage):
        """What accepted errors of contacts lead to in a stage."""
        return CONTACT_FLOOR[stage][0] * self.contact_error if stage in CONTACT_FLOOR else 0.0

    def sizes(self, ours):
        for name, value in self.reference['sizes'].items(): self.check('sizes', name, error(value, ours.get(name, math.nan)))

    def fields(self, ours):
        ref = self.reference['fields']
        for name, value in ref.items():
            if name == 'opt':
                for k, v in value.items(): self.check('compile', 'opt.' + k, error(v, ours['opt'].get(k, math.nan)))
            elif name in ('body_inertia', 'body_iquat'): continue
            elif name not in ours:
                if value != []: self.check('compile', name, math.inf, 'missing')
            else: self.check('compile', name, (quat_error if name in QUATERNIONS else error)(value, ours[name]))
        of = lambda f: tensors(f['body_inertia'], lambda b: rotation(f['body_iquat'][4*b:4*b + 4]))
        self.check('compile', 'body_inertia', relative(of(ref), of(ours)))

    def forward(self, case, ours, our_fields):
        ref, where, noise = case['forward'], case['name'], case.get('noise', {})
        ill_posed = any(noise.get(k, 0) is None for k in ('ncon', 'nefc', 'contact_pos', 'contact_dist'))
        if not ill_posed: self.contacts(ref, ours, where, noise)
        for stage, names in STAGES.items():
            if names == '*' or ill_posed and stage in ('constraint', 'solver', 'sensors'): continue
            for name in names:
                if name not in ref or noise.get(name, 0) is None: continue
                if name not in ours:
                    if ref[name] != []: self.check(stage, name, math.inf, where + ' missing')
                    continue
                scale = scale_of(name, ref[name])
                e = quat_error(ref[name], ours[name]) if name in QUATERNIONS else error(ref[name], ours[name], scale)
                if name == 'ximat' and e > 0:
                    of = lambda f, x: tensors(f['body_inertia'], lambda b: [x[9*b + 3*i:9*b + 3*i + 3] for i in range(3)])
                    e = min(e, relative(of(self.reference['fields'], ref[name]), of(our_fields, ours[name])))
                self.check(stage, name, e, where, noise.get(name, 0.0) / scale)

    def contacts(self, ref, ours, where, noise):
        """Number of rows, and the contacts in their order."""
        for name in COUNTS:
            if name in ref: self.check('sizes', name, error(ref[name], ours.get(name, math.nan)), where)
        if 'contact' not in ref: return
        got = ours.get('contact', [])
        self.check('sizes', 'contact', abs(len(ref['contact']) - len(got)), where)
        worst = max([0.0, *(error(a[k], b[k]) for a, b in zip(ref['contact'], got) for k in ('dist', 'pos', 'frame'))])
        accepted = max([CURVED[0], *(NOISE[0] * (noise.get('contact_' + k) or 0) for k in ('dist', 'pos', 'frame'))])
        self.contact_error = worst if self.curved and worst <= accepted else 0.0
        for a, b in zip(ref['contact'], got):
            for name in ('geom', 'dim', 'exclude', 'flex', 'elem', 'vert'):
                if name in a: self.check('sizes', 'contact ' + name, error(a[name], b[name]), where)
            for name in ('dist', 'pos', 'frame', 'friction', 'includemargin', 'solref', 'solreffriction', 'solimp', 'mu'):
                self.check('contact', 'contact ' + name, error(a[name], b[name]), where, noise.get('contact_' + name, 0.0))

    def trajectory(self, ours):
        by_step = {t['step']: t for t in ours}
        for t in self.reference['trajectory']:
            got = by_step.get(t['step'], {})
            for name in ('time', 'qpos', 'qvel', 'act', 'sensordata'):
                self.check('trajectory', name, error(t[name], got.get(name, math.nan)), 'step %d' % t['step'])
                if self.failures and self.failures[-1][0] == 'trajectory': return
