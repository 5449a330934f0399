// Signed distance shapes and their meshes.
#include "geometry/sdf_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include "geometry/mesh_inertia.h"
#include "geometry/sdf_registry.h"
#include "math/vec3.h"

namespace corten {
namespace {

using std::numbers::pi;

std::shared_ptr<const SdfShape> make(const std::string& name, std::vector<std::pair<std::string, std::string>> config) {
  return find_sdf(name)->make_sdf(SdfConfig(std::move(config)));
}

class Ball : public SdfShape {
 public:
  explicit Ball(const Vec3& center) : center_(center) {}
  double distance(const Vec3& p) const override { return norm(p - center_) - 0.5; }
  Bounds bounds() const override { return {center_, {0.6, 0.6, 0.6}}; }

 private:
  Vec3 center_;
};

MeshMass mass_of(const TriangleMesh& mesh) {
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < mesh.vertices.size(); i += 3) {
    vertices.push_back({mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2]});
  }
  return mesh_mass(vertices, mesh.faces, {}, MeshInertia::kExact);
}

TEST(SdfMesh, BallIsClosedAndHasItsVolume) {
  const TriangleMesh mesh = make_sdf_mesh(Ball({1, 2, 3}));
  std::map<std::pair<int, int>, int> edges;  // every edge runs once in each direction
  for (std::size_t i = 0; i < mesh.faces.size(); i += 3) {
    for (int k = 0; k < 3; ++k) ++edges[{mesh.faces[i + k], mesh.faces[i + (k + 1) % 3]}];
  }
  for (const auto& [edge, count] : edges) {
    ASSERT_EQ(count, 1);
    ASSERT_EQ(edges.count({edge.second, edge.first}), 1u);
  }
  const MeshMass mass = mass_of(mesh);
  EXPECT_NEAR(mass.volume, pi / 6, 2e-4);
  EXPECT_LT(norm(mass.center - Vec3{1, 2, 3}), 1e-5);
}

TEST(SdfMesh, TorusVolume) {
  const auto torus = make("mujoco.sdf.torus", {{"radius1", "0.4"}, {"radius2", " 0.1 "}});
  EXPECT_NEAR(mass_of(make_sdf_mesh(*torus)).volume, 2 * pi * pi * 0.4 * 0.01, 1e-4);
}

TEST(SdfMesh, UnusableBounds) {
  struct Flat : Ball {
    explicit Flat(double z) : Ball({}), z_(z) {}
    Bounds bounds() const override { return {{}, {0.6, 0.6, z_}}; }
    double z_;
  };
  for (const double z : {0.0, -1.0, 1e-4, std::nan(""), HUGE_VAL}) {
    EXPECT_THROW(make_sdf_mesh(Flat(z)), std::runtime_error) << z;
  }
  struct Nowhere : Ball {
    Nowhere() : Ball({}) {}
    double distance(const Vec3&) const override { return std::nan(""); }
  };
  EXPECT_THROW(make_sdf_mesh(Nowhere()), std::runtime_error);
}

TEST(SdfShapes, TorusDistanceAndGradient) {
  const auto torus = make("mujoco.sdf.torus", {});
  EXPECT_NEAR(torus->distance({0.35, 0, 0}), -0.15, 1e-15);
  EXPECT_NEAR(torus->distance({0, 0.35, 0.2}), 0.05, 1e-15);
  const Vec3 p{0.3, -0.2, 0.1}, formula = torus->gradient(p), difference = torus->SdfShape::gradient(p);
  EXPECT_LT(norm(formula - difference), 1e-9);
  EXPECT_NEAR(norm(formula), 1, 1e-12);
}

TEST(SdfShapes, AllHaveAMesh) {
  for (const char* name : {"torus", "bowl", "bolt", "nut", "gear"}) {
    const auto shape = make("mujoco.sdf." + std::string(name), {});
    EXPECT_GT(mass_of(make_sdf_mesh(*shape)).volume, 0) << name;
  }
}

TEST(SdfConfig, Numbers) {
  const SdfConfig config({{"a", " 1.5 "}, {"b", ""}, {"c", "1x"}, {"d", "inf"}, {"e", "1e999"}});
  EXPECT_EQ(config.number("a", 2), 1.5);
  EXPECT_EQ(config.number("b", 2), 2);
  EXPECT_EQ(config.number("none", 2), 2);
  EXPECT_EQ(config.text("c"), "1x");
  for (const char* key : {"c", "d", "e"}) EXPECT_THROW(config.number(key, 2), std::runtime_error) << key;
}

TEST(SdfRegistry, UnknownNamesAreNotFound) { EXPECT_FALSE(find_sdf("mujoco.sdf.none")); }

}  // namespace
}  // namespace corten
