// The outer layer of our binary files.
#include "model/envelope.h"

#include <fmt/core.h>

#include <algorithm>
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
constexpr std::uint32_t kVersion = 4;

struct Header {
  unsigned char magic[8];
  std::uint32_t byte_order;
  std::uint32_t kind;
  std::uint32_t version;
  std::uint32_t zero;
  std::uint64_t layout;
  std::uint64_t head_length, head_checksum;
  std::uint64_t body_length, body_checksum;
};
static_assert(sizeof(Header) == 64);

// FNV-1a over words of 8 bytes, in four lanes that need not wait for each other, with a rotation that lets every bit
// reach every other; the last block is filled with zeros.
class Checksum {
 public:
  static constexpr std::size_t kBlock = 32;

  // A multiple of kBlock bytes, but for the last time.
  void add(std::span<const std::byte> bytes) {
    size_ += bytes.size();
    const std::size_t whole = bytes.size() / kBlock * kBlock;
    for (std::size_t i = 0; i < whole; i += kBlock) mix(bytes.data() + i);
    if (const std::size_t rest = bytes.size() - whole; rest > 0) {
      std::byte block[kBlock] = {};
      std::memcpy(block, bytes.data() + whole, rest);
      mix(block);
    }
  }
  std::uint64_t value() const {
    std::uint64_t hash = kStart ^ size_;
    for (const std::uint64_t lane : lane_) hash = step(hash, lane);
    return hash;
  }

 private:
  static constexpr std::uint64_t kStart = 14695981039346656037u, kPrime = 1099511628211u;
  static std::uint64_t step(std::uint64_t hash, std::uint64_t word) { return std::rotl((hash ^ word) * kPrime, 29); }
  void mix(const std::byte* block) {
    std::uint64_t word[4];
    std::memcpy(word, block, kBlock);
    for (int i = 0; i < 4; ++i) lane_[i] = step(lane_[i], word[i]);
  }

  std::uint64_t lane_[4] = {kStart, kStart + 1, kStart + 2, kStart + 3};
  std::uint64_t size_ = 0;
};

std::uint64_t checksum(std::span<const std::byte> bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

}  // namespace

// FNV-1a.
std::uint64_t fingerprint(std::string_view layout) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : layout) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
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

void reseal(std::span<std::byte> file) {
  Header header;
  std::memcpy(&header, file.data(), sizeof(header));
  const std::span<const std::byte> content = file.subspan(sizeof(header));
  header.head_checksum = checksum(content.first(header.head_length));
  header.body_checksum = checksum(content.subspan(header.head_length));
  std::memcpy(file.data(), &header, sizeof(header));
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

std::vector<std::byte> BinaryWriter::finish(FileKind kind, std::uint64_t layout, std::span<const std::byte> body) {
  const std::span<const std::byte> head = std::span(file_).subspan(sizeof(Header));
  Header header{
      {},          kByteOrder,    static_cast<std::uint32_t>(kind), kVersion, 0, layout, head.size(), checksum(head),
      body.size(), checksum(body)};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  std::memcpy(file_.data(), &header, sizeof(header));
  bytes(body.data(), body.size());
  std::vector<std::byte> file(sizeof(Header));
  file.swap(file_);
  return file;
}

// ---- sources

namespace {

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes), size_(bytes.size()) {}
  std::size_t size() const override { return size_; }
  void read(std::span<std::byte> to) override {
    std::copy_n(bytes_.begin(), to.size(), to.begin());
    bytes_ = bytes_.subspan(to.size());
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t size_;
};

class DiskSource : public ByteSource {
 public:
  explicit DiskSource(const std::string& path) : path_(path), file_(path) {}
  std::size_t size() const override { return file_.size(); }
  void read(std::span<std::byte> to) override {
    if (!file_.read(to)) refuse_file(path_, "cannot be read to its end");
  }
  bool has_magic() {
    std::byte start[sizeof(kMagic)] = {};
    const bool is_right = file_.read(start) && corten::has_magic(start);
    file_.rewind();
    return is_right;
  }

 private:
  std::string path_;
  DiskFile file_;
};

}  // namespace

std::unique_ptr<ByteSource> bytes_in_memory(std::span<const std::byte> bytes) {
  return std::make_unique<MemorySource>(bytes);
}

std::unique_ptr<ByteSource> bytes_in_file(const std::string& path) {
  try {
    return std::make_unique<DiskSource>(path);
  } catch (const std::runtime_error& error) {
    refuse_file(path, error.what());
  }
}

std::unique_ptr<ByteSource> binary_file(const std::string& path) {
  try {
    auto file = std::make_unique<DiskSource>(path);
    return file->has_magic() ? std::move(file) : nullptr;
  } catch (const std::runtime_error&) {
    return nullptr;  // whoever reads it will say why not
  }
}

// ---- reading

BinaryReader::BinaryReader(ByteSource& source, FileKind kind, std::uint64_t layout, std::string name)
    : source_(source), name_(std::move(name)) {
  const char* what = kind == FileKind::kModel ? "compiled model" : "state";
  Header header{};
  const std::span<std::byte> start = std::as_writable_bytes(std::span(&header, 1));
  source.read(start.first(std::min(start.size(), source.size())));
  if (!has_magic(start)) refuse(fmt::format("is not a {} of Corten", what));
  if (source.size() < sizeof(header)) refuse("the file is cut off");
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
  const std::size_t content = source.size() - sizeof(header);
  if (header.head_length > content || header.body_length > content - header.head_length) refuse("the file is cut off");
  if (header.body_length < content - header.head_length) refuse("the file has bytes after its end");
  body_size_ = header.body_length;
  body_checksum_ = header.body_checksum;
  head_.resize(header.head_length);
  source.read(head_);
  if (checksum(head_) != header.head_checksum) refuse("the file is damaged: its checksum is wrong");
}

std::span<const std::byte> BinaryReader::bytes(std::size_t size) {
  if (size > left()) refuse("the content ends too early");
  const auto piece = std::span<const std::byte>(head_).subspan(at_, size);
  at_ += size;
  return piece;
}

std::string BinaryReader::text() {
  const auto piece = bytes(number<std::uint32_t>());
  return {reinterpret_cast<const char*>(piece.data()), piece.size()};
}

// In pieces that stay in the cache until their checksum is taken.
void BinaryReader::read_body(std::span<std::byte> to) {
  constexpr std::size_t kPiece = 4096 * Checksum::kBlock;
  if (left() > 0 || to.size() != body_size_) refuse("the content is not as long as its sizes say");
  Checksum sum;
  while (!to.empty()) {
    const std::span<std::byte> piece = to.first(std::min(kPiece, to.size()));
    source_.read(piece);
    sum.add(piece);
    to = to.subspan(piece.size());
  }
  if (sum.value() != body_checksum_) refuse("the file is damaged: its checksum is wrong");
}

// ---- files

void write_file(const std::string& path, std::span<const std::byte> bytes) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) throw std::runtime_error(fmt::format("cannot write '{}'", path));
}

}  // namespace corten
