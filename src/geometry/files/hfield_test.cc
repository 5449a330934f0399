// Numbers are MuJoCo's hfield_data.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "geometry/files/files.h"

namespace corten {
namespace {

// 3 x 2 gray pixels: 0 16 32 / 64 128 255
const std::uint8_t kPng[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
                             0x52, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00, 0x00, 0x00, 0x00, 0xb8,
                             0x1f, 0x39, 0xc6, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x60,
                             0x10, 0x50, 0x60, 0x70, 0x68, 0xf8, 0x0f, 0x00, 0x03, 0xc7, 0x01, 0xf0, 0xc5, 0xc3, 0xd6,
                             0xe6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

std::vector<std::byte> binary(std::int32_t nrow, std::int32_t ncol, const std::vector<float>& data) {
  std::vector<std::byte> bytes(8 + 4 * data.size());
  std::memcpy(bytes.data(), &nrow, 4);
  std::memcpy(bytes.data() + 4, &ncol, 4);
  if (!data.empty()) std::memcpy(bytes.data() + 8, data.data(), 4 * data.size());
  return bytes;
}

TEST(Hfield, PngRowsFromTheBottom) {
  HeightField field = read_hfield_png(std::as_bytes(std::span(kPng)));
  EXPECT_EQ(field.nrow, 2);
  EXPECT_EQ(field.ncol, 3);
  EXPECT_EQ(field.data, (std::vector<float>{64, 128, 255, 0, 16, 32}));
  normalize(field);
  EXPECT_EQ(field.data,
            (std::vector<float>{0.250980406999588f, 0.501960813999176f, 1, 0, 0.062745101749897f, 0.125490203499794f}));
}

// <hfield nrow="2" ncol="3" elevation="1 2 3 4 5 9"/>
TEST(Hfield, ElevationRowsFromTheTop) {
  HeightField field = hfield_from_elevation(2, 3, std::vector<double>{1, 2, 3, 4, 5, 9});
  normalize(field);
  EXPECT_EQ(field.data, (std::vector<float>{0.375f, 0.5f, 1, 0, 0.125f, 0.25f}));
}

TEST(Hfield, FlatWithoutElevation) {
  HeightField field = hfield_from_elevation(2, 2, {});
  normalize(field);
  EXPECT_EQ(field.data, (std::vector<float>{0, 0, 0, 0}));
  field.data = {3, 3, 3, 3};
  normalize(field);
  EXPECT_EQ(field.data, (std::vector<float>{0, 0, 0, 0}));
}

TEST(Hfield, BinaryRowsAsStored) {
  const HeightField field = read_hfield_binary(binary(1, 3, {5, 6, 7}));
  EXPECT_EQ(field.nrow, 1);
  EXPECT_EQ(field.ncol, 3);
  EXPECT_EQ(field.data, (std::vector<float>{5, 6, 7}));
}

TEST(Hfield, FileByExtension) {
  const auto folder = std::filesystem::temp_directory_path();
  const auto png = folder / "corten_hfield_test.png", bin = folder / "corten_hfield_test.bin";
  std::ofstream(png, std::ios::binary).write(reinterpret_cast<const char*>(kPng), sizeof(kPng));
  const auto bytes = binary(1, 2, {1, 2});
  std::ofstream(bin, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), 16);
  EXPECT_EQ(read_hfield_file(png).ncol, 3);
  EXPECT_EQ(read_hfield_file(bin).ncol, 2);
  EXPECT_THROW(read_hfield_file(png, "image/vnd.mujoco.hfield"), std::runtime_error);
  EXPECT_THROW(read_hfield_file(bin, "image/ktx"), std::runtime_error);
  std::filesystem::remove(png);
  std::filesystem::remove(bin);
}

TEST(Hfield, BadInputIsRefused) {
  EXPECT_THROW(read_hfield_binary({}), std::runtime_error);
  EXPECT_THROW(read_hfield_binary(binary(2, 3, {5, 6, 7})), std::runtime_error);
  EXPECT_THROW(read_hfield_binary(binary(0, 3, {})), std::runtime_error);
  EXPECT_THROW(read_hfield_binary(binary(-1, -3, {5, 6, 7})), std::runtime_error);
  EXPECT_THROW(read_hfield_binary(binary(65536, 65536, {})), std::runtime_error);
  EXPECT_THROW(hfield_from_elevation(2, 2, std::vector<double>{1, 2, 3}), std::runtime_error);
  EXPECT_THROW(hfield_from_elevation(0, 2, {}), std::runtime_error);
  EXPECT_THROW(hfield_from_elevation(2000000000, 2000000000, {}), std::runtime_error);
  HeightField field{1, 2, {0, std::numeric_limits<float>::quiet_NaN()}};
  EXPECT_THROW(normalize(field), std::runtime_error);
  field.data.clear();
  EXPECT_THROW(normalize(field), std::runtime_error);
  EXPECT_THROW(check_hfield_size({{1, 1, 0, 1}}), std::runtime_error);
  EXPECT_NO_THROW(check_hfield_size({{1, 1, 1, 1}}));
}

}  // namespace
}  // namespace corten
