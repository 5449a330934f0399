// Assets in memory and zip archives: what is found, and what is refused.
#include "mjcf/read/archive.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "corten/assets.h"
#include "corten/load.h"

namespace corten {
namespace {

constexpr const char* kArchiveModel = "<mujoco><worldbody><body name='b'/></worldbody></mujoco>";

class ArchiveTest : public ::testing::Test {
 protected:
  ArchiveTest() : path_(::testing::TempDir() + "robot.zip") {}
  ~ArchiveTest() override { std::filesystem::remove(path_); }

  std::string bytes_of(const Assets& assets) const {
    write_archive(assets, path_);
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::string problem(const std::string& bytes) {
    try {
      read_archive(std::as_bytes(std::span(bytes)), "robot.zip");
    } catch (const LoadError& error) {
      return error.what();
    }
    return {};
  }
  static void expect_problem(const std::string& bytes, const std::string& part) {
    EXPECT_NE(problem(bytes).find(part), std::string::npos) << problem(bytes);
  }

  const std::string path_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

// The lowest bit of one byte in the header of every file, and of the same byte in the directory at the end.
std::string with_headers_changed(std::string bytes, std::size_t in_file, std::size_t in_directory) {
  for (std::size_t at = 0; (at = bytes.find("PK\3\4", at)) != bytes.npos; at += 4) bytes[at + in_file] ^= 1;
  for (std::size_t at = 0; (at = bytes.find("PK\1\2", at)) != bytes.npos; at += 4) bytes[at + in_directory] ^= 1;
  return bytes;
}

TEST(Assets, PathsAreReduced) {
  Assets assets;
  EXPECT_TRUE(assets.add("meshes/a.obj", std::string_view("x")));
  EXPECT_NE(assets.find("./meshes/../meshes//a.obj"), nullptr);
  EXPECT_EQ(assets.find("a.obj"), nullptr);
  EXPECT_FALSE(assets.add("./meshes/a.obj", std::string_view("y")));
  for (const char* bad : {"", "/etc/passwd", "..", "../a", "a/../../b", "a\\b", "C:/a", "folder/"}) {
    EXPECT_FALSE(assets.add(bad, std::string_view("z"))) << bad;
  }
  EXPECT_EQ(assets.files().size(), 1u);
}

TEST_F(ArchiveTest, WhatIsWrittenIsRead) {
  Assets assets;
  assets.add("robot.xml", std::string_view(kArchiveModel));
  assets.add("meshes/empty.bin", std::string_view());
  assets.add("meshes/zeros.bin", Assets::Bytes(100000));
  write_archive(assets, path_);
  EXPECT_EQ(read_archive(path_).files(), assets.files());
  EXPECT_EQ(bytes_of(assets), bytes_of(assets));
  EXPECT_TRUE(is_archive(path_));
  EXPECT_FALSE(is_archive("no/such/file.zip"));
  EXPECT_THROW(write_archive(assets, "/no/such/folder/a.zip"), std::runtime_error);
}

TEST_F(ArchiveTest, StrangeArchivesAreRefused) {
  Assets assets;
  assets.add("aa.xml", std::string_view(kArchiveModel));
  assets.add("bb.xml", std::string_view("text"));
  const std::string good = bytes_of(assets);
  ASSERT_EQ(problem(good), "");
  expect_problem("no archive at all", "not a usable zip archive");
  expect_problem(good.substr(0, good.size() - 10), "not a usable zip archive");
  expect_problem(replaced(good, "bb.xml", "aa.xml"), "already exists");
  expect_problem(replaced(good, "bb.xml", "../b.x"), "not a path inside the archive");
  expect_problem(replaced(good, "bb.xml", "/b.xml"), "not a path inside the archive");
  expect_problem(replaced(good, "bb.xml", "b\\.xml"), "not a path inside the archive");
  expect_problem(with_headers_changed(good, 14, 16), "is damaged");  // the checksum
  expect_problem(with_headers_changed(good, 6, 8), "is encrypted");  // the lowest flag
}

TEST_F(ArchiveTest, BombsAreRefused) {
  Assets assets;
  assets.add("zeros.bin", Assets::Bytes(70 << 20));
  expect_problem(bytes_of(assets), "times its size");
}

TEST(FindModel, NamesInOrder) {
  const auto find = [](std::initializer_list<const char*> paths, const std::string& name = "dir/robot.zip") {
    Assets assets;
    for (const char* path : paths) assets.add(path, std::string_view("x"));
    Diagnostics diagnostics;
    const std::string model = find_model(assets, name, diagnostics);
    EXPECT_EQ(model.empty(), diagnostics.has_errors());
    return model.empty() ? diagnostics.text() : model;
  };
  EXPECT_EQ(find({"robot.xml", "model.xml", "other.xml"}), "robot.xml");
  EXPECT_EQ(find({"robot/robot.xml", "model.xml"}), "robot/robot.xml");
  EXPECT_EQ(find({"model.xml", "other.xml"}), "model.xml");
  EXPECT_EQ(find({"robot/model.xml", "robot/parts.xml"}), "robot/model.xml");
  EXPECT_EQ(find({"scene.xml", "parts/arm.xml"}), "scene.xml");
  EXPECT_EQ(find({"deep/down/scene.xml", "a.obj"}), "deep/down/scene.xml");
  EXPECT_NE(find({"one.xml", "two.xml"}).find("not clear: 'one.xml' 'two.xml'"), std::string::npos);
  EXPECT_NE(find({"a.obj"}).find("holds no .xml file"), std::string::npos);
}

TEST_F(ArchiveTest, IncludesAndFilesComeFromTheArchive) {
  Assets assets;
  assets.add("robot/robot.xml", std::string_view("<mujoco><include file='parts/arm.xml'/></mujoco>"));
  assets.add("robot/parts/arm.xml",
             std::string_view("<mujoco><asset><mesh file='arm.obj'/></asset><worldbody/></mujoco>"));
  assets.add("robot/parts/arm.obj", std::string_view("x"));
  assets.add("elsewhere/arm.obj", std::string_view("y"));
  write_archive(assets, path_);
  Diagnostics diagnostics;
  const Spec spec = read_mjcf(path_, diagnostics);
  EXPECT_EQ(diagnostics.text(), "");
  ASSERT_EQ(spec.meshes.size(), 1u);
  EXPECT_EQ(spec.meshes[0].file, "/robot/parts/arm.obj");  // beside the included file only
  EXPECT_EQ(spec.compilers[0].modeldir, "robot");
  EXPECT_EQ(spec.compilers[0].assets->files().size(), 4u);
}

TEST_F(ArchiveTest, MessagesNameTheArchive) {
  Assets assets;
  assets.add("robot.xml", std::string_view("<mujoco>\n<include file='a.xml'/>\n</mujoco>"));
  assets.add("a.xml", std::string_view("<mujoco>\n<nonsense/></mujoco>"));
  write_archive(assets, path_);
  Diagnostics diagnostics;
  read_mjcf(path_, diagnostics);
  EXPECT_NE(diagnostics.text().find("robot.zip/a.xml:2: error"), std::string::npos) << diagnostics.text();
}

// The disk is not looked at.
TEST(Assets, NothingElseIsFound) {
  const auto assets = std::make_shared<const Assets>();
  const std::string path = std::string(CORTEN_SOURCE_DIR) + "/models/humanoid.xml";
  ASSERT_TRUE(std::filesystem::exists(path));
  Diagnostics diagnostics;
  read_mjcf_text("<mujoco><include file='" + path + "'/></mujoco>", assets, diagnostics);
  EXPECT_NE(diagnostics.text().find("not found"), std::string::npos);
}

TEST(Pack, CollectsEverything) {
  const std::string folder = ::testing::TempDir() + "pack_test/";
  std::filesystem::create_directories(folder + "model/meshes");
  std::filesystem::create_directories(folder + "shared");
  const auto write = [&](const std::string& path, const std::string& text) { std::ofstream(folder + path) << text; };
  write("model/main.xml", R"(<mujoco><compiler meshdir="meshes" autolimits="true"/><include file="more.xml"/>
    <asset><mesh file="a.obj"/><texture type="2d" file="../shared/a.png"/><model name="m" file="child.xml"/></asset></mujoco>)");
  write("model/more.xml",
        R"(<mujoco><asset><mesh name="other" file="../../shared/a.obj"/></asset><worldbody/></mujoco>)");
  write("model/child.xml", R"(<mujoco><asset><mesh name="same" file="../shared/a.obj"/></asset></mujoco>)");
  for (const char* file : {"model/meshes/a.obj", "shared/a.obj", "shared/a.png"}) write(file, file);

  Diagnostics diagnostics;
  const Assets assets = collect_assets(folder + "model/main.xml", "packed", diagnostics);
  EXPECT_EQ(diagnostics.text(), "");
  std::vector<std::string> paths;
  for (const auto& [path, bytes] : assets.files()) paths.push_back(path);
  EXPECT_EQ(paths,
            (std::vector<std::string>{"assets/2/a.obj", "assets/a.obj", "assets/a.png", "packed.xml", "packed_5.xml"}));
  const Assets::Bytes& main = *assets.find("packed.xml");
  const std::string text(reinterpret_cast<const char*>(main.data()), main.size());
  EXPECT_EQ(text.find("meshdir"), text.npos) << text;
  EXPECT_EQ(text.find("include"), text.npos) << text;
  EXPECT_NE(text.find("autolimits"), text.npos) << text;

  // The same through a Spec, which has no includes and attached nothing.
  const Spec spec = read_mjcf(folder + "model/main.xml", diagnostics);
  const Assets again = collect_assets(spec, "packed", diagnostics);
  EXPECT_EQ(diagnostics.text(), "");
  EXPECT_EQ(again.files().size(), 4u);
  EXPECT_NE(again.find("assets/2/a.obj"), nullptr);

  std::filesystem::remove(folder + "shared/a.png");
  collect_assets(folder + "model/main.xml", "packed", diagnostics);
  EXPECT_NE(diagnostics.text().find("main.xml:2: error: <texture>: file '../shared/a.png' not found"),
            std::string::npos)
      << diagnostics.text();
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace corten
