"""What MuJoCo computes for a model, in the shape of `corten dump`.

Used to make the references under tests/conformance and by the test that compares random models with the installed
MuJoCo. Needs the Python package mujoco==3.12.0.
"""
import re

import mujoco
import numpy as np

VERSION = '3.12.0'
if mujoco.__version__ != VERSION:
    raise ImportError(f'need mujoco=={VERSION}, found {mujoco.__version__}')

SIZES = ('nq nv nu na nbody njnt ngeom nsite ncam nlight ntendon nwrap neq nactuator nout nsensor nsensordata nkey npair '
         'nexclude nmocap nmesh nhfield ntree nflex nflexvert nflexedge nflexelem nflexnode nhistory nuserdata '
         'nplugin npluginattr npluginstate').split()
OPTIONS = ('timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance gravity wind magnetic '
           'density viscosity o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations '
           'ls_iterations noslip_iterations ccd_iterations disableflags enableflags disableactuator sdf_initpoints '
           'sdf_iterations').split()
STATE = 'qpos qvel act ctrl mocap_pos mocap_quat qfrc_applied xfrc_applied'.split()
# arrays of rendering, names, acceleration structures and storage order
NOT_MODEL = re.compile(r'^(tex_|mat_|skin_|names|name_|paths|bvh_|oct_|plugin$|plugin_attr$|.*_matid$|.*_rgba$|geom_plugin$|.*_texid$|'
                       r'.*pathadr$|.*bvh.*|mesh_(normal|texcoord|facenormal|facetexcoord|oct|poly|extrema|graph).*|'
                       r'light_(castshadow|bulbradius|intensity|range|attenuation|cutoff|softness|exponent|ambient|'
                       r'diffuse|specular)|tendon_width|D_.*|M_.*|B_.*|map.*|dof_Madr|efm0.*|text_data|eq_active$)')
FORWARD = ('xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat light_xpos '
           'light_xdir subtree_com cdof cinert crb cvel cdof_dot ten_length ten_velocity actuator_length actuator_velocity '
           'actuator_force act_dot qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive '
           'qfrc_actuator qfrc_applied qfrc_smooth qacc_smooth qfrc_constraint qacc sensordata flexvert_xpos flexelem_aabb '
           'bvh_aabb_dyn flexedge_length flexedge_velocity').split()


SWEEP = ('actuator_length actuator_velocity actuator_force act_dot qfrc_actuator ten_length ten_velocity sensordata').split()
ROWS = 'efc_type efc_pos efc_margin efc_frictionloss efc_diagA efc_vel efc_aref efc_D efc_R efc_force'.split()
CONTACT = 'dist pos frame geom flex elem vert dim friction includemargin solref solreffriction solimp mu exclude'.split()


def flat(value):
    """Array or number as JSON-ready number or flat list."""
    value = np.asarray(value)
    if value.dtype == bool: value = value.astype(int)
    return value.item() if value.ndim == 0 else value.ravel().tolist()


def model_fields(m):
    out = {}
    for name in dir(m):
        if name.startswith('_') or NOT_MODEL.match(name): continue
        value = getattr(m, name)
        if isinstance(value, np.ndarray) and value.dtype != object: out[name] = flat(value)
    out['opt'] = {name: flat(getattr(m.opt, name)) for name in OPTIONS}
    out['stat_meaninertia'] = m.stat.meaninertia
    return out


def dense(rows, cols, values, nnz, adr, ind):
    out = np.zeros((rows, cols))
    for r in range(rows):
        at = slice(adr[r], adr[r] + nnz[r])
        out[r, ind[at]] = values[at]
    return out.ravel().tolist()


def jacobian(m, d):
    if mujoco.mj_isSparse(m): return dense(d.nefc, m.nv, d.efc_J, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
    return flat(d.efc_J[:d.nefc * m.nv])  # there is room for rows that were left out


def forward_fields(m, d):
    out = {name: flat(getattr(d, name)) for name in FORWARD}
    full = np.zeros((m.nv, m.nv))
    if m.nv: mujoco.mj_fullM(m, d, full)
    out['M_full'] = full.ravel().tolist()
    out['ten_J'] = dense(m.ntendon, m.nv, d.ten_J.ravel(), m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind)
    out['actuator_moment'] = dense(m.nout, m.nv, d.actuator_moment.ravel(), d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    if m.opt.enableflags & mujoco.mjtEnableBit.mjENBL_ENERGY: out['energy'] = flat(d.energy)
    out.update({name: flat(getattr(d, name)) for name in ('ncon', 'ne', 'nf', 'nl', 'nefc', *ROWS)})
    out['efc_J'] = jacobian(m, d)
    out['contact'] = [{name: flat(getattr(c, name)) for name in CONTACT} for c in d.contact]
    return out


def get_state(d): return {**{name: flat(getattr(d, name)) for name in STATE}, 'time': d.time}


def set_state(m, d, state):
    mujoco.mj_resetData(m, d)
    for name in STATE:
        field = getattr(d, name)
        field[...] = np.asarray(state[name], float).reshape(field.shape)
    d.time = state['time']


def random_state(m, d, rng):
    """A state near the initial one in which nothing is zero by accident."""
    mujoco.mj_resetDataKeyframe(m, d, 0) if m.nkey else mujoco.mj_resetData(m, d)
    mujoco.mj_integratePos(m, d.qpos, rng.uniform(-0.5, 0.5, m.nv), 1)
    d.qvel[:] = rng.uniform(-1, 1, m.nv)
    limited = m.actuator_ctrllimited.astype(bool)
    low = np.where(limited, m.actuator_ctrlrange[:, 0], -1)
    high = np.where(limited, m.actuator_ctrlrange[:, 1], 1)
    d.ctrl[:] = rng.uniform(low, high)
    d.act[:] = rng.uniform(0, 0.5, m.na)
    d.qfrc_applied[:] = rng.uniform(-0.1, 0.1, m.nv)
    d.xfrc_applied[1:] = rng.uniform(-0.1, 0.1, (m.nbody - 1, 6))
    d.mocap_pos[:] += rng.uniform(-0.1, 0.1, d.mocap_pos.shape)
    d.mocap_quat[:] += rng.uniform(-0.1, 0.1, d.mocap_quat.shape)
    return get_state(d)


def trajectory(m, d, steps):
    out = []
    for step in range(1, steps + 1):
        mujoco.mj_step(m, d)
        if step <= 3 or step % 10 == 0:
            out.append({'step': step, 'time': d.time, 'qpos': flat(d.qpos), 'qvel': flat(d.qvel), 'act': flat(d.act),
                        'sensordata': flat(d.sensordata)})
    return out


def sweep(m, d, count, rng):
    """What actuators, tendons and sensors show in more states."""
    out = []
    for i in range(count):
        state = random_state(m, d, rng)
        set_state(m, d, state)
        mujoco.mj_forward(m, d)
        out.append({'name': f'sweep {i}', 'state': state, 'forward': {name: flat(getattr(d, name)) for name in SWEEP}})
    return out


def reference(path, steps=50, seed=1):
    """The whole reference of one model, or {'error': ...} if MuJoCo refuses it."""
    try: m = mujoco.MjModel.from_xml_path(path)
    except ValueError as e: return {'mujoco': VERSION, 'error': str(e)}
    d, rng, cases = mujoco.MjData(m), np.random.default_rng(seed), []
    mujoco.mj_resetDataKeyframe(m, d, 0) if m.nkey else mujoco.mj_resetData(m, d)
    for name, state in (('initial', get_state(d)), ('perturbed', random_state(m, d, rng))):
        set_state(m, d, state)
        mujoco.mj_forward(m, d)
        cases.append({'name': name, 'state': state, 'forward': forward_fields(m, d)})
    if m.nactuator or m.nsensor: cases[1:1] = sweep(m, d, 8, np.random.default_rng(seed + 1))
    set_state(m, d, cases[-1]['state'])
    return {'mujoco': VERSION, 'sizes': {name: int(getattr(m, name)) for name in SIZES}, 'fields': model_fields(m), 'cases': cases,
            'trajectory': trajectory(m, d, steps)}
