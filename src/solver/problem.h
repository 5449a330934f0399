// Problem: what a constraint solver sees of the world. No Model, no Data: spans, sparse rows and a few numbers.
//
// Gauss' principle with constraint costs s:
//
//   minimise over a = qacc:   (a - a0)' M (a - a0) / 2 + s(jar),     jar = J a - aref
//
// a0 = M^-1 qfrc_smooth is the acceleration without constraints. s is a sum over rows (equality: D x^2 / 2; friction
// loss: Huber; limits and contacts: D min(x, 0)^2 / 2) and over elliptic cones (cost.h). The constraint force is
// f = -ds/djar and the solution satisfies M a = qfrc_smooth + J' f.
//
// Rows come in the order equality, friction loss, then limits and contacts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/workers.h"
#include "corten/enums.h"
#include "corten/types.h"
#include "math/block_rows.h"
#include "math/ldl.h"
#include "solver/metric.h"

namespace corten {

// A contact with friction. Elliptic: `dim` rows from `first` on, normal first. Pyramidal: 2 (dim - 1) rows, the edges.
struct FrictionCone {
  int first = 0, dim = 0;
  double mu = 0;    // friction of the regularised, circular cone
  Vec<5> friction;  // of the tangential directions
};

struct SolverOptions {
  double tolerance = 1e-8, ls_tolerance = 0.01, noslip_tolerance = 1e-6;
  int iterations = 100, ls_iterations = 50, noslip_iterations = 0;
  std::size_t matrix_bytes = ~std::size_t{0};  // solvers do without a larger matrix
};

// One iteration, for the statistics.
struct IterationStat {
  double improvement = 0, gradient = 0, lineslope = 0;
  int nactive = 0, nchange = 0, neval = 0, nupdate = 0;
};

// What rows push at a point.
struct ActiveRows {
  int nactive = 0;  // rows that are not satisfied
  int ncone = 0;    // cones in the middle zone
};

struct Problem {
  int nv = 0, ne = 0, nf = 0, nefc = 0;
  SolverOptions options;
  double scale = 1;       // makes improvements and gradients of the primal solvers comparable with the tolerance
  double dual_scale = 1;  // the same for the dual solvers

  // inertia and its L'DL factor
  TreePattern M_rows;
  std::span<const double> M, qLD, qLDiagInv;
  Metric metric;  // CG: a stiffness that is added to M, empty: none

  // smooth dynamics
  std::span<const double> qfrc_smooth, qacc_smooth;

  // constraint rows
  BlockRows J;
  std::span<const double> D, R, aref, frictionloss;
  std::span<double> b;  // J qacc_smooth - aref
  Cone cone = Cone::kPyramidal;
  std::span<const FrictionCone> cones;

  // Primal solvers: in: the point to start from with Ma = M qacc and jar; out: the solution.
  std::span<double> qacc, Ma, jar;
  std::optional<ActiveRows> start;  // in: `force` and `state` are those of this point already
  // Out: force, its state and qfrc_constraint = J' force. In, for the dual solvers: the force to start from.
  std::span<double> force, qfrc_constraint;
  std::span<ConstraintState> state;

  bool lacks_matrix = false;  // out: the matrix of the solver was too large
  // Out: iterations so far; the first of them have a place in `stats`.
  int niter = 0;
  std::span<IterationStat> stats;

  Scratch* scratch = nullptr;
  ThreadPool* threads = nullptr;  // for what the solver can share, null: none

  Workers workers() const { return {*scratch, threads}; }
  int elliptic_count() const { return cone == Cone::kElliptic ? static_cast<int>(cones.size()) : 0; }
  std::span<const FrictionCone> elliptic() const { return cones.first(elliptic_count()); }
  void add_stat(const IterationStat& stat) {
    if (niter < static_cast<int>(stats.size())) stats[niter] = stat;
    ++niter;
  }
};

// y <- J x, on the threads of the problem
void multiply_blocks(const Problem& p, std::span<const double> x, std::span<double> y);

// y <- J x - aref
void multiply_rows(const Problem& p, std::span<const double> x, std::span<double> y);

// qfrc_constraint <- J' force
void project_force(Problem& p);

// x <- M^-1 x
inline void solve_inertia(const Problem& p, std::span<double> x) { solve_ldl(p.M_rows, p.qLD, p.qLDiagInv, x); }

// Visits limits and contacts: scalar(begin, end) for a range of rows that only push, cone(index,
// cone) for an elliptic cone.
template <class Scalar, class ConeVisit>
void for_each_contact_row(const Problem& p, Scalar scalar, ConeVisit cone) {
  int row = p.ne + p.nf;
  int index = 0;
  for (const FrictionCone& c : p.elliptic()) {
    if (row < c.first) scalar(row, c.first);
    cone(index++, c);
    row = c.first + c.dim;
  }
  if (row < p.nefc) scalar(row, p.nefc);
}

}  // namespace corten
