// Shapes between two points: the paths of tendons, slider-cranks, rays of range finders.
#include <algorithm>
#include <cmath>

#include "render/scene_parts.h"

namespace corten {

namespace {

bool in_group(const GroupFlags& groups, int group) {
  return groups[static_cast<std::size_t>(std::clamp(group, 0, 5))] != 0;
}

// Point j of the path of a tendon, and what it lies on: a geom, -1: a site, -2: a pulley.
Vec3 path_point(const Data& d, int j) {
  const Vec<6>& pair = d.wrap_xpos[j / 2];
  return {pair[3 * (j % 2)], pair[3 * (j % 2) + 1], pair[3 * (j % 2) + 2]};
}
int path_object(const Data& d, int j) { return d.wrap_obj[j / 2][j % 2]; }

void add_tendon(SceneBuilder& b, int tendon) {
  const Model& m = b.model;
  const Data& d = b.data;
  const int first = d.ten_wrapadr[tendon];
  for (int j = first; j + 1 < first + d.ten_wrapnum[tendon]; ++j) {
    const int from = path_object(d, j), to = path_object(d, j + 1);
    if (from == -2 || to == -2) continue;
    SceneGeom g = b.shape(static_cast<int>(GeomType::kCapsule), Object::kTendon, tendon, kSceneDynamic);
    const double width = m.tendon_width[tendon] * (from >= 0 && to >= 0 ? 0.5 : 1);  // thinner where it wraps
    b.connect(g, width, path_point(d, j), path_point(d, j + 1));
    b.paint(g, m.tendon_matid[tendon], m.tendon_rgba[tendon]);
    b.add(g);
  }
}

// A rod of length l joins a point of the slider's axis z, x_s + a z, to the crank's site x_c: |x_c - x_s - a z| = l.
void add_slider_crank(SceneBuilder& b, int actuator) {
  const Model& m = b.model;
  const int crank = m.actuator_trnid[actuator][0], slider = m.actuator_trnid[actuator][1];
  const Vec3 from = b.data.site_xpos[slider], to = b.data.site_xpos[crank];
  const Mat3& frame = b.data.site_xmat[slider];
  const Vec3 axis{frame(0, 2), frame(1, 2), frame(2, 2)};
  const double along = dot(to - from, axis), rod = m.actuator_cranklength[actuator];
  const double square = along * along + rod * rod - dot(to - from, to - from);
  const Vec3 end = from + axis * (along - std::sqrt(std::max(0.0, square)));
  const double width = m.vis.scale.slidercrank * m.stat.meansize;
  SceneGeom g = b.shape(static_cast<int>(GeomType::kCylinder), Object::kActuator, actuator, kSceneDynamic);
  b.connect(g, width, from, end);
  b.paint(g, -1, m.vis.rgba.slidercrank);
  b.add(g);
  g.type = static_cast<int>(GeomType::kCapsule);
  b.connect(g, width / 2, end, to);
  b.paint(g, -1, square < 0 ? m.vis.rgba.crankbroken : m.vis.rgba.slidercrank);
  b.add(g);
}

}  // namespace

Mat3 frame_along(const Vec3& axis) {
  const Vec3 z = normalized(axis);
  const Vec3 aside = std::abs(z.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 y = normalized(cross(z, aside)), x = cross(y, z);
  return {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

void add_tendons(SceneBuilder& b) {
  for (int t = 0; t < b.model.ntendon && b.option.tendons; ++t) {
    if (in_group(b.option.tendongroup, b.model.tendon_group[t])) add_tendon(b, t);
  }
}

void add_slider_cranks(SceneBuilder& b) {
  for (int i = 0; i < b.model.nactuator; ++i) {
    if (b.model.actuator_trntype[i] != TransmissionType::kSliderCrank) continue;
    if (in_group(b.option.actuatorgroup, b.model.actuator_group[i])) add_slider_crank(b, i);
  }
}

void add_rangefinders(SceneBuilder& b) {
  const Model& m = b.model;
  for (int i = 0; i < m.nsensor && b.option.rangefinders; ++i) {
    if (m.sensor_type[i] != SensorType::kRangefinder || m.sensor_objtype[i] != Object::kSite) continue;
    const double distance = b.data.sensordata[m.sensor_adr[i]];
    if (!(distance > 0)) continue;
    const Mat3& frame = b.data.site_xmat[m.sensor_objid[i]];
    const Vec3 from = b.data.site_xpos[m.sensor_objid[i]];
    SceneGeom g = b.shape(kShapeLine, Object::kSensor, i, kSceneDecor);
    b.connect(g, 3, from, from + Vec3{frame(0, 2), frame(1, 2), frame(2, 2)} * distance);
    b.paint(g, -1, m.vis.rgba.rangefinder);
    b.add(g);
  }
}

}  // namespace corten
