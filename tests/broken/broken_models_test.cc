// One row per kind of mistake: the message must name the file, the line, the element and what is wrong.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

struct Broken {
  const char* what;
  int line;                       // of the offending element
  const char* element;            // its tag
  std::vector<const char*> says;  // every fragment must be in the diagnostic
  const char* text;               // the model; the first line is line 1
};

// The text starts right after the opening quote, so line 1 is <mujoco>.
const Broken kTable[] = {
    {"unknown element", 2, "wrldbody", {"wrldbody", "did you mean 'worldbody'?"}, "<mujoco>\n<wrldbody/>\n</mujoco>"},
    {"unknown attribute",
     3,
     "geom",
     {"siez", "did you mean 'size'?"},
     "<mujoco>\n<worldbody>\n<geom siez='1'/>\n</worldbody>\n</mujoco>"},
    {"too few values", 3, "body", {"pos", "3"}, "<mujoco>\n<worldbody>\n<body pos='1 2'/>\n</worldbody>\n</mujoco>"},
    {"too many values",
     3,
     "body",
     {"pos", "3"},
     "<mujoco>\n<worldbody>\n<body pos='1 2 3 4'/>\n</worldbody>\n</mujoco>"},
    {"not a number", 3, "geom", {"size", "abc"}, "<mujoco>\n<worldbody>\n<geom size='abc'/>\n</worldbody>\n</mujoco>"},
    {"not an integer",
     3,
     "geom",
     {"contype", "1.5"},
     "<mujoco>\n<worldbody>\n<geom size='1' contype='1.5'/>\n</worldbody>\n</mujoco>"},
    {"unknown keyword",
     3,
     "geom",
     {"type", "bix", "did you mean 'box'?"},
     "<mujoco>\n<worldbody>\n<geom type='bix' size='1 1 1'/>\n</worldbody>\n</mujoco>"},
    {"bad boolean", 2, "compiler", {"autolimits", "yes"}, "<mujoco>\n<compiler autolimits='yes'/>\n</mujoco>"},
    {"missing required attribute",
     4,
     "inertial",
     {"mass"},
     "<mujoco>\n<worldbody>\n<body>\n<inertial pos='0 0 0'/>\n</body>\n</worldbody>\n</mujoco>"},
    {"duplicate name",
     4,
     "geom",
     {"a"},
     "<mujoco>\n<worldbody>\n<geom name='a' size='1'/>\n<geom name='a' size='1'/>\n</worldbody>\n</mujoco>"},
    {"unresolved joint",
     6,
     "motor",
     {"joint", "elbov", "did you mean 'elbow'?"},
     "<mujoco>\n<worldbody>\n<body><joint name='elbow'/><geom size='1'/></body>\n</worldbody>\n<actuator>\n<motor "
     "joint='elbov'/>\n"
     "</actuator>\n</mujoco>"},
    {"unresolved mesh",
     3,
     "geom",
     {"mesh", "bolt"},
     "<mujoco>\n<worldbody>\n<geom type='mesh' mesh='bolt'/>\n</worldbody>\n</mujoco>"},
    {"unknown class",
     3,
     "geom",
     {"class", "soft"},
     "<mujoco>\n<worldbody>\n<geom class='soft' size='1'/>\n</worldbody>\n</mujoco>"},
    {"unknown childclass",
     3,
     "body",
     {"childclass", "soft"},
     "<mujoco>\n<worldbody>\n<body childclass='soft'/>\n</worldbody>\n</mujoco>"},
    {"keyframe of wrong length",
     6,
     "key",
     {"qpos", "1", "2"},
     "<mujoco>\n<worldbody>\n<body><joint/><geom size='1'/></body>\n</worldbody>\n<keyframe>\n<key qpos='1 "
     "2'/>\n</keyframe>\n</mujoco>"},
    {"moving body without mass",
     3,
     "body",
     {"mass"},
     "<mujoco>\n<worldbody>\n<body name='b'><joint/></body>\n</worldbody>\n</mujoco>"},
    {"geom size of wrong length",
     3,
     "geom",
     {"size"},
     "<mujoco>\n<worldbody>\n<geom type='box' size='1'/>\n</worldbody>\n</mujoco>"},
    {"negative size",
     3,
     "geom",
     {"size"},
     "<mujoco>\n<worldbody>\n<geom type='sphere' size='-1'/>\n</worldbody>\n</mujoco>"},
    {"invalid condim",
     3,
     "geom",
     {"condim"},
     "<mujoco>\n<worldbody>\n<geom size='1' condim='2'/>\n</worldbody>\n</mujoco>"},
    {"inverted range",
     4,
     "joint",
     {"range"},
     "<mujoco>\n<worldbody>\n<body>\n<joint limited='true' range='30 -30'/>\n<geom "
     "size='1'/></body>\n</worldbody>\n</mujoco>"},
    {"limited without range",
     4,
     "joint",
     {"range"},
     "<mujoco>\n<worldbody>\n<body>\n<joint limited='true'/>\n<geom size='1'/></body>\n</worldbody>\n</mujoco>"},
    {"joint in the world", 3, "joint", {"joint"}, "<mujoco>\n<worldbody>\n<joint/>\n</worldbody>\n</mujoco>"},
    {"free joint below another body",
     4,
     "joint",
     {"free"},
     "<mujoco>\n<worldbody>\n<body><joint/><geom size='1'/><body>\n<freejoint/>\n<geom "
     "size='1'/></body></body>\n</worldbody>\n</mujoco>"},
    {"two orientations",
     3,
     "body",
     {"quat", "euler"},
     "<mujoco>\n<worldbody>\n<body quat='1 0 0 0' euler='1 2 3'/>\n</worldbody>\n</mujoco>"},
    {"zero axis",
     4,
     "joint",
     {"axis"},
     "<mujoco>\n<worldbody>\n<body>\n<joint axis='0 0 0'/>\n<geom size='1'/></body>\n</worldbody>\n</mujoco>"},
    {"impossible inertia",
     3,
     "body",
     {"inertia"},
     "<mujoco>\n<worldbody>\n<body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 "
     "9'/></body>\n</worldbody>\n</mujoco>"},
    {"mocap body below another body",
     4,
     "body",
     {"mocap"},
     "<mujoco>\n<worldbody>\n<body>\n<body mocap='true'/>\n</body>\n</worldbody>\n</mujoco>"},
    {"mocap body with joints",
     3,
     "body",
     {"mocap"},
     "<mujoco>\n<worldbody>\n<body mocap='true'><joint/><geom size='1'/></body>\n</worldbody>\n</mujoco>"},
    {"include without file", 2, "include", {"file"}, "<mujoco>\n<include/>\n</mujoco>"},
    {"missing include", 2, "include", {"nowhere.xml"}, "<mujoco>\n<include file='nowhere.xml'/>\n</mujoco>"},
    {"mesh file missing",
     3,
     "mesh",
     {"nothing.stl"},
     "<mujoco>\n<asset>\n<mesh name='m' file='nothing.stl'/>\n</asset>\n<worldbody><geom type='mesh' "
     "mesh='m'/></worldbody>\n</mujoco>"},
    {"mesh with too few vertices",
     3,
     "mesh",
     {"vert"},
     "<mujoco>\n<asset>\n<mesh name='m' vertex='0 0 0  1 0 0'/>\n</asset>\n<worldbody><geom type='mesh' "
     "mesh='m'/></worldbody>\n</mujoco>"},
    {"tendon ending in a pulley",
     5,
     "spatial",
     {"pulley"},
     "<mujoco>\n<worldbody>\n<site name='a'/><site name='b' pos='1 0 0'/>\n</worldbody>\n<tendon><spatial><site "
     "site='a'/><site site='b'/>"
     "<pulley divisor='2'/></spatial></tendon>\n</mujoco>"},
    {"actuator without transmission",
     2,
     "motor",
     {"transmission", "joint"},
     "<mujoco>\n<actuator><motor name='m'/></actuator>\n</mujoco>"},
    {"slider without crank",
     4,
     "motor",
     {"transmission"},
     "<mujoco>\n<worldbody><body><joint name='j'/><geom size='1'/><site "
     "name='s'/></body>\n</worldbody>\n<actuator><motor slidersite='s'/>"
     "</actuator>\n</mujoco>"},
    {"adhesion without ctrlrange",
     3,
     "adhesion",
     {"ctrlrange"},
     "<mujoco>\n<worldbody><body name='b'><joint/><geom size='1'/></body></worldbody>\n<actuator><adhesion "
     "body='b'/></actuator>\n</mujoco>"},
    {"exclude of an unknown body",
     2,
     "exclude",
     {"body2", "ghost"},
     "<mujoco>\n<contact><exclude body1='world' body2='ghost'/></contact>\n</mujoco>"},
    {"equality between unknown joints",
     2,
     "joint",
     {"joint1", "x"},
     "<mujoco>\n<equality><joint joint1='x'/></equality>\n</mujoco>"},
    {"global coordinates", 2, "compiler", {"coordinate"}, "<mujoco>\n<compiler coordinate='global'/>\n</mujoco>"},
    {"bad euler sequence", 2, "compiler", {"eulerseq"}, "<mujoco>\n<compiler eulerseq='xy'/>\n</mujoco>"},
    {"attach of an unknown model",
     3,
     "attach",
     {"model", "robot"},
     "<mujoco>\n<worldbody>\n<attach model='robot' prefix='a'/>\n</worldbody>\n</mujoco>"},
    {"unclosed tag", 4, "", {}, "<mujoco>\n<worldbody>\n<body>\n</worldbody>\n</mujoco>"},
    {"wrong root", 1, "", {"mujoco"}, "<world>\n</world>"},
    {"sensor of an unknown object",
     2,
     "framepos",
     {"site", "nothing"},
     "<mujoco>\n<sensor><framepos objtype='site' objname='nothing'/></sensor>\n</mujoco>"},
    {"flexcomp in a nameless body",
     4,
     "flexcomp",
     {"body", "name"},
     "<mujoco>\n<worldbody>\n<body>\n<flexcomp name='f' dim='1' count='3 1 1'/>\n</body>\n</worldbody>\n</mujoco>"},
    {"flat grid with depth",
     3,
     "flexcomp",
     {"count", "nx ny 1"},
     "<mujoco>\n<worldbody>\n<flexcomp name='f' dim='2' count='3 3 3'/>\n</worldbody>\n</mujoco>"},
    {"flex finer than its radius",
     3,
     "flexcomp",
     {"spacing", "radius"},
     "<mujoco>\n<worldbody>\n<flexcomp name='f' dim='2' count='3 3 1' radius='.1'/>\n</worldbody>\n</mujoco>"},
    {"flexcomp without file",
     3,
     "flexcomp",
     {"file"},
     "<mujoco>\n<worldbody>\n<flexcomp name='f' type='mesh'/>\n</worldbody>\n</mujoco>"},
    {"flexcomp file missing",
     3,
     "flexcomp",
     {"nothing.msh"},
     "<mujoco>\n<worldbody>\n<flexcomp name='f' type='gmsh' file='nothing.msh'/>\n</worldbody>\n</mujoco>"},
    {"volume from a mesh without origin",
     3,
     "flexcomp",
     {"origin"},
     "<mujoco>\n<worldbody>\n<flexcomp name='f' type='mesh' file='a.obj' dim='3'/>\n</worldbody>\n</mujoco>"},
    {"pin of a missing point",
     3,
     "flexcomp",
     {"pin", "points 0 to 8"},
     "<mujoco>\n<worldbody>\n<flexcomp name='f' count='3 3 1'><pin id='9'/></flexcomp>\n</worldbody>\n</mujoco>"},
    {"element of a missing point",
     3,
     "flexcomp",
     {"point 7", "points 0 to 2"},
     "<mujoco>\n<worldbody>\n<flexcomp name='f' type='direct' point='0 0 0 1 0 0 0 1 0' element='0 1 7'/>\n"
     "</worldbody>\n</mujoco>"},
    {"flex both inextensible and elastic",
     3,
     "flexcomp",
     {"equality", "elasticity"},
     "<mujoco>\n<worldbody>\n<flexcomp name='f' count='3 3 1'><edge equality='true'/><elasticity "
     "young='1'/></flexcomp>\n"
     "</worldbody>\n</mujoco>"},
    {"flexcomp in a replicate",
     4,
     "flexcomp",
     {"replicate"},
     "<mujoco>\n<worldbody>\n<replicate count='2'><body name='b'>\n<flexcomp name='f' count='3 3 1'/>\n"
     "</body></replicate>\n</worldbody>\n</mujoco>"},
};

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("corten_broken_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

bool fits(const Diagnostic& d, const std::string& path, const Broken& expected) {
  const std::string text = d.text();
  return d.severity == Severity::kError && d.where.file == path && d.where.line == expected.line &&
         (std::string(expected.element).empty() || d.element == expected.element) &&
         std::all_of(expected.says.begin(), expected.says.end(),
                     [&](const char* part) { return text.find(part) != std::string::npos; });
}

class BrokenModels : public testing::TestWithParam<Broken> {};

TEST_P(BrokenModels, AreExplained) {
  const Folder folder;
  const std::string path = folder.write("broken.xml", GetParam().text);
  try {
    load(path);
    FAIL() << "accepted: " << GetParam().what;
  } catch (const LoadError& e) {
    const auto& list = e.diagnostics().list();
    EXPECT_TRUE(std::any_of(list.begin(), list.end(), [&](const Diagnostic& d) { return fits(d, path, GetParam()); }))
        << GetParam().what << "\n"
        << e.what();
  }
}

std::string test_name(const testing::TestParamInfo<Broken>& info) {
  std::string name = info.param.what;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, BrokenModels, testing::ValuesIn(kTable), test_name);

TEST(BrokenModels, AreAtLeastForty) { EXPECT_GE(std::size(kTable), 40u); }

TEST(BrokenModels, AllProblemsAreReportedTogether) {
  const Folder folder;
  const std::string path =
      folder.write("many.xml",
                   "<mujoco>\n<option timestep='x'/>\n<worldbody>\n<geom siez='1'/>\n<body poss='0 0 0'/>\n"
                   "</worldbody>\n</mujoco>");
  try {
    load(path);
    FAIL() << "accepted";
  } catch (const LoadError& e) {
    EXPECT_GE(e.diagnostics().error_count(), 3) << e.what();
  }
}

TEST(BrokenModels, AnIncludedFileIsNamedWithItsOwnLine) {
  const Folder folder;
  const std::string part =
      folder.write("part.xml", "<mujoco>\n<worldbody>\n\n<geom siez='1'/>\n</worldbody>\n</mujoco>");
  const std::string path = folder.write("whole.xml", "<mujoco>\n<include file='part.xml'/>\n</mujoco>");
  try {
    load(path);
    FAIL() << "accepted";
  } catch (const LoadError& e) {
    const auto& list = e.diagnostics().list();
    EXPECT_TRUE(std::any_of(list.begin(), list.end(), [&](const Diagnostic& d) {
      return d.where.file == part && d.where.line == 4;
    })) << e.what();
  }
}

TEST(BrokenModels, AnIncludeCycleEnds) {
  const Folder folder;
  folder.write("a.xml", "<mujoco>\n<include file='b.xml'/>\n</mujoco>");
  folder.write("b.xml", "<mujoco>\n<include file='a.xml'/>\n</mujoco>");
  EXPECT_THROW(load(folder.write("c.xml", "<mujoco>\n<include file='a.xml'/>\n</mujoco>")), LoadError);
}

TEST(BrokenModels, AMissingFileIsNamed) {
  try {
    load("/no/such/model.xml");
    FAIL() << "accepted";
  } catch (const LoadError& e) {
    EXPECT_NE(std::string(e.what()).find("/no/such/model.xml"), std::string::npos);
  }
}

}  // namespace
}  // namespace corten
