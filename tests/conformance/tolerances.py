"""The one table of tolerances, each with its reason.

The error of an array is max |reference - ours| / (s + |reference|) with s = 1. Forces and accelerations (FORCES) are as
small as the model is light: there s is the largest number of the array, if that is less than 1. Both engines compute in
double precision (machine epsilon 2.2e-16) and in different orders of operation, so agreement to the last bit is not
expected.
"""

# arrays that are measured by their own size
FORCES = set('qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive actuator_force qfrc_actuator '
             'qfrc_smooth qacc_smooth qacc qfrc_constraint efc_force'.split())
FORCE_FLOOR = (1e-6, 'smaller ones are what remains when forces of the size of weights cancel')

# stage -> fields, in pipeline order; '*' is the rest
STAGES = {
    'compile': '*',
    'kinematics': 'xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat '
                  'light_xpos light_xdir subtree_com cdof cvel cdof_dot flexvert_xpos flexelem_aabb bvh_aabb_dyn '
                  'flexedge_length flexedge_velocity'.split(),
    'inertia': 'cinert crb M_full'.split(),
    'bias': ['qfrc_bias'],
    'passive': 'qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive energy'.split(),
    'tendon': 'ten_length ten_velocity ten_J'.split(),
    'actuation': 'actuator_length actuator_velocity actuator_moment actuator_force act_dot qfrc_actuator qfrc_applied '
                 'qfrc_smooth qacc_smooth'.split(),
    'constraint': 'efc_type efc_pos efc_margin efc_frictionloss efc_diagA efc_vel efc_aref efc_D efc_R efc_J'.split(),
    'solver': 'qacc qfrc_constraint efc_force'.split(),
    'sensors': ['sensordata'],
}
COUNTS = 'ncon ne nf nl nefc'.split()

# stage -> (tolerance, reason)
TOLERANCE = {
    'sizes': (0, 'counts are exact'),
    'compile': (1e-10, 'a few hundred roundings in sums over geoms'),
    'kinematics': (1e-10, 'products of rotations along a chain of up to a hundred bodies'),
    'inertia': (1e-10, 'sums over subtrees'),
    'bias': (1e-9, 'differences of large velocity products'),
    'passive': (1e-9, 'springs multiply displacements by stiffnesses of up to 1e4'),
    'tendon': (1e-9, 'square roots and arc tangents of nearly equal numbers on wrapping paths'),
    'actuation': (1e-9, 'gains of up to 1e4 multiply lengths'),
    'contact': (1e-6, 'iterative collision functions; their witness points are less sharp than the distance'),
    'constraint': (1e-7, 'distances of iterative collision functions, multiplied by stiffnesses'),
    'solver': (1e-6, 'minimum of a cost whose Hessian has condition numbers up to 1e8'),
    'sensors': (1e-8, 'accelerations contain the inverse of M'),
    'trajectory': (1e-8, 'roundings of up to 100 steps, amplified by the motion itself'),
}

# field -> (tolerance, reason), where a field differs from its stage
FIELD = {
    'body_invweight0': (1e-8, 'inverse of M, whose condition number reaches 1e6'),
    'dof_invweight0': (1e-8, 'inverse of M'),
    'tendon_invweight0': (1e-8, 'inverse of M'),
    'actuator_acc0': (1e-8, 'inverse of M'),
    'jnt_stiffness': (1e-8, 'springdamper divides by invweight0'),
    'dof_damping': (1e-8, 'springdamper divides by invweight0'),
    'actuator_biasprm': (1e-8, 'damping from a damping ratio uses the inertia at qpos0'),
    'actuator_lengthrange': (1e-4, 'found by simulation'),
    'geom_fluid': (1e-8, 'virtual masses come from numerical quadrature'),
    'qacc_smooth': (1e-8, 'inverse of M'),
    'mesh_vert': (1e-6, 'single precision'),
    'hfield_data': (1e-6, 'single precision'),
    'cam_intrinsic': (1e-6, 'single precision'),
    'cam_sensorsize': (1e-6, 'single precision'),
}
NOISE = (30, 'references may say how far MuJoCo moves when the state moves by 1e-12; one rounding of ours is a few of those')
# runs with one flag switched
FLAGS = {
    'forward': (1e-10, 'a flag gates a computation that agrees by itself'),
    'trajectory': (1e-8, 'ten steps of it'),
}

# trajectories of the integrators: step -> (tolerance, reason)
STEP_TOLERANCE = {
    1: (1e-7, 'acceleration times one step'),
    10: (1e-6, 'differences of one step, amplified by stiff contacts'),
    100: (1e-4, 'as step 10, over a tenth of a second or more'),
}
# the solver's opt.tolerance in trajectories; references were made with 0
TRAJECTORY_SOLVER = (1e-18, 'the cost changes by roundings only: with 0 the search goes on in them for 1000 iterations')
CHAOS_CAP = (0.05, 'where two copies of MuJoCo part by this much over NOISE, their numbers mean nothing')
MESH_FLOOR = (1e-7, 'everything that a mesh influences inherits the single precision of its vertices')

# part of a contact -> (tolerance, reason)
CONTACT = {
    'dist': (1e-7, 'single precision of mesh vertices, tolerance of the iterative distance'),
    'pos': (1e-7, 'as dist'),
    'normal': (1e-7, 'as dist'),
    'tangent': (1e-6, 'made from the normal, ill-conditioned where the normal is near the axis it starts from'),
}
ILL_POSED_DEPTH = (0.05, 'the search for the depth may end at another feature of the shapes, which are .05 to .25 in size')

# Random models: geoms that meet at curved surfaces, whose normal is found by iteration. stage -> (how much of the largest
# accepted error of a contact may show in a later stage, reason)
CURVED = (1e-5, 'the depth is stationary in the normal: rounding of 1e-12 in the depth is 1e-6 in the normal')
CONTACT_FLOOR = {
    'contact': (1, 'one contact of a scene as another'),
    'actuation': (1e2, 'adhesion acts along normals'),
    'constraint': (1e2, 'lever arms and velocities'),
    'solver': (1e4, 'stiffnesses'),
    'sensors': (1e4, 'accelerations and forces'),
    'trajectory': (1e3, 'accelerations times the time step'),
}

# choices of storage or acceleration that do not change what is computed
IMPLEMENTATION = {
    'body_simple', 'body_sameframe', 'geom_sameframe', 'site_sameframe', 'dof_simplenum', 'geom_aabb', 'mesh_face',
    'mesh_graph', 'mesh_facenum', 'mesh_faceadr', 'mesh_graphadr',
}


def tolerance(stage, field, has_mesh=False):
    value = FIELD.get(field, TOLERANCE[stage])[0]
    return max(value, MESH_FLOOR[0]) if has_mesh and stage != 'sizes' else value
