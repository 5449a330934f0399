// Mesh files: binary STL, Wavefront OBJ and MuJoCo's MSH.
//
// The readers report what is wrong by std::runtime_error. They never allocate more than a small multiple of the size of
// their input, whatever counts it claims. They check the structure of a file; process_mesh() checks the mesh.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/file_source.h"
#include "geometry/mesh/mesh.h"

namespace corten {

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

}  // namespace corten
