// One dof's column of the rows of a contact.
//
//   J_k = a_k . v          k = 0, 1, 2: normal, two tangents     v: how the dof moves the second side at the contact
//   J_k = a_(k-3) . w      k = 3, 4, 5: spin, two rolls             point relative to the first, w: how it turns it
// Pyramids take J_0 + mu_k J_k and J_0 - mu_k J_k instead, see contact.cc.
#pragma once

#include <array>

#include "corten/data.h"
#include "math/vec3.h"

namespace corten {

// Writes to J, J + nnz, J + 2 nnz ...
template <int kDim, bool kPyramid>
void write_contact_column(const Contact& contact, const Vec3& linear, const Vec3& angular, int nnz, double* J) {
  std::array<double, kDim> along;
  for (int k = 0; k < kDim; ++k) along[k] = dot(row(contact.frame, k % 3), k < 3 ? linear : angular);
  if constexpr (kPyramid) {
    for (int k = 1; k < kDim; ++k) {
      const double friction = contact.friction[k - 1] * along[k];
      J[(2 * k - 2) * nnz] = along[0] + friction;
      J[(2 * k - 1) * nnz] = along[0] - friction;
    }
  } else {
    for (int k = 0; k < kDim; ++k) J[k * nnz] = along[k];
  }
}

// Calls visit.template operator()<dim, pyramid>() for the cone of a contact.
template <class Visit>
void with_cone(Cone cone, int dim, Visit&& visit) {
  const bool pyramid = cone == Cone::kPyramidal;
  switch (dim) {
    case 1:
      return visit.template operator()<1, false>();
    case 3:
      return pyramid ? visit.template operator()<3, true>() : visit.template operator()<3, false>();
    case 4:
      return pyramid ? visit.template operator()<4, true>() : visit.template operator()<4, false>();
    default:
      return pyramid ? visit.template operator()<6, true>() : visit.template operator()<6, false>();
  }
}

}  // namespace corten
