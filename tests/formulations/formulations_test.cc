// Item 42E and 42F: contact formulations, held against closed forms and conservation laws; MuJoCo has the convex one
// only.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "../common/world.h"
#include "constraint/constraint.h"
#include "corten/derivative.h"
#include "corten/inverse.h"
#include "corten/math.h"
#include "corten/query.h"
#include "corten/sim.h"
#include "dynamics/smooth.h"

namespace corten {
namespace {

constexpr Formulation kAll[] = {Formulation::kConvex, Formulation::kXpbd, Formulation::kImpulse,
                                Formulation::kCompliant};
constexpr Formulation kOthers[] = {Formulation::kXpbd, Formulation::kImpulse, Formulation::kCompliant};

std::string scene(const std::string& option, const std::string& bodies, const std::string& more = "") {
  return "<mujoco><option " + option + "/><worldbody>" + bodies + "</worldbody>" + more + "</mujoco>";
}

const std::string kBox =
    "<geom type='plane' size='5 5 .1'/>"
    "<body name='box' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='2'/>"
    "<site name='s' type='box' size='.11 .11 .11'/></body>";
const std::string kTouch = "<sensor><touch site='s'/><accelerometer site='s'/></sensor>";

// A ball that can only fall, on a plane.
std::string ball(const std::string& option, double height) {
  return scene(option, "<geom type='plane' size='5 5 .1'/><body pos='0 0 " + std::to_string(height) +
                           "'><joint type='slide' axis='0 0 1'/><geom size='.1' mass='1'/></body>");
}

void run(World& w, int steps) {
  for (int i = 0; i < steps; ++i) step(w.m, w.d);
}

std::vector<double> positions(const Data& d) { return {d.qpos.begin(), d.qpos.end()}; }

// 42E C1: the convex solver through the interface changes no bit, with any of its three algorithms.
TEST(ContactFormulations, TheConvexSolverThroughTheInterface) {
  for (const char* solver : {"PGS", "CG", "Newton"}) {
    for (const char* cone : {"pyramidal", "elliptic"}) {
      const std::string option = std::string("solver='") + solver + "' cone='" + cone + "'";
      World w(scene(option, kBox, kTouch));
      auto sim = SimBuilder{}.contact_solver(ConvexSolver{}).build(w.m);
      sim.data().qvel[3] = w.d.qvel[3] = 2;
      for (int i = 0; i < 200; ++i) {
        step(w.m, w.d);
        sim.step();
        ASSERT_EQ(positions(sim.data()), positions(w.d)) << option << " step " << i;
      }
    }
  }
}

// 42E C2, for every formulation: a box rests, its contacts carry its weight and sensors show it.
TEST(ContactFormulations, ABoxRests) {
  for (const Formulation formulation : kOthers) {
    World w(scene("", kBox, kTouch));
    w.m.opt.formulation = formulation;
    run(w, 1000);
    const int which = static_cast<int>(formulation);
    // four passes over four contacts are few: xpbd lets the box tremble
    const bool rough = formulation == Formulation::kXpbd;
    const double speed = rough ? 1e-4 : 1e-7, force = rough ? .2 : 1e-4;
    EXPECT_NEAR(w.d.qpos[2], .1, formulation == Formulation::kCompliant ? 2e-4 : 2e-5) << which;
    EXPECT_NEAR(w.d.qpos[0], 0, rough ? 1e-4 : 1e-6) << which;
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(w.d.qvel[i], 0, speed) << which << " dof " << i;
    EXPECT_NEAR(w.d.sensordata[0], 2 * 9.81, force) << which;
    EXPECT_NEAR(w.d.sensordata[3], 9.81, rough ? .01 : 1e-4) << which;
    double weight = 0;
    for (int i = 0; i < static_cast<int>(w.d.contact.size()); ++i) weight += contact_force(w.m, w.d, i)[0];
    EXPECT_NEAR(weight, 2 * 9.81, force) << which;
  }
}

// 42E C3: one step with enough iterations takes two boxes apart that overlap.
TEST(ContactFormulations, XpbdResolvesPenetration) {
  const std::string boxes =
      "<body pos='0 0 1'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>"
      "<body pos='0 0 1.17'><freejoint/><geom type='box' size='.1 .1 .1' mass='3'/></body>";
  World few(scene("gravity='0 0 0' corten:solver='xpbd' corten:xpbd_iterations='1' corten:xpbd_substeps='1'", boxes));
  World enough(
      scene("gravity='0 0 0' corten:solver='xpbd' corten:xpbd_iterations='50' corten:xpbd_substeps='1'", boxes));
  const auto depth = [](World& w) {
    step(w.m, w.d);
    forward(w.m, w.d);
    double deepest = 0;
    for (const Contact& c : w.d.contact) deepest = std::max(deepest, -c.dist);
    return deepest;
  };
  const double after_few = depth(few), after = depth(enough);
  EXPECT_LT(after, kContactSlop + 1e-9);
  for (int i = 0; i < enough.m.nv; ++i) EXPECT_NEAR(enough.d.qvel[i], 0, 1e-6);  // no speed is left behind
  EXPECT_LE(after, after_few);
  EXPECT_LT(after_few, .03 / 2);
}

// 42E C5
TEST(ContactFormulations, FormulationsAreSwitchedBetweenSteps) {
  World w(scene("", kBox));
  for (int i = 0; i < 800; ++i) {
    w.m.opt.formulation = kAll[i / 50 % 4];
    step(w.m, w.d);
    ASSERT_NEAR(w.d.qpos[2], .1, 1e-3) << i;
    ASSERT_LT(std::abs(w.d.qvel[2]), .05) << i;
  }
  EXPECT_FALSE(w.d.unstable());
  // the way there leaves no trace: a convex step is the same whatever came before
  World fresh(scene("", kBox));
  w.m.opt.formulation = Formulation::kConvex;
  reset(w.m, w.d);
  run(w, 20);
  run(fresh, 20);
  EXPECT_EQ(positions(w.d), positions(fresh.d));
}

// Equalities, limits and friction of joints are the same soft constraints with impulses and with compliant contacts.
TEST(Formulations, OtherConstraintsStayTheSame) {
  const std::string arm =
      "<body><joint name='a' axis='0 1 0' range='-10 10' frictionloss='.2'/>"
      "<geom type='capsule' fromto='0 0 0 .5 0 0' size='.03'/><body pos='.5 0 0'><joint name='b' axis='0 1 0'/>"
      "<geom type='capsule' fromto='0 0 0 .5 0 0' size='.03'/></body></body>";
  const std::string equality = "<equality><joint joint1='a' joint2='b'/></equality>";
  for (const Formulation formulation : {Formulation::kImpulse, Formulation::kCompliant}) {
    World convex(scene("tolerance='1e-14' iterations='1000'", arm, equality));
    World other(scene("tolerance='1e-14' iterations='1000'", arm, equality));
    other.m.opt.formulation = formulation;
    for (int i = 0; i < 300; ++i) {
      step(convex.m, convex.d);
      step(other.m, other.d);
      ASSERT_EQ(other.d.nefc, convex.d.nefc);
      for (int k = 0; k < 2; ++k) ASSERT_NEAR(other.d.qpos[k], convex.d.qpos[k], 1e-8) << i;
    }
    EXPECT_GT(convex.d.nl, 0);
  }
}

// ---- impulse

// Without gravity the rebound is exact; the last number says how fast the ball leaves.
TEST(Impulse, Restitution) {
  for (const char* law : {"newton", "poisson"}) {
    for (const double e : {0., .5, 1.}) {
      World w(ball("gravity='0 0 0' corten:solver='impulse' corten:restitution_law='" + std::string(law) +
                       "' corten:restitution='" + std::to_string(e) + "'",
                   .105));
      w.d.qvel[0] = -2;
      run(w, 20);
      EXPECT_NEAR(w.d.qvel[0], 2 * e, 1e-12) << law << " " << e;
    }
  }
}

// Dropped boxes, with friction and spin, on each other and on a plane: no step makes energy.
TEST(Impulse, EnergyIsNeverGained) {
  std::string bodies = "<geom type='plane' size='5 5 .1' friction='.7'/>";
  for (int i = 0; i < 4; ++i) {
    bodies += "<body pos='" + std::to_string(.05 * i) + " 0 " + std::to_string(.4 + .35 * i) + "' euler='" +
              std::to_string(20 * i + 10) + " 35 5'><freejoint/><geom size='.1' friction='.7'/></body>";
  }
  for (const char* law : {"newton", "poisson"}) {
    for (const char* e : {"0", ".5", "1"}) {
      World w("<mujoco><option timestep='.001' corten:solver='impulse' corten:restitution='" + std::string(e) +
              "' corten:restitution_law='" + law + "'><flag energy='enable'/></option><worldbody>" + bodies +
              "</worldbody></mujoco>");
      w.d.qvel[4] = 5;
      forward(w.m, w.d);
      const double start = w.d.energy[0] + w.d.energy[1];
      std::vector<double> momentum(static_cast<std::size_t>(w.m.nv));
      for (int i = 0; i < 2000; ++i) {
        forward(w.m, w.d);
        ASSERT_LE(w.d.energy[0] + w.d.energy[1], start * (1 + 1e-9)) << law << " " << e << " step " << i;
        // kinetic energy with the constraint forces, and without
        const auto kinetic = [&](const Array<double>& qacc) {
          std::vector<double> v(momentum.size());
          for (int k = 0; k < w.m.nv; ++k) v[k] = w.d.qvel[k] + w.m.opt.timestep * qacc[k];
          multiply_inertia(w.m, w.d, v, momentum);
          double sum = 0;
          for (int k = 0; k < w.m.nv; ++k) sum += v[k] * momentum[k] / 2;
          return sum;
        };
        ASSERT_LE(kinetic(w.d.qacc), kinetic(w.d.qacc_smooth) + 1e-9 * start) << law << " " << e << " step " << i;
        step(w.m, w.d);
      }
    }
  }
}

// A block on a slope of which the friction angle is just above or just below.
TEST(Impulse, FrictionAngle) {
  for (const double excess : {-1e-3, 1e-3, .5}) {
    const double slope = .5 * (1 + excess), angle = std::atan(slope);
    World w(scene("corten:solver='impulse'",
                  "<geom type='plane' size='50 50 .1' friction='.5'/><body pos='0 0 .02'><freejoint/>"
                  "<geom type='box' size='.1 .1 .02' friction='.5'/></body>"));
    w.m.opt.gravity = {9.81 * std::sin(angle), 0, -9.81 * std::cos(angle)};
    run(w, 100);  // until it has settled
    const double start = w.d.qvel[0], time = w.d.time;
    run(w, 500);
    const double expected = excess < 0 ? 0 : 9.81 * (std::sin(angle) - .5 * std::cos(angle));
    EXPECT_NEAR((w.d.qvel[0] - start) / (w.d.time - time), expected, 1e-3 * std::max(expected, 1e-3)) << excess;
    if (excess < 0) {
      EXPECT_NEAR(w.d.qvel[0], 0, 1e-9);
    }
  }
}

std::string grasp(const std::string& option) {
  return scene(option,
               "<body pos='0 0 1'><freejoint/><geom type='box' size='.03 .03 .03' mass='.1'/></body>"
               "<body pos='-.05 0 1'><joint name='l' type='slide' axis='1 0 0'/><geom type='box' size='.02 .02 .02' "
               "mass='.2'/></body>"
               "<body pos='.05 0 1'><joint name='r' type='slide' axis='-1 0 0'/><geom type='box' size='.02 .02 .02' "
               "mass='.2'/></body>",
               "<equality><joint joint1='l' joint2='r'/></equality>"
               "<actuator><motor joint='l'/><motor joint='r'/></actuator>");
}

double creep(const std::string& option) {
  World w(grasp(option));
  w.d.ctrl[0] = w.d.ctrl[1] = 3;
  run(w, 500);  // the fingers close
  const double start = w.d.qpos[2];
  run(w, 5000);
  return std::abs(w.d.qpos[2] - start);
}

// An object held by friction between two fingers, for ten seconds. MuJoCo 3.12.0 lets it sink by 0.0319 m, with
// elliptic cones and impratio 10 by 0.0016 m.
TEST(Impulse, WhatIsHeldDoesNotCreep) {
  EXPECT_LT(creep("corten:solver='impulse'"), 1e-6);
  EXPECT_GT(creep(""), 1e-3);
}

// ---- compliant

// c v - ln(1 + c v) = -c v' - ln(1 - c v')
double rebound(double c, double v) {
  const double goal = c * v - std::log1p(c * v);
  double low = 0, high = v;
  for (int i = 0; i < 200; ++i) {
    const double x = (low + high) / 2;
    (-c * x - std::log1p(-c * x) > goal ? high : low) = x;
  }
  return low;
}

TEST(Compliant, HuntCrossleyRestitution) {
  for (const double c : {.1, .3}) {
    for (const double v : {.1, .5, 1., 2.}) {
      World w(
          ball("gravity='0 0 0' timestep='1e-4' integrator='RK4' corten:solver='compliant' "
               "corten:compliant_stiffness='1e6' corten:compliant_dissipation='" +
                   std::to_string(c) + "'",
               .101));
      w.d.qvel[0] = -v;
      run(w, 3000);
      EXPECT_NEAR(w.d.qvel[0] / v, rebound(c, v) / v, 1e-4) << c << " " << v;
    }
  }
}

// Steps that take the force at their end lose more, the less the shorter they are.
TEST(Compliant, ImplicitStepsConverge) {
  const auto leaves = [](double h) {
    World w(
        ball("gravity='0 0 0' corten:solver='compliant' corten:compliant_stiffness='1e6' "
             "corten:compliant_dissipation='.3'",
             .101));
    w.m.opt.timestep = h;
    w.d.qvel[0] = -1;
    run(w, static_cast<int>(.1 / h));
    return w.d.qvel[0];
  };
  const double exact = rebound(.3, 1);
  const double coarse = exact - leaves(2e-4), fine = exact - leaves(1e-4), finer = exact - leaves(5e-5);
  EXPECT_GT(coarse, fine);
  EXPECT_NEAR(coarse / fine, 2, .2);
  EXPECT_NEAR(fine / finer, 2, .2);
}

// The first guess of a fast impact is far too large; friction couples it with the normal direction.
TEST(Compliant, AFastArmStopsAtAPost) {
  World w(scene("corten:solver='compliant'",
                "<body><joint axis='0 0 1'/><geom type='capsule' fromto='0 0 0 .4 0 0' size='.02'/></body>"
                "<geom type='cylinder' size='.03 .3' pos='.25 .25 0'/>"));
  w.d.qvel[0] = 6;
  run(w, 250);
  EXPECT_LT(w.d.qpos[0], M_PI / 4);
}

TEST(Compliant, RestsAtTheDepthOfItsWeight) {
  World w(ball("corten:solver='compliant' corten:compliant_stiffness='1e6'", .1));
  run(w, 2000);
  EXPECT_NEAR(.1 - (w.d.qpos[0] + .1), std::pow(9.81 / 1e6, 1 / 1.5), 1e-9);
}

// The friction of a block that slides at a given speed.
TEST(Compliant, StribeckFriction) {
  for (const double speed : {1e-4, 1e-3, 5e-3, 1.}) {
    World w(
        scene("integrator='RK4' corten:solver='compliant' corten:compliant_slip='2e-3' corten:compliant_static='1.5'",
              "<geom type='plane' size='5 5 .1' friction='.6'/><body pos='0 0 .0999'><joint type='slide' axis='1 0 0'/>"
              "<geom type='sphere' size='.1' mass='1' friction='.6'/></body>"));
    w.d.qvel[0] = speed;
    forward(w.m, w.d);
    const Vec<6> force = contact_force(w.m, w.d, 0);
    const double bump = speed / (10 * 2e-3);
    const double share = speed / std::hypot(speed, 2e-3) * (1 + .5 * std::exp(-bump * bump));
    EXPECT_NEAR(force[0], 1e7 * std::pow(1e-4, 1.5), 1e-9);
    EXPECT_NEAR(std::hypot(force[1], force[2]), .6 * share * force[0], 1e-4 * .6 * force[0]) << speed;
  }
}

TEST(Compliant, InverseDynamicsAgree) {
  for (const char* integrator : {"Euler", "RK4"}) {
    World w(scene(
        "tolerance='1e-13' iterations='1000' corten:solver='compliant' integrator='" + std::string(integrator) + "'",
        kBox));
    w.d.qpos[2] = .0998;
    w.d.qvel[0] = .3, w.d.qvel[2] = -.1;
    w.d.qfrc_applied[1] = 1.5;
    forward(w.m, w.d);
    ASSERT_GT(w.d.nefc, 0);
    inverse(w.m, w.d);
    for (int i = 0; i < w.m.nv; ++i) EXPECT_NEAR(w.d.qfrc_inverse[i], w.d.qfrc_applied[i], 1e-6) << integrator << i;
  }
}

// ---- xpbd

// A joint held by a constraint of compliance a swings like a mass on a spring of stiffness 1 / a.
TEST(Xpbd, ErrorFallsWithSubsteps) {
  const auto error = [](int substeps) {
    World w(scene("gravity='0 0 0' corten:solver='xpbd' corten:xpbd_compliance='.01' corten:xpbd_iterations='1'",
                  "<body><joint name='j' type='slide'/><geom size='.1' mass='1'/></body>",
                  "<equality><joint joint1='j'/></equality>"));
    w.m.opt.xpbd_substeps = substeps;
    w.d.qpos[0] = .1;
    run(w, 100);
    return std::abs(w.d.qpos[0] - .1 * std::cos(10 * w.d.time));
  };
  double before = error(1);
  EXPECT_GT(before, 1e-4);
  for (const int substeps : {2, 4, 8, 16}) {
    const double now = error(substeps);
    EXPECT_NEAR(before / now, 2, .3) << substeps;
    before = now;
  }
}

TEST(Xpbd, RestitutionAndFriction) {
  World w(ball("gravity='0 0 0' corten:solver='xpbd' corten:restitution='.5'", .105));
  w.d.qvel[0] = -2;
  run(w, 20);
  EXPECT_NEAR(w.d.qvel[0], 1, 1e-12);
  World slope(scene("corten:solver='xpbd'",
                    "<geom type='plane' size='50 50 .1' friction='.5'/><body pos='0 0 .02'><freejoint/>"
                    "<geom type='box' size='.1 .1 .02' friction='.5'/></body>"));
  slope.m.opt.gravity = {9.81 * std::sin(.4), 0, -9.81 * std::cos(.4)};  // the friction angle is 0.4636
  run(slope, 500);
  EXPECT_NEAR(slope.d.qpos[0], 0, 1e-4);
  slope.m.opt.gravity = {9.81 * std::sin(.7), 0, -9.81 * std::cos(.7)};
  run(slope, 500);
  EXPECT_NEAR(slope.d.qvel[0], 9.81 * (std::sin(.7) - .5 * std::cos(.7)), .1);
}

// Joints that start beyond their limits and coupled joints that start apart are brought back without being thrown.
TEST(Xpbd, ViolationsLeaveNoSpeed) {
  World w(
      scene("gravity='0 0 0' corten:solver='xpbd'",
            "<body><joint name='a' axis='0 1 0' range='-10 10'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.03'/>"
            "<body pos='.5 0 0'><joint name='b' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.03'/>"
            "</body></body>",
            "<equality><joint joint1='a' joint2='b'/></equality>"));
  w.d.qpos[0] = .5, w.d.qpos[1] = -.2;
  run(w, 50);
  EXPECT_NEAR(w.d.qpos[0], 10 * M_PI / 180, 1e-3);
  EXPECT_NEAR(w.d.qpos[1], w.d.qpos[0], 1e-3);
  for (int i = 0; i < 2; ++i) EXPECT_LT(std::abs(w.d.qvel[i]), .1);
}

// A flex whose edges are held by equalities, and its contacts.
TEST(Xpbd, HoldsFlexes) {
  World w(
      "<mujoco><option corten:solver='xpbd' corten:xpbd_iterations='10'/><worldbody>"
      "<geom type='sphere' size='.2'/><flexcomp name='cloth' type='grid' count='7 7 1' spacing='.08 .08 .08' "
      "pos='0 0 .25' radius='.01' mass='.1' dim='2'><edge equality='true'/></flexcomp></worldbody></mujoco>");
  run(w, 500);
  EXPECT_FALSE(w.d.unstable());
  for (int e = 0; e < w.m.nflexedge; ++e) EXPECT_NEAR(w.d.flexedge_length[e], w.m.flexedge_length0[e], .01);
  for (int v = 0; v < w.m.nflexvert; ++v) EXPECT_GT(norm(w.d.flexvert_xpos[v]), .2);
}

// ---- all

// Contact forces between free bodies are no external force and no external torque.
TEST(Formulations, ContactForcesConserveMomentum) {
  for (const Formulation formulation : kOthers) {
    World w(
        scene("gravity='0 0 0' corten:restitution='.5'",
              "<body pos='0 0 0'><freejoint/><geom type='box' size='.1 .2 .1' mass='1'/></body>"
              "<body pos='.19 .1 .05' euler='20 30 40'><freejoint/><geom type='box' size='.1 .1 .1' mass='3'/></body>"
              "<body pos='.1 .1 .25'><freejoint/><geom size='.12' mass='2'/></body>"));
    w.m.opt.formulation = formulation;
    for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = std::sin(1.7 * i);
    forward(w.m, w.d);
    ASSERT_GT(w.d.contact.size(), 2u);
    Vec3 force, torque;
    double size = 0;
    for (int b = 1; b < w.m.nbody; ++b) {
      const double* f = w.d.qfrc_constraint.data() + 6 * (b - 1);
      const Vec3 push{f[0], f[1], f[2]}, turn = w.d.xmat[b] * Vec3{f[3], f[4], f[5]};
      force += push;
      torque += turn + cross(w.d.xpos[b], push);
      size += norm(push);
    }
    ASSERT_GT(size, 1);
    EXPECT_LT(norm(force) / size, 1e-12) << static_cast<int>(formulation);
    EXPECT_LT(norm(torque) / size, 1e-12) << static_cast<int>(formulation);
  }
}

TEST(Formulations, SleepersSleep) {
  for (const Formulation formulation : kOthers) {
    World w("<mujoco><option><flag sleep='enable'/></option><worldbody>" + kBox + "</worldbody></mujoco>");
    w.m.opt.formulation = formulation;
    run(w, 2000);
    EXPECT_EQ(w.d.ntree_awake, 0) << static_cast<int>(formulation);
    w.d.qfrc_applied[0] = 100;
    run(w, 10);
    EXPECT_EQ(w.d.ntree_awake, 1) << static_cast<int>(formulation);
    EXPECT_GT(w.d.qvel[0], .1) << static_cast<int>(formulation);
  }
}

// Derivatives of a step are those of the step that is taken.
TEST(Formulations, TransitionMatrices) {
  for (const Formulation formulation : kOthers) {
    World w(scene("tolerance='1e-14' iterations='2000'",
                  "<geom type='plane' size='5 5 .1'/><body pos='0 0 .0999'><joint type='slide' axis='0 0 1'/>"
                  "<joint type='slide' axis='1 0 0'/><geom size='.1' mass='1'/></body>"));
    w.m.opt.formulation = formulation;
    w.d.qvel[1] = .5;  // slips
    std::vector<double> A(16);
    TransitionDerivative derivative(w.m);
    ASSERT_EQ(derivative.compute(w.m, w.d, {A, {}, {}, {}}, {.eps = 1e-6, .centered = true}), DerivativeStatus::kOk);
    for (int i = 0; i < 4; ++i) {
      const auto next = [&](double change) {
        Data d = w.d;
        (i < 2 ? d.qpos[i] : d.qvel[i - 2]) += change;
        step(w.m, d);
        return std::vector<double>{d.qpos[0], d.qpos[1], d.qvel[0], d.qvel[1]};
      };
      const std::vector<double> plus = next(1e-6), minus = next(-1e-6);
      for (int k = 0; k < 4; ++k) {
        EXPECT_NEAR(A[4 * k + i], (plus[k] - minus[k]) / 2e-6, 1e-6) << static_cast<int>(formulation) << " " << k << i;
      }
    }
  }
}

TEST(Formulations, SayWhatTheyDoNotDo) {
  for (const Formulation formulation : {Formulation::kXpbd, Formulation::kImpulse}) {
    World w(scene("", kBox));
    w.m.opt.formulation = formulation;
    EXPECT_THROW(inverse(w.m, w.d), std::invalid_argument);
    w.m.opt.integrator = Integrator::kRk4;
    EXPECT_THROW(step(w.m, w.d), std::invalid_argument);
    w.m.opt.integrator = Integrator::kImplicit;
    EXPECT_THROW(step(w.m, w.d), std::invalid_argument);
    w.m.opt.integrator = Integrator::kImplicitFast;
    EXPECT_NO_THROW(step(w.m, w.d));
    w.m.opt.enableflags |= kEnableFwdInv;
    EXPECT_THROW(step(w.m, w.d), std::invalid_argument);
  }
}

// Dampers are implicit with every formulation: a step far too long for an explicit one.
TEST(Formulations, DampersAreImplicit) {
  for (const Formulation formulation : kOthers) {
    for (const char* integrator : {"Euler", "implicitfast"}) {
      World w(scene("timestep='.01' integrator='" + std::string(integrator) + "'",
                    "<geom type='plane' size='5 5 .1'/><body pos='0 0 .1'><joint type='slide' axis='0 0 1'/>"
                    "<joint type='slide' axis='1 0 0' damping='1000'/><geom size='.1' mass='1' friction='0'/></body>"));
      w.m.opt.formulation = formulation;
      w.d.qvel[1] = 1;
      run(w, 10);
      EXPECT_NEAR(w.d.qvel[1], std::pow(1 / 11., 10), 1e-9) << static_cast<int>(formulation) << integrator;
    }
  }
}

// A law of the user's own: frictionless, and as fast after as before.
struct Billiard {
  void update(ContactPoint& c) const {
    if (c.gap > 0) return;
    c.set(0, std::max(0.0, c.impulse[0] + (std::max(0.0, -c.before[0]) - c.velocity[0]) / c.response(0, 0)));
  }
};
// A whole solver that lets nothing push.
struct Ghost {
  void solve(const Model& m, Data& d) const {
    ContactProblem problem(m, d);
    problem.finish();
  }
};

TEST(Policies, PoliciesOfContactsAreMixedWithOthers) {
  auto sim =
      SimBuilder{}.elasticity(NeoHookean{1e4, 1e5}).contact_solver(XpbdSolver{4, 2}).build(load_text(scene("", kBox)));
  for (int i = 0; i < 500; ++i) sim.step();
  EXPECT_NEAR(sim.data().qpos[2], .1, 1e-4);
  auto bouncing = SimBuilder{}.contact_solver(Billiard{}).build(load_text(ball("gravity='0 0 0'", .105)));
  bouncing.data().qvel[0] = -2;
  for (int i = 0; i < 20; ++i) bouncing.step();
  EXPECT_NEAR(bouncing.data().qvel[0], 2, 1e-12);
  auto falling = SimBuilder{}.contact_solver(Ghost{}).build(load_text(scene("", kBox)));
  for (int i = 0; i < 500; ++i) falling.step();
  EXPECT_NEAR(falling.data().qpos[2], .1 - 9.81 / 2, .02);
  AnimationSim animation(std::make_shared<const Model>(load_text(scene("", kBox))));
  for (int i = 0; i < 100; ++i) animation.step();
  EXPECT_NEAR(animation.data().qpos[2], .1, 1e-4);
}

// What the files say, in both prefixes, and what they may not say.
TEST(ContactFormulations, ReadFromTheFile) {
  const Model m = load_text(scene("cortenforge:solver='xpbd' cortenforge:xpbd_substeps='7'", kBox));
  EXPECT_EQ(m.opt.formulation, Formulation::kXpbd);
  EXPECT_EQ(m.opt.xpbd_substeps, 7);
  const std::map<std::string, std::string> wrong = {
      {"corten:solver='xpdb'", "xpbd"},
      {"corten:restitution='1.5'", "between 0 and 1"},
      {"corten:xpbd_substeps='0'", "between 1 and 1000"},
      {"corten:xpbd_compliance='-1'", "at least 0"},
      {"corten:compliant_stiffness='-5'", "above 0"},
      {"corten:compliant_static='.5'", "at least 1"},
      {"corten:solver='impulse' integrator='RK4'", "needs Euler or implicitfast"},
  };
  for (const auto& [option, hint] : wrong) {
    try {
      load_text(scene(option, kBox));
      ADD_FAILURE() << option << " was accepted";
    } catch (const LoadError& error) {
      EXPECT_NE(std::string(error.what()).find(hint), std::string::npos) << error.what();
      EXPECT_GT(error.diagnostics().list().front().where.line, 0) << error.what();
    }
  }
}

}  // namespace
}  // namespace corten
