// Item 37: equality constraints between tendons.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "corten/corten.h"

namespace corten {
namespace tendon_equality_test {

// Two hinges, each with a fixed tendon of length q.
struct Arms {
  explicit Arms(const std::string& equality, double q1 = 0, double q2 = 0, const std::string& option = "")
      : m(load_text("<mujoco><option gravity='0 0 0' " + option +
                    "/><worldbody><body><joint name='j1' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body>"
                    "<body pos='0 1 0'><joint name='j2' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body></worldbody>"
                    "<tendon><fixed name='T1'><joint joint='j1' coef='1'/></fixed><fixed name='T2'><joint joint='j2' "
                    "coef='1'/></fixed></tendon><equality>" +
                    equality + "</equality></mujoco>")),
        d(m) {
    reset(m, d);
    d.qpos[0] = q1, d.qpos[1] = q2;
    d.qvel[0] = 1, d.qvel[1] = 0.5;
    forward(m, d);
  }
  void rest_and_step(int steps) {
    d.qvel[0] = d.qvel[1] = 0;
    for (int i = 0; i < steps; ++i) step(m, d);
  }
  double apart() const { return d.ten_length[0] - d.ten_length[1]; }
  Model m;
  Data d;
};

constexpr const char* kBoth = "<tendon tendon1='T1' tendon2='T2'/>";

TEST(TendonEquality, TheElementIsRead) {
  const Arms w(kBoth);
  EXPECT_EQ(w.m.neq, 1);
  EXPECT_EQ(w.m.eq_type[0], EqualityType::kTendon);
  EXPECT_EQ(w.d.ne, 1);
}

TEST(TendonEquality, TheDefaultPolynomialIsTheIdentity) {
  const Arms w(kBoth, 0.5, 0.2);
  EXPECT_NEAR(w.d.efc_pos[0], 0.3, 1e-12);
  ASSERT_EQ(w.d.efc_J_rownnz[0], 2);
  EXPECT_EQ(w.d.efc_J[0], 1);
  EXPECT_EQ(w.d.efc_J[1], -1);
  EXPECT_NEAR(w.d.efc_vel[0], 0.5, 1e-12);
}

TEST(TendonEquality, TendonsConverge) {
  Arms w(kBoth, 0.5, 0);
  w.rest_and_step(50);
  EXPECT_NEAR(w.d.qpos[0], 0.2610587172153891, 1e-10);  // MuJoCo
  EXPECT_NEAR(w.d.qpos[1], 0.23894128278461127, 1e-10);
  w.rest_and_step(1000);
  EXPECT_NEAR(w.apart(), 0, 1e-9);
}

TEST(TendonEquality, AnOffsetIsKept) {
  const Arms w("<tendon tendon1='T1' tendon2='T2' polycoef='.1 1 0 0 0'/>", 0.5, 0.2);
  EXPECT_NEAR(w.d.efc_pos[0], 0.2, 1e-12);
}

TEST(TendonEquality, OneTendonIsHeldAtAConstant) {
  const Arms w("<tendon tendon1='T1' polycoef='.1 0 0 0 0'/>", 0.4);
  EXPECT_NEAR(w.d.efc_pos[0], 0.3, 1e-12);
  ASSERT_EQ(w.d.efc_J_rownnz[0], 1);
  EXPECT_EQ(w.d.efc_J_colind[0], 0);
  EXPECT_EQ(w.d.efc_J[0], 1);
}

TEST(TendonEquality, OneTendonConverges) {
  Arms w("<tendon tendon1='T1' polycoef='.1 0 0 0 0'/>");
  w.rest_and_step(1000);
  EXPECT_NEAR(w.d.qpos[0], 0.1, 1e-6);
}

TEST(TendonEquality, ARatioIsKept) {
  for (const double q2 : {-0.4, -0.2, 0.0, 0.2, 0.4}) {
    const Arms w("<tendon tendon1='T1' tendon2='T2' polycoef='0 .5 0 0 0'/>", 0, q2);
    EXPECT_NEAR(w.d.efc_pos[0], -0.5 * q2, 1e-12);
  }
}

// MuJoCo's numbers: q1, q2, pos, J of q2, aref, force.
TEST(TendonEquality, AQuadraticPolynomialIsKept) {
  const double cases[][6] = {{0.5, 0.2, 0.296, -1.04, -829.473684210526, -149.347331457188},
                             {-0.3, 0.4, -0.716, -1.08, 1835.78947368421, 318.196503842238},
                             {0, -0.4, 0.384, -0.92, -1067.36842105263, -215.340614838312},
                             {0.2, 0.1, 0.099, -1.02, -312.105263157895, -57.2738016452289},
                             {1, 1, -0.1, -1.2, 221.052631578948, 34.1963269820031}};
  for (const auto& c : cases) {
    const Arms w("<tendon tendon1='T1' tendon2='T2' polycoef='0 1 .1 0 0'/>", c[0], c[1]);
    EXPECT_NEAR(w.d.efc_pos[0], c[2], 1e-12);
    EXPECT_NEAR(w.d.efc_J[1], c[3], 1e-12);
    EXPECT_NEAR(w.d.efc_aref[0], c[4], 1e-9);
    EXPECT_NEAR(w.d.efc_force[0], c[5], 1e-8);
  }
}

TEST(TendonEquality, EverySolverHoldsIt) {
  for (const char* solver : {"PGS", "CG", "Newton"}) {
    Arms w(kBoth, 0.5, 0, std::string("solver='") + solver + "'");
    w.rest_and_step(50);
    EXPECT_NEAR(w.d.qpos[0], 0.2610587172153891, 1e-10) << solver;  // MuJoCo
    EXPECT_NEAR(w.d.efc_force[0], 6.457127561189777, 1e-9) << solver;
    w.rest_and_step(500);
    EXPECT_NEAR(w.apart(), 0, 1e-7) << solver;
  }
}

TEST(TendonEquality, SolrefDecidesHowStiff) {
  const auto violation = [](const std::string& solref) {
    Arms w("<tendon tendon1='T1' tendon2='T2' solref='" + solref + "'/>", 0.5, 0);
    w.rest_and_step(200);
    return w.apart();
  };
  EXPECT_NEAR(violation("0.1 1"), 0.046643346869521235, 1e-10);  // MuJoCo
  EXPECT_NEAR(violation("0.02 1"), 3.731269874740484e-07, 1e-12);
}

TEST(TendonEquality, AnInactiveEqualityMakesNoRow) {
  const Arms off("<tendon tendon1='T1' tendon2='T2' active='false'/>", 0.5, 0.2), none("", 0.5, 0.2);
  EXPECT_EQ(off.d.nefc, 0);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(off.d.qacc[i], none.d.qacc[i]);
}

TEST(TendonEquality, WithoutTendonEqualityNothingChanges) {
  Arms none("", 0.5, 0.2);
  EXPECT_EQ(none.d.nefc, 0);
  none.rest_and_step(10);
  EXPECT_EQ(none.d.qpos[0], 0.5);
  EXPECT_EQ(none.d.qpos[1], 0.2);
}

// MuJoCo's numbers over 100 steps: position and force of the row in the steps 1, 10 and 100.
TEST(TendonEquality, TrajectoryAgreesWithMujoco) {
  Arms w(kBoth, 0.5, 0.2);
  w.rest_and_step(1);
  EXPECT_NEAR(w.d.efc_pos[0], 0.3, 1e-12);
  EXPECT_NEAR(w.d.efc_force[0], -147.654854718721, 1e-6);
  for (int i = 1; i < 10; ++i) step(w.m, w.d);
  EXPECT_NEAR(w.d.efc_pos[0], 0.22252289390093, 1e-9);
  EXPECT_NEAR(w.d.efc_force[0], 1.20935453587576, 1e-6);
  for (int i = 10; i < 100; ++i) step(w.m, w.d);
  EXPECT_NEAR(w.d.efc_pos[0], 0.000329637833067331, 1e-9);
  EXPECT_NEAR(w.d.qpos[0], 0.350152951891066, 1e-9);
}

}  // namespace tendon_equality_test
}  // namespace corten
