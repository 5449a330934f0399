// Joints: anchor and axis in the body frame, limits and reference positions in radians, and the dofs they make.
//
// qpos0 is the pose of the body for a free joint, the identity for a ball joint and `ref` for slides and hinges.
// qpos_spring is the same with `springref` instead of `ref`.
#include <algorithm>
#include <cmath>

#include "compile/elements/user_data.h"
#include "compile/tree/tree.h"
#include "spec/orientation.h"

namespace corten {

namespace {

constexpr double kDegree = M_PI / 180.0;

bool is_rotation(JointType type) { return type == JointType::kHinge || type == JointType::kBall; }

void resolve_limits(Context& context, FlatJoint& joint) {
  const Joint& e = *joint.element;
  joint.range = e.range;
  if (e.type == JointType::kFree) return;
  if (e.type == JointType::kBall) {
    // The range of a ball joint is (0, largest angle); equal values are allowed.
    joint.limited = e.limited == Tristate::kTrue || resolve_limited(context, e, "joint", "range", e.limited, e.range);
    if (joint.limited && e.range[0] != 0) {
      context.error(e, "joint", "range: the first value must be 0 for a ball joint", "the second limits the angle");
    }
  } else {
    joint.limited = resolve_limited(context, e, "joint", "range", e.limited, e.range);
    joint.actfrclimited = resolve_limited(context, e, "joint", "actuatorfrcrange", e.actfrclimited, e.actfrcrange);
  }
  // MuJoCo: the range of a joint without limits stays in the unit of the file.
  if (joint.limited && is_rotation(e.type) && context.compiler_of(e).degree) {
    joint.range = {{e.range[0] * kDegree, e.range[1] * kDegree}};
  }
}

void resolve_joint(Context& context, FlatJoint& joint) {
  const Joint& e = *joint.element;
  if ((e.springdamper[0] != 0 || e.springdamper[1] != 0) && (e.springdamper[0] <= 0 || e.springdamper[1] <= 0)) {
    context.error(e, "joint", "springdamper: both values must be positive", "time constant and damping ratio");
  }
  resolve_limits(context, joint);

  const bool directed = e.type == JointType::kHinge || e.type == JointType::kSlide;
  joint.axis = directed ? rotate(joint.frame.quat, e.axis) : Vec3{0, 0, 1};
  if (!unit_vector(joint.axis)) context.error(e, "joint", "axis is too short", "it must not be zero");
  if (e.type != JointType::kFree) joint.pose.pos = joint.frame.pos + rotate(joint.frame.quat, e.pos);

  const double unit = e.type == JointType::kHinge && context.compiler_of(e).degree ? kDegree : 1;
  joint.ref = e.ref * unit;
  joint.springref = e.springref * unit;
}

void fill_dofs(const FlatJoint& joint, int id, int first, Model& m) {
  const Joint& e = *joint.element;
  for (int dof = first; dof < first + joint_nv(e.type); ++dof) {
    m.dof_bodyid[dof] = joint.body;
    m.dof_jntid[dof] = id;
    m.dof_solref[dof] = e.solref_friction;
    m.dof_solimp[dof] = e.solimp_friction;
    m.dof_frictionloss[dof] = e.frictionloss;
    m.dof_armature[dof] = e.armature;
    m.dof_damping[dof] = e.damping[0];
    m.dof_dampingpoly[dof] = {{e.damping[1], e.damping[2]}};
  }
}

void fill_reference(const FlatJoint& joint, const Pose& body, int adr, Model& m) {
  switch (joint.element->type) {
    case JointType::kFree:
      for (int i = 0; i < 3; ++i) m.qpos0[adr + i] = body.pos[i];
      for (int i = 0; i < 4; ++i) m.qpos0[adr + 3 + i] = body.quat[i];
      break;
    case JointType::kBall:
      m.qpos0[adr] = 1;
      break;
    case JointType::kSlide:
    case JointType::kHinge:
      m.qpos0[adr] = joint.ref;
      m.qpos_spring[adr] = joint.springref;
      return;
  }
  for (int i = 0; i < joint_nq(joint.element->type); ++i) m.qpos_spring[adr + i] = m.qpos0[adr + i];
}

}  // namespace

void resolve_joints(Context& context) {
  for (FlatJoint& joint : context.joints) resolve_joint(context, joint);
}

void check_joint_combinations(Context& context) {
  for (int body = 1; body < static_cast<int>(context.bodies.size()); ++body) {
    const FlatBody& flat = context.bodies[body];
    const Body& e = *flat.element;
    int dofs = 0;
    const Joint* free = nullptr;
    bool ball = false;
    for (const Joint& joint : e.joints) {
      if (ball && is_rotation(joint.type)) {
        context.error(joint, "joint", "a rotation cannot follow a ball joint in one body", "put it into a child body");
      }
      dofs += joint_nv(joint.type);
      if (joint.type == JointType::kFree) free = &joint;
      ball |= joint.type == JointType::kBall;
    }
    if (free && e.joints.size() > 1) {
      context.error(*free, "joint", "a free joint must be the only joint of its body");
    } else if (dofs > 6) {
      context.error(e, "body", "has " + std::to_string(dofs) + " degrees of freedom", "at most 6 are possible");
    }
    if (free && flat.parent != 0) {
      context.error(*free, "joint", "a free joint is only possible in children of the world",
                    "move the body into <worldbody>");
    }
    if (e.mocap && (dofs > 0 || flat.parent != 0)) {
      context.error(e, "body", "a mocap body must be a child of the world without joints");
    }
  }
}

void count_joints(Context& context, Sizes& sizes) {
  sizes.njnt = static_cast<int>(context.joints.size());
  for (const FlatJoint& joint : context.joints) {
    sizes.nq += joint_nq(joint.element->type);
    sizes.nv += joint_nv(joint.element->type);
  }
  sizes.nuser_jnt = count_user(context, "joint", "nuser_jnt", context.spec().size.nuser_jnt, context.joints);
}

void fill_joints(Context& context, Model& m) {
  int qpos = 0, dof = 0;
  for (int i = 0; i < m.njnt; ++i) {
    const FlatJoint& joint = context.joints[i];
    const Joint& e = *joint.element;
    m.jnt_type[i] = e.type;
    m.jnt_qposadr[i] = qpos;
    m.jnt_dofadr[i] = dof;
    m.jnt_bodyid[i] = joint.body;
    m.jnt_actuatorid[i] = -1;
    m.jnt_group[i] = e.group;
    m.jnt_limited[i] = joint.limited;
    m.jnt_actfrclimited[i] = joint.actfrclimited;
    m.jnt_actgravcomp[i] = e.actgravcomp;
    m.jnt_solref[i] = e.solref_limit;
    m.jnt_solimp[i] = e.solimp_limit;
    m.jnt_pos[i] = joint.pose.pos;
    m.jnt_axis[i] = joint.axis;
    m.jnt_stiffness[i] = e.stiffness[0];
    m.jnt_stiffnesspoly[i] = {{e.stiffness[1], e.stiffness[2]}};
    m.jnt_range[i] = joint.range;
    m.jnt_actfrcrange[i] = e.actfrcrange;
    m.jnt_margin[i] = e.margin;
    fill_reference(joint, context.bodies[joint.body].pose, qpos, m);
    fill_dofs(joint, i, dof, m);
    qpos += joint_nq(e.type);
    dof += joint_nv(e.type);
  }
  fill_user(context.joints, m.nuser_jnt, m.jnt_user);
}

}  // namespace corten
