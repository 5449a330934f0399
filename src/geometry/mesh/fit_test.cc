// Numbers are MuJoCo's geom_size and geom_pos of geoms at pos="1 2 3" quat="1 0 1 0" with
// fitscale="1.5" that are fitted to
//   <mesh vertex="0 0 0 1 0 0 0 2 0 0 0 3" face="0 2 1 0 1 3 0 3 2 1 2 3" inertia="exact"
//         refpos=".1 .2 .3" refquat="1 2 3 4"/>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "geometry/mesh/mesh.h"

namespace corten {
namespace {

struct MeshFitCase {
  GeomType type;
  bool fitaabb;
  Vec3 size;
};

const MeshFitCase kMeshFitCases[] = {
    {GeomType::kSphere, false, {0.9738099909233309, 0, 0}},
    {GeomType::kSphere, true, {2.601981366521205, 0, 0}},
    {GeomType::kCapsule, false, {0.6747352361773186, 1.234591882326696, 0}},
    {GeomType::kCapsule, true, {1.6027078896988989, 0.9992734768223057, 0}},
    {GeomType::kCylinder, false, {0.6747352361773186, 1.571959500415355, 0}},
    {GeomType::kCylinder, true, {1.6027078896988989, 2.601981366521205, 0}},
    {GeomType::kEllipsoid, false, {0.38999144680221987, 0.9594790255524173, 1.571959500415355}},
    {GeomType::kBox, false, {0.38999144680221987, 0.9594790255524173, 1.571959500415355}},
    {GeomType::kBox, true, {0.7046114914000434, 1.6027078896988989, 2.601981366521205}},
};

ProcessedMesh processed_tetrahedron() {
  TriangleMesh mesh;
  mesh.vertices = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};
  mesh.faces = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  MeshOptions o;
  o.refpos = {0.1, 0.2, 0.3};
  o.refquat = {1, 2, 3, 4};
  o.inertia = MeshInertia::kExact;
  return process_mesh(mesh, o);
}

TEST(MeshFit, AgreesWithMujoco) {
  const ProcessedMesh mesh = processed_tetrahedron();
  const double half = std::sqrt(0.5);
  const Pose geom{{1, 2, 3}, {half, 0, half, 0}};
  for (const MeshFitCase& c : kMeshFitCases) {
    SCOPED_TRACE(static_cast<int>(c.type) * 10 + c.fitaabb);
    const FittedGeom fitted = fit_geom(mesh, c.type, {}, c.fitaabb, 1.5);
    const Pose pose = geom * fitted.pose;
    const Vec3 pos = c.fitaabb ? Vec3{1.30787683991666, 2.873039822525613, 2.4940830915285823} : Vec3{1.37, 2.34, 2.75};
    const Quat quat{0.7338668426641033, 0.6441498424845378, -0.07652256385471179, 0.20163019338995292};
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(fitted.size[i], c.size[i], 1e-13);
      EXPECT_NEAR(pose.pos[i], pos[i], 1e-13);
    }
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(pose.quat[i], quat[i], 1e-13);
  }
}

TEST(MeshFit, UnusedSizesAreKept) {
  EXPECT_EQ(fit_geom(processed_tetrahedron(), GeomType::kSphere, {0, 2, 3}, false, 2).size.z, 6);
}

TEST(MeshFit, OtherTypesAreRefused) {
  for (const bool fitaabb : {false, true}) {
    EXPECT_THROW(fit_geom(processed_tetrahedron(), GeomType::kPlane, {}, fitaabb, 1), std::runtime_error);
  }
}

}  // namespace
}  // namespace corten
