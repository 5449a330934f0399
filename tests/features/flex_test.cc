// Items 42 and 42A-i to 42A-iii: flexes load, their edges know their lengths, speeds and Jacobians, and edges or flexes
// that cannot change are left out.
//
// Numbers are MuJoCo's for the same models. Corrected: an edge has one row of flexedge_J, not two; rigid means that all
// vertices belong to one body (of an edge: to bodies welded together), not that inverse masses are zero.
#include "flex/flex.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <span>

#include "../common/same_model.h"
#include "../common/stretch_energy.h"
#include "flex_scenes.h"
#include "pipeline/integrate/integrate.h"

namespace corten {
namespace flex_test {

constexpr const char* kSlides =
    "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1'/>";

std::string point_body(const std::string& name, const std::string& pos, const std::string& mass) {
  return "<body name='" + name + "' pos='" + pos + "'>" + kSlides + "<inertial pos='0 0 0' mass='" + mass +
         "' diaginertia='1e-4 1e-4 1e-4'/></body>";
}

// ---- item 42

// Two triangles pinned at one corner fall on a ball that is held by a spring.
TEST(Flex, AClothLoadsAndSimulates) {
  World w(
      "<mujoco><option timestep='.002'/><worldbody><body pos='.12 .1 -.13'><joint type='slide' stiffness='500' "
      "damping='5'/><geom type='sphere' size='.1' mass='.5'/></body>" +
      point_body("a", ".2 0 0", ".1") + point_body("b", ".2 .2 0", ".1") + point_body("c", "0 .2 0", ".2") +
      "</worldbody><deformable><flex name='f' dim='2' radius='.01' body='world a b c' "
      "vertex='0 0 0 0 0 0 0 0 0 0 0 0' element='0 1 2 0 2 3'><contact selfcollide='none' internal='false'/>"
      "<elasticity young='2e4' poisson='.2' damping='.002' thickness='.01' elastic2d='both'/></flex></deformable>"
      "</mujoco>");
  EXPECT_EQ(w.m.nflexvert, 4);
  EXPECT_EQ(w.m.nflexelem, 2);
  EXPECT_EQ(w.m.nflexedge, 5);
  int touching = 0;
  for (int i = 0; i < 100; ++i) {
    w.step(1);
    touching += w.contacts() > 0;
  }
  EXPECT_EQ(touching, 48);
  expect_near(w.d.qpos,
              {-0.030854787423626132, -0.0035307719873765896, 0.0036716577512991774, -0.09994652998142313,
               -0.006841118224961745, 0.009409957684783773, -0.043406616878772473, 0.007538334857328475,
               -0.012312372052134491, -0.14832930832087732},
              1e-7);  // a contact of a triangle and a sphere is found to about 1e-8
}

TEST(Flex, GridsHaveTheExpectedMesh) {
  const World sheet(
      "<mujoco><worldbody><flexcomp name='f' type='grid' count='4 3 1' spacing='.1 .2 .3' pos='1 2 3' dim='2' "
      "radius='.01' mass='1.2'/></worldbody></mujoco>");
  EXPECT_EQ(sheet.m.nflexvert, 12);
  EXPECT_EQ(sheet.m.nflexelem, 12);
  EXPECT_EQ(sheet.m.nflexedge, 23);
  EXPECT_EQ(sheet.m.nv, 36);
  EXPECT_NEAR(sheet.m.body_mass[1], .1, 1e-15);
  const std::vector<int> triangles = {0, 3, 4, 0, 4, 1, 1, 4, 5,  1, 5,  2, 3, 6,  7,  3, 7,  4,
                                      4, 7, 8, 4, 8, 5, 6, 9, 10, 6, 10, 7, 7, 10, 11, 7, 11, 8};
  EXPECT_EQ(std::vector<int>(sheet.m.flex_elem.begin(), sheet.m.flex_elem.end()), triangles);
  const Vec3 first = sheet.d.flexvert_xpos[0], last = sheet.d.flexvert_xpos[11];
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(first[k], (Vec3{.85, 1.8, 3})[k], 1e-15);
    EXPECT_NEAR(last[k], (Vec3{1.15, 2.2, 3})[k], 1e-15);
  }
  const World block(
      "<mujoco><worldbody><flexcomp name='f' type='grid' count='3 2 2' spacing='.1 .2 .3' dim='3' radius='.01' "
      "mass='1.2'/></worldbody></mujoco>");
  EXPECT_EQ(block.m.nflexvert, 12);
  EXPECT_EQ(block.m.nflexedge, 33);
  const std::vector<int> tetrahedra = {0, 2, 4, 3, 0, 4, 1, 3, 4, 2, 6,  3, 4, 6,  7,  3, 4, 5, 1, 3, 4, 7,  5, 3,
                                       4, 6, 8, 7, 4, 8, 5, 7, 8, 6, 10, 7, 8, 10, 11, 7, 8, 9, 5, 7, 8, 11, 9, 7};
  EXPECT_EQ(std::vector<int>(block.m.flex_elem.begin(), block.m.flex_elem.end()), tetrahedra);
}

// Corrected: there is no other way to register a deformable; in C++ one adds the elements of a Spec.
TEST(Flex, ASpecBuiltInCodeEqualsTheFile) {
  Spec spec;
  FlexComp& comp = spec.flexcomps.emplace_back();
  comp.name = "f";
  comp.count = {{4, 3, 1}};
  comp.spacing = {.04, .04, .04};
  comp.flex.dim = 2;
  comp.flex.radius = .005;
  comp.flex.edgeequality = 1;
  Diagnostics diagnostics;
  const Model built = compile(spec, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors());
  const Model read = load_text(flexcomp_model("count='4 3 1' dim='2'", "<edge equality='true'/>"));
  EXPECT_EQ(difference(built, read), "");
}

// ---- item 42A-i

// Lines between two bodies with slides and two bodies with joints of choice, away from their origins.
std::string line_loop(const std::string& joints, int dim, const std::string& element, const std::string& inner) {
  const std::string place[] = {"pos='0 0 1'", "pos='.5 0 1'", "pos='0 .4 1'", "pos='.4 .5 1.1' euler='20 0 30'"};
  std::string bodies;
  for (int i = 0; i < 4; ++i) {
    bodies += "<body name='b" + std::to_string(i) + "' " + place[i] + ">" + (i < 2 ? kSlides : joints) +
              "<geom size='.1' mass='" + (i == 1 ? "2" : "1") + "'/></body>";
  }
  return "<mujoco><option timestep='.01'><flag contact='disable' energy='enable'/></option><worldbody>" + bodies +
         "</worldbody><deformable><flex name='f' dim='" + std::to_string(dim) + "' body='b0 b1 b2 b3' element='" +
         element + "' radius='.01' vertex='0 0 0  .05 0 .02  0 .1 .05  .1 -.2 .3'>" + inner +
         "</flex></deformable></mujoco>";
}
const std::string kLoop = "0 1 1 2 2 3 3 0 1 3", kSprings = "<edge stiffness='30' damping='2'/>";

void move(World& w, std::span<const double> along, double h) {
  integrate_position(w.m, {w.d.qpos.begin(), w.d.qpos.end()}, along, h);
  forward(w.m, w.d);
}

// qpos0 moved along 0.05 cos(i), qvel = sin(i + 1)
World moved(const std::string& text) {
  World w(text);
  std::vector<double> along;
  for (int i = 0; i < w.m.nv; ++i) {
    along.push_back(.05 * std::cos(static_cast<double>(i)));
    w.d.qvel[i] = std::sin(i + 1.0);
  }
  move(w, along, 1);
  return w;
}

std::vector<double> edge_row(const World& w, int e) {
  std::vector<double> row(static_cast<std::size_t>(w.m.nv));
  for (int k = w.m.flexedge_J_rowadr[e]; k < w.m.flexedge_J_rowadr[e] + w.m.flexedge_J_rownnz[e]; ++k) {
    row[static_cast<std::size_t>(w.m.flexedge_J_colind[k])] += w.d.flexedge_J[k];
  }
  return row;
}

// Central differences of value() along each dof.
template <class Value>
std::vector<double> slopes(World& w, Value value) {
  std::vector<double> result;
  constexpr double kStep = 1e-6;
  for (int i = 0; i < w.m.nv; ++i) {
    const std::vector<double> at(w.d.qpos.begin(), w.d.qpos.end());
    std::vector<double> along(static_cast<std::size_t>(w.m.nv));
    along[static_cast<std::size_t>(i)] = 1;
    move(w, along, kStep);
    const double high = value();
    std::copy(at.begin(), at.end(), w.d.qpos.begin());
    move(w, along, -kStep);
    result.push_back((high - value()) / (2 * kStep));
    std::copy(at.begin(), at.end(), w.d.qpos.begin());
    forward(w.m, w.d);
  }
  return result;
}

struct LoopCase {
  const char* joints;
  std::vector<double> length, velocity, along, spring, damper;  // along: row times cos(i)
};
const LoopCase kLoopCases[] = {
    {"<freejoint/>",
     {0.4577535416907525, 0.7310350330639691, 0.6823988260535643, 0.7369679681642736, 0.4930433723424371},
     {-1.3798264733030656, 0.6659215093081285, -0.282073019233094, -0.3927184371005399, 2.054217693025888},
     {-1.7186851374115866, -0.0565964407955659, -0.14072332220893888, 0.08448711555487011, 1.434179140587495},
     {-2.6683196913058413, 0.39730668236589667, -0.2890585381028766, 3.4043991573716, 0.7510285579698068,
      1.6188928904547113, -0.42201498772987484, 0.3725096693644997, -0.10130357013692375, -0.0254668818986757,
      -0.021272613802314808, 0.042545227604629594, -0.3140644783358836, -1.5208449097002033, -1.228530782214911,
      0.5573946362759901, -0.29899240022055373, -0.3851264789056993},
     {-3.3112656328717223, 0.04417308063223019, -0.7350056527086446, 2.7886504775920757, 3.649166652007647,
      3.0350762738395476, 0.36294185479965096, -0.8640294572669871, -0.2713941197591611, 0.009982913652656654,
      0.01751143644013925, -0.035022872880278486, 0.15967330047999528, -2.8293102753728903, -2.0286765013717423,
      1.0859863471141855, -0.3650868400677987, -0.6053866757499278}},
    {"<joint type='ball'/>",
     {0.4577535416907525, 0.7275311112000284, 0.6750606410000745, 0.688789157382317, 0.4540041899741071},
     {-1.3798264733030656, 0.15721364255365095, -0.2864064624727379, -1.3478789189730913, 0.8981498074172792},
     {-1.7186851374115866, -0.28296314699716435, -0.30305346355100804, -0.8496146396371788, 0.5540550350811893},
     {-3.7568273147376603, -0.14175499608601294, -1.0722696643933882, 3.188815980494297, -0.17167891239308652,
      0.8758749046468978, -0.04731040601970313, -0.03507070107413089, 0.07014140214826192, 0.13960966921047713,
      0.29482243332540664, 0.150011732480112},
     {-4.745267048764402, -0.6405006161268306, -1.7971568403251115, 2.7698819522247167, 1.1167651371432965,
      1.6044769431535535, -0.02390114599933936, -0.012727248900697522, 0.025454497801395096, 0.32015265282333855,
      0.5074984130142887, 0.2316147244017463}}};

void expect_near(const Array<double>& got, const std::vector<double>& wanted, double tolerance) {
  ASSERT_EQ(static_cast<std::size_t>(got.size()), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(got[static_cast<int>(i)], wanted[i], tolerance) << i;
}

TEST(FlexEdgeRows, EdgesOnFreeAndBallBodiesHaveMujocosRows) {
  for (const LoopCase& wanted : kLoopCases) {
    const World w = moved(line_loop(wanted.joints, 1, kLoop, kSprings));
    expect_near(w.d.flexedge_length, wanted.length, 1e-14);
    expect_near(w.d.flexedge_velocity, wanted.velocity, 1e-13);
    for (int e = 0; e < 5; ++e) {
      double along = 0;
      for (int i = 0; i < w.m.nv; ++i) along += edge_row(w, e)[static_cast<std::size_t>(i)] * std::cos(1.0 * i);
      EXPECT_NEAR(along, wanted.along[static_cast<std::size_t>(e)], 1e-13);
    }
  }
}

// Springs and dampers act through the rows: qfrc = J' f.
TEST(FlexEdgeRows, ForcesGoThroughTheRows) {
  for (const LoopCase& wanted : kLoopCases) {
    const World w = moved(line_loop(wanted.joints, 1, kLoop, kSprings));
    expect_near(w.d.qfrc_spring, wanted.spring, 1e-12);
    expect_near(w.d.qfrc_damper, wanted.damper, 1e-12);
    std::vector<double> spring(static_cast<std::size_t>(w.m.nv)), damper = spring;
    for (int e = 0; e < 5; ++e) {
      const std::vector<double> row = edge_row(w, e);
      for (std::size_t i = 0; i < row.size(); ++i) {
        spring[i] -= row[i] * 30 * (w.d.flexedge_length[e] - w.m.flexedge_length0[e]);
        damper[i] -= row[i] * 2 * w.d.flexedge_velocity[e];
      }
    }
    expect_near(w.d.qfrc_spring, spring, 1e-13);
    expect_near(w.d.qfrc_damper, damper, 1e-13);
  }
}

// Between vertices with slides along the axes of the world a row is -u, u.
TEST(FlexEdgeRows, FreeVerticesHaveTheDirectionAsRow) {
  World w(flexcomp_model("count='3 3 1' dim='2'", "<edge equality='true'/>", "", "gravity='0 0 0'"));
  wave(w, .01, .1);
  for (int e = 0; e < w.m.nflexedge; ++e) {
    const auto [v1, v2] = w.m.flex_edge[e].v;
    const Vec3 apart = w.d.flexvert_xpos[v2] - w.d.flexvert_xpos[v1];
    const std::vector<double> row = edge_row(w, e);
    for (int v = 0; v < w.m.nflexvert; ++v) {
      const double sign = v == v2 ? 1 : v == v1 ? -1 : 0;
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(row[static_cast<std::size_t>(3 * v + k)], sign * apart[k] / norm(apart), 1e-15);
      }
    }
  }
}

// Rows and forces against differences of lengths and energies; the criterion asks for 1e-5.
TEST(FlexEdgeRows, RowsAreTheGradientOfLength) {
  for (const char* joints :
       {"<freejoint/>", "<joint type='ball'/>", "<joint axis='1 2 3'/><joint axis='0 1 0' pos='.1 0 0'/>"}) {
    World lines = moved(line_loop(joints, 1, kLoop, kSprings));
    for (int e = 0; e < lines.m.nflexedge; ++e) {
      const std::vector<double> row = edge_row(lines, e),
                                slope = slopes(lines, [&] { return lines.d.flexedge_length[e]; });
      for (std::size_t i = 0; i < row.size(); ++i) EXPECT_NEAR(row[i], slope[i], 1e-8) << joints << " edge " << e;
    }
    const auto springs = [&] {
      double energy = 0;
      for (int e = 0; e < 5; ++e) energy += 15 * std::pow(lines.d.flexedge_length[e] - lines.m.flexedge_length0[e], 2);
      return energy;
    };
    const std::vector<double> slope = slopes(lines, springs);
    for (int i = 0; i < lines.m.nv; ++i) {
      EXPECT_NEAR(lines.d.qfrc_spring[i], -slope[static_cast<std::size_t>(i)], 1e-8);
    }
  }
}

struct StretchCase {
  const char* joints;
  int dim;
  const char *element, *elasticity;
  std::vector<double> spring;
};
const StretchCase kStretchCases[] = {
    {"<freejoint/>",
     2,
     "0 1 2 1 3 2",
     "elastic2d='stretch' thickness='.01'",
     {-1.850618037504924, -1.1131032962254317, -0.3833149927849044, 2.259388446875622, 2.902277355276327,
      2.631056682333062, 1.1353112895844821, 0.5653812115242276, 0.574410510904772, 0.028170428454304466,
      0.05795289400771165, -0.11590578801542324, -1.54408169895518, -2.3545552705751227, -2.82215220045293,
      0.9414899548287554, -0.7177951118916137, -0.792360059537328}},
    {"<joint type='ball'/>",
     2,
     "0 1 2 1 3 2",
     "elastic2d='stretch' thickness='.01'",
     {-2.2860472594649512, -2.1942289306104787, -0.7162615433935748, 2.2243677880332515, 0.9712718568901394,
      1.130413470217548, -0.05906007738247284, 0.018500403380160402, -0.03700080676032087, 0.31420724731165783,
      -0.18496695417035275, -0.22804705188412105}},
    {"<freejoint/>",
     3,
     "0 1 2 3",
     "",
     {-67.57280055059643, -52.176340164159214, 53.769457284580966, 78.22786812648738, 60.34262502924773,
      -26.461413826658493, 26.642361279873526, 43.863043685869734, -33.638317046433144, -5.537858435051973,
      1.2630174344303593, -2.526034868860717, -37.29742885576445, -52.02932855095836, 6.330273588510778,
      1.950179706250824, -18.802954413975826, -13.185362844734168}},
    {"<joint type='ball'/>",
     3,
     "0 1 2 3",
     "",
     {-84.11403601748977, -100.2471615422885, 101.37793156579671, 82.43449697044124, 29.88824667457429,
      -137.9503737119552, -13.132223178056744, 0.4294226909738992, -0.8588453819477992, -27.84179256214801,
      -8.862661215678282, 3.3721567102638152}}};

TEST(FlexEdgeRows, ElementsOnFreeAndBallBodiesPullAsInMujoco) {
  for (const StretchCase& wanted : kStretchCases) {
    World w =
        moved(line_loop(wanted.joints, wanted.dim, wanted.element,
                        "<elasticity young='1e4' poisson='.3' damping='.01' " + std::string(wanted.elasticity) + "/>"));
    expect_near(w.d.qfrc_spring, wanted.spring, 1e-11);  // with the damping of the elements
    w.m.flex_damping[0] = 0;
    forward(w.m, w.d);
    const std::vector<double> slope = slopes(w, [&] { return stretch_energy(w); });
    for (int i = 0; i < w.m.nv; ++i) {
      EXPECT_NEAR(w.d.qfrc_spring[i], -slope[static_cast<std::size_t>(i)], 1e-6 * (1 + std::abs(wanted.spring[0])));
    }
  }
}

double fastest(int repeats, const std::function<void()>& work) {
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

// Reading a row, as every user of it does, costs less than computing it: so rows that are kept are faster than rows
// that each user computes. Speeds are products with all rows and stand for the users.
TEST(FlexEdgeRows, KeptRowsAreFaster) {
  World w(flexcomp_model("count='30 30 1' dim='2'",
                         "<contact selfcollide='none' internal='false'/>"
                         "<edge equality='true'/>"));
  const double computing = fastest(20, [&] { compute_flex_edges(w.m, w.d); });
  const double reading = fastest(20, [&] { compute_flex_edge_velocity(w.m, w.d); });
#ifdef CORTEN_SANITIZED
  constexpr double kInstrumented = 3;  // checks of every access: times mean little
#else
  constexpr double kInstrumented = 1;
#endif
  EXPECT_LT(reading, kInstrumented * computing);
}

// ---- item 42A-ii

// A rigid flex on a free body falls on a ball and a plane.
struct RigidCase {
  int dim;
  const char *count, *inner;
  std::size_t contacts;
  std::vector<double> qpos, qvel;
};
const RigidCase kRigidCases[] = {{1,
                                  "5 1 1",
                                  "<edge stiffness='100' damping='10'/>",
                                  2,
                                  {0.010510645057376646, -0.027684903270675586, 0.09113013175753018, 0.8974995703036794,
                                   0.31136761441622485, -0.14138027402340833, 0.2784894039537705},
                                  {0.0686481480509182, 0.01349417178470636, -0.03986546765605534, 3.2729449928289087,
                                   1.3074486873507103, -0.6423359108054719}},
                                 {2,
                                  "4 4 1",
                                  "",
                                  4,
                                  {0.0025623887533220654, -0.026600435134603858, 0.09004777174118275,
                                   0.9261330684067064, 0.05064913869917325, -0.28398476513453286, 0.24303262646010063},
                                  {-0.008348905162041828, -0.02238133855171206, 0.09149697116398536,
                                   -0.8349562030024008, -1.4707792962017843, 0.20871370297137964}},
                                 {3,
                                  "3 3 2",
                                  "<elasticity young='1e5' poisson='.1' damping='1'/>",
                                  1,
                                  {-0.046890810104263506, -0.04265362989694912, 0.12748522212170593, 0.887771943680156,
                                   0.19096331127405378, -0.31829922304434954, 0.2721756682199409},
                                  {-0.49695302365027433, 0.07509032350667612, -0.04172741247843442, -1.7319692513380438,
                                   -2.610034824258268, 2.304389721845978}}};

World rigid_world(const RigidCase& rigid) {
  return World(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><geom size='.1' pos='.05 .02 0'/>"
      "<body name='p' pos='0 0 .16' euler='10 5 0'><freejoint/><inertial pos='0 0 0' mass='.5' "
      "diaginertia='.002 .003 .004'/><flexcomp name='f' type='grid' dim='" +
      std::to_string(rigid.dim) + "' count='" + rigid.count +
      "' spacing='.1 .1 .1' radius='.01' rigid='true'><contact internal='true' selfcollide='auto'/>" + rigid.inner +
      "</flexcomp></body></worldbody></mujoco>");
}

TEST(RigidFlex, RigidFlexesAreSkipped) {
  for (const RigidCase& rigid : kRigidCases) {
    const World w = rigid_world(rigid);
    EXPECT_TRUE(w.m.flex_rigid[0]);
    for (int e = 0; e < w.m.nflexedge; ++e) EXPECT_TRUE(w.m.flexedge_rigid[e]);
    for (const double f : w.d.qfrc_passive) EXPECT_EQ(f, 0);
    for (const Contact& c : w.d.contact) EXPECT_GE(c.geom[0], 0);
    EXPECT_EQ(w.d.ne, 0);
  }
}

TEST(RigidFlex, RigidFlexesMoveAsInMuJoCo) {
  for (const RigidCase& rigid : kRigidCases) {
    World w = rigid_world(rigid);
    const double qvel[] = {.1, -.2, -.3, 1, 2, 3};
    std::copy(std::begin(qvel), std::end(qvel), w.d.qvel.begin());
    w.step(100);
    EXPECT_EQ(w.contacts(), rigid.contacts);
    // contacts of elements are found to about 1e-8, and a hundred steps of rolling enlarge that
    expect_near(w.d.qpos, rigid.qpos, 1e-5);
    expect_near(w.d.qvel, rigid.qvel, 1e-4);
  }
}

// Two vertices of the world, two of bodies that are welded together, one by itself: two of the edges are rigid.
// MuJoCo writes beyond the end of flexedge_J if an edge has both ends on one moving body, so none has.
struct PartCase {
  int dim;
  const char *element, *inner, *equality;
  int rows;
  std::vector<int> rigid;
  std::vector<double> qpos, qvel;
};
const PartCase kPartCases[] = {
    {1,
     "0 1 1 2 2 3 3 4 4 0",
     "<edge stiffness='200' damping='3'/>",
     "",
     0,
     {1, 0, 1, 0, 0},
     {-0.074473135398713, 0.014277466795986089, 0.00040600626680265797, -0.07183778802713754},
     {-1.1526459479732105, 0.054235757444735154, -0.019339436476224492, -1.2150831616645374}},
    {2,
     "0 1 4 1 2 4 2 3 4",
     "<elasticity young='1e4' poisson='.2' damping='.01' thickness='.01' elastic2d='stretch'/>",
     "",
     0,
     {0, 0, 1, 0, 0, 0, 1},
     {-0.04861067073244908, 0.00648301511400848, -0.004184007122477758, -0.0821972125360809},
     {-0.9117366034153488, 0.04666995959294067, -0.04610095773819881, -1.321246784636859}},
    {2,
     "0 1 4 1 2 4 2 3 4",
     "",
     "<equality><flex flex='f'/></equality>",
     5,
     {0, 0, 1, 0, 0, 0, 1},
     {-0.0009178420165046873, 0.010459144339325103, -0.0032896061759303498, -0.02732381634589621},
     {-0.0003332313800921396, 0.0678275464984375, -0.030236709299561175, -0.15851036683005532}}};

TEST(RigidFlex, RigidEdgesAreSkipped) {
  for (const PartCase& part : kPartCases) {
    World w(
        "<mujoco><worldbody><body name='w' pos='.3 0 .1'><joint type='slide' axis='0 0 1'/><geom size='.05' "
        "mass='.5' contype='0'/><body name='w2' pos='0 .1 0'><geom size='.05' mass='.5' contype='0'/></body></body>"
        "<body name='b' pos='.1 .3 0'>" +
        std::string(kSlides) +
        "<geom size='.05' mass='1' contype='0'/></body></worldbody><deformable><flex name='f' "
        "dim='" +
        std::to_string(part.dim) +
        "' radius='.01' body='world world w w2 b' "
        "vertex='0 0 0 .1 .02 0  0 0 0  0 0 0  0 0 0' element='" +
        part.element + "'>" + part.inner + "<contact internal='false' selfcollide='none'/></flex></deformable>" +
        part.equality + "</mujoco>");
    EXPECT_FALSE(w.m.flex_rigid[0]);
    ASSERT_EQ(static_cast<std::size_t>(w.m.nflexedge), part.rigid.size());
    for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = .1 * (5 * i % 7 - 3);
    w.step(50);
    forward(w.m, w.d);
    EXPECT_EQ(w.d.ne, part.rows);
    for (int e = 0; e < w.m.nflexedge; ++e) {
      EXPECT_EQ(w.m.flexedge_rigid[e] != 0, part.rigid[static_cast<std::size_t>(e)] != 0) << e;
      if (!w.m.flexedge_rigid[e]) continue;
      EXPECT_NEAR(w.d.flexedge_length[e], w.m.flexedge_length0[e], 1e-15);
      EXPECT_EQ(w.d.flexedge_velocity[e], 0);
    }
    expect_near(w.d.qpos, part.qpos, 1e-10);
    expect_near(w.d.qvel, part.qvel, 1e-9);
  }
}

// Both ends on one moving body, where MuJoCo writes beyond its arrays: the row and the speed are zero.
TEST(RigidFlex, EdgesWithinOneBodyAreRigid) {
  World w(
      "<mujoco><worldbody><body name='a'><freejoint/><geom size='.05' mass='1' contype='0'/></body>"
      "<body name='b' pos='.1 .3 0'>" +
      std::string(kSlides) +
      "<geom size='.05' mass='1' contype='0'/></body>"
      "</worldbody><deformable><flex name='f' dim='1' radius='.01' body='a a b' vertex='0 0 0 .1 .02 0 0 0 0' "
      "element='0 1 1 2'><edge stiffness='200' damping='3'/></flex></deformable></mujoco>");
  for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = .1 * (5 * i % 7 - 3);
  w.step(20);
  forward(w.m, w.d);
  EXPECT_TRUE(w.m.flexedge_rigid[0]);
  EXPECT_NEAR(w.d.flexedge_length[0], std::sqrt(.0104), 1e-15);
  EXPECT_NEAR(w.d.flexedge_velocity[0], 0, 1e-15);
  for (const double value : edge_row(w, 0)) EXPECT_NEAR(value, 0, 1e-15);
  EXPECT_TRUE(w.finite());
}

// ---- item 42A-iii

TEST(FlexEdgeLengths, LengthsAndSpeedsFollowTheState) {
  World w(flexcomp_model("count='3 3 2' dim='3'", "<edge equality='true'/>"));
  for (const double size : {.01, .02}) {
    wave(w, size, 10 * size);
    for (int e = 0; e < w.m.nflexedge; ++e) {
      const auto [v1, v2] = w.m.flex_edge[e].v;
      const Vec3 apart = w.d.flexvert_xpos[v2] - w.d.flexvert_xpos[v1];
      double speed = 0;
      for (int k = 0; k < 3; ++k) speed += apart[k] * (w.d.qvel[3 * v2 + k] - w.d.qvel[3 * v1 + k]) / norm(apart);
      EXPECT_NEAR(w.d.flexedge_length[e], norm(apart), 1e-16);
      EXPECT_NEAR(w.d.flexedge_velocity[e], speed, 1e-14);
    }
  }
}

// MuJoCo: in a flex without anything that acts along edges only the lengths are there.
TEST(FlexEdgeLengths, SpeedsOnlyWhereSomethingActsAlongEdges) {
  World w(flexcomp_model("count='3 3 1' dim='2'", "<elasticity young='100' elastic2d='stretch' thickness='.01'/>"));
  wave(w, .01, 1);
  for (int e = 0; e < w.m.nflexedge; ++e) {
    EXPECT_GT(w.d.flexedge_length[e], .02);
    EXPECT_EQ(w.d.flexedge_velocity[e], 0);
  }
}

}  // namespace flex_test
}  // namespace corten
