// The implicit integrators against closed forms and against each other.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

constexpr const char* kIntegrators[] = {"implicit", "implicitfast"};

Model load(const std::string& integrator, const std::string& rest) {
  return load_text("<mujoco><option timestep='0.01' gravity='0 0 0' integrator='" + integrator + "'/>" + rest +
                   "</mujoco>");
}

TEST(Implicit, StepOfADampedMassIsAnalytic) {
  for (const char* integrator : kIntegrators) {
    const Model m = load(integrator, R"(
      <worldbody><body><joint name="j" type="slide" damping="3"/><geom size=".1" mass="2"/></body></worldbody>
      <actuator><velocity joint="j" kv="500"/></actuator>)");
    Data d(m);
    d.qvel[0] = 1;
    step(m, d);
    EXPECT_NEAR(d.qvel[0], 1 / (1 + 0.01 * 503 / 2), 1e-14) << integrator;  // m (v1 - v0) / h = -b v1
    EXPECT_NEAR(d.qpos[0], 0.01 * d.qvel[0], 1e-16) << integrator;
  }
}

TEST(Implicit, StiffTendonDamperIsStable) {
  const auto velocity = [](const char* integrator) {  // after one step
    const Model m = load(integrator, R"(
      <worldbody>
        <body><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
          <body pos="1 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/></body>
        </body>
      </worldbody>
      <tendon><fixed damping="5000"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed></tendon>)");
    Data d(m);
    d.qvel[0] = 1, d.qvel[1] = -2;
    step(m, d);
    return std::pair<double, double>{d.qvel[0], d.qvel[1]};
  };
  for (const char* integrator : kIntegrators) {  // MuJoCo
    EXPECT_NEAR(velocity(integrator).first, 0.4800648129795695, 1e-11) << integrator;
    EXPECT_NEAR(velocity(integrator).second, -0.24699190533999826, 1e-11) << integrator;
  }
  EXPECT_NEAR(velocity("Euler").first, -111.06306622303936, 1e-9);  // which treats tendon dampers explicitly
}

TEST(Implicit, BothTumbleAFreeBodyAlike) {
  const auto run = [](const char* integrator) {
    const Model m = load(integrator, R"(<worldbody><body><freejoint/>
        <geom type="box" size=".1 .2 .3" pos=".1 0 .05"/></body></worldbody>)");
    Data d(m);
    d.qvel[3] = 1, d.qvel[4] = 8, d.qvel[5] = 2;
    for (int i = 0; i < 20; ++i) step(m, d);
    return std::vector<double>(d.qpos.begin(), d.qpos.end());
  };
  const double numbers[] = {0.13952009563856038, -0.029905854565155095, -0.02331087428651743, 0.6720889391990861,
                            0.18072823662320264, 0.6831218017454591,    0.2213105652095101};  // MuJoCo
  for (const char* integrator : kIntegrators) {
    const std::vector<double> found = run(integrator);
    for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(found[i], numbers[i], 1e-12) << integrator << " " << i;
  }
  EXPECT_NEAR(run("Euler")[4], 0.17730677966851968, 1e-12);  // MuJoCo
}

TEST(Implicit, IsStep1ThenStep2) {
  for (const char* integrator : kIntegrators) {
    const Model m = load(integrator, R"(
      <worldbody><body><joint type="ball" damping="1"/><geom type="box" size=".1 .2 .3" pos="1 0 0"/></body></worldbody>)");
    Data whole(m), split(m);
    for (Data* d : {&whole, &split}) d->qvel[0] = 3, d->qvel[1] = 1;
    for (int i = 0; i < 10; ++i) {
      step(m, whole);
      step1(m, split);
      step2(m, split);
    }
    for (int i = 0; i < m.nv; ++i) EXPECT_EQ(whole.qvel[i], split.qvel[i]) << integrator;
  }
}

TEST(Implicit, ModelWithoutDofs) {
  for (const char* integrator : kIntegrators) {
    const Model m = load(integrator, "<worldbody><geom size='1'/></worldbody>");
    Data d(m);
    step(m, d);
    EXPECT_EQ(d.time, 0.01);
  }
}

}  // namespace
}  // namespace corten
