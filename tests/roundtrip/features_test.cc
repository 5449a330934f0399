// Elements and settings that models rarely have: each written, read and compared bit by bit.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "../common/same_model.h"
#include "corten/corten.h"

namespace corten {
namespace {

namespace fs = std::filesystem;

// Reads and compiles text; the Spec is written, and what comes back is compared. Returns the text.
std::string expect_round_trip(const std::string& text, const std::string& directory = ".", bool flat = false) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(text, directory, diagnostics);
  const Model model = compile(spec, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  const std::string written = write_mjcf(spec, {flat});
  Diagnostics again;
  const Spec read = read_mjcf_text(written, directory, again);
  const Model copy = compile(read, again);
  EXPECT_FALSE(again.has_errors()) << again.text() << written;
  if (!again.has_errors()) {
    EXPECT_EQ(difference(model, copy), "") << written;
    EXPECT_EQ(write_mjcf(read, {flat}), written);
  }
  return written;
}

void expect_both_forms(const std::string& text, const std::string& directory = ".") {
  expect_round_trip(text, directory, false);
  expect_round_trip(text, directory, true);
}

constexpr const char* kTree = R"(
  <worldbody>
    <camera name="eye" pos="0 -3 1" xyaxes="1 0 0 0 0.3 1" resolution="4 3" sensorsize="0.1 0.1" focal="0.1 0.2"/>
    <camera mode="targetbody" target="arm" output="depth segmentation"/>
    <light type="directional" dir="0 1 -1" castshadow="false"/>
    <geom name="floor" type="plane" size="1 1 .1" friction="0.7"/>
    <body name="ball" pos="0 0 1" sleep="never"><freejoint name="free"/><geom name="ball" size=".1" user="1 2"/></body>
    <body name="loose" pos="2 0 1"><joint type="free" damping="0.1"/><geom size=".1" mass="0.3"/></body>
    <body name="moved" mocap="true" pos="1 1 1"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body name="arm" pos="0 1 1" euler="10 20 30" gravcomp="0.5">
      <joint name="hinge" axis="0 1 0" range="-50 60" damping="1 0.1" stiffness="2" springref="5" ref="3"/>
      <geom name="rod" type="capsule" fromto="0 0 0 0 0 -0.5" size="0.05"/>
      <site name="tip" pos="0 0 -0.5" zaxis="1 0 1"/>
      <body name="fore" pos="0 0 -0.5">
        <inertial pos="0 0.01 -0.1" mass="0.7" fullinertia="0.01 0.02 0.015 0.001 0 0"/>
        <joint name="slide" type="slide" range="-0.1 0.1" frictionloss="0.2" actuatorfrcrange="-9 9"/>
        <site name="low" pos="0 0 -0.3" type="box" size="0.1 0.1 0.1"/>
        <body name="wrist" pos="0 0 -0.3"><joint name="ball" type="ball" range="0 80"/>
          <geom name="hand" type="box" size=".05 .06 .07" axisangle="1 0 0 33"/></body>
      </body>
    </body>
  </worldbody>)";

TEST(Features, SensorsOfEveryKind) {
  expect_both_forms("<mujoco>" + std::string(kTree) + R"(
    <tendon><fixed name="t"><joint joint="hinge" coef="2"/></fixed></tendon>
    <actuator><motor name="m" joint="hinge" gear="3"/></actuator>
    <sensor>
      <touch name="touch" site="tip" cutoff="3"/><accelerometer site="tip" noise="0.1"/><gyro site="tip" delay="0.01" nsample="4"/>
      <rangefinder site="tip"/><rangefinder camera="eye" data="dist point"/><camprojection site="tip" camera="eye"/>
      <jointpos joint="hinge"/><ballquat joint="ball"/><tendonvel tendon="t"/><actuatorfrc actuator="m"/>
      <jointlimitfrc joint="hinge"/><framepos objtype="site" objname="tip"/>
      <framequat objtype="xbody" objname="fore" reftype="geom" refname="rod"/><framelinacc objtype="body" objname="fore"/>
      <subtreecom body="arm"/><insidesite site="low" objtype="body" objname="ball"/>
      <distance geom1="ball" body2="arm"/><normal body1="ball" geom2="rod"/><fromto geom1="ball" geom2="hand" cutoff="9"/>
      <contact geom1="ball" num="3" data="found force normal" reduce="mindist"/><contact subtree1="arm" body2="ball"/>
      <contact site="low"/><e_potential/><clock interval="0.1"/><user dim="3" objtype="body" objname="arm" needstage="vel"/>
    </sensor></mujoco>)");
}

TEST(Features, ConstraintsCustomDataAndKeyframes) {
  expect_both_forms(R"(<mujoco model="a &lt;b&gt; &quot;c&quot;">
    <option timestep="0.001" o_solref="0.1"><flag energy="enable" contact="disable"/></option>
    <size nuserdata="7" memory="3M" nkey="4" nuser_geom="5"/>
    <statistic extent="3" center="1 2 3"/>
    <visual><global fovy="33"/><rgba haze="1 0 0 1"/></visual>
    <custom><numeric name="n" size="5" data="1 2.5"/><text name="words" data="two&#10;lines"/>
      <tuple name="u"><element objtype="body" objname="arm" prm="0.3"/></tuple></custom>)" +
                    std::string(kTree) + R"(
    <contact><pair geom1="ball" geom2="hand" friction="1 2 3"/><exclude body1="ball" body2="arm"/></contact>
    <equality><connect body1="ball" anchor="0 0 0"/><connect site1="tip" site2="low" active="false"/>
      <weld name="w" body1="ball" body2="arm" relpose="0 0 0 0 0 0 0" torquescale="2"/>
      <joint joint1="hinge" joint2="slide" polycoef="0.1 2 0 1"/><joint joint1="slide"/>
      <tendon tendon1="s" tendon2="f"/></equality>
    <tendon><spatial name="s" range="0 2" springlength="0.5" width="0.01"><site site="tip"/><site site="low"/><pulley divisor="2"/>
        <site site="tip"/><geom geom="ball" sidesite="low"/><site site="low"/></spatial>
      <fixed name="f" springlength="0.1 0.2" stiffness="3"><joint joint="hinge" coef="1.5"/></fixed></tendon>
    <keyframe><key name="home" time="3" qvel="0 0 0 0 0 0 0 0 0 0 0 0 1 2 3 4 5"/><key mpos="3 2 1"/></keyframe></mujoco>)");
}

// As <flexcomp> where that says the same, otherwise as the elements that it becomes.
TEST(Features, Flexcomps) {
  constexpr const char* kModel = R"(<mujoco><default><default class="c"><joint damping="2"/></default></default>
    <worldbody><body name="a"><body name="b" childclass="c"><frame pos="1 0 0"><body name="d"/>
        <body name="n"><flexcomp name="f" count="3 2 1" dim="2" spacing=".1 .1 .1"><edge equality="true" solref=".1"/>
        </flexcomp></body><body name="e"/></frame></body>
      <flexcomp name="g" count="3 3 3" dim="3" spacing=".1 .1 .1" dof="trilinear" cellcount="2 1 1" euler="0 0 20">
        <contact selfcollide="none"/><elasticity young="1e4" poisson=".1"/><pin id="0"/></flexcomp></body>
      %</worldbody>
    </mujoco>)";
  const auto with = [&](const std::string& more) {
    const std::string model = kModel;
    return std::string(model).replace(model.find('%'), 1, more);
  };
  EXPECT_NE(expect_round_trip(with("")).find("<flexcomp"), std::string::npos);
  EXPECT_EQ(expect_round_trip(with(""), ".", true).find("<flexcomp"), std::string::npos);
  // The copy would get another default class where it stands.
  EXPECT_EQ(expect_round_trip(with(R"(<attach body="n" prefix="x"/>)")).find("<flexcomp"), std::string::npos);
}

TEST(Features, ActuatorsKeepTheirShortcuts) {
  const std::string text =
      "<mujoco><default><default class='soft'><position kp='3' dampratio='1' "
      "inheritrange='0.9'/></default></default>" +
      std::string(kTree) + R"(
    <tendon><spatial name="s"><site site="tip"/><site site="low"/></spatial></tendon>
    <actuator>
      <motor joint="hinge" ctrlrange="-1 1" gear="1 2"/><position class="soft" joint="hinge"/><position joint="slide" kv="0.2"/>
      <position joint="slide" kp="5" timeconst="0.1"/><velocity joint="hinge" kv="4"/>
      <intvelocity joint="hinge" kp="6" actrange="-1 1"/><damper joint="hinge" kv="2" ctrlrange="0 1"/>
      <cylinder joint="slide" timeconst="0.3" diameter="0.2" bias="1 2 3"/><adhesion body="ball" ctrlrange="0 1" gain="8"/>
      <muscle tendon="s" lengthrange="0.1 1" force="30" timeconst="0.02 0.05"/>
      <general site="tip" refsite="low" gainprm="1 2" biastype="affine" biasprm="0 -1" dyntype="filter" dynprm="0.2"/>
      <general jointinparent="ball" gear="1 0 0 0 0 0" actlimited="false"/>
      <orientation joint="ball" kp="3"/><pid joint="hinge" kp="3" ki="1" kv="0.1"/>
      <dcmotor joint="hinge" motorconst="0.1" resistance="2" ctrlrange="-12 12"/>
    </actuator></mujoco>)";
  const std::string written = expect_round_trip(text);
  for (const char* tag : {"<motor ", "<position ", "<velocity ", "<intvelocity ", "<damper ", "<cylinder ",
                          "<adhesion ", "<muscle ", "<orientation ", "<pid "}) {
    EXPECT_NE(written.find(tag), written.npos) << tag << written;
  }
  expect_round_trip(text, ".", true);
}

TEST(Features, DefaultClassesFramesAndAssets) {
  expect_both_forms(R"(<mujoco>
    <default><geom rgba="1 0 0 1" mass="2" euler="1 2 3"/><joint damping="1"/>
      <default class="a"><geom type="box" size=".1 .2 .3" material="m"/><joint axis="1 0 0"/>
        <default class="b"><geom friction="0.1 0.2"/><site rgba="0 1 0 1"/></default></default></default>
    <asset><texture name="t" type="2d" builtin="checker" width="8" height="8"/>
      <material name="m" texture="t" texrepeat="2 3" rgba="0.2 0.3 0.4 0.5"/>
      <material name="layers"><layer texture="t" role="rgb"/><layer texture="t" role="normal"/></material>
      <mesh name="tet" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="0.1 0.1 0.1" corten:decompose="true"/>
      <hfield name="h" nrow="2" ncol="3" size="1 1 1 0.1" elevation="1 2 3 4 5 6"/></asset>
    <worldbody>
      <geom type="hfield" hfield="h" quat="1 0 0 0"/>
      <frame name="f" pos="1 0 0" childclass="b">
        <geom name="g0"/><body name="x" childclass="a"><joint/><geom name="g1"/><frame euler="0 0 90"><geom name="g2"/>
          <site/></frame><geom name="g3"/><frame pos="0 1 0"><geom name="g4"/><joint type="slide"/></frame></body>
        <frame axisangle="0 1 0 30"><geom name="g5" class="a" mass="nan"/></frame><geom name="g6" type="mesh" mesh="tet"/>
      </frame>
      <geom name="g7" size="1"/>
      <replicate count="3" offset="0 0 2" euler="0 0 10"><body name="r"><joint class="a"/><geom class="b"/></body></replicate>
      <body><composite type="cable" prefix="c" curve="s 0 0" count="5 1 1" size="1 0 0" offset="0 3 0" initial="ball">
        <geom type="capsule" size="0.01"/><joint kind="main" damping="0.1"/></composite></body>
    </worldbody></mujoco>)");
}

TEST(Features, Plugins) {
  expect_round_trip(R"(<mujoco>
    <extension><plugin plugin="mujoco.sdf.nut"/><plugin plugin="mujoco.sdf.torus">
      <instance name="thick"><config key="radius1" value="0.35"/><config key="radius2" value="0.15"/></instance></plugin></extension>
    <asset><mesh name="nut"><plugin plugin="mujoco.sdf.nut"><config key="radius" value="0.26"/></plugin></mesh>
      <mesh name="torus"><plugin instance="thick"/></mesh></asset>
    <worldbody><geom type="sdf" mesh="nut"><plugin plugin="mujoco.sdf.nut"/></geom>
      <body pos="0 0 3"><freejoint/><geom type="sdf" mesh="torus"><plugin instance="thick"/></geom></body></worldbody>
    </mujoco>)");
}

// ---- attached models with other settings

class Attached : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) / "corten_attached";
    fs::create_directories(folder_ / "part/meshes");
    std::ofstream(folder_ / "part/meshes/tet.obj")
        << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::ofstream(folder_ / "part/part.xml") << R"(<mujoco model="part">
      <compiler angle="radian" eulerseq="ZYX" meshdir="meshes" autolimits="false" inertiagrouprange="0 1" alignfree="true"/>
      <default><geom euler="0.1 0.2 0.3"/><default class="k"><joint range="-1 1" limited="true"/></default></default>
      <asset><mesh file="tet.obj"/></asset>
      <worldbody><body name="b" euler="0.3 0.2 0.1"><freejoint/><geom type="mesh" mesh="tet"/><geom size="1" group="3"/>
        <body name="c" axisangle="0 1 0 0.5"><joint name="j" class="k" ref="0.2"/><geom size="0.1"/></body></body></worldbody>
      <keyframe><key name="k" qpos="1 2 3 1 0 0 0 0.3"/></keyframe></mujoco>)";
  }
  void TearDown() override { fs::remove_all(folder_); }

  static constexpr const char* kModel = R"(<mujoco>
    <default><joint range="-30 40"/></default>
    <asset><model name="part" file="part/part.xml"/></asset>
    <worldbody><geom type="plane" size="1 1 1" euler="0 5 0"/>
      <body name="own" pos="0 0 1" euler="10 20 30"><joint name="h" ref="5"/><joint name="s" type="slide" limited="false"/>
        <geom size=".1"/></body>
      <frame pos="1 2 3" euler="0 0 45"><attach model="part" body="b" prefix="p_"/></frame></worldbody></mujoco>)";
  fs::path folder_;
};

TEST_F(Attached, MeansTheSameUnderOneCompiler) { expect_both_forms(kModel, folder_.string()); }

// Settings of the model, and of what it attaches.
TEST_F(Attached, EverySettingThatModelsCanDisagreeOn) {
  const std::string settings[] = {"",
                                  "inertiafromgeom='true'",
                                  "inertiafromgeom='false' boundmass='0.5' boundinertia='0.02'",
                                  "inertiagrouprange='1 3'",
                                  "balanceinertia='true' angle='radian'",
                                  "autolimits='false' eulerseq='zyx'",
                                  "alignfree='true' strippath='true'"};
  for (const std::string& inner : settings) {
    std::ofstream(folder_ / "inner.xml") << "<mujoco><compiler " + inner + "/>" + R"(<worldbody>
      <body name="c" euler="1 0.5 0.3"><freejoint/><inertial pos="0 0 1" mass="0.3" diaginertia="0.01 0.01 0.01"/>
        <geom size="0.1" group="2"/><geom size="0.2" pos="1 0 0"/>
        <body><joint range="-1 2" limited="true"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
          <geom type="box" size="1 2 3" euler="0.1 0.2 0.3"/></body></body></worldbody></mujoco>)";
    for (const std::string& outer : settings) {
      SCOPED_TRACE("<" + outer + "> attaches <" + inner + ">");
      expect_both_forms("<mujoco><compiler " + outer + R"(/><asset><model name="m" file="inner.xml"/></asset><worldbody>
        <body euler="0.2 0.3 0.4"><joint range="-1 2" limited="true"/>
          <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom size="1"/></body>
        <frame euler="0.5 0.6 0.7"><attach model="m" body="c" prefix="p"/></frame></worldbody></mujoco>)",
                        folder_.string());
    }
  }
}

TEST_F(Attached, FilesAreFoundFromAnotherFolder) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(kModel, folder_.string(), diagnostics);
  fs::create_directories(folder_ / "out/deep");
  const std::string path = (folder_ / "out/deep/model.xml").string();
  save_mjcf(spec, path);
  EXPECT_EQ(difference(compile(spec, diagnostics), load(path)), "");
  EXPECT_THROW(save_mjcf(spec, (folder_ / "none/model.xml").string()), std::runtime_error);
}

}  // namespace
}  // namespace corten
