// Item 41: what each flag switches, and that options act at once when they change between steps.
//
// Numbers are MuJoCo's. Corrected: islands are on by default, the flag `passive` does not exist, springs and dampers
// both off switch off every passive force, the constraint flag stops collision too, and there are twenty flags to
// disable and six to enable. Every flag on more models and with every integrator: tests/conformance/flags_test.py.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "corten/corten.h"
#include "world.h"

namespace corten {
namespace flags_test {

std::string with_flags(const std::string& flags, const std::string& model, const std::string& option = "") {
  return "<mujoco><option " + option + "><flag " + flags + "/></option>" + model + "</mujoco>";
}

constexpr const char* kBallAndSpring = R"(
  <worldbody>
    <geom type='plane' size='5 5 .1'/>
    <body pos='0 0 .095'><freejoint/><geom size='.1'/></body>
    <body pos='0 1 1'><joint type='slide' axis='1 0 0' stiffness='100' springref='.1' damping='10'/><geom size='.1' mass='1'/></body>
  </worldbody>)";

TEST(Flags, ContactSwitchesContactsOff) {
  const World on(with_flags("", kBallAndSpring)), off(with_flags("contact='disable'", kBallAndSpring));
  EXPECT_EQ(on.contacts(), 1u);
  EXPECT_EQ(off.contacts(), 0u);
  EXPECT_EQ(off.d.nefc, 0);
  expect_near(on.d.qacc, {0, 0, 12.009500000000008, 0, 0, 0, 10}, 1e-10);
  expect_near(off.d.qacc, {0, 0, -9.81, 0, 0, 0, 10}, 1e-10);
}

TEST(Flags, GravitySwitchesGravityOff) {
  constexpr const char* kModel = R"(
    <worldbody>
      <body pos='0 0 1'><freejoint/><geom size='.1'/></body>
      <body pos='0 1 1'><joint type='slide' axis='0 0 1' stiffness='100' springref='.1'/><geom size='.1' mass='1'/></body>
      <body pos='0 2 1' gravcomp='1'><joint name='h' axis='0 1 0'/>
        <geom type='capsule' fromto='0 0 0 .5 0 0' size='.05' mass='2'/></body>
    </worldbody>
    <actuator><motor joint='h' gear='2'/></actuator>)";
  World on(with_flags("", kModel)), off(with_flags("gravity='disable'", kModel));
  on.d.ctrl[0] = off.d.ctrl[0] = 1.5;
  on.step(100), off.step(100);
  expect_near(on.d.qpos, {0, 0, 0.80183800000000027, 1, 0, 0, 0, 0.0027080138318416741, 0.33663916346703715}, 1e-10);
  expect_near(off.d.qpos, {0, 0, 1, 1, 0, 0, 0, 0.14252704378114067, 0.33663916346703715}, 1e-10);
  EXPECT_EQ(off.d.qfrc_gravcomp[7], 0);
}

TEST(Flags, LimitSwitchesLimitsOff) {
  constexpr const char* kModel = R"(
    <worldbody>
      <body><joint axis='0 1 0' range='0 90'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/></body>
      <body pos='0 1 0'><joint name='s' type='slide' axis='1 0 0'/><geom size='.1'/></body>
    </worldbody>
    <tendon><fixed range='-.1 .1'><joint joint='s' coef='2'/></fixed></tendon>)";
  const double start = 80 * M_PI / 180;
  World on(with_flags("", kModel, "gravity='0 0 0'"), {start, 0}, {5, 1});
  World off(with_flags("limit='disable'", kModel, "gravity='0 0 0'"), {start, 0}, {5, 1});
  on.step(100), off.step(100);
  expect_near(on.d.qpos, {1.5147415285638941, 0.041701507692800989}, 1e-10);
  expect_near(off.d.qpos, {start + 5 * 0.2, 0.2}, 1e-10);
}

TEST(Flags, EqualitySwitchesEqualitiesOff) {
  constexpr const char* kModel = R"(
    <worldbody>
      <body name='a' pos='0 0 1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
      <body name='b' pos='.5 0 1'><joint axis='0 1 0'/><geom type='box' size='.1 .1 .1' pos='.2 0 0'/></body>
      <body name='c' pos='0 1 1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
      <body pos='0 2 1'><joint name='j1' type='slide' axis='0 0 1'/><geom size='.1'/></body>
      <body pos='1 2 1'><joint name='j2' type='slide' axis='1 0 0'/><geom size='.1'/></body>
      <body pos='0 3 1'><joint name='j3' type='slide' axis='0 0 1'/><geom size='.1'/></body>
    </worldbody>
    <tendon><fixed name='t'><joint joint='j3' coef='1'/></fixed></tendon>
    <equality>
      <weld body1='a' body2='b'/>
      <connect body1='c' anchor='0 0 .2'/>
      <joint joint1='j1' joint2='j2' polycoef='0 .5 0 0 0'/>
      <tendon tendon1='t'/>
    </equality>)";
  World on(with_flags("", kModel)), off(with_flags("equality='disable'", kModel));
  on.d.qvel[0] = off.d.qvel[0] = 1;
  on.step(100), off.step(100);
  EXPECT_EQ(on.d.ne, 11);
  EXPECT_EQ(off.d.ne, 0);
  expect_near(on.d.qpos,
              {0.0099385645070979006, 0, 0.90071157991508777, 0.99502205542710664, 0, -0.099654950773233261, 0,
               -0.16934037020824141, 0, 1, 0.99963279835916896, 1, 0, 0, 0, -0.040030880375099546,
               -0.079065559812450267, -0.00036720164083098886},
              1e-9);
  expect_near(off.d.qpos,
              {0.2, 0, 0.801838, 1, 0, 0, 0, 0.82955895824744963, 0, 1, 0.801838, 1, 0, 0, 0, -0.198162, 0, -0.198162},
              1e-10);
}

// The equalities of flexes: along edges, at vertices, of cells.
TEST(Flags, EqualitySwitchesFlexEqualitiesOff) {
  const auto flex = [](const std::string& attributes, const std::string& inner) {
    return "<flexcomp type='grid' spacing='.1 .1 .1' radius='.01' " + attributes +
           "><contact selfcollide='none' internal='false' contype='0' conaffinity='0'/>" + inner + "</flexcomp>";
  };
  const std::string model = "<worldbody>" +
                            flex("name='e' count='3 3 1' dim='2' mass='.9'", "<edge equality='true'/><pin id='0'/>") +
                            flex("name='v' count='3 3 1' dim='2' mass='.9' pos='1 0 0'", "<edge equality='vert'/>") +
                            flex("name='s' count='2 2 2' dim='3' mass='.8' pos='2 0 0' dof='trilinear'",
                                 "<edge equality='strain'/><pin id='0'/>") +
                            "</worldbody>";
  World on(with_flags("", model, "tolerance='1e-12'")), off(with_flags("equality='disable'", model));
  ASSERT_EQ(on.m.neq, 3);
  for (int i = 0; i < on.m.nv; ++i) on.d.qvel[i] = off.d.qvel[i] = .1 * std::cos(.7 * i);
  on.step(20), off.step(20);
  EXPECT_EQ(on.d.ne, 52);
  EXPECT_EQ(off.d.ne, 0);
  EXPECT_EQ(off.d.nefc, 0);
  const double held[][2] = {{0, 0.00041515887073402595},  {2, -0.007524186982449261},   {5, -0.012005159966432439},
                            {23, -0.011955604204526578},  {24, -0.0010460709454526945}, {29, -0.007754382786767646},
                            {47, -0.007897724456078607},  {48, 0.00015122397121073615}, {51, 0.0009686960135488961},
                            {53, -0.0026803964912001732}, {71, -0.006250470752790852}};
  for (const auto& [dof, q] : held) EXPECT_NEAR(on.d.qpos[static_cast<int>(dof)], q, 1e-9) << dof;
  // every vertex that is not pinned moves freely
  for (int i = 0; i < off.m.nq; ++i) {
    const double fall = i % 3 == 2 ? -9.81 * .002 * .002 * 210 : 0;
    EXPECT_NEAR(off.d.qpos[i], .004 * std::cos(.7 * i) + fall, 1e-14);
  }
}

// Corrected: with both off, gravity compensation and fluid forces are off as well.
TEST(Flags, SpringsAndDampersSwitchByThemselves) {
  constexpr const char* kModel = R"(
    <worldbody>
      <body gravcomp='1'><joint type='slide' axis='1 0 0' stiffness='100' damping='10'/><geom size='.1' mass='1'/>
        <body gravcomp='.5'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.05'/></body>
      </body>
    </worldbody>)";
  const auto world = [&](const std::string& flags) {
    return World(with_flags(flags, kModel, "density='10' viscosity='.1'"), {.1, 0}, {.5, 2});
  };
  const World both = world(""), dampers = world("spring='disable' damper='enable'");
  const World springs = world("spring='enable' damper='disable'"), none = world("spring='disable' damper='disable'");
  expect_near(both.d.qfrc_passive, {-15.196693308328726, -2.133173282697244}, 1e-10);
  expect_near(dampers.d.qfrc_spring, {0, 0}, 0);
  expect_near(dampers.d.qfrc_damper, {-5, 0}, 0);
  expect_near(dampers.d.qfrc_passive, {-5.1966933083287259, -2.133173282697244}, 1e-10);
  expect_near(springs.d.qfrc_spring, {-10, 0}, 0);
  expect_near(springs.d.qfrc_damper, {0, 0}, 0);
  expect_near(springs.d.qfrc_passive, {-10.196693308328726, -2.133173282697244}, 1e-10);
  expect_near(none.d.qfrc_passive, {0, 0}, 0);
  expect_near(none.d.qfrc_gravcomp, {0, 0}, 0);
  expect_near(none.d.qfrc_fluid, {0, 0}, 0);
  expect_near(both.d.qacc, {-3.4715296476266233, 21.21643883099188}, 1e-10);
  expect_near(none.d.qacc, {0.44535258481672496, 42.722533817222043}, 1e-10);
}

TEST(Flags, ActuationSwitchesActuatorsOff) {
  constexpr const char* kModel = R"(
    <worldbody>
      <body><joint name='h' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/></body>
    </worldbody>
    <actuator><motor joint='h'/><intvelocity joint='h' kp='3' actrange='-1 1'/></actuator>)";
  World on(with_flags("", kModel, "gravity='0 0 0'")),
      off(with_flags("actuation='disable'", kModel, "gravity='0 0 0'"));
  for (World* w : {&on, &off}) {
    w->d.ctrl[0] = 2, w->d.ctrl[1] = 1, w->d.act[0] = 0.3;
    forward(w->m, w->d);
  }
  expect_near(on.d.actuator_force, {2, 0.9}, 1e-12);
  expect_near(on.d.qacc, {7.2393981140076233}, 1e-10);
  expect_near(off.d.actuator_force, {0, 0}, 0);
  expect_near(off.d.qacc, {0}, 0);
  on.step(10), off.step(10);
  expect_near(on.d.act, {0.32}, 1e-12);
  expect_near(on.d.qvel, {0.14606413708220509}, 1e-10);
  expect_near(off.d.act, {0.3}, 0);  // activations stand still
  expect_near(off.d.qvel, {0}, 0);
}

TEST(Flags, SensorLeavesSensorsAsTheyAre) {
  World w(
      "<mujoco><worldbody><body><joint name='j' type='slide' axis='1 0 0'/><geom size='.1'/></body></worldbody>"
      "<sensor><jointpos joint='j'/><jointvel joint='j'/></sensor></mujoco>",
      {.25}, {2});
  expect_near(w.d.sensordata, {.25, 2}, 0);
  w.m.opt.disableflags = kDisableSensor;
  w.step(5);
  EXPECT_GT(w.d.qpos[0], .26);
  expect_near(w.d.sensordata, {.25, 2}, 0);  // what they showed last
}

// The solution is the same; the way to it is not.
TEST(Flags, WarmstartSwitchesTheStartOff) {
  constexpr const char* kPile = R"(
    <worldbody>
      <geom type='plane' size='5 5 .1'/>
      <body pos='0 0 .099'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
      <body pos='.02 .01 .298'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
      <body pos='.01 .02 .497'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
    </worldbody>)";
  World warm(with_flags("", kPile)), cold(with_flags("warmstart='disable'", kPile));
  warm.step(20), cold.step(20);
  EXPECT_EQ(warm.d.solver_niter[0], 1);
  EXPECT_EQ(cold.d.solver_niter[0], 2);
  EXPECT_NEAR(warm.d.qpos[2], 0.09950793668872032, 1e-10);
  EXPECT_NEAR(cold.d.qpos[2], 0.09950793668872032, 1e-10);
}

constexpr const char* kFlagsModel = "tests/conformance/models/flags.xml";

// The model of the conformance test, moving, with controls of which two are beyond their ranges.
struct Scene {
  Scene() : m(load(kFlagsModel)), d(m) { start(); }
  void start() {
    reset(m, d);
    for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.3 * std::sin(i + 1);
    for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 0.5 + 0.3 * i;
    for (int i = 0; i < m.na; ++i) d.act[i] = 0.2 * (i + 1);
  }
  void step(int count) {
    for (int i = 0; i < count; ++i) corten::step(m, d);
  }
  Model m;
  Data d;
};

double norm_of(const Array<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v * v;
  return std::sqrt(sum);
}

// Corrected: there are no contacts either.
TEST(Flags, ConstraintSwitchesAllRowsOff) {
  Scene s;
  forward(s.m, s.d);
  EXPECT_GT(s.d.contact.size(), 0u);
  for (const int count : {s.d.ne, s.d.nf, s.d.nl, s.d.nefc}) EXPECT_GT(count, 0);
  s.m.opt.disableflags = kDisableConstraint;
  forward(s.m, s.d);
  EXPECT_EQ(s.d.contact.size(), 0u);
  for (const int count : {s.d.ne, s.d.nf, s.d.nl, s.d.nefc}) EXPECT_EQ(count, 0);
  for (int i = 0; i < s.m.nv; ++i) {
    EXPECT_EQ(s.d.qfrc_constraint[i], 0);
    EXPECT_EQ(s.d.qacc[i], s.d.qacc_smooth[i]);
  }
}

TEST(Flags, NothingIsSwitchedAtFirst) {
  for (const char* text : {"<mujoco/>", "<mujoco><option/></mujoco>", "<mujoco><option><flag/></option></mujoco>"}) {
    const Model m = load_text(text);
    EXPECT_EQ(m.opt.disableflags, 0);
    EXPECT_EQ(m.opt.enableflags, 0);
  }
}

// All names, switched both ways: the bits are MuJoCo's.
TEST(Flags, EveryFlagHasItsName) {
  const auto load_all = [](const std::string& value) {
    std::string flags;
    for (const char* name :
         {"constraint", "equality",  "frictionloss", "limit",        "contact",   "spring",   "damper",
          "gravity",    "clampctrl", "warmstart",    "filterparent", "actuation", "refsafe",  "sensor",
          "midphase",   "eulerdamp", "autoreset",    "nativeccd",    "island",    "multiccd", "override",
          "energy",     "fwdinv",    "invdiscrete",  "sleep",        "diagexact"}) {
      flags += std::string(name) + "='" + value + "' ";
    }
    return load_text(with_flags(flags, "")).opt;
  };
  EXPECT_EQ(load_all("enable").disableflags, 0);
  EXPECT_EQ(load_all("enable").enableflags, 63);
  EXPECT_EQ(load_all("disable").disableflags, 1048575);
  EXPECT_EQ(load_all("disable").enableflags, 0);
}

// Corrected: `passive` is gone from MJCF, and the error says so.
TEST(Flags, AFlagPassiveIsRefused) {
  try {
    load_text(with_flags("passive='disable'", ""));
    FAIL() << "accepted";
  } catch (const LoadError& error) {
    EXPECT_NE(std::string(error.what()).find("passive"), std::string::npos) << error.what();
  }
}

struct FlagNumbers {
  int disable, enable;
  double first_qacc, last_qacc, qvel, sensordata;  // norms: after one forward pass, and after ten steps
};

// clang-format off
constexpr FlagNumbers kFlagNumbers[] = {
    {kDisableConstraint, 0, 115.03190941891442, 45.044512547451461, 2.8404751889256774, 174.96952024907696},
    {kDisableEquality, 0, 469.13486051635033, 40.9614118818522, 3.1422722493270316, 175.77365198879161},
    {kDisableFrictionLoss, 0, 479.82092795691352, 41.179976725550993, 3.2980648634376886, 175.58260672790314},
    {kDisableLimit, 0, 341.60262052966914, 44.302704187498009, 3.0879479107042807, 175.32707276430651},
    {kDisableContact, 0, 365.24783371044083, 40.992262150245736, 3.0395357768453959, 174.95630384560152},
    {kDisableSpring, 0, 466.03741018288753, 44.015883364653504, 2.8420841237141259, 173.52146791372996},
    {kDisableDamper, 0, 478.24433990884899, 43.636338841624763, 3.8683364289095441, 175.52818293987173},
    {kDisableGravity, 0, 445.29427817229589, 32.286419138183135, 2.8077383275520029, 17.055685558357979},
    {kDisableClampCtrl, 0, 478.28236912660407, 67.652699454723134, 3.0412420694802615, 176.05735824150983},
    {kDisableWarmstart, 0, 478.59957797486976, 41.003786113096631, 3.2460411997244405, 175.55495546691873},
    {kDisableFilterParent, 0, 591.19897543863101, 382.12886708327295, 4.1429203731873798, 465.23767462804329},
    {kDisableActuation, 0, 474.38036506900096, 32.123925686170807, 3.5888025606363874, 175.02655096178174},
    {kDisableRefSafe, 0, 2526.3957241080707, 41.200244423946863, 10.415739646871851, 184.14296210657025},
    {kDisableSensor, 0, 478.59957797486993, 41.003786113096623, 3.2460411997244405, 0},
    {kDisableMidphase, 0, 478.59957797486993, 41.003786113096623, 3.2460411997244405, 175.5549554669187},
    {kDisableEulerDamp, 0, 478.59957797486993, 41.223471636054214, 3.2365737883026906, 175.55403305092267},
    {kDisableAutoReset, 0, 478.59957797486993, 41.003786113096623, 3.2460411997244405, 175.5549554669187},
    {kDisableNativeCcd, 0, 519.22233161646636, 41.004251887061407, 3.2683478728039739, 175.55489832611579},
    {kDisableIsland, 0, 478.59957797486987, 41.003786113096346, 3.2460411997244401, 175.5549554669187},
    {kDisableMultiCcd, 0, 505.81886324335397, 41.001652263074682, 3.2678510075813478, 175.46867330940674},
    {0, kEnableOverride, 367.22971627901745, 38.932928730950067, 2.9844777489110283, 189.63528047332792},
    {0, kEnableEnergy, 478.59957797486993, 41.003786113096623, 3.2460411997244405, 175.55496041501908},
    {0, kEnableFwdInv, 478.59957797486993, 41.003786113096623, 3.2460411997244405, 175.5549554669187},
    {0, kEnableInvDiscrete, 478.59957797486993, 41.003786113096623, 3.2460411997244405, 175.5549554669187},
    {0, kEnableSleep, 478.59957797486993, 41.003786113096623, 3.2460411997244405, 175.5549554669187},
    {0, kEnableDiagExact, 472.34370256015342, 40.99398649167594, 3.2311604980072364, 175.53059502025243},
};
// clang-format on

TEST(Flags, EveryFlagByItselfIsMujocos) {
  Scene s;
  for (const FlagNumbers& wanted : kFlagNumbers) {
    SCOPED_TRACE("disable " + std::to_string(wanted.disable) + " enable " + std::to_string(wanted.enable));
    s.m.opt.disableflags = wanted.disable;
    s.m.opt.enableflags = wanted.enable;
    s.start();
    forward(s.m, s.d);
    EXPECT_NEAR(norm_of(s.d.qacc) / wanted.first_qacc, 1, 1e-10);
    s.start();
    s.step(10);
    EXPECT_NEAR(norm_of(s.d.qacc) / wanted.last_qacc, 1, 1e-8);
    EXPECT_NEAR(norm_of(s.d.qvel) / wanted.qvel, 1, 1e-9);
    EXPECT_NEAR(norm_of(s.d.sensordata), wanted.sensordata, 1e-8 * wanted.sensordata);
  }
}

// Options that change between steps act at once: each phase of three steps starts where the one before ended.
TEST(Flags, OptionsChangeBetweenSteps) {
  Scene s;
  Option& opt = s.m.opt;
  const auto expect_after_steps = [&s](const char* phase, double qpos, double qvel) {
    s.step(3);
    EXPECT_NEAR(norm_of(s.d.qpos), qpos, 1e-9) << phase;
    EXPECT_NEAR(norm_of(s.d.qvel), qvel, 1e-8) << phase;
  };
  expect_after_steps("as loaded", 4.5609572186186345, 3.0353646361562014);
  opt.gravity = {1, 2, -3};
  expect_after_steps("gravity", 4.5599676974667327, 3.1175834357494243);
  opt.integrator = Integrator::kRk4;
  expect_after_steps("RK4", 4.5591504540917267, 2.9652131051458057);
  opt.integrator = Integrator::kImplicit;
  expect_after_steps("implicit", 4.5585392893359007, 2.8939316045832024);
  opt.integrator = Integrator::kImplicitFast;
  expect_after_steps("implicitfast", 4.5581348517703164, 2.8725687571261393);
  opt.timestep = 0.001;
  expect_after_steps("timestep", 4.5580640444292246, 2.8735151980305087);
  opt.cone = Cone::kElliptic;
  opt.impratio = 3;
  expect_after_steps("cone", 4.5580065783866024, 2.8771160414923411);
  opt.solver = Solver::kCg;
  opt.iterations = 500;
  expect_after_steps("CG", 4.5579626952818675, 2.8831753196871812);
  opt.solver = Solver::kPgs;
  opt.iterations = 50;
  expect_after_steps("PGS", 4.5579326619249647, 2.8915014360101932);
  opt.noslip_iterations = 5;
  expect_after_steps("noslip", 4.55791676978175, 2.9019061689383783);
  opt.solver = Solver::kNewton;
  opt.cone = Cone::kPyramidal;
  expect_after_steps("Newton", 4.5579153342100422, 2.9142056564221921);
  opt.density = opt.viscosity = 0;
  opt.wind = {};
  expect_after_steps("no medium", 4.5579269188214999, 2.9409218934497496);
  opt.disableactuator = 1;
  expect_after_steps("no actuators of group 0", 4.5579585066363117, 2.9849492857766404);
  opt.disableflags = kDisableContact;
  expect_after_steps("no contacts", 4.558014092028599, 3.0321471932383863);
  opt.disableflags = kDisableSpring | kDisableDamper;
  expect_after_steps("contacts, no passive forces", 4.5580903889125119, 3.0531527867755952);
  opt.disableflags = 0;
  opt.enableflags = kEnableOverride;
  opt.o_margin = 0.05;
  expect_after_steps("override", 4.558225967649256, 3.1224113860030185);
  opt.enableflags = kEnableEnergy;
  expect_after_steps("energy", 4.5584033688683609, 3.1717176250393728);
  EXPECT_NEAR(s.d.energy[0], 19.394780684768953, 1e-8);
  EXPECT_NEAR(s.d.energy[1], 1.6167360065623748, 1e-8);
  EXPECT_NEAR(s.d.time, 0.096, 1e-12);
}

}  // namespace flags_test
}  // namespace corten
