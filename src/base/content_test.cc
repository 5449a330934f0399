#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string_view>

#include "base/file_source.h"

namespace corten {
namespace {

using namespace std::string_view_literals;

std::string content(std::string_view text) {
  return foreign_content(std::as_bytes(std::span(text.data(), text.size())));
}
bool says(std::string_view text, std::string_view word) { return content(text).find(word) != std::string::npos; }

TEST(Content, RecognisedByTheFirstBytes) {
  EXPECT_TRUE(says("version https://git-lfs.github.com/spec/v1\noid sha256:0", "git lfs pull"));
  EXPECT_TRUE(says("ISO-10303-21;\nHEADER;", "STEP"));
  EXPECT_TRUE(says("<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"\">", "DAE"));
  EXPECT_TRUE(says("\n  <!DOCTYPE html><html>", "HTML"));
  EXPECT_TRUE(says("<!-- saved --><HTML>", "HTML"));
  EXPECT_TRUE(says("\xef\xbb\xbf<html>", "HTML"));
  EXPECT_TRUE(says("\xff\xfe<\0m\0"sv, "UTF-16"));
  EXPECT_TRUE(says("<\0m\0u\0"sv, "UTF-16"));
  EXPECT_TRUE(says("\0<\0m"sv, "big-endian"));
  EXPECT_TRUE(says("PK\x03\x04rest", "zip"));
  EXPECT_TRUE(says("solid cube\n facet normal", "ASCII"));
  EXPECT_TRUE(says("\xff\xd8\xff\xe0", "JPEG"));
  EXPECT_TRUE(says("<mujoco model='x'>", "MJCF"));
  EXPECT_TRUE(says("ply\nformat ascii", "PLY"));
}

TEST(Content, OtherThingsAreNotGuessed) {
  for (const std::string_view text :
       {""sv, "v 0 0 0\n"sv, "<"sv, "<?"sv, "<!--"sv, "# a mesh\nv 1 2 3"sv, "\0\0\0\0"sv}) {
    EXPECT_EQ(content(text), "") << text;
  }
  EXPECT_EQ(described_content({}), "");
}

}  // namespace
}  // namespace corten
