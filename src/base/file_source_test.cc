// Files on the disk and in memory.
#include "base/file_source.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace corten {
namespace {

FileSource in_memory() {
  Assets assets;
  assets.add("a/one.txt", std::string_view("1"));
  assets.add("a/two.txt", std::string_view("22"));
  assets.add("b/two.txt", std::string_view("2222"));
  return FileSource(std::make_shared<const Assets>(std::move(assets)), "all.zip");
}

TEST(FileSource, Memory) {
  const FileSource files = in_memory();
  EXPECT_EQ(files.read("a/two.txt").size(), 2u);
  EXPECT_EQ(files.read("/b/../b/two.txt").size(), 4u);
  EXPECT_EQ(files.read("somewhere/one.txt").size(), 1u);  // the only one
  EXPECT_FALSE(files.exists("two.txt"));                  // which of them?
  EXPECT_FALSE(files.exists("/etc/passwd"));
  EXPECT_THROW(files.read("three.txt"), std::runtime_error);
  EXPECT_EQ(files.canonical("./a//two.txt"), files.canonical("/a/two.txt"));
  EXPECT_EQ(files.absolute("a/two.txt"), "/a/two.txt");
  EXPECT_EQ(files.shown("a/two.txt"), "all.zip/a/two.txt");
}

TEST(FileSource, Disk) {
  const FileSource files;
  const std::string here = CORTEN_SOURCE_DIR "/src/base/file_source_test.cc";
  EXPECT_TRUE(files.exists(here));
  EXPECT_GT(files.read(here).size(), 1000u);
  EXPECT_EQ(files.canonical(CORTEN_SOURCE_DIR "/src/../src/base/file_source_test.cc"), files.canonical(here));
  EXPECT_EQ(files.shown(here), here);
  EXPECT_FALSE(files.exists(CORTEN_SOURCE_DIR));
  EXPECT_THROW(files.read(CORTEN_SOURCE_DIR), std::runtime_error);
  EXPECT_THROW(files.read("/dev/zero"), std::runtime_error);
  EXPECT_THROW(files.read("/no/such/file"), std::runtime_error);
}

}  // namespace
}  // namespace corten
