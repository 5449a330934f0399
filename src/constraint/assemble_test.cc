// The order of the rows, every kind but contacts against MuJoCo, and what switches rows off.
#include <gtest/gtest.h>

#include "constraint/constraint.h"
#include "constraint/rows_test.h"

namespace corten {
namespace {

constexpr const char* kEveryKind = R"(
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <site name="anchor" pos=".3 .2 1" quat="1 .2 .3 .4"/>
    <body name="a" pos="0 0 1">
      <joint type="ball" name="ball" frictionloss=".4" limited="true" range="0 .3" margin=".1"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".05" contype="0"/>
      <body name="b" pos=".3 0 0">
        <joint name="hinge" axis="0 1 .2" limited="true" range="-.1 .5" margin=".35" solreflimit="-100 -5"/>
        <joint name="slide" type="slide" axis="1 0 .5" frictionloss="1.5" solreffriction=".05 .5" solimpfriction=".3 .8 .1 .5 3"/>
        <geom type="box" size=".1 .05 .08" pos=".1 0 0" contype="0"/>
        <site name="s" pos=".1 .1 0" quat="1 0 .5 .2"/>
      </body>
    </body>
    <body name="c" pos="1 0 1">
      <freejoint/>
      <geom type="ellipsoid" size=".1 .2 .15" contype="0"/>
      <site name="t" pos=".05 0 .1" quat=".8 .1 0 .3"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="sum" limited="true" range="-.2 .05" frictionloss=".7" margin=".01" solimplimit=".2 .9 .4 .3 2.5">
      <joint joint="hinge" coef="2"/><joint joint="slide" coef="-1"/>
    </fixed>
    <spatial name="path"><site site="s"/><site site="t"/></spatial>
  </tendon>
  <equality>
    <connect body1="b" body2="c" anchor=".1 0 .05" solimp=".5 .95 .6 .4 2"/>
    <connect site1="t" site2="anchor"/>
    <weld body1="c" body2="a" relpose=".5 .1 0 1 .1 .2 0" anchor=".02 .03 .04" torquescale=".6"/>
    <weld site1="s" site2="anchor" solref=".05 .8"/>
    <joint joint1="hinge" joint2="slide" polycoef=".1 .5 -.3 .2 .4"/>
    <tendon tendon1="path" tendon2="sum" polycoef=".05 1 .5 0 -.2"/>
    <joint joint1="slide" polycoef=".02 0 0 0 0" solref=".04 1"/>
    <connect body1="a" anchor=".1 0 0" active="false"/>
  </equality>
</mujoco>
)";

// clang-format off
const std::vector<ExpectedRow> kRows = {
  {0, 0, {-1.03971466905, -0.286676775111, 0, 0, 0.0196387868505, 2770.08310249, 105.263157895, 0.947095817445, 0.155568381399, 829.511658046}},
  {0, 0, {-1.18635475017, -0.437968400678, 0, 0, 0.0196387868505, 2770.08310249, 105.263157895, 0.947095817445, 0.155568381399, 1223.79817565}},
  {0, 0, {-0.727293654349, -0.206374466452, 0, 0, 0.0196387868505, 2770.08310249, 105.263157895, 0.947095817445, 0.155568381399, 684.409332481}},
  {0, 1, {0.179950128285, 0.805529149343, 0, 0, 0.0041882879761, 2770.08310249, 105.263157895, 0.95, 0, -2081.82888351}},
  {0, 1, {0.95900868457, 0.083715616907, 0, 0, 0.0041882879761, 2770.08310249, 105.263157895, 0.95, 0, -281.825103132}},
  {0, 1, {0.773147906321, 0.33600600138, 0, 0, 0.0041882879761, 2770.08310249, 105.263157895, 0.95, 0, -989.553042535}},
  {0, 2, {0.111836132835, 1.5465863998, 0, 0, 0.00687568949287, 2770.08310249, 105.263157895, 0.95, 0, -4024.89603241}},
  {0, 2, {0.62279815727, 0.250495081241, 0, 0, 0.00687568949287, 2770.08310249, 105.263157895, 0.95, 0, -680.968273167}},
  {0, 2, {1.20634473715, 0.318863556977, 0, 0, 0.00687568949287, 2770.08310249, 105.263157895, 0.95, 0, -978.848720213}},
  {0, 2, {-0.24767193483, -0.0261656538705, 0, 0, 1.93898705163, 2770.08310249, 105.263157895, 0.95, 0, 70.8577588497}},
  {0, 2, {-0.509055832476, -0.026470624277, 0, 0, 1.93898705163, 2770.08310249, 105.263157895, 0.95, 0, 123.873096217}},
  {0, 2, {-0.0452415811244, -0.0293639449558, 0, 0, 1.93898705163, 2770.08310249, 105.263157895, 0.95, 0, 99.6476978704}},
  {0, 3, {-0.42744371666, -0.0461010276275, 0, 0, 0.0143156841681, 692.520775623, 42.1052631579, 0.95, 0, 63.7547733541}},
  {0, 3, {0.229344298252, -0.0955607394422, 0, 0, 0.0143156841681, 692.520775623, 42.1052631579, 0.95, 0, 41.0687040338}},
  {0, 3, {-0.418814533828, -0.115286299426, 0, 0, 0.0143156841681, 692.520775623, 42.1052631579, 0.95, 0, 100.748939129}},
  {0, 3, {0.406258999341, 0.0694966099287, 0, 0, 2.08186066972, 692.520775623, 42.1052631579, 0.95, 0, -60.1443542229}},
  {0, 3, {-0.472347753381, 0.0415898381592, 0, 0, 2.08186066972, 692.520775623, 42.1052631579, 0.95, 0, -21.6990045745}},
  {0, 3, {-0.0319566039154, -0.223004931004, 0, 0, 2.08186066972, 692.520775623, 42.1052631579, 0.95, 0, 137.494489095}},
  {0, 4, {-0.579070989085, -0.286498840342, 0, 0, 3.37486868223, 2770.08310249, 105.263157895, 0.95, 0, 770.150880951}},
  {0, 5, {2.075219736, 0.588892177591, 0, 0, 13.4169797518, 2770.08310249, 105.263157895, 0.95, 0, -1707.0879656}},
  {0, 6, {-0.653643620864, -0.216093086259, 0, 0, 0.0196983955462, 692.520775623, 52.6315789474, 0.95, 0, 192.636202784}},
  {1, 0, {1, 0, 0, 0.4, 3.10946774573, 0, 105.263157895, 0.9, 0, -88.5758931377}},
  {1, 1, {0.540302305868, 0, 0, 0.4, 3.10946774573, 0, 105.263157895, 0.9, 0, -95.7155186132}},
  {1, 2, {-0.416146836547, 0, 0, 0.4, 3.10946774573, 0, 105.263157895, 0.9, 0, -14.8547376905}},
  {1, 4, {-0.653643620864, 0, 0, 1.5, 0.87329553588, 0, 50, 0.3, 0, 47.9462137332}},
  {2, 0, {-1.32634137234, 0, 0, 0.7, 28.2638619383, 0, 105.263157895, 0.9, 0, 58.3874437845}},
  {3, 0, {-1.21041512354, -0.357888549306, 0.1, 0, 1.47290577429, 2770.08310249, 105.263157895, 0.95, 0, 1315.76611645}},
  {3, 1, {-0.9899924966, -0.295252419728, 0.35, 0, 3.35517028669, 110.8033241, 5.26315789474, 0.95, 0, 71.9044783677}},
  {3, 1, {0.9899924966, 0.30572439524, 0.35, 0, 3.35517028669, 110.8033241, 5.26315789474, 0.95, 0, 0.677418946789}},
  {4, 0, {-1.32634137234, -0.197902411701, 0.01, 0, 104.420990535, 3086.41975309, 111.111111111, 0.708968149363, -2.48613025714, 516.557697056}},
};
// clang-format on

TEST(AssembleTest, RowsAgreeWithMujoco) {
  const MovingWorld w(kEveryKind);
  EXPECT_EQ(w.d.ne, 21);
  EXPECT_EQ(w.d.nf, 5);
  EXPECT_EQ(w.d.nl, 4);
  expect_rows(w.m, w.d, kRows);
}

TEST(AssembleTest, ColumnsIncreaseAndAddressesFollow) {
  const MovingWorld w(kEveryKind);
  int adr = 0;
  for (int r = 0; r < w.d.nefc; ++r) {
    EXPECT_EQ(w.d.efc_J_rowadr[r], adr);
    for (int k = 1; k < w.d.efc_J_rownnz[r]; ++k) EXPECT_LT(w.d.efc_J_colind[adr + k - 1], w.d.efc_J_colind[adr + k]);
    adr += w.d.efc_J_rownnz[r];
  }
  EXPECT_EQ(w.d.nJ, adr);
  EXPECT_EQ(w.d.efc_J.size(), adr);
}

TEST(AssembleTest, FlagsSwitchKindsOff) {
  MovingWorld w(kEveryKind);
  const auto counts = [&](int flag) {
    w.m.opt.disableflags = flag;
    compute_constraint_rows(w.m, w.d);
    return std::vector<int>{w.d.ne, w.d.nf, w.d.nl, w.d.nefc};
  };
  EXPECT_EQ(counts(0), (std::vector<int>{21, 5, 4, 30}));
  EXPECT_EQ(counts(kDisableEquality), (std::vector<int>{0, 5, 4, 9}));
  EXPECT_EQ(counts(kDisableFrictionLoss), (std::vector<int>{21, 0, 4, 25}));
  EXPECT_EQ(counts(kDisableLimit), (std::vector<int>{21, 5, 0, 26}));
  EXPECT_EQ(counts(kDisableConstraint), (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(w.d.nJ, 0);
}

TEST(AssembleTest, EqualitiesFollowEqActive) {
  MovingWorld w(kEveryKind);
  w.d.eq_active[2] = false;  // weld
  w.d.eq_active[7] = true;   // connect
  compute_constraint_rows(w.m, w.d);
  EXPECT_EQ(w.d.ne, 21 - 6 + 3);
  EXPECT_EQ(w.d.efc_id[w.d.ne - 1], 7);
}

// Between two bodies of the world nothing moves. A row of zeros is left out if Jacobians are dense, as MuJoCo does.
TEST(AssembleTest, RowsWithoutEffectAreLeftOut) {
  MovingWorld w(R"(
    <mujoco>
      <worldbody>
        <body name="a"><geom size=".1" contype="0"/></body>
        <body name="b"><geom size=".1" contype="0"/></body>
        <body><joint name="j"/><geom size=".1" contype="0"/></body>
      </worldbody>
      <tendon><fixed name="t" frictionloss="1"><joint joint="j" coef="0"/></fixed></tendon>
      <equality><connect body1="a" body2="b" anchor="0 0 0"/></equality>
    </mujoco>)");
  EXPECT_EQ(w.d.nefc, 0);
  w.m.opt.jacobian = Jacobian::kSparse;
  compute_constraint_rows(w.m, w.d);
  EXPECT_EQ(w.d.nefc, 1);  // the tendon
  EXPECT_EQ(w.d.efc_type[0], ConstraintType::kFrictionTendon);
}

}  // namespace
}  // namespace corten
