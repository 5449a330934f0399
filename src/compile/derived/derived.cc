// Derived constants. With A = J M^-1 J' at qpos0:
//   body_invweight0    mean diagonal of A for the body's centre of mass (translation, rotation)
//   dof_invweight0     mean diagonal of M^-1 over the dofs of a joint (translation and rotation of a free joint apart)
//   tendon_invweight0  A for the tendon's Jacobian row
//   actuator_acc0      |M^-1 moment|
#include "compile/derived/derived.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compile/flex/flex_parts.h"
#include "corten/step.h"
#include "dynamics/actuator/actuator.h"
#include "dynamics/jacobian.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/smooth.h"
#include "dynamics/tendon/tendon.h"
#include "math/spatial.h"

namespace corten {

namespace {

// Solves with M for right-hand sides that live in one kinematic tree, where all dofs of a row's Jacobian lie.
class InverseInertia {
 public:
  InverseInertia(const Model& m, const Data& d) : m_(m), d_(d), x_(static_cast<std::size_t>(m.nv), 0.0) {}

  std::vector<double>& x() { return x_; }
  void solve(int tree) {
    solve_ldl_range(inertia_pattern(m_), d_.qLD, d_.qLDiagInv, x_, m_.tree_dofadr[tree], m_.tree_dofnum[tree]);
  }
  void clear(int tree) { std::fill_n(x_.begin() + m_.tree_dofadr[tree], m_.tree_dofnum[tree], 0.0); }

 private:
  const Model& m_;
  const Data& d_;
  std::vector<double> x_;
};

void set_subtree_mass(Model& m) {
  std::copy(m.body_mass.begin(), m.body_mass.end(), m.body_subtreemass.begin());
  for (int b = m.nbody - 1; b > 0; --b) m.body_subtreemass[m.body_parentid[b]] += m.body_subtreemass[b];
  // MuJoCo: bodies with negative compensation alone do not switch gravity compensation on
  m.ngravcomp =
      static_cast<int>(std::count_if(m.body_gravcomp.begin(), m.body_gravcomp.end(), [](double g) { return g > 0; }));
}

// Diagonal of M at qpos0; needs com. Simple dofs use it instead of computing M.
void set_diagonal_inertia(Model& m, const Data& d) {
  std::vector<Inertia> composite(d.cinert.begin(), d.cinert.end());
  for (int b = m.nbody - 1; b > 0; --b) {
    if (m.body_parentid[b] > 0) composite[m.body_parentid[b]] += composite[b];
  }
  for (int i = 0; i < m.nv; ++i) {
    const int joint = m.dof_jntid[i];
    m.dof_M0[i] = m.dof_armature[i] + reflected_armature(m, m.jnt_actuatorid[joint], Object::kJoint, joint) +
                  dot(d.cdof[i], composite[m.dof_bodyid[i]] * d.cdof[i]);
  }
}

// Component `axis` of the body's com velocity (0..2) or angular velocity (3..5) per unit velocity of a dof.
double com_jacobian(const Data& d, int dof, const Vec3& offset, int axis) {
  return axis < 3 ? translation(d.cdof[dof], offset)[axis] : d.cdof[dof].rot[axis - 3];
}

void set_body_invweight(Model& m, const Data& d, InverseInertia& inverse) {
  for (int b = 0; b < m.nbody; ++b) {
    m.body_invweight0[b] = {};
    if (m.body_dofnum[m.body_weldid[b]] == 0) continue;
    if (m.body_simple[b] == 2) {
      m.body_invweight0[b][0] = 1 / std::max(kMinVal, m.body_mass[b]);
      continue;
    }
    const int tree = m.body_treeid[b];
    const Vec3 offset = com_offset(m, d, b, d.xipos[b]);
    const auto dofs = body_dofs(m, b);
    double diagonal[6] = {};
    for (int axis = 0; axis < 6; ++axis) {
      inverse.clear(tree);
      for (const int dof : dofs) inverse.x()[dof] = com_jacobian(d, dof, offset, axis);
      inverse.solve(tree);
      for (const int dof : dofs) diagonal[axis] += com_jacobian(d, dof, offset, axis) * inverse.x()[dof];
    }
    inverse.clear(tree);
    m.body_invweight0[b] = {
        {(diagonal[0] + diagonal[1] + diagonal[2]) / 3, (diagonal[3] + diagonal[4] + diagonal[5]) / 3}};
  }
}

void set_dof_invweight(Model& m, InverseInertia& inverse) {
  std::vector<double> diagonal(static_cast<std::size_t>(m.nv));
  for (int i = 0; i < m.nv; ++i) {
    if (m.body_simple[m.dof_bodyid[i]] == 2) {
      diagonal[i] = 1 / std::max(kMinVal, m.body_mass[m.dof_bodyid[i]]);
      continue;
    }
    const int tree = m.dof_treeid[i];
    inverse.clear(tree);
    inverse.x()[i] = 1;
    inverse.solve(tree);
    diagonal[i] = inverse.x()[i];
    inverse.clear(tree);
  }
  // average over the three translations or rotations of one joint
  for (int j = 0; j < m.njnt; ++j) {
    const int first = m.jnt_dofadr[j];
    const JointType type = m.jnt_type[j];
    if (type == JointType::kSlide || type == JointType::kHinge) {
      m.dof_invweight0[first] = diagonal[first];
      continue;
    }
    for (int part = 0; part < (type == JointType::kFree ? 2 : 1); ++part) {
      const int i = first + 3 * part;
      const double mean = (diagonal[i] + diagonal[i + 1] + diagonal[i + 2]) / 3;
      std::fill_n(m.dof_invweight0.begin() + i, 3, mean);
    }
  }
}

// M^-1 times a sparse row over all dofs.
std::vector<double> solve_row(const Model& m, const Data& d, int nnz, const int* cols, const double* values) {
  std::vector<double> x(static_cast<std::size_t>(m.nv), 0.0);
  for (int k = 0; k < nnz; ++k) x[static_cast<std::size_t>(cols[k])] = values[k];
  solve_inertia(m, d, x);
  return x;
}

void set_tendon_and_actuator(Model& m, const Data& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    const int adr = m.ten_J_rowadr[t], nnz = m.ten_J_rownnz[t];
    const auto x = solve_row(m, d, nnz, m.ten_J_colind.data() + adr, d.ten_J.data() + adr);
    m.tendon_length0[t] = d.ten_length[t];
    m.tendon_invweight0[t] = 0;
    for (int k = adr; k < adr + nnz; ++k) m.tendon_invweight0[t] += d.ten_J[k] * x[m.ten_J_colind[k]];
  }
  for (int o = 0; o < m.nout; ++o) {
    const int adr = d.moment_rowadr[o];
    const auto x = solve_row(m, d, d.moment_rownnz[o], d.moment_colind.data() + adr, d.actuator_moment.data() + adr);
    double squares = 0;
    for (const double v : x) squares += v * v;
    m.actuator_length0[o] = d.actuator_length[o];
    m.actuator_acc0[o] = std::sqrt(squares);
  }
}

// Position in a body's frame of a world point.
Vec3 to_body(const Data& d, int body, const Vec3& point) { return mul_transposed(d.xmat[body], point - d.xpos[body]); }

// eq_data: the second anchor of a connect, and the pose of a weld whose quaternion was left zero.
void set_equality_poses(Model& m, const Data& d) {
  for (int e = 0; e < m.neq; ++e) {
    if (m.eq_objtype[e] != Object::kBody) continue;
    double* data = m.eq_data[e].data();
    const int b1 = m.eq_obj1id[e], b2 = m.eq_obj2id[e];
    const Vec3 anchor{data[0], data[1], data[2]};
    if (m.eq_type[e] == EqualityType::kConnect) {
      const Vec3 second = to_body(d, b2, d.xpos[b1] + d.xmat[b1] * anchor);
      std::copy_n(second.data(), 3, data + 3);
    } else if (m.eq_type[e] == EqualityType::kWeld) {
      Quat relative{data[6], data[7], data[8], data[9]};
      if (relative == Quat{0, 0, 0, 0}) {
        const Vec3 first = to_body(d, b1, d.xpos[b2] + d.xmat[b2] * anchor);
        std::copy_n(first.data(), 3, data + 3);
        relative = conjugate(d.xquat[b1]) * d.xquat[b2];
      } else {
        normalize(relative);
      }
      std::copy_n(relative.data(), 4, data + 6);
    }
  }
}

void set_camera_offsets(Model& m, const Data& d) {
  for (int i = 0; i < m.ncam; ++i) {
    const int body = m.cam_bodyid[i], target = m.cam_targetbodyid[i];
    Vec3 pos;
    local_to_world(d, body, m.cam_pos[i], m.cam_quat[i], SameFrame::kNone, pos, m.cam_mat0[i]);
    m.cam_pos0[i] = pos - d.xpos[body];
    m.cam_poscom0[i] = pos - d.subtree_com[target >= 0 ? target : body];
  }
  for (int i = 0; i < m.nlight; ++i) {
    const int body = m.light_bodyid[i], target = m.light_targetbodyid[i];
    const Vec3 pos = d.xpos[body] + d.xmat[body] * m.light_pos[i];
    m.light_pos0[i] = pos - d.xpos[body];
    m.light_poscom0[i] = pos - d.subtree_com[target >= 0 ? target : body];
    m.light_dir0[i] = rotate(d.xquat[body], m.light_dir[i]);
    normalize(m.light_dir0[i]);
  }
}

// A position servo with a positive biasprm[2] asks for that damping ratio: kv = 2 ratio sqrt(kp m), with m the inertia
// seen through the transmission at qpos0.
void set_servo_damping(Model& m, const Data& d) {
  for (int a = 0; a < m.nactuator; ++a) {
    Vec<10>& bias = m.actuator_biasprm[a];
    const bool pid = m.actuator_gaintype[a] == GainType::kPid;
    if ((!pid && m.actuator_gainprm[a][0] != -bias[1]) || bias[2] <= 0) continue;
    const int out = m.actuator_outadr[a], adr = d.moment_rowadr[out];
    double inertia = 0;
    for (int k = adr; k < adr + d.moment_rownnz[out]; ++k) {
      const double squared = d.actuator_moment[k] * d.actuator_moment[k];
      if (squared > kMinVal) inertia += m.dof_M0[d.moment_colind[k]] / squared;
    }
    const double kp = pid ? -bias[1] : m.actuator_gainprm[a][0];
    bias[2] *= -2 * std::sqrt(kp * inertia);
  }
}

// springdamper = (time constant, damping ratio) replaces stiffness and damping of a joint.
void set_spring_dampers(const Context& context, Model& m) {
  for (int j = 0; j < m.njnt; ++j) {
    const auto [timeconst, ratio] = context.joints[j].element->springdamper.v;
    if (timeconst <= 0 || ratio <= 0) continue;
    const JointType type = m.jnt_type[j];
    const int first = m.jnt_dofadr[j], count = type == JointType::kFree ? 6 : type == JointType::kBall ? 3 : 1;
    double inverse = 0;
    for (int i = first; i < first + count; ++i) inverse += m.dof_invweight0[i];
    const double inertia = count / std::max(kMinVal, inverse);
    m.jnt_stiffness[j] = inertia / std::max(kMinVal, timeconst * timeconst * ratio * ratio);
    std::fill_n(m.dof_damping.begin() + first, count, 2 * inertia / std::max(kMinVal, timeconst));
  }
}

// Spring lengths left at -1 become the lengths at qpos_spring.
void set_spring_lengths(Model& m, Data& d) {
  if (m.ntendon == 0) return;
  std::copy(m.qpos_spring.begin(), m.qpos_spring.end(), d.qpos.begin());
  compute_kinematics(m, d);
  compute_com(m, d);
  compute_tendons(m, d);
  for (int t = 0; t < m.ntendon; ++t) {
    Vec<2>& rest = m.tendon_lengthspring[t];
    if (rest[0] == -1 && rest[1] == -1) rest = {{d.ten_length[t], d.ten_length[t]}};
  }
}

void override_statistics(const StatisticOverride& given, Statistic& stat) {
  stat.meaninertia = given.meaninertia.value_or(stat.meaninertia);
  stat.meanmass = given.meanmass.value_or(stat.meanmass);
  stat.meansize = given.meansize.value_or(stat.meansize);
  stat.extent = given.extent.value_or(stat.extent);
  stat.center = given.center.value_or(stat.center);
}

}  // namespace

void recompute_constants(Model& m, Data& d) {
  const WithoutSleep without_sleep(m);
  set_subtree_mass(m);
  set_flex_patterns(m);
  reset(m, d);
  compute_kinematics(m, d);
  compute_com(m, d);
  set_diagonal_inertia(m, d);
  compute_tendons(m, d);
  compute_inertia(m, d);
  factor_inertia(m, d);
  set_flex_constants(m, d);
  compute_transmission(m, d);

  InverseInertia inverse(m, d);
  set_body_invweight(m, d, inverse);
  set_dof_invweight(m, inverse);
  set_tendon_and_actuator(m, d);
  set_equality_poses(m, d);
  set_camera_offsets(m, d);
  set_servo_damping(m, d);
  compute_statistics(m, d);
  set_spring_lengths(m, d);
}

void compute_derived(Context& context, Model& m) {
  resolve_sleep_policy(context, m);
  const WithoutSleep without_sleep(m);
  Data d(m);
  recompute_constants(m, d);
  if (!set_bending_factor(m)) {
    context.error(context.spec().flexes[0], "flex", "inertia and bending stiffness are not positive definite",
                  "check its damping");
  }
  set_spring_dampers(context, m);
  set_length_ranges(context, m);
  override_statistics(context.spec().statistic, m.stat);
}

}  // namespace corten
