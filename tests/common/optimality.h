// How far a world's constraint forces are from the solution, from the fields of Data alone and with dense matrices. The
// forces f and the accelerations a are optimal if and only if
//
//   M a = qfrc_smooth + J' f                                    balance
//   f is admissible, and x = J a - aref + R f presses on it     rows
//     equality       x = 0
//     friction loss  |f| <= l;  x = 0 inside, x f <= 0 at the bounds
//     limit, edge    f >= 0,  x >= 0,  f x = 0
//     cone           |f_j / mu_j| <= f_0,  |mu_j x_j| <= x_0,  f . x = 0
//
// Also the cost of the dual problem, f' (A + R) f / 2 + f' b with A = J M^-1 J', b = J qacc_smooth - aref.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "corten/corten.h"

namespace corten {

class Optimality {
 public:
  Optimality(const Model& m, const Data& d) : m_(m), d_(d) {}

  // Largest component of M a - qfrc_smooth - J' f.
  double balance() const {
    std::vector<double> rest = inertia_times(d_.qacc.begin());
    double worst = 0;
    for (int r = 0; r < d_.nefc; ++r) {
      for_each_entry(r, [&](int dof, double J) { rest[size(dof)] -= J * d_.efc_force[r]; });
    }
    for (int i = 0; i < m_.nv; ++i) worst = std::max(worst, std::abs(rest[size(i)] - d_.qfrc_smooth[i]));
    return worst;
  }

  // Largest violation of the conditions on the rows: accelerations, forces and their products alike.
  double rows() const {
    double worst = 0;
    for (int r = 0; r < d_.nefc; ++r) {
      const double f = d_.efc_force[r], x = excess(r);
      if (r < d_.ne) {
        worst = std::max(worst, std::abs(x));
      } else if (r < d_.ne + d_.nf) {
        const double bound = d_.efc_frictionloss[r];
        const bool inside = std::abs(f) < bound * (1 - 1e-9);
        worst = std::max({worst, std::abs(f) - bound, inside ? std::abs(x) : x * f});
      } else if (d_.efc_type[r] == ConstraintType::kContactElliptic) {
        const Contact& c = d_.contact[size(d_.efc_id[r])];
        worst = std::max(worst, cone(r, c));
        r += c.dim - 1;
      } else {
        worst = std::max({worst, -f, -x, std::abs(f * x)});
      }
    }
    return worst;
  }

  double dual_cost() const {
    std::vector<double> pull(size(m_.nv));  // J' f
    double cost = 0;
    for (int r = 0; r < d_.nefc; ++r) {
      const double f = d_.efc_force[r];
      double b = -d_.efc_aref[r];
      for_each_entry(r, [&](int dof, double J) { b += J * d_.qacc_smooth[dof], pull[size(dof)] += J * f; });
      cost += f * (b + 0.5 * d_.efc_R[r] * f);
    }
    const std::vector<double> x = inertia_solve(pull);
    for (int i = 0; i < m_.nv; ++i) cost += 0.5 * pull[size(i)] * x[size(i)];
    return cost;
  }

 private:
  static std::size_t size(int i) { return static_cast<std::size_t>(i); }

  template <class Visit>
  void for_each_entry(int r, Visit visit) const {
    for (int k = d_.efc_J_rowadr[r]; k < d_.efc_J_rowadr[r] + d_.efc_J_rownnz[r]; ++k) {
      visit(d_.efc_J_colind[k], d_.efc_J[k]);
    }
  }

  double excess(int r) const {
    double x = d_.efc_R[r] * d_.efc_force[r] - d_.efc_aref[r];
    for_each_entry(r, [&](int dof, double J) { x += J * d_.qacc[dof]; });
    return x;
  }

  double cone(int first, const Contact& c) const {
    double forces = 0, excesses = 0, product = 0;
    for (int j = 0; j < c.dim; ++j) {
      const double f = d_.efc_force[first + j], x = excess(first + j);
      product += f * x;
      if (j == 0) continue;
      forces += std::pow(f / c.friction[j - 1], 2);
      excesses += std::pow(x * c.friction[j - 1], 2);
    }
    return std::max({std::sqrt(forces) - d_.efc_force[first], std::sqrt(excesses) - excess(first), std::abs(product)});
  }

  std::vector<double> inertia() const {
    std::vector<double> dense(size(m_.nv * m_.nv));
    for (int i = 0; i < m_.nv; ++i) {
      for (int k = m_.M_rowadr[i]; k < m_.M_rowadr[i] + m_.M_rownnz[i]; ++k) {
        const int j = m_.M_colind[k];
        dense[size(i * m_.nv + j)] = dense[size(j * m_.nv + i)] = d_.M[k];
      }
    }
    return dense;
  }

  template <class Values>
  std::vector<double> inertia_times(Values x) const {
    const std::vector<double> M = inertia();
    std::vector<double> y(size(m_.nv));
    for (int i = 0; i < m_.nv; ++i) {
      for (int j = 0; j < m_.nv; ++j) y[size(i)] += M[size(i * m_.nv + j)] * x[j];
    }
    return y;
  }

  // Gauss' elimination; M is positive definite and needs no pivots.
  std::vector<double> inertia_solve(std::vector<double> x) const {
    std::vector<double> M = inertia();
    const int n = m_.nv;
    for (int k = 0; k < n; ++k) {
      for (int i = k + 1; i < n; ++i) {
        const double factor = M[size(i * n + k)] / M[size(k * n + k)];
        for (int j = k; j < n; ++j) M[size(i * n + j)] -= factor * M[size(k * n + j)];
        x[size(i)] -= factor * x[size(k)];
      }
    }
    for (int i = n - 1; i >= 0; --i) {
      for (int j = i + 1; j < n; ++j) x[size(i)] -= M[size(i * n + j)] * x[size(j)];
      x[size(i)] /= M[size(i * n + i)];
    }
    return x;
  }

  const Model& m_;
  const Data& d_;
};

}  // namespace corten
