// What is written loads to the same Model, bit by bit, and is written again as the same text.
//
// Runs over the models of the project, and over a corpus of models that is found through CORTEN_CORPUS if it is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "../common/same_model.h"
#include "corten/load.h"
#include "corten/write.h"

namespace corten {
namespace {

namespace fs = std::filesystem;

// Fields that only a default class can give, for fixed tendons.
bool only_looks(const std::string& what) { return what == " tendon_width" || what == " tendon_rgba"; }

// What is lost between a file and its written form, empty if nothing is. Files that cannot be loaded lose nothing.
std::string loss(const std::string& path, bool flat) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf(path, diagnostics);
  if (diagnostics.has_errors()) return {};
  const Model model = compile(spec, diagnostics);
  if (diagnostics.has_errors()) return {};

  const std::string text = write_mjcf(spec, {flat});
  Diagnostics again;
  const Spec read = read_mjcf_text(text, fs::path(path).parent_path().string(), again);
  if (again.has_errors()) return again.text();
  const Model copy = compile(read, again);
  if (again.has_errors()) return again.text();
  const std::string differs = difference(model, copy);
  if (!differs.empty() && !(flat && only_looks(differs))) return differs;
  return write_mjcf(read, {flat}) == text ? "" : "the text is another one the second time";
}

std::vector<std::string> models_in(const fs::path& folder) {
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".xml" || entry.path().extension() == ".urdf") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

void expect_no_loss(const std::vector<std::string>& paths) {
  ASSERT_FALSE(paths.empty());
  for (const std::string& path : paths) {
    EXPECT_EQ(loss(path, false), "") << path;
    EXPECT_EQ(loss(path, true), "") << path << " (flat)";
  }
}

TEST(RoundTrip, BundledModels) { expect_no_loss(models_in("models")); }
TEST(RoundTrip, ConformanceModels) { expect_no_loss(models_in("tests/conformance/models")); }
TEST(RoundTrip, Robots) { expect_no_loss(models_in("tests/urdf")); }

// reference/<folder>__<folder>__<model>.json.gz names each model of the corpus.
TEST(RoundTrip, Corpus) {
  const char* given = std::getenv("CORTEN_CORPUS");
  const fs::path corpus = given ? given : "../shared/corpus";
  if (!fs::is_directory(corpus / "reference")) GTEST_SKIP() << "no corpus at " << corpus << "; set CORTEN_CORPUS";
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(corpus / "reference")) {
    std::string name = entry.path().filename().string();
    const std::size_t end = name.find(".json.gz");
    if (end == name.npos) continue;
    name.resize(end);
    for (std::size_t at = name.find("__"); at != name.npos; at = name.find("__", at)) name.replace(at, 2, "/");
    paths.push_back((corpus / (name + ".xml")).string());
  }
  std::ranges::sort(paths);
  expect_no_loss(paths);
}

}  // namespace
}  // namespace corten
