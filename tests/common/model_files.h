// Which model files there are: those of the project, and a corpus that is found through CORTEN_CORPUS.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace corten {

inline std::vector<std::string> models_in(const std::filesystem::path& folder) {
  std::vector<std::string> paths;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".xml" || entry.path().extension() == ".urdf") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

// reference/<folder>__<folder>__<model>.json.gz names each model of the corpus; none if there is no corpus.
inline std::vector<std::string> corpus_models() {
  const char* given = std::getenv("CORTEN_CORPUS");
  const std::filesystem::path corpus = given ? given : "../shared/corpus";
  std::vector<std::string> paths;
  if (!std::filesystem::is_directory(corpus / "reference")) return paths;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(corpus / "reference")) {
    std::string name = entry.path().filename().string();
    const std::size_t end = name.find(".json.gz");
    if (end == name.npos) continue;
    name.resize(end);
    for (std::size_t at = name.find("__"); at != name.npos; at = name.find("__", at)) name.replace(at, 2, "/");
    paths.push_back((corpus / (name + ".xml")).string());
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace corten
