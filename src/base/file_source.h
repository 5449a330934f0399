// Files of a model: where they come from, and what they are.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "corten/assets.h"

namespace corten {

// ---- file_source
//
// Where the files of a model come from: the disk, or Assets in memory.

// A regular file on the disk, open for reading. Throws std::runtime_error when it is missing,
// unreadable or larger than 2 GB.
class DiskFile {
 public:
  explicit DiskFile(const std::string& path);
  std::size_t size() const { return size_; }
  // The next bytes, at most what is left; false if they cannot be read.
  bool read(std::span<std::byte> to);
  void rewind() { std::rewind(file_.get()); }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::size_t size_ = 0;
};

// While it lives, it notes the absolute paths of all files on the disk that are looked for, by any thread.
class FileLog {
 public:
  FileLog();
  ~FileLog();
  FileLog(const FileLog&) = delete;
  FileLog& operator=(const FileLog&) = delete;
  std::vector<std::string> files() const;

 private:
  friend void note_file(const std::string& path);
  std::set<std::string> files_{};
};

class FileSource {
 public:
  FileSource() = default;  // the disk
  // Among the assets and nowhere else; null: the disk. A path that starts with '/' starts at their top. A file that is
  // not where it should be is found if it is the only one of its name. `name` is what messages call the assets: the
  // path of an archive.
  explicit FileSource(std::shared_ptr<const Assets> assets, std::string name = {})
      : assets_(std::move(assets)), name_(std::move(name)) {}

  const std::shared_ptr<const Assets>& assets() const { return assets_; }
  bool exists(const std::string& path) const;  // and is a regular file
  // All bytes; throws std::runtime_error when the file is missing, unreadable or larger than 2 GB.
  std::vector<std::byte> read(const std::string& path) const;
  // The same for all ways to write the path of one file.
  std::string canonical(const std::string& path) const;
  // The path as messages show it: "robot.zip/parts/arm.xml" for a file in an archive.
  std::string shown(const std::string& path) const { return name_.empty() ? path : name_ + "/" + path; }
  // A path that does not depend on a directory.
  std::string absolute(const std::string& path) const;

 private:
  // The path under which the assets have a file; nullopt if they have not.
  std::optional<std::string> locate(const std::string& path) const;

  std::shared_ptr<const Assets> assets_;
  std::string name_;
};

// ---- content
//
// What a file really is, when it is not what its name says.

// What the bytes are and what to do about it, if they are something that often stands in the place of a model or asset:
// "a Git LFS pointer, not the file itself; run 'git lfs pull'". Empty if nothing known is recognised.
std::string foreign_content(std::span<const std::byte> bytes);

// The same as an addition to a message: ": it is a Git LFS pointer, ...", or nothing.
std::string described_content(std::span<const std::byte> bytes);

}  // namespace corten
