// Contact rows against MuJoCo, with the contacts that MuJoCo found.
#include <gtest/gtest.h>

#include <cmath>

#include "constraint/assemble.h"
#include "constraint/reference.h"
#include "constraint/rows_test.h"
#include "math/vec3.h"

namespace corten {
namespace {

constexpr const char* kSpheres = R"(
<mujoco>
  <option impratio="4"/>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1" surfacevel=".5 .2 .1 0 0 .3"/>
    <body pos="0 0 .3">
      <joint axis="0 1 0"/><joint axis="1 0 0" pos="0 0 .1"/>
      <geom name="a" size=".1" adhesion="2"/>
      <body pos=".3 0 0">
        <joint axis="0 0 1"/><geom name="b" size=".1"/>
        <body pos=".18 .05 0"><joint axis="0 1 0"/><geom name="c" size=".1"/></body>
      </body>
    </body>
    <body pos=".5 .15 .12"><freejoint/><geom name="d" size=".15" surfacevel="0 .3 0 1 2 3"/></body>
  </worldbody>
  <contact>
    <pair geom1="a" geom2="c" condim="1" margin=".4"/>
    <pair geom1="b" geom2="c" condim="3" friction=".7 .6 .01 .001 .002" adhesion="1.5"/>
    <pair geom1="c" geom2="d" condim="4" friction=".8 .9 .02 .001 .002" solref="-200 -10" solimp=".2 .9 .3 .5 2"/>
    <pair geom1="floor" geom2="d" condim="6" friction="1.1 .9 .02 .03 .04" solreffriction=".1 .5"/>
  </contact>
</mujoco>
)";

Contact contact(const Model& m, int pair, double dist, const Vec3& pos, const Mat3& frame) {
  Contact c;
  c.geom = {{m.pair_geom1[pair], m.pair_geom2[pair]}};
  c.dim = m.pair_dim[pair];
  c.friction = m.pair_friction[pair];
  c.solref = m.pair_solref[pair];
  c.solreffriction = m.pair_solreffriction[pair];
  c.solimp = m.pair_solimp[pair];
  c.includemargin = m.pair_margin[pair];
  c.adhesion = m.pair_adhesion[pair];
  c.dist = dist, c.pos = pos, c.frame = frame;
  return c;
}

struct Spheres {
  explicit Spheres(Cone cone) : m(load_text(kSpheres)), d(m) {
    m.opt.cone = cone;
    reset(m, d);
    d.qpos[0] = 0.2, d.qpos[1] = -0.1, d.qpos[2] = 0.15, d.qpos[3] = 0.3;
    for (int i = 0; i < m.nv; ++i) d.qvel[i] = std::sin(i + 1.0);
    forward(m, d);
    const auto pair_of = [&](const char* name) {
      const int geom = m.id(Object::kGeom, name);
      for (int p = 0; p < m.npair; ++p) {
        if (m.pair_geom1[p] == geom) return p;
      }
      return -1;
    };
    d.contact = {
        contact(m, pair_of("floor"), -0.03, {0.5, 0.15, -0.015}, {{0, 0, 1, 0, 1, 0, -1, 0, 0}}),
        contact(m, pair_of("a"), 0.2766593463291, {0.229906257417554, 0.0279946826452714, 0.250017424777368},
                {{0.964240006089341, 0.159350800954328, -0.211774722032734, -0.15564119695381, 0.987222022766517,
                  0.0341832645540338, 0.214515800041891, 0, 0.976720518639998}}),
        contact(m, pair_of("b"), -0.0131845830773059, {0.37691624409374, 0.0279946826452714, 0.220217025158109},
                {{0.886404561156022, 0.406583406611135, -0.221307224080653, -0.394474600069311, 0.913613667514056,
                  0.098487849157512, 0.242232829859945, 0, 0.970218148736687}}),
        contact(m, pair_of("c"), -0.127480410137012, {0.471636162977864, 0.0908406682164351, 0.176003735892592},
                {{0.328818739305625, 0.685827410447107, -0.649244945887817, 0.280685894118631, 0.585435247148393,
                  0.760579384574105, 0.901717065117593, -0.432326652516029, 0}})};
    compute();
  }
  void compute() {
    compute_constraint_rows(m, d);
    compute_constraint_reference(m, d);
  }
  Model m;
  Data d;
};

// clang-format off
const std::vector<ExpectedRow> kPyramidalRows = {
  {6, 0, {1.38415317543, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, 16.8369210186}},
  {6, 0, {0.536187397871, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, 2.74484767221}},
  {6, 0, {1.53077129132, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, -155.009562302}},
  {6, 0, {0.389569281981, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, 174.591330993}},
  {6, 0, {0.941947681413, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, 5.25198142095}},
  {6, 0, {0.978392891888, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, 14.3297872698}},
  {6, 0, {0.955805285636, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, 8.48945754989}},
  {6, 0, {0.964535287665, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, 11.0923111409}},
  {6, 0, {0.930014196477, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, 13.9566032785}},
  {6, 0, {0.990326376824, -0.03, 0, 0, 0.00497773372306, 2770.08310249, 105.263157895, 0.95, 0, 5.62516541224}},
  {5, 1, {0.0199938856637, 0.276659346329, 0.4, 0, 0.00768592322126, 2770.08310249, 105.263157895, 0.95, 0, 325.294367386}},
  {6, 2, {-0.0068153128888, -0.0131845830773, 0, 0, 0.00324564256794, 2770.08310249, 105.263157895, 0.95, 0, 35.2459078184}},
  {6, 2, {0.0068153128888, -0.0131845830773, 0, 0, 0.00324564256794, 2770.08310249, 105.263157895, 0.95, 0, 34.1490689257}},
  {6, 2, {-0.0531394660952, -0.0131845830773, 0, 0, 0.00324564256794, 2770.08310249, 105.263157895, 0.95, 0, 38.9735527365}},
  {6, 2, {0.0531394660952, -0.0131845830773, 0, 0, 0.00324564256794, 2770.08310249, 105.263157895, 0.95, 0, 30.4214240076}},
  {6, 3, {-0.109863484189, -0.127480410137, 0, 0, 0.123137592186, 246.913580247, 11.1111111111, 0.452797299513, -3.96605720426, 24.5229477156}},
  {6, 3, {-1.67097553788, -0.127480410137, 0, 0, 0.123137592186, 246.913580247, 11.1111111111, 0.452797299513, -3.96605720426, 30.7004757358}},
  {6, 3, {-1.53660232511, -0.127480410137, 0, 0, 0.123137592186, 246.913580247, 11.1111111111, 0.452797299513, -3.96605720426, 31.6255184537}},
  {6, 3, {-0.244236696955, -0.127480410137, 0, 0, 0.123137592186, 246.913580247, 11.1111111111, 0.452797299513, -3.96605720426, 23.5979049977}},
  {6, 3, {-0.885237255957, -0.127480410137, 0, 0, 0.123137592186, 246.913580247, 11.1111111111, 0.452797299513, -3.96605720426, 27.5452103727}},
  {6, 3, {-0.895601766112, -0.127480410137, 0, 0, 0.123137592186, 246.913580247, 11.1111111111, 0.452797299513, -3.96605720426, 27.6782130786}},
};
// clang-format on

TEST(ContactTest, PyramidalRowsAgreeWithMujoco) {
  const Spheres w(Cone::kPyramidal);
  const int address[] = {0, 10, 11, 15};
  const double mu[] = {0.55, 0, 0.35, 0.4};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(w.d.contact[i].efc_address, address[i]);
    EXPECT_NEAR(w.d.contact[i].mu, mu[i], 1e-12);
  }
  expect_rows(w.m, w.d, kPyramidalRows);
}

// clang-format off
const std::vector<ExpectedRow> kEllipticRows = {
  {7, 0, {0.96017028665, -0.03, 0, 0, 0.00372292264542, 2770.08310249, 105.263157895, 0.95, 0, 9.79088434539}},
  {7, 0, {0.3854389898, 0, 0, 0, 0.000930730661356, 0, 21.0526315789, 0.95, 0, 1.28109757694}},
  {7, 0, {0.634001116299, 0, 0, 0, 0.00139035074104, 0, 21.0526315789, 0.95, 0, -36.6223214773}},
  {7, 0, {-0.911130261885, 0, 0, 0, 2.8154602506, 0, 21.0526315789, 0.95, 0, -45.3890292444}},
  {7, 0, {-0.145500033809, 0, 0, 0, 1.25131566693, 0, 21.0526315789, 0.95, 0, -8.67617863667}},
  {7, 0, {-0.753902254343, 0, 0, 0, 0.703865062651, 0, 21.0526315789, 0.95, 0, 20.8285946658}},
  {5, 1, {0.0199938856637, 0.276659346329, 0.4, 0, 0.00768592322126, 2770.08310249, 105.263157895, 0.95, 0, 325.294367386}},
  {7, 2, {-3.43472644979e-18, -0.0131845830773, 0, 0, 0.00889095348019, 2770.08310249, 105.263157895, 0.95, 0, 34.7096076863}},
  {7, 2, {-0.00973616126971, 0, 0, 0, 0.00222273837005, 0, 105.263157895, 0.95, 0, 0.783456351962}},
  {7, 2, {-0.0885657768253, 0, 0, 0, 0.00302539389257, 0, 105.263157895, 0.95, 0, 7.12677394078}},
  {7, 3, {-0.890419511035, -0.127480410137, 0, 0, 0.234637180233, 246.913580247, 11.1111111111, 0.452797299513, -3.96605720426, 27.6117117257}},
  {7, 3, {0.975695033557, 0, 0, 0, 0.0586592950582, 0, 11.1111111111, 0.452797299513, -3.96605720426, -3.86095501263}},
  {7, 3, {-0.717980904533, 0, 0, 0, 0.0463480849843, 0, 11.1111111111, 0.452797299513, -3.96605720426, 4.45978525333}},
  {7, 3, {0.259112753862, 0, 0, 0, 93.8548720932, 0, 11.1111111111, 0.452797299513, -3.96605720426, -3.32506764743}},
};
// clang-format on

TEST(ContactTest, EllipticRowsAgreeWithMujoco) {
  const Spheres w(Cone::kElliptic);
  expect_rows(w.m, w.d, kEllipticRows);
}

TEST(ContactTest, ExcludedContactsMakeNoRows) {
  Spheres w(Cone::kElliptic);
  const int all = w.d.nefc;
  w.d.contact[0].exclude = 1;
  w.compute();
  EXPECT_EQ(w.d.nefc, all - 6);
  EXPECT_EQ(w.d.contact[0].efc_address, -1);
  EXPECT_EQ(w.d.contact[1].efc_address, 0);
  w.m.opt.disableflags |= kDisableContact;
  w.compute();
  EXPECT_EQ(w.d.nefc, 0);
  EXPECT_EQ(w.d.contact[1].efc_address, -1);
}

// MuJoCo: a contact that nothing can move is excluded with sparse Jacobians and keeps rows of zeros with dense ones.
TEST(ContactTest, ImmovableContacts) {
  Spheres w(Cone::kElliptic);
  w.d.contact.resize(1);
  w.d.contact[0].geom = {{0, 0}};
  w.compute();
  EXPECT_EQ(w.d.nefc, 6);
  EXPECT_EQ(w.d.nJ, 0);
  w.m.opt.jacobian = Jacobian::kSparse;
  w.compute();
  EXPECT_EQ(w.d.nefc, 0);
  EXPECT_EQ(w.d.contact[0].exclude, 3);
  EXPECT_EQ(w.d.contact[0].efc_address, -1);
}

// A conveyor, a wheel and a wheel on a conveyor: velocities and references of the rows are MuJoCo's.
TEST(ContactTest, SurfaceVelocityOfEitherGeom) {
  const struct {
    const char *cone, *floor, *ball;
    std::vector<double> vel, aref;
  } cases[] = {
      {"pyramidal",
       "surfacevel='.3 .2 .1 0 .4 .7'",
       "",
       {0.33244600154803183, 0.22593760968948198, 0.6010206044206365, -0.04263699318312272, 0.2830927788825255,
        0.27529083235498836},
       {8.985968111130653, 20.197377780451692, -19.28504271756458, 48.46838860914693, 14.181044181183957,
        15.002301710398388}},
      {"pyramidal",
       "",
       "surfacevel='0 .5 .4 1 2 3'",
       {0.6215490360995644, -0.06316542486205058, 0.6688712199902763, -0.1104876087527625, 0.4990919750777756,
        0.059291636159738204},
       {-21.44593026271488, 50.62927615429723, -26.427212777526663, 55.61055866910901, -8.555713313052898,
        37.73905920463525}},
      {"pyramidal",
       "surfacevel='.3 .2 .1 0 .4 .7'",
       "surfacevel='0 .5 .4 1 2 3'",
       {0.425893544865076, 0.1324900663724378, 0.9433085164512938, -0.38492490521377987, 0.4640919750777756,
        0.0942916361597382},
       {-0.8506153959266314, 30.033961287508976, -55.31534924710745, 84.49869513868978, -4.871502786737111,
        34.05484867831946}},
      {"elliptic",
       "surfacevel='.3 .2 .1 0 .4 .7'",
       "",
       {0.2791918056187569, 0.05325419592927491, 0.3218287988018796, 0.07801946527537129},
       {14.591672945791174, -5.605704834660517, -33.876715663355746, -8.212575292144347}},
      {"elliptic",
       "",
       "surfacevel='0 .5 .4 1 2 3'",
       {0.2791918056187569, 0.34235723048080746, 0.3896794143715194, 4.398003389180373},
       {14.591672945791174, -36.03760320850605, -41.01888572331783, -462.9477251768814}},
      {"elliptic",
       "surfacevel='.3 .2 .1 0 .4 .7'",
       "surfacevel='0 .5 .4 1 2 3'",
       {0.2791918056187569, 0.14670173924631913, 0.6641167108325368, 3.698003389180374},
       {14.591672945791174, -15.442288341717804, -69.90702219289861, -389.2635146505657}},
  };
  for (const auto& c : cases) {
    const Model m = load_text(std::string("<mujoco><option cone='") + c.cone +
                              "'/><worldbody><geom type='plane' size='1 1 1' euler='10 20 0' " + c.floor +
                              "/><body pos='0 0 .09' euler='30 40 50'><freejoint/><geom size='.1' mass='1' condim='4' "
                              "friction='.8 .05 .01' " +
                              c.ball + "/></body></worldbody></mujoco>");
    Data d(m);
    for (int i = 0; i < 6; ++i) d.qvel[i] = 0.1 * (i + 1);
    forward(m, d);
    ASSERT_EQ(d.nefc, static_cast<int>(c.vel.size()));
    for (int i = 0; i < d.nefc; ++i) {
      EXPECT_NEAR(d.efc_vel[i], c.vel[static_cast<std::size_t>(i)], 1e-12) << c.cone << c.floor << c.ball << i;
      EXPECT_NEAR(d.efc_aref[i], c.aref[static_cast<std::size_t>(i)], 1e-9) << c.cone << c.floor << c.ball << i;
    }
  }
}

}  // namespace
}  // namespace corten
