// The outer layer of our binary files: what kind of file it is, which layout it has, and whether it is intact.
//
//   8 bytes   magic: 0x89 "CTN" 0x0D 0x0A 0x1A 0x0A, which transfers as text would damage
//   4 bytes   byte order mark 0x01020304; all numbers are little-endian
//   4 bytes   kind: 'M' model, 'S' state
//   4 bytes   version of the format
//   4 bytes   zero
//   8 bytes   fingerprint of the layout of the content
//   8 bytes   length of the content
//   8 bytes   checksum of the content
//   content
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace corten {

enum class FileKind : std::uint32_t { kModel = 'M', kState = 'S' };

// Describes a layout in text; files of another layout are refused.
std::uint64_t fingerprint(std::string_view layout);
std::uint64_t checksum(std::span<const std::byte> bytes);

// Throws LoadError: `name` is the file at fault.
[[noreturn]] void refuse_file(const std::string& name, std::string message, std::string hint = {});

bool has_magic(std::span<const std::byte> bytes);

// Collects the content and puts the envelope around it.
class BinaryWriter {
 public:
  BinaryWriter();
  void bytes(const void* data, std::size_t size);
  template <class T>
  void number(const T& value) {
    bytes(&value, sizeof(T));
  }
  void text(std::string_view value);
  void align();  // to a multiple of 8 bytes
  // The whole file; the writer is empty afterwards.
  std::vector<std::byte> finish(FileKind kind, std::uint64_t layout);

 private:
  std::vector<std::byte> file_;
};

// Checks the envelope and hands out the content piece by piece. Reading beyond its end throws LoadError.
class BinaryReader {
 public:
  BinaryReader(std::span<const std::byte> file, FileKind kind, std::uint64_t layout, std::string name);
  std::span<const std::byte> bytes(std::size_t size);
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, bytes(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::string text();
  void align();
  std::size_t left() const { return content_.size() - at_; }
  void finish();  // nothing may be left
  [[noreturn]] void refuse(std::string message) const { refuse_file(name_, std::move(message)); }

 private:
  std::span<const std::byte> content_;
  std::size_t at_ = 0;
  std::string name_;
};

// Throw std::runtime_error and LoadError.
void write_file(const std::string& path, std::span<const std::byte> bytes);
std::vector<std::byte> read_whole_file(const std::string& path);

}  // namespace corten
