// A camera looks along its -z axis, its y axis is up. A pixel off the centre by (x, y), counted rightward and downward,
//   perspective    looks along (x / fx, -y / fy, -1)
//   orthographic   looks along -z from the point (x / fx, -y / fy, 0) * half_extent
#include <cmath>
#include <numbers>

#include "math/vec3.h"
#include "sensor/sensors.h"

namespace corten {

namespace {

bool has_sensor_size(const Model& m, int camera) {
  return m.cam_sensorsize[camera][0] != 0 && m.cam_sensorsize[camera][1] != 0;
}

// A length on the camera's sensor in pixels. MuJoCo: computed in single precision.
double to_pixels(float length, float size, int pixels) { return length / size * static_cast<float>(pixels); }

}  // namespace

FocalLengths focal_lengths(const Model& m, int camera) {
  const IntVec<2>& pixels = m.cam_resolution[camera];
  if (has_sensor_size(m, camera)) {
    const FloatVec<2>& size = m.cam_sensorsize[camera];
    const FloatVec<4>& intrinsic = m.cam_intrinsic[camera];
    return {to_pixels(intrinsic[0], size[0], pixels[0]), to_pixels(intrinsic[1], size[1], pixels[1])};
  }
  const double f = 0.5 / std::tan(m.cam_fovy[camera] * std::numbers::pi / 360) * pixels[1];
  return {f, f};
}

PixelRays::PixelRays(const Model& m, const Data& d, int camera)
    : pos_(d.cam_xpos[camera]),
      mat_(d.cam_xmat[camera]),
      perspective_(m.cam_projection[camera] == Projection::kPerspective),
      half_extent_(m.cam_fovy[camera] / 2) {
  const IntVec<2>& pixels = m.cam_resolution[camera];
  cx_ = pixels[0] / 2.0;
  cy_ = pixels[1] / 2.0;
  if (!perspective_) {
    fx_ = cx_;
    fy_ = cy_;
    return;
  }
  const FocalLengths focal = focal_lengths(m, camera);
  fx_ = focal.x;
  fy_ = focal.y;
  if (has_sensor_size(m, camera)) {
    cx_ = to_pixels(m.cam_intrinsic[camera][2], m.cam_sensorsize[camera][0], pixels[0]);
    cy_ = to_pixels(m.cam_intrinsic[camera][3], m.cam_sensorsize[camera][1], pixels[1]);
  }
}

Vec3 PixelRays::origin(int row, int col) const {
  if (perspective_) return pos_;
  const Vec3 offset{(col + 0.5 - cx_) / fx_ * half_extent_, -(row + 0.5 - cy_) / fy_ * half_extent_, 0};
  return pos_ + mat_ * offset;
}

Vec3 PixelRays::direction(int row, int col) const {
  if (!perspective_) return -corten::col(mat_, 2);
  Vec3 v = mat_ * Vec3{(col + 0.5 - cx_) / fx_, -(row + 0.5 - cy_) / fy_, -1};
  normalize(v);
  return v;
}

}  // namespace corten
