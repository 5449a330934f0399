// What is written loads to the same Model, bit by bit, and is written again as the same text.
//
// Runs over the models of the project, and over a corpus of models that is found through CORTEN_CORPUS if it is there.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "../common/model_files.h"
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

TEST(RoundTrip, Corpus) {
  const std::vector<std::string> paths = corpus_models();
  if (paths.empty()) GTEST_SKIP() << "no corpus; set CORTEN_CORPUS";
  expect_no_loss(paths);
}

}  // namespace
}  // namespace corten
