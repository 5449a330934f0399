// The outer layer of our binary files.
#include "model/envelope.h"

#include <fmt/core.h>

#include <bit>
#include <fstream>
#include <stdexcept>

#include "base/file_source.h"
#include "corten/error.h"

namespace corten {

static_assert(std::endian::native == std::endian::little, "numbers are written as they are in memory");

namespace {

constexpr unsigned char kMagic[8] = {0x89, 'C', 'T', 'N', 0x0D, 0x0A, 0x1A, 0x0A};
constexpr std::uint32_t kByteOrder = 0x01020304, kOtherByteOrder = 0x04030201;
constexpr std::uint32_t kVersion = 1;

struct Header {
  unsigned char magic[8];
  std::uint32_t byte_order;
  std::uint32_t kind;
  std::uint32_t version;
  std::uint32_t zero;
  std::uint64_t layout;
  std::uint64_t length;
  std::uint64_t checksum;
};
static_assert(sizeof(Header) == 48);

}  // namespace

// FNV-1a.
std::uint64_t fingerprint(std::string_view layout) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : layout) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

// The same over words of 8 bytes, with a rotation that lets every bit reach every other; the last word is filled with
// zeros.
std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t hash = 14695981039346656037u ^ bytes.size();
  const auto mix = [&hash](std::uint64_t word) { hash = std::rotl((hash ^ word) * 1099511628211u, 29); };
  const std::size_t whole = bytes.size() / 8 * 8;
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < whole; i += 8) {
    std::memcpy(&word, bytes.data() + i, 8);
    mix(word);
  }
  if (const std::size_t rest = bytes.size() - whole; rest > 0) {
    word = 0;
    std::memcpy(&word, bytes.data() + whole, rest);
    mix(word);
  }
  return hash;
}

void refuse_file(const std::string& name, std::string message, std::string hint) {
  Diagnostics diagnostics;
  diagnostics.error({name, 0}, "", "", std::move(message), std::move(hint));
  throw LoadError(std::move(diagnostics));
}

bool has_magic(std::span<const std::byte> bytes) {
  return bytes.size() >= sizeof(kMagic) && std::memcmp(bytes.data(), kMagic, sizeof(kMagic)) == 0;
}

// ---- writing

BinaryWriter::BinaryWriter() : file_(sizeof(Header)) {}

void BinaryWriter::bytes(const void* data, std::size_t size) {
  const auto* first = static_cast<const std::byte*>(data);
  file_.insert(file_.end(), first, first + size);
}

void BinaryWriter::text(std::string_view value) {
  number(static_cast<std::uint32_t>(value.size()));
  bytes(value.data(), value.size());
}

void BinaryWriter::align() { file_.resize((file_.size() + 7) / 8 * 8); }

std::vector<std::byte> BinaryWriter::finish(FileKind kind, std::uint64_t layout) {
  const std::span<const std::byte> content = std::span(file_).subspan(sizeof(Header));
  Header header{
      {}, kByteOrder, static_cast<std::uint32_t>(kind), kVersion, 0, layout, content.size(), checksum(content)};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  std::memcpy(file_.data(), &header, sizeof(header));
  std::vector<std::byte> file(sizeof(Header));
  file.swap(file_);
  return file;
}

// ---- reading

BinaryReader::BinaryReader(std::span<const std::byte> file, FileKind kind, std::uint64_t layout, std::string name)
    : name_(std::move(name)) {
  const char* what = kind == FileKind::kModel ? "compiled model" : "state";
  if (!has_magic(file)) refuse(fmt::format("is not a {} of Corten", what));
  Header header;
  if (file.size() < sizeof(header)) refuse("the file is cut off");
  std::memcpy(&header, file.data(), sizeof(header));
  if (header.byte_order == kOtherByteOrder) refuse("was written on a machine with the other byte order");
  if (header.byte_order != kByteOrder || header.zero != 0) refuse("the file is damaged");
  if (header.version != kVersion) {
    refuse(fmt::format("has version {} of the format, this library reads version {}", header.version, kVersion));
  }
  if (header.kind != static_cast<std::uint32_t>(kind)) refuse(fmt::format("is not a {}", what));
  if (header.layout != layout) {
    refuse_file(name_, "was written by another version of the library, whose models have other fields",
                kind == FileKind::kModel ? "write it again: corten compile MODEL.xml -o FILE" : "write it again");
  }
  content_ = file.subspan(sizeof(header));
  if (content_.size() < header.length) refuse("the file is cut off");
  if (content_.size() > header.length) refuse("the file has bytes after its end");
  if (checksum(content_) != header.checksum) refuse("the file is damaged: its checksum is wrong");
}

std::span<const std::byte> BinaryReader::bytes(std::size_t size) {
  if (size > left()) refuse("the content ends too early");
  const auto piece = content_.subspan(at_, size);
  at_ += size;
  return piece;
}

std::string BinaryReader::text() {
  const auto piece = bytes(number<std::uint32_t>());
  return {reinterpret_cast<const char*>(piece.data()), piece.size()};
}

void BinaryReader::align() { bytes((8 - at_ % 8) % 8); }

void BinaryReader::finish() {
  if (left() > 0) refuse("the content is longer than its sizes say");
}

// ---- files

void write_file(const std::string& path, std::span<const std::byte> bytes) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) throw std::runtime_error(fmt::format("cannot write '{}'", path));
}

std::vector<std::byte> read_whole_file(const std::string& path) {
  try {
    return FileSource().read(path);
  } catch (const std::runtime_error& error) {
    refuse_file(path, error.what());
  }
}

}  // namespace corten
