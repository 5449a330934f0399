"""Flexes: lines, cloth and solids, free or pinned, held by constraints or elastic."""


def flexcomp(d):
    dim = d.r.randint(1, 3)
    count = {1: '%d 1 1' % d.r.randint(3, 5), 2: '3 %d 1' % d.r.randint(2, 3), 3: '2 2 %d' % d.r.randint(2, 3)}[dim]
    name, dof = d.new('flex'), d.choice('full', 'full', 'trilinear') if dim == 3 else 'full'
    edge = '<edge %s/>' % d.choice('equality="true"', 'equality="vert"' if dim == 2 else 'equality="true"', 'damping="%s"' % d.number(0.01, 1),
                                   'stiffness="%s" damping=".1"' % d.number(1, 50) if dim == 1 else 'damping=".1"') if dof == 'full' else ''
    elastic = '<elasticity young="%s" poisson="%s" damping="%s" %s/>' % (
        d.number(10, 1e4), d.number(0, 0.4), d.number(0, 0.05), 'thickness=".02" elastic2d="%s"' % d.choice('none', 'bend', 'stretch', 'both') if dim == 2 else '')
    return ['<flexcomp name="%s" type="grid" dim="%d" count="%s" spacing=".1 .1 .1" radius="%s" mass="%s" pos="%s" dof="%s" %s>' % (
        name, dim, count, d.number(0.005, 0.03), d.number(0.1, 1), '%s %s %s' % (d.number(-1, -0.5), d.number(), d.number(0.03, 0.4)), dof, d.orientation()),
        edge, elastic if dim > 1 and ('equality' not in edge) else '',
        '<contact selfcollide="%s" condim="%s" %s %s/>' % (d.choice('none', 'auto'), d.choice(1, 3), d.maybe(0.3, 'margin=".02"'),
                                                           '' if d.collide else 'contype="0" conaffinity="0"'),
        '<pin id="0"/>' if d.chance(0.4) else '', '</flexcomp>']


def flexes(d): return flexcomp(d) if d.chance(0.12) and not d.grid else []
