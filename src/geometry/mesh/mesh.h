// Meshes: raw, by formula, and as a Model stores them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "corten/enums.h"
#include "corten/types.h"
#include "geometry/bounds.h"
#include "geometry/bvh.h"
#include "geometry/mesh/inertia.h"
#include "geometry/sdf/octree.h"
#include "math/vec3.h"

namespace corten {

// ---- mesh
//
// Triangle meshes: the raw mesh of a file or of inline arrays, and the mesh as a Model stores it.
//
// process_mesh() turns one into the other: apply reference pose and scale, build the convex hull, compute volume and
// inertia, and move the mesh so that its origin is the centre of mass and its axes are the principal axes of inertia,
// largest moment first. A geom that uses the mesh is placed at  geom_pose * Pose{mesh.pos, mesh.quat}.

// Vertices are single precision, as in the files; all computations are done in double precision.
struct TriangleMesh {
  std::vector<float> vertices;      // x y z of each vertex
  std::vector<int> faces;           // three vertices per face, counter-clockwise from outside; empty: use the hull
  std::vector<float> normals;       // x y z of each normal; empty: computed
  std::vector<float> texcoords;     // u v of each texture coordinate
  std::vector<int> face_normals;    // like faces, into normals; empty: same index as the vertex
  std::vector<int> face_texcoords;  // like faces, into texcoords; empty: same index as the vertex

  // MuJoCo: a mirroring scale turns all faces over, so that they keep looking outwards, but not those of an .msh file.
  bool keep_winding = false;
};

struct MeshOptions {
  Vec3 refpos;   // point of the asset that becomes the origin
  Quat refquat;  // orientation of the asset that becomes the axes; need not be normalized
  Vec3 scale{1, 1, 1};
  MeshInertia inertia = MeshInertia::kLegacy;
  int maxhullvert = -1;       // most vertices of the hull; -1: no limit
  bool smoothnormal = false;  // false: leave out faces that meet a vertex at a large angle
  // True if a mesh or sdf geom with this mesh can collide: nonzero contype or conaffinity, or named by a contact pair.
  // The hull is also built for MeshInertia::kConvex and for a mesh without faces.
  bool needs_hull = false;
  bool needs_octree = false;  // an sdf geom uses this mesh
  bool keep_frame = false;    // made from a shape that is a function (sdf/shapes.h): stays in its frame
};

// Sides of the convex hull: its triangles with nearly the same normal, merged.
struct HullPolygons {
  std::vector<std::vector<int>> vertices;  // per polygon: mesh vertices in order
  std::vector<Vec3> normals;               // per polygon
  std::vector<std::vector<int>> map;       // per mesh vertex: polygons that contain it
};

struct ProcessedMesh {
  std::vector<float> vertices;  // mesh_vert
  std::vector<int> faces;       // mesh_face
  std::vector<float> normals;   // mesh_normal
  std::vector<float> texcoords;
  std::vector<int> face_normals;    // MuJoCo: indices into normals are kept as written, even if out of range
  std::vector<int> face_texcoords;  // likewise
  std::vector<int> graph;           // mesh_graph, see hull.h; empty: no hull
  HullPolygons polygons;            // empty without hull; map has an entry per vertex in any case
  Bvh bvh;                          // over the faces, in the mesh frame
  Octree octree;                    // empty unless an sdf geom needs it

  Vec3 pos;   // mesh_pos: centre of mass in the scaled asset
  Quat quat;  // mesh_quat: principal axes in the scaled asset

  double volume = 0;  // surface area if the inertia is that of a shell
  Vec3 inertia_box;   // half sizes of the solid box with the same inertia at the same mass
  Box bounds;         // of the vertices, in the mesh frame
};

// Throws std::runtime_error with the reason if the mesh cannot be used: fewer than four vertices, numbers that are not
// finite, indices out of range, no area, no volume, inconsistently oriented faces (kExact), no convex hull.
ProcessedMesh process_mesh(const TriangleMesh& mesh, const MeshOptions& options);

// A mesh file completed by inline arrays. Throws std::runtime_error if both give the same array.
TriangleMesh merge_inline(TriangleMesh from_file, const TriangleMesh& given);

// Gives equal vertices one index, keeping the order in which they first appear (flexcomp does this to mesh files).
void remove_repeated_vertices(TriangleMesh& mesh);

// Mass and principal moments (in the mesh frame) of a mesh geom with density or, if given, mass.
MassInertia mesh_mass_inertia(const ProcessedMesh& mesh, double density, const std::optional<double>& mass);

// ---- fitting a primitive to a mesh

struct FittedGeom {
  Vec3 size;
  Pose pose;  // in the frame in which the mesh asset was placed: geom_pose * pose is the geom's new pose
};

// Sphere, capsule, cylinder, ellipsoid or box that stands for the mesh: of about the size of its inertia box, or
// (fitaabb) the smallest whose bounding box contains the mesh's. Entries of `size` that the type does not use keep the
// given value times fitscale. Throws std::runtime_error for other types.
FittedGeom fit_geom(const ProcessedMesh& mesh, GeomType type, const Vec3& size, bool fitaabb, double fitscale);

// ---- builtin_mesh
//
// Meshes made by formula: the builtin attribute of an MJCF mesh.

// All fit into the cube of half size 1 (the torus into 1 + radius). Meaning of params:
//   sphere       subdivisions of an icosahedron, 0 to 4
//   hemisphere   resolution, 0 to 10
//   cone         number of edges, radius of the top relative to the bottom (0: a tip)
//   supersphere  resolution, east-west exponent, north-south exponent
//   supertorus   resolution, radius of the tube, its exponent, exponent of the ring
//   wedge        horizontal and vertical resolution, horizontal and vertical field of view in degrees, foveal
//   deformation plate        horizontal and vertical resolution
// Throws std::runtime_error if the number of params or a value is wrong.
TriangleMesh make_builtin_mesh(MeshBuiltin kind, std::span<const double> params);

// How the inertia of a builtin mesh is computed: a plate is always a shell, the others are what `declared` says.
MeshInertia builtin_mesh_inertia(MeshBuiltin kind, MeshInertia declared);

// ---- polygon_cut
//
// Cutting a polygon into triangles.

// Triangles of a polygon with these corners, as indices into them, by clipping ears. The polygon may be concave and
// slightly bent. Corners that cannot be clipped, because the polygon intersects itself, are left out.
std::vector<int> cut_polygon(std::span<const std::array<float, 3>> corners);

}  // namespace corten
