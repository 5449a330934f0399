// The outer layer of our binary files: what kind of file it is, which layout it has, and whether it is intact.
//
//   8 bytes   magic: 0x89 "CTN" 0x0D 0x0A 0x1A 0x0A, which transfers as text would damage
//   4 bytes   byte order mark 0x01020304; all numbers are little-endian
//   4 bytes   kind: 'M' model, 'S' state
//   4 bytes   version of the format
//   4 bytes   zero
//   8 bytes   fingerprint of the layout of the content
//   8 bytes   length of the head       8 bytes   its checksum
//   8 bytes   length of the body       8 bytes   its checksum
//   head      numbers and texts, read piece by piece
//   body      arrays, read at once to the place where they stay
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace corten {

enum class FileKind : std::uint32_t { kModel = 'M', kState = 'S' };

// Describes a layout in text; files of another layout are refused.
std::uint64_t fingerprint(std::string_view layout);

// Throws LoadError: `name` is the file at fault.
[[noreturn]] void refuse_file(const std::string& name, std::string message, std::string hint = {});

bool has_magic(std::span<const std::byte> bytes);

// Makes the checksums of a whole file right again: what somebody does who tampers with it. For tests.
void reseal(std::span<std::byte> file);

// Collects the head and puts the envelope around it and the body.
class BinaryWriter {
 public:
  BinaryWriter();
  void bytes(const void* data, std::size_t size);
  template <class T>
  void number(const T& value) {
    bytes(&value, sizeof(T));
  }
  void text(std::string_view value);
  // The whole file; the writer is empty afterwards.
  std::vector<std::byte> finish(FileKind kind, std::uint64_t layout, std::span<const std::byte> body);

 private:
  std::vector<std::byte> file_;
};

// Where a binary file comes from: memory, or the disk. Bytes are read in order.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::size_t size() const = 0;
  virtual void read(std::span<std::byte> to) = 0;  // at most what is left
};
std::unique_ptr<ByteSource> bytes_in_memory(std::span<const std::byte> bytes);
std::unique_ptr<ByteSource> bytes_in_file(const std::string& path);  // throws LoadError
std::unique_ptr<ByteSource> binary_file(const std::string& path);    // null if it does not start with the magic

// Checks the envelope and hands out the head piece by piece. Reading beyond its end throws LoadError.
class BinaryReader {
 public:
  BinaryReader(ByteSource& source, FileKind kind, std::uint64_t layout, std::string name);
  std::span<const std::byte> bytes(std::size_t size);
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, bytes(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::string text();
  std::size_t left() const { return head_.size() - at_; }
  std::size_t body_size() const { return body_size_; }
  void read_body(std::span<std::byte> to);  // after the whole head; all of the body
  [[noreturn]] void refuse(std::string message) const { refuse_file(name_, std::move(message)); }

 private:
  ByteSource& source_;
  std::vector<std::byte> head_;
  std::size_t at_ = 0, body_size_ = 0;
  std::uint64_t body_checksum_ = 0;
  std::string name_;
};

// Throws std::runtime_error.
void write_file(const std::string& path, std::span<const std::byte> bytes);

}  // namespace corten
