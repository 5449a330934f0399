// Item 4: spatial tendons, straight, branched and wrapped round spheres and cylinders.
// Numbers without a formula are MuJoCo's. Lengths within 1e-6 and forces within 1e-5, as the specification asks, or
// tighter.
#include <algorithm>
#include <cmath>

#include "math/vec3.h"
#include "spatial_tendon_models.h"
#include "world.h"

namespace corten {
namespace spatial_tendon_test {

using namespace spatial_tendon;

// Moves sites off the axes of their hinges, so that wrapped lengths change with the joints.
std::string off_axis(const char* model) {
  std::string text = model;
  for (const char* name : {"s1", "origin"}) {
    const std::string site = std::string("<site name=\"") + name + "\"";
    text = replaced(text, site + "/>", site + " pos=\"0.03 -0.02 0.01\"/>");
  }
  text = replaced(text, "<site name=\"s1\" pos=\"0 0.3 0\"/>", "<site name=\"s1\" pos=\"0.05 0.3 0\"/>");
  return replaced(text, "<site name=\"s3\"/>", "<site name=\"s3\" pos=\"0.04 0 -0.05\"/>");
}

Vec3 path_point(const Data& d, int k) {
  const double* p = d.wrap_xpos[k / 2].data() + 3 * (k % 2);
  return {p[0], p[1], p[2]};
}

double length_at(World& w, std::initializer_list<double> qpos) {
  std::copy(qpos.begin(), qpos.end(), w.d.qpos.begin());
  forward(w.m, w.d);
  return w.d.ten_length[0];
}

// Derivative of the length along each scalar joint.
void expect_gradient(const World& w, double tolerance) {
  const double h = 1e-7;
  const std::vector<double> row = w.tendon_row();
  double largest = 0;
  for (int i = 0; i < w.m.nv; ++i) {
    Data left = w.d, right = w.d;
    left.qpos[i] -= h;
    right.qpos[i] += h;
    forward(w.m, left);
    forward(w.m, right);
    EXPECT_NEAR(row[static_cast<std::size_t>(i)], (right.ten_length[0] - left.ten_length[0]) / (2 * h), tolerance);
    largest = std::max(largest, std::abs(row[static_cast<std::size_t>(i)]));
  }
  EXPECT_GT(largest, 1e-3);
}

TEST(SpatialTendon, LengthIsTheDistanceOfTheSites) {
  World w(kStraight);
  EXPECT_NEAR(w.d.ten_length[0], 0.7, 1e-12);
  for (const double angle : {-2.0, -0.5, 0.3, 1.0, 2.5}) {
    const double length = length_at(w, {0.4, angle});
    EXPECT_NEAR(length, norm(w.d.site_xpos[1] - w.d.site_xpos[0]), 1e-12);
    EXPECT_NEAR(length, std::sqrt(0.25 + 0.04 + 0.2 * std::cos(angle)), 1e-12);  // law of cosines
  }
}

TEST(SpatialTendon, LengthIsTheSumOfSegments) {
  World w(kThreeSites);
  EXPECT_NEAR(w.d.ten_length[0], 1.05, 1e-12);
  for (const double angle : {-1.0, 0.5, 2.0}) {
    const double length = length_at(w, {0.2, angle, -0.7 * angle});
    const auto& p = w.d.site_xpos;
    EXPECT_NEAR(length, norm(p[1] - p[0]) + norm(p[2] - p[1]), 1e-12);
  }
}

TEST(SpatialTendon, TheShortestPathRoundASphere) {
  EXPECT_NEAR(World(kSphere).d.ten_length[0], 0.6084326292503546, 1e-12);
  // tangents from both sites and the arc between them, by the angles seen from the centre
  const double l = std::hypot(0.3, 0.05), angle = M_PI - 2 * std::atan2(0.05, 0.3) - 2 * std::acos(0.1 / l);
  EXPECT_NEAR(World(kSphere).d.ten_length[0], 2 * std::sqrt(l * l - 0.01) + 0.1 * angle, 1e-12);
  const World clear(replaced(kSphere, "0.3 0.05 0", "0.3 0.15 0"));
  EXPECT_NEAR(clear.d.ten_length[0], 0.6, 1e-12);
  EXPECT_EQ(clear.d.ten_wrapnum[0], 2);
}

TEST(SpatialTendon, TheShortestPathRoundACylinder) {
  const World w(kCylinder);
  EXPECT_NEAR(w.d.ten_length[0], 0.7450720680935445, 1e-12);
  // a helix: the path climbs evenly, so its length is that of the flat path together with the height
  const double l1 = std::hypot(0.3, 0.1), l2 = std::hypot(0.3, 0.05), r = 0.08;
  const double between = M_PI - std::atan2(0.1, 0.3) + std::atan2(0.05, 0.3);
  const double arc = r * (between - std::acos(r / l1) - std::acos(r / l2));
  const double flat = std::sqrt(l1 * l1 - r * r) + std::sqrt(l2 * l2 - r * r) + arc;
  EXPECT_NEAR(w.d.ten_length[0], std::hypot(flat, 0.4), 1e-12);
}

TEST(SpatialTendon, JacobianIsTheGradientOfLength) {
  expect_gradient(World(kStraight, {0.3, 0.8}), 1e-7);
  expect_gradient(World(kThreeSites, {0.3, 0.8, -0.4}), 1e-7);
  for (const char* model : {kSphere, kCylinder, kSphereSide, kCylinderSide, kForcedSide}) {
    const World w(off_axis(model), {0.1, -0.2});
    ASSERT_EQ(w.d.ten_wrapnum[0], 4);
    expect_gradient(w, 1e-7);
  }
}

TEST(SpatialTendon, VelocityIsTheRateOfLength) {
  for (const char* model : {kStraight, kSphere, kCylinder, kThreeSites}) {
    const World w(off_axis(model), {0.1, -0.2}, {0.7, -1.1});
    EXPECT_NEAR(w.d.ten_velocity[0], dot(w.tendon_row(), w.d.qvel), 1e-14);
    World next = w;
    const double h = 1e-6;
    for (int i = 0; i < w.m.nq; ++i) next.d.qpos[i] += h * w.d.qvel[i];
    forward(next.m, next.d);
    EXPECT_NEAR(w.d.ten_velocity[0], (next.d.ten_length[0] - w.d.ten_length[0]) / h, 1e-5);
  }
}

TEST(SpatialTendon, SpringAndDamperActThroughTheJacobian) {
  const World w(kStraight, {0.1, 0.9}, {0.4, -0.6});
  const double spring = 100 * (0.7 - w.d.ten_length[0]), damper = -10 * w.d.ten_velocity[0];
  const std::vector<double> row = w.tendon_row();
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(w.d.qfrc_spring[i], row[static_cast<std::size_t>(i)] * spring, 1e-12);
    EXPECT_NEAR(w.d.qfrc_damper[i], row[static_cast<std::size_t>(i)] * damper, 1e-12);
    EXPECT_NEAR(w.d.qfrc_passive[i], w.d.qfrc_spring[i] + w.d.qfrc_damper[i], 1e-12);
  }
  EXPECT_GT(std::abs(w.d.qfrc_passive[1]), 0.1);
}

// Corrected: springlength has two values with a dead band between them.
TEST(SpatialTendon, NoSpringForceWithinTheDeadBand) {
  const std::string banded = replaced(kStraight, "stiffness=\"100\"", "stiffness=\"100\" springlength=\"0.4 0.6\"");
  EXPECT_EQ(World(banded, {0, 2.0}).d.qfrc_spring[1], 0);  // length 0.454
  const World longer(banded, {0, 0.5});
  EXPECT_NEAR(longer.d.qfrc_spring[1], longer.tendon_row()[1] * 100 * (0.6 - longer.d.ten_length[0]), 1e-12);
}

TEST(SpatialTendon, LimitForceActsThroughTheJacobian) {
  const World w(kLimited, {0.2, 2.9}, {0.3, 0.5});
  ASSERT_EQ(w.d.nefc, 1);
  EXPECT_NEAR(w.d.efc_pos[0], w.d.ten_length[0] - 0.35, 1e-12);
  EXPECT_NEAR(w.d.efc_aref[0], 110.5700651173382, 1e-8);
  EXPECT_NEAR(w.d.efc_force[0], 2160.049916710704, 1e-5);
  EXPECT_NEAR(w.d.qfrc_constraint[0], 0, 1e-10);
  EXPECT_NEAR(w.d.qfrc_constraint[1], -166.96013888465657, 1e-6);
  EXPECT_NEAR(w.d.qfrc_constraint[1], w.tendon_row()[1] * w.d.efc_force[0], 1e-10);
  EXPECT_EQ(World(kLimited, {0.2, 1.0}).d.nefc, 0);
}

TEST(SpatialTendon, ActuatorPullsTheTendon) {
  World w(replaced(kStraight, "gear=\"1\"", "gear=\"3\""), {0.1, 0.9});
  w.d.ctrl[0] = 2;
  forward(w.m, w.d);
  EXPECT_EQ(w.d.actuator_force[0], 2);
  EXPECT_NEAR(w.d.actuator_length[0], 3 * w.d.ten_length[0], 1e-12);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(w.d.qfrc_actuator[static_cast<int>(i)], 3 * w.tendon_row()[i] * 2, 1e-12);
  }
}

TEST(SpatialTendon, PulleyDividesWhatFollows) {
  const World w(kPulley);
  EXPECT_NEAR(w.d.ten_length[0], 0.75, 1e-12);
  expect_near(w.tendon_row(), {1, -0.5}, 1e-12);
}

TEST(SpatialTendon, NoJumpWhereWrappingEnds) {
  World w(kCollinear);
  double wrapped = 0, straight = 0.2;  // both sites at this height
  for (int i = 0; i < 60; ++i) {
    const double middle = (wrapped + straight) / 2;
    length_at(w, {middle, middle});
    (w.d.ten_wrapnum[0] == 4 ? wrapped : straight) = middle;
  }
  EXPECT_NEAR(straight, 0.1, 1e-12);
  EXPECT_NEAR(length_at(w, {wrapped, wrapped}), length_at(w, {straight, straight}), 1e-8);
  // and the length is monotone on the way there
  double last = 1;
  for (double height = 0; height < 0.15; height += 0.001) {
    const double length = length_at(w, {height, height});
    EXPECT_LE(length, last + 1e-12);
    EXPECT_LT(last - length, height == 0 ? 1 : 2e-3);
    last = length;
  }
}

TEST(SpatialTendon, LengthAtReferenceIsTheRestLength) {
  const double lengths[] = {0.7,
                            0.6084326292503546,
                            0.7450720680935445,
                            0.75,
                            0.6413120962419648,
                            1.05,
                            0.7,
                            0.6336528068400624,
                            0.7450720680935445,
                            0.8666278240376272,
                            1.1544880737688974,
                            0.9496723568558081};
  const char* models[] = {kStraight, kSphere,    kCylinder,     kPulley,     kSphereSide, kThreeSites,
                          kLimited,  kCollinear, kCylinderSide, kForcedSide, kFreeBody,   kMixed};
  for (int i = 0; i < 12; ++i) {
    const World w(models[i]);
    EXPECT_NEAR(w.d.ten_length[0], lengths[i], 1e-10) << "model " << static_cast<char>('A' + i);
    EXPECT_NEAR(w.m.tendon_length0[0], lengths[i], 1e-10);
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(w.m.tendon_lengthspring[0][k], lengths[i], 1e-10);
  }
}

// Corrected: in model G the tendon points at both hinges, so that a unit force accelerates nothing and acc0 is zero.
TEST(SpatialTendon, Acc0OfAMuscleFollowsFromTheMoment) {
  EXPECT_NEAR(World(kLimited).m.actuator_acc0[0], 0, 1e-12);
  const World bent(replaced(kLimited, "name=\"s2\" pos=\"0 0 -0.2\"", "name=\"s2\" pos=\"0.1 0 -0.2\""));
  EXPECT_NEAR(bent.m.actuator_acc0[0], 1.4980427078844567, 1e-9);
  EXPECT_EQ(bent.m.actuator_lengthrange[0], (Vec<2>{0.35, 0.9}));
}

TEST(SpatialTendon, ASideSiteChoosesTheWayRoundASphere) {
  const World above(kSphereSide), below(replaced(kSphereSide, "pos=\"0 0.3 0\"", "pos=\"0 -0.3 0\""));
  EXPECT_NEAR(above.d.ten_length[0], 0.6413120962419648, 1e-12);
  EXPECT_GT(std::abs(above.d.ten_length[0] - below.d.ten_length[0]), 1e-3);
  for (int k : {1, 2}) {
    EXPECT_GT(path_point(above.d, k).y, 0);
    EXPECT_LT(path_point(below.d, k).y, 0);
  }
}

TEST(SpatialTendon, ASideSiteChoosesTheWayRoundACylinder) {
  const World above(kCylinderSide), below(replaced(kCylinderSide, "pos=\"0 0.2 0\"", "pos=\"0 -0.2 0\""));
  EXPECT_NEAR(above.d.ten_length[0], 0.7450720680935445, 1e-12);
  EXPECT_NEAR(below.d.ten_length[0], 0.766329409223197, 1e-12);
}

TEST(SpatialTendon, SideSiteForcesWrapping) {
  const World w(kForcedSide);
  EXPECT_NEAR(w.d.ten_length[0], 0.8666278240376272, 1e-12);
  EXPECT_EQ(w.d.ten_wrapnum[0], 4);
}

TEST(SpatialTendon, CollinearSitesChooseSomePlane) {
  const World w(kCollinear);
  EXPECT_NEAR(w.d.ten_length[0], 2 * std::sqrt(0.09 - 0.01) + 0.1 * std::acos(7.0 / 9), 1e-12);
  // MuJoCo's plane
  EXPECT_LT(norm(path_point(w.d, 1) - Vec3{-1.0 / 30, 2.0 / 30, 2.0 / 30}), 1e-12);
  EXPECT_LT(norm(path_point(w.d, 2) - Vec3{1.0 / 30, 2.0 / 30, 2.0 / 30}), 1e-12);
}

// Length, velocity and passive force on the first dof after 1, 50 and 100 steps from qpos + (.1, -.2, .15), qvel .5,
// ctrl .3, with sites off their axes.
TEST(SpatialTendon, TrajectoriesAgreeWithMuJoCo) {
  struct Run {
    const char* model;
    double wanted[9];
  };
  const Run runs[] = {
      {kStraight,
       {0.7064031731176279, 0.019740760058034927, 0, 0.7100027729861198, 0.035831846294305254, 0, 0.7105824665204338,
        -0.026994810674965675, 0}},
      {kSphere,
       {0.5809965023287303, 0.10263166894166345, -0.011654834827905447, 0.5848401415183058, -0.3210364343507071,
        0.008375276683351897, 0.5833506128374105, 0.42297120612615696, -8.969439663035056e-05}},
      {kCylinder,
       {0.5361543413061507, 0.10061641210300806, 0, 0.522915276519933, -0.10604560414059816, 0, 0.5148978982853951,
        -0.06049356381929091, 0}},
      {kPulley,
       {0.9341926270921121, -1.2434041153270425, -19.6687684429449, 0.9344812924226382, 2.6083726684489514,
        -19.69747897469421, 0.9245157763127325, 4.901240130611958, -18.693752093787705}},
      {kSphereSide,
       {0.6073659449873514, -0.006425705961193079, 0, 0.6067817562859508, -0.005493193624048364, 0, 0.6062808145344686,
        -0.00452272621187136, 0}},
      {kThreeSites,
       {1.0554290109281244, 0.01454494541910085, 0, 1.0602844617215537, 0.043681613492689814, 0, 1.0591476409652887,
        -0.04660569522189874, 0}},
      {kLimited,
       {0.7064031404053653, 0.019724471286965774, 0, 0.7078754925618206, 0.009319088795692607, 0, 0.7084612577321218,
        0.0033465104777527315, 0}},
      {kCollinear,
       {0.6443365261764377, 0.15247749160656437, 0, 0.6634457101085933, 0.10894622368535839, 0, 0.6455564964520794,
        -0.16228104223330597, 0}},
      {kCylinderSide,
       {0.5379690350445095, -0.22132527381103007, 0, 0.522915276519933, -0.10604560414059816, 0, 0.5148978982853951,
        -0.06049356381929091, 0}},
      {kForcedSide,
       {0.8336270963006067, 0.007433365965419054, 0, 0.834398761872361, 0.00831068829052025, 0, 0.8352734607438896,
        0.009178440310903493, 0}},
      {kFreeBody,
       {1.243893937286453, -0.7938309517882189, -8.912822940947251, 1.0624585842844476, -0.9945158797976079,
        9.20283803825629, 1.2467616752293866, 0.6718621645192907, -9.190091271048553}},
      {kMixed,
       {1.004980302239678, 0.01055889399630356, 0, 0.9996285943630135, -0.1050505359535848, 0, 0.993801534436888,
        0.03360094397998564, 0}},
  };
  const double shift[] = {0.1, -0.2, 0.15};
  for (const auto& [model, wanted] : runs) {
    World w(off_axis(model));
    for (int i = 0; i < std::min(w.m.nq, 3); ++i) w.d.qpos[i] += shift[i];
    std::fill(w.d.qvel.begin(), w.d.qvel.end(), 0.5);
    std::fill(w.d.ctrl.begin(), w.d.ctrl.end(), 0.3);
    int at = 0;
    for (const int count : {1, 49, 50}) {
      w.step(count);
      forward(w.m, w.d);
      for (const double value : {w.d.ten_length[0], w.d.ten_velocity[0], w.d.qfrc_passive[0]}) {
        EXPECT_NEAR(value, wanted[at], 1e-8 * std::max(1.0, std::abs(wanted[at]))) << model << at;
        ++at;
      }
    }
  }
}

bool path_is_accepted(const std::string& path) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text(
      "<mujoco><worldbody><body><joint name='j'/><geom name='g' size='.1'/>"
      "<geom name='box' type='box' size='.1 .1 .1'/><site name='a'/>"
      "<site name='c' pos='.3 0 0'/><site name='in' pos='.02 0 0'/></body></worldbody>"
      "<tendon><spatial>" +
          path + "</spatial></tendon></mujoco>",
      ".", diagnostics);
  if (!diagnostics.has_errors()) compile(spec, diagnostics);
  return !diagnostics.has_errors();
}

TEST(SpatialTendon, InvalidPathsAreRejected) {
  const std::string a = "<site site='a'/>", c = "<site site='c'/>", geom = "<geom geom='g'/>",
                    pulley = "<pulley divisor='2'/>";
  EXPECT_TRUE(path_is_accepted(a + c));
  const std::string bad[] = {
      "", a, geom + a + c, a + c + geom, a + geom + geom + c, a + geom + pulley + a + c, a + c + pulley + geom + c,
      a + "<geom geom='box'/>" + c, a + c + "<pulley divisor='-1'/>" + a + c, a + "<site site='unknown'/>",
      a + "<geom geom='unknown'/>" + c, a + "<geom geom='g' sidesite='unknown'/>" + c,
      a + "<joint joint='j' coef='1'/>" + c,
      // corrected: errors in MuJoCo that the specification accepts
      a + a, a + c + pulley, a + c + pulley + pulley + a + c, a + c + pulley + a, a + pulley + a + c};
  for (const std::string& path : bad) EXPECT_FALSE(path_is_accepted(path)) << path;
  // corrected: MuJoCo accepts these
  EXPECT_TRUE(path_is_accepted(a + "<geom geom='g' sidesite='in'/>" + c));
  EXPECT_TRUE(path_is_accepted(pulley + a + c));
  EXPECT_TRUE(path_is_accepted(a + c + "<pulley divisor='0'/>" + a + c));
}

TEST(SpatialTendon, FreeJointTurnsAboutBodyAxes) {
  const World w(kFreeBody);
  expect_near(w.tendon_row(),
              {0.988681808129095, 0.08661847815676765, -0.12249702656141853, 0.06124851328070926, -0.12249702656141853,
               -0.06124851328070926},
              1e-10);
}

TEST(SpatialTendon, StraightAndWrappedSegmentsShareAPath) {
  const World w(kMixed);
  const auto& p = w.d.site_xpos;
  EXPECT_EQ(w.d.ten_wrapnum[0], 5);
  // the wrapped part lies in the plane x = 0, with s2, centre and s3 at (.15, .5), (0, .3), (0, .1)
  const double arc = 0.08 * 2 * std::asin(norm(path_point(w.d, 3) - path_point(w.d, 2)) / 0.16);
  EXPECT_NEAR(w.d.ten_length[0],
              norm(p[1] - p[0]) + norm(path_point(w.d, 2) - p[1]) + arc + norm(p[2] - path_point(w.d, 3)), 1e-12);
  expect_gradient(World(off_axis(kMixed), {0.05, 0.1, 0.05}), 1e-6);
}

}  // namespace spatial_tendon_test
}  // namespace corten
