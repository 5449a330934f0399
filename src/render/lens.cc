// Projections. With right-handed axes r, u, -f of a camera at e, a point x has the coordinates X = R (x - e); then
//   perspective: clip = (2 n X - (r + l) Z' ...) as a frustum,   orthographic: clip = (2 X - (r + l)) / (r - l)
#include "render/lens.h"

#include <algorithm>
#include <cmath>

namespace corten::gl {

Point point_of(const FloatVec<3>& v) { return {v[0], v[1], v[2]}; }
float inner(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point outer(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Point along(const Point& from, const Point& direction, float distance) {
  return {from[0] + distance * direction[0], from[1] + distance * direction[1], from[2] + distance * direction[2]};
}
Point unit(const Point& a) {
  const float length = std::sqrt(inner(a, a));
  return length > 0 ? Point{a[0] / length, a[1] / length, a[2] / length} : Point{1, 0, 0};
}

namespace {

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t k = 0; k < 4; ++k) c[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return c;
}

Matrix view_matrix(const Lens& l) {
  const Point& f = l.forward;
  return {l.right[0],
          l.up[0],
          -f[0],
          0,
          l.right[1],
          l.up[1],
          -f[1],
          0,
          l.right[2],
          l.up[2],
          -f[2],
          0,
          -inner(l.right, l.eye),
          -inner(l.up, l.eye),
          inner(f, l.eye),
          1};
}

}  // namespace

Matrix Lens::projection() const {
  const float w = x1 - x0, h = y1 - y0, d = far - near;
  const Matrix frustum =
      orthographic
          ? Matrix{2 / w, 0, 0, 0, 0, 2 / h, 0, 0, 0, 0, -2 / d, 0, -(x1 + x0) / w, -(y1 + y0) / h, -(far + near) / d,
                   1}
          : Matrix{2 * near / w,
                   0,
                   0,
                   0,
                   0,
                   2 * near / h,
                   0,
                   0,
                   (x1 + x0) / w,
                   (y1 + y0) / h,
                   -(far + near) / d,
                   -1,
                   0,
                   0,
                   -2 * far * near / d,
                   0};
  return product(frustum, view_matrix(*this));
}

Lens Lens::mirrored(const Plane& plane) const {
  Lens other = *this;
  const auto turn = [&](const Point& v) { return along(v, plane.normal, -2 * inner(v, plane.normal)); };
  other.eye = along(eye, plane.normal, -2 * (inner(eye, plane.normal) - plane.offset));
  other.right = turn(right), other.up = turn(up), other.forward = turn(forward);
  return other;
}

Lens camera_lens(const SceneCamera& camera, float aspect) {
  Lens lens;
  lens.eye = point_of(camera.pos), lens.forward = unit(point_of(camera.forward));
  lens.right = unit(outer(lens.forward, point_of(camera.up)));
  lens.up = outer(lens.right, lens.forward);
  const float half =
      camera.frustum_width > 0 ? camera.frustum_width : aspect * (camera.frustum_top - camera.frustum_bottom) / 2;
  lens.x0 = camera.frustum_center - half, lens.x1 = camera.frustum_center + half;
  lens.y0 = camera.frustum_bottom, lens.y1 = camera.frustum_top;
  lens.near = camera.frustum_near, lens.far = camera.frustum_far;
  lens.orthographic = camera.orthographic;
  return lens;
}

Lens light_lens(const SceneLight& light, const Model& model) {
  Lens lens;
  const auto extent = static_cast<float>(model.stat.extent);
  lens.eye = point_of(light.pos), lens.forward = unit(point_of(light.dir));
  lens.right = unit(outer(lens.forward, std::abs(lens.forward[2]) < 0.9f ? Point{0, 0, 1} : Point{1, 0, 0}));
  lens.up = outer(lens.right, lens.forward);
  lens.near = model.vis.map.znear * extent, lens.far = model.vis.map.zfar * extent;
  if (light.type == LightType::kDirectional) {
    lens.orthographic = true;
    lens.x1 = lens.y1 = model.vis.map.shadowclip * extent;
    lens.near = -lens.far;
  } else {
    const float angle = std::min(80.f, light.cutoff * model.vis.map.shadowscale) * 3.14159265f / 180;
    lens.x1 = lens.y1 = lens.near * std::tan(angle);
  }
  lens.x0 = -lens.x1, lens.y0 = -lens.y1;
  return lens;
}

}  // namespace corten::gl
