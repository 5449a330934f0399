// The two products of a Problem: jar = J x - aref, and qfrc_constraint = J' f.
#include "solver/problem.h"

#include <algorithm>

#include "math/kernels/kernels.h"

namespace corten {

void multiply_rows(const Problem& p, std::span<const double> x, std::span<double> y) {
  multiply_blocks(p, x, y);
  for (int i = 0; i < p.nefc; ++i) y[i] -= p.aref[i];
}

void multiply_blocks(const Problem& p, std::span<const double> x, std::span<double> y) {
  constexpr int kFewBlocks = 200;
  const Workers workers = p.workers();
  const int blocks = static_cast<int>(p.J.blocks.size());
  const auto multiply_part = [&](int first, int end, int worker) {
    BlockRows part = p.J;
    if (end - first < blocks) part.blocks = part.blocks.subspan(first, end - first);
    Scratch::Frame frame(workers.scratch_of(worker));
    multiply(part, x, y, frame.take<double>(p.J.max_stride));
  };
  if (!p.J.edges.empty()) return multiply_part(0, blocks, 0);  // whose runs are counted from the first block
  workers.for_each_part(blocks, kFewBlocks, multiply_part);
}

// Each thread has a range of the dofs, and those blocks of rows that reach into it.
void project_force(Problem& p) {
  const Workers workers = p.workers();
  if (!workers.pool || !p.J.edges.empty()) {
    Scratch::Frame frame(*p.scratch);
    return multiply_transposed(p.J, p.force, p.qfrc_constraint, frame.take<double>(p.J.max_stride));
  }
  workers.for_each_part(p.nv, std::max(1, p.nv / workers.pool->size()), [&](int first, int end, int worker) {
    Scratch::Frame frame(workers.scratch_of(worker));
    std::fill(p.qfrc_constraint.begin() + first, p.qfrc_constraint.begin() + end, 0.0);
    kernels::add_transposed_columns(p.J, p.force.data(), first, end, p.qfrc_constraint.data(),
                                    frame.take<double>(p.J.max_stride).data());
  });
}

}  // namespace corten
