// Joint-space inertia by the composite rigid body algorithm (CRBA):
//   crb(b)  = inertia of the subtree of b about the tree's centre of mass
//   M(i, j) = cdof_j . crb(body of i) cdof_i       for j an ancestor dof of i, plus armature on the diagonal
#include <algorithm>

#include "dynamics/passive/reflected.h"
#include "dynamics/smooth.h"
#include "dynamics/tendon/tendon.h"
#include "math/kernels/lanes.h"
#include "math/spatial.h"
#include "model/awake.h"

namespace corten {

namespace {

void compute_composites(const Model& m, Data& d, int first, int end) {
  std::copy(d.cinert.begin() + first, d.cinert.begin() + end, d.crb.begin() + first);
  for (int b = end - 1; b >= first; --b) {
    if (const int parent = m.body_parentid[b]; parent > 0) d.crb[parent] += d.crb[b];
  }
}

void compute_rows(const Model& m, Data& d, int first, int count) {
  const Spatial* cdof = d.cdof.data();
  for (int i = first; i < first + count; ++i) {
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
}

}  // namespace

void compute_inertia(const Model& m, Data& d) {
  d.crb[0] = d.cinert[0];
  for_each_awake_bodies(m, d, compute_composites);
  for_each_awake_range(m, d, [&](int first, int count) { compute_rows(m, d, first, count); });
  if (m.ntendon > 0) add_tendon_armature(m, d);
}

void copy_inertia_rows(const Model& m, const Data& d, int first, int count, std::span<double> to) {
  if (count == 0) return;
  const int begin = m.M_rowadr[first], last = first + count - 1;
  std::copy(d.M.begin() + begin, d.M.begin() + m.M_rowadr[last] + m.M_rownnz[last], to.begin() + begin);
}

void factor_inertia(const Model& m, Data& d) {
  for_each_awake_range(m, d, [&](int first, int count) {
    copy_inertia_rows(m, d, first, count, d.qLD);
    factor_ldl_range(inertia_pattern(m), d.qLD, d.qLDiagInv, first, count);
  });
}

void solve_inertia(const Model& m, const Data& d, std::span<double> x) {
  solve_ldl(inertia_pattern(m), d.qLD, d.qLDiagInv, x);
}

void multiply_inertia(const Model& m, const Data& d, std::span<const double> x, std::span<double> y) {
  multiply_symmetric(inertia_pattern(m), d.M, x, y);
}

}  // namespace corten
