// The command as a user meets it: exit codes, messages and files. Runs in the top folder of the project.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/shell.h"
#include "corten/assets.h"

namespace {

using corten::cli::shell::corten;
using corten::cli::shell::has;
using corten::cli::shell::kCommand;
using corten::cli::shell::read_text;
using corten::cli::shell::Result;
using corten::cli::shell::shell;
using corten::cli::shell::temporary;

nlohmann::json corten_json(const std::string& arguments) {
  const Result result = corten(arguments);
  EXPECT_EQ(result.code, 0) << result.out;
  return nlohmann::json::parse(result.out, nullptr, false);
}

constexpr const char* kPendulum = "models/double_pendulum.xml";

TEST(Command, HelpAndVersion) {
  EXPECT_TRUE(has(corten("--version").out, "corten "));
  EXPECT_EQ(corten("--version").code, 0);
  for (const std::string command :
       {"", "run", "info", "check", "bench", "dump", "plot", "render", "convert", "compile", "pack"}) {
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
  EXPECT_TRUE(has(corten("").out, "no command was given; there are run, view, info"));
  EXPECT_TRUE(has(corten("run").out, "the model is missing, as in `corten run model.xml`"));
  EXPECT_TRUE(has(corten("run x.xml --csv").out, "--csv needs a value: FILE"));
  EXPECT_TRUE(has(corten("run a.xml b.xml").out, "does not know what to do with 'b.xml'"));
  for (const char* arguments :
       {"", "dmup", "run", "run x.xml --secnods 3", "run x.xml --seconds abc", "run x.xml --ctrl wild",
        "run x.xml --steps 1 --seconds 1", "info", "dump models/arm.xml --fields xpso",
        "dump models/arm.xml --set opt.x=1", "dump models/arm.xml --key 0 --state s.json",
        "bench models/arm.xml --threads 0",
        // What would be ignored is refused.
        "run models/arm.xml --every 2", "run models/arm.xml --fields qpos", "run models/arm.xml --seed 2",
        "run models/arm.xml --seed 2 --ctrl zero", "run models/arm.xml --quiet --progress",
        "info --fields-reference models/arm.xml", "info --fields-reference --json", "run models/arm.xml --steps 1.5",
        "run models/arm.xml --steps -1", "run models/arm.xml --seconds nan", "run models/arm.xml --no-warn mehs",
        "run models/arm.xml --key ''", "run models/arm.xml models/arm.xml"}) {
    EXPECT_EQ(corten(arguments).code, 2) << arguments;
  }
}

TEST(Command, RefusedInputExitsWith1) {
  const std::string wrong = temporary("wrong.xml", "<mujoco><worldbody><geom tpye='box'/></worldbody></mujoco>");
  for (const char* command : {"dump ", "info ", "check ", "run ", "bench ", "plot "}) {
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
  EXPECT_EQ(line, "time,qpos[shoulder],qpos[elbow],qvel[shoulder],qvel[elbow]");
  int rows = 0;
  while (std::getline(file, line)) ++rows;
  EXPECT_EQ(rows, 3);  // start, step 5, step 10
}

TEST(Command, RunRecordsArraysAndFilms) {
  const std::string folder = ::testing::TempDir();
  const std::string page = temporary("page.html", "<title>x</title><script>1</script>");
  const std::string run = std::string("run --quiet --steps 10 ") + kPendulum + " --record " + folder;
  EXPECT_EQ(corten(run + "p.json --every 5 --fields qpos,ncon").out, "");
  using Json = nlohmann::json;
  const Json lists = Json::parse(read_text(folder + "p.json"));
  EXPECT_EQ(lists["names"]["qpos"], Json({"shoulder", "elbow"}));
  EXPECT_EQ(lists["qpos"].size(), 3u);
  EXPECT_EQ(lists["qpos"][2].size(), 2u);
  EXPECT_EQ(lists["ncon"], Json({0, 0, 0}));
  EXPECT_EQ(corten(run + "p.npz --fields qpos").out, "");
  EXPECT_TRUE(has(read_text(folder + "p.npz"), "qpos.npy"));
  const Result film = shell("CORTEN_PAGE=" + page + " " + kCommand + " " + run + "p.html --fps 30 2>&1");
  EXPECT_EQ(film.out, "");
  const std::string text = read_text(folder + "p.html");
  EXPECT_LT(text.find("corten-frames"), text.find("<script>1"));
  EXPECT_EQ(corten(run + "p.txt").code, 2);
  EXPECT_TRUE(has(corten(run + "p.npz --fps 3").out, "--fps requires --record FILE.html"));
  EXPECT_TRUE(has(corten(run + "p.html --every 3").out, "--every requires --csv, or --record of a table"));
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
  EXPECT_TRUE(has(pack.out, "pendulum.zip: 1 file, ")) << pack.out;
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
  double sum = 0;
  for (const auto& stage : bench["stages"]) sum += stage["percent"].get<double>();
  EXPECT_NEAR(sum, 200, 1e-9) << "the stages are 100 %, and so is the whole step";
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
  EXPECT_TRUE(read_text("docs/fields.md") == corten("info --fields-reference").out)
      << "run `corten info --fields-reference > docs/fields.md`";
}

// ---- input and output that cannot be used

TEST(Command, InputThatIsNoModelIsNamedForWhatItIs) {
  const std::string empty = temporary("empty.xml", ""), mesh = temporary("hand.stl", "solid"),
                    compiled = temporary("text.ctn", "hello"), archive = temporary("text.zip", "hello");
  const struct {
    std::string path;
    const char* message;
  } cases[] = {{"/tmp", "this is a folder"},
               {empty, "the file is empty"},
               {mesh, "this is a mesh, not a model"},
               {compiled, "not a compiled model"},
               {archive, "not a zip archive"},
               {"''", "the name of the model is empty"},
               {"- < /dev/null", "<standard input>: error: nothing came"}};
  const std::string out = ::testing::TempDir() + "never_written";
  for (const std::string& command :
       std::vector<std::string>{"run", "info", "check", "bench", "dump", "plot -o " + out + ".svg", "convert -o " + out,
                                "compile -o " + out, "pack -o " + out}) {
    for (const auto& [path, message] : cases) {
      const Result result = corten(command + " " + path);
      EXPECT_EQ(result.code, 1) << command << " " << path;
      EXPECT_TRUE(has(result.out, message)) << command << ": " << result.out;
    }
  }
  EXPECT_FALSE(std::filesystem::exists(out) || std::filesystem::exists(out + ".svg"));
}

TEST(Command, OutputThatCannotBeWrittenIsRefusedAtOnce) {
  const std::string model = temporary("kept.xml", read_text(kPendulum));
  for (const std::string command : {"convert", "compile", "pack", "dump", "run --csv"}) {
    const auto write = [&](const std::string& path) {
      return corten(command.starts_with("run") ? command + " " + path + " " + model
                                               : command + " " + model + " -o " + path);
    };
    EXPECT_TRUE(has(write(model).out, "it would replace the model")) << command;
    EXPECT_TRUE(has(write("/tmp").out, "it is a folder")) << command;
    if (command != "dump" && !command.starts_with("run")) {
      EXPECT_TRUE(has(write("-").out, "only `dump` and `run --csv` write to standard output")) << command;
    }
    EXPECT_TRUE(has(write("/no/such/x").out, "the folder '/no/such' does not exist")) << command;
    EXPECT_EQ(write(model).code, 1) << command;
  }
  EXPECT_EQ(read_text(model), read_text(kPendulum));
  for (const char* arguments : {" --help", " run models/arm.xml --steps 1", " dump models/arm.xml"}) {
    const Result full = shell(kCommand + arguments + " 2>&1 >/dev/full");
    EXPECT_EQ(full.code, 1) << arguments;
    EXPECT_TRUE(has(full.out, "cannot write to standard output: No space left on device")) << full.out;
  }
  EXPECT_TRUE(has(corten("run models/arm.xml --csv /dev/full").out, "cannot write '/dev/full': No space left"));
}

TEST(Command, NoFailureIsToldInTheWordsOfTheLibrary) {
  const auto told = [](auto exception) {
    ::testing::internal::CaptureStderr();
    const auto code = corten::cli::explain_failure(std::make_exception_ptr(exception));
    EXPECT_EQ(code, corten::cli::ExitCode::kRefused);
    return ::testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(told(std::bad_alloc()), "error: there is not enough memory for this model\n");
  EXPECT_EQ(told(std::length_error("vector::_M_default_append")),
            "error: this model is too large for the memory of any machine\n");
  EXPECT_TRUE(has(told(std::system_error(EAGAIN, std::generic_category())), "the system refused: "));
  EXPECT_EQ(told(std::runtime_error("cannot write")), "error: cannot write\n");
}

TEST(Command, StateFilesThatCannotBeReadAreExplained) {
  const auto refusal = [](const std::string& path) { return corten("dump models/arm.xml --state " + path).out; };
  EXPECT_TRUE(has(refusal("/tmp"), "'/tmp' is a folder"));
  EXPECT_TRUE(has(refusal("/no/such.json"), "cannot read '/no/such.json': No such file"));
  const std::string text = refusal(temporary("state.txt", "hello"));
  EXPECT_TRUE(has(text, "is not JSON: parse error at line 1")) << text;
}

// ---- standard input, keyframes, options

TEST(Command, ModelsComeFromStandardInput) {
  const auto qpos = [](const std::string& model) { return corten_json("run --steps 50 --json " + model)["qpos"]; };
  const std::string compiled = ::testing::TempDir() + "piped.ctn", packed = ::testing::TempDir() + "piped.mjz";
  EXPECT_EQ(corten(std::string("compile --quiet - -o ") + compiled + " < " + kPendulum).out, "");
  EXPECT_EQ(corten(std::string("pack --quiet - -o ") + packed + " < " + kPendulum).out, "");
  for (const std::string& input : {std::string(kPendulum), compiled, packed}) {
    EXPECT_EQ(qpos("- < " + input), qpos(kPendulum)) << input;
  }
  const Result wrong = shell("echo '<mujoco><geom/></mujoco>' | " + kCommand + " check - 2>&1");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(has(wrong.out, "<standard input>:1: error: ")) << wrong.out;
  // Files that the text names are looked for in the working directory.
  const Result meshes = shell("cd tests/urdf && " + kCommand + " dump - --fields mesh_vert < meshes.urdf 2>&1");
  EXPECT_EQ(meshes.code, 0) << meshes.out;
  EXPECT_EQ(meshes.out, corten("dump tests/urdf/meshes.urdf --fields mesh_vert").out);
}

TEST(Command, KeyframesHaveNumbersAndNames) {
  const std::string model =
      temporary("keys.xml", R"(<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody>
    <keyframe><key name="low" qpos="1"/><key name="high" qpos="2"/><key name="0" qpos="3"/></keyframe></mujoco>)");
  const auto qpos = [&](const std::string& key) {
    return corten_json("run --json --steps 0 --set opt.gravity='0 0 0' --key " + key + " " + model)["qpos"][0];
  };
  EXPECT_EQ(qpos("low"), 1.0);
  EXPECT_EQ(qpos("high"), 2.0);
  EXPECT_EQ(qpos("0"), 1.0) << "a number is a number";
  EXPECT_EQ(corten("dump --key high " + model).out, corten("dump --key 1 " + model).out);
  EXPECT_EQ(corten("bench --steps 1 --key high " + model).code, 0);
  for (const char* command : {"run", "dump", "bench"}) {
    const Result none = corten(std::string(command) + " --key hihg " + model);
    EXPECT_EQ(none.code, 1);
    EXPECT_TRUE(has(none.out, "there is no keyframe 'hihg': the model's keyframes are 0 to 2, called low, high, 0"))
        << none.out;
  }
}

TEST(Command, EveryCommandThatLoadsTakesOptions) {
  const std::string set = " --set opt.timestep=0.0625 ", compiled = ::testing::TempDir() + "set.ctn",
                    converted = ::testing::TempDir() + "set.xml";
  const auto timestep = [](const std::string& model) {
    return corten_json("dump " + model)["fields"]["opt"]["timestep"];
  };
  EXPECT_EQ(timestep(kPendulum + set), 0.0625);
  EXPECT_EQ(corten("compile -o " + compiled + set + kPendulum).code, 0);
  EXPECT_EQ(timestep(compiled), 0.0625);
  EXPECT_EQ(corten("convert -o " + converted + set + kPendulum).code, 0);
  EXPECT_EQ(timestep(converted), 0.0625);
  EXPECT_EQ(corten_json("run --steps 2 --json" + set + kPendulum)["simulated_s"], 0.125);
  EXPECT_TRUE(has(corten("info" + set + kPendulum).out, "0.0625"));
  EXPECT_EQ(corten("bench --steps 1" + set + kPendulum).code, 0);
  for (const char* wrong : {"0", "-1", "nan", "inf", "1e-300"}) {
    const Result refused = corten(std::string("run ") + kPendulum + " --set opt.timestep=" + wrong);
    EXPECT_EQ(refused.code, 2) << wrong;
    EXPECT_TRUE(has(refused.out, "opt.timestep")) << refused.out;
  }
}

TEST(Command, WarningsCanBeSilenced) {
  const std::string model = temporary("mixed.xml", R"(<mujoco><worldbody><geom size="1" solref="-100 1"/>
    </worldbody></mujoco>)");
  const auto warned = [&](const std::string& options) { return has(corten("info " + model + options).out, "warning"); };
  EXPECT_TRUE(warned(""));
  EXPECT_TRUE(warned(" --no-warn joint"));
  EXPECT_FALSE(warned(" --no-warn joint --no-warn geom"));
  EXPECT_FALSE(warned(" --no-warn model"));
  EXPECT_EQ(corten("run --steps 1 --quiet " + model).out, "");
  EXPECT_EQ(corten("compile --quiet -o " + ::testing::TempDir() + "mixed.ctn " + model).out, "");
}

// ---- run

TEST(Command, RunOfNoStepsReportsNoSpeed) {
  const auto report = corten_json("run models/arm.xml --steps 0 --json");
  EXPECT_TRUE(report["steps_per_s"].is_null() && report["real_time_factor"].is_null());
  const std::string text = corten("run models/arm.xml --steps 0").out;
  EXPECT_FALSE(has(text, "speed") || has(text, "nan")) << text;
  EXPECT_EQ(corten_json("run models/arm.xml --steps 1e2 --json")["steps"], 100);
}

TEST(Command, CsvColumnsHaveNames) {
  const std::string model = temporary("named.xml", R"(<mujoco><worldbody>
    <body name="a"><freejoint name="root"/><geom size="1"/><site name="s"/>
      <body><joint name="k,1"/><geom size="1"/><body><joint/><geom size="1"/></body></body></body>
    <body><joint name="b" type="ball"/><geom size="1"/></body></worldbody>
    <actuator><motor name="m" joint="k,1"/></actuator>
    <sensor><gyro name="g" site="s"/><jointpos name="p" joint="k,1"/></sensor></mujoco>)");
  const auto header = [&](const std::string& fields) {
    const Result result = corten("run --quiet --steps 0 --csv - --fields " + fields + " " + model);
    return result.out.substr(0, result.out.find('\n'));
  };
  EXPECT_EQ(header("qpos"),
            "time,qpos[root.x],qpos[root.y],qpos[root.z],qpos[root.qw],qpos[root.qx],qpos[root.qy],qpos[root.qz],"
            "\"qpos[k,1]\",qpos[8],qpos[b.qw],qpos[b.qx],qpos[b.qy],qpos[b.qz]");
  EXPECT_EQ(header("qvel"),
            "time,qvel[root.x],qvel[root.y],qvel[root.z],qvel[root.rx],qvel[root.ry],qvel[root.rz],"
            "\"qvel[k,1]\",qvel[7],qvel[b.rx],qvel[b.ry],qvel[b.rz]");
  EXPECT_EQ(header("ctrl,sensordata"), "time,ctrl[m],sensordata[g.0],sensordata[g.1],sensordata[g.2],sensordata[p]");
  EXPECT_EQ(header("time,energy,ncon,nefc"), "time,energy[potential],energy[kinetic],ncon,nefc");
  EXPECT_TRUE(has(header("xpos"), ",xpos[a.x],xpos[a.y],xpos[a.z],xpos[6],"));
  EXPECT_TRUE(has(corten("run --csv - --fields efc_force " + model).out, "changes its length from step to step"));
  EXPECT_TRUE(has(corten("run --csv - --fields body_mass " + model).out, "belongs to the model and is constant"));
}

TEST(Command, CsvOnStandardOutputLeavesTheReportToStandardError) {
  const std::string run = kCommand + " run models/double_pendulum.xml --steps 3 --csv - --fields energy";
  const Result out = shell(run + " 2>/dev/null"), report = shell(run + " --json 2>&1 >/dev/null");
  EXPECT_EQ(std::count(out.out.begin(), out.out.end(), '\n'), 5) << out.out;
  const auto energy = nlohmann::json::parse(report.out)["energy_start_J"];
  std::stringstream row(out.out.substr(out.out.find('\n') + 1));
  double time = 1, potential = 0, kinetic = 1;
  char comma;
  row >> time >> comma >> potential >> comma >> kinetic;
  EXPECT_EQ(time, 0);
  EXPECT_EQ(potential, energy["potential"].get<double>()) << "the first row is evaluated too";
  EXPECT_EQ(kinetic, energy["kinetic"].get<double>());
  EXPECT_EQ(shell(run + " --seconds 100 2>/dev/null | head -1").code, 0);
}

TEST(Command, HugeCsvFilesAreAnnouncedOrRefused) {
  const std::string path = ::testing::TempDir() + "huge.csv";
  std::filesystem::remove(path);
  const Result refused = corten(std::string("run --steps 1e12 --csv ") + path + " " + kPendulum);
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(has(refused.out, "will have about 9.5e+04 GB, the disk has ")) << refused.out;
  EXPECT_FALSE(std::filesystem::exists(path));
  // 5 columns of 19 bytes; where the disk is nearly full, the same words refuse it.
  const std::string large = "timeout 1 " + kCommand + " run --steps 3e7 --csv " + path + " " + kPendulum + " 2>&1";
  EXPECT_TRUE(has(shell(large).out, "huge.csv' will have about 2.85 GB"));
  std::filesystem::remove(path);
}

// Starts a run that would take for ever, sends the signal once it has written something, and collects what it says.
Result interrupted(int signal, const std::string& option) {
  const std::string said = ::testing::TempDir() + "interrupted.txt";
  int pipe_ends[2];
  EXPECT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    close(pipe_ends[0]), close(pipe_ends[1]);
    static_cast<void>(std::freopen(said.c_str(), "w", stderr));
    execl(CORTEN_COMMAND, "corten", "run", kPendulum, "--seconds", "1e6", "--csv", "-", option.c_str(), nullptr);
    _exit(99);
  }
  close(pipe_ends[1]);
  std::array<char, 4096> buffer;
  constexpr long kFarTooMuch = 20'000'000;  // bytes after the signal: it was ignored
  long bytes = 0;
  while (const long size = read(pipe_ends[0], buffer.data(), buffer.size())) {
    if (size < 0) break;
    if (bytes == 0) kill(child, signal);
    if ((bytes += size) > kFarTooMuch) kill(child, SIGKILL);
  }
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(said)};
}

TEST(Command, SignalsStopARunWithItsReport) {
  const Result text = interrupted(SIGINT, "--progress");
  EXPECT_EQ(text.code, 130);
  EXPECT_TRUE(has(text.out, "stopped           by SIGINT after ")) << text.out;
  EXPECT_TRUE(has(text.out, "energy at end")) << text.out;
  const Result json = interrupted(SIGTERM, "--json");
  EXPECT_EQ(json.code, 143);
  EXPECT_EQ(nlohmann::json::parse(json.out, nullptr, false)["stopped_by"], "SIGTERM") << json.out;
}

TEST(Command, InstabilityIsToldByEveryCommandThatSteps) {
  const std::string model =
      temporary("unnamed.xml", R"(<mujoco><option timestep="0.1"><flag eulerdamp="disable"/></option>
    <worldbody><body><joint stiffness="1e6" springref="10"/><geom size="0.1"/></body></worldbody></mujoco>)");
  const std::string words = "unstable at 0.1 s: the acceleration of joint 0 of body 1 (qacc[0])";
  const Result run = corten("run --steps 1000000 " + model), bench = corten("bench --steps 10 " + model),
               dump = corten("dump --steps 10 -o /dev/null " + model);
  EXPECT_TRUE(has(run.out, words) && has(run.out, "steps             2 of")) << run.out;
  EXPECT_TRUE(has(bench.out, words)) << bench.out;
  EXPECT_TRUE(has(dump.out, words)) << dump.out;
  EXPECT_EQ(run.code, 3);
  EXPECT_EQ(bench.code, 3);
  EXPECT_EQ(dump.code, 0) << "its contract";
}

// ---- info, pack

TEST(Command, InfoListsWhatHoldsAModelTogether) {
  const std::string model = temporary("parts.xml", R"(<mujoco><worldbody><camera name="eye" fovy="50"/>
    <body name="a"><joint name="j"/><geom size="1"/></body><body name="b"><joint name="k"/><geom size="1"/></body>
    </worldbody><tendon><fixed name="t" range="0 1"><joint joint="j" coef="1"/></fixed></tendon>
    <equality><joint name="e" joint1="j" joint2="k"/></equality>
    <keyframe><key name="start" qpos="1 2" time="3"/></keyframe></mujoco>)");
  const auto info = corten_json("info --json " + model);
  EXPECT_EQ(info["tendons"][0]["name"], "t");
  EXPECT_EQ(info["tendons"][0]["type"], "fixed");
  EXPECT_EQ(info["equalities"][0]["first"], "j");
  EXPECT_EQ(info["equalities"][0]["type"], "joint");
  EXPECT_EQ(info["cameras"][0]["fovy"], 50.0);
  EXPECT_EQ(info["keyframes"][0]["name"], "start");
  EXPECT_EQ(info["keyframes"][0]["qpos"], nlohmann::json({1.0, 2.0}));
  EXPECT_TRUE(has(corten("info " + model).out, "  start          0         3  1 2\n"));
}

// MuJoCo 3.12 opens archives with model.xml at their top, under any name, and reads no other XML file from them.
TEST(Command, PackWritesTheLayoutThatMujocoOpens) {
  const std::string packed = ::testing::TempDir() + "any name.mjz";
  const auto files = [&](const std::string& model) {
    const Result result = corten("pack " + model + " -o '" + packed + "'");
    EXPECT_EQ(result.code, 0) << result.out;
    std::set<std::string> names;
    const corten::Assets assets = corten::read_archive(packed);
    for (const auto& file : assets.files()) names.insert(file.first);
    return names;
  };
  EXPECT_EQ(files(kPendulum), (std::set<std::string>{"model.xml"}));
  const auto meshes = files("tests/urdf/meshes.urdf");
  EXPECT_TRUE(meshes.contains("model.xml"));
  EXPECT_GT(meshes.size(), 1u);
  for (const std::string& name : meshes) EXPECT_TRUE(name == "model.xml" || name.starts_with("assets/")) << name;
  EXPECT_EQ(corten_json("dump '" + packed + "'")["fields"], corten_json("dump tests/urdf/meshes.urdf")["fields"]);

  temporary("part.xml",
            "<mujoco><worldbody><body name='p'><joint name='j'/><geom size='1'/></body></worldbody>"
            "<keyframe><key qpos='2'/></keyframe></mujoco>");
  const std::string whole = temporary("whole.xml", R"(<mujoco><asset><model name="part" file="part.xml"/></asset>
    <worldbody><body><freejoint/><geom size="1"/><attach model="part" body="p" prefix="x_"/></body></worldbody></mujoco>)");
  EXPECT_EQ(files(whole), (std::set<std::string>{"model.xml"}));
  EXPECT_EQ(corten_json("dump '" + packed + "'")["fields"], corten_json("dump " + whole)["fields"]);
  const corten::Assets assets = corten::read_archive(packed);
  const auto& bytes = *assets.find("model.xml");
  EXPECT_FALSE(has(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), "nan"));
}

TEST(Command, CompiledModelsCannotBeConvertedOrPacked) {
  const std::string compiled = ::testing::TempDir() + "one_way.ctn", out = ::testing::TempDir() + "one_way.out";
  ASSERT_EQ(corten(std::string("compile ") + kPendulum + " -o " + compiled).code, 0);
  for (const std::string command : {"convert ", "pack "}) {
    for (const std::string& model : {compiled, "- < " + compiled}) {
      const Result refused = corten(command + "-o " + out + " " + model);
      EXPECT_EQ(refused.code, 1);
      EXPECT_TRUE(has(refused.out, "a compiled model cannot be turned back into MJCF; " + command)) << refused.out;
    }
  }
  EXPECT_FALSE(std::filesystem::exists(out));
}

// ---- pictures

// Width and height of a PNG file.
std::pair<int, int> png_size(const std::string& path) {
  const std::string bytes = read_text(path);
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t k = 0; k < 4; ++k) value = value * 256 + static_cast<unsigned char>(bytes.at(at + k));
    return value;
  };
  return {number(16), number(20)};
}

TEST(Render, WritesPictures) {
  for (const char* kind : {"", " --depth", " --segmentation", " --time 0.1"}) {
    const std::string path = temporary("picture.png", "");
    const Result result = corten(std::string("render ") + kPendulum + " --size 64x48 -o " + path + kind);
    EXPECT_EQ(result.code, 0) << result.out;
    EXPECT_TRUE(has(result.out, "64 x 48")) << result.out;
    EXPECT_EQ(png_size(path), std::pair(64, 48));
  }
}

TEST(Render, RefusesWhatItCannotDraw) {
  const std::string start = std::string("render ") + kPendulum + " ";
  EXPECT_TRUE(has(corten(start + "-o x.jpg").out, "does not end in .png"));
  EXPECT_TRUE(has(corten(start + "-o x.png --size 64").out, "'64' is not a size such as 640x480"));
  EXPECT_TRUE(has(corten(start + "-o x.png --camera nowhere").out, "there is no camera 'nowhere'"));
  EXPECT_EQ(corten(start + "-o x.png --size 0x5").code, 2);
  EXPECT_EQ(corten(start + "-o x.png --camera 99").code, 1);
  EXPECT_EQ(corten(start + "-o x.png --depth --segmentation").code, 2);
  EXPECT_EQ(corten(start).code, 2);
  EXPECT_EQ(corten(std::string("run ") + kPendulum + " --fps 5").code, 2);
}

TEST(Render, FilmsNeedFfmpeg) {
  const std::string path = temporary("film.mp4", "");
  const std::string run = std::string(kCommand) + " run " + kPendulum + " --seconds 0.2 --size 32x24 --video " + path;
  const Result result = shell(run);
  EXPECT_EQ(result.code, 0) << result.out;
  EXPECT_TRUE(has(read_text(path), "ftyp"));  // of an MP4 file
  const Result without = shell("PATH=/nowhere " + run + " 2>&1");
  EXPECT_EQ(without.code, 1);
  EXPECT_TRUE(has(without.out, "apt-get install ffmpeg")) << without.out;
}

}  // namespace
