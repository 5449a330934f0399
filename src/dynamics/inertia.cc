// Composite rigid body algorithm:
//   crb(b)  = inertia of the subtree of b about the tree's centre of mass
//   M(i, j) = cdof_j . crb(body of i) cdof_i       for j an ancestor dof of i, plus armature on the diagonal
#include "dynamics/inertia.h"

#include <algorithm>

#include "dynamics/reflected.h"
#include "dynamics/tendon.h"
#include "math/kernels/dot6.h"
#include "math/spatial.h"

namespace corten {

namespace {

void compute_composite(const Model& m, Data& d) {
  std::copy(d.cinert.begin(), d.cinert.end(), d.crb.begin());
  for (int b = m.nbody - 1; b > 0; --b) {
    if (const int parent = m.body_parentid[b]; parent > 0) d.crb[parent] += d.crb[b];
  }
}

}  // namespace

void compute_inertia(const Model& m, Data& d) {
  compute_composite(m, d);
  const Spatial* cdof = d.cdof.data();
  for (int i = 0; i < m.nv; ++i) {
    double* row = d.M.data() + m.M_rowadr[i];
    const int* cols = m.M_colind.data() + m.M_rowadr[i];
    const int diag = m.M_rownnz[i] - 1;
    if (m.dof_simplenum[i] > 0) {  // the block is diagonal and constant
      row[diag] = m.dof_M0[i];
      continue;
    }
    const kernels::Dot6 times_momentum(d.crb[m.dof_bodyid[i]] * cdof[i]);
    for (int k = 0; k <= diag; ++k) row[k] = times_momentum(cdof[cols[k]]);
    row[diag] +=
        m.dof_armature[i] + reflected_armature(m, m.jnt_actuatorid[m.dof_jntid[i]], Object::kJoint, m.dof_jntid[i]);
  }
  if (m.ntendon > 0) add_tendon_armature(m, d);
}

void factor_inertia(const Model& m, Data& d) {
  std::copy(d.M.begin(), d.M.end(), d.qLD.begin());
  factor_ldl(inertia_pattern(m), d.qLD, d.qLDiagInv);
}

void solve_inertia(const Model& m, const Data& d, std::span<double> x) {
  solve_ldl(inertia_pattern(m), d.qLD, d.qLDiagInv, x);
}

void multiply_inertia(const Model& m, const Data& d, std::span<const double> x, std::span<double> y) {
  multiply_symmetric(inertia_pattern(m), d.M, x, y);
}

}  // namespace corten
