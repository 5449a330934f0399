// Numbers are MuJoCo's body_mass and body_inertia of a body with one geom of density 1000.
#include <gtest/gtest.h>

#include "geometry/mesh/inertia.h"

namespace corten {
namespace {

struct PrimitiveInertiaCase {
  GeomType type;
  Vec3 size;
  bool shell;
  double mass;
  Vec3 inertia;
};

const PrimitiveInertiaCase kPrimitiveInertiaCases[] = {
    {GeomType::kSphere,
     {0.2, 0, 0},
     false,
     33.51032163829113,
     {0.5361651462126582, 0.5361651462126582, 0.5361651462126582}},
    {GeomType::kSphere,
     {0.2, 0, 0},
     true,
     502.65482457436696,
     {13.404128655316454, 13.404128655316454, 13.404128655316454}},
    {GeomType::kCapsule,
     {0.1, 0.3, 0},
     false,
     23.038346126325152,
     {1.1006046263076243, 1.1006046263076243, 0.11100294042683936}},
    {GeomType::kCapsule,
     {0.1, 0.3, 0},
     true,
     502.65482457436696,
     {29.112091923265417, 29.112091923265417, 4.607669225265031}},
    {GeomType::kCylinder,
     {0.1, 0.3, 0},
     false,
     18.84955592153876,
     {0.6126105674500096, 0.6126105674500096, 0.0942477796076938}},
    {GeomType::kCylinder,
     {0.1, 0.3, 0},
     true,
     439.82297150257097,
     {19.006635554218246, 19.006635554218246, 4.084070449666731}},
    {GeomType::kEllipsoid,
     {0.1, 0.2, 0.3},
     false,
     25.132741228718345,
     {0.653451271946677, 0.5026548245743669, 0.25132741228718347}},
    {GeomType::kEllipsoid,
     {0.1, 0.2, 0.3},
     true,
     489.7193333371731,
     {18.075174882542342, 14.068366576335393, 8.102680936804973}},
    {GeomType::kBox,
     {0.1, 0.2, 0.3},
     false,
     48.00000000000001,
     {2.0800000000000005, 1.6000000000000003, 0.8000000000000003}},
    {GeomType::kBox, {0.1, 0.2, 0.3}, true, 880.0, {54.13333333333334, 42.13333333333334, 24.266666666666673}},
};

TEST(PrimitiveInertia, AgreesWithMujoco) {
  for (const PrimitiveInertiaCase& c : kPrimitiveInertiaCases) {
    SCOPED_TRACE(static_cast<int>(c.type) * 10 + c.shell);
    const MassInertia m = primitive_mass_inertia(c.type, c.size, c.shell, 1000, {});
    EXPECT_NEAR(m.mass, c.mass, 1e-13 * c.mass);
    // The shell of an ellipsoid is a difference of nearly equal numbers.
    const double tolerance = c.type == GeomType::kEllipsoid && c.shell ? 1e-10 : 1e-13;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(m.inertia[i], c.inertia[i], tolerance * c.inertia[i]);
  }
}

TEST(PrimitiveInertia, GivenMassReplacesDensity) {
  const MassInertia m = primitive_mass_inertia(GeomType::kBox, {1, 1, 1}, false, 1000, 3.0);
  EXPECT_EQ(m.mass, 3);
  EXPECT_DOUBLE_EQ(m.inertia.x, 2);
}

TEST(PrimitiveInertia, NoVolumeNoMass) {
  const MassInertia small = primitive_mass_inertia(GeomType::kSphere, {1e-6, 0, 0}, false, 1000, 3.0);
  EXPECT_EQ(small.mass, 0);
  const MassInertia plane = primitive_mass_inertia(GeomType::kPlane, {1, 1, 1}, false, 1000, {});
  EXPECT_EQ(plane.mass, 0);
  EXPECT_EQ(plane.inertia, Vec3());
}

}  // namespace
}  // namespace corten
