// Forward kinematics, from the root to the leaves.
//
// The frame of a body is its parent's frame, moved by the body's constant offset and then by its joints in order:
//   slide   x += axis (q - q0)
//   hinge   R <- R rot(axis, q - q0)   about the anchor, which stays in place
//   ball    R <- R q                   about the anchor
//   free    x, R = q                   in the world
#include "dynamics/smooth.h"
#include "math/kernels/kernels.h"
#include "math/kernels/lanes.h"
#include "math/vec3.h"
#include "model/awake.h"
#include "model/workspace.h"

namespace corten {

namespace {

Quat quat_at(const double* q) {
  Quat quat{q[0], q[1], q[2], q[3]};
  normalize(quat);
  return quat;
}

// Sine and cosine of half the angle of every hinge, computed together since they depend on nothing else. Those of other
// joints mean nothing.
struct HalfAngles {
  std::span<double> sine, cosine;

  HalfAngles(const Model& m, Scratch::Frame& frame)
      : sine(frame.take<double>(m.njnt)), cosine(frame.take<double>(m.njnt)) {}

  // For the joints from `first` to before `end`.
  void compute(const Model& m, const Data& d, int first, int end) const {
    kernels::sin_cos_half(d.qpos.data(), m.qpos0.data(), m.jnt_qposadr.data() + first, end - first, sine.data() + first,
                          cosine.data() + first);
  }

  Quat turn(int joint, const Vec3& axis) const {
    const auto j = static_cast<std::size_t>(joint);
    return {cosine[j], axis.x * sine[j], axis.y * sine[j], axis.z * sine[j]};
  }
};

// The first joint of the bodies from `body` on.
int first_joint(const Model& m, int body) {
  while (body < m.nbody && m.body_jntnum[body] == 0) ++body;
  return body < m.nbody ? m.body_jntadr[body] : m.njnt;
}

// Moves the frame (pos, quat) of the joint's body by the joint.
void apply_joint(const Model& m, Data& d, const HalfAngles& angles, int j, Vec3& pos, Quat& quat) {
  const int adr = m.jnt_qposadr[j];
  const bool centred = m.jnt_pos[j] == Vec3{};  // most joints turn about the origin of their body
  const Vec3 axis = rotate(quat, m.jnt_axis[j]);
  const Vec3 anchor = centred ? pos : pos + rotate(quat, m.jnt_pos[j]);
  store(d.xanchor[j], anchor);
  store(d.xaxis[j], axis);
  if (m.jnt_type[j] == JointType::kSlide) {
    pos += axis * (d.qpos[adr] - m.qpos0[adr]);
    return;
  }
  const bool ball = m.jnt_type[j] == JointType::kBall;
  quat = quat * (ball ? quat_at(d.qpos.data() + adr) : angles.turn(j, m.jnt_axis[j]));
  if (!centred) pos = anchor - rotate(quat, m.jnt_pos[j]);
}

// Frame of body b, whose parent is done.
void body_pose(const Model& m, Data& d, const HalfAngles& angles, int b, Vec3& pos, Quat& quat) {
  const int first = m.body_jntadr[b], count = m.body_jntnum[b];
  if (count == 1 && m.jnt_type[first] == JointType::kFree) {
    const double* q = d.qpos.data() + m.jnt_qposadr[first];
    pos = {q[0], q[1], q[2]};
    quat = quat_at(q + 3);
    d.xanchor[first] = pos;
    d.xaxis[first] = m.jnt_axis[first];
    return;
  }
  const int mocap = m.body_mocapid[b];
  pos = mocap >= 0 ? d.mocap_pos[mocap] : m.body_pos[b];
  quat = mocap >= 0 ? quat_at(d.mocap_quat[mocap].data()) : m.body_quat[b];
  if (const int parent = m.body_parentid[b]; parent > 0) {
    pos = d.xpos[parent] + d.xmat[parent] * pos;
    quat = is_identity(quat) ? d.xquat[parent] : d.xquat[parent] * quat;  // many bodies are not turned
  }
  for (int j = first; j < first + count; ++j) apply_joint(m, d, angles, j, pos, quat);
  normalize(quat);
}

// Frame of inertia of body b. As local_to_world, but from the frame in registers: reading it back would have to wait.
void place_inertia(const Model& m, Data& d, int b, const Pose& frame, const Mat3& mat) {
  const SameFrame same = m.body_sameframe[b];
  store(d.ximat[b], same == SameFrame::kNone ? to_mat(frame.quat * m.body_iquat[b]) : mat);
  store(d.xipos[b], same == SameFrame::kBody ? frame.pos : frame.pos + mat * m.body_ipos[b]);
}

}  // namespace

void local_to_world(const Data& d, int body, const Vec3& pos, const Quat& quat, SameFrame same, Vec3& xpos,
                    Mat3& xmat) {
  switch (same) {
    case SameFrame::kBody:
      xpos = d.xpos[body];
      xmat = d.xmat[body];
      return;
    case SameFrame::kInertia:
      xpos = d.xipos[body];
      xmat = d.ximat[body];
      return;
    case SameFrame::kBodyRot:
      xmat = d.xmat[body];
      break;
    case SameFrame::kInertiaRot:
      xmat = d.ximat[body];
      break;
    case SameFrame::kNone:
      kernels::put_matrix(kernels::multiply_quats(kernels::load4(&d.xquat[body].w), kernels::load4(&quat.w)), xmat);
      break;
  }
  store(xpos, d.xpos[body] + d.xmat[body] * pos);
}

void compute_body_poses(const Model& m, Data& d) {
  Scratch::Frame frame(work(d).scratch);
  const HalfAngles angles(m, frame);
  d.xpos[0] = d.xipos[0] = {};
  d.xquat[0] = {};
  d.xmat[0] = d.ximat[0] = identity3();
  for_each_body_part(m, d, 1, m.nbody, [&](int first, int end) {
    angles.compute(m, d, first_joint(m, first), first_joint(m, end));
    for (int b = first; b < end; ++b) {
      Vec3 pos;
      Quat quat;
      body_pose(m, d, angles, b, pos, quat);
      store(d.xpos[b], pos);
      store(d.xquat[b], quat);
      const Mat3 mat = to_mat(quat);
      store(d.xmat[b], mat);
      place_inertia(m, d, b, {pos, quat}, mat);
    }
  });
}

void compute_attached_poses(const Model& m, Data& d) {
  const bool sleepers = has_sleepers(m, d);
  for_each_part(d, m.ngeom, 128, [&](int first, int end) {
    for (int g = first; g < end; ++g) {
      if (sleepers && is_body_asleep(d, m.geom_bodyid[g])) continue;
      local_to_world(d, m.geom_bodyid[g], m.geom_pos[g], m.geom_quat[g], m.geom_sameframe[g], d.geom_xpos[g],
                     d.geom_xmat[g]);
    }
  });
  for_each_part(d, m.nsite, 128, [&](int first, int end) {
    for (int s = first; s < end; ++s) {
      if (sleepers && is_body_asleep(d, m.site_bodyid[s])) continue;
      local_to_world(d, m.site_bodyid[s], m.site_pos[s], m.site_quat[s], m.site_sameframe[s], d.site_xpos[s],
                     d.site_xmat[s]);
    }
  });
}

void compute_kinematics(const Model& m, Data& d) {
  compute_body_poses(m, d);
  compute_attached_poses(m, d);
}

}  // namespace corten
