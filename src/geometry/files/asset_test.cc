// Content types and unreadable files.
#include <gtest/gtest.h>

#include <stdexcept>

#include "geometry/files/files.h"

namespace corten {
namespace {

TEST(Asset, ContentType) {
  EXPECT_EQ(asset_content_type("a/b.STL", ""), "model/stl");
  EXPECT_EQ(asset_content_type("a.b/c.obj", ""), "model/obj");
  EXPECT_EQ(asset_content_type("a.png", "model/obj;x=y"), "model/obj");
  EXPECT_EQ(asset_content_type("a.png", "nonsense"), "image/png");
  EXPECT_EQ(asset_content_type("a.msh", ""), "model/vnd.mujoco.msh");
  EXPECT_EQ(asset_content_type("a", ""), "");
  EXPECT_EQ(asset_content_type("a.xyz", ""), "");
}

TEST(Asset, UnreadableFiles) {
  EXPECT_THROW(read_file("/no/such/file"), std::runtime_error);
  EXPECT_THROW(read_file("/"), std::runtime_error);
  EXPECT_THROW(read_file("/dev/zero"), std::runtime_error);
}

}  // namespace
}  // namespace corten
