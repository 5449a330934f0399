// Reading section by section, errors with their places, default classes, and input that is broken on purpose.
#include <gtest/gtest.h>

#include <limits>

#include "corten/load.h"
#include "mjcf/schema/schema.h"

namespace corten {
namespace {

// Reads text that must be without errors.
Spec read_good(const std::string& text) {
  Diagnostics diagnostics;
  Spec spec = read_mjcf_text(text, ".", diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  return spec;
}

// Reads text that must have errors; returns them as text.
std::string read_bad(const std::string& text) {
  Diagnostics diagnostics;
  read_mjcf_text(text, ".", diagnostics);
  EXPECT_TRUE(diagnostics.has_errors()) << text;
  return diagnostics.text();
}

std::string in_world(const std::string& xml) { return "<mujoco><worldbody>" + xml + "</worldbody></mujoco>"; }

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
}

TEST(Reader, EmptyModel) {
  const Spec spec = read_good("<mujoco/>");
  EXPECT_EQ(spec.modelname, "MuJoCo Model");
  EXPECT_TRUE(spec.world.bodies.empty());
  EXPECT_EQ(spec.option.timestep, 0.002);
}

TEST(Reader, OptionsAreLaidOverInOrder) {
  const Spec spec = read_good(R"(<mujoco model="m">
    <option timestep="0.01" gravity="1 2 3" o_solref="0.1" actuatorgroupdisable="1 4" cone="elliptic">
      <flag contact="disable" energy="enable" limit="enable"/>
    </option>
    <option timestep="0.02" iterations=" 7 "><flag energy="disable" sleep="enable"/></option></mujoco>)");
  EXPECT_EQ(spec.modelname, "m");
  EXPECT_EQ(spec.option.timestep, 0.02);
  EXPECT_EQ(spec.option.iterations, 7);
  EXPECT_EQ(spec.option.gravity, (Vec3{1, 2, 3}));
  EXPECT_EQ(spec.option.o_solref, (Vec<2>{{0.1, 1}}));
  EXPECT_EQ(spec.option.cone, Cone::kElliptic);
  EXPECT_EQ(spec.option.disableactuator, 1 << 1 | 1 << 4);
  EXPECT_EQ(spec.option.disableflags, kDisableContact);
  EXPECT_EQ(spec.option.enableflags, kEnableSleep);
}

TEST(Reader, CompilerSizeStatisticVisual) {
  const Spec spec = read_good(R"(<mujoco>
    <compiler angle="radian" meshdir="m" assetdir="a" eulerseq="XYZ" inertiafromgeom="true"><lengthrange accel="3"/>
    </compiler>
    <size memory="10M" nuser_geom="2"/> <statistic extent="2" center="1 2 3"/>
    <visual><map znear="0.5"/><rgba haze="1 0 0 1"/></visual> <visual><map znear="0.25"/></visual></mujoco>)");
  const Compiler& compiler = spec.compilers[0];
  EXPECT_FALSE(compiler.degree);
  EXPECT_EQ(compiler.meshdir, "m");
  EXPECT_EQ(compiler.texturedir, "a");
  EXPECT_EQ(compiler.eulerseq, "XYZ");
  EXPECT_EQ(compiler.inertiafromgeom, Tristate::kTrue);
  EXPECT_EQ(compiler.lengthrange.accel, 3);
  EXPECT_EQ(spec.size.memory, "10M");
  EXPECT_EQ(spec.size.nuser_geom, 2);
  EXPECT_EQ(spec.statistic.extent, 2);
  EXPECT_FALSE(spec.statistic.meanmass.has_value());
  EXPECT_EQ(*spec.statistic.center, (Vec3{1, 2, 3}));
  ASSERT_EQ(spec.visual.size(), 2u);
  EXPECT_EQ(spec.visual[0].attribute, "znear");
  EXPECT_EQ(spec.visual[0].value, "0.25");
}

TEST(Reader, NumbersAreReadLikeMujoco) {
  EXPECT_EQ(read_good(R"(<mujoco><option timestep="0x1p-5"/></mujoco>)").option.timestep, 0.03125);
  EXPECT_EQ(read_good(R"(<mujoco><option timestep="+.1"/></mujoco>)").option.timestep, 0.1);
  EXPECT_EQ(read_good(R"(<mujoco><statistic meanmass="Infinity"/></mujoco>)").statistic.meanmass,
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(read_good(R"(<mujoco><option timestep=" "/></mujoco>)").option.timestep, 0.002);
  for (const char* text : {"1e400", "1e-400", "1,5", "1.2.3", "--1", "+-1", "0x", "one", "1 2"}) {
    read_bad("<mujoco><option timestep=\"" + std::string(text) + "\"/></mujoco>");
  }
  for (const char* text : {"1.5", "1e2", "99999999999", "", "x"}) {
    const std::string xml = "<mujoco><option iterations=\"" + std::string(text) + "\"/></mujoco>";
    std::string(text).empty() ? static_cast<void>(read_good(xml)) : static_cast<void>(read_bad(xml));
  }
}

// MuJoCo takes these, and its simulations then stand still or reset themselves in every step.
TEST(Reader, OptionsThatCannotBeSimulatedAreRefused) {
  for (const char* option :
       {R"(timestep="0")",          R"(timestep="1e-300")",  R"(timestep="-0.01")",       R"(timestep="nan")",
        R"(timestep="inf")",        R"(gravity="0 nan 0")",  R"(gravity="0 0 -inf")",     R"(impratio="nan")",
        R"(tolerance="nan")",       R"(ls_tolerance="nan")", R"(noslip_tolerance="nan")", R"(ccd_tolerance="nan")",
        R"(sleep_tolerance="nan")", R"(wind="nan 0 0")",     R"(magnetic="inf 0 0")",     R"(density="nan")",
        R"(viscosity="nan")",       R"(o_margin="nan")",     R"(o_solref="nan 1")",       R"(o_solimp="0 inf")",
        R"(o_friction="1 1 nan")"}) {
    Diagnostics diagnostics;
    read_mjcf_text("<mujoco>\n<option " + std::string(option) + "/></mujoco>", ".", diagnostics);
    ASSERT_EQ(diagnostics.error_count(), 1) << option << "\n" << diagnostics.text();
    EXPECT_EQ(diagnostics.list()[0].where.line, 2);
    EXPECT_EQ(diagnostics.list()[0].element, "option");
    EXPECT_NE(diagnostics.text().find("attribute '" + std::string(option, std::string(option).find('='))),
              std::string::npos)
        << diagnostics.text();
  }
  read_good(R"(<mujoco><option iterations="-5" noslip_iterations="-1" impratio="-1" density="-1"/></mujoco>)");
}

TEST(Reader, NotANumberIsAWarningAndMeansNotGiven) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(in_world(R"(<geom size="1" mass="nan"/>)"), ".", diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.list().size(), 1u);
  EXPECT_FALSE(spec.world.geoms[0].mass.has_value());
}

TEST(Reader, PartialArraysKeepTheRest) {
  const Spec spec = read_good(R"(<mujoco><default><geom friction="2 3" size="1 2 3"/></default><worldbody>
    <geom friction="5" size="9"/></worldbody></mujoco>)");
  EXPECT_EQ(spec.world.geoms[0].friction, (Vec<3>{{5, 3, 0.0001}}));
  EXPECT_EQ(spec.world.geoms[0].size, (Vec3{9, 2, 3}));
}

TEST(Defaults, ClassesInheritAndExplicitValuesWin) {
  const Spec spec = read_good(R"(<mujoco>
    <default>
      <default class="a"><geom condim="4"/><default class="aa"><geom group="2"/></default></default>
      <geom condim="6" group="1" priority="7"/>
    </default>
    <worldbody>
      <geom size="1"/> <geom size="1" class="aa"/>
      <body childclass="a"><geom size="1"/><geom size="1" class="main"/><geom size="1" class="aa" condim="3" priority="0"/>
        <frame childclass="aa"><geom size="1"/><body><geom size="1"/></body></frame>
      </body>
    </worldbody></mujoco>)");
  ASSERT_EQ(spec.defaults.size(), 3u);
  EXPECT_EQ(spec.defaults[2].name, "aa");
  EXPECT_EQ(spec.defaults[2].parent, 1);
  const auto expect = [](const Geom& geom, int condim, int group, int priority) {
    EXPECT_EQ(geom.condim, condim);
    EXPECT_EQ(geom.group, group);
    EXPECT_EQ(geom.priority, priority);
  };
  expect(spec.world.geoms[0], 6, 1, 7);
  expect(spec.world.geoms[1], 4, 2, 7);
  const Body& body = spec.world.bodies[0];
  expect(body.geoms[0], 4, 1, 7);
  expect(body.geoms[1], 6, 1, 7);
  expect(body.geoms[2], 3, 2, 0);
  EXPECT_EQ(body.geoms[2].classname, "aa");
  expect(body.geoms[3], 4, 2, 7);
  EXPECT_EQ(body.geoms[3].frame, 0);
  expect(body.bodies[0].geoms[0], 4, 2, 7);
}

TEST(Defaults, FreejointTakesNothing) {
  const Spec spec = read_good(R"(<mujoco><default><joint damping="3" group="4"/></default><worldbody>
    <body><freejoint name="f" align="true"/><geom size="1"/></body></worldbody></mujoco>)");
  const Joint& joint = spec.world.bodies[0].joints[0];
  EXPECT_EQ(joint.type, JointType::kFree);
  EXPECT_EQ(joint.damping[0], 0);
  EXPECT_EQ(joint.group, 0);
  EXPECT_EQ(joint.align, Tristate::kTrue);
}

TEST(Defaults, QuaternionDoesNotDisplaceEulerOfTheClass) {
  const Spec spec = read_good(R"(<mujoco><default><geom euler="90 0 0"/></default><worldbody>
    <geom size="1" quat="1 0 0 1"/><geom size="1" zaxis="1 0 0"/></worldbody></mujoco>)");
  EXPECT_EQ(spec.world.geoms[0].orientation.kind, Orientation::Kind::kEuler);
  EXPECT_EQ(spec.world.geoms[1].orientation.kind, Orientation::Kind::kZAxis);
}

TEST(Defaults, Errors) {
  expect_contains(read_bad("<mujoco><default class=\"a\"/></mujoco>"), "main");
  read_bad("<mujoco><default><default/></default></mujoco>");
  expect_contains(read_bad(R"(<mujoco><default><default class="a"/><default class="a"/></default></mujoco>)"), "twice");
  read_bad(R"(<mujoco><default><default class="main"/></default></mujoco>)");
  read_bad(R"(<mujoco><default><geom name="g"/></default></mujoco>)");
  read_bad(R"(<mujoco><default><geom/><geom/></default></mujoco>)");
  read_bad(R"(<mujoco><default><mesh file="f"/></default></mujoco>)");
  expect_contains(read_bad(R"(<mujoco><default><default class="robot"/></default><worldbody>
    <geom class="robt" size="1"/></worldbody></mujoco>)"),
                  "did you mean 'robot'?");
  read_bad(in_world(R"(<body childclass="none"/>)"));
}

TEST(Tree, BodiesFramesAndPlaces) {
  const Spec spec = read_good(in_world(R"(<frame name="f" pos="1 2 3">
      <body name="b" mocap="true" gravcomp="0.5" simple="false" sleep="never" user="1 2">
        <frame pos="1 0 0"><frame euler="0 0 90"><geom name="g" fromto="0 0 0 1 1 1" size="1"/></frame></frame>
        <inertial pos="1 2 3" mass="4" fullinertia="1 2 3 4 5 6"/>
        <camera output="depth rgb" mode="track" sensorsize="1 2"/> <light directional="true"/>
      </body></frame>)"));
  ASSERT_EQ(spec.world.frames.size(), 1u);
  const Body& body = spec.world.bodies[0];
  EXPECT_EQ(body.frame, 0);
  EXPECT_TRUE(body.mocap);
  EXPECT_FALSE(body.simple);
  EXPECT_EQ(body.sleep, SleepPolicy::kNever);
  EXPECT_EQ(body.user, (std::vector<double>{1, 2}));
  EXPECT_EQ(body.where.line, 2);
  ASSERT_EQ(body.frames.size(), 2u);
  EXPECT_EQ(body.frames[1].parent, 0);
  EXPECT_EQ(body.geoms[0].frame, 1);
  EXPECT_EQ((*body.geoms[0].fromto)[5], 1);
  EXPECT_EQ((*body.inertial->fullinertia)[3], 4);
  EXPECT_FALSE(body.inertial->diaginertia.has_value());
  EXPECT_EQ(body.cameras[0].output, 3);
  EXPECT_EQ(body.lights[0].type, LightType::kDirectional);
}

TEST(Tree, WorldRestrictions) {
  for (const char* xml : {"<joint/>", "<freejoint/>", R"(<inertial pos="0 0 0" mass="1"/>)", "<frame><joint/></frame>",
                          R"(<body name="world"/>)"}) {
    read_bad(in_world(xml));
  }
  expect_contains(read_bad(R"(<mujoco><worldbody name="w"/></mujoco>)"), "takes none");
}

TEST(Tree, AttributesInsideFramesAreNotChecked) {
  Diagnostics diagnostics;
  read_mjcf_text(in_world(R"(<frame mocap="true"><geom size="1" foo="1"/></frame>)"), ".", diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.list().size(), 2u);
}

TEST(Tree, ReplicateCopies) {
  const Spec spec = read_good(in_world(R"(<replicate count="3" offset="1 0 0" sep="-"><body name="b"/></replicate>)"));
  ASSERT_EQ(spec.world.bodies.size(), 3u);
  EXPECT_EQ(spec.world.bodies[2].name, "b-2");
}

TEST(Tree, FlexcompRemembersItsPlace) {
  const Spec spec = read_good(in_world(R"(<body/><body><body/><flexcomp name="f" count="3 3 1" dim="2" dof="radial">
      <edge equality="true" solref="0.1"/><contact internal="true"/><pin id="0 1"/><pin range="2 3"/></flexcomp></body>)"));
  ASSERT_EQ(spec.flexcomps.size(), 1u);
  const FlexComp& comp = spec.flexcomps[0];
  EXPECT_EQ(comp.parent_path, (std::vector<int>{1}));
  EXPECT_EQ(comp.position, 1);
  EXPECT_EQ(comp.flex.dof, 1);
  EXPECT_EQ(comp.flex.edgeequality, 1);
  EXPECT_EQ(comp.flex.edgesolref[0], 0.1);
  EXPECT_TRUE(comp.flex.internal);
  EXPECT_EQ(comp.pins.size(), 2u);
}

TEST(Sections, EqualityTendonContact) {
  const Spec spec = read_good(R"(<mujoco>
    <default><equality solref="0.5"/><pair friction="3"/><tendon springlength="1"/></default>
    <contact><pair geom1="a" geom2="b" solref="0.3"/><exclude body1="a" body2="b"/></contact>
    <equality><connect body1="a" anchor="1 2 3"/><weld site1="s" site2="t"/><joint joint1="j" polycoef="1 2"/></equality>
    <tendon><fixed><joint joint="j" coef="2"/></fixed>
      <spatial springlength="2 3"><site site="s"/><geom geom="g" sidesite="t"/><site site="u"/><pulley divisor="4"/></spatial>
    </tendon></mujoco>)");
  EXPECT_EQ(spec.pairs[0].friction[0], 3);
  EXPECT_EQ(spec.pairs[0].solref, (Vec<2>{{0.3, 1}}));
  EXPECT_EQ(spec.equalities[0].objtype, Object::kBody);
  EXPECT_EQ(spec.equalities[0].solref[0], 0.5);
  EXPECT_EQ(spec.equalities[0].anchor, (Vec3{1, 2, 3}));
  EXPECT_EQ(spec.equalities[1].objtype, Object::kSite);
  EXPECT_EQ(spec.equalities[1].name2, "t");
  EXPECT_EQ(spec.equalities[2].polycoef, (Vec<5>{{1, 2, 0, 0, 0}}));
  EXPECT_EQ(spec.tendons[0].springlength, (Vec<2>{{1, 1}}));
  EXPECT_EQ(spec.tendons[0].path[0].prm, 2);
  EXPECT_EQ(spec.tendons[1].springlength, (Vec<2>{{2, 3}}));
  ASSERT_EQ(spec.tendons[1].path.size(), 4u);
  EXPECT_EQ(spec.tendons[1].path[1].sidesite, "t");
  EXPECT_EQ(spec.tendons[1].path[3].type, WrapType::kPulley);
}

TEST(Sections, Sensors) {
  const Spec spec = read_good(R"(<mujoco><sensor>
    <touch site="s" cutoff="1"/>
    <framepos objtype="xbody" objname="b" reftype="geom" refname="g"/>
    <rangefinder site="s"/> <rangefinder camera="c" data="dist normal"/>
    <contact subtree1="b" body2="c" num="3" data="found force tangent" reduce="maxforce"/> <contact/>
    <distance geom1="g" body2="b"/> <insidesite site="s" objtype="geom" objname="g"/> <camprojection site="s" camera="c"/>
    <user dim="3" objtype="tendon" objname="t" needstage="vel"/> <tactile geom="g" mesh="m"/> <e_kinetic/></sensor></mujoco>)");
  const auto& s = spec.sensors;
  ASSERT_EQ(s.size(), 12u);
  EXPECT_EQ(s[0].type, SensorType::kTouch);
  EXPECT_EQ(s[0].objtype, Object::kSite);
  EXPECT_EQ(s[1].objtype, Object::kXBody);
  EXPECT_EQ(s[1].reftype, Object::kGeom);
  EXPECT_EQ(s[1].refname, "g");
  EXPECT_EQ(s[2].intprm[0], 1);
  EXPECT_EQ(s[3].intprm[0], 17);
  EXPECT_EQ(s[3].objtype, Object::kCamera);
  EXPECT_EQ(s[4].intprm, (IntVec<3>{{67, 2, 3}}));
  EXPECT_EQ(s[4].objtype, Object::kXBody);
  EXPECT_EQ(s[4].reftype, Object::kBody);
  EXPECT_EQ(s[5].intprm, (IntVec<3>{{1, 0, 1}}));
  EXPECT_EQ(s[6].type, SensorType::kGeomDist);
  EXPECT_EQ(s[6].reftype, Object::kBody);
  EXPECT_EQ(s[7].reftype, Object::kSite);
  EXPECT_EQ(s[8].reftype, Object::kCamera);
  EXPECT_EQ(s[9].objtype, Object::kTendon);
  EXPECT_EQ(s[9].needstage, Stage::kVel);
  EXPECT_EQ(s[10].objname, "m");
  EXPECT_EQ(s[11].type, SensorType::kEKinetic);
}

TEST(Sections, AssetsAndCustom) {
  const Spec spec = read_good(R"(<mujoco>
    <asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="1 2 3"/>
      <hfield name="h" nrow="1" ncol="2" size="1 1 1 1" elevation="3 4"/>
      <texture name="t" type="2d" builtin="checker" width="4" height="4" rgb1="1 0 0"/>
      <material name="a" texture="t"/><material name="b"><layer role="orm" texture="t"/></material></asset>
    <custom><numeric name="n" size="3" data="1"/><text name="x" data="hello"/>
      <tuple name="u"><element objtype="body" objname="b" prm="2"/></tuple></custom>
    <keyframe><key name="k" time="1" qpos="1 2"/></keyframe>
    <extension><plugin plugin="mujoco.pid"><instance name="i"><config key="kp" value="1"/></instance></plugin></extension>
  </mujoco>)");
  EXPECT_EQ(spec.meshes[0].vertex.size(), 12u);
  EXPECT_EQ(spec.hfields[0].elevation, (std::vector<double>{3, 4}));
  EXPECT_EQ(spec.textures[0].builtin, TextureBuiltin::kChecker);
  EXPECT_EQ(spec.materials[0].textures[static_cast<int>(TextureRole::kRgb)], "t");
  EXPECT_EQ(spec.materials[1].textures[static_cast<int>(TextureRole::kOrm)], "t");
  EXPECT_EQ(spec.numerics[0].size, 3);
  EXPECT_EQ(spec.tuples[0].items[0].objtype, Object::kBody);
  EXPECT_EQ(spec.keys[0].qpos, (std::vector<double>{1, 2}));
  EXPECT_EQ(spec.plugins[0].config[0].second, "1");
}

TEST(Errors, AllAreReportedWithTheirPlaces) {
  const std::string text = read_bad(R"(<mujoco>
  <worldbody>
    <geom name="ball" typ="sphere" size="1"/>
    <body name="b">
      <geom size="1 2 3 4"/>
      <joint type="hing"/>
    </body>
    <bodi/>
    <body name="b"/>
  </worldbody>
</mujoco>)");
  expect_contains(text, ":3: error: <geom name=\"ball\">: unknown attribute 'typ' (did you mean 'type'?)");
  expect_contains(text, ":5: error: <geom>: attribute 'size': too many numbers: 4 (expected 1 to 3 numbers)");
  expect_contains(
      text, ":6: error: <joint>: attribute 'type': 'hing' is not a keyword of this attribute (did you mean 'hinge'?)");
  expect_contains(text, ":8: error: <bodi>: unknown element <bodi> in <worldbody> (did you mean 'body'?)");
  expect_contains(text, ":9: error: <body name=\"b\">: the name is used twice");
}

TEST(Errors, PresenceRules) {
  for (const char* xml :
       {R"(<body quat="1 0 0 0" euler="0 0 0"/>)", R"(<camera fovy="1" sensorsize="1 1"/>)",
        R"(<light directional="true" type="spot"/>)", R"(<replicate/>)", R"(<attach body="b" frame="f" prefix="p"/>)",
        R"(<body><inertial mass="1"/></body>)", R"(<attach model="none" prefix="p"/>)", R"(<attach prefix="p"/>)",
        R"(<body quat="0 0 0 0"/>)", R"(<composite type="grid" count="3 3 1"/>)", R"(<camera output="rgb rgb"/>)"}) {
    read_bad(in_world(xml));
  }
  for (const char* xml :
       {R"(<equality><connect body1="b"/></equality>)", R"(<equality><connect site1="b"/></equality>)",
        R"(<equality><weld site1="b" site2="c" body1="d"/></equality>)", R"(<sensor><rangefinder/></sensor>)",
        R"(<sensor><contact geom1="g" body1="b"/></sensor>)", R"(<sensor><contact data="force found"/></sensor>)",
        R"(<sensor><framepos objtype="body" objname="b" reftype="site"/></sensor>)",
        R"(<compiler coordinate="global"/>)", R"(<size memory="1M" njmax="3"/>)", R"(<size memory="1MB"/>)",
        R"(<size memory="16E"/>)", R"(<option actuatorgroupdisable="31"/>)", R"(<statistic extent="0"/>)",
        R"(<custom><numeric name="n"/></custom>)", R"(<custom><text name="n" data=""/></custom>)",
        R"(<asset><mesh builtin="sphere"/></asset>)", R"(<asset><mesh maxhullvert="3"/></asset>)",
        R"(<visual><map znear="0"/></visual>)",
        R"(<extension><plugin plugin="p"><instance name=""/></plugin></extension>)"}) {
    read_bad("<mujoco>" + std::string(xml) + "</mujoco>");
  }
}

TEST(Schema, EveryElementHasDocumentedAttributes) {
  for (const auto& [id, element] : mjcf::Schema::instance().elements()) {
    EXPECT_FALSE(element.doc.empty()) << id;
    for (const auto& attribute : element.attributes) {
      EXPECT_FALSE(attribute.doc.empty()) << id << " " << attribute.name;
      EXPECT_TRUE(attribute.store) << id << " " << attribute.name;
      EXPECT_EQ(element.find(attribute.name), &attribute) << id << " " << attribute.name << " is listed twice";
    }
  }
}

TEST(Schema, ValuesSurviveWritingAndReading) {
  // Of a default-constructed object, what load() says and store() accepts must be the same.
  for (const auto& [id, element] : mjcf::Schema::instance().elements()) {
    const auto object = element.make(), copy = element.make();
    for (const auto& attribute : element.attributes) {
      if (!attribute.load) continue;
      const std::string text = format_value(attribute.shape, attribute.load(object.get()));
      if (text.empty()) continue;
      mjcf::Value value;
      std::string hint;
      EXPECT_EQ(parse_value(attribute.shape, text, value, hint), "") << id << " " << attribute.name << "=" << text;
      attribute.store(copy.get(), value);
      EXPECT_EQ(format_value(attribute.shape, attribute.load(copy.get())), text) << id << " " << attribute.name;
    }
  }
}

TEST(Schema, ReferencePage) {
  const std::string page = mjcf::schema_reference();
  expect_contains(page, "\n## geom\n");
  expect_contains(page, "| condim | integer | 3 |");
  expect_contains(page, "| gravity | 3 numbers | 0 0 -9.81 |");
  expect_contains(page, "\n## dcmotor in actuator\n");
}

}  // namespace
}  // namespace corten
