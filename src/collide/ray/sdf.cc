// Marching: the surface is nowhere nearer than its distance, so the ray may always advance by that.
#include "collide/sdf/sdf.h"

#include <cmath>

#include "collide/ray/shapes.h"

namespace corten {

double ray_sdf(const Model& m, const Data& d, int geom, const Ray& ray, Vec3* normal) {
  constexpr int kSteps = 40;
  constexpr double kTouch = 1e-7, kLost = 1e6;
  const Vec3& pos = d.geom_xpos[geom];
  const Mat3& mat = d.geom_xmat[geom];
  if (ray_shape({GeomType::kBox, m.geom_size[geom], pos, mat}, ray, nullptr) < 0) return -1;
  const DistanceField field = distance_field(m, geom);
  if (!has_distance(field)) return -1;
  Ray local = in_frame(ray, pos, mat);
  normalize(local.direction);
  double total = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double distance = std::abs(signed_distance(field, local.from + local.direction * total));
    total += distance;
    if (distance < kTouch) {
      if (normal) {
        *normal = signed_gradient(field, local.from + local.direction * total).gradient;
        normalize(*normal);
        *normal = mat * *normal;
      }
      return total;
    }
    if (!(distance <= kLost)) break;
  }
  return -1;
}

}  // namespace corten
