// Springs and dampers of tendons. A spring is slack while the length lies in lengthspring = [lower, upper]:
//   spring  -x (k0 + k1 x + k2 x^2)       x: how far the length is outside of that range
//   damper  -v (b0 + b1 |v| + b2 v^2)     v: rate of the length; actuators may add to b
#include "dynamics/passive/passive.h"

#include "dynamics/passive/reflected.h"
#include "dynamics/tendon/tendon.h"

namespace corten {

namespace {

double tendon_spring(const Model& m, const Data& d, int i) {
  const Polynomial stiffness{m.tendon_stiffness[i], m.tendon_stiffnesspoly[i][0], m.tendon_stiffnesspoly[i][1]};
  if (stiffness.is_zero()) return 0;
  const double length = d.ten_length[i], lower = m.tendon_lengthspring[i][0], upper = m.tendon_lengthspring[i][1];
  const double x = length > upper ? length - upper : length < lower ? length - lower : 0;
  return spring_force(stiffness, x);
}

double tendon_damper(const Model& m, const Data& d, int i) {
  return damper_force(tendon_damping(m, i), d.ten_velocity[i]);
}

}  // namespace

void compute_tendon_passive(const Model& m, Data& d) {
  const bool springs = !(m.opt.disableflags & kDisableSpring);
  const bool dampers = !(m.opt.disableflags & kDisableDamper);
  for (int i = 0; i < m.ntendon; ++i) {
    const double spring = springs ? tendon_spring(m, d, i) : 0;
    const double damper = dampers ? tendon_damper(m, d, i) : 0;
    if (spring == 0 && damper == 0) continue;
    for (int k = m.ten_J_rowadr[i]; k < m.ten_J_rowadr[i] + m.ten_J_rownnz[i]; ++k) {
      d.qfrc_spring[m.ten_J_colind[k]] += d.ten_J[k] * spring;
      d.qfrc_damper[m.ten_J_colind[k]] += d.ten_J[k] * damper;
    }
  }
}

}  // namespace corten
