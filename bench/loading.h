// Time to have a model: compiled from XML, and loaded from a binary file, with both engines.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "clock.h"
#include "engines.h"

namespace bench {

struct Loading {
  double compile = 1e30, load = 1e30;  // seconds, the best of all rounds
};

inline Loading time_corten(const std::string& path, const std::string& binary) {
  corten::save_model(corten::load(path), binary);
  Loading best;
  repeat(best.compile, [&] { corten::load(path); });
  repeat(best.load, [&] { corten::load(binary); });
  return best;
}

inline Loading time_mujoco(const std::string& path, const std::string& binary) {
  char error[1000] = "";
  mjModel* model = mj_loadXML(path.c_str(), nullptr, error, sizeof(error));
  if (!model) throw std::runtime_error(error);
  mj_saveModel(model, binary.c_str(), nullptr, 0);
  mj_deleteModel(model);
  Loading best;
  repeat(best.compile, [&] { mj_deleteModel(mj_loadXML(path.c_str(), nullptr, nullptr, 0)); });
  repeat(best.load, [&] { mj_deleteModel(mj_loadModel(binary.c_str(), nullptr)); });
  return best;
}

inline void print_loading_header() {
  fmt::print("\nmodels from XML and from binary files, one thread\n{:<36} {:>12} {:>12} {:>7} {:>12} {:>12} {:>7}\n",
             "model", "Corten us", "binary us", "faster", "MuJoCo us", "binary us", "faster");
}

// Prints one row and returns how much faster our binary file loads than its model compiles. MuJoCo keeps compiled
// meshes in a cache, so its XML column is without the meshes after the first time.
inline double compare_loading(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string ours_file = (folder / "corten_bench.ctn").string(),
                    theirs_file = (folder / "corten_bench.mjb").string();
  const Loading ours = time_corten(path, ours_file), theirs = time_mujoco(path, theirs_file);
  std::filesystem::remove(ours_file), std::filesystem::remove(theirs_file);
  const std::filesystem::path file(path);
  fmt::print("{:<36} {:>12.1f} {:>12.1f} {:>7.1f} {:>12.1f} {:>12.1f} {:>7.1f}\n",
             (file.parent_path().filename() / file.filename()).string(), 1e6 * ours.compile, 1e6 * ours.load,
             ours.compile / ours.load, 1e6 * theirs.compile, 1e6 * theirs.load, theirs.compile / theirs.load);
  std::fflush(stdout);
  return ours.compile / ours.load;
}

}  // namespace bench
