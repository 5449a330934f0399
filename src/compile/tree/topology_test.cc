// Trees, ancestor rows, rows of the inertia matrix, simple bodies.
#include <vector>

#include "compile/tree/tree.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

std::vector<int> list(const Array<int>& array) { return {array.begin(), array.end()}; }
using Ints = std::vector<int>;

// world - a (hinge) - b (hinge, slide), a - c (hinge); d: two slides, simple
TEST(Topology, RowsAndTrees) {
  const Model m = load_world(R"(<body><joint/><geom size=".1" pos="1 0 0"/>
      <body><joint/><joint type="slide"/><geom size=".1"/></body><body><joint/><geom size=".1"/></body></body>
    <body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><geom size=".1"/></body>)");
  EXPECT_EQ(list(m.dof_parentid), (Ints{-1, 0, 1, 0, -1, 4}));
  EXPECT_EQ(list(m.dof_treeid), (Ints{0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(list(m.body_treeid), (Ints{-1, 0, 0, 0, 1}));
  EXPECT_EQ(list(m.tree_bodyadr), (Ints{1, 4}));
  EXPECT_EQ(list(m.tree_bodynum), (Ints{3, 1}));
  EXPECT_EQ(list(m.tree_dofadr), (Ints{0, 4}));
  EXPECT_EQ(list(m.tree_dofnum), (Ints{4, 2}));
  EXPECT_EQ(list(m.dof_simplenum), (Ints{0, 0, 0, 0, 2, 1}));
  EXPECT_EQ(m.body_simple[4], 2);
  EXPECT_EQ(list(m.M_rownnz), (Ints{1, 2, 3, 2, 1, 1}));
  EXPECT_EQ(list(m.M_rowadr), (Ints{0, 4, 12, 20, 28, 29}));  // padded, but for simple dofs
  EXPECT_EQ(list(m.M_colind),
            (Ints{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 4, 5}));
  EXPECT_EQ(list(m.D_rownnz), (Ints{4, 3, 3, 2, 2, 2}));
  EXPECT_EQ(list(m.D_rowadr), (Ints{0, 4, 7, 10, 12, 14}));
  EXPECT_EQ(list(m.D_diag), (Ints{0, 1, 2, 1, 0, 1}));
  EXPECT_EQ(list(m.D_colind), (Ints{0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 0, 3, 4, 5, 4, 5}));
  EXPECT_EQ(list(m.B_rownnz), (Ints{0, 1, 3, 2, 2}));
  EXPECT_EQ(list(m.B_colind), (Ints{0, 0, 1, 2, 0, 3, 4, 5}));
}

// Values of MuJoCo 3.12: 1 and 2 for diagonal blocks, 0 for all others.
TEST(Topology, SimpleBodies) {
  const auto simple = [](const std::string& joints, const std::string& geom = R"(<geom size=".1"/>)",
                         const std::string& attributes = "") {
    return static_cast<int>(load_world("<body " + attributes + ">" + joints + geom + "</body>").body_simple[1]);
  };
  EXPECT_EQ(simple("<freejoint/>"), 1);
  EXPECT_EQ(simple(R"(<joint type="slide" axis="1 0 0"/>)"), 2);
  EXPECT_EQ(simple(R"(<joint type="slide" axis="1 0 0"/><joint/>)"), 1);
  EXPECT_EQ(simple(R"(<joint/><joint type="slide" axis="1 0 0"/>)"), 0);  // what follows a rotation is turned by it
  EXPECT_EQ(simple(R"(<joint type="slide" axis="1 1 0"/>)"), 0);
  EXPECT_EQ(simple(R"(<joint pos="1 0 0"/>)"), 0);
  EXPECT_EQ(simple("<freejoint/>", R"(<geom size=".1" pos="1 0 0"/>)"), 0);
  EXPECT_EQ(simple("<freejoint/>", R"(<geom size=".1"/><body/>)"), 0);
  EXPECT_EQ(simple("<freejoint/>", R"(<geom size=".1"/>)", R"(simple="false")"), 0);
}

TEST(Topology, WeldsAndRoots) {
  const Model m = load_world(R"(<body><body><joint/><geom size=".1"/><body/></body></body><body mocap="true"><body/>
    </body>)");
  EXPECT_EQ(list(m.body_weldid), (Ints{0, 0, 2, 2, 4, 4}));
  EXPECT_EQ(list(m.body_rootid), (Ints{0, 1, 1, 1, 4, 4}));
  EXPECT_EQ(list(m.body_mocapid), (Ints{-1, -1, -1, -1, 0, -1}));
}

}  // namespace
}  // namespace corten
