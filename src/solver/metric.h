// What a problem has besides the inertia M: a stiffness K, so that the primal solver works with M + K in place of M.
#pragma once

#include <span>

namespace corten {

class Metric {
 public:
  // y += K x
  virtual void add_stiffness(std::span<const double> x, std::span<double> y) const = 0;

  // x <- P^-1 x, P near M + K
  virtual void precondition(std::span<double> x) const = 0;

 protected:
  ~Metric() = default;
};

}  // namespace corten
