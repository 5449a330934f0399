// Numbers are MuJoCo's of <mesh builtin="..." params="..." refpos=".1 .2 .3"/>.
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "geometry/mesh/mesh.h"

namespace corten {
namespace {

struct BuiltinMeshCase {
  MeshBuiltin kind;
  std::vector<double> params;
  int vertices, faces, normals;
  Vec3 pos;
  float middle_vertex[3];
  double volume;
  int middle_face[3];
};

const BuiltinMeshCase kBuiltinMeshCases[] = {
    {MeshBuiltin::kSphere, {1}, 42, 80, 42, {-0.1, -0.2, -0.3}, {-1, 0, 0}, 3.658712126251761, {3, 32, 34}},
    {MeshBuiltin::kHemisphere,
     {2},
     26,
     48,
     26,
     {-0.1, -0.2, 0.05427884822015634},
     {-0.3542788624763489f, -1, 0},
     1.7856405784234898,
     {8, 18, 9}},
    {MeshBuiltin::kCone,
     {5, 0.5},
     10,
     16,
     10,
     {-0.0999999978048653, -0.2, -0.5142857142857143},
     {0.5, 0, 1.2142857313156128f},
     2.7739148987813446,
     {6, 5, 0}},
    {MeshBuiltin::kSuperSphere,
     {6, 0.5, 2},
     32,
     60,
     32,
     {-0.1, -0.20000000023733633, -0.3},
     {0, -1, -2.3733631726585713e-10f},
     2.1181891361693188,
     {13, 14, 19}},
    {MeshBuiltin::kSuperTorus,
     {7, 0.3, 1, 2},
     49,
     98,
     49,
     {-0.08537085307327769, -0.2, -0.3},
     {0.13016511499881744f, -0.1373715102672577f, -0.6069669723510742f},
     1.6973513314455179,
     {31, 32, 25}},
    {MeshBuiltin::kWedge,
     {4, 3, 60, 45, 0.5},
     12,
     20,
     36,
     {-0.1, -0.2, -1.1018151498410276},
     {-0.08604300022125244f, 0.4430132508277893f, 0.12428654730319977f},
     0.1628452736189001,
     {11, 8, 5}},
};

TEST(BuiltinMesh, AgreesWithMujoco) {
  for (const BuiltinMeshCase& c : kBuiltinMeshCases) {
    SCOPED_TRACE(static_cast<int>(c.kind));
    MeshOptions options;
    options.refpos = {0.1, 0.2, 0.3};
    const ProcessedMesh mesh = process_mesh(make_builtin_mesh(c.kind, c.params), options);
    ASSERT_EQ(mesh.vertices.size(), 3u * c.vertices);
    ASSERT_EQ(mesh.faces.size(), 3u * c.faces);
    ASSERT_EQ(mesh.normals.size(), 3u * c.normals);
    EXPECT_NEAR(mesh.volume, c.volume, 1e-13);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(mesh.pos[i], c.pos[i], 1e-14);
      EXPECT_NEAR(mesh.vertices[3 * (c.vertices / 2) + i], c.middle_vertex[i], 1e-15);
      EXPECT_EQ(mesh.faces[3 * (c.faces / 2) + i], c.middle_face[i]);
    }
  }
}

// A plate is a surface at z = -1 with a tangent frame per vertex.
TEST(BuiltinMesh, PlateIsAShell) {
  EXPECT_EQ(builtin_mesh_inertia(MeshBuiltin::kPlate, MeshInertia::kExact), MeshInertia::kShell);
  EXPECT_EQ(builtin_mesh_inertia(MeshBuiltin::kCone, MeshInertia::kExact), MeshInertia::kExact);
  MeshOptions options;
  options.inertia = MeshInertia::kShell;
  const ProcessedMesh mesh = process_mesh(make_builtin_mesh(MeshBuiltin::kPlate, std::vector<double>{3, 4}), options);
  const std::vector<int> faces(mesh.faces.begin(), mesh.faces.begin() + 6);
  EXPECT_EQ(faces, (std::vector<int>{0, 4, 1, 5, 1, 4}));
  EXPECT_EQ(mesh.face_normals[1], 12);
  EXPECT_NEAR(mesh.pos.z, -1, 1e-15);
  const Quat quat{0.5, 0.5, -0.5, 0.5};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(mesh.quat[i], quat[i], 1e-14);
}

TEST(BuiltinMesh, BadParamsAreRefused) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const std::pair<MeshBuiltin, std::vector<double>> cases[] = {
      {MeshBuiltin::kNone, {}},
      {MeshBuiltin::kSphere, {}},
      {MeshBuiltin::kSphere, {5}},
      {MeshBuiltin::kSphere, {-1}},
      {MeshBuiltin::kSphere, {nan}},
      {MeshBuiltin::kHemisphere, {11}},
      {MeshBuiltin::kCone, {2, 1}},
      {MeshBuiltin::kCone, {1e12, 1}},
      {MeshBuiltin::kSuperSphere, {2, 1, 1}},
      {MeshBuiltin::kSuperSphere, {1e6, 1, 1}},
      {MeshBuiltin::kSuperSphere, {5, -1, 1}},
      {MeshBuiltin::kSuperTorus, {5, 0, 1, 1}},
      {MeshBuiltin::kSuperTorus, {5, 1.1, 1, 1}},
      {MeshBuiltin::kSuperTorus, {5, 0.5, 0, 1}},
      {MeshBuiltin::kWedge, {3, 3, 181, 20, 0}},
      {MeshBuiltin::kWedge, {3, 3, 20, 91, 0}},
      {MeshBuiltin::kWedge, {3, 3, 20, 20, 1.1}},
      {MeshBuiltin::kWedge, {0, 3, 20, 20, 0}},
      {MeshBuiltin::kPlate, {inf, 3}},
      {MeshBuiltin::kPlate, {3, 0}},
  };
  for (const auto& [kind, params] : cases) EXPECT_THROW(make_builtin_mesh(kind, params), std::runtime_error);
}

}  // namespace
}  // namespace corten
