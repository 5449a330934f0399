// The two products of a Problem: jar = J x - aref, and qfrc_constraint = J' f.
#include "solver/problem.h"

#include <algorithm>

#include "math/kernels/kernels.h"

namespace corten {

namespace {

// Runs of edges are counted from the first block, so that products with them are not shared.
bool may_share(const Problem& p) { return p.threads && p.J.edges.empty(); }

}  // namespace

void multiply_rows(const Problem& p, std::span<const double> x, std::span<double> y) {
  multiply_blocks(p, x, y);
  for (int i = 0; i < p.nefc; ++i) y[i] -= p.aref[i];
}

void multiply_blocks(const Problem& p, std::span<const double> x, std::span<double> y) {
  if (!may_share(p)) {
    Scratch::Frame frame(*p.scratch);
    return multiply(p.J, x, y, frame.take<double>(p.J.max_stride));
  }
  constexpr int kFewBlocks = 200;
  const Workers workers = p.workers();
  workers.for_each_part(static_cast<int>(p.J.blocks.size()), kFewBlocks, [&](int first, int end, int worker) {
    BlockRows part = p.J;
    part.blocks = part.blocks.subspan(first, end - first);
    Scratch::Frame frame(workers.scratch_of(worker));
    multiply(part, x, y, frame.take<double>(p.J.max_stride));
  });
}

// Each thread has a range of the dofs, and those blocks of rows that reach into it.
void project_force(Problem& p) {
  if (!may_share(p)) {
    Scratch::Frame frame(*p.scratch);
    return multiply_transposed(p.J, p.force, p.qfrc_constraint, frame.take<double>(p.J.max_stride));
  }
  const Workers workers = p.workers();
  workers.for_each_part(p.nv, std::max(1, p.nv / workers.pool->size()), [&](int first, int end, int worker) {
    Scratch::Frame frame(workers.scratch_of(worker));
    std::fill(p.qfrc_constraint.begin() + first, p.qfrc_constraint.begin() + end, 0.0);
    kernels::add_transposed_columns(p.J, p.force.data(), first, end, p.qfrc_constraint.data(),
                                    frame.take<double>(p.J.max_stride).data());
  });
}

}  // namespace corten
