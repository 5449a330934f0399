// Signed distance shapes and their meshes.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include "geometry/mesh/inertia.h"
#include "geometry/sdf/shapes.h"
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

Vec3 turned(const Vec3& p, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

// A sphere of radius 1 up to z = 0.6, where its rim has the radius 0.8; half as thick as 0.1.
TEST(SdfShapes, BowlIsASphereUpToItsRim) {
  const auto bowl = make("mujoco.sdf.bowl", {{"height", "0.6"}, {"radius", "1"}, {"thickness", "0.05"}});
  EXPECT_NEAR(bowl->distance({0, 0, -1}), -0.05, 1e-15);
  EXPECT_NEAR(bowl->distance({0.48, 0.64, 0}), 0.2 - 0.05, 1e-15);
  EXPECT_NEAR(bowl->distance({0, 0.8 - 0.03, 0.6 + 0.04}), 0.05 - 0.05, 1e-15);
  EXPECT_NEAR(bowl->distance({0, 0, 0.6}), 0.8 - 0.05, 1e-15);
}

// Twelve turns per unit of length.
TEST(SdfShapes, ThreadIsKeptByScrewMotions) {
  for (const char* name : {"bolt", "nut"}) {
    const auto shape = make("mujoco.sdf." + std::string(name), {});
    const double z = *name == 'b' ? -0.7 : -0.25;
    for (const double r : {0.262, 0.28, 0.3}) {
      const double here = shape->distance({r, 0, z});
      for (const double angle : {0.3, 1.0, -2.5}) {
        Vec3 moved = turned({r, 0, z}, angle);
        EXPECT_NEAR(shape->distance(moved), shape->distance({r, 0, z - angle / (2 * pi * 12)}), 1e-14) << name;
        moved.z += angle / (2 * pi * 12);
        EXPECT_NEAR(shape->distance(moved), here, 1e-14) << name;
      }
    }
  }
}

TEST(SdfShapes, HeadHasSixSides) {
  const auto bolt = make("mujoco.sdf.bolt", {});
  for (int k = 0; k < 6; ++k) {
    EXPECT_NEAR(bolt->distance(turned({0.7, 0.1, -0.3}, k * pi / 3)), 0.2, 1e-15) << k;
    EXPECT_NEAR(bolt->distance(turned({0.6 / std::cos(pi / 6), 0, -0.3}, (k + 0.5) * pi / 3)), 0.1, 1e-15) << k;
  }
}

// The end of a string that is unwound from the base circle, and beyond; the foot of the first tooth is at azimuth 0.
TEST(SdfShapes, FlanksOfAGearAreInvolutes) {
  const int teeth = 20;
  const auto gear = make("mujoco.sdf.gear", {{"teeth", "20"}, {"diameter", "2"}, {"alpha", "0.04"}});
  const double base = std::cos(3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551);
  const double half_foot = pi / 2 / teeth + std::tan(std::acos(base)) - std::acos(base);
  for (const double unwound : {0.36, 0.4, 0.44}) {  // near the pitch circle, away from the fillets
    for (const double beyond : {0.0, 0.003, -0.003}) {
      const Vec3 at = turned({base, -base * unwound - beyond, 0.01}, unwound - 0.04);
      EXPECT_NEAR(gear->distance(at), beyond, 1e-14) << unwound;
      EXPECT_NEAR(gear->distance(turned(at, 2 * pi / teeth * 7)), beyond, 1e-14) << unwound;
      const Vec3 other_flank = turned({at.x, -at.y, at.z}, 2 * (half_foot - 0.04));
      EXPECT_NEAR(gear->distance(other_flank), beyond, 1e-14) << unwound;
    }
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
