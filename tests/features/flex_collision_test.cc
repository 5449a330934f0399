// Items 42A-iv and 42A-v: contacts of a flex with itself and of two flexes.
//
// Numbers are MuJoCo's for the same models. Corrected: the vertices of a flex touch planes only; flexes touch each
// other and themselves with elements, and with vertices next to elements if `internal` is on.
#include <vector>

#include "flex_scenes.h"

namespace corten {
namespace flex_collision_test {

// ---- item 42A-iv

struct Crumpled {
  const char* shape;
  double size, height;  // of the deformation across and along z
};
constexpr Crumpled kRope{"count='40 1 1' dim='1'", .2, .05}, kSheet{"count='5 5 1' dim='2'", .03, 1},
    kBlock{"count='3 3 2' dim='3'", .02, 1};

// qpos_i = size sin(1.3 i (i mod 3 + 1) + 0.2), along z times height
World crumple(const Crumpled& flex, bool internal, const std::string& how, const std::string& more = "") {
  World w(flexcomp_model(flex.shape, std::string("<contact internal='") + (internal ? "true" : "false") +
                                         "' selfcollide='" + how + "' " + more + "/><edge equality='true'/>"));
  for (int i = 0; i < w.m.nq; ++i) {
    w.d.qpos[i] = flex.size * std::sin(1.3 * i * (i % 3 + 1) + .2) * (i % 3 == 2 ? flex.height : 1);
  }
  forward(w.m, w.d);
  return w;
}

struct SelfCase {
  Crumpled flex;
  bool internal;
  const char* how;
  int contacts;
  double sum[4];  // fingerprints of the elements, vertices and dimensions; of distances, positions and normals
};
const SelfCase kSelfCases[] = {
    {kRope, true, "none", 0, {0, 0, 0, 0}},
    {kRope, true, "narrow", 26, {20.203321094440014, -0.04422228811547476, -0.5112478017840073, 5.437081020716924}},
    {kRope, true, "bvh", 26, {64.35197782158788, -0.04538650577143874, 0.5901783653396584, -8.274870149427793}},
    {kRope, true, "sap", 26, {14.740980976479285, -0.04672845485753832, -0.5302025673725104, 7.271233661937339}},
    {kRope, false, "none", 0, {0, 0, 0, 0}},
    {kRope, false, "narrow", 26, {20.203321094440014, -0.04422228811547476, -0.5112478017840073, 5.437081020716924}},
    {kRope, false, "bvh", 26, {64.35197782158788, -0.04538650577143874, 0.5901783653396584, -8.274870149427793}},
    {kRope, false, "sap", 26, {14.740980976479285, -0.04672845485753832, -0.5302025673725104, 7.271233661937339}},
    {kSheet, true, "none", 2, {22.564190831918356, -0.007168950248632938, 0.040426620376315926, -0.2732878453381823}},
    {kSheet, true, "narrow", 6, {45.79063254461476, -0.03006882074246602, -0.03988532132867986, -1.6208932669188176}},
    {kSheet, true, "bvh", 6, {4.261608205559713, -0.03411937318287144, 0.0008706918798058842, -1.90147323465761}},
    {kSheet, true, "sap", 6, {16.98571005180017, -0.03259275623162319, -0.0034864996828646404, -2.189496933053123}},
    {kSheet, false, "none", 0, {0, 0, 0, 0}},
    {kSheet, false, "narrow", 4, {-24.972702850242197, -0.02841365551565774, 0.06712704181974193, 1.153769372765765}},
    {kSheet, false, "bvh", 4, {16.010611131268487, -0.02735503114760164, 0.016078862184713705, 1.8595990438860897}},
    {kSheet, false, "sap", 4, {1.6261498102260723, -0.02861819670589434, 0.01434257428324769, 0.9678710789502076}},
    {kBlock, true, "none", 38, {-6.307765157882262, 0.06102985723240494, -0.03809732732829221, 3.188826879263144}},
    {kBlock, true, "narrow", 75, {-25.761194875170574, 0.014980320593654294, -0.06120443673291706, 3.7937152855513143}},
    {kBlock, true, "bvh", 75, {5.159212942521307, 0.01916997714100016, 0.025443231420282618, 5.656012785342784}},
    {kBlock, true, "sap", 75, {-15.997492057799901, 0.03302272313946846, 0.023543377134897785, 8.087628474816256}},
    {kBlock, false, "none", 0, {0, 0, 0, 0}},
    {kBlock,
     false,
     "narrow",
     37,
     {-15.982835518973719, 0.007965732658833559, 0.009500130466732032, -1.4514730017509418}},
    {kBlock, false, "bvh", 37, {15.538796935773497, 0.003079069875129622, -0.04863190821664472, -0.6745448327837671}},
    {kBlock, false, "sap", 37, {-5.105776567171446, -0.011017996329369886, -0.0522966164558514, -3.406588299705727}},
};

void expect_contacts(const World& w, const SelfCase& wanted) {
  std::vector<double> ids, dist, pos, normal;
  for (const Contact& c : w.d.contact) {
    EXPECT_EQ(c.flex, (IntVec<2>{{0, 0}}));
    EXPECT_EQ(c.geom, (IntVec<2>{{-1, -1}}));
    for (const int id : {c.elem[0], c.elem[1], c.vert[0], c.vert[1], c.dim}) ids.push_back(id);
    dist.push_back(c.dist);
    for (int k = 0; k < 3; ++k) pos.push_back(c.pos[k]), normal.push_back(c.frame(0, k));
  }
  EXPECT_NEAR(fingerprint(ids), wanted.sum[0], 1e-9);
  // a contact of two convex shapes is found to about 1e-6 of their size
  EXPECT_NEAR(fingerprint(dist), wanted.sum[1], 1e-6);
  EXPECT_NEAR(fingerprint(pos), wanted.sum[2], 1e-5);
  EXPECT_NEAR(fingerprint(normal), wanted.sum[3], 1e-4);
}

// Which, in which order, where and how deep: for lines, triangles and tetrahedra and each way to find them.
TEST(FlexSelfCollision, CrumpledFlexesTouchAsInMujoco) {
  for (const SelfCase& wanted : kSelfCases) {
    SCOPED_TRACE(std::string(wanted.flex.shape) + (wanted.internal ? " internal " : " ") + wanted.how);
    const World w = crumple(wanted.flex, wanted.internal, wanted.how);
    ASSERT_EQ(w.contacts(), static_cast<std::size_t>(wanted.contacts));
    expect_contacts(w, wanted);
  }
}

TEST(FlexSelfCollision, NoCommonBitNoSelfContacts) {
  for (const Crumpled& flex : {kRope, kSheet, kBlock}) {
    EXPECT_GT(crumple(flex, true, "narrow", "contype='2' conaffinity='3'").contacts(), 0u);
    for (const char* how : {"none", "narrow", "bvh", "sap", "auto"}) {
      EXPECT_EQ(crumple(flex, true, how, "contype='2' conaffinity='1'").contacts(), 0u) << flex.shape;
    }
  }
}

// The same crumpled flexes, all on one body.
TEST(FlexSelfCollision, RigidFlexesSkipAll) {
  for (const Crumpled& flex : {kRope, kSheet, kBlock}) {
    for (const char* how : {"narrow", "bvh", "sap", "auto"}) {
      World w = crumple(flex, true, how);
      EXPECT_GT(w.contacts(), 0u);
      w.m.flex_rigid[0] = true;
      forward(w.m, w.d);
      EXPECT_EQ(w.contacts(), 0u) << flex.shape << " " << how;
    }
  }
}

TEST(FlexSelfCollision, NoneMeansNone) {
  for (const Crumpled& flex : {kRope, kSheet, kBlock}) EXPECT_EQ(crumple(flex, false, "none").contacts(), 0u);
}

// ---- item 42A-v

// A block of one cube on a sheet, over a ball.
std::string block_on_sheet(const std::string& geom, const std::string& sheet, const std::string& block,
                           const std::string& option = "") {
  return "<mujoco>" + option + "<worldbody><body pos='0 0 .02'><freejoint/><geom type='sphere' size='.04' " + geom +
         "/></body><flexcomp name='sheet' type='grid' count='4 4 1' spacing='.04 .04 .04' dim='2' radius='.005' "
         "pos='0 0 .05'><contact selfcollide='none' internal='false' " +
         sheet +
         "/><edge equality='true'/></flexcomp><flexcomp name='block' type='grid' count='2 2 2' "
         "spacing='.04 .04 .04' dim='3' radius='.005' pos='.03 .02 .08' euler='7 4 20'><contact selfcollide='none' "
         "internal='false' " +
         block + "/><edge equality='true'/></flexcomp></worldbody></mujoco>";
}
int between_flexes(const World& w) {
  int count = 0;
  for (const Contact& c : w.d.contact) count += c.flex[0] == 0 && c.flex[1] == 1;
  return count;
}

TEST(FlexPairCollision, MasksDecideBetweenTwoFlexes) {
  for (const int disable : {0, static_cast<int>(kDisableMidphase)}) {
    World w(block_on_sheet("contype='0' conaffinity='0'", "", ""));
    w.m.opt.disableflags |= disable;
    constexpr int kMask[] = {0, 1, 2, 6};
    for (int bits = 0; bits < 256; ++bits) {
      const int type1 = kMask[bits % 4], affinity1 = kMask[bits / 4 % 4], type2 = kMask[bits / 16 % 4],
                affinity2 = kMask[bits / 64];
      w.m.flex_contype[0] = type1, w.m.flex_conaffinity[0] = affinity1;
      w.m.flex_contype[1] = type2, w.m.flex_conaffinity[1] = affinity2;
      forward(w.m, w.d);
      EXPECT_EQ(between_flexes(w), (type1 & affinity2) != 0 || (type2 & affinity1) != 0 ? 18 : 0) << bits;
    }
  }
}

TEST(FlexPairCollision, TwoFlexesTouchAsInMujoco) {
  const World w(block_on_sheet("contype='0' conaffinity='0'", "", ""));
  std::vector<double> ids, dist, pos, normal;
  for (const Contact& c : w.d.contact) {
    for (const int id : {c.elem[0], c.elem[1], c.vert[0], c.vert[1], c.dim}) ids.push_back(id);
    dist.push_back(c.dist);
    for (int k = 0; k < 3; ++k) pos.push_back(c.pos[k]), normal.push_back(c.frame(0, k));
  }
  ASSERT_EQ(w.contacts(), 18u);
  EXPECT_NEAR(fingerprint(ids), 16.3439679325129, 1e-9);
  EXPECT_NEAR(fingerprint(dist), 0.004153652954606825, 1e-7);
  EXPECT_NEAR(fingerprint(pos), 0.008362430750479148, 1e-5);
  EXPECT_NEAR(fingerprint(normal), 0.18583751641411583, 1e-5);
}

struct Mixed {
  int dim;
  double margin;
  Vec<5> friction;
  Vec<2> solref;
  Vec<5> solimp;
};
struct MixCase {
  std::string geom, sheet, block, option;
  Mixed with_geom, with_block;  // the sheet with the ball, and with the block
};

const std::string kA =
    "condim='4' friction='.7 .02 .003' solref='.03 .8' solimp='.7 .8 .002 .4 3' solmix='2' margin='.001' gap='.0005' ";
const std::string kB =
    "condim='3' friction='.5 .04 .001' solref='.05 1.2' solimp='.8 .97 .003 .6 1' solmix='.5' margin='.002' "
    "gap='.001' ";
const std::string kC =
    "condim='1' friction='.9 .01 .002' solref='.01 1.1' solimp='.6 .9 .001 .5 2' solmix='1' margin='.003' ";
const std::string kDirect =
    "condim='6' friction='.3 .01 .0001' solref='-500 -20' solimp='.9 .95 .001 .5 2' solmix='4' ";

const MixCase kMixCases[] = {
    {kA,
     kB,
     kC,
     "",
     {4, .003, {{.7, .7, .04, .003, .003}}, {{.034, .88}}, {{.72, .834, .0022, .44, 2.6}}},
     {3, .005, {{.9, .9, .04, .002, .002}}, {{.07 / 3, 3.4 / 3}}, {{2. / 3, 2.77 / 3, .005 / 3, 1.6 / 3, 5. / 3}}}},
    {kB,
     kC,
     kA,
     "",
     {3, .005, {{.9, .9, .04, .002, .002}}, {{.07 / 3, 3.4 / 3}}, {{2. / 3, 2.77 / 3, .005 / 3, 1.6 / 3, 5. / 3}}},
     {4, .004, {{.9, .9, .02, .003, .003}}, {{.07 / 3, .9}}, {{2. / 3, 2.5 / 3, .005 / 3, 1.3 / 3, 8. / 3}}}},
    // the sheet decides, then the others do; margins add up all the same
    {kA,
     kB + "priority='1'",
     kC,
     "",
     {3, .003, {{.5, .5, .04, .001, .001}}, {{.05, 1.2}}, {{.8, .97, .003, .6, 1}}},
     {3, .005, {{.5, .5, .04, .001, .001}}, {{.05, 1.2}}, {{.8, .97, .003, .6, 1}}}},
    {kA + "priority='2'",
     kB + "priority='1'",
     kC + "priority='3'",
     "",
     {4, .003, {{.7, .7, .02, .003, .003}}, {{.03, .8}}, {{.7, .8, .002, .4, 3}}},
     {1, .005, {{.9, .9, .01, .002, .002}}, {{.01, 1.1}}, {{.6, .9, .001, .5, 2}}}},
    // stiffness and damping given directly: the smaller of each, while solimp is mixed 8 to 1
    {kDirect,
     kB,
     kDirect,
     "",
     {6, .002, {{.5, .5, .04, .001, .001}}, {{-500, -20}}, {{8 / 9., 8.57 / 9, .011 / 9, 4.6 / 9, 17 / 9.}}},
     {6, .002, {{.5, .5, .04, .001, .001}}, {{-500, -20}}, {{8 / 9., 8.57 / 9, .011 / 9, 4.6 / 9, 17 / 9.}}}},
    {kA,
     kB,
     kC,
     "<option o_margin='.004' o_solref='.07 .9' o_solimp='.5 .6 .01 .5 2' o_friction='.4 .3 .2 .1 .05'>"
     "<flag override='enable'/></option>",
     {4, .004, {{.4, .3, .2, .1, .05}}, {{.07, .9}}, {{.5, .6, .01, .5, 2}}},
     {3, .004, {{.4, .3, .2, .1, .05}}, {{.07, .9}}, {{.5, .6, .01, .5, 2}}}}};

template <int N>
void expect_near(const Vec<N>& got, const Vec<N>& wanted) {
  for (int i = 0; i < N; ++i) EXPECT_NEAR(got[i], wanted[i], 1e-14);
}

TEST(FlexPairCollision, ParametersAreMixedByPriorityAndSolmix) {
  for (const MixCase& mix : kMixCases) {
    SCOPED_TRACE(mix.geom + "|" + mix.sheet + "|" + mix.block);
    const World w(block_on_sheet(mix.geom, mix.sheet, mix.block, mix.option));
    int seen[2] = {};
    for (const Contact& c : w.d.contact) {
      if (c.flex[0] < 0 && c.flex[1] == 1) continue;  // the ball and the block
      const bool flexes = c.flex[0] == 0;
      const Mixed& wanted = flexes ? mix.with_block : mix.with_geom;
      ++seen[flexes];
      EXPECT_EQ(c.dim, wanted.dim);
      EXPECT_NEAR(c.includemargin, wanted.margin, 1e-16);
      expect_near(c.friction, wanted.friction);
      expect_near(c.solref, wanted.solref);
      expect_near(c.solimp, wanted.solimp);
    }
    EXPECT_GT(seen[0], 5);
    EXPECT_GT(seen[1], 5);
  }
}

// Criterion 5, and 7 of item 42A-iv: what touches geoms is the same with and without the contacts of flexes.
TEST(FlexPairCollision, ContactsWithGeomsAreUnaffected) {
  const auto with_geoms = [](const World& w) {
    std::vector<double> dist;
    for (const Contact& c : w.d.contact) {
      if (c.geom[0] >= 0) dist.push_back(c.dist);
    }
    return dist;
  };
  const World alone(block_on_sheet("", "contype='2'", "contype='2'"));
  const World both(block_on_sheet("", "", ""));
  const World self(replaced(block_on_sheet("", "", ""), "selfcollide='none' internal='false'",
                            "selfcollide='auto' internal='true'"));
  EXPECT_EQ(between_flexes(alone), 0);
  EXPECT_GT(between_flexes(both), 5);
  EXPECT_GT(with_geoms(alone).size(), 5u);
  EXPECT_EQ(with_geoms(both), with_geoms(alone));
  EXPECT_EQ(with_geoms(self), with_geoms(alone));
}

}  // namespace flex_collision_test
}  // namespace corten
