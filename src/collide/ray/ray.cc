// Rays against all geoms of a world.
//
// A ray p + x v is first held against bounding spheres, with offset o = p - centre and radius r:
//   a = v.v,  b = v.o,  c = o.o - r^2;   it misses if b^2 < a c, or if b > 0 and c > 0 (the sphere lies behind)
// Many rays from one point share what depends on the point alone: which geoms can be hit at all, o and c, and the range
// of directions (azimuth about z, angle from z) in which each geom is seen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "collide/ray/shapes.h"
#include "corten/query.h"
#include "model/access.h"
#include "model/workspace.h"

namespace corten {

namespace {

using std::numbers::pi;

bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool is_visible(const Model& m, int geom) {
  const int material = m.geom_matid[geom];
  return (material >= 0 ? m.mat_rgba[material][3] : m.geom_rgba[geom][3]) != 0;
}

bool can_hit(const Model& m, int geom, const RayOptions& options) {
  const int body = m.geom_bodyid[geom];
  if (body == options.bodyexclude || !is_visible(m, geom)) return false;
  if (!options.flg_static && m.body_weldid[body] == 0) return false;
  return options.geomgroup >> std::clamp(m.geom_group[geom], 0, kGroupCount - 1) & 1;
}

double ray_geom(const Model& m, const Data& d, int geom, const Ray& ray, Vec3* normal) {
  const Vec3& pos = d.geom_xpos[geom];
  const Mat3& mat = d.geom_xmat[geom];
  const GeomType type = m.geom_type[geom];
  if (type == GeomType::kSdf) return ray_sdf(m, d, geom, ray, normal);
  if (type != GeomType::kMesh && type != GeomType::kHfield) {
    return ray_shape({type, m.geom_size[geom], pos, mat}, ray, normal);
  }
  const Ray local = in_frame(ray, pos, mat);
  const int asset = m.geom_dataid[geom];
  const double x = type == GeomType::kMesh ? ray_mesh(m, asset, m.geom_size[geom], local, normal)
                                           : ray_hfield(m, asset, local, normal);
  if (normal && x >= 0) *normal = mat * *normal;
  return x;
}

// Replaces `hit` if the geom is hit nearer.
void offer_geom(const Model& m, const Data& d, int geom, const Ray& ray, bool with_normal, RayHit& hit) {
  Vec3 normal;
  const double x = ray_geom(m, d, geom, ray, with_normal ? &normal : nullptr);
  if (x < 0 || (hit.distance >= 0 && x >= hit.distance)) return;
  hit = {x, geom, normal};
}

// A bounding sphere seen from the start of a ray.
struct Bound {
  Vec3 offset;
  double c = -std::numeric_limits<double>::infinity();  // without bounds

  // False: the ray misses, or enters the sphere only beyond `nearest`, if that is not negative. a = v.v.
  bool may_hit(const Vec3& v, double a, double nearest) const {
    const double b = dot(v, offset), discriminant = b * b - a * c;
    if (discriminant < 0 || (b > 0 && c > 0)) return false;
    if (nearest < 0) return true;
    const double beyond = -b - a * nearest;
    // with room for rounding, so that the geoms themselves decide when they are equally far
    return beyond <= 0 || beyond * beyond <= discriminant * (1 + 1e-9);
  }
};

Bound bound_of(const Vec3& from, const Vec3& center, double radius) {
  const Vec3 offset = from - center;
  return {offset, dot(offset, offset) - radius * radius};
}

// The hit so far, where it lets geoms behind it be skipped: the distance to an sdf geom is in another unit.
double nearest_for(const Model& m, int geom, const RayHit& hit) {
  return m.geom_type[geom] == GeomType::kSdf ? -1 : hit.distance;
}

Bound geom_bound(const Model& m, const Data& d, int geom, const Vec3& from) {
  return m.geom_rbound[geom] > 0 ? bound_of(from, d.geom_xpos[geom], m.geom_rbound[geom]) : Bound{};
}

// A direction as angles, and a range of such directions.
struct Angles {
  explicit Angles(const Vec3& v)
      : azimuth(std::atan2(v.y, v.x)), elevation(std::atan2(std::sqrt(v.x * v.x + v.y * v.y), v.z)) {}
  double azimuth, elevation;
};

struct AngleRange {
  double azimuth[2] = {-pi, pi}, elevation[2] = {0, pi};

  bool contains(const Angles& a) const {
    if (a.elevation < elevation[0] || a.elevation > elevation[1]) return false;
    double off = a.azimuth - (azimuth[0] + azimuth[1]) / 2;
    off += off > pi ? -2 * pi : off < -pi ? 2 * pi : 0;
    return std::abs(off) <= (azimuth[1] - azimuth[0]) / 2;
  }
};

// Corner i (0 ... 7) of a box (centre, half sizes).
Vec3 box_corner(const Vec<6>& box, int i) {
  return {box[0] + (i & 1 ? box[3] : -box[3]), box[1] + (i & 2 ? box[4] : -box[4]),
          box[2] + (i & 4 ? box[5] : -box[5])};
}

bool is_inside(const Vec<6>& box, const Vec3& p) {
  return std::abs(p.x - box[0]) <= box[3] && std::abs(p.y - box[1]) <= box[4] && std::abs(p.z - box[2]) <= box[5];
}

// Directions in which the geom's bounding box can be seen: those of its corners, widened since its edges appear curved.
AngleRange visible_range(const Model& m, const Data& d, int geom, const Vec3& from) {
  const Vec<6>& box = m.geom_aabb[geom];
  const Vec3& pos = d.geom_xpos[geom];
  const Mat3& mat = d.geom_xmat[geom];
  if (is_inside(box, mul_transposed(mat, from - pos))) return {};
  AngleRange range{{1e10, -1e10}, {1e10, -1e10}};
  for (int i = 0; i < 8; ++i) {
    const Angles corner(mat * box_corner(box, i) + pos - from);
    range.azimuth[0] = std::min(range.azimuth[0], corner.azimuth);
    range.azimuth[1] = std::max(range.azimuth[1], corner.azimuth);
    range.elevation[0] = std::min(range.elevation[0], corner.elevation);
    range.elevation[1] = std::max(range.elevation[1], corner.elevation);
  }
  if (const double distance = norm(from - pos); distance > kMinVal) {
    const double margin = std::atan2(std::max({box[3], box[4], box[5]}), distance);
    range.azimuth[0] -= margin, range.azimuth[1] += margin;
    range.elevation[0] -= margin, range.elevation[1] += margin;
  }
  // the box may lie across the half plane where the azimuth jumps, or above or below
  if (range.azimuth[1] - range.azimuth[0] > pi || range.elevation[1] - range.elevation[0] > pi) return {};
  return range;
}

// MuJoCo: the centre of the body's box is added to that of the body as if the body were not rotated, so that a ray may
// miss a body that is rotated and has its geoms off centre.
Bound body_bound(const Model& m, const Data& d, int body, const Vec3& from) {
  const Vec<6>& box = m.bvh_aabb[m.body_bvhadr[body]];
  return bound_of(from, Vec3{box[0], box[1], box[2]} + d.xipos[body], norm({box[3], box[4], box[5]}));
}

// What rays from one point share: the geoms that can be hit, body by body.
struct GeomView {
  Bound bound;
  int geom;
  bool has_range;  // the range has been computed
  AngleRange range;
};
struct BodyView {
  Bound bound;
  bool has_boxes;           // boxes over its geoms exist; otherwise nothing is sorted out early
  std::size_t first, last;  // its geoms
};

// Writes the views, returns the number of bodies.
std::size_t look_around(const Model& m, const Data& d, const Vec3& from, const RayOptions& options,
                        std::span<BodyView> bodies, std::span<GeomView> geoms) {
  std::size_t body_count = 0, geom_count = 0;
  for (int b = 0; b < m.nbody; ++b) {
    const bool has_boxes = m.body_bvhnum[b] > 0;
    const std::size_t first = geom_count;
    for (int g = m.body_geomadr[b]; g < m.body_geomadr[b] + m.body_geomnum[b]; ++g) {
      if (!can_hit(m, g, options)) continue;
      if (has_boxes && norm(d.geom_xpos[g] - from) > options.cutoff + m.geom_rbound[g]) continue;
      geoms[geom_count++] = {geom_bound(m, d, g, from), g, false, {}};
    }
    if (geom_count == first) continue;
    bodies[body_count++] = {has_boxes ? body_bound(m, d, b, from) : Bound{}, has_boxes, first, geom_count};
  }
  return body_count;
}

RayHit shoot(const Model& m, const Data& d, const Ray& ray, std::span<const BodyView> bodies,
             std::span<GeomView> geoms) {
  RayHit hit;
  const double a = dot(ray.direction, ray.direction);
  std::optional<Angles> angles;
  for (const BodyView& body : bodies) {
    if (!body.bound.may_hit(ray.direction, a, -1)) continue;
    for (GeomView& view : geoms.subspan(body.first, body.last - body.first)) {
      if (!view.bound.may_hit(ray.direction, a, nearest_for(m, view.geom, hit))) continue;
      if (body.has_boxes) {
        if (!angles) angles.emplace(ray.direction);
        if (!view.has_range) view.range = visible_range(m, d, view.geom, ray.from);
        view.has_range = true;
        if (!view.range.contains(*angles)) continue;
      }
      offer_geom(m, d, view.geom, ray, true, hit);
    }
  }
  return hit;
}

}  // namespace

double ray(const Model& m, const Data& d, const Vec3& from, const Vec3& direction, const RayOptions& options, int* geom,
           Vec3* normal) {
  require_own(m, d);
  RayHit hit;
  if (is_finite(from) && is_finite(direction) && norm(direction) >= kMinVal) {
    const double a = dot(direction, direction);
    for (int g = 0; g < m.ngeom; ++g) {
      const double nearest = nearest_for(m, g, hit);
      if (!geom_bound(m, d, g, from).may_hit(direction, a, nearest) || !can_hit(m, g, options)) continue;
      offer_geom(m, d, g, {from, direction}, normal != nullptr, hit);
    }
  }
  if (geom) *geom = hit.geom;
  if (normal) *normal = hit.normal;
  return hit.distance;
}

RayHit cast_ray(const Model& m, const Data& d, const Vec3& from, const Vec3& direction, const RayOptions& options) {
  RayHit hit;
  hit.distance = ray(m, d, from, direction, options, &hit.geom, &hit.normal);
  return hit;
}

void rays(const Model& m, Data& d, const Vec3& from, std::span<const Vec3> directions, const RayOptions& options,
          std::span<RayHit> hits) {
  require_own(m, d);
  if (hits.size() < directions.size()) {
    throw std::invalid_argument(
        fmt::format("rays(): {} directions need as many hits, and there are {}", directions.size(), hits.size()));
  }
  Scratch::Frame frame(work(d).scratch);
  const std::span<BodyView> bodies = frame.take<BodyView>(m.nbody);
  const std::span<GeomView> geoms = frame.take<GeomView>(m.ngeom);
  const bool valid = is_finite(from);
  const std::size_t seen = valid ? look_around(m, d, from, options, bodies, geoms) : 0;
  for (std::size_t i = 0; i < std::min(directions.size(), hits.size()); ++i) {
    const Vec3& v = directions[i];
    // MuJoCo: here the square of the length is compared, so that directions shorter than 3e-8 hit nothing
    const bool usable = valid && is_finite(v) && dot(v, v) >= kMinVal;
    hits[i] = usable ? shoot(m, d, {from, v}, bodies.first(seen), geoms) : RayHit{};
  }
}

}  // namespace corten
