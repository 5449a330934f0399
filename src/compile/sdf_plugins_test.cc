// Plugins of meshes and geoms: what is accepted, and what is said about the rest.
#include "compile/sdf_plugins.h"

#include <gtest/gtest.h>

#include "corten/load.h"

namespace corten {
namespace {

std::string problem(const std::string& extension, const std::string& mesh, const std::string& geom) {
  try {
    load_text("<mujoco><extension>" + extension + "</extension><asset><mesh name='m' " + mesh +
              "</mesh></asset><worldbody><geom type='sdf' mesh='m'>" + geom + "</geom></worldbody></mujoco>");
  } catch (const LoadError& error) {
    return error.what();
  }
  return {};
}

constexpr const char* kTorus = "<plugin plugin='mujoco.sdf.torus'><instance name='t'/></plugin>";
constexpr const char* kUse = "<plugin instance='t'/>";
constexpr const char* kMesh = "><plugin instance='t'/>";

TEST(SdfPlugins, InstancesAndOwnSettings) {
  EXPECT_EQ(problem(kTorus, kMesh, kUse), "");
  const std::string own = "<plugin plugin='mujoco.sdf.torus'><config key='radius2' value='.1'/></plugin>";
  EXPECT_EQ(problem("<plugin plugin='mujoco.sdf.torus'/>", ">" + own, own), "");
  EXPECT_EQ(problem("<plugin plugin='mujoco.pid'><instance name='p'/></plugin>" + std::string(kTorus), kMesh, kUse),
            "");
}

TEST(SdfPlugins, IdsCountAllInstances) {
  const Model m = load_text(R"(<mujoco><extension><plugin plugin="mujoco.pid"><instance name="p"/></plugin>
      <plugin plugin="mujoco.sdf.torus"><instance name="a"/><instance name="b"/></plugin></extension>
    <asset><mesh name="m"><plugin instance="b"/></mesh></asset>
    <worldbody><geom type="sdf" mesh="m"><plugin instance="b"/></geom><geom size="1"/>
      <geom type="sdf" mesh="m"><plugin plugin="mujoco.sdf.torus"/></geom></worldbody></mujoco>)");
  EXPECT_EQ(m.geom_plugin[0], 2);
  EXPECT_EQ(m.geom_plugin[1], -1);
  EXPECT_EQ(m.geom_plugin[2], 3);
  ASSERT_EQ(m.sdf_shapes.size(), 4u);
  EXPECT_EQ(m.sdf_shapes[0], nullptr);
  EXPECT_NE(m.sdf_shapes[3], nullptr);
}

// MuJoCo refuses all of these.
TEST(SdfPlugins, Problems) {
  const auto says = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "'" << text << "' does not contain '" << part << "'";
  };
  says(problem("<plugin plugin='mujoco.sdf.none'/>", kMesh, kUse), "plugin 'mujoco.sdf.none' is not available");
  says(problem("", kMesh, kUse), "there is no plugin instance 't'");
  says(problem(kTorus, kMesh, "<plugin instance='u'/>"), "there is no plugin instance 'u'");
  says(problem(kTorus, kMesh, "<plugin/>"), "needs the attribute plugin or instance");
  says(problem("", ">", "<plugin plugin='mujoco.sdf.nut'/>"), "'mujoco.sdf.nut' is not declared in <extension>");
  says(problem(kTorus, "scale='2 2 2'><plugin instance='t'/>", kUse), "scale is not possible");
  says(problem(kTorus, kMesh, "<plugin instance='t'><config key='radius1' value='1'/></plugin>"),
       "<config> belongs to the plugin instance");
  says(problem("<plugin plugin='mujoco.pid'><instance name='t'/></plugin>", kMesh, kUse),
       "plugin 'mujoco.pid' is no signed distance shape");
}

TEST(SdfPlugins, ProblemsOfSettings) {
  const auto torus = [](const std::string& key, const std::string& value) {
    return problem("<plugin plugin='mujoco.sdf.torus'><instance name='t'><config key='" + key + "' value='" + value +
                       "'/></instance></plugin>",
                   kMesh, kUse);
  };
  EXPECT_EQ(torus("radius1", " .5 "), "");
  EXPECT_NE(torus("radius1", "wide").find("'wide' is not a number"), std::string::npos);
  EXPECT_NE(torus("radius3", "1").find("has no setting 'radius3', only: radius1, radius2"), std::string::npos);
  EXPECT_NE(torus("radius2", "-1").find("bounds"), std::string::npos);
}

TEST(SdfPlugins, OtherElementsCannotHaveOne) {
  EXPECT_THROW(
      load_text("<mujoco><extension><plugin plugin='mujoco.pid'/></extension><worldbody><body><joint name='j'/>"
                "<geom size='1'/></body></worldbody><actuator><plugin joint='j' plugin='mujoco.pid'/></actuator>"
                "</mujoco>"),
      LoadError);
}

TEST(SdfPlugins, OctreesAreMadeForSdfGeomsAlone) {
  const Model m = load_text(R"(<mujoco><asset><mesh name="a" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
      <mesh name="b" vertex="0 0 0 1 0 0 0 1 0 0 0 2"/></asset>
    <worldbody><geom type="mesh" mesh="a"/><geom type="sdf" mesh="b" contype="0" conaffinity="0"/></worldbody></mujoco>)");
  EXPECT_EQ(m.mesh_octadr[0], -1);
  EXPECT_EQ(m.mesh_octnum[0], 0);
  EXPECT_EQ(m.mesh_octadr[1], 0);
  EXPECT_EQ(m.mesh_octnum[1], m.noct);
}

}  // namespace
}  // namespace corten
