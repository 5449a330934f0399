// The equations of motion by the position in closed form, against centered differences of inverse dynamics: one kind of
// constraint after the other, on all joint types. Then what the closed form leaves to differences.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "corten/hooks.h"
#include "dynamics/actuator/actuator.h"
#include "model/workspace.h"
#include "pipeline/inverse.h"
#include "pipeline/transition/derivative_scene_test.h"
#include "pipeline/transition/transition.h"

namespace corten {
namespace {

// Two arms on a free base that moves: free, ball, hinge and slide joints, several per body, at offsets.
std::string two_arms(const std::string& option, const std::string& rest, const std::string& geom = "") {
  return "<mujoco><option timestep='.002' " + option + "/><default><geom density='500' contype='0' conaffinity='0' " +
         geom + R"(/></default>
  <worldbody>
    <site name="origin" pos=".1 .2 .9"/>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="base" pos=".1 .2 1">
      <freejoint/><geom type="box" size=".1 .12 .05" pos=".02 0 .01"/>
      <body name="left" pos=".15 .05 0" euler="10 20 30">
        <joint name="ball" type="ball" pos="-.05 .02 0" damping=".1"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .2 0 -.05"/>
        <body name="lefthand" pos=".2 0 -.05">
          <joint name="h1" axis="1 2 0" pos="-.01 0 .02" damping=".2 .1 .05"/><joint name="h2" axis="0 1 1"/>
          <joint name="s1" type="slide" axis="1 0 1"/>
          <geom name="tip" type="capsule" size=".04 .05" pos=".02 0 0" euler="30 20 0"/>
          <geom name="egg" type="ellipsoid" size=".05 .03 .04" pos=".02 0 0"/>
          <site name="tip" pos=".03 .02 0"/>
        </body>
      </body>
      <body name="right" pos=".15 -.05 0">
        <joint name="h3" axis="0 0 1" pos="-.05 0 0"/>
        <joint name="h4" axis="0 1 0"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .2 0 -.05"/>
        <geom name="pad" type="box" size=".06 .05 .03" pos=".2 .05 -.06" euler="5 7 3"/>
        <site name="pad" pos=".2 .05 -.03"/>
      </body>
    </body>
    <body name="other" pos=".35 0 .8"><joint name="s2" type="slide" axis="0 1 1"/><joint name="h5" axis="1 0 0"/>
      <geom name="ball" size=".08"/><geom name="rod" type="capsule" size=".03 .1" pos="0 .1 0" euler="70 10 0"/></body>
  </worldbody>)" +
         rest + "</mujoco>";
}

struct ArmsWorld {
  explicit ArmsWorld(const std::string& text, double fold = 0.3) : m(load_text(text)), d(m) {
    for (int i = 0; i < m.nv; ++i) {
      nudge_position(m, d.qpos, i, fold * std::sin(3 * i + 1));
      d.qvel[i] = 0.7 * std::cos(2 * i + 1);
    }
    for (int i = 0; i < m.nu; ++i) d.ctrl[i] = std::sin(i + 1);
    for (int i = 0; i < m.na; ++i) d.act[i] = 0.2 + 0.1 * i;
    forward(m, d);
  }

  // What inverse dynamics misses.
  std::vector<double> residual(Data& at, std::span<const double> qacc) const {
    std::ranges::copy(qacc, at.qacc.begin());
    inverse(m, at, Skip::kNothing, Sensors::kKeep);
    compute_actuation(m, at);
    std::vector<double> r(at.qfrc_inverse.begin(), at.qfrc_inverse.end());
    for (int i = 0; i < m.nv; ++i) r[static_cast<std::size_t>(i)] -= at.qfrc_actuator[i];
    return r;
  }

  // Returns the largest derivative.
  double expect_exact(const std::string& what, double tolerance = 1e-7, double h = 1e-7) {
    Scratch::Frame frame(work(d).scratch);
    const Response response(m, d, true, frame);
    const std::span<const double> columns = response.by_position();
    EXPECT_FALSE(columns.empty()) << what;
    if (columns.empty()) return 0;
    double largest = 0;
    for (const double x : columns) largest = std::max(largest, std::abs(x));
    for (int k = 0; k < m.nv; ++k) {
      Data plus = d, minus = d;
      nudge_position(m, plus.qpos, k, h);
      nudge_position(m, minus.qpos, k, -h);
      const std::vector<double> a = residual(plus, response.qacc()), b = residual(minus, response.qacc());
      for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_NEAR(columns[static_cast<std::size_t>(k) * a.size() + i], (a[i] - b[i]) / (2 * h), tolerance * largest)
            << what << ": force " << i << " by dof " << k;
      }
    }
    return largest;
  }

  Model m;
  Data d;
};

bool is_known(const std::string& text) {
  const ArmsWorld w(text);
  return has_position_derivative(w.m, w.d);
}

TEST(PositionColumns, JointAndTendonRows) {
  ArmsWorld w(two_arms("", R"(
    <default><joint solreflimit=".01 .8"/></default>
    <tendon>
      <fixed name="t" limited="true" range=".4 .5" stiffness="30" margin=".2" frictionloss=".1">
        <joint joint="h1" coef="1"/><joint joint="s1" coef="-2"/></fixed>
      <fixed name="u"><joint joint="h3" coef="1"/><joint joint="h4" coef="-.5"/></fixed>
      <fixed name="v"><joint joint="s2" coef="2"/><joint joint="h5" coef="-.5"/></fixed>
    </tendon>
    <equality>
      <joint joint1="h2" joint2="h4" polycoef=".05 .5 .3 .2 .1"/><joint joint1="h5" polycoef=".3"/>
      <tendon tendon1="u" tendon2="v" polycoef=".05 .5 .3 .2 .1"/><tendon tendon1="t" polycoef=".1"/>
    </equality>
    <actuator><position joint="h1" kp="20" kv=".5"/><muscle joint="h3" force="20" lengthrange="-1 1"/></actuator>)"));
  EXPECT_GT(w.d.ne, 3);
  EXPECT_GT(w.d.nl, 0);
  EXPECT_GT(w.d.nf, 0);
  EXPECT_GT(w.expect_exact("joints and tendons"), 10);
}

TEST(PositionColumns, JointLimits) {
  std::string text = two_arms("", "");
  const std::string joint = R"(<joint name="h1" )";
  text.replace(text.find(joint), joint.size(), joint + R"(limited="true" range="20 150" margin=".05" )");
  ArmsWorld w(text);
  ASSERT_EQ(w.d.nl, 1);
  EXPECT_GT(w.expect_exact("limit"), 5);
}

TEST(PositionColumns, ConnectConstraints) {
  const std::string sites = R"(<equality><connect site1="tip" site2="pad"/></equality>)";
  const std::string bodies = R"(<equality><connect body1="lefthand" body2="other" anchor=".1 .02 .03"/>
    <connect body1="right" anchor=".2 0 0"/></equality>)";
  EXPECT_GT(ArmsWorld(two_arms("", sites)).expect_exact("sites of one tree"), 10);
  EXPECT_GT(ArmsWorld(two_arms("", bodies)).expect_exact("two trees, world"), 10);
}

// Contacts between two branches, two trees, and with the world, with all dimensions.
TEST(PositionColumns, Contacts) {
  struct Pair {
    const char *geom1, *geom2;
    double tolerance;
  };
  // the last by an iteration that stops early
  const Pair pairs[] = {{"tip", "rod", 1e-7},  {"ball", "pad", 1e-7},  {"tip", "pad", 1e-7},
                        {"ball", "tip", 1e-7}, {"floor", "pad", 1e-7}, {"egg", "pad", 1e-4}};
  for (const char* cone : {"pyramidal", "elliptic"}) {
    for (const int dim : {1, 3, 4, 6}) {
      for (const Pair& pair : pairs) {
        const std::string what = std::string(cone) + " " + std::to_string(dim) + " " + pair.geom1 + " " + pair.geom2;
        // a soft contact that begins at a distance, so that any pose will do
        ArmsWorld w(two_arms(std::string("impratio='3' cone='") + cone + "'",
                             std::string("<contact><pair geom1='") + pair.geom1 + "' geom2='" + pair.geom2 +
                                 "' condim='" + std::to_string(dim) +
                                 "' margin='1.5' solref='.2 .9' solreffriction='.15 .7' solimp='.3 .9 .8 .4 3' "
                                 "friction='.8 .6 .1 .05 .03'/></contact>"));
        ASSERT_FALSE(w.d.contact.empty()) << what;
        EXPECT_GT(w.expect_exact(what, pair.tolerance), 0.1) << what;
      }
    }
  }
}

// One column: the change of the next state when the given world is changed by nudge(world, +-h).
template <class Nudge>
std::vector<double> step_column(const Model& m, const Data& d, const Nudge& nudge) {
  const double h = 1e-6;
  Data plus = d, minus = d;
  nudge(plus, h);
  nudge(minus, -h);
  step(m, plus);
  step(m, minus);
  std::vector<double> column(static_cast<std::size_t>(m.nv));
  position_change(m, minus.qpos, plus.qpos, 2 * h, column);
  for (int i = 0; i < m.nv; ++i) column.push_back((plus.qvel[i] - minus.qvel[i]) / (2 * h));
  for (int i = 0; i < m.na; ++i) column.push_back((plus.act[i] - minus.act[i]) / (2 * h));
  return column;
}

// A and B against centered differences of steps.
void expect_step(const std::string& what, const std::string& text, double tolerance, bool closed) {
  const ArmsWorld w(text);
  const Model& m = w.m;
  EXPECT_EQ(has_position_derivative(m, w.d), closed) << what;
  TransitionOptions options;
  options.centered = true, options.eps = 1e-6;  // where differences are left
  const Transition got = transition_derivative(m, w.d, options);
  double largest = 1;
  for (const double x : got.A) largest = std::max(largest, std::abs(x));
  const auto expect = [&](const std::vector<double>& matrix, int width, int at, const char* name, auto&& nudge) {
    const std::vector<double> wanted = step_column(m, w.d, nudge);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_NEAR(matrix[i * static_cast<std::size_t>(width) + static_cast<std::size_t>(at)], wanted[i],
                  tolerance * largest)
          << what << " row " << i << " by " << name << " " << at;
    }
  };
  const int n = 2 * m.nv + m.na;
  for (int k = 0; k < m.nv; ++k) {
    expect(got.A, n, k, "position", [&](Data& d, double h) { nudge_position(m, d.qpos, k, h); });
    expect(got.A, n, m.nv + k, "velocity", [&](Data& d, double h) { d.qvel[k] += h; });
  }
  for (int k = 0; k < m.na; ++k) {
    expect(got.A, n, 2 * m.nv + k, "activation", [&](Data& d, double h) { d.act[k] += h; });
  }
  for (int k = 0; k < m.nu; ++k) {
    expect(got.B, m.nu, k, "control", [&](Data& d, double h) { d.ctrl[k] += h; });
  }
}

constexpr const char* kActuators = R"(<actuator><position joint="h1" kp="20" kv=".5"/>
  <muscle joint="h3" force="20" lengthrange="-1 1"/><motor joint="ball" gear="1 2 3"/>
  <general joint="h4" dyntype="filterexact" dynprm=".05" gainprm="3" actearly="true"/>
  <position joint="h5" kp="3" ctrllimited="true" ctrlrange="-.5 .5"/></actuator>)";

TEST(PositionColumns, WholeSteps) {
  for (const std::string cone : {"pyramidal", "elliptic"}) {
    const std::string option = "tolerance='1e-15' density='5' viscosity='.1' wind='1 0 0' cone='" + cone + "'";
    const std::string rest = std::string(kActuators) +
                             "<equality><connect site1='tip' site2='pad' solref='.1 1'/></equality>"
                             "<contact><pair geom1='floor' geom2='pad' margin='2' solref='.2 .9' "
                             "solimp='.3 .9 .8 .4 3'/></contact>";
    expect_step(cone, two_arms(option, rest), 1e-6, true);
    expect_step(cone + " without implicit dampers",
                two_arms(option, rest + "<option><flag eulerdamp='disable'/></option>"), 1e-6, true);
  }
}

TEST(PositionColumns, WholeStepsByDifferences) {
  const std::string exact = "tolerance='1e-15' ", rest = kActuators;
  for (const std::string integrator : {"implicit", "implicitfast"}) {
    // controls and activations leave the implicit part as it is, as in MuJoCo, so they must not enter it
    const std::string servo = "<actuator><position joint='h1' kp='20' kv='.5'/></actuator>";
    expect_step(integrator, two_arms(exact + "integrator='" + integrator + "'", servo), 1e-6, true);
  }
  const std::string weld = "<equality><weld body1='lefthand' body2='other' solref='.1 1'/></equality>";
  expect_step("weld", two_arms(exact, rest + weld), 1e-6, false);
  const std::string tendon =
      "<tendon><spatial stiffness='30'><site site='origin'/><site site='tip'/></spatial></tendon>";
  expect_step("spatial tendon", two_arms(exact, rest + tendon), 1e-6, false);
}

// Hooks make a world unknown; what they do not touch stays the same.
TEST(PositionColumns, ClosedFormAndNudgesAgree) {
  ArmsWorld w(two_arms("tolerance='1e-15'", kActuators));
  TransitionOptions options;
  options.centered = true;
  options.eps = 1e-6;
  const Transition closed = transition_derivative(w.m, w.d, options);
  w.d.hooks = std::make_shared<Hooks>();
  const Transition nudged = transition_derivative(w.m, w.d, options);
  ASSERT_NE(closed.A, nudged.A);
  for (std::size_t i = 0; i < closed.A.size(); ++i) EXPECT_NEAR(closed.A[i], nudged.A[i], 1e-6) << i;
  for (std::size_t i = 0; i < closed.B.size(); ++i) EXPECT_NEAR(closed.B[i], nudged.B[i], 1e-6) << i;
}

// A sphere on a plane: the contact point follows its centre, the frame stays.
TEST(ContactMotion, SphereOnAPlane) {
  const Model m = load_text(R"(<mujoco><worldbody><geom type="plane" size="1 1 .1"/>
    <body pos=".1 .2 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>)");
  Data d(m);
  forward(m, d);
  ASSERT_EQ(d.contact.size(), 1u);
  ContactMotion motion;
  ASSERT_TRUE(find_contact_motion(m, d, 0, 1, {&motion, 1}));
  const Spatial S{{1, 2, 3}, {4, 5, 6}};  // about the contact point, .095 below the centre
  const Vec3 centre = S.lin + cross(S.rot, {0, 0, 0.095});
  const ContactMotion::Change change = motion.follow(S);
  EXPECT_NEAR(change.distance, centre.z, 1e-7);
  EXPECT_NEAR(norm(change.turn), 0, 1e-7);
  EXPECT_NEAR(norm(change.point - Vec3{centre.x, centre.y, centre.z / 2}), 0, 1e-6);
}

// A box that stands exactly on the edge of a larger one finds other contacts whichever way it turns.
TEST(ContactMotion, SaysWhereContactsJump) {
  const Model m = load_text(R"(<mujoco><worldbody><geom type="box" size=".1 .1 .1"/>
    <body pos="0 0 .199"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>)");
  Data d(m);
  forward(m, d);
  const int count = static_cast<int>(d.contact.size());
  ASSERT_GT(count, 0);
  std::vector<ContactMotion> motion(d.contact.size());
  EXPECT_FALSE(find_contact_motion(m, d, 0, count, motion));
  const Transition t = transition_derivative(m, d);
  EXPECT_EQ(t.status, DerivativeStatus::kOk);
  for (const double x : t.A) EXPECT_TRUE(std::isfinite(x));
}

TEST(PositionColumns, LeavesTheRestToDifferences) {
  EXPECT_TRUE(is_known(two_arms("", "")));
  EXPECT_FALSE(is_known(two_arms("", "<equality><weld body1='lefthand' body2='other'/></equality>")));
  EXPECT_FALSE(is_known(two_arms("",
                                 "<tendon><spatial range='0 .1' limited='true'><site site='origin'/>"
                                 "<site site='tip'/></spatial></tendon>")));
  EXPECT_FALSE(is_known(two_arms("",
                                 "<default><joint armature='.01'/></default>"
                                 "<actuator><position site='tip' refsite='origin' gear='1'/></actuator>")));
  Model m = load_text(two_arms("", ""));
  m.opt.enableflags |= kEnableDiagExact;
  EXPECT_FALSE(has_position_derivative(m, Data(m)));
}

}  // namespace
}  // namespace corten
