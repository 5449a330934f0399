// Shapes, meshes, height fields and fluid parameters of geoms.
#include "compile/tree/tree.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

TEST(Geom, FromTo) {
  const Model m = load_world(R"(<geom type="capsule" size=".1" fromto="0 0 0 0 0 2"/>
    <geom type="box" size=".1" fromto="1 0 0 1 0 4"/><site type="cylinder" size=".2" fromto="0 0 0 0 3 0"/>)");
  expect_near(m.geom_pos[0], {0, 0, 1});
  expect_near(m.geom_size[0], {0.1, 1, 0});
  expect_near(m.geom_quat[0], {0, 1, 0, 0});  // the z axis points from the second point to the first
  expect_near(m.geom_size[1], {0.1, 0.1, 2});
  expect_near(m.geom_aabb[1], {0, 0, 0, 0.1, 0.1, 2});
  expect_near(m.site_size[0], {0.2, 1.5, 0.005});
}

// Numbers of MuJoCo 3.12: an inline tetrahedron as mesh geom and as box fitted to it.
TEST(Geom, Mesh) {
  const Model m = load_world(R"(<body><freejoint/><geom type="mesh" mesh="tet" pos=".1 0 0" surfacevel="1 2 3 4 5 6"/>
    </body><body><freejoint/><geom type="box" mesh="tet"/></body>)",
                             R"(<asset><mesh name="tet" vertex="0 0 0 1 0 0 0 1.5 0 0 0 2"/></asset>)");
  expect_near(m.geom_pos[0], {0.35, 0.375, 0.5}, 1e-10);
  expect_near(m.geom_quat[0], {0.9491394854014663, 0.17330703012611848, -0.10716584225362888, 0.24002998315788446},
              1e-10);
  expect_near(m.geom_size[0], {0.5157017662437796, 0.9122158653062502, 1.5481603616384587}, 1e-10);
  expect_near(m.geom_size[1], {0.24543861557685975, 0.4988752116315111, 0.7116940418489739}, 1e-10);
  expect_near(m.geom_rbound, {1.869461580769155, 0.9031195934094218}, 1e-10);
  expect_near(m.geom_surfacevel[0],
              {2.6365431494236145, 1.523066465628217, 2.259183206937007, 7.259472714647405, 3.8175809375116607,
               3.118674668963954},
              1e-9);
  expect_near(m.body_mass, {0, 500, 697.1370023173349}, 1e-9);
  EXPECT_EQ(m.geom_dataid[0], 0);
  EXPECT_EQ(m.geom_dataid[1], 0);
  EXPECT_EQ(m.name_of(Object::kMesh, 0), "tet");
}

// Numbers of MuJoCo 3.12.
TEST(Geom, FluidParameters) {
  const Model m = load_world(R"(<geom size=".1 .23 .4" type="ellipsoid" fluidshape="ellipsoid" fluidcoef="1 2 3 4 5"/>
    <geom size=".1 .23" type="capsule" fluidshape="ellipsoid"/><geom size="1"/>)");
  expect_near(m.geom_fluid[0], {1, 1, 2, 3, 4, 5, 0.06476923229110844, 0.013055569745323686, 0.0052542171918997385,
                                0.00014934833561395963, 0.0013777453830984433, 0.0002736631572374443});
  expect_near(m.geom_fluid[1], {1, 0.5, 0.25, 1.5, 1, 1, 0.011388039362443012, 0.011388039362443012,
                                0.001477807464442208, 0.0001694374405789701, 0.0001694374405789701, 0});
  EXPECT_EQ(m.geom_fluid[2], Vec<12>{});
}

TEST(Geom, HeightField) {
  const Model m = load_world(R"(<geom type="hfield" hfield="h"/>)", R"(<asset><hfield name="h" nrow="2" ncol="3"
    size="1 2 .4 .1" elevation="1 2 3 4 5 6"/></asset>)");
  expect_near(m.hfield_data, {0.6f, 0.8f, 1, 0, 0.2f, 0.4f}, 1e-7);
  expect_near(m.geom_size[0], {1, 2, 0.15});
  expect_near(m.geom_aabb[0], {0, 0, 0.15, 1, 2, 0.25});
  EXPECT_EQ(m.geom_dataid[0], 0);
}

TEST(Geom, ReportsBadAttributes) {
  expect_problem("<geom/>", "size is missing");
  expect_problem(R"(<geom type="capsule" size=".1"/>)", "value 2");
  expect_problem(R"(<geom type="plane"/>)", "plane");
  expect_problem(R"(<geom size="1" condim="2"/>)", "condim");
  expect_problem(R"(<geom type="mesh"/>)", "needs the attribute mesh");
  expect_problem(R"(<geom type="hfield"/>)", "hfield");
  expect_problem(R"(<geom type="capsule" size=".1" fromto="0 0 0 0 0 0"/>)", "coincide");
  expect_problem(R"(<geom size=".1" fromto="0 0 0 0 0 1"/>)", "another type");
  expect_problem(R"(<geom type="capsule" size=".1" pos="1 0 0" fromto="0 0 0 0 0 1"/>)", "exclude");
  expect_problem(R"(<body><freejoint/><geom size="1"/><geom type="plane" size="1 1 1"/></body>)", "cannot move");
  expect_problem(R"(<geom size="1" user="1 2"/>)", "nuser_geom", R"(<size nuser_geom="1"/>)");
  EXPECT_EQ(world_problem(R"(<body mocap="true"><geom type="plane" size="1 1 1"/></body>)"), "");
}

TEST(Geom, SuggestsNames) {
  expect_problem(R"(<geom type="mesh" mesh="tat"/>)", "did you mean 'tet'?",
                 R"(<asset><mesh name="tet" vertex="0 0 0 1 0 0 0 1.5 0 0 0 2"/></asset>)");
}

TEST(Geom, ReportsMissingFiles) {
  expect_problem(R"(<geom type="mesh" mesh="part"/>)", "meshes/part.stl",
                 R"(<compiler meshdir="meshes"/><asset><mesh file="part.stl"/></asset>)");
  expect_problem(R"(<geom type="mesh" mesh="part"/>)", "'./part.stl'",
                 R"(<compiler strippath="true"/><asset><mesh file="elsewhere/part.stl"/></asset>)");
}

}  // namespace
}  // namespace corten
