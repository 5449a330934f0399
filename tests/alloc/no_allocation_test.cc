// Stepping allocates nothing: every operator new in the program is counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "../common/contact_scenes.h"
#include "corten/corten.h"
#include "corten/sim.h"

namespace {
std::atomic<long> allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void* p = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded)) return p;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace corten {
namespace {

TEST(Allocation, IsCounted) {
  const long before = allocations;
  delete new int(3);
  EXPECT_EQ(allocations - before, 1);
}

// From the initial state, with controls that change.
void run(const Model& m, Data& d, int steps) {
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 0.1 * ((s / 10 + i) % 11) - 0.5;
    step(m, d);
  }
  forward(m, d);
}

// Arrays may grow when there are more contacts than ever before, so the same motion runs twice.
TEST(Allocation, StepsAllocateNothingTheSecondTime) {
  int models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CORTEN_SOURCE_DIR "/tests/conformance/models")) {
    if (entry.path().extension() != ".xml") continue;
    const Model m = load(entry.path().string());
    Data d(m);
    run(m, d, 20);
    reset(m, d);
    const long before = allocations;
    run(m, d, 20);
    reset(m, d);
    EXPECT_EQ(allocations - before, 0) << entry.path();
    ++models;
  }
  EXPECT_GE(models, 10);
}

TEST(Allocation, ContactsAllocateNothingTheSecondTime) {
  for (const auto& [name, m] : contact_models()) {
    Data d(m);
    run(m, d, 60);
    const bool touched = !d.contact.empty();
    EXPECT_TRUE(touched || name[0] == '/') << name;
    reset(m, d);
    const long before = allocations;
    run(m, d, 60);
    reset(m, d);
    EXPECT_EQ(allocations - before, 0) << name;
  }
}

TEST(Allocation, DerivativesAllocateNothingTheSecondTime) {
  for (const auto& [name, model] : contact_models()) {
    const Model& m = model;  // clang 14 cannot capture a structured binding
    if (m.nv > 60) continue;
    Data d(m);
    run(m, d, 30);
    const auto n = static_cast<std::size_t>(2 * m.nv + m.na);
    std::vector<double> A(n * n), B(n * static_cast<std::size_t>(m.nu)), f(static_cast<std::size_t>(m.nv * m.nv));
    TransitionDerivative transition(m);
    InverseDerivative inverse_derivative(m);
    InverseMatrices out;
    out.DfDq = f;
    const auto differentiate = [&] {
      transition.compute(m, d, {A, B, {}, {}});
      inverse_derivative.compute(m, d, out);
      inverse(m, d);
    };
    differentiate();
    differentiate();
    const long before = allocations;
    differentiate();
    EXPECT_EQ(allocations - before, 0) << name;
  }
}

// Runs twice from the initial state; the second time nothing is allocated.
template <class Step, class Reset>
long allocations_of(Step step, Reset start) {
  for (int s = 0; s < 60; ++s) step(s);
  start();
  const long before = allocations;
  for (int s = 0; s < 60; ++s) step(s);
  return allocations - before;
}

// Every built-in model, one body each, with a delayed control and a registered model among them.
struct RegisteredSpring {
  static constexpr int kStates = 1;
  double force(const ActuatorView& a) const { return -50 * a.length + a.act[0]; }
  void act_dot(const ActuatorView& a, std::span<double> rate) const { rate[0] = a.ctrl - a.act[0]; }
  ActuatorSlopes slopes(const ActuatorView&) const { return {-50, 0, 0, {1}}; }
};

std::string custom_actuators() {
  const char* const models[][2] = {{"series_elastic", "800 6 .5 40"},
                                   {"dc_motor_envelope", "3 12"},
                                   {"backlash", "500 4 .05 .01 .5"},
                                   {"pneumatic_cylinder", "1e-3 8e-4 .3 2e-5 6e5 1.2 2e-9"},
                                   {"hydraulic_valve", "1e-4 2e6 5e10 1e-8 1e-12"},
                                   {"elastic_cable", "900 .1 2 .2 .05 .3"},
                                   {"spring_without_allocation", ""}};
  std::string bodies, actuators;
  for (const auto& [name, params] : models) {
    const std::string id(name);
    bodies += "<body><joint name='" + id + "' type='slide' axis='1 0 0'/><geom size='.1' mass='2' contype='0'/></body>";
    actuators += "<general joint='" + id + "' gaintype='custom' corten:gain_model='" + id + "' " +
                 (*params ? "corten:gain_params='" + std::string(params) + "'" : "") +
                 (id == "backlash" ? " nsample='4' delay='.004' interp='linear'" : "") + "/>";
  }
  return "<worldbody>" + bodies + "</worldbody><actuator>" + actuators + "</actuator>";
}

TEST(Allocation, ActuatorModelsAllocateNothing) {
  register_actuator_model("spring_without_allocation", {}, RegisteredSpring{});
  for (const char* integrator : {"Euler", "RK4", "implicit", "implicitfast"}) {
    const Model m = load_text("<mujoco><option gravity='0 0 0' timestep='.0005' integrator='" +
                              std::string(integrator) + "'/>" + custom_actuators() + "</mujoco>");
    ASSERT_EQ(m.nactuator, 7);
    Data d(m);
    const auto once = [&](int s) {
      for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 0.1 * ((s / 10 + i) % 11) - 0.5;
      step(m, d);
    };
    EXPECT_EQ(allocations_of(once, [&] { reset(m, d); }), 0) << integrator;
    for (int i = 0; i < m.nv; ++i) EXPECT_NE(d.qpos[i], 0) << integrator << i;  // each has moved
    EXPECT_FALSE(d.unstable());
  }
}

// Policies of the user's in all places: cloth on a floor, and an actuator with an activation.
struct OwnBending : DiscreteShellBending {};
struct OwnMaterial : NeoHookean {};
struct OwnActuator {
  static constexpr int kStates = 1;
  double force(const ActuatorView& a) const { return a.act[0] - 5 * a.velocity; }
  void act_dot(const ActuatorView& a, std::span<double> rate) const { rate[0] = a.ctrl; }
  ActuatorSlopes slopes(const ActuatorView&) const { return {0, -5, 0, {1}}; }
};

TEST(Allocation, PoliciesOfASimAllocateNothing) {
  for (const char* option : {"", "integrator='implicit'", "solver='CG' integrator='implicitfast'"}) {
    Model model = load_text("<mujoco><option timestep='.001' " + std::string(option) + R"(/><worldbody>
      <geom type="plane" size="1 1 .1"/>
      <flexcomp name="cloth" type="grid" dim="2" count="5 5 1" spacing=".04 .04 .04" mass=".1" radius=".005"
                pos="0 0 .03" euler="20 0 0"><contact selfcollide="none" internal="false"/>
        <elasticity young="1e4" poisson=".3" thickness=".005" damping="1e-3" elastic2d="both"/></flexcomp>
      <body pos=".5 0 .5"><joint name="j" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .2 0 0" size=".02"/></body>
    </worldbody><actuator><general joint="j" gaintype="user" dyntype="user" actdim="1"/></actuator></mujoco>)");
    auto sim = SimBuilder{}
                   .bending(OwnBending{})
                   .elasticity(OwnMaterial{NeoHookean::of(1e4, .3)})
                   .actuators(OwnActuator{})
                   .build(std::move(model));
    const auto once = [&](int s) {
      sim.data().ctrl[0] = s % 7 - 3;
      sim.step();
    };
    EXPECT_EQ(allocations_of(once, [&] { sim.reset(); }), 0) << option;
    EXPECT_FALSE(sim.data().contact.empty()) << option;
    EXPECT_NE(sim.data().act[0], 0) << option;
    EXPECT_FALSE(sim.data().unstable()) << option;
  }
}

TEST(Allocation, ContactFormulationsAllocateNothing) {
  Model m = load_text("<mujoco><option corten:restitution='.3'/>" + pile() + "</mujoco>");
  for (const Formulation formulation : {Formulation::kXpbd, Formulation::kImpulse, Formulation::kCompliant}) {
    for (const RestitutionLaw law : {RestitutionLaw::kNewton, RestitutionLaw::kPoisson}) {
      m.opt.formulation = formulation;
      m.opt.restitution_law = law;
      Data d(m);
      std::size_t most = 0;
      const auto once = [&](int) {
        step(m, d);
        most = std::max(most, d.contact.size());
      };
      EXPECT_EQ(allocations_of(once, [&] { reset(m, d); }), 0) << static_cast<int>(formulation);
      EXPECT_GT(most, 2u);
    }
  }
}

TEST(Allocation, BatchesAllocateNothing) {
  auto model = std::make_shared<Model>(load_text("<mujoco>" + pile() + "</mujoco>"));
  for (const Formulation formulation : {Formulation::kConvex, Formulation::kImpulse}) {
    model->opt.formulation = formulation;
    // With several threads it is chance which world a thread has seen before.
    Batch batch(model, 4, {"xpos"}, std::make_shared<ThreadPool>(1));
    batch.vary_as<double>("opt.gravity")[2] = -5;
    EXPECT_EQ(allocations_of([&](int) { batch.step(2); }, [&] { batch.reset(); }), 0);
  }
}

// Growing keeps a reserve: a falling pile does not allocate with each new contact.
TEST(Allocation, GrowthIsRare) {
  const Model m = load_text("<mujoco>" + pile() + "</mujoco>");
  Data d(m);
  int steps_that_allocate = 0;
  for (int s = 0; s < 200; ++s) {
    const long before = allocations;
    step(m, d);
    steps_that_allocate += allocations != before;
  }
  EXPECT_GT(d.nefc, 20);
  EXPECT_LT(steps_that_allocate, 60);
}

}  // namespace
}  // namespace corten
