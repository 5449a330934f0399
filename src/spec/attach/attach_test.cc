// Attached models against MuJoCo 3.12.0: which elements come along, their names, order and keyframes.
#include "spec/attach/attach.h"

#include <gtest/gtest.h>

#include <cmath>

#include "spec/composite.h"
#include "spec/spec_builder_test.h"

namespace corten {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void expect_values(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_TRUE(std::isnan(expected[i]) ? std::isnan(values[i]) : values[i] == expected[i]) << i << ": " << values[i];
  }
}

Body child_world() {
  Body world;
  world.geoms.push_back(named<Geom>("floor"));
  world.lights.push_back(named<Light>("li"));
  world.frames.push_back(named<Frame>("fr"));
  world.frames[0].pos = {1, 2, 3};

  Body a = make_body("a", "fj", "ga");
  a.frame = 0;
  a.joints[0].type = JointType::kFree;
  a.geoms[0].classname = "c1";
  a.geoms[0].material = "mat";
  a.sites.push_back(named<Site>("sa"));
  a.cameras.push_back(named<Camera>("cam"));
  a.cameras[0].target = "a2";
  Body a2 = make_body("a2", "j2");
  a2.geoms[0].mesh = "me";
  a2.sites.push_back(named<Site>("sa2"));
  a.bodies.push_back(a2);
  Body mocap = named<Body>("mo");
  mocap.mocap = true;
  world.bodies = {a, make_body("b", "jb", "gb"), mocap};
  return world;
}

// The model `child`:
//   world: geom floor, light li; frame fr (pos 1 2 3): body a (freejoint fj, geom ga of class c1, site sa) with body a2
//   (hinge j2, geom of mesh me, site sa2); body b (hinge jb, geom gb); mocap body mo
Spec make_child() {
  Spec child;
  child.compilers[0].degree = false;
  child.option.timestep = 0.001;
  child.defaults.resize(2);
  child.defaults[1].name = "c1";
  child.defaults[1].parent = 0;
  child.world = child_world();
  child.materials.push_back(named<Material>("mat"));
  child.meshes = {named<Mesh>("me"), named<Mesh>("")};
  child.meshes[1].file = "dir/unused.v2.obj";
  child.numerics.push_back(named<Numeric>("nn"));
  child.texts.push_back(named<Text>("tt"));
  child.tuples = {named<Tuple>("tu"), named<Tuple>("tub")};
  child.tuples[0].items.push_back({Object::kBody, "a", 0});
  child.tuples[1].items.push_back({Object::kBody, "b", 0});
  child.excludes = {make_exclude("ab", "a", "b"), make_exclude("xw", "a", "world")};
  child.pairs.push_back(named<Pair>("pa"));
  child.pairs[0].geom1 = "ga";
  child.pairs[0].geom2 = "gb";
  child.tendons = {make_fixed_tendon("tf", {"j2"}), make_fixed_tendon("tf2", {"j2", "jb"}), named<Tendon>("ts")};
  child.tendons[2].path = {{WrapType::kSite, "sa", "", 0, {}}, {WrapType::kSite, "sa2", "", 0, {}}};
  child.equalities = {make_joint_equality("eq", "j2"), named<Equality>("ew"), named<Equality>("ew2"),
                      make_joint_equality("e2", "j2", "jb")};
  child.equalities[1].name1 = child.equalities[2].name1 = "a";
  child.equalities[2].name2 = "world";
  child.actuators = {make_actuator("m2", TransmissionType::kJoint, "j2"),
                     make_actuator("mb", TransmissionType::kJoint, "jb"),
                     make_actuator("mt", TransmissionType::kTendon, "tf")};
  child.actuators[2].dyntype = DynType::kFilterExact;
  child.sensors = {make_sensor("cl"), make_sensor("sj2", Object::kJoint, "j2"),
                   make_sensor("sjb", Object::kJoint, "jb"), make_sensor("af", Object::kActuator, "m2")};
  child.keys = {named<Key>("home"), named<Key>("")};
  child.keys[0].qpos = {1, 2, 3, 1, 0, 0, 0, 0.5, 0.6};
  child.keys[0].ctrl = {1, 2, 3};
  child.keys[0].act = {9};
  child.keys[0].mpos = {7, 7, 7};
  child.keys[1].qvel = {1, 2, 3, 4, 5, 6, 7, 8};
  return child;
}

// A model with a body o (hinge jo, motor ao) and a keyframe own.
Spec make_own() {
  Spec spec;
  spec.world.bodies.push_back(make_body("o", "jo"));
  spec.actuators = {make_actuator("ao", TransmissionType::kJoint, "jo")};
  spec.keys.push_back(named<Key>("own"));
  spec.keys[0].qpos = {1};
  return spec;
}

// <attach model="child" body="a" prefix="x_"/> in the world
TEST(AttachTest, Body) {
  Spec spec = make_own();
  Diagnostics diagnostics;
  attach(spec, spec.world, -1, make_child(), {"a", "", "x_", {}}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  EXPECT_EQ(tree_names(spec, Object::kBody), (Names{"o", "x_a", "x_a2"}));
  EXPECT_EQ(tree_names(spec, Object::kJoint), (Names{"jo", "x_fj", "x_j2"}));
  EXPECT_EQ(tree_names(spec, Object::kGeom), (Names{"", "x_ga", ""}));
  EXPECT_EQ(tree_names(spec, Object::kSite), (Names{"x_sa", "x_sa2"}));
  EXPECT_EQ(names(spec.meshes), (Names{"x_me", "x_unused.v2"}));
  EXPECT_EQ(names(spec.materials), (Names{"x_mat"}));
  EXPECT_EQ(names(spec.excludes), (Names{"x_xw"}));
  EXPECT_EQ(names(spec.pairs), (Names{}));
  EXPECT_EQ(names(spec.equalities), (Names{"x_eq", "x_ew"}));
  EXPECT_EQ(names(spec.tendons), (Names{"x_tf", "x_ts"}));
  EXPECT_EQ(names(spec.actuators), (Names{"ao", "x_m2", "x_mt"}));
  EXPECT_EQ(names(spec.sensors), (Names{"x_cl", "x_sj2", "x_af"}));
  EXPECT_EQ(names(spec.numerics), (Names{"x_nn"}));
  EXPECT_EQ(names(spec.texts), (Names{"x_tt"}));
  EXPECT_EQ(names(spec.tuples), (Names{"x_tu"}));
  EXPECT_EQ(names(spec.keys), (Names{"own", "x_home", "x_"}));
  EXPECT_EQ(spec.excludes[0].body2, "world");
  EXPECT_EQ(spec.actuators[2].target, "x_tf");
  EXPECT_EQ(spec.tuples[0].items[0].objname, "x_a");

  const Body& a = spec.world.bodies[1];
  EXPECT_EQ(a.frame, -1);  // the frame around it stays behind
  EXPECT_EQ(a.geoms[0].classname, "x_c1");
  EXPECT_EQ(a.geoms[0].material, "x_mat");
  EXPECT_EQ(a.bodies[0].geoms[0].mesh, "x_me");
  EXPECT_EQ(a.cameras[0].target, "x_a2");
}

TEST(AttachTest, SettingsAndClasses) {
  Spec spec = make_own();
  Diagnostics diagnostics;
  attach(spec, spec.world, -1, make_child(), {"a", "", "x_", {}}, diagnostics);
  ASSERT_EQ(spec.compilers.size(), 2u);
  EXPECT_FALSE(spec.compilers[1].degree);
  EXPECT_EQ(spec.world.bodies[1].joints[0].compiler, 1);
  EXPECT_EQ(spec.meshes[0].compiler, 1);
  EXPECT_EQ(spec.world.bodies[0].compiler, 0);
  ASSERT_EQ(spec.defaults.size(), 3u);
  EXPECT_EQ(spec.defaults[1].name, "x_main");
  EXPECT_EQ(spec.defaults[1].parent, 0);
  EXPECT_EQ(spec.defaults[2].name, "x_c1");
  EXPECT_EQ(spec.defaults[2].parent, 1);
}

TEST(AttachTest, Keyframes) {
  Spec spec = make_own();
  Diagnostics diagnostics;
  attach(spec, spec.world, -1, make_child(), {"a", "", "x_", {}}, diagnostics);
  ASSERT_EQ(spec.keys.size(), 3u);
  expect_values(spec.keys[0].qpos, {1});
  expect_values(spec.keys[1].qpos, {kNaN, 1, 2, 3, 1, 0, 0, 0, 0.5});
  expect_values(spec.keys[1].ctrl, {0, 1, 3});
  expect_values(spec.keys[1].act, {9});
  expect_values(spec.keys[1].mpos, {});
  expect_values(spec.keys[1].qvel, {});
  expect_values(spec.keys[2].qvel, {0, 1, 2, 3, 4, 5, 6, 7});
  expect_values(spec.keys[2].qpos, {});
  // A body that is read later and a second model move nothing that is there.
  spec.world.bodies.push_back(make_body("later", "jl"));
  attach(spec, spec.world, -1, make_child(), {"b", "", "y_", {}}, diagnostics);
  EXPECT_EQ(names(spec.keys), (Names{"own", "x_home", "x_", "y_home", "y_"}));
  expect_values(spec.keys[1].qpos, {kNaN, 1, 2, 3, 1, 0, 0, 0, 0.5, kNaN, kNaN});
  expect_values(spec.keys[3].qpos, {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, 0.6});
}

// <body name="o"> ... <attach model="child" body="a2" prefix="x_"/></body>: in the middle of the order of joints
TEST(AttachTest, KeyframesFollowTheTree) {
  Spec spec = make_own();
  Diagnostics diagnostics;
  attach(spec, spec.world, -1, make_child(), {"b", "", "y_", {}}, diagnostics);
  attach(spec, spec.world.bodies[0], -1, make_child(), {"a2", "", "x_", {}}, diagnostics);
  EXPECT_EQ(tree_names(spec, Object::kJoint), (Names{"jo", "x_j2", "y_jb"}));
  expect_values(spec.keys[1].qpos, {kNaN, kNaN, 0.6});
  expect_values(spec.keys[3].qpos, {kNaN, 0.5, kNaN});
}

// <attach model="child" frame="fr" prefix="x_"/>
TEST(AttachTest, Frame) {
  Spec spec;
  Diagnostics diagnostics;
  attach(spec, spec.world, -1, make_child(), {"", "fr", "x_", {}}, diagnostics);
  EXPECT_EQ(tree_names(spec, Object::kBody), (Names{"x_a", "x_a2"}));
  ASSERT_EQ(spec.world.frames.size(), 1u);
  EXPECT_EQ(spec.world.frames[0].name, "x_fr");
  EXPECT_EQ(spec.world.frames[0].pos, (Vec3{1, 2, 3}));
  EXPECT_EQ(spec.world.bodies[0].frame, 0);
  EXPECT_TRUE(spec.world.geoms.empty());
  expect_values(spec.keys[0].qpos, {1, 2, 3, 1, 0, 0, 0, 0.5});
}

// <frame pos="1 1 1"><attach model="child" prefix="x_"/></frame>
TEST(AttachTest, World) {
  Spec spec = make_own();
  Diagnostics diagnostics;
  spec.world.frames.emplace_back().pos = {1, 1, 1};
  attach(spec, spec.world, 0, make_child(), {"", "", "x_", {}}, diagnostics);
  EXPECT_EQ(tree_names(spec, Object::kBody), (Names{"o", "x_a", "x_a2", "x_b", "x_mo"}));
  EXPECT_EQ(tree_names(spec, Object::kGeom), (Names{"x_floor", "", "x_ga", "", "x_gb"}));
  EXPECT_EQ(tree_names(spec, Object::kLight), (Names{"x_li"}));
  EXPECT_EQ(names(spec.excludes), (Names{"x_ab", "x_xw"}));
  EXPECT_EQ(names(spec.pairs), (Names{"x_pa"}));
  EXPECT_EQ(names(spec.equalities), (Names{"x_eq", "x_ew", "x_e2"}));
  EXPECT_EQ(names(spec.tendons), (Names{"x_tf", "x_tf2", "x_ts"}));
  EXPECT_EQ(names(spec.tuples), (Names{"x_tu", "x_tub"}));
  EXPECT_EQ(spec.world.geoms[0].frame, 0);
  EXPECT_EQ(spec.world.bodies[1].frame, 1);
  EXPECT_EQ(spec.world.frames[1].parent, 0);
  expect_values(spec.keys[1].qpos, {kNaN, 1, 2, 3, 1, 0, 0, 0, 0.5, 0.6});
  expect_values(spec.keys[1].mpos, {7, 7, 7});
}

// <body name="o"/> <body name="r"><attach body="o" prefix="x_"/></body> with <key name="k" qpos="3" ctrl="4"/>
TEST(AttachTest, Self) {
  Spec spec;
  Diagnostics diagnostics;
  spec.world.bodies = {make_body("o", "jo"), named<Body>("r")};
  spec.actuators = {make_actuator("ao", TransmissionType::kJoint, "jo")};
  spec.sensors = {make_sensor("ck")};
  spec.excludes = {make_exclude("e", "o", "r")};
  spec.materials = {named<Material>("m")};
  spec.keys = {named<Key>("k")};
  spec.keys[0].qpos = {3};
  spec.keys[0].ctrl = {4};
  attach_self(spec, spec.world.bodies[1], -1, {"o", "", "x_", {}}, diagnostics);
  EXPECT_EQ(diagnostics.text(), "");
  EXPECT_EQ(tree_names(spec, Object::kJoint), (Names{"jo", "x_jo"}));
  EXPECT_EQ(names(spec.actuators), (Names{"ao", "x_ao"}));
  EXPECT_EQ(names(spec.sensors), (Names{"ck", "x_ck"}));
  EXPECT_EQ(names(spec.excludes), (Names{"e", "x_e"}));
  EXPECT_EQ(spec.excludes[1].body2, "r");
  EXPECT_EQ(names(spec.materials), (Names{"m"}));
  EXPECT_EQ(names(spec.keys), (Names{"k", "x_k"}));
  expect_values(spec.keys[0].qpos, {3, kNaN});
  expect_values(spec.keys[1].qpos, {kNaN, 3});
  expect_values(spec.keys[0].ctrl, {4, 0});
  expect_values(spec.keys[1].ctrl, {0, 4});
  EXPECT_EQ(spec.compilers.size(), 1u);
}

// A body may be attached inside itself: the copy is what it was before.
TEST(AttachTest, SelfInside) {
  Spec spec;
  Diagnostics diagnostics;
  spec.world.bodies = {make_body("p", "j")};
  attach_self(spec, spec.world.bodies[0], -1, {"p", "", "x_", {}}, diagnostics);
  EXPECT_EQ(tree_names(spec, Object::kBody), (Names{"p", "x_p"}));
}

FlexComp make_cloth(const std::string& name, std::vector<int> path) {
  FlexComp comp = named<FlexComp>(name);
  comp.parent_path = std::move(path);
  comp.count = {{2, 2, 1}};
  comp.spacing = {0.1, 0.1, 0.1};
  return comp;
}

// What is attached has its flexes generated. A recipe directly in the world does not belong to a frame of it.
TEST(AttachTest, Flexcomps) {
  Spec child = make_child();
  child.keys.clear();
  child.flexcomps = {make_cloth("cloth", {}), make_cloth("rope", {1}), make_cloth("ball", {0, 0})};
  child.flexcomps[2].flex.edgeequality = 1;
  child.excludes = {make_exclude("fx", "ball_3", "a")};
  Diagnostics diagnostics;
  Spec spec;
  spec.world.bodies.push_back(make_body("o"));
  attach(spec, spec.world.bodies[0], -1, child, {"", "fr", "x_", {}}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  EXPECT_EQ(tree_names(spec, Object::kBody),
            (Names{"o", "x_a", "x_a2", "x_ball_0", "x_ball_1", "x_ball_2", "x_ball_3"}));
  ASSERT_EQ(names(spec.flexes), (Names{"x_ball"}));
  EXPECT_EQ(spec.flexes[0].vertbody, (Names{"x_ball_0", "x_ball_1", "x_ball_2", "x_ball_3"}));
  EXPECT_EQ(spec.equalities.back().name1, "x_ball");
  ASSERT_EQ(names(spec.excludes), (Names{"x_fx"}));
  EXPECT_EQ(spec.excludes[0].body1, "x_ball_3");
  EXPECT_TRUE(spec.flexcomps.empty());
}

TEST(AttachTest, BrokenFlexcompIsReported) {
  Spec child = make_child(), spec;
  child.flexcomps = {make_cloth("cloth", {})};
  child.flexcomps[0].mass = 0;
  Diagnostics diagnostics;
  attach(spec, spec.world, -1, child, {"a", "", "x_", {}}, diagnostics);
  ASSERT_EQ(diagnostics.error_count(), 1);
  EXPECT_EQ(diagnostics.list()[0].element, "flexcomp");
}

// Within one model recipes are copied as recipes, with the default class of their old place. Their bodies can be
// referred to before they exist.
TEST(AttachTest, SelfWithFlexcomps) {
  Spec spec;
  Diagnostics diagnostics;
  spec.world.bodies = {make_body("p"), make_body("q")};
  spec.world.bodies[1].bodies = {make_body("r")};
  spec.world.bodies[1].childclass = "c";
  spec.flexcomps = {make_cloth("cloth", {0}), make_cloth("ball", {1, 0})};
  spec.excludes = {make_exclude("fx", "ball_3", "q"), make_exclude("no", "cloth_3", "p")};
  spec.equalities = {named<Equality>("e")};
  attach_self(spec, spec.world, -1, {"q", "", "x_", {}}, diagnostics);
  ASSERT_EQ(names(spec.flexcomps), (Names{"cloth", "ball", "x_ball"}));
  EXPECT_EQ(spec.flexcomps[2].parent_path, (std::vector<int>{2, 0}));
  EXPECT_EQ(spec.flexcomps[2].classname, "c");
  EXPECT_EQ(spec.flexcomps[2].equalities, 1);
  ASSERT_EQ(names(spec.excludes), (Names{"fx", "no", "x_fx"}));
  EXPECT_EQ(spec.excludes[2].body1, "x_ball_3");
}

// Model "child" has a body with a hinge, a cloth of 12 dofs and a body with another hinge; MuJoCo puts the values of
// its keyframe behind those of the receiving model's hinge and cloth.
TEST(AttachTest, KeyframesCountJointsOfFlexcomps) {
  Spec child, spec;
  child.world.bodies = {make_body("a", "ja")};
  child.world.bodies[0].bodies = {make_body("b", "jb")};
  child.flexcomps = {make_cloth("cloth", {0})};
  child.keys = {named<Key>("k")};
  for (int i = 1; i <= 14; ++i) child.keys[0].qpos.push_back(i);
  spec.world.bodies = {make_body("o", "jo")};
  spec.flexcomps = {make_cloth("own", {})};
  spec.flexcomps[0].position = 1;
  Diagnostics diagnostics;
  attach(spec, spec.world, -1, child, {"a", "", "x_", {}}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  ASSERT_EQ(spec.keys.size(), 1u);
  const std::vector<double>& qpos = spec.keys[0].qpos;
  ASSERT_EQ(qpos.size(), 27u);
  for (int i = 0; i < 13; ++i) EXPECT_TRUE(std::isnan(qpos[i])) << i;
  for (int i = 13; i < 27; ++i) EXPECT_EQ(qpos[i], i - 12);
}

TEST(AttachTest, ConflictPolicies) {
  const auto timestep = [](Compiler::Conflict policy, double own, Diagnostics& diagnostics) {
    Spec spec;
    spec.compilers[0].conflict = policy;
    spec.option.timestep = own;
    attach(spec, spec.world, -1, make_child(), {"b", "", "x_", {}}, diagnostics);
    EXPECT_EQ(spec.world.bodies.empty(), diagnostics.has_errors());
    return spec.option.timestep;
  };
  Diagnostics keep, merge, adopt, error;
  EXPECT_EQ(timestep(Compiler::Conflict::kWarning, 0.004, keep), 0.004);
  EXPECT_EQ(keep.list().size(), 1u);
  EXPECT_FALSE(keep.has_errors());
  EXPECT_EQ(timestep(Compiler::Conflict::kMerge, 0.004, merge), 0.001);
  EXPECT_EQ(timestep(Compiler::Conflict::kMerge, 0.002, adopt), 0.001);
  EXPECT_EQ(timestep(Compiler::Conflict::kError, 0.004, error), 0.004);
  EXPECT_TRUE(error.has_errors());
}

// MuJoCo 3.12.0 with <attach> of a model with another timestep or other flags, and with models made in code.
TEST(AttachTest, WhatWasWrittenCounts) {
  using Conflict = Compiler::Conflict;
  const auto timestep = [](Conflict policy, double own, bool own_written, double other, bool other_written) {
    Spec spec, child = make_child();
    spec.compilers[0].conflict = policy;
    spec.option.timestep = own;
    child.option.timestep = other;
    if (own_written) spec.written.names.insert("timestep");
    if (other_written) child.written.names.insert("timestep");
    Diagnostics diagnostics;
    attach(spec, spec.world, -1, child, {"b", "", "x_", {}}, diagnostics);
    return diagnostics.has_errors() ? -1 : spec.option.timestep;
  };
  // .002 is the default
  EXPECT_EQ(timestep(Conflict::kMerge, .005, true, .002, true), .002);
  EXPECT_EQ(timestep(Conflict::kMerge, .002, true, .005, true), .002);
  EXPECT_EQ(timestep(Conflict::kMerge, .002, false, .005, true), .005);
  EXPECT_EQ(timestep(Conflict::kMerge, .005, false, .008, true), .008);
  EXPECT_EQ(timestep(Conflict::kMerge, .005, true, .003, false), .005);
  EXPECT_EQ(timestep(Conflict::kMerge, .005, false, .008, false), .005);
  EXPECT_EQ(timestep(Conflict::kMerge, .005, false, .002, false), .005);
  EXPECT_EQ(timestep(Conflict::kError, .005, true, .002, true), -1);
  EXPECT_EQ(timestep(Conflict::kError, .002, true, .005, true), -1);
  EXPECT_EQ(timestep(Conflict::kError, .002, false, .005, true), .002);
  EXPECT_EQ(timestep(Conflict::kError, .005, false, .003, false), -1);
  EXPECT_EQ(timestep(Conflict::kWarning, .005, true, .002, true), .005);
}

TEST(AttachTest, FlagsThatWereWritten) {
  using Conflict = Compiler::Conflict;
  const auto flags = [](Conflict policy, int own, bool written, int other) {
    Spec spec, child = make_child();
    child.option = {};
    spec.compilers[0].conflict = policy;
    spec.option.disableflags = own;
    child.option.disableflags = other;
    if (written) spec.written.disableflags = kDisableContact;
    Diagnostics diagnostics;
    attach(spec, spec.world, -1, child, {"b", "", "x_", {}}, diagnostics);
    return diagnostics.has_errors() ? -1 : spec.option.disableflags;
  };
  EXPECT_EQ(flags(Conflict::kError, 0, true, kDisableContact), -1);
  EXPECT_EQ(flags(Conflict::kError, 0, false, kDisableContact), 0);
  EXPECT_EQ(flags(Conflict::kError, kDisableContact, true, 0), kDisableContact);
  EXPECT_EQ(flags(Conflict::kMerge, 0, true, kDisableContact), kDisableContact);
  EXPECT_EQ(flags(Conflict::kWarning, 0, true, kDisableContact), 0);
}

TEST(AttachTest, Errors) {
  const Spec child = make_child();
  const auto text = [&](const AttachSettings& settings) {
    Spec spec = make_own();
    spec.world.bodies.push_back(make_body("x_a"));
    Diagnostics diagnostics;
    attach(spec, spec.world, -1, child, settings, diagnostics);
    EXPECT_TRUE(diagnostics.has_errors());
    EXPECT_EQ(spec.world.bodies.size(), 2u);
    return diagnostics.text();
  };
  EXPECT_NE(text({"a3", "", "y_", {}}).find("did you mean"), std::string::npos);
  EXPECT_NE(text({"", "fa", "y_", {}}).find("unknown frame"), std::string::npos);
  EXPECT_NE(text({"a", "", "x_", {}}).find("already"), std::string::npos);
  Spec spec = make_own();
  Diagnostics diagnostics;
  attach_self(spec, spec.world, -1, {"", "", "x_", {}}, diagnostics);
  EXPECT_EQ(diagnostics.error_count(), 1);
}

TEST(AttachTest, IncompleteKeyframeOfChildIsAnError) {
  Spec child = make_child(), spec;
  child.keys[0].qpos = {1};
  Diagnostics diagnostics;
  attach(spec, spec.world, -1, child, {"b", "", "x_", {}}, diagnostics);
  EXPECT_TRUE(diagnostics.has_errors());
}

// The deepest tree that can be generated survives a copy.
TEST(AttachTest, DeepTree) {
  Spec child, spec;
  Diagnostics diagnostics;
  CompositeCable cable;
  cable.curve[0] = CableCurve::kLine;
  cable.count[0] = kMaxTreeDepth - 10;
  cable.geom.type = GeomType::kCapsule;
  expand_cable(child, child.world, -1, cable, diagnostics);
  attach(spec, spec.world, -1, child, {"", "", "x_", {}}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  EXPECT_EQ(tree_depth(spec.world), kMaxTreeDepth - 10);
  EXPECT_EQ(spec.excludes.size(), static_cast<std::size_t>(kMaxTreeDepth - 12));
  attach(spec, spec.world.bodies[0], -1, child, {"", "", "y_", {}}, diagnostics);
  EXPECT_TRUE(diagnostics.has_errors());
}

// A body that contains itself again and again: first the depth, then the size reaches its limit.
TEST(AttachTest, BombsAreErrors) {
  Spec spec;
  Diagnostics diagnostics;
  spec.world.bodies = {make_body("p")};
  for (int i = 0; i < 40 && !diagnostics.has_errors(); ++i) {
    attach_self(spec, spec.world.bodies[0], -1, {"p", "", std::to_string(i) + "_", {}}, diagnostics);
  }
  EXPECT_TRUE(diagnostics.has_errors());
}

}  // namespace
}  // namespace corten
