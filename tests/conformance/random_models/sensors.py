"""Sensors of every kind; plugins and users' own have nothing to compare."""

FRAME = 'framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel'.split()
BY_SITE = 'accelerometer velocimeter gyro force torque magnetometer rangefinder touch'.split()
# element -> the kinds of object it may name
BY_NAME = {'jointpos': ('joint', 'hinge', 'slide'), 'jointvel': ('joint', 'hinge', 'slide'), 'jointactuatorfrc': ('joint', 'hinge', 'slide'),
           'jointlimitpos': ('joint', 'limited joint'), 'jointlimitvel': ('joint', 'limited joint'), 'jointlimitfrc': ('joint', 'limited joint'),
           'ballquat': ('joint', 'ball'), 'ballangvel': ('joint', 'ball'), 'tendonpos': ('tendon', 'tendon'), 'tendonvel': ('tendon', 'tendon'),
           'tendonactuatorfrc': ('tendon', 'tendon'), 'tendonlimitpos': ('tendon', 'limited tendon'), 'tendonlimitvel': ('tendon', 'limited tendon'),
           'tendonlimitfrc': ('tendon', 'limited tendon'), 'actuatorpos': ('actuator', 'actuator'), 'actuatorvel': ('actuator', 'actuator'),
           'actuatorfrc': ('actuator', 'actuator'), 'subtreecom': ('body', 'body'), 'subtreelinvel': ('body', 'body'), 'subtreeangmom': ('body', 'body')}
CONTACT_DATA = 'found force torque dist pos normal tangent'.split()


def thing(d, prefix):
    kind = d.r.choice([k for k in ('body', 'xbody', 'geom', 'site', 'camera') if d.has('body' if k == 'xbody' else k)])
    return '%stype="%s" %sname="%s"' % (prefix, kind, prefix, d.one('body' if kind == 'xbody' else kind))


def contact(d):
    ends = [d.choice('', *['%s%d="%s"' % (k, i, d.one(s)) for k, s in (('geom', 'geom'), ('body', 'body'), ('subtree', 'body'))]) for i in (1, 2)]
    if not ends[0] and d.has('site') and d.chance(0.3): ends[0] = 'site="%s"' % d.one('site')
    data = [x for x in CONTACT_DATA if d.chance(0.5)] or ['found']
    return '<contact %s num="%d" reduce="%s" data="%s"/>' % (' '.join(ends), d.r.randint(1, 4), d.choice('none', 'mindist', 'maxforce', 'netforce'), ' '.join(data))


def distance(d):
    kind = d.choice('geom', 'body')
    if len(d.all(kind)) < 2: return ''
    ends = ['%s%d="%s"' % (kind, i + 1, name) for i, name in enumerate(d.r.sample(d.all(kind), 2))]
    return '<%s %s cutoff="%s"/>' % (d.choice('distance', 'normal', 'fromto'), ' '.join(ends), d.number(0.1, 3))


def sensor(d):
    extra = d.maybe(0.05, 'cutoff="%s"' % d.number(0.1, 2)) + ' ' + d.maybe(0.1, 'nsample="4" delay=".003" interp="%s"' % d.choice('zoh', 'linear', 'cubic'))
    kind = d.choice(*FRAME, 'framelinacc', 'frameangacc', *BY_SITE, *BY_NAME, 'contact', 'contact', 'distance', 'distance', 'camprojection', 'insidesite', 'e_potential', 'e_kinetic', 'clock')
    if kind == 'contact': return contact(d)
    if kind == 'distance': return distance(d)
    if kind in FRAME: return '<%s %s %s/>' % (kind, thing(d, 'obj'), d.maybe(0.5, thing(d, 'ref')))
    if kind.startswith('frame'): return '<%s %s/>' % (kind, thing(d, 'obj'))
    if kind in BY_SITE: return '<%s site="%s" %s/>' % (kind, d.one('site'), extra)
    if kind in BY_NAME:
        what, *kinds = BY_NAME[kind]
        if kind == 'ballquat': extra = ''
        return '<%s %s="%s" %s/>' % (kind, what, d.one(*kinds), extra) if d.has(*kinds) else ''
    if kind == 'camprojection': return '<camprojection site="%s" camera="%s"/>' % (d.one('site'), d.one('camera')) if d.has('camera') else ''
    if kind == 'insidesite': return '<insidesite %s site="%s"/>' % (thing(d, 'obj'), d.one('site'))
    return '<%s %s/>' % (kind, extra)


def sensors(d): return d.some(0, 12, lambda: sensor(d))
