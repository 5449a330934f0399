// Models of this project and of the corpus (see CONTRIBUTING.md) through binary files and archives: the same Model
// comes back, bit by bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "corten/corten.h"

namespace corten {
namespace {

namespace fs = std::filesystem;

// Files that are models and not parts of models, in a folder and below.
std::vector<std::string> models_in(const fs::path& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".xml") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class Storage : public ::testing::Test {
 protected:
  Storage() : archive_(::testing::TempDir() + "storage_test.zip") {}
  ~Storage() override { fs::remove(archive_); }

  // False if the file is not a model that can be loaded.
  bool round_trip(const std::string& path) {
    SCOPED_TRACE(path);
    Diagnostics diagnostics;
    const std::optional<Model> loaded = [&]() -> std::optional<Model> {
      try {
        return load(path, diagnostics);
      } catch (const LoadError&) {
        return std::nullopt;
      }
    }();
    if (!loaded) return false;
    const Model& model = *loaded;
    const auto is_code = [](const auto& shape) { return shape != nullptr; };
    if (std::any_of(model.sdf_shapes.begin(), model.sdf_shapes.end(), is_code)) return false;
    const std::vector<std::byte> bytes = save_model(model);
    EXPECT_EQ(save_model(load_model(bytes)), bytes);

    write_archive(collect_assets(path, "storage_test", diagnostics), archive_);
    const Model unpacked = load(archive_, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
    EXPECT_EQ(save_model(unpacked), bytes);
    return true;
  }

  const std::string archive_;
};

TEST_F(Storage, OwnModels) {
  for (const char* folder : {"/models", "/tests/conformance/models"}) {
    for (const std::string& path : models_in(std::string(CORTEN_SOURCE_DIR) + folder))
      EXPECT_TRUE(round_trip(path)) << path;
  }
}

TEST_F(Storage, Corpus) {
  const char* folder = std::getenv("CORTEN_CORPUS");
  const fs::path corpus = folder ? folder : "../shared/corpus";
  if (!fs::is_directory(corpus)) GTEST_SKIP() << "no corpus at " << corpus << "; set CORTEN_CORPUS";
  int count = 0;
  for (const std::string& path : models_in(corpus)) count += round_trip(path);
  EXPECT_GT(count, 50);
}

// What a binary file is for. The bound leaves room for a busy machine and builds without optimization; `make bench`
// measures it.
TEST_F(Storage, BinaryLoadsFast) {
  const auto seconds = [](auto&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const std::string text = R"(<mujoco><asset><mesh name="ball" builtin="sphere" params="4"/></asset>
    <worldbody><body><freejoint/><geom type="mesh" mesh="ball"/></body></worldbody></mujoco>)";
  Model model;
  const double compiling = seconds([&] { model = load_text(text); });
  const std::vector<std::byte> bytes = save_model(model);
  const double loading = seconds([&] { model = load_model(bytes); });
  EXPECT_GT(compiling, 5 * loading) << compiling << " s and " << loading << " s";
}

}  // namespace
}  // namespace corten
