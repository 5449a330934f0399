// Generated flexes: points, elements, bodies, pins, nodes, constraints, and what is refused. Numbers are those of
// MuJoCo 3.12.0 for <body name="q"><flexcomp name="f" spacing=".1 .2 .3" .../></body>.
#include "spec/flexcomp/flexcomp.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "spec/spec_builder_test.h"

namespace corten {
namespace {

using Ints = std::vector<int>;

FlexComp make_comp(FlexCompType type, int dim, IntVec<3> count) {
  FlexComp comp = named<FlexComp>("f");
  comp.parent_path = {0};
  comp.type = type;
  comp.flex.dim = dim;
  comp.count = count;
  comp.spacing = {0.1, 0.2, 0.3};
  return comp;
}

Spec make_spec(const FlexComp& comp) {
  Spec spec;
  spec.world.bodies = {named<Body>("q")};
  spec.flexcomps = {comp};
  return spec;
}

Spec expanded(const FlexComp& comp) {
  Spec spec = make_spec(comp);
  Diagnostics diagnostics;
  expand_flexcomps(spec, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  EXPECT_TRUE(spec.flexcomps.empty());
  return spec;
}

std::string error_of(const FlexComp& comp) {
  Spec spec = make_spec(comp);
  Diagnostics diagnostics;
  expand_flexcomps(spec, diagnostics);
  EXPECT_EQ(diagnostics.error_count(), 1) << diagnostics.text();
  return diagnostics.list().empty() ? "" : diagnostics.list()[0].message;
}

const std::vector<Body>& bodies(const Spec& spec) { return spec.world.bodies[0].bodies; }

void expect_pos(const Body& body, const Vec3& expected) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(body.pos[k], expected[k], 1e-15) << body.name;
}

TEST(FlexComp, Disc) {
  const Spec spec = expanded(make_comp(kDisc, 2, {{3, 3, 1}}));
  ASSERT_EQ(bodies(spec).size(), 9u);
  expect_pos(bodies(spec)[0], {-0.00894427190999916, -0.03577708763999664, 0});
  expect_pos(bodies(spec)[7], {0.01, 0, 0});
  EXPECT_EQ(spec.flexes[0].element, (Ints{0, 3, 4, 0, 4, 1, 1, 4, 2, 4, 5, 2, 3, 6, 4, 6, 7, 4, 4, 7, 8, 4, 8, 5}));
}

TEST(FlexComp, Circle) {
  const Spec spec = expanded(make_comp(kCircle, 1, {{5, 1, 1}}));
  ASSERT_EQ(bodies(spec).size(), 4u);
  expect_pos(bodies(spec)[0], {0.07071067811865477, 0, 0});
  EXPECT_EQ(spec.flexes[0].element, (Ints{0, 1, 1, 2, 2, 3, 3, 0}));
}

TEST(FlexComp, SolidCylinder) {
  const Spec spec = expanded(make_comp(kCylinder, 3, {{3, 3, 2}}));
  ASSERT_EQ(bodies(spec).size(), 19u);
  EXPECT_EQ(spec.flexes[0].element.size(), 4u * 32);
  expect_pos(bodies(spec)[1], {-0.07071067811865475, -0.1414213562373095, -0.15});
  expect_pos(bodies(spec)[2], {-0.1, 0, -0.15});
  expect_pos(bodies(spec)[18], {0.07071067811865475, 0.1414213562373095, 0.15});
  EXPECT_TRUE(spec.flexes[0].flatskin);
}

TEST(FlexComp, OpenEllipsoid) {
  const Spec spec = expanded(make_comp(kEllipsoid, 2, {{3, 3, 3}}));
  ASSERT_EQ(bodies(spec).size(), 25u);
  const Ints& element = spec.flexes[0].element;
  ASSERT_EQ(element.size(), 3u * 40);
  EXPECT_EQ(Ints(element.begin(), element.begin() + 12), (Ints{0, 4, 3, 0, 1, 4, 1, 5, 4, 1, 2, 5}));
  EXPECT_EQ(Ints(element.end() - 12, element.end()), (Ints{7, 8, 19, 7, 19, 23, 23, 19, 20, 23, 20, 24}));
  expect_pos(bodies(spec)[0], {-0.05773502691896259, -0.11547005383792518, -0.17320508075688776});
  expect_pos(bodies(spec)[24], {0.07071067811865475, 0, 0.21213203435596423});
}

TEST(FlexComp, BodiesAndPins) {
  FlexComp comp = make_comp(kGrid, 2, {{3, 3, 1}});
  comp.mass = 9;
  comp.inertiabox = 0.3;
  comp.pos = {0, 0, 1};
  comp.pins = {{{4}, {}, {}, {}}, {{}, {7, 8}, {0, 0}, {}}};
  const Spec spec = expanded(comp);
  const Flex& flex = spec.flexes[0];
  EXPECT_EQ(flex.vertbody, (Names{"q", "f_1", "f_2", "f_3", "q", "f_5", "f_6", "q", "q"}));
  ASSERT_EQ(flex.vertex.size(), 27u);
  EXPECT_EQ(flex.vertex[0], -0.1);
  EXPECT_EQ(flex.vertex[3], 0);
  ASSERT_EQ(bodies(spec).size(), 5u);
  const Body& body = bodies(spec)[0];
  EXPECT_EQ(body.inertial->mass, 1);
  EXPECT_NEAR(body.inertial->diaginertia->x, 0.06, 1e-15);
  ASSERT_EQ(body.joints.size(), 3u);
  EXPECT_EQ(body.joints[1].type, JointType::kSlide);
  EXPECT_EQ(body.joints[1].axis, (Vec3{0, 1, 0}));
  expect_pos(body, {-0.1, 0, 1});
}

// Nothing pinned: all vertices are the origins of their bodies, and need not be listed.
TEST(FlexComp, Centered) { EXPECT_TRUE(expanded(make_comp(kGrid, 2, {{2, 2, 1}})).flexes[0].vertex.empty()); }

TEST(FlexComp, RigidHasNeitherBodiesNorConstraints) {
  FlexComp comp = make_comp(kGrid, 2, {{2, 2, 1}});
  comp.flex.edgeequality = 1;
  comp.pins = {{{}, {0, 3}, {}, {}}};  // all of them
  const Spec spec = expanded(comp);
  EXPECT_TRUE(bodies(spec).empty());
  EXPECT_TRUE(spec.equalities.empty());
  EXPECT_EQ(spec.flexes[0].vertbody, (Names{"q"}));
  EXPECT_EQ(spec.flexes[0].vertex.size(), 12u);
}

TEST(FlexComp, KindsOfDof) {
  FlexComp comp = make_comp(kBox, 3, {{2, 2, 2}});
  comp.flex.dof = kRadialDof;
  const Spec radial = expanded(comp);
  EXPECT_EQ(radial.flexes[0].vertbody[0], "q");  // the centre
  ASSERT_EQ(bodies(radial)[0].joints.size(), 1u);
  EXPECT_NEAR(bodies(radial)[0].joints[0].axis.x, -0.05, 1e-15);
  comp.flex.dof = kPlanarDof;
  EXPECT_EQ(bodies(expanded(comp))[0].joints.size(), 2u);
}

TEST(FlexComp, UnusedPointsAreRemoved) {
  FlexComp comp = make_comp(kDirect, 2, {{1, 1, 1}});
  comp.point = {9, 9, 9, 0, 0, 0, 1, 0, 0, 8, 8, 8, 1, 1, 0, 0, 1, 0};
  comp.element = {1, 2, 4, 1, 4, 5};
  comp.texcoord = {9, 9, 0, 0, 1, 0, 8, 8, 1, 1, 0, 1};
  comp.pins = {{{2, 5}, {}, {}, {}}};
  comp.scale = {2, 2, 2};
  const Spec spec = expanded(comp);
  const Flex& flex = spec.flexes[0];
  EXPECT_EQ(flex.element, (Ints{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(flex.vertbody, (Names{"f_0", "q", "f_2", "q"}));
  EXPECT_EQ(flex.texcoord, (std::vector<float>{0, 0, 1, 0, 1, 1, 0, 1}));
  ASSERT_EQ(flex.vertex.size(), 12u);
  EXPECT_EQ(flex.vertex[3], 2);
  EXPECT_EQ(bodies(spec)[0].inertial->mass, 0.25);
}

// Simpson's weights in a grid of one cell: (1/6, 2/3, 1/6) along each axis.
TEST(FlexComp, QuadraticNodes) {
  FlexComp comp = make_comp(kGrid, 3, {{3, 3, 3}});
  comp.flex.dof = kQuadraticDof;
  comp.mass = 216;
  const Spec spec = expanded(comp);
  ASSERT_EQ(bodies(spec).size(), 27u);
  EXPECT_EQ(bodies(spec)[5].name, "f_0_1_2");
  EXPECT_NEAR(bodies(spec)[0].inertial->mass, 1, 1e-12);
  EXPECT_NEAR(bodies(spec)[1].inertial->mass, 4, 1e-12);
  EXPECT_NEAR(bodies(spec)[13].inertial->mass, 64, 1e-12);
  expect_pos(bodies(spec)[26], {0.1, 0.2, 0.3});
  EXPECT_EQ(spec.flexes[0].vertbody, Names(27, "q"));
  EXPECT_EQ(spec.flexes[0].vertex.size(), 81u);
  EXPECT_TRUE(spec.flexes[0].nodecoord.empty());
}

// Two tetrahedra at the ends of a row of four cells: the nodes between the empty ones are fixed.
TEST(FlexComp, EmptyCells) {
  FlexComp comp = make_comp(kDirect, 3, {{1, 1, 1}});
  comp.point = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0, 4, 0, 0, 5, 1, 0, 5, 0, 1};
  comp.element = {0, 1, 2, 3, 4, 6, 5, 7};
  comp.flex.dof = kTrilinearDof;
  comp.flex.cellcount = {{4, 1, 1}};
  comp.flex.edgeequality = 3;
  const Spec spec = expanded(comp);
  const Flex& flex = spec.flexes[0];
  EXPECT_EQ(flex.cell_empty, (std::vector<bool>{false, true, true, false}));
  ASSERT_EQ(flex.nodebody.size(), 20u);
  EXPECT_EQ(flex.nodebody[4], "f_1_0_0");
  EXPECT_EQ(flex.nodebody[8], "q");
  EXPECT_EQ(flex.nodecoord[3 * 8], 2.5);
  EXPECT_EQ(flex.nodecoord[3 * 4], 0);
  EXPECT_EQ(bodies(spec).size(), 16u);
  ASSERT_EQ(spec.equalities.size(), 2u);
  EXPECT_EQ(spec.equalities[1].type, EqualityType::kFlexStrain);
  EXPECT_EQ(spec.equalities[1].cell, (Vec3{3, 0, 0}));
}

// A shell: nodes inside are fixed, and every face of a cell on the surface has its constraint.
TEST(FlexComp, ShellOfCells) {
  FlexComp comp = make_comp(kGrid, 3, {{3, 3, 3}});
  comp.flex.dof = kTrilinearDof;
  comp.flex.cellcount = {{2, 2, 2}};
  comp.flex.elastic2d = 3;
  comp.flex.edgeequality = 3;
  const Spec spec = expanded(comp);
  EXPECT_EQ(spec.flexes[0].nodebody[13], "q");
  EXPECT_EQ(bodies(spec).size(), 26u);
  ASSERT_EQ(spec.equalities.size(), 24u);
  EXPECT_EQ(spec.equalities[23].cell, (Vec3{23, -1, -1}));
}

TEST(FlexComp, MeshFromAssets) {
  const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nv 0 0 1\nf 1 3 2\nf 4 2 5\nf 4 5 3\nf 2 3 5\n";
  Assets assets;
  assets.add("dir/tet.obj", obj);
  FlexComp comp = make_comp(kMesh, 2, {{1, 1, 1}});
  comp.file = "tet.obj";
  Spec spec = make_spec(comp);
  spec.compilers[0].meshdir = "dir";
  spec.compilers[0].assets = std::make_shared<const Assets>(assets);
  Diagnostics diagnostics;
  Spec surface = spec;
  expand_flexcomps(surface, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  EXPECT_EQ(surface.flexes[0].element, (Ints{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}));

  spec.flexcomps[0].flex.dim = 3;
  spec.flexcomps[0].origin = {0.2, 0.2, 0.2};
  expand_flexcomps(spec, diagnostics);
  EXPECT_EQ(spec.flexes[0].element, (Ints{0, 1, 3, 2, 0, 1, 2, 4, 0, 1, 4, 3, 0, 2, 3, 4}));
  expect_pos(bodies(spec)[0], {0.2, 0.2, 0.2});
}

TEST(FlexComp, JointsHaveTheClassOfTheirBody) {
  Spec spec = make_spec(make_comp(kGrid, 2, {{2, 2, 1}}));
  spec.defaults.resize(2);
  spec.defaults[1].name = "c";
  spec.defaults[1].joint.damping[0] = 3;
  spec.world.frames.emplace_back();
  spec.world.frames[0].childclass = "c";
  spec.world.bodies[0].frame = 0;
  EXPECT_EQ(class_at(spec, {0}), "c");
  EXPECT_EQ(class_at(spec, {}), "main");
  Diagnostics diagnostics;
  expand_flexcomps(spec, diagnostics);
  EXPECT_EQ(bodies(spec)[0].joints[0].damping[0], 3);
  EXPECT_EQ(bodies(spec)[0].joints[0].classname, "c");
}

// Recipes keep their places among bodies and in the lists.
TEST(FlexComp, Places) {
  FlexComp first = make_comp(kGrid, 1, {{2, 1, 1}}), second = first, inner = first;
  first.position = second.position = 1;
  first.flexes = 0;
  first.flex.edgeequality = 2;
  first.equalities = 1;
  second.name = "g";
  inner.name = "h";
  inner.parent_path = {0, 1};
  Spec spec = make_spec(first);
  spec.world.bodies[0].bodies = {named<Body>("a"), named<Body>("b")};
  spec.flexcomps = {first, second, inner};
  spec.flexes = {named<Flex>("x")};
  spec.equalities = {named<Equality>("1"), named<Equality>("2")};
  EXPECT_FALSE(can_write_flexcomps(spec));
  EXPECT_EQ(flexcomp_dofs(spec), (Ints{6, 6, 6}));
  Diagnostics diagnostics;
  expand_flexcomps(spec, diagnostics);
  EXPECT_EQ(names(bodies(spec)), (Names{"a", "f_0", "f_1", "g_0", "g_1", "b"}));
  EXPECT_EQ(names(bodies(spec)[5].bodies), (Names{"h_0", "h_1"}));
  EXPECT_EQ(names(spec.flexes), (Names{"f", "x", "g", "h"}));
  EXPECT_EQ(names(spec.equalities), (Names{"1", "", "2"}));
}

TEST(FlexComp, Refused) {
  const FlexComp good = make_comp(kGrid, 2, {{3, 3, 1}});
  const auto with = [&](auto&& change) {
    FlexComp comp = good;
    change(comp);
    return error_of(comp);
  };
  EXPECT_EQ(with([](FlexComp& c) { c.flex.dim = 4; }), "dim must be 1, 2 or 3");
  EXPECT_EQ(with([](FlexComp& c) { c.count[0] = 0; }), "count must be positive");
  EXPECT_EQ(with([](FlexComp& c) { c.count[2] = 2; }), "element 2 has point 10");
  EXPECT_EQ(with([](FlexComp& c) { c.count = {{100000, 100000, 1}}; }), "count is too large");
  EXPECT_EQ(with([](FlexComp& c) { c.count = {{300, 300, 1}}; }), "makes too large a model");
  EXPECT_EQ(with([](FlexComp& c) { c.count = {{1, 1, 1}}; }), "no elements are created");
  EXPECT_EQ(with([](FlexComp& c) { c.type = kBox; }), "count is too small");
  EXPECT_EQ(with([](FlexComp& c) { c.flex.radius = 1; }), "spacing is smaller than twice the radius plus the margin");
  EXPECT_EQ(with([](FlexComp& c) { c.scale.y = 0; }), "scale must be positive");
  EXPECT_EQ(with([](FlexComp& c) { c.mass = 0; }), "mass and inertiabox must be positive");
  EXPECT_EQ(with([](FlexComp& c) { c.type = 17; }), "there is no such type");
  EXPECT_EQ(with([](FlexComp& c) { c.flex.edgeequality = 1, c.flex.young = 1; }),
            "edge equality and elasticity exclude each other");
  EXPECT_EQ(with([](FlexComp& c) { c.plugin.active = true; }), "plugins for flexes do not exist");
  EXPECT_EQ(with([](FlexComp& c) { c.flex.dof = kTrilinearDof, c.flex.cellcount[1] = 0; }),
            "cellcount must be positive");
  EXPECT_EQ(with([](FlexComp& c) {
              c.flex.dof = kTrilinearDof, c.flex.cellcount = {{1000, 1000, 1000}};
            }),
            "cellcount is too large");
  EXPECT_EQ(with([](FlexComp& c) { c.orientation.kind = Orientation::Kind::kZAxis; }),
            "the orientation is not a rotation");
  EXPECT_EQ(with([](FlexComp& c) { c.type = kMesh; }), "attribute 'file' is missing");
  EXPECT_EQ(with([](FlexComp& c) { c.type = kMesh, c.file = "a.msh"; }), "MSH files of MuJoCo cannot be used here");
  EXPECT_EQ(with([](FlexComp& c) { c.type = kDirect; }), "there are no points or no elements");
  EXPECT_EQ(with([](FlexComp& c) { c.type = kDirect, c.point = {1, 2}; }), "point has 2 numbers");
  EXPECT_EQ(with([](FlexComp& c) { c.parent_path = {3}; }), "there is no body at its place");
  Spec unnamed = make_spec(good);
  unnamed.world.bodies[0].name.clear();
  Diagnostics diagnostics;
  expand_flexcomps(unnamed, diagnostics);
  EXPECT_EQ(diagnostics.list()[0].message, "the body around it has no name");
  EXPECT_EQ(unnamed.flexcomps.size(), 1u);
}

TEST(FlexComp, RefusedPins) {
  const auto with = [](std::vector<FlexPin> pins, FlexCompType type = kGrid) {
    FlexComp comp = make_comp(type, 2, {{3, 3, 1}});
    comp.pins = std::move(pins);
    return error_of(comp);
  };
  EXPECT_EQ(with({{{9}, {}, {}, {}}}), "pin id is out of range");
  EXPECT_EQ(with({{{-1}, {}, {}, {}}}), "pin id is out of range");
  EXPECT_EQ(with({{{}, {1}, {}, {}}}), "pin range has an odd number of values");
  EXPECT_EQ(with({{{}, {1, 9}, {}, {}}}), "pin range is out of range");
  EXPECT_EQ(with({{{}, {}, {1}, {}}}), "pin grid has a wrong number of values");
  EXPECT_EQ(with({{{}, {}, {3, 0}, {}}}), "pin grid is out of range");
  EXPECT_EQ(with({{{}, {}, {}, {0, 0, 1}}}), "pin gridrange has a wrong number of values");
  EXPECT_EQ(with({{{}, {}, {}, {0, 0, 0, 3}}}), "pin gridrange is out of range");
  EXPECT_EQ(with({{{}, {}, {0, 0}, {}}}, kSquare), "this type cannot be pinned by grid coordinates");
}

}  // namespace
}  // namespace corten
