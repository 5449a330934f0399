// Compiled models and states as files: exact round trips, and files that are refused.
#include "corten/binary.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "corten/load.h"
#include "corten/sdf.h"
#include "corten/step.h"
#include "model/consistency.h"
#include "model/envelope.h"
#include "model/fields.h"

namespace corten {
namespace {

using Bytes = std::vector<std::byte>;

constexpr const char* kBinaryModel =
    R"(<mujoco model="small"><option timestep="0.003" integrator="RK4" cone="elliptic"/>
  <asset><mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="hills" nrow="2" ncol="3" size="1 1 1 1" elevation="0 1 2 3 4 5"/></asset>
  <worldbody><geom type="hfield" hfield="hills"/><camera name="eye" pos="0 -2 1"/>
    <body name="a" pos="0 0 1"><freejoint name="free"/><geom name="g" type="mesh" mesh="tetra"/><site name="s"/>
      <body name="b"><joint name="j" limited="true" range="-1 1"/><geom size=".1" pos="0 0 1"/></body></body></worldbody>
  <tendon><fixed name="t"><joint joint="j" coef="2"/></fixed></tendon>
  <actuator><motor name="m" tendon="t"/></actuator>
  <sensor><gyro name="w" site="s"/><jointpos joint="j"/></sensor>
  <keyframe><key name="k" time="2"/></keyframe></mujoco>)";

void expect_same(const Model& a, const Model& b) {
  for (std::size_t i = 0; i < sizes_of(a).size(); ++i) EXPECT_EQ(sizes_of(a)[i].value, sizes_of(b)[i].value);
  const auto first = fields_of(a), second = fields_of(b);
  for (std::size_t i = 0; i < first.size(); ++i) {
    ASSERT_EQ(first[i].bytes(), second[i].bytes()) << first[i].name();
    if (first[i].bytes() == 0) continue;
    EXPECT_EQ(std::memcmp(first[i].data(), second[i].data(), first[i].bytes()), 0) << first[i].name();
  }
  EXPECT_EQ(a.name, b.name);
  for (int kind = 0; kind < kObjectCount; ++kind) {
    EXPECT_EQ(a.names(static_cast<Object>(kind)), b.names(static_cast<Object>(kind)));
  }
  EXPECT_EQ(save_model(a), save_model(b));  // options and statistics too
}

// What is said about a file, empty if it is accepted.
std::string problem(const Bytes& bytes) {
  try {
    load_model(bytes);
  } catch (const LoadError& error) {
    return error.what();
  }
  return {};
}

void expect_problem(const Bytes& bytes, const std::string& part) {
  EXPECT_NE(problem(bytes).find(part), std::string::npos) << problem(bytes);
}

template <class T>
Bytes with(Bytes bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof(value));
  return bytes;
}

TEST(Binary, ModelComesBackBitByBit) {
  const Model model = load_text(kBinaryModel);
  const Model loaded = load_model(save_model(model));
  expect_same(model, loaded);
  EXPECT_EQ(loaded.opt.timestep, 0.003);
  EXPECT_EQ(loaded.opt.integrator, Integrator::kRk4);
  EXPECT_EQ(loaded.stat.extent, model.stat.extent);
  EXPECT_EQ(loaded.id(Object::kActuator, "m"), 0);
  Data data(loaded);
  step(loaded, data);
}

TEST(Binary, FileIsRecognised) {
  const std::string path = ::testing::TempDir() + "binary_test.ctn";
  const Model model = load_text(kBinaryModel);
  save_model(model, path);
  expect_same(model, load(path));
  std::filesystem::remove(path);
  EXPECT_THROW(load_model(path), LoadError);
  EXPECT_THROW(save_model(model, "/no/such/folder/x.ctn"), std::runtime_error);
}

TEST(Binary, ForeignAndDamagedFilesAreRefused) {
  const Bytes good = save_model(load_text(kBinaryModel));
  ASSERT_EQ(problem(good), "");
  expect_problem({}, "is not a compiled model");
  expect_problem(with(good, 0, 'x'), "is not a compiled model");
  expect_problem(with(good, 8, std::uint32_t{0x04030201}), "other byte order");
  expect_problem(with(good, 12, std::uint32_t{'S'}), "is not a compiled model");
  expect_problem(with(good, 16, std::uint32_t{99}), "version 99");
  expect_problem(with(good, 24, std::uint64_t{1}), "another version of the library");
  expect_problem(with(good, good.size() - 9, 'x'), "checksum");
  expect_problem(Bytes(good.begin(), good.end() - 1), "cut off");
  expect_problem(Bytes(good.begin(), good.begin() + 20), "cut off");
  Bytes longer = good;
  longer.emplace_back();
  expect_problem(longer, "after its end");
}

TEST(Binary, NoByteCanBeChangedUnnoticed) {
  const Bytes good =
      save_model(load_text("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>"));
  for (std::size_t i = 0; i < good.size(); ++i) {
    Bytes bad = good;
    bad[i] ^= std::byte{0x10};
    EXPECT_NE(problem(bad), "") << "byte " << i;
  }
}

Bytes resealed(Bytes bytes) {
  reseal(bytes);
  return bytes;
}

// Nothing is allocated for it alone.
bool is_mere_count(std::string_view size) { return size == "ngravcomp"; }

TEST(Binary, SizesCannotAskForMoreThanTheFileHolds) {
  const Bytes good = save_model(load_text(kBinaryModel));
  for (std::size_t i = 0; i < sizes_of(Sizes{}).size(); ++i) {
    for (const std::int32_t size : {-1, 1 << 30, 0x7fffffff}) {
      const Bytes bad = resealed(with(good, 64 + 4 * i, size));
      if (is_mere_count(sizes_of(Sizes{})[i].name) && size > 0) continue;
      EXPECT_NE(problem(bad), "") << sizes_of(Sizes{})[i].name << " = " << size;
    }
  }
}

// A model that was changed after compiling, through a file.
std::string problem_of(const std::function<void(Model&)>& change) {
  Model model = load_text(kBinaryModel);
  change(model);
  return problem(save_model(model));
}

TEST(Binary, IndicesAreChecked) {
  EXPECT_EQ(problem_of([](Model&) {}), "");
  EXPECT_NE(problem_of([](Model& m) { m.body_parentid[1] = 99; }).find("body_parentid[1] is 99"), std::string::npos);
  EXPECT_NE(problem_of([](Model& m) { m.body_parentid[1] = 2; }), "");  // a circle
  EXPECT_NE(problem_of([](Model& m) { m.jnt_type[1] = JointType::kFree; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.jnt_type[1] = static_cast<JointType>(7); }), "");
  EXPECT_NE(problem_of([](Model& m) { m.jnt_qposadr[1] = 8; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.dof_parentid[3] = 3; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.geom_dataid[1] = 1; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.geom_condim[1] = 5; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.hfield_nrow[0] = 1 << 30; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.mesh_face[0][1] = 4; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.mesh_graph[0] = 1000; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.mesh_graph[m.nmeshgraph - 1] = -2; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.mesh_extrema[0][26] = 4; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.mesh_treeleaf[0] = 4; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.bvh_child[0] = {{0, 0}}; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.M_colind[0] = -1; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.wrap_objid[0] = 2; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.actuator_trnid[0][0] = 1; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.sensor_objid[0] = 1; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.sensor_adr[1] = 4; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.sensor_type[1] = SensorType::kGyro; }), "");
  EXPECT_NE(problem_of([](Model& m) { m.opt.solver = static_cast<Solver>(3); }), "");
  EXPECT_NE(problem_of([](Model& m) { std::memset(m.jnt_limited.data(), 2, 1); }), "");
}

// A cloth held by its vertices, one that bends, and a box of nodes with a triangle in it held by its strain.
Model load_flexes() {
  std::string bodies;
  const auto body = [&bodies](const std::string& name, int x, int y, int z) {
    bodies += "<body name='" + name + "' pos='" + std::to_string(x) + " " + std::to_string(y) + " " +
              std::to_string(z) + "'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>" +
              "<joint type='slide'/><geom size='.1'/></body>";
  };
  for (int i = 0; i < 4; ++i) {
    body("a" + std::to_string(i), i / 2, i % 2, 5);
    body("b" + std::to_string(i), i / 2, i % 2, 10);
  }
  for (int i = 0; i < 8; ++i) body("n" + std::to_string(i), i / 4, i / 2 % 2, i % 2);
  return load_text("<mujoco><worldbody>" + bodies + R"(</worldbody><deformable>
    <flex name="held" body="a0 a1 a2 a3" element="0 1 2 2 1 3"/>
    <flex name="bent" body="b0 b1 b2 b3" element="0 1 2 2 1 3">
      <elasticity young="10" thickness=".1" damping=".1" elastic2d="both"/></flex>
    <flex name="box" body="world world world" vertex=".1 .1 .1 .9 .2 .3 .1 .8 .9" element="0 1 2" dof="trilinear"
      node="n0 n1 n2 n3 n4 n5 n6 n7"><contact selfcollide="none"/></flex></deformable>
    <equality><flexvert flex="held"/><flexstrain flex="box" cell="0 0 0"/></equality></mujoco>)");
}

TEST(Binary, FlexesComeBackBitByBit) {
  const Model model = load_flexes();
  const Model loaded = load_model(save_model(model));
  expect_same(model, loaded);
  EXPECT_EQ(loaded.name_of(Object::kFlex, 1), "bent");
  Data data(loaded);
  step(loaded, data);
}

TEST(Binary, IndicesOfFlexesAreChecked) {
  const auto problem_with = [](const std::function<void(Model&)>& change) {
    Model model = load_flexes();
    change(model);
    return problem(save_model(model));
  };
  EXPECT_EQ(problem_with([](Model&) {}), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_dim[0] = 3; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_interp[2] = 2; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_interp[1] = 1; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_cellnum[2] = {{0, 1, 1}}; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_condim[0] = 2; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_vertadr[1] = 3; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_vertbodyid[0] = -1; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_elem[3] = 4; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_edge[0][1] = 4; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_edgeflap[5][1] = 4; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_elemedge[0] = 5; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_shell[0] = -1; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_evpair[0][0] = 2; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_vertedge[0] = 5; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_stiffnessadr[1] = 1; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_bendingadr[1] = -1; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flexedge_J_colind[0] = 1; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flexvert_J_colind[0] = 5; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.efm0_L_colind[3] = 1; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.efm0_dofid[0] = 0; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.bvh_nodeid[m.nbvh - 1] = 1; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_bvhadr[0] = 0; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.eq_data[1][0] = 1; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.eq_obj1id[0] = 3; }), "");
  EXPECT_NE(problem_with([](Model& m) { m.flex_stiffness[m.flex_stiffnessadr[2]] = 24; }), "");
}

// Whoever adds an integer field says in references.cc what its numbers are.
TEST(Binary, EveryIntegerFieldIsClassified) {
  for (const FieldInfo& field : model_field_table()) {
    const std::string_view type = field.type;
    if (type != "int" && type != "enum" && type != "byte") continue;
    EXPECT_TRUE(is_classified(field.name)) << field.name;
  }
}

TEST(Binary, ShapesOfPluginsAreMadeAgain) {
  const Model model = load_text(R"(<mujoco><extension><plugin plugin="mujoco.sdf.torus"><instance name="t">
      <config key="radius2" value=".1"/></instance></plugin></extension>
    <asset><mesh name="m"><plugin instance="t"/></mesh></asset>
    <worldbody><geom type="sdf" mesh="m"><plugin instance="t"/></geom></worldbody></mujoco>)");
  const std::vector<std::byte> file = save_model(model);
  const Model loaded = load_model(file);
  ASSERT_EQ(loaded.sdf_shapes.size(), 1u);
  EXPECT_EQ(loaded.sdf_shapes[0]->distance({1, 2, 3}), model.sdf_shapes[0]->distance({1, 2, 3}));
  EXPECT_EQ(save_model(loaded), file);
  Model broken = model;
  broken.geom_plugin[0] = 1;
  EXPECT_THROW(load_model(save_model(broken)), LoadError);
}

TEST(Binary, StateFiles) {
  const std::string path = ::testing::TempDir() + "binary_test.state";
  const Model model = load_text(kBinaryModel);
  Data data(model), other(model);
  for (int i = 0; i < 5; ++i) step(model, data);
  save_state(model, data, path);
  EXPECT_EQ(load_state(model, other, path), kStateIntegration);
  EXPECT_EQ(get_state(model, data), get_state(model, other));

  const Model delayed = load_text(
      "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>"
      "<actuator><motor joint='j' delay='.1' nsample='3'/></actuator></mujoco>");
  Data worn(delayed);
  worn.history[1] = 3;  // there are samples 0, 1 and 2
  save_state(delayed, worn, path);
  EXPECT_THROW(load_state(delayed, worn, path), LoadError);
  save_state(model, data, path);

  const Model small = load_text("<mujoco><worldbody/></mujoco>");
  Data nothing(small);
  EXPECT_THROW(load_state(small, nothing, path), LoadError);
  EXPECT_THROW(load_model(path), LoadError);  // it is not a model
  save_model(model, path);
  EXPECT_THROW(load_state(model, other, path), LoadError);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace corten
