// Stages and forces of flexes; each in the file of its name.
#pragma once

#include <span>

#include "corten/bending.h"
#include "corten/data.h"
#include "corten/model.h"
#include "corten/physics.h"
#include "flex/cells/cell.h"
#include "math/vec3.h"
#include "model/access.h"

namespace corten {

// ---- attachment
//
// How vertices and nodes of flexes are attached to bodies: where they are, and which dofs a force there acts on.
//
// Nearly always a vertex is the origin of a body with three slides along its own axes under the world or a body that
// does not move; a force f at it acts on the three dofs as R' f, R being the body's orientation.

// World position of a point given in the frame of a body; `centered` promises that it is the origin.
inline Vec3 attached_point(const Data& d, int body, const Vec3& local, bool centered) {
  if (centered || (local.x == 0 && local.y == 0 && local.z == 0)) return d.xpos[body];
  return d.xmat[body] * local + d.xpos[body];
}

// The body has exactly three slides, along its axes, and nothing above it moves.
inline bool has_three_slides(const Model& m, int body) { return m.body_simple[body] == 2 && m.body_dofnum[body] == 3; }

// The first of the body's three slides if they are along x, y, z of the world, otherwise -1.
int world_slides(const Model& m, const Data& d, int body);

// qfrc at the first three dofs of a body += R' force. MuJoCo: so for any kind of joints.
inline void add_body_frame_force(const Model& m, const Data& d, int body, const Vec3& force, std::span<double> qfrc) {
  const Vec3 local = mul_transposed(d.xmat[body], force);
  const std::size_t first = static_cast<std::size_t>(m.body_dofadr[body]);
  for (std::size_t i = 0; i < 3 && first + i < qfrc.size(); ++i) qfrc[first + i] += local[static_cast<int>(i)];
}

// ---- kinematics
//
// Where the vertices of flexes are, and boxes around their elements.

// Writes flexvert_xpos, flexelem_aabb and bvh_aabb_dyn. Needs kinematics.
void compute_flex_positions(const Model& m, Data& d);

// ---- edges
//
// Edges of flexes: how long they are and how that changes.

// Writes flexedge_length and flexedge_J. Needs flexvert_xpos and com.
void compute_flex_edges(const Model& m, Data& d);

// Writes flexedge_velocity = flexedge_J qvel.
void compute_flex_edge_velocity(const Model& m, Data& d);

// ---- vertex_strain
//
// Strain of the membrane around each vertex of a flex that an equality holds by its vertices.

// Writes flexvert_length and flexvert_J. Needs flexvert_xpos and com.
void compute_flex_vertex_strain(const Model& m, Data& d);

// ---- stretch
//
// Forces of triangles and tetrahedra that resist changes of their shape.

inline constexpr int kStretchSize = 21;  // numbers of an element in flex_stiffness: upper triangle of 6 x 6

// Edges of an element by its vertices, in the order of flex_elemedge and of the matrix in flex_stiffness.
inline constexpr int kTriangleEdges[3][2] = {{1, 2}, {2, 0}, {0, 1}};
inline constexpr int kTetrahedronEdges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}};

// The elements of a flex that moves freely have stiffness.
inline bool has_stretch(const Model& m, int flex) {
  const int address = m.flex_stiffnessadr[flex];
  return !is_interpolated(m, flex) && m.flex_dim[flex] > 1 && address >= 0 && m.flex_stiffness[address] != 0;
}

// Adds to qfrc_spring. Needs flex positions, edges and their velocities.
void add_stretch_force(const Model& m, Data& d, int flex);

// ---- models
//
// Which physics a flex obeys: the user's own (Data::physics), or the model that its file chose.

// Empty: cotangent bending and linear elasticity, the defaults, whose stiffness is known before.
BendingStage bending_of(const Model& m, const Data& d, int flex);
ElasticityStage elasticity_of(const Model& m, const Data& d, int flex);

// ---- bending
//
// Forces of the hinges between neighbouring triangles of a shell or cloth.

// The triangles of a flex that moves freely resist bending.
inline bool has_bending(const Model& m, int flex) {
  return !is_interpolated(m, flex) && m.flex_dim[flex] == 2 && m.flex_bendingadr[flex] >= 0;
}

// Adds to qfrc_spring if `spring`, to qfrc_damper if `damper`. Needs flex positions.
void add_bending_force(const Model& m, Data& d, int flex, bool spring, bool damper);

// ---- shell_bending
//
// Forces that resist bending between the faces of an interpolated shell.

inline constexpr int kSeamSize = 10;  // numbers of a seam in flex_bending, after one number that counts the seams

bool has_shell_bending(const Model& m, int flex);

// force += the forces on the nodes of the flex; position and rotation as gathered for its nodes and faces.
void add_shell_bending(const Model& m, int flex, std::span<const Vec3> position, std::span<const Quat> rotation,
                       std::span<Vec3> force);

// ---- passive
//
// Passive forces of flexes.

// Adds elastic forces to qfrc_spring and damping to qfrc_damper, each unless disabled. Needs flex positions, edges and
// their velocities.
void add_flex_passive(const Model& m, Data& d);

// ---- energy
//
// Potential energy of flexes.

// Adds the energy of springs along edges to the potential energy, unless springs are disabled. Needs edges.
void add_flex_energy(const Model& m, Data& d);

}  // namespace corten
