// Inverse dynamics and derivatives of steps against what MuJoCo computed for the conformance models; reference.txt is
// written by tools/reference/make_inverse_references.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

struct Case {
  std::string model;
  int integrator = 0, cone = 0, enable = 0;
  std::map<std::string, std::vector<double>> numbers;
};

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  std::ifstream file(CORTEN_SOURCE_DIR "/tests/inverse/reference.txt");
  for (std::string text; std::getline(file, text);) {
    std::istringstream line(text);
    std::string name;
    line >> name;
    if (name == "model") {
      Case& c = cases.emplace_back();
      line >> c.model >> c.integrator >> c.cone >> c.enable;
    } else {
      std::vector<double>& values = cases.back().numbers[name];
      for (std::string word; line >> word;) values.push_back(std::stod(word));
    }
  }
  return cases;
}

struct World {
  explicit World(const Case& c) : m(load(CORTEN_SOURCE_DIR "/tests/conformance/models/" + c.model)), d(m) {
    m.opt.integrator = static_cast<Integrator>(c.integrator);
    m.opt.cone = static_cast<Cone>(c.cone);
    m.opt.enableflags = c.enable;
    using Named = std::pair<const char*, Array<double>*>;
    for (auto [name, field] : {Named("qpos", &d.qpos), Named("qvel", &d.qvel), Named("act", &d.act),
                               Named("ctrl", &d.ctrl), Named("qacc", &d.qacc)}) {
      std::ranges::copy(c.numbers.at(name), field->begin());
    }
    std::ranges::copy(c.numbers.at("qacc_warmstart"), d.qacc_warmstart.begin());
  }
  Model m;
  Data d;
};

double error(std::span<const double> got, const std::vector<double>& wanted) {
  double largest = 1, worst = got.size() == wanted.size() ? 0 : 1e30;
  for (const double x : wanted) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < std::min(got.size(), wanted.size()); ++i) {
    const double difference = std::abs(got[i] - wanted[i]);
    if (!(difference <= worst)) worst = difference;
  }
  return worst / largest;
}

// matrix times (cos 0, cos 1, ...)
std::vector<double> multiply(const std::vector<double>& matrix, int columns) {
  std::vector<double> result(matrix.size() / static_cast<std::size_t>(columns));
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const auto n = static_cast<std::size_t>(columns);
    result[i / n] += matrix[i] * std::cos(static_cast<double>(i % n));
  }
  return result;
}

TEST(Reference, InverseDynamics) {
  int compared = 0;
  for (const Case& c : read_cases()) {
    if (!c.numbers.contains("qfrc_inverse")) continue;
    World w(c);
    inverse(w.m, w.d);
    EXPECT_LT(error(w.d.qfrc_inverse, c.numbers.at("qfrc_inverse")), 1e-9)
        << c.model << " integrator " << c.integrator << " cone " << c.cone << " flags " << c.enable;
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

// The tolerance is the rounding error of forces, 1e-12, over the nudge of 1e-6.
TEST(Reference, DifferencesOfSteps) {
  int compared = 0;
  for (const Case& c : read_cases()) {
    if (!c.numbers.contains("A")) continue;
    const World w(c);
    TransitionOptions options;
    options.method = DerivativeMethod::kDifferences;
    options.centered = true;
    const Transition t = transition_derivative(w.m, w.d, options);
    ASSERT_EQ(t.status, DerivativeStatus::kOk) << c.model;
    const int n = 2 * w.m.nv + w.m.na;
    EXPECT_LT(error(multiply(t.A, n), c.numbers.at("A")), 1e-6) << c.model << " cone " << c.cone;
    EXPECT_LT(error(multiply(t.C, n), c.numbers.at("C")), 1e-6) << c.model << " cone " << c.cone;
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

}  // namespace
}  // namespace corten
