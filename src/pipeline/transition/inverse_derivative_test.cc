// Derivatives of inverse dynamics against MuJoCo.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pipeline/transition/derivative_scene_test.h"

namespace corten {
namespace {

struct Result {
  explicit Result(const Model& m) {
    const auto nv = static_cast<std::size_t>(m.nv), ns = static_cast<std::size_t>(m.nsensordata);
    for (auto* f : {&fq, &fv, &fa}) f->resize(nv * nv);
    for (auto* s : {&sq, &sv, &sa}) s->resize(nv * ns);
    mq.resize(nv * static_cast<std::size_t>(m.nC));
  }
  InverseMatrices out() { return {fq, fv, fa, sq, sv, sa, mq}; }
  std::vector<double> fq, fv, fa, sq, sv, sa, mq;
};

void expect_row(const std::vector<double>& matrix, int row, const std::vector<double>& wanted, int columns,
                const std::string& what) {
  double largest = 1;
  for (const double x : wanted) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_NEAR(matrix[static_cast<std::size_t>(row * columns) + i], wanted[i], 1e-7 * largest) << what << " " << i;
  }
}

// mjd_inverseFD of MuJoCo 3.12 with eps 1e-6, actuation subtracted: rows of the elbow and of the height of the box.
TEST(InverseDerivative, AgreesWithMujoco) {
  const Model m = load_text(derivative_scene("cone='elliptic'"));
  Data d(m);
  set_derivative_state(m, d);
  Result r(m);
  ASSERT_EQ(InverseDerivative(m).compute(m, d, r.out(), {1e-6, true}), DerivativeStatus::kOk);
  const int nv = m.nv, ns = m.nsensordata;
  expect_row(r.fq, 7, {0, 0, 0, 0, 0, 0, 0.528953702616519, 722.018151893877, 0, 0, 0}, nv, "f by q");
  expect_row(r.fq, 2,
             {-608887.563487542, -103082.273134646, 617558.872108702, -44659.013255739, 61005.8216394407,
              -33772.3896450441, 0, 0, 0, 0, 0},
             nv, "f by q");
  expect_row(r.fv, 7, {0, 0, 0, 0, 0, 0, -0.0550503251872669, 28.9835061018096, 0, 0, 0}, nv, "f by v");
  expect_row(r.fa, 7, {0, 0, 0, 0, 0, 0, 0.0123816459307591, 0.29211686936037, 0, 0, 0}, nv, "f by a");
  // the sensor of the actuator, the last one, is right here and is not in MuJoCo
  expect_row(r.sq, 7,
             {-0.290614567299841, 0, -0.0744524901175048, -0.012257447327968, 0, 0.0478451794849732, -2.28273703228865,
              0, -9.25832333420473, 0},
             ns, "s by q");
  expect_row(r.sv, 7, {0, 0, 0, -0.290614530044919, 0, -0.0744526355012098, -0.098780990498426, 0, 0, 0}, ns, "s by v");
  expect_row(r.sv, 6, {0}, ns, "s by v");
  EXPECT_NEAR(r.sv[static_cast<std::size_t>(6 * ns + 9)], -1, 1e-7);  // damping of the servo
  expect_row(r.sa, 7, {0, 0, 0, 0, 0, 0, 0, 0, -0.299999999953116, 0}, ns, "s by a");
  const auto inertia = [&](int row, int column) {
    int k = m.M_rowadr[row];
    while (m.M_colind[k] != column) ++k;
    return r.mq[static_cast<std::size_t>(7 * m.nC + k)];
  };
  EXPECT_NEAR(inertia(6, 6), -0.0306758981827304, 1e-8);
  EXPECT_NEAR(inertia(7, 6), -0.0153379490913652, 1e-8);
  EXPECT_NEAR(inertia(7, 7), 0, 1e-8);
}

// The derivative by the acceleration is the Hessian of the solver's cost: symmetric.
TEST(InverseDerivative, IsSymmetricInTheAcceleration) {
  const Model m = load_text(derivative_scene("cone='elliptic'"));
  Data d(m);
  set_derivative_state(m, d);
  forward(m, d);
  Result r(m);
  ASSERT_EQ(InverseDerivative(m).compute(m, d, r.out()), DerivativeStatus::kOk);
  double largest = 0;
  for (const double x : r.fa) largest = std::max(largest, std::abs(x));
  EXPECT_GT(largest, 10);  // contacts count
  const auto nv = static_cast<std::size_t>(m.nv);
  for (std::size_t i = 0; i < nv; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NEAR(r.fa[i * nv + j], r.fa[j * nv + i], 1e-6 * largest);
  }
}

TEST(InverseDerivative, SaysWhatItCannotDo) {
  const auto status = [](const std::string& option, int enable) {
    Model m = load_text(derivative_scene(option));
    m.opt.enableflags |= enable;
    const Data d(m);
    Result r(m);
    return InverseDerivative(m).compute(m, d, r.out());
  };
  EXPECT_EQ(status("noslip_iterations='3'", 0), DerivativeStatus::kNoslip);
  EXPECT_EQ(status("integrator='RK4'", kEnableInvDiscrete), DerivativeStatus::kRk4);
  EXPECT_EQ(status("integrator='RK4'", 0), DerivativeStatus::kOk);
  const Model m = load_text(derivative_scene(""));
  std::vector<double> wrong(3);
  InverseMatrices out;
  out.DmDq = wrong;
  EXPECT_EQ(InverseDerivative(m).compute(m, Data(m), out), DerivativeStatus::kWrongSize);
  EXPECT_STRNE(to_text(DerivativeStatus::kWrongSize), "");
}

}  // namespace
}  // namespace corten
