// A box, whose mass and inertia are known, as a mesh.
#include "geometry/mesh/inertia.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace corten {
namespace {

// Box with half sizes (1, 2, 3) around (5, 0, 0).
struct BoxMesh {
  std::vector<Vec3> vertices;
  std::vector<int> faces = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                            2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  BoxMesh() {
    for (int i = 0; i < 8; ++i) vertices.push_back({i & 1 ? 6.0 : 4.0, i & 2 ? 2.0 : -2.0, i & 4 ? 3.0 : -3.0});
  }
};

TEST(MeshInertia, SolidBox) {
  const BoxMesh box;
  for (const MeshInertia mode : {MeshInertia::kConvex, MeshInertia::kExact, MeshInertia::kLegacy}) {
    const MeshMass m = mesh_mass(box.vertices, box.faces, box.faces, mode);
    EXPECT_NEAR(m.volume, 48, 1e-12);
    EXPECT_NEAR(m.center.x, 5, 1e-14);
    EXPECT_NEAR(m.inertia(0, 0), 48 * (4 + 9) / 3.0, 1e-11);
    EXPECT_NEAR(m.inertia(1, 1), 48 * (1 + 9) / 3.0, 1e-11);
    EXPECT_NEAR(m.inertia(2, 2), 48 * (1 + 4) / 3.0, 1e-11);
    EXPECT_NEAR(m.inertia(0, 1), 0, 1e-12);
  }
}

TEST(MeshInertia, ShellBox) {
  const BoxMesh box;
  const MeshMass m = mesh_mass(box.vertices, box.faces, {}, MeshInertia::kShell);
  EXPECT_NEAR(m.volume, 88, 1e-12);
  EXPECT_NEAR(m.center.x, 5, 1e-14);
  // Sides normal to x (area 24 each), y (12) and z (8).
  EXPECT_NEAR(m.inertia(0, 0), 2 * (24 * (16 + 36) / 12.0 + 12 * (4 + 36 / 12.0) + 8 * (9 + 16 / 12.0)), 1e-11);
}

TEST(MeshInertia, InwardFacesAreRefused) {
  BoxMesh box;
  for (std::size_t i = 0; i < box.faces.size(); i += 3) std::swap(box.faces[i], box.faces[i + 1]);
  EXPECT_THROW(mesh_mass(box.vertices, box.faces, {}, MeshInertia::kExact), std::runtime_error);
  EXPECT_NO_THROW(mesh_mass(box.vertices, box.faces, {}, MeshInertia::kLegacy));
}

TEST(MeshInertia, Orientation) {
  BoxMesh box;
  EXPECT_NO_THROW(check_orientation(box.vertices, box.faces));
  std::swap(box.faces[0], box.faces[1]);
  EXPECT_THROW(check_orientation(box.vertices, box.faces), std::runtime_error);
  for (Vec3& v : box.vertices) v = {1e-5 * v.x, 1e-5 * v.y, 1e-5 * v.z};
  EXPECT_NO_THROW(check_orientation(box.vertices, box.faces));  // slivers do not count
}

}  // namespace
}  // namespace corten
