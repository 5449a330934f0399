// GMSH files: the header, the sections Nodes and Elements, and their layout in the two versions.
//
// Version 4.1  Nodes: blocks, nodes, first tag, last tag; one block: dimension, entity, parametric, nodes; tags; x y z
//              Elements: blocks, elements, first tag, last tag; one block: dimension, entity, type, elements;
//              tag and node tags of each
// Version 2.2  Nodes: nodes; tag x y z of each.  Elements: elements; in text, tag, type, number of tags, tags and node
//              tags of each; in binary, groups with type, number of elements, number of tags, then tag, tags and node
//              tags of each element
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "geometry/files/files.h"
#include "geometry/files/gmsh_numbers.h"

namespace corten {

namespace {

struct Header {
  int version = 0;  // times 100
  bool binary = false;
};

Header read_header(std::string_view file) {
  constexpr std::string_view kStart = "$MeshFormat";
  if (file.empty()) throw std::runtime_error("the GMSH file is empty");
  if (!file.starts_with(kStart)) throw std::runtime_error("a GMSH file begins with $MeshFormat, this one does not");
  const std::string line(file.substr(kStart.size(), 100));
  double version = 0;
  int binary = 0;
  if (std::sscanf(line.c_str(), "%lf %d", &version, &binary) != 2 || !(std::abs(version) < 1000)) {
    throw std::runtime_error("the header of the GMSH file cannot be read");
  }
  const Header header{static_cast<int>(std::lround(100 * version)), binary != 0};
  if (header.version != 220 && header.version != 410) {
    throw std::runtime_error("GMSH files are read in versions 4.1 and 2.2, this one has version " +
                             std::to_string(header.version / 100.0).substr(0, 4));
  }
  return header;
}

// What stands between "$Name", with the character that ends its line, and "$EndName".
std::string_view find_section(std::string_view file, const std::string& name) {
  const std::size_t start = file.find("$" + name);
  if (start == file.npos) throw std::runtime_error("the GMSH file has no section $" + name);
  const std::size_t begin = start + name.size() + 2, end = file.find("$End" + name);
  if (end == file.npos || end < begin) {
    throw std::runtime_error("the section $" + name + " of the GMSH file has no end $End" + name);
  }
  return file.substr(begin, end - begin);
}

// Dimension of the elements of a type: 1 is a segment, 2 a triangle, 4 a tetrahedron; 0 for others.
int dim_of_type(int type) { return type == 1 ? 1 : type == 2 ? 2 : type == 4 ? 3 : 0; }

int as_index(std::uint64_t tag, std::uint64_t first, std::size_t points, const GmshNumbers& numbers) {
  if (tag < first || tag - first >= points)
    numbers.fail("has an element with node " + std::to_string(tag) + ", which does not exist");
  return static_cast<int>(tag - first);
}

Vec3 next_point(GmshNumbers& numbers) {
  Vec3 point;
  for (int k = 0; k < 3; ++k) point[k] = numbers.next<double>();
  return point;
}

// ---- version 4.1

struct Block {
  std::size_t count = 0;
  std::uint64_t first_tag = 0, last_tag = 0;
  int dim = 0, third = 0;  // third: parametric or element type
};

Block read_block(GmshNumbers& numbers) {
  Block block;
  const auto blocks = numbers.next<std::uint64_t>(), total = numbers.next<std::uint64_t>();
  block.first_tag = numbers.next<std::uint64_t>();
  block.last_tag = numbers.next<std::uint64_t>();
  block.dim = numbers.next<std::int32_t>();
  numbers.next<std::int32_t>();  // entity
  block.third = numbers.next<std::int32_t>();
  const auto count = numbers.next<std::uint64_t>();
  if (blocks != 1 || total != count) numbers.fail("must be a single block");
  block.count = numbers.check_count(count);
  return block;
}

std::uint64_t read_nodes_41(GmshNumbers numbers, GmshMesh& mesh) {
  const Block block = read_block(numbers);
  // MuJoCo: asked of text files only.
  if (!numbers.binary() && block.last_tag != block.count) numbers.fail("must number its nodes from 1 on");
  if (block.dim < 1 || block.dim > 3) numbers.fail("must be of dimension 1, 2 or 3");
  mesh.dim = block.dim;
  for (std::size_t i = 0; i < block.count; ++i) {
    if (numbers.next<std::uint64_t>() != i + block.first_tag) numbers.fail("must number its nodes one by one");
  }
  for (std::size_t i = 0; i < block.count; ++i) mesh.points.push_back(next_point(numbers));
  return block.first_tag;
}

void read_elements_41(GmshNumbers numbers, std::uint64_t first_node, GmshMesh& mesh) {
  const Block block = read_block(numbers);
  if (block.dim != mesh.dim) numbers.fail("has another dimension than the nodes");
  if (dim_of_type(block.third) != mesh.dim) numbers.fail("has elements of a type that does not fit their dimension");
  for (std::size_t i = 0; i < block.count; ++i) {
    numbers.next<std::uint64_t>();  // tag
    for (int k = 0; k <= mesh.dim; ++k) {
      mesh.elements.push_back(as_index(numbers.next<std::uint64_t>(), first_node, mesh.points.size(), numbers));
    }
  }
}

// ---- version 2.2

void read_nodes_22(GmshNumbers numbers, GmshMesh& mesh) {
  const std::size_t count = numbers.check_count(numbers.next_line_as_text<std::uint64_t>());
  for (std::size_t i = 0; i < count; ++i) {
    numbers.next<std::int32_t>();  // tag. MuJoCo: nodes are numbered from 1 on, whatever it says
    mesh.points.push_back(next_point(numbers));
  }
}

void read_elements_22(GmshNumbers numbers, GmshMesh& mesh) {
  const std::size_t count = numbers.check_count(numbers.next_line_as_text<std::uint64_t>());
  int group = 0, type = 0, tags = 0;  // elements left in the group, their type and number of tags
  for (std::size_t i = 0; i < count; ++i) {
    if (!numbers.binary()) {
      numbers.next<std::int32_t>();  // tag of the element
      type = numbers.next<std::int32_t>();
      tags = numbers.next<std::int32_t>();
    } else {
      if (group == 0) {
        type = numbers.next<std::int32_t>();
        group = numbers.next<std::int32_t>();
        tags = numbers.next<std::int32_t>();
        if (group < 1) numbers.fail("has an empty group of elements");
      }
      --group;
      numbers.next<std::int32_t>();  // tag of the element
    }
    const int dim = dim_of_type(type);
    if (dim < 2) numbers.fail("has elements of type " + std::to_string(type) + ", not triangles or tetrahedra");
    if (i == 0) mesh.dim = dim;
    if (dim != mesh.dim) numbers.fail("has triangles and tetrahedra");
    for (int k = 0; k < tags; ++k) numbers.next<std::int32_t>();
    for (int k = 0; k <= dim; ++k) {
      const auto node = numbers.next<std::int32_t>();
      mesh.elements.push_back(as_index(node < 0 ? 0 : node, 1, mesh.points.size(), numbers));
    }
  }
}

}  // namespace

GmshMesh read_gmsh(std::span<const std::byte> bytes) {
  const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const Header header = read_header(file);
  const GmshNumbers nodes(find_section(file, "Nodes"), header.binary, "Nodes");
  const GmshNumbers elements(find_section(file, "Elements"), header.binary, "Elements");
  GmshMesh mesh;
  if (header.version == 410) {
    const std::uint64_t first_node = read_nodes_41(nodes, mesh);
    read_elements_41(elements, first_node, mesh);
  } else {
    read_nodes_22(nodes, mesh);
    read_elements_22(elements, mesh);
  }
  return mesh;
}

}  // namespace corten
