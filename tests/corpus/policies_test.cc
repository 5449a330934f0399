// The default physics through the interfaces of corten/sim.h: the same bits as step(model, data), on every model there
// is.
#include <gtest/gtest.h>

#include <algorithm>

#include "../common/model_files.h"
#include "corten/corten.h"
#include "corten/sim.h"

namespace corten {
namespace {

void expect_same_bits(const std::string& path) {
  Diagnostics diagnostics;
  Model m = compile(read_mjcf(path, diagnostics), diagnostics);
  if (diagnostics.has_errors()) return;  // some of our own must be refused
  for (const Solver solver : {Solver::kPgs, Solver::kCg, Solver::kNewton}) {
    m.opt.solver = solver;
    m.opt.iterations = std::min(m.opt.iterations, 5);
    Data plain(m);
    auto sim = SimBuilder{}.contact_solver(ConvexSolver{}).build(m);
    if (m.nkey > 0) {
      reset_to_key(m, plain, 0);
      reset_to_key(m, sim.data(), 0);
    }
    for (int i = 0; i < 3; ++i) {
      step(m, plain);
      sim.step();
    }
    EXPECT_TRUE(std::ranges::equal(sim.data().qpos, plain.qpos)) << path << " solver " << static_cast<int>(solver);
    EXPECT_TRUE(std::ranges::equal(sim.data().qacc, plain.qacc)) << path;
    EXPECT_TRUE(std::ranges::equal(sim.data().sensordata, plain.sensordata)) << path;
  }
}
TEST(ContactFormulations, OnTheModelsOfTheProject) {
  for (const std::string& path : models_in("models")) expect_same_bits(path);
  for (const std::string& path : models_in("tests/conformance/models")) expect_same_bits(path);
}
TEST(ContactFormulations, OnTheCorpus) {
  const std::vector<std::string> paths = corpus_models();
  if (paths.empty()) GTEST_SKIP() << "no corpus; set CORTEN_CORPUS";
  for (const std::string& path : paths) expect_same_bits(path);
}

// Robots, hands, cloth and jellies live with every contact formulation.
TEST(Formulations, CarryTheCorpus) {
  const std::vector<std::string> paths = corpus_models();
  if (paths.empty()) GTEST_SKIP() << "no corpus; set CORTEN_CORPUS";
  for (const std::string& path : paths) {
    Model m = load(path);
    if (m.opt.integrator == Integrator::kImplicit) m.opt.integrator = Integrator::kImplicitFast;
    if (m.opt.integrator == Integrator::kRk4) m.opt.integrator = Integrator::kEuler;
    for (const Formulation formulation : {Formulation::kXpbd, Formulation::kImpulse, Formulation::kCompliant}) {
      m.opt.formulation = formulation;
      m.opt.iterations = std::min(m.opt.iterations, 20);
      Data d(m);
      if (m.nkey > 0) reset_to_key(m, d, 0);
      for (int i = 0; i < 10; ++i) step(m, d);
      EXPECT_FALSE(d.unstable()) << path << " formulation " << static_cast<int>(formulation);
    }
  }
}

}  // namespace
}  // namespace corten
