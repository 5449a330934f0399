// The impedance curve, the bounds of solver parameters, and the exact diagonal.
#include <gtest/gtest.h>

#include <cmath>

#include "constraint/constraint.h"
#include "constraint/rows_test.h"
#include "dynamics/smooth.h"

namespace corten {
namespace {

TEST(ImpedanceTest, CurveRunsFromD0ToDwidth) {
  const Vec<5> solimp{{0.2, 0.8, 0.1, 0.5, 2}};
  EXPECT_EQ(impedance(solimp, 0.01, 0.01).value, 0.2);
  EXPECT_EQ(impedance(solimp, -0.2, 0).value, 0.8);
  EXPECT_EQ(impedance(solimp, 0.2, 0).value, 0.8);
  EXPECT_NEAR(impedance(solimp, -0.05, 0).value, 0.5, 1e-15);  // half way at the midpoint
  EXPECT_NEAR(impedance(solimp, -0.025, 0).value, 0.2 + 0.6 * 2 * 0.25 * 0.25, 1e-15);
  EXPECT_NEAR(impedance(solimp, -0.075, 0).value, 0.8 - 0.6 * 2 * 0.25 * 0.25, 1e-15);
}

TEST(ImpedanceTest, SlopeIsTheDerivative) {
  for (const double power : {1.0, 2.0, 3.3}) {
    const Vec<5> solimp{{0.2, 0.8, 0.1, 0.3, power}};
    for (const double x : {-0.09, -0.031, -0.02, 0.015, 0.07}) {
      const double h = 1e-7;
      const double wanted = (impedance(solimp, x + h, 0).value - impedance(solimp, x - h, 0).value) / (2 * h);
      EXPECT_NEAR(impedance(solimp, x, 0).slope, wanted, 1e-6);
    }
  }
}

TEST(ImpedanceTest, FlatCurves) {
  EXPECT_EQ(impedance({{0.4, 0.4, 0.1, 0.5, 2}}, -0.05, 0).value, 0.4);
  EXPECT_NEAR(impedance({{0.2, 0.8, 0, 0.5, 2}}, -0.05, 0).value, 0.5, 1e-15);
}

TEST(ImpedanceTest, ParametersAreBounded) {
  EXPECT_EQ(effective_solimp({{0, 1, -1, 2, 0.5}}), (Vec<5>{{0.0001, 0.9999, 0, 0.9999, 1}}));
  Model m = load_text("<mujoco><option timestep='.02'/></mujoco>");
  EXPECT_EQ(effective_solref(m, {{0.01, 1}}, kDefaultSolref), (Vec<2>{{0.04, 1}}));
  EXPECT_EQ(effective_solref(m, {{-5, 1}}, {}), (Vec<2>{}));
  EXPECT_EQ(effective_solref(m, {{-5, -1}}, {}), (Vec<2>{{-5, -1}}));
  m.opt.disableflags |= kDisableRefSafe;
  EXPECT_EQ(effective_solref(m, {{0.01, 1}}, kDefaultSolref), (Vec<2>{{0.01, 1}}));
  EXPECT_EQ(effective_solref(m, {{0.01, -1}}, kDefaultSolref), kDefaultSolref);
}

TEST(ImpedanceTest, ExactDiagonal) {
  const MovingWorld w(R"(
    <mujoco>
      <option><flag diagexact="enable"/></option>
      <worldbody>
        <body pos="0 0 1">
          <joint type="ball" frictionloss="1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05" contype="0"/>
          <body name="a" pos=".3 0 0"><joint axis="0 1 .2"/><geom size=".1" contype="0"/></body>
          <body pos="0 .3 0"><joint axis="1 1 .2"/><geom size=".1" contype="0"/></body>
        </body>
        <body name="b" pos="1 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .15" contype="0"/></body>
      </worldbody>
      <equality><connect body1="a" body2="b" anchor=".1 .2 .3"/></equality>
    </mujoco>)");
  ASSERT_EQ(w.d.nefc, 6);
  for (int r = 0; r < w.d.nefc; ++r) {
    const std::vector<double> J = dense_row(w.m, w.d, r);
    std::vector<double> x = J;
    solve_inertia(w.m, w.d, x);
    double wanted = 0;
    for (std::size_t i = 0; i < J.size(); ++i) wanted += J[i] * x[i];
    EXPECT_NEAR(w.d.efc_diagA[r], wanted, 1e-10 * wanted);
  }
}

}  // namespace
}  // namespace corten
