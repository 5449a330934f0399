// Item 40: forces of the surrounding medium. The specification's section is outdated; what holds in MuJoCo:
//   - a body with any ellipsoid geom is left out of the box model, so the two models never act on one body
//   - the box has full sizes; drag -rho/2 b_j b_k |v| v and -rho/64 b_i (b_j^4 + b_k^4) |w| w, resistance -3 pi beta d
//   v
//     and -pi beta d^3 w with d the mean size
//   - added mass acts through velocities only
//   - the result is in qfrc_fluid and in qfrc_passive
// Numbers without a formula are MuJoCo's.
#include <cmath>

#include "math/vec3.h"
#include "world.h"

namespace corten {
namespace fluid_test {

std::string body(const std::string& geoms, const std::string& option) {
  return "<mujoco><option " + option + "/><worldbody><body><freejoint/>" + geoms + "</body></worldbody></mujoco>";
}

World moving(const std::string& geoms, const std::string& option, std::initializer_list<double> qvel) {
  World w(body(geoms, option));
  std::copy(qvel.begin(), qvel.end(), w.d.qvel.begin());
  forward(w.m, w.d);
  for (int i = 0; i < w.m.nv; ++i) EXPECT_EQ(w.d.qfrc_passive[i], w.d.qfrc_fluid[i]);
  return w;
}

Vec3 force(const World& w) { return {w.d.qfrc_fluid[0], w.d.qfrc_fluid[1], w.d.qfrc_fluid[2]}; }

std::string leaf(const std::string& attributes = "") {
  return "<geom type='ellipsoid' size='.1 .05 .02' fluidshape='ellipsoid' " + attributes + "/>";
}

TEST(Fluid, WithoutFluidThereIsNoForce) {
  for (const std::string& geom : {std::string("<geom size='.1'/>"), leaf()}) {
    const World w = moving(geom, "density='0' viscosity='0' wind='1 2 3'", {1, 2, 3, 4, 5, 6});
    for (const double value : w.d.qfrc_fluid) EXPECT_EQ(value, 0);
  }
}

TEST(Fluid, DragBalancesWeightAtTerminalVelocity) {
  const std::string air = "density='1.2' viscosity='1.8e-5' timestep='.01'";
  World box(body("<geom size='.1' mass='1'/>", air));
  World ellipsoid(body("<geom size='.1' mass='1' fluidshape='ellipsoid'/>", air));
  box.step(2000);
  ellipsoid.step(2000);
  EXPECT_NEAR(box.d.qvel[2], -26.09983908034573, 1e-8);
  EXPECT_NEAR(ellipsoid.d.qvel[2], -22.8121795569666, 1e-8);
  // weight = drag of a box with sides sqrt(2.4) r, or of a sphere with drag coefficient 1/2 and area pi r^2
  EXPECT_NEAR(-box.d.qvel[2], std::sqrt(9.81 / (0.5 * 1.2 * 2.4 * .01)), 0.01);
  EXPECT_NEAR(-ellipsoid.d.qvel[2], std::sqrt(9.81 / (0.5 * 1.2 * M_PI * .01)), 0.01);
}

TEST(Fluid, WindIsVelocityOfTheMedium) {
  const World box = moving("<geom size='.1' mass='1'/>", "density='1.2' wind='5 0 0'", {});
  expect_near(box.d.qfrc_fluid, {0.36, 0, 0, 0, 0, 0}, 1e-12);
  const World sphere = moving("<geom size='.1' fluidshape='ellipsoid'/>", "density='1.2' wind='5 0 0'", {});
  expect_near(sphere.d.qfrc_fluid, {0.471238898038469, 0, 0, 0, 0, 0}, 1e-12);
}

// Corrected: Stokes' law holds for the ellipsoid model; the box model takes the mean side of the box as diameter.
TEST(Fluid, ViscosityGivesStokesDrag) {
  const double r = .001, v = .01, stokes = 6 * M_PI * r * v;
  const World sphere = moving("<geom size='.001' fluidshape='ellipsoid'/>", "viscosity='1'", {v, 0, 0, 0, 0, 0});
  EXPECT_NEAR(sphere.d.qfrc_fluid[0], -stokes, 1e-15);
  const World box = moving("<geom size='.001'/>", "viscosity='1'", {v, 0, 0, 0, 0, 0});
  EXPECT_NEAR(box.d.qfrc_fluid[0], -stokes * std::sqrt(2.4) / 2, 1e-15);
  EXPECT_NEAR(box.d.qfrc_fluid[0], -0.00014600803233505004, 1e-15);
}

TEST(Fluid, DragDependsOnOrientation) {
  const double wanted[] = {18.84955592153876, 21.991148575128552, 31.415926535897935};
  for (int k = 0; k < 3; ++k) {
    World w(body(leaf(), "density='1000'"));
    w.d.qvel[k] = -2;
    forward(w.m, w.d);
    EXPECT_NEAR(w.d.qfrc_fluid[k], wanted[k], 1e-10);
  }
}

TEST(Fluid, SpinGivesMagnusLift) {
  const std::string sphere = "<geom size='.1' fluidshape='ellipsoid' fluidcoef='.5 .25 1.5 1 MAGNUS'/>";
  const World with = moving(replaced(sphere, "MAGNUS", "1"), "density='1.2'", {1, 2, 3, 4, 5, 6});
  const World without = moving(replaced(sphere, "MAGNUS", "0"), "density='1.2'", {1, 2, 3, 4, 5, 6});
  expect_near(with.d.qfrc_fluid,
              {-0.06298875334147067, -0.15613681392199463, -0.20404591364393868, -0.0010585867643498176,
               -0.0013232334554372721, -0.0015878801465247264},
              1e-12);
  const double volume = 4.0 / 3 * M_PI * .001;
  const Vec3 magnus = cross(Vec3{4, 5, 6}, Vec3{1, 2, 3}) * (1.2 * volume);
  EXPECT_LT(norm(force(with) - force(without) - magnus), 1e-12);
}

TEST(Fluid, ObliqueFlowGivesKuttaLift) {
  const World with = moving(leaf(), "density='1.2'", {1, 0, 2, 0, 0, 0});
  const World without = moving(leaf("fluidcoef='.5 .25 1.5 0 1'"), "density='1.2'", {1, 0, 2, 0, 0, 0});
  expect_near(with.d.qfrc_fluid, {0.011501044245420092, 0, -0.05831113897285689, 0, 0.0018324596211547453, 0}, 1e-12);
  const Vec3 lift = force(with) - force(without);
  EXPECT_GT(norm(lift), 0.01);
  EXPECT_NEAR(dot(lift, {1, 0, 2}), 0, 1e-12);  // lift does no work
  const std::string sphere = "<geom size='.1' fluidshape='ellipsoid' fluidcoef='.5 .25 1.5 KUTTA 1'/>";
  const Vec3 round = force(moving(replaced(sphere, "KUTTA", "1"), "density='1.2'", {1, 0, 2, 0, 0, 0})) -
                     force(moving(replaced(sphere, "KUTTA", "0"), "density='1.2'", {1, 0, 2, 0, 0, 0}));
  EXPECT_NEAR(norm(round), 0, 1e-12);
}

TEST(Fluid, CoefficientsDecideTheForces) {
  const std::string air = "density='1.2' viscosity='.01'";
  expect_near(moving(leaf("fluidcoef='1 .5 2 0 0'"), air, {1, .5, 2, 3, -2, 1}).d.qfrc_fluid,
              {-0.04972073859464205, -0.021077397752490797, -0.1077117087309815, -0.0010845928594267699,
               0.0020169227162250085, -0.00014068186569470302},
              1e-12);
  expect_near(moving(leaf(), air, {1, .5, 2, 3, -2, 1}).d.qfrc_fluid,
              {0.0016382086508712852, 0.0006052172842361441, -0.08237647912318236, -0.001045111796000709,
               0.0019906020072743016, -0.00012752151121934942},
              1e-12);
}

TEST(Fluid, WithoutShapeTheInertiaBoxFeelsTheFluid) {
  const World w = moving("<geom type='box' size='.1 .2 .05' pos='.1 0 0'/><geom size='.1' pos='0 .2 .1'/>",
                         "density='1.2' viscosity='.3'", {1, .5, 2, 3, -2, 1});
  expect_near(w.d.qfrc_fluid,
              {-0.8721123013847166, -0.3432621517897738, -2.268705538184383, -0.21447480751552778, 0.16523145763733163,
               0.013565994370301176},
              1e-10);
  // the same from the formulas, in the frame of the inertia
  const Vec3 inertia = w.m.body_inertia[1];
  const double mass = w.m.body_mass[1], sum = inertia.x + inertia.y + inertia.z;
  Vec3 size, f;
  for (int i = 0; i < 3; ++i) size[i] = std::sqrt((sum - 2 * inertia[i]) / mass * 6);
  const Vec3 spin = w.d.xmat[1] * Vec3{3, -2, 1};
  const Vec3 v = mul_transposed(w.d.ximat[1], Vec3{1, .5, 2} + cross(spin, w.d.xipos[1] - w.d.xpos[1]));
  const double mean = (size.x + size.y + size.z) / 3;
  for (int i = 0; i < 3; ++i) {
    const double area = size[(i + 1) % 3] * size[(i + 2) % 3];
    f[i] = -3 * M_PI * .3 * mean * v[i] - .5 * 1.2 * area * std::abs(v[i]) * v[i];
  }
  EXPECT_LT(norm(force(w) - w.d.ximat[1] * f), 1e-12);
}

// Corrected: one ellipsoid geom is enough to switch the box model off for the body; its other geoms feel nothing.
TEST(Fluid, EachBodyHasOneModel) {
  const std::string ellipsoid = "fluidshape='ellipsoid'";
  const auto fluid = [](const std::string& box, const std::string& other) {
    return moving("<geom type='box' size='.1 .2 .05' " + box +
                      "/><geom type='ellipsoid' size='.1 .05 .02' pos='.2 0 0' euler='10 20 30' " + other + "/>",
                  "density='1.2' viscosity='.3'", {1, .5, 2, 3, -2, 1});
  };
  const World none = fluid("", ""), second = fluid("", ellipsoid), first = fluid(ellipsoid, ""),
              both = fluid(ellipsoid, ellipsoid);
  expect_near(none.d.qfrc_fluid,
              {-0.7180166733235019, -0.35799691944039963, -1.641017916634701, -0.04287813080623028,
               0.044377402867429194, -0.0175746995770185},
              1e-12);
  expect_near(both.d.qfrc_fluid,
              {-0.9788806881560159, -0.4824919091848212, -2.386297516183492, -0.05382032865766271, 0.20978029943349802,
               -0.0526232006915454},
              1e-12);
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(both.d.qfrc_fluid[i], first.d.qfrc_fluid[i] + second.d.qfrc_fluid[i], 1e-12);
  }
}

// The specification's fruit fly needs files of another project; this insect uses the same features: wings as thin
// ellipsoids with their own coefficients, a body of several shapes, and parts in the box model.
constexpr const char* kInsect = R"(
  <mujoco>
    <option density="1.28" viscosity="0.00018" timestep="0.0005" wind=".1 -.05 .02" integrator="INTEGRATOR"/>
    <default>
      <geom fluidshape="ellipsoid"/>
      <default class="wing">
        <geom type="ellipsoid" size=".05 .02 .001" mass=".0002" fluidcoef="1 .5 1.5 1.7 1"/>
      </default>
    </default>
    <worldbody>
      <body pos="0 0 1">
        <freejoint/>
        <geom type="capsule" size=".01 .03" euler="0 90 0" mass=".003"/>
        <geom type="sphere" size=".012" pos=".05 0 0" mass=".001" fluidshape="none"/>
        <body pos="0 .01 .01">
          <joint name="l1" axis="1 0 0" damping="1e-5"/><joint name="l2" axis="0 1 0" stiffness="1e-4"/>
          <geom class="wing" pos="0 .05 0" euler="0 0 90"/>
        </body>
        <body pos="0 -.01 .01">
          <joint name="r1" axis="-1 0 0" damping="1e-5"/><joint name="r2" axis="0 1 0" stiffness="1e-4"/>
          <geom class="wing" pos="0 -.05 0" euler="0 0 90"/>
        </body>
        <body pos="-.04 0 0">
          <joint axis="0 1 0" stiffness="1e-3"/><geom type="box" size=".02 .008 .004" pos="-.02 0 0" mass=".0005"/>
          <body pos="-.04 0 0">
            <joint axis="0 0 1" stiffness="1e-3"/>
            <geom type="cylinder" size=".006 .01" pos="-.01 0 0" mass=".0002" fluidshape="none"/>
          </body>
        </body>
      </body>
    </worldbody>
    <actuator><motor joint="l1" gear=".002"/><motor joint="r1" gear=".002"/></actuator>
  </mujoco>)";

World flown(const std::string& integrator) {
  World w(replaced(kInsect, "INTEGRATOR", integrator));
  for (int i = 0; i < 100; ++i) {
    w.d.ctrl[0] = w.d.ctrl[1] = std::sin(0.3 * i);
    w.step(1);
  }
  forward(w.m, w.d);
  return w;
}

TEST(Fluid, FlightAgreesWithMuJoCo) {
  expect_near(flown("Euler").d.qfrc_passive,
              {-8.125818745032935e-05, 2.5566228589763338e-05, 0.0019596493216312775, -2.227673819799357e-06,
               1.427895559664664e-05, 2.1399084930606385e-06, 1.3789987199930123e-05, 1.4193577260130518e-06,
               1.5018706604528165e-05, 1.3933385396971344e-06, 2.917933384734521e-06, 5.382716928647401e-08},
              1e-10);
  expect_near(flown("implicit").d.qfrc_passive,
              {-7.335567567308941e-05, 2.4712365874389294e-05, 0.0019488074472415347, -2.15901022068921e-06,
               1.4209730845303717e-05, 2.1370967112750713e-06, 1.312730388368904e-05, 1.227607847199177e-06,
               1.4318756921532296e-05, 1.2043717155618955e-06, 2.8335688230648602e-06, 5.987671335288498e-08},
              1e-10);
  expect_near(flown("implicitfast").d.qfrc_passive,
              {-7.549246472852982e-05, 2.4659564394175742e-05, 0.001948605775862923, -2.140087207694622e-06,
               1.4217911154157836e-05, 2.143224250276633e-06, 1.3145894945933228e-05, 1.2875408472616262e-06,
               1.4301183744658687e-05, 1.2631725933374234e-06, 2.8377323788937115e-06, 4.882467897260125e-08},
              1e-10);
}

}  // namespace fluid_test
}  // namespace corten
