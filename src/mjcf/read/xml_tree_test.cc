// Includes, models in other files, broken XML and hostile input.
#include "mjcf/read/xml_tree.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "corten/load.h"

namespace corten {
namespace {

namespace fs = std::filesystem;

// A folder for one test, removed with it.
class Files : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / ("corten_mjcf_" + std::string(info->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  Spec read(const std::string& name) {
    diagnostics_ = {};
    return read_mjcf((folder_ / name).string(), diagnostics_);
  }
  bool reports(const std::string& part) { return diagnostics_.text().find(part) != std::string::npos; }

  fs::path folder_;
  Diagnostics diagnostics_;
};

TEST_F(Files, IncludeSplicesChildrenInOrder) {
  write("main.xml", R"(<mujoco><include file="sub/a.xml"/><worldbody><body name="first"/>
    <include file="sub/b.xml"/><body name="last"/></worldbody></mujoco>)");
  write("sub/a.xml", R"(<anything x="1"><option timestep="0.5"/></anything>)");
  write("sub/b.xml", "<mujocoinclude>\n\n<body name=\"inside\"/><include file=\"c.xml\"/></mujocoinclude>");
  write("sub/c.xml", R"(<m><body name="deep"/></m>)");  // found beside the including file
  const Spec spec = read("main.xml");
  EXPECT_FALSE(diagnostics_.has_errors()) << diagnostics_.text();
  EXPECT_EQ(spec.option.timestep, 0.5);
  ASSERT_EQ(spec.world.bodies.size(), 4u);
  EXPECT_EQ(spec.world.bodies[1].name, "inside");
  EXPECT_EQ(spec.world.bodies[2].name, "deep");
  EXPECT_EQ(spec.world.bodies[3].name, "last");
  EXPECT_EQ(fs::path(spec.world.bodies[1].where.file).filename(), "b.xml");
  EXPECT_EQ(spec.world.bodies[1].where.line, 3);
}

TEST_F(Files, IncludeErrors) {
  write("twice.xml", R"(<mujoco><include file="a.xml"/><include file="./a.xml"/></mujoco>)");
  write("a.xml", "<m><option/></m>");
  read("twice.xml");
  EXPECT_TRUE(reports("already included"));
  write("cycle.xml", R"(<mujoco><include file="cycle.xml"/></mujoco>)");
  read("cycle.xml");
  EXPECT_TRUE(reports("already included"));
  write("missing.xml", "<mujoco>\n<include file=\"none.xml\"/></mujoco>");
  read("missing.xml");
  EXPECT_TRUE(reports("missing.xml:2: error: <include>: file 'none.xml' not found"));
  write("content.xml", R"(<mujoco><include file="a.xml"><option/></include></mujoco>)");
  read("content.xml");
  EXPECT_TRUE(reports("cannot have content"));
  write("nothing.xml", R"(<mujoco><include file="e.xml"/></mujoco>)");
  write("e.xml", "<m/>");
  read("nothing.xml");
  EXPECT_TRUE(reports("no elements to include"));
  write("broken.xml", R"(<mujoco><include file="f.xml"/></mujoco>)");
  write("f.xml", "<m>\n<option>\n</m>");
  read("broken.xml");
  EXPECT_TRUE(
      reports("f.xml:3: error: <m>: malformed XML: element <option>, opened at line 2, is not closed before </m>"));
}

TEST_F(Files, AssetBesideIncludedFileGetsItsFullPath) {
  write("main.xml", R"(<mujoco><include file="sub/a.xml"/></mujoco>)");
  write("sub/a.xml", R"(<m><asset><mesh name="x" file="x.stl"/><mesh name="y" file="y.stl"/></asset></m>)");
  write("sub/x.stl", "");
  write("y.stl", "");
  const Spec spec = read("main.xml");
  EXPECT_TRUE(fs::equivalent(spec.meshes[0].file, folder_ / "sub/x.stl"));
  EXPECT_EQ(spec.meshes[1].file, "y.stl");
}

TEST_F(Files, ModelsAreAttached) {
  write("main.xml", R"(<mujoco><asset><model name="arm" file="arm.xml"/></asset><worldbody>
    <attach model="arm" body="a" prefix="left_"/><attach model="arm" body="a" prefix="right_"/></worldbody></mujoco>)");
  write("arm.xml", R"(<mujoco><worldbody><body name="a"><geom name="g" size="1"/></body></worldbody></mujoco>)");
  const Spec spec = read("main.xml");
  EXPECT_FALSE(diagnostics_.has_errors()) << diagnostics_.text();
  ASSERT_EQ(spec.world.bodies.size(), 2u);
  EXPECT_EQ(spec.world.bodies[1].geoms[0].name, "right_g");
  write("self.xml", R"(<mujoco><asset><model name="m" file="self.xml"/></asset></mujoco>)");
  read("self.xml");
  EXPECT_TRUE(reports("contains itself"));
}

TEST_F(Files, MissingOrEmpty) {
  read("none.xml");
  EXPECT_TRUE(reports("does not exist"));
  write("empty.xml", "");
  read("empty.xml");
  EXPECT_TRUE(reports("is empty"));
  write("robot.xml", "<robot name=\"r\"/>");
  read("robot.xml");
  EXPECT_TRUE(reports("the robot has no links"));
  write("html.xml", "<html/>");
  read("html.xml");
  EXPECT_TRUE(reports("not <mujoco>"));
}

bool refuses(const std::string& text) {
  Diagnostics diagnostics;
  read_mjcf_text(text, ".", diagnostics);
  return diagnostics.has_errors();
}

TEST(Hostile, DeepNesting) {
  std::string text = "<mujoco><worldbody>";
  for (int i = 0; i < 100000; ++i) text += "<body>";
  EXPECT_TRUE(refuses(text));
  for (int i = 0; i < 100000; ++i) text += "</body>";
  EXPECT_TRUE(refuses(text + "</worldbody></mujoco>"));
}

TEST(Hostile, ReplicateBomb) {
  std::string open, close;
  for (int i = 0; i < 8; ++i) {
    open += "<replicate count=\"1000\" sep=\"-\">";
    close += "</replicate>";
  }
  EXPECT_TRUE(refuses("<mujoco><worldbody>" + open + "<geom size=\"1\"/>" + close + "</worldbody></mujoco>"));
  EXPECT_TRUE(refuses(
      "<mujoco><worldbody><replicate count=\"2000000000\"><geom size=\"1\"/></replicate></worldbody></mujoco>"));
}

TEST(Hostile, HugeCountsOfGeneratedElements) {
  EXPECT_TRUE(
      refuses("<mujoco><worldbody><composite type=\"cable\" count=\"2000000000 1 1\" curve=\"s\" size=\"1\">"
              "<geom type=\"capsule\" size=\".1\"/></composite></worldbody></mujoco>"));
  EXPECT_TRUE(
      refuses("<mujoco><asset><hfield name=\"h\" nrow=\"2000000000\" ncol=\"2000000000\" size=\"1 1 1 1\" "
              "elevation=\"1\"/></asset></mujoco>"));
}

TEST(Hostile, EveryPrefixAndEveryDamagedByte) {
  const std::string text = R"(<?xml version="1.0"?><mujoco model="m"><compiler angle="radian"/><option timestep="1e-3">
    <flag contact="disable"/></option><default><geom size=".1 .2"/><default class="a"><position kp="3"/></default></default>
    <worldbody><body name="b" childclass="a"><joint name="j" range="-1 1"/><geom fromto="0 0 0 1 1 1"/>
    <replicate count="2"><site name="s"/></replicate></body></worldbody><actuator><position joint="j" class="a"/></actuator>
    <sensor><contact data="found force" num="2"/></sensor><!-- &amp; <![CDATA[ --></mujoco>)";
  for (std::size_t n = 0; n < text.size(); ++n) {
    Diagnostics diagnostics;
    read_mjcf_text(text.substr(0, n), ".", diagnostics);
    EXPECT_TRUE(diagnostics.has_errors()) << n;
    std::string damaged = text;
    for (const char byte : {'\0', '<', '"', '&', '9', '\xff'}) {
      damaged[n] = byte;
      read_mjcf_text(damaged, ".", diagnostics);  // any answer will do
    }
  }
}

}  // namespace
}  // namespace corten
