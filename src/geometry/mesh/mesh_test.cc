// Numbers are MuJoCo's of
//   <mesh vertex="0 0 0 1 0 0 0 2 0 0 0 3" face="0 2 1 0 1 3 0 3 2 1 2 3" refpos=".1 .2 .3" refquat="1 2 3 4"/>
// with the scale and inertia of the test, used by a colliding geom of density 500.
#include "geometry/mesh/mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace corten {
namespace {

TriangleMesh tetrahedron() {
  TriangleMesh mesh;
  mesh.vertices = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};
  mesh.faces = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  return mesh;
}

MeshOptions options(MeshInertia inertia, const Vec3& scale = {1, 1, 1}) {
  MeshOptions o;
  o.refpos = {0.1, 0.2, 0.3};
  o.refquat = {1, 2, 3, 4};
  o.scale = scale;
  o.inertia = inertia;
  o.needs_hull = true;
  return o;
}

std::string error_of(const TriangleMesh& mesh, const MeshOptions& o = {}) {
  try {
    process_mesh(mesh, o);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "component " << i;
}
void expect_near(const Quat& a, const Quat& b, double tolerance) {
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "component " << i;
}

struct Expected {
  Vec3 pos;
  Quat quat;
  float vertex1[3];
  double mass;
  Vec3 inertia;
  Aabb aabb;
  double rbound;
};

void expect_mesh(const ProcessedMesh& mesh, const Expected& expected) {
  expect_near(mesh.pos, expected.pos, 1e-15);
  expect_near(mesh.quat, expected.quat, 1e-14);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(mesh.vertices[3 + i], expected.vertex1[i]) << "component " << i;
  const MassInertia m = mesh_mass_inertia(mesh, 500, {});
  EXPECT_NEAR(m.mass, expected.mass, 1e-13 * expected.mass);
  expect_near(m.inertia, expected.inertia, 1e-12 * expected.inertia.x);
  expect_near(mesh_aabb(mesh.bounds).center, expected.aabb.center, 1e-14);
  expect_near(mesh_aabb(mesh.bounds).half, expected.aabb.half, 1e-14);
  EXPECT_NEAR(mesh_rbound(mesh.bounds), expected.rbound, 1e-14);
}

const Expected kSolid = {{0.25, 0.34, 0.36999999999999994},
                         {0.4648125971203013, 0.31290864468307245, -0.573031844751196, 0.5980567987590538},
                         {0.42337465286254883f, 0.9062752723693848f, 0.6118979454040527f},
                         499.9999999999999,
                         {251.2338275126747, 194.3074073722208, 79.45876511510404},
                         {{-0.04636635266130129, -0.16219667632676604, -0.5701110444359775},
                          {0.4697409942666956, 1.0684719264659326, 1.7346542443474697}},
                         2.6632414535362416};

TEST(Mesh, SolidInertia) {
  expect_mesh(process_mesh(tetrahedron(), options(MeshInertia::kLegacy)), kSolid);
  expect_mesh(process_mesh(tetrahedron(), options(MeshInertia::kExact)), kSolid);
  expect_mesh(process_mesh(tetrahedron(), options(MeshInertia::kConvex)), kSolid);
}

TEST(Mesh, ShellInertia) {
  expect_mesh(process_mesh(tetrahedron(), options(MeshInertia::kShell)),
              {{0.3518518518518518, 0.4474074074074075, 0.40518518518518515},
               {0.4635530050726574, 0.321253916339123, -0.5620033292177217, 0.605034536760576},
               {0.39727330207824707f, 1.0283902883529663f, 0.6987782716751099f},
               4499.999999999999,
               {3665.4647706375213, 2854.6692311094157, 1146.532664919724},
               {{-0.07091026249809096, -0.03288364395875876, -0.4348864872470929},
                {0.4681835635953776, 1.0612739242252784, 1.7485275211908804}},
               2.5010197259497335});
}

TEST(Mesh, MirroringTurnsFacesOver) {
  const ProcessedMesh mesh = process_mesh(tetrahedron(), options(MeshInertia::kExact, {0.1, -0.2, 0.3}));
  expect_mesh(mesh, {{0.025, -0.06800000000000003, 0.11099999999999999},
                     {0.588492465854739, 0.7800184174737741, 0.18155380586075456, -0.11084268857887927},
                     {-0.09882068634033203f, -0.035016633570194244f, -0.09736800938844681f},
                     2.999999999999999,
                     {0.05669857980138545, 0.047142119395206745, 0.013725967470074355},
                     {{-0.023940414238372055, -0.019947738484168948, 0.07768075362616586},
                      {0.07488027173130622, 0.18704849547888955, 0.3711267067601257}},
                     0.5040249054846394});
  EXPECT_EQ(mesh.faces, (std::vector<int>{0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2}));
  EXPECT_EQ(mesh.face_normals, mesh.faces);
  EXPECT_FLOAT_EQ(mesh.normals[0], 0.9969613552093506f);
  EXPECT_FLOAT_EQ(mesh.normals[1], 0.06326467543840408f);
}

// MuJoCo does so: faces of .msh files are turned over twice, the hull not at all.
TEST(Mesh, MirroredMshAndHullLookInwards) {
  TriangleMesh mesh = tetrahedron();
  mesh.keep_winding = true;
  EXPECT_EQ(process_mesh(mesh, options(MeshInertia::kLegacy, {-1, 1, 1})).faces, mesh.faces);
  EXPECT_NE(error_of(mesh, options(MeshInertia::kExact, {-1, 1, 1})).find("negative"), std::string::npos);
  EXPECT_NE(error_of(tetrahedron(), options(MeshInertia::kConvex, {-1, 1, 1})).find("negative"), std::string::npos);
}

TEST(Mesh, HullOnlyWhenNeeded) {
  EXPECT_TRUE(process_mesh(tetrahedron(), {}).graph.empty());
  MeshOptions convex;
  convex.inertia = MeshInertia::kConvex;
  EXPECT_FALSE(process_mesh(tetrahedron(), convex).graph.empty());
  TriangleMesh points = tetrahedron();
  points.faces.clear();
  const ProcessedMesh hull = process_mesh(points, {});
  EXPECT_FALSE(hull.graph.empty());
  EXPECT_EQ(hull.faces, (std::vector<int>{2, 1, 0, 1, 3, 0, 3, 2, 0, 2, 3, 1}));
}

TEST(Mesh, FlatShellHasNoThickness) {
  TriangleMesh mesh;
  mesh.vertices = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
  mesh.faces = {0, 1, 2, 0, 2, 3};
  MeshOptions o;
  o.inertia = MeshInertia::kShell;
  const ProcessedMesh plate = process_mesh(mesh, o);
  EXPECT_DOUBLE_EQ(plate.volume, 4);
  EXPECT_NEAR(plate.inertia_box.x, 0, 1e-7);
  EXPECT_NEAR(plate.inertia_box.y, 1, 1e-12);
  EXPECT_NEAR(plate.inertia_box.z, 1, 1e-12);
  EXPECT_NE(error_of(mesh).find("volume is too small"), std::string::npos);
}

TEST(Mesh, BadMeshesAreRefused) {
  TriangleMesh mesh = tetrahedron();
  mesh.vertices.resize(9);
  mesh.faces.clear();
  EXPECT_NE(error_of(mesh).find("4 vertices or more"), std::string::npos);

  mesh = tetrahedron();
  mesh.vertices.push_back(1);
  EXPECT_NE(error_of(mesh).find("groups of 3"), std::string::npos);

  mesh = tetrahedron();
  mesh.faces[4] = 4;
  EXPECT_NE(error_of(mesh).find("face 1 names vertex 4"), std::string::npos);
  mesh.faces[4] = -1;
  EXPECT_NE(error_of(mesh).find("vertex -1"), std::string::npos);

  mesh = tetrahedron();
  mesh.vertices[7] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(error_of(mesh).find("vertex 2 is not finite"), std::string::npos);

  mesh = tetrahedron();
  mesh.faces = {0, 0, 0};
  EXPECT_NE(error_of(mesh).find("no area"), std::string::npos);

  mesh = tetrahedron();
  std::swap(mesh.faces[1], mesh.faces[2]);
  MeshOptions exact;
  exact.inertia = MeshInertia::kExact;
  EXPECT_NE(error_of(mesh, exact).find("inconsistent orientation"), std::string::npos);
  EXPECT_EQ(error_of(mesh), "");  // legacy does not care

  mesh = tetrahedron();
  mesh.texcoords = {0, 0, 1, 1};
  EXPECT_NE(error_of(mesh).find("texcoord"), std::string::npos);

  MeshOptions bad;
  bad.scale.x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(error_of(tetrahedron(), bad), "");
  bad.scale.x = 1e200;
  EXPECT_NE(error_of(tetrahedron(), bad), "");
}

TEST(Mesh, InlineArraysCompleteAFile) {
  TriangleMesh file = tetrahedron(), given;
  file.faces.clear();
  given.faces = {0, 1, 2};
  EXPECT_EQ(merge_inline(file, given).faces, given.faces);
  EXPECT_THROW(merge_inline(tetrahedron(), given), std::runtime_error);
}

TEST(Mesh, RepeatedVerticesAreMerged) {
  TriangleMesh mesh;
  mesh.vertices = {0, 0, 0, 1, 0, 0, -0.0f, 0, 0, 0, 1, 0, 1, 0, 0};
  mesh.faces = {0, 1, 3, 2, 4, 3};
  remove_repeated_vertices(mesh);
  EXPECT_EQ(mesh.vertices, (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}));
  EXPECT_EQ(mesh.faces, (std::vector<int>{0, 1, 2, 0, 1, 2}));
}

}  // namespace
}  // namespace corten
