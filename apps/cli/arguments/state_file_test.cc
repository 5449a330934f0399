// States read from JSON, and what is refused.
#include "cli/arguments/state_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "cli/failure.h"
#include "model/builder.h"

namespace corten::cli {
namespace {

class StateFileTest : public ::testing::Test {
 protected:
  StateFileTest() : data_(make_model()) {}
  static Model make_model() {
    Model model;
    model.nq = 3, model.nv = 2, model.nbody = 1, model.nmocap = 1, model.ntree = 1;
    ModelBuilder::allocate(model);
    model.body_treeid[0] = -1;  // the world is in no tree
    return model;
  }
  std::string refusal(const char* state) {
    try {
      set_state(data_, Json::parse(state));
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.code(), ExitCode::kRefused);
      return failure.what();
    }
    return "accepted";
  }
  Data data_;
};

TEST_F(StateFileTest, ReadsBackWhatItWrites) {
  data_.qpos[2] = 1.0 / 3;
  data_.qvel[0] = -4;
  data_.mocap_quat[0] = {0.6, 0, 0.8, 0};
  data_.xfrc_applied[0][5] = 7;
  data_.time = 1.5;
  Data other(make_model());
  set_state(other, Json::parse(state_to_json(data_).dump()));
  EXPECT_EQ(other.qpos[2], 1.0 / 3);
  EXPECT_EQ(other.qvel[0], -4);
  EXPECT_EQ(other.mocap_quat[0], (Quat{0.6, 0, 0.8, 0}));
  EXPECT_EQ(other.xfrc_applied[0][5], 7);
  EXPECT_EQ(other.time, 1.5);
}

TEST_F(StateFileTest, PartsNotGivenStay) {
  data_.qvel[1] = 5;
  set_state(data_, Json::parse(R"({"qpos": [1, 2, null]})"));
  EXPECT_EQ(data_.qpos[1], 2);
  EXPECT_TRUE(std::isnan(data_.qpos[2]));
  EXPECT_EQ(data_.qvel[1], 5);
}

TEST_F(StateFileTest, RefusesWithTheReason) {
  EXPECT_EQ(refusal(R"({"qpos": [1, 2]})"), "error: state: qpos has 2 numbers, the model needs 3");
  EXPECT_NE(refusal(R"({"qpso": [1, 2, 3]})").find("did you mean 'qpos'?"), std::string::npos);
  EXPECT_NE(refusal(R"({"qpos": [1, 2, "x"]})").find("not a number"), std::string::npos);
  EXPECT_NE(refusal(R"({"qpos": 1})").find("not a list of numbers"), std::string::npos);
  EXPECT_NE(refusal(R"({"time": [1]})").find("not a number"), std::string::npos);
}

// The file is named, nothing of the JSON library shines through, and depth costs no stack.
TEST_F(StateFileTest, MessagesAreAboutTheFile) {
  const auto refusal_of = [&](const std::string& text) -> std::string {
    const std::string path = ::testing::TempDir() + "state_file_test.json";
    std::ofstream(path) << text;
    try {
      set_state(data_, read_state_file(path), path);
    } catch (const Failure& failure) {
      EXPECT_NE(std::string(failure.what()).find(path), std::string::npos) << failure.what();
      return failure.what();
    }
    return "accepted";
  };
  EXPECT_NE(refusal_of("").find("is not JSON: parse error at line 1"), std::string::npos);
  EXPECT_NE(refusal_of(R"({"qpos": [1e999]})").find("is not JSON: number overflow"), std::string::npos);
  EXPECT_NE(refusal_of(R"({"qpos": [1, 2]})").find("error: state: qpos has 2 numbers"), std::string::npos);
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  EXPECT_NE(refusal_of(R"({"qpos": [)" + deep + ", 1, 2]}").find("qpos holds an array"), std::string::npos);
  EXPECT_LT(refusal_of("{\"" + std::string(100000, 'k') + "\": 1}").size(), 1000u);
}

TEST(StateFile, RefusesWhatIsNotThere) { EXPECT_THROW(read_state_file("no/such/file.json"), Failure); }

}  // namespace
}  // namespace corten::cli
