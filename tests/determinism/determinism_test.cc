// The same model, state and controls give the same bits: run after run, world after world, load after load.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../common/contact_scenes.h"
#include "corten/corten.h"

namespace corten {
namespace {

// FNV-1a over the bytes of the state.
std::uint64_t hash(const Data& d) {
  std::uint64_t h = 14695981039346656037u;
  const auto mix = [&h](const auto& values) {
    for (const double v : values) {
      std::uint64_t bits;
      std::memcpy(&bits, &v, sizeof(bits));
      h = (h ^ bits) * 1099511628211u;
    }
  };
  mix(d.qpos);
  mix(d.qvel);
  mix(d.act);
  mix(d.qacc);
  mix(d.sensordata);
  mix(d.efc_force);
  for (const Contact& c : d.contact) {
    mix(c.frame.m);
    mix(std::initializer_list<double>{c.dist, c.pos.x, c.pos.y, c.pos.z});
  }
  for (const Vec3& x : d.flexvert_xpos) mix(std::initializer_list<double>{x.x, x.y, x.z});
  mix(d.flexedge_length);
  return h;
}

void run(const Model& m, Data& d, int from, int to) {
  for (int s = from; s < to; ++s) {
    for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 0.01 * ((s + i) % 11);
    step(m, d);
  }
}

std::uint64_t simulate(const Model& m, int steps = 100) {
  Data d(m);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.1 * (i % 7) - 0.3;
  run(m, d, 0, steps);
  return hash(d);
}

std::vector<std::string> models() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(CORTEN_SOURCE_DIR "/tests/conformance/models")) {
    if (entry.path().extension() == ".xml") paths.push_back(entry.path().string());
  }
  return paths;
}

TEST(Determinism, RunsAndLoadsGiveTheSameBits) {
  for (const std::string& path : models()) {
    const Model a = load(path), b = load(path);
    const std::uint64_t first = simulate(a);
    EXPECT_EQ(simulate(a), first) << path;
    EXPECT_EQ(simulate(b), first) << path;
    EXPECT_EQ(simulate(Model(a)), first) << path;
  }
}

// Worlds of their own on several threads at once.
TEST(Determinism, ThreadsGiveTheSameBits) {
  for (const std::string& path : models()) {
    const Model m = load(path);
    const std::uint64_t expected = simulate(m, 40);
    std::vector<std::uint64_t> results(4);
    std::vector<std::thread> threads;
    for (std::uint64_t& result : results) threads.emplace_back([&] { result = simulate(m, 40); });
    for (std::thread& thread : threads) thread.join();
    for (const std::uint64_t result : results) EXPECT_EQ(result, expected) << path;
  }
}

TEST(Determinism, ResetForgetsThePast) {
  for (const std::string& path : models()) {
    const Model m = load(path);
    Data used(m), fresh(m);
    run(m, used, 0, 30);
    reset(m, used);
    reset(m, fresh);
    run(m, used, 0, 30);
    run(m, fresh, 0, 30);
    EXPECT_EQ(hash(used), hash(fresh)) << path;
  }
}

// Contacts, limits, equalities and sensors; each solver and cone.
TEST(Determinism, ContactsGiveTheSameBits) {
  for (const auto& [name, m] : contact_models()) {
    const std::uint64_t first = simulate(m, 60);
    EXPECT_EQ(simulate(m, 60), first) << name;
    EXPECT_EQ(simulate(Model(m), 60), first) << name;
  }
}

// Twelve stacks that do not touch each other: each is an island.
std::string stacks() {
  std::string bodies;
  for (int i = 0; i < 36; ++i) {
    bodies += "<body pos='" + std::to_string(i / 3) + " 0 " + std::to_string(0.1 + 0.205 * (i % 3)) + "' euler='0 0 " +
              std::to_string(10 * i) + "'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  }
  return "<worldbody><geom type='plane' size='30 3 1'/>" + bodies + "</worldbody>";
}

TEST(Determinism, IslandsOnThreadsGiveTheSameBits) {
  for (const char* solver : {"PGS", "CG", "Newton"}) {
    const Model m = load_text("<mujoco><option cone='elliptic' noslip_iterations='2' solver='" + std::string(solver) +
                              "'/>" + stacks() + "</mujoco>");
    Data alone(m);
    run(m, alone, 0, 40);
    EXPECT_EQ(alone.nisland, 12);
    for (const int threads : {1, 2, 3, 7}) {
      Data together(m);
      together.threads = std::make_shared<ThreadPool>(threads);
      run(m, together, 0, 40);
      EXPECT_EQ(hash(together), hash(alone)) << solver << ", " << threads << " threads";
    }
  }
}

// Many trees of several bodies with limits, actuators, a tendon and dampers that fall on each other; some have geoms that
// never touch, others explicit contact pairs.
std::string crowd() {
  std::string bodies, motors, tendons, contacts;
  for (int i = 0; i < 160; ++i) {
    const std::string n = std::to_string(i);
    bodies += "<body name='a" + n + "' pos='" + std::to_string(0.19 * (i % 13)) + " " +
              std::to_string(0.17 * (i / 13)) + " " + std::to_string(0.14 + 0.01 * (i % 5)) + "' euler='" +
              std::to_string(13 * i) + " 20 0'><freejoint/><geom type='capsule' size='.05 .08'/>" + "<body name='b" +
              n + "' pos='0 0 .13'><joint name='j" + n +
              "' axis='0 1 0' range='-40 40' damping='.02' stiffness='.1'/>" + "<geom name='g" + n +
              "' type='box' size='.04 .05 .06' pos='0 0 .06'/><body pos='0 0 .12'><joint name='k" + n +
              "' axis='1 0 0' range='-20 60' damping='.01'/><geom size='.05' pos='0 0 .05'/></body></body></body>";
    motors += "<motor joint='j" + n + "' gear='.5'/><position joint='k" + n + "' kp='.4'/>";
    tendons += "<fixed limited='true' range='-.3 .4'><joint joint='j" + n + "' coef='1'/><joint joint='k" + n +
               "' coef='-.5'/></fixed>";
    if (i % 9 == 1) contacts += "<exclude body1='b" + n + "' body2='a" + std::to_string(i - 1) + "'/>";
    if (i % 7 == 1) contacts += "<pair geom1='g" + n + "' geom2='g" + std::to_string(i - 1) + "' condim='1'/>";
  }
  return "<worldbody><geom type='plane' size='30 30 1'/>" + bodies + "</worldbody><actuator>" + motors +
         "</actuator><tendon>" + tendons + "</tendon><contact>" + contacts + "</contact>";
}

// 144 boxes in one pile: one island with more dofs than a thread gets alone.
std::string pile() {
  return "<worldbody><geom type='plane' size='30 30 1'/><replicate count='4' offset='0 .01 .205' euler='0 0 "
         "7'><replicate "
         "count='6' offset='0 .203 0'><replicate count='6' offset='.203 0 0'><body pos='0 0 .1'><freejoint/><geom "
         "type='box' size='.1 .1 .1'/></body></replicate></replicate></replicate></worldbody>";
}

TEST(Determinism, StagesOnThreadsGiveTheSameBits) {
  for (const char* option : {"solver='Newton'", "solver='Newton' cone='elliptic' integrator='implicitfast'",
                             "solver='CG' integrator='RK4'", "solver='PGS' noslip_iterations='1'"}) {
    const Model m = load_text("<mujoco><option " + std::string(option) + "/>" + crowd() + "</mujoco>");
    Data alone(m);
    run(m, alone, 0, 40);
    EXPECT_GT(alone.contact.size(), 100u) << option;
    for (const int threads : {1, 2, 3}) {
      Data together(m);
      together.threads = std::make_shared<ThreadPool>(threads);
      run(m, together, 0, 40);
      EXPECT_EQ(hash(together), hash(alone)) << option << ", " << threads << " threads";
    }
  }
}

TEST(Determinism, APileOnThreadsGivesTheSameBits) {
  for (const char* cone : {"pyramidal", "elliptic"}) {
    const Model m = load_text("<mujoco><option cone='" + std::string(cone) + "'/>" + pile() + "</mujoco>");
    Data alone(m);
    run(m, alone, 0, 30);
    int largest = 0;
    for (const int nv : alone.island_nv) largest = std::max(largest, nv);
    EXPECT_GT(largest, 600) << cone;
    for (const int threads : {1, 2, 3}) {
      Data together(m);
      together.threads = std::make_shared<ThreadPool>(threads);
      run(m, together, 0, 30);
      EXPECT_EQ(hash(together), hash(alone)) << cone << ", " << threads << " threads";
    }
  }
}

// Flexes of every kind fall on a ball, on a floor, on each other and on themselves, beside stacks of boxes: many
// islands.
std::string flexes() {
  const auto flex = [](const std::string& name, const std::string& attributes, const std::string& inner) {
    return "<flexcomp name='" + name + "' type='grid' radius='.01' mass='.5' " + attributes + ">" + inner +
           "</flexcomp>";
  };
  const std::string self = "<contact selfcollide='auto' internal='true'/>",
                    soft = "<elasticity young='2e3' poisson='.2' damping='.01'";
  return flex("rope", "dim='1' count='12 1 1' spacing='.05 .05 .05' pos='0 2 .3'",
              self + "<edge stiffness='50' damping='1'/>") +
         flex("net", "dim='2' count='5 5 1' spacing='.06 .06 .06' pos='1 2 .32'", self + "<edge equality='true'/>") +
         flex("sheet", "dim='2' count='5 5 1' spacing='.06 .06 .06' pos='1.02 2.01 .4'",
              self + soft + " thickness='.01' elastic2d='both'/>") +
         flex("block", "dim='3' count='3 3 3' spacing='.06 .06 .06' pos='2 2 .1'", self + soft + "/>") +
         flex("cells", "dim='3' count='4 4 4' spacing='.06 .06 .06' pos='3 2 .12' dof='trilinear' cellcount='2 2 2'",
              "<contact selfcollide='none'/>" + soft + "/>");
}
std::vector<std::pair<std::string, Model>> flex_models() {
  std::vector<std::pair<std::string, Model>> result;
  for (const char* option :
       {"solver='Newton'", "solver='CG' integrator='implicitfast'", "solver='PGS' cone='elliptic'"}) {
    std::string world = stacks();
    world.insert(world.find("</worldbody>"), "<body pos='1 2 .15'><freejoint/><geom size='.15'/></body>" + flexes());
    result.emplace_back(option, load_text("<mujoco><option " + std::string(option) + "/>" + world + "</mujoco>"));
  }
  return result;
}

TEST(Determinism, FlexesGiveTheSameBits) {
  for (const auto& [name, m] : flex_models()) {
    Data alone(m);
    run(m, alone, 0, 60);
    EXPECT_GT(alone.nisland, 10) << name;
    int with_flexes = 0, with_themselves = 0;
    for (const Contact& c : alone.contact) with_flexes += c.flex[1] >= 0, with_themselves += c.flex[0] >= 0;
    EXPECT_GT(with_flexes, 20) << name;
    EXPECT_GT(with_themselves, 0) << name;
    for (const int threads : {1, 2, 4}) {
      for (int repeat = 0; repeat < 2; ++repeat) {
        Data together(m);
        together.threads = std::make_shared<ThreadPool>(threads);
        run(m, together, 0, 60);
        EXPECT_EQ(hash(together), hash(alone)) << name << ", " << threads << " threads";
      }
    }
    Data original(m);
    run(m, original, 0, 35);
    Data copy(original), assigned(m);
    assigned = original;
    for (Data* d : {&original, &copy, &assigned}) {
      run(m, *d, 35, 60);
      EXPECT_EQ(hash(*d), hash(alone)) << name;
    }
    reset(m, original);
    run(m, original, 0, 60);
    EXPECT_EQ(hash(original), hash(alone)) << name;
  }
}

// A copy made in the middle of a motion goes on as the original does; so does a used world that was reset.
TEST(Determinism, CopiesGoOnAsTheOriginal) {
  for (const auto& [name, m] : contact_models()) {
    Data original(m), other(m);
    run(m, original, 0, 30);
    Data copy(original);
    run(m, other, 0, 45);
    reset(m, other);
    run(m, other, 0, 60);
    run(m, original, 30, 60);
    run(m, copy, 30, 60);
    EXPECT_EQ(hash(copy), hash(original)) << name;
    EXPECT_EQ(hash(other), hash(original)) << name;
  }
}

}  // namespace
}  // namespace corten
