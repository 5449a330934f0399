// The text that a Spec becomes. That it loads to the same Model is tested in tests/roundtrip.
#include "corten/write.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "corten/load.h"
#include "mjcf/schema/schema.h"
#include "mjcf/write/writer.h"

namespace corten {
namespace {

Spec read(const std::string& text) {
  Diagnostics diagnostics;
  Spec spec = read_mjcf_text(text, "models", diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  return spec;
}

std::string rewritten(const std::string& text, bool flat = false) { return write_mjcf(read(text), {flat}); }

// The text between <worldbody> and </worldbody>, without indentation.
std::string world_of(const std::string& text) {
  std::string world;
  bool inside = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, line.find_first_not_of(' '));
    if (line == "</worldbody>") inside = false;
    if (inside) world += line;
    if (line == "<worldbody>") inside = true;
  }
  return world;
}

TEST(Write, CanonicalText) {
  EXPECT_EQ(rewritten(R"(<mujoco><worldbody><body pos=" 1 2.50 3"><geom size="0.1 0 0" name="g" rgba=".5 .5 .5 1"/>
    <freejoint/></body></worldbody><compiler angle="degree"/><option timestep="1e-3"/></mujoco>)"),
            R"(<mujoco model="MuJoCo Model">
  <option timestep="0.001"/>

  <worldbody>
    <body pos="1 2.5 3">
      <freejoint/>
      <geom name="g" size="0.1"/>
    </body>
  </worldbody>
</mujoco>
)");
}

// Read with either prefix, written with one; the schema has no other.
TEST(Write, ExtensionsHaveOnePrefix) {
  for (const std::string prefix : {"corten:", "cortenforge:"}) {
    const std::string text =
        rewritten("<mujoco><default><mesh " + prefix +
                  "maxparts='7'/></default><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' " + prefix +
                  "decompose='true' " + prefix + "tolerance='.2'/></asset><worldbody><body><joint name='j'/>" +
                  "<geom size='1'/></body></worldbody><actuator><general joint='j' gaintype='custom' " + prefix +
                  "gain_model='series_elastic' " + prefix + "gain_params='1 2 3 4'/></actuator></mujoco>");
    for (const char* written : {R"( corten:maxparts="7")", R"( corten:decompose="true")", R"( corten:tolerance="0.2")",
                                R"( corten:gain_model="series_elastic")", R"( corten:gain_params="1 2 3 4")"}) {
      EXPECT_NE(text.find(written), std::string::npos) << written << text;
    }
    EXPECT_EQ(text.find("cortenforge:"), std::string::npos) << text;
  }
  for (const auto& [id, element] : mjcf::Schema::instance().elements()) {
    for (const mjcf::Attribute& attribute : element.attributes) {
      if (attribute.name.find(':') == std::string::npos) continue;
      EXPECT_TRUE(attribute.name.starts_with("corten:")) << id << " " << attribute.name;
    }
  }
}

// Defaults that a file gives count when the model is attached (spec/attach/attach.h), so they are kept.
TEST(Write, OptionsThatWereGiven) {
  const Spec spec =
      read(R"(<mujoco><option timestep="0.002"><flag contact="enable" energy="disable"/></option></mujoco>)");
  EXPECT_TRUE(spec.written.names.contains("timestep"));
  EXPECT_FALSE(spec.written.names.contains("solver"));
  EXPECT_EQ(spec.written.disableflags, kDisableContact);
  EXPECT_EQ(spec.written.enableflags, kEnableEnergy);
  const std::string text = write_mjcf(spec, {false});
  EXPECT_NE(text.find(R"(<option timestep="0.002">)"), text.npos) << text;
  EXPECT_NE(text.find(R"(<flag contact="enable" energy="disable"/>)"), text.npos) << text;
}

TEST(Write, NumbersKeepEveryBit) {
  const std::string text = rewritten(R"(<mujoco><size nstack="300000"/><worldbody>
    <geom size="0.1" pos="0.1 1e300 -0" rgba="0.1 0.2 0.3 1" solref="0.30000000000000004"/></worldbody></mujoco>)");
  EXPECT_NE(text.find(R"(nstack="300000")"), text.npos);
  EXPECT_NE(text.find(R"(pos="0.1 1e+300 -0")"), text.npos) << text;
  EXPECT_NE(text.find(R"(rgba="0.1 0.2 0.3 1")"), text.npos) << text;
  EXPECT_NE(text.find(R"(solref="0.30000000000000004")"), text.npos) << text;
}

constexpr const char* kClasses = R"(<mujoco>
  <default><geom mass="2"/><default class="a"><geom type="box" size="1 2 3" material="m"/></default></default>
  <worldbody><geom size="1"/><geom class="a" size="1 2 4"/>
    <body childclass="a"><geom material=""/><geom class="main" type="capsule" size="1 2"/><geom mass="nan"/></body>
  </worldbody></mujoco>)";

TEST(Write, OnlyWhatTheClassDoesNotSay) {
  EXPECT_EQ(world_of(rewritten(kClasses)),
            R"(<geom size="1"/><geom class="a" size="1 2 4"/><body childclass="a"><geom material=""/>)"
            R"(<geom class="main" type="capsule" size="1 2"/><geom mass="nan"/></body>)");
  EXPECT_EQ(world_of(rewritten(kClasses, true)),
            R"(<geom size="1" mass="2"/><geom type="box" size="1 2 4" material="m" mass="2"/><body>)"
            R"(<geom type="box" size="1 2 3" mass="2"/><geom type="capsule" size="1 2" mass="2"/>)"
            R"(<geom type="box" size="1 2 3" material="m"/></body>)");
  EXPECT_EQ(rewritten(kClasses, true).find("<default"), std::string::npos);
}

// The order of geoms decides their numbers, so a frame can come between two of them.
TEST(Write, FramesKeepTheOrderOfElements) {
  const std::string world = R"(<geom name="a" size="1"/><site name="s"/><body name="x"/><frame name="f" pos="1 0 0">)"
                            R"(<geom name="b" size="1"/><frame euler="0 0 9"><geom name="c" size="1"/></frame></frame>)"
                            R"(<geom name="d" size="1"/>)";
  EXPECT_EQ(world_of(rewritten("<mujoco><worldbody>" + world + "</worldbody></mujoco>")), world);
}

// A frame whose elements are not neighbours is opened twice; its name is given once.
TEST(Write, FramesAreReopened) {
  Spec spec = read(R"(<mujoco><worldbody><frame name="f" pos="1 0 0"><geom name="a"/><geom name="c"/></frame>
    <geom name="b"/></worldbody></mujoco>)");
  std::swap(spec.world.geoms[1], spec.world.geoms[2]);
  EXPECT_EQ(
      world_of(write_mjcf(spec)),
      R"(<frame name="f" pos="1 0 0"><geom name="a"/></frame><geom name="b"/><frame pos="1 0 0"><geom name="c"/></frame>)");
}

TEST(Write, ActuatorsAreShortcutsWherePossible) {
  Spec spec =
      read(R"(<mujoco><actuator><position joint="j" kp="3" kv="0.5"/><motor joint="j" gear="2"/></actuator></mujoco>)");
  std::string text = write_mjcf(spec);
  EXPECT_NE(text.find(R"(<position joint="j" kp="3" kv="0.5"/>)"), text.npos) << text;
  EXPECT_NE(text.find(R"(<motor gear="2" joint="j"/>)"), text.npos) << text;
  spec.actuators[0].biasprm[0] = 7;  // no servo has a constant force
  text = write_mjcf(spec);
  EXPECT_NE(text.find(R"(<general joint="j" biastype="affine" gainprm="3" biasprm="7 -3 -0.5"/>)"), text.npos) << text;
}

TEST(Write, OneCompilerForAll) {
  Spec spec = read(R"(<mujoco><worldbody><body euler="90 0 0"><joint range="-90 45"/></body></worldbody></mujoco>)");
  Body other = spec.world.bodies[0];
  other.compiler = 1;
  other.orientation.euler = {1, 2, 3};
  other.joints[0].compiler = 1;
  other.joints[0].range = {{-1, 2}};
  spec.compilers.emplace_back().degree = false;
  spec.world.bodies.push_back(other);

  const Spec merged = mjcf::with_one_compiler(spec);
  ASSERT_EQ(merged.compilers.size(), 1u);
  EXPECT_FALSE(merged.compilers[0].degree);
  EXPECT_EQ(merged.world.bodies[0].orientation.euler.x, 90 / 180.0 * M_PI);
  EXPECT_EQ(merged.world.bodies[0].joints[0].range[0], -90 * (M_PI / 180.0));
  EXPECT_EQ(merged.world.bodies[1].orientation.euler, (Vec3{1, 2, 3}));
  EXPECT_EQ(merged.world.bodies[1].joints[0].range, (Vec<2>{{-1, 2}}));
}

TEST(Write, DirectoriesLeadBackToTheFiles) {
  Spec spec = read(R"(<mujoco><compiler meshdir="meshes"/><asset><mesh file="a.obj"/></asset></mujoco>)");
  EXPECT_EQ(mjcf::moved_to(spec, "models").compilers[0].meshdir, "meshes");
  EXPECT_EQ(mjcf::moved_to(spec, "build/out").compilers[0].meshdir, "../../models/meshes");
  EXPECT_EQ(mjcf::moved_to(spec, "build/out").compilers[0].texturedir, "");  // no texture has a file
  spec.compilers[0].meshdir = "/full/path";
  EXPECT_EQ(mjcf::moved_to(spec, "build").compilers[0].meshdir, "/full/path");
}

}  // namespace
}  // namespace corten
