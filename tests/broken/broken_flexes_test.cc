// One row per mistake in a flex or in a constraint on one: the message must say what is wrong, with line and element.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

struct BrokenFlex {
  const char* what;
  const char* says;  // must be in the diagnostic
  const char* flex;  // attributes and children of <flex name="f" ...
  const char* equality = "";
};

// Bodies: a, b, c can slide along all axes, d at another height; h turns; free flies. Nodes n0 ... n7 form a cube.
std::string model_of(const BrokenFlex& row) {
  const std::string slides =
      "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='slide'/><geom "
      "size='.1'/></body>";
  std::string text = "<mujoco>\n<worldbody>\n";
  const auto body = [&](const std::string& name, const std::string& pos) {
    text += "<body name='" + name + "' pos='" + pos + "'>" + slides + "\n";
  };
  body("a", "0 0 0");
  body("b", "1 0 0");
  body("c", "0 1 0");
  body("d", "1 1 0.5");
  for (int i = 0; i < 8; ++i) {
    body("n" + std::to_string(i),
         std::to_string(i / 4) + " " + std::to_string(i / 2 % 2) + " " + std::to_string(i % 2));
  }
  text += "<body name='h'><joint/><geom size='.1'/></body>\n<body name='free'><freejoint/><geom size='.1'/></body>\n";
  text +=
      "</worldbody>\n<deformable>\n<flex name='f' " + std::string(row.flex) + "</flex>\n</deformable>\n<equality>\n";
  return text + row.equality + "\n</equality>\n</mujoco>";
}

constexpr int kFlexLine = 19, kEqualityLine = 22;

const BrokenFlex kFlexTable[] = {
    {"unknown body", "there is no body named 'bb'", "body='a bb c' element='0 1 2'>"},
    {"dimension", "dim must be 1, 2 or 3", "dim='4' body='a b c' element='0 1 2'>"},
    {"no elements", "'element' is missing", "body='a b c' element=''>"},
    {"size of elements", "element has 4 numbers", "body='a b c' element='0 1 2 0'>"},
    {"vertex out of range", "element 1 has vertex 3", "body='a b c' element='0 1 2 1 2 3'>"},
    {"negative vertex", "element 0 has vertex -1", "body='a b c' element='0 1 -1'>"},
    {"vertex twice", "element 0 has a vertex twice", "body='a b c' element='0 1 1'>"},
    {"number of bodies", "there are 2 bodies for 3 vertices", "body='a b' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2'>"},
    {"coordinates", "vertex needs three numbers", "body='world' vertex='0 0 0 1' element='0 1 2'>"},
    {"too few vertices", "not enough vertices", "dim='3' body='a b c' element='0 1 2 2'>"},
    {"unknown material", "there is no material named 'gold'", "body='a b c' element='0 1 2' material='gold'>"},
    {"contact dimensions", "condim must be", "body='a b c' element='0 1 2'><contact condim='2'/>"},
    {"active layers", "activelayers must be positive",
     "dim='3' body='a b c d' element='0 1 2 3'><contact activelayers='0'/>"},
    {"texture", "texcoord needs two numbers per vertex", "body='a b c' element='0 1 2' texcoord='0 0 1'>"},
    {"texture index", "elemtexcoord refers", "body='a b c' element='0 1 2' texcoord='0 0' elemtexcoord='0 1 0'>"},
    {"thickness", "positive thickness", "body='a b c' element='0 1 2'><elasticity young='1' elastic2d='bend'/>"},
    {"shell of tetrahedra", "elastic2d needs dim 2",
     "dim='3' body='a b c d' element='0 1 2 3'><elasticity young='1' thickness='1' elastic2d='bend'/>"},
    {"Poisson's ratio", "poisson must be", "body='a b c' element='0 1 2'><elasticity young='1' poisson='0.5'/>"},
    {"edge stiffness", "edge stiffness needs dim 1", "body='a b c' element='0 1 2'><edge stiffness='1'/>"},
    {"flat element", "no volume",
     "dim='3' body='a b c a' vertex='0 0 0 0 0 0 0 0 0 1 1 0' element='0 1 2 3'>"
     "<elasticity young='1'/>"},
    {"bending with a hinge", "cannot be on body 'h'",
     "body='a b h' element='0 1 2'><elasticity young='1' thickness='1' elastic2d='bend'/>"},
    {"bending of a free body", "cannot be on body 'free'",
     "body='a b free' element='0 1 2'><elasticity young='1' thickness='1' elastic2d='both'/>"},
    {"bending of a shared body", "same moving body 'a'",
     "body='a b a' vertex='0 0 0 0 0 0 1 1 0' element='0 1 2'><elasticity young='1' thickness='1' elastic2d='bend'/>"},
    {"passive contacts", "passive contacts are too stiff", "body='a b c' element='0 1 2'><contact passive='true'/>"},
    {"no border", "none of its elements is at the border", "dim='3' body='a b c d' element='0 1 2 3 0 1 2 3'>"},
    {"interpolation order", "node needs an order",
     "body='world world world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2' node='n0'><contact selfcollide='none'/>"},
    {"number of nodes", "the grid has 8 nodes, but 1 are named",
     "body='world world world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2' node='n0' dof='trilinear'>"
     "<contact selfcollide='none'/>"},
    {"nodes without grid", "the grid has 8 nodes, but 0 are named", "body='a b c' element='0 1 2' dof='trilinear'>"},
    {"cells", "cellcount must be positive", "body='a b c' element='0 1 2' dof='trilinear' cellcount='0 1 1'>"},
    {"self collision", "cannot collide with itself",
     "body='world world world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2' node='n0 n1 n2 n3 n4 n5 n6 n7' "
     "dof='trilinear'>"},
    {"internal collision", "cannot have internal collisions",
     "body='world world world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2' node='n0 n1 n2 n3 n4 n5 n6 n7' "
     "dof='trilinear'><contact selfcollide='none' internal='true'/>"},
    {"interpolated vertices", "one body per vertex",
     "body='world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2' node='n0 n1 n2 n3 n4 n5 n6 n7' "
     "dof='trilinear'><contact selfcollide='none'/>"},
    {"disordered nodes", "do not form a grid",
     "body='world world world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2' node='n0 n1 n1 n3 n4 n5 n6 n7' "
     "dof='trilinear'><contact selfcollide='none'/>"},
    {"unknown flex", "there is no flex named 'g'", "body='a b c' element='0 1 2'>", "<flex flex='g'/>"},
    {"rigid flex", "is rigid", "body='world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2'>", "<flex flex='f'/>"},
    {"tilted flex", "same z", "body='a b d' element='0 1 2'>", "<flexvert flex='f'/>"},
    {"unknown cell", "has no such cell",
     "body='world world world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2' node='n0 n1 n2 n3 n4 n5 n6 n7' "
     "dof='trilinear'><contact selfcollide='none'/>",
     "<flexstrain flex='f' cell='0 1 0'/>"},
};

class BrokenFlexes : public testing::TestWithParam<BrokenFlex> {};

TEST_P(BrokenFlexes, AreReported) {
  const BrokenFlex& row = GetParam();
  try {
    load_text(model_of(row));
    FAIL() << "accepted";
  } catch (const LoadError& e) {
    const auto& list = e.diagnostics().list();
    EXPECT_TRUE(std::any_of(list.begin(), list.end(), [&](const Diagnostic& d) {
      return (d.message + d.hint).find(row.says) != std::string::npos &&
             (d.where.line == kFlexLine || d.where.line == kEqualityLine);
    })) << e.what();
  }
}

std::string flex_test_name(const testing::TestParamInfo<BrokenFlex>& row) {
  std::string name = row.param.what;
  std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, BrokenFlexes, testing::ValuesIn(kFlexTable), flex_test_name);

TEST(BrokenFlexesModel, IsRightItself) {
  EXPECT_NO_THROW(load_text(model_of({"", "", "body='a b c' element='0 1 2'><edge damping='1'/>"})));
}

}  // namespace
}  // namespace corten
