// The files of a model in memory: instead of a folder, or packed into one archive.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corten/error.h"
#include "corten/export.h"

namespace corten {

// Bytes by path. Paths are relative, with '/' between folders: "meshes/hand.obj". A model that is read with Assets
// finds its files here and nowhere else; "./meshes/../hand.obj" means "hand.obj".
class CORTEN_API Assets {
 public:
  using Bytes = std::vector<std::byte>;

  // False, and nothing changed, if the path is empty, absolute, leads out of the folder ("..") or is taken.
  bool add(std::string_view path, Bytes bytes);
  bool add(std::string_view path, std::string_view text);
  const Bytes* find(std::string_view path) const;  // null if there is none
  const std::map<std::string, Bytes, std::less<>>& files() const { return files_; }

 private:
  std::map<std::string, Bytes, std::less<>> files_;
};

// A zip archive. Throws LoadError if the file is no archive or is refused: encrypted, a path that leads out of it or
// occurs twice, more than 2 GB when unpacked, or more than 64 MB and 100 times its own size.
CORTEN_API Assets read_archive(const std::string& path);
CORTEN_API Assets read_archive(std::span<const std::byte> bytes, const std::string& name);
// Throws std::runtime_error if the file cannot be written.
CORTEN_API void write_archive(const Assets& assets, const std::string& path);

// The path of the model in an archive called `name`: with "robot.zip", the first that exists of robot.xml,
// robot/robot.xml, model.xml, robot/model.xml, else the only .xml file at the top or, if there is none, the only one at
// all. Reports an error and returns an empty path if that does not decide.
CORTEN_API std::string find_model(const Assets& assets, const std::string& name, Diagnostics& diagnostics);

// ---- cache of processed meshes and images
//
// Reading a mesh, its hull and trees, and decoding an image take most of the time of loading a robot. Every result is
// kept, for the whole process, under a hash of the file's bytes and everything else that it depends on: loading again
// or after an edit costs only what changed, and gives the same bits. What was used longest ago is dropped first when
// the limit is reached. All functions may be called from any thread at any time.
struct AssetCacheUse {
  std::size_t bytes = 0, entries = 0;  // kept now
  std::size_t hits = 0, misses = 0;    // since the start of the process
};
inline constexpr std::size_t kDefaultAssetCacheLimit = std::size_t{500} << 20;
CORTEN_API void set_asset_cache_limit(std::size_t bytes);  // 0: keep nothing
CORTEN_API void clear_asset_cache();
CORTEN_API AssetCacheUse asset_cache_use();

}  // namespace corten
