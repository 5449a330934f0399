"""Tendons, equality constraints, contact pairs and exclusions."""


def limits(d, low, high):
    return '' if d.chance(0.4) else 'limited="true" range="%s %s" %s' % (d.number(low, (low + high) / 2), d.number((low + high) / 2, high), d.maybe(0.6, 'margin="%s"' % d.choice(d.number(0, 1), '3')))


def tendon_attributes(d, low, high, wraps=False):
    """Name and what a tendon does; MuJoCo has no armature for tendons that wrap."""
    name, limit = d.new('tendon'), limits(d, low, high)
    if limit: d.names.setdefault('limited tendon', []).append(name)
    return ' '.join(['name="%s"' % name, d.maybe(0.5, 'stiffness="%s"' % d.numbers(d.r.randint(1, 3), 0, 5)), d.maybe(0.5, 'damping="%s"' % d.numbers(d.r.randint(1, 3), 0, 1)),
                     d.maybe(0.4, 'springlength="%s"' % d.choice('.1', '.1 .5')), d.maybe(0.2, 'frictionloss="%s"' % d.number(0.01, 1)),
                     d.maybe(0.2, 'armature="%s"' % d.number(0.01, 0.5)) if not wraps else '', limit,
                     d.maybe(0.15, 'actuatorfrcrange="-1 1"'), d.solver_parameters('limit'), d.solver_parameters('friction')])


def path(d):
    """Sites with wrapped geoms and pulleys between them."""
    sites, out, last, pulley = d.all('site'), [], None, False
    for k in range(d.r.randint(2, 4)):
        site = d.r.choice([s for s in sites if s != last])
        if last and not pulley and d.chance(0.3) and d.has('wrap'):
            side = d.maybe(0.3, 'sidesite="%s"' % d.r.choice(sites))
            out.append('<geom geom="%s" %s/>' % (d.one('wrap'), side))
        out.append('<site site="%s"/>' % site)
        last, pulley = site, False
        if k == 1 and d.chance(0.2):
            two = d.r.sample(sites, 2)
            out += ['<pulley divisor="%s"/>' % d.number(1, 3)] + ['<site site="%s"/>' % s for s in two]
            last = two[1]
    return out


def tendons(d):
    out = []
    scalar = d.all('hinge', 'slide')
    for _ in range(d.r.randint(0, 2) if len(scalar) >= 2 else 0):
        out.append('<fixed %s>' % tendon_attributes(d, -0.5, 0.5))
        out += ['<joint joint="%s" coef="%s"/>' % (j, d.number()) for j in d.r.sample(scalar, 2)] + ['</fixed>']
    for _ in range(d.r.randint(0, 2) if len(d.all('site')) >= 2 else 0):
        way = path(d)
        out += ['<spatial %s>' % tendon_attributes(d, 0, 1.5, any('<geom' in line for line in way)), *way, '</spatial>']
    return out


def equality(d):
    bodies, active = d.all('body'), d.maybe(0.1, 'active="false"') + ' ' + d.solver_parameters()
    kind = d.choice('connect', 'weld', 'joint', 'tendon', 'sites')
    if kind == 'sites' and len(d.all('site')) >= 2:
        return '<%s site1="%s" site2="%s" %s/>' % (d.choice('connect', 'weld'), *d.r.sample(d.all('site'), 2), active)
    two = d.r.sample(bodies, 2) if len(bodies) >= 2 and d.chance(0.7) else [d.r.choice(bodies)]
    ends = 'body1="%s"' % two[0] + (' body2="%s"' % two[1] if len(two) > 1 else '')
    if kind == 'weld':
        return '<weld %s %s %s %s %s/>' % (ends, d.maybe(0.5, 'anchor="%s"' % d.numbers(3)), d.maybe(0.3, 'relpose="%s %s"' % (d.numbers(3), d.numbers(4))),
                                           d.maybe(0.4, 'torquescale="%s"' % d.number(0.1, 2)), active)
    if kind in ('joint', 'tendon'):
        known = d.all('hinge', 'slide') if kind == 'joint' else d.all('tendon')
        if known:
            second = '%s2="%s"' % (kind, d.r.choice([k for k in known if k != known[0]])) if len(known) > 1 and d.chance(0.7) else ''
            return '<%s %s1="%s" %s polycoef="%s" %s/>' % (kind, kind, known[0], second, d.numbers(5, -0.5, 0.5), active)
    return '<connect %s anchor="%s" %s/>' % (ends, d.numbers(3, -0.3, 0.3), active)


def contacts(d):
    geoms, out = d.all('geom'), []
    for _ in range(d.r.randint(0, 2) if len(geoms) >= 2 and not d.grid else 0):
        out.append('<pair geom1="%s" geom2="%s" %s %s %s/>' % (*d.r.sample(geoms, 2), d.maybe(0.5, 'condim="%s"' % d.choice(1, 3, 4, 6)),
                                                             d.maybe(0.5, 'friction="%s"' % d.numbers(5, 0.05, 1)), d.maybe(0.5, 'margin="%s" gap="%s"' % (d.number(0, 0.2), d.number(0, 0.05)))))
    if len(d.all('body')) >= 2 and d.chance(0.3): out.append('<exclude body1="%s" body2="%s"/>' % tuple(d.r.sample(d.all('body'), 2)))
    return out
