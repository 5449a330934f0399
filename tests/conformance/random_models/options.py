"""Options, flags and assets."""

OFF = ('constraint equality frictionloss limit contact spring damper gravity clampctrl warmstart filterparent actuation refsafe sensor midphase eulerdamp '
       'nativeccd island multiccd').split()
ON = 'override fwdinv invdiscrete diagexact'.split()


def flags(d, sleep):
    chosen = ['%s="disable"' % f for f in OFF if d.chance(0.05)] + ['%s="enable"' % f for f in ON if d.chance(0.05)]
    return chosen + [d.maybe(0.5, 'energy="enable"'), d.maybe(0.15, 'sleep="enable"') if sleep else '']


def solver(d):
    """Iterations that end where rounding does not decide: when nothing improves any more, or after a fixed number."""
    kind = d.choice('Newton', 'Newton', 'CG', 'PGS')
    if kind == 'PGS' or d.chance(0.15): return 'solver="%s" iterations="%d" tolerance="0"' % (kind, d.r.randint(1, 40 if kind == 'PGS' else 5))
    return 'solver="%s" iterations="300" tolerance="1e-15" ls_iterations="200" ls_tolerance="1e-6"' % kind


def option(d, sleep):
    flag = ' '.join(dict.fromkeys(flags(d, sleep)))
    return ('<option timestep="%s" integrator="%s" %s ccd_tolerance="1e-12" ccd_iterations="200" cone="%s" jacobian="%s" gravity="%s" %s><flag %s/></option>' % (
        d.choice('.001', '.002', '.005'), d.choice('Euler', 'RK4', 'implicit', 'implicitfast'), solver(d),
        d.choice('pyramidal', 'elliptic'), d.choice('auto', 'auto', 'dense', 'sparse'), '0 0 -9.81' if d.chance(0.6) else d.numbers(3, -10, 10),
        ' '.join([d.maybe(0.25, 'density="1.2" viscosity="0.002" wind="0.5 0 0.1"'), d.maybe(0.2, 'impratio="%s"' % d.number(0.5, 10)),
                  d.maybe(0.15, 'noslip_iterations="%d"' % d.r.randint(1, 5)), d.maybe(0.1, 'actuatorgroupdisable="1"'),
                  d.maybe(0.1, 'o_margin=".02" o_solref=".03 1" o_friction=".5 .5 .01 .001 .001"')]), flag))


def compiler(d, fuse):
    return '<compiler angle="%s" inertiafromgeom="%s" %s %s %s %s/>' % (
        'degree' if d.degrees else 'radian', d.choice('auto', 'true'), d.maybe(0.2, 'eulerseq="ZYx"'), d.maybe(0.1, 'balanceinertia="true"'),
        d.maybe(0.1, 'boundmass=".1" boundinertia=".01"'), d.maybe(0.1, 'fusestatic="true"') if fuse else '')


def assets(d):
    out = ['<hfield name="hills" nrow="3" ncol="4" size="1 1 .2 .1" elevation="%s"/>' % d.numbers(12, 0, 1)] if d.collide else []
    for _ in range(d.r.randint(0, 1)):
        name = d.new('mesh')
        out.append('<mesh name="%s" vertex="%s" %s/>' % (name, d.numbers(3 * d.r.randint(5, 9), -0.2, 0.2), d.maybe(0.3, 'inertia="convex"')))
    return out
