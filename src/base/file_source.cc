// Files on the disk and in memory.
#include "base/file_source.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <climits>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace corten {

namespace fs = std::filesystem;

namespace {

// "./a//b/../c" is "a/c"; nothing if the path is no relative path of a file below the top.
std::optional<std::string> reduce(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.back() == '/') return std::nullopt;
  if (path.find('\\') != path.npos || path.find('\0') != path.npos) return std::nullopt;
  if (path.size() > 1 && path[1] == ':') return std::nullopt;  // a drive of Windows
  std::string reduced = fs::path(path).lexically_normal().string();
  if (reduced == "." || reduced == ".." || reduced.starts_with("../") || reduced.ends_with('/')) return std::nullopt;
  return reduced;
}

std::vector<std::byte> read_from_disk(const std::string& path) {
  DiskFile file(path);
  std::vector<std::byte> bytes(file.size());
  if (!file.read(bytes)) throw std::runtime_error(fmt::format("file '{}' cannot be read to its end", path));
  return bytes;
}

struct FileLogs {
  std::mutex mutex;
  std::vector<FileLog*> all;
};

FileLogs& file_logs() {
  static FileLogs instance;
  return instance;
}

std::string_view without_root(std::string_view path) { return path.starts_with('/') ? path.substr(1) : path; }

}  // namespace

// ---- FileLog

void note_file(const std::string& path) {
  const std::lock_guard lock(file_logs().mutex);
  if (file_logs().all.empty()) return;  // nearly always
  std::error_code error;
  const std::string absolute = fs::absolute(path, error).lexically_normal().string();
  for (FileLog* log : file_logs().all) log->files_.insert(absolute);
}

FileLog::FileLog() {
  const std::lock_guard lock(file_logs().mutex);
  file_logs().all.push_back(this);
}

FileLog::~FileLog() {
  const std::lock_guard lock(file_logs().mutex);
  std::erase(file_logs().all, this);
}

std::vector<std::string> FileLog::files() const {
  const std::lock_guard lock(file_logs().mutex);
  return {files_.begin(), files_.end()};
}

// ---- files

DiskFile::DiskFile(const std::string& path) {
  note_file(path);
  struct stat about;
  if (stat(path.c_str(), &about) != 0) throw std::runtime_error(fmt::format("file '{}' does not exist", path));
  // A pipe or a device could deliver bytes for ever.
  if (!S_ISREG(about.st_mode)) throw std::runtime_error(fmt::format("'{}' is not a regular file", path));
  if (about.st_size > INT_MAX) throw std::runtime_error(fmt::format("file '{}' is larger than 2 GB", path));
  file_.reset(std::fopen(path.c_str(), "rb"));
  if (!file_) throw std::runtime_error(fmt::format("file '{}' cannot be read", path));
  size_ = static_cast<std::size_t>(about.st_size);
}

bool DiskFile::read(std::span<std::byte> to) { return std::fread(to.data(), 1, to.size(), file_.get()) == to.size(); }

bool Assets::add(std::string_view path, Bytes bytes) {
  const auto reduced = reduce(path);
  return reduced && files_.emplace(*reduced, std::move(bytes)).second;
}

bool Assets::add(std::string_view path, std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return add(path, Bytes(first, first + text.size()));
}

const Assets::Bytes* Assets::find(std::string_view path) const {
  const auto reduced = reduce(path);
  if (!reduced) return nullptr;
  const auto found = files_.find(*reduced);
  return found == files_.end() ? nullptr : &found->second;
}

// MuJoCo: assets are often given by their file names alone, without the folders that the model names.
std::optional<std::string> FileSource::locate(const std::string& path) const {
  const auto reduced = reduce(without_root(path));
  if (reduced && assets_->find(*reduced)) return reduced;
  const fs::path name = fs::path(path).filename();
  std::optional<std::string> found;
  for (const auto& [candidate, bytes] : assets_->files()) {
    if (fs::path(candidate).filename() != name) continue;
    if (found) return std::nullopt;
    found = candidate;
  }
  return found;
}

bool FileSource::exists(const std::string& path) const {
  if (assets_) return locate(path).has_value();
  note_file(path);
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::vector<std::byte> FileSource::read(const std::string& path) const {
  if (!assets_) return read_from_disk(path);
  const std::optional<std::string> found = locate(path);
  if (!found) throw std::runtime_error(fmt::format("file '{}' is not among the assets of the model", path));
  return *assets_->find(*found);
}

std::string FileSource::canonical(const std::string& path) const {
  if (assets_) return locate(path).value_or(path);
  std::error_code error;
  const fs::path result = fs::weakly_canonical(path, error);
  return error ? path : result.string();
}

std::string FileSource::absolute(const std::string& path) const {
  if (assets_) return "/" + canonical(path);
  std::error_code error;
  const fs::path result = fs::absolute(path, error);
  return error ? path : result.string();
}

}  // namespace corten
