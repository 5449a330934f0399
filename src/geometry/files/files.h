// Readers of asset files; each in the file of its name.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_source.h"
#include "corten/spec.h"
#include "corten/types.h"
#include "geometry/mesh/mesh.h"

namespace corten {

// ---- asset
//
// Asset files: their bytes and what kind of content they hold.

// All bytes of a file; throws std::runtime_error when it is missing, unreadable, empty or larger than 2 GB.
std::vector<std::byte> read_file(const std::string& path, const FileSource& files = {});

// "type/subtype" of an asset: the declared one without its parameters ("model/obj;x=y" -> "model/obj"), or, when
// nothing well-formed is declared, the one of the file's extension. Empty if neither is known.
std::string asset_content_type(std::string_view path, std::string_view declared);

// ---- bytes
//
// Reading numbers from the bytes of a file.

static_assert(std::endian::native == std::endian::little, "mesh and height field files are little-endian");

// The number at `offset`, which must lie inside `bytes` but need not be aligned.
template <class T>
T load(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// `count` numbers from `offset` on.
template <class T>
std::vector<T> load_array(std::span<const std::byte> bytes, std::size_t offset, std::size_t count) {
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data() + offset, count * sizeof(T));
  return values;
}

// ---- mesh_file
//
// Mesh files: binary STL, Wavefront OBJ and MuJoCo's MSH.
//
// The readers report what is wrong by std::runtime_error. They never allocate more than a small multiple of the size of
// their input, whatever counts it claims. They check the structure of a file; process_mesh() checks the mesh.

// Binary STL with 1 to 200000 faces. Corners with the same bits become one vertex, in the order of their appearance.
TriangleMesh read_stl(std::span<const std::byte> bytes);

// Wavefront OBJ: all vertices of the file, and the faces of its first object. Polygons are cut into triangles. A first
// object that has lines but no faces gives a degenerate face (i, j, j) for each segment.
TriangleMesh read_obj(std::span<const std::byte> bytes);

// MuJoCo's MSH: counts of vertices, normals, texture coordinates and faces, then these arrays.
TriangleMesh read_msh(std::span<const std::byte> bytes);

// By content type: "model/stl", "model/obj" or "model/vnd.mujoco.msh".
TriangleMesh read_mesh(std::span<const std::byte> bytes, const std::string& content_type);

// Reads the file; an empty content type is deduced from the path's extension.
TriangleMesh read_mesh_file(const std::string& path, const std::string& content_type = {},
                            const FileSource& files = {});

// ---- gmsh
//
// Meshes in GMSH's format, versions 2.2 and 4.1, text or binary.
//
// Unlike the meshes of files.h they have no surface as such: points, and elements that are segments, triangles or
// tetrahedra. Errors are std::runtime_error; a reader never allocates more than a small multiple of what it is given.

struct GmshMesh {
  int dim = 0;                // 1: segments, 2: triangles, 3: tetrahedra
  std::vector<Vec3> points;   // m
  std::vector<int> elements;  // dim + 1 indices into points each
};

GmshMesh read_gmsh(std::span<const std::byte> bytes);

// ---- png
//
// PNG images.

struct Image {
  int width = 0, height = 0, channels = 0;
  std::vector<std::uint8_t> pixels;  // row by row from the top, `channels` bytes per pixel
  bool srgb = false;                 // the file says that its colours are sRGB
};

// Decodes to 8 bits per channel: 1 (gray), 3 (red, green, blue) or 4 (and alpha) channels. No colour correction; a
// coloured image becomes gray by taking its red channel, as in MuJoCo. Throws std::runtime_error on bad data.
Image read_png(std::span<const std::byte> bytes, int channels);

// The file of an image with 1, 3 or 4 channels. Throws std::runtime_error if there is no memory for it.
std::vector<std::byte> write_png(const Image& image);

// ---- hfield
//
// Height fields: a grid of elevations over a rectangle.

// data[row * ncol + col], the first row at the lowest y, the first column at the lowest x.
struct HeightField {
  int nrow = 0, ncol = 0;
  std::vector<float> data;
};

// All readers throw std::runtime_error on bad input. None of them normalizes.

// Gray PNG image; the image's top row has the highest y.
HeightField read_hfield_png(std::span<const std::byte> bytes);

// MuJoCo's binary format: nrow and ncol as 32-bit integers, then the elevations.
HeightField read_hfield_binary(std::span<const std::byte> bytes);

// By file: "image/png" or "image/vnd.mujoco.hfield"; an empty content type is deduced from the path's extension, where
// everything but .png and the extensions of other known kinds is taken as the binary format.
HeightField read_hfield_file(const std::string& path, const std::string& content_type = {},
                             const FileSource& files = {});

// Inline elevations, written with the highest y first; none: a flat field.
HeightField hfield_from_elevation(int nrow, int ncol, std::span<const double> elevation);

// Shifts and scales the elevations to [0, 1]; a flat field becomes 0. Throws if an elevation is not finite.
void normalize(HeightField& field);

// Throws unless all of (half x, half y, top, base) are positive.
void check_hfield_size(const Vec<4>& size);

// ---- texture
//
// Textures: pixels that are generated, or read from image files, as a renderer takes them.
//
// A 2d texture is one image of height x width pixels, row by row from the top. A cube or skybox has six squares of
// width x width, one below the other in the order right, left, up, down, front, back; or, from one file without a grid,
// a single square that stands for all six.

struct TextureImage {
  int width = 0, height = 0, channels = 3;
  ColorSpace colorspace = ColorSpace::kAuto;
  std::vector<std::uint8_t> pixels;  // width * height * channels
};

// The decoded image of one of the texture's files, flipped as the texture says.
using ImageOfFile = std::function<Image(const std::string& file)>;

// Throws std::runtime_error with the reason if the texture cannot be made.
TextureImage make_texture(const Texture& texture, const ImageOfFile& image_of);

// Decodes a file: "image/png", or "image/ktx", whose bytes are kept as they are for the renderer to decode, as one row
// of a single channel. Throws std::runtime_error for other types and broken files.
Image read_texture_image(std::span<const std::byte> bytes, const std::string& content_type, const Texture& texture);

// ---- skin_file
//
// SKN files: a skin's vertices, triangles and bones in MuJoCo's binary format.

// Adds vertex, texcoord, face and bones of a file to a skin that has none. Throws std::runtime_error on bad data.
void read_skn(std::span<const std::byte> bytes, Skin& skin);

}  // namespace corten
