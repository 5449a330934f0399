// URDF robots against MuJoCo 3.12, and what goes beyond it. reference.txt is made by
// tools/reference/make_urdf_references.py.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../common/same_model.h"
#include "corten/corten.h"

namespace corten {
namespace {

const std::string kFolder = "tests/urdf/";

struct Reference {
  std::map<std::string, std::vector<std::string>> names;  // by kind, "-": unnamed
  std::map<std::string, std::vector<double>> fields;
};

std::map<std::string, Reference> read_references() {
  std::map<std::string, Reference> references;
  std::ifstream file(kFolder + "reference.txt");
  Reference* reference = nullptr;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key, word;
    words >> key;
    if (key == "robot") {
      words >> word;
      reference = &references[word];
    } else if (key == "names") {
      words >> key;
      while (words >> word) reference->names[key].push_back(word);
    } else {
      while (words >> word) reference->fields[key].push_back(std::stod(word));
    }
  }
  return references;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// As MuJoCo reads it: without visuals, unless the file itself says something.
Model load_without_visuals(const std::string& name) {
  std::string text = text_of(kFolder + name);
  if (text.find("<mujoco>") == text.npos) {
    text.insert(text.find('>', text.find("<robot")) + 1, "<mujoco><compiler discardvisual='true'/></mujoco>");
  }
  return load_text(text, kFolder);
}

void expect_fields(const Model& model, const Reference& reference, const std::string& name,
                   const std::vector<std::string>& prefixes) {
  // mesh vertices are single precision
  const double tolerance = model.nmesh > 0 ? 1e-7 : 1e-10;
  for (const FieldView& field : fields_of(model)) {
    const auto expected = reference.fields.find(std::string(field.name()));
    if (expected == reference.fields.end()) continue;
    const auto wanted = [&](const std::string& prefix) { return field.name().starts_with(prefix); };
    if (std::none_of(prefixes.begin(), prefixes.end(), wanted)) continue;
    ASSERT_EQ(field.size(), static_cast<int>(expected->second.size())) << name << " " << field.name();
    for (int i = 0; i < field.size(); ++i) {
      const double x = expected->second[static_cast<std::size_t>(i)];
      EXPECT_NEAR(field[i], x, tolerance * (1 + std::abs(x))) << name << " " << field.name() << "[" << i << "]";
    }
  }
}

void expect_names(const Model& model, const Reference& reference, const std::string& name, Object kind,
                  const std::string& word) {
  const auto found = reference.names.find(word);
  if (found == reference.names.end()) return;
  for (std::size_t i = 0; i < found->second.size(); ++i) {
    const std::string expected = found->second[i] == "-" ? "" : found->second[i];
    EXPECT_EQ(model.name_of(kind, static_cast<int>(i)), expected) << name << " " << word << " " << i;
  }
}

TEST(Urdf, AgreesWithMujoco) {
  const auto references = read_references();
  ASSERT_GE(references.size(), 11u);
  for (const auto& [name, reference] : references) {
    const Model model = load_without_visuals(name);
    ASSERT_EQ(model.nbody, static_cast<int>(reference.fields.at("body_mass").size())) << name;
    expect_fields(model, reference, name, {"body_", "jnt_", "dof_", "geom_", "mesh_", "qpos", "tree_"});
    expect_names(model, reference, name, Object::kBody, "body");
    expect_names(model, reference, name, Object::kJoint, "joint");
    expect_names(model, reference, name, Object::kGeom, "geom");
    expect_names(model, reference, name, Object::kMesh, "mesh");
  }
}

TEST(Urdf, VisualsDoNotChangeThePhysics) {
  for (const auto& [name, reference] : read_references()) {
    const Model model = load(kFolder + name);
    expect_fields(model, reference, name,
                  {"body_mass", "body_inertia", "body_i", "body_pos", "body_quat", "body_parentid", "jnt_",
                   "dof_bodyid", "dof_damping", "dof_invweight0", "dof_M0", "dof_frictionloss", "qpos"});
    expect_names(model, reference, name, Object::kJoint, "joint");
  }
  const Model arm = load(kFolder + "arm.urdf");
  const int look = arm.id(Object::kGeom, "upper_look"), shape = arm.id(Object::kGeom, "upper_shape");
  ASSERT_GE(look, 0);
  EXPECT_EQ(arm.geom_group[look], 1);
  EXPECT_EQ(arm.geom_contype[look] | arm.geom_conaffinity[look], 0);
  EXPECT_EQ(arm.geom_contype[shape], 1);
  EXPECT_FLOAT_EQ(arm.geom_rgba[look][2], 0.7f);
}

TEST(Urdf, MimicIsAnEquality) {
  const Model model = load(kFolder + "gripper.urdf");
  ASSERT_EQ(model.neq, 1);
  EXPECT_EQ(model.eq_type[0], EqualityType::kJoint);
  EXPECT_EQ(model.eq_obj1id[0], model.id(Object::kJoint, "right_slide"));
  EXPECT_EQ(model.eq_obj2id[0], model.id(Object::kJoint, "left_slide"));
  EXPECT_EQ(model.eq_data[0][0], 0.01);
  EXPECT_EQ(model.eq_data[0][1], 0.5);
}

TEST(Urdf, ExportLoadsToTheSameModel) {
  const std::string path = ::testing::TempDir() + "corten_urdf_export.xml";
  for (const auto& [name, reference] : read_references()) {
    Diagnostics diagnostics;
    save_mjcf(read_mjcf(kFolder + name, diagnostics), path);
    EXPECT_EQ(difference(load(kFolder + name), load(path)), "") << name;
  }
  std::filesystem::remove(path);
}

// ---- files that are found, or not

class Folder {
 public:
  Folder() : path_(std::filesystem::path(::testing::TempDir()) / "corten_urdf_packages") {
    std::filesystem::create_directories(path_ / "my_robot/urdf");
    std::filesystem::create_directories(path_ / "my_robot/meshes");
    std::filesystem::create_directories(path_ / "elsewhere/other/meshes");
    std::filesystem::copy_file(kFolder + "meshes/wedge.obj", path_ / "my_robot/meshes/wedge.obj");
    std::filesystem::copy_file(kFolder + "meshes/wedge.obj", path_ / "elsewhere/other/meshes/wedge.obj");
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string robot(const std::string& mesh, const std::string& role = "collision") const {
    const std::string path = (path_ / "my_robot/urdf/robot.urdf").string();
    std::ofstream(path) << "<robot name='r'>\n<link name='base'>\n<" << role << "><geometry>\n<mesh filename='" << mesh
                        << "'/></geometry></" << role << ">\n</link></robot>";
    return path;
  }
  std::string path(const std::string& inside) const { return (path_ / inside).string(); }

 private:
  std::filesystem::path path_;
};

TEST(Urdf, PackagesAreFoundAboveTheModelAndInRosPackagePath) {
  const Folder folder;
  unsetenv("ROS_PACKAGE_PATH");
  EXPECT_EQ(load(folder.robot("package://my_robot/meshes/wedge.obj")).nmesh, 1);
  EXPECT_EQ(load(folder.robot("../meshes/wedge.obj")).nmesh, 1);
  EXPECT_EQ(load(folder.robot("file://" + folder.path("my_robot/meshes/wedge.obj"))).nmesh, 1);
  EXPECT_THROW(load(folder.robot("package://other/meshes/wedge.obj")), LoadError);
  setenv("ROS_PACKAGE_PATH", ("/nowhere:" + folder.path("elsewhere")).c_str(), 1);
  EXPECT_EQ(load(folder.robot("package://other/meshes/wedge.obj")).nmesh, 1);
  unsetenv("ROS_PACKAGE_PATH");
}

std::string problems(const std::string& path) {
  Diagnostics diagnostics;
  try {
    load(path, diagnostics);
  } catch (const LoadError&) {
  }
  return diagnostics.text();
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
}

TEST(Urdf, UnknownPackagesAreDroppedFromThePath) {
  const Folder folder;
  std::filesystem::copy_file(kFolder + "meshes/wedge.obj", folder.path("my_robot/urdf/wedge.obj"));
  const std::string path = folder.robot("package://unknown/wedge.obj");
  EXPECT_EQ(load(path).nmesh, 1);
  expect_contains(problems(path), "package 'unknown' is not known: 'wedge.obj' beside the model is used");
}

TEST(Urdf, FilesInMemory) {
  Assets assets;
  assets.add("parts/meshes/wedge.obj", text_of(kFolder + "meshes/wedge.obj"));
  const Model model = load_text(
      "<robot name='r'><link name='a'><collision><geometry><mesh "
      "filename='package://parts/meshes/wedge.obj'/></geometry>"
      "</collision></link></robot>",
      std::move(assets));
  EXPECT_EQ(model.nmesh, 1);
}

TEST(Urdf, MissingMeshesAreNamed) {
  const Folder folder;
  const std::string missing = problems(folder.robot("package://other/meshes/none.stl"));
  expect_contains(missing, "robot.urdf:4: error: <mesh name=\"base\">");
  expect_contains(missing, "file 'package://other/meshes/none.stl' not found");
  expect_contains(missing, "ROS_PACKAGE_PATH");
  expect_contains(problems(folder.robot("wedge.dae")), "'wedge.dae' is not an STL, OBJ or MSH file");
}

TEST(Urdf, VisualsWhoseMeshesCannotBeReadAreLeftOut) {
  const Folder folder;
  const std::string path = folder.robot("wedge.dae", "visual");
  EXPECT_EQ(load(path).ngeom, 0);
  expect_contains(problems(path), "1 visual is left out");
}

// ---- mistakes

struct Broken {
  const char* says;
  int line;  // the text starts on line 1
  const char* text;
};

const Broken kBroken[] = {
    {"the robot has no links", 1, "<robot name='r'/>"},
    {"xacro", 2, "<robot name='r'>\n<xacro:property name='a' value='1'/><link name='a'/></robot>"},
    {"xacro", 2, "<robot name='r'>\n<link name='${prefix}a'/></robot>"},
    {"there is no link 'bb'", 4,
     "<robot name='r'>\n<link name='aa'/><link name='b'/>\n<joint name='j' type='fixed'><parent link='aa'/>\n"
     "<child link='bb'/></joint></robot>"},
    {"<child> is missing", 3,
     "<robot name='r'>\n<link name='a'/>\n<joint name='j' type='fixed'><parent link='a'/></joint></robot>"},
    {"is the child of two joints", 5,
     "<robot name='r'>\n<link name='a'/><link name='b'/><link name='c'/>\n"
     "<joint name='j' type='fixed'><parent link='a'/>\n<child link='c'/></joint>\n"
     "<joint name='k' type='fixed'><parent link='b'/><child link='c'/></joint></robot>"},
    {"its own ancestor", 2,
     "<robot name='r'>\n<link name='a'/><link name='b'/>\n"
     "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n"
     "<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint></robot>"},
    {"unknown joint type 'revolut'", 3,
     "<robot name='r'>\n<link name='a'/><link name='b'/>\n"
     "<joint name='j' type='revolut'><parent link='a'/><child link='b'/></joint></robot>"},
    {"'xyz': too few numbers", 4,
     "<robot name='r'>\n<link name='a'/><link name='b'/>\n<joint name='j' type='fixed'>\n<origin xyz='1 2'/>"
     "<parent link='a'/><child link='b'/></joint></robot>"},
    {"the name is used twice", 3, "<robot name='r'>\n<link name='a'/>\n<link name='a'/></robot>"},
    {"attribute 'ixx' is missing", 4,
     "<robot name='r'>\n<link name='a'>\n<inertial><mass value='1'/>\n<inertia/></inertial></link></robot>"},
    {"the shape is missing", 3, "<robot name='r'>\n<link name='a'><collision>\n<geometry/></collision></link></robot>"},
    {"there is no revolute, continuous or prismatic joint 'x'", 4,
     "<robot name='r'>\n<link name='a'/><link name='b'/>\n<joint name='j' type='continuous'>\n<mimic joint='x'/>"
     "<parent link='a'/><child link='b'/></joint></robot>"},
};

TEST(Urdf, MistakesAreExplained) {
  for (const Broken& broken : kBroken) {
    Diagnostics diagnostics;
    read_mjcf_text(broken.text, ".", diagnostics);
    const std::string text = diagnostics.text();
    EXPECT_TRUE(diagnostics.has_errors()) << broken.text;
    expect_contains(text, broken.says);
    expect_contains(text, "<text>:" + std::to_string(broken.line) + ": error");
  }
}

TEST(Urdf, ForeignElementsAreSummarised) {
  Diagnostics diagnostics;
  read_mjcf(kFolder + "gripper.urdf", diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1u) << diagnostics.text();
  expect_contains(diagnostics.text(), "<gazebo> (2), <transmission>");
}

}  // namespace
}  // namespace corten
