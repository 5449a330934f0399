// Momentum of each subtree, from the leaves to the root:
//   linear    p(b) = m v + sum over children p(child),            linvel = p / subtree mass
//   angular   L(b) about the subtree's centre of mass c(b): the body's own R I R' w, plus (x - c) x m (v - linvel(b)),
//             plus for each child L(child) + (c(child) - c(b)) x M(child) (linvel(child) - linvel(b))
#include <algorithm>

#include "dynamics/smooth.h"
#include "math/spatial.h"
#include "model/awake.h"

namespace corten {

namespace {

// Angular momentum of mass m at x with velocity v, about the centre of mass of subtree b and relative to its motion.
Vec3 orbital(const Data& d, int b, double mass, const Vec3& x, const Vec3& v) {
  return cross(x - d.subtree_com[b], (v - d.subtree_linvel[b]) * mass);
}

}  // namespace

// MuJoCo: sleepers do not count, not even when others move relative to them.
void compute_subtree_velocity(const Model& m, Data& d) {
  const bool sleepers = has_sleepers(m, d);
  const auto counts = [&](int b) { return !sleepers || !is_body_asleep(d, b); };
  for (int b = 0; b < m.nbody; ++b) {
    if (!counts(b)) continue;
    const Spatial v = velocity_at(m, d, b, d.xipos[b]);
    d.subtree_linvel[b] = v.lin * m.body_mass[b];
    const Vec3 local = mul_transposed(d.ximat[b], v.rot);
    const Vec3& moments = m.body_inertia[b];
    d.subtree_angmom[b] = d.ximat[b] * Vec3{moments.x * local.x, moments.y * local.y, moments.z * local.z};
  }
  for (int b = m.nbody - 1; b >= 0; --b) {
    if (!counts(b)) continue;
    if (b > 0) d.subtree_linvel[m.body_parentid[b]] += d.subtree_linvel[b];
    d.subtree_linvel[b] *= 1 / std::max(kMinVal, m.body_subtreemass[b]);
  }
  for (int b = m.nbody - 1; b > 0; --b) {
    if (!counts(b)) continue;
    const int parent = m.body_parentid[b];
    d.subtree_angmom[b] += orbital(d, b, m.body_mass[b], d.xipos[b], velocity_at(m, d, b, d.xipos[b]).lin);
    d.subtree_angmom[parent] += d.subtree_angmom[b];
    d.subtree_angmom[parent] += orbital(d, parent, m.body_subtreemass[b], d.subtree_com[b], d.subtree_linvel[b]);
  }
}

}  // namespace corten
