// Plugins of all elements: what is accepted, how instances are numbered, and what is said about the rest.
#include <gtest/gtest.h>

#include "compile/elements/elements.h"
#include "corten/load.h"

namespace corten {
namespace {

std::string plugin_problem(const std::string& extension, const std::string& mesh, const std::string& geom) {
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
  EXPECT_EQ(plugin_problem(kTorus, kMesh, kUse), "");
  const std::string own = "<plugin plugin='mujoco.sdf.torus'><config key='radius2' value='.1'/></plugin>";
  EXPECT_EQ(plugin_problem("<plugin plugin='mujoco.sdf.torus'/>", ">" + own, own), "");
  EXPECT_EQ(
      plugin_problem("<plugin plugin='mujoco.pid'><instance name='p'/></plugin>" + std::string(kTorus), kMesh, kUse),
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
  says(plugin_problem("<plugin plugin='mujoco.sdf.none'/>", kMesh, kUse), "plugin 'mujoco.sdf.none' is not available");
  says(plugin_problem("", kMesh, kUse), "there is no plugin instance 't'");
  says(plugin_problem(kTorus, kMesh, "<plugin instance='u'/>"), "there is no plugin instance 'u'");
  says(plugin_problem(kTorus, kMesh, "<plugin/>"), "needs the attribute plugin or instance");
  says(plugin_problem("", ">", "<plugin plugin='mujoco.sdf.nut'/>"), "'mujoco.sdf.nut' is not declared in <extension>");
  says(plugin_problem(kTorus, "scale='2 2 2'><plugin instance='t'/>", kUse), "scale is not possible");
  says(plugin_problem(kTorus, kMesh, "<plugin instance='t'><config key='radius1' value='1'/></plugin>"),
       "<config> belongs to the plugin instance");
  says(plugin_problem("<plugin plugin='mujoco.pid'><instance name='t'/></plugin>", kMesh, kUse),
       "plugin 'mujoco.pid' is no signed distance shape");
}

TEST(SdfPlugins, ProblemsOfSettings) {
  const auto torus = [](const std::string& key, const std::string& value) {
    return plugin_problem("<plugin plugin='mujoco.sdf.torus'><instance name='t'><config key='" + key + "' value='" +
                              value + "'/></instance></plugin>",
                          kMesh, kUse);
  };
  EXPECT_EQ(torus("radius1", " .5 "), "");
  EXPECT_NE(torus("radius1", "wide").find("'wide' is not a number"), std::string::npos);
  EXPECT_NE(torus("radius3", "1").find("has no setting 'radius3', only: radius1, radius2"), std::string::npos);
  EXPECT_NE(torus("radius2", "-1").find("bounds"), std::string::npos);
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

// ---- plugins of bodies, actuators and sensors

std::string problem_of(const std::string& extension, const std::string& body, const std::string& rest) {
  try {
    load_text("<mujoco>\n<extension>" + extension +
              "</extension>\n<worldbody><body name='b'><joint name='j'/>"
              "<geom size='.1'/><site name='s'/>" +
              body + "</body></worldbody>\n" + rest + "</mujoco>");
  } catch (const LoadError& error) {
    return error.what();
  }
  return "none";
}

std::string config(const std::string& key, const std::string& value) {
  return "<config key='" + key + "' value='" + value + "'/>";
}

void expect_says(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message << "\nhas not: " << part;
}

constexpr const char* kPid = "<plugin plugin='mujoco.pid'/>";

std::string pid(const std::string& attributes, const std::string& settings) {
  return problem_of(
      kPid, "",
      "<actuator><plugin joint='j' plugin='mujoco.pid' " + attributes + ">" + settings + "</plugin></actuator>");
}

TEST(Plugins, Pid) {
  EXPECT_EQ(pid("", ""), "none");
  EXPECT_EQ(pid("actdim='2'", config("ki", "1") + config("slewmax", "0")), "none");
  EXPECT_EQ(pid("", config("imax", "-1")), "none");  // without ki it has no meaning
  expect_says(pid("", config("ki", "1")), ":4: error: <plugin>: actdim is 0, the plugin and the dyntype need 1");
  expect_says(pid("actdim='3'", config("ki", "1")), "set actdim=\"1\"");
  expect_says(pid("dyntype='filter' dynprm='1' actdim='1'", config("ki", "1")), "set actdim=\"2\"");
  expect_says(pid("dyntype='integrator' actdim='0'", ""), "set actdim=\"1\"");
  expect_says(pid("actdim='1'", config("ki", "1") + config("imax", "-1")), "imax has not the sign of ki");
  expect_says(pid("actdim='1'", config("slewmax", "-1")), "slewmax (fastest change of the setpoint) is -1, below 0");
  expect_says(pid("", config("kp", "big")), "config 'kp': 'big' is not a number");
  expect_says(pid("", config("kv", "1")), "plugin 'mujoco.pid' has no setting 'kv', only: kp, ki, kd, imax, slewmax");
  expect_says(pid("", config("kp", "1") + config("kp", "1")), "key 'kp' is given twice");
}

TEST(Plugins, Cable) {
  const std::string declared = "<plugin plugin='mujoco.elasticity.cable'><instance name='c'>";
  const auto cable = [&](const std::string& settings, const std::string& child, const std::string& rest = {}) {
    return problem_of(declared + settings + "</instance></plugin>", "<plugin instance='c'/>" + child, rest);
  };
  const std::string inner = "<geom size='.1'/><plugin instance='c'/></body>";
  EXPECT_EQ(cable("", ""), "none");
  EXPECT_EQ(cable(config("twist", "1") + config("bend", " 2 ") + config("flat", "true") + config("vmax", "0"),
                  "<body pos='1 0 0'><joint type='ball'/>" + inner),
            "none");
  expect_says(cable(config("twist", "soft"), ""),
              ":2: error: <instance name=\"c\">: config 'twist': 'soft' is not a number");
  expect_says(cable(config("young", "1"), ""), "has no setting 'young', only: twist, bend, flat, vmax");
  expect_says(cable("", "<body pos='1 0 0'><joint/>" + inner), "body 2 '' of a cable has no ball joint");
  expect_says(cable("", "<body pos='1 0 0'>" + inner), "of a cable has no ball joint");
  expect_says(cable("", "<body><joint type='ball'/>" + inner), "is where the one before it is");
  expect_says(cable("",
                    "<body pos='1 0 0'><joint type='ball'/><inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/>"
                    "<plugin instance='c'/></body>"),
              "of a cable has no geom");
  expect_says(cable("", "<body pos='1 0 0'><joint/><geom size='.1'/><body pos='1 0 0'><joint type='ball'/>" + inner +
                            "</body>"),
              "the bodies of a cable must follow each other");
}

TEST(Plugins, TouchGrid) {
  const auto grid = [](const std::string& settings, const std::string& object = "objtype='site' objname='s'") {
    return problem_of(
        "<plugin plugin='mujoco.sensor.touch_grid'/>", "",
        "<sensor><plugin plugin='mujoco.sensor.touch_grid' " + object + ">" + settings + "</plugin></sensor>");
  };
  const std::string size = config("size", "3 2"), fov = config("fov", "180 90");
  EXPECT_EQ(grid(size + fov), "none");
  expect_says(grid(fov), "needs the setting size (columns and rows)");
  expect_says(grid(size), "needs the setting fov (half angles of view in degrees)");
  expect_says(grid(config("size", "3") + fov), "size (columns and rows) needs 2 numbers, not 1");
  expect_says(grid(config("size", "3 0") + fov), "is 0, below 1");
  expect_says(grid(config("size", "100000 100000") + fov), "size is too large");
  expect_says(grid(size + config("fov", "181 20")), "is 181, above 180");
  expect_says(grid(size + config("fov", "0 20")), "fov must be positive");
  expect_says(grid(size + config("fov", "20 91")), "the vertical fov is above 90 degrees");
  expect_says(grid(size + fov + config("gamma", "1.1")), "is 1.1, above 1");
  expect_says(grid(size + fov + config("nchannel", "7")), "is 7, above 6");
  expect_says(grid(size + fov, "objtype='body' objname='b'"), "is not attached to a site");
  expect_says(grid(size + fov, ""), "is not attached to a site");
  expect_says(grid(size + fov, "objtype='site'"), "objname is missing");
  expect_says(grid(size + fov, "objname='s'"), "objtype is missing");
}

TEST(Plugins, KindsMustFit) {
  const std::string all = "<plugin plugin='mujoco.pid'/><plugin plugin='mujoco.elasticity.cable'/>";
  expect_says(problem_of(all, "<plugin plugin='mujoco.pid'/>", ""), "plugin 'mujoco.pid' is no passive force");
  expect_says(problem_of(all, "", "<sensor><plugin plugin='mujoco.pid'/></sensor>"),
              "plugin 'mujoco.pid' is no sensor");
  expect_says(problem_of(all, "", "<actuator><plugin joint='j' plugin='mujoco.elasticity.cable'/></actuator>"),
              "plugin 'mujoco.elasticity.cable' is no actuator");
  expect_says(problem_of(kPid, "", "<actuator><plugin joint='j' instance='none'/></actuator>"),
              "there is no plugin instance 'none'");
  expect_says(problem_of("", "", "<actuator><plugin joint='j' plugin='mujoco.pid'/></actuator>"),
              "plugin 'mujoco.pid' is not declared in <extension>");
  expect_says(problem_of("<plugin plugin='mujoco.none'/>", "", ""), "plugin 'mujoco.none' is not available");
}

// Ids, texts and sizes as MuJoCo 3.12.0 has them for this model.
TEST(Plugins, Fields) {
  const Model m = load_text(R"(<mujoco><extension><plugin plugin="mujoco.pid">
      <instance name="p"><config key="slewmax" value="2"/><config key="kp" value="1.50"/></instance></plugin></extension>
    <worldbody><body name="b"><joint name="j"/><geom size=".1"/></body>
      <frame pos="0 1 0"><attach body="b" prefix="x"/></frame></worldbody>
    <actuator><plugin name="a" joint="j" instance="p" actdim="1"/></actuator></mujoco>)");
  EXPECT_EQ(m.nplugin, 2);
  EXPECT_EQ(m.names(Object::kPlugin), (std::vector<std::string>{"p", "xp"}));
  EXPECT_EQ(m.actuator_plugin[0], 0);
  EXPECT_EQ(m.actuator_plugin[1], 1);
  EXPECT_EQ(m.body_plugin[1], -1);
  EXPECT_EQ(m.plugin_attradr[1], 10);
  EXPECT_EQ(std::string(m.plugin_attr.data(), m.npluginattr), std::string("1.50\0\0\0\0002\0"
                                                                          "1.50\0\0\0\0002\0",
                                                                          20));
  EXPECT_EQ(m.na, 2);
  EXPECT_EQ(m.npluginstate, 0);
}

// Every copy has an instance of its own. (MuJoCo 3.12.0 crashes.)
TEST(Plugins, ReplicatedCables) {
  const Model m = load_text(R"(<mujoco><extension><plugin plugin="mujoco.elasticity.cable"/></extension>
    <worldbody><replicate count="2" offset="0 1 0">
      <composite prefix="c" type="cable" curve="s" count="4 1 1" size=".4" initial="none">
        <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="1e6"/><config key="bend" value="1e6"/></plugin>
        <joint kind="main" damping=".01"/><geom type="capsule" size=".005"/></composite></replicate></worldbody></mujoco>)");
  ASSERT_EQ(m.nplugin, 2);
  EXPECT_EQ(m.body_plugin[1], 0);
  EXPECT_EQ(m.body_plugin[m.nbody - 1], 1);
  ASSERT_EQ(m.plugins.size(), 2u);
  EXPECT_EQ(m.plugins[1].elements.size(), 3u);
}

}  // namespace
}  // namespace corten
