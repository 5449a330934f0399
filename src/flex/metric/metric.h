// Effective metric of flexes: the elastic forces at the end of a step depend on its acceleration a,
//   f(q + h v + h^2 a) ~ f(q) - h K0 v - h^2 K0 a,
// so the equations of motion become (M + K) a = qfrc_smooth + efm_c + J' f, where
//   K = (h^2 + h damping) K0 and efm_c = -h K0 qvel.
// MuJoCo: only so with the CG solver, an implicit integrator, pyramidal cones and without sleep; everywhere else
// elastic forces are explicit.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// The options ask for the metric and some flex is stiff, or pushes others with passive contacts.
bool has_effective_metric(const Model& m);

// Some flex wants its contacts to be passive forces, which are far too stiff to be integrated without the metric.
bool wants_passive_contacts(const Model& m);

// Further stiffness sum_i k_i J_i' J_i, one sparse row J_i after the other: that of passive contacts.
struct StiffRows {
  std::span<const int> start;  // of each row, and the end of the last
  std::span<const int> dof;
  std::span<const double> J;
  std::span<const double> k;

  int count() const { return static_cast<int>(k.size()); }
};

// y += scale sum_i k_i J_i' J_i x
void add_product(const StiffRows& rows, double scale, std::span<const double> x, std::span<double> y);

// Writes the pattern of K, or none if nothing but bending is stiff.
void prepare_metric(const Model& m, Data& d);

// Writes K and the factors of the blocks of M + K on its diagonal. Needs positions and M. `contacts` holds only dofs of
// points that take part in K.
void compute_metric(const Model& m, Data& d, const StiffRows& contacts);

// Writes efm_c. `contacts` holds all dofs.
void compute_metric_shift(const Model& m, Data& d, const StiffRows& contacts);

// M + K as an operator, for the time of a solve.
class EffectiveMetric {
 public:
  EffectiveMetric(const Model& m, Data& d, const StiffRows& contacts, Scratch::Frame& frame);

  // y += K x
  void add_stiffness(std::span<const double> x, std::span<double> y) const;

  // x <- P^-1 x. P is block diagonal: 3 by 3 blocks of M + K, or the constant factor of M and the bending stiffness if
  // nothing else is stiff, and M for all other dofs.
  void precondition(std::span<double> x) const;

  // x <- (M + K)^-1 x by conjugate gradients, until the residual is below opt.tolerance relative to x. Running out of
  // opt.iterations is counted as a warning of a singular inertia.
  void solve(std::span<double> x) const;

 private:
  struct DofRange {
    int first, count;
  };

  void find_plain_trees(Scratch::Frame& frame);
  bool rows_agree() const;
  void find_point_factor(Scratch::Frame& frame);
  void solve_bending(std::span<const double> b, std::span<double> x) const;
  void solve_rows(std::span<double> z) const;
  void solve_points(std::span<double> z) const;

  const Model& m_;
  Data& d_;
  const StiffRows contacts_;
  const bool bending_factor_;        // the constant factor is the preconditioner
  const bool bending_apart_;         // bending is not part of efm_K
  const bool cells_apart_;           // neither are cells
  std::span<const DofRange> plain_;  // whole trees with dofs that no block covers
  // The constant factor over points, if it is the same for all three coordinates.
  std::span<const int> factor_start_, factor_place_;
  std::span<const double> factor_value_;
};

}  // namespace corten
