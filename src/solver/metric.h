// What a problem has besides the inertia M: a stiffness K, so that the primal solver works with M + K in place of M.
// Solvers know no model, so they call whoever has the stiffness through pointers; there are no virtual calls in a step.
#pragma once

#include <span>

namespace corten {

struct Metric {
  const void* owner = nullptr;
  void (*add)(const void* owner, std::span<const double> x, std::span<double> y) = nullptr;
  void (*scale)(const void* owner, std::span<double> x) = nullptr;

  // Whether there is a stiffness.
  explicit operator bool() const { return owner != nullptr; }
  // y += K x
  void add_stiffness(std::span<const double> x, std::span<double> y) const { add(owner, x, y); }
  // x <- P^-1 x, P near M + K
  void precondition(std::span<double> x) const { scale(owner, x); }
};

// That of an object with both functions, which must outlive it.
template <class T>
Metric metric_of(const T& owner) {
  return {&owner,
          [](const void* self, std::span<const double> x, std::span<double> y) {
            static_cast<const T*>(self)->add_stiffness(x, y);
          },
          [](const void* self, std::span<double> x) { static_cast<const T*>(self)->precondition(x); }};
}

}  // namespace corten
