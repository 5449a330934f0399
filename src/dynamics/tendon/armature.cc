// Inertia of tendon motion: kinetic energy 1/2 a (J qvel)^2 adds
//   to the inertia matrix   J' a J
//   to the bias force       J' a (dJ/dt qvel)
// For a straight leg with direction u, length l and end point velocities v0, v1 the rate is
//   dJ/dt qvel = u . (b1 - b0) + |w|^2 / l,   w = part of v1 - v0 normal to u
// where b is the acceleration of an end point at zero joint acceleration. MuJoCo: legs round a geom are left out.
#include <algorithm>

#include "dynamics/jacobian.h"
#include "dynamics/passive/reflected.h"
#include "dynamics/smooth.h"
#include "dynamics/tendon/tendon.h"
#include "model/awake.h"

namespace corten {

namespace {

double total_armature(const Model& m, int tendon) {
  const int actuator = m.tendon_actuatorid[tendon];
  if (actuator >= 0 && m.actuator_armature[actuator] == 0) return m.tendon_armature[tendon];  // as most have none
  return m.tendon_armature[tendon] + reflected_armature(m, actuator, Object::kTendon, tendon);
}

// Acceleration of a site at zero joint acceleration, without gravity.
Vec3 bias_acceleration(const Model& m, const Data& d, int site) {
  const int body = m.site_bodyid[site];
  const Vec3 offset = com_offset(m, d, body, d.site_xpos[site]);
  const Spatial velocity = velocity_at(m, d, body, d.site_xpos[site]);
  Vec3 sum = cross(velocity.rot, velocity.lin);
  for (const int dof : body_dofs(m, body)) sum += translation(d.cdof_dot[dof], offset) * d.qvel[dof];
  return sum;
}

double jacobian_rate(const Model& m, const Data& d, int tendon) {
  if (is_fixed_tendon(m, tendon)) return 0;
  double rate = 0;
  for_each_leg(m, tendon, [&](const TendonLeg& leg) {
    const int body0 = m.site_bodyid[leg.from], body1 = m.site_bodyid[leg.to];
    if (leg.wrap >= 0 || body0 == body1) return;
    const Vec3 &p0 = d.site_xpos[leg.from], &p1 = d.site_xpos[leg.to];
    Vec3 direction = p1 - p0;
    const double length = normalize(direction);
    const Vec3 velocity = velocity_at(m, d, body1, p1).lin - velocity_at(m, d, body0, p0).lin;
    const Vec3 turning = velocity - direction * dot(direction, velocity);
    const Vec3 acceleration = bias_acceleration(m, d, leg.to) - bias_acceleration(m, d, leg.from);
    const double centripetal = length > kMinVal ? dot(velocity, turning) / length : 0;
    rate += (dot(direction, acceleration) + centripetal) / leg.divisor;
  });
  return rate;
}

}  // namespace

void add_tendon_armature(const Model& m, Data& d) {
  const bool sleepers = has_sleepers(m, d);
  for (int t = 0; t < m.ntendon; ++t) {
    const double armature = total_armature(m, t);
    if (armature == 0 || (sleepers && is_asleep(m, d, Object::kTendon, t))) continue;
    const auto columns = m.ten_J_colind.span(m.ten_J_rowadr[t], m.ten_J_rownnz[t]);
    const double* J = d.ten_J.data() + m.ten_J_rowadr[t];
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const double scale = armature * J[i];
      if (scale == 0) continue;
      // Row and tendon have increasing columns: walk both towards lower ones, starting at the diagonal.
      const int row = columns[i];
      int k = m.M_rowadr[row] + m.M_rownnz[row] - 1;
      for (std::size_t j = i + 1; j-- > 0;) {
        while (k >= m.M_rowadr[row] && m.M_colind[k] > columns[j]) --k;
        if (k < m.M_rowadr[row]) break;
        if (m.M_colind[k] == columns[j]) d.M[k] += scale * J[j];
      }
    }
  }
}

void add_tendon_bias(const Model& m, const Data& d, std::span<double> qfrc) {
  for (int t = 0; t < m.ntendon; ++t) {
    const double armature = total_armature(m, t);
    if (armature == 0) continue;
    const double force = armature * jacobian_rate(m, d, t);
    for (int k = m.ten_J_rowadr[t]; k < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++k) {
      qfrc[m.ten_J_colind[k]] += force * d.ten_J[k];
    }
  }
}

}  // namespace corten
