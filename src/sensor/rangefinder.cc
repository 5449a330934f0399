// Rangefinder. A site shoots one ray along its z axis, a camera one through each of its pixels, row by row. Geoms of
// the body that carries the sensor are not seen. For each ray the sensor reports the items that its first integer
// parameter asks for, one bit each:
//   dist     distance, -1: nothing is hit
//   dir      direction, zero if nothing is hit
//   origin   where the ray starts
//   point    what is hit, zero if nothing is
//   normal   of the surface, zero if nothing is hit
//   depth    distance along the axis of the camera (site: of the ray), -1: nothing is hit
#include "corten/query.h"
#include "math/vec3.h"
#include "model/workspace.h"
#include "sensor/sensors.h"

namespace corten::sensors {

namespace {

enum class RayItem : int {
  kDist = 1 << 0,
  kDir = 1 << 1,
  kOrigin = 1 << 2,
  kPoint = 1 << 3,
  kNormal = 1 << 4,
  kDepth = 1 << 5
};

// Writes the items of one ray after another.
class Report {
 public:
  Report(int items, std::span<double> out) : items_(items), out_(out) {}

  bool wants(RayItem item) const { return items_ & static_cast<int>(item); }

  void add(const RayHit& hit, const Vec3& origin, const Vec3& direction, double depth) {
    using enum RayItem;
    const bool found = hit.distance >= 0;
    if (wants(kDist)) put(hit.distance);
    if (wants(kDir)) put(found ? direction : Vec3{});
    if (wants(kOrigin)) put(origin);
    if (wants(kPoint)) put(found ? origin + direction * hit.distance : Vec3{});
    if (wants(kNormal)) put(found ? hit.normal : Vec3{});
    if (wants(kDepth)) put(found ? depth : -1);
  }

 private:
  void put(double value) {
    out_[0] = value;
    out_ = out_.subspan(1);
  }
  void put(const Vec3& value) {
    write(out_, value);
    out_ = out_.subspan(3);
  }

  int items_;
  std::span<double> out_;
};

RayHit shoot(const Model& m, const Data& d, const Vec3& from, const Vec3& direction, int body, const Report& report) {
  RayHit hit;
  RayOptions options;
  options.bodyexclude = body;
  hit.distance = ray(m, d, from, direction, options, nullptr, report.wants(RayItem::kNormal) ? &hit.normal : nullptr);
  return hit;
}

// Depth of what a ray from `origin` hits, seen from a camera.
double camera_depth(const Data& d, int camera, const Vec3& origin, const Vec3& direction, double distance) {
  return -dot(origin + direction * distance - d.cam_xpos[camera], col(d.cam_xmat[camera], 2));
}

void orthographic_image(const Model& m, const Data& d, int camera, Report& report) {
  const PixelRays pixels(m, d, camera);
  for (int row = 0; row < m.cam_resolution[camera][1]; ++row) {
    for (int column = 0; column < m.cam_resolution[camera][0]; ++column) {
      const Vec3 origin = pixels.origin(row, column), direction = pixels.direction(row, column);
      const RayHit hit = shoot(m, d, origin, direction, m.cam_bodyid[camera], report);
      report.add(hit, origin, direction, camera_depth(d, camera, origin, direction, hit.distance));
    }
  }
}

void perspective_image(const Model& m, Data& d, int camera, Report& report) {
  const PixelRays pixels(m, d, camera);
  const int rows = m.cam_resolution[camera][1], columns = m.cam_resolution[camera][0];
  Scratch::Frame frame(work(d).scratch);
  const std::span<Vec3> directions = frame.take<Vec3>(rows * columns);
  const std::span<RayHit> hits = frame.take<RayHit>(rows * columns);
  for (int i = 0; i < rows * columns; ++i) {
    directions[static_cast<std::size_t>(i)] = pixels.direction(i / columns, i % columns);
  }
  RayOptions options;
  options.bodyexclude = m.cam_bodyid[camera];
  const Vec3 origin = d.cam_xpos[camera];
  rays(m, d, origin, directions, options, hits);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    report.add(hits[i], origin, directions[i], camera_depth(d, camera, origin, directions[i], hits[i].distance));
  }
}

}  // namespace

void rangefinder(const Model& m, Data& d, int sensor, std::span<double> out) {
  Report report(m.sensor_intprm[sensor][0], out);
  const int id = m.sensor_objid[sensor];
  if (m.sensor_objtype[sensor] == Object::kSite) {
    const Vec3 direction = col(d.site_xmat[id], 2);
    const RayHit hit = shoot(m, d, d.site_xpos[id], direction, m.site_bodyid[id], report);
    report.add(hit, d.site_xpos[id], direction, hit.distance);
  } else if (m.cam_projection[id] == Projection::kPerspective) {
    perspective_image(m, d, id, report);
  } else {
    orthographic_image(m, d, id, report);
  }
}

}  // namespace corten::sensors
