// Sensors of the distance between two geoms, or all geoms of two bodies: the distance itself, the direction from the
// first to the second and the segment between the nearest points. Geoms farther apart than the cutoff are not looked
// at; then the distance is the cutoff, and normal and segment are zero.
#include "collide/contacts.h"
#include "math/vec3.h"
#include "sensor/sensors.h"

namespace corten::sensors {

namespace {

struct GeomRange {
  GeomRange(const Model& m, Object kind, int id)
      : first(kind == Object::kBody ? m.body_geomadr[id] : id),
        last(first + (kind == Object::kBody ? m.body_geomnum[id] : 1)) {}
  int first, last;
};

struct Segment {
  double distance;
  Vec3 from, to;
};

Segment nearest_segment(const Model& m, Data& d, int sensor) {
  const GeomRange firsts(m, m.sensor_objtype[sensor], m.sensor_objid[sensor]);
  const GeomRange seconds(m, m.sensor_reftype[sensor], m.sensor_refid[sensor]);
  Segment nearest{m.sensor_cutoff[sensor], {}, {}};
  for (int a = firsts.first; a < firsts.last; ++a) {
    for (int b = seconds.first; b < seconds.last; ++b) {
      Segment segment{};
      segment.distance = geom_distance(m, d, a, b, m.sensor_cutoff[sensor], &segment.from, &segment.to);
      if (segment.distance < nearest.distance) nearest = segment;
    }
  }
  return nearest;
}

}  // namespace

void distance(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, nearest_segment(m, d, sensor).distance);
}

void distance_normal(const Model& m, Data& d, int sensor, std::span<double> out) {
  const Segment nearest = nearest_segment(m, d, sensor);
  Vec3 normal = nearest.to - nearest.from;
  if (normal != Vec3{}) normalize(normal);
  write(out, normal);
}

void distance_fromto(const Model& m, Data& d, int sensor, std::span<double> out) {
  const Segment nearest = nearest_segment(m, d, sensor);
  write(out, nearest.from);
  write(out.subspan(3), nearest.to);
}

}  // namespace corten::sensors
