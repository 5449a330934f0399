// Length of each actuator output and its moment, the derivative of the length with respect to the dofs. With gear g:
//
//   joint         slide, hinge: g0 q;  ball: g . rotation vector;  free: no length, the moment is the wrench g
//   jointinparent the same with the wrench of a ball or free joint given in the parent frame
//   tendon        g0 times the tendon's length
//   slidercrank   g0 (a.v - sqrt((a.v)^2 + r^2 - v.v)),  a: slider axis, v: from slider to crank, r: rod length
//   site          no length, the moment is that of the wrench g in the site frame
//   site, refsite g . (position, rotation vector) of the site in the frame of the reference site
//   so3           three outputs: the rotation vector of a ball joint or of a site relative to a reference site
//   body          no length, the moment is minus the mean normal of the body's contacts
#include <algorithm>

#include "dynamics/actuator/actuator.h"
#include "dynamics/smooth.h"
#include "model/awake.h"

namespace corten {

namespace {

// Writes the rows of actuator_moment one after the other.
class MomentRows {
 public:
  explicit MomentRows(Data& d) : d_(d) {}

  void begin(int out) {
    out_ = out;
    d_.moment_rowadr[out] = end_;
    d_.moment_rownnz[out] = 0;
  }
  void add(int dof, double value) {
    d_.moment_colind[end_] = dof;
    d_.actuator_moment[end_] = value;
    ++end_;
    ++d_.moment_rownnz[out_];
  }
  // A row of one number.
  void put(int out, int dof, double value) {
    d_.moment_rowadr[out] = end_;
    d_.moment_rownnz[out] = 1;
    d_.moment_colind[end_] = dof;
    d_.actuator_moment[end_] = value;
    ++end_;
  }
  // The rest of the row: numbers of a sparse one, scaled.
  void add_scaled(std::span<const int> dofs, const double* values, double scale) {
    const int count = static_cast<int>(dofs.size());
    int* columns = d_.moment_colind.data() + end_;
    double* moment = d_.actuator_moment.data() + end_;
    for (int k = 0; k < count; ++k) columns[k] = dofs[k];
    for (int k = 0; k < count; ++k) moment[k] = values[k] * scale;
    end_ += count;
    d_.moment_rownnz[out_] += count;
  }
  void add_nonzero(int dof, double value) {
    if (value != 0) add(dof, value);
  }
  // For rows that were written with decreasing columns.
  void reverse() {
    const int start = d_.moment_rowadr[out_];
    std::reverse(d_.moment_colind.begin() + start, d_.moment_colind.begin() + end_);
    std::reverse(d_.actuator_moment.begin() + start, d_.actuator_moment.begin() + end_);
  }

 private:
  Data& d_;
  int out_ = 0;
  int end_ = 0;
};

Quat joint_quat(const Data& d, int address) {
  Quat q{d.qpos[address], d.qpos[address + 1], d.qpos[address + 2], d.qpos[address + 3]};
  normalize(q);
  return q;
}

Vec3 gear_lin(const Vec<6>& gear) { return {gear[0], gear[1], gear[2]}; }
Vec3 gear_rot(const Vec<6>& gear) { return {gear[3], gear[4], gear[5]}; }

// The usual case, by itself since it is so short: the joint is a slide or hinge.
void scalar_joint_transmission(const Model& m, Data& d, int out, int joint, MomentRows& rows) {
  const double gear = m.actuator_gear[out][0];
  d.actuator_length[out] = d.qpos[m.jnt_qposadr[joint]] * gear;
  rows.put(out, m.jnt_dofadr[joint], gear);
}

// A ball or free joint.
void turning_joint_transmission(const Model& m, Data& d, int actuator, MomentRows& rows) {
  const int joint = m.actuator_trnid[actuator][0], out = m.actuator_outadr[actuator];
  const int dof = m.jnt_dofadr[joint], q = m.jnt_qposadr[joint];
  const bool in_parent = m.actuator_trntype[actuator] == TransmissionType::kJointInParent;
  const Vec<6>& gear = m.actuator_gear[out];
  if (m.jnt_type[joint] == JointType::kBall) {
    const Quat quat = joint_quat(d, q);
    const Vec3 torque = in_parent ? rotate(conjugate(quat), gear_lin(gear)) : gear_lin(gear);
    d.actuator_length[out] = dot(rotation_vector(quat), torque);
    for (int k = 0; k < 3; ++k) rows.add(dof + k, torque[k]);
    return;
  }
  const Vec3 torque = in_parent ? rotate(conjugate(joint_quat(d, q + 3)), gear_rot(gear)) : gear_rot(gear);
  d.actuator_length[out] = 0;
  for (int k = 0; k < 3; ++k) rows.add(dof + k, gear[k]);
  for (int k = 0; k < 3; ++k) rows.add(dof + 3 + k, torque[k]);
}

void tendon_transmission(const Model& m, Data& d, int actuator, MomentRows& rows) {
  const int tendon = m.actuator_trnid[actuator][0], out = m.actuator_outadr[actuator];
  const double gear = m.actuator_gear[out][0];
  d.actuator_length[out] = d.ten_length[tendon] * gear;
  const int row = m.ten_J_rowadr[tendon];
  rows.add_scaled(m.ten_J_colind.span(row, m.ten_J_rownnz[tendon]), d.ten_J.data() + row, gear);
}

void slidercrank_transmission(const Model& m, Data& d, int actuator, MomentRows& rows) {
  const int crank = m.actuator_trnid[actuator][0], slider = m.actuator_trnid[actuator][1];
  const int out = m.actuator_outadr[actuator];
  const int crank_body = m.site_bodyid[crank], slider_body = m.site_bodyid[slider];
  // MuJoCo: looks the rod up by output, which is another actuator's if one with several outputs comes before; past the
  // end of its array there is nothing to agree with.
  const double rod = m.actuator_cranklength[out < m.nactuator ? out : actuator];
  const double gear = m.actuator_gear[out][0];
  const Vec3 axis = col(d.site_xmat[slider], 2);
  const Vec3 v = d.site_xpos[crank] - d.site_xpos[slider];

  // length and its derivatives with respect to v and the axis; a rod that is too short is taken as infinitely thin
  const double along = dot(v, axis);
  const double square = along * along + rod * rod - dot(v, v);
  double length = along;
  Vec3 by_v = axis, by_axis = v;
  if (square > 0) {
    const double root = std::sqrt(square);
    length = along - root;
    by_v = axis * (1 - along / root) + v * (1 / root);
    by_axis = v * (1 - along / root);
  }
  d.actuator_length[out] = length * gear;

  const Vec3 crank_offset = com_offset(m, d, crank_body, d.site_xpos[crank]);
  const Vec3 slider_offset = com_offset(m, d, slider_body, d.site_xpos[slider]);
  for_each_relative_dof(m, slider_body, crank_body, [&](int dof, bool moves_crank) {
    const Spatial& s = d.cdof[dof];
    const double value = moves_crank ? dot(by_v, translation(s, crank_offset))
                                     : dot(by_axis, cross(s.rot, axis)) - dot(by_v, translation(s, slider_offset));
    rows.add_nonzero(dof, value * gear);
  });
  rows.reverse();
}

void site_transmission(const Model& m, Data& d, int actuator, MomentRows& rows) {
  const int site = m.actuator_trnid[actuator][0], out = m.actuator_outadr[actuator], body = m.site_bodyid[site];
  const Vec3 force = d.site_xmat[site] * gear_lin(m.actuator_gear[out]);
  const Vec3 torque = d.site_xmat[site] * gear_rot(m.actuator_gear[out]);
  const Vec3 offset = com_offset(m, d, body, d.site_xpos[site]);
  d.actuator_length[out] = 0;
  for (const int dof : body_dofs(m, body)) {
    rows.add_nonzero(dof, dot(translation(d.cdof[dof], offset), force) + dot(d.cdof[dof].rot, torque));
  }
}

// Rotation vector of a site relative to another one.
Vec3 relative_rotation(const Model& m, const Data& d, int site, int reference) {
  // MuJoCo: the site's rotation in its body is applied on the wrong side, so that the result is right only for sites
  // that are aligned with their bodies.
  const Quat q = m.site_quat[site] * d.xquat[m.site_bodyid[site]];
  const Quat r = m.site_quat[reference] * d.xquat[m.site_bodyid[reference]];
  return rotation_vector(conjugate(r) * q);
}

void refsite_transmission(const Model& m, Data& d, int actuator, MomentRows& rows) {
  const int site = m.actuator_trnid[actuator][0], reference = m.actuator_trnid[actuator][1];
  const int out = m.actuator_outadr[actuator];
  const int body = m.site_bodyid[site], reference_body = m.site_bodyid[reference];
  const Vec3 lin = gear_lin(m.actuator_gear[out]), rot = gear_rot(m.actuator_gear[out]);

  double length = 0;
  const Mat3& frame = d.site_xmat[reference];
  if (lin != Vec3{}) length += dot(mul_transposed(frame, d.site_xpos[site] - d.site_xpos[reference]), lin);
  if (rot != Vec3{}) length += dot(relative_rotation(m, d, site, reference), rot);
  d.actuator_length[out] = length;

  const Vec3 force = frame * lin, torque = frame * rot;
  const Vec3 offset = com_offset(m, d, body, d.site_xpos[site]);
  const Vec3 reference_offset = com_offset(m, d, reference_body, d.site_xpos[reference]);
  for_each_relative_dof(m, reference_body, body, [&](int dof, bool moves_site) {
    const Spatial& s = d.cdof[dof];
    const Vec3 moved = translation(s, moves_site ? offset : reference_offset);
    const double value = dot(moved, force) + dot(s.rot, torque);
    rows.add_nonzero(dof, moves_site ? value : -value);
  });
  rows.reverse();
}

void so3_transmission(const Model& m, Data& d, int actuator, MomentRows& rows) {
  const int id = m.actuator_trnid[actuator][0], reference = m.actuator_trnid[actuator][1];
  const int out = m.actuator_outadr[actuator];
  const bool ball = reference < 0;
  const Vec3 length = ball ? rotation_vector(joint_quat(d, m.jnt_qposadr[id])) : relative_rotation(m, d, id, reference);
  for (int k = 0; k < 3; ++k) {
    d.actuator_length[out + k] = length[k];
    if (k > 0) rows.begin(out + k);
    if (ball) {
      rows.add(m.jnt_dofadr[id] + k, 1);
      continue;
    }
    const Vec3 axis = col(d.site_xmat[id], k);
    for_each_relative_dof(m, m.site_bodyid[reference], m.site_bodyid[id], [&](int dof, bool moves_site) {
      const double value = dot(d.cdof[dof].rot, axis);
      rows.add_nonzero(dof, moves_site ? value : -value);
    });
    rows.reverse();
  }
}

void body_transmission(const Model& m, Data& d, int actuator, MomentRows& rows) {
  const int body = m.actuator_trnid[actuator][0], out = m.actuator_outadr[actuator];
  d.actuator_length[out] = 0;

  // The row has room for all dofs: sum up dense, then drop the zeros.
  double* sum = d.actuator_moment.data() + d.moment_rowadr[out];
  std::fill(sum, sum + m.nv, 0.0);
  int count = 0;
  for (const Contact& contact : d.contact) {
    if (contact.geom[0] < 0 || contact.geom[1] < 0 || contact.exclude > kContactInGap) continue;
    const int body0 = m.geom_bodyid[contact.geom[0]], body1 = m.geom_bodyid[contact.geom[1]];
    if (body0 != body && body1 != body) continue;
    ++count;
    const Vec3 normal = row(contact.frame, 0);
    const Vec3 offset0 = com_offset(m, d, body0, contact.pos), offset1 = com_offset(m, d, body1, contact.pos);
    for_each_relative_dof(m, body0, body1, [&](int dof, bool moves_second) {
      sum[dof] += moves_second ? dot(normal, translation(d.cdof[dof], offset1))
                               : -dot(normal, translation(d.cdof[dof], offset0));
    });
  }
  if (count == 0) return;
  const double scale = -1.0 / count;
  for (int dof = 0; dof < m.nv; ++dof) rows.add_nonzero(dof, sum[dof] * scale);
}

}  // namespace

void compute_transmission(const Model& m, Data& d) {
  MomentRows rows(d);
  const bool sleepers = has_sleepers(m, d);
  for (int i = 0; i < m.nactuator; ++i) {
    const int out = m.actuator_outadr[i], target = m.actuator_trnid[i][0];
    const TransmissionType type = m.actuator_trntype[i];
    if (sleepers && is_asleep(m, d, Object::kActuator, i)) {  // no moment; the length stays
      for (int k = 0; k < m.actuator_outnum[i]; ++k) rows.begin(out + k);
      continue;
    }
    const bool joint = type == TransmissionType::kJoint || type == TransmissionType::kJointInParent;
    if (joint && m.jnt_type[target] >= JointType::kSlide) {
      scalar_joint_transmission(m, d, out, target, rows);
      continue;
    }
    rows.begin(out);
    switch (type) {
      case TransmissionType::kJoint:
      case TransmissionType::kJointInParent:
        turning_joint_transmission(m, d, i, rows);
        break;
      case TransmissionType::kSliderCrank:
        slidercrank_transmission(m, d, i, rows);
        break;
      case TransmissionType::kTendon:
        tendon_transmission(m, d, i, rows);
        break;
      case TransmissionType::kSite:
        if (m.actuator_trnid[i][1] < 0) {
          site_transmission(m, d, i, rows);
        } else {
          refsite_transmission(m, d, i, rows);
        }
        break;
      case TransmissionType::kSo3:
        so3_transmission(m, d, i, rows);
        break;
      case TransmissionType::kBody:
        body_transmission(m, d, i, rows);
        break;
      case TransmissionType::kUndefined:
        break;
    }
  }
}

void compute_actuator_velocity(const Model& m, Data& d) {
  if (m.opt.disableflags & kDisableActuation) {
    std::fill(d.actuator_velocity.begin(), d.actuator_velocity.end(), 0.0);
    return;
  }
  for (int i = 0; i < m.nout; ++i) {
    double velocity = 0;
    for (int k = d.moment_rowadr[i]; k < d.moment_rowadr[i] + d.moment_rownnz[i]; ++k) {
      velocity += d.actuator_moment[k] * d.qvel[d.moment_colind[k]];
    }
    d.actuator_velocity[i] = velocity;
  }
}

}  // namespace corten
