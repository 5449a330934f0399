// `corten plot` as a user meets it, and the pictures of docs. Runs in the top folder of the project.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/draw/picture.h"
#include "cli/shell.h"

namespace {

namespace fs = std::filesystem;
using corten::cli::shell::corten;
using corten::cli::shell::has;
using corten::cli::shell::kCommand;
using corten::cli::shell::read_text;
using corten::cli::shell::Result;
using corten::cli::shell::shell;
using corten::cli::shell::temporary;
using corten::draw::Point;

constexpr const char* kSwinging = "models/double_pendulum.xml";

// ---- what an SVG file of ours says

using Line = std::vector<std::pair<double, double>>;

struct Svg {
  std::vector<std::string> texts;  // of <text>, in order
  std::vector<std::pair<std::string, Line>> curves;
  std::string rest;  // everything but the points of curves
};

Svg parse(const std::string& text) {
  Svg svg;
  svg.rest = text;
  static const std::regex kText("<text[^>]*>([^<]*)</text>"),
      kCurve("<polyline class=\"curve\"[^>]* points=\"([^\"]*)\"><title>([^<]*)</title>");
  for (std::sregex_iterator it(text.begin(), text.end(), kText), end; it != end; ++it) svg.texts.push_back((*it)[1]);
  for (std::sregex_iterator it(text.begin(), text.end(), kCurve), end; it != end; ++it) {
    Line line;
    std::stringstream points((*it)[1]);
    char comma;
    for (double x, y; points >> x >> comma >> y;) line.emplace_back(x, y);
    svg.curves.emplace_back((*it)[2], line);
    svg.rest.erase(svg.rest.find((*it)[1]), (*it)[1].length());
  }
  return svg;
}

// Draws into a temporary file and reads it.
Svg drawn(const std::string& arguments) {
  const std::string path = ::testing::TempDir() + "drawn.svg";
  fs::remove(path);
  const Result result = corten("plot -o " + path + " " + arguments);
  EXPECT_EQ(result.code, 0) << result.out;
  EXPECT_TRUE(has(result.out, path + ": ")) << result.out;
  return parse(read_text(path));
}

bool has_text(const Svg& svg, const std::string& text) {
  return std::find(svg.texts.begin(), svg.texts.end(), text) != svg.texts.end();
}

std::vector<std::string> names(const Svg& svg) {
  std::vector<std::string> list;
  for (const auto& curve : svg.curves) list.push_back(curve.first);
  return list;
}

using Names = std::vector<std::string>;

// ---- models

TEST(Plot, FieldsHaveNamesUnitsAndPanels) {
  const Svg svg = drawn(std::string(kSwinging) + " --seconds 0.5 --fields qpos,energy,qvel[elbow]");
  EXPECT_EQ(names(svg), (Names{"shoulder", "elbow", "potential", "kinetic", "qvel[elbow]"}));
  for (const char* label :
       {"double_pendulum", "time [s]", "qpos [rad]", "energy [J]", "qvel[elbow] [rad/s]", "shoulder"}) {
    EXPECT_TRUE(has_text(svg, label)) << label;
  }
  EXPECT_TRUE(has(svg.rest, "<title>double_pendulum</title>"));
  // Fields with the same unit share a panel and are called by their full names.
  const Svg shared = drawn(std::string(kSwinging) + " --seconds 0.1 --fields qfrc_bias[0],qfrc_passive[1],ncon");
  EXPECT_EQ(names(shared), (Names{"qfrc_bias[shoulder]", "qfrc_passive[elbow]", "ncon"}));
  EXPECT_TRUE(has_text(shared, "[N m]"));
}

// A ball that falls from rest, z = -g t^2 / 2: 5 m in one second.
TEST(Plot, CurvesAreTheMotion) {
  const std::string ball = temporary("ball.xml", R"(<mujoco><option gravity="0 0 -10" integrator="RK4"/><worldbody>
    <body name="ball"><joint name="z" type="slide" axis="0 0 1"/><geom size=".1"/></body></worldbody>
    <sensor><framepos name="place" objtype="body" objname="ball"/></sensor></mujoco>)");
  const Svg svg = drawn(ball + " --seconds 1 --fields qpos");
  ASSERT_EQ(svg.curves.size(), 1u);
  const Line& line = svg.curves[0].second;
  const auto [x0, y0] = line.front();
  const auto [x1, y1] = line.back();
  for (const auto& [x, y] : line) {
    const double t = (x - x0) / (x1 - x0);
    EXPECT_NEAR((y - y0) / (y1 - y0), t * t, 3e-4);  // a twentieth of a pixel of 300
  }
  EXPECT_TRUE(has_text(svg, "qpos[z] [m]") && has_text(svg, "-5"));
  // Results belong to the same time as the state: a sensor of the place lies on the line y = x exactly.
  const Line same = drawn(ball + " --seconds 1 --fields sensordata[place.2] --x qpos[z]").curves[0].second;
  EXPECT_EQ(same.size(), 2u) << "a straight line";
}

TEST(Plot, OneFieldOverAnotherPairsTheirNumbers) {
  const Svg svg = drawn("models/arm.xml --key 0 --seconds 0.2 --fields actuator_force --x actuator_length");
  const Svg one = drawn("models/arm.xml --key 0 --seconds 0.2 --fields actuator_force --x actuator_length[0]");
  ASSERT_GT(svg.curves.size(), 1u);
  EXPECT_EQ(svg.curves.size(), one.curves.size());
  EXPECT_TRUE(has_text(svg, "actuator_length [rad]"));
  EXPECT_NE(svg.curves.back().second, one.curves.back().second);
}

TEST(Plot, StartsLaterOrFromAKeyframeWithOptions) {
  const Svg late = drawn(std::string(kSwinging) + " --seconds 2 --from 1.5 --fields time");
  EXPECT_TRUE(has_text(late, "1.5") && has_text(late, "2.0") && !has_text(late, "0.5"));
  EXPECT_NE(drawn(std::string(kSwinging) + " --seconds 1").rest,
            drawn(std::string(kSwinging) + " --seconds 1 --key 0").rest);
  EXPECT_NE(drawn(std::string(kSwinging) + " --seconds 1 --fields qacc").rest,
            drawn(std::string(kSwinging) + " --seconds 1 --fields qacc --set opt.gravity='0 0 0'").rest);
  const Svg titled =
      drawn(std::string(kSwinging) + " --seconds 1 --fields qpos --title 'A & B' --x-label t --y-label q");
  EXPECT_TRUE(has_text(titled, "A &amp; B") && has_text(titled, "t") && has_text(titled, "q"));
}

TEST(Plot, SeveralModelsAreDrawnTogether) {
  const std::string other = temporary("other.xml", read_text(kSwinging));
  const Svg svg = drawn(std::string(kSwinging) + " " + other + " --seconds 0.5 --fields qpos[elbow]");
  EXPECT_EQ(names(svg), (Names{"double_pendulum", "other"}));
  EXPECT_EQ(svg.curves[0].second, svg.curves[1].second);
  EXPECT_EQ(names(drawn(std::string(kSwinging) + " " + other + " --seconds 0.5 --fields qpos")),
            (Names{"double_pendulum: shoulder", "double_pendulum: elbow", "other: shoulder", "other: elbow"}));
}

TEST(Plot, WritesPngAndOnlyTheFileNamed) {
  const std::string folder = ::testing::TempDir() + "plot_folder";
  fs::remove_all(folder);
  fs::create_directory(folder);
  const std::string model = fs::absolute(kSwinging).string(), cd = "cd " + folder + " && ";
  const Result defaulted = shell(cd + kCommand + " plot " + model + " --seconds 0.1 2>&1");
  EXPECT_EQ(defaulted.out, "double_pendulum.svg: 4 curves in 2 panels\n");
  EXPECT_EQ(shell(cd + kCommand + " plot --quiet " + model + " --seconds 0.1 -o a.png 2>&1").out, "");
  EXPECT_EQ(read_text(folder + "/a.png").substr(0, 4), "\x89PNG");
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.insert(entry.path().filename().string());
  EXPECT_EQ(files, (std::set<std::string>{"a.png", "double_pendulum.svg"}));
}

TEST(Plot, AnUnstableSimulationIsDrawnUpToItsEnd) {
  const std::string model =
      temporary("explodes.xml", R"(<mujoco><option timestep="0.1"><flag eulerdamp="disable"/></option><worldbody>
    <body><joint name="j" stiffness="30"/><geom size="0.1"/></body></worldbody><keyframe><key qpos="1"/></keyframe></mujoco>)");
  const std::string path = ::testing::TempDir() + "explodes.svg";
  fs::remove(path);
  const Result result = corten("plot --key 0 --seconds 50 -o " + path + " " + model);
  EXPECT_EQ(result.code, 3) << result.out;
  EXPECT_TRUE(has(result.out, "unstable at ")) << result.out;
  EXPECT_EQ(parse(read_text(path)).curves.size(), 2u);
}

// ---- tables

TEST(Plot, TablesHaveUnitsInBrackets) {
  const std::string
      a = temporary("a.csv",
                    "stretch,\"force, left [N]\",force [N],qpos[knee] [rad],n\n1,2,3,.1,5\n2,4,,.2,6\n3,5,7,.3,7\n"),
      b = temporary("b.csv", "stretch,force [N]\n1,3\n3,9\n");
  const Svg svg = drawn(a);
  EXPECT_EQ(names(svg), (Names{"force, left", "force", "force", "qpos[knee]", "n"})) << "an empty cell is a gap";
  for (const char* label : {"[N]", "qpos[knee] [rad]", "n", "stretch", "a"}) EXPECT_TRUE(has_text(svg, label)) << label;
  const Svg both = drawn(a + " " + b + " --fields force");
  EXPECT_EQ(names(both), (Names{"a", "a", "b"}));
  EXPECT_TRUE(has_text(both, "force [N]"));
  EXPECT_TRUE(has_text(drawn(a + " --x qpos[knee] --fields n"), "qpos[knee] [rad]"));
}

TEST(Plot, WhatRunWritesIsATable) {
  const std::string path = ::testing::TempDir() + "run.csv";
  ASSERT_EQ(corten(std::string("run --quiet --seconds 1 --fields qpos --csv ") + path + " " + kSwinging).code, 0);
  const Svg table = drawn(path), model = drawn(std::string(kSwinging) + " --seconds 1 --fields qpos");
  EXPECT_EQ(names(table), names(model));
  EXPECT_EQ(table.curves[1].second.back(), model.curves[1].second.back());
  EXPECT_TRUE(has_text(table, "time [s]"));
}

// ---- what is refused

TEST(Plot, RefusalsSayWhatWouldBeRight) {
  const std::string out = ::testing::TempDir() + "refused.svg", pendulum = kSwinging;
  fs::remove(out);
  const auto table = [](const std::string& content) { return temporary("wrong.csv", content); };
  const struct {
    std::string arguments;
    int code;
    const char* message;
  } cases[] = {
      {pendulum + " --fields qpso", 2, "--fields: there is no field 'qpso'; did you mean 'qpos'?"},
      {pendulum + " --x tmie", 2, "--x: there is no field 'tmie'; did you mean 'time'?"},
      {pendulum + " --fields qpos[elbwo]", 2, "--fields: qpos has no 'elbwo'; did you mean 'elbow'?"},
      {pendulum + " --fields qpos[2]", 2, "there is no qpos[2]: it has 2 numbers, counted from 0"},
      {pendulum + " --fields qpos[", 2, "the brackets in 'qpos[' do not match"},
      {pendulum + " --fields qpos[]", 2, "the brackets of 'qpos[]' are empty or open"},
      {pendulum + " --fields qpos,,qvel", 2, "a name is missing in 'qpos,,qvel'"},
      {pendulum + " --fields body_mass", 2, "belongs to the model and is constant"},
      {pendulum + " --fields efc_force", 2, "changes its length from step to step"},
      {pendulum + " --fields ten_length", 2, "ten_length has no numbers in this model"},
      {pendulum + " --seconds 0", 2, "there is nothing to draw from 0 s to 0 s"},
      {pendulum + " --seconds 1 --from 1", 2, "there is nothing to draw from 1 s to 1 s"},
      {pendulum + " --fields qpos,qvel,energy --x qpos", 2, "--x: 'qpos' has 2 numbers, the fields have 6"},
      {pendulum + " --y-label q", 2, "--y-label: there are 2 panels"},
      {pendulum + " -o picture.pdf", 2, "'picture.pdf' ends neither in .svg nor in .png"},
      {pendulum + " --key 9", 1, "there is no keyframe 9"},
      {pendulum + " -o /no/such/folder/a.svg", 1, "the folder '/no/such/folder' does not exist"},
      {"- - < " + pendulum, 2, "standard input can be read only once"},
      {"", 2, "the model is missing"},
      {"no_such.csv", 1, "no_such.csv: error: No such file"},
      {table("") + "", 1, "wrong.csv:1: error: the file is empty"},
  };
  for (const auto& [arguments, code, message] : cases) {
    const bool named = has(arguments, " -o ");
    const Result result = corten("plot " + std::string(named ? "" : "-o " + out + " ") + arguments);
    EXPECT_EQ(result.code, code) << arguments << "\n" << result.out;
    EXPECT_TRUE(has(result.out, message)) << arguments << "\n" << result.out;
  }
  const std::pair<const char*, const char*> tables[] = {
      {"1,2\n3,4\n", "wrong.csv:1: error: '1' is no name"},
      {"time\n1\n", "wrong.csv:1: error: there is one column"},
      {"time,a\n", "wrong.csv:1: error: there are names but no numbers"},
      {"time,a\n1,2\n\n1,2,3\n", "wrong.csv:4: error: there are 3 numbers, the first line names 2"},
      {"time,a\n1,2\n2,three\n", "wrong.csv:3: error: 'three' is not a number"}};
  for (const auto& [content, message] : tables) {
    const Result result = corten("plot -o " + out + " " + table(content));
    EXPECT_EQ(result.code, 1) << content;
    EXPECT_TRUE(has(result.out, message)) << result.out;
  }
  const std::string fine = table("time,force [N]\n0,1\n1,2\n");
  EXPECT_TRUE(has(corten("plot --fields forec -o " + out + " " + fine).out,
                  "the table has no column 'forec'; did you mean 'force'?"));
  EXPECT_TRUE(has(corten("plot --seconds 3 -o " + out + " " + fine).out, "--seconds: is for models"));
  EXPECT_FALSE(fs::exists(out));
  const std::string same = temporary("kept.svg", "x");
  EXPECT_TRUE(has(corten("plot -o " + same + " " + same).out, "it would replace the model"));
}

// ---- the pictures of docs/policies

double distance(const std::pair<double, double>& p, const Line& line) {
  const auto point = [](const std::pair<double, double>& pair) { return Point{pair.first, pair.second}; };
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    best = std::min(best, corten::draw::distance(point(p), point(line[i]), point(line[i + 1])));
  }
  return best;
}

double largest_distance(const Line& a, const Line& b) {
  double most = 0;
  for (const auto& p : a) most = std::max(most, distance(p, b));
  for (const auto& p : b) most = std::max(most, distance(p, a));
  return most;
}

// Words, axes and names are the same; curves are nowhere further apart than half a pixel, 1/600 of the height: they are
// simplified to 0.05 pixels, and builds differ in the last bits of numbers only.
void expect_pictures_up_to_date(const std::string& pages) {
  const std::string folder = ::testing::TempDir() + "pictures";
  fs::remove_all(folder);
  fs::create_directory(folder);
  const Result result = shell(pages + "/draw " + kCommand + " " + folder + " 2>&1");
  ASSERT_EQ(result.code, 0) << result.out;
  std::set<std::string> stored, made;
  for (const auto& entry : fs::directory_iterator(pages)) {
    if (entry.path().extension() == ".svg") stored.insert(entry.path().filename().string());
  }
  for (const auto& entry : fs::directory_iterator(folder)) made.insert(entry.path().filename().string());
  EXPECT_EQ(stored, made);
  EXPECT_FALSE(stored.empty());
  for (const std::string& name : stored) {
    const Svg old = parse(read_text(pages + "/" + name)), now = parse(read_text(folder + "/" + name));
    EXPECT_EQ(old.rest, now.rest) << name << ": run " << pages << "/draw";
    ASSERT_EQ(old.curves.size(), now.curves.size()) << name;
    EXPECT_GE(old.curves.size(), 2u) << name;
    for (std::size_t i = 0; i < old.curves.size(); ++i) {
      ASSERT_GE(old.curves[i].second.size(), 2u) << name;
      EXPECT_LT(largest_distance(old.curves[i].second, now.curves[i].second), 0.5)
          << name << ", " << old.curves[i].first << ": run " << pages << "/draw";
    }
  }
}

TEST(PolicyPictures, AreUpToDate) { expect_pictures_up_to_date("docs/policies"); }
TEST(StabilityPictures, AreUpToDate) { expect_pictures_up_to_date("docs/stability"); }

// Rows of a run, each number by the name of its column.
std::vector<std::map<std::string, double>> rows_of(const std::string& arguments) {
  const Result result = corten("run --quiet --csv - " + arguments);
  EXPECT_EQ(result.code, 0) << result.out;
  std::stringstream text(result.out);
  std::string line, cell;
  std::getline(text, line);
  std::vector<std::string> header;
  for (std::stringstream cells(line); std::getline(cells, cell, ',');) header.push_back(cell);
  std::vector<std::map<std::string, double>> rows;
  while (std::getline(text, line)) {
    rows.emplace_back();
    std::size_t i = 0;
    for (std::stringstream cells(line); std::getline(cells, cell, ',');) rows.back()[header[i++]] = std::stod(cell);
  }
  return rows;
}

// What the models of the pictures measure is what the pages say. With the stiffness 1 N m/rad the moments are the
// derivatives of the energies; the arm holds its vertex with a soft constraint, which changes moments by up to 0.006.
TEST(PolicyModels, HingesFollowTheirEnergies) {
  const auto rows = rows_of(
      "docs/policies/models/bending.xml --key flat --seconds 3.1 --every 50 --fields "
      "actuator_length,actuator_force");
  ASSERT_EQ(rows.size(), 32u);
  for (auto row : rows) {
    if (row["time"] < 0.05) continue;  // the servo picks up
    const auto angle = [&](const char* model) { return row["actuator_length[" + std::string(model) + "]"]; };
    EXPECT_NEAR(row["actuator_force[cotangent]"], std::sin(angle("cotangent")), 0.006);
    EXPECT_NEAR(row["actuator_force[bridson]"], 2 * std::sin(angle("bridson") / 2), 0.006);
    EXPECT_NEAR(row["actuator_force[discrete_shell]"], angle("discrete_shell"), 0.006);
  }
}

// Uniaxial stress in closed form where there is one: E/2 s (s^2 - 1) of the default, E (s - 1) of corotated. The
// default has twice the lambda, as in MuJoCo, so that its ratio nu' is 2 nu / (1 + 2 nu) and its E 2 mu (1 + nu'). The
// ends across lag behind by their dampers, which takes up to 1 % of Young's modulus.
TEST(PolicyModels, MaterialsFollowTheirEnergies) {
  const auto rows = rows_of(
      "docs/policies/models/elasticity.xml --key squashed --seconds 16 --every 500 --fields "
      "actuator_length,actuator_force");
  ASSERT_EQ(rows.size(), 17u);
  const double mu = 1000, nu = 0.2, young = 2 * mu * (1 + nu), young_default = 2 * mu * (1 + 2 * nu / (1 + 2 * nu));
  for (auto row : rows) {
    if (row["time"] < 1) continue;
    const double s = row["actuator_length[linear]"];
    EXPECT_NEAR(row["actuator_force[linear]"], young_default / 2 * s * (s * s - 1), 0.01 * young) << s;
    EXPECT_NEAR(row["actuator_force[corotated]"], young * (row["actuator_length[corotated]"] - 1), 0.01 * young) << s;
    for (const char* soft : {"neo_hookean", "stable_neo_hookean", "mooney_rivlin", "ogden"}) {
      const double stretch = row["actuator_length[" + std::string(soft) + "]"],
                   force = row["actuator_force[" + std::string(soft) + "]"];
      if (std::abs(stretch - 1) < 0.03) {
        EXPECT_NEAR(force, young * (stretch - 1), 0.01 * young) << soft;
      } else {
        EXPECT_EQ(force > 0, stretch > 1) << soft;
      }
    }
  }
}

}  // namespace
