// Equality rows: Jacobians and their rates against finite differences, analytic errors.
#include <gtest/gtest.h>

#include <cmath>

#include "constraint/kinds/kinds.h"
#include "constraint/rows_test.h"

namespace corten {
namespace {

constexpr const char* kTwoTrees = R"(
<mujoco>
  <worldbody>
    <body name="a" pos="0 0 1">
      <joint type="ball"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05" contype="0"/>
      <body name="b" pos=".3 0 0">
        <joint name="hinge" axis="0 1 .2"/><geom type="box" size=".1 .05 .08" contype="0"/>
        <site name="s" pos=".1 .1 0" quat="1 0 .5 .2"/>
        <body name="e" pos=".1 0 0"><joint name="slide" type="slide"/><geom size=".1" contype="0"/></body>
      </body>
    </body>
    <body name="c" pos="1 0 1">
      <freejoint/><geom type="ellipsoid" size=".1 .2 .15" contype="0"/>
      <site name="t" pos=".05 0 .1" quat=".8 .1 0 .3"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="sum"><joint joint="hinge" coef="2"/><joint joint="slide" coef="-1"/></fixed>
    <spatial name="path"><site site="s"/><site site="t"/></spatial>
  </tendon>
  <equality>
    <connect body1="c" body2="e" anchor=".1 .2 .05"/>
    <connect body1="a" body2="e" anchor=".1 .2 .05"/>
    <connect site1="s" site2="t"/>
    <weld body1="c" body2="b" relpose=".5 .1 0 1 .1 .2 0" anchor=".02 .03 .04" torquescale=".6"/>
    <weld body1="a" body2="e" torquescale="2"/>
    <weld site1="s" site2="t"/>
    <weld body1="c"/>
    <joint joint1="hinge" joint2="slide" polycoef=".1 .5 -.3 .2 .4"/>
    <tendon tendon1="path" tendon2="sum" polycoef=".05 1 .5 .3 -.2"/>
  </equality>
</mujoco>)";

std::vector<double> values(const GrowArray<double>& a) { return {a.begin(), a.end()}; }

TEST(EqualityTest, JacobianIsTheDerivativeOfThePosition) {
  MovingWorld w(kTwoTrees);
  ASSERT_EQ(w.d.ne, 3 * 3 + 4 * 6 + 2);
  const std::vector<double> vel = values(w.d.efc_vel);
  const double h = 1e-6;
  w.move(h);
  const std::vector<double> after = values(w.d.efc_pos);
  w.move(-2 * h);
  for (std::size_t i = 0; i < vel.size(); ++i) {
    EXPECT_NEAR((after[i] - w.d.efc_pos[static_cast<int>(i)]) / (2 * h), vel[i], 1e-7) << "row " << i;
  }
}

TEST(EqualityTest, RateIsTheDerivativeOfTheVelocity) {
  MovingWorld w(kTwoTrees);
  std::vector<double> rate(static_cast<std::size_t>(w.d.nefc));
  subtract_equality_rate(w.m, w.d, rate);
  const double h = 1e-6;
  w.move(h);
  const std::vector<double> after = values(w.d.efc_vel);
  w.move(-2 * h);
  double largest = 0;
  for (int i = 0; i < 33; ++i) {  // connect and weld; couplings have no rate
    const auto k = static_cast<std::size_t>(i);
    EXPECT_NEAR((after[k] - w.d.efc_vel[i]) / (2 * h), -rate[k], 1e-6) << "row " << i;
    largest = std::max(largest, std::abs(rate[k]));
  }
  EXPECT_GT(largest, 0.1);
  EXPECT_EQ(rate[33], 0);
  EXPECT_EQ(rate[34], 0);
}

// Of every row: J w with w_i = cos(i), pos and aref of MuJoCo.
TEST(EqualityTest, RowsAreMujocos) {
  const double along[35] = {
      0.2707987008691848,   1.4825513030644735,   1.3617886430207173,   -0.2091681394679405,    -0.4378440668493604,
      0.7215224657323699,   -0.17118591857472765, -1.1609516459281657,  -0.8653223182491526,    0.18572718167190896,
      0.6943199798622388,   1.375544595294655,    -0.24637722079105845, -0.22925138058581757,   0.0622922133004398,
      -0.18936119204712426, -0.22853363754757555, 0.500019707272465,    1.3738905799149456e-17, 0.9600835247698056,
      0.19201670495396117,  -0.17118591857472765, -1.1609516459281657,  -0.8653223182491526,    0.5426980448539027,
      0.05451470480807963,  0.07585515593178704,  1.5455810628071205,   1.3428743017276872,     0.11950765227061255,
      -0.0714807518314791,  -0.44761691410736704, -0.4122161498441039,  -0.5790709890853147,    1.9196264293973382};
  const double pos[35] = {
      0.08524647887675085,   0.4542686587509843,    0.36853473254591396,   -0.027922075487670395, -0.07784360602054444,
      0.23972473050546816,   -0.6945869292067123,   -0.24286200695364846,  -0.35256650960826375,  1.2627317125525657,
      0.28099752911395176,   0.366286782722144,     -0.029369744613924414, 0.059837640505633,     -0.007889414392599674,
      -0.027455241602169833, -0.036198939851507364, 0.1612745570205394,    6.938893903907228e-18, 0.29016106876586545,
      0.058032213753173106,  -0.6945869292067123,   -0.24286200695364846,  -0.35256650960826375,  0.2142338731217589,
      0.4319366248888152,    -0.1289200936959597,   0.4149123998083001,    0.45140241083018,      -0.008400798813090526,
      -0.02169793031550882,  -0.1358737892578735,   -0.1251279129706326,   -0.28649884034249845,  0.4433720148434209};
  const double aref[35] = {
      -193.3274482046717,  -1217.0848631095075, -1218.5980476223708, 84.3915912166023,        261.0580124571203,
      -733.6414206907165,  1792.3030246467595,  692.1662231590584,   1053.5660770534232,      -3283.8673617963764,
      -749.0026151756929,  -1127.4540114603885, 81.79314795188235,   -126.27581897218755,     36.87838311206798,
      86.86028695097379,   132.52805167683016,  -510.5639046647396,  -1.9289471329161085e-14, -840.7968966052691,
      -168.15937932105388, 1792.3030246467595,  692.1662231590584,   1053.5660770534232,      -587.1935060452612,
      -1172.991344063949,  303.60811103645676,  -1169.5071549002755, -1382.1216463151586,     -42.56891653199436,
      32.2114175302757,    389.5020157299683,   377.38250826202943,  770.1508809507758,       -1253.0595575239297};
  const MovingWorld w(kTwoTrees);
  ASSERT_EQ(w.d.ne, 35);
  for (int r = 0; r < 35; ++r) {
    const std::vector<double> J = dense_row(w.m, w.d, r);
    double sum = 0;
    for (std::size_t i = 0; i < J.size(); ++i) sum += J[i] * std::cos(static_cast<double>(i));
    EXPECT_NEAR(sum, along[r], 1e-12) << "row " << r;
    EXPECT_NEAR(w.d.efc_pos[r], pos[r], 1e-13) << "row " << r;
    EXPECT_NEAR(w.d.efc_aref[r], aref[r], 1e-12 * (1 + std::abs(aref[r]))) << "row " << r;
  }
}

TEST(EqualityTest, SatisfiedConstraintsHaveNoError) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody>
        <body name="a" pos=".1 .2 .3" quat="1 2 3 4"><freejoint/><geom size=".1"/></body>
        <body name="b" pos="1 .5 .3" quat="4 -2 3 1"><freejoint/><geom size=".1"/></body>
      </worldbody>
      <equality><connect body1="a" body2="b" anchor=".3 .4 .5"/><weld body1="a" body2="b"/></equality>
    </mujoco>)");
  Data d(m);
  reset(m, d);
  forward(m, d);
  ASSERT_EQ(d.ne, 9);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(d.efc_pos[i], 0, 1e-14);
}

// A body turned by an angle about z from where it is welded: the error is sin(angle / 2), scaled.
TEST(EqualityTest, WeldMeasuresHalfAngles) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody><body name="a"><joint axis="0 0 1"/><geom size=".1"/></body></worldbody>
      <equality><weld body1="a" torquescale="3"/></equality>
    </mujoco>)");
  Data d(m);
  reset(m, d);
  d.qpos[0] = 0.8;
  d.qvel[0] = 2;
  forward(m, d);
  EXPECT_NEAR(d.efc_pos[5], 3 * std::sin(0.4), 1e-14);
  EXPECT_NEAR(d.efc_vel[5], 3 * std::cos(0.4) * 0.5 * 2, 1e-14);
  for (const int i : {0, 1, 2, 3, 4}) EXPECT_NEAR(d.efc_pos[i], 0, 1e-15);
}

// Rows of MuJoCo for couplings whose two sides share dofs, in either order of the dofs, and one that has one side.
TEST(EqualityTest, CouplingsMergeSharedDofs) {
  const std::string text = kTwoTrees;
  const std::string couplings = R"(
  <tendon>
    <fixed name="sum"><joint joint="hinge" coef="2"/><joint joint="slide" coef="-1"/></fixed>
    <fixed name="difference"><joint joint="hinge" coef="1"/><joint joint="slide" coef="3"/></fixed>
    <spatial name="path"><site site="s"/><site site="t"/></spatial>
  </tendon>
  <equality>
    <joint joint1="slide" joint2="hinge" polycoef=".1 .5 -.3 .2 .4"/>
    <tendon tendon1="path" tendon2="sum" polycoef=".05 1 .5 .3 -.2"/>
    <tendon tendon1="sum" tendon2="path" polycoef=".05 1 .5 .3 -.2"/>
    <tendon tendon1="sum" tendon2="difference" polycoef="0 .7 0 0 0"/>
    <tendon tendon1="path" polycoef=".05 0 0 0 0"/>
  </equality>
</mujoco>)";
  const struct {
    double pos;
    std::vector<double> J;
    int nnz;
  } rows[] = {
      {-0.119004654152121, {0, 0, 0, -0.6892072834094312, 1, 0, 0, 0, 0, 0, 0}, 2},
      {0.4433720148434209,
       {-0.02541097906224562, 0.15354690998940512, -0.14383140145774143, -1.5647992310896284, 0.7949900272042278,
        0.851286120402797, 0.2976518085776996, 0.43210570704398144, -0.04986613297718637, 0.07315433621115174,
        0.024933066488593204},
       11},
      {-0.6109043722402445,
       {0.02969083716044345, -0.17940813259565186, 0.1680562842061064, 1.9705780826904067, -1, -0.9946644525546064,
        -0.347783977836664, -0.5048833479620899, 0.05826486379843638, -0.08547539544640012, -0.029132431899218214},
       11},
      {0.22179149372898543, {0, 0, 0, 1.3, -3.0999999999999996, 0, 0, 0, 0, 0, 0}, 2},
      {0.10071979398324153,
       {-0.02541097906224562, 0.15354690998940512, -0.14383140145774143, 0.02518082331882733, 0, 0.851286120402797,
        0.2976518085776996, 0.43210570704398144, -0.04986613297718637, 0.07315433621115174, 0.024933066488593204},
       10},
  };
  const MovingWorld w(text.substr(0, text.find("<tendon>")) + couplings);
  ASSERT_EQ(w.d.ne, 5);
  for (int r = 0; r < 5; ++r) {
    EXPECT_NEAR(w.d.efc_pos[r], rows[r].pos, 1e-13) << "row " << r;
    EXPECT_EQ(w.d.efc_J_rownnz[r], rows[r].nnz) << "row " << r;
    const std::vector<double> J = dense_row(w.m, w.d, r);
    ASSERT_EQ(J.size(), rows[r].J.size());
    for (std::size_t i = 0; i < J.size(); ++i) EXPECT_NEAR(J[i], rows[r].J[i], 1e-13) << "row " << r << " dof " << i;
    for (int k = 1; k < w.d.efc_J_rownnz[r]; ++k) {
      const int adr = w.d.efc_J_rowadr[r] + k;
      EXPECT_LT(w.d.efc_J_colind[adr - 1], w.d.efc_J_colind[adr]) << "row " << r;
    }
  }
}

}  // namespace
}  // namespace corten
