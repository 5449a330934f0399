// Where pictures are taken from. A free camera looks at a point from a distance d, azimuth a and elevation e:
//   forward = (cos e cos a, cos e sin a, sin e),   pos = lookat - d forward
// The frustum of a model's camera at the near plane n: half height n tan(fovy / 2), or from its sensor (w, h), focal
// lengths f and principal point p: center n p_x / f_x, half width n w / (2 f_x), from n (-h / 2 - p_y) / f_y to
// n (h / 2 - p_y) / f_y. Orthographic ones: fovy is the height.
#include <cmath>
#include <stdexcept>
#include <string>

#include "corten/math.h"
#include "corten/scene.h"

namespace corten {

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

void set(FloatVec<3>& out, const Vec3& v) {
  for (int k = 0; k < 3; ++k) out[k] = static_cast<float>(v[k]);
}

void set_height(SceneCamera& c, double fovy) {
  const double half = c.orthographic ? fovy / 2 : c.frustum_near * std::tan(fovy * kDegree / 2);
  c.frustum_top = static_cast<float>(half), c.frustum_bottom = -c.frustum_top;
}

void require(int index, int count, const char* what) {
  if (index >= 0 && index < count) return;
  throw std::out_of_range(std::string(what) + " " + std::to_string(index) + " does not exist, the model has " +
                          std::to_string(count));
}

void look_through(const Model& m, const Data& d, int cam, SceneCamera& c) {
  const Mat3& mat = d.cam_xmat[cam];
  set(c.pos, d.cam_xpos[cam]);
  set(c.forward, {-mat(0, 2), -mat(1, 2), -mat(2, 2)});
  set(c.up, {mat(0, 1), mat(1, 1), mat(2, 1)});
  c.orthographic = m.cam_projection[cam] == Projection::kOrthographic;
  const FloatVec<2>& sensor = m.cam_sensorsize[cam];
  if (c.orthographic || !(sensor[0] > 0 && sensor[1] > 0)) return set_height(c, m.cam_fovy[cam]);
  const FloatVec<4>& lens = m.cam_intrinsic[cam];
  const float x = c.frustum_near / lens[0], y = c.frustum_near / lens[1];
  c.frustum_center = x * lens[2], c.frustum_width = x * sensor[0] / 2;
  c.frustum_bottom = y * (-sensor[1] / 2 - lens[3]), c.frustum_top = y * (sensor[1] / 2 - lens[3]);
}

void look_at(const Model& m, const ViewCamera& view, const Vec3& lookat, SceneCamera& c) {
  const double a = view.azimuth * kDegree, e = view.elevation * kDegree;
  const Vec3 forward{std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)};
  set(c.pos, lookat - forward * view.distance);
  set(c.forward, forward);
  set(c.up, {-std::sin(e) * std::cos(a), -std::sin(e) * std::sin(a), std::cos(e)});
  c.orthographic = m.vis.global.orthographic != 0;
  set_height(c, m.vis.global.fovy);
}

}  // namespace

ViewCamera default_free_camera(const Model& m) {
  ViewCamera camera;
  camera.lookat = m.stat.center;
  camera.distance = 1.5 * m.stat.extent;
  camera.azimuth = m.vis.global.azimuth, camera.elevation = m.vis.global.elevation;
  return camera;
}

SceneCamera scene_camera(const Model& m, const Data& d, const ViewCamera& view) {
  SceneCamera c;
  c.frustum_near = static_cast<float>(m.vis.map.znear * m.stat.extent);
  c.frustum_far = static_cast<float>(m.vis.map.zfar * m.stat.extent);
  if (view.type == ViewCamera::kFixed) {
    require(view.fixedcamid, m.ncam, "camera");
    look_through(m, d, view.fixedcamid, c);
  } else if (view.type == ViewCamera::kTracking) {
    require(view.trackbodyid, m.nbody, "body");
    look_at(m, view, d.subtree_com[view.trackbodyid], c);
  } else {
    look_at(m, view, view.lookat, c);
  }
  return c;
}

}  // namespace corten
