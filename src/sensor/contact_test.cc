// Touch and contact sensors against MuJoCo's numbers.
#include "sensor/pile_test.h"

namespace corten {
namespace {

// The numbers are MuJoCo's.
TEST(ContactSensors, AgreeWithMujoco) {
  const PileCase cases[] = {
      {R"(<touch site="zone"/>)", "pyramidal", {10.26815257208383}},
      {R"(<touch site="zone"/>)", "elliptic", {8.120313928393214}},
      {R"(<touch site="ballsite"/>)", "pyramidal", {7.835391175566116}},
      {R"(<touch site="ballsite"/>)", "elliptic", {7.726665931916982}},
      {R"(<contact geom1="ball" data="found force torque dist pos normal tangent"/>)",
       "pyramidal",
       {1, 7.835391175566116, -5.461711123451509, -2.3736800521146066, 0, 0, 0, -0.0010000000000000009, 0.4, 0,
        -0.0005000000000000004, 0, 0, -1, 0, -1, 0}},
      {R"(<contact geom1="ball" data="found force torque dist pos normal tangent"/>)",
       "elliptic",
       {1, 7.726665931916982, -7.567272821723548, -1.311186317493608, -0.0027034059635406625, -0.008250441733246268,
        0.0013989284621465914, -0.0010000000000000009, 0.4, 0, -0.0005000000000000004, 0, 0, -1, 0, -1, 0}},
      {R"(<contact geom1="floor" geom2="box" num="2" reduce="mindist" data="found dist pos"/>)",
       "pyramidal",
       {4, -0.0010000000000000009, -0.2, -0.3, -0.0005000000000000004, 4, -0.0010000000000000009, 0.2, -0.3,
        -0.0005000000000000004}},
      {R"(<contact geom1="floor" geom2="box" num="2" reduce="mindist" data="found dist pos"/>)",
       "elliptic",
       {4, -0.0010000000000000009, -0.2, -0.3, -0.0005000000000000004, 4, -0.0010000000000000009, 0.2, -0.3,
        -0.0005000000000000004}},
      {R"(<contact body1="c" num="2" reduce="maxforce" data="force normal tangent"/>)",
       "pyramidal",
       {11.877586238639829, 0.22568021832231078, 1.6955042185627993, -2.093210184509119e-08, -1.659285739277432e-09,
        -0.9999999999999998, 0, 1, -1.6592857392774315e-09, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
      {R"(<contact body1="c" num="2" reduce="maxforce" data="force normal tangent"/>)",
       "elliptic",
       {11.05455129163743, 0.4626189883337886, 2.0212543803636565, -2.093210184509119e-08, -1.659285739277432e-09,
        -0.9999999999999998, 0, 1, -1.6592857392774315e-09, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
      {R"(<contact geom2="egg" num="1" data="force normal tangent"/>)",
       "pyramidal",
       {11.877586238639829, 0.22568021832231078, -1.6955042185627993, 2.093210184509119e-08, 1.659285739277432e-09,
        0.9999999999999998, 0, -1, 1.6592857392774315e-09}},
      {R"(<contact geom2="egg" num="1" data="force normal tangent"/>)",
       "elliptic",
       {11.05455129163743, 0.4626189883337886, -2.0212543803636565, 2.093210184509119e-08, 1.659285739277432e-09,
        0.9999999999999998, 0, -1, 1.6592857392774315e-09}},
      {R"(<contact subtree1="a" reduce="netforce" data="found force torque dist pos normal tangent"/>)",
       "pyramidal",
       {6, 20.73794653362391, 22.013205897809417, -32.79475032548252, 0.3489989787547144, -0.31791223593583245,
        0.8048342515935615, 0, 0.13575551359446722, 0.06985886638861859, 0.03500139691014492, 1, 0, 0, 0, 1, 0}},
      {R"(<contact subtree1="a" reduce="netforce" data="found force torque dist pos normal tangent"/>)",
       "elliptic",
       {6, 25.017852964995985, 26.363360089129284, -29.11697910952897, 0.25903999062688227, -0.2958550989237447,
        1.1310677756258591, 0, 0.14796331572901275, 0.08675682642343745, 0.0323199775612272, 1, 0, 0, 0, 1, 0}},
      {R"(<contact site="zone" num="3" data="found pos"/>)",
       "pyramidal",
       {2, -0.2, -0.3, -0.0005000000000000004, 2, -0.2, 0.3, -0.0005000000000000004, 0, 0, 0, 0}},
      {R"(<contact site="zone" num="3" data="found pos"/>)",
       "elliptic",
       {2, -0.2, -0.3, -0.0005000000000000004, 2, -0.2, 0.3, -0.0005000000000000004, 0, 0, 0, 0}},
      {R"(<contact body1="d" reduce="netforce" data="found force normal"/>)", "pyramidal", {0, 0, 0, 0, 1, 0, 0}},
      {R"(<contact body1="d" reduce="netforce" data="found force normal"/>)", "elliptic", {0, 0, 0, 0, 1, 0, 0}},
      {R"(<contact body1="d" num="2" data="found force"/>)", "pyramidal", {0, 0, 0, 0, 0, 0, 0, 0}},
      {R"(<contact body1="d" num="2" data="found force"/>)", "elliptic", {0, 0, 0, 0, 0, 0, 0, 0}},
  };
  expect_pile(cases);
}

// A ball on a cloth on the floor. MuJoCo: an element belongs to the body of its first vertex.
TEST(ContactSensors, SidesThatAreFlexes) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody>
        <geom name="floor" type="plane" size="2 2 .1"/>
        <flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" pos="0 0 .04" radius=".02" mass="1">
          <contact selfcollide="none"/><edge equality="true"/>
        </flexcomp>
        <body name="ball" pos=".01 .02 .13"><freejoint/><geom name="ball" size=".06"/><site name="s" size=".1"/></body>
      </worldbody>
      <sensor>
        <touch site="s"/>
        <contact geom1="ball" num="1" reduce="maxforce" data="found force dist normal"/>
        <contact body1="f_4" num="1" reduce="mindist" data="found force pos"/>
        <contact subtree1="f_0" geom2="floor" data="found dist"/>
      </sensor>
    </mujoco>)");
  Data d(m);
  for (int i = 0; i < 100; ++i) step(m, d);
  const double wanted[] = {8.133612475344929,
                           3,
                           4.985493987146757,
                           0.03880843932505673,
                           -0.007487375240498917,
                           -0.001335343771879837,
                           0.00025051780519646307,
                           0.006532460173126298,
                           -0.9999786318741596,
                           3,
                           4.985493987146757,
                           0.03880843932505673,
                           0.007487375240498917,
                           0.011098433031898041,
                           0.022706686582619873,
                           0.038239249284875064,
                           1,
                           -0.00037911281767817953};
  ASSERT_EQ(m.nsensordata, 18);
  for (int i = 0; i < 18; ++i) EXPECT_NEAR(d.sensordata[i], wanted[i], 1e-7) << i;
}

}  // namespace
}  // namespace corten
