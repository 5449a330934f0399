// What stays on the graphics card from picture to picture: triangles of shapes, meshes, height fields, flexes and skins, and
// textures.
#pragma once

#include <map>
#include <vector>

#include "corten/model.h"
#include "render/gl.h"
#include "surface/surface.h"

namespace corten::gl {

// Where the triangles (or the line) of a shape lie.
struct Range {
  GLuint vertex_array = 0;
  GLenum primitive = GL_TRIANGLES;
  GLint base_vertex = 0;
  std::size_t first_index = 0;
  GLsizei index_count = 0;
};

enum class UnitShape { kSphere, kCapsule, kCylinder, kCone, kBox, kSquare, kLine };

// What a shape is drawn with, one after the other in the buffer of instances.
struct Instance {
  float row[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  float scale[4] = {1, 1, 1, 0};
  float rgba[4] = {1, 1, 1, 1};
  float material[4] = {};
  float mapping[4] = {1, 1, 1, 0};
};

class Library {
 public:
  Library(const Functions& gl, const Model& model);

  const Range& unit(UnitShape shape) const { return units_.at(shape); }
  const Range& mesh(int id) const { return meshes_.at(static_cast<std::size_t>(id)); }
  const Range& hfield(int id) const { return hfields_.at(static_cast<std::size_t>(id)); }
  const Range& flex(int id) const { return flexes_.at(static_cast<std::size_t>(id)).range; }
  const Range& skin(int id) const { return skins_.at(static_cast<std::size_t>(id)).range; }
  GLuint texture(int id) const { return textures_.at(static_cast<std::size_t>(id)); }

  // Vertices of flexes and skins as they are now.
  void move(const Data& data);
  // Points the attributes of a vertex array to the instances that follow `first`.
  void use_instances(std::size_t first) const;
  void fill_instances(const std::vector<Instance>& instances) const;

 private:
  struct Soft {
    SurfaceMesh surface;
    Range range;
    GLuint buffer = 0;
  };
  GLuint make_vertex_array(const SurfaceMesh& surface, GLenum usage, GLuint* buffer) const;
  void add_texture(int id);

  const Functions& gl_;
  const Model& model_;
  GLuint instances_ = 0;
  std::map<UnitShape, Range> units_;
  std::vector<Range> meshes_, hfields_;
  std::vector<Soft> flexes_, skins_;
  std::vector<GLuint> textures_;
};

}  // namespace corten::gl
