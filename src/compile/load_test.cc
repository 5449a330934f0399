// From text to Model, and how problems are collected.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <vector>

#include "compile/context.h"
#include "compile/tree_test.h"

namespace corten {
namespace {

TEST(Load, Pendulum) {
  const Model m = load_world(R"(<body name="arm"><joint name="pivot" axis="0 1 0"/>
    <geom name="rod" type="capsule" size=".05" fromto="0 0 0 0 0 -1"/></body>)");
  EXPECT_EQ(m.nbody, 2);
  EXPECT_EQ(m.nv, 1);
  EXPECT_EQ(m.id(Object::kJoint, "pivot"), 0);
  EXPECT_EQ(m.name, "MuJoCo Model");
  expect_near(m.body_ipos[1], {0, 0, -0.5});
}

// Every problem is reported at once, each with its place.
TEST(Load, CollectsProblems) {
  try {
    load_text(
        "<mujoco>\n<worldbody>\n<geom/>\n<body name='b'>\n<joint axis='0 0 0'/>\n<site size='0'/>\n</body>\n"
        "</worldbody>\n<sensor>\n<gyro site='none'/>\n</sensor>\n</mujoco>");
    FAIL() << "should not load";
  } catch (const LoadError& error) {
    const auto& list = error.diagnostics().list();
    ASSERT_EQ(list.size(), 4u) << error.what();
    std::vector<int> lines;
    for (const Diagnostic& d : list) lines.push_back(d.where.line);
    std::sort(lines.begin(), lines.end());
    EXPECT_EQ(lines, (std::vector<int>{3, 5, 6, 10}));
  }
}

std::vector<int> error_lines(const std::string& text) {
  std::vector<int> lines;
  try {
    load_text(text);
  } catch (const LoadError& error) {
    for (const Diagnostic& d : error.diagnostics().list()) lines.push_back(d.where.line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

// Errors of reading do not hide those of the compiler, and those that follow from them are not shown.
TEST(Load, ReadingErrorsDoNotHideOthers) {
  EXPECT_EQ(error_lines("<mujoco>\n<worldbody>\n<geom siez='1'/>\n<body>\n<joint axis='0 0 0'/>\n<geom size='1'/>\n"
                        "</body>\n<geom type='mesh' mesh='none'/>\n<geom size='x'/>\n</worldbody>\n<actuator>\n"
                        "<motor joint='none'/>\n</actuator>\n</mujoco>"),
            (std::vector<int>{3, 5, 8, 9, 12}));
  // the joint exists, but could not be read
  EXPECT_EQ(
      error_lines("<mujoco>\n<worldbody>\n<body><geom size='1'/>\n<jiont name='j'/></body>\n</worldbody>\n<actuator>\n"
                  "<motor joint='j'/>\n<motor joint='k'/>\n</actuator>\n</mujoco>"),
      (std::vector<int>{4, 8}));
  // the body's mass could not be read
  EXPECT_EQ(error_lines("<mujoco>\n<worldbody>\n<body>\n<joint/>\n<inertial pos='0 0 0' mass='x'/>\n</body>\n<geom/>\n"
                        "</worldbody>\n</mujoco>"),
            (std::vector<int>{5, 7}));
  // sizes may come from a default class that could not be read, names cannot
  EXPECT_EQ(
      error_lines("<mujoco>\n<default>\n<geom size='x'/>\n</default>\n<worldbody>\n<geom/>\n<geom material='m'/>\n"
                  "</worldbody>\n</mujoco>"),
      (std::vector<int>{3, 7}));
}

class LoadWithDiagnostics : public ::testing::Test {
 protected:
  // The model as a file.
  std::string write(const std::string& text) {
    std::ofstream(path_) << text;
    return path_;
  }
  ~LoadWithDiagnostics() override { std::remove(path_.c_str()); }
  const std::string path_ = ::testing::TempDir() + "load_with_diagnostics_test.xml";
};

TEST_F(LoadWithDiagnostics, WarningsAreHandedOverWithTheModel) {
  Diagnostics diagnostics;
  diagnostics.error({}, "", "", "an error of something else");
  const Model m = load(write("<mujoco><worldbody>\n<geom size='1' mass='nan'/></worldbody></mujoco>"), diagnostics);
  EXPECT_EQ(m.ngeom, 1);
  ASSERT_EQ(diagnostics.list().size(), 2u);
  EXPECT_EQ(diagnostics.list()[1].severity, Severity::kWarning);
  EXPECT_EQ(diagnostics.list()[1].where.line, 2);
}

TEST_F(LoadWithDiagnostics, ErrorsAreThrownAndHandedOver) {
  Diagnostics diagnostics;
  EXPECT_THROW(load(write("<mujoco><worldbody><geom/></worldbody></mujoco>"), diagnostics), LoadError);
  EXPECT_EQ(diagnostics.error_count(), 1);
  EXPECT_THROW(load("no/such/file.xml", diagnostics), LoadError);
  EXPECT_EQ(diagnostics.error_count(), 2);
}

TEST(Load, OptionsOfASpecMadeInCodeAreChecked) {
  Spec spec;
  spec.option.timestep = 0;
  spec.size.memory = "much";
  Diagnostics diagnostics;
  EXPECT_EQ(compile(spec, diagnostics).nbody, 0);
  EXPECT_NE(diagnostics.text().find("<option>: timestep: must be a finite number"), std::string::npos)
      << diagnostics.text();
  spec.option.timestep = 0.002;
  Diagnostics others;
  EXPECT_EQ(compile(spec, others).nbody, 0);
  EXPECT_NE(others.text().find("<size>: memory 'much' is no amount of memory"), std::string::npos) << others.text();
}

TEST(Load, MissingFile) { EXPECT_THROW(load("no/such/file.xml"), LoadError); }

TEST(Load, FilesInMemory) {
  Assets assets;
  assets.add("meshes/tetra.obj",
             std::string_view("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"));
  assets.add("body.xml", std::string_view("<x><body><geom type='mesh' mesh='tetra'/></body></x>"));
  const std::string text =
      "<mujoco><compiler meshdir='meshes'/><asset><mesh file='tetra.obj'/></asset>"
      "<worldbody><include file='body.xml'/></worldbody></mujoco>";
  const Model m = load_text(text, assets);
  EXPECT_EQ(m.nmeshvert, 4);
  EXPECT_EQ(m.ngeom, 1);
  // found by its name, as there is only one of that name
  EXPECT_EQ(load_text("<mujoco><asset><mesh file='far/away/tetra.obj'/></asset></mujoco>", assets).nmesh, 1);
  try {
    load_text("<mujoco><asset><mesh file='other.obj'/></asset></mujoco>", assets);
    FAIL() << "should not load";
  } catch (const LoadError& error) {
    EXPECT_NE(std::string(error.what()).find("file 'other.obj' is not among the assets"), std::string::npos);
  }
}

TEST(Load, ObjectNamesRoundTrip) {
  for (int i = 1; i < kObjectCount; ++i)
    EXPECT_EQ(object_kind(object_name(static_cast<Object>(i))), static_cast<Object>(i));
  EXPECT_EQ(object_kind("frame"), Object::kFrame);
  EXPECT_EQ(object_name(Object::kModel), "model");
  EXPECT_EQ(object_kind("nothing"), Object::kUnknown);
}

}  // namespace
}  // namespace corten
