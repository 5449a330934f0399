// Guards against a bad state, see stages.h.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "corten/step.h"
#include "pipeline/forward.h"
#include "pipeline/stages.h"

namespace corten {

namespace {

constexpr double kMaxVal = 1e10;  // larger magnitudes count as divergence

bool is_bad(double value) { return !(std::abs(value) <= kMaxVal); }  // true for NaN too

// Index of the first bad value, -1: none. All values are looked at without a branch, since they are nearly
// always good, and as integers, which the compiler can do in vectors: without the sign, larger numbers have
// larger bits, NaN the largest.
int first_bad(const Array<double>& values) {
  constexpr std::uint64_t kMaxBits = std::bit_cast<std::uint64_t>(kMaxVal), kNoSign = ~std::uint64_t{0} >> 1;
  std::uint64_t below = 0;
  for (const double v : values) below |= kMaxBits - (std::bit_cast<std::uint64_t>(v) & kNoSign);
  if (below >> 63 == 0) return -1;
  return static_cast<int>(std::find_if(values.begin(), values.end(), is_bad) - values.begin());
}

int dof_of_coordinate(const Model& m, int q) {
  int j = m.njnt - 1;
  while (j > 0 && m.jnt_qposadr[j] > q) --j;
  const int end = j + 1 < m.njnt ? m.jnt_dofadr[j + 1] : m.nv;
  return std::min(m.jnt_dofadr[j] + q - m.jnt_qposadr[j], end - 1);  // a quaternion has one number more than dofs
}

bool acts_on(const Data& d, int row, int dof) {
  const auto columns = d.efc_J_colind.span(d.efc_J_rowadr[row], d.efc_J_rownnz[row]);
  return std::find(columns.begin(), columns.end(), dof) != columns.end();
}

// The constraint row that pushed hardest on a dof in the last pass.
void blame_row(const Data& d, int dof, WarningStat& stat) {
  int worst = -1;
  for (int row = 0; row < std::min(d.nefc, d.efc_force.size()); ++row) {
    const double force = std::abs(d.efc_force[row]);
    if (acts_on(d, row, dof) && (worst < 0 || !(force <= std::abs(d.efc_force[worst])))) worst = row;
  }
  stat.row_id = -1;
  if (worst < 0 || d.efc_force[worst] == 0) return;
  stat.row_id = d.efc_id[worst];
  stat.row_type = d.efc_type[worst];
  stat.row_force = d.efc_force[worst];
  const bool contact = stat.row_type >= ConstraintType::kContactFrictionless;
  stat.row_geom = contact ? d.contact[static_cast<std::size_t>(stat.row_id)].geom : IntVec<2>{{-1, -1}};
}

// True if the world was reset.
bool report(const Model& m, Data& d, Warning kind, int index) {
  WarningStat& stat = d.warn(kind, index);
  blame_row(d, kind == Warning::kBadQpos ? dof_of_coordinate(m, index) : index, stat);
  if (d.divergence.number++ == 0) d.divergence.time = d.time, d.divergence.kind = kind;
  const bool autoreset = !(m.opt.disableflags & kDisableAutoReset);
  if (autoreset) {
    const auto counted = d.warning;  // a reset clears the counts, but what went wrong must stay visible
    const Divergence divergence = d.divergence;
    const LeftOut left_out = d.left_out;
    reset(m, d);
    d.warning = counted;
    d.divergence = divergence;
    d.left_out = left_out;
  }
  return autoreset;
}

}  // namespace

void check_state(const Model& m, Data& d) {
  if (const int i = first_bad(d.qpos); i >= 0) report(m, d, Warning::kBadQpos, i);
  if (const int i = first_bad(d.qvel); i >= 0) report(m, d, Warning::kBadQvel, i);
}

void check_acceleration(const Model& m, Data& d) {
  const int i = first_bad(d.qacc);
  if (i >= 0 && report(m, d, Warning::kBadQacc, i)) forward(m, d, Skip::kNothing, Sensors::kRead);
}

}  // namespace corten
