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
struct SurfaceMesh {
  std::vector<SurfaceVertex> vertices;
  std::vector<std::uint32_t> indices;  // three per triangle
};

// ---- shapes.cc: shapes of size one, to be scaled

SurfaceMesh unit_sphere(int slices, int stacks);
SurfaceMesh unit_capsule(int slices, int stacks);  // a sphere cut in two halves that are lifted apart
SurfaceMesh unit_cylinder(int slices);             // radius 1, z from -1 to 1
SurfaceMesh unit_cone(int slices);                 // radius 1 at z = 0, tip at z = 1
SurfaceMesh unit_box();                            // from -1 to 1
SurfaceMesh unit_square(int quads);  // x and y from -1 to 1, z = 0, seen from above; quads along each side

// ---- assets.cc: in the frame of the mesh or of the geom of the height field

SurfaceMesh mesh_surface(const Model& model, int mesh);
SurfaceMesh hfield_surface(const Model& model, int hfield);

// ---- flex.cc

// The corners of the triangles that show a flex stay the same while it moves: surface triangles of solids, both sides of
// sheets. Flexes of lines have none.
SurfaceMesh flex_surface(const Model& model, const Data& data, int flex);
// Moves its vertices to where they are now, with smooth normals.
void move_flex_surface(const Model& model, const Data& data, int flex, SurfaceMesh& surface);

// ---- skin.cc

SurfaceMesh skin_surface(const Model& model, const Data& data, int skin);
void move_skin_surface(const Model& model, const Data& data, int skin, SurfaceMesh& surface);

// ---- normals.cc

// Normals of the vertices: sums of the normals of their triangles, weighted by area.
void smooth_normals(SurfaceMesh& surface);

}  // namespace corten
