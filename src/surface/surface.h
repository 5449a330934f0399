// Triangles of what has a surface: shapes, meshes, height fields, flexes and skins, for pictures and pages.
#pragma once

#include <cstdint>
#include <vector>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

struct SurfaceVertex {
  float pos[3] = {};
  float normal[3] = {};  // unit length
  float uv[2] = {};      // texture coordinates, where there are any
  float lift = 0;        // unit capsules: -1 or 1, the end that the vertex belongs to
};

// Triangles count their corners against the clock, seen from outside.
struct Surface {
  std::vector<SurfaceVertex> vertices;
  std::vector<std::uint32_t> indices;  // three per triangle
};

// ---- shapes.cc: shapes of size one, to be scaled

Surface unit_sphere(int slices, int stacks);
Surface unit_capsule(int slices, int stacks);  // a sphere cut in two halves that are lifted apart
Surface unit_cylinder(int slices);             // radius 1, z from -1 to 1
Surface unit_cone(int slices);                 // radius 1 at z = 0, tip at z = 1
Surface unit_box();                            // from -1 to 1
Surface unit_square(int quads);                // x and y from -1 to 1, z = 0, seen from above; quads along each side

// ---- assets.cc: in the frame of the mesh or of the geom of the height field

Surface mesh_surface(const Model& model, int mesh);
Surface hfield_surface(const Model& model, int hfield);

// ---- flex.cc

// The corners of the triangles that show a flex stay the same while it moves: surface triangles of solids, both sides of
// sheets. Flexes of lines have none.
Surface flex_surface(const Model& model, const Data& data, int flex);
// Moves its vertices to where they are now, with smooth normals.
void move_flex_surface(const Model& model, const Data& data, int flex, Surface& surface);

// ---- skin.cc

Surface skin_surface(const Model& model, const Data& data, int skin);
void move_skin_surface(const Model& model, const Data& data, int skin, Surface& surface);

// ---- normals.cc

// Normals of the vertices: sums of the normals of their triangles, weighted by area.
void smooth_normals(Surface& surface);

}  // namespace corten
