// Limits of joints and tendons. A row exists while the distance to the limit is below the margin.
//
//   lower limit      pos = x - range[0]         J =  dx/dq
//   upper limit      pos = range[1] - x         J = -dx/dq
//   ball joint       pos = max(range) - angle   J = -axis on its three dofs
// x: joint position or tendon length; axis, angle: the joint's rotation, angle in [0, pi].
// MuJoCo: a free joint has no limits, whatever its range says.
#include <algorithm>

#include "constraint/kinds/kinds.h"
#include "math/vec3.h"
#include "model/awake.h"

namespace corten {

namespace {

// Calls visit(distance, sign of J) for each limit of the range that x has reached.
template <class Visit>
void for_each_reached(const Vec<2>& range, double x, double margin, Visit&& visit) {
  const double below = x - range[0], above = range[1] - x;
  if (below < margin) visit(below, 1.0);
  if (above < margin) visit(above, -1.0);
}

void assemble_scalar_limit(const Model& m, const Data& d, int j, RowSink& sink) {
  const double x = d.qpos[m.jnt_qposadr[j]];
  for_each_reached(m.jnt_range[j], x, m.jnt_margin[j], [&](double distance, double sign) {
    const RowSink::Block row = sink.open(ConstraintType::kLimitJoint, j, 1, 1);
    row.dofs[0] = m.jnt_dofadr[j];
    row.J[0] = sign;
    row.pos[0] = distance;
    row.margin[0] = m.jnt_margin[j];
    sink.close(row);
  });
}

void assemble_ball_limit(const Model& m, const Data& d, int j, RowSink& sink) {
  const double* q = d.qpos.data() + m.jnt_qposadr[j];
  Quat quat{q[0], q[1], q[2], q[3]};
  normalize(quat);
  Vec3 axis = rotation_vector(quat);
  const double angle = normalize(axis);
  const double distance = std::max(m.jnt_range[j][0], m.jnt_range[j][1]) - angle;
  if (!(distance < m.jnt_margin[j])) return;

  const RowSink::Block row = sink.open(ConstraintType::kLimitJoint, j, 1, 3);
  for (int i = 0; i < 3; ++i) {
    row.dofs[i] = m.jnt_dofadr[j] + i;
    row.J[i] = -axis[i];
  }
  row.pos[0] = distance;
  row.margin[0] = m.jnt_margin[j];
  sink.close(row);
}

}  // namespace

void assemble_joint_limits(const Model& m, const Data& d, RowSink& sink) {
  const bool sleepers = has_sleepers(m, d);
  for (int j = 0; j < m.njnt; ++j) {
    if (!m.jnt_limited[j] || m.jnt_type[j] == JointType::kFree) continue;
    if (sleepers && is_asleep(m, d, Object::kJoint, j)) continue;
    if (m.jnt_type[j] == JointType::kBall) {
      assemble_ball_limit(m, d, j, sink);
    } else {
      assemble_scalar_limit(m, d, j, sink);
    }
  }
}

void assemble_tendon_limits(const Model& m, const Data& d, RowSink& sink) {
  const bool sleepers = has_sleepers(m, d);
  for (int t = 0; t < m.ntendon; ++t) {
    if (!m.tendon_limited[t] || (sleepers && is_asleep(m, d, Object::kTendon, t))) continue;
    for_each_reached(m.tendon_range[t], d.ten_length[t], m.tendon_margin[t], [&](double distance, double sign) {
      const int nnz = m.ten_J_rownnz[t], adr = m.ten_J_rowadr[t];
      const RowSink::Block row = sink.open(ConstraintType::kLimitTendon, t, 1, nnz);
      std::copy_n(m.ten_J_colind.data() + adr, nnz, row.dofs);
      for (int i = 0; i < nnz; ++i) row.J[i] = sign * d.ten_J[adr + i];
      row.pos[0] = distance;
      row.margin[0] = m.tendon_margin[t];
      sink.close(row);
    });
  }
}

}  // namespace corten
