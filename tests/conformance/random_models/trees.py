"""Bodies with their joints, geoms, sites, cameras and lights."""

SIZES = {'sphere': 1, 'capsule': 2, 'ellipsoid': 3, 'cylinder': 2, 'box': 3}


def contact_parameters(d):
    """A geom collides in few models with everything, in most with a part of the others."""
    masks = '' if d.collide and d.chance(0.5) else 'contype="%d" conaffinity="%d"' % (
        (d.r.randint(0, 3), d.r.randint(0, 3)) if d.collide else (0, 0))
    return ' '.join([masks, d.maybe(0.4, 'condim="%s"' % d.choice(1, 3, 4, 6)), d.maybe(0.3, 'friction="%s"' % d.numbers(d.r.randint(1, 3), 0.05, 1)),
                     d.maybe(0.2, 'margin="%s"' % d.number(0, 0.1)), d.maybe(0.15, 'gap="%s"' % d.number(0, 0.05)),
                     d.maybe(0.1, 'priority="%d"' % d.r.randint(0, 2)), d.maybe(0.1, 'solmix="%s"' % d.number(0, 2)),
                     d.maybe(0.1, 'surfacevel="%s"' % d.numbers(6)), d.solver_parameters()])


def geom(d, reach=0.3):
    kind = d.choice(*SIZES, 'mesh') if d.has('mesh') else d.choice(*SIZES)
    place = 'pos="%s" %s' % (d.place(reach), d.orientation())
    count = SIZES.get(kind)
    if kind in ('capsule', 'cylinder') and not d.grid and d.chance(0.3):
        place, count = 'fromto="%s"' % d.numbers(6, -reach, reach), 1
    shape = 'mesh="%s"' % d.one('mesh') if kind == 'mesh' else 'size="%s"' % d.numbers(count, 0.05, 0.2)
    weight = d.choice('', 'density="%s"' % d.number(200, 3000), 'mass="%s"' % d.number(0.1, 3))
    return '<geom name="%s" type="%s" %s %s %s %s %s %s/>' % (
        d.new('geom'), kind, shape, place, weight, d.maybe(0.2, 'shellinertia="true"') if kind != 'mesh' else '',
        d.maybe(0.2, 'fluidshape="ellipsoid"'), contact_parameters(d))


def joint(d, kind):
    scalar, turns = kind in ('hinge', 'slide'), kind != 'slide'
    length = d.angle if turns else d.number
    limited = '' if d.chance(0.5) else 'limited="true" range="%s %s" %s' % (
        (length(-0.6, -0.1) if scalar else 0), length(0.1, 0.6), d.maybe(0.5, 'margin="%s"' % length(0, 1)))
    name = d.new(kind)
    if limited: d.names.setdefault('limited joint', []).append(name)
    spring = [d.maybe(0.3, 'stiffness="%s"' % d.numbers(d.r.randint(1, 3), 0, 20)), d.maybe(0.5, 'damping="%s"' % d.numbers(d.r.randint(1, 3), 0, 2))]
    return '<joint name="%s" type="%s" pos="%s" axis="%s" %s/>' % (
        name, kind, d.place(0.2), d.axis(),
        ' '.join([*spring, d.maybe(0.4, 'armature="%s"' % d.number(0, 1)), d.maybe(0.25, 'frictionloss="%s"' % d.number(0.01, 1)), limited,
                  d.maybe(0.3, 'springref="%s"' % length(-1, 1)) if scalar else '', d.maybe(0.3, 'ref="%s"' % length(-1, 1)) if scalar else '',
                  d.maybe(0.1, 'actuatorfrcrange="-%s %s"' % (d.number(0.1, 2), d.number(0.1, 2))) if scalar else '',
                  d.maybe(0.1, 'actuatorgravcomp="true"') if scalar else '', d.solver_parameters('limit'), d.solver_parameters('friction')]))


def joints(d, top):
    choice = d.r.random()
    if top and choice < 0.25: return ['<freejoint name="%s"/>' % d.new('free')]
    if choice < 0.4: return [joint(d, 'ball')]
    if choice < 0.9 or top: return d.some(1, 3, lambda: joint(d, d.choice('hinge', 'slide')))
    return []


def site(d):
    kind = d.choice(*SIZES)
    return '<site name="%s" type="%s" size="%s" pos="%s" %s/>' % (d.new('site'), kind, d.numbers(SIZES[kind], 0.05, 0.3), d.place(0.2), d.orientation())


def views(d):
    modes = ['fixed', 'track', 'trackcom'] + (['targetbody', 'targetbodycom'] if len(d.all('body')) > 1 else [])
    out = []
    for kind, extra in (('camera', 'resolution="3 2"'), ('light', 'dir="%s"' % d.numbers(3))):
        if not d.chance(0.3): continue
        mode = d.r.choice(modes)
        out.append('<%s name="%s" pos="%s" mode="%s" %s %s/>' % (kind, d.new(kind), d.numbers(3), mode, extra if kind == 'light' else extra + ' fovy="50"',
                                                             'target="%s"' % d.one('body') if mode.startswith('target') else ''))
    return out


def body(d, depth, place=None):
    pos = place or 'pos="%s" %s' % (d.place(0.5), d.orientation())
    out = ['<body name="%s" %s %s %s>' % (d.new('body'), pos, d.maybe(0.2, 'gravcomp="%s"' % d.number(0, 1.5)),
                                        d.maybe(0.1, 'sleep="%s"' % d.choice('never', 'allowed', 'auto', 'init')) if depth == 0 else '')]
    out += joints(d, depth == 0)
    if d.chance(0.2):
        out.append('<inertial pos="%s" mass="%s" diaginertia="%s" %s/>' % (d.place(0.1), d.number(0.5, 2), d.numbers(3, 0.5, 0.9), d.orientation()))
    out += d.some(1, 2, lambda: geom(d)) + d.some(0, 2, lambda: site(d)) + views(d)
    for _ in range(d.r.randint(0, 2) if depth < 3 else 0):
        child = body(d, depth + 1)
        if d.chance(0.2): child = ['<frame pos="%s" %s>' % (d.place(0.5), d.orientation())] + child + ['</frame>']
        out += child
    return out + ['</body>']


def worldbody(d):
    out = [site(d)]
    if d.collide:
        out.append('<geom name="%s" type="plane" size="5 5 .1" %s/>' % (d.new('geom'), d.orientation() if d.chance(0.2) else ''))
        if d.chance(0.2): out.append('<geom name="%s" type="hfield" hfield="hills" pos="0 0 -.3"/>' % d.new('geom'))
        if d.chance(0.3): out.append(geom(d, 1))
    if d.chance(0.2):
        out.append('<body name="%s" mocap="true" pos="%s"><geom name="%s" size=".1" %s/></body>' % (d.new('mocap'), d.place(1), d.new('geom'), contact_parameters(d)))
    for k in range(d.r.randint(1, 3)):
        at = '%s %s %s' % (0.6 * k, d.number(-0.2, 0.2), d.number(0.1, 0.5))
        out += body(d, 0, 'pos="%s" %s' % (d.place(1) if d.grid else at, d.orientation()))
    return out
