// Flexes in the Model. Numbers are those of MuJoCo 3.12 for the same models.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "compile/flex/flex_parts.h"
#include "corten/edit.h"
#include "corten/load.h"

namespace corten {
namespace {

std::string vertex_body(const std::string& name, const std::string& pos) {
  return "<body name='" + name + "' pos='" + pos +
         "'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='slide'/>"
         "<geom size='.01' mass='.1'/></body>";
}

// Two triangles (dim 2) or one tetrahedron (dim 3) over four bodies.
Model load_four(const std::string& flex, const std::string& sections = {}, const std::string& last = "1.2 0.9 0.3") {
  return load_text("<mujoco><worldbody>" + vertex_body("a", "0 0 0") + vertex_body("b", "1 0 0.1") +
                   vertex_body("c", "0 1 0") + vertex_body("d", last) +
                   "</worldbody><deformable><flex name='f' body='a b c d' " + flex + "</flex></deformable>" + sections +
                   "</mujoco>");
}
const std::string kShell =
    "element='0 1 2 2 1 3'><elasticity young='100' poisson='0.3' damping='0.1' thickness='0.1' elastic2d='both'/>";

// One cell with corners (0, 0, 0) and (1, 0.5, 2) that holds a triangle.
Model load_cell(const std::string& elasticity, const std::string& sections = {}) {
  std::string text = "<mujoco><worldbody>";
  for (int i = 0; i < 8; ++i) {
    text += vertex_body("n" + std::to_string(i), std::to_string(i / 4) + " " + std::to_string(0.5 * (i / 2 % 2)) + " " +
                                                     std::to_string(2 * (i % 2)));
  }
  return load_text(
      text +
      "</worldbody><deformable><flex name='f' dim='2' body='world world world' vertex='.1 .1 .1 .9 .2 1 .3 "
      ".4 1.8' element='0 1 2' node='n0 n1 n2 n3 n4 n5 n6 n7' dof='trilinear'><contact "
      "selfcollide='none'/><elasticity " +
      elasticity + "/></flex></deformable>" + sections + "</mujoco>");
}

template <class A>
void expect_near(const A& array, int first, const std::vector<double>& expected, double tolerance = 1e-12) {
  ASSERT_GE(array.size(), first + static_cast<int>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(array[first + static_cast<int>(i)], expected[i], tolerance) << first + static_cast<int>(i);
  }
}

TEST(Flex, TrianglesResistStretch) {
  const Model m = load_four(kShell);
  ASSERT_EQ(m.nflexstiffness, 42);
  expect_near(m.flex_stiffness, 0,
              {0.2391916322620168, -0.2391916322620168, -0.2391916322620168, 1.4471093751852018, 0.9567665290480672,
               1.4233086236581394, 0});
  expect_near(m.flex_stiffness, 21,
              {1.6003296151169564, 0.5027876595326156, 0.0110139684454023, 0.5724903455513758, -0.09637222389727021,
               0.24340870264339112});
}

TEST(Flex, TrianglesResistBending) {
  const Model m = load_four(kShell);
  ASSERT_EQ(m.nflexbending, 5 * 17);
  expect_near(m.flex_bending, 0,
              {0.020098015192325350, 0.014914950419190940, -0.018697677959826388, -0.016315287651689901});
  expect_near(m.flex_bending, 15, {0.013244522337660087, 1.5814274514628747e-06, 0});
  EXPECT_EQ(m.flex_edgeflap[0], (IntVec<2>{{0, 3}}));
  EXPECT_EQ(m.flex_edgeflap[1], (IntVec<2>{{1, -1}}));
}

TEST(Flex, FactorOfInertiaAndBending) {
  const Model m = load_four(kShell);
  ASSERT_EQ(m.nefm0dof, 12);
  ASSERT_EQ(m.nefm0L, 30);
  expect_near(m.efm0_L, 0, {0.31623337622732067, 0.31623337622732067, 0.31623337622732067, -1.2061113394136688e-05});
  expect_near(m.efm0_L, 26,
              {9.7915972310785752e-06, -1.0524925626068240e-05, -7.8106590315656644e-06, 0.31623203803940692});
  EXPECT_EQ(m.efm0_L_rownnz[11], 4);
  EXPECT_EQ(m.efm0_L_colind[26], 2);
}

// L' L = M + (h^2 + h d) K, also after the masses have changed.
TEST(Flex, FactorFollowsTheMasses) {
  Model m = load_four(kShell);
  for (double& mass : m.body_mass) mass *= 4;
  recompute_constants(m);
  double last = 0;  // (L' L) of the first dof
  for (int r = 0; r < m.nefm0dof; ++r) {
    for (int k = m.efm0_L_rowadr[r]; k < m.efm0_L_rowadr[r] + m.efm0_L_rownnz[r]; ++k) {
      if (m.efm0_L_colind[k] == 0) last += m.efm0_L[k] * m.efm0_L[k];
    }
  }
  const double h = m.opt.timestep;
  // the first vertex is the third of its hinge
  EXPECT_NEAR(last, 0.4 + (h * h + 0.1 * h) * m.flex_bending[10], 1e-14);
  EXPECT_DOUBLE_EQ(m.flexedge_invweight0[0], 2.5);
}

TEST(Flex, CoordinatesInTheBoundingBox) {
  const Model m = load_four(kShell);
  EXPECT_NEAR(m.flex_size[0].x, 0.6, 1e-15);
  EXPECT_NEAR(m.flex_size[0].z, 0.15, 1e-15);
  EXPECT_NEAR(m.flex_vert0[1].x, 1 / 1.2, 1e-15);
  EXPECT_NEAR(m.flex_vert0[1].z, 1. / 3, 1e-15);
  EXPECT_NEAR(m.flex_vert0[3].y, 0.9, 1e-15);
}

TEST(Flex, BoxesComeLast) {
  const Model m = load_four(kShell);
  EXPECT_EQ(m.nbvhstatic, 4);
  EXPECT_EQ(m.nbvhdynamic, 3);
  EXPECT_EQ(m.bvh_aabb.size(), 4);
  EXPECT_EQ(m.flex_bvhadr[0], 4);
  EXPECT_EQ(m.bvh_child[4], (IntVec<2>{{1, 2}}));
  EXPECT_EQ(m.bvh_nodeid[4], -1);
  EXPECT_EQ(m.bvh_nodeid[6], 1);
}

TEST(Flex, Tetrahedron) {
  const Model m = load_four("dim='3' element='0 1 2 3'><elasticity young='100' poisson='0.3'/>", {}, ".2 .3 .8");
  expect_near(m.flex_stiffness, 0, {12.803495758590781, -3.375937078144636, 7.069623236555421});
  expect_near(m.flex_stiffness, 18, {14.416626845033004, 0.21897170708049085, 7.250623908282079});
  EXPECT_EQ(m.flex_elem[1], 2);  // turned
  EXPECT_EQ(m.flex_shellnum[0], 4);
  EXPECT_EQ(m.flex_bendingadr[0], -1);
  EXPECT_EQ(m.flex_evpairadr[0], -1);
}

TEST(Flex, Cell) {
  const Model m = load_cell("young='100' poisson='0.3'");
  ASSERT_EQ(m.nflexstiffness, 576);
  expect_near(m.flex_stiffness, 0, {-19.764957264957268, -12.82051282051282, -3.205128205128205, -9.081196581196581});
  expect_near(m.flex_stiffness, 24 * 5 + 7, {-6.41025641025641});
  expect_near(m.flex_stiffness, 575, {-13.354700854700853});
  EXPECT_EQ(m.flex_interp[0], 1);
  EXPECT_EQ(m.flex_vertbodyid[0], -1);
  EXPECT_NEAR(m.flex_vert0[1].y, 0.4, 1e-15);
  EXPECT_NEAR(m.flex_vert0[2].z, 0.9, 1e-15);
}

TEST(Flex, ShellOfACell) {
  const Model m = load_cell("young='100' poisson='0.3' thickness='.1' elastic2d='both'");
  EXPECT_EQ(m.flex_interp[0], -1);
  ASSERT_EQ(m.nflexstiffness, 6 * 144);
  expect_near(m.flex_stiffness, 12, {0, -9.684065934065934});
  ASSERT_EQ(m.nflexbending, 121);
  expect_near(m.flex_bending, 0, {12, 0, 2, 0, 0.5, 0.5, 0, 0.02442002442002442, 1, -1, 0});
  expect_near(m.flex_bending, 111, {3, 5, 1, 0.5, 0.5, 1, 0.00732600732600733, 0, 1, -1});
}

TEST(Flex, StrainModesOfACell) {
  const Model m = load_cell("", "<equality><flexstrain flex='f' cell='0 0 0'/></equality>");
  EXPECT_EQ(m.flex_edgeequality[0], 3);
  EXPECT_EQ(m.flex_stiffness[0], 18);
  expect_near(m.flex_stiffness, 1, {0.5444428864850801, 1.5356715707931958, 0.2537640200668016});
  EXPECT_EQ(m.eq_type[0], EqualityType::kFlexStrain);
  EXPECT_EQ(m.eq_obj1id[0], 0);
  EXPECT_EQ(m.eq_data[0][1], 0);
}

TEST(Flex, EdgesKnowTheirDofs) {
  const Model m = load_four("element='0 1 2 2 1 3'>", "<equality><flex flex='f'/></equality>");
  EXPECT_EQ(m.flex_edgeequality[0], 1);
  EXPECT_EQ(m.nJfe, 30);
  EXPECT_EQ(m.nJfv, 42);
  EXPECT_EQ(m.flexedge_J_rowadr[4], 24);
  EXPECT_EQ(m.flexedge_J_rownnz[4], 6);
  EXPECT_EQ(m.flexedge_J_colind[24], 6);
  EXPECT_EQ(m.flexedge_J_colind[29], 11);
  EXPECT_EQ(m.flexvert_J_rownnz[0], (IntVec<2>{{0, 0}}));
  EXPECT_NEAR(m.flexedge_length0[2], std::sqrt(1.01), 1e-15);
  EXPECT_DOUBLE_EQ(m.flexedge_invweight0[2], 10);
  EXPECT_EQ(m.name_of(Object::kFlex, 0), "f");
  EXPECT_EQ(m.tree_sleep_policy[0], SleepPolicy::kAutoAllowed);
}

TEST(Flex, WithoutEqualityItsTreesStayAwake) {
  const Model m = load_four("element='0 1 2 2 1 3'><edge damping='1'/>");
  for (const SleepPolicy policy : m.tree_sleep_policy) EXPECT_EQ(policy, SleepPolicy::kAutoNever);
}

TEST(Flex, AllOnOneBodyIsRigid) {
  const Model m = load_text(
      "<mujoco><worldbody><body name='a' quat='0 1 0 0'><freejoint/><geom size='.1'/></body></worldbody><deformable>"
      "<flex name='f' body='a' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2'/></deformable></mujoco>");
  EXPECT_TRUE(m.flex_rigid[0]);
  EXPECT_TRUE(m.flexedge_rigid[0]);
  EXPECT_EQ(m.nJfe, 0);
  EXPECT_NEAR(m.flexedge_length0[0], std::sqrt(2), 1e-15);
  EXPECT_EQ(m.flexedge_invweight0[0], 0);
  EXPECT_NEAR(m.flex_vert0[2].y, 0, 1e-15);  // turned with its body
}

}  // namespace
}  // namespace corten
