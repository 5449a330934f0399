// Small files in each version, and files that are truncated, wrong or garbage.
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "geometry/files/files.h"

namespace corten {
namespace {

using Ints = std::vector<int>;

std::string error_of(const std::string& bytes) {
  try {
    read_gmsh(std::as_bytes(std::span(bytes)));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

GmshMesh read(const std::string& bytes) { return read_gmsh(std::as_bytes(std::span(bytes))); }

template <class T>
void append(std::string& bytes, const std::vector<T>& values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

const std::vector<double> kPoints = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 2, 3};
const std::vector<std::int32_t> kTetrahedra = {1, 2, 3, 4, 2, 3, 5, 4};

// Two tetrahedra with five nodes, as all files below describe them.
void expect_two_tetrahedra(const GmshMesh& mesh) {
  EXPECT_EQ(mesh.dim, 3);
  ASSERT_EQ(mesh.points.size(), 5u);
  for (int i = 0; i < 5; ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_EQ(mesh.points[i][k], kPoints[3 * i + k]);
  }
  EXPECT_EQ(mesh.elements, (Ints{0, 1, 2, 3, 1, 2, 4, 3}));
}

const std::string kText41 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Nodes
1 5 1 5
3 1 0 5
1
2
3
4
5
0 0 0
1 0 0
0 2 0
0 0 3
1 2 3
$EndNodes
$Elements
1 2 1 2
3 1 4 2
1 1 2 3 4
2 2 3 5 4
$EndElements
)";

const std::string kText22 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
5
1 0 0 0
2 1 0 0
3 0 2 0
4 0 0 3
5 1 2 3
$EndNodes
$Elements
2
1 4 2 0 1 1 2 3 4
2 4 0 2 3 5 4
$EndElements
)";

std::string start_binary(const char* version) {
  std::string bytes = std::string("$MeshFormat\n") + version + " 1 8\n";
  append<std::int32_t>(bytes, {1});
  return bytes + "\n$EndMeshFormat\n$Nodes\n";
}

std::string binary_41() {
  std::string bytes = start_binary("4.1");
  append<std::uint64_t>(bytes, {1, 5, 1, 5});
  append<std::int32_t>(bytes, {3, 1, 0});
  append<std::uint64_t>(bytes, {5, 1, 2, 3, 4, 5});
  append(bytes, kPoints);
  bytes += "\n$EndNodes\n$Elements\n";
  append<std::uint64_t>(bytes, {1, 2, 1, 2});
  append<std::int32_t>(bytes, {3, 1, 4});
  append<std::uint64_t>(bytes, {2, 1, 1, 2, 3, 4, 2, 2, 3, 5, 4});
  return bytes + "\n$EndElements\n";
}

// With `grouped`, both elements share one header, otherwise each has its own, with two tags.
std::string binary_22(bool grouped) {
  std::string bytes = start_binary("2.2") + "5\n";
  for (std::int32_t i = 0; i < 5; ++i) {
    append<std::int32_t>(bytes, {i + 1});
    append<double>(bytes, {kPoints[3 * i], kPoints[3 * i + 1], kPoints[3 * i + 2]});
  }
  bytes += "\n$EndNodes\n$Elements\n2\n";
  if (grouped) append<std::int32_t>(bytes, {4, 2, 0});
  for (std::int32_t i = 0; i < 2; ++i) {
    if (!grouped) append<std::int32_t>(bytes, {4, 1, 2});
    append<std::int32_t>(bytes, {i + 1});
    if (!grouped) append<std::int32_t>(bytes, {0, 1});
    append<std::int32_t>(bytes, {kTetrahedra.begin() + 4 * i, kTetrahedra.begin() + 4 * i + 4});
  }
  return bytes + "\n$EndElements\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

TEST(Gmsh, AllVersions) {
  expect_two_tetrahedra(read(kText41));
  expect_two_tetrahedra(read(kText22));
  expect_two_tetrahedra(read(binary_41()));
  expect_two_tetrahedra(read(binary_22(true)));
  expect_two_tetrahedra(read(binary_22(false)));
}

TEST(Gmsh, TrianglesAndSegments) {
  const GmshMesh triangle = read(replaced(replaced(kText22, "1 4 2 0 1 1 2 3 4", "1 2 2 0 1 1 2 3"),  //
                                          "2 4 0 2 3 5 4", "2 2 0 5 4 3"));
  EXPECT_EQ(triangle.dim, 2);
  EXPECT_EQ(triangle.elements, (Ints{0, 1, 2, 4, 3, 2}));
  std::string text = replaced(replaced(kText41, "3 1 0 5", "1 1 0 5"), "3 1 4 2", "1 1 1 2");
  text = replaced(replaced(text, "1 1 2 3 4", "1 1 2"), "2 2 3 5 4", "2 5 4");
  const GmshMesh segments = read(text);
  EXPECT_EQ(segments.dim, 1);
  EXPECT_EQ(segments.elements, (Ints{0, 1, 4, 3}));
}

TEST(Gmsh, Refused) {
  EXPECT_NE(error_of(""), "");
  EXPECT_NE(error_of("solid"), "");
  EXPECT_NE(error_of("$MeshFormat"), "");
  EXPECT_NE(error_of(replaced(kText41, "4.1", "4.0")), "");
  EXPECT_NE(error_of(replaced(kText41, "$Nodes", "$Knots")), "");
  EXPECT_NE(error_of(replaced(kText41, "$EndElements", "")), "");
  EXPECT_NE(error_of(replaced(kText41, "1 5 1 5", "2 5 1 5")), "");
  EXPECT_NE(error_of(replaced(kText41, "1 5 1 5", "1 5 1 6")), "");
  EXPECT_NE(error_of(replaced(kText41, "3 1 0 5", "0 1 0 5")), "");
  EXPECT_NE(error_of(replaced(kText41, "3 1 0 5", "2 1 0 5")), "");
  EXPECT_NE(error_of(replaced(kText41, "\n3\n4\n", "\n4\n3\n")), "");
  EXPECT_NE(error_of(replaced(kText41, "3 1 4 2", "3 1 2 2")), "");
  EXPECT_NE(error_of(replaced(kText41, "2 2 3 5 4", "2 2 3 6 4")), "");
  EXPECT_NE(error_of(replaced(kText41, "2 2 3 5 4", "2 2 3 5")), "");
  EXPECT_NE(error_of(replaced(kText41, "0 2 0", "0 inf 0")), "");
  EXPECT_NE(error_of(replaced(kText41, "0 2 0", "0 x 0")), "");
  EXPECT_NE(error_of(replaced(kText22, "1 4 2", "1 15 2")), "");
  EXPECT_NE(error_of(replaced(kText22, "2 4 0 2 3 5 4", "2 2 0 2 3 5")), "");
  EXPECT_NE(error_of(replaced(kText22, "2 3 5 4", "2 3 0 4")), "");
  EXPECT_NE(error_of(replaced(kText22, "\n5\n", "\n5000000000000\n")), "");
}

// Every file cut short is refused, at whatever byte.
TEST(Gmsh, Truncated) {
  for (const std::string& whole : {kText41, kText22, binary_41(), binary_22(true), binary_22(false)}) {
    const std::size_t end = whole.find("$EndElements");
    for (std::size_t size = 0; size < end; ++size) {
      EXPECT_NE(error_of(whole.substr(0, size)), "") << size;
      EXPECT_NO_FATAL_FAILURE(error_of(whole.substr(0, size) + "$EndNodes$Elements$EndElements"));
    }
  }
}

}  // namespace
}  // namespace corten
