// Meshes that collide as convex parts: what the Model holds, what collides, what is refused; and
// the warning that asks for it.
#include <string>

#include "compile/assets/assets.h"
#include "compile/tree_test.h"
#include "corten/data.h"
#include "corten/step.h"

namespace corten {
namespace {

// The prism over an L: (2 x 1) and (1 x 1) in the plane, height 1.
std::string l_mesh(const std::string& attributes) {
  return R"(<asset><mesh name="l" inertia="exact" vertex="0 0 0 2 0 0 2 1 0 1 1 0 1 2 0 0 2 0
    0 0 1 2 0 1 2 1 1 1 1 1 1 2 1 0 2 1" face="0 2 1 0 3 2 0 4 3 0 5 4 6 7 8 6 8 9 6 9 10 6 10 11
    0 1 6 1 7 6 1 2 7 2 8 7 2 3 8 3 9 8 3 4 9 4 10 9 4 5 10 5 11 10 5 0 11 0 6 11" )" +
         attributes + "/></asset>";
}

const char kDecompose[] = R"(corten:decompose="true")";

std::string diagnostics_of(const std::string& text) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(text, ".", diagnostics);
  if (!diagnostics.has_errors()) compile(spec, diagnostics);
  return diagnostics.text();
}

TEST(ConvexParts, GeomsAndMasses) {
  const std::string world = R"(<body><freejoint/><geom name="g" type="mesh" mesh="l" friction=".7"/>
    <geom size=".1" pos="0 0 3"/></body>)";
  const Model whole = load_world(world, l_mesh("")), m = load_world(world, l_mesh(kDecompose));
  ASSERT_EQ(m.ngeom, 4);
  EXPECT_EQ(m.nmesh, 3);
  EXPECT_EQ(m.name_of(Object::kGeom, 0), "g");
  EXPECT_EQ(m.name_of(Object::kGeom, 2), "g_part0");
  EXPECT_EQ(m.name_of(Object::kGeom, 3), "g_part1");
  EXPECT_EQ(m.name_of(Object::kMesh, 2), "l_part1");
  EXPECT_EQ(m.geom_contype[0], 0);
  EXPECT_EQ(m.geom_conaffinity[0], 0);
  EXPECT_EQ(m.mesh_graphadr[0], -1);
  for (const int part : {2, 3}) {
    EXPECT_EQ(m.geom_contype[part], 1);
    EXPECT_EQ(m.geom_group[part], 3);
    EXPECT_EQ(m.geom_friction[part][0], 0.7);
    EXPECT_GE(m.mesh_graphadr[m.geom_dataid[part]], 0);
  }
  EXPECT_EQ(m.body_mass[1], whole.body_mass[1]);
  EXPECT_EQ(m.body_inertia[1], whole.body_inertia[1]);
  EXPECT_EQ(m.body_ipos[1], whole.body_ipos[1]);
}

// A ball in the notch of the L, which its hull fills; the mesh is scaled, shifted and turned by all means there are.
TEST(ConvexParts, BallInTheNotch) {
  const auto contacts = [](const std::string& attributes, const std::string& at) {
    const Model m = load_world(R"(<body pos="5 0 0" euler="0 0 90"><frame pos="0 0 1">
        <geom type="mesh" mesh="l" pos="1 0 0" quat="1 1 0 0"/></frame>
        <geom type="sphere" size=".01" contype="0" conaffinity="0"/></body>
      <body pos="5 0 0" euler="0 0 90"><freejoint/><body pos="1 0 1" quat="1 1 0 0">
        <geom type="sphere" size=".2" pos=")" +
                                   at + R"("/></body></body>)",
                               l_mesh(R"(scale="2 1 1" refpos=".5 0 0" )" + attributes));
    Data d(m);
    forward(m, d);
    return d.contact.size();
  };
  // in the frame of the geom the L is (x - 0.5) * 2: its notch is x > 1, y > 1
  EXPECT_GT(contacts("", "1.3 1.3 .5"), 0u);
  EXPECT_EQ(contacts(kDecompose, "1.3 1.3 .5"), 0u);
  EXPECT_GT(contacts(kDecompose, "1.1 1.3 .5"), 0u);
  EXPECT_GT(contacts(kDecompose, "2.5 1.1 .5"), 0u);
  EXPECT_EQ(contacts(kDecompose, "3.3 .5 .5"), 0u);
}

// A ball falls through a ring, whose hull it would rest on.
TEST(ConvexParts, BallThroughARing) {
  const auto height = [](const std::string& attributes) {
    const Model m =
        load_world(R"(<geom type="mesh" mesh="ring"/>
      <body pos="0 0 1"><freejoint/><geom size=".4"/></body>)",
                   R"(<asset><mesh name="ring" builtin="supertorus" params="24 .4 1 1" )" + attributes + "/></asset>");
    Data d(m);
    for (int i = 0; i < 500; ++i) step(m, d);
    return d.qpos[2];
  };
  EXPECT_GT(height(""), 0.5);
  EXPECT_NEAR(height(kDecompose), 1 - 9.81 / 2, 0.02);
}

TEST(ConvexParts, Pairs) {
  const std::string world = R"(<geom name="floor" type="plane" size="1 1 1"/>
    <body><geom name="g" type="mesh" mesh="l" contype="0" conaffinity="0"/></body>)";
  const Model m = load_world(world, l_mesh(kDecompose),
                             R"(<contact><pair name="p" geom1="g" geom2="floor" condim="4"/></contact>)");
  ASSERT_EQ(m.npair, 2);
  EXPECT_EQ(m.name_of(Object::kPair, 1), "p_part1");
  EXPECT_EQ(m.pair_dim[1], 4);
}

TEST(ConvexParts, Attributes) {
  const std::string world = R"(<geom type="mesh" mesh="l"/>)";
  EXPECT_EQ(load_world(world, l_mesh(R"(corten:decompose="true" corten:maxparts="1")")).ngeom, 2);
  EXPECT_EQ(load_world(world, l_mesh(R"(corten:decompose="true" corten:tolerance="2")")).ngeom, 2);
  EXPECT_EQ(load_world(world, l_mesh(R"(corten:decompose="false")")).ngeom, 1);
  EXPECT_EQ(load_world(R"(<geom type="mesh" mesh="l" contype="0" conaffinity="0"/>)", l_mesh(kDecompose)).ngeom, 1);
  expect_problem(world, "did you mean 'corten:decompose'?", l_mesh(R"(corten:decompos="true")"));
  expect_problem(world, "'cortenforge:maxparts' is given twice",
                 l_mesh(R"(corten:maxparts="2" cortenforge:maxparts="3")"));
  EXPECT_EQ(load_world(world, l_mesh(R"(cortenforge:decompose="true" cortenforge:maxparts="1")")).ngeom, 2);
  expect_problem(world, "at least 1", l_mesh(R"(corten:maxparts="0")"));
  expect_problem(world, "greater than 0", l_mesh(R"(corten:tolerance="0")"));
}

TEST(ConvexParts, Problems) {
  // a tetrahedron without one of its faces
  const std::string open = R"(<asset><mesh name="l" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2"
    inertia="shell" corten:decompose="true"/></asset>)";
  expect_problem(R"(<geom type="mesh" mesh="l"/>)", "cannot be decomposed", open);
  const std::string missing = R"(<asset><mesh name="l" file="none.stl" corten:decompose="true"/></asset>)";
  expect_problem(R"(<geom type="mesh" mesh="l"/>)", "none.stl", missing);
  const std::string silent = "<mujoco>" + l_mesh(kDecompose) + R"(<worldbody><geom name="g" type="mesh" mesh="l"/>
    </worldbody><sensor><contact geom1="g"/></sensor></mujoco>)";
  EXPECT_NE(diagnostics_of(silent).find("collides as its convex parts"), std::string::npos) << diagnostics_of(silent);
}

TEST(ConvexParts, SdfGeomsNeedNone) {
  EXPECT_EQ(diagnostics_of("<mujoco>" + l_mesh("") + R"(<worldbody><geom type="sdf" mesh="l"/></worldbody></mujoco>)"),
            "");
}

TEST(Concavity, Warning) {
  const auto warnings = [](const std::string& geom, const std::string& attributes = {}) {
    return diagnostics_of("<mujoco>" + l_mesh(attributes) + "<worldbody>" + geom + "</worldbody></mujoco>");
  };
  // The hull of the L has 3.5 / 3 of its volume: nothing to say.
  EXPECT_EQ(warnings(R"(<geom type="mesh" mesh="l"/>)"), "");
  const auto ring = [](const std::string& geoms, const std::string& attributes = {}) {
    return diagnostics_of(R"(<mujoco><asset><mesh name="ring" builtin="supertorus" params="24 .2 1 1" )" + attributes +
                          "/></asset><worldbody>" + geoms + "</worldbody></mujoco>");
  };
  const std::string geom = R"(<geom type="mesh" mesh="ring"/>)";
  const std::string text = ring(geom + geom);
  EXPECT_NE(text.find("mesh 'ring' collides as its convex hull"), std::string::npos) << text;
  EXPECT_EQ(text.find("warning"), text.rfind("warning")) << "one warning per mesh: " << text;
  EXPECT_EQ(ring(geom, kDecompose), "");
  EXPECT_NE(ring(geom, R"(scale="-1 1 1")"), "");
  EXPECT_EQ(ring(geom, R"(scale="-1 1 1" corten:decompose="true")"), "");
  EXPECT_EQ(ring(R"(<geom type="mesh" mesh="ring" contype="0" conaffinity="0"/>)"), "");
  EXPECT_EQ(ring(R"(<geom type="sphere" mesh="ring"/>)"), "");
}

}  // namespace
}  // namespace corten
