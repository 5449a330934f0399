// Small files in each format, and files that are truncated, wrong or garbage.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "geometry/files/files.h"

namespace corten {
namespace {

std::span<const std::byte> as_bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

template <class T>
void append_values(std::string& bytes, const std::vector<T>& values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

using Reader = TriangleMesh (*)(std::span<const std::byte>);

std::string error_of(Reader read, const std::string& bytes) {
  try {
    read(as_bytes(bytes));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

const std::vector<std::vector<float>> kCorners = {
    {0, 0, 0, 0, 2, 0, 1, 0, 0}, {0, 0, 0, 1, 0, 0, 0, 0, 3}, {0, 0, 0, 0, 0, 3, 0, 2, 0}, {1, 0, 0, 0, 2, 0, 0, 0, 3}};

std::string stl(const std::vector<std::vector<float>>& corners, std::int32_t count) {
  std::string bytes(80, ' ');
  append_values<std::int32_t>(bytes, {count});
  for (const auto& face : corners) {
    append_values<float>(bytes, {0, 0, 1});
    append_values(bytes, face);
    bytes.append(2, '\0');
  }
  return bytes;
}

std::string msh(std::vector<std::int32_t> header) {
  std::string bytes;
  append_values(bytes, header);
  append_values<float>(bytes, {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3});
  append_values<std::int32_t>(bytes, {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3});
  return bytes;
}

TEST(Stl, VerticesInOrderOfAppearance) {
  const TriangleMesh mesh = read_stl(as_bytes(stl(kCorners, 4)));
  EXPECT_EQ(mesh.vertices, (std::vector<float>{0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 3}));
  EXPECT_EQ(mesh.faces, (std::vector<int>{0, 1, 2, 0, 2, 3, 0, 3, 1, 2, 1, 3}));
}

// Vertices are the same if their bits are.
TEST(Stl, NegativeZeroIsAnotherVertex) {
  auto corners = kCorners;
  corners[1][0] = -0.0f;
  EXPECT_EQ(read_stl(as_bytes(stl(corners, 4))).vertices.size(), 15u);
}

TEST(Stl, BadFilesAreRefused) {
  EXPECT_NE(error_of(read_stl, ""), "");
  EXPECT_NE(error_of(read_stl, std::string(83, 'x')), "");
  EXPECT_NE(error_of(read_stl, stl(kCorners, 5)).find("bytes"), std::string::npos);
  EXPECT_NE(error_of(read_stl, stl(kCorners, 0)), "");
  EXPECT_NE(error_of(read_stl, stl(kCorners, -1)), "");
  EXPECT_NE(error_of(read_stl, stl(kCorners, std::numeric_limits<std::int32_t>::max())).find("ASCII"),
            std::string::npos);
  EXPECT_NE(error_of(read_stl, stl(kCorners, 4) + "x"), "");
  std::string ascii = "solid cube\n";
  while (ascii.size() < 300) ascii += "facet normal 0 0 1\n";
  EXPECT_NE(error_of(read_stl, ascii).find("ASCII"), std::string::npos);
  auto corners = kCorners;
  corners[2][4] = 2e9f;
  EXPECT_NE(error_of(read_stl, stl(corners, 4)).find("2^30"), std::string::npos);
}

TEST(Msh, Arrays) {
  const TriangleMesh mesh = read_msh(as_bytes(msh({4, 0, 0, 4})));
  EXPECT_EQ(mesh.vertices.size(), 12u);
  EXPECT_EQ(mesh.faces[1], 2);
  EXPECT_EQ(mesh.face_normals, mesh.faces);
  EXPECT_TRUE(mesh.face_texcoords.empty());
}

TEST(Msh, BadFilesAreRefused) {
  EXPECT_NE(error_of(read_msh, ""), "");
  EXPECT_NE(error_of(read_msh, std::string(15, '\0')), "");
  EXPECT_NE(error_of(read_msh, msh({3, 0, 0, 4})), "");
  EXPECT_NE(error_of(read_msh, msh({4, 3, 0, 4})), "");
  EXPECT_NE(error_of(read_msh, msh({4, 0, -1, 4})), "");
  EXPECT_NE(error_of(read_msh, msh({4, 0, 0, -4})), "");
  EXPECT_NE(error_of(read_msh, msh({4, 0, 0, 5})).find("bytes"), std::string::npos);
  constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
  EXPECT_NE(error_of(read_msh, msh({kMax, kMax, kMax, kMax})), "");
}

const std::string kVertices = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 1 1 3\n";

TEST(Obj, QuadsAndRelativeIndices) {
  const TriangleMesh mesh =
      read_obj(as_bytes("# pyramid\r\n" + kVertices + "f 4 3 2 1\nf 1 2 5\n  f -4 -3 -1\nf 3 4 5\nf 4 1 5\n"));
  EXPECT_EQ(mesh.vertices.size(), 15u);
  EXPECT_EQ(mesh.faces, (std::vector<int>{3, 2, 1, 3, 1, 0, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4}));
}

TEST(Obj, NormalsAndTextureCoordinates) {
  const TriangleMesh mesh = read_obj(as_bytes(kVertices + "vn 0 0 1\nvt 0.25 0.25\nvt 1 1\nf 1/2/1 2/1/1 3//1\n"));
  EXPECT_EQ(mesh.face_normals, (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(mesh.face_texcoords, (std::vector<int>{1, 0, -1}));
  EXPECT_EQ(mesh.texcoords, (std::vector<float>{0.25, 0.75, 1, 0}));
}

TEST(Obj, OnlyTheFirstObjectHasFaces) {
  const TriangleMesh mesh = read_obj(as_bytes(kVertices + "o a\nf 1 2 3\no b\nf 1 2 4\nf 1 2 5\n"));
  EXPECT_EQ(mesh.faces, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(mesh.vertices.size(), 15u);
}

TEST(Obj, LinesBecomeDegenerateFaces) {
  EXPECT_EQ(read_obj(as_bytes(kVertices + "l 1 2 3\n")).faces, (std::vector<int>{0, 1, 1, 1, 2, 2}));
}

TEST(Obj, LargePolygon) {
  std::string text, face = "f";
  for (int i = 0; i < 600; ++i) {
    text += "v " + std::to_string(std::cos(0.01 * i)) + " " + std::to_string(std::sin(0.01 * i)) + " 0\n";
    face += " " + std::to_string(i + 1);
  }
  EXPECT_EQ(read_obj(as_bytes(text + face + "\nf 1 2 3\n")).faces.size(), 3u * 598 + 3);
}

TEST(Obj, BadFilesAreRefused) {
  EXPECT_NE(error_of(read_obj, kVertices + "f 0 1 2\n").find("line 6"), std::string::npos);
  EXPECT_NE(error_of(read_obj, kVertices + "f a b c\n"), "");
  EXPECT_NE(error_of(read_obj, kVertices + "f 1 2 9\n"), "");
  EXPECT_NE(error_of(read_obj, kVertices + "f 1 2 -9 3\n"), "");
  EXPECT_NE(error_of(read_obj, "v nan 0 0\n").find("line 1"), std::string::npos);
  std::string face = "f";
  for (int i = 0; i < 100000; ++i) face += " 1";
  EXPECT_NE(error_of(read_obj, kVertices + face + "\n").find("corners"), std::string::npos);
}

TEST(Obj, GarbageIsHarmless) {
  EXPECT_EQ(read_obj(as_bytes("")).vertices.size(), 0u);
  EXPECT_EQ(read_obj(as_bytes("t x 99999/99999/99999\nvw 1 2 3\nmtllib ../../x\nusemtl y\nf\nv\n")).vertices.size(),
            0u);
  std::uint32_t state = 1;
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (int i = 0; i < 400; ++i) {
      state = state * 1664525 + 1013904223;
      constexpr char kAlphabet[] = "vvvfffnt /// 0123456789.-+e \n\n\n\r\tglop#\0";
      text += kAlphabet[(state >> 16) % (sizeof(kAlphabet) - 1)];
    }
    error_of(read_obj, text);
  }
}

TEST(MeshFile, ReaderByContentType) {
  EXPECT_EQ(read_mesh(as_bytes(stl(kCorners, 4)), "model/stl").faces.size(), 12u);
  EXPECT_EQ(read_mesh(as_bytes(msh({4, 0, 0, 4})), "model/vnd.mujoco.msh").faces.size(), 12u);
  EXPECT_EQ(read_mesh(as_bytes(kVertices), "model/obj").vertices.size(), 15u);
  EXPECT_THROW(read_mesh(as_bytes(kVertices), "model/ply"), std::runtime_error);
}

TEST(MeshFile, ReadsFromDisk) {
  const auto path = std::filesystem::temp_directory_path() / "corten_mesh_file_test.StL";
  std::ofstream(path, std::ios::binary) << stl(kCorners, 4);
  EXPECT_EQ(read_mesh_file(path).faces.size(), 12u);
  EXPECT_THROW(read_mesh_file(path, "model/vnd.mujoco.msh;x=y"), std::runtime_error);
  std::filesystem::remove(path);
  EXPECT_THROW(read_mesh_file(path), std::runtime_error);
  EXPECT_THROW(read_mesh_file("/"), std::runtime_error);
}

}  // namespace
}  // namespace corten
