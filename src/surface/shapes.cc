// Shapes of size one. A sphere: rings at the angles pi s / stacks from the bottom, corners at 2 pi i / slices.
#include <algorithm>
#include <cmath>

#include "surface/surface.h"

namespace corten {

namespace {

constexpr double kPi = 3.14159265358979323846;

// A surface that a curve (radius, height) with normals sweeps around the z axis.
struct CurvePoint {
  double radius, z, normal_radius, normal_z, lift;
};

void sweep(const std::vector<CurvePoint>& curve, int slices, SurfaceMesh& out) {
  const auto base = static_cast<std::uint32_t>(out.vertices.size());
  for (const CurvePoint& p : curve) {
    for (int i = 0; i <= slices; ++i) {
      const double angle = 2 * kPi * i / slices, c = std::cos(angle), s = std::sin(angle);
      SurfaceVertex v;
      v.pos[0] = static_cast<float>(p.radius * c), v.pos[1] = static_cast<float>(p.radius * s);
      v.pos[2] = static_cast<float>(p.z);
      v.normal[0] = static_cast<float>(p.normal_radius * c), v.normal[1] = static_cast<float>(p.normal_radius * s);
      v.normal[2] = static_cast<float>(p.normal_z);
      v.uv[0] = static_cast<float>(i) / static_cast<float>(slices);
      v.uv[1] = static_cast<float>(std::acos(std::clamp(p.normal_z, -1.0, 1.0)) / kPi);
      v.lift = static_cast<float>(p.lift);
      out.vertices.push_back(v);
    }
  }
  const auto ring = static_cast<std::uint32_t>(slices + 1);
  for (std::uint32_t j = 0; j + 1 < curve.size(); ++j) {
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(slices); ++i) {
      const std::uint32_t a = base + j * ring + i, b = a + 1, c = a + ring, d = c + 1;
      if (curve[j].radius > 0) out.indices.insert(out.indices.end(), {a, b, d});
      if (curve[j + 1].radius > 0) out.indices.insert(out.indices.end(), {a, d, c});
    }
  }
}

CurvePoint on_sphere(double angle, double lift) {
  const bool pole = angle <= -kPi / 2 + 1e-9 || angle >= kPi / 2 - 1e-9;
  const double r = pole ? 0 : std::cos(angle), z = std::sin(angle);
  return {r, z, r, z, lift};
}

}  // namespace

SurfaceMesh unit_sphere(int slices, int stacks) {
  std::vector<CurvePoint> curve;
  for (int s = 0; s <= stacks; ++s) curve.push_back(on_sphere(kPi * (static_cast<double>(s) / stacks - 0.5), 0));
  SurfaceMesh out;
  sweep(curve, slices, out);
  return out;
}

SurfaceMesh unit_capsule(int slices, int stacks) {
  std::vector<CurvePoint> curve;
  const int half = std::max(1, stacks / 2);
  for (int s = 0; s <= half; ++s) curve.push_back(on_sphere(kPi / 2 * (static_cast<double>(s) / half - 1), -1));
  for (int s = 0; s <= half; ++s) curve.push_back(on_sphere(kPi / 2 * (static_cast<double>(s) / half), 1));
  SurfaceMesh out;
  sweep(curve, slices, out);
  return out;
}

SurfaceMesh unit_cylinder(int slices) {
  SurfaceMesh out;
  sweep({{0, -1, 0, -1, 0}, {1, -1, 0, -1, 0}}, slices, out);
  sweep({{1, -1, 1, 0, 0}, {1, 1, 1, 0, 0}}, slices, out);
  sweep({{1, 1, 0, 1, 0}, {0, 1, 0, 1, 0}}, slices, out);
  return out;
}

SurfaceMesh unit_cone(int slices) {
  SurfaceMesh out;
  const double n = std::sqrt(0.5);
  sweep({{0, 0, 0, -1, 0}, {1, 0, 0, -1, 0}}, slices, out);
  sweep({{1, 0, n, n, 0}, {0, 1, n, n, 0}}, slices, out);
  return out;
}

SurfaceMesh unit_square(int quads) {
  SurfaceMesh out;
  const auto side = static_cast<std::uint32_t>(quads + 1);
  for (int y = 0; y <= quads; ++y) {
    for (int x = 0; x <= quads; ++x) {
      SurfaceVertex v;
      v.pos[0] = 2.f * static_cast<float>(x) / static_cast<float>(quads) - 1;
      v.pos[1] = 2.f * static_cast<float>(y) / static_cast<float>(quads) - 1;
      v.normal[2] = 1;
      out.vertices.push_back(v);
    }
  }
  for (std::uint32_t y = 0; y + 1 < side; ++y) {
    for (std::uint32_t x = 0; x + 1 < side; ++x) {
      const std::uint32_t a = y * side + x, c = a + side;
      out.indices.insert(out.indices.end(), {a, a + 1, c + 1, a, c + 1, c});
    }
  }
  return out;
}

SurfaceMesh unit_box() {
  SurfaceMesh out;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float sign : {-1.f, 1.f}) {
      const auto base = static_cast<std::uint32_t>(out.vertices.size());
      for (int corner = 0; corner < 4; ++corner) {
        SurfaceVertex v;
        const float a = corner == 1 || corner == 2 ? 1.f : -1.f, b = corner >= 2 ? 1.f : -1.f;
        v.pos[axis] = sign;
        v.pos[(axis + 1) % 3] = sign * a;
        v.pos[(axis + 2) % 3] = b;
        v.normal[axis] = sign;
        out.vertices.push_back(v);
      }
      out.indices.insert(out.indices.end(), {base, base + 1, base + 2, base, base + 2, base + 3});
    }
  }
  return out;
}

}  // namespace corten
