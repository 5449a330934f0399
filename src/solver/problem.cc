// The two products of a Problem: jar = J x - aref, and qfrc_constraint = J' f.
#include "solver/problem.h"

namespace corten {

void multiply_rows(const Problem& p, std::span<const double> x, std::span<double> y) {
  Scratch::Frame frame(*p.scratch);
  multiply(p.J, x, y, frame.take<double>(p.J.max_stride));
  for (int i = 0; i < p.nefc; ++i) y[i] -= p.aref[i];
}

void project_force(Problem& p) {
  Scratch::Frame frame(*p.scratch);
  multiply_transposed(p.J, p.force, p.qfrc_constraint, frame.take<double>(p.J.max_stride));
}

}  // namespace corten
