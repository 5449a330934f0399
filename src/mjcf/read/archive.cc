// Zip archives, read into memory and written from it.
//
// An archive may come from anywhere, so it is refused as a whole if anything about it is strange. Sizes are checked
// before anything is unpacked, and an entry that holds more or less than it claims is an error.
#include "mjcf/read/archive.h"

#include <fmt/core.h>
#include <zip.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "base/file_source.h"
#include "corten/assets.h"

namespace corten {

namespace {

constexpr zip_uint64_t kMaxUnpacked = 2ULL << 30;  // bytes of all files together
constexpr zip_uint64_t kFreeUnpacked = 64ULL << 20;
constexpr zip_uint64_t kMaxRatio = 100;  // of unpacked to packed size, above kFreeUnpacked
constexpr zip_int64_t kMaxEntries = 100'000;

struct Close {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using ZipFile = std::unique_ptr<zip_t, Close>;

[[noreturn]] void refuse(const std::string& name, std::string message, std::string hint = {}) {
  Diagnostics diagnostics;
  diagnostics.error({name, 0}, "", "", std::move(message), std::move(hint));
  throw LoadError(std::move(diagnostics));
}

ZipFile open(std::span<const std::byte> bytes, const std::string& name) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  zip_t* archive = source ? zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) : nullptr;
  if (!archive) {
    if (source) zip_source_free(source);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    refuse(name, "not a usable zip archive: " + reason);
  }
  return ZipFile(archive);
}

// Sizes and kinds of all entries.
std::vector<zip_stat_t> list_entries(zip_t* archive, std::size_t packed, const std::string& name) {
  const zip_int64_t count = zip_get_num_entries(archive, 0);
  if (count > kMaxEntries) refuse(name, fmt::format("has {} files, at most {} are read", count, kMaxEntries));
  std::vector<zip_stat_t> entries(static_cast<std::size_t>(count));
  zip_uint64_t total = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    zip_stat_t& entry = entries[i];
    constexpr zip_uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(archive, i, 0, &entry) != 0 || (entry.valid & kNeeded) != kNeeded) {
      refuse(name, fmt::format("entry {} cannot be read", i));
    }
    if (entry.encryption_method != ZIP_EM_NONE) refuse(name, fmt::format("file '{}' is encrypted", entry.name));
    if (entry.size > kMaxUnpacked || (total += entry.size) > kMaxUnpacked) {
      refuse(name, fmt::format("holds more than {} GB", kMaxUnpacked >> 30));
    }
  }
  if (total > kFreeUnpacked && total / kMaxRatio > packed) {
    refuse(name, fmt::format("unpacks to {} bytes, more than {} times its size", total, kMaxRatio));
  }
  return entries;
}

Assets::Bytes unpack(zip_t* archive, zip_uint64_t index, const zip_stat_t& entry, const std::string& name) {
  const std::unique_ptr<zip_file_t, Close> file(zip_fopen_index(archive, index, 0));
  if (!file) refuse(name, fmt::format("file '{}' cannot be unpacked: {}", entry.name, zip_strerror(archive)));
  Assets::Bytes bytes(entry.size);
  std::byte more;
  const zip_int64_t size = zip_fread(file.get(), bytes.data(), bytes.size());
  // The checksum is compared at the end of the file.
  if (size < 0 || static_cast<zip_uint64_t>(size) != entry.size || zip_fread(file.get(), &more, 1) != 0) {
    refuse(name, fmt::format("file '{}' is damaged", entry.name));
  }
  return bytes;
}

std::string stem_of(const std::string& path) { return std::filesystem::path(path).stem().string(); }

}  // namespace

bool is_archive(const std::string& path) {
  if (!FileSource().exists(path)) return false;  // a pipe would wait for ever
  std::ifstream stream(path, std::ios::binary);
  char magic[4] = {};
  return stream.read(magic, 4) && std::string_view(magic, 4) == std::string_view("PK\3\4", 4);
}

Assets read_archive(std::span<const std::byte> bytes, const std::string& name) {
  const ZipFile archive = open(bytes, name);
  const std::vector<zip_stat_t> entries = list_entries(archive.get(), bytes.size(), name);
  Assets assets;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string path = entries[i].name;
    if (path.ends_with('/') && entries[i].size == 0) continue;  // a folder
    if (assets.find(path)) refuse(name, fmt::format("file '{}' occurs twice", path));
    if (!assets.add(path, unpack(archive.get(), i, entries[i], name))) {
      refuse(name, fmt::format("'{}' is not a path inside the archive", path), "paths are relative, without \"..\"");
    }
  }
  return assets;
}

Assets read_archive(const std::string& path) {
  std::vector<std::byte> bytes;
  try {
    bytes = FileSource().read(path);
  } catch (const std::runtime_error& error) {
    refuse(path, error.what());
  }
  return read_archive(bytes, path);
}

void write_archive(const Assets& assets, const std::string& path) {
  int code = 0;
  const auto fail = [&](const char* reason) {
    throw std::runtime_error(fmt::format("cannot write '{}': {}", path, reason));
  };
  ZipFile archive(zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!archive) fail("the file cannot be made");
  for (const auto& [name, bytes] : assets.files()) {
    zip_source_t* source = zip_source_buffer(archive.get(), bytes.data(), bytes.size(), 0);
    const zip_int64_t index = source ? zip_file_add(archive.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
      if (source) zip_source_free(source);
      fail(zip_strerror(archive.get()));
    }
    // The same files give the same archive: no time of writing.
    constexpr time_t kSomeTime = 315'619'200;  // 1980-01-02; zip files know no earlier year
    zip_file_set_mtime(archive.get(), static_cast<zip_uint64_t>(index), kSomeTime, 0);
  }
  if (zip_close(archive.get()) != 0) fail(zip_strerror(archive.get()));
  static_cast<void>(archive.release());  // closed
}

// MuJoCo: the four names that its own reader of archives knows come first.
std::string find_model(const Assets& assets, const std::string& name, Diagnostics& diagnostics) {
  const std::string stem = stem_of(name);
  for (const std::string& path :
       {stem + ".xml", stem + "/" + stem + ".xml", std::string("model.xml"), stem + "/model.xml"}) {
    if (assets.find(path)) return path;
  }
  std::vector<std::string> top, all;
  for (const auto& [path, bytes] : assets.files()) {
    if (!path.ends_with(".xml")) continue;
    all.push_back(path);
    if (path.find('/') == path.npos) top.push_back(path);
  }
  const std::vector<std::string>& candidates = top.empty() ? all : top;
  if (candidates.size() == 1) return candidates[0];
  std::string message = candidates.empty() ? "the archive holds no .xml file" : "which file is the model is not clear:";
  for (const std::string& path : candidates) message += " '" + path + "'";
  diagnostics.error({name, 0}, "", "", std::move(message), "call it '" + stem + ".xml'");
  return {};
}

}  // namespace corten
