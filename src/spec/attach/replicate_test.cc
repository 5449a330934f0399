// Replicates against MuJoCo 3.12.0: names, order and poses for the MJCF described above each test.
#include <gtest/gtest.h>

#include <cmath>

#include "math/vec3.h"
#include "spec/attach/attach.h"
#include "spec/spec_builder_test.h"

namespace corten {
namespace {

ReplicateSettings settings(int count, const std::string& sep = "") {
  ReplicateSettings s;
  s.count = count;
  s.sep = sep;
  return s;
}

// body b (joint j, geom g, site s) as content
Body content_b() {
  Body content;
  Body b = make_body("b", "j", "g");
  b.pos = {0.1, 0.2, 0.3};
  b.sites.push_back(named<Site>("s"));
  content.bodies.push_back(std::move(b));
  return content;
}

// <replicate count="4" offset="1 0 0.5" euler="10 20 30"><body name="b" pos=".1 .2 .3"/></replicate>: body_pos
TEST(ReplicateTest, PosesInDegrees) {
  Spec spec;
  Diagnostics diagnostics;
  ReplicateSettings s = settings(4);
  s.offset = {1, 0, 0.5};
  s.euler = {10, 20, 30};
  replicate(spec, spec.world, -1, content_b(), s, diagnostics);
  EXPECT_EQ(tree_names(spec, Object::kBody), (Names{"b0", "b1", "b2", "b3"}));
  ASSERT_EQ(spec.world.frames.size(), 4u);
  const Vec3 expected[4] = {{0.1, 0.2, 0.3},
                            {1.090016549054047, 0.1700656298273723, 0.8208967161686443},
                            {2.083263468440331, 0.5319122456177031, 1.112028555814205},
                            {2.8490314005502984, 1.1799697083302163, 1.4418478722089394}};
  for (int i = 0; i < 4; ++i) {
    const Body& body = spec.world.bodies[i];
    const Frame& frame = spec.world.frames[body.frame];
    EXPECT_EQ(frame.orientation.kind, Orientation::Kind::kQuat);
    const Vec3 pos = frame.pos + rotate(frame.orientation.quat, body.pos);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(pos[k], expected[i][k], 1e-14) << i;
  }
}

// the same with <compiler angle="radian" eulerseq="zyX"/>, count 3 and euler=".1 .2 .3": body_quat
TEST(ReplicateTest, PosesInRadians) {
  Spec spec;
  spec.compilers[0].degree = false;
  spec.compilers[0].eulerseq = "zyX";
  Diagnostics diagnostics;
  ReplicateSettings s = settings(3);
  s.offset = {1, 0, 0.5};
  s.euler = {0.1, 0.2, 0.3};
  replicate(spec, spec.world, -1, content_b(), s, diagnostics);
  const Quat expected[3] = {{},
                            {0.9833474432563558, 0.1435721750273919, 0.09115754934299071, 0.06407134770607116},
                            {0.9374770966156204, 0.2692345473910746, 0.15993317091416487, 0.15189085770253108}};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(spec.world.frames[i].orientation.quat[k], expected[i][k], 1e-15);
  }
}

// Sensors: a clock c, which refers to nothing, doubles with every copy; fp mixes an inner and an outer site.
TEST(ReplicateTest, SensorsAndSeparator) {
  Spec spec;
  Diagnostics diagnostics;
  spec.world.sites.push_back(named<Site>("other"));
  spec.sensors = {make_sensor("c"), make_sensor("sj", Object::kJoint, "j"),
                  make_sensor("fp", Object::kSite, "s", Object::kSite, "other"),
                  make_sensor("ot", Object::kSite, "other")};
  Body content = content_b();
  content.geoms.push_back(named<Geom>("w"));
  replicate(spec, spec.world, -1, content, settings(3, "-"), diagnostics);
  EXPECT_EQ(diagnostics.text(), "");
  EXPECT_EQ(tree_names(spec, Object::kBody), (Names{"b-0", "b-1", "b-2"}));
  EXPECT_EQ(tree_names(spec, Object::kGeom), (Names{"w-0", "w-1", "w-2", "g-0", "g-1", "g-2"}));
  EXPECT_EQ(tree_names(spec, Object::kSite), (Names{"other", "s-0", "s-1", "s-2"}));
  EXPECT_EQ(names(spec.sensors), (Names{"c", "ot", "c-0", "sj-0", "fp-0", "c-1", "sj-1", "fp-1", "c-0-1", "c-2", "sj-2",
                                        "fp-2", "c-0-2", "c-1-2", "c-0-1-2"}));
  EXPECT_EQ(spec.sensors[4].objname, "s-0");
  EXPECT_EQ(spec.sensors[4].refname, "other");
}

// Contacts, tendons, actuators and equalities; z (joint jz) stands outside. Digits of count: 12 copies are 00 to 11.
TEST(ReplicateTest, ReferringElements) {
  Spec spec;
  Diagnostics diagnostics;
  spec.world.bodies.push_back(make_body("z", "jz"));
  spec.excludes = {make_exclude("ex", "b", "z"), make_exclude("zw", "z", "world"), make_exclude("bw", "b", "world")};
  spec.tendons = {make_fixed_tendon("t", {"j"}), make_fixed_tendon("t2", {"j", "jz"})};
  spec.actuators = {make_actuator("a", TransmissionType::kJoint, "j"),
                    make_actuator("at", TransmissionType::kTendon, "t"),
                    make_actuator("az", TransmissionType::kJoint, "jz")};
  spec.equalities = {make_joint_equality("e", "j"), make_joint_equality("e2", "j", "jz")};
  replicate(spec, spec.world, -1, content_b(), settings(12), diagnostics);
  EXPECT_EQ(tree_names(spec, Object::kJoint).back(), "j11");
  EXPECT_EQ(names(spec.excludes).size(), 25u);
  EXPECT_EQ(names(spec.excludes)[0], "zw");
  EXPECT_EQ(names(spec.excludes)[1], "ex00");
  EXPECT_EQ(spec.excludes[1].body1, "b00");
  EXPECT_EQ(spec.excludes[1].body2, "z");
  EXPECT_EQ(names(spec.tendons).size(), 24u);
  EXPECT_EQ(names(spec.tendons)[1], "t200");
  EXPECT_EQ(spec.tendons[1].path[0].name, "j00");
  EXPECT_EQ(spec.tendons[1].path[1].name, "jz");
  const Names actuators = names(spec.actuators);
  EXPECT_EQ(actuators.size(), 25u);
  EXPECT_EQ((Names{actuators[0], actuators[1], actuators[2], actuators[24]}), (Names{"az", "a00", "at00", "at11"}));
  EXPECT_EQ(spec.actuators[2].target, "t00");
  // e2 joins a copied joint and another one: MuJoCo copies no such equality, and removes the original.
  EXPECT_EQ(names(spec.equalities).size(), 12u);
  EXPECT_EQ(names(spec.equalities)[11], "e11");
}

// MuJoCo: tuples are copied but the original stays, and makes the model invalid.
TEST(ReplicateTest, TupleStays) {
  Spec spec;
  Diagnostics diagnostics;
  spec.tuples.push_back(named<Tuple>("tu"));
  spec.tuples[0].items.push_back({Object::kBody, "b", 0});
  replicate(spec, spec.world, -1, content_b(), settings(2), diagnostics);
  EXPECT_EQ(names(spec.tuples), (Names{"tu", "tu0", "tu1"}));
}

// A name that happens to be another's with a suffix: <motor joint="hip" name="a"/>, joints hip and hip1 elsewhere.
TEST(ReplicateTest, AccidentalNames) {
  Spec spec;
  Diagnostics diagnostics;
  spec.world.bodies = {make_body("x", "hip"), make_body("y", "hip1")};
  spec.actuators = {make_actuator("a", TransmissionType::kJoint, "hip")};
  Body content;
  content.geoms.push_back(named<Geom>("q"));
  replicate(spec, spec.world, -1, content, settings(2), diagnostics);
  EXPECT_EQ(names(spec.actuators), (Names{"a", "a1"}));
  EXPECT_EQ(spec.actuators[1].target, "hip1");
}

// <body name="o"><replicate count="2" sep="_"><body name="m"> joint j, geom
//   <replicate count="2" offset="1 0 0" sep="-"> geom g, <body name="in"> joint k, geom ...; sensors on j and k
TEST(ReplicateTest, Nested) {
  Spec spec;
  Diagnostics diagnostics;
  spec.sensors = {make_sensor("sj", Object::kJoint, "j"), make_sensor("sk", Object::kJoint, "k")};
  Body& o = spec.world.bodies.emplace_back(named<Body>("o"));
  Body& outer = o.bodies.emplace_back();
  Body& m = outer.bodies.emplace_back(make_body("m", "j"));
  Body inner;
  inner.geoms.push_back(named<Geom>("g"));
  inner.bodies.push_back(make_body("in", "k"));
  replicate(spec, m, -1, inner, settings(2, "-"), diagnostics);
  Body content = std::move(o.bodies.back());
  o.bodies.pop_back();
  replicate(spec, o, -1, std::move(content), settings(2, "_"), diagnostics);
  EXPECT_EQ(tree_names(spec, Object::kBody), (Names{"o", "m_0", "in-0_0", "in-1_0", "m_1", "in-0_1", "in-1_1"}));
  EXPECT_EQ(tree_names(spec, Object::kJoint), (Names{"j_0", "k-0_0", "k-1_0", "j_1", "k-0_1", "k-1_1"}));
  EXPECT_EQ(tree_names(spec, Object::kGeom), (Names{"", "g-0_0", "g-1_0", "", "", "", "g-0_1", "g-1_1", "", ""}));
  EXPECT_EQ(names(spec.sensors), (Names{"sj_0", "sk-0_0", "sk-1_0", "sj_1", "sk-0_1", "sk-1_1"}));
  EXPECT_EQ(spec.sensors[5].objname, "k-1_1");
}

TEST(ReplicateTest, FramesAndChildclass) {
  Spec spec;
  Diagnostics diagnostics;
  spec.world.frames.resize(2);
  Body content;
  content.frames = {named<Frame>("f")};
  content.sites = {named<Site>("in"), named<Site>("out")};
  content.sites[0].frame = 0;
  ReplicateSettings s = settings(2);
  s.childclass = "cls";
  replicate(spec, spec.world, 1, content, s, diagnostics);
  ASSERT_EQ(spec.world.frames.size(), 6u);
  EXPECT_EQ(spec.world.frames[2].parent, 1);
  EXPECT_EQ(spec.world.frames[2].childclass, "cls");
  EXPECT_EQ(spec.world.frames[3].name, "f0");
  EXPECT_EQ(spec.world.frames[3].parent, 2);
  EXPECT_EQ(spec.world.sites[0].frame, 3);
  EXPECT_EQ(spec.world.sites[1].frame, 2);
  EXPECT_EQ(spec.world.sites[2].frame, 5);
}

// <key name="k" qpos="1 2" ctrl="7" time="2"/> with a body z (joint jz, motor az) before the replicate:
// MuJoCo's key_qpos is [[1 2 0] [1 0 2] [1 0 0]] for k0, k1, k.
TEST(ReplicateTest, Keyframes) {
  Spec spec;
  Diagnostics diagnostics;
  spec.world.bodies.push_back(make_body("z", "jz"));
  spec.actuators = {make_actuator("az", TransmissionType::kJoint, "jz")};
  Key key = named<Key>("k");
  key.qpos = {1, 2};
  key.ctrl = {7};
  key.time = 2;
  spec.keys.push_back(key);
  replicate(spec, spec.world, -1, content_b(), settings(2), diagnostics);
  EXPECT_EQ(diagnostics.text(), "");
  EXPECT_EQ(names(spec.keys), (Names{"k0", "k1", "k"}));
  const double expected[3][3] = {{1, 2, NAN}, {1, NAN, 2}, {1, NAN, NAN}};
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(spec.keys[i].qpos.size(), 3u);
    EXPECT_EQ(spec.keys[i].time, 2);
    EXPECT_TRUE(spec.keys[i].qvel.empty());
    for (int k = 0; k < 3; ++k) {
      const double q = spec.keys[i].qpos[k];
      EXPECT_TRUE(std::isnan(expected[i][k]) ? std::isnan(q) : q == expected[i][k]) << i << k;
    }
  }
}

TEST(ReplicateTest, KeyframeOfWrongSizeIsAnError) {
  Spec spec;
  Diagnostics diagnostics;
  spec.keys.push_back(named<Key>("k"));
  spec.keys[0].qpos = {1, 2, 3};
  replicate(spec, spec.world, -1, content_b(), settings(2), diagnostics);
  EXPECT_TRUE(diagnostics.has_errors());
}

TEST(ReplicateTest, NoCopies) {
  for (int count : {0, -1}) {
    Spec spec;
    Diagnostics diagnostics;
    spec.sensors = {make_sensor("sj", Object::kJoint, "j")};
    replicate(spec, spec.world, -1, content_b(), settings(count), diagnostics);
    EXPECT_TRUE(spec.world.bodies.empty());
    EXPECT_TRUE(spec.sensors.empty());
    EXPECT_FALSE(diagnostics.has_errors());
  }
}

TEST(ReplicateTest, BombsAreErrors) {
  Spec spec;
  Diagnostics diagnostics;
  replicate(spec, spec.world, -1, content_b(), settings(2000000000), diagnostics);
  EXPECT_EQ(diagnostics.error_count(), 1);
  EXPECT_TRUE(spec.world.bodies.empty());
  spec.sensors = {make_sensor("c")};
  Body content;
  content.geoms.push_back(named<Geom>("g"));
  replicate(spec, spec.world, -1, content, settings(50), diagnostics);
  EXPECT_EQ(diagnostics.error_count(), 2);
}

TEST(ReplicateTest, BadEulerSequence) {
  Spec spec;
  spec.compilers[0].eulerseq = "xyw";
  Diagnostics diagnostics;
  replicate(spec, spec.world, -1, content_b(), settings(2), diagnostics);
  EXPECT_TRUE(diagnostics.has_errors());
}

}  // namespace
}  // namespace corten
