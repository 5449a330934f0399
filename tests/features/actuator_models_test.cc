// Item 42D: actuator models, built in and of users.
//
// MuJoCo has its own gains only; the other models are held against closed forms, conservation laws and differences.
// Corrected: the motor of a series elastic actuator follows its control as a system of its own, since a control has no
// derivative; an affine gain multiplies its input.
#include "model/actuator_models.h"

#include <bit>
#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "../common/same_model.h"
#include "corten/actuator/gains.h"
#include "corten/actuator/hydraulic_valve.h"
#include "corten/actuator/pneumatic_cylinder.h"
#include "corten/sim.h"
#include "world.h"

namespace corten {
namespace actuator_models_test {

// Parameters of each built-in model that suit a mass of 2 kg.
const std::map<std::string, std::string> kModels = {{"series_elastic", "800 6 .5 40"},
                                                    {"dc_motor_envelope", "3 12"},
                                                    {"backlash", "500 4 .05 .01 .5"},
                                                    {"pneumatic_cylinder", "1e-3 8e-4 .3 2e-5 6e5 1.2 2e-9"},
                                                    {"hydraulic_valve", "1e-4 2e6 5e10 1e-8 1e-12"},
                                                    {"elastic_cable", "900 .1 2 .2 .05 .3"}};

std::string custom(const std::string& model, const std::string& params, const std::string& more = "") {
  return "<general name='a' joint='j' gaintype='custom' corten:gain_model='" + model + "' corten:gain_params='" +
         params + "' " + more + "/>";
}
std::string built_in(const std::string& model) { return custom(model, kModels.at(model)); }

// A mass of 2 kg on a rail, without gravity.
std::string rail(const std::string& actuator, const std::string& option = "", const std::string& defaults = "",
                 const std::string& joint = "") {
  return "<mujoco><option gravity='0 0 0' " + option + "/>" + defaults + "<worldbody><body name='b'><joint name='j' " +
         "type='slide' axis='1 0 0' " + joint +
         "/><geom size='.1' mass='2' contype='0'/></body></worldbody><actuator>" + actuator + "</actuator></mujoco>";
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

std::vector<std::filesystem::path> conformance_models() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(CORTEN_SOURCE_DIR "/tests/conformance/models")) {
    if (entry.path().extension() == ".xml") paths.push_back(entry.path());
  }
  return paths;
}

// Some state of a world, different for each number.
void shake(const Model& m, Data& d, int number) {
  reset(m, d);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = .7 * std::sin(1.7 * i + number);
  for (int j = 0; j < m.njnt; ++j) {
    if (m.jnt_type[j] >= JointType::kSlide) d.qpos[m.jnt_qposadr[j]] += .1 * std::cos(.9 * j + number);
  }
  for (int i = 0; i < m.nu; ++i) d.ctrl[i] = number == 0 ? 0 : std::sin(2.3 * i + number);
  for (int i = 0; i < m.na; ++i) d.act[i] = number == 0 ? 0 : .5 + .4 * std::sin(1.1 * i + number);
}

template <class T>
std::shared_ptr<const Physics> policy(const T& model) {
  Physics physics;
  physics.actuators = actuator_stage(model);
  return std::make_shared<const Physics>(physics);
}

template <class T>
int expect_same_forces(const Model& m) {
  static constexpr T kGain;
  int driven = 0;
  for (int i = 0; i < m.nactuator; ++i) driven += kGain.drives(m, i);
  if (driven == 0) return 0;
  Data plain(m), own(m);
  own.physics = policy(kGain);
  for (int number = 0; number < 4; ++number) {
    shake(m, plain, number);
    shake(m, own, number);
    forward(m, plain);
    forward(m, own);
    for (int i = 0; i < m.nout; ++i) EXPECT_EQ(bits(plain.actuator_force[i]), bits(own.actuator_force[i])) << i;
    for (int i = 0; i < m.na; ++i) EXPECT_EQ(bits(plain.act_dot[i]), bits(own.act_dot[i])) << i;
    for (int i = 0; i < m.nv; ++i) EXPECT_EQ(bits(plain.qfrc_actuator[i]), bits(own.qfrc_actuator[i])) << i;
  }
  return driven;
}

TEST(ActuatorModels, MujocosGainsThroughTheInterface) {
  int fixed = 0, affine = 0, muscle = 0;
  for (const auto& path : conformance_models()) {
    Diagnostics diagnostics;
    const Model m = compile(read_mjcf(path.string(), diagnostics), diagnostics);
    if (diagnostics.has_errors() || m.nactuator == 0) continue;  // some must be refused
    SCOPED_TRACE(path.filename().string());
    fixed += expect_same_forces<FixedGain>(m);
    affine += expect_same_forces<AffineGain>(m);
    muscle += expect_same_forces<MuscleGain>(m);
  }
  EXPECT_GT(fixed, 20);
  EXPECT_GT(affine, 0);
  EXPECT_GT(muscle, 0);
}

// k = 800, d = 6, m = 2: x(t) = x0 e^(-st) (cos wt + s/w sin wt), s = d/2m, w^2 = k/m - s^2. RK4 is exact to 1e-8 here.
TEST(ActuatorModels, SeriesElasticIsASpringAndADamper) {
  World w(rail(built_in("series_elastic"), "integrator='RK4' timestep='.0005'"));
  ASSERT_EQ(w.m.na, 2);
  w.d.qpos[0] = .1;
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.actuator_force[0], -80, 1e-12);
  w.d.qvel[0] = .5, w.d.act[0] = .3, w.d.act[1] = 2;
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.actuator_force[0], 800 * (.3 - .1) + 6 * (2 - .5), 1e-12);
  w.d.qvel[0] = w.d.act[0] = w.d.act[1] = 0;
  const double s = 1.5, omega = std::sqrt(400 - s * s);
  for (int i = 0; i < 1000; ++i) {
    w.step(1);
    const double t = w.d.time;
    ASSERT_NEAR(w.d.qpos[0], .1 * std::exp(-s * t) * (std::cos(omega * t) + s / omega * std::sin(omega * t)), 1e-8)
        << t;
  }
}

// x(t) = gear u (1 - (1 + bt) e^(-bt)), whatever the joint does; the load comes to rest where the motor is.
TEST(ActuatorModels, TheMotorFollowsItsControl) {
  World w(rail(built_in("series_elastic"), "integrator='RK4' timestep='.001'"));
  w.d.ctrl[0] = .6;
  for (int i = 0; i < 200; ++i) {
    w.step(1);
    const double bt = 40 * w.d.time;
    ASSERT_NEAR(w.d.act[0], .3 * (1 - (1 + bt) * std::exp(-bt)), 1e-7);
  }
  w.step(8000);
  EXPECT_NEAR(w.d.qpos[0], .3, 1e-5);
}

// ---- slopes

void expect_slopes(const ActuatorStage& stage, const ActuatorView& at, const std::string& what) {
  SCOPED_TRACE(what);
  const ActuatorSlopes found = stage.slopes(stage.model, at);
  const auto difference = [&](double scale,
                              const std::function<void(ActuatorView&, std::vector<double>&, double)>& nudge) {
    const auto force = [&](double change) {
      ActuatorView v = at;
      std::vector<double> act(at.act.begin(), at.act.end());
      nudge(v, act, change);
      v.act = act;
      return stage.force(stage.model, v);
    };
    const double h = 1e-6 * scale;
    return (force(h) - force(-h)) / (2 * h);
  };
  const double size = std::abs(stage.force(stage.model, at)) + 1;
  const auto near = [&](double slope, double expected, double scale, const char* name) {
    EXPECT_NEAR(slope, expected, 1e-6 * std::abs(expected) + 1e-8 * size / scale) << name;
  };
  near(found.length, difference(1, [](auto& v, auto&, double h) { v.length += h; }), 1, "length");
  near(found.velocity, difference(1, [](auto& v, auto&, double h) { v.velocity += h; }), 1, "velocity");
  const bool by_input = at.act.empty();
  near(found.ctrl, difference(1, [&](auto& v, auto&, double h) { v.ctrl += h, v.input += by_input ? h : 0; }), 1,
       "ctrl");
  for (std::size_t k = 0; k < at.act.size(); ++k) {
    const double scale = 1 + std::abs(at.act[k]);
    const bool last = k + 1 == at.act.size();
    near(found.act[k], difference(scale, [&](auto& v, auto& act, double h) { act[k] += h, v.input += last ? h : 0; }),
         scale, "act");
  }
}

TEST(ActuatorModels, SlopesAreDerivativesOfTheForces) {
  for (const NamedActuator& model : built_in_actuators()) {
    const World w(rail(built_in(model.name)));
    const ActuatorStage stage = custom_stage(w.m, 0);
    ASSERT_TRUE(stage);
    EXPECT_EQ(stage.states, w.m.na);
    const double unit = model.name == "pneumatic_cylinder" ? 2e5 : model.name == "hydraulic_valve" ? 1e6 : 1;
    for (int number = 0; number < 40; ++number) {
      ActuatorView view;
      view.length = .14 * std::sin(1.3 * number);
      view.velocity = 11 * std::sin(.77 * number + 1);
      view.ctrl = 4 * std::sin(.41 * number + 2);
      const std::vector<double> act = {unit * std::sin(2.1 * number), unit * std::cos(1.9 * number)};
      view.act = std::span(act).first(static_cast<std::size_t>(stage.states));
      view.prm = w.m.actuator_modelprm[0].data();
      view.model = &w.m, view.actuator = 0, view.timestep = .002;
      expect_slopes(stage, view, model.name + " " + std::to_string(number));
    }
  }
}

template <class T>
void expect_gain_slopes(const std::string& actuator) {
  static constexpr T kGain;
  const World w(rail(actuator));
  ASSERT_TRUE(kGain.drives(w.m, 0));
  for (int number = 0; number < 20; ++number) {
    ActuatorView view;
    view.length = .7 + .9 * std::sin(1.3 * number);
    view.velocity = 2 * std::sin(.77 * number + 1);
    view.ctrl = view.input = .5 + .5 * std::sin(.41 * number + 2);
    const std::vector<double> act = {view.input};
    view.act = std::span(act).first(static_cast<std::size_t>(w.m.na));
    view.prm = w.m.actuator_gainprm[0].data();
    view.model = &w.m, view.actuator = 0;
    expect_slopes(actuator_stage(kGain), view, actuator + " " + std::to_string(number));
  }
}

TEST(ActuatorModels, SlopesOfMujocosGainsAreTheirDerivatives) {
  expect_gain_slopes<FixedGain>("<general joint='j' gainprm='3' biastype='affine' biasprm='1 -2 -3'/>");
  expect_gain_slopes<FixedGain>("<general joint='j' gainprm='3' dyntype='filter' dynprm='.1'/>");
  expect_gain_slopes<AffineGain>(
      "<general joint='j' gaintype='affine' gainprm='3 .4 .5' biastype='affine' biasprm='1 2 3'/>");
  expect_gain_slopes<MuscleGain>("<muscle joint='j' lengthrange='.1 1.5' force='30'/>");
}

// ---- integrators

struct Path {
  std::vector<double> position;
  bool unstable = false;
};

// Positions every 10 ms of half a second, from a push.
Path path(const std::string& actuator, const std::string& integrator, double h) {
  World w(rail(actuator, "integrator='" + integrator + "' timestep='" + std::to_string(h) + "'"));
  w.d.qvel[0] = 1;
  w.d.ctrl[0] = .4;
  Path out;
  for (int k = 0; k < 50; ++k) {
    w.step(static_cast<int>(std::lround(.01 / h)));
    out.position.push_back(w.d.qpos[0]);
  }
  out.unstable = w.d.unstable();
  return out;
}

// A damper of 4000 N s/m on 2 kg: an explicit step of 2 ms multiplies the velocity by 1 - 4, an implicit one by 1/5.
// Both follow the limit of small steps, but one or two steps late behind a motor that moves at 3 m/s.
TEST(ActuatorModels, ImplicitIntegratorsUseTheSlope) {
  for (const std::string& actuator :
       {custom("series_elastic", "800 4000 .5 40"), custom("backlash", "500 4000 0 .001 .5")}) {
    SCOPED_TRACE(actuator);
    const Path expected = path(actuator, "Euler", 1e-5);
    EXPECT_FALSE(expected.unstable);
    EXPECT_TRUE(path(actuator, "Euler", .002).unstable);
    for (const char* integrator : {"implicit", "implicitfast"}) {
      const Path found = path(actuator, integrator, .002);
      EXPECT_FALSE(found.unstable);
      for (std::size_t i = 0; i < found.position.size(); ++i)
        EXPECT_NEAR(found.position[i], expected.position[i], 1.2e-2) << i;
    }
  }
}

TEST(ActuatorModels, EveryModelConvergesInEveryIntegrator) {
  for (const auto& [name, params] : kModels) {
    SCOPED_TRACE(name);
    const Path expected = path(custom(name, params), "Euler", 1e-5);
    ASSERT_FALSE(expected.unstable);
    for (const char* integrator : {"Euler", "RK4", "implicit", "implicitfast"}) {
      const Path found = path(custom(name, params), integrator, .0005);
      ASSERT_EQ(found.position.size(), expected.position.size());
      for (std::size_t i = 0; i < found.position.size(); ++i) {
        EXPECT_NEAR(found.position[i], expected.position[i], 5e-3) << integrator << " " << i;
      }
    }
  }
}

// One rail of each model, a little pushed.
std::string six_rails(const std::string& option) {
  std::string bodies, actuators;
  for (const auto& [name, params] : kModels) {
    bodies +=
        "<body><joint name='" + name + "' type='slide' axis='1 0 0' damping='.3'/><geom size='.1' mass='2'/></body>";
    actuators += replaced(custom(name, params), "joint='j'", "joint='" + name + "'");
  }
  return "<mujoco><option gravity='0 0 0' " + option + "/><worldbody>" + bodies + "</worldbody><actuator>" +
         replaced(actuators, "name='a' ", "") + "</actuator></mujoco>";
}

void expect_transitions(const Model& m, const Data& d, double tolerance) {
  const Transition implicit = transition_derivative(m, d, {.centered = true});
  const Transition plain = transition_derivative(m, d, {.method = DerivativeMethod::kDifferences, .centered = true});
  ASSERT_EQ(implicit.status, DerivativeStatus::kOk);
  ASSERT_FALSE(implicit.A.empty());
  const auto compare = [&](const std::vector<double>& a, const std::vector<double>& b, const char* name) {
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], tolerance * (1 + std::abs(b[i]))) << name << i;
  };
  compare(implicit.A, plain.A, "A ");
  compare(implicit.B, plain.B, "B ");
}

TEST(ActuatorModels, TransitionMatricesAgreeWithDifferences) {
  for (const char* integrator : {"Euler", "implicit", "implicitfast"}) {
    SCOPED_TRACE(integrator);
    World w(six_rails("integrator='" + std::string(integrator) + "'"));
    for (int i = 0; i < w.m.nv; ++i) w.d.qpos[i] = .12 + .01 * i, w.d.qvel[i] = .3;
    for (int i = 0; i < w.m.nu; ++i) w.d.ctrl[i] = .2;
    forward(w.m, w.d);
    expect_transitions(w.m, w.d, 1e-5);
  }
}

// v' = v + h f(v) / m: the motor at its line, a column in closed form.
TEST(ActuatorModels, TheVelocityColumnHasAMotorsSlope) {
  World w(rail(built_in("dc_motor_envelope")));
  w.d.qvel[0] = 6;
  w.d.ctrl[0] = 100;
  forward(w.m, w.d);
  const Transition t = transition_derivative(w.m, w.d);
  EXPECT_NEAR(t.A[3], 1 - .002 * (3. / 12) / 2, 2e-9);  // rounding of 6 m/s, nudged by 1e-6
}

// ---- physics

TEST(ActuatorModels, MotorReachesItsNoLoadSpeed) {
  World w(rail(built_in("dc_motor_envelope"), "timestep='.01'"));
  w.d.ctrl[0] = 3;
  // v = v0 (1 - e^(-t T / (m v0))), time constant 8 s
  w.step(800);
  EXPECT_NEAR(w.d.qvel[0], 12 * (1 - std::exp(-1.)), 12e-3);
  w.step(8000);
  EXPECT_NEAR(w.d.qvel[0], 12, 1e-3);
  w.d.ctrl[0] = -1;
  forward(w.m, w.d);
  EXPECT_EQ(w.d.actuator_force[0], -1);  // brakes with what is asked for
}

// Valves shut: k = n p A^2 (1/V1 + 1/V2), and the period of a small motion.
TEST(ActuatorModels, AClosedCylinderIsAGasSpring) {
  for (const double exponent : {1.0, 1.4}) {
    const double area = 1e-3, dead = 2e-5, stroke = .3, volume = dead + area * stroke / 2,
                 air = PneumaticCylinder::kAir;
    World w(rail(custom("pneumatic_cylinder", "1e-3 1e-3 .3 2e-5 6e5 " + std::to_string(exponent) + " 2e-9"),
                 "timestep='.001'"));
    const double k = exponent * air * area * area * 2 / volume;
    w.d.qpos[0] = 1e-4;
    forward(w.m, w.d);
    EXPECT_NEAR(w.d.actuator_force[0], -k * 1e-4, 1e-5 * k * 1e-4);
    int crossings = 0;
    double last = 0;
    for (int i = 0; i < 20000; ++i) {
      const double before = w.d.qpos[0];
      w.step(1);
      if (before > 0 && w.d.qpos[0] <= 0) ++crossings, last = w.d.time;
    }
    const double period = 2 * 3.14159265358979 * std::sqrt(2 / k);
    ASSERT_GT(crossings, 10);
    EXPECT_NEAR(last / (crossings - .75), period, 1e-3 * period);
  }
}

// A filled chamber ends at the pressure of the supply, an open one at that of the air: the force of the whole bore.
TEST(ActuatorModels, AStalledCylinderPushesWithTheSupply) {
  World w(rail(custom("pneumatic_cylinder", "1e-3 8e-4 .3 2e-5 6e5 1 2e-8"), "timestep='.0002'", "",
               "range='-.1 .1' limited='true'"));
  w.d.ctrl[0] = 1;
  w.step(20000);
  EXPECT_NEAR(w.d.actuator_force[0], (6e5 - PneumaticCylinder::kAir) * 1e-3, 1);
  EXPECT_GT(w.d.qpos[0], .1 - 1e-3);
}

// Gas flows through the valve as ISO 6358 says: choked into air, less near the pressure of the line, nothing where they
// are equal, back where the chamber has more; in a half-open valve half as much.
TEST(ActuatorModels, ValvesLetGasFlowAsTheLawSays) {
  const double exponent = 1.2, supply = 6e5, conductance = 2e-9, air = 101325;
  World w(rail(built_in("pneumatic_cylinder")));
  const double area[] = {1e-3, 8e-4};
  for (const double at : {0., .05}) {
    for (const double ctrl : {1., .5, -1., 0.}) {
      for (const double pressure :
           {1.2e5, 3e5, 5.6e5, 6e5, 6.5e5}) {  // of chamber 1; 2 has half of it above that of air
        const double p[] = {pressure, air + .5 * (pressure - air)};
        double expected[2];
        w.d.qpos[0] = at;
        w.d.ctrl[0] = ctrl;
        for (int i = 0; i < 2; ++i) {
          const double middle = 2e-5 + area[i] * .15, volume = middle + (i == 0 ? area[i] : -area[i]) * at;
          w.d.act[i] = p[i] * std::pow(volume / middle, exponent) - air;
          const double line = (i == 0) == (ctrl > 0) ? supply : air, up = std::max(line, p[i]),
                       r = std::min(line, p[i]) / up;
          const auto ellipse = [](double x) { return x < .3 ? 1 : std::sqrt(1 - std::pow((x - .3) / .7, 2)); };
          const double psi = r < .98 ? ellipse(r) : ellipse(.98) * (1 - r) / .02;
          const double flow = std::abs(ctrl) * conductance * 1e5 * up * psi * (line >= p[i] ? 1 : -1);
          expected[i] = exponent / middle * std::pow(volume / middle, exponent - 1) * flow;
        }
        forward(w.m, w.d);
        for (int i = 0; i < 2; ++i) {
          EXPECT_NEAR(w.d.act_dot[i], expected[i], 1e-9 * (1 + std::abs(expected[i]))) << at << ctrl << pressure << i;
        }
      }
    }
  }
}

// Within the play nothing pushes; beyond it a spring and a damper do, against the motion. The rounding is small here.
TEST(ActuatorModels, BacklashHasPlay) {
  World w(rail(custom("backlash", "500 4 .05 1e-9 .5")));
  for (const double ctrl : {0., .4, -1.}) {
    for (const double error : {-.2, -.0501, -.0499, -.01, 0., .03, .0499, .0501, .3}) {
      for (const double velocity : {0., .7, -.2}) {
        w.d.ctrl[0] = ctrl;
        w.d.qpos[0] = .5 * ctrl - error;
        w.d.qvel[0] = velocity;
        forward(w.m, w.d);
        const double beyond = error > .05 ? error - .05 : error < -.05 ? error + .05 : 0;
        const double expected = beyond == 0 ? 0 : 500 * beyond - 4 * velocity;
        EXPECT_NEAR(w.d.actuator_force[0], expected, 1e-7) << ctrl << " " << error << " " << velocity;
      }
    }
  }
  // on the edge of the play: half of the rounding is felt, and half of the damper
  World edge(rail(custom("backlash", "500 4 .05 .01 .5")));
  edge.d.qpos[0] = -.05, edge.d.qvel[0] = .1;
  forward(edge.m, edge.d);
  const double back = std::hypot(.1, .01);  // of the other flank, .1 away
  EXPECT_NEAR(edge.d.actuator_force[0], 500 * .5 * (.01 - (back - .1)) - 4 * (.5 + .5 * (1 - .1 / back)) * .1, 1e-12);
}

// Without load the oil flows at K u sqrt(ps): v = K u sqrt(ps) / A.
TEST(ActuatorModels, AValveGivesTheSpeedOfItsFlow) {
  World w(rail(built_in("hydraulic_valve"), "timestep='.0005'", "", "damping='20'"));
  w.d.ctrl[0] = .5;
  w.step(4000);
  const double drag = 20 * w.d.qvel[0] / 1e-4;  // load pressure
  EXPECT_NEAR(w.d.qvel[0], (1e-8 * .5 * std::sqrt(2e6 - drag) - 1e-12 * drag) / 1e-4, 1e-5);
}

TEST(ActuatorModels, CablesPullOnly) {
  World w(rail(built_in("elastic_cable")));
  for (int number = 0; number < 100; ++number) {
    w.d.qpos[0] = .2 * std::sin(number);
    w.d.qvel[0] = 3 * std::cos(1.7 * number);
    forward(w.m, w.d);
    EXPECT_LE(w.d.actuator_force[0], 0);
    if (w.d.qpos[0] < .1) {
      EXPECT_EQ(w.d.actuator_force[0], 0);
    }
  }
  w.d.qpos[0] = 0, w.d.qvel[0] = 0, w.d.ctrl[0] = 1;  // winds up .3 m
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.actuator_force[0], -900 * .2 * (1 + 2 * .2), 1e-10);
}

// With the control at zero nothing drives: what a push has given is never exceeded, and is lost where there is
// friction.
TEST(ActuatorModels, PassiveActuatorsGainNoEnergy) {
  for (const auto& [name, params] : kModels) {
    SCOPED_TRACE(name);
    World w(rail(custom(name, params), "timestep='.0005'", "", "range='-.12 1' limited='true' solreflimit='.01 1'"));
    w.d.qvel[0] = .3;
    double fastest = 0;
    for (int i = 0; i < 20000; ++i) {
      w.step(1);
      if (i > 10000) fastest = std::max(fastest, std::abs(w.d.qvel[0]));
      ASSERT_LE(std::abs(w.d.qvel[0]), .3 * 1.01) << w.d.time;
    }
    if (name == "series_elastic") {
      EXPECT_LT(fastest, .01);
    }
  }
}

// ---- names

std::string problem_of(const std::string& actuator, const std::string& defaults = "") {
  try {
    load_text(rail(actuator, "", defaults));
  } catch (const LoadError& e) {
    return e.what();
  }
  return "";
}

void expect_problem(const std::string& actuator, std::initializer_list<const char*> words,
                    const std::string& defaults = "") {
  const std::string problem = problem_of(actuator, defaults);
  for (const char* word : words) EXPECT_NE(problem.find(word), std::string::npos) << word << " in: " << problem;
  EXPECT_NE(problem.find(":1"), std::string::npos) << problem;  // the line
}

TEST(ActuatorModels, BadParametersAreRefused) {
  EXPECT_EQ(problem_of(built_in("backlash")), "");
  expect_problem(custom("series_elastik", "1 2 3 4"), {"series_elastik", "did you mean 'series_elastic'"});
  expect_problem(custom("", ""), {"without corten:gain_model", "hydraulic_valve"});
  expect_problem(custom("steam_engine", ""), {"steam_engine", "one of", "pneumatic_cylinder"});
  expect_problem(custom("series_elastic", "1 2 3"),
                 {"needs 4 gain_params, not 3", "stiffness (N/m or N m/rad)", "bandwidth (rad/s)"});
  expect_problem(custom("series_elastic", "1 -2 3 4"), {"damping is -2, must be at least 0"});
  expect_problem(custom("series_elastic", "0 2 3 4"), {"stiffness is 0, must be above 0"});
  expect_problem(custom("elastic_cable", "1 1 1 1 1 1"), {"friction is 1, must be at most 0.99"});
  expect_problem(custom("backlash", "1 1 nan 1 1"), {"gap is nan"});
  expect_problem(custom("backlash", kModels.at("backlash"), "dyntype='filter'"), {"with a dyntype"});
  expect_problem(custom("backlash", kModels.at("backlash"), "biastype='affine'"), {"with a biastype"});
  expect_problem(custom("backlash", kModels.at("backlash"), "actearly='true'"), {"actearly"});
  expect_problem(custom("series_elastic", "1 2 3 4", "actdim='3'"), {"actdim is 3, series_elastic has 2"});
  expect_problem("<general joint='j' corten:gain_model='backlash'/>", {"without gaintype custom"});
  expect_problem("<general joint='j' corten:gain_params='1'/>", {"without gaintype custom"});
  expect_problem("<general joint='j' corten:gain_modle='backlash'/>", {"did you mean 'corten:gain_model'"});
  expect_problem("<motor joint='j' corten:gain_model='backlash'/>", {"unknown attribute"});
}

TEST(ActuatorModels, BothPrefixesAndClassesAreRead) {
  const World one(rail(built_in("backlash"))), other(rail(replaced(built_in("backlash"), "corten:", "cortenforge:")));
  EXPECT_EQ(difference(one.m, other.m), "");
  EXPECT_EQ(one.m.actuator_gaintype[0], GainType::kCustom);
  EXPECT_EQ(one.m.actuator_model[0], ActuatorKind::kBacklash);
  const std::string defaults = "<default><default class='c'>" +
                               replaced(replaced(built_in("backlash"), "joint='j'", ""), "name='a'", "") +
                               "</default></default>";
  const World classed(rail("<general name='a' class='c' joint='j'/>", "", defaults));
  EXPECT_EQ(difference(one.m, classed.m), "");
  // another gain than the class has
  const World motor(rail("<motor class='c' joint='j'/><general class='c' joint='j' gaintype='affine'/>", "", defaults));
  EXPECT_EQ(motor.m.actuator_gaintype[0], GainType::kFixed);
  EXPECT_EQ(motor.m.actuator_model[1], ActuatorKind::kNone);
}

// A spring of the user's whose stiffness grows with an activation variable that the control fills.
struct Tank {
  static constexpr int kStates = 1;
  double force(const ActuatorView& a) const { return -a.prm[0] * (1 + a.act[0]) * a.length - a.prm[1] * a.velocity; }
  void act_dot(const ActuatorView& a, std::span<double> rate) const { rate[0] = a.ctrl; }
  ActuatorSlopes slopes(const ActuatorView& a) const {
    return {-a.prm[0] * (1 + a.act[0]), -a.prm[1], 0, {-a.prm[0] * a.length}};
  }
};

struct TwoTanks : Tank {
  static constexpr int kStates = 2;
};

TEST(ActuatorModels, ModelsOfUsersHaveNames) {
  register_actuator_model("mine.tank", {positive("stiffness", "N/m"), not_negative("damping", "N s/m")}, Tank{});
  expect_problem(custom("mine.tank", "1"),
                 {"mine.tank needs 2 gain_params, not 1", "stiffness (N/m), damping (N s/m)"});
  expect_problem(custom("mine.tank", "-1 1"), {"stiffness is -1"});
  expect_problem(custom("mine.tang", "1 1"), {"did you mean 'mine.tank'"});
  EXPECT_NE(problem_of("<plugin joint='j' plugin='mine.tank'/>"), "");

  World w(rail(custom("mine.tank", "50 .5") + replaced(custom("mine.tank", "20 0"), "name='a'", "name='b'"),
               "integrator='implicit'"));
  EXPECT_EQ(w.m.na, 2);
  EXPECT_EQ(w.m.nplugin, 1);
  w.d.qpos[0] = .2, w.d.qvel[0] = .1, w.d.act[0] = .5, w.d.ctrl[1] = 3;
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.actuator_force[0], -50 * 1.5 * .2 - .5 * .1, 1e-14);
  EXPECT_NEAR(w.d.actuator_force[1], -20 * .2, 1e-14);
  EXPECT_EQ(w.d.act_dot[1], 3);

  const std::vector<std::byte> file = save_model(w.m);
  const Model loaded = load_model(file);
  EXPECT_EQ(save_model(loaded), file);
  Data again(loaded);
  again.qpos[0] = .2, again.qvel[0] = .1, again.act[0] = .5, again.ctrl[1] = 3;
  for (int i = 0; i < 100; ++i) step(loaded, again), step(w.m, w.d);
  EXPECT_EQ(again.qpos[0], w.d.qpos[0]);

  Model broken = w.m;
  broken.actuator_plugin[1] = -1;
  EXPECT_THROW(load_model(save_model(broken)), LoadError);
  broken = w.m;
  broken.actuator_model[1] = ActuatorKind::kSeriesElastic;
  EXPECT_THROW(load_model(save_model(broken)), LoadError);
  register_actuator_model("mine.tank", {}, TwoTanks{});
  EXPECT_THROW(load_model(file), LoadError);  // it has another number of states now
  EXPECT_THROW(register_actuator_model("mine.wide", std::vector<ActuatorParameter>(11), Tank{}), std::invalid_argument);
}

// ---- files and editing

TEST(ActuatorModels, FilesKeepModels) {
  register_actuator_model("mine.spring", {positive("stiffness", "N/m"), not_negative("damping", "N s/m")}, Tank{});
  const std::string defaults =
      "<default><default class='c'><general gaintype='custom' corten:gain_model='backlash' "
      "corten:gain_params='500 4 .05 .01 .5'/></default></default>";
  const std::string text =
      rail(built_in("pneumatic_cylinder") + "<general class='c' joint='j'/><motor class='c' joint='j'/>" +
               "<general class='c' joint='j' corten:gain_params='1 2 3 4 5'/>" +
               replaced(custom("mine.spring", "5 6"), "name='a'", ""),
           "", defaults);
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(text, ".", diagnostics);
  const Model model = compile(spec, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  for (const bool flat : {false, true}) {
    const std::string written = write_mjcf(spec, {flat});
    Diagnostics again;
    const Spec read = read_mjcf_text(written, ".", again);
    const Model copy = compile(read, again);
    ASSERT_FALSE(again.has_errors()) << again.text() << written;
    EXPECT_EQ(difference(model, copy), "") << written;
    EXPECT_EQ(write_mjcf(read, {flat}), written);
  }
  EXPECT_EQ(difference(load_model(save_model(model)), model), "");
  Model broken = model;
  broken.actuator_model[0] = ActuatorKind::kBacklash;  // which has no activation variables
  EXPECT_THROW(load_model(save_model(broken)), LoadError);
  broken = model;
  broken.actuator_model[2] = ActuatorKind::kBacklash;  // a motor
  EXPECT_THROW(load_model(save_model(broken)), LoadError);
}

// An attached part brings its actuators, and every copy has its own activation.
TEST(ActuatorModels, AttachedPartsKeepModels) {
  const std::string part = rail(built_in("series_elastic"));
  Assets assets;
  assets.add("part.xml", part);
  const Model m = load_text(
      "<mujoco><asset><model name='p' file='part.xml'/></asset><worldbody>"
      "<frame><attach model='p' body='b' prefix='one_'/></frame>"
      "<frame><attach model='p' body='b' prefix='two_'/></frame></worldbody></mujoco>",
      assets);
  ASSERT_EQ(m.nactuator, 2);
  EXPECT_EQ(m.na, 4);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(m.actuator_model[i], ActuatorKind::kSeriesElastic);
    EXPECT_EQ(m.actuator_modelprm[i][3], 40);
  }
}

// ---- policies

struct Servo {
  double force(const ActuatorView& a) const { return 100 * (a.ctrl - a.length) - 4000 * a.velocity; }
  ActuatorSlopes slopes(const ActuatorView&) const { return {-100, -4000, 100}; }
};

TEST(ActuatorModels, APolicyDrivesUserAndCustomActuators) {
  const std::string actuators = "<general joint='j' gaintype='user'/><motor joint='j'/>" + built_in("backlash");
  const Model m = load_text(rail(actuators, "integrator='implicitfast'"));
  auto sim = SimBuilder{}.actuators(Servo{}).build(m);
  sim.data().ctrl[0] = .5, sim.data().ctrl[1] = 2, sim.data().ctrl[2] = .25;
  sim.forward();
  EXPECT_EQ(sim.data().actuator_force[0], 50);
  EXPECT_EQ(sim.data().actuator_force[1], 2);
  EXPECT_EQ(sim.data().actuator_force[2], 25);
  for (int i = 0; i < 1000; ++i) sim.step();
  EXPECT_FALSE(sim.data().unstable());  // two dampers of 4000 N s/m: only with their slopes
  // copies and derivatives obey the policy too
  Data copy = sim.data();
  step(m, copy);
  sim.step();
  EXPECT_EQ(copy.qvel[0], sim.data().qvel[0]);
  expect_transitions(m, sim.data(), 1e-6);
  const Transition t = transition_derivative(m, sim.data());
  EXPECT_NEAR(t.A[3], 1 / (1 + .002 * 8000 / 2), 1e-7);
}

// The same with Euler steps, whose velocity columns are in closed form.
TEST(ActuatorModels, TheVelocityColumnHasAPolicysSlope) {
  struct Brake {
    double force(const ActuatorView& a) const { return -3 * a.velocity * a.velocity * a.velocity; }
    ActuatorSlopes slopes(const ActuatorView& a) const { return {0, -9 * a.velocity * a.velocity, 0}; }
  };
  auto sim = SimBuilder{}.actuators(Brake{}).build(load_text(rail("<general joint='j' gaintype='user'/>")));
  sim.data().qvel[0] = 2;
  sim.forward();
  const Transition t = transition_derivative(sim.model(), sim.data());
  EXPECT_NEAR(t.A[3], 1 - .002 * 36 / 2, 2e-9);
}

TEST(ActuatorModels, APolicyWithoutItsActivationIsRefused) {
  const Model m = load_text(rail("<general joint='j' gaintype='user'/>"));
  EXPECT_THROW(SimBuilder{}.actuators(Tank{}).build(m), std::invalid_argument);
  auto sim = SimBuilder{}.actuators(Tank{}).build(
      load_text(rail("<general joint='j' gaintype='user' gainprm='50 .5' dyntype='user' actdim='1'/>")));
  sim.data().qpos[0] = .2, sim.data().ctrl[0] = 3;
  sim.step();
  EXPECT_EQ(sim.data().actuator_force[0], -10);
  EXPECT_EQ(sim.data().act[0], .002 * 3);
  // in a world that no Sim has checked, such an actuator obeys the model file
  Data d(m);
  static constexpr Tank kTank;
  d.physics = policy(kTank);
  d.ctrl[0] = 2;
  step(m, d);
  EXPECT_EQ(d.actuator_force[0], 2);
}

// ---- models without custom actuators

struct Nothing : Servo {
  bool drives(const Model&, int) const { return false; }
};

TEST(ActuatorModels, NothingChangesWithoutModels) {
  int models = 0;
  static constexpr Nothing kNothing;
  for (const auto& file : conformance_models()) {
    Diagnostics diagnostics;
    const Model m = compile(read_mjcf(file.string(), diagnostics), diagnostics);
    if (diagnostics.has_errors() || m.nactuator == 0) continue;
    SCOPED_TRACE(file.filename().string());
    for (int i = 0; i < m.nactuator; ++i) {
      ASSERT_EQ(m.actuator_model[i], ActuatorKind::kNone);
      ASSERT_EQ(m.actuator_modelprm[i], Vec<10>{});
    }
    Data plain(m), own(m);
    own.physics = policy(kNothing);
    for (Data* d : {&plain, &own}) {
      shake(m, *d, 1);
      for (int i = 0; i < 3; ++i) step(m, *d);
    }
    for (int i = 0; i < m.nq; ++i) ASSERT_EQ(bits(plain.qpos[i]), bits(own.qpos[i])) << i;
    ++models;
  }
  EXPECT_GT(models, 10);
}

// ---- hooks

Hooks damper_hooks(bool by_qvel) {
  Hooks hooks;
  hooks.gain = [](const Model&, const Data& d, int i) { return 1 - 3 * d.actuator_velocity[i]; };
  hooks.bias = [by_qvel](const Model&, const Data& d, int i) {
    return -2000 * (by_qvel ? 2 * d.qvel[0] : d.actuator_velocity[i]);
  };
  return hooks;
}

// force = (1 - 3 v) u - 2000 v with v = 2 qvel: slope -2000 - 3 u, times the square of the gear.
TEST(ActuatorModels, HooksHaveSlopes) {
  const std::string text =
      rail("<general joint='j' gaintype='user' biastype='user' gear='2'/>", "integrator='implicitfast'");
  for (const int variant : {0, 1, 2}) {
    SCOPED_TRACE(variant);
    World w(text);
    Hooks hooks = damper_hooks(variant == 1);
    if (variant == 2) {
      hooks.gain_slope = [](const Model&, const Data&, int) { return -3.0; };
      hooks.bias_slope = [](const Model&, const Data&, int) { return -2000.0; };
    }
    w.d.hooks = std::make_shared<const Hooks>(std::move(hooks));
    w.d.qvel[0] = .1, w.d.ctrl[0] = 1;
    const double before = w.d.qvel[0], force = 2 * (1 - 3 * .2 - 2000 * .2), slope = 4 * (-2000 - 3);
    w.step(1);
    EXPECT_NEAR(w.d.qvel[0], before + .002 * force / 2 / (1 - .002 * slope / 2), 1e-9);
    expect_transitions(w.m, w.d, 1e-3);  // differences of differences
    w.step(500);
    EXPECT_FALSE(w.d.unstable());
    EXPECT_NEAR(w.d.qvel[0], 1. / 2003 / 2, 1e-9);
  }
  World explicit_step(replaced(text, "implicitfast", "Euler"));
  explicit_step.d.hooks = std::make_shared<const Hooks>(damper_hooks(false));
  explicit_step.d.qvel[0] = .1;
  explicit_step.step(500);
  EXPECT_TRUE(explicit_step.d.unstable());
}

}  // namespace actuator_models_test
}  // namespace corten
