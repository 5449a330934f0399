// Questions whose answers the engine has anyway, for users: the arguments are checked, then contacts.h and the
// Jacobians of dynamics answer.
#include "corten/query.h"

#include <fmt/format.h>

#include <stdexcept>

#include "collide/contacts.h"
#include "dynamics/jacobian.h"
#include "model/access.h"

namespace corten {

namespace {

void require_index(const char* function, const char* kind, int index, int count) {
  if (index >= 0 && index < count) return;
  throw std::out_of_range(fmt::format("{}: there is no {} {}; the model has {}", function, kind, index, count));
}

void require_columns(const char* function, std::span<const double> matrix, int nv) {
  if (matrix.empty() || matrix.size() == 3 * static_cast<std::size_t>(nv)) return;
  throw std::invalid_argument(
      fmt::format("{}: a Jacobian of this model has 3 x {} numbers, not {}", function, nv, matrix.size()));
}

}  // namespace

GeomDistance distance_between(const Model& m, Data& d, int geom1, int geom2, double distmax) {
  require_own(m, d);
  require_index("distance_between", "geom", geom1, m.ngeom);
  require_index("distance_between", "geom", geom2, m.ngeom);
  GeomDistance result;
  result.distance = geom_distance(m, d, geom1, geom2, distmax, &result.from, &result.to);
  return result;
}

void jacobian(const Model& m, const Data& d, int body, const Vec3& point, std::span<double> translation,
              std::span<double> rotation) {
  require_own(m, d);
  require_index("jacobian", "body", body, m.nbody);
  require_columns("jacobian", translation, m.nv);
  require_columns("jacobian", rotation, m.nv);
  jac(m, d, translation, rotation, point, body);
}

void jacobian_subtree_com(const Model& m, const Data& d, int body, std::span<double> translation) {
  require_own(m, d);
  require_index("jacobian_subtree_com", "body", body, m.nbody);
  require_columns("jacobian_subtree_com", translation, m.nv);
  if (!translation.empty()) jac_subtree_com(m, d, translation, body);
}

}  // namespace corten
