// The command as a user meets it: exit codes, messages and files. Runs in the top folder of the project.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace {

struct Result {
  int code;
  std::string out;  // standard output and standard error
};

Result corten(const std::string& arguments) {
  const std::string command = std::string(CORTEN_COMMAND) + " " + arguments + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  std::string out;
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), n);
  return {WEXITSTATUS(pclose(pipe)), out};
}

nlohmann::json corten_json(const std::string& arguments) {
  const Result result = corten(arguments);
  EXPECT_EQ(result.code, 0) << result.out;
  return nlohmann::json::parse(result.out, nullptr, false);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string temporary(const std::string& name, const std::string& content) {
  const std::string path = ::testing::TempDir() + name;
  std::ofstream(path) << content;
  return path;
}

constexpr const char* kPendulum = "models/double_pendulum.xml";

TEST(Command, HelpAndVersion) {
  EXPECT_TRUE(has(corten("--version").out, "corten "));
  EXPECT_EQ(corten("--version").code, 0);
  for (const std::string command : {"", "run", "info", "check", "bench", "dump", "compile", "pack"}) {
    const Result help = corten(command + " --help");
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_TRUE(has(help.out, "Examples:")) << command;
    EXPECT_TRUE(has(help.out, "Exit codes: 0 done")) << command;
  }
}

TEST(Command, WrongCommandLinesExitWith2) {
  EXPECT_TRUE(has(corten("dmup").out, "did you mean 'dump'?"));
  EXPECT_TRUE(has(corten("run x.xml --secnods 3").out, "has no option '--secnods'; did you mean '--seconds'?"));
  EXPECT_TRUE(has(corten("dump models/arm.xml --fields xpso").out, "did you mean 'xpos'?"));
  for (const char* arguments : {"", "dmup", "run", "run x.xml --secnods 3", "run x.xml --seconds abc",
                                "run x.xml --ctrl wild", "run x.xml --steps 1 --seconds 1", "info",
                                "dump models/arm.xml --fields xpso", "dump models/arm.xml --set opt.x=1",
                                "dump models/arm.xml --key 0 --state s.json", "bench models/arm.xml --threads 0"}) {
    EXPECT_EQ(corten(arguments).code, 2) << arguments;
  }
}

TEST(Command, RefusedInputExitsWith1) {
  const std::string wrong = temporary("wrong.xml", "<mujoco><worldbody><geom tpye='box'/></worldbody></mujoco>");
  for (const char* command : {"dump ", "info ", "check ", "run ", "bench "}) {
    const Result missing = corten(std::string(command) + "no_such_model.xml");
    EXPECT_EQ(missing.code, 1) << command;
    EXPECT_TRUE(has(missing.out, "no_such_model.xml")) << missing.out;
    const Result refused = corten(command + wrong);
    EXPECT_EQ(refused.code, 1) << command;
    EXPECT_TRUE(has(refused.out, "tpye")) << refused.out;
  }
  EXPECT_TRUE(has(corten(std::string("dump --key 9 ") + kPendulum).out, "there is no keyframe 9"));
  const std::string state = temporary("short.json", R"({"qpos": [1]})");
  const Result short_state = corten("dump " + std::string(kPendulum) + " --state " + state);
  EXPECT_EQ(short_state.code, 1);
  EXPECT_TRUE(has(short_state.out, "qpos has 1 numbers, the model needs 2"));
}

TEST(Command, DumpHasTheFixedShape) {
  const auto dump = corten_json(std::string("dump ") + kPendulum + " --key 0 --steps 20 --every 10");
  EXPECT_EQ(dump["sizes"]["nv"], 2);
  EXPECT_EQ(dump["fields"]["jnt_type"], nlohmann::json({3, 3}));
  EXPECT_EQ(dump["fields"]["opt"]["integrator"], 1);
  EXPECT_TRUE(dump["fields"]["stat_meaninertia"].is_number());
  EXPECT_NEAR(dump["state"]["qpos"][0].get<double>(), -2.0944, 1e-12);
  EXPECT_EQ(dump["forward"]["M_full"].size(), 4u);
  EXPECT_EQ(dump["forward"]["M_full"][1], dump["forward"]["M_full"][2]);
  EXPECT_EQ(dump["forward"]["energy"].size(), 2u);
  EXPECT_EQ(dump["forward"]["efc_J"].size(), 0u);
  std::vector<int> steps;
  for (const auto& sample : dump["trajectory"]) steps.push_back(sample["step"]);
  EXPECT_EQ(steps, (std::vector<int>{1, 2, 3, 10, 20}));
}

TEST(Command, DumpStartsFromAStateAndTakesOptions) {
  const std::string state = temporary("state.json", R"({"qpos": [0.5, -0.25], "qvel": [1, 2], "time": 3})");
  const auto dump =
      corten_json(std::string("dump ") + kPendulum + " --fields qacc --set opt.gravity='0 0 0' --state " + state);
  EXPECT_EQ(dump["state"]["qvel"], nlohmann::json({1.0, 2.0}));
  EXPECT_EQ(dump["state"]["time"], 3.0);
  EXPECT_EQ(dump["fields"]["opt"]["gravity"], nlohmann::json({0.0, 0.0, 0.0}));
  EXPECT_TRUE(dump["forward"].contains("qacc"));
  EXPECT_FALSE(dump["forward"].contains("xpos"));
}

TEST(Command, RunConservesTheEnergyOfAPendulum) {
  const auto report = corten_json(std::string("run ") + kPendulum + " --seconds 2 --json");
  EXPECT_EQ(report["steps"], 2000);
  const auto total = [](const nlohmann::json& e) { return e["potential"].get<double>() + e["kinetic"].get<double>(); };
  EXPECT_NEAR(total(report["energy_start_J"]), total(report["energy_end_J"]), 1e-5);
  EXPECT_TRUE(report["unstable"].is_null());
}

TEST(Command, RunCountsContacts) {
  EXPECT_GT(corten_json("run models/humanoid.xml --seconds 3 --json")["contacts"], 3) << "it lies on the floor";
  EXPECT_EQ(corten_json(std::string("run ") + kPendulum + " --steps 1 --json")["contacts"], 0);
}

TEST(Command, RunExplainsInstabilityAndExitsWith3) {
  const std::string model =
      temporary("stiff.xml", R"(<mujoco><option timestep="0.1"><flag eulerdamp="disable"/></option>
    <worldbody><body name="arm"><joint name="stiff" stiffness="1e6" springref="10"/><geom size="0.1"/></body></worldbody></mujoco>)");
  const Result result = corten("run --steps 1000 " + model);
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(has(result.out, "unstable at ")) << result.out;
  EXPECT_TRUE(has(result.out, "joint 'stiff' of body 'arm'")) << result.out;
}

TEST(Command, RunNamesTheConstraintBehindAnInstability) {
  const std::string model =
      temporary("crushed.xml", R"(<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
    <body pos="0 0 -1e4"><freejoint name="ball"/><geom name="deep" size="0.1" solref="-1e14 -1"/></body></worldbody></mujoco>)");
  const Result result = corten("run --steps 1000 " + model);
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(has(result.out, "the contact of geoms 'floor' and 'deep' pushed hardest")) << result.out;
}

TEST(Command, RunWritesCsv) {
  const std::string path = ::testing::TempDir() + "pendulum.csv";
  EXPECT_EQ(
      corten(std::string("run --quiet --steps 10 --every 5 --fields qpos,qvel --csv ") + path + " " + kPendulum).out,
      "");
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line, "time,qpos[0],qpos[1],qvel[0],qvel[1]");
  int rows = 0;
  while (std::getline(file, line)) ++rows;
  EXPECT_EQ(rows, 3);  // start, step 5, step 10
}

TEST(Command, RandomControlsDependOnTheSeedAlone) {
  const auto qpos = [](const char* seed) {
    return corten_json(std::string("run models/arm.xml --steps 50 --ctrl random --json --seed ") + seed)["qpos"];
  };
  EXPECT_EQ(qpos("7"), qpos("7"));
  EXPECT_NE(qpos("7"), qpos("8"));
}

TEST(Command, ThreadsDoNotChangeTheMotion) {
  const auto qpos = [](const char* threads) {
    return corten_json(std::string("run bench/scenes/spread_10.xml --steps 60 --json --threads ") + threads)["qpos"];
  };
  EXPECT_EQ(qpos("3"), qpos("1"));
  EXPECT_EQ(corten("run models/arm.xml --threads -1").code, 2);
}

TEST(Command, CompiledAndPackedModelsMoveAlike) {
  const auto qpos = [](const std::string& model) { return corten_json("run --steps 50 --json " + model)["qpos"]; };
  const std::string compiled = ::testing::TempDir() + "pendulum.ctn", packed = ::testing::TempDir() + "pendulum.zip";
  const Result compile = corten(std::string("compile ") + kPendulum + " -o " + compiled);
  EXPECT_EQ(compile.code, 0) << compile.out;
  EXPECT_TRUE(has(compile.out, "pendulum.ctn: ")) << compile.out;
  const Result pack = corten(std::string("pack ") + kPendulum + " -o " + packed);
  EXPECT_EQ(pack.code, 0) << pack.out;
  EXPECT_TRUE(has(pack.out, "pendulum.zip: 1 files, ")) << pack.out;
  EXPECT_EQ(qpos(compiled), qpos(kPendulum));
  EXPECT_EQ(qpos(packed), qpos(kPendulum));

  const std::string damaged = temporary("damaged.ctn", std::string("\x89"
                                                                   "CTN\r\n\x1a\n and no more"));
  const Result refused = corten("run " + damaged);
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(has(refused.out, "damaged.ctn: error: the file is cut off")) << refused.out;
  EXPECT_EQ(corten("pack no_such.xml -o " + packed).code, 1);
  EXPECT_EQ(corten(std::string("compile ") + kPendulum + " -o /no/such/folder/x.ctn").code, 1);
  EXPECT_EQ(corten(std::string("compile ") + kPendulum).code, 2);
}

TEST(Command, InfoAndBenchSpeakJson) {
  const auto info = corten_json("info models/arm.xml --json");
  EXPECT_EQ(info["joints"].size(), 6u);
  EXPECT_EQ(info["actuators"][1]["target"], "shoulder");
  const auto bench = corten_json("bench models/arm.xml --steps 20 --threads 2 --json");
  EXPECT_EQ(bench["threads"], 2);
  EXPECT_GT(bench["steps_per_s"], 0);
  EXPECT_EQ(bench["stages"].back()["name"], "whole step");
}

TEST(Command, EveryBundledModelIsAcceptedAndStable) {
  for (const auto& entry : std::filesystem::directory_iterator("models")) {
    if (entry.path().extension() != ".xml") continue;
    const Result check = corten("check " + entry.path().string());
    EXPECT_EQ(check.out, entry.path().string() + ": ok\n");
    EXPECT_EQ(corten("run --seconds 1 " + entry.path().string()).code, 0) << entry.path();
  }
}

TEST(Command, ConvertWritesAModelThatLoads) {
  const std::string path = ::testing::TempDir() + "corten_converted.xml";
  const Result result = corten("convert tests/urdf/meshes.urdf -o " + path);
  EXPECT_EQ(result.code, 0) << result.out;
  EXPECT_TRUE(has(result.out, path + ": 2 bodies, 2 joints, 4 geoms, 3 meshes")) << result.out;
  EXPECT_EQ(corten_json("dump " + path)["fields"], corten_json("dump tests/urdf/meshes.urdf")["fields"]);
  EXPECT_EQ(corten("convert models/arm.xml --flat -o " + path).code, 0);

  EXPECT_TRUE(has(corten("convert none.xml -o " + path).out, "does not exist"));
  EXPECT_EQ(corten("convert " + path + " -o " + path).code, 1);
  EXPECT_EQ(corten("convert models/arm.xml -o /no/such/folder/a.xml").code, 1);
  EXPECT_EQ(corten("convert models/arm.xml").code, 2);
  std::filesystem::remove(path);
}

TEST(Command, FieldReferenceIsUpToDate) {
  std::ifstream file("docs/fields.md");
  std::stringstream page;
  page << file.rdbuf();
  EXPECT_TRUE(page.str() == corten("info --fields-reference").out)
      << "run `corten info --fields-reference > docs/fields.md`";
}

}  // namespace
