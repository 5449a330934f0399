// From the world to the picture: the frame and the frustum of a camera or of a light that casts shadows.
#pragma once

#include <array>

#include "corten/scene.h"

namespace corten::gl {

using Matrix = std::array<float, 16>;  // column after column, as OpenGL reads them
using Point = std::array<float, 3>;
using Four = std::array<float, 4>;

Point point_of(const FloatVec<3>& v);
float inner(const Point& a, const Point& b);
Point outer(const Point& a, const Point& b);
Point unit(const Point& a);
Point along(const Point& from, const Point& direction, float distance);

struct Plane {
  Point normal;
  float offset;  // points x on it: normal . x = offset
};

struct Lens {
  Point eye{}, right{}, up{}, forward{};
  float x0 = 0, x1 = 0, y0 = 0, y1 = 0, near = 0, far = 0;  // borders at the near plane
  bool orthographic = false;

  Matrix projection() const;                // world to clip coordinates
  Lens mirrored(const Plane& plane) const;  // what is seen in the mirror; left and right are swapped
};

Lens camera_lens(const SceneCamera& camera, float aspect);
// Spot lights see part of their cone, directional ones a box around their position.
Lens light_lens(const SceneLight& light, const Model& model);

}  // namespace corten::gl
