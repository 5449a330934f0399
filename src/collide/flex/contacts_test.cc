// Contacts of a flex with geoms and with another flex, against MuJoCo's.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "collide/flex/flex_contacts.h"
#include "collide/phases.h"
#include "collide/world_test.h"

namespace corten {
namespace {

// ---- one geom and one element

const std::map<std::string, std::string> kShapes = {
    {"sphere", "type='sphere' size='.1' pos='0 0 .05'"},
    {"capsule", "type='capsule' size='.05 .1' pos='0 0 .05'"},
    {"ellipsoid", "type='ellipsoid' size='.1 .07 .05' pos='0 0 .06'"},
    {"cylinder", "type='cylinder' size='.06 .1' pos='0 0 .03'"},
    {"box", "type='box' size='.08 .06 .05' pos='0 0 .07'"},
    {"mesh", "type='mesh' mesh='rock' pos='0 0 .03'"},
    {"hfield", "type='hfield' hfield='h' pos='0 0 .03'"},
    {"plane", "type='plane' size='1 1 1' pos='0 0 .1'"},
    {"sdf", "type='sdf' mesh='rock' pos='0 0 .05'"},
};

// An element of radius 0.02 whose vertices are bodies of their own.
std::string element_scene(const std::string& shape, int dim) {
  const char* const corner[] = {"-.1 -.08 .12", ".12 -.06 .1", ".02 .13 .11", ".01 .02 .22"};
  std::string text =
      "<mujoco><asset><mesh name='rock' vertex='.1 .05 0 -.08 .1 .02 -.05 -.1 .05 .05 -.08 -.1 0 .02 .12'/>"
      "<hfield name='h' nrow='3' ncol='3' size='.3 .3 .1 .1' elevation='0 1 0 1 .5 1 0 .3 1'/></asset><worldbody>"
      "<geom quat='1 .1 .2 .3' " +
      kShapes.at(shape) + "/>";
  std::string bodies, element;
  for (int i = 0; i <= dim; ++i) {
    const std::string n = std::to_string(i);
    text += "<body name='v" + n + "' pos='" + corner[i] +
            "'><joint type='slide'/><inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/></body>";
    bodies += "v" + n + " ";
    element += n + " ";
  }
  return text + "</worldbody><deformable><flex name='f' radius='.02' dim='" + std::to_string(dim) + "' body='" +
         bodies + "' element='" + element +
         "'><contact internal='false' selfcollide='none'/></flex></deformable></mujoco>";
}

struct ElementCase {
  std::string shape;
  int dim;
  std::vector<RawContact> contacts;
};

const std::vector<ElementCase> kFlexContactsCases = {
    {"sphere",
     1,
     {{-0.02728135048719,
       {0.01098006804252, -0.06504743757606, 0.1057333108917},
       {0.1271439774859, -0.7532184597267, 0.645365292618},
       {}}}},
    {"sphere",
     2,
     {{-0.05902151200887,
       {0.006410630154343, -0.0003205315077172, 0.1201964001901},
       {0.0909447993902, -0.00454723996951, 0.9958455533227},
       {}}}},
    {"sphere",
     3,
     {{-0.05902151200887,
       {0.006410630154344, -0.000320531507717, 0.1201964001901},
       {0.0909447993902, -0.004547239969508, 0.9958455533227},
       {}}}},
    {"capsule",
     1,
     {{-0.00655537258041,
       {0.03244577743215, -0.05127384283196, 0.1097032030379},
       {0.07990926570822, -0.9905419395082, -0.1115400167177},
       {}}}},
    {"capsule",
     2,
     {{-0.03642780708125,
       {0.03746009702709, -0.006873004851354, 0.1095740273589},
       {-0.0909447993902, 0.00454723996951, -0.9958455533227},
       {}}}},
    {"capsule",
     3,
     {{-0.1035721652255,
       {0.04017684442292, -0.007004464653178, 0.139450469685},
       {0.09094481126846, -0.004547288372441, 0.9958455520169},
       {}}}},
    {"ellipsoid",
     1,
     {{-0.004002546841526,
       {-0.03065218348077, -0.06232183751649, 0.0995577337655},
       {0.1268222747829, -0.6239391909905, 0.7711134783966},
       {}}}},
    {"ellipsoid",
     2,
     {{-0.02395911389454,
       {-0.02607763953685, -0.009349311511804, 0.1055178295466},
       {0.09061700241025, -0.003958690558373, 0.995877948166},
       {}}}},
    {"ellipsoid",
     3,
     {{-0.02395925848206,
       {-0.02604636686394, -0.009389410667593, 0.1055148366796},
       {0.09094482166798, -0.004547228411665, 0.9958455513409},
       {}}}},
    {"cylinder",
     1,
     {{-0.0187861729115,
       {0.04116135892908, -0.05658348477437, 0.1082730309224},
       {0.07990926571486, -0.9905419395029, -0.11154001676},
       {}}}},
    {"cylinder",
     2,
     {{-0.05319141672694,
       {-0.01560831702282, 0.004516565970453, 0.1193021424078},
       {-0.8923268551662, 0.1902878447212, 0.4093205586097},
       {}}}},
    {"cylinder",
     3,
     {{-0.05319103788409,
       {-0.01565219208105, 0.00429916205439, 0.1193050080765},
       {0.09094527565163, -0.004552162897031, 0.9958454873371},
       {}}}},
    {"box",
     1,
     {{-0.01896908376465,
       {0.0235558263963, -0.06764399075204, 0.09878886812663},
       {0.4035087719298, -0.07017543859649, 0.9122807017544},
       {}}}},
    {"box",
     2,
     {{-0.009460746286757,
       {0.05663530205333, 0.09305523162013, 0.1090053741369},
       {-0.8834740042246, -0.4604369616634, -0.08643777064172},
       {}}}},
    {"box",
     3,
     {{-0.05235023659967,
       {-0.06392425857286, -0.02114538081894, 0.1229513410685},
       {0.3126469218138, -0.1338743872763, 0.9403879788214},
       {}}}},
    {"mesh",
     1,
     {{-0.008440657081248,
       {0.03358912518765, -0.05882168542548, 0.09476485426151},
       {0.1253996676234, -0.5615724951491, 0.817869950574},
       {}}}},
    {"mesh",
     2,
     {{-0.05718736394152,
       {0.03599593582555, 0.008200144558702, 0.1166128384185},
       {0.09094862222194, -0.004545326175012, 0.9958452129352},
       {}}}},
    {"mesh",
     3,
     {{-0.05718760043801,
       {0.03599604131979, 0.008200204491439, 0.1166127103162},
       {0.09094455669884, -0.004547403382646, 0.99584557474},
       {}}}},
    {"hfield",
     1,
     {{-0.03297310749211,
       {-0.06005264929151, -0.07848605934255, 0.1135641844232},
       {0.01746939772966, 0.6043579739009, 0.7965213490707},
       {}},
      {-0.02842104475467,
       {-0.1028408715851, -0.07522631485233, 0.1216307605741},
       {0.4912279176696, -0.8245614101897, -0.280702001646},
       {}}}},
    {"hfield",
     2,
     {{-0.03297310721492,
       {-0.06005444069787, -0.07848751613168, 0.1135653292206},
       {0.01746940038588, 0.6043579736067, 0.7965213492356},
       {}},
      {-0.04786201016205,
       {-0.09220535011153, -0.07260661642886, 0.1219954474392},
       {0.6942160255813, -0.367212255754, 0.6190470652948},
       {}},
      {-0.01985551396045,
       {-0.02089356078163, 0.06871414204962, 0.1043453632847},
       {0.4572240354707, -0.220239929683, 0.8616499026642},
       {}}}},
    {"hfield",
     3,
     {{-0.03297310721526,
       {-0.0600544501392, -0.0784875238103, 0.1135653352535},
       {0.01746940038902, 0.6043579736147, 0.7965213492295},
       {}},
      {-0.04786202460224,
       {-0.09213306381169, -0.07254766741575, 0.1219493395336},
       {0.6942171250327, -0.367217772834, 0.6190425596243},
       {}},
      {-0.01985549093229,
       {-0.02089491638824, 0.0687165492099, 0.1043467112607},
       {0.4572337708868, -0.2202385074569, 0.8616451001391},
       {}}}},
    {"plane",
     1,
     {{-0.03649122807018,
       {-0.1007079101262, -0.07987688519544, 0.1183995075408},
       {0.4035087719298, -0.07017543859649, 0.9122807017544},
       {}}}},
    {"plane",
     2,
     {{-0.03649122807018,
       {-0.1007079101262, -0.07987688519544, 0.1183995075408},
       {0.4035087719298, -0.07017543859649, 0.9122807017544},
       {}},
      {-0.0119298245614,
       {0.01433671899046, 0.1309849184364, 0.09719606032625},
       {0.4035087719298, -0.07017543859649, 0.9122807017544},
       {}}}},
    {"plane",
     3,
     {{-0.03649122807018,
       {-0.1007079101262, -0.07987688519544, 0.1183995075408},
       {0.4035087719298, -0.07017543859649, 0.9122807017544},
       {}},
      {-0.0119298245614,
       {0.01433671899046, 0.1309849184364, 0.09719606032625},
       {0.4035087719298, -0.07017543859649, 0.9122807017544},
       {}}}},
    {"sdf", 1, {}},
    {"sdf",
     2,
     {{-0.01822680606792,
       {0.002098720676275, -0.02086102553015, 0.1180927223107},
       {-0.2884270608029, -0.5134423805133, 0.8081996983973},
       {}}}},
    {"sdf", 3, {}},
};

TEST(FlexContacts, GeomAndElement) {
  for (const ElementCase& wanted : kFlexContactsCases) {
    SCOPED_TRACE(wanted.shape + " and dimension " + std::to_string(wanted.dim));
    const CollideWorld w(element_scene(wanted.shape, wanted.dim));
    ASSERT_EQ(w.d.contact.size(), wanted.contacts.size());
    for (std::size_t i = 0; i < wanted.contacts.size(); ++i) {
      const Contact& c = w.d.contact[i];
      const RawContact& r = wanted.contacts[i];
      EXPECT_EQ(c.geom, (IntVec<2>{{0, -1}}));
      EXPECT_EQ(c.flex, (IntVec<2>{{-1, 0}}));
      EXPECT_EQ(c.elem, (IntVec<2>{{-1, wanted.shape == "plane" ? -1 : 0}}));
      EXPECT_EQ(c.vert[1] >= 0, wanted.shape == "plane");
      EXPECT_NEAR(c.dist, r.dist, 1e-7);
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(c.pos[k], r.pos[k], 1e-7);
        EXPECT_NEAR(c.frame(0, k), r.normal[k], 1e-7);
      }
    }
  }
}

// ---- many elements

// Some geoms and a small block of tetrahedra at a sheet of 8 x 8 vertices.
std::string sheets_scene(const std::string& contact) {
  return "<mujoco><worldbody><geom type='plane' size='1 1 1' pos='0 0 -.05'/>"
         "<body pos='0 0 .02'><freejoint/><geom type='sphere' size='.04'/>"
         "<geom type='capsule' size='.03 .03' pos='.1 0 0'/></body>"
         "<body pos='-.1 0 .03'><freejoint/><geom type='box' size='.02 .03 .03'/></body>"
         "<flexcomp name='sheet' type='grid' count='8 8 1' spacing='.04 .04 .04' dim='2' radius='.005' pos='0 0 .05'>"
         "<contact " +
         contact +
         "/><edge equality='true'/></flexcomp>"
         "<flexcomp name='block' type='grid' count='2 2 2' spacing='.04 .04 .04' dim='3' radius='.005' pos='0 .1 .079'>"
         "<contact " +
         contact + "/><edge equality='true'/></flexcomp></worldbody></mujoco>";
}

using Ids = std::tuple<int, int, int, int, int, int, int, int>;

Ids ids_of(const Contact& c) {
  return {c.geom[0], c.geom[1], c.flex[0], c.flex[1], c.elem[0], c.elem[1], c.vert[0], c.vert[1]};
}
std::vector<Ids> sorted_ids(const Data& d) {
  std::vector<Ids> ids;
  for (const Contact& c : d.contact) ids.push_back(ids_of(c));
  std::sort(ids.begin(), ids.end());
  return ids;
}

TEST(FlexContacts, TreesFindWhatAllPairsFind) {
  const std::string text = sheets_scene("selfcollide='none' internal='false' margin='.002'");
  const CollideWorld with_trees(text), without(text, kDisableMidphase);
  ASSERT_GT(with_trees.d.contact.size(), 10u);
  EXPECT_EQ(sorted_ids(with_trees.d), sorted_ids(without.d));
}

TEST(FlexContacts, SortedByWhatTouches) {
  const CollideWorld w(sheets_scene("selfcollide='none' internal='false'"));
  std::map<std::pair<int, int>, Ids> last;
  for (const Contact& c : w.d.contact) {
    if (c.flex[1] < 0) continue;
    Ids& before = last.try_emplace({c.flex[0], c.flex[1]}, ids_of(c)).first->second;
    EXPECT_LE(before, ids_of(c));
    before = ids_of(c);
  }
  EXPECT_EQ(last.count({-1, 0}), 1u);
  EXPECT_EQ(last.count({0, 1}), 1u);
}

TEST(FlexContacts, AtMostFiftyOfAPair) {
  CollideWorld w(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><flexcomp name='f' type='grid' count='12 12 1' dim='2' "
      "spacing='.05 .05 .05' radius='.01' pos='0 0 .005'><contact selfcollide='none' internal='false'/>"
      "<edge equality='true'/></flexcomp></worldbody></mujoco>");
  EXPECT_EQ(w.d.contact.size(), 50u);
  const int deepest = 77;
  w.d.qpos[3 * deepest + 2] -= .002;
  update_poses(w.m, w.d);
  compute_contacts(w.m, w.d);
  ASSERT_EQ(w.d.contact.size(), 50u);
  EXPECT_TRUE(
      std::any_of(w.d.contact.begin(), w.d.contact.end(), [](const Contact& c) { return c.vert[1] == deepest; }));
}

TEST(FlexContacts, BitsDecide) {
  const CollideWorld none(sheets_scene("selfcollide='none' internal='false' contype='0' conaffinity='0'"));
  for (const Contact& c : none.d.contact) EXPECT_LT(c.flex[1], 0);
  // The flexes do not touch each other, but geoms.
  const CollideWorld geoms(sheets_scene("selfcollide='none' internal='false' contype='0' conaffinity='1'"));
  std::size_t with_geoms = 0;
  for (const Contact& c : geoms.d.contact) {
    EXPECT_LT(c.flex[0], 0);
    with_geoms += c.flex[1] >= 0;
  }
  EXPECT_GT(with_geoms, 10u);
}

TEST(FlexContacts, PositionsThatAreNotNumbersAreHarmless) {
  for (const char* how : {"narrow", "bvh", "sap"}) {
    CollideWorld w(sheets_scene("internal='true' selfcollide='" + std::string(how) + "'"));
    w.d.qpos[10] = std::numeric_limits<double>::quiet_NaN();
    w.d.qpos[40] = std::numeric_limits<double>::infinity();
    update_poses(w.m, w.d);
    compute_contacts(w.m, w.d);
    EXPECT_LE(w.d.contact.size(), 1000u);
  }
}

struct Mixture {
  std::string geoms, flexes;  // attributes of either
  int dim;
  Vec<5> friction;
  Vec<2> solref;
  Vec<5> solimp;
};

// Parameters of geoms and flexes that differ in everything; two flexes are alike. Numbers by hand, the same as
// MuJoCo's. Of two flexes that differ: item 42A-v.
TEST(FlexContacts, ParametersAreMixed) {
  const std::string geoms = "condim='4' friction='.7 .02 .003' solref='.03 .8' solimp='.7 .8 .002 .4 3' solmix='2' ";
  const std::string flexes = "condim='6' friction='.5 .1 .001' solref='.05 1.2' solimp='.8 .97 .003 .6 1' solmix='.5' ";
  const Vec<5> mixed{{.72, .834, .0022, .44, 2.6}};
  const Vec<5> of_geoms{{.7, .8, .002, .4, 3}}, of_flexes{{.8, .97, .003, .6, 1}};
  const Mixture mixtures[] = {
      {geoms, flexes, 6, {{.7, .7, .1, .003, .003}}, {{.034, .88}}, mixed},
      {geoms + "priority='1'", flexes, 4, {{.7, .7, .02, .003, .003}}, {{.03, .8}}, of_geoms},
      {geoms + "priority='1'", flexes + "priority='2'", 6, {{.5, .5, .1, .001, .001}}, {{.05, 1.2}}, of_flexes},
      {geoms + "priority='-1'", flexes, 6, {{.5, .5, .1, .001, .001}}, {{.05, 1.2}}, of_flexes}};
  for (const Mixture& wanted : mixtures) {
    std::string text = sheets_scene("selfcollide='none' internal='false' margin='.003' " + wanted.flexes);
    for (std::size_t at = 0; (at = text.find("<geom ", at)) != std::string::npos; at += 6) {
      text.insert(at + 6, "margin='.001' " + wanted.geoms + " ");
    }
    const CollideWorld w(text);
    std::map<int, int> seen;  // by the flex of the first side
    for (const Contact& c : w.d.contact) {
      if (c.flex[1] < 0) continue;
      ++seen[c.flex[0]];
      const bool geom = c.flex[0] < 0;
      EXPECT_EQ(c.dim, geom ? wanted.dim : 6);
      EXPECT_DOUBLE_EQ(c.includemargin, geom ? .004 : .006);
      EXPECT_EQ(c.friction, geom ? wanted.friction : (Vec<5>{{.5, .5, .1, .001, .001}}));
      for (int k = 0; k < 2; ++k) EXPECT_DOUBLE_EQ(c.solref[k], geom ? wanted.solref[k] : (k == 0 ? .05 : 1.2));
      for (int k = 0; k < 5; ++k) EXPECT_DOUBLE_EQ(c.solimp[k], geom ? wanted.solimp[k] : of_flexes[k]);
    }
    EXPECT_GT(seen[-1], 10);
    EXPECT_GT(seen[0], 3);
  }
}

}  // namespace
}  // namespace corten
