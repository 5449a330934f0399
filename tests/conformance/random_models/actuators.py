"""Actuators of every kind on every kind of transmission."""

SHORTCUTS = ('motor', 'position', 'velocity', 'intvelocity', 'damper', 'cylinder', 'muscle', 'general', 'pid', 'dcmotor')


def transmission(d):
    options = [('joint', j) for j in d.all('hinge', 'slide')] + [('tendon', t) for t in d.all('tendon')]
    if d.has('ball', 'free'): options += [(d.choice('joint', 'jointinparent'), d.one('ball', 'free'))]
    if d.has('site'): options += [('site', d.one('site'))]
    kind, name = d.r.choice(options)
    out = '%s="%s"' % (kind, name)
    if kind == 'site':
        if len(d.all('site')) > 1 and d.chance(0.3):
            return 'cranksite="%s" slidersite="%s" cranklength="%s" gear="%s"' % (*d.r.sample(d.all('site'), 2), d.number(0.5, 2), d.number(0.5, 2))
        out += d.maybe(0.5, ' refsite="%s"' % d.one('site'))
    return '%s gear="%s"' % (out, d.numbers(6 if kind == 'site' or name.startswith('free') else 3 if name.startswith('ball') else 1, 0.5, 2))


def dynamics(d):
    dyntype = d.choice('', 'dyntype="integrator"', 'dyntype="filter" dynprm=".2"', 'dyntype="filterexact" dynprm=".1"')
    return ' '.join([dyntype,
                     d.choice('', 'gaintype="affine" gainprm="%s"' % d.numbers(3), 'gainprm="%s"' % d.number()),
                     d.choice('', 'biastype="affine" biasprm="%s"' % d.numbers(3)), d.maybe(0.2, 'actlimited="true" actrange="-.5 .5"') if dyntype else '', d.maybe(0.2, 'actearly="true"')])


def attributes(d, kind):
    servo = 'kp="%s" %s' % (d.number(1, 20), d.choice('', 'kv="%s"' % d.number(0, 1), 'dampratio="%s"' % d.number(0.1, 2)))
    return {'motor': '', 'position': servo + d.maybe(0.3, ' timeconst="%s"' % d.number(0.01, 0.3)), 'velocity': 'kv="%s"' % d.number(0.1, 2),
            'intvelocity': servo + ' actrange="-1 1"', 'damper': 'kv="%s" ctrlrange="0 1"' % d.number(0.1, 2),
            'cylinder': 'timeconst="%s" area="%s" bias="%s"' % (d.number(0.05, 0.5), d.number(0.1, 1), d.numbers(3)),
            'muscle': 'lengthrange="%s %s" force="%s" %s' % (d.number(-2, 0.2), d.number(0.5, 2), d.number(1, 20), d.maybe(0.5, 'timeconst=".02 .05" tausmooth=".2"')),
            'general': dynamics(d),
            'pid': 'kp="%s" kv=".2" %s input="%s"' % (d.number(1, 9), *d.choice(('ki="2" imax=".5"', 'pos'), ('ki="1"', 'pos vel'), ('', 'pos vel ff'), ('', 'vel ff'))),
            'dcmotor': 'motorconst=".1 .08" resistance="%s" %s input="voltage"' % (d.number(0.5, 2), d.choice('', 'inductance=".01"', 'cogging=".02 6 .3"', 'lugre="50 1 .1 .15 .05"'))}[kind]


def actuator(d):
    if d.chance(0.05) and d.has('body') and d.collide: return '<adhesion name="%s" body="%s" ctrlrange="0 1" gain="%s"/>' % (d.new('actuator'), d.one('body'), d.number(1, 9))
    if d.chance(0.1) and d.has('ball'): return '<orientation name="%s" joint="%s" kp="%s" kv=".1" %s/>' % (d.new('actuator'), d.one('ball'), d.number(1, 5), d.maybe(0.3, 'input="quat"'))
    kind = d.choice(*SHORTCUTS)
    where = transmission(d)
    if kind == 'dcmotor' and d.has('hinge'): where = 'joint="%s"' % d.one('hinge')
    if kind == 'muscle' and 'site' in where: where = 'joint="%s"' % d.one('hinge', 'slide') if d.has('hinge', 'slide') else 'tendon="%s"' % d.one('tendon')
    clamp = '' if kind == 'dcmotor' else d.maybe(0.2, 'forcerange="-%s %s"' % (d.number(0.1, 2), d.number(0.1, 2)))
    if kind in ('motor', 'position', 'velocity', 'general') and d.chance(0.15): clamp += ' nsample="4" delay=".003" interp="%s"' % d.choice('zoh', 'linear', 'cubic')
    if kind in ('motor', 'position', 'general') and d.chance(0.2): clamp += ' ctrlrange="-%s %s"' % (d.number(0.1, 1), d.number(0.1, 1))
    return '<%s name="%s" %s %s %s %s/>' % (kind, d.new('actuator'), where, attributes(d, kind), clamp, d.maybe(0.1, 'group="%d"' % d.r.randint(0, 3)))


def actuators(d):
    """Those with several outputs come last: after them MuJoCo reads the rod of a slider crank past the end of its array."""
    lines = d.some(0, 5, lambda: actuator(d)) if d.has('hinge', 'slide', 'tendon') else []
    return sorted(lines, key=lambda line: line.startswith('<orientation'))
