// A batch gives the bits of worlds that are stepped alone, for any number of threads.
#include "corten/batch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "corten/edit.h"
#include "corten/load.h"
#include "corten/state.h"
#include "corten/step.h"
#include "corten/thread_pool.h"
#include "corten/warning.h"
#include "model/fields.h"

namespace corten {
namespace {

constexpr int kWorlds = 7;

const char* const kBoxes = R"(<mujoco><option timestep="0.005"><flag sleep="SLEEP"/></option>
  <worldbody><geom type="plane" size="5 5 1"/>
    <body name="arm" pos="0 0 1"><joint name="hinge" axis="0 1 0" damping="0.1"/><geom name="rod" type="capsule"
      fromto="0 0 0 0.4 0 0" size="0.03"/><site name="tip" pos="0.4 0 0"/></body>
    <body name="box" pos="0.3 0 0.5"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body name="ball" pos="0.3 0.05 0.8"><freejoint/><geom type="sphere" size="0.08"/></body></worldbody>
  <actuator><motor name="motor" joint="hinge" ctrlrange="-2 2"/></actuator>
  <sensor><framepos objtype="site" objname="tip"/><jointvel joint="hinge"/></sensor>
  <keyframe><key name="up" qpos="1 0 0 1 1 0 0 0 0 0 2 1 0 0 0"/></keyframe></mujoco>)";

std::shared_ptr<Model> boxes(bool sleep = false, Formulation formulation = Formulation::kConvex) {
  std::string text = kBoxes;
  text.replace(text.find("SLEEP"), 5, sleep ? "enable" : "disable");
  auto model = std::make_shared<Model>(load_text(text));
  model->opt.formulation = formulation;
  return model;
}

double control(int world, int step, int i) { return 0.1 * ((7 * world + step / 5 + i) % 11) - 0.5; }
double velocity(int world, int dof) { return 0.1 * ((world + dof) % 7) - 0.3; }

// Where two rows differ first, -1: nowhere.
int first_difference(const double* row, std::span<const double> field) {
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (std::memcmp(row + i, &field[i], sizeof(double)) != 0) return static_cast<int>(i);
  }
  return -1;
}

template <class A>
bool same(const double* row, const A& field) {
  return std::memcmp(row, field.data(), sizeof(*field.data()) * static_cast<std::size_t>(field.size())) == 0;
}

// Steps `steps` times with changing controls, in a batch and alone, and compares bit for bit.
void compare(const std::shared_ptr<const Model>& model, int threads, int steps) {
  const Model& m = *model;
  const auto nv = static_cast<std::size_t>(m.nv), nu = static_cast<std::size_t>(m.nu);
  Batch batch(model, kWorlds, {"xpos", "qfrc_constraint"}, std::make_shared<ThreadPool>(threads));
  std::vector<Data> alone(kWorlds, Data(m));
  const std::span<double> qvel = batch.array<double>("qvel"), ctrl = batch.array<double>("ctrl");
  for (int w = 0; w < kWorlds; ++w) {
    Data& d = alone[static_cast<std::size_t>(w)];
    for (int i = 0; i < m.nv; ++i)
      qvel[static_cast<std::size_t>(w) * nv + static_cast<std::size_t>(i)] = d.qvel[i] = velocity(w, i);
    for (int s = 0; s < steps; ++s) {
      for (int i = 0; i < m.nu; ++i) d.ctrl[i] = control(w, s, i);
      step(m, d);
    }
  }
  for (int s = 0; s < steps; ++s) {
    for (std::size_t k = 0; k < ctrl.size(); ++k)
      ctrl[k] = control(static_cast<int>(k / nu), s, static_cast<int>(k % nu));
    batch.step();
  }
  for (std::size_t w = 0; w < kWorlds; ++w) {
    const Data& d = alone[w];
    EXPECT_EQ(batch.array<double>("time")[w], d.time);
    EXPECT_EQ(batch.array<bool>("unstable")[w], d.unstable());
    EXPECT_TRUE(same(batch.array<double>("qpos").data() + w * static_cast<std::size_t>(m.nq), d.qpos)) << "world " << w;
    EXPECT_TRUE(same(batch.array<double>("qvel").data() + w * nv, d.qvel)) << "world " << w;
    EXPECT_TRUE(same(batch.array<double>("xpos").data() + w * 3 * static_cast<std::size_t>(m.nbody), d.xpos));
    EXPECT_TRUE(same(batch.array<double>("qfrc_constraint").data() + w * nv, d.qfrc_constraint));
    EXPECT_EQ(first_difference(batch.array<double>("sensordata").data() + w * static_cast<std::size_t>(m.nsensordata),
                               d.sensordata),
              -1);
  }
}

TEST(Batch, IsWorldsStoodAloneBitForBit) {
  for (const int threads : {1, 2, 3}) compare(boxes(), threads, 200);
}

// Trees fall asleep on the floor; their poses and forces stay in their Data.
TEST(Batch, WorldsSleepByThemselves) { compare(boxes(true), 2, 400); }

TEST(Batch, FormulationsStartFromTheirOwnWorld) {
  compare(boxes(false, Formulation::kImpulse), 2, 150);
  compare(boxes(false, Formulation::kXpbd), 2, 100);
  compare(boxes(false, Formulation::kCompliant), 2, 100);
}

// Muscles, delays, plugins, flexes, mocap bodies: every small model of the comparison with MuJoCo.
TEST(Batch, HoldsForEveryKindOfModel) {
  int models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CORTEN_SOURCE_DIR "/tests/conformance/models")) {
    if (entry.path().extension() != ".xml") continue;
    auto model = std::make_shared<const Model>(load(entry.path().string()));
    if (model->nv > 200) continue;
    SCOPED_TRACE(entry.path().filename().string());
    compare(model, 2, 15);
    ++models;
  }
  EXPECT_GT(models, 20);
}

TEST(Batch, SubstepsAndRolloutsAreSteps) {
  const auto model = boxes();
  const auto nx = static_cast<std::size_t>(state_size(*model, kStateFullPhysics));
  Batch one(model, 3), two(model, 3), three(model, 3);
  for (Batch* b : {&one, &two, &three}) std::ranges::fill(b->array<double>("ctrl"), 0.3);
  one.step(20);
  for (int i = 0; i < 20; ++i) two.step();
  const std::vector<double> controls(3 * 20, 0.3);
  std::vector<double> states(3 * 20 * nx), sensors(3 * 20 * 4);
  three.rollout(20, controls, states, sensors);
  const auto qpos = one.array<double>("qpos");
  EXPECT_TRUE(std::ranges::equal(qpos, two.array<double>("qpos")));
  EXPECT_TRUE(std::ranges::equal(qpos, three.array<double>("qpos")));
  // the last state: time, qpos, ...
  EXPECT_EQ(states[19 * nx], one.array<double>("time")[0]);
  EXPECT_EQ(states[19 * nx + 1], qpos[0]);
  EXPECT_EQ(sensors[19 * 4], one.array<double>("sensordata")[0]);
  EXPECT_THROW(three.rollout(20, std::span(controls).first(7), {}, {}), std::invalid_argument);
}

TEST(Batch, ResetsWhatTheMaskSays) {
  const auto model = boxes();
  Batch batch(model, 3);
  batch.step(10);
  const bool mask[] = {false, true, false};
  batch.reset(mask);
  EXPECT_GT(batch.array<double>("time")[0], 0);
  EXPECT_EQ(batch.array<double>("time")[1], 0);
  EXPECT_GT(batch.array<double>("time")[2], 0);
  batch.reset_to_key(0, mask);
  EXPECT_EQ(batch.array<double>("qpos")[15], 1);
  EXPECT_THROW(batch.reset_to_key(1), std::out_of_range);
  EXPECT_THROW(batch.reset(std::span(mask).first(2)), std::invalid_argument);
}

TEST(Batch, EvaluatesWhatTheMaskSays) {
  Batch batch(boxes(), 3, {"xpos"});
  for (double& q : batch.array<double>("qpos")) q += 1e-3;
  const bool mask[] = {false, true, false};
  batch.forward(mask);
  const std::span<double> xpos = batch.array<double>("xpos");  // of four bodies; the third is the box
  EXPECT_EQ(xpos[8], 0);
  EXPECT_EQ(xpos[12 + 8], 0.501);
  EXPECT_EQ(xpos[24 + 8], 0);
  EXPECT_THROW(batch.forward(std::span(mask).first(2)), std::invalid_argument);
}

// A box that lies still is carried by the floor. No sensor asks for the force, and with RK4 the sensors of a step would
// show that of its first stage.
TEST(Batch, ForcesOnBodiesFollowTheStep) {
  for (const Integrator integrator : {Integrator::kEuler, Integrator::kRk4}) {
    auto model = std::make_shared<Model>(load_text(R"(<mujoco><worldbody><geom type="plane" size="5 5 1"/>
      <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="2"/></body></worldbody></mujoco>)"));
    model->opt.integrator = integrator;
    Batch batch(model, 2, {"cfrc_ext"});
    batch.step(500);
    for (const std::size_t world : {0U, 1U}) {
      EXPECT_NEAR(batch.array<double>("cfrc_ext")[world * 12 + 11], 2 * 9.81, 1e-6);
    }
    batch.array<double>("qpos")[2] = 1;
    batch.forward();
    EXPECT_EQ(batch.array<double>("cfrc_ext")[11], 0);
    EXPECT_NEAR(batch.array<double>("cfrc_ext")[23], 2 * 9.81, 1e-6);
  }
}

// Varied masses give what a Model with these masses gives; constants follow when asked for.
TEST(Batch, WorldsDifferInModelFields) {
  const auto model = boxes();
  Batch batch(model, kWorlds, {}, std::make_shared<ThreadPool>(2));
  const std::span<double> mass = batch.vary_as<double>("body_mass"), gravity = batch.vary_as<double>("opt.gravity");
  for (std::size_t w = 0; w < kWorlds; ++w) {
    mass[w * 4 + 1] *= 1 + 0.1 * static_cast<double>(w);
    gravity[3 * w + 2] = -9 - static_cast<double>(w);
  }
  batch.recompute_constants();
  batch.step(100);
  for (std::size_t w = 0; w < kWorlds; ++w) {
    Model changed(*model);
    changed.body_mass[1] *= 1 + 0.1 * static_cast<double>(w);
    changed.opt.gravity.z = -9 - static_cast<double>(w);
    recompute_constants(changed);
    Data d(changed);
    for (int i = 0; i < 100; ++i) step(changed, d);
    EXPECT_TRUE(same(batch.array<double>("qpos").data() + w * 15, d.qpos)) << "world " << w;
  }
  EXPECT_THROW(batch.vary("geom_bodyid"), std::invalid_argument);
  EXPECT_THROW(batch.vary("body_weight"), std::out_of_range);
  EXPECT_THROW(batch.vary("opt.cone"), std::out_of_range);
}

TEST(Batch, WorldsComeAndGoAsData) {
  for (const bool sleep : {false, true}) {
    const auto model = boxes(sleep);
    Batch batch(model, 3);
    Data d(*model);
    d.qvel[0] = 2;
    for (int i = 0; i < 300; ++i) step(*model, d);
    batch.set_world(1, d);
    batch.step(50);
    for (int i = 0; i < 50; ++i) step(*model, d);
    Data out(*model);
    batch.copy_world(1, out);
    EXPECT_TRUE(same(out.qpos.data(), d.qpos));
    batch.step(5);
    for (int i = 0; i < 5; ++i) step(*model, out);
    EXPECT_TRUE(same(batch.array<double>("qpos").data() + 15, out.qpos));
    EXPECT_THROW(batch.copy_world(3, out), std::out_of_range);
    Data other(load_text("<mujoco/>"));
    EXPECT_THROW(batch.copy_world(0, other), std::invalid_argument);
    EXPECT_THROW(batch.set_world(0, other), std::invalid_argument);
  }
}

TEST(Batch, TellsWhichWorldsWentBad) {
  Batch batch(boxes(), 3);
  batch.array<double>("qvel")[13 + 2] = 1e20;
  const WarningHandler before = set_warning_handler({});
  batch.step(2);
  set_warning_handler(before);
  EXPECT_FALSE(batch.array<bool>("unstable")[0]);
  EXPECT_TRUE(batch.array<bool>("unstable")[1]);
  EXPECT_FALSE(batch.array<bool>("unstable")[2]);
  batch.reset();
  EXPECT_FALSE(batch.array<bool>("unstable")[1]);
}

TEST(Batch, RefusesWhatItCannotDo) {
  EXPECT_THROW(Batch(nullptr, 3), std::invalid_argument);
  EXPECT_THROW(Batch(boxes(), 0), std::invalid_argument);
  EXPECT_THROW(Batch(std::make_shared<const Model>(), 2), std::invalid_argument);
  EXPECT_THROW(Batch(boxes(), 2, {"qposs"}), std::out_of_range);
  Batch batch(boxes(), 2);
  EXPECT_THROW(batch.find("xpos"), std::out_of_range);
  EXPECT_THROW(batch.array<int>("qpos"), std::invalid_argument);
  batch.vary_as<double>("opt.timestep")[1] = 0;
  EXPECT_THROW(batch.step(), std::invalid_argument);
}

// A world costs a small part of a Data: here below a fifth.
TEST(Batch, WorldsAreSmall) {
  const auto model = std::make_shared<const Model>(load(CORTEN_SOURCE_DIR "/models/humanoid.xml"));
  const Data data(*model);
  std::size_t whole = 0;
  for (const FieldView& field : fields_of(data)) whole += field.bytes();
  EXPECT_LT(Batch(model, 2).bytes_per_world() * 5, whole);
}

TEST(Batch, ArraysAreAlignedForOtherLibraries) {
  Batch batch(boxes(), 3, {"xpos"});
  batch.vary("body_mass");
  for (const auto* arrays : {&batch.arrays(), &batch.varied()}) {
    for (const BatchArray& a : *arrays) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data) % 64, 0u) << a.name;
  }
}

// ---- random numbers

std::vector<double> noisy(int worlds, int threads, bool some_more) {
  Batch batch(boxes(), worlds, {}, threads > 1 ? std::make_shared<ThreadPool>(threads) : nullptr);
  batch.seed(5);
  if (some_more) {  // other worlds draw
    const auto mask = std::make_unique<bool[]>(static_cast<std::size_t>(worlds));
    mask[0] = mask[static_cast<std::size_t>(worlds - 1)] = true;
    batch.perturb(0.1, 0.1, {mask.get(), static_cast<std::size_t>(worlds)});
    batch.reset();
  }
  batch.perturb(0.1, 0.2);
  const auto nq = batch.find("qpos").numbers, nv = batch.find("qvel").numbers;
  const auto qpos = batch.array<double>("qpos").subspan(2 * nq, nq),
             qvel = batch.array<double>("qvel").subspan(2 * nv, nv);
  std::vector<double> world(qpos.begin(), qpos.end());
  world.insert(world.end(), qvel.begin(), qvel.end());
  return world;
}

TEST(BatchRandom, AWorldDrawsItsOwnNumbers) {
  const std::vector<double> third = noisy(4, 1, false);
  EXPECT_EQ(third, noisy(40, 3, false));
  EXPECT_EQ(third, noisy(9, 1, true));
  Batch batch(boxes(), 2);
  std::vector<double> first(6), again(6), other(6);
  batch.random(first);
  batch.random(other);
  batch.seed(0);
  batch.random(again);
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
  EXPECT_NE(first[0], first[3]);
  batch.seed(1);
  batch.random(again);
  EXPECT_NE(first, again);
}

TEST(BatchRandom, NumbersAreSpreadEvenly) {
  Batch batch(boxes(), 100);
  std::vector<double> numbers(100 * 100);
  batch.random(numbers);
  double sum = 0, squares = 0, neighbours = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double x = numbers[i] - 0.5;
    EXPECT_TRUE(-0.5 <= x && x < 0.5);
    sum += x, squares += x * x, neighbours += x * (numbers[(i + 100) % numbers.size()] - 0.5);
  }
  // within four standard deviations of the mean of 1e4 numbers
  EXPECT_NEAR(sum / 1e4, 0, 4 * 0.289 / 100);
  EXPECT_NEAR(squares / 1e4, 1.0 / 12, 4 * 0.075 / 100);
  EXPECT_NEAR(neighbours / 1e4, 0, 4 * 0.0833 / 100);
}

TEST(BatchRandom, NoiseHasItsSizeAndKeepsQuaternions) {
  const auto model = boxes();
  Batch batch(model, 50);
  batch.perturb(0.1, 0);
  const std::span<double> qpos = batch.array<double>("qpos");
  double largest = 0;
  for (int w = 0; w < 50; ++w) {
    const double* q = qpos.data() + static_cast<std::size_t>(w) * batch.find("qpos").numbers;
    largest = std::max(largest, std::abs(q[0] - model->qpos0[0]));
    const double norm = q[4] * q[4] + q[5] * q[5] + q[6] * q[6] + q[7] * q[7];
    EXPECT_NEAR(norm, 1, 1e-12);
    EXPECT_NE(q[5], 0);
  }
  EXPECT_LE(largest, 0.1);
  EXPECT_GT(largest, 0.05);
  for (const double v : batch.array<double>("qvel")) EXPECT_EQ(v, 0);
  EXPECT_THROW(batch.perturb(1.0 / 0.0, 0), std::invalid_argument);
  std::vector<double> odd(7);
  EXPECT_THROW(batch.random(odd), std::invalid_argument);
}

}  // namespace
}  // namespace corten
