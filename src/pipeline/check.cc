// See check.h.
#include "pipeline/check.h"

#include <algorithm>
#include <cmath>

#include "corten/step.h"

namespace corten {

namespace {

constexpr double kMaxVal = 1e10;  // larger magnitudes count as divergence

bool is_bad(double value) { return !(std::abs(value) <= kMaxVal); }  // true for NaN too

// Index of the first bad value, -1: none. All values are looked at without a branch, since they are nearly always good.
int first_bad(const Array<double>& values) {
  bool any = false;
  for (const double v : values) any |= is_bad(v);
  if (!any) return -1;
  return static_cast<int>(std::find_if(values.begin(), values.end(), is_bad) - values.begin());
}

// True if the world was reset.
bool report(const Model& m, Data& d, Warning kind, int index) {
  const bool autoreset = !(m.opt.disableflags & kDisableAutoReset);
  if (autoreset) {
    const auto counted = d.warning;  // a reset clears the counts, but what went wrong must stay visible
    reset(m, d);
    d.warning = counted;
  }
  WarningStat& stat = d.warning[static_cast<std::size_t>(kind)];
  ++stat.number;
  stat.lastinfo = index;
  return autoreset;
}

}  // namespace

void check_state(const Model& m, Data& d) {
  if (const int i = first_bad(d.qpos); i >= 0) report(m, d, Warning::kBadQpos, i);
  if (const int i = first_bad(d.qvel); i >= 0) report(m, d, Warning::kBadQvel, i);
}

void check_acceleration(const Model& m, Data& d) {
  const int i = first_bad(d.qacc);
  if (i >= 0 && report(m, d, Warning::kBadQacc, i)) forward(m, d);
}

}  // namespace corten
