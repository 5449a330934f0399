// Buffers and textures of a model. Shapes, meshes and height fields share one buffer; a flex or a skin has its own, whose
// vertices move.
#include "render/library.h"

#include <algorithm>

namespace corten::gl {

namespace {

// Appends a surface to the buffer that all share.
Range append(SurfaceMesh& all, const SurfaceMesh& part, GLenum primitive = GL_TRIANGLES) {
  Range range;
  range.primitive = primitive;
  range.base_vertex = static_cast<GLint>(all.vertices.size());
  range.first_index = all.indices.size();
  range.index_count = static_cast<GLsizei>(part.indices.size());
  all.vertices.insert(all.vertices.end(), part.vertices.begin(), part.vertices.end());
  all.indices.insert(all.indices.end(), part.indices.begin(), part.indices.end());
  return range;
}

SurfaceMesh unit_line() {
  SurfaceMesh line;
  line.vertices.resize(2);
  line.vertices[1].pos[2] = 1;
  line.indices = {0, 1};
  return line;
}

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

}  // namespace

GLuint Library::make_vertex_array(const SurfaceMesh& surface, GLenum usage, GLuint* buffer) const {
  GLuint array = 0, buffers[2] = {};
  gl_.GenVertexArrays(1, &array);
  gl_.GenBuffers(2, buffers);
  gl_.BindVertexArray(array);
  gl_.BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  gl_.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(surface.vertices.size() * sizeof(SurfaceVertex)),
                 surface.vertices.data(), usage);
  gl_.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
  gl_.BufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(surface.indices.size() * sizeof(std::uint32_t)),
                 surface.indices.data(), GL_STATIC_DRAW);
  const GLint sizes[] = {3, 3, 2, 1};
  std::size_t at = 0;
  for (GLuint i = 0; i < 4; ++i) {
    gl_.EnableVertexAttribArray(i);
    gl_.VertexAttribPointer(i, sizes[i], GL_FLOAT, GL_FALSE, sizeof(SurfaceVertex), offset(at));
    at += sizeof(float) * static_cast<std::size_t>(sizes[i]);
  }
  for (GLuint i = 4; i < 11; ++i) {
    gl_.EnableVertexAttribArray(i);
    gl_.VertexAttribDivisor(i, 1);
  }
  if (buffer) *buffer = buffers[0];
  return array;
}

Library::Library(const Functions& gl, const Model& model) : gl_(gl), model_(model) {
  gl_.GenBuffers(1, &instances_);
  const int slices = std::clamp(model.vis.quality.numslices, 3, 256);
  const int stacks = std::clamp(model.vis.quality.numstacks, 2, 256);
  SurfaceMesh all;
  units_[UnitShape::kSphere] = append(all, unit_sphere(slices, stacks));
  units_[UnitShape::kCapsule] = append(all, unit_capsule(slices, stacks));
  units_[UnitShape::kCylinder] = append(all, unit_cylinder(slices));
  units_[UnitShape::kCone] = append(all, unit_cone(slices));
  units_[UnitShape::kBox] = append(all, unit_box());
  units_[UnitShape::kSquare] = append(all, unit_square(1));
  units_[UnitShape::kLine] = append(all, unit_line(), GL_LINES);
  for (int i = 0; i < model.nmesh; ++i) meshes_.push_back(append(all, mesh_surface(model, i)));
  for (int i = 0; i < model.nhfield; ++i) hfields_.push_back(append(all, hfield_surface(model, i)));
  const GLuint array = make_vertex_array(all, GL_STATIC_DRAW, nullptr);
  for (auto& [shape, range] : units_) range.vertex_array = array;
  for (Range& range : meshes_) range.vertex_array = array;
  for (Range& range : hfields_) range.vertex_array = array;
  flexes_.resize(static_cast<std::size_t>(model.nflex));
  skins_.resize(static_cast<std::size_t>(model.nskin));
  for (int i = 0; i < model.ntex; ++i) add_texture(i);
}

void Library::move(const Data& data) {
  const auto update = [&](Soft& soft, int id, auto make, auto shift) {
    if (soft.range.vertex_array == 0) {
      soft.surface = make(model_, data, id);
      soft.range.index_count = static_cast<GLsizei>(soft.surface.indices.size());
      soft.range.vertex_array = make_vertex_array(soft.surface, GL_STREAM_DRAW, &soft.buffer);
      return;
    }
    shift(model_, data, id, soft.surface);
    gl_.BindBuffer(GL_ARRAY_BUFFER, soft.buffer);
    gl_.BufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(soft.surface.vertices.size() * sizeof(SurfaceVertex)),
                      soft.surface.vertices.data());
  };
  for (int i = 0; i < model_.nflex; ++i)
    update(flexes_[static_cast<std::size_t>(i)], i, flex_surface, move_flex_surface);
  for (int i = 0; i < model_.nskin; ++i)
    update(skins_[static_cast<std::size_t>(i)], i, skin_surface, move_skin_surface);
}

void Library::fill_instances(const std::vector<Instance>& instances) const {
  gl_.BindBuffer(GL_ARRAY_BUFFER, instances_);
  gl_.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances.size() * sizeof(Instance)), instances.data(),
                 GL_STREAM_DRAW);
}

void Library::use_instances(std::size_t first) const {
  gl_.BindBuffer(GL_ARRAY_BUFFER, instances_);
  for (GLuint i = 0; i < 7; ++i) {
    gl_.VertexAttribPointer(4 + i, 4, GL_FLOAT, GL_FALSE, sizeof(Instance),
                            offset(first * sizeof(Instance) + 4 * sizeof(float) * i));
  }
}

// Cube textures are six squares one below the other, or one that is used for all sides.
void Library::add_texture(int id) {
  GLuint texture = 0;
  gl_.GenTextures(1, &texture);
  textures_.push_back(texture);
  const int channels = model_.tex_nchannel[id], width = model_.tex_width[id], height = model_.tex_height[id];
  const GLenum formats[] = {GL_RED, GL_RG, GL_RGB, GL_RGBA};
  if (channels < 1 || channels > 4 || width < 1 || height < 1) return;
  const GLenum format = formats[channels - 1];
  const unsigned char* pixels = &model_.tex_data[model_.tex_adr[id]];
  gl_.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const bool flat = model_.tex_type[id] == TextureType::k2d;
  const GLenum target = flat ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP;
  gl_.BindTexture(target, texture);
  if (flat) {
    gl_.TexImage2D(target, 0, GL_RGBA8, width, height, 0, format, GL_UNSIGNED_BYTE, pixels);
  } else {
    const std::size_t step = height >= 6 * width ? static_cast<std::size_t>(width * width * channels) : 0;
    for (std::size_t side = 0; side < 6; ++side) {
      gl_.TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(side), 0, GL_RGBA8, width, width, 0, format,
                     GL_UNSIGNED_BYTE, pixels + step * side);
    }
  }
  gl_.GenerateMipmap(target);
  gl_.TexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
  gl_.TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  if (!flat) {
    for (const GLenum axis : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R}) {
      gl_.TexParameteri(target, axis, GL_CLAMP_TO_EDGE);
    }
  }
}

}  // namespace corten::gl
